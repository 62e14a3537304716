"""Watches sources by rules: what a look found in, what became of alerts out."""

from collections.abc import Iterable, Sequence

from qmonitor.monitor.alerts.model import Alert, AlertKey, Decision, Event, EventKind, Rule, Signature
from qmonitor.monitor.sampler import Sample
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.errors import QueueError
from qmonitor.queues.times import Instant


class Watchman:
    """The alerts of all sources that are looked at. Pure: no clock but that of the looks, no input or output.

    Used by one thread.
    """

    def __init__(self, rules: Sequence[Rule], known: Iterable[Alert] = ()) -> None:
        """`known`: the alerts that were kept when the program ended, open and solved ones."""
        self._rules = tuple(rules)
        self._open: dict[AlertKey, Alert] = {alert.key: alert for alert in known if alert.solved is None}
        self._solved = tuple(alert for alert in known if alert.solved is not None)

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self._rules

    def set_rules(self, rules: Sequence[Rule]) -> tuple[Event, ...]:
        """Watch by other rules from now on; alerts that no rule stands for any more are dropped."""
        self._rules = tuple(rules)
        return ()

    def look(self, source: str, sample: Sample, book: SeriesBook) -> tuple[Event, ...]:
        """Judge what a look found; to be called for every look, after `SeriesBook.add`."""
        del source, sample, book
        return ()

    def fail(self, source: str, error: QueueError | None, now: Instant) -> tuple[Event, ...]:
        """A look failed, or (None) there is still no answer. Not while a person has paused looking."""
        del source, error, now
        return ()

    def forget(self, source: str) -> None:
        """A source is looked at no more; its open alerts stay as they are until it is looked at again."""
        del source

    def open(self, source: str | None = None) -> tuple[Alert, ...]:
        """The open alerts, worst first; the same tuple until one of them changes (see `Alert.value_at`)."""
        return tuple(alert for alert in self._open.values() if source in (None, alert.source))

    def solved(self, source: str | None = None) -> tuple[Alert, ...]:
        """The last alerts that were solved, the newest first."""
        return tuple(alert for alert in self._solved if source in (None, alert.source))

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
        del decision
        return ()

    def _chosen(self, keys: Iterable[AlertKey]) -> tuple[Alert, ...]:
        return tuple(self._open[key] for key in keys if key in self._open)
