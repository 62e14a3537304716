"""How a connection to a receiver begins, ends and breaks, and what that says about the message."""

import fcntl
import re
import socket
import termios
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from qmonitor.queues.sending import NotDelivered, OutcomeUnknown, Postponed, Rejected, Unreachable, Unsendable
from qmonitor.senders.mllp import Lines, MllpSender, MllpSettings
from qmonitor.senders.mllp.lines import Line
from qmonitor.senders.mllp.session import Session
from qmonitor.senders.network import connection
from qmonitor.senders.network.lookup import Address, addresses
from tests.helpers.mllp_receiver import ERR, MODES, Receiver, ack

Start = Callable[..., Receiver]
Make = Callable[..., MllpSender]

LONG, SHORT = 20.0, 0.2
BEGIN = b"MSH|^~\\&|HIS|NORTH|LAB|SOUTH|20261130080000||ADT^A01|"


def message(control_id: str = "M1", more: str = "") -> bytes:
    return BEGIN + control_id.encode() + b"|P|2.5" + more.encode() + b"\rPID|1||4711\r"


def failure(sender: MllpSender, raw: bytes, timeout: float) -> NotDelivered:
    with pytest.raises(NotDelivered) as caught:
        sender.send(raw, timeout)
    return caught.value


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture
def full() -> Iterator[int]:
    """A port whose queue of connections is full: it does not answer at all."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as server:
        port = server.getsockname()[1]
        waiting = [socket.socket() for _ in range(4)]
        for each in waiting:
            each.setblocking(False)
            each.connect_ex(("127.0.0.1", port))
        yield port
        for each in waiting:
            each.close()


# --- what can't be sent


UNSENDABLE = {
    "empty": (b"", "The message is empty: over MLLP there is nothing to send."),
    "end inside": (
        message() + b"\x1c\rmore",
        f"The message contains the two bytes that end a message in MLLP (at byte {len(message())}).",
    ),
    "stored with its frame": (
        b"\x0b" + message() + b"\x1c\r",
        f"The message contains the two bytes that end a message in MLLP (at byte {len(message()) + 1}).",
    ),
    "no MSH": (b"PID|1\r", "The message does not begin with an MSH segment."),
    "a batch": (b"BHS|^~\\&|A\r" + message(), "The message does not begin with an MSH segment."),
    **{
        f"{types}": (
            message("M1", f"|||{types}"),
            "The message requests no positive acknowledgement (MSH-15, MSH-16): delivery can't be confirmed.",
        )
        for types in ("NE|NE", "ER|NE", "NE|ER", "ER|ER")
    },
}


@pytest.mark.parametrize("name", UNSENDABLE)
@pytest.mark.parametrize("then", ["retry", "give_up"])
def test_what_can_not_be_sent_is_told_and_no_byte_leaves(receiver: Start, sender: Make, name: str, then: str) -> None:
    raw, cause = UNSENDABLE[name]
    there = receiver()

    error = failure(sender(there.port, on_refused=then), raw, LONG)

    assert isinstance(error, Unsendable)
    assert str(error) == cause
    assert error.final is (then == "give_up")
    assert there.events() == []


# --- connecting


def test_where_nobody_listens_nothing_is_sent(sender: Make) -> None:
    port = closed_port()

    error = failure(sender(port), message(), LONG)

    assert isinstance(error, Unreachable)
    assert str(error) == f"127.0.0.1:{port} is not reachable: nothing accepts connections there."
    assert not error.final


def test_connecting_has_only_the_attempts_time(sender: Make, full: int) -> None:
    begun = time.monotonic()

    error = failure(sender(full), message(), SHORT)

    assert isinstance(error, Unreachable)
    assert str(error) == f"127.0.0.1:{full} is not reachable: no response."
    assert time.monotonic() - begun < 5


def test_every_address_of_a_name_gets_its_share_of_the_time(receiver: Start, full: int) -> None:
    there = receiver()
    found = [addresses("127.0.0.1", port, 1)[0] for port in (closed_port(), full, there.port)]
    lines = Lines(lambda host, port, seconds: tuple(found))

    MllpSender(MllpSettings("lab", 2575), lines).send(message(), 2.0)

    assert there.ids == ["M1"]
    lines.close()


def test_a_name_is_looked_up(receiver: Start, sender: Make) -> None:
    there = receiver()

    sender(there.port, host="localhost").send(message(), LONG)

    assert there.ids == ["M1"]


def test_a_name_that_does_not_exist_is_told(sender: Make) -> None:
    error = failure(sender(2575, host="no-such-host.invalid"), message(), LONG)

    assert isinstance(error, Unreachable)
    assert "no-such-host.invalid" in str(error)


def test_a_look_up_has_only_the_attempts_time(receiver: Start) -> None:
    def hang(host: str, port: int, seconds: float) -> tuple[Address, ...]:
        assert 0 < seconds <= SHORT
        raise Unreachable("nobody said which address it has")

    error = failure(MllpSender(MllpSettings("lab", 2575), Lines(hang)), message(), SHORT)

    assert isinstance(error, Unreachable)


@pytest.mark.parametrize(("host", "said"), [("10.1.2.3", "10.1.2.3:2575"), ("lab", "lab:2575"), ("::1", "[::1]:2575")])
def test_it_says_where_it_sends_to(sender: Make, host: str, said: str) -> None:
    assert sender(2575, host=host).describe() == said
    assert sender(2575, host=host, tls=True).describe() == f"{said} (TLS)"


# --- a connection that ends


@pytest.mark.parametrize("end", ["half-close", "close", "reset"])
def test_a_receiver_that_has_hung_up_is_noticed_before_sending(receiver: Start, sender: Make, end: str) -> None:
    there = receiver(script=[[["send", ack()], [end]], MODES["good"]])
    to = sender(there.port)

    to.send(message("M1"), LONG)
    there.wait_for_count("done" if end == "half-close" else "closed", 1)
    to.send(message("M2"), LONG)

    assert there.ids == ["M1", "M2"]
    assert there.connections == [1, 2]


def test_a_receiver_that_has_ended_meanwhile_is_noticed_before_sending(receiver: Start, sender: Make) -> None:
    there = receiver()
    to = sender(there.port)
    to.send(message("M1"), LONG)
    there.stop()

    assert isinstance(failure(to, message("M2"), LONG), Unreachable)
    again = receiver(port=there.port)
    to.send(message("M2"), LONG)

    assert again.ids == ["M2"]


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([["close"]], "closed the connection without an acknowledgement."),
        ([["half-close"]], "closed the connection without an acknowledgement."),
        ([["send", "\n"], ["close"]], "closed the connection without an acknowledgement."),
        ([["send", ack()[:40]], ["close"]], "closed the connection before its response was complete."),
        ([["send", ack()[:-1]], ["half-close"]], "closed the connection before its response was complete."),
    ],
)
def test_an_end_without_an_answer_leaves_the_outcome_open(
    receiver: Start, sender: Make, steps: list[list[str]], said: str
) -> None:
    there = receiver(script=[steps, MODES["good"]])
    to = sender(there.port)

    error = failure(to, message(), LONG)

    assert isinstance(error, OutcomeUnknown)
    assert str(error) == f"127.0.0.1:{there.port} {said}"
    to.send(message(), LONG)
    assert there.connections == [1, 2]


def test_a_reset_after_sending_leaves_the_outcome_open(receiver: Start, sender: Make) -> None:
    there = receiver("reset")

    error = failure(sender(there.port), message(), LONG)

    assert isinstance(error, OutcomeUnknown)
    assert str(error).endswith("was lost before an acknowledgement came: reset by the receiver.")


def test_a_reset_while_sending_leaves_the_outcome_open(receiver: Start, sender: Make) -> None:
    there = receiver(accept=[["read", 1000], ["reset"]])

    error = failure(sender(there.port), message() + b"x" * 20_000_000, LONG)

    assert isinstance(error, OutcomeUnknown)
    assert "was lost while sending" in str(error)


def test_a_receiver_that_reads_nothing_takes_only_the_attempts_time(receiver: Start, sender: Make) -> None:
    there = receiver(accept=[["hold"]])

    error = failure(sender(there.port), message() + b"x" * 20_000_000, 1.0)

    assert isinstance(error, OutcomeUnknown)
    assert str(error) == f"127.0.0.1:{there.port} did not accept the whole message within 1 s."


def test_what_still_waits_to_be_sent_after_a_time_out_is_not_sent(receiver: Start, sender: Make) -> None:
    there = receiver(accept=[["wait", 1.0]])

    error = failure(sender(there.port), message() + b"x" * 1_500_000, 0.5)
    there.wait_for_count("closed", 1)

    assert isinstance(error, OutcomeUnknown)
    assert there.messages == []
    assert [event["error"] for event in there.events("error")] == ["ConnectionResetError"]


@pytest.mark.parametrize("end", ["close", "reset"])
def test_a_receiver_that_accepts_and_hangs_up_never_has_the_message(receiver: Start, sender: Make, end: str) -> None:
    there = receiver(accept=[[end]])
    to = sender(there.port)

    errors = [failure(to, message(), LONG) for _ in range(20)]

    assert {type(error) for error in errors} <= {Unreachable, OutcomeUnknown}  # as it is noticed before or after
    assert there.messages == []


@pytest.mark.expects_log(r"1 acknowledgement\(s\) of other messages")
def test_what_came_unasked_is_foreign_and_ends_the_connection(receiver: Start, sender: Make) -> None:
    there = receiver(script=[[["send", ack()], ["send", ack("AA", "M2")]], MODES["good"]])
    to = sender(there.port)

    to.send(message("M1"), LONG)
    there.wait_for_count("done", 1)
    to.send(message("M2"), LONG)

    assert there.connections == [1, 2]  # so the second one was not credited with what came too early


@pytest.mark.parametrize(("junk", "connections"), [("\n", [1, 1]), ("\r\n \t", [1, 1]), ("x", [1, 2]), ("\0", [1, 2])])
def test_only_white_space_may_come_unasked(receiver: Start, sender: Make, junk: str, connections: list[int]) -> None:
    there = receiver(script=[[["send", ack()], ["send", junk]], MODES["good"]])
    to = sender(there.port)

    to.send(message("M1"), LONG)
    there.wait_for_count("done", 1)
    to.send(message("M2"), LONG)

    assert there.connections == connections


@pytest.mark.expects_log("0 acknowledgement.s. of other messages, 1 other frame")
def test_half_an_answer_that_came_unasked_ends_the_connection(receiver: Start, sender: Make) -> None:
    there = receiver(script=[[["send", ack() + ack("AA", "M2")[:-1]]], MODES["good"]])
    to = sender(there.port)

    to.send(message("M1"), LONG)
    to.send(message("M2"), LONG)

    assert there.connections == [1, 2]


def test_a_greeting_is_no_answer(receiver: Start, sender: Make, caplog: pytest.LogCaptureFixture) -> None:
    there = receiver(accept=[["send", "hello\n"]])
    to = sender(there.port)

    for n in range(3):
        to.send(message(f"M{n}"), LONG)

    assert there.ids == ["M0", "M1", "M2"]


# --- a receiver that says too much, or too early

ENDLESS = ["x", "\n", "\x0b\x1c\r", ack("AA", "M2"), "\x0bx"]
FRAMES = [pytest.param(text, marks=pytest.mark.expects_log("of other messages")) for text in ENDLESS[2:4]]


FLOOD = 50_000


def flooded(session: Session) -> Session:
    """One on which more has come than is taken; what a system keeps for a reader is less than that usually is."""
    size, end = array("i", [0]), time.monotonic() + LONG
    while size[0] <= FLOOD:
        fcntl.ioctl(session.connection._sock, termios.FIONREAD, size)
        assert time.monotonic() < end
    return session


@pytest.mark.parametrize("text", ENDLESS)
def test_what_comes_without_end_before_a_message_keeps_it_here(
    receiver: Start, sender: Make, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read as long as something comes, it would hold up the worker for ever and fill the memory."""
    there = receiver(accept=[["flood", text]])
    connect = Line.connect
    monkeypatch.setattr(Line, "connect", lambda *arguments: flooded(connect(*arguments)))
    monkeypatch.setattr(connection, "MOST", FLOOD)

    error = failure(sender(there.port), message(), LONG)

    assert isinstance(error, Unreachable)
    assert str(error) == f"127.0.0.1:{there.port} sends without end before any message: is it an MLLP receiver?"
    assert there.messages == []


