"""What others do to one destination while a worker of ours is at it: which item is the head now, and is that our doing?

The engine's own worker knows no lease, so it is noticed by its traces: a changed (state, attempts, last_attempt) of an
item that neither our report nor an audit row explains. As long as `PRAGMA data_version` is the same nobody else has
written anything. Where it is another one, the audit is read on, the items that were last in our hands and those that
became due last are compared; and number and sum of all pending items, at once where they are few, else as often as a
tenth of the time allows. So a change that neither the audit nor any of the others tells (a row that another tool put
back in line without a new time) is noticed late only in a long line, and only while somebody else goes on writing. What
is not noticed at all: an item that was not in our hands yet, taken out of its line and put back between two looks.
"""

import json
import sqlite3
from collections.abc import Set

from qmonitor.queues.delivery.past_acts import REMOVING
from qmonitor.queues.delivery.rows import moment, text
from qmonitor.queues.delivery.seeks import Indexes
from qmonitor.queues.delivery.worker.cursor import Cursor
from qmonitor.queues.model import Destination, ItemId, State
from qmonitor.queues.sqlite_worker import changes
from qmonitor.queues.times import Instant, from_ns, now, parse
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

FEW = 2_000
"""So many pending items are counted and added up at each change, inside a transaction, too (0.3 ms)."""

KEPT, KEPT_BYTES = 16, 1_000_000
"""So many of the items that were last in our hands are looked at again, of so much payload: what is behind a payload
is only found by walking along it."""

LATEST, SLACK = 200, 5_000_000_000
"""So many of the items that became due last are looked at, from so long before the last look on (ns)."""

MOST_ATTEMPTS = 2**62
"""What a careless writer stored there may be the largest number that there is."""

LONGEST_WORD = 20
"""Characters of a state."""

STANDARD = 30
"""Characters of a time in the standard form."""

TRIES = 3
"""How often all pending items are read at the start while somebody else goes on writing."""

Row = tuple[object, ...]
"""state, attempts and last_attempt, as the bytes of their texts."""

_ROW = "CAST(state AS BLOB), CAST(attempts AS BLOB), CAST(last_attempt AS BLOB)"
_MORE = f"SELECT {_ROW}, CAST(next_attempt AS BLOB), enqueued_at"
_AGAIN = f"{_MORE}, NULL FROM queue WHERE id = ?"
_FIRST = f"{_MORE}, coalesce(CAST(raw AS BLOB), x'') FROM queue WHERE id = ?"


@dataclass(frozen=True, slots=True)
class Head:
    """The item that everything else waits for; `was` (its attempts) and `stored_due` exactly as stored.

    `raw`: its payload; None where it was looked at before, so that of one that is not due it is not read at each look.
    """

    id: int
    was: bytes | None
    stored_due: bytes | None
    stored_enqueued: object
    raw: bytes | None

    @property
    def attempts(self) -> int:
        """How often it was tried; 0 where what is stored is no whole number, or below. It can be counted on from."""
        try:
            return max(0, min(int(self.was or 0), MOST_ATTEMPTS))
        except ValueError:
            return 0

    @property
    def due(self) -> Instant | None:
        """When it is to be tried; None where nothing is stored."""
        return None if self.stored_due is None else parse(text(self.stored_due))

    @property
    def scheduled(self) -> Instant | None:
        """The engine goes by the same time."""
        return self.due

    @property
    def enqueued(self) -> Instant | None:
        return moment(self.stored_enqueued)

    def is_due(self, now: Instant) -> bool:
        """Whether it is due for certain, told without reading the time: in the standard form texts are in order."""
        stored = self.stored_due
        return stored is not None and len(stored) == STANDARD and stored[-1:] == b"Z" and stored <= now.text.encode()


def _word(state: str) -> str:
    """A state as it may be shown and logged, whatever somebody has put there."""
    return state if state.isprintable() and len(state) <= LONGEST_WORD else "…"


