"""The backlog of every destination, exact, in snapshots that the engine does not feel."""

import sqlite3
from copy import copy

from qmonitor.queues.delivery import schema
from qmonitor.queues.delivery.attempts import Attempts
from qmonitor.queues.delivery.deliveries import Deliveries
from qmonitor.queues.delivery.flow import Flows
from qmonitor.queues.delivery.history import Mark
from qmonitor.queues.delivery.oldest import TimeForms, oldest
from qmonitor.queues.delivery.rows import ITEM_COLUMNS, item, moment
from qmonitor.queues.delivery.seeks import Indexes, count, destinations, indexes
from qmonitor.queues.model import Depth, DepthRow, Destination, Item, State
from qmonitor.queues.sqlite_file import Snapshot, snapshot
from qmonitor.queues.times import Instant, now


class DepthScan:
    """Looks at the backlogs again and again, and keeps between two looks what still holds.

    Used by one thread. While the highest attempts are being looked for, those of the round before stand (None where
    there was none), raised by what the head tells, and `Depth.complete` is false.
    """

    def __init__(self) -> None:
        self._forms = TimeForms()
        self._tried = Attempts()
        self._flows = Flows()
        self._deliveries = Deliveries()

    def copy(self) -> "DepthScan":
        """To look with where the look may turn out to be void: this one then stays as it is."""
        made = DepthScan()
        made._forms, made._tried = copy(self._forms), self._tried
        made._flows, made._deliveries = self._flows.copy(), self._deliveries.copy()
        return made

    @property
    def rewound(self) -> bool:
        """Whether the last look found the content exchanged since the look before."""
        return self._forms.rewound

    @property
    def mark(self) -> Mark:
        """By which the content of the last look is recognised."""
        return self._forms.seen

    def look(self, db: sqlite3.Connection) -> Depth:
        """The depth as of now, over a connection without a transaction. Raises `NotAQueue`."""
        schema.check(db)
        present = schema.objects(db)
        use = indexes(present)
        as_of = now()
        with snapshot(db) as view:
            self._forms.update(db, use, view)
            if self._forms.rewound:
                self._tried, self._flows, self._deliveries = Attempts(), Flows(), Deliveries()
            found = self._count(db, use, view, present, as_of)
            newest = _newest(db)
            waiting = {where: figures for where, figures in found.items() if figures != (0, 0, None)}
            heads = {where: _item(db, head, view) for where, (_, _, head) in waiting.items() if head is not None}
            pending = {where: count for where, (count, _, _) in waiting.items() if count}
            first = oldest(db, use, pending, self._forms, view)
        complete = self._tried.look(db, use, pending)
        complete = self._deliveries.look(db, use, self._flows.undelivered(found)) and complete
        rows = tuple(
            self._row(where, pending, failed, first.get(where), heads.get(where), as_of)
            for where, (pending, failed, _) in waiting.items()
        )
        self._flows.delivered_before(self._deliveries.known)
        return Depth(rows, as_of, complete, self._flows.known(), newest)

    def _count(
        self, db: sqlite3.Connection, use: Indexes, view: Snapshot, present: frozenset[str], as_of: Instant
    ) -> dict[Destination, tuple[int, int, int | None]]:
        """Of every destination: how many are pending and failed, and the head."""
        flows, found = self._flows, {}
        flows.take_new(db, present)
        for where in destinations(db, use):
            failed, _ = count(db, use, where, State.FAILED)
            line = flows.count(db, use, where, failed, as_of)
            found[where] = (line.count, failed, line.head)
            if view.breathe():
                flows.take_new(db, present)
        for where in flows.end(as_of, found):
            self._deliveries.forget(where)
        return found

    def _row(
        self, where: Destination, pending: int, failed: int, first: Instant | None, head: Item | None, as_of: Instant
    ) -> DepthRow:
        seconds = None if first is None or first.ns is None or as_of.ns is None else (as_of.ns - first.ns) / 1e9
        attempts = self._tried.known.get(where) if pending else 0
        if attempts is not None and head is not None:
            attempts = max(attempts, head.attempts)
        return DepthRow(where.channel, where.destination, pending, failed, first, seconds, attempts, head)


def _newest(db: sqlite3.Connection) -> Instant | None:
    """When the newest item was queued."""
    row = db.execute("SELECT enqueued_at FROM queue ORDER BY id DESC LIMIT 1").fetchone()
    return None if row is None else moment(row[0])


def _item(db: sqlite3.Connection, item_id: int, view: Snapshot) -> Item | None:
    """None where it went away meanwhile (a long look is several transactions)."""
    row = db.execute(f"SELECT {ITEM_COLUMNS} FROM queue WHERE id = ?", (item_id,)).fetchone()
    view.breathe()
    return None if row is None else item(row)
