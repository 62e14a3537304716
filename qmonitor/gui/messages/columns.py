"""The columns of the table, and how a person has arranged them."""

import re
from collections.abc import Iterable
from enum import IntEnum

from PySide6.QtCore import QCoreApplication

from qmonitor.queues.model import ORDINARY, Depth, Query, State
from qmonitor.values import dataclass


class Column(IntEnum):
    """The columns, as they stand from the left where nobody has moved them."""

    HEAD = 0
    ID = 1
    CONTROL_ID = 2
    TYPE = 3
    DESTINATION = 4
    CHANNEL = 5
    RECEIVER = 6
    STATE = 7
    STAGE = 8
    ATTEMPTS = 9
    AGE = 10
    DROPPED = 11
    ENQUEUED = 12
    NEXT = 13
    LAST = 14
    SIZE = 15
    REASON = 16
    ERROR = 17


RIGHT = frozenset({Column.ID, Column.ATTEMPTS, Column.AGE, Column.DROPPED, Column.SIZE})
"""Figures stand at the right."""
ALWAYS = frozenset({Column.HEAD, Column.ID})
"""Which message it is can't be hidden."""
EXTRA = frozenset({Column.CHANNEL, Column.RECEIVER, Column.ENQUEUED, Column.LAST, Column.SIZE, Column.REASON})
"""Columns that are shown only where somebody wants them."""
PLACES = frozenset({Column.DESTINATION, Column.CHANNEL, Column.RECEIVER})
"""Columns that say the same in every row of one destination."""

WIDEST = 4000
"""Pixels; a stored width beyond that is damaged."""

_ENTRY = re.compile(r"(-?)([a-z_]{1,40})(?: ([0-9]{1,5}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entry:
    """One column of an arrangement: its name, whether it is shown, and its width in pixels where somebody chose one.

    The name may be of a column that only a later version knows.
    """

    name: str
    shown: bool = True
    width: int | None = None

    @property
    def column(self) -> Column | None:
        return _NAMED.get(self.name)

    def __str__(self) -> str:
        return f"{'' if self.shown else '-'}{self.name}{'' if self.width is None else f' {self.width}'}"


_NAMED = {column.name.lower(): column for column in Column}

DEFAULT = tuple(Entry(column.name.lower(), column not in EXTRA) for column in Column)
"""As the table is before anybody arranges it."""


def read(stored: Iterable[object]) -> tuple[Entry, ...]:
    """The arrangement as it was stored, as texts; what is damaged or missing in it is as by default."""
    found: dict[str, Entry] = {}
    for text in stored:
        match = _ENTRY.fullmatch(text) if isinstance(text, str) else None
        if match is None or match[2] in found:
            continue
        width = int(match[3]) if match[3] and 0 < int(match[3]) <= WIDEST else None
        shown = not match[1] or _NAMED.get(match[2]) in ALWAYS
        found[match[2]] = Entry(match[2], shown, width)
    entries = list(found.values())
    for n, entry in enumerate(DEFAULT):
        if entry.name not in found:
            before = DEFAULT[n - 1].name if n else None
            at = next((k + 1 for k, one in enumerate(entries) if one.name == before), 0)
            entries.insert(at, entry)
    return tuple(entries)


def unrecorded(depth: Depth | None, query: Query) -> frozenset[Column]:
    """Columns that tell nothing of the messages that a query can match, as the last look tells."""
    kinds = {ORDINARY} if depth is None else depth.kinds(query.channel)
    waits = query.state in (None, State.PENDING)
    columns = {
        Column.NEXT: not any(traits.scheduled for traits in kinds),
        Column.TYPE: all(traits.retries for traits in kinds),  # such a queue is for one type
        Column.CONTROL_ID: not any(traits.named for traits in kinds),
        Column.ATTEMPTS: all(traits.dead for traits in kinds),
        Column.REASON: all(traits.dead or traits.retries for traits in kinds),
        Column.STAGE: not any(traits.retries for traits in kinds),
        Column.DROPPED: not waits or all(traits.kept is None for traits in kinds),
    }
    return frozenset(column for column, never in columns.items() if never)


def title(column: Column) -> str:
    """What stands above a column."""
    titles = {
        Column.HEAD: QCoreApplication.translate("messages", "head"),
        Column.ID: QCoreApplication.translate("messages", "id"),
        Column.CONTROL_ID: QCoreApplication.translate("messages", "control id"),
        Column.TYPE: QCoreApplication.translate("messages", "type"),
        Column.DESTINATION: QCoreApplication.translate("messages", "destination"),
        Column.CHANNEL: QCoreApplication.translate("messages", "channel"),
        Column.RECEIVER: QCoreApplication.translate("messages", "receiver"),
        Column.STATE: QCoreApplication.translate("messages", "state"),
        Column.STAGE: QCoreApplication.translate("messages", "stage"),
        Column.ATTEMPTS: QCoreApplication.translate("messages", "attempts"),
        Column.AGE: QCoreApplication.translate("messages", "age"),
        Column.DROPPED: QCoreApplication.translate("messages", "dropped in"),
        Column.ENQUEUED: QCoreApplication.translate("messages", "queued at"),
        Column.NEXT: QCoreApplication.translate("messages", "next attempt"),
        Column.LAST: QCoreApplication.translate("messages", "last attempt"),
        Column.SIZE: QCoreApplication.translate("messages", "size"),
        Column.REASON: QCoreApplication.translate("messages", "reason"),
        Column.ERROR: QCoreApplication.translate("messages", "last error"),
    }
    return titles[column]
