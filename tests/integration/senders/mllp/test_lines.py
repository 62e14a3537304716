"""One connection to each host and port, whoever sends there, and one message at a time, in turn."""

import threading
from collections.abc import Callable

import pytest

from qmonitor.queues.sending import Postponed, Unreachable
from qmonitor.senders.mllp import Lines, MllpSender
from tests.helpers.mllp_receiver import MODES, Receiver, ack

Start = Callable[..., Receiver]
Make = Callable[..., MllpSender]

LONG, SHORT = 20.0, 0.2


def message(control_id: str) -> bytes:
    return f"MSH|^~\\&|HIS|NORTH|LAB|SOUTH|20261130080000||ADT^A01|{control_id}|P|2.5\rPID|1||4711\r".encode()


def at_once(jobs: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_eight_senders_share_one_connection(receiver: Start, sender: Make) -> None:
    there = receiver()
    senders = [sender(there.port, pause=pause) for pause in (0.0, 0.001) for _ in range(4)]

    def work(number: int) -> None:
        for n in range(25):
            senders[number].send(message(f"{number}-{n}"), LONG)

    at_once([lambda number=number: work(number) for number in range(8)])

    assert len(there.events("accepted")) == 1
    assert len(there.ids) == 200
    for number in range(8):
        own = [control_id for control_id in there.ids if control_id.startswith(f"{number}-")]
        assert own == [f"{number}-{n}" for n in range(25)]


def test_nobody_has_more_turns_than_the_others(receiver: Start, sender: Make) -> None:
    there = receiver()
    senders = [sender(there.port) for _ in range(4)]
    start = threading.Barrier(4)

    def work(number: int) -> None:
        start.wait()
        for n in range(50):
            senders[number].send(message(f"{number}-{n}"), LONG)

    at_once([lambda number=number: work(number) for number in range(4)])

    first = [control_id[0] for control_id in there.ids[:100]]
    assert min(first.count(str(number)) for number in range(4)) >= 10


def test_names_for_the_same_address_share_the_line(lines: Lines) -> None:
    assert lines.line("10.1.2.3", 1) is lines.line("10.1.2.3", 1)
    assert lines.line("Lab.Example", 1) is lines.line("lab.example.", 1)
    assert lines.line("::1", 1) is lines.line("0:0:0:0:0:0:0:1", 1)
    assert lines.line("10.1.2.3", 1) is not lines.line("10.1.2.3", 2)
    assert lines.line("10.1.2.3", 1) is not lines.line("10.1.2.4", 1)


def test_waiting_for_a_turn_is_part_of_the_attempt_and_sends_nothing(receiver: Start, sender: Make) -> None:
    there = receiver(script=[[["wait", 0.8], ["send", ack()]]])
    to, other = sender(there.port), sender(there.port)
    thread = threading.Thread(target=to.send, args=(message("M1"), LONG))
    thread.start()
    there.wait_for_count("message", 1)

    with pytest.raises(Postponed) as caught:
        other.send(message("M2"), SHORT)

    thread.join()
    assert str(caught.value) == (
        f"Other messages were being sent to 127.0.0.1:{there.port} for 0.1 s: this one had to wait too long."
    )
    assert there.ids == ["M1"]


def test_what_has_its_turn_has_time_for_its_acknowledgement(receiver: Start, sender: Make) -> None:
    """Three at a healthy receiver that takes its time: the third would be sent and not be confirmed in time."""
    there = receiver(script=[[["wait", 1.4], ["send", ack()]]])
    told: list[str] = []

    def work(control_id: str) -> None:
        try:
            sender(there.port).send(message(control_id), 4.0)
            told.append("delivered")
        except Postponed:
            told.append("postponed")

    at_once([lambda name=name: work(name) for name in ("M1", "M2", "M3")])

    assert sorted(told) == ["delivered", "delivered", "postponed"]
    assert len(there.ids) == 2


def test_a_message_without_control_id_waits_for_its_turn_too(receiver: Start, sender: Make) -> None:
    there = receiver(script=[[["wait", 0.05], ["send", ack()]]])
    senders = [sender(there.port) for _ in range(3)]

    at_once([
        lambda: senders[0].send(message(""), LONG),
        lambda: senders[1].send(message("M1"), LONG),
        lambda: senders[2].send(message(""), LONG),
    ])  # fmt: skip

    assert sorted(there.ids) == ["", "", "M1"]
    times = [event["at"] for event in there.events("message")]
    assert all(after - before >= 0.05 for before, after in zip(times, times[1:], strict=False))  # never two at once


def test_the_connection_is_closed_with_the_last_sender(receiver: Start, sender: Make) -> None:
    there = receiver()
    to, other = sender(there.port), sender(there.port)
    to.send(message("M1"), LONG)

    to.close()
    to.close()
    other.send(message("M2"), LONG)
    assert there.events("closed") == []
    other.close()
    there.wait_for_count("closed", 1)

    sender(there.port).send(message("M3"), LONG)
    assert there.connections == [1, 1, 2]


def test_a_sender_that_is_closed_while_it_sends_ends_its_message_and_leaves_no_connection(
    receiver: Start, sender: Make
) -> None:
    there = receiver(script=[[["wait", 0.1], ["send", ack()]]])
    to = sender(there.port)
    thread = threading.Thread(target=to.send, args=(message("M1"), LONG))
    thread.start()
    there.wait_for_count("message", 1)

    to.close()
    thread.join()

    there.wait_for_count("closed", 1)
    assert there.ids == ["M1"]


def test_when_all_is_closed_who_waits_is_told_at_once(receiver: Start, sender: Make, lines: Lines) -> None:
    there = receiver(script=[[["wait", 0.2], ["send", ack()]]])
    to, other, third = sender(there.port), sender(there.port), sender(there.port, pause=1.0)
    told: list[BaseException] = []

    def wait() -> None:
        try:
            other.send(message("M2"), LONG)
        except Unreachable as error:
            told.append(error)

    sending = threading.Thread(target=to.send, args=(message("M1"), LONG))
    sending.start()
    there.wait_for_count("message", 1)
    waiting = threading.Thread(target=wait)
    waiting.start()
    there.wait_for(lambda _: lines.line("127.0.0.1", there.port).waiting == 1)

    lines.close()
    waiting.join()
    sending.join()

    assert [str(error) for error in told] == [f"Sending to 127.0.0.1:{there.port} has been ended."]
    there.wait_for_count("closed", 1)
    for each in (third, sender(there.port), sender(there.port + 1 if there.port < 65535 else 1)):
        with pytest.raises(Unreachable, match="has been ended"):
            each.send(message("M3"), LONG)
    assert there.ids == ["M1"]


def test_a_pause_does_not_outlast_the_end(receiver: Start, sender: Make, lines: Lines) -> None:
    there = receiver()
    to = sender(there.port, pause=15.0)
    to.send(message("M1"), LONG)
    told = threading.Event()

    def wait() -> None:
        with pytest.raises(Unreachable, match="has been ended"):
            to.send(message("M2"), LONG)
        told.set()

    thread = threading.Thread(target=wait)
    thread.start()
    lines.close()
    thread.join()

    assert told.is_set()


@pytest.mark.expects_log(r"1 acknowledgement\(s\) of other messages")
def test_a_doubt_about_one_message_is_none_about_the_next_senders(receiver: Start, sender: Make) -> None:
    there = receiver(script=[MODES["foreign"], MODES["good"]])

    with pytest.raises(Exception, match="only another response"):
        sender(there.port).send(message("M1"), SHORT)
    sender(there.port).send(message("M2"), LONG)

    assert there.connections == [1, 2]
