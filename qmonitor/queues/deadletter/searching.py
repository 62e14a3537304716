"""Reads payloads part by part, in the order of a query."""

import time

from qmonitor.queues.deadletter.pages import Pages, spot_of
from qmonitor.queues.deadletter.walk import Spot, edge
from qmonitor.queues.model import ItemId, Query
from qmonitor.queues.scanning import MOST, WHOLE, Place, Scan, Stored


class PayloadScan:
    """One part after the other, over one connection."""

    def __init__(self, pages: Pages, query: Query) -> None:
        self._pages, self._query = pages, query

    def part(self, after: Place | None, budget: float) -> Scan:
        """What comes after a place, as much as is read within `budget` seconds (one row at least)."""
        place = after or self._begin()
        if place is None:
            return Scan((), None, None, None, None, 1.0)
        at, first, last = place
        spot = spot_of(at) if after is not None else edge(self._query.head_first)
        until, size = time.monotonic() + budget, 0
        end, rows = spot_of(last), []
        for here, item, raw in self._pages.met(self._query, spot, ascending=self._query.head_first):
            if here > end if self._query.head_first else here < end:
                break
            at = item.id
            if raw is not None:
                rows.append(Stored(item.id, item.size, raw if item.size <= WHOLE else None))
                size += min(item.size, WHOLE)
            if here != end and (time.monotonic() > until or size > MOST):
                return Scan(tuple(rows), (at, first, last), first, last, at, _share(here, spot_of(first), end))
        return Scan(tuple(rows), None, first, last, last, 1.0)

    def _begin(self) -> Place | None:
        """The first item that is looked at, and the last one; None: there is none."""
        up = self._query.head_first
        ends = [self._end(ascending=ascending) for ascending in (up, not up)]
        return None if ends[0] is None or ends[1] is None else (ends[0], ends[0], ends[1])

    def _end(self, *, ascending: bool) -> ItemId | None:
        found = self._pages.items(self._query, edge(ascending), ascending=ascending)
        return next((item.id for item in found), None)


def _share(at: Spot, first: Spot, last: Spot) -> float:
    """How far it is on the way from the first to the last, by the times at which they were written."""
    way = last[0] - first[0]
    return max(0.0, min(1.0, (at[0] - first[0]) / way)) if way else 0.5
