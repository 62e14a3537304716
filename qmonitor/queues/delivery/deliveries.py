"""When each destination last took a message, before anybody looked: found once, in pieces, inside the index.

Order is kept, so the delivered item with the highest id was the last one; one that was put back into the line later
is due later than all others. These few rows are read, and nothing else of a million.
"""

import json
import sqlite3
import time
from collections.abc import Iterable, Mapping
from itertools import islice

from qmonitor.queues.delivery.crowd import Crowd, items_in
from qmonitor.queues.delivery.rows import moment, text
from qmonitor.queues.delivery.seeks import Indexes
from qmonitor.queues.delivery.slices import START, Position, items_of
from qmonitor.queues.model import Destination, State
from qmonitor.queues.times import Instant, latest

BUDGET = 0.003
"""Seconds that one look spends on it; the next look goes on. Ten times as long for a caller who waits for it."""

TOGETHER = 40
"""Destinations that are asked about by one statement."""

SHORT = 500
"""Delivered items of a destination that are read by that statement at most; if there are more it gets its own."""

SLICE = 20_000
"""Index entries read by one statement (1.5 ms)."""

LATE = 4
"""Items with the latest due times that are read beside the one with the highest id."""


Reached = tuple[Position, int | None]
"""Up to where a destination's items were read, and the highest id among them."""


class Deliveries:
    """Searches for those of the destinations `wanted`, bit by bit."""

    def __init__(self) -> None:
        self.wanted: set[Destination] = set()
        self._begun: dict[Destination, Reached] = {}

    def copy(self) -> "Deliveries":
        made = Deliveries()
        made.wanted, made._begun = set(self.wanted), dict(self._begun)
        return made

    def look(self, db: sqlite3.Connection, use: Indexes, *, patient: bool = False) -> dict[Destination, Instant | None]:
        """Go on for at most the budget: what was found; None where nothing was delivered as far as the file remembers.

        Without its index a file is not searched.
        """
        found: dict[Destination, Instant | None] = {}
        until = time.monotonic() + BUDGET * (10 if patient else 1)
        if not use.pending:
            self.wanted.clear()
        while self.wanted:
            if self._begun:
                where, reached = self._begun.popitem()
                if where in self.wanted:
                    found |= self._long(db, use, where, reached, until)
            else:
                found |= self._short(db, use, list(islice(self.wanted, TOGETHER)))
            self.wanted.difference_update(found)
            if time.monotonic() > until:
                break
        return found

    def want(self, places: Iterable[Destination]) -> None:
        """Search for these, anew if they were found: there may have been deliveries that nobody saw."""
        for where in places:
            self.wanted.add(where)
            self._begun.pop(where, None)

    def _short(
        self, db: sqlite3.Connection, use: Indexes, places: list[Destination]
    ) -> dict[Destination, Instant | None]:
        """Find it where few items were delivered, and begin with the others."""
        most, here = min(SHORT, SLICE), items_in(use.counting, State.DELIVERED)
        told = Crowd(places).ask(db, f"SELECT max(id) || ' ' || count(*) FROM (SELECT id {here} LIMIT {most + 1})")
        highest: dict[Destination, int] = {}
        for where, one in zip(places, told, strict=True):
            row_id, count = map(int, text(one).split() or (0, 0))
            if count > most:
                self._begun[where] = (START, None)
            elif count:
                highest[where] = row_id
        none = dict.fromkeys(where for where in places if where not in highest and where not in self._begun)
        return none | _last(db, use, highest)

    def _long(
        self, db: sqlite3.Connection, use: Indexes, where: Destination, reached: Reached, until: float
    ) -> dict[Destination, Instant | None]:
        items = items_of(use, where, State.DELIVERED)
        after: Position | None = reached[0]
        highest = reached[1]
        while after is not None:
            end = items.after(db, after, SLICE)
            found = (highest, *items.over(db, "max(id)", after, end))
            highest = max((value for value in found if isinstance(value, int)), default=None)
            after = end
            if after is not None and time.monotonic() > until:
                self._begun[where] = (after, highest)
                return {}
        return {where: None} if highest is None else _last(db, use, {where: highest})


def _last(
    db: sqlite3.Connection, use: Indexes, highest: Mapping[Destination, int]
) -> dict[Destination, Instant | None]:
    """When each was last tried of the delivered items with the highest id, and of those due last."""
    late = f"SELECT id {items_in(use.pending, State.DELIVERED)} ORDER BY next_attempt DESC, id DESC LIMIT {LATE}"
    told = Crowd(highest).ask(db, f"SELECT group_concat(id) FROM ({late})")
    ids = {
        where: {most, *map(int, filter(None, text(found).split(",")))}
        for (where, most), found in zip(highest.items(), told, strict=True)
    }
    asked = "SELECT id, last_attempt FROM queue NOT INDEXED WHERE id IN (SELECT value FROM json_each(?))"
    rows = dict(db.execute(asked, (json.dumps(sorted(set[int]().union(*ids.values()))),)).fetchall())
    return {where: latest(*(moment(rows.get(one)) for one in some)) for where, some in ids.items()}
