"""When items left their lines: read from the rows, few of them where there are many.

No index holds that time, and in a row it stands behind the payload. But order is kept: of one destination what was
queued later left later, so that between two items that left in the same minute all others did, too. Where there are
more rows than can be read, those are read that tell most.
"""

import json
import sqlite3
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from qmonitor.queues.delivery.past_times import Texts

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


class Rows:
    """Reads one time of many rows, within bounds. `called_off` may raise."""

    def __init__(self, db: sqlite3.Connection, texts: Texts, rest: Callable[[], None]) -> None:
        self._db, self._texts, self._rest = db, texts, rest
        self.left = ROWS
        self._bytes = BYTES
        self._until = time.monotonic() + SECONDS
        self._chunk = 32

    @property
    def spent(self) -> bool:
        """Whether no more is to be read."""
        return self.left <= 0 or self._bytes <= 0 or time.monotonic() > self._until

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
                self._bytes -= min(size or 0, LARGE)
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
    """The items that left one line in order, by ascending id, and when those left that were asked.

    `queued` tells when an item was queued (ns): what is taken where no time is known. `ended` has what is known better
    than by the rows.
    """

    ids: "array[int]"
    queued: Callable[[int], int]
    ended: Mapping[int, int]
    known: dict[int, int] = field(default_factory=dict)

    def first(self) -> Iterator[int]:
        """Positions to be asked first."""
        last = len(self.ids) - 1
        yield from sorted({round(n * last / (FIRST - 1)) for n in range(FIRST)}) if last >= 0 else ()

    def take(self, position: int, ns: int | None) -> None:
        """A time that was found; nobody leaves before having come."""
        queued = self.queued(self.ids[position])
        ended = self.ended.get(self.ids[position], ns)
        self.known[position] = queued if ended is None else max(ended, queued)

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


def ask(lists: list[Ends], rows: Rows, since: int, step: Callable[[int], int]) -> bool:
    """Read when items left, until every curve is told to its steps or no more is to be read; whether all were read."""
    if sum(len(ends.ids) for ends in lists) <= rows.left:
        _read(lists, [(n, at) for n, ends in enumerate(lists) for at in range(len(ends.ids))], rows)
        return True
    _read(lists, [(n, at) for n, ends in enumerate(lists) for at in ends.first()], rows)
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
    return False


def _read(lists: list[Ends], asked: list[tuple[int, int]], rows: Rows) -> None:
    asked.sort(key=lambda one: lists[one[0]].ids[one[1]])
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
