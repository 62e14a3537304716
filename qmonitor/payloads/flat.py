"""A document as plain values: for JSON, and as text that is read in a terminal.

`mask` says for an element what is written instead of its value (None: the value itself); where it is given, nothing
else of a protected value is written.
"""

from collections.abc import Callable, Iterator
from typing import Any

from qmonitor.payloads.model import Document, Element, Notice, Segment
from qmonitor.payloads.text import visible
from qmonitor.payloads.values import whole_value

Mask = Callable[[Element, Segment], str | None]

WIDEST = 48
"""Characters of a path or name up to which the values stand below each other."""
READ = 2_000
"""Characters of a value in a text that people read; `show --json` and `--raw` give all of it."""


def flat(document: Document, raw: bytes = b"", mask: Mask | None = None) -> dict[str, Any]:
    """What `show --json` prints of a payload: leaves that are not empty, with path, name and value.

    `raw` is the payload: without it, or if it is the beginning only, values that were too long to keep stay cut.
    """

    def segments(found: tuple[Segment, ...]) -> list[dict[str, Any]]:
        return [{"name": segment.name, "values": _values(document, segment, raw, mask)} for segment in found]

    made: dict[str, Any] = {
        "format": document.format.value,
        "encoding": document.encoding,
        "notices": [_told(notice) for notice in _notices(document)],
    }
    if document.envelope:
        made["envelope"] = {"segments": segments(document.envelope)}
    made["messages"] = [{"segments": segments(message.segments)} for message in document.messages]
    if document.described < document.size:
        made["notices"].append(not_all(document))
    return made


def _values(document: Document, segment: Segment, raw: bytes, mask: Mask | None) -> list[dict[str, str]]:
    return [
        {"path": leaf.path, "name": leaf.name, "value": _value(document, leaf, segment, raw, mask)}
        for element in segment.elements
        for leaf in element.leaves()
        if leaf.value
    ]


def _value(document: Document, leaf: Element, segment: Segment, raw: bytes, mask: Mask | None) -> str:
    marks = mask(leaf, segment) if mask else None
    if marks is not None:
        return marks
    if leaf.whole or leaf.place[1] > len(raw):
        return leaf.value or ""
    return whole_value(document, leaf, raw)


def _notices(document: Document) -> Iterator[Notice]:
    """Those of a document; that it is not all described is said once, and alike for every format (`not_all`)."""
    return (notice for notice in document.notices if notice.code != "cut")


def _told(notice: Notice) -> str:
    text = str(notice.text)
    return f"{text} ({notice.path})" if notice.path and notice.path not in text else text


def not_all(document: Document) -> str:
    """Says how much of a payload is described."""
    return f"{document.described:,} of {document.size:,} bytes are described"


def tree_text(document: Document, mask: Mask | None = None) -> Iterator[str]:
    """The lines of `show --tree`: format and notices, then each segment with its paths, names and values."""
    head = [document.format.value, document.encoding, str(document.source), f"{document.size:,} bytes"]
    yield ", ".join(part for part in head if part)
    if document.described < document.size:
        yield f"! {not_all(document)}"
    for notice in _notices(document):
        yield visible(f"! {_told(notice)}")
    for segment in document.segments():
        yield ""
        yield visible(f"{segment.path or segment.name}  {segment.title}".rstrip())
        yield from _rows(segment, mask)


def _rows(segment: Segment, mask: Mask | None) -> Iterator[str]:
    """One line for each element that has a value, or parts with one; the columns stand below each other."""
    rows = [(depth, element) for depth, element in _walk(segment.elements) if element.children or element.value]
    paths = min(WIDEST, max((2 * depth + len(visible(element.path)) for depth, element in rows), default=0))
    names = min(WIDEST, max((len(visible(element.name)) for _depth, element in rows), default=0))
    for depth, element in rows:
        path = "  " * depth + visible(element.path)
        shown = _shown(element, segment, mask) if element.value else ""
        yield f"  {path:<{paths}}  {visible(element.name):<{names}}{'  ' if names else ''}{shown}".rstrip()


def _walk(elements: tuple[Element, ...]) -> Iterator[tuple[int, Element]]:
    waiting = [(0, element) for element in reversed(elements)]
    while waiting:
        depth, element = waiting.pop()
        yield depth, element
        waiting += [(depth + 1, child) for child in reversed(element.children)]


def _shown(element: Element, segment: Segment, mask: Mask | None) -> str:
    marks = mask(element, segment) if mask else None
    value = (element.value or "") if marks is None else marks
    if len(value) <= READ and element.whole:
        return visible(value)
    begin, end = element.place
    return f"{visible(value[:READ])} … ({end - begin:,} bytes)"
