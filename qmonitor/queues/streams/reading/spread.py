"""Where about a row of the whole list lies: told by how many there are of each stage, and between which times."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from qmonitor.queues.model import Query, State
from qmonitor.queues.streams.envelopes import order
from qmonitor.queues.streams.reading.ground import Ground
from qmonitor.queues.streams.reading.link import Command, ask_all

FARTHEST = 2**53
"""No time (Unix ms) of a retry is told beyond that; what lies there is left out."""

HALVINGS = 60


class Stretch(NamedTuple):
    """So many messages, taken as evenly spread between two times (Unix ms)."""

    first: float
    last: float
    size: float

    def before(self, time: float) -> float:
        """How many of them."""
        if time <= self.first or time > self.last:
            return 0.0 if time <= self.first else self.size
        return self.size * (time - self.first) / (self.last - self.first)

    def since(self, time: float) -> "Stretch":
        """Those that do not lie before a time."""
        return Stretch(max(self.first, min(time, self.last)), self.last, self.size - self.before(time))


def time_at(stretches: Iterable[Stretch], share: float) -> float | None:
    """The time before which about such a part of all of them lies; None where there is none."""
    known = [one for one in stretches if one.size > 0]
    if not known:
        return None
    low, high = min(one.first for one in known), max(one.last for one in known)
    wanted = share * sum(one.size for one in known)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if sum(one.before(middle) for one in known) < wanted:
            low = middle
        else:
            high = middle
    return high


def stretches(ground: Ground, query: Query) -> Iterator[Stretch]:
    """Of each stage that a query is of; what may not be read is left out. Raises `StreamError`."""
    keys, state, found = ground.keys, query.state, list[Stretch | None]()
    if state in (None, State.PENDING):
        found += _of_main(ground)
        found.append(_of_index(ground))
    if state in (None, State.FAILED):
        found.append(_of_stream(ground, keys.dlq))
    if state in (None, State.SKIPPED):
        found.append(_of_stream(ground, keys.skipped))
    since = None if query.since is None else query.since.ns
    for one in found:
        if one is not None:
            yield one if since is None else one.since(since / 1e6)


def _of_main(ground: Ground) -> list[Stretch | None]:
    """What is in flight, and what is not delivered: of the latter, what the server guesses is enough here."""
    keys, group = ground.keys, ground.group()
    delivered = group["last-delivered-id"].decode() if group else "0-0"
    length, oldest, *ends = _answers(
        ground,
        [("XLEN", keys.main), ("XPENDING", keys.main, keys.group, "-", "+", 1), *_ends(keys.main, f"({delivered}")],
    )
    held = int(group["pending"]) if group else 0
    lag = group["lag"] if group else length
    waits = _between(ends, int(length or 0) - held if lag is None else int(lag))
    if not oldest:
        return [waits]
    return [Stretch(_time(oldest[0]["message_id"]), order(delivered)[0], held), waits]


def _of_stream(ground: Ground, key: str) -> Stretch | None:
    length, *ends = _answers(ground, [("XLEN", key), *_ends(key, "-")])
    return _between(ends, int(length or 0))


def _ends(key: str, begin: str) -> list[Command]:
    return [("XRANGE", key, begin, "+", "COUNT", 1), ("XREVRANGE", key, "+", begin, "COUNT", 1)]


def _between(ends: Sequence[Any], count: int) -> Stretch | None:
    if count <= 0 or not all(ends):
        return None
    first, last = (_time(one[0][0]) for one in ends)
    return Stretch(first, last, count)


def _of_index(ground: Ground) -> Stretch | None:
    key = ground.keys.retry_index
    low, high = -FARTHEST, FARTHEST
    count, first, last = _answers(
        ground,
        [
            ("ZCOUNT", key, low, high),
            ("ZRANGE", key, low, high, "BYSCORE", "LIMIT", 0, 1, "WITHSCORES"),
            ("ZRANGE", key, high, low, "BYSCORE", "REV", "LIMIT", 0, 1, "WITHSCORES"),
        ],
    )
    if not count or not first or not last:
        return None
    return Stretch(_score(first), _score(last), int(count))


def _answers(ground: Ground, commands: Sequence[Command]) -> list[Any]:
    """None where this user may not ask, or a key holds something else."""
    found = ask_all(ground.client, commands)
    return [None if isinstance(one, Exception) else one for one in found]


def _time(entry_id: bytes) -> int:
    return order(bytes(entry_id).decode())[0]


def _score(found: Any) -> float:
    """Of one member, as either version of the protocol has it."""
    one = found[0]
    return float(one[1] if isinstance(one, list | tuple) else found[1])
