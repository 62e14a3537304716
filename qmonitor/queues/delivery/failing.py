"""Reads what went wrong: failed items, and pending ones that were tried or tell of an error, part by part.

In the order of `queue_state`, in which an item never moves while it is pending or failed, whatever happens to it: a
retry writes another due time, not another time of enqueueing. Both states are read side by side, each stretch of that
order in one short transaction. So an item that was there at the begin and stays in one of them is met exactly once,
however often it changes between the two meanwhile.
"""

import sqlite3
import time
from collections.abc import Callable

from qmonitor.queues.delivery import schema
from qmonitor.queues.delivery.places import Places
from qmonitor.queues.delivery.rows import NAME, name, text
from qmonitor.queues.delivery.seeks import indexes
from qmonitor.queues.errors import Interrupted
from qmonitor.queues.failing import Failed, Failing, Place
from qmonitor.queues.model import State
from qmonitor.queues.sqlite_file import snapshot
from qmonitor.queues.words import phrase

STRETCH_LEAST, STRETCH_MOST = 50, 8_000
"""Items that one transaction looks at; as many as take about as long as is aimed at."""

AIMED_AT, LIMIT = 0.02, 0.035
"""Seconds of a transaction: fewer items are looked at after one that took longer than the limit."""

ERROR_MOST = 2_000
"""Characters of an error that are read."""

_START: Place = (None, -(2**63))
_STATES = (State.PENDING, State.FAILED)
_COLUMNS = f"id, channel, destination, state, substr(last_error, 1, {ERROR_MOST}), last_attempt"
_WRONG = "(state = 'failed' OR attempts > 0 OR last_error <> '')"

Condition = tuple[str, tuple[object, ...]]


class FailingScan:
    """Reads over one connection; `called_off` tells when the caller has lost interest."""

    def __init__(self, db: sqlite3.Connection, called_off: Callable[[], bool] = lambda: False) -> None:
        """Raises `NotAQueue`."""
        schema.check(db)
        self._db = db
        self._called_off = called_off
        self._use = indexes(schema.objects(db))
        self._stretch = STRETCH_LEAST * 4

    def part(self, after: Place | None, budget: float) -> Failing:
        """What comes after a place, as much as can be read within `budget` seconds."""
        until = time.monotonic() + budget
        rows: list[Failed] = []
        place: Place | None = after or _START
        looked = 0
        while place is not None and (not looked or time.monotonic() < until):
            count, place = self._read(place, rows)
            looked += count
            if self._called_off():
                raise Interrupted(phrase("The reading was called off."))
        return Failing(tuple(rows), place, looked)

    def total(self) -> int | None:
        """How many items are pending or failed; None where counting them would make a transaction long."""
        if not Places(self._db, self._use).few():
            return None
        return self._count(("1", ()))

    def _count(self, condition: Condition) -> int:
        where, values = condition
        counted = f"SELECT count(*) FROM queue {self._use.state} WHERE state = ? AND {where}"
        return sum(int(self._db.execute(counted, (state, *values)).fetchone()[0]) for state in _STATES)

    def _read(self, after: Place, rows: list[Failed]) -> tuple[int, Place | None]:
        """One stretch, in one transaction: how many were looked at, and where it ends (None: at the end of all)."""
        began = time.monotonic()
        with snapshot(self._db):
            end, ranges = self._range(after)
            for condition in ranges:
                self._take(condition, rows)
            looked = self._stretch if end is not None else sum(map(self._count, ranges))
        took = time.monotonic() - began
        if took > LIMIT:
            self._stretch = max(STRETCH_LEAST, self._stretch // 2)
        elif took < AIMED_AT / 2:
            self._stretch = min(STRETCH_MOST, self._stretch * 2)
        return looked, end

    def _range(self, after: Place) -> tuple[Place | None, list[Condition]]:
        """Where the next stretch ends, and the conditions on what is in it.

        Those of the same time come first, by their ids alone: SQLite would look for them from the first one on.
        """
        at, row_id = after
        same = _and(_compared("=", at), ("id > ?", (row_id,)))
        later: Condition = ("enqueued_at IS NOT NULL", ()) if at is None else _compared(">", at)
        end = self._nth(same, "id")
        if end is not None:
            return end, [_and(same, ("id <= ?", (end[1],)))]
        end = self._nth(later, "enqueued_at, id")
        if end is None:
            return None, [same, later]
        last = _and(_compared("=", end[0]), ("id <= ?", (end[1],)))
        return end, [same, _and(later, _compared("<", end[0])), last]

    def _nth(self, condition: Condition, order: str) -> Place | None:
        """Where the stretch ends that begins at a condition; None where there is less than a whole one."""
        where, values = condition
        each = f"SELECT enqueued_at, id FROM queue {self._use.state} WHERE state = ? AND {where}"
        sql = f"{' UNION ALL '.join([each] * len(_STATES))} ORDER BY {order} LIMIT 1 OFFSET ?"
        fixed = [value for state in _STATES for value in (state, *values)]
        row = self._db.execute(sql, (*fixed, self._stretch - 1)).fetchone()
        return None if row is None else (row[0], row[1])

    def _take(self, condition: Condition, rows: list[Failed]) -> None:
        where, values = condition
        sql = f"SELECT {_COLUMNS} FROM queue {self._use.state} WHERE state = ? AND {where} AND {_WRONG}"
        for state in _STATES:
            rows.extend(map(_failed, self._db.execute(sql, (state, *values))))


def _compared(sign: str, at: object) -> Condition:
    """A condition on the time of enqueueing, whatever type an engine put there."""
    if at is None:
        return ("enqueued_at IS NULL", ())
    return (f"enqueued_at {sign} {NAME}", (name(at),)) if isinstance(at, str) else (f"enqueued_at {sign} ?", (at,))


def _and(one: Condition, other: Condition) -> Condition:
    return f"{one[0]} AND {other[0]}", (*one[1], *other[1])


def _failed(row: tuple[object, ...]) -> Failed:
    row_id, channel, destination, state, error, at = row
    if type(channel) is type(destination) is type(state) is type(error) is type(at) is str:
        return Failed._make(row)  # nearly every one; twice as quick
    tried = None if at is None else text(at)
    return Failed(row_id, text(channel), text(destination), text(state), text(error), tried)  # type: ignore[arg-type]
