"""Pages of items by keyset, and counts: as fast at the end of a million rows as at the start.

No plan is good for every filter: an index alone sorts the backlog for each page (110 ms of a million rows, measured),
a walk by id alone reads everything where nothing matches (1,860 ms). So a page begins with a bounded walk by id and
goes on in an index where one helps.
"""

import sqlite3
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace

from qmonitor.queues.delivery import schema
from qmonitor.queues.delivery.filters import HIGHEST, LOWEST, Filter, add_functions, compile_filter
from qmonitor.queues.delivery.places import NEAR, Cursor, Places, beside, cursor, held
from qmonitor.queues.delivery.rows import ITEM_COLUMNS, item
from qmonitor.queues.delivery.seeks import count, indexes
from qmonitor.queues.errors import Interrupted
from qmonitor.queues.model import (
    PAGE_LIMIT_MOST,
    About,
    Begin,
    Beside,
    Destination,
    Item,
    Page,
    Query,
    Start,
    State,
)
from qmonitor.queues.sqlite_file import SNAPSHOT_AGE, snapshot
from qmonitor.queues.times import now
from qmonitor.queues.words import phrase

WALK = 2_000
"""Rows that a page looks at by id before it turns to an index (3.6 ms, measured)."""

AT_ONCE = 20_000
"""Ids read out of an index by one statement (10 ms); more are found by short walks: no transaction gets long."""

COUNT_BUDGET = 1.0
"""Seconds after which counting by reading rows is given up: the total is then unknown, never a guess."""

_LOOK_EVERY = 256
"""Rows between two looks at clock and interrupt."""


