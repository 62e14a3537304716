"""What the charts draw: which curves, thinned to the pixels that there are. No widget in here."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qmonitor.monitor.series import Series, SeriesBook, Track
from qmonitor.queues.model import Destination
from qmonitor.queues.times import NS

Floats = NDArray[np.float64]

TOP = 12
"""So many destinations have a curve of their own; a frame costs about 0.5 ms for each (measured)."""
REST = 300
"""So many more share one item, the deepest of them; 5,000 would stop the window for a third of a second (measured)."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time, in seconds since 1970, and how many pixels wide it is drawn."""

    begin: float
    end: float
    columns: int


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


def pick(book: SeriesBook, selected: Destination | None) -> tuple[list[Destination], list[Destination]]:
    """The destinations that get a curve of their own (in the order of first sight), and the rest.

    Their own have the deepest now, and whichever is selected. The rest is cut to the deepest as well.
    """
    order = {where: n for n, (where, _) in enumerate(book.items())}
    deepest = sorted(order, key=lambda where: (where != selected, -(book[where].pending.last() or 0), order[where]))
    own, rest = set(deepest[:TOP]), set(deepest[TOP : TOP + REST])
    return [w for w in order if w in own], [w for w in order if w in rest]


def curve(track: Track, span: Span) -> Curve:
    """The part of a track that is seen, with at most four points a pixel column."""
    first = max(0, bisect_left(track.times, int(span.begin * NS)) - 1)
    last = bisect_right(track.times, int(span.end * NS)) + 1
    # Slices are copies: a view of the array itself would keep it from growing.
    x = np.frombuffer(track.times[first:last], dtype=np.int64).astype(np.float64) / NS
    y = np.array(track.values[first:last], dtype=np.float64)
    if x.size <= 2 * span.columns:
        return Curve(x, np.maximum(y, 0))  # a clock behind the engine's gives negative ages
    return thin(x, np.maximum(y, 0), span)


def thin(x: Floats, y: Floats, span: Span) -> Curve:
    """The lowest and the highest value of each pixel column, and a break where a column has one."""
    width = (span.end - span.begin) / max(1, span.columns)
    column = np.floor((x - span.begin) / width)
    starts = np.flatnonzero(np.concatenate(([True], column[1:] != column[:-1])))
    low, high = np.fmin.reduceat(y, starts), np.fmax.reduceat(y, starts)
    broken = np.logical_or.reduceat(np.isnan(y), starts)
    points_x = np.repeat(x[starts], 3)
    points_y = np.column_stack((low, high, np.full(starts.size, np.nan))).ravel()
    kept = np.column_stack((~np.isnan(low), high > low, broken)).ravel()
    return Curve(points_x[kept], points_y[kept])


def joined(curves: Iterable[Curve]) -> Curve:
    """Several curves as one item, with breaks between them."""
    parts = [part for part in curves if part.x.size]
    if not parts:
        return EMPTY
    gap = np.array([np.nan])
    xs = [piece for part in parts for piece in (part.x, part.x[-1:])]
    ys = [piece for part in parts for piece in (part.y, gap)]
    return Curve(np.concatenate(xs), np.concatenate(ys))


def value_at(track: Track, second: float) -> float | None:
    """What a curve shows at an instant; None in a gap and outside."""
    return track.at(int(second * NS))


def highest(curves: Sequence[Curve]) -> float:
    return max((part.highest() for part in curves), default=0.0)


def last_values(series: Series) -> tuple[float | None, float | None]:
    """The newest backlog and age."""
    return series.pending.last(), series.oldest.last()
