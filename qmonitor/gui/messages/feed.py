"""Asks for pages and counts, one at a time, and tells stale answers from the right ones."""

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from qmonitor.gui.messages.model import MessagesModel
from qmonitor.monitor.window import Wanted
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Page, Query

PATIENCE = 10.0
"""Seconds after which an answer is not waited for any more."""
COUNTS_REST = 1.0
"""Seconds between two countings at least, while the source changes."""
COUNTS_SHARE = 10.0
"""The rest is so many times as long as the counting took."""


class PageFeed(QObject):
    """Brings the rows that are seen into the model's window.

    Signals:
        page_requested(Query, cursor or None, token): a page to read.
        about_to_take(), taken(): around every change of the rows.
        failed(QueueError): a page could not be read; nothing more is asked for until `ask` is called again.
    """

    page_requested = Signal(object, object, int)
    about_to_take = Signal()
    taken = Signal()
    failed = Signal(object)

    def __init__(self, model: MessagesModel, seen: Callable[[], tuple[int, int]], parent: QObject) -> None:
        """`seen` tells which rows are seen."""
        super().__init__(parent)
        self._model, self._seen = model, seen
        self._query = Query()
        self._tokens = itertools.count(1)
        self._token = 0
        self._asked: Wanted | None = None
        self._asked_at = 0.0

    @property
    def busy(self) -> bool:
        """Whether an answer is waited for."""
        return self._asked is not None

    def begin(self, query: Query) -> None:
        """Another query: what was asked for before is of no interest."""
        self._query = query
        self.forget()
        self.about_to_take.emit()
        self._model.begin(newest_first=not query.head_first)
        self.taken.emit()

    def forget(self) -> None:
        """Take no answer to anything that was asked for before."""
        self._asked, self._token = None, next(self._tokens)

    def ask(self) -> None:
        """Ask for what is missing or stale of the rows that are seen, unless an answer is waited for."""
        if self._asked is not None and time.monotonic() - self._asked_at < PATIENCE:
            return
        wanted = self._model.window.wanted(*self._seen())
        if wanted is None:
            return
        self._asked, self._asked_at, self._token = wanted, time.monotonic(), next(self._tokens)
        self.page_requested.emit(replace(self._query, limit=wanted.limit), wanted.begin, self._token)

    def receive(self, token: int, page: Page) -> None:
        """Take an answer, and ask for the next page if one is wanted."""
        if token != self._token or self._asked is None:
            return
        wanted, self._asked = self._asked, None
        self.about_to_take.emit()
        self._model.window.take(wanted, page)
        self.taken.emit()
        self._model.window.trim(*self._seen())
        self.ask()

    def fail(self, token: int, error: QueueError) -> None:
        """The page could not be read."""
        if token != self._token or self._asked is None:
            return
        self._asked = None
        self.failed.emit(error)


class CountFeed(QObject):
    """Asks how many items match several queries: those that indexes count together, so that they are of one snapshot.

    Signals:
        count_requested(tuple of Query, token): how many match each?
        counted(Query, number or None): so many; None where finding out takes too long.
    """

    count_requested = Signal(object, int)
    counted = Signal(object, object)

    def __init__(self, parent: QObject, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._clock = clock
        self._tokens = itertools.count(1)
        self._asked: tuple[int, tuple[Query, ...]] | None = None
        self._asked_at = 0.0
        self._due: list[tuple[Query, ...]] = []
        self._rest_until = 0.0
        self._behind = False

    def begin(self, queries: list[Query]) -> None:
        """Count these, and forget what was being counted."""
        once = dict.fromkeys(queries)
        together = tuple(query for query in once if not query.text and not query.error)
        self._due = [together, *((query,) for query in once if query not in together)]
        self._asked, self._behind = None, False
        self._ask()

    def begin_if_rested(self, queries: list[Query]) -> None:
        """The source has changed: count again, unless that was done just now; `settle` makes up for it then."""
        waiting = self._asked is not None and self._clock() - self._asked_at < PATIENCE
        if waiting or self._clock() < self._rest_until:
            self._behind = True
        else:
            self.begin(queries)

    def settle(self, queries: list[Query]) -> None:
        """Count what has changed since the last counting, if anything has."""
        if self._behind:
            self.begin_if_rested(queries)

    def receive(self, token: int, counts: Sequence[int | None]) -> None:
        if self._asked is None or token != self._asked[0]:
            return
        queries, self._asked = self._asked[1], None
        now = self._clock()
        self._rest_until = now + max(COUNTS_REST, COUNTS_SHARE * (now - self._asked_at))
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
