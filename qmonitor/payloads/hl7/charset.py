"""The character sets of HL7 v2: what MSH-18 calls them, and Python's codec for each.

MSH-18 names them by HL7 table 0211 (v2.5.1 chapter 2, 2.15.9.18), senders often by other names. Only names of this
table are taken from a payload; what a person or a setting names may be any codec of Python's that ASCII is part of.
"""

import codecs
import re
from collections.abc import Iterable
from functools import lru_cache

from qmonitor.payloads.decoding import PLACES, unit_of
from qmonitor.payloads.text import guess
from qmonitor.values import dataclass

_NOT_IN_LABELS = re.compile(r"[^0-9A-Z]+")
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Charset:
    """A way to read bytes as characters: the name that people know, and Python's for it."""

    name: str
    codec: str

    @property
    def width(self) -> int:
        """Bytes a unit: 2 in UTF-16, 4 in UTF-32, else 1."""
        return unit_of(self.codec)


UTF8 = Charset("UTF-8", "utf-8")
ASCII = Charset("ASCII", "ascii")
LATIN1 = Charset("ISO 8859-1", "iso8859-1")
WINDOWS = Charset("Windows-1252", "cp1252")
JAPANESE = Charset("ISO-2022-JP", "iso2022_jp_ext")
"""With half-width katakana and JIS X 0212, which HL7 knows as ISO IR13 and ISO IR159."""
WIDE = {
    codec: Charset(f"{codec[:6].upper()} {codec[-2:].upper()}", codec)
    for codec in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
}


def _table() -> dict[str, Charset]:
    several: list[tuple[str, str, str]] = [
        ("UTF-8", "utf-8", "UNICODEUTF8 UTF8 UTF8SIG UNICODE CP65001 65001 ISO10646UTF8"),
        ("ASCII", "ascii", "ASCII USASCII ISO646 ISO646US ANSIX34 ANSIX341968 ISOIR6 7BIT"),
        ("ISO-2022-JP", "iso2022_jp_ext", "ISOIR13 ISOIR14 ISOIR87 ISOIR159 ISO2022JP ISO2022 JIS JISX0208 JISX0201"),
        ("Shift-JIS", "cp932", "SHIFTJIS SJIS MS932 CP932 WINDOWS31J XSJIS CSSHIFTJIS"),
        ("EUC-JP", "euc_jp", "EUCJP"),
        ("GB18030", "gb18030", "GB180302000 GB180302005 GB18030 GB2312 GBK CP936"),
        ("KS X 1001", "cp949", "KSX1001 KSC5601 EUCKR CP949 MS949 UHC ISOIR149"),
        ("Big5", "cp950", "BIG5 CP950 CNBIG5"),
        ("Big5-HKSCS", "big5hkscs", "BIG5HKSCS"),
        ("KOI8-R", "koi8_r", "KOI8R"),
        ("Macintosh", "mac_roman", "MACROMAN MACINTOSH"),
    ]
    table = {label: Charset(name, codec) for name, codec, labels in several for label in labels.split()}
    for part in (*range(1, 12), *range(13, 17)):
        iso = Charset(f"ISO 8859-{part}", f"iso8859-{part}")
        table.update({label.format(part): iso for label in ("8859{}", "ISO8859{}", "ISOIEC8859{}")})
    for part, latin in ((1, 1), (2, 2), (3, 3), (4, 4), (9, 5), (10, 6), (13, 7), (14, 8), (15, 9), (16, 10)):
        table[f"LATIN{latin}"] = table[f"8859{part}"]
    table["ISOIR100"], table["ISOIR101"] = table["88591"], table["88592"]
    for page in (1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258):
        windows = Charset(f"Windows-{page}", f"cp{page}")
        table.update({label.format(page): windows for label in ("WINDOWS{}", "CP{}", "WIN{}")})
    table["ANSI"] = table["CP1252"]
    for page in (437, 850, 852, 858, 866):
        table[f"CP{page}"] = table[f"IBM{page}"] = Charset(f"CP{page}", f"cp{page}")
    return table


_KNOWN = _table()
_UTF16 = frozenset({"UNICODE", "UNICODEUTF16", "UTF16", "UTF16LE", "UTF16BE", "UCS2", "UNICODEUCS2", "ISO10646UCS2"})
_UTF32 = frozenset({"UNICODEUTF32", "UTF32", "UTF32LE", "UTF32BE", "UCS4"})


def labelled(labels: Iterable[str], wide: Charset | None = None) -> Charset | None:
    """What the repetitions of MSH-18 say; None: nothing, or nothing that is known here or that the bytes can be.

    The first one is what a message starts in, the others are what escape sequences switch to: those of the Japanese
    sets are then the whole. `wide` is what the bytes evidently are, if their characters take more than one.
    """
    keys = [_NOT_IN_LABELS.sub("", label[:_LONGEST].upper()) for label in labels]
    if wide is not None:
        return wide if any(key in (_UTF16 if wide.width == 2 else _UTF32) for key in keys) else None
    if (not keys[0] or _KNOWN.get(keys[0]) == ASCII) and any(_KNOWN.get(key) == JAPANESE for key in keys):
        return JAPANESE
    first = next((key for key in keys if key), "")
    return _KNOWN.get(first)


@lru_cache(maxsize=64)
def named(name: str) -> Charset | None:
    """What a person or a setting names: by one of these names or one of Python's. None: nothing that text is in."""
    key = _NOT_IN_LABELS.sub("", name[:_LONGEST].upper())
    if key in _UTF16 | _UTF32 and key != "UNICODE":
        return WIDE[f"utf-{'16' if key in _UTF16 else '32'}-{'be' if key.endswith('BE') else 'le'}"]
    return _KNOWN.get(key) or _of_python(name)


_PLAIN = bytes(range(0x20, 0x7F))


def _of_python(name: str) -> Charset | None:
    """One of Python's codecs, if it reads ASCII as ASCII and lets others say what becomes of undecodable bytes."""
    try:
        codec = codecs.lookup(name).name
        fits = _PLAIN.decode(codec) == _PLAIN.decode("ascii")
        b"\xff\xfe\x80|".decode(codec, PLACES)
    except (LookupError, ValueError, AssertionError):
        return None
    return Charset(codec.upper().replace("_", "-"), codec) if fits and not codec.startswith(_SHIFTING) else None


_SHIFTING = ("utf-7", "hz", "iso2022_kr")
"""Codecs in which a byte's meaning depends on ones far before it, and that HL7 doesn't know."""


def guessed(raw: bytes, begin: int) -> tuple[Charset, bool]:
    """What bytes look like, and whether that is certain: it is UTF-8 if it can be.

    Else UTF-8 with a few errors, Latin-1, or Windows' own where bytes are used that Latin-1 has no characters for.
    """
    data = memoryview(raw)[begin:]
    broken = None if raw.isascii() else _broken(data)
    if broken is None:
        return UTF8, True
    if guess(broken, last=False) == "UTF-8":
        return UTF8, False
    return (WINDOWS if _CONTROLS.search(data) else LATIN1), False


_CONTROLS = re.compile(rb"[\x80-\x9f]")
_PIECE = 1 << 16


def _broken(data: memoryview) -> bytes | None:
    """The first piece that is no UTF-8. In pieces: a payload of many megabytes is not held twice."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    for at in range(0, len(data), _PIECE):
        piece = data[at : at + _PIECE]
        try:
            decoder.decode(piece, final=at + _PIECE >= len(data))
        except UnicodeDecodeError:
            return bytes(data[max(0, at - 3) : at + _PIECE])
    return None
