"""What a server or the way to it can have against us: each a refusal of its own kind, nothing half-written, and it
works again by itself when the hindrance is gone."""

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import redis

from qmonitor.queues.errors import QueueError
from qmonitor.queues.streams import errors
from qmonitor.queues.streams.address import parse_address
from qmonitor.queues.streams.envelopes import encode
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server.clients import connect
from qmonitor.queues.streams.server.driver import RedisDriver
from qmonitor.queues.streams.server.locks import RedisLocks
from qmonitor.queues.streams.server.retry import RedisRetryStore
from qmonitor.queues.streams.values import DLQEntry, Envelope, OutgoingMessage
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Cluster, Server, until

NOW = 1_790_000_000_000
ENVELOPE = Envelope("d:1:STORAGE_5XX", "d", 1, NOW, "STORAGE_5XX", "", request("d"))
LETTER = DLQEntry(b"{}", "X", "consume_job", 0, "", "w", "", "")

Step = Callable[[RedisRig], object]
STEPS: dict[str, Step] = {
    "ensure_group": lambda rig: rig.queue.ensure_group(),
    "fetch": lambda rig: rig.queue.fetch(1),
    "ack": lambda rig: rig.queue.ack("1-1"),
    "reclaim": lambda rig: rig.queue.reclaim(0, 1),
    "pending_count": lambda rig: rig.queue.pending_count(),
    "publish": lambda rig: rig.queue.publish(OutgoingMessage(b"{}")),
    "send_to_dlq": lambda rig: rig.queue.send_to_dlq(LETTER),
    "append_outcome": lambda rig: rig.queue.append_outcome(rig.keys.ready, b"{}"),
    "trim_main": lambda rig: rig.queue.trim_main(NOW),
    "trim_stream": lambda rig: rig.queue.trim_stream(rig.keys.dlq, NOW),
    "now": lambda rig: rig.queue.now(),
    "schedule": lambda rig: rig.store.schedule(ENVELOPE),
    "due": lambda rig: rig.store.due(NOW, 1),
    "remove": lambda rig: rig.store.remove("d:1:STORAGE_5XX"),
    "oldest_due_lag": lambda rig: rig.store.oldest_due_lag(NOW),
    "take": lambda rig: rig.locks.take("d", "t", 90),
    "extend": lambda rig: rig.locks.extend("d", "t", 90),
    "give_back": lambda rig: rig.locks.give_back("d", "t"),
}
WRITING = {
    "ensure_group", "fetch", "ack", "publish", "send_to_dlq", "append_outcome", "trim_stream", "schedule", "take",
}  # fmt: skip


NEEDED = (
    "xgroup|create", "xreadgroup", "xack", "xautoclaim", "xpending", "xadd", "xtrim", "xinfo|groups", "xrange", "time",
    "evalsha", "eval", "type", "exists", "hset", "hget", "hdel", "hmget", "hexists", "zadd", "zrem", "zrange", "set",
    "get", "del", "pexpire",
)  # fmt: skip
"""The commands of the library, and no others."""


def contents(client: redis.Redis) -> dict[bytes, bytes | None]:
    """Every key with all that it holds."""
    return {key: client.dump(key) for key in client.scan_iter()}


# --- keys of another kind, streams and groups that are not there


@pytest.mark.parametrize("kind", ["string", "list", "set"])
@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("main", ["ensure_group", "fetch", "ack", "reclaim", "pending_count", "publish", "trim_main"]),
        ("dlq", ["send_to_dlq", "trim_stream"]),
        ("ready", ["append_outcome"]),
        ("retry_payloads", ["schedule", "remove"]),
        ("retry_index", ["schedule", "remove", "due", "oldest_due_lag"]),
    ],
)
def test_a_key_of_another_kind_is_told_and_nothing_changes(
    alone: RedisRig, name: str, steps: list[str], kind: str
) -> None:
    key = getattr(alone.keys, name)
    alone.client.delete(key)
    {
        "string": lambda: alone.client.set(key, "CANARY"),
        "list": lambda: alone.client.rpush(key, "CANARY"),
        "set": lambda: alone.client.sadd(key, "CANARY"),
    }[kind]()
    before = contents(alone.client)
    for step in steps:
        with pytest.raises(errors.WrongKind) as told:
            STEPS[step](alone)
        assert "CANARY" not in f"{told.value} {told.value.__cause__}"
        assert told.value.__cause__ is not None
        assert contents(alone.client) == before, step


