"""What the figures need to know of rows, read from many values at once: how many messages, and since when they wait.

To look at all rows anew may hardly take longer than cbor2 itself takes to decode them. So nearly all values are only
held against the shape that the daemon writes (see `usual`). Of others that begin as the daemon writes them, the times
are read as they stand there, and what follows is decoded together: each value followed by a mark that nobody can
foresee. Where one of them is not exactly what was expected, a mark is out of its place, and each is looked at by
itself. What looks odd then is read by `codec`, which has the last word.
"""

import os
import re
from collections.abc import Mapping, Sequence
from itertools import chain
from operator import itemgetter
from types import MappingProxyType, NoneType
from typing import Any

import cbor2

from qmonitor.queues.deadletter.codec import KEYS, PLAINLY, decode, known
from qmonitor.queues.deadletter.errors import Undecodable
from qmonitor.queues.deadletter.spans import MAX_DEPTH, MAX_MESSAGES, Malformed
from qmonitor.queues.deadletter.usual import QUEUED, are_texts, usual
from qmonitor.queues.times import Instant, from_ns

Fact = str | tuple[str, ...] | None
"""Of a row with one message since when it waits, in the standard form of times, in which the order of texts is that of
instants; "" where its `QueuedAt` is zero. Of one with none, or several, a tuple of these. None: undecodable."""

BATCH = 64
"""Values that are decoded together; with more of them Python's garbage collection takes longer than the decoding."""

BATCH_BYTES = 256 << 10

QUICK_BYTES = 400_000
"""Bytes of a value up to which cbor2 may make something of it before its items were counted: 30 MB at most."""

_MARK = os.urandom(16)
_END = b"\x50" + _MARK
_REST = b"\xa6"
"""The head of a map with the six entries that are left when the times are taken away."""

_DAY = rb"(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])"
_LENGTHS = b"|".join(
    re.escape(bytes([0x60 + size] if size < 24 else [0x78, size])) + b"(?=.{%d}Z)" % (size - 1)
    for size in (30, *range(29, 21, -1), 20)
)
_TIME = rb"\xc0(?:%b)(2\d{3}-(?:%b)" % (_LENGTHS, _DAY) + rb"T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z)"
_BEGIN = re.compile(rb"\x81\xa8\x69Timestamp%b\x68QueuedAt%b" % (_TIME, _TIME), re.DOTALL).match
"""A list with one message of eight entries, of which the first two are times in UTC that certainly exist, not zero."""

_SELF_DESCRIBED = 55_799
"""A tag that cbor2 takes away without a word: one at a value's end would swallow the mark behind it."""

_LISTS = {list, NoneType}
_COLUMNS = itemgetter(*KEYS[2:])
_ODD = (cbor2.CBORError, ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)


def facts(values: Sequence[bytes], *, many: bool = False) -> list[Fact]:
    """What each value says. `many`: there are so many of them that the usual shape is worth to be made."""
    if not many:
        return _facts(values)
    found = list(map(usual(), values))
    told = list(_told_by_shape([match for match in found if match is not None]))
    if len(told) == len(values) and None not in told:
        return told
    shaped = iter(told)
    by_shape = [None if match is None else next(shaped) for match in found]
    others = iter(_facts([value for value, fact in zip(values, by_shape, strict=True) if fact is None]))
    return [next(others) if fact is None else fact for fact in by_shape]


def _told_by_shape(found: Sequence[re.Match[bytes]]) -> list[Fact]:
    """What values of the usual shape say; None for those that are not told by that alone."""
    if not found:
        return []
    queued, *texts = zip(*(match.groups() for match in found), strict=True)
    if are_texts(texts):
        return list(map(_wide, map(bytes.decode, queued)))
    return [_wide(match[QUEUED].decode()) if are_texts([match.groups()]) else None for match in found]


def _facts(values: Sequence[bytes]) -> list[Fact]:
    return [fact for at in range(0, len(values), BATCH) for fact in _batch(values[at : at + BATCH])]


def _batch(values: Sequence[bytes]) -> list[Fact]:
    begins = list(map(_BEGIN, values))
    usual = _are_usual([value[begin.end() :] for value, begin in zip(values, begins, strict=True) if begin is not None])
    return [
        _wide(begin[2].decode()) if usual and begin is not None else _alone(value)
        for value, begin in zip(values, begins, strict=True)
    ]


def _are_usual(rests: Sequence[bytes]) -> bool:
    """Whether these are what is left of messages that are whole, with nothing but the known keys."""
    if sum(map(len, rests)) > BATCH_BYTES:
        return False
    try:
        found = _loaded(b"\x9f" + _REST + (_END + _REST).join(rests) + _END + b"\xff")
        rows, marks = found[::2], found[1::2]
        if not len(rows) == len(rests) == marks.count(_MARK) or {len(KEYS) - 2} != set(map(len, rows)):
            return False
        names, subjects, *lists, codes = zip(*map(_COLUMNS, rows), strict=True)
        columns = [column for each in lists for column in each]
        if not _LISTS.issuperset(map(type, columns)) or set(map(type, codes)) != {int}:
            return False
        "".join(chain(names, subjects, *filter(None, columns)))
    except _ODD:
        return False
    return True


def _wide(text: str) -> str:
    """A time in UTC with nine digits of a second."""
    return text if len(text) == 30 else f"{text[:19]}.{text[20:-1]:0<9}Z"


def _refused(_content: object, _immutable: object) -> object:
    raise ValueError  # `codec` has the last word


_DECODERS: Mapping[int, Any] = MappingProxyType({**PLAINLY, _SELF_DESCRIBED: _refused})


def _loaded(raw: bytes) -> Any:
    return cbor2.loads(
        raw, semantic_decoders=_DECODERS, max_depth=MAX_DEPTH, allow_duplicate_keys=False, strict_hashable_types=True
    )


def _alone(value: bytes) -> Fact:
    if not value:
        return ()
    if len(value) <= QUICK_BYTES:
        try:
            found = _loaded(b"\x82" + value + _END)
            if found[1] == _MARK:
                return _told([_since(row) for row in _listed(found[0])])
        except Malformed:
            return None
        except _ODD:
            pass
    try:
        return _told([_standard(message.queued_at) for message in decode(value)])
    except Undecodable:
        return None


def only_message(value: bytes) -> tuple[Instant | None, int] | None:
    """Since when the one message of a value waits, and its code; None where it is not quickly told, or not one."""
    if len(value) > QUICK_BYTES:
        return None
    try:
        found = _loaded(b"\x82" + value + _END)
        if found[1] != _MARK or len(_listed(found[0])) != 1:
            return None
        told = _known(found[0][0])
    except (Malformed, *_ODD):
        return None
    return told["QueuedAt"], told["Code"]


def _told(texts: Sequence[str]) -> Fact:
    return texts[0] if len(texts) == 1 else tuple(texts)


def _listed(found: object) -> list[object]:
    if not isinstance(found, list) or len(found) > MAX_MESSAGES:
        raise Malformed
    return found


def _since(row: object) -> str:
    """Since when a message waits. Raises `Malformed` where it is none."""
    return _standard(_known(row)["QueuedAt"])


def _known(row: object) -> dict[str, Any]:
    """What a message has under the known keys. Raises `Malformed`."""
    if not isinstance(row, dict):
        raise Malformed
    return {key: known(key, row.get(key)) for key in KEYS}


def _standard(at: Instant | None) -> str:
    return "" if at is None or at.ns is None else from_ns(at.ns).text
