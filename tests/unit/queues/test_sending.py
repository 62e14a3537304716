"""The policy of a worker, and what a sender may raise."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.errors import QueueError, Refused
from qmonitor.queues.sending import LONGEST_BACKOFF, NotDelivered, OutcomeUnknown, Policy, Unreachable


def test_the_defaults_are_the_specifications() -> None:
    assert Policy(0) == Policy(max_attempts=0, backoff=5.0, max_backoff=60.0, timeout=30.0)


def test_the_delay_doubles_up_to_its_bound() -> None:
    assert [Policy(0).delay(n) for n in range(1, 7)] == [5, 10, 20, 40, 60, 60]


def test_a_bound_below_the_first_step_is_raised_to_it() -> None:
    assert [Policy(0, backoff=5, max_backoff=1).delay(n) for n in (1, 2, 9)] == [5, 5, 5]


@given(attempts=st.integers(1, 10**12), backoff=st.floats(0.001, 3600), most=st.floats(0.001, 3600))
def test_a_delay_never_overflows_and_never_shrinks(attempts: int, backoff: float, most: float) -> None:
    policy = Policy(0, backoff, most)
    assert backoff <= policy.delay(attempts) <= policy.delay(attempts + 1) <= max(backoff, most) <= LONGEST_BACKOFF


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_there_are_exactly_as_many_attempts_as_the_limit_says(limit: int) -> None:
    assert [Policy(limit).is_last(n) for n in range(1, limit + 1)] == [False] * (limit - 1) + [True]


def test_without_a_limit_none_is_the_last() -> None:
    assert not Policy(0).is_last(10**9)


@pytest.mark.parametrize("value", [-1, 1.5, True, "3", None])
def test_a_limit_that_is_no_count_is_refused(value: object) -> None:
    with pytest.raises(Refused, match="max_attempts is"):
        Policy(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["backoff", "max_backoff", "timeout"])
@pytest.mark.parametrize("value", [0, -1, math.inf, math.nan, "5", None, True])
def test_a_time_that_is_not_positive_is_refused_and_named(name: str, value: object) -> None:
    with pytest.raises(Refused, match=f"^{name} is"):
        Policy(0, **{name: value})  # type: ignore[arg-type]


def test_a_back_off_above_an_hour_is_refused_with_the_reason() -> None:
    with pytest.raises(Refused, match="above an hour.*must not wait longer"):
        Policy(0, max_backoff=3601)


@pytest.mark.parametrize("value", [3600.1, 1e300, 10**400])
def test_an_attempt_longer_than_an_hour_is_refused(value: float) -> None:
    """It would not fit into any lease, and at some length not even into a time."""
    with pytest.raises(Refused, match="at most an hour"):
        Policy(0, timeout=value)


def test_failures_tell_whether_another_attempt_makes_sense() -> None:
    failure = Unreachable("The receiver is away.", wait=7)
    assert isinstance(failure, NotDelivered | QueueError) and (failure.final, failure.wait) == (False, 7)
    assert OutcomeUnknown("No answer.", final=True).final and str(failure) == "The receiver is away."
