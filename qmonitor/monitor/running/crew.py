"""The workers of one source: what starting them would do, starting, stopping, and what is to be seen of them.

Read-only mode and the administrator's policy are enforced here, not in buttons.
"""

import os
import threading
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from qmonitor.monitor import policy
from qmonitor.monitor.running.backlog import EMPTY, UNKNOWN, Backlog, backlogs, of_pools
from qmonitor.monitor.running.equipment import Equipment
from qmonitor.monitor.running.hand import Hand, Order
from qmonitor.monitor.running.model import InFlight, Offer, Post, Proposal, sorted_by_name
from qmonitor.monitor.running.roster import Roster
from qmonitor.monitor.running.several import Several
from qmonitor.monitor.running.threads import Spawn, spawn
from qmonitor.queues.errors import QueueError, Refused
from qmonitor.queues.model import Destination, Traits
from qmonitor.queues.plan import Plan
from qmonitor.queues.source import Source, company_at, pool_at, require_workable, traits_at
from qmonitor.queues.words import phrase
from qmonitor.queues.working import WORKER
from qmonitor.senders import settings
from qmonitor.senders.building import Built, build
from qmonitor.senders.entries import WorkerEntry, fitted, unescaped
from qmonitor.senders.filedrop.settings import FileSettings

Backlogs = dict[Destination, Backlog] | None


