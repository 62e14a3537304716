"""A pool at a server that lets it send but not write down what came of it, and at a group that is not there."""

import threading
from collections.abc import Iterator

import pytest

from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Destination
from qmonitor.queues.sending import NotDelivered, Pool, Rejected, Unreachable
from qmonitor.queues.streams.envelopes import encode
from qmonitor.queues.streams.errors import CommandMissing, GroupGone, NotPermitted, WrongKind
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server import needs
from qmonitor.queues.streams.values import Envelope
from qmonitor.queues.working import Phase
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server, until
from tests.integration.streams.test_pool import Receiver, running, source_of

REFUSED = pytest.mark.expects_log("what came of a message can't be written, so nothing is sent until it can: ")


class Counting(Receiver):
    """Counts what it is sent, also what it does not take."""

    def __init__(self, says: dict[bytes, NotDelivered] | None = None) -> None:
        super().__init__(says)
        self.sent = 0

    def send(self, raw: bytes, timeout: float) -> None:
        self.sent += 1
        super().send(raw, timeout)


@pytest.fixture
def rig(own: Server) -> Iterator[RedisRig]:
    rig = RedisRig(own.client())
    rig.queue.ensure_group()
    yield rig
    rig.close()


def permit(rig: RedisRig, *rules: str) -> None:
    rig.client.execute_command("ACL", "SETUSER", "default", *rules)


def refusal(rig: RedisRig, own: Server, receiver: Receiver) -> QueueError:
    """Why a pool does not begin."""
    worker = source_of(rig, own).worker(
        Destination(rig.keys.main, rig.keys.group), receiver, Pool(), actor="me", reason="a test"
    )
    with pytest.raises(QueueError) as found:
        worker.run(threading.Event())
    return found.value


@pytest.mark.parametrize(
    ("command", "key"),
    [
        ("XACK", "main"), ("XAUTOCLAIM", "main"), ("XTRIM", "main"), ("HSET", "retry_payloads"),
        ("ZADD", "retry_index"), ("ZREM", "retry_index"), ("SET", "lock"), ("DEL", "lock"), ("PEXPIRE", "lock"),
    ],
)  # fmt: skip
def test_no_message_is_sent_without_a_right_that_its_end_needs(
    own: Server, rig: RedisRig, command: str, key: str
) -> None:
    rig.put(payload=request())
    permit(rig, f"-{command.lower()}")
    receiver = Receiver()
    why = refusal(rig, own, receiver)
    assert isinstance(why, NotPermitted)
    assert command in str(why) and getattr(rig.keys, key) in str(why)
    assert receiver.got == []
    assert rig.client.exists(rig.keys.audit) == 0


@pytest.mark.parametrize("key", ["main", "retry_payloads", "retry_index", "dlq", "ready", "failed", "audit"])
def test_no_message_is_sent_beside_a_key_of_another_kind(own: Server, rig: RedisRig, key: str) -> None:
    rig.client.set(getattr(rig.keys, key), "patient Maierhofer")
    why = refusal(rig, own, Receiver())
    assert isinstance(why, WrongKind)
    assert f"{getattr(rig.keys, key)} (string)" in str(why)
    assert "Maierhofer" not in str(why)


def test_keys_that_may_not_be_used_are_named(rig: RedisRig) -> None:
    prefix = rig.keys.main.removesuffix(":deployment.export.requested")
    permit(rig, "resetkeys", f"~{prefix}:deployment.export.*")
    with pytest.raises(NotPermitted) as found:
        needs.require(rig.client, rig.keys)
    assert f"* ({rig.keys.ready}); * (lock:deployment:*)" in str(found.value)
    assert rig.keys.dlq not in str(found.value)


@pytest.mark.parametrize("rules", [("-eval_ro",), ("-eval_ro", "-zadd")])
def test_without_the_command_that_only_asks_it_is_asked_by_the_others(rig: RedisRig, rules: tuple[str, ...]) -> None:
    permit(rig, *rules)
    if "-zadd" not in rules:
        needs.require(rig.client, rig.keys)
        return
    with pytest.raises(NotPermitted, match="ZADD"):
        needs.require(rig.client, rig.keys)


