"""What a reader knows of all rows: the queue's own and those that somebody skipped, and how they moved meanwhile."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields

from qmonitor.queues.deadletter import keys
from qmonitor.queues.deadletter.facts import Fact
from qmonitor.queues.deadletter.figures import Figures, Line
from qmonitor.queues.deadletter.schema import check, objects
from qmonitor.queues.deadletter.shelf import KV, SKIPPED, Moves, Shelf
from qmonitor.queues.model import Flow
from qmonitor.queues.times import Instant
from qmonitor.values import dataclass


@dataclass(slots=True)
class Passage:
    """How many messages came into one queue and left it since the first look; the fields of a `Flow`.

    What was delivered leaves no trace: it is among `other`.
    """

    arrived: int = 0
    returned: int = 0
    failed: int = 0
    skipped: int = 0
    other: int = 0


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look found in both tables."""

    queued: Moves
    skipped: Moves


class Index:
    """Kept up by looks; used by one thread."""

    def __init__(self) -> None:
        self._queued, self._skipped = Shelf(KV), Shelf(SKIPPED)
        self.queued, self.skipped = Figures(), Figures()
        self._passages: dict[bytes, Passage] = {}
        self._since: Instant | None = None

    def look(self, db: sqlite3.Connection, breathe: Callable[[], object]) -> Looked:
        """What changed, over a connection; nothing is kept of it before `take`. Raises `NotAQueue`."""
        check(db)
        there = "qmonitor_skipped" in objects(db)
        queued = self._queued.look(db, breathe)
        return Looked(queued, self._skipped.look(db, breathe) if there else Moves(gone=self._all_skipped()))

    def _all_skipped(self) -> list[bytes]:
        return [key for line in self.skipped.lines.values() for key in line.rows]

    def take(self, found: Looked, at: Instant) -> None:
        """Keep what a look found, as of an instant."""
        if self._since is None:
            self._since = at
        else:
            self._pass(found)
        self.queued.take(found.queued.facts, found.queued.gone)
        self.skipped.take(found.skipped.facts, found.skipped.gone)
        self._queued.take(found.queued)
        self._skipped.take(found.skipped)

    def names(self) -> list[bytes]:
        """Of every queue that has a row, skipped ones included, by the order of their bytes."""
        return sorted(self.queued.lines.keys() | self.skipped.lines.keys())

    def undecodable(self) -> Iterator[bytes]:
        """The keys of rows that can't be decoded."""
        lines = (line for line in self.queued.lines.values() if line.failed)
        return (key for line in lines for key, fact in line.rows.items() if fact is None)

    # -- how they moved --------------------------------------------------------------------------------------------

    def flows(self) -> dict[bytes, Flow]:
        """Of every queue that has, or had, a row since the first look."""
        since = self._since
        if since is None:
            return {}
        places = self._passages.keys() | set(self.names())
        return {name: self._flow(name, since) for name in places}

    def _flow(self, name: bytes, since: Instant) -> Flow:
        passage = self._passages.get(name, Passage())
        return Flow(since, delivered=None, **{field.name: getattr(passage, field.name) for field in fields(passage)})

    def _pass(self, found: Looked) -> None:
        for key in found.queued.gone:
            before = _count(self._known(self.queued, key))
            if before:
                passage = self._passage(key)
                if key in found.skipped.facts:
                    passage.skipped += before
                else:
                    passage.other += before
        for key, fact in found.queued.facts.items():
            self._came(key, _count(self._known(self.queued, key)), fact)

    def _came(self, key: bytes, before: int, fact: Fact) -> None:
        """A row that is new, or another one than before."""
        more = _count(fact) - before
        passage = self._passage(key)
        if more > 0 and self._known(self.skipped, key) is not None:
            passage.returned += more
        elif more > 0:
            passage.arrived += more
        elif fact is None:
            passage.failed -= more
        else:
            passage.other -= more

    def _passage(self, key: bytes) -> Passage:
        return self._passages.setdefault(keys.queue_of(key) or b"", Passage())

    def _known(self, figures: Figures, key: bytes) -> Fact:
        line: Line | None = figures.lines.get(keys.queue_of(key) or b"")
        return None if line is None else line.rows.get(key)


def _count(fact: Fact) -> int:
    """How many messages wait in a row."""
    return 0 if fact is None else 1 if isinstance(fact, str) else len(fact)


def times(facts: Iterable[Fact]) -> Iterator[str]:
    """Since when each message waits."""
    for fact in facts:
        if isinstance(fact, str):
            yield fact
        elif fact is not None:
            yield from fact
