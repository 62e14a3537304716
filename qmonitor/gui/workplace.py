"""What the workers of all open sources share in the window: their file, their equipment, and who asks for passwords."""

import importlib
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from qmonitor.gui import notices
from qmonitor.gui.tasks import Answer, Lane
from qmonitor.queues.errors import NotAQueue
from qmonitor.queues.source import is_url

if TYPE_CHECKING:  # loaded in a lane, where somebody wants to send: it takes 0.2 s
    from qmonitor.monitor.admission import Admission
    from qmonitor.monitor.running import Equipment
    from qmonitor.senders import keyrings
    from qmonitor.senders.credentials import Secrets

KEYRING_SECONDS = 60.0
"""How long a keyring may take: a person may have to unlock it in a window of its own."""

LOOK_SECONDS = 0.2
"""How often one that waits for a person sees that the window is being closed."""


class Question:
    """One secret that is asked for, in a lane; answered in the GUI thread. `keep`: it is to get into the keyring."""

    def __init__(self, name: str, why: "keyrings.Answer | None") -> None:
        self.name, self.why = name, why
        self.said: str | None = None
        self.keep = False
        self.answered = threading.Event()

    def answer(self, secret: str, keep: bool = False) -> None:
        self.said, self.keep = secret or None, keep
        self.answered.set()


