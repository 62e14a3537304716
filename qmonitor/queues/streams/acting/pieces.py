"""How an item goes into a step: what of it is written where it moves to, and what the server compares."""

from qmonitor.queues.audit import plain
from qmonitor.queues.streams import names
from qmonitor.queues.streams.acting.acts import RECLAIM_AFTER, Act
from qmonitor.queues.streams.acting.steps import Piece
from qmonitor.queues.streams.envelopes import enqueue_time_of
from qmonitor.queues.streams.reading.items import DELAYED_PLACE, MAIN_PLACE, SKIPPED_PLACE
from qmonitor.queues.streams.reading.lookup import Found, envelope_of
from qmonitor.queues.streams.values import time_text
from qmonitor.values import dataclass

NEVER = 2**53
"""Milliseconds for which nothing is ever idle."""

Fields = tuple[str | bytes, ...]
"""Names and values in turn."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Who acts and why; `at` is the server's time as text. `reclaim_after`: see `acts`."""

    who: str
    reason: str
    at: str = ""
    reclaim_after: int = RECLAIM_AFTER


def piece(act: Act, found: Found, terms: Terms) -> Piece:
    """For an item that has no obstacle."""
    condition = ""
    if act.goes_to == SKIPPED_PLACE and found.place == MAIN_PLACE:
        condition = str(terms.reclaim_after if act.in_flight else NEVER)
    return Piece(
        id=found.id,
        place=found.place,
        name=found.key,
        stage=found.stage,
        attempt=found.item.attempts or 0,
        due=found.due,
        sha=found.sha,
        condition=condition,
        fields=_fields(act, found, terms),
    )


def _fields(act: Act, found: Found, terms: Terms) -> Fields:
    if act.goes_to == MAIN_PLACE:
        return _published(found) if found.place == DELAYED_PLACE else ()
    if act.goes_to != SKIPPED_PLACE:
        return ()
    own = _of_envelope(found) if found.place == DELAYED_PLACE else _entered(found)
    said = (
        "stage", found.stage, "who", plain(terms.who), "when", terms.at, "why", plain(terms.reason), "from", found.id,
    )  # fmt: skip
    return (*own, *said)


def _published(found: Found) -> Fields:
    """An envelope's event as a new one: as it was written, without its error."""
    envelope = envelope_of(found)
    trace = ("traceId", plain(envelope.trace_id)) if envelope.trace_id else ()
    return ("payload", envelope.payload, "attempt", "0", *trace)


def _of_envelope(found: Found) -> Fields:
    """All that an envelope says, with the event as it was written; its error by the name that a dead letter's has."""
    envelope = envelope_of(found)
    code = plain(envelope.last_error_code)
    return (
        "payload", envelope.payload, "attempt", str(envelope.attempt), "lastErrorCode", code, "errorCode", code,
        "traceId", plain(envelope.trace_id), "retryEnvelopeId", names.raw(envelope.id),
        "deploymentId", envelope.deployment_id, "nextAttemptAt", str(envelope.next_attempt_at),
    )  # fmt: skip


def _entered(found: Found) -> Fields:
    """What is added to an entry of the main stream: its error by the name that a dead letter's has, and when it was
    enqueued, because its id will be another one. (A later attempt has lost that time.)
    """
    if found.place != MAIN_PLACE:
        return ()
    error = ("errorCode", plain(found.item.last_error)) if found.item.last_error else ()
    at = () if found.item.attempts else ("enqueuedAt", time_text(enqueue_time_of(found.name)))
    return (*error, *at)
