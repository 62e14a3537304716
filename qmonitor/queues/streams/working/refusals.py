"""What a server refused of what came of a message: nothing more is sent then, until it is likely to take it.

Else one message would go to its receiver again and again, and nobody would ever read that it had arrived.
"""

import logging
import threading
import time
from collections.abc import Callable

from qmonitor.queues.errors import PasswordNeeded, QueueError
from qmonitor.queues.streams.errors import ServerNotReady, ServerUnreachable

_LOG = logging.getLogger("qmonitor.streams")

FIRST, LONGEST, BLIND = 1.0, 60.0, 600.0
"""Seconds: the first pause; at most between two questions whether it may be written by now; and at most between two
messages that are sent to find that out, where no question tells.
"""

SLICE = 0.2
"""Seconds for which others wait while one tries."""

PASSING = (ServerUnreachable, ServerNotReady, PasswordNeeded)
"""Seen, and told, by whoever fetches: that fails as well."""


class Refusals:
    """One pool's, for any thread.

    `probe` raises what is in the way, as far as that can be asked without a message; `told` hears it, and None once it
    is over.
    """

    def __init__(
        self,
        probe: Callable[[], object],
        told: Callable[[QueueError | None], object],
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._probe, self._told, self._passed = probe, told, passed
        self._guard = threading.Lock()
        self._error: QueueError | None = None
        self._known = False
        """Whether the probe says it, too: then it also says when it is over."""
        self._pause, self._until = FIRST, 0.0
        self._trying: int | None = None

    def wait(self) -> float:
        """Seconds for which nothing may be sent yet. 0: it may; of those that wait one is let through, to try it.

        Raises what is passing (`PASSING`).
        """
        if self._error is None:
            return 0.0
        with self._guard:
            left = self._until - self._passed()
            if left > 0:
                return left
            if self._trying is not None:
                return SLICE
            self._trying = threading.get_ident()
        return self._ask_again()

    def tried(self) -> None:
        """Whoever was let through is done, whatever came of it."""
        with self._guard:
            if self._trying == threading.get_ident():
                self._trying = None

    def refused(self, error: QueueError) -> None:
        """What came of a message could not be written."""
        if isinstance(error, PASSING):
            return
        try:
            self._probe()
        except PASSING:
            self._hold(error, known=False)
        except QueueError as why:
            self._hold(why, known=True)
        else:
            self._hold(error, known=False)

    def written(self) -> None:
        """What came of a message was written: the end of it, where that was the one that was to try."""
        if self._error is not None and not self._known and self._trying == threading.get_ident():
            self._end()

    def _ask_again(self) -> float:
        known = self._known
        try:
            self._probe()
        except PASSING:
            self.tried()
            raise
        except QueueError as why:
            self.tried()
            self._hold(why, known=True)
            return max(self._until - self._passed(), SLICE)
        if known:
            self._end()
        return 0.0

    def _hold(self, error: QueueError, *, known: bool) -> None:
        with self._guard:
            before, self._error, self._known = self._error, error, known
            now = self._passed()
            if self._until <= now:  # several may be refused at once
                self._until = now + self._pause
                self._pause = min(2 * self._pause, LONGEST if known else BLIND)
        if before is None or str(before) != str(error):
            _LOG.warning("what came of a message can't be written, so nothing is sent until it can: %s", error.cause)
            self._told(error)

    def _end(self) -> None:
        with self._guard:
            self._error, self._known, self._pause, self._until, self._trying = None, False, FIRST, 0.0, None
        self._told(None)
