"""What a broken connection says about the bytes that were to be sent on it."""

import socket
import ssl
import threading
from collections.abc import Iterator

import pytest
import trustme

from qmonitor.queues.sending import NotDelivered, OutcomeUnknown, Unreachable
from qmonitor.senders.deadline import Deadline
from qmonitor.senders.mllp.framing import frame
from qmonitor.senders.network import connection as module
from qmonitor.senders.network.connection import PIECE, Connection, Flooded


@pytest.fixture
def pair() -> Iterator[tuple[Connection, socket.socket]]:
    """A connection and its other end."""
    ours, other = socket.socketpair()
    yield Connection(ours, "lab:2575"), other
    ours.close()
    other.close()


def failure(connection: Connection, data: bytes, deadline: Deadline) -> NotDelivered:
    with pytest.raises(NotDelivered) as caught:
        connection.send(data, deadline)
    return caught.value


def test_all_bytes_arrive(pair: tuple[Connection, socket.socket]) -> None:
    connection, other = pair
    data = bytes(range(256)) * 250

    connection.send(data, Deadline(20))

    assert len(data) > 3 * PIECE
    assert other.recv(len(data), socket.MSG_WAITALL) == data


def test_a_break_before_the_first_byte_means_that_nothing_has_left(pair: tuple[Connection, socket.socket]) -> None:
    connection, other = pair
    other.close()

    error = failure(connection, frame(b"x"), Deadline(20))

    assert isinstance(error, Unreachable)
    assert str(error) == "The connection to lab:2575 was lost while sending: reset by the receiver."


def test_no_time_before_the_first_byte_means_that_nothing_has_left(pair: tuple[Connection, socket.socket]) -> None:
    connection, other = pair

    error = failure(connection, frame(b"x"), Deadline(0))

    assert isinstance(error, Unreachable)
    other.setblocking(False)
    with pytest.raises(BlockingIOError):
        other.recv(1)


def test_no_time_after_the_first_byte_leaves_the_outcome_open(pair: tuple[Connection, socket.socket]) -> None:
    connection, other = pair

    error = failure(connection, b"x" * 10_000_000, Deadline(0.1))

    assert isinstance(error, OutcomeUnknown)
    assert other.recv(1) == b"x"


def test_what_waits_is_taken_without_waiting_for_more(pair: tuple[Connection, socket.socket]) -> None:
    connection, other = pair

    assert connection.waiting() == b""
    other.sendall(b"1")
    other.sendall(b"2")
    assert connection.waiting() == b"12"
    assert connection.waiting() == b""


def test_an_end_is_noticed_without_waiting(pair: tuple[Connection, socket.socket]) -> None:
    connection, other = pair
    other.sendall(b"1")
    other.shutdown(socket.SHUT_WR)

    assert connection.waiting() is None


def test_a_flood_that_nobody_asked_for_is_not_kept(
    pair: tuple[Connection, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    connection, other = pair
    monkeypatch.setattr(module, "MOST", 1000)
    other.sendall(b"x" * 1000)
    assert connection.waiting() == b"x" * 1000
    other.sendall(b"x" * 1001)

    with pytest.raises(Flooded):
        connection.waiting()


def test_what_comes_before_the_last_piece_has_left_is_hasty(pair: tuple[Connection, socket.socket]) -> None:
    connection, other = pair
    connection.send(b"x" * PIECE, Deadline(20))
    assert not connection.hasty
    other.sendall(b"early")
    connection.send(b"the end", Deadline(20))

    assert connection.hasty
    assert connection.receive(Deadline(20)) == b"early"
    connection.send(b"the next", Deadline(20))
    assert not connection.hasty


@pytest.mark.parametrize("size", [0, 10, PIECE, PIECE + 1, 3 * PIECE])
def test_what_comes_once_all_has_left_is_not(pair: tuple[Connection, socket.socket], size: int) -> None:
    connection, other = pair
    connection.send(b"x" * size, Deadline(20))
    other.sendall(b"1")

    assert connection.receive(Deadline(20)) == b"1"
    assert not connection.hasty


def test_why_tls_was_refused_is_still_known_after_sending_failed() -> None:
    """The receiver says it once, and goes: it may be met first by what looks for hasty answers."""
    ours, theirs = socket.socketpair()
    authority = trustme.CA()
    server, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context()
    authority.issue_cert("lab").configure_cert(server)
    authority.configure_trust(server)
    authority.configure_trust(client)
    server.verify_mode = ssl.CERT_REQUIRED

    def refuse() -> None:
        with theirs, pytest.raises(ssl.SSLError):
            server.wrap_socket(theirs, server_side=True)

    refusing = threading.Thread(target=refuse)
    refusing.start()
    with client.wrap_socket(ours, server_hostname="lab") as secure:
        refusing.join()
        connection = Connection(secure, "lab:2575")

        failure(connection, b"x" * 3 * PIECE, Deadline(20))

        with pytest.raises(ssl.SSLError, match="ALERT_CERTIFICATE_REQUIRED"):
            connection.receive(Deadline(20))
