"""What is known of a table's rows from one look to the next, so that only what changed is decoded again.

A value may be rewritten in place, and SQLite does not tell which one was: so the bytes of every row are compared at
each look. SQLite puts those of some neighbours together for that, and only where they are not what they were are the
rows read one by one: to read all of them so takes three times as long (measured).
"""

import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import add
from typing import NamedTuple

from qmonitor.queues.deadletter.facts import Fact, facts
from qmonitor.queues.deadletter.keys import TAIL, Key, parse, queue_of
from qmonitor.queues.deadletter.schema import objects
from qmonitor.queues.deadletter.spans import MAX_BYTES
from qmonitor.queues.sqlite_values import stored_bytes
from qmonitor.queues.times import from_ns

CHUNK = 1_024
"""Rows that one statement reads: some milliseconds."""

GROUP = 24
"""Neighbours that are compared together: of fewer there would be too many, of more too many would be read in vain."""

INLINE = 4_096
"""Bytes of a value up to which it is compared, and read, with others; a longer one is by itself."""

BREATH = 16
"""Groups that are compared between two looks at the clock."""

KV = "kv", "expires_at IS NULL AND"
SKIPPED = "qmonitor_skipped", ""
"""The tables whose rows are known, and which of their rows."""

_LOWEST, _HIGHEST = -(2**63), 2**63 - 1
_VALUE = f"CASE WHEN length(value) <= {INLINE} THEN value END"
_LONG = f"CASE WHEN length(value) <= {MAX_BYTES} THEN value WHEN value NOT NULL THEN x'ff' END"
"""What is too long to be decoded is as good as any other value that can't be."""

_BYTES = f"CAST(group_concat(CASE WHEN length(value) <= {INLINE} THEN key || value ELSE key END) AS BLOB)"


class Group(NamedTuple):
    """Rows that follow one another in the table, from `first` to just before the next group's: their keys, and the
    hashes of their values. `whole` is that of all their bytes as SQLite puts them together; None where it can't,
    because one of them is long.
    """

    first: int
    keys: Sequence[bytes]
    prints: Sequence[int]
    whole: int | None


@dataclass(slots=True)
class Moves:
    """What a look found: the groups of now, the facts of queue rows that are new or others, and keys that are gone."""

    groups: list[Group] = field(default_factory=list)
    facts: dict[bytes, Fact] = field(default_factory=dict)
    gone: list[bytes] = field(default_factory=list)
    moved: list[bytes] = field(default_factory=list)
    """Keys that are there, but where they were not met: replaced rows go to the end of the table meanwhile."""


class Shelf:
    """The rows of one table as they were at the last look."""

    def __init__(self, source: tuple[str, str]) -> None:
        self._table, self._which = source
        self._groups: list[Group] = []
        self._moved: set[bytes] = set()

    def look(self, db: sqlite3.Connection, breathe: Callable[[], object]) -> Moves:
        """What changed since; nothing is kept of it before `take`. `breathe` is called between two statements."""
        reading = _Reading(db, self._table, self._which, breathe)
        moves, left = Moves(), []
        for n, group in enumerate(self._groups[:-1]):
            end = self._groups[n + 1].first - 1
            if n % BREATH == 0:
                breathe()
            if group.whole is not None and reading.whole(group.first, end) == group.whole:
                moves.groups.append(group)
            else:
                reading.take(group.first, end, group, moves)
                left.append(group)
        last = self._groups[-1] if self._groups else Group(_LOWEST, (), (), None)
        reading.take(last.first, _HIGHEST, last, moves)
        missed = {key for group in (*left, last) for key in group.keys} | self._moved
        for key in missed - reading.met:
            (moves.moved if reading.holds(key) else moves.gone).append(key)
        return moves

    def take(self, moves: Moves) -> None:
        """Keep what a look found."""
        self._groups, self._moved = moves.groups, set(moves.moved)


