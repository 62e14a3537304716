"""Names of members that are data: JSON and CBOR may be keyed by what a person is called or known by."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from qmonitor.payloads import protected
from qmonitor.payloads.mask.marks import Span, marks
from qmonitor.payloads.model import Document, Element, Format, Message, Segment

_QUOTED = re.compile(rb'"((?:[^"\\]|\\.)*+)', re.DOTALL)
_KEYED = (Format.JSON, Format.CBOR)


def hidden_names(document: Document, raw: bytes) -> Iterator[tuple[Span, str]]:
    """Where the names are that are hidden, and what they mean."""
    if document.format not in _KEYED:
        return
    quoted = document.format is Format.JSON and not document.codec.startswith(("utf-16", "utf-32"))
    for segment in document.segments():
        waiting = [("", segment.elements)]
        while waiting:
            above, beside = waiting.pop()
            for n, element in enumerate(beside):
                name = _name(element, above, n)
                if not protected.name_shown(segment.title, name):
                    found = _QUOTED.match(raw, element.begin, element.end) if quoted else None
                    yield found.span(1) if found else (element.begin, _inside(element)), name
            waiting += [(element.path, element.children) for element in beside if element.children]


def _inside(element: Element) -> int:
    """Where what is named begins."""
    if element.value is not None:
        return element.place[0]
    return element.children[0].begin if element.children else element.end


def _name(element: Element, above: str, n: int) -> str:
    """The name of a member; empty for what is counted."""
    step = element.path.removeprefix(above)[1:]
    return "" if step == str(n) else step.replace("~1", "/").replace("~0", "~")


def veiled(document: Document) -> Document:
    """The same document, in its paths marks for names that are hidden."""
    if document.format not in _KEYED or next(hidden_names(document, b""), None) is None:
        return document
    paths: dict[str, str] = {}
    messages = tuple(_message(message, paths) for message in document.messages)
    notices = tuple(replace(notice, path=paths.get(notice.path, notice.path)) for notice in document.notices)
    return replace(document, messages=messages, notices=notices)


def _message(message: Message, paths: dict[str, str]) -> Message:
    return replace(message, segments=tuple(_segment(segment, paths) for segment in message.segments))


def _segment(segment: Segment, paths: dict[str, str]) -> Segment:
    return replace(segment, elements=_elements(segment.elements, "", "", segment.title, paths))


def _elements(
    beside: Sequence[Element], above: str, shown_above: str, title: str, paths: dict[str, str]
) -> tuple[Element, ...]:
    """Names that are marks now carry their number, for they may be alike."""
    made: list[Element] = []
    for n, element in enumerate(beside):
        step, name = element.path.removeprefix(above), _name(element, above, n)
        shown = shown_above + (step if protected.name_shown(title, name) else f"/{marks(name)}[{n + 1}]")
        paths[element.path] = shown
        children = _elements(element.children, element.path, shown, title, paths)
        made.append(replace(element, path=shown, children=children))
    return tuple(made)
