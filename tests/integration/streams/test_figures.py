"""Looking at a queue: every figure right, unknown where it is unknown, and nothing changed by it."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from qmonitor.queues.streams import errors
from qmonitor.queues.streams.reading import overlap
from qmonitor.queues.streams.reading.figures import COMMANDS, Consumer, Looking, Tally
from qmonitor.queues.streams.values import DLQEntry, Envelope, OutgoingMessage
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Cluster, Server

LETTER = DLQEntry(b"{}", "X", "consume_job", 0, "", "w", "", "")


def put(rig: RedisRig, count: int, size: int = 0) -> list[str]:
    return [rig.queue.publish(OutgoingMessage(request(note="x" * size))) for _ in range(count)]


def delay(rig: RedisRig, number: int, due: int) -> None:
    rig.store.schedule(Envelope(f"d-{number}:1:X", f"d-{number}", 1, due, "X", "", request(f"d-{number}")))


def fill(rig: RedisRig) -> list[str]:
    """Three in flight of which one has lost its body, four waiting, two delayed and one of them due, one dead."""
    ids = put(rig, 7)
    rig.queue.fetch(3)
    rig.lose(ids[1])
    now = rig.queue.now()
    delay(rig, 1, now - 2500)
    delay(rig, 2, now + 60_000)
    rig.queue.send_to_dlq(LETTER)
    rig.queue.append_outcome(rig.keys.failed, b"{}")
    rig.queue.append_outcome(rig.keys.failed, b"{}")
    return ids


def test_every_figure_is_told(alone: RedisRig) -> None:
    ids = fill(alone)
    seen = Looking(alone.client, alone.keys).look()
    assert (seen.undelivered, seen.in_flight, seen.delayed, seen.due) == (4, 3, 2, 1)
    assert (seen.pending, seen.complete) == (9, True)
    assert (seen.dead, seen.told_failed, seen.barred) == (1, 2, ())
    assert seen.dispatch_lag is not None
    assert 2.5 <= seen.dispatch_lag < 60
    assert seen.consumers is not None
    assert [(one.name, one.in_flight) for one in seen.consumers] == [("worker-1", 3)]
    assert seen.first_undelivered == int(ids[3].split("-")[0])
    assert seen.newest == int(ids[6].split("-")[0])
    assert seen.lag == 4


def test_what_the_server_does_not_know_is_counted_all_the_same(alone: RedisRig) -> None:
    ids = put(alone, 4)
    alone.queue.fetch(1)
    alone.lose(ids[2])
    seen = Looking(alone.client, alone.keys).look()
    assert (seen.lag, seen.undelivered) == (None, 2)


def test_a_group_that_was_set_back_has_nothing_counted_twice(alone: RedisRig) -> None:
    ids = put(alone, 6)
    alone.queue.fetch(4)
    alone.client.xgroup_setid(alone.keys.main, alone.keys.group, "0")
    seen = Looking(alone.client, alone.keys).look()
    assert (seen.undelivered, seen.in_flight, seen.pending, seen.complete) == (2, 4, 6, True)
    alone.queue.ack(ids[0])
    alone.lose(ids[1])
    alone.client.xgroup_setid(alone.keys.main, alone.keys.group, ids[2])
    seen = Looking(alone.client, alone.keys).look()
    assert (seen.undelivered, seen.in_flight, seen.pending) == (2, 3, 5)


def test_very_many_in_flight_of_a_group_set_back(alone: RedisRig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlap, "PAGE", 2)
    monkeypatch.setattr(overlap, "PAGES", 2)
    monkeypatch.setattr(overlap, "DOUBTED", 1)
    ids = put(alone, 12)
    alone.queue.fetch(9)
    for back, waits in (("0", 3), (ids[0], 3), (ids[2], 3), (ids[8], 3), (ids[6], 3)):
        alone.client.xgroup_setid(alone.keys.main, alone.keys.group, back)
        seen = Looking(alone.client, alone.keys).look()
        assert (seen.undelivered, seen.in_flight, seen.complete) == (waits, 9, True)
    alone.client.xgroup_setid(alone.keys.main, alone.keys.group, ids[3])
    for one in ids[6:8]:  # nobody knows how many of those in flight are among what was deleted
        alone.lose(one)
    seen = Looking(alone.client, alone.keys).look()
    assert (seen.undelivered, seen.undelivered_least, seen.pending, seen.complete) == (None, 0, None, True)


def test_an_empty_queue_has_nothing_and_says_so(alone: RedisRig) -> None:
    seen = Looking(alone.client, alone.keys).look()
    assert (seen.undelivered, seen.in_flight, seen.delayed, seen.due, seen.dead) == (0, 0, 0, 0, 0)
    assert (seen.pending, seen.dispatch_lag, seen.first_undelivered, seen.newest) == (0, None, None, None)
    assert seen.consumers == ()


def test_it_is_told_of_a_cluster_too(cluster: Cluster) -> None:
    with closing(RedisRig(cluster.client())) as rig:
        rig.queue.ensure_group()
        fill(rig)
        seen = Looking(rig.client, rig.keys).look()
        rig.client.flushall()
    assert (seen.undelivered, seen.in_flight, seen.delayed, seen.due, seen.dead) == (4, 3, 2, 1, 1)


@pytest.mark.parametrize("protocol", [2, 3])
def test_both_versions_of_the_protocol_are_understood(alone: RedisRig, server: Server, protocol: int) -> None:
    fill(alone)
    with closing(server.client(protocol=protocol)) as client:
        seen = Looking(client, alone.keys).look()
    assert (seen.pending, seen.due, seen.dead) == (9, 1, 1)


def test_a_long_stream_is_counted_over_several_looks(alone: RedisRig) -> None:
    ids = put(alone, 3500)
    alone.queue.ack(*(one.id for one in alone.queue.fetch(1)))
    looking = Looking(alone.client, alone.keys, passed=iter(range(1000)).__next__)
    told = []
    while True:
        seen = looking.look()
        told.append((seen.undelivered, seen.undelivered_least, seen.pending, seen.complete))
        if seen.complete:
            break
    assert told == [
        (None, 1000, None, False),
        (None, 2000, None, False),
        (None, 3000, None, False),
        (len(ids) - 1, len(ids) - 1, len(ids) - 1, True),
    ]


def test_large_entries_are_read_in_short_steps(alone: RedisRig) -> None:
    put(alone, 40, size=200_000)
    alone.queue.fetch(1)
    looking = Looking(alone.client, alone.keys, passed=iter(range(1000)).__next__)
    counts = [looking.look().undelivered_least for _ in range(3)]
    assert counts == [10, 20, 30]


# --- nothing is changed, and no right is needed beyond reading


@contextmanager
def reader(alone: RedisRig, server: Server, *rules: str) -> Iterator[Any]:
    """A user who may read these keys, and use no command but those that are told."""
    allowed = [f"+{name.lower()}" for name in COMMANDS]
    name = "reader"
    alone.client.execute_command("ACL", "SETUSER", name, "reset", "on", "nopass", "%R~*", *allowed, *rules)
    with closing(server.client(username=name, password="any")) as client:
        yield client


def state_of(client: Any) -> dict[bytes, bytes]:
    """Every key's content: of a stream also who has what, since when, and how often it was delivered."""
    return {key: client.dump(key) for key in client.scan_iter()}


