"""The head of every line: the item that all others there wait for, looked at anew at each look."""

import json
import sqlite3
from collections.abc import Iterable, Mapping

from qmonitor.queues.delivery.rows import ITEM_COLUMNS, item, whole
from qmonitor.queues.model import Destination, Item, State

_CHANGING = ("state", "next_attempt", "last_attempt", "last_error")
"""What may become of a head, beside its attempts; as bytes, which nothing has to decode."""

_ROW = f"id, attempts, {', '.join(f'CAST({column} AS BLOB)' for column in _CHANGING)}"
_WANTED = "FROM queue NOT INDEXED WHERE id IN (SELECT value FROM json_each(?))"
_WIDTH = 2 + len(_CHANGING)

Row = tuple[object, ...]

Order = tuple[str, list[Destination], list[Row]]
"""The ids as JSON, and places and rows in the order of the ids."""


class Heads:
    """Items are made of rows only where a row is another one than at the last look."""

    def __init__(self) -> None:
        self.items: dict[Destination, Item] = {}
        self.changed: set[Destination] = set()
        """Where the head is another item, or another row, since this was copied."""
        self._rows: dict[Destination, Row] = {}
        self._order: Order | None = None
        """None where they have to be put in order anew."""

    def copy(self) -> "Heads":
        made = Heads()
        made.items, made._rows, made._order = dict(self.items), dict(self._rows), self._order
        return made

    def look(self, db: sqlite3.Connection, heads: Mapping[Destination, int | None]) -> None:
        """Take these as they are now; None where nothing waits. One that waits no longer is forgotten."""
        unknown = {where: head for where, head in heads.items() if head is not None and where not in self._rows}
        if unknown:
            found = _read(db, unknown.values())
            self._take({where: found.get(head) for where, head in unknown.items()})
        known = {where: head for where, head in heads.items() if where not in unknown}
        ids = json.dumps([head for head in known.values() if head is not None])
        rows: dict[object, Row] = {row[0]: row for row in db.execute(f"SELECT {_ROW} {_WANTED}", (ids,))}
        self._compare(db, {where: rows.get(head) for where, head in known.items()})

    def prepare(self) -> "Order":
        """For a glance; takes a few milliseconds without the file."""
        if self._order is None:
            pairs = sorted(self._rows.items(), key=_id_of)
            ids = json.dumps([row[0] for _, row in pairs])
            self._order = ids, [where for where, _ in pairs], [row for _, row in pairs]
        return self._order

    def glance(self, db: sqlite3.Connection) -> list[Destination]:
        """Take all that are known as they are now. Those that wait no longer are forgotten, and handed back."""
        if self._order is None:
            order = sorted((row[0], where) for where, row in self._rows.items())
            places = [where for _, where in order]
            self._order = json.dumps([row_id for row_id, _ in order]), places, [self._rows[where] for where in places]
        ids, places, known = self._order
        rows: list[Row | None] = db.execute(f"SELECT {_ROW} {_WANTED}", (ids,)).fetchall()
        if len(rows) != len(known):  # some are gone
            found = {row[0]: row for row in rows if row is not None}
            rows = [found.get(row[0]) for row in known]
        other = {where: row for where, row, was in zip(places, rows, known, strict=True) if row != was}
        return self._compare(db, other) if other else []

    def _compare(self, db: sqlite3.Connection, rows: Mapping[Destination, Row | None]) -> list[Destination]:
        """Take rows as they are now; those that wait no longer."""
        other = {where: row for where, row in rows.items() if row is None or self._rows.get(where) != row}
        found = _read(db, [row[0] for row in other.values() if row is not None]) if other else {}
        return self._take({where: found.get(row[0]) if row is not None else None for where, row in other.items()})

    def _take(self, found: Mapping[Destination, tuple[Row, Item] | None]) -> list[Destination]:
        gone = []
        for where, one in found.items():
            if one is not None and one[1].state == State.PENDING:
                self._rows[where], self.items[where] = one
            else:
                gone.append(where)
                self._rows.pop(where, None)
                self.items.pop(where, None)
        if found:
            self._order = None
            self.changed.update(found)
        return gone


def _id_of(pair: tuple[Destination, Row]) -> int:
    return whole(pair[1][0])


def _read(db: sqlite3.Connection, ids: Iterable[object]) -> dict[object, tuple[Row, Item]]:
    rows = db.execute(f"SELECT {_ROW}, {ITEM_COLUMNS} {_WANTED}", (json.dumps(list(ids)),))
    return {row[0]: (row[:_WIDTH], item(row[_WIDTH:])) for row in rows}
