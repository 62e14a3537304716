"""What stands in the workers tab where there is no worker: what one is, and the next step."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.queues.errors import QueueError

WIDTH = 130 * theme.GRID
"""Pixels that a line of text takes at most."""


class Nobody(QWidget):
    """A sentence or two, and the button that leads to the settings.

    Signals: `settings_requested`.
    """

    settings_requested = Signal()

    def __init__(self, parent: QWidget | None = None, *, shared: bool = False) -> None:
        """`shared`: others may work on the queue, too."""
        super().__init__(parent)
        self.setObjectName("workers-nobody")
        self._shared = shared
        self._case, self._more = self._label("workers-case"), self._label("workers-more")
        theme.dress(self._more, "muted")
        self.button = QPushButton(self.tr("Set &up workers…"))
        self.button.setObjectName("workers-set-up")
        self.button.setAccessibleName(self.tr("Set up workers"))
        self.button.clicked.connect(self.settings_requested)
        theme.dress(self.button, "button")
        block = QWidget(self)
        block.setMaximumWidth(WIDTH)
        column = QVBoxLayout(block)
        column.setSpacing(3 * theme.GRID)
        column.addStretch(1)
        column.addWidget(self._case)
        column.addWidget(self._more)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        layout = QHBoxLayout(self)
        layout.addWidget(block)

    def _own_words(self) -> str:
        return self.tr(
            "A worker sends the messages of a destination to their receiver, one at a time and in order. Which"
            " destinations, where to and how often: that stands in the file workers.toml, and in its settings here."
        )

    def _shared_words(self) -> str:
        return self.tr(
            "Workers of others are listed in the tab Queue. One of this program works beside them: it sends several"
            " messages at a time to their receiver. Where to: that stands in the file workers.toml, and in its settings"
            " here."
        )

    def _label(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        return label

    def say(self, *, known: bool, problem: QueueError | None) -> None:
        """`known`: the settings were read; `problem`: why they can't be, or why nothing can be sent from here."""
        if problem is not None:
            case, more = text.translate(problem.cause), text.translate(problem.remedy)
        elif not known:
            case, more = self.tr("Reading the settings of the workers …"), ""
        else:
            case = self.tr("No worker is set up for a destination of this queue.")
            more = self._shared_words() if self._shared else self._own_words()
        theme.dress(self._case, "danger" if problem is not None else "text")
        self._case.setText(case)
        self._more.setText(more)
        self._more.setVisible(bool(more))
        self.button.setVisible(known)
