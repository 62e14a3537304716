"""Whether what was done holds: items that were acted on are read again for a while.

The engine may have been sending one of them at that very moment, and its late report can put a skipped
message back in line. That is noticed here and reported; nothing is done about it. What a person did since,
in the window or by the command line, stands in the audit and is no reversal.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta

from qmonitor.monitor.operations import RESULT_STATE, WATCH
from qmonitor.queues.audit import AuditEntry
from qmonitor.queues.model import ItemId, State
from qmonitor.queues.plan import GONE, Plan, Report
from qmonitor.values import dataclass

States = Callable[[Iterable[ItemId]], tuple[tuple[ItemId, str], ...]]
"""Tells the present state of each item: `Reader.states`."""

Acts = Callable[[int, int | None], tuple[AuditEntry, ...]]
"""Tells what was done, newest first: `Reader.audit`."""

PAUSE = 1.0
"""Seconds between two looks."""

FRONT = 100
"""Items read at every look: those first in line, the ones that an engine is likely to be sending."""

ACTS_PAGE = 20
"""Acts read at a time, until one of the plan itself comes."""

ACTS_MOST = 1_000
"""Acts read at most: more of them within a minute are no work of persons."""

PORTION = 2_000
"""Further items read at one look, in turn: a drain of 140,000 must not read them all every second."""


@dataclass(frozen=True, slots=True)
class Reversal:
    """An item that did not stay in the state that an action left it in: `expected`, but `found`."""

    item: ItemId
    expected: str
    found: str


def acted_on(plan: Plan, report: Report) -> list[ItemId]:
    """The ids that the run really changed: not those found otherwise, nor those not reached when it was stopped.

    Where items have others since, it is these; none where they were put in line under another id, because from then on
    it is a worker's business when they are there no more.
    """
    if report.moved:
        return [] if RESULT_STATE.get(plan.action) == State.PENDING else [now for _, now in report.moved]
    unchanged = {item for item, _ in report.unchanged}
    dealt_with = [item for item, _ in plan.members][: plan.count - report.left]
    return [item for item in dealt_with if item not in unchanged]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one reading found: each item's state, and the items that a later recorded act changed."""

    states: tuple[tuple[ItemId, str], ...] = ()
    explained: frozenset[ItemId] = frozenset()


def find(plan: str, ids: Iterable[ItemId], expected: str, states: States, acts: Acts | None) -> Finding:
    """Read items again, and where one is not as expected also what was done since that plan.

    For the thread that the reader belongs to; touches no `Watch`.
    """
    found = states(ids)
    if acts is None or all(state == expected for _, state in found):
        return Finding(found)
    return Finding(found, frozenset(item for entry in _later(plan, acts) for item in entry.ids))


def _later(plan: str, acts: Acts) -> Iterator[AuditEntry]:
    """The acts recorded after the last one of the plan."""
    before: int | None = None
    for _ in range(0, ACTS_MOST, ACTS_PAGE):
        page = acts(ACTS_PAGE, before)
        for entry in page:
            if entry.plan == plan:
                return
            yield entry
        if len(page) < ACTS_PAGE:
            return
        before = page[-1].id


class Watch:
    """Looks at items for `span` after an action. Opens nothing itself: whoever has a reader calls `look`.

    Where watching and reading are in two threads: `due` and `take` here, `find` there. Of use for actions that
    leave their items in the queue; for others it is over at once. `clock` counts seconds. Belongs to one thread.
    """

    def __init__(
        self,
        action: str,
        ids: Sequence[ItemId],
        *,
        plan: str = "",
        span: timedelta = WATCH,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.plan = plan
        self.expected = RESULT_STATE.get(action, "")
        self._ids = ids if self.expected else ()
        self._clock = clock
        self._end = clock() + span.total_seconds()
        self._position = 0
        self._over = not self._ids
        self._explained: set[ItemId] = set()
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
        return tuple(Reversal(item, self.expected, found) for item, found in self._reported.items())

    def look(self, states: States, acts: Acts | None = None) -> tuple[Reversal, ...]:
        """Read the next items; the reversals that were not known before this look.

        With `acts` nothing is reported that a later recorded act explains.
        """
        if self._over:
            return ()
        return self.take(find(self.plan, self.due(), self.expected, states, acts))

    def due(self) -> tuple[ItemId, ...]:
        """The items to be read next."""
        return tuple(dict.fromkeys((*self._ids[:FRONT], *self._ids[self._position : self._position + PORTION])))

    def take(self, finding: Finding) -> tuple[Reversal, ...]:
        """Take what was found of the items that were due, and go on to the next ones; what of it is news."""
        self._position += PORTION
        if self._position >= len(self._ids):
            self._position = 0
            self._over = self._clock() >= self._end
        self._explained |= finding.explained  # a later act ends the watch over its items
        fresh = [(item, found) for item, found in finding.states if self._is_news(item, found)]
        self._reported.update(fresh)
        return tuple(Reversal(item, self.expected, found) for item, found in fresh)

    def _is_news(self, item: ItemId, found: str) -> bool:
        if item in self._explained or found == self.expected or self._reported.get(item) == found:
            return False
        # Put back in line it may be delivered, or fail again: that is what it was for.
        return self.expected != State.PENDING or found in (State.SKIPPED, GONE)
