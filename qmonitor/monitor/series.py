"""How backlogs moved over time: bounded curves per destination, thinned as they age.

A curve never holds a value that was not seen: where a look failed, or nobody looked, there is a gap (NaN in
the arrays, None in the answers). Used by one thread; no Qt, no numpy.
"""

import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from qmonitor.monitor.rates import Counters
from qmonitor.queues.model import Depth, DepthRow, Destination, Flow, Item, ItemId
from qmonitor.queues.times import NS, Instant

FINE_NS = 3600 * NS
"""Every look is kept for an hour, but no more than `FINE_MOST` of them."""
FINE_MOST = 3600
MINUTE_NS = 60 * NS
MINUTES_NS = 24 * 3600 * NS
"""Then the lowest and the highest value of each minute, for a day."""
COARSE_NS = 10 * MINUTE_NS
KEPT_NS = 7 * 24 * 3600 * NS
"""Then those of every ten minutes, for a week. Some 7,000 points, 115 kB a curve."""
SILENCE_NS = 100 * NS
"""Two looks further apart have a gap between them (the machine slept, say): three times the longest interval, 30 s."""
UNSEEN_NS = 30 * NS
"""After looks that failed for longer, or a pause, rates begin anew. (Counters stay exact, but not their times.)"""
JITTER_NS = 60 * NS
"""A look that is this much older than the last one is left out: the clock was set back a little."""
NONSENSE_NS = 24 * 3600 * NS
"""So is one that is older still by a day: no clock is set back that far for good."""


