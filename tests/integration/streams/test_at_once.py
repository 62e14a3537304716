"""Many people, and a dispatcher, who want the same message at the same moment: one gets it, the others are told."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from qmonitor.queues.streams import audit
from qmonitor.queues.streams.working.dispatcher import Dispatcher
from tests.helpers.streams.acting import Desk
from tests.helpers.streams.crowd import Crowd
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

PEOPLE = 25
"""In each of two processes."""


@pytest.fixture
def desk(server: Server, alone: RedisRig) -> Iterator[Desk]:
    desk = Desk(alone, server.client())
    yield desk
    desk.close()


@contextmanager
def dispatching(server: Server, desk: Desk) -> Iterator[list[int]]:
    """A dispatcher that ticks as fast as it can; how often."""
    own = RedisRig(server.client(), keys=desk.keys)
    ticks, stop = [0], threading.Event()

    def run() -> None:
        dispatcher = Dispatcher(own.store, own.queue)
        while not stop.is_set():
            dispatcher.tick(own.queue.now())
            ticks[0] += 1

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield ticks
    finally:
        stop.set()
        thread.join()
        own.close()


def ready(server: Server, desk: Desk, action: str, item: str) -> list[Crowd]:
    prefix = desk.keys.main.partition(":")[0]
    crowds = [Crowd(server.path, prefix, action, item, PEOPLE) for _ in range(2)]
    for crowd in crowds:
        crowd.ready()
    return crowds


def all_at_once(crowds: list[Crowd]) -> list[dict[str, object]]:
    for crowd in crowds:
        crowd.go()
    return [one for crowd in crowds for one in crowd.told()]


@pytest.mark.parametrize("stage", ["delayed", "dead"])
def test_fifty_retries_of_one_message_publish_it_once(server: Server, desk: Desk, stage: str) -> None:
    item = getattr(desk, stage)("a")
    with dispatching(server, desk) as ticks:
        told = all_at_once(ready(server, desk, "retry-now", item))
    assert ticks[0] > 5
    assert sorted(one["done"] for one in told) == [0] * 49 + [1]  # type: ignore[type-var]
    (winner,) = (one for one in told if one["done"])
    losers = [one for one in told if not one["done"]]
    ((_, new),) = winner["moved"]  # type: ignore[misc]
    assert [one for one, _ in desk.rig.entries(desk.keys.main)] == [new.removeprefix("main:")]
    assert all(one["unchanged"] == [[item, "gone"]] and one["moved"] == [] for one in losers)
    assert all(new in one["remarks"][0] for one in losers)  # type: ignore[index]
    assert desk.rig.envelopes() == {}
    assert audit.verify(desk.client, desk.keys) == audit.Verification(1)


def test_beside_a_dispatcher_that_wants_it_too_the_monitors_publish_it_once_at_most(server: Server, desk: Desk) -> None:
    for n in range(3):
        item = desk.delayed(f"a{n}", due=1)
        crowds = ready(server, desk, "retry-now", item)
        with dispatching(server, desk):
            told = all_at_once(crowds)
        ours = [one for one in told if one["done"]]
        entries = [fields for _, fields in desk.rig.entries(desk.keys.main) if b"a%d" % n in fields["payload"]]
        assert len(ours) <= 1
        assert sum(fields["attempt"] == b"0" for fields in entries) == len(ours)
        assert 1 <= len(entries) <= 1 + len(ours)
        assert desk.rig.envelopes() == {}


def test_operators_at_once_keep_one_chain(server: Server, desk: Desk) -> None:
    items = [desk.dead(f"d{n}") for n in range(40)]
    desks = [Desk(desk.rig, server.client()) for _ in range(8)]

    def act(one: Desk, mine: list[str]) -> None:
        for item in mine:
            ((_, aside),) = one.act("skip", [item]).moved
            assert one.act("restore", [aside]).done == 1

    threads = [threading.Thread(target=act, args=(one, items[n::8])) for n, one in enumerate(desks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one in desks:
        one.close()
    assert audit.verify(desk.client, desk.keys) == audit.Verification(80)
    found = [fields["payload"] for _, fields in desk.rig.entries(desk.keys.main)]
    assert len(found) == len(set(found)) == 40
    assert desk.rig.entries(desk.keys.dlq) == desk.rig.entries(desk.keys.skipped) == []


def test_beside_others_who_publish_without_a_pause_each_act_comes_to_its_end(server: Server, desk: Desk) -> None:
    """The id of the new entry, which the audit names, is taken again and again."""
    stop, published = threading.Event(), [0]

    def publish() -> None:
        with server.client() as client:
            while not stop.is_set():
                sent = client.pipeline(transaction=False)
                for _ in range(50):
                    sent.xadd(desk.keys.main, {"payload": "x", "attempt": "1"})
                published[0] += len(sent.execute())

    thread = threading.Thread(target=publish)
    thread.start()
    try:
        moved = [desk.act("retry-now", [desk.dead(f"d{n}")]).moved for n in range(20)]
    finally:
        stop.set()
        thread.join()
    assert published[0]
    entries = dict(desk.rig.entries(desk.keys.main))
    ours = [entries[str(new).removeprefix("main:")] for ((_, new),) in moved]
    assert [fields["traceId"] for fields in ours] == [b"t-d%d" % n for n in range(20)]
    assert len(entries) == published[0] + 20
