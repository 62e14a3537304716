"""What the audit knows of the past and the rows do not: when items were removed, and when skipped ones had failed."""

import json
import sqlite3
from collections.abc import Iterator

from qmonitor.queues.delivery.rows import moment
from qmonitor.queues.model import State
from qmonitor.queues.times import from_ns

REMOVING = ("remove", "purge", "erase", "expire")
"""Acts after which ids are missing."""

SKIPPING = ("skip", "drain")

MOST = 2_000
"""So many of the latest entries are read, of at most 200 items each."""


def last_removal(db: sqlite3.Connection) -> int | None:
    """When somebody last removed items (ns), as far as that was recorded."""
    if not _recorded(db):
        return None
    marks = ", ".join("?" * len(REMOVING))
    rows = db.execute(f"SELECT at FROM qmonitor_audit WHERE action IN ({marks})", REMOVING).fetchall()
    known = [at.ns for row in rows if (at := moment(row[0])) is not None and at.ns is not None]
    return max(known, default=None)


def failed_before(db: sqlite3.Connection, since: int) -> dict[int, int]:
    """Of items that were skipped since an instant (ns) and had failed before, by id, when they had: then they left."""
    if not _recorded(db):
        return {}
    rows = db.execute(
        "SELECT before FROM qmonitor_audit WHERE action IN (?, ?) AND at >= ? ORDER BY id DESC LIMIT ?",
        (*SKIPPING, from_ns(since).text, MOST),
    ).fetchall()
    return {row_id: ns for row in reversed(rows) for row_id, ns in _failed(row[0])}


def _failed(before: object) -> Iterator[tuple[int, int]]:
    """An audit's list of [id, state, attempts, next_attempt, last_attempt]; nothing of what is none."""
    try:
        entries = json.loads(before) if isinstance(before, str) else []
    except ValueError:
        return
    for entry in entries if isinstance(entries, list) else ():
        match entry:
            case [int(row_id), State.FAILED, _, _, str(last)] if (ns := moment(last)) is not None and ns.ns is not None:
                yield row_id, ns.ns


def _recorded(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = 'qmonitor_audit'").fetchone() is not None
