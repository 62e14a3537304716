"""The audit inside the queue's file, and what it tells of plans: which items were dealt with already."""

import sqlite3
from collections.abc import Iterator

from qmonitor.queues.delivery.rows import text
from qmonitor.queues.sqlite_audit import Act, entries, item_ids, record, verify

__all__ = ["Act", "acted_on_since", "done_ids", "entries", "parts", "record", "verify"]


def parts(db: sqlite3.Connection, plan: str) -> int:
    """How many batches of a plan are recorded."""
    return int(db.execute("SELECT max(part) FROM qmonitor_audit WHERE plan = ?", (plan,)).fetchone()[0] or 0)


def done_ids(db: sqlite3.Connection, plan: str) -> set[int]:
    """The items that a plan's recorded batches changed."""
    rows = db.execute("SELECT ids FROM qmonitor_audit WHERE plan = ?", (plan,))
    return {item for row in rows for item in _ids(row[0])}


def acted_on_since(db: sqlite3.Connection, plan: str) -> set[int]:
    """The items of acts that were recorded after the last batch of a plan."""
    rows = db.execute(
        "SELECT ids FROM qmonitor_audit WHERE id > (SELECT max(id) FROM qmonitor_audit WHERE plan = ?)", (plan,)
    )
    return {item for row in rows for item in _ids(row[0])}


def _ids(stored: object) -> Iterator[int]:
    return (item for item in item_ids(text(stored)) if isinstance(item, int))
