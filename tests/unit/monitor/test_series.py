"""Curves hold what was seen and nothing else, in bounded memory."""

import math
from array import array
from dataclasses import replace
from itertools import pairwise

import hypothesis.strategies as st
import pytest
from hypothesis import given

from qmonitor.monitor.line import TURN
from qmonitor.monitor.series import (
    FINE_MOST,
    FINE_NS,
    KEPT_NS,
    MANY,
    SILENCE_NS,
    SPACING_NS,
    Remembered,
    SeriesBook,
    Track,
)
from qmonitor.queues.model import Depth, DepthRow, Destination, Flow, Item
from qmonitor.queues.times import NS, from_ns

START = 1_780_000_000 * NS
LAB, ADT = Destination("lab", "one"), Destination("adt", "two")


def depth(second: float, *rows: DepthRow, complete: bool = True) -> Depth:
    return Depth(rows, from_ns(START + int(second * NS)), complete)


def row(where: Destination, pending: int, oldest: float | None = 5.0, head: Item | None = None, failed: int = 0):
    return DepthRow(where.channel, where.destination, pending, failed, None, oldest, None, head)


def points(track: Track) -> list[tuple[int, float | None]]:
    return [((ns - START) // NS, value) for ns, value in track.since(0)]


def test_a_destination_without_a_row_has_nothing_pending():
    book = SeriesBook()
    book.add(depth(0, row(LAB, 7)), (LAB, ADT))
    book.add(depth(2), (LAB, ADT))
    assert points(book[LAB].pending) == [(0, 7), (2, 0)]
    assert points(book[LAB].oldest) == [(0, 5.0), (2, 0)]
    assert points(book[ADT].pending) == [(0, 0), (2, 0)]


def test_a_destination_with_failed_items_alone_has_nothing_pending():
    book = SeriesBook()
    book.add(depth(0, row(LAB, 0, None, failed=3)), (LAB,))
    assert points(book[LAB].pending) == [(0, 0)]
    assert points(book[LAB].oldest) == [(0, 0)]


def test_an_age_that_is_not_known_is_a_gap_and_no_zero():
    book = SeriesBook()
    book.add(depth(0, row(LAB, 7, None)), (LAB,))
    assert points(book[LAB].pending) == [(0, 7)]
    assert book[LAB].oldest.last() is None
    assert math.isnan(book[LAB].oldest.values[0])
    assert book.total.oldest.last() is None


def test_a_failed_look_is_a_gap_in_every_curve():
    book = SeriesBook()
    book.add(depth(0, row(LAB, 7)), (LAB, ADT))
    book.gap(from_ns(START + 2 * NS))
    book.gap(from_ns(START + 4 * NS))
    book.add(depth(6, row(LAB, 9)), (LAB, ADT))
    assert points(book[LAB].pending) == [(0, 7), (2, None), (6, 9)]
    assert points(book[ADT].pending) == [(0, 0), (2, None), (6, 0)]
    assert book[LAB].pending.at(START + 3 * NS) is None
    assert book[LAB].pending.at(START + 1 * NS) == 7


def test_nobody_looking_for_long_is_a_gap():
    book = SeriesBook()
    book.add(depth(0, row(LAB, 7)), (LAB,))
    book.add(depth(SILENCE_NS / NS + 1, row(LAB, 8)), (LAB,))
    assert points(book[LAB].pending) == [(0, 7), (0, None), (101, 8)]


def test_the_longest_interval_of_looking_leaves_no_gap():
    book = SeriesBook()
    for second in (0, 30.2, 61, 95):
        book.add(depth(second, row(LAB, 7)), (LAB,))
    assert points(book[LAB].pending) == [(0, 7), (30, 7), (61, 7), (95, 7)]


def test_nothing_is_said_of_times_outside_the_curve():
    track = Track()
    assert track.last() is None
    assert track.at(START) is None
    track.append(START, 4)
    assert track.at(START - 1) is None
    assert track.at(START) == 4
    assert track.at(START + 1) is None


def test_the_index_is_the_order_of_first_sight_for_ever():
    book = SeriesBook()
    book.add(depth(0), (LAB,))
    book.add(depth(2), (ADT, LAB))
    book.add(depth(4), (ADT,))
    assert (book[LAB].index, book[ADT].index) == (0, 1)
    assert [where for where, _ in book.items()] == [LAB, ADT]


def test_the_sum_adds_counts_and_takes_the_highest_age():
    book = SeriesBook()
    book.add(depth(0, row(LAB, 7, 100.0), row(ADT, 2, 900.0)), (LAB, ADT))
    assert book.total.pending.last() == 9
    assert book.total.oldest.last() == 900
    book.add(depth(2), (LAB, ADT))
    assert (book.total.pending.last(), book.total.oldest.last()) == (0, 0)


def test_figures_that_are_not_complete_still_count():
    book = SeriesBook()
    book.add(depth(0, row(LAB, 7), complete=False), (LAB, ADT))
    assert book[LAB].pending.last() == 7
    assert book[ADT].pending.last() == 0


def test_a_clock_that_is_set_back_a_little_costs_a_point():
    track = Track()
    for second, value in ((0, 1), (10, 2), (8, 3), (10, 4), (12, 5)):
        track.append(START + second * NS, value)
    assert points(track) == [(0, 1), (10, 2), (12, 5)]


def test_a_clock_that_is_set_back_an_hour_takes_back_the_hour():
    track = Track()
    for second in range(0, 7200, 60):
        track.append(START + second * NS, second)
    track.append(START + 3601 * NS, -1)
    times = [second for second, _ in points(track)]
    assert times == sorted(times)
    assert points(track)[-3:] == [(3600, 3600), (3600, None), (3601, -1)]


def test_a_clock_that_is_set_back_by_years_is_not_believed():
    track = Track()
    track.append(START, 1)
    track.append(0, 2)
    assert points(track) == [(0, 1)]


def test_a_day_at_two_seconds_is_bounded_and_keeps_its_extremes():
    track = Track()
    spike = 20_000
    for n in range(43_200):
        track.append(START + n * 2 * NS, 1_000_000 if n == spike else n % 7)
    fine = [ns for ns, _ in track.since(START + 86_400 * NS - FINE_NS)]
    assert len(fine) >= 1_790
    assert len(track) < 1_900 + 2 * 24 * 60
    assert max(v for v in track.values) == 1_000_000
    assert min(v for v in track.values) == 0
    assert all(a < b for a, b in pairwise(track.times))


def test_eight_days_are_seven():
    track = Track()
    step = 20
    for n in range(8 * 86_400 // step):
        track.append(START + n * step * NS, n)
    assert track.times[0] >= track.times[-1] - KEPT_NS - 600 * NS
    assert track.times[0] < track.times[-1] - KEPT_NS + 700 * NS
    assert len(track) < 7_500


def test_looks_ten_times_a_second_are_bounded_too():
    track = Track()
    for n in range(20_000):
        track.append(START + n * NS // 10, n)
    assert len(track) < FINE_MOST + 700
    assert track.last() == 19_999


@given(st.lists(st.none() | st.integers(0, 9), max_size=80), st.integers(0, 80), st.integers(1, 20))
def test_unbroken_points_end_with_the_newest_and_cross_no_gap(values, since, most):
    track = Track()
    for second, value in enumerate(values):
        track.append(START + second * NS, value)
    found = track.unbroken(START + since * NS, most)
    plain: list[tuple[int, float]] = []
    for ns, value in track.since(START + since * NS):
        plain = [] if value is None else [*plain, (ns, value)]
    assert len(found) <= most
    assert found == plain[::-1][:: max(1, -(-len(plain) // most))][::-1]


@given(st.lists(st.tuples(st.integers(1, 400), st.none() | st.integers(0, 50)), max_size=300))
def test_thinning_neither_invents_nor_hides(steps):
    track, seen, ns = Track(), {}, START
    for step, value in steps:
        ns += step * NS
        track.append(ns, value)
        seen[ns] = value
    kept = list(track.since(0))
    assert [t for t, _ in kept] == sorted({t for t, _ in kept})
    assert all(seen[t] == value for t, value in kept)
    recent = {t: v for t, v in seen.items() if t >= ns - FINE_NS and v is not None}
    assert {t: v for t, v in kept if t >= ns - FINE_NS and v is not None} == recent
    values = [v for v in seen.values() if v is not None]
    if values and ns - START < KEPT_NS:
        held = [v for _, v in kept if v is not None]
        assert (min(held), max(held)) == (min(values), max(values))
    if steps:
        assert track.last() == steps[-1][1]


@given(st.lists(st.tuples(st.integers(-200_000, 400), st.none() | st.integers(0, 50)), max_size=200))
def test_times_ascend_whatever_the_clock_does(steps):
    track, ns = Track(), START
    for step, value in steps:
        ns += step * NS
        track.append(ns, value)
    assert all(a < b for a, b in pairwise(track.times))


@pytest.mark.parametrize(
    ("heads", "moved", "since"),
    [
        ([(1, 0), (1, 0), (1, 0)], None, 0),
        ([(1, 0), (1, 1), (1, 1)], None, 2),
        ([(1, 5), (2, 0), (2, 0)], 2, 2),
        ([(1, 0), None, (2, 0)], 2, 4),
    ],
)
def test_the_head_is_watched(heads, moved, since):
    book = SeriesBook()
    for n, head in enumerate(heads):
        rows = [] if head is None else [row(LAB, 3, head=Item("lab", "one", id=head[0], attempts=head[1]))]
        book.add(depth(2 * n, *rows), (LAB,))
    series = book[LAB]
    assert series.moved == (None if moved is None else START + moved * NS)
    assert series.head_since == START + since * NS
    assert series.watched_since == START


def flowing(second: float, delivered: int) -> Depth:
    flow = Flow(from_ns(START), arrived=delivered, delivered=delivered)
    return replace(depth(second, row(LAB, 50)), flows={LAB: flow})


@pytest.mark.parametrize(("unseen", "known"), [(20, True), (70, False), (3600, False)])
def test_rates_begin_anew_after_a_stretch_that_nobody_saw(unseen, known):
    """What was delivered in it says nothing of how fast the engine is now, or whether it lives."""
    book = SeriesBook()
    for second in range(0, 61, 2):
        book.add(flowing(second, second), (LAB,))
    assert book[LAB].counters.rates() is not None
    book.gap(from_ns(START + 66 * NS))
    book.add(flowing(60 + unseen, 660), (LAB,))
    rates = book[LAB].counters.rates()
    assert (rates is not None) is known


def test_the_newest_figures_are_those_at_the_ends_of_the_curves():
    book = SeriesBook()
    waits = DepthRow(LAB.channel, LAB.destination, 7, 0, from_ns(START - 5 * NS), 5.0, None)
    book.add(depth(0, waits), (LAB, ADT))
    book.add(depth(2, replace(waits, oldest_seconds=7.0)), (LAB, ADT))
    ends = [(where, series.pending.last(), series.oldest.last()) for where, series in book.items()]
    assert list(book.newest()) == ends == [(LAB, 7, 7.0), (ADT, 0, 0)]
    book.add(depth(4, row(LAB, 7, None)), (LAB, ADT))
    assert list(book.newest()) == [(LAB, 7, None), (ADT, 0, 0)]


# -- curves that are brought up to date when somebody asks -------------------------------------------------------------

PLACES = tuple(Destination("lab", f"dest-{n}") for n in range(3))

changes = st.lists(
    st.tuples(
        st.sampled_from([2, 2, 2, 2, 20, 90, 150, -30, -4000]),
        st.sampled_from(["look", "look", "look", "look", "gap"]),
        st.dictionaries(st.integers(0, 2), st.tuples(st.integers(0, 3), st.integers(0, 500)), max_size=2),
    ),
    max_size=80,
)


@given(changes, st.integers(1, 20))
def test_a_curve_is_the_same_whenever_it_is_asked_for(steps, every):
    """One book is asked after each look, the other one at the end."""
    asked, left, ns = SeriesBook(), SeriesBook(), START
    waits: dict[int, tuple[int, int]] = {}
    for n, (step, kind, changed) in enumerate(steps):
        ns += step * NS
        for place, (pending, age) in changed.items():
            waits[place] = (pending, ns - age * NS)
        rows = tuple(
            DepthRow(PLACES[k].channel, PLACES[k].destination, pending, 0, from_ns(since), (ns - since) / NS, 0)
            for k, (pending, since) in sorted(waits.items())
            if pending
        )
        for book in (asked, left):
            if kind == "gap":
                book.gap(from_ns(ns))
            else:
                book.add(Depth(rows, from_ns(ns), True), PLACES)
        if n % every == 0:
            assert all(len(asked[where].pending) for where, _ in asked.items())
    for where, series in asked.items():
        for track, other in ((series.pending, left[where].pending), (series.oldest, left[where].oldest)):
            assert track.times == other.times
            assert list(map(str, track.values)) == list(map(str, other.values))
        assert series.watched_since == left[where].watched_since
        assert series.head_since == left[where].head_since


def test_an_oldest_message_that_stays_gets_older_at_every_look():
    book = SeriesBook()
    for second in range(0, 20, 2):
        row_ = DepthRow("lab", "one", 3, 0, from_ns(START - 10 * NS), 10.0 + second, 0)
        book.add(Depth((row_,), from_ns(START + second * NS), True), (LAB,))
    assert points(book[LAB].oldest) == [(second, 10 + second) for second in range(0, 20, 2)]
    assert [(where, age) for where, _, age in book.newest()] == [(LAB, 28.0)]


def test_of_very_many_destinations_what_stays_has_a_point_a_minute_and_ages_are_exact():
    places = tuple(Destination("lab", f"d{n:04}") for n in range(MANY + 1))
    book = SeriesBook()
    for second in range(0, 1200, 2):
        pending = 5 if second == 600 else 4
        rows = tuple(
            DepthRow("lab", w.destination, pending if n == 0 else 4, 0, from_ns(START), float(second), 0)
            for n, w in enumerate(places)
        )
        book.add(Depth(rows, from_ns(START + second * NS), True), places)
    quiet, other = book[places[7]], book[places[0]]
    assert len(quiet.pending) <= 1200 * NS / SPACING_NS + 4
    assert quiet.oldest.at(START + 777 * NS) == 777
    assert quiet.oldest.last() == 1198
    assert [other.pending.at(START + second * NS) for second in (599, 600, 601, 602)] == [4, 5, 5, 4]


def test_looks_that_every_curve_knows_are_dropped():
    book = SeriesBook()
    for n in range(6 * TURN):
        book.add(depth(2 * n, row(LAB, 7)), (LAB, ADT))
    assert len(book._looks.times) <= 4 * TURN
    assert book[ADT].pending.at(START + 10 * NS) == 0
    assert book[LAB].pending.last() == 7


def test_a_line_in_which_nothing_happens_takes_next_to_nothing():
    track = Track()
    for n in range(7 * 86_400 // 20):
        track.append(START + n * 20 * NS, 0)
    assert len(track) < 200
    assert track.at(START + 86_400 * NS) == 0


# -- what was before the first look ------------------------------------------------------------------------------------


def remembered(*values: tuple[float, float], place=LAB, reconstructed=None) -> Remembered:
    """Second and value, before START; the same for backlog and age."""
    times = array("q", [START + int(second * NS) for second, _ in values])
    figures = array("d", [value for _, value in values])
    zero = array("d", bytes(8 * len(values)))

    def both(figures_):
        return Track.of(times, figures_, START), Track.of(times, figures_, START, ages=True)

    return Remembered({place: both(figures)}, both(figures), both(zero), reconstructed).packed()


def test_what_is_remembered_comes_before_what_was_seen():
    book = SeriesBook()
    book.add(depth(0, row(LAB, 7)), (LAB, ADT))
    book.add(depth(2, row(LAB, 8)), (LAB, ADT))
    book.remember(remembered((-120, 5), (-60, 6), (1, 99), reconstructed=(START - 120 * NS, START)))
    book.add(depth(4, row(LAB, 9)), (LAB, ADT))
    assert points(book[LAB].pending) == [(-120, 5), (-60, 6), (0, 7), (2, 8), (4, 9)]
    assert points(book[ADT].pending) == [(-120, 0), (-60, 0), (0, 0), (2, 0), (4, 0)]
    assert points(book.total.pending)[:2] == [(-120, 5), (-60, 6)]
    assert book.reconstructed == (START - 120 * NS, START)
    book.remember(remembered((-120, 5), reconstructed=(START - 120 * NS, START + 60 * NS)))
    assert book.reconstructed == (START - 120 * NS, START)


def test_what_is_remembered_anew_takes_the_place_of_what_was():
    book = SeriesBook()
    book.add(depth(0, row(LAB, 7)), (LAB,))
    book.remember(remembered((-60, 6), reconstructed=(START - 60 * NS, START)))
    book.remember(remembered((-180, 4), (-120, 5)))
    assert points(book[LAB].pending) == [(-180, 4), (-120, 5), (0, 7)]
    assert book.reconstructed is None


def test_a_destination_that_is_only_remembered_has_a_curve_and_a_number():
    book = SeriesBook()
    book.add(depth(0, row(LAB, 7)), (LAB,))
    book.remember(remembered((-60, 6), place=ADT))
    book.add(depth(2, row(LAB, 7)), (LAB,))
    assert points(book[ADT].pending) == [(-60, 6), (2, 0)]
    assert book[ADT].index == 1


def test_what_is_remembered_before_the_first_look_stays():
    book = SeriesBook()
    book.remember(remembered((-60, 6)))
    book.add(depth(0, row(LAB, 7)), (LAB,))
    assert points(book[LAB].pending) == [(-60, 6), (0, 7)]
    assert book[LAB].watched_since == START


@given(st.lists(st.tuples(st.integers(1, 4000), st.one_of(st.none(), st.integers(0, 9))), max_size=200), st.booleans())
def test_a_packed_track_is_the_same(steps, ages):
    track, second = Track(ages=ages), 0
    for step, value in steps:
        second += step
        track.append(START + second * NS, value)
    again = track.packed().unpacked()
    assert again.times == track.times
    assert again.values.tobytes() == track.values.tobytes()
    track.append(START + (second + 90_000) * NS, 1)
    again.append(START + (second + 90_000) * NS, 1)
    assert points(again) == points(track)


def test_a_packed_day_takes_an_eighth_of_the_memory():
    track = Track()
    for minute in range(24 * 60):
        track.append(START + minute * 60 * NS, minute % 97)
    assert 8 * (len(track.packed()._steps) + len(track.packed()._values)) < 16 * len(track)


def test_a_clock_that_was_set_back_cuts_off_what_nobody_asked_for_yet():
    book = SeriesBook()
    book.add(depth(0, row(LAB, 7)), (LAB,))
    book.remember(remembered((-7200, 5), (-60, 6)))
    book.add(depth(2, row(LAB, 8)), (LAB,))
    book.add(depth(-3600, row(LAB, 9)), (LAB,))
    for track in (book[LAB].pending, book.total.pending):
        assert all(a < b for a, b in pairwise(track.times))
        assert [value for _, value in points(track) if value is not None] == [5, 9]


@given(st.lists(st.tuples(st.integers(1, 4000), st.integers(0, 9)), min_size=1, max_size=200))
def test_what_is_remembered_goes_on_being_thinned(steps):
    second, before = -sum(step for step, _ in steps) - 1, []
    for step, value in steps:
        second += step
        before.append((second, value))
    book = SeriesBook()
    book.add(depth(0, row(LAB, 7)), (LAB,))
    book.remember(remembered(*before))
    for later in (2, 3600, 90_000, *range(8 * 86_400, 8 * 86_400 + 7200, 60)):
        book.add(depth(later, row(LAB, 7)), (LAB,))
        track = book[LAB].pending
        assert all(a < b for a, b in pairwise(track.times))
    assert book[LAB].pending.times[0] >= START + (8 * 86_400 * NS) - KEPT_NS - 3600 * NS - 600 * NS
