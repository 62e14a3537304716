"""What is read of a stream queue, as items: whatever lies there, readable or not, becomes one that can be shown."""

import re
from collections.abc import Mapping

from qmonitor.queues import times
from qmonitor.queues.errors import UnknownItem
from qmonitor.queues.model import Item, Lack, Stage, State
from qmonitor.queues.streams import names, text
from qmonitor.queues.streams.envelopes import UnreadableEnvelope, enqueue_time_of, event_in, parse_envelope_id
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.values import MS
from qmonitor.queues.times import Instant
from qmonitor.queues.words import phrase

MAIN_PLACE, DELAYED_PLACE, DEAD_PLACE, SKIPPED_PLACE = "main", "delayed", "dlq", "skipped"
"""What an item's id begins with; an envelope's own id may hold colons, so the first one counts."""

EVENT_PLACE = "failed"
"""Of an event of the failed stream, which can be looked at where an error is told, and is in no list."""

LAST_TIME = 2**64 - 1
"""No id of a stream has more before its dash."""

Fields = Mapping[bytes, bytes]


def place_of(id: object) -> tuple[str, str]:
    """An item's place and its name there. Raises `UnknownItem`."""
    place, colon, name = str(id).partition(":")
    if not colon or place not in (MAIN_PLACE, DELAYED_PLACE, DEAD_PLACE, SKIPPED_PLACE):
        raise unknown(id)
    return place, name


_ENTRY = re.compile(r"[0-9]{1,20}-[0-9]{1,20}", re.ASCII)


def is_entry(name: str) -> bool:
    """Whether a stream can hold an entry of that id."""
    return _ENTRY.fullmatch(name) is not None and max(map(int, name.split("-"))) <= LAST_TIME


def entry_name(id: object, name: str) -> str:
    """The same. Raises `UnknownItem` where no stream can hold such an entry."""
    if not is_entry(name):
        raise unknown(id)
    return name


def unknown(id: object) -> UnknownItem:
    return UnknownItem(phrase("There is no item {id}.", id=id), phrase("It may have been removed meanwhile."))


def of_entry(keys: Keys, entry_id: str, fields: Fields | None, stage: str) -> Item:
    """An entry of the main stream; `fields` is None where only the group still knows of it."""
    found = fields or {}
    payload = found.get(b"payload", b"")
    document = _document(payload)
    attempt = _number(found.get(b"attempt", b"0"))
    return Item(
        channel=keys.main,
        destination=keys.group,
        control_id=_word(document, "deploymentId"),
        message_type=_word(document, "eventType"),
        id=f"{MAIN_PLACE}:{entry_id}",
        size=len(payload),
        state=State.PENDING,
        attempts=attempt,
        enqueued_at=_created(document) if attempt else _entered(entry_id),
        last_error=shown(found.get(b"lastErrorCode", b"")),
        stage=stage if fields is not None else Stage.BODY_GONE,
        lacks=None if fields is not None else Lack.BODY,
    )


def of_envelope(keys: Keys, name: bytes, stored: bytes | None, score: float | None, now: int) -> Item:
    """A delayed retry; without an envelope (`stored` None) it will never run, nor without a `score` (ms)."""
    due = time_of(score)
    deployment, attempt, code = parts_of(name)
    payload, document = _event_in(name, stored)
    return Item(
        channel=keys.main,
        destination=keys.group,
        control_id=_word(document, "deploymentId") or deployment,
        message_type=_word(document, "eventType"),
        id=delayed_id(name),
        size=len(payload),
        state=State.PENDING,
        attempts=attempt,
        enqueued_at=_created(document),
        next_attempt=None if due is None else _instant(due),
        last_error=code,
        stage=Stage.DUE if score is not None and score <= now else Stage.DELAYED,
        lacks=Lack.PAYLOAD if stored is None else Lack.SCHEDULE if score is None else None,
    )


def time_of(score: float | None) -> int | None:
    """When it is due (ms); None for a number that is no time (infinite, or beyond all years)."""
    return None if score is None or abs(score) >= 2**53 else int(score)


def _event_in(name: bytes, stored: bytes | None) -> tuple[bytes, Mapping[str, object]]:
    """The event in an envelope and what it says; of what can't be read, all that lies there."""
    if stored is None:
        return b"", {}
    try:
        event = event_in(name, stored)
    except UnreadableEnvelope:
        return stored, _document(stored)
    return event.payload, event.document


