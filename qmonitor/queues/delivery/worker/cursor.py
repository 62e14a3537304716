"""Which items of one destination are pending, known without asking for all of them each time.

To find the lowest pending id by the standard indexes costs the more the longer the backlog is (0.4 ms at 20,000 items,
2.3 ms at 200,000). So all pending ids are read once; from then on ids only grow, what comes is found beyond the highest
id that was seen, and what comes back is told by the audit, or found by counting and adding up (`matches`).
"""

import json
import sqlite3
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import islice
from operator import lt
from typing import cast

from qmonitor.queues.delivery.rows import NAME, name, text
from qmonitor.queues.delivery.seeks import NO_BLOB, Indexes, walk
from qmonitor.queues.delivery.slices import START, Position, items_of
from qmonitor.queues.delivery.worker.pending import LOW_BITS, Pending, apart
from qmonitor.queues.model import Destination, State

SLICE = 10_000
"""Index entries read in one transaction: 2 to 4 ms, so that the engine's log can be reset in between."""

NEW = 1_000
"""New rows taken at once."""

ASKED = 500
"""Rows looked up by one statement."""

_WEIGHT = f"CAST(count(*) || ' ' || coalesce(sum(id & {LOW_BITS}), 0) AS BLOB)"
_ODD = ("next_attempt IS NULL", "next_attempt < ''", "next_attempt >= x''")
"""Entries without a text there, which only a careless writer's file holds: before and after all slices."""


class Cursor:
    """The pending ids up to `reached`, the highest id of any destination that was seen."""

    def __init__(self, db: sqlite3.Connection, where: Destination, use: Indexes) -> None:
        self.pending = Pending()
        self.reached = 0
        self._db, self._use = db, use
        self._here = (name(where.channel), name(where.destination))
        self._items = items_of(use, where, State.PENDING)

    # -- all of them -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Read all of them, in short transactions: what changes meanwhile may be missed (`matches` tells)."""
        self.reached = self._top()
        found = self._all()
        if not all(map(lt, found, islice(found, 1, None))):  # as a rule what is due first came first
            found = array("q", sorted(set(found)))
        self.pending = Pending(found[: bisect_right(found, self.reached)])

    def _top(self) -> int:
        return int(self._db.execute("SELECT max(id) FROM queue").fetchone()[0] or 0)

    def _all(self) -> "array[int]":
        here, fixed, found = self._items.here, self._items.fixed, array("q")
        if not self._use.pending:
            return array("q", (row[0] for row in self._db.execute(f"SELECT id {here}", fixed)))
        after: Position | None = START
        while after is not None:
            rows = walk(self._db, f"SELECT next_attempt, id {here}", fixed, "next_attempt", after, SLICE)
            found.extend(cast("list[int]", [row[1] for row in rows]))
            after = (text(rows[-1][0]), found[-1]) if len(rows) == SLICE else None
        for odd in _ODD:
            found.extend(row[0] for row in self._db.execute(f"SELECT id {here} AND {odd}", fixed))
        return found

    def renew(self) -> tuple[Pending, set[int]]:
        """Read all of them anew; what was known before, and of the ids that were reached then those that differ."""
        before, reached = self.pending, self.reached
        self.build()
        return before, {one for one in apart(before.ascending(), self.pending.ascending()) if one <= reached}

    def matches(self) -> bool:
        """Whether number and sum of the pending ids up to `reached` are those that are known."""
        told = b"%d %d" % (self.pending.count, self.pending.total)
        if self.pending.count <= SLICE or not self._use.pending:
            sql = f"SELECT {_WEIGHT} {self._items.here} AND id <= ?"
            return bool(self._db.execute(sql, (*self._items.fixed, self.reached)).fetchone()[0] == told)
        count = total = 0
        for part in self._parts():
            number, added = map(int, part.split())
            count, total = count + number, total + added
        return b"%d %d" % (count, total) == told

    def _parts(self) -> Iterator[bytes]:
        """Numbers and sums of all slices and of what is odd."""
        only = f"id <= {self.reached}"
        after: Position | None = START
        while after is not None:
            end = self._items.after(self._db, after, SLICE)
            yield from (
                part for part in self._items.over(self._db, _WEIGHT, after, end, only) if isinstance(part, bytes)
            )
            after = end
        for odd in _ODD[:2]:
            sql = f"SELECT {_WEIGHT} {self._items.here} AND {odd} AND {only}"
            yield self._db.execute(sql, self._items.fixed).fetchone()[0]

    # -- some of them ----------------------------------------------------------------------------------------------

    def take_new(self) -> list[tuple[int, str]]:
        """The next rows beyond `reached`, at most `NEW`, with their states; the pending ones are known from then on."""
        top = self._top()
        if top <= self.reached:
            return []
        sql = (
            "SELECT id, state FROM queue NOT INDEXED WHERE id > ? AND id <= ?"
            f" AND channel = {NAME} AND destination = {NAME} ORDER BY id LIMIT ?"
        )
        rows = [(row[0], text(row[1])) for row in self._db.execute(sql, (self.reached, top, *self._here, NEW))]
        self.reached = rows[-1][0] if len(rows) == NEW else top
        for item, state in rows:
            if state == State.PENDING:
                self.pending.add(item)
        return rows

    def settle(self, ids: Iterable[int]) -> set[int]:
        """Look up whether these are pending here; of which of them that was not known."""
        wanted = sorted({one for one in ids if one <= self.reached})
        changed: set[int] = set()
        for begin in range(0, len(wanted), ASKED):
            some = wanted[begin : begin + ASKED]
            sql = (
                "SELECT id FROM queue NOT INDEXED WHERE id IN (SELECT value FROM json_each(?))"
                f" AND channel = {NAME} AND destination = {NAME} AND state = 'pending'"
            )
            here = {row[0] for row in self._db.execute(sql, (json.dumps(some), *self._here))}
            changed.update(one for one in some if (one in self.pending) != (one in here))
            for one in some:
                (self.pending.add if one in here else self.pending.discard)(one)
        return changed

    def made_due(self, since: str, most: int) -> list[int]:
        """Those up to `reached` that became due last, from a time on, known or not; at most so many."""
        if not self._use.pending:
            return []
        sql = f"SELECT id {self._items.here} AND next_attempt >= {NAME} AND next_attempt {NO_BLOB}"
        rows = self._db.execute(
            f"SELECT id FROM ({sql} ORDER BY next_attempt DESC LIMIT {most}) WHERE id <= ?",
            (*self._items.fixed, since, self.reached),
        )
        return [row[0] for row in rows]
