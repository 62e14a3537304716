"""What was kept of the time before the curves in memory begin: asked for where it is seen. No widget in here."""

from array import array
from bisect import bisect_left

from qmonitor.gui.charts.model import Span
from qmonitor.monitor.track import COARSE_NS, Track
from qmonitor.queues.model import Destination
from qmonitor.queues.past import Past
from qmonitor.queues.times import NS

Wish = tuple[int, int, int]
"""From and to, and the step to which it may be thinned: ns."""
FEWEST = 200
"""Steps in what is seen, at least."""


class Older:
    """Holds the one stretch that was asked for last."""

    def __init__(self) -> None:
        self._past: Past | None = None
        self._asked: Wish | None = None

    def show(self, past: Past | None) -> None:
        """What was kept, or that there is nothing."""
        self._past = past

    def forget(self) -> None:
        """Another source is looked at."""
        self._past = self._asked = None

    def wish(self, span: Span, edge: int | None) -> Wish | None:
        """What is to be asked for: nothing where the curves, which begin at `edge` (ns), show it or it was asked for.

        With a stretch before it, so that who moves through time need not ask at each step.
        """
        begin, length = int(span.begin * NS), int((span.end - span.begin) * NS)
        if edge is None or begin >= edge:
            return None
        step = max(COARSE_NS, length // max(FEWEST, span.columns) // COARSE_NS * COARSE_NS)
        if self._asked is not None and self._asked[0] <= begin and self._asked[2] == step:
            return None
        self._asked = ((begin - length // 2) // step * step, edge, step)
        return self._asked

    def known(self, ns: int) -> bool:
        """Whether it tells of an instant."""
        past = self._past
        return past is not None and (past.since.ns or 0) <= ns < (past.until.ns or 0)

    def join(self, track: Track, where: Destination, begin: int) -> Track:
        """The whole curve from an instant (ns) on: the track itself where it begins no later."""
        past = self._past
        if past is None or (track.times and track.times[0] <= begin):
            return track
        times, values = _points(past, where, ages=track.ages)
        end = bisect_left(times, track.times[0]) if track.times else len(times)
        made = Track(ages=track.ages)
        made.times, made.values = times[:end] + track.times, values[:end] + track.values
        return made


def _points(past: Past, where: Destination, *, ages: bool) -> "tuple[array[int], array[float]]":
    line = past.lines.get(where)
    if line is not None:
        return line.times, line.oldest if ages else line.pending
    if past.since.ns is None or past.until.ns is None:
        return array("q"), array("d")
    return array("q", (past.since.ns, past.until.ns)), array("d", (0, 0))  # nothing was pending
