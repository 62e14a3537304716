"""What building the optional indexes would take: measured on slices of the very file, which is not changed.

SQLite builds an index in one transaction: it reads every row up to the column, sorts what the index holds, and writes
that. The first is measured twice on the same slices: as it comes from the disk, and once it is in the system's memory,
where reading ahead brings it before the engine has to wait. The others are measured on the sampled rows in memory.
"""

import math
import os
import random
import sqlite3
import time
from collections.abc import Callable, Sequence

from qmonitor.queues.delivery.schema import OPTIONAL
from qmonitor.values import dataclass

SLICES = 24
"""Places of the file that are looked at."""

SLICE_ROWS = 1_000
"""Rows read at one place at most, and as many as fit into `SLICE_SECONDS` as far as can be told."""

SLICE_SECONDS = 0.01
"""A read transaction may last 0.05 s; a cold disk may need much longer for one slice than for the one before."""

FIRST_ROWS = 50

TIMES = 3
"""The best of so many counts: what else the machine does comes and goes."""

WRITTEN = 60_000_000
"""Bytes written and synced a second: what a slow disk does. The one thing that can't be measured without writing."""

_COLUMNS = "channel, destination, state, attempts, enqueued_at"
_STORED = (
    "CAST(channel AS BLOB), CAST(destination AS BLOB), CAST(state AS BLOB), CAST(attempts AS INTEGER),"
    " CAST(enqueued_at AS BLOB)"
)
"""Texts as the bytes that they are: not every one is valid."""

_AGAIN = "CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), ?, CAST(? AS TEXT)"
"""Texts once more: an index of some rows asks for their state."""


@dataclass(frozen=True, slots=True)
class Build:
    """One index: for how many seconds its transaction holds the write lock, and its size in bytes."""

    name: str
    seconds: float
    size: int


@dataclass(frozen=True, slots=True)
class Survey:
    """About how many rows there are, how many seconds reading them ahead takes, and what each index takes."""

    rows: int
    ahead: float
    builds: tuple[Build, ...]

    @property
    def longest(self) -> float:
        """Seconds of the longest single transaction."""
        return max((build.seconds for build in self.builds), default=0.0)

    @property
    def size(self) -> int:
        """Bytes of all of them."""
        return sum(build.size for build in self.builds)

    @property
    def space(self) -> int:
        """Bytes that have to be free beside the file: for the indexes, and for the log by which they come into it."""
        return 2 * self.size

    @property
    def sorting(self) -> int:
        """Bytes of the temporary file in which the larger one is sorted."""
        return max((build.size for build in self.builds), default=0)


@dataclass(frozen=True, slots=True)
class Slices:
    """What the looks into the file found: rows, ids that they lie among, seconds when first and when again read."""

    rows: int
    ids: int
    first: float
    again: float
    sample: tuple[tuple[object, ...], ...]


def survey(db: sqlite3.Connection, names: Sequence[str], called_off: Callable[[], None]) -> Survey:
    """Look at the file in short readings. `called_off` is asked between them, and raises where it is enough."""
    lowest, highest = db.execute("SELECT min(id), max(id) FROM queue").fetchone()
    if highest is None:
        return Survey(0, 0.0, tuple(Build(name, 0.0, 0) for name in names))
    found = _look(db, lowest, highest, called_off)
    rows = max(found.rows, round((highest - lowest + 1) * found.rows / found.ids))
    page = int(db.execute("PRAGMA page_size").fetchone()[0])
    reading = found.again if _fits_in_memory(page * int(db.execute("PRAGMA page_count").fetchone()[0])) else found.first
    builds = tuple(_build(name, found, rows, page, reading / found.rows) for name in names)
    return Survey(rows, rows * found.first / found.rows, builds)


def _look(db: sqlite3.Connection, lowest: int, highest: int, called_off: Callable[[], None]) -> Slices:
    places, size, rows, ids, first = [], FIRST_ROWS, 0, 0, 0.0
    step = max(1, (highest - lowest + 1) // SLICES)
    for begin in range(lowest, highest + 1, step):
        end = min(highest, begin + step - 1)
        start = random.randint(begin, end) if step > SLICE_ROWS else begin
        count, last, took = _read(db, start, end, size)
        ids += (last if count == size else end) - start + 1
        if count:
            places.append((start, end, count))
            rows, first = rows + count, first + took
            size = max(FIRST_ROWS, min(SLICE_ROWS, round(count * SLICE_SECONDS / max(took, 1e-5))))
        called_off()
    again = sum(min(_read(db, *place)[2] for _ in range(TIMES)) for place in places)
    sample = f"SELECT {_STORED} FROM queue WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?"
    return Slices(rows, ids, first, again, tuple(row for place in places for row in db.execute(sample, place)))


def _read(db: sqlite3.Connection, start: int, end: int, count: int) -> tuple[int, int, float]:
    """How many rows there were, the id of the last of them, and how many seconds reading them took."""
    began = time.perf_counter()
    found, last, *_ = db.execute(
        "SELECT count(*), max(id), max(attempts), max(enqueued_at)"
        f" FROM (SELECT id, {_COLUMNS} FROM queue NOT INDEXED WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?)",
        (start, end, count),
    ).fetchone()
    return found, last or start, time.perf_counter() - began


def _build(name: str, found: Slices, rows: int, page: int, reading: float) -> Build:
    """From the same index over the sample: sorting takes a little more than the rows by which there are more."""
    small = sqlite3.connect(":memory:", isolation_level=None)
    try:
        small.execute(f"PRAGMA page_size={page}")
        small.execute(f"CREATE TABLE queue (id INTEGER PRIMARY KEY, {_COLUMNS})")
        small.executemany(f"INSERT INTO queue ({_COLUMNS}) VALUES ({_AGAIN})", found.sample)
        before = small.execute("PRAGMA page_count").fetchone()[0]
        took = min(_built(small, name) for _ in range(TIMES))
        pages = small.execute("PRAGMA page_count").fetchone()[0] - before
    finally:
        small.close()
    more = rows / found.rows
    size = math.ceil(pages * more) * page
    sorting = took * more * math.log2(rows + 2) / math.log2(found.rows + 2)
    return Build(name, reading * rows + sorting + size / WRITTEN, size)


def _built(db: sqlite3.Connection, name: str) -> float:
    """Seconds that it takes."""
    db.execute(f"DROP INDEX IF EXISTS {name}")
    began = time.perf_counter()
    db.execute(OPTIONAL[name])
    return time.perf_counter() - began


def _fits_in_memory(size: int) -> bool:
    """Whether the system can be expected to keep a file of that size at hand; half of its memory, where it tells."""
    try:
        return size < os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2
    except (AttributeError, ValueError, OSError):
        return size < 1_000_000_000