def test_looking_changes_nothing_and_needs_the_told_commands_only(alone: RedisRig, server: Server) -> None:
    fill(alone)
    alone.client.zadd(alone.keys.retry_index, {"orphan:1:X": 5})
    alone.client.hset(alone.keys.retry_payloads, "unscheduled:1:X", b"{torn")
    before = state_of(alone.client)
    with reader(alone, server) as client:
        looking = Looking(client, alone.keys)
        for _ in range(20):
            assert looking.look().barred == ()
    assert state_of(alone.client) == before


@pytest.mark.parametrize(
    ("command", "panel"),
    [
        ("xinfo|consumers", "consumers"),
        ("zcard", "delayed"),
        ("zcount", "due"),
        ("zrange", "dispatch_lag"),
        ("xlen", "dead"),
    ],
)
def test_a_right_that_is_missing_leaves_one_panel_open(
    alone: RedisRig, server: Server, command: str, panel: str
) -> None:
    fill(alone)
    with reader(alone, server, f"-{command}") as client:
        seen = Looking(client, alone.keys).look()
    assert getattr(seen, panel) is None
    assert seen.barred == (command.upper(),)
    assert (seen.undelivered, seen.in_flight) == (4, 3)
    assert seen.pending == (None if panel == "delayed" else 9)


