"""The line at the bottom: what is looked at, how fresh it is, and as whom one acts."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from qmonitor.gui import text, theme
from qmonitor.monitor.sampler import Sample
from qmonitor.queues.model import Details
from qmonitor.queues.times import Instant
from qmonitor.values import dataclass

NAME = 60
"""Characters of a source's name at most."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of a source: `since` is when what is shown was read, where that is too long ago."""

    name: str
    target: str
    opened: bool
    actor: str
    sample: Sample | None
    since: Instant | None


class StatusBar(QStatusBar):
    """Source, mode, time of the last look, rows, size of the write-ahead log, actor."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status-bar")
        self.setSizeGripEnabled(False)
        self.setStyleSheet("QStatusBar::item { border: 0; }")  # Fusion draws a box around each part
        self.setContentsMargins(2 * theme.GRID, 0, 2 * theme.GRID, 0)
        self.source = self._label("status-source", self.tr("Source and mode"))
        self.fresh = self._label("status-fresh", self.tr("When the values were read"))
        self.rows = self._label("status-rows", self.tr("Messages in the source"))
        self.wal = self._label("status-wal", self.tr("Size of the write-ahead log"))
        self.actor = self._label("status-actor", self.tr("Who acts"), permanent=True)

    def _label(self, name: str, meaning: str, *, permanent: bool = False) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setAccessibleDescription(meaning)  # a name would be read in the place of the text
        label.setToolTip(meaning)
        label.setFont(theme.figures(label.font()))
        label.setContentsMargins(theme.GRID, 0, 4 * theme.GRID, 0)
        theme.dress(label, "muted")
        if permanent:
            self.addPermanentWidget(label)
        else:
            self.addWidget(label)
        return label

    def show_seen(self, seen: Seen | None, *, live: bool, read_only: bool) -> None:
        """Say this of the source in front; None while there is none."""
        if seen is None:
            for label in (self.source, self.fresh, self.rows, self.wal, self.actor):
                label.clear()
            return
        # Before it is open nobody knows what can be done with it.
        mode = "" if not seen.opened else self.tr("read-only") if read_only else self.tr("can act")
        self._write(self.source, "  ·  ".join(part for part in (text.line(seen.name, NAME), mode) if part))
        if self.source.toolTip() != (tip := text.tip(seen.target)):
            self.source.setToolTip(tip)
        acting = seen.actor and not read_only
        self._write(self.actor, self.tr("acting as {actor}").format(actor=seen.actor) if acting else "")
        self._write(self.fresh, self._freshness(seen, live))
        if seen.sample is not None:
            self._show_details(seen.sample.details)
        else:
            self.rows.clear()
            self.wal.clear()

    def _freshness(self, seen: Seen, live: bool) -> str:
        """When what is shown was read, and whether it goes on."""
        sample = seen.sample
        if sample is None:
            return self.tr("not read yet")
        if seen.since is not None and live:
            return self.tr("stale since {time}").format(time=text.short_time(seen.since))
        said = self.tr("as of {time}  ·  {spent}").format(
            time=text.short_time(sample.depth.as_of), spent=text.milliseconds(sample.seconds)
        )
        if not live:
            said = self.tr("{fresh}  ·  paused").format(fresh=said)
        if not sample.depth.complete:
            said = self.tr("{fresh}  ·  still counting").format(fresh=said)
        return said

    def _show_details(self, details: Details) -> None:
        words = self.tr("1 message") if details.rows == 1 else self.tr("{count} messages")
        self._write(self.rows, words.format(count=text.number(details.rows)))
        wal = self.tr("WAL {size}").format(size=text.size(details.wal_size)) if details.wal_size is not None else ""
        self._write(self.wal, wal)

    @staticmethod
    def _write(label: QLabel, words: str) -> None:
        if label.text() != words:
            label.setText(words)
