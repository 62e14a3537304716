"""Does what was confirmed: in small steps, each one script on the server, with its entry of the audit."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from typing import Any

from qmonitor.queues.errors import QueueError, Refused
from qmonitor.queues.model import ItemId, Stage, State
from qmonitor.queues.plan import GONE, Plan, Progress, Report
from qmonitor.queues.planning import nothing_done
from qmonitor.queues.streams.acting import history, wording
from qmonitor.queues.streams.acting.acts import (
    ACTS,
    ANOTHER,
    ELSEWHERE,
    IN_HAND,
    LATELY,
    MANY_FIELDS,
    NO_PAYLOAD,
    Act,
    obstacle,
    state_of,
)
from qmonitor.queues.streams.acting.erasing import Copies
from qmonitor.queues.streams.acting.pieces import Terms, piece
from qmonitor.queues.streams.acting.rewriting import Rewriting
from qmonitor.queues.streams.acting.steps import Piece, Step, Steps, Stuck
from qmonitor.queues.streams.errors import ServerUnreachable
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.plans import Kept, Plans, SoFar
from qmonitor.queues.streams.reading import trail
from qmonitor.queues.streams.reading.items import DELAYED_PLACE
from qmonitor.queues.streams.reading.lookup import Found, Lookup
from qmonitor.queues.streams.values import time_text
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

BATCH = 30
"""Items of one step at most: as many hold up the server's other clients for one or two milliseconds."""

BATCH_BYTES = 256_000
"""Bytes of one step, as far as they are known beforehand; one item may be larger."""


@dataclass(slots=True)
class Run:
    """One plan on its way: what came of the steps so far. `position` counts the members dealt with."""

    plan: Plan
    act: Act
    terms: Terms
    kept: Kept | None
    envelopes: Mapping[str, str]
    part: int = 0
    position: int = 0
    done: int = 0
    unchanged: list[tuple[ItemId, str]] = field(default_factory=list)
    reasons: dict[ItemId, Phrase] = field(default_factory=dict)
    moved: list[tuple[ItemId, ItemId]] = field(default_factory=list)
    remarks: tuple[Phrase, ...] = ()
    notices: tuple[Phrase, ...] = ()
    ended: bool = False
    """Whether all was done, and what comes after the last member, too."""
    void: bool = False
    """Whether nothing was done, and it is known that nothing was."""
    unsure: bool = False
    """Whether its last step may have been carried out although no answer came."""
    already: int = 0
    """Steps that earlier runs of the same plan took."""
    seen: int = 0
    """When a sign of it was given last (server's time, ms)."""

    @property
    def began(self) -> bool:
        """Whether this run has dealt with anything."""
        return self.position > 0 or self.part > self.already

    @property
    def left(self) -> int:
        return self.plan.count - self.position

    def so_far(self, more: int = 0, done: int = 0, steps: int = 0) -> SoFar:
        """How far the whole plan has come after `more` further members, of which so many are done, in `steps`."""
        before = self.kept.so_far if self.kept is not None else SoFar()
        return SoFar(
            before.position + self.position + more, before.done + self.done + done, self.part + steps, self.seen
        )  # fmt: skip


