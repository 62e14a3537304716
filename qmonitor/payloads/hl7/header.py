"""Where the HL7 of a payload begins, and the delimiters that its header names.

Nothing is ever filled in: a delimiter that the header doesn't name divides nothing (DEMANDS 17 of the inspector).
"""

import re
from dataclasses import replace
from functools import lru_cache

from qmonitor.payloads.hl7.charset import UTF8, WIDE, Charset
from qmonitor.payloads.hl7.veil import VEIL
from qmonitor.values import dataclass

LOOK_AT = 65_536
"""Bytes: a header further in than this is none (log text before it is tolerated, a document is not)."""

HEADERS = (b"MSH", b"FHS", b"BHS")

_FRAME = rb"[\x0b\x1c\s]*"
_MARK = re.compile(_FRAME + rb"(?P<mark>\xff\xfe\0\0|\0\0\xfe\xff|\xef\xbb\xbf|\xff\xfe|\xfe\xff)?")
_MARKS = {
    b"\xef\xbb\xbf": UTF8,
    b"\xff\xfe": WIDE["utf-16-le"],
    b"\xfe\xff": WIDE["utf-16-be"],
    b"\xff\xfe\0\0": WIDE["utf-32-le"],
    b"\0\0\xfe\xff": WIDE["utf-32-be"],
}
_BEGUN = rb"(?P<name>MSH|FHS|BHS)(?:\||(?P<own>[^\w\s\"'|])[^\r\n]{0,8}?(?P=own))"
"""Another separator than `|` has to come again after MSH-2: a text may well speak of MSH-9."""
_AT_START = re.compile(rb"(?:\A|[\r\n\x0b]|\xef\xbb\xbf)[ \t]*" + _BEGUN)
_WITHIN = re.compile(rb"(?P<name>MSH|FHS|BHS)([^\w\s\"'])[^\w\s]{0,6}\2")


@dataclass(frozen=True, slots=True)
class Opening:
    """Where the header's name begins, and what stands before it. `mark`: what a byte-order mark says."""

    begin: int
    wide: Charset | None = None
    """Not None: its characters take more than one byte."""
    mark: Charset | None = None
    framed: bool = False
    prefix: bool = False
    """Text stands before the header that is neither framing nor a byte-order mark."""


def find_opening(raw: bytes) -> Opening | None:
    """The first header: at the start (after framing and mark), else at a line's start, else evidently one."""
    data = raw[:LOOK_AT]
    found = _MARK.match(data)
    assert found is not None
    start = found.end()
    mark = _MARKS.get(found["mark"] or b"")
    opening = _narrow(data) if mark is None or mark.width == 1 else None
    opening = opening or _wide(data, start)
    if opening is None:
        return None
    before = data[start : opening.begin].translate(None, b"\0" if opening.wide else b"")
    framed = b"\x0b" in data[: opening.begin]
    return replace(opening, mark=mark, framed=framed, prefix=bool(before.strip(b"\x0b\x1c \t\r\n")))


def _narrow(data: bytes) -> Opening | None:
    found = _AT_START.search(data)
    within = _WITHIN.search(data, 0, found.start("name") if found else len(data))
    if within and (found is None or within["name"] != b"MSH"):
        found = within
    return Opening(found.start("name")) if found else None


_WIDE_NAMES = [
    (charset, re.compile(b"|".join(re.escape(name.decode().encode(codec)) for name in HEADERS)))
    for codec, charset in sorted(WIDE.items(), reverse=True)
]


_SEPARATOR = re.compile(r"[^\w\s\"']")


def _wide(data: bytes, start: int) -> Opening | None:
    """In UTF-16 or UTF-32, whose units are counted from the start or from after a frame of one byte."""
    if b"\0" not in data:
        return None
    for charset, pattern in _WIDE_NAMES:
        width = charset.width
        origin = start if not data[:start].strip(b"\0\x0b\x1c\r\n \t") else 0
        for found in pattern.finditer(data):
            separator = data[found.end() : found.end() + width].decode(charset.codec, "replace")
            if (found.start() - origin) % width == 0 and _SEPARATOR.match(separator):
                return Opening(found.start(), wide=charset)
    return None


@dataclass(frozen=True, slots=True)
class Delimiters:
    """What divides a message, as it is looked for in its bytes (see `veil`); empty: the header names none."""

    field: bytes
    component: bytes = b""
    repetition: bytes = b""
    escape: bytes = b""
    subcomponent: bytes = b""
    truncation: bytes = b""
    """The fifth character of MSH-2, which divides nothing."""

    @classmethod
    def of(cls, data: bytes, begin: int, charset: Charset | None = None) -> "Delimiters":
        """Those of the header whose name begins at `begin`. `charset` tells how long a character beyond ASCII is.

        Four characters: component, repetition, escape, subcomponent. A third and last `&` is the subcomponents', as
        `^~&` is written by senders that have no escape character.
        """
        end = data.find(data[begin + 3 : begin + 4], begin + 4, begin + _HEAD)
        return _named(data[begin + 3 : end if end > 0 else begin + _HEAD], charset)

    def within(self) -> re.Pattern[bytes] | None:
        """Finds whatever divides a field; None: nothing does."""
        return _within(self.component, self.repetition, self.subcomponent)

    def kept(self) -> tuple[bytes, ...]:
        """All that there are."""
        found = (self.field, self.component, self.repetition, self.escape, self.subcomponent, self.truncation)
        return tuple(delimiter for delimiter in found if delimiter)


@lru_cache(maxsize=256)
def _within(*marks: bytes) -> re.Pattern[bytes] | None:
    found = [re.escape(mark) for mark in marks if mark]
    return re.compile(b"|".join(found)) if found else None


_HEAD = 3 + 8 * 4
"""Bytes in which all that is named is found: a separator and what else is named, of four bytes each at most."""


@lru_cache(maxsize=256)
def _named(data: bytes, charset: Charset | None) -> Delimiters:
    """The delimiters that the bytes after a header's name name."""
    field = _character(data, 0, charset)
    at, roles = len(field), list[bytes]()
    while len(roles) < 5 and (role := _character(data, at, charset)) not in (field, b"") and _divides(role):
        roles.append(role)
        at += len(role)
    if len(roles) == 3 and roles[2] == b"&":
        roles.insert(2, b"")
    # a character that has a role already gets no second one
    unique = [role if role not in roles[:n] else b"" for n, role in enumerate(roles)]
    component, repetition, escape, subcomponent, truncation = [*unique, b"", b"", b"", b"", b""][:5]
    return Delimiters(field, component, repetition, escape, subcomponent, truncation)


_NEVER = re.compile(rb"[\w\s]")
_VEILED = bytes([VEIL])


def _divides(role: bytes) -> bool:
    """Letters, digits and blanks are none: that header lacks MSH-2."""
    return not _NEVER.match(role)


def _character(data: bytes, at: int, charset: Charset | None) -> bytes:
    """The bytes of the character at an offset."""
    one = data[at : at + 1]
    if charset is None or one.isascii():
        return one
    if charset.width > 1:
        return b"" if one == _VEILED else one
    return next((data[at : at + n] for n in range(1, 5) if _is_one(data[at : at + n], charset)), one)


def _is_one(data: bytes, charset: Charset) -> bool:
    try:
        return len(data.decode(charset.codec)) == 1
    except UnicodeDecodeError:
        return False
