"""What alerts and their rules are called, and what they say in whole sentences."""

from datetime import timedelta

from PySide6.QtCore import QCoreApplication

from qmonitor.gui import text
from qmonitor.gui.typed import age_words
from qmonitor.monitor.alerts.model import NEVER, Alert, Level, Measure, Rule, Signature, Unit
from qmonitor.queues.model import Traits
from qmonitor.queues.times import Instant

NAME = 120
"""Characters of a destination's name or a pattern that a sentence has room for."""


def measure_name(measure: Measure) -> str:
    """What a rule is about, in a word or three."""
    names = {
        Measure.OLDEST_AGE: QCoreApplication.translate("alerts", "oldest message"),
        Measure.DEPTH: QCoreApplication.translate("alerts", "messages waiting"),
        Measure.FAILED: QCoreApplication.translate("alerts", "failed messages"),
        Measure.ATTEMPTS: QCoreApplication.translate("alerts", "tries of a message"),
        Measure.OVERDUE: QCoreApplication.translate("alerts", "overdue"),
        Measure.NO_PAYLOAD: QCoreApplication.translate("alerts", "retries without a payload"),
        Measure.UNSCHEDULED: QCoreApplication.translate("alerts", "retries without a time"),
        Measure.NO_DELIVERY: QCoreApplication.translate("alerts", "no delivery"),
        Measure.UNREACHABLE: QCoreApplication.translate("alerts", "can't be read"),
        Measure.NEAR_LIMIT: QCoreApplication.translate("alerts", "about to be dropped"),
    }
    return names[measure]


def level_name(level: Level) -> str:
    if level is Level.CRITICAL:
        return QCoreApplication.translate("alerts", "critical")
    return QCoreApplication.translate("alerts", "warning")


def figure(measure: Measure, value: float) -> str:
    """A figure that was seen: an age as everywhere in the window, or a count. No time is left is not less than none."""
    value = max(0.0, value) if measure is Measure.NEAR_LIMIT else value
    return text.age(timedelta(seconds=value)) if measure.unit is Unit.SECONDS else text.number(int(value))


def limit(measure: Measure, value: float) -> str:
    """A limit: `5 min`, or a count."""
    if value == NEVER:
        return QCoreApplication.translate("alerts", "never")
    return span(timedelta(seconds=value)) if measure.unit is Unit.SECONDS else text.number(int(value))


def span(value: timedelta) -> str:
    """A span of a rule: `5 min`."""
    return age_words(round(value.total_seconds()))


# -- alerts ------------------------------------------------------------------------------------------------------


def place(alert: Alert) -> str:
    """The destination, or that it is about the source as a whole."""
    if alert.destination is None:
        return QCoreApplication.translate("alerts", "the whole source")
    return text.line(str(alert.destination), NAME)


def over(alert: Alert) -> bool:
    """Whether no message can be named: there was none, or it is waited for no more. A solved one tells which it was."""
    return alert.item is None or (alert.still and alert.solved is None)


def since(alert: Alert) -> str:
    """When it began; marked where that is only when it was seen first."""
    shown = text.short_time(alert.since)
    return shown if alert.exact else QCoreApplication.translate("alerts", "seen {time}").format(time=shown)


def doubt(alert: Alert) -> tuple[str, ...]:
    """That the time is when it was seen first, where it is."""
    if alert.exact:
        return ()
    return (QCoreApplication.translate("alerts", "Seen first then; it may have been so before."),)


def sentence(alert: Alert, now: Instant | None) -> str:
    """What is the case (once it is solved: what was), and what the limit is."""
    measure = alert.rule.measure
    if alert.still and alert.solved is None:
        words = _idle(measure)
        return words.format(limit=_whole(limit(measure, alert.rule.limit)))
    value = alert.value if now is None else alert.value_at(now)
    words = _was(measure) if alert.solved is not None else _is(measure)
    shown = alert.worst if alert.solved is not None else value
    if measure is Measure.NEAR_LIMIT and shown <= 0:
        words = _too_old(solved=alert.solved is not None)
    return words.format(value=_whole(figure(measure, shown)), limit=_whole(limit(measure, alert.rule.limit)))


