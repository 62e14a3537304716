"""The figures of each queue, kept up from what looks found changed."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from qmonitor.queues.deadletter.facts import Fact
from qmonitor.queues.deadletter.keys import queue_of


class Line:
    """One queue: the facts of its rows by key, how many messages wait, and how many rows can't be decoded."""

    __slots__ = ("_oldest", "_times", "failed", "pending", "rows")

    def __init__(self, rows: dict[bytes, Fact]) -> None:
        """`rows` is its own from then on."""
        self.rows = rows
        usual = sum(type(fact) is str for fact in rows.values())
        others = [fact for fact in rows.values() if type(fact) is tuple] if usual < len(rows) else ()
        self.pending, self.failed = usual + sum(map(len, others)), len(rows) - usual - len(others)
        self._oldest: str | None = None
        self._times = 0
        """How many rows with one message have the oldest time: until they are gone it need not be looked for again."""

    def add(self, key: bytes, fact: Fact) -> None:
        """Count a row that is new."""
        self.rows[key] = fact
        if type(fact) is str:
            self.pending += 1
            if self._oldest is not None and fact:
                if not self._oldest or fact < self._oldest:
                    self._oldest, self._times = fact, 0
                self._times += fact == self._oldest
        elif fact is None:
            self.failed += 1
            return
        else:
            self.pending += len(fact)
            self._oldest = None

    def remove(self, key: bytes) -> None:
        """Count a row no more."""
        fact = self.rows.pop(key)
        if fact is None:
            self.failed -= 1
            return
        self.pending -= 1 if type(fact) is str else len(fact)
        if type(fact) is not str:
            self._oldest = None
        elif fact == self._oldest:
            self._times -= 1
            if self._times < 1:
                self._oldest = None

    @property
    def oldest(self) -> str:
        """Since when the one waits that waits longest; "" where no time is known."""
        if self._oldest is None:
            self._oldest = _least(self.rows.values())
            self._times = list(self.rows.values()).count(self._oldest)
        return self._oldest


class Figures:
    """The lines of all queues that have rows."""

    def __init__(self) -> None:
        self.lines: dict[bytes, Line] = {}

    def take(self, new: Mapping[bytes, Fact], gone: Iterable[bytes]) -> None:
        """Go on with rows that are new, or others than before, and without those that are gone."""
        if not self.lines:
            self._fill(new)
            return
        for key in gone:
            self._remove(key)
        lines, empty = self.lines, Line({})
        for key, fact in new.items():
            end = key.find(0)
            name = key if end < 0 else key[:end]
            line = lines.get(name, empty)
            if key in line.rows:
                if line.rows[key] == fact:
                    continue
                line.remove(key)
            if line is empty:
                line = lines[name] = Line({})
            line.add(key, fact)

    def _fill(self, rows: Mapping[bytes, Fact]) -> None:
        """All rows at once: half as long."""
        found: defaultdict[bytes, dict[bytes, Fact]] = defaultdict(dict)
        for key, fact in rows.items():
            end = key.find(0)
            found[key if end < 0 else key[:end]][key] = fact
        self.lines = {name: Line(of) for name, of in found.items()}

    def _remove(self, key: bytes) -> None:
        name = queue_of(key)
        line = None if name is None else self.lines.get(name)
        if name is not None and line is not None and key in line.rows:
            line.remove(key)
            if not line.rows:
                del self.lines[name]


def _least(facts: Collection[Fact]) -> str:
    """The earliest time of all; several times as quick where each row has one message, and a time."""
    try:
        least = min(facts, default="")  # type: ignore[type-var]
    except TypeError:
        least = None
    if least and type(least) is str:
        return least
    texts = [fact for fact in facts if type(fact) is str and fact]
    return min(texts, default="") if len(texts) == len(facts) else min(filter(None, map(earliest, facts)), default="")


def earliest(fact: Fact) -> str:
    """The earliest time that a row tells; "" where there is none."""
    if isinstance(fact, str):
        return fact
    return min(filter(None, fact or ()), default="")
