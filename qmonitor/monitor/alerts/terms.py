"""Which rules hold where, and the figures that they are about. Used by one thread."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from qmonitor.monitor.alerts.model import Rule, applying
from qmonitor.monitor.alerts.readings import Reading, Seen, reader
from qmonitor.queues.model import Destination, Traits

Figures = Iterable[tuple[Reading | None, Sequence[Rule]]]
"""The figures of a look, each with the rules that are about it."""


class Terms:
    """The rules that count for a place; those of one measure stand together, so that its figure is made once."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = rules
        groups = [tuple(group) for _, group in groupby(rules, key=lambda rule: (rule.measure, rule.kept))]
        self._readers = [(reader(group[0]), group) for group in groups if not group[0].measure.of_source]

    def figures(self, seen: Seen) -> Figures:
        """A destination's figures."""
        return ((read(seen), rules) for read, rules in self._readers)


class Choice:
    """The terms of a source and of its destinations. Thousands of them have the same ones, as a rule."""

    def __init__(self, rules: Sequence[Rule], source: str) -> None:
        self._source = source
        self._rules = [rule for rule in rules if rule.enabled and rule.fits_source(source)]
        self._general = all((rule.channel, rule.destination) == ("*", "*") for rule in self._rules)
        self._known: dict[tuple[str, ...], Terms] = {}
        self._last: dict[Traits | None, Terms] = {}
        self.of_source = Terms(applying(self._rules, source, None))

    def of(self, destination: Destination, traits: Traits | None) -> Terms:
        """Those of a destination, whose channel has these traits (None: not known yet)."""
        found = self._last.get(traits)
        if found is None or not self._general:
            rules = applying(self._rules, self._source, destination, traits)
            ids = tuple(rule.id for rule in rules)
            found = self._last[traits] = self._known.setdefault(ids, Terms(rules))
        return found
