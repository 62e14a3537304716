"""What state a destination is in, and why: told from its figures alone, never beyond what they show.

Pure functions; the words are phrases, so that the window can translate them. An instant among a phrase's
values is a time to be shown, a timedelta a span.
"""

import math
from collections.abc import Sequence
from datetime import timedelta
from enum import StrEnum

from qmonitor.monitor.clock import TOLERANCE
from qmonitor.monitor.failures.said import Recorded
from qmonitor.monitor.rates import LEAST_NS, Rates
from qmonitor.monitor.series import Series
from qmonitor.monitor.trend import TREND_NS, trend
from qmonitor.queues.model import DepthRow, Item
from qmonitor.queues.times import Instant, between, from_ns
from qmonitor.queues.words import Phrase, counted, phrase
from qmonitor.values import dataclass

STUCK_ATTEMPTS = 5
"""From so many failed tries on, a head is no hiccup: with back-off 5, 10, 20, 40 s it has failed for over a minute.
So is a line that so many left by failing, and none by being delivered."""
QUIET = timedelta(seconds=120)
"""A line that delivered nothing for so long, though messages waited, is stuck once any head has failed meanwhile:
a skip or a restore makes a head whose tries count anew, and no trouble go away."""
OVERDUE = timedelta(seconds=60)
"""A head that is due for longer, untouched, has nobody who works on it: twice the 30 s that an attempt may take."""
ERROR_LENGTH = 200
"""Characters of a last error that a reason quotes."""

SHORT = 28
"""Characters of an error that a row has room for beside the state."""


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
    """The state of a destination, and its reason in a few words; `explain` says the rest."""

    kind: Kind
    reason: Phrase


_UNTOLD = Status(Kind.UNKNOWN, phrase("watched too shortly to tell"))


def status(row: DepthRow | None, series: Series | None, now: Instant) -> Status:
    """The state as of `now`; `row` is None where nothing is pending or failed, `series` where nobody looked yet."""
    if series is None or series.watched_since is None:
        return Status(Kind.UNKNOWN, phrase("not looked at yet"))
    if row is None or not (row.pending or row.at_least):
        return _idle(series, now)
    told = _head(row, series, now) or _late(row, now)
    if told is not None:
        return told
    if row.at_least:
        return Status(Kind.UNKNOWN, phrase("not all of it is counted (yet)"))
    if _too_shortly(series, now):
        return _UNTOLD
    rates = series.counters.rates()
    failing = None if _unrecorded(series) else _failing(rates)
    return failing or _flow(row, series, rates, now)


def explain(row: DepthRow | None, series: Series | None, now: Instant) -> tuple[Phrase, ...]:
    """Everything that leads to the state, in whole sentences."""
    if series is None or series.watched_since is None:
        return ()
    if row is not None and row.pending:
        happened = _happened(series.counters.rates(), recorded=not _unrecorded(series))
        return (*_about_head(row.head), *happened, delivery(series, now))
    nothing = phrase("Nothing waits.")
    return (nothing,) if series.last_delivered is None else (nothing, _delivered(series, now))


def _idle(series: Series, now: Instant) -> Status:
    if series.last_delivered is None:
        return Status(Kind.IDLE, phrase("nothing waits"))
    if (odd := _odd(series, now)) is not None:
        return Status(Kind.IDLE, odd)
    return Status(Kind.IDLE, phrase("last delivered {time}", time=series.last_delivered))


def _late(row: DepthRow, now: Instant) -> Status | None:
    """Retries that are due and that nobody sends."""
    late = row.retries.overdue
    if not late:
        return None
    waited = between(row.retries.overdue_since, now)
    if waited is None:
        words = counted(late, "{count} retry is due and not sent", "{count} retries are due and not sent")
        return Status(Kind.OVERDUE, words)
    words = counted(
        late,
        "{count} retry is due and not sent, for {span} now",
        "{count} retries are due and not sent, for {span} now",
        span=waited,
    )
    return Status(Kind.OVERDUE, words)


