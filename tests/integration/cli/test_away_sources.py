"""`qmonitor worker` beside sources that can't be worked on for now: told, tried again, in nobody else's way."""

import random
import re
import signal
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from qmonitor.queues.streams import audit
from qmonitor.queues.streams.keys import Keys
from tests.end2end.conftest import run
from tests.helpers import files
from tests.helpers.delivering import row
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server, until
from tests.integration.cli.test_worker import job

PROMPT = 3.0
"""Seconds within which a stop ends what only waits."""


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


class Folder:
    """Settings whose entries put what they get as files into `out`."""

    def __init__(self, place: Path) -> None:
        self.out, self.config = place / "out", place / "workers.toml"
        self.out.mkdir()

    def write(self, *sources: object, more: str = "") -> Path:
        self.config.write_text("\n".join(map(self._entry, sources)) + more, encoding="utf-8")
        return self.config

    def _entry(self, source: object) -> str:
        folder = self.out / str(len(list(self.out.iterdir())))
        folder.mkdir()
        lines = [f'[[worker]]\nsource = "{source}"', f'sender = {{ type = "file", folder = "{folder}" }}']
        if "://" not in str(source):
            lines += ['channel = "*"', 'destination = "*"', "policy = { max_attempts = 0 }"]
        return "\n".join(lines) + "\n"

    def files(self, number: int) -> list[Path]:
        return sorted((self.out / str(number)).iterdir())


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def url(server: Server, prefix: str = "x", more: str = "") -> str:
    return f"redis+unix://{server.path}?prefix={prefix}{more}"


def filled(server: Server, prefix: str = "x", **options: str) -> RedisRig:
    rig = RedisRig(server.client(**options), keys=Keys.under(prefix))
    rig.queue.ensure_group()
    rig.put(payload=request())
    return rig


def test_a_server_and_a_file_that_are_away_hold_up_nobody_and_are_served_once_they_are_there(
    tmp_path: Path, folder: Folder, server: Server
) -> None:
    away = Server()
    away.end()
    try:
        near = files.queue(tmp_path / "near.db", [row("C1")])
        far = tmp_path / "far" / "far.db"
        settings = folder.write(url(away), near, far, url(server))
        filled(server).close()
        with job("--config", settings, "--engine-stopped") as running:
            running.until("delivered")
            running.until("delivered")
            assert [len(folder.files(n)) for n in range(4)] == [0, 1, 0, 1]
            (gone,) = running.lines("WARNING", url(away), "The server can't be reached")
            (missing,) = running.lines("WARNING", str(far), "There is no file")
            assert "is tried again, at least once a minute" in gone
            assert "is tried again, at least once a minute" in missing
            away.start()
            far.parent.mkdir()
            files.queue(far, [row("C2")])
            filled(away).close()
            running.until("delivered")
            running.until("delivered")
            assert [len(folder.files(n)) for n in range(4)] == [1, 1, 1, 1]
            assert running.lines(url(away), "can be worked on again, after")
            assert running.stop(signal.SIGTERM) == 0
        assert not [line for line in running.lines("WARNING") if url(server) in line]
    finally:
        away.stop()


Breaker = Callable[[Server], object]


def wrong_type(server: Server) -> None:
    server.client().set(Keys.under("x").main, "something else")


def of_no_right(server: Server) -> None:
    server.client().execute_command("ACL", "SETUSER", "default", "-xgroup")


def replica(server: Server) -> None:
    server.client().execute_command("REPLICAOF", "127.0.0.1", "1")


def wants_password(server: Server) -> None:
    server.client().execute_command("CONFIG", "SET", "requirepass", "pass-word")


def full(server: Server) -> None:
    server.client().execute_command("CONFIG", "SET", "maxmemory", "1")


