"""Workers as processes of their own, beside each other and beside a living engine."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues.delivery import Worker
from qmonitor.queues.sending import Policy
from tests.helpers import engine, files, users
from tests.helpers.delivering import Clock, Receiver, Sender, Wire, drained, message, row
from tests.helpers.delivering import working as stepping
from tests.helpers.worker_processes import DELIVERY, SHORT, Process, process

SIM = os.environ.get("QMONITOR_ENGINE_SIM")


@contextmanager
def working(path: Path, receiver: Receiver, **options: Any) -> Iterator[Process]:
    place = options.pop("place", ("lab", "dest-01"))
    with process(DELIVERY, path, receiver.port, place, **options) as one:
        yield one


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    with Receiver(tmp_path / "accepted.txt") as running:
        yield running


def queue(folder: Path, count: int) -> Path:
    return files.queue(folder / "queue.db", [row(f"C{n}") for n in range(1, count + 1)])


@pytest.mark.slow
@pytest.mark.parametrize("where", ["before a send", "after an answer"])
def test_one_that_slept_past_its_lease_sends_nothing_afterwards(tmp_path: Path, receiver: Receiver, where: str) -> None:
    path = queue(tmp_path, 6)
    with working(path, receiver, sleep_at=where, terms=SHORT) as sleeper:
        sleeper.until(lambda line: line[2] == 2)
        with working(path, receiver, terms=SHORT) as other:
            assert "Another worker has this destination" in other.phase("holding")[1]
            other.phase("idle")
            other.stop()
        assert set(files.states(path).values()) == {"delivered"}
        with files.opened(path) as db:
            files.insert(db, [row("NEW")])
        before = receiver.accepted()
        sleeper.child.send_signal(signal.SIGCONT)
        assert sleeper.phase("ended")[1] == "LeaseLost"
        assert sleeper.child.wait(60) == 0
    assert receiver.accepted() == before
    assert before == [f"C{n}" for n in (1, 2, 3, *([3] if where == "after an answer" else []), 4, 5, 6)]
    assert files.states(path)[7] == "pending"


def test_of_two_started_together_one_sends(tmp_path: Path, receiver: Receiver) -> None:
    path = queue(tmp_path, 40)
    with working(path, receiver, terms=SHORT) as one, working(path, receiver, terms=SHORT) as other:
        first = {one.phase("holding", "idle")[0], other.phase("holding", "idle")[0]}
        assert first == {"holding", "idle"}, "one waits, the other has sent all"
        idle = one if one.lines[-1][0] == "idle" else other
        waiting = other if idle is one else one
        with files.opened(path) as db:
            files.insert(db, [row("NEW")])
        idle.until(lambda line: line[2] == 41)
        idle.stop()
        waiting.phase("idle")
        waiting.stop()
        assert waiting.lines[-1][2] == 0
    assert receiver.accepted() == [*(f"C{n}" for n in range(1, 41)), "NEW"]


def engines(path: Path) -> list[list[str]]:
    """Programs that play an engine at work on adt/dest-00, for much longer than the test takes."""
    run = ["run", "--db", str(path), "--seconds", "100", "--destinations", "1", "--rate", "20"]
    own = [sys.executable, engine.__file__, *run]
    return [own] if not SIM else [own, [sys.executable, SIM, *run]]


@pytest.mark.slow
@pytest.mark.parametrize("down", [0, 1], ids=["delivering", "backing off"])
@pytest.mark.parametrize("which", [0, 1] if SIM else [0])
def test_beside_a_living_engine_it_holds_back_and_says_why(
    tmp_path: Path, receiver: Receiver, which: int, down: int
) -> None:
    path = files.queue(tmp_path / "queue.db", [row(f"C{n}", channel="adt", destination="dest-00") for n in range(9)])
    place = ("adt", "dest-00")
    command = [*engines(path)[which], "--down", str(down)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as running:
        try:
            with working(path, receiver, place=place, engine_stopped=False) as one:
                said = one.until(lambda line: line[0] == "watching" and "Another program has" in line[1])
                assert "message" in said[1]
                one.until(lambda line: line[0] == "watching" and line[3] > said[3])
                assert "Another program has" in one.stop()
            assert receiver.accepted() == []
            if down:
                return
            with working(path, receiver, place=place, strict=True) as hasty:
                assert hasty.phase("ended")[1] == "EngineActive"
                assert hasty.child.wait(60) == 0
            assert len(receiver.accepted()) <= 2, "what it sent before there was a trace"
        finally:
            running.kill()


def test_it_stops_cleanly_on_a_signal(tmp_path: Path, receiver: Receiver) -> None:
    path = queue(tmp_path, 3)
    with working(path, receiver) as one:
        one.phase("idle")
        assert one.stop() == ""
    assert [line[0] for line in one.lines][-1] == "stopped"
    with files.opened(path) as db:
        assert db.execute("SELECT action FROM qmonitor_audit").fetchall() == [("worker-start",), ("worker-stop",)]
        assert db.execute("SELECT count(*) FROM qmonitor_lease").fetchone() == (0,)


DURABLE = """
import json, sqlite3
seen = []
real = sqlite3.connect

