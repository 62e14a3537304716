"""What a receiver answers, to the byte, and what is made of it: delivered, refused, or not known."""

from collections.abc import Callable
from typing import Any

import pytest

from qmonitor.queues.sending import NotDelivered, OutcomeUnknown, Rejected
from qmonitor.senders.mllp import MllpSender
from tests.helpers.mllp_receiver import ERR, MODES, Receiver, ack

Start = Callable[..., Receiver]
Make = Callable[..., MllpSender]

LONG = 20.0
SHORT = 0.2
"""Seconds of an attempt: enough whatever happens, and over soon where it is to be over."""

HEAD = "MSH|^~\\&|LAB|SOUTH|HIS|NORTH|20261130090000||ACK|R1|P|2.5\r"
FOREIGN = r"1 acknowledgement\(s\) of other messages, 0 other frame"
NO_ANSWER = r"0 acknowledgement\(s\) of other messages, 1 other frame"


def message(control_id: str = "M1", accept: str = "", application: str = "") -> bytes:
    head = f"MSH|^~\\&|HIS|NORTH|LAB|SOUTH|20261130080000||ADT^A01|{control_id}|P|2.5|||{accept}|{application}\r"
    return head.encode("latin-1") + b"PID|1||4711||M\xfcller^Anna\r"


def outcome(sender: MllpSender, raw: bytes, timeout: float) -> NotDelivered | None:
    try:
        sender.send(raw, timeout)
    except NotDelivered as error:
        return error
    return None


def steps(*texts: str) -> list[list[Any]]:
    return [["send", text] for text in texts]


# --- delivered


DELIVERED = {
    "AA": steps("\x0b" + HEAD + "MSA|AA|M1\r\x1c\r"),
    "without the last line's end": steps("\x0b" + HEAD + "MSA|AA|M1\x1c\r"),
    "lines that end with a line feed": steps("\x0bMSH|^~\\&|A\nMSA|AA|M1\n\x1c\r"),
    "other delimiters": steps("\x0bMSH#*!$%#LAB#SOUTH\rMSA#AA#M1\r\x1c\r"),
    "a query's response": steps("\x0bMSH|^~\\&|A|B|C|D|1||RSP^K22|9|P|2.5\rMSA|AA|M1\rQAK|T1|OK\rPID|1\r\x1c\r"),
    "byte by byte": [["dribble", ack()]],
    "stray line feed after the frame": steps(ack() + "\n"),
    "junk before the frame": steps("\r\nhello\0" + ack()),
    "junk in a packet before it": steps("hello", ack()),
    "a frame cut off before it": steps("\x0bMSH|^~\\&|A\rMSA|AA|", ack()),
    "CA, then AA": steps(ack("CA"), ack("AA")),
    "CA and AA in one packet": steps(ack("CA") + ack("AA")),
    "AA with an error segment": steps(ack("AA", more=ERR)),
}


@pytest.mark.parametrize("answer", DELIVERED.values(), ids=DELIVERED)
def test_an_acknowledgement_is_taken_in_whatever_form(receiver: Start, sender: Make, answer: list[Any]) -> None:
    there = receiver(script=[answer])

    assert outcome(sender(there.port), message(), LONG) is None
    assert there.messages == [message()]


ACK = ack(control_id="M1")


def test_an_acknowledgement_is_read_whatever_the_position_at_which_it_is_split(receiver: Start, sender: Make) -> None:
    there = receiver(script=[[["split", at, ack()]] for at in range(1, len(ACK))])
    to = sender(there.port)
    sent = [f"M{number % 10}" for number in range(1, len(ACK))]

    for control_id in sent:
        to.send(message(control_id), LONG)

    assert there.ids == sent
    assert set(there.connections) == {1}


