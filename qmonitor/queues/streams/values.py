"""What passes between the mechanisms of a stream queue: frozen, and free of any server.

Payloads are bytes and stay exactly what they were. Times are Unix milliseconds unless a name says otherwise.
"""

from qmonitor.queues.times import from_ns
from qmonitor.values import dataclass

MS = 1_000_000
"""Nanoseconds in a millisecond."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """An entry of the main stream, handed to a consumer: fresh, or taken over from one that never acknowledged it.

    `attempt`: which execution it asks for, from 0; None where what stands there is no number. `payload`: None where
    the entry has none; `fields` is all that it has.
    """

    id: str
    payload: bytes | None
    attempt: int | None = 0
    last_error_code: str = ""
    trace_id: str = ""
    fields: tuple[tuple[bytes, bytes], ...] = ()


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """A new entry of the main stream; the last two are written only when not empty."""

    payload: bytes
    attempt: int = 0
    last_error_code: str = ""
    trace_id: str = ""


@dataclass(frozen=True, slots=True)
class Envelope:
    """A retry that waits for its time.

    `attempt`: the execution that it schedules (1…3); `payload`: the original event as it was written, character
    for character.
    """

    id: str
    deployment_id: str
    attempt: int
    next_attempt_at: int
    last_error_code: str
    trace_id: str
    payload: bytes


@dataclass(frozen=True, slots=True)
class DLQEntry:
    """A dead letter: what it was, what went wrong where, who says so, and when (times as RFC 3339 texts)."""

    payload: bytes
    error_code: str
    failed_stage: str
    attempt: int
    trace_id: str
    worker_id: str
    enqueued_at: str
    failed_at: str

    def fields(self) -> dict[str, str | bytes]:
        """As the dead-letter stream keeps it."""
        return {
            "payload": self.payload,
            "errorCode": self.error_code,
            "failedStage": self.failed_stage,
            "attempt": str(self.attempt),
            "traceId": self.trace_id,
            "workerId": self.worker_id,
            "enqueuedAt": self.enqueued_at,
            "failedAt": self.failed_at,
        }


def time_text(ms: int | None) -> str:
    """RFC 3339 in UTC with nanoseconds; "" for a time that is not known, or beyond the year 9999."""
    try:
        return "" if ms is None else from_ns(ms * MS).text
    except OverflowError:
        return ""
