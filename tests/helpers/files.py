"""Queue files for tests, the odd ones too; written from the specification, without the package.

Every maker takes a path, leaves no side files behind unless it says so, and returns the path.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.helpers import engine

COLUMNS = (
    "channel", "destination", "control_id", "message_type", "raw", "state", "attempts",
    "enqueued_at", "next_attempt", "last_attempt", "last_error", "reason",
)  # fmt: skip
DEFAULTS: dict[str, Any] = {
    "channel": "lab",
    "destination": "dest-01",
    "control_id": "C1",
    "message_type": "ORU^R01",
    "raw": b"MSH|^~\\&|LAB|NORTH|RCV|SOUTH|20261129080000||ORU^R01|C1|P|2.5.1\r",
    "state": "pending",
    "attempts": 0,
    "enqueued_at": "2026-11-29T08:00:00.000000001Z",
    "next_attempt": "2026-11-29T08:00:00.000000001Z",
    "last_attempt": None,
    "last_error": "",
    "reason": "connection refused",
}
LOOSE = "CREATE TABLE queue (id INTEGER PRIMARY KEY AUTOINCREMENT, " + ", ".join(COLUMNS) + ")"
"""The same columns without any type or constraint: what a careless writer's file may hold."""

ODD_STATES = (
    "",
    "PENDING",
    "Pending",
    " pending",
    "sending",
    "pending\x00",
    "zurückgestellt",
    "'; DROP TABLE queue; --",
)
ODD_NAMES = (
    "", " ", "lab", "LAB", "Labor Süd", "o'hara", 'double"quote', "a/b", "null\x00inside", "tab\there",
    "%", "_", "\u202eright-to-left", "\U0001f3e5", "x" * 300,
)  # fmt: skip
ODD_TIMES = (
    "", "yesterday", "2026-11-29", "2026-11-29T08:00:00", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z",
    "2026-11-29T24:00:00Z", "2026-11-29T08:00:00.Z", "2026-11-29T08:00:00.1234567890Z", "2026-11-29T08:00:00+1:00",
    "２０２６-11-29T08:00:00Z", "2026-11-29T08:00:00Z ", "0000-01-01T00:00:00Z", "2026-11-29T08:00:61Z", "\x00",
    "1764403200",
)  # fmt: skip
LEGACY_TIMES = (
    "2026-11-29T08:00:00Z", "2026-11-29T08:00:00.5Z", "2026-11-29T08:00:00.123456789Z", "2026-11-29t08:00:00z",
    "2026-11-29 08:00:00Z", "2026-11-29T09:00:00+01:00", "2026-11-29T04:30:00.25-03:30", "2026-11-29T23:59:60Z",
    "2026-11-28T23:59:59.999999999-00:00", "2026-11-30T08:00:00.000000000+23:59", "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
)  # fmt: skip
BAD_UTF8 = b"caf\xe9 \xff\xfe"


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection as the engine's own, closed at the end (so that side files go)."""
    db = sqlite3.connect(path, timeout=10, isolation_level=None)
    try:
        yield db
    finally:
        db.close()


def queue(path: Path, rows: Iterable[dict[str, Any]] = (), *, journal: str = "wal", loose: bool = False) -> Path:
    """A queue file with these rows, each the defaults with some columns replaced (and `id`, where given)."""
    with opened(path) as db:
        db.execute(f"PRAGMA journal_mode={journal}")
        db.execute(LOOSE if loose else engine.TABLE)
        for index in engine.INDEXES:
            db.execute(index)
        insert(db, rows)
    return path


def insert(db: sqlite3.Connection, rows: Iterable[dict[str, Any]]) -> list[int]:
    """Insert rows in one transaction; their ids. Bytes in any column but `raw` are stored as text, valid or not."""
    ids = []
    db.execute("BEGIN")
    for row in rows:
        values = DEFAULTS | row
        names = ["id", *COLUMNS] if "id" in row else list(COLUMNS)
        marks = ["CAST(? AS TEXT)" if n != "raw" and isinstance(values[n], bytes) else "?" for n in names]
        sql = f"INSERT INTO queue ({', '.join(names)}) VALUES ({', '.join(marks)})"
        cursor = db.execute(sql, [values[n] for n in names])
        ids.append(cursor.lastrowid or 0)
    db.execute("COMMIT")
    return ids


