"""The figures of a stream queue, looked at and never touched: by reading commands alone, each of them bounded.

No group is read from, none is made, nothing is claimed. What this user may not read is left open and told by the name
of the command; so is what the server does not know. Nothing of a payload is kept.
"""

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import Any, TypeVar

from qmonitor.queues.streams.errors import NoGroup, NotPermitted, WrongKind
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading import overlap
from qmonitor.queues.streams.reading.counting import START, Id, StreamState, Undelivered
from qmonitor.queues.streams.reading.strides import Stride
from qmonitor.queues.streams.server.driver import require_bytes
from qmonitor.queues.streams.server.trouble import NO_GROUP_REMEDY, explained
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

COMMANDS = (
    "TIME", "XINFO|STREAM", "XINFO|GROUPS", "XINFO|CONSUMERS", "XRANGE", "XLEN", "ZCARD", "ZCOUNT", "ZRANGE",
    "XPENDING",
)  # fmt: skip
"""All that is ever sent."""

BUDGET = 0.05
"""Seconds for which one look goes on counting; a patient one takes `PATIENCE`."""

PATIENCE = 1.0

CROWD = 2000
"""Consumers of a group of more than so many are not told one by one: the server tells all or none of them, and those of
10,000 pods that once were would take it 5 ms each time.
"""

LATE = 3000
"""A dispatcher looks each second: what is due for longer (ms) than three of its rounds, nobody dispatches."""