@pytest.mark.parametrize("command", ["xinfo|groups", "xinfo|stream", "xrange", "time"])
def test_without_these_there_is_nothing_to_see(alone: RedisRig, server: Server, command: str) -> None:
    put(alone, 2)
    alone.queue.fetch(1)
    with reader(alone, server, f"-{command}") as client, pytest.raises(errors.NotPermitted) as told:
        Looking(client, alone.keys).look()
    assert command.upper() in str(told.value)


@pytest.mark.parametrize("lost", ["stream", "group"])
def test_what_is_not_there_is_told_and_seen_again_when_it_is(alone: RedisRig, lost: str) -> None:
    looking = Looking(alone.client, alone.keys)
    if lost == "stream":
        alone.client.delete(alone.keys.main)
    else:
        alone.client.xgroup_destroy(alone.keys.main, alone.keys.group)
    with pytest.raises(errors.NoGroup):
        looking.look()
    alone.queue.ensure_group()
    put(alone, 2)
    assert looking.look().undelivered == 2


@pytest.mark.parametrize("name", ["main", "retry_index", "dlq", "failed"])
def test_a_key_of_another_kind_is_told_or_left_open(alone: RedisRig, name: str) -> None:
    alone.client.delete(alone.keys.main) if name == "main" else None
    alone.client.set(getattr(alone.keys, name), "CANARY")
    looking = Looking(alone.client, alone.keys)
    if name == "main":
        with pytest.raises(errors.WrongKind):
            looking.look()
        return
    seen = looking.look()
    opened = {"retry_index": seen.delayed, "dlq": seen.dead, "failed": seen.told_failed}
    assert opened[name] is None
    assert [value for key, value in opened.items() if key != name] == [0, 0]


def test_a_consumer_is_told_by_name() -> None:
    assert Consumer("w", 2, 5) == Consumer(name="w", in_flight=2, idle=5)


def test_two_who_look_by_turns_keep_up_one_count(alone: RedisRig) -> None:
    put(alone, 3000)
    alone.queue.fetch(1)
    tally = Tally()
    lookers = [Looking(alone.client, alone.keys, iter(range(10**6)).__next__, tally=tally) for _ in range(2)]
    told = [looker.look().undelivered_least for _ in range(2) for looker in lookers]
    assert told == [1000, 2000, 2999, 2999]
    alone.client.config_resetstat()
    put(alone, 5)
    alone.queue.fetch(2)
    assert [looker.look().undelivered for looker in lookers] == [3002, 3002]
    assert alone.client.info("commandstats")["cmdstat_xrange"]["calls"] <= 4


def test_who_waits_for_another_count_can_be_called_off(alone: RedisRig) -> None:
    tally, asked = Tally(), []

    def enough() -> None:
        asked.append(1)
        if len(asked) > 2:
            raise RuntimeError("called off")

    with tally.taken(lambda: None), pytest.raises(RuntimeError, match="called off"):
        Looking(alone.client, alone.keys, still_wanted=enough, tally=tally).look()
    assert Looking(alone.client, alone.keys, tally=tally).look().undelivered == 0
