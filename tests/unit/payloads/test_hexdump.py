"""Rows of sixteen bytes: whatever the payload, joined they are its bytes, and columns are alike in all of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.hexdump import WIDTH, byte_at, column, digits, row, rows


@given(st.binary(max_size=70))
def test_the_rows_are_the_bytes(raw: bytes) -> None:
    found = [row(raw, number * WIDTH) for number in range(rows(len(raw)))]

    assert bytes.fromhex("".join(line.values for line in found)) == raw
    assert [int(line.offset, 16) for line in found] == list(range(0, len(raw), WIDTH))
    assert sum(len(line.characters) for line in found) == len(raw)
    assert len({len(line.values) for line in found}) <= 1


def test_a_row_reads_like_this() -> None:
    assert row(b"MSH|^~\\&|HIS\r\n\x00\xff", 0) == (
        "00000000",
        "4d 53 48 7c 5e 7e 5c 26  7c 48 49 53 0d 0a 00 ff",
        "MSH|^~\\&|HIS····",
    )
    assert row(b"abc", 0).values.rstrip() == "61 62 63"


def test_a_row_of_a_slice() -> None:
    whole = bytes(range(64))

    assert row(whole[32:48], 32, start=32) == row(whole, 32)
    assert row(whole[32:48], 16, start=32).values.strip() == ""


@pytest.mark.parametrize("byte", range(WIDTH))
def test_a_byte_is_found_in_its_row(byte: int) -> None:
    values = row(bytes(range(0xA0, 0xB0)), 0).values
    at = column(byte)

    assert values[at : at + 2] == f"{0xA0 + byte:02x}"
    assert [byte_at(place) for place in range(at, at + 3)] == [byte] * 3


def test_places_beside_the_bytes_belong_to_the_nearest() -> None:
    assert byte_at(-5) == 0
    assert byte_at(999) == WIDTH - 1
    assert byte_at(24) == 7


def test_offsets_have_as_many_digits_as_the_payload_needs() -> None:
    assert digits(10) == 8
    assert digits(2**36) == 10
    assert row(b"a", 2**36, start=2**36, digits=10).offset == "1000000000"
