"""The earliest time of enqueueing among each destination's pending items, by instant.

In a file whose times all have the standard form, text order is time order: the walk along `queue_state` ends at the
first item of each destination. Where some have another width or an offset, it goes on until the texts are so much
later than the best instant that no offset can make up for it.
"""

import sqlite3
from collections.abc import Mapping
from datetime import datetime, timedelta

from qmonitor.queues.delivery.history import Mark, mark
from qmonitor.queues.delivery.rows import NAME, moment, name, text, whole
from qmonitor.queues.delivery.seeks import NO_BLOB, Indexes, walk
from qmonitor.queues.model import Destination
from qmonitor.queues.sqlite_file import Snapshot
from qmonitor.queues.times import NS, Instant

WALK = 2_000
"""Rows after which the walk gives up on destinations not yet seen; each gets a query of its own.

Walk and queries take 10 ms together at a million rows (measured).
"""

SCAN = 50_000
"""Index entries looked at by one statement when a file is seen for the first time."""

FEW = 500
"""Pending rows of one destination that are simply read, where text order is not time order."""

_WIDTH = 30
_STANDARD = (
    f"length(enqueued_at) = {_WIDTH} AND enqueued_at GLOB "
    "'[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9]*Z'"
)

_REACH = timedelta(days=2)
"""More than any offset (23:59), plus what `T`, a blank or a `t` between date and time do to the order within a day."""

_EPOCH = datetime(1970, 1, 1)


class TimeForms:
    """Whether every time in the file has the standard form: found once by an index-only scan, kept up with new rows.

    `rewound` says that the file was found with another history (a backup put back in place, say); then the whole is
    scanned anew.
    """

    def __init__(self) -> None:
        self.standard = True
        self.rewound = False
        self._seen: Mark | None = None

    @property
    def seen(self) -> Mark:
        """The newest row at the last look."""
        return self._seen or Mark(0, "")

    def update(self, db: sqlite3.Connection, use: Indexes, view: Snapshot) -> None:
        """Look at what is new; `view` is exchanged when it gets old."""
        self.rewound = self._seen is not None and not self._seen.holds(db)
        if self._seen is None or self.rewound:
            self._seen = mark(db)
            self.standard = _all_standard(db, use, view)
            return
        if self.standard:
            new = f"SELECT 1 FROM queue NOT INDEXED WHERE id > ? AND NOT ({_STANDARD}) LIMIT 1"
            self.standard = db.execute(new, (self._seen.id,)).fetchone() is None
        self._seen = mark(db)


def _all_standard(db: sqlite3.Connection, use: Indexes, view: Snapshot) -> bool:
    """By an index-only scan (30 ms at a million rows, measured), in ranges that overlap by their ends."""
    state, at = _edge(db, use, "1", ()) or ("", None)
    while at is not None:
        if not isinstance(at, str) or len(at) != _WIDTH or not at.isascii():
            return False
        end = _edge(db, use, f"state = {NAME} AND enqueued_at >= ?", (name(state), at), SCAN)
        upto = "" if end is None else " AND enqueued_at <= ?"
        values = (name(state), at) if end is None else (name(state), at, end[1])
        sql = f"SELECT 1 FROM queue {use.state} WHERE state = {NAME} AND enqueued_at >= ?{upto} AND NOT ({_STANDARD})"
        if db.execute(f"{sql} LIMIT 1", values).fetchone() is not None:
            return False
        view.breathe()
        beyond = _edge(db, use, f"state = {NAME} AND enqueued_at > ?", (name(state), end[1])) if end else None
        state, at = beyond or _edge(db, use, f"state > {NAME} AND state {NO_BLOB}", (name(state),)) or ("", None)
    return True


def _edge(
    db: sqlite3.Connection, use: Indexes, where: str, values: tuple[object, ...], skip: int = 0
) -> tuple[str, object] | None:
    """State and time of the entry of `queue_state` that comes `skip` after the first that fits."""
    sql = f"SELECT state, enqueued_at FROM queue {use.state} WHERE {where} ORDER BY state, enqueued_at LIMIT 1 OFFSET ?"
    row = db.execute(sql, (*values, skip)).fetchone()
    return None if row is None else (text(row[0]), row[1])


