"""The head of every line: the item that all others there wait for, looked at anew at each look."""

import json
import sqlite3
from collections.abc import Iterable, Mapping

from qmonitor.queues.delivery.crowd import Crowd
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
        self._orders: dict[Crowd, Order] = {}

    def copy(self) -> "Heads":
        made = Heads()
        made.items, made._rows, made._orders = dict(self.items), dict(self._rows), dict(self._orders)
        return made

    def regrouped(self) -> None:
        """Crowds are others from now on."""
        self._orders.clear()

    def look(self, db: sqlite3.Connection, crowd: Crowd, moved: Mapping[Destination, int | None]) -> list[Destination]:
        """Take the heads of a crowd as they are now; `moved` are those that may be other items (None: nothing waits).

        Where one that should wait does not, it is forgotten, and its destination handed back.
        """
        others = {where: head for where, head in moved.items() if self._head(where) != head}
        if others:
            found = _read(db, (head for head in others.values() if head is not None))
            self._take({where: found.get(head) for where, head in others.items()})
            self._orders.pop(crowd, None)
        ids, places, known = self._order(crowd)
        rows: list[Row | None] = db.execute(f"SELECT {_ROW} {_WANTED}", (ids,)).fetchall()
        asked = list(moved)
        if rows != known:
            asked += places
            there = {row[0]: row for row in rows if row is not None}
            pairs = zip(places, known, strict=True)
            self._compare(db, {where: row for where, was in pairs if (row := there.get(was[0])) != was})
            self._orders.pop(crowd, None)
        return [where for where in asked if where not in self.items and moved.get(where, 0) is not None]

    def _head(self, where: Destination) -> object:
        row = self._rows.get(where)
        return None if row is None else row[0]

    def _order(self, crowd: Crowd) -> Order:
        if crowd not in self._orders:
            pairs = [(where, self._rows[where]) for where in crowd.places if where in self._rows]
            pairs.sort(key=_id_of)
            ids = json.dumps([row[0] for _, row in pairs])
            self._orders[crowd] = ids, [where for where, _ in pairs], [row for _, row in pairs]
        return self._orders[crowd]

    def _compare(self, db: sqlite3.Connection, rows: Mapping[Destination, Row | None]) -> None:
        """Take rows as they are now."""
        found = _read(db, [row[0] for row in rows.values() if row is not None])
        self._take({where: found.get(row[0]) if row is not None else None for where, row in rows.items()})

    def _take(self, found: Mapping[Destination, tuple[Row, Item] | None]) -> None:
        for where, one in found.items():
            if one is not None and one[1].state == State.PENDING:
                self._rows[where], self.items[where] = one
            else:
                self._rows.pop(where, None)
                self.items.pop(where, None)
        self.changed.update(found)


def _id_of(pair: tuple[Destination, Row]) -> int:
    return whole(pair[1][0])


def _read(db: sqlite3.Connection, ids: Iterable[object]) -> dict[object, tuple[Row, Item]]:
    rows = db.execute(f"SELECT {_ROW}, {ITEM_COLUMNS} {_WANTED}", (json.dumps(list(ids)),))
    return {row[0]: (row[:_WIDTH], item(row[_WIDTH:])) for row in rows}
