"""What this process itself does to a database file, so that its parts don't trip over each other's locks.

POSIX drops all locks that a process has on a file as soon as it closes any handle of it
(https://sqlite.org/howtocorrupt.html, section 2.2). So no handle but SQLite's is closed while SQLite has the file open.
"""

import os
import struct
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from qmonitor.queues.errors import SourceBusy, SourceMissing
from qmonitor.queues.sqlite_stamp import forbidden
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

HOLD_FOR = 1.0
"""Seconds for which another program's exclusive lock is waited for."""

_SHARED_FIRST, _SHARED_SIZE = 0x40000000 + 2, 510
"""The bytes of the file that stand for SQLite's SHARED lock (os.h of SQLite)."""


@dataclass(slots=True)
class _Handle:
    """A plain handle, kept open until SQLite has closed its own; `looks` counts who holds its lock."""

    number: int
    looks: int = 0


_guard = threading.Condition()
_connections: Counter[tuple[int, int]] = Counter()
_handles: dict[tuple[int, int], _Handle] = {}


@contextmanager
def in_use(identity: tuple[int, int]) -> Iterator[None]:
    """Marks that this process has SQLite open on the file with this device and inode."""
    with _guard:
        _connections[identity] += 1
    try:
        yield
    finally:
        with _guard:
            _connections[identity] -= 1
            if not _connections[identity]:
                del _connections[identity]
                handle = _handles.pop(identity, None)
                if handle is not None:
                    os.close(handle.number)
            _guard.notify_all()


@contextmanager
def side_files_kept(path: str, identity: tuple[int, int]) -> Iterator[None]:
    """Inside `in_use`: an engine that closes the file leaves its log and index where they are.

    Otherwise it might remove them between our look at them and SQLite's opening, which would then make new ones: ours,
    and the engine could no longer write. A last closer needs SQLite's exclusive lock to remove them, and this is a
    shared one, of an open file description so that it is nobody else's. Linux only; elsewhere there is no such lock.
    Raises `SourceBusy`.
    """
    if sys.platform != "linux":
        yield
        return
    with _guard:
        handle = _handles.get(identity) or _handles.setdefault(identity, _Handle(_open(path)))
        handle.looks += 1
    try:
        _share(path, handle)
        yield
    finally:
        with _guard:
            handle.looks -= 1
            if not handle.looks:
                _lock(handle, shared=False)


def _share(path: str, handle: _Handle) -> None:
    until = time.monotonic() + HOLD_FOR
    while True:
        try:
            return _lock(handle, shared=True)
        except OSError as error:
            if time.monotonic() > until:
                raise SourceBusy(
                    phrase("Another program keeps {path} to itself.", path=path),
                    phrase("If it stays so, see which program keeps the file locked."),
                ) from error
        time.sleep(0.001)


def _lock(handle: _Handle, *, shared: bool) -> None:
    import fcntl  # not on Windows

    kind = fcntl.F_RDLCK if shared else fcntl.F_UNLCK
    flock = struct.pack("hhqqi", kind, os.SEEK_SET, _SHARED_FIRST, _SHARED_SIZE, 0)
    fcntl.fcntl(handle.number, fcntl.F_OFD_SETLK, flock)


def _open(path: str) -> int:
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except PermissionError as error:
        raise forbidden(path) from error
    except OSError as error:
        raise SourceMissing(
            phrase("{path} can't be read.", path=path), phrase("Check that it is still there.")
        ) from error


def contents(path: str, piece: int = 4 * 1024 * 1024) -> Iterator[bytes]:
    """The raw bytes of a file that this process has open by SQLite, in pieces; its handle is closed after SQLite's."""
    found = os.stat(path)
    identity = (found.st_dev, found.st_ino)
    with _guard:
        if identity not in _connections:
            raise ValueError("only inside in_use")
        handle = _handles.get(identity) or _handles.setdefault(identity, _Handle(_open(path)))
    os.lseek(handle.number, 0, os.SEEK_SET)
    while block := os.read(handle.number, piece):
        yield block


def is_wal(path: str, identity: tuple[int, int], wait: float) -> bool | None:
    """Whether the file's header says WAL mode (bytes 18 and 19, https://sqlite.org/fileformat2.html section 1.3).

    None where this process still has SQLite open on it after `wait` seconds.
    """
    with _guard:
        if not _guard.wait_for(lambda: identity not in _connections, timeout=wait):
            return None
        number = _open(path)
        try:
            return os.read(number, 20)[18:] == b"\x02\x02"
        finally:
            os.close(number)
