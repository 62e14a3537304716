"""The backlog of every destination, exact, in snapshots that the engine does not feel."""

import sqlite3
import time
from collections.abc import Iterator

from qmonitor.queues.delivery import schema
from qmonitor.queues.delivery.oldest import TimeForms, oldest
from qmonitor.queues.delivery.rows import ITEM_COLUMNS, NAME, item, name, text, whole
from qmonitor.queues.delivery.seeks import Indexes, count, destinations, indexes, walk
from qmonitor.queues.model import Depth, DepthRow, Destination, Item, State
from qmonitor.queues.sqlite_file import Snapshot, snapshot
from qmonitor.queues.times import Instant, now

ATTEMPTS_BUDGET = 0.1
"""Seconds that one look spends on the highest attempts; the next look goes on with the rest."""

ATTEMPTS_SLICE = 4_000
"""Rows read in one transaction for it: every pending row has to be (no index holds attempts), 3 µs each (measured)."""


class DepthScan:
    """Looks at the backlogs again and again, and keeps between two looks what still holds.

    Used by one thread. The highest attempts are the one figure that no index has: a round over all pending rows,
    in slices, finds it; meanwhile the figure of the round before stands, and `Depth.complete` is false.
    """

    def __init__(self) -> None:
        self._forms = TimeForms()
        self._known: dict[Destination, int] = {}
        self._round: Iterator[None] | None = None
        self._db: sqlite3.Connection | None = None

    @property
    def rewound(self) -> bool:
        """Whether the last look found the content exchanged since the look before."""
        return self._forms.rewound

    def look(self, db: sqlite3.Connection) -> Depth:
        """The depth as of now, over a connection without a transaction. Raises `NotAQueue`."""
        schema.check(db)
        use = indexes(schema.objects(db))
        as_of = now()
        with snapshot(db) as view:
            self._forms.update(db, use)
            if self._forms.rewound:
                self._known, self._round = {}, None
            found = self._count(db, use, view)
            heads = {where: _item(db, head) for where, (_, _, head) in found.items() if head is not None}
            first = oldest(db, use, {where: found[where][0] for where in heads}, self._forms, view)
        complete = self._attempts(db, use, list(heads))
        rows = tuple(
            self._row(where, pending, failed, first.get(where), heads.get(where), as_of)
            for where, (pending, failed, _) in found.items()
        )
        return Depth(rows, as_of, complete)

    def _count(
        self, db: sqlite3.Connection, use: Indexes, view: Snapshot
    ) -> dict[Destination, tuple[int, int, int | None]]:
        found = {}
        for where in destinations(db, use):
            pending, head = count(db, use, where, State.PENDING)
            failed, _ = count(db, use, where, State.FAILED)
            if pending or failed:
                found[where] = (pending, failed, head)
            view.breathe()
        return found

    def _row(
        self, where: Destination, pending: int, failed: int, first: Instant | None, head: Item | None, as_of: Instant
    ) -> DepthRow:
        seconds = None if first is None or first.ns is None or as_of.ns is None else (as_of.ns - first.ns) / 1e9
        attempts = self._known.get(where) if pending else 0
        if attempts is not None and head is not None:
            attempts = max(attempts, head.attempts)
        return DepthRow(where.channel, where.destination, pending, failed, first, seconds, attempts, head)

    def _attempts(self, db: sqlite3.Connection, use: Indexes, wanted: list[Destination]) -> bool:
        """Go on with the round for at most the budget; whether it is through."""
        self._db = db
        if self._round is None:
            self._known = {where: known for where, known in self._known.items() if where in set(wanted)}
            self._round = self._read_attempts(use, wanted)
        until = time.monotonic() + ATTEMPTS_BUDGET
        for _ in self._round:
            if time.monotonic() > until:
                return False
        self._round = None
        return True

    def _read_attempts(self, use: Indexes, wanted: list[Destination]) -> Iterator[None]:
        """Read on, one slice a step, in the order of next_attempt: whatever is tried meanwhile is met again later."""
        for where in wanted:
            most = 0
            position: tuple[str, int] | None = ("", 0)
            while position is not None:
                most, position = self._slice(use, where, most, position)
                yield
            self._known[where] = most

    def _slice(
        self, use: Indexes, where: Destination, most: int, position: tuple[str, int]
    ) -> tuple[int, tuple[str, int] | None]:
        assert self._db is not None
        select = (
            f"SELECT attempts, next_attempt, id FROM queue {use.pending}"
            f" WHERE channel = {NAME} AND destination = {NAME} AND state = 'pending'"
        )
        fixed = (name(where.channel), name(where.destination))
        rows = walk(self._db, select, fixed, "next_attempt", position, ATTEMPTS_SLICE)
        most = max([most, *(whole(row[0]) for row in rows)])
        if len(rows) < ATTEMPTS_SLICE:
            return most, None
        return most, (text(rows[-1][1]), whole(rows[-1][2]))


def _item(db: sqlite3.Connection, item_id: int) -> Item:
    return item(db.execute(f"SELECT {ITEM_COLUMNS} FROM queue WHERE id = ?", (item_id,)).fetchone())
