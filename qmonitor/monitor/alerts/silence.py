"""For how long a source has not answered. Used by one thread."""

from qmonitor.monitor.series import SILENCE_NS
from qmonitor.queues.times import NS, Instant


class Silence:
    """Time in which nobody asked does not count: a machine that slept was not failed by its source."""

    def __init__(self) -> None:
        self.answered_at: Instant | None = None
        self.asked_at: Instant | None = None
        self._since: Instant | None = None

    def gap(self, now: Instant) -> bool:
        """Whether so much time has passed since the last answer, or so oddly, that anything may have happened."""
        return self.answered_at is not None and _apart(self.answered_at, now)

    def answer(self, now: Instant) -> None:
        """The source answered."""
        self.answered_at = self.asked_at = now
        self._since = None

    def fail(self, now: Instant) -> float:
        """It did not; for how many seconds it has not, though it was asked."""
        asked, self.asked_at = self.asked_at, now
        if asked is None or _apart(asked, now):
            self._since = now
        elif self._since is None:
            self._since = self.answered_at
        began = self._since or now
        return max(0, (now.ns or 0) - (began.ns or 0)) / NS


def _apart(earlier: Instant, later: Instant) -> bool:
    return not 0 <= (later.ns or 0) - (earlier.ns or 0) <= SILENCE_NS
