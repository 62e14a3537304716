"""Whether a backlog rises or falls by itself: a line through its curve, where a source counts nothing."""

from qmonitor.monitor.series import Series
from qmonitor.queues.times import NS, Instant

TREND_NS = 600 * NS
"""How far back a trend looks."""
LEAST_NS = 30 * NS
"""A trend needs at least so much time to be told."""
POINTS = 30
"""A trend is drawn through at most so many looks."""


def trend(series: Series, now: Instant) -> float | None:
    """By how many messages a minute the backlog grows; 0 where it only wavers, None where too little was seen.

    A line through the latest looks without a gap. It counts as a trend where it explains a change of at least
    two messages and of three times its own uncertainty.
    """
    if now.ns is None:
        return None
    points = series.pending.unbroken(now.ns - TREND_NS, POINTS)
    if len(points) < 3 or points[-1][0] - points[0][0] < LEAST_NS:
        return None
    slope, doubt = _line(points)
    minutes = (points[-1][0] - points[0][0]) / (60 * NS)
    if abs(slope) * minutes < 2 or abs(slope) < 3 * doubt:
        return 0.0
    return slope


def _line(points: list[tuple[int, float]]) -> tuple[float, float]:
    """Slope by least squares, a minute, and its standard error."""
    count = len(points)
    xs = [(ns - points[0][0]) / (60 * NS) for ns, _ in points]
    mean_x, mean_y = sum(xs) / count, sum(y for _, y in points) / count
    spread = sum((x - mean_x) ** 2 for x in xs)
    slope = sum((x - mean_x) * (y - mean_y) for x, (_, y) in zip(xs, points, strict=True)) / spread
    rest = sum((y - mean_y - slope * (x - mean_x)) ** 2 for x, (_, y) in zip(xs, points, strict=True))
    return slope, float((rest / max(1, count - 2) / spread) ** 0.5)
