"""The whole worker: consumers, dispatcher, recovery, trimming and the keeper of locks, each in its own thread.

The only module of the streams that makes threads.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Protocol

from qmonitor.queues.errors import QueueError
from qmonitor.queues.streams.errors import NoGroup
from qmonitor.queues.streams.interfaces import LockServer, Queue, RetryStore
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.values import Delivery
from qmonitor.queues.streams.working.backoff import BackoffPolicy
from qmonitor.queues.streams.working.dispatcher import INTERVAL, Dispatcher
from qmonitor.queues.streams.working.handling import Handler
from qmonitor.queues.streams.working.holding import Holding
from qmonitor.queues.streams.working.jobs import WRITTEN, Jobs, Streams, Verdict
from qmonitor.queues.streams.working.refusals import Refusals
from qmonitor.queues.streams.working.retention import Retention
from qmonitor.queues.streams.working.telling import tell
from qmonitor.values import dataclass

_LOG = logging.getLogger("qmonitor.streams")

SLICE = 0.2
"""Seconds after which `run` sees that it is to stop."""

WRITING = "writing"
"""The part of a pool that writes what came of messages: by this name its hindrance is told."""

LAST_WORDS = 5.0
"""Seconds that jobs get to end after they were told that they may not go on."""


@dataclass(frozen=True, slots=True)
class WorkerTerms:
    """How one worker works; times in seconds.

    `reclaim_after`: an entry that nobody finished for so long is taken over. `lock_ttl`: at least 90; `deadline`: for
    one job, less than that. `grace`: how long jobs may go on after a stop. `again`: the pause after a hindrance.
    """

    consumers: int = 4
    reclaim_after: float = 60.0
    block: float = 1.0
    lock_ttl: float = 90.0
    deadline: float = 60.0
    grace: float = 30.0
    again: float = 1.0
    dispatch_every: float = INTERVAL
    reclaim_every: float = 5.0
    trim_every: float = 60.0
    renew_every: float = 5.0
    retention: Retention = field(default_factory=Retention)
    backoff: BackoffPolicy = field(default_factory=BackoffPolicy)


class Stop(Protocol):
    """An event, or what is as good."""

    def wait(self, timeout: float, /) -> bool:
        """Whether it is set, after so many seconds at most."""
        ...


class StreamWorker:
    """Delivers a stream queue with a pool of consumers; `run` belongs to one thread, `counts` is for any.

    `told` hears what became of each entry and `begun` of each before, on the consumer's thread; `hindered` what keeps a
    part of it from its work, and None once that goes on; `remade` that the group was gone and is there again, empty.
    What they raise is logged by its kind, and changes nothing.

    `may_make` is asked before the group is made, with the seconds since it was there last (None: not yet), and raises
    a `QueueError` where that has to wait; `probe` raises one where what comes of messages could not be written;
    `may_remove`: see `Dispatcher`.
    """

    def __init__(
        self,
        queue: Queue,
        store: RetryStore,
        locks: LockServer,
        handler: Handler,
        terms: WorkerTerms | None = None,
        *,
        keys: Keys | None = None,
        told: Callable[[Delivery, Verdict], object] | None = None,
        begun: Callable[[Delivery], object] | None = None,
        hindered: Callable[[str, QueueError | None], object] | None = None,
        remade: Callable[[], object] | None = None,
        grouped: bool = False,
        may_make: Callable[[float | None], object] = lambda _: None,
        probe: Callable[[], object] = lambda: None,
        may_remove: Callable[[], object] = lambda: None,
        chores: Mapping[str, Callable[[], float]] | None = None,
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        """Raises ValueError for terms that can't be kept.

        `grouped`: the group is there, so that it is gone where no consumer finds it, also the very first time.
        `chores`: what else is to be done, by name, each in a thread of its own; returned are the seconds to the next
        time.
        """
        self._chores = dict(chores or {})
        self._terms, self._queue, self._told = terms or WorkerTerms(), queue, told
        self._begun, self._hindered, self._remade = begun, hindered, remade
        if self._terms.consumers < 1:
            raise ValueError("a worker has at least one consumer")
        keys = keys or Keys()
        ttl, deadline = self._terms.lock_ttl, self._terms.deadline
        self._holding = Holding(locks, passed, ttl=ttl, longest=deadline)
        self._jobs = Jobs(
            queue, store, queue, queue, queue, handler, self._holding, Streams(keys.ready, keys.failed),
            worker_id=queue.worker_id, deadline=deadline, backoff=self._terms.backoff, passed=passed,
        )  # fmt: skip
        self._dispatcher = Dispatcher(
            store, queue, self._terms.dispatch_every, clock=queue, may_remove=may_remove,
            hindered=partial(self._tell_hindrance, "dispatcher"),
        )  # fmt: skip
        self._others = (keys.dlq, keys.ready, keys.failed)
        self._halt, self._ended, self._recovering = threading.Event(), threading.Event(), threading.Event()
        self._fault: BaseException | None = None
        self._grouped, self._lost, self._times_lost = grouped, False, 0
        self._grouping = threading.Lock()
        self._may_make, self._passed = may_make, passed
        self._seen: float | None = None
        self._refusals = Refusals(probe, partial(self._tell_hindrance, WRITING), passed)
        self._counts: Counter[Verdict] = Counter()
        self._guard = threading.Lock()

    @property
    def counts(self) -> dict[Verdict, int]:
        """How many entries came to which end."""
        with self._guard:
            return dict(self._counts)

    # -- the threads -----------------------------------------------------------------------------------------------

    def run(self, stop: Stop) -> None:
        """Work until `stop` is set. Jobs in hand are finished, or left pending after the grace; none is lost.

        Raises what is nobody's fault but ours, after everything has ended. What hinders it is tried again.
        """
        pool = [self._thread(f"consumer {n}", self._consume, self._halt) for n in range(self._terms.consumers)]
        rest = [
            self._thread("recovery", self._recover, self._halt),
            self._thread("trimming", self._trim, self._halt),
            self._thread("locks", self._keep, self._ended),
            *(self._thread(name, chore, self._halt) for name, chore in self._chores.items()),
            threading.Thread(target=self._dispatch, name="streams dispatcher", daemon=True),
        ]
        for thread in (*pool, *rest):
            thread.start()
        while not stop.wait(SLICE) and not self._halt.is_set():
            pass
        self._halt.set()
        self._await(pool)
        self._ended.set()
        self._join(rest, self._terms.again + LAST_WORDS)
        if self._fault is not None:
            raise self._fault

    def _await(self, pool: list[threading.Thread]) -> None:
        """The jobs in hand: first in peace, then with the word that they may not go on."""
        self._join(pool, self._terms.grace)
        if any(thread.is_alive() for thread in pool):
            self._jobs.cancelled.set()
            self._join(pool, LAST_WORDS)
        left = sum(thread.is_alive() for thread in pool)
        if left:
            _LOG.warning("%d jobs go on although the worker has ended: their entries stay pending", left)

    def _join(self, threads: list[threading.Thread], seconds: float) -> None:
        until = time.monotonic() + seconds
        for thread in threads:
            thread.join(max(until - time.monotonic(), 0.0))

    def _thread(self, name: str, step: Callable[[], float], until: threading.Event) -> threading.Thread:
        return threading.Thread(target=self._loop, args=(name, step, until), name=f"streams {name}", daemon=True)

    def _loop(self, name: str, step: Callable[[], float], until: threading.Event) -> None:
        """One step after another, with the seconds between them that each asks for; a hindrance is logged once."""
        hindered, kind = "", None
        while not until.is_set():
            try:
                seconds = step()
                if hindered:
                    self._tell_hindrance(name, None)
                hindered, kind = "", None
            except QueueError as error:
                if type(error) is not kind:
                    _LOG.warning("%s waits: %s", name, type(error).__name__)
                if str(error) != hindered:
                    self._tell_hindrance(name, error)
                hindered, kind = str(error), type(error)
                seconds = self._terms.again
            except BaseException as error:  # noqa: BLE001 - raised by `run`, after the others have ended
                self._fail(error)
                return
            if seconds > 0:
                until.wait(seconds)

    def _tell_hindrance(self, name: str, error: QueueError | None) -> None:
        tell(self._hindered, name, error)

    def _dispatch(self) -> None:
        try:
            self._dispatcher.run(self._halt)
        except BaseException as error:  # noqa: BLE001 - raised by `run`
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        self._fault = self._fault or error
        self._halt.set()

    # -- their steps -----------------------------------------------------------------------------------------------

    def _consume(self) -> float:
        """One entry that nobody finished, where there may be one; else a fresh one."""
        seconds = self._refusals.wait()
        if seconds > 0:
            return seconds
        try:
            return self._send_next()
        finally:
            self._refusals.tried()

    def _send_next(self) -> float:
        times_lost = self._require_group()
        try:
            deliveries: Sequence[Delivery] = ()
            if self._recovering.is_set():
                deliveries = self._queue.reclaim(self._terms.reclaim_after, 1)
                if not deliveries:
                    self._recovering.clear()
            deliveries = deliveries or self._queue.fetch(1, self._terms.block)
        except NoGroup:
            self._miss_group(times_lost)
            return 0.0
        self._seen = self._passed()
        verdicts = [self._process(delivery) for delivery in deliveries]
        return self._terms.again if Verdict.UNWRITTEN in verdicts else 0.0

    def _require_group(self) -> int:
        """Make it once for all consumers, and again after it was missed; how often that was."""
        if self._grouped:
            return self._times_lost
        with self._grouping:
            if not self._grouped:
                self._may_make(None if self._seen is None else self._passed() - self._seen)
                self._queue.ensure_group()
                self._grouped = True
                if self._lost:
                    self._lost = False
                    _LOG.warning("the consumer group was gone and is made again")
                    tell(self._remade)
            return self._times_lost

    def _miss_group(self, times_lost: int) -> None:
        """It was gone; not where another consumer has noticed that before."""
        with self._grouping:
            if times_lost == self._times_lost:
                self._lost, self._times_lost = True, times_lost + 1
                self._grouped = False

    def _process(self, delivery: Delivery) -> Verdict:
        tell(self._begun, delivery)
        verdict = self._jobs.process(delivery)
        with self._guard:
            self._counts[verdict] += 1
        tell(self._told, delivery, verdict)
        self._note_writing(verdict)
        return verdict

    def _note_writing(self, verdict: Verdict) -> None:
        why = self._jobs.hindrance if verdict is Verdict.UNWRITTEN else None
        if why is not None:
            self._refusals.refused(why)
        elif verdict in WRITTEN:
            self._refusals.written()

    def _recover(self) -> float:
        """Have the consumers look for entries that were never finished, until they find none."""
        self._recovering.set()
        return self._terms.reclaim_every

    def _trim(self) -> float:
        self._terms.retention.trim(self._queue, self._queue.now(), self._others)
        return self._terms.trim_every

    def _keep(self) -> float:
        lost = self._holding.renew()
        if lost:
            _LOG.warning("%d locks were lost: their jobs end with nothing written", lost)
        return self._terms.renew_every
