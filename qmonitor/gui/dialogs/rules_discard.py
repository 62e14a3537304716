"""Whether rules that were changed, but not saved, are to be thrown away."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from qmonitor.gui.dialogs.frame import Frame


class RulesDiscardDialog(Frame):
    """Opened without waiting for it; Enter and Escape go on editing.

    Signals:
        confirmed(): they are to be thrown away.
    """

    confirmed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Alert rules"), parent)
        self.setObjectName("rules-discard-dialog")
        self.say(self.tr("Leave without saving?"), strong=True)
        self.say(self.tr("You have changed rules. They stay as they were if you leave now."))
        self.buttons(self.tr("&Leave without saving"), self.tr("&Go on editing"))

    def accept(self) -> None:
        super().accept()
        self.confirmed.emit()
