"""Closing what has workers running: asked first, then waited for, while the window goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from weakref import WeakSet

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QDialog, QWidget

from qmonitor.gui.hosting import Hosting
from qmonitor.monitor.running.model import InFlight

if TYPE_CHECKING:
    from qmonitor.gui.dialogs.workers_leave import LeaveDialog


class Leaving(QObject):
    """At most one question at a time. Lives in the GUI thread.

    `unasked`: nobody is asked any more, workers are only let end: the system wants it so.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("leaving")
        self._window = window
        self._dialog: LeaveDialog | None = None
        self._let_go: WeakSet[Hosting] = WeakSet()
        self.unasked = self._released = False

    def holds(self, title: str, hostings: Sequence[Hosting], then: Callable[[], object]) -> bool:
        """Whether workers keep these from being closed now; `then` is called once they have ended, if that is wanted.

        False where none runs, or none is to be waited for: what is to be closed may be.
        """
        waited = [one for one in hostings if one not in self._let_go and not self._released]
        count = sum(one.running for one in waited)
        if not count:
            return False
        if self._dialog is None:
            self._begin(title, waited, count, then)
        return True

    def release(self) -> None:
        """Hold nothing from being closed any more."""
        self._released = True
        if self._dialog is not None:
            self._dialog.done(QDialog.DialogCode.Rejected)

    def hurry(self, dialog: QWidget, then: Callable[[], object]) -> bool:
        """The system wants to close, and this is in front: whether it is the question, which counts as answered.

        `then` is called once that is over, whatever the question was about.
        """
        if dialog is not self._dialog or self._dialog is None:
            return False
        self._dialog.over.connect(then, Qt.ConnectionType.SingleShotConnection)
        self._dialog.accept()
        return True

    def _begin(self, title: str, hostings: list[Hosting], count: int, then: Callable[[], object]) -> None:
        def flight() -> InFlight:
            found = [one.in_flight() for one in hostings]
            return InFlight(sum(one.count for one in found), max((one.seconds for one in found), default=0.0))

        def alive() -> bool:
            return any(one.alive for one in hostings)

        def end() -> None:
            for one in hostings:
                one.end()

        def leave() -> None:
            self._let_go.update(hostings)
            then()

        from qmonitor.gui.dialogs.workers_leave import LeaveDialog

        dialog = self._dialog = LeaveDialog(title, count, flight, alive, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.confirmed.connect(end)
        dialog.over.connect(leave)
        dialog.finished.connect(self._on_finished)
        dialog.open()
        if self.unasked:  # not at once: `then` may close what is being closed right now
            QTimer.singleShot(0, dialog, dialog.begin_to_end)

    def _on_finished(self) -> None:
        self._dialog = None
