"""The demo of a stream queue: a private server with a worker and those who ask for its work, and its end.

The server listens on a socket file in a folder that only this user may enter; it saves nothing. It is started by a
process that reads a pipe which the demo's own process holds open: however that ends, kill -9 included, the pipe ends
with it, and so do the worker, the server and the folder. Should that process itself be killed, the next demo finds the
folder without its lock, ends the server, and takes it away.
"""

import logging
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from qmonitor import logs
from qmonitor.demo.exports import EVERY, UNREADABLE, Exporter, Requests
from qmonitor.queues.errors import QueueError, Refused, SourceError
from qmonitor.queues.streams import (
    BackoffPolicy,
    DLQEntry,
    Envelope,
    Keys,
    OutgoingMessage,
    RedisDriver,
    RedisLocks,
    RedisRetryStore,
    StreamWorker,
    WorkerTerms,
    envelope_id,
)
from qmonitor.queues.streams.address import UNIX, Address
from qmonitor.queues.streams.codes import is_retryable
from qmonitor.queues.streams.server.clients import connect
from qmonitor.queues.streams.values import time_text
from qmonitor.queues.times import from_ns
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

PREFIX = "demo"
FOLDERS = "qmonitor-streams-"
SOCKET, LOCK = "demo", "lock"
LONGEST = 100
"""Bytes of the path of a socket file: the system takes some more (104 to 108), and nothing longer."""
READY = "ready"
START_WITHIN, END_WITHIN = 15.0, 8.0
"""Seconds that the server gets to answer, and that everything gets to end."""

BACKLOG, DEAD, DELAYED = 40, 9, 6
"""How many requests, dead letters and delayed retries there are at the start."""

MINUTE = 60_000

LOG = logs.subject("demo")

SAID = phrase("A demo with invented data, on a server of its own that keeps nothing. It ends with the window.")


def program() -> str:
    """The server's path. Raises `Refused` where there is none."""
    found = shutil.which("redis-server") or shutil.which("redis-server", path="/usr/sbin:/usr/local/sbin:/opt/bin")
    if found is None:
        raise Refused(
            phrase("There is no redis-server on this computer."),
            phrase(
                "Install Redis 7 for this demo (its package is called redis-server or redis); the demo of a file needs"
                " nothing: qmonitor demo."
            ),
        )
    return found


