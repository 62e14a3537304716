"""Who did what: the actor, the audit row, and the hash chain that ties the rows together.

A row's hash is SHA-256 over the row and the hash before it, so that an edited, inserted or removed row is
noticed from there on. What can't be noticed is a cut-off tail: nothing after it is left to disagree.
"""

import hashlib
import json
import os
import socket
import sys
from collections.abc import Iterable

from qmonitor.queues.model import ItemId
from qmonitor.queues.times import Instant
from qmonitor.values import dataclass

COLUMNS = (
    "id", "at", "actor", "host", "action", "target", "plan",
    "part", "count", "ids", "before", "reason", "version", "prev",
)  # fmt: skip
"""The columns that the hash covers, in the order in which it takes them."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One recorded act, or one batch of it: `plan` ties the batches together, `part` counts them from 1.

    `target` says what it was aimed at in words (a destination, say); `ids` are the items that were changed.
    """

    id: int
    at: Instant
    actor: str
    host: str
    action: str
    target: str
    plan: str
    part: int
    count: int
    ids: tuple[ItemId, ...]
    reason: str
    version: str


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether the chain holds: `rows` looked at, and `broken_at`, the id of the first row that does not fit."""

    rows: int
    broken_at: int | None = None

    @property
    def intact(self) -> bool:
        return self.broken_at is None


def row_hash(values: Iterable[object]) -> str:
    """SHA-256 (hex) over one row: its `COLUMNS` as a compact JSON list in ASCII."""
    text = json.dumps(list(values), separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def plain(text: str) -> str:
    """Text that any database and any tool can hold: what is no Unicode is replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")


def host() -> str:
    """This machine's name."""
    return socket.gethostname()


def actor() -> str:
    """The person who acts, as `user@host`, told by the operating system and never by the environment.

    POSIX: the real uid's entry in the password database, `uid:1000` where it has none. When that is root
    and the session was opened by somebody else (sudo), the kernel's login uid is added:
    `root@host (login jdoe)`. Windows: the name in the process's access token.
    """
    if sys.platform == "win32":
        return f"{_windows_user()}@{host()}"
    uid = os.getuid()
    login = _login_uid()
    suffix = f" (login {_user(login)})" if uid == 0 and login not in (None, 0) else ""
    return f"{_user(uid)}@{host()}{suffix}"


def _user(uid: int | None) -> str:
    import pwd

    if uid is None:
        return "unknown"
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid:{uid}"


def _login_uid() -> int | None:
    """The uid that logged in, kept by the kernel through su and sudo; None where there was no login."""
    try:
        with open("/proc/self/loginuid", encoding="ascii") as file:
            uid = int(file.read())
    except (OSError, ValueError):
        return None
    return None if uid in (-1, 0xFFFFFFFF) else uid


def _windows_user() -> str:  # pragma: no cover - runs on Windows only
    import ctypes

    size = ctypes.c_ulong(257)
    name = ctypes.create_unicode_buffer(size.value)
    if not ctypes.windll.advapi32.GetUserNameW(name, ctypes.byref(size)):  # type: ignore[attr-defined,unused-ignore]
        return "unknown"
    return name.value


def item_ids(stored: str) -> tuple[ItemId, ...]:
    """Of a tampered entry too: what is no list of ids reads as none (`verify` names the entry)."""
    try:
        found = json.loads(stored)
    except (ValueError, RecursionError):
        return ()
    return tuple(found) if isinstance(found, list) and all(isinstance(one, int | str) for one in found) else ()