# -- what the head tells -----------------------------------------------------------------------------------------


def _head(row: DepthRow, series: Series, now: Instant) -> Status | None:
    """What the head tells: stuck, waiting for its time, or overdue; from no time where clocks disagree."""
    head = row.head
    if head is None:
        return None
    late = None if series.skewed else between(head.next_attempt, now)
    if late is not None and late > OVERDUE and _untouched(head, series, now):
        return Status(Kind.OVERDUE, _overdue(head))
    passed = _passed(head, series, now)
    if ((head.attempts or 0) >= STUCK_ATTEMPTS and not passed) or _silent(row, series, now):
        return Status(Kind.STUCK, _tried(head, series.last_delivered))
    if late is None:
        return None
    if late < timedelta(0):
        return Status(Kind.WAITING, _waiting(head))
    if head.attempts and not passed:
        return Status(Kind.WAITING, phrase("try {count} is due: {error}", count=head.attempts + 1, error=_error(head)))
    return None


def _passed(head: Item, series: Series, now: Instant) -> bool:
    """Whether something was delivered since the head was last tried: its failures are of another time."""
    tried, last = head.last_attempt, series.last_delivered
    since = None if last is None or _future(series, now) or _unseen(series) else between(tried, last)
    return since is not None and since > timedelta(0)


def _future(series: Series, now: Instant) -> bool:
    """Whether the last delivery is recorded as later than now, though the clocks agree: nobody can tell when it was."""
    span = None if series.skewed else between(series.last_delivered, now)
    return span is not None and span < -TOLERANCE


def _unseen(series: Series) -> bool:
    """Whether the last delivery is recorded as of a time when all were counted, and there was none."""
    flow = series.counted
    if flow is None or flow.delivered or series.skewed or series.last_delivered is None:
        return False
    since = between(flow.since, series.last_delivered)
    return since is not None and since > TOLERANCE


def _silent(row: DepthRow, series: Series, now: Instant) -> bool:
    """Whether nothing was delivered for long, though it was tried and something waited.

    Never where the last delivery is not known.
    """
    last, waited = series.last_delivered, row.oldest_seconds
    if series.skewed or last is None or series.last_failed is None or waited is None:
        return False
    since, failed = between(last, now), between(last, series.last_failed)
    if since is None or failed is None:
        return False
    return failed > timedelta(0) and since >= QUIET and waited >= QUIET.total_seconds()


def _odd(series: Series, now: Instant) -> Phrase | None:
    """What is said of a last delivery that can't be believed, in short."""
    if _future(series, now):
        return phrase("last delivery recorded for {time}, yet to come", time=series.last_delivered)
    if _unseen(series):
        return phrase("last delivery recorded for {time}, but not seen", time=series.last_delivered)
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
        return phrase("due {time}, not tried since; {count} ×", time=head.next_attempt, count=head.attempts)
    if head.attempts is None:
        return phrase("due {time}", time=head.next_attempt)
    return phrase("due {time}, not tried", time=head.next_attempt)


def _tried(head: Item, last: Instant | None) -> Phrase:
    if not head.attempts:
        return phrase("nothing delivered since {time}", time=last)
    if not head.last_error:
        return phrase("tried {count} ×", count=head.attempts)
    return phrase("tried {count} ×, {error}", count=head.attempts, error=_error(head))


def _waiting(head: Item) -> Phrase:
    if head.attempts == 0:
        return phrase("first try {time}", time=head.next_attempt)
    return phrase("next try {time}: {error}", time=head.next_attempt, error=_error(head))


def _error(head: Item) -> Phrase | Recorded:
    """The first line of the last error, cut; of a long one the end, where nested errors have their cause."""
    lines = head.last_error[: 2 * ERROR_LENGTH].strip().splitlines()
    if not lines:
        return phrase("no error recorded")
    error = lines[0][:ERROR_LENGTH]
    cause = error.rpartition(": ")[2]
    short = len(error) <= SHORT or len(cause) < SHORT // 3 or cause == error
    return Recorded(error if short else f"… {cause}")


