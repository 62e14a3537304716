"""What may be typed as a source, an id, a time or a length of time."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.cli.options import read_item, read_picture, read_seconds, read_size, read_source, read_span, read_time
from qmonitor.queues.times import instant, parse


@pytest.mark.parametrize(
    "url",
    [
        "redis://user:secret@host/0",
        "redis://:secret@host",
        "rediss://user:@host",
        "redis://host/0?password=secret",
        "redis://host/0?a=1&PASSWORD=secret",
        "redis://user:secret@[host",
    ],
)
def test_a_password_in_a_url_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ValueError, match="password") as caught:
        read_source(url)

    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "source",
    ["redis://user@host/0", "redis://host:6379/0", "C:\\queue@home\\a:b.db", "a:b@c.db", "/srv/q#1?.db", "//srv/x"],
)
def test_any_other_source_is_taken_as_it_is(source: str) -> None:
    assert read_source(source) == source


def test_an_empty_source_is_none() -> None:
    with pytest.raises(ValueError, match="empty"):
        read_source("")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7", 7),
        ("007", 7),
        ("-1", -1),
        (str(2**63 - 1), 2**63 - 1),
        (str(2**63), str(2**63)),
        ("main:1-0", "main:1-0"),
        ("٧", "٧"),
    ],
)
def test_ids_are_numbers_where_they_can_be(text: str, expected: int | str) -> None:
    assert read_item(text) == expected


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("30s", 30), ("5m", 300), ("2h", 7200), ("3d", 259_200), ("1w", 604_800), ("1h30m", 5400), ("0.5s", 0.5)],
)
def test_lengths_of_time(text: str, seconds: float) -> None:
    assert read_span(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize("text", ["", "5", "m", "5 m", "-5m", "5x", "5m!", "5mm", "999999999w", "٥m"])
def test_other_texts_are_no_length_of_time(text: str) -> None:
    with pytest.raises(ValueError, match="no length of time"):
        read_span(text)


@given(st.text())
def test_no_text_makes_it_fail_otherwise(text: str) -> None:
    try:
        assert read_span(text) >= timedelta(0)
    except ValueError:
        pass


@pytest.mark.parametrize(("text", "seconds"), [("60", 60), ("0", 0), ("1.5", 1.5), ("2m", 120)])
def test_seconds_need_no_unit(text: str, seconds: float) -> None:
    assert read_seconds(text) == timedelta(seconds=seconds)


def test_a_time_is_taken_as_written() -> None:
    assert read_time("2026-11-29T09:00:00+01:00") == parse("2026-11-29T09:00:00+01:00")


def test_a_length_of_time_stays_one_until_the_clock_is_known_that_it_goes_by() -> None:
    assert read_time("2h") == timedelta(hours=2)


def test_a_date_is_the_start_of_that_day_on_this_clock() -> None:
    assert read_time("2026-11-29") == instant(datetime(2026, 11, 29).astimezone())


@pytest.mark.parametrize("text", ["yesterday", "2026-13-29", "26-11-29", "2026-11-29T09:00:00", "999999d", ""])
def test_other_texts_are_no_time(text: str) -> None:
    with pytest.raises(ValueError, match="no time"):
        read_time(text)


def test_a_picture_is_what_its_name_says() -> None:
    assert read_picture("a/now.PNG") == Path("a/now.PNG")
    for name in ("now.jpg", "png", ""):
        with pytest.raises(ValueError, match=r"has to end in \.png"):
            read_picture(name)


def test_sizes() -> None:
    assert read_size("1440x900") == (1440, 900)
    for text in ("1440", "0x0", "x", "1440x900x2", "-1x5"):
        with pytest.raises(ValueError, match="no size"):
            read_size(text)
