"""Finds what an action is aimed at, each item with the state in which it lies there, and why some are left out."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import field
from typing import Any

from qmonitor.queues.errors import Interrupted, Refused
from qmonitor.queues.matching import matches
from qmonitor.queues.model import Item, ItemId, Query, Stage, State
from qmonitor.queues.plan import GONE, Reach
from qmonitor.queues.planning import require_meant
from qmonitor.queues.streams.acting.acts import ACTS, NO_TIME, obstacle, state_of
from qmonitor.queues.streams.envelopes import enqueue_time_of
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.plans import ITEMS
from qmonitor.queues.streams.reading import stages
from qmonitor.queues.streams.reading.ground import Ground
from qmonitor.queues.streams.reading.items import DEAD_PLACE, DELAYED_PLACE, MAIN_PLACE, SKIPPED_PLACE
from qmonitor.queues.streams.reading.lines import Line
from qmonitor.queues.streams.reading.lookup import Found, Lookup
from qmonitor.queues.streams.reading.rounds import Strays
from qmonitor.queues.streams.reading.spots import edge
from qmonitor.queues.streams.reading.strides import Strides
from qmonitor.queues.streams.values import MS
from qmonitor.queues.times import Instant, between
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item as the plan sees it: all that is kept of it while thousands are chosen."""

    id: str
    state: str
    stage: str
    enqueued_at: Instant | None
    control_id: str
    sha: str
    name: str
    elsewhere: bool


@dataclass(slots=True)
class Choice:
    """What was chosen. `excluded` were named but can't be part of it, `obstacles` are why (see `acts.obstacle`), and
    `left_out` counts them.
    """

    chosen: list[Candidate] = field(default_factory=list)
    excluded: list[tuple[ItemId, str]] = field(default_factory=list)
    obstacles: dict[ItemId, str] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)


class Selection:
    """Selects over one client; `called_off` is asked between two commands."""

    def __init__(self, client: Any, keys: Keys, reclaim_after: int, called_off: Callable[[], bool]) -> None:
        self._client, self._keys, self._reclaim_after, self._called_off = client, keys, reclaim_after, called_off
        self._strides, self._lookup = Strides(), Lookup(client, keys)

    def by_ids(self, action: str, ids: Sequence[ItemId]) -> Choice:
        """Those that the action is allowed for, and the others with what they are instead."""
        choice, out = Choice(), dict.fromkeys(ids, GONE)
        for found in self._lookup.find(ids):
            self._still_wanted()
            reason = obstacle(action, found, self._reclaim_after)
            if not reason:
                choice.chosen.append(_candidate(found))
                del out[found.id]
            else:
                choice.left_out[reason] += 1
                out[found.id], choice.obstacles[found.id] = _shown(found), reason
        choice.excluded = list(out.items())
        _bounded(len(choice.chosen))
        return choice

    def by_query(self, action: str, what: Query, reach: Reach, taken: Instant) -> Choice:
        """Those that match, as far as the action reaches. Raises `Refused` where a query makes no sense for it."""
        require_meant(action, what, reach)
        states = _states(action, what, reach)
        choice, most = Choice(), reach.get("first")
        for found in self._lookup.find(self._met(action, what, states, reach, taken)):
            if most is not None and len(choice.chosen) >= most:
                break
            self._still_wanted()
            if state_of(found) not in states or found.stage == Stage.FINISHED:
                continue
            reason = obstacle(action, found, self._reclaim_after) or _unmeant(action, what, found)
            if reason:
                choice.left_out[reason] += 1
            else:
                choice.chosen.append(_candidate(found))
                _bounded(len(choice.chosen))
        return choice

    def _met(self, action: str, what: Query, states: Sequence[str], reach: Reach, taken: Instant) -> Iterator[ItemId]:
        if what.among is not None:
            certain = Lookup(self._client, self._keys).find(what.among.ids)
            met: Iterator[Item] = (found.item for found in certain if found.stage != Stage.FINISHED)
        else:
            met = self._walk(ACTS[action].places, states)
        return (item.id for item in met if matches(what, item) and _reached(action, item, reach, taken))

    def _walk(self, places: Collection[str], states: Sequence[str]) -> Iterator[Item]:
        """All items at these places in these states: as they come to workers, then those that do not."""
        waits = State.PENDING in states and DELAYED_PLACE in places
        ground = Ground(self._client, self._keys, self._strides, strays=self._without_time() if waits else ())
        lines: list[Line] = []
        if State.PENDING in states and MAIN_PLACE in places:
            undelivered = stages.undelivered(ground)  # first: what is delivered meanwhile is met in flight, too
            lines += [stages.in_flight(ground), undelivered]
        if waits:
            lines += [stages.delayed(ground), stages.unscheduled(ground)]
        lines += [stages.dead(ground)] if State.FAILED in states and DEAD_PLACE in places else []
        lines += [stages.skipped(ground)] if State.SKIPPED in states and SKIPPED_PLACE in places else []
        for line in lines:
            for one in line.walk(edge(up=True)):
                self._still_wanted()
                yield one.make()

    def _without_time(self) -> Sequence[bytes]:
        """Payloads that no time leads to: a look over all of them tells which."""
        strays = Strays(self._keys, self._strides)
        while strays.names is None:
            self._still_wanted()
            strays.look(self._client, lambda: False)
        return strays.names

    def _still_wanted(self) -> None:
        if self._called_off():
            raise Interrupted(phrase("The reading was called off."))


def _unmeant(action: str, what: Query, found: Found) -> str:
    """Somebody may have taken a retry's time away so that it never runs: it is retried only where it is named."""
    return NO_TIME if action == "retry-now" and what.among is None and found.item.lacks == "schedule" else ""


def _candidate(found: Found) -> Candidate:
    item = found.item
    return Candidate(
        found.id, state_of(found), found.stage, item.enqueued_at, item.control_id, found.sha, found.name,
        found.elsewhere,
    )  # fmt: skip


def _shown(found: Found) -> str:
    """What an item is, for whoever wanted to act on it: a stage says more than a state where it is in the way."""
    state = state_of(found)
    return found.stage if state == State.PENDING and found.stage else state


def _bounded(count: int) -> None:
    if count > ITEMS:
        raise Refused(
            phrase("More than {count} messages would be part of this.", count=ITEMS),
            phrase("Filter them, or take the first ones only."),
        )


def _states(action: str, what: Query, reach: Reach) -> Sequence[str]:
    """The states to collect."""
    allowed: Sequence[str] = ACTS[action].states
    if action in ("drain", "retry-now") and not reach.get("include_failed") and what.state is None:
        allowed = (State.PENDING,)
    return [state for state in allowed if what.state in (None, state)]


def _reached(action: str, item: Item, reach: Reach, taken: Instant) -> bool:
    older_than, before = reach.get("older_than"), reach.get("before")
    if older_than is not None:
        age = between(item.enqueued_at, taken)
        return age is not None and age > older_than
    if action == "purge" and isinstance(before, Instant) and before.ns is not None:
        name = str(item.id).removeprefix(f"{SKIPPED_PLACE}:")
        return enqueue_time_of(name) * MS < before.ns
    return True
