"""How far an action is, and a way to stop it between two batches."""

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QProgressBar, QWidget

from qmonitor.gui import text
from qmonitor.gui.dialogs.frame import Frame

SHOWN_AFTER_MS = 400
"""What is done sooner than that shows no progress."""

LOOK_MS = 200
"""How often it is looked whether the action waits."""


class ProgressDialog(Frame):
    """Stays until `finish`: closing it, or Escape, asks to stop and nothing more.

    While `waits` says so, it says that nothing goes on because another program is writing. What is not `of_messages` is
    told as a percentage.

    Signals: `stop_requested` when the person wants no further batch.
    """

    stop_requested = Signal()

    def __init__(
        self,
        title: str,
        parent: QWidget | None = None,
        *,
        waits: Callable[[], bool] = lambda: False,
        of_messages: bool = True,
    ) -> None:
        super().__init__(title, parent)
        self._of_messages = of_messages
        self.setObjectName("progress-dialog")
        self._said = self.say(self.tr("Nothing is done yet."))
        self._waits = self.say(self.tr("It waits for another program to finish writing."), "muted")
        keeps = self._waits.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)  # what comes and goes may not move the button
        self._waits.setSizePolicy(keeps)
        self._waits.hide()
        self._bar = QProgressBar()
        self._bar.setObjectName("progress")
        self._bar.setAccessibleName(self.tr("Progress"))
        self._bar.setTextVisible(False)
        self._bar.setRange(0, 0)
        self.body.addWidget(self._bar)
        accept, self._stop = self.buttons(self.tr("OK"), self.tr("Stop"))
        accept.hide()
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.timeout.connect(self.open)
        self._is_waiting = waits
        self._beat = QTimer(self)
        self._beat.setInterval(LOOK_MS)
        self._beat.timeout.connect(self._look_whether_it_waits)

    def begin(self) -> None:
        """Show it, unless `finish` comes first."""
        self._delay.start(SHOWN_AFTER_MS)
        self._beat.start()

    def show_progress(self, done: int, total: int) -> None:
        self._bar.setRange(0, max(total, 1))
        self._bar.setValue(done)
        if self._stop.isEnabled():
            self._said.setText(self._far(done, total))

    def _far(self, done: int, total: int) -> str:
        if not self._of_messages:
            return self.tr("{percent} % done").format(percent=100 * done // max(total, 1))
        words = self.tr("{done} of 1 message") if total == 1 else self.tr("{done} of {total} messages")
        return words.format(done=text.number(done), total=text.number(total))

    @Slot()
    def _look_whether_it_waits(self) -> None:
        self._waits.setVisible(self._is_waiting())

    def finish(self) -> None:
        """It is over: go away."""
        self._delay.stop()
        self._beat.stop()
        self.done(self.DialogCode.Accepted)
        self.deleteLater()

    @Slot()
    def reject(self) -> None:
        self._said.setText(self.tr("Stopping…"))
        self._stop.setEnabled(False)
        self.stop_requested.emit()
