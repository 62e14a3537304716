"""A message as the JSON document in which it is sent: its keys as they stand, unknown ones included.

Times are RFC 3339 text in UTC with nanoseconds, byte strings base64. What JSON has no form for becomes text (numbers
that are none, keys that are no text), or what is inside it (tags).
"""

import base64
import json
import struct

from qmonitor.queues.deadletter.codec import Tagged, tagged_time
from qmonitor.queues.deadletter.errors import Undecodable
from qmonitor.queues.deadletter.spans import (
    BYTES,
    LIST,
    MAP,
    MAX_ITEMS,
    NEGATIVE,
    TAG,
    TEXT,
    UNSIGNED,
    Head,
    Malformed,
    Walk,
)
from qmonitor.queues.times import from_ns

_FLOATS = {2: ">e", 4: ">f", 8: ">d"}
_SIMPLE: dict[int, object] = {20: False, 21: True, 22: None, 23: None}
_BIG = {2: 1, 3: -1}
"""Tags of a byte string that is a number, and its sign."""

_ZERO = "0001-01-01T00:00:00.000000000Z"


def document(stored: bytes) -> bytes:
    """The document of a message's CBOR map, in UTF-8. Raises `Undecodable`."""
    reading = _Reading(stored)
    try:
        if reading.skip(0) != len(stored) or reading.head(0).major != MAP:
            raise Malformed
        reading.go_on()
        value, _ = reading.value(0)
    except Malformed:
        raise Undecodable from None
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


class _Reading(Walk):
    """Makes values of items that were walked once, so that their depth is bounded."""

    def go_on(self) -> None:
        """To make values of items that were counted once may not fail for their number: each head is read up to three
        times more.
        """
        self._left = 3 * MAX_ITEMS

    def value(self, at: int) -> tuple[object, int]:
        """What stands here, and where it ends."""
        found = self.head(at)
        if found.major in (UNSIGNED, NEGATIVE):
            number = found.number or 0
            return (number if found.major == UNSIGNED else -1 - number), found.at
        if found.major in (BYTES, TEXT):
            return self._string_value(found, at)
        if found.major == LIST:
            return self._list(found)
        if found.major == MAP:
            return self._map(found)
        return self._tagged(found) if found.major == TAG else (self._simple(at, found), found.at)

    def _string_value(self, found: Head, begin: int) -> tuple[object, int]:
        end = self.skip(begin)
        if found.number is not None:
            raw = self.raw[found.at : end]
        else:
            raw, at = b"", found.at
            while not self.ends(at):
                piece = self.head(at)
                at = piece.at + (piece.number or 0)
                raw += self.raw[piece.at : at]
        return (raw.decode() if found.major == TEXT else base64.b64encode(raw).decode()), end

    def _list(self, found: Head) -> tuple[object, int]:
        values: list[object] = []
        at = found.at
        while len(values) != found.number if found.number is not None else not self.ends(at):
            value, at = self.value(at)
            values.append(value)
        return values, at + (found.number is None)

    def _map(self, found: Head) -> tuple[object, int]:
        values: dict[str, object] = {}
        at, count = found.at, 0
        while count != found.number if found.number is not None else not self.ends(at):
            key, at = self.value(at)
            value, at = self.value(at)
            name = key if isinstance(key, str) else json.dumps(key)
            if name in values:
                raise Malformed  # one of the two would be lost
            values[name] = value
            count += 1
        return values, at + (found.number is None)

    def _tagged(self, found: Head) -> tuple[object, int]:
        value, end = self.value(found.at)
        if found.number in (0, 1):
            return _time(found.number, value), end
        if found.number in _BIG and isinstance(value, str) and self.raw[found.at] >> 5 == BYTES:
            number = int.from_bytes(base64.b64decode(value), "big")
            return (_whole(number if _BIG[found.number] > 0 else -1 - number)), end
        return value, end

    def _simple(self, at: int, found: Head) -> object:
        size = found.at - at - 1
        if size in _FLOATS:
            number = struct.unpack(_FLOATS[size], self.raw[at + 1 : found.at])[0]
            return number if number == number and abs(number) != float("inf") else str(number)
        return _SIMPLE.get(found.number or 0, found.number)


def _whole(number: int) -> object:
    """A number; one that is too long to be written down as one, in hexadecimal digits."""
    return number if number.bit_length() < 4_096 else hex(number)


def _time(tag: int, value: object) -> object:
    """A time in the standard form; what is none, as it stands."""
    try:
        at = tagged_time(Tagged(tag, value))
        return from_ns(at.ns or 0).text
    except OverflowError:
        return _ZERO  # before year 1, by another clock
    except Malformed:
        return value
