"""Exporting messages: whole, or not at all, and never in the place of anything that is there.

It is written down in the local journal before the first byte is: who, how many, in which form, masked or not.
"""

import os
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from qmonitor.monitor.export.saving import record
from qmonitor.monitor.export.writers import WRITERS, Order, Payload, Writer
from qmonitor.monitor.journal.file import Journal
from qmonitor.payloads.mask import NotMasked
from qmonitor.queues.errors import Refused, UnknownItem
from qmonitor.queues.model import PAGE_LIMIT_MOST, Among, Item, ItemId, Query, rank
from qmonitor.queues.plan import Progress
from qmonitor.queues.source import Reader
from qmonitor.queues.times import now
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

TOGETHER = 200
"""Messages whose known facts are read by one reading."""

TELL_EVERY = 20
"""After how many messages the progress is told."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What became of it: how many messages were written, which were gone by then, which could not be masked."""

    path: Path
    written: int
    gone: tuple[ItemId, ...]
    refused: tuple[ItemId, ...]
    masked: bool


class Exporting:
    """One export, in one thread; an interrupted one goes on where it was, a stopped one leaves nothing."""

    def __init__(self, order: Order, journal: Journal | None = None) -> None:
        self._order = order
        self._journal = journal or Journal()
        self._ids: Sequence[ItemId] | None = None
        self._at = 0
        self._items: dict[ItemId, Item] = {}
        self._written = 0
        self._gone: list[ItemId] = []
        self._refused: list[ItemId] = []
        self._writer: Writer | None = None

    def run(
        self, reader: Reader, progress: Progress | None = None, give_way: Callable[[], None] = lambda: None
    ) -> Exported:
        """`give_way` may raise `Interrupted`: call `run` again then. Raises `Refused` where it was stopped or fails."""
        try:
            if self._ids is None:
                self._ids = self._frozen(reader, give_way)
            if self._writer is None:
                self._begin()
            self._write(reader, self._ids, progress, give_way)
            self._check_content(reader)
            return self._finish()
        except Refused:
            self.abandon()
            raise
        except OSError as error:
            self.abandon()
            raise Refused(
                phrase("The export can't be written: {cause}.", cause=error.strerror or "error"),
                phrase("Choose another place. Nothing was left behind."),
            ) from error

    def abandon(self) -> None:
        """Leave nothing of it behind."""
        if self._writer is not None:
            self._writer.discard()
            self._writer = None

    def _frozen(self, reader: Reader, give_way: Callable[[], None]) -> Sequence[ItemId]:
        """The ids that are meant: what comes to match later is not."""
        what = self._order.what
        if not isinstance(what, Query):
            return tuple(what)
        ids: list[ItemId] = []
        cursor: str | None = None
        while True:
            page = reader.page(_limited(what), cursor)
            ids += [item.id for item in page.items]
            cursor = page.next
            if cursor is None or not page.items:
                return tuple(ids)
            give_way()

    def _begin(self) -> None:
        order = self._order
        if os.path.lexists(order.path):
            raise Refused(
                phrase("{name} is there already, and is not replaced.", name=order.path.name),
                phrase("Choose another name."),
            )
        writer = WRITERS[order.form](order)
        try:
            self._record()
        except BaseException:
            writer.discard()
            raise
        self._writer = writer
        weakref.finalize(self, writer.discard)  # one that nobody goes on with leaves nothing either

    def _record(self) -> None:
        """Raises `NotWritable`: then nothing is exported."""
        order = self._order
        how = f"{order.form}, {'masked' if order.masked else 'unmasked'}"
        record(self._journal, self._ids or (), f"{order.source} as {how}: {order.path}")

    def _write(
        self, reader: Reader, ids: Sequence[ItemId], progress: Progress | None, give_way: Callable[[], None]
    ) -> None:
        while self._at < len(ids):
            if progress is not None and self._at % TELL_EVERY == 0 and progress(self._at, len(ids)) is False:
                raise Refused(phrase("The export was stopped; nothing of it was left."))
            give_way()
            if self._at % TOGETHER == 0:
                self._check_content(reader)
                self._items = _known(reader, ids[self._at : self._at + TOGETHER])
            item = self._items.get(ids[self._at])
            if item is None:
                self._gone.append(ids[self._at])
            else:
                self._write_one(reader, item)
            self._at += 1

    def _check_content(self, reader: Reader) -> None:
        """Raises `Refused` where another file, or a backup, has taken the place of what was seen."""
        if self._order.mark and not reader.knows(self._order.mark):
            raise Refused(
                phrase("The file's content was exchanged: its messages are no longer those that were chosen."),
                phrase("Choose them again. Nothing was left behind."),
            )

    def _write_one(self, reader: Reader, item: Item) -> None:
        assert self._writer is not None
        mark = self._writer.mark()
        try:
            self._writer.write(item, Payload(reader, item, self._order))
            self._written += 1
        except UnknownItem:
            self._writer.back(mark)
            self._gone.append(item.id)
        except NotMasked:
            self._writer.back(mark)
            self._refused.append(item.id)
        except BaseException:
            self._writer.back(mark)
            raise

    def _finish(self) -> Exported:
        assert self._writer is not None
        self._writer.finish([*((item, "gone") for item in self._gone), *((i, "not masked") for i in self._refused)])
        self._writer = None
        order = self._order
        return Exported(order.path, self._written, tuple(self._gone), tuple(self._refused), order.masked)


def _limited(query: Query) -> Query:
    return replace(query, limit=PAGE_LIMIT_MOST, offset=0)


def _known(reader: Reader, ids: Sequence[ItemId]) -> dict[ItemId, Item]:
    among = Among(tuple(sorted(ids, key=rank)), "", now())
    return {item.id: item for item in reader.page(Query(among=among, limit=PAGE_LIMIT_MOST)).items}
