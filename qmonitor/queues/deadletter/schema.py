"""The key-value table, as the daemon writes it, and our own objects beside it."""

import sqlite3

from qmonitor.queues import sqlite_audit
from qmonitor.queues.errors import NotAQueue
from qmonitor.queues.sqlite_worker import table
from qmonitor.queues.words import phrase

TABLE = "CREATE TABLE kv(key BLOB PRIMARY KEY, value BLOB, expires_at INTEGER)"
"""The daemon's table. Never edit it: files that we create have to be the same as its own."""

INDEX = "CREATE INDEX idx_expires_at ON kv(expires_at)"

COLUMNS = ("key", "value", "expires_at")

QUEUED = "+expires_at IS NULL"
"""What every row of a queue has, and no unrelated one. The sign keeps SQLite from walking the index of expiries where
rows are wanted by key."""

MIGRATIONS = (
    *sqlite_audit.STATEMENTS,
    *sqlite_audit.PLAN_STATEMENTS,
    "CREATE TABLE IF NOT EXISTS qmonitor_skipped(key BLOB, value BLOB, who TEXT, at TEXT, reason TEXT)",
    "CREATE UNIQUE INDEX IF NOT EXISTS qmonitor_skipped_key ON qmonitor_skipped (key)",
    table.LEASE,
)
"""Our own objects, made by a writing connection only; the audit and the plans are as in a delivery queue's file.
Append; never edit what was released. `qmonitor_skipped` holds the rows that somebody skipped, whole."""

_OWN = frozenset(
    {"qmonitor_audit", "qmonitor_audit_no_update", "qmonitor_audit_no_delete", "qmonitor_audit_plan"}
    | {"qmonitor_plan", "qmonitor_plan_part", "qmonitor_skipped", "qmonitor_skipped_key", "qmonitor_lease"}
)


def check(db: sqlite3.Connection) -> None:
    """Raises `NotAQueue` where the table or a column of it is missing."""
    present = {row[1] for row in db.execute("PRAGMA table_info(kv)")}
    missing = [column for column in COLUMNS if column not in present]
    if missing:
        path = db.execute("PRAGMA database_list").fetchone()[2]
        raise NotAQueue(
            phrase("{path} has no table 'kv' with the columns {names}.", path=path, names=", ".join(missing)),
            phrase("Choose the file that holds the daemon's dead-letter queue."),
        )


def objects(db: sqlite3.Connection) -> frozenset[str]:
    """Names of all tables, indexes and triggers in the file."""
    return frozenset(row[0] for row in db.execute("SELECT name FROM sqlite_master"))


def create(db: sqlite3.Connection) -> None:
    """Make the daemon's table where there is none; inside the caller's transaction."""
    if "kv" not in objects(db):
        db.execute(TABLE)
        db.execute(INDEX)


def migrate(db: sqlite3.Connection) -> None:
    """Make our own objects where they are missing; inside the caller's transaction."""
    for statement in MIGRATIONS:
        db.execute(statement)


def migrated(db: sqlite3.Connection) -> bool:
    """Whether the file has all of our objects already: then opening it for acting writes nothing."""
    return objects(db).issuperset(_OWN)
