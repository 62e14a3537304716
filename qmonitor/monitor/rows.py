"""The rows of a long list: one run of items that is held, between blanks that stand for all others.

Every change is announced before and after it, as a Qt model has to announce it. Where the items come from, and which to
read next, is for others to know (`monitor/window.py`). Used by one thread; no Qt.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from qmonitor.queues.model import Begin, Beside, Item, ItemId, Page, Side

KEPT = 3000
"""Rows held at most; a row takes about 1 kB."""
STUB = 50
"""Blank rows where there are more, but nobody knows how many."""


class Watcher(Protocol):
    """Is told of every change of the rows, before and after it (as a Qt model has to be)."""

    def about_to_insert(self, first: int, last: int) -> None: ...

    def inserted(self) -> None: ...

    def about_to_remove(self, first: int, last: int) -> None: ...

    def removed(self) -> None: ...

    def updated(self, first: int, last: int) -> None: ...


class Rows:
    """`above` blanks, the `items` of the run, `below` blanks.

    `prev` and `next` are where the pages before and after the run begin; None where the list ends with it. `vanished`
    collects the ids of rows that are certainly not in the list any more.
    """

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self._places: dict[ItemId, int] | None = None
        self.items: list[Item] = []
        self.above = self.below = 0
        self.prev: Begin = None
        self.next: Begin = None
        self.vanished: set[ItemId] = set()

    def __len__(self) -> int:
        return self.above + len(self.items) + self.below

    @property
    def end(self) -> int:
        """The row after the last one held."""
        return self.above + len(self.items)

    def item(self, row: int) -> Item | None:
        """The item of a row; None while it is a blank."""
        index = row - self.above
        return self.items[index] if 0 <= index < len(self.items) else None

    def row_of(self, item: ItemId) -> int | None:
        """The row that holds an item; None where no row held does."""
        if self._places is None:
            self._places = {found.id: n for n, found in enumerate(self.items)}
        index = self._places.get(item)
        return None if index is None else self.above + index

    def held(self) -> Iterator[tuple[int, Item]]:
        """Every row that is no blank."""
        return enumerate(self.items, self.above)

    # -- the run ---------------------------------------------------------------------------------------------

    def hold_only(self, first: int, count: int) -> None:
        """Make blanks of all rows but these."""
        start = first - self.above
        kept = self.items[start : start + count]
        if kept and start:
            self.prev = Beside(kept[0].id, Side.BEFORE)
        if kept and start + count < len(self.items):
            self.next = Beside(kept[-1].id, Side.AFTER)
        self.below += len(self.items) - start - len(kept)
        self.items, self.above, self._places = kept, first, None

    def trim(self, first: int, end: int) -> None:
        """Hold only what lies in between, where too many are held."""
        first, end = max(self.above, first), min(self.end, end)
        if len(self.items) > KEPT and first < end:
            self.hold_only(first, end - first)

    def replace(self, row: int, page: Page) -> None:
        """Begin another run, at a row."""
        missing = row + len(page.items) - len(self)
        if missing > 0:
            self._watcher.about_to_insert(len(self), len(self) + missing - 1)
            self.below += missing
            self._watcher.inserted()
        rows, was = len(self), (self.above, self.end)
        self.items, self.above = list(page.items), row
        self.below = rows - row - len(page.items)
        self.prev, self.next = page.prev, page.next
        self._appear(page.items)
        for first, end in (was, (self.above, self.end)):
            if end > first:
                self._watcher.updated(first, end - 1)

    def grow_down(self, fresh: Sequence[Item], following: Begin) -> None:
        """Hold more rows at the end, up to where the next page begins: in the place of blanks, then new ones."""
        taken = min(len(fresh), self.below)
        first = self.end
        self.below -= taken
        self.items += fresh[:taken]
        self.next = following
        self._appear(fresh)
        if taken:
            self._watcher.updated(first, first + taken - 1)
        self._insert(len(self.items), fresh[taken:])

    def grow_up(self, fresh: Sequence[Item], before: Begin) -> None:
        """Hold more rows at the beginning, from where the page before ends: in the place of blanks, then new ones."""
        taken = min(len(fresh), self.above)
        if len(fresh) > taken:
            self._watcher.about_to_insert(0, len(fresh) - taken - 1)
        self.above -= taken
        self.items[:0] = fresh
        self.prev = before
        self._appear(fresh)
        if len(fresh) > taken:
            self._watcher.inserted()
        if taken:
            self._watcher.updated(self.above, self.above + len(fresh) - 1)

    def lay(self, index: int, page: Page) -> int:
        """Lay a fresh page over the rows from an index on, and tell at which row it is then.

        Rows that it shows in another order than they stand in are put where it shows them.
        """
        fresh = list(page.items)
        index -= self._take_out(index, fresh)
        old = self.items[index:]
        place = {item.id: n for n, item in enumerate(old)}
        common = [n for n, item in enumerate(fresh) if item.id in place]
        shared = common[-1] + 1 if common else 0
        if common:
            self._align(index, old[: place[fresh[shared - 1].id] + 1], fresh[:shared])
        self._lay_rest(index + shared, fresh[shared:], page.next)
        self._appear(fresh)
        return self.above + index

    def _take_out(self, index: int, fresh: Sequence[Item]) -> int:
        """Remove held rows that fresh ones, laid from an index on, show elsewhere; how many stood before the index."""
        places = {item.id: n for n, item in enumerate(self.items)}
        last, elsewhere = index - 1, set()
        for item in fresh:
            place = places.get(item.id, len(self.items))
            if place <= last:
                elsewhere.add(place)
            elif place < len(self.items):
                last = place
        for first, end in reversed(list(_runs(sorted(elsewhere)))):
            self._remove(first, end - first + 1)
        return sum(place < index for place in elsewhere)

    def _align(self, start: int, old: Sequence[Item], fresh: Sequence[Item]) -> None:
        """Remove the old rows that are not among the fresh ones, put the new ones between them, and write all."""
        still = {item.id for item in fresh}
        for first, last in reversed(list(_runs(n for n, item in enumerate(old) if item.id not in still))):
            self._remove(start + first, last - first + 1)
        known = {item.id for item in old}
        for first, last in _runs(n for n, item in enumerate(fresh) if item.id not in known):
            self._insert(start + first, fresh[first : last + 1])
        changed = [n for n, item in enumerate(fresh) if self.items[start + n] != item]
        self.items[start : start + len(fresh)] = fresh
        if changed:
            self._watcher.updated(self.above + start + changed[0], self.above + start + changed[-1])

    def _lay_rest(self, index: int, rest: Sequence[Item], following: Begin) -> None:
        """Add the fresh rows after the last one that was known, and settle what comes after them.

        Old rows that stood there are certainly gone if the list ends here; else they are either gone or further
        down, which the next page will show.
        """
        extra = len(self.items) - index
        if following is None:
            self._remove(index, extra)
        elif extra and not rest:
            return  # rows that follow are held already
        else:
            del self.items[index:]
            self.below += extra
        self.grow_down(rest, following)

    def _appear(self, fresh: Iterable[Item]) -> None:
        """These are held now, so they are in the list, whatever was found before."""
        self._places = None
        self.vanished.difference_update(item.id for item in fresh)

    def _insert(self, index: int, fresh: Sequence[Item]) -> None:
        if fresh:
            first = self.above + index
            self._watcher.about_to_insert(first, first + len(fresh) - 1)
            self.items[index:index] = fresh
            self._places = None
            self._watcher.inserted()

    def _remove(self, index: int, count: int) -> None:
        if count:
            first = self.above + index
            self._watcher.about_to_remove(first, first + count - 1)
            self.vanished.update(item.id for item in self.items[index : index + count])
            del self.items[index : index + count]
            self._places = None
            self._watcher.removed()

    # -- the blanks ------------------------------------------------------------------------------------------

    def fit(self, others: int | None) -> None:
        """Have as many blanks above and below the run as there are other rows, or (None) as there may be."""
        if self.prev is None:
            above = 0
        elif others is None:
            above = self.above or STUB
        elif self.next is None:
            above = max(1, others)
        else:
            above = max(1, min(self.above or STUB, others - 1))
        if self.next is None:
            below = 0
        else:
            below = max(self.below, STUB) if others is None else max(1, others - above)
        self._set_above(above)
        self._set_below(below)

    def _set_above(self, count: int) -> None:
        more = count - self.above
        if more > 0:
            self._watcher.about_to_insert(0, more - 1)
            self.above = count
            self._watcher.inserted()
        elif more < 0:
            self._watcher.about_to_remove(0, -more - 1)
            self.above = count
            self._watcher.removed()

    def _set_below(self, count: int) -> None:
        more = count - self.below
        if more > 0:
            self._watcher.about_to_insert(len(self), len(self) + more - 1)
            self.below = count
            self._watcher.inserted()
        elif more < 0:
            self._watcher.about_to_remove(len(self) + more, len(self) - 1)
            self.below = count
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
