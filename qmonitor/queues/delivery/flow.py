"""What comes into each destination's line and what leaves it, counted from the rows themselves, look by look.

Ids are given out once and in order, so the new rows are those beyond the highest id seen. Of the rows that waited at
one look those that don't wait at the next have left (see `line`), and each is asked what became of it. Where that can't
be known exactly, counting begins anew, as it does where too much came at once or an id is missing among the new ones.
Delivered rows are never counted by their state: there may be a million of them.
"""

import sqlite3
from array import array
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from qmonitor.queues.delivery.crowd import Crowd, items_in
from qmonitor.queues.delivery.line import (
    FEW,
    MOST,
    SCATTERED,
    SCATTERS,
    Line,
    Waiting,
    follow,
    front,
    ids_query,
    mark_query,
    of_ids,
    of_mark,
    read_whole,
    scatter,
    waiting,
)
from qmonitor.queues.delivery.look import Look
from qmonitor.queues.delivery.rows import text, whole
from qmonitor.queues.delivery.seeks import Indexes
from qmonitor.queues.delivery.sweep import HUGE, Cuts, long_line
from qmonitor.queues.model import Destination, Flow
from qmonitor.queues.times import Instant

WEIGHED = 250_000
"""Pending items that are summed up in one transaction (20 ms)."""


class Fresh(NamedTuple):
    """A row that was not there at the last look, with state and time of enqueueing as stored."""

    where: Destination
    id: int
    state: object
    at: object


