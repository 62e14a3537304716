"""Values are decoded after splitting; what is malformed stays as it is, and is counted."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from qmonitor.payloads.hl7.charset import Charset, guessed, labelled, named
from qmonitor.payloads.hl7.escapes import KEPT, Decoder
from qmonitor.payloads.hl7.header import Delimiters

STANDARD = Delimiters.of(b"MSH|^~\\&#|", 0)


def decoder(charset: str = "utf-8", delimiters: Delimiters = STANDARD) -> Decoder:
    found = named(charset)
    assert found is not None
    return Decoder(found, delimiters)


@pytest.mark.parametrize(
    ("sent", "text", "bad"),
    [
        ("plain", "plain", 0),
        (r"\F\\S\\T\\R\\E\\P\ ", "|^&~\\# ", 0),
        (r"\H\high\N\ low", "high low", 0),
        (r"a\.br\b\.BR\c", "a\nb\nc", 0),
        (r"a\.sp\b\.sp3\c\.sp+2\d", "a\nb\n\n\nc\n\nd", 0),
        (r"a\.sk4\b\.sk\c", "a    b c", 0),
        (r"\.in+4\a\.ti-2\b\.fi\c\.nf\d\.ce\e", "abcd\ne", 0),
        (r"\X41\ \X4142\ \X0D0A\ \X0d\ ", "A AB \r\n \r ", 0),
        (r"M\XC3BC\ller M\XC3\\XBC\ller", "Müller Müller", 0),
        (r"\Zq7\ ", "\\Zq7\\ ", 1),
        (r"x\E", "x\\E", 1),
        ("\\", "\\", 1),
        ("\\\\", "\\\\", 2),
        (r"O\Neil", r"O\Neil", 1),
        (r"C:\dir\file", r"C:\dir\file", 1),
        (r"a \ b \F\ c", r"a \ b | c", 1),
        (r"\X\ \X4\ \XG0\ ", r"\X\ \X4\ \XG0\ ", 3),
        (r"\f\ \.xy\ \.sp100\ \C12\ \M1\ \FF\ ", r"\f\ \.xy\ \.sp100\ \C12\ \M1\ \FF\ ", 6),
        (r"\C2D46\ ", " ", 0),
        (r"\C9999\ ", r"\C9999\ ", 1),
    ],
)
def test_escape_sequences(sent: str, text: str, bad: int) -> None:
    value = decoder().value(sent.encode(), sent.encode())

    assert (value.text, value.bad, value.undecodable, value.whole) == (text, bad, 0, True)


def test_what_the_header_does_not_name_is_not_meant() -> None:
    few = decoder(delimiters=Delimiters.of(b"MSH|^~\\|", 0))

    assert few.value(rb"\T\\F\\P", rb"\T\\F\\P").text == "\\T\\|\\P"
    none = decoder(delimiters=Delimiters.of(b"MSH|^~&|", 0))
    assert none.value(rb"\F\x", rb"\F\x").text == r"\F\x"


@pytest.mark.parametrize(
    ("charset", "sent", "text", "undecodable"),
    [
        ("utf-8", b"M\xfcller", "M⟨\\xFC⟩ller", 1),
        ("utf-8", b"\xe5\xb1\xc3", "⟨\\xE5⟩⟨\\xB1⟩⟨\\xC3⟩", 3),
        ("ascii", b"\\XFC\\", "⟨\\xFC⟩", 1),
        ("cp1252", b"\x81\x80", "⟨\\x81⟩€", 1),
        ("shift_jis", b"\x95\x5c\xff\xa0\x80", "表⟨\\xFF⟩⟨\\xA0⟩⟨\\x80⟩", 3),
        ("shift_jis", b"\xfd\x81", "⟨\\xFD⟩⟨\\x81⟩", 2),
        ("8859/5", b"\\XB7\\", "З", 0),
        ("gb18030", b"\x81\x30\x81", "⟨\\x81⟩⟨\\x30⟩⟨\\x81⟩", 3),
    ],
)
def test_bytes_that_are_no_characters_are_marked_and_counted(
    charset: str, sent: bytes, text: str, undecodable: int
) -> None:
    value = decoder(charset).value(sent, sent)

    assert (value.text, value.undecodable) == (text, undecodable)


def test_wide_characters_are_unescaped_too() -> None:
    sent = "ü\\F\\\\X5C71\\\\X41\\"
    value = decoder("utf-16-le").value(sent.encode("utf-16-le"), sent.encode("latin-1"))

    assert value.text == "ü|山A"


@pytest.mark.parametrize("charset", ["utf-8", "cp932", "gb18030", "utf-16-le", "iso2022_jp_ext", "8859/1"])
def test_a_long_value_ends_with_a_whole_character(charset: str) -> None:
    codec = decoder(charset).charset.codec
    for lead in ("", "x", "xy", "xyz"):
        text = lead + ("é" if charset == "8859/1" else "山") * 5000
        raw = text.encode(codec)
        value = decoder(charset).value(raw, raw if codec[:6] != "utf-16" else b"." * len(text))

        assert value.text == text[: len(value.text)]
        assert (value.whole, value.undecodable) == (False, 0)
        assert len(value.text.encode(codec)) > KEPT - 20


def test_an_escape_sequence_that_is_cut_is_left_out() -> None:
    raw = b"x" * (KEPT - 3) + b"\\X41\\" + b"y"
    value = decoder().value(raw, raw)

    assert (value.text, value.bad) == ("x" * (KEPT - 3), 0)
    assert decoder().whole(raw, raw) == "x" * (KEPT - 3) + "Ay"


@given(
    st.binary(max_size=60),
    st.sampled_from(["utf-8", "ascii", "cp932", "gb18030", "iso2022_jp_ext", "8859/7", "euc_jp"]),
)
def test_any_bytes_have_a_value(raw: bytes, charset: str) -> None:
    value = decoder(charset).value(raw, raw)

    value.text.encode()
    assert 0 <= value.undecodable <= len(raw)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_what_a_sender_escapes_is_read(text: str) -> None:
    table = {"\\": "\\E\\", "|": "\\F\\", "^": "\\S\\", "~": "\\R\\", "&": "\\T\\", "\r": "\\X0D\\", "\n": "\\.br\\"}
    sent = text.translate(str.maketrans(table)).encode()

    assert decoder().whole(sent, sent) == text


@pytest.mark.parametrize(
    ("labels", "name"),
    [
        (["8859/1"], "ISO 8859-1"),
        (["8859/15"], "ISO 8859-15"),
        (["ISO-8859-9"], "ISO 8859-9"),
        (["iso8859_2"], "ISO 8859-2"),
        (["ASCII"], "ASCII"),
        (["UNICODE"], "UTF-8"),
        (["UNICODE UTF-8"], "UTF-8"),
        (["utf8"], "UTF-8"),
        (["WINDOWS-1252"], "Windows-1252"),
        (["cp1250"], "Windows-1250"),
        (["ISO IR87"], "ISO-2022-JP"),
        (["ISO IR14", "ISO IR87"], "ISO-2022-JP"),
        (["", "ISO IR87", "ISO IR159"], "ISO-2022-JP"),
        (["ASCII", "ISO IR87"], "ISO-2022-JP"),
        (["8859/1", "UNICODE UTF-8"], "ISO 8859-1"),
        (["", "8859/2"], "ISO 8859-2"),
        (["GB 18030-2000"], "GB18030"),
        (["KS X 1001"], "KS X 1001"),
        (["BIG-5"], "Big5"),
        (["Shift_JIS"], "Shift-JIS"),
        ([""], None),
        (["CNS 11643-1992"], None),
        (["rot13"], None),
        (["UNICODE UTF-16"], None),
    ],
)
def test_labels_of_msh_18(labels: list[str], name: str | None) -> None:
    found = labelled(labels)

    assert (found.name if found else None) == name


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("iso-8859-1", "iso8859-1"), ("latin-1", "iso8859-1"), ("utf-16", "utf-16-le"), ("utf-16-be", "utf-16-be"),
        ("cp037", None), ("utf-7", None), ("hex", None), ("idna", None), ("undefined", None), ("no such", None),
        ("tis-620", "tis-620"), ("\0", None), ("", None), ("hz", None), ("iso2022_kr", None),
    ],
)  # fmt: skip
def test_names_of_encodings(name: str, codec: str | None) -> None:
    found = named(name)

    assert (found.codec if found else None) == codec


@pytest.mark.parametrize(
    ("raw", "name", "certain"),
    [
        (b"plain", "UTF-8", True),
        ("Müller".encode(), "UTF-8", True),
        ("Müller Änne Größe".encode() + b"\xfc", "UTF-8", False),
        ("Müller".encode("latin-1"), "ISO 8859-1", False),
        ("„Müller“".encode("cp1252"), "Windows-1252", False),
        (b"x" * 65_535 + "ü".encode(), "UTF-8", True),
        (b"x" * 65_535 + "ü".encode() + b"\xfcx" * 9, "ISO 8859-1", False),
    ],
)
def test_what_bytes_look_like(raw: bytes, name: str, certain: bool) -> None:
    charset, sure = guessed(raw, 0)

    assert (charset.name, sure) == (name, certain)


def test_the_width_of_units() -> None:
    assert [Charset("", codec).width for codec in ("utf-8", "utf-16-le", "utf-32-be", "utf-7")] == [1, 2, 4, 1]
