"""Looks at several queues of one file."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

from qmonitor.queues.audit import AuditEntry, Verification
from qmonitor.queues.combined.pages import Lists
from qmonitor.queues.combined.parts import Parts
from qmonitor.queues.failing import Failing, Place
from qmonitor.queues.model import Begin, Beside, Depth, DepthRow, Destination, Details, Item, ItemId, Page, Query, Start
from qmonitor.queues.past import Past
from qmonitor.queues.plan import InterruptedPlan
from qmonitor.queues.scanning import Place as ScanPlace
from qmonitor.queues.scanning import Scan
from qmonitor.queues.source import Reader
from qmonitor.queues.times import Instant, latest

_BEGIN = "begin of "
"""What stands for the begin of a queue in the place of a scan."""


class CombinedReader:
    """One reader of each; one thread, but `interrupt` from any."""

    def __init__(self, parts: Parts, readers: Sequence[Reader]) -> None:
        self._parts, self._readers = parts, readers
        self._lists = Lists(parts, readers)

    # -- figures ---------------------------------------------------------------------------------------------------

    def depth(self, *, patient: bool = False) -> Depth:
        found = [reader.depth(patient=patient) for reader in self._readers]
        rows = [self._row(n, row) for n, depth in enumerate(found) for row in depth.rows]
        places = {where for depth in found for where in depth.destinations or ()}
        return Depth(
            tuple(sorted(rows, key=lambda row: _order(row.key))),
            found[-1].as_of,
            all(depth.complete for depth in found),
            {where: flow for depth in reversed(found) for where, flow in depth.flows.items()},
            latest(*(depth.newest for depth in found)),
            max((depth.skew for depth in found if depth.skew is not None), default=None),
            sum(depth.epoch for depth in found),
            self._parts.marks(depth.mark for depth in found),
            tuple(sorted(places, key=_order)) if all(depth.destinations is not None for depth in found) else None,
            traits={channel: traits for depth in found for channel, traits in depth.traits.items()},
        )

    def _row(self, n: int, row: DepthRow) -> DepthRow:
        return row if row.head is None else replace(row, head=self._parts.all[n].item(row.head))

    def destinations(self) -> tuple[Destination, ...]:
        return tuple(sorted({where for reader in self._readers for where in reader.destinations()}, key=_order))

    def now(self) -> Instant:
        return self._readers[0].now()

    def changed(self) -> bool:
        return any(reader.changed() for reader in self._readers)

    def knows(self, mark: str) -> bool:
        marks = [self._parts.mark(mark, n) for n in range(len(self._readers))]
        return all(reader.knows(one) for reader, one in zip(self._readers, marks, strict=True) if one)

    def past(self, span: timedelta) -> Past | None:  # noqa: ARG002
        """Never told: of one queue alone it would say that nothing waited in the others."""
        return None

    # -- lists -----------------------------------------------------------------------------------------------------

    def page(self, query: Query, start: Start | Begin = None, *, total: bool = False) -> Page:
        asked = start if isinstance(start, Start) else Start(start)
        page, first = self._lists.page(query, asked.begin)
        return replace(
            page,
            total=self._quick(query, self._parts.asked(query)) if total else None,
            before=self._before(query, page, first) if asked.placed else None,
            counts=tuple(self._quick(each, self._parts.asked(each)) for each in asked.counts),
        )

    def _quick(self, query: Query, parts: Iterable[int]) -> int | None:
        """How many match in these, where that is quick."""
        return _sum(
            self._readers[n].page(replace(self._parts.query(n, query), limit=1, offset=0), total=True).total
            for n in parts
        )

    def _before(self, query: Query, page: Page, first: int) -> int | None:
        """How many match and come before a page."""
        part = next((self._parts.owner(item.id) for item in page.items), first)
        begin = self._place(part, page)
        inside = self._readers[part].page(replace(self._parts.query(part, query), limit=1), Start(begin, placed=True))
        return _sum((inside.before, self._quick(query, self._lists.before(query, part))))

    def _place(self, part: int, page: Page) -> Begin:
        return Beside(self._parts.all[part].inner(page.items[0].id)) if page.items else None

    def count(self, query: Query) -> int | None:
        return _sum(self._readers[n].count(self._parts.query(n, query)) for n in self._parts.asked(query))

    def counts(self, queries: Sequence[Query]) -> tuple[int | None, ...]:
        return tuple(map(self.count, queries))

    # -- items -----------------------------------------------------------------------------------------------------

    def get(self, item: ItemId) -> Item:
        n = self._parts.owner(item)
        return self._parts.all[n].item(self._readers[n].get(self._parts.all[n].inner(item)))

    def payload(self, item: ItemId, offset: int = 0, length: int | None = None) -> bytes:
        n = self._parts.owner(item)
        return self._readers[n].payload(self._parts.all[n].inner(item), offset, length)

    def states(self, ids: Iterable[ItemId]) -> tuple[tuple[ItemId, str], ...]:
        wanted = list(ids)
        found: dict[ItemId, str] = {}
        for n, (part, reader) in enumerate(zip(self._parts.all, self._readers, strict=True)):
            here = [part.inner(item) for item in wanted if self._parts.owner(item) == n]
            found |= {part.outer(item): state for item, state in (reader.states(here) if here else ())}
        return tuple((item, found[item]) for item in wanted)

    def failing(self, after: Place | None = None, budget: float = 0.2) -> Failing:
        """See `Reader.failing`: one queue after the other."""
        n, place = (0, None) if after is None else _inside(after)
        part, found = self._parts.all[n], self._readers[n].failing(place, budget)
        following: Place | None = (found.next, n)
        if found.next is None:
            following = (None, n + 1) if n + 1 < len(self._readers) else None
        total = None
        if after is None:
            total = _sum([found.total, *(reader.failing(None, 0).total for reader in self._readers[1:])])
        rows = tuple(row._replace(id=part.outer(row.id)) for row in found.rows)
        return Failing(rows, following, found.looked, total, self._parts.only(n, found.mark), found.untold)

    def scan(self, query: Query, after: ScanPlace | None = None, budget: float = 0.1) -> Scan:
        """See `Reader.scan`: one queue after the other; first and last are those of the one that is read."""
        order = self._parts.asked(query)
        n, place = (order[0], None) if after is None else self._scan_place(after)
        part, at = self._parts.all[n], order.index(n)
        found = self._readers[n].scan(self._parts.query(n, query), place, budget)
        following = None if found.next is None else _each(found.next, part.outer)
        if following is None and at + 1 < len(order):
            following = (f"{_BEGIN}{order[at + 1]}", "", "")
            if not found.rows:
                return self.scan(query, following, budget)
        first, last, here = ((None if end is None else part.outer(end)) for end in (found.first, found.last, found.at))
        rows = tuple(row._replace(id=part.outer(row.id)) for row in found.rows)
        share = 1.0 if following is None else (at + found.share) / len(order)
        return Scan(rows, following, first, last, here, share, self._parts.only(n, found.mark))

    def _scan_place(self, after: ScanPlace) -> tuple[int, ScanPlace | None]:
        if isinstance(after[0], str) and after[0].startswith(_BEGIN):
            return int(after[0][len(_BEGIN) :]), None
        n = self._parts.owner(after[0])
        return n, _each(after, self._parts.all[n].inner)

    # -- the source ------------------------------------------------------------------------------------------------

    def details(self) -> Details:
        found = [reader.details() for reader in self._readers]
        each = {str(notice): notice for details in found for notice in details.notices}
        return replace(found[0], rows=_sum(details.rows for details in found), notices=tuple(each.values()))

    def audit(self, limit: int = 100, before: int | None = None) -> tuple[AuditEntry, ...]:
        """Of all queues: they share it."""
        found = self._readers[0].audit(limit, before)
        return tuple(replace(entry, ids=tuple(map(self._named, entry.ids))) for entry in found)

    def _named(self, item: ItemId) -> ItemId:
        """An id of the audit, in which each queue writes its own; texts are those of the one that has a prefix."""
        return self._parts.all[-1].outer(item) if isinstance(item, str) else item

    def verify_audit(self) -> Verification:
        return self._readers[0].verify_audit()

    def interrupted(self) -> tuple[InterruptedPlan, ...]:
        return self._readers[0].interrupted()

    def interrupt(self) -> None:
        for reader in self._readers:
            reader.interrupt()

    def close(self) -> None:
        for reader in self._readers:
            reader.close()


def _inside(after: Place) -> tuple[int, Place | None]:
    """The queue in which a place is, and the place there (None: its begin)."""
    place, n = after
    return int(n), place if isinstance(place, tuple) else None


def _order(where: Destination) -> tuple[bytes, bytes]:
    return where.channel.encode("utf-8", "surrogateescape"), where.destination.encode("utf-8", "surrogateescape")


def _sum(counts: Iterable[int | None]) -> int | None:
    """None where one is not known."""
    found = list(counts)
    return None if None in found else sum(count for count in found if count is not None)


def _each(place: ScanPlace, change: Callable[[ItemId], ItemId]) -> ScanPlace:
    at, first, last = place
    return change(at), change(first), change(last)