@pytest.mark.parametrize("text", ENDLESS)
def test_what_comes_without_end_after_a_message_does_not_hold_up_the_next(
    receiver: Start, sender: Make, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = receiver(script=[[["send", ack()], ["wait", 0.3], ["flood", text]], MODES["good"]])
    to = sender(there.port)
    monkeypatch.setattr(connection, "MOST", FLOOD)

    to.send(message("M1"), LONG)
    flooded(to._line._kept)
    to.send(message("M2"), LONG)

    assert there.connections == [1, 2]


@pytest.mark.parametrize("text", ["x", *FRAMES, "\x0bx"])
def test_what_comes_without_end_instead_of_an_answer_is_read_no_further(
    receiver: Start, sender: Make, text: str
) -> None:
    """Frame after frame is no better than one that never ends: both would keep a core busy for the whole attempt."""
    there = receiver(script=[[["flood", text]]])
    begun = time.monotonic()

    error = failure(sender(there.port), message(), 60.0)

    assert isinstance(error, OutcomeUnknown)
    found = re.search(r"is no acknowledgement: it has no end within (\d+) bytes\.$", str(error))
    assert found and int(found[1]) < (1_200_000 if "x" in text else 200_000)
    assert time.monotonic() - begun < 30


LARGE = message() + b"x" * 3_000_000
"""More than lies on the way between two sockets: its end leaves only once the receiver has read on."""


@pytest.mark.expects_log(r"1 acknowledgement\(s\) of other messages")
def test_what_confirms_a_message_before_its_end_has_left_confirms_nothing(receiver: Start, sender: Make) -> None:
    there = receiver(accept=[["read", 1000], ["send", ack("AA", "M1")]], script=[[["send", ack("AA", "M1")]]])

    sender(there.port).send(LARGE, LONG)

    assert len(there.messages) == 1


@pytest.mark.expects_log(r"1 acknowledgement\(s\) of other messages")
@pytest.mark.parametrize("end", ["close", "reset"])
def test_one_that_confirms_and_hangs_up_in_the_middle_has_not_got_it(receiver: Start, sender: Make, end: str) -> None:
    there = receiver(accept=[["read", 1000], ["send", ack("AA", "M1")], ["wait", 0.2], [end]])

    assert isinstance(failure(sender(there.port), LARGE, LONG), OutcomeUnknown)


@pytest.mark.parametrize("then", [[], [["wait", 0.2], ["close"]]])
def test_one_that_refuses_in_the_middle_is_heard(receiver: Start, sender: Make, then: list[Any]) -> None:
    there = receiver(accept=[["read", 1000], ["send", ack("AR", "M1", ERR)], *then], script=[[["close"]]])

    error = failure(sender(there.port, on_nack="give_up"), LARGE, LONG)

    assert isinstance(error, Rejected) and error.final
    assert str(error).startswith(f"127.0.0.1:{there.port} refused the message with AR: ERR-2")


# --- pace


def test_a_pause_is_kept_between_messages(receiver: Start, sender: Make) -> None:
    there = receiver()
    to, other = sender(there.port, pause=0.1), sender(there.port, pause=0.1)

    for n, each in enumerate((to, to, other)):
        each.send(message(f"M{n}"), LONG)

    times = [event["at"] for event in there.events("message")]
    assert all(after - before >= 0.1 for before, after in zip(times, times[1:], strict=False))


def test_a_pause_that_does_not_fit_into_the_attempt_is_told(receiver: Start, sender: Make) -> None:
    there = receiver()
    to = sender(there.port, pause=60.0)
    to.send(message("M1"), LONG)

    error = failure(to, message("M2"), SHORT)

    assert isinstance(error, Postponed)  # not tried, so that it counts as no attempt
    assert str(error).startswith("The pause of 60 s between messages to 127.0.0.1")
    assert there.ids == ["M1"]


@pytest.mark.expects_log(r"1 acknowledgement\(s\) of other messages")
def test_a_healthy_receiver_is_not_disturbed_by_twenty_others(receiver: Start, sender: Make, full: int) -> None:
    bad = [receiver("silent"), receiver("foreign"), receiver(accept=[["hold"]])]
    senders = [sender(port) for port in (*(there.port for there in bad), full)] * 5
    good = receiver()
    to = sender(good.port)
    stop = threading.Event()

    def insist(other: MllpSender) -> None:
        while not stop.is_set():
            failure(other, message(), SHORT)

    threads = [threading.Thread(target=insist, args=(other,)) for other in senders]
    for thread in threads:
        thread.start()
    try:
        slowest = 0.0
        for n in range(200):
            begun = time.monotonic()
            to.send(message(f"M{n}"), LONG)
            slowest = max(slowest, time.monotonic() - begun)
    finally:
        stop.set()
        for thread in threads:
            thread.join()

    assert good.ids == [f"M{n}" for n in range(200)]
    assert slowest < 2


# --- the test of a connection


def test_a_test_connects_and_sends_nothing(receiver: Start, sender: Make) -> None:
    there = receiver()

    found = sender(there.port).test_connection(LONG)

    assert str(found) == f"127.0.0.1:{there.port} accepts connections. Nothing was sent."
    there.wait_for_count("closed", 1)
    assert [event["event"] for event in there.events()] == ["accepted", "closed"]


def test_a_test_makes_no_second_connection(receiver: Start, sender: Make) -> None:
    there = receiver()
    to = sender(there.port)
    to.send(message("M1"), LONG)

    found = to.test_connection(LONG)
    to.send(message("M2"), LONG)

    assert str(found) == f"127.0.0.1:{there.port} is connected, as messages are sent there. Nothing was sent now."
    assert len(there.events("accepted")) == 1


def test_a_test_waits_for_its_turn_only_so_long(receiver: Start, sender: Make) -> None:
    there = receiver(script=[[["wait", 0.6], ["send", ack()]]])
    to = sender(there.port)
    thread = threading.Thread(target=to.send, args=(message(), LONG))
    thread.start()
    there.wait_for_count("message", 1)

    with pytest.raises(Unreachable, match="had to wait too long"):
        sender(there.port).test_connection(SHORT)

    thread.join()


@pytest.mark.parametrize("end", ["close", "reset"])
def test_a_test_notices_a_receiver_that_hangs_up(receiver: Start, sender: Make, end: str) -> None:
    there = receiver(accept=[[end]])

    with pytest.raises(Unreachable, match="closed the connection immediately|reset by the receiver"):
        sender(there.port).test_connection(LONG)


def test_a_test_notices_a_receiver_of_something_else(receiver: Start, sender: Make) -> None:
    there = receiver(accept=[["send", "220 mail ready\r\n"]])

    assert "is it an MLLP receiver?" in str(sender(there.port).test_connection(LONG))


def test_a_test_says_why_there_is_no_connection(sender: Make, full: int) -> None:
    with pytest.raises(Unreachable, match="nothing accepts connections there"):
        sender(closed_port()).test_connection(LONG)
    with pytest.raises(Unreachable, match="no response"):
        sender(full).test_connection(SHORT)
