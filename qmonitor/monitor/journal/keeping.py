"""Everything about rules and alerts that is read or written: the rules' file, and the local journal.

Used by one thread, but for `interrupt`; none of it in the window's own.
"""

import uuid
from collections.abc import Sequence
from pathlib import Path

from qmonitor.monitor.alerts import changes, rulebook
from qmonitor.monitor.alerts.merging import merged
from qmonitor.monitor.alerts.model import Alert, Decision, Event, EventKind, Rule
from qmonitor.monitor.journal import alerts
from qmonitor.monitor.journal.file import Journal
from qmonitor.queues import audit, sqlite_audit
from qmonitor.queues.errors import SourceError
from qmonitor.queues.sqlite_audit import Deed
from qmonitor.queues.words import Phrase
from qmonitor.values import dataclass

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

    def rules(self) -> tuple[Rule, ...] | None:
        """Those of their file now, which another window or an editor may have changed; None where it can't be read."""
        book = rulebook.load(self._rules)
        return book.rules if book.readable else None

    def decide(self, decision: Decision) -> None:
        """Write who decided what, under the operating-system user's name. Raises `NotWritable`: then it counts not.

        What was decided on an alert and on the lesser ones that it stands for is one entry.
        """
        plan, actor = uuid.uuid4().hex, audit.actor()
        with self._journal.writing() as db:
            for part, together in enumerate(_together(decision.alerts), start=1):
                ids = list(dict.fromkeys(alert.item for alert in together if alert.item is not None))
                deed = Deed(ACTIONS[decision.kind], _target(together, decision), plan, part, ids, [])
                sqlite_audit.record(db, deed, actor, decision.signature.reason)
                for alert in together:
                    alerts.decide(db, alert, decision)

    def unmask(self, sources: Sequence[str]) -> None:
        """Write that the user sees names of these sources from now on. Raises `NotWritable`: then it must not be."""
        plan, actor = uuid.uuid4().hex, audit.actor()
        with self._journal.writing() as db:
            for part, source in enumerate(sources or ("",), start=1):
                sqlite_audit.record(db, Deed("unmask", source, plan, part, [], []), actor, "")

    def save(self, before: Sequence[Rule], after: Sequence[Rule], reason: str = "") -> tuple[Rule, ...]:
        """Write what a person changed from `before` to `after`, and in the journal what that was.

        What somebody else changed meanwhile stays; a file that can't be read is set aside. Returns the rules that
        hold now. Raises `NotWritable`, `RuleError`, or `Refused` where the same was changed otherwise.
        """
        with self._journal.writing() as db:  # one after the other, whichever window it is
            found = self.rules()
            present = rulebook.ordered(before) if found is None else found
            rules = rulebook.ordered(merged(before, rulebook.ordered(after), present))
            if rules == present:
                return rules
            deed = Deed("rules", changes.told(present, rules), uuid.uuid4().hex, 1, [], [])
            sqlite_audit.record(db, deed, audit.actor(), reason)
            rulebook.save(rules, self._rules)  # last: what it can't write does not get into the journal either
        return rules

    def interrupt(self) -> None:
        self._journal.interrupt()

    def close(self) -> None:
        """Holds nothing open."""


def _together(decided: Sequence[Alert]) -> list[list[Alert]]:
    """Those of one measure at one place together, the worst first."""
    found: dict[object, list[Alert]] = {}
    for alert in decided:
        found.setdefault((alert.source, alert.destination, alert.rule.measure), []).append(alert)
    return [sorted(together, key=lambda alert: -alert.level) for together in found.values()]


def _target(together: Sequence[Alert], decision: Decision) -> str:
    """What was decided on, and until when."""
    alert = together[0]
    names = ", ".join(one.rule.id for one in together)
    place = alert.source if alert.destination is None else f"{alert.destination} of {alert.source}"
    until = "" if decision.until is None else f" until {decision.until}"
    return f"{names}: {place}{until}"
