"""In which forms a file writes its times, and where in the order of texts an instant stands in each of them.

Where all have the standard form, text order is time order. Rows of older releases have another width or an offset:
among times of one kind (the same sign between date and time, the same zone) text order still is time order, to the
second. So a span of instants is a span of texts of each kind that a file has; most have one, odd ones four or five.
"""

import re
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice

from qmonitor.queues.delivery.history import Mark, mark
from qmonitor.queues.delivery.look import Look
from qmonitor.queues.delivery.rows import NAME, name, text
from qmonitor.queues.delivery.seeks import NO_BLOB, Indexes
from qmonitor.queues.model import State
from qmonitor.queues.times import NS
from qmonitor.values import dataclass

SCAN = 50_000
"""Index entries looked at by one statement when a file is seen for the first time."""

PATTERNS = 8
"""Kinds that are passed over in that; a file has hardly more."""

_WIDTH = 30
_STANDARD = f"enqueued_at GLOB '{'?' * 10}T{'?' * (_WIDTH - 12)}Z'"
"""Whatever can be read as a time and looks so has nine digits of a second; what can't be read disturbs no order."""

_SEPARATOR = "substr(enqueued_at, 11, 1)"
_ZULU = "substr(enqueued_at, -1) IN ('Z', 'z')"
_KIND = f"{_SEPARATOR} || CASE WHEN {_ZULU} THEN 'Z' ELSE substr(enqueued_at, -6) END"
_READABLE = re.compile(r"[Tt ](?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))", re.ASCII)

