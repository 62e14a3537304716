"""Changes a delivery queue by confirmed plans only."""

import sqlite3
from collections.abc import Sequence
from typing import Unpack

from qmonitor.queues import sqlite_admin
from qmonitor.queues.delivery import history
from qmonitor.queues.delivery.building import Builder
from qmonitor.queues.delivery.planner import Planner
from qmonitor.queues.delivery.runner import Runner
from qmonitor.queues.delivery.tuning import Tuner
from qmonitor.queues.delivery.writer import Writer
from qmonitor.queues.errors import Interrupted
from qmonitor.queues.model import ItemId, Query
from qmonitor.queues.plan import ON_SOURCE, Plan, Reach
from qmonitor.queues.sqlite_file import SqliteFile
from qmonitor.queues.sqlite_stamp import stamp
from qmonitor.queues.words import phrase


class DeliveryAdmin(sqlite_admin.SqliteAdmin[Writer]):
    """See `SqliteAdmin`; the file itself can be optimised, too."""

    def __init__(self, file: SqliteFile) -> None:
        """Raises `SourceError` where the file can't be written, without touching it."""
        super().__init__(file, history)

    def plan(self, action: str, what: Query | Sequence[ItemId], **reach: Unpack[Reach]) -> Plan:
        """See `Admin.plan`."""
        return self._tuned(action, what, reach) if action in ON_SOURCE else super().plan(action, what, **reach)

    def _planner(self, db: sqlite3.Connection, identity: tuple[int, int]) -> Planner:
        return Planner(db, identity, self._stopped)

    def _writer(self, path: str) -> Writer:
        return Writer(path, patience=self._patience)

    def _runner(self, plan: Plan, writer: Writer) -> Runner | Builder:
        return (Runner if plan.of_messages else Builder)(writer)

    def _tuned(self, action: str, what: Query | Sequence[ItemId], reach: Reach) -> Plan:
        found = stamp(self._file.path)

        def called_off() -> None:
            if self._stopped():
                raise Interrupted(phrase("The reading of {path} was called off.", path=found.path))

        def work(db: sqlite3.Connection) -> Plan:
            return Tuner(db, found, called_off, wal=self._file.wal_mode is not False).plan(action, what, reach)

        return self._file.read(work)
