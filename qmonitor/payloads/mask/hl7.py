"""What of an HL7 v2 payload is hidden, segment by segment straight in the bytes: all of it, however large it is."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from qmonitor.payloads import protected
from qmonitor.payloads.hl7.dictionary import Names
from qmonitor.payloads.hl7.dictionary import names as names_of
from qmonitor.payloads.hl7.elements import NULL
from qmonitor.payloads.hl7.escapes import Decoder
from qmonitor.payloads.hl7.fit import Fit
from qmonitor.payloads.hl7.split import NO_SEGMENT, Header, Leaf, Place, fields, leaves
from qmonitor.payloads.hl7.walk import Walk
from qmonitor.payloads.mask.damage import Seen, is_damaged, shown
from qmonitor.payloads.model import Hint

_NAME_ENDS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")


class Found(NamedTuple):
    """A value: where it lies, how it is stored, what that means, and whether it is hidden."""

    begin: int
    end: int
    stored: str
    value: str
    codec: str
    hidden: bool


class _Message(NamedTuple):
    """What the segments of one message are judged by."""

    names: Names
    fit: Fit
    damaged: bool


class Sweep:
    """One payload. `names` are its segments as far as it was walked: what masking must not change."""

    def __init__(self, raw: bytes, hint: Hint) -> None:
        self._raw, self._walk = raw, Walk(raw, hint)
        self._decoders: dict[int, tuple[Header, Decoder]] = {}
        self.names: list[str] = []
        self.delimiters: set[int] = set()

    @property
    def fill_codec(self) -> str:
        """In which encoding a letter is as wide as a character; empty: it is a byte."""
        return self._walk.wide.codec if self._walk.wide else ""

    def values(self) -> Iterator[Found]:
        """All values that are not empty, in the order of the bytes, and what stands outside of segments."""
        messages, after = self._messages(), 0
        for place in self._walk.places():
            yield from self._outside(after, place.first)
            after = place.last
            self.names.append(place.name)
            self.delimiters.update(*place.header.delimiters.kept())
            if place.name == NO_SEGMENT:
                yield self._hidden(place.first, place.last, self._decoder(place).charset.codec)
            yield from self._segment(place, messages[place.group])
        yield from self._outside(after, len(self._raw))

    def _messages(self) -> dict[int, _Message]:
        """What has to be known of each message before its segments are judged."""
        segments: dict[int, set[str]] = {}
        headers: dict[int, Place] = {}
        for place in self._walk.places():
            segments.setdefault(place.group, set()).add(place.name)
            if place.name == "MSH":
                headers.setdefault(place.group, place)
        fits: dict[str, Fit] = {}
        return {group: self._message(found, headers.get(group), fits) for group, found in segments.items()}

    def _message(self, segments: set[str], header: Place | None, fits: dict[str, Fit]) -> _Message:
        names = names_of(self._walk.version(header, self._decoder(header)) if header else "")
        fit = fits.setdefault(names.version, Fit(names))
        if header is None:
            return _Message(names, fit, damaged=False)
        seen = [one for _found, one in self._values(header, names) if one is not None]
        return _Message(names, fit, damaged=is_damaged(segments, seen, fit))

    def _segment(self, place: Place, message: _Message) -> Iterator[Found]:
        found = list(self._values(place, message.names))
        seen = [one for _found, one in found if one is not None]
        showing = iter(shown(place.name, seen, message.fit, damaged=message.damaged))
        for value, one in found:
            yield value if one is None or next(showing) else value._replace(hidden=True)

    def _values(self, place: Place, dictionary: Names) -> Iterator[tuple[Found, Seen | None]]:
        """The values of a segment; None where it is not for its place to say whether it is hidden."""
        decoder, raw = self._decoder(place), self._raw
        codec, may_be, swallowed = decoder.charset.codec, protected.hl7_shown, False
        for number, (begin, end) in enumerate(fields(place), 1):
            if begin == end:
                continue
            if not swallowed and place.data[end - 1] in _NAME_ENDS and self._swallows(place, begin, end, codec):
                swallowed = True
                yield self._hidden(place.offset(begin), place.last, codec), None
            datatype = dictionary.entry(place.name, number).type
            for leaf in self._leaves(place, number, begin, end):
                if leaf.begin == leaf.end:
                    continue
                stored = raw[leaf.begin : leaf.end]
                units = _units(place, leaf)
                text, value = decoder.both(stored, units, plain=place.is_header and number <= 2)
                said = value not in ("", NULL)
                if swallowed or not said:
                    yield Found(leaf.begin, leaf.end, text, value, codec, swallowed and said), None
                    continue
                showing = may_be(place.name, number, leaf.component, datatype, value, leaf.subcomponent)
                one = Seen(number, leaf.component, leaf.subcomponent, value, showing)
                yield Found(leaf.begin, leaf.end, text, value, codec, hidden=False), one

    def _swallows(self, place: Place, begin: int, end: int, codec: str) -> bool:
        if end - begin < 4:  # the name of a segment, and what stands before it
            return False
        tail = self._raw[place.offset(max(begin, end - 16)) : place.offset(end)]
        return protected.swallows(tail.decode(codec, "replace"))

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

    def _decoder(self, place: Place) -> Decoder:
        found = self._decoders.get(id(place.header))
        if found is None:
            decoder = Decoder(self._walk.charset(place.header), place.header.delimiters)
            found = self._decoders[id(place.header)] = place.header, decoder
        return found[1]


def _units(place: Place, leaf: Leaf) -> bytes:
    begin, end = (leaf.begin - place.origin) // place.width, (leaf.end - place.origin) // place.width
    return place.data[begin:end]
