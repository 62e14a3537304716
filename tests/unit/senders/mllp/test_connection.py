"""What a broken connection says about the bytes that were to be sent on it."""

import socket
from collections.abc import Iterator

import pytest

from qmonitor.queues.sending import NotDelivered, OutcomeUnknown, Unreachable
from qmonitor.senders.mllp.connection import PIECE, Connection
from qmonitor.senders.mllp.deadline import Deadline
from qmonitor.senders.mllp.framing import TooLong, frame


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

    assert connection.waiting() == []
    other.sendall(b"\n" + frame(b"1") + frame(b"2") + b"\x0bhalf")
    assert connection.waiting() == [b"1", b"2"]
    assert connection.waiting() == []
    assert connection.frames.inside


def test_an_end_is_noticed_without_waiting(pair: tuple[Connection, socket.socket]) -> None:
    connection, other = pair
    other.sendall(frame(b"1"))
    other.shutdown(socket.SHUT_WR)

    assert connection.waiting() is None


def test_a_flood_that_nobody_asked_for_is_not_kept(pair: tuple[Connection, socket.socket]) -> None:
    connection, other = pair
    connection.frames = type(connection.frames)(longest=100)
    other.sendall(b"\x0b" + b"x" * 1000)

    with pytest.raises(TooLong):
        connection.waiting()
