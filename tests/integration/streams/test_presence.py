"""Who works on a queue, as its audit and its group tell: also of a pool that was killed, or only seemed to be."""

import signal
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from qmonitor.queues.model import Destination
from qmonitor.queues.sending import Pool
from qmonitor.queues.source import company_at
from qmonitor.queues.streams import audit, worker_terms
from qmonitor.queues.streams.server.driver import RedisDriver
from qmonitor.queues.streams.worker_terms import consumer_of
from qmonitor.queues.streams.working import presence
from qmonitor.queues.streams.working.presence import Presence
from qmonitor.queues.working import Phase
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server, until
from tests.integration.cli.test_worker import job
from tests.integration.streams.test_pool import Receiver, running, source_of

ONE = Pool(consumers=1)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "EVERY", 0.05)
    monkeypatch.setattr(presence, "SILENT", 0.8)


def acts(rig: RedisRig) -> list[tuple[str, str]]:
    """What was done and the beginning of whose plan it was, the oldest first."""
    return [(row.action, row.plan[:8]) for row in reversed(audit.entries(rig.client, rig.keys))]


def consumers(rig: RedisRig) -> set[str]:
    return {one["name"].decode() for one in rig.client.xinfo_consumers(rig.keys.main, rig.keys.group)}


def plan_of(consumer: str) -> str:
    return consumer.rpartition(":")[2]


def present(rig: RedisRig, plan: str, host: str = "far-away") -> Presence:
    """A pool that is there by what this test has it do alone."""
    driver = RedisDriver(rig.client, consumer_of(host, plan), rig.keys)
    target = f"{Destination(rig.keys.main, rig.keys.group)}{presence.BETWEEN}lab"
    start = audit.Deed("worker-start", target, plan, 1, 0, ())
    return Presence(rig.client, driver, start, "ann@far-away", "a test")


def test_to_show_itself_hands_out_nothing(alone: RedisRig) -> None:
    ids = [alone.put(payload=request(f"d-{n}")) for n in range(3)]
    for _ in range(3):
        alone.queue.appear()
    assert alone.pending() == []
    assert consumers(alone) == {alone.queue.worker_id}
    alone.queue.fetch(1)
    alone.queue.appear()
    assert alone.pending() == ids[:1]
    assert len(alone.queue.fetch(5)) == 2


def test_each_pool_is_seen_for_itself_and_leaves_when_it_stops(alone: RedisRig, server: Server) -> None:
    with ExitStack() as both:
        for _ in range(2):
            worker, _ = both.enter_context(running(alone, server, Receiver(), ONE))
            until(lambda worker=worker: worker.state.phase is Phase.IDLE, "the pool")
        until(lambda: len(consumers(alone)) == 2, "both in the group")
        assert {plan_of(one) for one in consumers(alone)} == {plan for _, plan in acts(alone)}
    assert consumers(alone) == set()
    assert sorted(what for what, _ in acts(alone)) == ["worker-start"] * 2 + ["worker-stop"] * 2