@pytest.mark.parametrize("text", [b"{torn", encode(ENVELOPE)])
def test_due_with_payloads_of_another_kind_changes_nothing(alone: RedisRig, text: bytes) -> None:
    alone.client.zadd(alone.keys.retry_index, {ENVELOPE.id: NOW})
    alone.client.set(alone.keys.retry_payloads, text)
    before = contents(alone.client)
    with pytest.raises(errors.WrongKind):
        alone.store.due(NOW, 1)
    assert contents(alone.client) == before


def test_what_cannot_be_read_stays_where_the_dead_letters_are_no_stream(alone: RedisRig) -> None:
    alone.put_envelope("d:1:X", b"{torn", NOW)
    alone.client.set(alone.keys.dlq, "CANARY")
    before = contents(alone.client)
    with pytest.raises(errors.WrongKind):
        alone.store.due(NOW, 1)
    assert contents(alone.client) == before


@pytest.mark.parametrize("lost", ["stream", "group"])
def test_a_group_that_is_gone_is_told_and_made_again(alone: RedisRig, lost: str) -> None:
    alone.put(payload=b"{}")
    if lost == "stream":
        alone.client.delete(alone.keys.main)
    else:
        alone.client.xgroup_destroy(alone.keys.main, alone.keys.group)
    for step in ("fetch", "reclaim", "pending_count"):
        with pytest.raises(errors.NoGroup):
            STEPS[step](alone)
    alone.queue.ensure_group()
    assert len(alone.queue.fetch(5)) == (lost == "group")  # from the beginning: nothing is left out


# --- rights


def as_user(alone: RedisRig, server: Server, *rules: str) -> RedisRig:
    alone.client.execute_command("ACL", "SETUSER", "limited", "reset", "on", ">secret", *rules)
    client = server.client(username="limited", password="secret")
    return RedisRig(client, keys=alone.keys)


@pytest.mark.parametrize(
    ("step", "command"),
    [
        ("ensure_group", "xgroup"),
        ("fetch", "xreadgroup"),
        ("ack", "xack"),
        ("reclaim", "xautoclaim"),
        ("publish", "xadd"),
        ("send_to_dlq", "xadd"),
        ("trim_main", "xinfo"),
        ("trim_main", "xtrim"),
        ("trim_stream", "xtrim"),
        ("now", "time"),
        ("schedule", "hset"),
        ("schedule", "zadd"),
        ("schedule", "hget"),
        ("due", "hmget"),
        ("due", "zrange"),
        ("remove", "hdel"),
        ("remove", "zrem"),
        ("take", "set"),
        ("extend", "pexpire"),
        ("give_back", "del"),
        ("remove", "evalsha"),
    ],
)
def test_a_command_that_is_not_permitted_is_named_and_nothing_is_written_half(
    alone: RedisRig, server: Server, step: str, command: str
) -> None:
    alone.queue.publish(OutgoingMessage(b"{}"))
    alone.queue.ack(*(one.id for one in alone.queue.fetch(1)))
    alone.locks.take("d", "t", 90)
    if step != "schedule":
        alone.store.schedule(ENVELOPE)
    if step == "take":
        alone.locks.give_back("d", "t")
    before = contents(alone.client)
    limited = as_user(alone, server, "~*", "+@all", f"-{command}")
    with closing(limited), pytest.raises(errors.NotPermitted) as told:
        STEPS[step](limited)
    assert command.upper() in str(told.value)
    assert contents(alone.client) == before


def test_a_key_that_is_not_permitted_is_told(alone: RedisRig, server: Server) -> None:
    limited = as_user(alone, server, "~nothing", "+@all")
    with closing(limited):
        for step in sorted(STEPS.keys() - {"now"}):
            with pytest.raises(errors.NotPermitted):
                STEPS[step](limited)
    assert alone.envelopes() == {}


