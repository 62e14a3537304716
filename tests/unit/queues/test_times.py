"""Times: the stored text is kept, the instant is right, and what is no time is unknown, never an error."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qmonitor.queues import times
from qmonitor.queues.times import Instant
from tests.helpers import files, reference

FIRST = times.parse("0001-01-01T00:00:00Z").ns or 0
LAST = times.parse("9999-12-31T23:59:59.999999999Z").ns or 0
ns_of_years = st.integers(FIRST, LAST)


@st.composite
def rfc3339(draw: st.DrawFn) -> str:
    """Any text of the grammar, its calendar right or not."""
    date = f"{draw(st.integers(0, 9999)):04}-{draw(st.integers(0, 13)):02}-{draw(st.integers(0, 32)):02}"
    clock = f"{draw(st.integers(0, 24)):02}:{draw(st.integers(0, 60)):02}:{draw(st.integers(0, 61)):02}"
    digits = draw(st.text("0123456789", max_size=10))
    zone = draw(
        st.one_of(
            st.sampled_from(["Z", "z", ""]),
            st.builds("{}{:02}:{:02}".format, st.sampled_from("+-"), st.integers(0, 24), st.integers(0, 60)),
        )
    )
    return date + draw(st.sampled_from("Tt _")) + clock + ("." + digits if digits or draw(st.booleans()) else "") + zone


@given(ns_of_years)
def test_a_time_goes_to_text_and_back(ns: int) -> None:
    made = times.from_ns(ns)
    assert times.parse(made.text) == made
    assert len(made.text) == 30
    assert made.text.endswith("Z")


@given(ns_of_years, ns_of_years)
def test_the_order_of_stored_texts_is_the_order_of_times(one: int, other: int) -> None:
    assert (times.from_ns(one).text < times.from_ns(other).text) == (one < other)


@given(st.one_of(rfc3339(), st.text()))
@example("2026-12-31T23:59:60Z")
@example("2024-02-29T00:00:00-23:59")
def test_reading_agrees_with_an_independent_reading(text: str) -> None:
    assert times.parse(text) == Instant(text, reference.nanoseconds(text))


@pytest.mark.parametrize("text", files.ODD_TIMES)
def test_what_is_no_time_is_unknown(text: str) -> None:
    assert times.parse(text) == Instant(text, None)
    assert not times.parse(text).known


@pytest.mark.parametrize("text", files.LEGACY_TIMES)
def test_what_older_releases_wrote_is_known_and_kept_as_written(text: str) -> None:
    assert times.parse(text).text == text
    assert times.parse(text).known


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2026-11-29T09:00:00+01:00", "2026-11-29T08:00:00.000000000Z"),
        ("2026-11-29T04:30:00.25-03:30", "2026-11-29T08:00:00.250000000Z"),
        ("2026-11-29T08:00:00.1Z", "2026-11-29T08:00:00.100000000Z"),
        ("2026-11-29 08:00:00z", "2026-11-29T08:00:00.000000000Z"),
        ("2026-06-30T23:59:60Z", "2026-07-01T00:00:00.000000000Z"),
    ],
)
def test_an_instant_written_otherwise_is_the_same_instant(text: str, same: str) -> None:
    assert times.parse(text).ns == times.parse(same).ns
    assert times.from_ns(times.parse(text).ns or 0).text == same


@given(st.datetimes(timezones=st.builds(timezone, st.timedeltas(timedelta(hours=-23), timedelta(hours=23)))))
@example(datetime(2026, 11, 29, 8, tzinfo=UTC))
def test_a_datetime_names_the_instant_that_it_means(moment: datetime) -> None:
    try:
        as_utc = moment.astimezone(UTC)
    except OverflowError:  # pushed out of the years by its zone
        with pytest.raises(OverflowError):
            times.instant(moment)
        return
    assert (
        times.instant(moment).text
        == as_utc.strftime("%Y").rjust(4, "0") + as_utc.strftime("-%m-%dT%H:%M:%S.%f") + "000Z"
    )


def test_a_datetime_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        times.instant(datetime(2026, 11, 29))


@given(ns_of_years, ns_of_years)
def test_the_span_between_two_instants(one: int, other: int) -> None:
    span = times.between(times.from_ns(one), times.from_ns(other))
    assert span is not None
    assert span // timedelta(microseconds=1) == (other - one) // 1000


def test_no_span_where_a_time_is_unknown() -> None:
    known, unknown = times.from_ns(0), times.parse("yesterday")
    assert times.between(unknown, known) is None
    assert times.between(known, unknown) is None
    assert times.between(None, known) is None


@given(st.integers(0, 2**60), st.timedeltas(timedelta(0), timedelta(days=365)))
def test_a_later_instant(ns: int, span: timedelta) -> None:
    assert (times.from_ns(ns) + span).ns == ns + span // timedelta(microseconds=1) * 1000


def test_an_unknown_time_is_not_moved() -> None:
    with pytest.raises(ValueError, match="unknown"):
        times.parse("yesterday") + timedelta(seconds=1)


@given(st.integers(-(2**80), 2**80))
def test_local_time_never_raises(ns: int) -> None:
    shown = Instant("", ns).local()
    assert shown is None or shown.tzinfo is not None


def test_so_long_before_ends_where_all_years_begin() -> None:
    at = times.parse("2026-11-30T12:00:00Z")
    assert times.before(at, timedelta(days=1)).text == "2026-11-29T12:00:00.000000000Z"
    assert times.before(at, timedelta(days=999_999)) == times.parse("0001-01-01T00:00:00.000000000Z")


@pytest.mark.parametrize(
    ("seconds", "shown"), [(90, 90), (0, 0), (-1, 0), (-60, 0), (-61, None), (-86_400 * 365, None)]
)
def test_an_age_below_nothing_is_not_known_but_for_what_clocks_may_differ(seconds: int, shown: int | None) -> None:
    assert times.believed(timedelta(seconds=seconds)) == (None if shown is None else timedelta(seconds=shown))
    assert times.believed(None) is None
