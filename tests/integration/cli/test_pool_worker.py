"""`qmonitor worker redis://…` as a service runs it: a pool beside a real receiver, and what it refuses."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from qmonitor.queues.streams import audit
from qmonitor.senders.secret_files import file_name
from tests.end2end.conftest import PATIENCE, run, run_process
from tests.helpers.http_receiver import HttpReceiver
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server
from tests.integration.cli.test_worker import job, on_terminal, shown

ENTRY = """
[[worker]]
source = "{source}"
consumers = 2
sender = {{ type = "http", url = "{url}" }}
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server("--requirepass", "right-one")
    yield server
    server.stop()


@pytest.fixture
def rig(server: Server) -> Iterator[RedisRig]:
    rig = RedisRig(server.client(password="right-one"))
    yield rig
    rig.client.flushall()
    rig.close()


@pytest.fixture
def place(server: Server, rig: RedisRig) -> str:
    return f"redis+unix://{server.path}?prefix={rig.keys.main.removesuffix(':deployment.export.requested')}"


@pytest.fixture
def password(tmp_path: Path) -> Path:
    file = tmp_path / "password"
    file.write_text("right-one\n")
    file.chmod(0o600)
    return file


def config(folder: Path, text: str) -> Path:
    (folder / "workers.toml").write_text(text)
    return folder / "workers.toml"


def test_it_sends_until_it_is_told_to_end(tmp_path: Path, place: str, rig: RedisRig, password: Path) -> None:
    with HttpReceiver(tmp_path) as receiver:
        settings = config(tmp_path, ENTRY.format(source=place, url=receiver.url("/status/200")))
        with job("--config", settings, "--password-file", password) as running:
            running.until("The stream or its consumer group is not there: a start makes it.")
            payloads = [request(f"d-{n}", f"e-{n}") for n in range(5)]
            rig.queue.ensure_group()
            ids = [rig.put(payload=one) for one in payloads]
            for _ in ids:
                running.until("attempt 1 at message main:", "delivered")
            assert running.stop(signal.SIGTERM) == 0
            assert running.lines("ended; 5 delivered, 0 tried again, 0 given up")
            assert all(running.lines(f"main:{one}:") for one in ids)
        assert sorted(one.body for one in receiver.requests()) == sorted(payloads)
    assert rig.pending() == []
    assert [row.action for row in audit.entries(rig.client, rig.keys)] == ["worker-stop", "worker-start"]
    assert "right-one" not in "\n".join(running.said)


def test_a_rehearsal_sends_and_writes_nothing(tmp_path: Path, place: str, rig: RedisRig, password: Path) -> None:
    rig.queue.ensure_group()
    rig.put(payload=request())
    before = rig.client.dump(rig.keys.main)
    with HttpReceiver(tmp_path) as receiver:
        settings = config(tmp_path, ENTRY.format(source=place, url=receiver.url("/status/200")))
        done = run("worker", "--check", "--config", settings, "--password-file", password)
        assert [one.method for one in receiver.requests()] == ["OPTIONS"]
    assert done.code == 0, done.err
    assert f"{rig.keys.main}/export-worker: Will send 1 message to" in done.out.decode()
    assert "worker 1 (group export-worker):" in done.out.decode()
    assert rig.client.dump(rig.keys.main) == before
    assert rig.client.exists(rig.keys.audit) == 0


