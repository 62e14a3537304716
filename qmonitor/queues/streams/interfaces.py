"""The seam: job logic knows these, and no server. Another engine fits behind the first four.

Every method raises an error of `queues/errors` where what was asked for is not done. What was written before an
error is not known then: all of it may be asked for again.
"""

from collections.abc import Sequence
from typing import Protocol

from qmonitor.queues.streams.values import Delivery, DLQEntry, Envelope, OutgoingMessage


class Consumer(Protocol):
    """Delivery, at least once: an entry stays pending until it is acknowledged, and a delivery is no attempt."""

    def fetch(self, max: int, block: float) -> Sequence[Delivery]:
        """Up to `max` fresh entries; waits up to `block` seconds for the first, not at all for 0."""
        ...

    def ack(self, *ids: str) -> int:
        """These are finished with; how many of them were pending."""
        ...

    def reclaim(self, min_idle: float, count: int) -> Sequence[Delivery]:
        """Take over up to `count` entries that somebody got `min_idle` seconds ago or earlier and never finished."""
        ...

    def pending_count(self) -> int:
        """How many entries of the group are delivered and not acknowledged."""
        ...


class Publisher(Protocol):
    """Puts work into the main stream."""

    def publish(self, message: OutgoingMessage) -> str:
        """The id of the new entry."""
        ...


class RetryStore(Protocol):
    """Envelopes that wait for their time."""

    def schedule(self, envelope: Envelope) -> None:
        """Keep it; once more is no more than once.

        Raises `EnvelopeConflict`, with nothing written, where another event waits under its id.
        """
        ...

    def due(self, now: int, batch: int) -> Sequence[Envelope]:
        """Up to `batch` whose time has come at `now`, the longest overdue first; they stay where they are."""
        ...

    def remove(self, envelope_id: str) -> None:
        """It is in the main stream by now. No error where it is gone."""
        ...

    def oldest_due_lag(self, now: int) -> float | None:
        """Seconds for which the longest overdue one has waited beyond its time; None where none is due."""
        ...


class DeadLetterer(Protocol):
    """Keeps what nobody will try again."""

    def send_to_dlq(self, entry: DLQEntry) -> str:
        """The id of the dead letter."""
        ...


class Outcomes(Protocol):
    """Tells others what became of a job."""

    def append_outcome(self, stream: str, payload: bytes) -> str:
        """The id of the new entry of that stream."""
        ...


class Clock(Protocol):
    """The one time that all workers share, whatever their machines' clocks say."""

    def now(self) -> int: ...


class Trimmer(Protocol):
    """Drops what is past its retention; `horizon`: nothing of that moment or later."""

    def trim_main(self, horizon: int) -> int:
        """How many entries went: none that any group has pending or not got yet."""
        ...

    def trim_stream(self, stream: str, horizon: int) -> int: ...


class LockServer(Protocol):
    """Locks that end by themselves, each with an owner's token. Times in seconds."""

    def take(self, deployment_id: str, token: str, ttl: float) -> bool:
        """Whether it was free and is now the token's."""
        ...

    def extend(self, deployment_id: str, token: str, ttl: float) -> bool:
        """Whether it is the token's still, and now for `ttl` more."""
        ...

    def give_back(self, deployment_id: str, token: str) -> bool:
        """Whether it was the token's still; nobody else's is touched."""
        ...


class Queue(Consumer, Publisher, DeadLetterer, Outcomes, Trimmer, Clock, Protocol):
    """What a whole worker needs of an engine, beside the retry store and the locks."""

    worker_id: str

    def ensure_group(self) -> None:
        """Have the stream and its group exist; no error where they do."""
        ...
