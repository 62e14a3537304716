"""Confirmed actions kept in an SQLite file until they have ended, so that one that was cut off can go on.

Whatever the queue: its folder says by which marks it recognises its content (`History`).
"""

import json
import sqlite3
from collections.abc import Iterator, Set
from datetime import timedelta
from itertools import groupby
from typing import Protocol

from qmonitor.queues.audit import item_ids, plain
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import ItemId
from qmonitor.queues.plan import InterruptedPlan, Members, Plan
from qmonitor.queues.processes import alive, holder, host_of
from qmonitor.queues.running import SILENCE as PATIENCE
from qmonitor.queues.running import RunningPlan, still_running
from qmonitor.queues.sqlite_values import text
from qmonitor.queues.sqlite_writer import Writer
from qmonitor.queues.times import between, now, parse
from qmonitor.queues.words import phrase

SILENCE = timedelta(seconds=PATIENCE)
"""After so long without a sign a process on another host (or in a container of another name) is taken for gone."""

_running: set[str] = set()
"""The plans that this process is at."""

PART = 5_000
"""Ids in one row: some 40 kB, written in a few milliseconds."""

_INSERT = (
    "INSERT INTO qmonitor_plan (plan, part, at, actor, action, target, holder, mark, count, ids, states)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


class History(Protocol):
    """How a queue recognises its content by the mark of a plan."""

    def recognises(self, stored: str, identity: tuple[int, int], db: sqlite3.Connection) -> bool:
        """Whether a mark was made of this very file, and it still holds that content."""
        ...

    def same_history(self, stored: str, db: sqlite3.Connection) -> bool:
        """Whether the content of a mark is in this file, wherever that lies by now."""
        ...


def keep(writer: Writer, plan: Plan, who: str, history: History) -> Set[ItemId]:
    """Write a plan down before its first batch, or take over one that was cut off; in short transactions.

    What was done of it already. Part 0 comes first, so that a plan is whole as soon as its parts add up. Raises
    `Refused` where the file is another one by now, or somebody else has gone on with the plan.
    """
    clear(writer)
    with writer.transaction() as db:
        if plan.mark and not history.recognises(plan.mark, writer.identity, db):
            raise exchanged()
        kept = db.execute("SELECT holder FROM qmonitor_plan WHERE plan = ? AND part = 0", (plan.id,)).fetchone()
        if (kept is None) == plan.resumed or (kept is not None and _busy(db, plan.id, text(kept[0]))):
            raise Refused(
                phrase("Somebody else has gone on with this plan."), phrase("Look again at what is left of it.")
            )
        if kept is None:
            head = (plan.id, 0, now().text, plain(who), plan.action, plain(plan.target), holder(), plan.mark)
            db.execute(_INSERT, (*head, plan.count, "[]", "[]"))
        else:
            db.execute("UPDATE qmonitor_plan SET holder = ? WHERE plan = ? AND part = 0", (holder(), plan.id))
        done = done_ids(db, plan.id)
    _running.add(plan.id)
    if kept is None:
        _write_parts(writer, plan, who)
    return done


def _write_parts(writer: Writer, plan: Plan, who: str) -> None:
    for part, start in enumerate(range(0, plan.count, PART), 1):
        writer.rest()
        members = plan.members.batch(start, PART)
        ids = json.dumps([item for item, _ in members], separators=(",", ":"))
        runs = [[state, len(list(run))] for state, run in groupby(state for _, state in members)]
        head = (plan.id, part, now().text, plain(who), plan.action, plain(plan.target), "", "")
        with writer.transaction() as db:
            db.execute(_INSERT, (*head, len(members), ids, json.dumps(runs)))


def let_go(writer: Writer, plan_id: str) -> None:
    """Nobody is at it any more; it can be resumed."""
    _running.discard(plan_id)
    with writer.transaction() as db:
        db.execute("UPDATE qmonitor_plan SET holder = '' WHERE plan = ? AND part = 0", (plan_id,))


def forget(writer: Writer, plan_id: str) -> None:
    """It has ended, or was given up. The audit keeps what it did."""
    _running.discard(plan_id)
    with writer.transaction() as db:
        db.execute("DELETE FROM qmonitor_plan WHERE plan = ?", (plan_id,))


def clear(writer: Writer) -> None:
    """Take away what was left by processes that died before their plan was written down whole, or after its end."""
    with writer.transaction() as db:
        heads = db.execute("SELECT plan, action, count, holder FROM qmonitor_plan WHERE part = 0").fetchall()
        for plan, action, count, at_it in heads:
            whole, done = _kept(db, plan) == count, len(done_ids(db, plan))
            if (not whole or _ended(action, done, count)) and not _busy(db, plan, text(at_it)):
                db.execute("DELETE FROM qmonitor_plan WHERE plan = ?", (plan,))


def interrupted(db: sqlite3.Connection) -> tuple[InterruptedPlan, ...]:
    """Plans that are whole, have items left, and that nobody is at."""
    return tuple(plan for plan, at_it in _whole(db) if not _busy(db, plan.id, at_it))


def running(db: sqlite3.Connection) -> tuple[RunningPlan, ...]:
    """Plans that a process on another host is perhaps at."""
    found = ((plan, at_it) for plan, at_it in _whole(db) if _busy(db, plan.id, at_it) and alive(at_it) is None)
    return tuple(RunningPlan(plan, host_of(at_it)) for plan, at_it in found)


def _whole(db: sqlite3.Connection) -> tuple[tuple[InterruptedPlan, str], ...]:
    """Plans that are whole and have items left, each with who is at it."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'qmonitor_plan'").fetchone() is None:
        return ()
    heads = db.execute(
        "SELECT plan, action, target, actor, at, count, holder FROM qmonitor_plan WHERE part = 0 ORDER BY at"
    ).fetchall()
    found = []
    for plan, action, target, actor, at, count, at_it in heads:
        done = len(done_ids(db, plan))
        if _kept(db, plan) == count and not _ended(text(action), done, count):
            row = InterruptedPlan(plan, text(action), text(target), text(actor), parse(text(at)), done, count - done)
            found.append((row, text(at_it)))
    return tuple(found)


def rest(db: sqlite3.Connection, plan_id: str, history: History) -> tuple[InterruptedPlan, Members]:
    """What is left of a plan. Raises `Refused` where there is none of that id that was cut off."""
    cut_off, at_it = next((one for one in _whole(db) if one[0].id == plan_id), (None, ""))
    if cut_off is None:
        raise no_such_plan(plan_id)
    if _busy(db, plan_id, at_it):
        raise still_running(plan_id, at_it)
    mark = db.execute("SELECT mark FROM qmonitor_plan WHERE plan = ? AND part = 0", (plan_id,)).fetchone()[0]
    if not history.same_history(text(mark), db):
        raise exchanged()
    done = done_ids(db, plan_id)
    members: list[tuple[ItemId, str]] = []
    parts = db.execute("SELECT ids, states FROM qmonitor_plan WHERE plan = ? AND part > 0 ORDER BY part", (plan_id,))
    for ids, runs in parts:
        states = [state for state, length in json.loads(runs) for _ in range(length)]
        members += [(i, state) for i, state in zip(json.loads(ids), states, strict=True) if i not in done]
    return cut_off, Members(members)


def no_such_plan(plan_id: str) -> Refused:
    return Refused(phrase("There is no interrupted plan {plan}.", plan=plan_id), phrase("It may have ended meanwhile."))


def exchanged() -> Refused:
    """The file, or what it holds, is another than when the plan was made."""
    return Refused(
        phrase("The file was exchanged since this was confirmed: ids may mean other messages by now."),
        phrase("Look again, and confirm anew."),
    )


def exchanged_since_seen() -> Refused:
    """The file, or what it holds, is another than where the items were seen."""
    return Refused(
        phrase("The file was exchanged since these messages were seen: their ids may mean others by now."),
        phrase("Look again, and choose anew."),
    )


def _ended(action: str, done: int, count: int) -> bool:
    """Whether nothing is left to do. An erasure ends only with what comes after its last item: emptying the log."""
    return done >= count and action != "erase"


def _kept(db: sqlite3.Connection, plan: str) -> int:
    """How many items of a plan are written down."""
    sql = "SELECT sum(count) FROM qmonitor_plan WHERE plan = ? AND part > 0"
    return int(db.execute(sql, (plan,)).fetchone()[0] or 0)


def _busy(db: sqlite3.Connection, plan: str, at_it: str) -> bool:
    """Whether somebody is at it: a process that lives or, where that can't be told, one that gave a sign lately."""
    if not at_it:
        return False
    if at_it == holder():
        return plan in _running
    lives = alive(at_it)
    if lives is not None:
        return lives
    sql = (
        "SELECT max(at) FROM (SELECT at FROM qmonitor_plan WHERE plan = ?1"
        " UNION SELECT at FROM qmonitor_audit WHERE plan = ?1)"
    )
    silence = between(parse(text(db.execute(sql, (plan,)).fetchone()[0])), now())
    return silence is not None and silence < SILENCE


# -- what the audit tells of them ------------------------------------------------------------------------------------


def parts(db: sqlite3.Connection, plan: str) -> int:
    """How many batches of a plan are recorded."""
    return int(db.execute("SELECT max(part) FROM qmonitor_audit WHERE plan = ?", (plan,)).fetchone()[0] or 0)


def done_ids(db: sqlite3.Connection, plan: str) -> set[ItemId]:
    """The items that a plan's recorded batches changed."""
    return set(_ids(db.execute("SELECT ids FROM qmonitor_audit WHERE plan = ?", (plan,)).fetchall()))


def acted_on_since(db: sqlite3.Connection, plan: str) -> set[ItemId]:
    """The items of acts that were recorded after the last batch of a plan."""
    rows = db.execute(
        "SELECT ids FROM qmonitor_audit WHERE id > (SELECT max(id) FROM qmonitor_audit WHERE plan = ?)", (plan,)
    )
    return set(_ids(rows.fetchall()))


def _ids(rows: list[tuple[object]]) -> Iterator[ItemId]:
    return (item for row in rows for item in item_ids(text(row[0])))