def test_the_bytes_are_sent_as_they_are_stored(receiver: Start, sender: Make) -> None:
    there = receiver()
    raws = [
        message() + bytes(byte for byte in range(256) if byte not in (0x0B, 0x1C)) * 3,
        message("M2").replace(b"\r", b"\n"),
        b"MSH#*!$%#A#B#C#D#1##X#M~3#P#2.5",
        b"MSH|^~\\&|A|B|C|D|1||ADT|M4|P|2.5\r" + b"OBX|1|ED|" + b"QUJD" * 300_000,
        "\ufeffMSH|^~\\&|Ä|B|C|D|1||ADT|M5|P|2.5\r".encode(),
        b"MSH|^~\\&|A|B|C|D|1||ADT|M6|P|2.5\rZZZ|\x1c",
    ]

    for raw in raws:
        sender(there.port).send(raw, LONG)

    assert there.messages == raws


@pytest.mark.parametrize("control_id", ["M1", "A|B", "ü", "1^2~3\\T\\", '""', "0", "M" * 199])
def test_a_control_id_is_compared_to_the_byte(receiver: Start, sender: Make, control_id: str) -> None:
    raw = message().replace(b"|", b"#").replace(b"M1", control_id.encode("latin-1"))
    there = receiver(script=[steps(ack(head="MSH$^~\\&$A\r").replace("MSA|AA|", "MSA$AA$"))])

    sender(there.port).send(raw, LONG)

    assert there.ids == [control_id]


# --- refused


@pytest.mark.parametrize("code", ["AE", "AR", "CE", "CR"])
@pytest.mark.parametrize("types", [("", ""), ("AL", "NE"), ("AL", "AL"), ("NE", "AL"), ("ER", "SU")])
def test_a_negative_answer_is_a_refusal_with_its_reason(
    receiver: Start, sender: Make, code: str, types: tuple[str, str]
) -> None:
    there = receiver(code)

    error = outcome(sender(there.port), message("M1", *types), LONG)

    assert isinstance(error, Rejected)
    assert not error.final
    assert str(error) == (
        f"127.0.0.1:{there.port} refused the message with {code}: "
        "ERR-2 PID^1^8; ERR-3 103^Table value not found^HL70357; ERR-7 sex X; ERR-8 Call 4711"
    )


def test_a_refusal_may_say_nothing(receiver: Start, sender: Make) -> None:
    there = receiver(script=[steps(ack("AR"))])

    assert str(outcome(sender(there.port), message(), LONG)) == f"127.0.0.1:{there.port} refused the message with AR."


def test_a_refusal_of_an_old_version_has_its_reason_elsewhere(receiver: Start, sender: Make) -> None:
    there = receiver(script=[steps(ack("AE", "{id}|unknown ward", more="ERR|PV1^1^3^204\r"))])

    error = outcome(sender(there.port), message(), LONG)

    assert str(error).endswith("refused the message with AE: MSA-3 unknown ward; ERR-1 PV1^1^3^204")


def test_a_long_reason_is_cut(receiver: Start, sender: Make) -> None:
    there = receiver(script=[steps(ack("AE", "{id}|" + "x" * 5000))])

    error = outcome(sender(there.port), message(), LONG)

    assert error is not None
    assert len(str(error.cause.values["said"])) == 500


@pytest.mark.parametrize("code", ["AE", "CR"])
def test_a_refusal_can_be_the_end_of_a_message(receiver: Start, sender: Make, code: str) -> None:
    error = outcome(sender(receiver(code).port, on_nack="give_up"), message(), LONG)

    assert isinstance(error, Rejected)
    assert error.final


def test_a_refusal_after_the_receipt_counts(receiver: Start, sender: Make) -> None:
    there = receiver(script=[steps(ack("CA"), ack("AE"))])

    assert isinstance(outcome(sender(there.port), message("M1", "AL", "AL"), LONG), Rejected)


def test_after_a_refusal_the_connection_goes_on(receiver: Start, sender: Make) -> None:
    there = receiver(script=[MODES["AE"], MODES["good"]])
    to = sender(there.port)

    assert isinstance(outcome(to, message("M1"), LONG), Rejected)
    assert outcome(to, message("M2"), LONG) is None
    assert there.connections == [1, 1]


