"""Curves that were kept, and curves that were reconstructed, put one after the other and made into tracks."""

import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import pairwise

from qmonitor.monitor.series import Remembered
from qmonitor.monitor.track import Track
from qmonitor.queues.model import Destination
from qmonitor.queues.past import Past, PastLine
from qmonitor.values import dataclass

EMPTY = PastLine(array("q"), array("d"), array("d"))

Stretches = tuple[tuple[int, int], ...]
"""From and to (ns), in the order of time: when somebody looked, say."""

Read = tuple[Past, PastLine]
"""What was read of a stretch of time: its lines, and their sum."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What was kept of a source: its lines, their sum, and when somebody looked (ns)."""

    lines: dict[Destination, PastLine]
    total: PastLine
    looked: Stretches

    @property
    def idle(self) -> PastLine:
        """The curve of a destination in which nothing ever waited."""
        return _idle(self.looked)

    def unseen(self, begin: int, end: int, silence: int) -> Stretches:
        """The stretches (ns) from `begin` to `end` in which nobody looked for longer than `silence`."""
        at, found = begin, []
        for first, last in (*self.looked, (end, end)):
            if min(first, end) - at > silence:
                found.append((at, min(first, end)))
            at = max(at, last)
        return tuple(found)


NOTHING = Kept({}, EMPTY, ())


def joined(week: Read | None, day: Read | None, looked: Stretches) -> Kept:
    """Two parts of what was kept, each with its sum, one after the other."""
    parts = [part for part in (week, day) if part is not None]
    lines = {}
    for where in dict.fromkeys(where for past, _ in parts for where in past.lines):
        lines[where] = _appended(past.lines.get(where) or _idle(_clipped(looked, past)) for past, _ in parts)
    return Kept(lines, _appended(whole for _, whole in parts), looked)


def _clipped(looked: Stretches, past: Past) -> Stretches:
    begin, end = past.since.ns or 0, past.until.ns or 0
    return tuple((max(first, begin), min(last, end)) for first, last in looked if last >= begin and first <= end)


def _idle(looked: Stretches) -> PastLine:
    """Nothing waited while somebody looked."""
    made = PastLine(array("q"), array("d"), array("d"))
    for begin, end in looked:
        _extend(made, (begin, end, end + 1), (0.0, 0.0, math.nan), (0.0, 0.0, math.nan))
    return made


def _appended(parts: Iterable[PastLine]) -> PastLine:
    made = PastLine(array("q"), array("d"), array("d"))
    for part in parts:
        first = bisect_right(part.times, made.times[-1]) if made.times else 0
        _extend(made, part.times[first:], part.pending[first:], part.oldest[first:])
    return made


def remembered(kept: Kept, now: int) -> Remembered:
    """The tracks of what was kept, as of now (ns)."""
    lines = {where: tracks(line, now) for where, line in kept.lines.items()}
    return Remembered(lines, tracks(kept.total, now), tracks(kept.idle, now))


def rebuilt(kept: Kept, past: Past, unseen: Stretches, now: int) -> Remembered:
    """What was kept, and in the stretches that nobody saw (ns) what the rows tell."""
    begin, until = past.since.ns or 0, past.until.ns or 0
    unseen = tuple((max(first, begin), min(last, until)) for first, last in unseen if last > begin and first < until)
    if not unseen:
        return remembered(kept, now)
    instants = next((line.times for line in past.lines.values()), array("q", (begin, until)))
    zero = PastLine(instants, array("d", bytes(8 * len(instants))), array("d", bytes(8 * len(instants))))
    idle, lines = kept.idle, {}
    for where in dict.fromkeys((*kept.lines, *past.lines)):
        line = _joined(kept.lines.get(where, idle), past.lines.get(where, zero), unseen)
        lines[where] = tracks(line, now)
    total_line = _joined(kept.total, total(past.lines.values()) if past.lines else zero, unseen)
    seen = tuple((before[1], after[0]) for before, after in pairwise(unseen))
    whole = (unseen[0][0], unseen[-1][1])
    return Remembered(lines, tracks(total_line, now), tracks(_joined(idle, zero, unseen), now), whole, seen)


def tracks(line: PastLine, now: int) -> tuple[Track, Track]:
    """Pending and oldest as tracks, thinned as of now (ns)."""
    return Track.of(line.times, line.pending, now), Track.of(line.times, line.oldest, now, ages=True)


def total(lines: Iterable[PastLine]) -> PastLine:
    """All lines together, at the times that they share: the sum of the backlogs, the highest age.

    NaN where that of any line is.
    """
    known = list(lines)
    pending = array("d", map(math.fsum, zip(*(line.pending for line in known), strict=True)))
    oldest = array("d", map(_highest, zip(*(line.oldest for line in known), strict=True)))
    return PastLine(known[0].times, pending, oldest)


def _highest(ages: tuple[float, ...]) -> float:
    found = max(ages)
    return math.nan if math.isnan(sum(ages)) else found


def _joined(seen: PastLine, told: PastLine, unseen: Stretches) -> PastLine:
    """One line, and in the stretches that nobody saw (ns) the other one."""
    made, at = PastLine(array("q"), array("d"), array("d")), 0
    for begin, end in unseen:
        _part(made, seen, at, max(at, bisect_right(seen.times, begin)))
        after = max(begin, made.times[-1] + 1) if made.times else begin
        at = bisect_left(seen.times, end)
        upto = end if at < len(seen.times) else end + 1  # up to what is seen next; or all
        _part(made, told, bisect_left(told.times, after), bisect_left(told.times, upto))
    _part(made, seen, at, len(seen.times))
    return made


def _part(made: PastLine, line: PastLine, first: int, last: int) -> None:
    """Put a part of a line behind."""
    _extend(made, line.times[first:last], line.pending[first:last], line.oldest[first:last])


def _extend(made: PastLine, times: Iterable[int], pending: Iterable[float], oldest: Iterable[float]) -> None:
    made.times.extend(times)
    made.pending.extend(pending)
    made.oldest.extend(oldest)