@pytest.mark.parametrize(
    ("spoil", "mend", "said"),
    [
        (wrong_type, ("DEL", Keys.under("x").main), "holds something of another kind"),
        (of_no_right, ("ACL", "SETUSER", "default", "+xgroup"), "may not use the command XGROUP"),
        (replica, ("REPLICAOF", "NO", "ONE"), "takes no writes: it is a replica"),
        (wants_password, ("CONFIG", "SET", "requirepass", ""), "wants to know who asks"),
        (full, ("CONFIG", "SET", "maxmemory", "0"), "memory is used up"),
    ],
)
def test_what_a_server_is_at_is_waited_for(
    folder: Folder, server: Server, spoil: Breaker, mend: tuple[str, ...], said: str
) -> None:
    other = Server()
    try:
        rig = RedisRig(other.client(password="pass-word" if spoil is wants_password else None), keys=Keys.under("x"))
        spoil(other)
        filled(server).close()
        with job("--config", folder.write(url(other), url(server))) as running:
            running.until("WARNING", "can't be worked on", said)
            while not running.lines("delivered"):
                running.until("delivered")
            rig.client.execute_command(*mend)
            running.until("can be worked on again")
            rig.queue.ensure_group()
            rig.put(payload=request())
            running.until("delivered")
            assert [len(folder.files(n)) for n in range(2)] == [1, 1]
            assert running.stop(signal.SIGTERM) == 0
        assert [one.action for one in audit.entries(rig.client, rig.keys)] == ["worker-stop", "worker-start"]
        rig.close()
    finally:
        other.stop()


def lock(path: Path) -> Callable[[], object]:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute("BEGIN EXCLUSIVE")
    return db.close


def take_away(path: Path) -> Callable[[], object]:
    path.rename(path.with_suffix(".away"))
    return lambda: path.with_suffix(".away").rename(path)


def empty(path: Path) -> Callable[[], object]:
    """It is there, and the engine has not made its table yet."""
    again = take_away(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE other(x)")
    return lambda: (path.unlink(), again())


def log_alone(path: Path) -> Callable[[], object]:
    """Its write-ahead log without the index of that: nothing that a looker may open."""
    log = Path(f"{path}-wal")
    log.write_bytes(b"x" * 4096)
    return log.unlink


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lock, "locked|at work|busy"),
        (take_away, "There is no file"),
        (empty, "holds no queue|no queue|is no"),
        (log_alone, "write-ahead log"),
    ],
)
def test_what_a_file_is_at_is_waited_for(
    tmp_path: Path, folder: Folder, server: Server, spoil: Callable[[Path], Callable[[], object]], said: str
) -> None:
    path = files.queue(tmp_path / "queue.db", [row("C1")])
    mend = spoil(path)
    filled(server).close()
    with job("--config", folder.write(path, url(server)), "--engine-stopped") as running:
        told = running.until("WARNING", f"{path}: can't be worked on")
        assert re.search(said, told)
        while not running.lines("delivered"):
            running.until("delivered")
        assert [len(folder.files(n)) for n in range(2)] == [0, 1]
        mend()
        running.until("lab/dest-01", "delivered")
        assert running.stop(signal.SIGTERM) == 0
    assert [len(folder.files(n)) for n in range(2)] == [1, 1]
    assert running.lines(f"{path}: can be worked on again")


def test_a_server_that_loads_its_data_is_waited_for(folder: Folder, server: Server) -> None:
    rig = filled(server)
    for n in range(60):
        rig.client.set(f"other:{n}", random.randbytes(5000))  # between them it answers
    rig.client.save()
    server.end()
    server.options = ("--key-load-delay", "50000", "--loading-process-events-interval-bytes", "1024")
    server.start()
    with job("--config", folder.write(url(server))) as running:
        running.until("WARNING", "can't be worked on", "not ready: it loads its data")
        running.until("can be worked on again")
        running.until("delivered")
        assert running.stop(signal.SIGTERM) == 0
    rig.close()


def test_a_password_that_is_corrected_in_its_file_is_taken(tmp_path: Path, folder: Folder) -> None:
    server, secret = Server("--requirepass", "right-one"), tmp_path / "password"
    try:
        rig = filled(server, password="right-one")
        secret.write_text("wrong-one\n")
        secret.chmod(0o600)
        with job("--config", folder.write(url(server)), "--password-file", secret) as running:
            running.until("can't be worked on", f"{secret} has a secret for", "that is not accepted")
            secret.write_text("right-one\n")
            running.until("delivered")
            assert running.stop(signal.SIGTERM) == 0
        assert not running.lines("wrong-one")
        assert not running.lines("right-one")
        rig.close()
    finally:
        server.stop()


