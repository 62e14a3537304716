"""Looks at dead-letter queues over short readings, and changes nothing: no row is split, stamped, moved or dropped."""

import sqlite3
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

from qmonitor.queues import sqlite_audit
from qmonitor.queues.audit import AuditEntry, Verification
from qmonitor.queues.deadletter import depths, keys
from qmonitor.queues.deadletter.counting import countable, spots
from qmonitor.queues.deadletter.history import knows, mark
from qmonitor.queues.deadletter.index import Index, Looked
from qmonitor.queues.deadletter.pages import Pages, spot_of
from qmonitor.queues.deadletter.rows import BROKEN, CHANNEL, Row, unknown
from qmonitor.queues.deadletter.searching import PayloadScan
from qmonitor.queues.deadletter.walk import Spot, all_names, find_any
from qmonitor.queues.errors import Interrupted, Refused
from qmonitor.queues.failing import Failed, Failing, Place
from qmonitor.queues.model import (
    About,
    Begin,
    Depth,
    Destination,
    Details,
    Item,
    ItemId,
    Page,
    Query,
    Start,
    State,
    aged,
)
from qmonitor.queues.past import Past
from qmonitor.queues.plan import GONE, InterruptedPlan
from qmonitor.queues.scanning import Place as ScanPlace
from qmonitor.queues.scanning import Scan
from qmonitor.queues.sqlite_file import ROLLBACK, SqliteFile, snapshot
from qmonitor.queues.sqlite_stamp import Stamp, stamp
from qmonitor.queues.times import Instant, now
from qmonitor.queues.words import Phrase, phrase

T = TypeVar("T")


