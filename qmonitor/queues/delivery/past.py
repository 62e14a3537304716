"""The curves of the last hours, told from the rows that the file still holds.

An item waited from its enqueueing until it left the line; with both times of every row the backlog of any instant is
known. Which rows there are, and when they came, stands in the two standard indexes; when they left, in the rows
themselves, of which some are read (see `past_ends`). What is gone from the file leaves gaps in the ids: curves begin
only where nothing that is gone can have waited (see `past_cut`).
"""

import math
import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from itertools import accumulate

from qmonitor.queues.delivery import schema
from qmonitor.queues.delivery.past_acts import acts
from qmonitor.queues.delivery.past_cut import Missing, beginning, missing
from qmonitor.queues.delivery.past_doubts import NONE, Unsure, unsure
from qmonitor.queues.delivery.past_ends import Rows, ask
from qmonitor.queues.delivery.past_ids import Held, held
from qmonitor.queues.delivery.past_lines import MINUTE_NS, Grid, Here, Line, binned, doubts, grid, line_of
from qmonitor.queues.delivery.past_times import Calendar, Texts, first_items
from qmonitor.queues.delivery.rows import whole
from qmonitor.queues.delivery.seeks import Indexes, indexes
from qmonitor.queues.errors import Interrupted
from qmonitor.queues.model import Destination, State
from qmonitor.queues.past import Past, PastLine
from qmonitor.queues.times import NS, Instant, from_ns, now
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

MOST = 2_000_000
"""Of a larger file so many of the newest ids are looked at."""

SKEW_NS = 60 * NS
"""If the newest item lies further ahead of this machine's clock, clocks disagree: then nothing is told."""

OLD = 2_000
"""So many items from before the curves begin are asked for their time, evenly chosen; and so many heads."""

SPREAD = 1_000
"""So many items all over the ids are asked, too: times that run back show there."""

HEADS = 200
"""Of a line that had more heads none is asked: none of them waited long, and its time is known well enough."""

DOUBT = 0.01
"""A backlog of which no larger part may have waited or not is told."""


def reconstruct(db: sqlite3.Connection, span: timedelta, called_off: Callable[[], bool]) -> Past | None:
    """How every backlog moved over the last so long; None where nothing is certain. Raises `Interrupted`."""
    present = schema.objects(db)
    use = indexes(present)
    if not use.pending or not use.state:
        return None

    def rest() -> None:
        if called_off():
            raise Interrupted(phrase("The reading was called off."))

    return _Work(db, use, rest).past(span, now())


