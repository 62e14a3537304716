"""Whether clocks can be trusted: this machine's against the time that passed, and the source's against this machine's.

Only what is certain is told. A source whose newest times lie in our future has a clock that is ahead by at least so
much; one whose clock is behind looks like one where nothing happens.
"""

import time
from collections.abc import Callable
from datetime import timedelta

from qmonitor.queues import times
from qmonitor.queues.model import Depth
from qmonitor.queues.times import Instant, between, latest
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

TOLERANCE = timedelta(seconds=2)
"""By so much clocks may differ: a look takes a moment, and so does setting a clock by network time."""

DRIFT = 1e-4
"""By so much of the time that passed a machine's two clocks may run apart by themselves: 4 s in half a day."""

FRESH = timedelta(seconds=60)
"""A new item that is no older shows that the clocks agree."""

SHOWN = 300.0
"""Seconds for which it is told that the clock was set."""


def passed() -> float:
    """Seconds that have passed since some moment, sleep of the machine included.

    Linux has a clock of its own for it. On macOS CLOCK_MONOTONIC goes on in sleep, Python's `monotonic` does not; on
    Windows that does, and there is no other.
    """
    which = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return time.monotonic() if which is None else time.clock_gettime(which)


class SourceClock:
    """Tells the present by a source's own clock, as far as a look at it has told that: else by this machine's."""

    def __init__(self, now: Callable[[], Instant] = times.now) -> None:
        self._now = now
        self.ahead = timedelta(0)
        """How far it is ahead of this machine's (see `Depth.clock`)."""

    def __call__(self) -> Instant:
        return self._now() + self.ahead


@dataclass(frozen=True, slots=True)
class Set:
    """This machine's clock was set: by how much (back where negative), when by its new time, and `passed` then."""

    by: timedelta
    at: Instant
    passed: float


class Clock:
    """Watches the clocks from look to look; used by one thread."""

    def __init__(self) -> None:
        self._last: tuple[Instant, float] | None = None
        self._set: Set | None = None
        self._newest: Instant | None = None
        self._ahead: timedelta | None = None
        """The most that was found: less later on only shows that nothing newer was stored."""
        self._void: Instant | None = None
        """The latest time of an attempt when a new item showed that the clocks agree: what it told is over."""

    def look(self, now: Instant, seconds: float) -> Set | None:
        """What is told of the clock as of now; `seconds` as of `passed`."""
        last, self._last = self._last, (now, seconds)
        span = None if last is None else between(last[0], now)
        if last is not None and span is not None:
            passed_by = timedelta(seconds=seconds - last[1])
            by = span - passed_by
            if abs(by) > TOLERANCE + abs(passed_by) * DRIFT:
                self._set = Set(by, now, seconds)
                self._ahead = None if self._ahead is None else self._ahead - by
        if self._set is not None and seconds - self._set.passed > SHOWN:
            self._set = None
        return self._set

    def ahead(self, depth: Depth, now: Instant) -> timedelta | None:
        """By how much at least the source's clock is ahead of this one; None where nothing shows that it is."""
        tried = (row.head.last_attempt for row in depth.rows if row.head is not None)
        last = latest(*tried, *(flow.last_delivered for flow in depth.flows.values()))
        age = between(depth.newest, now)
        if depth.newest != self._newest and age is not None and -TOLERANCE <= age <= FRESH:
            self._void, self._ahead = last, None
        self._newest = depth.newest
        span = between(now, latest(depth.newest, None if last == self._void else last) or now)
        found = max((one for one in (span, self._ahead) if one is not None), default=timedelta(0))
        self._ahead = found if found > TOLERANCE else None
        return self._ahead


def notices(skew: timedelta | None, was_set: Set | None) -> tuple[Phrase, ...]:
    """What a person has to know of the clocks."""
    found = []
    if skew is not None:
        found.append(
            phrase(
                "The engine's clock is at least {span} ahead of this machine's. Ages are approximate (≈), and states"
                " that depend on time are not shown.",
                span=skew,
            )
        )
    if was_set is not None and was_set.by > timedelta(0):
        found.append(
            phrase("This machine's clock was set forward by {span} at {time}.", span=was_set.by, time=was_set.at)
        )
    elif was_set is not None:
        found.append(
            phrase("This machine's clock was set back by {span} at {time}.", span=-was_set.by, time=was_set.at)
        )
    return tuple(found)
