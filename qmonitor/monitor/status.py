"""What state a destination is in, and why: told from its figures alone, never beyond what they show.

Pure functions; the words are phrases, so that the window can translate them. An instant among a phrase's
values is a time to be shown, a timedelta a span.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from qmonitor.monitor.series import Series
from qmonitor.queues.model import DepthRow, Item
from qmonitor.queues.times import NS, Instant, between, from_ns
from qmonitor.queues.words import Phrase, phrase

STUCK_ATTEMPTS = 5
"""From so many failed tries on, a head is no hiccup: with back-off 5, 10, 20, 40 s it has failed for over a minute."""
OVERDUE = timedelta(seconds=60)
"""A head that is due for longer, untouched, has nobody who works on it: twice the 30 s that an attempt may take."""
TREND_NS = 600 * NS
"""How far back a trend looks."""
TREND_LEAST_NS = 30 * NS
"""A trend needs at least so much time to be told."""
TREND_POINTS = 30
"""A trend is drawn through at most so many looks."""
ERROR_LENGTH = 200
"""Characters of a last error that a reason quotes."""


class Kind(StrEnum):
    """The states, worst first. STEADY: messages leave about as fast as they come."""

    STUCK = "stuck"
    OVERDUE = "overdue"
    GROWING = "growing"
    UNKNOWN = "unknown"
    WAITING = "waiting"
    DRAINING = "draining"
    STEADY = "steady"
    IDLE = "idle"


SEVERITY: Sequence[Kind] = tuple(Kind)
"""Worst first."""


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a destination, and its reason in a few words."""

    kind: Kind
    reason: Phrase


def status(row: DepthRow | None, series: Series | None, now: Instant) -> Status:
    """The state as of `now`; `row` is None where nothing is pending or failed, `series` where nobody looked yet."""
    if series is None or series.watched_since is None:
        return Status(Kind.UNKNOWN, phrase("not looked at yet"))
    if row is None or not row.pending:
        return _empty(row)
    found = _head(row.head, series, now) if row.head is not None else None
    return found or _flow(row, series, now)


def _empty(row: DepthRow | None) -> Status:
    if row is not None and row.failed:
        return Status(Kind.IDLE, phrase("nothing waits; {count} failed", count=row.failed))
    return Status(Kind.IDLE, phrase("nothing waits"))


def _head(head: Item, series: Series, now: Instant) -> Status | None:
    """What the head alone tells: stuck, waiting for its time, or overdue."""
    late = between(head.next_attempt, now)
    if late is not None and late > OVERDUE and _untouched(head, series, now):
        return Status(Kind.OVERDUE, _overdue(head))
    if head.attempts >= STUCK_ATTEMPTS:
        return Status(Kind.STUCK, _tried(head))
    if late is None:
        return None
    if late < timedelta(0):
        return Status(Kind.WAITING, _waiting(head))
    if head.attempts:
        return Status(Kind.WAITING, phrase("try {count} is due: {error}", count=head.attempts + 1, error=_error(head)))
    return None


def _untouched(head: Item, series: Series, now: Instant) -> bool:
    """Whether the head was due all the while and nobody tried it.

    One that was tried before shows it by itself, unless it was seen to come to the head just now. A fresh one may
    have come there this very moment, unseen: it has to be watched for as long.
    """
    if now.ns is None or series.head != head.id or series.head_since is None:
        return False
    watched = now.ns - series.head_since > OVERDUE // timedelta(microseconds=1) * 1000
    tried = between(head.last_attempt, now)
    if head.attempts and tried is not None and series.moved is None:
        return tried > OVERDUE
    return watched


def _overdue(head: Item) -> Phrase:
    if head.attempts:
        return phrase("due since {time}, nobody tries; tried {count} ×", time=head.next_attempt, count=head.attempts)
    return phrase("due since {time}, nobody delivers", time=head.next_attempt)


def _tried(head: Item) -> Phrase:
    if not head.last_error:
        return phrase("tried {count} ×", count=head.attempts)
    return phrase("tried {count} ×, {error}", count=head.attempts, error=_error(head))


def _waiting(head: Item) -> Phrase:
    if not head.attempts:
        return phrase("first try {time}", time=head.next_attempt)
    return phrase("next try {time}: {error}", time=head.next_attempt, error=_error(head))


def _error(head: Item) -> Phrase | str:
    """The first line of the last error, cut."""
    lines = head.last_error.strip().splitlines()
    return lines[0][:ERROR_LENGTH] if lines else phrase("no error recorded")


def _flow(row: DepthRow, series: Series, now: Instant) -> Status:
    """What the movement of the figures tells."""
    rate = trend(series, now)
    if rate is None:
        return Status(Kind.UNKNOWN, phrase("watched too shortly to tell"))
    if rate > 0:
        return Status(Kind.GROWING, phrase("+{count} a minute", count=max(1, round(rate))))
    if rate < 0:
        return Status(Kind.DRAINING, _empty_in(row.pending / -rate))
    if series.moved is not None and now.ns is not None and now.ns - series.moved < TREND_NS:
        return Status(Kind.STEADY, phrase("as many leave as come"))
    return Status(Kind.UNKNOWN, phrase("no movement seen since {time}", time=_since(series, now)))


def _since(series: Series, now: Instant) -> Instant:
    seen = series.moved or series.watched_since
    return now if seen is None else from_ns(seen)


def _empty_in(minutes: float) -> Phrase:
    if minutes < 1:
        return phrase("empty in less than a minute")
    if minutes < 120:
        return phrase("empty in about {count} min", count=round(minutes))
    if minutes < 48 * 60:
        return phrase("empty in about {count} h", count=round(minutes / 60))
    return phrase("empty in about {count} d", count=round(minutes / 1440))


def trend(series: Series, now: Instant) -> float | None:
    """By how many messages a minute the backlog grows; 0 where it only wavers, None where too little was seen.

    A line through the latest looks without a gap. It counts as a trend where it explains a change of at least
    two messages and of three times its own uncertainty.
    """
    if now.ns is None:
        return None
    points = series.pending.unbroken(now.ns - TREND_NS, TREND_POINTS)
    if len(points) < 3 or points[-1][0] - points[0][0] < TREND_LEAST_NS:
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
