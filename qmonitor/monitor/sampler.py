"""One look at a source after the other, each as cheap as it can be: what a poll does."""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta

from qmonitor.monitor import clock
from qmonitor.monitor.clock import Clock
from qmonitor.queues import times
from qmonitor.queues.errors import Interrupted
from qmonitor.queues.model import Depth, Destination, Details, ItemId, aged
from qmonitor.queues.plan import InterruptedPlan
from qmonitor.queues.source import Reader
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

DETAILS_SHARE = 100
"""So many times as long as they take to read, sizes and the count of rows are let be: a million take 50 ms to count."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What one look saw. `changed` says that items may have, `seconds` is how long the reading took.

    `clocks` are sentences about clocks that disagree; `notices` are all sentences for a strip.
    """

    depth: Depth
    destinations: tuple[Destination, ...]
    details: Details
    interrupted: tuple[InterruptedPlan, ...]
    changed: bool
    seconds: float
    clocks: tuple[Phrase, ...] = ()

    @property
    def skew(self) -> timedelta | None:
        """See `Depth.skew`."""
        return self.depth.skew

    @property
    def notices(self) -> tuple[Phrase, ...]:
        return (*self.details.notices, *self.clocks)


class Sampler:
    """Looks through a reader, in the thread that uses that reader.

    Where nothing changed since the last look, figures are kept and only ages go on.
    """

    def __init__(
        self, reader: Reader, now: Callable[[], Instant] = times.now, passed: Callable[[], float] = clock.passed
    ) -> None:
        """`now` tells the time, and `passed` how many seconds have passed, whatever clocks say."""
        self._reader = reader
        self._now, self._passed = now, passed
        self._clock = Clock()
        self._last: Sample | None = None
        self._details_due = 0.0
        self._behind = False
        self._called_off = threading.Event()

    def look(self, *, force: bool = False) -> Sample:
        """A sample as of now. `force` reads again even if nothing seems to have changed. Raises `SourceError`."""
        try:
            return self._look(force)
        finally:
            self._called_off.clear()  # only here: one that came before the first reading must not be lost

    def _look(self, force: bool) -> Sample:
        began = time.perf_counter()
        now = self._now()
        was_set = self._clock.look(now, self._passed())
        last, self._last = self._last, None
        changed = self._reader.changed() or force or last is None
        if changed or last is None:
            sample = self._read(last)
        elif not last.depth.complete:
            sample = replace(last, depth=self._reader.depth(), changed=False)
        else:
            sample = replace(last, changed=False)
        if self._behind and not sample.changed:
            sample = replace(sample, details=self._details(sample))
        skew = self._clock.ahead(sample.depth, self._now())  # a long look finds what is newer than its begin
        depth = replace(sample.depth, as_of=now, skew=skew)
        depth = replace(depth, rows=aged(depth.rows, depth.at_source))
        clocks = clock.notices(skew, was_set)
        self._last = replace(sample, depth=depth, clocks=clocks, seconds=time.perf_counter() - began)
        return self._last

    def states(self, ids: Iterable[ItemId]) -> tuple[tuple[ItemId, str], ...]:
        """The present state of each item (see `Reader.states`)."""
        return self._reader.states(ids)

    def interrupt(self) -> None:
        """From any thread: the look under way ends with `Interrupted`."""
        self._called_off.set()
        self._reader.interrupt()

    def close(self) -> None:
        self._reader.close()

    def _read(self, last: Sample | None) -> Sample:
        depth = self._reader.depth()
        self._go_on()
        destinations = depth.destinations
        if destinations is None:
            destinations = self._reader.destinations()
            self._go_on()
        details = self._details(last)
        self._go_on()
        return Sample(depth, destinations, details, self._reader.interrupted(), True, 0.0)

    def _go_on(self) -> None:
        """An interruption between two readings reaches neither of them."""
        if self._called_off.is_set():
            raise Interrupted(phrase("The look was called off."))

    def _details(self, last: Sample | None) -> Details:
        """As of now; while the source changes fast, older ones, until the look after the last change at the latest."""
        began = time.monotonic()
        self._behind = last is not None and began < self._details_due
        if last is not None and self._behind:
            return last.details
        details = self._reader.details()
        ended = time.monotonic()
        self._details_due = ended + DETAILS_SHARE * (ended - began)
        return details
