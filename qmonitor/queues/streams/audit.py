"""The audit of a stream queue: a stream of its own, with the fields and the chain of hashes of every other audit.

The entry of number n has the id n-0. Whoever acts computes it beforehand, and the script that acts appends it only
where nobody else has appended one meanwhile (`steps`). Whoever reads needs XRANGE and XREVRANGE alone.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from qmonitor import __version__
from qmonitor.queues.audit import COLUMNS, AuditEntry, Verification, host, item_ids, plain, row_hash
from qmonitor.queues.model import ItemId
from qmonitor.queues.streams.envelopes import order
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.queues.times import parse
from qmonitor.values import dataclass

COMMANDS = ("XRANGE", "XREVRANGE")
"""All that is ever sent by who looks."""

PAGE = 100
"""Entries read at once: some kilobytes each."""

LAST = 2**64 - 1
"""No entry has a higher number."""

_NUMBERS = frozenset({"id", "part", "count"})
"""Columns that the hash takes as numbers."""


@dataclass(frozen=True, slots=True)
class Head:
    """The last entry: its number and hash; 0 and "" where nobody ever acted."""

    id: int = 0
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Deed:
    """What one step does.

    `ids` are the items that it changes, and those that they become; `count` how many messages that is. `before` holds
    [id, stage, attempt, due time in ms, new id] of each; nothing of a payload, and empty for an erasure.
    """

    action: str
    target: str
    plan: str
    part: int
    count: int
    ids: Sequence[ItemId]
    before: Sequence[Sequence[object]] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One that is to be appended: its number, its hash, and its fields as they are written."""

    id: int
    hash: str
    fields: tuple[str, ...]


def entry(deed: Deed, who: str, reason: str, at: str, head: Head, above: int = 0) -> Entry:
    """The entry of an act after `head`; numbers up to `above` were given before, though their entries are gone."""
    number = max(head.id, above) + 1
    values = [
        number,
        at,
        plain(who),
        host(),
        deed.action,
        plain(deed.target),
        deed.plan,
        deed.part,
        deed.count,
        json.dumps(list(deed.ids), separators=(",", ":")),
        json.dumps(list(deed.before), separators=(",", ":")),
        plain(reason),
        __version__,
        head.hash,
    ]
    made = row_hash(values)
    named = zip((*COLUMNS, "hash"), (*values, made), strict=True)
    return Entry(number, made, tuple(str(part) for pair in named for part in pair))


def entries(client: Any, keys: Keys, limit: int = 100, before: int | None = None) -> tuple[AuditEntry, ...]:
    """Recorded acts, newest first, of numbers below `before`; none where nobody ever acted."""
    begin, found = "+" if before is None else f"({min(before, LAST)}-0", list[tuple[bytes, Mapping[bytes, bytes]]]()
    if before is not None and not _any_below(client, keys, (before, 0)):
        return ()
    while len(found) < limit:
        most = min(limit - len(found), PAGE)
        with explained():
            page = client.xrevrange(keys.audit, begin, "-", count=most)
        found += page
        if len(page) < most or len(found) == limit or not _any_below(client, keys, order(page[-1][0].decode())):
            break
        begin = f"({page[-1][0].decode()}"
    return tuple(_shown(number, fields) for number, fields in found)


def _any_below(client: Any, keys: Keys, entry: tuple[int, int]) -> bool:
    """Asked for what lies before its first entry, a server would look through the whole stream from the other end."""
    with explained():
        first = client.xrange(keys.audit, "-", "+", count=1)
    return bool(first) and order(first[0][0].decode()) < entry


def later(client: Any, keys: Keys, after: int, limit: int) -> tuple[AuditEntry, ...]:
    """Recorded acts of numbers above `after`, the oldest first."""
    with explained():
        found = client.xrange(keys.audit, f"({after}-{LAST}", "+", count=limit)
    return tuple(_shown(number, fields) for number, fields in found)


def verify(client: Any, keys: Keys) -> Verification:
    """Recompute the chain from its first entry. A cut-off tail can't be noticed."""
    previous, expected, looked = "", 1, 0
    for number, fields in _all(client, keys):
        looked += 1
        values = [_value(fields, name) for name in COLUMNS]
        found = _text(fields, "hash")
        follows = number == expected == values[0] and values[-1] == previous and len(fields) == len(COLUMNS) + 1
        if not follows or row_hash(values) != found:
            return Verification(looked, number)
        previous, expected = found, expected + 1
    return Verification(looked)


def _all(client: Any, keys: Keys) -> Iterator[tuple[int, Mapping[bytes, bytes]]]:
    after = "-"
    while True:
        with explained():
            found = client.xrange(keys.audit, after, "+", count=PAGE)
        yield from ((_number(one), fields) for one, fields in found)
        if len(found) < PAGE:
            return
        after = f"({found[-1][0].decode()}"


def _shown(number: bytes, fields: Mapping[bytes, bytes]) -> AuditEntry:
    def text(name: str) -> str:
        return _text(fields, name)

    def whole(name: str) -> int:
        found = _value(fields, name)
        return found if isinstance(found, int) else 0

    return AuditEntry(
        _number(number), parse(text("at")), text("actor"), text("host"), text("action"), text("target"), text("plan"),
        whole("part"), whole("count"), item_ids(text("ids")), text("reason"), text("version"),
    )  # fmt: skip


def _number(entry_id: bytes) -> int:
    """What stands before the dash; an entry that somebody else made has another number after it."""
    return int(bytes(entry_id).partition(b"-")[0])


def _value(fields: Mapping[bytes, bytes], name: str) -> int | str:
    """As the hash takes it: a number only where it is written as one."""
    found = _text(fields, name)
    if name in _NUMBERS and found.isascii() and found.isdigit() and len(found) < 20 and str(int(found)) == found:
        return int(found)
    return found


def _text(fields: Mapping[bytes, bytes], name: str) -> str:
    return bytes(fields.get(name.encode(), b"")).decode("utf-8", "backslashreplace")
