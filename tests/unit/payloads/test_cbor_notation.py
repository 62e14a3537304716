"""Diagnostic notation says what is stored: exact, with every tag, and of what is endless that it is."""

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.cbor_notation import LINES, VALUE, notation
from tests.helpers import deadletter as made

NANOSECONDS = 1_790_000_000_123_456_789

ONE_LINE = {
    "a nanosecond": (made.at(NANOSECONDS), '0("2026-09-21T14:13:20.123456789Z")'),
    "no time": (made.at(None), '0("0001-01-01T00:00:00Z")'),
    "whole seconds": (made.tag(1, made.integer(1_790_000_000)), "1(1790000000)"),
    "half seconds": (made.tag(1, made.double(1.5)), "1(1.5)"),
    "tags in tags": (made.tag(55799, made.tag(0, made.text("x"))), '55799(0("x"))'),
    "bytes": (made.raw(b"\x00\x01\xff"), "h'0001ff'"),
    "no bytes": (made.raw(b""), "h''"),
    "null": (made.NULL, "null"),
    "undefined": (b"\xf7", "undefined"),
    "true": (b"\xf5", "true"),
    "another simple value": (b"\xf8\x63", "simple(99)"),
    "the largest number": (made.integer(2**64 - 1), "18446744073709551615"),
    "the smallest number": (b"\x3b" + b"\xff" * 8, "-18446744073709551616"),
    "a big number": (made.tag(2, made.raw(b"\x01" + b"\0" * 8)), "2(h'010000000000000000')"),
    "half a float": (b"\xf9\x3e\x00", "1.5"),
    "no number": (b"\xf9\x7e\x00", "NaN"),
    "below everything": (b"\xf9\xfc\x00", "-Infinity"),
    "text in pieces": (made.pieces("stre", "ams"), '(_ "stre", "ams")'),
    "bytes in pieces": (b"\x5f" + made.raw(b"\xaa") + made.raw(b"\xbb") + b"\xff", "(_ h'aa', h'bb')"),
    "quotes and a line end": (made.text('a"b\\\n'), '"a\\"b\\\\\\n"'),
    "letters": (made.text("Süßkindl"), '"Süßkindl"'),
    "no letters": (made.head(3, 2) + b"\xffa", '"⟨\\xFF⟩a"'),
    "a mark of direction": (made.text("a\u202eb"), '"a⟨U+202E⟩b"'),
    "an empty list": (made.items(), "[]"),
    "an endless empty list": (made.items(endless=True), "[_ ]"),
    "an endless empty map": (made.pairs(endless=True), "{_ }"),
}


@pytest.mark.parametrize("name", ONE_LINE)
def test_an_item_is_written_as_it_is(name: str) -> None:
    raw, written = ONE_LINE[name]
    found = notation(raw)

    assert [line.text for line in found.lines] == [written]
    assert (found.described, found.lines[0].begin, found.lines[0].end) == (len(raw), 0, len(raw))


def test_a_message_is_an_item_a_line_each_with_its_bytes() -> None:
    raw = made.items(made.pairs(made.text("Code"), made.integer(3), made.integer(-1), made.NULL), endless=True)
    found = notation(raw)

    assert [line.text for line in found.lines] == ["[_", "  {", '    "Code": 3,', "    -1: null", "  }", "]"]
    assert raw[found.lines[2].begin : found.lines[2].end] == made.text("Code") + made.integer(3)
    assert raw[found.lines[5].begin : found.lines[5].end] == b"\xff"


def test_endless_lists_and_null_lists_of_a_message_read_right() -> None:
    raw = made.items(made.message(descriptions=["a"], fields=None, endless=True))
    lines = [line.text.strip() for line in notation(raw).lines]

    assert lines[1] == "{_"
    assert lines[lines.index('"Descriptions": [_') :][:3] == ['"Descriptions": [_', '"a"', "],"]
    assert '"Fields": null,' in lines


def test_keys_that_are_no_text_are_written_too() -> None:
    raw = made.pairs(made.raw(b"\x01"), made.integer(1), made.items(made.integer(5)), made.integer(2))

    assert [line.text for line in notation(raw).lines][1:3] == ["  h'01': 1,", "  <<8105>>: 2"]


def test_a_long_value_says_how_long_it_is() -> None:
    text, data = notation(made.text("x" * 10_000)), notation(made.raw(b"\xab" * 10_000))

    assert text.lines[0].text == '"' + "x" * VALUE + '…" (10,000 bytes)'
    assert data.lines[0].text == "h'" + "ab" * (VALUE // 2) + "…' (10,000 bytes)"


@pytest.mark.parametrize("name", made.BROKEN)
def test_what_is_broken_is_written_up_to_where_it_is(name: str) -> None:
    raw = made.BROKEN[name]
    found = notation(raw)

    assert found.described <= len(raw)
    assert len(found.lines) <= LINES


def test_what_follows_after_the_only_item_is_not_said_to_be_described() -> None:
    assert notation(made.integer(1) + b"\x00").described == 1


def test_text_in_millions_of_pieces_takes_no_longer_than_a_moment() -> None:
    pieces = b"\x7f" + b"\x61x" * 2_000_000 + b"\xff"
    tags = b"\xc1" * 3_000_000 + b"\x00"

    for raw in (pieces, made.items(pieces), made.pairs(made.items(pieces), made.NULL), tags):
        assert notation(raw).described < len(raw)
    many = notation(made.items(b"\xc1" * 100_000 + b"\x00"))
    assert max(len(line.text) for line in many.lines) <= 2 * VALUE + 10
    short = notation(b"\x7f" + b"\x61x" * 100_000 + b"\xff")
    assert len(short.lines[0].text) <= 2 * VALUE + 1


def test_what_is_hidden_is_written_as_marks() -> None:
    subject, user = made.text("Grade of Ann"), made.text("ann")
    raw = made.pairs(made.text("Subject"), subject, made.text("User"), user, made.text("Code"), made.integer(2))
    at = raw.index(b"Grade"), raw.index(b"ann", raw.index(b"User"))
    found = notation(raw, [(at[0], at[0] + 12), (at[1], at[1] + 3)])

    written = "\n".join(line.text for line in found.lines)
    assert "Ann" not in written
    assert '"Subject": ••••' in written
    assert '"Code": 2' in written


SCALARS = st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text(max_size=9) | st.binary(max_size=9)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner))


@given(VALUES, st.booleans())
def test_every_byte_of_what_another_encoder_writes_is_described(value: object, endless: bool) -> None:
    raw = cbor2.dumps(value, indefinite_containers=endless)
    found = notation(raw)

    assert found.described == len(raw)
    assert {line.begin for line in found.lines} >= {0}


@given(st.binary(max_size=200))
def test_it_never_fails(raw: bytes) -> None:
    assert notation(raw).described <= len(raw)