class Crew:
    """One for each open source. What does not say otherwise is for any thread, and quick.

    `config` is the workers' file, read anew by each `propose`; where there is none, no destination has an entry.
    `source_given`: its entries may leave their source out. `changed` is called, on any thread, at the first change
    after `posts` was asked. `spawn` makes the workers' threads. With `strict` traces of an engine, although it was
    said to be stopped, end a worker.
    """

    def __init__(
        self,
        source: Source,
        config: Path,
        equipment: Equipment,
        *,
        read_only: bool = False,
        source_given: bool = False,
        strict: bool = False,
        changed: Callable[[], object] | None = None,
        spawn: Spawn = spawn,
    ) -> None:
        self.source, self._equipment = source, equipment
        self._roster = Roster(config, source.target, given=source_given)
        self._read_only, self._strict = read_only, strict
        self._changed, self._spawn = changed, spawn
        self._hands: dict[Destination, Hand] = {}
        self._mutex, self._starting = threading.Lock(), threading.Lock()
        self._noted = self._closed = False
        self._shared: tuple[Destination, ...] = ()
        """Where others may be at work beside its own, as it was looked last."""
        self._company: tuple[tuple[str, ...], ...] = ()

    # -- in a lane: these read files, and wait for disks, keyrings and people --------------------------------------

    def obstacle(self) -> QueueError | None:
        """Why no worker can be started here at all, if there is a reason; nothing is written."""
        try:
            policy.require_acting(self._read_only)
            reason = self.source.capabilities.get(WORKER, phrase("This source has no workers."))
            if reason is not None:
                raise Refused(reason)
            self.source.admin().close()
        except QueueError as error:
            return error
        return None

    def propose(
        self, destinations: Iterable[Destination] | None = None, *, counted: bool = True, tried: bool | None = None
    ) -> Proposal:
        """What starting these destinations' workers would do; None: of all that any entry is for.

        Not `counted`, what waits is not looked at, which takes most of the time (0.4 s for a million rows). `tried`:
        whether a worker would have all that it needs is asked, too; without a word, where it is counted.
        Raises `BadSettings` of the workers' file, and `SourceError` where the source can't be read.
        """
        entries, file = self._roster.entries(), _file(self.source.target)
        known, found = self._looked_at(entries, counted)
        if destinations is None:
            destinations = (one for one in known if any(settings.matches(entry, *_names(one)) for entry in entries))
        obstacle, tried = self.obstacle(), counted if tried is None else tried
        offers = (self._offer(one, found, entries, obstacle, tried) for one in sorted_by_name(set(destinations)))
        return Proposal(tuple(offers), file)

    def _looked_at(self, entries: tuple[WorkerEntry, ...], counted: bool) -> tuple[set[Destination], Backlogs]:
        """The destinations that there are, and what waits for them; where there is nothing yet a pool makes its own."""
        own = {place for entry in entries if (place := pool_place(entry, self.source)) is not None}
        if own:
            self._shared = sorted_by_name(own)
            return own, of_pools(self.source, own, counted=counted)
        with closing(self.source.reader()) as reader:
            return {*reader.destinations()}, (backlogs(reader) if counted else None)

    def company(self) -> tuple[tuple[str, ...], ...]:
        """Who works, wherever that is, where several may; what was known last where that can't be told now."""
        with suppress(QueueError):
            self._company = tuple(company_at(self.source, where) for where in self._shared)
        return self._company

    def start(
        self,
        proposal: Proposal,
        *,
        actor: str,
        reason: str,
        engine_stopped: bool = False,
        agreed: Collection[Destination] | None = None,
    ) -> None:
        """Start what was confirmed; takes as long as finding the secrets does.

        `actor` and `reason` are kept in the audit, and so is `engine_stopped`: that this person says so. `agreed`:
        where what lies at a place that a start makes is sent, as it was told (None: everywhere); elsewhere a worker
        waits. A worker that
        can't be started is among the posts, with the reason. Raises `Refused` where that holds for all of them, or
        nothing may be started, or another file lies there by now.
        """
        policy.require_acting(self._read_only)
        self._require_same(proposal.file)
        if not reason.strip():
            raise Refused(phrase("No reason was given."), phrase("Say why: it is kept with your name."))
        order = Order(actor, reason.strip(), engine_stopped, self._strict)
        same = partial(self._require_same, proposal.file)
        with self._starting:
            failed = [
                self._start(offer, replace(order, agreed=agreed is None or offer.destination in agreed), same)
                for offer in proposal.fit
            ]
        if not failed:
            raise Refused(proposal.sentence())
        if None not in failed:
            raise next(error for error in failed if error is not None)

    # -- for any thread --------------------------------------------------------------------------------------------

    def stop(self, destinations: Iterable[Destination] | None = None) -> None:
        """Let them end, each after its attempt in flight; None: all."""
        for hand in self._of(destinations):
            hand.stop()
        self._note()

    def wake(self, destinations: Iterable[Destination] | None = None) -> None:
        """Have them look at once; None: all."""
        for hand in self._of(destinations):
            hand.wake()

    def acted(self, plan: Plan) -> None:
        """A plan was run: whoever has messages of it looks at once. (Retry-now makes some due.)"""
        self.wake([share.where for share in plan.shares] or None)

    def engine_is_stopped(self, destination: Destination, who: str, reason: str) -> None:
        """A person says so of a worker that holds back; it is audited by the worker before it counts."""
        for hand in self._of([destination]):
            hand.engine_is_stopped(who, reason)

    def posts(self) -> tuple[Post, ...]:
        """All of them, also those that have ended, by channel and destination."""
        self._noted = False
        return tuple(hand.post() for hand in self._of(None))

    def forget(self, destinations: Iterable[Destination] | None = None) -> None:
        """Show those no more that have ended."""
        for hand in self._of(destinations):
            with self._mutex:
                if not hand.alive and self._hands.get(hand.destination) is hand:
                    del self._hands[hand.destination]
        self._note()

    def in_flight(self) -> InFlight:
        """What is being sent right now."""
        left = [(hand.at_once, seconds) for hand in self._of(None) if (seconds := hand.sending()) is not None]
        return InFlight(sum(count for count, _ in left), max((seconds for _, seconds in left), default=0.0))

    @property
    def alive(self) -> bool:
        """Whether any worker runs."""
        return any(hand.alive for hand in self._of(None))

    @property
    def ended(self) -> QueueError | None:
        """Why one of them ended by itself, if any did."""
        return next((hand.ended for hand in self._of(None) if hand.ended is not None), None)

    def close(self, seconds: float) -> bool:
        """End all, and start no more; whether every worker has ended within so many seconds. May be called again."""
        with self._mutex:
            self._closed = True
        hands = self._of(None)
        for hand in hands:
            hand.stop()
        end = time.monotonic() + seconds
        return all(hand.join(end - time.monotonic()) for hand in hands)

    # -- inside ----------------------------------------------------------------------------------------------------

    def _of(self, destinations: Iterable[Destination] | None) -> tuple[Hand, ...]:
        with self._mutex:
            names = sorted_by_name(self._hands) if destinations is None else tuple(destinations)
            return tuple(self._hands[one] for one in names if one in self._hands)

    def _offer(
        self,
        where: Destination,
        found: Backlogs,
        entries: tuple[WorkerEntry, ...],
        obstacle: QueueError | None,
        tried: bool,
    ) -> Offer:
        entry, waiting = None, UNKNOWN if found is None else found.get(where, EMPTY)
        offered = partial(_offered, where, traits_at(self.source, where), waiting)
        try:
            entry = settings.entry_for(entries, *_names(where))
            entry = None if entry is None else fitted(entry, where.channel)
            if obstacle is not None:
                raise obstacle
            self._require_free(where, entry)
            if tried and entry is not None:
                require_workable(self.source, where, entry.policy)
        except QueueError as error:
            return offered(entry, error)
        return offered(entry)

    def _require_free(self, where: Destination, entry: WorkerEntry | None) -> None:
        """Raises `Refused` where nothing says how to send there, or it has a worker by now."""
        if entry is None:
            raise Refused(
                phrase("No worker is set up for {destination}.", destination=str(where)),
                phrase("The workers' settings say which destinations are sent where."),
            )
        if any(hand.alive for hand in self._of([where])):
            raise Refused(phrase("{destination} has a worker already.", destination=str(where)))

    def _require_same(self, file: tuple[int, int] | None) -> None:
        """Raises `Refused` where another file lies there than was looked at."""
        if _file(self.source.target) not in (file, None):
            raise Refused(
                phrase("Another file lies at {path} by now.", path=self.source.target),
                phrase("Look again, and confirm anew."),
            )

    def _start(self, offer: Offer, order: Order, require_same: Callable[[], object]) -> QueueError | None:
        """Start one; why it could not be."""
        if offer.entry is None:
            return None
        before = [hand.post().attempts for hand in self._of([offer.destination])]
        hand = Hand(offer, offer.entry, order, self._note, *before)
        try:
            self._require_free(offer.destination, offer.entry)
            self._take_on(hand)
            self._note()
            hand.begin(self.source, self._built(offer.entry), self._spawn, require_same)
        except QueueError as error:
            hand.fail(error)
            return error
        except BaseException:
            hand.fail(Refused(phrase("The worker could not be started.")))
            raise
        finally:
            self._note()
        return None

    def _built(self, entry: WorkerEntry) -> Built:
        lines, secrets = self._equipment.lines, self._equipment.secrets
        if entry.pool is None:
            return build(entry, lines, secrets)
        count = 1 if isinstance(entry.sender, FileSettings) else entry.pool.consumers  # a folder is numbered by one
        return Several([build(entry, lines, secrets) for _ in range(count)])

    def _take_on(self, hand: Hand) -> None:
        with self._mutex:
            if self._closed:
                raise Refused(phrase("The workers are being ended."))
            self._hands[hand.destination] = hand

    def _note(self) -> None:
        if not self._noted and self._changed is not None:
            self._noted = True
            self._changed()


def pool_place(entry: WorkerEntry, source: Source) -> Destination | None:
    """Where a pool works; None for what is sent one by one."""
    return None if entry.pool is None else pool_at(source, unescaped(entry.destination))


def _file(target: str) -> tuple[int, int] | None:
    try:
        found = os.stat(target)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


def _names(where: Destination) -> tuple[str, str]:
    return where.channel, where.destination


def _offered(
    where: Destination, traits: Traits, waiting: Backlog, entry: WorkerEntry | None, error: QueueError | None = None
) -> Offer:
    return Offer(
        where,
        waiting.pending,
        waiting.oldest,
        entry,
        "" if entry is None else entry.sender.to,
        refusal=None if error is None else error.cause,
        remedy=None if error is None else error.remedy,
        expired=waiting.expired,
        kept=waiting.kept,
        absent=waiting.absent,
        traits=traits,
        company=waiting.company,
    )