@pytest.mark.expects_log("can't be read")
@pytest.mark.expects_log("lost its payload")
def test_every_right_that_is_needed_is_enough(alone: RedisRig, server: Server) -> None:
    alone.put_envelope("e:1:X", b"{torn", NOW - 1)
    alone.put_envelope("f:1:X", None, NOW - 2)
    limited = as_user(alone, server, "~*", *(f"+{name}" for name in NEEDED))
    with closing(limited):
        for step in STEPS.values():
            step(limited)
    assert alone.envelopes() == {}
    assert {fields["payload"] for _, fields in alone.entries(alone.keys.dlq)} >= {b"{torn"}


@pytest.mark.parametrize("password", [None, "wrong"])
def test_who_does_not_say_who_he_is_is_told_so(password: str | None) -> None:
    server = Server("--requirepass", "right")
    try:
        with closing(RedisRig(server.client(password=password))) as rig:
            for step in STEPS.values():
                with pytest.raises(errors.NotPermitted):
                    step(rig)
        with closing(RedisRig(server.client(password="right"))) as rig:
            rig.queue.ensure_group()
    finally:
        server.stop()


# --- servers that take nothing


def test_a_replica_takes_no_writes_and_can_be_read() -> None:
    server = Server()
    try:
        with closing(RedisRig(server.client())) as rig:
            rig.queue.ensure_group()
            rig.store.schedule(ENVELOPE)
            rig.client.replicaof("127.0.0.1", "1")  # nobody is there: what it has stays
            before = contents(rig.client)
            for name in WRITING:
                with pytest.raises(errors.ReadOnlyServer):
                    STEPS[name](rig)
            assert rig.store.oldest_due_lag(NOW) == 0
            assert rig.queue.pending_count() == 0
            assert contents(rig.client) == before
            rig.client.replicaof("NO", "ONE")
            rig.queue.publish(OutgoingMessage(b"{}"))
    finally:
        server.stop()


def test_a_full_server_takes_nothing_new_and_lets_go(alone: RedisRig) -> None:
    alone.queue.publish(OutgoingMessage(b"{}"))
    (one,) = alone.queue.fetch(1)
    alone.client.config_set("maxmemory", 1)
    try:
        before = contents(alone.client)
        for name in ("publish", "send_to_dlq", "append_outcome", "schedule", "take"):
            with pytest.raises(errors.ServerFull):
                STEPS[name](alone)
        assert contents(alone.client) == before
        assert alone.queue.ack(one.id) == 1  # what makes room goes
    finally:
        alone.client.config_set("maxmemory", 0)
    alone.store.schedule(ENVELOPE)


def test_a_server_that_loads_is_waited_for(tmp_path: Path) -> None:
    first = Server("--dbfilename", "d.rdb", "--rdbcompression", "no")
    try:
        with closing(first.client()) as client:
            for n in range(2000):
                client.set(f"k{n}", "x" * 1100)
            client.save()
        dump = (first.folder / "d.rdb").read_bytes()
    finally:
        first.stop()
    (tmp_path / "d.rdb").write_bytes(dump)
    slow = ("--key-load-delay", "20000", "--loading-process-events-interval-bytes", "1024")
    second = Server("--dir", str(tmp_path), "--dbfilename", "d.rdb", *slow)  # 40 s, if one waited
    try:
        with closing(RedisRig(second.client())) as rig:
            for name in sorted(STEPS.keys() - {"now"}):  # it knows the time, even so
                with pytest.raises(errors.ServerNotReady):
                    STEPS[name](rig)
    finally:
        second.stop()


def test_a_server_that_is_gone_and_comes_back_empty(tmp_path: Path) -> None:
    server = Server()
    try:
        with closing(RedisRig(server.client())) as rig:
            rig.queue.ensure_group()
            rig.store.schedule(ENVELOPE)  # its script is known to the server now
            server.end()
            for name in STEPS:
                with pytest.raises(errors.ServerUnreachable):
                    STEPS[name](rig)
            server.start()
            with pytest.raises(errors.NoGroup):
                rig.queue.fetch(1)
            rig.queue.ensure_group()
            rig.store.schedule(ENVELOPE)  # and is told again
            assert rig.store.due(NOW, 5) == (ENVELOPE,)
    finally:
        server.stop()


