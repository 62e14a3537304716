"""A worker of one of several queues of a file: its messages have the ids that the whole source has."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from qmonitor.queues.combined.parts import Part
from qmonitor.queues.working import WorkerEnded

if TYPE_CHECKING:
    from qmonitor.queues.words import Phrase
    from qmonitor.queues.working import Worker, WorkerState

_ID = "id"
"""The gap of a sentence that names a message."""


class CombinedWorker:
    """See `working.Worker`."""

    def __init__(self, part: Part, worker: "Worker") -> None:
        self._part, self._worker = part, worker

    @property
    def state(self) -> "WorkerState":
        return outer(self._part, self._worker.state)

    def wake(self) -> None:
        self._worker.wake()

    def engine_is_stopped(self, who: str, reason: str = "") -> None:
        self._worker.engine_is_stopped(who, reason)

    def run(self, stop: threading.Event) -> None:
        try:
            self._worker.run(stop)
        except WorkerEnded as error:
            raise type(error)(_named(self._part, error.cause) or error.cause, error.remedy) from error


def outer(part: Part, state: "WorkerState") -> "WorkerState":
    """A state with the ids of the whole source."""
    item, unmarked = (None if one is None else part.outer(one) for one in (state.item, state.unmarked))
    return replace(state, item=item, unmarked=unmarked, because=_named(part, state.because))


def telling(part: Part, told: "Callable[[WorkerState], object] | None") -> "Callable[[WorkerState], object] | None":
    """What is told of a state, with the ids of the whole source."""
    return None if told is None else lambda state: told(outer(part, state))


def _named(part: Part, because: "Phrase | None") -> "Phrase | None":
    found = None if because is None else because.values.get(_ID)
    if because is None or not isinstance(found, int | str):
        return because
    return replace(because, values={**because.values, _ID: part.outer(found)})
