"""What the inspector says of a message, in words."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from qmonitor.gui import text
from qmonitor.gui.inspector import stages
from qmonitor.queues.model import ORDINARY, DepthRow, Item, State, Traits
from qmonitor.queues.times import Instant, between
from qmonitor.values import dataclass

if TYPE_CHECKING:
    from qmonitor.payloads.model import Document

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the table of facts. `key` names it for tests and screen readers, `tip` is shown on hover."""

    key: str
    label: str
    value: str
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """The sentences at the top: what is the case (`urgent` where it needs a person), and how it came to be."""

    case: str
    story: str
    urgent: bool


SKIPPED_BY, DRAINED_BY = "skipped by ", "drained by "
"""So the last error of a skipped message begins; after it stands who did it."""
VERSION = re.compile(r"2(\.\d){1,3}")
LONG_WORD = 60
"""Characters of a run without a blank that a label can still hold; it wraps at blanks only."""
LONG_ID = 24
"""The same in the title, whose letters are larger."""


def shown(value: str, most: int = 2000, longest: int = LONG_WORD) -> str:
    """Stored text for a label: visible, cut above `most` characters, and never wider than the panel."""
    words = text.line(value, most).split(" ")
    return " ".join(word if len(word) <= longest else _breakable(word) for word in words)


