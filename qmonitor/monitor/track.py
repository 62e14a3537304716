"""One figure over time, thinned as it ages.

A track never holds a value that was not seen: where a look failed, or nobody looked, there is a gap (NaN in the
arrays, None in the answers). Used by one thread; no Qt, no numpy.
"""

import math
import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate
from operator import sub

from qmonitor.queues.times import NS
from qmonitor.values import dataclass

FINE_NS = 3600 * NS
"""Every look is kept for an hour, but no more than `FINE_MOST` of them."""
FINE_MOST = 3600
MINUTE_NS = 60 * NS
MINUTES_NS = 24 * 3600 * NS
"""Then the lowest and the highest value of each minute, for a day."""
COARSE_NS = 10 * MINUTE_NS
KEPT_NS = 7 * 24 * 3600 * NS
"""Then those of every ten minutes, for a week. At most some 6,400 points, 102 kB; what stays the same takes two."""
JITTER_NS = 60 * NS
"""A look that is this much older than the last one is left out: the clock was set back a little."""
NONSENSE_NS = 24 * 3600 * NS
"""So is one that is older still by a day: no clock is set back that far for good."""
GROWS = 1e-3
"""An age that rose as much as time went by, to this many seconds, grew evenly between two points."""


class Track:
    """One figure over time: `times` (ns since 1970, ascending) and `values` (NaN where there is a gap).

    A value holds from its time on until the next one. Of `ages` (seconds) those that rose as fast as time did so all
    the while between two points.
    """

    __slots__ = ("_coarse", "_fine", "ages", "times", "values")

    def __init__(self, *, ages: bool = False) -> None:
        self.ages = ages
        self.times = array("q")
        self.values = array("d")
        self._fine = 0  # from here on every look is there
        self._coarse = 0  # up to here there are ten-minute steps

    def __len__(self) -> int:
        return len(self.times)

    # -- looks -----------------------------------------------------------------------------------------------

    def append(self, ns: int, value: float | None, spacing: int = 0) -> None:
        """Add what was seen at an instant (None: nothing); the constants say what comes of one that goes back.

        `spacing` (ns): while a value stays the same, or an age grows, its points need be no closer than that.
        """
        if self.times and ns <= self.times[-1]:
            back = self.times[-1] - ns
            if back < JITTER_NS or back > NONSENSE_NS:
                return
            self._cut(bisect_left(self.times, ns))
            if self.times and self.times[-1] < ns - 1:
                self._push(ns - 1, None)
        if spacing and value is not None and self._goes_on(ns, value, spacing):
            self.times[-1], self.values[-1] = ns, value
        else:
            self._push(ns, value)
        self._thin(ns)

    def _push(self, ns: int, value: float | None) -> None:
        known = value is not None
        if not known and self.values and math.isnan(self.values[-1]):
            return  # one mark is enough for a gap, however long
        self.times.append(ns)
        self.values.append(value if value is not None else math.nan)

    def _goes_on(self, ns: int, value: float, spacing: int) -> bool:
        """Whether the last point only tells that nothing happened between the one before it and now."""
        times, values = self.times, self.values
        if len(times) < 2 or ns - times[-2] > spacing:
            return False
        if values[-2] == values[-1] == value:
            return True
        return self.ages and self._grew(len(times) - 2) and abs(value - values[-1] - (ns - times[-1]) / NS) < GROWS

    def _grew(self, at: int) -> bool:
        """Whether the age at a position grew evenly until the next one."""
        rise, span = self.values[at + 1] - self.values[at], (self.times[at + 1] - self.times[at]) / NS
        return abs(rise - span) < GROWS

    def _cut(self, at: int) -> None:
        del self.times[at:], self.values[at:]
        self._fine, self._coarse = min(self._fine, at), min(self._coarse, at)

    # -- thinning --------------------------------------------------------------------------------------------

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
        first = max(0, start - 2)  # with what was thinned just before: it may go on like that
        found = sorted(extremes(self.times, self.values, start, end, step))
        kept = _corners(self.values, (*range(first, start), *found))
        times = array("q", (self.times[i] for i in kept))
        values = array("d", (self.values[i] for i in kept))
        self.times[first:end] = times
        self.values[first:end] = values
        return first + len(kept)

    # -- what was before -------------------------------------------------------------------------------------

    @classmethod
    def of(cls, times: "array[int]", values: "array[float]", now: int, *, ages: bool = False) -> "Track":
        """A track of points that are there already, thinned as of now (ns); NaN is a gap."""
        made = cls(ages=ages)
        made.times, made.values = times[:], values[:]
        made._thin(now)
        return made

    def remember(self, before: "Track", live: int) -> None:
        """Have these points in the place of all that was before an instant (ns)."""
        own, theirs = bisect_left(self.times, live), bisect_left(before.times, live)
        self.times = before.times[:theirs] + self.times[own:]
        self.values = before.values[:theirs] + self.values[own:]
        self._fine = min(before._fine, theirs) + max(0, self._fine - own)
        self._coarse = min(before._coarse, theirs) + max(0, self._coarse - own)

    def packed(self) -> "Packed":
        """The same for one who may never look at it."""
        steps = array("q", map(sub, self.times[1:], self.times))
        first = self.times[0] if self.times else 0
        return Packed(
            self.ages, self._fine, self._coarse, first, zlib.compress(steps, 1), zlib.compress(self.values, 1)
        )

    def unpacked(self) -> "Track":
        """It is."""
        return self

    # -- answers ---------------------------------------------------------------------------------------------

    def last(self) -> float | None:
        """The newest value; None where the last look saw nothing, or there was none."""
        return _or_none(self.values[-1]) if self.values else None

    def at(self, ns: int) -> float | None:
        """The value that held at an instant: of the last look before it, None in a gap or outside the curve."""
        if not self.times or ns > self.times[-1]:
            return None
        i = bisect_right(self.times, ns) - 1
        if i < 0 or math.isnan(self.values[i]):
            return None
        grew = self.ages and i + 1 < len(self.times) and self._grew(i)
        return self.values[i] + (ns - self.times[i]) / NS if grew else self.values[i]

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


