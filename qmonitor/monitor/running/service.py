"""Workers without a window: of all destinations that the settings name, also of those that are new, until told to stop.

A mistake of the settings ends all before anything is sent, and so does a worker that ends by itself, with its reason:
whoever watches over the process starts it anew, and a destination that is left alone unnoticed would be worse. What a
file or a server is at is no mistake: what can't be worked on for now is told and waited for, and the others are served.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from qmonitor import logs
from qmonitor.monitor.running.equipment import Equipment
from qmonitor.monitor.running.hand import Order
from qmonitor.monitor.running.watched import Finding, Only, Site, Watched
from qmonitor.queues.errors import QueueError, Refused
from qmonitor.queues.words import phrase
from qmonitor.senders.building import needed_secrets, test_connection
from qmonitor.senders.entries import WorkerEntry

__all__ = ["Finding", "Only", "Service", "Site"]

_LOG = logs.subject("attempts")

SLICE = 0.25
"""Seconds after which it sees that it is to stop, or that a worker has ended."""

FIRST_LOOK = 5.0
"""Seconds that sources get to be opened before workers are started at those that are there by then."""

GRACE = 15.0
"""Seconds beyond an attempt's time in which a worker has to end: what came of that has to be written down."""


class Service:
    """Used by one thread. The crews are its own: nobody else starts or stops their workers."""

    def __init__(
        self,
        sites: Sequence[Site],
        equipment: Equipment,
        order: Order,
        only: Only | None = None,
        ask: Callable[[str], object] | None = None,
    ) -> None:
        """`ask`: a person who is there, whether something is to be sent; raises `Refused` where not."""
        self._watched = [Watched(site, order, only or Only()) for site in sites]
        self._equipment, self._ask = equipment, ask

    def run(self, stop: threading.Event) -> None:
        """Work until `stop` is set; attempts in flight are finished first.

        Raises `Refused` where the settings can't be meant, and whatever a worker ended with by itself.
        """
        try:
            if not self._has_begun(stop):
                return
            while not stop.wait(SLICE):
                for one in self._watched:
                    one.require_whole()
        finally:
            self._end()

    def rehearse(self) -> Iterator[Finding]:
        """What would be sent, and whether each receiver can be reached, without a message; nothing is written.

        Raises as `run` does where it could not even begin.
        """
        try:
            self._check()
            told = [(one, one.findings()) for one in self._watched]
            for one, _ in told:
                one.require_distinct()
            for one, findings in told:
                yield from findings
                yield from map(self._tried, one.entries)
        finally:
            self._end()

    def _tried(self, entry: WorkerEntry) -> Finding:
        name = str(entry.title)
        try:
            found = test_connection(entry, self._equipment.lines, self._equipment.secrets, entry.policy.timeout)
        except QueueError as error:
            return Finding(name, str(error), False)
        return Finding(name, str(found), True)

    def _has_begun(self, stop: threading.Event) -> bool:
        """Whether it works; not where it was told to end before, whatever that has kept it from."""
        try:
            self._begin(stop)
        except QueueError:
            if not stop.is_set():
                raise
            return False
        return not stop.is_set()

    def _check(self) -> None:
        for one in self._watched:
            one.check()

    def _begin(self, stop: threading.Event) -> None:
        self._check()
        for one in self._watched:
            one.begin()
        self._wait_for_looks(stop)
        for one in self._watched:
            self._ask_for_password(one)
        self._wait_for_looks(stop)
        if stop.is_set():
            return
        for one in self._watched:
            one.require_whole()
            one.require_distinct()
        for one in self._watched:
            self._know_secrets(one.entries)
            if self._ask is not None:
                one.ask_about_groups(self._ask)
        for one in self._watched:
            one.may_start()

    def _wait_for_looks(self, stop: threading.Event) -> None:
        """Until each source was tried once: what two entries are for should be known before anything is sent."""
        end = time.monotonic() + FIRST_LOOK
        for one in self._watched:
            while not stop.is_set() and not one.looked.wait(min(SLICE, max(0.0, end - time.monotonic()))):
                if time.monotonic() >= end:
                    return

    def _ask_for_password(self, one: Watched) -> None:
        """A person who is there may know it. Raises `SourceError` where that was in vain."""
        if one.wants_password and one.site.ask is not None:
            one.site.ask()
            one.look_now()

    def _know_secrets(self, entries: Iterable[WorkerEntry]) -> None:
        """All that will be needed, also later: a person may be asked now, and what is missing is told at once."""
        for entry in entries:
            for name in needed_secrets(entry.sender):
                self._equipment.secrets.get(name)

    def _end(self) -> None:
        for one in self._watched:
            one.halt()
        sending = [flight for one in self._watched if one.crew and (flight := one.crew.in_flight()).count]
        if sending:
            count, most = sum(one.count for one in sending), max(one.seconds for one in sending)
            _LOG.info("stopping: attempts in flight are finished first (%d, at most %.0f s)", count, most)
        ended = [one.close(GRACE) for one in self._watched]
        self._equipment.close()
        if not all(ended):
            raise Refused(
                phrase("Not every worker could be ended."),
                phrase("What is being sent now may be sent again by the next one."),
            )
