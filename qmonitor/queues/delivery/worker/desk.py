"""What a worker has open: its connection, its lease, and what it knows of its destination. Used by one thread."""

import os
import sqlite3
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from qmonitor.queues import sqlite_audit
from qmonitor.queues.delivery.schema import objects
from qmonitor.queues.delivery.seeks import indexes
from qmonitor.queues.delivery.worker.attempt import Report
from qmonitor.queues.delivery.worker.changes import Changes, Head
from qmonitor.queues.delivery.worker.clock import Clock
from qmonitor.queues.delivery.worker.courtesy import courtesy
from qmonitor.queues.delivery.worker.lease import Holder, Lease
from qmonitor.queues.delivery.writer import TRY_EVERY, Patience, Writer
from qmonitor.queues.errors import NotWritable, Refused, SourceBusy
from qmonitor.queues.model import Destination
from qmonitor.queues.sqlite_errors import explained
from qmonitor.queues.words import phrase
from qmonitor.queues.working import FileExchanged, LeaseLost

LOCKED_FOR = 2.0
"""Seconds for which one try waits for another program's lock; then the worker says what it waits for, and tries on.
Twenty workers on one slow disk wait for each other a tenth of a second as a rule."""

PLACE_EVERY = 1.0
"""Seconds between two looks at whether the path still leads to the open file."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who starts or stops a worker, and why."""

    who: str
    reason: str


