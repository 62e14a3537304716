"""What a dead-letter queue's worker has open, and how it mends rows and removes them. Used by one thread."""

import logging
import os
import sqlite3
from dataclasses import replace

from qmonitor.queues.deadletter import codec, schema
from qmonitor.queues.deadletter.codec import MAX_QUEUE_AGE
from qmonitor.queues.deadletter.documents import document
from qmonitor.queues.deadletter.errors import Undecodable
from qmonitor.queues.deadletter.mending import Mender, decoded
from qmonitor.queues.deadletter.worker.changes import NEXT, Changes
from qmonitor.queues.deadletter.worker.head import Head
from qmonitor.queues.errors import NotWritable
from qmonitor.queues.model import Destination
from qmonitor.queues.sqlite_errors import explained
from qmonitor.queues.sqlite_worker import desk
from qmonitor.queues.sqlite_worker.attempt import Report
from qmonitor.queues.sqlite_worker.clock import Clock
from qmonitor.queues.sqlite_writer import Writer
from qmonitor.queues.words import phrase

_LOG = logging.getLogger("qmonitor.workers")


class Desk(desk.Desk[Head, Changes]):
    """See `sqlite_worker.desk.Desk`."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        where: Destination,
        name: bytes,
        to: str,
        lease: tuple[float, float],
        clock: Clock,
    ) -> None:
        """`name`: the queue's, as it is stored."""
        writer = Writer(path, schema, patience=desk.patience())
        super().__init__(writer, Changes(writer.db, name, clock), where, to, lease, clock)
        self._name = name

    def payload(self, head: Head) -> bytes | None:
        """The JSON document; None where the row has to be looked at again: because it was mended, say."""
        if head.odd:
            self._mend(head)
            return None
        try:
            (message,) = codec.decode(head.value)
            return document(message.stored)
        except Undecodable:
            _LOG.error("%s: message %s can't be made into a document; it is passed over", self._where, head.id)
            self.changes.pass_over(head)
            return None

    def _mend(self, head: Head) -> None:
        """The head and what follows it, unless another program was at the queue just now."""
        mender = Mender(self._name, self._clock.now(), MAX_QUEUE_AGE)
        if head.key == self._name:
            with explained(self.path):
                mender.legacy(self._writer.db)
        dropped: list[str] = []
        with self._changing() as db:
            if self.changes.foreign is None:
                if head.key == self._name:
                    mender.bring_over(db)
                else:
                    rows = [(head.key, head.value), *self.changes.line.after(head.key, NEXT)]
                    dropped = mender.mend(db, mender.odd(rows, mender.told(rows)))
        if dropped:
            too_old = "%s: %d dropped as older than %d days, the first is message %s; the audit has all"
            _LOG.warning(too_old, self._where, len(dropped), MAX_QUEUE_AGE.days, dropped[0])
        self.changes.take_own(mender.changed)

    def write(self, report: Report[Head]) -> bool:
        """Remove the row of what was delivered. A failure is remembered, and nothing is written down of it."""
        if report.failure is not None:
            return self._remember(report)
        with self._changing() as db:
            there = self._dequeue(db, report.head)
        if there:
            self.changes.take_away(report.head.key)
        return there

    def _remember(self, report: Report[Head]) -> bool:
        head = report.head
        with explained(self.path):
            there = self.changes.line.value(head.key) == head.value
        if there:
            self.changes.tries.note(head.key, report.attempts, report.at, report.next)
        return there

    def _dequeue(self, db: sqlite3.Connection, head: Head) -> bool:
        """Whether it was there, as it was sent. What somebody skipped meanwhile is delivered all the same: it is not to
        be restored.
        """
        if db.execute("DELETE FROM qmonitor_skipped WHERE key = ? AND value IS ?", (head.key, head.value)).rowcount:
            _LOG.info("%s: message %s was skipped while it was delivered", self._where, head.id)
        there = self.changes.line.value(head.key)
        if there is None or not _same(there, head.value):
            return False
        db.execute("DELETE FROM kv WHERE key = ? AND expires_at IS NULL", (head.key,))
        if self.changes.line.value(head.key) is not None:
            raise NotWritable(phrase("{path} takes no change of message {id}.", path=self.path, id=head.id))
        return True


def _same(there: bytes, sent: bytes) -> bool:
    """Whether a row still has the message that was sent: all but `QueuedAt`, which others may have stamped."""
    return there == sent or _undated(there) == _undated(sent)


def _undated(value: bytes) -> tuple[bytes, ...]:
    messages = decoded(value)
    if messages is None:
        return (value,)
    return tuple(codec.encode_one(replace(message, queued_at=None)) for message in messages)
