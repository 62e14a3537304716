"""When each destination last took a message, before anybody looked: found once, in pieces, inside the index.

Order is kept, so the delivered item with the highest id was the last one; one that was put back into the line later
is due later than all others. These few rows are read, and nothing else of a million.
"""

import sqlite3
import time
from collections.abc import Iterable

from qmonitor.queues.delivery.rows import moment
from qmonitor.queues.delivery.seeks import Indexes
from qmonitor.queues.delivery.slices import START, Position, Range, items_of
from qmonitor.queues.model import Destination, State
from qmonitor.queues.times import Instant, latest

BUDGET = 0.03
"""Seconds that one look spends on it; the next look goes on."""

SLICE = 20_000
"""Index entries read by one statement (1.5 ms)."""

LATE = 4
"""Items with the latest due times that are read beside the one with the highest id."""


class Deliveries:
    """`known` has what was found: None where nothing was ever delivered, as far as the file remembers."""

    def __init__(self) -> None:
        self.known: dict[Destination, Instant | None] = {}
        self._begun: dict[Destination, tuple[Position, int | None]] = {}

    def copy(self) -> "Deliveries":
        made = Deliveries()
        made.known, made._begun = dict(self.known), dict(self._begun)
        return made

    def look(self, db: sqlite3.Connection, use: Indexes, wanted: Iterable[Destination]) -> bool:
        """Go on for at most the budget; whether all is found. Without its index a file is not searched."""
        if not use.pending:
            return True
        until = time.monotonic() + BUDGET
        for where in wanted:
            if where not in self.known:
                self._go_on(db, items_of(use, where, State.DELIVERED), where, until)
                if time.monotonic() > until:
                    return False
        return True

    def forget(self, where: Destination) -> None:
        """Search anew: there may have been deliveries that nobody saw."""
        self.known.pop(where, None)
        self._begun.pop(where, None)

    def _go_on(self, db: sqlite3.Connection, items: Range, where: Destination, until: float) -> None:
        at, highest = self._begun.pop(where, (START, None))
        after: Position | None = at
        while after is not None:
            end = items.after(db, after, SLICE)
            found = (highest, *items.over(db, "max(id)", after, end))
            highest = max((value for value in found if isinstance(value, int)), default=None)
            after = end
            if after is not None and time.monotonic() > until:
                self._begun[where] = (after, highest)
                return
        self.known[where] = None if highest is None else _last(db, items, highest)


def _last(db: sqlite3.Connection, items: Range, highest: int) -> Instant | None:
    select = f"SELECT id {items.here} ORDER BY next_attempt DESC, id DESC LIMIT {LATE}"
    ids = [highest, *(row[0] for row in db.execute(select, items.fixed))]
    marks = ", ".join("?" * len(ids))
    rows = db.execute(f"SELECT last_attempt FROM queue NOT INDEXED WHERE id IN ({marks})", ids).fetchall()
    return latest(*(moment(row[0]) for row in rows))
