"""Reads payloads in the order of ids, in transactions so short that the engine does not feel them."""

import sqlite3
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from qmonitor.queues.delivery import schema
from qmonitor.queues.delivery.filters import add_functions, compile_filter
from qmonitor.queues.delivery.rows import PAYLOAD, SIZE
from qmonitor.queues.delivery.seeks import indexes
from qmonitor.queues.errors import Interrupted
from qmonitor.queues.model import Query
from qmonitor.queues.scanning import MOST, WHOLE, Place, Scan, Stored
from qmonitor.queues.sqlite_file import snapshot
from qmonitor.queues.words import phrase

LIMIT = 0.025
"""Seconds after which a transaction is ended between two rows; the longest payload that is read in it takes some ms."""

LOOK_EVERY = 16
"""Rows between two looks at the clock, and at whether anybody still wants to know."""

CHUNK = 200
"""Certain items that one statement looks up."""


class PayloadScan:
    """Reads over one connection; `called_off` tells when the caller has lost interest."""

    def __init__(self, db: sqlite3.Connection, query: Query, called_off: Callable[[], bool] = lambda: False) -> None:
        """Raises `NotAQueue`."""
        schema.check(db)
        add_functions(db)
        self._db = db
        self._called_off = called_off
        self._ascending = query.head_first
        self._what = compile_filter(query, indexes(schema.objects(db)))
        self._rows: list[Stored] = []
        self._bytes = 0

    def part(self, after: Place | None, budget: float) -> Scan:
        """What comes after a place, as much as is read within `budget` seconds (one transaction at least)."""
        until = time.monotonic() + budget
        place = self._begin() if after is None else _whole(after)
        if place is None:
            return Scan((), None, None, None, None, 1.0)
        at, first, last = place
        while True:
            at, over = self._read(at, last)
            if over:
                return Scan(tuple(self._rows), None, first, last, last, 1.0)
            if time.monotonic() > until or self._bytes > MOST:
                return Scan(tuple(self._rows), (at, first, last), first, last, at, _share(at, first, last))

    def _begin(self) -> tuple[int, int, int] | None:
        """Just before the first id that is looked at, that id, and the last one; None: there is none."""
        ids = self._what.ids
        if ids is None:
            low, high = self._db.execute("SELECT min(id), max(id) FROM queue").fetchone()
        else:
            low, high = (ids[0], ids[-1]) if ids else (None, None)
        if low is None:
            return None
        return (low - 1, low, high) if self._ascending else (high + 1, high, low)

    def _read(self, at: int, last: int) -> tuple[int, bool]:
        """What one transaction reads after an id: where it ends, and whether that is the end of all."""
        wanted, values, end = self._wanted(at, last)
        sql = (
            f"SELECT id, size, CASE WHEN size <= {WHOLE} THEN {PAYLOAD} END FROM (SELECT id, raw,"
            f" CASE WHEN {self._what.where} THEN {SIZE} END AS size FROM queue NOT INDEXED WHERE {wanted})"
        )
        began = time.monotonic()
        with snapshot(self._db):
            rows = self._db.execute(sql, (*self._what.values, *values))
            try:
                for looked, (row_id, size, raw) in enumerate(rows, 1):
                    if size is not None:
                        self._rows.append(Stored(row_id, size, raw))
                        self._bytes += len(raw) if raw is not None else 0
                    if looked % LOOK_EVERY == 0 or self._bytes > MOST:
                        self._still_wanted()
                        if time.monotonic() - began > LIMIT or self._bytes > MOST:
                            return row_id, row_id == last
            finally:
                rows.close()
        self._still_wanted()
        return end, end == last

    def _wanted(self, at: int, last: int) -> tuple[str, Sequence[int], int]:
        """The condition on the rows that come next, its values, and the id up to which they all are met by it."""
        sign, upto, order = (">", "<=", "ASC") if self._ascending else ("<", ">=", "DESC")
        ids = self._what.ids
        if ids is None:
            return f"id {sign} ? AND id {upto} ? ORDER BY id {order}", (at, last), last
        if self._ascending:
            begin = bisect_right(ids, at)
            chunk = ids[begin : begin + CHUNK]
        else:
            begin = bisect_left(ids, at)
            chunk = ids[max(0, begin - CHUNK) : begin]
        end = chunk[-1] if self._ascending else chunk[0]
        return f"id IN ({', '.join('?' * len(chunk))}) ORDER BY id {order}", chunk, end

    def _still_wanted(self) -> None:
        if self._called_off():
            raise Interrupted(phrase("The reading was called off."))


def _whole(place: Place) -> tuple[int, int, int]:
    at, first, last = place
    return int(at), int(first), int(last)


def _share(at: int, first: int, last: int) -> float:
    return (abs(at - first) + 1) / (abs(last - first) + 1)
