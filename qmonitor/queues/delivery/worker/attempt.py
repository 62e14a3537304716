"""One attempt: what came of it, and what is to be written down of that."""

import sqlite3
import threading
from dataclasses import dataclass

from qmonitor.queues.delivery import reports
from qmonitor.queues.delivery.worker.changes import Head, Row
from qmonitor.queues.sending import NotDelivered, Policy, Postponed, Rejected, Sender, Unsendable
from qmonitor.queues.times import Instant, from_ns
from qmonitor.queues.words import Phrase


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
        cause = reports.bounded(str(error.cause))
        return Failure(type(error).__name__, cause, error.final, error.wait or 0.0, cut_off)
    except Exception as error:  # noqa: BLE001 - whatever a sender raises: nobody knows whether the receiver has it
        return Failure(type(error).__name__, _words(error), cut_off=stop.is_set())
    return None


def _words(error: Exception) -> str:
    """Kind and text of what nobody has foreseen; some have no text."""
    kind = type(error).__name__
    try:
        return reports.bounded(f"{kind}: {error}")
    except Exception:  # noqa: BLE001 - as above
        return kind


@dataclass(frozen=True, slots=True)
class Report:
    """What is to be written down of an attempt at a head; `next`: of one that will be followed by another."""

    head: Head
    at: Instant
    failure: Failure | None = None
    next: Instant | None = None

    @property
    def attempts(self) -> int:
        return (self.head.attempts or 0) + 1

    def write(self, db: sqlite3.Connection) -> Row | None:
        """Inside the caller's transaction; what the row holds then, None where it is another one by now."""
        head, attempts, at = self.head, self.attempts, self.at.text
        if self.failure is None:
            done, state = reports.succeeded(db, head.id, attempts, at), b"delivered"
        elif self.next is None:
            done = reports.gave_up(db, head.id, attempts, at, self.failure.cause, head.was, head.stored_due)
            state = b"failed"
        else:
            cause, later = self.failure.cause, self.next.text
            done = reports.retry(db, head.id, attempts, at, cause, head.was, head.stored_due, later)
            state = b"pending"
        return (state, b"%d" % attempts, at.encode()) if done else None


def report(head: Head, at: Instant, failure: Failure | None, policy: Policy) -> Report:
    """What the policy makes of an attempt that ended at a time."""
    attempts = (head.attempts or 0) + 1
    if failure is None or failure.final or policy.is_last(attempts):
        return Report(head, at, failure)
    most = max(policy.backoff, policy.max_backoff)
    seconds = max(policy.delay(attempts), min(failure.wait, most))
    return Report(head, at, failure, from_ns((at.ns or 0) + int(seconds * 1e9)))