def oldest(
    db: sqlite3.Connection, use: Indexes, pending: Mapping[Destination, int], forms: TimeForms, view: Snapshot
) -> dict[Destination, Instant]:
    """The oldest pending time of each destination that has one; `pending` counts their items.

    `view` is exchanged when it gets old.
    """
    left = set(pending)
    if forms.standard:
        found = _walk_standard(db, use, set(left))
        for where in left - found.keys():
            view.breathe()
            first = _first_standard(db, use, where, pending[where])
            if first is not None:
                found[where] = first
        if all(at.known for at in found.values()):
            return found
    found = {}
    for where in [where for where in left if pending[where] <= FEW]:
        left.remove(where)
        first = _first_any(db, use, where)
        if first is not None:
            found[where] = first
        view.breathe()
    return found | (_walk_any(db, use, left, view) if left else {})


def _walk_standard(db: sqlite3.Connection, use: Indexes, left: set[Destination]) -> dict[Destination, Instant]:
    found: dict[Destination, Instant] = {}
    rows = db.execute(
        f"SELECT channel, destination, enqueued_at FROM queue {use.state} WHERE state = 'pending'"
        " ORDER BY enqueued_at LIMIT ?",
        (WALK,),
    )
    for channel, destination, at in rows:
        where = Destination(text(channel), text(destination))
        if where in left:
            found[where] = moment(at) or Instant("", None)
            left.remove(where)
            if not left:
                break
    rows.close()
    return found


def _first_standard(db: sqlite3.Connection, use: Indexes, where: Destination, pending: int) -> Instant | None:
    """The rows themselves where they are few; else both indexes joined by id, so that only the row found is read."""
    here = f"FROM queue {use.pending} WHERE channel = {NAME} AND destination = {NAME} AND state = 'pending'"
    sql = f"SELECT min(enqueued_at) {here}"
    if pending > WALK:
        sql = (
            f"SELECT enqueued_at FROM queue {use.state} WHERE state = 'pending' AND id IN (SELECT id {here})"
            " ORDER BY enqueued_at LIMIT 1"
        )
    row = db.execute(sql, (name(where.channel), name(where.destination))).fetchone()
    return None if row is None else moment(row[0])


def _first_any(db: sqlite3.Connection, use: Indexes, where: Destination) -> Instant | None:
    """By reading every pending row of one destination."""
    sql = (
        f"SELECT enqueued_at FROM queue {use.pending} WHERE channel = {NAME} AND destination = {NAME}"
        " AND state = 'pending'"
    )
    rows = db.execute(sql, (name(where.channel), name(where.destination))).fetchall()
    known = [(at.ns, at) for row in rows if (at := moment(row[0])) is not None and at.ns is not None]
    return min(known, key=lambda pair: pair[0])[1] if known else None


def _walk_any(
    db: sqlite3.Connection, use: Indexes, wanted: set[Destination], view: Snapshot
) -> dict[Destination, Instant]:
    found: dict[Destination, tuple[int, Instant]] = {}
    position: tuple[str, int] = ("", 0)
    while True:
        select = f"SELECT enqueued_at, id, channel, destination FROM queue {use.state} WHERE state = 'pending'"
        rows = walk(db, select, (), "enqueued_at", position, WALK)
        for at, _, channel, destination in rows:
            where, when = Destination(text(channel), text(destination)), moment(at)
            if when is not None and when.ns is not None and (where not in found or when.ns < found[where][0]):
                found[where] = (when.ns, when)
        if not rows or (wanted <= found.keys() and _out_of_reach(rows[-1][0], max(ns for ns, _ in found.values()))):
            return {where: when for where, (_, when) in found.items() if where in wanted}
        position = (text(rows[-1][0]), whole(rows[-1][1]))
        view.breathe()


def _out_of_reach(at: object, best_ns: int) -> bool:
    """Whether no text from `at` on can stand for an instant before `best_ns`."""
    try:
        day = datetime.strptime(text(at)[:10], "%Y-%m-%d") - _REACH
    except (ValueError, OverflowError):
        return False
    return (day - _EPOCH) // timedelta(seconds=1) * NS > best_ns
