"""How many failed items each destination has."""

import sqlite3
from collections.abc import Mapping

from qmonitor.queues.delivery.crowd import Crowd, items_in
from qmonitor.queues.delivery.line import SCATTERED
from qmonitor.queues.delivery.rows import whole
from qmonitor.queues.delivery.seeks import Indexes
from qmonitor.queues.model import Destination, State

MANY = 500
"""From so many destinations on it is cheaper to see by one scan whether the failed items are still the same ones."""

SUMMED = 500_000
"""So many can be summed up, whatever their ids, and it is still cheap."""

Sum = tuple[int, int | None]


class Failures:
    """Counts, and what all failed items summed up to when they were counted."""

    def __init__(self) -> None:
        self.known: dict[Destination, int] = {}
        self.changed: set[Destination] = set()
        """Where another count was found since this was copied."""
        self._seen: dict[Crowd, Sum] = {}

    def copy(self) -> "Failures":
        made = Failures()
        made.known, made._seen = dict(self.known), dict(self._seen)
        return made

    def look(self, db: sqlite3.Connection, use: Indexes, crowd: Crowd, *, sums: bool) -> Mapping[Destination, int]:
        """As of this transaction, right for these destinations; `sums` says that ids can be summed up."""
        sums = sums and len(crowd.places) >= MANY and bool(use.state) and sum(self.known.values()) < SUMMED
        found = self._sum(db, use) if sums else None
        if found is None or self._seen.get(crowd) != found:
            told = crowd.ask(db, f"SELECT count(*) {items_in(use.counting, State.FAILED)}")
            counts = dict(zip(crowd.places, map(whole, told), strict=True))
            self.changed.update(where for where, count in counts.items() if self.known.get(where) != count)
            self.known |= counts
            if found is not None:
                self._seen[crowd] = found
        return self.known

    def forget(self) -> None:
        """Crowds are others from now on."""
        self._seen.clear()

    @staticmethod
    def _sum(db: sqlite3.Connection, use: Indexes) -> Sum:
        row = db.execute(f"SELECT count(*), {SCATTERED} FROM queue {use.state} WHERE state = 'failed'").fetchone()
        return row[0], row[1]
