"""Messages in and out of a row's value: CBOR through cbor2, within limits, every byte kept that is not changed.

cbor2 makes values of the known keys alone. Where an item lies is found by `spans`, so whatever else a message holds
stays as it is when the message is written again, and times keep their nanoseconds: cbor2 would cut them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import timedelta
from enum import IntEnum
from fractions import Fraction
from math import isfinite
from types import MappingProxyType
from typing import Any

import cbor2

from qmonitor.queues import times
from qmonitor.queues.deadletter.errors import NotAMessage, Undecodable
from qmonitor.queues.deadletter.spans import MAP, Malformed, Walk
from qmonitor.queues.times import NS, Instant
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

MAX_DEPTH = 8
"""Of what cbor2 decodes here: a list of texts is 1."""

MAX_QUEUE_AGE = timedelta(days=30)
"""From `QueuedAt` on; an older message is dropped when it is fetched."""

ZERO = "0001-01-01T00:00:00Z"
"""Go's zero time: no time."""

BEYOND = 253_402_300_800 * NS
"""Nanoseconds since 1970: the first instant that has no text any more."""

_TEXTS = ("Descriptions", "Fields", "SkipRecipients")
KEYS = ("Timestamp", "QueuedAt", "Username", "Subject", *_TEXTS, "Code")
"""The keys of a message that are known, in the order in which they are written."""

_ATTRIBUTES: Mapping[str, str] = MappingProxyType(
    {
        "Timestamp": "timestamp",
        "QueuedAt": "queued_at",
        "Username": "username",
        "Subject": "subject",
        "Descriptions": "descriptions",
        "Fields": "fields",
        "SkipRecipients": "skip_recipients",
        "Code": "code",
    }
)

Texts = tuple[str, ...] | None


class Code(IntEnum):
    """What a message is about; others are kept as they are."""

    GRADE = 0
    EXAM = 1
    READING = 2
    FINAL_GRADE = 3
    NATIONAL_EXAM = 4


@dataclass(frozen=True, slots=True, repr=False)
class Message:
    """A message that could not be sent. (It says nothing of itself in a log or an error.)

    Times are None where they are Go's zero time; `queued_at` is when it first failed. Lists are None where they are
    null. `stored` is the CBOR map as it was read: what is not changed is written back as it stands there.
    """

    timestamp: Instant | None = None
    queued_at: Instant | None = None
    username: str = ""
    subject: str = ""
    descriptions: Texts = ()
    fields: Texts = ()
    skip_recipients: Texts = None
    code: int = Code.GRADE
    stored: bytes = field(default=b"", compare=False)


def decode(value: bytes) -> tuple[Message, ...]:
    """The messages of a row's value. Raises `Undecodable`."""
    return tuple(message for message, _ in located(value))


def located(value: bytes) -> tuple[tuple[Message, slice], ...]:
    """The messages, each with where it lies in the value. Raises `Undecodable`."""
    try:
        walk = Walk(value)
        return tuple((_message(walk, begin), slice(begin, walk.end)) for begin in walk.elements())
    except Malformed:
        raise Undecodable from None


def encode(messages: Sequence[Message]) -> bytes:
    """A row's value. Raises `NotAMessage`, also where it would be too large to be read again."""
    value = joined([encode_one(message) for message in messages])
    try:
        decode(value)
    except Undecodable:
        raise NotAMessage(phrase("The message is larger than any that is read.")) from None
    return value


def joined(maps: Sequence[bytes]) -> bytes:
    """A row's value of messages as they are stored."""
    return _head(4, len(maps)) + b"".join(maps)


def encode_one(message: Message) -> bytes:
    """A message's CBOR map. Raises `NotAMessage`."""
    if not message.stored:
        parts = [cbor2.dumps(key) + _encoded(key, _attribute(message, key)) for key in KEYS]
        return _head(5, len(KEYS)) + b"".join(parts)
    try:
        return _patched(message)
    except Malformed:
        raise NotAMessage(phrase("What the message was read from is no message.")) from None


# -- one message ---------------------------------------------------------------------------------------------------


def _message(walk: Walk, begin: int) -> Message:
    found: dict[str, Any] = {}
    seen: set[str] = set()
    for pair in walk.pairs(begin):
        if pair.key is None:
            continue
        if pair.key in seen:
            raise Malformed
        seen.add(pair.key)
        if pair.key in _ATTRIBUTES:
            found[_ATTRIBUTES[pair.key]] = known(pair.key, _loaded(walk.raw[pair.begin : pair.end]))
    return Message(**found, stored=walk.raw[begin : walk.end])


class Tagged:
    """A tag's content, not made into anything."""

    __slots__ = ("content", "tag")

    def __init__(self, tag: int, content: object) -> None:
        self.tag, self.content = tag, content


def _plainly(tag: int) -> Any:
    return lambda content, _immutable: Tagged(tag, content)


BUILT_IN = (2, 3, 4, 5, 25, 28, 29, 30, 35, 36, 37, 52, 54, 100, 256, 258, 260, 261, 1004, 43000)
"""Tags of which cbor2 would make something: a regular expression, say, or a reference to another item."""

PLAINLY: Mapping[int, Any] = MappingProxyType({tag: _plainly(tag) for tag in (0, 1, *BUILT_IN)})