def rows(path: Path, columns: str = "*", where: str = "1", order: str = "id") -> list[tuple[Any, ...]]:
    """Raw rows of the queue, texts as bytes where they are no UTF-8."""
    with opened(path) as db:
        db.text_factory = lambda stored: stored.decode("utf-8", "surrogateescape")
        return db.execute(f"SELECT {columns} FROM queue WHERE {where} ORDER BY {order}").fetchall()


def states(path: Path) -> dict[int, str]:
    return dict(rows(path, "id, state"))


def every_odd_row() -> list[dict[str, Any]]:
    """One row or more of every oddity that the table's constraints let in."""
    found: list[dict[str, Any]] = [{}]
    found += [{"state": state} for state in ODD_STATES]
    found += [{"state": BAD_UTF8}, {"state": b"\xff"}]
    for n, name in enumerate(ODD_NAMES):
        found += [
            {"channel": name},
            {"destination": name, "state": "failed"},
            {"channel": name, "destination": name, "attempts": n},
        ]
    found += [{"channel": BAD_UTF8}, {"destination": BAD_UTF8, "attempts": 3}]
    for n, text in enumerate(ODD_TIMES + LEGACY_TIMES):
        found += [{"enqueued_at": text, "next_attempt": text, "attempts": n % 4}]
        found += [
            {"enqueued_at": text, "destination": f"time-{n}"},
            {"last_attempt": text, "state": "failed", "destination": "tried"},
        ]
    found += [{"enqueued_at": BAD_UTF8, "next_attempt": BAD_UTF8, "last_attempt": BAD_UTF8, "last_error": BAD_UTF8}]
    found += [{"control_id": BAD_UTF8, "message_type": BAD_UTF8, "reason": BAD_UTF8}]
    found += [{"raw": value} for value in (b"", b"\x00\xff", "text", "t\u00fcxt\x00t", 12, 1.5)]
    found += [{"attempts": value} for value in (-1, 2**40, 2**62)]
    return found


def nameless_rows() -> list[dict[str, Any]]:
    """What only a file without constraints holds: NULL and numbers where texts belong."""
    found: list[dict[str, Any]] = [{column: None} for column in COLUMNS]
    found += [{column: 7} for column in COLUMNS]
    return [*found, {"attempts": "many"}, {"attempts": b"\xff"}, {"attempts": 2.5}]


def older_release(path: Path, missing: str = "reason") -> Path:
    """A queue as an earlier release made it, without one of the columns."""
    queue(path, [{}])
    with opened(path) as db:
        db.execute(f"ALTER TABLE queue DROP COLUMN {missing}")
    return path


def other_database(path: Path) -> Path:
    """A sound database of something else."""
    with opened(path) as db:
        db.execute("CREATE TABLE patients (id INTEGER PRIMARY KEY, name TEXT)")
        db.execute("INSERT INTO patients (name) VALUES ('Ann Example')")
    return path


def empty(path: Path) -> Path:
    path.write_bytes(b"")
    return path


def no_database(path: Path) -> Path:
    path.write_bytes(b"MSH|^~\\&|HIS|NORTH|RCV|SOUTH|20261129080000||ADT^A01|1|P|2.5.1\r" * 100)
    return path


def encrypted(path: Path) -> Path:
    """As an encryption extension leaves it: no header, nothing but noise, whole pages."""
    seed = bytes(range(256))
    noise = bytearray()
    state = 12345
    while len(noise) < 4096 * 8:
        state = (state * 1103515245 + 12345) % 2**31
        noise.append(seed[state >> 16 & 255])
    path.write_bytes(bytes(noise))
    return path


def truncated(path: Path) -> Path:
    """A copy that was cut off in the middle."""
    queue(path, [{"raw": b"x" * 3000} for _ in range(200)])
    os.truncate(path, path.stat().st_size // 2 // 4096 * 4096)
    return path


def corrupt(path: Path) -> Path:
    """Every page but the first overwritten with noise."""
    queue(path, [{"raw": b"x" * 3000} for _ in range(200)])
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write((b"\xde\xad\xbe\xef" * 1024) * (size // 4096 - 1))
    return path


def log_without_index(path: Path) -> Path:
    """A copy of a live file that took the log along, but not its index."""
    source = path.with_name(path.name + "-source")
    queue(source, [{}])
    with opened(source) as db:
        insert(db, [{}])
        shutil.copyfile(source, path)
        shutil.copyfile(f"{source}-wal", f"{path}-wal")
    source.unlink()
    return path


def side_files(path: Path) -> list[str]:
    """The names of everything that lies beside the file and begins with its name."""
    return sorted(p.name for p in path.parent.iterdir() if p.name.startswith(path.name) and p.name != path.name)
