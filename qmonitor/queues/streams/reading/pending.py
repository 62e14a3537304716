"""What consumers have in hand, walked in both directions."""

from collections.abc import Iterator, Sequence
from typing import Any

from qmonitor.queues.model import Stage
from qmonitor.queues.streams.envelopes import order
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading import items, spots
from qmonitor.queues.streams.reading.bodies import Bodies, Bottom, in_parts, size_of
from qmonitor.queues.streams.reading.items import Fields
from qmonitor.queues.streams.reading.lines import Met
from qmonitor.queues.streams.reading.spots import Cursor
from qmonitor.queues.streams.reading.strides import Stride, growing
from qmonitor.queues.streams.server.trouble import explained

DENSE = 16
"""Where fewer than one of so many entries is in flight, the stream itself is no way to those that are."""


CROWD = 1000
"""So many entries of one time are looked among at first."""

_NUMBERS = 2**64
"""Of the ids that one time can have."""


class PendingLine:
    """What consumers have in hand, those too whose body is gone.

    The server tells them upwards only. Where most of what was delivered last is still in flight, the stream itself
    leads back; else a stretch of ids is looked for that holds enough of them, and not too many.
    """

    def __init__(self, client: Any, keys: Keys, stride: Stride, ahead: int = 0) -> None:
        self._client, self._keys, self._stride, self._ahead = client, keys, stride, ahead

    def walk(self, cursor: Cursor) -> Iterator[Met]:
        border, bottom = spots.range_from(cursor, spots.MAIN), Bottom(self._client, self._keys.main)
        if border is not None and not cursor.up:
            border = self._from_the_last(border)
        if border is None:
            return
        counts = growing(self._ahead)
        wanted = next(counts)
        while True:
            count = self._stride.most(wanted)
            near = None if cursor.up or bottom.is_reached(border) else self._beside(border, count)
            if near is not None:
                for entry_id, fields in near:
                    yield self._met(entry_id, fields)
                border, wanted = f"({near[-1][0]}", counts.send(len(near))
            else:
                ids = self._above(border, count) if cursor.up else self._below(border, count)
                yield from self._with_bodies(ids)
                if len(ids) < count:
                    return
                border, wanted = f"({ids[-1]}", counts.send(len(ids))

    def _from_the_last(self, border: str) -> str | None:
        """The border going down, with nothing before it where none is in flight; None: none is anywhere."""
        with explained():
            whole = self._client.xpending(self._keys.main, self._keys.group)
        if not whole["pending"]:
            return None
        last = bytes(whole["max"]).decode()
        at = None if border == "+" else order(border.lstrip("("), 2**64 - 1)
        return last if at is None or at > order(last) else border

    def _beside(self, border: str, count: int) -> Bodies | None:
        """The last ones up to a border, the last first; None where the entries before it are mostly done with."""
        with explained():
            there = self._client.xrevrange(self._keys.main, border, "-", count=count)
        if not there:
            return None
        self._stride.learn([size_of(fields) for _, fields in there])
        with explained():
            found = self._client.xpending_range(self._keys.main, self._keys.group, there[-1][0], border, 2 * count)
        ids = [one["message_id"].decode() for one in found]
        if len(ids) < max(1, count // DENSE) or len(ids) == 2 * count:
            return None
        bodies = {one.decode(): fields for one, fields in there}
        return [(one, bodies.get(one)) for one in reversed(ids)]

    def _above(self, border: str, count: int) -> list[str]:
        with explained():
            found = self._client.xpending_range(self._keys.main, self._keys.group, border, "+", count)
        return [one["message_id"].decode() for one in found]

    def _below(self, border: str, count: int) -> list[str]:
        """The last ones up to a border, the last of them first."""
        with explained():
            whole = self._client.xpending(self._keys.main, self._keys.group)
        if not whole["pending"]:
            return []
        low, high = (_as_number(order(whole[end].decode())) for end in ("min", "max"))
        if border != "+":
            exclusive, text = border.startswith("("), border.lstrip("(")
            at = _as_number(order(text, 2**64 - 1))
            high = min(high, at - 1 if exclusive else at)
        if high < low:
            return []
        start = max(high - (high - low) * 2 * count // int(whole["pending"]), low)
        found = self._last(low, high, count, start)
        return found[: -count - 1 : -1]

    def _last(self, low: int, high: int, count: int, start: int) -> list[str]:
        """The ids of a stretch that ends at `high` and holds so many of them at least, or all; first from `start`."""
        full, few, most = low - 1, high + 1, 3 * count
        while True:
            found = self._above_to(start, high, most)
            if len(found) == most and start < high:
                full = start
            elif len(found) >= count or start <= low:
                return found
            else:
                few = start
            if few - full <= 1:
                return found
            start = _between(full, few) if full >= low else max(high + 1 - 4 * (high + 1 - few), low)

    def _above_to(self, low: int, high: int, most: int) -> list[str]:
        begin, end = ("{}-{}".format(*divmod(one, _NUMBERS)) for one in (low, high))
        with explained():
            found = self._client.xpending_range(self._keys.main, self._keys.group, begin, end, most)
        return [one["message_id"].decode() for one in found]

    def _with_bodies(self, ids: Sequence[str]) -> Iterator[Met]:
        for part in in_parts(self._client, self._keys.main, ids, self._stride):
            for entry_id, fields in part:
                yield self._met(entry_id, fields)

    def _met(self, entry_id: str, fields: Fields | None) -> Met:
        payload = (fields or {}).get(b"payload", b"")
        return Met(
            spots.of_entry(spots.MAIN, entry_id),
            f"{items.MAIN_PLACE}:{entry_id}",
            payload,
            (fields or {}).get(b"lastErrorCode", b"").decode("utf-8", "backslashreplace"),
            lambda: items.of_entry(self._keys, entry_id, fields, Stage.IN_FLIGHT),
            lambda: payload,
            items.is_tried(fields or {}),
        )


def _between(low: int, high: int) -> int:
    """An id between two: in the middle of their times, and within one time soon above the lower one.

    Thousands of entries can have one time; the numbers that tell them apart go far beyond any that is given.
    """
    (early, number), (late, beyond) = divmod(low, _NUMBERS), divmod(high, _NUMBERS)
    if late - early > 1:
        return (early + late) // 2 * _NUMBERS
    if late > early and beyond:
        return late * _NUMBERS
    beyond = beyond if late == early else _NUMBERS
    return early * _NUMBERS + min((number + beyond) // 2, 2 * number + CROWD)


def _as_number(entry: tuple[int, int]) -> int:
    return entry[0] * _NUMBERS + entry[1]
