"""What a worker says of itself, what it goes by, and why it may end by itself."""

from dataclasses import dataclass
from enum import StrEnum

from qmonitor.queues.errors import Refused
from qmonitor.queues.sending import Policy
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase


class Phase(StrEnum):
    """What a worker is at."""

    STOPPED = "stopped"
    RUNNING = "running"
    IDLE = "idle"
    """Nothing is pending."""
    WAITING = "waiting"
    """The head is not due before `until`."""
    WATCHING = "watching"
    """Until `until` it looks whether another program delivers here, and sends nothing; why, says `because`."""
    HOLDING = "holding"
    """It can't go on for now; why, says `because`."""


@dataclass(frozen=True, slots=True)
class WorkerState:
    """A worker as of its last change; any thread may read it.

    `sent`, `retried` and `gave_up` count this run's attempts by what came of them, `last_cause` is why the last failed
    one failed: it may quote the receiver, and so the message. `item` is being sent `since`. `unmarked` is the item
    whose attempt is over and whose row could not be changed yet: where `delivered`, the receiver has it, and if the
    process ends before the row is changed, it will be sent a second time. `trusted`: a person said that the engine is
    stopped, and nothing speaks against it; `doubted`: that was said, and something did.
    """

    phase: Phase = Phase.STOPPED
    until: Instant | None = None
    because: Phrase | None = None
    sent: int = 0
    retried: int = 0
    gave_up: int = 0
    last_cause: str = ""
    item: int | None = None
    since: Instant | None = None
    unmarked: int | None = None
    delivered: bool = False
    trusted: bool = False
    doubted: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """What workers go by, all in seconds; the defaults are what every installation runs with.

    `idle`: until it looks again where nothing is pending. `lease`: how long a lease lasts (None: 60, or twice the
    timeout and 20 if that is longer), and `margin`: by how much it has to outlast an attempt's timeout. `watch_due`:
    for how long beyond the time at which the head is due nobody else must touch it, `watch_idle`: the same where
    nothing is pending.
    """

    idle: float = 2.0
    lease: float | None = None
    margin: float = 5.0
    watch_due: float = 30.0
    watch_idle: float = 10.0

    def lease_of(self, policy: Policy) -> float:
        """For how long a worker of this policy takes its lease."""
        return max(60.0, 2 * policy.timeout + 20.0) if self.lease is None else self.lease


class WorkerEnded(Refused):
    """The worker has ended by itself; nothing is lost, and a person may start it again."""


class LeaseLost(WorkerEnded):
    """The worker slept past its lease, or another one has it by now."""


class EngineActive(WorkerEnded):
    """It was stated that the engine is stopped, and another program delivers here."""


class FileExchanged(WorkerEnded):
    """Another file lies under the path by now."""
