"""From when on the rows tell everything: what is gone from a file may have waited at any time before it left.

Ids are given out one after the other, so those that are missing were removed. An engine drops what was delivered or
skipped some time ago: then all that is missing had left the line before the first of those that are still there did.
A person's removal stands in the audit with its time: what was removed had left by then. Anything else could have
waited until now.
"""

import sqlite3
from bisect import bisect_left
from collections.abc import Mapping
from itertools import chain

from qmonitor.queues.delivery.past_acts import last_removal
from qmonitor.queues.delivery.past_ends import Rows
from qmonitor.queues.delivery.past_ids import Held
from qmonitor.queues.delivery.past_times import Calendar
from qmonitor.queues.model import Destination, State

DROPPED = (State.DELIVERED, State.SKIPPED)
"""States whose rows are dropped after some time."""

FIRST = 4
"""Of each line so many of the lowest ids are asked when they left,"""

MOST = 2_000
"""of all lines so many. (Of fewer the curves begin later at worst.)"""


def beginning(
    db: sqlite3.Connection,
    places: Mapping[Destination, Held],
    calendar: Calendar,
    rows: Rows,
    given: range,
    since: int,
) -> int | None:
    """The instant (ns), not before `since`, from which on curves are certain; None where there is none.

    `given` are the ids that were given out and are listed where they are still there; those below were counted only.
    """
    if calendar.backwards is not None:
        since = max(since, calendar.backwards)
    if given.start > 1:
        since = max(since, calendar.at(given.start), *_left(rows, _newest(places)))
    last = _last_missing(places, given)
    if last is None:
        return since
    found = _left(rows, _lowest(places))
    if not found or not calendar.times:
        return None
    dropped = min(found)
    before = bisect_left(calendar.ids, last) - 1  # the nearest known one before it: times are not exact to the item
    queued = calendar.times[max(0, before)]
    if queued <= dropped:
        return max(since, dropped)
    removed = last_removal(db)
    return max(since, removed) if removed is not None and removed >= queued else None


def _left(rows: Rows, ids: list[int]) -> list[int]:
    return [ns for ns in rows.times(ids, "last_attempt").values() if ns is not None]


def _lowest(places: Mapping[Destination, Held]) -> list[int]:
    """The first items of every line that left it, as far as they are listed."""
    parts = (here[state].ids for here in places.values() for state in DROPPED if state in here)
    return sorted(chain.from_iterable(ids[:FIRST] for ids in parts))[:MOST]


def _newest(places: Mapping[Destination, Held]) -> list[int]:
    """Of what left and is not listed, the highest id of each line: the others had left before it."""
    parts = (part for here in places.values() for state, part in here.items() if state != State.PENDING)
    return sorted(part.newest for part in parts if part.newest is not None)


def _last_missing(places: Mapping[Destination, Held], given: range) -> int | None:
    """The highest id that was given out and is not there; None where none is missing."""
    parts = [part for here in places.values() for part in here.values()]
    if sum(map(len, parts)) >= given.stop - 1:
        return None
    present = sorted(chain.from_iterable(part.ids for part in parts))
    # From the last one missing on, ids and positions rise together.
    whole = given.stop - len(present)
    at = bisect_left(range(len(present)), True, key=lambda n: present[n] - n == whole)
    return max(given.start, present[at]) - 1 if at < len(present) else given.stop - 1
