"""The delivery queue itself, for engines and workers: put messages in, take the head, say what came of it."""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from datetime import timedelta
from types import TracebackType

from qmonitor.queues import times
from qmonitor.queues.delivery import reports, rows
from qmonitor.queues.delivery.depth import DepthScan
from qmonitor.queues.delivery.pages import Pages
from qmonitor.queues.delivery.planner import Planner
from qmonitor.queues.delivery.runner import Runner
from qmonitor.queues.delivery.schema import objects
from qmonitor.queues.delivery.seeks import exists, indexes
from qmonitor.queues.delivery.writer import Writer
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import DepthRow, Destination, Item, ItemId, Query
from qmonitor.queues.plan import Plan, Reach
from qmonitor.queues.sqlite_errors import explained
from qmonitor.queues.sqlite_file import BUSY_WAIT, connect, snapshot
from qmonitor.queues.sqlite_stamp import uri
from qmonitor.queues.sqlite_values import bounded
from qmonitor.queues.times import Instant, When
from qmonitor.queues.words import phrase

Ids = list[int]
Items = list[Item]
Depths = list[DepthRow]
# names, because the class has a method called `list`

_INSERT = (
    "INSERT INTO queue (channel, destination, control_id, message_type, raw, state, enqueued_at, next_attempt, reason)"
    f" VALUES ({rows.NAME}, {rows.NAME}, {rows.NAME}, {rows.NAME}, ?, 'pending', ?, ?, {rows.NAME})"
)


