"""Envelopes of delayed retries: their ids, and how they are written."""

import json
import re
from collections.abc import Mapping
from typing import TypeGuard

from qmonitor.queues.streams import names, text
from qmonitor.queues.streams.errors import UnparseableEvent
from qmonitor.queues.streams.events import Event, event_of
from qmonitor.queues.streams.values import Envelope

_ENTRY_ID = re.compile(r"([0-9]{1,20})-[0-9]{1,20}", re.ASCII)
_ENVELOPE_ID = re.compile(r"(.+):([0-9]{1,9}):([^:]+)", re.ASCII | re.DOTALL)


class UnreadableEnvelope(ValueError):
    """What lies in the storage is no envelope, or another one than its place says."""


def envelope_id(deployment_id: str, attempt: int, code: str) -> str:
    """The same for the same failure, so that writing it again after a crash makes no second one.

    `attempt`: the execution that is scheduled (1…3).
    """
    return f"{deployment_id}:{attempt}:{code}"


def parse_envelope_id(id: str) -> tuple[str, int, str]:
    """Deployment, attempt and code; read from the right, for a deployment's id may hold colons. Raises ValueError."""
    found = _ENVELOPE_ID.fullmatch(id)
    if found is None:
        raise ValueError("no id of an envelope")
    return found[1], int(found[2]), found[3]


def enqueue_time_of(entry_id: str) -> int:
    """When an entry entered its stream (Unix ms): what stands before the dash. Raises ValueError."""
    found = _ENTRY_ID.fullmatch(entry_id)
    if found is None:
        raise ValueError("no id of a stream's entry")
    return int(found[1])


def order(entry_id: str, number: int = 0) -> tuple[int, int]:
    """What ids are sorted by; `number` where only a time is given. Raises ValueError."""
    first, _, second = entry_id.partition("-")
    return int(first), int(second) if second else number


def encode(envelope: Envelope) -> bytes:
    """As it is stored. The event's text goes in as it stands: written anew, long numbers would not survive.

    Raises `text.NotAnObject` where the event is none.
    """
    head = {
        "retryEnvelopeId": envelope.id,
        "deploymentId": envelope.deployment_id,
        "attempt": envelope.attempt,
        "nextAttemptAt": envelope.next_attempt_at,
        "lastErrorCode": envelope.last_error_code,
        "traceId": envelope.trace_id,
    }
    text.read(envelope.payload)
    opened = json.dumps(head, separators=(",", ":")).encode("ascii").removesuffix(b"}")
    return opened + b',"payload":' + envelope.payload + b"}"


def decode(name: bytes, stored: bytes) -> Envelope:
    """The envelope that is stored under a name. Raises `UnreadableEnvelope`.

    Its id is the name as a text, by which it is found again (`names.raw`) also where it is none.
    """
    event, found, attempt, due = _read(name, stored)
    code, trace_id = _word(found, "lastErrorCode"), _word(found, "traceId")
    return Envelope(names.plain(name), event.deployment_id, attempt, due, code, trace_id, event.payload)


def event_in(name: bytes, stored: bytes) -> Event:
    """The event in the envelope that is stored under a name. Raises `UnreadableEnvelope`."""
    return _read(name, stored)[0]


def _read(name: bytes, stored: bytes) -> tuple[Event, Mapping[str, object], int, int]:
    """The event, the envelope's own members, the attempt, and when it is due."""
    try:
        found, payload = text.with_member(stored, "payload")
        event = event_of(payload)
    except (text.NotAnObject, UnparseableEvent) as error:
        raise UnreadableEnvelope("no envelope") from error
    attempt, due = found.get("attempt"), found.get("nextAttemptAt")
    if not names.repeats(name, found.get("retryEnvelopeId")) or not _is_count(attempt) or not _is_count(due):
        raise UnreadableEnvelope("another envelope")
    return event, found, attempt, due


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _word(found: Mapping[str, object], name: str) -> str:
    value = found.get(name)
    return value if isinstance(value, str) else ""


def same_event(stored: bytes, envelope: Envelope) -> bool:
    """Whether what is stored under its id is a retry of the very same request."""
    try:
        there = decode(names.raw(envelope.id), stored)
    except UnreadableEnvelope:
        return False
    return event_of(there.payload).event_id == event_of(envelope.payload).event_id
