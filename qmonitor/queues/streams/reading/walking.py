"""All stages of a queue as one list, walked in both directions from any place."""

from collections.abc import Callable, Iterator
from heapq import merge
from typing import NamedTuple

from qmonitor.queues.errors import UnknownItem
from qmonitor.queues.matching import matches
from qmonitor.queues.model import Among, Item, Query, State
from qmonitor.queues.streams.reading import items, spots, stages
from qmonitor.queues.streams.reading.finding import found
from qmonitor.queues.streams.reading.ground import Ground
from qmonitor.queues.streams.reading.lines import Line, Met
from qmonitor.queues.streams.reading.places import delayed_name, delayed_spot, entry_spot, named
from qmonitor.queues.streams.reading.spots import Cursor, Spot

MS = 1_000_000


class Looked(NamedTuple):
    """What a walk came by; `item` and its payload where it matches."""

    spot: Spot
    id: str
    item: Item | None
    payload: Callable[[], bytes]


class Walk:
    """Over one client; `still_wanted` is called between two commands, and may raise `Interrupted`."""

    def __init__(self, ground: Ground, query: Query, still_wanted: Callable[[], object]) -> None:
        self._ground, self._query, self._still_wanted = ground, query, still_wanted
        self._needle = None if not query.text else query.text.encode("utf-8", "surrogatepass").lower()
        since = None if query.since is None else query.since.ns
        self._since = None if since is None else since // MS

    def raw(self, cursor: Cursor) -> Iterator[Met]:
        """Everything in the states of the query, without any filter else; each once."""
        before: str | None = None
        for one in self._all(cursor):
            self._still_wanted()
            if one.id != before:
                yield one
            before = one.id

    def met(self, cursor: Cursor) -> Iterator[Looked]:
        """Everything that is looked at beyond a place, in its order; each once."""
        for one in self.raw(cursor):
            if self._since is not None and one.spot.at < self._since and one.spot.kind != spots.UNSCHEDULED:
                if not cursor.up:  # nothing was queued after it entered the place where it lies
                    return
                continue
            yield Looked(one.spot, one.id, self._matching(one), one.payload)

    def rows(self, cursor: Cursor) -> Iterator[Spot]:
        """Where those stand that match; without a filter nothing is decoded for it."""
        query = self._query
        timed, certain = query.since is not None or query.until is not None, query.among is not None
        if query.text or query.error or timed or (certain and query.state is not None):
            return (one.spot for one in self.met(cursor) if one.item is not None)
        return (one.spot for one in self.raw(cursor))

    def _all(self, cursor: Cursor) -> Iterator[Met]:
        query, keys = self._query, self._ground.keys
        if query.channel not in (None, keys.main) or query.destination not in (None, keys.group):
            return iter(())
        if query.among is not None:
            return self._among(query.among, cursor)
        if self._since is not None and cursor.up and cursor.spot.at < self._since and not self._ground.strays:
            cursor = Cursor(Spot(self._since, -1), True)
        lines = [line.walk(cursor) for line in self._lines()]
        return merge(*lines, key=lambda one: one.spot, reverse=not cursor.up)

    def _lines(self) -> list[Line]:
        ground, state, ahead = self._ground, self._query.state, self._query.limit + 1
        lines: list[Line] = []
        if state in (None, State.PENDING):
            undelivered = stages.undelivered(ground, ahead)  # first: what is delivered meanwhile is met in flight, too
            lines += [
                stages.in_flight(ground, ahead),
                undelivered,
                stages.delayed(ground, ahead),
                stages.unscheduled(ground),
            ]
        if state in (None, State.FAILED):
            lines.append(stages.dead(ground, ahead))
        if state in (None, State.SKIPPED):
            lines.append(stages.skipped(ground, ahead))
        return lines

    def _among(self, among: Among, cursor: Cursor) -> Iterator[Met]:
        """Those of certain items that are there, whatever became of them."""
        placed = self._ground.placed(among, self._still_wanted)
        for part in placed.beyond(cursor):
            self._still_wanted()
            for item, one in zip(part, found(self._ground, part), strict=True):
                if one is not None:
                    yield one._replace(spot=placed.spot(item))  # a retry may have got another time since

    def spot_of(self, item: object) -> Spot | None:
        """Where an item stands, or stood; None for what is no id, or was never seen."""
        try:
            if named(str(item))[0] != items.DELAYED_PLACE:
                return entry_spot(str(item))
            member = delayed_name(str(item))
        except UnknownItem:
            return None
        return delayed_spot(member, self._ground.score(member))

    def _matching(self, one: Met) -> Item | None:
        """The item, where it passes the filters; most of those that do not are told without being decoded."""
        query = self._query
        if self._needle is not None and self._needle not in one.raw.lower() and b"\\" not in one.raw:
            return None
        if query.error and not one.error:
            return None
        item = one.make()
        return item if matches(query, item) else None
