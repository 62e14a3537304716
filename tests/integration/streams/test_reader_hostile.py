"""What a server or the way to it can have against a reader: each a state or a refusal of its own kind, and it looks
again by itself when the hindrance is gone."""

import signal
import threading
import time
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest

from qmonitor.queues.access import Access
from qmonitor.queues.errors import Interrupted, NotAQueue, PasswordNeeded, SourceClosed, SourceError
from qmonitor.queues.model import Query
from qmonitor.queues.source import open_source
from qmonitor.queues.streams import errors
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading.link import Link
from qmonitor.queues.streams.reading.look import Known, clock_ahead
from qmonitor.queues.streams.reading.reader import StreamReader
from qmonitor.queues.streams.values import Envelope, OutgoingMessage
from tests.helpers.streams.cutting import Cut, CutClient
from tests.helpers.streams.queues import fill, through, use
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Cluster, Server, free_port, patient, until


def reader_of(rig: RedisRig, server: Server, timeout: float = 10.0) -> StreamReader:
    return StreamReader(lambda: server.client(timeout), rig.keys, "redis://x", Known(), cluster=False)


def rig_of(server: Server) -> RedisRig:
    rig = RedisRig(server.client(), keys=Keys())
    rig.queue.ensure_group()
    return rig


def url(server: Server, **asked: str) -> str:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return f"redis+unix://{server.path}" + (f"?{query}" if query else "")


# --- opening


def test_it_opens_by_its_url_and_is_told_by_its_stream(own: Server) -> None:
    with closing(rig_of(own)) as rig:
        rig.queue.publish(OutgoingMessage(request()))
        source = open_source(url(own))
        assert (source.name, source.target) == (rig.keys.main, url(own))
        assert rig.keys.group in source.describe()
        with closing(source.reader()) as reader:
            assert reader.depth(patient=True).rows[0].pending == 1


def test_who_has_no_password_is_told_that_one_is_wanted(own: Server) -> None:
    with closing(rig_of(own)) as rig:
        rig.client.execute_command("CONFIG", "SET", "requirepass", "secret")
        for access in (None, Access(password="wrong")):
            with pytest.raises(PasswordNeeded) as told:
                open_source(url(own), access=access)
            assert "secret" not in f"{told.value} {told.value.__cause__}"
        with closing(open_source(url(own), access=Access(password="secret")).reader()) as reader:
            assert reader.depth().complete
            rig.client.execute_command("CONFIG", "SET", "requirepass", "")


def test_a_server_that_is_not_there_is_told_and_found_when_it_is(own: Server) -> None:
    own.end()
    with pytest.raises(errors.ServerUnreachable):
        open_source(url(own))
    own.start()
    assert open_source(url(own)).target == url(own)


# --- what is not there, and what is something else


@pytest.mark.parametrize("lost", ["stream", "group"])
def test_no_stream_or_group_is_told_until_a_worker_makes_it(alone: RedisRig, server: Server, lost: str) -> None:
    with closing(reader_of(alone, server)) as reader:
        alone.queue.publish(OutgoingMessage(request()))
        reader.depth(patient=True)
        if lost == "stream":
            alone.client.delete(alone.keys.main)
        else:
            alone.client.xgroup_destroy(alone.keys.main, alone.keys.group)
        for _ in range(2):
            assert reader.changed()
            with pytest.raises(errors.NoGroup) as told:
                reader.depth()
            assert isinstance(told.value, NotAQueue)
        alone.queue.ensure_group()
        depth = reader.depth(patient=True)
        assert sum(row.pending for row in depth.rows) == (lost == "group")


