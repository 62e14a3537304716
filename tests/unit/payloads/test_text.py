"""Bytes become text that shows everything, whatever they are."""

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

from qmonitor.payloads.text import BROKEN, LINE, MARKS, TextFlow, guess, open_end


def shown(data: bytes, *, pictures: bool = True) -> str:
    return TextFlow(pictures=pictures).feed(data, last=True)


def test_line_ends_are_marked_and_broken_at():
    assert shown(b"MSH|a\rPID|b\r") == "MSH|a␍\nPID|b␍\n"
    assert shown(b"a\r\nb\nc") == "a␍␊\nb␊\nc"


def test_a_font_without_pictures_gets_names():
    assert shown(b"a\x00b\x0bc\r", pictures=False) == "a⟨NUL⟩b⟨VT⟩c⟨CR⟩\n"
    assert shown(b"\x7f\x1c", pictures=False) == "⟨DEL⟩⟨FS⟩"


def test_text_after_a_nul_is_shown():
    assert shown(b"a\x00b\x1f\x7f\tc") == "a␀b␟␡␉c"


def test_what_hides_or_reorders_text_is_marked():
    assert shown("a\u202eb\u200bc\u2028d\ufeffe\x85".encode()) == "a⟨U+202E⟩b⟨U+200B⟩c⟨U+2028⟩d⟨U+FEFF⟩e⟨U+0085⟩"


def test_utf8_with_a_few_wrong_bytes_is_still_utf8():
    flow = TextFlow()
    assert flow.feed("Müller Änne".encode() + b"\xff\xfe.", last=True) == "Müller Änne⟨\\xFF⟩⟨\\xFE⟩."
    assert (flow.encoding, flow.undecodable) == ("UTF-8", 2)


def test_latin1_is_taken_for_latin1():
    flow = TextFlow()
    assert flow.feed("Müller Änne".encode("latin-1"), last=True) == "Müller Änne"
    assert (flow.encoding, flow.undecodable) == ("Latin-1", 0)


def test_a_single_wrong_byte_alone_is_latin1():
    assert guess(b"M\xfcller", last=True) == "Latin-1"
    assert guess(b"plain", last=True) == "UTF-8"
    assert guess("ü".encode()[:1], last=False) == "UTF-8"


@given(st.text(max_size=20), st.integers(0, 80))
def test_the_end_of_a_text_that_is_cut_is_no_error(text, kept):
    begun = text.encode()[:kept]
    whole = begun[: len(begun) - open_end(begun)]
    assert whole.decode() == begun.decode("utf-8", "ignore")


@pytest.mark.parametrize("end", [b"\xff", b"\xc0", b"\x80", b"\xf0\x80", b"\xe2\x28"])
def test_an_end_that_begins_no_character_is_one(end):
    assert open_end(b"text" + end) == 0


def test_a_literal_mark_is_found_as_one():
    assert [m.group() for m in MARKS.finditer("a␍b⟨\\xFF⟩c⟨U+202E⟩d⟨NUL⟩e⟨DC1⟩f<CR>↩")] == [
        "␍",
        "⟨\\xFF⟩",
        "⟨U+202E⟩",
        "⟨NUL⟩",
        "⟨DC1⟩",
        "↩",
    ]


@pytest.mark.parametrize("length", [LINE - 1, LINE, LINE + 1, 5 * LINE + 7])
def test_long_lines_are_broken(length):
    lines = shown(b"A" * length).split("\n")
    assert all(len(line) <= LINE + len(BROKEN) for line in lines)
    assert "".join(line.removesuffix(BROKEN) for line in lines) == "A" * length


def test_long_lines_are_broken_across_slices_too():
    flow = TextFlow()
    made = "".join(flow.feed(b"A" * 700, last=n == 9) for n in range(10))
    assert [len(line.removesuffix(BROKEN)) for line in made.split("\n")] == [2000, 2000, 2000, 1000]


def test_random_bytes_by_the_thousand_take_no_time_and_lose_nothing():
    data = bytes(range(256)) * 256
    flow = TextFlow()
    made = flow.feed(data, last=True)
    assert flow.encoding in ("UTF-8", "Latin-1")
    assert len(made) >= len(data)


@given(st.binary(max_size=400) | st.text(max_size=200).map(str.encode), st.integers(1, 40))
@example("ä€😀\r\n".encode() * 9, 1)
def test_slices_make_the_same_text_as_the_whole(data, size):
    slices = [data[at : at + size] for at in range(0, len(data), size)]
    flow, whole = TextFlow(), TextFlow()
    flow.encoding = whole.encoding = guess(data, last=True)
    made = "".join(flow.feed(part, last=n == len(slices) - 1) for n, part in enumerate(slices))
    assert made == whole.feed(data, last=True)
    assert flow.undecodable == whole.undecodable


@given(st.binary(max_size=300))
def test_no_bytes_break_it_and_nothing_invisible_is_left(data):
    made = shown(data)
    assert all(character == "\n" or character.isprintable() or ord(character) >= 0xA0 for character in made)
