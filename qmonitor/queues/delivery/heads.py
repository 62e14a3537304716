"""The head of every line: the item that all others there wait for, looked at anew at each look."""

import json
import sqlite3
from collections.abc import Iterable, Mapping

from qmonitor.queues.delivery.rows import ITEM_COLUMNS, item
from qmonitor.queues.model import Destination, Item, State

_CHANGING = ("state", "next_attempt", "last_attempt", "last_error", "enqueued_at")
"""What may become of a head, beside its attempts; as bytes, which nothing has to decode."""

_ROW = f"id, attempts, {', '.join(f'CAST({column} AS BLOB)' for column in _CHANGING)}"
_WANTED = "FROM queue NOT INDEXED WHERE id IN (SELECT value FROM json_each(?))"
_STATE = 2
_PENDING = str(State.PENDING).encode()

Row = tuple[object, ...]


class Heads:
    """Items are made of rows only where a row is another one than at the last look."""

    def __init__(self) -> None:
        self.items: dict[Destination, Item] = {}
        self._rows: dict[Destination, Row] = {}
        self._order: tuple[str, list[Destination], list[Row]] | None = None
        """The ids as JSON, and places and rows in their order; None where they have to be put in order anew."""

    def copy(self) -> "Heads":
        made = Heads()
        made.items, made._rows, made._order = dict(self.items), dict(self._rows), self._order
        return made

    def look(self, db: sqlite3.Connection, heads: Mapping[Destination, int | None]) -> None:
        """Take these as they are now; None where nothing waits. One that waits no longer is forgotten."""
        ids = json.dumps([head for head in heads.values() if head is not None])
        found: dict[object, Row] = {row[0]: row for row in db.execute(f"SELECT {_ROW} {_WANTED}", (ids,))}
        self._take(db, {where: found.get(head) for where, head in heads.items()})

    def glance(self, db: sqlite3.Connection) -> list[Destination]:
        """Take all that are known as they are now. Those that wait no longer are forgotten, and handed back."""
        if self._order is None:
            order = sorted((row[0], where) for where, row in self._rows.items())
            places = [where for _, where in order]
            self._order = json.dumps([row_id for row_id, _ in order]), places, [self._rows[where] for where in places]
        ids, places, known = self._order
        rows = db.execute(f"SELECT {_ROW} {_WANTED}", (ids,)).fetchall()
        if rows == known:
            return []
        found = {row[0]: row for row in rows}
        pairs = zip(places, known, strict=True)
        return self._take(db, {where: found.get(was[0]) for where, was in pairs if found.get(was[0]) != was})

    def _take(self, db: sqlite3.Connection, rows: Mapping[Destination, Row | None]) -> list[Destination]:
        gone = [where for where, row in rows.items() if row is None or row[_STATE] != _PENDING]
        other = {where: row for where, row in rows.items() if row is not None and self._rows.get(where) != row}
        for where in gone:
            other.pop(where, None)
            self._rows.pop(where, None)
            self.items.pop(where, None)
        if other:
            ids = json.dumps([row[0] for row in other.values()])
            items = {row[0]: item(row) for row in db.execute(f"SELECT {ITEM_COLUMNS} {_WANTED}", (ids,))}
            self.items.update((where, items[row[0]]) for where, row in other.items())
            self._rows |= other
        if gone or other:
            self._order = None
        return gone

    def forget(self, places: Iterable[Destination]) -> None:
        """Destinations that are no longer there."""
        for where in places:
            self.items.pop(where, None)
            self._rows.pop(where, None)
            self._order = None
