"""When items were queued, by their ids: ids are given out in the order of time, so a few of them tell it for all."""

import json
import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from qmonitor.queues.delivery.rows import NAME, moment, name
from qmonitor.queues.delivery.seeks import NO_BLOB, Indexes
from qmonitor.queues.times import NS, from_ns, parse

SLICE = 500
"""Instants looked up by one statement (2 ms)."""

BACK_NS = 60 * NS
"""Times may run backwards by so much from one item to the next: several writers, a clock put right."""

SAME = 0.9
"""A jump ahead by that much of one back may be the clock that is put right again."""

_LENGTH, _MINUTE = 30, 17
"""Characters of a time of the standard form, and of its part down to the minute."""


class Texts:
    """The instants of stored times; those of the standard form by looking their minute up (0.4 µs each)."""

    def __init__(self) -> None:
        self._minutes: dict[str, int] = {}

    def ns(self, stored: object) -> int | None:
        """Nanoseconds since 1970; None where the text is no time."""
        if isinstance(stored, str) and len(stored) == _LENGTH and stored[19] == "." and stored[29] == "Z":
            second, fraction = stored[17:19], stored[20:29]
            minute = self._minutes.get(stored[:_MINUTE])
            if minute is None:
                minute = self._learn(stored[:_MINUTE])
            if minute is not None and (second + fraction).isascii() and (second + fraction).isdigit() and second < "60":
                return minute + int(second) * NS + int(fraction)
        found = moment(stored)
        return None if found is None else found.ns

    def _learn(self, minute: str) -> int | None:
        found = parse(f"{minute}00Z").ns
        if found is not None:
            self._minutes[minute] = found
        return found


class Calendar:
    """Ids and the times of some of them, both ascending; between two of them time is taken to pass evenly.

    `backwards` (ns): nothing is to be told before it, for times ran back there by more than `BACK_NS`; or they jumped
    ahead again there, where they had run back before: a clock that was wrong for a while. Up to the id `raised` times
    were taken to be later than they say.
    """

    def __init__(self, known: Iterable[tuple[int, int]]) -> None:
        self.ids, self.times = array("q"), array("q")
        self.backwards: int | None = None
        self.raised = 0
        back, before = 0, None
        for row_id, ns in sorted(known):
            highest = self.times[-1] if self.times else ns
            if ns < highest - BACK_NS:
                self.backwards, self.raised = max(highest, self.backwards or highest), row_id
                back = max(back, (before or ns) - ns)
            if back and before is not None and ns - before >= SAME * back:
                self.backwards, back = max(ns, self.backwards or ns), 0
            before = ns
            if not self.ids or row_id > self.ids[-1]:
                self.ids.append(row_id)
                self.times.append(max(ns, highest))

    def at(self, row_id: int) -> int:
        """When an item was queued (ns)."""
        ids, times = self.ids, self.times
        if not ids:
            return 0
        after = bisect_left(ids, row_id)
        if after == len(ids):
            return times[-1]
        if after == 0 or ids[after] == row_id:
            return times[after]
        share = (row_id - ids[after - 1]) / (ids[after] - ids[after - 1])
        return times[after - 1] + int(share * (times[after] - times[after - 1]))

    def first(self, ns: int, beyond: int) -> int:
        """The first id of that time or later, as far as is known; `beyond` where there is none."""
        at = bisect_left(self.times, ns)
        return self.ids[at] if at < len(self.ids) else beyond


def first_items(
    db: sqlite3.Connection, use: Indexes, states: Iterable[str], instants: Sequence[int], texts: Texts
) -> list[tuple[int, int]]:
    """The first item of each state from each instant on, with its own time (ns), out of `queue_state` alone.

    Where times have another form than the standard one their order is not that of time: then these are merely some
    items with their times.
    """
    found: set[str] = set()
    for at in range(0, len(instants), SLICE):
        asked = json.dumps([from_ns(ns).text for ns in instants[at : at + SLICE]])
        for state in states:
            first = (
                f"SELECT id || ' ' || enqueued_at FROM queue {use.state} WHERE state = {NAME}"
                f" AND enqueued_at >= asked.value AND enqueued_at {NO_BLOB} ORDER BY enqueued_at LIMIT 1"
            )
            rows = db.execute(f"SELECT DISTINCT ({first}) FROM json_each(?) AS asked", (name(state), asked)).fetchall()
            found.update(row[0] for row in rows if isinstance(row[0], str))
    pairs = (entry.split(" ", 1) for entry in found)
    return [(int(row_id), ns) for row_id, stored in pairs if (ns := texts.ns(stored)) is not None]
