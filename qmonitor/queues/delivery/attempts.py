"""The highest count of attempts among each destination's pending items: the one figure that no standard index holds.

Every pending row has to be read for it (3 µs each, measured), so a round over them is cut into slices. Where the
optional index is there, it is one seek a destination.
"""

import sqlite3
import time
from collections.abc import Iterator, Mapping

from qmonitor.queues.delivery.crowd import Crowd, items_in
from qmonitor.queues.delivery.line import Line
from qmonitor.queues.delivery.rows import whole
from qmonitor.queues.delivery.seeks import Indexes
from qmonitor.queues.delivery.slices import START, Position, items_of
from qmonitor.queues.model import Destination, Item, State
from qmonitor.queues.times import Instant, now

BUDGET = 0.01
"""Seconds that one look spends on it at most; the next look goes on with the rest."""

SHARE = 0.03
"""What it may take as a part of all else; an eighth of the budget it gets at any rate."""

SLICE = 4_000
"""Rows read in one transaction at most."""

SLICE_SECONDS = 0.003
"""How long one may take: rows with big payloads are slow to read, so that slices get shorter then."""

_MAX = "max(CASE typeof(attempts) WHEN 'integer' THEN attempts END)"
"""Text would be taken for more than any number."""

_HIGHEST = (
    "SELECT attempts FROM queue INDEXED BY qmonitor_attempts WHERE {here} AND state = 'pending' AND attempts < ''"
    " AND typeof(attempts) = 'integer' ORDER BY attempts DESC LIMIT 1"
)

Lines = Mapping[Destination, Line]


class Attempts:
    """Finds them in rounds, and keeps what the last round found and when."""

    def __init__(self) -> None:
        self._known: dict[Destination, tuple[int, Instant | None]] = {}
        self.looks = 0
        self._changed: set[Destination] = set()
        self._db: sqlite3.Connection | None = None
        self._round: Iterator[None] | None = None
        self._slice = SLICE // 8
        self._took = 0.0
        """Seconds of the last slice."""

    def of(self, where: Destination, line: Line, head: Item | None) -> tuple[int | None, Instant | None]:
        """The highest attempts, and when they were found by a round (None: at this look)."""
        tried = 0 if head is None else max(0, head.attempts or 0)
        if line.count == 1 and head is not None:
            return tried, None
        known, at = self._known.get(where, (None, None))
        return (known, at) if known is None else (max(known, tried), at)

    def taken(self) -> set[Destination]:
        """Of whom something was found since this was asked last."""
        taken, self._changed = self._changed, set()
        return taken

    def look(
        self, db: sqlite3.Connection, use: Indexes, lines: Lines, spent: float = 0.0, *, patient: bool = False
    ) -> bool:
        """Go on with the round, or begin one, for at most the budget; whether a first one is through.

        The budget is part of the seconds that all else in this look has taken; more for a caller who waits for it.
        """
        self.looks += 1
        if use.attempts:
            self._ask(db, lines)
            return True
        self._db = db
        if self._round is None:
            self._known = {where: self._known[where] for where in lines if where in self._known}
            self._round = self._read(use, lines)
        going_on, self._round = self._round, None  # one that an error ends is not gone on with
        until = time.monotonic() + (10 * BUDGET if patient else min(BUDGET, max(BUDGET / 8, SHARE * spent)))
        for _ in going_on:
            if time.monotonic() + self._took / 2 > until:  # as long as wanted, in the mean
                self._round = going_on
                break
        return not self._lacking(lines)

    def _lacking(self, lines: Lines) -> bool:
        """Whether of any line nothing is known yet."""
        return any(lines[where].count > 1 for where in set(lines).difference(self._known))

    def _ask(self, db: sqlite3.Connection, lines: Lines) -> None:
        crowd = Crowd(lines)
        told = crowd.ask(db, _HIGHEST)
        found: dict[Destination, tuple[int, Instant | None]] = {
            where: (max(0, whole(one)), None) for where, one in zip(crowd.places, told, strict=True)
        }
        self._changed.update(where for where, one in found.items() if self._known.get(where) != one)
        self._known = found

    def _read(self, use: Indexes, lines: Lines) -> Iterator[None]:
        """One slice a step, in the order of next_attempt: what is tried meanwhile moves back and is met again."""
        short: list[Destination] = []
        total = 0
        for where, line in lines.items():
            if total + line.count > self._slice:
                yield from self._read_short(use, short)
                short, total = [], 0
            if line.count > self._slice:
                yield from self._read_long(use, where)
            else:
                short.append(where)
                total += line.count
        yield from self._read_short(use, short)

    def _read_short(self, use: Indexes, places: list[Destination]) -> Iterator[None]:
        if not places:
            return
        assert self._db is not None
        began = time.monotonic()
        told = Crowd(places).ask(self._db, f"SELECT {_MAX} {items_in(use.pending)}")
        at = now()
        self._known.update((where, (max(0, whole(one)), at)) for where, one in zip(places, told, strict=True))
        self._changed.update(places)
        self._adapt(began)
        yield

    def _read_long(self, use: Indexes, where: Destination) -> Iterator[None]:
        items, most = items_of(use, where, State.PENDING), 0
        after: Position | None = START
        while after is not None:
            assert self._db is not None
            began = time.monotonic()
            end = items.after(self._db, after, self._slice)
            most = max(most, *(whole(value) for value in items.over(self._db, _MAX, after, end)))
            after = end
            self._adapt(began)
            yield
        self._known[where] = (most, now())
        self._changed.add(where)

    def _adapt(self, began: float) -> None:
        self._took = max(time.monotonic() - began, 0.0001)
        self._slice = max(50, min(SLICE, 2 * self._slice, round(self._slice * SLICE_SECONDS / self._took)))
