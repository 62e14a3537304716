"""Who acted on a message and when, as the audit has it."""

from datetime import timedelta

from qmonitor.monitor.inspecting.content import GiveWay
from qmonitor.queues.audit import AuditEntry
from qmonitor.queues.model import Item
from qmonitor.queues.source import Reader
from qmonitor.queues.times import between
from qmonitor.values import dataclass

PAGE = 200
"""Entries that are read at a time."""
MOST = 5_000
"""Entries that are looked at, the newest first."""
MARGIN = timedelta(days=1)
"""So far the clocks of an engine and of who acted may be apart."""


@dataclass(frozen=True, slots=True)
class Acts:
    """The acts on one message, the newest first. Not `complete`: the last `looked_at` entries tell, no older ones."""

    entries: tuple[AuditEntry, ...]
    looked_at: int
    complete: bool


def acts_on(reader: Reader, item: Item, give_way: GiveWay) -> Acts:
    """Read the audit back to when the message was queued; nobody can have acted on it before."""
    found: list[AuditEntry] = []
    before: int | None = None
    looked = 0
    while looked < MOST:
        give_way()
        page = reader.audit(PAGE, before)
        looked += len(page)
        found += [entry for entry in page if item.id in entry.ids]
        if len(page) < PAGE or _is_older(page[-1], item):
            return Acts(tuple(found), looked, True)
        before = page[-1].id
    return Acts(tuple(found), looked, False)


def _is_older(entry: AuditEntry, item: Item) -> bool:
    span = between(entry.at, item.enqueued_at) if item.enqueued_at is not None else None
    return span is not None and span > MARGIN
