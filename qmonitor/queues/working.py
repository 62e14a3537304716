"""Workers, whatever the queue: what one says of itself, what it may be told, and why it may end by itself."""

import threading
from collections.abc import Callable
from enum import StrEnum
from typing import Protocol, Required, TypedDict

from qmonitor.queues.errors import Refused
from qmonitor.queues.model import ItemId
from qmonitor.queues.sending import Observer
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase
from qmonitor.values import dataclass

WORKER = "worker"
"""Its name among a source's capabilities."""


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
    one failed: it may quote the receiver, and so the message. `item` is being sent `since`; where several are
    `at_once`, it is the one that was begun first. `unmarked` is the item whose attempt is over and whose row could not
    be changed yet: where `delivered`, the receiver has it, and if the process ends before the row is changed, it will
    be sent a second time. `trusted`: a person said that the engine is stopped, and nothing speaks against it;
    `doubted`: that was said, and something did. `held`: since when something keeps it from its work, `remedy`: what a
    person can do about that, and `until`, while it is HOLDING, when it is tried again; None where that is not known.
    `name`: by which others know it who work on the same queue; "" where each destination has one worker.
    """

    phase: Phase = Phase.STOPPED
    until: Instant | None = None
    because: Phrase | None = None
    sent: int = 0
    retried: int = 0
    gave_up: int = 0
    last_cause: str = ""
    item: ItemId | None = None
    since: Instant | None = None
    unmarked: ItemId | None = None
    delivered: bool = False
    trusted: bool = False
    doubted: bool = False
    at_once: int = 1
    remedy: Phrase | None = None
    held: Instant | None = None
    name: str = ""


class Work(TypedDict, total=False):
    """How a worker is to work.

    `actor` starts and stops it, for a `reason`: both are kept in the audit. `engine_stopped` is that person's word that
    no worker of the engine, nor the daemon of dead letters, is at it; with `strict`, traces of one end the worker, else
    they hold it back. `observer` and `told` (each new state) are called on the worker's thread.
    """

    actor: Required[str]
    reason: Required[str]
    engine_stopped: bool
    strict: bool
    observer: Observer | None
    told: Callable[[WorkerState], object] | None


class Worker(Protocol):
    """Delivers the messages of one destination, one at a time, in their order.

    `run` belongs to one thread, everything else is for any.
    """

    @property
    def state(self) -> WorkerState: ...

    def wake(self) -> None:
        """Have it look now; several wakes count as one."""
        ...

    def engine_is_stopped(self, who: str, reason: str = "") -> None:
        """A person says, while it runs, that the engine is stopped; it is audited before it counts."""
        ...

    def run(self, stop: threading.Event) -> None:
        """Deliver until `stop` is set; an attempt in flight is finished first.

        Raises `SourceError` or `Refused` where the source can't be worked on, and `WorkerEnded` where it ends by
        itself. What hinders it later is shown in its state, and tried again. After a `SourceError` or a `NotWritable`
        it may be called again.
        """
        ...


class WorkerEnded(Refused):
    """The worker has ended by itself; nothing is lost, and a person may start it again."""


class LeaseLost(WorkerEnded):
    """The worker slept past its lease, or another one has it by now."""


class EngineActive(WorkerEnded):
    """It was stated that the engine is stopped, and another program delivers here."""


class FileExchanged(WorkerEnded):
    """Another file lies under the path by now."""
