"""Curves hold what was seen and nothing else, in bounded memory."""

import math
from dataclasses import replace
from itertools import pairwise

import hypothesis.strategies as st
import pytest
from hypothesis import given

from qmonitor.monitor.series import FINE_MOST, FINE_NS, KEPT_NS, SILENCE_NS, SeriesBook, Track
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
