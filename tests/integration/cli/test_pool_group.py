"""`qmonitor worker` where the consumer group is not there although messages lie in the stream, or without a right."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end2end.conftest import PATIENCE, run
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server, until
from tests.integration.cli.test_worker import job, on_terminal, shown

LYING = "3 messages that lie in the stream are sent, also those that another group has finished."


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def rig(server: Server) -> Iterator[RedisRig]:
    """Three messages that another group has finished."""
    rig = RedisRig(server.client())
    ids = [rig.put(payload=request(f"d-{n}", f"e-{n}")) for n in range(3)]
    rig.client.xgroup_create(rig.keys.main, "first", "0")
    rig.client.xreadgroup("first", "me", {rig.keys.main: ">"})
    rig.client.xack(rig.keys.main, "first", *ids)
    yield rig
    rig.close()


@pytest.fixture
def out(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    return tmp_path / "out"


@pytest.fixture
def config(tmp_path: Path, server: Server, rig: RedisRig, out: Path) -> Path:
    place = f"redis+unix://{server.path}?prefix={rig.keys.main.removesuffix(':deployment.export.requested')}"
    text = f'[[worker]]\nsource = "{place}"\nsender = {{ type = "file", folder = "{out}" }}\n'
    (tmp_path / "workers.toml").write_text(text)
    return tmp_path / "workers.toml"


def test_a_rehearsal_says_how_many_are_sent_again(config: Path, rig: RedisRig, out: Path) -> None:
    done = run("worker", "--check", "--config", config)
    said = done.out.decode()
    assert done.code == 1
    assert f"Will send 3 messages to {out}, oldest first." in said
    assert LYING in said
    assert "It waits until that is confirmed" in said
    done = run("worker", "--check", "--config", config, "--make-group")
    assert done.code == 0, done.err
    assert LYING in done.out.decode()
    assert [one["name"] for one in rig.client.xinfo_groups(rig.keys.main)] == [b"first"]


def test_unattended_it_waits_and_sends_none_of_them(config: Path, rig: RedisRig, out: Path) -> None:
    with job("--config", config) as running:
        running.until(LYING)
        running.until("can't be worked on", "3 messages lie in the stream")
        rig.client.xgroup_create(rig.keys.main, rig.keys.group, "$")
        rig.put(payload=request("d-9", "e-9"))
        running.until("delivered")
        assert running.stop(signal.SIGTERM) == 0
    assert [one.read_bytes() for one in out.iterdir()] == [request("d-9", "e-9")]


def test_told_to_make_it_it_sends_all(config: Path, out: Path) -> None:
    with job("--config", config, "--make-group") as running:
        for _ in range(3):
            running.until("delivered")
        assert running.stop(signal.SIGTERM) == 0
    assert len(list(out.iterdir())) == 3


@pytest.mark.parametrize("answer", [b"y\n", b"\n"])
def test_a_person_is_asked_with_the_number(config: Path, out: Path, rig: RedisRig, answer: bytes) -> None:
    with on_terminal("--config", config) as (child, controller):
        assert "3 messages that lie" in shown(controller, "Start the worker there?").replace("\r\n", " ")
        os.write(controller, answer)
        if answer == b"y\n":
            until(lambda: len(list(out.iterdir())) == 3, "the three", PATIENCE)
            child.send_signal(signal.SIGTERM)
        assert child.wait(PATIENCE) == (answer == b"\n")
    assert len(list(out.iterdir())) == (3 if answer == b"y\n" else 0)


def test_a_right_that_is_missing_is_told_before_anything_is_sent(config: Path, rig: RedisRig, out: Path) -> None:
    rig.queue.ensure_group()
    rig.client.execute_command("ACL", "SETUSER", "default", "-xack")
    done = run("worker", "--check", "--config", config)
    assert done.code == 1
    assert f"lacks rights that a worker needs: XACK ({rig.keys.main})." in done.out.decode()
    with job("--config", config) as running:
        running.until("WARNING", "can't be worked on", "XACK (")
        rig.client.execute_command("ACL", "SETUSER", "default", "+xack")
        for _ in range(3):
            running.until("delivered")
        assert running.stop(signal.SIGTERM) == 0
    assert len(list(out.iterdir())) == 3


def test_why_a_message_was_not_sent_is_told_in_full(config: Path, rig: RedisRig, out: Path) -> None:
    rig.client.xgroup_create(rig.keys.main, rig.keys.group, "$")
    rig.put(payload=b"Maierhofer")
    rig.put(payload=request(slug=None))
    with job("--config", config) as running:
        for _ in range(2):
            running.until("failed, given up: It was not sent: ")
        assert running.stop(signal.SIGTERM) == 0
    assert running.lines("it is no JSON object with a deploymentId, or the number of its attempt")
    assert running.lines("it is against the schema of requests.")
    assert "Maierhofer" not in "\n".join(running.said)
    assert list(out.iterdir()) == []