class Store:
    """One delivery queue, open for writing; used by the thread that opened it, as a context manager.

    Rule one: order is kept per destination, so only the head, by id, is ever handed out. Rule two: queued means
    accepted, so `enqueue` returns after the commit has reached the disk. Reads go through a connection of their
    own. Administrative calls take `who` and `reason` and are audited in the transaction of their change.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Opens the file, or creates it. Raises `SourceError`."""
        self._writer = Writer(path, create=True)
        self._path = self._writer.path
        with ExitStack() as opened, explained(self._path):
            opened.callback(self._writer.close)
            self._reads = connect(uri(self._path, "mode=ro"), BUSY_WAIT)
            opened.callback(self._reads.close)
            self._use = indexes(objects(self._reads))
            opened.pop_all()
        self._scan = DepthScan()
        self._runner = Runner(self._writer)

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._reads.close()
        self._writer.close()

    # -- the engine's side ---------------------------------------------------------------------------------------

    def enqueue(self, item: Item) -> int:
        """The new item's id, once its commit has reached the disk.

        Only what the item is counts (channel, destination, payload, control id, type, reason, and its times where
        given); it enters as pending, untried. Raises `Refused` for an empty payload or a blank name.
        """
        return self.enqueue_many([item])[0]

    def enqueue_many(self, items: Iterable[Item]) -> "Ids":
        """All of them, in their order, or none, in one transaction; their ids."""
        values = [_row(item) for item in items]
        if not values:
            return []
        with self._writer.transaction() as db:
            return [int(db.execute(_INSERT, row).lastrowid or 0) for row in values]

    def next(self, channel: str, destination: str, now: When | None = None) -> tuple[Item | None, timedelta | None]:
        """The head with its payload, or how long to wait for it; (None, None) where nothing is pending.

        Never "the oldest that is due": that would reorder after the first failure. A head whose due time can't be
        read is due.
        """
        at = times.now() if now is None else times.instant(now)
        with explained(self._path), snapshot(self._reads):
            row = self._reads.execute(
                f"SELECT {rows.ITEM_COLUMNS} FROM queue WHERE id = (SELECT id FROM queue {self._use.pending}"
                f" WHERE channel = {rows.NAME} AND destination = {rows.NAME} AND state = 'pending'"
                " ORDER BY id LIMIT 1)",
                (rows.name(channel), rows.name(destination)),
            ).fetchone()
            if row is None:
                return None, None
            head = rows.item(row)
            wait = times.between(at, head.next_attempt or at)
            if wait is not None and wait > timedelta():
                return None, wait
            return rows.item(row, rows.payload(self._reads, row[0], 0, None)), timedelta()

    def blocked(self, channel: str, destination: str) -> bool:
        """Whether anything is pending there, due or not. Who can't find out must treat it as blocked."""
        with explained(self._path):
            return exists(self._reads, self._use, Destination(channel, destination))

    def succeeded(self, item: ItemId, attempts: int) -> bool:
        """The receiver has it: that is the truth whatever the row says by now. False where the row is gone."""
        with self._writer.transaction() as db:
            return reports.succeeded(db, rows.row_id(item), attempts, times.now().text)

    def retry(self, item: ItemId, attempts: int, next: When, cause: str | bytes, due: When) -> bool:
        """A failed attempt, the `attempts`-th, with the next one scheduled.

        Acts only on a pending row whose stored attempts are `attempts - 1` and whose next attempt is still `due`,
        the value read with the item: a late report must not undo what a person did meanwhile. Whether it acted.
        """
        then = _standard(next)
        with self._writer.transaction() as db:
            told, read = (attempts, times.now().text, bounded(cause)), _as_read(attempts, due)
            return reports.retry(db, rows.row_id(item), *told, *read, then)

    def gave_up(self, item: ItemId, attempts: int, cause: str | bytes, due: When) -> bool:
        """The last attempt failed; on the same condition as `retry`."""
        with self._writer.transaction() as db:
            told, read = (attempts, times.now().text, bounded(cause)), _as_read(attempts, due)
            return reports.gave_up(db, rows.row_id(item), *told, *read)

    # -- reading -------------------------------------------------------------------------------------------------

    def list(self, query: Query) -> "tuple[Items, int]":
        """A page without payloads, newest first unless the query says else, and how many match in all."""
        with explained(self._path):
            pages = Pages(self._reads)
            return list(pages.page(query).items), pages.count(query, budget=float("inf")) or 0

    def payload(self, item: ItemId, offset: int = 0, length: int | None = None) -> bytes:
        """The stored bytes, or a slice of them. Raises `UnknownItem`."""
        with explained(self._path):
            found = rows.payload(self._reads, rows.row_id(item), offset, length)
        if found is None:
            raise rows.unknown(item)
        return found

    def depth(self) -> "Depths":
        """Every destination that has pending or failed items, by channel and destination, exact."""
        with explained(self._path):
            while not (depth := self._scan.look(self._reads)).complete:
                pass
        return list(depth.rows)

    def pending_destinations(self) -> "Depths":
        """Where work waits, for a worker that has just started."""
        return [row for row in self.depth() if row.pending]

    def scan_payloads(self, fn: Callable[[int, str, bytes], object]) -> int:
        """Calls `fn(id, state, payload)` for every row, whatever its state, one payload at a time; how many there were.

        Rows that come meanwhile are met too; those that go are not.
        """
        last, met = -(2**63), 0
        while True:
            with explained(self._path):
                row = self._reads.execute(
                    f"SELECT id, state, {rows.PAYLOAD} FROM queue WHERE id > ? ORDER BY id LIMIT 1", (last,)
                ).fetchone()
            if row is None:
                return met
            last, met = row[0], met + 1
            fn(row[0], rows.text(row[1]), row[2] or b"")

    # -- what people do ------------------------------------------------------------------------------------------

    def retry_now(
        self,
        id: ItemId | None = None,
        channel: str | None = None,
        destination: str | None = None,
        include_failed: bool = False,
        *,
        who: str,
        reason: str = "",
    ) -> int:
        """Due now, attempts from 0: one item (pending or failed), or a destination's pending ones; how many."""
        what = [id] if id is not None else _destination(channel, destination)
        return self._act("retry-now", what, who, reason, {"include_failed": include_failed})

    def skip(self, id: ItemId | Iterable[ItemId], who: str, reason: str = "") -> int:
        """Abandon pending or failed items, in `who`'s name; the rows stay. How many."""
        return self._act("skip", _ids(id), who, reason)

    def drain(self, channel: str, destination: str, who: str, reason: str = "", include_failed: bool = False) -> int:
        """Abandon every pending item of a destination, as of now; the failed ones too if asked. How many."""
        return self._act("drain", _destination(channel, destination), who, reason, {"include_failed": include_failed})

    def remove(self, ids: ItemId | Iterable[ItemId], who: str, reason: str = "") -> int:
        """Delete finished items; never a pending one. How many."""
        return self._act("remove", _ids(ids), who, reason)

    def purge(self, before: When, who: str, reason: str = "") -> int:
        """Delete delivered and skipped items that finished before an instant; failed ones stay. How many."""
        return self._act("purge", Query(), who, reason, {"before": times.instant(before)})

    def restore(self, ids: ItemId | Iterable[ItemId], who: str, reason: str = "") -> int:
        """Put skipped items back in line, untried. How many."""
        return self._act("restore", _ids(ids), who, reason)

    def resend(self, id: ItemId, who: str, reason: str = "") -> int:
        """The same bytes as a new last item of the same destination; its id. Raises `Refused` for a pending item."""
        report = self._runner.run(self._plan("resend", [id], {}), who, reason)
        if not report.created:
            state = report.unchanged[0][1]
            raise Refused(phrase("Item {id} is {state}: it is not sent again.", id=id, state=state))
        return int(report.created[0])

    def erase(self, ids: ItemId | Iterable[ItemId], who: str, reason: str = "") -> int:
        """Delete items and every trace of their bytes, whatever their state. How many."""
        return self._act("erase", _ids(ids), who, reason)

    def _act(
        self, action: str, what: Query | Sequence[ItemId], who: str, reason: str, reach: Reach | None = None
    ) -> int:
        return self._runner.run(self._plan(action, what, reach or {}), who, reason).done

    def _plan(self, action: str, what: Query | Sequence[ItemId], reach: Reach) -> Plan:
        with explained(self._path):
            return Planner(self._reads, self._writer.identity).plan(action, what, reach)


