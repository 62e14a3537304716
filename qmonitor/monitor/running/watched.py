"""One source of a service: opened once it is there, and looked at for destinations that have no worker yet."""

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase

from qmonitor import logs
from qmonitor.monitor import policy
from qmonitor.monitor.running.absence import Absence
from qmonitor.monitor.running.crew import Crew, pool_place
from qmonitor.monitor.running.hand import Order
from qmonitor.monitor.running.model import Offer, Proposal
from qmonitor.monitor.running.roster import Roster
from qmonitor.monitor.running.threads import Thread, spawn
from qmonitor.queues.errors import PasswordNeeded, QueueError, Refused, SourceError
from qmonitor.queues.model import Destination
from qmonitor.queues.source import Reader
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders import settings
from qmonitor.senders.entries import WorkerEntry, unescaped
from qmonitor.values import dataclass

_LOG = logs.subject("attempts")

LOOK_EVERY = 2.0
"""Seconds between two looks for new destinations."""

LEAVE = 0.5
"""Seconds for which it is waited, in the end, for a look that is under way: one at a server may take longer."""

_NOTHING = phrase("")
"""In place of what was told of a destination where nothing was."""


_UNAGREED = phrase("It waits until that is confirmed: at a terminal, in the window, or by --make-group.")


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


@dataclass(frozen=True, slots=True)
class Site:
    """A source that workers are to be at: `open` opens it, and gives a crew for it. It may raise, and is called again.

    `ask`: the same where a person may be asked for its password, in the main thread; None where there is nobody.
    """

    target: str
    roster: Roster
    open: Callable[[], Crew]
    ask: Callable[[], object] | None = None
    read_only: bool = False


