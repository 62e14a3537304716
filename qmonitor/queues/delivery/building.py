"""Builds and drops the optional indexes: each in one transaction, with its audit row, and never for longer than agreed.

What takes the time is done where nobody waits for it: every row is read once before the lock is taken, so that the
building itself finds it in the system's memory. A build that is called off is rolled back at once by SQLite.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field, replace

from qmonitor.queues import sqlite_audit, sqlite_plans
from qmonitor.queues.delivery import schema
from qmonitor.queues.delivery.history import recognises
from qmonitor.queues.delivery.writer import Writer
from qmonitor.queues.errors import QueueError, Refused
from qmonitor.queues.model import ItemId
from qmonitor.queues.plan import GONE, PRESENT, Plan, Progress, Report
from qmonitor.queues.planning import nothing_done
from qmonitor.queues.sqlite_errors import explained
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

STEPS = 5_000
"""Steps of SQLite's machine between two looks at the clock: below a millisecond."""

STEPS_A_ROW = 12
"""Of building an index (measured, SQLite 3.40): only the progress that is shown depends on it."""

AHEAD_ROWS = 200
"""Rows of the first read ahead; later ones take `AHEAD_SECONDS`."""

AHEAD_SECONDS = 0.02

SETTLE_FOR = 2.0
"""Seconds for which it tries to leave a short log; a busy engine leaves few moments for that."""

SHOW_EVERY = 0.1
"""Seconds between two reports of the progress."""

WHOLE = 1_000
"""Progress is told in thousandths."""


@dataclass(slots=True)
class Work:
    """One plan on its way. `late` says that a build took too long, `halted` that somebody stopped it."""

    plan: Plan
    who: str
    reason: str
    progress: Progress | None
    rows: int = 0
    done: list[ItemId] = field(default_factory=list)
    unchanged: list[tuple[ItemId, str]] = field(default_factory=list)
    remarks: list[Phrase] = field(default_factory=list)
    notices: tuple[Phrase, ...] = ()
    late: bool = False
    halted: bool = False
    shown: float = 0.0

    @property
    def over(self) -> bool:
        return self.late or self.halted

    @property
    def left(self) -> int:
        return self.plan.count - len(self.done) - len(self.unchanged)

    def tell(self, stage: int, part: float) -> None:
        """How far it is: so much of one of the stages, which are reading ahead and one for each index."""
        now = time.monotonic()
        if self.progress is not None and now - self.shown >= SHOW_EVERY:
            self.shown = now
            through = (stage + min(part, 0.99)) / (self.plan.count + 1)
            self.halted = self.halted or self.progress(round(WHOLE * through), WHOLE) is False


class Builder:
    """Runs plans about the optional indexes over one writer, in its thread."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def run(self, plan: Plan, who: str, reason: str, progress: Progress | None = None) -> Report:
        """Build, or drop, each index of the plan. Raises `SourceError`, `Refused` where nothing was done."""
        if not who.strip():
            raise Refused(phrase("An action needs somebody who does it."))
        work = Work(plan, who, reason, progress)
        with explained(self._writer.path):
            # our commit would do the checkpoint, too, and count it to the time that the engine waits
            self._writer.db.execute("PRAGMA wal_autocheckpoint=0")
        try:
            if plan.action == "optimise":
                self._read_ahead(work)
            self._each(work)
            self._writer.checkpoint(SETTLE_FOR)
        except QueueError as error:
            if not (work.done or work.over):
                raise
            work.notices += () if work.over else (error.cause, error.remedy)
        return replace(
            nothing_done(plan, who),
            done=len(work.done),
            unchanged=tuple(work.unchanged),
            left=work.left,
            remarks=tuple(work.remarks),
            notices=work.notices + (_called_off(work) if work.over else ()),
        )

    def _read_ahead(self, work: Work) -> None:
        """Bring every row into the system's memory, in readings that hinder nobody; counts the rows."""
        db, last, size = self._writer.db, -(2**63), AHEAD_ROWS
        sql = (
            "SELECT count(*), max(id), max(attempts), max(enqueued_at) FROM"
            " (SELECT id, attempts, enqueued_at FROM queue NOT INDEXED WHERE id > ? ORDER BY id LIMIT ?)"
        )
        with explained(self._writer.path):
            lowest, highest = db.execute("SELECT min(id), max(id) FROM queue").fetchone()
            while not work.over:
                began = time.monotonic()
                count, found, *_ = db.execute(sql, (last, size)).fetchone()
                if not count:
                    return
                last, work.rows = found, work.rows + count
                took = max(time.monotonic() - began, 1e-5)
                size = max(AHEAD_ROWS // 4, min(2 * size, round(count * AHEAD_SECONDS / took)))
                work.tell(0, (last - lowest) / (highest - lowest + 1))
                work.halted = work.halted or self._writer.stopped

    def _each(self, work: Work) -> None:
        for stage, (name, confirmed) in enumerate(work.plan.members, 1):
            if work.over:
                return
            if stage > 1:
                self._writer.rest()
            self._one(work, stage, str(name), confirmed)
            self._writer.relieve()  # or the engine's next commit would have to

    def _one(self, work: Work, stage: int, name: str, confirmed: str) -> None:
        """The audit row comes first: where it can't be written nobody is held up for nothing."""
        plan = work.plan
        with self._writer.transaction() as db:
            began = time.monotonic()
            if not self._writer.in_place() or (plan.mark and not recognises(plan.mark, self._writer.identity, db)):
                raise sqlite_plans.exchanged()
            found = PRESENT if name in schema.optional(db) else GONE
            if found != confirmed:
                work.unchanged.append((name, found))
                return
            deed = sqlite_audit.Deed(plan.action, plan.target, plan.id, len(work.done) + 1, [name], [[name, found]])
            sqlite_audit.record(db, deed, work.who, work.reason)
            with self._watched(work, stage, began):
                db.execute(schema.OPTIONAL[name] if confirmed == GONE else f"DROP INDEX {name}")
        work.shown = 0.0
        work.tell(stage + 1, 0)
        work.done.append(name)
        work.remarks.append(_took(name, self._writer.held))

    @contextmanager
    def _watched(self, work: Work, stage: int, began: float) -> Iterator[None]:
        """Ends what runs inside where it is stopped, or takes longer than was agreed."""
        until = None if work.plan.at_most is None else began + work.plan.at_most.total_seconds()
        steps = 0

        def look() -> bool:
            nonlocal steps
            steps += STEPS
            work.late = work.late or (until is not None and time.monotonic() > until)
            work.halted = work.halted or self._writer.stopped
            work.tell(stage, steps / (STEPS_A_ROW * max(work.rows, 1)))
            return work.over

        self._writer.db.set_progress_handler(look, STEPS)
        try:
            yield
        finally:
            self._writer.db.set_progress_handler(None, 0)


def _called_off(work: Work) -> tuple[Phrase, ...]:
    if not work.late:
        return (phrase("It was stopped; what was begun is undone."),)
    return (
        phrase("It took longer than was said and was called off, so that the engine could go on; it is undone."),
        phrase("Try again at a quiet hour, or with the engine stopped."),
    )


def _took(name: str, seconds: float) -> Phrase:
    count = max(1, round(seconds * 1000))
    return phrase("{name}: the engine could not write for {count} ms.", name=name, count=count)
