"""Delayed retries, walked in both directions: those that wait for their time, and those that have none."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from qmonitor.queues.streams.envelopes import UnreadableEnvelope, decode
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading import items
from qmonitor.queues.streams.reading.bodies import stored_in_parts
from qmonitor.queues.streams.reading.lines import Met
from qmonitor.queues.streams.reading.places import delayed_spot
from qmonitor.queues.streams.reading.schedule import Schedule
from qmonitor.queues.streams.reading.spots import Cursor
from qmonitor.queues.streams.reading.strides import Stride, growing
from qmonitor.queues.streams.server.trouble import explained


class DelayedLine:
    """Retries that wait, by the time at which they are due. `known` is told where each of them was seen."""

    def __init__(
        self,
        client: Any,
        keys: Keys,
        stride: Stride,
        now: int,
        known: Callable[[bytes, float], object] = lambda *_: None,
        ahead: int = 0,
    ) -> None:
        """`now` (Unix ms, the server's): what is due by then is told to be."""
        self._client, self._keys, self._stride, self._now, self._known = client, keys, stride, now, known
        self._ahead = ahead

    def walk(self, cursor: Cursor) -> Iterator[Met]:
        schedule, payloads = Schedule(self._client, self._keys), self._keys.retry_payloads
        for wanted in growing(self._ahead):
            found, over = schedule.beyond(cursor, self._stride.most(wanted))
            for name, score in found:
                self._known(name, score)
            scores = dict(found)
            for part in stored_in_parts(self._client, payloads, list(scores), self._stride):
                for name, one in part:
                    yield envelope_met(self._keys, name, one, scores[name], self._now)
            if over:
                return
            name, score = found[-1]
            cursor = Cursor(delayed_spot(name, score), cursor.up)


class UnscheduledLine:
    """Payloads without a time, which will never run: those that somebody has found. At the oldest end of the list."""

    def __init__(self, client: Any, keys: Keys, names: Sequence[bytes], now: int) -> None:
        """`names`: in ascending order."""
        self._client, self._keys, self._names, self._now = client, keys, names, now

    def walk(self, cursor: Cursor) -> Iterator[Met]:
        for name in self._names if cursor.up else reversed(self._names):
            if not delayed_spot(name, None).is_beyond(cursor):
                continue
            with explained():
                stored = self._client.hget(self._keys.retry_payloads, name)
            if stored is not None:
                yield envelope_met(self._keys, name, stored, None, self._now)


def envelope_met(keys: Keys, name: bytes, stored: bytes | None, score: float | None, now: int) -> Met:
    """A delayed retry as a walk meets it; without a time where `score` is None."""
    deployment, _, code = items.parts_of(name)
    return Met(
        delayed_spot(name, score),
        items.delayed_id(name),
        b"%b %b" % (deployment.encode(), stored or b""),
        code,
        lambda: items.of_envelope(keys, name, stored, score, now),
        lambda: payload_of(name, stored),
    )


def payload_of(name: bytes, stored: bytes | None) -> bytes:
    """The event in an envelope; of what can't be read, all that lies there."""
    if stored is None:
        return b""
    try:
        return decode(name, stored).payload
    except UnreadableEnvelope:
        return stored
