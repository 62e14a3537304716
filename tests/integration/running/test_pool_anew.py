"""A pool that a person starts where its group is not there although messages lie in the stream, or without a right."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from qmonitor.queues import open_source
from qmonitor.queues.errors import Refused
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.working import Phase
from tests.helpers.crews import Watched
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def rig(server: Server) -> Iterator[RedisRig]:
    rig = RedisRig(server.client(), keys=Keys.under("x"))
    for n in range(3):
        rig.put(payload=request(f"d-{n}", f"e-{n}"))
    yield rig
    rig.close()


@pytest.fixture
def watched(server: Server, rig: RedisRig, tmp_path: Path) -> Iterator[Watched]:
    (tmp_path / "out").mkdir()
    config, place = tmp_path / "workers.toml", f"redis+unix://{server.path}?prefix=x"
    config.write_text(f'[[worker]]\nsource = "{place}"\nsender = {{ type = "file", folder = "{tmp_path}/out" }}\n')
    with Watched(config, config, open_source(place)) as made:
        yield made


def test_what_was_told_and_confirmed_is_sent(watched: Watched, tmp_path: Path) -> None:
    proposal = watched.crew.propose()
    said = " ".join(map(str, (proposal.sentence(), *proposal.remarks())))
    assert f"Will send 3 messages to {tmp_path}/out" in said
    assert "3 messages that lie in the stream are sent, also those that another group has finished." in said
    watched.crew.start(proposal, actor="ann@ward-7", reason="a test")
    watched.until(lambda posts: posts[0].state.sent == 3)


@pytest.mark.expects_log("can't be worked on .*3 messages lie in the stream")
def test_what_was_not_told_is_not_sent(watched: Watched, rig: RedisRig) -> None:
    rig.queue.ensure_group()
    proposal = watched.crew.propose()
    assert proposal.remarks() == ()
    rig.client.xgroup_destroy(rig.keys.main, rig.keys.group)
    watched.crew.start(proposal, actor="ann@ward-7", reason="a test")
    (post,) = watched.until(lambda posts: posts[0].state.phase is Phase.HOLDING)
    assert "3 messages lie in the stream" in str(post.state.because)
    assert "start it again and confirm it" in str(post.state.remedy)
    watched.crew.stop()
    watched.until(lambda posts: not posts[0].alive)
    assert rig.client.xinfo_groups(rig.keys.main) == []
    watched.start()
    watched.until(lambda posts: posts[0].state.sent == 3)


@pytest.mark.expects_log("consumer . waits: GroupGone")
def test_what_was_confirmed_holds_once(watched: Watched, rig: RedisRig) -> None:
    watched.start()
    watched.until(lambda posts: posts[0].state.sent == 3)
    rig.client.xgroup_destroy(rig.keys.main, rig.keys.group)
    (post,) = watched.until(lambda posts: posts[0].state.phase is Phase.HOLDING)
    assert "3 messages lie in the stream" in str(post.state.because)
    assert post.state.sent == 3


def test_a_right_that_is_missing_is_told_before_the_start(watched: Watched, rig: RedisRig) -> None:
    rig.queue.ensure_group()
    rig.client.execute_command("ACL", "SETUSER", "default", "-zadd")
    (offer,) = watched.crew.propose().offers
    assert f"ZADD ({rig.keys.retry_index})" in str(offer.refusal)
    assert "ACL SETUSER" in str(offer.remedy)
    with pytest.raises(Refused, match="ZADD"):
        watched.start()
    (offer,) = watched.crew.propose(counted=False).offers  # the survey of a tab asks for nothing that takes long
    assert offer.refusal is None
