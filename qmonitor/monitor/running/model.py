"""What is to be shown of workers: frozen values that cross threads, without a byte of any message in them.

No text that a receiver sent is kept here: of its words only those of an error's kind are left (see `causes`).
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import ORDINARY, Destination, ItemId, Traits
from qmonitor.queues.sending import Policy, Pool
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase, counted, phrase
from qmonitor.queues.working import WorkerState
from qmonitor.values import dataclass

if TYPE_CHECKING:  # whoever only shows them does not wait for what sends
    from qmonitor.senders.entries import WorkerEntry

KEPT = 200
"""So many attempts of a destination are remembered."""


class Outcome(StrEnum):
    """What came of an attempt."""

    DELIVERED = "delivered"
    RETRIED = "retried"
    """It failed; there will be another."""
    GAVE_UP = "gave-up"
    """It failed, and was the last."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at one message, once it was recorded.

    It was the `attempts`-th at `item` (None: not known). `cause`: why it failed, with nothing of the message or of
    what the receiver quoted. `waited`: seconds that a delivered message had spent in the queue.
    """

    at: Instant
    attempts: int
    outcome: Outcome
    cause: Phrase | None = None
    waited: float | None = None
    item: ItemId | None = None


@dataclass(frozen=True, slots=True)
class Post:
    """One destination's worker, running or ended, as of now.

    `to`: whom it sends to (`10.1.2.3:2575`). `state` has no `last_cause` here: see `failure`. `rate`: deliveries a
    minute over the last minutes; None while it is not known yet. `attempts`: the newest first, at most `KEPT`.
    `actor` started it, with the reason `reason`. `alive`: its thread runs; `stopping`: it was told to end, and finishes
    its attempt. `ended`: why it ended by itself; None also where it was stopped.
    """

    destination: Destination
    entry: "WorkerEntry"
    to: str
    policy: Policy
    state: WorkerState
    actor: str
    reason: str
    started: Instant
    rate: float | None = None
    attempts: tuple[Attempt, ...] = ()
    traits: Traits = ORDINARY
    alive: bool = True
    stopping: bool = False
    ended: QueueError | None = None

    @property
    def failure(self) -> Attempt | None:
        """The newest attempt that failed, among those that are remembered."""
        return next((one for one in self.attempts if one.cause is not None), None)


@dataclass(frozen=True, slots=True)
class Offer:
    """What starting a destination's worker would do; or why there can be none (`refusal`, with its `remedy`).

    `pending`: how many messages wait, `oldest`: since when; None: not known (or, of `oldest`, none does). `expired` of
    them are older than `kept`: they are dropped, not sent. `absent`: the place itself is not there, a start makes it.
    `company`: the names of those that work there now, wherever that is; this program's own among them.
    """

    destination: Destination
    pending: int | None = None
    oldest: Instant | None = None
    entry: "WorkerEntry | None" = None
    to: str = ""
    refusal: Phrase | None = None
    remedy: Phrase | None = None
    expired: int = 0
    kept: timedelta | None = None
    absent: bool = False
    traits: Traits = ORDINARY
    company: tuple[str, ...] = ()

    @property
    def due(self) -> int | None:
        """How many of those that wait are to be sent."""
        return None if self.pending is None else max(0, self.pending - self.expired)

    @property
    def lying(self) -> int:
        """How many messages a group is sent that the start makes: another one may have finished them."""
        return (self.pending or 0) if self.absent else 0

    @property
    def policy(self) -> Policy | None:
        return None if self.entry is None else self.entry.policy


@dataclass(frozen=True, slots=True)
class Proposal:
    """What starting workers would do, to be confirmed; `Crew.start` starts those that are not refused.

    `file`: by what the queue's file is recognised that was looked at; None where the source is no file.
    """

    offers: tuple[Offer, ...]
    file: tuple[int, int] | None = None

    @property
    def fit(self) -> tuple[Offer, ...]:
        """Those that would be started."""
        return tuple(offer for offer in self.offers if offer.refusal is None)

    @property
    def pending(self) -> int | None:
        """How many messages they would begin with sending; None where that is not known."""
        counts = [offer.due for offer in self.fit]
        return None if None in counts else sum(count or 0 for count in counts)

    def sentence(self) -> Phrase:
        """What will happen, in one sentence; the refusal where it is a single one."""
        fit = self.fit
        if len(fit) == 1:
            return _of_one(fit[0])
        if fit:
            return _of_several(fit, self.pending)
        refusal = self.offers[0].refusal if len(self.offers) == 1 else None
        return refusal or phrase("No worker can be started.")

    def remarks(self) -> tuple[Phrase, ...]:
        """What is to be known besides: how many are dropped instead of sent, and what is not there yet."""
        expired = sum(offer.expired for offer in self.fit)
        absent = sum(offer.absent for offer in self.fit)
        days = max((offer.kept.days for offer in self.fit if offer.kept is not None), default=0)
        dropped = counted(
            expired,
            "1 will be dropped: older than {days} days.",
            "{count} will be dropped: older than {days} days.",
            days=days,
        )
        missing = counted(
            absent,
            "The stream or its consumer group is not there: a start makes it. See that the prefix and the group are"
            " those that are meant.",
            "{count} consumer groups, or their stream, are not there: a start makes them. See that the prefix and the"
            " groups are those that are meant.",
        )
        again = counted(
            sum(offer.lying for offer in self.fit),
            "1 message that lies in the stream is sent, also if another group has finished it.",
            "{count} messages that lie in the stream are sent, also those that another group has finished.",
        )
        said = ((expired, dropped), (absent, missing), (again.values["count"], again))
        return tuple(one for count, one in said if count)


def _of_one(offer: Offer) -> Phrase:
    if offer.due is None:
        return phrase("Will send all messages that wait to {to}, oldest first.", to=offer.to)
    if not offer.due and (offer.absent or offer.expired):
        return phrase("Will send to {to} whatever arrives.", to=offer.to)
    if not offer.due:
        return phrase("No message waits. Will send to {to} whatever arrives.", to=offer.to)
    return counted(
        offer.due,
        "Will send {count} message to {to}.",
        "Will send {count} messages to {to}, oldest first.",
        to=offer.to,
    )


def _of_several(offers: Sequence[Offer], pending: int | None) -> Phrase:
    places = len(offers)
    if pending is None:
        return phrase(
            "Will send all messages that wait for {places} destinations; of each destination the oldest first.",
            places=places,
        )
    if not pending and any(offer.absent or offer.expired for offer in offers):
        return phrase("Will send whatever arrives for {places} destinations.", places=places)
    if not pending:
        return phrase("No message waits. Will send whatever arrives for {places} destinations.", places=places)
    return counted(
        pending,
        "Will send {count} message; {places} destinations get a worker.",
        "Will send {count} messages to {places} destinations; of each destination the oldest first.",
        places=places,
    )


@dataclass(frozen=True, slots=True)
class InFlight:
    """Messages that are being sent right now, and for how many seconds at most that goes on."""

    count: int = 0
    seconds: float = 0.0


def in_words(policy: Policy) -> tuple[Phrase, ...]:
    """What a policy means, in sentences."""
    most = max(policy.backoff, policy.max_backoff)
    tries = (
        counted(
            policy.max_attempts,
            "Each message is tried once, then given up.",
            "Each message is tried {count} times, then given up.",
        )
        if policy.max_attempts
        else phrase("Each message is tried until it is delivered.")
    )
    again = (
        phrase("The next attempt follows after {backoff} s.", backoff=_plain(policy.backoff))
        if most <= policy.backoff
        else phrase(
            "The next attempt follows after {backoff} s, then after twice as long each time, at most {most} s.",
            backoff=_plain(policy.backoff),
            most=_plain(most),
        )
    )
    limit = phrase("An attempt may take {timeout} s.", timeout=_plain(policy.timeout))
    said = (tries, limit) if policy.max_attempts == 1 else (tries, again, limit)
    return (*said, _of_pool(policy), *_kept_by(policy)) if isinstance(policy, Pool) else said


def _of_pool(pool: Pool) -> Phrase:
    return counted(
        pool.consumers,
        "One message is sent at a time; what nobody finished within {seconds} s is sent again.",
        "{count} messages are sent at a time; what nobody finished within {seconds} s is sent again.",
        seconds=_plain(pool.reclaim_after),
    )


def _plain(seconds: float) -> str:
    return f"{seconds:g}"


def sorted_by_name(destinations: Iterable[Destination]) -> tuple[Destination, ...]:
    """By channel and destination."""
    return tuple(sorted(destinations, key=lambda one: (one.channel, one.destination)))


def _kept_by(pool: Pool) -> tuple[Phrase, ...]:
    """What is dropped from the server: nobody should be surprised by that."""
    said = []
    if pool.keep_hours:
        finished = phrase("What is finished is dropped {hours} h after it was queued.", hours=_plain(pool.keep_hours))
        said.append(finished)
    if pool.keep_dead_hours:
        hours = _plain(pool.keep_dead_hours)
        said.append(phrase("Dead letters and outcomes are dropped after {hours} h.", hours=hours))
    return tuple(said)