# -- what comes and goes -----------------------------------------------------------------------------------------


def _failing(rates: Rates | None) -> Status | None:
    """A line that is emptied by giving up is none that drains."""
    if rates is None or rates.delivered or rates.failed < STUCK_ATTEMPTS:
        return None
    return Status(Kind.STUCK, phrase("{count} failed, none delivered", count=rates.failed))


def _flow(row: DepthRow, series: Series, rates: Rates | None, now: Instant) -> Status:
    """What the counters tell; where there are none, how the backlog moves."""
    if rates is None:
        return _movement(series, now)
    if rates.clear and rates.net < 0 and rates.growth > rates.doubt:
        return Status(Kind.GROWING, phrase("+{count} a minute", count=max(1, round(rates.growth))))
    if rates.failed > rates.delivered and not _unrecorded(series):
        counts = {"failed": rates.failed, "delivered": rates.delivered, "seconds": round(rates.seconds)}
        return Status(Kind.STEADY, phrase("{failed} failed, {delivered} delivered in {seconds} s", **counts))
    left = rates.minutes_left(row.pending)
    if left is not None:
        return Status(Kind.DRAINING, empty_in(*left))
    if rates.gone and not rates.delivered:
        kind = Kind.STEADY if _unrecorded(series) else Kind.UNKNOWN
        counts = {"arrived": rates.arrived, "gone": rates.gone, "seconds": round(rates.seconds)}
        return Status(kind, phrase("{arrived} in, {gone} gone in {seconds} s", **counts))
    if rates.delivered:
        counts = {"arrived": rates.arrived, "delivered": rates.delivered, "seconds": round(rates.seconds)}
        return Status(Kind.STEADY, phrase("{arrived} in, {delivered} out in {seconds} s", **counts))
    return _still(series, now)


def _too_shortly(series: Series, now: Instant) -> bool:
    """Whether it was watched for less than any rate is told from; at the first look of thousands that is quick."""
    return now.ns is None or series.watched_since is None or now.ns - series.watched_since < LEAST_NS


def _movement(series: Series, now: Instant) -> Status:
    """What rises grows, whatever left; what falls may be delivered or skipped: nobody counted."""
    rate = trend(series, now)
    if rate is None:
        return _UNTOLD
    if rate > 0:
        return Status(Kind.GROWING, phrase("+{count} a minute", count=max(1, round(rate))))
    if rate < 0:
        return Status(Kind.UNKNOWN, phrase("falls by {count} a minute, not known why", count=max(1, round(-rate))))
    if series.moved is not None and now.ns is not None and now.ns - series.moved < TREND_NS:
        return Status(Kind.STEADY, phrase("as many leave as come"))
    return _still(series, now)


def _unrecorded(series: Series) -> bool:
    """Whether the source does not record what was delivered: it is gone like what was taken away."""
    return series.counted is not None and series.counted.delivered is None


def _still(series: Series, now: Instant) -> Status:
    if _unrecorded(series):
        return Status(Kind.UNKNOWN, phrase("nothing left, watched since {time}", time=_watched(series, now)))
    if series.skewed:
        return Status(Kind.UNKNOWN, phrase("the clocks disagree"))
    if (odd := _odd(series, now)) is not None:
        return Status(Kind.UNKNOWN, odd)
    if series.last_delivered is not None:
        return Status(Kind.UNKNOWN, phrase("no delivery since {time}", time=series.last_delivered))
    return Status(Kind.UNKNOWN, phrase("no delivery seen, watched since {time}", time=_watched(series, now)))


def _watched(series: Series, now: Instant) -> Instant:
    return now if series.watched_since is None else from_ns(series.watched_since)


