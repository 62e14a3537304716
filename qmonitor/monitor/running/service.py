"""Workers without a window: of all destinations that the settings name, also of those that are new, until told to stop.

A worker that ends by itself ends all of them, with its reason: whoever watches over the process starts it anew, and a
destination that is left alone unnoticed would be worse.
"""

import logging
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from qmonitor import logs
from qmonitor.monitor.running.crew import Crew, pool_place
from qmonitor.monitor.running.equipment import Equipment
from qmonitor.monitor.running.hand import Order
from qmonitor.monitor.running.model import Offer, Proposal
from qmonitor.queues.errors import QueueError, Refused
from qmonitor.queues.model import Destination
from qmonitor.queues.source import Reader
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders import settings
from qmonitor.senders.building import needed_secrets, test_connection
from qmonitor.senders.entries import WorkerEntry

_LOG = logs.subject("attempts")

SLICE = 0.25
"""Seconds after which it sees that it is to stop, or that a worker has ended."""

LOOK_EVERY = 8
"""So many of them are between two looks for new destinations."""

GRACE = 15.0
"""Seconds beyond an attempt's time in which a worker has to end: what came of that has to be written down."""

_NOTHING = phrase("")
"""In place of what was told of a destination where nothing was."""


@dataclass(frozen=True, slots=True)
class Only:
    """Which channel and destination alone are meant; None: any."""

    channel: str | None = None
    destination: str | None = None

    def holds(self, where: Destination) -> bool:
        return self.channel in (None, where.channel) and self.destination in (None, where.destination)

    def concerns(self, entry: WorkerEntry) -> bool:
        """Whether an entry may be meant."""
        named = ((self.channel, entry.channel), (self.destination, entry.destination))
        return all(name is None or fnmatchcase(name, pattern) for name, pattern in named)

    @property
    def single(self) -> Destination | None:
        """The one destination that is meant."""
        if self.channel is None or self.destination is None:
            return None
        return Destination(self.channel, self.destination)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rehearsal says of a destination or an entry; `fine`: nothing is in the way there."""

    about: str
    said: str
    fine: bool


class Service:
    """Used by one thread. The crews are its own: nobody else starts or stops their workers."""

    def __init__(self, crews: Sequence[Crew], equipment: Equipment, order: Order, only: Only | None = None) -> None:
        self._crews = [_Watched(crew, order, only or Only()) for crew in crews]
        self._equipment = equipment

    def run(self, stop: threading.Event) -> None:
        """Work until `stop` is set; attempts in flight are finished first.

        Raises `Refused` and `SourceError` where it can't begin (and is wanted to), and whatever a worker ended with by
        itself.
        """
        try:
            if not self._has_begun(stop):
                return
            for turn in range(1, 1 << 62):
                if stop.wait(SLICE):
                    break
                for crew in self._crews:
                    crew.require_whole()
                    if turn % LOOK_EVERY == 0:
                        crew.look_again()
        finally:
            self._end()

    def rehearse(self) -> Iterator[Finding]:
        """What would be sent, and whether each receiver can be reached, without a message; nothing is written.

        Raises as `run` does where it could not even begin.
        """
        try:
            for crew in self._crews:
                crew.check()
            for crew in self._crews:
                yield from crew.findings()
                yield from map(self._tried, crew.entries)
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
            self._begin()
        except QueueError:
            if not stop.is_set():
                raise
            return False
        return True

    def _begin(self) -> None:
        for crew in self._crews:
            crew.check()
        for crew in self._crews:
            self._know_secrets(crew.entries)
        for crew in self._crews:
            crew.begin()

    def _know_secrets(self, entries: Iterable[WorkerEntry]) -> None:
        """All that will be needed, also later: a person may be asked now, and what is missing is told at once."""
        for entry in entries:
            for name in needed_secrets(entry.sender):
                self._equipment.secrets.get(name)

    def _end(self) -> None:
        for crew in self._crews:
            crew.crew.stop()
        sending = [flight for crew in self._crews if (flight := crew.crew.in_flight()).count]
        if sending:
            count, most = sum(one.count for one in sending), max(one.seconds for one in sending)
            _LOG.info("stopping: attempts in flight are finished first (%d, at most %.0f s)", count, most)
        ended = [crew.close() for crew in self._crews]
        self._equipment.close()
        if not all(ended):
            raise Refused(
                phrase("Not every worker could be ended."),
                phrase("What is being sent now may be sent again by the next one."),
            )


class _Watched:
    """A crew whose source is looked at for new destinations."""

    def __init__(self, crew: Crew, order: Order, only: Only) -> None:
        self.crew, self._order, self._only = crew, order, only
        self.entries: tuple[WorkerEntry, ...] = ()
        self._begun: set[Destination] = set()
        self._told: dict[Destination, Phrase | None] = {}
        """Why one got no worker when that was told last; None: it got one."""
        self._reader: Reader | None = None
        self._trouble = ""

    def check(self) -> None:
        """Before anything is started. Raises `Refused` where nothing could ever be sent."""
        self.entries = tuple(entry for entry in self.crew.entries() if self._only.concerns(entry))
        if not self.entries:
            raise Refused(
                phrase("No worker is set up for {source}.", source=self._about()),
                self.crew.there(),
            )
        obstacle = self.crew.obstacle()
        if obstacle is not None:
            raise obstacle
        self._require_distinct(self._there())

    def begin(self) -> None:
        """Start workers for all destinations that are there."""
        there = self._there()
        self._start(there)
        if not there:
            _LOG.info("no message waits for a destination of %s that a worker is set up for; watching", self._about())

    def findings(self) -> tuple[Finding, ...]:
        """For each destination that is there: what would be sent, or why nothing."""
        there = self._there()
        if not there:
            nothing = phrase("No message waits for a destination that a worker is set up for.")
            return (Finding(self._about(), str(nothing), True),)
        return tuple(map(_found, self.crew.propose(there).offers))

    def look_again(self) -> None:
        """Start workers for those that have none yet; what hinders that is told once, and tried again."""
        try:
            self._start([one for one in self._there() if one not in self._begun])
            self._trouble = ""
        except QueueError as error:
            if str(error) != self._trouble:
                _LOG.warning("new destinations can't be looked for: %s", error)
            self._trouble = str(error)

    def require_whole(self) -> None:
        """Raises what a worker ended with by itself."""
        ended = self.crew.ended
        if ended is not None:
            raise ended

    def close(self) -> bool:
        most = max((post.policy.timeout for post in self.crew.posts()), default=0.0)
        if self._reader is not None:
            self._reader.close()
        return self.crew.close(most + GRACE)

    def _there(self) -> list[Destination]:
        """The destinations that are meant and that an entry is for."""
        if self._only.single is not None:
            return [self._only.single]
        own = [place for entry in self.entries if (place := pool_place(entry, self.crew.source)) is not None]
        if own:
            return [one for one in own if self._only.holds(one)]
        if self._reader is None:
            self._reader = self.crew.source.reader()
        return [one for one in self._reader.destinations() if self._only.holds(one) and self._matched(one)]

    def _matched(self, where: Destination) -> bool:
        return any(settings.matches(entry, where.channel, where.destination) for entry in self.entries)

    def _require_distinct(self, destinations: Iterable[Destination]) -> None:
        for one in destinations:
            if settings.entry_for(self.entries, one.channel, one.destination) is None:
                raise Refused(phrase("No worker is set up for {destination}.", destination=str(one)), self.crew.there())

    def _start(self, destinations: Sequence[Destination]) -> None:
        if not destinations:
            return
        proposal = self.crew.propose(destinations, counted=any(one not in self._told for one in destinations))
        for offer in proposal.offers:
            self._tell(offer)
        if proposal.fit:
            self.crew.start(
                proposal, actor=self._order.actor, reason=self._order.reason, engine_stopped=self._order.engine_stopped
            )
        self._begun.update(offer.destination for offer in proposal.fit)

    def _tell(self, offer: Offer) -> None:
        """Once, unless there is another reason by now."""
        if self._told.get(offer.destination, _NOTHING) == offer.refusal:
            return
        self._told[offer.destination] = offer.refusal
        found = _found(offer)
        _LOG.log(logging.INFO if found.fine else logging.ERROR, "%s: %s", found.about, found.said)

    def _about(self) -> str:
        return self.crew.source.target if self._only.single is None else str(self._only.single)


def _found(offer: Offer) -> Finding:
    if offer.refusal is not None:
        return Finding(str(offer.destination), str(offer.refusal), False)
    proposal = Proposal((offer,))
    return Finding(str(offer.destination), " ".join(map(str, (proposal.sentence(), *proposal.remarks()))), True)
