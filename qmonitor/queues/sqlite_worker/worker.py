"""The loop of a worker: brings one destination's messages to their receiver, one at a time, in their order."""

import logging
import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any, ClassVar, Generic

from qmonitor.queues.audit import actor
from qmonitor.queues.errors import NotWritable, QueueError, Refused, SourceBusy, SourceError
from qmonitor.queues.model import Destination
from qmonitor.queues.sending import Observer, Policy, Sender
from qmonitor.queues.sqlite_worker.attempt import Failure, H, Report, attempt, report
from qmonitor.queues.sqlite_worker.clock import Clock, SystemClock
from qmonitor.queues.sqlite_worker.desk import Desk, Person
from qmonitor.queues.sqlite_worker.display import Display
from qmonitor.queues.sqlite_worker.lease import Holder
from qmonitor.queues.sqlite_worker.terms import Terms
from qmonitor.queues.sqlite_worker.watch import Watch
from qmonitor.queues.times import Instant, between
from qmonitor.queues.words import Phrase, phrase
from qmonitor.queues.working import EngineActive, Phase, WorkerEnded, WorkerState

_LOG = logging.getLogger("qmonitor.workers")

SLICE = 0.2
"""Seconds after which one that sleeps sees that it is to stop."""

AGAIN = 0.5
"""Seconds between two tries to write down what is owed."""

WATCH_EVERY = 1.0
"""Seconds between two looks for another program's traces."""

OWED_FOR = 5.0
"""Seconds for which one that is to stop still tries to write down what is owed."""

STATED = "engine stopped"

HINDRANCES = (SourceError, NotWritable)
"""What may pass: tried again."""


