"""The values that cross threads and rooms: frozen, of plain types, without any connection behind them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from datetime import timedelta
from enum import StrEnum

from qmonitor.queues.shared import Shared
from qmonitor.queues.times import Instant, believed, between
from qmonitor.queues.words import Phrase
from qmonitor.values import dataclass

ItemId = int | str
"""Opaque to everybody but the backend that made it; an integer in a delivery queue."""


def rank(item: ItemId) -> tuple[int, str]:
    """What ids are sorted by: numbers by what they count, texts by the alphabet."""
    return (item, "") if isinstance(item, int) else (0, item)


PAGE_LIMIT = 100
PAGE_LIMIT_MOST = 1000


class State(StrEnum):
    """The states that a message goes through. `failed` is the machine's verdict, `skipped` a person's."""

    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"
    SKIPPED = "skipped"


class Stage(StrEnum):
    """How far a message has come within its state, where a source tells it apart; a source may have others."""

    UNDELIVERED = "undelivered"
    """Handed to no worker yet."""
    IN_FLIGHT = "in-flight"
    BODY_GONE = "body-gone"
    DELAYED = "delayed"
    DUE = "due"
    """Its time has come, and nobody has sent it again yet."""
    DEAD = "dead-lettered"
    REFUSED = "refused"
    """It failed and is not tried again; only an event tells of it."""
    SKIPPED = "skipped"
    FINISHED = "finished"
    """The source still has it, though nobody has anything left to do about it."""


class Lack(StrEnum):
    """What a message is without, so that it can't go on as it is."""

    BODY = "body"
    """Whoever has it in hand still knows of it; what it said is gone."""
    PAYLOAD = "payload"
    SCHEDULE = "schedule"
    """It has no time at which anybody would send it."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where messages go: a channel of the engine and one receiver of that channel."""

    channel: str
    destination: str

    def __str__(self) -> str:
        return f"{self.channel}/{self.destination}"


@dataclass(frozen=True, slots=True)
class Item:
    """One message in the queue.

    `state` is a `State`, or the text as stored where an engine wrote something else. `size` is the payload's
    in bytes. `raw` is the payload, byte for byte as it arrived; None in lists, which never read it.
    `reason` says why the item was queued at all and outlives every `last_error`. Times are None where the
    source holds none, and have no instant where its text is no time. At `dropped_at` the source itself drops it.
    `attempts` is None where the source does not tell how often it was tried. `stage` is a `Stage`, or one of the
    source's own; None where it knows none. It can't run as it is where it `lacks` something.
    """

    channel: str
    destination: str
    raw: bytes | None = None
    control_id: str = ""
    message_type: str = ""
    id: ItemId = 0
    size: int = 0
    state: str = State.PENDING
    attempts: int | None = 0
    enqueued_at: Instant | None = None
    next_attempt: Instant | None = None
    last_attempt: Instant | None = None
    last_error: str = ""
    reason: str = ""
    stage: str | None = None
    dropped_at: Instant | None = None
    lacks: Lack | None = None

    def age(self, now: Instant) -> timedelta | None:
        """How long ago it was queued; None where that time is unknown, or lies in the future."""
        return believed(between(self.enqueued_at, now))


@dataclass(frozen=True, slots=True)
class Retries:
    """Of a queue where retries wait in a place of their own: those that are amiss; None where that is not known.

    `no_payload` and `unscheduled` count what will never run as it is (see `Item.lacks`). `overdue` are due for longer
    than whoever sends them takes, the first of them since `overdue_since` (by this machine's clock).
    """

    no_payload: int | None = 0
    unscheduled: int | None = 0
    overdue: int | None = 0
    overdue_since: Instant | None = None


NO_RETRIES = Retries()


