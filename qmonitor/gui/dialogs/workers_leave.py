"""Ending workers before their window or source is closed: asked first, then waited for while everything goes on."""

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from qmonitor.gui import text
from qmonitor.gui.dialogs.frame import Frame
from qmonitor.monitor.running.model import InFlight

LOOK_MS = 200
"""How often it is looked whether they have ended."""


class Step(Enum):
    """How far it is: a person is asked, the workers end, they have ended or are not waited for."""

    ASKED = 0
    ENDING = 1
    OVER = 2


class LeaveDialog(Frame):
    """Asks; once that is confirmed it stays until the workers have ended. To close it then asks to wait no longer.

    Signals:
        confirmed(): the workers are to end.
        over(): they have ended, or are not to be waited for: what was asked for may be closed.
    """

    confirmed = Signal()
    over = Signal()

    def __init__(
        self, title: str, count: int, flight: Callable[[], InFlight], alive: Callable[[], bool], parent: QWidget
    ) -> None:
        """`flight` and `alive` say what is being sent, and whether any worker has not ended; quick."""
        super().__init__(title, parent)
        self.setObjectName("workers-leave-dialog")
        self._flight, self._alive = flight, alive
        self._step = Step.ASKED
        asked = self.tr("{count} workers are running here. End them and close?").format(count=text.number(count))
        if count == 1:
            asked = self.tr("A worker is running here. End it and close?")
        self._case = self.say(asked, strong=True)
        self._now = self.say(self._asked_now())
        self._now.setObjectName("workers-leave-now")
        self._more = self.say(
            self.tr(
                "Messages that wait stay in the queue until a worker is started again, or another program sends them."
            ),
            "muted",
        )
        self._confirm, self._back = self.buttons(self.tr("&End and close"), self.tr("&Go on working"))
        self._beat = QTimer(self, interval=LOOK_MS)
        self._beat.setObjectName("workers-leave-beat")
        self._beat.timeout.connect(self._look)
        self._beat.start()

    def begin_to_end(self) -> None:
        """As if it had been confirmed: nobody can be asked, say."""
        if self._step is Step.ASKED:
            self._step = Step.ENDING
            self._case.setText(self.tr("The workers are ending."))
            self._more.setText(
                self.tr(
                    "If you don't wait, the message that is being sent may arrive, and be sent a second time later."
                )
            )
            self._confirm.setText(self.tr("&Close without waiting"))
            self._confirm.setDefault(False)
            self._back.hide()
            self.setFocus(Qt.FocusReason.OtherFocusReason)  # Enter must not press what is left
            self.confirmed.emit()
            self._look()

    def accept(self) -> None:
        """The first yes lets them end, the second one waits no longer."""
        if self._step is Step.ASKED:
            self.begin_to_end()
        elif self._step is Step.ENDING:
            self._finish()

    def reject(self) -> None:
        """No; while they end, the statement of what that means stands there, and only its own button goes on."""
        if self._step is Step.ASKED:
            self._beat.stop()
            super().reject()

    @Slot()
    def _look(self) -> None:
        if not self._alive():
            self._finish()
        elif self._step is Step.ASKED:
            self._now.setText(self._asked_now())
        else:
            self._now.setText(finishing(self._flight()) or self.tr("Giving the leases back …"))

    def _asked_now(self) -> str:
        said = finishing(self._flight())
        return said or self.tr("Nothing is being sent at the moment, so that takes no time.")

    def _finish(self) -> None:
        if self._step is not Step.OVER:
            self._step = Step.OVER
            self._beat.stop()
            self.done(self.DialogCode.Accepted)
            self.over.emit()


def finishing(flight: InFlight) -> str:
    """What has to be waited for, in a sentence; "" where there is nothing."""
    if not flight.count:
        return ""
    words = QCoreApplication.translate("LeaveDialog", "Finishing {count} attempts, at most {seconds} s.")
    if flight.count == 1:
        words = QCoreApplication.translate("LeaveDialog", "Finishing 1 attempt, at most {seconds} s.")
    return words.format(count=text.number(flight.count), seconds=text.number(max(1, round(flight.seconds))))
