"""The line at the bottom: what is looked at, how fresh it is, and as whom one acts."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from qmonitor.gui import text, theme
from qmonitor.monitor.sampler import Sample
from qmonitor.queues.model import Details
from qmonitor.queues.times import Instant


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
        label.setAccessibleName(meaning)
        label.setToolTip(meaning)
        label.setFont(theme.figures(label.font()))
        label.setContentsMargins(theme.GRID, 0, 4 * theme.GRID, 0)
        theme.dress(label, "muted")
        if permanent:
            self.addPermanentWidget(label)
        else:
            self.addWidget(label)
        return label

    def show_source(self, name: str, target: str, *, read_only: bool | None) -> None:
        """`read_only` is None until the source is open: nobody knows yet what can be done with it."""
        mode = {None: "", True: self.tr("read-only"), False: self.tr("can act")}[read_only]
        self.source.setText("  ·  ".join(part for part in (name, mode) if part))
        self.source.setToolTip(target)

    def show_actor(self, actor: str, *, read_only: bool) -> None:
        self.actor.setText("" if read_only or not actor else self.tr("acting as {actor}").format(actor=actor))

    def show_sample(self, sample: Sample, *, paused: bool) -> None:
        said = self.tr("as of {time}  ·  {spent}").format(
            time=text.short_time(sample.depth.as_of), spent=text.milliseconds(sample.seconds)
        )
        if paused:
            said = self.tr("{fresh}  ·  paused").format(fresh=said)
        if not sample.depth.complete:
            said = self.tr("{fresh}  ·  still counting").format(fresh=said)
        self.fresh.setText(said)
        self._show_details(sample.details)

    def _show_details(self, details: Details) -> None:
        words = self.tr("1 message") if details.rows == 1 else self.tr("{count} messages")
        self.rows.setText(words.format(count=text.number(details.rows)))
        self.wal.setText(
            "" if details.wal_size is None else self.tr("WAL {size}").format(size=text.size(details.wal_size))
        )

    def show_stale(self, since: Instant | None) -> None:
        """The values on the screen are old: since when."""
        if since is None:
            self.fresh.setText(self.tr("not read yet"))
        else:
            self.fresh.setText(self.tr("stale since {time}").format(time=text.short_time(since)))

    def clear(self) -> None:
        for label in (self.source, self.fresh, self.rows, self.wal, self.actor):
            label.clear()
