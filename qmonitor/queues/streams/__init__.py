"""The stream queue: several workers on several hosts share it, with delayed retries and dead letters, on Redis.

Job logic uses `interfaces`, `handling` and `values` alone. What knows the server is loaded when it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from qmonitor.queues.streams.backoff import BackoffPolicy
from qmonitor.queues.streams.dispatcher import Dispatcher
from qmonitor.queues.streams.envelopes import enqueue_time_of, envelope_id
from qmonitor.queues.streams.events import Event, ValidationFailed, parse_event
from qmonitor.queues.streams.handling import Deadline, Handler, JobAborted, JobError, Outcome, already_done, done
from qmonitor.queues.streams.interfaces import Consumer, DeadLetterer, Publisher, RetryStore
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.values import Delivery, DLQEntry, Envelope, OutgoingMessage

if TYPE_CHECKING:
    from qmonitor.queues.streams.driver import RedisDriver
    from qmonitor.queues.streams.locks import RedisLocks
    from qmonitor.queues.streams.retry import RedisRetryStore
    from qmonitor.queues.streams.worker import StreamWorker, WorkerTerms

_LATE = {
    "RedisDriver": "driver",
    "RedisLocks": "locks",
    "RedisRetryStore": "retry",
    "StreamWorker": "worker",
    "WorkerTerms": "worker",
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
