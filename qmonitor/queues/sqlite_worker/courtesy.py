"""Leaving the write lock to the engine now and then.

On a slow disk a commit takes nearly all of a message's time, so that workers would hold the lock nearly always; and who
waits for it by SQLite's own growing sleeps may then wait for ever (an engine beside twelve workers made 8 commits in
20 s, measured; so it makes a hundred in a second). So all workers of this process on one file stop together, again and
again, for a twentieth of the time for which they held the lock; for as long as they held it while somebody queues.
"""

import threading
import time
from weakref import WeakValueDictionary

SHARE = 0.05
"""Of the time that the lock was held it is left alone; all of it while somebody queues."""

GAP, LONGEST = 0.02, 0.25
"""Seconds for which it is left alone at once, at least and at most: SQLite's sleeps grow up to a tenth of a second."""

LATELY = 5.0
"""Seconds for which it counts that a message was queued."""


class Courtesy:
    """One file's; for every worker's thread."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._owed = self._until = 0.0
        self._queued = float("-inf")

    def held(self, seconds: float) -> None:
        """The lock was held for so long."""
        now = time.monotonic()
        with self._guard:
            self._owed += seconds * (1.0 if now - self._queued < LATELY else SHARE)
            if self._owed >= GAP:
                self._until, self._owed = now + min(self._owed, LONGEST), 0.0

    def queued(self) -> None:
        """Somebody has queued a message."""
        self._queued = time.monotonic()

    def wait(self) -> None:
        """Until the lock may be taken again."""
        left = self._until - time.monotonic()
        if left > 0:
            time.sleep(left)


_known: "WeakValueDictionary[tuple[int, int], Courtesy]" = WeakValueDictionary()
_guard = threading.Lock()


def courtesy(identity: tuple[int, int]) -> Courtesy:
    """The one of a file (device and inode), for as long as anybody uses it."""
    with _guard:
        found = _known.get(identity)
        if found is None:
            found = _known[identity] = Courtesy()
        return found
