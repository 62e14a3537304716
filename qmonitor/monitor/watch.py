"""Whether what was done holds: items that were acted on are read again for a while.

The engine may have been sending one of them at that very moment, and its late report can put a skipped
message back in line. That is noticed here and reported; nothing is done about it.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from qmonitor.monitor.operations import RESULT_STATE, WATCH
from qmonitor.queues.model import ItemId, State
from qmonitor.queues.plan import Plan, Report

States = Callable[[Iterable[ItemId]], tuple[tuple[ItemId, str], ...]]
"""Tells the present state of each item: `Reader.states`."""

PAUSE = 1.0
"""Seconds between two looks."""

FRONT = 100
"""Items read at every look: those first in line, the ones that an engine is likely to be sending."""

PORTION = 2_000
"""Further items read at one look, in turn: a drain of 140,000 must not read them all every second."""


@dataclass(frozen=True, slots=True)
class Reversal:
    """An item that did not stay in the state that an action left it in: `expected`, but `found`."""

    item: ItemId
    expected: str
    found: str


def acted_on(plan: Plan, report: Report) -> list[ItemId]:
    """The ids that the run really changed: not those found otherwise, nor those not reached when it was stopped."""
    unchanged = {item for item, _ in report.unchanged}
    dealt_with = [item for item, _ in plan.members][: plan.count - report.left]
    return [item for item in dealt_with if item not in unchanged]


class Watch:
    """Looks at items for `span` after an action. Opens nothing itself: whoever has a reader calls `look`.

    Of use for actions that leave their items in the queue; for others it is over at once. `clock` counts
    seconds. Belongs to one thread.
    """

    def __init__(
        self,
        action: str,
        ids: Sequence[ItemId],
        *,
        span: timedelta = WATCH,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._expected = RESULT_STATE.get(action)
        self._ids = ids if self._expected is not None else ()
        self._clock = clock
        self._end = clock() + span.total_seconds()
        self._position = 0
        self._over = not self._ids
        self._reported: dict[ItemId, str] = {}

    @property
    def over(self) -> bool:
        """Whether the time is up and every item was read in the last round."""
        return self._over

    @property
    def pause(self) -> float:
        """Seconds to wait before the next look."""
        return min(PAUSE, max(0.0, self._end - self._clock()))

    @property
    def reversals(self) -> tuple[Reversal, ...]:
        """All that was noticed up to now, each item once, with the state it was found in last."""
        expected = self._expected or ""
        return tuple(Reversal(item, expected, found) for item, found in self._reported.items())

    def look(self, states: States) -> tuple[Reversal, ...]:
        """Read the next items; the reversals that were not known before this look."""
        if self._over or self._expected is None:
            return ()
        ids = dict.fromkeys((*self._ids[:FRONT], *self._ids[self._position : self._position + PORTION]))
        self._position += PORTION
        if self._position >= len(self._ids):
            self._position = 0
            self._over = self._clock() >= self._end
        fresh = [(item, found) for item, found in states(ids) if self._is_news(item, found)]
        self._reported.update(fresh)
        return tuple(Reversal(item, self._expected, found) for item, found in fresh)

    def _is_news(self, item: ItemId, found: str) -> bool:
        if found == self._expected or (self._expected == State.PENDING and found == State.DELIVERED):
            return False  # put back in line and delivered since: that is what it was for
        return self._reported.get(item) != found
