"""The value of a leaf: its bytes as characters, HL7's escape sequences in their meaning.

Decoded after splitting (v2.5.1 chapter 2.7): `\\F\\ \\S\\ \\R\\ \\T\\ \\E\\ \\P\\` are the delimiters that the header
names, `\\X…\\` bytes in the message's character set, `\\H\\ \\N\\` and formatting commands what they do to a line. What
is malformed, or what nobody but its sender knows (`\\Z…\\`), stays literally as it is, and is counted.
"""

import codecs
import re

from qmonitor.payloads.hl7.charset import Charset
from qmonitor.payloads.hl7.header import Delimiters
from qmonitor.values import dataclass

KEPT = 4096
"""Bytes of a leaf that are kept as its value."""

_COMMAND = re.compile(rb"\.(?:(br|fi|nf|ce)|(sp|sk)(?:\+?(\d{1,2}))?|(in|ti)[+-]?\d{1,3})", re.IGNORECASE)
_HEX = re.compile(rb"X((?:[0-9A-Fa-f]{2})+)")
_SWITCH = re.compile(rb"(?:C([0-9A-F]{4})|M([0-9A-F]{4}(?:[0-9A-F]{2})?))")
_SEQUENCE = re.compile(rb"[A-Za-z0-9.+_-]{1,80}")
"""What stands between two escape characters that belong together, though what they say isn't known."""

_LATIN = {"A": 1, "B": 2, "C": 3, "D": 4, "F": 7, "G": 6, "H": 8, "L": 5, "M": 9}
_SWITCHES: dict[bytes, tuple[str, bytes]] = {
    b"2842": ("ascii", b""),
    b"284A": ("iso2022_jp_ext", b"\x1b(J"),
    b"2949": ("iso2022_jp_ext", b"\x1b(I"),
    b"2849": ("iso2022_jp_ext", b"\x1b(I"),
    b"2442": ("iso2022_jp_ext", b"\x1b$B"),
    b"2440": ("iso2022_jp_ext", b"\x1b$@"),
    b"242844": ("iso2022_jp_ext", b"\x1b$(D"),
    b"242843": ("iso2022_jp_2", b"\x1b$(C"),
    b"2441": ("iso2022_jp_2", b"\x1b$A"),
    **{f"2D{ord(final):02X}".encode(): (f"iso8859-{part}", b"") for final, part in _LATIN.items()},
}
"""What an escape sequence switches to: Python's codec, and the ISO 2022 escape sequence that it wants before."""

_BYTEWISE = frozenset({"utf-8", "ascii"})
"""Codecs whose errors are always bytes beyond ASCII."""

_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Value:
    """A leaf's value. `undecodable` counts its bytes that are no characters, `bad` its escapes that stay literally."""

    text: str
    undecodable: int = 0
    bad: int = 0
    whole: bool = True