def _too_old(*, solved: bool) -> str:
    """Of what is older than the source keeps it."""
    if solved:
        return QCoreApplication.translate(
            "alerts", "The oldest message was older than the source keeps it; the limit is {limit} before that."
        )
    return QCoreApplication.translate(
        "alerts",
        "The oldest message is older than the source keeps it: it may be dropped at any moment; the limit is {limit}"
        " before that.",
    )


def _whole(words: str) -> str:
    """Figure and unit on one line, where a sentence is broken."""
    return words.replace(" ", "\u00a0")


def _is(measure: Measure) -> str:
    said = {
        Measure.OLDEST_AGE: QCoreApplication.translate(
            "alerts", "The oldest message has waited for {value}; the limit is {limit}."
        ),
        Measure.DEPTH: QCoreApplication.translate("alerts", "Messages waiting: {value}; the limit is {limit}."),
        Measure.FAILED: QCoreApplication.translate("alerts", "Messages failed: {value}; the limit is {limit}."),
        Measure.ATTEMPTS: QCoreApplication.translate(
            "alerts", "A message was tried {value} × without success; the limit is {limit}."
        ),
        Measure.OVERDUE: QCoreApplication.translate(
            "alerts", "The first message has been due for {value} and nobody tries it; the limit is {limit}."
        ),
        Measure.NO_PAYLOAD: QCoreApplication.translate(
            "alerts", "Retries whose payload is missing, so that they can't run: {value}; the limit is {limit}."
        ),
        Measure.UNSCHEDULED: QCoreApplication.translate(
            "alerts", "Retries that have no time, so that they will never run: {value}; the limit is {limit}."
        ),
        Measure.NO_DELIVERY: QCoreApplication.translate(
            "alerts", "Nothing was delivered for {value} though messages wait; the limit is {limit}."
        ),
        Measure.UNREACHABLE: QCoreApplication.translate(
            "alerts", "The source can't be read, for {value} now; the limit is {limit}."
        ),
        Measure.NEAR_LIMIT: QCoreApplication.translate(
            "alerts", "The source drops the oldest message in {value}; the limit is {limit}."
        ),
    }
    return said[measure]


def _idle(measure: Measure) -> str:
    """What is the case where nothing is waited for any more."""
    if measure is Measure.OVERDUE:
        return QCoreApplication.translate("alerts", "No message is overdue any more; the limit is {limit}.")
    return QCoreApplication.translate("alerts", "Nothing waits any more; the limit is {limit}.")


def _was(measure: Measure) -> str:
    said = {
        Measure.OLDEST_AGE: QCoreApplication.translate(
            "alerts", "The oldest message waited for up to {value}; the limit is {limit}."
        ),
        Measure.DEPTH: QCoreApplication.translate("alerts", "Messages waiting at most: {value}; the limit is {limit}."),
        Measure.FAILED: QCoreApplication.translate("alerts", "Messages failed at most: {value}; the limit is {limit}."),
        Measure.ATTEMPTS: QCoreApplication.translate(
            "alerts", "A message was tried up to {value} ×; the limit is {limit}."
        ),
        Measure.OVERDUE: QCoreApplication.translate(
            "alerts", "The first message was due for up to {value} before anybody tried it; the limit is {limit}."
        ),
        Measure.NO_PAYLOAD: QCoreApplication.translate(
            "alerts", "Retries whose payload was missing, at most: {value}; the limit is {limit}."
        ),
        Measure.UNSCHEDULED: QCoreApplication.translate(
            "alerts", "Retries that had no time, at most: {value}; the limit is {limit}."
        ),
        Measure.NO_DELIVERY: QCoreApplication.translate(
            "alerts", "Nothing was delivered for up to {value}; the limit is {limit}."
        ),
        Measure.UNREACHABLE: QCoreApplication.translate(
            "alerts", "The source could not be read for {value}; the limit is {limit}."
        ),
        Measure.NEAR_LIMIT: QCoreApplication.translate(
            "alerts", "The oldest message came within {value} of being dropped; the limit is {limit}."
        ),
    }
    return said[measure]


