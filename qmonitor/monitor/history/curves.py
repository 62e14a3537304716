"""Curves of the past made into tracks, as charts and figures use them."""

import math
from array import array
from collections.abc import Iterable
from datetime import timedelta

from qmonitor.monitor.series import Remembered
from qmonitor.monitor.track import Track
from qmonitor.queues.past import Past, PastLine

SPAN = timedelta(hours=24)
"""How far back the past is reconstructed."""


def remembered(past: Past) -> Remembered:
    """The tracks of a past that was reconstructed."""
    lines = {where: tracks(line) for where, line in past.lines.items()}
    stretch = (past.since.ns, past.until.ns)
    known = stretch[0] is not None and stretch[1] is not None
    return Remembered(lines, tracks(total(past.lines.values())), stretch if known else None)  # type: ignore[arg-type]


def tracks(line: PastLine) -> tuple[Track, Track]:
    """Pending and oldest as tracks, thinned."""
    return Track.of(line.times, line.pending), Track.of(line.times, line.oldest, ages=True)


def total(lines: Iterable[PastLine]) -> PastLine:
    """All lines together, at the times that they share: the sum of the backlogs, the highest age."""
    known = list(lines)
    if not known:
        return PastLine(array("q"), array("d"), array("d"))
    pending = array("d", map(math.fsum, zip(*(line.pending for line in known), strict=True)))
    oldest = array("d", map(max, zip(*(line.oldest for line in known), strict=True)))
    return PastLine(known[0].times, pending, oldest)
