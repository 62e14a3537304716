"""The lines of a queue, one for each stage."""

from qmonitor.queues.model import Stage
from qmonitor.queues.streams.reading import items, spots
from qmonitor.queues.streams.reading.delayed import DelayedLine, UnscheduledLine
from qmonitor.queues.streams.reading.ground import Ground
from qmonitor.queues.streams.reading.lines import EntryLine
from qmonitor.queues.streams.reading.pending import PendingLine


def in_flight(ground: Ground, ahead: int = 0) -> PendingLine:
    """What consumers have in hand, those too whose body is gone. `ahead`: how many are likely to be needed."""
    return PendingLine(ground.client, ground.keys, ground.strides.of(ground.keys.main), ahead)


def undelivered(ground: Ground, ahead: int = 0) -> EntryLine:
    """What the group has not got by now."""
    keys, stride = ground.keys, ground.strides.of(ground.keys.main)
    return EntryLine(
        ground.client, keys.main, spots.MAIN, lambda one, fields: items.of_entry(keys, one, fields, Stage.UNDELIVERED),
        stride, ground.delivered, ahead=ahead,
    )  # fmt: skip


def delayed(ground: Ground, ahead: int = 0) -> DelayedLine:
    """Retries that wait for their time."""
    stride = ground.strides.of(ground.keys.retry_payloads)
    return DelayedLine(ground.client, ground.keys, stride, ground.now, ground.note, ahead)


def unscheduled(ground: Ground) -> UnscheduledLine:
    """Payloads without a time."""
    return UnscheduledLine(ground.client, ground.keys, ground.strays, ground.now)


def dead(ground: Ground, ahead: int = 0) -> EntryLine:
    """Dead letters."""
    return _ended(ground, ground.keys.dlq, spots.DEAD, items.DEAD_PLACE, ahead)


def skipped(ground: Ground, ahead: int = 0) -> EntryLine:
    """What people skipped."""
    return _ended(ground, ground.keys.skipped, spots.SKIPPED, items.SKIPPED_PLACE, ahead)


def _ended(ground: Ground, key: str, kind: int, place: str, ahead: int) -> EntryLine:
    keys, stride = ground.keys, ground.strides.of(key)
    return EntryLine(
        ground.client, key, kind, lambda one, fields: items.of_dead(keys, one, fields, place), stride, ahead=ahead
    )
