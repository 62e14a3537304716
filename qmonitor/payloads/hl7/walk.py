"""Walks an HL7 v2 payload lazily, segment by segment, each with the delimiters and the character set it stands under.

This is what search, masking and export go through: everything, however large. The tree of `describe` is built on it.
"""

import re
from collections.abc import Iterator
from functools import cached_property

from qmonitor.payloads.decoding import ASSUMED, BY_BYTES, BY_HAND, BY_LABEL, BY_MARK, GUESSED
from qmonitor.payloads.hl7.charset import UTF8, Charset, guessed, labelled, named
from qmonitor.payloads.hl7.escapes import Decoder
from qmonitor.payloads.hl7.header import HEADERS, Delimiters, find_opening
from qmonitor.payloads.hl7.split import NO_SEGMENT, Header, Place, fields, leaves, lines
from qmonitor.payloads.hl7.titles import TITLES
from qmonitor.payloads.hl7.veil import narrowed, veil_of
from qmonitor.payloads.model import Hint
from qmonitor.queues.words import Phrase

_VERSION, _CHARSET = 12, 18
_LONGEST_VERSION = 40
_LONGEST = 4096
"""Bytes of a header that MSH-18 is looked for in."""
_NAME = re.compile(rb"[ \t]*([A-Z][A-Z0-9]{2})|([A-Za-z][A-Za-z0-9]{2})")
_CLOSED = re.compile(rb"\x1c\r?\n?\Z")
_OPENED = {b"BTS": b"BHS", b"FTS": b"FHS"}
"""A trailer is divided as its header was."""
_AROUND = frozenset({*HEADERS, *_OPENED})
_FRAMING = frozenset(b"\x0b\x1c")
_COMMON = {name.encode(): name for name in TITLES}
"""The segments of the standard, known at a look."""


class Walk:
    """One payload. `opening` is None where there is no header: then there are no segments."""

    def __init__(self, raw: bytes, hint: Hint) -> None:
        self.raw, self.hint = raw, hint
        self.opening = find_opening(raw)
        self.wide = self.opening.wide if self.opening else None
        self.ends: set[str] = set()
        """The kinds of line ends that were passed: CR, LF, CRLF."""
        self.framed = False
        """Whether bytes of MLLP framing were passed among the segments."""

    @cached_property
    def _guessed(self) -> tuple[Charset, bool]:
        """What the bytes look like, where nobody says it, and whether that is certain."""
        if self.wide:
            return self.wide, True
        return guessed(self.raw, self.opening.begin if self.opening else 0)

    def charset(self, header: Header) -> Charset:
        """The character set of what stands under a header."""
        return header.charset or self._guessed[0]

    def source(self, header: Header) -> Phrase:
        """Who said so. What is valid UTF-8 is that, for all that is known; anything else is a guess."""
        return BY_BYTES if header.charset is None and self._guessed[1] else header.source

    def version(self, header: Place, decoder: Decoder) -> str:
        """What MSH-12 says, without the countries that may follow: masking goes by the same as the tree."""
        spans = fields(header)
        if len(spans) < _VERSION:
            return ""
        leaf = next(leaves(header, _VERSION, *spans[_VERSION - 1]))
        return decoder.text(self.raw[leaf.begin : leaf.end][:_LONGEST_VERSION])[0]

    @cached_property
    def first(self) -> Header:
        """The header that the payload is known by: of its first message, else of its batch."""
        assert self.opening is not None
        data, begin = self.units()
        header = self._header(data, begin, None)
        if data[begin : begin + 3] == b"MSH":
            return header
        found = re.compile(rb"[\r\n\x0b]MSH" + re.escape(header.delimiters.field)).search(data, begin)
        return self._header(data, found.start() + 1, None) if found else header

    @cached_property
    def feeds(self) -> bool:
        """Whether a line feed ends a segment: not, if segments end in CR; then it belongs to its field."""
        data, begin = self.units()
        field = re.escape(self.first.delimiters.field)
        ends = re.compile(rb"([\r\n])[\x0b\x1c \t]{0,8}(?:[A-Z][A-Z0-9]{2}(?:" + field + rb"|[\r\n]|\Z))")
        found = ends.search(data, begin) or re.compile(rb"([\r\n])").search(data, begin)
        return found is not None and found[1] == b"\n"

    def places(self, only: re.Pattern[bytes] | None = None) -> Iterator[Place]:
        """All segments as they are stored, also lines that are none; empty lines are passed over.

        `only`: those whose first bytes (in units) match, the others cost next to nothing.
        """
        if self.opening is None:
            return
        data, begin = self.units()
        origin, width = (self.opening.begin, self.wide.width) if self.wide else (0, 1)
        current, above = self.first, dict[bytes, Header]()
        after, group, messages = begin, -1, 0
        for first, last, kind in lines(data, begin, feeds=self.feeds):
            self.ends.add(kind)
            if first - after > 2 and not _FRAMING.isdisjoint(data[after:first]):
                self.framed = True
            after = last
            while first < last and data[last - 1] == 0x1C:
                last -= 1
                self.framed = True
            header, head = current, data[first : first + 3]
            if head in _AROUND:
                if head in HEADERS and last - first > 3 and _SEPARATOR.match(data, first + 3):
                    current = self.first if first == begin and head == b"MSH" else self._header(data, first, current)
                    above[head] = header = current
                    group, messages = (messages, messages + 1) if head == b"MSH" else (-1, messages)
                elif head in _OPENED:
                    group, header = -1, above.get(_OPENED[head], current)
            if only is None or only.match(data, first):
                yield self._place(header, data, first, last, origin, width, group)

    def units(self) -> tuple[bytes, int]:
        """The bytes that segments are looked for in, and where the header begins in them."""
        assert self.opening is not None
        return (self._narrowed, 0) if self.wide else (self.raw, self.opening.begin)

    @cached_property
    def _narrowed(self) -> bytes:
        assert self.opening is not None
        assert self.wide is not None
        begin = self.opening.begin
        closed = _CLOSED.search(self.raw, begin) if self._framed_in_bytes() else None
        if closed:
            self.framed = True
        return narrowed(self.raw[begin : closed.start() if closed else len(self.raw)], self.wide)

    def _framed_in_bytes(self) -> bool:
        """Whether MLLP's first byte stands before wide characters as one byte: then its last ones do, too."""
        assert self.opening is not None
        before = self.raw[: self.opening.begin].removesuffix(b"\xff\xfe").removesuffix(b"\xfe\xff")
        big = self.wide is not None and self.wide.codec.endswith("be")
        return before.endswith(b"\x0b") and not (big and before.endswith(b"\0\x0b"))

    @property
    def ragged(self) -> int:
        """Bytes at the end that are no whole unit."""
        if self.opening is None or self.wide is None or self._framed_in_bytes():
            return 0
        return (len(self.raw) - self.opening.begin) % self.wide.width

    def _place(self, header: Header, data: bytes, first: int, last: int, origin: int, width: int, group: int) -> Place:
        if header.charset and not self.wide and (veil := veil_of(header.charset)):
            data, origin, first, last = veil(data[first:last], header.delimiters.kept()), first, 0, last - first
        field = header.delimiters.field
        name = _COMMON.get(data[first : first + 3])
        if name and data.startswith(field, first + 3, last) and field:
            return Place(name, header, data, first, last, origin, width, group)
        name, blanks = _name(data, first, last, field)
        return Place(name, header, data, first + blanks, last, origin, width, group)

    def _header(self, data: bytes, begin: int, before: Header | None) -> Header:
        charset, source, label = self._said(data, begin)
        if charset is None and before is not None and data[begin : begin + 3] != b"MSH":
            charset, source = before.charset, before.source
        ascii_only = data[begin + 3 : begin + 9].isascii()
        delimiters = Delimiters.of(data, begin, None if ascii_only else charset or self._guessed[0])
        return Header(delimiters, charset, source, label)

    def _said(self, data: bytes, begin: int) -> tuple[Charset | None, Phrase, str]:
        """The character set of a header's message, who says so, and what is said but not known."""
        assert self.opening is not None
        width = self.wide.width if self.wide else 1
        chosen = named(self.hint.encoding) if self.hint.encoding else None
        if chosen and chosen.width == width:
            return self.wide or chosen, BY_HAND, ""  # the order of bytes is that in which the header is found
        if self.opening.mark and self.opening.mark.width == width:
            return self.wide or self.opening.mark, BY_MARK, ""
        charset, label = declared(data, begin, self.wide)
        if charset:
            return charset, BY_LABEL, ""
        if self.wide:
            return self.wide, BY_BYTES, label
        assumed = named(self.hint.assumed) if self.hint.assumed else None
        if assumed and assumed.width == 1:
            return assumed, ASSUMED, label
        return None, GUESSED, label