@dataclass(frozen=True, slots=True)
class DepthRow:
    """The backlog of one destination that has pending or failed items.

    `oldest` is the earliest time of enqueueing among the pending ones, by instant; None where none is known.
    `oldest_seconds` is its age in seconds, negative where it lies in the future: the number to alert on; `age` is what
    is to be shown. `max_attempts` is the highest count of attempts among the pending ones; None while it is not known
    exactly (`Depth.complete` is then false), and where the source does not tell attempts at all.
    `attempts_at` is when a whole round over the pending items last found it; None where it is of this very look, or not
    known. (What the head tells is always of this look.)
    `head` is the item that everything else there waits for, without its payload; None where nothing waits for another.
    `at_least`: more than `pending` may wait, because it is still counted, or a part of it can't be read. `failed` is of
    no meaning unless `failed_known`.
    """

    channel: str
    destination: str
    pending: int
    failed: int
    oldest: Instant | None
    oldest_seconds: float | None
    max_attempts: int | None
    head: Item | None = None
    attempts_at: Instant | None = None
    at_least: bool = False
    failed_known: bool = True
    retries: Retries = NO_RETRIES

    @property
    def key(self) -> Destination:
        return Destination(self.channel, self.destination)

    @property
    def age(self) -> timedelta | None:
        """How long the oldest one has waited; None where that is unknown, or it lies in the future."""
        return None if self.oldest_seconds is None else believed(timedelta(seconds=self.oldest_seconds))


