"""How backlogs moved over time: bounded curves per destination.

A destination in which nothing changed is not touched at a look: its curves are brought up to date when somebody
asks for them, or in turn. Used by one thread; no Qt, no numpy.
"""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from operator import attrgetter

from qmonitor.monitor.changes import Changes, Name, name_of
from qmonitor.monitor.rates import Counters
from qmonitor.monitor.track import FINE_MOST, FINE_NS, KEPT_NS, Track
from qmonitor.queues.model import Depth, DepthRow, Destination, Flow, Item, ItemId
from qmonitor.queues.times import NS, Instant

__all__ = ["FINE_MOST", "FINE_NS", "KEPT_NS", "SILENCE_NS", "Remembered", "Series", "SeriesBook", "Track"]

SILENCE_NS = 100 * NS
"""Two looks further apart have a gap between them (the machine slept, say): three times the longest interval, 30 s."""
UNSEEN_NS = 30 * NS
"""After looks that failed for longer, or a pause, rates begin anew. (Counters stay exact, but not their times.)"""
MANY = 256
"""With more destinations than this, what stays as it is has a point each `SPACING_NS` only."""
SPACING_NS = 60 * NS
NEVER = 2**62
TURN = 512
"""Within so many looks each curve is brought up to date at the latest."""


@dataclass(slots=True)
class Looks:
    """The last looks at a source: when (`times`, ns), and whether anything was seen (`seen`, 1) or not (0).

    `gone` counts those that were dropped in front. `spacing` (ns) and `skewed`: see `Track.append` and `Series`.
    """

    times: "array[int]" = field(default_factory=lambda: array("q"))
    seen: bytearray = field(default_factory=bytearray)
    gone: int = 0
    spacing: int = 0
    skewed: bool = False

    @property
    def count(self) -> int:
        return self.gone + len(self.times)

    def add(self, ns: int, *, seen: bool) -> None:
        self.times.append(ns)
        self.seen.append(seen)
        if len(self.times) > 4 * TURN:
            del self.times[: 2 * TURN], self.seen[: 2 * TURN]
            self.gone += 2 * TURN