@pytest.mark.parametrize("name", ["dlq", "skipped", "failed", "audit", "retry_index", "retry_payloads"])
def test_a_key_of_another_kind_leaves_its_figures_open_and_the_rest_is_told(
    alone: RedisRig, server: Server, name: str
) -> None:
    alone.queue.publish(OutgoingMessage(request()))
    alone.client.set(getattr(alone.keys, name), "CANARY")
    with closing(reader_of(alone, server)) as reader:
        depth = reader.depth(patient=True)
        (row,) = depth.rows
        details = reader.details()
        shared = details.shared
        assert shared is not None
        assert depth.complete
        assert (row.at_least, row.failed_known) == (name == "retry_index", name != "dlq")
        unknown = {"dlq": shared.dead, "skipped": shared.skipped, "failed": shared.refused}
        assert unknown.get(name) is None
        figures = {
            "dlq": {"dead"}, "skipped": {"skipped"}, "failed": {"refused"}, "retry_payloads": {"strays"},
            "retry_index": {"delayed", "due", "overdue", "dispatch_lag", "strays"}, "audit": set[str](),
        }[name]  # fmt: skip
        assert {figure for figure, command in shared.barred.items() if not command} >= figures
        state = {"dlq": "failed", "skipped": "skipped", "retry_index": "pending", "retry_payloads": "pending"}.get(name)
        if state and name != "retry_payloads":
            with pytest.raises(errors.WrongKind) as told:
                reader.page(Query(state=state))
            assert "CANARY" not in f"{told.value} {told.value.__cause__}"
        alone.client.delete(getattr(alone.keys, name))
        assert reader.changed()
        assert len(through(reader, Query())) == 1
        (row,) = reader.depth(patient=True).rows
        assert not row.at_least
        assert row.failed_known


def test_a_main_stream_of_another_kind_is_told(alone: RedisRig, server: Server) -> None:
    alone.client.delete(alone.keys.main)
    alone.client.set(alone.keys.main, "CANARY")
    with closing(reader_of(alone, server)) as reader:
        with pytest.raises(errors.WrongKind):
            reader.depth()
        alone.client.delete(alone.keys.main)
        alone.queue.ensure_group()
        assert reader.depth().complete


# --- another content


def test_a_stream_made_anew_is_another_content(alone: RedisRig, server: Server) -> None:
    with closing(reader_of(alone, server)) as reader:
        for _ in range(5):
            alone.queue.publish(OutgoingMessage(request()))
        before = reader.depth(patient=True)
        alone.client.delete(alone.keys.main)
        alone.queue.ensure_group()
        for _ in range(7):
            alone.queue.publish(OutgoingMessage(request()))
        depth = reader.depth(patient=True)
        assert depth.epoch != before.epoch
        assert (depth.rows[0].pending, reader.knows(before.mark), reader.knows(depth.mark)) == (7, False, True)
        assert "made anew" in str(reader.details().notices[0])


def test_trimming_acknowledging_and_deleting_leave_it_the_same(alone: RedisRig, server: Server) -> None:
    with closing(reader_of(alone, server)) as reader:
        marks = [reader.depth(patient=True).mark]
        for step in (
            lambda: [alone.queue.publish(OutgoingMessage(request())) for _ in range(6)],
            lambda: alone.queue.ack(*(one.id for one in alone.queue.fetch(2))),
            lambda: alone.client.xtrim(alone.keys.main, maxlen=3),
            lambda: alone.client.xdel(alone.keys.main, alone.entries(alone.keys.main)[-1][0]),
            lambda: alone.client.xtrim(alone.keys.main, maxlen=0),
            lambda: alone.queue.publish(OutgoingMessage(request())),
        ):
            step()
            depth = reader.depth(patient=True)
            assert depth.epoch == 0
            marks.append(depth.mark)
            assert all(map(reader.knows, marks))
        assert not reader.knows("another queue 5 1-1")
        assert not reader.knows("")


# --- connections


def test_a_connection_that_was_cut_is_made_again_unasked(alone: RedisRig, server: Server) -> None:
    fill(alone)
    with closing(reader_of(alone, server)) as reader:
        expected = reader.depth(patient=True).rows[0].pending
        for _ in range(3):
            alone.client.client_kill_filter(_type="normal", skipme=True)
            assert reader.depth(patient=True).rows[0].pending == expected
            alone.client.client_kill_filter(_type="normal", skipme=True)
            assert len(through(reader, Query())) == 14


def test_a_server_that_was_started_anew_is_looked_at_again(own: Server) -> None:
    with closing(rig_of(own)) as rig, closing(reader_of(rig, own)) as reader:
        rig.queue.publish(OutgoingMessage(request()))
        before = reader.depth(patient=True)
        own.end()
        for _ in range(2):
            with pytest.raises(errors.ServerUnreachable):
                reader.depth()
        own.start()
        with pytest.raises(errors.NoGroup):
            reader.depth()
        rig.client.connection_pool.disconnect()
        rig.queue.ensure_group()
        depth = reader.depth(patient=True)
        assert (depth.rows, depth.epoch != before.epoch) == ((), True)


