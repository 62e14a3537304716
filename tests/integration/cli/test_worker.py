"""`qmonitor worker` as a service runs it: a process of its own, beside receivers, engines and others like it."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from qmonitor.queues.times import NS, from_ns, now
from qmonitor.senders.keyrings import LIMIT
from tests.end2end.conftest import PATIENCE, PROGRAM, environment, run
from tests.helpers import files
from tests.helpers.crews import entry
from tests.helpers.delivering import message, row
from tests.helpers.engine import Engine
from tests.helpers.http_receiver import HttpReceiver
from tests.helpers.mllp_receiver import ERR, Receiver, ack

FIRST_SEND = 2.0
"""Seconds within which it begins to send, where nothing has to be looked for."""

STOPPED = "--engine-stopped"


class Job:
    """The process; `said` are the lines that were read so far."""

    def __init__(self, *arguments: object, **variables: str) -> None:
        command = [*PROGRAM, "worker", *map(str, arguments)]
        self.child = subprocess.Popen(
            command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(**variables), text=True
        )
        self.said: list[str] = []

    def until(self, *words: str) -> str:
        """The first line with all these words in it; after a minute in vain the process is ended."""
        assert self.child.stderr is not None
        patience = threading.Timer(PATIENCE, self.child.kill)
        patience.start()
        try:
            for line in self.child.stderr:
                self.said.append(line.rstrip("\n"))
                if all(word in line for word in words):
                    return self.said[-1]
        finally:
            patience.cancel()
            patience.join()
        raise AssertionError(f"it never said {words} but: {self.said}")

    def ended(self) -> int:
        """Its exit code, once it has ended; all that it said is in `said`."""
        out, err = self.child.communicate(timeout=PATIENCE)
        assert out == ""
        self.said += err.splitlines()
        return self.child.returncode

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.child.send_signal(number)
        return self.ended()

    def lines(self, *words: str) -> list[str]:
        return [line for line in self.said if all(word in line for word in words)]


@contextmanager
def job(*arguments: object, **variables: str) -> Iterator[Job]:
    running = Job(*arguments, **variables)
    try:
        yield running
    finally:
        if running.child.poll() is None:
            running.child.kill()
        running.child.communicate()


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    with Receiver(tmp_path / "seen.log") as running:
        yield running


Config = Callable[..., Path]


@pytest.fixture
def config(tmp_path: Path) -> Config:
    def write(*entries: str) -> Path:
        place = tmp_path / "workers.toml"
        place.write_text("\n".join(entries), encoding="utf-8")
        return place

    return write


def queue(folder: Path, count: int = 3, name: str = "queue.db") -> Path:
    return files.queue(folder / name, [row(f"C{n}") for n in range(1, count + 1)])


def names(count: int, first: int = 1) -> list[str]:
    return [f"C{n}" for n in range(first, count + 1)]


# --- at work, and its end


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_delivers_in_order_until_it_is_told_to_end(
    tmp_path: Path, config: Config, receiver: Receiver, number: int
) -> None:
    path = queue(tmp_path)
    with job(path, "--config", config(entry(receiver.port)), STOPPED) as running:
        running.until("Will send 3 messages", f"127.0.0.1:{receiver.port}")
        running.until("lab/dest-01", "attempt 1 at message 3: delivered")
        assert running.stop(number) == 0

    assert receiver.ids == names(3)
    assert len(running.lines("attempt 1 at message", "delivered")) == 3
    assert len(running.lines("lab/dest-01: ended; 3 delivered, 0 tried again, 0 given up")) == 1
    assert set(files.states(path).values()) == {"delivered"}
    with files.opened(path) as db:
        acts = db.execute("SELECT action, target, count, reason FROM qmonitor_audit ORDER BY id").fetchall()
    target, reason = f"lab/dest-01 → 127.0.0.1:{receiver.port}", "engine stopped: qmonitor worker"
    assert acts == [("worker-start", target, 0, reason), ("worker-stop", target, 3, reason)]
    told = [line.split() for line in run("audit", path).text.splitlines()[1:]]
    assert [line[3:8] for line in told] == [
        ["worker-stop", *target.split(), "3"],
        ["worker-start", *target.split(), "-"],
    ]


def test_what_is_being_sent_is_finished_first(tmp_path: Path, config: Config) -> None:
    path = queue(tmp_path)
    with (
        Receiver(tmp_path / "seen.log", "late") as receiver,
        job(path, "--config", config(entry(receiver.port)), STOPPED) as running,
    ):
        receiver.wait_for_count("message", 1)
        assert running.stop() == 0
        assert receiver.ids == ["C1"]

    assert running.lines("stopping: attempts in flight are finished first")
    assert running.lines("attempt 1 at message 1: delivered")
    assert files.states(path) == {1: "delivered", 2: "pending", 3: "pending"}


def test_a_second_signal_ends_it_at_once(tmp_path: Path, config: Config) -> None:
    path = queue(tmp_path)
    with (
        Receiver(tmp_path / "seen.log", "silent") as receiver,
        job(path, "--config", config(entry(receiver.port, timeout=50)), STOPPED) as running,
    ):
        receiver.wait_for_count("message", 1)
        running.child.send_signal(signal.SIGINT)
        running.until("stopping")
        assert running.stop(signal.SIGINT) == 130

    assert files.states(path)[1] == "pending"


def test_the_first_message_is_sent_within_two_seconds(tmp_path: Path, config: Config) -> None:
    spans: list[float] = []
    while len(spans) < 3 and min(spans, default=FIRST_SEND) >= FIRST_SEND:  # the machine may be busy
        path = queue(tmp_path, name=f"{len(spans)}.db")
        with Receiver(tmp_path / f"{len(spans)}.log") as receiver:
            place = config(entry(receiver.port))
            began = time.monotonic()
            with job(path, "--config", place, STOPPED) as running:
                receiver.wait_for_count("message", 1)
                assert running.stop() == 0
            spans.append(receiver.events("message")[0]["at"] - began)
    assert min(spans) < FIRST_SEND


def test_killed_and_started_again_it_loses_nothing(tmp_path: Path, config: Config) -> None:
    path = queue(tmp_path, 40)
    script = [[["send", ack()]]] * 10 + [[["wait", 60]]] + [[["send", ack()]]]
    with Receiver(tmp_path / "seen.log", script=script) as receiver:
        place = config(entry(receiver.port))
        with job(path, "--config", place, STOPPED) as first:
            receiver.wait_for_count("message", 11)
            first.child.kill()
            first.child.wait()
        with job(path, "--config", place, STOPPED) as second:
            second.until("may have been on its way")
            second.until("at message 40: delivered")
            assert second.stop() == 0

        assert receiver.ids == names(11) + names(40, 11)  # the one in flight, once more


def test_of_two_one_sends_and_the_other_says_that_it_waits(tmp_path: Path, config: Config, receiver: Receiver) -> None:
    path = queue(tmp_path)
    place = config(entry(receiver.port))
    with job(path, "--config", place, STOPPED) as first:
        first.until("at message 3: delivered")
        with job(path, "--config", place, STOPPED) as second, Engine(path) as engine:
            second.until("lab/dest-01: waits: Another worker has this destination", str(first.child.pid))
            engine.enqueue("lab", "dest-01", message("C4"), "C4")
            first.until("at message 4: delivered")
            assert first.stop() == 0
            engine.enqueue("lab", "dest-01", message("C5"), "C5")
            second.until("at message 5: delivered")
            assert second.stop() == 0
            assert len(second.lines("waits: Another worker")) == 1
    assert receiver.ids == names(5)


def test_a_new_destination_gets_a_worker(tmp_path: Path, config: Config, receiver: Receiver) -> None:
    path = files.queue(tmp_path / "queue.db")
    place = config(entry(receiver.port, destination="dest-*"))
    with Engine(path) as engine, job(path, "--config", place, STOPPED) as running:
        running.until("no message waits")
        engine.enqueue("lab", "dest-07", message("C1"), "C1")
        engine.enqueue("lab", "elsewhere", message("X1"), "X1")
        running.until("lab/dest-07", "at message 1: delivered")
        assert running.stop() == 0

    assert receiver.ids == ["C1"]
    assert not running.lines("elsewhere")


def test_all_sources_of_the_file_are_served_where_none_is_named(
    tmp_path: Path, config: Config, receiver: Receiver
) -> None:
    north, south = (files.queue(tmp_path / f"{name}.db", [row(name)]) for name in ("north", "south"))
    place = config(entry(receiver.port, source=north), entry(receiver.port, source=south))
    with job("--config", place, STOPPED) as running:
        running.until("delivered")
        running.until("delivered")
        assert running.stop() == 0

    assert sorted(receiver.ids) == ["north", "south"]
    assert receiver.most_at_once() == 1
    assert files.states(north) == files.states(south) == {1: "delivered"}


def test_one_destination_alone(tmp_path: Path, config: Config, receiver: Receiver) -> None:
    path = files.queue(tmp_path / "queue.db", [row("C1"), row("C2", destination="dest-02")])
    place = config(entry(receiver.port))
    with job(path, "--config", place, STOPPED, "--channel", "lab", "--destination", "dest-02") as running:
        running.until("lab/dest-02", "delivered")
        assert running.stop() == 0
    assert receiver.ids == ["C2"]


def test_what_is_made_due_by_another_process_is_sent_at_once(tmp_path: Path, config: Config) -> None:
    path = queue(tmp_path)
    with (
        Receiver(tmp_path / "seen.log", script=[[["close"]], [["send", ack()]]]) as receiver,
        job(path, "--config", config(entry(receiver.port, backoff=3000, max_backoff=3000)), STOPPED) as running,
    ):
        running.until("attempt 1 at message 1: failed, will be tried again: ")
        assert run("retry-now", path, 1, "--reason", "mended", "--yes").code == 0
        running.until("at message 3: delivered")
        assert running.stop() == 0
        assert receiver.ids == ["C1", "C1", "C2", "C3"]


# --- beside an engine


def test_beside_a_living_engine_nothing_is_sent_and_it_says_why(
    tmp_path: Path, config: Config, receiver: Receiver
) -> None:
    path = queue(tmp_path, 5)
    with Engine(path) as engine, job(path, "--config", config(entry(receiver.port))) as running:
        running.until("sends nothing before", ": Whether the engine delivers here itself is looked at first.")
        engine.deliver(1)
        running.until("lab/dest-01: sends nothing before", ": Another program has changed message 1")
        assert running.stop() == 0
    assert receiver.ids == []


def test_where_the_engine_was_said_to_be_stopped_its_traces_end_it(
    tmp_path: Path, config: Config, receiver: Receiver
) -> None:
    later = row("C4", next_attempt=from_ns((now().ns or 0) + 3600 * NS).text)
    path = files.queue(tmp_path / "queue.db", [*(row(name) for name in names(3)), later])
    with Engine(path) as engine, job(path, "--config", config(entry(receiver.port)), STOPPED) as running:
        running.until("at message 3: delivered")
        engine.deliver(4)
        assert running.ended() == 1

    assert running.said[-1].startswith("qmonitor: Another program has changed message 4")
    assert running.said[-1].endswith("See whether the engine's own worker still delivers here.")
    assert receiver.ids == names(3)
    with files.opened(path) as db:
        (reason,) = db.execute("SELECT reason FROM qmonitor_audit WHERE action = 'worker-stop'").fetchone()
    assert "ended by itself" in reason


# --- a rehearsal


def test_a_check_says_what_would_be_sent_and_changes_nothing(
    tmp_path: Path, config: Config, receiver: Receiver
) -> None:
    path = queue(tmp_path)
    before = path.read_bytes()

    done = run("worker", path, "--config", config(entry(receiver.port)), "--check")

    where = f"127.0.0.1:{receiver.port}"
    assert done.text.splitlines() == [
        f"lab/dest-01: Will send 3 messages to {where}, oldest first.",
        f"worker 1 (lab/*): {where} accepts connections. Nothing was sent.",
    ]
    assert (done.code, done.err, receiver.ids) == (0, "", [])
    assert path.read_bytes() == before


def test_a_check_tells_where_no_destination_has_such_a_name(tmp_path: Path, config: Config, receiver: Receiver) -> None:
    path = queue(tmp_path)
    done = run("worker", path, "--config", config(entry(receiver.port, destination="dst-*")), "--check")
    assert done.text.splitlines()[0] == f"{path}: No message waits for a destination that a worker is set up for."


def test_a_check_names_all_that_is_in_the_way(tmp_path: Path, config: Config) -> None:
    path = queue(tmp_path)
    http = entry(9, destination="later").replace(
        '{ type = "mllp", host = "127.0.0.1", port = 9 }',
        '{ type = "http", url = "https://lab.example/in", auth = "bearer" }',
    )
    nowhere = entry(1, destination="dest-*")

    done = run("worker", path, "--config", config(nowhere, http), "--check")

    waiting, away, secret = done.text.splitlines()
    assert waiting == "lab/dest-01: Will send 3 messages to 127.0.0.1:1, oldest first."
    assert away.startswith("worker 1 (lab/dest-*): 127.0.0.1:1 is not reachable")
    assert secret.startswith("worker 2 (lab/later): There is no secret for https://lab.example/in")
    assert (done.code, done.err) == (1, "qmonitor: Not everything could be sent as it is.\n")


# --- what can't be


def refused(*arguments: object, code: int = 1) -> str:
    """The one line that it ends with."""
    done = run("worker", *arguments)
    assert (done.code, done.out) == (code, b"")
    (line,) = done.err.splitlines()
    return line


def test_a_destination_of_two_entries_is_an_error_that_names_both(
    tmp_path: Path, config: Config, receiver: Receiver
) -> None:
    path = files.queue(tmp_path / "queue.db", [row("C1"), row("C2", destination="dest-02")])
    place = config(entry(receiver.port), entry(receiver.port, destination="*-02"))

    line = refused(path, "--config", place, STOPPED)

    assert "Destination lab/dest-02 is matched by worker 1 (lab/*) and by worker 2 (lab/*-02)." in line
    assert receiver.ids == []
    assert set(files.states(path).values()) == {"pending"}


def test_settings_that_can_not_be_meant_are_one_line(tmp_path: Path, config: Config) -> None:
    path = queue(tmp_path)
    assert "worker 1: policy.max_backoff is 7200" in refused(
        path, "--config", config(entry(9, max_backoff=7200)), STOPPED
    )
    assert "max_attempts" in refused(path, "--config", config(entry(9, max_attempts=-1)))
    assert "It is no TOML" in refused(path, "--config", config("[[worker]"))
    assert "source is missing" in refused("--config", config(entry(9)))
    assert "has no worker" in refused("--config", config(""))
    assert "There is no " in refused(path, "--config", tmp_path / "none.toml")
    assert "There is no " in refused(path)  # the file of the user's settings
    other = tmp_path / "other.db"
    told = refused(path, "--config", config(entry(9, source=other)))
    assert f"No worker is set up for {path}. " in told
    assert f"workers.toml has nothing but worker 1 (lab/*): {other}." in told
    only = ("--channel", "lab", "--destination", "dest-01")
    told = refused(path, "--config", config(entry(9, channel="adt") * 7), *only)
    assert "No worker is set up for lab/dest-01. " in told
    assert told.count("(adt/*)") == 5 and told.rstrip().endswith(", ….")
    assert "workers.toml has no worker." in refused(path, "--config", config(""))


def test_without_a_source_that_can_be_worked_on_it_ends(tmp_path: Path, config: Config) -> None:
    place = config(entry(9))
    assert "nothing.db" in refused(tmp_path / "nothing.db", "--config", place, code=3)
    assert "read-only mode" in refused("--read-only", queue(tmp_path), "--config", place)
    assert "No such option" in refused(queue(tmp_path, name="b.db"), "--yes", code=2)


def test_a_second_destination_of_two_entries_that_comes_later_is_told_once(
    tmp_path: Path, config: Config, receiver: Receiver
) -> None:
    path = queue(tmp_path, 1)
    place = config(entry(receiver.port, destination="dest-*"), entry(receiver.port, destination="*-02"))
    with Engine(path) as engine, job(path, "--config", place, STOPPED) as running:
        running.until("at message 1: delivered")
        engine.enqueue("lab", "dest-02", message("X1"), "X1")
        running.until("ERROR", "lab/dest-02", "is matched by worker 1 (lab/dest-*) and by worker 2 (lab/*-02)")
        engine.enqueue("lab", "dest-03", message("C2"), "C2")
        running.until("lab/dest-03", "delivered")
        assert running.stop() == 0
        assert len(running.lines("is matched by")) == 1
    assert receiver.ids == ["C1", "C2"]


# --- secrets, and what is told


def test_a_password_comes_from_a_file_of_its_owner(tmp_path: Path, config: Config) -> None:
    path = queue(tmp_path, 1)
    secret = tmp_path / "secrets"
    with HttpReceiver(tmp_path) as receiver:
        url = receiver.url("/status/200")
        arguments = (path, "--config", config(bearer(url)), STOPPED, "--password-file", secret)
        assert "can't be read" in refused(*arguments)
        secret.write_text(f'"{url}" = "hush-hush"\n', encoding="utf-8")
        secret.chmod(0o644)
        assert "can be read by others" in refused(*arguments)
        secret.chmod(0o600)
        with job(*arguments) as running:
            running.until("at message 1: delivered")
            assert running.stop() == 0
        (request,) = receiver.requests()
        assert {name.lower(): text for name, text in request.headers.items()}["authorization"] == "Bearer hush-hush"
    assert not running.lines("hush")


def test_a_missing_secret_ends_it_before_anything_is_sent(tmp_path: Path, config: Config, receiver: Receiver) -> None:
    path = queue(tmp_path, 1)
    http = entry(9, destination="later").replace(
        '{ type = "mllp", host = "127.0.0.1", port = 9 }',
        '{ type = "http", url = "https://lab.example/in", auth = "bearer" }',
    )
    line = refused(path, "--config", config(entry(receiver.port, destination="dest-01"), http), STOPPED)

    assert "There is no secret for https://lab.example/in" in line
    assert receiver.ids == []


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_told_to_end_while_it_waits_for_a_keyring_it_ends(tmp_path: Path, config: Config) -> None:
    """And not with its complaint: what it could not begin with is nobody's any more."""
    asked = tmp_path / "keyring.pid"
    odd = {"PYTHON_KEYRING_BACKEND": "tests.helpers.odd_keyrings.Hanging", "ODD_KEYRING_PID": str(asked)}
    path = queue(tmp_path, 1)
    with job(path, "--config", config(bearer("http://127.0.0.1:9/in")), **odd) as running:
        while not (asked.exists() and asked.read_text()):
            assert running.child.poll() is None
        began = time.monotonic()
        assert running.stop() == 0
        assert time.monotonic() - began < LIMIT / 2
        assert running.said == []
    with pytest.raises(ProcessLookupError):
        os.kill(int(asked.read_text()), 0)