def standing(alert: Alert) -> str:
    """What became of it, in a few words: solved, about to be, snoozed, acknowledged; open while nobody has taken it."""
    if alert.solved is not None:
        return QCoreApplication.translate("alerts", "solved {time}").format(time=text.short_time(alert.solved))
    if alert.within is not None:
        return QCoreApplication.translate("alerts", "within its limit, solved soon")
    if alert.snoozed_until is not None:
        words = QCoreApplication.translate("alerts", "snoozed until {time}")
        return words.format(time=text.short_time(alert.snoozed_until))
    if alert.acknowledged is not None:
        words = QCoreApplication.translate("alerts", "acknowledged by {who}")
        return words.format(who=text.line(alert.acknowledged.who, text.SHORT))
    return QCoreApplication.translate("alerts", "open")


def in_full(alert: Alert, now: Instant | None) -> str:
    """Everything that is known of an alert, in a few lines."""
    words = QCoreApplication.translate("alerts", "{level}, {place}: {sentence}")
    head = words.format(level=level_name(alert.level), place=place(alert), sentence=sentence(alert, now))
    lines = [head[:1].upper() + head[1:], _since(alert, now)]
    if alert.cause is not None and alert.solved is None:
        lines.append(text.translate(alert.cause))
    if alert.within is not None and alert.solved is None:
        words = QCoreApplication.translate(
            "alerts", "Within its limit since {time}; solved once that lasted for {span}."
        )
        lines.append(words.format(time=text.short_time(alert.within), span=span(alert.rule.settled)))
    if not over(alert):
        first = QCoreApplication.translate("alerts", "First in line: {id}")
        lines.append(first.format(id=text.line(str(alert.item), text.SHORT)))
    return "\n".join((*lines, *_said(alert)))


def _since(alert: Alert, now: Instant | None) -> str:
    values = {
        "since": text.local_time(alert.since),
        "worst": figure(alert.rule.measure, worst(alert, now)),
        "solved": text.local_time(alert.solved),
    }
    if alert.solved is not None:
        words = QCoreApplication.translate("alerts", "From {since} to {solved}. Worst: {worst}")
    elif not alert.exact:
        words = QCoreApplication.translate("alerts", "Seen first {since}. Worst so far: {worst}")
    else:
        words = QCoreApplication.translate("alerts", "Since {since}. Worst so far: {worst}")
    return words.format(**values)


def worst(alert: Alert, now: Instant | None) -> float:
    """The worst figure up to now: an age that grows is its own worst one."""
    return alert.worst if now is None else alert.worst_at(now)


def _said(alert: Alert) -> list[str]:
    """Who acknowledged and snoozed it, when and why."""
    lines = []
    if alert.acknowledged is not None:
        words = QCoreApplication.translate("alerts", "Acknowledged by {who} at {time}.")
        lines.append(_signed(words, alert.acknowledged))
    if alert.snoozed is not None:
        words = QCoreApplication.translate("alerts", "Snoozed by {who} at {time} until {until}.")
        lines.append(_signed(words, alert.snoozed, until=text.short_time(alert.snoozed_until)))
    return lines


def _signed(words: str, signature: Signature, **more: str) -> str:
    said = words.format(who=text.line(signature.who, NAME), time=text.short_time(signature.at), **more)
    return f"{said} “{text.line(signature.reason)}”" if signature.reason else said


# -- rules -------------------------------------------------------------------------------------------------------


def explain_rule(rule: Rule) -> str:
    """What a rule does, in a few short sentences."""
    parts = [_when(rule), _where(rule), _lasting(rule), _solved(rule), _again(rule), _not_for(rule)]
    return " ".join(part for part in parts if part)


