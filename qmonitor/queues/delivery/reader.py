"""Looks at a delivery queue over short readings, and changes nothing."""

import sqlite3
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

from qmonitor.queues import sqlite_audit
from qmonitor.queues.audit import AuditEntry, Verification
from qmonitor.queues.delivery import rows, schema
from qmonitor.queues.delivery.depth import DepthScan
from qmonitor.queues.delivery.failing import FailingScan
from qmonitor.queues.delivery.history import mark, same_history, token
from qmonitor.queues.delivery.pages import Pages
from qmonitor.queues.delivery.scanning import PayloadScan
from qmonitor.queues.delivery.seeks import destinations, indexes
from qmonitor.queues.failing import Failing, Place
from qmonitor.queues.model import Begin, Depth, Destination, Details, Item, ItemId, Page, Query, Start, aged
from qmonitor.queues.past import Past
from qmonitor.queues.plan import GONE, InterruptedPlan
from qmonitor.queues.scanning import Place as ScanPlace
from qmonitor.queues.scanning import Scan
from qmonitor.queues.sqlite_file import ROLLBACK, SqliteFile, snapshot
from qmonitor.queues.sqlite_stamp import Stamp, stamp
from qmonitor.queues.times import Instant, now
from qmonitor.queues.words import Phrase, phrase

T = TypeVar("T")


