"""The part of a long list of messages that is held in memory, and what to read next.

A list may have a million rows and change while it is read. Held is one run of rows around what the reader
sees; every other row is a blank that is known to be there. Pages come by keyset cursors. Where a page ended is
an *anchor*: the way back to that row without reading what is before it. What lies far from every anchor is
reached by walking there in great strides, which are read and thrown away.

Rows are told apart by their ids alone: a fresh page is laid over the old rows so that a row that is still
there keeps its place on the screen. Used by one thread; no Qt.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from qmonitor.queues.model import Item, ItemId, Page

PAGE = 200
"""Rows of an ordinary page: several screens."""
STRIDE = 1000
"""Rows of a page that is walked over, or at most laid over in one go (the most a source gives)."""
MARGIN = 50
"""Rows wanted above and below what is seen, at least."""
KEPT = 3000
"""Rows held at most; a row takes about 1 kB."""
STUB = 50
"""Blank rows after the last one while nobody knows how many there are."""
ANCHORS = 4096
"""Anchors held at most; beyond that every second one goes."""


class Counted(StrEnum):
    """What is known of the number of rows: nothing, that there are at least so many, or exactly."""

    UNKNOWN = "unknown"
    PARTIAL = "partial"
    COMPLETE = "complete"


class Purpose(StrEnum):
    """What a page is read for.

    Rows that are missing, rows that may have changed, to come nearer to rows that no anchor is near, or to see
    whether there are new ones on top.
    """

    ROWS = "rows"
    REFRESH = "refresh"
    WALK = "walk"
    PEEK = "peek"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A page to read: from `cursor` on, `limit` rows; the first of them is row `position`.

    `change` counts the changes of the source that it will show.
    """

    cursor: str | None
    limit: int
    position: int
    purpose: Purpose
    change: int


class Anchors:
    """Rows at which a page begins, and the cursors that ask for them. The first row always is one."""

    def __init__(self) -> None:
        self._positions = [0]
        self._cursors: list[str | None] = [None]

    def before(self, row: int) -> tuple[int, str | None]:
        """The nearest anchor at or before a row."""
        n = bisect_right(self._positions, row) - 1
        return self._positions[n], self._cursors[n]

    def between(self, first: int, last: int) -> tuple[int, str | None] | None:
        """The first anchor from row `first` to row `last`."""
        n = bisect_left(self._positions, first)
        if n < len(self._positions) and self._positions[n] <= last:
            return self._positions[n], self._cursors[n]
        return None

    def add(self, position: int, cursor: str) -> None:
        n = bisect_left(self._positions, position)
        known = n < len(self._positions) and self._positions[n] == position
        self._positions[n : n + known] = [position]
        self._cursors[n : n + known] = [cursor]
        if len(self._positions) > ANCHORS:
            del self._positions[1::2], self._cursors[1::2]

    def drop(self, first: int, last: int) -> None:
        """Forget those from row `first` to row `last`."""
        low, high = max(1, bisect_left(self._positions, first)), bisect_right(self._positions, last)
        del self._positions[low:high], self._cursors[low:high]

    def inserted(self, row: int, count: int) -> None:
        """Rows were inserted at a row; one that begins there still follows the same row before it."""
        n = bisect_right(self._positions, row)
        self._positions[n:] = [position + count for position in self._positions[n:]]

    def removed(self, row: int, count: int) -> None:
        """Rows were removed; of the anchors among them the last one stands for what comes after them."""
        n, after = bisect_right(self._positions, row), bisect_right(self._positions, row + count)
        last = self._cursors[n:after][-1:]
        if last and row == 0:
            last = []
        elif last and self._positions[n - 1] == row:
            n -= 1
        self._positions[n:] = [row] * len(last) + [position - count for position in self._positions[after:]]
        self._cursors[n:after] = last


class Watcher(Protocol):
    """Is told of every change of the rows, before and after it (as a Qt model has to be)."""

    def about_to_insert(self, first: int, last: int) -> None: ...

    def inserted(self) -> None: ...

    def about_to_remove(self, first: int, last: int) -> None: ...

    def removed(self) -> None: ...

    def updated(self, first: int, last: int) -> None: ...


