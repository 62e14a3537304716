"""Says what an action would do: freezes every message with its state, and puts it into words.

An action is done to whole rows: where a row holds several messages, all of them are part of it.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from qmonitor.queues.deadletter import history, keys
from qmonitor.queues.deadletter.acts import ACTS, Act
from qmonitor.queues.deadletter.codec import MAX_QUEUE_AGE
from qmonitor.queues.deadletter.pages import Pages
from qmonitor.queues.deadletter.rows import Row
from qmonitor.queues.deadletter.walk import edge, find_any
from qmonitor.queues.errors import Interrupted, Refused
from qmonitor.queues.model import Destination, Item, ItemId, Query, State
from qmonitor.queues.plan import GONE, InterruptedPlan, Members, Part, Plan, Reach, Share, destinations
from qmonitor.queues.planning import as_of, limits, require_meant
from qmonitor.queues.sqlite_plans import acted_on_since, no_such_plan
from qmonitor.queues.times import Instant, between, now
from qmonitor.queues.words import Phrase, counted, phrase
from qmonitor.values import dataclass

LISTED = 100
"""Messages of rows with several that are listed."""

TYPE_FROM = 100
"""A drain of more messages than this is confirmed by typing the queue's name."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A row that is part of a plan, its messages, and the ids of those that were asked for."""

    row: Row
    items: tuple[Item, ...]
    asked: frozenset[ItemId]

    @property
    def more(self) -> bool:
        """Whether some of them were not asked for."""
        return len(self.asked) < len(self.items)

    def parts(self) -> Iterator[Part]:
        """Its messages as they are listed."""
        count = len(self.items)
        return (Part(item, n, count, item.id in self.asked) for n, item in enumerate(self.items, 1))


class Planner:
    """Plans over one reading connection; changes nothing."""

    def __init__(
        self, db: sqlite3.Connection, identity: tuple[int, int], called_off: Callable[[], bool] = lambda: False
    ) -> None:
        """`identity` is the file's device and inode."""
        self._db, self._identity, self._called_off = db, identity, called_off

    def plan(self, action: str, what: Query | Sequence[ItemId], reach: Reach) -> Plan:
        """Raises `Refused` where the action makes no sense for what it is aimed at."""
        act = ACTS.get(action)
        if act is None:
            raise Refused(phrase("A dead-letter queue knows no action '{action}'.", action=action))
        taken = now()
        reach = as_of(reach, taken)
        excluded: list[tuple[ItemId, str]] = []
        if isinstance(what, Query):
            require_meant(action, what, reach)
            chosen = self._by_query(action, act, what, reach, taken)
        else:
            chosen, excluded = self._by_ids(act, what)
        chosen, others = self._without_others(chosen, reach.get("takes_back", ""))
        said = [*limits(what, reach), *_left_out(len(others))]
        plan = self._written(action, chosen, _target(chosen, what), said, taken)
        return replace(plan, excluded=(*excluded, *others))

    def again(self, cut_off: InterruptedPlan, members: Members) -> Plan:
        """The rest of a plan that was cut off; its figures are of those that are still as they were confirmed."""
        if cut_off.action not in ACTS or any(isinstance(item, int) for item, _ in members):
            raise no_such_plan(cut_off.id)
        confirmed = dict(members)
        rows, _ = self._by_ids(ACTS[cut_off.action], list(confirmed))
        chosen = [one for one in rows if all(confirmed.get(item.id) == item.state for item in one.items)]
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

    # -- what is part of it ----------------------------------------------------------------------------------------

    def _by_ids(self, act: Act, ids: Sequence[ItemId]) -> tuple[list[Chosen], list[tuple[ItemId, str]]]:
        """The rows of those that the action is allowed for, and the others with their state."""
        wanted = dict.fromkeys(ids)
        by_key: dict[bytes, set[ItemId]] = {}
        for item in wanted:
            by_key.setdefault(keys.parse_id(item)[0], set()).add(item)
        out: dict[ItemId, str] = dict.fromkeys(wanted, GONE)
        chosen = []
        for row in self._found(by_key):
            items = tuple(row.items())
            here = by_key[row.key.raw] & {item.id for item in items}
            out |= {item.id: str(item.state) for item in items if item.id in here}
            if here and all(item.state in act.states for item in items):
                chosen.append(Chosen(row, items, frozenset(here)))
                for item_id in here:
                    del out[item_id]
        return chosen, list(out.items())

    def _found(self, raw: Iterable[bytes]) -> Iterator[Row]:
        """Those that are there, in the order of arrival."""
        parsed = (key for one in raw if (key := keys.parse(one)) is not None)
        for key in sorted(parsed, key=lambda key: key.order):
            row = find_any(self._db, key.raw)
            self._still_wanted()
            if row is not None:
                yield row

    def _by_query(self, action: str, act: Act, what: Query, reach: Reach, taken: Instant) -> list[Chosen]:
        """The rows of what matches, as far as the action reaches."""
        states = (State.PENDING,) if action == "drain" and not reach.get("include_failed") else act.states
        wanted = states if what.state is None else [state for state in act.states if state == what.state]
        met = Pages(self._db, self._called_off).items(replace(what, state=None), edge(True), ascending=True)
        fits = (item.id for item in met if item.state in wanted and _reached(item, reach, taken))
        return self._by_ids(act, list(islice(fits, reach.get("first"))))[0]

    def _without_others(self, chosen: list[Chosen], plan: str) -> tuple[list[Chosen], list[tuple[ItemId, str]]]:
        """Without those that somebody acted on since a plan: its effect is not theirs any more."""
        since = acted_on_since(self._db, plan) if plan else set()
        touched = [one for one in chosen if any(item.id in since for item in one.items)]
        kept = [one for one in chosen if one not in touched] if touched else chosen
        return kept, [(item.id, str(item.state)) for one in touched for item in one.items]

    def _still_wanted(self) -> None:
        if self._called_off():
            raise Interrupted(phrase("The reading was called off."))

    # -- in words --------------------------------------------------------------------------------------------------

    def _written(self, action: str, chosen: list[Chosen], target: str, said: list[Phrase], taken: Instant) -> Plan:
        act, items = ACTS[action], [item for one in chosen for item in one.items]
        places = sorted({item.destination for item in items})
        aim = target if len(places) < 2 else destinations(len(places))
        known = [at for item in items if (at := item.enqueued_at) is not None and at.ns is not None]
        typed = action == "erase" or (action == "drain" and len(items) > TYPE_FROM)
        return Plan(
            action=action,
            target=target,
            members=Members((item.id, str(item.state)) for item in items),
            taken=taken,
            words=(
                counted(len(items), *act.says, target=aim),
                *said,
                *_whole_rows(chosen),
                *_failed(items),
                *((_AT_IT,) if act.skips and items else ()),
            ),
            warnings=_too_old(action, items, taken),
            undo=counted(len(items), *act.undo),
            shares=_shares(items, places) if len(places) > 1 else (),
            oldest=min(known, key=_ns, default=None),
            newest=max(known, key=_ns, default=None),
            unsent=len(items),
            mark=history.mark(self._db, self._identity),
            type_name=(places[0] if len(places) == 1 else str(len(items))) if typed and items else None,
            offers_save=act.saves,
            parts=_parts(chosen),
            contents={one.row.key.raw: one.row.content for one in chosen},
        )


