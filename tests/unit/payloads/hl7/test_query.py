"""Values are found by their path, whatever the query leaves out."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from qmonitor.payloads.hl7.paths import NoPath, Path
from qmonitor.payloads.hl7.query import Glob, PathQuery
from qmonitor.payloads.model import Hint

HEAD = b"MSH|^~\\&|HIS|NORTH|LAB|SOUTH|20261129080000||ADT^A01|M1|P|2.5.1"
RAW = HEAD + (
    b'\rPID|1||12345^^^N&1.2&ISO~777||Haselmaus^Tilda|||F|||""\r'
    b"OBX|1|TX|a||first\\F\\one\rOBX|2|TX|a&b^c||second~third\rZPI|12345|x\rzzz|1\rno segment|12345\r"
)


def paths(query: str, raw: bytes = RAW, hint: Hint | None = None) -> list[str]:
    return [hit.path for hit in PathQuery.parse(query).search(raw, hint or Hint())]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("PID-3.1=12345", ["PID-3[1].1"]),
        ("PID-3=12345", ["PID-3[1].1"]),
        ("PID-3.1=777", ["PID-3[2]"]),
        ("PID-3.1.1=777", ["PID-3[2]"]),
        ("PID-3[2]=777", ["PID-3[2]"]),
        ("PID-3[1]=777", []),
        ("PID-3.2=777", []),
        ("PID-3.4.2=1.2", ["PID-3[1].4.2"]),
        ("PID-3.4=N", ["PID-3[1].4.1"]),
        ("PID-5.2=Tilda", ["PID-5.2"]),
        ("PID-5.2=tilda", []),
        ("PID-5.2=Til*", ["PID-5.2"]),
        ("PID-5.2=*l*a", ["PID-5.2"]),
        ("PID-5.2=Ti", []),
        ("PID-5.2=*T*T*a", []),
        ("PID-5.1=Hasel*T*a", []),
        ("OBX-5=f*|*e", ["OBX[1]-5"]),
        ("PID.5.1=Haselmaus", ["PID-5.1"]),
        ("OBX-5=first|one", ["OBX[1]-5"]),
        ("OBX-5=third", ["OBX[2]-5[2]"]),
        ("OBX[2]-5", ["OBX[2]-5[1]", "OBX[2]-5[2]"]),
        ("OBX[1]-5=third", []),
        ("OBX-3=a", ["OBX[1]-3", "OBX[2]-3.1.1"]),
        ("OBX-3.1.2", ["OBX[2]-3.1.2"]),
        ("Z..-1=12345", ["ZPI-1"]),
        ("Z..-1", ["ZPI-1", "zzz-1"]),
        ("ZZZ-1=1", ["zzz-1"]),
        ("*-1=12345", ["ZPI-1"]),
        ("...-1=12345", ["ZPI-1"]),
        ("?-2=12345", ["?-2"]),
        ("*=12345", ["PID-3[1].1", "ZPI-1", "?-2"]),
        ("ZPI", ["ZPI-1", "ZPI-2"]),
        ("PID-2", []),
        ("PID-11", ["PID-11"]),
        ('PID-11=""', ["PID-11"]),
        ("PID-99", []),
        ("MSH-1=|", ["MSH-1"]),
        ("MSH-2=^~\\&", ["MSH-2"]),
        ("MSH-9.2=A01", ["MSH-9.2"]),
        ("MSH-10=M1", ["MSH-10"]),
        (" PID-3.1 = 12345 ", ["PID-3[1].1"]),
    ],
)  # fmt: skip
def test_it_finds(query: str, expected: list[str]) -> None:
    assert paths(query) == expected


def test_an_undivided_field_is_its_first_component() -> None:
    assert paths("PID-3.1=12345", HEAD + b"\rPID|1||12345\r") == ["PID-3"]


def test_hits_say_where_the_bytes_are_and_in_which_message() -> None:
    raw = b"BHS|^~\\&|x\r" + RAW + RAW.replace(b"Tilda", b"Emma") + b"BTS|2\r"
    (hit,) = PathQuery.parse("PID-5.2=Emma").search(raw, Hint())

    assert (raw[hit.begin : hit.end], hit.path, hit.message) == (b"Emma", "PID-5.2", 1)
    (hit,) = PathQuery.parse("BTS-1=2").search(raw, Hint())
    assert hit.message == -1


@pytest.mark.parametrize("codec", ["utf-8", "latin-1", "utf-16-le", "utf-16-be", "cp932", "iso2022_jp_ext"])
def test_values_are_compared_decoded(codec: str) -> None:
    name = "山田" if codec.startswith(("cp", "iso2022", "utf")) else "Änne"
    raw = f"MSH|^~\\&|x\rPID|1||{name}^b".encode(codec)

    assert paths(f"PID-3={name}", raw, Hint(encoding=codec)) == ["PID-3.1"]
    assert paths("PID-3.2=b", raw, Hint(encoding=codec)) == ["PID-3.2"]


@pytest.mark.parametrize(
    "value", [b"Haselmaus\\XC3BC\\", b"\\X48\\aselma\\X7573C3BC\\", b"\\H\\Haselmaus\\XC3BC\\\\N\\"], ids=repr
)
def test_values_are_found_however_they_are_escaped(value: bytes) -> None:
    assert paths("PID-5=Haselmausü", HEAD + b"\rPID|1||||" + value) == ["PID-5"]


def test_an_ascii_value_that_is_escaped_is_found() -> None:
    assert paths("PID-5=Haselmaus", HEAD + b"\rPID|1||||Hasel\\X6D\\aus") == ["PID-5"]


def test_a_long_value_is_compared_to_its_end() -> None:
    raw = HEAD + b"\rOBX|1|ED|||" + b"QUJD" * 5000 + b"x"

    assert paths("OBX-5=*x", raw) == ["OBX-5"]
    assert paths("OBX-5=*y", raw) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "P",
        "PIDX-1",
        "PID-",
        "PID-0",
        "PID-3.0",
        "PID-3..1",
        "PID[0]-1",
        "PID-3[1",
        "PID 3",
        "PID-3.1.1.1",
        "x" * 500,
    ],
)
def test_what_is_no_path_is_refused(text: str) -> None:
    with pytest.raises(NoPath):
        PathQuery.parse(text)


NUMBER = st.integers(1, 999)


@given(
    st.from_regex(r"[A-Z][A-Z0-9]{2}|\?", fullmatch=True),
    st.integers(0, 99), NUMBER, st.integers(0, 99), NUMBER, st.integers(0, 99),
)  # fmt: skip
def test_a_path_is_written_as_it_is_read(
    segment: str, occurrence: int, field: int, repetition: int, component: int, subcomponent: int
) -> None:
    path = Path(segment, occurrence, field, repetition, component, subcomponent)

    assert Path.parse(str(path)) == path


@given(st.text(max_size=30))
def test_any_query_is_taken_or_refused(text: str) -> None:
    try:
        query = PathQuery.parse(text)
    except NoPath:
        return
    list(query.search(RAW, Hint()))


@given(st.binary())
def test_any_bytes_are_searched(raw: bytes) -> None:
    for query in ("*=1", "PID-3.1=1", "Z..", "MSH-2=^*"):
        list(PathQuery.parse(query).search(b"MSH|^~\\&|" + raw, Hint()))
        list(PathQuery.parse(query).search(raw, Hint()))


@given(st.lists(st.text("ab*", max_size=4)), st.text("ab*", max_size=12))
def test_stars_stand_for_any_text(parts: list[str], value: str) -> None:
    glob = Glob(tuple(parts) or ("",))

    assert glob.matches("x".join(glob.parts)) is (len(glob.parts) > 1 or glob.parts[0] == "x".join(glob.parts))
    assert Glob.parse("*".join(part.replace("*", "\\*") for part in glob.parts)) == glob
    assert Glob(("", value[1:3], "")).matches(value)
