"""Workers of a dead-letter queue as processes of their own, beside each other and a daemon, with real receivers."""

import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues.deadletter import Message, Store
from tests.helpers import deadletter as made
from tests.helpers import files
from tests.helpers.codebase import ROOT
from tests.helpers.dead_working import CHANNEL, QUEUE, names, row
from tests.helpers.http_receiver import HttpReceiver
from tests.helpers.worker_processes import DEAD_LETTER, SHORT, Process, process

QUICK = {**SHORT, "watch_due": 2.0, "watch_idle": 2.0}
"""A watch that is short enough to wait for."""


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[HttpReceiver]:
    with HttpReceiver(tmp_path) as running:
        yield running


@contextmanager
def working(path: Path, target: HttpReceiver | Path, *, status: int = 200, **options: Any) -> Iterator[Process]:
    there = target.url(f"/status/{status}") if isinstance(target, HttpReceiver) else str(target)
    with process(DEAD_LETTER, path, there, (CHANNEL, QUEUE), **{"terms": SHORT, **options}) as one:
        yield one


def queue(folder: Path, count: int, legacy: int = 0) -> Path:
    """Messages that were queued a moment ago, the first of them under the queue's bare name."""
    table, now = made.Table(folder / "daemon.db"), time.time_ns()
    if legacy:
        table.legacy(QUEUE, *(made.message(now, username=f"L{n}") for n in range(1, legacy + 1)))
    for n in range(1, count + 1):
        row(table, now + n, f"M{n}")
    return table.write()


def got(target: HttpReceiver | Path) -> list[str]:
    if isinstance(target, HttpReceiver):
        return names([request.body for request in target.requests()])
    return names([file.read_bytes() for file in sorted(target.glob("*.json"))])


def left(path: Path) -> int:
    return len(list(made.queue_rows(path, QUEUE)))


def numbered(count: int, letter: str = "M") -> list[str]:
    return [f"{letter}{n}" for n in range(1, count + 1)]


@pytest.mark.parametrize("way", ["http", "file"])
def test_of_two_started_together_one_sends(tmp_path: Path, receiver: HttpReceiver, way: str) -> None:
    (out := tmp_path / "out").mkdir()
    target = receiver if way == "http" else out
    path = queue(tmp_path, 30, legacy=5)
    with working(path, target) as one, working(path, target) as other:
        first = {one.phase("holding", "idle")[0], other.phase("holding", "idle")[0]}
        assert first == {"holding", "idle"}, "one waits, the other has sent all"
        idle = one if one.lines[-1][0] == "idle" else other
        waiting = other if idle is one else one
        assert "Another worker has this destination" in waiting.lines[-1][1]
        with Store(path) as store:
            store.store_failed(QUEUE, Message(username="NEW"))
        idle.until(lambda line: line[2] == 36)
        idle.stop()
        waiting.phase("idle")
        waiting.stop()
        assert waiting.lines[-1][2] == 0
    assert got(target) == [*numbered(5, "L"), *numbered(30), "NEW"]
    assert left(path) == 0


@pytest.mark.slow
@pytest.mark.parametrize("where", ["before a send", "after an answer"])
def test_one_that_slept_past_its_lease_sends_nothing_afterwards(
    tmp_path: Path, receiver: HttpReceiver, where: str
) -> None:
    path = queue(tmp_path, 6)
    with working(path, receiver, sleep_at=where) as sleeper:
        sleeper.until(lambda line: line[2] == 2)
        with working(path, receiver) as other:
            assert "Another worker has this destination" in other.phase("holding")[1]
            other.phase("idle")
            other.stop()
        assert left(path) == 0
        with Store(path) as store:
            store.store_failed(QUEUE, Message(username="NEW"))
        before = got(receiver)
        sleeper.child.send_signal(signal.SIGCONT)
        assert sleeper.phase("ended")[1] == "LeaseLost"
        assert sleeper.child.wait(60) == 0
    assert got(receiver) == before
    assert before == [f"M{n}" for n in (1, 2, 3, *([3] if where == "after an answer" else []), 4, 5, 6)]
    assert left(path) == 1


DAEMON = """
import sys
from qmonitor.queues.deadletter import Message, Store
path, what = sys.argv[1:]
with Store(path) as store:
    print("ready", flush=True)
    for line in sys.stdin:
        if what == "sends":
            queued = store.fetch_failed("grades")
            store.dequeue(queued[-1].key)
        elif what == "adds":
            store.store_failed("grades", Message(username=line.strip()))
        print("done", flush=True)
"""