class Pages:
    """Reads pages over one connection; `called_off` tells when the caller has lost interest."""

    def __init__(self, db: sqlite3.Connection, called_off: Callable[[], bool] = lambda: False) -> None:
        """Raises `NotAQueue`."""
        schema.check(db)
        self._db = db
        self._called_off = called_off
        self.use = indexes(schema.objects(db))
        self._places = Places(db, self.use)
        add_functions(db)

    def page(self, query: Query, start: Start | Begin = None, *, total: bool = False) -> Page:
        """The page at a place. Raises `Refused` for a cursor, or an id, that is none.

        With `total` the matches are counted in the same snapshot, where an index counts them.
        """
        asked = start if isinstance(start, Start) else Start(start)
        what = compile_filter(query, self.use)
        if isinstance(asked.begin, About):
            return self._page_about(query, what, asked.begin, asked.counts)
        at = self._cursor(asked.begin, query.head_first)
        quick = what.countable and (total or asked.placed)
        with snapshot(self._db) if quick or asked.counts else nullcontext():
            page = self._page(query, what, at)
            return replace(
                page,
                total=self._places.counted(what) if total and what.countable else None,
                before=self._before(what, page, query.head_first) if asked.placed and what.countable else None,
                counts=self._counts_beside(asked.counts),
            )

    def _counts_beside(self, queries: Sequence[Query]) -> tuple[int | None, ...]:
        """As many answers as queries, in the present snapshot; None where they would make it long."""
        return self._quick_counts(queries) if queries and self._places.few() else (None,) * len(queries)

    def _cursor(self, begin: str | Beside | None, ascending: bool) -> Cursor | None:
        if begin is None:
            return None
        return cursor(begin) if isinstance(begin, str) else beside(begin, ascending)

    def _before(self, what: Filter, page: Page, ascending: bool) -> int:
        """How many rows match and come before a page."""
        if not page.items:
            return self._places.counted(what)
        return self._places.before(what, int(page.items[0].id), ascending)

    def _page_about(self, query: Query, what: Filter, about: About, counts: Sequence[Query]) -> Page:
        """A page that begins near a row: at an id found by counting in an index, else by a guess.

        Where the list ends before the page is full, it is the last page of the list.
        """
        ascending = query.head_first
        if what.ids is not None:
            row = min(about.row, len(what.ids) - 1)
            first = what.ids[row if ascending else -1 - row] if row >= 0 else 0
            page = self._or_last(query, what, self._page(query, what, beside(Beside(first), ascending)))
            return replace(page, counts=(None,) * len(counts))
        if not what.countable:
            first = self._places.guess(about.row, about.of, ascending)
            page = self._or_last(query, what, self._page(query, what, beside(Beside(first), ascending)))
            return replace(page, counts=(None,) * len(counts))
        total = self._places.counted(what)
        if about.row < total:
            row = max(0, min(about.row, total - min(query.limit, NEAR)))
            tries = self._places.near(lambda at: self._count_before(what, at, ascending), row, total, ascending)
            first, _ = list(tries)[-1]
        else:
            first = self._places.guess(1, 1, ascending)
        with snapshot(self._db):
            page = self._or_last(query, what, self._page(query, what, beside(Beside(first), ascending)))
            return replace(page, before=self._before(what, page, ascending), counts=self._counts_beside(counts))

    def _count_before(self, what: Filter, row: int, ascending: bool) -> int:
        self.still_wanted()
        return self._places.before(what, row, ascending)

    def _or_last(self, query: Query, what: Filter, page: Page) -> Page:
        if page.next is not None:
            return page
        end = Cursor(False, HIGHEST if query.head_first else LOWEST)
        return replace(self._page(query, what, end), next=None)

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
        step = 1 if query.head_first else -1
        begun = (held(start - step), held(start + step))
        return Page(tuple(items), *_neighbours(items, at, begun, more, skip), as_of)

    def head(self, where: Destination) -> int | None:
        """The id that everything else of a destination waits for; None where nothing is pending there."""
        return count(self._db, self.use, where, State.PENDING)[1]

    def count(self, query: Query, budget: float = COUNT_BUDGET) -> int | None:
        """How many match; None where that can't be told within `budget` seconds."""
        what = compile_filter(query, self.use)
        if what.countable:
            return self._places.counted(what)
        until = time.monotonic() + budget
        found = 0
        for match in self._walk(what, LOWEST, True):
            if match is None and time.monotonic() > until:
                return None
            found += match is not None
        return found

    def counts(self, queries: Sequence[Query]) -> tuple[int | None, ...]:
        """How many match each; of one snapshot, where indexes count them all."""
        quick = self._places.few() and all(compile_filter(query, self.use).countable for query in queries)
        with snapshot(self._db) if quick else nullcontext():
            return self._quick_counts(queries) if quick else tuple(map(self.count, queries))

    def _quick_counts(self, queries: Sequence[Query]) -> tuple[int | None, ...]:
        """How many match each, as far as indexes count them: those of one destination, or of all, in one go."""
        tallies: dict[tuple[str | None, str | None], dict[str | None, int]] = {}
        found: list[int | None] = []
        for query in queries:
            what, key = compile_filter(query, self.use), (query.channel, query.destination)
            one_or_all = None not in key or key == (None, None)
            if what.countable and one_or_all and self.use.pending and self.use.state:
                if key not in tallies:
                    tallies[key] = self._places.tally(*key)
                found.append(tallies[key].get(query.state, 0))
            else:
                found.append(self._places.counted(what) if what.countable else None)
        return tuple(found)

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
        if what.ids is not None:
            yield from self._walk_among(what, what.ids, start, ascending)
            return
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

    def _walk_among(self, what: Filter, ids: Sequence[int], start: int, ascending: bool) -> Iterator[int | None]:
        """The same over certain ids; each statement looks some up, and is a transaction of its own."""
        at = bisect_right(ids, start) if ascending else bisect_left(ids, start)
        while at < len(ids) if ascending else at > 0:
            end = min(len(ids), at + _LOOK_EVERY) if ascending else max(0, at - _LOOK_EVERY)
            chunk = ids[min(at, end) : max(at, end)]
            marks = ", ".join("?" * len(chunk))
            sql = f"SELECT id FROM queue WHERE id IN ({marks}) AND ({what.where}) ORDER BY id {_order(ascending)}"
            yield from [row[0] for row in self._db.execute(sql, (*chunk, *what.values))]
            self.still_wanted()
            yield None
            at = end

    def still_wanted(self) -> None:
        """Raises `Interrupted` where the caller has lost interest."""
        if self._called_off():
            raise Interrupted(phrase("The reading was called off."))

    def _item(self, row_id: int) -> Item:
        return item(self._db.execute(f"SELECT {ITEM_COLUMNS} FROM queue WHERE id = ?", (row_id,)).fetchone())


def _neighbours(
    items: list[Item], at: Cursor | None, begun: tuple[int, int], more: bool, offset: int
) -> tuple[str | None, str | None]:
    """The cursors to the next and the previous page, as seen in the query's order.

    `begun` are the ids just before and just after the place where reading began: what an empty page lies between.
    """
    forward = at is None or at.forward
    last, first = (int(items[-1].id), int(items[0].id)) if items else begun
    has_next = more if forward else True
    has_prev = (at is not None or offset > 0) if forward else more
    return (str(Cursor(True, last)) if has_next else None, str(Cursor(False, first)) if has_prev else None)


def _order(ascending: bool) -> str:
    return "ASC" if ascending else "DESC"


def _start(ascending: bool) -> int:
    return LOWEST if ascending else HIGHEST
