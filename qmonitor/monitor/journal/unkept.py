"""Alerts where nothing of the user's is to be read or written: in a picture of the window, say."""

from collections.abc import Sequence

from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.model import Decision, Event, Rule
from qmonitor.monitor.journal.keeping import Kept
from qmonitor.queues.errors import NotWritable
from qmonitor.queues.words import phrase


class Unkept:
    """In the place of `Keeping`: the rules that come with qmonitor hold, and nobody can decide anything."""

    def load(self) -> Kept:
        return Kept(tuple(DEFAULTS))

    def record(self, events: Sequence[Event]) -> tuple[Event, ...]:
        return tuple(events)

    def decide(self, _decision: Decision) -> None:
        raise NotWritable(phrase("Nothing is kept in this window."))

    def unmask(self, _sources: Sequence[str]) -> None:
        raise NotWritable(phrase("Nothing is kept in this window."))

    def rules(self) -> tuple[Rule, ...]:
        return tuple(DEFAULTS)

    def save(self, _before: Sequence[Rule], _after: Sequence[Rule]) -> tuple[Rule, ...]:
        raise NotWritable(phrase("Nothing is kept in this window."))

    def interrupt(self) -> None: ...

    def close(self) -> None: ...
