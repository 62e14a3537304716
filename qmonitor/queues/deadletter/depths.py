"""The backlogs of all queues, as they are told."""

import sqlite3
from collections.abc import Iterable
from datetime import timedelta

from qmonitor.queues.deadletter import keys
from qmonitor.queues.deadletter.codec import MAX_QUEUE_AGE
from qmonitor.queues.deadletter.figures import Line
from qmonitor.queues.deadletter.index import Index
from qmonitor.queues.deadletter.rows import CHANNEL
from qmonitor.queues.deadletter.schema import QUEUED
from qmonitor.queues.deadletter.shelf import written
from qmonitor.queues.model import Depth, DepthRow, Destination, Traits
from qmonitor.queues.times import Instant, parse

WATCHED = timedelta(seconds=10)
"""For so long nobody else must have touched the queue before a worker sends: the daemon keeps no time of its own."""

TRAITS = {
    CHANNEL: Traits(
        dead=True, scheduled=False, delivers=False, lists=False, named=False, kept=MAX_QUEUE_AGE, watched=WATCHED
    )
}
"""A daemon tries all of a queue by itself, nobody knows when; what it sent, or dropped, is gone without a trace."""


def read_newest(db: sqlite3.Connection, names: Iterable[bytes]) -> Instant | None:
    """When the newest row of all was written; None where there is none."""
    sql = f"SELECT key FROM kv WHERE key > ? AND key < ? AND {QUEUED} ORDER BY key DESC LIMIT 1"
    rows = (db.execute(sql, keys.bounds(name)).fetchone() for name in names)
    at = max((written(keys.parse(row[0])) for row in rows if row is not None), default="")
    return parse(at) if at else None


def told(index: Index, at: Instant) -> Depth:
    """What an index knows, as of an instant."""
    names = index.names()
    lines = index.queued.lines
    rows = tuple(
        _row(name, lines[name], at) for name in names if name in lines and (lines[name].pending or lines[name].failed)
    )
    flows = {_place(name): flow for name, flow in index.flows().items()}
    return Depth(rows, at, complete=True, flows=flows, destinations=tuple(map(_place, names)), traits=TRAITS)


def _row(name: bytes, line: Line, at: Instant) -> DepthRow:
    """It has no head: the daemon tries all of it, how often it does not say, and nothing waits for another message."""
    since = parse(line.oldest) if line.oldest else None
    seconds = None if since is None or since.ns is None or at.ns is None else (at.ns - since.ns) / 1e9
    return DepthRow(CHANNEL, keys.shown(name), line.pending, line.failed, since, seconds, None)


def _place(name: bytes) -> Destination:
    return Destination(CHANNEL, keys.shown(name))
