"""A stream that was written anew is the same one for everybody, only without the bytes of what was deleted."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from qmonitor.queues.streams import audit
from qmonitor.queues.streams.acting import rewriting, room
from qmonitor.queues.streams.acting.rewriting import Rewriting
from qmonitor.queues.streams.errors import NotPermitted, ServerFull
from qmonitor.queues.streams.plans import Plans
from tests.helpers.streams.acting import Desk
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server, free_port, until


@pytest.fixture
def desk(server: Server, alone: RedisRig) -> Iterator[Desk]:
    desk = Desk(alone, server.client())
    desk.client.config_set("rdbcompression", "no")
    yield desk
    desk.close()


def rewrite(desk: Desk, key: str | None = None) -> str:
    said = Rewriting(desk.client, desk.keys, lambda: False).one(key or desk.keys.main)
    return "" if said is None else str(said)


def state(desk: Desk, *, exact: bool = True) -> dict[str, Any]:
    """All that anybody can see of the main stream, but for how its memory is laid out and when consumers were heard."""
    client, key = desk.client, desk.keys.main
    facts = client.xinfo_stream(key)
    groups = client.xinfo_groups(key)
    found: dict[str, Any] = {
        "entries": client.xrange(key),
        "facts": {name: facts[name] for name in (
            "length", "last-generated-id", "entries-added", "max-deleted-entry-id", "recorded-first-entry-id",
            "first-entry", "last-entry", "groups",
        )},
        "groups": groups,
        "ttl": (client.ttl(key) + 5) // 10,
    }  # fmt: skip
    for group in groups:
        name = group["name"]
        found[f"pending {name}"] = [
            {key: value for key, value in one.items() if key != "time_since_delivered"}
            for one in client.xpending_range(key, name, "-", "+", 1000)
        ]
        found[f"idle {name}"] = [
            one["time_since_delivered"] // 1000 for one in client.xpending_range(key, name, "-", "+", 1000)
        ]
        found[f"consumers {name}"] = sorted((one["name"], one["pending"]) for one in client.xinfo_consumers(key, name))
    return found


def lived(desk: Desk, secret: bytes = b"a secret that goes") -> list[str]:
    """A stream that has seen something: two groups, some in hand for long, some taken over, some deleted."""
    client, keys = desk.client, desk.keys
    desk.rig.second_group()
    ids = [client.xadd(keys.main, {"payload": b"%d %s" % (n, secret), "attempt": "0"}).decode() for n in range(30)]
    client.xreadgroup(keys.group, "c-1", {keys.main: ">"}, count=12)
    client.xreadgroup("another", "c-2", {keys.main: ">"}, count=3)
    client.xgroup_createconsumer(keys.main, "another", "idle one")
    client.xack(keys.main, "another", *ids[:3])
    client.xack(keys.main, keys.group, *ids[:4], ids[7])
    client.xclaim(keys.main, keys.group, "c-3", 0, ids[5:7], idle=5_000_500, retrycount=7, justid=True)
    client.xdel(keys.main, ids[0], ids[2], ids[7], ids[20], ids[29])
    return ids


def test_everything_is_as_it_was_but_for_the_deleted_bytes(desk: Desk) -> None:
    ids = lived(desk)
    gone = b"20 a secret that goes"
    assert gone in desk.client.dump(desk.keys.main)
    desk.client.expire(desk.keys.main, 5_000)
    before = state(desk)
    assert rewrite(desk) == ""
    assert state(desk) == before
    assert gone not in desk.client.dump(desk.keys.main)
    assert b"21 a secret that goes" in desk.client.dump(desk.keys.main)
    assert desk.client.exists(f"{desk.keys.main}:rewriting") == 0
    assert desk.client.xadd(desk.keys.main, {"a": "b"}).decode() > ids[-1]


def test_a_stream_that_is_empty_by_now_keeps_its_groups_and_its_last_id(desk: Desk) -> None:
    ids = lived(desk)
    desk.client.xack(desk.keys.main, desk.keys.group, *ids)
    desk.client.xdel(desk.keys.main, *ids)
    before = state(desk)
    assert rewrite(desk) == ""
    assert state(desk) == before
    with pytest.raises(Exception, match="smaller"):
        desk.client.xadd(desk.keys.main, {"a": "b"}, id=ids[-1])


def test_what_never_lost_anything_is_left_alone(desk: Desk) -> None:
    desk.undelivered("a")
    before = desk.dump()
    assert rewrite(desk) == rewrite(desk, desk.keys.dlq) == ""
    assert desk.dump() == before


def test_whoever_waits_for_the_next_entry_gets_it(desk: Desk, server: Server) -> None:
    lived(desk)
    waiting, got = server.client(), []
    waiting.xreadgroup(desk.keys.group, "c-9", {desk.keys.main: ">"}, count=100)

    def wait() -> None:
        """An empty answer may come once: the server takes a deleted last entry for a new one where it looks anew."""
        while not got:
            found = waiting.xreadgroup(desk.keys.group, "c-9", {desk.keys.main: ">"}, count=1, block=9_000)
            got.extend(entry for _, entries in found for entry, _ in entries)

    thread = threading.Thread(target=wait)
    thread.start()
    until(lambda: desk.client.info("clients")["blocked_clients"], "the one who waits")
    assert rewrite(desk) == ""
    new = desk.client.xadd(desk.keys.main, {"payload": "new"})
    thread.join()
    waiting.close()
    assert got == [new]


@pytest.mark.parametrize("step", [1, 7])
def test_beside_others_who_write_and_delete_nothing_is_lost(
    desk: Desk, server: Server, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Between any two steps others add, delete, trim, get and acknowledge."""
    monkeypatch.setattr(rewriting, "STEP", step)
    monkeypatch.setattr(rewriting, "TRIES", 50)
    ids = lived(desk)
    other, keys = server.client(), desk.keys
    todo = iter([
        lambda: other.xadd(keys.main, {"payload": "late"}),
        lambda: other.xdel(keys.main, ids[11]),
        lambda: other.xreadgroup(keys.group, "c-1", {keys.main: ">"}, count=2),
        lambda: other.xtrim(keys.main, minid=ids[4], approximate=False),
        lambda: other.xack(keys.main, keys.group, ids[6]),
        lambda: other.xadd(keys.main, {"payload": "last"}),
        lambda: other.xdel(keys.main, ids[25]),
    ])  # fmt: skip
    happened: list[dict[str, Any]] = []

    def disturbed() -> bool:
        for act in todo:
            act()
            happened.append(state(desk))
            break
        return False

    said = Rewriting(desk.client, desk.keys, disturbed).one(keys.main)
    for act in todo:
        act()
        happened.append(state(desk))
    other.close()
    assert said is None or "in hand" in str(said)
    assert len(happened) == 7
    assert state(desk) == happened[-1]