class Connection(sqlite3.Connection):
    def execute(self, sql, *a):
        if sql == "COMMIT":
            ask = lambda name: super(Connection, self).execute("PRAGMA " + name).fetchone()[0]
            seen.append([ask("synchronous"), ask("secure_delete"), ask("journal_mode")])
        return super().execute(sql, *a)

def connect(*a, **k):
    k["factory"] = Connection
    return real(*a, **k)
sqlite3.connect = connect

from qmonitor.queues.delivery import Worker
from qmonitor.queues.sending import Policy

class Sender:
    def send(self, raw, timeout):
        if b"C2" in raw:
            raise OSError
    def describe(self):
        return "nobody"

worker = Worker(arguments[0], "lab", "dest-01", Sender(), Policy(1), actor="ann@ward-7", engine_stopped=True)
worker.step()
worker.step()
worker.close()
print(json.dumps(seen))
"""


def test_each_of_its_commits_is_durable(tmp_path: Path) -> None:
    """The migration, the start, a delivery, a failure and the stop."""
    path = queue(tmp_path, 3)
    seen = users.ask(DURABLE, str(path))
    assert seen == [[2, 1, "wal"]] * 5
    assert files.states(path) == {1: "delivered", 2: "failed", 3: "pending"}


def test_a_receiver_that_was_down_gets_the_backlog_in_order(tmp_path: Path) -> None:
    """The first message at most one back-off after it is back; two minutes by a clock that is turned by hand."""
    with Receiver(tmp_path / "gone.txt") as gone:
        wire = Wire(gone.port)
    path, clock = queue(tmp_path, 20), Clock()
    with stepping(path, wire, clock, Policy(0, backoff=5, max_backoff=60)) as one:
        began = clock.seconds
        while clock.seconds - began < 120:
            wait = one.step()
            assert 5 <= wait <= 60
            clock.turn(wait)
        assert (one.state.sent, one.state.last_cause) == (0, "ConnectionRefusedError: [Errno 111] Connection refused")
        with Receiver(tmp_path / "accepted.txt") as receiver:
            wire.port = receiver.port
            drained(one)
            wire.close()
            assert receiver.accepted() == [f"C{n}" for n in range(1, 21)]
    assert clock.seconds - began <= 120 + 60


def test_retry_now_by_another_process_sends_at_once_what_backs_off(tmp_path: Path, receiver: Receiver) -> None:
    """Nobody wakes the worker: it looks by itself whether anybody has written anything."""
    path = queue(tmp_path, 5)
    receiver.stop()
    with working(path, receiver, policy={"backoff": 3000.0, "max_backoff": 3600.0}) as one:
        one.phase("waiting")
        with Receiver(tmp_path / "accepted.txt", receiver.port) as again:
            done = users.qmonitor("retry-now", path, 1, "--reason", "test", "--yes")
            assert done.returncode == 0, done.stderr
            assert one.phase("idle")[2] == 5
            one.stop()
            assert again.accepted() == [f"C{n}" for n in range(1, 6)]


def test_many_workers_on_one_file_each_keep_their_order(tmp_path: Path) -> None:
    """In one process, beside another one that goes on queueing: none sends twice, none takes another for the engine."""
    places, each = 12, 30
    path = files.queue(
        tmp_path / "queue.db",
        [row(f"{place}-{n}", destination=f"dest-{place}") for n in range(each) for place in range(places)],
    )
    stop, senders, failures = threading.Event(), [Sender() for _ in range(places)], list[BaseException]()

    def work(place: int) -> None:
        one = Worker(
            path, "lab", f"dest-{place}", senders[place], Policy(0), actor="ann@ward-7", engine_stopped=True,
            told=lambda state: idle[place].set() if state.sent >= each and state.phase == "idle" else None,
        )  # fmt: skip
        try:
            one.run(stop)
            assert not one.state.doubted
        except BaseException as failure:  # noqa: BLE001 - raised by the test
            failures.append(failure)

    idle = [threading.Event() for _ in range(places)]
    threads = [threading.Thread(target=work, args=(place,)) for place in range(places)]
    with engine.start("drive", "--db", str(path)) as busy:
        assert busy.stdout.readline() == "ready\n"
        for thread in threads:
            thread.start()
        quiet = [one.wait(60) for one in idle]
        busy.stdin.close()
        told = json.loads(busy.stdout.read())
    stop.set()
    for thread in threads:
        thread.join(60)
    assert (failures, quiet) == ([], [True] * places)
    assert told["commits"] > 0
    assert [sender.sent for sender in senders] == [
        [message(f"{place}-{n}") for n in range(each)] for place in range(places)
    ]