STEP_BYTES = 1 << 20
"""One step of the count brings about so many bytes at most: whoever wants ids gets the payloads, too."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Consumer:
    """A member of the group: how many entries it has in hand, and for how long (ms) nothing was heard of it.

    `idle` is None where that was not asked.
    """

    name: str
    in_flight: int
    idle: int | None


@dataclass(frozen=True, slots=True)
class Figures:
    """One look; None where a figure is not known. Times are the server's, in Unix ms.

    `undelivered` is None while it is counted: then there are `undelivered_least` or more, and `lag` is what the server
    guesses (None where it does not). `in_flight` has those whose body is gone, too. `delayed` are all members of the
    index, `due` those whose time has come; `dispatch_lag` is for how many seconds the first of them has waited.
    `dead` and `told_failed` are the lengths of the streams of dead letters and of failed events. `first_undelivered`
    and `newest` are when these entries entered the stream. `crowd`: how many consumers there are, where they are so
    many that `consumers` are those alone with something in hand; else 0. `doubtful`: a group was set back, and it can't
    be told how many in flight would be counted as not delivered, too. `barred`: commands that this user may not use;
    `barred_for`: the same by figure, "" where a key holds something else.
    """

    as_of: int
    undelivered: int | None
    undelivered_least: int
    lag: int | None
    in_flight: int
    consumers: tuple[Consumer, ...] | None
    delayed: int | None
    due: int | None
    dispatch_lag: float | None
    dead: int | None
    told_failed: int | None
    first_undelivered: int | None
    newest: int | None
    barred: tuple[str, ...] = ()
    overdue: int | None = None
    skipped: int | None = None
    crowd: int = 0
    barred_for: Mapping[str, str] = field(default_factory=dict)
    stream: StreamState | None = None
    doubtful: bool = False

    @property
    def pending(self) -> int | None:
        """All that waits: not delivered, in flight, and delayed; None while any of them is not known."""
        if self.undelivered is None or self.delayed is None:
            return None
        return self.undelivered + self.in_flight + self.delayed

    @property
    def complete(self) -> bool:
        """Whether another look, of the same queue, would tell no more."""
        return self.undelivered is not None or self.doubtful


class Tally:
    """The count of what is not delivered, kept up by all who look at one queue: whoever looks takes it in turn."""

    def __init__(self) -> None:
        self.count, self.stride = Undelivered(), Stride()
        self.at = -math.inf
        """When somebody last went on with it who looks at figures (s)."""
        self._guard = threading.Lock()

    @contextmanager
    def taken(self, still_wanted: Callable[[], object]) -> Iterator[Undelivered]:
        """Nobody else has it meanwhile; while it is waited for, `still_wanted` may raise."""
        while not self._guard.acquire(timeout=TURN):
            still_wanted()
        try:
            yield self.count
        finally:
            self._guard.release()


LATELY = 60.0
"""Seconds within which somebody who looks at figures again and again does so."""

TURN = 0.02
"""Seconds between two questions whether anybody still wants to know, while somebody else counts."""


class Looking:
    """Looks at one queue again and again; for one thread. Raises `SourceError` where there is nothing to be seen."""

    def __init__(
        self,
        client: Any,
        keys: Keys | None = None,
        passed: Callable[[], float] = time.monotonic,
        still_wanted: Callable[[], object] = lambda: None,
        tally: "Tally | None" = None,
    ) -> None:
        """`still_wanted` is called between two steps, and may raise; `tally` is the count that others keep up, too.

        Raises ValueError for a client that decodes.
        """
        require_bytes(client)
        self.client, self._keys, self._passed, self._still_wanted = client, keys or Keys(), passed, still_wanted
        self._tally = tally or Tally()
        self._barred: dict[str, str] = {}

    def stream(self) -> StreamState:
        """How far the stream and the group have come, and nothing else."""
        return self._stream(self._group())

    def look(self, *, budget: float = BUDGET) -> Figures:
        """The figures of now, and the count goes on for so many seconds, by one step at least.

        Without a budget it does so where nobody else has done it lately.
        """
        self._barred = {}
        keys = self._keys
        with self._tally.taken(self._still_wanted) as count:  # what was read before is older than what others counted
            group = self._group()  # before the stream: what is delivered in between is counted once more, not left out
            stream = self._stream(group)
            group, stream, twice = self._set_back(group, stream)
            now = self._passed()
            if budget or count.count is not None or now - self._tally.at > LATELY:
                self._tally.at = now if budget else self._tally.at
                count.look(stream, self._ids, lambda: self._more(now + budget))
            undelivered, least = _once(count, twice, int(group[b"pending"]))
        first, crowd = self._first(stream), crowd_of(group)
        as_of = self.now()
        return Figures(
            as_of=as_of,
            undelivered=undelivered,
            undelivered_least=least,
            lag=_number(group.get(b"lag")),
            in_flight=int(group[b"pending"]),
            consumers=self._unless_barred("members", self._holders if crowd else self._consumers),
            delayed=self._unless_barred("delayed", lambda: int(self._ask("ZCARD", keys.retry_index))),
            due=self._unless_barred("due", lambda: self._due_by(as_of)),
            overdue=self._unless_barred("overdue", lambda: self._due_by(as_of - LATE)),
            dispatch_lag=self._unless_barred("dispatch_lag", lambda: self._dispatch_lag(as_of)),
            dead=self._unless_barred("dead", lambda: self._length(keys.dlq)),
            told_failed=self._unless_barred("refused", lambda: self._length(keys.failed)),
            skipped=self._unless_barred("skipped", lambda: self._length(keys.skipped)),
            first_undelivered=first,
            newest=None if stream.last is None else stream.last[0],
            crowd=crowd,
            barred=tuple(dict.fromkeys(filter(None, self._barred.values()))),
            barred_for=dict(self._barred),
            stream=stream,
            doubtful=twice is None,
        )

    def _set_back(
        self, group: Mapping[bytes, Any], stream: StreamState
    ) -> tuple[Mapping[bytes, Any], StreamState, int | None]:
        """Group and stream, read again where that is needed to tell how many entries both figures would have."""
        if not int(group[b"pending"]) or stream.last is None or stream.last <= stream.delivered:
            return group, stream, 0
        try:
            found = overlap.behind(self.client, self._keys, stream)
        except NotPermitted:  # whoever tells what is in flight says so
            return group, stream, 0
        if not found:
            return group, stream, 0
        before, group = stream.delivered, self._group()
        stream = self._stream(group)
        if stream.delivered < before:
            return group, stream, None
        in_flight = int(group[b"pending"])
        return group, stream, overlap.counted_twice(self.client, self._keys, stream, found, in_flight)

    def _more(self, until: float) -> bool:
        self._still_wanted()
        return self._passed() < until

    # -- the stream and its group ----------------------------------------------------------------------------------

    def _group(self) -> Mapping[bytes, Any]:
        for group in self._ask("XINFO", "GROUPS", self._keys.main, absent=()):
            found = mapping(group)
            if found[b"name"] == self._keys.group.encode():
                return found
        raise NoGroup(phrase("The stream or its consumer group is not there."), NO_GROUP_REMEDY)

    def _stream(self, group: Mapping[bytes, Any]) -> StreamState:
        facts = mapping(self._ask("XINFO", "STREAM", self._keys.main))
        first, last = facts[b"first-entry"], facts[b"last-entry"]
        return StreamState(
            length=int(facts[b"length"]),
            added=int(facts[b"entries-added"]),
            first=_id(first[0]) if first else None,
            last=_id(last[0]) if last else None,
            deleted=_id(facts[b"max-deleted-entry-id"]),
            delivered=_id(group[b"last-delivered-id"]),
            generated=_id(facts[b"last-generated-id"]),
        )

    def _ids(self, after: Id, count: int) -> list[Id]:
        """Those of up to so many entries, or of as many as hold `STEP_BYTES`; by commands that are short ones each."""
        found, size, stride = list[Id](), 0, self._tally.stride
        while len(found) < count and size < STEP_BYTES:
            most = stride.most(count - len(found))
            entries = self._ask("XRANGE", self._keys.main, f"({after[0]}-{after[1]}", "+", "COUNT", most)
            sizes = [_size(fields) for _, fields in entries]
            stride.learn(sizes)
            found += (_id(entry[0]) for entry in entries)
            if len(entries) < most:
                break
            after, size = found[-1], size + sum(sizes)
        return found

    def _first(self, stream: StreamState) -> int | None:
        """When the first entry that is not delivered entered the stream."""
        if stream.last is None or stream.last <= stream.delivered:
            return None
        if stream.first is not None and stream.first > stream.delivered:
            return stream.first[0]
        after = stream.delivered
        found = self._ask("XRANGE", self._keys.main, f"({after[0]}-{after[1]}", "+", "COUNT", 1)
        return _id(found[0][0])[0] if found else None

    def _consumers(self) -> tuple[Consumer, ...]:
        found = map(mapping, self._ask("XINFO", "CONSUMERS", self._keys.main, self._keys.group))
        each = (Consumer(_text(one[b"name"]), int(one[b"pending"]), int(one[b"idle"])) for one in found)
        return tuple(sorted(each, key=lambda one: one.name))

    def _holders(self) -> tuple[Consumer, ...]:
        """Those that have something in hand."""
        with explained():
            found = self.client.xpending(self._keys.main, self._keys.group)["consumers"] or ()
        each = (Consumer(_text(one["name"]), int(one["pending"]), None) for one in found)
        return tuple(sorted(each, key=lambda one: one.name))

    # -- the rest --------------------------------------------------------------------------------------------------

    def _length(self, key: str) -> int:
        return int(self._ask("XLEN", key))

    def _due_by(self, time: int) -> int:
        return int(self._ask("ZCOUNT", self._keys.retry_index, "-inf", time))

    def _dispatch_lag(self, now: int) -> float | None:
        first = self._ask("ZRANGE", self._keys.retry_index, 0, 0, "WITHSCORES")
        if not first:
            return None
        score = float(first[0][1] if isinstance(first[0], list | tuple) else first[1])
        return (now - max(score, 0.0)) / 1000 if score <= now else None  # a score may be any number

    def now(self) -> int:
        """The server's time (Unix ms). Raises `SourceError`."""
        with explained():
            seconds, microseconds = self.client.time()
        return int(seconds) * 1000 + int(microseconds) // 1000

    def _unless_barred(self, figure: str, read: Callable[[], T]) -> T | None:
        return unless_barred(self._barred, figure, read)

    def _ask(self, *command: str | int, absent: Any = None) -> Any:
        """The answer; `absent` instead of an error where the key is not there."""
        with explained():
            try:
                return self.client.execute_command(*command)
            except Exception as error:
                if absent is not None and "no such key" in str(error):
                    return absent
                raise


