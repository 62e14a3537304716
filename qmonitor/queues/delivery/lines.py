"""The lines that an action reaches into: which head it takes away, what follows, and what went ahead meanwhile."""

import sqlite3
from collections.abc import Collection, Sequence

from qmonitor.queues.delivery.pages import Pages
from qmonitor.queues.delivery.rows import NAME, name
from qmonitor.queues.delivery.selection import Candidate
from qmonitor.queues.model import Destination, State
from qmonitor.values import dataclass

NAMED = 5
"""So many ids are named in a sentence; the rest is counted."""

_PORTION = 2_000
"""Ids read by one statement on the way to the next head."""


@dataclass(frozen=True, slots=True)
class Overtaken:
    """How many later items of a destination were delivered while others were out of line, and the first ids."""

    where: Destination
    count: int
    ids: Sequence[int]


@dataclass(frozen=True, slots=True)
class Line:
    """What was chosen of one destination, and the head that everything there waits for (None: nothing waits)."""

    where: Destination
    chosen: tuple[Candidate, ...]
    head: int | None

    @property
    def waiting(self) -> list[Candidate]:
        """Those of the chosen that stand in line."""
        return [row for row in self.chosen if row.state == State.PENDING]

    @property
    def first(self) -> Candidate | None:
        """The head, where it is among the chosen."""
        return next((row for row in self.waiting if row.id == self.head), None)

    @property
    def misses_head(self) -> bool:
        """Whether some that stand in line were chosen, but not the one that they wait for."""
        return bool(self.waiting) and self.head is not None and self.first is None


class Lines:
    """Reads over one connection, in short transactions."""

    def __init__(self, db: sqlite3.Connection, pages: Pages) -> None:
        self._db = db
        self._pages = pages

    def of(self, chosen: Sequence[Candidate]) -> list[Line]:
        """The lines that these stand in, or have stood in, in the order of their names."""
        by_place: dict[Destination, list[Candidate]] = {}
        for row in chosen:
            by_place.setdefault(row.where, []).append(row)
        return [
            Line(where, tuple(rows), self._pages.head(where) if _any_waits(rows) else None)
            for where, rows in sorted(by_place.items(), key=lambda pair: str(pair[0]))
        ]

    def next_head(self, line: Line) -> int | None:
        """Who is the head once the chosen ones are out of line; None where nothing is left in it."""
        gone: Collection[int] = {row.id for row in line.waiting}
        sql = (
            f"SELECT id FROM queue {self._pages.use.pending} WHERE channel = {NAME} AND destination = {NAME}"
            f" AND state = 'pending' AND id > ? ORDER BY id LIMIT {_PORTION}"
        )
        after = line.head
        while after is not None:
            values = (name(line.where.channel), name(line.where.destination), after)
            found = [row[0] for row in self._db.execute(sql, values).fetchall()]
            stays = next((row for row in found if row not in gone), None)
            if stays is not None:
                return int(stays)
            after = found[-1] if found else None
            self._pages.still_wanted()
        return None

    def overtaken(self, line: Line) -> Overtaken | None:
        """The later items that were delivered while the chosen ones were out of line; None where none was."""
        out = [row.id for row in line.chosen if row.state != State.PENDING]
        if not out:
            return None
        sql = (
            f"FROM queue {self._pages.use.pending} WHERE channel = {NAME} AND destination = {NAME}"
            " AND state = 'delivered' AND id > ?"
        )
        values = (name(line.where.channel), name(line.where.destination), min(out))
        count = self._db.execute(f"SELECT count(*) {sql}", values).fetchone()[0]
        if not count:
            return None
        ids = [row[0] for row in self._db.execute(f"SELECT id {sql} ORDER BY id LIMIT {NAMED}", values)]
        return Overtaken(line.where, count, ids)


def _any_waits(rows: Sequence[Candidate]) -> bool:
    return any(row.state == State.PENDING for row in rows)