def test_a_server_that_hangs_is_left_at_once_when_nobody_wants_the_answer(own: Server) -> None:
    with closing(rig_of(own)) as rig, closing(reader_of(rig, own, timeout=30.0)) as reader:
        fill(rig)
        reader.depth(patient=True)
        own.child.send_signal(signal.SIGSTOP)
        ended: list[BaseException] = []

        def look() -> None:
            try:
                reader.page(Query())
            except BaseException as error:  # noqa: BLE001 - it is what the test is about
                ended.append(error)

        thread = threading.Thread(target=look)
        thread.start()
        until(lambda: reader._link._client is not None, "the connection")
        began = time.monotonic()
        while thread.is_alive() and time.monotonic() < began + 10:
            reader.interrupt()
            thread.join(0.05)
        took = time.monotonic() - began
        own.child.send_signal(signal.SIGCONT)
        assert isinstance(ended[0], Interrupted)
        assert took < 1
        assert len(through(reader, Query())) == 14


def test_a_server_that_hangs_is_told_after_its_time(own: Server) -> None:
    with closing(rig_of(own)) as rig, closing(reader_of(rig, own, timeout=0.2)) as reader:
        reader.depth(patient=True)
        own.child.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        with pytest.raises(errors.ServerUnreachable):
            reader.depth()
        took = time.monotonic() - began
        own.child.send_signal(signal.SIGCONT)
        assert took < 2
        assert reader.depth(patient=True).complete


def test_a_reader_that_is_closed_while_it_connects_leaves_no_connection(alone: RedisRig, server: Server) -> None:
    def connect() -> Any:
        client = server.client()
        made.append(str(client.client_id()))
        link.close()
        return client

    made: list[str] = []
    link = Link(connect)
    with pytest.raises(SourceClosed):
        link.run(lambda client: client.ping())
    until(lambda: made[0] not in {one["id"] for one in alone.client.client_list()}, "the end of the connection")


def test_a_closed_reader_says_so_and_closes_twice(alone: RedisRig, server: Server) -> None:
    reader = reader_of(alone, server)
    reader.depth()
    reader.close()
    reader.close()
    reader.interrupt()
    for ask in (reader.depth, reader.details, reader.destinations):
        with pytest.raises(SourceClosed):
            ask()


def test_a_replica_is_read_like_any_other(own: Server) -> None:
    """It takes no writes: a reader has none."""
    other = Server()
    try:
        with closing(rig_of(own)) as rig, closing(other.client()) as replica:
            fill(rig)
            rig.client.execute_command("CONFIG", "SET", "repl-diskless-sync-delay", "0")
            port = free_port()
            rig.client.config_set("port", port)
            replica.replicaof("127.0.0.1", port)
            until(lambda: replica.info("replication")["master_link_status"] == "up", "the replica")
            with closing(reader_of(rig, other)) as reader:
                assert reader.depth(patient=True).rows[0].pending == 10
                assert len(through(reader, Query())) == 14
    finally:
        other.stop()


def test_a_server_whose_memory_is_used_up_is_read_all_the_same(own: Server) -> None:
    with closing(rig_of(own)) as rig, closing(reader_of(rig, own)) as reader:
        fill(rig)
        rig.client.config_set("maxmemory", "1")
        with pytest.raises(errors.ServerFull):
            rig.queue.publish(OutgoingMessage(request()))
        assert reader.depth(patient=True).rows[0].pending == 10
        assert len(through(reader, Query())) == 14


def test_one_of_a_cluster_is_told_to_be_opened_as_such(cluster: Cluster) -> None:
    keys = Keys.under("{moved}")
    nodes = [StreamReader(node.client, keys, "redis://x", Known(), cluster=False) for node in cluster.nodes]
    told = []
    for reader in nodes:
        with closing(reader):
            try:
                reader.depth()
            except SourceError as error:
                told.append(type(error))
    assert sorted(one.__name__ for one in told) == ["KeysElsewhere", "KeysElsewhere", "NoGroup"]


# --- payloads


