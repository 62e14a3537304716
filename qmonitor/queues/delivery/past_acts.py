"""What the audit knows of the past and the rows do not: what was removed, had failed before, or came back."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import field

from qmonitor.queues.delivery.rows import moment
from qmonitor.queues.model import State
from qmonitor.queues.times import from_ns
from qmonitor.values import dataclass

REMOVING = ("remove", "purge", "erase", "expire")
"""Acts after which ids are missing."""

SKIPPING = ("skip", "drain")
RETURNING = ("retry-now", "restore")
"""Acts after which an item waits that did not."""

MOST = 2_000
"""So many of the latest entries are read, of at most 200 items each."""


@dataclass(slots=True)
class Acts:
    """By id (all times in ns): when an item had failed that was skipped later, and from when to when it was away.

    `since`: of what was done before nothing is known.
    """

    failed: dict[int, int] = field(default_factory=dict)
    away: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    since: int = 0


def removed(db: sqlite3.Connection) -> tuple[set[int], int]:
    """The items that somebody removed, and when the last of them (ns), as far as that was recorded."""
    found: set[int] = set()
    latest = 0
    for at, _, listed in _entries(db, REMOVING, "ids"):
        found.update(row_id for row_id in listed if isinstance(row_id, int))
        latest = max(latest, at)
    return found, latest


def acts(db: sqlite3.Connection, since: int) -> Acts:
    """What was done to items from an instant (ns) on."""
    found, count = Acts(), 0
    for at, action, before in _entries(db, (*SKIPPING, *RETURNING), "before", since):
        count += 1
        found.since = at if count == 1 else found.since
        for row_id, state, last in _left(before):
            if action in RETURNING:
                found.away.setdefault(row_id, []).append((found.failed.pop(row_id, last), at))
            elif state == State.FAILED:
                found.failed[row_id] = last
    found.since = found.since if count == MOST else 0
    return found


def _entries(
    db: sqlite3.Connection, actions: tuple[str, ...], column: str, since: int = 0
) -> Iterator[tuple[int, str, list[object]]]:
    """The latest entries of some acts in their order: when (ns), which act, and a list; what is none is passed over."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'qmonitor_audit'").fetchone() is None:
        return
    marks = ", ".join("?" * len(actions))
    rows = db.execute(
        f"SELECT at, action, {column} FROM qmonitor_audit WHERE action IN ({marks}) AND at >= ?"
        " ORDER BY id DESC LIMIT ?",
        (*actions, from_ns(since).text, MOST),
    ).fetchall()
    for stored, action, text in reversed(rows):
        at = moment(stored)
        try:
            listed = json.loads(text) if isinstance(text, str) else None
        except ValueError:
            continue
        if at is not None and at.ns is not None and isinstance(listed, list):
            yield at.ns, action, listed


def _left(before: list[object]) -> Iterator[tuple[int, str, int]]:
    """Of a list of [id, state, attempts, next_attempt, last_attempt] those that had left their line, and when (ns)."""
    for entry in before:
        match entry:
            case [int(row_id), str(state), _, _, str(last)] if state in (State.FAILED, State.SKIPPED):
                at = moment(last)
                if at is not None and at.ns is not None:
                    yield row_id, state, at.ns