_EPOCH = datetime(1970, 1, 1)
_LAST = "~"
"""After every time."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Times with the same sign between date and time and the same zone (`Z`, or an offset)."""

    separator: str
    zone: str
    offset: int
    """Seconds east of UTC."""

    @property
    def condition(self) -> str:
        """In SQL."""
        zone = _ZULU if self.zone == "Z" else f"substr(enqueued_at, -6) = '{self.zone}'"
        return f"{_SEPARATOR} = '{self.separator}' AND {zone}"

    @property
    def pattern(self) -> str:
        """Nearly the same in SQL: quicker to look at (a class of letters takes three times as long as one letter), so
        without the small z, and true of what can't be read, too.
        """
        return f"enqueued_at GLOB '{'?' * 10}{self.separator}*{self.zone}'"

    def first(self, ns: int | None) -> str:
        """No text of this kind before this one stands for the instant, or a later one. (Second 60 is one too early.)"""
        return "" if ns is None else self._at(ns // NS - 1) or ""

    def beyond(self, ns: int | None) -> str:
        """Every text of this kind from this one on stands for a later instant."""
        return _LAST if ns is None else self._at(ns // NS + 1) or _LAST

    def _at(self, seconds: int) -> str | None:
        try:
            local = _EPOCH + timedelta(seconds=seconds + self.offset)
        except OverflowError:
            return None
        return local.isoformat(self.separator, "seconds")


STANDARD = Kind("T", "Z", 0)


def _commonness(kind: Kind) -> tuple[bool, str, int]:
    return (kind != STANDARD, kind.separator, kind.offset)


def _kind(told: object) -> Kind | None:
    """None for what can't be read as a time whatever else is in it."""
    found = _READABLE.fullmatch(text(told))
    if found is None:
        return None
    sign, hours, minutes = found.groups()
    offset = 0 if sign is None else (int(hours) * 3600 + int(minutes) * 60) * (1 if sign == "+" else -1)
    return Kind(text(told)[0], text(told)[1:], offset)


class TimeForms:
    """The kinds of times in the file: found once by an index-only scan, kept up with new rows.

    The first look scans what is pending, which is all that it is asked about; the next one the rest: anything may wait
    again by then. `standard` says that all have the standard form. `rewound` says that the file was found with another
    history (a backup put back in place, say); then the whole is scanned anew.
    """

    def __init__(self) -> None:
        self.standard = True
        self.kinds: frozenset[Kind] = frozenset((STANDARD,))
        self.rewound = False
        self._seen: Mark | None = None
        self._scanned = False

    @property
    def seen(self) -> Mark:
        """The newest row at the last look."""
        return self._seen or Mark(0, "")

    def update(self, look: Look) -> None:
        """Look at what is new."""
        seen, self._seen = self._seen, mark(look.db)
        self.rewound = seen is not None and self._seen != seen and not seen.holds(look.db)
        if seen is None or self.rewound:
            self.standard, self.kinds, self._scanned = True, frozenset((STANDARD,)), False
            self._scan(look, State.PENDING)
            return
        if not self._scanned:
            for state in _states(look):
                self._scan(look, state)
            self._scanned = True
        if self._seen != seen:
            new = f"SELECT DISTINCT {_KIND} FROM queue NOT INDEXED WHERE id > ? AND NOT ({_STANDARD})"
            self._add(look.db.execute(new, (seen.id,)).fetchall())

    def _scan(self, look: Look, state: str) -> None:
        for first, last in _slices(look, state):
            self._scan_slice(look.db, look.use, state, first, last)
            look.breathe()

    def _scan_slice(self, db: sqlite3.Connection, use: Indexes, state: str, first: object, last: object) -> None:
        bound, value = operand(first)
        here, values = f"FROM queue {use.state} WHERE state = {NAME} AND enqueued_at >= {bound}", [name(state), value]
        if last is not None:
            bound, value = operand(last)
            here, values = f"{here} AND enqueued_at <= {bound}", [*values, value]
        if self.standard:
            odd = not isinstance(first, str) or len(first) != _WIDTH or not first.isascii()
            odd = odd or db.execute(f"SELECT 1 {here} AND NOT ({_STANDARD}) LIMIT 1", values).fetchone() is not None
            self.standard = not odd
        if not self.standard:
            known = " OR ".join(kind.pattern for kind in islice(sorted(self.kinds, key=_commonness), PATTERNS))
            self._add(db.execute(f"SELECT DISTINCT {_KIND} {here} AND NOT ({known})", values).fetchall())

    def _add(self, found: list[tuple[object]]) -> None:
        if found:
            self.standard = False
            self.kinds |= {kind for row in found if (kind := _kind(row[0])) is not None}


def _states(look: Look) -> Iterator[str]:
    """All others than pending."""
    found = edge(look, "1", ())
    while found is not None:
        if found[0] != State.PENDING:
            yield found[0]
        found = edge(look, f"state > {NAME} AND state {NO_BLOB}", (name(found[0]),))


def _slices(look: Look, state: str) -> Iterator[tuple[object, object]]:
    """A state's times in the index in ranges that overlap by their ends: first and last one (None: to the end).

    70 ms for a million rows (measured).
    """
    size = SCAN // 16  # from the first few the kinds are learned that are passed over then
    here = edge(look, f"state = {NAME}", (name(state),))
    while here is not None:
        bound, value = operand(here[1])
        end = edge(look, f"state = {NAME} AND enqueued_at >= {bound}", (name(state), value), size)
        size = SCAN
        yield here[1], None if end is None else end[1]
        here = None
        if end is not None:
            bound, value = operand(end[1])
            here = edge(look, f"state = {NAME} AND enqueued_at > {bound}", (name(state), value))


def is_standard(value: object) -> bool:
    """What `_STANDARD` says of a stored value."""
    return isinstance(value, str) and len(value) == _WIDTH and value[10] == "T" and value[-1] == "Z"


def operand(value: object) -> tuple[str, object]:
    """What stands for a stored value in SQL, and the parameter for it."""
    return (NAME, name(value)) if isinstance(value, str) else ("?", value)


def edge(look: Look, where: str, values: tuple[object, ...], skip: int = 0) -> tuple[str, object] | None:
    """State and time of the entry of `queue_state` that comes `skip` after the first that fits."""
    order = "ORDER BY state, enqueued_at LIMIT 1 OFFSET ?"
    sql = f"SELECT state, enqueued_at FROM queue {look.use.state} WHERE {where} {order}"
    row = look.db.execute(sql, (*values, skip)).fetchone()
    return None if row is None else (text(row[0]), row[1])
