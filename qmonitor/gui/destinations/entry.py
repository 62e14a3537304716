"""One row of the destinations list: its figures and state, and the words for them."""

import math
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta

from PySide6.QtCore import QCoreApplication, QLocale

from qmonitor.gui import text
from qmonitor.gui.alarms import NONE, Alarm, alarm_words
from qmonitor.monitor.rates import Rates
from qmonitor.monitor.series import Series
from qmonitor.monitor.standing import Standing
from qmonitor.monitor.status import SEVERITY, Kind, Status
from qmonitor.queues.model import Destination
from qmonitor.queues.times import Instant, believed
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

SPARK_NS = 3600 * 10**9
"""A trend line shows the last hour, or since when it has been looked at."""
SPARK_LEAST_NS = 300 * 10**9
"""But no less than this, so that the first looks are not drawn as a wild curve."""
SPARK_STEPS = 90
"""Values of a trend line."""
NAME = 200
"""Characters of a name that are shown at most."""
SOME = 10
"""Below so many a minute a rate has a decimal."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A destination, or (None) all of them together.

    `rates` is None where too little was seen. `skewed`: the source's clock and this machine's disagree, so ages are
    marked. `alarm` is of the alerts that are open there. `at_least`, `failed_known`: see `DepthRow`.
    """

    destination: Destination | None
    status: Status
    pending: int
    failed: int
    oldest: timedelta | None
    series: Series | None
    rates: Rates | None = None
    skewed: bool = False
    alarm: Alarm = NONE
    at_least: bool = False
    failed_known: bool = True


def entry_of(standing: Standing, where: Destination, alarm: Alarm) -> Entry:
    """The row of one destination."""
    row, series = standing.row(where), standing.series(where)
    told, skewed = standing.status(where), standing.skewed
    rates = None if series is None else series.counters.rates()
    if row is None:
        return Entry(where, told, 0, 0, None, series, rates, skewed, alarm)
    doubts = (row.at_least, row.failed_known)
    return Entry(where, told, row.pending, row.failed, row.age, series, rates, skewed, alarm, *doubts)


def entry_of_all(standing: Standing, alarm: Alarm) -> Entry:
    """The row of all together."""
    total = standing.total
    said = summary_words(standing.kinds) if standing.names else phrase("no destination yet")
    told = Status(standing.kind, said)
    figures = (total.pending, total.failed, believed(total.oldest))
    doubts = (total.at_least, total.failed_known)
    return Entry(None, told, *figures, standing.course, None, standing.skewed, alarm, *doubts)


def kind_words(kind: Kind) -> str:
    """A state in one word."""
    words = {
        Kind.STUCK: QCoreApplication.translate("destinations", "stuck"),
        Kind.OVERDUE: QCoreApplication.translate("destinations", "overdue"),
        Kind.GROWING: QCoreApplication.translate("destinations", "growing"),
        Kind.UNKNOWN: QCoreApplication.translate("destinations", "unknown"),
        Kind.WAITING: QCoreApplication.translate("destinations", "waiting"),
        Kind.DRAINING: QCoreApplication.translate("destinations", "draining"),
        Kind.STEADY: QCoreApplication.translate("destinations", "steady"),
        Kind.IDLE: QCoreApplication.translate("destinations", "idle"),
    }
    return words[kind]


def reason_words(reason: Phrase) -> str:
    """A reason in the user's language; its times short, as they stand beside today's."""
    values = {name: text.short_time(v) if isinstance(v, Instant) else v for name, v in reason.values.items()}
    return text.translate(replace(reason, values=values))


def summary_words(kinds: Mapping[Kind, int]) -> Phrase:
    """How many destinations are in which state, worst first."""
    parts = [_counted(kind, kinds[kind]) for kind in SEVERITY if kinds[kind]]
    return phrase("{text}", text=" · ".join(parts))


def _counted(kind: Kind, count: int) -> str:
    """So many destinations in a state: of several the word may be another one."""
    several = {
        Kind.STUCK: QCoreApplication.translate("destinations", "{count} stuck"),
        Kind.OVERDUE: QCoreApplication.translate("destinations", "{count} overdue"),
        Kind.GROWING: QCoreApplication.translate("destinations", "{count} growing"),
        Kind.UNKNOWN: QCoreApplication.translate("destinations", "{count} unknown"),
        Kind.WAITING: QCoreApplication.translate("destinations", "{count} waiting"),
        Kind.DRAINING: QCoreApplication.translate("destinations", "{count} draining"),
        Kind.STEADY: QCoreApplication.translate("destinations", "{count} steady"),
        Kind.IDLE: QCoreApplication.translate("destinations", "{count} idle"),
    }
    one = f"{text.number(count)} {kind_words(kind)}"
    return one if count == 1 else several[kind].format(count=text.number(count))


def title(entry: Entry) -> str:
    if entry.destination is None:
        return QCoreApplication.translate("destinations", "All destinations")
    return text.line(str(entry.destination), NAME)


def short_title() -> str:
    """For all together, where there is no room for more."""
    return QCoreApplication.translate("destinations", "All")


