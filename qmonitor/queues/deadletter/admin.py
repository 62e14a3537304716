"""Changes dead-letter queues by confirmed plans only."""

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Unpack

from qmonitor.queues import sqlite_plans
from qmonitor.queues.deadletter import history, schema
from qmonitor.queues.deadletter.planner import Planner
from qmonitor.queues.deadletter.runner import Runner
from qmonitor.queues.model import ItemId, Query
from qmonitor.queues.plan import Plan, Progress, Reach, Report
from qmonitor.queues.planning import nothing_done
from qmonitor.queues.sqlite_file import SqliteFile
from qmonitor.queues.sqlite_stamp import stamp
from qmonitor.queues.sqlite_writer import Patience, Writer, allowed


class DeadLetterAdmin:
    """Plans over a reading, writes only while a plan runs; one thread, but `interrupt` from any."""

    def __init__(self, file: SqliteFile) -> None:
        """Raises `SourceError` where the file can't be written, without touching it."""
        self._file = file
        self._patience = Patience()
        file.look()
        allowed(file.path)

    def plan(self, action: str, what: Query | Sequence[ItemId], **reach: Unpack[Reach]) -> Plan:
        """See `Admin.plan`."""
        return self._planned(lambda planner: planner.plan(action, what, reach))

    def run(self, plan: Plan, who: str, reason: str, progress: Progress | None = None) -> Report:
        """See `Admin.run`; a plan of nothing does not touch the file."""
        if not plan.count and not plan.resumed:
            return nothing_done(plan, who)
        identity = stamp(self._file.path).identity
        if plan.mark and not self._file.read(lambda db: history.recognises(plan.mark, identity, db)):
            raise sqlite_plans.exchanged()  # before a table of ours is made in a file that was not meant
        with self._writing() as writer:
            return Runner(writer).run(plan, who, reason, progress)

    def resume(self, plan_id: str) -> Plan:
        cut_off, members = self._file.read(lambda db: sqlite_plans.rest(db, plan_id, history))
        return self._planned(lambda planner: planner.again(cut_off, members))

    def discard(self, plan_id: str) -> None:
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
        return self._file.read(lambda db: work(Planner(db, identity, self._stopped)))

    def _stopped(self) -> bool:
        return self._patience.stop.is_set() or self._file.called_off

    def _writing(self) -> "closing[Writer]":
        self._file.look()
        return closing(Writer(self._file.path, schema, patience=self._patience))
