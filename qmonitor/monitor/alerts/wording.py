"""How rules read in their file: `limit = "5 min"`, and what is wrong with one that can't be used."""

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from qmonitor.monitor.alerts.model import NEVER, Level, Measure, Rule, Unit
from qmonitor.queues.errors import Refused
from qmonitor.queues.words import Phrase, phrase

_PART = re.compile(r"(\d{1,12}(?:\.\d{1,6})?)\s*(s|min|m|h|d|w)\s*", re.ASCII)
_SECONDS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 604_800}
_NO_TEXT = re.compile("[\ud800-\udfff]")
SPAN_MOST = 3650 * 86_400
"""Seconds: ten years."""
AGAIN_LEAST = timedelta(minutes=1)
"""Nobody is reminded more often."""

FIELDS = (
    "id", "measure", "level", "limit", "clear", "lasting", "settled", "again", "kept",
    "source", "channel", "destination", "enabled",
)  # fmt: skip
"""The keys of a rule in the file, in the order in which they are written."""


class RuleError(Refused):
    """A rule can't be as it is; `field` is the key in the way."""

    def __init__(self, field: str, cause: Phrase) -> None:
        super().__init__(cause)
        self.field = field


def span_text(seconds: float) -> str:
    """`5 min`: in the largest unit in which it is a whole number."""
    for unit in ("d", "h", "min"):
        if seconds and seconds % _SECONDS[unit] == 0:
            return f"{int(seconds // _SECONDS[unit])} {unit}"
    return f"{seconds:.6f}".rstrip("0").rstrip(".") + " s"


def written(rule: Rule) -> dict[str, object]:
    """The rule as its table in the file."""
    spans = {"lasting": rule.lasting, "settled": rule.settled, "again": rule.again, "kept": rule.kept}
    return {
        "id": _plain(rule.id),
        "measure": rule.measure.value,
        "level": rule.level.name.lower(),
        "limit": _figure_text(rule.measure, rule.limit),
        **({} if rule.clear is None else {"clear": _figure_text(rule.measure, rule.clear)}),
        **{key: span_text(span.total_seconds()) for key, span in spans.items() if span is not None},
        "source": _plain(rule.source),
        "channel": _plain(rule.channel),
        "destination": _plain(rule.destination),
        "enabled": rule.enabled,
    }


def _plain(text: str) -> str:
    """A name may hold bytes that are no text: in a pattern any character stands for them."""
    return _NO_TEXT.sub("?", text)


def _figure_text(measure: Measure, value: float) -> str | int:
    if value == NEVER:
        return "never"
    return span_text(value) if measure.unit is Unit.SECONDS else int(value)


def read(table: Mapping[str, object], base: Rule | None = None) -> Rule:
    """The rule of a table; without a measure it changes `base`. Raises `RuleError`."""
    known: dict[str, Any] = {}
    if base is not None and "measure" not in table:
        known = {name: getattr(base, name) for name in FIELDS}
        if "limit" in table:
            del known["clear"]  # it belonged to the limit that it came with
    measure = known["measure"] = known.get("measure") or _measure(table)
    for name in FIELDS:
        if name in table and name != "measure":
            known[name] = _READ[name](name, table[name], measure)
    for name in ("id", "limit"):
        if name not in known:
            raise RuleError(name, phrase("A rule has no {name}.", name=name))
    rule = Rule(**known)
    check(rule)
    return rule


def _measure(table: Mapping[str, object]) -> Measure:
    try:
        return Measure(str(table.get("measure", "")))
    except ValueError:
        names = ", ".join(Measure)
        raise RuleError("measure", phrase("A rule's measure is one of: {names}.", names=names)) from None


def _text(name: str, value: object, measure: Measure) -> str:
    del measure
    if isinstance(value, str) and value:
        return value
    raise RuleError(name, phrase("{name} has to be a text.", name=name))


def _level(name: str, value: object, measure: Measure) -> Level:
    del measure
    try:
        return Level[str(value).upper()]
    except KeyError:
        raise RuleError(name, phrase("A rule's level is warning or critical.")) from None


def _switch(name: str, value: object, measure: Measure) -> bool:
    del measure
    if isinstance(value, bool):
        return value
    raise RuleError(name, phrase("{name} has to be true or false.", name=name))


def _figure(name: str, value: object, measure: Measure) -> float:
    if value == "never" and name == "limit":
        return NEVER
    if measure.unit is Unit.SECONDS:
        return _seconds(name, value)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise RuleError(name, phrase("{name} has to be a whole number.", name=name))


def _span(name: str, value: object, measure: Measure) -> timedelta | None:
    del measure
    if value == "never" and name == "again":
        return None
    return timedelta(seconds=_seconds(name, value))


def _seconds(name: str, value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= SPAN_MOST:
        return value
    if isinstance(value, str) and value.strip() and not _PART.sub("", value.strip()):
        seconds = sum(float(count) * _SECONDS[unit] for count, unit in _PART.findall(value))
        if seconds <= SPAN_MOST:
            return seconds
    raise RuleError(name, phrase('{name} has to be a span of time, as "90 s", "5 min", "1 h" or "2 d".', name=name))


_READ: Mapping[str, Callable[[str, object, Measure], object]] = {
    "id": _text,
    "level": _level,
    "limit": _figure,
    "clear": _figure,
    "lasting": _span,
    "settled": _span,
    "again": _span,
    "kept": _span,
    "source": _text,
    "channel": _text,
    "destination": _text,
    "enabled": _switch,
}


def check(rule: Rule) -> None:
    """Raises `RuleError` where the rule makes no sense."""
    falling = rule.measure.drift < 0
    if rule.limit <= 0:
        raise RuleError("limit", phrase("The limit has to be more than nothing."))
    if rule.measure.unit is not Unit.SECONDS and any(value % 1 for value in _figures(rule)):
        raise RuleError("limit", phrase("{name} has to be a whole number.", name="limit"))
    for name in ("id", "source", "channel", "destination"):
        if not getattr(rule, name):
            raise RuleError(name, phrase("{name} has to be a text.", name=name))
    if rule.clear is not None and (rule.clear < rule.limit if falling else rule.clear > rule.limit):
        raise RuleError("clear", phrase("What solves the alert has to lie within its limit."))
    if rule.again is not None and rule.again < AGAIN_LEAST:
        raise RuleError("again", phrase("Nobody is reminded more often than once a minute."))
    if rule.measure is Measure.NEAR_LIMIT and rule.kept is not None and rule.kept.total_seconds() <= rule.limit:
        raise RuleError("kept", phrase("For how long the source keeps messages has to be more than the limit."))


def _figures(rule: Rule) -> list[float]:
    return [value for value in (rule.limit, rule.clear) if value is not None and value != NEVER]
