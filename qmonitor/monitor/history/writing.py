"""Writing the history of one source: in batches, by one window at a time."""

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import field, replace

from qmonitor.monitor.history.recorder import JITTER_MS, Line, Recorder
from qmonitor.monitor.history.records import COARSE, MINUTE, WHOLE, Damaged, Records
from qmonitor.queues import processes
from qmonitor.values import dataclass

HOUR, DAY = 3_600_000, 86_400_000
"""Milliseconds."""

SPANS = {MINUTE: 4 * HOUR, COARSE: 10 * DAY}
"""How much of a line lies in one piece, by its step: as much as is written anew when a little is added."""

LEASE_MS = 30_000
"""For so long others let a window write that said it would; one that died is known by its process."""


@dataclass(slots=True)
class Hand:
    """One window's hand in the file: which source it writes, and the ids of its lines. `token` is its own.

    `upto` is the last instant (ms) that it wrote of; None where it does not hold the lease.
    """

    source: int
    token: str
    lines: dict[Line, int] = field(default_factory=dict)
    upto: int | None = None
    thinned: int = 0

    def copy(self) -> "Hand":
        """For a transaction that may fail: what it learns holds once it is committed."""
        return replace(self, lines=dict(self.lines))


def find(db: sqlite3.Connection, target: str) -> Iterator[tuple[int, str]]:
    """The histories of what lay at a place, the last one first, each with the mark of its content."""
    sql = "SELECT id, mark FROM source WHERE target = ? ORDER BY id DESC LIMIT 8"
    yield from db.execute(sql, (_stored(target),)).fetchall()


def _stored(target: str) -> str | bytes:
    """A name as the file takes it: one that is no UTF-8 by its bytes."""
    try:
        target.encode()
    except UnicodeEncodeError:
        return os.fsencode(target)
    return target


def begin(db: sqlite3.Connection, target: str, mark: str, now: int) -> int:
    """A new history; inside the caller's transaction."""
    values = (_stored(target), mark, now)
    return int(db.execute("INSERT INTO source(target, mark, begun) VALUES (?, ?, ?)", values).lastrowid or 0)


def take(db: sqlite3.Connection, hand: Hand, now: int) -> bool:
    """Take or keep the lease; whether this window writes. Inside the caller's transaction."""
    row = db.execute("SELECT holder, token, until FROM lease WHERE source = ?", (hand.source,)).fetchone()
    if row is not None and row[1] != hand.token:
        held = now < row[2] <= now + LEASE_MS and processes.alive(row[0]) is not False
        if held:
            hand.upto = None
            return False
    values = (hand.source, processes.holder(), hand.token, now + LEASE_MS)
    db.execute("INSERT OR REPLACE INTO lease(source, holder, token, until) VALUES (?, ?, ?, ?)", values)
    return True


def give_up(db: sqlite3.Connection, hand: Hand) -> None:
    """Let another window write."""
    db.execute("DELETE FROM lease WHERE source = ? AND token = ?", (hand.source, hand.token))


def write(db: sqlite3.Connection, hand: Hand, recorder: Recorder, mark: str) -> None:
    """All that was noted; inside the caller's transaction, by the one who has the lease.

    What the file has of the same time was noted by a clock that was wrong then: it is dropped.
    """
    (begin, _), newest = recorder.stretches[0], recorder.stretches[-1][1]
    after = own = -1
    if hand.upto is None:  # what was written up to here was another window's
        recorder.repeat()
        last = last_stretch(db, hand.source, newest)
        if last is not None and begin <= last[1] <= newest + JITTER_MS:
            after = own = last[1]
    elif begin <= hand.upto <= newest:
        own = hand.upto
    for first, end in recorder.stretches:
        _clear(db, hand.source, max(first, own + 1), end)
    hand.upto = newest
    _stretches(db, hand.source, recorder.stretches, last_stretch(db, hand.source, newest))
    lines, records = recorder.batch(after)
    if len(records):
        ids = [_line(db, hand, name) for name in lines]
        in_order = records.chosen(sorted(range(len(ids)), key=ids.__getitem__))
        _put(db, hand.source, sorted(Counter(ids).items()), in_order)
    db.execute("UPDATE source SET mark = ? WHERE id = ? AND mark <> ?", (mark, hand.source, mark))


def last_stretch(db: sqlite3.Connection, source: int, now: int) -> tuple[int, int] | None:
    """The last stretch that had begun by then."""
    sql = "SELECT begin, end FROM stretch WHERE source = ? AND begin <= ? ORDER BY begin DESC LIMIT 1"
    found: tuple[int, int] | None = db.execute(sql, (source, now)).fetchone()
    return found


