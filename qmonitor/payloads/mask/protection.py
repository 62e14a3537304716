"""What of a described payload is hidden (`protected`): which elements, and which bytes. Knows no Qt.

Whatever isn't understood is hidden: what lies beyond the described part, and all between segments that
is not a line's end. May be used in any thread; nothing here keeps a payload longer than its caller does.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from qmonitor.payloads import letter, protected
from qmonitor.payloads.decoding import decode_part
from qmonitor.payloads.hl7.dictionary import names
from qmonitor.payloads.hl7.fit import Fit
from qmonitor.payloads.mask.damage import Seen, is_damaged, shown
from qmonitor.payloads.mask.marks import Span, marks, merged
from qmonitor.payloads.mask.names import hidden_names
from qmonitor.payloads.mask.needles import Needles
from qmonitor.payloads.model import Document, Element, Format, Kind, Segment
from qmonitor.payloads.values import whole_value
from qmonitor.values import dataclass

_VERSION = 12
CONTROL_ID = ("MSH", 10)
"""Systems make it of what they have, and some have nothing but the patient's number."""
_DIGITS = re.compile(r"[0-9]+")
_BETWEEN = b"\r\n\x0b\x1c\t \0"
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe\0\0", b"\0\0\xfe\xff", b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class Protection:
    """What of one payload is hidden. `spans` are byte ranges in ascending order that don't touch each other."""

    spans: tuple[Span, ...]
    document: Document
    raw: bytes

    @classmethod
    def of(cls, document: Document, raw: bytes) -> "Protection":
        """`raw` is the payload, or its beginning, that `document` describes."""
        return cls(merged(_spans(document, raw)), document, raw)

    def hides(self, element: Element) -> bool:
        """Whether it, or a part of it, is hidden."""
        begin, end = element.place
        return begin < end and self.covers(begin, end)

    def covers(self, begin: int, end: int) -> bool:
        """Whether any byte between two offsets is hidden."""
        at = bisect_right(self.spans, begin, key=lambda span: span[1])
        return at < len(self.spans) and self.spans[at][0] < end

    def shown(self, element: Element) -> str:
        """The value of a leaf as far as it is kept, or marks in its place; empty for what is divided."""
        value = element.value or ""
        return marks(value) if value and self.hides(element) else value

    def mask(self, element: Element, _segment: Segment | None = None) -> str | None:
        """Marks for all of a value that is hidden, kept or not; None for what may be seen."""
        if not element.value or not self.hides(element):
            return None
        return marks(whole_value(self.document, element, self.raw))

    def tells(self, text: str) -> bool:
        """Whether a text from outside (a control id) holds what the message protects: a name or number of a person in
        HL7 v2, in other formats any value of four characters and more.
        """
        folded = text.casefold()
        return any(value in folded for value in self._telling)

    @cached_property
    def _telling(self) -> frozenset[str]:
        if self.document.format is not Format.HL7V2:
            return protected.telling(self.values())
        found: set[str] = set()
        for segment in self.document.segments():
            for one in _judged(segment)[0]:
                if protected.identifies(segment.name, one.field, one.component):
                    found |= protected.words(one.value)
        return frozenset(found)

    def values(self) -> Iterator[str]:
        """What is hidden, decoded: what must not be found in anything that was made of the payload."""
        for segment in self.document.segments():
            for leaf in _leaves(segment):
                if leaf.value and self.hides(leaf):
                    yield leaf.value
        yield from (name for _span, name in hidden_names(self.document, self.raw))
        for begin, end in gaps(self.document, self.raw):
            yield decode_part(self.raw[begin:end], self.document.codec or "latin-1")


def _spans(document: Document, raw: bytes) -> Iterator[Span]:
    if document.described < document.size:
        yield document.described, document.size
    yield from gaps(document, raw)
    yield from (span for span, _name in hidden_names(document, raw))
    if document.format is Format.HL7V2:
        yield from _hl7(document, raw)
        return
    hidden = {Format.JSON: _json, Format.XML: _xml, Format.CBOR: _cbor}.get(document.format)
    if hidden is None:
        yield 0, document.size
        return
    for segment in document.segments():
        concealed = [leaf.place for leaf in hidden(segment)]
        yield from concealed
        yield from _persons_again(segment, frozenset(concealed))


def _persons_again(segment: Segment, concealed: frozenset[Span]) -> Iterator[Span]:
    """What may be seen of JSON or XML but for a person's name or number in it."""
    persons: set[str] = set()
    for leaf in _leaves(segment):
        if leaf.place in concealed and protected.names_person(segment.title, leaf.path):
            persons |= protected.words(leaf.value or "")
    if not persons:
        return
    for leaf in _leaves(segment):
        value = leaf.value or ""
        told = not persons.isdisjoint((*protected.words(value), *_DIGITS.findall(value)))
        if told and leaf.place not in concealed:
            yield leaf.place


def _leaves(segment: Segment) -> Iterator[Element]:
    for element in segment.elements:
        yield from element.leaves()


# --- what each format hides


def _hl7(document: Document, raw: bytes) -> Iterator[Span]:
    """The leaves of all segments that are hidden, and those in which a name or number of a person stands again."""
    seen: list[tuple[Element, str, bool]] = []
    persons: set[str] = set()
    for segments in (document.envelope, *(message.segments for message in document.messages)):
        header, fit = _header(segments)
        damaged = header is not None and is_damaged({segment.name for segment in segments}, header, fit)
        for segment in segments:
            judged, leaves = _judged(segment)
            for one, leaf, showing in zip(
                judged, leaves, shown(segment.name, judged, fit, damaged=damaged), strict=True
            ):
                if showing:
                    seen.append((leaf, one.value, (segment.name, one.field) == CONTROL_ID))
                else:
                    yield leaf.place
                if protected.identifies(segment.name, one.field, one.component):
                    persons |= protected.words(one.value)
            yield from _swallowed(segment, document, raw)
    if persons:
        numbers = Needles(person for person in persons if len(person) >= _NUMBER and _FIGURES.search(person))
        yield from (leaf.place for leaf, value, within in seen if _tells(value, persons, numbers, within=within))


