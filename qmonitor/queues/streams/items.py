"""What is read of a stream queue, as items: whatever lies there, readable or not, becomes one that can be shown."""

from collections.abc import Mapping

from qmonitor.queues import times
from qmonitor.queues.errors import UnknownItem
from qmonitor.queues.model import Item, State
from qmonitor.queues.streams import text
from qmonitor.queues.streams.envelopes import UnreadableEnvelope, decode, enqueue_time_of, parse_envelope_id
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.values import MS
from qmonitor.queues.times import Instant
from qmonitor.queues.words import phrase

UNDELIVERED = "undelivered"
IN_FLIGHT = "in-flight"
BODY_GONE = "body-gone"
DELAYED = "delayed"
DUE = "due"
DEAD = "dead-lettered"
SKIPPED = "skipped"

MAIN_PLACE, DELAYED_PLACE, DEAD_PLACE, SKIPPED_PLACE = "main", "delayed", "dlq", "skipped"
"""What an item's id begins with; an envelope's own id may hold colons, so the first one counts."""

Fields = Mapping[bytes, bytes]


def place_of(id: object) -> tuple[str, str]:
    """An item's place and its name there. Raises `UnknownItem`."""
    place, colon, name = str(id).partition(":")
    if not colon or place not in (MAIN_PLACE, DELAYED_PLACE, DEAD_PLACE, SKIPPED_PLACE):
        raise UnknownItem(phrase("There is no item {id}.", id=id), phrase("It may have been removed meanwhile."))
    return place, name


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
        last_error=_text(found.get(b"lastErrorCode", b"")),
        stage=stage if fields is not None else BODY_GONE,
    )


def of_envelope(keys: Keys, name: str, stored: bytes | None, due: int | None, now: int) -> Item:
    """A delayed retry; without an envelope (`stored` None) it will never run, and without a time neither."""
    try:
        deployment, attempt, code = parse_envelope_id(name)
    except ValueError:
        deployment, attempt, code = "", 0, ""
    payload = b""
    if stored is not None:
        try:
            payload = decode(name, stored).payload
        except UnreadableEnvelope:
            payload = stored
    document = _document(payload)
    return Item(
        channel=keys.main,
        destination=keys.group,
        control_id=_word(document, "deploymentId") or deployment,
        message_type=_word(document, "eventType"),
        id=f"{DELAYED_PLACE}:{name}",
        size=len(payload),
        state=State.PENDING,
        attempts=attempt,
        enqueued_at=_created(document),
        next_attempt=None if due is None else _instant(due),
        last_error=code,
        stage=DUE if due is not None and due <= now else DELAYED,
    )


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
        last_error=_text(fields.get(b"errorCode", b"")),
        stage=DEAD if place == DEAD_PLACE else SKIPPED,
    )


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
    word = _text(fields.get(name, b""))
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


def _text(value: bytes) -> str:
    return value.decode("utf-8", "backslashreplace")
