"""Two payloads held against each other, field by field."""

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum

from qmonitor.monitor.inspecting.content import Content, GiveWay, begin, complete
from qmonitor.monitor.inspecting.view import View
from qmonitor.payloads.hl7.paths import NoPath, Path
from qmonitor.payloads.model import Document, Element, Format
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Item, ItemId, Query, State
from qmonitor.queues.source import Reader
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

LOOKED_AT = 1_000
"""Delivered messages of a destination that are looked at, the newest first, to find one of the same type."""
PAGE = 200
LONGEST = 2_000
"""Characters of a value that a row holds."""
MOST = 20_000
"""Rows of one comparison."""

Key = tuple[object, ...]


class Verdict(StrEnum):
    """What is the case with one value."""

    SAME = "same"
    DIFFERENT = "different"
    ONLY_HERE = "only-here"
    ONLY_THERE = "only-there"


@dataclass(frozen=True, slots=True)
class Pair:
    """One place in both payloads: what is called how, and what stands there. `begin` is where in the first one.

    Values are as they may be shown; whether they differ is told of what is stored.
    """

    path: str
    name: str
    here: str
    there: str
    verdict: Verdict
    begin: int = -1

    @property
    def differs(self) -> bool:
        """Whether the two say something else, or only one of them has it."""
        return self.verdict is not Verdict.SAME


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What came of it. `other` is None where no message could be proposed; `looked_at` delivered ones were looked at.

    `whole`: both payloads were compared as far as they go; otherwise the first `described` bytes of each.
    """

    other: Item | None
    pairs: tuple[Pair, ...] = ()
    whole: bool = True
    described: tuple[int, int] = (0, 0)
    looked_at: int = 0
    cut: bool = False
    """Whether there are more places than are told of."""

    @property
    def differences(self) -> int:
        """How many places differ."""
        return sum(pair.differs for pair in self.pairs)


def last_delivered(reader: Reader, item: Item, give_way: GiveWay) -> tuple[Item | None, int]:
    """The delivered message of the same destination and type that was queued last; how many were looked at.

    Pages of an index, so that a million others cost nothing; it ends after a thousand of other types.
    """
    query = Query(item.channel, item.destination, State.DELIVERED, limit=PAGE)
    cursor, looked = None, 0
    while looked < LOOKED_AT:
        give_way()
        page = reader.page(query, cursor)
        for one in page.items:
            looked += 1
            if one.message_type == item.message_type and one.id != item.id:
                return one, looked
        cursor = page.next
        if cursor is None:
            break
    return None, looked


def compare_with(reader: Reader, item: Item, other: ItemId | None, view: View, give_way: GiveWay) -> Comparison:
    """Hold a message against another one; None: against the last delivered one of its kind.

    Raises `UnknownItem`, `Refused` for an id that can be none, or for the message itself.
    """
    if other is None:
        found, looked = last_delivered(reader, item, give_way)
        if found is None:
            return Comparison(None, looked_at=looked)
    else:
        found, looked = reader.get(other), 0
        if found.id == item.id:
            raise Refused(phrase("This is the same message."), phrase("Type the id of another one."))
    here = _all(reader, item, view, give_way)
    there = _all(reader, found, replace(view, encoding=""), give_way)
    pairs = compared(here, there)
    whole = all(one.document.described >= one.size for one in (here, there))
    described = (here.document.described, there.document.described)
    return Comparison(found, pairs[:MOST], whole, described, looked, len(pairs) > MOST)


def _all(reader: Reader, item: Item, view: View, give_way: GiveWay) -> Content:
    made = begin(reader, item.id, item.size, view)
    return made if made.whole else complete(reader, item.id, item.size, view, give_way)


def compared(here: Content, there: Content) -> tuple[Pair, ...]:
    """Every place of the two that says something, in the order of the first one; what only the second has stands
    after what comes before it there.
    """
    first, second = _places(here.document), _places(there.document)
    pairs: list[Pair] = []
    for key in _merged(list(first), list(second)):
        mine, theirs = first.get(key), second.get(key)
        said = mine or theirs
        if said is None:
            continue
        pairs.append(
            Pair(
                said.path,
                said.name,
                _value(here, mine),
                _value(there, theirs),
                _verdict(mine, theirs),
                mine.begin if mine is not None else -1,
            )
        )
    return tuple(pairs)


def _verdict(mine: Element | None, theirs: Element | None) -> Verdict:
    if theirs is None:
        return Verdict.ONLY_HERE
    if mine is None:
        return Verdict.ONLY_THERE
    same = mine.value == theirs.value and (mine.whole or mine.end - mine.begin == theirs.end - theirs.begin)
    return Verdict.SAME if same else Verdict.DIFFERENT


def _value(content: Content, element: Element | None) -> str:
    return content.value(element)[:LONGEST] if element is not None else ""


def _places(document: Document) -> dict[Key, Element]:
    """The leaves that say something, by what they are, however deep they are divided."""
    keyed = document.format is Format.HL7V2
    found: dict[Key, Element] = {}
    for n, message in enumerate(document.messages):
        for segment in message.segments:
            for element in segment.elements:
                for leaf in element.leaves():
                    if leaf.value or not keyed:
                        found.setdefault((n, *(_key(leaf.path) if keyed else (leaf.path,))), leaf)
    return found


def _key(path: str) -> Key:
    """PID-3 and PID-3[1].1.1 are one place."""
    try:
        place = Path.parse(path)
    except NoPath:
        return (path,)
    deep = (place.repetition or 1, place.component or 1, place.subcomponent or 1)
    return (place.segment, place.occurrence or 1, place.field, *deep)


def _merged(first: list[Key], second: list[Key]) -> Iterable[Key]:
    """Both in one order: the first's, and what only the second has after what stands before it there."""
    known = set(first)
    after: dict[Key | None, list[Key]] = {}
    before: Key | None = None
    for key in second:
        if key in known:
            before = key
        else:
            after.setdefault(before, []).append(key)
    made = list(after.get(None, ()))
    for key in first:
        made.append(key)
        made += after.get(key, ())
    return made