class Watched:
    """`check` and what follows it up to `begin` is for the thread that made it, all else for any.

    With `begin` it has a thread of its own, as to open a source takes as long as a server or a disk likes. `failure` is
    what that thread ended with, if it did by itself.
    """

    def __init__(self, site: Site, order: Order, only: Only) -> None:
        self.site, self._order, self._only = site, order, only
        self.entries: tuple[WorkerEntry, ...] = ()
        self.crew: Crew | None = None
        self.looked = threading.Event()
        """Whether it was tried to open it, since this was cleared last."""
        self.failure: BaseException | None = None
        self._absence = Absence(self._about())
        self._begun: set[Destination] = set()
        self._agreed: set[Destination] = set()
        self._told: dict[Destination, Phrase | None] = {}
        """Why one got no worker when that was told last; None: it got one."""
        self._reader: Reader | None = None
        self._places: tuple[Destination, ...] = ()
        self._trouble = ""
        self._started = False
        self._thread: Thread | None = None
        self._may_start, self._ended, self._nudged = threading.Event(), threading.Event(), threading.Event()
        self._mutex = threading.Lock()

    # -- before anything is started --------------------------------------------------------------------------------

    def check(self) -> None:
        """What is decided without the source. Raises `Refused` where nothing could ever be sent."""
        policy.require_acting(self.site.read_only)
        self.entries = tuple(entry for entry in self.site.roster.entries() if self._only.concerns(entry))
        if not self.entries:
            raise Refused(
                phrase("No worker is set up for {source}.", source=self._about()),
                self.site.roster.there(),
            )
        for entry in self.entries:
            if entry.pool is not None:  # whose place is known although its server may be away
                settings.entry_for(self.entries, entry.channel, unescaped(entry.destination))
        if self._only.single is not None:
            self._places = (self._only.single,)
            self.require_distinct()

    def require_distinct(self) -> None:
        """Raises `Refused` where a destination, among those that were seen, has two entries or none."""
        for one in self._places:
            if settings.entry_for(self.entries, one.channel, one.destination) is None:
                raise Refused(
                    phrase("No worker is set up for {destination}.", destination=str(one)), self.site.roster.there()
                )

    @property
    def wants_password(self) -> bool:
        """Whether nothing but a password seems to be in the way."""
        away = self._absence.now
        return away is not None and isinstance(away.error, PasswordNeeded)

    def findings(self) -> tuple[Finding, ...]:
        """For each destination that is there: what would be sent, or why nothing. Opens the source for it."""
        try:
            crew = self.arrive()
            found = self._places and crew.propose(self._places).offers
            agreed = self._order.agreed
        except QueueError as error:
            return (Finding(self._about(), str(error), False),)
        if not found:
            nothing = phrase("No message waits for a destination that a worker is set up for.")
            return (Finding(self._about(), str(nothing), True),)
        return tuple(_found(one, agreed) for one in found)

    def ask_about_groups(self, ask: Callable[[str], object]) -> None:
        """Whether what lies at places that a start makes is to be sent. `ask` raises `Refused` where it is not."""
        if self.crew is None or self._order.agreed:
            return
        with suppress(SourceError):  # told, and waited for, by who starts
            for offer in self.crew.propose(self._places, counted=False).fit:
                if offer.lying:
                    found = _found(offer, agreed=True)
                    ask(f"{found.about}: {found.said}")
                    self._agreed.add(offer.destination)

    # -- its thread ------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Open the source in a thread, again and again until it is there; and look at it from then on."""
        self._thread = spawn(f"watch {self.site.target}", self._run)

    def may_start(self) -> None:
        """From now on workers are started."""
        self._may_start.set()
        self._nudged.set()

    def look_now(self) -> None:
        """Try at once what it waits for."""
        self.looked.clear()
        self._nudged.set()

    def _run(self) -> None:
        try:
            while not self._ended.is_set():
                self._nudged.clear()
                self._nudged.wait(self._look())
        except BaseException as error:  # noqa: BLE001 - told by whoever watches over it
            self.failure = error
        finally:
            self._leave_reader()
            self.looked.set()

    def _look(self) -> float:
        """One look; after how many seconds there is to be another."""
        try:
            self.arrive()
            self.looked.set()
            if self._may_start.is_set():
                self.start_new()
            self._absence.over()
        except QueueError as error:
            seconds = self._hindered(error)
            self.looked.set()
            return seconds
        return LOOK_EVERY

    def _hindered(self, error: QueueError) -> float:
        """What hinders the search for new destinations is told once; a source that is away is opened anew.

        Raises what a worker could not be made with, although its queue is there: nothing that passes by itself.
        """
        self._leave_reader()
        if self.crew is not None and self.crew.ended is not None:
            raise error
        if not self._begun:
            with self._mutex:
                self.crew = None
            return self._absence.hindered(error)
        if str(error) != self._trouble:
            _LOG.warning("new destinations can't be looked for: %s", error)
        self._trouble = str(error)
        return LOOK_EVERY

    def arrive(self) -> Crew:
        """Open the source where it is not, and see which destinations are there. Raises `QueueError`."""
        crew = self.crew
        if crew is None:
            crew = self.site.open()
            obstacle = crew.obstacle()
            if obstacle is not None:
                raise obstacle
        self._places = self._there(crew)
        with self._mutex:
            self.crew = crew
            if self._ended.is_set():
                crew.close(0.0)
        return crew

    def start_new(self) -> None:
        """Start workers for those that have none yet. Raises `QueueError`."""
        crew, new = self.crew, [one for one in self._places if one not in self._begun]
        if crew is None or self._ended.is_set():
            return
        if not new and not self._started:
            _LOG.info("no message waits for a destination of %s that a worker is set up for; watching", self._about())
        self._started = True
        if new:
            self._start(crew, new)
        self._trouble = ""

    # -- for any thread --------------------------------------------------------------------------------------------

    def require_whole(self) -> None:
        """Raises what a worker, or the thread, ended with by itself."""
        if self.failure is not None:
            raise self.failure
        ended = None if self.crew is None else self.crew.ended
        if ended is not None:
            raise ended

    def halt(self) -> None:
        """Let its workers end, and start no more. Returns at once."""
        with self._mutex:
            self._ended.set()
            crew = self.crew
        self._nudged.set()
        if crew is not None:
            crew.close(0.0)

    def close(self, grace: float) -> bool:
        """Whether all its workers have ended, within an attempt's time and `grace` seconds more."""
        self.halt()
        crew = self.crew
        most = max((post.policy.timeout for post in crew.posts()), default=0.0) if crew is not None else 0.0
        ended = crew is None or crew.close(most + grace)
        if self._thread is None:
            self._leave_reader()
        else:
            self._thread.join(LEAVE)
        return ended

    # -- inside ----------------------------------------------------------------------------------------------------

    def _there(self, crew: Crew) -> tuple[Destination, ...]:
        """The destinations that are meant and that an entry is for."""
        if self._only.single is not None:
            return (self._only.single,)
        own = [place for entry in self.entries if (place := pool_place(entry, crew.source)) is not None]
        if own:
            return tuple(one for one in own if self._only.holds(one))
        if self._reader is None:
            self._reader = crew.source.reader()
        return tuple(one for one in self._reader.destinations() if self._only.holds(one) and self._matched(one))

    def _matched(self, where: Destination) -> bool:
        return any(settings.matches(entry, where.channel, where.destination) for entry in self.entries)

    def _leave_reader(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.close()

    def _start(self, crew: Crew, destinations: Sequence[Destination]) -> None:
        counted = any(one not in self._told for one in destinations)
        proposal = crew.propose(destinations, counted=counted, tried=False)  # what a worker lacks it waits for itself
        self._tell(proposal.offers)
        if proposal.fit and not self._ended.is_set():
            order, agreed = self._order, [one.destination for one in proposal.fit if self._may_make(one)]
            crew.start(
                proposal, actor=order.actor, reason=order.reason, engine_stopped=order.engine_stopped, agreed=agreed
            )
        self._begun.update(offer.destination for offer in proposal.fit)

    def _tell(self, offers: Iterable[Offer]) -> None:
        """Each once, unless there is another reason by now."""
        for offer in offers:
            if self._told.get(offer.destination, _NOTHING) == offer.refusal:
                continue
            self._told[offer.destination] = offer.refusal
            found = _found(offer, self._may_make(offer))
            _LOG.log(logging.INFO if found.fine else logging.ERROR, "%s: %s", found.about, found.said)

    def _may_make(self, offer: Offer) -> bool:
        return self._order.agreed or offer.destination in self._agreed

    def _about(self) -> str:
        return self.site.target if self._only.single is None else str(self._only.single)


def _found(offer: Offer, agreed: bool) -> Finding:
    if offer.refusal is not None:
        return Finding(str(offer.destination), str(offer.refusal), False)
    proposal = Proposal((offer,))
    waits = offer.lying > 0 and not agreed
    said = (proposal.sentence(), *proposal.remarks(), *((_UNAGREED,) if waits else ()))
    return Finding(str(offer.destination), " ".join(map(str, said)), not waits)
