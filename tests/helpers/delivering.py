"""What workers are tried with: a clock turned by hand, senders that do as they are told, a receiver that keeps a list.

As a script it is that receiver, a process of its own: `delivering.py LOG PORT` prints its port (0: any) and writes one
line for each message that it accepts (its control id), before it acknowledges it.
"""

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from qmonitor.queues import times
from qmonitor.queues.delivery import Worker
from qmonitor.queues.sending import Policy
from qmonitor.queues.times import Instant, from_ns

START, END = b"\x0b", b"\x1c\r"


class Clock:
    """Stands still but for waits and `turn`; begins at the present."""

    def __init__(self) -> None:
        self.ns = time.time_ns()
        self.seconds = 1000.0
        self.waits: list[float] = []

    def now(self) -> Instant:
        return from_ns(self.ns)

    def passed(self) -> float:
        return self.seconds

    def turn(self, seconds: float) -> None:
        self.ns += round(seconds * 1e9)
        self.seconds += seconds

    def wait(self, event: threading.Event, seconds: float) -> None:
        if not event.is_set():
            self.waits.append(seconds)
            self.turn(seconds)


class Sender:
    """Takes messages until it is told to raise; `sent` has their bytes, also of those that failed in `tried`."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.tried: list[bytes] = []
        self.failure: BaseException | None = None
        self.meanwhile: Callable[[], object] | None = None

    def send(self, raw: bytes, timeout: float) -> None:
        self.tried.append(raw)
        if self.meanwhile is not None:
            self.meanwhile()
        if self.failure is not None:
            raise self.failure
        self.sent.append(raw)

    def describe(self) -> str:
        return "a list"


class Observer:
    """Keeps what it is told, in order."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def delivered(self, channel: str, destination: str, attempts: int, waited: float) -> None:
        self.told.append(("delivered", channel, destination, attempts, waited))

    def retried(self, channel: str, destination: str, attempts: int, cause: str) -> None:
        self.told.append(("retried", channel, destination, attempts, cause))

    def gave_up(self, channel: str, destination: str, attempts: int, cause: str) -> None:
        self.told.append(("gave_up", channel, destination, attempts, cause))


def worker(path: Path, sender: Any = None, clock: Any = None, policy: Policy | None = None, **more: Any) -> Worker:
    """A worker of lab/dest-01, that goes without the watch unless told otherwise."""
    options: dict[str, Any] = {"actor": "ann@ward-7", "engine_stopped": True, "clock": clock or Clock()} | more
    return Worker(path, "lab", "dest-01", sender or Sender(), policy or Policy(0), **options)


@contextmanager
def working(path: Path, *arguments: Any, **more: Any) -> Iterator[Worker]:
    """One that is closed in the end."""
    one = worker(path, *arguments, **more)
    try:
        yield one
    finally:
        one.close()


def drained(one: Worker, most: int = 1000) -> None:
    """Step as long as there is something to do at once."""
    for _ in range(most):
        if one.step() > 0:
            return
    raise AssertionError(f"still at it after {most} steps")


# --- a receiver as a process of its own


class Wire:
    """A plain sender for it: one connection, one message, one acknowledgement."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._socket: socket.socket | None = None
        self.between: Callable[[], object] | None = None
        """Called when all is sent and nothing was answered."""

    def send(self, raw: bytes, timeout: float) -> None:
        try:
            self._exchange(raw, timeout)
        except BaseException:
            self.close()
            raise

    def _exchange(self, raw: bytes, timeout: float) -> None:
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self.port), timeout)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.settimeout(timeout)
        self._socket.sendall(START + raw + END)
        if self.between is not None:
            self.between()
        answer = b""
        while not answer.endswith(END):
            part = self._socket.recv(65_536)
            if not part:
                raise ConnectionError("the receiver hung up")
            answer += part
        if answer != accepted(control_id(raw)):
            raise ValueError("another answer")

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def describe(self) -> str:
        return f"127.0.0.1:{self.port}"


def accepted(control_id: bytes) -> bytes:
    """The acknowledgement."""
    return START + b"MSH|^~\\&|R|R|S|S|2026||ACK|1|P|2.5\rMSA|AA|" + control_id + b"\r" + END


def control_id(raw: bytes) -> bytes:
    return raw[:200].split(b"|", 10)[9]


class Receiver:
    """The process; `accepted` is its list so far."""

    def __init__(self, log: Path, port: int = 0) -> None:
        self.log = log
        log.touch()
        command = [sys.executable, __file__, str(log), str(port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def accepted(self) -> list[str]:
        return self.log.read_text(encoding="ascii").split()

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def __enter__(self) -> "Receiver":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def receive(log: str, port: int) -> None:
    listener = socket.create_server(("127.0.0.1", port))
    print(listener.getsockname()[1], flush=True)
    with open(log, "ab", buffering=0) as file:
        while True:
            connection, _ = listener.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=serve, args=(connection, file), daemon=True).start()


def serve(connection: socket.socket, file: Any) -> None:
    held = b""
    with connection:
        while part := _received(connection):
            held += part
            while END in held:
                frame, _, held = held.partition(END)
                name = control_id(frame)
                file.write(name + b"\n")
                try:
                    connection.sendall(accepted(name))
                except OSError:
                    return


def _received(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65_536)
    except OSError:
        return b""


def message(name: str, size: int = 0) -> bytes:
    """An HL7 message with this control id."""
    return b"MSH|^~\\&|LAB|NORTH|RCV|SOUTH|20261129080000||ORU^R01|%s|P|2.5.1\r" % name.encode() + b"x" * size


def row(name: str, **more: Any) -> dict[str, Any]:
    """A pending row, due since a minute."""
    at = from_ns((times.now().ns or 0) - 60_000_000_000).text
    return {"control_id": name, "raw": message(name), "enqueued_at": at, "next_attempt": at} | more


if __name__ == "__main__":
    receive(sys.argv[1], int(sys.argv[2]))