@pytest.mark.parametrize("names", [("XACK", "ZREM"), ("EVAL_RO", "XACK"), ("EVAL_RO", "EVALSHA")])
def test_a_command_that_is_switched_off_is_no_right_that_is_missing(names: tuple[str, ...]) -> None:
    server = Server(*(part for name in names for part in ("--rename-command", name, "")))
    try:
        with pytest.raises(CommandMissing) as found:
            needs.require(server.client(), Keys())
    finally:
        server.stop()
    missing = ", ".join(name for name in names if name != "EVAL_RO")
    assert str(found.value.cause) == f"The server does not have the command {missing}."


@REFUSED
@pytest.mark.parametrize("rule", ["xack", "set"])
def test_a_right_that_is_withdrawn_while_it_works_stops_it_until_it_is_given_back(
    own: Server, rig: RedisRig, rule: str
) -> None:
    receiver = Counting()
    with running(rig, own, receiver, Pool(reclaim_after=0.1)) as (worker, watching):
        until(lambda: worker.state.phase is Phase.IDLE, "the pool")
        permit(rig, f"-{rule}")
        rig.put(payload=request())
        until(lambda: worker.state.phase is Phase.HOLDING, "the hindrance")
        assert f"{rule.upper()} (" in str(worker.state.because)
        sent, pause = receiver.sent, threading.Event()
        assert sent == (rule == "xack")
        pause.wait(2.5)  # ten times what it takes to take it over, and two rounds of asking
        assert receiver.sent == sent
        permit(rig, f"+{rule}")
        until(lambda: worker.state.sent == 1, "the delivery")
        until(lambda: worker.state.phase is Phase.IDLE, "the end of the hindrance")
    assert rig.pending() == []
    assert receiver.sent == sent + 1
    assert len({state.held for state in watching.states}) == 2


@REFUSED
@pytest.mark.parametrize(
    ("key", "error"),
    [
        ("retry_payloads", Unreachable("x")),
        pytest.param("retry_index", Unreachable("x"), marks=pytest.mark.expects_log("retries wait: WrongKind")),
        ("failed", Rejected("x", final=True)),
    ],
)
def test_a_key_that_becomes_another_kind_stops_it_until_it_is_right(
    own: Server, rig: RedisRig, key: str, error: NotDelivered
) -> None:
    payload = request()
    receiver = Counting({payload: error})
    with running(rig, own, receiver, Pool(reclaim_after=0.1, keep_hours=0, keep_dead_hours=0)) as (worker, _):
        until(lambda: worker.state.phase is Phase.IDLE, "the pool")
        rig.client.set(getattr(rig.keys, key), "something else")
        rig.put(payload=payload)
        until(lambda: receiver.sent == 1 and "string" in str(worker.state.because), "the hindrance")
        threading.Event().wait(1.5)
        assert receiver.sent == 1
        rig.client.delete(getattr(rig.keys, key))
        until(lambda: worker.state.gave_up + worker.state.retried == 1, "the end of it")
    assert rig.pending() == []
    assert receiver.sent == 2


@pytest.mark.expects_log("delayed retries wait: NotPermitted")
def test_a_retry_that_could_not_be_removed_is_not_published(own: Server, rig: RedisRig) -> None:
    receiver = Receiver()
    with running(rig, own, receiver) as (worker, _):
        until(lambda: worker.state.phase is Phase.IDLE, "the pool")
        permit(rig, "-zrem")
        for n in (1, 2):
            name = f"d-{n}:1:X"
            rig.put_envelope(name, encode(Envelope(name, f"d-{n}", 1, n, "X", "", request(f"d-{n}"))), n)
        until(lambda: worker.state.phase is Phase.HOLDING, "the hindrance")
        assert "ZREM" in str(worker.state.because)
        threading.Event().wait(2.5)  # two ticks
        assert receiver.got == []
        permit(rig, "+zrem")
        until(lambda: worker.state.sent == 2, "both")
        until(lambda: worker.state.phase is Phase.IDLE, "the end of the hindrance")
    assert sorted(receiver.got) == [request("d-1"), request("d-2")]
    assert rig.envelopes() == {}


# -- the group -----------------------------------------------------------------------------------------------------


