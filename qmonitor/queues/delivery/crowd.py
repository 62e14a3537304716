"""One question about many destinations, asked by one statement.

A statement a destination takes 10 µs of Python, and the window's thread waits meanwhile; inside of SQLite a destination
costs 2 µs (measured with 5,000 of them).
"""

import re
import sqlite3
from collections.abc import Iterable

from qmonitor.queues.delivery.rows import NAME, name
from qmonitor.queues.model import Destination

_PLAIN = re.compile(r'[^"\\\x00-\x1f\ud800-\udfff]*')
"""A name that stands in JSON as it is; what is no Unicode, or holds a NUL, would not come through it at all."""


class Crowd:
    """Destinations, ready to be asked about."""

    def __init__(self, places: Iterable[Destination]) -> None:
        self.places = tuple(places)
        self._plain = [_plain(where) for where in self.places]
        members = (
            f'"{w.destination}":"{w.channel}"' for w, plain in zip(self.places, self._plain, strict=True) if plain
        )
        self._json = "{" + ",".join(members) + "}"  # one member each: names may come more than once

    def ask(self, db: sqlite3.Connection, query: str) -> list[object]:
        """What a query of one value says of each; `{here}` in it stands for a destination's `channel = … AND …`."""
        return [told[0] for told in self.ask_all(db, query)]

    def ask_all(self, db: sqlite3.Connection, *queries: str) -> list[tuple[object, ...]]:
        """What several such queries say of each."""
        plain: list[tuple[object, ...]] = []
        if any(self._plain):
            here = "channel = place.value AND destination = place.key"
            columns = ", ".join(f"({query.format(here=here)})" for query in queries)
            plain = db.execute(f"SELECT {columns} FROM json_each(?) AS place", (self._json,)).fetchall()
        if all(self._plain):
            return plain
        found = iter(plain)
        return [
            next(found) if plain else tuple(_one(db, query, where) for query in queries)
            for where, plain in zip(self.places, self._plain, strict=True)
        ]


def _plain(where: Destination) -> bool:
    return _PLAIN.fullmatch(where.destination) is not None and _PLAIN.fullmatch(where.channel) is not None


def _one(db: sqlite3.Connection, query: str, where: Destination) -> object:
    here = query.format(here=f"channel = {NAME} AND destination = {NAME}")
    marks = here.count(NAME) // 2
    values = (name(where.channel), name(where.destination)) * marks
    return db.execute(f"SELECT ({here})", values).fetchone()[0]


def items_in(index: str, state: str = "pending") -> str:
    """The FROM … WHERE clause of a destination's items in a state, for `Crowd.ask`."""
    return f"FROM queue {index} WHERE {{here}} AND state = '{state}'"