class Track:
    """One figure over time: `times` (ns since 1970, ascending) and `values` (NaN where there is a gap)."""

    __slots__ = ("_coarse", "_fine", "times", "values")

    def __init__(self) -> None:
        self.times = array("q")
        self.values = array("d")
        self._fine = 0  # from here on every look is there
        self._coarse = 0  # up to here there are ten-minute steps

    def __len__(self) -> int:
        return len(self.times)

    def append(self, ns: int, value: float | None) -> None:
        """Add what was seen at an instant (None: nothing); the constants say what comes of one that goes back."""
        if self.times and ns <= self.times[-1]:
            back = self.times[-1] - ns
            if back < JITTER_NS or back > NONSENSE_NS:
                return
            self._cut(bisect_left(self.times, ns))
            if self.times and self.times[-1] < ns - 1:
                self._push(ns - 1, None)
        self._push(ns, value)
        self._thin(ns)

    def _push(self, ns: int, value: float | None) -> None:
        known = value is not None
        if not known and self.values and math.isnan(self.values[-1]):
            return  # one mark is enough for a gap, however long
        self.times.append(ns)
        self.values.append(value if value is not None else math.nan)

    def _cut(self, at: int) -> None:
        del self.times[at:], self.values[at:]
        self._fine, self._coarse = min(self._fine, at), min(self._coarse, at)

    def _thin(self, now: int) -> None:
        aged = bisect_left(self.times, now - FINE_NS, self._fine)
        aged = max(aged, len(self.times) - FINE_MOST)
        self._fine = self._squeeze(self._fine, aged, MINUTE_NS)
        aged = min(bisect_left(self.times, now - MINUTES_NS, self._coarse), self._fine)
        before = len(self.times)
        self._coarse = self._squeeze(self._coarse, aged, COARSE_NS)
        self._fine -= before - len(self.times)
        gone = bisect_left(self.times, now - KEPT_NS, 0, self._coarse)
        if gone:
            del self.times[:gone], self.values[:gone]
            self._fine, self._coarse = self._fine - gone, self._coarse - gone

    def _squeeze(self, start: int, end: int, step: int) -> int:
        """Thin the whole steps between two positions; the position up to which that is done."""
        if end <= start or self.times[start] // step == self.times[end - 1] // step:
            return start
        end = bisect_left(self.times, self.times[end - 1] // step * step, start, end)
        kept = sorted(_extremes(self.times, self.values, start, end, step))
        times = array("q", (self.times[i] for i in kept))
        values = array("d", (self.values[i] for i in kept))
        self.times[start:end] = times
        self.values[start:end] = values
        return start + len(kept)

    def last(self) -> float | None:
        """The newest value; None where the last look saw nothing, or there was none."""
        return _or_none(self.values[-1]) if self.values else None

    def at(self, ns: int) -> float | None:
        """The value that held at an instant: of the last look before it, None in a gap or outside the curve."""
        if not self.times or ns > self.times[-1]:
            return None
        i = bisect_right(self.times, ns) - 1
        return _or_none(self.values[i]) if i >= 0 else None

    def since(self, ns: int) -> Iterator[tuple[int, float | None]]:
        """The points from an instant on."""
        for i in range(bisect_left(self.times, ns), len(self.times)):
            yield self.times[i], _or_none(self.values[i])

    def unbroken(self, ns: int, most: int) -> list[tuple[int, float]]:
        """At most so many of the newest points without a gap from an instant on, evenly chosen, the newest among them.

        For hundreds of curves at every look, hence without touching each point: a sum is NaN where any part is.
        """
        first, end = bisect_left(self.times, ns), len(self.times)
        if math.isnan(sum(self.values[first:end])):
            first = next(i for i in range(end, first - 1, -1) if i == first or math.isnan(self.values[i - 1]))
        step = max(1, -(-(end - first) // most))
        start = first + (end - 1 - first) % step
        return list(zip(self.times[start:end:step], self.values[start:end:step], strict=True))


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else value


def _extremes(times: "array[int]", values: "array[float]", start: int, end: int, step: int) -> Iterable[int]:
    """The positions of the lowest and the highest value of each step, and of its gaps."""
    kept: set[int] = set()
    low = high = -1
    bucket = None
    for i in range(start, end):
        if times[i] // step != bucket:
            kept.update({low, high})
            bucket, low, high = times[i] // step, -1, -1
        value = values[i]
        if math.isnan(value):
            kept.add(i)
            continue
        if low < 0 or value < values[low]:
            low = i
        if high < 0 or value > values[high]:
            high = i
    kept.update({low, high})
    kept.discard(-1)
    return kept


@dataclass(slots=True)
class Series:
    """One destination over time.

    `index` is its place in the order of first sight: its colour for ever. `pending` counts messages, `oldest`
    is in seconds. `head` is the id of the item last seen at the head, at `attempts` tries, and `head_since`
    (ns) when it was first seen in just that condition. `moved` (ns) is when a head was last seen replaced by
    another one, None if never. `last_failed` is when a head last failed, as far as was seen: what is skipped or
    restored takes its own tries with it. `watched_since` (ns) is the first look. `counters` are of what came and left,
    `last_delivered` is when the last message was, None where that is not known. `skewed` says that the source's
    clock and this machine's disagree: stored times tell nothing about the present then.
    """

    index: int
    watched_since: int | None = None
    pending: Track = field(default_factory=Track)
    oldest: Track = field(default_factory=Track)
    head: ItemId | None = None
    attempts: int = 0
    head_since: int | None = None
    moved: int | None = None
    last_failed: Instant | None = None
    counters: Counters = field(default_factory=Counters)
    last_delivered: Instant | None = None
    skewed: bool = False

    def add(self, ns: int, pending: float | None, oldest: float | None) -> None:
        """What was seen at an instant; None for what was not."""
        if self.watched_since is None or ns < self.watched_since:
            self.watched_since = ns
        self.pending.append(ns, pending)
        self.oldest.append(ns, oldest)

    def see_flow(self, ns: int, flow: Flow | None) -> None:
        """Note the counters of what came and left."""
        self.counters.add(ns, flow)
        self.last_delivered = None if flow is None else flow.last_delivered

    def see_head(self, ns: int, head: Item | None) -> None:
        """Note which item is at the head."""
        found = None if head is None else head.id
        attempts = 0 if head is None else head.attempts
        if head is not None and head.attempts and head.last_attempt is not None:
            self.last_failed = head.last_attempt
        if self.head is not None and found != self.head:
            self.moved = ns
        if (found, attempts) != (self.head, self.attempts) or self.head_since is None or ns < self.head_since:
            self.head, self.attempts, self.head_since = found, attempts, ns


class SeriesBook:
    """The curves of all destinations of one source, and their sum (`total`)."""

    def __init__(self, silence_ns: int = SILENCE_NS) -> None:
        """`silence_ns`: two looks further apart have a gap between them; three intervals of looking and more."""
        self.silence_ns = silence_ns
        self.total = Series(-1)
        self._series: dict[Destination, Series] = {}
        self._last: int | None = None
        self._gap = False

    def __getitem__(self, destination: Destination) -> Series:
        return self._series[destination]

    def __contains__(self, destination: object) -> bool:
        return destination in self._series

    def __len__(self) -> int:
        return len(self._series)

    def get(self, destination: Destination) -> Series | None:
        return self._series.get(destination)

    def items(self) -> Iterable[tuple[Destination, Series]]:
        """Every destination ever seen, in the order of first sight."""
        return self._series.items()

    def add(self, depth: Depth, destinations: tuple[Destination, ...]) -> None:
        """Note one look. To be called for every look, also where nothing changed: time goes on.

        A destination without a row has nothing pending. (`Depth.complete` is about the highest attempts alone.)
        """
        ns = depth.as_of.ns
        if ns is None:
            return
        self._note_silence(ns)
        rows = {row.key: row for row in depth.rows}
        for destination in (*destinations, *rows):
            if destination not in self._series:
                self._series[destination] = Series(len(self._series))
        for destination, series in self._series.items():
            row = rows.get(destination)
            series.add(ns, *_figures(row))
            series.see_head(ns, None if row is None else row.head)
            series.see_flow(ns, depth.flows.get(destination))
            series.skewed = depth.skew is not None
        self.total.add(ns, *_sum(depth))
        self._last = ns

    def gap(self, as_of: Instant) -> None:
        """Note that a look failed: nothing is known of this instant."""
        if as_of.ns is None:
            return
        for series in (self.total, *self._series.values()):
            series.add(as_of.ns, None, None)
        self._gap = True

    def _note_silence(self, ns: int) -> None:
        """Where nobody looked for a while, there is a gap, and rates begin anew: an engine may have died meanwhile."""
        gap, self._gap = self._gap, False
        unseen = 0 if self._last is None else ns - self._last
        if self._last is None or unseen <= (UNSEEN_NS if gap else self.silence_ns):
            return
        for series in (self.total, *self._series.values()):
            if not gap:
                series.add(self._last + 1, None, None)
            series.counters.forget()


def _figures(row: DepthRow | None) -> tuple[float | None, float | None]:
    if row is None or not row.pending:
        return 0, 0
    return row.pending, row.oldest_seconds


def _sum(depth: Depth) -> tuple[float | None, float | None]:
    """All destinations together."""
    waiting = [row for row in depth.rows if row.pending]
    ages = [row.oldest_seconds for row in waiting if row.oldest_seconds is not None]
    oldest = max(ages) if ages else (None if waiting else 0)
    return sum(row.pending for row in waiting), oldest
