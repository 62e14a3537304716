"""The part of a long list of messages that is held in memory, and what to read next.

A list may have a million rows and change while it is read. Held is one run of rows around what the reader sees
(`monitor/rows.py`), which grows at both ends; every other row is a blank that is known, or supposed, to be there. What
lies far away is reached by one page about there, which begins another run. So the rows are always right and without a
hole, while the number of blanks above them may be a guess: it is put right where an end of the list comes into the run.

Rows are told apart by their ids alone: a fresh page is laid over the old rows so that a row that is still
there keeps its place on the screen. Used by one thread; no Qt.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from qmonitor.monitor.rows import STUB, Rows, Watcher
from qmonitor.queues.model import About, Begin, Beside, Item, ItemId, Page, Side
from qmonitor.values import dataclass

PAGE = 200
"""Rows of an ordinary page: several screens."""
LEAD = 2 * PAGE
"""A page about a row is asked for so many rows before those that are seen; it may begin a page earlier still."""
STRIDE = 1000
"""Rows of a page at most (the most a source gives)."""
FARTHEST = 2**31
"""More rows than any list has: what is about there is its end, also where nobody knows how many there are."""
MARGIN = 50
"""Rows wanted above and below what is seen, at least."""


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
    """A page to read. `change` counts the changes that it will show.

    `row` is the row that the reader sees and waits for (JUMP); None where the reader goes wherever the page stands.
    """

    begin: Begin
    limit: int
    purpose: Purpose
    change: int
    row: int | None = None


class Window:
    """The rows of one query.

    `count` is how many items match, as far as somebody counted them. `unseen` is how many rows a look at the top
    found there that are not among the rows yet (`unseen_more`: at least so many). `placed` says whether the number of
    rows above those held was counted, instead of supposed.
    """

    def __init__(self, watcher: Watcher, *, newest_first: bool = True) -> None:
        """`newest_first`: new rows come on top, and it is worth while to look there."""
        self._rows = Rows(watcher)
        self._newest_first = newest_first
        self._loaded = False
        self._change = self._fresh = self._peeked = 0
        self._top: frozenset[ItemId] = frozenset()
        self.count: int | None = None
        self.unseen, self.unseen_more = 0, False
        self.placed = True

    # -- what is there ---------------------------------------------------------------------------------------

    @property
    def rows(self) -> int:
        return len(self._rows)

    @property
    def loaded(self) -> bool:
        """Whether any page has come yet."""
        return self._loaded

    @property
    def counted(self) -> Counted:
        if not self._loaded:
            return Counted.UNKNOWN
        whole = self._rows.next is None and self._rows.prev is None
        return Counted.COMPLETE if whole or self.count is not None else Counted.PARTIAL

    def item(self, row: int) -> Item | None:
        """The item of a row; None while it is a blank."""
        return self._rows.item(row)

    @property
    def first(self) -> Item | None:
        """The first item of the list; None while it is not held."""
        rows = self._rows
        return rows.items[0] if rows.items and rows.prev is None and not rows.above else None

    def row_of(self, item: ItemId) -> int | None:
        """The row that holds an item; None where no row held does."""
        return self._rows.row_of(item)

    def held(self) -> Iterator[tuple[int, Item]]:
        """Every row that is no blank."""
        return self._rows.held()

    @property
    def vanished(self) -> frozenset[ItemId]:
        """The ids of rows that are certainly not in the list any more, and that nobody took yet."""
        return frozenset(self._rows.vanished)

    def take_vanished(self) -> frozenset[ItemId]:
        """The same, once."""
        found = self.vanished
        self._rows.vanished.clear()
        return found

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
        if not self._loaded or (top == 0 and self._rows.prev is not None):
            return self._want(None, max(PAGE, bottom + margin), Purpose.TOP)
        if top > self._rows.end + PAGE or bottom < self._rows.above - PAGE:
            return self._far(top, bottom, margin)
        return (
            self._missing(top, bottom)
            or self._stale(top - margin, bottom + margin)
            or self._missing(top - margin, bottom + margin)
            or self._new_on_top(top - margin)
        )

    def beside(self, item: ItemId) -> Wanted:
        """The page that begins at an item, wherever that is."""
        return self._want(Beside(item), PAGE, Purpose.JUMP)

    def last(self) -> Wanted:
        """The last rows, also where nobody knows how many there are."""
        return self._want(About(FARTHEST, FARTHEST), 2 * LEAD, Purpose.JUMP)

    def _far(self, top: int, bottom: int, margin: int) -> Wanted:
        """One who sees the last row wants the end of the list, wherever that is."""
        if top <= PAGE:
            return self._want(None, bottom + margin, Purpose.TOP)
        about = About(max(0, top - LEAD) + self.unseen, self.rows + self.unseen)
        return self._want(self.last().begin if bottom == self.rows else about, 2 * LEAD, Purpose.JUMP, top)

    def _missing(self, first: int, last: int) -> Wanted | None:
        if last > self._rows.end and self._rows.next is not None:
            return self._want(self._rows.next, PAGE, Purpose.MORE)
        if first < self._rows.above and self._rows.prev is not None:
            return self._want(self._rows.prev, PAGE, Purpose.BACK)
        return None

    def _stale(self, start: int, end: int) -> Wanted | None:
        if self._fresh >= self._change:
            return None
        if not self._rows.items and self._rows.prev is not None:
            return self._want(self._rows.prev, PAGE, Purpose.BACK)
        start = max(self._rows.above, min(start, self._rows.end - 1))
        begin = Beside(self._rows.items[start - self._rows.above].id) if start else None
        return self._want(begin, min(STRIDE, max(PAGE, end - start)), Purpose.REFRESH)

    def _new_on_top(self, start: int) -> Wanted | None:
        if not self._newest_first or start <= 0 or self._peeked >= self._change:
            return None
        return self._want(None, PAGE, Purpose.PEEK)

    def _want(self, begin: Begin, limit: int, purpose: Purpose, row: int | None = None) -> Wanted:
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
        self._rows.trim(top - PAGE, bottom + PAGE)

    def _take_top(self, wanted: Wanted, page: Page) -> None:
        if self._loaded and self._rows.above:
            self._rows.replace(0, page)
        else:
            self._rows.lay(0, page)
        self._rows.prev, self.placed = None, True
        self._note_fresh(wanted, 0, len(page.items))
        self._note_top(wanted, page.items)

    def _take_more(self, page: Page) -> None:
        self._rows.grow_down(self._not_held(page.items), page.next)

    def _take_back(self, page: Page) -> None:
        self._rows.grow_up(self._not_held(page.items), page.prev)

    def _not_held(self, items: Sequence[Item]) -> list[Item]:
        held = {item.id for item in self._rows.items}
        return [item for item in items if item.id not in held]

    def _take_refresh(self, wanted: Wanted, page: Page) -> None:
        begin = wanted.begin
        row = self.row_of(begin.item) if isinstance(begin, Beside) else 0
        if row is None:
            return
        row = self._rows.lay(row - self._rows.above, page)
        if page.items or row == self._rows.above:
            self._note_fresh(wanted, row, len(page.items))
        if begin is None:
            self._note_top(wanted, page.items)

    def _take_jump(self, wanted: Wanted, page: Page) -> None:
        """Begin another run where the page stands.

        Where that is not known, or not where the reader waits, the reader sees the middle of the page: nothing is
        looked for twice. Where the count, which may be older, has the end of the list elsewhere, the list goes on after
        the page until more is asked for: an end would move the run away from the reader.
        """
        row, items = self._place_of(page), page.items
        following: Begin = page.next
        if wanted.row is None or not items:
            at_end = following is None or isinstance(wanted.begin, About)
            guess = max(STUB, self.rows - len(items)) if at_end else STUB
        else:
            row = row if row is not None and row <= wanted.row < row + len(items) else None
            guess = max(0, wanted.row - len(items) // 2)
            if row is None or self.count not in (None, row + len(items) + self.unseen):
                following = following or Beside(items[-1].id, Side.AFTER)
        before = page.prev or (Beside(items[0].id, Side.BEFORE) if items else None)
        self._rows.replace(guess if row is None else row, page)
        self._rows.prev, self._rows.next = None if row == 0 else before, following
        self.placed = row is not None
        self._fresh = wanted.change

    def _place_of(self, page: Page) -> int | None:
        """The row at which a page stands, as far as it or the number of all rows tells."""
        if page.before is not None and not self.unseen_more:
            return max(0, page.before - self.unseen)
        if page.prev is None:
            return 0
        if page.next is None and self.count is not None:
            return max(1, self.count - self.unseen - len(page.items))
        return None

    def _note_fresh(self, wanted: Wanted, row: int, count: int) -> None:
        self._fresh = wanted.change
        self._rows.hold_only(row, count)

    def _note_top(self, wanted: Wanted, items: Sequence[Item]) -> None:
        self.unseen, self.unseen_more, self._peeked = 0, False, wanted.change
        self._top = frozenset(item.id for item in items)

    def _take_peek(self, wanted: Wanted, items: Sequence[Item]) -> None:
        self._peeked = wanted.change
        known = next((n for n, item in enumerate(items) if item.id in self._top), None)
        self.unseen = len(items) if known is None else known
        self.unseen_more = known is None and len(items) >= PAGE
        self._fit()

    def _fit(self) -> None:
        """Have as many blanks as are known, or supposed, to be there."""
        rows = self._rows
        others = None if self.count is None else max(0, self.count - self.unseen - len(rows.items))
        rows.fit(others)
        self.placed = self.placed or rows.prev is None or (rows.next is None and others is not None)
