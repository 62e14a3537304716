"""What a worker did: its last attempts, and how fast it delivers. Written by its thread, read by any."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from qmonitor import logs
from qmonitor.monitor.running import causes
from qmonitor.monitor.running.model import KEPT, Attempt, Outcome
from qmonitor.queues import times
from qmonitor.queues.model import ItemId
from qmonitor.queues.sending import NotDelivered, OwnWords, Sender
from qmonitor.queues.words import Phrase

_LOG = logs.subject("attempts")

STEP, STEPS = 10.0, 30
"""Deliveries are counted by steps of so many seconds, of which so many make the span that the rate is of."""


class Rate:
    """Deliveries a minute over the last five minutes, or since the first attempt began: it may have watched before."""

    def __init__(self, passed: Callable[[], float] = time.monotonic) -> None:
        self._passed = passed
        self._began: float | None = None
        self._counts: dict[int, int] = {}

    def begin(self) -> None:
        """An attempt begins; only the first one matters."""
        if self._began is None:
            self._began = self._passed()

    def count(self) -> None:
        """One was delivered."""
        self.begin()
        step = self._step()
        if step not in self._counts:
            self._counts = {old: n for old, n in self._counts.items() if old > step - STEPS}
            self._counts[step] = 0
        self._counts[step] += 1

    def per_minute(self) -> float | None:
        """None before a first step is over: too little is known then."""
        span = self._span()
        if span < STEP:
            return None
        step = self._step()
        counts = dict(self._counts)
        delivered = sum(n for old, n in counts.items() if old > step - STEPS)
        return delivered * 60.0 / min(span, (STEPS - 1) * STEP + span % STEP)

    def _step(self) -> int:
        return int(self._span() // STEP)

    def _span(self) -> float:
        return 0.0 if self._began is None else self._passed() - self._began


class Witness:
    """Stands before a sender, and remembers by its own sentence why the last attempt of each thread failed."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self._causes = threading.local()

    @property
    def cause(self) -> Phrase | None:
        """Of this thread's last attempt."""
        return getattr(self._causes, "cause", None)

    @cause.setter
    def cause(self, cause: Phrase | None) -> None:
        self._causes.cause = cause

    def send(self, raw: bytes, timeout: float) -> None:
        self.cause = None
        try:
            self._sender.send(raw, timeout)
        except NotDelivered as error:
            self.cause = causes.veiled(error.cause)
            raise

    def describe(self) -> str:
        return self._sender.describe()


class Record:
    """An `Observer` that keeps what it is told; `item` tells which message is being sent."""

    def __init__(
        self,
        witness: Witness,
        item: Callable[[], ItemId | None],
        told: Callable[[], object],
        before: tuple[Attempt, ...] = (),
    ) -> None:
        """`before`: attempts of an earlier worker, newest first."""
        self._witness, self._item, self._told = witness, item, told
        self._attempts: deque[Attempt] = deque(reversed(before), maxlen=KEPT)
        self._newest_first: tuple[Attempt, ...] | None = before
        self._lock = threading.Lock()
        self._rate = Rate()

    def begin(self) -> None:
        """An attempt begins."""
        self._rate.begin()

    def delivered(self, channel: str, destination: str, attempts: int, waited: float) -> None:
        self._rate.count()
        self._keep(channel, destination, Attempt(times.now(), attempts, Outcome.DELIVERED, waited=waited))

    def retried(self, channel: str, destination: str, attempts: int, cause: str) -> None:
        self._keep(channel, destination, Attempt(times.now(), attempts, Outcome.RETRIED, self._why(cause)))

    def gave_up(self, channel: str, destination: str, attempts: int, cause: str) -> None:
        self._keep(channel, destination, Attempt(times.now(), attempts, Outcome.GAVE_UP, self._why(cause)))

    # -- for any thread --------------------------------------------------------------------------------------------

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """The newest first."""
        with self._lock:
            if self._newest_first is None:
                self._newest_first = tuple(reversed(self._attempts))
            return self._newest_first

    @property
    def rate(self) -> float | None:
        return self._rate.per_minute()

    def _why(self, cause: str) -> Phrase:
        said, self._witness.cause = self._witness.cause, None  # the next one may fail without being sent
        if isinstance(cause, OwnWords) and (said is None or not cause.sent):
            return cause.said
        return causes.of_text(cause) if said is None else said

    def _keep(self, channel: str, destination: str, attempt: Attempt) -> None:
        attempt = replace(attempt, item=self._item())
        with self._lock:
            self._attempts.append(attempt)
            self._newest_first = None
        _LOG.info("%s/%s to %s: %s", channel, destination, self._witness.describe(), _Line(attempt))
        self._told()


class _Line:
    """An attempt as its line in the log; put together where somebody wants to see it."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt

    def __str__(self) -> str:
        one = self._attempt
        item = "" if one.item is None else f" at message {one.item}"
        if one.outcome is Outcome.DELIVERED:
            waited = "" if one.waited is None else f", {one.waited:.1f} s after it was queued"
            return f"attempt {one.attempts}{item}: delivered{waited}"
        what = "failed, will be tried again" if one.outcome is Outcome.RETRIED else "failed, given up"
        return f"attempt {one.attempts}{item}: {what}: {one.cause}"
