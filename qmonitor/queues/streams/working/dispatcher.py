"""Delayed retry: brings back what is due. An envelope leaves the storage only after it is in the main stream."""

import logging
import threading
import time

from qmonitor.queues.errors import QueueError
from qmonitor.queues.streams.errors import ServerUnreachable
from qmonitor.queues.streams.interfaces import Clock, Publisher, RetryStore
from qmonitor.queues.streams.values import MS, Envelope, OutgoingMessage
from qmonitor.values import dataclass

_LOG = logging.getLogger("qmonitor.streams")

INTERVAL = 1.0
"""Seconds between two ticks."""

BATCH = 100


@dataclass(frozen=True, slots=True)
class Tick:
    """What one tick did: how many envelopes were brought back, and how many stay for the next."""

    sent: int = 0
    failed: int = 0


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
    ) -> None:
        """`clock`: best the server's, which all machines share; without one this machine's."""
        self._store, self._publisher, self._clock = store, publisher, clock or WallClock()
        self._interval, self._batch = interval, batch

    def run(self, stop: threading.Event) -> None:
        """Tick until `stop` is set; what hinders a tick is logged once and passes."""
        hindered = ""
        while not stop.is_set():
            try:
                self.tick(self._clock.now())
                hindered = ""
            except QueueError as error:
                if type(error).__name__ != hindered:
                    hindered = type(error).__name__
                    _LOG.warning("delayed retries wait: %s", hindered)
            stop.wait(self._interval)

    def tick(self, now: int) -> Tick:
        """Bring back up to a batch of what is due at `now`. Raises where the storage can't be read."""
        sent = failed = 0
        for envelope in self._store.due(now, self._batch):
            try:
                self._bring_back(envelope)
                sent += 1
            except ServerUnreachable:
                raise
            except QueueError as error:
                failed += 1
                _LOG.info("a retry of attempt %d stays: %s", envelope.attempt, type(error).__name__)
        return Tick(sent, failed)

    def _bring_back(self, envelope: Envelope) -> None:
        message = OutgoingMessage(envelope.payload, envelope.attempt, envelope.last_error_code, envelope.trace_id)
        self._publisher.publish(message)
        self._store.remove(envelope.id)
