"""The first message of a dead-letter queue that can be sent, and how often each was tried: in memory alone."""

from collections.abc import Iterable

from qmonitor.queues.deadletter import keys
from qmonitor.queues.deadletter.facts import Fact
from qmonitor.queues.deadletter.shelf import written
from qmonitor.queues.sqlite_worker.clock import Clock
from qmonitor.queues.times import NS, Instant, from_ns, parse
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True, repr=False)
class Head:
    """A row as it was read; `odd`: it has to be mended before anything of it can be sent. (It says nothing of itself in
    a log.)

    `attempts`: of this worker. `due`: None where it was not tried yet.
    """

    key: bytes
    value: bytes
    fact: Fact
    odd: bool
    attempts: int = 0
    due: Instant | None = None

    @property
    def id(self) -> str:
        return keys.item_id(self.key)

    @property
    def scheduled(self) -> None:
        """Nobody knows when the daemon sends."""
        return None

    @property
    def raw(self) -> None:
        """It is made into a document when it is asked for."""
        return None

    @property
    def enqueued(self) -> Instant | None:
        """When it failed first, else when the row was written."""
        since = self.fact if isinstance(self.fact, str) and self.fact else written(keys.parse(self.key))
        return parse(since) if since else None

    def is_due(self, _now: Instant) -> bool:
        return self.due is None


@dataclass(frozen=True, slots=True)
class Tried:
    """How often a message was tried, and until when it rests, as the clock's `passed` has it: nobody can set that."""

    attempts: int
    until: float


class Tries:
    """What is remembered of the messages that failed."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tried: dict[bytes, Tried] = {}

    def note(self, key: bytes, attempts: int, at: Instant, until: Instant | None) -> None:
        """It was tried so often by now, and rests from an instant to another."""
        seconds = 0.0 if until is None else ((until.ns or 0) - (at.ns or 0)) / NS
        self._tried[key] = Tried(attempts, self._clock.passed() + seconds)

    def of(self, key: bytes) -> tuple[int, Instant | None]:
        """How often, and when it is due; None: at once."""
        tried = self._tried.get(key)
        if tried is None:
            return 0, None
        left = tried.until - self._clock.passed()
        return tried.attempts, from_ns((self._clock.now().ns or 0) + int(left * NS)) if left > 0 else None

    def forget(self, gone: Iterable[bytes]) -> None:
        for key in gone:
            self._tried.pop(key, None)