def _name(data: bytes, first: int, last: int, field: bytes) -> tuple[str, int]:
    """A segment's name and the blanks before it."""
    found = _NAME.match(data, first, last)
    if found and (found.end() == last or (field and data.startswith(field, found.end()))):
        name = found[1] or found[2]
        return name.decode("ascii"), found.end() - 3 - first
    return NO_SEGMENT, 0


_SEPARATOR = re.compile(rb"[^\w\s]")


def declared(data: bytes, begin: int, wide: Charset | None) -> tuple[Charset | None, str]:
    """What MSH-18 says, and its text if that is not known.

    Before it stand names of systems; if a character of theirs looks like a separator, only a reading in the very
    character set that MSH-18 then names gives it.
    """
    if data[begin : begin + 3] != b"MSH":
        return None, ""
    head = data[begin : begin + _LONGEST]
    head = head[: next(lines(head, 0, feeds=True))[1]]
    labels = _labels(head)
    charset = labelled(labels, wide)
    if charset is None and not wide and not head.isascii():
        for candidate in _MASKING:
            masked = labelled(_labels(_veiled(head, candidate)))
            if masked == candidate:
                return candidate, ""
    return charset, "" if charset else "~".join(label for label in labels if label.strip('"'))


_MASKING = [found for name in ("Shift-JIS", "GB18030", "Big5", "KS X 1001") if (found := named(name))]


def _veiled(head: bytes, charset: Charset) -> bytes:
    veil = veil_of(charset)
    assert veil is not None
    return veil(head, ())


def _labels(head: bytes) -> list[str]:
    """The repetitions of MSH-18, as far as they are ASCII."""
    marks = Delimiters.of(head, 0, None if head[:12].isascii() else UTF8)
    parts = head[3 + len(marks.field) :].split(marks.field, _CHARSET - 1) if marks.field else []
    said = parts[_CHARSET - 2] if len(parts) >= _CHARSET - 1 else b""
    repeated = said.split(marks.repetition) if marks.repetition else [said]
    return [label.decode("ascii", "replace").strip() for label in repeated[:8]]
