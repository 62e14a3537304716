"""When items left their lines: read from the rows, few of them where there are many.

No index holds that time, and in a row it stands behind the payload. But order is kept: of one destination what was
queued later left later, so that between two items that left in the same minute all others did, too. Where there are
more rows than can be read, those are read that tell most. Whether order was kept is looked at: a list in which it was
not is read whole, or not believed.
"""

import json
import sqlite3
import time
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from itertools import accumulate, pairwise

from qmonitor.queues.delivery.past_times import Texts
from qmonitor.values import dataclass

ROWS = 30_000
"""So many rows are read at most: 0.2 s at a million, in memory."""

BYTES = 256 * 2**20
"""So much of payloads is passed over at most, on the way to what stands behind them."""

LARGE = 2**20
"""What stands behind a larger payload is not read."""

SECONDS = 4.0
"""For so long rows are read at most, where they come from a slow disk."""

STATEMENT = 0.01
"""Seconds that one statement may take."""

FIRST = 16
"""So many items of a list are asked first, evenly spread: a list that is not in order is noticed by that."""

ROUND = 4_000
"""Items asked in one round."""

CHECKS, CHECKED = 48, 4_000
"""Of a list so many more are asked afterwards, of all lists so many: whether they left when they were taken to."""

MORE = 250_000
"""So many rows more are read, within the other bounds, where lists are not in order."""

INEXACT = 100
"""An item that left earlier or later than taken to by a hundredth of the whole span is no sign of another order."""

FEW = 0.05
"""A list in which no larger part was overtaken is in order: those few are odd. Otherwise the engine keeps none."""

NEVER = 2**62
"""Later than any time (ns)."""

Doubt = tuple[int, int, float, int]
"""From when to when (ns) so many items may have waited or not, and the lowest id among them."""


class Rows:
    """Reads one time of many rows, within bounds. `called_off` may raise."""

    def __init__(self, db: sqlite3.Connection, texts: Texts, rest: Callable[[], None]) -> None:
        self._db, self._texts, self._rest = db, texts, rest
        self.left = ROWS
        self._bytes = BYTES
        self._read_bytes, self._read_rows = 0, 1
        self._until = time.monotonic() + SECONDS
        self._chunk = 32

    @property
    def spent(self) -> bool:
        """Whether no more is to be read."""
        return self.left <= 0 or self._bytes <= 0 or time.monotonic() > self._until

    def fit(self, count: int) -> bool:
        """Whether so many more may be read, if they are as large as those before."""
        return count <= self.left and count * self._read_bytes / self._read_rows <= self._bytes and not self.spent

    def times(self, ids: Iterable[int], column: str) -> dict[int, int | None]:
        """By id, that time (ns) of each row that is there; None where it is no time, or not to be read."""
        wanted, found = list(ids), {}
        at = 0
        while at < len(wanted):
            chunk = wanted[at : at + self._chunk]
            at += len(chunk)
            began = time.perf_counter()
            for row_id, size, stored in self._read(chunk, column):
                found[row_id] = self._texts.ns(stored)
                self._read_bytes += min(size or 0, LARGE)
                self._bytes -= min(size or 0, LARGE)
            self._read_rows += len(chunk)
            self.left -= len(chunk)
            took = time.perf_counter() - began
            self._chunk = max(1, min(1000, int(len(chunk) * STATEMENT / max(took, 1e-6))))
            self._rest()
        return found

    def _read(self, ids: list[int], column: str) -> list[tuple[int, int | None, object]]:
        sql = (
            f"SELECT id, length(raw), CASE WHEN length(raw) <= {LARGE} THEN {column} END FROM queue NOT INDEXED"
            " WHERE id IN (SELECT value FROM json_each(?))"
        )
        return self._db.execute(sql, (json.dumps(ids),)).fetchall()


