"""How all destinations of a source stand: told of each when somebody asks, so that thousands cost little at a look."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta

from qmonitor.gui.destinations.entry import Entry, summary_words
from qmonitor.monitor.series import SeriesBook
from qmonitor.monitor.status import SEVERITY, Kind, Status, explain, status
from qmonitor.queues.model import Depth, DepthRow, Destination
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase, phrase

AT_ONCE = 300
"""Up to so many backlogs are judged at every look (4 µs each); of more only a part each time."""
TURNS = 10
"""After so many looks each of them was judged."""


class Standing:
    """The latest look, in the GUI thread. `names` are all destinations by name."""

    def __init__(self) -> None:
        self.names: list[Destination] = []
        self.now: Instant | None = None
        self._folded: dict[Destination, tuple[str, str]] = {}
        self._depth: Depth | None = None
        self._book = SeriesBook()
        self._rows: dict[Destination, DepthRow] = {}
        self._kinds: dict[Destination, Kind] = {}
        self._entries: dict[Destination | None, Entry] = {}
        self._turn = 0

    @property
    def skewed(self) -> bool:
        """Whether the source's clock and this machine's disagree."""
        return self._depth is not None and self._depth.skew is not None

    def __contains__(self, destination: Destination) -> bool:
        return destination in self._folded

    def take(self, depth: Depth, destinations: Sequence[Destination], book: SeriesBook) -> bool:
        """Take one look; whether other destinations are there than before."""
        self._depth, self._book, self.now = depth, book, depth.as_of
        self._rows = {row.key: row for row in depth.rows}
        self._entries.clear()
        there = {*destinations, *self._rows}
        changed = there != self._folded.keys()
        if changed:
            self._folded = {where: (str(where).casefold(), str(where)) for where in there}
            self.names = sorted(there, key=self.by_name)
        self._judge(depth)
        return changed

    def _judge(self, depth: Depth) -> None:
        """The states of what waits; those whose turn it is not keep theirs."""
        waiting = [(where, row) for where, row in self._rows.items() if row.pending]
        self._turn = (self._turn + 1) % TURNS
        share = 1 if len(waiting) <= AT_ONCE else TURNS
        before, self._kinds = self._kinds, {}
        for n, (where, row) in enumerate(waiting):
            kind = before.get(where)
            if kind is None or n % share == self._turn % share:
                kind = status(row, self._book.get(where), depth.as_of).kind
            self._kinds[where] = kind

    def by_name(self, where: Destination) -> tuple[str, str]:
        """Sorts by name, whatever the case."""
        return self._folded[where]

    def by_state(self, where: Destination) -> tuple[int, bool, tuple[str, str]]:
        """Sorts the worst first; in the same state those first of which messages failed."""
        row = self._rows.get(where)
        calm = row is None or not row.failed
        return SEVERITY.index(self._kinds.get(where, Kind.IDLE)), calm, self._folded[where]

    def holding(self, words: str) -> Iterable[Destination]:
        """Those whose name holds these (folded) words, by name."""
        return (where for where in self.names if words in self._folded[where][0])

    def entry(self, where: Destination | None) -> Entry:
        """The row of a destination, or of all together."""
        if where not in self._entries:
            self._entries[where] = self._total() if where is None else self._entry(where)
        return self._entries[where]

    def sentences(self, where: Destination | None) -> tuple[Phrase, ...]:
        """What led to the state of a destination."""
        if where is None or self.now is None:
            return ()
        return explain(self._rows.get(where), self._book.get(where), self.now)

    def _entry(self, where: Destination) -> Entry:
        assert self._depth is not None
        row, series = self._rows.get(where), self._book.get(where)
        told = status(row, series, self._depth.as_of)
        rates = None if series is None else series.counters.rates()
        if row is None:
            return Entry(where, told, 0, 0, None, series, rates, self.skewed)
        return Entry(where, told, row.pending, row.failed, _span(row.oldest_seconds), series, rates, self.skewed)

    def _total(self) -> Entry:
        kinds = Counter(self._kinds.values())
        kinds[Kind.IDLE] += len(self.names) - len(self._kinds)
        worst = next((kind for kind in SEVERITY if kinds[kind]), Kind.IDLE)
        told = Status(worst, summary_words(kinds) if self.names else phrase("no destination yet"))
        rows = self._rows.values()
        pending, failed = sum(row.pending for row in rows), sum(row.failed for row in rows)
        return Entry(None, told, pending, failed, self.widest()[1], self._book.total, None, self.skewed)

    def widest(self) -> tuple[int, timedelta | None]:
        """The highest figures of a single destination: how wide their columns have to be."""
        ages = (row.oldest_seconds for row in self._rows.values() if row.pending and row.oldest_seconds is not None)
        return max((row.pending for row in self._rows.values()), default=0), _span(max(ages, default=None))


def _span(seconds: float | None) -> timedelta | None:
    return None if seconds is None else timedelta(seconds=seconds)
