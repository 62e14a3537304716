"""How many entries of a stream a group has not got yet: counted once, in steps, and then kept up.

The server has no such figure. A group's lag is an estimate: null after a deletion, and wrong after some. So the
entries after the last-delivered id are counted by reading their ids, a step at a time, and remembered as spans that
each end at a known id. Later only the span is read again in which the group now stands; everything behind it is known,
and what was added since is a figure of the server's. It knows no server: who looks hands over what it saw.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

from qmonitor.values import dataclass

Id = tuple[int, int]
"""Of an entry: milliseconds, and the number within them."""

START: Id = (0, 0)

MOST = 1000
"""Entries that one step reads at most."""

PIECE = 100
"""Entries of a span: the one in which the group stands is read again whenever it has moved on."""


@dataclass(frozen=True, slots=True)
class StreamState:
    """A stream and one group of it, as of one moment.

    `added`: entries that it ever got; `first`, `last`: those of the entries that are there, None where there are none;
    `deleted`: the highest id that was ever deleted one by one (not by trimming); `delivered`: the last-delivered id;
    `generated`: the last that was ever given to an entry.
    """

    length: int
    added: int
    first: Id | None
    last: Id | None
    deleted: Id
    delivered: Id
    generated: Id = START

    @property
    def removed(self) -> int:
        """How many entries went, by whatever way."""
        return self.added - self.length


Read = Callable[[Id, int], Sequence[Id]]
"""Gives the ids of up to so many entries after an id, in their order; fewer, but one, where they are large."""


@dataclass(slots=True)
class _Span:
    """So many entries lie after the end of the span before, up to and with `end`."""

    end: Id
    size: int


class Undelivered:
    """The count, from look to look; for one thread. A deletion or trim among what is not delivered starts it anew."""

    def __init__(self) -> None:
        self.step = MOST
        """How many entries are read at once."""
        self._begin, self._added, self._removed = START, 0, 0
        self._first: Id | None = None
        self._spans: list[_Span] = []
        self._counted = 0
        self._beyond: int | None = None
        """How many lie behind the last span; None where the end was not seen yet."""
        self._exact: int | None = None

    @property
    def count(self) -> int | None:
        """As of the last look; None while it is not known."""
        if self._exact is not None:
            return self._exact
        return None if self._beyond is None else self.least + self._beyond

    @property
    def least(self) -> int:
        """How many there are at least: those counted so far."""
        return self._counted

    def look(self, now: StreamState, read: Read, more: Callable[[], bool]) -> None:
        """Bring it up to `now`; reads on for as long as `more` says, and one step at least."""
        self._exact = _known(now)
        if now.last is None or now.delivered >= now.last:
            self._restart(now)
            self._beyond = 0
            return
        if self._keep_up(now):
            self._settle(now, read)
        self._go_on(now, read, more)

    def _restart(self, now: StreamState) -> None:
        self._begin, self._spans, self._counted, self._beyond = now.delivered, [], 0, None
        self._added, self._removed, self._first = now.added, now.removed, now.first

    def _keep_up(self, now: StreamState) -> bool:
        """Take in what was added, or start anew where what was counted is doubtful; whether to settle anything."""
        gone = now.removed - self._removed
        back = now.delivered < self._begin or gone < 0 or now.added < self._added
        another = not gone and now.first != self._first  # a stream that was made anew
        if back or another or (gone and now.deleted > now.delivered):
            self._restart(now)
            return False
        if self._beyond is not None:
            self._beyond += now.added - self._added
        self._added, self._removed, self._first = now.added, now.removed, now.first
        return bool(gone) or now.delivered != self._begin

    def _settle(self, now: StreamState, read: Read) -> None:
        """Let go of what was delivered or trimmed since, up to the middle of a span, which is read again.

        Trimming takes from the front: what lies behind the first entry that is there is as it was.
        """
        next_one = max((now.delivered[0], now.delivered[1] + 1), now.first or START)
        gone = bisect_left(self._spans, next_one, key=lambda span: span.end)
        self._counted -= sum(span.size for span in self._spans[:gone])
        del self._spans[:gone]
        if not self._spans:  # the group stands behind all that was counted
            self._restart(now)
            return
        begun, self._begin = self._spans[0], now.delivered
        left = _up_to(begun, now.delivered, read)
        self._counted, begun.size = self._counted - begun.size + left, left

    def _go_on(self, now: StreamState, read: Read, more: Callable[[], bool]) -> None:
        """Count what lies behind the last span, up to the last entry of this look."""
        assert now.last is not None
        while self._beyond != 0:
            after = self._spans[-1].end if self._spans else self._begin
            found = [one for one in read(after, self.step) if one <= now.last]
            if found:
                self._spans += _pieces(found)
                self._counted += len(found)
                if self._beyond is not None:
                    self._beyond = max(self._beyond - len(found), 0)
            if not found or found[-1] >= now.last:
                self._beyond = 0
            if not more():
                return


def _pieces(found: Sequence[Id]) -> Iterator[_Span]:
    for at in range(0, len(found), PIECE):
        piece = found[at : at + PIECE]
        yield _Span(piece[-1], len(piece))


def _up_to(span: _Span, after: Id, read: Read) -> int:
    """How many entries lie in a span, from within it on."""
    count = 0
    while count < span.size:
        found = read(after, span.size - count)
        count += sum(1 for one in found if one <= span.end)
        if not found or found[-1] >= span.end:
            break
        after = found[-1]
    return count


def _known(now: StreamState) -> int | None:
    """What needs no counting: none, or all that there are."""
    if now.last is None or now.delivered >= now.last:
        return 0
    return now.length if now.first is not None and now.first > now.delivered else None