class Workplace(QObject):
    """One for the window; lives in the GUI thread, and hands out what lanes use.

    Signals:
        settled(): the file holds other settings now, and this window has written them.
        asking(Question): a password is needed, and a lane waits for it.
        asked(): for another password is asked now, or for none.
        told(Notice): something is to be said that concerns no single source.
    """

    settled = Signal()
    asking = Signal(object)
    asked = Signal()
    told = Signal(object)

    def __init__(self, config: Path, window: QWidget) -> None:
        """`config` is the workers' file, which need not be there."""
        super().__init__(window)
        self.setObjectName("workplace")
        self.config, self._window = config, window
        self._mutex = threading.Lock()
        self._equipment: Equipment | None = None
        self._admission: Admission | None = None
        self._kept: set[str] = set()
        """The names of passwords that are to get into the keyring once they were good."""
        self._closing = False
        self._dialog: QDialog | None = None
        self._open_questions: list[str] = []
        self.asking.connect(self._ask_person, Qt.ConnectionType.QueuedConnection)
        self.files = Lane("workers-file", partial(Bench, self), interruptible=False, finishes=True, parent=self)
        """Reads and writes the file."""
        self.trials = Lane("workers-trial", partial(Bench, self), parent=self)
        """Tries connections."""
        self.keys = Lane("workers-keys", partial(Bench, self), parent=self)
        """Puts secrets into the keyring."""
        self.lanes = [self.files, self.trials, self.keys]
        self._then: Callable[[], object] | None = None
        self.files.answered.connect(self._on_answered)

    def equipment(self) -> "Equipment":
        """In a lane: the one of this window, made when it is needed first."""
        from qmonitor.monitor.running import Equipment
        from qmonitor.senders.credentials import Secrets
        from qmonitor.senders.keyrings import Keyring

        with self._mutex:
            if self._equipment is None:
                self._equipment = Equipment(Secrets(Keyring(KEYRING_SECONDS), None, self._ask))
            if self._closing:
                self._equipment.secrets.close()
            return self._equipment

    def admission(self) -> "Admission":
        """In a lane: what opens servers for this window."""
        from qmonitor.monitor.admission import Admission

        with self._mutex:
            if self._admission is None:
                self._admission = Admission(self._secrets, accepted=self._keep)
            return self._admission

    def know(self, url: str, password: str, *, keep: bool) -> None:
        """In a lane: a person has typed the password of a server, which is about to be opened."""
        from qmonitor.queues.servers import secret_name

        if password:
            self._secrets().use(secret_name(url), password)
        if password and keep:
            self._kept.add(secret_name(url))
        self.admission().again(url)

    def _secrets(self) -> "Secrets":
        return self.equipment().secrets

    def _keep(self, name: str, secret: str) -> None:
        """In a lane: a password was good; it gets into the keyring where a person wanted that."""
        if name in self._kept:
            self._kept.discard(name)
            answer = self._secrets().remember(name, secret)
            if not answer.fine:
                self.told.emit(notices.about_not_kept(answer.cause))

    def when_loaded(self, then: Callable[[], object]) -> None:
        """Call this once what sends is loaded: that takes 0.2 s, and is done in a lane."""
        self._then = then
        self.files.ask("load", _load)

    @Slot(object)
    def _on_answered(self, answer: Answer) -> None:
        then, self._then = self._then, (self._then if answer.key != "load" else None)
        if answer.key == "load" and then is not None:
            then()

    def retire(self) -> None:
        """Begin to end: no person and no keyring is asked any more. Returns at once."""
        self._closing = True
        if self._equipment is not None:
            self._equipment.secrets.close()
        if self._dialog is not None:
            self._dialog.reject()
        for lane in self.lanes:
            lane.refuse()

    def close(self) -> None:
        """Once every crew has ended."""
        if self._equipment is not None:
            self._equipment.close()

    def _ask(self, name: str, why: "keyrings.Answer | None") -> str | None:
        """In a lane: wait for a person's answer."""
        question = Question(name, why)
        self.asking.emit(question)
        while not question.answered.wait(LOOK_SECONDS):
            if self._closing:
                return None
        self._kept.discard(name)
        if question.said and question.keep:
            self._kept.add(name)
            if not is_url(name) or name.startswith("http"):  # nobody tells of a receiver's whether it was good
                self._keep(name, question.said)
        return question.said

    @Slot(object)
    def _ask_person(self, question: Question) -> None:
        if self._closing:
            return
        from qmonitor.gui.dialogs.secret import SecretDialog

        front = QApplication.activeModalWidget() or self._window
        dialog = SecretDialog(question.name, question.why, front)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # Held by the dialog: a connection to the method alone would end where the lane lets go of the question, in the
        # lane's thread, and that ended the process.
        dialog.answered.connect(partial(question.answer))
        dialog.finished.connect(partial(self._on_answer, question.name))
        self._dialog = dialog
        self._open_questions.append(question.name)
        dialog.open()
        self.asked.emit()

    def asks_for(self, url: str) -> bool:
        """Whether a person is asked for the password of this server now."""
        from qmonitor.queues.servers import secret_name

        try:
            return bool(self._open_questions) and secret_name(url) in self._open_questions
        except NotAQueue:  # an address that can't be read is never asked for
            return False

    def _on_answer(self, name: str, _code: int) -> None:
        self._dialog = None
        self._open_questions.remove(name)
        self.asked.emit()


def _load(_bench: "Bench") -> None:
    """In a lane: all that the settings need of the senders."""
    importlib.import_module("qmonitor.senders.building")
    importlib.import_module("qmonitor.senders.settings")


class Bench:
    """The tool of the lanes here. A call that can't be interrupted is left to itself when its lane is to end."""

    def __init__(self, workplace: Workplace) -> None:
        self.workplace = workplace

    def patiently(self, call: Callable[[], Any], name: str, wanted: Callable[[], bool]) -> Any:
        """What a call returns that may take as long as a receiver or a keyring does.

        Raises `Interrupted` soon after it is not `wanted` any more.
        """
        from qmonitor.queues.errors import Interrupted
        from qmonitor.queues.words import phrase
        from qmonitor.senders.limited import Limited, StillRunning

        waiting = Limited(call, name)
        while True:
            try:
                return waiting.result(LOOK_SECONDS)
            except StillRunning:
                if not wanted():
                    raise Interrupted(phrase("It was cancelled.")) from None

    def interrupt(self) -> None:
        """Who waits patiently asks by itself; the file is read and written in no time."""

    def close(self) -> None:
        """Holds nothing open."""
