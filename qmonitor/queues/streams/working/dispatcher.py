"""Delayed retry: brings back what is due. An envelope leaves the storage only after it is in the main stream."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import field

from qmonitor.queues.errors import QueueError
from qmonitor.queues.streams.errors import ServerUnreachable
from qmonitor.queues.streams.interfaces import Clock, Publisher, RetryStore
from qmonitor.queues.streams.values import MS, Envelope, OutgoingMessage
from qmonitor.queues.streams.working.refusals import PASSING
from qmonitor.queues.streams.working.telling import tell
from qmonitor.values import dataclass

_LOG = logging.getLogger("qmonitor.streams")

INTERVAL = 1.0
"""Seconds between two ticks."""

LONGEST = 60.0
"""Seconds between two ticks at most: they get fewer while the server refuses something."""

BATCH = 100


@dataclass(frozen=True, slots=True)
class Tick:
    """What one tick did: how many envelopes were brought back, and how many stay for the next; and `why` they do."""

    sent: int = 0
    failed: int = 0
    why: QueueError | None = field(default=None, compare=False)


class WallClock:
    """This machine's time (Unix ms)."""

    def now(self) -> int:
        return time.time_ns() // MS


class Dispatcher:
    """Re-enqueues what is due, as often as asked; several may run, on several machines.

    After a crash, or beside another dispatcher, an envelope may be sent twice; it is never lost.
    """

    def __init__(
        self,
        store: RetryStore,
        publisher: Publisher,
        interval: float = INTERVAL,
        batch: int = BATCH,
        *,
        clock: Clock | None = None,
        hindered: Callable[[QueueError | None], object] | None = None,
        may_remove: Callable[[], object] = lambda: None,
    ) -> None:
        """`clock`: best the server's, which all machines share; without one this machine's. `hindered` hears what keeps
        envelopes from being brought back, and None once nothing does. `may_remove` raises a `QueueError` where none
        could be removed: it would be published again at every tick.
        """
        self._store, self._publisher, self._clock = store, publisher, clock or WallClock()
        self._interval, self._batch, self._hindered = interval, batch, hindered
        self._may_remove = may_remove

    def run(self, stop: threading.Event) -> None:
        """Tick until `stop` is set; what hinders a tick is logged once and passes."""
        hindered, pause = "", self._interval
        while not stop.is_set():
            why: QueueError | None
            try:
                why = self.tick(self._clock.now()).why
            except QueueError as error:
                why = error
            if why is not None and str(why) != hindered:
                _LOG.warning("delayed retries wait: %s", type(why).__name__)
            if hindered != ("" if why is None else str(why)):
                tell(self._hindered, why)
            hindered = "" if why is None else str(why)
            pause = min(2 * pause, max(LONGEST, self._interval)) if _is_refusal(why) else self._interval
            stop.wait(pause)

    def tick(self, now: int) -> Tick:
        """Bring back up to a batch of what is due at `now`. Raises where the storage can't be read."""
        sent, failed = 0, 0
        why: QueueError | None = None
        due = self._store.due(now, self._batch)
        if due:
            self._may_remove()
        for envelope in due:
            try:
                self._bring_back(envelope)
                sent += 1
            except ServerUnreachable:
                raise
            except QueueError as error:
                failed, why = failed + 1, error
                _LOG.info("a retry of attempt %d stays: %s", envelope.attempt, type(error).__name__)
        return Tick(sent, failed, why)

    def _bring_back(self, envelope: Envelope) -> None:
        message = OutgoingMessage(envelope.payload, envelope.attempt, envelope.last_error_code, envelope.trace_id)
        self._publisher.publish(message)
        self._store.remove(envelope.id)


def _is_refusal(why: QueueError | None) -> bool:
    return why is not None and not isinstance(why, PASSING)
