"""Reading the rows of one queue in their order, a few at a time and none of them huge."""

import sqlite3
from collections.abc import Iterator

from qmonitor.queues.deadletter import keys
from qmonitor.queues.deadletter.schema import QUEUED
from qmonitor.queues.deadletter.spans import MAX_BYTES
from qmonitor.queues.sqlite_values import stored_bytes

INLINE = 4_096
"""Bytes of a value up to which it is read with others."""

SLICE = 500
"""Rows that are read by one statement: 1 ms."""

LONG_BYTES = 4 << 20
"""Bytes of longer values that are read at once, but for the first of them."""

_SHORT = f"CASE WHEN value IS NULL THEN x'' WHEN length(value) <= {INLINE} THEN value END"
_LONG = f"CASE WHEN length(value) <= {MAX_BYTES} THEN value WHEN value NOT NULL THEN x'ff' END"
"""What is too long to be decoded is as good as any other value that can't be."""

_ROWS = f"SELECT key, {_SHORT} FROM kv WHERE key > ? AND key < ? AND {QUEUED} AND length(key) = ? ORDER BY key LIMIT ?"
_ONE = f"SELECT {_LONG} FROM kv WHERE key = ? AND {QUEUED}"

Row = tuple[bytes, bytes]
"""A key and its value."""


class Line:
    """The rows of a queue: what lies under its bare name comes first."""

    def __init__(self, db: sqlite3.Connection, name: bytes) -> None:
        self._db, self._name = db, name
        self._begin, self._end = keys.bounds(name)

    def after(self, key: bytes | None, most: int) -> list[Row]:
        """The next rows behind a key, at most so many, and fewer where they are huge; None: from the first on."""
        if key is None:
            legacy = self.value(self._name)
            if legacy is not None:
                return [(self._name, legacy)]
        begin = self._begin if key is None or key == self._name else key
        rows = self._db.execute(_ROWS, (begin, self._end, len(self._name) + keys.TAIL, most)).fetchall()
        found, size = list[Row](), 0
        for row, short in rows:
            value = self.value(row) or b"" if short is None else stored_bytes(short)
            size += len(value) if short is None else 0
            found.append((row, value))
            if size > LONG_BYTES:
                break
        return found

    def slices(self) -> Iterator[list[Row]]:
        """All of them, by one statement a slice."""
        rows = self.after(None, SLICE)
        while rows:
            yield rows
            rows = self.after(rows[-1][0], SLICE)

    def value(self, key: bytes) -> bytes | None:
        """What is stored under a key; None where there is no such row."""
        found = self._db.execute(_ONE, (key,)).fetchone()
        return None if found is None else stored_bytes(found[0])

    def owns(self, key: bytes) -> bool:
        return keys.queue_of(key) == self._name
