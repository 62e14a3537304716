"""How figures and times are written."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale
from PySide6.QtGui import QTextDocument

from qmonitor.cli import output
from qmonitor.gui import text
from qmonitor.queues import times
from qmonitor.queues.errors import SourceBusy
from qmonitor.queues.words import phrase


@pytest.fixture(autouse=True)
def english(qapp):
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (0, "0 s"),
        (59.9, "59 s"),
        (60, "00:01"),
        (3599, "00:59"),
        (86_399, "23:59"),
        (86_400, "1 d 00:00"),
        (3 * 86_400 + 4 * 3600 + 12 * 60, "3 d 04:12"),
        (1200 * 86_400, "1,200 d 00:00"),
        (-5, "−5 s"),
        (-90, "−00:01"),
        (-0.2, "0 s"),
    ],
)
def test_ages(seconds, written):
    assert text.age(timedelta(seconds=seconds)) == written


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (0, "0 s"),
        (59, "59 s"),
        (60, "1 min"),
        (3599, "59 min"),
        (3600, "1 h 0 min"),
        (4 * 3600 + 12 * 60, "4 h 12 min"),
        (86_399, "23 h 59 min"),
        (3 * 86_400 + 4 * 3600 + 12 * 60, "3 d 4 h"),
        (-90, "−1 min"),
    ],
)
def test_in_a_sentence_no_span_looks_like_a_time_of_day(seconds, written):
    value = timedelta(seconds=seconds)
    assert text.span(value) == written
    assert output.span(value) == written.replace("−", "-")
    assert text.translate(phrase("Nothing for {span}.", span=value)) == f"Nothing for {written}."


def test_what_is_not_known_is_never_a_zero():
    assert {text.age(None), text.local_time(None), text.short_time(None), text.number(None), text.size(None)} == {"–"}
    assert text.milliseconds(None) == "–"


def test_times_are_local_and_carry_their_offset():
    when = times.parse("2026-11-29T08:00:00.123456789Z")
    moment = when.local()
    assert text.local_time(when) == f"{moment:%Y-%m-%d %H:%M:%S} {text.offset(moment)}"
    assert text.utc_time(when).startswith("2026-11-29T08:00:00.123456789Z")
    assert text.offset(moment)[0] in "+-"
    assert text.offset(moment)[3] == ":"


def test_a_short_time_has_a_date_unless_it_is_today():
    assert text.short_time(times.now()).count(":") == 2
    assert text.short_time(times.parse("2020-06-15T12:00:00Z")) == "2020-06-15"
    yesterday = times.now() + timedelta(days=-2)
    assert text.short_time(yesterday) == f"{yesterday.local():%-d %b %H:%M}"


def test_what_is_no_time_is_shown_as_it_is_stored():
    assert text.local_time(times.parse("yesterday")) == "yesterday"
    assert text.short_time(times.parse("yesterday")) == "yesterday"
    assert len(text.short_time(times.parse("x" * 1000))) == 40


@pytest.mark.parametrize(
    ("count", "written"), [(0, "0 bytes"), (2148, "2,148 bytes"), (9999, "9,999 bytes"), (3_900_000, "3.7 MB")]
)
def test_sizes(count, written):
    assert text.size(count) == written


def test_values_of_a_sentence_are_written_alike():
    said = phrase(
        "{count} left since {span}, {inner}", count=1234, span=timedelta(minutes=5), inner=phrase("{n}", n=1000)
    )
    assert text.translate(said) == "1,234 left since 5 min, 1,000"
    assert text.translate(phrase("message {id}", id=48210)) == "message 48210"


def test_an_error_is_its_cause_and_its_remedy():
    assert text.explain(SourceBusy("It is locked.", "Wait.")) == "It is locked. Wait."
    assert text.explain(SourceBusy("It is locked.")) == "It is locked."


@pytest.mark.parametrize(
    ("stored", "written"),
    [
        ("", ""),
        ("connection refused", "connection refused"),
        ("<b>bold</b> &amp; <img src='http://x'>", "<b>bold</b> &amp; <img src='http://x'>"),
        ("first\r\nsecond\tthird\n", "first␍␊second␉third␊"),
        ("a\0b\x1b[31m\x7f", "a␀b␛[31m␡"),
        ("safe\u202eexe.txt\u202c", "safe⟨RLO⟩exe.txt⟨PDF⟩"),
        ("\u2066x\u2069\u200e\u200f\u061c", "⟨LRI⟩x⟨PDI⟩⟨LRM⟩⟨RLM⟩⟨ALM⟩"),
        ("a\u2028b\u2029c\u200bd\ufeff", "a⟨LS⟩b⟨PS⟩c⟨ZWSP⟩d⟨BOM⟩"),
        ("\x85 \ue000 \U000e0041", "⟨U+0085⟩ ⟨U+E000⟩ ⟨U+E0041⟩"),
        (b"caf\xe9".decode("utf-8", "surrogateescape"), "caf⟨\\xE9⟩"),
        ("München 日本 é 12\u00a0345", "München 日本 é 12\u00a0345"),
    ],
)
def test_a_line_shows_what_would_not_be_seen(stored, written):
    assert text.line(stored) == written


def test_a_line_that_is_too_long_is_cut_in_the_middle_with_a_sign():
    assert text.line("abcdefghij", 10) == "abcdefghij"
    assert text.line("abcdefghijk", 10) == "abcde…hijk"
    assert text.line("\0" * 4 + "\u202e", 5) == "␀␀…O⟩"
    long = text.line("begin" + "x" * 100_000 + "end")
    assert len(long) == text.LINE
    assert long.startswith("beginxx")
    assert long.endswith("xxend")
    assert long.count("…") == 1


@given(st.text(), st.integers(3, 60))
def test_a_line_is_one_line_of_visible_characters_and_never_too_long(stored, most):
    shown = text.line(stored, most)
    assert len(shown) <= most
    assert shown.splitlines() == [shown] * bool(shown)
    assert all(c.isprintable() or c.isspace() for c in shown)
    assert (text.line(stored, 10_000) == shown) == (len(text.line(stored, 10_000)) <= most)


def test_a_tool_tip_shows_markup_and_line_ends_as_they_are():
    assert text.tip("lab/x\nstuck") == "lab/x\nstuck"  # as it is: a screen reader would read the marks
    for words in ("lab/<b>x</b>\nstuck", "<img src=x>\n&amp;"):
        shown = QTextDocument()
        shown.setHtml(text.tip(words))
        assert shown.toPlainText() == words
    shown.setHtml(text.tip("a long line & more", wrapped=True))
    assert shown.toPlainText() == "a long line & more"


def test_what_an_item_was_found_in_is_a_state_or_a_stage():
    assert [text.state(found) for found in ("failed", "in-flight", "gone", "QUEUED")] == [
        "failed", "in flight", "gone", "QUEUED",
    ]  # fmt: skip
