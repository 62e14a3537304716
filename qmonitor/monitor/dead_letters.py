"""What state a queue of dead letters is in, and why: all in it failed before, and a daemon tries it again by itself.

Pure functions, as in `status`; where nothing waits, or the backlog moves, that one tells.
"""

from datetime import timedelta

from qmonitor.monitor import status as usual
from qmonitor.monitor.series import Series
from qmonitor.monitor.status import Kind, Status
from qmonitor.queues.model import DepthRow, Traits
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase, phrase

SOON = timedelta(days=3)
"""What the source drops within this span is said before anything else; a person is alerted then, too."""

_TRIED = Status(Kind.WAITING, phrase("the daemon tries again by itself"))
_MOVING = (Kind.GROWING, Kind.STEADY, Kind.DRAINING)


def status(row: DepthRow | None, series: Series | None, now: Instant, traits: Traits) -> Status:
    """The state as of `now`; `row` is None where nothing is pending or failed, `series` where nobody looked yet."""
    told = usual.status(row, series, now)
    if row is None or not row.pending or series is None or series.watched_since is None:
        return told
    left = _left(row, traits)
    if left is not None and left <= SOON:
        return Status(Kind.WAITING, _dropped(left))
    if told.kind is Kind.STEADY and _shrinks(series):
        return Status(Kind.WAITING, told.reason)
    return told if told.kind in _MOVING else _TRIED


def _shrinks(series: Series) -> bool:
    """Whether more is gone than came: sent, or dropped, or taken away; nobody knows which."""
    rates = series.counters.rates()
    return rates is not None and rates.gone > rates.arrived


def explain(row: DepthRow | None, series: Series | None, now: Instant, traits: Traits) -> tuple[Phrase, ...]:
    """Everything that leads to the state, in whole sentences."""
    told = usual.explain(row, series, now)
    if row is None or not row.pending or not told:
        return told
    tried = phrase("All of them failed before. The daemon tries them again by itself; when, nothing here tells.")
    left = _left(row, traits)
    if left is None or traits.kept is None:
        return (tried, *told)
    kept = phrase("What is not sent within {days} days after it first failed is dropped.", days=traits.kept.days)
    return (tried, *told, kept, _dropped_in_full(left))


def _left(row: DepthRow, traits: Traits) -> timedelta | None:
    """How long until the source drops the oldest one; None where nobody knows."""
    if traits.kept is None or row.oldest_seconds is None:
        return None
    return traits.kept - timedelta(seconds=row.oldest_seconds)


def _dropped(left: timedelta) -> Phrase:
    if left <= timedelta(0):
        return phrase("the oldest may be dropped any moment")
    return phrase("the oldest is dropped in {span}", span=left)


def _dropped_in_full(left: timedelta) -> Phrase:
    if left <= timedelta(0):
        return phrase("The oldest one is older than that: it may be dropped at any moment.")
    return phrase("The oldest one is dropped in {span}.", span=left)
