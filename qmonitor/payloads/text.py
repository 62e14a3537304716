"""Text in which nothing is invisible, and whether bytes are UTF-8 at all.

Control and invisible characters have marks: a picture such as `␍`, or where the font has none its name, `⟨CR⟩`.
"""

import codecs
import re

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
"""Finds the marks in a text that is shown: those made here, of undecodable bytes, and of a line that goes on."""


def _marks(*, pictures: bool) -> dict[int, str]:
    """The marks of one kind, by the characters that they stand for: pictures, or names."""
    table = {code: chr(0x2400 + code) if pictures else f"⟨{name}⟩" for code, name in enumerate(_NAMES)}
    table[0x7F] = "\u2421" if pictures else "⟨DEL⟩"
    for first, last in _INVISIBLE:
        table.update({code: f"⟨U+{code:04X}⟩" for code in range(first, last + 1)})
    return table


_PICTURES, _WORDS = _marks(pictures=True), _marks(pictures=False)


def visible(text: str, *, pictures: bool = True) -> str:
    """One line of what may have several: line ends, controls and everything else that prints as nothing is marked."""
    if text.isprintable():
        return text
    shown = text.translate(_PICTURES if pictures else _WORDS)
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
