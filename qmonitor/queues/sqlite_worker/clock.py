"""The times that a worker goes by: the wall clock that its rows are stamped with, and seconds that only ever pass."""

import threading
import time
from typing import Protocol

from qmonitor.queues import times
from qmonitor.queues.times import Instant


class Clock(Protocol):
    """What a worker needs of time; a test hands over one that it turns by hand."""

    def now(self) -> Instant:
        """The present instant, as it is stored."""
        ...

    def passed(self) -> float:
        """Seconds since some moment, those included in which the machine or the process slept."""
        ...

    def wait(self, event: threading.Event, seconds: float) -> None:
        """Until the event is set, or the seconds have passed."""
        ...


class Awake:
    """Seconds in which somebody has looked again and again; none in which the machine slept, or its clock was set.

    `most`: so many are counted between two looks.
    """

    def __init__(self, clock: Clock, most: float = 5.0) -> None:
        self._clock, self._most = clock, most
        self.seconds = 0.0
        self._looked = clock.passed()

    def begin(self) -> None:
        """From nothing."""
        self.seconds, self._looked = 0.0, self._clock.passed()

    def look(self) -> float:
        """How many there are by now."""
        now = self._clock.passed()
        self.seconds += min(max(now - self._looked, 0.0), self._most)
        self._looked = now
        return self.seconds


class SystemClock:
    """This machine's clocks.

    Linux has one that goes on while the machine sleeps. On macOS CLOCK_MONOTONIC does so and Python's `monotonic` does
    not; on Windows that does, and there is no other.
    """

    def __init__(self) -> None:
        self._which = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
        self._second, self._text = -1, ""
        """The last second that was asked for, and its text up to the fraction: a worker asks twice for each message."""

    def now(self) -> Instant:
        ns = time.time_ns()
        second, fraction = divmod(ns, times.NS)
        if second != self._second:
            self._second, self._text = second, times.from_ns(second * times.NS).text[:20]
        return Instant(f"{self._text}{fraction:09d}Z", ns)

    def passed(self) -> float:
        return time.monotonic() if self._which is None else time.clock_gettime(self._which)

    def wait(self, event: threading.Event, seconds: float) -> None:
        event.wait(seconds)
