"""Bringing back what is due: only what has been sent leaves the storage."""

import threading
import time

import pytest

from qmonitor.queues.streams.errors import NotPermitted, ServerUnreachable
from qmonitor.queues.streams.values import Envelope, OutgoingMessage
from qmonitor.queues.streams.working.dispatcher import Dispatcher, Tick
from tests.helpers.streams.failing import Failing
from tests.helpers.streams.memory import MemoryQueue, MemoryStore
from tests.helpers.streams.requests import request


class Desk:
    """A dispatcher on a queue in memory with `count` retries due."""

    def __init__(self, count: int = 3, batch: int = 100) -> None:
        self.queue, self.calls = MemoryQueue(), []
        self.queue.ensure_group()
        self.store = MemoryStore(self.queue)
        for n in range(count):
            name = f"d-{n}:2:STORAGE_5XX"
            at = self.queue.time - count + n
            self.store.schedule(Envelope(name, f"d-{n}", 2, at, "STORAGE_5XX", "trace", request(f"d-{n}")))
        self.failing_store, self.failing_queue = Failing(self.store, self.calls), Failing(self.queue, self.calls)
        self.dispatcher = Dispatcher(self.failing_store, self.failing_queue, 60, batch, clock=self.queue)

    def sent(self) -> list[OutgoingMessage]:
        return [
            OutgoingMessage(one.payload or b"", one.attempt or 0, one.last_error_code, one.trace_id)
            for one in self.queue.fetch(100)
        ]


def test_what_is_due_comes_back_with_its_attempt_and_leaves_the_storage_afterwards() -> None:
    desk = Desk(2)
    assert desk.dispatcher.tick(desk.queue.time) == Tick(sent=2)
    assert desk.calls == ["due", "publish", "remove", "publish", "remove"]
    assert desk.sent() == [OutgoingMessage(request(f"d-{n}"), 2, "STORAGE_5XX", "trace") for n in range(2)]
    assert desk.store.payloads == {}


def test_what_is_not_due_waits() -> None:
    desk = Desk(3)
    assert desk.dispatcher.tick(desk.queue.time - 2) == Tick(sent=2)
    assert [*desk.store.payloads] == ["d-2:2:STORAGE_5XX"]


def test_a_batch_is_no_more_than_asked_for() -> None:
    desk = Desk(5, batch=2)
    assert [desk.dispatcher.tick(desk.queue.time).sent for _ in range(4)] == [2, 2, 1, 0]
    assert len(desk.sent()) == 5


def test_what_cannot_be_sent_stays_for_the_next_tick() -> None:
    desk = Desk(3)
    desk.failing_queue.fail.add("publish")
    with pytest.raises(ServerUnreachable):
        desk.dispatcher.tick(desk.queue.time)
    assert len(desk.store.payloads) == 3
    assert desk.sent() == []

    desk.failing_queue.fail.clear()
    assert desk.dispatcher.tick(desk.queue.time) == Tick(sent=3)
    assert desk.store.payloads == {}


def test_what_was_sent_and_could_not_be_removed_is_sent_again() -> None:
    desk = Desk(1)
    desk.failing_store.fail.add("remove")
    with pytest.raises(ServerUnreachable):
        desk.dispatcher.tick(desk.queue.time)
    desk.failing_store.fail.clear()
    desk.dispatcher.tick(desk.queue.time)
    assert desk.sent() == [OutgoingMessage(request("d-0"), 2, "STORAGE_5XX", "trace")] * 2


def test_without_a_shared_clock_it_goes_by_this_machines() -> None:
    desk = Desk(1)  # due long ago, or in a time to come: its clock stands in September 2026

    class Once(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            self.set()
            return True

    before = time.time_ns() // 1_000_000
    seen: list[int] = []
    desk.failing_store.due = lambda now, batch: seen.append(now) or []
    Dispatcher(desk.failing_store, desk.queue).run(Once())
    assert before <= seen[0] <= time.time_ns() // 1_000_000


@pytest.mark.expects_log("delayed retries wait: ServerUnreachable")
def test_it_goes_on_after_a_hindrance_until_it_is_stopped() -> None:
    desk = Desk(1)
    stop = threading.Event()
    desk.failing_store.fail.add("due")

    class Waiting(threading.Event):
        """Its waits take no time; the third finds it set."""

        waits = 0

        def wait(self, timeout: float | None = None) -> bool:
            self.waits += 1
            desk.failing_store.fail.clear()
            if self.waits == 3:
                self.set()
            return self.is_set()

    stop = Waiting()
    desk.dispatcher.run(stop)
    assert stop.waits == 3
    assert len(desk.sent()) == 1


@pytest.mark.expects_log("delayed retries wait: NotPermitted")
def test_nothing_is_published_that_could_not_be_removed_and_ticks_get_fewer() -> None:
    desk, barred, pauses = Desk(1), [NotPermitted("No ZREM.")] * 8, []

    def may_remove() -> None:
        if barred:
            raise barred.pop()

    class Waiting(threading.Event):
        """Its waits take no time; the tenth finds it set."""

        def wait(self, timeout: float | None = None) -> bool:
            pauses.append(timeout)
            if len(pauses) == 8:
                assert desk.sent() == []
            if len(pauses) == 10:
                self.set()
            return self.is_set()

    Dispatcher(desk.store, desk.queue, 1.0, clock=desk.queue, may_remove=may_remove).run(Waiting())
    assert pauses == [2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0, 1.0, 1.0]
    assert len(desk.sent()) == 1


def test_what_is_not_due_needs_no_right_to_be_removed() -> None:
    desk = Desk(0)

    def may_remove() -> None:
        pytest.fail("it was asked")

    assert Dispatcher(desk.store, desk.queue, may_remove=may_remove).tick(desk.queue.time) == Tick()
