"""What takes as long as a server, a receiver or a keyring does: asked for by a button, which cancels it meanwhile."""

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.dialogs.frame import plain_label
from qmonitor.queues.errors import Interrupted, QueueError


class Trial(QObject):
    """A button, and a text that says what came of it. While it is under way the same button cancels.

    Signals: `asked`, `cancelled`.
    """

    asked = Signal()
    cancelled = Signal()

    def __init__(self, name: str, label: str, meanwhile: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"trial-{name}")
        self._label, self._meanwhile = label, meanwhile
        self.busy = False
        self.button = QPushButton()
        self.button.setObjectName(f"worker-{name}")
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._on_clicked)
        theme.dress(self.button, "button")
        self.said: QLabel = plain_label("")
        self.said.setObjectName(f"worker-{name}-said")
        self.said.setWordWrap(True)
        self._turn(busy=False)

    def row(self) -> QHBoxLayout:
        """The one beside the other."""
        row = QHBoxLayout()
        row.setSpacing(2 * theme.GRID)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.said, 1)
        return row

    def _turn(self, *, busy: bool) -> None:
        self.busy = busy
        label = self.tr("Cance&l waiting") if busy else self._label
        self.button.setText(label)
        self.button.setAccessibleName(text.without_mnemonic(label))

    @Slot()
    def _on_clicked(self) -> None:
        if self.busy:
            self.cancelled.emit()
            self.say(self.tr("Cancelled."), "muted")
        else:
            self.asked.emit()

    def begin(self) -> None:
        """It is under way."""
        self._turn(busy=True)
        theme.dress(self.said, "muted")
        self.said.setText(self._meanwhile)

    def say(self, sentence: str, kind: str) -> None:
        """What came of it; `kind` is a text role of the theme."""
        self._turn(busy=False)
        theme.dress(self.said, kind)
        self.said.setText(sentence)

    def fail(self, error: QueueError) -> None:
        if not isinstance(error, Interrupted):
            self.say(text.explain(error), "danger")

    def forget(self) -> None:
        """It was about something else."""
        if self.busy:
            self.cancelled.emit()
        self.say("", "muted")
