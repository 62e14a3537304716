"""What happens to an entry: the one place that decides about retries, dead letters and acknowledgements.

Everything goes by one rule: write, then acknowledge. Whatever can't be written leaves the entry pending, and the
recovery of pending entries brings it back. It knows interfaces only, no server.
"""

import logging
import threading
import time
from collections.abc import Callable
from enum import StrEnum

from qmonitor.queues.errors import QueueError
from qmonitor.queues.streams import codes
from qmonitor.queues.streams.envelopes import enqueue_time_of, envelope_id
from qmonitor.queues.streams.errors import EnvelopeConflict, UnparseableEvent
from qmonitor.queues.streams.events import Event, ValidationFailed, parse_event
from qmonitor.queues.streams.interfaces import Clock, Consumer, DeadLetterer, Outcomes, RetryStore
from qmonitor.queues.streams.values import Delivery, DLQEntry, Envelope, time_text
from qmonitor.queues.streams.working.backoff import BackoffPolicy
from qmonitor.queues.streams.working.handling import Deadline, Handler, JobAborted, JobError, Outcome
from qmonitor.queues.streams.working.holding import HeldLock, Holding
from qmonitor.queues.streams.working.outcomes import failed_event
from qmonitor.values import dataclass

_LOG = logging.getLogger("qmonitor.streams")


class Verdict(StrEnum):
    """What became of an entry. The last four leave it pending; all others have it acknowledged."""

    DONE = "done"
    ALREADY_DONE = "already done"
    RETRIED = "retried"
    EXHAUSTED = "retries exhausted"
    FAILED = "failed for good"
    CONFLICT = "another request waits in its place"
    INVALID = "against the schema of requests"
    UNPARSEABLE = "not readable"
    LOCKED = "another job of the deployment runs"
    ABORTED = "the lock was lost"
    UNWRITTEN = "what came of it could not be written"
    RUNNING = "already running here"


WRITTEN = frozenset(Verdict) - {Verdict.LOCKED, Verdict.ABORTED, Verdict.UNWRITTEN, Verdict.RUNNING}
"""Those at which what came of the entry is written down."""


@dataclass(frozen=True, slots=True)
class Streams:
    """Names of the two streams that outcomes go to."""

    ready: str
    failed: str


