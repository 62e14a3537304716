"""Curves that were kept, and curves that were reconstructed, put one after the other and made into tracks."""

import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from qmonitor.monitor.series import Remembered
from qmonitor.monitor.track import Track
from qmonitor.queues.model import Destination
from qmonitor.queues.past import Past, PastLine

EMPTY = PastLine(array("q"), array("d"), array("d"))

Looked = tuple[tuple[int, int], ...]
"""When somebody looked: stretches, from and to (ns)."""

Read = tuple[Past, PastLine]
"""What was read of a stretch of time: its lines, and their sum."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What was kept of a source: its lines, their sum, and when somebody looked (ns)."""

    lines: dict[Destination, PastLine]
    total: PastLine
    looked: Looked

    @property
    def idle(self) -> PastLine:
        """The curve of a destination in which nothing ever waited."""
        return _idle(self.looked)

    def unseen(self, begin: int, end: int, silence: int) -> int | None:
        """The first instant (ns) from `begin` to `end` from which nobody looked for longer than `silence`."""
        at = begin
        for first, last in self.looked:
            if last > at:
                if first - at > silence:
                    return at
                at = last
        return at if end - at > silence else None


NOTHING = Kept({}, EMPTY, ())


def joined(week: Read | None, day: Read | None, looked: Looked) -> Kept:
    """Two parts of what was kept, each with its sum, one after the other."""
    parts = [part for part in (week, day) if part is not None]
    lines = {}
    for where in dict.fromkeys(where for past, _ in parts for where in past.lines):
        lines[where] = _appended(past.lines.get(where) or _idle(_clipped(looked, past)) for past, _ in parts)
    return Kept(lines, _appended(whole for _, whole in parts), looked)


def _clipped(looked: Looked, past: Past) -> Looked:
    begin, end = past.since.ns or 0, past.until.ns or 0
    return tuple((max(first, begin), min(last, end)) for first, last in looked if last >= begin and first <= end)


def _idle(looked: Looked) -> PastLine:
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


def rebuilt(kept: Kept, past: Past, unseen: int, now: int) -> Remembered:
    """What was kept up to an instant (ns), and from there on what the rows tell."""
    begin, until = max(unseen, past.since.ns or 0), past.until.ns or 0
    instants = next((line.times for line in past.lines.values()), array("q", (begin, until)))
    zero = PastLine(instants, array("d", bytes(8 * len(instants))), array("d", bytes(8 * len(instants))))
    idle, lines = kept.idle, {}
    for where in dict.fromkeys((*kept.lines, *past.lines)):
        line = _joined(kept.lines.get(where, idle), past.lines.get(where, zero), begin)
        lines[where] = tracks(line, now)
    total_line = _joined(kept.total, total(past.lines.values()) if past.lines else zero, begin)
    idle_line = _joined(idle, zero, begin)
    return Remembered(lines, tracks(total_line, now), tracks(idle_line, now), (begin, until))


def tracks(line: PastLine, now: int) -> tuple[Track, Track]:
    """Pending and oldest as tracks, thinned as of now (ns)."""
    return Track.of(line.times, line.pending, now), Track.of(line.times, line.oldest, now, ages=True)


def total(lines: Iterable[PastLine]) -> PastLine:
    """All lines together, at the times that they share: the sum of the backlogs, the highest age."""
    known = list(lines)
    pending = array("d", map(math.fsum, zip(*(line.pending for line in known), strict=True)))
    oldest = array("d", map(max, *(line.oldest for line in known), known[0].oldest))
    return PastLine(known[0].times, pending, oldest)


def _joined(before: PastLine, after: PastLine, at: int) -> PastLine:
    """One line up to an instant (ns), then the other one; a gap where the first had ended before."""
    upto, first = bisect_left(before.times, at), bisect_right(after.times, at - 1)
    made = PastLine(before.times[:upto], before.pending[:upto], before.oldest[:upto])
    _extend(made, after.times[first:], after.pending[first:], after.oldest[first:])
    return made


def _extend(made: PastLine, times: Iterable[int], pending: Iterable[float], oldest: Iterable[float]) -> None:
    made.times.extend(times)
    made.pending.extend(pending)
    made.oldest.extend(oldest)
