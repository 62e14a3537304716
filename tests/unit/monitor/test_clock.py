"""Clocks that disagree are noticed, and only what is certain is told."""

from datetime import timedelta

import pytest

from qmonitor.monitor.clock import SHOWN, Clock, notices, passed
from qmonitor.queues.model import Depth, DepthRow, Destination, Flow, Item
from qmonitor.queues.times import NS, Instant, from_ns, parse

NOW = parse("2026-11-29T08:00:00.000000000Z")


def later(seconds: float) -> Instant:
    return NOW + timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("newest", "tried", "delivered", "found"),
    [
        (None, None, None, None),
        (-5, -3, -4, None),
        (-5, 900, -4, None),
        (1.9, None, None, None),
        (3600, None, None, 3600),
        (-61, 3600, None, 3600),
        (-61, -30, 7200, 7200),
        (5, 9, 7, 9),
    ],
)
def test_times_in_the_future_tell_how_far_at_least_the_source_is_ahead(newest, tried, delivered, found):
    head = Item("lab", "x", last_attempt=None if tried is None else later(tried))
    flow = Flow(NOW, last_delivered=None if delivered is None else later(delivered))
    row = DepthRow("lab", "x", 1, 0, None, None, 1, head)
    flows = {Destination("lab", "x"): flow}
    depth = Depth((row,), NOW, True, flows, None if newest is None else later(newest))
    assert Clock().ahead(depth, NOW) == (None if found is None else timedelta(seconds=found))


def test_what_is_no_time_tells_nothing():
    assert Clock().ahead(Depth((), NOW, True, newest=parse("yesterday")), NOW) is None


def test_a_new_item_shows_that_the_clocks_agree_again():
    """The clock of both was set back: older times lie in the future for a while."""
    clock = Clock()

    def look(newest: float, delivered: float):
        flows = {Destination("lab", "x"): Flow(NOW, last_delivered=later(delivered))}
        return clock.ahead(Depth((), NOW, True, flows, later(newest)), NOW)

    assert look(3500, 3600) == timedelta(hours=1)
    assert look(-1, 3600) is None
    assert look(-1, 3600) is None
    assert look(-1, 4000) == timedelta(seconds=4000)
    assert look(-600, 4000) == timedelta(seconds=4000)


def test_a_bound_is_never_lowered_by_time_that_passes():
    clock = Clock()

    def look(second: float, newest: float):
        clock.look(later(second), second)
        return clock.ahead(Depth((), later(second), True, {}, later(newest)), later(second))

    hour = timedelta(hours=1)
    assert look(0, 3600) == hour
    assert [look(second, 3600) for second in (2, 1800, 3599, 9000)] == [hour] * 4
    assert look(9002, 9002 + 4000) == timedelta(seconds=4000)
    assert look(9004, 9004) is None  # a fresh one: the clocks agree again
    assert look(9006, 9004) is None


def test_a_bound_goes_with_a_clock_that_is_set():
    clock = Clock()

    def look(wall: float, seconds: float, newest: float):
        clock.look(later(wall), seconds)
        return clock.ahead(Depth((), later(wall), True, {}, later(newest)), later(wall))

    assert look(0, 0, 3600) == timedelta(hours=1)
    assert look(1802, 2, 3600) == timedelta(minutes=30)  # set forward by half an hour
    assert look(3604, 4, 3600) is None


def looks(*steps: tuple[float, float]):
    """What is told at each look: (clock, seconds passed)."""
    clock = Clock()
    return [clock.look(later(at), seconds) for at, seconds in steps]


def test_a_clock_that_goes_with_the_time_was_not_set():
    assert looks((0, 100), (2, 102), (4.5, 104), (3600, 3700)) == [None] * 4


@pytest.mark.parametrize(("wall", "by"), [(3602, 3600), (-3598, -3600), (5, 3)])
def test_a_clock_that_was_set_is_told_for_a_while(wall, by):
    told = looks((0, 100), (wall, 102), (wall + 60, 162), (wall + SHOWN + 2, 104 + SHOWN))
    assert [one and one.by.total_seconds() for one in told] == [None, by, by, None]
    assert told[1].at == later(wall)


def test_a_little_is_no_jump():
    assert looks((0, 100), (3.9, 102), (2, 102.1)) == [None] * 3


def test_what_is_said():
    assert notices(None, None) == ()
    forward, back = looks((0, 0), (3600, 0))[1], looks((0, 0), (-60, 0))[1]
    said = [str(one) for found in (forward, back) for one in notices(timedelta(hours=1), found)]
    assert said[0] == (
        "The engine's clock is at least 1:00:00 ahead of this machine's. Ages are approximate (≈), and states that"
        " depend on time are not shown."
    )
    assert said[1].startswith("This machine's clock was set forward by 1:00:00 at 2026-11-29T09:00:00")
    assert said[3].startswith("This machine's clock was set back by 0:01:00 at")


def test_time_passes_by_itself():
    assert passed() <= passed()


def test_two_clocks_that_run_apart_a_little_over_hours_are_not_set():
    """A pause of half a day, say: the one clock is kept by the network's time, the other by a crystal."""
    clock = Clock()
    clock.look(from_ns(1_780_000_000 * NS), 0.0)
    assert clock.look(from_ns((1_780_000_000 + 43_203) * NS), 43_200.0) is None
    assert clock.look(from_ns((1_780_000_000 + 43_266) * NS), 43_260.0) is not None
