"""What looks at a queue found, as the monitor tells it: one backlog, and what is to be known of the queue beside it."""

from collections.abc import Mapping
from dataclasses import field
from datetime import timedelta

from qmonitor.queues.model import DepthRow, Destination, Retries
from qmonitor.queues.shared import Member, Shared
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading.counting import StreamState
from qmonitor.queues.streams.reading.figures import LATE, Figures
from qmonitor.queues.streams.reading.rounds import FIRST, InFlightFigures
from qmonitor.queues.streams.values import MS
from qmonitor.queues.times import DRIFT, Instant, from_ns
from qmonitor.values import dataclass

TOLERANCE = timedelta(seconds=2)
"""By so much clocks may differ: a look takes a moment."""

FURTHEST = 2**48
"""Milliseconds, some thousand years: an id may have any time."""


@dataclass(frozen=True, slots=True)
class Seen:
    """All that one look found. None: not known (yet). `oldest` (ns) is of delayed retries, by what they say.

    `refused_total` never falls, however many events of failures are trimmed.
    """

    figures: Figures
    held: InFlightFigures = InFlightFigures()
    attempts: int | None = None
    attempts_at: int | None = None
    oldest: int | None = None
    no_payload: int | None = None
    unscheduled: int | None = None
    refused: int | None = None
    refused_total: int | None = None
    whole: bool = False
    clock: timedelta = timedelta(0)
    barred: Mapping[str, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether another look, of the same queue, would tell no more."""
        return self.whole and self.figures.complete


def ahead_of(seen: Seen) -> timedelta:
    """How far the newest id lies ahead of the server's clock: somebody gave ids of his own; 0: it does not."""
    newest, now = seen.figures.newest, seen.figures.as_of
    ahead = timedelta(milliseconds=0 if newest is None else min(newest - now, FURTHEST))
    return ahead if ahead > DRIFT else timedelta(0)


def place(keys: Keys) -> Destination:
    return Destination(keys.main, keys.group)


def row_of(keys: Keys, seen: Seen, at: Instant) -> DepthRow:
    """The backlog as of an instant by this machine's clock, also where there is none."""
    figures = seen.figures
    pending = (figures.undelivered_least if figures.undelivered is None else figures.undelivered) + figures.in_flight
    oldest = oldest_of(seen)
    return DepthRow(
        keys.main,
        keys.group,
        pending + (figures.delayed or 0),
        figures.dead or 0,
        oldest,
        None if oldest is None or oldest.ns is None else (figures.as_of * MS - oldest.ns) / 1e9,
        _highest(seen.attempts, seen.held.attempts),
        attempts_at=None if seen.attempts_at is None else instant(seen.attempts_at),
        at_least=figures.pending is None,
        failed_known=figures.dead is not None,
        retries=Retries(seen.no_payload, seen.unscheduled, figures.overdue, _overdue_since(figures, at)),
    )


def _overdue_since(figures: Figures, at: Instant) -> Instant | None:
    """Since when the first one is due that nobody sends."""
    if not figures.overdue or figures.dispatch_lag is None:
        return None
    try:
        return at + timedelta(seconds=-figures.dispatch_lag)
    except OverflowError:
        return None


def oldest_of(seen: Seen) -> Instant | None:
    """Since when the one waits that waits longest; what was enqueued anew counts by what it says itself."""
    known = [seen.oldest, seen.held.oldest]
    if seen.figures.first_undelivered is not None:
        known.append(seen.figures.first_undelivered * MS)
    told = (_at(ns) for ns in known if ns is not None)
    return min((at for at in told if at is not None), key=lambda at: at.ns or 0, default=None)


def _highest(*known: int | None) -> int | None:
    """None where any of them is not known."""
    found = [one for one in known if one is not None]
    return max(found) if len(found) == len(known) else None


def shared_of(seen: Seen, *, stepless: bool) -> Shared:
    figures, deliveries = seen.figures, seen.held.deliveries
    members = None
    if figures.consumers is not None:
        members = tuple(
            Member(
                one.name,
                one.in_flight,
                None if one.idle is None else instant(figures.as_of - one.idle),
                None if deliveries is None else deliveries.get(one.name, 0 if not one.in_flight else None),
            )
            for one in figures.consumers
        )
    lag_known = figures.due is not None and "dispatch_lag" not in figures.barred_for
    return Shared(
        as_of=instant(figures.as_of) or from_ns(0),
        undelivered=figures.undelivered,
        undelivered_least=figures.undelivered_least,
        estimate=figures.lag,
        in_flight=figures.in_flight,
        members=members,
        delayed=figures.delayed,
        due=figures.due,
        overdue=figures.overdue,
        dispatch_lag=(figures.dispatch_lag or 0.0) if lag_known else None,
        dead=figures.dead,
        refused=seen.refused,
        skipped=figures.skipped,
        body_gone=seen.held.body_gone,
        no_payload=seen.no_payload,
        unscheduled=seen.unscheduled,
        overdue_after=timedelta(milliseconds=LATE),
        bodies_looked=FIRST,
        clock=seen.clock,
        stepless=stepless,
        barred={**figures.barred_for, **seen.barred},
    )


def instant(ms: int) -> Instant | None:
    """None for a time beyond all years."""
    return _at(ms * MS)


def _at(ns: int) -> Instant | None:
    """Anybody can write an id, or an event, of any time."""
    try:
        return from_ns(ns)
    except OverflowError:
        return None


def mark_of(keys: Keys, stream: StreamState) -> str:
    """By which the content is recognised: how far the stream had come, and with which entry."""
    last = stream.generated
    return f"{keys.main} {keys.group} {stream.added} {last[0]}-{last[1]}"


def parse_mark(keys: Keys, mark: str) -> tuple[int, tuple[int, int]] | None:
    """How many entries there had been, and the id of the last of them; None for a mark of another queue."""
    head = f"{keys.main} {keys.group} "
    added, _, last = mark.removeprefix(head).partition(" ")
    first, _, second = last.partition("-")
    if not mark.startswith(head) or not (added.isdecimal() and first.isdecimal() and second.isdecimal()):
        return None
    return int(added), (int(first), int(second))


def goes_on(before: tuple[int, tuple[int, int]], now: StreamState) -> bool | None:
    """Whether a stream is the one that it was; None where only looking for the entry of then can tell."""
    added, last = before
    if now.added < added or now.generated < last:
        return False
    if now.added == added:
        return now.generated == last
    return True if not added else None
