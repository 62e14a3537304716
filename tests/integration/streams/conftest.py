"""Servers that all tests of this folder share; each test has a prefix of its own, and leaves nothing behind."""

from collections.abc import Callable, Iterator

import pytest

from tests.helpers.streams.rigs import MemoryRig, RedisRig, Rig
from tests.helpers.streams.servers import Cluster, Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    yield cluster
    cluster.stop()


@pytest.fixture
def alone(server: Server) -> Iterator[RedisRig]:
    """A queue on a server by itself."""
    rig = RedisRig(server.client())
    rig.queue.ensure_group()
    yield rig
    rig.client.flushall()
    rig.close()


@pytest.fixture
def own() -> Iterator[Server]:
    """A server that may be ended, paused and configured."""
    server = Server()
    yield server
    server.stop()


@pytest.fixture(params=["memory", "alone", "cluster"])
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    """The same queue on everything that it can run on."""
    make: dict[str, Callable[[], Rig]] = {
        "memory": MemoryRig,
        "alone": lambda: RedisRig(request.getfixturevalue("server").client()),
        "cluster": lambda: RedisRig(request.getfixturevalue("cluster").client()),
    }
    rig = make[request.param]()
    rig.queue.ensure_group()
    yield rig
    if isinstance(rig, RedisRig):
        rig.client.flushall()
    rig.close()
