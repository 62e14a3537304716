"""What no format takes: text, each line an element, or binary, all of it one."""

import re
from collections.abc import Iterator

from qmonitor.payloads.decoding import Decoded, decode
from qmonitor.payloads.file_types import file_type
from qmonitor.payloads.model import Document, Format, Hint, Kind
from qmonitor.payloads.tree import KEPT, Full, Node, Part, Reading, kept
from qmonitor.queues.words import phrase

_LINE = re.compile(r"([^\r\n]*+)(\r\n|\r|\n|\Z)")
_ENDS = {"\r\n": "CRLF", "\r": "CR", "\n": "LF"}
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x7f\ud800-\udfff]")
"""Controls that hardly occur in text, and what could not be decoded."""

_SAMPLE = 65_536
"""Bytes that are looked at to tell text from binary."""


def read(raw: bytes, hint: Hint) -> Document:
    """The payload as text, or as binary."""
    found = file_type(raw)
    if found and not hint.encoding:
        return _binary(raw, hint, found.name)
    cut = (hint.size or 0) > len(raw)
    if not hint.encoding and not _is_text(decode(raw[:_SAMPLE], hint, cut=cut or len(raw) > _SAMPLE)):
        return _binary(raw, hint, "")
    return _text(Reading(raw, hint, decode(raw, hint, cut=cut)))


def _is_text(decoded: Decoded) -> bool:
    """Mostly characters. A guessed encoding takes any byte: then hardly any control may be among them."""
    sample = decoded.text
    controls = len(_CONTROL.findall(sample))
    sure = decoded.codec == "utf-8" and not decoded.undecodable
    return controls * (2 if sure else 20) < len(sample) or not (sample or decoded.undecodable)


def _binary(raw: bytes, hint: Hint, title: str) -> Document:
    reading = Reading(raw, hint)
    node = reading.node(Kind.VALUE, "", 0)
    node.value, node.end, node.type = raw[: KEPT // 2].hex(), len(raw), "bytes"
    node.whole = len(raw) <= KEPT // 2 and not reading.cut
    return reading.document(Format.BINARY, [Part(node, title, divided=False)], len(raw))


def _text(reading: Reading) -> Document:
    root = Node(Kind.ARRAY, "", 0)
    described, ends = 0, set[str]()
    try:
        for begin, end, after in _lines(reading.decoded.text if reading.decoded else ""):
            _line(reading, root, begin, end)
            described = reading.place(after)
            ends.add(_text_of(reading, end, after))
        described = len(reading.raw)
        if reading.cut and root.children and root.children[-1].end == described:
            root.children[-1].whole = False
    except Full:
        pass
    root.end = described
    kinds = [_ENDS[end] for end in ("\r\n", "\r", "\n") if end in ends]
    if len(kinds) > 1:
        reading.note("mixed-ends", phrase("Lines end differently: {kinds}", kinds=", ".join(kinds)))
    return reading.document(Format.TEXT, [Part(root)] if root.children else [], described)


def _text_of(reading: Reading, begin: int, end: int) -> str:
    return reading.decoded.text[begin:end] if reading.decoded else ""


def _lines(text: str) -> Iterator[tuple[int, int, int]]:
    """Begin and end of each line, and where the next begins; the last one only if there is anything in it."""
    for found in _LINE.finditer(text):
        if found.end() > found.start():
            yield found.start(), found.end(1), found.end()


def _line(reading: Reading, root: Node, begin: int, end: int) -> None:
    node = reading.node(Kind.VALUE, str(len(root.children) + 1), reading.place(begin), root)
    node.value, node.whole = kept(_text_of(reading, begin, min(end, begin + KEPT + 1)))
    reading.spend(len(node.value))
    node.end = reading.place(end)
