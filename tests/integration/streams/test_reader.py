"""A queue on a server as a source of the monitor: everything told, nothing touched, and no right needed but to read."""

import random
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis.cluster import ClusterNode, RedisCluster

from qmonitor.queues.errors import Refused, UnknownItem
from qmonitor.queues.model import About, Among, Query, Start, State
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading import figures
from qmonitor.queues.streams.reading.look import Known
from qmonitor.queues.streams.reading.pending import PendingLine
from qmonitor.queues.streams.reading.reader import CLUSTER_COMMANDS, COMMANDS, StreamReader
from qmonitor.queues.streams.reading.spots import Cursor, edge
from qmonitor.queues.streams.reading.strides import Stride
from qmonitor.queues.streams.values import OutgoingMessage
from qmonitor.queues.times import now
from tests.helpers.streams.queues import CREATED, contents, delay, fill, through, use
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Cluster, Server, patient


@pytest.fixture
def reader(alone: RedisRig, server: Server) -> Iterator[StreamReader]:
    with closing(reader_of(alone, server)) as reader:
        yield reader


def reader_of(rig: RedisRig, server: Server, known: Known | None = None, **client: Any) -> StreamReader:
    return StreamReader(lambda: server.client(**client), rig.keys, "redis://x", known or Known(), cluster=False)


# --- figures


def test_the_backlog_counts_what_waits_and_what_is_dead(alone: RedisRig, reader: StreamReader) -> None:
    fill(alone)
    depth = reader.depth(patient=True)
    (row,) = depth.rows
    assert depth.complete
    assert (row.channel, row.destination) == (alone.keys.main, alone.keys.group)
    assert (row.pending, row.failed, row.at_least, row.failed_known) == (4 + 3 + 3, 2, False, True)
    assert (row.max_attempts, row.retries.no_payload, row.retries.unscheduled, row.retries.overdue) == (2, 1, 1, 1)
    assert 60 <= (depth.as_of.ns - row.retries.overdue_since.ns) / 1e9 < 120  # type: ignore[operator, union-attr]
    assert (str(row.oldest), row.head) == ("2026-11-30T11:00:00.000000000Z", None)
    assert row.oldest_seconds is not None


def test_beside_it_everything_is_told_that_a_person_needs(alone: RedisRig, reader: StreamReader) -> None:
    fill(alone)
    reader.depth(patient=True)
    details = reader.details()
    shared = details.shared
    assert shared is not None
    assert (details.kind, details.rows, details.size, details.notices) == ("streams", 10 + 1 + 2 + 1, None, ())
    assert (shared.undelivered, shared.in_flight, shared.body_gone) == (4, 3, 1)
    assert (shared.delayed, shared.due, shared.overdue) == (3, 1, 1)
    assert (shared.dead, shared.refused, shared.skipped) == (2, 1, 1)
    assert (shared.no_payload, shared.unscheduled) == (1, 1)
    assert shared.dispatch_lag is not None
    assert 60 <= shared.dispatch_lag < 120
    (member,) = shared.members or ()
    assert (member.name, member.in_flight, member.deliveries) == ("worker-1", 3, 1)


def test_nothing_that_waits_is_no_row_and_the_group_is_a_destination(alone: RedisRig, reader: StreamReader) -> None:
    depth = reader.depth()
    assert (depth.rows, depth.complete) == ((), True)
    assert [str(one) for one in reader.destinations()] == [f"{alone.keys.main}/{alone.keys.group}"]
    assert depth.destinations == reader.destinations()


def test_the_oldest_is_told_by_what_is_known_of_it(alone: RedisRig, reader: StreamReader) -> None:
    """A retry that was enqueued anew has lost its time, unless the event tells it."""
    ids = [alone.queue.publish(OutgoingMessage(request(), 1)), alone.queue.publish(OutgoingMessage(request()))]
    alone.queue.fetch(2)
    (row,) = reader.depth(patient=True).rows
    assert row.oldest is not None
    assert row.oldest.ns == int(ids[1].split("-")[0]) * 1_000_000
    alone.queue.publish(OutgoingMessage(request(createdAt=CREATED), 1))
    alone.queue.fetch(1)
    (row,) = reader.depth(patient=True).rows
    assert (str(row.oldest), row.max_attempts) == ("2026-11-30T11:00:00.000000000Z", 1)


