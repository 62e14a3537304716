"""Who of this process writes to a file next: first come, first served.

A hundred workers that all try for SQLite's lock again and again keep the process so busy that nobody gets anything done
(200 of them: 14 messages a second, and no answer from the window for ten seconds, measured). So one of them tries.
"""

import threading
import time
from collections import deque
from weakref import WeakValueDictionary

LOOK_EVERY = 0.25
"""Seconds after which one that waits sees that it is to stop, or that nothing goes on."""

LONGEST = 10.0
"""Seconds after which one that waits gives up, whatever goes on: a worker has to show that it is awake."""


class Turns:
    """One file's; for any thread."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Event] = deque()
        self._passed = 0
        """How many turns came to something."""

    @property
    def waiting(self) -> int:
        """How many wait."""
        with self._mutex:
            return len(self._waiting)

    def take(self, seconds: float, stop: threading.Event) -> bool:
        """Wait for one's turn; False where `stop` is set, or nobody else's came to anything for so many seconds."""
        mine = threading.Event()
        with self._mutex:
            if not self._taken:
                self._taken = True
                return True
            self._waiting.append(mine)
        return self._wait(mine, seconds, stop) or self._came_all_the_same(mine)

    def _wait(self, mine: threading.Event, seconds: float, stop: threading.Event) -> bool:
        end = time.monotonic() + max(seconds, LONGEST)
        passed, until = self._passed, time.monotonic() + seconds
        while not mine.wait(min(LOOK_EVERY, seconds)):
            now = time.monotonic()
            if self._passed != passed:
                passed, until = self._passed, now + seconds
            if stop.is_set() or now >= min(until, end):
                return False
        return True

    def _came_all_the_same(self, mine: threading.Event) -> bool:
        with self._mutex:
            if mine in self._waiting:
                self._waiting.remove(mine)
                return False
            return True

    def pass_on(self, *, done: bool = True) -> None:
        """It is the next one's turn; `done`: this one came to something (another program may have the lock)."""
        with self._mutex:
            self._passed += done
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._taken = False


_known: "WeakValueDictionary[tuple[int, int], Turns]" = WeakValueDictionary()
_guard = threading.Lock()


def turns(identity: tuple[int, int]) -> Turns:
    """Those of a file (device and inode), for as long as anybody uses it."""
    with _guard:
        found = _known.get(identity)
        if found is None:
            found = _known[identity] = Turns()
        return found
