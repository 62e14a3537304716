"""What listens at a port and is no Redis server, or speaks like one and never ends."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from qmonitor.queues.access import Access
from qmonitor.queues.streams.errors import ServerUnreachable
from qmonitor.queues.streams.server import clients
from qmonitor.queues.streams.source import open_url
from tests.helpers.users import qmonitor

Answer = Callable[[socket.socket], object]
Start = Callable[[Answer], int]


@pytest.fixture
def start() -> Iterator[Start]:
    """The port of one that answers every connection so, until the test has ended."""
    listening: list[socket.socket] = []
    served_ones: list[socket.socket] = []
    threads: list[threading.Thread] = []

    def begin(answer: Answer) -> int:
        def served(other: socket.socket) -> None:
            with other, suppress(OSError):
                answer(other)

        def serve() -> None:
            with suppress(OSError):
                while True:
                    other, _ = there.accept()
                    served_ones.append(other)
                    threads.append(threading.Thread(target=served, args=(other,)))
                    threads[-1].start()

        there = socket.create_server(("127.0.0.1", 0))
        listening.append(there)
        threads.append(threading.Thread(target=serve))
        threads[-1].start()
        return int(there.getsockname()[1])

    yield begin
    for one in (*listening, *served_ones):  # the driver may keep one open until it is collected
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
    for there in listening:
        there.close()
    for thread in threads:
        thread.join(30)


def always(said: bytes) -> Answer:
    def answer(other: socket.socket) -> None:
        while other.recv(65536):
            other.sendall(said)

    return answer


def without_end(other: socket.socket) -> None:
    pause = threading.Event()
    other.recv(65536)
    while True:
        other.sendall(b"x" * 1000)
        pause.wait(0.01)  # how much comes is not the point, but that it does not end


NONSENSE = {
    "one word": b"+OK\r\n",
    "nothing": b"*-1\r\n",
    "a number": b":7\r\n",
    "an empty list": b"*0\r\n",
    "a text": b"$2\r\nhi\r\n",
    "too deep": b"*1\r\n" * 100_000,
    "no length": b"$x\r\n",
    "http": b"HTTP/1.1 400 Bad Request\r\n\r\n",
}


@pytest.mark.parametrize("said", NONSENSE.values(), ids=NONSENSE)
@pytest.mark.parametrize("password", [None, "secret"])
@pytest.mark.parametrize("scheme", ["redis", "redis+cluster"])
def test_whoever_answers_as_no_redis_does_is_called_none(
    start: Start, said: bytes, password: str | None, scheme: str
) -> None:
    port = start(always(said))
    with pytest.raises(ServerUnreachable, match="no Redis server"):
        open_url(f"{scheme}://127.0.0.1:{port}", Access(password=password))


def test_one_that_sends_without_end_is_not_waited_for(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "TIMEOUT", 0.2)
    port = start(without_end)
    begun = time.monotonic()
    with pytest.raises(ServerUnreachable, match="no Redis server"):
        open_url(f"redis://127.0.0.1:{port}")
    assert time.monotonic() - begun < 10


def test_the_command_line_tells_of_no_unexpected_error(start: Start) -> None:
    told = qmonitor("depth", f"redis://127.0.0.1:{start(always(NONSENSE['one word']))}")
    assert (told.returncode, "is no Redis server" in told.stderr) == (3, True), told.stderr
