"""Says what an action would do: freezes every item with its state, and puts it into words."""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace

from qmonitor.queues.delivery import wording
from qmonitor.queues.delivery.acts import ACTS, Act
from qmonitor.queues.delivery.history import mark, recognises, token
from qmonitor.queues.delivery.lines import Line, Lines, Overtaken
from qmonitor.queues.delivery.pages import Pages
from qmonitor.queues.delivery.rows import moment, text
from qmonitor.queues.delivery.selection import Candidate, Selection
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Destination, ItemId, Query, State
from qmonitor.queues.plan import InterruptedPlan, Members, Plan, Reach, Share, destinations
from qmonitor.queues.planning import as_of, limits
from qmonitor.queues.sqlite_plans import acted_on_since, exchanged_since_seen, no_such_plan
from qmonitor.queues.times import DRIFT, Instant, between, now
from qmonitor.queues.words import Phrase, counted, phrase

TYPE_FROM = 100
"""A drain of more items than this is confirmed by typing the destination's name."""

_LOG_LEFT = phrase("Everything is erased; what is left to do is to empty the write-ahead log.")


class Planner:
    """Plans over one reading connection; changes nothing."""

    def __init__(
        self, db: sqlite3.Connection, identity: tuple[int, int], called_off: Callable[[], bool] = lambda: False
    ) -> None:
        """`identity` is the file's device and inode."""
        self._db = db
        self._identity = identity
        self._pages = Pages(db, called_off)
        self._selection = Selection(db, self._pages)
        self._lines = Lines(db, self._pages)

    def plan(self, action: str, what: Query | Sequence[ItemId], reach: Reach) -> Plan:
        """Raises `Refused` where the action makes no sense for what it is aimed at."""
        act = ACTS.get(action)
        if act is None:
            raise Refused(phrase("A delivery queue knows no action '{action}'.", action=action))
        among = what.among if isinstance(what, Query) else None
        seen = among.mark if among is not None else reach.get("seen")
        if seen and not recognises(seen, self._identity, self._db):
            raise exchanged_since_seen()
        taken = now()
        reach = as_of(reach, taken)
        excluded: list[tuple[ItemId, str]] = []
        if isinstance(what, Query):
            chosen = self._selection.by_query(action, act, what, reach, taken)
        else:
            chosen, excluded = self._selection.by_ids(act, what)
        others = self._of_others(chosen, reach.get("takes_back", ""))
        chosen = [row for row in chosen if row.id not in others]
        excluded += [(row_id, state) for row_id, state in others.items()]
        target = _target(sorted({row.where for row in chosen}, key=str), what)
        plan = self._written(action, chosen, target, [*limits(what, reach), *wording.left_out(others)], taken)
        return replace(plan, excluded=tuple(excluded), warnings=(*self._clocks(taken), *plan.warnings))

    def _clocks(self, taken: Instant) -> tuple[Phrase, ...]:
        """That a choice by time is not to be relied on, where the file itself shows that a clock is wrong."""
        ahead = between(taken, self._selection.newest) if self._selection.newest is not None else None
        if ahead is None or ahead <= DRIFT:
            return ()
        return (
            phrase(
                "The newest time in question lies {span} in the future. See whether this machine's clock is right.",
                span=ahead,
            ),
        )

    def _of_others(self, chosen: list[Candidate], plan: str) -> dict[int, str]:
        """Those that somebody acted on since a plan, with their states: its effect is not theirs any more."""
        if not plan:
            return {}
        since = acted_on_since(self._db, plan)
        return {row.id: row.state for row in chosen if row.id in since}

    def again(self, cut_off: InterruptedPlan, members: Members) -> Plan:
        """The rest of a plan that was cut off; its figures are of those that are still as they were confirmed."""
        if cut_off.action not in ACTS or any(isinstance(item, str) for item, _ in members):
            raise no_such_plan(cut_off.id)
        confirmed = dict(members)
        ids = [int(item) for item, _ in members]
        chosen = [row for row in self._selection.candidates(ids) if row.state == confirmed[row.id]]
        said = phrase(
            "This goes on with what {actor} confirmed at {at}: {done} done, {left} left.",
            actor=cut_off.actor,
            at=cut_off.at,
            done=cut_off.done,
            left=cut_off.left,
        )
        plan = self._written(cut_off.action, chosen, cut_off.target, [said], now())
        plan = replace(plan, id=cut_off.id, members=members, resumed=True, done_before=cut_off.done)
        return plan if members else replace(plan, words=(_LOG_LEFT,))

    def _written(self, action: str, chosen: list[Candidate], target: str, limits: list[Phrase], taken: Instant) -> Plan:
        act = ACTS[action]
        lines = self._lines.of(chosen)
        heads = [line.first for line in lines if line.first is not None]
        overtaken = [found for line in lines if (found := self._lines.overtaken(line))] if act.reorders else []
        known = [at for row in chosen if (at := moment(row.enqueued_at)) is not None and at.ns is not None]
        typed = (action == "drain" and len(chosen) > TYPE_FROM) or action == "erase" or overtaken
        return Plan(
            action=action,
            target=target,
            members=Members((row.id, row.state) for row in chosen),
            taken=taken,
            words=(
                *wording.says(act, len(chosen), destinations(len(lines)) if len(lines) > 1 else target),
                *limits,
                *wording.mix(chosen),
                *self._next(act, lines),
                *wording.sending(heads, taken),
            ),
            warnings=(*(wording.misses(lines) if act.skips else ()), *wording.out_of_order(overtaken)),
            undo=counted(len(chosen), *act.undo),
            shares=_shares(lines, overtaken) if len(lines) > 1 else (),
            control_id=self._control_id(chosen[0]) if len(chosen) == 1 else "",
            oldest=min(known, key=_instant, default=None),
            newest=max(known, key=_instant, default=None),
            head=heads[0].id if len(heads) == 1 else None,
            unsent=sum(row.state != State.DELIVERED for row in chosen),
            mark=token(self._identity, mark(self._db)),
            type_name=_to_type(lines) if typed and chosen else None,
            offers_save=act.saves,
        )

    def _next(self, act: Act, lines: list[Line]) -> list[Phrase]:
        """Who comes after the head that leaves the line of the one destination."""
        if not act.skips or len(lines) != 1 or lines[0].first is None:
            return []
        after = self._lines.next_head(lines[0])
        return [phrase("Then nothing waits there." if after is None else "Then {id} is the head.", id=after)]

    def _control_id(self, row: Candidate) -> str:
        found = self._db.execute("SELECT control_id FROM queue WHERE id = ?", (row.id,)).fetchone()
        return text(found[0]) if found is not None else ""


def _shares(lines: list[Line], overtaken: list[Overtaken]) -> tuple[Share, ...]:
    """What it means for each destination; first those where something went ahead."""
    later = {found.where: found.count for found in overtaken}
    shares = [Share(line.where, len(line.chosen), later.get(line.where, 0)) for line in lines]
    return tuple(sorted(shares, key=lambda share: not share.later))


def _to_type(lines: list[Line]) -> str:
    """The name of the one destination, or how many messages it is about."""
    return lines[0].where.destination if len(lines) == 1 else str(sum(len(line.chosen) for line in lines))


def _instant(at: Instant) -> int:
    return at.ns or 0


def _target(places: list[Destination], what: Query | Sequence[ItemId]) -> str:
    if isinstance(what, Query) and what.channel is not None and what.destination is not None:
        return f"{what.channel}/{what.destination}"
    if len(places) == 1:
        return str(places[0])
    return str(destinations(len(places))) if places else "no destination"