# --- not known


UNKNOWN = {
    "nothing": ([["wait", 0]], None),
    "CA in original mode": (steps(ack("CA")), None),
    "half a frame": (steps("\x0b" + HEAD + "MSA|AA|M1\r"), None),
    "a frame without its last byte": (steps("\x0b" + HEAD + "MSA|AA|M1\r\x1c"), None),
    "a frame that ends with a line feed": (steps("\x0b" + HEAD + "MSA|AA|M1\r\x1c\n"), None),
    "no start": (steps(HEAD + "MSA|AA|M1\r\x1c\r"), None),
    "an acknowledgement of another": (steps(ack(control_id="M2")), FOREIGN),
    "a control id in lower case": (steps(ack(control_id="m1")), FOREIGN),
    "a control id with a blank": (steps(ack(control_id="M1 ")), FOREIGN),
    "a longer control id": (steps(ack(control_id="M11")), FOREIGN),
    "no control id": (steps(ack(control_id="")), FOREIGN),
    "a refusal of another": (steps(ack("AE", control_id="M2")), FOREIGN),
    "an unknown code": (steps(ack("OK")), NO_ANSWER),
    "a code in lower case": (steps(ack("aa")), NO_ANSWER),
    "no MSA": (steps("\x0b" + HEAD + "\x1c\r"), NO_ANSWER),
    "no header": (steps("\x0bMSA|AA|M1\r\x1c\r"), NO_ANSWER),
    "an empty frame": (steps("\x0b\x1c\r"), NO_ANSWER),
    "no HL7": (steps("\x0b{}\x1c\r"), NO_ANSWER),
    "ACK as MLLP 2 has it": (steps("\x0b\x06\x1c\r"), NO_ANSWER),
}


@pytest.mark.parametrize("name", [name for name, (_, logged) in UNKNOWN.items() if logged is None])
def test_what_says_nothing_leaves_the_outcome_open(receiver: Start, sender: Make, name: str) -> None:
    there = receiver(script=[UNKNOWN[name][0]])

    assert isinstance(outcome(sender(there.port), message(), SHORT), OutcomeUnknown)


@pytest.mark.parametrize("name", [name for name, (_, logged) in UNKNOWN.items() if logged == FOREIGN])
@pytest.mark.expects_log(FOREIGN)
def test_another_messages_answer_leaves_the_outcome_open(receiver: Start, sender: Make, name: str) -> None:
    there = receiver(script=[UNKNOWN[name][0]])

    error = outcome(sender(there.port), message(), SHORT)

    assert isinstance(error, OutcomeUnknown)
    assert "only another response" in str(error)


@pytest.mark.parametrize("name", [name for name, (_, logged) in UNKNOWN.items() if logged == NO_ANSWER])
@pytest.mark.expects_log(NO_ANSWER)
def test_what_is_no_answer_leaves_the_outcome_open(receiver: Start, sender: Make, name: str) -> None:
    there = receiver(script=[UNKNOWN[name][0]])

    assert isinstance(outcome(sender(there.port), message(), SHORT), OutcomeUnknown)


def test_no_answer_in_time_is_told_with_the_time(receiver: Start, sender: Make) -> None:
    there = receiver("silent")

    error = outcome(sender(there.port), message(), SHORT)

    assert str(error) == f"No acknowledgement came from 127.0.0.1:{there.port} within 0.2 s."
    assert isinstance(error, OutcomeUnknown)
    assert not error.final


def test_an_answer_byte_by_byte_has_no_more_time_than_another(receiver: Start, sender: Make) -> None:
    there = receiver(script=[[*([["send", byte], ["wait", 0.02]][n] for byte in ack() for n in (0, 1))]])

    assert isinstance(outcome(sender(there.port), message(), SHORT), OutcomeUnknown)


