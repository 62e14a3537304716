"""Until when dead letters stay: told where this program's workers say it that are at work, and else not at all."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from qmonitor.queues.model import Item
from qmonitor.queues.streams import worker_terms
from qmonitor.queues.streams.envelopes import enqueue_time_of
from qmonitor.queues.streams.errors import NotPermitted, WrongKind
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading.depths import instant
from qmonitor.queues.streams.reading.items import DEAD_PLACE

AGAIN = 30.0
"""Seconds after which workers are asked for anew."""

HOUR = 3_600_000
"""Milliseconds."""


class Keeping:
    """Of one queue, for one thread."""

    def __init__(self, keys: Keys) -> None:
        self._keys, self._asked = keys, float("-inf")
        self._ms: int | None = None

    def told(self, client: Any, found: Sequence[Item]) -> tuple[Item, ...]:
        """The same, with the time at which each is dropped, as far as it is known."""
        if not any(_is_dead(one) for one in found):
            return tuple(found)
        kept = self._kept(client)
        return tuple(found) if kept is None else tuple(_until(one, kept) if _is_dead(one) else one for one in found)

    def _kept(self, client: Any) -> int | None:
        """For how long (ms) the worker keeps them that keeps them the shortest."""
        if time.monotonic() - self._asked > AGAIN:
            try:
                said = worker_terms.working(client, self._keys, worker_terms.FEW)
            except (NotPermitted, WrongKind):
                said = ()
            hours = [one.keep_dead_hours for one in said if one.keep_dead_hours]
            self._ms = round(min(hours) * HOUR) if hours else None
            self._asked = time.monotonic()
        return self._ms


def _is_dead(item: Item) -> bool:
    return str(item.id).startswith(f"{DEAD_PLACE}:")


def _until(item: Item, kept: int) -> Item:
    entered = enqueue_time_of(str(item.id).removeprefix(f"{DEAD_PLACE}:"))
    return replace(item, dropped_at=instant(entered + kept))
