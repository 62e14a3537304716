"""Nothing of a message or of an answer is logged, whatever happens to it."""

import logging
from collections.abc import Callable

import pytest

from qmonitor.queues.sending import NotDelivered, Rejected
from qmonitor.senders.mllp import MllpSender
from tests.helpers.mllp_receiver import MODES, Receiver, ack

CANARY = "Haselmaus"
CONTROL_ID = "ID4711X"
ANSWER = f"{CANARY}|{CANARY}"

RAW = f"MSH|^~\\&|HIS|{CANARY}|LAB|SOUTH|2026||ADT^A01|{CONTROL_ID}|P|2.5\rPID|1||{CANARY}\r".encode()

STORIES = {
    "good": MODES["good"],
    "silent": MODES["silent"],
    "refused": [["send", ack("AE", f"{{id}}|{ANSWER}", more=f"ERR||PID^1|{CANARY}\r")]],
    "foreign": [["send", ack("AA", f"{CANARY}|{ANSWER}")]],
    "no response": [["send", f"\x0b{ANSWER}\x1c\r"]],
    "junk": [["send", f"{CANARY}\n" + ack() + CANARY]],
    "twice": [["send", ack() + ack("AE", f"{CANARY}|{ANSWER}")]],
    "cut off": [["send", f"\x0bMSH|^~\\&|{CANARY}"], ["close"]],
    "commit": MODES["commit"],
    "reset": MODES["reset"],
}
TWICE = r"1 acknowledgement\(s\) of other messages, 0 other"


@pytest.mark.expects_log(TWICE)
@pytest.mark.expects_log(r"0 acknowledgement\(s\) of other messages, 1 other")
def test_a_log_has_numbers_only(
    receiver: Callable[..., Receiver], sender: Callable[..., MllpSender], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    told: list[NotDelivered] = []

    for story in STORIES.values():
        to = sender(receiver(script=[story]).port)
        for raw in (RAW, RAW.replace(b"4711X", b"4711Y"), RAW + b"\x1c\r", RAW[3:]):
            try:
                to.send(raw, 0.2)
            except NotDelivered as error:
                told.append(error)

    quoting = [error for error in told if CANARY in str(error)]
    assert {type(error) for error in quoting} == {Rejected}  # it goes into the queue, where it can be erased
    assert any(record.name == "qmonitor.senders" for record in caplog.records)
    assert [
        record.getMessage()
        for record in caplog.records
        if any(text in record.getMessage() for text in (CANARY, "4711", "PID^1"))
    ] == []
