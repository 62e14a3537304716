"""Whether workers are to end, and what that means for what they are at."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from qmonitor.gui import text
from qmonitor.gui.dialogs.frame import Frame
from qmonitor.monitor.running.model import Post
from qmonitor.queues.model import Destination, Traits


class StopDialog(Frame):
    """Opened without waiting for it.

    Signals:
        confirmed(): these workers are to end.
    """

    confirmed = Signal()

    def __init__(self, posts: Sequence[Post], parent: QWidget | None = None) -> None:
        one = len(posts) == 1
        super().__init__(self.tr("Stop worker") if one else self.tr("Stop workers"), parent)
        self.setObjectName("workers-stop-dialog")
        self.scrolling()
        asked = self.tr("Stop {count} workers?").format(count=text.number(len(posts)))
        if one:
            words = self.tr("Stop the worker of {destination}?")
            asked = words.format(destination=text.line(str(posts[0].destination)))
        self.say(asked, strong=True)
        longest = max((post.policy.timeout for post in posts), default=0.0)
        said = self.tr("An attempt that is under way is finished first; that takes {seconds} s at most.")
        self.say(said.format(seconds=f"{longest:g}"))
        self.say(
            self.tr(
                "Messages that wait stay in the queue, and are sent once a worker is started again, or by another"
                " program. The stop is kept in the audit."
            ),
            "muted",
        )
        self.standing()
        verb = self.tr("&Stop worker") if one else self.tr("&Stop {count} workers")
        self.buttons(verb.format(count=text.number(len(posts))), self.tr("Cancel"))

    def accept(self) -> None:
        super().accept()
        self.confirmed.emit()


class StatementDialog(Frame):
    """A person's word, for a worker that runs, that the engine (or the daemon) is stopped. Opened without waiting.

    Signals:
        confirmed(reason): that person says so.
    """

    confirmed = Signal(str)

    def __init__(self, destination: Destination, traits: Traits, actor: str, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Daemon is stopped") if traits.dead else self.tr("Engine is stopped"), parent)
        self.setObjectName("workers-statement-dialog")
        self.scrolling()
        asked, known, wrong = self._of_the_daemon() if traits.dead else self._of_the_engine()
        self.say(asked.format(destination=text.line(str(destination))), strong=True)
        self.say(known)
        self.say(wrong, "warning")
        self.standing()
        self.rule()
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(self.tr("kept in the audit with your name, {actor}").format(actor=actor))
        self.field("reason", self.tr("&Reason"), self.reason)
        self._confirm, _ = self.buttons(self.tr("&It is stopped"), self.tr("Cancel"))
        self.reason.textChanged.connect(self._judge)
        self._judge()

    def _of_the_engine(self) -> tuple[str, str, str]:
        return (
            self.tr("Is the engine stopped that sent the messages of {destination}?"),
            self.tr(
                "The worker watches whether another program delivers there. If you know that the engine is stopped, it"
                " need not: it sends as soon as the first message is due."
            ),
            self.tr(
                "If the engine is at it after all, messages arrive twice or out of order. That you said so is kept in"
                " the audit; it ends with the first sign of another program."
            ),
        )

    def _of_the_daemon(self) -> tuple[str, str, str]:
        return (
            self.tr("Is the daemon stopped that sent the messages of {destination}?"),
            self.tr(
                "The worker watches whether another program sends these messages. If you know that the daemon is"
                " stopped, it need not: it sends at once."
            ),
            self.tr(
                "If the daemon is at it after all, messages arrive twice or out of order. That you said so is kept in"
                " the audit; it ends with the first sign of another program."
            ),
        )

    @Slot()
    def _judge(self) -> None:
        self._confirm.setEnabled(bool(self.reason.text().strip()))

    def accept(self) -> None:
        self.confirmed.emit(self.reason.text().strip())
        super().accept()
