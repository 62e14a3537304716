"""The heads of CBOR items (RFC 8949): what comes, how much of it, and where its content begins. Reads no content."""

import math
import struct
from collections.abc import Callable
from typing import NamedTuple

UNSIGNED, NEGATIVE, BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE = range(8)
"""Major types."""
BREAK = b"\xff"
"""Ends what has no length."""

_FLOATS = {25: ">e", 26: ">f", 27: ">d"}
_SIMPLE = {20: "false", 21: "true", 22: "null", 23: "undefined"}


class Malformed(Exception):
    """Not CBOR from this byte on."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at


class Truncated(Malformed):
    """The bytes end within an item that begins here."""


class Head(NamedTuple):
    """`number` is the argument: a number, a length, a tag; None: indefinite. `at` is where the content begins."""

    major: int
    info: int
    number: int | None
    at: int


def head(raw: bytes, at: int) -> Head:
    """The head at this offset."""
    if at >= len(raw):
        raise Truncated(at)
    major, info = raw[at] >> 5, raw[at] & 0x1F
    if info < 24:
        return Head(major, info, info, at + 1)
    if info == 31 and major in (BYTES, TEXT, ARRAY, MAP):
        return Head(major, info, None, at + 1)
    if info > 27:
        raise Malformed(at)
    end = at + 1 + (1 << (info - 24))
    if end > len(raw):
        raise Truncated(at)
    count = int.from_bytes(raw[at + 1 : end], "big")
    if major == SIMPLE and info == 24 and count < 32:
        raise Malformed(at)
    return Head(major, info, count, end)


def string_end(raw: bytes, begin: int, found: Head, token: Callable[[], None]) -> int:
    """Where a byte or text string ends (one in pieces: after its break)."""
    if found.number is not None:
        if found.at + found.number > len(raw):
            raise Truncated(begin)
        return found.at + found.number
    at = found.at
    while raw[at : at + 1] != BREAK:
        token()
        piece = head(raw, at)
        if piece.major != found.major or piece.number is None:
            raise Malformed(at)
        at = string_end(raw, begin, piece, token)
    return at + 1


def joined(raw: bytes) -> bytes:
    """The pieces of a string, without their heads; `raw` is what stands between its head and its break."""
    parts, at = [], 0
    while at < len(raw):
        piece = head(raw, at)
        at = piece.at + (piece.number or 0)
        parts.append(raw[piece.at : at])
    return b"".join(parts)


def skip(raw: bytes, at: int, token: Callable[[], None]) -> int:
    """Where the item that begins here ends, with all that is in it."""
    left: list[int | None] = [1]
    while left:
        token()
        if left[-1] is None and raw[at : at + 1] == BREAK:
            left.pop()
            at += 1
        else:
            found = head(raw, at)
            begin, at = at, found.at
            if left[-1] is not None:
                left[-1] -= 1
            if found.major in (BYTES, TEXT):
                at = string_end(raw, begin, found, token)
            elif found.major == TAG:
                left.append(1)
            elif found.major == ARRAY:
                left.append(found.number)
            elif found.major == MAP:
                left += _pairs(found)
        while left and left[-1] == 0:
            left.pop()
    return at


def _pairs(found: Head) -> list[int | None]:
    return [None if found.number is None else 2 * found.number]


def simple(raw: bytes, begin: int, found: Head) -> tuple[str, str]:
    """Value and type of what is neither number in full, nor string, nor divided: floats as exact as they are."""
    if found.info in _FLOATS:
        number = struct.unpack(_FLOATS[found.info], raw[begin + 1 : found.at])[0]
        if math.isnan(number):
            value = "NaN"
        elif math.isinf(number):
            value = "Infinity" if number > 0 else "-Infinity"
        else:
            value = repr(number)
        return value, f"float{16 << (found.info - 25)}"
    name = _SIMPLE.get(found.info, "")
    return name or f"simple({found.number})", "boolean" if name in ("true", "false") else name or "simple"