def _breakable(word: str) -> str:
    """With places (zero-width blanks) at which a label may break it."""
    return text.BREAK.join(word[n : n + LONG_WORD // 4] for n in range(0, len(word), LONG_WORD // 4))


def not_recorded() -> str:
    """Stands for what the source does not store."""
    return translate("inspector", "not recorded by source")


def subtitle(item: Item, payload: str = "") -> str:
    """Type and size, beside the control id; `payload` is what is known of that."""
    kind = text.kind(shown(item.message_type, 80)) or translate("inspector", "type not recorded by source")
    return " · ".join(filter(None, (kind, text.size(item.size), payload)))


def payload_words(document: Document, version: str | None) -> str:
    """Format and encoding of a payload: `HL7 v2.5.1 · UTF-8`."""
    from qmonitor.payloads.model import Format  # there is a payload by now: a start of the window needs none

    names = {
        Format.HL7V2: "HL7 v2",
        Format.JSON: "JSON",
        Format.XML: "XML",
        Format.CBOR: "CBOR",
        Format.TEXT: translate("inspector", "text"),
        Format.BINARY: translate("inspector", "binary"),
    }
    name = names[document.format]
    if document.format is Format.HL7V2 and version and VERSION.fullmatch(version):
        name = f"HL7 v{version}"
    return " · ".join(filter(None, (name, document.encoding)))


def summary(item: Item, row: DepthRow | None, now: Instant, traits: Traits = ORDINARY) -> Summary:
    """The sentences for a message as of `now`; `row` is its destination's backlog, None where that is not known."""
    if traits.dead:
        return Summary(_dead(item), _since(item, now), urgent=False)
    head = row is not None and row.head is not None and row.head.id == item.id
    urgent = item.state == State.FAILED or (item.state == State.PENDING and head and bool(item.attempts))
    return Summary(f"{_place(item, row)} {_tries(item)}".strip(), _story(item, row, now), urgent)


def _dead(item: Item) -> str:
    """What is the case with a message that could not be sent."""
    where = shown(item.destination, 120)
    match item.state:
        case State.PENDING:
            words = translate(
                "inspector", "It could not be sent, and waits in {queue}. The daemon tries it again by itself."
            )
        case State.FAILED:
            words = translate(
                "inspector",
                "This row of {queue} can't be decoded: it holds something else than a list of messages. It is kept as"
                " it stands, and blocks nothing.",
            )
        case _:
            return _place(item, None)
    return words.format(queue=where)


def _since(item: Item, now: Instant) -> str:
    """Since when it waits there, and until when the source keeps it."""
    if item.enqueued_at is None:
        words = translate("inspector", "The source does not tell since when.")
    elif item.state == State.FAILED:
        words = translate("inspector", "Written {time}.")
    else:
        words = translate("inspector", "First failed {time}.")
    return f"{words.format(time=_time(item.enqueued_at))} {_dropped(item, now)}".strip()


def title(item: Item, traits: Traits = ORDINARY) -> str:
    """What a message is called: by its control id; where none has one, by its kind, which of several, and its id."""
    if not traits.dead:
        return shown(item.control_id, 80) or translate("inspector", "Message {id}").format(
            id=shown(str(item.id), 80, LONG_ID)
        )
    number = str(item.id).partition("#")[2]
    if item.state == State.FAILED:
        return translate("inspector", "Row that can't be decoded")
    kind = text.kind(item.message_type)
    words = kind[:1].upper() + kind[1:] if kind else translate("inspector", "Message")
    if number:
        return translate("inspector", "{kind}, message {number} of its row").format(kind=words, number=number)
    return words


def _place(item: Item, row: DepthRow | None) -> str:
    """Where it stands."""
    where = shown(f"{item.channel}/{item.destination}", 120)
    staged = stages.sentence(item, where) if item.stage is not None else ""
    if staged:
        return staged
    match item.state:
        case State.PENDING if row is not None and row.head is not None:
            return _place_in_line(item, row.head, row.pending, where)
        case State.PENDING:
            return translate("inspector", "Pending for {where}.").format(where=where)
        case State.FAILED:
            return translate("inspector", "Given up: it stays until somebody acts, and blocks nothing.")
        case State.DELIVERED:
            return translate("inspector", "Delivered to {where}.").format(where=where)
        case State.SKIPPED:
            return _skipped(item)
    return translate("inspector", "In the state “{state}”, which qmonitor does not know.").format(
        state=shown(item.state, 80)
    )


def _skipped(item: Item) -> str:
    """By whom and when; a source may store something else there."""
    stored, time = " ".join(item.last_error.split()), _when(item.last_attempt)
    for begin, words in (
        (SKIPPED_BY, translate("inspector", "Skipped by {who} at {time}: it will not be sent, unless it is restored.")),
        (DRAINED_BY, translate("inspector", "Drained by {who} at {time}: it will not be sent, unless it is restored.")),
    ):
        if stored.startswith(begin):
            return words.format(who=shown(stored.removeprefix(begin), 300), time=time)
    if item.stage is not None and item.last_attempt is None:  # a stream queue, which keeps the error that it had before
        said = translate("inspector", "Skipped: it will not be sent, unless it is restored. The audit has who did it.")
        error = translate("inspector", "Its last error: {error}").format(error=shown(stored, 600))
        return f"{said} {error}" if stored else said
    words = translate("inspector", "Skipped at {time}: it will not be sent, unless it is restored.")
    return f"{words.format(time=time)} {shown(stored, 600)}".strip()


def _place_in_line(item: Item, head: Item, pending: int, where: str) -> str:
    if head.id != item.id:
        return translate("inspector", "Behind the head of {where}, message {head}.").format(
            where=where, head=shown(str(head.id), 80)
        )
    words = {
        1: translate("inspector", "Head of {where}."),
        2: translate("inspector", "Head of {where}, blocks 1 message behind it."),
    }.get(max(1, pending), translate("inspector", "Head of {where}, blocks {count} messages behind it."))
    return words.format(where=where, count=text.number(pending - 1))


def _tries(item: Item) -> str:
    """How often it was tried, when last, and what came of it."""
    if item.state == State.SKIPPED:
        return ""
    error = shown(" ".join(item.last_error.split()), 600)
    if item.attempts is None:
        return translate("inspector", "How often it was tried is not known.") if item.state == State.PENDING else ""
    if not item.attempts:
        return translate("inspector", "Not tried yet.") if item.state == State.PENDING else ""
    words = _tried(item.attempts, timed=item.last_attempt is not None or item.stage is None)
    tried = words.format(count=text.number(item.attempts), time=_when(item.last_attempt))
    return f"{tried}: {error}" if error else f"{tried}."


def _tried(count: int, *, timed: bool) -> str:
    """How often; and when last, unless it is a source that never says it."""
    if not timed:
        return translate("inspector", "Tried once") if count == 1 else translate("inspector", "Tried {count} times")
    if count == 1:
        return translate("inspector", "Tried once, at {time}")
    return translate("inspector", "Tried {count} times, last at {time}")


def _story(item: Item, row: DepthRow | None, now: Instant) -> str:
    """When and why it was queued, and what is next."""
    because = shown(item.reason, 300) or not_recorded()
    reasoned = bool(item.reason) or item.stage is None
    words = translate("inspector", "Queued {time}. Reason: {reason}.") if reasoned else _queued(item)
    story = words.format(time=_time(item.enqueued_at), reason=because.rstrip("."))
    is_head = row is None or row.head is None or row.head.id == item.id
    if item.state == State.PENDING and is_head and item.next_attempt is not None:
        words = (
            translate("inspector", "Due since {time}.")
            if _due(item, now)
            else translate("inspector", "Next attempt {time}.")
        )
        story += " " + words.format(time=text.short_time(item.next_attempt))
    return f"{story} {_dropped(item, now)}".strip()


def _age(item: Item, now: Instant) -> str:
    if item.enqueued_at is None or not item.enqueued_at.known:
        return not_recorded()
    age = item.age(now)
    return translate("inspector", "not known") if age is None else text.age(age)


def _queued(item: Item) -> str:
    """Where a source keeps no reasons."""
    if item.enqueued_at is None:
        return translate("inspector", "When it was queued first is not known.")
    return translate("inspector", "Queued {time}.")


def _dropped(item: Item, now: Instant) -> str:
    """When the source itself drops what is not sent by then; nothing where it keeps it for ever."""
    left = None if item.dropped_at is None else between(now, item.dropped_at)
    if item.state != State.PENDING or left is None:
        return ""
    if left > timedelta():
        return translate("inspector", "Dropped by the source in {span}.").format(span=text.span(left))
    return translate("inspector", "Older than the source keeps it: it may be dropped at any moment.")


def _due(item: Item, now: Instant) -> bool:
    """Whether its next attempt lies in the past."""
    following = item.next_attempt.ns if item.next_attempt is not None else None
    return following is not None and now.ns is not None and following <= now.ns


def facts(item: Item, row: DepthRow | None, now: Instant, traits: Traits = ORDINARY) -> list[Fact]:
    """Everything that is known of a message but its payload."""
    found = _facts(item, row, now)
    if traits.dead or item.dropped_at is not None:
        found.insert(-3, Fact("dropped", translate("inspector", "Kept until"), _kept(item), _utc(item.dropped_at)))
    return found


def _kept(item: Item) -> str:
    """Until when the source keeps it, where that is known."""
    return not_recorded() if item.dropped_at is None else text.local_time(item.dropped_at)


def _facts(item: Item, row: DepthRow | None, now: Instant) -> list[Fact]:
    head = row.head if row is not None else None
    return [
        Fact("id", translate("inspector", "Id"), shown(str(item.id), longest=LONG_ID)),
        Fact("control-id", translate("inspector", "Control id"), shown(item.control_id) or not_recorded()),
        Fact("type", translate("inspector", "Type"), text.kind(shown(item.message_type)) or not_recorded()),
        Fact("destination", translate("inspector", "Destination"), shown(f"{item.channel}/{item.destination}")),
        Fact("state", translate("inspector", "State"), _state(item)),
        Fact("attempts", translate("inspector", "Attempts"), _attempts(item)),
        Fact(
            "age",
            translate("inspector", "Age"),
            _age(item, now),
        ),
        Fact("queued", translate("inspector", "Queued"), _time(item.enqueued_at), _utc(item.enqueued_at)),
        Fact("next", translate("inspector", "Next attempt"), _next(item, head, now), _utc(item.next_attempt)),
        Fact("last", translate("inspector", "Last attempt"), _last(item), _utc(item.last_attempt)),
        Fact("size", translate("inspector", "Size"), _size(item)),
        Fact("reason", translate("inspector", "Reason"), shown(item.reason) or not_recorded()),
        Fact("error", translate("inspector", "Last error"), _error(item)),
    ]


def _attempts(item: Item) -> str:
    return translate("inspector", "not known") if item.attempts is None else text.number(item.attempts)


def _state(item: Item) -> str:
    return stages.words(item)


def _next(item: Item, head: Item | None, now: Instant) -> str:
    """When the engine tries it next; only what is pending is ever tried."""
    if item.state != State.PENDING:
        return translate("inspector", "none")
    if head is not None and head.id != item.id:
        return translate("inspector", "behind the head")
    if _due(item, now):
        return translate("inspector", "due since {time}").format(time=_time(item.next_attempt))
    return _time(item.next_attempt)


def _size(item: Item) -> str:
    exact = text.exact_size(item.size)
    return exact if text.size(item.size) == exact else f"{text.size(item.size)} ({exact})"


def _last(item: Item) -> str:
    return (
        translate("inspector", "none yet")
        if item.last_attempt is None and item.attempts == 0
        else _time(item.last_attempt)
    )


def _error(item: Item) -> str:
    if item.last_error:
        return "\n".join(shown(line) for line in item.last_error[: text.LONG].split("\n"))
    return not_recorded() if item.attempts != 0 and item.state != State.DELIVERED else translate("inspector", "none")


def _time(when: Instant | None) -> str:
    return not_recorded() if when is None else text.local_time(when)


def _when(when: Instant | None) -> str:
    return not_recorded() if when is None else text.short_time(when)


def _utc(when: Instant | None) -> str:
    return "" if when is None else text.utc_time(when)
