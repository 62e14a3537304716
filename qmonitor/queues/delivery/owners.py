"""Whose the ids are that a walk in the order of time comes upon: told by the ids that are known of each line.

Ids and times ascend together where an engine wrote them, so a walk that ends early meets low ids only. A table of a
million ids takes 150 ms and 100 MB; it is made as far as it is asked for.
"""

from array import array
from bisect import bisect_right
from collections.abc import Mapping

from qmonitor.queues.delivery.look import Look
from qmonitor.queues.model import Destination

AHEAD = 4
"""So many times as far as was asked for the table is made, that it is not made bit by bit."""


class Owners:
    """Knows lines by their ascending ids; for the length of one look."""

    def __init__(self, look: Look, lines: Mapping[Destination, "array[int]"]) -> None:
        self._look = look
        self._lines = {where: ids for where, ids in lines.items() if ids}
        self._taken = dict.fromkeys(self._lines, 0)
        self._first = min((ids[0] for ids in self._lines.values()), default=0)
        self._reached = self._first - 1
        self._known: dict[int, Destination] = {}

    def upto(self, highest: int) -> Mapping[int, Destination]:
        """The owners of all ids up to this one, at least; between two transactions where they have to be found."""
        if highest > self._reached:
            with self._look.aside():
                self._reach(highest + (AHEAD - 1) * (highest - self._first))
        return self._known

    def _reach(self, highest: int) -> None:
        self._reached = highest
        for where, ids in self._lines.items():
            first = self._taken[where]
            self._taken[where] = end = bisect_right(ids, highest, first)
            self._known.update(dict.fromkeys(ids[first:end], where))
