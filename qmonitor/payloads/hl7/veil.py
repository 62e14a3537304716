"""Bytes in which a delimiter is found where a character is one, and nowhere else.

In Shift-JIS, Big5, GB 18030 and ISO-2022-JP a byte that looks like `|` may be half of a character, and in UTF-16 each
character has (at least) two. So delimiters are looked for in a copy: one byte for each unit of 1, 2 or 4 bytes, in
which whatever belongs to another character than ASCII's is veiled (0x80). Positions stay what they are.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache

from qmonitor.payloads.hl7.charset import JAPANESE, Charset

VEIL = 0x80
Veil = Callable[[bytes, Sequence[bytes]], bytes]
"""Makes the copy of same length; characters that are delimiters themselves (the second argument) stay as they are."""

_PAIRED = {
    "cp932": (0x81, 0xFC), "shift_jis": (0x81, 0xFC), "shift_jisx0213": (0x81, 0xFC), "shift_jis_2004": (0x81, 0xFC),
    "gb18030": (0x81, 0xFE), "gbk": (0x81, 0xFE), "big5": (0x81, 0xFE), "cp950": (0x81, 0xFE),
    "big5hkscs": (0x81, 0xFE), "cp949": (0x81, 0xFE), "johab": (0x81, 0xFE),
}  # fmt: skip
"""Codecs whose second byte may be ASCII, with the first bytes of their pairs."""

_SHIFTED = re.compile(
    rb"(?:\x1b\$(?:[@AB]|\([A-DOPQ])|\x1b\([I]|\x1b[.N][A-F]?)[^\r\n\x1b]*"  # to another set, and what is in it
    rb"|\x1b\([BJ]"  # back to ASCII
)


def veil_of(charset: Charset | None) -> Veil | None:
    """How the bytes of a character set are veiled; None: a delimiter's bytes are never part of anything else."""
    if charset is None:
        return None
    if charset == JAPANESE or charset.codec.startswith("iso2022"):
        return _veil_shifted
    return _veil_pairs(charset.codec) if charset.codec in _PAIRED else None


def _veil_shifted(data: bytes, _kept: Sequence[bytes]) -> bytes:
    if b"\x1b" not in data:
        return data
    return _SHIFTED.sub(lambda found: b"\x80" * len(found.group()), data)


@cache
def _veil_pairs(codec: str) -> Veil:
    pattern = pairs(codec)

    def veil(data: bytes, kept: Sequence[bytes]) -> bytes:
        if data.isascii():
            return data
        return pattern.sub(lambda found: found[0] if found[0] in kept else b"\x80" * len(found[0]), data)

    return veil


@cache
def pairs(codec: str) -> re.Pattern[bytes]:
    """Finds the characters of more than one byte. Made by asking the codec for each pair: 15 ms (measured)."""
    first, last = _PAIRED[codec]
    seconds: dict[bytes, list[int]] = {}
    for lead in range(first, last + 1):
        trails = bytes(trail for trail in range(0x30, 0xFF) if _is_one(bytes((lead, trail)), codec))
        if trails:
            seconds.setdefault(trails, []).append(lead)
    parts = [_any_of(bytes(leads)) + _any_of(trails) for trails, leads in seconds.items()]
    if codec == "gb18030":
        parts.append(rb"[\x81-\xfe][0-9][\x81-\xfe][0-9]")
    return re.compile(b"|".join(parts), re.DOTALL)


def _any_of(members: bytes) -> bytes:
    return b"[" + b"".join(b"\\x%02x" % member for member in members) + b"]"


def _is_one(pair: bytes, codec: str) -> bool:
    try:
        return len(pair.decode(codec)) == 1
    except UnicodeDecodeError:
        return False


_ZERO = bytes([0xFF]) + bytes(255)
_BEYOND = bytes([0]) + bytes([VEIL]) * 255


def narrowed(raw: bytes, charset: Charset) -> bytes:
    """One byte for each unit of UTF-16 or UTF-32: Latin-1 as it is, others veiled; a ragged end is left out."""
    width = charset.width
    size = len(raw) // width * width
    planes = [raw[at:size:width] for at in range(width)]
    low = planes.pop(0) if charset.codec.endswith("le") else planes.pop()
    if not low:
        return b""
    length = len(low)
    plain, beyond = int.from_bytes(b"\xff" * length), 0
    for plane in planes:
        plain &= int.from_bytes(plane.translate(_ZERO))
        beyond |= int.from_bytes(plane.translate(_BEYOND))
    return (int.from_bytes(low) & plain | beyond).to_bytes(length)