def test_a_server_that_hangs_is_given_up_in_time() -> None:
    server = Server()
    try:
        with closing(RedisRig(server.client(timeout=0.05))) as rig:
            rig.queue.ensure_group()
            server.child.send_signal(signal.SIGSTOP)
            for name in STEPS:
                with pytest.raises(errors.ServerUnreachable):
                    STEPS[name](rig)
            server.child.send_signal(signal.SIGCONT)
            until(lambda: _works(rig), "an answer")
    finally:
        server.stop()


def _works(rig: RedisRig) -> bool:
    try:
        return rig.queue.now() > 0
    except QueueError:
        return False


# --- connections


class Relay:
    """Passes bytes between a client and a server, and cuts once, after so many in one direction."""

    def __init__(self, target: str, path: Path, *, up: int | None = None, down: int | None = None) -> None:
        self._target, self._left = target, {"up": up, "down": down}
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._threads = [threading.Thread(target=self._serve, name="relay", daemon=True)]
        self._open: list[socket.socket] = []
        self._threads[0].start()

    def arm(self, *, up: int | None = None, down: int | None = None) -> None:
        self._left = {"up": up, "down": down}

    def _serve(self) -> None:
        while True:
            try:
                client = self._listener.accept()[0]
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(self._target)
            self._open += [client, server]
            for way, source, sink in (("up", client, server), ("down", server, client)):
                thread = threading.Thread(target=self._pass, args=(way, source, sink), name="relay", daemon=True)
                self._threads.append(thread)
                thread.start()

    def _pass(self, way: str, source: socket.socket, sink: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                left = self._left[way]
                if left is not None and len(data) >= left:
                    self._left[way] = None  # the next connection lasts
                    sink.sendall(data[:left])
                    break
                if left is not None:
                    self._left[way] = left - len(data)
                sink.sendall(data)
        except OSError:
            pass
        for one in (source, sink):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        for one in (self._listener, *self._open):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        for thread in self._threads:
            thread.join(5)
        for one in (self._listener, *self._open):
            one.close()


@contextmanager
def relayed(server: Server, folder: Path, keys: Keys) -> Iterator[tuple[Relay, RedisRig]]:
    relay = Relay(server.path, folder / "r")
    client = connect(parse_address(f"redis+unix://{folder / 'r'}"))
    with closing(relay), closing(RedisRig(client, keys=keys)) as rig:
        yield relay, rig


@pytest.mark.parametrize("way", ["up", "down"])
@pytest.mark.parametrize("bytes_", [0, 2])
def test_a_connection_that_is_cut_in_the_middle_of_a_step(
    alone: RedisRig, server: Server, shared: Path, way: str, bytes_: int
) -> None:
    with relayed(server, shared, alone.keys) as (relay, rig):
        for name, step in STEPS.items():
            relay.arm()
            rig.queue.now()
            relay.arm(**{way: bytes_})
            with pytest.raises(errors.ServerUnreachable):
                step(rig)
            relay.arm()
            assert rig.queue.now() > 0, name  # the next one finds its way again by itself
        texts = alone.envelopes().values()
        assert all(text is not None and due is not None for text, due in texts)
        # What was carried out and not answered was not repeated by the driver.
        assert len(alone.entries(alone.keys.main)) == len(alone.entries(alone.keys.dlq)) == (way == "down")


def test_a_blocked_reading_ends_when_its_connection_is_killed(alone: RedisRig, server: Server) -> None:
    with closing(RedisRig(server.client(client_name="blocked"), keys=alone.keys)) as rig:
        told: list[BaseException] = []

        def read() -> None:
            try:
                rig.queue.fetch(1, 600)
            except QueueError as error:
                told.append(error)

        thread = threading.Thread(target=read)
        thread.start()
        until(lambda: alone.client.info("clients")["blocked_clients"] == 1, "a blocked client")
        alone.client.execute_command("CLIENT", "KILL", "TYPE", "NORMAL", "SKIPME", "YES")
        thread.join(10)
        assert [type(error) for error in told] == [errors.ServerUnreachable]
        alone.queue.publish(OutgoingMessage(b"{}"))
        assert len(rig.queue.fetch(1, 600)) == 1


@pytest.mark.parametrize("lost", ["stream", "group"])
def test_a_blocked_reading_ends_when_its_stream_goes(alone: RedisRig, lost: str) -> None:
    told: list[BaseException] = []

    def read() -> None:
        try:
            alone.queue.fetch(1, 8)
        except QueueError as error:
            told.append(error)

    thread = threading.Thread(target=read)
    thread.start()
    until(lambda: alone.client.info("clients")["blocked_clients"] == 1, "a blocked client")
    if lost == "stream":
        alone.client.delete(alone.keys.main)
    else:
        alone.client.xgroup_destroy(alone.keys.main, alone.keys.group)
    thread.join(10)
    assert [type(error) for error in told] == [errors.NoGroup]


# --- clusters


def test_a_plain_client_at_a_node_that_has_not_the_keys_is_told_so(cluster: Cluster) -> None:
    told, keys = 0, Keys.under("{elsewhere}")
    for node in cluster.nodes:
        with closing(RedisRig(node.client(), keys=keys)) as rig:
            try:
                rig.queue.publish(OutgoingMessage(b"{}"))
            except errors.KeysElsewhere:
                told += 1
    assert told == len(cluster.nodes) - 1
    for node in cluster.nodes:
        with closing(node.client()) as client:
            client.flushall()


def test_keys_that_lie_apart_are_refused_before_anything_is_written(cluster: Cluster) -> None:
    with closing(cluster.client()) as client:
        with pytest.raises(errors.KeysApart):
            RedisRetryStore(client, Keys())
        RedisRetryStore(client, Keys.under("{anvilkit}"))


def test_a_slot_that_moves_is_followed(cluster: Cluster) -> None:
    with closing(RedisRig(cluster.client())) as rig:
        rig.queue.ensure_group()
        slot = rig.client.keyslot(rig.keys.main)
        clients = [node.client() for node in cluster.nodes]
        ids = [client.execute_command("CLUSTER", "MYID").decode() for client in clients]
        home = next(
            n for n, (low, high) in enumerate(((0, 5460), (5461, 10922), (10923, 16383))) if low <= slot <= high
        )
        away = (home + 1) % 3
        clients[away].execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", ids[home])
        clients[home].execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", ids[away])
        with pytest.raises(errors.ServerNotReady):  # a step on two keys has to wait for both
            rig.store.schedule(ENVELOPE)
        rig.queue.append_outcome(rig.keys.ready, b"{}")  # ASK: this key is not there yet, and the other node takes it
        rig.queue.publish(OutgoingMessage(b"{}"))  # this one has stayed
        port = cluster.nodes[away].port
        keys = clients[home].execute_command("CLUSTER", "GETKEYSINSLOT", slot, 100)
        clients[home].execute_command("MIGRATE", "127.0.0.1", port, "", 0, 5000, "KEYS", *keys)
        for client in clients:
            client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", ids[away])
        rig.queue.publish(OutgoingMessage(b"{}"))  # MOVED
        assert len(rig.queue.fetch(5)) == 2
        rig.store.schedule(ENVELOPE)
        assert rig.store.due(NOW, 5) == (ENVELOPE,)
        assert len(rig.entries(rig.keys.ready)) == 1
        rig.client.flushall()
        for client in clients:
            client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", ids[home])
            client.close()


# --- odd contents


def test_ids_out_of_order_and_from_the_future_are_worked_like_others(alone: RedisRig) -> None:
    ids = [f"{NOW + 10**12}-0", f"{2**63}-5", f"{2**63}-18446744073709551615"]
    for one in ids:
        alone.client.xadd(alone.keys.main, {"payload": request()}, id=one)
    assert [one.id for one in alone.queue.fetch(5)] == ids
    with pytest.raises(redis.ResponseError):  # an older one is nothing that the server takes
        alone.client.xadd(alone.keys.main, {"payload": request()}, id="5-0")
    assert alone.queue.publish(OutgoingMessage(b"{}")) == f"{2**63 + 1}-0"


def test_a_stream_whose_ids_are_used_up_is_told(alone: RedisRig) -> None:
    alone.client.xadd(alone.keys.main, {"payload": b"{}"}, id="18446744073709551615-18446744073709551615")
    with pytest.raises(errors.ServerRefused):
        alone.queue.publish(OutgoingMessage(b"{}"))


def test_a_payload_of_many_megabytes_keeps_every_byte(alone: RedisRig) -> None:
    huge = request(note="x" * 8_000_000)
    alone.queue.publish(OutgoingMessage(huge))
    (one,) = alone.queue.fetch(1)
    alone.store.schedule(Envelope("d-1:1:STORAGE_5XX", "d-1", 1, NOW, "STORAGE_5XX", "", one.payload or b""))
    assert alone.store.due(NOW, 1)[0].payload == huge


@pytest.mark.parametrize("score", ["-inf", "inf", "0.5", "1e300"])
def test_a_time_that_is_no_whole_number_is_no_hindrance(alone: RedisRig, score: str) -> None:
    alone.put_envelope(ENVELOPE.id, encode(ENVELOPE), None)
    alone.client.execute_command("ZADD", alone.keys.retry_index, score, ENVELOPE.id)
    due = float(score) <= NOW
    assert alone.store.due(NOW, 5) == ((ENVELOPE,) if due else ())
    assert (alone.store.oldest_due_lag(NOW) is not None) == due


def test_who_was_slow_to_remove_leaves_the_next_failure_of_the_same_kind(alone: RedisRig) -> None:
    """A dispatcher that was paused after it had sent; meanwhile the message failed, was retried by hand, and failed."""
    first = Envelope("d-1:1:STORAGE_5XX", "d-1", 1, NOW, "STORAGE_5XX", "", request("d-1"))
    alone.store.schedule(first)
    assert alone.store.due(NOW, 10) == (first,)
    others = RedisRetryStore(alone.client, alone.keys)
    others.remove(first.id)
    again = replace(first, next_attempt_at=NOW + 5)
    others.schedule(again)
    alone.store.remove(first.id)
    assert alone.store.due(NOW + 5, 10) == (again,)
    alone.store.remove(first.id)
    assert alone.envelopes() == {}


def test_the_time_is_the_servers_whatever_this_machine_thinks(alone: RedisRig) -> None:
    seconds, _ = alone.client.time()
    assert abs(alone.queue.now() - seconds * 1000) < 60_000


def test_a_client_that_decodes_is_refused(server: Server) -> None:
    with closing(server.client(decode_responses=True)) as client:
        for make in (RedisRetryStore, lambda client: RedisDriver(client, "w")):
            with pytest.raises(ValueError):
                make(client)
    with closing(server.client()) as client:
        with pytest.raises(ValueError):
            RedisDriver(client, "")
        assert RedisLocks(client).take("never-used", "t", 90)
        client.flushall()


@pytest.mark.parametrize("protocol", [2, 3])
def test_both_versions_of_the_protocol_are_understood(alone: RedisRig, server: Server, protocol: int) -> None:
    with closing(RedisRig(server.client(protocol=protocol), keys=alone.keys)) as rig:
        rig.store.schedule(ENVELOPE)
        rig.queue.publish(OutgoingMessage(b"{}"))
        for name in sorted(STEPS.keys() - {"fetch", "remove"}):
            STEPS[name](rig)
        assert rig.store.due(NOW, 5) == (ENVELOPE,)
        assert rig.store.oldest_due_lag(NOW + 500) == 0.5
        assert len(rig.queue.fetch(5)) == rig.queue.pending_count() == 2
        assert len(rig.queue.reclaim(0, 5)) == 2
        assert rig.queue.fetch(5) == ()