def test_a_group_that_would_be_sent_what_another_has_finished_is_not_made_unasked(own: Server, rig: RedisRig) -> None:
    ids = [rig.put(payload=request(f"d-{n}", f"e-{n}")) for n in range(3)]
    rig.client.xgroup_destroy(rig.keys.main, rig.keys.group)
    rig.client.xgroup_create(rig.keys.main, "other", "0")
    rig.client.xreadgroup("other", "me", {rig.keys.main: ">"})
    rig.client.xack(rig.keys.main, "other", *ids)
    receiver = Receiver()
    why = refusal(rig, own, receiver)
    assert isinstance(why, GroupGone)
    assert "3 messages lie in the stream" in str(why)
    assert "also those that another group has finished" in str(why)
    assert receiver.got == []
    assert [one["name"] for one in rig.client.xinfo_groups(rig.keys.main)] == [b"other"]


def test_a_group_is_made_where_nothing_lies_in_the_stream_yet(own: Server, rig: RedisRig) -> None:
    rig.client.xgroup_destroy(rig.keys.main, rig.keys.group)
    receiver = Receiver()
    with running(rig, own, receiver) as (worker, _):
        until(lambda: worker.state.phase is Phase.IDLE, "the pool")
        rig.put(payload=request())
        until(lambda: worker.state.sent == 1, "the delivery")


@pytest.mark.expects_log("consumer . waits: GroupGone")
@pytest.mark.expects_log("trimming waits|group was gone")
def test_a_group_that_vanishes_is_waited_for_and_nothing_is_sent_a_second_time(own: Server, rig: RedisRig) -> None:
    receiver = Counting()
    with running(rig, own, receiver) as (worker, _):
        for n in range(5):
            rig.put(payload=request(f"d-{n}", f"e-{n}"))
        until(lambda: worker.state.sent == 5, "the deliveries")
        rig.client.xgroup_destroy(rig.keys.main, rig.keys.group)
        until(lambda: worker.state.phase is Phase.HOLDING, "the hindrance")
        assert "5 messages lie in the stream" in str(worker.state.because)
        assert "XGROUP CREATE" in str(worker.state.remedy)
        last = rig.put(payload=request("d-9", "e-9"))
        threading.Event().wait(1.5)
        assert receiver.sent == 5
        rig.client.xgroup_create(rig.keys.main, rig.keys.group, f"({last}"[1:], entries_read=None)
        until(lambda: worker.state.phase is Phase.IDLE, "the end of the hindrance")
        rig.put(payload=request("d-10", "e-10"))
        until(lambda: worker.state.sent == 6, "what came after it")
    assert receiver.sent == 6


@pytest.mark.expects_log("waits: ReadOnlyServer")
def test_a_server_that_was_a_replica_for_a_while_has_lost_no_group(own: Server, rig: RedisRig) -> None:
    with running(rig, own, Receiver()) as (worker, watching):
        until(lambda: worker.state.phase is Phase.IDLE, "the pool")
        rig.client.execute_command("REPLICAOF", "127.0.0.1", "1")
        until(lambda: worker.state.phase is Phase.HOLDING, "the hindrance")
        rig.client.execute_command("REPLICAOF", "NO", "ONE")
        until(lambda: worker.state.phase is Phase.IDLE, "the end of the hindrance")
        rig.put(payload=request())
        until(lambda: worker.state.sent == 1, "the delivery")
    assert not any("was gone" in str(state.because) for state in watching.states)


@pytest.mark.expects_log("group was gone and is made again")
def test_what_was_added_after_the_group_was_there_last_is_sent_without_asking(own: Server, rig: RedisRig) -> None:
    """The server has lost all it had; whoever publishes goes on at once."""
    receiver = Counting()
    with running(rig, own, receiver) as (worker, _):
        rig.put(payload=request("d-1", "e-1"))
        until(lambda: worker.state.sent == 1, "the first")
        threading.Event().wait(0.6)  # a look at an empty stream lies between
        with rig.client.pipeline(transaction=True) as both:
            both.flushall()
            both.xadd(rig.keys.main, {"payload": request("d-2", "e-2")})
            both.execute()
        until(lambda: worker.state.sent == 2, "the second")
    assert receiver.sent == 2
