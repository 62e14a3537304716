"""Whether what was changed, but not saved, is to be thrown away."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from qmonitor.gui.dialogs.frame import Frame


class DiscardDialog(Frame):
    """Opened without waiting for it; Enter and Escape go on editing.

    Signals:
        confirmed(): it is to be thrown away.
    """

    confirmed = Signal()

    def __init__(self, title: str, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.setObjectName("discard-dialog")
        self.say(self.tr("Leave without saving?"), strong=True)
        self.say(sentence)
        self.buttons(self.tr("&Leave without saving"), self.tr("&Go on editing"))

    def accept(self) -> None:
        super().accept()
        self.confirmed.emit()
