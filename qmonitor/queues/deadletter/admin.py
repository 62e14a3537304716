"""Changes dead-letter queues by confirmed plans only."""

import sqlite3

from qmonitor.queues import sqlite_admin
from qmonitor.queues.deadletter import history, schema
from qmonitor.queues.deadletter.planner import Planner
from qmonitor.queues.deadletter.runner import Runner
from qmonitor.queues.plan import Plan
from qmonitor.queues.sqlite_file import SqliteFile
from qmonitor.queues.sqlite_writer import Writer


class DeadLetterAdmin(sqlite_admin.SqliteAdmin[Writer]):
    """See `SqliteAdmin`."""

    def __init__(self, file: SqliteFile) -> None:
        """Raises `SourceError` where the file can't be written, without touching it."""
        super().__init__(file, history)

    def _planner(self, db: sqlite3.Connection, identity: tuple[int, int]) -> Planner:
        return Planner(db, identity, self._stopped)

    def _writer(self, path: str) -> Writer:
        return Writer(path, schema, patience=self._patience)

    def _runner(self, _plan: Plan, writer: Writer) -> Runner:
        return Runner(writer)
