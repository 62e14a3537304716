"""Files with dead-letter queues, written byte for byte as the description of the format says.

Nothing of the package and no CBOR library is used: what these files hold was not made by what is tested.
"""

import os
import sqlite3
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

GO_ZERO = "0001-01-01T00:00:00Z"
NS = 1_000_000_000
BEGIN = 1_790_000_000 * NS
"""A day in autumn 2026."""


def head(major: int, number: int) -> bytes:
    for size, code in ((0, None), (1, 24), (2, 25), (4, 26), (8, 27)):
        if code is None:
            if number < 24:
                return bytes([major << 5 | number])
        elif number < 1 << (8 * size):
            return bytes([major << 5 | code]) + number.to_bytes(size, "big")
    raise ValueError(number)


def integer(number: int) -> bytes:
    return head(0, number) if number >= 0 else head(1, -1 - number)


def raw(content: bytes) -> bytes:
    return head(2, len(content)) + content


def text(content: str) -> bytes:
    coded = content.encode()
    return head(3, len(coded)) + coded


def pieces(*parts: str) -> bytes:
    """A text of indefinite length."""
    return b"\x7f" + b"".join(map(text, parts)) + b"\xff"


def items(*parts: bytes, endless: bool = False) -> bytes:
    return b"\x9f" + b"".join(parts) + b"\xff" if endless else head(4, len(parts)) + b"".join(parts)


