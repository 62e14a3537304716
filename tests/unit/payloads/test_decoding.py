"""Encodings are told by whoever may say it, and every character lies where it says, in any of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.decoding import called, choose, decode, decode_part, known, places, shown
from qmonitor.payloads.model import Hint

CODECS = [
    "utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "ascii", "iso8859-1", "iso8859-7", "cp1252",
    "shift_jis", "cp932", "euc_jp", "euc_kr", "big5", "gb18030", "gbk", "koi8-r",
]  # fmt: skip


@given(st.binary(max_size=60), st.sampled_from(CODECS))
def test_offsets_are_exact_for_any_bytes(raw: bytes, codec: str) -> None:
    decoded = decode(raw, Hint(encoding=codec))
    place = places(decoded, raw)

    offsets = [place(at) for at in range(len(decoded.text) + 1)]

    assert offsets == sorted(offsets)
    assert offsets[0] == decoded.start
    assert offsets[-1] == len(raw) - decoded.ragged


@given(
    st.text(st.characters(codec="utf-8")), st.sampled_from(["utf-8", "utf-16-le", "utf-32-be", "gb18030"]), st.data()
)
def test_each_character_is_found_in_the_bytes(text: str, codec: str, data: st.DataObject) -> None:
    raw = text.encode(codec)
    decoded = decode(raw, Hint(encoding=codec))
    place = places(decoded, raw)
    begin = data.draw(st.integers(0, len(decoded.text)))
    end = data.draw(st.integers(begin, len(decoded.text)))

    first, last = place(begin), place(end)

    assert decode_part(raw[first:last], decoded.codec) == decoded.text[begin:end]
    assert place(begin) == first  # also when it is asked backwards


@given(st.binary(max_size=60), st.sampled_from(CODECS))
def test_what_is_shown_can_be_written_anywhere(raw: bytes, codec: str) -> None:
    decoded = decode(raw, Hint(encoding=codec))

    shown(decoded.text).encode()
    assert decoded.undecodable == 0 or not _strict(raw, decoded.codec)
    assert 0 <= decoded.undecodable <= len(raw)


def _strict(raw: bytes, codec: str) -> bool:
    try:
        raw.decode(codec)
    except UnicodeError:
        return False
    return True


@pytest.mark.parametrize(
    ("raw", "hint", "label", "expected"),
    [
        (b"abc", Hint(), "", ("utf-8", "recognised by its bytes", 0)),
        (b"\xef\xbb\xbfabc", Hint(), "", ("utf-8", "byte-order mark", 3)),
        (b"\xef\xbb\xbfabc", Hint(encoding="latin-1"), "", ("iso8859-1", "chosen for this view", 0)),
        (b"\xef\xbb\xbfabc", Hint(encoding="UTF-8"), "", ("utf-8", "chosen for this view", 3)),
        (b"\xfe\xff\0a", Hint(encoding="utf-16"), "", ("utf-16-be", "chosen for this view", 2)),
        (b"a\0b\0", Hint(), "", ("utf-16-le", "recognised by its bytes", 0)),
        (b"a\0b", Hint(), "", ("utf-8", "recognised by its bytes", 0)),
        (b"a\0\0\0", Hint(), "", ("utf-32-le", "recognised by its bytes", 0)),
        (b"\xe4", Hint(), "", ("iso8859-1", "a guess: the message does not say", 0)),
        (b"\x84a\x93", Hint(), "", ("cp1252", "a guess: the message does not say", 0)),
        (b"\xe4", Hint(assumed="cp1250"), "", ("cp1250", "assumed for this source", 0)),
        (b"abc", Hint(assumed="cp1250"), "", ("utf-8", "recognised by its bytes", 0)),
        (b"\xe4", Hint(assumed="cp1250"), "iso-8859-2", ("iso8859-2", "declared by the message", 0)),
        (b"\xe4", Hint(encoding="nonsense"), "", ("iso8859-1", "a guess: the message does not say", 0)),
    ],
)
def test_who_may_say_it(raw: bytes, hint: Hint, label: str, expected: tuple[str, str, int]) -> None:
    codec, source, start = choose(raw, hint, label)

    assert (codec, str(source), start) == expected


@pytest.mark.parametrize(
    "label", ["zip", "rot13", "unicode_escape", "punycode", "utf-7", "idna", "x" * 99, "a\0b", "../x", "é"]
)
def test_only_encodings_of_text_are_known(label: str) -> None:
    assert known(label) == ""


def test_names_are_those_that_people_know() -> None:
    found = [called(known(label)) for label in ("latin1", "windows-1252", "UTF8", "utf-16-le", "sjis", "US-ASCII")]
    assert found == ["ISO 8859-1", "Windows-1252", "UTF-8", "UTF-16 LE", "Shift-JIS", "ASCII"]


def test_the_end_of_a_beginning_may_be_half_a_character() -> None:
    assert decode("aé".encode()[:-1], Hint(), cut=True).undecodable == 0
    assert decode("aé".encode("utf-16-le")[:-1], Hint(encoding="utf-16-le"), cut=True).undecodable == 0
    assert decode("aé".encode("utf-16-le")[:-1], Hint(encoding="utf-16-le")).undecodable == 1
    assert decode(b"caf\xe9", Hint()).codec == "iso8859-1"
