"""What is to be known of many delayed retries and of what is in flight, found in rounds over several looks.

Neither an index nor a list of pending entries tells what was changed in it. So each look walks on a bounded part; what
was read of an envelope or an entry once is remembered, for it never changes. Nothing of a payload is kept.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from qmonitor.queues.streams.envelopes import order
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading import items
from qmonitor.queues.streams.reading.bodies import in_parts, size_of, stored_in_parts
from qmonitor.queues.streams.reading.counting import StreamState
from qmonitor.queues.streams.reading.delayed import payload_of
from qmonitor.queues.streams.reading.link import ask_all
from qmonitor.queues.streams.reading.places import delayed_spot
from qmonitor.queues.streams.reading.schedule import Schedule
from qmonitor.queues.streams.reading.spots import Cursor, edge
from qmonitor.queues.streams.reading.strides import Strides
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.values import dataclass

COMMANDS = (
    "XPENDING", "XRANGE", "ZRANGE", "ZCOUNT", "HMGET", "HLEN", "HKEYS", "HSCAN", "ZMSCORE", "HEXISTS", "ZCARD",
    "XINFO|STREAM",
)  # fmt: skip
"""All that is ever sent."""

FIRST = 1000
"""So many of those in flight are looked at, the oldest ones."""

STRETCH = 500
"""Retries whose names one command reads."""

STRETCHES = 4
"""So many stretches a look walks at most, once a whole round is over."""

NAMED = 5000
"""So many payloads at most have their names asked for alone, at once: else they are gone through with what they hold,
and those that share a place come together, however large they are.
"""

REMEMBERED = 100_000
"""Retries that are remembered; of more than that only attempts are told."""

More = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class InFlightFigures:
    """Of what is in flight, the first ones: `deliveries` by consumer, the highest. None: not known yet."""

    attempts: int | None = None
    oldest: int | None = None
    body_gone: int | None = None
    deliveries: Mapping[str, int] | None = None


class InFlight:
    """Kept up from look to look."""

    def __init__(self, client_keys: Keys, strides: Strides) -> None:
        self._keys, self._stride = client_keys, strides.of(client_keys.main)
        self._known: dict[str, tuple[int, int | None] | None] = {}
        self._deleted: object = None
        self.whole = True
        """Whether all of them were read that are looked at."""

    def look(self, client: Any, stream: StreamState, more: More) -> InFlightFigures:
        with explained():
            found = client.xpending_range(self._keys.main, self._keys.group, "-", "+", FIRST)
        ids = [one["message_id"].decode() for one in found]
        self._forget(ids, stream)
        self._read(client, [one for one in ids if one not in self._known], more)
        self.whole = len(self._known) == len(ids)
        deliveries: dict[str, int] = {}
        for one in found:
            name = one["consumer"].decode("utf-8", "backslashreplace")
            deliveries[name] = max(deliveries.get(name, 0), int(one["times_delivered"]))
        if not self.whole:
            return InFlightFigures(deliveries=deliveries)
        facts = [fact for fact in self._known.values() if fact is not None]
        return InFlightFigures(
            attempts=max((attempt for attempt, _ in facts), default=0),
            oldest=min((ns for _, ns in facts if ns is not None), default=None),
            body_gone=len(self._known) - len(facts),
            deliveries=deliveries,
        )

    def _forget(self, ids: Sequence[str], stream: StreamState) -> None:
        """What is not in flight any more, and what may have lost its body since."""
        first = stream.first or (0, 0)
        lost = self._deleted not in (None, stream.deleted)
        self._deleted = stream.deleted
        still = set(ids) if not lost else set()
        self._known = {
            one: None if stream.first is None or order(one) < first else fact
            for one, fact in self._known.items()
            if one in still
        }

    def _read(self, client: Any, ids: Sequence[str], more: More) -> None:
        for part in in_parts(client, self._keys.main, ids, self._stride):
            for one, fields in part:
                self._known[one] = None if fields is None else _entry_facts(one, fields)
            if not more():
                return


def _entry_facts(entry_id: str, fields: items.Fields) -> tuple[int, int | None]:
    attempt, created = items.facts_of(fields)
    if attempt:
        return attempt, None if created is None else created.ns
    return 0, order(entry_id)[0] * 1_000_000


class Delayed:
    """Kept up from look to look."""

    def __init__(self, keys: Keys, strides: Strides) -> None:
        self._keys, self._stride = keys, strides.of(keys.retry_payloads)
        self._known: dict[bytes, tuple[int, int | None]] = {}
        self._spot: Cursor = edge(up=True)
        self._round = _Round()
        self._found: _Round | None = None
        self._at = 0
        self.whole = False
        """Whether a round is over; until then a look takes all the time that it may."""

    def look(self, client: Any, now: int, more: More) -> tuple[int | None, int | None, int | None]:
        """Highest attempt, when that was found (None: in this look), and the oldest (ns)."""
        schedule, walked = Schedule(client, self._keys), 0
        over = self._spot == edge(up=True)
        while True:
            pairs, last = schedule.beyond(self._spot, STRETCH)
            self._take(client, pairs, more)
            walked += 1
            if last and not self._round.missed:
                self._end_round(now, within=over)
                break
            if last:
                self._spot, self._round = edge(up=True), _Round()
            else:
                name, score = pairs[-1]
                self._spot = Cursor(delayed_spot(name, score), True)
            if not more() or (self.whole and walked >= STRETCHES):
                break
        found = self._found
        if found is None:
            return None, None, None
        return found.attempts, None if found.within else self._at, found.oldest

    def _take(self, client: Any, pairs: Iterable[tuple[bytes, float]], more: More) -> None:
        new: list[bytes] = []
        for name, _ in pairs:
            self._round.names.add(name)
            known = self._known.get(name)
            self._round.attempts = max(self._round.attempts, known[0] if known else items.parts_of(name)[1])
            if known is None and len(self._known) + len(new) < REMEMBERED:
                new.append(name)
        self._read(client, new, more)

    def _read(self, client: Any, names: Sequence[bytes], more: More) -> None:
        read = 0
        for part in stored_in_parts(client, self._keys.retry_payloads, names, self._stride):
            for name, one in part:
                created = items.created_in(payload_of(name, one)) if one is not None else None
                self._known[name] = items.parts_of(name)[1], None if created is None else created.ns
            read += len(part)
            if read < len(names) and not more():
                self._round.missed = True
                return

    def _end_round(self, now: int, *, within: bool) -> None:
        done, self._round = self._round, _Round()
        self._known = {name: fact for name, fact in self._known.items() if name in done.names}
        told = (ns for _, ns in self._known.values() if ns is not None)
        done.oldest, done.within = min(told, default=None), within
        done.names = set()
        self._found, self._at, self.whole, self._spot = done, now, True, edge(up=True)


class _Round:
    """What one walk over all of them has met so far."""

    def __init__(self) -> None:
        self.names: set[bytes] = set()
        self.attempts = 0
        self.oldest: int | None = None
        self.missed = self.within = False


class Strays:
    """Payloads without a time and times without a payload, found by a search through all payloads, step by step."""

    def __init__(self, keys: Keys, strides: Strides) -> None:
        self._keys, self._stride = keys, strides.of(keys.retry_payloads)
        self._cursor = 0
        self._left: list[bytes] | None = None
        self._round: set[bytes] = set()
        self._names: tuple[bytes, ...] | None = None
        self._gap: int | None = None

    @property
    def names(self) -> tuple[bytes, ...] | None:
        """Those without a time, in ascending order; None while they are looked for."""
        return self._names

    def look(self, client: Any, more: More) -> tuple[int | None, int | None]:
        """How many have no payload, and how many no time; None while that is not known."""
        keys = self._keys
        self._names = None if self._names is None else tuple(self._without_time(client, self._names))
        while self._scan(client) and self._names is None and more():
            pass
        scheduled, stored = ask_all(client, [("ZCARD", keys.retry_index), ("HLEN", keys.retry_payloads)])
        for answer in (scheduled, stored):
            if isinstance(answer, Exception):
                with explained():
                    raise answer
        gap, before = int(scheduled) - int(stored), self._gap
        self._gap = gap
        if self._names is None:
            return None, None
        lost = gap if before is None else min(gap, before)  # a step of somebody's may lie between the two answers
        return max(0, lost + len(self._names)), len(self._names)

    def _scan(self, client: Any) -> bool:
        """One step; whether there is more to come."""
        names, last = self._next(client)
        self._round.update(self._without_time(client, names))
        if not last:
            return True
        self._names = tuple(sorted(self._without_time(client, sorted(self._round))))
        self._round = set()
        return False

    def _next(self, client: Any) -> tuple[list[bytes], bool]:
        """The names that come next in a round, and whether they are its last."""
        key = self._keys.retry_payloads
        if not self._cursor and self._left is None:
            with explained():
                self._left = list(client.hkeys(key)) if client.hlen(key) <= NAMED else None
        if self._left is not None:
            part, self._left = self._left[:STRETCH], self._left[STRETCH:] or None
            return part, self._left is None
        with explained():
            cursor, found = client.hscan(key, self._cursor, count=self._stride.most(STRETCH))
        self._stride.learn([len(one) for one in found.values()])
        self._cursor = int(cursor)
        return list(found), not self._cursor

    def _without_time(self, client: Any, names: Sequence[bytes]) -> list[bytes]:
        """Those of these that have a payload and no time."""
        if not names:
            return []
        with explained():
            times = client.zmscore(self._keys.retry_index, list(names))
        lost = [name for name, at in zip(names, times, strict=True) if at is None]
        there = ask_all(client, [("HEXISTS", self._keys.retry_payloads, name) for name in lost])
        return [name for name, answer in zip(lost, there, strict=True) if answer in (1, True)]


class FailedEvents:
    """Failures without a retry: counted once from the stream of failed events, and kept up."""

    def __init__(self, keys: Keys, strides: Strides) -> None:
        self._keys, self._stride = keys, strides.of(keys.failed)
        self._ids: list[tuple[int, int]] = []
        self._after = ""
        self.total = 0
        """How many there ever were, since this was first looked at and before, as far as they were there then."""
        self.whole = False

    def look(self, client: Any, more: More) -> int | None:
        with explained():
            first = client.xrange(self._keys.failed, "-", "+", count=1)
        if not first:
            self._ids, self._after, self.whole = [], "", True
            return 0
        begin = order(first[0][0].decode())
        self._ids = [one for one in self._ids if one >= begin]
        while True:
            count = self._stride.most(STRETCH)
            with explained():
                found = client.xrange(self._keys.failed, f"({self._after}" if self._after else "-", "+", count=count)
            self._stride.learn([size_of(fields) for _, fields in found])
            new = [order(one.decode()) for one, fields in found if not items.is_exhausted(fields)]
            self._ids += new
            self.total += len(new)
            self._after = found[-1][0].decode() if found else self._after
            if len(found) < count:
                self.whole = True
                return len(self._ids)
            if not more():
                self.whole = False
                return None


def until(seconds: float, passed: Callable[[], float] = time.monotonic) -> More:
    """Whether so many seconds are not over yet."""
    end = passed() + seconds
    return lambda: passed() < end
