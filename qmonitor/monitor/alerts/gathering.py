"""What is worth telling a person, gathered for a moment: an outage of two hundred destinations is one notification.

Pure; seconds are handed over, of a clock that only goes on.
"""

from collections.abc import Iterable

from qmonitor.monitor.alerts.model import AlertKey, Event, EventKind, Level

GATHER = 10.0
"""Seconds for which the first news waits for others."""
REST = 60.0
"""Seconds between two notifications, unless something critical has happened."""


class Gathering:
    """Events wait in here until they are due together. What is over before it was told is not told at all."""

    def __init__(self) -> None:
        self._waiting: dict[AlertKey, Event] = {}
        self._since = 0.0
        self._told: float | None = None

    @property
    def waiting(self) -> bool:
        """Whether something is held back."""
        return bool(self._waiting)

    def add(self, events: Iterable[Event], now: float) -> None:
        """Take the events that are to be told of, and forget those that need no telling any more."""
        for event in events:
            waiting = self._waiting.pop(event.alert.key, None)
            if not event.tell and event.kind is not EventKind.SOLVED:
                continue  # acknowledged, snoozed or dropped meanwhile
            if waiting is not None and waiting.kind is EventKind.OPENED and event.kind is EventKind.SOLVED:
                continue
            if not event.tell:
                continue
            self._since = self._since if self._waiting else now
            self._waiting[event.alert.key] = event

    def due(self, now: float) -> tuple[Event, ...]:
        """The events to be told of in one notification now; none while they are still gathered."""
        if not self._waiting or now < self._since + GATHER:
            return ()
        urgent = any(
            event.kind is not EventKind.SOLVED and event.alert.level is Level.CRITICAL
            for event in self._waiting.values()
        )
        if not urgent and self._told is not None and now < self._told + REST:
            return ()
        told, self._waiting, self._told = tuple(self._waiting.values()), {}, now
        return told
