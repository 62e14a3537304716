"""Bytes as text that can be shown: nothing is left out, nothing is invisible, no line is endless.

Line ends are marked and broken at, control and invisible characters have marks (a picture such as `␍`, or where
the font has none its name, `⟨CR⟩`), undecodable bytes are written as `⟨\\xNN⟩`. The stored bytes are never
touched.
"""

import codecs
import re

LINE = 2000
"""Characters after which a line is broken: Qt lays out a paragraph as a whole, and freezes at some hundred thousand."""
BROKEN = "↩"
"""Ends a line that goes on."""

_ENDS = re.compile(r"\r\n|\r|\n")
_NAMES = (
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR", "SO", "SI",
    "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US",
)  # fmt: skip
_INVISIBLE = (
    (0x80, 0x9F),
    (0xAD, 0xAD),
    (0x61C, 0x61C),
    (0x180E, 0x180E),
    (0x200B, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    (0xFEFF, 0xFEFF),
    (0xFFF9, 0xFFFB),
    (0xE0001, 0xE007F),
)
"""Controls, format characters and separators beyond ASCII; some of them reorder what is read."""

MARKS = re.compile("[\u2400-\u2421↩]|⟨(?:\\\\x[0-9A-F]{2}|U\\+[0-9A-F]{4,6}|[A-Z]{2}[A-Z0-9]?|DEL)⟩")
"""Finds the marks in a text that was made here."""


class _Marks:
    """The marks of one kind: pictures, or names."""

    def __init__(self, *, pictures: bool) -> None:
        shown = [chr(0x2400 + code) if pictures else f"⟨{name}⟩" for code, name in enumerate(_NAMES)]
        self.table: dict[int, str] = {code: mark for code, mark in enumerate(shown) if chr(code) not in "\r\n"}
        self.table[0x7F] = "\u2421" if pictures else "⟨DEL⟩"
        for first, last in _INVISIBLE:
            self.table.update({code: f"⟨U+{code:04X}⟩" for code in range(first, last + 1)})
        return_mark, feed_mark = shown[0x0D], shown[0x0A]
        self.single = {0x0D: return_mark, 0x0A: feed_mark}
        self.ends = {"\r\n": f"{return_mark}{feed_mark}\n", "\r": f"{return_mark}\n", "\n": f"{feed_mark}\n"}


_PICTURES, _WORDS = _Marks(pictures=True), _Marks(pictures=False)


def _mark_undecodable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(f"⟨\\x{byte:02X}⟩" for byte in wrong), error.end


codecs.register_error("qmonitor-marks", _mark_undecodable)


class TextFlow:
    """Turns one payload, slice after slice, into text.

    `encoding` is the decoding that is used, chosen by the first slice; `undecodable` counts the bytes that it
    could not take.
    """

    def __init__(self, *, pictures: bool = True) -> None:
        """`pictures`: the font has the pictures of control characters (U+2400 to U+2421)."""
        self._marks = _PICTURES if pictures else _WORDS
        self.encoding = ""
        self.undecodable = 0
        self._rest = b""
        self._column = 0

    def feed(self, data: bytes, *, last: bool) -> str:
        """The text of the next slice; a character that the slice cuts comes with the next one."""
        data = self._rest + data
        if not self.encoding:
            self.encoding = guess(data, last=last)
        held = 0 if last else self._held(data)
        self._rest = data[len(data) - held :]
        whole = data[: len(data) - held]
        if self.encoding == "UTF-8":
            decoded = self._decode(whole)
        else:
            decoded = whole.decode("latin-1").translate(self._marks.table)
        return self._break(_ENDS.sub(lambda end: self._marks.ends[end.group()], decoded))

    def _decode(self, data: bytes) -> str:
        """UTF-8, with a mark for each byte that is none. Marks are set apart first: they must not be marked again."""
        try:
            return data.decode("utf-8").translate(self._marks.table)
        except UnicodeDecodeError:
            parts, at = [], 0
            for start, end in _wrong(data):
                parts.append(data[at:start].decode("utf-8").translate(self._marks.table))
                parts.append(data[start:end].decode("ascii", "qmonitor-marks"))
                self.undecodable += end - start
                at = end
            parts.append(data[at:].decode("utf-8").translate(self._marks.table))
            return "".join(parts)

    def _held(self, data: bytes) -> int:
        """How many bytes at the end have to wait for the next slice."""
        if data.endswith(b"\r"):
            return 1
        return open_end(data) if self.encoding == "UTF-8" else 0

    def _break(self, words: str) -> str:
        """Break lines that are too long, also across slices."""
        lines = words.split("\n")
        made = []
        for n, line in enumerate(lines):
            room = LINE - self._column
            pieces = [line[:room], *(line[at : at + LINE] for at in range(room, len(line), LINE))]
            made.append(f"{BROKEN}\n".join(pieces))
            self._column = len(pieces[-1]) + (self._column if len(pieces) == 1 else 0)
            if n < len(lines) - 1:
                self._column = 0
        return "\n".join(made)


def visible(text: str, *, pictures: bool = True) -> str:
    """One line of what may have several: line ends, controls and everything else that prints as nothing is marked."""
    if text.isprintable():
        return text
    marks = _PICTURES if pictures else _WORDS
    shown = text.translate(marks.table | marks.single)
    return shown if shown.isprintable() else "".join(c if c.isprintable() else f"⟨U+{ord(c):04X}⟩" for c in shown)


def guess(data: bytes, *, last: bool) -> str:
    """UTF-8 where more of what is beyond ASCII is that than not, else Latin-1."""
    if not last:
        data = data[: len(data) - open_end(data)]
    wrong = sum(end - start for start, end in _wrong(data))
    if not wrong:
        return "UTF-8"
    beyond = sum(ord(character) > 0x7F for character in data.decode("utf-8", "ignore"))
    return "UTF-8" if beyond >= wrong else "Latin-1"


def _wrong(data: bytes) -> list[tuple[int, int]]:
    """Where bytes are no UTF-8, as (start, end)."""
    found: list[tuple[int, int]] = []
    view, at = memoryview(data), 0
    while at < len(data):
        try:
            codecs.utf_8_decode(view[at:], "strict", True)
            break
        except UnicodeDecodeError as error:
            found.append((at + error.start, at + error.end))
            at += error.end
            if len(found) > _MANY:
                return [*found, *_every(data, at)]
    return found


_MANY = 200
"""So many wrong places are found one by one (each looks at the rest again); beyond that bytes are taken singly."""


def _every(data: bytes, start: int) -> list[tuple[int, int]]:
    """The bytes beyond ASCII from a position on: in a text with so many errors none of them means anything."""
    return [(at, at + 1) for at in range(start, len(data)) if data[at] > 0x7F]


def open_end(data: bytes) -> int:
    """How many bytes at the end begin a UTF-8 character that is not whole."""
    end = data[-3:]
    return len(end) - codecs.utf_8_decode(end, "ignore", False)[1]
