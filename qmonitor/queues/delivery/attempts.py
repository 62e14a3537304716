"""The highest count of attempts among each destination's pending items: the one figure that no index holds.

Every pending row has to be read for it (3 µs each, measured), so a round over them is cut into slices. Each slice is
one statement that leaves nothing to do for Python: the window's thread would wait for it otherwise.
"""

import sqlite3
import time
from collections.abc import Iterable, Iterator

from qmonitor.queues.delivery.rows import NAME, name, text, whole
from qmonitor.queues.delivery.seeks import NO_BLOB, Indexes
from qmonitor.queues.model import Destination

BUDGET = 0.05
"""Seconds that one look spends on it; the next look goes on with the rest."""

SLICE = 4_000
"""Rows read in one transaction at most."""

SLICE_SECONDS = 0.02
"""How long one may take: rows with big payloads are slow to read, so that slices get shorter then."""

_MAX = "max(CASE typeof(attempts) WHEN 'integer' THEN attempts END)"
"""Text would be taken for more than any number."""

Position = tuple[str, int]
"""A place in the index order: next_attempt, then id."""


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
            here = f"FROM queue {use.pending} WHERE channel = {NAME} AND destination = {NAME} AND state = 'pending'"
            fixed = (name(where.channel), name(where.destination))
            most = 0
            after: Position | None = ("", 0)
            while after is not None:
                assert self._db is not None
                began = time.monotonic()
                end = _after(self._db, here, fixed, after, self._slice)
                most = max(most, _most(self._db, here, fixed, after, end))
                after = end
                spent = max(time.monotonic() - began, 0.0001)
                self._slice = max(50, min(SLICE, 2 * self._slice, round(self._slice * SLICE_SECONDS / spent)))
                yield
            self.known[where] = most


def _after(db: sqlite3.Connection, here: str, fixed: tuple[object, ...], start: Position, far: int) -> Position | None:
    """The position `far` entries further on, told by the index alone; None where there are not so many."""
    at, row_id = name(start[0]), start[1]
    same = db.execute(f"SELECT count(*) {here} AND next_attempt = {NAME} AND id > ?", (*fixed, at, row_id)).fetchone()[
        0
    ]
    if same >= far:
        skip = f"AND next_attempt = {NAME} AND id > ? ORDER BY id LIMIT 1 OFFSET ?"
        values = (*fixed, at, row_id, far - 1)
    else:
        skip = f"AND next_attempt > {NAME} AND next_attempt {NO_BLOB} ORDER BY next_attempt, id LIMIT 1 OFFSET ?"
        values = (*fixed, at, far - 1 - same)
    row = db.execute(f"SELECT next_attempt, id {here} {skip}", values).fetchone()
    return None if row is None else (text(row[0]), row[1])


def _most(db: sqlite3.Connection, here: str, fixed: tuple[object, ...], start: Position, end: Position | None) -> int:
    """The highest attempts after `start` up to and with `end`."""
    first, last = name(start[0]), name(end[0]) if end else ""
    ranges: list[tuple[str, tuple[object, ...]]]
    if end is not None and end[0] == start[0]:
        ranges = [(f"next_attempt = {NAME} AND id > ? AND id <= ?", (first, start[1], end[1]))]
    else:
        ranges = [(f"next_attempt = {NAME} AND id > ?", (first, start[1]))]
        if end is None:
            ranges.append((f"next_attempt > {NAME}", (first,)))
        else:
            ranges.append((f"next_attempt > {NAME} AND next_attempt < {NAME}", (first, last)))
            ranges.append((f"next_attempt = {NAME} AND id <= ?", (last, end[1])))
    found = (db.execute(f"SELECT {_MAX} {here} AND {what}", (*fixed, *values)).fetchone() for what, values in ranges)
    return max(whole(row[0]) for row in found)
