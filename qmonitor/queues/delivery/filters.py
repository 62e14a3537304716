"""A query's filters in SQL."""

import sqlite3
from array import array
from collections.abc import Sequence

from qmonitor.queues.delivery.rows import NAME, name
from qmonitor.queues.delivery.seeks import Indexes
from qmonitor.queues.model import ItemId, Query
from qmonitor.queues.times import Instant, from_ns, parse
from qmonitor.values import dataclass

LOWEST, HIGHEST = -(2**63), 2**63 - 1
"""SQLite's integers."""


@dataclass(frozen=True, slots=True)
class Filter:
    """A query's filters as an SQL condition on a row, and the index that holds its candidates, if any.

    `index` is a FROM … WHERE clause over index columns alone; `whole` says that nothing else is asked for, so
    that counting there counts the matches. `ids` are, in ascending order, those that are looked at; None: every one.
    """

    where: str
    values: tuple[object, ...]
    index: str | None
    index_values: tuple[object, ...]
    whole: bool
    ids: Sequence[int] | None = None

    @property
    def countable(self) -> bool:
        """Whether an index alone tells how many rows match."""
        return self.whole and (self.index is not None or not self.values)


def compile_filter(query: Query, use: Indexes) -> Filter:
    """What a query asks of a row, in SQL. Text is compared regardless of ASCII case only, as SQLite's `lower` does."""
    names = {"channel": query.channel, "destination": query.destination, "state": query.state}
    fixed = {column: name(value) for column, value in names.items() if value is not None}
    conditions = [f"{column} = {NAME}" for column in fixed]
    values: list[object] = list(fixed.values())
    found = f"instr(lower({{}}), lower({NAME}))"
    if query.text:
        conditions.append(f"({found.format('control_id')} OR {found.format('message_type')})")
        values += [name(query.text)] * 2
    if query.error:
        conditions.append(found.format("last_error"))
        values.append(name(query.error))
    for bound, sign in ((query.since, ">="), (query.until, "<")):
        if bound is not None:
            condition, bounds = _compared(bound, sign)
            conditions.append(condition)
            values += bounds
    ids = None if query.among is None else _numbers(query.among.ids)
    index = _INDEXED.get(frozenset(fixed)) if ids is None else None
    clause = getattr(use, index) if index else ""
    source = f"FROM queue {clause} WHERE {' AND '.join(conditions[: len(fixed)])}" if clause else None
    whole = ids is None and len(values) == len(fixed)
    return Filter(" AND ".join(conditions) or "1", tuple(values), source, tuple(fixed.values()), whole, ids)


def _numbers(ids: Sequence[ItemId]) -> Sequence[int]:
    """Ids as SQLite knows them; those of another backend stand for nothing here."""
    return ids if isinstance(ids, array) else array("q", (found for found in ids if isinstance(found, int)))


_INDEXED = {
    frozenset({"channel"}): "pending",
    frozenset({"channel", "destination"}): "pending",
    frozenset({"channel", "destination", "state"}): "pending",
    frozenset({"state"}): "state",
}
"""Which index counts which combination of names."""

_STANDARD = (
    "enqueued_at GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-2][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]"
    "." + "[0-9]" * 9 + "Z' AND substr(enqueued_at, 6, 2) BETWEEN '01' AND '12'"
    " AND substr(enqueued_at, 9, 2) BETWEEN '01' AND '28' AND substr(enqueued_at, 12, 2) < '24'"
    " AND enqueued_at >= '0001'"
)  # fmt: skip
"""Times in the standard format that certainly exist: the order of their texts is that of their instants."""


def _compared(bound: Instant, sign: str) -> tuple[str, list[object]]:
    """A comparison of the instant of enqueueing.

    Texts are compared where that is the same; a Python function for each row takes three times as long (1.8 s for
    700,000, measured).
    """
    exact = f"qmonitor_ns(enqueued_at) {sign} ?"
    try:
        text = None if bound.ns is None else from_ns(bound.ns).text
    except OverflowError:
        text = None
    if text is None:
        return exact, [_held(bound.ns)]
    return f"CASE WHEN {_STANDARD} THEN enqueued_at {sign} ? ELSE {exact} END", [text, _held(bound.ns)]


def add_functions(db: sqlite3.Connection) -> None:
    """What the conditions call."""
    db.create_function("qmonitor_ns", 1, _ns, deterministic=True)


def _ns(value: object) -> int | None:
    """SQL function: the instant of a stored time, held within SQLite's integers (the years 1677 to 2262)."""
    return _held(parse(value).ns) if isinstance(value, str) else None


def _held(ns: int | None) -> int | None:
    return None if ns is None else max(LOWEST, min(HIGHEST, ns))
