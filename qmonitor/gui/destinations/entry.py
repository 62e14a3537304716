"""One row of the destinations list: its figures and state, and the words for them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta

from PySide6.QtCore import QCoreApplication, QLocale

from qmonitor.gui import text
from qmonitor.monitor.rates import Rates
from qmonitor.monitor.series import Series
from qmonitor.monitor.status import SEVERITY, Kind, Status
from qmonitor.queues.model import Destination
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase, phrase

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
    marked.
    """

    destination: Destination | None
    status: Status
    pending: int
    failed: int
    oldest: timedelta | None
    series: Series | None
    rates: Rates | None = None
    skewed: bool = False


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


def summary_words(kinds: Counter[Kind]) -> Phrase:
    """How many destinations are in which state, worst first."""
    parts = [f"{text.number(kinds[kind])} {kind_words(kind)}" for kind in SEVERITY if kinds[kind]]
    return phrase("{text}", text=" · ".join(parts))


def title(entry: Entry) -> str:
    if entry.destination is None:
        return QCoreApplication.translate("destinations", "All destinations")
    return text.line(str(entry.destination), NAME)


def short_title() -> str:
    """For all together, where there is no room for more."""
    return QCoreApplication.translate("destinations", "All")


def oldest_words(entry: Entry) -> str:
    return age_words(entry.oldest if entry.pending else None, skewed=entry.skewed)


def age_words(age: timedelta | None, *, skewed: bool) -> str:
    """An age; with a mark where clocks disagree."""
    if age is None or not skewed:
        return text.age(age)
    return QCoreApplication.translate("destinations", "≈ {age}").format(age=text.age(age))


def failed_words(entry: Entry) -> str:
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
    if found is None or not (entry.pending or found.arrived or found.delivered):
        return ""
    return _in_and_out(rate(found.incoming), rate(found.outgoing))


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
        pending=text.number(entry.pending),
        oldest=oldest_words(entry),
        failed=text.number(entry.failed),
    )
    if entry.rates is None:
        return said
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

    A value holds until the next look, as in the charts, unless there is a gap between them.
    """
    if series is None or now_ns is None or series.watched_since is None:
        return ()
    span = min(SPARK_NS, max(SPARK_LEAST_NS, now_ns - series.watched_since))
    begin, step = now_ns - span, span // SPARK_STEPS
    values: list[float | None] = [None] * SPARK_STEPS
    seen: tuple[int, float | None] = (0, None)
    for ns, value in series.pending.since(begin):
        at = min(SPARK_STEPS - 1, (ns - begin) // step)
        if value is not None:
            values[at] = max(value, values[at] or 0)
            if seen[1] is not None:
                values[seen[0] + 1 : at] = [seen[1]] * (at - seen[0] - 1)
        seen = (at, value)
    return tuple(values)
