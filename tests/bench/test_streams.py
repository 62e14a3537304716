"""What it costs a server to be looked at: many undelivered, many in flight, many delayed; every command stays short.

Server time is what the server itself says that it worked (INFO commandstats), so that other load does not count.
"""

import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

import pytest

from qmonitor.queues.model import About, Beside, Query
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading import pages
from qmonitor.queues.streams.reading.look import Known
from qmonitor.queues.streams.reading.reader import StreamReader
from qmonitor.queues.streams.values import OutgoingMessage
from tests.bench.conftest import Tell, again
from tests.bench.test_window import VISIBLE, finished, shown
from tests.helpers.streams.queues import delay
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server
from tests.helpers.streams.slowness import slow

POLL_MS = 20.0
"""Of the server's time, for everything that one poll asks for."""

SLOW_US = 5000
"""No single command takes so long."""

PAGE_MS = 10.0

MORE_MB = 60.0
"""What the window may hold more of a long stream than of one with a single entry."""

FILL = """
for n = tonumber(ARGV[1]), tonumber(ARGV[2]) do
  local name = string.format('d-%d', n % 1000)
  if KEYS[2] then
    local id = string.format('d-%d:%d:STORAGE_5XX', n, 1 + n % 3)
    local text = string.format('{"retryEnvelopeId":"%s","deploymentId":"d-%d","attempt":%d,"nextAttemptAt":%d,'
      .. '"lastErrorCode":"STORAGE_5XX","traceId":"","payload":%s}', id, n, 1 + n % 3, 4e12 + n, ARGV[3])
    redis.call('HSET', KEYS[1], id, text)
    redis.call('ZADD', KEYS[2], 4e12 + n, id)
  else
    redis.call('XADD', KEYS[1], '*', 'payload', ARGV[3], 'attempt', '0')
  end
end
"""


@dataclass
class Large:
    rig: RedisRig
    server: Server
    undelivered: int
    in_flight: int
    delayed: int

    def reader(self, known: Known | None = None) -> StreamReader:
        return StreamReader(self.server.client, self.rig.keys, "redis://x", known or Known(), cluster=False)

    def server_ms(self, work: Callable[[], object]) -> float:
        """How long the server worked for something."""
        self.rig.client.config_resetstat()
        work()
        return float(sum(one["usec"] for one in self.rig.client.info("commandstats").values())) / 1000

    def slow(self) -> list[str]:
        """Commands that take too long, of those since this was last asked."""
        return slow(self.rig.client, SLOW_US)


