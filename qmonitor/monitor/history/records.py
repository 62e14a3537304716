"""What is kept of one destination: how its backlog changed, thinned as it ages, packed into a few bytes.

A record says what held from an instant on: how many were pending, and since when the oldest of them waits. So a line in
which nothing happens costs nothing, however old its oldest message gets.
"""

import math
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import islice
from operator import le, sub

from qmonitor.queues.past import PastLine
from qmonitor.values import dataclass

MS = 1_000_000
"""Nanoseconds in a millisecond: times are kept in milliseconds since 1970."""

MINUTE = 60_000
COARSE = 10 * MINUTE
"""The steps (ms) to which records are thinned as they age."""

LOOK = 2_500
"""Two changes no further apart (ms) were found by one look and the next."""

NEVER = 2**62

WHOLE = 3_600_000
"""Once in so long (ms) a record is kept of every line, so that nobody has to read further back than that."""

_FAST = 1
_HEAD = 16


class Damaged(Exception):
    """Something that was never written so: the file is damaged, or another's."""


@dataclass(slots=True)
class Records:
    """Columns: `times` (ms, ascending), `pending`, and `since` (seconds since 1970) when the oldest was queued.

    `since` is the time itself where nothing waits, and NaN where it is not known.
    """

    times: "array[int]" = field(default_factory=lambda: array("q"))
    pending: "array[int]" = field(default_factory=lambda: array("I"))
    since: "array[float]" = field(default_factory=lambda: array("d"))

    def __len__(self) -> int:
        return len(self.times)

    def add(self, time: int, pending: int, since: float) -> None:
        self.times.append(time)
        self.pending.append(pending)
        self.since.append(since)

    def extend(self, more: "Records") -> None:
        """Put later ones behind."""
        self.times += more.times
        self.pending += more.pending
        self.since += more.since

    def part(self, begin: int, end: int) -> "Records":
        """Those from position `begin` up to `end`."""
        return Records(self.times[begin:end], self.pending[begin:end], self.since[begin:end])

    def between(self, begin: int, end: int, known: int) -> "Records":
        """Those from `begin` to `end` (ms), with what held at the beginning, unless that was noted before `known`."""
        first, last = bisect_left(self.times, begin + 1) - 1, bisect_left(self.times, end + 1)
        if first < 0 or self.times[first] < known:
            return self.part(first + 1, last)
        made = self.part(first, max(first, last))
        if made.times and made.times[0] < begin:
            made.times[0] = begin
            made.since[0] = made.since[0] if made.pending[0] else begin / 1000
        return made

    def without(self, begin: int, end: int) -> tuple["Records", "Records"]:
        """Those before an instant, and those after another one (ms)."""
        return self.part(0, bisect_left(self.times, begin)), self.part(bisect_left(self.times, end + 1), len(self))

    def chosen(self, positions: Iterable[int]) -> "Records":
        kept = list(positions)
        return Records(
            array("q", [self.times[i] for i in kept]),
            array("I", [self.pending[i] for i in kept]),
            array("d", [self.since[i] for i in kept]),
        )

    def in_order(self) -> "Records":
        """The same, in the order of time; of one instant as they stood."""
        times = self.times
        if all(map(le, times, islice(times, 1, None))):
            return self
        return self.chosen(sorted(range(len(times)), key=times.__getitem__))

    # -- bytes -----------------------------------------------------------------------------------------------

    def pack(self) -> bytes:
        """As bytes; times in four each, or in eight where more than 49 days lie between two (a clock was put right)."""
        base = min(self.times, default=0)
        wide = max(self.times, default=0) - base >= 2**32
        offsets = array("q" if wide else "I", [time - base for time in self.times])
        head = base.to_bytes(8, "little", signed=True) + len(self.times).to_bytes(8, "little")
        return zlib.compress(head + offsets.tobytes() + self.pending.tobytes() + self.since.tobytes(), _FAST)

    @classmethod
    def unpack(cls, packed: bytes) -> "Records":
        """What `pack` made. Raises `Damaged` for anything else."""
        try:
            raw = memoryview(zlib.decompress(packed))
        except (zlib.error, TypeError) as error:
            raise Damaged("no records") from error
        base, count = int.from_bytes(raw[:8], "little", signed=True), int.from_bytes(raw[8:_HEAD], "little")
        made, offsets = cls(), array("I" if len(raw) == _HEAD + 16 * count else "q")
        pending = _HEAD + offsets.itemsize * count
        if len(raw) != pending + 12 * count:
            raise Damaged("no records")
        offsets.frombytes(raw[_HEAD:pending])
        made.times = array("q", [base + offset for offset in offsets])
        made.pending.frombytes(raw[pending : pending + 4 * count])
        made.since.frombytes(raw[pending + 4 * count :])
        return made

    # -- thinning --------------------------------------------------------------------------------------------

    def thinned(self, step: int) -> "Records":
        """Of each step (ms) the lowest and the highest backlog and age, and what held at its end."""
        kept: set[int] = set()
        times, begin = self.times, 0
        while begin < len(times):
            end = bisect_left(times, (times[begin] // step + 1) * step, begin)
            kept.update(range(begin, end) if end - begin < 3 else self._telling(begin, end))
            begin = end
        return self if len(kept) == len(times) else self.chosen(sorted(kept))

    def _telling(self, begin: int, end: int) -> Iterator[int]:
        here = range(begin, end)
        yield min(here, key=self.pending.__getitem__)
        yield max(here, key=self.pending.__getitem__)
        yield min(here, key=lambda i: self._age(i, i))
        last = len(self.times) - 1
        oldest = max(here, key=lambda i: self._age(i, min(i + 1, last)))  # an age is highest just before it changes
        yield from {oldest, min(oldest + 1, end - 1)}
        yield end - 1

    def _age(self, at: int, then: int) -> float:
        age = self.times[then] / 1000 - self.since[at]
        return 0.0 if math.isnan(age) or not self.pending[at] else age

    # -- curves ----------------------------------------------------------------------------------------------

    def line(self, stretches: Iterable[tuple[int, int]], step: int, until: int, exact: int = NEVER) -> PastLine:
        """The curve over the stretches (ms) in which somebody looked, with a gap after each that ended before `until`.

        While nothing changes there is a point each `step` (ms), at least where something waits. Each stretch began with
        a record of every line in which something waited; thinning may have dropped that for one of the same step.
        From `exact` on nothing was thinned: there it is told what held right before each change.
        """
        made = PastLine(array("q"), array("d"), array("d"))
        seconds = [time / 1000 for time in self.times]
        ages = array("d", map(sub, seconds, self.since))
        for begin, end in stretches:
            first, last = bisect_left(self.times, begin), bisect_left(self.times, end + 1)
            if first == last or self.times[first] // COARSE > begin // COARSE:
                upto = end if first == last else self.times[first] - 1
                _extend(made, (begin * MS, upto * MS), 0.0)
            if first < last:
                self._stretch(made, ages, range(first, last), end, step, exact)
            if end < until:
                _extend(made, ((end + 1) * MS,), math.nan)
        return made

    def _stretch(self, made: PastLine, ages: "array[float]", here: range, end: int, step: int, exact: int) -> None:
        times, last = self.times, here.stop - 1
        spans = map(sub, times[here.start + 1 : here.stop], times[here.start : last])
        gaps = [i for i, span in enumerate(spans, here.start) if span > (LOOK if times[i] >= exact else step)]
        gaps += [last] if end > times[last] else []
        at = here.start
        for gap in gaps:
            self._plain(made, ages, at, gap + 1)
            self._held(made, gap, times[gap + 1] if gap < last else end + 1, step)
            at = gap + 1
        self._plain(made, ages, at, here.stop)

    def _plain(self, made: PastLine, ages: "array[float]", first: int, last: int) -> None:
        made.times.extend([time * MS for time in self.times[first:last]])
        made.pending.extend(self.pending[first:last].tolist())
        made.oldest.extend(ages[first:last])

    def _held(self, made: PastLine, at: int, until: int, step: int) -> None:
        """Points up to `until` (ms, exclusive) that tell that a record still holds."""
        begin, since, waits = self.times[at], self.since[at], self.pending[at]
        more = [*range(begin + step, until - 1, step), until - 1]
        if not waits:
            more = more[-1:]
        if more[-1] <= begin:
            return
        made.times.extend([time * MS for time in more])
        made.pending.extend([waits] * len(more))
        made.oldest.extend([time / 1000 - since for time in more] if waits else [0.0])


def _extend(made: PastLine, times: tuple[int, ...], value: float) -> None:
    made.times.extend(times)
    made.pending.extend([value] * len(times))
    made.oldest.extend([value] * len(times))
