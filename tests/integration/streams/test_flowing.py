"""What came and left is counted as it happened, by workers, dispatchers and people; or not told at all."""

import random
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from qmonitor.queues.model import Flow
from qmonitor.queues.streams.address import parse_address
from qmonitor.queues.streams.reading.look import Known
from qmonitor.queues.streams.reading.reader import StreamReader
from qmonitor.queues.streams.source import StreamSource
from qmonitor.queues.streams.values import DLQEntry, Envelope, OutgoingMessage
from qmonitor.queues.streams.working.dispatcher import Dispatcher
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

FAR = 2**52


@pytest.fixture
def reader(alone: RedisRig, server: Server) -> Iterator[StreamReader]:
    with closing(StreamReader(server.client, alone.keys, "redis://x", Known(), cluster=False)) as reader:
        yield reader


class Engine:
    """Does to a queue what workers and dispatchers do, one thing at a time, and keeps what came of it."""

    def __init__(self, rig: RedisRig) -> None:
        self.rig, self.hand = rig, list[tuple[str, int]]()
        self.arrived = self.delivered = self.failed = self.number = 0

    def publish(self) -> None:
        self.rig.queue.publish(OutgoingMessage(request(f"d-{self.number}")))
        self.arrived, self.number = self.arrived + 1, self.number + 1

    def fetch(self) -> None:
        self.hand += [(one.id, one.attempt or 0) for one in self.rig.queue.fetch(2)]

    def _end(self) -> tuple[str, int] | None:
        return self.hand.pop(0) if self.hand else None

    def succeed(self) -> None:
        if (one := self._end()) is not None:
            self.rig.queue.ack(one[0])
            self.delivered += 1

    def retry(self) -> None:
        if (one := self._end()) is not None:
            self.number += 1
            name = f"e-{self.number}"
            payload = request(name)
            self.rig.store.schedule(Envelope(f"{name}:{one[1] + 1}:X", name, one[1] + 1, 5, "X", "", payload))
            self.rig.queue.ack(one[0])

    def dispatch(self) -> None:
        Dispatcher(self.rig.store, self.rig.queue, batch=1).tick(FAR)

    def bury(self) -> None:
        if (one := self._end()) is not None:
            self.rig.queue.send_to_dlq(DLQEntry(request(), "X", "upload_artifacts", 3, "", "w", "", ""))
            self.rig.queue.append_outcome(self.rig.keys.failed, b'{"retryExhausted":true}')
            self.rig.queue.ack(one[0])
            self.failed += 1

    def refuse(self) -> None:
        if (one := self._end()) is not None:
            self.rig.queue.append_outcome(self.rig.keys.failed, b'{"retryExhausted":false}')
            self.rig.queue.ack(one[0])
            self.failed += 1


def flow_of(reader: StreamReader) -> Flow:
    (flow,) = reader.depth(patient=True).flows.values()
    return flow


def pending_of(reader: StreamReader) -> int:
    return sum(row.pending for row in reader.depth(patient=True).rows)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_workers_do_is_counted_as_what_it_was(alone: RedisRig, reader: StreamReader, seed: int) -> None:
    engine, chance = Engine(alone), random.Random(seed)
    for _ in range(20):
        engine.publish()
    engine.fetch()
    first, before = flow_of(reader), (engine.arrived, engine.delivered, engine.failed)
    pending = pending_of(reader)
    steps: list[Callable[[], None]] = [
        engine.publish, engine.publish, engine.fetch, engine.fetch, engine.succeed, engine.succeed, engine.retry,
        engine.dispatch, engine.bury, engine.refuse,
    ]  # fmt: skip
    for _ in range(25):
        for _ in range(chance.randrange(8)):
            chance.choice(steps)()
        flow = flow_of(reader)
        arrived, delivered, failed = before
        assert (flow.arrived, flow.delivered, flow.failed, flow.other, flow.since) == (
            engine.arrived - arrived, engine.delivered - delivered, engine.failed - failed, 0, first.since,
        )  # fmt: skip
        left = (flow.delivered or 0) + flow.failed + flow.skipped + flow.other
        assert pending_of(reader) == pending + flow.arrived + flow.returned - left
    assert (flow.last_delivered is not None) == bool(flow.delivered)


def test_what_people_do_is_told_from_the_audit(alone: RedisRig, server: Server, reader: StreamReader) -> None:
    engine = Engine(alone)
    for _ in range(6):
        engine.publish()
    engine.fetch()
    engine.retry()
    engine.retry()
    engine.fetch()
    engine.bury()
    flow_of(reader)
    pending = pending_of(reader)
    prefix = alone.keys.main.partition(":")[0]
    source = StreamSource(parse_address(f"redis+unix://{server.path}?prefix=%7B{prefix.strip('{}')}%7D"))
    delayed = sorted(alone.envelopes())
    waiting = [name for name, _ in alone.entries(alone.keys.main)][4:]
    with closing(source.admin()) as admin:
        for action, ids in (
            ("retry-now", [f"delayed:{delayed[0]}"]),
            ("skip", [f"delayed:{delayed[1]}"]),
            ("retry-now", [f"dlq:{alone.entries(alone.keys.dlq)[0][0]}"]),
            ("restore", None),
        ):
            named = ids or [f"skipped:{alone.entries(alone.keys.skipped)[0][0]}"]
            report = admin.run(admin.plan(action, named), "me", "tested")
            assert report.done == 1
            flow = flow_of(reader)
            left = (flow.delivered or 0) + flow.failed + flow.skipped + flow.other
            assert pending_of(reader) == pending + flow.arrived + flow.returned - left
    assert (flow.arrived, flow.returned, flow.delivered, flow.failed, flow.skipped) == (0, 2, 0, 0, 1)
    assert waiting


DOUBTS: dict[str, Callable[[RedisRig], object]] = {
    "a deletion": lambda rig: rig.lose(rig.entries(rig.keys.main)[-1][0]),
    "a group put back": lambda rig: rig.client.xgroup_setid(rig.keys.main, rig.keys.group, "0"),
    "a consumer taken away": lambda rig: rig.client.xgroup_delconsumer(rig.keys.main, rig.keys.group, "worker-1"),
    "all of it trimmed": lambda rig: rig.client.xtrim(rig.keys.main, maxlen=0, approximate=False),
    "a body that is gone": lambda rig: rig.lose(rig.pending()[0]),
}


@pytest.mark.parametrize("doubt", DOUBTS)
def test_where_it_can_not_be_told_it_begins_anew(alone: RedisRig, reader: StreamReader, doubt: str) -> None:
    engine = Engine(alone)
    for _ in range(8):
        engine.publish()
    engine.fetch()
    first = flow_of(reader)
    DOUBTS[doubt](alone)
    flows = reader.depth(patient=True).flows
    assert not flows or all(
        (flow.since.ns or 0) > (first.since.ns or 0) and not flow.delivered for flow in flows.values()
    )


def test_more_at_once_than_can_be_read_is_not_told(alone: RedisRig, reader: StreamReader) -> None:
    first = flow_of(reader)
    pipe = alone.client.pipeline(transaction=False)
    for _ in range(5001):
        pipe.xadd(alone.keys.main, {"payload": b"{}"})
    pipe.execute()
    flow = flow_of(reader)
    assert (flow.arrived, flow.delivered) == (0, 0)
    assert (flow.since.ns or 0) > (first.since.ns or 0)
    alone.queue.publish(OutgoingMessage(b"{}"))
    assert flow_of(reader).arrived == 1
