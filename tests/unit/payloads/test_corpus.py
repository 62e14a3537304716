"""The corpus of JSON, XML, CBOR, text and binary: small payloads, each with an oddity, and what they are read as.

A file says on its first line what is odd, then options (`stored`: the encoding of its bytes, or `hex`; `encoding`,
`assumed`, `size`: the hint). In the message control characters are pictures (`␍`) and other bytes are written `⟨FC⟩`;
lines break anywhere. The tree has every leaf, empty ones too, with its type. (HL7 v2 has a corpus of its own.)
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from qmonitor.payloads.describe import describe
from qmonitor.payloads.flat import flat
from qmonitor.payloads.model import Document, Element, Format, Hint

CORPUS = Path(__file__).parent / "corpus"
FILES = sorted(path for path in CORPUS.glob("*/*.txt") if path.parent.name != "hl7")

_BYTE = re.compile(r"⟨([0-9A-F]{2})⟩")


@dataclass(frozen=True)
class Case:
    """A file of the corpus."""

    raw: bytes
    hint: Hint
    expected: dict[str, list[str]]

    @classmethod
    def read(cls, path: Path) -> "Case":
        head, *sections = path.read_text(encoding="utf-8").split("--- ")
        options = dict(line.split(": ") for line in head.splitlines() if line and not line.startswith("#"))
        named = {name: lines for name, *lines in (section.splitlines() for section in sections)}
        raw = stored("".join(named.pop("message")), options.get("stored", "utf-8"))
        size = int(options["size"]) if "size" in options else None
        return cls(raw, Hint(options.get("encoding", ""), options.get("assumed", ""), size), named)

    def document(self) -> Document:
        return describe(self.raw, self.hint)


def stored(text: str, codec: str) -> bytes:
    """The bytes of a message as it is written in a file."""
    if codec == "hex":
        return bytes.fromhex(text)
    text = text.translate({0x2400 + code: chr(code) for code in range(32)})
    parts = _BYTE.split(text)
    return b"".join(bytes.fromhex(part) if n % 2 else part.encode(codec) for n, part in enumerate(parts))


def visible(text: str) -> str:
    text = text if len(text) <= 200 else f"{text[:40]}… ({len(text)} characters)"
    return text.translate({code: chr(0x2400 + code) for code in range(32)})


def tree(document: Document) -> list[str]:
    lines = []
    for number, message in enumerate(document.messages, 1):
        lines += [f"message {number}"] if len(document.messages) > 1 else []
        for segment in message.segments:
            assert segment.name == document.format.value
            lines += [f"title {segment.title}"] if segment.title else []
            lines += [line(leaf) for element in segment.elements for leaf in element.leaves()]
    return lines


def line(leaf: Element) -> str:
    kind = f" ({leaf.type})" if leaf.type else ""
    return f"{leaf.path} = {visible(leaf.value or '')}{kind}" + ("" if leaf.whole else " …") + " null" * leaf.null


def notices(document: Document) -> list[str]:
    return [f"{notice.code} {notice.path}".strip() + f": {notice.text}" for notice in document.notices]


def read_as(document: Document) -> list[str]:
    said = ", ".join(part for part in (document.format.value, document.encoding, str(document.source)) if part)
    counted = f", {document.undecodable} undecodable" if document.undecodable else ""
    rest = f", {document.described} of {document.size} bytes" if document.described < document.size else ""
    return [said + counted + rest]


def test_there_are_enough() -> None:
    assert len(FILES) >= 45
    assert {path.parent.name for path in FILES} == set(Format) - {Format.HL7V2}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_it_is_read_as_expected(path: Path) -> None:
    case = Case.read(path)
    document = case.document()

    assert read_as(document) == case.expected["read as"]
    assert tree(document) == case.expected["tree"]
    assert notices(document) == case.expected["notices"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_beginning_alone_is_read_without_a_complaint_about_its_end(path: Path) -> None:
    """Wherever it is cut off, and told so: nothing is said about what is missing, and no byte beyond is spoken of."""
    case = Case.read(path)
    odd = {notice.code for notice in case.document().notices}

    for length in range(len(case.raw)):
        document = describe(case.raw[:length], Hint(case.hint.encoding, case.hint.assumed, len(case.raw) + 1))
        assert document.described <= length
        assert document.size == len(case.raw) + 1
        found = {notice.code for notice in document.notices} - odd
        assert not found & {"json-end", "json-string", "json-value", "xml-end", "xml-broken", "cbor-end"}, length


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_it_is_written_as_json(path: Path) -> None:
    case = Case.read(path)
    document = case.document()

    made = json.loads(json.dumps(flat(document, case.raw), ensure_ascii=False).encode().decode())

    values = [value for message in made["messages"] for segment in message["segments"] for value in segment["values"]]
    leaves = [leaf for segment in document.segments() for element in segment.elements for leaf in element.leaves()]
    assert [value["path"] for value in values] == [leaf.path for leaf in leaves if leaf.value]
    assert all(value["value"] for value in values)
