"""Alerts as text that outlives the program, and back. Nothing of a message but the id of the first in line."""

import json
from collections.abc import Mapping
from typing import Any

from qmonitor.monitor.alerts import wording
from qmonitor.monitor.alerts.model import Alert, Signature
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Destination
from qmonitor.queues.times import Instant, parse
from qmonitor.queues.words import phrase


def dumps(alert: Alert) -> str:
    """The alert as one line."""
    return json.dumps(
        {
            "source": alert.source,
            "destination": None
            if alert.destination is None
            else [alert.destination.channel, alert.destination.destination],
            "rule": wording.written(alert.rule),
            "value": alert.value,
            "worst": alert.worst,
            "item": alert.item,
            "exact": alert.exact,
            "cause": None if alert.cause is None else str(alert.cause),
            **{name: _text(getattr(alert, name)) for name in _TIMES},
            **{name: _signed(getattr(alert, name)) for name in _SIGNATURES},
        }
    )


_TIMES = ("since", "as_of", "told", "snoozed_until", "solved")
_SIGNATURES = ("acknowledged", "snoozed")


def loads(text: str) -> Alert | None:
    """The alert of a line; None where it can't be read."""
    try:
        return _alert(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, QueueError):
        return None


def _alert(found: Mapping[str, Any]) -> Alert:
    place, cause, item = found["destination"], found["cause"], found["item"]
    return Alert(
        source=str(found["source"]),
        destination=None if place is None else Destination(str(place[0]), str(place[1])),
        rule=wording.read(found["rule"]),
        value=float(found["value"]),
        worst=float(found["worst"]),
        item=item if isinstance(item, int | str) else None,
        exact=found.get("exact") is True,
        cause=None if cause is None else phrase("{text}", text=str(cause)),
        since=_needed(found["since"]),
        as_of=_needed(found["as_of"]),
        told=_instant(found["told"]),
        snoozed_until=_instant(found["snoozed_until"]),
        solved=_instant(found["solved"]),
        acknowledged=_signature(found["acknowledged"]),
        snoozed=_signature(found["snoozed"]),
    )


def _text(at: Instant | None) -> str | None:
    return None if at is None else at.text


def _signed(signature: Signature | None) -> list[str] | None:
    return None if signature is None else [signature.who, signature.at.text, signature.reason]


def _needed(text: str) -> Instant:
    at = parse(text)
    if not at.known:
        raise ValueError("no time")
    return at


def _instant(text: str | None) -> Instant | None:
    return None if text is None else _needed(text)


def _signature(found: list[str] | None) -> Signature | None:
    return None if found is None else Signature(str(found[0]), _needed(found[1]), str(found[2]))
