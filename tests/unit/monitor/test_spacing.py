"""When the next look is due."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.spacing import GOING_ON, GOING_ON_SHARE, HIDDEN_LEAST, HIDDEN_SHARE, LONGEST, SHARE, Spacing

SECONDS = st.floats(0, 100)


def test_cheap_looks_keep_the_interval():
    spacing = Spacing(2.0)
    spacing.took(0.05)
    assert spacing.rest == pytest.approx(1.95)
    assert spacing.usual == pytest.approx(2.0)


def test_dear_looks_come_less_often():
    spacing = Spacing(2.0)
    spacing.took(0.7)
    assert spacing.rest == pytest.approx(21.0)
    spacing.interval = 30.0
    assert spacing.rest == pytest.approx(29.3)


def test_looks_that_take_long_to_show_come_less_often():
    spacing = Spacing(2.0)
    spacing.took(0.02)
    spacing.showed(0.16)
    assert spacing.rest == pytest.approx(4.0)
    for _ in range(20):
        spacing.showed(9.0)  # somebody scrolls
    assert spacing.rest == pytest.approx(8.0)
    spacing.showed(0.01)
    assert spacing.rest == pytest.approx(1.98)


def test_one_slow_look_is_not_taken_for_the_cost_of_all():
    spacing = Spacing(2.0)
    for seconds in (0.02, 1.0):
        spacing.took(seconds)
    assert spacing.rest == pytest.approx(15.3)
    spacing.took(0.02)
    assert spacing.rest == pytest.approx(1.98)


def test_what_nobody_sees_is_looked_at_seldom():
    spacing = Spacing(2.0)
    spacing.hidden = True
    assert spacing.rest == HIDDEN_LEAST
    spacing.took(0.5)
    assert spacing.rest == pytest.approx(40.0)
    assert spacing.going_on == spacing.rest


def test_going_on_is_quick_but_no_load():
    spacing = Spacing(2.0)
    assert spacing.going_on == GOING_ON
    spacing.took(0.08)
    assert spacing.going_on == pytest.approx(1.6)
    spacing.took(5.0)
    assert spacing.going_on <= spacing.rest


@given(st.lists(SECONDS, min_size=1), st.floats(1, 30), st.booleans())
def test_looking_never_takes_more_than_its_share(looks, interval, hidden):
    spacing = Spacing(interval)
    spacing.hidden = hidden
    for _ in range(40):
        spacing.took(looks[-1])
    share = HIDDEN_SHARE if hidden else SHARE
    assert spacing.rest >= min(LONGEST, share * looks[-1]) * 0.99
    assert spacing.rest <= max(LONGEST, interval)
    assert spacing.usual >= interval * 0.99
    assert spacing.going_on <= spacing.rest
    assert spacing.going_on >= GOING_ON_SHARE * looks[-1] * 0.99 or spacing.going_on == spacing.rest
