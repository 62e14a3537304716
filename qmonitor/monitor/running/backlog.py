"""What waits where workers would be started: what they will send, what they will drop, and what is not there yet."""

from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta

from qmonitor.queues.errors import NotMade
from qmonitor.queues.model import Depth, DepthRow, Destination, Query, State
from qmonitor.queues.source import Reader, Source, company_at, lying_at
from qmonitor.queues.times import Instant, now
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Backlog:
    """Of one destination. `pending`: how many wait, `oldest`: since when; None: not known.

    `expired` of them are older than `kept`: a worker drops them instead. `absent`: the place itself is not there, and
    a start makes it; `pending` lie there all the same. `company`: who works there now, wherever that is.
    """

    pending: int | None = None
    oldest: Instant | None = None
    expired: int = 0
    kept: timedelta | None = None
    absent: bool = False
    company: tuple[str, ...] = ()


UNKNOWN = Backlog()
EMPTY = Backlog(0)


def backlogs(reader: Reader) -> dict[Destination, Backlog]:
    """Of all destinations where anything waits. Raises `SourceError`."""
    depth = reader.depth()
    return {row.key: _of(row, depth, reader) for row in depth.rows}


def _of(row: DepthRow, depth: Depth, reader: Reader) -> Backlog:
    pending = None if row.at_least else row.pending
    traits = depth.traits.get(row.channel)
    kept = None if traits is None else traits.kept
    limit = None if kept is None else now() + -kept
    if limit is None or not _before(row.oldest, limit):
        return Backlog(pending, row.oldest)
    asked = Query(row.channel, row.destination, State.PENDING, until=limit)
    expired = reader.count(asked)
    return Backlog(None, row.oldest) if expired is None else Backlog(pending, row.oldest, expired, kept)


def _before(oldest: Instant | None, limit: Instant) -> bool:
    return oldest is not None and oldest.ns is not None and limit.ns is not None and oldest.ns < limit.ns


def of_pools(source: Source, places: Iterable[Destination], *, counted: bool) -> dict[Destination, Backlog]:
    """Of consumer groups, each looked at by itself; not `counted`, only whether it is there. Raises `SourceError`."""
    return {place: _of_pool(source, place, counted) for place in places}


def _of_pool(source: Source, place: Destination, counted: bool) -> Backlog:
    reader_of = getattr(source, "reader_of", None)
    with closing(source.reader() if reader_of is None else reader_of(place)) as reader:
        try:
            found = backlogs(reader).get(place, EMPTY) if counted else UNKNOWN
            if not counted:
                reader.destinations()
        except NotMade:
            return Backlog(lying_at(source, place), absent=True)
    return replace(found, company=company_at(source, place))