class Daemon:
    """A process that removes a message, or adds one, each time that it is told to."""

    def __init__(self, path: Path, what: str) -> None:
        command = [sys.executable, "-c", DAEMON, str(path), what]
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self._answer()

    def _answer(self) -> None:
        assert self.child.stdout is not None
        assert self.child.stdout.readline()

    def act(self, word: str = "") -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(f"{word}\n")
        self.child.stdin.flush()
        self._answer()

    def __enter__(self) -> "Daemon":
        return self

    def __exit__(self, *_: object) -> None:
        self.child.kill()
        self.child.communicate()


@pytest.mark.slow
def test_beside_a_daemon_that_sends_it_holds_back_and_says_why(tmp_path: Path, receiver: HttpReceiver) -> None:
    path = queue(tmp_path, 9)
    with Daemon(path, "sends") as daemon, working(path, receiver, engine_stopped=False, terms=QUICK) as one:
        said = one.until(lambda line: line[0] == "watching")
        assert "Whether the daemon sends these messages itself" in said[1]
        for _ in range(3):
            daemon.act()
            later = one.until(lambda line, said=said: line[0] == "watching" and line[3] > said[3])
            assert "Another program has removed message" in later[1]
            said = later
        assert got(receiver) == []
        one.phase("idle")
        assert "Another program has removed message" in one.stop()
    assert got(receiver) == numbered(6), "once nobody else was at it for a while"


@pytest.mark.slow
def test_where_the_daemon_was_said_to_be_stopped_its_traces_end_a_strict_worker(
    tmp_path: Path, receiver: HttpReceiver
) -> None:
    path = queue(tmp_path, 3)
    with Daemon(path, "sends") as daemon, working(path, receiver, status=503, strict=True) as hasty:
        hasty.phase("waiting")
        daemon.act()
        assert hasty.phase("ended")[1] == "EngineActive"
        assert hasty.child.wait(60) == 0
    assert set(got(receiver)) == {"M1"}
    assert left(path) == 2


@pytest.mark.slow
def test_messages_that_a_daemon_adds_meanwhile_are_sent_after_the_others(
    tmp_path: Path, receiver: HttpReceiver
) -> None:
    path = queue(tmp_path, 20)
    with Daemon(path, "adds") as daemon, working(path, receiver) as one:
        for n in range(21, 61):
            daemon.act(f"M{n}")
        one.until(lambda line: line[0] == "idle" and line[2] == 60)
        assert one.stop() == "", "new rows are no sign of anything"
    assert got(receiver) == numbered(60)


def test_it_stops_cleanly_on_a_signal(tmp_path: Path, receiver: HttpReceiver) -> None:
    path = queue(tmp_path, 3)
    with working(path, receiver) as one:
        one.phase("idle")
        assert one.stop() == ""
    assert one.lines[-1][0] == "stopped"
    with files.opened(path) as db:
        acts = db.execute("SELECT action, count FROM qmonitor_audit ORDER BY id").fetchall()
        assert db.execute("SELECT count(*) FROM qmonitor_lease").fetchone() == (0,)
    assert acts == [("worker-start", 0), ("worker-stop", 3)]


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [1.0, 60.0], ids=["let go of", "kept"])
def test_at_its_end_it_waits_five_seconds_at_most_for_the_lock(
    tmp_path: Path, receiver: HttpReceiver, seconds: float
) -> None:
    """Another program has it while a message is delivered; if it lets go in time, the row is removed."""
    path = queue(tmp_path, 3)
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        assert other.execute("SELECT count(*) FROM kv").fetchone() == (3,)
        with working(path, receiver, sleep_at="after an answer") as one:
            one.until(lambda line: line[2] == 2)
            stopped(one)
            other.execute("BEGIN IMMEDIATE")
            took = ended(one, other, seconds)
    assert took < 20.0, "not for as long as the other has it; a busy machine takes its time, too"
    assert got(receiver) == numbered(3)
    assert left(path) == (0 if seconds < 5 else 1)


def ended(one: Process, other: sqlite3.Connection, seconds: float) -> float:
    """How long it takes to end where a lock is let go of after so many seconds."""
    release = threading.Timer(seconds, other.rollback)
    release.start()
    one.child.send_signal(signal.SIGTERM)
    began = time.monotonic()
    one.child.send_signal(signal.SIGCONT)
    assert one.child.wait(60) == 0
    took = time.monotonic() - began
    release.cancel()
    release.join()
    return took


def stopped(one: Process) -> None:
    """Until it has suspended itself."""
    while (Path("/proc") / str(one.child.pid) / "stat").read_text(encoding="ascii").split(") ")[1][0] != "T":
        assert one.child.poll() is None
