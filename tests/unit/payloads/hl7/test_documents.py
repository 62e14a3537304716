"""A document is what its bytes are, and what the message says is held against that."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.hl7.documents import TEXT, document, found, reference
from qmonitor.payloads.hl7.encoded import Encoding, decode

FILES = {
    "PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    "PNG": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "JPEG": b"\xff\xd8\xff\xe0\x00\x10JFIF",
    "GIF": b"GIF89a\x01\x00\x01\x00",
    "TIFF": b"II*\x00\x08\x00\x00\x00",
    "RTF": b"{\\rtf1\\ansi Befund}",
    "DICOM": bytes(128) + b"DICM\x02\x00",
    "ZIP": b"PK\x03\x04\x14\x00\x00\x00",
    "Word": b"PK\x03\x04\x14\x00\x00\x00\x08\x00word/document.xml",
    "HTML": b"<!DOCTYPE html>\n<html><body>Befund</body></html>",
    "XML": b'<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"/>',
    "text": b"Befund: unauff\xc3\xa4llig.\r\n",
}
FILES = {name: start + b"0" * 90 for name, start in FILES.items()}
ENCODERS = {
    "Base64": base64.b64encode,
    "B64": lambda data: base64.encodebytes(data).replace(b"\n", b"\\.br\\"),
    "Hex": lambda data: data.hex().encode(),
    "A": bytes,
}


@pytest.mark.parametrize("how", ENCODERS)
@pytest.mark.parametrize("name", FILES)
def test_the_bytes_say_what_it_is(name: str, how: str) -> None:
    seen = document(stored := ENCODERS[how](FILES[name]), len(stored), name, how)

    assert seen.type is not None
    assert seen.type.name == name
    assert seen.size == len(FILES[name])
    assert seen.exact
    assert seen.fault is None
    assert b"".join(decode([stored], seen.encoding)) == FILES[name]


@pytest.mark.parametrize("how", ["Base64", "B64", "Hex"])
@pytest.mark.parametrize("name", [name for name in FILES if name != "text"])
def test_a_text_that_does_not_say_so_is_found_to_be_one(name: str, how: str) -> None:
    seen = found(stored := ENCODERS[how](FILES[name]), len(stored))

    assert seen is not None
    assert seen.type is not None
    assert seen.type.name == name
    assert seen.encoding is (Encoding.HEX if how == "Hex" else Encoding.BASE64)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"The patient is well. " * 9, id="words"),
        pytest.param(b"Unauffaelligerbefund" * 9, id="letters of base64"),
        pytest.param(b"0123456789abcdef" * 9, id="letters of hexadecimal"),
        pytest.param(
            b"<b>Befund</b> unauff&auml;llig, Kontrolle in vier Wochen empfohlen, sonst keine", id="some tags"
        ),
        pytest.param(b"<5 mg/l, below what can be measured; repeated twice, with the same outcome </td>", id="a sign"),
        pytest.param(base64.b64encode(b"%PDF-1.7"), id="too short"),
        pytest.param(b"", id="empty"),
        pytest.param(b"\x00\x01" * 90, id="bytes like nothing known"),
    ],
)
def test_what_is_only_text_is_no_document(text: bytes) -> None:
    assert found(text, len(text)) is None


@pytest.mark.parametrize(
    ("claimed", "matches", "name"),
    [
        pytest.param("PDF", True, "PDF", id="subtype"),
        pytest.param("TEXT^PDF", True, "PDF", id="type and subtype"),
        pytest.param("application/pdf; name=befund.pdf", True, "PDF", id="media type"),
        pytest.param(".pdf", True, "PDF", id="ending"),
        pytest.param("image/jpeg", False, "JPEG", id="something else"),
        pytest.param("TEXT", None, "", id="says nothing"),
        pytest.param("application/octet-stream", None, "", id="anything"),
        pytest.param("Meier, Erna", None, "", id="a name"),
        pytest.param("", None, "", id="empty"),
    ],
)
def test_what_the_message_says_is_compared(claimed: str, matches: bool | None, name: str) -> None:
    stored = base64.b64encode(FILES["PDF"])
    seen = document(stored, len(stored), claimed, "Base64")

    assert (seen.matches, seen.claimed) == (matches, name)
    assert (seen.mismatch() is not None) == (matches is False)


@pytest.mark.parametrize(
    ("claimed", "name"),
    [("docx", "Word"), ("docx", "ZIP"), ("application/zip", "Word"), ("text/html", "HTML"), ("text/plain", "text")],
)
def test_kinds_that_are_alike_are_not_held_against_it(claimed: str, name: str) -> None:
    assert document(FILES[name], len(FILES[name]), claimed, "A").matches is True


def test_what_begins_like_nothing_known_is_no_pdf() -> None:
    seen = document(b"AAECAwQFBgc=", 12, "PDF", "Base64")

    assert seen.type is None
    assert seen.matches is False
    assert str(seen.mismatch()) == "The message says PDF, but it does not begin like one."
    assert str(seen.said()) == "unknown kind of file, base64, 8 bytes"


@pytest.mark.parametrize("said", ["Base64", "A", "", "utf-8"])
def test_the_encoding_is_what_the_bytes_are(said: str) -> None:
    stored = FILES["PDF"].hex().encode()

    assert document(stored, len(stored), "PDF", said).encoding is Encoding.HEX


def test_an_encoding_that_is_said_counts_where_the_bytes_tell_nothing() -> None:
    stored = base64.b64encode(b"Befund: alles in Ordnung")

    assert document(stored, len(stored), "", "Base64").type == TEXT
    assert document(stored, len(stored), "", "Base64").size == 24
    assert document(stored, len(stored)).encoding is Encoding.PLAIN


def test_the_size_is_told_from_the_beginning() -> None:
    whole = base64.encodebytes(FILES["PDF"] * 1000)
    seen = document(whole[:5000], len(whole), "PDF", "Base64")

    assert not seen.exact
    assert seen.size == pytest.approx(len(FILES["PDF"]) * 1000, rel=0.01)
    assert str(seen.said()) == f"PDF, base64, about {seen.size} bytes"


def test_a_fault_is_told_where_it_is() -> None:
    whole = b"data:application/pdf;base64," + base64.b64encode(FILES["PDF"])
    seen = document(whole[:100] + b"~" + whole[100:], len(whole) + 1)

    assert seen.claimed == "PDF"
    assert seen.begin == 28
    assert seen.fault is not None
    assert seen.fault.at == 100
    assert str(seen.said()) == "PDF, base64, broken after 54 bytes"


def test_what_it_is_fits_in_a_line() -> None:
    assert str(document(b"QQ==", 4, "", "Base64").said()) == "text, base64, 1 byte"
    assert str(document(b"A", 1, "", "A").said()) == "text, 1 byte"
    assert str(document(FILES["RTF"], 0, "RTF", "A").said()) == "RTF, 109 bytes"
    assert str(reference("^AI^PDF")) == "reference to a document (PDF) that is not in the message"
    assert str(reference()) == "reference to a document that is not in the message"


@given(
    st.binary(max_size=300),
    st.integers(0, 1000),
    st.text(max_size=20),
    st.sampled_from(["", "Base64", "Hex", "A", "?"]),
)
def test_no_bytes_make_it_fail(data: bytes, size: int, claimed: str, encoding: str) -> None:
    seen = document(data, size, claimed, encoding)
    found(data, size)

    assert 0 <= seen.size <= max(size, len(data))
    assert str(seen.said())
    assert (seen.mismatch() is None) == (seen.matches is not False)


@given(st.binary(min_size=20, max_size=300), st.sampled_from(sorted(FILES)), st.sampled_from(["Base64", "Hex"]))
def test_the_size_is_that_of_the_file(data: bytes, name: str, how: str) -> None:
    stored = ENCODERS[how](FILES[name] + data)

    assert document(stored, len(stored), name, how).size == len(FILES[name]) + len(data)