@pytest.mark.parametrize("switch", [(), ("--debug",)])
def test_nothing_of_a_message_is_told(tmp_path: Path, config: Config, switch: tuple[str, ...]) -> None:
    raw = message("C1") + b"PID|1||700123^^^N||Maierhofer^Annegret\r"
    path = files.queue(tmp_path / "queue.db", [row("C1", raw=raw)])
    quoting = ERR.replace("sex X", "Maierhofer^Annegret 700123").replace("Call 4711", "Annegret Maierhofer?")
    with (
        Receiver(tmp_path / "seen.log", script=[[["send", ack("AE", more=quoting)]], [["send", ack()]]]) as receiver,
        job(path, "--config", config(entry(receiver.port)), STOPPED, *switch) as running,
    ):
        running.until("delivered")
        assert running.stop() == 0

    told = "\n".join(running.said)
    assert "attempt 1 at message 1: failed, will be tried again: " in told
    assert "refused the message with AE" in told
    assert not [word for word in ("Maierhofer", "Annegret", "700123") if word in told]


@pytest.mark.skipif(sys.platform == "win32", reason="no closed pipes like that")
def test_nobody_has_to_read_what_it_says(tmp_path: Path, config: Config, receiver: Receiver) -> None:
    path = queue(tmp_path, 5)
    with job(path, "--config", config(entry(receiver.port)), STOPPED) as running:
        assert running.child.stderr is not None
        running.child.stderr.close()
        receiver.wait_for_count("done", 5)
        running.child.send_signal(signal.SIGTERM)
        assert running.child.wait(PATIENCE) == 0
        running.child.stderr = None
    assert set(files.states(path).values()) == {"delivered"}