@dataclass(slots=True)
class Ends:
    """The items that left one line, by ascending id, and when those left that were asked.

    `queued` tells when an item was queued (ns): what is taken where no time is known, or one later than `latest`; such
    positions are `unknown`. `ended` has what is known better than by the rows. `ordered`: the engine takes them in
    their order; `strayed` says that it did not. Where it did but for a few, those are `odd`: failed and tried again by
    somebody, say, or with a wrong time; each with the instant (ns) at which it was overtaken. Up to `wrong_until` (ns)
    it can't be told.
    """

    ids: "array[int]"
    queued: Callable[[int], int]
    ended: Mapping[int, int]
    latest: int
    ordered: bool
    known: dict[int, int] = field(default_factory=dict)
    unknown: set[int] = field(default_factory=set)
    strayed: bool = False
    odd: list[tuple[int, int]] = field(default_factory=list)
    wrong_until: int = 0
    also: range = range(0)
    """Positions to be asked first, beside some others."""

    def first(self) -> Iterator[int]:
        """Positions to be asked first."""
        last = len(self.ids) - 1
        yield from sorted({round(n * last / (FIRST - 1)) for n in range(FIRST)} | {*self.also}) if last >= 0 else ()

    def take(self, position: int, ns: int | None) -> None:
        """A time that was found; nobody leaves before having come."""
        queued = self.queued(self.ids[position])
        ended = self.ended.get(self.ids[position], ns)
        if ended is None or ended > self.latest:
            self.unknown.add(position)
            ended = queued
        self.known[position] = max(ended, queued)

    def overtaken(self, most: int) -> list[tuple[int, int]]:
        """Positions of those that left later than one behind them by more than that (ns), and when that one did."""
        found, first = [], NEVER
        for position in sorted(self.known.keys() - self.unknown, reverse=True):
            if self.known[position] > first + most:
                found.append((position, first))
            first = min(first, self.known[position])
        return found

    def look(self, most: int) -> None:
        """All is read: see whether it is in order, give or take `most` (ns)."""
        found = self.overtaken(most) if self.ordered else []
        self.strayed = len(found) > FEW * len(self.ids)
        self.odd = [] if self.strayed else found

    def unread(self) -> list[int]:
        """Positions that were not asked."""
        return [at for at in range(len(self.ids)) if at not in self.known]

    def passed(self) -> tuple[list[int], list[int]]:
        """Positions that are known, and when (ns) at the latest all had left that were queued before each of them."""
        if not self.ordered or self.strayed:
            return [], []
        positions = sorted(self.known.keys() - self.unknown)
        ends = (self.known[position] for position in reversed(positions))
        return positions, list(accumulate(ends, min))[::-1]

    def doubts(self, passed: Callable[[int], int]) -> Iterator[Doubt]:
        """What the rows don't tell. `passed`: when an item of this line had left at the latest."""
        for position, since in self.odd:
            yield since, self.known[position], 1.0, self.ids[position]
        if self.wrong_until and self.ids:
            yield 0, self.wrong_until, float(len(self.ids)), self.ids[0]
        positions = sorted(self.known) if self.unknown else []
        for n, here in enumerate(positions):
            if here in self.unknown:
                first = positions[n - 1] + 1 if n else 0
                last = positions[n + 1] - 1 if n + 1 < len(positions) else len(self.ids) - 1
                weight = 1 + (last - first) / 2
                until = passed(self.ids[last]) if self.ordered else NEVER
                yield self.queued(self.ids[first]), until, weight, self.ids[first]

    def all(self, step: Callable[[int], int]) -> Iterator[tuple[int, float, int]]:
        """When they left: (ns, how many, id). Those not asked left evenly between their neighbours.

        `step` is how long (ns) a piece of the curve around an instant is: no need to be finer.
        """
        positions = sorted(self.known)
        for n, here in enumerate(positions):
            yield self.known[here], 1.0, self.ids[here]
            after = positions[n + 1] if n + 1 < len(positions) else here + 1
            between = after - here - 1
            if not between:
                continue
            begin, end = self.known[here], self.known[after]
            parts = max(1, min(between, 1 + abs(end - begin) // step(max(begin, end))))
            for part in range(parts):
                share = (part + 0.5) / parts
                position = here + 1 + min(between - 1, int(share * between))
                yield int(begin + share * (end - begin)), between / parts, self.ids[position]


def ask(lists: list[Ends], rows: Rows, since: int, step: Callable[[int], int], span: int) -> bool:
    """Read when items left, until every curve is told to its steps or no more is to be read; whether all were read.

    `span` (ns) is that of the curves.
    """
    _read(lists, [(n, at) for n, ends in enumerate(lists) for at in ends.first()], rows)
    left = [(n, at) for n, ends in enumerate(lists) for at in ends.unread()]
    if rows.fit(len(left)):
        _read(lists, left, rows)
        for ends in lists:
            ends.look(span // INEXACT)
        return True
    _refine(lists, rows, since, step)
    _check(lists, rows, span // INEXACT)
    return False


def _refine(lists: list[Ends], rows: Rows, since: int, step: Callable[[int], int]) -> None:
    """Read what tells most."""
    doubts = [
        doubt
        for n, ends in enumerate(lists)
        for a, b in pairwise(sorted(ends.known))
        if (doubt := _doubt(n, ends, a, b, since, step)) is not None
    ]
    while doubts and not rows.spent:
        doubts.sort()
        asked = doubts[-min(ROUND, rows.left) :]
        del doubts[-len(asked) :]
        _read(lists, [(n, (a + b) // 2) for _, n, a, b in asked], rows)
        for _, n, a, b in asked:
            middle = (a + b) // 2
            halves = _doubt(n, lists[n], a, middle, since, step), _doubt(n, lists[n], middle, b, since, step)
            doubts.extend(half for half in halves if half is not None)


def _check(lists: list[Ends], rows: Rows, most: int) -> None:
    """Look whether items left when taken to, give or take `most` (ns); read lists whole where they did not."""
    each = max(2, min(CHECKS, CHECKED // max(1, len(lists))))
    asked = [(n, *check) for n, ends in enumerate(lists) for check in _checks(ends, each)]
    _read(lists, [(n, at) for n, at, *_ in asked], rows)
    missed = {n for n, at, first, last in asked if not first - most <= lists[n].known[at] <= last + most}
    missed.update(n for n, ends in enumerate(lists) if ends.overtaken(most))
    rows.left = MORE
    for n in sorted(missed, key=lambda n: len(lists[n].ids)):
        ends = lists[n]
        ends.strayed = True
        left = [(n, at) for at in ends.unread()]
        if rows.fit(len(left)):
            _read(lists, left, rows)
            ends.look(most)
        elif left:
            ends.wrong_until = max(ends.known.values()) + 1


def _checks(ends: Ends, count: int) -> Iterator[tuple[int, int, int]]:
    """Positions between others that are known, evenly spread, and between which instants each is taken to have left."""
    last, positions = len(ends.ids) - 1, sorted(ends.known)
    found = {round((n + 0.5) * last / count) for n in range(count)} if last > 0 else set()
    for at in sorted(found - ends.known.keys()):
        after = bisect_left(positions, at)
        around = ends.known[positions[after - 1]], ends.known[positions[after]]
        yield at, min(around), max(around)


def _read(lists: list[Ends], asked: list[tuple[int, int]], rows: Rows) -> None:
    asked = sorted(asked, key=lambda one: lists[one[0]].ids[one[1]])
    found = rows.times((lists[n].ids[at] for n, at in asked), "last_attempt")
    for n, at in asked:
        lists[n].take(at, found.get(lists[n].ids[at]))


_Doubt = tuple[int, int, int, int]


def _doubt(n: int, ends: Ends, a: int, b: int, since: int, step: Callable[[int], int]) -> _Doubt | None:
    """How much two positions of list `n` hide, first: items between them times the time over which those may have left.

    None where that is no more than a step of the curve, or before it.
    """
    begin, end = ends.known[a], ends.known[b]
    latest, span = max(begin, end), abs(end - begin)
    if b - a <= 1 or latest <= since or span <= step(latest):
        return None
    return (b - a - 1) * span, n, a, b
