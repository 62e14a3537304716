"""All stages of a queue as one list, walked in both directions from any place."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import merge
from typing import Any, NamedTuple

from qmonitor.queues.errors import UnknownItem
from qmonitor.queues.matching import matches
from qmonitor.queues.model import Among, Item, Query, State
from qmonitor.queues.streams import items, spots
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.lines import (
    DelayedLine,
    EntryLine,
    Met,
    PendingLine,
    Steps,
    UnscheduledLine,
    entries,
    envelope_met,
    order,
)
from qmonitor.queues.streams.link import ask_all
from qmonitor.queues.streams.spots import Cursor, Spot
from qmonitor.queues.streams.trouble import told

CHUNK, MANY = 100, 1000
"""Certain items that are looked up at once, and those of which it is asked where they are."""

MS = 1_000_000


class Looked(NamedTuple):
    """What a walk came by; `item` and its payload where it matches."""

    spot: Spot
    id: str
    item: Item | None
    payload: Callable[[], bytes]


class Ground:
    """What a walk needs to know of a queue, as of now. `known` keeps where delayed retries were seen."""

    def __init__(
        self,
        client: Any,
        keys: Keys,
        steps: Steps,
        known: dict[bytes, float],
        strays: Sequence[bytes],
        places: "list[Places]",
    ) -> None:
        """`strays`: payloads without a time, as far as they were found, in ascending order.

        `places` keeps where certain items stand from page to page.
        """
        self.client, self.keys, self.steps, self.strays = client, keys, steps, strays
        self._known, self._places = known, places
        self._now: int | None = None

    @property
    def now(self) -> int:
        """The server's time (Unix ms)."""
        if self._now is None:
            with told():
                seconds, microseconds = self.client.time()
            self._now = int(seconds) * 1000 + int(microseconds) // 1000
        return self._now

    @property
    def delivered(self) -> str:
        """The last-delivered id; where there is no group yet, nothing was delivered."""
        return delivered(self.client, self.keys)

    def score(self, name: bytes) -> float | None:
        """When a delayed retry is due, or was when it was last seen."""
        with told():
            found = self.client.zscore(self.keys.retry_index, name)
        return self._known.get(name) if found is None else float(found)

    def placed(self, among: Among, still_wanted: Callable[[], object]) -> "Places":
        """Where certain items stand; found once, however many pages are read of them."""
        if not self._places or self._places[0].among is not among:
            self._places[:] = [self._place(among, still_wanted)]
        return self._places[0]

    def _place(self, among: Among, still_wanted: Callable[[], object]) -> "Places":
        ids = [str(one) for one in among.ids if _is_id(str(one))]
        begin, scores = f"{items.DELAYED_PLACE}:", dict[str, float | None]()
        delayed = [one for one in ids if one.startswith(begin)]
        for start in range(0, len(delayed), MANY):
            still_wanted()
            part = delayed[start : start + MANY]
            names = [one.removeprefix(begin).encode("utf-8", "surrogatepass") for one in part]
            with told():
                times = self.client.zmscore(self.keys.retry_index, names)
            for one, name, at in zip(part, names, times, strict=True):
                scores[one] = self._known.get(name) if at is None else float(at)
        return Places(among, ids, scores)

    def note(self, name: bytes, score: float) -> None:
        if len(self._known) > KNOWN:
            self._known.clear()
        self._known[name] = score


KNOWN = 20_000
"""Retries of which it is remembered where they were."""


def delivered(client: Any, keys: Keys) -> str:
    """The last-delivered id of the group."""
    with told():
        groups = client.xinfo_groups(keys.main)
    found = [one for one in groups if one["name"] == keys.group.encode()]
    return found[0]["last-delivered-id"].decode() if found else "0-0"


