"""The curves that have no place of their own, as one item. No widget in here."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

import numpy as np

from qmonitor.gui.charts.model import EMPTY, Curve, Floats, Instants, Span
from qmonitor.monitor.track import Track
from qmonitor.queues.times import NS
from qmonitor.values import dataclass

TENTH_NS = NS // 10
BACKGROUND_POINTS = 3000
"""So many points have they together: they cost 2 ms a frame (measured)."""
FEWEST = 10
"""Points that each of them has at least."""
GAPS = 50
"""So many gaps break them exactly, the newest of those that are seen."""


@dataclass(frozen=True, slots=True)
class Members:
    """Whose curves they are: places in the order of first sight, and the newest values."""

    places: tuple[int, ...]
    values: Floats


class Background:
    """Many curves as one item, each with a few points, all at the same instants.

    They lie on whole steps of time, so that nothing shimmers as time goes on, and are worked out again only
    when a step has passed or another stretch is seen.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._values = np.empty((0, 0))

    def curve(self, members: Members, tracks: Callable[[], Sequence[Track]], looks: Track, span: Span) -> Curve:
        """The curves of these members; `looks` has the instants at which the source was looked at.

        `tracks` gives theirs, and is asked only where they are worked out again: each has to be brought up to date.
        """
        count = len(members.places)
        if not count or not looks.times:
            return EMPTY
        grid = _grid(looks, span, min(span.columns, max(FEWEST, BACKGROUND_POINTS // count)))
        key = (grid.tobytes(), members.places)
        if key != self._key:
            self._key, self._values = key, np.array([_sampled(track, grid) for track in tracks()])
        missing = np.full((count, 1), np.nan)
        newest = looks.times[-1]
        ends = newest <= int(span.end * NS) and not np.isnan(looks.values[-1])
        last = members.values[:, None] if ends else missing
        y = np.maximum(np.hstack((self._values, last, missing)), 0)
        x = np.concatenate((grid, [newest, newest])) / NS
        return Curve(np.tile(x, count), y.ravel())


def _grid(looks: Track, span: Span, count: int) -> Instants:
    """Instants at whole steps, and those around the gaps that are seen."""
    step = max(1, round((span.end - span.begin) / count * 10)) * TENTH_NS
    begin, end = int(span.begin * NS), min(int(span.end * NS), looks.times[-1])
    first, last = bisect_left(looks.times, begin), bisect_right(looks.times, end)
    gaps = np.flatnonzero(np.isnan(np.array(looks.values[first:last])))[-GAPS:] + first
    around = _once(np.concatenate((gaps - 1, gaps, gaps + 1)))
    around = around[(around >= first) & (around < last - 1)]
    edges = np.array([looks.times[n] for n in around], dtype=np.int64)
    return _once(np.concatenate((np.arange(begin // step, -(-end // step), dtype=np.int64) * step, edges)))


def _once(instants: Instants) -> Instants:
    """Sorted, each once. (`np.unique` loads masked arrays first: 17 ms of every start.)"""
    ordered = np.sort(instants)
    return ordered[np.diff(ordered, prepend=ordered[:1] - 1) != 0]


def _sampled(track: Track, grid: Instants) -> Floats:
    """The values that held at these instants; NaN in gaps and before the first look."""
    if not track.times:
        return np.full(grid.size, np.nan)
    times = np.frombuffer(track.times, dtype=np.int64)
    found = np.searchsorted(times, grid, "right") - 1
    del times  # a view keeps the array from growing
    values: Floats = np.frombuffer(track.values)[found]
    values[(found < 0) | (grid > track.times[-1])] = np.nan
    return values
