"""Writes a whole file of dead-letter queues at once, with times in the past: for the demo and for nothing else.

A new file, filled with `synchronous=OFF`: what is lost in a power cut is made anew. The file that results is one as a
daemon leaves it, in WAL mode, its log folded back.
"""

import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing

from qmonitor.queues.deadletter import codec, keys, schema
from qmonitor.queues.deadletter.codec import Message
from qmonitor.queues.sqlite_errors import explain
from qmonitor.queues.times import Instant

Row = tuple[str, Instant, Sequence[Message] | bytes]
"""A queue, when the row was written, and its messages; bytes: what stands there instead."""


def write_sample(path: str | os.PathLike[str], rows: Iterable[Row]) -> None:
    """Make the file and put the rows in. Raises `SourceError`, `NotAName`, `NotAMessage`."""
    target = os.fspath(path)
    made = [_row(n, *row) for n, row in enumerate(rows)]
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=OFF")
            db.execute("BEGIN")
            schema.create(db)
            db.executemany("INSERT INTO kv (key, value) VALUES (?, ?)", made)
            db.execute("COMMIT")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise explain(error, target) from error


def _row(n: int, queue: str, at: Instant, content: Sequence[Message] | bytes) -> tuple[bytes, bytes]:
    value = content if isinstance(content, bytes) else codec.encode(content)
    return keys.row_key(keys.encoded(queue), max(0, at.ns or 0), n), value