def test_an_entry_that_is_pending_without_its_body_keeps_the_stream_as_it_is(desk: Desk) -> None:
    ids = lived(desk)
    desk.client.xdel(desk.keys.main, ids[5])
    before = state(desk)
    assert "not there any more" in rewrite(desk)
    assert state(desk) == before


@pytest.mark.parametrize(
    ("name", "said"), [("LONGEST", "too long"), ("LARGEST", "too large"), ("PENDING", "too much in hand")]
)
def test_what_would_take_long_is_not_done_and_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    lived(desk)
    monkeypatch.setattr(rewriting if name == "PENDING" else room, name, 5)
    before = state(desk)
    assert said in rewrite(desk)
    assert state(desk) == before


def test_a_copy_that_nobody_ends_goes_by_itself(desk: Desk) -> None:
    lived(desk)
    asked = [False]

    def soon() -> bool:
        was, asked[0] = asked[0], True
        return was

    assert "called off" in str(Rewriting(desk.client, desk.keys, soon).one(desk.keys.main))
    assert 0 < desk.client.ttl(f"{desk.keys.main}:rewriting") <= rewriting.SECONDS


def test_without_the_right_to_it_the_erasure_says_what_is_left(desk: Desk, server: Server) -> None:
    from qmonitor.queues.streams.acting.admin import StreamAdmin
    from tests.helpers.streams.acting import WHO, WHY

    item, _ = desk.dead("a"), desk.dead("b")
    desk.client.execute_command("ACL", "SETUSER", "some", "reset", "on", ">pw", "~*", "+@all", "-rename")
    admin = StreamAdmin(server.client(username="some", password="pw"), desk.keys)
    report = admin.run(admin.plan("erase", [item]), WHO, WHY)
    admin.close()
    assert report.done == 1
    assert ["RENAME" in str(one) for one in report.notices] == [True]
    assert desk.entry(item) is None


def test_without_the_right_to_end_a_copy_none_is_begun(desk: Desk, server: Server) -> None:
    lived(desk)
    desk.client.execute_command("ACL", "SETUSER", "some", "reset", "on", ">pw", "~*", "+@all", "-expire")
    client = server.client(username="some", password="pw")
    with pytest.raises(NotPermitted, match="EXPIRE"):
        Rewriting(client, desk.keys, lambda: False).one(desk.keys.main)
    client.close()
    assert not desk.client.exists(f"{desk.keys.main}:rewriting")


def test_a_stream_with_an_entry_too_wide_to_be_copied_is_left_as_it_is_and_told(desk: Desk) -> None:
    item, _ = desk.dead("a"), desk.dead("b")
    desk.client.xadd(desk.keys.dlq, {b"f%d" % n: b"" for n in range(4100)})
    report = desk.act("erase", [item])
    assert report.done == 1
    assert ["too many fields" in str(one) for one in report.notices] == [True]
    assert not desk.client.exists(f"{desk.keys.dlq}:rewriting")


