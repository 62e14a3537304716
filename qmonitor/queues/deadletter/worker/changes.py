"""What others do to one dead-letter queue while a worker of ours is at it, and which message is the first.

The daemon knows no lease, so it is noticed by its traces: a row that was removed or rewritten by neither us nor a
recorded act. New rows say nothing. All rows are known by the hashes of their values; the next ones are compared at each
change, inside a transaction too, all of them where they are few, else as often as a tenth of the time allows. What is
not noticed: a row that came and went between two looks.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence, Set

from qmonitor.queues.deadletter import keys
from qmonitor.queues.deadletter.codec import MAX_QUEUE_AGE
from qmonitor.queues.deadletter.errors import NotAKey
from qmonitor.queues.deadletter.facts import Fact
from qmonitor.queues.deadletter.mending import Mender
from qmonitor.queues.deadletter.worker.head import Head, Tries
from qmonitor.queues.deadletter.worker.line import Line, Row
from qmonitor.queues.model import ItemId
from qmonitor.queues.sqlite_worker import changes
from qmonitor.queues.sqlite_worker.clock import Clock
from qmonitor.queues.words import Phrase, counted, phrase

FEW, FEW_BYTES = 500, 1 << 20
"""So many rows, of so many bytes, are all compared at each change (1 ms)."""

NEXT = 64
"""Of more, so many of the next ones are."""


class Changes(changes.Changes[Head, bytes]):
    """One queue as its worker's thread sees it."""

    def __init__(self, db: sqlite3.Connection, name: bytes, clock: Clock) -> None:
        super().__init__(db)
        self.line, self.tries = Line(db, name), Tries(clock)
        self._name, self._clock = name, clock
        self._known: dict[bytes, int] = {}
        """The hashes of the values of all rows by their keys."""
        self._bytes = 0
        """Of all values, when they were read last."""
        self._next: list[bytes] = []
        """The keys of the first rows that can be sent, as far as they were read."""
        self._passed: bytes | None = None
        """Up to this row nothing can be sent: not decodable, or without a message."""
        self._first: tuple[Row, Fact] | None = None
        """A row, and what it says."""
        self._unfit: dict[bytes, int] = {}
        """Rows that can be decoded, and still be made into no document."""

    def begin(self) -> None:
        self.foreign, self._owing, self._passed = None, False, None
        self._audit_from_here()
        self._version = self._data_version()  # what comes after this is compared
        self._known, self._bytes = {}, 0
        for rows in self.line.slices():
            self._known.update((key, hash(value)) for key, value in rows)
            self._bytes += sum(len(value) for _, value in rows)
        self._next.clear()

    def catch_up(self) -> None:
        if self._owing:
            self._count(frozenset())

    # -- comparing -------------------------------------------------------------------------------------------------

    def _touched(self, _action: str, ids: tuple[ItemId, ...]) -> Set[bytes]:
        return {key for one in ids if (key := _key(one)) is not None and self.line.owns(key)}

    def _look_at(self, touched: Set[bytes]) -> None:
        self._passed = None
        self._settle(touched)
        if len(self._known) <= FEW and self._bytes <= FEW_BYTES:
            self._count(touched)
        else:
            self._compare_some(self._next, touched)

    def _meet(self) -> None:
        """New rows are met where all are compared, or when one is the first."""

    def _settle(self, touched: Iterable[bytes]) -> None:
        """What recorded acts were about is taken as it is."""
        for key in touched:
            self._take(key, self.line.value(key))

    def _take(self, key: bytes, value: bytes | None) -> None:
        if value is None:
            self._known.pop(key, None)
            self.tries.forget([key])
        else:
            self._known[key] = hash(value)

    def _compare_some(self, some: Sequence[bytes], touched: Set[bytes]) -> None:
        for key in some:
            known = self._known.get(key)
            if known is not None:
                value = self.line.value(key)
                if value is None or hash(value) != known:
                    self._differs(key, value, touched)

    def _compare(self, touched: Set[bytes]) -> None:
        known, before, met, size = self._known, len(self._known), 0, 0
        changed: list[bytes] = []
        for rows in self.line.slices():
            changed += [key for key, value in rows if known.setdefault(key, hash(value)) != hash(value)]
            met += len(rows)
            size += sum(len(value) for _, value in rows)
        self._bytes = size
        self._queued = self._queued or len(known) > before
        gone = self._gone() if met < len(known) else []
        if changed or gone:
            touched = touched | self._acted_on()  # of what was committed meanwhile
            self._settle(touched)
            self._compare_some([*changed, *gone], touched)

    def _gone(self) -> list[bytes]:
        """Known rows that are not there."""
        there = {key for rows in self.line.slices() for key, _ in rows}
        return [key for key in self._known if key not in there]

    def _differs(self, key: bytes, value: bytes | None, touched: Set[bytes]) -> None:
        self._take(key, value)
        if key not in touched:
            words = phrase("Another program has rewritten message {id}.", id=keys.item_id(key))
            if value is None:
                words = phrase("Another program has removed message {id}.", id=keys.item_id(key))
            self.foreign = self.foreign or words

    # -- our own doing ---------------------------------------------------------------------------------------------

    def take_own(self, changed: Mapping[bytes, bytes | None]) -> None:
        """What we have stored, or removed, and committed."""
        for key, value in changed.items():
            self._take(key, value)
        if changed:
            self._next.clear()
            self._passed = None

    def take_away(self, key: bytes) -> None:
        """A row that we have removed."""
        self._take(key, None)

    def pass_over(self, head: Head) -> None:
        """Nothing can be made of it that could be sent."""
        self._unfit[head.key] = hash(head.value)

    def passed_over(self) -> Phrase | None:
        there = sum(self._known.get(key) == value for key, value in self._unfit.items())
        return (
            None
            if not there
            else counted(
                there,
                "1 message can't be made into a document; it stays.",
                "{count} messages can't be made into documents; they stay.",
            )
        )

    # -- the head --------------------------------------------------------------------------------------------------

    def head(self) -> Head | None:
        """The first row of which anything can be sent."""
        mender, most = Mender(self._name, self._clock.now(), MAX_QUEUE_AGE), 1
        while rows := self.line.after(self._passed, most):
            for (key, value), fact in zip(rows, self._facts(mender, rows), strict=True):
                if fact and self._unfit.get(key) != hash(value):
                    return self._made(key, value, fact, mender.is_odd(fact) or key == self._name)
                if fact == "":
                    return self._made(key, value, fact, True)
                self._passed = key
            most = NEXT
        return None

    def _facts(self, mender: Mender, rows: Sequence[Row]) -> Sequence[Fact]:
        """What each row says; of the first one it is remembered, as it is asked for at each look."""
        if len(rows) > 1:
            return mender.told(rows)
        if self._first is None or self._first[0] != rows[0]:
            self._first = rows[0], mender.told(rows)[0]
        return [self._first[1]]

    def _made(self, key: bytes, value: bytes, fact: Fact, odd: bool) -> Head:
        self._meet_first(key, value)
        attempts, due = self.tries.of(key)
        return Head(key, value, fact, odd, attempts, due)

    def _meet_first(self, key: bytes, value: bytes) -> None:
        """It is as it was known to be, or new."""
        if self._known.setdefault(key, hash(value)) != hash(value):
            touched = self._acted_on()
            self._settle(touched)
            self._differs(key, value, touched)
        if not self._next or self._next[-1] not in self._known:
            rows = self.line.after(key, NEXT)
            self._next = [key, *(one for one, _ in rows)]
            for one, found in rows:
                self._known.setdefault(one, hash(found))


def _key(item: ItemId) -> bytes | None:
    """The row that an id of the audit names."""
    try:
        return keys.parse_id(item)[0]
    except NotAKey:
        return None