def test_an_answer_without_an_end_is_not_read_for_ever(receiver: Start, sender: Make) -> None:
    error = outcome(sender(receiver("endless").port), message(), LONG)

    assert isinstance(error, OutcomeUnknown)
    assert "no end within 1000000 bytes" in str(error)


# --- late and foreign answers


@pytest.mark.expects_log(FOREIGN)
def test_a_foreign_answer_before_the_own_is_credited_to_nobody(receiver: Start, sender: Make) -> None:
    there = receiver(script=[MODES["good"], MODES["foreign-then-good"], MODES["good"]])
    to = sender(there.port)

    for control_id in ("M1", "M2", "M3"):
        to.send(message(control_id), LONG)

    assert there.connections == [1, 1, 2]  # after a doubt, no more on that connection


def test_after_a_time_out_the_late_answer_finds_nobody(receiver: Start, sender: Make) -> None:
    there = receiver(script=[[["wait", 0.4], ["send", ack()]], [["wait", 0]], MODES["good"]])
    to = sender(there.port)

    assert isinstance(outcome(to, message("M1"), SHORT), OutcomeUnknown)
    there.wait_for_count("closed", 1)
    assert isinstance(outcome(to, message("M2"), SHORT), OutcomeUnknown)
    assert outcome(to, message("M1"), LONG) is None

    assert there.connections == [1, 2, 3]


@pytest.mark.expects_log(FOREIGN)
def test_a_late_answer_on_the_next_connection_is_not_the_next_messages(receiver: Start, sender: Make) -> None:
    there = receiver(script=[[["wait", 0]], steps(ack(control_id="{previous}"))])
    to = sender(there.port)

    assert isinstance(outcome(to, message("M1"), SHORT), OutcomeUnknown)
    assert isinstance(outcome(to, message("M2"), SHORT), OutcomeUnknown)


@pytest.mark.expects_log("2 acknowledgement.s. of other messages")
def test_several_frames_in_one_packet_are_told_apart(receiver: Start, sender: Make) -> None:
    there = receiver(script=[MODES["several"], MODES["good"]])
    to = sender(there.port)

    to.send(message("M1"), LONG)
    to.send(message("M2"), LONG)

    assert there.connections == [1, 2]


@pytest.mark.expects_log(FOREIGN)
def test_an_answer_that_comes_twice_is_not_the_next_messages(receiver: Start, sender: Make) -> None:
    there = receiver(script=[steps(ack(), ack()), MODES["good"]])
    to = sender(there.port)

    to.send(message("M1"), LONG)
    there.wait_for_count("done", 1)
    to.send(message("M2"), LONG)

    assert there.connections == [1, 2]


def test_two_messages_with_one_control_id_never_share_a_connection(receiver: Start, sender: Make) -> None:
    there = receiver()
    to = sender(there.port)

    for control_id in ("M1", "M1", "M2", "M2"):
        to.send(message(control_id), LONG)

    assert there.connections == [1, 2, 2, 3]


# --- enhanced mode


@pytest.mark.parametrize("types", [("AL", "NE"), ("SU", "NE"), ("AL", ""), ("", "NE")])
@pytest.mark.parametrize("code", ["CA", "AA"])
def test_the_receipt_is_final_where_nothing_follows(
    receiver: Start, sender: Make, types: tuple[str, str], code: str
) -> None:
    there = receiver(script=[steps(ack(code))])
    to = sender(there.port)

    to.send(message("M1", *types), LONG)
    to.send(message("M2", *types), LONG)

    assert there.connections == [1, 1]


@pytest.mark.parametrize("types", [("AL", "AL"), ("AL", "SU"), ("SU", "AL"), ("", "AL"), ("ER", "AL")])
def test_the_receipt_alone_is_not_enough_where_more_was_asked_for(
    receiver: Start, sender: Make, types: tuple[str, str]
) -> None:
    there = receiver("commit")

    error = outcome(sender(there.port), message("M1", *types), SHORT)

    assert isinstance(error, OutcomeUnknown)
    assert str(error) == (
        f"127.0.0.1:{there.port} has received the message (CA), but did not confirm within 0.2 s that it was processed."
    )


