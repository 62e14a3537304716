"""Which characters the bytes stand for, who said so, and where each character lies in the bytes.

An undecodable byte is a lone surrogate within `Decoded.text` (U+DC00 and its value, as Python's `surrogateescape` has
it; an undecodable unit of UTF-16 or UTF-32 is U+DFFF), so that offsets stay exact; `shown` turns them into marks.
"""

import codecs
import re

from qmonitor.payloads.model import Hint
from qmonitor.payloads.text import guess, open_end
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

GUESSED_BY = 65_536
"""Bytes that are looked at to guess an encoding."""

BY_HAND = phrase("chosen for this view")
BY_MARK = phrase("byte-order mark")
BY_LABEL = phrase("declared by the message")
BY_BYTES = phrase("recognised by its bytes")
ASSUMED = phrase("assumed for this source")
GUESSED = phrase("a guess: the message does not say")

_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_WIDE = (
    (re.compile(rb"[\t-~]\0\0\0"), "utf-32-le"),
    (re.compile(rb"\0\0\0[\t-~]"), "utf-32-be"),
    (re.compile(rb"(?:[\t-~]\0){2}"), "utf-16-le"),
    (re.compile(rb"(?:\0[\t-~]){2}"), "utf-16-be"),
)
"""How a text that begins with two ASCII characters (of UTF-32: one) looks in wide characters."""

_LABEL = re.compile(r"[A-Za-z][A-Za-z0-9._:-]{0,39}\Z")
_SAFE = re.compile(
    r"(?:utf-(?:8|8-sig|(?:16|32)(?:-[lb]e)?)|ascii|iso8859-\d+|cp\d+|koi8-[rtu]|mac-[a-z]+|shift_jis\w*|euc_\w+"
    r"|gbk|gb2312|gb18030|big5\w*|johab|tis-620|hp-roman8|kz1048|ptcp154)\Z"
)
"""Python's codecs that only turn bytes into characters, without a state (none that runs or unpacks something)."""

_NAMES = {"ascii": "ASCII", "shift_jis": "Shift-JIS", "gb18030": "GB18030", "big5": "Big5", "gbk": "GBK"}
_ISO, _WINDOWS = re.compile(r"iso8859-(\d+)"), re.compile(r"cp(125\d)")
_PRINTED = re.compile(rb"[\x80\x82-\x8c\x8e\x91-\x9c\x9e\x9f]")
"""What is a printed character in Windows-1252, and a control that nobody uses in ISO 8859-1."""
_LONE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A payload as characters: `text` without its byte-order mark, which takes `start` bytes."""

    text: str
    codec: str
    source: Phrase
    start: int = 0
    undecodable: int = 0
    ragged: int = 0
    """Bytes at the end that are no whole character."""

    @property
    def encoding(self) -> str:
        """The name that people know it by."""
        return called(self.codec)


class Places:
    """Where characters lie in the bytes. Linear in the whole if it is asked in rising order."""

    def __init__(self, decoded: Decoded, length: int) -> None:
        """`length`: bytes that the characters of `decoded` stand for, without mark and ragged end."""
        self._text, self._codec = decoded.text, decoded.codec
        self._errors = errors_of(decoded.codec)
        self._start = decoded.start
        unit = unit_of(decoded.codec)
        self._width = unit if len(self._text) * unit == length else 0
        self._at, self._byte = 0, 0

    def __call__(self, at: int) -> int:
        """The offset of the first byte of the character at index `at` (or of the end)."""
        if self._width:
            return self._start + at * self._width
        low, high = sorted((at, self._at))
        step = len(self._text[low:high].encode(self._codec, self._errors))
        self._byte += step if at > self._at else -step
        self._at = at
        return self._start + self._byte


def decode(raw: bytes, hint: Hint, label: str = "", *, cut: bool = False) -> Decoded:
    """The characters of `raw`. `label` is what the message declares itself; `cut`: its end is missing."""
    codec, source, start = choose(raw, hint, label, cut=cut)
    body = raw[start:] if start else raw
    tail = len(body) % unit_of(codec) or (open_end(body) if cut and codec == "utf-8" else 0)
    whole = body[: len(body) - tail] if tail else body
    ragged = 0 if cut else tail
    try:
        return Decoded(whole.decode(codec), codec, source, start, ragged, ragged)
    except UnicodeError:
        text = whole.decode(codec, errors_of(codec))
        wrong = len(_LONE.findall(text)) * unit_of(codec)
        return Decoded(text, codec, source, start, wrong + ragged, ragged)


def places(decoded: Decoded, raw: bytes) -> Places:
    """Where the characters of `decoded` lie in `raw`, which it was made of."""
    return Places(decoded, len(raw) - decoded.start - len(raw[decoded.start :]) % unit_of(decoded.codec))


def choose(raw: bytes, hint: Hint, label: str = "", *, cut: bool = False) -> tuple[str, Phrase, int]:
    """Codec, who said so, and the length of the byte-order mark: person, mark, label, bytes, source, guess."""
    mark, marked = mark_of(raw)
    chosen, declared = known(hint.encoding), known(label)
    if chosen:
        same = chosen == marked or (chosen in ("utf-16", "utf-32") and marked.startswith(chosen))
        return (marked, BY_HAND, mark) if same else (_ordered(chosen, raw), BY_HAND, 0)
    if marked:
        return marked, BY_MARK, mark
    if declared:
        return _ordered(declared, raw), BY_LABEL, 0
    if wide := wide_of(raw):
        return wide, BY_BYTES, 0
    return _plain(raw, hint, cut=cut)


def _plain(raw: bytes, hint: Hint, *, cut: bool) -> tuple[str, Phrase, int]:
    try:
        codecs.utf_8_decode(raw, "strict", not cut)
        return "utf-8", BY_BYTES, 0
    except UnicodeDecodeError:
        if assumed := known(hint.assumed):
            return _ordered(assumed, raw), ASSUMED, 0
    taken = guess(raw[:GUESSED_BY], last=len(raw) <= GUESSED_BY and not cut)
    if taken == "UTF-8":
        return "utf-8", GUESSED, 0
    return ("cp1252" if _PRINTED.search(raw[:GUESSED_BY]) else "iso8859-1"), GUESSED, 0


def mark_of(raw: bytes) -> tuple[int, str]:
    """Length and codec of the byte-order mark; (0, "") without one."""
    return next(((len(mark), codec) for mark, codec in _MARKS if raw.startswith(mark)), (0, ""))


def wide_of(raw: bytes) -> str:
    """UTF-16 or UTF-32 by how the first (ASCII) character is stored; empty for bytes without zeros there."""
    return next((codec for pattern, codec in _WIDE if pattern.match(raw)), "")


def known(label: str) -> str:
    """Python's name of an encoding, whatever it is called; empty if it is none that is read here."""
    if not _LABEL.match(label):
        return ""
    try:
        name = codecs.lookup(label).name
    except (LookupError, ValueError):
        return ""
    return ("utf-8" if name == "utf-8-sig" else name) if _SAFE.match(name) else ""


