"""Connects the find tab of a source with its session: searches run in a lane of their own."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from qmonitor.gui.find import FindPanel
from qmonitor.gui.session import Session
from qmonitor.gui.tasks import Answer
from qmonitor.monitor.search import Step
from qmonitor.queues.source import Reader


class Finding(QObject):
    """Takes the steps of a search to the lane, and their answers back."""

    def __init__(self, panel: FindPanel, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._panel, self._session = panel, session
        panel.reading_requested.connect(self._request)
        session.search.answered.connect(self._receive)

    @Slot(object, int)
    def _request(self, call: Callable[[Reader], Step], token: int) -> None:
        self._session.search.ask("find", call, context=token, background=True)

    @Slot(object)
    def _receive(self, answer: Answer) -> None:
        if answer.key != "find":
            return
        if answer.error is None:
            self._panel.show_step(answer.context, answer.value)
        else:
            self._panel.show_error(answer.context, answer.error)
