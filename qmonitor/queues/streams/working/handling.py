"""What a worker runs: the handler, what it may say, and the time it has."""

import re
from collections.abc import Callable
from typing import Protocol

from qmonitor.queues.streams.codes import LOAD_DEPLOYMENT, QUEUE_TEMPORARY_FAILURE, STAGES
from qmonitor.queues.streams.events import Event
from qmonitor.values import dataclass

_CODE = re.compile(r"[A-Z0-9_]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job that went well. `event`: what the ready stream is told, None for nothing."""

    already_done: bool = False
    event: bytes | None = None


def done(event: bytes | None = None) -> Outcome:
    return Outcome(already_done=False, event=event)


def already_done(event: bytes | None = None) -> Outcome:
    """An earlier execution had done it, and may not have come to say so: its event is told again."""
    return Outcome(already_done=True, event=event)


class JobError(Exception):
    """A job went wrong: why, as one of the codes, and at which stage. Carries nothing of the payload."""

    def __init__(self, code: str, stage: str) -> None:
        """Raises ValueError for a code that is none (capitals, digits, `_`), or a stage that there is not."""
        if not _CODE.fullmatch(code) or stage not in STAGES:
            raise ValueError(f"no code or no stage: {code!r}, {stage!r}")
        self.code, self.stage = code, stage
        super().__init__(f"{code} at {stage}")


class JobAborted(Exception):
    """The job has to end at once and say nothing: its lock is lost, or the worker ends. Nothing is written."""


class Deadline:
    """The time that one job has, and the stage it is at; for the handler's thread.

    A long step asks `check` now and then: it ends a job that may not go on. What has no class of its own counts as a
    failure at the stage that the handler said last.
    """

    def __init__(self, seconds: float, passed: Callable[[], float], may_go_on: Callable[[], bool]) -> None:
        self.stage = LOAD_DEPLOYMENT
        self._ends, self._passed, self._may_go_on = passed() + seconds, passed, may_go_on

    @property
    def left(self) -> float:
        """Seconds; 0 when they are used up."""
        return max(self._ends - self._passed(), 0.0)

    def at(self, stage: str) -> None:
        """The handler begins with this stage. Raises like `check`, and ValueError where there is no such stage."""
        if stage not in STAGES:
            raise ValueError(f"no stage: {stage!r}")
        self.stage = stage
        self.check()

    def check(self) -> None:
        """Raises `JobAborted` where nothing may be done any more, `JobError` where the time is used up."""
        if not self._may_go_on():
            raise JobAborted
        if not self.left:
            raise JobError(QUEUE_TEMPORARY_FAILURE, self.stage)


class Handler(Protocol):
    """Does the work. Used by several threads at a time, never for one deployment twice at once."""

    def handle(self, event: Event, attempt: int, deadline: Deadline) -> Outcome:
        """`attempt`: from 0. Raises `JobError`; any other exception counts as a passing fault of the queue."""
        ...
