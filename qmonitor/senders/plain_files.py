"""Small files that somebody else may have put there: read only where they are plain files, and only so much of them.

What a pipe or a device gives has no end, or never begins: it would hold up whoever reads it, or fill the memory.
"""

import errno
import os
import stat

LONGEST = 4_000_000
"""Bytes of a settings file that is read: some ten thousand entries."""


def read(path: str | os.PathLike[str], most: int) -> tuple[bytes, os.stat_result]:
    """Its content, and what the system knows of it. Raises OSError, also for what is no plain file or is longer."""
    with open(path, "rb", opener=_opener) as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "not a plain file")
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return data, found


def is_foreign(found: os.stat_result) -> bool:
    """Whether it belongs to somebody else than this user or the administrator. Not known where lists tell it."""
    return os.name == "posix" and found.st_uid not in (os.geteuid(), 0)


def is_open(found: os.stat_result, rights: int) -> bool:
    """Whether others have one of these rights to it (`stat.S_IWOTH`, say). Not known where lists tell it."""
    return os.name == "posix" and bool(found.st_mode & rights)


def mode(found: os.stat_result) -> str:
    """Its rights as they are written: 0666."""
    return f"{stat.S_IMODE(found.st_mode):04o}"


def _opener(path: str, flags: int) -> int:
    """Without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
