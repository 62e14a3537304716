"""What happened to a message, as far as its source and the audit tell: queued, tried, acted on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from qmonitor.gui import text
from qmonitor.gui.action_names import action_name
from qmonitor.gui.inspector.model import Fact, not_recorded, shown
from qmonitor.monitor.failures.said import said
from qmonitor.queues.audit import AuditEntry
from qmonitor.queues.model import Item, State
from qmonitor.queues.source import Reader
from qmonitor.queues.times import Instant

if TYPE_CHECKING:
    from qmonitor.gui.inspector.looking import Call
    from qmonitor.monitor.inspecting.acts import Acts
    from qmonitor.monitor.inspecting.content import GiveWay

translate = QCoreApplication.translate

LISTED = 100
"""Acts that are listed."""


def read_acts(item: Item) -> Call:
    """Work for a lane: the acts on a message."""

    def call(reader: Reader, give_way: GiveWay) -> Acts:
        from qmonitor.monitor.inspecting import acts

        return acts.acts_on(reader, item, give_way)

    return call


def events(item: Item, acts: Acts | None, *, masked: bool = False) -> list[Fact]:
    """What happened, the newest first; of errors and reasons what the message has is shown."""
    told: list[tuple[Instant | None, str]] = []
    if item.attempts:
        told.append((item.last_attempt, _tried(item)))
    told += [(entry.at, _act(entry, masked)) for entry in (acts.entries[:LISTED] if acts is not None else ())]
    told.append((item.enqueued_at, _queued(item)))
    ordered = sorted(enumerate(told), key=lambda one: (-(_ns(one[1][0])), one[0]))
    return [Fact(f"event-{n}", _when(when), words, _utc(when)) for n, (_, (when, words)) in enumerate(ordered)]


def caveat(item: Item, acts: Acts | None, failed: str) -> str:
    """What is to be known of a message's list."""
    if failed:
        return translate("inspector", "Who acted on it could not be read: {cause}").format(cause=failed)
    if acts is None:
        return translate("inspector", "Reading who acted on it …")
    if acts.complete:
        return (
            translate("inspector", "The source keeps no attempts.")
            if item.attempts is None
            else translate("inspector", "Of the attempts the source keeps the last one only.")
        )
    words = translate("inspector", "Only the last {count} entries of the audit were looked at.")
    return words.format(count=text.number(acts.looked_at))


def _queued(item: Item) -> str:
    """That it was queued, and why; a dead letter is because it could not be sent."""
    if item.attempts is None and not item.reason:
        return translate("inspector", "Queued.")
    because = shown(item.reason, 300) or not_recorded()
    return translate("inspector", "Queued. Reason: {reason}.").format(reason=because.rstrip("."))


def _tried(item: Item) -> str:
    error = shown(" ".join(item.last_error.split()), 600)
    if item.state == State.DELIVERED:
        once = translate("inspector", "Delivered, at the first attempt.")
        return (
            once
            if item.attempts == 1
            else translate("inspector", "Delivered, at attempt {count}.").format(count=text.number(item.attempts))
        )
    words = translate("inspector", "Attempt {count}")
    tried = words.format(count=text.number(item.attempts))
    return f"{tried}: {error}" if error and item.state != State.SKIPPED else f"{tried}."


def _act(entry: AuditEntry, masked: bool) -> str:
    because = shown(said(entry.reason, masked=masked), 300)
    words = translate("inspector", "{action} by {who}. Reason: {reason}.")
    return words.format(
        action=action_name(entry.action),
        who=shown(entry.actor, 120),
        reason=(because or translate("inspector", "none given")).rstrip("."),
    )


def _ns(when: Instant | None) -> int:
    return (when.ns if when is not None else None) or 0


def _when(when: Instant | None) -> str:
    return not_recorded() if when is None else text.local_time(when)


def _utc(when: Instant | None) -> str:
    return "" if when is None else text.utc_time(when)
