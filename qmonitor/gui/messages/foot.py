"""The line below the table: how many there are, how many are selected, and whether there are new ones."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from qmonitor.gui import text, theme


class Foot(QWidget):
    """One line of a fixed height.

    Signals:
        top_requested(): the user wants to see the new messages on top.
    """

    top_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messages-foot")
        self._state = QLabel(self)
        self._state.setObjectName("messages-summary")
        self._state.setTextFormat(Qt.TextFormat.PlainText)
        theme.dress(self._state, "muted")
        self._new = QToolButton(self)
        self._new.setObjectName("messages-new")
        self._new.setToolTip(self.tr("Go to the newest messages"))
        self._new.clicked.connect(self.top_requested)
        theme.dress(self._new, "legend")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2 * theme.GRID, 0, theme.GRID, 0)
        layout.addWidget(self._state, 1)
        layout.addWidget(self._new)
        self.setFixedHeight(self._new.sizeHint().height() + theme.GRID)
        self._new.hide()

    def show_state(self, count: int | None, selected: int, *, busy: bool, head: str = "") -> None:
        """`count` is None where it is not known; `busy` says that rows which are seen are being read.

        `head` says what the head of the line does to the others.
        """
        parts = [self.tr("counting …") if count is None else self._count(count), *([head] if head else [])]
        if selected:
            parts.append(self.tr("{count} selected").format(count=text.number(selected)))
        if busy:
            parts.append(self.tr("reading …"))
        words = " · ".join(parts)
        if words != self._state.text():
            self._state.setText(words)

    def show_new(self, count: int, *, more: bool) -> None:
        """So many new messages are above the rows that are seen (`more`: at least so many)."""
        words = self.tr("↑ {count} new")
        shown = text.number(count) + ("+" if more else "")
        self._new.setText(words.format(count=shown))
        spoken = self.tr("Go to 1 new message") if shown == "1" else self.tr("Go to {count} new messages")
        self._new.setAccessibleName(spoken.format(count=shown))
        self._new.setVisible(count > 0)

    def _count(self, count: int) -> str:
        if count == 1:
            return self.tr("1 message")
        return self.tr("{count} messages").format(count=text.number(count))