class Worker(ABC, Generic[H]):
    """Delivers one destination of a queue; `run` belongs to one thread, `state` and `wake` are for any.

    Only the head is ever sent, and it is delivered when the sender returns. What came of an attempt is committed
    (synchronous=FULL) before anything else is sent. `observer` and `told` (each new state) are called on the worker's
    thread. `actor` starts and stops it, for a `reason`, both for the audit; `engine_stopped` is that person's word that
    no worker of the engine is at it: the watch for one falls away, until there are traces of one. With `strict` those
    end `run`.
    """

    TERMS: ClassVar[Terms] = Terms()
    """What holds where nothing else is said."""

    LOOKED_FIRST: ClassVar[Phrase]
    """Why nothing is sent at first."""

    SEE: ClassVar[Phrase]
    """What to do where another program is at work that was said to be stopped."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        channel: str,
        destination: str,
        sender: Sender,
        policy: Policy,
        observer: Observer | None = None,
        *,
        actor: str | None = None,
        reason: str = "",
        engine_stopped: bool = False,
        strict: bool = False,
        terms: Terms | None = None,
        clock: Clock | None = None,
        told: Callable[[WorkerState], object] | None = None,
    ) -> None:
        """Raises `Refused` for a blank name. The file is opened by `run` or the first `step`."""
        if not channel.strip() or not destination.strip():
            raise Refused(phrase("A worker needs a channel and a destination."))
        terms = terms or self.TERMS
        if terms.lease_of(policy) <= policy.timeout + terms.margin:
            raise ValueError("a lease has to outlast an attempt and the margin")
        self.where = Destination(channel, destination)
        self._path, self._sender, self._policy = path, sender, policy
        self._terms, self._clock = terms, clock or SystemClock()
        self._person = Person(actor or _actor(), _stated(reason) if engine_stopped else reason)
        self._strict = strict
        self._watch = Watch(self._clock, self._terms, self.LOOKED_FIRST, trusted=engine_stopped)
        self._display = Display(self.where, self._watch, observer, told)
        self._not_before = 0.0
        """As the clock's `passed` has it: a pause after a failure, whatever is due."""
        self._desk: Desk[H, Any] | None = None
        self._owed: Report[H] | None = None
        self._owed_from: float | None = None
        """When it was tried to write that down first, if it was to stop by then; as the clock's `passed` has it."""
        self._stop, self._woken = threading.Event(), threading.Event()
        self._statement: Person | None = None

    # -- for any thread --------------------------------------------------------------------------------------------

    @property
    def state(self) -> WorkerState:
        return self._display.state

    def wake(self) -> None:
        """Have it look now; several wakes count as one."""
        self._woken.set()

    def engine_is_stopped(self, who: str, reason: str = "") -> None:
        """A person says, while it runs, that the engine is stopped; it is audited before it counts."""
        self._statement = Person(who, _stated(reason))
        self.wake()

    # -- the loop --------------------------------------------------------------------------------------------------

    def run(self, stop: threading.Event) -> None:
        """Deliver until `stop` is set; an attempt in flight is finished first.

        Raises `SourceError` or `Refused` where the file can't be opened, and `WorkerEnded` where it ends by itself.
        What hinders it later is shown in its state, and tried again.
        """
        self._stop = stop
        ended = None
        try:
            with suppress(SourceBusy):  # tried again by the first step
                self._opened()
            while not stop.is_set():
                try:
                    seconds = self.step()
                except HINDRANCES as error:
                    self._display.show(Phase.HOLDING, because=error.cause, remedy=error.remedy)
                    seconds = self._terms.idle
                self._rest(seconds)
        except WorkerEnded as error:
            ended = error.cause
            raise
        finally:
            self.close(ended)

    def step(self) -> float:
        """One look and at most one attempt; for how many seconds there is nothing to do then, unless it is woken.

        0 after a success. Raises `SourceError`, `WorkerEnded`.
        """
        if self._woken.is_set():
            self._woken.clear()
            self._not_before = 0.0
        desk = self._opened()
        if self._owed is not None:
            desk.lease.awake()
            desk.in_place()
            return self._write(self._owed)
        if not desk.started:
            seconds = self._begin(desk)
            if seconds:
                return seconds
        desk.keep()
        self._take_statement(desk)
        head = desk.watch() if self._watch.on else desk.look()
        self._take_foreign(desk)
        until = self._watch.until(head)
        if until is not None:
            return self._show_wait(Phase.WATCHING, until, WATCH_EVERY, self._watch.because)
        if head is None:
            self._display.show(Phase.IDLE, because=desk.changes.passed_over())
            return self._terms.idle
        now = self._clock.now()
        return self._pause() or self._wait_for(head, now) or self._deliver(desk, head, now)

    def _opened(self) -> Desk[H, Any]:
        if self._desk is None:
            needed = self._policy.timeout + self._terms.margin
            lasts = self._terms.lease_of(self._policy)
            self._desk = self._open((lasts, max(needed, lasts / 4)))
        return self._desk

    @abstractmethod
    def _open(self, lease: tuple[float, float]) -> Desk[H, Any]:
        """Open the file. `lease`: see `Desk`."""

    def _reported(self, head: H, failure: Failure | None) -> Report[H]:
        """What follows of an attempt that ended just now."""
        return report(head, self._clock.now(), failure, self._policy)

    def _rest(self, seconds: float) -> None:
        """Sleep exactly so long, unless it is woken, is to stop, or somebody else has written something meanwhile."""
        end, peek = self._clock.passed() + seconds, self._clock.passed() + self._terms.idle
        while not self._stop.is_set() and not self._woken.is_set():
            now = self._clock.passed()
            if now >= end or (now >= peek and self._disturbed()):
                break
            peek = peek if now < peek else now + self._terms.idle
            self._clock.wait(self._woken, min(end - now, SLICE))
            if self._desk is not None:
                self._desk.lease.awake()

    def _disturbed(self) -> bool:
        """Whether anybody has written anything; the lease is kept up meanwhile."""
        desk = self._desk
        if desk is None or not desk.started:
            return True
        with suppress(*HINDRANCES):
            desk.keep()
            return desk.changed()
        return True

    def close(self, because: Phrase | None = None) -> None:
        """Write down what is owed, give the lease back and close the file; does nothing the second time.

        `because`: why it ended by itself.
        """
        desk, self._desk = self._desk, None
        if desk is None:
            return
        try:
            self._write_owed(desk)
            reason = self._person.reason if because is None else _ended(self._person, because)
            desk.leave(Person(self._person.who, reason), self.state.sent)
        except Exception as error:  # noqa: BLE001 - it is to end, whatever keeps it from saying so
            _LOG.warning("%s: the stop could not be recorded (%s)", self.where, type(error).__name__)
        finally:
            desk.close()
            self._display.show(Phase.STOPPED, because=because)

    def _write_owed(self, desk: Desk[H, Any]) -> None:
        """What is owed, for a while; what then still is will be sent a second time."""
        began, owed = self._clock.passed(), self._owed
        end = OWED_FOR + (began if self._owed_from is None else self._owed_from)
        while owed is not None and self._owed is not None:
            desk.hurry(end - self._clock.passed())
            try:
                desk.write(owed)
                self._owed = None
            except Exception:
                if self._clock.passed() >= end:
                    _LOG.error("%s: what came of message %s is not written down", self.where, owed.head.id)
                    raise
                self._clock.wait(threading.Event(), SLICE)

    # -- before a send ---------------------------------------------------------------------------------------------

    def _begin(self, desk: Desk[H, Any]) -> float:
        holder = desk.take_lease(self._person)
        if not desk.started:
            return self._held_by(holder)
        _LOG.info("%s: started%s", self.where, " by a person's word" if self._watch.trusted else "")
        head = None if holder is None else desk.look()
        if holder is not None and head is not None:
            _LOG.warning(
                "%s: the worker before this one (process %d) ended without a word: message %s may have been on its "
                "way, and is sent again",
                self.where, holder.pid, head.id,
            )  # fmt: skip
        self._watch.begin()
        return 0.0

    def _held_by(self, holder: Holder | None) -> float:
        if holder is not None:
            because = phrase(
                "Another worker has this destination (process {pid} on {host}).", pid=holder.pid, host=holder.host
            )
            self._display.show(Phase.HOLDING, because=because)
        return self._terms.idle

    def _take_statement(self, desk: Desk[H, Any]) -> None:
        said, self._statement = self._statement, None
        if said is None:
            return
        try:
            desk.record_statement(said)
        except QueueError:
            self._statement = said
            raise
        self._watch.trust()

    def _take_foreign(self, desk: Desk[H, Any]) -> None:
        """Begin the watch anew where another program was at work. Raises `EngineActive`."""
        foreign = desk.changes.take_foreign()
        if foreign is None:
            return
        again = self._watch.on and self._watch.because is not self._watch.start  # an engine at work is seen each second
        _LOG.log(logging.INFO if again else logging.WARNING, "%s: %s", self.where, foreign)
        stated = self._watch.noticed(foreign)
        if stated and self._strict:
            self._display.show(Phase.HOLDING, because=foreign)
            raise EngineActive(foreign, self.SEE)

    def _pause(self) -> float:
        left = self._not_before - self._clock.passed()
        return max(0.0, left)

    def _wait_for(self, head: H, now: Instant) -> float:
        """Seconds until the head is due; one whose time can't be read is."""
        due = None if head.is_due(now) else head.due
        span = None if due is None else between(now, due)
        if span is None or span.total_seconds() <= 0:
            return 0.0
        self._display.show(Phase.WAITING, until=due)
        return span.total_seconds()

    # -- an attempt ------------------------------------------------------------------------------------------------

    def _deliver(self, desk: Desk[H, Any], head: H, now: Instant) -> float:
        raw = desk.payload(head) if head.raw is None else head.raw
        if raw is None or self._stop.is_set():
            return 0.0
        desk.courtesy.wait()
        self._display.show(Phase.RUNNING, item=head.id, since=now)
        desk.keep(self._policy.timeout + self._terms.margin)
        failure = attempt(self._sender, raw, self._policy.timeout, self._stop)
        if failure is not None and failure.postponed is not None:
            return self._postpone(failure.postponed)
        if failure is not None and failure.cut_off:
            _LOG.info("%s: the attempt at message %s was cut off, and does not count", self.where, head.id)
            return 0.0
        return self._write(self._reported(head, failure))

    def _postpone(self, because: Phrase) -> float:
        """Nothing was tried, and nothing is written down of it; but not at once again: it has just waited in vain."""
        pause = min(self._policy.backoff, self._terms.idle)
        self._not_before = self._clock.passed() + pause
        self._display.show(Phase.HOLDING, because=because)
        return pause

    def _write(self, done: Report[H]) -> float:
        """Write down what came of an attempt, and tell it; where that can't be written, nothing else is sent."""
        desk, began = self._opened(), self._clock.passed()
        try:
            valid = desk.write(done)
        except Exception as error:  # noqa: BLE001 - whatever it is: what was delivered must not be sent again
            if self._owed is None:
                self._owed_from = began if self._stop.is_set() else None
            self._owe(done, error)
            return AGAIN
        owed, self._owed = self._owed is not None, None
        if owed:
            _LOG.warning("%s: message %s is marked at last", self.where, done.head.id)
        if not (owed and done.failure is None):
            self._display.tell(done, valid)
        self._take_foreign(desk)
        return self._after(done, valid)

    def _owe(self, done: Report[H], error: Exception) -> None:
        first, self._owed = self._owed is None, done
        if first:
            what = "was delivered and" if done.failure is None else "was not delivered and"
            _LOG.error("%s: message %s %s can't be marked (%s)", self.where, done.head.id, what, type(error).__name__)
            if done.failure is None:
                self._display.tell(done, True)
        why = error.cause if isinstance(error, QueueError) else type(error).__name__
        because = phrase("What came of message {id} can't be written down. {why}", id=done.head.id, why=why)
        self._display.show(Phase.HOLDING, because=because, unmarked=done.head.id, delivered=done.failure is None)

    def _after(self, done: Report[H], valid: bool) -> float:
        """After a failure never at once: a receiver that is away would use up one message after the other."""
        if done.failure is None:
            self._display.show(Phase.RUNNING)
            return 0.0
        if valid and done.next is not None:
            self._display.show(Phase.WAITING, until=done.next)
            span = between(self._clock.now(), done.next)
            return 0.0 if span is None else max(0.0, span.total_seconds())
        pause = self._policy.backoff if valid else min(self._policy.backoff, self._terms.idle)
        self._not_before = self._clock.passed() + pause
        self._display.show(Phase.WAITING, until=self._clock.now() + timedelta(seconds=pause))
        return pause

    def _show_wait(self, phase: Phase, until: Instant, most: float, because: Phrase | None) -> float:
        self._display.show(phase, until=until, because=because)
        span = between(self._clock.now(), until)
        return most if span is None else max(0.001, min(most, span.total_seconds()))


def _actor() -> str:
    return actor()


def _ended(person: Person, because: Phrase) -> str:
    return f"{person.reason}; ended by itself: {because}".removeprefix("; ")


def _stated(reason: str) -> str:
    return f"{STATED}: {reason}" if reason else STATED