class Series:
    """One destination over time.

    `index` is its number among those of its source: its colour for ever. `pending` counts messages, `oldest`
    is in seconds. `head` is the id of the item last seen at the head, at `attempts` tries, and `head_since`
    (ns) when it was first seen in just that condition. `moved` (ns) is when a head was last seen replaced by
    another one, None if never. `last_failed` is when a head last failed, as far as was seen: what is skipped or
    restored takes its own tries with it. `watched_since` (ns) is the first look. `counters` are of what came and left,
    `last_delivered` is when the last message was, None where that is not known. `skewed` says that the source's
    clock and this machine's disagree: stored times tell nothing about the present then.
    """

    __slots__ = (
        "_aged_at", "_before", "_done", "_flow", "_grows", "_looks", "_parts", "_waiting", "_waits_for",
        "attempts", "head", "head_since", "index", "last_delivered", "last_failed", "moved", "watched_since",
    )  # fmt: skip

    def __init__(self, index: int, looks: Looks | None = None) -> None:
        self.index = index
        self.watched_since: int | None = None
        self.head: ItemId | None = None
        self.attempts = 0
        self.head_since: int | None = None
        self.moved: int | None = None
        self.last_failed: Instant | None = None
        self.last_delivered: Instant | None = None
        self._parts: tuple[Track, Track, Counters] | None = None  # made when first asked for: thousands take 0.1 s
        self._before: tuple[tuple[Track, Track], int] | None = None
        self._looks = looks or Looks()
        self._done = self._looks.count
        self._waiting: float = 0
        self._waits_for: float | None = 0  # seconds, as of _aged_at (ns), and growing or not
        self._aged_at, self._grows = 0, False
        self._flow: Flow | None = None

    @property
    def pending(self) -> Track:
        self.settle()
        return self._made()[0]

    @property
    def oldest(self) -> Track:
        self.settle()
        return self._made()[1]

    @property
    def counters(self) -> Counters:
        self.settle()
        return self._made()[2]

    def _made(self) -> tuple[Track, Track, Counters]:
        """Pending, oldest, counters; with what is remembered of the time before them."""
        if self._parts is None:
            self._parts = Track(), Track(ages=True), Counters()
        if self._before is not None:
            (pending, oldest), live = self._before
            self._parts[0].remember(pending, live)
            self._parts[1].remember(oldest, live)
            self._before = None
        return self._parts

    @property
    def skewed(self) -> bool:
        return self._looks.skewed

    def add(self, ns: int, pending: float | None, oldest: float | None) -> None:
        """What was seen at an instant; None for what was not."""
        if self.watched_since is None or ns < self.watched_since:
            self.watched_since = ns
        tracks = self._made()
        tracks[0].append(ns, pending)
        tracks[1].append(ns, oldest)

    def remember(self, before: tuple[Track, Track], live: int) -> None:
        """Have these curves (pending, oldest) in the place of what was before an instant (ns), once asked for them."""
        self._before = before, live

    # -- in a book -------------------------------------------------------------------------------------------

    def newest(self, ns: int | None) -> tuple[float, float | None]:
        """What waits, and how old the oldest of it is (seconds) at an instant: that of the last look."""
        return self._waiting, self._waits_for if ns is None else self._waited(ns)

    def become(self, ns: int, row: DepthRow | None) -> None:
        """From this look on its row is another one (None: nothing pending or failed); all before is settled first."""
        self.settle()
        waits = row is not None and row.pending > 0
        self._waiting = row.pending if row is not None else 0
        self._waits_for = row.oldest_seconds if row is not None and waits else 0
        self._aged_at, self._grows = ns, row is not None and waits and row.oldest is not None
        self._see_head(ns, None if row is None else row.head)

    def flow(self, flow: Flow | None) -> None:
        """From this look on its counters say something else."""
        self.settle()
        self._flow = flow
        self.last_delivered = None if flow is None else flow.last_delivered

    def forget_rates(self) -> None:
        """Nobody looked for a while."""
        self.counters.forget()

    def go_back(self, ns: int) -> None:
        """The clock was set back: nothing was seen later than that."""
        if self.watched_since is not None:
            self.watched_since = min(self.watched_since, ns)
        if self.head_since is not None:
            self.head_since = min(self.head_since, ns)

    def settle(self) -> None:
        """Add what is new since this was last asked: the same figures at each look, the oldest item ever older."""
        looks = self._looks
        at, end = self._done - looks.gone, len(looks.times)
        if at >= end:
            return
        pending, oldest, counters = self._made()
        while at < end:
            ns, spacing = looks.times[at], looks.spacing
            seen = bool(looks.seen[at])
            pending.append(ns, self._waiting if seen else None, spacing)
            oldest.append(ns, self._waited(ns) if seen else None, spacing)
            at = max(at + 1, self._skip(at, end)) if spacing else at + 1
        if looks.seen[end - 1]:
            counters.add(looks.times[end - 1], self._flow)
        self._done = looks.count

    def _skip(self, at: int, end: int) -> int:
        """The next look that needs a point: the last one, one after the spacing, or a gap."""
        looks = self._looks
        later = bisect_left(looks.times, looks.times[at] + looks.spacing, at, end - 1)
        gap = looks.seen.find(0, at + 1, later)
        return later if gap < 0 else gap

    def _waited(self, ns: int) -> float | None:
        """How long the oldest item had waited at a look, in seconds."""
        grown = (ns - self._aged_at) / NS if self._grows else 0
        return None if self._waits_for is None else self._waits_for + grown

    def _see_head(self, ns: int, head: Item | None) -> None:
        """Note which item is at the head."""
        found = None if head is None else head.id
        attempts = 0 if head is None else head.attempts
        if head is not None and head.attempts and head.last_attempt is not None:
            self.last_failed = head.last_attempt
        if self.head is not None and found != self.head:
            self.moved = ns
        if (found, attempts) != (self.head, self.attempts) or self.head_since is None or ns < self.head_since:
            self.head, self.attempts, self.head_since = found, attempts, ns


@dataclass(frozen=True, slots=True)
class Remembered:
    """Curves of the time before the first look: kept ones, and those that the source's rows still tell.

    Each is (pending, oldest); `total` is of all destinations, `idle` of each that has no line: nothing waited there.
    `reconstructed` (ns from, to) is the stretch that nobody saw and that was made of the rows. Nobody changes the
    tracks: they cross threads.
    """

    lines: Mapping[Destination, tuple[Track, Track]]
    total: tuple[Track, Track]
    idle: tuple[Track, Track]
    reconstructed: tuple[int, int] | None = None


