"""The folder that files are put into: always the same one, by atomic steps, and never over another file."""

import contextlib
import ctypes
import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Iterator

from qmonitor.values import dataclass

PART = ".qmonitor-"
"""How the names of unfinished files begin. Hidden, so that hardly a receiver takes one."""

STALE = 60.0
"""Seconds after which an unfinished file belongs to nobody any more."""

ABANDONED = 86_400.0
"""Seconds for one that has its final name beside its own: it tells a worker that starts that its message is there. Not
for ever, as its bytes stay on the disk as long, whatever becomes of the file."""

_FOLDER_FLAGS = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_NO_LINKS = {errno.EPERM, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK}
_AT_ONCE = 1_000_000
_NO_REPLACE = 1


class Elsewhere(Exception):
    """At the place of the folder there is another one by now."""


class NameTaken(Exception):
    """There is a file with this name."""


@dataclass(slots=True)
class Part:
    """An unfinished file: open, and locked where the system can do that, as long as somebody is at work on it."""

    name: str
    handle: int

    def close(self) -> None:
        """Again: nothing."""
        if self.handle >= 0:
            os.close(self.handle)
            self.handle = -1

    @property
    def placed(self) -> bool:
        """Whether it has its final name already, beside its own."""
        return os.fstat(self.handle).st_nlink > 1

    def holds(self, raw: bytes) -> bool:
        return same(self.handle, raw)


class Folder:
    """Open between `visit` and its end. `path`: followed once, at the first visit; then it has to stay the same."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._real = ""
        self._identity: tuple[int, int] | None = None
        self._handle: int | None = None

    @contextlib.contextmanager
    def visit(self) -> Iterator[None]:
        """Raises OSError where there is none, and `Elsewhere`."""
        self._real = self._real or os.path.realpath(self._path)
        if os.name == "posix":
            self._handle = os.open(self._real, os.O_RDONLY | _FOLDER_FLAGS)
        try:
            self._require_the_same()
            yield
        finally:
            if self._handle is not None:
                os.close(self._handle)
                self._handle = None

    def _require_the_same(self) -> None:
        found = os.stat(self._real if self._handle is None else self._handle)
        identity = (found.st_dev, found.st_ino)
        if self._identity is None:
            self._identity = identity
        elif identity != self._identity:
            raise Elsewhere

    def names(self) -> list[str]:
        return os.listdir(self._real if self._handle is None else self._handle)

    def open(self, name: str, flags: int = os.O_RDONLY) -> int:
        """A plain file of this folder; what lies behind a link is none. Raises OSError."""
        plain = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        handle = os.open(self._at(name), flags | plain, 0o600, dir_fd=self._handle)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        return handle

    def begin(self, raw: bytes, mode: int) -> Part:
        """An unfinished file with these bytes, on the disk. Raises OSError; then nothing is left."""
        name = f"{PART}{secrets.token_hex(8)}.part"
        part = Part(name, self.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL))
        try:
            lock(part.handle)
            view = memoryview(raw)
            while view:
                view = view[os.write(part.handle, view[:_AT_ONCE]) :]
            if hasattr(os, "fchmod"):
                os.fchmod(part.handle, mode)
            os.fsync(part.handle)
        except BaseException:
            part.close()
            self.forget(name)
            raise
        return part

    def place(self, part: Part, name: str) -> None:
        """Give a file its final name. Raises `NameTaken`, or OSError where it does not have it."""
        try:
            self._give(part, name)
        except FileExistsError:
            if not self._is(part, name):  # a network may lose the answer to what was done
                raise NameTaken from None
        except OSError:
            if not self._is(part, name):
                raise

    def _give(self, part: Part, name: str) -> None:
        if os.name == "nt":
            part.close()  # what is open can't be renamed there
            os.rename(self._at(part.name), self._at(name))  # refuses by itself what is there already
            return
        try:
            os.link(part.name, name, src_dir_fd=self._handle, dst_dir_fd=self._handle)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            assert self._handle is not None
            rename_to_new(self._handle, part.name, name)

    def _is(self, part: Part, name: str) -> bool:
        try:
            there = os.stat(self._at(name), dir_fd=self._handle, follow_symlinks=False)
        except OSError:
            return False
        return part.handle >= 0 and os.path.samestat(there, os.fstat(part.handle))

    def keep(self) -> None:
        """Have the names on the disk. Raises OSError."""
        if self._handle is not None:
            os.fsync(self._handle)

    def forget(self, name: str) -> None:
        with contextlib.suppress(OSError):
            os.unlink(self._at(name), dir_fd=self._handle)

    def left_over(self) -> Iterator[Part]:
        """Unfinished files that nobody is at work on and that have their final name; what is too old is deleted."""
        for name in self.names():
            if not name.startswith(PART):
                continue
            try:
                part = Part(name, self.open(name, os.O_RDWR))
            except OSError:
                continue
            try:
                if not lock(part.handle):
                    continue
                if time.time() - os.fstat(part.handle).st_mtime > (ABANDONED if part.placed else STALE):
                    self.forget(name)
                elif part.placed:
                    yield part
            finally:
                part.close()

    def holds(self, name: str, raw: bytes) -> bool:
        """Whether a file has exactly these bytes."""
        try:
            handle = self.open(name)
        except OSError:
            return False
        try:
            return same(handle, raw)
        except OSError:
            return False
        finally:
            os.close(handle)

    def _at(self, name: str) -> str:
        return name if self._handle is not None else os.path.join(self._real, name)


def same(handle: int, raw: bytes) -> bool:
    """Whether an open file has exactly these bytes. Raises OSError."""
    if os.fstat(handle).st_size != len(raw):
        return False
    os.lseek(handle, 0, os.SEEK_SET)
    seen = 0
    while seen < len(raw):
        data = os.read(handle, _AT_ONCE)
        if not data or data != raw[seen : seen + len(data)]:
            return False
        seen += len(data)
    return True


def lock(handle: int) -> bool:
    """Whether nobody else is at work on it; where the system knows no locks, nobody is."""
    if sys.platform == "win32":
        return True  # what is open there can't be deleted or renamed anyway
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def rename_to_new(folder: int, old: str, new: str) -> None:
    """Rename inside an open folder where a file can't have two names; never over another file. Raises OSError."""
    call = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if call is None:
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
    if call(folder, os.fsencode(old), folder, os.fsencode(new), _NO_REPLACE) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
