"""Finds the rows that an action is aimed at, each with the state in which it is read."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace

from qmonitor.queues.delivery.acts import Act
from qmonitor.queues.delivery.pages import Pages
from qmonitor.queues.delivery.rows import moment, row_id, text
from qmonitor.queues.model import Destination, ItemId, Query, State
from qmonitor.queues.plan import GONE, Reach
from qmonitor.queues.planning import by_time, require_meant
from qmonitor.queues.sqlite_file import snapshot
from qmonitor.queues.times import Instant, between, latest
from qmonitor.values import dataclass

_CHUNK = 200
"""Rows read by one statement."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row as the plan sees it; its times as stored, read only where they matter."""

    id: int
    state: str
    where: Destination
    enqueued_at: object
    next_attempt: object
    last_attempt: object


class Selection:
    """Selects over one reading connection."""

    def __init__(self, db: sqlite3.Connection, pages: Pages) -> None:
        self._db = db
        self._pages = pages
        self.newest: Instant | None = None
        """The latest of the times by which the last choice went, where it went by time."""

    def by_ids(self, act: Act, ids: Sequence[ItemId]) -> tuple[list[Candidate], list[tuple[ItemId, str]]]:
        """Those that the action is allowed for, and the others with their state."""
        wanted = {known: item for item in ids if (known := row_id(item)) is not None}
        found = list(self.candidates(list(wanted)))
        fits = [row for row in found if act.allows(row.state)]
        out = dict.fromkeys(ids, GONE) | {wanted[row.id]: row.state for row in found}
        for row in fits:
            del out[wanted[row.id]]
        return fits, list(out.items())

    def by_query(self, action: str, act: Act, what: Query, reach: Reach, taken: Instant) -> list[Candidate]:
        """Those that match, as far as the action reaches. Raises `Refused` where a query makes no sense for an action.

        Rows are found by state and read after that: one that has left its state meanwhile is not meant any more.
        """
        require_meant(action, what, reach)
        states = _states(action, act, what, reach)
        ids = sorted(row for state in states for row in self._pages.ids(replace(what, state=state)))
        chosen: list[Candidate] = []
        self.newest = None
        for row in self.candidates(ids):
            if None in states or row.state in states:
                if by_time(reach):
                    self.newest = latest(self.newest, _time_of(action, row))
                if _reached(action, row, reach, taken):
                    chosen.append(row)
        return chosen[: reach.get("first")]

    def candidates(self, ids: Sequence[int]) -> Iterator[Candidate]:
        """The rows that are there, in the order of ids, read in short transactions."""
        with snapshot(self._db) as view:
            for start in range(0, len(ids), _CHUNK):
                chunk = ids[start : start + _CHUNK]
                marks = ", ".join("?" * len(chunk))
                rows = self._db.execute(
                    "SELECT id, state, channel, destination, enqueued_at, next_attempt, last_attempt FROM queue"
                    f" WHERE id IN ({marks}) ORDER BY id",
                    tuple(chunk),
                )
                for row_id, state, channel, destination, *stored in rows.fetchall():
                    where = Destination(text(channel), text(destination))
                    yield Candidate(row_id, text(state), where, *stored)
                self._pages.still_wanted()
                view.breathe()


def _states(action: str, act: Act, what: Query, reach: Reach) -> Sequence[str | None]:
    """The states to collect, one after the other; None: any."""
    allowed: Sequence[str | None] = (None,) if act.states is None else act.states
    if action in ("drain", "retry-now") and not reach.get("include_failed") and what.state is None:
        allowed = (State.PENDING,)
    if what.state is not None:
        return [what.state] if act.states is None or what.state in act.states else []
    return allowed


def _time_of(action: str, row: Candidate) -> Instant | None:
    """The time by which it is decided whether it is old enough."""
    return moment((row.last_attempt or row.enqueued_at) if action == "purge" else row.enqueued_at)


def _reached(action: str, row: Candidate, reach: Reach, taken: Instant) -> bool:
    older_than, before = reach.get("older_than"), reach.get("before")
    if older_than is not None:
        age = between(_time_of(action, row), taken)
        return age is not None and age > older_than
    if action == "purge" and isinstance(before, Instant) and before.ns is not None:
        finished = _time_of(action, row)
        return finished is not None and finished.ns is not None and finished.ns < before.ns
    return True
