"""The watch for the engine's own worker: nobody else must have touched anything for a while before we send."""

from dataclasses import dataclass

from qmonitor.queues.delivery.worker.changes import Head
from qmonitor.queues.delivery.worker.clock import Clock
from qmonitor.queues.delivery.worker.state import Terms
from qmonitor.queues.times import Instant, from_ns
from qmonitor.queues.words import Phrase, phrase

START = phrase("Whether the engine delivers here itself is looked at first.")


@dataclass(slots=True)
class Watch:
    """Whether it is on, since when and why; and what became of a person's word that the engine is stopped."""

    clock: Clock
    terms: Terms
    trusted: bool = False
    doubted: bool = False
    because: Phrase | None = None
    _since: Instant | None = None

    def begin(self, because: Phrase = START) -> None:
        """Begin, or begin anew; not where a person's word is trusted."""
        if not self.trusted:
            self.because, self._since = because, self.clock.now()

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
        since, span = self._since.ns or 0, self.terms.watch_idle
        if head is not None:
            due = head.due.ns if head.due is not None else None
            since, span = max(since, due or 0), self.terms.watch_due
        end = since + int(span * 1e9)
        if (self.clock.now().ns or 0) < end:
            return from_ns(end)
        self.because = self._since = None
        return None
