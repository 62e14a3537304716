"""Rates come from counters that only rise, over what was really looked at, and know how sure they are."""

import math
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.rates import KEPT_NS, LEAST_NS, Counters, Rates
from qmonitor.queues.model import Flow
from qmonitor.queues.times import NS, from_ns

START = from_ns(1_780_000_000 * NS)
LATER = from_ns(1_780_000_500 * NS)


def counted(looks: list[tuple[float, Flow | None]]) -> Counters:
    """Counters after looks at these seconds."""
    made = Counters()
    for second, flow in looks:
        made.add(int(second * NS), flow)
    return made


def even(arrived: float, delivered: float, seconds: int = 300, every: int = 2, failed: float = 0.0) -> Counters:
    """So many a minute, evenly."""
    return counted(
        [
            (s, Flow(START, int(arrived * s / 60), 0, int(delivered * s / 60), int(failed * s / 60)))
            for s in range(0, seconds + 1, every)
        ]
    )


def test_too_little_seen_is_no_rate():
    assert Counters().rates() is None
    assert even(60, 60, seconds=28).rates() is None
    assert even(60, 60, seconds=30).rates() is not None


@pytest.mark.parametrize(
    ("made", "incoming", "outgoing"),
    [
        (even(12, 30), 12, 30),
        (even(30, 30), 30, 30),
        (even(0, 0), 0, 0),
        (even(0.5, 0), 0.4, 0),
        (even(120, 0, seconds=40), 120, 0),
    ],
)
def test_even_flows(made, incoming, outgoing):
    found = made.rates()
    assert found.incoming == pytest.approx(incoming, rel=0.07)
    assert found.outgoing == pytest.approx(outgoing, rel=0.07)


def test_what_is_gone_makes_no_line_grow_and_is_no_delivery():
    found = counted([(s, Flow(START, s, delivered=None, other=s)) for s in range(0, 301, 2)]).rates()
    assert (found.arrived, found.delivered, found.gone) == (300, 0, 300)
    assert (found.growth, found.leaving, found.outgoing) == (0, 60, 0)
    assert found.minutes_left(40) is None


def test_a_change_is_seen_in_the_shortest_window_that_shows_it():
    looks = [(s, Flow(START, s // 5, 0, 0 if s < 260 else s - 260)) for s in range(0, 301, 2)]
    found = counted(looks).rates()
    assert (found.seconds, found.outgoing) == (30, 60)
    assert found.clear


def test_a_pace_that_holds_is_measured_as_far_back_as_it_does():
    assert even(0, 60).rates().seconds == 300
    assert even(30, 60, seconds=200).rates().seconds == 200


def test_chance_is_no_trend():
    assert not Rates(300, 75, 80).clear
    assert not Rates(300, 0, 1).clear
    assert Rates(300, 0, 5).clear
    assert not Rates(30, 0, 5, sure=3.0).clear


def test_what_was_skipped_or_given_up_is_no_delivery():
    looks = [(s, Flow(START, 0, 0, 0, failed=s, skipped=s * 10)) for s in range(0, 301, 2)]
    found = counted(looks).rates()
    assert (found.net, found.delivered, found.failed) == (0, 0, 300)
    assert found.minutes_left(100) is None


def test_the_time_left_is_a_range_that_holds_the_even_pace():
    earliest, latest = Rates(300, 0, 300).minutes_left(1020)
    assert earliest < 17 < latest
    assert latest - earliest < 5
    assert Rates(300, 30, 30).minutes_left(5) is None
    assert Rates(300, 300, 30).minutes_left(5) is None


def test_a_pace_that_is_hardly_known_leaves_the_end_open():
    earliest, latest = Rates(300, 0, 5).minutes_left(100)
    assert earliest > 30
    assert latest is None


@pytest.mark.parametrize("flow", [None, Flow(LATER), Flow(LATER, 5, 0, 5)])
def test_counters_that_begin_anew_are_watched_anew(flow):
    made = even(60, 60)
    made.add(302 * NS, flow)
    assert made.rates() is None


def test_a_clock_that_was_set_back_begins_anew():
    made = even(60, 60)
    made.add(100 * NS, Flow(START, 300, 0, 300))
    assert made.rates() is None


def test_what_rose_while_nobody_looked_is_spread_over_that_time():
    looks = [(0, Flow(START)), (2, Flow(START)), (62, Flow(START, 0, 0, 60)), (64, Flow(START, 0, 0, 60))]
    found = counted(looks).rates()
    assert found.delivered == 60
    assert found.seconds >= 62


@given(
    st.sampled_from((NS, NS // 8)),
    st.lists(st.tuples(st.integers(1, 40), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=80),
)
def test_figures_agree_with_a_plain_list_of_looks(unit, steps):
    made, looks, at, flow = Counters(), [], 0, Flow(START)
    for wait, arrived, delivered in [(1, 0, 0), *steps]:
        at += wait * unit
        if arrived or delivered:
            flow = Flow(START, flow.arrived + arrived, 0, flow.delivered + delivered)
        made.add(at, flow)
        looks.append((at, flow))
    found = made.rates()
    if at - looks[0][0] < LEAST_NS:
        assert found is None
        return
    then = next(one for ns, one in reversed(looks) if ns <= at - round(found.seconds * NS))
    assert (found.arrived, found.delivered) == (flow.arrived - then.arrived, flow.delivered - then.delivered)
    assert LEAST_NS <= found.seconds * NS <= max(KEPT_NS + 40 * NS, at - looks[0][0])
    assert math.isfinite(found.net)


def test_looks_back_to_back_are_held_in_little_memory_and_tell_the_same():
    """Some twenty a second, all of which find something new: with 20 destinations that was 4 MB after five minutes."""
    looks = [(n / 20, Flow(START, n // 4, 0, n)) for n in range(20 * 400)]
    made = counted(looks)
    found = made.rates()
    assert (found.incoming, found.outgoing) == pytest.approx((300, 1200), rel=0.01)
    assert KEPT_NS <= found.seconds * NS <= KEPT_NS + NS
    held = sum(sys.getsizeof(getattr(made, name)) for name in ("_times", "_arrived", "_delivered", "_failed"))
    assert held < 16_000
