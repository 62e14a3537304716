"""One look at a file: the connection, its indexes, and the read transaction that is exchanged before it gets old."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from qmonitor.queues.delivery.seeks import Indexes
from qmonitor.queues.sqlite_file import Snapshot
from qmonitor.queues.times import Instant


class Look:
    """What everybody needs who takes part in a look. `begun` is called at the begin of each further transaction."""

    def __init__(
        self,
        db: sqlite3.Connection,
        use: Indexes,
        present: frozenset[str],
        as_of: Instant,
        view: Snapshot,
    ) -> None:
        self.db, self.use, self.present, self.as_of = db, use, present, as_of
        self.begun: Callable[[Look], None] | None = None
        self._view = view

    def breathe(self) -> bool:
        """Begin another transaction where this one is getting old; whether that was done."""
        return self._go_on(self._view.breathe())

    def anew(self) -> None:
        """Begin another transaction now: what comes takes its time."""
        self._go_on(self._view.renew())

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Something that takes its time without the file: no transaction is open meanwhile."""
        self._view.end()
        yield
        self.anew()

    def _go_on(self, exchanged: bool) -> bool:
        if exchanged and self.begun is not None:
            self.begun(self)
        return exchanged
