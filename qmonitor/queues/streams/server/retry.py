"""The storage of delayed retries on a Redis server: a hash of envelopes, and an index of their times beside it."""

import hashlib
import logging
from collections.abc import Sequence
from typing import Any

from qmonitor.queues.streams import codes, names
from qmonitor.queues.streams.envelopes import UnreadableEnvelope, decode, encode, parse_envelope_id, same_event
from qmonitor.queues.streams.errors import EnvelopeConflict, ServerRefused
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server import scripts
from qmonitor.queues.streams.server.driver import require_bytes, require_together
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.queues.streams.values import DLQEntry, Envelope, time_text
from qmonitor.queues.words import phrase

_LOG = logging.getLogger("qmonitor.streams")

TRIES = 5
"""So often scheduling looks again where others change the same envelope at the same moment."""

REMEMBERED = 10_000
"""Envelopes that were told to be due, and not removed yet."""


class RedisRetryStore:
    """Envelopes, for any number of threads; each step changes both keys or none.

    In a cluster, the two keys and the dead letters share a slot.
    """

    def __init__(self, client: Any, keys: Keys | None = None, *, worker_id: str = "dispatcher") -> None:
        """`worker_id`: who says so in dead letters. Raises `KeysApart`, and ValueError for a client that decodes."""
        require_bytes(client)
        self._keys = keys or Keys()
        require_together(client, self._keys.retry_payloads, self._keys.retry_index, self._keys.dlq)
        self._client, self._worker_id = client, worker_id
        self._pair = [self._keys.retry_payloads, self._keys.retry_index]
        self._given: dict[str, str] = {}
        """By id the SHA-1 of envelopes that were told to be due."""
        self.orphans = self.unreadable = 0
        """Members of the index without an envelope that were removed, and envelopes that went to the dead letters."""

    def schedule(self, envelope: Envelope) -> None:
        text, expected = encode(envelope), b""
        for _ in range(TRIES):
            with explained():
                found = scripts.SCHEDULE.run(
                    self._client, self._pair, names.raw(envelope.id), expected, text, envelope.next_attempt_at
                )
            if found is None:
                return
            if found and not same_event(found, envelope):
                raise EnvelopeConflict
            expected = found
        raise ServerRefused(phrase("The retry was changed by others again and again."))

    def due(self, now: int, batch: int) -> tuple[Envelope, ...]:
        """Removes from the index what has no envelope, and moves what can't be read to the dead letters."""
        while True:
            ids = self._due_ids(now, batch)
            if not ids:
                return ()
            with explained():
                stored = self._client.hmget(self._keys.retry_payloads, ids)
            found = [one for pair in zip(ids, stored, strict=True) if (one := self._read(*pair))]
            if found:
                return tuple(found)

    def remove(self, envelope_id: str) -> None:
        """What `due` gave last under that id, and nothing that has taken its place since: whoever hung between sending
        and removing may come when that retry has failed, been sent again by a person, and failed once more.
        """
        with explained():
            scripts.REMOVE.run(self._client, self._pair, names.raw(envelope_id), self._given.pop(envelope_id, ""))

    def oldest_due_lag(self, now: int) -> float | None:
        with explained():
            first = self._client.zrange(self._keys.retry_index, 0, 0, withscores=True)
        if not first or float(first[0][1]) > now:
            return None
        return (now - float(first[0][1])) / 1000

    def _due_ids(self, now: int, batch: int) -> Sequence[bytes]:
        with explained():
            found: Sequence[bytes] = self._client.execute_command(
                "ZRANGE", self._keys.retry_index, "-inf", now, "BYSCORE", "LIMIT", 0, batch
            )
        return found

    def _read(self, id: bytes, stored: bytes | None) -> Envelope | None:
        """The envelope; None where there is nothing that could be one, after it was seen to."""
        if stored is None:
            with explained():
                dropped = int(scripts.DROP_ORPHAN.run(self._client, self._pair, id))
            self.orphans += dropped
            if dropped:
                _LOG.warning("a retry had lost its payload and was dropped from the index")
            return None
        try:
            found = decode(id, stored)
        except UnreadableEnvelope:
            self._bury(id, stored)
            return None
        if len(self._given) > REMEMBERED:
            self._given.pop(next(iter(self._given)), None)
        self._given[found.id] = hashlib.sha1(stored, usedforsecurity=False).hexdigest()
        return found

    def _bury(self, id: bytes, stored: bytes) -> None:
        entry = self._letter(id, stored)
        fields = [part for field in entry.fields().items() for part in field]
        with explained():
            keys = [*self._pair, self._keys.dlq]
            moved = int(scripts.BURY.run(self._client, keys, id, stored, *fields))
        self.unreadable += moved
        if moved:
            _LOG.warning("a retry can't be read and is dead-lettered")

    def _letter(self, id: bytes, stored: bytes) -> DLQEntry:
        try:
            attempt = parse_envelope_id(names.plain(id))[1]
        except ValueError:
            attempt = 0
        with explained():
            seconds, microseconds = self._client.time()
        failed_at = time_text(int(seconds) * 1000 + int(microseconds) // 1000)
        return DLQEntry(
            payload=stored,
            error_code=codes.ENVELOPE_UNREADABLE,
            failed_stage=codes.CONSUME_JOB,
            attempt=attempt,
            trace_id="",
            worker_id=self._worker_id,
            enqueued_at="",
            failed_at=failed_at,
        )
