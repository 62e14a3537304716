"""Rows that are not yet as they are to be: of the older layout, of several messages, without a time, or too old.

Each change is one transaction that looks at the row again: what another program did meanwhile stands. Where one message
is in two rows after a power cut, it is sent twice; in none it never is.
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
from qmonitor.queues.sqlite_audit import Act, record
from qmonitor.queues.sqlite_errors import explained
from qmonitor.queues.sqlite_values import stored_bytes
from qmonitor.queues.sqlite_writer import Writer
from qmonitor.queues.times import Instant, between, from_ns

EXPIRED = "older than {days} days"
"""The reason in the audit; it is not translated there."""

Row = tuple[bytes, object]
"""A key and what is stored under it."""


class Mender:
    """Mends the rows of one queue, as of one instant."""

    def __init__(self, writer: Writer, name: bytes, at: Instant, most: timedelta) -> None:
        """`most` is the age after which a message is dropped."""
        self._writer, self._name, self._at, self._most = writer, name, at, most
        self._limit = from_ns(max(0, (at.ns or 0) - most // timedelta(microseconds=1) * 1000)).text

    def bring_over(self) -> None:
        """Split the whole queue that lies under its bare name, if there is one, into rows before all others."""
        with explained(self._writer.path):
            if self._read(self._writer.db, self._name) is None:
                return
        with self._writer.transaction() as db:
            row = self._read(db, self._name)
            messages = None if row is None else decoded(row[0])
            if messages is not None:
                self._spread(db, messages, self._before(db))
                _remove(db, self._name)

    def told(self, rows: Sequence[Row]) -> list[Fact]:
        """What each row says, for `mend` and `good`."""
        return facts([stored_bytes(value) for _, value in rows])

    def mend(self, rows: Sequence[Row], told: Sequence[Fact]) -> bool:
        """Mend those that need it; whether there were any. Then all have to be read again."""
        odd = [key for (key, _), fact in zip(rows, told, strict=True) if self._is_odd(fact)]
        if not odd:
            return False
        with self._writer.transaction() as db:
            dropped = [key for key in odd if self._mend(db, key)]
            if dropped:
                ids = [keys.item_id(key) for key in dropped]
                target = f"{CHANNEL}/{keys.shown(self._name)}"
                why = EXPIRED.format(days=self._most.days)
                record(db, Act("expire", target, new_plan_id(), 1, ids, []), actor(), why)
        return True

    def good(self, rows: Sequence[Row], told: Sequence[Fact]) -> list[tuple[bytes, Message]]:
        """Those with one message, as it is to be. What can't be decoded stays as it is, and so does an empty row."""
        found = [
            (key, decoded(value))
            for (key, value), fact in zip(rows, told, strict=True)
            if isinstance(fact, str) and not self._is_odd(fact)
        ]
        return [(key, each[0]) for key, each in found if each]

    def _is_odd(self, fact: Fact) -> bool:
        if isinstance(fact, tuple):
            return len(fact) > 1
        return fact is not None and fact < self._limit  # one without a time is the empty text

    def _is_old(self, message: Message) -> bool:
        age = between(message.queued_at, self._at)
        return age is not None and age > self._most

    def _mend(self, db: sqlite3.Connection, key: bytes) -> bool:
        """Mend one row, if it still needs it; whether it was dropped."""
        row = self._read(db, key)
        odd = row is not None and self._is_odd(self.told([(key, row[0])])[0])
        messages = decoded(row[0]) if row is not None and odd else None
        if messages is None:
            return False
        if len(messages) > 1:
            self._spread(db, messages, keys.parse(key))
        elif not self._is_old(messages[0]):
            value = codec.encode([replace(messages[0], queued_at=self._at)])
            db.execute("UPDATE kv SET value = ? WHERE key = ?", (value, key))
            return False
        _remove(db, key)
        return len(messages) == 1

    def _spread(self, db: sqlite3.Connection, messages: Sequence[Message], key: keys.Key | None) -> None:
        """One row a message, behind a key, in their order."""
        for message in messages:
            value, stored = codec.encode([message]), 0
            while key is not None and not stored:
                key = keys.following(key)
                row = (key.raw, value)
                stored = db.execute("INSERT OR IGNORE INTO kv (key, value) VALUES (?, ?)", row).rowcount

    def _before(self, db: sqlite3.Connection) -> keys.Key:
        """A key before the first of the queue, with room between them: what comes over was there before."""
        sql = "SELECT key FROM kv WHERE key > ? AND key < ? AND +expires_at IS NULL ORDER BY key"
        first = next((key for row in db.execute(sql, keys.bounds(self._name)) if (key := keys.parse(row[0]))), None)
        ns = self._at.ns or 0
        if first is not None and first.ns is not None:
            ns = min(ns, max(0, first.ns - 1))
        return keys.Key(self._name, ns, 0)

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


def _remove(db: sqlite3.Connection, key: bytes) -> None:
    db.execute("DELETE FROM kv WHERE key = ?", (key,))
