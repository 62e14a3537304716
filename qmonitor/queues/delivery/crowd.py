"""One question about many destinations, asked by one statement.

A statement a destination takes 10 µs of Python, and the window's thread waits meanwhile; inside of SQLite a destination
costs 2 µs (measured with 5,000 of them).
"""

import re
import sqlite3
from collections.abc import Container, Iterable
from typing import TypeVar

from qmonitor.queues.delivery.rows import NAME, name
from qmonitor.queues.model import Destination

T = TypeVar("T")

_PLAIN = re.compile(r'[^"\\\x00-\x1f\ud800-\udfff]*')
"""A name that stands in JSON as it is; what is no Unicode, or holds a NUL, would not come through it at all."""


class Crowd:
    """Destinations, ready to be asked about."""

    def __init__(self, places: Iterable[Destination]) -> None:
        self._take(tuple(places), None)

    def _take(self, places: tuple[Destination, ...], members: list[str] | None) -> None:
        self.places = places
        self._members = [_member(where) for where in places] if members is None else members
        self._odd = not all(self._members)
        self._json = "{" + ",".join(filter(None, self._members)) + "}"  # one member each: names may come more than once

    def split(self, first: int, step: int) -> "tuple[Crowd, Crowd]":
        """One in `step` of them, from the place `first` on, and the others."""
        some, others = Crowd(()), Crowd(())
        places, members = list(self.places), self._members[:]
        del places[first::step], members[first::step]
        some._take(self.places[first::step], self._members[first::step])
        others._take(tuple(places), members)
        return some, others

    def parted(self, few: Container[Destination]) -> "tuple[Crowd, Crowd]":
        """Those that are among the `few`, and the others."""
        some, others = Crowd(()), Crowd(())
        pairs = list(zip(self.places, self._members, strict=True))
        for made, inside in ((some, True), (others, False)):
            chosen = [pair for pair in pairs if (pair[0] in few) == inside]
            made._take(tuple(where for where, _ in chosen), [member for _, member in chosen])
        return some, others

    def ask(self, db: sqlite3.Connection, query: str) -> list[object]:
        """What a query of one value says of each; `{here}` in it stands for a destination's `channel = … AND …`."""
        return [told[0] for told in self.ask_all(db, query)]

    def ask_all(self, db: sqlite3.Connection, *queries: str) -> list[tuple[object, ...]]:
        """What several such queries say of each."""
        plain: list[tuple[object, ...]] = []
        if not self._odd or any(self._members):
            here = "channel = place.value AND destination = place.key"
            columns = ", ".join(f"({query.format(here=here)})" for query in queries)
            plain = db.execute(f"SELECT {columns} FROM json_each(?) AS place", (self._json,)).fetchall()
        if not self._odd:
            return plain
        found = iter(plain)
        return [
            next(found) if member else tuple(_one(db, query, where) for query in queries)
            for where, member in zip(self.places, self._members, strict=True)
        ]


def merged(some: list[T], others: list[T], first: int, step: int) -> list[T]:
    """What `Crowd.split` has parted, in the order that it was in."""
    whole = [*some, *others]
    whole[first::step] = some
    for at in range(step - 1):
        whole[at + (at >= first) :: step] = others[at :: step - 1]
    return whole


def _member(where: Destination) -> str:
    """As a member of a JSON object; empty where it can't be one."""
    plain = _PLAIN.fullmatch(where.destination) is not None and _PLAIN.fullmatch(where.channel) is not None
    return f'"{where.destination}":"{where.channel}"' if plain else ""


def _one(db: sqlite3.Connection, query: str, where: Destination) -> object:
    here = query.format(here=f"channel = {NAME} AND destination = {NAME}")
    marks = here.count(NAME) // 2
    values = (name(where.channel), name(where.destination)) * marks
    return db.execute(f"SELECT ({here})", values).fetchone()[0]


def items_in(index: str, state: str = "pending") -> str:
    """The FROM … WHERE clause of a destination's items in a state, for `Crowd.ask`."""
    return f"FROM queue {index} WHERE {{here}} AND state = '{state}'"
