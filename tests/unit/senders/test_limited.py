"""Calls that nothing can interrupt: waited for only so long, and never started twice."""

import os
import socket
import threading

import pytest

from qmonitor.queues.sending import Unreachable
from qmonitor.senders.limited import Limited, StillRunning, Together
from qmonitor.senders.network.lookup import addresses


def test_what_the_call_returns_is_the_result() -> None:
    assert Limited(lambda: 7, "seven").result(10) == 7


def test_what_the_call_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        Limited(lambda: 1 // 0, "nothing").result(10)


def test_a_call_that_hangs_is_left_alone_and_can_be_asked_again() -> None:
    reading, writing = os.pipe()
    try:
        call = Limited(lambda: os.read(reading, 1), "hanging")
        with pytest.raises(StillRunning):
            call.result(0.01)
        assert call.running
        os.write(writing, b"x")
        assert call.result(10) == b"x"
        assert not call.running
    finally:
        os.close(reading)
        os.close(writing)


def test_whoever_wants_what_is_on_its_way_waits_for_that() -> None:
    reading, writing = os.pipe()
    together: Together[bytes] = Together()
    try:
        calls = [together.call("one", lambda: os.read(reading, 1), "hanging") for _ in range(5)]
        assert len(set(map(id, calls))) == 1
        assert together.call("two", lambda: b"2", "quick").result(10) == b"2"
        os.write(writing, b"x")
        assert [call.result(10) for call in calls] == [b"x"] * 5
        assert together.call("one", lambda: b"new", "quick").result(10) == b"new"
    finally:
        os.close(reading)
        os.close(writing)


def test_a_look_up_that_hangs_is_left_alone_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def hang(*_: object, **__: object) -> list[object]:
        go_on.wait()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    try:
        with pytest.raises(Unreachable, match=r"No address of lab\.example was found within 0\.01 s"):
            addresses("lab.example", 80, 0.01)
    finally:
        go_on.set()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_number_is_no_name(host: str) -> None:
    assert addresses(host, 2575, 0.0)[0].place[:2] == (host, 2575)


def test_a_name_has_its_addresses() -> None:
    assert {address.place[1] for address in addresses("localhost", 80, 10)} == {80}


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a" * 70 + ".example", "a..b"])
def test_a_name_that_there_is_not_is_told(host: str) -> None:
    with pytest.raises(Unreachable, match="No host has the name") as told:
        addresses(host, 80, 30)
    assert told.value.__cause__ is not None
