"""The JSON document of a message: every key as it stands, nothing lost that JSON can hold."""

import base64
import json
from typing import Any

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.deadletter.codec import decode
from qmonitor.queues.deadletter.documents import document
from qmonitor.queues.deadletter.errors import Undecodable
from tests.helpers import deadletter as made


def told(stored: bytes) -> Any:
    return json.loads(document(stored))


def test_a_message_as_the_daemon_writes_it() -> None:
    found = told(
        made.message(made.BEGIN + 1, skip=("bea",), code=3, more=(made.text("x-trace"), made.raw(b"\xff\x00")))
    )
    assert list(found.items()) == [
        ("Timestamp", "2026-09-21T14:13:20.000000000Z"),
        ("QueuedAt", "2026-09-21T14:13:20.000000001Z"),
        ("Username", "ann"),
        ("Subject", "Grade in anatomy"),
        ("Descriptions", ["Anatomy I", "2026"]),
        ("Fields", ["grade", "1.3"]),
        ("SkipRecipients", ["bea"]),
        ("Code", 3),
        ("x-trace", base64.b64encode(b"\xff\x00").decode()),
    ]


@pytest.mark.parametrize(
    ("coded", "value"),
    [
        (made.at(None), "0001-01-01T00:00:00.000000000Z"),
        (made.tag(1, made.double(1_790_000_000.5)), "2026-09-21T14:13:20.500000000Z"),
        (made.tag(0, made.text("2026-09-21T16:13:20+02:00")), "2026-09-21T14:13:20.000000000Z"),
        (made.tag(0, made.text("1950-03-01T00:00:00Z")), "1950-03-01T00:00:00.000000000Z"),
        (made.tag(1, made.integer(-600_000_000)), "1950-12-27T13:20:00.000000000Z"),
        (made.tag(0, made.text("0001-01-01T00:00:00+05:00")), "0001-01-01T00:00:00.000000000Z"),
        (made.tag(0, made.text("soon")), "soon"),
        (made.tag(1, made.double(float("inf"))), "inf"),
        (made.double(float("nan")), "nan"),
        (made.tag(2, made.raw(b"\x01" + bytes(8))), 2**64),
        (made.tag(3, made.raw(b"\x01" + bytes(8))), -1 - 2**64),
        (made.tag(2, made.raw(b"\x01" + bytes(600))), hex(1 << 4800)),
        (made.tag(2, made.text("AQ==")), "AQ=="),
        (made.tag(999, made.items(made.integer(-5), endless=True)), [-5]),
        (made.pieces("a", "", "ä"), "aä"),
        (b"\x5f" + made.raw(b"a") + made.raw(b"b") + b"\xff", "YWI="),
        (made.pairs(made.integer(3), b"\xf5", made.raw(b"k"), b"\xf7", endless=True), {"3": True, "aw==": None}),
        (b"\xf8\x40", 64),
    ],
)
def test_values_of_unknown_keys(coded: bytes, value: object) -> None:
    assert told(made.pairs(made.text("x"), coded)) == {"x": value}
    assert told(made.pairs(made.text("x"), coded, endless=True)) == {"x": value}


def test_whatever_is_decoded_is_made_into_a_document_too() -> None:
    """A message near the limit of items: else it would wait for ever, and look as if it were sent next."""
    pieces = made.pairs(made.text("Subject"), made.pieces(*[""] * 249_000, "end"))
    (message,) = decode(made.items(pieces))
    assert told(message.stored) == {"Subject": "end"}


@pytest.mark.parametrize("key", [made.integer(1), made.text("1"), made.raw(b"\xd7")])
def test_of_two_keys_that_json_can_not_tell_apart_none_is_lost(key: bytes) -> None:
    other = made.text("1w==") if key == made.raw(b"\xd7") else made.text("1")
    with pytest.raises(Undecodable):
        document(made.pairs(made.text("x"), made.pairs(key, made.text("a"), other, made.text("b"))))


plain = st.text(st.characters(codec="utf-8"), max_size=9)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | plain,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(plain, inner, max_size=3),
)


@given(st.dictionaries(plain, values, max_size=4), st.booleans())
def test_what_json_can_hold_is_what_another_encoder_wrote(found: dict[str, Any], endless: bool) -> None:
    assert told(cbor2.dumps(found, indefinite_containers=endless)) == found


@pytest.mark.parametrize(
    "stored", [b"", b"\x80", made.message()[:-1], made.message() + b"\x00", b"\xa1\x01", b"\xbf\x01\xff", b"\x81" * 99]
)
def test_what_is_no_message_has_no_document(stored: bytes) -> None:
    with pytest.raises(Undecodable):
        document(stored)
