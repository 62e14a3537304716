"""What an erased message left elsewhere.

Entries of the main stream that are finished with hold its payload, too, until they are trimmed. They go with it, and
first, so that a death in between leaves the message itself to be erased.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Stage
from qmonitor.queues.streams import text, veils
from qmonitor.queues.streams.acting.steps import Piece
from qmonitor.queues.streams.envelopes import UnreadableEnvelope, decode
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.plans import Plans
from qmonitor.queues.streams.reading.bodies import size_of
from qmonitor.queues.streams.reading.items import DEAD_PLACE, DELAYED_PLACE, MAIN_PLACE, SKIPPED_PLACE, delayed_id
from qmonitor.queues.streams.reading.lookup import Found, Lookup, envelope_name
from qmonitor.queues.streams.reading.strides import Stride
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.queues.words import Phrase, counted, phrase

NAMED = 10
"""So many messages that hold the same bytes are told by their ids."""

PAGE, PAGE_BYTES = 200, 2_000_000
"""Entries read at once at most, and about how many bytes."""


class Copies:
    """Searches for the payloads of messages; keeps only their digests. For one thread."""

    def __init__(self, client: Any, keys: Keys) -> None:
        self._client, self._keys, self._lookup = client, keys, Lookup(client, keys)
        self._digests: set[bytes] = set()
        self._wanted: set[str] = set()

    def want(self, found: Found) -> None:
        """Search for what this one holds, elsewhere."""
        self._wanted.add(found.id)
        payload = _payload(found)
        if payload:
            self._digests.add(_digest(payload))

    def finished(self) -> Iterator[list[Piece]]:
        """Those in the main stream that every group is done with, page by page; an empty list for a page of none."""
        if not self._digests:
            return
        for page in self._pages(self._keys.main):
            ids = [f"{MAIN_PLACE}:{name}" for name, fields in page if self._is_one(fields.get(b"payload", b""))]
            ids = [one for one in ids if one not in self._wanted]
            done = [one for one in self._lookup.find(ids) if one.stage == Stage.FINISHED and not one.elsewhere]
            yield [Piece(one.id, one.place, one.name, one.stage, condition=Stage.FINISHED) for one in done]

    def left(self) -> tuple[Phrase, ...]:
        """What of them is there all the same: their bytes in messages that nobody chose, their ids in other plans."""
        return (*self._elsewhere(), *self._listed())

    def _listed(self) -> Iterator[Phrase]:
        """Actions that were cut off keep the ids that they were confirmed for; those of retries tell of a message."""
        plans = Plans(self._client, self._keys)
        for one in plans.interrupted():
            try:
                _, members, _ = plans.rest(one.id)
            except Refused:  # somebody has gone on with it
                continue
            count = sum(str(item) in self._wanted and str(item).startswith(veils.PLACE) for item, _ in members)
            if count:
                yield counted(
                    count,
                    "An action that was cut off ({action}, {actor}, {at}) still lists 1 of them by its id: go on with"
                    " it, or give it up.",
                    "An action that was cut off ({action}, {actor}, {at}) still lists {count} of them by their ids: go"
                    " on with it, or give it up.",
                    action=one.action,
                    actor=one.actor,
                    at=one.at,
                )

    def _elsewhere(self) -> tuple[Phrase, ...]:
        if not self._digests:
            return ()
        ids, count = list[str](), 0
        for one in self._with_same_bytes():
            count += 1
            if len(ids) < NAMED:
                ids.append(one)
        if not count:
            return ()
        if count > len(ids):
            said = phrase(
                "The same bytes are still in {count} other messages of this queue, among them {ids}. They can be erased"
                " by their ids, too.",
                count=count, ids=", ".join(ids),
            )  # fmt: skip
        else:
            said = counted(
                count,
                "The same bytes are still in 1 other message of this queue: {ids}. It can be erased by its id, too.",
                "The same bytes are still in {count} other messages of this queue: {ids}. They can be erased by their"
                " ids, too.",
                ids=", ".join(ids),
            )
        return (said,)

    def _with_same_bytes(self) -> Iterator[str]:
        """The ids of all messages that hold them and that nobody chose; those too that are in no list."""
        streams = {MAIN_PLACE: self._keys.main, DEAD_PLACE: self._keys.dlq, SKIPPED_PLACE: self._keys.skipped}
        for place, key in streams.items():
            for page in self._pages(key):
                for name, fields in page:
                    if self._is_one(fields.get(b"payload", b"")) and (item := f"{place}:{name}") not in self._wanted:
                        yield item
        for member, stored in self._envelopes():
            if self._is_one(_of_envelope(member, stored)) and (item := delayed_id(member)) not in self._wanted:
                yield item

    def _is_one(self, payload: bytes) -> bool:
        return _digest(payload) in self._digests

    def _pages(self, key: str) -> Iterator[list[tuple[str, Mapping[bytes, bytes]]]]:
        after, stride = "-", Stride(PAGE, PAGE_BYTES)
        while True:
            count = stride.most(PAGE)
            with explained():
                found = self._client.xrange(key, after, "+", count=count)
            yield [(one.decode(), fields) for one, fields in found]
            if len(found) < count:
                return
            stride.learn([size_of(fields) for _, fields in found])
            after = f"({found[-1][0].decode()}"

    def _envelopes(self) -> Iterator[tuple[bytes, bytes]]:
        cursor, stride = 0, Stride(PAGE, PAGE_BYTES)
        while True:
            with explained():
                cursor, found = self._client.hscan(self._keys.retry_payloads, cursor, count=stride.most(PAGE))
            stride.learn([len(one) for one in found.values()])
            yield from found.items()
            if not cursor:
                return


def _payload(found: Found) -> bytes:
    if found.place == DELAYED_PLACE:
        return _of_envelope(envelope_name(found.name), found.stored or b"")
    return (found.fields or {}).get(b"payload", b"")


def _of_envelope(name: bytes, stored: bytes) -> bytes:
    try:
        return decode(name, stored).payload
    except UnreadableEnvelope:
        return stored


def _digest(payload: bytes) -> bytes:
    """The same for the same event, however it is spaced: an envelope keeps it without what stands around it, and who
    writes it anew may order it otherwise.
    """
    try:
        payload = json.dumps(text.read(payload), sort_keys=True).encode()
    except (text.NotAnObject, RecursionError):
        payload = payload.strip()
    return hashlib.sha256(payload).digest()
