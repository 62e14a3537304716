"""Alerts as they come of the rules that come with qmonitor."""

from dataclasses import replace
from datetime import timedelta

from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.model import Alert, Rule, Signature
from qmonitor.queues.model import Destination, ItemId
from qmonitor.queues.times import Instant, parse

NOW = parse("2026-11-29T20:30:00.000000000Z")
SOURCE = "/srv/engine/engine.db"
ANN = Signature("ann@ward-7", parse("2026-11-29T20:10:00.000000000Z"), "receiver is rebuilt")
RULES = {rule.id: rule for rule in DEFAULTS}


def rule(name: str = "oldest-age-warning", **changes: object) -> Rule:
    """One that comes with qmonitor, changed."""
    return replace(RULES[name], **changes)  # type: ignore[arg-type]


def ago(minutes: float) -> Instant:
    return NOW + -timedelta(minutes=minutes)


def alert(
    where: str | None = "lab/lis",
    name: str = "oldest-age-warning",
    *,
    minutes: float = 40.0,
    value: float = 2460.0,
    item: ItemId | None = 48210,
    **changes: object,
) -> Alert:
    """One that has been open for so many minutes, as of `NOW`; `where` is None for the source as a whole."""
    destination = None if where is None else Destination(*where.split("/", 1))
    changes.setdefault("worst", value)
    since = ago(minutes)
    return replace(
        Alert(SOURCE, destination, RULES[name], since, value, value, NOW, None if where is None else item, told=since),
        **changes,  # type: ignore[arg-type]
    )