@pytest.mark.parametrize("payload", [b"", b"no JSON", b"\xff\x00", b"[1]", b'{"deploymentId":7}', b"[" * 100_000])
def test_a_payload_that_is_no_event_is_an_item_like_any_other(alone: RedisRig, server: Server, payload: bytes) -> None:
    entry = alone.queue.publish(OutgoingMessage(payload))
    with closing(reader_of(alone, server)) as reader:
        (item,) = through(reader, Query())
        assert (item.id, item.size, item.control_id) == (f"main:{entry}", len(payload), "")
        assert reader.payload(item.id) == payload
        assert reader.depth(patient=True).rows[0].pending == 1
        assert [row.raw for row in reader.scan(Query()).rows] == [payload]


def test_huge_payloads_are_read_a_few_at_a_time(alone: RedisRig, server: Server) -> None:
    for n in range(24):
        alone.queue.publish(OutgoingMessage(request(f"d-{n}", note="x" * 1_000_000)))
    alone.queue.fetch(6)
    with closing(reader_of(alone, server)) as reader:
        reader.page(Query(limit=1))
        alone.client.config_resetstat()
        items = through(reader, Query(limit=5))
        assert len(items) == 24
        statistics = alone.client.info("commandstats")
        assert statistics["cmdstat_xrevrange"]["calls"] >= 18
        assert reader.payload(items[0].id, 900_000, 10) == b"x" * 10
        scan = reader.scan(Query(), budget=60)
        assert scan.next is not None
        assert sum(row.size for row in scan.rows) < 12 << 20


@pytest.mark.parametrize(
    ("server_ms", "asked", "answered", "ahead"),
    [
        (1_000_000, 1000.0, 1000.01, 0.0),
        (1_001_900, 1000.0, 1000.01, 0.0),
        (1_060_000, 1000.0, 1000.0, 60.0),
        (940_000, 1000.0, 1000.0, -60.0),
        (1_060_000, 1000.0, 1055.0, 5.0),
    ],
)
def test_a_clock_that_differs_is_noticed_as_far_as_it_is_certain(
    server_ms: int, asked: float, answered: float, ahead: float
) -> None:
    assert clock_ahead(server_ms, asked, answered) == timedelta(seconds=ahead)


@pytest.mark.parametrize("ahead", [3600, -3600])
def test_ages_go_by_the_servers_clock(
    alone: RedisRig, server: Server, monkeypatch: pytest.MonkeyPatch, ahead: float
) -> None:
    alone.queue.publish(OutgoingMessage(request()))
    real = time.time
    with closing(reader_of(alone, server)) as reader:
        monkeypatch.setattr("qmonitor.queues.streams.reading.look.time.time", lambda: real() - ahead)
        depth = reader.depth(patient=True)
        assert abs(depth.clock.total_seconds() - ahead) < 5
        (row,) = depth.rows
        assert depth.skew is None
        word = "ahead of" if ahead > 0 else "behind"
        assert word in str(reader.details().notices[0])
        assert row.oldest_seconds is not None


@pytest.mark.parametrize("time", [2**47, 2**50, 2**63, 2**64 - 1])
def test_an_id_of_any_time_hinders_no_look(alone: RedisRig, server: Server, time: int) -> None:
    for key in (alone.keys.main, alone.keys.dlq, alone.keys.skipped, alone.keys.failed):
        alone.client.xadd(key, {"payload": request()}, id=f"{time}-0")
    with closing(reader_of(alone, server)) as reader:
        (row,) = reader.depth(patient=True).rows
        assert (row.pending, row.failed) == (1, 1)
        assert (row.oldest is None) == (time > 2**47)
        use(reader, f"main:{time}-0")


@pytest.mark.parametrize("said", ["0001-01-01T00:00:00+23:00", "9999-12-31T23:59:59-23:00", "10000-01-01T00:00:00Z"])
def test_a_time_that_an_event_makes_up_hinders_no_look(alone: RedisRig, server: Server, said: str) -> None:
    alone.queue.publish(OutgoingMessage(request(createdAt=said), 2, "X"))
    alone.queue.fetch(1)
    payload = request("d-2", createdAt=said)
    alone.store.schedule(Envelope("d-2:1:X", "d-2", 1, alone.queue.now() - 60_000, "X", "", payload))
    with closing(reader_of(alone, server)) as reader:
        (row,) = reader.depth(patient=True).rows
        assert (row.pending, row.oldest) == (2, None)
        use(reader, "delayed:d-2:1:X")