class DeliveryReader:
    """Looks at the file and changes nothing; one thread, but `interrupt` from any."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._scan = DepthScan()
        self._last: Depth | None = None
        self._looked: tuple[Stamp, Instant] | None = None
        self._notices: tuple[Phrase, ...] = ()
        self._epoch = 0

    def depth(self, *, patient: bool = False) -> Depth:
        """See `Reader.depth`; an unchanged file costs no more than a look at its files."""
        if self._last is not None and not self.changed():
            return self._aged(self._last) if self._last.complete else self._gone_on(self._last)
        self._notice_exchange()
        at = now()
        self._last, self._scan = self._file.read(lambda db: self._look(db, patient))
        if self._scan.rewound:
            self._epoch += 1
            self._notices = (phrase("The file's content was exchanged at {at}, by a backup put back, say.", at=at),)
        if self._file.stamp is not None:
            self._looked = (self._file.stamp, at)
            seen = token(self._file.stamp.identity, self._scan.mark)
            self._last = replace(self._last, epoch=self._epoch, mark=seen)
        return self._last

    def now(self) -> Instant:
        return now()

    def changed(self) -> bool:
        """Whether the files' stamp differs from the last look's, or was then too fresh to be trusted.

        Windows tells a file's last write late while it is open, so there every look counts as a change.
        """
        if self._looked is None or sys.platform == "win32":
            return True
        seen, at = self._looked
        return not self._file.look().same_content(seen) or seen.unsettled(at.ns or 0) > 0

    def destinations(self) -> tuple[Destination, ...]:
        return self._file.read(lambda db: tuple(destinations(db, indexes(schema.objects(db)))))

    def page(self, query: Query, start: Start | Begin = None, *, total: bool = False) -> Page:
        return self._pages(lambda pages: pages.page(query, start, total=total))

    def count(self, query: Query) -> int | None:
        return self._pages(lambda pages: pages.count(query))

    def counts(self, queries: Sequence[Query]) -> tuple[int | None, ...]:
        return self._pages(lambda pages: pages.counts(queries))

    def get(self, item: ItemId) -> Item:
        row_id = rows.row_id(item)
        sql = f"SELECT {rows.ITEM_COLUMNS} FROM queue WHERE id = ?"
        row = self._file.read(lambda db: db.execute(sql, (row_id,)).fetchone())
        if row is None:
            raise rows.unknown(item)
        return rows.item(row)

    def payload(self, item: ItemId, offset: int = 0, length: int | None = None) -> bytes:
        row_id = rows.row_id(item)
        found = self._file.read(lambda db: rows.payload(db, row_id, offset, length))
        if found is None:
            raise rows.unknown(item)
        return found

    def failing(self, after: Place | None = None, budget: float = 0.2) -> Failing:
        """See `Reader.failing`; the mark is of before the reading."""
        identity = stamp(self._file.path).identity

        def work(db: sqlite3.Connection) -> Failing:
            scan = FailingScan(db, lambda: self._file.called_off)
            seen = token(identity, mark(db))
            total = scan.total() if after is None else None
            return replace(scan.part(after, budget), total=total, mark=seen)

        return self._file.read(work)

    def scan(self, query: Query, after: ScanPlace | None = None, budget: float = 0.1) -> Scan:
        """See `Reader.scan`; the mark is of before the reading."""
        identity = stamp(self._file.path).identity

        def work(db: sqlite3.Connection) -> Scan:
            seen = token(identity, mark(db))
            return replace(PayloadScan(db, query, lambda: self._file.called_off).part(after, budget), mark=seen)

        return self._file.read(work)

    def details(self) -> Details:
        """The count of rows is exact: an index-only scan (51 ms at a million rows, measured)."""
        total = self._file.read(lambda db: int(db.execute("SELECT count(*) FROM queue").fetchone()[0]))
        found = self._file.stamp or stamp(self._file.path)
        notices = self._notices if self._file.wal_mode else (*self._notices, ROLLBACK)
        return Details(
            target=self._file.path,
            kind="delivery",
            size=found.main.size,
            wal_size=found.wal.size if found.wal else 0,
            rows=total,
            mode="wal" if self._file.wal_mode else "rollback",
            notices=notices,
        )

    def states(self, ids: Iterable[ItemId]) -> tuple[tuple[ItemId, str], ...]:
        wanted = [(item, rows.row_id(item)) for item in ids]

        def work(db: sqlite3.Connection) -> tuple[tuple[ItemId, str], ...]:
            with snapshot(db) as view:
                found: list[tuple[ItemId, str]] = []
                for item, row_id in wanted:
                    row = db.execute("SELECT state FROM queue WHERE id = ?", (row_id,)).fetchone()
                    found.append((item, GONE if row is None else rows.text(row[0])))
                    view.breathe()
                return tuple(found)

        return self._file.read(work)

    def past(self, span: timedelta) -> Past | None:
        """See `Reader.past`; in short transactions, so that the engine does not feel it."""
        from qmonitor.queues.delivery.past import reconstruct  # a window that is being made waits for modules

        return self._file.read(lambda db: reconstruct(db, span, lambda: self._file.called_off))

    def knows(self, mark: str) -> bool:
        return self._file.read(lambda db: same_history(mark, db))

    def audit(self, limit: int = 100, before: int | None = None) -> tuple[AuditEntry, ...]:
        return self._file.read(lambda db: sqlite_audit.entries(db, limit, before))

    def verify_audit(self) -> Verification:
        return self._file.read(sqlite_audit.verify)

    def interrupted(self) -> tuple[InterruptedPlan, ...]:
        from qmonitor.queues.sqlite_plans import interrupted  # with it comes all that acts

        return self._file.read(interrupted)

    def interrupt(self) -> None:
        self._file.interrupt()

    def close(self) -> None:
        self._file.close()

    def _pages(self, work: Callable[[Pages], T]) -> T:
        return self._file.read(lambda db: work(Pages(db, lambda: self._file.called_off)))

    def _look(self, db: sqlite3.Connection, patient: bool) -> tuple[Depth, DepthScan]:
        """With a copy: a reading that is begun anew must not count anything twice."""
        scan = self._scan.copy()
        return scan.look(db, patient=patient), scan

    def _gone_on(self, depth: Depth) -> Depth:
        """With what takes several looks; nothing else has to be read again."""
        found = self._file.read(self._scan.go_on)
        self._last = replace(found, epoch=depth.epoch, mark=depth.mark)
        return self._last

    def _aged(self, depth: Depth) -> Depth:
        """The same backlogs, older by now."""
        at = now()
        return replace(depth, rows=aged(depth.rows, at), as_of=at)

    def _notice_exchange(self) -> None:
        """Another file under the same path has another history: nothing kept from the old one holds."""
        if self._looked is not None and self._file.look().identity != self._looked[0].identity:
            self._scan = DepthScan()
            self._epoch += 1
            self._notices = (phrase("The file was replaced at {at}; what is shown is the new one.", at=now()),)
