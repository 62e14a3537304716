"""What is known of a table's rows from one look to the next, so that only what changed is decoded again.

A value may be rewritten in place, and SQLite does not tell which one was: so the bytes of every row are compared at
each look. SQLite puts those of some neighbours together for that, and only where they are not what they were are the
rows read one by one: to read all of them so takes half as long again (measured).
"""

import re
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import accumulate, chain
from operator import add
from typing import NamedTuple

from qmonitor.queues.deadletter.facts import Fact, facts
from qmonitor.queues.deadletter.keys import Key, are_rows, parse, queue_of
from qmonitor.queues.deadletter.schema import objects
from qmonitor.queues.deadletter.spans import MAX_BYTES
from qmonitor.queues.deadletter.usual import is_made
from qmonitor.queues.sqlite_values import stored_bytes
from qmonitor.queues.times import from_ns
from qmonitor.values import dataclass

CHUNK = 192
"""Rows that one statement reads: a millisecond. Of more, Python's garbage collection takes a tenth of the time."""

GROUP = 24
"""Neighbours that are compared together: of fewer there would be too many, of more too many would be read in vain."""

AT_ONCE = 64
"""Groups that one statement puts together: each by itself takes half as long again."""

SMALL = 4
"""When groups have only so much of their size left on average, all are formed anew."""

SHARE = 0.6
"""Of all row ids of a table those that are known, from which on the table itself is read without the index."""

MANY = 4_096
"""Rows of a table from which on it is worth to have the usual shape of a value made."""

INLINE = 4_096
"""Bytes of a value up to which it is compared, and read, with others; a longer one is by itself."""

KV = "kv", "expires_at IS NULL AND"
SKIPPED = "qmonitor_skipped", ""
"""The tables whose rows are known, and which of their rows."""

_LOWEST, _HIGHEST = -(2**63), 2**63 - 1
_NOWHERE = _HIGHEST
_VALUE = f"CASE WHEN length(value) <= {INLINE} THEN value END"
_LONG = f"CASE WHEN length(value) <= {MAX_BYTES} THEN value WHEN value NOT NULL THEN x'ff' END"
"""What is too long to be decoded is as good as any other value that can't be."""

_BYTES = (
    f"CAST(count(*) || ',' || group_concat(CASE WHEN length(value) <= {INLINE} THEN key || value ELSE key END) AS BLOB)"
)


class Group(NamedTuple):
    """Rows that follow one another in the table, from `first` to just before the next group's: their keys, and the
    hashes of their values. `whole` is that of all their bytes as SQLite puts them together; None where it can't,
    because one of them is long.
    """

    first: int
    keys: Sequence[bytes]
    prints: Sequence[int]
    whole: int | None


_NOTHING = (Group(_LOWEST, (), (), None),)
"""The groups of a table that nobody has looked at, or that is not there."""


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
        self._groups: Sequence[Group] = _NOTHING
        self._moved: set[bytes] = set()

    def look(self, db: sqlite3.Connection, breathe: Callable[[], object]) -> Moves:
        """What changed since; nothing is kept of it before `take`. `breathe` is called between two statements."""
        moves = Moves()
        reading = _Reading(db, self._table, self._which, breathe, moves)
        groups = self._groups
        tail = max(0, len(groups) - (2 if len(groups) > 1 and len(groups[-2].keys) < GROUP else 1))
        count = sum(len(group.keys) for group in groups)
        if count * SMALL < tail * GROUP:
            tail = 0  # so much is gone that to form all groups anew is worth it
        reading.compare(groups, tail, count)
        reading.take(groups[tail:], _HIGHEST)
        reading.end()
        if moves.groups[0].first != _LOWEST:
            moves.groups[0] = moves.groups[0]._replace(first=_LOWEST)
        for key in (reading.missed | self._moved) - reading.met:
            (moves.moved if reading.holds(key) else moves.gone).append(key)
        return moves

    def take(self, moves: Moves) -> None:
        """Keep what a look found."""
        self._groups, self._moved = moves.groups or _NOTHING, set(moves.moved)