def test_a_rehearsal_says_that_the_stream_is_not_there_and_looks_at_the_group_that_is_meant(
    tmp_path: Path, place: str, rig: RedisRig, password: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    rig.queue.ensure_group()
    rig.put(payload=request())

    def said(source: str, more: str = "", code: int = 0) -> str:
        text = f'[[worker]]\nsource = "{source}"\n{more}sender = {{ type = "file", folder = "{out}" }}\n'
        done = run("worker", "--check", "--config", config(tmp_path, text), "--password-file", password)
        assert done.code == code, done.err
        return done.out.decode()

    missing = "The stream or its consumer group is not there: a start makes it."
    assert f"Will send 1 message to {out}." in said(place)
    assert f"export-worker: Will send to {out} whatever arrives. {missing}" in said(place + "x")
    assert f"other: Will send 1 message to {out}. {missing}" in said(place, 'group = "other"\n', 1)
    rig.client.xgroup_create(rig.keys.main, "other", "0")
    rig.client.xgroup_destroy(rig.keys.main, rig.keys.group)
    assert f"other: Will send 1 message to {out}." in said(place, 'group = "other"\n')


def test_what_the_rules_of_the_queue_decide_is_refused(tmp_path: Path, place: str, password: Path) -> None:
    text = ENTRY.format(source=place, url="http://127.0.0.1:9/") + "policy = { max_attempts = 3 }\n"
    done = run("worker", "--config", config(tmp_path, text), "--password-file", password)
    assert done.code == 1
    assert "policy is set, but the source is a queue on a server. How often a message is tried" in done.err


def test_without_the_password_it_does_not_begin(tmp_path: Path, place: str, rig: RedisRig) -> None:
    settings = config(tmp_path, ENTRY.format(source=place, url="http://127.0.0.1:9/"))
    with job("--config", settings) as running:
        running.until("WARNING", f"{place}: can't be worked on", "The server wants to know who asks")
        assert running.stop(signal.SIGTERM) == 0
    assert len(running.said) == 1
    assert rig.client.exists(rig.keys.audit) == 0


@pytest.mark.parametrize(("typed", "code"), [(b"right-one\n", 0), (b"wrong-one\n", 3), (b"\n", 3)])
def test_where_there_is_a_terminal_the_password_is_asked_for_once_it_is_known_to_be_needed(
    tmp_path: Path, place: str, rig: RedisRig, typed: bytes, code: int
) -> None:
    """Whoever does not know it is not left waiting: a person is there to be told."""
    out = tmp_path / "out"
    out.mkdir()
    rig.queue.ensure_group()
    rig.put(payload=request())
    text = f'[[worker]]\nsource = "{place}"\nsender = {{ type = "file", folder = "{out}" }}\n'
    with on_terminal("--config", config(tmp_path, text)) as (child, controller):
        text = ""
        for _ in range(3 if typed.startswith(b"wrong") else 1):
            text += shown(controller, "Secret for")
            os.write(controller, typed)
        if not code:
            text += shown(controller, "delivered")
            child.send_signal(signal.SIGTERM)
        assert child.wait(PATIENCE) == code
        text += shown(controller)
    assert len(list(out.iterdir())) == (not code)
    assert "-one" not in text


def test_the_service_manager_hands_the_password_over(tmp_path: Path, place: str, rig: RedisRig) -> None:
    rig.queue.ensure_group()
    folder = tmp_path / "credentials"
    folder.mkdir()
    file = folder / file_name(place.partition("?")[0])
    file.write_text("right-one")
    file.chmod(0o440)
    done = run_process("depth", place, "--json", CREDENTIALS_DIRECTORY=str(folder))
    assert (done.code, done.err) == (0, "")
    file.write_text("wrong")
    done = run_process("depth", place, "--json", CREDENTIALS_DIRECTORY=str(folder))
    assert done.code == 3
    assert f"{folder} has a secret for {place.partition('?')[0]} that is not accepted." in done.err
    assert "wrong" not in done.err


def test_files_in_one_folder_are_numbered_by_one(tmp_path: Path, place: str, rig: RedisRig, password: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    rig.queue.ensure_group()
    payloads = [request(f"d-{n}", f"e-{n}") for n in range(30)]
    for one in payloads:
        rig.put(payload=one)
    entry = f'[[worker]]\nconsumers = 8\nsender = {{ type = "file", folder = "{out}" }}\n'
    with job(place, "--config", config(tmp_path, entry), "--password-file", password) as running:
        for _ in payloads:
            running.until("delivered")
        assert running.stop(signal.SIGTERM) == 0
    assert sorted(one.read_bytes() for one in out.iterdir()) == sorted(payloads)
