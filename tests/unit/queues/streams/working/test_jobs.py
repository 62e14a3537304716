"""What happens to an entry: each line of the table, each write that fails, each end that takes the lock away."""

import json
import logging
from collections.abc import Callable, Iterable

import pytest

from qmonitor import logs
from qmonitor.queues.streams.codes import STAGES
from qmonitor.queues.streams.envelopes import envelope_id
from qmonitor.queues.streams.events import Event
from qmonitor.queues.streams.values import Envelope, OutgoingMessage
from qmonitor.queues.streams.working.backoff import BackoffPolicy
from qmonitor.queues.streams.working.handling import Deadline, JobError, Outcome, already_done, done
from qmonitor.queues.streams.working.holding import Holding
from qmonitor.queues.streams.working.jobs import Jobs, Streams, Verdict
from tests.helpers.streams.failing import Failing
from tests.helpers.streams.handlers import Acting, failing
from tests.helpers.streams.memory import MemoryLocks, MemoryQueue, MemoryStore
from tests.helpers.streams.requests import request

WRITES = {"append_outcome", "schedule", "send_to_dlq", "ack"}


class Workplace:
    """Job logic on a queue in memory, its clocks turned by hand."""

    def __init__(self, handler: Acting, fail: Iterable[str] = (), *, after: bool = False) -> None:
        self.seconds = 0.0
        self.queue, self.locks, self.calls = MemoryQueue(), MemoryLocks(), []
        self.queue.ensure_group()
        self.store = MemoryStore(self.queue)
        self.handler = handler
        self.parts = [Failing(part, self.calls, fail, after=after) for part in (self.queue, self.store)]
        queue, store = self.parts
        self.holding = Holding(self.locks, lambda: self.seconds, ttl=90, longest=60)
        self.jobs = Jobs(
            queue, store, queue, queue, queue, handler, self.holding,
            Streams(self.queue.keys.ready, self.queue.keys.failed), worker_id="worker-1", deadline=60,
            backoff=BackoffPolicy(chance=lambda: 0.5), passed=lambda: self.seconds,
        )  # fmt: skip

    def work(self, payload: bytes | None = None, attempt: int = 0) -> Verdict:
        """Publish one, and see it to its end."""
        self.queue.publish(OutgoingMessage(request() if payload is None else payload, attempt, trace_id="trace"))
        (delivery,) = self.queue.fetch(1)
        return self.jobs.process(delivery)

    @property
    def written(self) -> list[str]:
        return [name for name in self.calls if name in WRITES]

    def stream(self, name: str) -> list[dict[str, bytes]]:
        return [fields for _, fields in self.queue.streams.get(name, [])]

    def failed(self) -> list[dict[str, object]]:
        return [json.loads(fields["payload"]) for fields in self.stream(self.queue.keys.failed)]


# --- the table


@pytest.mark.parametrize(
    ("outcome", "verdict"),
    [(done(b"{}"), Verdict.DONE), (already_done(b"{}"), Verdict.ALREADY_DONE)],
)
def test_success_is_told_and_then_acknowledged(outcome: Outcome, verdict: Verdict) -> None:
    place = Workplace(Acting(outcome))
    assert place.work() is verdict
    assert place.written == ["append_outcome", "ack"]
    assert place.stream(place.queue.keys.ready) == [{"payload": b"{}"}]
    assert place.queue.pending_count() == 0
    assert place.locks.owners == {}


def test_success_with_nothing_to_tell_is_acknowledged() -> None:
    place = Workplace(Acting(done()))
    assert place.work() is Verdict.DONE
    assert place.written == ["ack"]


@pytest.mark.parametrize("attempt", [0, 1, 2])
def test_a_passing_fault_is_put_off_as_the_next_attempt(attempt: int) -> None:
    place = Workplace(failing("STORAGE_5XX"))
    assert place.work(attempt=attempt) is Verdict.RETRIED
    assert place.written == ["schedule", "ack"]
    delay = [7_500, 15_000, 30_000][attempt]
    name = envelope_id("d-1", attempt + 1, "STORAGE_5XX")
    assert place.store.due(place.queue.time + delay, 10) == [
        Envelope(name, "d-1", attempt + 1, place.queue.time + delay, "STORAGE_5XX", "trace", request())
    ]


