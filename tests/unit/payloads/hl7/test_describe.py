"""Any bytes are described, in bounded time and room; what is left out is said."""

import random
import re
import time
from collections.abc import Iterator

import hypothesis.strategies as st
import pytest
from hypothesis import given

from qmonitor.payloads.hl7 import describe, looks_like
from qmonitor.payloads.hl7.elements import ELEMENTS, VALUES
from qmonitor.payloads.model import Document, Element, Format, Hint, Kind
from tests.helpers.hl7 import mutations

HEAD = b"MSH|^~\\&|HIS|NORTH|LAB|SOUTH|20261129080000||ADT^A01^ADT_A01|M1|P|2.5.1\rEVN|A01\r"
HINT = Hint()


def leaves(document: Document) -> dict[str, Element]:
    return {
        leaf.path: leaf for segment in document.segments() for element in segment.elements for leaf in element.leaves()
    }


def elements(document: Document) -> Iterator[Element]:
    waiting = [element for segment in document.segments() for element in segment.elements]
    while waiting:
        element = waiting.pop()
        yield element
        waiting += element.children


def codes(document: Document) -> list[str]:
    return [notice.code for notice in document.notices]


# --- names


@pytest.mark.parametrize(
    ("path", "name", "datatype"),
    [
        ("PID-1", "Set Id Pid", "SI"),
        ("PID-3[1].1", "Patient Identifier List / Id Number", "ST"),
        ("PID-3[1].4.2", "Patient Identifier List / Assigning Authority", "ST"),
        ("PID-3[2]", "Patient Identifier List", "CX"),
        ("OBX[1]-5.2", "Observation Value / Text", "ST"),
        ("OBX[2]-5", "Observation Value", "varies"),
        ("OBX[2]-99", "", ""),
        ("ZPI-1", "", ""),
        ("MSH-1", "Field Separator", "ST"),
    ],
)
def test_elements_are_named_from_the_dictionary(path: str, name: str, datatype: str) -> None:
    last = b"|".join([b"OBX", b"2", b"NM", b"", b"", b"7", *[b""] * 93, b"x"])
    raw = HEAD + b"PID|1||A^^^N&1.2&ISO~B\rOBX|1|CE|||a^b\r" + last + b"\rZPI|q\r"

    leaf = leaves(describe(raw, HINT))[path]

    assert (leaf.name, leaf.type) == (name, datatype)


def test_segments_have_titles_and_numbers() -> None:
    document = describe(HEAD + b"OBX|1\rOBX|2\rZPI|1\rPID|1\r", HINT)

    assert [(segment.path, segment.title) for segment in document.segments()][2:] == [
        ("OBX[1]", "Observation/Result"),
        ("OBX[2]", "Observation/Result"),
        ("ZPI", ""),
        ("PID", "Patient Identification"),
    ]


def test_what_is_divided_has_its_parts_as_children() -> None:
    document = describe(HEAD + b"PID|1||A^B&C~D\r", HINT)
    field = document.messages[0].segments[2].elements[2]

    assert (field.kind, field.path, field.value) == (Kind.FIELD, "PID-3", None)
    first, second = field.children
    assert (first.kind, first.path, second.kind, second.value) == (Kind.REPETITION, "PID-3[1]", Kind.REPETITION, "D")
    component = first.children[1]
    assert (component.kind, component.path, component.name) == (
        Kind.COMPONENT,
        "PID-3[1].2",
        "Patient Identifier List / Check Digit",
    )
    assert [(part.kind, part.value) for part in component.children] == [
        (Kind.SUBCOMPONENT, "B"),
        (Kind.SUBCOMPONENT, "C"),
    ]


# --- bounds


def test_elements_are_bounded_and_it_is_said_how_far_they_go() -> None:
    raw = HEAD + b"NTE|" + b"a^" * 100 + b"\r"
    raw += raw[len(HEAD) :] * 2000
    document = describe(raw, HINT)

    assert sum(1 for _ in elements(document)) <= ELEMENTS
    assert document.size == len(raw)
    assert document.described == document.messages[-1].end < len(raw)
    assert raw[document.described : document.described + 1] == b"\r"
    assert codes(document)[0] == "cut"
    assert "missing-segment" not in codes(document)


def test_values_are_bounded() -> None:
    raw = HEAD + (b"NTE|1||" + b"x" * 4000 + b"\r") * 3000
    document = describe(raw, HINT)

    assert document.described < document.size
    assert sum(len(leaf.value or "") for leaf in elements(document)) <= VALUES + 5000


def test_a_long_value_is_kept_as_a_beginning() -> None:
    raw = HEAD + b"PID|1||" + "ä".encode() * 1_000_000 + b"\xff\r"
    leaf = leaves(document := describe(raw, HINT))["PID-3"]

    assert leaf.value is not None
    assert (len(leaf.value), set(leaf.value), leaf.whole) == (2048, {"ä"}, False)
    assert (leaf.begin, leaf.end) == (len(HEAD) + 7, len(raw) - 1)
    assert document.described == document.size


def test_undecodable_bytes_are_counted_in_what_is_not_kept_too() -> None:
    head = HEAD.replace(b"2.5.1", b"2.5.1||||||UNICODE UTF-8")

    assert describe(head + b"PID|1||" + b"x\xff" * 500_000, HINT).undecodable == 500_000


