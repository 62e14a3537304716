"""Whether a file still holds the queues that it held before.

A key tells when its row was written, to the nanosecond: in another file, or an older state of this one, it means no
other message. So nothing that is named can be mistaken; what is asked here is only whether curves of before go on.
"""

import json
import sqlite3

from qmonitor.queues.deadletter.schema import objects

NEWEST = 8
"""Keys by which a file is recognised that lies elsewhere by now."""


def mark(db: sqlite3.Connection, identity: tuple[int, int]) -> str:
    """The file (its device and inode), and its newest rows, as one opaque text."""
    sql = f"SELECT hex(key) FROM kv WHERE expires_at IS NULL ORDER BY rowid DESC LIMIT {NEWEST}"
    return json.dumps([*identity, [row[0] for row in db.execute(sql)]])


def knows(stored: str, identity: tuple[int, int], db: sqlite3.Connection) -> bool:
    """Whether a mark was made of this file, or of one of which a row is here."""
    device, inode, keys = json.loads(stored)
    if (device, inode) == identity:
        return True
    tables = ("kv", "qmonitor_skipped") if "qmonitor_skipped" in objects(db) else ("kv",)
    found = (
        db.execute(f"SELECT 1 FROM {table} WHERE key = ?", (bytes.fromhex(key),)).fetchone()
        for key in keys
        for table in tables
    )
    return any(row is not None for row in found)


def recognises(stored: str, identity: tuple[int, int], _db: sqlite3.Connection) -> bool:
    """Whether a mark was made of this very file. What its keys mean never changes."""
    device, inode, _ = json.loads(stored)
    return (device, inode) == identity


def same_history(_stored: str, _db: sqlite3.Connection) -> bool:
    """A plan that is kept in a file goes on in that file, wherever it lies by now: a key means the same there."""
    return True
