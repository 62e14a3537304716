"""What the figures must be: computed row by row from the raw table, independently of the package.

Nothing of the package is imported. Texts are taken as the bytes that are stored, so that a name that is no
UTF-8 is still a name of its own.
"""

import calendar
import sqlite3
from dataclasses import dataclass
from pathlib import Path

DIGITS = frozenset("0123456789")


def nanoseconds(text: str) -> int | None:
    """Nanoseconds since 1970 of an RFC 3339 text with 0 to 9 fraction digits; None where it is none."""
    date, rest = text[:10], text[10:]
    if len(text) < 20 or date[4] != "-" or date[7] != "-" or rest[0] not in "Tt ":
        return None
    clock, rest = rest[1:9], rest[9:]
    if clock[2] != ":" or clock[5] != ":":
        return None
    fields = [date[:4], date[5:7], date[8:], clock[:2], clock[3:5], clock[6:]]
    if not all(set(field) <= DIGITS for field in fields):
        return None
    year, month, day, hour, minute, second = map(int, fields)
    if not (year >= 1 and 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]):
        return None
    if hour > 23 or minute > 59 or second > 60:
        return None
    fraction = 0
    if rest[:1] == ".":
        digits = rest[1 : 1 + len(rest[1:]) - len(rest[1:].lstrip("0123456789"))]
        if not 1 <= len(digits) <= 9:
            return None
        fraction, rest = int((digits + "000000000")[:9]), rest[1 + len(digits) :]
    offset = _offset(rest)
    if offset is None:
        return None
    whole = calendar.timegm((year, month, day, hour, minute, 0)) + second - offset
    return whole * 10**9 + fraction


def _offset(zone: str) -> int | None:
    """Seconds east of UTC."""
    if zone in ("Z", "z"):
        return 0
    if len(zone) != 6 or zone[0] not in "+-" or zone[3] != ":" or not set(zone[1:3] + zone[4:]) <= DIGITS:
        return None
    hours, minutes = int(zone[1:3]), int(zone[4:])
    if hours > 23 or minutes > 59:
        return None
    return (hours * 3600 + minutes * 60) * (1 if zone[0] == "+" else -1)


@dataclass(frozen=True)
class Backlog:
    """What `depth` must say of one destination: names as stored bytes, times as nanoseconds."""

    channel: bytes
    destination: bytes
    pending: int
    failed: int
    oldest: int | None
    max_attempts: int | None
    head: int | None


@dataclass(frozen=True)
class Raw:
    """One row of the table, its texts as stored bytes."""

    id: int
    channel: bytes
    destination: bytes
    state: bytes
    enqueued_at: bytes
    attempts: object


def rows(path: Path) -> list[Raw]:
    """Every row by id. Opened as the engine would: use it on files of our own only, or on copies."""
    db = sqlite3.connect(path)
    try:
        found = db.execute(
            "SELECT id, CAST(channel AS BLOB), CAST(destination AS BLOB), CAST(state AS BLOB),"
            " CAST(enqueued_at AS BLOB), CASE typeof(attempts) WHEN 'integer' THEN attempts END"
            " FROM queue NOT INDEXED ORDER BY id"
        ).fetchall()
    finally:
        db.close()
    return [Raw(i, c or b"", d or b"", s or b"", e or b"", a) for i, c, d, s, e, a in found]


def depth(path: Path) -> list[Backlog]:
    """The backlog of every destination with pending or failed items, ordered by channel and destination."""
    return backlogs(rows(path))


def backlogs(table: list[Raw]) -> list[Backlog]:
    places: dict[tuple[bytes, bytes], list[Raw]] = {}
    for row in table:
        if row.state in (b"pending", b"failed"):
            places.setdefault((row.channel, row.destination), []).append(row)
    return [_backlog(*place, places[place]) for place in sorted(places)]


def _backlog(channel: bytes, destination: bytes, found: list[Raw]) -> Backlog:
    pending = [row for row in found if row.state == b"pending"]
    instants = [nanoseconds(row.enqueued_at.decode("utf-8", "replace")) for row in pending]
    known = [ns for ns in instants if ns is not None]
    attempts = [row.attempts for row in pending if isinstance(row.attempts, int)]
    return Backlog(
        channel,
        destination,
        len(pending),
        len(found) - len(pending),
        min(known, default=None),
        max([0, *attempts]),
        min((row.id for row in pending), default=None),
    )


def destinations(path: Path) -> list[tuple[bytes, bytes]]:
    """Every destination that has any row."""
    return sorted({(row.channel, row.destination) for row in rows(path)})
