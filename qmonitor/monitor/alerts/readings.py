"""What a look tells of each measure: a figure, at least a figure, or nothing.

What is not known is never taken for a zero: it neither opens an alert nor solves one.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import NamedTuple

from qmonitor.monitor.alerts.model import Measure, Rule
from qmonitor.monitor.series import Series
from qmonitor.queues.model import ORDINARY, DepthRow, Flow, Item, Traits
from qmonitor.queues.times import DRIFT, NS, Instant, between

CLOCK_DRIFT = -DRIFT.total_seconds()
"""Seconds: an oldest message queued further in the future than this has no age to judge by."""


class Reading(NamedTuple):
    """A figure; with `at_least` the true one may be worse, so that it can open an alert but solve none.

    `still`: it does not go on with the time, because nothing waits. (A tuple: a look makes thousands of them.)
    """

    value: float
    at_least: bool = False
    still: bool = False


NOTHING = Reading(0.0, still=True)

_NO_TIME = timedelta(0)


class Seen(NamedTuple):
    """What is known of one destination: `row` None where nothing is pending or failed, `series` where nobody watches.

    `skewed`: the source's clock is ahead of this machine's, so what it stored is at least as old as it looks. `traits`
    are those of the destination's channel.
    """

    now: Instant
    row: DepthRow | None
    series: Series | None = None
    flow: Flow | None = None
    skewed: bool = False
    traits: Traits = ORDINARY


Read = Callable[[Seen], Reading | None]


def reader(rule: Rule) -> Read:
    """What tells the figure that a destination's rule is about; None where it is not known."""
    return partial(_left, rule.kept) if rule.measure is Measure.NEAR_LIMIT else _READERS[rule.measure]


def _depth(seen: Seen) -> Reading:
    return NOTHING if seen.row is None else Reading(seen.row.pending, at_least=seen.row.at_least)


def _failed(seen: Seen) -> Reading | None:
    if seen.row is None:
        return NOTHING
    return Reading(seen.row.failed) if seen.row.failed_known else None


def _no_payload(seen: Seen) -> Reading | None:
    return _amiss(None if seen.row is None else seen.row.retries.no_payload, seen)


def _unscheduled(seen: Seen) -> Reading | None:
    return _amiss(None if seen.row is None else seen.row.retries.unscheduled, seen)


def _amiss(count: int | None, seen: Seen) -> Reading | None:
    if seen.row is None:
        return NOTHING
    return None if count is None else Reading(count)


def _attempts(seen: Seen) -> Reading | None:
    """The head's at least: everything behind it waits for it. None where the source tells none."""
    row = seen.row
    if row is None or not row.pending:
        return NOTHING
    head = None if row.head is None else row.head.attempts
    if row.max_attempts is not None:
        return Reading(max(head or 0, row.max_attempts))
    return None if head is None else Reading(head, at_least=True)


def _age(seen: Seen) -> Reading | None:
    row = seen.row
    if row is None or not (row.pending or row.at_least):
        return NOTHING
    seconds = row.oldest_seconds
    return None if seconds is None or seconds < CLOCK_DRIFT else Reading(max(0.0, seconds), seen.skewed)


def _left(kept: timedelta | None, seen: Seen) -> Reading | None:
    """How long until the source drops the oldest one; where nothing waits, as long as it keeps one.

    What the source itself says of that counts; what a rule says, where the source says nothing.
    """
    kept = seen.traits.kept or kept
    age = _age(seen)
    return None if kept is None or age is None else age._replace(value=kept.total_seconds() - age.value)


def _no_delivery(seen: Seen) -> Reading | None:
    """For how long nothing was delivered while something waited."""
    waited = _age(seen)
    if waited is None or not waited.value:
        return waited
    if seen.flow is None or seen.flow.delivered is None:  # what was delivered is not recorded there
        return None
    last = seen.flow.last_delivered
    since = between(seen.flow.since if last is None else last, seen.now)
    if last is not None and since is not None and since < timedelta(0):  # not to be believed, so it is not known
        last, since = None, between(seen.flow.since, seen.now)
    if since is None:
        return None
    seconds = max(0.0, since.total_seconds())
    return Reading(min(waited.value, seconds), seen.skewed or (last is None and seconds < waited.value))


def _overdue(seen: Seen) -> Reading | None:
    """For how long the head, or a retry, has been due, and nobody has tried it."""
    row = seen.row
    if row is None or not row.pending:
        return NOTHING
    if row.head is None and seen.traits.retries:
        return _late(row, seen)
    late = None if row.head is None else between(row.head.next_attempt, seen.now)
    if late is None or row.head is None:
        return None
    if late <= _NO_TIME:  # it is not due yet
        return Reading(0.0, at_least=True, still=True) if seen.skewed else NOTHING
    untouched = _untouched(row.head, seen)
    return Reading(max(0.0, min(late.total_seconds(), untouched.value)), seen.skewed or untouched.at_least)


def _late(row: DepthRow, seen: Seen) -> Reading | None:
    """For how long the first retry has been due that nobody sends."""
    if row.retries.overdue is None:
        return None
    late = between(row.retries.overdue_since, seen.now) if row.retries.overdue else None
    return NOTHING if late is None else Reading(max(0.0, late.total_seconds()))


def _untouched(head: Item, seen: Seen) -> Reading:
    """A head that was tried tells since when; a fresh one may have come there just now, and has to be watched."""
    series = seen.series
    tried = between(head.last_attempt, seen.now)
    if head.attempts and tried is not None and (series is None or series.moved is None):
        return Reading(max(0.0, tried.total_seconds()))
    if series is None or series.head != head.id or series.head_since is None or seen.now.ns is None:
        return Reading(0.0, at_least=True)
    from_the_first = series.head_since == series.watched_since
    return Reading(max(0, seen.now.ns - series.head_since) / NS, at_least=from_the_first)


_READERS: Mapping[Measure, Read] = {
    Measure.OLDEST_AGE: _age,
    Measure.DEPTH: _depth,
    Measure.FAILED: _failed,
    Measure.ATTEMPTS: _attempts,
    Measure.OVERDUE: _overdue,
    Measure.NO_PAYLOAD: _no_payload,
    Measure.UNSCHEDULED: _unscheduled,
    Measure.NO_DELIVERY: _no_delivery,
}
