"""Redis servers of the tests' own: alone on a socket file, or three as a cluster. Nothing is saved, and port 6379 is
never touched.

The program is the one of the package redis-tools, which starts no service where it is installed: there the server is
called redis-check-rdb, and is the server where it is started by the name redis-server.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode
from redis.retry import Retry

READY = 20.0
"""Seconds that a server gets to answer, on a busy machine."""

SLOTS = ((0, 5460), (5461, 10922), (10923, 16383))


def program() -> str:
    """The server's path; without one the test is skipped at home and fails in CI."""
    found = shutil.which("redis-server") or shutil.which("redis-check-rdb")
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("there is no Redis: apt-get install redis-tools")
    return found


def patient(timeout: float = 10.0) -> dict[str, Any]:
    """How a client is to be made: it repeats nothing by itself."""
    return {"socket_timeout": timeout, "socket_connect_timeout": timeout, "retry": Retry(NoBackoff(), 0)}


def until(true: Any, what: str, seconds: float = READY) -> None:
    """Wait for something that comes by itself."""
    pause, end = threading.Event(), time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"{what} did not come within {seconds:g} s"
        pause.wait(0.005)


class Server:
    """One server; `options` as in its configuration file."""

    def __init__(self, *options: str, port: int = 0) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="qm-r-"))
        self.path, self.port = str(self.folder / "s"), port
        self.options = options
        self._client: redis.Redis | None = None
        self.start()

    def start(self) -> None:
        plain = ["--port", str(self.port), "--bind", "127.0.0.1", "--unixsocket", self.path, "--dir", str(self.folder)]
        quiet = ["--save", "", "--appendonly", "no", "--daemonize", "no", "--logfile", str(self.folder / "log")]
        named = self.folder / "redis-server"
        if not named.exists():
            named.symlink_to(program())
        # Where the tests are killed, their servers go along.
        bound = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
        command = [*bound, str(named), *plain, *quiet, *self.options]
        self.child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            until(self._answers, "the server's answer")
        except BaseException:
            self.stop()
            raise

    def _answers(self) -> bool:
        assert self.child.poll() is None, (self.folder / "log").read_text()
        try:
            with socket.socket(socket.AF_UNIX) as plain:
                plain.settimeout(READY)
                plain.connect(self.path)
                plain.sendall(b"PING\r\n")
                return bool(plain.recv(100))
        except OSError:
            return False

    def client(self, timeout: float = 10.0, **others: Any) -> redis.Redis:
        return redis.Redis(unix_socket_path=self.path, **{**patient(timeout), **others})

    def end(self) -> None:
        """At once, and without a word; `start` brings an empty one back."""
        self.child.kill()
        self.child.wait(10)

    def stop(self) -> None:
        self.end()
        shutil.rmtree(self.folder)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Cluster:
    """Three servers that share the slots."""

    def __init__(self) -> None:
        self.nodes: list[Server] = []
        try:
            for _ in SLOTS:
                self.nodes.append(self._node())
            self._join()
        except BaseException:
            self.stop()
            raise

    def _node(self) -> Server:
        for _ in range(5):
            port, bus = free_port(), free_port()
            options = ("--cluster-enabled", "yes", "--cluster-port", str(bus), "--cluster-node-timeout", "5000")
            try:
                node = Server(*options, port=port)
            except AssertionError:  # somebody was quicker with the port
                continue
            node.bus = bus  # type: ignore[attr-defined]
            return node
        raise AssertionError("no free port for a node of a cluster")

    def _join(self) -> None:
        clients = [node.client() for node in self.nodes]
        for number, (client, (low, high)) in enumerate(zip(clients, SLOTS, strict=True), 1):
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", low, high)
            client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number)
        for node in self.nodes[1:]:
            clients[0].execute_command("CLUSTER", "MEET", "127.0.0.1", node.port, node.bus)  # type: ignore[attr-defined]
        for client in clients:
            until(lambda client=client: _is_whole(client), "the cluster")
            client.close()

    def client(self, timeout: float = 10.0) -> redis.RedisCluster:
        nodes = [ClusterNode("127.0.0.1", node.port) for node in self.nodes]
        return redis.RedisCluster(startup_nodes=nodes, **patient(timeout))

    def stop(self) -> None:
        for node in self.nodes:
            node.stop()


def _is_whole(client: redis.Redis) -> bool:
    found = bytes(client.execute_command("CLUSTER", "INFO")).split()
    return b"cluster_state:ok" in found and b"cluster_known_nodes:3" in found