class Runner:
    """Runs plans over one client, in its thread; `stopped` is asked between two steps."""

    def __init__(self, client: Any, keys: Keys, steps: Steps, stopped: Callable[[], bool], reclaim_after: int) -> None:
        self._client, self._keys, self._steps, self._stopped = client, keys, steps, stopped
        self._lookup, self._plans, self._reclaim_after = Lookup(client, keys), Plans(client, keys), reclaim_after

    def run(self, plan: Plan, who: str, reason: str, progress: Progress | None = None) -> Report:
        """Change each member that is still in the state in which it was confirmed, and nothing else.

        A plan of several items is kept on the server first: cut off at any point, it can go on. An error after the
        first step ends the run like a stop, and the report says it; one before that is raised, and nothing was changed
        (but see `ServerUnreachable`). Raises `SourceError`, `Refused`.
        """
        act = ACTS.get(plan.action)
        if act is None or not who.strip():
            raise Refused(phrase("An action needs a known name and somebody who does it."))
        kept = self._plans.keep(plan, who) if plan.count > 1 or plan.resumed or act.veiled else None
        terms = Terms(who, reason, reclaim_after=self._reclaim_after)
        run = Run(plan, act, terms, kept, history.envelopes_of(plan.mark))
        run.part = run.already = kept.so_far.part if kept is not None else 0
        try:
            self._whole(run, progress)
        except QueueError as error:
            run.unsure = isinstance(error, ServerUnreachable)
            run.void = not run.began and not run.unsure
            if not run.began:
                raise
            run.notices += (error.cause, error.remedy)
        finally:
            self._leave(run)
        with suppress(QueueError):
            run.remarks += tuple(trail.said(self._client, self._keys, (*plan.excluded, *run.unchanged)))
        return self._report(run, who)

    def _report(self, run: Run, who: str) -> Report:
        return replace(
            nothing_done(run.plan, who),
            done=run.done,
            unchanged=run.plan.excluded + tuple(run.unchanged),
            reasons={**run.plan.reasons, **run.reasons},
            moved=tuple(run.moved),
            left=run.left,
            remarks=run.remarks,
            notices=run.notices,
        )

    def _leave(self, run: Run) -> None:
        """Forget the plan where all is done, else let somebody go on with it; what can't be written shows later."""
        if run.kept is None:
            return
        with suppress(QueueError):
            if run.ended or (run.void and not run.plan.resumed):
                self._plans.forget(run.kept)
            else:
                self._plans.let_go(run.kept, None if run.unsure else run.so_far())

    def _whole(self, run: Run, progress: Progress | None) -> None:
        copies = None
        if run.act.veiled:
            copies = Copies(self._client, self._keys)
            if not self._erase_copies(run, copies, progress):
                return
        while run.left:
            self._batch(run)
            told = progress(run.position, run.plan.count) if progress is not None else None
            if told is False or self._stopped():
                return
        if copies is not None:
            self._without_bytes(run)
            run.notices += copies.left()
        run.ended = True

    # -- one step --------------------------------------------------------------------------------------------------

    def _batch(self, run: Run) -> None:
        """The next members, as many as one step takes."""
        members = run.plan.members.batch(run.position, BATCH)
        found = {one.id: one for one in self._lookup.find([item for item, _ in members])}
        run.seen = self._lookup.now()
        terms = replace(run.terms, at=time_text(run.seen))
        ready: list[Piece] = []
        unchanged: list[tuple[ItemId, str]] = []
        looked, size = 0, 0
        for item, confirmed in members:
            if size > BATCH_BYTES:
                break
            looked += 1
            one = found.get(str(item))
            state, reason = self._hindrance(run, one, confirmed)
            if one is None or state:
                unchanged.append((item, state or GONE))
                self._tell(run, item, reason)
                continue
            ready.append(piece(run.act, one, terms))
            size += sum(len(part) for part in ready[-1].fields) + (0 if ready[-1].fields else one.item.size)
        done, stuck = self._taken(run, ready, looked)
        run.done += done
        run.unchanged += [*unchanged, *stuck]
        run.position += looked

    def _hindrance(self, run: Run, found: Found | None, confirmed: str) -> tuple[str, str]:
        """What an item is, where that keeps it from being changed, and why it does; "" where nothing does."""
        if found is None:
            return GONE, ""
        state, reason = state_of(found), obstacle(run.plan.action, found, self._reclaim_after)
        if state != confirmed:
            return state, reason
        marked = run.envelopes.get(found.name) if found.place == DELAYED_PLACE else None
        if marked is not None and not found.sha.startswith(marked):
            # the next failure of the same kind: another envelope under its id
            return found.stage, NO_PAYLOAD if found.stored is None else ANOTHER
        return (found.stage, reason) if reason else ("", "")

    def _tell(self, run: Run, item: ItemId, reason: str) -> None:
        """Keep why an item was left alone, where its state does not say it."""
        said = wording.why(reason, self._reclaim_after)
        if said is not None:
            run.reasons[item] = said

    def _taken(self, run: Run, ready: list[Piece], looked: int) -> tuple[int, list[tuple[ItemId, str]]]:
        """Do it to these pieces, without those of which the server says that they are otherwise by now."""
        stuck: list[tuple[ItemId, str]] = []
        while ready:
            step = self._step(run, ready, looked)
            answer = self._steps.take(step)
            if not isinstance(answer, Stuck):
                run.part += 1
                run.moved += [
                    (one.id, f"{step.goes_to}:{new}") for one, new in zip(ready, answer.created, strict=False)
                ]
                return len(ready), stuck
            stuck += [(ready[n].id, _shown(ready[n], state)) for n, state in answer.states.items()]
            for n, state in answer.states.items():
                self._tell(run, ready[n].id, _reason(run.act, state))
            ready = [one for n, one in enumerate(ready) if n not in answer.states]
        return 0, stuck

    def _step(self, run: Run, ready: Sequence[Piece], looked: int) -> Step:
        return Step(
            run.act.script, run.plan.action, run.plan.target, run.plan.id, run.part + 1, run.terms.who,
            run.terms.reason, tuple(ready), run.act.goes_to, run.kept, run.so_far(looked, len(ready), 1),
            run.act.veiled,
        )  # fmt: skip

    # -- erasing ---------------------------------------------------------------------------------------------------

    def _erase_copies(self, run: Run, copies: Copies, progress: Progress | None) -> bool:
        """First what finished deliveries of the members left in the stream; whether it came to its end."""
        for chunk in _chunks(run.plan, run.position):
            for one in self._lookup.find([item for item, _ in chunk]):
                if not self._hindrance(run, one, dict(chunk)[one.id])[0]:
                    copies.want(one)
        for found in copies.finished():
            run.seen = self._lookup.now()
            if found:
                self._erase_some(run, found)
            told = progress(run.position, run.plan.count) if progress is not None else None
            if told is False or self._stopped():
                return False
        return True

    def _without_bytes(self, run: Run) -> None:
        """Write the streams anew; where one can't be, that is recorded, too."""
        rewriting = Rewriting(self._client, self._keys, self._stopped)
        run.notices += rewriting.all()
        for key in rewriting.left:
            step = replace(self._step(run, (), 0), target=f"deleted bytes are still in {key}")
            if not isinstance(self._steps.take(step), Stuck):
                run.part += 1

    def _erase_some(self, run: Run, ready: list[Piece]) -> None:
        while ready:
            answer = self._steps.take(self._step(run, ready, 0))
            if not isinstance(answer, Stuck):
                run.part += 1
                return
            ready = [one for n, one in enumerate(ready) if n not in answer.states]


def _chunks(plan: Plan, start: int) -> Iterator[list[tuple[ItemId, str]]]:
    for begin in range(start, plan.count, BATCH):
        yield plan.members.batch(begin, BATCH)


def _shown(one: Piece, state: str) -> str:
    """What the server found, in the words of the table; where it is as it was, but not to be touched, its stage."""
    if state == Stage.FINISHED:
        return State.DELIVERED
    return state if state in _TOLD else one.stage


def _reason(act: Act, state: str) -> str:
    """What the server found, as the reason that a plan would have for leaving it out."""
    if state == Stage.IN_FLIGHT:
        return LATELY if act.in_flight else IN_HAND
    return _REASONS.get(state, "")


_REASONS = {
    "elsewhere": ELSEWHERE, "many-fields": MANY_FIELDS, "payload-missing": NO_PAYLOAD, Stage.BODY_GONE: NO_PAYLOAD,
    "changed": ANOTHER,
}  # fmt: skip

_TOLD: frozenset[str] = frozenset({GONE, Stage.IN_FLIGHT, Stage.UNDELIVERED, Stage.BODY_GONE})
