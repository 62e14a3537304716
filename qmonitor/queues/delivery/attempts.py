"""The highest count of attempts among each destination's pending items: the one figure that no index holds.

Every pending row has to be read for it (3 µs each, measured), so a round over them is cut into slices.
"""

import sqlite3
import time
from collections.abc import Iterable, Iterator

from qmonitor.queues.delivery.rows import whole
from qmonitor.queues.delivery.seeks import Indexes
from qmonitor.queues.delivery.slices import START, Position, items_of
from qmonitor.queues.model import Destination, State

BUDGET = 0.05
"""Seconds that one look spends on it; the next look goes on with the rest."""

SLICE = 4_000
"""Rows read in one transaction at most."""

SLICE_SECONDS = 0.02
"""How long one may take: rows with big payloads are slow to read, so that slices get shorter then."""

_MAX = "max(CASE typeof(attempts) WHEN 'integer' THEN attempts END)"
"""Text would be taken for more than any number."""


class Attempts:
    """Finds them in rounds, and keeps what the last round found."""

    def __init__(self) -> None:
        self.known: dict[Destination, int] = {}
        self._db: sqlite3.Connection | None = None
        self._round: Iterator[None] | None = None
        self._slice = SLICE // 8

    def look(self, db: sqlite3.Connection, use: Indexes, wanted: Iterable[Destination]) -> bool:
        """Go on with the round, or begin one, for at most the budget; whether it is through."""
        self._db = db
        places = list(wanted)
        if self._round is None:
            self.known = {where: self.known[where] for where in places if where in self.known}
            self._round = self._read(use, places)
        going_on, self._round = self._round, None  # one that an error ends is not gone on with
        until = time.monotonic() + BUDGET
        for _ in going_on:
            if time.monotonic() > until:
                self._round = going_on
                return False
        return all(where in self.known for where in places)

    def _read(self, use: Indexes, places: list[Destination]) -> Iterator[None]:
        """One slice a step, in the order of next_attempt: what is tried meanwhile moves back and is met again."""
        for where in places:
            items, most = items_of(use, where, State.PENDING), 0
            after: Position | None = START
            while after is not None:
                assert self._db is not None
                began = time.monotonic()
                end = items.after(self._db, after, self._slice)
                most = max(most, *(whole(value) for value in items.over(self._db, _MAX, after, end)))
                after = end
                spent = max(time.monotonic() - began, 0.0001)
                self._slice = max(50, min(SLICE, 2 * self._slice, round(self._slice * SLICE_SECONDS / spent)))
                yield
            self.known[where] = most
