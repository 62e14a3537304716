"""A pool of consumers as the monitor's worker: started and stopped by a person, watched, and kept in the audit."""

import logging
import threading
import uuid
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Any

from qmonitor.queues import audit as names
from qmonitor.queues import times
from qmonitor.queues.errors import PasswordNeeded, QueueError
from qmonitor.queues.model import Destination
from qmonitor.queues.sending import Observer, OwnWords, Pool, Sender
from qmonitor.queues.streams import audit, worker_terms
from qmonitor.queues.streams.envelopes import enqueue_time_of
from qmonitor.queues.streams.errors import GroupGone
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server import needs
from qmonitor.queues.streams.server.driver import RedisDriver
from qmonitor.queues.streams.server.locks import RedisLocks
from qmonitor.queues.streams.server.retry import RedisRetryStore
from qmonitor.queues.streams.values import Delivery
from qmonitor.queues.streams.working.handling import Handler
from qmonitor.queues.streams.working.jobs import Verdict
from qmonitor.queues.streams.working.presence import BETWEEN, Presence
from qmonitor.queues.streams.working.retention import Retention
from qmonitor.queues.streams.working.sending import Sending
from qmonitor.queues.streams.working.server_time import ServerTime
from qmonitor.queues.streams.working.telling import tell
from qmonitor.queues.streams.working.worker import WRITING, StreamWorker, WorkerTerms
from qmonitor.queues.words import Phrase, phrase
from qmonitor.queues.working import Phase, WorkerState

_LOG = logging.getLogger("qmonitor.streams")

BLOCK = 0.5
"""Seconds for which a consumer waits for its next entry: a stop is heard no later."""

SEE = phrase("See whether the server has lost its data, and which messages have to be queued again.")

SENT = frozenset({Verdict.DONE, Verdict.ALREADY_DONE})
WHY = {
    Verdict.RETRIED: OwnWords(phrase("It failed, for a reason that may pass.")),
    Verdict.EXHAUSTED: OwnWords(phrase("It failed, and so did all tries before; it is a dead letter now.")),
    Verdict.FAILED: OwnWords(phrase("It failed for a reason that no other try helps against.")),
    Verdict.CONFLICT: OwnWords(
        phrase("It failed, and another request of its deployment waits in its place; it is a dead letter now.")
    ),
    Verdict.INVALID: OwnWords(phrase("It was not sent: it is against the schema of requests."), sent=False),
    Verdict.UNPARSEABLE: OwnWords(
        phrase(
            "It was not sent: it is no JSON object with a deploymentId, or the number of its attempt can't be read; it"
            " is a dead letter now."
        ),
        sent=False,
    ),
}
"""By what became of an entry why it was not delivered, where its sender does not say it."""

GAVE_UP = frozenset(WHY) - {Verdict.RETRIED}


class _Until:
    """A stop that is also set once something holds."""

    def __init__(self, stop: threading.Event, holds: Callable[[], bool]) -> None:
        self._stop, self._holds = stop, holds

    def wait(self, timeout: float) -> bool:
        return self._stop.wait(timeout) or self._holds()


