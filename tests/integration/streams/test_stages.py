"""Items of every stage: each as it stands, and walked without gap or double whatever comes and goes."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qmonitor.queues.model import Item
from qmonitor.queues.streams.reading import stages
from qmonitor.queues.streams.reading.ground import Ground
from qmonitor.queues.streams.reading.lines import Line
from qmonitor.queues.streams.reading.places import delayed_spot
from qmonitor.queues.streams.reading.schedule import Schedule
from qmonitor.queues.streams.reading.spots import Cursor, edge
from qmonitor.queues.streams.reading.strides import Strides
from qmonitor.queues.streams.values import DLQEntry, Envelope, OutgoingMessage
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig

NOW = 1_790_000_000_000
CREATED = "2026-11-30T12:00:00+01:00"


def ground(rig: RedisRig) -> Ground:
    return Ground(rig.client, rig.keys, Strides())


def walk(line: Line) -> list[Item]:
    """All of a stage."""
    return [one.make() for one in line.walk(edge(up=True))]


def delay(rig: RedisRig, deployment: str, due: int, attempt: int = 2) -> None:
    payload = request(deployment, createdAt=CREATED)
    rig.store.schedule(Envelope(f"{deployment}:{attempt}:X", deployment, attempt, due, "X", "", payload))


def fill(rig: RedisRig) -> list[str]:
    ids = [rig.queue.publish(OutgoingMessage(request(f"d:{n}"), n, "STORAGE_5XX" if n else "")) for n in range(5)]
    rig.queue.fetch(3)
    rig.lose(ids[1])
    delay(rig, "late", 2**52)
    delay(rig, "now", NOW)
    rig.put_envelope("gone:1:X", None, NOW + 1)
    rig.put_envelope("torn:1:X", b"{torn", NOW + 2)
    rig.queue.send_to_dlq(DLQEntry(request("dead"), "PAGE", "render_html", 3, "t", "w", CREATED, CREATED))
    rig.client.xadd(rig.keys.skipped, {"payload": request("left"), "stage": "delayed"})
    return ids


def told(found: list[Item]) -> list[tuple[object, ...]]:
    return [(one.control_id, one.state, one.stage, one.attempts) for one in found]


def test_every_stage_is_told(alone: RedisRig) -> None:
    ids = fill(alone)
    now = ground(alone)

    assert told(walk(stages.in_flight(now))) == [
        ("d:0", "pending", "in-flight", 0),
        ("", "pending", "body-gone", 0),
        ("d:2", "pending", "in-flight", 2),
    ]
    assert [one.id for one in walk(stages.in_flight(now))] == [f"main:{one}" for one in ids[:3]]
    assert told(walk(stages.undelivered(now))) == [
        ("d:3", "pending", "undelivered", 3),
        ("d:4", "pending", "undelivered", 4),
    ]
    assert told(walk(stages.delayed(now))) == [
        ("now", "pending", "due", 2),
        ("gone", "pending", "due", 1),
        ("torn", "pending", "due", 1),
        ("late", "pending", "delayed", 2),
    ]
    assert told(walk(stages.dead(now))) == [("dead", "failed", "dead-lettered", 3)]
    assert told(walk(stages.skipped(now))) == [("left", "skipped", "skipped", 0)]


def test_an_item_tells_what_is_known_and_nothing_else(alone: RedisRig) -> None:
    ids = fill(alone)
    now = ground(alone)
    first, _, third = walk(stages.in_flight(now))
    assert first.enqueued_at is not None
    assert (first.enqueued_at.ns or 0) // 1_000_000 == int(ids[0].split("-")[0])
    assert (first.channel, first.destination, first.raw) == (alone.keys.main, alone.keys.group, None)
    assert (first.message_type, first.size) == ("deployment.export.requested", len(request("d:0")))
    assert third.enqueued_at is None  # it was enqueued anew: its first time is not known
    assert third.last_error == "STORAGE_5XX"
    (dead,) = walk(stages.dead(now))
    assert (str(dead.enqueued_at), str(dead.last_attempt), dead.last_error) == (CREATED, CREATED, "PAGE")
    due = walk(stages.delayed(now))[0]
    assert due.next_attempt is not None
    assert (due.next_attempt.ns, str(due.enqueued_at)) == (NOW * 1_000_000, CREATED)


def test_a_walk_is_not_disturbed_by_what_comes_and_goes(alone: RedisRig) -> None:
    ids = [alone.queue.publish(OutgoingMessage(request(f"d-{n}"))) for n in range(10)]
    begun = stages.undelivered(ground(alone)).walk(edge(up=True))
    last = [next(begun) for _ in range(4)][-1]
    alone.lose(ids[3])  # the very last that was met
    alone.lose(ids[6])
    alone.queue.publish(OutgoingMessage(request("new")))
    rest = stages.undelivered(ground(alone)).walk(Cursor(last.spot, up=True))
    assert [one.make().control_id for one in rest] == ["d-4", "d-5", "d-7", "d-8", "d-9", "new"]


@given(
    st.lists(st.tuples(st.integers(0, 3), st.text("ab:é", max_size=3)), max_size=12, unique_by=lambda pair: pair[1]),
    st.integers(1, 5),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_many_of_one_time_are_walked_without_gap_or_double(
    alone: RedisRig, pairs: list[tuple[int, str]], limit: int
) -> None:
    alone.client.delete(alone.keys.retry_index)
    for due, name in pairs:
        alone.put_envelope(f"{name}:1:X", None, due)
    ordered = [(due, name.decode()) for due, name in sorted((due, f"{name}:1:X".encode()) for due, name in pairs)]
    schedule = Schedule(alone.client, alone.keys)
    for up in (True, False):
        cursor, found, over = edge(up=up), list[bytes](), False
        while not over:
            part, over = schedule.beyond(cursor, limit)
            assert len(part) <= limit
            assert part or over
            found += [name for name, _ in part]
            cursor = cursor if over else Cursor(delayed_spot(*part[-1]), up)
        expected = [name.encode() for _, name in ordered]
        assert found == (expected if up else expected[::-1])
        for due, name in ordered:
            for inclusive in (True, False):
                part, _ = schedule.beyond(Cursor(delayed_spot(name.encode(), due), up, inclusive), limit)
                at = found.index(name.encode()) + (not inclusive)
                assert [one for one, _ in part] == found[at : at + limit][: len(part)]


@pytest.mark.parametrize("score", ["inf", "-inf", "1e300"])
def test_a_time_that_is_none_is_not_told(alone: RedisRig, score: str) -> None:
    alone.client.execute_command("ZADD", alone.keys.retry_index, score, "d:1:X")
    (item,) = walk(stages.delayed(ground(alone)))
    assert item.next_attempt is None


@given(
    st.dictionaries(st.sampled_from([b"payload", b"attempt", b"errorCode", b"failedAt", b"x"]), st.binary(max_size=9))
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_lies_there_can_be_shown(alone: RedisRig, fields: dict[bytes, bytes]) -> None:
    fields = fields or {b"": b""}
    for stream in (alone.keys.main, alone.keys.dlq, alone.keys.skipped):
        alone.client.xadd(stream, fields)
    now = ground(alone)
    for stage in (stages.undelivered, stages.dead, stages.skipped):
        last = walk(stage(now))[-1]
        assert last.size == len(fields.get(b"payload", b""))