class StreamDemo:
    """The process that holds everything, for as long as the context lasts; `url` opens the queue."""

    def __init__(self) -> None:
        self.url = ""
        self.folder = Path()
        self.process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "StreamDemo":
        """Raises `Refused` where there is no server, `SourceError` where it can't be started."""
        program()
        clean_up()
        self.folder = Path(tempfile.mkdtemp(prefix=FOLDERS, dir=_places()[0]))
        self.url = str(Address(UNIX, path=str(self.folder / SOCKET), prefix=PREFIX))
        self.process = subprocess.Popen(
            [*_command(), str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if LOG.isEnabledFor(logging.DEBUG) else subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # out of reach of the terminal's Ctrl-C: the parent says when it ends
        )
        assert self.process.stdout is not None
        if self.process.stdout.readline().strip() != READY:
            self.close()
            raise SourceError(phrase("The demo's server could not be started."), phrase("--debug shows what it says."))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End it, and take what it has left."""
        process = self.process
        if process is None or process.stdin is None or process.stdout is None:
            return
        process.stdin.close()
        try:
            process.wait(END_WITHIN)
        except subprocess.TimeoutExpired:
            LOG.warning("the demo's server did not end by itself")
            process.kill()
            process.wait()
            clean_up()
        process.stdout.close()


def _command() -> list[str]:
    """How this very program is started to hold the server; a frozen one has no `-m`."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "demo", "--streams", "--engine"]
    return [sys.executable, "-m", "qmonitor.demo", "--streams"]


# -- the process that holds everything ---------------------------------------------------------------------------


def hold(folder: Path, gone: threading.Event) -> int:
    """Run server, worker and publishers until `gone`; the exit code. Whatever happens, nothing of them is left."""
    with ExitStack() as left:
        left.callback(shutil.rmtree, folder, ignore_errors=True)
        left.enter_context(_locked(folder))
        left.enter_context(_server(folder))
        address = Address(UNIX, path=str(folder / SOCKET), prefix=PREFIX)
        client = connect(address)
        left.callback(client.close)
        scene = Scene(client, address.keys, random.Random())
        scene.set()
        print(READY, flush=True)  # noqa: T201 - for the process that waits for it
        scene.play(gone)
    return 0


@contextmanager
def _locked(folder: Path) -> Iterator[IO[bytes]]:
    """The lock tells the next demo that somebody is at it; it ends with this process."""
    import fcntl  # not everywhere, and neither is the server

    with open(folder / LOCK, "wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield file


@contextmanager
def _server(folder: Path) -> Iterator[None]:
    private = ["--port", "0", "--unixsocket", str(folder / SOCKET), "--unixsocketperm", "700", "--dir", str(folder)]
    brief = ["--save", "", "--appendonly", "no", "--daemonize", "no", "--maxmemory", "256mb"]
    with open(folder / "log", "wb") as log:
        child = subprocess.Popen([program(), *private, *brief], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        _await(folder, child)
        yield
    finally:
        child.terminate()
        try:
            child.wait(END_WITHIN / 2)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def _await(folder: Path, child: "subprocess.Popen[bytes]") -> None:
    until, pause = time.monotonic() + START_WITHIN, threading.Event()
    client = connect(Address(UNIX, path=str(folder / SOCKET)))
    try:
        while time.monotonic() < until and child.poll() is None:
            with suppress(Exception):
                if client.ping():
                    return
            pause.wait(0.02)
    finally:
        client.close()
    LOG.debug("the server said: %s", (folder / "log").read_text(errors="replace")[-500:])
    raise SourceError(phrase("The demo's server could not be started."))


def _places() -> list[Path]:
    """Where the folder may lie, the best first: temporary files may have a place that is too deep for a socket."""
    named = [tempfile.gettempdir(), os.environ.get("XDG_RUNTIME_DIR", ""), "/tmp"]  # noqa: S108 - mkdtemp makes it private
    beyond = len(f"/{FOLDERS}12345678/{SOCKET}")
    fit = [one for one in named if len(os.fsencode(one)) + beyond <= LONGEST and os.access(one, os.W_OK)]
    return [Path(one) for one in fit or named[:1]]


def clean_up() -> None:
    """End servers of demos whose holder was killed, and take their folders away."""
    for folder in [folder for place in _places() for folder in place.glob(f"{FOLDERS}*")]:
        with suppress(OSError):
            if folder.stat().st_uid == os.getuid() and not folder.is_symlink() and _is_left(folder):
                _end_server(folder)
                shutil.rmtree(folder, ignore_errors=True)


def _is_left(folder: Path) -> bool:
    """Whether nobody holds its lock. One without a lock is just being made, or was never begun."""
    import fcntl

    try:
        with open(folder / LOCK, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except FileNotFoundError:
        return time.time() - folder.stat().st_mtime > START_WITHIN
    return True


def _end_server(folder: Path) -> None:
    client = connect(Address(UNIX, path=str(folder / SOCKET)), timeout=1.0)
    try:
        with suppress(Exception):  # it may have ended before
            client.shutdown(nosave=True)
    finally:
        client.close()


# -- what goes on there ------------------------------------------------------------------------------------------


@dataclass
class Scene:
    """A queue with a past, and with traffic from then on. `set` comes first."""

    client: Any
    keys: Keys
    rng: random.Random

    def set(self) -> None:
        """What there is at the start: a backlog, dead letters, delayed retries. As old as ids and times tell."""
        self.driver = RedisDriver(self.client, "exporter-1", self.keys)
        self.store = RedisRetryStore(self.client, self.keys, worker_id="exporter-1")
        self.requests = Requests(self.rng)
        self.driver.ensure_group()
        now = self.driver.now()
        for n in range(DEAD):
            self._bury(now - (DEAD - n) * 37 * MINUTE)
        for n in range(DELAYED):
            self._delay(now, n)
        for n in range(BACKLOG):
            at = now - (BACKLOG - n) * MINUTE // 8
            payload = self.requests.payload(from_ns(at * 1_000_000))
            self.client.xadd(self.keys.main, {"payload": payload, "attempt": "0", "traceId": f"trace-{n}"}, f"{at}-0")

    def _bury(self, at: int) -> None:
        code = self.rng.choice(("STORAGE_5XX", "RENDER_ORIGIN_TIMEOUT", "VALIDATION_FAILED"))
        payload = self.requests.payload(from_ns(at * 1_000_000)) if is_retryable(code) else UNREADABLE
        stage = {"STORAGE_5XX": "upload_artifacts", "RENDER_ORIGIN_TIMEOUT": "render_html"}.get(code, "consume_job")
        times = time_text(at - 2 * MINUTE), time_text(at)
        entry = DLQEntry(payload, code, stage, 3 if is_retryable(code) else 0, "trace-demo", "exporter-1", *times)
        self.client.xadd(self.keys.dlq, entry.fields(), f"{at}-0")

    def _delay(self, now: int, n: int) -> None:
        payload = self.requests.payload(from_ns((now - n * MINUTE) * 1_000_000))
        deployment, attempt = self.requests.deployment, 1 + n % 3
        code = self.rng.choice(("STORAGE_5XX", "RENDER_ORIGIN_TIMEOUT"))
        name = envelope_id(deployment, attempt, code)
        self.store.schedule(Envelope(name, deployment, attempt, now + (n + 1) * 20_000, code, "trace-demo", payload))

    def play(self, gone: threading.Event) -> None:
        """Ask for work and do it, until `gone`."""
        terms = WorkerTerms(consumers=2, grace=2.0, backoff=BackoffPolicy(base=8.0, limit=60.0))
        worker = StreamWorker(
            self.driver, self.store, RedisLocks(self.client, self.keys), Exporter(self.rng), terms, keys=self.keys
        )
        asking = threading.Thread(target=self._ask, args=(gone,), name="publisher", daemon=True)
        asking.start()
        worker.run(gone)
        asking.join(END_WITHIN)

    def _ask(self, gone: threading.Event) -> None:
        while not gone.wait(self.rng.expovariate(1 / EVERY)):
            try:
                payload = self.requests.payload(from_ns(self.driver.now() * 1_000_000))
                if self.rng.random() < 0.02:
                    payload = UNREADABLE
                self.driver.publish(OutgoingMessage(payload, 0, "", f"trace-{self.requests.asked}"))
            except QueueError as error:
                LOG.debug("a request could not be published: %s", type(error).__name__)