class Desk:
    """Everything that reads or writes the file, each call in short transactions.

    Raises `SourceError` or `NotWritable`, and `WorkerEnded`.
    """

    def __init__(
        self, path: str | os.PathLike[str], where: Destination, to: str, lease: tuple[float, float], clock: Clock
    ) -> None:
        """`to`: whom it sends to, for the audit. `lease`: how long it lasts, and for how long a worker that is awake
        leaves it alone at most (seconds).
        """
        self._writer = Writer(path, patience=Patience(try_for=LOCKED_FOR))
        self.path, self._where, self._to, self._clock = self._writer.path, where, to, clock
        try:
            with explained(self.path):
                use = indexes(objects(self._writer.db))
                _require_utf8(self.path, self._writer.db)
        except BaseException:
            self._writer.close()
            raise
        self.lease = Lease(where, *lease, clock)
        self.courtesy = courtesy(self._writer.identity)
        self.changes = Changes(self._writer.db, where, use)
        self.started = False
        """Whether the lease was taken, and the start recorded."""
        self._begun = False
        self._plan, self._part = uuid.uuid4().hex, 0
        self._placed = clock.passed()
        self._log = _identity(self.path + "-wal")
        """What is committed is in there at first; None: there is none, as the file has another kind of journal."""

    # -- beginning and ending --------------------------------------------------------------------------------------

    def take_lease(self, person: Person) -> Holder | None:
        """Take the lease if it is to be had, and record the start with it; who has it, or had it without a word."""
        with self._transaction() as db:
            holder = self.lease.take(db)
            if self.lease.held:
                self._record("worker-start", person)
        self.started, self._begun = self.lease.held, False
        self._part += self.lease.held
        return holder

    def record_statement(self, person: Person) -> None:
        """Record that a person says that the engine is stopped; things are taken as they are then."""
        with self._transaction():
            self._record("worker-start", person)
        self._part, self._begun = self._part + 1, False

    def leave(self, person: Person, sent: int) -> None:
        """Give the lease back, and record the stop of what was started, with how many messages it delivered."""
        if self.started:
            with self._transaction() as db:
                self.lease.release(db)
                self._record("worker-stop", person, sent)

    def _record(self, action: str, person: Person, sent: int = 0) -> None:
        act = sqlite_audit.Act(action, f"{self._where} → {self._to}", self._plan, self._part + 1, (), (), sent)
        sqlite_audit.record(self._writer.db, act, person.who, person.reason)

    def close(self) -> None:
        self._writer.close()

    # -- looking ---------------------------------------------------------------------------------------------------

    def look(self) -> Head | None:
        """The head as it is now. Raises `LeaseLost` where somebody else has the lease by now."""
        self.in_place()
        end = self._clock.passed() + LOCKED_FOR
        while True:
            try:
                return self._look()
            except SourceBusy:  # where there is no write-ahead log a commit keeps readers out
                if self._clock.passed() >= end:
                    raise
            self._clock.wait(threading.Event(), TRY_EVERY)

    def _look(self) -> Head | None:
        with explained(self.path):
            if not self._begun:
                self.changes.begin()
                self._begun = True
            changed = self.changes.look()
            if self.changes.take_queued():
                self.courtesy.queued()
            if changed and not self.lease.mine(self._writer.db):
                self.lease.held = False
                raise _lost()
            return self.changes.head()

    def watch(self) -> Head | None:
        """The same, with all new rows looked at."""
        head = self.look()
        with explained(self.path):
            while self.changes.take_new():
                pass
        return head

    def changed(self) -> bool:
        with explained(self.path):
            return self.changes.changed()

    def payload(self, head: Head) -> bytes | None:
        with explained(self.path):
            return self.changes.payload(head.id)

    def in_place(self) -> None:
        """Raises `FileExchanged`; looked at now and then."""
        if self._clock.passed() - self._placed >= PLACE_EVERY:
            if not self._writer.in_place():
                raise FileExchanged(phrase("Another file lies at {path} by now.", path=self.path), _SEE_WHAT_BECAME)
            log = _identity(self.path + "-wal")
            self._log = self._log or log
            if self._log != log:
                raise FileExchanged(
                    phrase("The write-ahead log of {path} was taken away.", path=self.path), _SEE_WHAT_BECAME
                )
            self._placed = self._clock.passed()

    # -- writing ---------------------------------------------------------------------------------------------------

    def write(self, report: Report) -> bool:
        """Report an attempt, and look in the same transaction for what others did; False where the report was void.

        Raises `NotWritable` where what was delivered waits as before: it would be sent again.
        """
        self.courtesy.wait()
        with self._writer.transaction() as db:
            changed = self.changes.look_inside()
            row = report.write(db)
            if changed:
                self.lease.held = self.lease.held and self.lease.mine(db)
        self.courtesy.held(self._writer.held)
        self.changes.reported(report.head.id, row)
        if row is None:
            with explained(self.path):
                self.changes.settle(report.head.id)
            if report.failure is None and report.head.id in self.changes.cursor.pending:
                raise NotWritable(phrase("{path} takes no change of message {id}.", path=self.path, id=report.head.id))
        return row is not None

    def keep(self, needed: float | None = None) -> None:
        """Make sure of the lease: that it lasts for three quarters of its time, and for so many seconds, at least.

        Raises `LeaseLost` where the worker slept past its end, or it is somebody else's by now.
        """
        self.lease.awake()
        if not self.lease.held:
            raise _lost()
        if self.lease.due or (needed is not None and self.lease.left <= needed):
            with self._transaction() as db:
                kept = self.lease.renew(db)
            if not kept:
                raise _lost()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self.lease.unless_undone(), self._writer.transaction() as db:
            yield db


_SEE_WHAT_BECAME = phrase("See what became of the one that was worked on, then start the worker again.")


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _require_utf8(path: str, db: sqlite3.Connection) -> None:
    """What is told apart here is told apart by its bytes. Raises `Refused`."""
    (encoding,) = db.execute("PRAGMA encoding").fetchone()
    if encoding != "UTF-8":
        raise Refused(
            phrase("{path} keeps its texts as {encoding}.", path=path, encoding=encoding),
            phrase("A worker delivers from files that keep them as UTF-8, as engines make them."),
        )


def _lost() -> LeaseLost:
    return LeaseLost(
        phrase("This worker was asleep for longer than its lease lasts, or another worker has taken it."),
        phrase("See who delivers here, then start it again."),
    )
