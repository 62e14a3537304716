"""The simulated engine: takes messages in, and delivers them in order to receivers that only exist in `scene`.

It works as an engine in the field does, through the same store, and knows nothing of whoever watches.
"""

import random
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from qmonitor import logs
from qmonitor.demo.people import Hospital
from qmonitor.demo.scene import BEHIND, RECEIVERS, Receiver, backoff
from qmonitor.queues.delivery import Store
from qmonitor.queues.errors import SourceError
from qmonitor.queues.model import Item
from qmonitor.queues.times import Instant, now

BEAT = 0.1
"""Seconds between two looks at what is due."""

CATCH_UP = 20
"""Messages taken in at one look at most: after a suspended laptop wakes up nobody wants a night's worth."""

LOG = logs.subject("demo")

Stop = Callable[[float], bool]
"""Waits for so many seconds; True as soon as it is time to end."""


class Engine:
    """One step after the other, whenever `step` is called with the time. Belongs to one thread."""

    def __init__(self, store: Store, at: Instant, rng: random.Random | None = None) -> None:
        self._store = store
        self._rng = rng or random.Random()
        self._hospital = Hospital(self._rng)
        self._comes = {receiver: at + self._gap(receiver) for receiver in RECEIVERS}
        self._free = dict.fromkeys(RECEIVERS, at)

    def step(self, at: Instant) -> None:
        """Take in what has come since, then let each receiver have its turn. Raises `SourceError`."""
        fresh = [item for receiver in RECEIVERS for item in self._arrived(receiver, at)]
        if fresh:
            self._store.enqueue_many(fresh)
        for receiver in RECEIVERS:
            if receiver.worked and _ns(self._free[receiver]) <= _ns(at):
                self._deliver(receiver, at)

    def _arrived(self, receiver: Receiver, at: Instant) -> list[Item]:
        items: list[Item] = []
        while _ns(self._comes[receiver]) <= _ns(at):
            if len(items) < CATCH_UP:
                items.append(self._item(receiver, at))
                self._comes[receiver] += self._gap(receiver)
            else:
                self._comes[receiver] = at + self._gap(receiver)
        return items

    def _item(self, receiver: Receiver, at: Instant) -> Item:
        message = self._hospital.message(receiver.kind, at)
        waits = self._store.blocked(receiver.channel, receiver.destination)
        return Item(
            receiver.channel,
            receiver.destination,
            message.raw,
            message.control_id,
            message.message_type,
            enqueued_at=at,
            next_attempt=at,
            reason=BEHIND if waits else "",
        )

    def _deliver(self, receiver: Receiver, at: Instant) -> None:
        item, _ = self._store.next(receiver.channel, receiver.destination, now=at)
        if item is None:
            return
        self._free[receiver] = at + timedelta(seconds=receiver.takes)
        attempts, due = (item.attempts or 0) + 1, item.next_attempt or at
        if self._rng.random() >= receiver.failing:
            self._store.succeeded(item.id, attempts)
        elif receiver.limit and attempts >= receiver.limit:
            self._store.gave_up(item.id, attempts, receiver.error, due)
        else:
            again = at + timedelta(seconds=backoff(attempts))
            self._store.retry(item.id, attempts, again, receiver.error, due)

    def _gap(self, receiver: Receiver) -> timedelta:
        return timedelta(seconds=self._rng.expovariate(1 / receiver.every))


def run_engine(path: Path, stop: Stop, clock: Callable[[], Instant] = now) -> None:
    """Work on the file until `stop` says so. A file that can't be written for a moment is tried again."""
    with Store(path) as store:
        engine = Engine(store, clock())
        while not stop(BEAT):
            try:
                engine.step(clock())
            except SourceError as error:
                LOG.debug("the file could not be worked on: %s", type(error).__name__)


def _ns(when: Instant) -> int:
    return when.ns or 0
