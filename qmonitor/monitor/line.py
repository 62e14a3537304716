"""One destination over time: its curves, its head, and the counters of what came and left.

Where nothing changed it is not touched at a look: what it missed is added when somebody asks. Used by one thread.
"""

from array import array
from bisect import bisect_left
from dataclasses import field

from qmonitor.monitor.rates import Counters
from qmonitor.monitor.track import Track, Tracks
from qmonitor.queues.model import DepthRow, Flow, Item, ItemId
from qmonitor.queues.times import NS, Instant
from qmonitor.values import dataclass

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
        self.attempts: int | None = 0
        self.head_since: int | None = None
        self.moved: int | None = None
        self.last_failed: Instant | None = None
        self.last_delivered: Instant | None = None
        self._parts: tuple[Track, Track, Counters] | None = None  # made when first asked for: thousands take 0.1 s
        self._before: tuple[Tracks, int] | None = None
        self._looks = looks or Looks()
        self._done = self._looks.count
        self._waiting: float | None = 0
        self._waits_for: float | None = 0  # seconds, as of _aged_at (ns), and growing or not
        self._aged_at, self._grows = 0, False
        self._flow: Flow | None = None

    @property
    def pending(self) -> Track:
        return self.make_whole()[0]

    @property
    def oldest(self) -> Track:
        return self.make_whole()[1]

    @property
    def counters(self) -> Counters:
        self.settle()
        return self._made()[2]

    def _made(self) -> tuple[Track, Track, Counters]:
        """Pending, oldest, counters, as far as they were seen."""
        if self._parts is None:
            self._parts = Track(), Track(ages=True), Counters()
        return self._parts

    def make_whole(self) -> tuple[Track, Track]:
        """Up to date, and with what is remembered of the time before: most curves wait for that packed."""
        self.settle()
        pending, oldest, _ = self._made()
        if self._before is not None:
            (packed, packed_ages), live = self._before
            pending.remember(packed.unpacked(), live)
            oldest.remember(packed_ages.unpacked(), live)
            self._before = None
        return pending, oldest

    @property
    def counted(self) -> Flow | None:
        """What came and left, as the source counted it up to the last look."""
        return self._flow

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

    def remember(self, before: Tracks, live: int) -> None:
        """Have these curves (pending, oldest) in the place of what was before an instant (ns), once asked for them."""
        self._before = before, live

    # -- in a book -------------------------------------------------------------------------------------------

    def newest(self, ns: int | None) -> tuple[float | None, float | None]:
        """What waits, and how old the oldest of it is (seconds) at an instant: that of the last look."""
        return self._waiting, self._waits_for if ns is None else self._waited(ns)

    def become(self, ns: int, row: DepthRow | None) -> None:
        """From this look on its row is another one (None: nothing pending or failed); all before is settled first."""
        self.settle()
        waits = row is not None and row.pending > 0
        self._waiting = (None if row.at_least else row.pending) if row is not None else 0
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