def called(codec: str) -> str:
    """The name that people know an encoding by."""
    if iso := _ISO.fullmatch(codec):
        return f"ISO 8859-{iso.group(1)}"
    if windows := _WINDOWS.fullmatch(codec):
        return f"Windows-{windows.group(1)}"
    if codec.endswith(("-le", "-be")):
        return f"{codec[:-3].upper()} {codec[-2:].upper()}"
    return _NAMES.get(codec, codec.upper())


def shown(text: str) -> str:
    """A decoded text with marks for what could not be decoded: it may be written and displayed anywhere."""
    return _LONE.sub(_mark, text)


def _mark(lone: re.Match[str]) -> str:
    byte = ord(lone.group()) - 0xDC00
    return f"⟨\\x{byte:02X}⟩" if 0 <= byte <= 0xFF else "\ufffd"


def _ordered(codec: str, raw: bytes) -> str:
    """UTF-16 and UTF-32 with the order of their bytes (big end first, where nothing shows it)."""
    if codec not in ("utf-16", "utf-32"):
        return codec
    wide = wide_of(raw)
    return wide if wide.startswith(codec) else f"{codec}-be"


def unit_of(codec: str) -> int:
    """Bytes that a character has at least."""
    return 4 if codec.startswith("utf-32") else 2 if codec.startswith("utf-16") else 1


PLACES = "qmonitor-places"
"""Python's name for the way in which what can't be decoded is kept in its place."""


def errors_of(codec: str) -> str:
    """The same for one codec: Python's own way where that does it, too, which is faster."""
    return "surrogateescape" if codec in _SINGLE else PLACES


_SINGLE = {"utf-8", "ascii", "iso8859-1"}
"""Codecs whose errors are always bytes beyond ASCII: Python's own handler is fast."""


def _keep(error: UnicodeError) -> tuple[str | bytes, int]:
    """Keeps what can't be decoded in its place, and gives it back when it is encoded again."""
    if isinstance(error, UnicodeDecodeError):
        unit = unit_of(error.encoding)
        wrong = error.object[error.start : error.end]
        if unit > 1:
            return "\udfff" * (len(wrong) // unit or 1), error.end
        return "".join(chr(0xDC00 + byte) for byte in wrong), error.end
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unit = unit_of(error.encoding)
    kept = error.object[error.start : error.end]
    return (bytes(len(kept) * unit) if unit > 1 else bytes(ord(lone) & 0xFF for lone in kept)), error.end


codecs.register_error(PLACES, _keep)


def decode_part(data: bytes, codec: str) -> str:
    """Some bytes out of the middle, in an encoding that was chosen before; with marks for what is undecodable."""
    tail = len(data) % unit_of(codec)
    return shown(data[: len(data) - tail].decode(codec, errors_of(codec)))