@dataclass(frozen=True, slots=True)
class Packed:
    """A track that is kept for whoever asks, in an eighth of its memory: a day of a destination takes 38 kB else.

    `_steps` are the distances between times (a steady grid packs best), both are compressed. Threads may share it.
    """

    ages: bool
    _fine: int
    _coarse: int
    _first: int
    _steps: bytes
    _values: bytes

    def unpacked(self) -> Track:
        """The track; 0.1 ms."""
        made = Track(ages=self.ages)
        made.values.frombytes(zlib.decompress(self._values))
        if made.values:
            steps = array("q", zlib.decompress(self._steps))
            made.times.extend(accumulate(steps, initial=self._first))
        made._fine, made._coarse = self._fine, self._coarse
        return made


Tracks = tuple[Track | Packed, Track | Packed]
"""The backlog and the age of one destination."""


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else value


def extremes(times: "array[int]", values: "array[float]", start: int, end: int, step: int) -> set[int]:
    """The positions of the lowest and the highest value of each step, and of its gaps."""
    kept: set[int] = set()
    low = high = -1
    bucket = None
    for i in range(start, end):
        if times[i] // step != bucket:
            kept.update((low, high))
            bucket, low, high = times[i] // step, -1, -1
        value = values[i]
        if math.isnan(value):
            kept.add(i)
            continue
        if low < 0 or value < values[low]:
            low = i
        if high < 0 or value > values[high]:
            high = i
    kept.update((low, high))
    kept.discard(-1)
    return kept


def _corners(values: "array[float]", positions: tuple[int, ...]) -> list[int]:
    """Those positions that are no mere repetition between two of the same value; the first and the last always."""
    kept: list[int] = []
    for i in positions:
        if len(kept) > 1 and values[kept[-2]] == values[kept[-1]] == values[i]:
            kept[-1] = i
        else:
            kept.append(i)
    return kept
