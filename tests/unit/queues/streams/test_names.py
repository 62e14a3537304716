"""Names of envelopes as texts: each has one, and none stands for two."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.streams import names

PARTS = st.sampled_from(
    [b"\\", b"x", b"ff", b"\xff", b"\xc3", b"\xbc", "ü".encode(), b":1:X", b"\n", b" ", "\u202e".encode()]
)
NAMES = st.binary() | st.lists(PARTS).map(b"".join) | st.text(st.characters(exclude_categories=["Cs"])).map(str.encode)


@given(NAMES)
def test_every_name_comes_back(name: bytes) -> None:
    text = names.text(name)
    assert names.member(text) == name
    assert names.raw(names.plain(name)) == name


@given(NAMES, NAMES)
def test_no_text_stands_for_two_names(one: bytes, other: bytes) -> None:
    assert (names.text(one) == names.text(other)) == (one == other)


@given(st.text() | st.lists(PARTS).map(lambda parts: names.text(b"".join(parts)).replace("\\\\", "\\")))
def test_a_text_stands_for_a_name_only_if_that_name_is_shown_so(text: str) -> None:
    name = names.member(text)
    assert name is None or names.text(name) == text


@given(NAMES)
def test_what_is_shown_is_one_line_that_looks_like_no_other(name: bytes) -> None:
    text = names.text(name)
    assert not {unicodedata.category(one) for one in text} & {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
    assert len(text.splitlines()) <= 1
    assert text.replace(" ", "x").split() == ([text.replace(" ", "x")] if text else [])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (b"", ""),
        (b"dep-1:2:STORAGE_5XX", "dep-1:2:STORAGE_5XX"),
        ("Köln:1:X".encode(), "Köln:1:X"),
        (b"\xff:1:X", r"\xff:1:X"),
        (rb"\xff:1:X", r"\\xff:1:X"),
        (b"a\nb:1:X", r"a\x0ab:1:X"),
        (b"C:\\dir", r"C:\\dir"),
        ("a\u202eb".encode(), r"a\xe2\x80\xaeb"),
        ("a\u200bb".encode(), r"a\xe2\x80\x8bb"),
        ("a\xa0b".encode(), r"a\xc2\xa0b"),
    ],
)
def test_ordinary_names_stay_as_they_are_and_odd_ones_can_be_typed(name: bytes, text: str) -> None:
    assert names.text(name) == text
    assert names.member(text) == name


@pytest.mark.parametrize("text", ["\\", r"\x4", r"\x41", r"\xFF", r"\xc3\xbc", "a\nb", "a\u202eb", "\udcff", r"C:\dir"])
def test_another_spelling_stands_for_nothing(text: str) -> None:
    assert names.member(text) is None


def test_very_long_ones_are_no_hindrance() -> None:
    name = b"\xff\\a" * 100_000
    assert names.member(names.text(name)) == name


@given(NAMES)
def test_what_is_text_is_said_by_itself_alone(name: bytes) -> None:
    assert names.repeats(name, names.plain(name))
    assert not names.repeats(name, None)
    assert not names.repeats(name, names.plain(name) + "x")