@pytest.fixture(scope="module")
def large(long: bool) -> Iterator[Large]:
    server = Server("--slowlog-log-slower-than", str(SLOW_US), "--slowlog-max-len", "1000")
    entries, pending, delayed = (1_000_000, 50_000, 20_000) if long else (100_000, 5000, 2000)
    with closing(RedisRig(server.client(60), keys=Keys())) as rig:
        rig.queue.ensure_group()
        text = request()
        for first in range(1, entries + 1, 10_000):
            rig.client.eval(FILL, 1, rig.keys.main, first, first + 9999, text)
        for first in range(1, delayed + 1, 1000):
            rig.client.eval(FILL, 2, rig.keys.retry_payloads, rig.keys.retry_index, first, first + 999, text)
        for n in range(pending // 1000):
            rig.client.xreadgroup(rig.keys.group, f"worker-{n % 8}", {rig.keys.main: ">"}, count=1000)
        for n in range(100):
            rig.client.xadd(rig.keys.dlq, {"payload": request(f"dead-{n}"), "errorCode": "X", "attempt": "3"})
        rig.client.slowlog_reset()
        yield Large(rig, server, entries - pending, pending, delayed)
    server.stop()


def poll(reader: StreamReader) -> None:
    """All that one look of the window asks for."""
    reader.changed()
    reader.depth()
    reader.details()
    reader.interrupted()


def count_all(reader: StreamReader, large: Large, tell: Tell) -> list[str]:
    """Look until everything is known; the commands that took too long meanwhile."""
    looks, began = 1, time.monotonic()
    while not (depth := reader.depth()).complete:
        assert depth.rows[0].at_least or depth.rows[0].max_attempts is None
        looks += 1
    slow = large.slow()
    tell(f"all is known after {looks} looks, {time.monotonic() - began:.1f} s; slow: {slow}")
    return slow


def test_all_is_counted_in_short_steps(large: Large, tell: Tell) -> None:
    def measure() -> list[str]:
        with closing(large.reader()) as reader:
            return count_all(reader, large, tell)

    assert not again(measure, lambda slow: not slow)


def test_a_poll_is_cheap_once_all_is_counted(large: Large, tell: Tell) -> None:
    with closing(large.reader()) as reader:
        count_all(reader, large, tell)
        depth = reader.depth()
        (row,) = depth.rows
        assert (row.pending, row.at_least) == (large.undelivered + large.in_flight + large.delayed, False)
        assert row.max_attempts == 3

        def measure() -> tuple[float, list[str]]:
            spent = 0.0
            for n in range(5):
                large.rig.queue.publish(OutgoingMessage(request()))
                large.rig.queue.fetch(1)
                delay(large.rig, f"late-{time.monotonic_ns()}", 2**50 + n)
                spent = max(spent, large.server_ms(lambda: poll(reader)))
            return spent, large.slow()

        spent, slow = again(measure, lambda found: found[0] <= POLL_MS and not found[1])
        quiet = large.server_ms(lambda: poll(reader))
        tell(f"{spent:.1f} ms of the server's time a poll at most, {quiet:.2f} ms where nothing is new; slow: {slow}")
        assert spent <= POLL_MS
        assert not slow
        assert depth.complete


def worked_ms(call: Callable[[], object]) -> float:
    """How long this thread worked for a call, in the median: what others do meanwhile does not count."""
    spans = []
    for _ in range(9):
        began = time.thread_time()
        call()
        spans.append((time.thread_time() - began) * 1000)
    return statistics.median(spans)


@pytest.mark.parametrize(
    ("name", "query", "begin"),
    [
        ("newest first", Query(), None),
        ("head first", Query(head_first=True), None),
        ("in flight, the last", Query(state="pending"), "in flight"),
        ("in flight, behind what is done with", Query(state="pending"), "worked off"),
        ("dead letters", Query(state="failed"), None),
        ("about the middle", Query(), About(50_000, 100_000)),
        ("about the last row that is walked to", Query(), About(pages.FEW, 100_000)),
    ],
)
def test_a_page_is_quick_wherever_it_begins(
    large: Large, tell: Tell, name: str, query: Query, begin: About | str | None
) -> None:
    with closing(large.reader(Known(strays=()))) as reader:
        at: object = begin
        if begin == "worked off":
            for _ in range(400):
                large.rig.queue.publish(OutgoingMessage(request()))
                large.rig.queue.ack(*(one.id for one in large.rig.queue.fetch(1)))
            large.rig.queue.fetch(5)
        if isinstance(begin, str):
            (group,) = large.rig.client.xinfo_groups(large.rig.keys.main)
            at = Beside(f"main:{group['last-delivered-id'].decode()}")
        assert reader.page(query, at).items  # type: ignore[arg-type]

        def measure() -> tuple[float, float, list[str]]:
            own = worked_ms(lambda: reader.page(query, at))  # type: ignore[arg-type]
            return large.server_ms(lambda: reader.page(query, at)), own, large.slow()  # type: ignore[arg-type]

        spent, own, slow = again(measure, lambda found: found[0] + found[1] <= PAGE_MS and not found[2])
        tell(f"{name}: {own:.1f} ms, and {spent:.1f} of the server; slow: {slow}")
        assert spent + own <= PAGE_MS
        assert not slow


def test_a_filter_that_finds_nothing_is_read_in_short_steps_and_can_be_gone_on_with(large: Large, tell: Tell) -> None:
    with closing(large.reader(Known(strays=()))) as reader:
        began = time.monotonic()
        page = reader.page(Query(text="nobody"))
        first = time.monotonic() - began
        steps = 1
        while page.next is not None:
            page = reader.page(Query(text="nobody"), page.next)
            steps += 1
        tell(f"first answer after {first:.2f} s, all in {time.monotonic() - began:.1f} s, {steps} steps")
        assert first < 2
        assert not large.slow()


@contextmanager
def worked_on(large: Large) -> Iterator[None]:
    """Somebody publishes twenty messages a second meanwhile, and somebody works them off."""
    stop = threading.Event()

    def work() -> None:
        with closing(RedisRig(large.server.client(), keys=large.rig.keys)) as rig:
            while not stop.wait(0.05):
                rig.queue.publish(OutgoingMessage(request()))
                rig.queue.ack(*(one.id for one in rig.queue.fetch(1)))

    worker = threading.Thread(target=work)
    worker.start()
    try:
        yield
    finally:
        stop.set()
        worker.join()


@pytest.mark.window
def test_the_window_holds_little_more_of_a_long_stream_and_takes_little(large: Large, long: bool, tell: Tell) -> None:
    """Beside a worker that lives, and while it is still counted what is not delivered."""
    idle = Keys.under("idle")
    with closing(RedisRig(large.server.client(), keys=idle)) as rig:
        rig.queue.ensure_group()
        rig.queue.publish(OutgoingMessage(request()))
    seconds, patience = (20, 60) if long else (3, 3)
    url, options = f"redis+unix://{large.server.path}", ("--seconds", str(seconds), "--patience", str(patience))

    def measure() -> tuple[dict[str, float], dict[str, float]]:
        with worked_on(large):
            both = [shown(url, *options), shown(f"{url}?prefix=idle", *options)]
            ours, alone = (finished(one, patience + seconds + 60) for one in both)
        tell(f"{ours['rss']:.0f} MB, idle {alone['rss']:.0f}; of their own {ours['own']:.0f} and {alone['own']:.0f} MB")
        tell(f"share of a core {ours['share']:.3f}, idle {alone['share']:.3f}")
        return ours, alone

    ours, alone = again(measure, lambda found: found[0]["share"] <= VISIBLE)
    assert ours["rss"] <= alone["rss"] + MORE_MB
    assert ours["own"] <= alone["own"] + MORE_MB
    assert ours["share"] <= VISIBLE
