"""The password that an entry of the workers' file needs, on its way into the keyring."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.dialogs.frame import plain_label
from qmonitor.gui.dialogs.trial import Trial
from qmonitor.senders.entries import WorkerEntry
from qmonitor.senders.http.settings import HttpSettings
from qmonitor.senders.keyrings import Answer
from qmonitor.senders.mllp.settings import MllpSettings


class SecretRow(QWidget):
    """The password that an entry needs, to be put into the keyring; it is never shown, nor read from there.

    Signals:
        store_requested(name, secret), cancelled().
    """

    store_requested = Signal(str, str)
    cancelled = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("worker-secret-row")
        self._name = ""
        self.field = QLineEdit()
        self.field.setObjectName("worker-secret")
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.textChanged.connect(self._judge)
        theme.dress(self.field, "field")
        self._title = plain_label("")
        self._title.setObjectName("worker-secret-of")
        self._title.setWordWrap(True)
        self._title.setBuddy(self.field)
        self.trial = Trial(
            "store", self.tr("Put into the &keyring"), self.tr("Asking the keyring, for 60 s at most …"), self
        )
        self.trial.asked.connect(self._on_asked)
        self.trial.cancelled.connect(self.cancelled)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID)
        column.addWidget(self._title)
        row = QHBoxLayout()
        row.setSpacing(2 * theme.GRID)
        row.addWidget(self.field, 1)
        row.addWidget(self.trial.button)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self.trial.said)
        self.show_entry(None)

    def show_entry(self, entry: WorkerEntry | None) -> None:
        """Ask for the secret of this one, if it needs any."""
        name, title = self._wanted(entry)
        if name != self._name:
            self.field.clear()
            self.trial.forget()
        self._name = name
        self._title.setText(title)
        self.field.setAccessibleName(text.without_mnemonic(title) or self.tr("Password or token"))
        self.setVisible(bool(name))
        self._judge()

    def _wanted(self, entry: WorkerEntry | None) -> tuple[str, str]:
        from qmonitor.senders.building import key_secret

        sender = None if entry is None else entry.sender
        if isinstance(sender, HttpSettings) and sender.secret_name:
            words = self.tr("Pass&word or token for {name}; it is kept in the keyring, never in the file")
            return sender.secret_name, words.format(name=text.line(sender.secret_name, 80))
        if isinstance(sender, HttpSettings | MllpSettings) and (sender.key or sender.certificate):
            name = key_secret(sender.key or sender.certificate or "")
            words = self.tr("Pass&word of {name}, if that is locked; it is kept in the keyring, never in the file")
            return name, words.format(name=text.line(name.removeprefix("key:"), 80))
        return "", ""

    @Slot()
    def _judge(self) -> None:
        self.trial.button.setEnabled(bool(self.field.text()) or self.trial.busy)

    @Slot()
    def _on_asked(self) -> None:
        self.trial.begin()
        self.store_requested.emit(self._name, self.field.text())

    def show_answer(self, answer: Answer) -> None:
        """What the keyring made of it. What it does not keep is known in this session all the same."""
        said = f"{text.translate(answer.cause)} {text.translate(answer.remedy)}".strip()
        self.trial.say(said, "good" if answer.fine else "warning")
        self.field.clear()
        self._judge()