class DeadLetterReader:
    """Looks at the file and changes nothing; one thread, but `interrupt` from any."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._index = Index()
        self._last: Depth | None = None
        self._looked: tuple[Stamp, Instant] | None = None
        self._notices: tuple[Phrase, ...] = ()
        self._epoch = 0
        self._places: dict[Query, Sequence[Spot]] = {}

    # -- figures ---------------------------------------------------------------------------------------------------

    def depth(self, *, patient: bool = False) -> Depth:  # noqa: ARG002 - every look is complete
        """See `Reader.depth`; an unchanged file costs no more than a look at its files."""
        if self._last is not None and not self.changed():
            at = now()
            return replace(self._last, rows=aged(self._last.rows, at), as_of=at)
        self._notice_exchange()
        self._last = self._look(now())
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

    def _look(self, at: Instant) -> Depth:
        """Everything anew; what did not change is not decoded again."""
        found = self._file.read(self._moves)
        before = self._file.stamp
        self._index.take(found, at)
        self._places.clear()
        identity = stamp(self._file.path).identity

        def rest(db: sqlite3.Connection) -> tuple[Instant | None, str]:
            return depths.read_newest(db, self._index.queued.lines), mark(db, identity)

        newest, seen = self._file.read(rest)
        self._looked = None if before is None else (before, at)
        return replace(depths.told(self._index, at), newest=newest, epoch=self._epoch, mark=seen)

    def _moves(self, db: sqlite3.Connection) -> Looked:
        with snapshot(db) as view:

            def breathe() -> None:
                self._still_wanted()
                view.breathe()

            return self._index.look(db, breathe)

    def _notice_exchange(self) -> None:
        """Another file under the same path has other rows; what is the same in both is found again."""
        if self._looked is not None and self._file.look().identity != self._looked[0].identity:
            self._index = Index()
            self._epoch += 1
            self._notices = (phrase("The file was replaced at {at}; what is shown is the new one.", at=now()),)

    def _still_wanted(self) -> None:
        if self._file.called_off:
            raise Interrupted(phrase("The reading was called off."))

    def destinations(self) -> tuple[Destination, ...]:
        found = self._file.read(all_names)
        return tuple(Destination(CHANNEL, keys.shown(name)) for name in found)

    # -- lists -----------------------------------------------------------------------------------------------------

    def page(self, query: Query, start: Start | Begin = None, *, total: bool = False) -> Page:
        """See `Reader.page`; what is counted beside it is counted where all rows are known already."""
        asked = start if isinstance(start, Start) else Start(start)
        if isinstance(asked.begin, About):
            page = self._about(query, asked.begin)
        else:
            begin = asked.begin
            self._know_undecodable(query)
            page = self._pages(lambda pages: pages.page(query, begin))
        known = self._last is not None and not self.changed()
        return replace(
            page,
            total=self._counted(query) if known and total else None,
            before=self._before(query, page) if known and asked.placed else None,
            counts=tuple(self._counted(each) if known else None for each in asked.counts),
        )

    def _about(self, query: Query, about: About) -> Page:
        """A page that begins at a row, where that is known, else at the begin of a list that can't be counted."""
        self.depth()
        found = (
            self._spots(query) if countable(query) else self._spots(replace(query, text=None, error=None, among=None))
        )
        row = about.row if countable(query) else round(len(found) * about.row / max(1, about.of))
        row = max(0, min(row, len(found) - min(query.limit, len(found))))
        if not found:
            return self._pages(lambda pages: pages.page(query, None))
        spot = found[row if query.head_first else -1 - row]
        page = self._pages(lambda pages: pages.at(query, spot))
        return page if page.next is not None else self._pages(lambda pages: pages.at(query, None))

    def count(self, query: Query) -> int | None:
        """See `Reader.count`."""
        if countable(query):
            self.depth()
            return self._counted(query)
        self._know_undecodable(query)
        return self._pages(lambda pages: pages.count(query))

    def counts(self, queries: Sequence[Query]) -> tuple[int | None, ...]:
        return tuple(map(self.count, queries))

    def _counted(self, query: Query) -> int | None:
        """How many match, where the rows that are known tell it."""
        return len(self._spots(query)) if countable(query) else None

    def _before(self, query: Query, page: Page) -> int | None:
        """How many match and come before a page."""
        if not countable(query) or not page.items:
            return None
        found, here = self._spots(query), spot_of(page.items[0].id)
        return bisect_left(found, here) if query.head_first else len(found) - bisect_right(found, here)

    def _spots(self, query: Query) -> Sequence[Spot]:
        what = replace(query, limit=0, offset=0, head_first=False)
        if what not in self._places:
            self._places[what] = spots(self._index, what)
        return self._places[what]

    def _know_undecodable(self, query: Query) -> None:
        """To look for them among all rows would take longer than to know all rows."""
        if query.state == State.FAILED:
            self.depth()

    def _pages(self, work: Callable[[Pages], T]) -> T:
        return self._file.read(lambda db: work(self._over(db)))

    def _over(self, db: sqlite3.Connection) -> Pages:
        return Pages(db, lambda: self._file.called_off, self._index.undecodable if self._last is not None else None)

    # -- items -----------------------------------------------------------------------------------------------------

    def get(self, item: ItemId) -> Item:
        return self._file.read(lambda db: _found(db, item)[0])

    def payload(self, item: ItemId, offset: int = 0, length: int | None = None) -> bytes:
        """See `Reader.payload`: of several messages of a row its own bytes, else all that the row holds."""
        if offset < 0 or (length is not None and length < 0):
            raise Refused(phrase("A slice begins at 0 or later, and is not negative."))

        def work(db: sqlite3.Connection) -> bytes:
            with snapshot(db):
                _, row, place = _found(db, item)
                end = place.stop if length is None else min(place.stop, place.start + offset + length)
                return _stored(db, row, place.start + offset, end)

        return self._file.read(work)

    def states(self, ids: Iterable[ItemId]) -> tuple[tuple[ItemId, str], ...]:
        wanted = [(item, keys.parse_id(item)[0]) for item in ids]

        def work(db: sqlite3.Connection) -> tuple[tuple[ItemId, str], ...]:
            found = {key: _states(find_any(db, key)) for key in dict.fromkeys(key for _, key in wanted)}
            return tuple((item, found[key].get(item, GONE)) for item, key in wanted)

        return self._file.read(work)

    def failing(self, after: Place | None = None, budget: float = 0.2) -> Failing:  # noqa: ARG002 - never longer
        """See `Reader.failing`: the rows that can't be decoded, all at once. No attempt is kept in such a file."""
        depth = self.depth()
        total = sum(row.pending + row.failed for row in depth.rows)
        rows = tuple(
            Failed(keys.item_id(key), CHANNEL, keys.shown(keys.queue_of(key) or b""), State.FAILED, BROKEN, None)
            for key in self._index.undecodable()
        )
        return Failing(rows, None, total, total, depth.mark, untold=True)

    def scan(self, query: Query, after: ScanPlace | None = None, budget: float = 0.1) -> Scan:
        """See `Reader.scan`; the mark is of before the reading."""
        identity = stamp(self._file.path).identity
        self._know_undecodable(query)

        def work(db: sqlite3.Connection) -> Scan:
            seen = mark(db, identity)
            return replace(PayloadScan(self._over(db), query).part(after, budget), mark=seen)

        return self._file.read(work)

    # -- the source ------------------------------------------------------------------------------------------------

    def details(self) -> Details:
        self.depth()
        total = self._counted(Query())
        found = self._file.stamp or stamp(self._file.path)
        return Details(
            target=self._file.path,
            kind="dead-letter",
            size=found.main.size,
            wal_size=found.wal.size if found.wal else 0,
            rows=total,
            mode="wal" if self._file.wal_mode else "rollback",
            notices=self._notices if self._file.wal_mode else (*self._notices, ROLLBACK),
        )

    def past(self, span: timedelta) -> Past | None:  # noqa: ARG002
        """Never told. A row that is there has been there since the time in its key; but of those that were sent or
        dropped meanwhile nothing is left, so that every curve would be too low, nobody knows by how much.
        """
        return None

    def knows(self, mark: str) -> bool:
        identity = stamp(self._file.path).identity
        return self._file.read(lambda db: knows(mark, identity, db))

    def audit(self, limit: int = 100, before: int | None = None) -> tuple[AuditEntry, ...]:
        return self._file.read(lambda db: sqlite_audit.entries(db, limit, before))

    def verify_audit(self) -> Verification:
        return self._file.read(sqlite_audit.verify)

    def interrupted(self) -> tuple[InterruptedPlan, ...]:
        from qmonitor.queues.sqlite_plans import interrupted  # with it comes what writes

        return self._file.read(interrupted)

    def interrupt(self) -> None:
        self._file.interrupt()

    def close(self) -> None:
        self._file.close()


def _found(db: sqlite3.Connection, item: ItemId) -> tuple[Item, Row, slice]:
    """An item, its row, and where it lies there. Raises `UnknownItem`, `NotAKey`."""
    row = find_any(db, keys.parse_id(item)[0])
    for found, place in row.parts() if row is not None else ():
        if row is not None and found.id == item:
            return found, row, place
    raise unknown(item)


def _stored(db: sqlite3.Connection, row: Row, begin: int, end: int) -> bytes:
    """Some bytes of a row, also of one that is too long to be read as a whole."""
    if row.size == len(row.value):
        return row.value[begin:end]
    table = "kv" if row.skipped is None else "qmonitor_skipped"
    found = db.execute(f"SELECT rowid FROM {table} WHERE key = ?", (row.key.raw,)).fetchone()
    with db.blobopen(table, "value", found[0], readonly=True) as blob:
        blob.seek(min(begin, len(blob)))
        return blob.read(max(0, end - begin))


def _states(row: Row | None) -> Mapping[ItemId, str]:
    """Of every message of a row: to decode it takes a second where it holds ten thousand, so it is done once."""
    return {found.id: str(found.state) for found in (row.items() if row is not None else ())}
