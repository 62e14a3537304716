"""The corpus: small messages, each with an oddity, and the tree that they have to be read as.

A file says on its first line what is odd, then options (`stored`: the encoding of its bytes; `encoding`, `assumed`,
`size`: the hint). In the message control characters are pictures (`␍`), other bytes are written `⟨FC⟩`, lines break
anywhere, and `…×600` repeats the eight characters before it. The tree has every leaf that is not empty but those of
MSH, and of MSH those that are listed.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from qmonitor.payloads.hl7 import describe
from qmonitor.payloads.hl7.paths import Path as Place
from qmonitor.payloads.hl7.query import Glob, PathQuery
from qmonitor.payloads.model import Document, Hint

CORPUS = Path(__file__).parent.parent / "corpus" / "hl7"
FILES = sorted(CORPUS.glob("*.txt"))

_BYTE = re.compile(r"⟨([0-9A-F]{2})⟩")
_REPEATED = re.compile(r"(.{8})…×(\d+)")


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
    text = _REPEATED.sub(lambda found: found[1] * (int(found[2]) + 1), text)
    text = text.translate({0x2400 + code: chr(code) for code in range(32)})
    parts = _BYTE.split(text)
    return b"".join(bytes.fromhex(part) if n % 2 else part.encode(codec) for n, part in enumerate(parts))


def visible(text: str) -> str:
    text = text if len(text) <= 200 else f"{text[:40]}… ({len(text)} characters)"
    return text.translate({code: chr(0x2400 + code) for code in range(32)})


def tree(case: Case) -> list[str]:
    """The leaves as a file has them: messages and segments that say nothing by name alone."""
    document, listed = case.document(), [line.split(" = ")[0] for line in case.expected["tree"]]
    lines = []
    begins = {message.begin: n for n, message in enumerate(document.messages, 1) if len(document.messages) > 1}
    for segment in document.segments():
        if segment.begin in begins:
            lines.append(f"message {begins[segment.begin]}")
        found = [
            f"{leaf.path} = {visible(leaf.value)}" + (" (null)" if leaf.null else "") + ("" if leaf.whole else " …")
            for element in segment.elements
            for leaf in element.leaves()
            if leaf.value and (segment.name != "MSH" or leaf.path in listed)
        ]
        lines += found or [segment.path]
    return lines


def notices(case: Case) -> list[str]:
    return [f"{notice.code} {notice.path}".strip() + f": {notice.text}" for notice in case.document().notices]


def encoding(case: Case) -> list[str]:
    document = case.document()
    counted = f", {document.undecodable} undecodable" if document.undecodable else ""
    return [f"{document.encoding}, {document.source}{counted}"]


def test_there_are_enough() -> None:
    assert len(FILES) >= 40


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_read_as_expected(path: Path) -> None:
    case = Case.read(path)

    assert tree(case) == case.expected["tree"]
    assert notices(case) == case.expected["notices"]
    assert encoding(case) == case.expected["encoding"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_elements_lie_where_they_say(path: Path) -> None:
    """No two leaves overlap, and where nothing is escaped or undecodable, the bytes of each are its value."""
    case = Case.read(path)
    document, at = case.document(), 0
    plain = {"bad-escape", "undecodable", "charsets"}.isdisjoint(notice.code for notice in document.notices)

    for segment in document.segments():
        assert at <= segment.begin <= segment.end <= len(case.raw)
        for leaf in (leaf for element in segment.elements for leaf in element.leaves()):
            assert at <= leaf.begin <= leaf.end <= segment.end
            at = leaf.end
            sent = case.raw[leaf.begin : leaf.end].decode(document.codec, "replace")
            if plain and leaf.whole and not re.search(r"[\\$]", sent):
                assert leaf.value == sent


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_leaf_is_found_by_its_path(path: Path) -> None:
    """What the tree shows as a path is what a search takes for one."""
    case = Case.read(path)
    for segment in case.document().segments():
        for leaf in (leaf for element in segment.elements for leaf in element.leaves()):
            if leaf.value and leaf.whole:
                hits = PathQuery(Place.parse(leaf.path), Glob((leaf.value,))).search(case.raw, case.hint)
                assert (leaf.path, leaf.begin, leaf.end) in [(hit.path, hit.begin, hit.end) for hit in hits]
