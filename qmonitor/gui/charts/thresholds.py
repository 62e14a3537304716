"""From which backlog and which age on a person is alerted, as lines in the charts: the limits of the alert rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from qmonitor.monitor.alerts.model import Measure, Rule, applying
from qmonitor.queues.model import Destination


@dataclass(frozen=True, slots=True)
class Thresholds:
    """A count of messages, and an age in seconds; None: none."""

    depth: int | None = None
    age: int | None = None


def lines(rules: Sequence[Rule], source: str, destination: Destination | None) -> Thresholds:
    """From where on the rules alert at a destination; None: at every one that no rule of its own is for."""
    chosen = rules
    if destination is None:
        chosen = [rule for rule in rules if (rule.channel, rule.destination) == ("*", "*")]
    holding = applying(chosen, source, destination or Destination("", ""))
    depth, age = (_first(holding, measure) for measure in (Measure.DEPTH, Measure.OLDEST_AGE))
    return Thresholds(depth, age)


def _first(holding: Sequence[Rule], measure: Measure) -> int | None:
    """The lowest limit: that of the warning, as a rule."""
    limit = min((rule.limit for rule in holding if rule.measure is measure), default=None)
    return None if limit is None else max(1, round(limit))
