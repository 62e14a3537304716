"""Rows that are not yet as they are to be: of the older layout, of several messages, without a time, or too old.

Each change looks at the row again in its transaction: what another program did meanwhile stands. Where one message is
in two rows after a power cut, it is sent twice; in none it never is.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from qmonitor.queues.audit import actor
from qmonitor.queues.deadletter import codec, keys
from qmonitor.queues.deadletter.codec import Message
from qmonitor.queues.deadletter.errors import Undecodable
from qmonitor.queues.deadletter.facts import Fact, facts
from qmonitor.queues.deadletter.rows import CHANNEL
from qmonitor.queues.plan import new_plan_id
from qmonitor.queues.sqlite_audit import Deed, record
from qmonitor.queues.sqlite_values import stored_bytes
from qmonitor.queues.times import Instant, from_ns

EXPIRED = "older than {days} days"
"""The reason in the audit; it is not translated there."""

Row = tuple[bytes, object]
"""A key and what is stored under it."""


class Mender:
    """Mends the rows of one queue, as of one instant."""

    def __init__(self, name: bytes, at: Instant, most: timedelta) -> None:
        """`most` is the age after which a message is dropped."""
        self.changed: dict[bytes, bytes | None] = {}
        """What was stored under a key by this one, None where it was removed; to be relied on after the commit."""
        self._name, self._at, self._most = name, at, most
        self._legacy: tuple[object, tuple[Message, ...] | None] | None = None
        """What lies under the bare name, and its messages, as they were read last."""
        self._limit = from_ns(max(0, (at.ns or 0) - most // timedelta(microseconds=1) * 1000)).text

    def legacy(self, db: sqlite3.Connection) -> bool:
        """Whether the whole queue lies under its bare name, or a part of it: read before the transaction, because to
        decode ten thousand messages takes a second.
        """
        row = self._read(db, self._name)
        if row is None:
            self._legacy = None
        elif self._legacy is None or self._legacy[0] != row[0]:
            self._legacy = row[0], decoded(row[0])
        return self._legacy is not None

    def bring_over(self, db: sqlite3.Connection) -> None:
        """Split what lies under the bare name, if anything does, into rows before all others, in a transaction."""
        messages = self._legacy[1] if self.legacy(db) and self._legacy is not None else None
        if messages is not None:
            self._spread(db, messages, self._before(db))
            self._remove(db, self._name)

    def told(self, rows: Sequence[Row]) -> list[Fact]:
        """What each row says, for `mend` and `good`."""
        return facts([stored_bytes(value) for _, value in rows])

    def odd(self, rows: Sequence[Row], told: Sequence[Fact]) -> list[bytes]:
        """The keys of those that need it."""
        return [key for (key, _), fact in zip(rows, told, strict=True) if self.is_odd(fact)]

    def mend(self, db: sqlite3.Connection, odd: Sequence[bytes]) -> list[str]:
        """Mend rows, in a transaction. Then all have to be read again. The ids of what was dropped as too old."""
        ids = [keys.item_id(key) for key in odd if self._mend(db, key)]
        if ids:
            target = f"{CHANNEL}/{keys.shown(self._name)}"
            why = EXPIRED.format(days=self._most.days)
            record(db, Deed("expire", target, new_plan_id(), 1, ids, []), actor(), why)
        return ids

    def good(self, rows: Sequence[Row], told: Sequence[Fact]) -> list[tuple[bytes, Message]]:
        """Those with one message, as it is to be. What can't be decoded stays as it is, and so does an empty row."""
        found = [
            (key, decoded(value))
            for (key, value), fact in zip(rows, told, strict=True)
            if isinstance(fact, str) and not self.is_odd(fact)
        ]
        return [(key, each[0]) for key, each in found if each]

    def is_odd(self, fact: Fact) -> bool:
        """Whether a row of which this is told needs to be mended."""
        if isinstance(fact, tuple):
            return len(fact) > 1
        return fact is not None and fact < self._limit  # one without a time is the empty text

    def _mend(self, db: sqlite3.Connection, key: bytes) -> bool:
        """Mend one row, if it still needs it; whether it was dropped."""
        row = self._read(db, key)
        odd = row is not None and self.is_odd(self.told([(key, row[0])])[0])
        messages = decoded(row[0]) if row is not None and odd else None
        if messages is None:
            return False
        if len(messages) > 1:
            self._spread(db, messages, keys.parse(key))
        elif messages[0].queued_at is None:
            value = codec.joined([codec.encode_one(replace(messages[0], queued_at=self._at))])
            db.execute("UPDATE kv SET value = ? WHERE key = ?", (value, key))
            self.changed[key] = value
            return False
        self._remove(db, key)
        return len(messages) == 1

    def _spread(self, db: sqlite3.Connection, messages: Sequence[Message], key: keys.Key | None) -> None:
        """One row a message, behind a key, in their order; each as it was read."""
        for message in messages:
            value, stored = codec.joined([message.stored]), 0
            while key is not None and not stored:
                key = keys.following(key)
                row = (key.raw, value)
                stored = db.execute("INSERT OR IGNORE INTO kv (key, value) VALUES (?, ?)", row).rowcount
            if key is not None:
                self.changed[key.raw] = value

    def _before(self, db: sqlite3.Connection) -> keys.Key:
        """A key before the first of the queue, with room between them: what comes over was there before."""
        sql = "SELECT key FROM kv WHERE key > ? AND key < ? AND +expires_at IS NULL ORDER BY key"
        first = next((key for row in db.execute(sql, keys.bounds(self._name)) if (key := keys.parse(row[0]))), None)
        ns = self._at.ns or 0
        if first is not None and first.ns is not None:
            ns = min(ns, max(0, first.ns - 1))
        return keys.Key(self._name, ns, 0)

    def _remove(self, db: sqlite3.Connection, key: bytes) -> None:
        db.execute("DELETE FROM kv WHERE key = ?", (key,))
        self.changed[key] = None

    def _read(self, db: sqlite3.Connection, key: bytes) -> tuple[object] | None:
        found: tuple[object] | None = db.execute(
            "SELECT value FROM kv WHERE key = ? AND expires_at IS NULL", (key,)
        ).fetchone()
        return found


def decoded(value: object) -> tuple[Message, ...] | None:
    """A row's messages; None where it can't be decoded."""
    try:
        return codec.decode(stored_bytes(value))
    except Undecodable:
        return None
