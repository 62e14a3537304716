"""What is searched for, and what must not be found."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import field
from enum import StrEnum
from operator import itemgetter
from typing import TYPE_CHECKING, Protocol

from qmonitor.payloads.model import Document, Hint
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Query
from qmonitor.queues.words import Phrase
from qmonitor.values import dataclass

if TYPE_CHECKING:
    from qmonitor.payloads.hl7.query import PathQuery

LONGEST = 1_000
"""Characters that can be searched for."""

Spans = Sequence[tuple[int, int]]
"""Begin and end of stretches of a payload, in ascending order; none reaches into another."""


class Nonsense(Refused):
    """What was asked is no question: no path, no regular expression, nothing."""


class How(StrEnum):
    """In which way."""

    TEXT = "text"
    PATTERN = "pattern"
    PATH = "path"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: `what` is the text, the regular expression, the path (`PID-3.1=12345`) or the identifier.

    `query` says in which messages, and in which order. `hint` is what the source's messages are read by.
    """

    how: How
    what: str
    query: Query = field(default_factory=Query)
    ignore_case: bool = False
    hint: Hint = field(default_factory=Hint)


class Veil(Protocol):
    """What is hidden from the one who searches: nothing in it is ever found."""

    def spans(self, raw: bytes, hint: Hint) -> Spans:
        """The hidden stretches of a payload."""
        ...

    def described(self, raw: bytes, hint: Hint) -> Document:
        """What a payload is made of, without names in its paths that are hidden."""
        ...

    def refuses(self, query: PathQuery) -> Phrase | None:
        """Why values at a path can't be searched for; None where they can."""
        ...

    def refuses_persons(self) -> Phrase | None:
        """Why persons can't be searched for; None where they can."""
        ...


class Unveiled:
    """Nothing is hidden."""

    def spans(self, _raw: bytes, _hint: Hint) -> Spans:
        return ()

    def described(self, raw: bytes, hint: Hint) -> Document:
        from qmonitor.payloads.describe import describe

        return describe(raw, hint)

    def refuses(self, _query: PathQuery) -> Phrase | None:
        return None

    def refuses_persons(self) -> Phrase | None:
        return None


def hidden(spans: Spans, begin: int, end: int) -> bool:
    """Whether any part of a stretch is among these."""
    at = bisect_right(spans, begin, key=itemgetter(1))
    return at < len(spans) and spans[at][0] < end
