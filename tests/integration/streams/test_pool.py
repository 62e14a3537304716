"""A pool of consumers as the monitor's worker: what it sends, what it says of itself, and what is kept of it."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from urllib.parse import quote

import pytest

from qmonitor.queues.access import Access
from qmonitor.queues.errors import NotWritable
from qmonitor.queues.model import Destination, Query
from qmonitor.queues.sending import NotDelivered, Pool, Postponed, Rejected, Unreachable
from qmonitor.queues.source import Source, open_source
from qmonitor.queues.streams import audit, worker_terms
from qmonitor.queues.streams.envelopes import encode, enqueue_time_of
from qmonitor.queues.streams.errors import StreamError
from qmonitor.queues.streams.reading.reader import COMMANDS
from qmonitor.queues.streams.values import DLQEntry, Envelope
from qmonitor.queues.streams.working.pool import PoolWorker
from qmonitor.queues.working import Phase, Worker, WorkerState
from tests.helpers.clocks import set_ahead
from tests.helpers.codebase import ROOT
from tests.helpers.streams.handlers import Acting
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Cluster, Server, until


class Receiver:
    """Takes all that it is sent, but for those that it has a word for."""

    def __init__(self, says: dict[bytes, NotDelivered] | None = None) -> None:
        self.says, self.got = says or {}, []
        self.guard, self.at_once, self.most = threading.Lock(), 0, 0

    def send(self, raw: bytes, timeout: float) -> None:
        assert 0 < timeout <= 60
        with self.guard:
            self.at_once += 1
            self.most = max(self.most, self.at_once)
            said = self.says.get(raw)
            if said is None:
                self.got.append(raw)
        if self.most < 2:
            threading.Event().wait(0.05)
        with self.guard:
            self.at_once -= 1
        if said is not None:
            raise said

    def describe(self) -> str:
        return "lab.example:80"


class Watching:
    """Writes down what it is told; `worker` is set before it is run."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str | None, int]] = []
        self.waited: list[float] = []
        self.states: list[WorkerState] = []
        self.worker: Worker | None = None

    def delivered(self, channel: str, destination: str, attempts: int, waited: float) -> None:
        assert 0 <= waited < 60  # seconds, and no time since 1970
        self.waited.append(waited)
        self.note("delivered", attempts)

    def retried(self, channel: str, destination: str, attempts: int, cause: str) -> None:
        self.note("retried", attempts)

    def gave_up(self, channel: str, destination: str, attempts: int, cause: str) -> None:
        self.note("gave up", attempts)

    def note(self, what: str, attempts: int) -> None:
        assert isinstance(self.worker, PoolWorker)
        self.heard.append((what, self.worker.concluded, attempts))


def source_of(rig: RedisRig, server: Server) -> Source:
    prefix = rig.keys.main.removesuffix(":deployment.export.requested")
    return open_source(f"redis+unix://{server.path}?prefix={prefix}")


def running(
    rig: RedisRig, server: Server, does: object, pool: Pool | None = None
) -> AbstractContextManager[tuple[Worker, Watching]]:
    return running_on(source_of(rig, server), rig, does, pool)


@contextmanager
def running_on(
    source: Source, rig: RedisRig, does: object, pool: Pool | None = None
) -> Iterator[tuple[Worker, Watching]]:
    watching, stop = Watching(), threading.Event()
    worker = source.worker(
        Destination(rig.keys.main, rig.keys.group), does, pool or Pool(), actor="me@here", reason="a test",
        observer=watching, told=watching.states.append,
    )  # fmt: skip
    watching.worker = worker
    failed: list[Exception] = []

    def run() -> None:
        try:
            worker.run(stop)
        except Exception as error:  # noqa: BLE001 - told by the test
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield worker, watching
    finally:
        stop.set()
        thread.join(30)
        assert not thread.is_alive()
        assert not failed


def test_it_sends_several_at_a_time_and_is_kept_in_the_audit(alone: RedisRig, server: Server) -> None:
    payloads = [request(f"d-{n}", f"e-{n}") for n in range(8)]
    ids = [alone.put(payload=one) for one in payloads]
    receiver = Receiver()
    with running(alone, server, receiver) as (worker, watching):
        until(lambda: worker.state.sent == 8, "eight messages")
        until(lambda: worker.state.phase is Phase.IDLE, "the end of work")
    assert sorted(receiver.got) == sorted(payloads)
    assert receiver.most > 1
    assert max(state.at_once for state in watching.states) > 1
    assert {(what, item) for what, item, _ in watching.heard} == {("delivered", f"main:{one}") for one in ids}
    assert alone.pending() == []
    assert worker.state.phase is Phase.STOPPED
    rows = audit.entries(alone.client, alone.keys)
    assert [(row.action, row.actor, row.count, row.reason) for row in rows] == [
        ("worker-stop", "me@here", 8, "a test"),
        ("worker-start", "me@here", 0, "a test"),
    ]
    assert rows[0].target == f"{Destination(alone.keys.main, alone.keys.group)} → lab.example:80"
    assert rows[0].plan == rows[1].plan
    assert audit.verify(alone.client, alone.keys).intact


