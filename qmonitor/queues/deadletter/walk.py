"""Rows in the order of their arrival, over all queues or one, from a place on; each is read as it is asked for."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge

from qmonitor.queues.deadletter import keys
from qmonitor.queues.deadletter.keys import MOST, Key
from qmonitor.queues.deadletter.names import names
from qmonitor.queues.deadletter.rows import Row, Skipped
from qmonitor.queues.deadletter.schema import QUEUED, objects
from qmonitor.queues.deadletter.spans import MAX_BYTES
from qmonitor.queues.sqlite_values import stored_bytes, text, whole

Spot = tuple[int, int, bytes, int]
"""A place between two messages: the order of a row's key, and twice the number of the message in the row, plus or minus
one. A message itself is at twice its number."""

FIRST, LAST = 8, 256
"""Keys that the first statement of a walk reads, and at most a later one."""

_BEFORE_ALL: Spot = (-2, 0, b"", 0)
_AFTER_ALL: Spot = (MOST + 1, 0, b"", 0)


def edge(ascending: bool) -> Spot:
    """Where a walk over everything begins."""
    return _BEFORE_ALL if ascending else _AFTER_ALL


class Walk:
    """Over one connection, in the order of arrival or against it."""

    def __init__(self, db: sqlite3.Connection, *, ascending: bool, queued: bool = True, skipped: bool = True) -> None:
        """Which rows: those of the queues, those that somebody skipped, or both."""
        self._db, self._ascending = db, ascending
        self._skipped = skipped and "qmonitor_skipped" in objects(db)
        self._queued = queued

    def rows(self, name: bytes | None, spot: Spot) -> Iterator[Row]:
        """Those of one queue, or of all, from a place on."""
        found = [self._stream(each, spot, skipped) for skipped in (False, True) for each in self._names(name, skipped)]
        return merge(*found, key=lambda row: row.key.order, reverse=not self._ascending)

    def among(self, wanted: Iterable[bytes], spot: Spot) -> Iterator[Row]:
        """Those of certain keys that are still there, from a place on."""
        parsed = [key for raw in wanted if (key := keys.parse(raw)) is not None]
        order = sorted(parsed, key=lambda key: key.order, reverse=not self._ascending)
        for key in order:
            beyond = key.order >= spot[:3] if self._ascending else key.order <= spot[:3]
            row = self._read(key) if beyond else None
            if row is not None:
                yield row

    def _read(self, key: Key) -> Row | None:
        row = find(self._db, key) if self._queued else None
        return row or (find_skipped(self._db, key) if self._skipped else None)

    def _names(self, name: bytes | None, skipped: bool) -> Sequence[bytes]:
        if not (self._skipped if skipped else self._queued):
            return ()
        if name is not None:
            return (name,)
        return skipped_names(self._db) if skipped else names(self._db)

    def _stream(self, name: bytes, spot: Spot, skipped: bool) -> Iterator[Row]:
        """One queue's rows of one table. The older layout's one was there before all others."""
        read = find_skipped if skipped else find
        old = Key(name)
        if self._ascending and spot[:3] <= old.order:
            yield from filter(None, (read(self._db, old),))
        for key in self._keys(name, spot, skipped):
            row = read(self._db, key)
            if row is not None:
                yield row
        if not self._ascending and spot[:3] >= old.order:
            yield from filter(None, (read(self._db, old),))

    def _keys(self, name: bytes, spot: Spot, skipped: bool) -> Iterator[Key]:
        low, high = keys.bounds(name)
        at = max(-1, min(spot[0], MOST + 1))
        if self._ascending:
            low = keys.row_key(name, at, spot[1]) if 0 <= at <= MOST else (high if at > MOST else low)
        else:
            high = keys.row_key(name, at, spot[1]) + b"\0" if 0 <= at <= MOST else (low if at < 0 else high)
        which = "FROM qmonitor_skipped WHERE" if skipped else f"FROM kv WHERE {QUEUED} AND"
        order, size = "ASC" if self._ascending else "DESC", FIRST
        while True:
            sql = f"SELECT key {which} key >= ? AND key < ? ORDER BY key {order} LIMIT {size}"
            found = [row[0] for row in self._db.execute(sql, (low, high)).fetchall()]
            yield from (key for raw in found if (key := keys.parse(raw)) is not None)
            if len(found) < size:
                return
            size = min(2 * size, LAST)
            low, high = (found[-1] + b"\0", high) if self._ascending else (low, found[-1])


_SIZED = f"length(CAST(value AS BLOB)), CASE WHEN length(value) <= {MAX_BYTES} THEN value END"
"""A value's size in bytes, and itself unless it is too long to be anything."""


def find(db: sqlite3.Connection, key: Key) -> Row | None:
    """A queue's row."""
    found = db.execute(f"SELECT {_SIZED} FROM kv WHERE key = ? AND expires_at IS NULL", (key.raw,)).fetchone()
    return None if found is None else Row(key, stored_bytes(found[1]), whole(found[0]))


def find_skipped(db: sqlite3.Connection, key: Key) -> Row | None:
    """A row that somebody skipped."""
    found = db.execute(f"SELECT {_SIZED}, who, at FROM qmonitor_skipped WHERE key = ?", (key.raw,)).fetchone()
    if found is None:
        return None
    return Row(key, stored_bytes(found[1]), whole(found[0]), Skipped(text(found[2]), text(found[3])))


def find_any(db: sqlite3.Connection, raw: bytes) -> Row | None:
    """A row, wherever it is."""
    key = keys.parse(raw)
    if key is None:
        return None
    return find(db, key) or (find_skipped(db, key) if "qmonitor_skipped" in objects(db) else None)


def skipped_names(db: sqlite3.Connection) -> list[bytes]:
    """Of queues of which somebody skipped a row."""
    found = {
        keys.queue_of(row[0]) for row in db.execute("SELECT key FROM qmonitor_skipped") if isinstance(row[0], bytes)
    }
    return sorted(name for name in found if name is not None)


def all_names(db: sqlite3.Connection) -> list[bytes]:
    """Of every queue that has a row, skipped ones included."""
    return sorted({*names(db), *(skipped_names(db) if "qmonitor_skipped" in objects(db) else ())})
