"""Watches sources by rules: what a look found in, what became of alerts out."""

from collections import deque
from collections.abc import Iterable, Sequence

from qmonitor.monitor.alerts.case import decided
from qmonitor.monitor.alerts.model import Alert, AlertKey, Decision, Event, EventKind, Rule, Signature, urgency
from qmonitor.monitor.alerts.round import Round
from qmonitor.monitor.sampler import Sample
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.errors import QueueError
from qmonitor.queues.times import Instant

SOLVED_MOST = 200
"""So many solved alerts are remembered, the newest ones."""


class Watchman:
    """The alerts of all sources that are looked at. Pure: no clock but that of the looks, no input or output.

    Used by one thread.
    """

    def __init__(self, rules: Sequence[Rule], known: Iterable[Alert] = ()) -> None:
        """`known`: alerts that were kept when the program ended, open and solved ones; of those the newest first."""
        self._rules = tuple(rules)
        self._rounds: dict[str, Round] = {}
        self._resting: dict[str, dict[AlertKey, Alert]] = {}
        self._solved: deque[Alert] = deque(maxlen=SOLVED_MOST)
        self._open: tuple[Alert, ...] | None = None
        self.remember(known)

    def remember(self, known: Iterable[Alert]) -> None:
        """Take alerts that were kept; before the first look at their source."""
        for alert in known:
            if alert.solved is None:
                self._resting.setdefault(alert.source, {})[alert.key] = alert
            elif len(self._solved) < SOLVED_MOST:
                self._solved.append(alert)

    # -- looks -----------------------------------------------------------------------------------------------

    def look(self, source: str, sample: Sample, book: SeriesBook) -> tuple[Event, ...]:
        """Judge what a look found; to be called for every look, after `SeriesBook.add`."""
        if sample.depth.as_of.ns is None:
            return ()
        found, events = self._round(source)
        return self._noted(events + found.look(sample.depth, book))

    def fail(self, source: str, error: QueueError | None, now: Instant) -> tuple[Event, ...]:
        """A look failed, or (None) there is still no answer. Not while a person has paused looking."""
        if now.ns is None:
            return ()
        found, events = self._round(source)
        return self._noted(events + found.fail(error, now))

    def forget(self, source: str) -> None:
        """A source is looked at no more; its open alerts rest until it is looked at again."""
        found = self._rounds.pop(source, None)
        if found is not None:
            self._resting[source] = {alert.key: alert for alert in found.alerts()}
            self._open = None

    def _round(self, source: str) -> tuple[Round, list[Event]]:
        """The watch over a source, and what is to be said where it begins."""
        found = self._rounds.get(source)
        if found is not None:
            return found, []
        found = self._rounds[source] = Round(source, self._rules)
        self._open = None
        return found, found.resume(self._resting.pop(source, {}).values())

    def _noted(self, events: Sequence[Event]) -> tuple[Event, ...]:
        self._solved.extendleft(event.alert for event in events if event.kind is EventKind.SOLVED)
        return tuple(events)

    # -- what there is ---------------------------------------------------------------------------------------

    def open(self, source: str | None = None) -> tuple[Alert, ...]:
        """The open alerts of sources that are looked at, in the order of their `urgency`.

        Of one measure at one destination only the worst. The same tuple until one of them changes; ages go on by
        themselves (see `Alert.value_at`).
        """
        if self._open is None or any(one.changed for one in self._rounds.values()):
            for one in self._rounds.values():
                one.changed = False
            found = [alert for one in self._rounds.values() for alert in one.shown()]
            self._open = tuple(sorted(found, key=urgency))
        return self._open if source is None else tuple(alert for alert in self._open if alert.source == source)

    def solved(self, source: str | None = None) -> tuple[Alert, ...]:
        """The last alerts that were solved, the newest first."""
        return tuple(alert for alert in self._solved if source in (None, alert.source))

    # -- rules and decisions ---------------------------------------------------------------------------------

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self._rules

    def set_rules(self, rules: Sequence[Rule]) -> tuple[Event, ...]:
        """Watch by other rules from now on; alerts that no rule stands for any more are dropped."""
        self._rules = tuple(rules)
        return self._noted([event for found in self._rounds.values() for event in found.follow(self._rules)])

    def acknowledge(self, keys: Iterable[AlertKey], signature: Signature) -> Decision:
        """That a person knows of these: to be written to the journal, then `take`n."""
        return Decision(EventKind.ACKNOWLEDGED, self._chosen(keys), signature)

    def snooze(self, keys: Iterable[AlertKey], until: Instant, signature: Signature) -> Decision:
        """That a person wants to hear no more of these until then: to be written to the journal, then `take`n."""
        return Decision(EventKind.SNOOZED, self._chosen(keys), signature, until)

    def wake(self, keys: Iterable[AlertKey], signature: Signature) -> Decision:
        """That these are no longer acknowledged or snoozed: to be written to the journal, then `take`n."""
        return Decision(EventKind.WOKEN, self._chosen(keys), signature)

    def take(self, decision: Decision) -> tuple[Event, ...]:
        """Let a decision count, now that the journal has it. What was solved meanwhile stays solved."""
        return self._noted([event for alert in decision.alerts for event in self._decide(alert, decision)])

    def _decide(self, alert: Alert, decision: Decision) -> Iterable[Event]:
        found = self._rounds.get(alert.source)
        if found is not None:
            event = found.decide(alert, decision)
            return () if event is None else (event,)
        resting = self._resting.get(alert.source, {})
        if alert.key not in resting or resting[alert.key].since != alert.since:
            return ()
        resting[alert.key] = decided(resting[alert.key], decision)
        return (Event(decision.kind, resting[alert.key]),)

    def _chosen(self, keys: Iterable[AlertKey]) -> tuple[Alert, ...]:
        """The open alerts of these keys, each with the lesser ones that it stands for."""
        chosen: dict[AlertKey, Alert] = {}
        for source, destination, name in keys:
            found = self._rounds.get(source)
            post = None if found is None else found.post(destination)
            case = None if post is None else post.cases.get(name)
            if post is not None and case is not None and case.alert is not None:
                chosen |= {other.key: other for other in post.with_lesser(case.alert)}
        return tuple(chosen.values())
