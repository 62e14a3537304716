"""The commands that change a queue, on a stream queue: named by its URL, and gone on with after a death."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from qmonitor.queues.streams.keys import Keys
from tests.end2end.conftest import PATIENCE, PROGRAM, environment, run
from tests.helpers.streams.acting import Desk
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

SURE = ("--reason", "test of the command line", "--yes")
KEYS = Keys()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def desk(server: Server) -> Iterator[Desk]:
    rig = RedisRig(server.client(), keys=KEYS)
    rig.queue.ensure_group()
    desk = Desk(rig, server.client())
    yield desk
    desk.close()
    rig.client.flushall()
    rig.close()


@pytest.fixture
def url(server: Server, desk: Desk) -> str:
    return f"redis+unix://{server.path}"


def act(*arguments: object, code: int = 0) -> Any:
    done = run(*arguments, *SURE, "--json")
    assert done.code == code, done.err
    return json.loads(done.out)


def test_a_message_goes_through_all_commands(desk: Desk, url: str) -> None:
    delayed, dead, waits = desk.delayed("a"), desk.dead("b"), desk.undelivered("c")
    report = act("retry-now", url, delayed, dead)
    assert (report["done"], [one["id"] for one in report["moved"]]) == (2, [delayed, dead])
    again = act("retry-now", url, delayed, code=1)
    assert again["unchanged"] == [{"id": delayed, "state": "gone"}]
    assert report["moved"][0]["now"] in again["remarks"][0]
    first = act("skip", url, waits)["moved"][0]["now"]
    drained = act("drain", url, KEYS.main, KEYS.group)
    assert drained["done"] == 2
    act("restore", url, first)
    act("remove", url, drained["moved"][0]["now"])
    act("purge", url, "--before", "2099-01-01")
    assert desk.rig.entries(KEYS.skipped) == []
    (left,) = desk.rig.entries(KEYS.main)
    act("erase", url, f"main:{left[0]}")
    assert desk.rig.entries(KEYS.main) == []
    done = run("audit", url, "--verify", "--json")
    told = json.loads(done.out)
    actions = ["erase", "purge", "remove", "restore", "drain", "skip", "retry-now"]
    assert ([one["action"] for one in told["entries"]], told["intact"]) == (actions, True)


def test_what_is_called_by_bytes_that_are_no_text_is_acted_on_as_it_is_shown(desk: Desk, url: str) -> None:
    for name in (b"\xff\n:1:X", rb"\xff\x0a:1:X"):
        desk.client.hset(KEYS.retry_payloads, name, b"torn %b" % name.hex().encode())  # type: ignore[arg-type]
        desk.client.zadd(KEYS.retry_index, {name: 5})
    odd, plain = r"delayed:\xff\x0a:1:X", r"delayed:\\xff\\x0a:1:X"
    listed = run("list", url).text
    assert {odd, plain} < set(listed.split())
    assert run("show", url, odd, "--raw").out == b"torn ff0a3a313a58"
    assert act("erase", url, odd)["done"] == 1
    assert desk.client.hkeys(KEYS.retry_payloads) == [rb"\xff\x0a:1:X"]
    assert run("show", url, odd).code == 1


def test_people_read_what_became_of_what(desk: Desk, url: str) -> None:
    item = desk.dead("b")
    done = run("skip", url, item, *SURE, "--watch", "0.1")
    assert done.code == 0, done.err
    (aside, _), *_ = desk.rig.entries(KEYS.skipped)
    assert f"{item} is now skipped:{aside}" in done.text
    assert "is set aside" in done.err
    assert "It stayed so." in done.err


def test_of_many_that_were_moved_a_few_are_named(desk: Desk, url: str) -> None:
    for n in range(25):
        desk.dead(f"d{n}")
    done = run("drain", url, KEYS.main, KEYS.group, "--include-failed", *SURE)
    assert done.text.count(" is now skipped:") == 20
    assert "and 5 more have other ids now" in done.text


def test_what_can_not_be_done_says_why(desk: Desk, url: str) -> None:
    before = desk.dump()
    done = run("resend", url, desk.dead("a"), *SURE)
    assert (done.code, "publishes a dead letter again" in done.err) == (1, True)
    desk.rig.client.delete(KEYS.dlq)
    done = run("skip", f"{url}?group=nobody", "main:1-1", *SURE)
    assert done.code in (1, 3)
    assert desk.dump() == before


def test_of_a_single_message_it_is_said_why_it_can_not_be_part_of_it(desk: Desk, url: str) -> None:
    waiting = desk.undelivered("a")
    desk.rig.second_group()
    done = run("skip", url, waiting, "dlq:5-0", *SURE)
    assert f"Not part of it: {waiting} (undelivered). Another group of the stream has not finished it.\n" in done.err
    assert "Not part of it: dlq:5-0 (not there).\n" in done.err
    assert f"not changed: {waiting} (undelivered). Another group of the stream has not finished it.\n" in done.text
    held = desk.in_flight("b")
    told = json.loads(run("skip", url, held, "dlq:5-0", *SURE, "--json").out)["unchanged"]
    assert told == [
        {"id": held, "state": "in-flight", "reason": "A worker has had it in hand for less than 1 min."},
        {"id": "dlq:5-0", "state": "gone"},
    ]


def test_a_drain_that_was_killed_is_gone_on_with(desk: Desk, url: str) -> None:
    count = 3_000
    sent = desk.rig.client.pipeline(transaction=False)
    for n in range(count):
        sent.xadd(KEYS.main, {"payload": b'{"deploymentId":"d%d"}' % n, "attempt": "0"})
    sent.execute()
    command = [*PROGRAM, "drain", url, KEYS.main, KEYS.group, *SURE, "--json"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    while desk.client.xlen(KEYS.skipped) < 100:
        assert child.poll() is None
    os.kill(child.pid, signal.SIGKILL)
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # it has ended, though nobody has asked what came of it
    moved = desk.client.xlen(KEYS.skipped)
    assert 100 <= moved < count
    assert desk.client.xlen(KEYS.main) == count - moved
    (plan,) = json.loads(run("plans", url, "--json").out)["plans"]
    assert (plan["done"], plan["left"]) == (moved, count - moved)
    child.communicate(timeout=PATIENCE)
    report = act("resume", url, plan["plan"])
    assert (report["done"], report["unchanged"]) == (count - moved, [])
    assert (desk.client.xlen(KEYS.main), desk.client.xlen(KEYS.skipped)) == (0, count)
    assert json.loads(run("plans", url, "--json").out)["plans"] == []
    assert json.loads(run("audit", url, "--verify", "--json").out)["intact"]


def test_what_another_host_is_perhaps_at_is_told(desk: Desk, url: str) -> None:
    now = desk.rig.queue.now()
    head = json.dumps(["skip", "lab", "ann", now, "ward-9:17:4711", 30])
    desk.client.hset(KEYS.plans, mapping={"ab12": head, "ab12:so-far": f"[10,9,1,{now}]"})
    told = run("plans", url)
    assert (told.code, told.text) == (0, "")
    assert "perhaps still running on ward-9: skip of lab by ann (plan ab12; 9 done, 20 left)" in told.err
    asked = json.loads(run("plans", url, "--json").out)
    assert (asked["plans"], [one["host"] for one in asked["perhapsRunning"]]) == ([], ["ward-9"])
    again = run("resume", url, "ab12", *SURE)
    assert (again.code, "ab12 is perhaps still running on ward-9." in again.err) == (1, True)
