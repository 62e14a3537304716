"""Confirmed actions kept in the file until they have ended, so that one that was cut off can go on."""

import json
import sqlite3
from itertools import groupby

from qmonitor.queues.audit import plain
from qmonitor.queues.delivery import ledger
from qmonitor.queues.delivery.acts import ACTS
from qmonitor.queues.delivery.history import mark, token
from qmonitor.queues.delivery.rows import text, whole
from qmonitor.queues.delivery.writer import Writer
from qmonitor.queues.errors import Refused
from qmonitor.queues.plan import InterruptedPlan, Members, Plan
from qmonitor.queues.processes import alive, holder
from qmonitor.queues.times import now, parse
from qmonitor.queues.words import counted, phrase

PART = 5_000
"""Ids in one row: some 40 kB, written in a few milliseconds."""

_INSERT = (
    "INSERT INTO qmonitor_plan (plan, part, at, actor, action, target, holder, count, ids, states)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def keep(writer: Writer, plan: Plan, who: str) -> None:
    """Write a plan down before its first batch, or take over one that was cut off; in short transactions.

    Part 0 comes first, so that a plan is whole as soon as its parts add up.
    """
    me = holder()
    with writer.transaction() as db:
        known = db.execute("UPDATE qmonitor_plan SET holder = ? WHERE plan = ? AND part = 0", (me, plan.id)).rowcount
        if not known:
            head = (plan.id, 0, now().text, plain(who), plan.action, plain(plan.target), me, plan.count, "[]", "[]")
            db.execute(_INSERT, head)
    if known:
        return
    for part, start in enumerate(range(0, plan.count, PART), 1):
        writer.rest()
        members = plan.members.batch(start, PART)
        ids = json.dumps([item for item, _ in members], separators=(",", ":"))
        runs = [[state, len(list(run))] for state, run in groupby(state for _, state in members)]
        with writer.transaction() as db:
            row = (
                plan.id,
                part,
                now().text,
                plain(who),
                plan.action,
                plain(plan.target),
                "",
                len(members),
                ids,
                json.dumps(runs),
            )
            db.execute(_INSERT, row)


def let_go(writer: Writer, plan_id: str) -> None:
    """Nobody is at it any more; it can be resumed."""
    with writer.transaction() as db:
        db.execute("UPDATE qmonitor_plan SET holder = '' WHERE plan = ? AND part = 0", (plan_id,))


def forget(writer: Writer, plan_id: str) -> None:
    """It has ended, or was given up. The audit keeps what it did."""
    with writer.transaction() as db:
        db.execute("DELETE FROM qmonitor_plan WHERE plan = ?", (plan_id,))


def interrupted(db: sqlite3.Connection) -> tuple[InterruptedPlan, ...]:
    """Plans that are whole, not ended, and that no living process is at."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'qmonitor_plan'").fetchone() is None:
        return ()
    heads = db.execute(
        "SELECT plan, action, target, actor, at, count, holder FROM qmonitor_plan AS head WHERE part = 0 AND count ="
        " (SELECT sum(count) FROM qmonitor_plan WHERE plan = head.plan AND part > 0) ORDER BY at"
    ).fetchall()
    found = []
    for plan, action, target, actor, at, count, at_it in heads:
        if at_it and alive(text(at_it)) is not False:
            continue
        done = len(ledger.done_ids(db, plan))
        found.append(
            InterruptedPlan(plan, text(action), text(target), text(actor), parse(text(at)), done, whole(count) - done)
        )
    return tuple(found)


def rest(db: sqlite3.Connection, plan_id: str, identity: tuple[int, int]) -> Plan:
    """What is left of a plan, to be confirmed anew. Raises `Refused` where there is none that was cut off."""
    cut_off = next((plan for plan in interrupted(db) if plan.id == plan_id), None)
    if cut_off is None or cut_off.action not in ACTS:
        raise Refused(
            phrase("There is no interrupted plan {plan}.", plan=plan_id), phrase("It may have ended meanwhile.")
        )
    done = ledger.done_ids(db, plan_id)
    members: list[tuple[int, str]] = []
    for ids, runs in db.execute(
        "SELECT ids, states FROM qmonitor_plan WHERE plan = ? AND part > 0 ORDER BY part", (plan_id,)
    ):
        states = [state for state, length in json.loads(runs) for _ in range(length)]
        members += [(i, state) for i, state in zip(json.loads(ids), states, strict=True) if i not in done]
    act = ACTS[cut_off.action]
    return Plan(
        id=plan_id,
        action=cut_off.action,
        target=cut_off.target,
        members=Members(members),
        taken=now(),
        words=(
            counted(len(members), *act.says, target=cut_off.target),
            phrase(
                "This goes on with what {actor} confirmed at {at}: {done} done, {left} left.",
                actor=cut_off.actor, at=cut_off.at, done=cut_off.done, left=cut_off.left,
            ),
        ),
        undo=act.undo,
        done_before=len(done),
        mark=token(identity, mark(db)),
        type_name=cut_off.target.rpartition("/")[2] if cut_off.action in ("drain", "erase") else None,
        offers_save=act.saves,
    )  # fmt: skip
