"""The queue itself, for whoever puts messages in or sends them: quick to append, removed only once they are sent."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import TracebackType

from qmonitor.queues import times
from qmonitor.queues.deadletter import codec, keys, schema
from qmonitor.queues.deadletter.codec import MAX_QUEUE_AGE, Message
from qmonitor.queues.deadletter.errors import DeadLetterError, NotAKey, Unavailable
from qmonitor.queues.deadletter.mending import Mender
from qmonitor.queues.deadletter.names import names
from qmonitor.queues.errors import QueueError
from qmonitor.queues.sqlite_errors import explained
from qmonitor.queues.sqlite_writer import Patience, Writer
from qmonitor.queues.times import Instant
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

DEQUEUE_WITHIN = 5.0
"""Seconds after which another program's lock is given up: a program that shuts down has no more."""

TRUST_AHEAD = 3_600 * times.NS
"""Nanoseconds that a row's time may lie ahead of the clock for new rows to be put behind it."""

CHUNK = 200
"""Rows that are read, or changed, at once."""

TRIES = 3
"""How often the same rows are mended where another program changes them meanwhile."""


@dataclass(frozen=True, slots=True, repr=False)
class Queued:
    """A message that waits, and the key by which `Store.dequeue` removes it."""

    key: bytes
    message: Message


class Store:
    """A file with dead-letter queues, open for writing; used by the thread that opened it, as a context manager.

    What is stored has reached the disk. Every error is a `DeadLetterError`.
    """

    def __init__(self, path: str | os.PathLike[str], *, clock: Callable[[], Instant] = times.now) -> None:
        """Opens the file, or creates it."""
        self._clock = clock
        self._patience = Patience()
        with _ours():
            self._writer = Writer(path, schema, create=True, patience=self._patience)

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._writer.close()

    def store_failed(self, queue: str, message: Message) -> bytes:
        """Append a message that could not be sent; its key, once it is on the disk.

        As quick in a long queue as in an empty one. Its `QueuedAt` is stamped where it has none: at its first failure.
        """
        name, at = keys.encoded(queue), self._clock()
        stamped = message if message.queued_at is not None else replace(message, queued_at=at)
        value = codec.encode([stamped])
        with _ours(), self._writer.transaction() as db:
            last = next((key for row in db.execute(_LAST, keys.bounds(name)) if (key := keys.parse(row[0]))), None)
            key = _behind(keys.Key(name, max(0, at.ns or 0), 0), last)
            while not db.execute("INSERT OR IGNORE INTO kv (key, value) VALUES (?, ?)", (key.raw, value)).rowcount:
                key = keys.following(key)
            return key.raw

    def fetch_failed(self, queue: str) -> list[Queued]:
        """All messages of a queue, oldest first; they stay until `dequeue`.

        Rows of the older layout, and such with several messages, are split on first sight; a message without
        `QueuedAt` gets one; what is older than `MAX_QUEUE_AGE` is dropped, and the audit says so. A row that can't be
        decoded stays, and is left out.
        """
        name, at = keys.encoded(queue), self._clock()
        with _ours():
            mender = Mender(name, at, MAX_QUEUE_AGE)
            with explained(self._writer.path):
                legacy = mender.legacy(self._writer.db)
            if legacy:
                with self._writer.transaction() as db:
                    mender.bring_over(db)
            return [Queued(key, message) for rows in self._chunks(name, mender) for key, message in rows]

    def dequeue(self, key: bytes) -> None:
        """Remove exactly this row, within 5 s or not at all; one that is not there is no error."""
        if keys.queue_of(key) is None:
            raise NotAKey(phrase("This is no key of a queue."))
        until = time.monotonic() + DEQUEUE_WITHIN
        self._patience.try_for = DEQUEUE_WITHIN
        try:
            with _ours(), self._writer.transaction() as db:
                db.execute("DELETE FROM kv WHERE key = ? AND expires_at IS NULL", (key,))
                self._patience.try_for = max(0.0, until - time.monotonic())
        finally:
            self._patience.try_for = Patience().try_for

    def waiting(self) -> float:
        """From any thread: for how many seconds it has been waiting for another program to finish writing; 0: not."""
        return self._patience.seconds

    def queues(self) -> list[str]:
        """The names of the queues that have rows; no value is read."""
        with _ours(), explained(self._writer.path):
            return [keys.shown(name) for name in names(self._writer.db)]

    def _chunks(self, name: bytes, mender: Mender) -> Iterator[list[tuple[bytes, Message]]]:
        """The rows of a queue by key, those that need it mended."""
        after, end = keys.bounds(name)
        while True:
            for _ in range(TRIES):
                with explained(self._writer.path):
                    rows = self._writer.db.execute(_CHUNK, (after, end, len(name) + keys.TAIL)).fetchall()
                told = mender.told(rows)
                odd = mender.odd(rows, told)
                if not odd:
                    break
                with self._writer.transaction() as db:
                    mender.mend(db, odd)
            if not rows:
                return
            yield mender.good(rows, told)
            after = rows[-1][0]


_WITHIN = f"FROM kv WHERE key > ? AND key < ? AND {schema.QUEUED}"
_LAST = f"SELECT key {_WITHIN} ORDER BY key DESC"
_CHUNK = f"SELECT key, value {_WITHIN} AND length(key) = ? ORDER BY key LIMIT {CHUNK}"
"""The last condition: a key of another length is no queue's."""


def _behind(key: keys.Key, last: keys.Key | None) -> keys.Key:
    """Behind the last row of its queue, also where the clock was set back a little meanwhile."""
    if last is None or last.ns is None or key.ns is None or not key.ns <= last.ns < key.ns + TRUST_AHEAD:
        return key
    return keys.following(last)


@contextmanager
def _ours() -> Iterator[None]:
    """Lets no error out of the block but a `DeadLetterError`."""
    try:
        yield
    except DeadLetterError:
        raise
    except QueueError as error:
        raise Unavailable(error.cause, error.remedy) from error
