"""Commands that look, at a stream queue: the same shapes as of any source, and the stages told."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues.streams.keys import Keys
from tests.end2end.conftest import run
from tests.helpers.streams.queues import contents, fill
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def rig(server: Server) -> Iterator[RedisRig]:
    rig = RedisRig(server.client(), keys=Keys())
    rig.queue.ensure_group()
    fill(rig)
    before = contents(rig.client)
    with closing(rig):
        yield rig
        assert contents(rig.client) == before
        rig.client.flushall()


def read(server: Server, command: str, *arguments: object) -> Any:
    done = run(command, f"redis+unix://{server.path}", *arguments, "--json")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def test_depth(rig: RedisRig, server: Server) -> None:
    found = read(server, "depth")
    (row,) = found["destinations"]
    assert found["complete"] is True
    assert row.pop("oldestSeconds") > 0
    assert row == {
        "channel": rig.keys.main, "destination": rig.keys.group, "pending": 10, "failed": 2,
        "oldest": "2026-11-30T11:00:00.000000000Z", "maxAttempts": 2,
    }  # fmt: skip


def test_all_stages_are_listed_page_by_page(rig: RedisRig, server: Server) -> None:
    page = read(server, "list", "--limit", 5)
    items, total = page["items"], page["total"]
    while page["next"] is not None:
        page = read(server, "list", "--limit", 5, "--cursor", page["next"])
        items += page["items"]
    assert total == len(items) == len({item["id"] for item in items}) == 14
    assert {item["stage"] for item in items} == {
        "undelivered", "in-flight", "body-gone", "delayed", "due", "dead-lettered", "skipped",
    }  # fmt: skip
    done = run("list", f"redis+unix://{server.path}", "--state", "pending")
    assert "pending (will never run)" in done.text
    assert "pending (in-flight)" in done.text


def test_one_is_shown_with_exactly_the_bytes_that_are_stored(rig: RedisRig, server: Server) -> None:
    (item,) = read(server, "list", "--text", "dead-1")["items"]
    done = run("show", f"redis+unix://{server.path}", item["id"], "--raw")
    assert (done.code, done.out) == (0, request("dead-1"))
    assert run("show", f"redis+unix://{server.path}", "main:5-0").code == 1


def test_a_search_finds_what_is_in_payloads(rig: RedisRig, server: Server) -> None:
    found = read(server, "find", "--text", "key-e-1")
    assert found["complete"] is True
    assert {item["id"].split(":")[0] for item in found["items"]} == {"main", "delayed", "dlq", "skipped"}


def test_a_check_tells_what_a_person_has_to_see_to(rig: RedisRig, server: Server) -> None:
    done = run("check", f"redis+unix://{server.path}")
    assert done.code == 2
    assert f"{rig.keys.main}/{rig.keys.group} oldest" in done.text
    assert "10 pending" in done.text


def test_a_server_that_is_not_there_is_no_empty_queue(tmp_path: Path) -> None:
    done = run("depth", f"redis+unix://{tmp_path}/none")
    assert done.code == 3
    assert "can't be reached" in done.err
