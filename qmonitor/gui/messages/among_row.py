"""A line over the table while it shows certain messages only: which, and the way back."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.messages.foot import Line
from qmonitor.queues.model import Among


class AmongRow(QWidget):
    """Says what the shown messages have in common; hidden while all are shown.

    Signals:
        dropped(): all messages are wanted again.
    """

    dropped = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("messages-among")
        self.among: Among | None = None
        self._said = Line(self)
        self._said.setObjectName("messages-among-said")
        theme.dress(self._said, "muted")
        self._drop = QToolButton(self)
        self._drop.setObjectName("messages-among-drop")
        self._drop.setText(self.tr("Show all"))
        self._drop.setAccessibleName(self.tr("Show the other messages too"))
        self._drop.setToolTip(self._drop.accessibleName())
        self._drop.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._drop.clicked.connect(self.dropped)
        theme.dress(self._drop, "chip")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(theme.GRID, 0, 0, 0)
        layout.setSpacing(2 * theme.GRID)
        layout.addWidget(self._said, 1)
        layout.addWidget(self._drop)
        self.hide()

    def show_among(self, among: Among | None) -> None:
        """Only these are shown; None: all are."""
        self.among = among
        self._said.setText(self.words())
        self.setVisible(among is not None)

    def words(self) -> str:
        """Which messages are shown, in a sentence; empty where all are."""
        among = self.among
        if among is None:
            return ""
        if among.found:
            words = self.tr("Only the {count} that a search found at {time}")
            if len(among.ids) == 1:
                words = self.tr("Only the one that a search found at {time}")
        elif not among.name:
            words = self.tr("Only the {count} that had failed without a recorded error at {time}")
            if len(among.ids) == 1:
                words = self.tr("Only the one that had failed without a recorded error at {time}")
        else:
            words = self.tr("Only the {count} that had failed with this at {time}: {error}")
            if len(among.ids) == 1:
                words = self.tr("Only the one that had failed with this at {time}: {error}")
        at, count = text.short_time(among.as_of), text.number(len(among.ids))
        return words.format(count=count, time=at, error=text.line(among.name))
