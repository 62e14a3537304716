"""Says what an action would do: freezes every item with its state, and puts it into words."""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from qmonitor.queues.delivery.acts import ACTS
from qmonitor.queues.delivery.history import mark, token
from qmonitor.queues.delivery.pages import Pages
from qmonitor.queues.delivery.rows import NAME, moment, name
from qmonitor.queues.delivery.selection import Candidate, Selection
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Destination, ItemId, Query, State
from qmonitor.queues.plan import InterruptedPlan, Members, Plan, Reach
from qmonitor.queues.times import Instant, between, now
from qmonitor.queues.words import Phrase, counted, phrase

TYPE_FROM = 100
"""A drain of more items than this is confirmed by typing the destination's name."""

_PLACES = 10
"""So many destinations are named in a sentence."""

_NAMED = 5
"""So many ids are named in a sentence; the rest is counted."""


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

    def plan(self, action: str, what: Query | Sequence[ItemId], reach: Reach) -> Plan:
        """Raises `Refused` where the action makes no sense for what it is aimed at."""
        act = ACTS.get(action)
        if act is None:
            raise Refused(phrase("A delivery queue knows no action '{action}'.", action=action))
        taken = now()
        excluded: list[tuple[ItemId, str]] = []
        if isinstance(what, Query):
            chosen = self._selection.by_query(action, act, what, reach, taken)
        else:
            chosen, excluded = self._selection.by_ids(act, what)
        target = _target(sorted({row.where for row in chosen}, key=str), what)
        plan = self._written(action, chosen, target, _limits(what, reach), taken)
        return replace(plan, excluded=tuple(excluded))

    def again(self, cut_off: InterruptedPlan, members: Members) -> Plan:
        """The rest of a plan that was cut off; its figures are of those that are still as they were confirmed."""
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
        places = sorted({row.where for row in chosen}, key=str)
        heads = self._heads(chosen)
        overtaken = self._overtaken(chosen) if act.reorders else []
        words = [counted(len(chosen), *act.says, target=target), *_named_places(places), *limits]
        words += [*_mix(chosen), *_sending(heads, taken), *overtaken]
        known = [at for row in chosen if (at := moment(row.enqueued_at)) is not None and at.ns is not None]
        typed = (action == "drain" and len(chosen) > TYPE_FROM) or action == "erase" or overtaken
        return Plan(
            action=action,
            target=target,
            members=Members((row.id, row.state) for row in chosen),
            taken=taken,
            words=tuple(words),
            undo=act.undo,
            oldest=min(known, key=_instant, default=None),
            newest=max(known, key=_instant, default=None),
            head=heads[0].id if len(heads) == 1 else None,
            unsent=sum(row.state != State.DELIVERED for row in chosen),
            mark=token(self._identity, mark(self._db)),
            type_name=(places[0].destination if len(places) == 1 else target) if typed and chosen else None,
            offers_save=act.saves,
        )

    def _heads(self, chosen: list[Candidate]) -> list[Candidate]:
        """Those among the chosen that are at the head of their destination."""
        first: dict[Destination, Candidate] = {}
        for row in chosen:
            if row.state == State.PENDING and (row.where not in first or row.id < first[row.where].id):
                first[row.where] = row
        return [row for row in first.values() if self._pages.head(row.where) == row.id]

    def _overtaken(self, chosen: list[Candidate]) -> list[Phrase]:
        """Later items of the same destinations that were delivered while these were out of line."""
        first: dict[Destination, int] = {}
        for row in chosen:
            if row.state != State.PENDING:
                first[row.where] = min(row.id, first.get(row.where, row.id))
        return [said for where, lowest in first.items() if (said := self._delivered_after(where, lowest)) is not None]

    def _delivered_after(self, where: Destination, lowest: int) -> Phrase | None:
        sql = (
            f"FROM queue {self._pages.use.pending} WHERE channel = {NAME} AND destination = {NAME}"
            " AND state = 'delivered' AND id > ?"
        )
        values = (name(where.channel), name(where.destination), lowest)
        count = self._db.execute(f"SELECT count(*) {sql}", values).fetchone()[0]
        if not count:
            return None
        ids = [row[0] for row in self._db.execute(f"SELECT id {sql} ORDER BY id LIMIT {_NAMED}", values)]
        return counted(
            count,
            "A later message for {target} was delivered meanwhile ({ids}): the receiver gets these out of order.",
            "{count} later messages for {target} were delivered meanwhile ({ids}):"
            " the receiver gets these out of order.",
            target=where,
            ids=_named(ids, count),
        )


def _sending(heads: list[Candidate], taken: Instant) -> list[Phrase]:
    due = [row.id for row in heads if (between(moment(row.next_attempt), taken) or timedelta()) >= timedelta()]
    if not due:
        return []
    return [
        phrase(
            "The engine may be sending {ids} at this very moment; its report may then come after this, and undo it.",
            ids=_named(due),
        )
    ]


def _instant(at: Instant) -> int:
    return at.ns or 0


def _target(places: list[Destination], what: Query | Sequence[ItemId]) -> str:
    if isinstance(what, Query) and what.channel is not None and what.destination is not None:
        return f"{what.channel}/{what.destination}"
    if len(places) == 1:
        return str(places[0])
    return f"{len(places)} destinations" if places else "no destination"


def _limits(what: Query | Sequence[ItemId], reach: Reach) -> list[Phrase]:
    """How the action was narrowed, so that nobody takes a part for the whole."""
    said = []
    if isinstance(what, Query) and (what.text or what.error or what.since or what.until or what.state):
        said.append(phrase("Only those that match the filter."))
    first, older_than, before = reach.get("first"), reach.get("older_than"), reach.get("before")
    if first is not None:
        said.append(counted(first, "Only the first in line.", "Only the first {count} in line."))
    if older_than is not None:
        said.append(phrase("Only those older than {span}.", span=older_than))
    if before is not None:
        said.append(phrase("Only those that finished before {at}.", at=before))
    return said


def _named_places(places: list[Destination]) -> list[Phrase]:
    """Which destinations, where they are several."""
    if len(places) < 2:
        return []
    names = ", ".join(map(str, places[:_PLACES]))
    more = len(places) - _PLACES
    if more > 0:
        return [phrase("They are for {names} and {count} more.", names=names, count=more)]
    return [phrase("They are for {names}.", names=names)]


def _mix(chosen: list[Candidate]) -> list[Phrase]:
    unsent = sum(row.state != State.DELIVERED for row in chosen)
    failed = sum(row.state == State.FAILED for row in chosen)
    said = (
        [counted(unsent, "1 of them has not been delivered.", "{count} of them have not been delivered.")]
        if 0 < unsent < len(chosen)
        else []
    )
    return said + ([counted(failed, "1 of them has failed.", "{count} of them have failed.")] if failed > 0 else [])


def _named(ids: Sequence[int], count: int | None = None) -> str:
    more = (count if count is not None else len(ids)) - min(len(ids), _NAMED)
    return ", ".join(map(str, ids[:_NAMED])) + (f" and {more} more" if more > 0 else "")
