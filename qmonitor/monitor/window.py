"""The part of a long list of messages that is held in memory, and what to read next.

A list may have a million rows and change while it is read. Held is one run of rows around what the reader sees,
which grows at both ends; every other row is a blank that is known, or supposed, to be there. What lies far away is
reached by one page about there, which begins another run. So the rows are always right and without a hole, while
the number of blanks above them may be a guess: it is put right where an end of the list comes into the run.

Rows are told apart by their ids alone: a fresh page is laid over the old rows so that a row that is still
there keeps its place on the screen. Used by one thread; no Qt.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from qmonitor.queues.model import About, Begin, Beside, Item, ItemId, Page, Side

PAGE = 200
"""Rows of an ordinary page: several screens."""
LEAD = 2 * PAGE
"""A page about a row is asked for so many rows before those that are seen; it may begin a page earlier still."""
STRIDE = 1000
"""Rows of a page at most (the most a source gives)."""
MARGIN = 50
"""Rows wanted above and below what is seen, at least."""
KEPT = 3000
"""Rows held at most; a row takes about 1 kB."""
STUB = 50
"""Blank rows where there are more, but nobody knows how many."""


class Counted(StrEnum):
    """What is known of the number of rows: nothing, that there are at least so many, or exactly."""

    UNKNOWN = "unknown"
    PARTIAL = "partial"
    COMPLETE = "complete"


class Purpose(StrEnum):
    """What a page is read for.

    The first rows, rows after or before those held, rows that may have changed, rows far from those held, or whether
    there are new ones on top.
    """

    TOP = "top"
    MORE = "more"
    BACK = "back"
    REFRESH = "refresh"
    JUMP = "jump"
    PEEK = "peek"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A page to read. `row` is about where it will stand (JUMP); `change` counts the changes that it will show."""

    begin: Begin
    limit: int
    purpose: Purpose
    change: int
    row: int = 0


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
    ids of rows that are certainly not in the list any more. `placed` says whether the number of rows above those
    held was counted, instead of supposed.
    """

    def __init__(self, watcher: Watcher, *, newest_first: bool = True) -> None:
        """`newest_first`: new rows come on top, and it is worth while to look there."""
        self._watcher = watcher
        self._newest_first = newest_first
        self._items: list[Item] = []
        self._above = self._below = 0
        self._prev: Begin = None
        self._next: Begin = None
        self._loaded = False
        self._change = self._fresh = self._peeked = 0
        self._top: frozenset[ItemId] = frozenset()
        self._places: dict[ItemId, int] | None = None
        self.count: int | None = None
        self.unseen = 0
        self.unseen_more = False
        self.vanished: set[ItemId] = set()
        self.placed = True

    # -- what is there ---------------------------------------------------------------------------------------

    @property
    def rows(self) -> int:
        return self._above + len(self._items) + self._below

    @property
    def loaded(self) -> bool:
        """Whether any page has come yet."""
        return self._loaded

    @property
    def counted(self) -> Counted:
        if not self._loaded:
            return Counted.UNKNOWN
        whole = self._next is None and self._prev is None
        return Counted.COMPLETE if whole or self.count is not None else Counted.PARTIAL

    def item(self, row: int) -> Item | None:
        """The item of a row; None while it is a blank."""
        index = row - self._above
        return self._items[index] if 0 <= index < len(self._items) else None

    @property
    def first(self) -> Item | None:
        """The first item of the list; None while it is not held."""
        return self._items[0] if self._items and self._prev is None and not self._above else None

    def row_of(self, item: ItemId) -> int | None:
        """The row that holds an item; None where no row held does."""
        if self._places is None:
            self._places = {found.id: n for n, found in enumerate(self._items)}
        index = self._places.get(item)
        return None if index is None else self._above + index

    def held(self) -> Iterator[tuple[int, Item]]:
        """Every row that is no blank."""
        return enumerate(self._items, self._above)

    @property
    def _end(self) -> int:
        """The row after the last one held."""
        return self._above + len(self._items)

    # -- what to read next -----------------------------------------------------------------------------------

    @property
    def fresh(self) -> bool:
        """Whether what is seen was read since the source changed last."""
        return self._loaded and self._fresh >= self._change

    def go_stale(self) -> None:
        """The source may have changed: what is seen has to be read again."""
        self._change += 1

    @property
    def change(self) -> int:
        """How often that was said."""
        return self._change

    def wanted(self, top: int, bottom: int) -> Wanted | None:
        """The page to read while rows `top` to `bottom` (exclusive) are seen; None if all is there and fresh."""
        bottom = min(bottom, self.rows)
        top = min(top, bottom)
        margin = max(MARGIN, bottom - top)
        if not self._loaded or (top == 0 and self._prev is not None):
            return self._want(None, max(PAGE, bottom + margin), Purpose.TOP)
        if top > self._end + PAGE or bottom < self._above - PAGE:
            return self._far(top, bottom + margin)
        return (
            self._missing(top, bottom)
            or self._stale(top - margin, bottom + margin)
            or self._missing(top - margin, bottom + margin)
            or self._new_on_top(top - margin)
        )

    def beside(self, item: ItemId) -> Wanted:
        """The page that begins at an item, wherever that is."""
        return self._want(Beside(item), PAGE, Purpose.JUMP, STUB)

    def last(self) -> Wanted:
        """The last rows, also where nobody knows how many there are."""
        return self._want(About(self.rows, self.rows), LEAD, Purpose.JUMP, max(STUB, self.rows - LEAD))

    def _far(self, top: int, end: int) -> Wanted:
        if top <= PAGE:
            return self._want(None, end, Purpose.TOP)
        row = max(0, top - LEAD)
        return self._want(About(row + self.unseen, self.rows + self.unseen), 2 * LEAD, Purpose.JUMP, row)

    def _missing(self, first: int, last: int) -> Wanted | None:
        if last > self._end and self._next is not None:
            return self._want(self._next, PAGE, Purpose.MORE)
        if first < self._above and self._prev is not None:
            return self._want(self._prev, PAGE, Purpose.BACK)
        return None

    def _stale(self, start: int, end: int) -> Wanted | None:
        if self._fresh >= self._change:
            return None
        if not self._items and self._prev is not None:
            return self._want(self._prev, PAGE, Purpose.BACK)
        start = max(self._above, min(start, self._end - 1))
        begin = Beside(self._items[start - self._above].id) if start else None
        return self._want(begin, min(STRIDE, max(PAGE, end - start)), Purpose.REFRESH)

    def _new_on_top(self, start: int) -> Wanted | None:
        if not self._newest_first or start <= 0 or self._peeked >= self._change:
            return None
        return self._want(None, PAGE, Purpose.PEEK)

    def _want(self, begin: Begin, limit: int, purpose: Purpose, row: int = 0) -> Wanted:
        return Wanted(begin, limit, purpose, self._change, row)

    # -- what was read ---------------------------------------------------------------------------------------

    def take(self, wanted: Wanted, page: Page) -> None:
        """Lay a page that was asked for over the rows."""
        match wanted.purpose:
            case Purpose.PEEK:
                self._take_peek(wanted, page.items)
                return
            case Purpose.TOP:
                self._take_top(wanted, page)
            case Purpose.MORE:
                self._take_more(page)
            case Purpose.BACK:
                self._take_back(page)
            case Purpose.REFRESH:
                self._take_refresh(wanted, page)
            case Purpose.JUMP:
                self._take_jump(wanted, page)
        self._loaded = True
        self._fit()

    def set_count(self, count: int | None) -> None:
        """How many items match (None: finding out takes too long)."""
        self.count = count
        if self._loaded:
            self._fit()

    def trim(self, top: int, bottom: int) -> None:
        """Forget rows far from those that are seen, where too many are held."""
        if len(self._items) > KEPT:
            first, end = max(self._above, top - PAGE), min(self._end, bottom + PAGE)
            if first < end:
                self._hold_only(first, end - first)

    def _take_top(self, wanted: Wanted, page: Page) -> None:
        if self._loaded and self._above:
            self._replace(0, page)
        else:
            self._lay(0, page)
        self._prev, self.placed = None, True
        self._note_fresh(wanted, 0, len(page.items))
        self._note_top(wanted, page.items)

    def _take_more(self, page: Page) -> None:
        held = {item.id for item in self._items}
        fresh = [item for item in page.items if item.id not in held]
        self._grow(fresh)
        self._next = page.next

    def _take_back(self, page: Page) -> None:
        held = {item.id for item in self._items}
        fresh = [item for item in page.items if item.id not in held]
        taken = min(len(fresh), self._above)
        if len(fresh) > taken:
            self._watcher.about_to_insert(0, len(fresh) - taken - 1)
        self._above -= taken
        self._items[:0] = fresh
        self._prev, self._places = page.prev, None
        if len(fresh) > taken:
            self._watcher.inserted()
        if taken:
            self._watcher.updated(self._above, self._above + len(fresh) - 1)

    def _take_refresh(self, wanted: Wanted, page: Page) -> None:
        begin = wanted.begin
        row = self.row_of(begin.item) if isinstance(begin, Beside) else 0
        if row is None:
            return
        self._lay(row - self._above, page)
        if page.items or row == self._above:
            self._note_fresh(wanted, row, len(page.items))
        if begin is None:
            self._note_top(wanted, page.items)

    def _take_jump(self, wanted: Wanted, page: Page) -> None:
        """Begin another run where the page says that it stands.

        A page about a row that came out elsewhere is taken to be where it was looked for: it is never looked for twice.
        """
        row, before = wanted.row, None
        if page.before is not None and not self.unseen_more:
            before = max(0, page.before - self.unseen)
            asked_about = isinstance(wanted.begin, About) and page.next is not None
            before = None if asked_about and not row - PAGE <= before <= row else before
        if before is not None:
            row = before
        elif page.next is None and self.count is not None:
            row = max(STUB, self.count - self.unseen - len(page.items))
        self._replace(row, page)
        self._prev = None if before == 0 else page.prev
        self.placed = before is not None
        self._fresh = wanted.change

    def _note_fresh(self, wanted: Wanted, row: int, count: int) -> None:
        self._fresh = wanted.change
        self._hold_only(row, count)

    def _note_top(self, wanted: Wanted, items: Sequence[Item]) -> None:
        self.unseen, self.unseen_more, self._peeked = 0, False, wanted.change
        self._top = frozenset(item.id for item in items)

    def _take_peek(self, wanted: Wanted, items: Sequence[Item]) -> None:
        self._peeked = wanted.change
        known = next((n for n, item in enumerate(items) if item.id in self._top), None)
        self.unseen = len(items) if known is None else known
        self.unseen_more = known is None and len(items) >= PAGE
        self._fit()

    # -- the run of rows held --------------------------------------------------------------------------------

    def _hold_only(self, first: int, count: int) -> None:
        """Make blanks of all rows but these."""
        start = first - self._above
        kept = self._items[start : start + count]
        if kept and start:
            self._prev = Beside(kept[0].id, Side.BEFORE)
        if kept and start + count < len(self._items):
            self._next = Beside(kept[-1].id, Side.AFTER)
        self._below += len(self._items) - start - len(kept)
        self._items, self._above, self._places = kept, first, None

    def _replace(self, row: int, page: Page) -> None:
        """Begin another run, at a row."""
        missing = row + len(page.items) - self.rows
        if missing > 0:
            self._watcher.about_to_insert(self.rows, self.rows + missing - 1)
            self._below += missing
            self._watcher.inserted()
        rows, was = self.rows, (self._above, self._end)
        self._items, self._above = list(page.items), row
        self._below = rows - row - len(page.items)
        self._prev, self._next, self._places = page.prev, page.next, None
        for first, end in (was, (self._above, self._end)):
            if end > first:
                self._watcher.updated(first, end - 1)

    def _lay(self, index: int, page: Page) -> None:
        """Lay a fresh page over the rows from an index on."""
        fresh, old = list(page.items), self._items[index:]
        place = {item.id: n for n, item in enumerate(old)}
        common = [n for n, item in enumerate(fresh) if item.id in place]
        shared = common[-1] + 1 if common else 0
        if common:
            self._align(index, old[: place[fresh[shared - 1].id] + 1], fresh[:shared])
        self._lay_rest(index + shared, fresh[shared:], page.next)
        self._places = None

    def _align(self, start: int, old: Sequence[Item], fresh: Sequence[Item]) -> None:
        """Remove the old rows that are not among the fresh ones, put the new ones between them, and write all."""
        still = {item.id for item in fresh}
        for first, last in reversed(list(_runs(n for n, item in enumerate(old) if item.id not in still))):
            self._remove(start + first, last - first + 1)
        known = {item.id for item in old}
        for first, last in _runs(n for n, item in enumerate(fresh) if item.id not in known):
            self._insert(start + first, fresh[first : last + 1])
        changed = [n for n, item in enumerate(fresh) if self._items[start + n] != item]
        self._items[start : start + len(fresh)] = fresh
        if changed:
            self._watcher.updated(self._above + start + changed[0], self._above + start + changed[-1])

    def _lay_rest(self, index: int, rest: Sequence[Item], following: Begin) -> None:
        """Add the fresh rows after the last one that was known, and settle what comes after them.

        Old rows that stood there are certainly gone if the list ends here; else they are either gone or further
        down, which the next page will show.
        """
        extra = len(self._items) - index
        if following is None:
            self._remove(index, extra)
        elif extra and not rest:
            return  # rows that follow are held already
        else:
            del self._items[index:]
            self._below += extra
        self._grow(rest)
        self._next = following

    def _grow(self, fresh: Sequence[Item]) -> None:
        """Hold more rows at the end: in the place of blanks, then new ones."""
        taken = min(len(fresh), self._below)
        first = self._end
        self._below -= taken
        self._items += fresh[:taken]
        self._places = None
        if taken:
            self._watcher.updated(first, first + taken - 1)
        self._insert(len(self._items), fresh[taken:])

    def _insert(self, index: int, fresh: Sequence[Item]) -> None:
        if fresh:
            first = self._above + index
            self._watcher.about_to_insert(first, first + len(fresh) - 1)
            self._items[index:index] = fresh
            self._places = None
            self._watcher.inserted()

    def _remove(self, index: int, count: int) -> None:
        if count:
            first = self._above + index
            self._watcher.about_to_remove(first, first + count - 1)
            self.vanished.update(item.id for item in self._items[index : index + count])
            del self._items[index : index + count]
            self._places = None
            self._watcher.removed()

    # -- the blanks ------------------------------------------------------------------------------------------

    def _fit(self) -> None:
        """Have as many blanks above and below the rows held as are known, or supposed, to be there."""
        rows = None if self.count is None else max(0, self.count - self.unseen - len(self._items))
        if self._prev is None:
            above = 0
        elif rows is None:
            above = self._above or STUB
        elif self._next is None:
            above = max(1, rows)
        else:
            above = max(1, min(self._above or STUB, rows - 1))
        if self._next is None:
            below = 0
            self.placed = self.placed or rows is not None
        else:
            below = max(self._below, STUB) if rows is None else max(1, rows - above)
        self.placed = self.placed or self._prev is None
        self._set_above(above)
        self._set_below(below)

    def _set_above(self, count: int) -> None:
        more = count - self._above
        if more > 0:
            self._watcher.about_to_insert(0, more - 1)
            self._above = count
            self._watcher.inserted()
        elif more < 0:
            self._watcher.about_to_remove(0, -more - 1)
            self._above = count
            self._watcher.removed()

    def _set_below(self, count: int) -> None:
        more = count - self._below
        if more > 0:
            self._watcher.about_to_insert(self.rows, self.rows + more - 1)
            self._below = count
            self._watcher.inserted()
        elif more < 0:
            self._watcher.about_to_remove(self.rows + more, self.rows - 1)
            self._below = count
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
