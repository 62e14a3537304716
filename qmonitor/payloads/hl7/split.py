"""How an HL7 v2 payload is divided: lines, fields and what they consist of, by offsets and without a copy.

Nothing is made that isn't asked for, and nothing here raises, whatever the bytes are. `walk.Walk` gives the segments.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from qmonitor.payloads.hl7.charset import Charset
from qmonitor.payloads.hl7.header import HEADERS, Delimiters
from qmonitor.queues.words import Phrase
from qmonitor.values import dataclass

NO_SEGMENT = "?"
"""The name of a line that is no segment: it has to be shown, but what it begins with is no name."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a header segment (MSH, FHS, BHS) says of how it and what follows are read."""

    delimiters: Delimiters
    charset: Charset | None
    """None: the message doesn't say, nor does anybody else; then it is guessed (`Walk.charset`)."""
    source: Phrase
    label: str = ""
    """What MSH-18 says, where that is no character set that is known here."""


_HEADERS = frozenset(name.decode() for name in HEADERS)


class Place(NamedTuple):
    """A segment: `data[begin:end]` without its line end, in units; `offset` tells where a unit lies in the payload."""

    name: str
    header: Header
    data: bytes
    """Where its delimiters are looked for: the payload itself, or a copy in which other characters are veiled."""
    begin: int
    end: int
    origin: int = 0
    width: int = 1
    group: int = 0
    """Which message of the payload it belongs to; -1: it is what a batch puts around them."""

    def offset(self, unit: int) -> int:
        """Where a unit lies in the payload."""
        return self.origin + self.width * unit

    @property
    def first(self) -> int:
        """The offset of its first byte."""
        return self.origin + self.width * self.begin

    @property
    def last(self) -> int:
        """The offset after its last byte."""
        return self.origin + self.width * self.end

    @property
    def is_header(self) -> bool:
        """Whether it names the delimiters, as its first two fields."""
        return self.name in _HEADERS and self.begin + 3 < self.end


class Leaf(NamedTuple):
    """What is not divided any further; numbers as in a path, 1 where it is not divided. Offsets into the payload."""

    field: int
    repetition: int
    component: int
    subcomponent: int
    begin: int
    end: int
    repeated: bool = False
    """Whether its field has more than one repetition."""
    depth: int = 0
    """1: its repetition is divided into components, 2: and its component into subcomponents."""


def lines(data: bytes, begin: int, *, feeds: bool) -> Iterator[tuple[int, int, str]]:
    """Begin and end of each line from `begin` on, and what ends it (`CR`, `CRLF`, `LF`; empty: nothing).

    `feeds`: a line feed alone ends a line, too. At the end of all it always does: that is a file's, not a field's.
    Empty lines and the bytes that MLLP puts before a message are passed over.
    """
    at, size = begin, len(data)
    returns, feed = -1, -1 if feeds else size  # where the next ones are: `size` where there is none
    while at < size:
        if data[at] in _BETWEEN:
            found = _RUN.match(data, at)
            at = found.end() if found else at + 1
            continue
        if returns < at:
            returns = data.find(b"\r", at) % (size + 1)
        if feed < at:
            feed = data.find(b"\n", at) % (size + 1)
        end = min(returns, feed)
        if end == size:
            ended = at + len(data[at:].rstrip(b"\n")) if data.endswith(b"\n") else size
            yield at, ended, "LF" if ended < size else ""
            return
        yield at, end, "LF" if end == feed else "CRLF" if data[end + 1 : end + 2] == b"\n" else "CR"
        at = end + 1


_BETWEEN = b"\r\n\x0b\x1c"
_RUN = re.compile(rb"[\r\n\x0b\x1c]+")


def divide(data: bytes, begin: int, end: int, delimiter: bytes) -> list[tuple[int, int]]:
    """Begin and end of the parts; the whole where nothing divides it."""
    if not delimiter:
        return [(begin, end)]
    found, length = [], len(delimiter)
    while (at := data.find(delimiter, begin, end)) >= 0:
        found.append((begin, at))
        begin = at + length
    found.append((begin, end))
    return found


def fields(place: Place) -> list[tuple[int, int]]:
    """The fields of a segment, in units: what stands at index n is field n + 1. MSH-1 is the separator itself.

    A line that is no segment has its text as fields, the first one too.
    """
    field = place.header.delimiters.field
    if place.is_header:
        begin = place.begin + 3
        rest = begin + len(field)
        return [(begin, rest), *divide(place.data, rest, place.end, field)]
    if place.name == NO_SEGMENT:
        return divide(place.data, place.begin, place.end, field)
    begin = place.begin + 3 + len(field)
    return divide(place.data, begin, place.end, field) if begin <= place.end else []


def field_of(place: Place, number: int) -> tuple[int, int] | None:
    """Begin and end of one field, in units; None: the segment is shorter. Looks no further than there."""
    field, data, end = place.header.delimiters.field, place.data, place.end
    if place.is_header or place.name == NO_SEGMENT or not field:
        spans = fields(place)
        return spans[number - 1] if number <= len(spans) else None
    begin = place.begin + 3
    return part_of(data, begin, end, field, number + 1) if begin < end else None


def part_of(data: bytes, begin: int, end: int, delimiter: bytes, number: int) -> tuple[int, int] | None:
    """Begin and end of one of the parts that a delimiter makes; None: there are fewer. Looks no further than there."""
    if not delimiter:
        return (begin, end) if number == 1 else None
    length = len(delimiter)
    for _ in range(number - 1):
        begin = data.find(delimiter, begin, end) + length
        if begin < length:
            return None
    after = data.find(delimiter, begin, end)
    return begin, end if after < 0 else after


def leaves(place: Place, number: int, begin: int, end: int) -> Iterator[Leaf]:
    """What a field (`number`, from `fields`) is divided into."""
    if place.is_header and number <= 2:
        yield Leaf(number, 1, 1, 1, place.offset(begin), place.offset(end))
        return
    data, marks, offset = place.data, place.header.delimiters, place.offset
    repetitions = divide(data, begin, end, marks.repetition)
    repeated = len(repetitions) > 1
    for repetition, once in enumerate(repetitions, 1):
        components = divide(data, *once, marks.component)
        for component, part in enumerate(components, 1):
            parts = divide(data, *part, marks.subcomponent)
            depth = 2 if len(parts) > 1 else 1 if len(components) > 1 else 0
            for subcomponent, (first, last) in enumerate(parts, 1):
                yield Leaf(number, repetition, component, subcomponent, offset(first), offset(last), repeated, depth)
