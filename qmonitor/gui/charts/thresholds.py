"""From which backlog and which age on a person is alerted, as lines in the charts: the limits of the alert rules."""

from collections.abc import Mapping, Sequence
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from qmonitor.monitor.alerts.model import Measure, Rule, applying
from qmonitor.queues.model import ORDINARY, Destination, Traits
from qmonitor.values import dataclass

NONE: Mapping[str, Traits] = {}


class Alike:
    """At which destinations a person is alerted from a line on: others may have rules of their own."""

    def __init__(
        self, rules: Sequence[Rule], source: str, measure: Measure, limit: int, traits: Mapping[str, Traits]
    ) -> None:
        self._rules = [rule for rule in rules if rule.measure is measure]
        self._source, self._measure, self._limit, self._traits = source, measure, limit, traits
        self._general = not traits and all((rule.channel, rule.destination) == ("*", "*") for rule in self._rules)
        self._order: tuple[Destination, ...] = ()
        self._holds: NDArray[np.bool_] = np.zeros(0, bool)

    def holds(self, where: Destination) -> bool:
        """Whether the line is this destination's own."""
        if self._general:
            return True
        traits = self._traits.get(where.channel, ORDINARY)
        return _first(applying(self._rules, self._source, where, traits), self._measure) == self._limit

    def reached(self, where: Destination, value: float | None) -> bool:
        """Whether a destination's value is at or above its own line."""
        return value is not None and value >= self._limit and self.holds(where)

    def count(self, order: Sequence[Destination], values: NDArray[np.float64]) -> int:
        """How many destinations, of those for which the line is, have reached it. Each is asked for once."""
        beyond = values >= self._limit
        if self._general:
            return int(np.count_nonzero(beyond))
        known = len(self._order)
        if self._order != tuple(order[:known]):
            known = 0
        if known < len(order):
            fresh = np.fromiter(map(self.holds, order[known:]), bool, len(order) - known)
            self._order, self._holds = tuple(order), np.concatenate((self._holds[:known], fresh))
        return int(np.count_nonzero(beyond & self._holds[: len(order)]))


@dataclass(frozen=True, slots=True)
class Thresholds:
    """A count of messages, and an age in seconds; None: none. Without `rules` they are those of every destination."""

    depth: int | None = None
    age: int | None = None
    rules: Sequence[Rule] = field(default=(), compare=False)
    source: str = field(default="", compare=False)
    traits: Mapping[str, Traits] = field(default_factory=dict, compare=False)

    def alike(self, measure: Measure) -> Alike | None:
        """Where the line of a measure counts; None: there is no such line."""
        limit = self.depth if measure is Measure.DEPTH else self.age
        return None if limit is None else Alike(self.rules, self.source, measure, limit, self.traits)


def lines(
    rules: Sequence[Rule],
    source: str,
    destination: Destination | None,
    traits: Mapping[str, Traits] = NONE,
    *,
    most: Traits = ORDINARY,
) -> Thresholds:
    """From where on the rules alert at a destination; None: at every one that no rule of its own is for.

    `traits` are by channel, of those that are not ordinary; `most` are those of what is looked at where that is all.
    """
    chosen = rules
    if destination is None:
        chosen = [rule for rule in rules if (rule.channel, rule.destination) == ("*", "*")]
    here = most if destination is None else traits.get(destination.channel, ORDINARY)
    holding = applying(chosen, source, destination or Destination("", ""), here)
    depth, age = (_first(holding, measure) for measure in (Measure.DEPTH, Measure.OLDEST_AGE))
    return Thresholds(depth, age, tuple(rules), source, traits)


def _first(holding: Sequence[Rule], measure: Measure) -> int | None:
    """The lowest limit: that of the warning, as a rule."""
    limit = min((rule.limit for rule in holding if rule.measure is measure), default=None)
    return None if limit is None else max(1, round(limit))
