"""CBOR in diagnostic notation (RFC 8949, section 8), an item a line, each with the bytes that it stands for.

Nothing is rounded or left out but what is longer than people read: long values, and what comes after many lines. Nested
items cost no stack. What is hidden is written as marks.
"""

import json
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from qmonitor.payloads.cbor_heads import (
    ARRAY,
    BREAK,
    BYTES,
    MAP,
    NEGATIVE,
    TAG,
    TEXT,
    UNSIGNED,
    Head,
    Malformed,
    head,
    simple,
    skip,
    string_end,
)
from qmonitor.payloads.mask.marks import MARK, Span
from qmonitor.payloads.text import visible
from qmonitor.values import dataclass

LINES = 4_000
"""So many are written; the bytes are all there in the hex."""
VALUE = 2_000
"""Characters of a value."""
HEADS = 240_000
"""Heads of items that are looked at: text may come in millions of pieces."""
MARKS = 24
"""Marks in the place of a hidden value at most."""
INDENT, DEEPEST = "  ", 40
"""Deeper levels are indented no further."""


class Line(NamedTuple):
    """A line, and where the item that it writes lies."""

    text: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True, repr=False)
class Notation:
    """The lines, and up to which byte they say what is stored. (It says nothing of itself in a log or an error.)"""

    lines: tuple[Line, ...]
    described: int


def notation(raw: bytes, hidden: Sequence[Span] = ()) -> Notation:
    """What these bytes say, as far as they are CBOR; `hidden` are spans in ascending order."""
    writing = _Writing(raw, hidden)
    try:
        writing.write()
    except Malformed:
        pass
    return Notation(tuple(writing.lines), writing.at)


@dataclass(slots=True)
class _Open:
    """An array or map that is not closed: how many items are to come (of a map two for each pair), None: to a break."""

    left: int | None
    map: bool
    closing: str
    count: int = 0


class _Writing:
    """Writes one payload. `at` is where the next item begins."""

    def __init__(self, raw: bytes, hidden: Sequence[Span]) -> None:
        self._raw, self._hidden = raw, hidden
        self._ends = [end for _, end in hidden]
        self._open: list[_Open] = []
        self.lines: list[Line] = []
        self.at = 0
        self._left = HEADS

    def _token(self) -> None:
        """Take the room of one more head."""
        self._left -= 1
        if self._left < 0:
            raise Malformed(self.at)

    def write(self) -> None:
        """All of it. Raises `Malformed` where it is CBOR no longer."""
        while len(self.lines) < LINES:
            if self._open and self._ended(self._open[-1]):
                self._close()
            else:
                self._item()
            if not self._open:
                return

    def _ended(self, frame: _Open) -> bool:
        if frame.left is None:
            return self._raw[self.at : self.at + 1] == BREAK
        return frame.count >= frame.left

    def _close(self) -> None:
        frame, begin = self._open.pop(), self.at
        self.at += frame.left is None
        self._put(frame.closing, begin, self.at)

    def _put(self, text: str, begin: int, end: int, depth: int | None = None) -> None:
        """A line; a comma stands after it where another item follows."""
        above = self._open[-1] if self._open else None
        comma = "," if above is not None and depth is None and not self._ended(above) else ""
        indent = INDENT * min(len(self._open) if depth is None else depth, DEEPEST)
        self.lines.append(Line(f"{indent}{_cut(text)}{comma}", begin, end))

    def _item(self) -> None:
        begin, before = self.at, ""
        frame = self._open[-1] if self._open else None
        if frame is not None and frame.map:
            before = f"{self._key()}: "
            frame.count += 1
        if frame is not None:
            frame.count += 1
        tags = self._tags()
        found = head(self._raw, self.at)
        before += "".join(f"{tag}(" for tag in tags)
        after = ")" * len(tags)
        if found.major in (ARRAY, MAP):
            self._enter(found, before, after, begin)
        else:
            value = self._leaf(found)
            self._put(f"{before}{value}{after}", begin, self.at)

    def _tags(self) -> list[int]:
        tags = []
        while (found := head(self._raw, self.at)).major == TAG:
            self._token()
            tags.append(found.number or 0)
            self.at = found.at
        return tags

    def _enter(self, found: Head, before: str, after: str, begin: int) -> None:
        opening, closing = "[]" if found.major == ARRAY else "{}"
        endless = "_ " if found.number is None else ""
        self.at = found.at
        left = found.number if found.number is None or found.major == ARRAY else 2 * found.number
        frame = _Open(left, found.major == MAP, closing + after)
        if self._ended(frame):
            self.at += found.number is None
            self._put(f"{before}{opening}{endless}{closing}{after}", begin, self.at)
            return
        self._put(f"{before}{opening}{endless}".rstrip(), begin, self.at, depth=len(self._open))
        self._open.append(frame)

    def _key(self) -> str:
        """A map's key on the line of its value; one that is divided is written by its bytes."""
        begin, found = self.at, head(self._raw, self.at)
        if found.major in (ARRAY, MAP, TAG):
            self.at = skip(self._raw, begin, self._token)
            written = f"<<{_cut(self._raw[begin : self.at].hex())}>>"
            return written if not self._hides(begin, self.at) else _marks(written)
        return self._leaf(found)

    def _leaf(self, found: Head) -> str:
        begin = self.at
        if found.major in (UNSIGNED, NEGATIVE):
            self.at = found.at
            value = str(found.number or 0) if found.major == UNSIGNED else str(-1 - (found.number or 0))
        elif found.major in (BYTES, TEXT):
            self.at = string_end(self._raw, begin, found, self._token)
            value = self._string(found, self.at)
        else:
            self.at = found.at
            value = simple(self._raw, begin, found)[0]
        return _marks(value) if self._hides(begin, self.at) else value

    def _string(self, found: Head, end: int) -> str:
        """Text in quotes, bytes in hex; one in pieces as its pieces."""
        if found.number is not None:
            return _quoted(self._raw[found.at : end], found.major)
        pieces, at = [], found.at
        while at < end - 1:
            piece = head(self._raw, at)
            at = piece.at + (piece.number or 0)
            pieces.append(_quoted(self._raw[piece.at : at], found.major))
        return _cut(f"(_ {', '.join(pieces)})" if pieces else "(_ )")

    def _hides(self, begin: int, end: int) -> bool:
        at = bisect_right(self._ends, begin)
        return at < len(self._hidden) and self._hidden[at][0] < end


def _quoted(content: bytes, major: int) -> str:
    """In hex or quotes, cut where it is long."""
    if major == BYTES:
        shown = content[: VALUE // 2].hex()
        return f"h'{shown}…' ({len(content):,} bytes)" if len(content) > VALUE // 2 else f"h'{shown}'"
    text = content[: 4 * VALUE].decode("utf-8", "surrogateescape")
    shown = visible(_escaped(text[:VALUE]))
    if len(text) > VALUE or len(content) > 4 * VALUE:
        return f'"{shown}…" ({len(content):,} bytes)'
    return f'"{shown}"'


def _escaped(text: str) -> str:
    """As in JSON; a byte that is no UTF-8 by itself."""
    quoted = json.dumps(text, ensure_ascii=False)[1:-1]
    return "".join(f"⟨\\x{ord(c) - 0xDC00:02X}⟩" if 0xDC80 <= ord(c) <= 0xDCFF else c for c in quoted)


def _cut(value: str) -> str:
    return value if len(value) <= 2 * VALUE else f"{value[: 2 * VALUE]}…"


def _marks(value: str) -> str:
    return MARK * min(len(value), MARKS)
