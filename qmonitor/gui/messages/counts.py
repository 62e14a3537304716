"""How many messages the chips and the filters stand for, and when that was counted."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from qmonitor.gui.messages.feed import CountFeed
from qmonitor.queues import times
from qmonitor.queues.model import Depth, Destination, Query, State
from qmonitor.queues.times import Instant


class Counts(QObject):
    """What is known, for one destination or all, and for one set of filters.

    A snapshot of the rows brings the counts that indexes give, of the same instant. The rest is counted apart, when
    the source has changed and the last counting is some time ago; it carries its own time then.

    Signals:
        changed(): another count is known.
    """

    changed = Signal()

    def __init__(self, states: Sequence[State | None], parent: QObject) -> None:
        super().__init__(parent)
        self._states = states
        self._depth: Depth | None = None
        self._known: dict[Query, tuple[int | None, Instant | None]] = {}
        self._apart: tuple[Query, ...] = ()
        self.destination: Destination | None = None
        self.filtered = Query()
        self.feed = CountFeed(self)
        self.feed.counted.connect(self._take_apart)

    def show(self, destination: Destination | None, query: Query) -> None:
        """Count for these from now on; what was counted for them before holds until it is counted again."""
        self.destination = destination
        self.filtered = replace(query, head_first=False)
        self._known = {known: n for known, n in self._known.items() if known.among in (None, query.among)}
        self._apart = ()

    def set_depth(self, depth: Depth) -> None:
        """What the depth tells of pending and failed, until it is counted with the rows."""
        self._depth = depth

    def wanted(self) -> tuple[Query, ...]:
        """What is to be counted with the rows: all chips, and what the filters let pass."""
        return tuple(dict.fromkeys([*map(self._chip, self._states), self.filtered]))

    @Slot(object, object)
    def take(self, queries: Sequence[Query], counts: Sequence[int | None]) -> None:
        """What was counted with the rows; the rest is counted apart."""
        for query, count in zip(queries, counts, strict=True):
            if count is not None:
                self._known[query] = (count, None)
        before, self._apart = self._apart, tuple(q for q, n in zip(queries, counts, strict=True) if n is None)
        if not self._apart:
            return
        if self._apart == before:
            self.feed.begin_if_rested(self._apart)
        else:
            self.feed.begin(self._apart)

    def settle(self) -> None:
        """It is quiet now: count what was left out."""
        self.feed.settle(self._apart)

    @Slot(object, object)
    def _take_apart(self, query: Query, count: int | None) -> None:
        self._known[query] = (count, times.now())
        self.changed.emit()

    def of_chip(self, state: State | None) -> int | None:
        """How many messages a chip stands for; None where that is not known."""
        query = self._chip(state)
        if query in self._known:
            return self._known[query][0]
        if self._depth is None or state not in (State.PENDING, State.FAILED):
            return None
        rows = [row for row in self._depth.rows if self.destination in (None, row.key)]
        if any(row.at_least if state is State.PENDING else not row.failed_known for row in rows):
            return None
        return sum(row.pending if state is State.PENDING else row.failed for row in rows)

    def matching(self) -> tuple[int | None, Instant | None]:
        """How many match the filters; and when that was counted, where it was at another time than the rows."""
        if self.filtered in self._known:
            return self._known[self.filtered]
        chips = [state for state in self._states if self._chip(state) == self.filtered]
        return (self.of_chip(chips[0]) if chips else None), None

    def _chip(self, state: State | None) -> Query:
        """The query of a chip, without any other filter."""
        where = self.destination
        channel, destination = (None, None) if where is None else (where.channel, where.destination)
        return Query(channel=channel, destination=destination, state=state)
