"""What failed, grouped by destination and kind of error, while it is read part by part.

Used in the thread that uses the reader; what it gives is frozen. Texts of errors are not kept: one of them stands for
thousands that differ in figures alone, and is forgotten with the gathering.
"""

import re
import time
from array import array
from collections.abc import Callable, Sequence

from qmonitor.monitor.failures.abstraction import kind, without_figures
from qmonitor.queues import times
from qmonitor.queues.failing import Failed, Place
from qmonitor.queues.model import Among, Destination, ItemId, State
from qmonitor.queues.source import Reader
from qmonitor.queues.times import Instant, from_ns, parse
from qmonitor.values import dataclass

STEP = 0.2
"""Seconds of reading between two figures of what was found so far."""

AT_ONCE, BREATH = 500, 0.0005
"""After so many items (1.5 ms) Python is left to others for so many seconds: a window's thread would wait for it."""

REMEMBERED = 10_000
"""Texts whose kind is remembered at most: an engine that tells of an error tells it again."""

_CERTAIN = re.compile(
    r"(?!0000)\d{4}-"
    r"(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
    r"T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{9}Z",
    re.ASCII,
)
"""Times as queues keep them that certainly exist."""

GroupKey = tuple[Destination, str]
"""Where, and the kind of error (empty: the engine recorded none)."""


@dataclass(frozen=True, slots=True)
class Group:
    """The items of one destination that fail for one kind of reason.

    `first` and `last` are the earliest and the latest last attempt among them; None where no time is known. `example`
    is the one that was tried last. `items` are None until all is read: some of them would not be the group.
    """

    where: Destination
    kind: str
    pending: int
    failed: int
    first: Instant | None
    last: Instant | None
    example: ItemId
    items: Among | None

    @property
    def key(self) -> GroupKey:
        """What it is known by, also when it is read anew."""
        return self.where, self.kind

    @property
    def count(self) -> int:
        """How many items it has."""
        return self.pending + self.failed


@dataclass(frozen=True, slots=True)
class Groups:
    """All groups that were found, as of the time when the reading began.

    While it is not `complete`, figures are of the `looked` items of `total` (None: not known) that were read so far.
    `seconds` is what all reading took up to here. `untold`: other messages may have failed, of which the source keeps
    nothing.
    """

    groups: tuple[Group, ...]
    as_of: Instant
    complete: bool
    looked: int
    total: int | None
    seconds: float
    untold: bool = False

    @property
    def count(self) -> int:
        """How many items failed, or were tried in vain."""
        return sum(group.count for group in self.groups)


class _Pile:
    """A group that is growing."""

    __slots__ = ("example", "failed", "first", "ids", "last", "ordered", "pending")

    def __init__(self) -> None:
        self.pending = self.failed = 0
        self.first = self.last = ""
        self.example: ItemId | None = None
        self.ids: array[int] | list[ItemId] = array("q")
        self.ordered = True

    def add(self, item: Failed) -> None:
        if item.state == State.FAILED:
            self.failed += 1
        else:
            self.pending += 1
        self._keep(item.id)
        if self.example is None:
            self.example = item.id
        at = item.at
        if not at:
            return
        if _CERTAIN.fullmatch(at):  # in half the time that `parse` takes, and most times are
            self._stretch(item.id, at)
        elif (ns := parse(at).ns) is not None:
            self._stretch(item.id, from_ns(ns).text)

    def _stretch(self, item: ItemId, at: str) -> None:
        """To a time that may lie outside; in the standard format the order of texts is that of times."""
        if at < self.first or not self.first:
            self.first = at
        if at >= self.last:
            self.last, self.example = at, item

    def _keep(self, item: ItemId) -> None:
        if not isinstance(item, int):
            self.ids = [*self.ids] if isinstance(self.ids, array) else self.ids
            self.ids.append(item)
            self.ordered = False
            return
        self.ordered = self.ordered and (not self.ids or self.ids[-1] < item)  # type: ignore[operator]
        self.ids.append(item)

    def sorted_ids(self) -> Sequence[ItemId]:
        """In ascending order."""
        if isinstance(self.ids, array):
            return self.ids if self.ordered else array("q", sorted(self.ids))
        return tuple(sorted(self.ids, key=str))


class Gathering:
    """One reading of everything that went wrong. `step` goes on with it, `done` says whether that was all."""

    def __init__(self, now: Callable[[], Instant] = times.now, passed: Callable[[], float] = time.perf_counter) -> None:
        self._now, self._passed = now, passed
        self._seconds = 0.0
        self._kinds: dict[str, str] = {}
        self._begin()

    def _begin(self) -> None:
        self._piles: dict[tuple[str, str, str], _Pile] = {}
        self._place: Place | None = None
        self._mark = ""
        self._looked = 0
        self._total: int | None = None
        self._as_of: Instant | None = None
        self.done = self._untold = False

    def step(self, reader: Reader) -> Groups:
        """Read on for a moment, and say what was found up to here. Raises `SourceError`, and can go on after that."""
        began, now = self._passed(), self._now()
        part = reader.failing(self._place, STEP)
        if self._place is None:
            self._mark, self._total, self._as_of = part.mark, part.total, now
        elif not reader.knows(self._mark):
            self._begin()  # the content was exchanged: from its start, at the next step
            return self._found(now)
        self._looked += part.looked
        self._untold = self._untold or part.untold
        self._place, self.done = part.next, part.next is None
        rows = list(reversed(part.rows))
        del part
        while rows:  # one is let go at a time: to let go of all together keeps other threads waiting for 30 ms
            self._add(rows.pop())
            if len(rows) % AT_ONCE == 0:
                time.sleep(BREATH)
        self._seconds += self._passed() - began
        return self._found(now)

    def _add(self, item: Failed) -> None:
        found = self._kinds.get(item.error)
        if found is None:
            found = self._kind(item.error)
        key = item.channel, item.destination, found
        pile = self._piles.get(key)
        if pile is None:
            pile = self._piles[key] = _Pile()
        pile.add(item)

    def _kind(self, error: str) -> str:
        """Remembered under the text itself and, because most differ in figures alone, under what is left without."""
        seen = without_figures(error)
        found = self._kinds.get(seen)
        if found is None:
            found = kind(seen)
        if len(self._kinds) >= REMEMBERED:
            self._kinds.clear()
        self._kinds[error] = self._kinds[seen] = found
        return found

    def _found(self, now: Instant) -> Groups:
        as_of = self._as_of or now
        groups = tuple(self._group(key, pile, as_of) for key, pile in self._piles.items())
        return Groups(groups, as_of, self.done, self._looked, self._total, self._seconds, self._untold)

    def _group(self, key: tuple[str, str, str], pile: _Pile, as_of: Instant) -> Group:
        channel, destination, found = key
        items = Among(pile.sorted_ids(), found, as_of, self._mark) if self.done else None
        where = Destination(channel, destination)
        return Group(
            where, found, pile.pending, pile.failed, _time(pile.first), _time(pile.last), pile.example or 0, items
        )


def _time(text: str) -> Instant | None:
    return parse(text) if text else None
