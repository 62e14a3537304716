"""One destination's line while its curve is made: who came, who left, what is open; and the instants of the curve."""

import math
from array import array
from bisect import bisect_left
from itertools import chain

from qmonitor.queues.delivery.past_acts import Acts
from qmonitor.queues.delivery.past_cut import FIRST, Missing
from qmonitor.queues.delivery.past_doubts import NONE, Stay, passing, returned
from qmonitor.queues.delivery.past_ends import Doubt, Ends, Rows
from qmonitor.queues.delivery.past_ids import Held
from qmonitor.queues.delivery.past_times import Calendar
from qmonitor.queues.model import State
from qmonitor.queues.times import NS
from qmonitor.values import dataclass

FINE_SPAN_NS, FINE_POINTS = 3600 * NS, 1800
"""The last hour is told every two seconds, as it would have been looked at (of a shorter span so many points, too),"""
MINUTE_NS = 60 * NS
"""what is older every minute."""
POINTS = 400_000
"""So many points have all curves together at most: of thousands each is coarser."""

IN_ORDER = (State.DELIVERED, State.FAILED)
"""What the engine does with items it does in their order; a person skips any of them at any time."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The instants (ns) at which curves are told, the present last."""

    instants: "array[int]"
    coarse: int
    fine: int
    fine_from: int

    def step(self, ns: int) -> int:
        """How far instants lie apart around one of them."""
        return self.fine if ns >= self.fine_from else self.coarse


def grid(until: int, span_ns: int, lines: int) -> Grid:
    """Whole steps of time, so that nothing is thinned anew as time goes on; coarser where there are many lines."""
    fine_span = min(FINE_SPAN_NS, span_ns)
    wanted = FINE_POINTS + (span_ns - fine_span) / MINUTE_NS
    factor = max(1, -(-int(wanted * max(1, lines)) // POINTS))
    fine, coarse = max(1, fine_span // FINE_POINTS) * factor, MINUTE_NS * factor
    fine_from = until - fine_span
    first = range(-(-(until - span_ns) // coarse) * coarse, fine_from, coarse)
    then = range(-(-fine_from // fine) * fine, until, fine)
    return Grid(array("q", (*first, *then, until)), coarse, fine, fine_from)


@dataclass(slots=True)
class Line:
    """One destination while its curve is made: the ids that came, who waits in front, and who left in order or not.

    `stays` are of those that left and came back, who are in none of the lists.
    """

    came: "array[int]"
    before: int
    front: int | None
    left: list[Ends]
    gone: int
    stays: list[Stay]


@dataclass(frozen=True, slots=True)
class Here:
    """What is known of a file, for all its lines. Times later than `latest` (ns) are wrong."""

    calendar: Calendar
    done: Acts
    gone: Missing
    latest: int
    rows: Rows


def line_of(here: Held, known: Here) -> Line:
    stays = returned(here, known.done, known.calendar.at, known.rows, known.latest)
    waiting = here.get(State.PENDING)
    came = array("q", sorted(chain.from_iterable(part.ids for part in here.values())))
    in_order = array("q", sorted(chain.from_iterable(here[state].ids for state in IN_ORDER if state in here)))
    others = [part for state, part in here.items() if state not in (*IN_ORDER, State.PENDING)]
    queued, latest = known.calendar.at, known.latest
    left = [Ends(in_order, queued, {}, latest, ordered=True)]
    left += [Ends(part.ids, queued, known.done.failed, latest, ordered=False) for part in others]
    last = max(known.gone.last or 0, known.gone.recorded or 0)
    if last:
        at = bisect_left(in_order, last + 1)
        left[0].also = range(at, min(at + FIRST, len(in_order)))
    fronts = [] if waiting is None else [waiting.first, waiting.ids[0] if waiting.ids else None]
    front = min((one for one in fronts if one is not None), default=None)
    gone = sum(len(part) for state, part in here.items() if state != State.PENDING)
    return Line(came, sum(part.older for part in here.values()), front, left, gone, stays)


def doubts(line: Line, gone: Missing) -> list[Doubt]:
    """When how many of a line may have waited or not."""
    passed = passing(line.left)
    found = [doubt for ends in line.left for doubt in ends.doubts(passed)]
    found += [(stay.begin, stay.end, 1.0, stay.row_id) for stay in line.stays if stay.open]
    if gone.last is not None:
        found.append((0, passed(gone.last), math.inf, 0))
    if gone.recorded is not None:
        found.append((0, min(gone.removed, passed(gone.recorded)), math.inf, 0))
    return found


def binned(line: Line, told: Grid) -> tuple[list[float], list[int]]:
    """By piece of the grid (the last is after the present): how many left in it, and the lowest id of those."""
    count = len(told.instants)
    left, first = [0.0] * (count + 1), [NONE] * (count + 1)
    for ends in line.left:
        for ns, weight, row_id in ends.all(told.step):
            at = bisect_left(told.instants, ns)
            left[at] += weight
            if row_id < first[at]:
                first[at] = row_id
    return left, first