class _Reading:
    """Reads rows of a table in the order in which they lie there."""

    def __init__(self, db: sqlite3.Connection, table: str, which: str, breathe: Callable[[], object]) -> None:
        self._db, self._table, self._breathe = db, table, breathe
        self.met: set[bytes] = set()
        """Keys of rows that were there before, and still are, in groups that are others."""
        index = "INDEXED BY idx_expires_at" if which and "idx_expires_at" in objects(db) else "NOT INDEXED"
        where = f"FROM {table} {index} WHERE {which} rowid BETWEEN ? AND ?"
        self._rows = f"SELECT rowid, key, {_VALUE} {where} ORDER BY rowid LIMIT {CHUNK}"
        self._together = f"SELECT {_BYTES}, count(*) {where}"
        self._one = f"SELECT 1 FROM {table} WHERE {which} key = ?".replace("expires_at", "+expires_at")
        self._alike = db.execute("PRAGMA encoding").fetchone()[0] == "UTF-8"

    def whole(self, first: int, last: int) -> int:
        """The hash of the bytes of these rows."""
        return hash(self._db.execute(self._together, (first, last)).fetchone())

    def holds(self, key: bytes) -> bool:
        """Whether there is a row of this key."""
        return self._db.execute(self._one, (key,)).fetchone() is not None

    def take(self, first: int, last: int, before: Group, moves: Moves) -> None:
        """Read these rows, which were so before, and form groups of them anew."""
        known = dict(zip(before.keys, before.prints, strict=True))
        while rows := self._db.execute(self._rows, (first, last)).fetchall():
            ids, keys, values = zip(*rows, strict=True)
            plain = None not in values and {bytes} == set(map(type, keys)) == set(map(type, values))
            if not plain:
                values = tuple(map(self._value, rows))
                keys = tuple(map(stored_bytes, keys))
            prints = array("q", map(hash, values))
            for at in range(0, len(rows), GROUP):
                end = at + GROUP
                whole = _whole(keys[at:end], values[at:end]) if plain and self._alike else None
                moves.groups.append(Group(ids[at], keys[at:end], prints[at:end], whole))
            moves.facts.update(_changed(keys, values, prints, known))
            if known:
                self.met.update(keys)
            first = ids[-1] + 1
            if first > last:
                return
            self._breathe()

    def _value(self, row: tuple[int, object, object]) -> bytes:
        """One that is long, or none, or no bytes."""
        if row[2] is not None:
            return stored_bytes(row[2])
        found = self._db.execute(f"SELECT {_LONG} FROM {self._table} WHERE rowid = ?", row[:1]).fetchone()
        return b"" if found is None else stored_bytes(found[0])


def _whole(keys: Sequence[bytes], values: Sequence[bytes]) -> int:
    """What `_Reading.whole` will be of rows with short values."""
    return hash((b",".join(map(add, keys, values)), len(keys)))


def _changed(
    keys: Sequence[bytes], values: Sequence[bytes], prints: Sequence[int], known: dict[bytes, int]
) -> Iterable[tuple[bytes, Fact]]:
    """The facts of those whose value is another one than was known."""
    if known:
        new = [n for n, key in enumerate(keys) if known.get(key) != prints[n]]
        keys, values = [keys[n] for n in new], [values[n] for n in new]
    told = facts(values)
    rows = zip(keys, told, strict=True)
    usual = "" not in told and set(map(type, told)) == {str} and {len(key) - key.find(0) for key in keys} == {TAIL}
    return rows if usual else _dated(rows)


def _dated(rows: Iterable[tuple[bytes, Fact]]) -> Iterator[tuple[bytes, Fact]]:
    """Those of queues; a message without a time of its own waits since its row was written, if that is known."""
    for key, fact in rows:
        if queue_of(key) is None:
            continue
        if fact == "":
            fact = written(parse(key))
        elif type(fact) is tuple and "" in fact:
            since = written(parse(key))
            fact = tuple(text or since for text in fact)
        yield key, fact


def written(key: Key | None) -> str:
    """When a row was written, in the standard form of times; "" where its key does not tell."""
    if key is None or key.ns is None:
        return ""
    try:
        return from_ns(key.ns).text
    except OverflowError:
        return ""