@pytest.mark.parametrize("attempt", [3, 4, 17])
def test_the_fourth_failure_is_the_last(attempt: int) -> None:
    place = Workplace(failing("STORAGE_5XX"))
    assert place.work(attempt=attempt) is Verdict.EXHAUSTED
    assert place.written == ["send_to_dlq", "append_outcome", "ack"]
    (letter,) = place.stream(place.queue.keys.dlq)
    assert letter == {
        "payload": request(),
        "errorCode": b"STORAGE_5XX",
        "failedStage": b"upload_artifacts",
        "attempt": str(attempt).encode(),
        "traceId": b"trace",
        "workerId": b"worker-1",
        "enqueuedAt": b"2026-09-21T14:13:20.000000000Z",
        "failedAt": b"2026-09-21T14:13:20.000000000Z",
    }
    assert place.failed() == [
        {
            "schemaVersion": 1,
            "eventId": "e-1",
            "eventType": "deployment.export.failed",
            "deploymentId": "d-1",
            "teamId": "team",
            "siteId": "site",
            "pageId": "page",
            "slug": "a-page",
            "version": "7",
            "environment": "preview",
            "renderMode": "react_ssr",
            "errorCode": "STORAGE_5XX",
            "errorClassification": "RETRYABLE",
            "failedStage": "upload_artifacts",
            "attempt": attempt,
            "retryExhausted": True,
            "traceId": "trace",
            "createdAt": "2026-09-21T14:13:20.000000000Z",
        }
    ]


def test_a_final_fault_is_told_and_no_dead_letter() -> None:
    place = Workplace(failing("PAGE_NOT_FOUND", "load_deployment"))
    assert place.work() is Verdict.FAILED
    assert place.written == ["append_outcome", "ack"]
    (told,) = place.failed()
    assert (told["errorClassification"], told["retryExhausted"]) == ("NON_RETRYABLE", False)
    assert place.stream(place.queue.keys.dlq) == []


def test_what_is_against_the_schema_is_a_final_fault_and_nothing_is_executed() -> None:
    place = Workplace(Acting())
    assert place.work(request(slug=None)) is Verdict.INVALID
    (told,) = place.failed()
    assert (told["errorCode"], told["failedStage"], told["slug"]) == ("VALIDATION_FAILED", "consume_job", None)
    assert place.handler.seen == []


@pytest.mark.parametrize("payload", [b"", b"no json", b"{}", b"\xff"])
@pytest.mark.expects_log("can't be read")
def test_what_cannot_be_read_is_dead_lettered_with_an_alert_and_no_status(payload: bytes) -> None:
    place = Workplace(Acting())
    assert place.work(payload) is Verdict.UNPARSEABLE
    assert place.written == ["send_to_dlq", "ack"]
    (letter,) = place.stream(place.queue.keys.dlq)
    assert (letter["payload"], letter["errorCode"], letter["failedStage"]) == (
        payload,
        b"VALIDATION_FAILED",
        b"consume_job",
    )
    assert place.handler.seen == []


@pytest.mark.expects_log("can't be read")
def test_an_entry_without_payload_or_number_is_kept_whole() -> None:
    place = Workplace(Acting())
    place.queue.add(place.queue.keys.main, {"a": b"\xff", "b": b"2"})
    place.queue.add(place.queue.keys.main, {"payload": request(), "attempt": b"many"})
    place.queue.add(place.queue.keys.main, {"payload": request(slug=""), "attempt": b"-1"})
    assert [place.jobs.process(one) for one in place.queue.fetch(3)] == [Verdict.UNPARSEABLE] * 3
    kept = [letter["payload"] for letter in place.stream(place.queue.keys.dlq)]
    assert kept == [b"a=\xff\nb=2", request(), request(slug="")]
    assert place.failed() == []


def test_a_lock_that_is_held_leaves_the_entry_pending() -> None:
    place = Workplace(Acting())
    place.locks.owners["d-1"] = "another"
    assert place.work() is Verdict.LOCKED
    assert place.written == []
    assert place.queue.pending_count() == 1
    assert place.handler.seen == []


def test_another_request_in_the_place_of_the_retry_makes_this_one_a_dead_letter() -> None:
    place = Workplace(failing("STORAGE_5XX"))
    assert place.work(request(event="e-1")) is Verdict.RETRIED
    kept = dict(place.store.payloads)
    assert place.work(request(event="e-2")) is Verdict.CONFLICT
    assert place.written[2:] == ["send_to_dlq", "ack"]
    (letter,) = place.stream(place.queue.keys.dlq)
    assert (letter["payload"], letter["errorCode"]) == (request(event="e-2"), b"ENVELOPE_CONFLICT")
    assert place.store.payloads == kept
    assert place.failed() == []


# --- exceptions without a class