@pytest.mark.parametrize("types", [("AL", "AL"), ("SU", "SU"), ("NE", "AL"), ("ER", "AL"), ("NE", "SU")])
def test_the_application_answer_is_awaited_on_the_same_connection(
    receiver: Start, sender: Make, types: tuple[str, str]
) -> None:
    first = [] if types[0] in ("NE", "ER") else [["send", ack("CA")], ["wait", 0.05]]
    there = receiver(script=[[*first, ["send", ack("AA")]]])
    to = sender(there.port)

    to.send(message("M1", *types), LONG)
    to.send(message("M2", *types), LONG)

    assert there.connections == [1, 1]


def test_where_only_refusals_are_asked_for_the_receipt_counts_after_the_time(receiver: Start, sender: Make) -> None:
    there = receiver(script=[MODES["commit"], steps(ack("CA"), ack("AE")), MODES["good"]])
    to = sender(there.port)

    assert outcome(to, message("M1", "AL", "ER"), SHORT) is None
    assert isinstance(outcome(to, message("M2", "AL", "ER"), LONG), Rejected)
    assert outcome(to, message("M3", "AL", "ER"), LONG) is None
    assert there.connections == [1, 2, 2]  # after a time-out no more on that connection


def test_where_only_refusals_are_asked_for_silence_is_none(receiver: Start, sender: Make) -> None:
    there = receiver("silent")

    assert isinstance(outcome(sender(there.port), message("M1", "AL", "ER"), SHORT), OutcomeUnknown)


@pytest.mark.parametrize(
    ("types", "end", "known"),
    [
        (("AL", "ER"), "close", True),
        (("AL", "ER"), "reset", False),
        (("AL", "AL"), "close", False),
        (("AL", "AL"), "half-close", False),
        (("AL", "NE"), "close", True),
    ],
)
def test_a_receiver_may_hang_up_after_the_receipt(
    receiver: Start, sender: Make, types: tuple[str, str], end: str, known: bool
) -> None:
    there = receiver(script=[[["send", ack("CA")], ["wait", 0.02], [end]]])

    error = outcome(sender(there.port), message("M1", *types), LONG)

    assert (error is None) is known
    assert known or isinstance(error, OutcomeUnknown)


# --- no control id


ANONYMOUS = b"MSH|^~\\&|HIS|NORTH|LAB|SOUTH|2026||ADT^A01||P|2.5\rPID|1\r"


def test_a_message_without_control_id_has_a_connection_of_its_own(receiver: Start, sender: Make) -> None:
    there = receiver()
    to = sender(there.port)

    for raw in (message("M1"), ANONYMOUS, ANONYMOUS, message("M2"), message("M3")):
        to.send(raw, LONG)

    assert there.connections == [1, 2, 3, 4, 4]


@pytest.mark.parametrize("types", ["|||", "|||AL|NE", "|||AL|AL"])
def test_a_message_without_control_id_follows_the_same_rules(receiver: Start, sender: Make, types: str) -> None:
    raw = ANONYMOUS.replace(b"|2.5", b"|2.5" + types.encode())
    there = receiver("commit")

    error = outcome(sender(there.port), raw, SHORT)

    assert (error is None) is types.endswith("NE")
    assert error is None or isinstance(error, OutcomeUnknown)


def test_a_refusal_without_control_id_is_that_of_the_message_without_one(receiver: Start, sender: Make) -> None:
    assert isinstance(outcome(sender(receiver("AE").port), ANONYMOUS, LONG), Rejected)


@pytest.mark.expects_log(FOREIGN)
def test_an_answer_that_names_another_message_is_not_its_own(receiver: Start, sender: Make) -> None:
    there = receiver("foreign")

    assert isinstance(outcome(sender(there.port), ANONYMOUS, SHORT), OutcomeUnknown)