@pytest.mark.parametrize("named", [5000, 0])
def test_many_delayed_are_looked_at_over_several_looks(
    alone: RedisRig, reader: StreamReader, monkeypatch: pytest.MonkeyPatch, named: int
) -> None:
    monkeypatch.setattr("qmonitor.queues.streams.reading.rounds.NAMED", named)
    for n in range(3000):
        alone.put_envelope(f"d-{n}:{1 + n % 3}:X", request(f"d-{n}"), 2**52 + n % 7)
    looks = [reader.depth()]
    while not looks[-1].complete:
        assert looks[-1].rows[0].max_attempts is None
        looks.append(reader.depth())
    (row,) = looks[-1].rows
    assert (row.pending, row.max_attempts) == (3000, 3)
    while reader.details().shared.unscheduled is None:  # type: ignore[union-attr]
        alone.client.hset(alone.keys.retry_payloads, "d-1:2:X", request("d-1"))
        alone.client.zadd(alone.keys.retry_index, {"d-2:3:X": 2**52 - 1 - random.randrange(1000)})
        reader.depth()
    assert reader.details().shared.unscheduled == 0  # type: ignore[union-attr]


CHANGES: dict[str, Callable[[RedisRig, str], object]] = {
    "an entry": lambda rig, _: rig.queue.publish(OutgoingMessage(b"{}")),
    "a delivery": lambda rig, _: rig.queue.fetch(1),
    "an acknowledgement": lambda rig, first: rig.queue.ack(first),
    "a deletion": lambda rig, first: rig.lose(first),
    "a retry": lambda rig, _: delay(rig, "new", 2**52 + 1),
    "another time": lambda rig, _: rig.put_envelope("late:2:X", None, 2**52 - 1),
    "a dead letter": lambda rig, _: rig.client.xadd(rig.keys.dlq, {"payload": "x"}),
    "a skip": lambda rig, _: rig.client.xadd(rig.keys.skipped, {"payload": "x"}),
    "a failure": lambda rig, _: rig.client.xadd(rig.keys.failed, {"payload": "x"}),
    "an act": lambda rig, _: rig.client.xadd(rig.keys.audit, {"at": "x"}, id="1-0"),
    "a consumer": lambda rig, _: rig.client.xgroup_createconsumer(rig.keys.main, rig.keys.group, "another"),
    "a claim": lambda rig, first: rig.client.xclaim(rig.keys.main, rig.keys.group, "another", 0, [first]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_noticed(alone: RedisRig, reader: StreamReader, change: str) -> None:
    ids = fill(alone)
    reader.depth(patient=True)
    assert not reader.changed()
    CHANGES[change](alone, ids[0])
    assert reader.changed()
    reader.depth(patient=True)
    assert not reader.changed()


def test_of_very_many_consumers_those_are_told_that_have_something_in_hand(
    alone: RedisRig, reader: StreamReader
) -> None:
    """As where each start of a worker makes another one: the server would tell all of them at each look."""
    for n in range(5):
        alone.queue.publish(OutgoingMessage(request(f"d-{n}")))
    first, *_ = alone.queue.fetch(3)
    with alone.client.pipeline(transaction=False) as pipe:
        for n in range(figures.CROWD + 1):
            pipe.xgroup_createconsumer(alone.keys.main, alone.keys.group, f"pod-{n}")
        pipe.execute()
    alone.client.config_resetstat()
    depth = reader.depth(patient=True)
    details = reader.details()
    assert not reader.changed()
    assert "cmdstat_xinfo|consumers" not in alone.client.info("commandstats")
    assert details.shared is not None
    (member,) = details.shared.members or ()
    assert (member.name, member.in_flight, member.heard, member.deliveries) == ("worker-1", 3, None, 1)
    assert [str(one) for one in details.notices] == [
        f"The group has {figures.CROWD + 2} consumers. Only those are shown that have messages in hand."
    ]
    assert depth.complete
    alone.queue.ack(first.id)
    assert reader.changed()
    (flow,) = reader.depth(patient=True).flows.values()
    assert flow.delivered == 1


# --- the list


def test_all_stages_are_in_one_list(alone: RedisRig, reader: StreamReader) -> None:
    ids = fill(alone)
    found = through(reader, Query(head_first=True, limit=3))
    assert [(one.stage, one.lacks) for one in found] == [
        ("delayed", "schedule"),
        ("due", None),
        ("in-flight", None),
        ("body-gone", "body"),
        ("in-flight", None),
        *[("undelivered", None)] * 4,
        *[("dead-lettered", None)] * 2,
        ("skipped", None),
        ("delayed", "payload"),
        ("delayed", None),
    ]
    assert [one.id for one in found[2:9]] == [f"main:{one}" for one in ids]
    assert through(reader, Query(limit=5)) == found[::-1]
    assert reader.count(Query()) == len(found)
    assert reader.counts([Query(state=state) for state in ("pending", "failed", "skipped", "delivered", "x")]) == (
        11, 2, 1, 0, 0,
    )  # fmt: skip


def test_what_is_done_with_is_in_no_list(alone: RedisRig, reader: StreamReader) -> None:
    ids = fill(alone)
    alone.queue.ack(ids[0])
    assert f"main:{ids[0]}" not in [one.id for one in through(reader, Query())]
    assert reader.states([f"main:{ids[0]}", f"main:{ids[1]}"]) == (
        (f"main:{ids[0]}", "gone"),
        (f"main:{ids[1]}", "pending"),
    )
    for ask in (reader.get, reader.payload):
        with pytest.raises(UnknownItem):
            ask(f"main:{ids[0]}")


@pytest.mark.parametrize("query", [{"text": "D:1"}, {"text": "d:"}, {"error": "storage"}, {"error": "page"}, {}])
@pytest.mark.parametrize("state", [None, "pending", "failed"])
def test_filters_let_pass_what_matches(
    alone: RedisRig, reader: StreamReader, query: dict[str, str], state: str | None
) -> None:
    fill(alone)
    everything = through(reader, Query())
    text, error = query.get("text", "").lower(), query.get("error", "").lower()
    wanted = [
        one
        for one in everything
        if state in (None, one.state)
        and (text in one.control_id.lower() or text in one.message_type.lower())
        and error in one.last_error.lower()
    ]
    asked = Query(**query, state=state, limit=2)  # type: ignore[arg-type]
    assert through(reader, asked) == wanted
    assert reader.count(asked) == len(wanted)


def test_an_escaped_name_is_found_like_any_other(alone: RedisRig, reader: StreamReader) -> None:
    alone.queue.publish(OutgoingMessage(b'{"deploymentId":"d\\u002d7"}'))
    assert [one.control_id for one in through(reader, Query(text="D-7"))] == ["d-7"]


def test_times_are_compared_by_when_it_was_queued(alone: RedisRig, reader: StreamReader) -> None:
    fill(alone)
    alone.client.xadd(alone.keys.main, {"payload": request("old")}, id="99999999999999-0")
    everything = [one for one in through(reader, Query()) if one.enqueued_at is not None]
    bounds = sorted({one.enqueued_at.ns or 0: one.enqueued_at for one in everything if one.enqueued_at}.items())
    for _, since in bounds:
        for head_first in (True, False):
            found = through(reader, Query(since=since, limit=3, head_first=head_first))
            assert {one.id for one in found} == {
                one.id
                for one in everything
                if (one.enqueued_at.ns or 0) >= (since.ns or 0)  # type: ignore[union-attr]
            }
    _, last = bounds[-1]
    assert {one.id for one in through(reader, Query(until=last))} == {
        one.id
        for one in everything
        if (one.enqueued_at.ns or 0) < (last.ns or 0)  # type: ignore[union-attr]
    }


def test_certain_items_are_found_whatever_became_of_them(alone: RedisRig, reader: StreamReader) -> None:
    fill(alone)
    ids = sorted(str(one.id) for one in through(reader, Query()))
    among = Among([*ids[::2], "main:5-0", "delayed:never", "nonsense"], "", now())
    for head_first in (True, False):
        found = [str(one.id) for one in through(reader, Query(among=among, limit=2, head_first=head_first))]
        assert sorted(found) == ids[::2]


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(0, 9)), max_size=30, unique=True))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
def test_what_is_in_flight_is_walked_in_both_directions(alone: RedisRig, ids: list[tuple[int, int]]) -> None:
    alone.client.delete(alone.keys.main)
    alone.queue.ensure_group()
    for first, second in sorted(ids):
        alone.client.xadd(alone.keys.main, {"payload": "{}"}, id=f"{first * 1000}-{second}")
    alone.queue.fetch(1000)
    line = PendingLine(alone.client, alone.keys, Stride())
    up = [one.spot for one in line.walk(edge(up=True))]
    down = [one.spot for one in line.walk(edge(up=False))]
    assert [(int(spot.at) // 1000, spot.number) for spot in up] == sorted(ids)
    assert down == up[::-1]
    for spot in up[:: max(1, len(up) // 3)]:
        for inclusive in (True, False):
            for way in (True, False):
                beyond = [one for one in (up if way else down) if (one > spot if way else one < spot)]
                expected = [spot, *beyond] if inclusive else beyond
                assert [one.spot for one in line.walk(Cursor(spot, way, inclusive))] == expected


def test_the_last_of_many_in_flight_are_found_in_few_steps(alone: RedisRig) -> None:
    pipe = alone.client.pipeline(transaction=False)
    for n in range(12_000):
        pipe.xadd(alone.keys.main, {"payload": "{}"}, id=f"{1 + (n // 5) ** 2}-{1 + n % 5}")
    pipe.execute()
    for _ in range(12):
        alone.queue.fetch(1000)
    alone.client.config_resetstat()
    line = PendingLine(alone.client, alone.keys, Stride()).walk(edge(up=False))
    found = [next(line).spot for _ in range(100)]
    assert found == sorted(found, reverse=True)
    assert found[0].at == 1 + (11_999 // 5) ** 2
    assert alone.client.info("commandstats")["cmdstat_xpending"]["calls"] < 40


def test_a_place_about_a_row_is_near_it(alone: RedisRig, reader: StreamReader) -> None:
    pipe = alone.client.pipeline(transaction=False)
    for n in range(5000):
        pipe.xadd(alone.keys.main, {"payload": "{}"}, id=f"{1000 + n}-1")
    pipe.execute()
    for head_first in (True, False):
        page = reader.page(Query(limit=50, head_first=head_first), About(3000, 5000))
        row = int(str(page.items[0].id).split(":")[1].split("-")[0]) - 1000
        assert abs((row if head_first else 4999 - row) - 3000) < 50
        assert page.prev is not None
        assert page.next is not None


@pytest.mark.parametrize("head_first", [True, False])
@pytest.mark.parametrize("state", [None, "pending", "failed"])
def test_a_place_about_a_row_is_near_it_though_stages_lie_far_apart(
    alone: RedisRig, reader: StreamReader, state: str | None, head_first: bool
) -> None:
    """Retries that are due in years, finished entries of years ago, dead letters of yesterday."""
    pipe = alone.client.pipeline(transaction=False)
    for n in range(1200):
        pipe.xadd(alone.keys.main, {"payload": "{}"}, id=f"{1_000_000 + n if n < 100 else 2_000_000_000 + 50 * n}-1")
        if n % 3 == 0:
            pipe.xadd(alone.keys.dlq, {"payload": "{}"}, id=f"{1_900_000_000 + n}-1")
        if n % 6 == 0:
            pipe.zadd(alone.keys.retry_index, {f"d-{n}:1:X": 4e12 + n * 1000})
    pipe.zadd(alone.keys.retry_index, {"never:1:X": "inf"})
    pipe.execute()
    alone.queue.ack(*(one.id for one in alone.queue.fetch(400)[:300]))
    query = Query(limit=40, head_first=head_first, state=state)
    rows = [one.id for one in through(reader, query)]
    for row in (0, 1, 25, 50):
        assert rows.index(reader.page(query, About(row, len(rows))).items[0].id) == row
    for row in range(51, len(rows) - 40, 37):
        page = reader.page(query, About(row, len(rows)))
        assert abs(rows.index(page.items[0].id) - row) < 30
    filtered = Query(limit=40, head_first=head_first, state=state, error="X")
    found = [one.id for one in through(reader, filtered)]
    assert [one.id for one in reader.page(filtered, About(30, len(rows))).items] == found[30:70]
    chosen = Query(limit=40, head_first=head_first, state="failed", among=Among(rows, "", now()))
    dead = [one.id for one in through(reader, chosen)]
    assert [one.id for one in reader.page(chosen, About(30, len(rows))).items] == dead[30:70]
    among = Query(limit=40, head_first=head_first, among=Among(rows, "", now()))
    assert rows.index(reader.page(among, About(250, len(rows))).items[0].id) in range(249, 252)


def test_a_page_that_would_take_long_ends_early_and_is_gone_on_with(
    alone: RedisRig, reader: StreamReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(50):
        alone.queue.publish(OutgoingMessage(request(f"d-{n}")))
    monkeypatch.setattr("qmonitor.queues.streams.reading.pages.BUDGET", 0.0)
    page = reader.page(Query(text="d-3", limit=20))
    assert page.next is not None
    assert len(page.items) < 11
    assert [one.control_id for one in through(reader, Query(text="d-3"))] == [f"d-{n}" for n in range(39, 29, -1)] + [
        "d-3"
    ]
    assert reader.count(Query(text="d-3")) is None


def test_a_cursor_of_nobody_is_refused(reader: StreamReader) -> None:
    for text in ("no cursor", "n_x_1_1_", "n_nan_1_0_", "n_1_9_0_", "n_1_1_1_zz", "q_1_1_0_"):
        with pytest.raises(Refused):
            reader.page(Query(), text)


# --- what went wrong, and payloads


def test_errors_are_told_of_dead_letters_of_retries_and_of_failures_without_one(
    alone: RedisRig, reader: StreamReader
) -> None:
    fill(alone)
    part = reader.failing()
    assert part.next is None
    assert sorted((str(row.id).split(":")[0], row.error, str(row.state)) for row in part.rows) == [
        ("delayed", "X", "pending"),
        ("delayed", "X", "pending"),
        ("delayed", "X", "pending"),
        ("delayed", "X", "pending"),
        ("dlq", "PAGE_NOT_FOUND", "failed"),
        ("dlq", "PAGE_NOT_FOUND", "failed"),
        ("failed", "PAGE", "failed"),
        *[("main", "STORAGE_5XX", "pending")] * 3,
    ]
    event = next(row.id for row in part.rows if str(row.id).startswith("failed:"))
    item = reader.get(event)
    assert (item.control_id, item.state, item.last_error) == ("never", State.FAILED, "PAGE")
    assert b"retryExhausted" in reader.payload(event)
    assert [one.id for one in through(reader, Query(among=Among([event], "", now())))] == [event]


@pytest.mark.parametrize("head_first", [True, False])
def test_a_search_goes_through_every_payload_in_the_order_of_the_list(
    alone: RedisRig, reader: StreamReader, head_first: bool
) -> None:
    fill(alone)
    query = Query(head_first=head_first)
    parts = [reader.scan(query, budget=0)]
    while (place := parts[-1].next) is not None:
        parts.append(reader.scan(query, place, 0))
    rows = [row for part in parts for row in part.rows]
    assert [row.id for row in rows] == [item.id for item in through(reader, query)]
    assert all(row.raw == reader.payload(row.id) for row in rows)
    shares = [part.share for part in parts]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


# --- counting, shared among the readers of one source


def test_while_it_is_counted_the_count_is_at_least_so_many_and_never_a_total(alone: RedisRig, server: Server) -> None:
    pipe = alone.client.pipeline(transaction=False)
    for _ in range(3000):
        pipe.xadd(alone.keys.main, {"payload": b"{}"})
    pipe.execute()
    alone.queue.ack(*(one.id for one in alone.queue.fetch(1)))
    known = Known()
    with closing(reader_of(alone, server, known)) as poll, closing(reader_of(alone, server, known)) as browse:
        clock = iter(range(10**6)).__next__
        for reader in (poll, browse):
            reader._eye._with(None)._passed = clock  # every look is over after one step
        (row,) = poll.depth().rows
        assert (row.pending, row.at_least) == (1000, True)
        shared = poll.details().shared
        assert shared is not None
        assert (shared.undelivered, shared.undelivered_least, shared.estimate) == (None, 1000, 2999)
        alone.client.config_resetstat()
        assert browse.counts((Query(), Query(state="failed"))) == (None, 0)
        assert alone.client.info("commandstats")["cmdstat_xrange"]["calls"] <= 2  # the count is left to who looks
        while not (depth := poll.depth()).complete:
            pass
        assert (depth.rows[0].pending, depth.rows[0].at_least) == (2999, False)
        alone.client.config_resetstat()
        page = browse.page(Query(limit=5), Start(counts=(Query(), Query(state="failed"))), total=True)
        assert (page.total, page.counts) == (2999, (2999, 0))
        assert alone.client.info("commandstats").get("cmdstat_xrange", {"calls": 0})["calls"] <= 2


def test_where_nobody_looks_at_figures_a_count_goes_on_by_itself(alone: RedisRig, reader: StreamReader) -> None:
    pipe = alone.client.pipeline(transaction=False)
    for _ in range(2500):
        pipe.xadd(alone.keys.main, {"payload": b"{}"})
    pipe.execute()
    alone.queue.ack(*(one.id for one in alone.queue.fetch(1)))
    assert [reader.count(Query()) for _ in range(3)] == [None, None, 2499]


# --- nothing is changed, and no right is needed beyond reading


def as_reader(rig: RedisRig, server: Server, *rules: str, **others: Any) -> StreamReader:
    """A user who may read these keys, and use no command but those that are told."""
    allowed = [f"+{name.lower()}" for name in COMMANDS]
    rig.client.execute_command("ACL", "SETUSER", "looker", "reset", "on", "nopass", "%R~*", *allowed, *rules)
    return reader_of(rig, server, username="looker", password="any", **others)


@pytest.mark.parametrize("named", [5000, 0])
@pytest.mark.parametrize("protocol", [2, 3])
def test_all_that_a_reader_can_tell_needs_the_told_commands_only_and_changes_nothing(
    alone: RedisRig, server: Server, monkeypatch: pytest.MonkeyPatch, protocol: int, named: int
) -> None:
    monkeypatch.setattr("qmonitor.queues.streams.reading.rounds.NAMED", named)  # many are gone through in another way
    ids = fill(alone)
    before = contents(alone.client)
    with closing(as_reader(alone, server, protocol=protocol)) as reader:
        use(reader, f"main:{ids[0]}")
        assert reader.details().notices == ()
    assert contents(alone.client) == before


@pytest.mark.parametrize(
    ("command", "figures"),
    [
        ("xinfo|consumers", {"members"}),
        ("zcard", {"delayed", "no_payload", "unscheduled"}),
        ("zcount", {"due", "overdue", "dispatch_lag"}),
        ("xlen", {"dead", "refused", "skipped"}),
        ("xpending", {"body_gone"}),
        ("hkeys", {"no_payload", "unscheduled"}),
        ("hscan", {"no_payload", "unscheduled"}),
        ("hlen", {"no_payload", "unscheduled"}),
    ],
)
def test_a_right_that_is_missing_leaves_its_figures_open_and_is_named(
    alone: RedisRig, server: Server, monkeypatch: pytest.MonkeyPatch, command: str, figures: set[str]
) -> None:
    if command == "hscan":  # by which only many are gone through
        monkeypatch.setattr("qmonitor.queues.streams.reading.rounds.NAMED", 0)
    fill(alone)
    with closing(as_reader(alone, server, f"-{command}")) as reader:
        depth = reader.depth(patient=True)
        details = reader.details()
        shared = details.shared
        assert shared is not None
        opened = {name for name in shared.__slots__ if getattr(shared, name) is None}
        assert opened - {"refused"} == figures - {"refused"}
        assert depth.complete
        (row,) = depth.rows
        assert row.at_least == ("delayed" in figures)
        assert row.failed_known == ("dead" not in figures)
        assert command.upper() in " ".join(map(str, details.notices))
        assert through(reader, Query(state="failed"))


def test_on_a_cluster_all_of_it_is_told_too(cluster: Cluster) -> None:
    with closing(RedisRig(cluster.client())) as rig:
        rig.queue.ensure_group()
        ids = fill(rig)
        reader = StreamReader(cluster.client, rig.keys, "redis+cluster://x", Known(), cluster=True)
        with closing(reader):
            before = contents(rig.client)
            use(reader, f"main:{ids[0]}")
            (row,) = reader.depth().rows
            assert (row.pending, row.failed) == (10, 2)
            assert reader.details().notices == ()
            assert contents(rig.client) == before
        rig.client.flushall()


def test_keys_in_several_slots_are_read_and_why_nothing_can_be_done_is_told(cluster: Cluster) -> None:
    keys = Keys.under("apart")
    client = cluster.client()
    client.xgroup_create(keys.main, keys.group, "0", mkstream=True)
    client.xadd(keys.main, {"payload": request()})
    client.xadd(keys.dlq, {"payload": request()})
    with closing(StreamReader(cluster.client, keys, "redis+cluster://x", Known(), cluster=True)) as reader:
        (row,) = reader.depth(patient=True).rows
        assert (row.pending, row.failed) == (1, 1)
        assert len(through(reader, Query())) == 2
        details = reader.details()
        assert details.shared is not None
        assert details.shared.stepless
        assert "several slots" in str(details.notices[0])
    client.flushall()
    client.close()


# --- many


def test_25_000_dead_letters_are_all_counted_reached_and_found(alone: RedisRig, reader: StreamReader) -> None:
    pipe = alone.client.pipeline(transaction=False)
    for n in range(25_000):
        pipe.xadd(alone.keys.dlq, {"payload": b'{"deploymentId":"d-%d"}' % n, "errorCode": "X"})
    pipe.execute()
    failed = Query(state="failed", limit=100)
    assert reader.count(failed) == 25_000
    assert reader.depth(patient=True).rows[0].failed == 25_000
    last = reader.page(failed, About(25_000, 25_000)).items[-1]
    first = reader.page(failed).items[0]
    assert (first.control_id, last.control_id) == ("d-24999", "d-0")
    found = through(reader, Query(state="failed", text="d-24998"))
    assert [one.control_id for one in found] == ["d-24998"]
    place, payloads = None, 0
    while True:
        part = reader.scan(failed, place, 5)
        payloads += sum(row.raw == b'{"deploymentId":"d-7"}' for row in part.rows)
        place = part.next
        if place is None:
            break
    assert payloads == 1


def test_in_a_cluster_the_told_commands_are_enough_too(cluster: Cluster) -> None:
    allowed = [f"+{name.lower()}" for name in (*COMMANDS, *CLUSTER_COMMANDS)]
    with closing(RedisRig(cluster.client())) as rig:
        rig.queue.ensure_group()
        ids = fill(rig)
        for node in cluster.nodes:
            with closing(node.client()) as client:
                rules = ("reset", "on", "nopass", "%R~*", "resetchannels", *allowed)
                client.execute_command("ACL", "SETUSER", "looker", *rules)  # type: ignore[no-untyped-call]
        first = ClusterNode("127.0.0.1", cluster.nodes[0].port)  # type: ignore[no-untyped-call]

        def connect() -> Any:
            return RedisCluster(startup_nodes=[first], username="looker", password="any", **patient())

        with closing(StreamReader(connect, rig.keys, "redis+cluster://x", Known(), cluster=True)) as reader:
            use(reader, f"main:{ids[0]}")
            assert reader.details().notices == ()
        rig.client.flushall()


def test_bodies_that_were_trimmed_are_in_flight_all_the_same(alone: RedisRig, reader: StreamReader) -> None:
    ids = [alone.queue.publish(OutgoingMessage(request(f"d-{n}"))) for n in range(4)]
    alone.queue.fetch(3)
    alone.client.xtrim(alone.keys.main, maxlen=1, approximate=False)
    for head_first in (True, False):
        found = through(reader, Query(head_first=head_first, limit=2))
        assert {one.id: one.lacks for one in found} == {
            **{f"main:{one}": "body" for one in ids[:3]},
            f"main:{ids[3]}": None,
        }
    assert reader.payload(f"main:{ids[0]}") == b""
    (row,) = reader.depth(patient=True).rows
    assert row.pending == 4
    assert reader.details().shared.body_gone == 3  # type: ignore[union-attr]


def test_many_certain_items_are_looked_for_once(alone: RedisRig, reader: StreamReader) -> None:
    for n in range(1500):
        alone.put_envelope(f"d-{n}:1:X", request(f"d-{n}"), 2**52 + n % 7)
    ids = [f"delayed:d-{n}:1:X" for n in range(1500)]
    among = Among(sorted(ids), "", now())
    page = reader.page(Query(among=among, limit=10))
    alone.client.config_resetstat()
    seen = [one.id for one in page.items]
    while page.next is not None and len(seen) < 200:
        page = reader.page(Query(among=among, limit=10), page.next)
        seen += [one.id for one in page.items]
    assert len(set(seen)) == len(seen) == 200
    assert alone.client.info("commandstats")["cmdstat_zmscore"]["calls"] <= 40
    assert reader.count(Query(among=among)) == 1500
