"""Where a retry is that a dispatcher published between a look at it and an act upon it."""

import json
from collections.abc import Iterator

import pytest

from qmonitor.queues.streams.reading import dispatched
from tests.helpers.streams.acting import CODE, WHO, WHY, Desk
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Cluster, Server


@pytest.fixture(params=["alone", "cluster"])
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    server: Server | Cluster = request.getfixturevalue("cluster" if request.param == "cluster" else "server")
    rig = RedisRig(server.client())
    rig.queue.ensure_group()
    desk = Desk(rig, server.client())
    yield desk
    desk.close()
    rig.client.flushall()
    rig.close()


def dispatch(desk: Desk, item: str) -> str:
    """What a worker's dispatcher does with a retry that is due; the id of the entry."""
    name = item.removeprefix("delayed:").encode()
    envelope = json.loads(desk.client.hget(desk.keys.retry_payloads, name))
    entry = desk.undelivered("", json.dumps(envelope["payload"]).encode(), envelope["attempt"])
    desk.rig.store.remove(name.decode())
    return entry


@pytest.mark.parametrize("action", ["erase", "skip", "retry-now"])
def test_what_a_dispatcher_published_meanwhile_is_told_by_its_new_id(desk: Desk, action: str) -> None:
    item = desk.delayed("d:1*")
    desk.undelivered("d:12"), desk.delayed("d:1x", attempt=2)
    planned = desk.plan(action, [item])
    entry = dispatch(desk, item)
    report = desk.admin.run(planned, WHO, WHY)
    assert (report.done, report.unchanged) == (0, ((item, "gone"),))
    (said,) = map(str, report.remarks)
    assert item in said and f"there is {entry}, not delivered yet" in said
    late = desk.plan(action, [item])
    assert [str(one) for one in late.words[1:]] == [said]
    assert [str(one) for one in desk.admin.run(late, WHO, WHY).remarks] == [said]
    if action != "retry-now":
        assert desk.act(action, [entry]).done == 1


def test_its_next_retry_and_its_dead_letter_are_told(desk: Desk) -> None:
    item = desk.delayed("d")
    finished = dispatch(desk, item)
    desk.rig.queue.fetch(10)
    desk.rig.queue.ack(finished.removeprefix("main:"))
    assert f"{finished}, finished" in _said(desk, item)
    later = desk.delayed("d", attempt=2)
    assert f"{later}, waits for its next retry" in _said(desk, item)
    desk.rig.store.remove(later.removeprefix("delayed:"))
    dead = desk.dead("d")
    assert f"{dead}, a dead letter" in _said(desk, item)


def test_where_nothing_is_found_it_is_said_what_to_search_for(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = desk.undelivered("d")
    newer = [desk.undelivered(f"other-{n}") for n in range(3)]
    monkeypatch.setattr(dispatched, "NEWEST", 3)
    said = _said(desk, f"delayed:d:1:{CODE}")
    assert "newest 3 messages" in said and "search for d." in said and entry not in said
    monkeypatch.setattr(dispatched, "NEWEST", len(newer) + 1)
    assert entry in _said(desk, f"delayed:d:1:{CODE}")


def test_a_retry_that_came_again_under_an_erased_id_is_told_all_the_same(desk: Desk) -> None:
    item = desk.delayed("d")
    assert desk.act("erase", [item]).done == 1
    entry = dispatch(desk, desk.delayed("d"))
    assert entry in str(desk.act("erase", [item]).remarks[-1])


@pytest.mark.parametrize("action", ["erase", "skip"])
def test_what_a_worker_put_off_meanwhile_is_told_by_its_retry(desk: Desk, action: str) -> None:
    item = desk.undelivered("d")
    plan = desk.plan(action, [item])
    desk.rig.queue.fetch(1)
    retry = desk.delayed("d")
    desk.rig.queue.ack(item.removeprefix("main:"))
    desk.delayed("other")
    report = desk.admin.run(plan, WHO, WHY)
    assert (report.done, report.unchanged) == (0, ((item, "delivered"),))
    assert [str(one) for one in report.remarks] == [
        f"A worker has finished with {item}: of the same deployment there is {retry}, waits for its next retry."
    ]
    desk.rig.store.remove(retry.removeprefix("delayed:"))
    assert desk.admin.run(plan, WHO, WHY).remarks == ()


@pytest.mark.parametrize("payload", [b"no json", b'{"deploymentId":"\\ud800"}', b'{"deploymentId":7}'])
def test_a_finished_one_that_tells_no_deployment_is_no_trouble(desk: Desk, payload: bytes) -> None:
    item = desk.finished("d", payload)
    assert desk.act("skip", [item]).remarks == ()


@pytest.mark.parametrize("name", ["delayed:no name", "main:5-0", "dlq:5-0", "nonsense", "delayed:\\xff:1:X"])
def test_other_ids_are_no_trouble(desk: Desk, name: str) -> None:
    desk.undelivered("d", b"no json"), desk.undelivered("e", b'{"deploymentId":5}')
    report = desk.act("erase", [name])
    assert (report.unchanged, report.notices) == (((name, "gone"),), ())
    assert len(report.remarks) == name.endswith("ff:1:X")


def test_the_same_bytes_elsewhere_are_told_by_their_ids(desk: Desk) -> None:
    payload = request("d", "e", patient="secret")
    copy = desk.finished("d", payload)
    desk.rig.second_group()
    (notice,) = desk.act("erase", [desk.dead("d", payload)]).notices
    assert copy in str(notice)
    others = [desk.dead("d", payload) for _ in range(12)]
    (notice,) = desk.act("erase", [desk.delayed("d", payload)]).notices
    named = [one for one in [copy, *others] if one in str(notice)]
    assert (len(named), notice.values["count"]) == (10, 13)
    report = desk.act("erase", [copy, *others])
    assert (report.done, report.notices, desk.holds(b"secret")) == (13, (), [])


def _said(desk: Desk, item: str) -> str:
    (one,) = desk.act("erase", [item]).remarks
    return str(one)
