"""The elements of a segment: fields, repetitions, components and subcomponents with path, name, place and value.

A 5 kB message has some thousand of them, most of them empty: what is the same for all is looked up once.
"""

from collections.abc import Sequence
from dataclasses import replace

from qmonitor.payloads.hl7.dictionary import Entry, Names
from qmonitor.payloads.hl7.escapes import KEPT, Decoder, Value
from qmonitor.payloads.hl7.split import Place, divide, fields
from qmonitor.payloads.model import Element, Kind, Segment
from qmonitor.values import dataclass

NULL = '""'
"""What HL7 writes for "delete what you have"; a field that is empty says nothing."""

ELEMENTS = 80_000
VALUES = 8_000_000
"""Room for one payload: elements (`Hint.room` times), and bytes of values. It takes 0.25 s and 21 MB (measured)."""

UNDECODABLE = 32
"""How many bytes of values an undecodable one counts for: a call for each, and a mark of six characters."""


@dataclass(slots=True)
class Tally:
    """What adds up over all leaves, with the first place where it was seen."""

    undecodable: int = 0
    undecodable_at: Element | None = None
    bad: int = 0
    bad_at: Element | None = None
    kept: int = 0
    """Bytes that became values, undecodable ones counted as often as they cost."""

    def add(self, value: Value, leaf: Element) -> None:
        """Count what is odd about a leaf's value."""
        if value.undecodable:
            self.undecodable += value.undecodable
            self.undecodable_at = self.undecodable_at or leaf
        if value.bad:
            self.bad += value.bad
            self.bad_at = self.bad_at or leaf


class Dictionary:
    """The names of one version, and what they were last asked for."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._said: dict[tuple[str, int, int, int, str], Entry] = {}

    def title(self, segment: str) -> str:
        """What a segment is called; empty for one that nobody knows."""
        return self._names.segment(segment)

    def entry(self, segment: str, field: int, component: int = 0, sub: int = 0, varies: str = "") -> Entry:
        """Name and type of a place. A component's name has the field's before it, a subcomponent's no more."""
        key = (segment, field, component, sub, varies)
        said = self._said.get(key)
        if said is None:
            said = self._said[key] = self._made(*key)
        return said

    def _made(self, segment: str, field: int, component: int, sub: int, varies: str) -> Entry:
        own = self._names.entry(segment, field)
        if not component:
            return own
        part = self._names.entry(segment, field, component, 0, varies)
        named = f"{own.name} / {part.name}" if own.name and part.name else own.name
        inner = self._names.entry(segment, field, component, sub, varies) if sub else part
        return Entry(named, inner.type, inner.table)


def built(place: Place, raw: bytes, path: str, decoder: Decoder, dictionary: Dictionary, tally: Tally) -> Segment:
    """The segment of a place in `raw`."""
    title = dictionary.title(place.name)
    elements = _Builder(place, raw, path, decoder, dictionary, tally).elements()
    return Segment(place.name, path, title, place.first, place.last, elements)


def weight(place: Place) -> int:
    """How many elements a segment can have at most, by its delimiters."""
    marks, data = place.header.delimiters, place.data
    within = [mark for mark in (marks.repetition, marks.component, marks.subcomponent) if mark]
    parts = sum(data.count(mark, place.begin, place.end) for mark in within)
    return 2 + (data.count(marks.field, place.begin, place.end) if marks.field else 0) + 2 * parts


def left_open(segment: Segment) -> Segment:
    """A segment that is cut off: its last leaf isn't whole."""
    return replace(segment, elements=_open(segment.elements))


def _open(elements: Sequence[Element]) -> tuple[Element, ...]:
    if not elements:
        return ()
    last = elements[-1]
    last = replace(last, children=_open(last.children)) if last.children else replace(last, whole=False)
    return (*elements[:-1], last)


