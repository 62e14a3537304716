"""Acting on a queue in an SQLite file, by confirmed plans only, whatever the queue."""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Generic, Protocol, TypeVar, Unpack

from qmonitor.queues import sqlite_plans
from qmonitor.queues.model import ItemId, Query
from qmonitor.queues.plan import InterruptedPlan, Members, Plan, Progress, Reach, Report
from qmonitor.queues.planning import nothing_done
from qmonitor.queues.sqlite_file import SqliteFile
from qmonitor.queues.sqlite_stamp import stamp
from qmonitor.queues.sqlite_writer import Patience, Writer, allowed

W = TypeVar("W", bound=Writer)


class Planner(Protocol):
    """Freezes what an action would change, over one reading of the file."""

    def plan(self, action: str, what: Query | Sequence[ItemId], reach: Reach) -> Plan:
        """Raises `Refused`."""
        ...

    def again(self, cut_off: InterruptedPlan, members: Members) -> Plan:
        """The rest of a plan that was cut off. Raises `Refused`."""
        ...


class Runner(Protocol):
    """Runs plans over one writer."""

    def run(self, plan: Plan, who: str, reason: str, progress: Progress | None = None) -> Report:
        """See `Admin.run`."""
        ...


class SqliteAdmin(ABC, Generic[W]):
    """Plans over a reading, writes only while a plan runs; one thread, but `interrupt` from any."""

    def __init__(self, file: SqliteFile, history: sqlite_plans.History) -> None:
        """`history`: how the content is recognised. Raises `SourceError` where the file can't be written, without
        touching it.
        """
        self._file, self._history = file, history
        self._patience = Patience()
        file.look()
        allowed(file.path)

    @abstractmethod
    def _planner(self, db: sqlite3.Connection, identity: tuple[int, int]) -> Planner:
        """Over this reading; `identity` is the file's device and inode."""

    @abstractmethod
    def _writer(self, path: str) -> W:
        """With this admin's patience."""

    @abstractmethod
    def _runner(self, plan: Plan, writer: W) -> Runner:
        """What runs a plan of this kind."""

    def plan(self, action: str, what: Query | Sequence[ItemId], **reach: Unpack[Reach]) -> Plan:
        """See `Admin.plan`."""
        return self._planned(lambda planner: planner.plan(action, what, reach))

    def run(self, plan: Plan, who: str, reason: str, progress: Progress | None = None) -> Report:
        """See `Admin.run`; a plan of nothing does not touch the file."""
        if not plan.count and not plan.resumed:
            return nothing_done(plan, who)
        identity = stamp(self._file.path).identity
        if plan.mark and not self._file.read(lambda db: self._history.recognises(plan.mark, identity, db)):
            raise sqlite_plans.exchanged()  # before a table of ours is made in a file that was not meant
        with self._writing() as writer:
            return self._runner(plan, writer).run(plan, who, reason, progress)

    def resume(self, plan_id: str) -> Plan:
        """See `Admin.resume`."""
        cut_off, members = self._file.read(lambda db: sqlite_plans.rest(db, plan_id, self._history))
        return self._planned(lambda planner: planner.again(cut_off, members))

    def discard(self, plan_id: str) -> None:
        """See `Admin.discard`."""
        self.resume(plan_id)
        with self._writing() as writer:
            sqlite_plans.forget(writer, plan_id)

    def close(self) -> None:
        self._file.close()

    def waiting(self) -> float:
        return self._patience.seconds

    def interrupt(self) -> None:
        self._patience.stop.set()
        self._file.interrupt()

    def _planned(self, work: Callable[[Planner], Plan]) -> Plan:
        identity = stamp(self._file.path).identity
        return self._file.read(lambda db: work(self._planner(db, identity)))

    def _stopped(self) -> bool:
        return self._patience.stop.is_set() or self._file.called_off

    def _writing(self) -> "closing[W]":
        self._file.look()
        return closing(self._writer(self._file.path))
