"""Finds values by their path: `PID-3.1=12345`, straight in the stored bytes.

Nothing is divided that the query doesn't ask for, so that a scan over many payloads is fast: 2 to 5 kB messages at
40 MB/s and more (measured; `tests/bench/test_payloads.py`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from qmonitor.payloads.hl7.escapes import Decoder
from qmonitor.payloads.hl7.paths import Path, numbered, path_of
from qmonitor.payloads.hl7.split import Header, Leaf, Place, field_of, fields, leaves
from qmonitor.payloads.hl7.walk import Walk
from qmonitor.payloads.model import Hint

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
        """Whether all of a value is this; linear."""
        first, *middle = self.parts
        if not middle:
            return value == first
        last = middle.pop()
        if len(value) < len(first) + len(last) or not (value.startswith(first) and value.endswith(last)):
            return False
        at, end = len(first), len(value) - len(last)
        for part in middle:
            at = value.find(part, at, end)
            if at < 0:
                return False
            at += len(part)
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
    def exact(self) -> bytes | None:
        """The bytes that are looked for, where the same bytes say the same in nearly every character set."""
        if self.value is None or len(self.value.parts) > 1 or not self.value.parts[0].isascii():
            return None
        return self.value.parts[0].encode()


_SIMPLE = ("utf-8", "ascii", "iso8859", "cp125")
"""Character sets in which ASCII text is these bytes and no others."""


class _Search:
    """One query in one payload."""

    def __init__(self, query: PathQuery, raw: bytes, hint: Hint) -> None:
        self._query, self._path, self._raw = query, query.path, raw
        self._walk = Walk(raw, hint)
        self._decoders: dict[int, tuple[Header, Decoder, bool]] = {}

    def hits(self) -> Iterator[Hit]:
        if not self._possible():
            return
        matches, path, wanted = self._query.names.match, self._path, self._query.value
        asked = self._asked if path.field else _all
        for number, place in numbered(self._walk.places(self._query.begins)):
            if path.occurrence not in (0, number) or not matches(place.name):
                continue
            for leaf in asked(place):
                if leaf.begin < leaf.end and (wanted is None or self._is_value(place, leaf, wanted)):
                    several = self._totals[place.group, place.name] > 1
                    name = f"{place.name}[{number}]" if several else place.name
                    yield Hit(path_of(leaf, name), leaf.begin, leaf.end, place.group)

    def _possible(self) -> bool:
        """Whether the value can be there at all; most payloads that are searched don't have it.

        Its bytes are there, or it is written otherwise: in wide characters, or with escape sequences.
        """
        walk, exact = self._walk, self._query.exact
        if walk.opening is None or walk.wide or exact is None or exact in self._raw:
            return walk.opening is not None
        escape = walk.first.delimiters.escape
        return bool(escape) and self._raw.find(escape, walk.opening.begin + _HEADER) >= 0

    def _asked(self, place: Place) -> Iterable[Leaf]:
        """The leaves of a segment that the path means."""
        path = self._path
        span = field_of(place, path.field)
        if span is None or span[0] == span[1]:
            return ()
        begin, end = span
        component, subcomponent = path.component or 1, path.subcomponent or 1
        within = place.header.delimiters.within()
        if within is None or not within.search(place.data, begin, end):
            if component == subcomponent == 1 and path.repetition <= 1:
                return (Leaf(path.field, 1, 1, 1, place.offset(begin), place.offset(end)),)
            return ()
        return (
            leaf
            for leaf in leaves(place, path.field, begin, end)
            if leaf.component == component
            and leaf.subcomponent == subcomponent
            and path.repetition in (0, leaf.repetition)
        )

    def _is_value(self, place: Place, leaf: Leaf, wanted: Glob) -> bool:
        decoder, simple = self._decoder(place.header)
        stored, exact = self._raw[leaf.begin : leaf.end], self._query.exact
        if place.is_header and leaf.field <= 2:
            return wanted.matches(decoder.text(stored)[0])
        if simple and exact is not None and (not decoder.escape or decoder.escape not in stored):
            return stored == exact
        begin, end = (leaf.begin - place.origin) // place.width, (leaf.end - place.origin) // place.width
        return wanted.matches(decoder.whole(stored, place.data[begin:end]))

    def _decoder(self, header: Header) -> tuple[Decoder, bool]:
        found = self._decoders.get(id(header))
        if found is None:
            decoder = Decoder(self._walk.charset(header), header.delimiters)
            found = self._decoders[id(header)] = header, decoder, decoder.charset.codec.startswith(_SIMPLE)
        return found[1:]

    @cached_property
    def _totals(self) -> Counter[tuple[int, str]]:
        """How many segments of a name each message has: whether their paths carry a number. Asked when one is found."""
        return Counter((place.group, place.name) for place in self._walk.places(self._query.begins))


_HEADER = 9
"""Bytes of a header up to behind the four delimiters that it names."""


def _all(place: Place) -> Iterator[Leaf]:
    for number, span in enumerate(fields(place), 1):
        yield from leaves(place, number, *span)
