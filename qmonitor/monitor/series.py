"""How backlogs moved over time: bounded curves per destination.

A destination in which nothing changed is not touched at a look: its curves are brought up to date when somebody
asks for them, or in turn. Used by one thread; no Qt, no numpy.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from operator import attrgetter

from qmonitor.monitor.changes import Changes, Name, name_of
from qmonitor.monitor.line import TURN, Looks, Series
from qmonitor.monitor.track import FINE_MOST, FINE_NS, KEPT_NS, Track, Tracks
from qmonitor.queues.model import Depth, Destination
from qmonitor.queues.times import NS, Instant
from qmonitor.values import dataclass

__all__ = ["FINE_MOST", "FINE_NS", "KEPT_NS", "SILENCE_NS", "Remembered", "Series", "SeriesBook", "Track"]

SILENCE_NS = 100 * NS
"""Two looks further apart have a gap between them (the machine slept, say): three times the longest interval, 30 s."""
UNSEEN_NS = 30 * NS
"""After looks that failed for longer, or a pause, rates begin anew. (Counters stay exact, but not their times.)"""
MANY = 256
"""With more destinations than this, what stays as it is has a point each `SPACING_NS` only."""
SPACING_NS = 60 * NS
NEVER = 2**62


@dataclass(frozen=True, slots=True)
class Remembered:
    """Curves of the time before the first look: kept ones, and those that the source's rows still tell.

    Each is (pending, oldest); `total` is of all destinations, `idle` of each that has no line: nothing waited there.
    `reconstructed` (ns from, to) is the stretch that was made of the rows, but for those within it that somebody saw
    (`seen`). Nobody changes the tracks: they cross threads.
    """

    lines: Mapping[Destination, Tracks]
    total: Tracks
    idle: Tracks
    reconstructed: tuple[int, int] | None = None
    seen: tuple[tuple[int, int], ...] = ()

    def packed(self) -> "Remembered":
        """The same for a book: of many destinations few are looked at. Of twenty it takes 10 ms and saves 1.2 MB."""
        lines = {where: _packed(tracks) for where, tracks in self.lines.items()}
        return replace(self, lines=lines, total=_packed(self.total), idle=_packed(self.idle))


def _packed(tracks: Tracks) -> Tracks:
    pending, oldest = (track.unpacked().packed() for track in tracks)
    return pending, oldest


class SeriesBook:
    """The curves of all destinations of one source, and their sum (`total`).

    `reconstructed` (ns from, to) is the stretch that was made of what the source still holds, but for those within it
    that somebody saw; `unseen` is what is left.
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
        self._seen: tuple[tuple[int, int], ...] = ()
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

    def newest(self) -> Iterator[tuple[Destination, float | None, float | None]]:
        """What each destination had pending at the last look that saw it, and how old the oldest was, in seconds.

        For thousands of destinations at every look: no curve is brought up to date for it (5,000 take 2 ms).
        """
        for destination, series in self._series.items():
            yield destination, *series.newest(self._last)

    # -- looks -----------------------------------------------------------------------------------------------

    def add(self, depth: Depth, destinations: tuple[Destination, ...]) -> None:
        """Note one look. To be called for every look, also where nothing changed: time goes on.

        A destination without a row has nothing pending; of one that is still counted (`at_least`) nothing is noted.
        5,000 destinations of which few changed take 4 ms: they are compared only (see `Changes`).
        """
        ns = depth.as_of.ns
        if ns is None:
            return
        unseen = self._note_silence(ns)
        back = self._last is not None and ns < self._last
        if back or self._first is None:
            self._make_whole()
        change = self._changes.look(depth)
        self._meet(ns, depth if change.others else None, destinations)
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

    def _meet(self, ns: int, depth: Depth | None, destinations: tuple[Destination, ...]) -> None:
        """Begin a curve for every destination that is new, in the order in which they are listed."""
        if destinations is not self._known:
            for destination in destinations:
                self._begin(name_of(destination), destination, ns)
            self._known = destinations
        for row in () if depth is None else depth.rows:
            if name_of(row) not in self._named:
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

    def _make_whole(self) -> None:
        """What is remembered must not wait: the first look comes behind it, or the clock was set back to within it."""
        for series in (self.total, *self._series.values()):
            series.make_whole()

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
            self._make_whole()
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
        begin, end = remembered.reconstructed or (live, live)
        self.reconstructed = (begin, min(end, live)) if begin < live else None
        self._seen = remembered.seen

    @property
    def unseen(self) -> tuple[tuple[int, int], ...]:
        """The stretches (ns from, to) that nobody saw and that were made of what the source still holds."""
        if self.reconstructed is None:
            return ()
        begin, end = self.reconstructed
        seen = [(first, last) for first, last in self._seen if first < end and last > begin]
        begins, ends = (begin, *(last for _, last in seen)), (*(first for first, _ in seen), end)
        return tuple((first, last) for first, last in zip(begins, ends, strict=True) if first < last)


_pending, _at_least = attrgetter("pending"), attrgetter("at_least")


def _sum(depth: Depth) -> tuple[float | None, float | None]:
    """All destinations together."""
    if any(map(_at_least, depth.rows)):  # what is still counted is no figure yet
        return None, None
    waiting = sum(map(_pending, depth.rows))
    ages = [age for row in depth.rows if row.pending and (age := row.oldest_seconds) is not None]
    return waiting, max(ages) if ages else (None if waiting else 0)
