"""The line below the table: how many there are, how many are selected, when that was read, and what is new."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.press import MEANS
from qmonitor.queues.times import Instant


class Line(QLabel):
    """A label that gives way: where there is no room its end is left out, and its tool tip has the whole."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        box: QRect = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, box.width())
        self.setToolTip(text.tip(self.text()) if shown != self.text() else "")
        painter.setPen(self.palette().windowText().color())
        painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)


class Foot(QWidget):
    """One line of a fixed height.

    Signals:
        top_requested(): the user wants to see the new messages on top.
    """

    top_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messages-foot")
        self._state = Line(self)
        self._state.setObjectName("messages-summary")
        self._at = QLabel(self)
        self._at.setObjectName("messages-as-of")
        self._at.setTextFormat(Qt.TextFormat.PlainText)
        for label in (self._state, self._at):
            theme.dress(label, "muted")
            label.setFont(theme.figures(label.font()))
        self._as_of: Instant | None = None
        self._stale = False
        self._new = QToolButton(self)
        self._new.setObjectName("messages-new")
        self._new.setProperty(MEANS, "new")  # its words count
        self._new.setToolTip(self.tr("Go to the newest messages"))
        self._new.setAccessibleName(self.tr("Go to the newest messages"))
        self._new.clicked.connect(self.top_requested)
        theme.dress(self._new, "legend")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2 * theme.GRID, 0, 2 * theme.GRID, 0)
        layout.setSpacing(2 * theme.GRID)
        layout.addWidget(self._state, 1)
        layout.addWidget(self._new)
        layout.addWidget(self._at)
        self.setFixedHeight(self._new.sizeHint().height() + theme.GRID)
        self._new.hide()

    def words(self) -> str:
        """What the line says."""
        return self._state.text()

    def show_state(self, *parts: str) -> None:
        """Say these one after the other; empty ones are left out."""
        words = " · ".join(filter(None, parts))
        if words != self._state.text():
            self._state.setText(words)

    def show_time(self, as_of: Instant | None) -> None:
        """When all that is shown was read."""
        if as_of != self._as_of:
            self._as_of = as_of
            self._write_time()

    def set_stale(self, stale: bool) -> None:
        """Whether nothing newer could be read for some time."""
        if stale != self._stale:
            self._stale = stale
            theme.dress(self._at, "warning" if stale else "muted")
            self._write_time()

    def _write_time(self) -> None:
        words = self.tr("stale since {time}") if self._stale else self.tr("as of {time}")
        known = self._as_of is not None
        self._at.setText(words.format(time=text.short_time(self._as_of)) if known else "")
        self._at.setToolTip(text.local_time(self._as_of) if known else "")

    def show_new(self, count: int, *, more: bool) -> None:
        """So many new messages are above the rows that are seen (`more`: at least so many)."""
        words = self.tr("↑ {count} new")
        shown = text.number(count) + ("+" if more else "")
        self._new.setText(words.format(count=shown))
        spoken = self.tr("Go to 1 new message") if shown == "1" else self.tr("Go to {count} new messages")
        self._new.setAccessibleName(spoken.format(count=shown))
        self._new.setVisible(count > 0)

    def count_words(self, count: int | None, counted_at: Instant | None) -> str:
        """How many there are; with the time where they were counted at another one than the rows were read."""
        if count is None:
            return self.tr("counting …")
        if counted_at is not None:
            words = self.tr("1 message at {time}") if count == 1 else self.tr("{count} messages at {time}")
            return words.format(count=text.number(count), time=text.short_time(counted_at))
        return self.tr("1 message") if count == 1 else self.tr("{count} messages").format(count=text.number(count))
