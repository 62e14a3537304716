"""Reading the history of one source: its curves over a stretch of time, thinned for what is to be drawn."""

import sqlite3
from collections.abc import Callable

from qmonitor.monitor.history.records import COARSE, MINUTE, MS, NEVER, Damaged, Records
from qmonitor.monitor.history.writing import HOUR, SPANS, by_line
from qmonitor.queues.model import Destination
from qmonitor.queues.past import Past, PastLine
from qmonitor.queues.times import from_ns

Stretches = list[tuple[int, int]]


def stretches(db: sqlite3.Connection, source: int, begin: int, end: int) -> Stretches:
    """When somebody looked (ms), as far as it touches a stretch of time."""
    sql = "SELECT begin, end FROM stretch WHERE source = ? AND end >= ? AND begin <= ? ORDER BY begin"
    return [(first, last) for first, last in db.execute(sql, (source, begin, end))]


def read(
    db: sqlite3.Connection, source: int, begin: int, end: int, step: int, rest: Callable[[], None]
) -> tuple[Past, PastLine] | None:
    """The curves of all lines and their sum, from `begin` to `end` in steps (all ms); None where nobody looked.

    `rest` is called between two lines, and may raise. Raises `Damaged` for what nobody wrote so.
    """
    looked = stretches(db, source, begin, end)
    if not looked:
        return None
    known, looked = looked[0][0], [(max(first, begin), min(last, end)) for first, last in looked]
    names = {at: None if total else _named(*parts) for at, total, *parts in db.execute(_LINES, (source,))}
    found: dict[int, Records] = {}
    for at, packed in db.execute(_CHUNKS, (source, COARSE, begin - HOUR - SPANS[COARSE], end)):
        found.setdefault(at, Records()).extend(Records.unpack(packed))
    for at, packed in db.execute(_CHUNKS, (source, MINUTE, begin - HOUR - SPANS[MINUTE], end)):
        found.setdefault(at, Records()).extend(Records.unpack(packed))
    fresh = db.execute(_FRESH, (source, begin - HOUR, end)).fetchall()
    exact = NEVER
    for at, records in by_line(fresh).items():
        found.setdefault(at, Records()).extend(records)
        exact = min(exact, records.times[0])
    lines, total = {}, Records().line((), step, end)
    if not found.keys() <= names.keys():
        raise Damaged("records of no line")
    for at, records in found.items():
        rest()
        curve = (
            (records.thinned(step) if step > MINUTE else records)
            .between(begin, end, known)
            .line(looked, step, end, exact)
        )
        name = names[at]
        if name is None:
            total = curve
        elif any(value > 0 for value in curve.pending):
            lines[name] = curve
    return Past(from_ns(looked[0][0] * MS), from_ns(looked[-1][1] * MS), lines), total


def _named(channel: object, destination: object) -> Destination:
    """By the bytes of the names."""
    if not (isinstance(channel, bytes) and isinstance(destination, bytes)):
        raise Damaged("no names")
    return Destination(*(part.decode("utf-8", "surrogateescape") for part in (channel, destination)))


_LINES = "SELECT id, total, channel, destination FROM line WHERE source = ?"
_CHUNKS = (
    "SELECT line, records FROM chunk WHERE line IN (SELECT id FROM line WHERE source = ?) AND step = ?"
    " AND begin > ? AND begin <= ? ORDER BY line, begin"
)
_FRESH = "SELECT lines, records FROM fresh WHERE source = ? AND end >= ? AND begin <= ? ORDER BY begin"
