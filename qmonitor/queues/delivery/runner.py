"""Does what was confirmed: in small batches, each together with its audit row, with the engine let in between."""

import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import field, replace

from qmonitor.queues import sqlite_audit, sqlite_plans
from qmonitor.queues.delivery import history
from qmonitor.queues.delivery.acts import ACTS, Act, Found, look_up
from qmonitor.queues.delivery.rows import payload
from qmonitor.queues.delivery.writer import Writer
from qmonitor.queues.errors import QueueError, Refused
from qmonitor.queues.model import ItemId
from qmonitor.queues.plan import GONE, Plan, Progress, Report
from qmonitor.queues.planning import nothing_done
from qmonitor.queues.sqlite_traces import Traces, middle_and_end
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

BATCH = 200
"""Rows changed in one transaction at most."""

FIRST = 50
"""Rows of the first batch, before it is known how long they take."""

BATCH_BYTES = 2_000_000
"""Payload of one transaction: changing a row writes all of it (60 rows of 5 MB held the engine up for 1.3 s)."""

BATCH_SECONDS = 0.1
"""How long one transaction may hold the write lock; batches are cut so that they stay well below."""


_STILL_IN_LOG = phrase(
    "Somebody is reading the file: the write-ahead log still holds the erased bytes, until the engine folds it back or"
    " stops."
)
_STILL_IN_FILE = phrase(
    "The same bytes are still in the file: in another message, or in space that the engine freed without wiping it. In"
    " the latter case VACUUM, with the engine stopped, takes them out."
)
_NOT_SEARCHED = phrase(
    "Whether the engine left older copies in space that it freed without wiping it was not searched to the end."
)


@dataclass(slots=True)
class Run:
    """One plan on its way: what came of the batches so far. `position` counts the members dealt with.

    `already` are the items that earlier runs of the same plan did.
    """

    plan: Plan
    act: Act
    who: str
    reason: str
    already: Set[ItemId]
    part: int = 0
    position: int = 0
    done: int = 0
    unchanged: list[tuple[ItemId, str]] = field(default_factory=list)
    created: list[ItemId] = field(default_factory=list)
    notices: tuple[Phrase, ...] = ()
    traces: Traces = field(default_factory=Traces)

    @property
    def left(self) -> int:
        return self.plan.count - self.position

    def may(self, item: int, state: str) -> bool:
        """Whether the action is allowed in this state, and not done yet (a resend leaves its item as it was)."""
        return self.act.allows(state) and item not in self.already


class Runner:
    """Runs plans over one writer, in its thread."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def run(self, plan: Plan, who: str, reason: str, progress: Progress | None = None) -> Report:
        """Change each member that is still in the state in which it was confirmed, and nothing else.

        A plan of several items is kept in the file first: cut off at any point, it can go on. An error after the
        first batch ends the run like a stop, and the report says it; one before that is raised, and nothing was
        changed. Raises `SourceError`, `Refused`.
        """
        act = ACTS.get(plan.action)
        if act is None or not who.strip():
            raise Refused(phrase("An action needs a known name and somebody who does it."))
        kept = plan.count > 1 or plan.resumed
        already = sqlite_plans.keep(self._writer, plan, who, history) if kept else frozenset()
        run = Run(plan, act, who, reason, already)
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
                self._leave(run)
        return replace(
            nothing_done(plan, who),
            done=run.done,
            unchanged=plan.excluded + tuple(run.unchanged),
            created=tuple(run.created),
            left=run.left,
            notices=run.notices,
        )

    def _leave(self, run: Run) -> None:
        """Forget the plan where all is done, else let somebody go on with it; what can't be written shows later."""
        with suppress(QueueError):
            (sqlite_plans.let_go if run.left else sqlite_plans.forget)(self._writer, run.plan.id)

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
        size = FIRST
        run.part = sqlite_plans.parts(self._writer.db, run.plan.id)
        while run.left:
            self._batch(run, run.plan.members.batch(run.position, size))
            told = progress(run.position, run.plan.count) if progress is not None else None
            if told is False or self._writer.stopped:
                return
            size = max(1, min(BATCH, round(size * BATCH_SECONDS / 2 / max(self._writer.held, 0.001))))
            if run.left:
                self._writer.rest()

    def _batch(self, run: Run, members: Sequence[tuple[ItemId, str]]) -> None:
        """One transaction; the run counts it only after its commit. Time and bytes may cut it short."""
        done: list[int] = []
        created: list[int] = []
        unchanged: list[tuple[ItemId, str]] = []
        with self._writer.transaction() as db:
            self._recognise(run.plan, db)
            found = look_up(db, [int(item) for item, _ in members])
            for item, confirmed in self._in_time(members, found):
                row = found.get(int(item))
                if row is None or row.state != confirmed or not run.may(int(item), row.state):
                    unchanged.append((item, GONE if row is None else row.state))
                    continue
                if run.plan.action == "erase":
                    run.traces.take(_samples(db, int(item), run.traces))
                new = run.act.change(db, int(item), run.who)
                done.append(int(item))
                created += [] if new is None else [new]
            if done:
                kept = [found[item].before for item in done] if run.act.keeps_before else []
                deed = sqlite_audit.Deed(run.plan.action, run.plan.target, run.plan.id, run.part + 1, done, kept)
                sqlite_audit.record(db, deed, run.who, run.reason)
        run.part += bool(done)
        run.done += len(done)
        run.created += created
        run.unchanged += unchanged
        run.position += len(done) + len(unchanged)

    def _in_time(
        self, members: Sequence[tuple[ItemId, str]], found: Mapping[int, Found]
    ) -> Iterator[tuple[ItemId, str]]:
        """At least one member, then as many as half the time and the bytes of a batch allow."""
        until, size = time.monotonic() + BATCH_SECONDS / 2, 0
        for item, state in members:
            row = found.get(int(item))
            size += row.size if row is not None else 0
            yield item, state
            if size > BATCH_BYTES or time.monotonic() > until:
                return

    def _recognise(self, plan: Plan, db: sqlite3.Connection) -> None:
        if not self._writer.in_place():
            raise Refused(
                phrase(
                    "The file was exchanged while it was worked on: what was done was done in the one that is gone."
                ),
                phrase("Look again, and confirm anew."),
            )
        if plan.mark and not history.recognises(plan.mark, self._writer.identity, db):
            raise sqlite_plans.exchanged()


def _samples(db: sqlite3.Connection, item: int, traces: Traces) -> Iterable[bytes]:
    """Of an item's payload, which is not read where enough others were."""
    return () if traces.full else middle_and_end(payload(db, item, 0, None) or b"")
