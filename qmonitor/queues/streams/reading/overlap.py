"""What is in flight and lies behind the last-delivered id, too: a person has set the group back.

Such an entry comes again to whoever asks next; until then it is counted once, as what somebody has in hand.
"""

from collections.abc import Sequence
from typing import Any

from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading.bodies import entries
from qmonitor.queues.streams.reading.counting import Id, StreamState
from qmonitor.queues.streams.reading.strides import Stride
from qmonitor.queues.streams.server.trouble import explained

PAGE, PAGES = 1000, 10
"""Entries in flight that one command tells, and how many commands one look takes at most."""

DOUBTED = 200
"""So many entries are looked for one by one, where some were deleted: of a deleted one nothing is left to deliver."""


def behind(client: Any, keys: Keys, stream: StreamState) -> Sequence[Id]:
    """Entries in flight behind what is delivered, a page of them at most; in ordinary times there are none.

    Raises `SourceError`.
    """
    return _page(client, keys, _begin(stream), "+")


def counted_twice(client: Any, keys: Keys, stream: StreamState, found: Sequence[Id], in_flight: int) -> int | None:
    """How many of those that `behind` found are counted as not delivered, too; None where that can't be told.

    `stream` and `in_flight` are of after that: what was regularly delivered meanwhile is none of them.
    """
    first = max((stream.delivered[0], stream.delivered[1] + 1), stream.first or stream.delivered)
    if len(found) == PAGE:  # what lies before is perhaps less: nothing, where all was set back
        before = _between(client, keys, "-", f"({first[0]}-{first[1]}") if stream.deleted < first else ()
        if stream.deleted < first and len(before) < PAGE * PAGES:
            return max(in_flight - len(before), 0)
        found = _between(client, keys, f"{first[0]}-{first[1]}", "+")
        if len(found) == PAGE * PAGES:
            return None
    there = [one for one in found if one >= first]
    doubted = [one for one in there if one <= stream.deleted]
    if len(doubted) > DOUBTED:
        return None
    bodies = entries(client, keys.main, [f"{one[0]}-{one[1]}" for one in doubted], Stride())
    return len(there) - sum(body is None for body in bodies)


def _begin(stream: StreamState) -> str:
    """Behind what is delivered, and not before the first entry that is there."""
    if stream.first is not None and stream.first > stream.delivered:
        return f"{stream.first[0]}-{stream.first[1]}"
    return f"({stream.delivered[0]}-{stream.delivered[1]}"


def _between(client: Any, keys: Keys, begin: str, end: str) -> Sequence[Id]:
    found: list[Id] = []
    for _ in range(PAGES):
        page = _page(client, keys, begin, end)
        found += page
        if len(page) < PAGE:
            break
        begin = f"({found[-1][0]}-{found[-1][1]}"
    return found


def _page(client: Any, keys: Keys, begin: str, end: str) -> Sequence[Id]:
    with explained():
        found = client.xpending_range(keys.main, keys.group, begin, end, PAGE)
    return [_id(one["message_id"]) for one in found]


def _id(name: bytes) -> Id:
    first, _, second = bytes(name).partition(b"-")
    return int(first), int(second)
