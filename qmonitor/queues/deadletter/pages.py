"""Pages of items by keyset: a page costs what is on it, wherever it begins, as long as nearly everything matches."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from qmonitor.queues.deadletter import keys
from qmonitor.queues.deadletter.keys import Key
from qmonitor.queues.deadletter.rows import CHANNEL, Row
from qmonitor.queues.deadletter.walk import Spot, Walk, edge
from qmonitor.queues.errors import Interrupted, Refused
from qmonitor.queues.matching import matches
from qmonitor.queues.model import PAGE_LIMIT_MOST, Beside, Item, ItemId, Page, Query, Side, State
from qmonitor.queues.times import now
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

COUNT_BUDGET = 1.0
"""Seconds after which counting by reading rows is given up: the number is then unknown, never a guess."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page begins: after or before a place, in the query's order."""

    forward: bool
    spot: Spot


class Pages:
    """Reads over one connection; `called_off` tells when the caller has lost interest.

    `undecodable` names the keys of rows that can't be decoded, so that not all rows are looked at for those.
    """

    def __init__(
        self,
        db: sqlite3.Connection,
        called_off: Callable[[], bool] = lambda: False,
        undecodable: Callable[[], Iterator[bytes]] | None = None,
    ) -> None:
        self._db, self._called_off, self._undecodable = db, called_off, undecodable

    def page(self, query: Query, begin: str | Beside | None = None) -> Page:
        """The page at a place. Raises `Refused` for a cursor, or an id, that is none."""
        limit, as_of = max(1, min(query.limit, PAGE_LIMIT_MOST)), now()
        at = _cursor(begin, query.head_first) if begin is not None else None
        forward, skip = at is None or at.forward, query.offset if at is None else 0
        ascending = query.head_first == forward
        spot = at.spot if at is not None else edge(ascending)
        found: list[Item] = []
        for item in self.items(query, spot, ascending=ascending):
            found.append(item)
            if len(found) > limit + skip:
                break
        more, found = len(found) > limit + skip, found[skip : limit + skip]
        if not forward:
            found.reverse()
        return Page(tuple(found), *_neighbours(found, at, spot, more, skip), as_of)

    def at(self, query: Query, spot: Spot | None) -> Page:
        """The page that begins at the item at this place; None: the end of the list."""
        if spot is None:
            return replace(self.page(query, _token(Cursor(False, edge(not query.head_first)))), next=None)
        return self.page(query, _token(Cursor(True, (*spot[:3], spot[3] + (-1 if query.head_first else 1)))))

    def count(self, query: Query, budget: float = COUNT_BUDGET) -> int | None:
        """How many match; None where that can't be told within `budget` seconds."""
        until, found = time.monotonic() + budget, 0
        for _ in self.items(query, edge(True), ascending=True):
            found += 1
            if time.monotonic() > until:
                return None
        return found

    def items(self, query: Query, spot: Spot, *, ascending: bool) -> Iterator[Item]:
        """Those that match beyond a place. Raises `Interrupted`."""
        return (item for _, item, raw in self.met(query, spot, ascending=ascending) if raw is not None)

    def met(self, query: Query, spot: Spot, *, ascending: bool) -> Iterator[tuple[Spot, Item, bytes | None]]:
        """Everything that is looked at beyond a place, and where it is; with its payload where it matches."""
        if query.channel not in (None, CHANNEL):
            return
        ids = None if query.among is None else set(query.among.ids)
        for row in self._rows(query, ids, spot, ascending):
            if self._called_off():
                raise Interrupted(phrase("The reading was called off."))
            parts = list(enumerate(row.parts(), 1))
            for number, (item, place) in parts if ascending else reversed(parts):
                here = (*row.key.order, 2 * number)
                if here > spot if ascending else here < spot:
                    fits = matches(query, item) and (ids is None or item.id in ids)
                    yield here, item, row.value[place] if fits else None

    def _rows(self, query: Query, ids: set[ItemId] | None, spot: Spot, ascending: bool) -> Iterator[Row]:
        """Every row that may hold an item that matches."""
        queued, skipped = query.state in (None, State.PENDING, State.FAILED), query.state in (None, State.SKIPPED)
        walk = Walk(self._db, ascending=ascending, queued=queued, skipped=skipped)
        if ids is not None:
            return walk.among({key for item in ids if (key := _key(item)) is not None}, spot)
        if query.state == State.FAILED and self._undecodable is not None:
            return walk.among(self._undecodable(), spot)
        try:
            return walk.rows(None if query.destination is None else keys.encoded(query.destination), spot)
        except Refused:
            return iter(())  # no queue has such a name


def _key(item: ItemId) -> bytes | None:
    """The key that an id names; ids of another backend stand for nothing here."""
    try:
        return keys.parse_id(item)[0]
    except Refused:
        return None


# -- cursors -------------------------------------------------------------------------------------------------------


def _cursor(begin: str | Beside, ascending: bool) -> Cursor:
    """Raises `Refused` for a token that no page gave, or for what is no id."""
    if isinstance(begin, Beside):
        return _beside(begin, ascending)
    head, _, rest = begin.partition(".")
    parts = rest.split(".")
    try:
        if head not in ("n", "p") or len(parts) != 4:
            raise ValueError
        spot = (int(parts[0]), int(parts[1]), bytes.fromhex(parts[2]), int(parts[3]))
    except ValueError:
        raise Refused(phrase("'{token}' is no cursor.", token=begin)) from None
    return Cursor(head == "n", spot)


def _token(cursor: Cursor) -> str:
    ns, sequence, name, half = cursor.spot
    return f"{'n' if cursor.forward else 'p'}.{ns}.{sequence}.{name.hex()}.{half}"


def _beside(begin: Beside, ascending: bool) -> Cursor:
    here = spot_of(begin.item)
    if begin.side is Side.AT:
        return Cursor(True, (*here[:3], here[3] + (-1 if ascending else 1)))
    return Cursor(begin.side is Side.AFTER, here)


def spot_of(item: ItemId) -> Spot:
    """Where an item is. Raises `NotAKey`."""
    raw, number = keys.parse_id(item)
    key = keys.parse(raw) or Key(raw)
    return (*key.order, 2 * (number or 1))


def _neighbours(
    items: list[Item], at: Cursor | None, spot: Spot, more: bool, offset: int
) -> tuple[str | None, str | None]:
    """The cursors to the next and the previous page, as seen in the query's order."""
    forward = at is None or at.forward
    first, last = (spot_of(items[0].id), spot_of(items[-1].id)) if items else (spot, spot)
    has_next = more if forward else True
    has_prev = (at is not None or offset > 0) if forward else more
    return (
        _token(Cursor(True, last)) if has_next else None,
        _token(Cursor(False, first)) if has_prev else None,
    )