def of_dead(keys: Keys, entry_id: str, fields: Fields, place: str = DEAD_PLACE) -> Item:
    """A dead letter, or one that a person skipped."""
    payload = fields.get(b"payload", b"")
    document = _document(payload)
    return Item(
        channel=keys.main,
        destination=keys.group,
        control_id=_word(document, "deploymentId"),
        message_type=_word(document, "eventType"),
        id=f"{place}:{entry_id}",
        size=len(payload),
        state=State.FAILED if place == DEAD_PLACE else State.SKIPPED,
        attempts=_number(fields.get(b"attempt", b"0")),
        enqueued_at=_told(fields, b"enqueuedAt") or _created(document),
        last_attempt=_told(fields, b"failedAt"),
        last_error=shown(fields.get(b"errorCode", b"")),
        stage=Stage.DEAD if place == DEAD_PLACE else Stage.SKIPPED,
    )


def delayed_id(name: bytes) -> str:
    """The id of the delayed retry of that name."""
    return f"{DELAYED_PLACE}:{names.text(name)}"


def parts_of(name: bytes) -> tuple[str, int, str]:
    """What an envelope's name tells, to be read: deployment, attempt, code of the failure; "", 0, "" where it is none.

    Which envelope it is, only the whole name tells.
    """
    try:
        deployment, attempt, code = parse_envelope_id(names.plain(name))
    except ValueError:
        return "", 0, ""
    return names.visible(deployment), attempt, names.visible(code)


def facts_of(fields: Fields) -> tuple[int, Instant | None]:
    """An entry of the main stream in short: which attempt it asks for, and what its event says of its begin."""
    attempt = _number(fields.get(b"attempt", b"0"))
    return attempt, _created(_document(fields.get(b"payload", b""))) if attempt else None


def created_in(payload: bytes) -> Instant | None:
    """When an event says that it came to be."""
    return _created(_document(payload))


def is_tried(fields: Fields) -> bool:
    """Whether an entry of the main stream asks for another attempt than the first."""
    return fields.get(b"attempt", b"0") not in (b"0", b"")


def of_event(keys: Keys, entry_id: str, fields: Fields) -> Item:
    """A failure without a retry, as its event tells it: no message of the queue any more, to be looked at alone."""
    payload = fields.get(b"payload", b"")
    document = _document(payload)
    attempt = document.get("attempt")
    return Item(
        channel=keys.main,
        destination=keys.group,
        control_id=_word(document, "deploymentId"),
        message_type=_word(document, "eventType"),
        id=f"{EVENT_PLACE}:{entry_id}",
        size=len(payload),
        state=State.FAILED,
        attempts=attempt if isinstance(attempt, int) and not isinstance(attempt, bool) else 0,
        last_attempt=_created(document) or _entered(entry_id),
        last_error=_word(document, "errorCode"),
        stage=Stage.REFUSED,
    )


def is_exhausted(fields: Fields) -> bool:
    """Whether a failed event says that it came after the last retry: then a dead letter tells of it, too."""
    return _document(fields.get(b"payload", b"")).get("retryExhausted") is True


def _document(payload: bytes) -> Mapping[str, object]:
    try:
        return text.read(payload)
    except text.NotAnObject:
        return {}


def _word(document: Mapping[str, object], name: str) -> str:
    """A member that is text; half a character in it, which can't be written anywhere, is shown as its number."""
    found = document.get(name)
    return found.encode("utf-8", "backslashreplace").decode() if isinstance(found, str) else ""


def _created(document: Mapping[str, object]) -> Instant | None:
    """What the event says itself: an entry that was enqueued anew has lost its time."""
    word = _word(document, "createdAt")
    return times.parse(word) if word else None


def _told(fields: Fields, name: bytes) -> Instant | None:
    word = shown(fields.get(name, b""))
    return times.parse(word) if word else None


def _entered(entry_id: str) -> Instant | None:
    try:
        return _instant(enqueue_time_of(entry_id))
    except ValueError:
        return None


def _instant(ms: int) -> Instant | None:
    try:
        return times.from_ns(ms * MS)
    except OverflowError:
        return None


def _number(value: bytes) -> int:
    return int(value) if value.isdigit() and len(value) < 10 else 0


def shown(value: bytes) -> str:
    """A field's value, to be read."""
    return value.decode("utf-8", "backslashreplace")
