"""Watching a queue for a while: who has what, since when and how often stays as it was; every command is bounded."""

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from qmonitor.monitor.sampler import Sampler
from qmonitor.queues.model import Query
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading import strides
from qmonitor.queues.streams.reading.look import Known
from qmonitor.queues.streams.reading.reader import COMMANDS, StreamReader
from qmonitor.queues.streams.values import OutgoingMessage
from tests.helpers.streams.queues import contents, fill, through, use
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

CONNECTING = {"AUTH", "HELLO", "CLIENT|SETINFO", "CLIENT|MAINT_NOTIFICATIONS", "SELECT"}
"""What the driver sends when it connects, whoever it is."""

LIMITED = {"XRANGE": "COUNT", "XREVRANGE": "COUNT", "HSCAN": "COUNT"}
"""Commands that read a range, and the word before how much of it at most."""

HEAVY = ("XRANGE", "XREVRANGE", "HSCAN", "HMGET")
"""Commands that bring payloads."""

MOST = 1000


@pytest.fixture
def seconds(bench_full: bool) -> float:
    """For how long it is watched: two minutes, in the short form two seconds."""
    return 120.0 if bench_full or os.environ.get("QMONITOR_BENCH") == "long" else 2.0


@contextmanager
def recorded(server: Server) -> Iterator[list[list[str]]]:
    """Every command that reaches the server meanwhile, but for those of the fixture named `test`."""
    found: list[list[str]] = []
    with closing(server.client()) as client, client.monitor() as monitor:  # type: ignore[no-untyped-call]
        try:
            yield found
        finally:
            client.echo("the end")
            for seen in monitor.listen():
                words = seen["command"].split(" ")
                if words[:2] == ["ECHO", "the"]:
                    break
                found.append(words)


def name_of(words: list[str]) -> str:
    first = words[0].upper()
    return f"{first}|{words[1].upper()}" if first in ("XINFO", "CLIENT", "CLUSTER") else first


def limit_of(words: list[str]) -> int | None:
    """How much a command reads at most, -1 for everything; None where that is bounded by its nature."""
    name, upper = words[0].upper(), [word.upper() for word in words]
    if name in LIMITED:
        return int(words[upper.index("COUNT") + 1])
    if name == "XPENDING" and len(words) > 3:
        return int(words[-1])
    if name == "ZRANGE" and "BYSCORE" in upper:
        return int(words[upper.index("LIMIT") + 2])
    if name == "ZRANGE":
        first, last = int(words[2]), int(words[3])
        return last - first + 1 if (first < 0) == (last < 0) else -1
    if name in ("HMGET", "ZMSCORE"):
        return len(words) - 2
    return None


def test_everything_that_is_sent_is_told_beforehand_and_bounded(alone: RedisRig, server: Server) -> None:
    ids = fill(alone)
    for _ in range(2500):
        alone.queue.publish(OutgoingMessage(request()))
    alone.queue.fetch(1200)
    with recorded(server) as sent:
        reader = StreamReader(server.client, alone.keys, "redis://x", Known(), cluster=False)
        with closing(reader):
            use(reader, f"main:{ids[0]}")
            through(reader, Query(limit=1000, head_first=True))
    assert len(sent) > 500
    assert {name_of(words) for words in sent} - {"ECHO"} <= {*COMMANDS, *CONNECTING}
    limits = [limit for words in sent if (limit := limit_of(words)) is not None]
    assert max(limits) <= MOST
    assert max(limit_of(words) or 0 for words in sent if words[0] in HEAVY) <= strides.MOST
    assert min(limits) >= 0


def test_watching_leaves_owners_idle_times_and_delivery_counts_alone(server: Server, seconds: float) -> None:
    with closing(RedisRig(server.client(), keys=Keys.under("watched"))) as rig:
        rig.queue.ensure_group()
        fill(rig)
        before, pending = contents(rig.client), _owned(rig)
        sampler = Sampler(StreamReader(server.client, rig.keys, "redis://x", Known(), cluster=False))
        browse = StreamReader(server.client, rig.keys, "redis://x", Known(), cluster=False)
        with closing(browse):
            ended, looks = time.monotonic() + seconds, 0
            while time.monotonic() < ended:
                sample = sampler.look(force=looks % 2 == 0)
                looks += 1
                for item in browse.page(Query(limit=50)).items:
                    browse.payload(item.id)
                browse.failing()
                browse.scan(Query())
            sampler.close()
        assert looks > 5
        assert sample.depth.complete
        assert contents(rig.client) == before
        after = _owned(rig)
        assert [one[:2] for one in after] == [one[:2] for one in pending]
        assert all(now[2] - was[2] >= 900 * seconds for now, was in zip(after, pending, strict=True))
        rig.client.flushall()


def _owned(rig: RedisRig) -> list[tuple[Any, int, int]]:
    """Of everything in flight its owner, how often it was delivered, and for how long (ms) nobody touched it."""
    found = rig.client.xpending_range(rig.keys.main, rig.keys.group, "-", "+", 100)
    return [
        ((one["message_id"], one["consumer"]), one["times_delivered"], one["time_since_delivered"]) for one in found
    ]
