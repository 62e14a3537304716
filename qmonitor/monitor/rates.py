"""How fast messages come in and go out, from a source's exact counters; no clock but that of the looks.

Counters are kept for five minutes. They are judged over the shortest of a few windows that shows beyond chance
whether more goes out than comes in, or less, and as far back as it went on like that: so a receiver that is back is
seen at once, a slow one in the end, and the pace is as sure as it can be.
Used by one thread.
"""

import math
from array import array
from bisect import bisect_right

from qmonitor.queues.model import Flow
from qmonitor.queues.times import NS
from qmonitor.values import dataclass

KEPT_NS = 300 * NS
"""The longest window."""
LEAST_NS = 30 * NS
"""No rate is told from less: one message more or less would be two a minute."""
WINDOWS_NS = (LEAST_NS, 60 * NS, 120 * NS)
"""The shorter windows, shortest first."""
APART_NS = NS
"""Two notes in a second are enough: looks back to back would make megabytes of them within the longest window."""
SURE, LIKELY = 3.0, 2.0
"""So many times its uncertainty a difference has to be: in the shorter windows, and in the longest one."""


@dataclass(frozen=True, slots=True)
class Rates:
    """What happened within a span of `seconds`, in messages; the properties are a minute.

    Messages come and go by chance, so that of n seen about n ± √n were to be expected: `doubt` is that of `net`.
    `gone` left the line, nobody knows how: delivered, expired, taken away. That is no delivery.
    """

    seconds: float
    arrived: int
    delivered: int
    failed: int = 0
    sure: float = LIKELY
    gone: int = 0

    def _a_minute(self, count: float) -> float:
        return count * 60 / self.seconds

    @property
    def incoming(self) -> float:
        return self._a_minute(self.arrived)

    @property
    def outgoing(self) -> float:
        return self._a_minute(self.delivered)

    @property
    def leaving(self) -> float:
        """How much is gone, nobody knows how."""
        return self._a_minute(self.gone)

    @property
    def net(self) -> float:
        """By how much more is delivered than arrives: what was skipped or given up is no delivery."""
        return self._a_minute(self.delivered - self.arrived)

    @property
    def growth(self) -> float:
        """By how much the line gets longer: what was given up, or is gone, has left it, too."""
        return self._a_minute(self.arrived - self.delivered - self.failed - self.gone)

    @property
    def doubt(self) -> float:
        return self._a_minute(math.sqrt(self.delivered + self.arrived))

    @property
    def clear(self) -> bool:
        """Whether the difference is more than chance."""
        return abs(self.delivered - self.arrived) >= 2 and abs(self.net) > self.sure * self.doubt

    def minutes_left(self, pending: int) -> tuple[float, float | None] | None:
        """In how many minutes so many are delivered: at the earliest and at the latest (None: that is open).

        None where it can't be told that more is delivered than arrives.
        """
        if not self.clear or self.net <= 0:
            return None
        slowest = self.net - LIKELY * self.doubt
        earliest = pending / (self.net + LIKELY * self.doubt)
        latest = pending / slowest if slowest > 0 else None
        return earliest, latest if latest is not None and latest <= 3 * earliest else None


def _longest(chosen: Rates, longer: list[Rates]) -> Rates:
    """The longest window over which it went on like that: it has the least doubt."""
    for found in longer:
        if not found.clear or abs(found.net - chosen.net) > chosen.doubt:
            break
        chosen = found
    return chosen


class Counters:
    """The counters of one destination over the last minutes: noted just before they rose, and then (80 bytes).

    Of notes that are closer together than `APART_NS` the first and the last are kept.
    """

    __slots__ = ("_arrived", "_delivered", "_failed", "_flow", "_gone", "_since", "_times", "until")

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Nobody looked for a while, or the clock was set: rates begin anew."""
        self._times, self._arrived = array("q"), array("q")
        self._delivered, self._failed, self._gone = array("q"), array("q"), array("q")
        self._flow: Flow | None = None
        self._since = 0
        self.until: int | None = None

    def add(self, ns: int, flow: Flow | None) -> None:
        """What the counters said at an instant; None, or counters that began anew, and all before is forgotten."""
        known = self._flow
        if flow is known and self.until is not None and ns >= self.until:
            self.until = ns  # nothing rose: so it is at most looks of most destinations
            return
        if flow is None or known is None or flow.since != known.since or ns < (self.until or ns):
            self.forget()
            if flow is None:
                return
            self._since = ns
        if flow is not self._flow:
            if self._flow is not None and self.until is not None and self.until > self._times[-1]:
                self._note(self.until, self._flow)
            self._note(ns, flow)
            self._flow = flow
            self._drop(bisect_right(self._times, ns - KEPT_NS) - 1)
        self.until = ns

    def rates(self) -> Rates | None:
        """The rates as of the last look; None where too little was seen."""
        if self.until is None or self.until - self._since < LEAST_NS:
            return None
        watched = min(KEPT_NS, self.until - self._since)
        spans = [span for span in WINDOWS_NS if span < watched]
        found = [*(self._over(self.until, span, SURE) for span in spans), self._over(self.until, watched, LIKELY)]
        for n, shortest in enumerate(found):
            if shortest.clear:
                return _longest(shortest, found[n + 1 :])
        return found[-1]

    def _over(self, now: int, span: int, sure: float) -> Rates:
        """Over the span, or from the look before it on where figures rose between two looks."""
        then = max(0, bisect_right(self._times, now - span) - 1)
        if then + 1 < len(self._times) and self._figures(then) != self._figures(then + 1):
            span = now - self._times[then]
        before, last = self._figures(then), self._figures(-1)
        arrived, delivered, failed, gone = (new - old for new, old in zip(last, before, strict=True))
        return Rates(span / NS, arrived, delivered, failed, sure, gone)

    def _figures(self, at: int) -> tuple[int, int, int, int]:
        return self._arrived[at], self._delivered[at], self._failed[at], self._gone[at]

    def _note(self, ns: int, flow: Flow) -> None:
        if len(self._times) > 1 and ns - self._times[-2] < APART_NS:
            self._drop_last()
        self._times.append(ns)
        self._arrived.append(flow.arrived)
        self._delivered.append(flow.delivered or 0)
        self._failed.append(flow.failed)
        self._gone.append(flow.other)

    def _drop_last(self) -> None:
        """What the next note stands for as well: rates over it are as exact, from a little earlier on."""
        for figures in (self._times, self._arrived, self._delivered, self._failed, self._gone):
            del figures[-1]

    def _drop(self, count: int) -> None:
        """What no window reaches back to."""
        if count > 0:
            for figures in (self._times, self._arrived, self._delivered, self._failed, self._gone):
                del figures[:count]