@pytest.mark.parametrize("ahead", [0, 86_400, -86_400])
def test_how_long_a_message_has_waited_goes_by_the_servers_clock(
    alone: RedisRig, server: Server, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    at = alone.queue.now() - 25_000
    alone.client.xadd(alone.keys.main, {"payload": request(), "attempt": "0"}, id=f"{at}-0")
    set_ahead(monkeypatch, ahead)
    with running(alone, server, Receiver()) as (worker, watching):
        until(lambda: worker.state.sent == 1, "the message")
    (waited,) = watching.waited
    assert 24 < waited < 50


@pytest.mark.parametrize(
    ("error", "code", "what"),
    [
        (Unreachable("x"), "QUEUE_TEMPORARY_FAILURE", "retried"),
        (Rejected("x", final=True), "RECEIVER_REJECTED", "gave up"),
        (ValueError("x"), "QUEUE_TEMPORARY_FAILURE", "retried"),
    ],
)
def test_what_fails_follows_the_queues_own_rule(
    alone: RedisRig, server: Server, error: NotDelivered, code: str, what: str
) -> None:
    payload = request()
    item = alone.put(payload=payload)
    with running(alone, server, Receiver({payload: error})) as (worker, watching):
        until(lambda: watching.heard, "the end of the attempt")
    assert watching.heard == [(what, f"main:{item}", 1)]
    assert alone.pending() == []
    if what == "retried":
        assert [*alone.envelopes()] == [f"d-1:1:{code}"]
        assert (worker.state.sent, worker.state.retried, worker.state.gave_up) == (0, 1, 0)
    else:
        ((_, fields),) = alone.entries(alone.keys.failed)
        assert json.loads(fields["payload"])["errorCode"] == code
        assert (worker.state.sent, worker.state.retried, worker.state.gave_up) == (0, 0, 1)


def test_what_was_not_even_tried_stays_pending_and_comes_again(alone: RedisRig, server: Server) -> None:
    payload = request()
    alone.put(payload=payload)
    receiver = Receiver({payload: Postponed("x")})
    with running(alone, server, receiver, Pool(consumers=1, reclaim_after=0.2)) as (worker, _):
        until(lambda: receiver.most, "a first try")
        del receiver.says[payload]
        until(lambda: worker.state.sent == 1, "the delivery")
    assert (worker.state.retried, worker.state.gave_up) == (0, 0)
    assert alone.envelopes() == {}


@pytest.mark.parametrize(("keep", "left"), [(24.0, 1), (0.0, 2)])
def test_dead_letters_are_kept_as_it_is_told(alone: RedisRig, server: Server, keep: float, left: int) -> None:
    now = alone.queue.now()
    for hours in (30, 20):
        alone.client.xadd(alone.keys.dlq, {"payload": b"x"}, f"{now - hours * 3_600_000}-0")
    alone.put(payload=request())
    with running(alone, server, Receiver(), Pool(keep_hours=0.0, keep_dead_hours=keep)) as (worker, _):
        until(lambda: worker.state.sent == 1 and len(alone.entries(alone.keys.dlq)) == left, "the trimming")


def test_any_handler_may_do_the_work(alone: RedisRig, server: Server) -> None:
    alone.put(payload=request("d-7", "e-7"))
    handler = Acting()
    with running(alone, server, handler) as (worker, _):
        until(lambda: worker.state.sent == 1, "the job")
    assert handler.seen == [("d-7", "e-7", 0)]


@pytest.mark.expects_log("can't be read and is dead-lettered")
@pytest.mark.parametrize("language", ["", "de/"])
def test_the_commands_that_the_help_names_are_all_that_it_needs(alone: RedisRig, server: Server, language: str) -> None:
    page = (ROOT / "resources" / "help" / f"{language}streams.md").read_text(encoding="utf-8")
    listed = next(part for part in page.split("\n\n") if part.startswith("`DEL` `EVAL`"))
    commands = {*COMMANDS, *re.findall(r"`([A-Z|]+)`", listed)}
    prefix = alone.keys.main.removesuffix(":deployment.export.requested")
    alone.client.execute_command(
        "ACL", "SETUSER", "ann", "reset", "on", ">x", f"~{prefix}:*", "~lock:deployment:*",
        *(f"+{name.lower()}" for name in sorted(commands)),
    )  # fmt: skip
    wrong, late = request("d-1", "e-1"), request("d-2", "e-2")
    for payload in (wrong, late, b"no event", request("d-3", "e-3")):
        alone.put(payload=payload)
    alone.queue.fetch(1)  # by somebody who never finishes it
    alone.put_envelope("d-4:1:X", encode(Envelope("d-4:1:X", "d-4", 1, 5, "X", "", request("d-4", "e-4"))), 5)
    source = open_source(f"redis+unix://{server.path}?prefix={quote(prefix)}&user=ann", access=Access("x"))
    receiver = Receiver({wrong: Rejected("x", final=True), late: Unreachable("x")})
    try:
        with running_on(source, alone, receiver, Pool(reclaim_after=0.2)) as (worker, watching):
            until(lambda: worker.state.sent == 2 and worker.state.gave_up == 2 and worker.state.retried, "all of it")
        assert not any(state.because for state in watching.states)
        assert [row.action for row in audit.entries(alone.client, alone.keys)] == ["worker-stop", "worker-start"]
    finally:
        alone.client.acl_deluser("ann")


def test_it_works_on_a_cluster(cluster: Cluster) -> None:
    rig = RedisRig(cluster.client())
    try:
        rig.queue.ensure_group()
        for n in range(5):
            rig.put(payload=request(f"d-{n}"))
        prefix = rig.keys.main.removesuffix(":deployment.export.requested")
        source = open_source(f"redis+cluster://127.0.0.1:{cluster.nodes[0].port}?prefix={prefix}")
        with running_on(source, rig, Receiver()) as (worker, _):
            until(lambda: worker.state.sent == 5, "all of them")
        assert [row.action for row in audit.entries(rig.client, rig.keys)] == ["worker-stop", "worker-start"]
    finally:
        rig.client.flushall()
        rig.close()


def test_keys_that_lie_apart_are_no_place_to_work(cluster: Cluster) -> None:
    source = open_source(f"redis+cluster://127.0.0.1:{cluster.nodes[0].port}?prefix=apart")
    assert "several slots" in str(source.capabilities["worker"])
    where = Destination(source.name, "export-worker")
    worker = source.worker(where, Receiver(), Pool(), actor="me", reason="a test")  # type: ignore[arg-type]
    with pytest.raises(NotWritable, match="several slots"):
        worker.run(threading.Event())


def test_it_makes_stream_and_group_where_there_are_none(alone: RedisRig, server: Server) -> None:
    alone.client.flushall()
    with running(alone, server, Receiver()) as (worker, _):
        until(lambda: worker.state.phase is Phase.IDLE, "the pool")
        alone.put(payload=request())
        until(lambda: worker.state.sent == 1, "the delivery")


@pytest.mark.expects_log("waits?: Server")
def test_a_server_that_goes_away_is_told_and_waited_for() -> None:
    server = Server()
    try:
        rig = RedisRig(server.client())
        rig.queue.ensure_group()
        with running(rig, server, Receiver()) as (worker, _):
            until(lambda: worker.state.phase is Phase.IDLE, "the pool")
            server.end()
            until(lambda: worker.state.phase is Phase.HOLDING, "the hindrance")
            assert "can't be reached" in str(worker.state.because)
            server.start()
            rig.queue.ensure_group()
            rig.put(payload=request())
            until(lambda: worker.state.sent == 1, "the delivery")
            until(lambda: worker.state.phase is Phase.IDLE, "the end of the hindrance")
        rig.close()
    finally:
        server.stop()


def test_eight_that_start_at_once_all_stand_in_one_chain(alone: RedisRig, server: Server) -> None:
    workers = [running(alone, server, Receiver(), Pool(consumers=1)) for _ in range(8)]
    entered = [one.__enter__() for one in workers]
    for worker, _ in entered:
        until(lambda worker=worker: worker.state.phase is not Phase.STOPPED, "each start")
    for one in workers:
        one.__exit__(None, None, None)
    assert len(audit.entries(alone.client, alone.keys)) == 16
    assert audit.verify(alone.client, alone.keys).intact


def test_while_it_works_it_says_when_it_takes_over_and_how_long_it_keeps(alone: RedisRig, server: Server) -> None:
    pool = Pool(reclaim_after=7.5, keep_hours=1.0, keep_dead_hours=0.0)
    with running(alone, server, Receiver(), pool) as (worker, _):
        until(lambda: worker.state.phase is Phase.IDLE, "the begin of work")
        assert worker_terms.working(alone.client, alone.keys) == (worker_terms.Terms(7.5, 1.0, 0.0),)
    assert worker_terms.working(alone.client, alone.keys) == ()


@pytest.mark.parametrize(
    ("asked", "access", "expected"),
    [("", None, 1), ("&reclaim=62.5", None, 0), ("", Access(reclaim=62.5), 0), ("&reclaim=5", Access(reclaim=62.5), 1)],
)
def test_the_address_or_the_connection_says_when_workers_take_over(
    alone: RedisRig, server: Server, asked: str, access: Access | None, expected: int
) -> None:
    entry = alone.put(payload=request())
    alone.queue.fetch(1)
    alone.client.xclaim(alone.keys.main, alone.keys.group, "worker-1", 0, [entry], idle=61_000, justid=True)
    source = open_source(f"{source_of(alone, server).target}{asked}", access=access)
    with closing(source.admin()) as admin:
        assert admin.plan("skip", [f"main:{entry}"]).count == expected


def test_no_worker_begins_where_its_start_can_not_be_written_down(alone: RedisRig, server: Server) -> None:
    alone.client.xadd(alone.keys.audit, {"by": "hand"}, id=f"{2**64 - 1}-0")
    worker = source_of(alone, server).worker(
        Destination(alone.keys.main, alone.keys.group), Receiver(), Pool(), actor="me@here", reason="a test"
    )
    with pytest.raises(StreamError, match="no ids left") as refused:
        worker.run(threading.Event())
    assert alone.keys.audit in str(refused.value.cause)


def test_dead_letters_are_told_until_when_they_stay_while_a_worker_of_ours_trims_them(
    alone: RedisRig, server: Server
) -> None:
    source = source_of(alone, server)
    letter = alone.queue.send_to_dlq(DLQEntry(b"x", "PAGE", "render_html", 3, "t", "w", "", ""))
    waits = alone.put(payload=request())
    alone.client.xreadgroup(alone.keys.group, "somebody", {alone.keys.main: ">"})
    with closing(source.reader()) as reader:
        assert [one.dropped_at for one in reader.page(Query()).items] == [None, None]
    with running(alone, server, Receiver(), Pool(keep_dead_hours=2.0, reclaim_after=9000.0)) as (worker, _):
        until(lambda: worker.state.phase is Phase.IDLE, "the begin of work")
        with closing(source.reader()) as reader:
            kept = {one.id: one.dropped_at for one in reader.page(Query()).items}
            found = reader.get(f"dlq:{letter}").dropped_at
    assert found is not None
    assert found.ns == (enqueue_time_of(letter) + 2 * 3_600_000) * 1_000_000
    assert kept == {f"dlq:{letter}": found, f"main:{waits}": None}
    with closing(source.reader()) as reader:
        assert reader.get(f"dlq:{letter}").dropped_at is None


def test_who_may_not_read_the_audit_is_told_no_time_at_which_anything_is_dropped(
    alone: RedisRig, server: Server
) -> None:
    letter = alone.queue.send_to_dlq(DLQEntry(b"x", "PAGE", "render_html", 3, "t", "w", "", ""))
    alone.client.set(alone.keys.audit, "of another kind")
    with closing(source_of(alone, server).reader()) as reader:
        assert reader.get(f"dlq:{letter}").dropped_at is None


def test_the_terms_of_a_worker_are_found_behind_many_acts(alone: RedisRig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_terms, "FEW", 3)
    where = f"{alone.keys.main}/{alone.keys.group} → x"
    said = json.dumps(worker_terms.Terms(7.0, 1.0, 2.0).recorded())
    alone.client.xadd(
        alone.keys.audit, {"action": "worker-start", "target": where, "plan": "p", "before": said}, id="1-0"
    )
    for n in range(2, 12):
        alone.client.xadd(alone.keys.audit, {"action": "skip", "target": where, "plan": "q"}, id=f"{n}-0")
    assert worker_terms.working(alone.client, alone.keys) == (worker_terms.Terms(7.0, 1.0, 2.0),)
    assert worker_terms.working(alone.client, alone.keys, worker_terms.FEW) == ()
