"""The delivery queue's table, as engines in the field write it, and our own objects beside it.

The payload sits before the bookkeeping columns, so every column after `raw` of a big row costs a walk along its
overflow pages: a query that wants to be fast stays inside an index.
"""

import sqlite3

from qmonitor.queues import sqlite_audit
from qmonitor.queues.errors import NotAQueue, Refused
from qmonitor.queues.sqlite_worker import table
from qmonitor.queues.words import phrase

TABLE = """CREATE TABLE queue (
  id INTEGER PRIMARY KEY AUTOINCREMENT, channel TEXT NOT NULL, destination TEXT NOT NULL,
  control_id TEXT NOT NULL DEFAULT '', message_type TEXT NOT NULL DEFAULT '', raw BLOB NOT NULL,
  state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, enqueued_at TEXT NOT NULL,
  next_attempt TEXT NOT NULL, last_attempt TEXT, last_error TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '')"""
"""The engines' table. Never edit it: files that we create have to be the same as theirs."""

INDEXES = {
    "queue_pending": "CREATE INDEX queue_pending ON queue (channel, destination, state, next_attempt, id)",
    "queue_state": "CREATE INDEX queue_state ON queue (state, enqueued_at)",
}

OPTIONAL = {
    "qmonitor_attempts": "CREATE INDEX qmonitor_attempts ON queue (channel, destination, state, attempts)",
    "qmonitor_enqueued": "CREATE INDEX qmonitor_enqueued ON queue (channel, destination, state, enqueued_at)",
    "qmonitor_line": "CREATE INDEX qmonitor_line ON queue (destination, channel, state) WHERE state = 'pending'",
}
"""Made by the action optimise alone, at a person's wish: the first holds the highest attempts of a destination, the
second its oldest item, the third its head, each one seek away. The third has the pending items alone: in it SQLite
passes over a line's items in a third of the time in which it counts them (`line.reaches`). It names the state, although
that is the same in all entries, because SQLite looks into the table's rows for a column that an index lacks. No file
needs them, and no figure differs without them."""

COLUMNS = (
    "id", "channel", "destination", "control_id", "message_type", "raw", "state", "attempts",
    "enqueued_at", "next_attempt", "last_attempt", "last_error", "reason",
)  # fmt: skip

MIGRATIONS = (
    *sqlite_audit.STATEMENTS,
    *sqlite_audit.PLAN_STATEMENTS,
    table.LEASE,
)
"""Our own objects, made by a writing connection only. Append; never edit what was released.

`qmonitor_plan` holds confirmed actions that take more than one batch, in parts, until they have ended: part 0 says
how many items there are in all and which process is at it, the others hold the ids. `qmonitor_lease` says which
worker of ours has a destination to itself, and until when.
"""

_OWN = (
    "qmonitor_audit",
    "qmonitor_audit_no_update",
    "qmonitor_audit_no_delete",
    "qmonitor_plan",
    "qmonitor_plan_part",
    "qmonitor_audit_plan",
    "qmonitor_lease",
)


def check(db: sqlite3.Connection) -> None:
    """Raises `NotAQueue` where the table or a column of it is missing."""
    path = db.execute("PRAGMA database_list").fetchone()[2]
    present = {row[1] for row in db.execute("PRAGMA table_info(queue)")}
    if not present:
        raise NotAQueue(
            phrase("{path} has no table 'queue'.", path=path),
            phrase("Choose the file that holds the engine's delivery queue."),
        )
    missing = [column for column in COLUMNS if column not in present]
    if missing:
        raise NotAQueue(
            phrase(
                "The table 'queue' of {path} lacks the column {names}: an older release of the engine wrote it.",
                path=path,
                names=", ".join(missing),
            ),
            phrase("Let a current release of the engine open the file once; it brings the table up to date."),
        )


def objects(db: sqlite3.Connection) -> frozenset[str]:
    """Names of all tables, indexes and triggers in the file; of an optional index only where it is as we make it."""
    found = db.execute("SELECT name, sql FROM sqlite_master")
    return frozenset(name for name, sql in found if OPTIONAL.get(name, sql) == sql)


def optional(db: sqlite3.Connection) -> frozenset[str]:
    """Names of the optional indexes that are there. Raises `Refused` where such a name stands for something else."""
    present = objects(db)
    marks = ", ".join("?" * len(OPTIONAL))
    for (name,) in db.execute(f"SELECT name FROM sqlite_master WHERE name IN ({marks})", tuple(OPTIONAL)):
        if name not in present:
            raise Refused(
                phrase("The file holds something else of the name {name}.", name=name),
                phrase("Ask whoever runs the engine what it is for; qmonitor leaves it alone."),
            )
    return present & OPTIONAL.keys()


def indexed_by(present: frozenset[str], index: str) -> str:
    """The clause that pins a query to a standard index, empty where an odd file lacks it: slow then, but right."""
    return f"INDEXED BY {index}" if index in present else ""


def create(db: sqlite3.Connection) -> None:
    """Make the engines' table and indexes where there are none; inside the caller's transaction."""
    present = objects(db)
    if "queue" not in present:
        for statement in (TABLE, *INDEXES.values()):
            db.execute(statement)


def migrate(db: sqlite3.Connection) -> None:
    """Make our own objects where they are missing; inside the caller's transaction."""
    for statement in MIGRATIONS:
        db.execute(statement)


def migrated(db: sqlite3.Connection) -> bool:
    """Whether the file has all of our objects already: then opening it for acting writes nothing."""
    return objects(db).issuperset(_OWN)