def pairs(*parts: bytes, endless: bool = False) -> bytes:
    return b"\xbf" + b"".join(parts) + b"\xff" if endless else head(5, len(parts) // 2) + b"".join(parts)


def tag(number: int, content: bytes) -> bytes:
    return head(6, number) + content


NULL = b"\xf6"


def double(number: float) -> bytes:
    return b"\xfb" + struct.pack(">d", number)


def rfc3339(ns: int, digits: int = 9) -> str:
    """An instant with so many digits of a second, as Go's `RFC3339Nano` and others write it."""
    whole = (datetime(1970, 1, 1) + timedelta(seconds=ns // NS)).strftime("%Y-%m-%dT%H:%M:%S")
    return f"{whole}.{ns % NS:09d}"[: 20 + digits if digits else 19] + "Z"


def at(ns: int | None, digits: int = 9) -> bytes:
    """Tag 0; None is Go's zero time."""
    return tag(0, text(GO_ZERO if ns is None else rfc3339(ns, digits)))


def texts(values: Iterable[str] | None, *, endless: bool = False) -> bytes:
    return NULL if values is None else items(*map(text, values), endless=endless)


def message(
    queued: bytes | int | None = BEGIN,
    *,
    stamp: bytes | int | None = BEGIN,
    username: str = "ann",
    subject: str = "Grade in anatomy",
    descriptions: Sequence[str] | None = ("Anatomy I", "2026"),
    fields: Sequence[str] | None = ("grade", "1.3"),
    skip: Sequence[str] | None = None,
    code: int = 0,
    more: Sequence[bytes] = (),
    endless: bool = False,
) -> bytes:
    """A message's map, in the order in which the daemon writes it; `more` are further keys and values."""
    coded = [one if isinstance(one, bytes) else at(one) for one in (stamp, queued)]
    return pairs(
        text("Timestamp"), coded[0], text("QueuedAt"), coded[1], text("Username"), text(username),
        text("Subject"), text(subject), text("Descriptions"), texts(descriptions, endless=endless),
        text("Fields"), texts(fields, endless=endless), text("SkipRecipients"), texts(skip),
        text("Code"), integer(code), *more, endless=endless,
    )  # fmt: skip


def key(name: str, ns: int, sequence: int = 0) -> bytes:
    return name.encode() + b"\0" + struct.pack(">QQ", ns, sequence)


BROKEN: dict[str, bytes] = {
    "nothing of CBOR": b"\x1c\xff\x00 no cbor",
    "a map": message(),
    "a number": integer(7),
    "text": text("message"),
    "cut off": items(message())[:-5],
    "more than a list": items(message()) + b"\x00",
    "a message that is a list": items(items(message())),
    "a message that is null": items(NULL),
    "a number for a name": items(pairs(text("Username"), integer(5))),
    "a list of numbers": items(pairs(text("Fields"), items(integer(1)))),
    "text for a list": items(pairs(text("Fields"), text("grade"))),
    "text for a code": items(pairs(text("Code"), text("0"))),
    "a time without its tag": items(pairs(text("QueuedAt"), text(rfc3339(BEGIN)))),
    "a time that is none": items(pairs(text("QueuedAt"), tag(0, text("2026-02-30T00:00:00Z")))),
    "a number under tag 0": items(pairs(text("QueuedAt"), tag(0, integer(1_790_000_000)))),
    "text under tag 1": items(pairs(text("QueuedAt"), tag(1, text(rfc3339(BEGIN))))),
    "not a number under tag 1": items(pairs(text("QueuedAt"), tag(1, double(float("nan"))))),
    "a key twice": items(pairs(text("Code"), integer(1), text("Code"), integer(2))),
    "text that is no UTF-8": items(pairs(text("Subject"), head(3, 2) + b"\xff\xfe")),
    "a list that is said to be huge": b"\x9b" + b"\xff" * 8,
    "a map that is said to be huge": items(b"\xba" + b"\xff" * 4),
    "text that is said to be huge": items(pairs(text("Subject"), b"\x7b" + b"\xff" * 8)),
    "lists in lists": b"\x81" * 50_000,
    "endless lists in lists": b"\x9f" * 50_000,
    "tags of tags": items(pairs(text("x"), b"\xc6" * 50_000 + b"\x00")),
    "an endless list without an end": b"\x9f" + message(),
    "a break in its wrong place": items(pairs(text("x"), b"\xbf" + text("a") + b"\xff")),
}
"""Values that are no list of messages, by what is wrong with them."""


@dataclass
class Table:
    """The table of a file, filled without any index of the package."""

    path: Path
    rows: list[tuple[bytes, bytes | None, int | None]] = field(default_factory=list)

    def put(self, key: bytes, value: bytes | None, expires: int | None = None) -> bytes:
        self.rows.append((key, value, expires))
        return key

    def add(self, name: str, ns: int, *messages: bytes, sequence: int = 0) -> bytes:
        """A row with these messages; its key."""
        return self.put(key(name, ns, sequence), items(*messages))

    def legacy(self, name: str, *messages: bytes) -> bytes:
        return self.put(name.encode(), items(*messages))

    def digests(self, count: int, *, like: str = "") -> None:
        """Unrelated keys with an expiry: 32 bytes, the first of them like a queue's key where a name is given."""
        for n in range(count):
            begin = f"{like}\0".encode() if like and not n else b""
            self.put(begin + os.urandom(32 - len(begin)), b"\x01", 1_800_000_000 + n)

    def write(self) -> Path:
        """Make the file, or add to it."""
        with closing(sqlite3.connect(self.path)) as db:
            create(db)
            db.executemany("INSERT INTO kv (key, value, expires_at) VALUES (?, ?, ?)", self.rows)
            db.commit()
        self.rows.clear()
        return self.path


def create(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("CREATE TABLE IF NOT EXISTS kv (key BLOB PRIMARY KEY, value BLOB, expires_at INTEGER)")
    db.execute("CREATE INDEX IF NOT EXISTS idx_expires_at ON kv (expires_at)")


def stored(path: Path) -> list[tuple[bytes, bytes, int | None]]:
    """Every row of the table, by key."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT key, value, expires_at FROM kv ORDER BY key").fetchall()


def queue_rows(path: Path, name: str) -> Iterator[tuple[bytes, bytes]]:
    """A queue's rows by key, the one of the older layout first."""
    begin = name.encode()
    for found, value, expires in stored(path):
        if expires is None and (found == begin or (found.startswith(begin + b"\0") and len(found) == len(begin) + 17)):
            yield found, value
