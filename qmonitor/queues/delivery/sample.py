"""Writes a whole queue at once, with times in the past: for the demo and for nothing else.

A new file, filled with `synchronous=OFF`: what is lost in a power cut is made anew. The file that results is
one as an engine leaves it, in WAL mode, its log folded back.
"""

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing

from qmonitor.queues.delivery import schema
from qmonitor.queues.model import Item
from qmonitor.queues.sqlite_errors import explain

_COLUMNS = tuple(column for column in schema.COLUMNS if column != "id")
_INSERT = f"INSERT INTO queue ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"


def write_sample(path: str | os.PathLike[str], items: Iterable[Item]) -> None:
    """Make the file and put the items in, in this order, with all their values but the id. Raises `SourceError`."""
    target = os.fspath(path)
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=OFF")
            db.execute("BEGIN")
            schema.create(db)
            db.executemany(_INSERT, map(_row, items))
            db.execute("COMMIT")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise explain(error, target) from error


def _row(item: Item) -> tuple[object, ...]:
    times = (item.enqueued_at, item.next_attempt, item.last_attempt)
    return (
        *(item.channel, item.destination, item.control_id, item.message_type, item.raw, str(item.state), item.attempts),
        *(None if when is None else when.text for when in times),
        *(item.last_error, item.reason),
    )
