"""Dates and times are read as precisely as they are stored, or not at all."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.hl7.reading import age, reading
from qmonitor.queues.words import phrase


@pytest.mark.parametrize(
    ("value", "datatype", "read"),
    [
        pytest.param("20260131120500.123+0100", "TS", "2026-01-31 12:05:00.123 +01:00", id="whole"),
        pytest.param("2026", "TS", "2026", id="year"),
        pytest.param("202601", "TS", "2026-01", id="month"),
        pytest.param("20260131", "DTM", "2026-01-31", id="day"),
        pytest.param("2026013112", "DTM", "2026-01-31 12h", id="hour"),
        pytest.param("202601311205", "DTM", "2026-01-31 12:05", id="minute"),
        pytest.param("20260131120500", "DTM", "2026-01-31 12:05:00", id="second"),
        pytest.param("20260131120500.1234", "DTM", "2026-01-31 12:05:00.1234", id="ten thousandth"),
        pytest.param("20260131-0500", "DTM", "2026-01-31 -05:00", id="day with a zone"),
        pytest.param("202601311205+0545", "DTM", "2026-01-31 12:05 +05:45", id="zone of quarters"),
        pytest.param("20260131120500-0000", "DTM", "2026-01-31 12:05:00 -00:00", id="zone not known"),
        pytest.param(" 20260131 ", "DTM", "2026-01-31", id="padded"),
        pytest.param("20240229", "DT", "2024-02-29", id="leap day"),
        pytest.param("202601312400", "DTM", "2026-01-31 24:00", id="end of the day"),
        pytest.param("20161231235960+0000", "DTM", "2016-12-31 23:59:60 +00:00", id="leap second"),
        pytest.param("20170101052960+0530", "DTM", "2017-01-01 05:29:60 +05:30", id="leap second in India"),
        pytest.param("1205", "TM", "12:05", id="time"),
        pytest.param("12", "TM", "12h", id="hour of a day"),
        pytest.param("120500.5+0100", "TM", "12:05:00.5 +01:00", id="time with a zone"),
        pytest.param("2026-01-31T12:05:00.123456+01:00", "dateTime", "2026-01-31 12:05:00.123456 +01:00", id="ISO"),
        pytest.param("2026-01-31T12:05:00Z", "instant", "2026-01-31 12:05:00 +00:00", id="ISO in UTC"),
        pytest.param("2026-01", "dateTime", "2026-01", id="ISO month"),
        pytest.param("2026-01-31+01:00", "date", "2026-01-31 +01:00", id="XML date with a zone"),
        pytest.param("12:05:00", "time", "12:05:00", id="ISO time"),
        pytest.param("2026-01-31", "", "2026-01-31", id="ISO, type not told"),
    ],
)
def test_what_is_stored_is_read(value: str, datatype: str, read: str) -> None:
    assert reading(value, datatype) == read


@pytest.mark.parametrize(
    ("value", "datatype"),
    [
        pytest.param("", "TS", id="empty"),
        pytest.param('""', "TS", id="null"),
        pytest.param("20260230", "TS", id="30 February"),
        pytest.param("20250229", "TS", id="no leap year"),
        pytest.param("20261301", "TS", id="month 13"),
        pytest.param("20260100", "TS", id="day 0"),
        pytest.param("00000000", "TS", id="zeros"),
        pytest.param("2026013", "TS", id="seven digits"),
        pytest.param("31.01.2026", "TS", id="German"),
        pytest.param("260131", "DT", id="year of two digits"),
        pytest.param("2026-01-31", "DT", id="ISO where HL7 is meant"),
        pytest.param("20260131T1205", "TS", id="ISO's basic form"),
        pytest.param("20260131120500", "DT", id="time in a date"),
        pytest.param("202601312401", "TS", id="after the end of the day"),
        pytest.param("2026013124.5", "TS", id="fraction of an hour"),
        pytest.param("20260131236000", "TS", id="minute 60"),
        pytest.param("20260131120560", "TS", id="second 60 where no leap second can be"),
        pytest.param("20260131120500.", "TS", id="no fraction after the point"),
        pytest.param("20260131120500+01", "TS", id="half a zone"),
        pytest.param("20260131120500+1500", "TS", id="zone too far"),
        pytest.param("20260131120500+0160", "TS", id="zone with minute 60"),
        pytest.param("20260131 1205", "TS", id="blank inside"),
        pytest.param("٢٠٢٦٠١٣١", "TS", id="other digits"),
        pytest.param("20260131", "NM", id="a number"),
        pytest.param("2026-01-31", "ST", id="a text"),
        pytest.param("20260131", "", id="digits whose type is not told"),
        pytest.param("2026-01", "", id="a part of a date whose type is not told"),
        pytest.param("2026-01-31 12:05", "dateTime", id="blank for T"),
        pytest.param("9" * 100_000, "TS", id="much too long"),
    ],
)
def test_what_is_no_date_is_not_read(value: str, datatype: str) -> None:
    assert reading(value, datatype) == ""


ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


@given(st.datetimes(datetime(1, 1, 1), timezones=ZONES))
def test_every_moment_is_read_as_it_is(moment: datetime) -> None:
    stored = f"{moment.year:04}{moment:%m%d%H%M%S.%f%z}"

    assert datetime.fromisoformat(reading(stored, "DTM").replace(" +", "+").replace(" -", "-")) == moment
    assert reading(moment.isoformat(), "dateTime").replace(" ", "T", 1).replace(" ", "") == moment.isoformat()


@given(
    st.text() | st.text("0123456789+-.:TZ"), st.sampled_from(["DT", "TM", "TS", "DTM", "date", "time", "instant", ""])
)
def test_no_text_makes_it_fail(value: str, datatype: str) -> None:
    read = reading(value, datatype)

    assert read == "" or [c for c in read if c.isdigit()][:4] == [c for c in value if c.isdigit()][:4]


@given(st.text("0123456789", max_size=16))
def test_a_reading_has_the_digits_that_are_stored(value: str) -> None:
    assert "".join(filter(str.isdigit, reading(value, "DTM"))) in ("", value)


@pytest.mark.parametrize(
    ("born", "at", "told"),
    [
        pytest.param("19480517", "20260131120500", phrase("{count} years old", count=77), id="years"),
        pytest.param("19480131", "20260131", phrase("{count} years old", count=78), id="birthday"),
        pytest.param("20240131", "20260130", phrase("{count} months old", count=23), id="not two years yet"),
        pytest.param("20251231", "20260131", phrase("1 month old", count=1), id="a month"),
        pytest.param("20260130", "20260131", phrase("1 day old", count=1), id="a day"),
        pytest.param("20260131", "20260131", phrase("{count} days old", count=0), id="born today"),
        pytest.param("20251215", "20260105", phrase("{count} days old", count=21), id="days over a year's end"),
        pytest.param("2026-01-30", "2026-01-31T10:00:00Z", phrase("1 day old", count=1), id="ISO"),
        pytest.param("194805", "20260131", None, id="born in a month"),
        pytest.param("20260201", "20260131", None, id="not born yet"),
        pytest.param("", "20260131", None, id="no date"),
    ],
)
def test_an_age_is_told_where_it_is_certain(born: str, at: str, told: object) -> None:
    assert age(born, at) == told


@given(st.dates(), st.dates())
def test_an_age_is_right_to_the_day(born: date, at: date) -> None:
    told = age(f"{born:%Y}".zfill(4) + f"{born:%m%d}", f"{at:%Y}".zfill(4) + f"{at:%m%d}")

    assert (told is None) == (at < born)
    if told and "day" in told.template:
        assert told.values["count"] == (at - born).days < 32
    if told and "year" in told.template:
        assert told.values["count"] == at.year - born.year - ((at.month, at.day) < (born.month, born.day))


def test_now_is_read() -> None:
    now = datetime(2026, 11, 30, 3, 52, 7, tzinfo=UTC)

    assert reading(f"{now:%Y%m%d%H%M%S%z}", "TS") == "2026-11-30 03:52:07 +00:00"
