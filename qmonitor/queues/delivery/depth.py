"""The backlog of every destination, exact, in snapshots that the engine does not feel."""

import sqlite3

from qmonitor.queues.delivery import schema
from qmonitor.queues.delivery.attempts import Attempts
from qmonitor.queues.delivery.oldest import TimeForms, oldest
from qmonitor.queues.delivery.rows import ITEM_COLUMNS, item
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

    @property
    def rewound(self) -> bool:
        """Whether the last look found the content exchanged since the look before."""
        return self._forms.rewound

    def look(self, db: sqlite3.Connection) -> Depth:
        """The depth as of now, over a connection without a transaction. Raises `NotAQueue`."""
        schema.check(db)
        use = indexes(schema.objects(db))
        as_of = now()
        with snapshot(db) as view:
            self._forms.update(db, use, view)
            if self._forms.rewound:
                self._tried = Attempts()
            found = self._count(db, use, view)
            heads = {where: _item(db, head, view) for where, (_, _, head) in found.items() if head is not None}
            pending = {where: waiting for where, (waiting, _, _) in found.items() if waiting}
            first = oldest(db, use, pending, self._forms, view)
        complete = self._tried.look(db, use, pending)
        rows = tuple(
            self._row(where, pending, failed, first.get(where), heads.get(where), as_of)
            for where, (pending, failed, _) in found.items()
        )
        return Depth(rows, as_of, complete)

    def _count(
        self, db: sqlite3.Connection, use: Indexes, view: Snapshot
    ) -> dict[Destination, tuple[int, int, int | None]]:
        found = {}
        for where in destinations(db, use):
            pending, head = count(db, use, where, State.PENDING)
            failed, _ = count(db, use, where, State.FAILED)
            if pending or failed:
                found[where] = (pending, failed, head)
            view.breathe()
        return found

    def _row(
        self, where: Destination, pending: int, failed: int, first: Instant | None, head: Item | None, as_of: Instant
    ) -> DepthRow:
        seconds = None if first is None or first.ns is None or as_of.ns is None else (as_of.ns - first.ns) / 1e9
        attempts = self._tried.known.get(where) if pending else 0
        if attempts is not None and head is not None:
            attempts = max(attempts, head.attempts)
        return DepthRow(where.channel, where.destination, pending, failed, first, seconds, attempts, head)


def _item(db: sqlite3.Connection, item_id: int, view: Snapshot) -> Item | None:
    """None where it went away meanwhile (a long look is several transactions)."""
    row = db.execute(f"SELECT {ITEM_COLUMNS} FROM queue WHERE id = ?", (item_id,)).fetchone()
    view.breathe()
    return None if row is None else item(row)