def _clear(db: sqlite3.Connection, source: int, first: int, last: int) -> None:
    """Drop what was noted between two instants (ms): a clock that was wrong had told it for that time.

    What comes after it is told from the next hour on, where every line has a record of its own.
    """
    sql = "SELECT begin, end FROM stretch WHERE source = ? AND end >= ? AND begin <= ?"
    for begin, end in db.execute(sql, (source, first, last)).fetchall() if first <= last else ():
        db.execute("DELETE FROM stretch WHERE source = ? AND begin = ?", (source, begin))
        again = -(-(last + 1) // WHOLE) * WHOLE
        kept = [(begin, min(end, first - 1)), (max(begin, again), end)]
        values = [(source, *stretch) for stretch in kept if stretch[0] <= stretch[1]]
        db.executemany("INSERT INTO stretch(source, begin, end) VALUES (?, ?, ?)", values)
        _erase(db, source, max(begin, first), min(end, again - 1))


def _erase(db: sqlite3.Connection, source: int, first: int, last: int) -> None:
    """Drop the records between two instants (ms)."""
    here = (source, first, last)
    sql = "SELECT lines, records FROM fresh WHERE source = ? AND end >= ? AND begin <= ? ORDER BY begin"
    rows = db.execute(sql, here).fetchall()
    db.execute("DELETE FROM fresh WHERE source = ? AND end >= ? AND begin <= ?", here)
    parts = [(line, records.without(first, last)) for line, records in sorted(by_line(rows).items())]
    for side in (0, 1):
        put_lines(db, source, [(line, both[side]) for line, both in parts if len(both[side])])
    for step, span in SPANS.items():
        sql = (
            "SELECT line, begin, records FROM chunk WHERE line IN (SELECT id FROM line WHERE source = ?)"
            " AND step = ? AND begin > ? AND begin <= ?"
        )
        for line, begin, packed in db.execute(sql, (source, step, first - span, last)).fetchall():
            before, later = Records.unpack(packed).without(first, last)
            before.extend(later)
            change = "UPDATE chunk SET records = ? WHERE line = ? AND step = ? AND begin = ?"
            db.execute(change, (before.pack(), line, step, begin))


def put_lines(db: sqlite3.Connection, source: int, lines: list[tuple[int, Records]]) -> None:
    """Fresh records, by line."""
    records = Records()
    for _, part in lines:
        records.extend(part)
    if len(records):
        _put(db, source, [(line, len(part)) for line, part in lines], records)


def _put(db: sqlite3.Connection, source: int, counts: list[tuple[int, int]], records: Records) -> None:
    """Fresh records, one line after the other."""
    values = (source, min(records.times), max(records.times), json.dumps(counts), records.pack())
    db.execute("INSERT INTO fresh(source, begin, end, lines, records) VALUES (?, ?, ?, ?, ?)", values)


def _stretches(
    db: sqlite3.Connection, source: int, stretches: Iterable[tuple[int, int]], last: tuple[int, int] | None
) -> None:
    """Note when somebody looked; what goes on from the last stretch, or overlaps it, makes it longer."""
    for begin, end in stretches:
        if last is not None and end <= last[1]:
            continue
        first = last[0] if last is not None and begin <= last[1] else begin
        db.execute("INSERT OR REPLACE INTO stretch(source, begin, end) VALUES (?, ?, ?)", (source, first, end))
        last = (first, end)


def _line(db: sqlite3.Connection, hand: Hand, line: Line) -> int:
    known = hand.lines.get(line)
    if known is None:
        names = (part.encode("utf-8", "surrogateescape") for part in line or ("", ""))
        values = (hand.source, line is None, *names)
        db.execute("INSERT OR IGNORE INTO line(source, total, channel, destination) VALUES (?, ?, ?, ?)", values)
        sql = "SELECT id FROM line WHERE source = ? AND total = ? AND channel = ? AND destination = ?"
        known = hand.lines[line] = int(db.execute(sql, values).fetchone()[0])
    return known


def by_line(rows: Iterable[tuple[str, bytes]]) -> dict[int, Records]:
    """The records of fresh rows, by line, in the order of time. Raises `Damaged` for what nobody wrote so.

    Rows may overlap: that of a line's first message begins where every line was last noted, before others end.
    """
    found: dict[int, Records] = {}
    for counts, packed in rows:
        records, at = Records.unpack(packed), 0
        try:
            for line, count in json.loads(counts):
                found.setdefault(line, Records()).extend(records.part(at, at + count))
                at += count
        except (TypeError, ValueError) as error:
            raise Damaged("no counts") from error
    return {line: records.in_order() for line, records in found.items()}
