"""From when on the rows tell everything: what is gone from a file may have waited at any time before it left.

Ids are given out one after the other, so those that are missing were removed. Nothing says from which line, and
whether they had left it: somebody may have removed waiting ones. But a line keeps its order: once an item left that
came later than all that is missing, none of those waits in front of it any more. So each line is certain from then on.
A person's removal stands in the audit with its time: what was removed had left by then.
"""

import sqlite3
from bisect import bisect_left
from collections.abc import Mapping
from itertools import chain

from qmonitor.queues.delivery.past_acts import removed
from qmonitor.queues.delivery.past_ends import Rows
from qmonitor.queues.delivery.past_ids import Held
from qmonitor.queues.delivery.past_times import Calendar
from qmonitor.queues.model import Destination, State
from qmonitor.values import dataclass

FIRST = 4
"""Of each line so many items are asked when they left, of those that came right after the last one that is missing."""


@dataclass(frozen=True, slots=True)
class Missing:
    """What is gone from a file: the highest id of which nobody knows when it went; the highest one of those that were
    removed on record, and when the last of them was (ns). None where nothing is missing.
    """

    last: int | None
    recorded: int | None
    removed: int


def beginning(places: Mapping[Destination, Held], calendar: Calendar, rows: Rows, given: range, since: int) -> int:
    """The instant (ns), not before `since`, from which on times and ids can be trusted.

    `given` are the ids that were given out and are listed where they are still there; those below were counted only.
    """
    if calendar.backwards is not None:
        since = max(since, calendar.backwards)
    if given.start > 1:
        left = rows.times(_newest(places), "last_attempt").values()
        since = max(since, calendar.at(given.start), *(ns for ns in left if ns is not None))
    return since


def missing(db: sqlite3.Connection, places: Mapping[Destination, Held], given: range) -> Missing:
    """Which ids were given out and are not there."""
    parts = [part for here in places.values() for part in here.values()]
    if sum(map(len, parts)) >= given.stop - 1:
        return Missing(None, None, 0)
    known, at = removed(db)
    present = set(chain.from_iterable(part.ids for part in parts))
    unknown = _last_missing(sorted(present | {row_id for row_id in known if row_id in given}), given)
    gone = max((row_id for row_id in known if row_id in given and row_id not in present), default=None)
    return Missing(unknown, gone, at)


def _newest(places: Mapping[Destination, Held]) -> list[int]:
    """Of what left and is not listed, the highest id of each line: the others had left before it."""
    parts = (part for here in places.values() for state, part in here.items() if state != State.PENDING)
    return sorted(part.newest for part in parts if part.newest is not None)


def _last_missing(present: list[int], given: range) -> int | None:
    """The highest id that is not there; None where none above the bound is missing."""
    # From the last one missing on, ids and positions rise together.
    whole = given.stop - len(present)
    at = bisect_left(range(len(present)), True, key=lambda n: present[n] - n == whole)
    last = present[at] - 1 if at < len(present) else given.stop - 1
    return last if last >= given.start or given.start > 1 else None
