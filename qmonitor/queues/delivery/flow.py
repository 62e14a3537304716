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

from qmonitor.queues.delivery.crowd import Crowd, items_in, merged
from qmonitor.queues.delivery.line import (
    FEW,
    LOWEST_BITS,
    MOST,
    Line,
    Waiting,
    expected,
    follow,
    front,
    head_query,
    headed,
    ids_query,
    mark_query,
    of_ids,
    of_mark,
    reaches,
    read_whole,
    scatter,
    waiting,
    weighed_query,
)
from qmonitor.queues.delivery.look import Look
from qmonitor.queues.delivery.rows import text, whole
from qmonitor.queues.delivery.seeks import Indexes
from qmonitor.queues.delivery.sweep import HUGE, Asking, Cuts, long_line
from qmonitor.queues.model import Destination, Flow, State
from qmonitor.queues.times import Instant

TURNS = 16
"""After so many looks of every line more than number and sum was compared: whatever else moved is found by then."""


REACHED = 1_000
"""Pending items from which on it is asked whether a line has as many as were to be expected: two statements a line."""

MOST_REACHED = 1_500_000
"""Pending items up to which that is done in one transaction (20 ms)."""


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
        self.failed: dict[Destination, int] = {}
        """How many failed items each destination has."""
        self.astray = False
        """Whether something left a line at this look and nobody knows to where: to another destination, perhaps."""
        self.headed: set[Destination] = set()
        """Of whose lines number and head were asked for at this look, and not the sum."""
        self.certain = True
        """Whether all lines were found to be the same twice where they are worked on while they are counted."""
        self._told_of: dict[Crowd, list[tuple[object, ...]]] = {}
        self._low = False
        self._turn = self._passed = 0
        self._first: Flow | None = None
        self._told: dict[Destination, Flow] = {}
        self._cuts = Cuts()
        self._ended: Iterable[Destination] = ()

    def copy(self) -> "Flows":
        made = Flows()
        made._told, made._cuts = self._told, self._cuts
        made._lines, made.waiting, made._ended = dict(self._lines), dict(self.waiting), self._ended
        made.failed, made._told_of, made._turn = dict(self.failed), dict(self._told_of), self._turn + 1
        made._new = {where: list(ids) for where, ids in self._new.items()}
        made._seen, made._epoch, made._counted = self._seen, self._epoch, self._counted
        return made

    # -- new rows --------------------------------------------------------------------------------------------

    def take_new(self, look: Look) -> None:
        """Note the rows that are new in this transaction; to be called at the begin of each."""
        db = look.db
        given = _given(db) if "sqlite_sequence" in look.present else 0
        lowest = db.execute("SELECT min(id) FROM queue").fetchone()[0] or 0
        self._take_new(db, given)
        self._low = lowest >= 0 and (self._seen or 0) <= LOWEST_BITS

    def _take_new(self, db: sqlite3.Connection, given: int) -> None:
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
        self._told_of.clear()
        self._seen = max(given, db.execute("SELECT max(id) FROM queue").fetchone()[0] or 0)

    # -- all destinations ------------------------------------------------------------------------------------

    def count(self, look: Look, crowd: Crowd) -> None:
        """The items of each as they are in this transaction, and what that says of their flows."""
        db, use = look.db, look.use
        if len(crowd.places) == 1 and (line := self.waiting.get(crowd.places[0])) and line.count > HUGE:
            self.failed.update(zip(crowd.places, map(whole, crowd.ask(db, _failed(use))), strict=True))
            if not self._reach(look, crowd.places[0]):
                self._settle_long(look, crowd.places[0])
            return
        unknown = [] if crowd in self._told_of else [where for where in crowd.places if self._before(where) is None]
        known = crowd if not unknown else Crowd(set(crowd.places).difference(unknown))
        told, weighed = self._ask(db, use, known)
        moved = {where: of_mark(mark) for where, mark in self._moved(known, told)}
        ids = self._ids(db, use, [*(where for where, now in moved.items() if now.count <= FEW), *unknown])
        for where, now in moved.items():
            self._settle(look, where, ids.get(where) or now)
        self._verify(look, weighed)
        self._meet(look, unknown, ids)
        if not unknown:
            self._told_of[crowd] = told

    def _ask(
        self, db: sqlite3.Connection, use: Indexes, crowd: Crowd
    ) -> tuple[list[tuple[object, ...]], dict[Destination, Waiting]]:
        """Mark and number of failed items of each; and with their weights those whose turn it is."""
        first = (self._turn - self._passed) % TURNS
        self._passed += len(crowd.places)
        items, failed = items_in(use.counting), _failed(use)
        mark = mark_query(items, low=self._low)
        due, others = crowd.split(first, TURNS) if first < len(crowd.places) else (None, crowd)
        told = self._ask_others(db, use, others, mark) if others.places else []
        if due is None:
            return told, {}
        weighed, marks = dict[Destination, Waiting](), list[tuple[object, ...]]()
        answers = due.ask_all(db, weighed_query(items, low=self._low), failed)
        for where, (one, gave_up) in zip(due.places, answers, strict=True):
            weighed[where] = of_mark(one)
            marks.append((_mark_of(one), gave_up))
        return merged(marks, told, first, TURNS), weighed

    def _ask_others(self, db: sqlite3.Connection, use: Indexes, crowd: Crowd, mark: str) -> list[tuple[object, ...]]:
        """Mark and number of failed items; where the optional index tells it, of long lines number and head instead."""
        failed = _failed(use)
        lengths = {where: line.count for where in crowd.places if use.line and (line := self._before(where))}
        long = {where for where, count in lengths.items() if count > REACHED}
        if not long:
            return crowd.ask_all(db, mark, failed)
        self.headed |= long
        some, others = crowd.parted(long)
        told = dict(zip(others.places, others.ask_all(db, mark, failed), strict=True)) if others.places else {}
        answers = dict(zip(some.places, some.ask_all(db, head_query(use.line), failed), strict=True))
        heads = {where: head for where, (head, _) in answers.items() if isinstance(head, int)}
        numbers = self._numbers(db, use, heads)
        marks = {where: headed(numbers[where], head) for where, head in heads.items()}
        told |= {where: (marks.get(where), gave_up) for where, (_, gave_up) in answers.items()}
        return [told[where] for where in crowd.places]

    def _numbers(
        self, db: sqlite3.Connection, use: Indexes, heads: Mapping[Destination, int]
    ) -> dict[Destination, int]:
        """How many wait in each: only lines that moved otherwise than was to be expected are counted."""
        found = {}
        for where, head in heads.items():
            number = expected(self._before(where), len(self._new.get(where, ())), head)
            if number and reaches(db, use.line, where, number):
                found[where] = number
        others = Crowd(heads.keys() - found.keys())
        counted = others.ask(db, f"SELECT count(*) {items_in(use.line)}") if others.places else []
        return found | dict(zip(others.places, map(whole, counted), strict=True))

    def _moved(self, crowd: Crowd, told: list[tuple[object, ...]]) -> list[tuple[Destination, object]]:
        """Those of which something else is told than at the look before, and those with new rows."""
        before = self._told_of.get(crowd)
        if before is None:
            others = list(zip(crowd.places, told, strict=True))
        else:
            pairs = zip(crowd.places, told, before, strict=True)
            others = [(where, now) for where, now, was in pairs if now != was or where in self._new]
        moved = []
        for where, (mark, failed) in others:
            line, self.failed[where] = self._lines.get(where), whole(failed)
            known = (line.mark, line.headed) if line is not None else ()
            if mark not in known or where in self._new or (line is not None and line.gave_up != failed):
                moved.append((where, mark))
        return moved

    def _ids(
        self, db: sqlite3.Connection, use: Indexes, places: list[Destination]
    ) -> dict[Destination, Waiting | None]:
        told = Crowd(places).ask(db, ids_query(items_in(use.counting), low=self._low)) if places else []
        return {where: of_ids(one) for where, one in zip(places, told, strict=True)}

    def _meet(self, look: Look, unknown: list[Destination], ids: Mapping[Destination, Waiting | None]) -> None:
        """Begin with these, of which nothing is known."""
        if not unknown:
            return
        failed = Crowd(unknown).ask(look.db, _failed(look.use))
        self.failed.update(zip(unknown, map(whole, failed), strict=True))
        for where in unknown:
            if (now := ids[where]) is not None:
                self._settle(look, where, now)
        for where in unknown:
            if ids[where] is None:
                look.breathe()
                found = read_whole(look.db, look.use, where, HUGE, low=self._low)
                if found is None:
                    self._settle_long(look, where)
                else:
                    self._settle(look, where, replace(found, front=None) if look.use.line else found)

    # -- what number and sum don't tell ----------------------------------------------------------------------

    def _verify(self, look: Look, weighed: Mapping[Destination, Waiting]) -> None:
        """Whether the ids are those that are known, after what moved was settled."""
        for where, now in weighed.items():
            line = self.waiting.get(where)
            if line is None:
                continue
            expected = scatter(line.ids) if line.weight is None else line.weight
            if expected != now.weight and line.whole and line.count <= FEW:
                self._settle(look, where, self._ids(look.db, look.use, [where])[where] or of_mark(None))
            elif line.total != now.total:  # heads were compared, and not the sums
                self._settle(look, where, now)
            elif expected != now.weight:
                self.renew(look, [where])
            elif line.weight is None:
                self._lines[where] = self.waiting[where] = replace(line, weight=expected)

    def regrouped(self) -> None:
        """Crowds are others from now on."""
        self._told_of.clear()

    def renew(self, look: Look, places: Iterable[Destination]) -> None:
        """Begin anew with these, in the transaction in which they were counted: something is wrong with them."""
        for where in places:
            self._lines[where] = replace(self._lines[where], epoch=-1)
            self._settle(look, where, waiting(look.db, look.use, where))

    # -- one destination -------------------------------------------------------------------------------------

    def _settle(self, look: Look, where: Destination, now: Waiting) -> None:
        line = self._followed(look, where, now)
        if line is None:
            if now.total is None or (now.ids is None and now.weight is None):
                now = waiting(look.db, look.use, where)
            ids, rest = front(look.db, look.use, where, now)
            flow = self._beginning(look)
            line = Line(flow, now.count, now.total or 0, ids, rest, self._epoch, weight=now.weight)
            self.astray |= self._before(where) is not None
            self._begin(where)
        self._take(where, line)

    def _followed(self, look: Look, where: Destination, now: Waiting) -> Line | None:
        """What became of the line that was known; None where that can't be told exactly."""
        before, new = self._before(where), [one.id for one in self._new.get(where, ())]
        line = None if before is None else follow(look.db, look.use, where, before, new, now)
        if line is None or before is None or _came_back_unseen(before, line, self.failed[where]):
            return None
        if line.flow.returned != before.flow.returned:
            self.disturbed.add(where)
        self.astray |= line.flow.other != before.flow.other
        return line

    def _take(self, where: Destination, line: Line) -> None:
        gave_up = self.failed[where]
        self.fresh += self._new.pop(where, [])
        self._keep(where, line if line.gave_up == gave_up else replace(line, gave_up=gave_up))

    def _beginning(self, look: Look) -> Flow:
        """One for all that begin at this look."""
        if self._first is None or self._first.since is not look.as_of:
            self._first = Flow(look.as_of)
        return self._first

    def _begin(self, where: Destination) -> None:
        self._begun.append(where)
        self.disturbed.add(where)

    def _reach(self, look: Look, where: Destination) -> bool:
        """Settle a very long line where the optional index says that it moved as was to be expected."""
        before = self._before(where)
        if not look.use.line or before is None or before.count > MOST_REACHED or self._turn % TURNS == 0:
            return False
        (head,) = Crowd([where]).ask(look.db, head_query(look.use.line))
        if not isinstance(head, int):
            return False
        number = expected(before, len(self._new.get(where, ())), head)
        if not number or not reaches(look.db, look.use.line, where, number):
            return False
        line = self._followed(look, where, Waiting(number, None, None, head=head))
        if line is not None:
            self._take(where, line)
            self.headed.add(where)
        return line is not None

    def _settle_long(self, look: Look, where: Destination) -> None:
        """In several transactions; where that does not say the same as before, twice."""
        before, gave_up = self._before(where), self.failed[where]
        weigh = self._turn % TURNS == 0
        line, followed = self._sweep(look, where, before, weigh=weigh or before is None)
        if before is not None and followed:
            gave_up = max(gave_up, before.gave_up + line.flow.failed - before.flow.failed)
        if before is None or not followed or _came_back_unseen(before, line, gave_up):
            line, followed = self._sweep(look, where, line, weigh=True)
            self.certain &= followed
            line = replace(line, flow=Flow(look.as_of), epoch=line.epoch if followed else -1)
            self.astray |= before is not None
            self._begin(where)
        self._keep(where, replace(line, gave_up=gave_up))

    def _sweep(self, look: Look, where: Destination, before: Line | None, *, weigh: bool) -> tuple[Line, bool]:
        def new() -> list[int]:
            fresh = self._new.pop(where, [])
            self.fresh += fresh
            return [one.id for one in fresh]

        high = self._new[where][0].id - 1 if where in self._new else self._seen or 0
        return long_line(look, where, before, high, self._epoch, self._cuts, new, Asking(weigh, self._low))

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
                self.failed[where] = 0
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


def _mark_of(told: object) -> bytes | None:
    """The mark out of what `weighed_query` tells."""
    return told.rpartition(b" ")[0] if isinstance(told, bytes) else None


def _failed(use: Indexes) -> str:
    return f"SELECT count(*) {items_in(use.counting, State.FAILED)}"


def _given(db: sqlite3.Connection) -> int:
    """The highest id that was ever given out."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'queue'").fetchone()
    return row[0] if row is not None and isinstance(row[0], int) else 0
