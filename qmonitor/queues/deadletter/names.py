"""Which queues there are, told by the shapes of keys; no value is read."""

import sqlite3
from collections.abc import Iterator

from qmonitor.queues.deadletter.keys import bounds, queue_of
from qmonitor.queues.deadletter.schema import QUEUED

_NEXT = f"SELECT key FROM kv WHERE key {{}} ? AND typeof(key) = 'blob' AND {QUEUED} ORDER BY key LIMIT 1"


def names(db: sqlite3.Connection) -> tuple[bytes, ...]:
    """The names of all queues that have rows, by the order of their bytes."""
    return tuple(_names(db))


def _names(db: sqlite3.Connection) -> Iterator[bytes]:
    """One seek a queue, past all of its rows; and one for each key that is neither a queue's nor has an expiry."""
    row = db.execute(_NEXT.format(">="), (b"",)).fetchone()
    while row is not None:
        name = queue_of(row[0])
        if name is None:
            row = db.execute(_NEXT.format(">"), (row[0],)).fetchone()
        else:
            yield name
            row = db.execute(_NEXT.format(">="), (bounds(name)[1],)).fetchone()