class Walk:
    """Over one client; `still_wanted` is called between two commands, and may raise `Interrupted`."""

    def __init__(self, ground: Ground, query: Query, still_wanted: Callable[[], object]) -> None:
        self._ground, self._query, self._still_wanted = ground, query, still_wanted
        self._needle = None if not query.text else query.text.encode("utf-8", "surrogatepass").lower()
        since = None if query.since is None else query.since.ns
        self._since = None if since is None else since // MS

    def raw(self, cursor: Cursor) -> Iterator[Met]:
        """Everything in the states of the query, without any filter else; each once."""
        before: str | None = None
        for one in self._all(cursor):
            self._still_wanted()
            if one.id != before:
                yield one
            before = one.id

    def met(self, cursor: Cursor) -> Iterator[Looked]:
        """Everything that is looked at beyond a place, in its order; each once."""
        for one in self.raw(cursor):
            if self._since is not None and one.spot.at < self._since and one.spot.kind != spots.UNSCHEDULED:
                if not cursor.up:  # nothing was queued after it entered the place where it lies
                    return
                continue
            yield Looked(one.spot, one.id, self._matching(one), one.payload)

    def _all(self, cursor: Cursor) -> Iterator[Met]:
        query, keys = self._query, self._ground.keys
        if query.channel not in (None, keys.main) or query.destination not in (None, keys.group):
            return iter(())
        if query.among is not None:
            return self._among(query.among, cursor)
        if self._since is not None and cursor.up and cursor.spot.at < self._since and not self._ground.strays:
            cursor = Cursor(Spot(self._since, -1), True)
        lines = [line.walk(cursor) for line in self._lines()]
        return merge(*lines, key=lambda one: one.spot, reverse=not cursor.up)

    def _lines(self) -> list[Any]:
        ground, state = self._ground, self._query.state
        client, keys, steps, ahead = ground.client, ground.keys, ground.steps, self._query.limit + 1
        lines: list[Any] = []
        if state in (None, State.PENDING):
            after = ground.delivered
            lines += [
                PendingLine(client, keys, steps.of(keys.main), ahead),
                EntryLine(
                    client, keys.main, spots.MAIN,
                    lambda one, fields: items.of_entry(keys, one, fields, items.UNDELIVERED),
                    steps.of(keys.main), after, ahead=ahead,
                ),
                DelayedLine(client, keys, steps.of(keys.retry_payloads), ground.now, ground.note, ahead),
                UnscheduledLine(client, keys, ground.strays, ground.now),
            ]  # fmt: skip
        if state in (None, State.FAILED):
            lines.append(self._ended(keys.dlq, spots.DEAD, items.DEAD_PLACE))
        if state in (None, State.SKIPPED):
            lines.append(self._ended(keys.skipped, spots.SKIPPED, items.SKIPPED_PLACE))
        return lines

    def _ended(self, key: str, kind: int, place: str) -> EntryLine:
        keys, step, ahead = self._ground.keys, self._ground.steps.of(key), self._query.limit + 1
        return EntryLine(
            self._ground.client,
            key,
            kind,
            lambda one, fields: items.of_dead(keys, one, fields, place),
            step,
            ahead=ahead,
        )

    def _among(self, among: Among, cursor: Cursor) -> Iterator[Met]:
        """Those of certain items that are there, whatever became of them."""
        placed = self._ground.placed(among, self._still_wanted)
        for part in placed.beyond(cursor):
            self._still_wanted()
            for item, one in zip(part, found(self._ground, part), strict=True):
                if one is not None:
                    yield one._replace(spot=placed.spot(item))  # a retry may have got another time since

    def spot_of(self, item: object) -> Spot | None:
        """Where an item stands, or stood; None for what is no id, or was never seen."""
        try:
            place, name = named(str(item))
            if place != items.DELAYED_PLACE:
                return entry_spot(str(item))
        except UnknownItem:
            return None
        member = name.encode("utf-8", "surrogatepass")
        return delayed_spot(member, self._ground.score(member))

    def _matching(self, one: Met) -> Item | None:
        """The item, where it passes the filters; most of those that do not are told without being decoded."""
        query = self._query
        if self._needle is not None and self._needle not in one.raw.lower() and b"\\" not in one.raw:
            return None
        if query.error and not one.error:
            return None
        item = one.make()
        return item if matches(query, item) else None


_KINDS = {
    items.MAIN_PLACE: spots.MAIN,
    items.DEAD_PLACE: spots.DEAD,
    items.SKIPPED_PLACE: spots.SKIPPED,
    items.EVENT_PLACE: spots.EVENT,
}


class Places:
    """Certain items in the order in which they stand in the list."""

    def __init__(self, among: Among, ids: list[str], scores: Mapping[str, float | None]) -> None:
        """`scores` of those that are delayed: where they are, or were; None where nobody knows."""
        self.among, self._ids, self._scores = among, ids, scores
        ids.sort(key=self.spot)

    def spot(self, item: str) -> Spot:
        if item not in self._scores:
            return entry_spot(item)
        name = item.partition(":")[2].encode("utf-8", "surrogatepass")
        return delayed_spot(name, self._scores[item])

    def beyond(self, cursor: Cursor) -> Iterator[list[str]]:
        """Those beyond a place, some at a time."""
        right = bisect_right if cursor.inclusive != cursor.up else bisect_left
        at = right(self._ids, cursor.spot, key=self.spot)
        while at < len(self._ids) if cursor.up else at > 0:
            part = self._ids[at : at + CHUNK] if cursor.up else self._ids[max(0, at - CHUNK) : at][::-1]
            yield part
            at += len(part) if cursor.up else -len(part)


def entry_spot(item: str) -> Spot:
    """Where an entry of a stream stands, by its id. Raises `UnknownItem`."""
    place, name = named(item)
    return spots.of_entry(_KINDS[place], items.entry_name(item, name))


def delayed_spot(name: bytes, score: float | None) -> Spot:
    """Where a delayed retry stands; `score` None: it has no time, or nobody knows it any more."""
    if score is None:
        return Spot(spots.FIRST.at, spots.UNSCHEDULED, 0, name)
    return Spot(score, spots.DELAYED, 0, name)


