"""Finds values by their path: `PID-3.1=12345`, straight in the stored bytes.

Nothing is divided that the query doesn't ask for, so that a scan over many payloads is fast: 2 to 5 kB messages at
20 to 70 MB/s, 300 where the value is nowhere in them (measured by `tests/bench/test_payloads.py`).
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import AnyStr

from qmonitor.payloads.hl7.escapes import Decoder
from qmonitor.payloads.hl7.paths import Path, numbered, path_of
from qmonitor.payloads.hl7.split import Header, Leaf, Place, divide, field_of, fields, leaves, part_of
from qmonitor.payloads.hl7.walk import Walk
from qmonitor.payloads.model import Hint
from qmonitor.values import dataclass

_STAR = re.compile(r"\\(?P<literal>[\\*])|(?P<star>\*)")


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a value was found: its path as the tree has it, its bytes, and in which message of the payload.

    `message` counts from 0; -1: in what a batch puts around its messages.
    """

    path: str
    begin: int
    end: int
    message: int = 0


@dataclass(frozen=True, slots=True)
class Glob:
    """A value that is looked for: its parts between the stars. One part: exactly that."""

    parts: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> "Glob":
        """`*` is any text, `\\*` a star."""
        parts, at = [""], 0
        for found in _STAR.finditer(text):
            parts[-1] += text[at : found.start()] + (found["literal"] or "")
            at = found.end()
            if found["star"]:
                parts.append("")
        parts[-1] += text[at:]
        return cls(tuple(parts))

    def matches(self, value: str) -> bool:
        """Whether all of a value is this."""
        return _is(value, self.parts)


def _is(value: AnyStr, parts: Sequence[AnyStr]) -> bool:
    """Whether a value consists of these parts, with anything between them; linear."""
    if len(parts) == 1:
        return value == parts[0]
    first, last = parts[0], parts[-1]
    if len(value) < len(first) + len(last) or not (value.startswith(first) and value.endswith(last)):
        return False
    at, end = len(first), len(value) - len(last)
    for part in parts[1:-1]:
        at = value.find(part, at, end)
        if at < 0:
            return False
        at += len(part)
    return True


def _has(data: bytes, begin: int, end: int, parts: Sequence[bytes]) -> bool:
    """Whether these parts stand in a stretch, one behind the other; linear."""
    for part in parts:
        at = data.find(part, begin, end)
        if at < 0:
            return False
        begin = at + len(part)
    return True


@dataclass(frozen=True)
class PathQuery:
    """A path, and the value that is to be there (None: any value that is not empty).

    A component that is left out is the first, a `[n]` that is left out any: `PID-3.1` also finds a PID-3 that is not
    divided. Without a field every value of the segment is looked at.
    """

    path: Path
    value: Glob | None = None

    @classmethod
    def parse(cls, text: str) -> "PathQuery":
        """`PATH` or `PATH=VALUE`. NoPath: it is neither."""
        path, equals, value = text.partition("=")
        return cls(Path.parse(path), Glob.parse(value.strip()) if equals else None)

    def search(self, raw: bytes, hint: Hint) -> Iterator[Hit]:
        """Where it is in a payload, in the order of the bytes. Nothing in what is no HL7 v2."""
        return _Search(self, raw, hint).hits()

    @cached_property
    def names(self) -> re.Pattern[str]:
        """Matches the names of segments that are asked for."""
        name = self.path.segment
        return re.compile(r".{1,3}\Z" if name == "*" else re.escape(name).replace(r"\.", ".") + r"\Z", re.IGNORECASE)

    @cached_property
    def begins(self) -> re.Pattern[bytes] | None:
        """Matches how their lines begin; None: anyhow."""
        name = self.path.segment
        if not name[0].isalpha():
            return None
        return re.compile(rb"[ \t]*" + re.escape(name).replace(r"\.", ".").encode(), re.IGNORECASE)

    @cached_property
    def stored(self) -> tuple[bytes, ...]:
        """The parts of the value as bytes, where they are the same in nearly every character set; else none."""
        parts = self.value.parts if self.value else ()
        return tuple(part.encode() for part in parts) if all(map(str.isascii, parts)) else ()

    @cached_property
    def needle(self) -> bytes:
        """The longest of them: without it there is no such value, unless it is written otherwise."""
        return max(self.stored, key=len, default=b"")


