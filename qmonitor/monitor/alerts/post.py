"""What is watched at one place: all rules that count for a destination, or for a source itself.

Used by one thread.
"""

from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter

from qmonitor.monitor.alerts.case import FOREVER, Case, Look, reaches
from qmonitor.monitor.alerts.model import STANDSTILL, Alert, Decision, Event, EventKind, Measure, Rule
from qmonitor.monitor.alerts.readings import Reading
from qmonitor.monitor.alerts.terms import Figures, Terms
from qmonitor.queues.model import Destination

place = attrgetter("channel", "destination")
"""The key of a row's destination: quicker made and compared than a `Destination`."""

facts = attrgetter(
    "channel", "destination", "pending", "failed", "oldest", "max_attempts", "head", "at_least", "retries"
)
"""All of a row that figures are made of, ages aside: while it stays the same, only time goes on."""


class Post:
    """`due` (ns): when to judge again though no fact has changed. `facts` and `turn` are of the look that did last."""

    __slots__ = ("cases", "destination", "due", "facts", "source", "terms", "turn")

    def __init__(self, source: str, destination: Destination | None, terms: Terms) -> None:
        self.source = source
        self.destination = destination
        self.terms = terms
        self.cases: dict[str, Case] = {}
        self.due = 0
        self.facts: tuple[object, ...] | None = None
        self.turn = -1

    def resume(self, alert: Alert) -> Event | None:
        """Go on with an alert from before; `DROPPED` where no rule stands for it any more."""
        rule = next((rule for rule in self.terms.rules if rule.id == alert.rule.id), None)
        if rule is None:
            return Event(EventKind.DROPPED, alert)
        self.cases[rule.id] = case = Case(rule, replace(alert, known=False))
        case.follow(rule)
        return None

    def follow(self, terms: Terms) -> Iterator[Event]:
        """Watch by other rules; alerts that none of them stands for are dropped."""
        self.terms, self.facts, self.due = terms, None, 0
        known = {rule.id: rule for rule in terms.rules}
        for name, case in list(self.cases.items()):
            if name in known:
                case.follow(known[name])
                continue
            del self.cases[name]
            if case.alert is not None:
                yield Event(EventKind.DROPPED, case.alert)

    def judge(self, figures: Figures, look: Look) -> list[Event]:
        """Put every rule to the figures of a look."""
        events: list[Event] = []
        due = FOREVER
        for reading, rules in figures:
            for rule in rules:
                case = self.cases.get(rule.id)
                if case is not None or (reading is not None and rule.beyond(reading.value)):
                    due = min(due, self._try(rule, case or Case(rule), reading, look, events))
                else:
                    due = min(due, reaches(rule, reading, look.ns))
        self.due = due
        return [replace(event, tell=self._tells(event, events)) for event in events] if events else events

    def _try(self, rule: Rule, case: Case, reading: Reading | None, look: Look, events: list[Event]) -> int:
        """Judge one case; when (ns) to do so again."""
        event = case.judge((self.source, self.destination, rule.id), reading, look)
        if event is not None:
            events.append(event)
            if event.kind is EventKind.OPENED:
                self.cases.pop(rule.id, None)  # they stand in the order in which they opened
        if case.idle:
            self.cases.pop(rule.id, None)
        else:
            self.cases[rule.id] = case
        return case.due(reading, look.ns)

    def alerts(self) -> Iterator[Alert]:
        """The open ones."""
        return (case.alert for case in self.cases.values() if case.alert is not None)

    def shown(self) -> Iterator[Alert]:
        """The open ones, of each measure only the worst: a critical one says that it is worth a warning, too."""
        worst: dict[Measure, Alert] = {}
        for alert in self.alerts():
            other = worst.get(alert.rule.measure)
            if other is None or alert.level > other.level:
                worst[alert.rule.measure] = alert
        return iter(worst.values())

    def with_lesser(self, alert: Alert) -> Iterator[Alert]:
        """An open alert and those that it stands for: what is decided on it is decided on them."""
        for other in self.alerts():
            if other.rule.measure is alert.rule.measure and other.level <= alert.level:
                yield other

    def unseen(self) -> None:
        for case in self.cases.values():
            case.unseen()

    def decide(self, alert: Alert, decision: Decision) -> Event | None:
        """What a person decided on one of the open ones; None where it is another one by now, that nobody has seen."""
        case = self.cases.get(alert.rule.id)
        if case is None or case.alert is None or case.alert.since != alert.since:
            return None
        self.due = 0
        return case.decide(decision)

    def _tells(self, event: Event, events: list[Event]) -> bool:
        """Whether a person is to be told of it: that a line stands still is told once, not once a measure."""
        group = STANDSTILL if event.alert.rule.measure in STANDSTILL else {event.alert.rule.measure}
        left = [alert for alert in self.alerts() if alert.rule.measure in group]
        if event.kind is not EventKind.SOLVED:
            return _leads(event.alert, left)
        solved = [one.alert for one in events if one.kind is EventKind.SOLVED and one.alert.rule.measure in group]
        return not left and event.alert.snoozed_until is None and _leads(event.alert, solved)


def _leads(alert: Alert, alerts: list[Alert]) -> bool:
    """Whether it is the worst; of several such ones the one that opened first."""
    return max(alerts, key=lambda one: one.level).key == alert.key
