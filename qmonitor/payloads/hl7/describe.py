"""HL7 v2 as a document: its messages, what a batch puts around them, and what is odd.

Never raises, whatever the bytes are; linear in their number. Bounded: at most so many elements and so many bytes as
values, then whole segments are left out and `described` says how far it went.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from qmonitor.payloads.hl7 import oddities
from qmonitor.payloads.hl7.dictionary import names, nearest
from qmonitor.payloads.hl7.elements import ELEMENTS, VALUES, Dictionary, Tally, built, left_open, weight
from qmonitor.payloads.hl7.escapes import Decoder
from qmonitor.payloads.hl7.header import find_opening
from qmonitor.payloads.hl7.paths import numbered
from qmonitor.payloads.hl7.split import Header, Place
from qmonitor.payloads.hl7.walk import Walk
from qmonitor.payloads.model import Document, Format, Hint, Message, Notice, Segment
from qmonitor.payloads.text import open_end
from qmonitor.queues.words import Phrase, phrase


def looks_like(raw: bytes) -> bool:
    """Whether it is HL7 v2: there is a header near the beginning. Looks at the first 64 kB at most.

    Not a message that another format has as a text of its own.
    """
    opening = find_opening(raw)
    if opening is None:
        return False
    quoted = raw[: opening.begin][-1:] in (b'"', b"'", b">")
    return not (quoted and raw.lstrip()[:1] in (b"{", b"[", b"<", b'"', b"'"))


def describe(raw: bytes, hint: Hint) -> Document:
    """What a payload that looks like HL7 v2 says."""
    if (hint.size or 0) > len(raw):
        raw = raw[: len(raw) - open_end(raw)]  # a character that is cut off is no error
    walk = Walk(raw, hint)
    if walk.opening is None:
        text = phrase("There is no header: neither MSH nor FHS nor BHS")
        notices = (Notice("no-header", text),)
        return Document(Format.HL7V2, "", "", Phrase(""), _size(walk), 0, (), notices=notices)
    return _Description(walk).document()


def _size(walk: Walk) -> int:
    return max(walk.hint.size or 0, len(walk.raw))


class _Description:
    """One payload while it is described."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._cut = _size(walk) > len(walk.raw)
        self._tally = Tally()
        self._decoders: dict[int, Decoder] = {}
        self._dictionaries: dict[str, Dictionary] = {}
        self._reached = 0
        self._full = False

    def document(self) -> Document:
        walk, first = self._walk, self._walk.first
        groups = self._groups()
        messages = tuple(
            message for group, places in groups.items() if group >= 0 and (message := self._message(places))
        )
        envelope = tuple(self._segments(groups.get(-1, []), groups.get(0, [])))
        if self._cut and not self._full:
            messages, envelope = _left_open(messages, envelope)
        if not self._cut:
            self._tally.undecodable += walk.ragged
        charset = walk.charset(first)
        described = self._reached if self._full else len(walk.raw)
        return Document(
            Format.HL7V2,
            charset.name,
            charset.codec,
            walk.source(first),
            _size(walk),
            described,
            messages,
            envelope,
            oddities.limited(self._notices(messages, envelope, described)),
            self._tally.undecodable,
            ", ".join(sorted(walk.ends - {""})),
        )

    def _groups(self) -> dict[int, list[Place]]:
        """The segments of each message, and (-1) those around them, as far as there is room for their elements."""
        room = ELEMENTS * self._walk.hint.room
        groups: dict[int, list[Place]] = {}
        for place in self._walk.places():
            room -= weight(place)
            if room < 0:
                self._full = True
                break
            self._reached = place.last
            groups.setdefault(place.group, []).append(place)
        return groups

    def _message(self, places: list[Place]) -> Message | None:
        segments = tuple(self._segments(places, places))
        return Message(segments[0].begin, segments[-1].end, segments) if segments else None

    def _segments(self, places: list[Place], message: list[Place]) -> Iterator[Segment]:
        """The segments of a group; `message`: the one whose version names them."""
        dictionary = self._dictionary(message)
        counts = Counter(place.name for place in places)
        for number, place in numbered(places):
            if self._full and place.last > self._reached:
                return
            path = f"{place.name}[{number}]" if counts[place.name] > 1 else place.name
            yield built(place, self._walk.raw, path, self._decoder(place.header), dictionary, self._tally)
            if self._tally.kept > VALUES and not self._full:
                self._full, self._reached = True, place.last

    def _decoder(self, header: Header) -> Decoder:
        found = self._decoders.get(id(header))
        if found is None:
            found = self._decoders[id(header)] = Decoder(self._walk.charset(header), header.delimiters)
        return found

    def _dictionary(self, message: list[Place]) -> Dictionary:
        header = next((place for place in message if place.name == "MSH"), None)
        version = nearest(self._walk.version(header, self._decoder(header.header)) if header else "")
        if version not in self._dictionaries:
            self._dictionaries[version] = Dictionary(names(version))
        return self._dictionaries[version]

    def _notices(
        self, messages: tuple[Message, ...], envelope: tuple[Segment, ...], described: int
    ) -> Iterator[Notice]:
        size = _size(self._walk)
        if described < size:
            text = phrase("{described} of {size} bytes are described", described=described, size=size)
            yield Notice("cut", text, begin=described, end=size)
        whole = described == size
        yield from oddities.of_payload(self._walk, self._tally)
        if len({decoder.charset for decoder in self._decoders.values()}) > 1:
            text = phrase("Not all messages are in the same character set: each is read in its own")
            yield Notice("charsets", text)
        if whole:
            yield from oddities.of_batch(messages, envelope)
        for n, message in enumerate(messages, 1):
            yield from oddities.of_message(message, whole=whole or n < len(messages))


def _left_open(
    messages: tuple[Message, ...], envelope: tuple[Segment, ...]
) -> tuple[tuple[Message, ...], tuple[Segment, ...]]:
    """The end of the payload is missing: the last leaf isn't whole."""
    if messages and not (envelope and envelope[-1].begin > messages[-1].begin):
        last = messages[-1]
        segments = (*last.segments[:-1], left_open(last.segments[-1]))
        return (*messages[:-1], replace(last, segments=segments)), envelope
    return messages, (*envelope[:-1], left_open(envelope[-1])) if envelope else envelope
