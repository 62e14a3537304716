"""CBOR: what cbor2 writes is read as it was, wherever it lies; what is none is not taken for it."""

import math
import struct
from decimal import Decimal
from typing import Any

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.cbor_heads import Malformed, skip
from qmonitor.payloads.describe import describe
from qmonitor.payloads.model import Document, Element, Format, Hint
from qmonitor.payloads.tree import DEEPEST, KEPT
from qmonitor.payloads.values import whole_value

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
SCALARS = (
    st.none() | st.booleans() | st.integers(-(2**80), 2**80) | st.floats(allow_nan=False)
    | TEXTS | st.binary(max_size=9)
)  # fmt: skip
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4))
TREES = st.lists(VALUES, min_size=1, max_size=4) | st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4)


def leaves(document: Document) -> list[Element]:
    return [leaf for segment in document.segments() for element in segment.elements for leaf in element.leaves()]


def expected(value: Any, path: str = "") -> list[tuple[str, str]]:
    if isinstance(value, dict):
        steps = {name: name.replace("~", "~0").replace("/", "~1") for name in value}
        return [found for name, inner in value.items() for found in expected(inner, f"{path}/{steps[name]}")]
    if isinstance(value, list):
        return [found for number, inner in enumerate(value) for found in expected(inner, f"{path}/{number}")]
    if isinstance(value, float):
        special = {math.inf: "Infinity", -math.inf: "-Infinity"}
        return [(path, special.get(value, repr(value)))]
    if value is None or isinstance(value, bool):
        return [(path, {None: "null", True: "true", False: "false"}[value])]
    return [(path, value.hex() if isinstance(value, bytes) else str(value))]


@given(TREES, st.booleans())
def test_it_is_read_as_it_was_written(value: Any, indefinite: bool) -> None:
    raw = cbor2.dumps(value, indefinite_containers=indefinite)
    if len(raw) == 1:
        return
    document = describe(raw)

    assert document.format is Format.CBOR
    assert [(leaf.path, leaf.value) for leaf in leaves(document)] == expected(value)
    assert document.notices == ()
    assert document.described == document.size == len(raw)


@given(TREES)
def test_each_value_lies_where_it_says(value: Any) -> None:
    raw = cbor2.dumps(value)

    for leaf in leaves(describe(raw)):
        content = raw[slice(*leaf.place)]
        if leaf.type == "string":
            assert content.decode() == leaf.value
        elif leaf.type == "bytes":
            assert content.hex() == leaf.value
        elif not leaf.type.startswith("tag"):
            assert expected(cbor2.loads(content)) == [("", leaf.value)]


@given(st.binary(max_size=40) | TREES.map(cbor2.dumps))
def test_an_item_ends_where_cbor2_ends_it(raw: bytes) -> None:
    """Only well-formedness is compared: cbor2 also refuses what means nothing to it (a tag 0 that is no date)."""
    try:
        end = skip(raw, 0, lambda: None)
    except Malformed:
        with pytest.raises(Exception):  # noqa: B017, PT011 — whatever cbor2 says
            cbor2.loads(raw)
        return
    try:
        cbor2.loads(raw[:end])
    except cbor2.CBORDecodeEOF:
        pytest.fail("cbor2 wants more")
    except (cbor2.CBORDecodeError, ValueError, TypeError, UnicodeDecodeError):
        pass


@given(st.binary(min_size=1, max_size=60))
def test_only_what_is_well_formed_to_its_end_is_taken_for_it(raw: bytes) -> None:
    try:
        whole = skip(raw, 0, lambda: None) == len(raw)
    except Malformed:
        whole = False

    assert whole or raw.startswith(b"\xd9\xd9\xf7") or describe(raw).format is not Format.CBOR


@given(st.floats(width=32), st.sampled_from([(">f", 0xFA), (">d", 0xFB)]))
def test_a_float_is_exactly_what_is_stored(number: float, form: tuple[str, int]) -> None:
    (leaf,) = leaves(describe(bytes([0x81, form[1]]) + struct.pack(form[0], number)))

    assert float(leaf.value or "") == number or (math.isnan(number) and leaf.value == "NaN")


@given(st.integers(-25, 25), st.integers(-(10**30), 10**30))
def test_a_decimal_fraction_is_not_rounded(power: int, digits: int) -> None:
    raw = cbor2.dumps([cbor2.CBORTag(4, [power, digits])])

    found = leaves(describe(raw))

    if len(found) == 1 and found[0].type.endswith("decimal"):
        value = Decimal(found[0].value or "")
        sign, numbers, exponent = value.as_tuple()
        assert int("".join(map(str, numbers))) * (-1 if sign else 1) == digits
        assert exponent == power or digits == 0
    else:
        assert [leaf.value for leaf in found] == [str(power), str(digits)]


def test_a_number_of_any_length_is_shown() -> None:
    raw = cbor2.dumps([2**8_000 - 1, 2**80_000])
    short, long = leaves(describe(raw))

    assert int(short.value or "") == 2**8_000 - 1
    assert (long.value or "").startswith("01" + "00" * 100)


def test_embedded_cbor_is_opened_only_so_often() -> None:
    raw: Any = 1
    for _ in range(12):
        raw = cbor2.CBORTag(24, cbor2.dumps([raw]))
    document = describe(cbor2.dumps([raw]))

    (leaf,) = leaves(document)
    assert leaf.type == "tag 24, bytes"
    assert [notice.code for notice in document.notices] == ["cbor-embedded"]


def test_depth_is_bounded() -> None:
    document = describe(b"\x81" * 50_000 + b"\x01")

    (leaf,) = leaves(document)
    assert leaf.path == "/0" * DEEPEST
    assert [notice.code for notice in document.notices] == ["deep"]


def test_a_string_in_pieces_is_read_whole_when_it_is_wanted() -> None:
    piece = b"\x7a" + KEPT.to_bytes(4, "big") + b"x" * KEPT
    raw = b"\x81\x7f" + piece + b"\x62\xc3\xa4" + b"\xff"
    (leaf,) = leaves(document := describe(raw))

    assert not leaf.whole
    assert whole_value(document, leaf, raw) == "x" * KEPT + "ä"


def test_a_beginning_is_taken_for_it_if_its_first_key_is_a_name() -> None:
    raw = cbor2.dumps({"patient": "x" * 500, "n": 1})

    assert describe(raw[:100], Hint(size=len(raw))).format is Format.CBOR
    assert describe(raw[:100]).format is not Format.CBOR
