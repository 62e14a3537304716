"""Handlers that do what a test tells them."""

import threading
from collections.abc import Callable

from qmonitor.queues.streams.events import Event
from qmonitor.queues.streams.working.handling import Deadline, JobError, Outcome, done

Act = Callable[[Event, int, Deadline], Outcome]


class Acting:
    """Does as told, and keeps what it was called with: deployment, event id, attempt."""

    def __init__(self, act: Act | Exception | Outcome | None = None) -> None:
        self.act = act
        self.seen: list[tuple[str, str, int]] = []
        self._guard = threading.Lock()

    def handle(self, event: Event, attempt: int, deadline: Deadline) -> Outcome:
        with self._guard:
            self.seen.append((event.deployment_id, event.event_id, attempt))
        if isinstance(self.act, Exception):
            raise self.act
        if isinstance(self.act, Outcome):
            return self.act
        return done() if self.act is None else self.act(event, attempt, deadline)


def failing(code: str, stage: str = "upload_artifacts") -> Acting:
    return Acting(JobError(code, stage))