class Decoder:
    """Reads the values of what stands under one header. Cheap to make, may be kept."""

    def __init__(self, charset: Charset, delimiters: Delimiters) -> None:
        self.charset = charset
        self._codec = charset.codec
        self._width = charset.width
        self.escape = delimiters.escape
        roles = {
            b"F": delimiters.field,
            b"S": delimiters.component,
            b"R": delimiters.repetition,
            b"E": delimiters.escape,
            b"T": delimiters.subcomponent,
            b"P": delimiters.truncation,
        }
        meant = {role: self._character(found) for role, found in roles.items() if found}
        self._meant: dict[bytes, str] = {b"H": "", b"N": "", **meant}

    def value(self, raw: bytes, units: bytes) -> Value:
        """The value of a leaf: its bytes, and the same ones as delimiters are looked for in them (see `veil`)."""
        if len(raw) <= KEPT:
            return self._value(raw, units)
        kept, rest = self._cut(raw)
        return self._value(kept, units[: len(kept) // self._width], beyond=self._lost(rest), whole=False)

    def whole(self, raw: bytes, units: bytes) -> str:
        """All of a value, however long it is."""
        return self._value(raw, units).text

    def both(self, raw: bytes, units: bytes, *, plain: bool) -> tuple[str, str]:
        """A value as it is written and what it means, however long it is. `plain`: it is what names the delimiters."""
        text = self.text(raw)[0]
        if plain or not self.escape or self.escape not in units:
            return text, text
        return text, _Unescaping(self, raw, units, whole=True).value(0).text

    def _value(self, raw: bytes, units: bytes, beyond: int = 0, *, whole: bool = True) -> Value:
        if not self.escape or self.escape not in units:
            text, undecodable = self.text(raw)
            return Value(text, undecodable + beyond, 0, whole)
        return _Unescaping(self, raw, units, whole=whole).value(beyond)

    def text(self, raw: bytes, codec: str = "") -> tuple[str, int]:
        """Bytes as characters, the undecodable ones marked and counted."""
        codec = codec or self._codec
        try:
            text = raw.decode(codec)
        except UnicodeDecodeError:
            return _marked(raw, codec)
        return _UNUSED.subn(_mark_unused, text) if codec == "cp932" else (text, 0)

    def meaning(self, body: bytes) -> str | bytes | tuple[str, bytes] | None:
        """What an escape sequence stands for: text, bytes, a switch to another set; None: nothing that is known."""
        meant = self._meant.get(body)
        if meant is not None:
            return meant
        if found := _HEX.fullmatch(body):
            return bytes.fromhex(found[1].decode())
        if found := _SWITCH.fullmatch(body):
            return _SWITCHES.get(found[1] or found[2])
        if found := _COMMAND.fullmatch(body):
            return _command(found)
        return None

    def hexadecimal(self, data: bytes) -> tuple[str, int]:
        """What bytes written as `\\X…\\` are: in wide characters written with the big end first."""
        if self._width == 1:
            return self.text(data)
        return self.text(data, f"{self._codec[:6]}-be" if len(data) % self._width == 0 else "iso8859-1")

    def _character(self, delimiter: bytes) -> str:
        return delimiter.decode("latin-1") if self._width > 1 else self.text(delimiter)[0]

    def _cut(self, raw: bytes) -> tuple[bytes, bytes]:
        """The beginning that is kept, which ends with a whole character, and the rest."""
        decoder = codecs.getincrementaldecoder(self._codec)("replace")
        decoder.decode(raw[:KEPT])
        kept = KEPT - len(decoder.getstate()[0])
        return raw[:kept], raw[kept:]

    def _lost(self, rest: bytes) -> int:
        """How many bytes of what isn't kept are no characters."""
        if rest.isascii() and self._width == 1:
            return 0
        bytewise = self._codec in _BYTEWISE
        decoder = codecs.getincrementaldecoder(self._codec)("ignore" if bytewise else "replace")
        pieces = [rest[at : at + _PIECE] for at in range(0, len(rest), _PIECE)]
        texts = (decoder.decode(piece, final=n == len(pieces) - 1) for n, piece in enumerate(pieces))
        if bytewise:
            return len(rest) - sum(len(text.encode(self._codec)) for text in texts)
        return sum(text.count("\ufffd") for text in texts)


class _Unescaping:
    """One leaf with escape characters, from left to right; each byte is looked at twice at most."""

    def __init__(self, decoder: Decoder, raw: bytes, units: bytes, *, whole: bool) -> None:
        self._decoder, self._raw, self._units, self._whole = decoder, raw, units, whole
        self._width = len(raw) // len(units)
        self._parts: list[str] = []
        self._codec, self._before = "", b""
        self._hex = b""
        self._undecodable = self._bad = 0

    def value(self, beyond: int) -> Value:
        """`beyond`: undecodable bytes of what isn't kept."""
        units, escape = self._units, self._decoder.escape
        length = len(escape)
        plain = at = 0
        end = len(units)
        while (start := units.find(escape, at)) >= 0:
            stop = units.find(escape, start + length)
            if stop < 0:
                end, at = self._open(start, end)
                break
            body = units[start + length : stop]
            meant = self._decoder.meaning(body)
            if meant is None:
                self._bad += 1
                at = stop + length if _SEQUENCE.fullmatch(body) else start + length
                if self._before:  # its bytes are no pairs of the set that was switched to
                    self._plain(plain, start)
                    self._take(self._raw[start * self._width : at * self._width], "")
                    plain = at
                continue
            self._plain(plain, start)
            self._mean(meant)
            plain = at = stop + length
        self._plain(plain, end)
        self._flush()
        return Value("".join(self._parts), self._undecodable + beyond, self._bad, self._whole)

    def _open(self, start: int, end: int) -> tuple[int, int]:
        """A sequence that nothing ends: literal, or cut off with what isn't kept."""
        if not self._whole and end - start < 80:
            return start, start
        self._bad += 1
        return end, end

    def _plain(self, begin: int, end: int) -> None:
        if begin < end:
            self._flush()
            self._take(self._before + self._raw[begin * self._width : end * self._width], self._codec)

    def _mean(self, meant: str | bytes | tuple[str, bytes]) -> None:
        if isinstance(meant, bytes):
            if self._width > 1:
                self._flush()  # a unit is written as a whole
            self._hex += meant
            return
        self._flush()
        if isinstance(meant, str):
            self._parts.append(meant)
        else:
            self._codec, self._before = meant

    def _flush(self) -> None:
        """Bytes that were written as `\\X…\\`: of several in a row, since a character may take more than one."""
        if self._hex:
            text, undecodable = self._decoder.hexadecimal(self._hex)
            self._hex = b""
            self._parts.append(text)
            self._undecodable += undecodable

    def _take(self, raw: bytes, codec: str) -> None:
        text, undecodable = self._decoder.text(raw, codec)
        self._parts.append(text)
        self._undecodable += undecodable


def _command(found: re.Match[bytes]) -> str:
    """What a formatting command does to the text: new lines, blanks, or nothing that plain text can show."""
    name = (found[1] or found[2] or b"").lower()
    count = int(found[3] or 1)
    return {b"br": "\n", b"ce": "\n", b"sp": "\n" * count, b"sk": " " * count}.get(name, "")


_LONE = re.compile("[\udc00-\udcff]")


def _marked(raw: bytes, codec: str) -> tuple[str, int]:
    """Bytes as characters, with `⟨\\xNN⟩` for each byte that is none (as `payloads.text` writes it), and how many."""
    # Python's own handler is ten times as fast, but only for bytes beyond ASCII
    errors = "surrogateescape" if codec in _BYTEWISE else "qmonitor-lone"
    text = raw.decode(codec, errors)
    unused = 0
    if codec == "cp932":
        text, unused = _UNUSED.subn(_mark_unused, text)
    text, lone = _LONE.subn(_mark, text)
    return text, lone + unused


_UNUSED = re.compile("[\x80\uf8f0-\uf8f3]")
"""What Windows' Shift-JIS makes of the bytes 80, A0 and FD to FF, which are no characters of it."""


def _mark_unused(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"⟨\\x{code if code == 0x80 else 0xA0 if code == 0xF8F0 else code - 0xF8F1 + 0xFD:02X}⟩"


def _keep_lone(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "".join(chr(0xDC00 + byte) for byte in error.object[error.start : error.end]), error.end


codecs.register_error("qmonitor-lone", _keep_lone)


def _mark(lone: re.Match[str]) -> str:
    return f"⟨\\x{ord(lone[0]) - 0xDC00:02X}⟩"
