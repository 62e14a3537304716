"""Where a page begins, by ids; and how many rows are before it, as far as an index counts them."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

from qmonitor.queues.delivery.filters import HIGHEST, LOWEST, Filter
from qmonitor.queues.delivery.rows import NAME, name, row_id
from qmonitor.queues.delivery.seeks import NO_BLOB, Indexes
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Beside, ItemId, Side
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

NEAR = 200
"""A place is near enough to a row if it is at most so many rows before it."""

TRIES = 8
"""Places that are tried; where ids are spread evenly the second one is near."""

AT_ONCE = 1_000_000
"""Rows of a file up to which counting is done within one read transaction (40 ms a million rows, measured)."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page begins: after or before an id, in the query's order."""

    forward: bool
    id: int

    def __str__(self) -> str:
        return f"{'n' if self.forward else 'p'}{self.id}"


def cursor(token: str) -> Cursor:
    """Raises `Refused` for a token that no page gave."""
    found = re.fullmatch(r"([np])(-?[0-9]{1,20})", token)
    if found is None:
        raise Refused(
            phrase("'{token}' is no cursor.", token=token), phrase("Use 'next' or 'prev' of an earlier page.")
        )
    return Cursor(found[1] == "n", held(int(found[2])))


def beside(place: Beside, ascending: bool) -> Cursor:
    """The cursor of a place in a list of ascending, or descending, ids. Raises `Refused` for what is no id."""
    number = _number(place.item)
    match place.side:
        case Side.AT:
            return Cursor(True, held(number - 1 if ascending else number + 1))
        case Side.AFTER:
            return Cursor(True, number)
        case Side.BEFORE:
            return Cursor(False, number)


def _number(item: ItemId) -> int:
    found = row_id(item)
    return held(int(item)) if found is None else found


def held(number: int) -> int:
    """Within SQLite's integers."""
    return max(LOWEST, min(HIGHEST, number))


class Places:
    """Counts in the indexes of one connection, and finds the id that so many rows are before."""

    def __init__(self, db: sqlite3.Connection, use: Indexes) -> None:
        self._db = db
        self._use = use

    def counted(self, what: Filter) -> int:
        """How many rows match a countable filter."""
        source = what.index or "FROM queue"
        return int(self._db.execute(f"SELECT count(*) {source}", what.index_values).fetchone()[0])

    def before(self, what: Filter, row: int, ascending: bool) -> int:
        """How many rows match a countable filter and come before an id."""
        source = what.index or f"FROM queue {self._use.state} WHERE 1"  # not the table: its payloads would be read
        sql = f"SELECT count(*) {source} AND id {'<' if ascending else '>'} ?"
        return int(self._db.execute(sql, (*what.index_values, row)).fetchone()[0])

    def few(self) -> bool:
        """Whether the file is small enough for counting within one read transaction."""
        lowest, highest = self.bounds()
        return highest - lowest < AT_ONCE

    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest id in the file."""
        row = self._db.execute("SELECT (SELECT min(id) FROM queue), (SELECT max(id) FROM queue)").fetchone()
        return row[0] or 0, row[1] or 0

    def near(self, before: Callable[[int], int], row: int, total: int, ascending: bool) -> Iterator[tuple[int, int]]:
        """Ids that come nearer and nearer to one that `row` rows are before, each with its number of rows before it.

        `before` counts those of an id, each time as the file is then. The last one is the nearest that is not beyond.
        """
        lowest, highest = self.bounds()
        low, high, under, over = lowest, highest + 1, 0, total
        if not ascending:
            low, high = -highest, -lowest + 1
        for tried in range(TRIES):
            if high - low < 2 or row - under <= NEAR:
                break
            share = 0.5 if tried % 3 == 2 else (row - NEAR // 2 - under) / max(1, over - under)
            middle = max(low + 1, min(high - 1, low + int((high - low) * share)))
            count = before(middle if ascending else -middle)
            if count <= row:
                low, under = middle, count
            else:
                high, over = middle, count
            yield (low if ascending else -low), under
        yield (low if ascending else -low), under

    def guess(self, row: int, of: int, ascending: bool) -> int:
        """An id about so many rows down, supposing that the rows are spread evenly."""
        lowest, highest = self.bounds()
        down = int((highest - lowest) * min(1.0, row / max(1, of)))
        return lowest + down if ascending else highest - down

    def tally(self, channel: str | None, destination: str | None) -> dict[str | None, int]:
        """How many rows there are of each state, and (None) in all; of one destination, or of every one.

        As many seeks as there are states, and three for what is no text: the whole of an index is counted just once.
        """
        use, fixed, values = self._use.state, "", []
        if channel is not None and destination is not None:
            use = self._use.pending
            fixed, values = f"channel = {NAME} AND destination = {NAME} AND ", [name(channel), name(destination)]

        def look(what: str, condition: str, *more: object) -> Any:
            sql = f"SELECT {what} FROM queue {use} WHERE {fixed}state {condition}"
            return self._db.execute(sql, (*values, *more)).fetchone()[0]

        found: dict[str | None, int] = {None: 0}
        for odd in ("IS NULL", "< ''", ">= x''"):
            found[None] += look("count(*)", odd)
        state = look("min(state)", ">= ''")
        while isinstance(state, str):
            found[state] = look("count(*)", f"= {NAME}", name(state))
            found[None] += found[state]
            state = look("min(state)", f"> {NAME} AND state {NO_BLOB}", name(state))
        return found