def _once(count: Undelivered, twice: int | None, in_flight: int) -> tuple[int | None, int]:
    """What is not delivered and not in flight either, and how many there are at least."""
    exact = None if count.count is None or twice is None else max(count.count - twice, 0)
    return exact, max(count.least - (in_flight if twice is None else twice), 0) if exact is None else exact


def unless_barred(barred: dict[str, str], figure: str, read: Callable[[], T]) -> T | None:
    """What is read; None where this user may not, or where a key holds something else, which `barred` says then.

    By the figure's name: the command that this user may not use, or "".
    """
    try:
        return read()
    except NotPermitted as error:
        barred[figure] = str(error.cause.values.get("command", ""))
    except WrongKind:
        barred.setdefault(figure, "")
    return None


def crowd_of(group: Mapping[bytes, Any]) -> int:
    """How many consumers a group has, where they are too many to be told one by one; else 0."""
    count = int(group[b"consumers"])
    return count if count > CROWD else 0


def mapping(found: Any) -> Mapping[bytes, Any]:
    """Of names and values, as either version of the protocol has it, and as the driver makes it."""
    pairs: Iterable[tuple[Any, Any]] = (
        found.items() if isinstance(found, Mapping) else zip(found[::2], found[1::2], strict=True)
    )
    return {name.encode() if isinstance(name, str) else bytes(name): value for name, value in pairs}


def _id(text: bytes) -> Id:
    first, _, second = bytes(text).partition(b"-")
    return (int(first), int(second)) if second else START


def _size(fields: Any) -> int:
    parts: Sequence[bytes] = (
        [part for pair in fields.items() for part in pair] if isinstance(fields, Mapping) else fields or ()
    )
    return sum(map(len, parts))


def _number(value: Any) -> int | None:
    return None if value is None else int(value)


def _text(value: bytes) -> str:
    return bytes(value).decode("utf-8", "backslashreplace")