class _Reading:
    """Reads rows of a table in the order in which they lie there, and puts what it finds into `moves`."""

    def __init__(
        self, db: sqlite3.Connection, table: str, which: str, breathe: Callable[[], object], moves: Moves
    ) -> None:
        self._db, self._table, self._breathe, self._moves = db, table, breathe, moves
        self._keys: list[bytes] = []
        self._values: list[bytes] = []
        """Of rows that are still to be decoded."""
        self.missed: set[bytes] = set()
        """Keys of rows of groups that are others now."""
        self.met: set[bytes] = set()
        """Keys of rows that such groups have now."""
        index = "INDEXED BY idx_expires_at" if which and "idx_expires_at" in objects(db) else "NOT INDEXED"
        where = f"FROM {table} {index} WHERE {which} rowid BETWEEN"
        self._where = where
        self._members = f"SELECT key, {_VALUE} {where} ? AND ? ORDER BY rowid LIMIT {2 * GROUP + 1}"
        self._rows = f"SELECT rowid, key, {_VALUE} {where} ? AND ? ORDER BY rowid LIMIT {CHUNK}"
        self._one = f"SELECT 1 FROM {table} WHERE {which} key = ?".replace("expires_at", "+expires_at")
        self._alike = db.execute("PRAGMA encoding").fetchone()[0] == "UTF-8"

    def holds(self, key: bytes) -> bool:
        """Whether there is a row of this key."""
        return self._db.execute(self._one, (key,)).fetchone() is not None

    def _together(self, groups: Sequence[Group], count: int) -> str:
        """Has SQLite put groups together. Where few other rows lie between theirs it needs no index to find them."""
        dense = len(groups) > 2 and count > SHARE * (groups[-1].first - groups[1].first)
        where = re.sub("INDEXED BY [a-z_]+", "NOT INDEXED", self._where) if dense else self._where
        return (
            f"WITH place(first, last) AS (VALUES {', '.join(['(?, ?)'] * AT_ONCE)})"
            f" SELECT (SELECT {_BYTES} {where} place.first AND place.last) FROM place"
        )

    def compare(self, groups: Sequence[Group], end: int, count: int) -> None:
        """Look at the first groups, up to one. `count`: the rows of all."""
        statement = self._together(groups, count) if end else ""
        for at in range(0, end, AT_ONCE):
            self._breathe()
            here = groups[at : min(at + AT_ONCE, end)]
            firsts = [group.first for group in groups[at : at + len(here) + 1]]
            lasts, was = [first - 1 for first in firsts[1:]], [group.whole for group in here]
            found = list(map(hash, self._db.execute(statement, _places(firsts, lasts))))[: len(here)]
            if found == was:
                self._moves.groups += here
            else:
                self._replace(here, lasts, found)

    def _replace(self, here: Sequence[Group], lasts: Sequence[int], found: Sequence[int]) -> None:
        """Keep these groups, those that are others as they are now."""
        others = [n for n, group in enumerate(here) if group.whole != found[n]]
        again = self._again([here[n] for n in others], [lasts[n] for n in others], [found[n] for n in others])
        done = 0
        for n, group in zip(others, again, strict=True):
            self._moves.groups += here[done:n]
            if group is None:
                self.take(here[n : n + 1], lasts[n])
            elif group.keys:
                self._moves.groups.append(group)
            done = n + 1
        self._moves.groups += here[done:]

    def _again(self, before: Sequence[Group], lasts: Sequence[int], wholes: Sequence[int]) -> Sequence[Group | None]:
        """Groups as they are now; None where their rows are so many, or so long, that each has to be read by itself."""
        read = [
            self._db.execute(self._members, (group.first, last)).fetchall()
            for group, last in zip(before, lasts, strict=True)
        ]
        sizes = list(map(len, read))
        keys, values = zip(*chain.from_iterable(read), strict=True) if any(sizes) else ((), ())
        if max(sizes) > 2 * GROUP or not self._alike or not {*map(type, keys), *map(type, values)} <= {bytes}:
            return [None] * len(before)
        prints, known = array("q", map(hash, values)), _known(before)
        self.missed.update(known)
        self._note(keys, values, prints, known)
        return [
            Group(group.first, keys[end - size : end], prints[end - size : end], whole)
            for group, size, end, whole in zip(before, sizes, accumulate(sizes), wholes, strict=True)
        ]

    def take(self, before: Sequence[Group], last: int) -> None:
        """Read the rows of these neighbours up to a row id, and form groups of them anew."""
        known = _known(before)
        self.missed.update(known)
        first = begin = before[0].first
        while rows := self._db.execute(self._rows, (begin, last)).fetchall():
            ids, keys, values = zip(*rows, strict=True)
            plain = {*map(type, keys), *map(type, values)} == {bytes}
            if not plain:
                values = tuple(map(self._value, rows))
                keys = tuple(key if isinstance(key, bytes) else b"" for key in keys)  # it is no queue's
            prints = array("q", map(hash, values))
            for at in range(0, len(rows), GROUP):
                end = at + GROUP
                whole = _whole(keys[at:end], values[at:end]) if plain and self._alike else None
                self._moves.groups.append(Group(ids[at] if at else first, keys[at:end], prints[at:end], whole))
            self._note(keys, values, prints, known)
            first = begin = ids[-1] + 1
            if len(rows) < CHUNK or begin > last:
                break
            self._breathe()
        if last == _HIGHEST:
            self._moves.groups.append(Group(first, (), (), None))

    def _note(
        self, keys: Sequence[bytes], values: Sequence[bytes], prints: Sequence[int], known: Mapping[bytes, int]
    ) -> None:
        """Have those decoded whose value is another one than was known."""
        self.met.update(keys)
        if known:
            for key, value, print_ in zip(keys, values, prints, strict=True):
                if known.get(key) != print_:
                    self._keys.append(key)
                    self._values.append(value)
        else:
            self._keys += keys
            self._values += values
        if len(self._keys) >= CHUNK:
            self.end()

    def end(self) -> None:
        """Decode what is not decoded yet."""
        many = is_made() or len(self._moves.groups) * GROUP > MANY
        self._moves.facts.update(_dated(self._keys, facts(self._values, many=many)))
        self._keys, self._values = [], []

    def _value(self, row: tuple[int, object, object]) -> bytes:
        """One that is long, or none, or no bytes."""
        if row[2] is not None:
            return stored_bytes(row[2])
        found = self._db.execute(f"SELECT {_LONG} FROM {self._table} WHERE rowid = ?", row[:1]).fetchone()
        return b"" if found is None else stored_bytes(found[0])


