"""Thinning the history of one source as it ages, and keeping the file of all within its bounds."""

import sqlite3

from qmonitor.monitor.history.records import COARSE, MINUTE, Records
from qmonitor.monitor.history.writing import DAY, HOUR, SPANS, by_line, last_stretch, put_lines

FRESH_MS = HOUR
"""Every change is kept for an hour,"""
MINUTES_MS = 7 * DAY
"""then the extremes of each minute for a week,"""
KEPT_MS = 366 * DAY
"""and those of ten minutes for a year."""

BLOCK_MS = 10 * MINUTE
"""What is older is thinned in blocks of so much."""

MOST_BYTES = 250 * 2**20
"""The largest that the file gets; beyond, what is oldest is dropped."""


def thin(db: sqlite3.Connection, source: int, now: int) -> None:
    """Thin what got old, and drop what is older than a year; inside the caller's transaction."""
    _thin_fresh(db, source, (now - FRESH_MS) // BLOCK_MS * BLOCK_MS)
    _gather(db, source, now // BLOCK_MS * BLOCK_MS)
    _thin_minutes(db, source, now - MINUTES_MS)
    _join(db, source, now)
    last = last_stretch(db, source, now)
    if last is not None and last[1] - last[0] >= HOUR:  # a clock that is wrong for a moment makes nothing old
        _drop(db, source, now - KEPT_MS)


def _drop(db: sqlite3.Connection, source: int, gone: int) -> None:
    db.execute(
        "DELETE FROM chunk WHERE line IN (SELECT id FROM line WHERE source = ?) AND step = ? AND begin < ?",
        (source, COARSE, gone - SPANS[COARSE]),
    )
    db.execute("DELETE FROM stretch WHERE source = ? AND end < ?", (source, gone))


def _thin_fresh(db: sqlite3.Connection, source: int, upto: int) -> None:
    rows = db.execute(
        "SELECT lines, records FROM fresh WHERE source = ? AND end < ? ORDER BY begin", (source, upto)
    ).fetchall()
    if not rows:
        return
    for line, records in by_line(rows).items():
        _add(db, line, MINUTE, records.thinned(MINUTE))
    db.execute("DELETE FROM fresh WHERE source = ? AND end < ?", (source, upto))


def _gather(db: sqlite3.Connection, source: int, upto: int) -> None:
    """Put the batches of each block together: some 7,000 small pieces took longer to read than all the rest."""
    sql = "SELECT begin / ? * ? FROM fresh WHERE source = ? AND end < ? GROUP BY 1 HAVING count(*) > 1"
    for (block,) in db.execute(sql, (BLOCK_MS, BLOCK_MS, source, upto)).fetchall():
        here = (source, block, block + BLOCK_MS)
        rows = db.execute(
            "SELECT lines, records FROM fresh WHERE source = ? AND begin >= ? AND begin < ? ORDER BY begin", here
        ).fetchall()
        db.execute("DELETE FROM fresh WHERE source = ? AND begin >= ? AND begin < ?", here)
        put_lines(db, source, sorted(by_line(rows).items()))


def _thin_minutes(db: sqlite3.Connection, source: int, upto: int) -> None:
    sql = (
        "SELECT line, begin, records FROM chunk WHERE line IN (SELECT id FROM line WHERE source = ?)"
        " AND step = ? AND begin < ? ORDER BY line, begin"
    )
    for line, begin, packed in db.execute(sql, (source, MINUTE, upto - SPANS[MINUTE])).fetchall():
        _add(db, line, COARSE, Records.unpack(packed).thinned(COARSE))
        db.execute("DELETE FROM chunk WHERE line = ? AND step = ? AND begin = ?", (line, MINUTE, begin))


def _add(db: sqlite3.Connection, line: int, step: int, records: Records) -> None:
    """Append records to the pieces of a line."""
    span, at = SPANS[step], 0
    while at < len(records):
        begin = records.times[at] // span * span
        end = next((i for i in range(at, len(records)) if records.times[i] >= begin + span), len(records))
        sql = "SELECT records FROM chunk WHERE line = ? AND step = ? AND begin = ?"
        row = db.execute(sql, (line, step, begin)).fetchone()
        piece = Records() if row is None else Records.unpack(row[0])
        piece.extend(records.part(at, end))
        values = (line, step, begin, piece.pack())
        db.execute("INSERT OR REPLACE INTO chunk(line, step, begin, records) VALUES (?, ?, ?, ?)", values)
        at = end


def _join(db: sqlite3.Connection, source: int, now: int) -> None:
    """A gap shorter than the steps around it can't be seen any more: join the stretches beside it."""
    sql = "SELECT begin, end FROM stretch WHERE source = ? AND end < ? ORDER BY begin"
    last: tuple[int, int] | None = None
    for begin, end in db.execute(sql, (source, now - FRESH_MS)).fetchall():
        step = COARSE if end < now - MINUTES_MS else MINUTE
        if last is not None and begin - last[1] < step:
            db.execute("DELETE FROM stretch WHERE source = ? AND begin = ?", (source, begin))
            db.execute("UPDATE stretch SET end = ? WHERE source = ? AND begin = ?", (end, source, last[0]))
            begin = last[0]
        last = (begin, end)


def bound(db: sqlite3.Connection, most: int = MOST_BYTES) -> None:
    """Drop what is oldest, of whatever source, until the file is small enough; inside the caller's transaction."""
    size = db.execute("PRAGMA page_size").fetchone()[0]
    while True:
        pages, free = (db.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "freelist_count"))
        if (pages - free) * size <= most:
            return
        for step in (COARSE, MINUTE):
            oldest = db.execute("SELECT min(begin) FROM chunk WHERE step = ?", (step,)).fetchone()[0]
            if oldest is not None:
                db.execute("DELETE FROM chunk WHERE step = ? AND begin = ?", (step, oldest))
                break
        else:
            oldest = db.execute("SELECT min(begin) FROM fresh").fetchone()[0]
            if oldest is None:
                return
            db.execute("DELETE FROM fresh WHERE begin <= ?", (oldest + BLOCK_MS,))