class Flows:
    """Counts at every look; used by one thread. `copy` makes one to look with, so that a look may be thrown away."""

    def __init__(self) -> None:
        self._lines: dict[Destination, Line] = {}
        self._new: dict[Destination, list[Fresh]] = {}
        self._seen: int | None = None
        self._epoch = 0
        self._counted: Instant | None = None
        """When every destination was counted, and nothing overlooked: what comes after is all new."""
        self._blind = False
        self._begun: list[Destination] = []
        """Whose counting began at this look, or began anew."""
        self.disturbed: set[Destination] = set()
        """Where items may have come into the line at this look that are not new."""
        self.fresh: list[Fresh] = []
        """The rows that are new in the lines counted at this look."""
        self.settled: set[Destination] = set()
        """Whose lines were found to be others at this look."""
        self.waiting: dict[Destination, Line] = {}
        """The lines in which anything waits."""
        self._tally: tuple[int, int] | None = None
        self._first: Flow | None = None
        self._weights: dict[Destination, int] = {}
        self._told: dict[Destination, Flow] = {}
        self._cuts = Cuts()
        self._ended: Iterable[Destination] = ()

    def copy(self) -> "Flows":
        made = Flows()
        made._told, made._cuts = self._told, self._cuts
        made._lines, made.waiting, made._ended = dict(self._lines), dict(self.waiting), self._ended
        made._new = {where: list(ids) for where, ids in self._new.items()}
        made._seen, made._epoch, made._counted, made._tally = self._seen, self._epoch, self._counted, self._tally
        return made

    # -- new rows --------------------------------------------------------------------------------------------

    def take_new(self, look: Look) -> None:
        """Note the rows that are new in this transaction; to be called at the begin of each."""
        db = look.db
        given = _given(db) if "sqlite_sequence" in look.present else 0
        if self._seen is None:
            highest = db.execute("SELECT max(id) FROM queue").fetchone()[0] or 0
            self._seen = max(given, highest)
            return
        columns = "id, channel, destination, state, enqueued_at"
        select = f"SELECT {columns} FROM queue NOT INDEXED WHERE id > ? ORDER BY id LIMIT ?"
        rows = db.execute(select, (self._seen, MOST + 1)).fetchall()
        last = max(given, rows[-1][0] if rows else self._seen)
        if len(rows) > MOST or last - self._seen > len(rows):  # too many; or one is gone, and nobody knows whose it was
            self._begin_anew(db, given)
            return
        for row_id, channel, destination, state, at in rows:
            where = Destination(text(channel), text(destination))
            self._new.setdefault(where, []).append(Fresh(where, row_id, state, at))
        self._seen = max(self._seen, last)

    def _begin_anew(self, db: sqlite3.Connection, given: int) -> None:
        self._epoch, self._blind = self._epoch + 1, True
        self._new.clear()
        self._seen = max(given, db.execute("SELECT max(id) FROM queue").fetchone()[0] or 0)

    # -- all destinations ------------------------------------------------------------------------------------

    def count(self, look: Look, crowd: Crowd, gave_up: Mapping[Destination, int]) -> None:
        """The pending items of each as they are in this transaction, and what that says of their flows.

        `gave_up` is how many failed items there are, in the same transaction.
        """
        db, use = look.db, look.use
        if len(crowd.places) == 1 and (line := self.waiting.get(crowd.places[0])) and line.count > HUGE:
            self._settle_long(look, crowd.places[0], gave_up[crowd.places[0]])
            return
        unknown = {where: None for where in crowd.places if self._before(where) is None}
        known = Crowd(where for where in crowd.places if where not in unknown) if unknown else crowd
        marks = dict(zip(known.places, known.ask(db, mark_query(items_in(use.counting))), strict=True))
        moved = {where: of_mark(mark) for where, mark in marks.items() if self._moved(where, mark, gave_up[where])}
        short = [where for where, now in moved.items() if now.count <= FEW]
        ids = self._ids(db, use, [*short, *unknown])
        for where, now in moved.items():
            self._settle(look, where, ids.get(where) or now, gave_up[where])
        for where in unknown:
            self._settle_if(look, where, ids[where], gave_up[where])
        for where in unknown:
            if ids[where] is None:
                look.breathe()
                found = read_whole(db, use, where, HUGE)
                if found is None:
                    self._settle_long(look, where, gave_up[where])
                else:
                    self._settle(look, where, found, gave_up[where])

    def _settle_if(self, look: Look, where: Destination, now: Waiting | None, gave_up: int) -> None:
        if now is not None:
            self._settle(look, where, now, gave_up)

    def _moved(self, where: Destination, mark: object, gave_up: int) -> bool:
        line = self._lines.get(where)
        return line is None or line.mark != mark or where in self._new or line.gave_up != gave_up

    def _ids(
        self, db: sqlite3.Connection, use: Indexes, places: list[Destination]
    ) -> dict[Destination, Waiting | None]:
        told = Crowd(places).ask(db, ids_query(items_in(use.counting))) if places else []
        return {where: of_ids(one) for where, one in zip(places, told, strict=True)}

    def glance(
        self, look: Look, where: Iterable[Destination], gave_up: Mapping[Destination, int]
    ) -> list[Destination] | None:
        """Count these and those with new rows, and see by one scan over all pending items that no other line moved.

        In one transaction. The destinations counted; None where more must have moved, or that can't be said.
        """
        expected, self._tally = self._tally, None
        if expected is None or self._blind:
            return None
        places = list({*where, *self._new})
        before = {place: self._before(place) for place in places}
        ids = self._ids(look.db, look.use, places)
        for place, was in before.items():
            self._settle(look, place, ids[place] or waiting(look.db, look.use, place), gave_up.get(place, 0))
            line = self._lines[place]
            if was is None or line.flow.since != was.flow.since:
                return None
            expected = (expected[0] + line.count - was.count, expected[1] + line.balance - was.balance)
        return places if self.weigh(look) == expected else None

    def weigh(self, look: Look) -> tuple[int, int] | None:
        """Sum up all pending items: to be called in the transaction in which all lines were counted."""
        if self.beyond_sums:
            return None
        pending = f"FROM queue {look.use.state} WHERE state = 'pending'"
        count, total = look.db.execute(f"SELECT count(*), {SCATTERED} {pending}").fetchone()
        self._tally = (count, total or 0)
        return self._tally

    @property
    def weighed(self) -> bool:
        """Whether it is known what all pending items sum up to, and they are few enough to be summed up at one go."""
        return self._tally is not None and self._tally[0] <= WEIGHED

    def weigh_long(self, look: Look, places: Iterable[Destination]) -> None:
        """Sum up the lines of which not all ids are known, in the transaction in which they were counted."""
        long = [where for where in places if where in self.waiting and not self.waiting[where].whole]
        if long and not self.beyond_sums and sum(self.waiting[where].count for where in long) <= WEIGHED:
            told = Crowd(long).ask(look.db, f"SELECT {SCATTERED} {items_in(look.use.counting)}")
            self._weights.update(zip(long, map(whole, told), strict=True))

    def weigh_short(self) -> None:
        """Sum up the others, and all, without the file."""
        weights, self._weights, total = self._weights, {}, 0
        count = sum(line.count for line in self.waiting.values())
        if self.beyond_sums or count > WEIGHED or self._counted is None:
            return
        for where, line in self.waiting.items():
            if not line.whole and where not in weights:
                return
            total += scatter(line.ids) if line.whole else weights[where]
        self._tally = (count, total)

    @property
    def beyond_sums(self) -> bool:
        """Whether ids are so high that `SCATTERED` can't tell them."""
        return (self._seen or 0) >= SCATTERS

    # -- one destination -------------------------------------------------------------------------------------

    def _settle(self, look: Look, where: Destination, now: Waiting, gave_up: int) -> None:
        fresh = self._new.pop(where, [])
        self.fresh += fresh
        new, before = [one.id for one in fresh], self._before(where)
        line = None if before is None else follow(look.db, look.use, where, before, new, now)
        if line is None or before is None or _came_back_unseen(before, line, gave_up):
            ids, rest = front(look.db, look.use, where, now)
            line = Line(self._beginning(look), now.count, now.total, ids, rest, self._epoch, gave_up)
            self._begin(where)
        elif line.flow.returned != before.flow.returned:
            self.disturbed.add(where)
        self._keep(where, line if line.gave_up == gave_up else replace(line, gave_up=gave_up))

    def _beginning(self, look: Look) -> Flow:
        """One for all that begin at this look."""
        if self._first is None or self._first.since is not look.as_of:
            self._first = Flow(look.as_of)
        return self._first

    def _begin(self, where: Destination) -> None:
        self._begun.append(where)
        self.disturbed.add(where)

    def _settle_long(self, look: Look, where: Destination, gave_up: int) -> None:
        """In several transactions; `gave_up` is of the first."""

        def new() -> list[int]:
            fresh = self._new.pop(where, [])
            self.fresh += fresh
            return [one.id for one in fresh]

        before = self._before(where)
        high = self._new[where][0].id - 1 if where in self._new else self._seen or 0
        line, followed = long_line(look, where, before, high, self._epoch, self._cuts, new)
        if before is not None and followed:
            gave_up = max(gave_up, before.gave_up + line.flow.failed - before.flow.failed)
        if before is None or not followed or _came_back_unseen(before, line, gave_up):
            line = replace(line, flow=Flow(look.as_of), balance=0)
            self._begin(where)
        self._keep(where, replace(line, gave_up=gave_up))

    def _keep(self, where: Destination, line: Line) -> None:
        self._lines[where] = line
        self.settled.add(where)
        if line.count:
            self.waiting[where] = line
        else:
            self.waiting.pop(where, None)

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
        if places is not self._ended:
            self._ended, there = places, frozenset(places)
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
            self._keep(where, Line(flow, 0, 0, array("q"), None, line.epoch))

    # -- what is known then ----------------------------------------------------------------------------------

    def undelivered(self, places: Iterable[Destination]) -> list[Destination]:
        """Where no delivery was seen since counting began."""
        lines = ((where, self._lines.get(where)) for where in places)
        return [where for where, line in lines if line is not None and line.flow.last_delivered is None]

    def delivered_before(self, known: Mapping[Destination, Instant | None]) -> None:
        """Add when the last delivery was before counting began, where none was seen since."""
        for where, at in known.items():
            line = self._lines.get(where)
            if at is not None and line is not None and line.flow.last_delivered is None:
                self._keep(where, replace(line, flow=replace(line.flow, last_delivered=at)))

    def line(self, where: Destination) -> Line | None:
        """The pending items of a destination as they were found last."""
        return self._lines.get(where)

    @property
    def arrived(self) -> Collection[Destination]:
        """Who has new rows that are not counted yet."""
        return self._new.keys()

    @property
    def blind(self) -> bool:
        """Whether new rows were overlooked at this look, so that whose they are is not known."""
        return self._blind or self._counted is None

    def known(self) -> dict[Destination, Flow]:
        """The flow of every destination ever met."""
        self._told = {**self._told, **{where: self._lines[where].flow for where in self.settled}}
        return self._told


def _came_back_unseen(before: Line, now: Line, gave_up: int) -> bool:
    """Whether there are fewer failed items than the line tells: retried and gone again between two looks, perhaps."""
    failed, returned = now.flow.failed - before.flow.failed, now.flow.returned - before.flow.returned
    return gave_up < before.gave_up + failed - returned


def _given(db: sqlite3.Connection) -> int:
    """The highest id that was ever given out."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'queue'").fetchone()
    return row[0] if row is not None and isinstance(row[0], int) else 0
