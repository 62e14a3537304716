"""What the charts draw: points, thinned to the pixels that there are. No widget in here."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from qmonitor.monitor.track import GROWS, Track
from qmonitor.queues.times import NS
from qmonitor.values import dataclass

Floats = NDArray[np.float64]
Instants = NDArray[np.int64]

APART = 3.0
"""Pixels: points that are nearer to each other are joined as they are."""


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
        most = float(np.fmax.reduce(self.y)) if self.y.size else 0.0
        return most if most > 0 else 0.0


EMPTY = Curve(np.empty(0), np.empty(0))


def curve(track: Track, span: Span) -> Curve:
    """The part of a track that is seen, with at most four points a pixel column."""
    first = max(0, bisect_left(track.times, int(span.begin * NS)) - 1)
    last = bisect_right(track.times, int(span.end * NS)) + 1
    # Slices are copies: a view of the array itself would keep it from growing.
    x = np.frombuffer(track.times[first:last], dtype=np.int64) / NS
    return thinned(*held(x, np.frombuffer(track.values[first:last]), span.pixel, ages=track.ages), span)


def held(x: Floats, y: Floats, pixel: float, *, ages: bool) -> tuple[Floats, Floats]:
    """The same points, and where two are some pixels apart another one: a value holds until the next.

    Of `ages` those that grew as fast as time did so all the while.
    """
    far = np.flatnonzero(x[1:] - x[:-1] > APART * pixel)
    if far.size:
        rise = y[far + 1] - y[far]
        kept = np.abs(rise - (x[far + 1] - x[far])) > GROWS if ages else rise != 0
        far = far[kept & ~np.isnan(rise)]
    if not far.size:
        return x, y
    return np.insert(x, far + 1, x[far + 1]), np.insert(y, far + 1, y[far])


def thinned(x: Floats, y: Floats, span: Span) -> Curve:
    """Points as they are to be drawn."""
    y = np.maximum(y, 0)  # a clock that is behind: negative ages
    line = Curve(x, y) if x.size <= 2 * span.columns else thin(x, y, span)
    return with_dots(line, span.pixel) if x.size == 1 or np.isnan(line.y.sum()) else line


def thin(x: Floats, y: Floats, span: Span) -> Curve:
    """The lowest and the highest value of each pixel column, and a break where a column has one."""
    column = (x / span.pixel).astype(np.int64)  # from 1970 on, so that nothing shimmers as time goes on
    starts = np.concatenate(([0], np.flatnonzero(column[1:] != column[:-1]) + 1))
    if np.isnan(y.sum()):
        return _thin_broken(x, y, starts)
    points = np.repeat(x[starts], 2)
    points[-2:] = x[-1]  # the line ends where it was last seen, not at the beginning of that pixel
    values = np.empty(points.size)
    values[0::2], values[1::2] = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
    return Curve(points, values)


def _thin_broken(x: Floats, y: Floats, starts: Instants) -> Curve:
    low, high = np.fmin.reduceat(y, starts), np.fmax.reduceat(y, starts)
    broken = np.logical_or.reduceat(np.isnan(y), starts)
    points_x = np.repeat(x[starts], 3)
    points_x[-3:] = x[-1]
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


def values_between(track: Track, begin: float, end: float) -> Floats:
    """All values of a stretch of time, as they are."""
    first = max(0, bisect_left(track.times, int(begin * NS)) - 1)
    return np.frombuffer(track.values[first : bisect_right(track.times, int(end * NS))])


def value_at(track: Track, second: float) -> float | None:
    """What a curve shows at an instant; None in a gap and outside."""
    return track.at(int(second * NS))


def highest(curves: Sequence[Curve]) -> float:
    return max((part.highest() for part in curves), default=0.0)
