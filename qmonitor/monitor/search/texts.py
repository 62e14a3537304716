"""A payload as characters, in the character set that it is described with, and where these lie in the bytes."""

import codecs
import re
from collections.abc import Callable, Iterator

from qmonitor.payloads import decoding
from qmonitor.payloads.hl7.walk import Walk
from qmonitor.payloads.model import Hint
from qmonitor.values import dataclass

SLICE = 1 << 20
"""Bytes of a long payload that are read and searched at once."""

_LABEL = re.compile(rb"""\A[\s\x00]*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']""")
_HEADER = re.compile(rb"MSH")


@dataclass(frozen=True, slots=True)
class Text:
    """A stretch of a payload: its characters, those of `carried` of them again that the stretch before ended with.

    `begin` is the offset of the first byte of what is new.
    """

    text: str
    codec: str
    begin: int
    data: bytes
    carried: int = 0

    def places(self) -> Callable[[int, int], tuple[int, int]]:
        """The offsets of a stretch of it, by its indexes; each begins no earlier than the one asked for before.

        Many are found in a long text: to count from its beginning for each would take hours.
        """
        if self.codec.startswith("iso2022"):
            return lambda begin, end: (self.offset(begin), self.offset(end))
        index, known = 0, self.offset(0)

        def place(begin: int, end: int) -> tuple[int, int]:
            nonlocal index, known
            known += _length(self.text[index:begin], self.codec)
            index = begin
            return known, known + _length(self.text[begin:end], self.codec)

        return place

    def offset(self, at: int) -> int:
        """The offset in the payload of the first byte of the character at an index."""
        if at < self.carried:
            return self.begin - _length(self.text[at : self.carried], self.codec)
        if self.codec.startswith("iso2022"):
            return self.begin + _stepped(self.data, self.codec, at - self.carried)
        return self.begin + _length(self.text[self.carried : at], self.codec)


def texts(raw: bytes, hint: Hint) -> Iterator[Text]:
    """All of a payload. A batch's messages may each be in a character set of their own."""
    regions = _regions(raw, hint)
    for n, (begin, codec) in enumerate(regions):
        end = regions[n + 1][0] if n + 1 < len(regions) else len(raw)
        data = raw[begin:end] if len(regions) > 1 or begin else raw
        yield Text(_decoded(data, codec), codec, begin, data)


def long_texts(size: int, read: Callable[[int, int], bytes], hint: Hint, overlap: int) -> Iterator[Text]:
    """The same slice by slice, each with `overlap` characters of the one before; in the set of its beginning."""
    head = read(0, SLICE)
    start, codec = _regions(head, Hint(hint.encoding, hint.assumed, size))[0]
    decoder = codecs.getincrementaldecoder(codec)(decoding.PLACES)
    carried, offset, piece = "", start, head[start:]
    while piece:
        pending = len(decoder.getstate()[0])
        text = carried + decoder.decode(piece, final=offset + len(piece) >= size)
        yield Text(text, codec, offset - pending, piece, len(carried))
        carried = text[-overlap:] if overlap else ""
        offset += len(piece)
        piece = read(offset, SLICE) if offset < size else b""


def _regions(raw: bytes, hint: Hint) -> list[tuple[int, str]]:
    """Where another character set begins, and its codec."""
    walk = Walk(raw, hint)
    if walk.opening is None:
        label = _LABEL.match(raw[:1024])
        codec, _source, start = decoding.choose(
            raw, hint, label[1].decode() if label else "", cut=(hint.size or 0) > len(raw)
        )
        return [(start, codec)]
    found = [(walk.opening.begin if walk.wide else 0, walk.charset(walk.first).codec)]
    if raw.count(b"MSH") > 1:
        for place in walk.places(_HEADER):
            codec = walk.charset(place.header).codec
            if codec != found[-1][1]:
                found.append((place.first, codec))
    return found


def _decoded(data: bytes, codec: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeError:
        whole = len(data) - len(data) % decoding.unit_of(codec)
        return data[:whole].decode(codec, decoding.PLACES)


def _length(text: str, codec: str) -> int:
    return len(text) if codec in ("ascii", "iso8859-1") else len(text.encode(codec, decoding.PLACES))


def _stepped(data: bytes, codec: str, count: int) -> int:
    """Bytes before so many characters, where codes switch the set: no character says by itself how long it is."""
    decoder = codecs.getincrementaldecoder(codec)(decoding.PLACES)
    seen = at = 0
    while seen < count and at < len(data):
        seen += len(decoder.decode(data[at : at + 1]))
        at += 1
    return at
