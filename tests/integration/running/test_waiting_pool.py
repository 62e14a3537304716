"""A pool that was confirmed and can't begin: seen, tried again, woken, and stopped at once."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from qmonitor.monitor.running import absence
from qmonitor.queues import open_source
from qmonitor.queues.errors import Refused
from qmonitor.queues.streams import audit
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.working import Phase
from tests.helpers.crews import Watched
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

pytestmark = pytest.mark.expects_log("can't be worked on .*takes no writes")


@pytest.fixture
def rig() -> Iterator[RedisRig]:
    server = Server()
    rig = RedisRig(server.client(), keys=Keys.under("x"))
    rig.server = server  # type: ignore[attr-defined]
    rig.queue.ensure_group()
    rig.put(payload=request())
    yield rig
    rig.close()
    server.stop()


@pytest.fixture
def watched(rig: RedisRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    """It was started at what has become a replica by then, and would wait for an hour."""
    monkeypatch.setattr(absence, "FIRST", 3600.0)
    monkeypatch.setattr(absence, "LONGEST", 3600.0)
    (tmp_path / "out").mkdir()
    config, place = tmp_path / "workers.toml", f"redis+unix://{rig.server.path}?prefix=x"  # type: ignore[attr-defined]
    config.write_text(f'[[worker]]\nsource = "{place}"\nsender = {{ type = "file", folder = "{tmp_path}/out" }}\n')
    with Watched(config, config, open_source(place)) as made:
        proposal = made.crew.propose()
        rig.client.execute_command("REPLICAOF", "127.0.0.1", "1")
        made.crew.start(proposal, actor="ann@ward-7", reason="a test")
        made.until(lambda posts: posts[0].state.phase is Phase.HOLDING)
        yield made


def test_it_is_among_those_that_run_with_why_and_when_it_is_tried_again(watched: Watched) -> None:
    (post,) = watched.crew.posts()
    assert post.alive
    assert post.ended is None
    assert "takes no writes" in str(post.state.because)
    assert str(post.state.remedy)
    assert post.state.held is not None and post.state.until is not None
    assert post.state.held.ns < post.state.until.ns  # type: ignore[operator]
    assert watched.crew.in_flight().count == 0
    with pytest.raises(Refused, match="has a worker already"):
        watched.start()


def test_woken_it_is_tried_at_once(watched: Watched, rig: RedisRig) -> None:
    rig.client.execute_command("REPLICAOF", "NO", "ONE")
    watched.crew.wake()
    (post,) = watched.until(lambda posts: posts[0].state.sent == 1)
    assert post.state.held is None
    assert [one.action for one in audit.entries(rig.client, rig.keys)] == ["worker-start"]


def test_stopped_it_has_ended_at_once_and_may_be_started_again(watched: Watched, rig: RedisRig) -> None:
    began = time.monotonic()
    watched.crew.stop()
    (post,) = watched.until(lambda posts: not posts[0].alive)
    assert time.monotonic() - began < 2.0
    assert post.ended is None
    assert (post.state.phase, post.state.because, post.state.held) == (Phase.STOPPED, None, None)
    rig.client.execute_command("REPLICAOF", "NO", "ONE")
    watched.start()
    watched.until(lambda posts: posts[0].state.sent == 1)
