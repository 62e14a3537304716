"""Which part of a document lies at a byte, and which bytes a part is: what ties tree, text and hex together."""

from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter

from qmonitor.payloads.model import Document, Element, Message, Segment
from qmonitor.values import dataclass

Part = Message | Segment | Element
_begin = attrgetter("begin")


@dataclass(frozen=True, slots=True)
class Spot:
    """A part with everything that it is in, the outermost first."""

    chain: tuple[Part, ...]

    @property
    def part(self) -> Part:
        """The part itself."""
        return self.chain[-1]

    @property
    def element(self) -> Element | None:
        """The part, where it is an element."""
        return self.part if isinstance(self.part, Element) else None

    @property
    def path(self) -> str:
        """Its path; empty for a message of a batch."""
        return path_of(self.part)

    @property
    def name(self) -> str:
        """What it is called."""
        part = self.part
        return part.name if isinstance(part, Element) else part.title if isinstance(part, Segment) else ""

    @property
    def place(self) -> tuple[int, int]:
        """Its bytes; of a leaf those of its value alone."""
        element = self.element
        return element.place if element is not None else (self.part.begin, self.part.end)


def path_of(part: Part) -> str:
    """The path of a part; a message of a batch has none."""
    return "" if isinstance(part, Message) else part.path


def roots(document: Document) -> tuple[Part, ...]:
    """What stands outermost: segments, where there is one message; of a batch what is around the messages, and these.

    Of formats that know no segments, what the only one consists of.
    """
    if len(document.messages) == 1 and not document.envelope:
        segments = document.messages[0].segments
        if len(segments) == 1 and not segments[0].path:
            return segments[0].elements
        return segments
    return tuple(sorted((*document.envelope, *document.messages), key=_begin))


def inside(part: Part) -> Sequence[Part]:
    """What a part consists of, as stored."""
    if isinstance(part, Message):
        return part.segments
    return part.elements if isinstance(part, Segment) else part.children


def at(document: Document, byte: int) -> Spot | None:
    """The innermost part at a byte. A delimiter belongs to what stands before it. None: nothing described is there."""
    chain: list[Part] = []
    parts: Sequence[Part] = roots(document)
    while parts:
        n = bisect_right(parts, byte, key=_begin) - 1
        # an empty part begins where the next one does: what has bytes is meant
        if n < 0 or not parts[n].begin <= byte <= parts[n].end:
            break
        chain.append(parts[n])
        parts = inside(parts[n])
    return Spot(tuple(chain)) if chain else None


def at_part(document: Document, part: Part) -> Spot | None:
    """A part with everything that it is in."""
    chain: list[Part] = []
    parts: Sequence[Part] = roots(document)
    while parts:
        if any(one is part for one in parts):
            return Spot((*chain, part))
        n = bisect_right(parts, part.begin, key=_begin) - 1
        if n < 0:
            return None
        chain.append(parts[n])
        parts = inside(parts[n])
    return None


def find(document: Document, path: str) -> Spot | None:
    """The first part that has a path."""
    waiting: list[tuple[Part, ...]] = [(part,) for part in reversed(roots(document))]
    while waiting:
        chain = waiting.pop()
        if path_of(chain[-1]) == path:
            return Spot(chain)
        waiting.extend((*chain, part) for part in reversed(inside(chain[-1])))
    return None