def test_a_password_that_is_changed_on_the_server_and_in_its_file_is_taken_without_a_restart(
    tmp_path: Path, folder: Folder
) -> None:
    """Connections that are there go on; a new one, after the network was away, say, is not let in."""
    server, secret = Server("--requirepass", "old-one"), tmp_path / "password"
    try:
        rig = filled(server, password="old-one")
        secret.write_text("old-one\n")
        secret.chmod(0o600)
        with job("--config", folder.write(url(server)), "--password-file", secret) as running:
            running.until("delivered")
            rig.client.config_set("requirepass", "new-one")
            rig.put(payload=request("d-2"))
            running.until("delivered")
            rig.client.client_kill_filter(_type="normal", skipme=True)
            running.until("can't be worked on", "wants to know who asks")
            secret.write_text("new-one\n")
            rig.put(payload=request("d-3"))
            running.until("delivered")
            assert running.lines("can be worked on again")
            assert running.stop(signal.SIGTERM) == 0
        assert not running.lines("-one")
        assert rig.pending() == []
        rig.close()
    finally:
        server.stop()


@pytest.mark.parametrize("silent", [False, True])
def test_a_stop_is_heard_while_it_waits(folder: Folder, silent: bool) -> None:
    """Also while a server takes the connection and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        if not silent:
            listening.close()
        with job("--config", folder.write(f"redis://127.0.0.1:{port}?prefix=x")) as running:
            taken = listening.accept()[0] if silent else None
            if taken is None:
                running.until("can't be worked on")
            began = time.monotonic()
            assert running.stop(signal.SIGTERM) == 0
            assert time.monotonic() - began < PROMPT
            if taken is not None:
                taken.close()


def test_a_rehearsal_says_what_is_in_the_way_of_each(tmp_path: Path, folder: Folder, server: Server) -> None:
    away = Server()
    away.end()
    try:
        far = tmp_path / "far.db"
        settings = folder.write(url(away), far, url(server))
        filled(server).close()
        done = run("worker", "--check", "--config", settings)
        told = done.text.splitlines()
        assert done.code == 1
        assert f"{url(away)}: The server can't be reached" in told[0]
        assert told[1].startswith("worker 1 (group export-worker): ")
        assert told[2].startswith(f"{far}: There is no file {far}.")
        assert f"x:deployment.export.requested/export-worker: Will send 1 message to {folder.out / '2'}." in told
        assert server.client().exists(Keys.under("x").audit) == 0
    finally:
        away.stop()


def test_what_the_settings_have_wrong_ends_it_although_a_server_is_away(folder: Folder, server: Server) -> None:
    filled(server).close()
    sender = 'sender = { type = "file", folder = "/srv/out" }'
    one_by_one = f'channel = "*"\ndestination = "*"\npolicy = {{ max_attempts = 0 }}\n{sender}'
    for code, said, lines in [
        (1, "worker 3: source is", f'source = "redis://a?nonsense=1"\n{sender}'),
        (1, "worker 3: consumers is 0", f'source = "redis://a"\nconsumers = 0\n{sender}'),
        (3, "qmonitor knows no source of the kind odd+kind://", f'source = "odd+kind://a/b"\n{one_by_one}'),
    ]:
        more = f"[[worker]]\n{lines}\n"
        done = run("worker", "--config", folder.write("redis+unix:///nowhere/at/all", url(server), more=more))
        assert (done.code, len(done.err.splitlines())) == (code, 1), done.err
        assert said in done.err
    assert server.client().exists(Keys.under("x").audit) == 0


def test_a_group_of_two_entries_ends_it_although_its_server_is_away(folder: Folder) -> None:
    away = "redis+unix:///nowhere/at/all"
    done = run("worker", "--config", folder.write(away, away + "?group=other", away))
    assert "is matched by worker 1 (group export-worker) and by worker 3 (group export-worker)" in done.err
    assert done.code == 1


def test_one_file_of_two_entries_ends_it_before_anything_is_sent_anywhere(
    tmp_path: Path, folder: Folder, server: Server
) -> None:
    near = files.queue(tmp_path / "near.db", [row("C1")])
    filled(server).close()
    done = run("worker", "--config", folder.write(url(server), near, near))
    assert "is matched by" in done.err
    assert done.code == 1
    assert server.client().exists(Keys.under("x").audit) == 0
    assert folder.files(0) == []


def test_a_group_that_is_not_there_is_made(folder: Folder, server: Server) -> None:
    with job("--config", folder.write(url(server, more="&group=late"))) as running:
        running.until("is not there: a start makes it")
        client = server.client()
        until(lambda: client.exists(Keys.under("x").main), "the stream")
        client.xadd(Keys.under("x").main, {"payload": request()})
        running.until("delivered")
        assert running.stop(signal.SIGTERM) == 0
