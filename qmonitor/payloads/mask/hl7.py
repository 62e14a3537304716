"""What of an HL7 v2 payload is hidden, segment by segment straight in the bytes: all of it, however large it is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from qmonitor.payloads import protected
from qmonitor.payloads.hl7.dictionary import Names, names
from qmonitor.payloads.hl7.elements import NULL
from qmonitor.payloads.hl7.escapes import Decoder
from qmonitor.payloads.hl7.split import NO_SEGMENT, Header, Leaf, Place, fields, leaves
from qmonitor.payloads.hl7.walk import Walk
from qmonitor.payloads.model import Hint

_VERSION = 12


@dataclass(frozen=True, slots=True)
class Found:
    """A value: where it lies, how it is stored, what that means, and whether it is hidden."""

    begin: int
    end: int
    stored: str
    value: str
    codec: str
    hidden: bool


class Sweep:
    """One payload. `names` are its segments as far as it was walked: what masking must not change."""

    def __init__(self, raw: bytes, hint: Hint) -> None:
        self._raw, self._walk = raw, Walk(raw, hint)
        self._decoders: dict[int, tuple[Header, Decoder]] = {}
        self.names: list[str] = []
        self.delimiters: set[int] = set()

    @property
    def is_hl7(self) -> bool:
        return self._walk.opening is not None

    @property
    def fill_codec(self) -> str:
        """In which encoding a letter is as wide as a character; empty: it is a byte."""
        return self._walk.wide.codec if self._walk.wide else ""

    def values(self) -> Iterator[Found]:
        """All values that are not empty, in the order of the bytes, and what stands outside of segments."""
        dictionary, after = self._dictionary(self._first()), 0
        for place in self._walk.places():
            yield from self._outside(after, place.first)
            after = place.last
            self.names.append(place.name)
            self.delimiters.update(*place.header.delimiters.kept())
            if place.name == "MSH":
                dictionary = self._dictionary(place)
            if place.name == NO_SEGMENT:
                yield self._hidden(place.first, place.last, self._decoder(place).charset.codec)
            yield from self._segment(place, dictionary)
        yield from self._outside(after, len(self._raw))

    def _segment(self, place: Place, dictionary: Names) -> Iterator[Found]:
        decoder, raw = self._decoder(place), self._raw
        codec, shown, swallowed = decoder.charset.codec, protected.hl7_shown, False
        for number, (begin, end) in enumerate(fields(place), 1):
            if begin == end:
                continue
            if not swallowed and protected.swallows(self._tail(place, begin, end, codec)):
                swallowed = True
                yield self._hidden(place.offset(begin), place.last, codec)
            datatype = dictionary.entry(place.name, number).type
            for leaf in self._leaves(place, number, begin, end):
                if leaf.begin == leaf.end:
                    continue
                stored = raw[leaf.begin : leaf.end]
                plain = place.is_header and number <= 2
                value = decoder.text(stored)[0] if plain else decoder.whole(stored, _units(place, leaf))
                hidden = value not in ("", NULL) and (
                    swallowed or not shown(place.name, number, leaf.component, datatype, value, leaf.subcomponent)
                )
                yield Found(leaf.begin, leaf.end, decoder.text(stored)[0], value, codec, hidden)

    def _tail(self, place: Place, begin: int, end: int, codec: str) -> str:
        """The last characters of a field."""
        return self._raw[place.offset(max(begin, end - 16)) : place.offset(end)].decode(codec, "replace")

    @staticmethod
    def _leaves(place: Place, number: int, begin: int, end: int) -> Iterable[Leaf]:
        """Most fields are not divided: that is seen at once."""
        within = place.header.delimiters.within()
        if within is not None and within.search(place.data, begin, end):
            return leaves(place, number, begin, end)
        return (Leaf(number, 1, 1, 1, place.offset(begin), place.offset(end)),)

    def _outside(self, begin: int, end: int) -> Iterator[Found]:
        between = self._raw[begin:end]
        if between.translate(None, b"\r\n\x0b\x1c\t \0\xef\xbb\xbf\xff\xfe"):
            yield self._hidden(begin, end, "latin-1")

    def _hidden(self, begin: int, end: int, codec: str) -> Found:
        text = self._raw[begin:end].decode(codec, "replace")
        return Found(begin, end, text, text, codec, hidden=True)

    def _first(self) -> Place | None:
        return next((place for place in self._walk.places() if place.name == "MSH"), None)

    def _dictionary(self, header: Place | None) -> Names:
        """Of the version that MSH-12 says."""
        spans = fields(header) if header else []
        if header is None or len(spans) < _VERSION:
            return names("")
        leaf = next(leaves(header, _VERSION, *spans[_VERSION - 1]))
        return names(self._decoder(header).text(self._raw[leaf.begin : leaf.end][:40])[0])

    def _decoder(self, place: Place) -> Decoder:
        found = self._decoders.get(id(place.header))
        if found is None:
            decoder = Decoder(self._walk.charset(place.header), place.header.delimiters)
            found = self._decoders[id(place.header)] = place.header, decoder
        return found[1]


def _units(place: Place, leaf: Leaf) -> bytes:
    begin, end = (leaf.begin - place.origin) // place.width, (leaf.end - place.origin) // place.width
    return place.data[begin:end]
