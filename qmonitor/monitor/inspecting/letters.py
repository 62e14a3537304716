"""What a dead letter says, as a person reads it: whom it is for, what it is about, and its table."""

from collections.abc import Iterator
from itertools import zip_longest

from qmonitor.monitor.inspecting.content import Content
from qmonitor.monitor.inspecting.meanings import time_of
from qmonitor.payloads import letter
from qmonitor.payloads.model import Element, Kind
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase
from qmonitor.values import dataclass

ROWS = 200
"""Rows of the table, and recipients, that are made."""


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """A text as it may be shown (marks where it is hidden), and where it lies; `null`: there is none.

    Neither this nor the message says anything of itself in a log or an error.
    """

    text: str = ""
    begin: int = -1
    end: int = -1
    null: bool = False
    whole: bool = True


NOTHING = Entry(null=True)


@dataclass(frozen=True, slots=True, repr=False)
class Letter:
    """One message. Times are None where none is set; `skipped` is None where the message has no such list.

    `rows` are what stands at the same place in `Descriptions` and in `Fields`; `more` counts those that are left out.
    """

    subject: Entry
    user: Entry
    code: str
    about: Phrase | None
    timestamp: Instant | None
    queued: Instant | None
    rows: tuple[tuple[Entry, Entry], ...]
    skipped: tuple[Entry, ...] | None
    others: tuple[tuple[str, Entry], ...]
    more: int = 0

    def entries(self) -> Iterator[Entry]:
        """Every text of it."""
        yield from (self.subject, self.user, *(self.skipped or ()), *(entry for _, entry in self.others))
        for row in self.rows:
            yield from row


def letter_of(content: Content) -> Letter | None:
    """What a payload says; None where it is no dead letter, or several."""
    found = letter.letters(content.document)
    return _made(content, found[0]) if len(found) == 1 else None


def _made(content: Content, parts: dict[str, Element]) -> Letter:
    descriptions, fields = (_texts(content, parts.get(name)) for name in ("Descriptions", "Fields"))
    rows = tuple(zip_longest(descriptions or (), fields or (), fillvalue=NOTHING))
    code = parts.get("Code")
    value = (code.value or "") if code is not None else ""
    return Letter(
        _entry(content, parts.get("Subject")),
        _entry(content, parts.get("Username")),
        value,
        letter.kind(value),
        _time(parts.get("Timestamp")),
        _time(parts.get("QueuedAt")),
        rows[:ROWS],
        _texts(content, parts.get("SkipRecipients")),
        tuple((name, _entry(content, part)) for name, part in parts.items() if name not in letter.KEYS),
        max(0, len(rows) - ROWS),
    )


def _entry(content: Content, part: Element | None) -> Entry:
    if part is None or part.null:
        return NOTHING
    if part.value is None:
        mark = "[{}]" if part.kind is Kind.ARRAY else "{{{}}}"
        return Entry(mark.format(len(part.children)), *part.place)
    return Entry(content.value(part), *part.place, whole=part.whole)


def _texts(content: Content, part: Element | None) -> tuple[Entry, ...] | None:
    """The texts of a list; None where there is none."""
    if part is None or part.null:
        return None
    return tuple(_entry(content, child) for child in part.children)


def _time(part: Element | None) -> Instant | None:
    at = None if part is None or part.value is None else time_of(part.type, part.value)
    return at if at is not None and (at.ns or 0) > 0 else None
