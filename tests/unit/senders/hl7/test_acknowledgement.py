"""Code, control id and reason of an answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.senders.hl7.acknowledgement import LONGEST_REASON, NEGATIVE, POSITIVE, Acknowledgement

HEAD = b"MSH|^~\\&|LAB|SOUTH|HIS|NORTH|2026||ACK|R1|P|2.5\r"


def read(answer: bytes) -> tuple[bytes, bytes] | None:
    found = Acknowledgement.of(answer)
    return None if found is None else (found.code, found.control_id)


@pytest.mark.parametrize(
    "answer",
    [
        HEAD + b"MSA|AA|M1\r",
        HEAD + b"MSA|AA|M1",
        HEAD.replace(b"\r", b"\n") + b"MSA|AA|M1\n",
        HEAD.replace(b"\r", b"\r\n") + b"MSA|AA|M1|fine|\r\n",
        b"\xef\xbb\xbf" + HEAD + b"MSA|AA|M1\r",
        b"\r\n" + HEAD + b"MSA|AA|M1\r",
        HEAD + b"SFT|x\rMSA|AA|M1\r",
        HEAD.replace(b"ACK", b"RSP^K21^RSP_K21") + b"MSA|AA|M1\rQAK|1|OK\rQPD|x\rPID|1\r",
        HEAD.replace(b"ACK", b"ORU^R01") + b"MSA|AA|M1\r",
        b"MSH#*!$%#LAB\rMSA#AA#M1\r",
        b"MSH\t^~\\&|LAB\rMSA|AA|other\r".replace(b"\t", b"$") .replace(b"MSA|AA|other", b"MSA$AA$M1"),
        "MSH§^~\\&§LAB\rMSA§AA§M1\r".encode(),
        b"MSH|\rMSA|AA|M1\r",
    ],
)  # fmt: skip
def test_it_is_read_whatever_its_form(answer: bytes) -> None:
    assert read(answer) == (b"AA", b"M1")


@pytest.mark.parametrize("code", [*POSITIVE, *NEGATIVE])
def test_every_code_is_known(code: bytes) -> None:
    found = Acknowledgement.of(HEAD + b"MSA|" + code + b"|M1\r")

    assert found is not None
    assert found.positive is (code in (b"AA", b"CA"))


@pytest.mark.parametrize(
    "answer",
    [
        b"", b"AA", b"MSA|AA|M1\r", HEAD, HEAD + b"MSA", HEAD + b"MSA|", HEAD + b"MSA||M1\r", HEAD + b"MSA|aa|M1\r",
        HEAD + b"MSA|AA |M1\r", HEAD + b"MSA|OK|M1\r", HEAD + b"MSA#AA#M1\r", HEAD + b"MSAX|AA|M1\r",
        HEAD + b" MSA|AA|M1\r", b"PID|1\r" + HEAD + b"MSA|AA|M1\r", b"\x06", b"\x15", b"HTTP/1.1 400 Bad Request\r\n",
    ],
)  # fmt: skip
def test_anything_else_is_none(answer: bytes) -> None:
    assert read(answer) is None


@pytest.mark.parametrize("control_id", [b"", b" M1", b"M1 ", b"m1", b"M1^", b"\xfc", "ü".encode(), b"M" * 5000])
def test_the_control_id_is_taken_to_the_byte(control_id: bytes) -> None:
    assert read(HEAD + b"MSA|AA|" + control_id + b"|x\r") == (b"AA", control_id)


def test_the_first_one_counts() -> None:
    assert read(HEAD + b"MSA|AE|M1\rMSA|AA|M1\r") == (b"AE", b"M1")
    assert read(HEAD + b"MSA|??|M1\rMSA|AA|M1\r") is None


def reason(tail: bytes) -> str:
    found = Acknowledgement.of(HEAD + b"MSA|AE|M1" + tail)
    assert found is not None
    return found.reason()


@pytest.mark.parametrize(
    ("tail", "said"),
    [
        (b"\r", ""),
        (b"|no such patient\r", "MSA-3 no such patient"),
        (b"||||207^internal\r", ""),
        (b"\rERR|PID^1^8^103\r", "ERR-1 PID^1^8^103"),
        (
            b"|bad\rERR||PID^1^8|103^Table value not found^HL70357|E|||sex X|Call 4711\r",
            "MSA-3 bad; ERR-2 PID^1^8; ERR-3 103^Table value not found^HL70357; ERR-7 sex X; ERR-8 Call 4711",
        ),
        (b"\rERR||PID^1^8|103|E\rERR||PV1^1^2|101|E\r", "ERR-2 PID^1^8; ERR-3 103; ERR-2 PV1^1^2; ERR-3 101"),
        (b"|M\xc3\xbcller\r", "MSA-3 Müller"),
        (b"|M\xfcller\r", "MSA-3 Müller"),
        (b"|a\0\x1b[31mb\x85\tc\r", "MSA-3 a [31mb c"),
        (b"|   \r", ""),
    ],
)
def test_the_reason_is_what_the_receiver_says(tail: bytes, said: str) -> None:
    assert reason(tail) == said


def test_the_reason_is_bounded() -> None:
    text = reason(b"|" + b"x" * 10_000 + b"\r" + b"ERR||PID|103\r" * 1000)

    assert len(text) == LONGEST_REASON
    assert text.endswith("…")


@given(answer=st.one_of(st.binary(max_size=80), st.binary(max_size=80).map(lambda tail: HEAD + b"MSA|AE|" + tail)))
def test_no_bytes_make_it_raise(answer: bytes) -> None:
    found = Acknowledgement.of(answer)

    assert found is None or b"MSA" in answer
    assert found is None or (len(found.reason()) <= LONGEST_REASON and "\n" not in found.reason())