class SeriesBook:
    """The curves of all destinations of one source, and their sum (`total`).

    `reconstructed` (ns from, to) is the stretch that was not seen, but made of what the source still holds.
    """

    def __init__(self, silence_ns: int = SILENCE_NS, numbers: Callable[[Destination], int] | None = None) -> None:
        """`silence_ns`: two looks further apart have a gap between them; three intervals of looking and more.

        `numbers` gives each destination its index, see `Colours`; without it, that is its place in the order of first
        sight.
        """
        self.silence_ns = silence_ns
        self._numbers = numbers
        self.total = Series(-1)
        self.reconstructed: tuple[int, int] | None = None
        self._series: dict[Destination, Series] = {}
        self._named: dict[Name, Series] = {}
        self._changes = Changes()
        self._looks = Looks()
        self._known: tuple[Destination, ...] = ()
        self._first: int | None = None
        self._last: int | None = None
        self._gap = False
        self._turn = 0

    def __getitem__(self, destination: Destination) -> Series:
        return self._series[destination]

    def __contains__(self, destination: object) -> bool:
        return destination in self._series

    def __len__(self) -> int:
        return len(self._series)

    def get(self, destination: Destination) -> Series | None:
        return self._series.get(destination)

    def items(self) -> Iterable[tuple[Destination, Series]]:
        """Every destination ever seen, in the order of first sight."""
        return self._series.items()

    def newest(self) -> Iterator[tuple[Destination, float, float | None]]:
        """What each destination had pending at the last look that saw it, and how old the oldest was, in seconds.

        For thousands of destinations at every look: no curve is brought up to date for it (5,000 take 2 ms).
        """
        for destination, series in self._series.items():
            yield destination, *series.newest(self._last)

    # -- looks -----------------------------------------------------------------------------------------------

    def add(self, depth: Depth, destinations: tuple[Destination, ...]) -> None:
        """Note one look. To be called for every look, also where nothing changed: time goes on.

        A destination without a row has nothing pending. (`Depth.complete` is about the highest attempts alone.)
        5,000 destinations of which few changed take 4 ms: they are compared only (see `Changes`).
        """
        ns = depth.as_of.ns
        if ns is None:
            return
        unseen = self._note_silence(ns)
        back = self._last is not None and ns < self._last
        if back:
            self._settle_all()
        self._meet(ns, depth, destinations)
        change = self._changes.look(depth)
        for name, row in change.rows.items():
            self._named[name].become(ns, row)
        for name, flow in change.flows.items():
            if name in self._named:
                self._named[name].flow(flow)
        self._looks.skewed = depth.skew is not None
        self._looks.add(ns, seen=True)
        self.total.add(ns, *_sum(depth))
        self._first = ns if self._first is None else min(self._first, ns)
        self._last = ns
        if back or unseen:
            self._settle_all(ns if back else None)
        else:
            self._settle_some()

    def _meet(self, ns: int, depth: Depth, destinations: tuple[Destination, ...]) -> None:
        """Begin a curve for every destination that is new, in the order in which they are listed."""
        if destinations is not self._known:
            for destination in destinations:
                self._begin(name_of(destination), destination, ns)
            self._known = destinations
        fresh = set(map(name_of, depth.rows)) - self._named.keys()
        for row in depth.rows if fresh else ():
            self._begin(name_of(row), row.key, ns)
        if self._first is None:
            for series in self._series.values():
                series.watched_since = ns

    def _begin(self, name: Name, destination: Destination, since: int | None) -> None:
        if name not in self._named:
            index = len(self._series) if self._numbers is None else self._numbers(destination)
            made = self._named[name] = self._series[destination] = Series(index, self._looks)
            made.watched_since = since
            self._looks.spacing = SPACING_NS if len(self._series) > MANY else 0

    def _settle_all(self, back_to: int | None = None) -> None:
        """`back_to` (ns): the clock was set back to there."""
        for series in self._series.values():
            series.settle()
            if back_to is not None:
                series.go_back(back_to)

    def _settle_some(self) -> None:
        """In turn, so that looks can be dropped."""
        count = -(-len(self._series) // TURN)
        first, self._turn = self._turn, self._turn + count
        for series in islice(self._series.values(), first, self._turn):
            series.settle()
        if self._turn >= len(self._series):
            self._turn = 0

    def gap(self, as_of: Instant) -> None:
        """Note that a look failed: nothing is known of this instant."""
        if as_of.ns is None:
            return
        self._note_gap(as_of.ns)
        self._gap = True

    def _note_gap(self, ns: int) -> None:
        if self._looks.times and ns < self._looks.times[-1]:
            self._settle_all()
        self.total.add(ns, None, None)
        self._looks.add(ns, seen=False)
        self._settle_some()

    def _note_silence(self, ns: int) -> bool:
        """Where nobody looked for a while, there is a gap, and rates begin anew: an engine may have died meanwhile."""
        gap, self._gap = self._gap, False
        unseen = 0 if self._last is None else ns - self._last
        if self._last is None or unseen <= (UNSEEN_NS if gap else self.silence_ns):
            return False
        if not gap:
            self._note_gap(self._last + 1)
        for series in (self.total, *self._series.values()):
            series.forget_rates()
        return True

    # -- what was before -------------------------------------------------------------------------------------

    def remember(self, remembered: Remembered) -> None:
        """Put these curves before what was seen, in the place of what was remembered before."""
        live = self._first if self._first is not None else NEVER
        for destination in remembered.lines:
            self._begin(name_of(destination), destination, None)
        for destination, series in self._series.items():
            series.remember(remembered.lines.get(destination, remembered.idle), live)
        self.total.remember(remembered.total, live)
        self.reconstructed = remembered.reconstructed


_pending = attrgetter("pending")


def _sum(depth: Depth) -> tuple[float | None, float | None]:
    """All destinations together."""
    waiting = sum(map(_pending, depth.rows))
    ages = [age for row in depth.rows if row.pending and (age := row.oldest_seconds) is not None]
    return waiting, max(ages) if ages else (None if waiting else 0)