class Jobs:
    """Runs the handler on entries, and sees each to its end; `process` is for any thread.

    `deadline`: seconds for one job, below the locks' time. `cancelled`, when set, ends jobs that look at it.
    """

    def __init__(
        self,
        consumer: Consumer,
        store: RetryStore,
        dead_letters: DeadLetterer,
        outcomes: Outcomes,
        clock: Clock,
        handler: Handler,
        holding: Holding,
        streams: Streams,
        *,
        worker_id: str,
        deadline: float = 60.0,
        backoff: BackoffPolicy | None = None,
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._consumer, self._store, self._dead_letters = consumer, store, dead_letters
        self._outcomes, self._clock, self._handler, self._holding = outcomes, clock, handler, holding
        self._streams, self._worker_id, self._seconds = streams, worker_id, deadline
        self._backoff, self._passed = backoff or BackoffPolicy(), passed
        self._running: set[str] = set()
        self._guard = threading.Lock()
        self.cancelled = threading.Event()
        self.hindrance: QueueError | None = None
        """What came of an entry could not be written because of this, the last time that one could not."""

    def process(self, delivery: Delivery) -> Verdict:
        """See one entry to its end. Raises nothing that a server, a handler or an entry can be at fault for."""
        with self._guard:
            if delivery.id in self._running:  # taken over from ourselves: a long job
                return Verdict.RUNNING
            self._running.add(delivery.id)
        try:
            return self._judged(delivery)
        except QueueError as error:
            _LOG.info("%s left pending: %s", delivery.id, type(error).__name__)
            self.hindrance = error
            return Verdict.UNWRITTEN
        finally:
            with self._guard:
                self._running.discard(delivery.id)

    def _judged(self, delivery: Delivery) -> Verdict:
        attempt = delivery.attempt
        try:
            event = parse_event(delivery.payload)
        except UnparseableEvent:
            return self._unparseable(delivery)
        except ValidationFailed as error:
            if attempt is None:
                return self._unparseable(delivery)
            refused = JobError(codes.VALIDATION_FAILED, codes.CONSUME_JOB)
            self._failed(delivery, error.event, attempt, refused)
            return Verdict.INVALID
        if attempt is None:
            return self._unparseable(delivery)
        held = self._holding.take(event.deployment_id)
        if held is None:
            return Verdict.LOCKED
        try:
            return self._executed(delivery, event, attempt, held)
        finally:
            self._holding.give_back(held)

    def _executed(self, delivery: Delivery, event: Event, attempt: int, held: HeldLock) -> Verdict:
        """Run the handler under the lock; what it says counts only while the lock is held."""
        deadline = Deadline(self._seconds, self._passed, lambda: self._may_go_on(held))
        try:
            outcome = self._handler.handle(event, attempt, deadline)
        except JobAborted:
            return Verdict.ABORTED
        except JobError as error:
            if not self._holding.is_held(held):
                return Verdict.ABORTED
            return self._failed(delivery, event, attempt, error)
        except Exception as error:  # noqa: BLE001 - whatever a handler raises is a failure of that job alone
            _LOG.info("%s: the handler raised %s", delivery.id, type(error).__name__)
            if not self._holding.is_held(held):
                return Verdict.ABORTED
            return self._failed(delivery, event, attempt, JobError(codes.QUEUE_TEMPORARY_FAILURE, deadline.stage))
        return self._succeeded(delivery, outcome) if self._holding.is_held(held) else Verdict.ABORTED

    def _may_go_on(self, held: HeldLock) -> bool:
        return not self.cancelled.is_set() and self._holding.is_held(held)

    # -- ends ------------------------------------------------------------------------------------------------------

    def _succeeded(self, delivery: Delivery, outcome: Outcome) -> Verdict:
        if outcome.event is not None:
            self._outcomes.append_outcome(self._streams.ready, outcome.event)
        self._consumer.ack(delivery.id)
        return Verdict.ALREADY_DONE if outcome.already_done else Verdict.DONE

    def _failed(self, delivery: Delivery, event: Event, attempt: int, failure: JobError) -> Verdict:
        if not codes.is_retryable(failure.code):
            self._tell(delivery, event, attempt, failure, exhausted=False)
            verdict = Verdict.FAILED
        elif attempt < codes.MAX_RETRIES:
            verdict = self._put_off(delivery, event, attempt + 1, failure)
        else:
            self._bury(delivery, delivery.payload or b"", failure.code, failure.stage)
            self._tell(delivery, event, attempt, failure, exhausted=True)
            verdict = Verdict.EXHAUSTED
        self._consumer.ack(delivery.id)
        return verdict

    def _put_off(self, delivery: Delivery, event: Event, attempt: int, failure: JobError) -> Verdict:
        """Have it executed again later; `attempt`: the number of that execution."""
        name = envelope_id(event.deployment_id, attempt, failure.code)
        due = self._clock.now() + round(self._backoff.delay(attempt) * 1000)
        envelope = Envelope(name, event.deployment_id, attempt, due, failure.code, delivery.trace_id, event.payload)
        try:
            self._store.schedule(envelope)
        except EnvelopeConflict:
            self._bury(delivery, event.payload, codes.ENVELOPE_CONFLICT, failure.stage)
            return Verdict.CONFLICT
        return Verdict.RETRIED

    def _unparseable(self, delivery: Delivery) -> Verdict:
        payload = delivery.payload if delivery.payload is not None else _all_of(delivery)
        self._bury(delivery, payload, codes.VALIDATION_FAILED, codes.CONSUME_JOB)
        self._consumer.ack(delivery.id)
        _LOG.warning("%s can't be read and is dead-lettered", delivery.id)
        return Verdict.UNPARSEABLE

    def _tell(self, delivery: Delivery, event: Event, attempt: int, failure: JobError, *, exhausted: bool) -> None:
        now, trace_id = self._clock.now(), delivery.trace_id
        said = failed_event(event, failure, attempt, exhausted=exhausted, trace_id=trace_id, now=now)
        self._outcomes.append_outcome(self._streams.failed, said)

    def _bury(self, delivery: Delivery, payload: bytes, code: str, stage: str) -> None:
        self._dead_letters.send_to_dlq(
            DLQEntry(
                payload=payload,
                error_code=code,
                failed_stage=stage,
                attempt=delivery.attempt or 0,
                trace_id=delivery.trace_id,
                worker_id=self._worker_id,
                enqueued_at=time_text(enqueue_time_of(delivery.id)),
                failed_at=time_text(self._clock.now()),
            )
        )


def _all_of(delivery: Delivery) -> bytes:
    """Everything that an entry without a payload holds, so that nothing of it is lost with it."""
    return b"\n".join(name + b"=" + value for name, value in delivery.fields)
