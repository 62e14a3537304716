"""A receiver that is away for two minutes, by a clock that is turned by hand, and comes back on its own port."""

import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues import open_source
from qmonitor.queues.delivery import Worker
from qmonitor.queues.model import Destination
from qmonitor.queues.sending import Policy, Sender
from qmonitor.queues.source import Source
from qmonitor.queues.working import Phase
from tests.helpers import files
from tests.helpers.crews import Watched, entry
from tests.helpers.delivering import Clock, row
from tests.helpers.mllp_receiver import Receiver

AWAY = 120.0
"""Seconds."""

COUNT = 200


class Turned(Clock):
    """Calls `due` once, when it has been turned so far."""

    def __init__(self, seconds: float, due: Callable[[], object]) -> None:
        super().__init__()
        self.began = self.seconds
        self._end, self._due = self.seconds + seconds, due
        self.called = False

    def wait(self, event: threading.Event, seconds: float) -> None:
        if not self.called and self.seconds + seconds >= self._end:
            self.called = True
            self._due()
        super().wait(event, seconds)


def source_of(path: Path, clock: Clock, sent_at: list[float]) -> Source:
    """The queue, with workers that go by this clock; `sent_at` has when each attempt began."""
    source = open_source(path)

    class Timed:
        """A sender that notes the time."""

        def __init__(self, sender: Sender) -> None:
            self._sender = sender

        def send(self, raw: bytes, timeout: float) -> None:
            sent_at.append(clock.passed())
            self._sender.send(raw, timeout)

        def describe(self) -> str:
            return self._sender.describe()

    def worker(where: Destination, sender: Sender, policy: Policy, **more: Any) -> Worker:
        return Worker(path, where.channel, where.destination, Timed(sender), policy, clock=clock, **more)

    source.worker = worker  # type: ignore[method-assign,assignment]
    return source


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


@pytest.mark.parametrize(("backoff", "most"), [(5.0, 60.0), (5.0, 5.0)])
def test_the_backlog_comes_in_order_at_most_one_back_off_later(tmp_path: Path, backoff: float, most: float) -> None:
    path = files.queue(tmp_path / "queue.db", [row(f"C{n}") for n in range(1, COUNT + 1)])
    port = free_port()
    with ExitStack() as back:
        there: list[Receiver] = []
        clock = Turned(
            AWAY, lambda: there.append(back.enter_context(Receiver(tmp_path / "seen.log", "good", "--lean", port=port)))
        )
        sent_at: list[float] = []
        config = tmp_path / "workers.toml"
        config.write_text(entry(port, backoff=backoff, max_backoff=most), encoding="utf-8")
        with Watched(path, config, source_of(path, clock, sent_at)) as watched:
            watched.start()
            (post,) = watched.until(lambda posts: posts[0].state.phase is Phase.IDLE)
            watched.crew.stop()

        assert there[0].ids == [f"C{n}" for n in range(1, COUNT + 1)]
        assert there[0].most_at_once() == 1

    failed = [at - clock.began for at in sent_at[:-COUNT]]
    first = sent_at[-COUNT] - clock.began
    assert len(failed) == post.state.retried
    assert failed[-1] < AWAY - 0.01 <= first <= AWAY + most
    assert max(later - at for at, later in zip(failed, [*failed[1:], first], strict=True)) <= most + 0.01


def test_twenty_receivers_that_never_answer_hold_up_nobody_else(tmp_path: Path) -> None:
    bad = [f"bad-{n:02}" for n in range(20)]
    rows = [row("X", destination=name) for name in bad] + [row(f"C{n}", destination="good") for n in range(COUNT)]
    path = files.queue(tmp_path / "queue.db", rows)
    with ExitStack() as open_ones, Receiver(tmp_path / "seen.log", "good", "--lean") as receiver:
        silent = [open_ones.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in bad]  # nobody accepts
        config = tmp_path / "workers.toml"
        entries = [
            entry(one.getsockname()[1], destination=name, timeout=4.0) for one, name in zip(silent, bad, strict=True)
        ]
        config.write_text("\n".join([*entries, entry(receiver.port, destination="good")]), encoding="utf-8")
        with Watched(path, config) as watched:
            watched.start()
            posts = watched.until(lambda posts: posts[-1].state.phase is Phase.IDLE)  # twenty times 4 s are longer
            watched.crew.stop()

    assert [post.state.sent for post in posts] == [0] * len(bad) + [COUNT]
    assert receiver.ids == [f"C{n}" for n in range(COUNT)]
