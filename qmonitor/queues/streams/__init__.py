"""The stream queue: several workers on several hosts share it, with delayed retries and dead letters, on Redis.

Job logic uses `interfaces`, `handling` and `values` alone. What knows the server is loaded when it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from qmonitor.queues.streams.envelopes import enqueue_time_of, envelope_id
from qmonitor.queues.streams.events import Event, ValidationFailed, parse_event
from qmonitor.queues.streams.interfaces import Consumer, DeadLetterer, Publisher, RetryStore
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.values import Delivery, DLQEntry, Envelope, OutgoingMessage
from qmonitor.queues.streams.working.backoff import BackoffPolicy
from qmonitor.queues.streams.working.dispatcher import Dispatcher
from qmonitor.queues.streams.working.handling import (
    Deadline,
    Handler,
    JobAborted,
    JobError,
    Outcome,
    already_done,
    done,
)

if TYPE_CHECKING:
    from qmonitor.queues.streams.server.driver import RedisDriver
    from qmonitor.queues.streams.server.locks import RedisLocks
    from qmonitor.queues.streams.server.retry import RedisRetryStore
    from qmonitor.queues.streams.working.worker import StreamWorker, WorkerTerms

_LATE = {
    "RedisDriver": "server.driver",
    "RedisLocks": "server.locks",
    "RedisRetryStore": "server.retry",
    "StreamWorker": "working.worker",
    "WorkerTerms": "working.worker",
}


def __getattr__(name: str) -> object:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)


__all__ = [
    "BackoffPolicy", "Consumer", "DLQEntry", "DeadLetterer", "Deadline", "Delivery", "Dispatcher", "Envelope", "Event",
    "Handler", "JobAborted", "JobError", "Keys", "Outcome", "OutgoingMessage", "Publisher", "RedisDriver", "RedisLocks",
    "RedisRetryStore", "RetryStore", "StreamWorker", "ValidationFailed", "WorkerTerms", "already_done", "done",
    "enqueue_time_of", "envelope_id", "parse_event",
]  # fmt: skip