def pending_words(entry: Entry) -> str:
    """How many wait; at least so many where not all is counted."""
    if not entry.at_least:
        return text.number(entry.pending)
    return QCoreApplication.translate("destinations", "≥ {count}").format(count=text.number(entry.pending))


def oldest_words(entry: Entry) -> str:
    return age_words(entry.oldest if entry.pending else None, skewed=entry.skewed)


def age_words(age: timedelta | None, *, skewed: bool) -> str:
    """An age; with a mark where clocks disagree."""
    if age is None or not skewed:
        return text.age(age)
    return QCoreApplication.translate("destinations", "≈ {age}").format(age=text.age(age))


def failed_words(entry: Entry) -> str:
    if not entry.failed_known:
        return QCoreApplication.translate("destinations", "failed: unknown")
    if not entry.failed:
        return ""
    return QCoreApplication.translate("destinations", "{count} failed").format(count=text.number(entry.failed))


def state_words(entry: Entry) -> str:
    """State and reason, as they stand below the name."""
    reason = reason_words(entry.status.reason)
    return reason if entry.destination is None else f"{kind_words(entry.status.kind)} · {reason}"


def rates_words(entry: Entry) -> str:
    """What comes in and goes out a minute; nothing where it is not known, or nothing is going on."""
    found = entry.rates
    if found is None or not (entry.pending or found.arrived or found.delivered or found.gone):
        return ""
    if _gone(entry, found):
        words = QCoreApplication.translate("destinations", "in {incoming} · gone {gone} /min")
        return words.format(incoming=rate(found.incoming), gone=rate(found.leaving))
    return _in_and_out(rate(found.incoming), rate(found.outgoing))


def _gone(entry: Entry, found: Rates) -> bool:
    """Whether what left is not known to be delivered: none was, or the source records no delivery."""
    counted = entry.series.counted if entry.series is not None else None
    unrecorded = counted is not None and counted.delivered is None
    return unrecorded or bool(found.gone and not found.delivered)


def usual_rates() -> str:
    """As wide as most rates are."""
    return _in_and_out(rate(8.8), text.number(888))


def _in_and_out(incoming: str, outgoing: str) -> str:
    words = QCoreApplication.translate("destinations", "in {incoming} · out {outgoing} /min")
    return words.format(incoming=incoming, outgoing=outgoing)


def rate(value: float) -> str:
    """Messages a minute: whole, and with one decimal where they are few."""
    exact = round(value, 1)
    return QLocale().toString(exact, "f", 1) if exact < SOME and exact % 1 else text.number(round(value))


def spoken(entry: Entry) -> str:
    """Everything a row shows, in words: for screen readers and the tool tip."""
    words = QCoreApplication.translate(
        "destinations", "{name}: {state}. {pending} pending, oldest {oldest}, {failed} failed"
    )
    said = words.format(
        name=title(entry),
        state=state_words(entry),
        pending=pending_words(entry),
        oldest=oldest_words(entry),
        failed=text.number(entry.failed if entry.failed_known else None),
    )
    if entry.alarm.count:
        words = QCoreApplication.translate("destinations", "{row}. {alarm}")
        said = words.format(row=said, alarm=alarm_words(entry.alarm))
    if entry.rates is None:
        return said
    if _gone(entry, entry.rates):
        pace = QCoreApplication.translate("destinations", "{row}. In {incoming}, gone {gone} a minute")
        return pace.format(row=said, incoming=rate(entry.rates.incoming), gone=rate(entry.rates.leaving))
    pace = QCoreApplication.translate("destinations", "{row}. In {incoming}, out {outgoing} a minute")
    return pace.format(row=said, incoming=rate(entry.rates.incoming), outgoing=rate(entry.rates.outgoing))


def tool_tip(entry: Entry, sentences: Iterable[Phrase]) -> str:
    """The same, and everything that led to the state."""
    lines = [spoken(entry), *map(text.translate, sentences)]
    if entry.skewed:
        lines.append(
            QCoreApplication.translate(
                "destinations", "≈ The engine's clock and this machine's disagree: ages are off."
            )
        )
    return text.tip("\n".join(lines))


def spark(series: Series | None, now_ns: int | None) -> tuple[float | None, ...]:
    """The highest backlog in each step of the time that is shown; None where nothing was seen.

    A value holds until the next one, as in the charts, unless there is a gap between them.
    """
    if series is None or now_ns is None or series.watched_since is None:
        return ()
    span = min(SPARK_NS, max(SPARK_LEAST_NS, now_ns - series.watched_since))
    begin, step = now_ns - span, span // SPARK_STEPS
    times, values = series.pending.times, series.pending.values
    first = bisect_left(times, begin)
    held, found = values[first - 1] if first else math.nan, []
    for n in range(1, SPARK_STEPS + 1):
        end = bisect_left(times, begin + n * step, first) if n < SPARK_STEPS else len(times)
        found.append(_highest(held, values[first:end]))
        held = values[end - 1] if end else held
        first = end
    return tuple(found)


def _highest(held: float, values: "array[float]") -> float | None:
    """The highest of what held before and what came; None where both are gaps. (A sum is NaN where any part is.)"""
    seen = [held, *values]
    if math.isnan(sum(seen)):
        seen = [value for value in seen if not math.isnan(value)]
    return max(seen, default=None)
