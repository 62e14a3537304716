"""What a queue holds, line by line: each is walked in both directions from any place, a bounded number at a time.

By reading commands alone, never a whole stream at once. Each line is walked by its own key (an entry's id, a retry's
time and name), so that what comes and goes meanwhile neither doubles nor hides anything else.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from qmonitor.queues.model import Item, Stage
from qmonitor.queues.streams.envelopes import UnreadableEnvelope, decode, order
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading import items, spots
from qmonitor.queues.streams.reading.items import Fields
from qmonitor.queues.streams.reading.link import ask_all
from qmonitor.queues.streams.reading.spots import Cursor, Spot
from qmonitor.queues.streams.server.trouble import told

COMMANDS = ("TIME", "XINFO|GROUPS", "XRANGE", "XREVRANGE", "XPENDING", "ZRANGE", "ZSCORE", "ZMSCORE", "HGET", "HMGET")
"""All that is ever sent to walk through a queue, or to look something up in it."""

FEW, MOST = 16, 1000
"""Entries that one command reads: few at first, for nobody knows how large they are."""

BYTES = 1 << 20
"""One command brings about so many bytes at most: whoever wants an entry gets its payload, too."""

START: tuple[int, int] = (0, 0)


class Met(NamedTuple):
    """What a walk came by.

    `raw` is all that is stored of its payload, `error` the code of its last failure; `tried`: it was executed before.
    """

    spot: Spot
    id: str
    raw: bytes
    error: str
    make: Callable[[], Item]
    payload: Callable[[], bytes]
    tried: bool = True


class Step:
    """How many entries the next command is to read: the fewer, the larger they are. For one key."""

    def __init__(self) -> None:
        self._bytes = 0.0

    def most(self, wanted: int) -> int:
        """So many as are wanted, or as are not too large together."""
        room = int(BYTES / self._bytes) if self._bytes else FEW
        return max(1, min(wanted, room, MOST))

    def learn(self, sizes: Sequence[int]) -> None:
        if sizes:
            self._bytes = max(1.0, sum(sizes) / len(sizes))


class Steps:
    """Of all keys of a queue; a reader keeps them."""

    def __init__(self) -> None:
        self._known: dict[str, Step] = {}

    def of(self, key: str) -> Step:
        return self._known.setdefault(key, Step())


def after(wanted: int, ahead: int) -> int:
    """How many a line reads after it has read so many: what a page still needs, and then ever more."""
    return max(ahead - FEW, FEW) if wanted == FEW else min(wanted * 4, MOST)


def size_of(fields: Fields) -> int:
    return sum(len(name) + len(value) for name, value in fields.items()) or 1


class EntryLine:
    """Entries of a stream: dead letters, skipped ones, or (after an id) what a group has not got yet."""

    def __init__(
        self,
        client: Any,
        key: str,
        kind: int,
        make: Callable[[str, Fields], Item],
        step: Step,
        after: str = "",
        place: str = "",
        ahead: int = 0,
    ) -> None:
        """`after`: only entries with a higher id count. `place`: what ids begin with, where that is not as usual.

        `ahead`, of this and the other lines: how many are likely to be needed.
        """
        self._client, self._key, self._kind, self._make, self._step = client, key, kind, make, step
        self._after, self._place, self._ahead = after, place or _PLACES[kind], ahead

    def walk(self, cursor: Cursor) -> Iterator[Met]:
        border = spots.range_from(cursor, self._kind)
        wanted = FEW
        while border is not None:
            count = self._step.most(wanted)
            found = self._read(border, count, up=cursor.up)
            self._step.learn([size_of(fields) for _, fields in found])
            for entry_id, fields in found:
                yield self._met(entry_id, fields)
            if len(found) < count:
                return
            border, wanted = f"({found[-1][0]}", after(wanted, self._ahead)

    def _read(self, border: str, count: int, *, up: bool) -> list[tuple[str, Fields]]:
        floor = f"({self._after}" if self._after else "-"
        if up and self._after and (border == "-" or order(border.lstrip("(")) <= order(self._after)):
            border = floor
        with told():
            if up:
                found = self._client.xrange(self._key, border, "+", count=count)
            else:
                found = self._client.xrevrange(self._key, border, floor, count=count)
        return [(one.decode(), fields) for one, fields in found if fields is not None]

    def _met(self, entry_id: str, fields: Fields) -> Met:
        payload = fields.get(b"payload", b"")
        error = fields.get(b"errorCode" if self._kind in (spots.DEAD, spots.SKIPPED) else b"lastErrorCode", b"")
        return Met(
            spots.of_entry(self._kind, entry_id),
            f"{self._place}:{entry_id}",
            payload,
            error.decode("utf-8", "backslashreplace"),
            lambda: self._make(entry_id, fields),
            lambda: payload,
            self._kind != spots.MAIN or items.is_tried(fields),
        )


_PLACES = {spots.MAIN: items.MAIN_PLACE, spots.DEAD: items.DEAD_PLACE, spots.SKIPPED: items.SKIPPED_PLACE}


class PendingLine:
    """What consumers have in hand, those too whose body is gone.

    The server tells them upwards only. Where most of what was delivered last is still in flight, the stream itself
    leads back; else a stretch of ids is looked for that holds enough of them, and not too many.
    """

    def __init__(self, client: Any, keys: Keys, step: Step, ahead: int = 0) -> None:
        self._client, self._keys, self._step, self._ahead = client, keys, step, ahead

    def walk(self, cursor: Cursor) -> Iterator[Met]:
        border, wanted = spots.range_from(cursor, spots.MAIN), FEW
        if border is not None and not cursor.up:
            border = self._from_the_last(border)
        while border is not None:
            count = min(self._step.most(wanted), MOST // 4)
            near = None if cursor.up else self._beside(border, count)
            if near is not None:
                for entry_id, fields in near:
                    yield self._met(entry_id, fields)
                border = f"({near[-1][0]}"
            else:
                ids = self._above(border, count) if cursor.up else self._below(border, count)
                yield from self._with_bodies(ids)
                if len(ids) < count:
                    return
                border = f"({ids[-1]}"
            wanted = after(wanted, self._ahead)

    def _from_the_last(self, border: str) -> str | None:
        """The border going down, with nothing before it where none is in flight; None: none is anywhere."""
        with told():
            whole = self._client.xpending(self._keys.main, self._keys.group)
        if not whole["pending"]:
            return None
        last = bytes(whole["max"]).decode()
        at = None if border == "+" else order(border.lstrip("("), 2**64 - 1)
        return last if at is None or at > order(last) else border

    def _beside(self, border: str, count: int) -> "list[tuple[str, Fields | None]] | None":
        """The last ones up to a border, the last first; None where the entries before it are mostly done with."""
        with told():
            there = self._client.xrevrange(self._keys.main, border, "-", count=count)
        if not there:
            return None
        self._step.learn([size_of(fields) for _, fields in there])
        with told():
            found = self._client.xpending_range(self._keys.main, self._keys.group, there[-1][0], border, 2 * count)
        ids = [one["message_id"].decode() for one in found]
        if len(ids) < max(1, count // FEW) or len(ids) == 2 * count:
            return None
        bodies = {one.decode(): fields for one, fields in there}
        return [(one, bodies.get(one)) for one in reversed(ids)]

    def _above(self, border: str, count: int) -> list[str]:
        with told():
            found = self._client.xpending_range(self._keys.main, self._keys.group, border, "+", count)
        return [one["message_id"].decode() for one in found]

    def _below(self, border: str, count: int) -> list[str]:
        """The last ones up to a border, the last of them first."""
        with told():
            whole = self._client.xpending(self._keys.main, self._keys.group)
        if not whole["pending"]:
            return []
        low, high = (_as_number(order(whole[end].decode())) for end in ("min", "max"))
        if border != "+":
            exclusive, text = border.startswith("("), border.lstrip("(")
            at = _as_number(order(text, 2**64 - 1))
            high = min(high, at - 1 if exclusive else at)
        if high < low:
            return []
        found = self._last(low, high, count, (high - low) * 2 * count // int(whole["pending"]) + 1)
        return found[: -count - 1 : -1]

    def _last(self, low: int, high: int, count: int, width: int) -> list[str]:
        """The ids of a stretch that ends at `high` and holds so many of them at least, or all."""
        narrow, wide, most = 0, high - low + 1, 4 * count
        while True:
            width = min(max(width, narrow + 1), wide)
            found = self._above_to(high - width + 1, high, most)
            if len(found) == most and width > 1:
                wide = width
            elif len(found) >= count or width >= high - low + 1:
                return found
            else:
                narrow = width
            if wide - narrow <= 1:
                return found
            width = (narrow + wide) // 2 if wide < high - low + 1 else narrow * 4

    def _above_to(self, low: int, high: int, most: int) -> list[str]:
        begin, end = (f"{one >> 64}-{one & (2**64 - 1)}" for one in (low, high))
        with told():
            found = self._client.xpending_range(self._keys.main, self._keys.group, begin, end, most)
        return [one["message_id"].decode() for one in found]

    def _with_bodies(self, ids: Sequence[str]) -> Iterator[Met]:
        at = 0
        while at < len(ids):
            part = ids[at : at + self._step.most(len(ids))]
            at += len(part)
            bodies = bodies_of(self._client, self._keys.main, part)
            self._step.learn([size_of(fields) for fields in bodies if fields is not None])
            for entry_id, fields in zip(part, bodies, strict=True):
                yield self._met(entry_id, fields)

    def _met(self, entry_id: str, fields: Fields | None) -> Met:
        payload = (fields or {}).get(b"payload", b"")
        return Met(
            spots.of_entry(spots.MAIN, entry_id),
            f"{items.MAIN_PLACE}:{entry_id}",
            payload,
            (fields or {}).get(b"lastErrorCode", b"").decode("utf-8", "backslashreplace"),
            lambda: items.of_entry(self._keys, entry_id, fields, Stage.IN_FLIGHT),
            lambda: payload,
            items.is_tried(fields or {}),
        )


def _as_number(entry: tuple[int, int]) -> int:
    return (entry[0] << 64) + entry[1]


class DelayedLine:
    """Retries that wait, by the time at which they are due. `known` is told where each of them was seen."""

    def __init__(
        self,
        client: Any,
        keys: Keys,
        step: Step,
        now: int,
        known: Callable[[bytes, float], object] = lambda *_: None,
        ahead: int = 0,
    ) -> None:
        """`now` (Unix ms, the server's): what is due by then is told to be."""
        self._client, self._keys, self._step, self._now, self._known = client, keys, step, now, known
        self._ahead = ahead

    def walk(self, cursor: Cursor) -> Iterator[Met]:
        spot, inclusive, wanted = cursor.spot, cursor.inclusive, FEW
        while True:
            count = self._step.most(wanted)
            pairs = self.scheduled(Cursor(spot, cursor.up, inclusive), count)
            for name, score in pairs:
                self._known(name, score)
            yield from self._with_payloads(pairs)
            if len(pairs) < count:
                return
            spot, inclusive, wanted = _spot_of(*pairs[-1]), False, after(wanted, self._ahead)

    def scheduled(self, cursor: Cursor, limit: int) -> list[tuple[bytes, float]]:
        """Names and times beyond a place; many may have the same time."""
        border = repr(float(cursor.spot.at))
        found: list[tuple[bytes, float]] = []
        offset = 0
        while len(found) < limit:
            with told():
                page = self._client.zrange(
                    self._keys.retry_index, border, "+inf" if cursor.up else "-inf",
                    desc=not cursor.up, byscore=True, offset=offset, num=limit, withscores=True,
                )  # fmt: skip
            found += [(bytes(name), at) for name, at in page if _beyond(_spot_of(bytes(name), at), cursor)]
            offset += len(page)
            if len(page) < limit:
                break
        return found[:limit]

    def _with_payloads(self, pairs: Sequence[tuple[bytes, float]]) -> Iterator[Met]:
        at = 0
        while at < len(pairs):
            part = pairs[at : at + self._step.most(len(pairs))]
            at += len(part)
            with told():
                stored = self._client.hmget(self._keys.retry_payloads, [name for name, _ in part])
            self._step.learn([len(one) for one in stored if one is not None])
            for (name, score), one in zip(part, stored, strict=True):
                yield envelope_met(self._keys, name, one, score, self._now)


class UnscheduledLine:
    """Payloads without a time, which will never run: those that somebody has found. At the oldest end of the list."""

    def __init__(self, client: Any, keys: Keys, names: Sequence[bytes], now: int) -> None:
        """`names`: in ascending order."""
        self._client, self._keys, self._names, self._now = client, keys, names, now

    def walk(self, cursor: Cursor) -> Iterator[Met]:
        for name in self._names if cursor.up else reversed(self._names):
            if not _beyond(Spot(spots.FIRST.at, spots.UNSCHEDULED, 0, name), cursor):
                continue
            with told():
                stored = self._client.hget(self._keys.retry_payloads, name)
            if stored is not None:
                yield envelope_met(self._keys, name, stored, None, self._now)


def envelope_met(keys: Keys, name: bytes, stored: bytes | None, score: float | None, now: int) -> Met:
    """A delayed retry as a walk meets it; without a time where `score` is None."""
    deployment, _, code = items.parts_of(name)
    spot = Spot(spots.FIRST.at, spots.UNSCHEDULED, 0, name) if score is None else _spot_of(name, score)
    return Met(
        spot,
        items.delayed_id(name),
        b"%b %b" % (deployment.encode(), stored or b""),
        code,
        lambda: items.of_envelope(keys, name, stored, whole(score), now, scheduled=score is not None),
        lambda: payload_of(name, stored),
    )


def payload_of(name: bytes, stored: bytes | None) -> bytes:
    """The event in an envelope; of what can't be read, all that lies there."""
    if stored is None:
        return b""
    try:
        return decode(name, stored).payload
    except UnreadableEnvelope:
        return stored


def bodies_of(client: Any, key: str, ids: Sequence[str]) -> list[Fields | None]:
    """The same as `entries`, of ids that lie close together as a rule: one command reads all that lies there."""
    if len(ids) < 2:
        return entries(client, key, ids)
    ends = sorted((ids[0], ids[-1]), key=order)
    with told():
        near = client.xrange(key, *ends, count=len(ids))
    known = {one.decode(): fields for one, fields in near}
    # beyond the last one read nothing is known yet; before it, what was not read is gone
    last = order(near[-1][0].decode()) if len(near) == len(ids) else (LAST, LAST)
    rest = [one for one in ids if order(one) > last]
    known.update(zip(rest, entries(client, key, rest), strict=True))
    return [known.get(one) for one in ids]


LAST = 2**64


def entries(client: Any, key: str, ids: Sequence[str]) -> list[Fields | None]:
    """The bodies of certain entries; None where there is none any more. Raises `StreamError`."""
    found = ask_all(client, [("XRANGE", key, one, one, "COUNT", 1) for one in ids])
    bodies: list[Fields | None] = []
    with told():
        for answer in found:
            if isinstance(answer, Exception):
                raise answer
            bodies.append(_fields(answer[0][1]) if answer else None)
    return bodies


def _fields(found: Any) -> Fields:
    """As the driver makes them, or as the server's answer has them."""
    return found if isinstance(found, Mapping) else dict(zip(found[::2], found[1::2], strict=True))


def whole(score: float | None) -> int | None:
    """A time; None for one that is none (infinite, or beyond all years)."""
    return None if score is None or abs(score) >= 2**53 else int(score)


def _spot_of(name: bytes, score: float) -> Spot:
    return Spot(score, spots.DELAYED, 0, name)


def _beyond(spot: Spot, cursor: Cursor) -> bool:
    if spot == cursor.spot:
        return cursor.inclusive
    return spot > cursor.spot if cursor.up else spot < cursor.spot