def _when(rule: Rule) -> str:
    if rule.limit == NEVER:
        return _never(rule.level)
    said = {
        Measure.OLDEST_AGE: QCoreApplication.translate(
            "alerts", "Alerts when the oldest message has waited for {limit} or longer."
        ),
        Measure.DEPTH: QCoreApplication.translate("alerts", "Alerts when {limit} messages or more wait."),
        Measure.FAILED: QCoreApplication.translate(
            "alerts", "Alerts when the number of failed messages is {limit} or more."
        ),
        Measure.ATTEMPTS: QCoreApplication.translate("alerts", "Alerts when a message was tried {limit} × or more."),
        Measure.OVERDUE: QCoreApplication.translate(
            "alerts", "Alerts when the first message has been due for {limit} and nobody tries it."
        ),
        Measure.NO_PAYLOAD: QCoreApplication.translate(
            "alerts", "Alerts when the payload of {limit} retries or more is missing."
        ),
        Measure.UNSCHEDULED: QCoreApplication.translate(
            "alerts", "Alerts when {limit} retries or more have no time, so that they will never run."
        ),
        Measure.NO_DELIVERY: QCoreApplication.translate(
            "alerts", "Alerts when nothing was delivered for {limit} though messages wait."
        ),
        Measure.UNREACHABLE: QCoreApplication.translate("alerts", "Alerts when the source can't be read for {limit}."),
        Measure.NEAR_LIMIT: QCoreApplication.translate(
            "alerts", "Alerts when the source drops the oldest message in {limit} or sooner."
        ),
    }
    return said[rule.measure].format(limit=_whole(limit(rule.measure, rule.limit)))


def _never(level: Level) -> str:
    """An exception, and that it is one from this level alone."""
    if level is Level.CRITICAL:
        return QCoreApplication.translate(
            "alerts", "Never a critical alert, whatever a rule below says. Warnings on it have rules of their own."
        )
    return QCoreApplication.translate(
        "alerts", "Never a warning, whatever a rule below says. Critical alerts on it have rules of their own."
    )


def scope(rule: Rule) -> str:
    """Where a rule holds, for a list: `lab/*`, or with the file that it is for."""
    if rule.measure.of_source:
        where = text.line(rule.source, NAME)
        return QCoreApplication.translate("alerts", "every source") if rule.source == "*" else where
    if (rule.source, rule.channel, rule.destination) == ("*", "*", "*"):
        return QCoreApplication.translate("alerts", "every destination")
    where = f"{text.line(rule.channel, NAME)}/{text.line(rule.destination, NAME)}"
    if rule.source == "*":
        return where
    words = QCoreApplication.translate("alerts", "{destination} in {source}")
    return words.format(destination=where, source=text.line(rule.source, NAME))


def _where(rule: Rule) -> str:
    if scope(rule) in (
        QCoreApplication.translate("alerts", "every source"),
        QCoreApplication.translate("alerts", "every destination"),
    ):
        return ""
    return QCoreApplication.translate("alerts", "Only for {where}.").format(where=scope(rule))


DEAD = Traits(dead=True, scheduled=False, delivers=False, lists=False)


def _not_for(rule: Rule) -> str:
    """For what kind of queue the figure means nothing, so that the rule is not watched there."""
    if rule.measure is Measure.NEAR_LIMIT:
        words = QCoreApplication.translate("alerts", "Watched where the source says for how long it keeps a message.")
        return words if rule.kept is None else ""
    if rule.suits(DEAD):
        return ""
    if rule.measure is Measure.OLDEST_AGE:
        return QCoreApplication.translate(
            "alerts", "Not watched for dead letters, which are old by nature, unless the rule names their place."
        )
    return QCoreApplication.translate("alerts", "Not watched for dead letters: nothing there tells it.")


def _lasting(rule: Rule) -> str:
    if not rule.lasting or rule.limit == NEVER:
        return ""
    return QCoreApplication.translate("alerts", "It has to stay so for {span}.").format(span=_whole(span(rule.lasting)))


def _solved(rule: Rule) -> str:
    if rule.clear is None or rule.limit == NEVER:
        return ""
    shown = _whole(limit(rule.measure, rule.clear))
    if rule.measure.drift < 0:
        return QCoreApplication.translate("alerts", "Solved above {limit}.").format(limit=shown)
    return QCoreApplication.translate("alerts", "Solved below {limit}.").format(limit=shown)


def _again(rule: Rule) -> str:
    if rule.limit == NEVER:
        return ""
    if rule.again is None:
        return QCoreApplication.translate("alerts", "Told once.")
    words = QCoreApplication.translate("alerts", "Told again every {span} until somebody acknowledges it.")
    return words.format(span=_whole(span(rule.again)))
