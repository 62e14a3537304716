"""Which fields of a payload have a text in their path, name or value. Nothing that is hidden is compared."""

from collections.abc import Callable, Iterator

from qmonitor.monitor.inspecting.content import Content, GiveWay
from qmonitor.monitor.inspecting.places import Part, inside, roots
from qmonitor.payloads.decoding import decode_part
from qmonitor.payloads.model import Document, Element, Format
from qmonitor.queues.source import Reader
from qmonitor.values import dataclass

GIVE_WAY_EVERY = 1_000
"""Fields after which others may go first: some milliseconds."""


@dataclass(frozen=True, slots=True, eq=False)
class Filtered:
    """What is left of a document: `parts` are the `id`s of the fields that match, and of all that these are in.

    `shown` of `all` fields match; `cut` are those that could be compared by the beginning of their value alone.
    """

    document: Document
    typed: str
    parts: frozenset[int]
    shown: int
    all: int
    cut: int = 0


def filtering(content: Content, typed: str, *, empty: bool) -> Callable[[Reader, GiveWay], Filtered]:
    """Work for a lane: `filtered`, which takes a second for a million fields."""
    return lambda _reader, give_way: filtered(content, typed, empty=empty, give_way=give_way)


def filtered(content: Content, typed: str, *, empty: bool, give_way: GiveWay = lambda: None) -> Filtered:
    """The fields that have what was `typed`; `empty`: also of those that say nothing."""
    wanted, kept = typed.strip().casefold(), set[int]()
    shown = count = cut = 0
    counts_empty = empty or content.document.format is not Format.HL7V2
    for chain, leaf in _leaves(content.document):
        if not (leaf.value or counts_empty):
            continue
        count += 1
        if count % GIVE_WAY_EVERY == 0:
            give_way()
        if matches(content, leaf, wanted):
            shown += 1
            kept.update(chain)
        elif not (leaf.whole or content.hides(*leaf.place) or leaf.place[1] <= len(content.raw)):
            cut += 1
    return Filtered(content.document, typed, frozenset(kept), shown, count, cut)


def any_matches(content: Content, part: Part, typed: str) -> bool:
    """Whether a part is, or has, a field that matches."""
    wanted, waiting = typed.strip().casefold(), [part]
    while waiting:
        one = waiting.pop()
        below = inside(one)
        if isinstance(one, Element) and not below and matches(content, one, wanted):
            return True
        waiting += below
    return False


def matches(content: Content, leaf: Element, wanted: str) -> bool:
    """Whether a field has a text (casefolded) in its path, its name, or its value as far as that is not hidden."""
    if wanted in leaf.path.casefold():
        return True
    if content.document.format is Format.HL7V2 and wanted in leaf.name.casefold():
        return True
    if not leaf.value or content.hides(*leaf.place):
        return False
    return wanted in leaf.value.casefold() or (not leaf.whole and wanted in _sent(content, leaf).casefold())


def _sent(content: Content, leaf: Element) -> str:
    """A value that is longer than what its element keeps, as far as its bytes are held, as it was sent."""
    begin, end = leaf.place
    return decode_part(content.raw[begin:end], content.document.codec or "latin-1")


def _leaves(document: Document) -> Iterator[tuple[list[int], Element]]:
    """All fields, each with the `id`s of itself and of all that it is in. (A list that changes with the next one.)"""
    chain: list[int] = []
    waiting = [(part, 0) for part in reversed(roots(document))]
    while waiting:
        part, depth = waiting.pop()
        del chain[depth:]
        chain.append(id(part))
        below = inside(part)
        waiting += [(one, depth + 1) for one in reversed(below)]
        if not below and isinstance(part, Element):
            yield chain, part
