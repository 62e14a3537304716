"""Whatever a queue holds: JSON stays ASCII, and nothing in a table acts on the terminal."""

import json
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.cli import output
from qmonitor.monitor.export.records import record
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Item
from qmonitor.queues.times import parse
from qmonitor.queues.words import phrase

ANY_TEXT = st.text(st.characters())  # lone surrogates too: that is how text that is no UTF-8 comes


@given(ANY_TEXT)
def test_visible_text_prints_as_itself(text: str) -> None:
    shown = output.visible(text)

    assert shown.isprintable()
    assert shown == text or not text.isprintable()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Labor Süd", "Labor Süd"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("two\nlines\tand\x00", "two\\nlines\\tand\\x00"),
        ("\u202etxt.exe", "\\u202etxt.exe"),
        ("caf\udce9", "caf\\udce9"),
        ("\U0001f3e5", "\U0001f3e5"),
    ],
)
def test_what_a_terminal_would_act_on_is_written_as_its_escape(text: str, shown: str) -> None:
    assert output.visible(text) == shown


def test_unknown_is_never_a_zero() -> None:
    assert [output.seen(None), output.number(None), output.age(None), output.local_time(None)] == ["-"] * 4
    assert output.stored(None) is None


@given(ANY_TEXT, ANY_TEXT)
def test_json_is_ascii_and_reads_back(error: str, channel: str) -> None:
    item = Item(channel, "d", last_error=error)

    text = json.dumps(record(item, masked=False), ensure_ascii=True)

    assert text.isascii()
    assert json.loads(text)["lastError"] == error
    assert json.loads(text)["channel"] == channel


def test_columns_line_up_also_with_wide_characters(capsys: pytest.CaptureFixture[str]) -> None:
    output.print_table(("A", "N", "B"), [("x", 7, "one"), ("日本", 12345, None), ("e\u0301e", 1, "last ")], right=(1,))

    assert capsys.readouterr().out.splitlines() == [
        "A         N  B",
        "x         7  one",
        "日本  12345  -",
        "e\u0301e        1  last",
    ]


def test_a_row_stays_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    output.print_table(("A",), [("one\ntwo\r\x85\u2028three",)])

    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "0 s"),
        (59.9, "59 s"),
        (60, "00:01"),
        (3600 * 5 + 61, "05:01"),
        (86_400 * 3 + 15_120, "3 d 04:12"),
        (-90, "-00:01"),
        (-0.5, "0 s"),
    ],
)
def test_ages(seconds: float, shown: str) -> None:
    assert output.age(timedelta(seconds=seconds)) == shown


def test_a_time_that_is_none_is_shown_as_stored() -> None:
    assert output.local_time(parse("yester\x1bday")) == "yester\\x1bday"
    assert output.local_time(parse("")) == "-"


def test_a_time_has_its_offset() -> None:
    moment = parse("2026-11-29T08:00:00.123456789Z").local()

    assert moment is not None
    assert output.local_time(parse("2026-11-29T08:00:00.123456789Z")) == moment.isoformat(sep=" ", timespec="seconds")
    assert output.local_time(parse("2026-11-29T08:00:00Z"))[-6] in "+-"


def test_a_sentence_has_its_values_written_as_everywhere_else() -> None:
    at = parse("2026-11-29T08:00:00.123456789Z")
    said = phrase("{inner} by {name}", inner=phrase("Older than {span}", span=timedelta(hours=30)), name="x\x1b")

    assert output.sentence(said) == "Older than 1 d 6 h by x\\x1b"
    assert output.explained(Refused(phrase("Since {at}.", at=at), "Wait.")) == f"Since {output.local_time(at)}. Wait."
    assert output.sentence(phrase("{count} of them, {item} not", count=1993, item=1993)) == "1,993 of them, 1993 not"


def test_the_first_few_ids_are_named_and_the_rest_counted() -> None:
    assert output.some_ids([]) == ""
    assert output.some_ids(range(5)) == "0, 1, 2, 3, 4"
    assert output.some_ids(range(1205)) == "0, 1, 2, 3, 4 and 1,200 more"


@pytest.mark.parametrize("state", ["pending", "of another engine"])
def test_what_may_be_tried_again_has_a_next_attempt(state: str) -> None:
    at = parse("2026-11-29T08:00:00Z")

    assert output.next_attempt(Item("c", "d", state=state, next_attempt=at)) == output.local_time(at)


@pytest.mark.parametrize("state", ["failed", "delivered", "skipped"])
def test_what_is_not_tried_again_has_none(state: str) -> None:
    assert output.next_attempt(Item("c", "d", state=state, next_attempt=parse("2026-11-29T08:00:00Z"))) == "-"
