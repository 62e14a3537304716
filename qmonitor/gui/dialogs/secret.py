"""A password or a token that a worker or a server needs, and that no keyring has."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from qmonitor.gui import text
from qmonitor.gui.dialogs.frame import Frame, outline
from qmonitor.senders.keyrings import Answer, Outcome


class SecretDialog(Frame):
    """Asks for one secret, for this session. Opened without waiting for it.

    Signals:
        answered(secret, keep): "" where nothing was said; whether it is to get into the keyring.
    """

    answered = Signal(str, bool)

    def __init__(self, name: str, answer: Answer | None, parent: QWidget | None = None) -> None:
        """`answer`: why the keyring did not have it."""
        super().__init__(self.tr("Password"), parent)
        self.setObjectName("secret-dialog")
        self.scrolling()
        words = self.tr("A password or token is needed for {name}")
        self.say(words.format(name=text.line(name)), strong=True)
        if answer is not None:
            self.say(f"{text.translate(answer.cause)} {text.translate(answer.remedy)}".strip())
        self.say(self.tr("It is kept in memory until qmonitor ends."), "muted")
        self.standing()
        self.secret = QLineEdit()
        self.secret.setEchoMode(QLineEdit.EchoMode.Password)
        self.field("secret", self.tr("&Password or token"), self.secret)
        self.keep = QCheckBox(self.tr("Keep it in the computer's &keyring, too"))
        self.keep.setObjectName("secret-keep")
        outline(self.keep)
        self.keep.setVisible(answer is None or answer.fine or answer.outcome is Outcome.REJECTED)
        self.part.addWidget(self.keep)
        self._confirm, _ = self.buttons(self.tr("&Use it"), self.tr("Cancel"))
        self.secret.textChanged.connect(self._judge)
        self.finished.connect(self._on_finished)
        self._judge()

    @Slot()
    def _judge(self) -> None:
        self._confirm.setEnabled(bool(self.secret.text()))

    @Slot(int)
    def _on_finished(self, code: int) -> None:
        said = self.secret.text() if code == self.DialogCode.Accepted else ""
        self.secret.clear()
        self.answered.emit(said, bool(said) and self.keep.isChecked())
