"""What a worker shows of itself, and tells of its attempts: to a log, an observer, and whoever wants its state."""

import logging
from collections.abc import Callable
from typing import Any

from qmonitor.queues.model import Destination, ItemId
from qmonitor.queues.sending import Observer
from qmonitor.queues.sqlite_worker.attempt import Head, Report
from qmonitor.queues.sqlite_worker.watch import Watch
from qmonitor.queues.times import Instant, between, now
from qmonitor.queues.words import Phrase
from qmonitor.queues.working import Phase, WorkerState

_LOG = logging.getLogger("qmonitor.workers")

Shown = tuple[
    Phase,
    Instant | None,
    Phrase | None,
    int,
    int,
    int,
    str,
    ItemId | None,
    Instant | None,
    ItemId | None,
    bool,
    bool,
    bool,
    int,
    Phrase | None,
    Instant | None,
]
"""The values of a `WorkerState`."""


class Display:
    """One worker's. Used by its thread; `state` is for any."""

    def __init__(
        self,
        where: Destination,
        watch: Watch,
        observer: Observer | None,
        told: Callable[[WorkerState], object] | None,
    ) -> None:
        """`told` gets each new state. Neither it nor the observer can end a worker by what it raises."""
        self._where, self._watch, self._observer, self._told = where, watch, observer, told
        self._sent = self._retried = self._gave_up = 0
        self._last_cause = ""
        self._shown: Shown = (
            Phase.STOPPED, None, None, 0, 0, 0, "", None, None, None, False, watch.trusted, watch.doubted,
            1, None, None,
        )  # fmt: skip
        """Exchanged as a whole: a state is only made of it when somebody asks."""

    @property
    def state(self) -> WorkerState:
        return WorkerState(*self._shown)

    def show(
        self,
        phase: Phase,
        *,
        until: Instant | None = None,
        because: Phrase | None = None,
        item: ItemId | None = None,
        since: Instant | None = None,
        unmarked: ItemId | None = None,
        delivered: bool = False,
        remedy: Phrase | None = None,
    ) -> None:
        """Show what it does now; what is not given is not so. With a `remedy` it is kept from its work, from now on or
        as before.
        """
        held = None if remedy is None else self._shown[-1] or now()
        new = (
            phase, until, because, self._sent, self._retried, self._gave_up, self._last_cause, item, since, unmarked,
            delivered, self._watch.trusted, self._watch.doubted, 1, remedy, held,
        )  # fmt: skip
        before, self._shown = self._shown, new
        if self._told is not None and new != before:
            try:
                self._told(self.state)
            except Exception as error:  # noqa: BLE001 - who only looks on must not end it
                _LOG.error("%s: whoever is told of its state failed (%s)", self._where, type(error).__name__)

    def tell(self, done: Report[Head], valid: bool) -> None:
        """Count an attempt, log it, tell the observer; not a failure whose report was void: somebody was faster."""
        failure, attempts = done.failure, done.attempts
        self._last_cause = self._last_cause if failure is None else failure.cause
        outcome = "delivered" if failure is None else f"failed ({failure.kind})"
        _LOG.info("%s: attempt %d at message %s: %s", self._where, attempts, done.head.id, outcome)
        where = self._where.channel, self._where.destination, attempts
        if failure is None:
            self._sent += 1
            if self._observer is not None:
                waited = between(done.head.enqueued, done.at)
                self._observe("delivered", *where, 0.0 if waited is None else waited.total_seconds())
        elif valid and done.next is not None:
            self._retried += 1
            self._observe("retried", *where, failure.cause)
        elif valid:
            self._gave_up += 1
            self._observe("gave_up", *where, failure.cause)

    def _observe(self, name: str, *arguments: Any) -> None:
        if self._observer is None:
            return
        try:
            getattr(self._observer, name)(*arguments)
        except Exception as error:  # noqa: BLE001 - as above
            _LOG.error("%s: the observer failed (%s)", self._where, type(error).__name__)