# --- cut off at any step, and called off


def test_a_connection_that_is_cut_at_any_step_is_told_or_gone_on_with_and_never_makes_a_wrong_figure(
    alone: RedisRig, server: Server
) -> None:
    fill(alone)
    cuts = 0
    for step in range(0, 80, 2):
        for after in (False, True):
            cut = Cut(step, after)

            def connect(cut: Cut = cut) -> CutClient:
                client = CutClient(unix_socket_path=server.path, **patient())
                client.cut = cut
                return client

            with closing(StreamReader(connect, alone.keys, "redis://x", Known(), cluster=False)) as reader:
                told = 0
                for _ in range(3):
                    try:
                        (row,) = reader.depth(patient=True).rows
                        assert (row.pending, row.failed, row.retries.no_payload) == (10, 2, 1)
                        assert len(through(reader, Query(limit=6))) == 14
                        assert reader.count(Query(state="pending")) == 11
                    except errors.ServerUnreachable:
                        told += 1
                assert told <= 1
                cuts += cut.count > step
    assert cuts > 40


def test_a_filter_that_goes_through_a_long_stream_is_called_off_at_once(alone: RedisRig, server: Server) -> None:
    fill_script = "for n = 1, 20000 do redis.call('XADD', KEYS[1], '*', 'payload', ARGV[1], 'attempt', '0') end"
    alone.client.eval(fill_script, 1, alone.keys.main, request())
    with closing(reader_of(alone, server)) as reader:
        through(reader, Query(limit=1, state="failed"))
        ended: list[float] = []
        begun = threading.Event()

        class Name(str):
            """A destination that tells when it is first compared: the walk is under way then."""

            __slots__ = ()

            def __eq__(self, other: object) -> bool:
                begun.set()
                return str.__eq__(self, other)

            __hash__ = str.__hash__

        def filter_again_and_again() -> None:
            while True:
                reader.page(Query(text="nobody", destination=Name(alone.keys.group)))

        def look() -> None:
            with pytest.raises(Interrupted):
                filter_again_and_again()
            ended.append(time.monotonic())

        thread = threading.Thread(target=look)
        thread.start()
        assert begun.wait(10)
        called = time.monotonic()
        while thread.is_alive():
            reader.interrupt()
            thread.join(0.02)
        assert ended[0] - called < 0.5
        assert reader.count(Query(state="failed")) == 0


def test_a_server_that_loads_its_data_is_waited_for() -> None:
    server = Server("--enable-debug-command", "yes")
    try:
        with closing(rig_of(server)) as rig, closing(reader_of(rig, server)) as reader:
            fill(rig)
            expected = reader.depth(patient=True).rows[0].pending
            rig.client.config_set("loading-process-events-interval-bytes", 1024)
            rig.client.config_set("key-load-delay", 200_000)  # microseconds for each key

            def load() -> None:
                with closing(server.client(60)) as client:
                    client.execute_command("DEBUG", "RELOAD")  # type: ignore[no-untyped-call]

            thread = threading.Thread(target=load)
            thread.start()
            told: list[type[BaseException]] = []
            while thread.is_alive():
                try:
                    reader.depth()
                except SourceError as error:
                    told.append(type(error))
                thread.join(0.01)
            assert errors.ServerNotReady in told
            assert set(told) <= {errors.ServerNotReady, errors.ServerUnreachable}
            assert reader.depth(patient=True).rows[0].pending == expected
    finally:
        server.stop()


def test_who_calls_off_nothing_disturbs_nothing(cluster: Cluster) -> None:
    with closing(RedisRig(cluster.client())) as rig:
        rig.queue.ensure_group()
        fill(rig)
        with closing(StreamReader(cluster.client, rig.keys, "redis+cluster://x", Known(), cluster=True)) as reader:
            for _ in range(3):
                reader.interrupt()
                assert reader.depth(patient=True).rows[0].pending == 10
                reader.interrupt()
                assert len(through(reader, Query(limit=5))) == 14
        rig.client.flushall()
