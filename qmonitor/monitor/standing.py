"""How all destinations of a source stand: judged once a look, and told to everybody who asks.

The list, the tab's headline and the choice of what is looked at first all read the same judgement, so they never
contradict each other. Of thousands only those are judged anew whose backlog changed, and a share of the others,
because states change with time alone, too. Used by one thread; no Qt.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from functools import cached_property

from qmonitor.monitor import dead_letters
from qmonitor.monitor.series import Series, SeriesBook
from qmonitor.monitor.status import SEVERITY, Kind, Status, explain, status
from qmonitor.queues.model import ORDINARY, Depth, DepthRow, Destination, Item, Traits
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase
from qmonitor.values import dataclass

AT_ONCE = 300
"""Up to so many destinations all are judged at every look (4 µs each)."""
TURNS = 10
"""Of more, each one that did not change is judged at every so manieth look."""

_RANKS = {kind: 2 * n for n, kind in enumerate(SEVERITY)}


@dataclass(frozen=True, slots=True)
class Total:
    """All destinations together. `most` is the highest backlog of a single one, `oldest` the greatest age of all.

    `at_least`, `failed_known`: see `DepthRow`.
    """

    pending: int = 0
    failed: int = 0
    most: int = 0
    oldest: timedelta | None = None
    at_least: bool = False
    failed_known: bool = True


class Standing:
    """The latest look. `names` are all destinations by name: the same list for as long as no other ones are there."""

    def __init__(self) -> None:
        self.names: list[Destination] = []
        self.now: Instant | None = None
        self.kinds: Counter[Kind] = Counter()
        """How many destinations are in which state."""
        self._depth: Depth | None = None
        self._book = SeriesBook()
        self._listed: Sequence[Destination] = ()
        self._places: dict[tuple[str, str], int] = {}
        self._folded: list[tuple[str, str]] = []
        self._rows: list[DepthRow | None] = []
        self._judged: list[Kind] = []
        self._told: dict[int, Status] = {}
        self._turn = 0

    # -- taking a look ---------------------------------------------------------------------------------------

    def take(self, depth: Depth, destinations: Sequence[Destination], book: SeriesBook) -> None:
        """Take one look, of which `book` knows already."""
        self._depth, self._book, self.now = depth, book, depth.as_of
        self._told.clear()
        self.__dict__.pop("total", None)
        rows = self._placed(depth.rows, destinations)
        before, self._rows = self._rows, rows
        self._turn = (self._turn + 1) % TURNS
        self._judge(range(len(rows)) if len(rows) <= AT_ONCE else self._due(before))

    def _placed(self, rows: Sequence[DepthRow], destinations: Sequence[Destination]) -> list[DepthRow | None]:
        """The rows at the places of their names."""
        if len(self._listed) != len(self.names) or destinations != self._listed:
            self._list(rows, destinations)
        places = self._places
        try:
            at = [places[row.channel, row.destination] for row in rows]
        except KeyError:  # a backlog without its destination in the list
            self._list(rows, destinations)
            places = self._places
            at = [places[row.channel, row.destination] for row in rows]
        found: list[DepthRow | None] = [None] * len(self.names)
        for n, row in zip(at, rows, strict=True):
            found[n] = row
        return found

    def _list(self, rows: Sequence[DepthRow], destinations: Sequence[Destination]) -> None:
        """Have exactly these destinations."""
        self._listed = destinations
        there = {(one.channel, one.destination): one for one in destinations}
        there.update({(row.channel, row.destination): row.key for row in rows if _key(row) not in there})
        if there.keys() == self._places.keys():
            return
        known = dict(zip(map(_key, self.names), zip(self._folded, self._rows, self._judged, strict=True), strict=True))
        new = {key: ((str(one).casefold(), str(one)), None, None) for key, one in there.items() if key not in known}
        every = {**{key: told for key, told in known.items() if key in there}, **new}
        order = sorted(every, key=lambda key: every[key][0])
        self.names = [there[key] for key in order]
        self._places = {key: n for n, key in enumerate(order)}
        self._folded = [every[key][0] for key in order]
        self._rows = [every[key][1] for key in order]
        self._judged = [every[key][2] or Kind.IDLE for key in order]
        self.kinds = Counter(self._judged)

    def _due(self, before: Sequence[DepthRow | None]) -> Iterator[int]:
        """The places of those to be judged: what changed, and whose turn it is."""
        turn = self._turn
        for n, (row, was) in enumerate(zip(self._rows, before, strict=True)):
            if row is None and was is None:
                continue
            if n % TURNS == turn or row is None or was is None or _differ(row, was):
                yield n

    def _judge(self, places: Iterable[int]) -> None:
        for n in places:
            row = self._rows[n]
            if row is None or not row.pending:
                self._note(n, Kind.IDLE)
            else:
                self._tell(n)

    def _tell(self, n: int) -> Status:
        assert self.now is not None
        row, series, traits = self._rows[n], self._book.get(self.names[n]), self._traits_of(self.names[n])
        told = dead_letters.status(row, series, self.now, traits) if traits.dead else status(row, series, self.now)
        self._told[n] = told
        self._note(n, told.kind)
        return told

    def _note(self, n: int, kind: Kind) -> None:
        before = self._judged[n]
        if kind is not before:
            self._judged[n] = kind
            self.kinds[before] -= 1
            self.kinds[kind] += 1

    # -- one of them -----------------------------------------------------------------------------------------

    def __contains__(self, where: Destination) -> bool:
        return _key(where) in self._places

    def row(self, where: Destination) -> DepthRow | None:
        """Its backlog; None where nothing is pending or failed, or there is no such destination."""
        n = self._places.get(_key(where))
        return None if n is None else self._rows[n]

    def series(self, where: Destination) -> Series | None:
        return self._book.get(where)

    def status(self, where: Destination) -> Status:
        """Its state as of the look. Only of a destination that is there."""
        n = self._places[_key(where)]
        return self._told.get(n) or self._tell(n)

    def sentences(self, where: Destination) -> tuple[Phrase, ...]:
        """What led to its state."""
        if self.now is None:
            return ()
        row, series, traits = self.row(where), self._book.get(where), self._traits_of(where)
        return dead_letters.explain(row, series, self.now, traits) if traits.dead else explain(row, series, self.now)

    def _traits_of(self, where: Destination) -> Traits:
        return ORDINARY if self._depth is None else self._depth.traits_of(where)

    # -- all of them -----------------------------------------------------------------------------------------

    @property
    def skewed(self) -> bool:
        """Whether the source's clock and this machine's disagree."""
        return self._depth is not None and self._depth.skew is not None

    @property
    def course(self) -> Series:
        """How all together moved."""
        return self._book.total

    @cached_property
    def total(self) -> Total:
        """The sums of the look."""
        rows = () if self._depth is None else self._depth.rows
        pending = [row.pending for row in rows]
        ages = [row.oldest_seconds for row in rows if row.pending and row.oldest_seconds is not None]
        oldest = timedelta(seconds=max(ages)) if ages else None
        open_, known = any(row.at_least for row in rows), all(row.failed_known for row in rows)
        return Total(sum(pending), sum(row.failed for row in rows), max(pending, default=0), oldest, open_, known)

    @property
    def kind(self) -> Kind:
        """The worst state of all."""
        return next((kind for kind in SEVERITY if self.kinds[kind] > 0), Kind.IDLE)

    def holding(self, words: str, *, worst_first: bool = False) -> list[Destination]:
        """Those whose name holds these words, whatever the case; by name.

        Or the worst first, then those of which messages failed, then by name.
        """
        words = words.casefold()
        found: Iterable[int] = (n for n, (folded, _) in enumerate(self._folded) if words in folded)
        if worst_first:
            found = sorted(found, key=self._ranks().__getitem__)
        return [self.names[n] for n in found]

    def neediest(self) -> Destination | None:
        """Which one needs a person most: of the worst (as in `holding`) the one that waits longest.

        At the first look most states can't be told yet: those are no worse than a head that failed.
        """

        def badness(n: int) -> tuple[int, float]:
            row = self._rows[n]
            age = None if row is None else row.oldest_seconds
            return min(ranks[n], unsure + ranks[n] % 2) if kinds[n] is Kind.WAITING else ranks[n], -(age or 0.0)

        ranks, kinds, unsure = self._ranks(), self._judged, _RANKS[Kind.UNKNOWN]
        return self.names[min(range(len(ranks)), key=badness)] if ranks else None

    def first(self, remembered: Destination | None) -> Destination | None:
        """Which one to begin with: the one of last time where it is still there, unless another one is stuck."""
        if remembered is None or remembered not in self:
            return self.neediest()
        stuck = Kind.STUCK, Kind.OVERDUE
        stands = self._judged[self._places[_key(remembered)]]
        return remembered if stands in stuck or self.kind not in stuck else self.neediest()

    def _ranks(self) -> list[int]:
        return [
            _RANKS[kind] + (row is None or not row.failed) for kind, row in zip(self._judged, self._rows, strict=True)
        ]


def _key(of: Destination | DepthRow) -> tuple[str, str]:
    """A tuple is found in a dictionary four times as fast as a `Destination`."""
    return of.channel, of.destination


def _differ(row: DepthRow, was: DepthRow) -> bool:
    """Whether the backlog changed, its age apart."""
    if row.pending != was.pending or row.failed != was.failed or row.at_least != was.at_least:
        return True
    if row.retries != was.retries or row.failed_known != was.failed_known:
        return True
    return row.head is not was.head and not _alike(row.head, was.head)


def _alike(head: Item | None, was: Item | None) -> bool:
    """Whether the head is the same one, and nobody tried it."""
    if head is None or was is None:
        return head is was
    return (head.id, head.attempts, head.next_attempt) == (was.id, was.attempts, was.next_attempt)
