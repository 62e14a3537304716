"""What becomes of a message that the receiver of a pool refuses, as the help says it, and when a receiver is there."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end2end.conftest import run
from tests.helpers.codebase import ROOT
from tests.helpers.http_receiver import HttpReceiver
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server
from tests.integration.cli.test_worker import job

DEFAULT, GIVES_UP = "QUEUE_TEMPORARY_FAILURE", "RECEIVER_REJECTED"


@pytest.fixture
def rig() -> Iterator[RedisRig]:
    server = Server()
    rig = RedisRig(server.client())
    rig.queue.ensure_group()
    yield rig
    rig.close()
    server.stop()


def settings(folder: Path, rig: RedisRig, url: str, more: str = "") -> Path:
    path = rig.client.get_connection_kwargs()["path"]
    source = f"redis+unix://{path}?prefix={rig.keys.main.removesuffix(':deployment.export.requested')}"
    sender = f'{{ type = "http", url = "{url}"{more} }}'
    file = folder / "workers.toml"
    file.write_text(f'[[worker]]\nsource = "{source}"\nconsumers = 1\nsender = {sender}\n')
    return file


def codes(rig: RedisRig, key: str) -> list[str]:
    return [json.loads(fields["payload"])["errorCode"] for _, fields in rig.entries(key)]


@pytest.mark.parametrize("language", ["", "de"])
def test_the_help_names_the_key_and_both_codes(language: str) -> None:
    page = (ROOT / "resources" / "help" / language / "streams.md").read_text(encoding="utf-8")
    assert [name for name in ('on_refused = "give_up"', DEFAULT, GIVES_UP) if f"`{name}`" not in page] == []


def test_what_is_refused_is_tried_again_and_then_a_dead_letter(tmp_path: Path, rig: RedisRig) -> None:
    rig.put(payload=request("first", "e-1"), attempt=b"0")
    rig.put(payload=request("last", "e-2"), attempt=b"3")
    with HttpReceiver(tmp_path) as receiver:
        with job("--config", settings(tmp_path, rig, receiver.url("/status/400"))) as running:
            running.until("attempt 1 at message main:", "will be tried again")
            running.until("attempt 4 at message main:")
            assert running.stop(signal.SIGTERM) == 0
    assert list(rig.envelopes()) == [f"first:1:{DEFAULT}"]
    assert [fields["errorCode"].decode() for _, fields in rig.entries(rig.keys.dlq)] == [DEFAULT]
    assert codes(rig, rig.keys.failed) == [DEFAULT]


def test_what_is_refused_ends_at_once_where_that_is_wanted(tmp_path: Path, rig: RedisRig) -> None:
    rig.put(payload=request("first", "e-1"), attempt=b"0")
    with HttpReceiver(tmp_path) as receiver:
        file = settings(tmp_path, rig, receiver.url("/status/400"), ', on_refused = "give_up"')
        with job("--config", file) as running:
            running.until("attempt 1 at message main:", "given up")
            assert running.stop(signal.SIGTERM) == 0
        assert len(receiver.requests()) == 1
    assert (rig.envelopes(), rig.entries(rig.keys.dlq)) == ({}, [])
    assert codes(rig, rig.keys.failed) == [GIVES_UP]


@pytest.mark.parametrize(("status", "code"), [(501, 0), (405, 0), (404, 0), (403, 1)])
def test_a_rehearsal_finds_every_receiver_that_answers(tmp_path: Path, rig: RedisRig, status: int, code: int) -> None:
    with HttpReceiver(tmp_path) as receiver:
        done = run("worker", "--check", "--config", settings(tmp_path, rig, receiver.url(f"/status/{status}")))
    assert done.code == code, done.err
