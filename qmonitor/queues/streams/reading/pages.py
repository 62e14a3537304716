"""Pages of items by keyset: a page costs what is looked at for it, wherever it begins, and never takes long."""

import time
from collections.abc import Callable
from itertools import islice

from qmonitor.queues.model import PAGE_LIMIT_MOST, About, Beside, Item, Page, Query, Side
from qmonitor.queues.streams.reading import items, spots, spread
from qmonitor.queues.streams.reading.ground import Ground
from qmonitor.queues.streams.reading.places import named
from qmonitor.queues.streams.reading.spots import Cursor, Spot
from qmonitor.queues.streams.reading.walking import Walk
from qmonitor.queues.times import now

BUDGET = 1.0
"""Seconds after which a page ends with what was found, and tells where to go on; counting by walking is given up."""

FEW = 50
"""Rows up to which a place about a row is found by walking there."""


class Pages:
    """Reads over one client; `still_wanted` may raise `Interrupted`."""

    def __init__(
        self,
        ground: Ground,
        still_wanted: Callable[[], object] = lambda: None,
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ground, self._still_wanted, self._passed = ground, still_wanted, passed

    def page(self, query: Query, begin: str | Beside | About | None = None) -> Page:
        """The page at a place. Raises `Refused` for a cursor, or an id, that is none."""
        if isinstance(begin, About):
            return self._about(query, begin)
        walk = Walk(self._ground, query, self._still_wanted)
        if begin is None:
            return self._read(walk, query, spots.edge(up=query.head_first), True, query.offset)
        if isinstance(begin, Beside):
            return self._read(walk, query, *self._beside(walk, begin, query.head_first))
        spot, forward = spots.parse_token(begin)
        return self._read(walk, query, Cursor(spot, forward == query.head_first), forward)

    def _beside(self, walk: Walk, begin: Beside, head_first: bool) -> tuple[Cursor, bool]:
        place, name = named(str(begin.item))
        if place != items.DELAYED_PLACE:
            items.entry_name(begin.item, name)
        spot = walk.spot_of(begin.item)
        if spot is None:
            raise items.unknown(begin.item)
        forward = begin.side is not Side.BEFORE
        return Cursor(spot, forward == head_first, begin.side is Side.AT), forward

    def _read(self, walk: Walk, query: Query, cursor: Cursor, forward: bool, skip: int = 0) -> Page:
        limit, as_of, until = max(1, min(query.limit, PAGE_LIMIT_MOST)), now(), self._passed() + BUDGET
        found: list[tuple[Spot, Item]] = []
        more, at = False, cursor.spot
        for one in walk.met(cursor):
            if len(found) == limit + skip and one.item is not None:
                more, at = True, found[-1][0]
                break
            at = one.spot
            if one.item is not None:
                found.append((one.spot, one.item))
            elif self._passed() > until:
                more = True
                break
        found = found[skip:]
        first = found[0][0] if found else cursor.spot
        began = cursor == spots.edge(up=cursor.up)
        beyond = spots.token(at, forward=forward) if more else None
        behind = None if began and not skip else spots.token(first, forward=not forward)
        rows = tuple(item for _, item in (found if forward else reversed(found)))
        return Page(rows, *((beyond, behind) if forward else (behind, beyond)), as_of)

    def _about(self, query: Query, about: About) -> Page:
        """A page that begins near a row: found by walking where that is short, else by how the rows are spread."""
        up, walk = query.head_first, Walk(self._ground, query, self._still_wanted)
        limit = max(1, min(query.limit, PAGE_LIMIT_MOST))
        if about.row + limit >= about.of:
            return self._read(walk, query, spots.edge(up=not up), False)
        if about.row <= FEW:
            row = max(0, about.row)
            begin = next(islice(walk.rows(spots.edge(up=up)), row, None), None)
            if begin is None:
                return self._read(walk, query, spots.edge(up=not up), False)
            return self._read(walk, query, Cursor(begin, up, inclusive=True), True)
        return self._read(walk, query, self._near(query, about.row / about.of), True)

    def _near(self, query: Query, share: float) -> Cursor:
        """From where on about such a part of the list lies behind, in its direction."""
        up = query.head_first
        share = share if up else 1 - share
        if query.among is not None:
            spot = self._ground.placed(query.among, self._still_wanted).at(share)
            return spots.edge(up=up) if spot is None else Cursor(spot, up, inclusive=True)
        time = spread.time_at(spread.stretches(self._ground, query), share)
        if time is None:
            return spots.edge(up=up)
        return Cursor(Spot(round(time), spots.FIRST.kind if up else spots.LAST.kind), up)

    def count(self, query: Query) -> int | None:
        """How many match; None where that can't be told soon."""
        until, found = self._passed() + BUDGET, 0
        for one in Walk(self._ground, query, self._still_wanted).met(spots.edge(up=True)):
            found += one.item is not None
            if self._passed() > until:
                return None
        return found
