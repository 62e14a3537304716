"""What of the past the rows leave open: who may have waited or not, and who left and came back."""

import heapq
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from itertools import accumulate

from qmonitor.queues.delivery.past_acts import Acts
from qmonitor.queues.delivery.past_ends import NEVER, Doubt, Ends, Rows
from qmonitor.queues.delivery.past_ids import Held
from qmonitor.queues.model import State
from qmonitor.values import dataclass

NONE = 2**63
"""An id that no item has."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """By instant: how many items, and the lowest id among them (`NONE` where there is none)."""

    counts: list[float]
    lowest: list[int]


@dataclass(frozen=True, slots=True)
class Stay:
    """From when to when (ns) an item waited; `open`: it may have been away for a part of it."""

    row_id: int
    begin: int
    end: int
    open: bool = False


def unsure(doubts: Iterable[Doubt], instants: "array[int]") -> Unsure | None:
    """Spans of time as what they come to at each instant; None where there is none."""
    size = len(instants)
    spans = sorted(
        (first, last, weight, row_id)
        for begin, end, weight, row_id in doubts
        if (first := bisect_left(instants, begin)) < (last := bisect_left(instants, end))
    )
    if not spans:
        return None
    rises, lowest = [0.0] * (size + 1), [NONE] * size
    endless = 0  # up to here infinitely many
    for first, last, weight, _ in spans:
        if weight == float("inf"):
            endless = max(endless, last)
        else:
            rises[first] += weight
            rises[last] -= weight
    counts = [float("inf") if at < endless else count for at, count in enumerate(accumulate(rises[:-1]))]
    heap: list[tuple[int, int]] = []
    at = 0
    for instant in range(size):
        while at < len(spans) and spans[at][0] <= instant:
            heapq.heappush(heap, (spans[at][3], spans[at][1]))
            at += 1
        while heap and heap[0][1] <= instant:
            heapq.heappop(heap)
        if heap:
            lowest[instant] = heap[0][0]
    return Unsure(counts, lowest)


def passing(left: list[Ends]) -> Callable[[int], int]:
    """When (ns) all items up to an id had left their line at the latest; `NEVER` where nothing tells it."""
    found = [(ends, *ends.passed()) for ends in left if ends.ordered]

    def passed(row_id: int) -> int:
        latest = NEVER
        for ends, positions, upto in found:
            at = bisect_left(positions, bisect_right(ends.ids, row_id))
            if at < len(positions):
                latest = min(latest, upto[at])
        return latest

    return passed


def returned(here: Held, done: Acts, queued: Callable[[int], int], rows: Rows, latest: int) -> list[Stay]:
    """When those waited that left a line and came back; they are taken out of its lists."""
    found: dict[int, str] = {}
    for state, part in here.items() if done.away else ():
        ids = [row_id for row_id in part.ids if row_id in done.away]
        if ids:
            found.update(dict.fromkeys(ids, state))
            part.ids = array("q", (row_id for row_id in part.ids if row_id not in done.away))
    ended = rows.times(sorted(row_id for row_id, state in found.items() if state != State.PENDING), "last_attempt")
    made: list[Stay] = []
    for row_id, state in found.items():
        begin = queued(row_id)
        for away, back in done.away[row_id]:
            made.append(Stay(row_id, begin, away))
            begin = back
        end = NEVER if state == State.PENDING else done.failed.get(row_id, ended.get(row_id))
        known = end is not None and (state == State.PENDING or end <= latest)
        made.append(Stay(row_id, begin, NEVER if end is None or not known else max(begin, end), open=not known))
    return made
