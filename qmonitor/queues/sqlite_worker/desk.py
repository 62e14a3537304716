"""What a worker has open: its connection, its lease, and what it knows of its destination. Used by one thread."""

import os
import sqlite3
import threading
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from qmonitor.queues import sqlite_audit
from qmonitor.queues.errors import SourceBusy
from qmonitor.queues.model import Destination
from qmonitor.queues.sqlite_errors import explained
from qmonitor.queues.sqlite_worker.attempt import H, Report
from qmonitor.queues.sqlite_worker.changes import Changes
from qmonitor.queues.sqlite_worker.clock import Clock
from qmonitor.queues.sqlite_worker.courtesy import courtesy
from qmonitor.queues.sqlite_worker.lease import Holder, Lease
from qmonitor.queues.sqlite_writer import TRY_EVERY, Patience, Writer
from qmonitor.queues.words import phrase
from qmonitor.queues.working import FileExchanged, LeaseLost
from qmonitor.values import dataclass

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


C = TypeVar("C", bound=Changes[Any, Any])


def patience() -> Patience:
    """How long a worker's connection waits for another program's lock."""
    return Patience(try_for=LOCKED_FOR)


class Desk(ABC, Generic[H, C]):
    """Everything that reads or writes the file, each call in short transactions.

    Raises `SourceError` or `NotWritable`, and `WorkerEnded`.
    """

    def __init__(
        self, writer: Writer, changes: C, where: Destination, to: str, lease: tuple[float, float], clock: Clock
    ) -> None:
        """`to`: whom it sends to, for the audit. `lease`: how long it lasts, and for how long a worker that is awake
        leaves it alone at most (seconds). The writer is closed with it.
        """
        self._writer, self.changes = writer, changes
        self.path, self._where, self._to, self._clock = writer.path, where, to, clock
        self.lease = Lease(where, *lease, clock)
        self.courtesy = courtesy(writer.identity)
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
        deed = sqlite_audit.Deed(action, f"{self._where} → {self._to}", self._plan, self._part + 1, (), (), sent)
        sqlite_audit.record(self._writer.db, deed, person.who, person.reason)

    def close(self) -> None:
        self._writer.close()

    # -- looking ---------------------------------------------------------------------------------------------------

    def look(self) -> H | None:
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

    def _look(self) -> H | None:
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
            head: H | None = self.changes.head()
            return head

    def watch(self) -> H | None:
        """The same, with everything looked at."""
        head = self.look()
        with explained(self.path):
            self.changes.catch_up()
        return head

    def changed(self) -> bool:
        with explained(self.path):
            return self.changes.changed()

    @abstractmethod
    def payload(self, head: H) -> bytes | None:
        """What is to be sent; None where the row is gone, or another one by now: then it has to be looked again."""

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

    @abstractmethod
    def write(self, report: Report[H]) -> bool:
        """Write down an attempt, and look in the same transaction for what others did; False where the report was void.

        Raises `NotWritable` where what was delivered waits as before: it would be sent again.
        """

    def hurry(self, seconds: float) -> None:
        """Wait no longer than this for another program's lock from now on."""
        self._writer.patience.try_for = min(self._writer.patience.try_for, max(0.0, seconds))

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

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that changes rows of the queue: in it what others did is looked at first."""
        self.courtesy.wait()
        with self._writer.transaction() as db:
            changed = self.changes.look_inside()
            yield db
            if changed:
                self.lease.held = self.lease.held and self.lease.mine(db)
        self.courtesy.held(self._writer.held)


_SEE_WHAT_BECAME = phrase("See what became of the one that was worked on, then start the worker again.")


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _lost() -> LeaseLost:
    return LeaseLost(
        phrase("This worker was asleep for longer than its lease lasts, or another worker has taken it."),
        phrase("See who delivers here, then start it again."),
    )
