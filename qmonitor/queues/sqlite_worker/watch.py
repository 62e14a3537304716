"""The watch for the engine's or the daemon's own worker: nobody else must have touched anything before we send."""

from qmonitor.queues.sqlite_worker.attempt import Head
from qmonitor.queues.sqlite_worker.clock import Awake, Clock
from qmonitor.queues.sqlite_worker.terms import Terms
from qmonitor.queues.times import NS, Instant, from_ns, parse
from qmonitor.queues.words import Phrase

LAST = parse("9999-12-31T23:59:59.999999999Z")
"""The last time that can be stored."""


class Watch:
    """Whether it is on, since when and why; and what became of a person's word that the engine is stopped.

    It lasts so long by the wall clock and by the time in which it was awake: while the machine slept the engine did
    nothing either, and a clock that is set says nothing of it.
    """

    def __init__(self, clock: Clock, terms: Terms, start: Phrase, *, trusted: bool = False) -> None:
        """`start`: why it is on where nothing was noticed yet."""
        self.start = start
        self.trusted = trusted
        self.doubted = False
        self.because: Phrase | None = None
        self._clock, self._terms = clock, terms
        self._since: int | None = None
        """By the wall clock, nanoseconds; None: it is off."""
        self._awake = Awake(clock)

    def begin(self, because: Phrase | None = None) -> None:
        """Begin, or begin anew; not where a person's word is trusted."""
        if not self.trusted:
            self.because, self._since = because or self.start, self._now()
            self._awake.begin()

    def trust(self) -> None:
        """A person says that the engine is stopped."""
        self.trusted, self.doubted, self.because, self._since = True, False, None, None

    def noticed(self, foreign: Phrase) -> bool:
        """Another program is at work: no word is trusted any more. Whether one was."""
        was, self.trusted = self.trusted, False
        self.doubted = self.doubted or was
        self.begin(foreign)
        return was

    @property
    def on(self) -> bool:
        return self._since is not None

    def until(self, head: Head | None) -> Instant | None:
        """When it is over: so long beyond the time at which the head is, or was at its beginning, due. None: it is."""
        if self._since is None:
            return None
        now, seen = self._now(), self._awake.look()
        self._since = min(self._since, now)  # the clock was set back
        begin, span = self._since, self._terms.watch_idle
        if head is not None:
            due = head.scheduled.ns if head.scheduled is not None else None
            begin, span = max(begin, due or 0), self._terms.watch_due
        if now < begin:
            self._awake.begin()
            seen = 0.0
        end = max(begin + int(span * NS), max(now, begin) + int((span - seen) * NS))
        if now < end:
            return from_ns(end) if end < (LAST.ns or 0) else LAST
        self.because = self._since = None
        return None

    def _now(self) -> int:
        return self._clock.now().ns or 0
