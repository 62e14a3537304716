"""Control id and type are read as the header itself says, and nothing makes the reading fail."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.header import LOOK_AT, read_header

PLAIN = b"MSH|^~\\&|HIS|NORTH|RCV|SOUTH|20261129080000||ADT^A01^ADT_A01|MSG00001|P|2.5.1\rEVN|A01\r"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param(PLAIN, ("MSG00001", "ADT^A01"), id="plain"),
        pytest.param(PLAIN.replace(b"\r", b"\n"), ("MSG00001", "ADT^A01"), id="LF"),
        pytest.param(PLAIN.replace(b"\r", b"\r\n"), ("MSG00001", "ADT^A01"), id="CRLF"),
        pytest.param(b"\x0b" + PLAIN + b"\x1c\r", ("MSG00001", "ADT^A01"), id="framed"),
        pytest.param(b"\xef\xbb\xbf" + PLAIN, ("MSG00001", "ADT^A01"), id="byte-order mark"),
        pytest.param(b"2026-11-29 received: " + PLAIN, ("MSG00001", "ADT^A01"), id="log text before"),
        pytest.param(b"FHS|^~\\&|A\rBHS|^~\\&|B\r" + PLAIN, ("MSG00001", "ADT^A01"), id="batch"),
        pytest.param(b"NTE|1||see MSH below\r" + PLAIN, ("MSG00001", "ADT^A01"), id="the word in a field before"),
        pytest.param(PLAIN.replace(b"|", b"#").replace(b"^", b"*"), ("MSG00001", "ADT^A01"), id="own separators"),
        pytest.param(b"MSH|^~\\&#|A|B|C|D|1||ACK|7|P|2.7", ("7", "ACK"), id="fifth encoding character"),
        pytest.param(b"MSH|$|A|B|C|D|1||ADT$A08|7", ("7", "ADT^A08"), id="one encoding character"),
        pytest.param(b"MSH||A|B|C|D|1||ADT^A08|7", ("7", "ADT^A08"), id="no encoding characters: taken as it is"),
        pytest.param(b"MSH|^~\\&|A|B|C|D|1||ADT^A08~ADT^A01|7", ("7", "ADT^A08"), id="repeated"),
        pytest.param(b"MSH|^~\\&|A|B|C|D|1||^A08|7", ("7", "A08"), id="no type"),
        pytest.param(b"MSH|^~\\&|A|B|C|D|1|| ADT ^ A08 | 7 ", ("7", "ADT^A08"), id="padded"),
        pytest.param(b"MSH|^~\\&|A|B|C|D|1||ADT^A08", ("", "ADT^A08"), id="cut before the control id"),
        pytest.param(b"MSH|^~\\&|A\rPV1|1|2|3|4|5|6|7|8|9|10", ("", ""), id="not from another segment"),
        pytest.param("MSH|^~\\&|A|B|C|D|1||ADT^A08|Ä1".encode(), ("Ä1", "ADT^A08"), id="UTF-8"),
        pytest.param("MSH|^~\\&|A|B|C|D|1||ADT^A08|Ä1".encode("latin-1"), ("Ä1", "ADT^A08"), id="latin-1"),
        pytest.param(b"MSH", ("", ""), id="nothing after"),
        pytest.param(b"MSHA|1|2|3|4|5|6|7|8|9|10", ("", ""), id="another segment's name"),
        pytest.param(b'{"resourceType": "Bundle"}', ("", ""), id="no HL7 v2"),
        pytest.param(b"", ("", ""), id="empty"),
        pytest.param(b" " * LOOK_AT + PLAIN, ("", ""), id="too far in"),
    ],
)
def test_the_header_says_how_it_is_read(raw: bytes, expected: tuple[str, str]) -> None:
    assert read_header(raw) == expected


@given(st.binary() | st.binary().map(lambda tail: b"MSH|^~\\&|" + tail) | st.binary().map(lambda tail: b"MSH" + tail))
def test_no_bytes_make_it_fail(raw: bytes) -> None:
    control_id, message_type = read_header(raw)

    assert isinstance(control_id, str)
    assert isinstance(message_type, str)


WORD = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="|^~\\&"), min_size=1, max_size=20)


@given(WORD, WORD, WORD)
def test_what_a_sender_writes_is_what_is_read(kind: str, trigger: str, control_id: str) -> None:
    raw = f"MSH|^~\\&|A|B|C|D|20261129||{kind}^{trigger}|{control_id}|P|2.5.1\rPID|1\r".encode()

    assert read_header(raw) == (control_id, f"{kind}^{trigger}")
