"""What the figures of dead-letter queues must be: told row by row from the raw table, as the description says.

Nothing of the package is imported; values are decoded by cbor2 as it comes, but for times, which keep nanoseconds, and
keys that stand twice in a map, which are an error.
"""

import math
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import cbor2

from tests.helpers.reference import nanoseconds

TEXTS = ("Descriptions", "Fields", "SkipRecipients")


@dataclass(frozen=True)
class Backlog:
    """What `depth` must say of one queue; `oldest` in nanoseconds since 1970."""

    name: bytes
    pending: int
    failed: int
    oldest: int | None


class Broken(Exception):
    """No list of messages."""


def queue_of(key: bytes) -> bytes | None:
    name, zero, rest = key.partition(b"\0")
    return name if name and len(rest) == (16 if zero else 0) else None


def written(key: bytes) -> int | None:
    return int.from_bytes(key[-16:-8], "big") if b"\0" in key else None


def messages(value: bytes) -> list[dict[str, Any]]:
    """A row's messages. Raises `Broken`."""
    if not value:
        return []
    try:
        found, mark = cbor2.loads(
            b"\x82" + value + b"\x19\xab\xcd", semantic_decoders=TIMES, allow_duplicate_keys=False
        )
    except (cbor2.CBORError, ValueError, TypeError, OverflowError):
        raise Broken from None
    if mark != 0xABCD or not isinstance(found, list) or not all(map(is_message, found)):
        raise Broken
    return found


TIMES: Any = {0: lambda content, _: (0, content), 1: lambda content, _: (1, content)}


def is_message(found: object) -> bool:
    if not isinstance(found, dict):
        return False
    try:
        for key in ("Timestamp", "QueuedAt"):
            instant(found.get(key))
    except Broken:
        return False
    texts = all(isinstance(found.get(key) or "", str) for key in ("Username", "Subject"))
    lists = all(found.get(key) is None or is_texts(found[key]) for key in TEXTS)
    code = found.get("Code") or 0
    return texts and lists and isinstance(code, int) and not isinstance(code, bool)


def is_texts(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(text, str) for text in found)


def instant(found: object) -> int | None:
    """Nanoseconds since 1970; None for no time. Raises `Broken`."""
    if found is None:
        return None
    tag, content = found if isinstance(found, tuple) else (None, None)
    if tag == 0 and isinstance(content, str):
        ns = nanoseconds(content)
    elif tag == 1 and isinstance(content, int | float) and not isinstance(content, bool) and math.isfinite(content):
        ns = round(Fraction(content) * 10**9)
    else:
        ns = None
    if ns is None:
        raise Broken
    return ns if ns > 0 else None


def rows(path: Path) -> list[tuple[bytes, bytes]]:
    """Every row that is a queue's. Opened as the daemon would: use it on files of our own only."""
    with closing(sqlite3.connect(path)) as db:
        found = db.execute("SELECT key, CAST(value AS BLOB) FROM kv WHERE expires_at IS NULL").fetchall()
    return [(key, value or b"") for key, value in found if isinstance(key, bytes) and queue_of(key) is not None]


def depth(path: Path) -> list[Backlog]:
    """The backlog of every queue that has one, by name."""
    by_name: dict[bytes, list[tuple[bytes, bytes]]] = {}
    for key, value in rows(path):
        by_name.setdefault(queue_of(key) or b"", []).append((key, value))
    told = [backlog(name, by_name[name]) for name in sorted(by_name)]
    return [one for one in told if one.pending or one.failed]


def backlog(name: bytes, found: Iterable[tuple[bytes, bytes]]) -> Backlog:
    pending, failed, times = 0, 0, []
    for key, value in found:
        try:
            here = messages(value)
        except Broken:
            failed += 1
            continue
        pending += len(here)
        times += [instant(one.get("QueuedAt")) or written(key) for one in here]
    return Backlog(name, pending, failed, min((at for at in times if at is not None), default=None))
