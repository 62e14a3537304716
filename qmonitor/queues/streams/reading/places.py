"""Where items stand in the one list of all stages, told by their ids."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping

from qmonitor.queues.errors import UnknownItem
from qmonitor.queues.model import Among
from qmonitor.queues.streams.names import member
from qmonitor.queues.streams.reading import items, spots
from qmonitor.queues.streams.reading.spots import Cursor, Spot

CHUNK = 100
"""Certain items that are looked up at once."""

KINDS = {
    items.MAIN_PLACE: spots.MAIN,
    items.DEAD_PLACE: spots.DEAD,
    items.SKIPPED_PLACE: spots.SKIPPED,
    items.EVENT_PLACE: spots.EVENT,
}
"""By the places of entries; those of failed events too, which are in no list."""


class Places:
    """Certain items in the order in which they stand in the list."""

    def __init__(self, among: Among, ids: list[str], scores: Mapping[str, float | None]) -> None:
        """`scores` of those that are delayed: where they are, or were; None where nobody knows."""
        self.among, self._ids, self._scores = among, ids, scores
        ids.sort(key=self.spot)

    def spot(self, item: str) -> Spot:
        if item not in self._scores:
            return entry_spot(item)
        return delayed_spot(delayed_name(item), self._scores[item])

    def at(self, share: float) -> Spot | None:
        """Where the one stands that has such a part of them before it; None where there are none."""
        return self.spot(self._ids[min(int(share * len(self._ids)), len(self._ids) - 1)]) if self._ids else None

    def beyond(self, cursor: Cursor) -> Iterator[list[str]]:
        """Those beyond a place, some at a time."""
        right = bisect_right if cursor.inclusive != cursor.up else bisect_left
        at = right(self._ids, cursor.spot, key=self.spot)
        while at < len(self._ids) if cursor.up else at > 0:
            part = self._ids[at : at + CHUNK] if cursor.up else self._ids[max(0, at - CHUNK) : at][::-1]
            yield part
            at += len(part) if cursor.up else -len(part)


def entry_spot(item: str) -> Spot:
    """Where an entry of a stream stands, by its id. Raises `UnknownItem`."""
    place, name = named(item)
    return spots.of_entry(KINDS[place], items.entry_name(item, name))


def delayed_spot(name: bytes, score: float | None) -> Spot:
    """Where a delayed retry stands; `score` None: it has no time, or nobody knows it any more."""
    if score is None:
        return Spot(spots.FIRST.at, spots.UNSCHEDULED, 0, name)
    return Spot(score, spots.DELAYED, 0, name)


def is_id(item: str) -> bool:
    """Whether there can be an item of that id."""
    try:
        place, name = named(item)
    except UnknownItem:
        return False
    return member(name) is not None if place == items.DELAYED_PLACE else items.is_entry(name)


def delayed_name(item: str) -> bytes:
    """The name of a delayed retry on the server. Raises `UnknownItem` for an id that none can have."""
    name = member(item.partition(":")[2])
    if name is None:
        raise items.unknown(item)
    return name


def named(id: str) -> tuple[str, str]:
    """An id's place and name; those of failed events, too, which are in no list. Raises `UnknownItem`."""
    place, _, name = id.partition(":")
    return (place, name) if place == items.EVENT_PLACE else items.place_of(id)
