"""What comes into each destination's line and what leaves it, counted from the rows themselves, look by look.

Ids are given out once and in order, so the new rows are those beyond the highest id seen. Of the rows that waited at
one look those that don't wait at the next have left (see `line`), and each is asked what became of it. Where that can't
be known exactly, counting begins anew, as it does where too much came at once or an id is missing among the new ones.
Delivered rows are never counted by their state: there may be a million of them.
"""

import sqlite3
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import replace

from qmonitor.queues.delivery.line import FEW, MOST, Line, follow, front, waiting
from qmonitor.queues.delivery.rows import text
from qmonitor.queues.delivery.seeks import Indexes
from qmonitor.queues.model import Destination, Flow
from qmonitor.queues.times import Instant


class Flows:
    """Counts at every look; used by one thread. `copy` makes one to look with, so that a look may be thrown away."""

    def __init__(self) -> None:
        self._lines: dict[Destination, Line] = {}
        self._new: dict[Destination, list[int]] = {}
        self._seen: int | None = None
        self._epoch = 0
        self._counted: Instant | None = None
        """When every destination was counted, and nothing overlooked: what comes after is all new."""
        self._blind = False
        self._begun: list[Destination] = []
        """Whose counting began at this look, or began anew."""

    def copy(self) -> "Flows":
        made = Flows()
        made._lines = dict(self._lines)
        made._new = {where: list(ids) for where, ids in self._new.items()}
        made._seen, made._epoch, made._counted = self._seen, self._epoch, self._counted
        return made

    # -- new rows --------------------------------------------------------------------------------------------

    def take_new(self, db: sqlite3.Connection, present: frozenset[str]) -> None:
        """Note the rows that are new in this transaction; to be called at the begin of each."""
        given = _given(db) if "sqlite_sequence" in present else 0
        if self._seen is None:
            highest = db.execute("SELECT max(id) FROM queue").fetchone()[0] or 0
            self._seen = max(given, highest)
            return
        select = "SELECT id, channel, destination FROM queue NOT INDEXED WHERE id > ? ORDER BY id LIMIT ?"
        rows = db.execute(select, (self._seen, MOST + 1)).fetchall()
        last = max(given, rows[-1][0] if rows else self._seen)
        if len(rows) > MOST or last - self._seen > len(rows):  # too many; or one is gone, and nobody knows whose it was
            self._begin_anew(db, given)
            return
        for row_id, channel, destination in rows:
            self._new.setdefault(Destination(text(channel), text(destination)), []).append(row_id)
        self._seen = max(self._seen, last)

    def _begin_anew(self, db: sqlite3.Connection, given: int) -> None:
        self._epoch, self._blind = self._epoch + 1, True
        self._new.clear()
        self._seen = max(given, db.execute("SELECT max(id) FROM queue").fetchone()[0] or 0)

    # -- one destination after the other ---------------------------------------------------------------------

    def count(self, db: sqlite3.Connection, use: Indexes, where: Destination, gave_up: int, as_of: Instant) -> Line:
        """The pending items as they are in this transaction, and what that says of the flow.

        `gave_up` is how many failed items there are.
        """
        new = self._new.pop(where, [])
        before = self._before(where)
        few = before is None or before.count + len(new) <= 2 * FEW
        now = waiting(db, use, where, few=few)
        line = None if before is None else follow(db, use, where, before, new, now)
        if line is None or before is None or _came_back_unseen(before, line, gave_up):
            line = Line(Flow(as_of), now.count, now.total, *front(db, use, where, now), self._epoch)
            self._begun.append(where)
        line = self._lines[where] = line if line.gave_up == gave_up else replace(line, gave_up=gave_up)
        return line

    def _before(self, where: Destination) -> Line | None:
        """The line at the last look: empty where the destination is new, None where it is not known."""
        known = self._lines.get(where)
        if known is not None:
            return known if known.epoch == self._epoch else None
        if self._counted is None or self._blind:
            return None
        return Line(Flow(self._counted), 0, 0, array("q"), None, self._epoch)

    def end(self, as_of: Instant, places: Iterable[Destination]) -> list[Destination]:
        """Every destination there is was counted; those whose counting began at this look, or began anew."""
        self._counted, self._blind = None if self._blind else as_of, False
        there = frozenset(places)
        for where in self._lines.keys() - there:
            self._vanish(where)
        self._new = {where: ids for where, ids in self._new.items() if where in there or where not in self._lines}
        begun, self._begun = self._begun, []
        return begun

    def _vanish(self, where: Destination) -> None:
        """No row of the destination is left."""
        line = self._lines[where]
        if line.count:
            flow = replace(line.flow, other=line.flow.other + line.count)
            self._lines[where] = Line(flow, 0, 0, array("q"), None, line.epoch)

    # -- what is known then ----------------------------------------------------------------------------------

    def undelivered(self, places: Iterable[Destination]) -> list[Destination]:
        """Where no delivery was seen since counting began."""
        return [where for where in places if self._lines[where].flow.last_delivered is None]

    def delivered_before(self, known: Mapping[Destination, Instant | None]) -> None:
        """Add when the last delivery was before counting began, where none was seen since."""
        for where, at in known.items():
            line = self._lines.get(where)
            if at is not None and line is not None and line.flow.last_delivered is None:
                self._lines[where] = replace(line, flow=replace(line.flow, last_delivered=at))

    def known(self) -> dict[Destination, Flow]:
        """The flow of every destination ever met."""
        return {where: line.flow for where, line in self._lines.items()}


def _came_back_unseen(before: Line, now: Line, gave_up: int) -> bool:
    """Whether there are fewer failed items than the line tells: retried and gone again between two looks, perhaps."""
    failed, returned = now.flow.failed - before.flow.failed, now.flow.returned - before.flow.returned
    return gave_up < before.gave_up + failed - returned


def _given(db: sqlite3.Connection) -> int:
    """The highest id that was ever given out."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'queue'").fetchone()
    return row[0] if row is not None and isinstance(row[0], int) else 0
