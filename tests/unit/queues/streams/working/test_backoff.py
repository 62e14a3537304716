"""How long a retry waits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.streams.working.backoff import BackoffPolicy


@pytest.mark.parametrize(("attempt", "whole"), [(1, 10), (2, 20), (3, 40), (4, 80), (5, 160), (6, 300), (7, 300)])
def test_the_wait_doubles_up_to_its_limit_and_half_of_it_is_chance(attempt: int, whole: float) -> None:
    least = BackoffPolicy(chance=lambda: 0.0).delay(attempt)
    middle = BackoffPolicy(chance=lambda: 0.5).delay(attempt)
    assert (least, middle) == (whole / 2, whole * 0.75)


@given(st.integers(), st.floats(0, 1, exclude_max=True), st.floats(1e-6, 1e9), st.floats(1, 1e9))
def test_no_attempt_is_too_many(attempt: int, chance: float, base: float, times: float) -> None:
    policy = BackoffPolicy(base, base * times, lambda: chance)
    assert policy.limit >= policy.delay(attempt) >= base / 2


@pytest.mark.parametrize(("base", "limit"), [(0, 10), (-1, 10), (10, 5), (float("nan"), 10), (1, float("inf"))])
def test_what_cannot_be_meant_is_refused(base: float, limit: float) -> None:
    with pytest.raises(ValueError):
        BackoffPolicy(base, limit)
