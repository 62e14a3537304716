"""Does what was confirmed: row by row in small batches, each together with its audit row."""

import time
from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import field, replace
from itertools import groupby

from qmonitor.queues import sqlite_audit, sqlite_plans
from qmonitor.queues.deadletter import history, keys
from qmonitor.queues.deadletter.acts import ACTS, Act
from qmonitor.queues.deadletter.rows import Row
from qmonitor.queues.deadletter.walk import find_any
from qmonitor.queues.errors import QueueError, Refused
from qmonitor.queues.model import ItemId
from qmonitor.queues.plan import GONE, Plan, Progress, Report
from qmonitor.queues.planning import nothing_done
from qmonitor.queues.sqlite_traces import SAMPLE, Traces, middle_and_end
from qmonitor.queues.sqlite_writer import Writer
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

BATCH = 200
"""Rows changed in one transaction at most."""

BATCH_SECONDS = 0.05
"""How long one transaction goes on taking rows."""

_STILL_IN_LOG = phrase(
    "Somebody is reading the file: the write-ahead log still holds the erased bytes, until the daemon folds it back or"
    " stops."
)
_STILL_IN_FILE = phrase(
    "The same bytes are still in the file: in another message, or in space that the daemon freed without wiping it. In"
    " the latter case VACUUM, with the daemon stopped, takes them out."
)
_NOT_SEARCHED = phrase(
    "Whether the daemon left older copies in space that it freed without wiping it was not searched to the end."
)

Member = tuple[ItemId, str]
"""A message and the state in which it was confirmed."""


@dataclass(slots=True)
class Run:
    """One plan on its way. `rows` are its members by row; `position` counts the rows dealt with."""

    plan: Plan
    act: Act
    who: str
    reason: str
    already: Set[ItemId]
    rows: list[tuple[bytes, list[Member]]]
    part: int = 0
    position: int = 0
    done: int = 0
    unchanged: list[Member] = field(default_factory=list)
    notices: tuple[Phrase, ...] = ()
    traces: Traces = field(default_factory=Traces)

    @property
    def left(self) -> int:
        """How many members are not dealt with."""
        return sum(len(members) for _, members in self.rows[self.position :])


class Runner:
    """Runs plans over one writer, in its thread."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def run(self, plan: Plan, who: str, reason: str, progress: Progress | None = None) -> Report:
        """Change each row that still holds what it held, every message in the state in which it was confirmed, and
        nothing else: another message may have been written in the place of one that was looked at.

        A plan of several messages is kept in the file first: cut off at any point, it can go on. An error after the
        first batch ends the run like a stop, and the report says it; one before that is raised, and nothing was
        changed. Raises `SourceError`, `Refused`.
        """
        act = ACTS.get(plan.action)
        if act is None or not who.strip():
            raise Refused(phrase("An action needs a known name and somebody who does it."))
        kept = plan.count > 1 or plan.resumed
        already = sqlite_plans.keep(self._writer, plan, who, history) if kept else frozenset()
        run = Run(plan, act, who, reason, already, _rows(plan))
        try:
            self._batches(run, progress)
            if plan.action == "erase" and (run.done or plan.resumed):
                run.notices += self._wiped(run.traces)
        except QueueError as error:
            if not run.position:
                raise
            run.notices += (error.cause, error.remedy)
        finally:
            if kept:
                with suppress(QueueError):  # what can't be written shows later
                    (sqlite_plans.let_go if run.left else sqlite_plans.forget)(self._writer, plan.id)
        return replace(
            nothing_done(plan, who),
            done=run.done,
            unchanged=plan.excluded + tuple(run.unchanged),
            left=run.left,
            notices=run.notices,
        )

    def _wiped(self, traces: Traces) -> tuple[Phrase, ...]:
        """What is left of erased bytes, as far as that can be told; nothing where all is well."""
        if not self._writer.checkpoint():
            return (_STILL_IN_LOG,)
        left = traces.found(self._writer.path)
        if left is None:
            return (_NOT_SEARCHED,)
        return (_STILL_IN_FILE,) if left else ()

    def _batches(self, run: Run, progress: Progress | None) -> None:
        """Batch after batch, until all are dealt with or `progress` calls a halt."""
        run.part = sqlite_plans.parts(self._writer.db, run.plan.id)
        while run.position < len(run.rows):
            self._batch(run)
            told = progress(run.plan.count - run.left, run.plan.count) if progress is not None else None
            if told is False or self._writer.stopped:
                return
            if run.left:
                self._writer.rest()

    def _batch(self, run: Run) -> None:
        """One transaction; the run counts it only after its commit."""
        done: list[Member] = []
        unchanged: list[Member] = []
        looked = 0
        with self._writer.transaction() as db:
            self._recognise(run.plan)
            until = time.monotonic() + BATCH_SECONDS
            for key, members in run.rows[run.position : run.position + BATCH]:
                looked += 1
                changed = self._change(run, key, members)
                (done if changed is None else unchanged).extend(members if changed is None else changed)
                if time.monotonic() > until:
                    break
            if done:
                ids = [item for item, _ in done]
                before = [] if run.plan.action == "erase" else [list(member) for member in done]
                deed = sqlite_audit.Deed(run.plan.action, run.plan.target, run.plan.id, run.part + 1, ids, before)
                sqlite_audit.record(db, deed, run.who, run.reason)
        run.part += bool(done)
        run.done += len(done)
        run.unchanged += unchanged
        run.position += looked

    def _change(self, run: Run, key: bytes, members: Sequence[Member]) -> list[Member] | None:
        """None where the row was changed, else its members with the states in which they are."""
        db = self._writer.db
        row = find_any(db, key)
        found = {item.id: str(item.state) for item in (row.items() if row is not None else ())}
        states = [(item, found.get(item, GONE)) for item, _ in members]
        allowed = all(state in run.act.states for state in found.values())
        if row is None or states != list(members) or len(found) != len(members) or not allowed:
            return states
        if run.plan.contents.get(key, row.content) != row.content:
            return states
        if not run.already.isdisjoint(found):
            return states
        if run.plan.action == "erase":
            run.traces.take(_samples(row))
        return None if run.act.change(db, key, run.who, run.reason) else states

    def _recognise(self, plan: Plan) -> None:
        if not self._writer.in_place():
            raise Refused(
                phrase(
                    "The file was exchanged while it was worked on: what was done was done in the one that is gone."
                ),
                phrase("Look again, and confirm anew."),
            )
        if plan.mark and not history.recognises(plan.mark, self._writer.identity, self._writer.db):
            raise sqlite_plans.exchanged()


def _samples(row: Row) -> Iterator[bytes]:
    """What stands in no other row: a time to the nanosecond, and the name that follows. Most else is alike in many."""
    for _, place in row.parts():
        raw = row.value[place]
        at = raw.find(b"QueuedAt")
        if at >= 0:
            yield raw[at + SAMPLE // 2 :]
        else:
            yield from middle_and_end(raw)


def _rows(plan: Plan) -> list[tuple[bytes, list[Member]]]:
    """A plan's members by row: those of one row stand together."""
    return [
        (key, list(members)) for key, members in groupby(plan.members, key=lambda member: keys.parse_id(member[0])[0])
    ]
