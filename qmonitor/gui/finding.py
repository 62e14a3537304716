"""Connects the find tab of a source with its session: searches run in a lane of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, SignalInstance, Slot

from qmonitor.gui.session import Session
from qmonitor.gui.tasks import Answer
from qmonitor.queues.errors import QueueError
from qmonitor.queues.source import Reader

if TYPE_CHECKING:
    from qmonitor.monitor.search.scan import Step


class Seeker(Protocol):
    """What is asked of the find tab."""

    reading_requested: SignalInstance

    def show_step(self, token: int, step: Step) -> None:
        """What a step has found."""
        ...

    def show_error(self, token: int, error: QueueError) -> None:
        """A step could not be done."""
        ...


class Finding(QObject):
    """Takes the steps of a search to the lane, and their answers back."""

    def __init__(self, panel: Seeker, session: Session, parent: QObject) -> None:
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