_NUMBER = 5
"""Characters of a person's number that is looked for in other words, too: shorter ones are parts of times and codes."""
_FIGURES = re.compile(r"[0-9]")


def _tells(value: str, persons: set[str], numbers: Needles, *, within: bool) -> bool:
    """Whether a person stands in a value: as a word, as a number in a word (`V700123`), or (`within`) anywhere."""
    if len(value) < protected.LEAST:
        return False
    folded = value.casefold()
    if within:
        return any(person in folded for person in persons)
    if not persons.isdisjoint(protected.words(value)):
        return True
    return len(value) > _NUMBER and bool(_FIGURES.search(value)) and numbers.any_in(folded)


def _header(segments: Sequence[Segment]) -> tuple[list[Seen] | None, Fit]:
    """What a message's MSH says, and the dictionary of the version that it names."""
    first = next((segment for segment in segments if segment.name == "MSH"), None)
    if first is None:
        return None, Fit(names(""))
    judged, _leaves = _judged(first)
    return judged, Fit(names(next((one.value for one in judged if one.field == _VERSION), "")))


def _judged(segment: Segment) -> tuple[list[Seen], list[Element]]:
    """The values of a segment and their leaves; not what says nothing (`""`, empty)."""
    may_be, found, leaves = protected.hl7_shown, list[Seen](), list[Element]()
    for number, field in enumerate(segment.elements, 1):
        if field.value == "":
            continue
        for component, part in _components(field):
            for subcomponent, leaf in enumerate(part.leaves(), 1):
                value = "" if leaf.null else leaf.value or ""
                if value:
                    showing = may_be(segment.name, number, component, field.type, value, subcomponent)
                    found.append(Seen(number, component, subcomponent, value, showing))
                    leaves.append(leaf)
    return found, leaves


def _swallowed(segment: Segment, document: Document, raw: bytes) -> Iterator[Span]:
    """The rest of a segment, from the field on in which another one begins."""
    for field in segment.elements:
        tail = raw[max(field.begin, field.end - 32) : field.end]
        if tail and protected.swallows(decode_part(tail, document.codec or "latin-1")):
            yield field.begin, segment.end
            return


def _components(field: Element) -> Iterator[tuple[int, Element]]:
    """The components of all repetitions, with their numbers; what is not divided is the first."""
    repeated = bool(field.children) and field.children[0].kind is Kind.REPETITION
    for once in field.children if repeated else (field,):
        yield from enumerate(once.children or (once,), 1)


def _json(segment: Segment) -> Iterator[Element]:
    for leaf in _leaves(segment):
        if not protected.plain(leaf.type) and not protected.json_shown(segment.title, leaf.path, leaf.value or ""):
            yield leaf


def _xml(segment: Segment) -> Iterator[Element]:
    for leaf in _leaves(segment):
        value = leaf.value or ""
        if not leaf.whole or (value.strip() and not protected.xml_shown(segment.title, leaf.path, value)):
            yield leaf


def _cbor(segment: Segment) -> Iterator[Element]:
    of_letter = segment.title == letter.TITLE
    for leaf in _leaves(segment):
        if not protected.plain(leaf.type) and not (of_letter and letter.shown(leaf.path, leaf.value or "")):
            yield leaf


# --- what no element stands for


def gaps(document: Document, raw: bytes) -> Iterator[Span]:
    """Bytes outside of all segments that are more than line ends and framing: nobody knows what they are."""
    if document.format is Format.HL7V2:
        known = [(segment.begin, segment.end) for segment in document.segments() if segment.name != "?"]
    else:
        known = [(message.begin, message.end) for message in document.messages]
        known += [leaf.place for segment in document.segments() for leaf in segment.elements]
    at = next((len(mark) for mark in _MARKS if raw.startswith(mark)), 0)
    for begin, end in (*merged(known), (document.described, document.described)):
        if raw[at:begin].strip(_BETWEEN):
            yield at, begin
        at = max(at, end)
    if document.format is Format.XML:
        yield from _beside_elements(document, raw)


_ENDING = re.compile(rb"</[^\s<>]++([^<>]++)>")
_XML_HEAD = re.compile(
    rb"""<\?xml(?:\s+(?:(?:version|encoding)\s*=\s*["'][\w.-]{1,20}["']|standalone\s*=\s*["'](?:yes|no)["']))*+\s*+\?>"""
)


def _beside_elements(document: Document, raw: bytes) -> Iterator[Span]:
    """Definitions, and what stands in tags and the declaration that has no business there."""
    for notice in document.notices:
        if notice.code == "xml-definition" and 0 <= notice.begin < notice.end:
            yield notice.begin, notice.end
        elif notice.code == "more":  # there may be a definition among what is not listed
            yield 0, document.size
    yield from (found.span(1) for found in _ENDING.finditer(raw) if found[1].strip())
    begin = raw.find(b"<?xml ", 0, 16)
    if begin >= 0 and not _XML_HEAD.match(raw, begin):
        end = raw.find(b"?>", begin)
        yield begin + len(b"<?xml "), end if end >= 0 else document.size