def _loaded(raw: bytes) -> object:
    try:
        return cbor2.loads(raw, semantic_decoders=PLAINLY, max_depth=MAX_DEPTH, strict_hashable_types=True)
    except (cbor2.CBORError, ValueError, TypeError, OverflowError):
        raise Malformed from None


def known(key: str, value: object) -> object:
    """What a message has under a known key. Raises `Malformed` for another type than that key's."""
    if key in ("Timestamp", "QueuedAt"):
        return time_of(value)
    if key in _TEXTS:
        return _texts(value)
    if value is None:
        return 0 if key == "Code" else ""
    if type(value) is not (int if key == "Code" else str):
        raise Malformed
    return value


def _texts(value: object) -> Texts:
    if value is None:
        return None
    if not isinstance(value, list) or any(type(text) is not str for text in value):
        raise Malformed
    return tuple(value)


def time_of(value: object) -> Instant | None:
    """The time that a known key's value stands for; None for no time. Raises `Malformed`."""
    if value is None:
        return None
    if not isinstance(value, Tagged):
        raise Malformed
    at = tagged_time(value)
    return None if is_zero(at) else at


def tagged_time(value: Tagged) -> Instant:
    """The time that a tag and its content stand for, also one long past: a day of birth, say. Raises `Malformed`."""
    if value.tag == 0 and isinstance(value.content, str):
        return _from_text(value.content)
    if value.tag == 1 and type(value.content) in (int, float):
        return _from_seconds(value.content)  # type: ignore[arg-type]
    raise Malformed


def _from_text(text: str) -> Instant:
    """A time in RFC 3339; digits beyond the ninth of a second are kept in the text alone."""
    at = times.parse(text)
    if at.ns is None:
        at = Instant(text, times.parse(_nine(text)).ns)
    if at.ns is None or at.ns >= BEYOND:
        raise Malformed
    return at


def _nine(text: str) -> str:
    whole, _, rest = text.partition(".")
    digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
    return f"{whole}.{digits[:9]}{rest[len(digits) :]}" if len(digits) > 9 else text


def _from_seconds(seconds: int | float) -> Instant:
    if not isfinite(seconds):
        raise Malformed
    try:
        return times.from_ns(round(Fraction(seconds) * NS))
    except OverflowError:
        raise Malformed from None


def is_zero(at: Instant) -> bool:
    """Whether it stands for no time: Go's zero time, or whatever else was before there were such queues."""
    return at.ns is not None and at.ns <= 0


# -- writing -------------------------------------------------------------------------------------------------------


def _attribute(message: Message, key: str) -> object:
    return getattr(message, _ATTRIBUTES[key])


def _head(major: int, number: int) -> bytes:
    if number < 24:
        return bytes([major << 5 | number])
    size = next(n for n in range(4) if number < 1 << (8 << n))
    return bytes([major << 5 | 24 + size]) + number.to_bytes(1 << size, "big")


def _encoded(key: str, value: object) -> bytes:
    """A known key's value in CBOR. Raises `NotAMessage`."""
    try:
        if key in ("Timestamp", "QueuedAt"):
            return _encoded_time(value)
        if key in _TEXTS:
            return cbor2.dumps(None if value is None else [_text(text) for text in value])  # type: ignore[attr-defined]
        return cbor2.dumps(_number(value) if key == "Code" else _text(value))
    except (cbor2.CBORError, TypeError, ValueError):
        raise NotAMessage(phrase("{key} can't be written as CBOR.", key=key)) from None  # it may quote the message


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    if not -(2**64) <= value < 2**64:
        raise ValueError  # what is beyond has a tag, which nobody reads as a code
    return int(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _encoded_time(value: object) -> bytes:
    if value is not None and (not isinstance(value, Instant) or value.ns is None):
        raise TypeError
    coded: bytes = cbor2.dumps(cbor2.CBORTag(0, ZERO if value is None else value.text))
    try:
        time_of(_loaded(coded))
    except Malformed:
        raise ValueError from None
    return coded


def _patched(message: Message) -> bytes:
    """The map as it was read, with the values of those keys exchanged that are others by now."""
    was = _message(Walk(message.stored), 0)
    new = {key: _encoded(key, _attribute(message, key)) for key in KEYS if _changed(was, message, key)}
    if not new:
        return message.stored
    parts, at = [], 0
    for pair in Walk(message.stored).pairs(0):
        if pair.key in new:
            parts += [message.stored[at : pair.begin], new.pop(pair.key)]
            at = pair.end
    return _added(b"".join(parts) + message.stored[at:], new)


def _changed(was: Message, message: Message, key: str) -> bool:
    return _attribute(was, key) != _attribute(message, key)


def _added(stored: bytes, new: Mapping[str, bytes]) -> bytes:
    """A map with more entries, after those that it has."""
    entries = b"".join(cbor2.dumps(key) + value for key, value in new.items())
    found = Walk(stored).head(0)
    if found.major != MAP:
        raise Malformed
    if found.number is None:
        return stored[:-1] + entries + stored[-1:]
    return (_head(5, found.number + len(new)) if new else stored[: found.at]) + stored[found.at :] + entries
