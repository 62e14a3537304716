"""A payload as lines of text that can be shown, and which bytes each of its characters stands for.

Line ends are marked and broken at, controls and undecodable bytes have marks, protected characters are covered, and no
line is endless. Bytes come in slices; places are exact in every encoding that keeps no state.
"""

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from qmonitor.payloads.decoding import errors_of, shown, unit_of
from qmonitor.payloads.text import visible

if TYPE_CHECKING:  # with it comes all that masks
    from qmonitor.payloads.cbor_notation import Notation

LINE = 2000
"""Characters after which a line is broken: Qt lays out a paragraph as a whole, and freezes at some hundred thousand."""
BROKEN = "↩"
"""Ends a line that goes on."""
COVER = "•"
"""Stands for each character that is protected."""

Span = tuple[int, int]

_END = re.compile(rb"\r\n|\r|\n")
_WIDE = {
    codec: re.compile(rb"|".join(re.escape(end.encode(codec)) for end in ("\r\n", "\r", "\n")))
    for codec in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
}


class Lines:
    """The text of one payload, as far as its bytes have been fed.

    `starts` has the offset of the first byte of each line (of those that were broken, too); `undecodable` counts bytes.
    Belongs to one thread.
    """

    def __init__(self, codec: str, *, pictures: bool = True, protected: Sequence[Span] = ()) -> None:
        """`pictures`: the font has pictures of control characters; `protected`: spans of bytes, in rising order."""
        self.codec = codec or "latin-1"
        self._errors = errors_of(self.codec)
        self._pictures = pictures
        self._spans = protected
        self._ends = [end for _, end in protected]
        self._unit = unit_of(self.codec)
        self._raw = bytearray()
        self._done = 0
        self._column = 0
        self.starts = [0]
        self.undecodable = 0

    @property
    def fed(self) -> int:
        """How many bytes have come."""
        return len(self._raw)

    def feed(self, data: bytes, *, last: bool) -> str:
        """The text of the next slice; a character that the slice cuts comes with the next one."""
        self._raw += data
        begin, stop = self._done, len(self._raw)
        if not last:
            stop -= self._held(begin, stop)
        made: list[str] = []
        for at, end, after in self._lines(begin, stop):
            made.append(self._line(at, end))
            if after > end:
                made.append(visible(self._decoded(end, after), pictures=self._pictures) + "\n")
                self.starts.append(after)
                self._column = 0
        self._done = stop
        return "".join(made)

    def place_of(self, byte: int) -> tuple[int, int]:
        """Line and column of a byte; of one that has not come, the end of what is there."""
        byte = min(max(byte, 0), self._done)
        line = bisect_right(self.starts, byte) - 1
        return line, len(self._shown(self.starts[line], byte))

    def byte_at(self, line: int, column: int) -> int:
        """The first byte of the character that is shown at a place, or before it."""
        line = min(max(line, 0), len(self.starts) - 1)
        byte = self.starts[line]
        stop = self.starts[line + 1] if line + 1 < len(self.starts) else self._done
        room = column
        for begin, end, covered in self._parts(byte, stop):
            for character in self._decoded(begin, end):
                room -= 1 if covered else len(self._visible(character))
                if room < 0:
                    return byte
                byte += len(character.encode(self.codec, self._errors))
        return byte

    def text_of(self, begin: int, end: int) -> str:
        """The text of some bytes that have been fed, as one line."""
        return self._shown(begin, end)

    def _lines(self, begin: int, stop: int) -> Iterator[tuple[int, int, int]]:
        """Begin and end of each line, and where the next begins; the last one may go on."""
        pattern, at = _WIDE.get(self.codec, _END), begin
        search = begin
        while found := pattern.search(self._raw, search, stop):
            if found.start() % self._unit:
                search = found.start() + 1
                continue
            yield at, found.start(), found.end()
            at = search = found.end()
        if at < stop:
            yield at, stop, stop

    def _line(self, begin: int, end: int) -> str:
        """The text of a line without its end, broken where it is too long, also across slices."""
        made: list[str] = []
        for at, stop, covered in self._parts(begin, end):
            text = self._decoded(at, stop)
            self.undecodable += sum("\udc80" <= c <= "\udfff" for c in text) * self._unit if _lone(text) else 0
            byte = at
            while self._column + len(text) > LINE:
                room = LINE - self._column
                piece, text = text[:room], text[room:]
                byte += len(piece.encode(self.codec, self._errors))
                made += [self._written(piece, covered), BROKEN, "\n"]
                self.starts.append(byte)
                self._column = 0
            made.append(self._written(text, covered))
            self._column += len(text)
        return "".join(made)

    def _parts(self, begin: int, end: int) -> Iterator[tuple[int, int, bool]]:
        """The stretches of some bytes, and whether each is protected."""
        at = begin
        for n in range(bisect_right(self._ends, begin), len(self._spans)):
            first, last = self._spans[n]
            if first >= end:
                break
            if at < first:
                yield at, first, False
            yield max(at, first), min(last, end), True
            at = min(last, end)
        if at < end:
            yield at, end, False

    def _shown(self, begin: int, end: int) -> str:
        return "".join(self._written(self._decoded(at, to), covered) for at, to, covered in self._parts(begin, end))

    def _written(self, text: str, covered: bool) -> str:
        return COVER * len(text) if covered else self._visible(text)

    def _visible(self, text: str) -> str:
        return visible(shown(text), pictures=self._pictures)

    def _decoded(self, begin: int, end: int) -> str:
        return self._raw[begin:end].decode(self.codec, self._errors)

    def _held(self, begin: int, stop: int) -> int:
        """How many bytes at the end have to wait: half a character, or a line end that may be half."""
        tail = self._raw[max(begin, stop - 64 * self._unit) : stop]
        decoder = codecs.getincrementaldecoder(self.codec)("replace")
        text = decoder.decode(bytes(tail))
        held = len(decoder.getstate()[0])
        return held + self._unit if text.endswith("\r") and not held else held


def _lone(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


class Written:
    """The lines of CBOR in diagnostic notation, asked for places as `Lines` is: a line stands for an item."""

    undecodable = 0

    def __init__(self, notation: "Notation") -> None:
        self._lines = notation.lines
        self.fed = notation.described
        self.text = "\n".join(line.text for line in notation.lines)

    def place_of(self, byte: int) -> tuple[int, int]:
        """Line and column of the last item that begins at a byte or before it; its end for what is behind its own."""
        line = max(0, bisect_right(self._lines, byte, key=attrgetter("begin")) - 1)
        if not self._lines:
            return 0, 0
        text = self._lines[line].text
        return line, len(text) if byte >= self._lines[line].end else len(text) - len(text.lstrip())

    def byte_at(self, line: int, column: int) -> int:  # noqa: ARG002 - a line is one item
        """Where the item of a line begins."""
        return self._lines[min(max(line, 0), len(self._lines) - 1)].begin if self._lines else 0


def sent(data: bytes, begin: int, codec: str, protected: Sequence[Span]) -> str:
    """Some bytes of a payload, from the offset `begin` on, as one line: as they were sent, with marks."""
    end = begin + len(data)
    near = protected[bisect_right(protected, begin, key=lambda span: span[1]) :]
    spans = [(max(first, begin) - begin, min(last, end) - begin) for first, last in _until(near, end)]
    lines = Lines(codec, protected=spans)
    lines.feed(data, last=True)
    return lines.text_of(0, len(data))


def _until(spans: Sequence[Span], end: int) -> Iterator[Span]:
    for span in spans:
        if span[0] >= end:
            return
        yield span