def test_an_exception_without_a_class_counts_as_a_passing_fault_at_its_stage() -> None:
    def act(event: Event, attempt: int, deadline: Deadline) -> Outcome:
        deadline.at("render_html")
        raise ZeroDivisionError("CANARY")

    place = Workplace(Acting(act))
    assert place.work(attempt=2) is Verdict.RETRIED
    assert place.work(attempt=3) is Verdict.EXHAUSTED
    (told,) = place.failed()
    assert (told["errorCode"], told["failedStage"]) == ("QUEUE_TEMPORARY_FAILURE", "render_html")
    assert [*place.store.payloads] == ["d-1:3:QUEUE_TEMPORARY_FAILURE"]


def test_nothing_of_a_payload_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logs.ROOT)
    place = Workplace(Acting(ValueError("CANARY")), fail=["ack"])
    place.work(request(deployment="CANARY", note="CANARY"))
    assert caplog.messages
    assert "CANARY" not in caplog.text


# --- writes that fail


ENDS: dict[str, tuple[Callable[[], Acting], bytes, int]] = {
    "done": (lambda: Acting(done(b"{}")), request(), 0),
    "retried": (lambda: failing("STORAGE_5XX"), request(), 0),
    "exhausted": (lambda: failing("STORAGE_5XX"), request(), 3),
    "failed": (lambda: failing("PAGE_NOT_FOUND"), request(), 0),
    "invalid": (lambda: Acting(), request(slug=""), 0),
    "unparseable": (lambda: Acting(), b"[]", 0),
}


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("fail", sorted(WRITES))
@pytest.mark.parametrize("end", sorted(ENDS))
@pytest.mark.expects_log(".")
def test_a_write_that_fails_leaves_the_entry_pending_and_the_next_run_ends_it(end: str, fail: str, after: bool) -> None:
    make, payload, attempt = ENDS[end]
    place = Workplace(make(), [fail], after=after)
    verdict = place.work(payload, attempt)
    logging.getLogger("tests").warning("every end may log or not")
    if fail not in _used(end):
        assert verdict is not Verdict.UNWRITTEN
        return
    assert verdict is Verdict.UNWRITTEN
    assert place.locks.owners == {}
    if fail == "ack" and after:
        assert place.queue.pending_count() == 0
        return
    assert place.queue.pending_count() == 1
    assert "ack" not in place.calls

    for part in place.parts:
        part.fail.clear()
    (delivery,) = place.queue.reclaim(0, 10)
    assert delivery.attempt == attempt
    assert place.jobs.process(delivery) is not Verdict.UNWRITTEN
    assert place.queue.pending_count() == 0
    assert len(place.store.payloads) <= 1


def _used(end: str) -> set[str]:
    other = {
        "done": {"append_outcome"},
        "retried": {"schedule"},
        "exhausted": {"send_to_dlq", "append_outcome"},
        "failed": {"append_outcome"},
        "invalid": {"append_outcome"},
        "unparseable": {"send_to_dlq"},
    }
    return {"ack"} | other[end]


# --- locks and time


def losing(place_of: list[Workplace], end: Exception | Outcome) -> Acting:
    def act(event: Event, attempt: int, deadline: Deadline) -> Outcome:
        place = place_of[0]
        place.locks.owners["d-1"] = "another"
        place.seconds += 31
        place.holding.renew()
        if isinstance(end, Exception):
            raise end
        return end

    return Acting(act)


@pytest.mark.parametrize("end", [done(b"{}"), JobError("STORAGE_5XX", STAGES[4]), ValueError()], ids=str)
def test_a_job_whose_lock_is_lost_says_nothing(end: Exception | Outcome) -> None:
    places: list[Workplace] = []
    place = Workplace(losing(places, end))
    places.append(place)
    assert place.work() is Verdict.ABORTED
    assert place.written == []
    assert place.queue.pending_count() == 1
    assert place.locks.owners == {"d-1": "another"}


def test_a_job_that_looks_ends_at_once() -> None:
    def act(event: Event, attempt: int, deadline: Deadline) -> Outcome:
        place.jobs.cancelled.set()
        deadline.check()
        raise AssertionError("it went on")

    place = Workplace(Acting(act))
    assert place.work() is Verdict.ABORTED
    assert place.written == []


def test_a_job_that_is_late_but_holds_its_lock_counts() -> None:
    def act(event: Event, attempt: int, deadline: Deadline) -> Outcome:
        place.seconds += 80
        return done()

    place = Workplace(Acting(act))
    assert place.work() is Verdict.DONE


def test_an_entry_that_is_taken_over_from_ourselves_is_not_run_twice() -> None:
    def act(event: Event, attempt: int, deadline: Deadline) -> Outcome:
        (again,) = place.queue.reclaim(0, 1)
        assert place.jobs.process(again) is Verdict.RUNNING
        return done()

    place = Workplace(Acting(act))
    assert place.work() is Verdict.DONE
    assert len(place.handler.seen) == 1
