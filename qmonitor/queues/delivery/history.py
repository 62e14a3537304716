"""Whether a file still holds the queue that it held before: rows come and go, but ids are never given out again.

A file that was replaced has another inode; one restored in place does not, but it no longer knows the last row
that was seen, or has given its id to another message. Whatever was learned or confirmed before is void then.
"""

import hashlib
import json
import sqlite3
from dataclasses import astuple

from qmonitor.queues.delivery.rows import text, whole
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """The newest row at one moment, by which the queue is recognised; `id` 0 where there was none.

    `digest` stands for its control id and time: a mark may be kept in the file, where no identifier belongs.
    """

    id: int
    digest: str

    def holds(self, db: sqlite3.Connection) -> bool:
        """Whether the file has the same history: a row that is merely gone was removed, if its id is remembered."""
        if not self.id:
            return True
        found = _row(db, "WHERE id = ?", (self.id,))
        if found is not None:
            return found == self
        given = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'queue'").fetchone()
        return given is not None and whole(given[0]) >= self.id


def mark(db: sqlite3.Connection) -> Mark:
    """The mark of a file as it is now."""
    return _row(db, "ORDER BY id DESC LIMIT 1", ()) or Mark(0, "")


def _row(db: sqlite3.Connection, which: str, values: tuple[object, ...]) -> Mark | None:
    row = db.execute(f"SELECT id, control_id, enqueued_at FROM queue {which}", values).fetchone()
    if row is None:
        return None
    what = f"{text(row[1])}\0{text(row[2])}".encode("utf-8", "surrogateescape")
    return Mark(row[0], hashlib.sha256(what).hexdigest()[:16])


def token(identity: tuple[int, int], seen: Mark) -> str:
    """File and mark as one opaque text, for a plan."""
    return json.dumps([*identity, *astuple(seen)])


def same_history(stored: str, db: sqlite3.Connection) -> bool:
    """Whether the queue of a token is in this file, wherever that lies by now (a device may get another number)."""
    return not stored or Mark(*json.loads(stored)[2:]).holds(db)


def recognises(stored: str, identity: tuple[int, int], db: sqlite3.Connection) -> bool:
    """Whether a token was made of this very queue."""
    device, inode, *seen = json.loads(stored)
    return (device, inode) == identity and Mark(*seen).holds(db)
