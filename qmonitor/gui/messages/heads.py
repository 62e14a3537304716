"""Which message is at the head of its destination, as far as what was read tells it.

The rows of one destination tell it themselves, where its end of the list was read: they are of one snapshot, and so are
the counts beside them. Of other lists nobody knows but the last look at all backlogs, which is of another instant.
"""

from collections.abc import Mapping
from dataclasses import field

from qmonitor.monitor.window import Window
from qmonitor.queues.model import Depth, Destination, Item, ItemId, Query, State
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Head:
    """The item at the head of a destination, and how many pending ones are behind it (None: not known)."""

    id: ItemId
    behind: int | None


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads by destination. `told` is the destination whose head the rows themselves tell, if they do."""

    by_destination: Mapping[Destination, Head] = field(default_factory=dict)
    told: Destination | None = None

    def head(self, item: Item) -> Head | None:
        """The head's figures if this item is one."""
        head = self.by_destination.get(Destination(item.channel, item.destination))
        return head if head is not None and head.id == item.id and item.state == State.PENDING else None

    def behind(self, item: Item) -> bool:
        """Whether this item certainly waits for another one."""
        where = Destination(item.channel, item.destination)
        head = self.by_destination.get(where)
        if head is None or head.id == item.id or item.state != State.PENDING:
            return False
        return where == self.told or _follows(item.id, head.id)

    @property
    def told_head(self) -> Head | None:
        """The head that the rows themselves tell."""
        return None if self.told is None else self.by_destination.get(self.told)


def seen(depth: Depth | None) -> Heads:
    """The heads at the last look at all backlogs."""
    rows = depth.rows if depth is not None else ()
    return Heads({row.key: Head(row.head.id, max(0, row.pending - 1)) for row in rows if row.head is not None})


def unordered(depth: Depth | None, query: Query) -> bool:
    """Whether nothing waits for another message in a query's destination, as the last look says."""
    rows = depth.rows if depth is not None else ()
    here = (row for row in rows if (row.channel, row.destination) == (query.channel, query.destination))
    return any(row.pending and row.head is None for row in here)


def told(window: Window, query: Query, pending: int | None) -> Heads | None:
    """What the rows of a query tell; None where that is nothing. `pending` is how many are, where that is known."""
    if query.channel is None or query.destination is None or not window.loaded or _leaves_out(query):
        return None
    first = 0 if query.head_first else window.rows - 1
    if window.rows and window.item(first) is None:
        return None
    items = [item for _, item in window.held()]
    line = items if query.head_first else reversed(items)
    head = next((item.id for item in line if item.state == State.PENDING), None)
    if head is None and len(items) < window.rows:
        return None  # it is further on
    where = Destination(query.channel, query.destination)
    behind = None if pending is None else max(0, pending - 1)
    return Heads({} if head is None else {where: Head(head, behind)}, where)


def _leaves_out(query: Query) -> bool:
    """Whether pending items are left out, so that the first of the list need not be the head."""
    filters = (query.text, query.error, query.since, query.until, query.among)
    return query.state not in (None, State.PENDING) or any(part is not None for part in filters)


def _follows(item: ItemId, head: ItemId) -> bool:
    """Whether an item comes after the head in the order of delivery: one before it has gone since it was read."""
    return not (isinstance(item, int) and isinstance(head, int)) or item > head
