"""One attempt: what came of it, and what is to be written down of that."""

import threading
from typing import Generic, Protocol, TypeVar

from qmonitor.queues.model import ItemId
from qmonitor.queues.sending import NotDelivered, Policy, Postponed, Rejected, Sender, Unsendable
from qmonitor.queues.sqlite_values import bounded
from qmonitor.queues.times import Instant, from_ns
from qmonitor.queues.words import Phrase
from qmonitor.values import dataclass


class Head(Protocol):
    """The message that everything else waits for.

    `attempts`: how often it was tried. `due`: when it is tried next, `scheduled`: when the queue itself says that it
    is, whoever sends; None where nothing says. `enqueued`: since when it waits. `raw`: its payload; None where it has
    to be asked for.
    """

    @property
    def id(self) -> ItemId: ...
    @property
    def attempts(self) -> int: ...
    @property
    def due(self) -> Instant | None: ...
    @property
    def scheduled(self) -> Instant | None: ...
    @property
    def enqueued(self) -> Instant | None: ...
    @property
    def raw(self) -> bytes | None: ...

    def is_due(self, now: Instant, /) -> bool:
        """Whether it is due for certain, told quickly."""
        ...


H = TypeVar("H", bound=Head)
H_co = TypeVar("H_co", bound=Head, covariant=True)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an attempt failed: `cause` as it is stored. `kind` names the sort of failure, for logs: a cause may quote
    the message.

    `final`: there is to be no other attempt. `wait`: seconds that the receiver wants to be left alone for.
    `cut_off`: it ended while its worker was to stop, and not by a clear answer: it does not count. `postponed`: it was
    not even tried, and why.
    """

    kind: str
    cause: str
    final: bool = False
    wait: float = 0.0
    cut_off: bool = False
    postponed: Phrase | None = None


def attempt(sender: Sender, raw: bytes, timeout: float, stop: threading.Event) -> Failure | None:
    """Send it; None where the receiver said that it has it."""
    try:
        sender.send(raw, timeout)
    except Postponed as error:
        return Failure(type(error).__name__, "", postponed=error.cause)
    except NotDelivered as error:
        clear = error.final or isinstance(error, Rejected | Unsendable)
        cut_off = stop.is_set() and not clear
        cause = bounded(str(error.cause))
        return Failure(type(error).__name__, cause, error.final, error.wait or 0.0, cut_off)
    except Exception as error:  # noqa: BLE001 - whatever a sender raises: nobody knows whether the receiver has it
        return Failure(type(error).__name__, _words(error), cut_off=stop.is_set())
    return None


def _words(error: Exception) -> str:
    """Kind and text of what nobody has foreseen; some have no text."""
    kind = type(error).__name__
    try:
        return bounded(f"{kind}: {error}")
    except Exception:  # noqa: BLE001 - as above
        return kind


@dataclass(frozen=True, slots=True)
class Report(Generic[H_co]):
    """What is to be written down of an attempt at a head; `next`: of one that will be followed by another."""

    head: H_co
    at: Instant
    failure: Failure | None = None
    next: Instant | None = None

    @property
    def attempts(self) -> int:
        return self.head.attempts + 1


def report(head: H, at: Instant, failure: Failure | None, policy: Policy) -> Report[H]:
    """What the policy makes of an attempt that ended at a time."""
    attempts = head.attempts + 1
    if failure is None or failure.final or policy.is_last(attempts):
        return Report(head, at, failure)
    most = max(policy.backoff, policy.max_backoff)
    seconds = max(policy.delay(attempts), min(failure.wait, most))
    return Report(head, at, failure, from_ns((at.ns or 0) + int(seconds * 1e9)))
