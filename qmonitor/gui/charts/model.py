"""What the charts draw: points, thinned to the pixels that there are. No widget in here."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qmonitor.monitor.series import Track
from qmonitor.queues.times import NS

Floats = NDArray[np.float64]
Instants = NDArray[np.int64]

TENTH_NS = NS // 10
BACKGROUND_POINTS = 3000
"""So many points have the curves that share one item, together: they cost 2 ms a frame (measured)."""
FEWEST = 10
"""Points that each of them has at least."""
GAPS = 50
"""So many gaps break the shared curves exactly, the newest of those that are seen."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time, in seconds since 1970, and how many pixels wide it is drawn."""

    begin: float
    end: float
    columns: int

    @property
    def pixel(self) -> float:
        """Seconds that a pixel is wide."""
        return (self.end - self.begin) / max(1, self.columns)


@dataclass(frozen=True, slots=True)
class Curve:
    """Points of a line; a NaN breaks it."""

    x: Floats
    y: Floats

    def highest(self) -> float:
        """The highest value; 0 where there is none."""
        known = self.y[~np.isnan(self.y)]
        return float(known.max()) if known.size else 0.0


EMPTY = Curve(np.empty(0), np.empty(0))


def curve(track: Track, span: Span) -> Curve:
    """The part of a track that is seen, with at most four points a pixel column."""
    first = max(0, bisect_left(track.times, int(span.begin * NS)) - 1)
    last = bisect_right(track.times, int(span.end * NS)) + 1
    # Slices are copies: a view of the array itself would keep it from growing.
    x = np.frombuffer(track.times[first:last], dtype=np.int64).astype(np.float64) / NS
    y = np.maximum(np.array(track.values[first:last], dtype=np.float64), 0)  # a clock that is behind: negative ages
    if x.size <= 2 * span.columns:
        return with_dots(Curve(x, y), span.pixel)
    return with_dots(thin(x, y, span), span.pixel)


def thin(x: Floats, y: Floats, span: Span) -> Curve:
    """The lowest and the highest value of each pixel column, and a break where a column has one."""
    column = np.floor(x / span.pixel)  # from 1970 on, so that nothing shimmers as time goes on
    starts = np.flatnonzero(np.concatenate(([True], column[1:] != column[:-1])))
    low, high = np.fmin.reduceat(y, starts), np.fmax.reduceat(y, starts)
    broken = np.logical_or.reduceat(np.isnan(y), starts)
    points_x = np.repeat(x[starts], 3)
    points_x[-3:] = x[-1]  # the line ends where it was last seen, not at the beginning of that pixel
    points_y = np.column_stack((low, high, np.full(starts.size, np.nan))).ravel()
    kept = np.column_stack((~np.isnan(low), high > low, broken)).ravel()
    return Curve(points_x[kept], points_y[kept])


def with_dots(line: Curve, pixel: float) -> Curve:
    """A look between two gaps is a dash of two pixels: a line of one point would not be seen at all."""
    missing = np.isnan(line.y)
    before = np.concatenate(([True], missing[:-1]))
    after = np.concatenate((missing[1:], [True]))
    alone = np.flatnonzero(~missing & before & after)
    if not alone.size:
        return line
    return Curve(
        np.insert(line.x, alone, line.x[alone] - 2 * pixel),
        np.insert(line.y, alone, line.y[alone]),
    )


def snapped(line: Curve, pixel: float, value: float) -> Curve:
    """A line between whole pixels, `pixel` seconds wide and `value` high.

    Of a thin line, Qt leaves out pixels where its parts are shorter than one; smoothing costs ten times as much
    (60 ms instead of 5 for twelve curves, measured).
    """
    if not line.x.size:
        return line
    x, y = np.round(line.x / pixel), np.round(line.y / value)
    kept = np.concatenate(([True], (x[1:] != x[:-1]) | (y[1:] != y[:-1])))
    return Curve(x[kept] * pixel, y[kept] * value)


def value_at(track: Track, second: float) -> float | None:
    """What a curve shows at an instant; None in a gap and outside."""
    return track.at(int(second * NS))


def highest(curves: Sequence[Curve]) -> float:
    return max((part.highest() for part in curves), default=0.0)


class Background:
    """Many curves as one item, each with a few points, all at the same instants.

    They lie on whole steps of time, so that nothing shimmers as time goes on, and are worked out again only
    when a step has passed or another stretch is seen.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._values = np.empty((0, 0))

    def curve(self, tracks: Sequence[Track], looks: Track, span: Span) -> Curve:
        """The curves of these tracks; `looks` has the instants at which the source was looked at."""
        if not tracks or not looks.times:
            return EMPTY
        grid = _grid(looks, span, min(span.columns, max(FEWEST, BACKGROUND_POINTS // len(tracks))))
        key = (grid.tobytes(), tuple(map(id, tracks)))
        if key != self._key:
            self._key, self._values = key, np.array([_sampled(track, grid) for track in tracks])
        newest = min(looks.times[-1], int(span.end * NS))
        last = np.array([[_at(track, newest)] for track in tracks])
        y = np.maximum(np.hstack((self._values, last, np.full_like(last, np.nan))), 0)
        x = np.concatenate((grid, [newest, newest])) / NS
        return Curve(np.tile(x, len(tracks)), y.ravel())


def _at(track: Track, ns: int) -> float:
    if track.times and track.times[-1] == ns:
        return track.values[-1]
    found = track.at(ns)
    return np.nan if found is None else found


def _grid(looks: Track, span: Span, count: int) -> Instants:
    """Instants at whole steps, and those around the gaps that are seen."""
    step = max(1, round((span.end - span.begin) / count * 10)) * TENTH_NS
    begin, end = int(span.begin * NS), min(int(span.end * NS), looks.times[-1])
    first, last = bisect_left(looks.times, begin), bisect_right(looks.times, end)
    gaps = np.flatnonzero(np.isnan(np.array(looks.values[first:last])))[-GAPS:] + first
    around = np.unique(np.concatenate((gaps - 1, gaps, gaps + 1)))
    around = around[(around >= first) & (around < last - 1)]
    edges = np.array([looks.times[n] for n in around], dtype=np.int64)
    return np.unique(np.concatenate((np.arange(begin // step, -(-end // step), dtype=np.int64) * step, edges)))


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
