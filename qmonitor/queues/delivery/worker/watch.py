"""The watch for the engine's own worker: nobody else must have touched anything for a while before we send."""

from qmonitor.queues.delivery.worker.changes import Head
from qmonitor.queues.delivery.worker.clock import Awake, Clock
from qmonitor.queues.delivery.worker.state import Terms
from qmonitor.queues.times import NS, Instant, from_ns, parse
from qmonitor.queues.words import Phrase, phrase

START = phrase("Whether the engine delivers here itself is looked at first.")


LAST = parse("9999-12-31T23:59:59.999999999Z")
"""The last time that can be stored."""


class Watch:
    """Whether it is on, since when and why; and what became of a person's word that the engine is stopped.

    It lasts so long by the wall clock and by the time in which it was awake: while the machine slept the engine did
    nothing either, and a clock that is set says nothing of it.
    """

    def __init__(self, clock: Clock, terms: Terms, *, trusted: bool = False) -> None:
        self.trusted = trusted
        self.doubted = False
        self.because: Phrase | None = None
        self._clock, self._terms = clock, terms
        self._since: int | None = None
        """By the wall clock, nanoseconds; None: it is off."""
        self._awake = Awake(clock)

    def begin(self, because: Phrase = START) -> None:
        """Begin, or begin anew; not where a person's word is trusted."""
        if not self.trusted:
            self.because, self._since = because, self._now()
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
            due = head.due.ns if head.due is not None else None
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