class PoolWorker:
    """See `Worker`. `does` is what is done with each message: a sender, or any `Handler`.

    `connect` makes its client, once it is run. Whoever watches is told on consumers' threads, one at a time.
    """

    def __init__(
        self,
        connect: Callable[[], Any],
        keys: Keys,
        does: Sender | Handler,
        pool: Pool,
        *,
        actor: str,
        reason: str,
        observer: Observer | None = None,
        told: Callable[[WorkerState], object] | None = None,
        renew: Callable[[], object] | None = None,
    ) -> None:
        """`renew`: has `connect` take the password that is stored by now."""
        self._connect, self._keys, self._does, self._pool = connect, keys, does, pool
        self._actor, self._reason, self._observer, self._tell = actor, reason, observer, told
        self._where, self._renew = Destination(keys.main, keys.group), renew
        self._state = WorkerState()
        self._guard = threading.RLock()
        self._begun: dict[str, times.Instant] = {}
        """What is being done, by id, since when."""
        self._hindrances: dict[str, QueueError] = {}
        """By the part of the pool that is kept from its work; `held`: since when any is."""
        self._held: times.Instant | None = None
        self._lost: Phrase | None = None
        """That the queue was gone while this pool was at it; said while nothing else is."""
        self._concluded: str | None = None
        self._locked_out: QueueError | None = None
        self._served: ServerTime | None = None
        self._agreed = False
        self._gone: GroupGone | None = None

    # -- for any thread --------------------------------------------------------------------------------------------

    @property
    def state(self) -> WorkerState:
        return self._state

    @property
    def concluded(self) -> str | None:
        """While the observer is told: which item it is about."""
        return self._concluded

    def agree(self) -> None:
        """A person knows how many messages a new group is sent, and agrees: it may be made, once."""
        self._agreed = True

    def wake(self) -> None:
        """Consumers look all the time."""

    def engine_is_stopped(self, who: str, reason: str = "") -> None:
        """Others may work on the queue beside it at any time: nothing depends on that."""

    # -- on its own threads ----------------------------------------------------------------------------------------

    def run(self, stop: threading.Event) -> None:
        """See `Worker.run`. Raises `SourceError` where it can't even begin, and `PasswordNeeded` also later."""
        try:
            self._run(stop)
        except PasswordNeeded:
            if self._renew is not None:
                self._renew()
            raise

    def _run(self, stop: threading.Event) -> None:
        self._locked_out = None
        with closing(self._connect()) as client:
            plan = uuid.uuid4().hex
            driver = RedisDriver(client, worker_terms.consumer_of(names.host(), plan), self._keys)
            store = RedisRetryStore(client, self._keys, worker_id=driver.worker_id)
            probe = partial(needs.require, client, self._keys, trims=self._pool.trims)
            probe()
            self._require_agreed(client, driver, None)
            driver.ensure_group()
            self._agreed = False
            presence = Presence(client, driver, self._start(plan), self._actor, self._reason)
            self._served = served = ServerTime(driver.now)
            presence.begin()
            self._set(phase=Phase.IDLE, name=driver.worker_id)
            worker = StreamWorker(
                driver, store, RedisLocks(client, self._keys), self._handler(), self._terms(), keys=self._keys,
                told=self._on_end, begun=self._on_begin, hindered=self._on_hindrance,
                remade=self._on_remade, grouped=True, chores={"presence": partial(_look_on, presence, served)},
                probe=probe, may_remove=partial(needs.require_removal, client, self._keys),
                may_make=partial(self._require_agreed, client, driver),
            )  # fmt: skip
            try:
                worker.run(_Until(stop, lambda: self._locked_out is not None))
            finally:
                nothing = dict.fromkeys(("because", "remedy", "held", "item", "since"))
                self._hindrances, self._held = {}, None
                self._set(phase=Phase.STOPPED, at_once=0, **nothing)
                self._end(presence)
        if not stop.is_set():
            self._require_let_in()

    def _require_agreed(self, client: Any, driver: RedisDriver, seen: float | None) -> None:
        """Raises `GroupGone` where a new group would be sent what another one may have finished.

        `seen`: for how many seconds the group has not been there; what was added since nobody can have got.
        """
        found = needs.without_group(client, self._keys)
        if found is None or not found.count or self._agreed:
            self._gone = None
        elif seen is None or found.first <= driver.now() - round(seen * 1000):
            if self._gone is None:  # the number as it was first seen: a new one would be told each time
                self._gone = GroupGone(self._keys.main, self._keys.group, found.count)
            raise self._gone

    def _end(self, presence: Presence) -> None:
        """A server that is gone must not hide why it ended, nor one that lets nobody in."""
        try:
            presence.end(self._state.sent)
        except QueueError as error:
            _LOG.warning("%s: its stop could not be recorded (%s)", self._where, type(error).__name__)

    def _handler(self) -> Handler:
        does: Any = self._does
        return does if hasattr(does, "handle") else Sending(does)

    def _terms(self) -> WorkerTerms:
        timeout, pool = self._pool.timeout, self._pool
        return WorkerTerms(
            consumers=pool.consumers, reclaim_after=pool.reclaim_after, deadline=timeout, grace=timeout, block=BLOCK,
            reclaim_every=min(5.0, pool.reclaim_after), retention=Retention(pool.keep_hours, pool.keep_dead_hours),
        )  # fmt: skip

    def _said(self) -> worker_terms.Terms:
        """What whoever acts on the queue has to know of it."""
        pool = self._pool
        return worker_terms.Terms(pool.reclaim_after, pool.keep_hours, pool.keep_dead_hours)

    def _start(self, plan: str) -> audit.Deed:
        """As it is recorded."""
        to = getattr(self._does, "describe", lambda: type(self._does).__name__)()
        target = f"{self._where}{BETWEEN}{to}"
        return audit.Deed(worker_terms.START, target, plan, 1, 0, (), self._said().recorded())

    # -- what the pool tells ---------------------------------------------------------------------------------------

    def _on_begin(self, delivery: Delivery) -> None:
        with self._guard:
            self._begun[delivery.id] = times.now()
            self._show()

    def _on_end(self, delivery: Delivery, verdict: Verdict) -> None:
        attempts = (delivery.attempt or 0) + 1
        with self._guard:
            if verdict is not Verdict.RUNNING:
                self._begun.pop(delivery.id, None)
            state = self._state
            if verdict in SENT:
                self._state = replace(state, sent=state.sent + 1)
            elif verdict is Verdict.RETRIED:
                self._state = replace(state, retried=state.retried + 1, last_cause=verdict.value)
            elif verdict in GAVE_UP:
                self._state = replace(state, gave_up=state.gave_up + 1, last_cause=verdict.value)
            self._observe(delivery, verdict, attempts)
            self._show()

    def _observe(self, delivery: Delivery, verdict: Verdict, attempts: int) -> None:
        observer = self._observer
        if observer is None:
            return
        self._concluded = f"main:{delivery.id}"
        if verdict in SENT:
            at = 0.0 if self._served is None else self._served.seconds()
            waited = max(0.0, at - enqueue_time_of(delivery.id) / 1000)
            tell(observer.delivered, *self._where_names, attempts, waited)
        elif verdict is Verdict.RETRIED:
            tell(observer.retried, *self._where_names, attempts, WHY[verdict])
        elif verdict in GAVE_UP:
            tell(observer.gave_up, *self._where_names, attempts, WHY[verdict])
        self._concluded = None

    @property
    def _where_names(self) -> tuple[str, str]:
        return self._where.channel, self._where.destination

    def _on_hindrance(self, thread: str, error: QueueError | None) -> None:
        with self._guard:
            if error is None:
                self._hindrances.pop(thread, None)
            else:
                self._hindrances[thread] = error
            if self._is_locked_out():
                self._locked_out = error
            if not self._hindrances:
                self._held = None
            elif self._held is None:
                self._held = times.now()
            self._show()

    def _require_let_in(self) -> None:
        if self._locked_out is not None:
            raise self._locked_out

    def _is_locked_out(self) -> bool:
        """Whether the server takes no consumer's password any more: it was changed there."""
        consumers = (self._hindrances.get(f"consumer {n}") for n in range(self._pool.consumers))
        return all(isinstance(one, PasswordNeeded) for one in consumers)

    def _on_remade(self) -> None:
        """Nobody is to take a pool that finds nothing any more for one that has sent all."""
        at = times.now().local()
        self._lost = phrase(
            "The stream or its consumer group was gone, and was made anew at {time}.",
            time="" if at is None else f"{at:%H:%M:%S}",
        )
        with self._guard:
            self._show()

    def _show(self) -> None:
        first = min(self._begun, key=lambda one: self._begun[one].ns or 0, default=None)
        hindrance = self._hindrances.get(WRITING, next(iter(self._hindrances.values()), None))
        phase = Phase.RUNNING if self._begun else Phase.IDLE
        self._set(
            phase=Phase.HOLDING if hindrance is not None else phase,
            because=self._lost if hindrance is None else hindrance.cause,
            remedy=(SEE if self._lost else None) if hindrance is None else hindrance.remedy,
            held=self._held,
            item=None if first is None else f"main:{first}",
            since=None if first is None else self._begun[first],
            at_once=len(self._begun),
        )

    def _set(self, **changes: Any) -> None:
        with self._guard:
            self._state = replace(self._state, **changes)
            tell(self._tell, self._state)


def _look_on(presence: Presence, served: ServerTime) -> float:
    """See who else is there, and what time it is there; after how many seconds to do so again."""
    served.look()
    return presence.look()
