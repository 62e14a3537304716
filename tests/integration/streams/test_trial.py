"""Trying a connection: what this user may not do is named, and nothing at all is changed."""

import pytest

from qmonitor.queues.access import Access
from qmonitor.queues.errors import PasswordNeeded, SourceError
from qmonitor.queues.servers import try_out
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading.reader import COMMANDS
from qmonitor.queues.streams.trial import _reading
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Cluster, Server

ACTING = ("EVAL", "EVALSHA", "XADD", "XDEL", "XACK", "HSET", "HDEL", "ZREM", "TYPE", "EXISTS")
NEEDED = sorted({*COMMANDS, *ACTING} - {"TIME"})
"""Without TIME there is no connection."""


def place(server: Server, rig: RedisRig, user: str = "") -> str:
    prefix = rig.keys.main.removesuffix(":deployment.export.requested")
    return f"redis+unix://{server.path}?prefix={prefix}" + (f"&user={user}" if user else "")


def everything(rig: RedisRig) -> dict[bytes, bytes]:
    return {key: rig.client.dump(key) for key in rig.client.keys("*")}


def test_every_command_that_reads_is_tried_and_no_other() -> None:
    assert {name for name, _ in _reading(Keys())} == {*COMMANDS}


def test_one_who_may_do_everything_lacks_nothing(alone: RedisRig, server: Server) -> None:
    found = try_out(place(server, alone), Access())
    assert (found.reading, found.acting, found.notes) == ((), (), ())
    assert found.version == alone.client.info("server")["redis_version"]


@pytest.mark.parametrize("empty", [True, False])
def test_nothing_is_changed_by_trying(alone: RedisRig, server: Server, empty: bool) -> None:
    if empty:
        alone.client.flushall()
    else:
        alone.put(payload=request())
        alone.queue.fetch(1)
        alone.put_envelope("d-1:1:X", b"{}", 5)
        for stream in (alone.keys.dlq, alone.keys.skipped, alone.keys.audit):
            alone.client.xadd(stream, {"payload": b"x"}, "5-0")
    before = everything(alone)
    consumers = [] if empty else alone.client.xinfo_consumers(alone.keys.main, alone.keys.group)
    try_out(place(server, alone), Access())
    assert everything(alone) == before
    assert (
        [] if empty else [one["name"] for one in alone.client.xinfo_consumers(alone.keys.main, alone.keys.group)]
    ) == [one["name"] for one in consumers]


@pytest.mark.parametrize("barred", NEEDED)
def test_a_right_that_is_missing_is_named(alone: RedisRig, server: Server, barred: str) -> None:
    alone.client.acl_setuser("ann", enabled=True, passwords=["+x"], keys=["*"], commands=["+@all"])
    alone.client.execute_command("ACL", "SETUSER", "ann", f"-{barred.lower()}")
    try:
        found = try_out(place(server, alone, "ann"), Access("x"))
    finally:
        alone.client.acl_deluser("ann")
    assert {*found.reading, *found.acting} == {barred.replace("|", " ")}


def test_one_who_may_only_read_is_told_what_acting_needs(alone: RedisRig, server: Server) -> None:
    alone.client.acl_setuser("ann", enabled=True, passwords=["+x"], keys=["*"], commands=["+@read", "+time"])
    try:
        found = try_out(place(server, alone, "ann"), Access("x"))
        with pytest.raises(PasswordNeeded):
            try_out(place(server, alone, "ann"), Access("y"))
    finally:
        alone.client.acl_deluser("ann")
    assert found.reading == ()
    assert {*found.acting} == {"EVALSHA", "EVAL"}
    assert found.version == ""


def test_a_queue_that_is_not_there_yet_is_told(alone: RedisRig, server: Server) -> None:
    assert [str(one) for one in try_out(f"redis+unix://{server.path}?prefix=nil", Access()).notes] == [
        "There is no stream nil:deployment.export.requested yet."
    ]
    alone.client.xgroup_destroy(alone.keys.main, alone.keys.group)
    (note,) = try_out(place(server, alone), Access()).notes
    assert str(note) == f"The stream {alone.keys.main} has no group export-worker yet."


def test_a_server_that_is_not_there_is_no_trial(server: Server) -> None:
    with pytest.raises(SourceError, match="can't be reached"):
        try_out(f"redis+unix://{server.path}-not", Access())


def test_keys_that_lie_apart_in_a_cluster_are_told(cluster: Cluster) -> None:
    port = cluster.nodes[0].port
    apart = try_out(f"redis+cluster://127.0.0.1:{port}?prefix=apart", Access())
    assert "several slots" in str(apart.notes[0])
    assert (apart.reading, apart.acting) == ((), ())
    together = try_out(f"redis+cluster://127.0.0.1:{port}?prefix=%7Bone%7D", Access())
    assert "several slots" not in "".join(map(str, together.notes))