def aged(rows: Iterable[DepthRow], at: Instant) -> tuple[DepthRow, ...]:
    """The same backlogs, older by now. (`replace` takes ten times as long, and there may be thousands.)"""
    now = at.ns
    return tuple(
        row
        if row.oldest is None or row.oldest.ns is None or now is None
        else DepthRow(
            row.channel, row.destination, row.pending, row.failed, row.oldest, (now - row.oldest.ns) / 1e9,
            row.max_attempts, row.head, row.attempts_at, row.at_least, row.failed_known, row.retries,
        )
        for row in rows
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Flow:
    """What came into one destination's line of pending items and what left it, counted since `since`.

    Exact, and never falling: where a figure can't be told exactly (too much at once, an exchanged file) all begin
    anew with another `since`. What matters is where an item was at one look and at the next. `arrived` are new
    items, whatever became of them by then; `returned` came back into the line (restored, retried). Those that left
    it were `delivered`, `failed`, `skipped`, or (`other`) are gone or in a state of the engine's own.
    So the line has grown by `arrived + returned - delivered - failed - skipped - other`.
    `delivered` is None where the source does not record it: then what was delivered is among `other`.
    `last_delivered` is when an item was last delivered, before `since` too; None where none is known of.
    """

    since: Instant
    arrived: int = 0
    returned: int = 0
    delivered: int | None = 0
    failed: int = 0
    skipped: int = 0
    other: int = 0
    last_delivered: Instant | None = None


@dataclass(frozen=True, slots=True)
class Traits:
    """What a person has to know of a channel's queues before judging their figures.

    `dead`: they hold what could not be sent, so that it is old by nature, and everything in them was tried already.
    `scheduled`: each message has a time at which it is tried next. `delivers`: what is delivered leaves a trace, so
    that deliveries are counted. `lists`: a delivered message can be listed. `named`: messages have control ids. `kept`:
    for how long after it was queued the source keeps a message that is not sent; None where it drops none, or nobody
    knows. `retries` wait in a place of their own. `watched`: for so long at most a worker looks for another program's
    traces before it sends.
    """

    dead: bool = False
    scheduled: bool = True
    delivers: bool = True
    lists: bool = True
    named: bool = True
    kept: timedelta | None = None
    retries: bool = False
    watched: timedelta = timedelta(seconds=30)


ORDINARY = Traits()
"""A line of messages that are tried in their order until each is delivered."""


@dataclass(frozen=True, slots=True)
class Depth:
    """All backlogs as of one instant. Ask again while not `complete`: each call goes on with the rest.

    `flows` are of every destination that had any item at a look, as far as the source tells them; `destinations` are
    those that have any now, as this look saw them (None: `Reader.destinations` tells). `traits` are by channel, of
    those that are not `ORDINARY`. `newest` is when the newest item was queued, by the engine's clock. `skew` is how far
    at least stored times lie ahead of this machine's clock; None where they do not, as far as is known. `epoch` is
    another number once the content was exchanged: nothing kept from before holds then. `mark` is the backend's own, to
    recognise the content by (see `Reach`). `clock` is how far the source's own clock is ahead of this machine's
    (negative: behind), where it tells its time: ages are by that clock.
    """

    rows: tuple[DepthRow, ...]
    as_of: Instant
    complete: bool
    flows: Mapping[Destination, Flow] = field(default_factory=dict)
    newest: Instant | None = None
    skew: timedelta | None = None
    epoch: int = 0
    mark: str = ""
    destinations: tuple[Destination, ...] | None = None
    clock: timedelta = timedelta(0)
    traits: Mapping[str, Traits] = field(default_factory=dict)

    @property
    def at_source(self) -> Instant:
        """The same instant by the source's own clock, by which ages go."""
        return self.as_of + self.clock if self.clock else self.as_of

    def traits_of(self, where: Destination | DepthRow) -> Traits:
        """What the queues of a destination's channel are like."""
        return self.traits.get(where.channel, ORDINARY)

    def kinds(self, channel: str | None = None) -> frozenset[Traits]:
        """What the queues of a channel, or (None) all those that have anything, are like."""
        if channel is not None or not self.traits:
            return frozenset({self.traits.get(channel or "", ORDINARY)})
        places = self.destinations if self.destinations is not None else self.rows
        return frozenset(map(self.traits_of, places)) or frozenset(self.traits.values())


@dataclass(frozen=True, slots=True, eq=False)
class Among:
    """Certain items, by their ids in ascending order; 700,000 integer ids take about 6 MB. Equal only to itself.

    `name` says what they have in common, `as_of` when they were found to have it. `mark` is that of the content in
    which they are known: in another one ids mean other messages (see `Reach`). They failed alike, or are what was
    `found` by a search.
    """

    ids: Sequence[ItemId]
    name: str
    as_of: Instant
    mark: str = ""
    found: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """Which items, and in what order. Every filter that is None lets all pass.

    `text` looks in control id and message type, `error` in the last error, both anywhere and regardless of
    (ASCII) case. `since` (inclusive) and `until` (exclusive) compare the instant of enqueueing. `among` lets pass those
    items only, whatever became of them. Order is newest first, or by `head_first` the order of delivery. `limit` is cut
    to 1,000.
    """

    channel: str | None = None
    destination: str | None = None
    state: str | None = None
    text: str | None = None
    error: str | None = None
    since: Instant | None = None
    until: Instant | None = None
    among: Among | None = None
    limit: int = PAGE_LIMIT
    offset: int = 0
    head_first: bool = False


class Side(StrEnum):
    """How a page lies beside an item: it begins at it, begins after it, or ends before it."""

    AT = "at"
    AFTER = "after"
    BEFORE = "before"


@dataclass(frozen=True, slots=True)
class Beside:
    """A place in a query's list, told by an item that is, or was, there."""

    item: ItemId
    side: Side = Side.AT


@dataclass(frozen=True, slots=True)
class About:
    """A place about `row` rows down a list of about `of` rows: near to it, at or before it."""

    row: int
    of: int


Begin = str | Beside | About | None
"""Where a page begins: at a cursor of an earlier page, at a place, or (None) at the top."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where a page begins, and what is to be counted in the same snapshot, as far as that is quick.

    `placed` asks for the number of rows before it, `counts` for how many items match each of these queries.
    """

    begin: Begin = None
    placed: bool = False
    counts: tuple[Query, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """Some items in the query's order, and the cursors to the pages after and before (None: there is none).

    `total` is how many match, `before` how many of them come before this page, and `counts` the answers to the
    `counts` of a `Start`: all of the same snapshot as the items; None where not asked for or where it would take long.
    """

    items: tuple[Item, ...]
    next: str | None
    prev: str | None
    as_of: Instant
    total: int | None = None
    before: int | None = None
    counts: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Details:
    """What is to be known of a source beside its items; None where unknown.

    `size` and `wal_size` in bytes, `rows` counts every item whatever its state, `mode` is the journal
    mode (`wal` or `rollback`), `notices` are sentences for a banner. `shared`: of a queue on a server.
    """

    target: str
    kind: str
    size: int | None
    wal_size: int | None
    rows: int | None
    mode: str | None
    notices: tuple[Phrase, ...] = ()
    shared: Shared | None = None
