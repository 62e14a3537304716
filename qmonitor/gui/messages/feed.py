"""Asks for pages and counts, one at a time, and tells stale answers from the right ones."""

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from qmonitor.gui.messages.model import MessagesModel
from qmonitor.monitor.window import Purpose, Wanted
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Beside, Item, ItemId, Page, Query, Start
from qmonitor.queues.times import Instant
from qmonitor.values import dataclass

PATIENCE = 10.0
"""Seconds after which an answer is not waited for any more."""
COUNTS_REST = 1.0
"""Seconds between two countings at least, while the source changes."""
SHARE = 10.0
"""The rest is so many times as long as the counting took, or the reading of the rows that are seen."""

WATCHED = 20
"""Selected messages out of memory that are looked after, at each change of the source; in turn where there are more."""

FRESH = (Purpose.TOP, Purpose.REFRESH, Purpose.JUMP)
"""After a page read for one of these, all rows held are of one snapshot: it is counted in the same one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is waited for: a page of the window; or, where `wanted` is None, an item alone that is sought or watched."""

    wanted: Wanted | None
    counts: tuple[Query, ...] = ()
    sought: ItemId | None = None
    watched: ItemId | None = None


class PageFeed(QObject):
    """Brings the rows that are seen into the model's window, with the counts of the same snapshot.

    Signals:
        page_requested(Query, Start, token): a page to read.
        about_to_take(), taken(): around every change of the rows.
        counted(queries, counts): of the snapshot whose rows are held now; None where counting would take long.
        failed(QueueError): a page could not be read; nothing more is asked for until `ask` is called again.
        arrived(id): the item that was sought is held now.
        missed(id, Item or None): it is not in the list; the item as it is elsewhere, None where there is none.
        refused(id, QueueError): there can't be such an id.
        lost(id): a selected item that is out of memory is not in the list any more.
    """

    page_requested = Signal(object, object, int)
    about_to_take = Signal()
    taken = Signal()
    counted = Signal(object, object)
    failed = Signal(object)
    arrived = Signal(object)
    missed = Signal(object, object)
    refused = Signal(object, object)
    lost = Signal(object)

    def __init__(
        self,
        model: MessagesModel,
        seen: Callable[[], tuple[int, int]],
        parent: QObject,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`seen` tells which rows are seen; `clock` counts seconds."""
        super().__init__(parent)
        self._clock = clock
        self._model, self._seen = model, seen
        self._query = Query()
        self._tokens = itertools.count(1)
        self._token = 0
        self._asked: Asked | None = None
        self._asked_at = self._rested_at = 0.0
        self.to_count: tuple[Query, ...] = ()
        """What is counted in each snapshot."""
        self.as_of: Instant | None = None
        """When the rows held were read."""
        self.watched: Callable[[], Sequence[ItemId]] = tuple
        """The selected items."""
        self._to_watch: list[ItemId] = []
        self._watch_change = self._watch_turn = 0

    @property
    def busy(self) -> bool:
        """Whether an answer is waited for."""
        return self._asked is not None

    @property
    def rest(self) -> float:
        """Seconds until the rows that are seen may be read again for a change alone.

        A filter that finds nothing walks the whole of a big file each time (0.3 s at a million rows).
        """
        return max(0.0, self._rested_at - self._clock())

    def begin(self, query: Query) -> None:
        """Another query: what was asked for before is of no interest."""
        self._query, self.as_of = query, None
        self.forget()
        self.about_to_take.emit()
        self._model.begin(newest_first=not query.head_first)
        self.taken.emit()

    def forget(self) -> None:
        """Take no answer to anything that was asked for before."""
        self._asked, self._token = None, next(self._tokens)
        self._to_watch = []

    def ask(self) -> None:
        """Ask for what is missing or stale of the rows that are seen, unless an answer is waited for."""
        if self._asked is None or self._clock() - self._asked_at > PATIENCE:
            wanted = self._model.window.wanted(*self._seen())
            if wanted is not None:
                self._send(wanted)
            else:
                self._watch()

    def _watch(self) -> None:
        """After a change, when all that is seen is read: look after selected items that are out of memory."""
        window = self._model.window
        if self._watch_change != window.change:
            self._watch_change = window.change
            far = [item for item in self.watched() if window.row_of(item) is None]
            turn = self._watch_turn % max(1, len(far))
            self._to_watch = (far[turn:] + far[:turn])[:WATCHED]
            self._watch_turn = turn + WATCHED
        if self._to_watch:
            item = self._to_watch.pop(0)
            self._request(Asked(None, watched=item), Query(limit=1), Start(Beside(item)))

    def seek(self, item: ItemId) -> None:
        """Go to an item, wherever it is."""
        self._send(self._model.window.beside(item), item)

    def seek_end(self) -> None:
        """Go to the last row."""
        self._send(self._model.window.last())

    def _send(self, wanted: Wanted, sought: ItemId | None = None) -> None:
        counts = self.to_count if wanted.purpose in FRESH else ()
        start = Start(wanted.begin, placed=isinstance(wanted.begin, Beside) and sought is not None, counts=counts)
        self._request(Asked(wanted, counts, sought), replace(self._query, limit=wanted.limit), start)

    def _request(self, asked: Asked, query: Query, start: Start) -> None:
        self._asked, self._asked_at, self._token = asked, self._clock(), next(self._tokens)
        self.page_requested.emit(query, start, self._token)

    def receive(self, token: int, page: Page) -> None:
        """Take an answer, and ask for the next page if one is wanted."""
        if token != self._token or self._asked is None:
            return
        asked, self._asked = self._asked, None
        if asked.watched is not None:
            self._tell_lost(asked.watched, page)
        elif asked.wanted is None:
            self._tell_missed(asked.sought, page)
        elif asked.sought is not None and not _begins_with(page, asked.sought):
            self._request(Asked(None, sought=asked.sought), Query(limit=1), Start(Beside(asked.sought)))
            return
        else:
            self._take(asked, asked.wanted, page)
        self.ask()

    def _take(self, asked: Asked, wanted: Wanted, page: Page) -> None:
        self.about_to_take.emit()
        self._model.window.take(wanted, page)
        if wanted.purpose in FRESH:
            self.as_of = page.as_of
            now = self._clock()
            self._rested_at = now + SHARE * (now - self._asked_at)
            if asked.counts:
                self.counted.emit(asked.counts, page.counts)
        self.taken.emit()
        if asked.sought is not None:
            self.arrived.emit(page.items[0].id)
        self._model.window.trim(*self._seen())

    def _tell_missed(self, sought: ItemId | None, page: Page) -> None:
        found: Item | None = page.items[0] if sought is not None and _begins_with(page, sought) else None
        self.missed.emit(sought, found)

    def _tell_lost(self, watched: ItemId, page: Page) -> None:
        item, query = page.items[0] if page.items else None, self._query
        names = None if item is None or item.id != watched else (item.channel, item.destination, item.state)
        wanted = (query.channel, query.destination, query.state)
        if names is None or any(want not in (None, name) for want, name in zip(wanted, names, strict=True)):
            self.lost.emit(watched)

    def fail(self, token: int, error: QueueError) -> None:
        """The page could not be read."""
        if token != self._token or self._asked is None:
            return
        asked, self._asked = self._asked, None
        if asked.watched is not None:
            self._to_watch = []  # looked after again at the next change
        elif asked.sought is not None:
            self.refused.emit(asked.sought, error)
        else:
            self.failed.emit(error)


def _begins_with(page: Page, item: ItemId) -> bool:
    """Whether a page begins with the item of an id as a person types it."""
    if not page.items:
        return False
    found = page.items[0].id
    typed = str(item).lstrip("0") or "0"
    return str(found) == (typed if isinstance(found, int) else item)


class CountFeed(QObject):
    """Asks how many items match several queries: those that could not be counted together with a page.

    Signals:
        count_requested(tuple of Query, token): how many match each?
        counted(Query, number or None): so many; None where finding out takes too long.
    """

    count_requested = Signal(object, int)
    counted = Signal(object, object)

    def __init__(self, parent: QObject | None, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._clock = clock
        self._tokens = itertools.count(1)
        self._asked: tuple[int, tuple[Query, ...]] | None = None
        self._asked_at = 0.0
        self._due: list[tuple[Query, ...]] = []
        self._rest_until = 0.0
        self._behind = False

    def begin(self, queries: Sequence[Query]) -> None:
        """Count these, and forget what was being counted."""
        once = dict.fromkeys(queries)
        together = tuple(query for query in once if not _reads_rows(query))
        self._due = [group for group in (together, *((query,) for query in once if _reads_rows(query))) if group]
        self._asked, self._behind = None, False
        self._ask()

    def begin_if_rested(self, queries: Sequence[Query]) -> None:
        """The source has changed: count again, unless that was done just now; `settle` makes up for it then."""
        waiting = self._asked is not None and self._clock() - self._asked_at < PATIENCE
        if waiting or self._clock() < self._rest_until:
            self._behind = True
        else:
            self.begin(queries)

    def settle(self, queries: Sequence[Query]) -> None:
        """Count what has changed since the last counting, if anything has."""
        if self._behind:
            self.begin_if_rested(queries)

    def receive(self, token: int, counts: Sequence[int | None]) -> None:
        if self._asked is None or token != self._asked[0]:
            return
        queries, self._asked = self._asked[1], None
        now = self._clock()
        self._rest_until = now + max(COUNTS_REST, SHARE * (now - self._asked_at))
        for query, count in zip(queries, counts, strict=True):
            self.counted.emit(query, count)
        self._ask()

    def forget(self) -> None:
        self._asked, self._due, self._rest_until, self._behind = None, [], 0.0, False

    def _ask(self) -> None:
        if self._asked is None and self._due:
            queries = self._due.pop(0)
            self._asked, self._asked_at = (next(self._tokens), queries), self._clock()
            self.count_requested.emit(queries, self._asked[0])


def _reads_rows(query: Query) -> bool:
    """Whether no index can count what matches."""
    return any(part is not None for part in (query.text, query.error, query.since, query.until, query.among))
