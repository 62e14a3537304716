"""Where the items of a CBOR value lie (RFC 8949), found without making anything of them, within limits.

What is written again keeps the bytes of everything that is not changed; so a message is never decoded and encoded anew,
but cut out and put together. Nothing in here calls itself: depth, number of items and length are bounded, and what is
beyond is as unreadable as what is no CBOR.
"""

from collections.abc import Iterator
from typing import NamedTuple

MAX_BYTES = 16 << 20
"""Bytes of a row's value."""

MAX_DEPTH = 32
"""How deep lists, maps and tags may lie in each other."""

MAX_ITEMS = 500_000
"""Items of a row's value, keys and list elements included: some 20,000 messages, and a second of work."""

MAX_MESSAGES = 100_000
"""Messages of a row."""

UNSIGNED, NEGATIVE, BYTES, TEXT, LIST, MAP, TAG, SIMPLE = range(8)
"""Major types."""

_BREAK = 0xFF
_DIVIDED = (BYTES, TEXT, LIST, MAP)

_ELEMENT, _KEY, _VALUE = -1, -2, -3
"""What comes next in a list or map without a length; others count how many items are left."""
_AFTER = {_ELEMENT: _ELEMENT, _KEY: _VALUE, _VALUE: _KEY}
_ENDING = (_ELEMENT, _KEY)


class Malformed(Exception):
    """Not CBOR, or beyond the limits. Says nothing more: nobody is told what stands there."""


class Head(NamedTuple):
    """`number` is the argument (a number, a length, a tag); None: indefinite. `at` is where the content begins."""

    major: int
    number: int | None
    at: int


class Pair(NamedTuple):
    """A map's entry: the key where it is text, and where the value begins and ends."""

    key: str | None
    begin: int
    end: int


class Walk:
    """Reads one value. `end` is where that ends which was read last."""

    def __init__(self, raw: bytes) -> None:
        """Raises `Malformed`."""
        if len(raw) > MAX_BYTES:
            raise Malformed
        self.raw, self.end = raw, 0
        self._left = MAX_ITEMS

    def head(self, at: int) -> Head:
        """The head at this offset. Raises `Malformed`."""
        raw = self.raw
        self._left -= 1
        if at >= len(raw) or self._left < 0:
            raise Malformed
        major, info = raw[at] >> 5, raw[at] & 0x1F
        if info < 24:
            return Head(major, info, at + 1)
        if info == 31 and major in _DIVIDED:
            return Head(major, None, at + 1)
        end = at + 1 + (1 << (info - 24)) if info < 28 else 0
        if not 0 < end <= len(raw):
            raise Malformed
        number = int.from_bytes(raw[at + 1 : end], "big")
        if major == SIMPLE and info == 24 and number < 32:
            raise Malformed
        return Head(major, number, end)

    def ends(self, at: int) -> bool:
        """Whether what has no length ends here. Raises `Malformed` at the end of all."""
        if at >= len(self.raw):
            raise Malformed
        return self.raw[at] == _BREAK

    def skip(self, at: int, depth: int = 0) -> int:
        """Where the item that begins here, in so many others, ends with all that is in it."""
        open_: list[int] = [1]
        while open_:
            if open_[-1] in _ENDING and self.ends(at):
                open_.pop()
                at += 1
            else:
                at = self._next(at, open_)
            while open_ and open_[-1] == 0:
                open_.pop()
            if len(open_) + depth > MAX_DEPTH:
                raise Malformed
        return at

    def _next(self, at: int, open_: list[int]) -> int:
        """Where the content of the next item begins, or a string ends; what has content of its own is opened."""
        found = self.head(at)
        open_[-1] = _AFTER.get(open_[-1], open_[-1] - 1)
        if found.major in (BYTES, TEXT):
            return self._string(found)
        if found.major == TAG:
            open_.append(1)
        elif found.major == LIST:
            open_.append(_ELEMENT if found.number is None else self._count(found, 1))
        elif found.major == MAP:
            open_.append(_KEY if found.number is None else self._count(found, 2))
        return found.at

    def _count(self, found: Head, each: int) -> int:
        """How many items a list or map holds: each takes a byte at least."""
        count = (found.number or 0) * each
        if count > len(self.raw) - found.at:
            raise Malformed
        return count

    def _string(self, found: Head) -> int:
        """Where a string ends; text has to be UTF-8."""
        if found.number is not None:
            return self._piece(found)
        at = found.at
        while not self.ends(at):
            piece = self.head(at)
            if piece.major != found.major or piece.number is None:
                raise Malformed
            at = self._piece(piece)
        return at + 1

    def _piece(self, found: Head) -> int:
        end = found.at + (found.number or 0)
        if end > len(self.raw):
            raise Malformed
        if found.major == TEXT:
            self.text(found.at, end)
        return end

    def text(self, begin: int, end: int) -> str:
        try:
            return self.raw[begin:end].decode("utf-8")
        except UnicodeDecodeError:
            raise Malformed from None

    # -- lists of messages -----------------------------------------------------------------------------------------

    def elements(self) -> Iterator[int]:
        """Where each element begins of the list that the whole value is; the caller reads its `pairs` to the end.

        An empty value is an empty list.
        """
        if not self.raw:
            return
        found = self.head(0)
        if found.major != LIST:
            raise Malformed
        self.end, left = found.at, None if found.number is None else self._count(found, 1)
        count = 0
        while not self.ends(self.end) if left is None else left:
            count += 1
            if count > MAX_MESSAGES:
                raise Malformed
            yield self.end
            left = None if left is None else left - 1
        if self.end + (left is None) != len(self.raw):
            raise Malformed

    def pairs(self, at: int) -> Iterator[Pair]:
        """The entries of the map that begins here, which lies in a list; afterwards `end` is where it ends."""
        found = self.head(at)
        if found.major != MAP:
            raise Malformed
        at, left = found.at, None if found.number is None else self._count(found, 2) // 2
        while not self.ends(at) if left is None else left:
            begin = self.skip(at, 2)
            end = self.skip(begin, 2)
            yield Pair(self.key(at, begin), begin, end)
            at, left = end, None if left is None else left - 1
        self.end = at + (left is None)

    def key(self, begin: int, end: int) -> str | None:
        """The text that stands here; None where it is something else."""
        found = self.head(begin)
        if found.major != TEXT:
            return None
        if found.number is not None:
            return self.text(found.at, end)
        parts, at = [], found.at
        while not self.ends(at):
            piece = self.head(at)
            at = self._piece(piece)
            parts.append(self.text(piece.at, at))
        return "".join(parts)
