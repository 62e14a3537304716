"""What the worker of a stream queue costs: its rate beside bare loops on the same server, in turns.

The bare loop does by hand what cannot be left out: it reads one entry, validates it, takes and releases its
deployment's lock, and acknowledges. What the worker adds is retries, recovery, renewal, trimming and bookkeeping.
"""

import secrets
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from qmonitor.queues.streams.events import parse_event
from qmonitor.queues.streams.server import scripts
from qmonitor.queues.streams.values import OutgoingMessage
from qmonitor.queues.streams.working.worker import StreamWorker, WorkerTerms
from tests.bench.conftest import Tell
from tests.helpers.streams.handlers import Acting
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

CONSUMERS = 8

SHARE = 0.7
"""Of the bare loop's rate at least."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


def fill(rig: RedisRig, count: int) -> None:
    rig.client.flushall()
    rig.queue.ensure_group()
    for n in range(count):
        rig.queue.publish(OutgoingMessage(request(f"d-{n}", f"e-{n}")))


def bare(rig: RedisRig, whole: bool) -> None:
    """One thread's loop, until nothing is left; `whole`: with validation and lock."""
    client, keys = rig.client, rig.keys
    while True:
        answer = client.execute_command(
            "XREADGROUP", "GROUP", keys.group, "bare", "COUNT", 1, "STREAMS", keys.main, ">"
        )
        if not answer:
            return
        entry, fields = answer[0][1][0]
        if whole:
            lock, token = keys.lock_of(parse_event(fields[b"payload"]).deployment_id), secrets.token_hex(16)
            assert client.execute_command("SET", lock, token, "NX", "PX", 90_000)
            scripts.GIVE_BACK.run(client, [lock], token)
        client.execute_command("XACK", keys.main, keys.group, entry)


def loops(rig: RedisRig, whole: bool) -> float:
    """Seconds that it takes them."""
    began = time.perf_counter()
    threads = [threading.Thread(target=bare, args=(rig, whole)) for _ in range(CONSUMERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


def worker(rig: RedisRig, count: int) -> float:
    """Seconds from the start of its threads to the end of the last entry; its own end takes no part in it."""
    stop, left, guard = threading.Event(), [count], threading.Lock()
    ended: list[float] = []

    def told(*_: object) -> None:
        with guard:
            left[0] -= 1
            if not left[0]:
                ended.append(time.perf_counter())
                stop.set()

    terms = WorkerTerms(consumers=CONSUMERS, block=0.05)
    one = StreamWorker(rig.queue, rig.store, rig.locks, Acting(), terms, keys=rig.keys, told=told)
    began = time.perf_counter()
    one.run(stop)
    return ended[0] - began


@pytest.mark.bench
def test_the_worker_is_nearly_as_fast_as_a_bare_loop(server: Server, bench_full: bool, tell: Tell) -> None:
    count, turns = (4000, 9) if bench_full else (600, 9)
    shares, costs = [], []
    with closing(RedisRig(server.client())) as rig:
        for _ in range(turns):
            times = []
            for act in (lambda: loops(rig, True), lambda: worker(rig, count), lambda: loops(rig, False)):
                fill(rig, count)
                times.append(act())
                assert rig.queue.pending_count() == 0
            whole, ours, plain = times
            shares.append(whole / ours)
            costs.append(plain / ours)
    share, cost = statistics.median(shares), statistics.median(costs)
    tell(f"{CONSUMERS} consumers: {share:.2f} of a bare loop with lock, {cost:.2f} of XREADGROUP and XACK alone")
    assert share >= SHARE