class _Work:
    """One reconstruction, over one connection that is in no transaction: each statement sees the file as it is then.

    What changes meanwhile is later than what is told, or noticed (see `held`).
    """

    def __init__(self, db: sqlite3.Connection, use: Indexes, rest: Callable[[], None]) -> None:
        self._db, self._use, self._rest = db, use, rest
        self._texts = Texts()
        self._rows, self._queued = (Rows(db, self._texts, rest) for _ in range(2))  # of each kind as many

    def past(self, span: timedelta, until: Instant) -> Past | None:
        now_ns = until.ns or 0
        highest = self._given()
        lowest = max(0, highest - MOST)
        places = held(self._db, self._use, range(lowest + 1, highest + 1), self._rest)
        told = grid(now_ns, span // timedelta(microseconds=1) * 1000, len(places))
        calendar = self._calendar(places, told, highest, now_ns + SKEW_NS)
        if calendar is None:
            return None
        given = range(lowest + 1, highest + 1)
        since = beginning(places, calendar, self._rows, given, told.instants[0])
        done, gone = acts(self._db, told.instants[0]), missing(self._db, places, given)
        since = max(since, done.since)
        if since > told.instants[0] and since >= now_ns - MINUTE_NS:
            return None
        # Taken out one by one: a million ids are in memory once, not twice.
        here = Here(calendar, done, gone, now_ns + SKEW_NS, self._rows)
        lines = {where: line_of(places.pop(where), here) for where in list(places)}
        ends = [part for line in lines.values() for part in line.left]
        every = ask(ends, self._rows, since, told.step, told.instants[-1] - told.instants[0])
        first = bisect_left(told.instants, since)
        told = Grid(told.instants[first:], told.coarse, told.fine, told.fine_from)
        bounds = [calendar.first(ns + 1, NONE) for ns in told.instants]
        pieces = {where: self._pieces(line, told, gone) for where, line in lines.items()}
        exact = self._heads(calendar, pieces.values())
        curves = {where: _curve(line, pieces[where], told, bounds, exact, every=every) for where, line in lines.items()}
        return _past(curves, told, until)

    def _calendar(self, places: Mapping[Destination, Held], told: Grid, highest: int, latest: int) -> Calendar | None:
        """Of the items around each instant, and of those in front; None where the newest one is later than `latest`."""
        states = {state for here in places.values() for state in here}
        instants = told.instants[:-1] if len(told.instants) > 1 else told.instants
        known = first_items(self._db, self._use, sorted(states), instants, self._texts)
        earliest = min((row_id for row_id, _ in known), default=highest + 1)
        old = sorted(_old(places, earliest))
        asked = {*old[:: max(1, len(old) // OLD)], *_fronts(places), *_spread(places), highest}
        found = self._queued.times(sorted(asked), "enqueued_at")
        if (found.get(highest) or 0) > latest:
            return None
        known += [(row_id, ns) for row_id, ns in found.items() if ns is not None]
        return Calendar((row_id, ns) for row_id, ns in known if -latest < ns <= latest)

    def _given(self) -> int:
        """The highest id that was given out."""
        highest = self._db.execute("SELECT max(id) FROM queue").fetchone()[0] or 0
        if "sqlite_sequence" not in schema.objects(self._db):
            return whole(highest)
        row = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'queue'").fetchone()
        return max(whole(highest), whole(row[0]) if row is not None else 0)

    def _pieces(self, line: Line, told: Grid, gone: Missing) -> "Pieces":
        self._rest()
        left, first = binned(line, told)
        front = NONE if line.front is None else line.front
        after = list(accumulate(reversed(left[1:])))[::-1]
        heads = list(accumulate(reversed(first[1:]), min, initial=front))[:0:-1]
        stays = unsure([(stay.begin, stay.end, 1.0, stay.row_id) for stay in line.stays], told.instants)
        if stays is not None:
            after = [count + more for count, more in zip(after, stays.counts, strict=True)]
            heads = list(map(min, heads, stays.lowest))
        return Pieces(after, heads, unsure(doubts(line, gone), told.instants))

    def _heads(self, calendar: Calendar, pieces: Iterable["Pieces"]) -> "_Queued":
        """When items were queued; exactly of heads that waited long: few heads, each for many instants."""
        asked: set[int] = set()
        for piece in pieces:
            heads = set(piece.heads) - {NONE}
            if len(heads) <= HEADS and len(asked) <= OLD:
                asked |= heads
        found = self._queued.times(sorted(asked), "enqueued_at")
        latest = calendar.times[-1] if calendar.times else 0
        return _Queued(
            calendar, {row_id: ns for row_id, ns in found.items() if ns is not None and abs(ns) <= latest + SKEW_NS}
        )


@dataclass(frozen=True, slots=True)
class Pieces:
    """By instant: how many left after it, who was at the head then (`NONE` if nobody that is known of), and doubts."""

    after: list[float]
    heads: list[int]
    unsure: Unsure | None


@dataclass(frozen=True, slots=True)
class _Queued:
    """When items were queued: some exactly, the others as the calendar has it."""

    calendar: Calendar
    exact: Mapping[int, int]

    def at(self, row_id: int) -> float:
        """In ns; NaN where the calendar had to take it to be later than it says."""
        known = self.exact.get(row_id)
        if known is not None:
            return known
        return math.nan if row_id <= self.calendar.raised else self.calendar.at(row_id)


def _curve(line: Line, pieces: Pieces, told: Grid, bounds: list[int], known: _Queued, *, every: bool) -> PastLine:
    """`bounds` are by instant the first id that came later; `every` says that no figure is an estimate."""
    pending, oldest = array("d", bytes(8 * len(bounds))), array("d", bytes(8 * len(bounds)))
    head, queued = 0, 0.0
    for at, bound in enumerate(bounds):
        here = pieces.heads[at]
        if here < bound:
            waiting = line.before + bisect_left(line.came, bound) - line.gone + pieces.after[at]
            pending[at] = waiting if every else max(1, round(waiting))
            if here != head:
                head, queued = here, known.at(here)
            oldest[at] = math.nan if math.isnan(queued) else max(0, told.instants[at] - queued) / NS
    if pieces.unsure is not None:
        _blot(pending, oldest, pieces.unsure, pieces.heads)
    return PastLine(told.instants, pending, oldest)


def _blot(pending: "array[float]", oldest: "array[float]", unsure: Unsure, heads: list[int]) -> None:
    """Take out what is open."""
    for at, (count, lowest, head) in enumerate(zip(unsure.counts, unsure.lowest, heads, strict=True)):
        if count > DOUBT * pending[at]:
            pending[at] = oldest[at] = math.nan
        elif lowest < head:
            oldest[at] = math.nan


def _past(curves: Mapping[Destination, PastLine], told: Grid, until: Instant) -> Past | None:
    """From the first instant on at which any line is known; None where there is none to speak of."""
    firsts = [next((n for n, value in enumerate(line.pending) if value == value), None) for line in curves.values()]
    known = [first for first in firsts if first is not None]
    first = min(known) if known else 0
    if curves and (not known or (first and told.instants[first] >= told.instants[-1] - MINUTE_NS)):
        return None
    instants = told.instants[first:]
    lines = {
        where: PastLine(instants, line.pending[first:], line.oldest[first:])
        for where, line in curves.items()
        if any(line.pending)
    }
    return Past(from_ns(instants[0]), until, lines)


def _fronts(places: Mapping[Destination, Held]) -> list[int]:
    """The lowest id of every line."""
    lines = (here[State.PENDING] for here in places.values() if State.PENDING in here)
    return [part.first if part.first is not None else part.ids[0] for part in lines if len(part)]


def _spread(places: Mapping[Destination, Held]) -> list[int]:
    """Items all over the ids."""
    parts = [part.ids for here in places.values() for part in here.values()]
    step = max(1, sum(map(len, parts)) // SPREAD)
    return [row_id for ids in parts for row_id in ids[step // 2 :: step]]


def _old(places: Mapping[Destination, Held], earliest: int) -> list[int]:
    """Items from before the curves begin: they may have waited until then."""
    parts = [part.ids for here in places.values() for part in here.values()]
    return [row_id for ids in parts for row_id in ids[: bisect_left(ids, earliest)]]
