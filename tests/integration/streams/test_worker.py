"""The whole worker with its threads: on a real server, and the same in memory."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from qmonitor.queues.streams.events import Event
from qmonitor.queues.streams.server.locks import RedisLocks
from qmonitor.queues.streams.values import Delivery, OutgoingMessage
from qmonitor.queues.streams.working.backoff import BackoffPolicy
from qmonitor.queues.streams.working.handling import Deadline, JobAborted, Outcome, done
from qmonitor.queues.streams.working.jobs import Verdict
from qmonitor.queues.streams.working.retention import Retention
from qmonitor.queues.streams.working.worker import StreamWorker, WorkerTerms
from tests.helpers.streams.handlers import Act, Acting, failing
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import MemoryRig, RedisRig, Rig
from tests.helpers.streams.servers import Server, until

QUICK = BackoffPolicy(0.001, 0.001)


def terms(**others: Any) -> WorkerTerms:
    pace = {"block": 0.05, "again": 0.01, "reclaim_every": 0.01, "dispatch_every": 0.01}
    return WorkerTerms(**{"reclaim_after": 3600.0, "backoff": QUICK, **pace, **others})


@contextmanager
def working(
    rig: Rig, handler: Acting, told: Callable[..., object] | None = None, **others: Any
) -> Iterator[StreamWorker]:
    """A worker at work, from here on to the end of the block."""
    stop = threading.Event()
    worker = StreamWorker(rig.queue, rig.store, rig.locks, handler, terms(**others), keys=rig.keys, told=told)
    thread = threading.Thread(target=worker.run, args=(stop,), name="the worker")
    thread.start()
    try:
        yield worker
    finally:
        stop.set()
        thread.join(20)
        assert not thread.is_alive()


def ended(worker: StreamWorker, count: int) -> Callable[[], bool]:
    return lambda: sum(worker.counts.values()) >= count


def test_everything_is_worked_once(rig: Rig) -> None:
    handler = Acting(done(b"{}"))
    with working(rig, handler) as worker:
        for n in range(40):
            rig.queue.publish(OutgoingMessage(request(f"d-{n}", f"e-{n}")))
        until(ended(worker, 40), "the end of all")
        until(lambda: rig.queue.pending_count() == 0, "the last acknowledgement")
    assert sorted(handler.seen) == sorted((f"d-{n}", f"e-{n}", 0) for n in range(40))
    assert worker.counts == {Verdict.DONE: 40}
    assert len(rig.entries(rig.keys.ready)) == 40


def test_retries_come_back_until_they_are_used_up(rig: Rig) -> None:
    handler = failing("STORAGE_5XX")

    def move_on(delivery: Delivery, verdict: Verdict) -> None:
        if isinstance(rig, MemoryRig):
            rig.queue.time += 10_000

    rig.queue.publish(OutgoingMessage(request(), trace_id="trace"))
    with working(rig, handler, move_on) as worker:
        until(ended(worker, 4), "four executions")
    assert [attempt for _, _, attempt in handler.seen] == [0, 1, 2, 3]
    assert worker.counts == {Verdict.RETRIED: 3, Verdict.EXHAUSTED: 1}
    (letter,) = [fields for _, fields in rig.entries(rig.keys.dlq)]
    assert (letter["attempt"], letter["traceId"], letter["payload"]) == (b"3", b"trace", request())
    assert rig.envelopes() == {}


def held_until(release: threading.Event, begun: Callable[[str], object] = lambda _: None) -> Act:
    def act(event: Event, attempt: int, deadline: Deadline) -> Outcome:
        begun(event.deployment_id)
        assert release.wait(20)
        return done()

    return act


def test_different_deployments_run_side_by_side(alone: RedisRig) -> None:
    together = threading.Barrier(4)

    def act(event: Event, attempt: int, deadline: Deadline) -> Outcome:
        together.wait(20)
        return done()

    for n in range(4):
        alone.queue.publish(OutgoingMessage(request(f"d-{n}")))
    with working(alone, Acting(act), consumers=4) as worker:
        until(ended(worker, 4), "all four")
    assert worker.counts == {Verdict.DONE: 4}


def test_one_deployment_never_runs_twice_at_once(rig: Rig) -> None:
    at_once, most, guard = [0], [0], threading.Lock()

    def act(event: Event, attempt: int, deadline: Deadline) -> Outcome:
        with guard:
            at_once[0] += 1
            most[0] = max(most[0], at_once[0])
        deadline.check()
        with guard:
            at_once[0] -= 1
        return done()

    for n in range(20):
        rig.queue.publish(OutgoingMessage(request("d", f"e-{n}")))
    handler = Acting(act)
    with working(rig, handler, consumers=4, reclaim_after=0.0):  # what was locked comes back by recovery
        until(lambda: len({event for _, event, _ in handler.seen}) == 20 and not rig.queue.pending_count(), "all")
    assert most == [1]


def test_what_another_worker_left_behind_is_taken_over(rig: Rig) -> None:
    rig.queue.publish(OutgoingMessage(request()))
    assert len(rig.queue.fetch(1)) == 1  # and dies
    handler = Acting()
    with working(rig, handler, reclaim_after=0.0) as worker:
        until(lambda: rig.queue.pending_count() == 0, "the recovery")
    assert set(handler.seen) == {("d-1", "e-1", 0)}  # with no time to be idle, also by another thread
    assert worker.counts[Verdict.DONE] >= 1


def test_a_stop_lets_a_job_be_finished(alone: RedisRig) -> None:
    release, begun = threading.Event(), threading.Event()
    alone.queue.publish(OutgoingMessage(request()))
    stop = threading.Event()
    handler = Acting(held_until(release, lambda _: begun.set()))
    worker = StreamWorker(alone.queue, alone.store, alone.locks, handler, terms(), keys=alone.keys)
    thread = threading.Thread(target=worker.run, args=(stop,))
    thread.start()
    assert begun.wait(20)
    stop.set()
    release.set()
    thread.join(20)
    assert worker.counts == {Verdict.DONE: 1}
    assert alone.queue.pending_count() == 0


def test_a_job_that_goes_on_beyond_the_grace_is_told_to_end_and_stays_pending(alone: RedisRig) -> None:
    begun, ended_by = threading.Event(), []

    def act(event: Event, attempt: int, deadline: Deadline) -> Outcome:
        begun.set()
        while True:
            try:
                deadline.check()
            except JobAborted as error:
                ended_by.append(error)
                raise

    alone.queue.publish(OutgoingMessage(request()))
    stop = threading.Event()
    worker = StreamWorker(alone.queue, alone.store, alone.locks, Acting(act), terms(grace=0.0), keys=alone.keys)
    thread = threading.Thread(target=worker.run, args=(stop,))
    thread.start()
    assert begun.wait(20)
    stop.set()
    thread.join(20)
    assert len(ended_by) == 1
    assert worker.counts == {Verdict.ABORTED: 1}
    assert alone.queue.pending_count() == 1
    assert alone.client.exists(alone.keys.lock_of("d-1")) == 0


@pytest.mark.expects_log("consumer group was gone")
def test_a_group_that_vanishes_is_made_again(alone: RedisRig) -> None:
    handler = Acting()
    with working(alone, handler) as worker:
        alone.queue.publish(OutgoingMessage(request("d-1")))
        until(ended(worker, 1), "the entry")
        alone.client.delete(alone.keys.main)
        alone.queue.publish(OutgoingMessage(request("d-2")))
        until(ended(worker, 2), "the next")
    assert [deployment for deployment, _, _ in handler.seen] == ["d-1", "d-2"]


def test_a_worker_that_starts_makes_stream_and_group(alone: RedisRig) -> None:
    alone.client.delete(alone.keys.main)
    with working(alone, Acting()) as worker:
        until(lambda: alone.client.exists(alone.keys.main) == 1, "the stream")
        alone.queue.publish(OutgoingMessage(request()))
        until(ended(worker, 1), "the entry")
    assert worker.counts == {Verdict.DONE: 1}


@pytest.mark.expects_log("waits: ServerUnreachable|wait: ServerUnreachable|group was gone")
def test_a_server_that_dies_and_comes_back_is_worked_on() -> None:
    server = Server()
    try:
        with closing(RedisRig(server.client())) as rig:
            rig.queue.ensure_group()
            handler = Acting()
            with working(rig, handler) as worker:
                rig.queue.publish(OutgoingMessage(request("d-1")))
                until(ended(worker, 1), "the first")
                server.end()
                server.start()
                rig.queue.publish(OutgoingMessage(request("d-2")))
                until(ended(worker, 2), "the second")
        assert [deployment for deployment, _, _ in handler.seen] == ["d-1", "d-2"]
    finally:
        server.stop()


def test_a_defect_of_ours_ends_the_worker_and_is_raised(alone: RedisRig) -> None:
    class Broken(RedisLocks):
        def take(self, deployment_id: str, token: str, ttl: float) -> bool:
            raise ZeroDivisionError

    alone.queue.publish(OutgoingMessage(request()))
    locks = Broken(alone.client, alone.keys)
    worker = StreamWorker(alone.queue, alone.store, locks, Acting(), terms(), keys=alone.keys)
    with pytest.raises(ZeroDivisionError):
        worker.run(threading.Event())


@pytest.mark.expects_log(r"whoever is told of the worker failed \(ValueError\)$")
@pytest.mark.expects_log("waits: WrongKind")
@pytest.mark.expects_log("retries wait: WrongKind")
@pytest.mark.expects_log("group was gone")
def test_whoever_is_told_ends_nothing_by_what_it_raises(alone: RedisRig) -> None:
    """Whichever of them it is."""
    heard: list[str] = []

    def raising(what: str) -> Callable[..., object]:
        def told(*said: object) -> None:
            heard.append(what)
            raise ValueError(f"patient Maierhofer in {said}")

        return told

    handler, stop = Acting(), threading.Event()
    calls = {name: raising(name) for name in ("told", "begun", "hindered", "remade")}
    worker = StreamWorker(
        alone.queue, alone.store, alone.locks, handler, terms(trim_every=0.01), keys=alone.keys, **calls
    )
    running = threading.Thread(target=worker.run, args=(stop,))
    running.start()
    try:
        alone.queue.publish(OutgoingMessage(request("d-1")))
        until(ended(worker, 1), "the first")
        alone.client.set(alone.keys.retry_index, "something else")
        alone.client.set(alone.keys.dlq, "something else")
        until(lambda: heard.count("hindered") >= 2, "two hindrances")
        alone.client.delete(alone.keys.main)
        until(lambda: "remade" in heard, "the group")
        alone.queue.publish(OutgoingMessage(request("d-2")))
        until(ended(worker, 2), "the second")
    finally:
        stop.set()
        running.join(20)
    assert not running.is_alive()
    assert {*heard} == {*calls}
    assert [deployment for deployment, _, _ in handler.seen] == ["d-1", "d-2"]


def test_a_handler_that_ends_its_thread_ends_the_worker_in_the_open(alone: RedisRig) -> None:
    def act(event: Event, attempt: int, deadline: Deadline) -> Outcome:
        raise SystemExit(3)

    alone.queue.publish(OutgoingMessage(request()))
    worker = StreamWorker(alone.queue, alone.store, alone.locks, Acting(act), terms(), keys=alone.keys)
    with pytest.raises(SystemExit):
        worker.run(threading.Event())
    assert alone.queue.pending_count() == 1
    assert alone.client.exists(alone.keys.lock_of("d-1")) == 0


def test_what_is_past_its_retention_goes(alone: RedisRig) -> None:
    old = [alone.client.xadd(stream, {"payload": b"{}"}, id="5-0") for stream in (alone.keys.dlq, alone.keys.ready)]
    alone.client.xadd(alone.keys.main, {"payload": request()}, id="5-0")
    alone.client.xadd(alone.keys.main, {"payload": request()}, id="6-0")
    alone.client.set(alone.keys.lock_of("d-1"), "another", px=90_000)
    assert old
    with working(alone, Acting(), retention=Retention(main=1, others=1), trim_every=0.01) as worker:
        until(ended(worker, 2), "both refused by the lock")
        until(lambda: not alone.entries(alone.keys.dlq) + alone.entries(alone.keys.ready), "the trimming")
        assert [entry for entry, _ in alone.entries(alone.keys.main)] == ["5-0", "6-0"]  # both are pending
        alone.queue.ack("5-0")
        until(lambda: len(alone.entries(alone.keys.main)) == 1, "the trimming of the main stream")
    assert alone.pending() == ["6-0"]


@pytest.mark.parametrize("others", [{"consumers": 0}, {"lock_ttl": 60.0}, {"deadline": 90.0}])
def test_terms_that_cannot_be_kept_are_refused(others: dict[str, Any]) -> None:
    rig = MemoryRig()
    with pytest.raises(ValueError):
        StreamWorker(rig.queue, rig.store, rig.locks, Acting(), terms(**others))
