"""Base64 and hexadecimal as messages hold them: measured, checked and decoded in pieces, whatever breaks the lines.

Line breaks are skipped, as they are or as HL7 (`\\.br\\`, `\\X0D0A\\`), JSON (`\\n`) and XML (`&#13;`) write them;
JSON's other ways to write `/`, `+` and `=` are read. None of these can be mistaken: neither alphabet has a backslash
or an ampersand. Anything else ends what can be decoded, and it is told where. Memory is bounded by the pieces. Base64
is that of RFC 4648, section 4; table 0299 of HL7 (v2.5.1) has the two and `A`, as it is.
"""

import binascii
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum

from qmonitor.queues.errors import QueueError
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

SLICE = 65_536
"""Bytes that are looked at in one go."""

HELD = 64
"""Bytes of an unfinished escape that wait for the next piece: a longer one is none."""


class Encoding(StrEnum):
    """How a document is written into a message."""

    BASE64 = "base64"
    HEX = "hex"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and where: the offset in what was given. `lost`: what follows can't be decoded, or is missing."""

    at: int
    text: Phrase
    lost: bool = True


class NotDecodable(QueueError):
    """A document is not written as it should be; what was decoded before the fault is right."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text, phrase("Save the message as it is stored: nothing is lost then."))
        self.fault = fault


_BREAK = rb"\\\.br\\|\\X(?:0[AaDd])++\\|\\[nrt]|\\u000[aAdD]|&#(?:1[03]|x0*+[aAdD]);"
_WRITTEN = {rb"\/": b"/", rb"\u002f": b"/", rb"\u002b": b"+", rb"\u003d": b"="}
_LETTER = rb"\\/|\\u002[bBfF]"
_ESCAPE = re.compile(_BREAK + rb"|\\/|\\u002[bBfF]|\\u003[dD]")
_BLANKS = b" \t\r\n\x0b\x0c"
_END = re.compile(rb"(?:=|[\s]++|\\u003[dD]|" + _BREAK + rb")*+")

_ALPHABETS = {Encoding.BASE64: rb"A-Za-z0-9+/", Encoding.HEX: rb"0-9A-Fa-f"}
_RUNS = {
    encoding: re.compile(rb"(?:[" + letters + rb"\s]++|" + _BREAK + (rb"|" + _LETTER) + rb")*+")
    for encoding, letters in _ALPHABETS.items()
}
_GROUPS = {Encoding.BASE64: (4, 3), Encoding.HEX: (2, 1)}
"""So many letters make so many bytes."""


class Letters:
    """The bare letters of one document, piece after piece; `fault` says where they end early.

    `count` and `padding` are the letters and the `=` so far.
    """

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.count = self.padding = 0
        self.fault: Fault | None = None
        self._at = 0
        self._rest = b""

    @property
    def size(self) -> int:
        """Bytes that the letters so far stand for."""
        letters, made = _GROUPS[self.encoding]
        return self.count * made // letters

    def feed(self, data: bytes, *, last: bool = False) -> bytes:
        """The letters of the next piece; none after a fault."""
        if self.fault:
            return b""
        data = self._rest + data
        end = 0
        found = b""
        if not self.padding:
            run = _RUNS[self.encoding].match(data)
            end = run.end() if run else 0
            found = _bare(data[:end])
            self.count += len(found)
        if self.encoding is Encoding.BASE64:
            end = self._pad(data, end)
        self._keep(data, end, last=last)
        return found

    def _pad(self, data: bytes, begin: int) -> int:
        run = _END.match(data, begin)
        end = run.end() if run else begin
        self.padding += _bare(data[begin:end]).count(b"=")
        return end

    def _keep(self, data: bytes, end: int, *, last: bool) -> None:
        """What is left waits for the next piece if it may be the beginning of an escape; otherwise it is a fault."""
        rest = data[end:]
        self._at += end
        self._rest = b""
        if rest and not last and len(rest) < HELD and rest[:1] in (b"\\", b"&"):
            self._rest = rest
        elif rest:
            self.fault = Fault(self._at, self._why())
        elif last:
            self._finish()

    def _why(self) -> Phrase:
        if self.padding:
            return phrase(
                "The {encoding} goes on after its end, at byte {at}.", encoding=str(self.encoding), at=self._at
            )
        return phrase("Not {encoding} from byte {at} on.", encoding=str(self.encoding), at=self._at)

    def _finish(self) -> None:
        letters, _ = _GROUPS[self.encoding]
        missing = -(self.count + self.padding) % letters
        if not missing and self.padding <= 2:
            return
        if not self.padding and missing <= 2 and self.encoding is Encoding.BASE64:
            text = phrase("The base64 ends without its padding: it may be cut off.")
            self.fault = Fault(self._at, text, lost=False)
        else:
            text = phrase("The {encoding} is cut off: its end is missing.", encoding=str(self.encoding))
            self.fault = Fault(self._at, text)


def _bare(data: bytes) -> bytes:
    """Without line breaks; JSON's ways to write a letter are the letter."""
    if b"\\" in data or b"&" in data:
        data = _ESCAPE.sub(lambda found: _WRITTEN.get(found.group().lower(), b""), data)
    return data.translate(None, _BLANKS)


def measure(data: bytes, encoding: Encoding, *, whole: bool = True) -> Letters:
    """All the letters counted and checked; nothing is decoded. Not `whole`: more follows, which is not checked."""
    letters = Letters(encoding)
    for at in range(0, max(len(data), 1), SLICE):
        letters.feed(data[at : at + SLICE], last=whole and at + SLICE >= len(data))
        if letters.fault:
            break
    return letters


def beginning(data: bytes, encoding: Encoding) -> bytes:
    """The first bytes of a document, as far as they can be decoded."""
    if encoding is Encoding.PLAIN:
        return data
    found = Letters(encoding).feed(data)
    whole = len(found) // _GROUPS[encoding][0] * _GROUPS[encoding][0]
    return _decoded(found[:whole], encoding) + _last(found[whole:], encoding)


def decode(pieces: Iterable[bytes], encoding: Encoding) -> Iterator[bytes]:
    """The document, piece after piece. Raises NotDecodable at a fault, after all that is right before it."""
    if encoding is Encoding.PLAIN:
        yield from pieces
        return
    letters, group = Letters(encoding), _GROUPS[encoding][0]
    rest = b""
    for piece in pieces:
        found = rest + letters.feed(piece)
        whole = len(found) // group * group
        rest = found[whole:]
        if whole:
            yield _decoded(found[:whole], encoding)
        if letters.fault:
            raise NotDecodable(letters.fault)
    rest += letters.feed(b"", last=True)
    if ending := _last(rest, encoding):
        yield ending
    if letters.fault and letters.fault.lost:
        raise NotDecodable(letters.fault)


def _decoded(found: bytes, encoding: Encoding) -> bytes:
    return binascii.a2b_base64(found) if encoding is Encoding.BASE64 else binascii.unhexlify(found)


def _last(rest: bytes, encoding: Encoding) -> bytes:
    """What the letters of an unfinished group stand for: of base64 two make a byte, three make two."""
    return _decoded(rest.ljust(4, b"="), encoding) if encoding is Encoding.BASE64 and len(rest) > 1 else b""