def _known(groups: Sequence[Group]) -> dict[bytes, int]:
    """The hash of each row's value."""
    known: dict[bytes, int] = {}
    for group in groups:
        known.update(zip(group.keys, group.prints, strict=True))
    return known


def _places(firsts: Sequence[int], lasts: Sequence[int]) -> Sequence[int]:
    """Where groups begin and end, for a statement about as many as it is about at once."""
    places = [_NOWHERE] * (2 * AT_ONCE)
    places[: 2 * len(lasts) : 2] = firsts[: len(lasts)]
    places[1 : 2 * len(lasts) : 2] = lasts
    return places


def _whole(keys: Sequence[bytes], values: Sequence[bytes]) -> int:
    """What SQLite's bytes of a group will hash to, of rows with short values."""
    return hash((b"%d,%b" % (len(keys), b",".join(map(add, keys, values))),))


def _dated(keys: Sequence[bytes], told: Sequence[Fact]) -> Iterable[tuple[bytes, Fact]]:
    """Those of queues; a message without a time of its own waits since its row was written, if that is known."""
    rows = zip(keys, told, strict=True)
    usual = "" not in told and set(map(type, told)) == {str} and are_rows(keys)
    return rows if usual else _each_dated(rows)


def _each_dated(rows: Iterable[tuple[bytes, Fact]]) -> Iterator[tuple[bytes, Fact]]:
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
