"""What reading any format has in common: nodes that become elements, the room they may take, what is odd.

Reading is bounded: so many elements, tokens and characters, so deep. What has no room is not described, and the
document says up to where it is (`described`). Nothing here recurses: nesting can't break it.
"""

from collections import Counter
from typing import NamedTuple

from qmonitor.payloads.decoding import Decoded, places, shown
from qmonitor.payloads.model import Document, Element, Format, Hint, Kind, Message, Notice, Segment
from qmonitor.queues.words import Phrase, counted
from qmonitor.values import dataclass

ELEMENTS = 40_000
TOKENS = 240_000
CHARACTERS = 64_000_000
"""Room for one payload (`Hint.room` of it). It takes 0.3 s and 25 MB (measured on two slow cores)."""

KEPT = 65_536
"""Characters of a value that are kept; `values.whole_value` reads the rest of the bytes when it is wanted."""

DEEPEST = 100
"""Levels below which a part is one leaf: people's documents have 20, and everything that walks a tree stays simple."""

LISTED = 100
"""Oddities that are listed one by one: a batch of a thousand messages may have the same a thousand times."""


class Full(Exception):
    """The room is used up: what was read so far is all that is described."""


class Node:
    """An element in the making. `step` is what its path has more than its parent's; `reach` the length of its path."""

    __slots__ = (
        "at", "begin", "children", "depth", "element", "end", "kind", "null", "path", "reach", "step", "type",
        "value", "whole",
    )  # fmt: skip

    def __init__(self, kind: Kind, step: str, begin: int, parent: "Node | None" = None) -> None:
        self.kind, self.step, self.begin, self.end = kind, step, begin, begin
        self.depth: int = parent.depth + 1 if parent else 0
        self.reach: int = (parent.reach if parent else 0) + len(step)
        self.children: list[Node] = []
        self.value: str | None = None
        self.at: tuple[int, int] | None = None
        self.null, self.whole, self.type, self.path = False, True, "", ""
        self.element: Element | None = None
        if parent:
            parent.children.append(self)

    def made(self) -> Element:
        """The element; its children's are made already."""
        children = tuple(child.element for child in self.children if child.element)
        return Element(
            self.kind, self.path, "", self.begin, self.end, self.value, children, self.null, self.whole, self.type,
            self.at if self.at != (self.begin, self.end) else None,
        )  # fmt: skip


class Odd(NamedTuple):
    """A notice whose path is not known yet."""

    code: str
    text: Phrase
    node: Node | None
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Part:
    """A message of one segment: its root, whose children are the segment's elements, or which is the only one."""

    root: Node
    title: str = ""
    divided: bool = True
    """Whether the root itself says nothing but that it has parts."""


class Reading:
    """One payload while it is read: the room that is left, and what was odd."""

    def __init__(self, raw: bytes, hint: Hint, decoded: Decoded | None = None) -> None:
        self.raw, self.hint = raw, hint
        self.size = max(hint.size or 0, len(raw))
        self.cut = self.size > len(raw)
        self.decoded = decoded
        self.place = places(decoded, raw) if decoded else int
        self._elements, self._tokens = ELEMENTS * hint.room, TOKENS * hint.room
        self._characters = CHARACTERS
        self._odd: list[Odd] = []
        self._more = 0

    def token(self) -> None:
        """Take the room of one token."""
        self._tokens -= 1
        if self._tokens < 0:
            raise Full

    def node(self, kind: Kind, step: str, begin: int, parent: Node | None = None) -> Node:
        """A new node, its path paid for."""
        self.spend((parent.reach if parent else 0) + len(step))
        self._elements -= 1
        if self._elements < 0:
            raise Full
        return Node(kind, step, begin, parent)

    def spend(self, characters: int) -> None:
        """Take the room of so many characters."""
        self._characters -= characters
        if self._characters < 0:
            raise Full

    def note(self, code: str, text: Phrase, node: Node | None = None, begin: int = -1, end: int = -1) -> None:
        """Keep something odd; the first hundred are listed, the rest is counted."""
        if len(self._odd) < LISTED:
            self._odd.append(Odd(code, text, node, begin, end))
        else:
            self._more += 1

    def document(self, format: Format, parts: list[Part], described: int) -> Document:  # noqa: A002 — the model's word
        """What was read, with all paths."""
        messages = tuple(_message(format, part) for part in parts)
        decoded = self.decoded
        return Document(
            format,
            decoded.encoding if decoded else "",
            decoded.codec if decoded else "",
            decoded.source if decoded else Phrase(""),
            self.size,
            described,
            messages,
            notices=self._notices(),
            undecodable=decoded.undecodable if decoded else 0,
        )

    def _notices(self) -> tuple[Notice, ...]:
        found = [Notice(odd.code, odd.text, odd.node.path if odd.node else "", odd.begin, odd.end) for odd in self._odd]
        if self._more:
            found.append(not_listed(self._more))
        if self.decoded and self.decoded.undecodable:
            found.append(Notice("undecodable", undecodable(self.decoded.undecodable, self.decoded.encoding)))
        return tuple(found)


def not_listed(count: int) -> Notice:
    """How many oddities there are beside those that are listed."""
    return Notice("more", counted(count, "1 more oddity is not listed", "{count} more oddities are not listed"))


def undecodable(count: int, encoding: str) -> Phrase:
    """How many bytes are no characters."""
    return counted(count, "1 byte is not {encoding}", "{count} bytes are not {encoding}", encoding=encoding)


def _message(format: Format, part: Part) -> Message:  # noqa: A002 — the model's word
    root = part.root
    elements = freeze(root.children if part.divided else [root])
    return Message(root.begin, root.end, (Segment(format.value, "", part.title, root.begin, root.end, elements),))


def freeze(roots: list[Node]) -> tuple[Element, ...]:
    """The elements of nodes. A step that occurs more than once beside its like carries its number, the first too."""
    order: list[Node] = []
    waiting: list[tuple[str, list[Node]]] = [("", roots)]
    while waiting:
        above, beside = waiting.pop()
        _number(above, beside)
        order += beside
        waiting += [(node.path, node.children) for node in beside if node.children]
    for node in reversed(order):
        node.element = node.made()
    return tuple(node.element for node in roots if node.element)


def _number(above: str, beside: list[Node]) -> None:
    counts = Counter(node.step for node in beside)
    if len(counts) == len(beside):
        for node in beside:
            node.path = above + node.step
        return
    seen: Counter[str] = Counter()
    for node in beside:
        seen[node.step] += 1
        node.path = above + node.step + (f"[{seen[node.step]}]" if counts[node.step] > 1 else "")


def kept(text: str) -> tuple[str, bool]:
    """As much of a decoded text as is kept, ready to be shown, and whether it is all."""
    return shown(text[:KEPT]), len(text) <= KEPT
