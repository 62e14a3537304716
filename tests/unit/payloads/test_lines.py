"""Text and binary: told apart by what is in them, nothing cut after a NUL, kinds of files by their first bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.describe import describe
from qmonitor.payloads.file_types import file_type
from qmonitor.payloads.model import Format, Hint
from qmonitor.payloads.tree import ELEMENTS


@given(st.text(st.sampled_from("ab \t\r\n\0\x1fäß")))
def test_lines_and_what_is_between_them_are_the_whole(text: str) -> None:
    raw = b"plain " + text.encode()
    document = describe(raw)

    assert document.format is Format.TEXT
    at, rebuilt = 0, ""
    for line in document.messages[0].segments[0].elements:
        between = raw[at : line.begin].decode()
        assert between in ("", "\r\n", "\r", "\n")
        assert raw[line.begin : line.end].decode() == line.value
        rebuilt += between + (line.value or "")
        at = line.end
    assert rebuilt + raw[at:].decode() == raw.decode()


@pytest.mark.parametrize(
    ("raw", "taken"),
    [
        (b"", Format.TEXT),
        (b"a", Format.TEXT),
        (b"a\0b", Format.TEXT),
        (b"\0", Format.BINARY),
        (b"\x01\x02\x03\x04", Format.BINARY),
        (bytes(range(256)), Format.BINARY),
        ("Größe".encode("latin-1"), Format.TEXT),
        (b"%PDF-1.4\n", Format.BINARY),
        (b"\x80", Format.TEXT),
        (b"\xa0", Format.TEXT),
    ],
)
def test_text_is_mostly_characters(raw: bytes, taken: Format) -> None:
    assert describe(raw).format is taken


def test_what_a_person_chose_is_text() -> None:
    assert describe(bytes(range(256)), Hint(encoding="latin-1")).format is Format.TEXT


def test_more_lines_than_there_is_room_for() -> None:
    document = describe(b"line\n" * (ELEMENTS + 5))

    assert len(document.messages[0].segments[0].elements) == ELEMENTS
    assert document.described == 5 * ELEMENTS
    assert document.size == 5 * (ELEMENTS + 5)


def test_the_whole_of_binary_is_one_element() -> None:
    (element,) = describe(b"\x00\xff" * 50_000).messages[0].segments[0].elements

    assert (element.begin, element.end, element.whole) == (0, 100_000, False)
    assert (element.value or "").startswith("00ff00ff")


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (b"%PDF-1.7", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"II*\x00rest", "TIFF"),
        (bytes(128) + b"DICM", "DICOM"),
        (b"RIFF\x00\x00\x00\x00WAVE", "WAV"),
        (b"XXXX\x00\x00\x00\x00WAVE", None),
        (b"PK\x03\x04....xl/workbook.xml", "Excel"),
        (b"PK\x03\x04....readme", "ZIP"),
        (b"BM\x0a\x00\x00\x00....", "BMP"),
        (b"BMI of the patient", None),
        (b"", None),
    ],
)
def test_the_kind_of_file_is_told_by_its_bytes(raw: bytes, name: str | None) -> None:
    found = file_type(raw)

    assert (found.name if found else None) == name
    assert found is None or found.ending.startswith(".")