def bearer(url: str) -> str:
    """An entry for a web server that wants a token."""
    mllp = '{ type = "mllp", host = "127.0.0.1", port = 9 }'
    return entry(9).replace(mllp, f'{{ type = "http", url = "{url}", auth = "bearer" }}')


@contextmanager
def on_terminal(*arguments: object) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """The process, and the other end of the terminal that it has for its input and its errors."""
    controller, terminal = os.openpty()
    command = [*PROGRAM, "worker", *map(str, arguments)]
    child = subprocess.Popen(
        command, stdin=terminal, stderr=terminal, stdout=subprocess.DEVNULL, env=environment(), start_new_session=True
    )
    os.close(terminal)
    try:
        yield child, controller
    finally:
        if child.poll() is None:
            child.kill()
        child.wait()
        os.close(controller)


def shown(controller: int, *words: str) -> str:
    """What it writes to its terminal, until that holds all these words, or to its end."""
    text = ""
    while not (words and all(word in text for word in words)):
        try:
            part = os.read(controller, 65_536)
        except OSError:  # EIO: the child has closed the terminal
            break
        text += part.decode("utf-8", "replace")
    return text


def test_a_secret_is_asked_for_where_there_is_a_terminal(tmp_path: Path, config: Config) -> None:
    path = queue(tmp_path, 1)
    with HttpReceiver(tmp_path) as receiver:
        url = receiver.url("/status/200")
        with on_terminal(path, "--config", config(bearer(url)), STOPPED) as (child, controller):
            text = shown(controller, f"Secret for {url}")
            os.write(controller, b"hush-hush\n")
            text += shown(controller, "at message 1: delivered")
            child.send_signal(signal.SIGTERM)
            assert child.wait(PATIENCE) == 0
        (request,) = receiver.requests()
    assert {name.lower(): said for name, said in request.headers.items()}["authorization"] == "Bearer hush-hush"
    assert "hush" not in text


@pytest.mark.parametrize(("answer", "code"), [(b"\n", 1), (signal.SIGINT, 130), (signal.SIGTERM, 130)])
def test_who_tells_no_secret_gets_no_worker(tmp_path: Path, config: Config, answer: bytes | int, code: int) -> None:
    path = queue(tmp_path, 1)
    with on_terminal(path, "--config", config(bearer("http://127.0.0.1:9/in")), STOPPED) as (child, controller):
        shown(controller, "Secret for")
        if isinstance(answer, bytes):
            os.write(controller, answer)
        else:
            child.send_signal(answer)
        assert child.wait(PATIENCE) == code
        text = shown(controller)
    assert ("There is no secret for http://127.0.0.1:9/in" in text) is (code == 1)
    assert files.states(path) == {1: "pending"}
