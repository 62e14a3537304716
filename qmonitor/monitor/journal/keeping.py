"""Everything about rules and alerts that is read or written: the rules' file, and the local journal.

Used by one thread, but for `interrupt`; none of it in the window's own.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from qmonitor.monitor.alerts import rulebook
from qmonitor.monitor.alerts.model import Alert, Decision, Event, EventKind, Rule
from qmonitor.monitor.journal import alerts
from qmonitor.monitor.journal.file import Journal
from qmonitor.queues import audit, sqlite_audit
from qmonitor.queues.errors import SourceError
from qmonitor.queues.sqlite_audit import Act
from qmonitor.queues.words import Phrase

ACTIONS = {EventKind.ACKNOWLEDGED: "acknowledge", EventKind.SNOOZED: "snooze", EventKind.WOKEN: "wake"}
"""The names of decisions in the journal."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What holds when the program starts: rules, alerts from before, and what went wrong."""

    rules: tuple[Rule, ...]
    known: tuple[Alert, ...] = ()
    problems: tuple[Phrase, ...] = ()


class Keeping:
    """Rules and alerts on the disk."""

    def __init__(self, rules: Path | None = None, journal: Path | None = None) -> None:
        """Other places than the user's folders."""
        self._rules = rules or rulebook.default_path()
        self._journal = Journal(journal)

    def load(self) -> Kept:
        """What is to be gone on with. Never fails: what can't be read is among `problems`."""
        book = rulebook.load(self._rules)
        try:
            with self._journal.reading() as db:
                known = () if db is None else tuple(alerts.known(db))
        except SourceError as error:
            return Kept(book.rules, (), (*book.problems, error.cause))
        return Kept(book.rules, known, book.problems)

    def record(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Keep what became of alerts. The same events, each to be told or not: another window may have told it already.

        Raises `NotWritable`; they are to be told all the same then.
        """
        with self._journal.writing() as db:
            return alerts.record(db, events)

    def decide(self, decision: Decision) -> None:
        """Write who decided what, under the operating-system user's name. Raises `NotWritable`: then it counts not."""
        plan, actor = uuid.uuid4().hex, audit.actor()
        with self._journal.writing() as db:
            for part, alert in enumerate(decision.alerts, start=1):
                ids = [] if alert.item is None else [alert.item]
                act = Act(ACTIONS[decision.kind], _target(alert, decision), plan, part, ids, [])
                sqlite_audit.record(db, act, actor, decision.signature.reason)
                alerts.decide(db, alert, decision)

    def save(self, rules: Sequence[Rule], reason: str = "") -> None:
        """Write the rules, and in the journal which ones were changed. Raises `NotWritable` or `RuleError`."""
        before = {rule.id: rule for rule in rulebook.load(self._rules).rules}
        after = {rule.id: rule for rule in rulebook.ordered(rules)}
        changed = [name for name in {**before, **after} if before.get(name) != after.get(name)]
        act = Act("rules", ", ".join(changed), uuid.uuid4().hex, 1, [], [])
        with self._journal.writing() as db:
            sqlite_audit.record(db, act, audit.actor(), reason)
            rulebook.save(rules, self._rules)  # last: what it can't write does not get into the journal either

    def interrupt(self) -> None:
        self._journal.interrupt()

    def close(self) -> None:
        """Holds nothing open."""


def _target(alert: Alert, decision: Decision) -> str:
    """What was decided on, and until when."""
    place = alert.source if alert.destination is None else f"{alert.destination} of {alert.source}"
    until = "" if decision.until is None else f" until {decision.until}"
    return f"{alert.rule.id}: {place}{until}"
