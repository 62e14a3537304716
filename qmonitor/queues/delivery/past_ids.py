"""Which ids each destination holds, by state, out of the index `queue_pending` alone.

The index is walked in slices of one or a few statements that hand over whole lists of ids, so that a million of them
take 0.4 s and no transaction lasts long.
"""

import json
import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import field

from qmonitor.queues.delivery.rows import NAME, name, text
from qmonitor.queues.delivery.seeks import NO_BLOB, Indexes, count
from qmonitor.queues.delivery.slices import START, Position, items_of
from qmonitor.queues.model import Destination, State
from qmonitor.queues.sqlite_file import snapshot
from qmonitor.values import dataclass

SLICE = 10_000
"""Index entries read by one statement (3 ms)."""

AGAIN = 3
"""So often a list is read anew that got longer meanwhile."""

_COLUMNS = "channel, destination, state, next_attempt, id"
_ORDER = f"ORDER BY {_COLUMNS}"
_ABOVE = (
    "group_concat(CASE WHEN id > {0} THEN id END), count(*), sum(id <= {0}),"
    " min(CASE WHEN id <= {0} THEN id END), max(CASE WHEN id <= {0} THEN id END)"
)
_ALL = "group_concat(id), count(*), 0, NULL, NULL"

_Position = tuple[str, str, str, str, int]


@dataclass(slots=True)
class Ids:
    """The items of one destination in one state: the ascending `ids` above a bound.

    Of those below it: how many (`older`), and the lowest and the highest id among them (`first`, `newest`).
    """

    ids: "array[int]" = field(default_factory=lambda: array("q"))
    older: int = 0
    first: int | None = None
    newest: int | None = None

    def add(self, more: list[int], older: int, first: int | None, newest: int | None) -> None:
        self.ids.fromlist(more)
        self.older += older
        self.first = min((one for one in (self.first, first) if one is not None), default=None)
        self.newest = max((one for one in (self.newest, newest) if one is not None), default=None)

    def __len__(self) -> int:
        return len(self.ids) + self.older


Held = dict[str, Ids]
"""The items of one destination, by state."""


def held(db: sqlite3.Connection, use: Indexes, among: range, rest: Callable[[], None]) -> dict[Destination, Held]:
    """What every destination holds `among` these ids; lower ones are only counted, higher ones are too new.

    `rest` is called between two slices, each a transaction of its own.

    What leaves a line meanwhile is in no list, or in that of the waiting ones and another. So lists that got longer
    are read anew, and who waits no more is taken out of the first.
    """
    began, lowest = _version(db), among.start - 1
    found: dict[Destination, Held] = {}
    for channel, destination, state, piece in _walk(db, use, lowest):
        here = found.setdefault(Destination(text(channel), text(destination)), {})
        here.setdefault(text(state), Ids()).add(*piece)
        rest()
    for where, here in found.items():
        if _version(db) != began:
            _catch_up(db, use, where, here, lowest)
        for part in here.values():
            part.ids = array("q", sorted(part.ids))
            del part.ids[bisect_left(part.ids, among.stop) :]
        rest()
    return found


def _version(db: sqlite3.Connection) -> int:
    """Another number once somebody else has written."""
    return int(db.execute("PRAGMA data_version").fetchone()[0])


def _catch_up(db: sqlite3.Connection, use: Indexes, where: Destination, here: Held, lowest: int) -> None:
    gone: set[int] = set()
    for state in {*here, State.DELIVERED, State.FAILED, State.SKIPPED} - {State.PENDING}:
        part = here.get(state, Ids())
        for _ in range(AGAIN):
            if count(db, use, where, state)[0] == len(part):
                break
            part = here[state] = Ids()
            for row in _group(db, use, where, state, lowest):
                part.add(*row)
        gone.update(part.ids)
    waiting = here.get(State.PENDING)
    if waiting is not None:
        waiting.ids = array("q", set(waiting.ids) - gone)


def _group(db: sqlite3.Connection, use: Indexes, where: Destination, state: str, lowest: int) -> Iterator["_Piece"]:
    """One destination's items in one state, in pieces."""
    items = items_of(use, where, state)
    start: Position | None = START
    while start is not None:
        end = items.after(db, start, SLICE)
        for ids in items.over(db, "group_concat(id)", start, end):
            listed = json.loads(f"[{ids or ''}]")
            below = [row_id for row_id in listed if row_id <= lowest]
            above = [row_id for row_id in listed if row_id > lowest] if below else listed
            yield above, len(below), min(below, default=None), max(below, default=None)
        start = end


_Piece = tuple[list[int], int, int | None, int | None]
_Group = tuple[object, object, object, _Piece]


def _walk(db: sqlite3.Connection, use: Indexes, lowest: int) -> Iterator[_Group]:
    """The groups of the index in its order, long ones in several pieces."""
    what = _ABOVE.format(int(lowest)) if lowest > 0 else _ALL
    start: _Position | None = None
    while True:
        room, end = SLICE, None
        for where, values, single in _levels(start):
            here = f"FROM queue {use.pending} WHERE {where} {_ORDER}"
            with snapshot(db):
                end = db.execute(f"SELECT {_COLUMNS} {here} LIMIT 1 OFFSET {room - 1}", values).fetchone()
                inner = f"(SELECT channel, destination, state, id {here} LIMIT {room})"
                groups = "" if single else "GROUP BY channel, destination, state"
                sql = f"SELECT channel, destination, state, {what} FROM {inner} {groups}"
                found = db.execute(sql, values).fetchall()
            for channel, destination, state, ids, entries, *below in found:
                if entries:
                    room -= entries
                    yield channel, destination, state, (json.loads(f"[{ids or ''}]"), *below)
            if end is not None or room <= 0:
                break
        if end is None or not all(isinstance(part, str) for part in end[:4]):
            return  # all is read; or names are no text, and what comes after is missing
        start = (text(end[0]), text(end[1]), text(end[2]), text(end[3]), end[4])


def _levels(start: _Position | None) -> Iterator[tuple[str, tuple[object, ...], bool]]:
    """What comes after a position, in ranges that the index finds at once; and whether one is of a single group.

    (SQLite uses only the first column of a comparison of rows.)
    """
    if start is None:
        yield f"channel >= '' AND channel {NO_BLOB}", (), False
        return
    keys, row_id = tuple(map(name, start[:4])), start[4]
    columns = ("channel", "destination", "state", "next_attempt")
    yield " AND ".join(f"{column} = {NAME}" for column in columns) + " AND id > ?", (*keys, row_id), True
    for depth in range(len(columns) - 1, -1, -1):
        same = "".join(f"{column} = {NAME} AND " for column in columns[:depth])
        here = columns[depth]
        yield f"{same}{here} > {NAME} AND {here} {NO_BLOB}", keys[: depth + 1], depth == len(columns) - 1
