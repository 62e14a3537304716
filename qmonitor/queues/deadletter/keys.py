"""Keys of the table: which of them are a queue's, and what they tell.

A row's key is the queue's name, a zero byte, and twice eight bytes: the time of the write in nanoseconds since 1970,
and a sequence that tells rows of the same nanosecond apart. So the order of keys is that of arrival. Older releases
kept a whole queue under its bare name.
"""

import re
from collections.abc import Sequence

from qmonitor.queues.deadletter.errors import NotAKey, NotAName
from qmonitor.queues.model import ItemId
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

TAIL = 17
"""Bytes after a name: the zero byte, the time and the sequence."""

MOST = 2**64 - 1
"""The highest time, and the highest sequence."""

_ID = re.compile(r"((?:[0-9a-f]{2})+)(?:#([1-9][0-9]{0,8}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Key:
    """A queue row's key. `ns` and `sequence` are None where it is the bare name: the older layout."""

    name: bytes
    ns: int | None = None
    sequence: int | None = None

    @property
    def legacy(self) -> bool:
        return self.ns is None

    @property
    def raw(self) -> bytes:
        if self.ns is None:
            return self.name
        return row_key(self.name, self.ns, self.sequence or 0)

    @property
    def order(self) -> tuple[int, int, bytes]:
        """By arrival, over all queues; the older layout came first."""
        return (-1, 0, self.name) if self.ns is None else (self.ns, self.sequence or 0, self.name)


def parse(key: object) -> Key | None:
    """What a stored key tells; None where it is no queue's."""
    if not isinstance(key, bytes) or not key:
        return None
    end = key.find(0)
    if end < 0:
        return Key(key)
    if end == 0 or len(key) != end + TAIL:
        return None
    return Key(key[:end], int.from_bytes(key[end + 1 : end + 9], "big"), int.from_bytes(key[end + 9 :], "big"))


def queue_of(key: bytes) -> bytes | None:
    """The name of the queue that a key belongs to; None where it is no queue's."""
    end = key.find(0)
    if end < 0:
        return key or None
    return key[:end] if end and len(key) == end + TAIL else None


def are_rows(keys: Sequence[bytes]) -> bool:
    """Whether all are those of queues' rows, none of the older layout: told of many in half a microsecond each."""
    names = [key[:-TAIL] for key in keys]
    return all(names) and {key[-TAIL:-16] for key in keys} == {b"\0"} and 0 not in b"".join(names)


def row_key(name: bytes, ns: int, sequence: int) -> bytes:
    return b"%b\0%b%b" % (name, ns.to_bytes(8, "big"), sequence.to_bytes(8, "big"))


def following(key: Key) -> Key:
    """The next key of the same queue."""
    ns, sequence = key.ns or 0, (key.sequence or 0) + 1
    return Key(key.name, ns, sequence) if sequence <= MOST else Key(key.name, min(ns + 1, MOST), 0)


def bounds(name: bytes) -> tuple[bytes, bytes]:
    """Every row of a queue lies between these two (but for the one of the older layout, which is the bare name)."""
    return name + b"\0", name + b"\1"


def encoded(name: str) -> bytes:
    """A queue's name as it is stored. Raises `NotAName`."""
    try:
        raw = name.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raw = b""
    if not raw or b"\0" in raw:
        raise NotAName(phrase("A queue's name is a text without zero bytes, and not empty."))
    return raw


def shown(name: bytes) -> str:
    """A queue's name as text, also where it is no UTF-8."""
    return name.decode("utf-8", "surrogateescape")


def item_id(key: bytes, number: int | None = None) -> str:
    """The id of a row, or (counted from 1) of one of its several messages."""
    return key.hex() if number is None else f"{key.hex()}#{number}"


def parse_id(item: ItemId) -> tuple[bytes, int | None]:
    """The key, and which of several messages. Raises `NotAKey`."""
    found = _ID.fullmatch(item) if isinstance(item, str) else None
    key = bytes.fromhex(found[1]) if found is not None else b""
    if found is None or queue_of(key) is None:
        raise NotAKey(
            phrase("'{item}' is no id of a dead-letter queue.", item=item),
            phrase("An id is a row's key in hex, and #n for message n of a row with several."),
        )
    return key, int(found[2]) if found[2] else None
