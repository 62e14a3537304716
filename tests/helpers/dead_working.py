"""Workers of a dead-letter queue on a file that was written byte for byte."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from qmonitor.queues.deadletter.worker import Worker
from qmonitor.queues.sending import Policy
from tests.helpers import deadletter as made
from tests.helpers.delivering import Clock, Sender

CHANNEL = "dead-letter"
QUEUE = "grades"


def worker(path: Path, sender: Any = None, clock: Any = None, policy: Policy | None = None, **more: Any) -> Worker:
    """A worker of the queue, that goes without the watch unless told otherwise."""
    options: dict[str, Any] = {"actor": "ann@ward-7", "engine_stopped": True, "clock": clock or Clock()} | more
    return Worker(path, CHANNEL, QUEUE, sender or Sender(), policy or Policy(0), **options)


@contextmanager
def working(path: Path, *arguments: Any, **more: Any) -> Iterator[Worker]:
    """One that is closed in the end."""
    one = worker(path, *arguments, **more)
    try:
        yield one
    finally:
        one.close()


def row(table: made.Table, at: int, name: str, **more: Any) -> bytes:
    """A row that was written at an instant, with one message of this name, queued then; its key."""
    return table.add(QUEUE, at, made.message(at, username=name, **more))


def names(documents: list[bytes]) -> list[str]:
    """Of documents that were sent, whose messages they are."""
    return [json.loads(one)["Username"] for one in documents]
