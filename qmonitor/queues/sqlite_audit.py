"""An audit in an SQLite file: append-only by triggers, chained by hashes, read and verified by anybody.

The same table in a queue's file, where a row is written in the transaction of the change itself, and in the local
journal. Nothing in here opens a file or begins a transaction.
"""

import json
import sqlite3
from collections.abc import Sequence

from qmonitor import __version__
from qmonitor.queues.audit import COLUMNS, AuditEntry, Verification, host, item_ids, plain, row_hash
from qmonitor.queues.model import ItemId
from qmonitor.queues.sqlite_values import text, whole
from qmonitor.queues.times import now, parse
from qmonitor.values import dataclass

STATEMENTS = (
    """CREATE TABLE IF NOT EXISTS qmonitor_audit(id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT, actor TEXT, host TEXT,
  action TEXT, target TEXT, plan TEXT, part INTEGER, count INTEGER, ids TEXT, before TEXT, reason TEXT, version TEXT,
  prev TEXT, hash TEXT)""",
    """CREATE TRIGGER IF NOT EXISTS qmonitor_audit_no_update BEFORE UPDATE ON qmonitor_audit
  BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END""",
    """CREATE TRIGGER IF NOT EXISTS qmonitor_audit_no_delete BEFORE DELETE ON qmonitor_audit
  BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END""",
)
"""Table and triggers, made by a writing connection only. Append; never edit what was released."""

PLAN_STATEMENTS = (
    """CREATE TABLE IF NOT EXISTS qmonitor_plan(plan TEXT, part INTEGER, at TEXT, actor TEXT, action TEXT, target TEXT,
  holder TEXT, mark TEXT, count INTEGER, ids TEXT, states TEXT)""",
    "CREATE UNIQUE INDEX IF NOT EXISTS qmonitor_plan_part ON qmonitor_plan (plan, part)",
    "CREATE INDEX IF NOT EXISTS qmonitor_audit_plan ON qmonitor_audit (plan)",
)
"""What `sqlite_plans` keeps beside the audit, made after it. Append; never edit what was released.

The table holds confirmed actions that take more than one batch, in parts: part 0 says how many items there are in all
and which process is at it, the others hold the ids.
"""

_COLUMN_LIST = ", ".join(COLUMNS)


@dataclass(frozen=True, slots=True)
class Deed:
    """What one batch did.

    `before` holds [id, state, attempts, next_attempt, last_attempt] of each changed item of a queue. Never a last
    error (it may quote the message, and an audit row can't be erased); empty for an erasure. `count`: how many
    messages it was about where their ids are not kept.
    """

    action: str
    target: str
    plan: str
    part: int
    ids: Sequence[ItemId]
    before: Sequence[Sequence[object]]
    count: int | None = None


def record(db: sqlite3.Connection, deed: Deed, who: str, reason: str) -> None:
    """Append the row of one act, inside the transaction of the change; its hash ties it to the row before."""
    last = db.execute("SELECT id, hash FROM qmonitor_audit ORDER BY id DESC LIMIT 1").fetchone()
    highest = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'qmonitor_audit'").fetchone()
    values = [
        max(last[0] if last else 0, highest[0] if highest else 0) + 1,
        now().text,
        plain(who),
        host(),
        deed.action,
        plain(deed.target),
        deed.plan,
        deed.part,
        len(deed.ids) if deed.count is None else deed.count,
        json.dumps(list(deed.ids), separators=(",", ":")),
        json.dumps(list(deed.before), separators=(",", ":")),
        plain(reason),
        __version__,
        plain(text(last[1])) if last else "",
    ]
    marks = ", ".join("?" * (len(values) + 1))
    db.execute(f"INSERT INTO qmonitor_audit ({_COLUMN_LIST}, hash) VALUES ({marks})", (*values, row_hash(values)))


def entries(db: sqlite3.Connection, limit: int, before: int | None) -> tuple[AuditEntry, ...]:
    """Recorded acts, newest first, below the id `before`; none where nobody ever acted."""
    if not _present(db):
        return ()
    rows = db.execute(
        "SELECT id, at, actor, host, action, target, plan, part, count, ids, reason, version FROM qmonitor_audit"
        " WHERE id < ? ORDER BY id DESC LIMIT ?",
        (2**63 - 1 if before is None else before, limit),
    )
    return tuple(_entry(row) for row in rows.fetchall())


def _entry(row: Sequence[object]) -> AuditEntry:
    row_id, at, actor, machine, action, target, plan, part, count, ids, reason, version = row
    return AuditEntry(
        whole(row_id), parse(text(at)), text(actor), text(machine), text(action), text(target), text(plan),
        whole(part), whole(count), item_ids(text(ids)), text(reason), text(version),
    )  # fmt: skip


def verify(db: sqlite3.Connection) -> Verification:
    """Recompute the chain from its first row. A cut-off tail can't be noticed."""
    if not _present(db):
        return Verification(0)
    previous, expected, looked = "", 1, 0
    for *values, found in db.execute(f"SELECT {_COLUMN_LIST}, hash FROM qmonitor_audit ORDER BY id"):
        looked += 1
        if values[0] != expected or values[-1] != previous or not _same(values, found):
            return Verification(looked, values[0])
        previous, expected = found, expected + 1
    return Verification(looked)


def _same(values: Sequence[object], found: object) -> bool:
    try:
        return row_hash(values) == found
    except TypeError:
        return False


def _present(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = 'qmonitor_audit'").fetchone() is not None