class _Builder:
    """One segment."""

    def __init__(
        self, place: Place, raw: bytes, path: str, decoder: Decoder, dictionary: Dictionary, tally: Tally
    ) -> None:
        self._place, self._raw, self._path = place, raw, path
        self._decoder, self._dictionary, self._tally = decoder, dictionary, tally
        self._data, self._origin, self._width = place.data, place.origin, place.width
        self._own = place.data is raw
        self._name = place.name
        self._codec, self._escape = decoder.charset.codec, decoder.escape
        marks = place.header.delimiters
        self._marks = marks
        self._divided = marks.within()
        self._field, self._varies = 0, ""

    def elements(self) -> tuple[Element, ...]:
        spans = fields(self._place)
        verbatim = 2 if self._place.is_header else 0
        if self._place.name == "OBX" and len(spans) >= 2:
            begin, end = spans[1]
            self._varies = self._value(begin, min(end, begin + 8)).text
        made = [self._verbatim(n, *span) for n, span in enumerate(spans[:verbatim], 1)]
        made += [self._made(n, *span) for n, span in enumerate(spans[verbatim:], verbatim + 1)]
        return tuple(made)

    def _verbatim(self, number: int, begin: int, end: int) -> Element:
        """MSH-1 and MSH-2: what they consist of divides and escapes others."""
        entry = self._dictionary.entry(self._place.name, number)
        first, last = self._at(begin), self._at(end)
        text, undecodable = self._decoder.text(self._raw[first : min(last, first + KEPT)])
        path = f"{self._path}-{number}"
        leaf = Element(Kind.FIELD, path, entry.name, first, last, text, (), False, last - first <= KEPT, entry.type)
        self._tally.add(Value(text, undecodable), leaf)
        return leaf

    def _made(self, number: int, begin: int, end: int) -> Element:
        self._field = number
        path = f"{self._path}-{number}"
        entry = self._entry()
        if begin == end or self._divided is None or not self._divided.search(self._data, begin, end):
            return self._leaf(Kind.FIELD, path, entry, begin, end)
        repetitions = divide(self._data, begin, end, self._marks.repetition)
        if len(repetitions) == 1:
            return self._parts(Kind.FIELD, path, entry, begin, end)
        children = tuple(
            self._parts(Kind.REPETITION, f"{path}[{n}]", entry, *span) for n, span in enumerate(repetitions, 1)
        )
        return self._node(Kind.FIELD, path, entry, begin, end, children)

    def _parts(self, kind: Kind, path: str, entry: Entry, begin: int, end: int) -> Element:
        """A repetition, or a field that has only one."""
        if self._divided is None or not self._divided.search(self._data, begin, end):
            return self._leaf(kind, path, entry, begin, end)
        components = divide(self._data, begin, end, self._marks.component)
        children = tuple(self._component(f"{path}.{n}", n, *span) for n, span in enumerate(components, 1))
        return self._node(kind, path, entry, begin, end, children)

    def _component(self, path: str, number: int, begin: int, end: int) -> Element:
        mark = self._marks.subcomponent
        if not mark or self._data.find(mark, begin, end) < 0:
            return self._leaf(Kind.COMPONENT, path, self._entry(number), begin, end)
        parts = divide(self._data, begin, end, mark)
        children = tuple(
            self._leaf(Kind.SUBCOMPONENT, f"{path}.{n}", self._entry(number, n), *span)
            for n, span in enumerate(parts, 1)
        )
        return self._node(Kind.COMPONENT, path, self._entry(number), begin, end, children)

    def _node(
        self, kind: Kind, path: str, entry: Entry, begin: int, end: int, children: tuple[Element, ...]
    ) -> Element:
        first, last = self._at(begin), self._at(end)
        return Element(kind, path, entry.name, first, last, None, children, False, True, entry.type)

    def _leaf(self, kind: Kind, path: str, entry: Entry, begin: int, end: int) -> Element:
        if self._own:
            first, last = begin, end
            units = raw = self._data[begin:end]
        else:
            first, last = self._at(begin), self._at(end)
            units, raw = self._data[begin:end], self._raw[first:last]
        tally = self._tally
        if self._own and last - first <= KEPT and (not self._escape or self._escape not in units):
            try:  # nearly all of them: the way round `Decoder.value` takes a quarter of the whole (measured)
                text = raw.decode(self._codec)
                tally.kept += last - first
                return Element(kind, path, entry.name, first, last, text, (), text == NULL, True, entry.type)
            except UnicodeDecodeError:
                pass
        value = self._decoder.value(raw, units)
        leaf = Element(kind, path, entry.name, first, last, value.text, (), value.text == NULL, value.whole, entry.type)
        tally.kept += min(last - first, KEPT) + UNDECODABLE * value.undecodable
        tally.add(value, leaf)
        return leaf

    def _value(self, begin: int, end: int) -> Value:
        units = self._data[begin:end]
        return self._decoder.value(units if self._own else self._raw[self._at(begin) : self._at(end)], units)

    def _entry(self, component: int = 0, sub: int = 0) -> Entry:
        return self._dictionary.entry(self._name, self._field, component, sub, self._varies)

    def _at(self, unit: int) -> int:
        return self._origin + self._width * unit