class Changes(changes.Changes[Head, int]):
    """One destination of a delivery queue: number and sum of its pending items are what is compared at last."""

    def __init__(self, db: sqlite3.Connection, where: Destination, use: Indexes) -> None:
        super().__init__(db)
        self.cursor = Cursor(db, where, use)
        self._unmet = False
        """Whether there may be new rows."""
        self._seen: dict[int, tuple[Row, int]] = {}
        """Items that were in our hands, and their size, the latest last."""
        self._size = 0
        self._since = now()

    def begin(self) -> None:
        """Take things as they are."""
        self.foreign, self._owing = None, True
        self._seen.clear()
        self._size = 0
        for _ in range(TRIES):
            self._audit_from_here()
            self._version, self._since = self._data_version(), now()
            self.cursor.build()
            if self._data_version() == self._version:
                self._owing = False
                return
            if self.cursor.matches():
                return

    # -- looking ---------------------------------------------------------------------------------------------------

    def _meet(self) -> None:
        if self._unmet:
            reached = self.cursor.reached
            self._unmet = self.take_new()
            self._queued = self._queued or self.cursor.reached > reached

    def _look_at(self, touched: Set[int]) -> None:
        self._unmet = True
        self.cursor.settle(touched)
        self._compare_seen(touched)
        self._meet_due(touched)
        if self.cursor.pending.count <= FEW:
            self._count(touched)

    def _touched(self, action: str, ids: tuple[ItemId, ...]) -> Set[int]:
        """All but those of acts that only take away finished ones."""
        if action in REMOVING and action != "erase":
            return frozenset()
        return {one for one in ids if isinstance(one, int)}

    def _compare_seen(self, touched: Set[int]) -> None:
        """Whether the items that were in our hands are as they were."""
        sql = f"SELECT id, {_ROW} FROM queue NOT INDEXED WHERE id IN (SELECT value FROM json_each(?))"
        rows = {row[0]: row[1:] for row in self._db.execute(sql, (json.dumps(list(self._seen)),))}
        for item, (known, size) in list(self._seen.items()):
            row = rows.get(item)
            if row == known:
                continue
            if row is None:
                self._size -= self._seen.pop(item)[1]
            else:
                self._seen[item] = (row, size)
            if item not in touched and (row is not None or item in self.cursor.pending):
                self._notice(item, row)
            self.cursor.settle([item])

    def _meet_due(self, touched: Set[int]) -> None:
        """Whether an item that became due lately waits again without having been known to."""
        since, self._since = self._since, now()
        back = [
            item
            for item in self.cursor.made_due(from_ns((since.ns or SLACK) - SLACK).text, LATEST)
            if item not in self.cursor.pending
        ]
        self._unexplained(self.cursor.settle(back), touched)

    def _compare(self, touched: Set[int]) -> None:
        """Compare number and sum, and where they differ find out by which items."""
        if not self.cursor.matches():
            before, differing = self.cursor.renew()
            touched = touched | self._acted_on()
            self.cursor.settle(differing | touched)
            self._unexplained({one for one in differing if (one in before) != (one in self.cursor.pending)}, touched)

    def _unexplained(self, items: Set[int], touched: Set[int]) -> None:
        for item in sorted(items - touched)[:1]:
            self._notice(item, self._db.execute(f"SELECT {_ROW} FROM queue WHERE id = ?", (item,)).fetchone())

    def _notice(self, item: int, row: Row | None) -> None:
        if row is None:
            self.foreign = phrase("Another program has deleted message {id}.", id=item)
        elif text(row[0]) == State.PENDING:
            self.foreign = phrase("Another program has tried message {id}, or put it back in line.", id=item)
        else:
            self.foreign = phrase(
                "Another program has changed message {id}: it is {state} now.", id=item, state=_word(text(row[0]))
            )

    # -- the head --------------------------------------------------------------------------------------------------

    def take_new(self) -> bool:
        """Meet new rows; whether there may be more. That they come says nothing; that one is delivered already does."""
        rows = self.cursor.take_new()
        for item, state in rows:
            if state in (State.DELIVERED, State.FAILED) and item not in self._seen:
                self._unexplained({item}, frozenset())
        return bool(rows)

    def head(self) -> Head | None:
        """The lowest pending item as it is now; None where nothing is pending."""
        while True:
            item = self.cursor.pending.head
            if item is None:
                if not self.take_new():
                    return None
                continue
            found = self._read(item)
            if found is not None:
                return found

    def _read(self, item: int) -> Head | None:
        row = self._db.execute(_AGAIN if item in self._seen else _FIRST, (item,)).fetchone()
        if row is None or row[0] != b"pending":
            self.cursor.pending.discard(item)
            if not self._explained(item):
                self._notice(item, row)
            return None
        raw = row[5]
        self._remember(item, row[:3], 0 if raw is None else len(raw))
        return Head(item, row[1], row[3], row[4], raw)

    def _remember(self, item: int, row: Row, size: int) -> None:
        """Remember what an item is like now; where it was in our hands before, it must be like that still."""
        known = self._seen.pop(item, None)
        if known is None:
            self._seen[item] = (row, size)
            self._size += size
            self._forget()
            return
        self._seen[item] = (row, known[1])
        if known[0] != row and not self._explained(item):
            self._notice(item, row)

    def _explained(self, item: int) -> bool:
        """Whether the audit, read on, has it."""
        touched = self._acted_on()
        self.cursor.settle(touched)
        return item in touched

    def payload(self, item: int) -> bytes | None:
        """The stored bytes; None where the row is gone."""
        row = self._db.execute("SELECT CAST(raw AS BLOB) FROM queue WHERE id = ?", (item,)).fetchone()
        if row is None:
            return None
        return bytes(row[0] or b"")

    def _forget(self) -> None:
        """The oldest of those that were in our hands, where they are too many or too big."""
        while len(self._seen) > KEPT or (self._size > KEPT_BYTES and len(self._seen) > 1):
            self._size -= self._seen.pop(next(iter(self._seen)))[1]

    def reported(self, item: int, row: Row | None) -> None:
        """Our own report has changed an item's row to this; None where it found another row than it expected."""
        known = self._seen.pop(item, None)
        size = 0 if known is None else known[1]
        if row is None:
            self._size -= size
            return
        self._seen[item] = (row, size)
        if row[0] != b"pending":
            self.cursor.pending.discard(item)

    def catch_up(self) -> None:
        """Look at all new rows."""
        while self.take_new():
            pass

    def settle(self, item: int) -> None:
        """Look up whether an item is pending still."""
        self.cursor.settle([item])