def test_an_erasure_that_died_before_its_end_can_go_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from qmonitor.queues.streams.plans import Plans
    from tests.helpers.streams.acting import WHO, WHY

    secret = b"a secret that goes"
    item, other = desk.dead("a", b'{"deploymentId":"a","x":"%s"}' % secret), desk.dead("b")
    with monkeypatch.context() as patch:
        patch.setattr(Rewriting, "all", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            desk.act("erase", [item])
    assert desk.entry(item) is None
    assert desk.holds(secret) == [desk.keys.dlq]
    (cut_off,) = Plans(desk.client, desk.keys).interrupted()
    assert (cut_off.done, cut_off.left) == (1, 0)
    rest = desk.admin.resume(cut_off.id)
    assert (rest.count, rest.resumed) == (0, True)
    assert "bytes" in str(rest.words[0])
    report = desk.admin.run(rest, WHO, WHY)
    assert (report.done, report.left, report.notices) == (0, 0, ())
    assert desk.holds(secret) == []
    assert desk.entry(other) is not None
    assert Plans(desk.client, desk.keys).interrupted() == ()


# --- what is long


def test_what_is_too_long_is_said_before_and_after_and_in_the_audit(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "LONGEST", 2)
    item, *_ = [desk.dead(name) for name in "abcd"]
    plan = desk.plan("erase", [item])
    assert [desk.keys.dlq in str(one) for one in plan.warnings if "too long" in str(one)] == [True]
    report = desk.admin.run(plan, "ann@ward-7", "why")
    assert report.done == 1
    (said,) = report.notices
    assert desk.keys.dlq in str(said)
    assert "trimmed or deleted" in str(said)
    newest, erased = audit.entries(desk.client, desk.keys)
    assert (newest.action, newest.count, newest.ids, newest.plan) == ("erase", 0, (), erased.plan)
    assert newest.target == f"deleted bytes are still in {desk.keys.dlq}"
    assert audit.verify(desk.client, desk.keys) == audit.Verification(2)
    assert Plans(desk.client, desk.keys).interrupted() == ()


def test_a_copy_that_does_not_fit_into_the_servers_memory_is_not_begun(desk: Desk) -> None:
    lived(desk)
    used = int(desk.client.info("memory")["used_memory"])
    desk.client.config_set("maxmemory", used + 20_000)
    try:
        assert "too little memory" in rewrite(desk)
        assert not desk.client.exists(f"{desk.keys.main}:rewriting")
    finally:
        desk.client.config_set("maxmemory", 0)
    assert rewrite(desk) == ""


@pytest.mark.parametrize(("command", "named"), [("info", "INFO"), ("memory", "MEMORY")])
def test_who_may_not_ask_for_memory_writes_only_short_ones_anew(
    desk: Desk, server: Server, monkeypatch: pytest.MonkeyPatch, command: str, named: str
) -> None:
    lived(desk)
    desk.client.execute_command("ACL", "SETUSER", "some", "reset", "on", ">pw", "~*", "+@all", f"-{command}")
    client = server.client(username="some", password="pw")
    with monkeypatch.context() as patch:
        patch.setattr(room, "UNASKED", 5)
        assert named in str(Rewriting(client, desk.keys, lambda: False).one(desk.keys.main))
    assert Rewriting(client, desk.keys, lambda: False).one(desk.keys.main) is None
    client.close()


def test_a_copy_that_a_full_server_refuses_is_taken_away_at_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lived(desk)
    monkeypatch.setattr(rewriting, "STEP", 3)
    asked = [0]

    def fills() -> bool:
        asked[0] += 1
        if asked[0] == 3:
            desk.client.config_set("maxmemory", 1)
        return False

    try:
        with pytest.raises(ServerFull):
            Rewriting(desk.client, desk.keys, fills).one(desk.keys.main)
    finally:
        desk.client.config_set("maxmemory", 0)
    assert not desk.client.exists(f"{desk.keys.main}:rewriting")


def test_without_the_right_to_free_it_aside_it_is_written_anew_all_the_same(desk: Desk, server: Server) -> None:
    lived(desk)
    before = state(desk)
    desk.client.execute_command("ACL", "SETUSER", "some", "reset", "on", ">pw", "~*", "+@all", "-unlink")
    client = server.client(username="some", password="pw")
    assert Rewriting(client, desk.keys, lambda: False).one(desk.keys.main) is None
    client.close()
    assert state(desk) == before
    assert not desk.client.exists(f"{desk.keys.main}:rewritten")


def test_a_replica_is_not_given_more_than_the_server_holds_back_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "REPLICATED", 5)
    server, other = Server("--repl-diskless-sync-delay", "0", port=free_port()), Server()
    desk = Desk(RedisRig(server.client()), server.client())
    try:
        desk.rig.queue.ensure_group()
        lived(desk)
        with other.client() as replica:
            replica.replicaof("127.0.0.1", server.port)
            until(lambda: replica.info("replication")["master_link_status"] == "up", "the replica")
            assert "too large" in rewrite(desk)
            replica.replicaof("NO", "ONE")
        until(lambda: desk.client.info("replication")["connected_slaves"] == 0, "the end of the replica")
        assert rewrite(desk) == ""
    finally:
        desk.close()
        desk.rig.close()
        other.stop()
        server.stop()
