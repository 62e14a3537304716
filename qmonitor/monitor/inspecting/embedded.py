"""Documents inside a payload: found by what the message says, or by their bytes; decoded for whoever saves one."""

from collections.abc import Iterator

from qmonitor.payloads.hl7.documents import SMALLEST, Embedded, document, found, reference
from qmonitor.payloads.model import Document, Element, Format, Kind, Segment
from qmonitor.queues.words import Phrase
from qmonitor.values import dataclass

MOST = 200
"""So many are told of."""

_TYPE_OF_VALUE, _VALUE = 2, 5
"""Fields of an OBX: OBX-5 is of the type that OBX-2 says."""
_KIND, _SUBTYPE, _ENCODING, _DATA = 2, 3, 4, 5
"""Components of an ED."""


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A document in a payload, or a reference to one (`embedded` is None): where it is, and what is said of it."""

    path: str
    begin: int
    end: int
    said: Phrase
    odd: Phrase | None = None
    embedded: Embedded | None = None

    @property
    def ending(self) -> str:
        """How the name of its file ends."""
        kind = self.embedded.type if self.embedded else None
        return kind.ending if kind else ".bin"


def enclosed(described: Document, raw: bytes, size: int) -> tuple[Enclosed, ...]:
    """The documents in a payload, of which `raw` is the beginning, or all."""
    made: list[Enclosed] = []
    if described.format in (Format.BINARY, Format.TEXT):
        return ()
    for one in _all(described, raw, size):
        made.append(one)
        if len(made) == MOST:
            break
    return tuple(made)


def _all(described: Document, raw: bytes, size: int) -> Iterator[Enclosed]:
    for segment in described.segments():
        said = _said(segment) if segment.name == "OBX" else None
        if said is not None:
            yield from _declared(said, segment.elements[_VALUE - 1], raw, size)
            continue
        for element in segment.elements:
            if element.end - element.begin >= SMALLEST:
                yield from _undeclared(element, raw, size)


def _said(segment: Segment) -> str | None:
    """The type of an OBX's value, where that is a document's, or a reference to one."""
    if len(segment.elements) < _VALUE:
        return None
    said = segment.elements[_TYPE_OF_VALUE - 1].value
    return said if said in ("ED", "RP") else None


def _declared(said: str, field: Element, raw: bytes, size: int) -> Iterator[Enclosed]:
    repeated = bool(field.children) and field.children[0].kind is Kind.REPETITION
    for once in field.children if repeated else (field,):
        parts = once.children
        claimed = "^".join(parts[n - 1].value or "" for n in (_SUBTYPE, _KIND) if n <= len(parts)).strip("^")
        if said == "RP":
            yield Enclosed(once.path, once.begin, once.end, reference(claimed))
        elif len(parts) >= _DATA and parts[_DATA - 1].end > parts[_DATA - 1].begin:
            data = parts[_DATA - 1]
            encoding = parts[_ENCODING - 1].value or ""
            yield _made(data, document(*_bytes(data, raw, size), claimed, encoding))


def _undeclared(element: Element, raw: bytes, size: int) -> Iterator[Enclosed]:
    for leaf in element.leaves():
        begin, end = leaf.place
        if end - begin >= SMALLEST and (seen := found(*_bytes(leaf, raw, size))):
            yield _made(leaf, seen)


def _bytes(leaf: Element, raw: bytes, size: int) -> tuple[bytes, int]:
    """The bytes of a leaf, and how many there are in all: where the payload is cut, there may be more."""
    begin, end = leaf.place
    return raw[begin:end], (size if end >= len(raw) else end) - begin


def _made(leaf: Element, seen: Embedded) -> Enclosed:
    odd = seen.mismatch() or (seen.fault.text if seen.fault else None)
    return Enclosed(leaf.path, *leaf.place, seen.said(), odd, seen)