def test_the_beginning_of_a_payload_is_left_open() -> None:
    document = describe(HEAD + b"PID|1||7~8^9", Hint(size=70_000_000))

    assert (document.size, document.described) == (70_000_000, len(HEAD) + 12)
    assert [leaf.path for leaf in leaves(document).values() if not leaf.whole] == ["PID-3[2].2"]
    assert codes(document) == ["cut"]


def test_a_character_that_is_cut_off_with_the_rest_is_no_error() -> None:
    for missing in (1, 2, 3):
        raw = HEAD + b"PID|1||" + "Mü🩺".encode()[:-missing]
        document = describe(raw, Hint(size=5000))

        assert leaves(document)["PID-3"].value == "Mü"
        assert (document.undecodable, document.described) == (0, len(raw) - 4 + missing)


def test_many_notices_are_counted() -> None:
    document = describe(b"MSH|^~\\&|\r" * 300, HINT)

    assert len(document.notices) == 101
    assert document.notices[-1].code == "more"


def test_no_notice_has_anything_of_the_payload() -> None:
    secret = b"Haselmaus"
    raw = HEAD.replace(b"2.5.1", b"2.5.1||||||" + secret).replace(b"ADT", secret)
    document = describe(
        secret + raw + secret + b"\r" + secret + b"|\\" + secret + b"\\\r\xff\nPID|\rBTS|" + secret, HINT
    )

    assert {"prefix", "charset-unknown", "bad-escape", "no-segment", "wrong-count"} <= set(codes(document))
    assert not [notice for notice in document.notices if "Hasel" in f"{notice.text} {notice.path}"]


REPEATED = [
    b"\r", b"\n", b"\x0b\r", b"x\r", b"|", b"^", b"&", b"\\", b"\\X", b"\\F\\", b"MSH|", b"MSH|^~\\&|\r", b"\xff",
    b"\xff\r", b"\x1b$B", b" ", b"BTS|\r", b"\x1c", b"MSH|^~\\&|||||||||||||||||SHIFT_JIS\r\x81|\r", b"\nPID|",
]  # fmt: skip
LABELS = [b"", b"UNICODE UTF-8", b"SHIFT_JIS", b"~ISO IR87", b"GB 18030-2000"]
PAIRS = [(part, LABELS[(n + more) % len(LABELS)]) for n, part in enumerate(REPEATED) for more in (0, 2)]


@pytest.mark.parametrize(("part", "label"), PAIRS, ids=repr)
def test_time_is_linear(part: bytes, label: bytes) -> None:
    """Twenty times as much takes no more than forty times as long, or a quarter of a second."""
    head = HEAD.replace(b"2.5.1", b"2.5.1||||||" + label)
    small, large = (head + b"NTE|" + part * (size // len(part)) for size in (5_000, 100_000))

    assert seconds(large) <= max(40 * seconds(small), 0.25)


def seconds(raw: bytes) -> float:
    began = time.process_time()
    describe(raw, HINT)
    return time.process_time() - began


# --- any bytes


def assert_sound(raw: bytes, hint: Hint = HINT) -> None:
    document = describe(raw, hint)

    assert document.format is Format.HL7V2
    assert 0 <= document.described <= document.size == max(len(raw), hint.size or 0)
    assert document.undecodable >= 0
    for notice in document.notices:
        assert str(notice.text)
    for segment in document.segments():
        assert 0 <= segment.begin <= segment.end <= len(raw)
        at = segment.begin
        for leaf in (leaf for element in segment.elements for leaf in element.leaves()):
            assert at <= leaf.begin <= leaf.end <= segment.end
            assert leaf.value is not None
            leaf.value.encode()
            at = leaf.end


@given(
    st.binary(), st.sampled_from(["", "utf-8", "cp932", "utf-16", "utf-16-be", "iso2022_jp", "nonsense", "hex", "idna"])
)
def test_any_bytes_are_described(raw: bytes, encoding: str) -> None:
    assert_sound(raw, Hint(encoding=encoding, assumed=encoding))
    assert_sound(HEAD + raw, Hint(encoding=encoding, size=len(raw) + 500))


def test_mutated_messages_are_described() -> None:
    for raw in mutations(random.Random(7), 2000):
        assert_sound(raw)


def test_bytes_without_a_header_have_no_segments() -> None:
    document = describe(b"PID|1||7\r", HINT)

    assert (document.messages, document.described, codes(document)) == ((), 0, ["no-header"])


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (HEAD, True),
        (b"\x0b" + HEAD, True),
        (b"FHS|^~\\&|A\r", True),
        (HEAD.decode().encode("utf-16"), True),
        (HEAD.decode().encode("utf-16-be"), True),
        (b"a line of a log\n" + HEAD, True),
        (b"", False),
        (b"MSH", False),
        (b"MSH-9 is wrong", False),
        (b"PID|1", False),
        (b'"quoted" MSH|^~\\&|A|', True),
        (b'"MSH|^~\\&|A|"', False),
        (b'{"message": "MSH|^~\\\\&|A|"}', False),
        (b"<message>MSH|^~\\&|A|</message>", False),
        (bytes(range(256)), False),
    ],
)
def test_what_looks_like_it(raw: bytes, expected: bool) -> None:
    assert looks_like(raw) is expected


def test_paths_are_unique() -> None:
    document = describe(HEAD + b"a\rb\rOBX|1~2\rOBX|^\rPID|&&~&", HINT)
    paths = [element.path for element in elements(document)]

    assert len(set(paths)) == len(paths)
    assert all(re.fullmatch(r"(\w{3}|\?)(\[\d+\])?-\d+(\[\d+\])?(\.\d+){0,2}", path) for path in paths)
