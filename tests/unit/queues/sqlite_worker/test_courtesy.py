"""All workers on one file leave its lock alone together."""

import time

import pytest

from qmonitor.queues.sqlite_worker.courtesy import GAP, LONGEST, Courtesy, courtesy


def left(one: Courtesy) -> float:
    """Seconds for which it is left alone from now on."""
    return max(0.0, one._until - time.monotonic())


def test_a_twentieth_of_the_time_is_left_in_gaps_that_are_long_enough() -> None:
    one = Courtesy()
    for _ in range(39):
        one.held(0.01)
        assert left(one) == 0
    one.held(0.011)
    assert left(one) == pytest.approx(GAP, abs=0.005)


def test_while_somebody_queues_it_is_left_for_as_long_as_it_was_held() -> None:
    one = Courtesy()
    one.queued()
    one.held(0.04)
    assert left(one) == pytest.approx(0.04, abs=0.01)
    one.held(10)
    assert left(one) == pytest.approx(LONGEST, abs=0.01)


def test_waiting_lasts_until_the_gap_is_over() -> None:
    one = Courtesy()
    one.held(0.5)
    one.wait()
    assert left(one) == 0
    began = time.monotonic()
    one.wait()
    assert time.monotonic() - began < GAP


def test_one_file_has_one_for_as_long_as_it_is_used() -> None:
    one = courtesy((1, 2))
    assert courtesy((1, 2)) is one
    assert courtesy((1, 3)) is not one
    one.queued()
    del one
    assert courtesy((1, 2))._queued == float("-inf")
