"""What keeps workers from beginning: told once, shown for as long as it lasts, and tried again, less and less often."""

import logging
import random
import time
from collections.abc import Callable
from datetime import timedelta

from qmonitor import logs
from qmonitor.queues import times
from qmonitor.queues.errors import NotWritable, QueueError, SourceError
from qmonitor.queues.times import Instant
from qmonitor.values import dataclass

_LOG = logs.subject("attempts")

PASSING = (SourceError, NotWritable)
"""What may be otherwise later though nobody changes the settings: the state of a file, a server, or the way there."""

FIRST, LONGEST = 1.0, 60.0
"""Seconds before the second try and, after the pause was doubled again and again, at most between two."""

REMIND = 600.0
"""Seconds after which it is told again that something is still not there."""


@dataclass(frozen=True, slots=True)
class Away:
    """Why it can't begin: `error`, `since` when, and when it is tried `again`."""

    error: QueueError
    since: Instant
    again: Instant


class Absence:
    """One thing's that is waited for; used by one thread, `now` by any.

    `about` is what lines in the log begin with. Half of each pause is fixed and half is by chance, so that not all who
    wait for one server come back to it together.
    """

    def __init__(self, about: str, chance: Callable[[], float] = random.random) -> None:
        self._about, self._chance = about, chance
        self._pause = FIRST
        self._told = ""
        self._told_at = 0.0
        self.now: Away | None = None

    def hindered(self, error: QueueError) -> float:
        """It could not begin, because of this; for how many seconds it is left alone."""
        seconds = self._pause / 2 + self._pause / 2 * self._chance()
        self._pause = min(2 * self._pause, LONGEST)
        at = times.now()
        since = at if self.now is None else self.now.since
        self.now = Away(error, since, at + timedelta(seconds=seconds))
        self._tell(str(error))
        return seconds

    def over(self) -> None:
        """It has begun."""
        was, self.now, self._pause, self._told = self.now, None, FIRST, ""
        if was is not None:
            away = times.between(was.since, times.now())
            _LOG.info("%s: can be worked on again, after %.0f s", self._about, away.total_seconds() if away else 0.0)

    def _tell(self, why: str) -> None:
        passed = time.monotonic()
        if why != self._told or passed - self._told_at >= REMIND:
            again = "is tried again, at least once a minute" if why != self._told else "still"
            _LOG.log(logging.WARNING, "%s: can't be worked on (%s): %s", self._about, again, why)
            self._told, self._told_at = why, passed
