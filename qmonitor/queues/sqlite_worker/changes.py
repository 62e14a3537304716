"""What others do to a destination while a worker of ours is at it: when to look, and what the audit explains.

Other programs know no lease, so they are noticed by their traces: changes that neither a report of ours nor an audit
row explains. As long as `PRAGMA data_version` is the same nobody else has written anything. Where it is another one,
the audit is read on, and a backend compares what it can at once; the rest as often as a tenth of the time allows.
"""

import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Set
from contextlib import contextmanager
from typing import Generic, TypeVar

from qmonitor.queues.audit import item_ids
from qmonitor.queues.model import ItemId
from qmonitor.queues.sqlite_values import text
from qmonitor.queues.sqlite_worker.attempt import H
from qmonitor.queues.words import Phrase

SHARE, SAVED = 0.1, 0.5
"""Which part of the time comparing everything may take, and how many seconds of it can be saved up."""

K = TypeVar("K")
"""By what a backend knows its messages."""


class Changes(ABC, Generic[H, K]):
    """One destination as the worker's thread sees it, over the worker's connection.

    `foreign` is what was noticed of another program since it was taken last.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self.foreign: Phrase | None = None
        self._db = db
        self._version = self._audited = 0
        self._owing = False
        """Whether everything is still to be compared."""
        self._queued = False
        self._saved, self._at = SAVED, time.monotonic()

    # -- for a backend ---------------------------------------------------------------------------------------------

    @abstractmethod
    def begin(self) -> None:
        """Take things as they are."""

    @abstractmethod
    def head(self) -> H | None:
        """The head as it is now; None where nothing is pending."""

    def passed_over(self) -> Phrase | None:
        """What is pending and can't be sent at all, where there is any: nobody is to take an idle worker for done."""
        return None

    @abstractmethod
    def catch_up(self) -> None:
        """Take all that a look has left for later."""

    @abstractmethod
    def _look_at(self, touched: Set[K]) -> None:
        """Take what changed, inside a transaction: nothing that takes long. `touched`: what acts were about."""

    @abstractmethod
    def _meet(self) -> None:
        """Take new rows, outside of a transaction."""

    @abstractmethod
    def _compare(self, touched: Set[K]) -> None:
        """Compare everything."""

    @abstractmethod
    def _touched(self, action: str, ids: tuple[ItemId, ...], /) -> Set[K]:
        """Which messages a recorded act was about."""

    # -- looking ---------------------------------------------------------------------------------------------------

    def _data_version(self) -> int:
        return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    def changed(self) -> bool:
        """Whether anybody else has written anything since the last look."""
        return self._data_version() != self._version

    def look(self) -> bool:
        """Take what changed since the last look; whether anything did."""
        changed = self.changed()
        if changed:
            with self._snapshot():
                self.look_inside()
        self._meet()
        if self._owing and self._may_count():
            self._count(frozenset())
        return changed

    def look_inside(self) -> bool:
        """The same inside the caller's transaction: nothing that takes long."""
        version = self._data_version()
        if version == self._version:
            return False
        self._version, self._owing = version, True
        self._look_at(self._acted_on())
        return True

    def take_queued(self) -> bool:
        """Whether new rows were met since this was asked last."""
        found, self._queued = self._queued, False
        return found

    def take_foreign(self) -> Phrase | None:
        """What was noticed of another program since this was asked last."""
        found, self.foreign = self.foreign, None
        return found

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.execute("ROLLBACK")

    # -- the audit -------------------------------------------------------------------------------------------------

    def _audit_from_here(self) -> None:
        """What was recorded up to now is known."""
        self._audited = self._db.execute("SELECT coalesce(max(id), 0) FROM qmonitor_audit").fetchone()[0]

    def _acted_on(self) -> set[K]:
        """The messages of acts that were recorded since the last look."""
        rows = self._db.execute(
            "SELECT id, action, ids FROM qmonitor_audit WHERE id > ? ORDER BY id", (self._audited,)
        ).fetchall()
        found: set[K] = set()
        for number, action, ids in rows:
            self._audited = number
            found |= self._touched(text(action), item_ids(text(ids)))
        return found

    # -- comparing everything --------------------------------------------------------------------------------------

    def _may_count(self) -> bool:
        at = time.monotonic()
        self._saved, self._at = min(SAVED, self._saved + SHARE * (at - self._at)), at
        return self._saved > 0

    def _count(self, touched: Set[K]) -> None:
        """Compare everything, within the share of the time that this may take."""
        began, self._owing = time.monotonic(), False
        self._compare(touched)
        self._saved -= time.monotonic() - began