def empty_in(earliest: float, latest: float | None) -> Phrase:
    """When a line is empty, as a range of minutes, hours or days; `latest` is None where it is open."""
    furthest = earliest if latest is None else latest
    if furthest < 1:
        return phrase("empty within a minute")
    if furthest < 120:
        return _range(earliest, latest, "min")
    if furthest < 48 * 60:
        return _range(earliest / 60, None if latest is None else latest / 60, "h")
    return _range(earliest / 1440, None if latest is None else latest / 1440, "d")


def _range(earliest: float, latest: float | None, unit: str) -> Phrase:
    least, most = math.floor(earliest), math.ceil(latest or earliest)
    if latest is None:
        least = max(1, least)
        first = {
            "min": phrase("empty in {least} min at the earliest", least=least),
            "h": phrase("empty in {least} h at the earliest", least=least),
            "d": phrase("empty in {least} d at the earliest", least=least),
        }
        return first[unit]
    if least == most or not least:
        about = {
            "min": phrase("empty in about {most} min", most=most),
            "h": phrase("empty in about {most} h", most=most),
            "d": phrase("empty in about {most} d", most=most),
        }
        return about[unit]
    between_them = {
        "min": phrase("empty in {least} to {most} min", least=least, most=most),
        "h": phrase("empty in {least} to {most} h", least=least, most=most),
        "d": phrase("empty in {least} to {most} d", least=least, most=most),
    }
    return between_them[unit]


# -- everything, in whole sentences ------------------------------------------------------------------------------


def _about_head(head: Item | None) -> tuple[Phrase, ...]:
    """What is to be known of the head."""
    if head is None:
        return ()
    if head.attempts is None:
        return (phrase("Message {id} at the head: the source does not tell how often it was tried.", id=head.id),)
    if not head.attempts:
        due = phrase("Message {id} at the head has not been tried; it is due at {time}.", id=head.id, time=_due(head))
        return (due,)
    tried = phrase(
        "Message {id} at the head was tried {count} ×, last at {time}.",
        id=head.id,
        count=head.attempts,
        time=head.last_attempt or phrase("a time that is not recorded"),
    )
    again = phrase("The next try is due at {time}.", time=_due(head))
    error = (phrase("Last error: {error}", error=Recorded(head.last_error)),) if head.last_error else ()
    return (tried, again, *error)


def _due(head: Item) -> Instant | Phrase:
    return head.next_attempt or phrase("a time that is not recorded")


def _happened(rates: Rates | None, *, recorded: bool) -> tuple[Phrase, ...]:
    if rates is None:
        return ()
    if not recorded:
        left = phrase(
            "In the last {seconds} s {arrived} arrived and {gone} left.",
            seconds=round(rates.seconds),
            arrived=rates.arrived,
            gone=rates.gone,
        )
        return (left,)
    counts = {"arrived": rates.arrived, "delivered": rates.delivered, "failed": rates.failed}
    return (
        phrase(
            "In the last {seconds} s {arrived} arrived, {delivered} were delivered and {failed} failed.",
            seconds=round(rates.seconds),
            **counts,
        ),
    )


def delivery(series: Series, now: Instant) -> Phrase:
    """How long ago something was delivered last, in a sentence."""
    if _unrecorded(series):
        return phrase("The source does not record whether what left was delivered.")
    last = series.last_delivered
    span = None if series.skewed else between(last, now)
    if last is None:
        return phrase("No delivery seen since this window began to look, at {time}.", time=_watched(series, now))
    if span is None or span < timedelta(0) or _unseen(series):
        return _delivered(series, now)
    return phrase("Nothing delivered for {span}; the last was at {time}.", span=span, time=last)


def _delivered(series: Series, now: Instant) -> Phrase:
    """When something was delivered last, in a sentence."""
    if _future(series, now):
        return phrase(
            "The last delivery is recorded for {time}, which is yet to come: nobody can tell when it was.",
            time=series.last_delivered,
        )
    if _unseen(series):
        return phrase(
            "The last delivery is recorded for {time}, but none was seen then: nobody can tell when it was.",
            time=series.last_delivered,
        )
    return phrase("The last delivery was at {time}.", time=series.last_delivered)
