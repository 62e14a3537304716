"""What a message says of the acknowledgement that its receiver owes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.senders.hl7.header import Awaited, Header
from tests.helpers import hl7

BEGIN = b"MSH|^~\\&|HIS|NORTH|LAB|SOUTH|20261129080000||ADT^A01|"


def header(accept: str = "", application: str = "") -> Header:
    found = Header.of(BEGIN + f"M1|P|2.5|||{accept}|{application}\rPID|1".encode())
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("raw", "control_id"),
    [
        (hl7.ADMISSION, b"M1"),
        (BEGIN + b"M1", b"M1"),
        (BEGIN + b"M1\nPID|1", b"M1"),
        (BEGIN + b"M1|P|2.5\r\nPID|1", b"M1"),
        (BEGIN + b"\rPID|||||||||9", b""),
        (BEGIN[:-1], b""),
        (b"MSH|", b""),
        (b"\xef\xbb\xbf\r\n" + BEGIN + b"M1|P", b"M1"),
        (b"MSH#*!$%#A#B#C#D#2026##ADT*A01#M|1^2#P", b"M|1^2"),
        (b"MSH\xa7^~\\&\xa7A\xa7\xa7\xa7\xa7\xa7\xa7\xa7M1\xa7P", b"M1"),
        ("MSH§^~\\&§Ä§§§§§§ADT§M Ã 1§P".encode(), "M Ã 1".encode()),
        (BEGIN + b"M\xfc 1~2&3|P", b"M\xfc 1~2&3"),
    ],
)
def test_the_control_id_is_read_whatever_the_delimiters(raw: bytes, control_id: bytes) -> None:
    found = Header.of(raw)

    assert found is not None
    assert found.control_id == control_id
    assert found.awaited is Awaited.APPLICATION


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"MSH", b"MS", b"PID|1", b"MSHABC", b"MSH is a segment", b"\x0bMSH|^~\\&|", b"text MSH|^~\\&|A",
        b"FHS|^~\\&|A\rMSH|^~\\&|A", b"BHS|^~\\&|A\rMSH|^~\\&|A", "MSH|^~\\&|A".encode("utf-16"), b"{}",
    ],
)  # fmt: skip
def test_what_does_not_begin_with_a_header_has_none(raw: bytes) -> None:
    assert Header.of(raw) is None


@given(raw=st.one_of(st.binary(max_size=80), st.binary(max_size=80).map(lambda tail: b"MSH" + tail)))
def test_no_bytes_make_it_raise(raw: bytes) -> None:
    found = Header.of(raw)

    assert found is None or b"MSH" in raw
    assert found is None or b"\r" not in found.control_id


@pytest.mark.parametrize(
    ("accept", "application", "awaited"),
    [
        ("", "", Awaited.APPLICATION),
        ('""', '""', Awaited.APPLICATION),
        ("AL", "NE", Awaited.COMMIT),
        ("SU", "NE", Awaited.COMMIT),
        ("AL", "", Awaited.COMMIT),
        ("AL", '""', Awaited.COMMIT),
        ("", "NE", Awaited.COMMIT),
        ("al", " ne ", Awaited.COMMIT),
        ("AL", "AL", Awaited.APPLICATION),
        ("AL", "SU", Awaited.APPLICATION),
        ("NE", "AL", Awaited.APPLICATION),
        ("NE", "SU", Awaited.APPLICATION),
        ("", "AL", Awaited.APPLICATION),
        ("ER", "AL", Awaited.APPLICATION),
        ("AL", "XX", Awaited.APPLICATION),
        ("AL", "ER", Awaited.COMMIT_UNLESS_REFUSED),
        ("SU", "ER", Awaited.COMMIT_UNLESS_REFUSED),
        ("NE", "NE", Awaited.NOTHING),
        ("ne", "NE", Awaited.NOTHING),
        ("ER", "NE", Awaited.NOTHING),
        ("NE", "ER", Awaited.NOTHING),
        ("ER", "ER", Awaited.NOTHING),
    ],
)
def test_what_is_awaited_follows_from_both_types(accept: str, application: str, awaited: Awaited) -> None:
    assert header(accept, application).awaited is awaited


def test_a_header_ends_with_its_line() -> None:
    found = Header.of(BEGIN + b"M1\nPID|2|3|4|NE|NE|NE|NE|NE|NE|NE|NE|NE|NE|NE|NE|NE")

    assert found == Header(b"M1")


@pytest.mark.parametrize(("control_id", "anonymous"), [(b"", True), (b"  ", True), (b'""', False), (b"0", False)])
def test_only_a_blank_control_id_is_none(control_id: bytes, anonymous: bool) -> None:
    assert Header(control_id).anonymous is anonymous