def _row(item: Item) -> tuple[object, ...]:
    """The values of a new row; times in the standard form. Raises `Refused`."""
    if not isinstance(item.raw, bytes | bytearray | memoryview) or not item.raw:
        raise Refused(phrase("An empty message is not queued."), phrase("A message is bytes."))
    if not item.channel.strip() or not item.destination.strip():
        raise Refused(phrase("A message needs a channel and a destination."))
    enqueued = _standard(item.enqueued_at or times.now())
    due = _standard(item.next_attempt) if item.next_attempt else enqueued
    names = map(rows.name, (item.channel, item.destination, item.control_id, item.message_type))
    return (*names, bytes(item.raw), enqueued, due, rows.name(item.reason))


def _standard(when: When) -> str:
    """The stored form of a time. Raises `Refused` for a text that is no time."""
    at: Instant = times.instant(when)
    if at.ns is None:
        raise Refused(phrase("'{text}' is no time.", text=at.text), phrase("Times are RFC 3339 text."))
    try:
        return times.from_ns(at.ns).text
    except OverflowError as error:
        raise Refused(phrase("'{text}' is beyond the year 9999.", text=at.text)) from error


def _as_read(attempts: int, due: When) -> tuple[bytes, bytes]:
    """What a row holds whose item was read before its `attempts`-th attempt, due at a time exactly as stored."""
    text = due if isinstance(due, str) else times.instant(due).text
    return b"%d" % (attempts - 1), text.encode("utf-8", "surrogateescape")


def _ids(ids: ItemId | Iterable[ItemId]) -> Sequence[ItemId]:
    return [ids] if isinstance(ids, int | str) else list(ids)


def _destination(channel: str | None, destination: str | None) -> Query:
    if channel is None or destination is None:
        raise Refused(
            phrase("Neither an item nor a destination was named."), phrase("Give an id, or channel and destination.")
        )
    return Query(channel=channel, destination=destination)
