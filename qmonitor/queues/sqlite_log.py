"""The engine's write-ahead log beside a long reading: how far it is in use, and a moment to begin it anew.

When its log has so many pages, an engine copies them into the file, and its next commit begins the log anew: but only
if nobody reads at that moment. One reading after the other, each of them short, keeps it from that as a long one does.
How long the file of the log is says little, for it never gets shorter; so its frames are looked at, which carry the
number of their round. The log is read as any file is: SQLite has its locks elsewhere.
"""

import os
import time

OVERDUE = 1_000
"""Pages in the log from which on an engine copies them, unless it was told otherwise."""

REST = 0.5
"""Seconds for which that is waited for at most. It takes some milliseconds, and some hundred on a busy machine."""

LOOK_EVERY = 0.001
"""Seconds between two looks whether the log was begun anew."""

_HEADER, _FRAME = 32, 24
"""Bytes before the frames, and before the page in each (https://sqlite.org/fileformat2.html#the_write_ahead_log)."""

_PAGE, _SALT, _FRAME_SALT = slice(8, 12), slice(16, 24), slice(8, 16)
"""Where the page size and the salt stand, which is another one in each round."""


class Log:
    """The log of one file, during one reading; used by one thread."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._known, self._bound = self.pages(), 0

    def give_way(self) -> None:
        """Where the engine is at work and its log overdue: wait until it was begun anew. To be called between readings.

        An engine for which that was in vain waits for something else: it is left alone until the log is twice as long.
        """
        before, now = self._known, self.pages()
        self._known = now
        if now < max(OVERDUE, self._bound) or now <= before:
            return
        until = time.monotonic() + REST
        while self._known >= now and time.monotonic() < until:
            time.sleep(LOOK_EVERY)
            self._known = self.pages()
        self._bound = 2 * self._known if self._known >= now else 0

    def pages(self) -> int:
        """How many are in use; 0 where they are certainly fewer than `OVERDUE`, or there is no log."""
        try:
            log = os.open(self._path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        except OSError:
            return 0
        try:
            return _pages(log)
        finally:
            os.close(log)


def _pages(log: int) -> int:
    """The frames of this round come first; which one is the last of them is found by halving."""
    header = _at(log, 0, _HEADER)
    size = int.from_bytes(header[_PAGE], "big") + _FRAME
    first, beyond = 0, (os.fstat(log).st_size - _HEADER) // size
    if len(header) < _HEADER or beyond < OVERDUE:
        return 0
    while first < beyond:
        middle = (first + beyond) // 2
        if _at(log, _HEADER + middle * size, _FRAME)[_FRAME_SALT] == header[_SALT]:
            first = middle + 1
        else:
            beyond = middle
    return first


def _at(log: int, place: int, length: int) -> bytes:
    os.lseek(log, place, os.SEEK_SET)
    return os.read(log, length)