def test_who_is_there_is_told_as_long_as_it_gives_signs_of_life(
    alone: RedisRig, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, where = source_of(alone, server), Destination(alone.keys.main, alone.keys.group)
    alone.queue.appear()  # another program's
    assert company_at(source, where) == ()
    pool = present(alone, "a" * 32)
    pool.begin()
    pool.look()
    with running(alone, server, Receiver(), ONE) as (worker, _):
        until(lambda: len(company_at(source, where)) == 2, "both")
        assert {*company_at(source, where)} == {worker.state.name, consumer_of("far-away", "a" * 32)}
    assert company_at(source, where) == (consumer_of("far-away", "a" * 32),)
    monkeypatch.setattr(worker_terms, "SILENT", 0.0)
    assert company_at(source, where) == ()
    assert company_at(source, Destination(alone.keys.main, "no-such-group")) == ()


def test_what_is_pending_of_one_that_stops_is_kept(alone: RedisRig) -> None:
    pool = present(alone, "a" * 32)
    pool.begin()
    alone.put(payload=request())
    RedisDriver(alone.client, consumer_of("far-away", "a" * 32), alone.keys).fetch(1)
    pool.end(0)
    assert len(alone.pending()) == 1
    assert consumers(alone) == {consumer_of("far-away", "a" * 32)}


@pytest.mark.expects_log(r"another pool \(qmonitor@.*\) has ended without a word")
def test_one_that_was_killed_has_its_stop_recorded_by_another(
    alone: RedisRig, server: Server, tmp_path: Path, quick: None
) -> None:
    (tmp_path / "out").mkdir()
    prefix = alone.keys.main.removesuffix(":deployment.export.requested")
    place = f"redis+unix://{server.path}?prefix={prefix}"
    config = tmp_path / "workers.toml"
    config.write_text(f'[[worker]]\nsource = "{place}"\nsender = {{ type = "file", folder = "{tmp_path}/out" }}\n')
    alone.put(payload=request("d-1"))
    with job("--config", config) as killed:
        killed.until("delivered")
        until(lambda: len(consumers(alone)) == 1, "its sign of life")
        (name,) = consumers(alone)
        killed.child.send_signal(signal.SIGKILL)
        killed.child.wait(20)
    with running(alone, server, Receiver()) as (worker, _):
        until(lambda: worker.state.phase is Phase.IDLE, "the pool")
        until(lambda: ("worker-stop", plan_of(name)) in acts(alone), "the stop of the one that was killed")
        until(lambda: name not in consumers(alone), "its end in the group")
        assert worker.state.phase is Phase.IDLE
    told = next(row for row in audit.entries(alone.client, alone.keys) if row.plan.startswith(plan_of(name)))
    assert (told.action, told.actor, told.count) == ("worker-stop", "me@here", 0)
    assert told.reason.startswith("ended without a word, last heard of at 20")
    assert audit.verify(alone.client, alone.keys).intact


@pytest.mark.expects_log("has ended without a word")
def test_of_many_that_notice_it_one_tells_and_nobody_who_lives_is_meant(
    alone: RedisRig, server: Server, quick: None
) -> None:
    """That the dead one was told of shows that enough time went by for each to be taken for dead."""
    present(alone, "d" * 32).begin()
    with ExitStack() as all_of_them:
        for _ in range(6):
            all_of_them.enter_context(running(alone, server, Receiver(), ONE))
        until(lambda: ("worker-stop", "d" * 8) in acts(alone), "the stop")
        assert [one for one in acts(alone) if one[0] == "worker-stop"] == [("worker-stop", "d" * 8)]
    assert acts(alone).count(("worker-stop", "d" * 8)) == 1
    assert [what for what, _ in acts(alone)].count("worker-start") == 7
    assert audit.verify(alone.client, alone.keys).intact


Loss = Callable[[RedisRig, str], object]


def taken_for_dead(rig: RedisRig, plan: str) -> None:
    target = f"{Destination(rig.keys.main, rig.keys.group)}{presence.BETWEEN}lab"
    deed = audit.Deed("worker-stop", target, plan, 2, 0, ())
    presence.record(rig.client, rig.keys, deed, "ann", "ended without a word", rig.queue.now())


def lost(rig: RedisRig, _plan: str) -> None:
    rig.client.delete(rig.keys.audit)


def lost_and_begun_anew(rig: RedisRig, plan: str) -> None:
    lost(rig, plan)
    present(rig, "e" * 32).begin()


@pytest.mark.parametrize("lose", [taken_for_dead, lost, lost_and_begun_anew])
def test_one_that_lives_says_so_again(alone: RedisRig, lose: Loss) -> None:
    plan = "f" * 32
    pool = present(alone, plan)
    pool.begin()
    pool.look()
    lose(alone, plan)
    pool.look()
    assert acts(alone)[-1] == ("worker-start", plan[:8])
    before = acts(alone)
    pool.look()
    assert acts(alone) == before
    pool.end(3)
    assert acts(alone)[-1] == ("worker-stop", plan[:8])
    assert audit.verify(alone.client, alone.keys).intact