def _is_id(item: str) -> bool:
    try:
        place, name = named(item)
    except UnknownItem:
        return False
    return place == items.DELAYED_PLACE or items.is_entry(name)


def found(ground: Ground, ids: Sequence[str]) -> list[Met | None]:
    """What lies under certain ids, in their order; None where nothing does. All are asked for at once."""
    pairs = [named(one) for one in ids]
    by_place: dict[str, list[str]] = {}
    for place, name in pairs:
        by_place.setdefault(place, []).append(name)
    known: dict[tuple[str, str], Met | None] = {}
    for place, names in by_place.items():
        look = {items.DELAYED_PLACE: _found_delayed, items.EVENT_PLACE: _found_events}.get(place, _found_entries)
        for name, one in zip(names, look(ground, place, names), strict=True):
            known[place, name] = one
    return [known[pair] for pair in pairs]


def named(id: str) -> tuple[str, str]:
    """An id's place and name; those of failed events, too, which are in no list. Raises `UnknownItem`."""
    place, _, name = id.partition(":")
    return (place, name) if place == items.EVENT_PLACE else items.place_of(id)


def _found_events(ground: Ground, place: str, names: Sequence[str]) -> list[Met | None]:
    del place
    good = [name for name in names if items.is_entry(name)]
    bodies = dict(zip(good, entries(ground.client, ground.keys.failed, good), strict=True))
    return [None if fields is None else _event(ground, name, fields) for name in names for fields in [bodies.get(name)]]


def events(ground: Ground, cursor: Cursor) -> Iterator[Met]:
    """Failures without a retry, from the stream of failed events."""
    keys = ground.keys
    line = EntryLine(
        ground.client, keys.failed, spots.EVENT, lambda one, fields: items.of_event(keys, one, fields),
        ground.steps.of(keys.failed), place=items.EVENT_PLACE,
    )  # fmt: skip
    return (one._replace(tried=True) for one in line.walk(cursor) if not items.is_exhausted({b"payload": one.raw}))


def _event(ground: Ground, name: str, fields: items.Fields) -> Met:
    payload = fields.get(b"payload", b"")
    spot = spots.of_entry(spots.EVENT, name)

    def make() -> Item:
        return items.of_event(ground.keys, name, fields)

    return Met(spot, f"{items.EVENT_PLACE}:{name}", payload, "", make, lambda: payload)


def _found_delayed(ground: Ground, place: str, names: Sequence[str]) -> list[Met | None]:
    del place
    keys, members = ground.keys, [name.encode("utf-8", "surrogatepass") for name in names]
    with told():
        times = ground.client.zmscore(keys.retry_index, members)
        stored = ground.client.hmget(keys.retry_payloads, members)
    return [
        None if at is None and text is None else envelope_met(keys, name, text, at, ground.now)
        for name, at, text in zip(members, times, stored, strict=True)
    ]


def _found_entries(ground: Ground, place: str, names: Sequence[str]) -> list[Met | None]:
    keys = ground.keys
    key = {items.MAIN_PLACE: keys.main, items.DEAD_PLACE: keys.dlq}.get(place, keys.skipped)
    good = [name for name in names if items.is_entry(name)]
    bodies = dict(zip(good, entries(ground.client, key, good), strict=True))
    if place != items.MAIN_PLACE:
        return [_met(place, name, bodies[name], items.DEAD, keys) if bodies.get(name) else None for name in names]
    last = order(ground.delivered) if good else (0, 0)
    waits = {name for name in good if order(name) > last}
    held = _in_flight(ground, [name for name in good if name not in waits])
    return [
        _met(place, name, bodies[name], items.UNDELIVERED if name in waits else items.IN_FLIGHT, keys)
        if name in held or (name in waits and bodies[name] is not None)
        else None
        for name in names
    ]


def _in_flight(ground: Ground, names: Sequence[str]) -> set[str]:
    """Those of these entries that a consumer has in hand."""
    keys = ground.keys
    found = ask_all(ground.client, [("XPENDING", keys.main, keys.group, name, name, 1) for name in names])
    with told():
        for answer in found:
            if isinstance(answer, Exception):
                raise answer
    return {name for name, answer in zip(names, found, strict=True) if answer}


def _met(place: str, name: str, fields: items.Fields | None, stage: str, keys: Keys) -> Met:
    payload = (fields or {}).get(b"payload", b"")

    def make() -> Item:
        if place == items.MAIN_PLACE:
            return items.of_entry(keys, name, fields, stage)
        return items.of_dead(keys, name, fields or {}, place)

    error = (fields or {}).get(b"lastErrorCode" if place == items.MAIN_PLACE else b"errorCode", b"")
    spot = spots.of_entry(_KINDS[place], name)
    return Met(spot, f"{place}:{name}", payload, items.name_text(error), make, lambda: payload)
