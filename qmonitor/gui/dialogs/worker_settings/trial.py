"""What takes as long as a receiver or a keyring does: asked for by a button, which cancels it meanwhile."""

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.dialogs.frame import plain_label
from qmonitor.queues.errors import Interrupted, QueueError
from qmonitor.senders.entries import WorkerEntry
from qmonitor.senders.http.settings import HttpSettings
from qmonitor.senders.keyrings import Answer
from qmonitor.senders.mllp.settings import MllpSettings


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
