"""Goes through a queue part by part: for what went wrong, and for payloads."""

import math
import time
from collections.abc import Callable, Iterator

from qmonitor.queues.failing import Failed, Failing
from qmonitor.queues.failing import Place as FailingPlace
from qmonitor.queues.model import Query, State
from qmonitor.queues.scanning import MOST, WHOLE, Place, Scan, Stored
from qmonitor.queues.streams.reading import spots
from qmonitor.queues.streams.reading.finding import events
from qmonitor.queues.streams.reading.ground import Ground
from qmonitor.queues.streams.reading.lines import Met
from qmonitor.queues.streams.reading.spots import Cursor, Spot
from qmonitor.queues.streams.reading.walking import Walk

_STAGES = (State.PENDING, State.FAILED, None)
"""In this order what went wrong is read: what waits, dead letters, and failures without a retry. Whatever moves
meanwhile moves on in it."""


class FailingSweep:
    """Reads over one client; `still_wanted` may raise `Interrupted`."""

    def __init__(self, ground: Ground, still_wanted: Callable[[], object]) -> None:
        self._ground, self._still_wanted = ground, still_wanted

    def part(self, after: FailingPlace | None, budget: float) -> Failing:
        """What comes after a place, as much as is read within `budget` seconds (one item at least)."""
        stage, spot = (0, spots.FIRST) if after is None else (int(str(after[0])), spots.parse_token(str(after[1]))[0])
        until, looked, rows = time.monotonic() + budget, 0, list[Failed]()
        while stage < len(_STAGES):
            for one in self._met(stage, spot):
                looked += _STAGES[stage] is not None and one.spot.kind != spots.UNSCHEDULED
                if one.error or one.tried:
                    rows.append(self._told(one))
                if time.monotonic() > until:
                    return Failing(tuple(rows), (stage, spots.token(one.spot, forward=True)), looked)
            stage, spot = stage + 1, spots.FIRST
        return Failing(tuple(rows), None, looked)

    def _met(self, stage: int, spot: Spot) -> Iterator[Met]:
        state = _STAGES[stage]
        cursor = Cursor(spot, up=True)
        if state is None:
            return events(self._ground, cursor)
        return Walk(self._ground, Query(state=state), self._still_wanted).raw(cursor)

    def _told(self, one: Met) -> Failed:
        keys = self._ground.keys
        item = one.make()
        at = None if item.last_attempt is None else item.last_attempt.text
        return Failed(item.id, keys.main, keys.group, item.state, item.last_error, at)


class PayloadSweep:
    """Reads over one client, in the order of a query."""

    def __init__(self, ground: Ground, query: Query, still_wanted: Callable[[], object]) -> None:
        self._walk, self._up = Walk(ground, query, still_wanted), query.head_first

    def part(self, after: Place | None, budget: float) -> Scan:
        """What comes after a place, as much as is read within `budget` seconds (one item at least)."""
        begun = self._begin() if after is None else self._parsed(after)
        if begun is None:
            return Scan((), None, None, None, None, 1.0)
        cursor, first, last = begun
        until, size, rows, at = time.monotonic() + budget, 0, list[Stored](), first[1]
        for one in self._walk.met(cursor):
            if one.spot > last[0] if self._up else one.spot < last[0]:
                break
            at = one.id
            if one.item is not None:
                raw = one.payload()
                rows.append(Stored(one.id, len(raw), raw if len(raw) <= WHOLE else None))
                size += min(len(raw), WHOLE)
            if one.spot != last[0] and (time.monotonic() > until or size > MOST):
                place = (_packed(one.spot, one.id), _packed(*first), _packed(*last))
                return Scan(tuple(rows), place, first[1], last[1], at, _share(one.spot, first[0], last[0]))
        return Scan(tuple(rows), None, first[1], last[1], last[1], 1.0)

    def _begin(self) -> "_Begun | None":
        """Where it begins, and the first and the last one that is looked at; None: there is none."""
        edge = spots.edge(up=self._up)
        first = next(self._walk.met(edge), None)
        last = next(self._walk.met(spots.edge(up=not self._up)), None)
        if first is None or last is None:
            return None
        return edge, (first.spot, first.id), (last.spot, last.id)

    def _parsed(self, after: Place) -> "_Begun":
        at, first, last = map(_unpacked, after)
        return Cursor(at[0], up=self._up), first, last


_Begun = tuple[Cursor, tuple[Spot, str], tuple[Spot, str]]


def _packed(spot: Spot, item: str) -> str:
    return f"{spots.token(spot, forward=True)} {item}"


def _unpacked(place: object) -> tuple[Spot, str]:
    token, _, item = str(place).partition(" ")
    return spots.parse_token(token)[0], item


def _share(at: Spot, first: Spot, last: Spot) -> float:
    """How far it is on the way from the first to the last, by their times."""
    way = last.at - first.at
    found = (at.at - first.at) / way if way else 0.5
    return max(0.0, min(1.0, found)) if not math.isnan(found) else 0.5
