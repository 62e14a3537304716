"""A state's items of one destination in the order of `queue_pending`, slice by slice.

Whatever has to look at all of them does so in pieces of one statement each, which leaves nothing to do for Python
(the window's thread would wait for it otherwise) and no transaction open for long.
"""

import sqlite3
from collections.abc import Iterator

from qmonitor.queues.delivery.rows import NAME, name, text
from qmonitor.queues.delivery.seeks import NO_BLOB, Indexes
from qmonitor.queues.model import Destination
from qmonitor.values import dataclass

Position = tuple[str, int]
"""A place in the index order: next_attempt, then id."""

START: Position = ("", -(2**63))


@dataclass(frozen=True, slots=True)
class Range:
    """The items of one destination in one state, as a FROM … WHERE clause with its values."""

    here: str
    fixed: tuple[object, ...]

    def after(self, db: sqlite3.Connection, start: Position, far: int) -> Position | None:
        """The position `far` entries further on, told by the index alone; None where there are not so many."""
        at, row_id = name(start[0]), start[1]
        rest = f"{self.here} AND next_attempt = {NAME} AND id > ?"
        same = db.execute(f"SELECT count(*) {rest}", (*self.fixed, at, row_id)).fetchone()[0]
        if same >= far:
            skip = f"AND next_attempt = {NAME} AND id > ? ORDER BY id LIMIT 1 OFFSET ?"
            values = (*self.fixed, at, row_id, far - 1)
        else:
            skip = f"AND next_attempt > {NAME} AND next_attempt {NO_BLOB} ORDER BY next_attempt, id LIMIT 1 OFFSET ?"
            values = (*self.fixed, at, far - 1 - same)
        row = db.execute(f"SELECT next_attempt, id {self.here} {skip}", values).fetchone()
        return None if row is None else (text(row[0]), row[1])

    def over(
        self,
        db: sqlite3.Connection,
        what: str,
        start: Position,
        end: Position | None,
        only: str = "1",
        most: int = -1,
    ) -> Iterator[object]:
        """An aggregate over the ids after `start` up to and with `end`, `only` some of them, in parts of `most`."""
        first, last = name(start[0]), name(end[0]) if end else ""
        parts: list[tuple[str, tuple[object, ...]]]
        if end is not None and end[0] == start[0]:
            parts = [(f"next_attempt = {NAME} AND id > ? AND id <= ?", (first, start[1], end[1]))]
        else:
            parts = [(f"next_attempt = {NAME} AND id > ?", (first, start[1]))]
            if end is None:
                parts.append((f"next_attempt > {NAME}", (first,)))
            else:
                parts.append((f"next_attempt > {NAME} AND next_attempt < {NAME}", (first, last)))
                parts.append((f"next_attempt = {NAME} AND id <= ?", (last, end[1])))
        for part, values in parts:
            ids = f"{self.here} AND {part} AND ({only})"
            sql = f"SELECT {what} {ids}" if most < 0 else f"SELECT {what} FROM (SELECT id {ids} LIMIT {most})"
            yield db.execute(sql, (*self.fixed, *values)).fetchone()[0]


def items_of(use: Indexes, where: Destination, state: str) -> Range:
    """The range of a destination's items in a state."""
    here = f"FROM queue {use.pending} WHERE channel = {NAME} AND destination = {NAME} AND state = {NAME}"
    return Range(here, (name(where.channel), name(where.destination), name(state)))
