"""What a delivery queue's worker has open, and how it marks items. Used by one thread."""

import os
import sqlite3

from qmonitor.queues.delivery.schema import objects
from qmonitor.queues.delivery.seeks import indexes
from qmonitor.queues.delivery.worker.changes import Changes, Head
from qmonitor.queues.delivery.worker.marking import mark
from qmonitor.queues.delivery.writer import Writer
from qmonitor.queues.errors import NotWritable, Refused
from qmonitor.queues.model import Destination
from qmonitor.queues.sqlite_errors import explained
from qmonitor.queues.sqlite_worker import desk
from qmonitor.queues.sqlite_worker.attempt import Report
from qmonitor.queues.sqlite_worker.clock import Clock
from qmonitor.queues.words import phrase


class Desk(desk.Desk[Head, Changes]):
    """See `sqlite_worker.desk.Desk`. Raises `Refused` for a file that keeps its texts otherwise than engines do."""

    def __init__(
        self, path: str | os.PathLike[str], where: Destination, to: str, lease: tuple[float, float], clock: Clock
    ) -> None:
        writer = Writer(path, patience=desk.patience())
        try:
            with explained(writer.path):
                use = indexes(objects(writer.db))
                _require_utf8(writer.path, writer.db)
        except BaseException:
            writer.close()
            raise
        super().__init__(writer, Changes(writer.db, where, use), where, to, lease, clock)

    def payload(self, head: Head) -> bytes | None:
        with explained(self.path):
            return self.changes.payload(head.id)

    def write(self, report: Report[Head]) -> bool:
        with self._changing() as db:
            row = mark(db, report)
        self.changes.reported(report.head.id, row)
        if row is None:
            with explained(self.path):
                self.changes.settle(report.head.id)
            if report.failure is None and report.head.id in self.changes.cursor.pending:
                raise NotWritable(phrase("{path} takes no change of message {id}.", path=self.path, id=report.head.id))
        return row is not None


def _require_utf8(path: str, db: sqlite3.Connection) -> None:
    """What is told apart here is told apart by its bytes. Raises `Refused`."""
    (encoding,) = db.execute("PRAGMA encoding").fetchone()
    if encoding != "UTF-8":
        raise Refused(
            phrase("{path} keeps its texts as {encoding}.", path=path, encoding=encoding),
            phrase("A worker delivers from files that keep them as UTF-8, as engines make them."),
        )
