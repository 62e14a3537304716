"""The ids of one destination's pending items, in memory, lowest first: 8 bytes each."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from heapq import heappop, heappush

LOW_BITS = 2**40 - 1
"""Ids are summed up by their lower bits, so that no sum runs over."""

PASSED = 65_536
"""So many ids that were passed are kept before the rest moves up."""

CHUNK = 4_096
"""Ids that are compared at once."""


class Pending:
    """A set of ids that tells its lowest at once, and its number and sum.

    Ids only grow, so that nearly all come and go in their order; what comes back below goes into a heap of its own.
    """

    def __init__(self, ascending: Iterable[int] = ()) -> None:
        self._ids = array("q", ascending)
        self._at = 0
        self._gone: set[int] = set()
        """Of those in `_ids` beyond `_at`."""
        self._back: list[int] = []
        self._present: set[int] = set()
        """Of those in `_back`, where one may stand twice or be gone."""
        self.count = len(self._ids)
        odd = self.count and (self._ids[0] < 0 or self._ids[-1] > LOW_BITS)
        self.total = sum(one & LOW_BITS for one in self._ids) if odd else sum(self._ids)

    def __contains__(self, item: int) -> bool:
        return item in self._present or (self._holds(item) and item not in self._gone)

    def _holds(self, item: int) -> bool:
        at = bisect_left(self._ids, item, self._at)
        return at < len(self._ids) and self._ids[at] == item

    @property
    def head(self) -> int | None:
        """The lowest; None where there is none."""
        while self._at < len(self._ids) and self._ids[self._at] in self._gone:
            self._gone.remove(self._ids[self._at])
            self._at += 1
        while self._back and self._back[0] not in self._present:
            heappop(self._back)
        first = self._ids[self._at] if self._at < len(self._ids) else None
        if not self._back:
            return first
        return self._back[0] if first is None else min(first, self._back[0])

    def add(self, item: int) -> None:
        if item in self:
            return
        self.count += 1
        self.total += item & LOW_BITS
        if item in self._gone:
            self._gone.remove(item)
        elif not self._ids or item > self._ids[-1]:
            self._ids.append(item)
        else:
            self._present.add(item)
            heappush(self._back, item)

    def discard(self, item: int) -> None:
        if item in self._present:
            self._present.remove(item)
        elif self._at < len(self._ids) and self._ids[self._at] == item and item not in self._gone:
            self._pass()
        elif item in self:
            self._gone.add(item)
        else:
            return
        self.count -= 1
        self.total -= item & LOW_BITS

    def _pass(self) -> None:
        self._at += 1
        if self._at >= PASSED:
            del self._ids[: self._at]
            self._at = 0

    def ascending(self) -> "array[int]":
        """All of them."""
        ids = self._ids[self._at :]
        if self._gone:
            ids = array("q", (one for one in ids if one not in self._gone))
        return array("q", sorted([*ids, *self._present])) if self._present else ids


def apart(ours: "array[int]", theirs: "array[int]") -> set[int]:
    """What is in one of two ascending arrays only; compared in chunks, so that next to no memory is taken."""
    found: set[int] = set()
    at = 0
    for begin in range(0, len(theirs), CHUNK):
        chunk = theirs[begin : begin + CHUNK]
        end = bisect_right(ours, chunk[-1], at)
        if ours[at:end] != chunk:
            found |= set(ours[at:end]).symmetric_difference(chunk)
        at = end
    return found.union(ours[at:])
