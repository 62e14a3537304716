"""What an action is aimed at, as it lies on the server at this moment: many items at once, by reading alone."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from qmonitor.queues.errors import UnknownItem
from qmonitor.queues.model import Item, ItemId, Stage
from qmonitor.queues.streams import names
from qmonitor.queues.streams.envelopes import decode, order
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading import items
from qmonitor.queues.streams.reading.items import DEAD_PLACE, DELAYED_PLACE, MAIN_PLACE, Fields, place_of
from qmonitor.queues.streams.reading.strides import Stride
from qmonitor.queues.streams.server.driver import LAST_TIME
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.queues.streams.values import Envelope
from qmonitor.values import dataclass

CHUNK = 50
"""Items read at once at most: whoever asks for one gets its payload, too."""

CHUNK_BYTES = 2_000_000
"""About so many bytes are read at once."""


@dataclass(frozen=True, slots=True)
class Found:
    """One item. `item.stage` is a `Stage`; without payload `item` says what is known all the same.

    `stored` is the envelope of a delayed one (None: only its time is there), `due` its time (ms). `idle` is for how
    long (ms) a consumer has had one in flight. `elsewhere`: another group of the stream has not finished it.
    """

    item: Item
    place: str
    name: str
    stored: bytes | None = None
    due: int | None = None
    fields: Fields | None = None
    idle: int | None = None
    elsewhere: bool = False

    @property
    def id(self) -> str:
        return str(self.item.id)

    @property
    def key(self) -> str | bytes:
        """What it is called where it lies: an entry's id, an envelope's own name."""
        return envelope_name(self.name) if self.place == DELAYED_PLACE else self.name

    @property
    def stage(self) -> str:
        return self.item.stage or ""

    @property
    def sha(self) -> str:
        """By which the server recognises the envelope; "" where there is none."""
        return sha(self.stored)


def envelope_of(found: Found) -> Envelope:
    """What lies under its name. Raises `UnreadableEnvelope`."""
    return decode(envelope_name(found.name), found.stored or b"")


def sha(stored: bytes | None) -> str:
    return "" if stored is None else hashlib.sha1(stored, usedforsecurity=False).hexdigest()


@dataclass(frozen=True, slots=True)
class _Group:
    name: str
    delivered: tuple[int, int]
    pending: int


class Lookup:
    """Finds items of one queue; for one thread."""

    def __init__(self, client: Any, keys: Keys) -> None:
        self._client, self._keys = client, keys
        self._stride = Stride(CHUNK, CHUNK_BYTES)

    def find(self, ids: Iterable[ItemId]) -> Iterator[Found]:
        """Those that are there, in the order in which they are named; ids that can't be any are left out."""
        named = _each_once(ids)
        while chunk := list(islice(named, self._stride.most(CHUNK))):
            found = list(self._chunk(chunk))
            self._stride.learn([one.item.size for one in found])
            yield from found

    def _chunk(self, named: Sequence[tuple[str, str]]) -> Iterator[Found]:
        main = [name for place, name in named if place == MAIN_PLACE]
        groups = self._groups() if main else ()
        ours = next((group for group in groups if group.name == self._keys.group), _Group("", (0, 0), 0))
        others = [group for group in groups if group.name != self._keys.group]
        delayed = [name for place, name in named if place == DELAYED_PLACE]
        entries = self._entries([one for one in named if one[0] != DELAYED_PLACE])
        pending = self._pending(self._keys.group, main if ours.pending else [])
        elsewhere = self._elsewhere(others, main)
        envelopes = self._envelopes(delayed)
        for place, name in named:
            if place == DELAYED_PLACE:
                found = envelopes.get(name)
            elif place == MAIN_PLACE:
                found = self._main(name, entries[place, name], pending.get(name), ours, name in elsewhere)
            else:
                fields = entries[place, name]
                found = None if fields is None else self._dead(place, name, fields)
            if found is not None:
                yield found

    def _main(self, name: str, fields: Fields | None, idle: int | None, ours: _Group, elsewhere: bool) -> Found | None:
        if fields is None and idle is None:
            return None
        stage = Stage.IN_FLIGHT
        if idle is None:
            stage = Stage.UNDELIVERED if order(name) > ours.delivered else Stage.FINISHED
        item = items.of_entry(self._keys, name, fields, stage)
        return Found(item, MAIN_PLACE, name, fields=fields, idle=idle, elsewhere=elsewhere)

    def _dead(self, place: str, name: str, fields: Fields) -> Found:
        return Found(items.of_dead(self._keys, name, fields, place), place, name, fields=fields)

    def _envelopes(self, names: Sequence[str]) -> dict[str, Found]:
        if not names:
            return {}
        members = [envelope_name(name) for name in names]
        with explained():
            stored = self._client.hmget(self._keys.retry_payloads, members)
            scores = self._client.zmscore(self._keys.retry_index, members)
        now = self.now()
        found = {}
        for name, member, envelope, score in zip(names, members, stored, scores, strict=True):
            if envelope is not None or score is not None:
                item = items.of_envelope(self._keys, member, envelope, score, now)
                found[name] = Found(item, DELAYED_PLACE, name, stored=envelope, due=items.time_of(score))
        return found

    def _entries(self, named: Sequence[tuple[str, str]]) -> Mapping[tuple[str, str], Fields | None]:
        streams = {MAIN_PLACE: self._keys.main, DEAD_PLACE: self._keys.dlq}
        asked = [("xrange", streams.get(place, self._keys.skipped), name, name) for place, name in named]
        found = self._many(asked)
        return {one: answer[0][1] if answer else None for one, answer in zip(named, found, strict=True)}

    def _pending(self, group: str, names: Sequence[str]) -> Mapping[str, int]:
        """Those of them that somebody of a group has in hand, and for how long (ms)."""
        asked = [("xpending_range", self._keys.main, group, name, name, 1) for name in names]
        found = self._many(asked)
        return {
            name: int(answer[0]["time_since_delivered"]) for name, answer in zip(names, found, strict=True) if answer
        }

    def _elsewhere(self, others: Sequence[_Group], names: Sequence[str]) -> set[str]:
        """Those of them that another group has not got yet, or not finished."""
        found = {name for group in others for name in names if order(name) > group.delivered}
        for group in others:
            if group.pending:
                found |= self._pending(group.name, [name for name in names if name not in found]).keys()
        return found

    def _groups(self) -> tuple[_Group, ...]:
        with explained():
            try:
                groups = self._client.xinfo_groups(self._keys.main)
            except Exception as error:
                if "no such key" in str(error):
                    return ()
                raise
        return tuple(
            _Group(_text(one["name"]), order(_text(one["last-delivered-id"])), int(one["pending"])) for one in groups
        )

    def now(self) -> int:
        """The server's time (ms)."""
        with explained():
            seconds, microseconds = self._client.time()
        return int(seconds) * 1000 + int(microseconds) // 1000

    def _many(self, asked: Sequence[tuple[str | int, ...]]) -> list[Any]:
        """Several commands sent at once; the first error of any of them is raised."""
        if not asked:
            return []
        with explained():
            with self._client.pipeline(transaction=False) as pipe:
                for name, *arguments in asked:
                    getattr(pipe, str(name))(*arguments)
                found: list[Any] = pipe.execute(raise_on_error=False)
            for answer in found:
                if isinstance(answer, Exception):
                    raise answer
        return found


def _each_once(ids: Iterable[ItemId]) -> Iterator[tuple[str, str]]:
    seen: set[ItemId] = set()
    for one in ids:
        place = _place(one)
        if place is not None and one not in seen:
            seen.add(one)
            yield place


def _place(id: ItemId) -> tuple[str, str] | None:
    """None for what is no id of any item."""
    try:
        place, name = place_of(id)
        if place == DELAYED_PLACE:
            envelope_name(name)
        else:
            first, _, second = name.partition("-")
            plain = all(part.isascii() and part.isdigit() and len(part) <= 20 for part in (first, second))
            if not (plain and name == f"{int(first)}-{int(second)}" and max(order(name)) <= LAST_TIME):
                return None
    except UnknownItem:
        return None
    return place, name


def envelope_name(name: str) -> bytes:
    """The bytes that a name stands for. Raises `UnknownItem` where no envelope can be called so."""
    found = names.member(name)
    if found is None:
        raise items.unknown(f"{DELAYED_PLACE}:{name}")
    return found


def _text(value: bytes | str) -> str:
    return value if isinstance(value, str) else bytes(value).decode("utf-8", "backslashreplace")
