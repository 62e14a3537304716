"""What is written of a message beside its payload: as JSON, and as cells of a table."""

import re

from qmonitor.monitor.curves import cell
from qmonitor.monitor.failures.abstraction import abstract
from qmonitor.queues.model import Item
from qmonitor.queues.times import Instant

HEAD = (
    "id", "channel", "destination", "control id", "message type", "state", "attempts", "size", "queued at",
    "next attempt", "last attempt", "last error", "queued because",
)  # fmt: skip

_NUMBER = re.compile(r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?", re.ASCII)


def record(item: Item, *, masked: bool, named: bool = True) -> dict[str, object]:
    """One message without its payload, as `qmonitor list --json` prints it; `stage` only where the source has stages,
    and `keptUntil` only where it drops the message by then.

    What errors quote is left out if `masked`. Messages that are never `named` have no control id.
    """
    return {
        "id": item.id,
        "channel": item.channel,
        "destination": item.destination,
        "controlId": item.control_id if named else None,
        "messageType": item.message_type,
        "size": item.size,
        "state": item.state,
        **({} if item.stage is None else {"stage": item.stage}),
        "attempts": item.attempts,
        "enqueuedAt": _stored(item.enqueued_at),
        "nextAttempt": _stored(item.next_attempt),
        "lastAttempt": _stored(item.last_attempt),
        **({} if item.dropped_at is None else {"keptUntil": _stored(item.dropped_at)}),
        "lastError": told(item.last_error, masked=masked),
        "reason": told(item.reason, masked=masked),
    }


def cells(item: Item, *, masked: bool) -> list[str]:
    """The same under `HEAD`."""
    found = record(item, masked=masked)
    names = (
        "id", "channel", "destination", "controlId", "messageType", "state", "attempts", "size", "enqueuedAt",
        "nextAttempt", "lastAttempt", "lastError", "reason",
    )  # fmt: skip
    return [safe("" if found[name] is None else str(found[name])) for name in names]


def told(text: str, *, masked: bool) -> str:
    """An error or a reason as it may be written."""
    return abstract(text) if masked and text else text


def safe(text: str) -> str:
    """A cell that no spreadsheet takes for a formula; a plain number stays as it is, whatever its sign."""
    return text if _NUMBER.fullmatch(text) else cell(text)


def _stored(when: Instant | None) -> str | None:
    """As stored; None where there is none."""
    return None if when is None else when.text
