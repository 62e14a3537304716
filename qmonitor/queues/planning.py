"""What every backend's plan has alike: what can't be meant, how it was narrowed in words, and that nothing was done."""

from collections.abc import Sequence
from datetime import timedelta

from qmonitor.queues.errors import Refused
from qmonitor.queues.model import ItemId, Query
from qmonitor.queues.plan import Plan, Reach, Report
from qmonitor.queues.times import Instant
from qmonitor.queues.times import before as so_long_before
from qmonitor.queues.words import Phrase, counted, phrase


def as_of(reach: Reach, at: Instant) -> Reach:
    """The same with every end of a reach as an instant; `at` is the present by the source's own clock."""
    before = reach.get("before")
    return {**reach, "before": so_long_before(at, before)} if isinstance(before, timedelta) else reach


def by_time(reach: Reach) -> bool:
    """Whether it depends on the time what is part of it."""
    return reach.get("older_than") is not None or reach.get("before") is not None


def require_meant(action: str, what: Query, reach: Reach) -> None:
    """Raises `Refused` where an action on all that matches would reach further than anybody can mean."""
    if action == "drain" and (what.channel is None or what.destination is None):
        raise Refused(phrase("A drain needs one channel and one destination."), phrase("Name both."))
    before = reach.get("before")
    if action == "purge" and (before is None or (isinstance(before, Instant) and not before.known)):
        raise Refused(phrase("A purge needs the time before which items have finished."), phrase("Give that time."))
    if action == "erase" and what == Query():
        raise Refused(phrase("An erasure of everything is not done."), phrase("Name the items, or filter them."))


def limits(what: Query | Sequence[ItemId], reach: Reach) -> list[Phrase]:
    """How the action was narrowed, so that nobody takes a part for the whole."""
    said = []
    if isinstance(what, Query) and (what.text or what.error or what.since or what.until or what.state):
        said.append(phrase("Only those that match the filter."))
    first, older_than, before = reach.get("first"), reach.get("older_than"), reach.get("before")
    if first is not None:
        said.append(counted(first, "Only the first in line.", "Only the first {count} in line."))
    if older_than is not None:
        said.append(phrase("Only those older than {span}.", span=older_than))
    if before is not None:
        said.append(phrase("Only those that finished before {at}.", at=before))
    return said


def nothing_done(plan: Plan, who: str) -> Report:
    """The report of a plan of which nothing was done (yet); what could not be part of it is unchanged."""
    return Report(
        action=plan.action,
        plan=plan.id,
        actor=who,
        confirmed=plan.count + len(plan.excluded),
        done=0,
        unchanged=plan.excluded,
        reasons=plan.reasons,
    )
