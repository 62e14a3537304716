"""Does what was confirmed: in small batches, each together with its audit row, with the engine let in between."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from qmonitor.queues.delivery import ledger, plans
from qmonitor.queues.delivery.acts import ACTS, Act, before
from qmonitor.queues.delivery.history import recognises
from qmonitor.queues.delivery.writer import Writer
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import ItemId
from qmonitor.queues.plan import GONE, Plan, Progress, Report
from qmonitor.queues.words import Phrase, phrase

BATCH = 200
"""Rows changed in one transaction at most."""

BATCH_SECONDS = 0.1
"""How long one transaction may hold the write lock; batches are cut so that they stay well below."""


@dataclass(slots=True)
class Outcome:
    """What came of the batches so far."""

    done: int = 0
    unchanged: list[tuple[ItemId, str]] = field(default_factory=list)
    created: list[ItemId] = field(default_factory=list)


def nothing_done(plan: Plan, who: str) -> Report:
    """The report of a plan of which nothing was done (yet); what could not be part of it is unchanged."""
    return Report(
        action=plan.action,
        plan=plan.id,
        actor=who,
        confirmed=plan.count + len(plan.excluded),
        done=0,
        unchanged=plan.excluded,
    )


class Runner:
    """Runs plans over one writer, in its thread."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def run(self, plan: Plan, who: str, reason: str, progress: Progress | None = None) -> Report:
        """Change each member that is still in the state in which it was confirmed, and nothing else.

        A plan of more than one batch is kept in the file first: cut off at any point, it can go on. An error
        leaves done batches done and audited, and the batch it struck as it was. Raises `SourceError`, `Refused`.
        """
        act = ACTS.get(plan.action)
        if act is None or not who.strip():
            raise Refused(phrase("An action needs a known name and somebody who does it."))
        outcome = Outcome(unchanged=list(plan.excluded))
        several = plan.count > BATCH or plan.done_before > 0
        try:
            if several:
                plans.clear(self._writer)
                plans.keep(self._writer, plan, who)
            dealt_with = self._batches(plan, act, who, reason, progress, outcome)
        except BaseException:
            if several:
                plans.let_go(self._writer, plan.id)
            raise
        left = plan.count - dealt_with
        if several:
            (plans.let_go if left else plans.forget)(self._writer, plan.id)
        return replace(
            nothing_done(plan, who),
            done=outcome.done,
            unchanged=tuple(outcome.unchanged),
            created=tuple(outcome.created),
            left=left,
            notices=self._wiped() if plan.action == "erase" and outcome.done else (),
        )

    def _wiped(self) -> tuple[Phrase, ...]:
        """Erased bytes are zero in the file at once; emptying the write-ahead log takes them out of that too."""
        if self._writer.checkpoint():
            return ()
        return (
            phrase(
                "Somebody is reading the file: the write-ahead log still holds the erased bytes, until the engine folds"
                " it back or stops."
            ),
        )

    def _batches(self, plan: Plan, act: Act, who: str, reason: str, progress: Progress | None, outcome: Outcome) -> int:
        """How many members were dealt with: all, unless `progress` called a halt."""
        position, size = 0, BATCH // 4
        part = ledger.parts(self._writer.db, plan.id)
        while position < plan.count:
            members = plan.members.batch(position, size)
            changed = self._batch(plan, act, members, who, reason, part + 1, outcome)
            part += bool(changed)
            position += len(members)
            told = progress(position, plan.count) if progress is not None else None
            if told is False or self._writer.stopped:
                break
            size = max(1, min(BATCH, round(size * BATCH_SECONDS / 2 / max(self._writer.held, 0.001))))
            if position < plan.count:
                self._writer.rest()
        return position

    def _batch(
        self,
        plan: Plan,
        act: Act,
        members: Sequence[tuple[ItemId, str]],
        who: str,
        reason: str,
        part: int,
        outcome: Outcome,
    ) -> int:
        """One transaction; the outcome is told only after its commit."""
        with self._writer.transaction() as db:
            if plan.mark and not recognises(plan.mark, self._writer.identity, db):
                raise Refused(
                    phrase("The file was exchanged since this was confirmed: ids may mean other messages by now."),
                    phrase("Look again, and confirm anew."),
                )
            found = before(db, [int(i) for i, _ in members])
            matching = [int(i) for i, state in members if int(i) in found and found[int(i)][1] == state]
            created = [act.change(db, i, who) for i in matching]
            if matching:
                _record(db, plan, act, part, matching, found, who, reason)
        same = set(matching)
        outcome.done += len(matching)
        outcome.created += [row for row in created if row is not None]
        outcome.unchanged += [
            (i, str(found[int(i)][1]) if int(i) in found else GONE) for i, _ in members if int(i) not in same
        ]
        return len(matching)


def _record(
    db: sqlite3.Connection,
    plan: Plan,
    act: Act,
    part: int,
    ids: Sequence[int],
    found: dict[int, list[object]],
    who: str,
    reason: str,
) -> None:
    kept = [found[i] for i in ids] if act.keeps_before else []
    ledger.record(db, ledger.Act(plan.action, plan.target, plan.id, part, ids, kept), who, reason)
