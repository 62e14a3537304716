"""Text in which nothing is invisible, and how bytes are told to be UTF-8."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.text import MARKS, guess, open_end, visible


def test_controls_have_pictures_or_names() -> None:
    assert visible("a\0b\x1f\x7f\tc\r\n") == "a␀b␟␡␉c␍␊"
    assert visible("\x7f\x1c\0", pictures=False) == "⟨DEL⟩⟨FS⟩⟨NUL⟩"


def test_what_hides_or_reorders_text_is_marked() -> None:
    assert visible("a\u202eb\u200bc\u2028d\ufeffe\x85") == "a⟨U+202E⟩b⟨U+200B⟩c⟨U+2028⟩d⟨U+FEFF⟩e⟨U+0085⟩"


@given(st.text(), st.booleans())
def test_nothing_invisible_is_left(text: str, pictures: bool) -> None:
    assert visible(text, pictures=pictures).isprintable()


def test_a_single_wrong_byte_alone_is_latin1() -> None:
    assert guess(b"M\xfcller", last=True) == "Latin-1"
    assert guess("Müller Änne".encode("latin-1"), last=True) == "Latin-1"
    assert guess(b"plain", last=True) == "UTF-8"
    assert guess("ü".encode()[:1], last=False) == "UTF-8"


def test_utf8_with_a_few_wrong_bytes_is_still_utf8() -> None:
    assert guess("Müller Änne".encode() + b"\xff\xfe.", last=True) == "UTF-8"


@given(st.binary(max_size=300))
def test_any_bytes_are_taken_for_one_of_two(data: bytes) -> None:
    assert guess(data, last=True) in ("UTF-8", "Latin-1")
    assert guess(bytes(range(256)) * 256 + data, last=False) in ("UTF-8", "Latin-1")


@given(st.text(max_size=20), st.integers(0, 80))
def test_the_end_of_a_text_that_is_cut_is_no_error(text: str, kept: int) -> None:
    begun = text.encode()[:kept]
    whole = begun[: len(begun) - open_end(begun)]
    assert whole.decode() == begun.decode("utf-8", "ignore")


@pytest.mark.parametrize("end", [b"\xff", b"\xc0", b"\x80", b"\xf0\x80", b"\xe2\x28"])
def test_an_end_that_begins_no_character_is_one(end: bytes) -> None:
    assert open_end(b"text" + end) == 0


def test_a_literal_mark_is_found_as_one() -> None:
    assert [m.group() for m in MARKS.finditer("a␍b⟨\\xFF⟩c⟨U+202E⟩d⟨NUL⟩e⟨DC1⟩f<CR>↩")] == [
        "␍",
        "⟨\\xFF⟩",
        "⟨U+202E⟩",
        "⟨NUL⟩",
        "⟨DC1⟩",
        "↩",
    ]
