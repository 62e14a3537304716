"""Pages of items by keyset, and counts: as fast at the end of a million rows as at the start.

No plan is good for every filter: an index alone sorts the backlog for each page (110 ms of a million rows, measured),
a walk by id alone reads everything where nothing matches (1,860 ms). So a page begins with a bounded walk by id and
goes on in an index where one helps.
"""

import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace

from qmonitor.queues.delivery import schema
from qmonitor.queues.delivery.rows import ITEM_COLUMNS, NAME, item, name
from qmonitor.queues.delivery.seeks import Indexes, count, indexes
from qmonitor.queues.errors import Interrupted, Refused
from qmonitor.queues.model import PAGE_LIMIT_MOST, Destination, Item, Page, Query, State
from qmonitor.queues.sqlite_file import SNAPSHOT_AGE, snapshot
from qmonitor.queues.times import now, parse
from qmonitor.queues.words import phrase

WALK = 2_000
"""Rows that a page looks at by id before it turns to an index (3.6 ms, measured)."""

AT_ONCE = 20_000
"""Ids read out of an index by one statement (10 ms); more are found by short walks: no transaction gets long."""

COUNT_BUDGET = 1.0
"""Seconds after which counting by reading rows is given up: the total is then unknown, never a guess."""

_LOOK_EVERY = 256
"""Rows between two looks at clock and interrupt."""

_LOWEST, _HIGHEST = -(2**63), 2**63 - 1


@dataclass(frozen=True, slots=True)
class Filter:
    """A query's filters as an SQL condition on a row, and the index that holds its candidates, if any.

    `index` is a FROM … WHERE clause over index columns alone; `whole` says that nothing else is asked for, so
    that counting there counts the matches.
    """

    where: str
    values: tuple[object, ...]
    index: str | None
    index_values: tuple[object, ...]
    whole: bool

    @property
    def countable(self) -> bool:
        """Whether an index alone tells how many rows match."""
        return self.whole and (self.index is not None or not self.values)


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
    return Cursor(found[1] == "n", max(_LOWEST, min(_HIGHEST, int(found[2]))))


def compile_filter(query: Query, use: Indexes) -> Filter:
    """What a query asks of a row, in SQL. Text is compared regardless of ASCII case only, as SQLite's `lower` does."""
    names = {"channel": query.channel, "destination": query.destination, "state": query.state}
    fixed = {column: name(value) for column, value in names.items() if value is not None}
    conditions = [f"{column} = {NAME}" for column in fixed]
    values: list[object] = list(fixed.values())
    found = f"instr(lower({{}}), lower({NAME}))"
    if query.text:
        conditions.append(f"({found.format('control_id')} OR {found.format('message_type')})")
        values += [name(query.text)] * 2
    if query.error:
        conditions.append(found.format("last_error"))
        values.append(name(query.error))
    if query.since is not None:
        conditions.append("qmonitor_ns(enqueued_at) >= ?")
        values.append(_held(query.since.ns))
    if query.until is not None:
        conditions.append("qmonitor_ns(enqueued_at) < ?")
        values.append(_held(query.until.ns))
    index = _INDEXED.get(frozenset(fixed))
    clause = getattr(use, index) if index else ""
    source = f"FROM queue {clause} WHERE {' AND '.join(conditions[: len(fixed)])}" if clause else None
    return Filter(
        " AND ".join(conditions) or "1", tuple(values), source, tuple(fixed.values()), len(values) == len(fixed)
    )


_INDEXED = {
    frozenset({"channel"}): "pending",
    frozenset({"channel", "destination"}): "pending",
    frozenset({"channel", "destination", "state"}): "pending",
    frozenset({"state"}): "state",
}
"""Which index counts which combination of names."""


