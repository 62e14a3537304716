"""A queue on a server without pools, of a backend that nobody ships: a worker for each destination, as in a file."""

import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from qmonitor.gui.dialogs.worker_settings.inputs import on_server
from qmonitor.monitor.running.model import Post
from qmonitor.queues import source as registry
from qmonitor.queues import times
from qmonitor.queues.model import Depth, DepthRow, Destination
from qmonitor.queues.sending import Policy, Sender
from qmonitor.queues.source import Backend, has_pools, pool_at
from qmonitor.queues.working import Phase, WorkerState
from qmonitor.senders import settings
from qmonitor.senders.entries import read_entry, written_entry
from qmonitor.senders.fields import Unfit
from tests.helpers.crews import Watched

URL = "toy://store.example/shelf"
A, B = Destination("toys", "a"), Destination("toys", "b")
ENTRY = {
    "source": URL,
    "channel": "toys",
    "destination": "*",
    "sender": {"type": "file", "folder": "/srv/out"},
    "policy": {"max_attempts": 0},
}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside those that there are."""
    addresses = ModuleType("toy_addresses")
    addresses.canonical = str.lower  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "toy_addresses", addresses)
    line = Backend("toys", schemes=("toy",), addresses="toy_addresses")
    monkeypatch.setattr(registry, "_BACKENDS", (*registry._BACKENDS, line))


class Worker:
    """Sends what waits, and ends."""

    def __init__(
        self, waiting: list[bytes], sender: Sender, policy: Policy, told: Callable[[WorkerState], object]
    ) -> None:
        self._waiting, self._sender, self._policy, self._told = waiting, sender, policy, told
        self.state = WorkerState()

    def wake(self) -> None: ...

    def engine_is_stopped(self, who: str, reason: str = "") -> None: ...

    def run(self, stop: threading.Event) -> None:
        while self._waiting:
            self._sender.send(self._waiting.pop(0), self._policy.timeout)
        self.state = WorkerState(Phase.IDLE)
        self._told(self.state)
        stop.wait(30)


@dataclass
class Toys:
    """See `Source`, `Reader` and `Admin`: as much of each as workers need."""

    waiting: dict[Destination, list[bytes]]
    target: str = URL
    name: str = "shelf"
    capabilities = {"worker": None}
    traits: Any = None

    def __post_init__(self) -> None:
        self.traits = {}

    def reader(self) -> "Toys":
        return self

    def admin(self) -> "Toys":
        return self

    def destinations(self) -> tuple[Destination, ...]:
        return tuple(self.waiting)

    def depth(self) -> Depth:
        rows = (
            DepthRow(where.channel, where.destination, len(found), 0, None, None, None)
            for where, found in self.waiting.items()
        )
        return Depth(tuple(rows), times.now(), True)

    def worker(self, where: Destination, sender: Sender, policy: Policy, **work: Any) -> Worker:
        return Worker(self.waiting[where], sender, policy, work["told"])

    def close(self) -> None: ...


def test_its_entries_are_those_of_a_worker_for_each_destination() -> None:
    entry = read_entry(ENTRY)
    assert entry.pool is None
    assert written_entry(entry) == ENTRY
    with pytest.raises(Unfit, match="group = 'g' is not known"):
        read_entry({**ENTRY, "group": "g"})
    with pytest.raises(Unfit, match="channel is set, but the source is a queue on a server"):
        read_entry({**ENTRY, "source": "redis://host"})
    assert not on_server(ENTRY)
    assert on_server({"source": "redis://host"})
    assert [has_pools(one) for one in (URL, "redis://host", "/srv/queue.db", "odd://host")] == [
        False,
        True,
        False,
        False,
    ]
    assert settings.for_source((entry,), URL.upper()) == (entry,)
    assert settings.for_source((entry,), "toy://store.example/another") == ()


def test_each_destination_has_a_worker(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    config = tmp_path / "workers.toml"
    lines = f'source = "{URL}"\nchannel = "toys"\ndestination = "*"\npolicy = {{ max_attempts = 0 }}\n'
    config.write_text(f'[[worker]]\n{lines}sender = {{ type = "file", folder = "{out}" }}\n', encoding="utf-8")
    toys = Toys({A: [b"MSH|1", b"MSH|2"], B: [b"MSH|3"]})

    def idle(posts: tuple[Post, ...]) -> bool:
        return [post.state.phase for post in posts] == [Phase.IDLE, Phase.IDLE]

    with Watched(config, config, toys, source_given=False) as watched:  # type: ignore[arg-type]
        assert [(one.destination, one.pending) for one in watched.crew.propose().fit] == [(A, 2), (B, 1)]
        watched.start()
        watched.until(idle)
        assert [post.destination for post in watched.crew.posts()] == [A, B]
    assert sorted(one.read_bytes() for one in out.iterdir()) == [b"MSH|1", b"MSH|2", b"MSH|3"]


def test_where_a_pool_works_is_said_by_its_source() -> None:
    class Pooled(Toys):
        def pool_at(self, group: str) -> Destination:
            return Destination("somewhere", f"{group}-pool")

    assert pool_at(Pooled({}), "g") == Destination("somewhere", "g-pool")  # type: ignore[arg-type]