_SIMPLE = ("utf-8", "ascii", "iso8859", "cp125")
"""Character sets in which ASCII text is these bytes and no others."""


class _Search:
    """One query in one payload."""

    def __init__(self, query: PathQuery, raw: bytes, hint: Hint) -> None:
        self._query, self._path, self._raw = query, query.path, raw
        self._walk = Walk(raw, hint)
        self._header: Header | None = None
        self._reads: tuple[Decoder, bool]

    def hits(self) -> Iterator[Hit]:
        if not self._possible():
            return
        matches, path = self._query.names.match, self._path
        found = self._in_field if path.field else self._anywhere
        for number, place in numbered(self._walk.places(self._query.begins)):
            if path.occurrence in (0, number) and matches(place.name):
                for leaf in found(place):
                    several = self._totals[place.group, place.name] > 1
                    name = f"{place.name}[{number}]" if several else place.name
                    yield Hit(path_of(leaf, name), leaf.begin, leaf.end, place.group)

    def _possible(self) -> bool:
        """Whether the value can be there at all; most payloads that are searched don't have it.

        Its bytes are there, or it is written otherwise: in wide characters, or with escape sequences.
        """
        walk, needle = self._walk, self._query.needle
        if walk.opening is None or walk.wide or needle in self._raw:
            return walk.opening is not None
        escape = walk.first.delimiters.escape
        return bool(escape) and self._raw.find(escape, walk.opening.begin + _HEADER) >= 0

    def _anywhere(self, place: Place) -> Iterator[Leaf]:
        """Each leaf of a segment that has the value."""
        for number, span in enumerate(fields(place), 1):
            for leaf in leaves(place, number, *span):
                begin, end = ((at - place.origin) // place.width for at in (leaf.begin, leaf.end))
                if begin < end and self._is_value(place, number, begin, end):
                    yield leaf

    def _in_field(self, place: Place) -> Iterator[Leaf]:
        """The leaves of the field that is asked for which have the value; nothing is divided without need."""
        path, data, marks = self._path, place.data, place.header.delimiters
        number, component, sub = path.field, path.component or 1, path.subcomponent or 1
        field = field_of(place, number)
        if field is None or field[0] == field[1]:
            return
        if number <= 2 and place.is_header:
            whole = component == sub == 1 and path.repetition <= 1 and self._is_value(place, number, *field)
            yield from leaves(place, number, *field) if whole else ()
            return
        escape = marks.escape
        if not _has(data, *field, self._query.stored) and not (escape and data.find(escape, *field) >= 0):
            return
        repetitions = divide(data, *field, marks.repetition)
        for n, once in enumerate(repetitions, 1):
            part = part_of(data, *once, marks.component, component) if path.repetition in (0, n) else None
            leaf = part_of(data, *part, marks.subcomponent, sub) if part else None
            if part and leaf and leaf[0] < leaf[1] and self._is_value(place, number, *leaf):
                depth = 2 if leaf != part else 1 if part != once else 0
                begin, end = place.offset(leaf[0]), place.offset(leaf[1])
                yield Leaf(number, n, component, sub, begin, end, len(repetitions) > 1, depth)

    def _is_value(self, place: Place, number: int, begin: int, end: int) -> bool:
        """Whether what stands there (in units) is the value that is asked for, or any."""
        query = self._query
        if query.value is None:
            return True
        decoder, simple = self._decoder(place.header)
        units = place.data[begin:end]
        if simple and query.stored and (not decoder.escape or decoder.escape not in units):
            return _is(units, query.stored)
        stored = self._raw[place.offset(begin) : place.offset(end)]
        if number <= 2 and place.is_header:
            return query.value.matches(decoder.text(stored)[0])
        return query.value.matches(decoder.whole(stored, units))

    def _decoder(self, header: Header) -> tuple[Decoder, bool]:
        """Reads values; and whether ASCII text is the same bytes and no others."""
        if header is not self._header:
            decoder = Decoder(self._walk.charset(header), header.delimiters)
            self._header, self._reads = header, (decoder, decoder.charset.codec.startswith(_SIMPLE))
        return self._reads

    @cached_property
    def _totals(self) -> Counter[tuple[int, str]]:
        """How many segments of a name each message has: whether their paths carry a number. Asked when one is found."""
        return Counter((place.group, place.name) for place in self._walk.places(self._query.begins))


_HEADER = 9
"""Bytes of a header up to behind the four delimiters that it names."""
