"""A question in a sentence that is answered with yes or, by default, no."""

from PySide6.QtWidgets import QWidget

from qmonitor.gui.dialogs.frame import Frame


class QuestionDialog(Frame):
    """Asks before something that can't be taken back, but needs neither plan nor reason."""

    def __init__(self, title: str, sentence: str, verb: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.setObjectName("question-dialog")
        self.scrolling()
        self.say(sentence)
        self.standing()
        self.buttons(verb, self.tr("Cancel"))

    @classmethod
    def ask(cls, title: str, sentence: str, verb: str, parent: QWidget | None = None) -> bool:
        """Ask and wait."""
        dialog = cls(title, sentence, verb, parent)
        accepted = dialog.exec() == cls.DialogCode.Accepted
        dialog.deleteLater()
        return accepted
