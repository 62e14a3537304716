"""One destination's worker with its thread and its sender, from its start to its end."""

import threading
from collections.abc import Callable
from dataclasses import replace

from qmonitor import logs
from qmonitor.monitor.running.absence import PASSING, Absence
from qmonitor.monitor.running.model import Attempt, Offer, Post
from qmonitor.monitor.running.record import Record, Witness
from qmonitor.monitor.running.threads import Spawn, Thread
from qmonitor.queues import times
from qmonitor.queues.errors import QueueError, SourceMissing
from qmonitor.queues.model import Destination, ItemId
from qmonitor.queues.source import Source
from qmonitor.queues.times import Instant
from qmonitor.queues.words import phrase
from qmonitor.queues.working import Phase, Worker, WorkerState
from qmonitor.senders.building import Built
from qmonitor.senders.entries import WorkerEntry
from qmonitor.values import dataclass

_LOG = logs.subject("attempts")


@dataclass(frozen=True, slots=True)
class Order:
    """Who starts workers and why; `engine_stopped`: that person says so. `strict`: traces of an engine end them.

    `agreed`: what lies at a place that a start makes may be sent, as it was told.
    """

    actor: str
    reason: str
    engine_stopped: bool = False
    strict: bool = False
    agreed: bool = False


class Hand:
    """What it tells is for any thread. `told` is called on the worker's thread at each change."""

    def __init__(
        self,
        offer: Offer,
        entry: WorkerEntry,
        order: Order,
        told: Callable[[], object],
        before: tuple[Attempt, ...] = (),
    ) -> None:
        """`before`: the attempts of its predecessor, newest first."""
        self.destination: Destination = offer.destination
        self.entry, self._to, self._order, self._told = entry, offer.to, order, told
        self._traits = offer.traits
        self._agreed = order.agreed and offer.lying > 0
        self._started = times.now()
        self._stop, self._nudged = threading.Event(), threading.Event()
        self._absence = Absence(str(offer.destination))
        self._worker: Worker | None = None
        self._record: Record | None = None
        self._thread: Thread | None = None
        self._over = False
        self._beginning = threading.Lock()
        self._ended: QueueError | None = None
        self._because = ""
        self._held: Instant | None = None
        self._told_empty = False
        self._before = before

    def begin(self, source: Source, sender: Built, spawn: Spawn, require_same: Callable[[], object]) -> None:
        """Let it work, unless it was stopped before. Raises `Refused`; the sender is closed in any case, in the end.

        `require_same`: raises `Refused`, on its thread, where the source is another one by now than was confirmed.
        """
        with self._beginning:
            if self._over:
                sender.close()
                return
            witness = Witness(sender)
            self._record = Record(witness, self._item, self._told, self._before)
            try:
                self._worker = source.worker(
                    self.destination, witness, self.entry.policy,
                    actor=self._order.actor, reason=self._order.reason, engine_stopped=self._order.engine_stopped,
                    strict=self._order.strict, observer=self._record, told=self._on_state,
                )  # fmt: skip
                if self._agreed:
                    getattr(self._worker, "agree", bool)()
                self._thread = spawn(f"worker {self.destination}", lambda: self._run(sender, require_same))
            except BaseException:
                sender.close()
                raise

    def fail(self, error: QueueError) -> None:
        """It could not be started; that stays to be seen, unless nobody wants it any more."""
        with self._beginning:
            if self._over:
                return
            self._ended, self._over = _plain(error), True
        _LOG.info("%s: not started: %s", self.destination, self._ended)

    # -- for any thread --------------------------------------------------------------------------------------------

    @property
    def alive(self) -> bool:
        """Whether it runs, or is about to."""
        return not self._over

    @property
    def ended(self) -> QueueError | None:
        """Why it ended by itself."""
        return self._ended

    def stop(self) -> None:
        """Let it end after the attempt in flight; one that has not begun (it needs a password, say) has ended now."""
        self._stop.set()
        with self._beginning:
            self._over = self._over or self._thread is None
        self.wake()

    def wake(self) -> None:
        """Have it look now; one that could not begin tries that now."""
        self._nudged.set()
        if self._worker is not None:
            self._worker.wake()

    def engine_is_stopped(self, who: str, reason: str) -> None:
        if self._worker is not None and self.alive:
            self._worker.engine_is_stopped(who, reason)

    def join(self, seconds: float) -> bool:
        """Whether it has ended, within so many seconds."""
        if self._thread is not None:
            self._thread.join(max(0.0, seconds))
        return self._over

    def sending(self) -> float | None:
        """For how many seconds at most its attempts in flight go on; None: there is none."""
        state = self._state()
        if self._over or state.item is None:
            return None
        past = times.between(state.since, times.now())
        return max(0.0, self.entry.policy.timeout - (past.total_seconds() if past else 0.0))

    @property
    def at_once(self) -> int:
        """How many messages it is sending."""
        return self._state().at_once if self.sending() is not None else 0

    def post(self) -> Post:
        over, record = self._over, self._record
        return Post(
            self.destination, self.entry, self._to, self.entry.policy, self._state(),
            self._order.actor, self._order.reason, self._started,
            rate=None if record is None else record.rate,
            attempts=self._before if record is None else record.attempts,
            traits=self._traits,
            alive=not over,
            stopping=self._stop.is_set() and not over,
            ended=self._ended,
        )  # fmt: skip

    def _state(self) -> WorkerState:
        state = WorkerState() if self._worker is None else self._worker.state
        away = self._absence.now
        if away is not None:
            cause, remedy = away.error.cause, away.error.remedy
            state = replace(state, phase=Phase.HOLDING, until=away.again, because=cause, remedy=remedy, held=away.since)
        return replace(state, last_cause="")  # it may quote the message

    def _item(self) -> ItemId | None:
        """Which message an attempt is told of: the one that is sent, or the one that could not be marked before."""
        if self._worker is None:
            return None
        concluded: ItemId | None = getattr(self._worker, "concluded", None)  # of a pool, which has several in hand
        if concluded is not None:
            return concluded
        state = self._worker.state
        return state.unmarked if state.item is None else state.item

    # -- on its thread ---------------------------------------------------------------------------------------------

    def _run(self, sender: Built, require_same: Callable[[], object]) -> None:
        try:
            self._attend(require_same)
        except QueueError as error:
            self._ended = _plain(error)
        except Exception as error:  # noqa: BLE001 - a defect of ours; its text might quote a message
            _LOG.error("%s: the worker failed (%s)", self.destination, type(error).__name__)
            self._ended = QueueError(
                phrase("The worker failed ({kind}).", kind=type(error).__name__), phrase("It can be started again.")
            )
        finally:
            self._let_go(sender)
            self._absence.now = None
            self._over = True
            state, why = self._state(), "" if self._ended is None else f": {self._ended}"
            counts = (state.sent, state.retried, state.gave_up)
            _LOG.info("%s: ended; %d delivered, %d tried again, %d given up%s", self.destination, *counts, why)
            self._told()

    def _attend(self, require_same: Callable[[], object]) -> None:
        """Have it work until it is to stop; what it can't begin with for now is waited for.

        Not for a file that is gone: nobody knows what another one of that name would hold.
        """
        while self._worker is not None and not self._stop.is_set():
            self._nudged.clear()
            try:
                self._worker.run(self._stop)
                return
            except SourceMissing:
                raise
            except PASSING as error:
                if self._stop.is_set():
                    return
                seconds = self._absence.hindered(_plain(error))
            self._told()
            self._nudged.wait(seconds)
            require_same()

    def _let_go(self, sender: Built) -> None:
        try:
            sender.close()
        except Exception as error:  # noqa: BLE001 - it has ended all the same, and must be seen to have
            _LOG.error("%s: what it sent by could not be closed (%s)", self.destination, type(error).__name__)

    def _on_state(self, state: WorkerState) -> None:
        if self._absence.now is not None and state.phase is not Phase.STOPPED:
            self._absence.over()
        self._tell_hindrance(state)
        if state.item is not None and self._record is not None:
            self._record.begin()
        if state.phase is Phase.IDLE and state.sent and not self._told_empty:
            self._told_empty = True
            _LOG.info("%s: nothing is to be sent now; what comes is sent, too", self.destination)
        self._told()

    def _tell_hindrance(self, state: WorkerState) -> None:
        """A line for each new sort of reason that keeps it from sending: an engine at work is seen each second.

        That an attempt begins is no end of a reason: the receiver may be taken all the time.
        """
        held = state.phase in (Phase.HOLDING, Phase.WATCHING)
        because = state.because.template if held and state.because else ""
        if because and because != self._because:
            what = "waits" if state.phase is Phase.HOLDING else f"sends nothing {_until(state)}"
            _LOG.info("%s: %s: %s", self.destination, what, state.because)
        if state.phase is not Phase.STOPPED and state.item is None:
            self._because = because
        self._tell_end_of_hindrance(state)

    def _tell_end_of_hindrance(self, state: WorkerState) -> None:
        """That it goes on, where it was known since when it could not."""
        since, self._held = self._held, state.held
        if since is not None and state.held is None and state.phase is not Phase.STOPPED:
            away = times.between(since, times.now())
            _LOG.info("%s: goes on, after %.0f s", self.destination, away.total_seconds() if away else 0.0)


def _until(state: WorkerState) -> str:
    """The earliest end of a watch, by this machine's clock."""
    end = None if state.until is None else state.until.local()
    return "yet" if end is None else f"before {end:%Y-%m-%d %H:%M:%S}"


def _plain(error: QueueError) -> QueueError:
    """Without the stack that it was raised from: a message's bytes may be in there."""
    error.__cause__ = error.__context__ = None
    return error.with_traceback(None)
