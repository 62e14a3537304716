"""What the figures need to know of rows, read from many values at once: how many messages, and since when they wait.

To look at all rows anew may hardly take longer than cbor2 itself takes to decode them. So values are decoded together,
each followed by a mark that nobody can foresee: where one of them is not exactly one CBOR item, a mark is out of its
place, and each is looked at by itself. What looks odd then is read by `codec`, which has the last word.
"""

import os
import re
from collections.abc import Sequence
from itertools import chain
from operator import itemgetter
from types import NoneType
from typing import Any

import cbor2

from qmonitor.queues.deadletter.codec import BUILT_IN, KEYS, PLAINLY, Tagged, decode, known
from qmonitor.queues.deadletter.errors import Undecodable
from qmonitor.queues.deadletter.spans import MAX_DEPTH, Malformed
from qmonitor.queues.times import Instant, from_ns

Fact = str | tuple[str, ...] | None
"""Of a row with one message since when it waits, in the standard form of times, in which the order of texts is that of
instants; "" where its `QueuedAt` is zero. Of one with none, or several, a tuple of these. None: undecodable."""

BATCH = 64
"""Values that are decoded together; with more of them Python's garbage collection takes longer than the decoding."""

BATCH_BYTES = 256 << 10

QUICK_BYTES = 512 << 10
"""Bytes of a value up to which cbor2 may make something of it before its items were counted: 40 MB at most."""

_MARK = os.urandom(16)
_END = b"\x50" + _MARK
_EMPTY = b"\x80"

_DECODERS: dict[int, Any] = {**{tag: PLAINLY[tag] for tag in (1, *BUILT_IN)}, 0: slice}
"""A time in text becomes a `slice` whose start is the text: nothing else that tells it from a bare text is as quick."""

_STANDARD = re.compile(
    r"2\d{3}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))"
    r"T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{9}Z",
    re.ASCII,
).fullmatch
"""Times in the standard form that certainly exist, and are not zero."""

_COLUMNS = itemgetter(*KEYS)
_ODD = (cbor2.CBORError, ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)


def facts(values: Sequence[bytes]) -> list[Fact]:
    """What each value says."""
    return [fact for at in range(0, len(values), BATCH) for fact in _batch(values[at : at + BATCH])]


def _batch(values: Sequence[bytes]) -> list[Fact]:
    if sum(map(len, values)) <= BATCH_BYTES and all(values):
        try:
            found = _loaded(b"\x9f" + _END.join(values) + _END + b"\xff")
            if len(found) == 2 * len(values) and found[1::2].count(_MARK) == len(values):
                return _usual(found[::2])
        except _ODD:
            pass
    return [_alone(value) for value in values]


def _loaded(raw: bytes) -> Any:
    return cbor2.loads(
        raw, semantic_decoders=_DECODERS, max_depth=MAX_DEPTH, allow_duplicate_keys=False, strict_hashable_types=True
    )


def _usual(rows: list[Any]) -> list[Fact]:
    """Of rows that are all as they usually are: with one whole message each. Raises one of `_ODD` where one is not."""
    stamps, queued, names, subjects, *lists, codes = zip(*map(_COLUMNS, [row for (row,) in rows]), strict=True)
    texts = [at.start for at in queued]
    if not all(map(_STANDARD, texts)) or not all(map(_STANDARD, [at.start for at in stamps])):
        raise ValueError
    "".join(names), "".join(subjects)
    for column in lists:
        if not {list, NoneType}.issuperset(map(type, column)):
            raise TypeError
        "".join(chain.from_iterable(filter(None, column)))
    if set(map(type, codes)) != {int}:
        raise TypeError
    return texts


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


def _told(texts: Sequence[str]) -> Fact:
    return texts[0] if len(texts) == 1 else tuple(texts)


def _listed(found: object) -> list[object]:
    if not isinstance(found, list):
        raise Malformed
    return found


def _since(row: object) -> str:
    """Since when a message waits. Raises `Malformed` where it is none."""
    if not isinstance(row, dict):
        raise Malformed
    queued = None
    for key in KEYS:
        value = row.get(key)
        at = known(key, Tagged(0, value.start) if isinstance(value, slice) else value)
        queued = at if key == "QueuedAt" else queued
    return _standard(queued if isinstance(queued, Instant) else None)


def _standard(at: Instant | None) -> str:
    return "" if at is None or at.ns is None else from_ns(at.ns).text