class Window:
    """The rows of one query.

    `count` is how many items match, as far as somebody counted them. `unseen` is how many rows a look at the
    top found there that are not among the rows yet (`unseen_more`: at least so many). `vanished` collects the
    ids of rows that are certainly not in the list any more.
    """

    def __init__(self, watcher: Watcher, *, newest_first: bool = True) -> None:
        """`newest_first`: new rows come on top, and it is worth while to look there."""
        self._watcher = watcher
        self._newest_first = newest_first
        self._items: list[Item | None] = []
        self._base = 0
        self._below = 0
        self._next: str | None = None
        self._anchors = Anchors()
        self._loaded = False
        self._change = self._fresh = self._peeked = 0
        self._top: frozenset[ItemId] = frozenset()
        self._places: dict[ItemId, int] | None = None
        self.count: int | None = None
        self.unseen = 0
        self.unseen_more = False
        self.vanished: set[ItemId] = set()

    # -- what is there ---------------------------------------------------------------------------------------

    @property
    def rows(self) -> int:
        return self._base + len(self._items) + self._below

    @property
    def loaded(self) -> bool:
        """Whether any page has come yet."""
        return self._loaded

    @property
    def counted(self) -> Counted:
        if not self._loaded:
            return Counted.UNKNOWN
        return Counted.COMPLETE if self._next is None or self.count is not None else Counted.PARTIAL

    def item(self, row: int) -> Item | None:
        """The item of a row; None while it is a blank."""
        index = row - self._base
        return self._items[index] if 0 <= index < len(self._items) else None

    def row_of(self, item: ItemId) -> int | None:
        """The row that holds an item; None where no row held does."""
        if self._places is None:
            self._places = {found.id: n for n, found in enumerate(self._items) if found is not None}
        index = self._places.get(item)
        return None if index is None else self._base + index

    def held(self) -> Iterator[tuple[int, Item]]:
        """Every row that is no blank."""
        return ((self._base + n, item) for n, item in enumerate(self._items) if item is not None)

    # -- what to read next -----------------------------------------------------------------------------------

    def go_stale(self) -> None:
        """The source may have changed: what is seen has to be read again."""
        self._change += 1

    def wanted(self, top: int, bottom: int) -> Wanted | None:
        """The page to read while rows `top` to `bottom` (exclusive) are seen; None if all is there and fresh."""
        if not self._loaded:
            return self._want(None, PAGE, 0, Purpose.ROWS)
        bottom = min(bottom, self.rows)
        top = min(top, bottom)
        margin = max(MARGIN, bottom - top)
        start, end = max(0, top - margin), bottom + margin
        if self._next is None or self.count is not None:
            end = min(end, self.rows)
        return self._missing(top, bottom, start, end) or self._new_on_top(start)

    def _missing(self, top: int, bottom: int, start: int, end: int) -> Wanted | None:
        first, last = self._base, self._base + len(self._items)
        if top > last + PAGE or bottom < first - STRIDE:
            return self._from(start, end)
        if bottom > last and self._next is not None:
            return self._want(self._next, PAGE, last, Purpose.ROWS)
        if top < first:
            return self._from(start, first + 1)
        if self._fresh < self._change:
            return self._from(start, end, Purpose.REFRESH)
        if end > last and self._next is not None:
            return self._want(self._next, PAGE, last, Purpose.ROWS)
        if start < first:
            return self._from(start, first + 1)
        return None

    def _from(self, start: int, end: int, purpose: Purpose = Purpose.ROWS) -> Wanted:
        """The page that begins at, or shortly before, `start` and reaches to `end`; or a stride towards it."""
        position, cursor = self._anchors.before(start)
        away = start - position
        if away > PAGE or (away and end - position > STRIDE):
            return self._want(cursor, min(STRIDE, away), position, Purpose.WALK)
        return self._want(cursor, min(STRIDE, max(PAGE, end - position)), position, purpose)

    def _new_on_top(self, start: int) -> Wanted | None:
        if not self._newest_first or start == 0 or self._peeked >= self._change:
            return None
        return self._want(None, PAGE, 0, Purpose.PEEK)

    def _want(self, cursor: str | None, limit: int, position: int, purpose: Purpose) -> Wanted:
        return Wanted(cursor, limit, position, purpose, self._change)

    # -- what was read ---------------------------------------------------------------------------------------

    def take(self, wanted: Wanted, page: Page) -> None:
        """Lay a page that was asked for over the rows."""
        if wanted.purpose is Purpose.PEEK:
            self._take_peek(wanted, page.items)
            return
        end = wanted.position + len(page.items)
        elsewhere = not self._base <= wanted.position < self._base + len(self._items)
        if wanted.purpose is Purpose.WALK and elsewhere and page.next is not None and page.items:
            self._anchors.add(end, page.next)
            return
        self._merge(wanted.position, page)
        if wanted.purpose is Purpose.REFRESH or not self._loaded:
            self._fresh = wanted.change
            self._hold_only(wanted.position, len(page.items), page.next)
        if wanted.position == 0:
            self.unseen, self.unseen_more, self._peeked = 0, False, wanted.change
            self._top = frozenset(item.id for item in page.items)
        self._loaded = True
        self._fit_below()

    def set_count(self, count: int | None) -> None:
        """How many items match (None: finding out takes too long)."""
        self.count = count
        if self._loaded:
            self._fit_below()

    def trim(self, top: int, bottom: int) -> None:
        """Forget rows far from those that are seen, where too many are held."""
        if len(self._items) <= KEPT:
            return
        end = self._base + len(self._items)
        cut = self._anchors.between(bottom + PAGE, end)
        first = min(end, max(self._base, top - PAGE))
        position, cursor = cut or (end, self._next)
        self._hold_only(first, position - first, cursor)

    def _hold_only(self, first: int, count: int, following: str | None) -> None:
        """Make blanks of all rows but these."""
        start = first - self._base
        self._below += len(self._items) - start - count
        self._items = self._items[start : start + count]
        self._base, self._next, self._places = first, following, None

    def _take_peek(self, wanted: Wanted, items: Sequence[Item]) -> None:
        self._peeked = wanted.change
        known = next((n for n, item in enumerate(items) if item.id in self._top), None)
        self.unseen = len(items) if known is None else known
        self.unseen_more = known is None and len(items) >= PAGE

    # -- laying a page over the rows -------------------------------------------------------------------------

    def _merge(self, at: int, page: Page) -> None:
        fresh = list(page.items)
        start = self._open(at, fresh)
        old = self._items[start:]
        place = {item.id: n for n, item in enumerate(old) if item is not None}
        common = [n for n, item in enumerate(fresh) if item.id in place]
        shared = common[-1] + 1 if common else 0
        if common:
            self._align(start, old[: place[fresh[shared - 1].id] + 1], fresh[:shared], common[0])
        self._lay_rest(start + shared, fresh[shared:], page.next)
        self._write(start, fresh)
        first = self._base + start
        self._anchors.drop(first + 1, first + len(fresh) - (page.next is not None))
        if page.next is not None and fresh:
            self._anchors.add(first + len(fresh), page.next)
        self._places = None

    def _open(self, at: int, fresh: Sequence[Item]) -> int:
        """Where row `at` is among the rows held, which are made to reach there, or given up if they are elsewhere."""
        end = self._base + len(self._items)
        ids = {item.id for item in fresh}
        before = at < self._base and not any(item.id in ids for item in self._items if item is not None)
        if before or at > end:
            self._below, self._base = max(0, self.rows - at), at
            self._items, self._next = [], None
        elif at < self._base:
            self._items[:0] = [None] * (self._base - at)
            self._base = at
        return at - self._base

    def _align(self, start: int, old: Sequence[Item | None], fresh: Sequence[Item], lead: int) -> None:
        """Remove the old rows that are not among the fresh ones, and make room for the new ones between them."""
        still = {item.id for item in fresh}
        blanks = sum(item is None for item in old)
        gone = [n for n, item in enumerate(old) if (n >= lead if item is None else item.id not in still)]
        for first, last in reversed(list(_runs(gone))):
            self._remove(start + first, last - first + 1)
        known = {item.id for item in old if item is not None}
        new = [n for n, item in enumerate(fresh) if n >= min(blanks, lead) and item.id not in known]
        for first, last in _runs(new):
            self._insert(start + first, last - first + 1)

    def _lay_rest(self, index: int, rest: Sequence[Item], following: str | None) -> None:
        """Make room for the fresh rows after the last one that was known, and settle what comes after them.

        Old rows that stood there are certainly gone if the list ends here; else they are either gone or further
        down, which the next page will show.
        """
        extra = len(self._items) - index
        if following is None:
            self._remove(index, extra)
            self._grow(len(rest))
            self._drop_below(self._below)
        elif rest:
            del self._items[index:]
            self._below += extra
            self._grow(len(rest))
        elif extra:
            return  # pages that follow are held already
        self._next = following

    def _grow(self, count: int) -> None:
        """Hold `count` rows more at the end: blanks that were there, then new ones."""
        taken = min(count, self._below)
        self._below -= taken
        self._items += [None] * taken
        self._insert(len(self._items), count - taken)

    def _write(self, start: int, fresh: Sequence[Item]) -> None:
        changed = [n for n, item in enumerate(fresh) if self._items[start + n] != item]
        self._items[start : start + len(fresh)] = fresh
        if changed:
            self._watcher.updated(self._base + start + changed[0], self._base + start + changed[-1])

    def _fit_below(self) -> None:
        """Have as many blanks after the rows held as are known, or supposed, to be there."""
        if self._next is None:
            wanted = 0
        elif self.count is None:
            wanted = max(self._below, STUB)
        else:
            wanted = max(1, self.count - self.unseen - self._base - len(self._items))
        if wanted < self._below:
            self._drop_below(self._below - wanted)
        elif wanted > self._below:
            first = self.rows
            self._watcher.about_to_insert(first, first + wanted - self._below - 1)
            self._below = wanted
            self._watcher.inserted()

    def _drop_below(self, count: int) -> None:
        if count:
            self._watcher.about_to_remove(self.rows - count, self.rows - 1)
            self._below -= count
            self._watcher.removed()

    def _insert(self, index: int, count: int) -> None:
        if count:
            first = self._base + index
            self._watcher.about_to_insert(first, first + count - 1)
            self._items[index:index] = [None] * count
            self._anchors.inserted(first, count)
            self._watcher.inserted()

    def _remove(self, index: int, count: int) -> None:
        if count:
            first = self._base + index
            self._watcher.about_to_remove(first, first + count - 1)
            self.vanished.update(item.id for item in self._items[index : index + count] if item is not None)
            del self._items[index : index + count]
            self._anchors.removed(first, count)
            self._watcher.removed()


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Runs of ascending numbers without a hole, as (first, last)."""
    first = last = None
    for number in numbers:
        if first is not None and last is not None and number == last + 1:
            last = number
            continue
        if first is not None and last is not None:
            yield first, last
        first = last = number
    if first is not None and last is not None:
        yield first, last
