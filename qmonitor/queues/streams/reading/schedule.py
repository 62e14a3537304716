"""The index of delayed retries in its order, by time and name, from any place on."""

from typing import Any

from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading.places import delayed_spot
from qmonitor.queues.streams.reading.spots import Cursor
from qmonitor.queues.streams.server.trouble import explained

Scored = list[tuple[bytes, float]]
"""Names and times."""


class Schedule:
    """Over one client."""

    def __init__(self, client: Any, keys: Keys) -> None:
        self._client, self._key = client, keys.retry_index

    def beyond(self, cursor: Cursor, limit: int) -> tuple[Scored, bool]:
        """At most so many beyond a place, in its direction, and whether there are no more; else there is one at least.

        Very many may have the same time. The server finds a time at once, but would count its way through those of one
        time: so where they are more than are read, the place among them is looked for by halves.
        """
        with explained():
            page = self._client.zrange(
                self._key, repr(float(cursor.spot.at)), "+inf" if cursor.up else "-inf",
                desc=not cursor.up, byscore=True, offset=0, num=limit + 1, withscores=True,
            )  # fmt: skip
        found = _beyond(page, cursor)
        if found or len(page) <= limit:
            return found[:limit], len(page) <= limit
        return self._among_equals(cursor, limit)

    def _among_equals(self, cursor: Cursor, limit: int) -> tuple[Scored, bool]:
        """The same. What comes and goes meanwhile moves the others: some from before the place are read, to be sure."""
        spare = 1
        while True:
            rank = self._rank(cursor)
            first, last = (rank - spare, rank + limit - 1) if cursor.up else (rank - limit, rank + spare - 1)
            with explained():
                page = self._client.zrange(self._key, max(first, 0), max(last, 0), withscores=True)
            found, short = _beyond(page, cursor), len(page) < last - max(first, 0) + 1
            over, begun = (short, first <= 0) if cursor.up else (first <= 0, short)
            if (found or over) and (begun or len(found) < len(page)):
                return (found if cursor.up else found[::-1])[:limit], over
            spare *= 2

    def _rank(self, cursor: Cursor) -> int:
        """How many lie before the place, in ascending order."""
        time = repr(float(cursor.spot.at))
        with explained():
            low = self._client.zcount(self._key, "-inf", f"({time}")
            high = low + self._client.zcount(self._key, time, time)
        while low < high:
            middle = (low + high) // 2
            with explained():
                one = self._client.zrange(self._key, middle, middle, withscores=True)
            if one and bool(_beyond(one, cursor)) != cursor.up:
                low = middle + 1
            else:
                high = middle
        return int(low)


def _beyond(page: Scored, cursor: Cursor) -> Scored:
    return [(bytes(name), at) for name, at in page if delayed_spot(bytes(name), at).is_beyond(cursor)]