_AT_IT = phrase("The daemon may be sending at this very moment; what it has fetched already it may still send.")
_LOG_LEFT = phrase("Everything is erased; what is left to do is to empty the write-ahead log.")


def _reached(item: Item, reach: Reach, taken: Instant) -> bool:
    older_than = reach.get("older_than")
    if older_than is None:
        return True
    age = between(item.enqueued_at, taken)
    return age is not None and age > older_than


def _left_out(count: int) -> list[Phrase]:
    """That an undo leaves out what somebody acted on since."""
    if not count:
        return []
    return [
        counted(
            count,
            "1 message is left out: somebody acted on it since.",
            "{count} messages are left out: somebody acted on them since.",
        )
    ]


def _whole_rows(chosen: Sequence[Chosen]) -> list[Phrase]:
    """That messages are part of it that nobody asked for."""
    more = sum(one.more for one in chosen)
    if not more:
        return []
    return [
        counted(
            more,
            "A row holds several messages: all of them are part of this.",
            "{count} rows hold several messages each: all of them are part of this.",
        )
    ]


def _parts(chosen: Sequence[Chosen]) -> tuple[Part, ...]:
    """The messages of rows that hold several, one by one."""
    return tuple(islice((part for one in chosen if len(one.items) > 1 for part in one.parts()), LISTED))


def _failed(items: Sequence[Item]) -> list[Phrase]:
    count = sum(item.state == State.FAILED for item in items)
    return [counted(count, "1 of them can't be decoded.", "{count} of them can't be decoded.")] if count else []


def _too_old(action: str, items: Sequence[Item], taken: Instant) -> tuple[Phrase, ...]:
    """That what is restored will be dropped instead of being sent."""
    if action != "restore" or taken.ns is None:
        return ()
    count = sum(item.dropped_at is not None and (item.dropped_at.ns or 0) < taken.ns for item in items)
    if not count:
        return ()
    if len(items) == 1:
        return (
            phrase("It is older than {days} days: the daemon drops it, and does not send it.", days=MAX_QUEUE_AGE.days),
        )
    return (
        counted(
            count,
            "1 of them is older than {days} days: the daemon drops it, and does not send it.",
            "{count} of them are older than {days} days: the daemon drops them, and does not send them.",
            days=MAX_QUEUE_AGE.days,
        ),
    )


def _shares(items: Sequence[Item], places: Sequence[str]) -> tuple[Share, ...]:
    """What it means for each queue."""
    channel = items[0].channel
    return tuple(
        Share(Destination(channel, place), sum(item.destination == place for item in items)) for place in places
    )


def _target(chosen: Sequence[Chosen], what: Query | Sequence[ItemId]) -> str:
    places = sorted({f"{item.channel}/{item.destination}" for one in chosen for item in one.items})
    if isinstance(what, Query) and what.channel is not None and what.destination is not None:
        return f"{what.channel}/{what.destination}"
    if len(places) == 1:
        return places[0]
    return str(destinations(len(places))) if places else "no destination"


def _ns(at: Instant) -> int:
    return at.ns or 0