class Pages:
    """Reads pages over one connection; `called_off` tells when the caller has lost interest."""

    def __init__(self, db: sqlite3.Connection, called_off: Callable[[], bool] = lambda: False) -> None:
        """Raises `NotAQueue`."""
        schema.check(db)
        self._db = db
        self._called_off = called_off
        self.use = indexes(schema.objects(db))
        db.create_function("qmonitor_ns", 1, _ns, deterministic=True)

    def page(self, query: Query, token: str | None = None, *, total: bool = False) -> Page:
        """The page at a cursor, or the first one. Raises `Refused` for a token that is none.

        With `total` the matches are counted in the same snapshot, where an index counts them.
        """
        what = compile_filter(query, self.use)
        counts = total and what.countable
        with snapshot(self._db) if counts else nullcontext():
            page = self._page(query, what, cursor(token) if token is not None else None)
            return replace(page, total=self._counted(what)) if counts else page

    def _page(self, query: Query, what: Filter, at: Cursor | None) -> Page:
        limit = max(1, min(query.limit, PAGE_LIMIT_MOST))
        forward = at is None or at.forward
        ascending = query.head_first == forward
        start = at.id if at is not None else _start(ascending)
        as_of = now()
        skip = query.offset if at is None else 0
        matches = self._matches(what, start, ascending, limit + skip + 1)[skip:]
        more = len(matches) > limit
        items = matches[:limit] if forward else matches[:limit][::-1]
        return Page(tuple(items), *_neighbours(items, at, start, more, skip), as_of)

    def head(self, where: Destination) -> int | None:
        """The id that everything else of a destination waits for; None where nothing is pending there."""
        return count(self._db, self.use, where, State.PENDING)[1]

    def count(self, query: Query, budget: float = COUNT_BUDGET) -> int | None:
        """How many match; None where that can't be told within `budget` seconds."""
        what = compile_filter(query, self.use)
        if what.countable:
            return self._counted(what)
        until = time.monotonic() + budget
        found = 0
        for match in self._walk(what, _LOWEST, True):
            if match is None and time.monotonic() > until:
                return None
            found += match is not None
        return found

    def counts(self, queries: Sequence[Query]) -> tuple[int | None, ...]:
        """How many match each; of one snapshot, where indexes count them all."""
        quick = all(compile_filter(query, self.use).countable for query in queries)
        with snapshot(self._db) if quick else nullcontext():
            return tuple(self.count(query) for query in queries)

    def _counted(self, what: Filter) -> int:
        source = what.index or "FROM queue"
        return int(self._db.execute(f"SELECT count(*) {source}", what.index_values).fetchone()[0])

    def ids(self, query: Query, ascending: bool = True) -> Iterator[int]:
        """Every id that matches, in the order of ids; for freezing a plan."""
        what = compile_filter(query, self.use)
        if what.index is not None and what.whole and (self.count(query) or 0) <= AT_ONCE:
            yield from self._indexed(what, _start(ascending), ascending, -1)
        else:
            yield from (match for match in self._walk(what, _start(ascending), ascending) if match is not None)

    def _matches(self, what: Filter, start: int, ascending: bool, limit: int) -> list[Item]:
        """The first `limit` matches after `start`: a bounded walk, then the index where it holds all that counts."""
        found: list[Item] = []
        looked = 0
        for match in self._walk(what, start, ascending):
            if match is not None:
                found.append(self._item(match))
            if len(found) == limit:
                break
            looked += match is None
            if looked * _LOOK_EVERY >= WALK and what.index is not None and what.whole:
                after = int(found[-1].id) if found else start
                found += [self._item(row) for row in self._indexed(what, after, ascending, limit - len(found))]
                break
        return found

    def _indexed(self, what: Filter, start: int, ascending: bool, limit: int) -> list[int]:
        """Ids after `start` whose rows match, out of an index; `limit` -1: all."""
        sql = f"SELECT id {what.index} AND id {'>' if ascending else '<'} ? ORDER BY id {_order(ascending)} LIMIT ?"
        return [row[0] for row in self._db.execute(sql, (*what.index_values, start, limit))]

    def _walk(self, what: Filter, start: int, ascending: bool) -> Iterator[int | None]:
        """Ids of matching rows in the order of ids, and None each time some rows were looked at.

        The statement, which is a read transaction, is begun anew as it gets old; ids never change, so nothing is
        met twice and nothing that stays is missed. Raises `Interrupted`.
        """
        beyond = f"id {'>' if ascending else '<'} ? ORDER BY id {_order(ascending)}"
        sql = f"SELECT id, ({what.where}) FROM queue NOT INDEXED WHERE {beyond}"
        position: int | None = start
        while position is not None:
            rows = self._db.execute(sql, (*what.values, position))
            position, began = None, time.monotonic()
            for looked, (row_id, match) in enumerate(rows, 1):
                if match:
                    yield row_id
                if looked % _LOOK_EVERY == 0:
                    self.still_wanted()
                    yield None
                if time.monotonic() - began > SNAPSHOT_AGE:
                    position = row_id
                    break
            rows.close()

    def still_wanted(self) -> None:
        """Raises `Interrupted` where the caller has lost interest."""
        if self._called_off():
            raise Interrupted(phrase("The reading was called off."))

    def _item(self, row_id: int) -> Item:
        return item(self._db.execute(f"SELECT {ITEM_COLUMNS} FROM queue WHERE id = ?", (row_id,)).fetchone())


def _neighbours(
    items: list[Item], at: Cursor | None, start: int, more: bool, offset: int
) -> tuple[str | None, str | None]:
    """The cursors to the next and the previous page, as seen in the query's order."""
    forward = at is None or at.forward
    first = int(items[0].id) if items else start
    last = int(items[-1].id) if items else start
    has_next = more if forward else True
    has_prev = (at is not None or offset > 0) if forward else more
    return (str(Cursor(True, last)) if has_next else None, str(Cursor(False, first)) if has_prev else None)


def _order(ascending: bool) -> str:
    return "ASC" if ascending else "DESC"


def _start(ascending: bool) -> int:
    return _LOWEST if ascending else _HIGHEST


def _ns(value: object) -> int | None:
    """SQL function: the instant of a stored time, held within SQLite's integers (the years 1677 to 2262)."""
    return _held(parse(value).ns) if isinstance(value, str) else None


def _held(ns: int | None) -> int | None:
    return None if ns is None else max(_LOWEST, min(_HIGHEST, ns))
