"""How much of an attempt's time is left."""

import runpy
import time

import pytest

from qmonitor.senders import deadline


def test_it_runs_by_a_clock_that_goes_on_in_sleep_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(time, "CLOCK_BOOTTIME", raising=False)
    monkeypatch.setattr(time, "CLOCK_MONOTONIC", 4711, raising=False)
    assert runpy.run_path(deadline.__file__)["_CLOCK"] == 4711

    monkeypatch.delattr(time, "CLOCK_MONOTONIC")
    assert runpy.run_path(deadline.__file__)["_CLOCK"] is None


def test_no_time_left_is_none_and_told() -> None:
    over = deadline.Deadline(0.0)
    assert over.left == 0.0
    with pytest.raises(TimeoutError):
        over.require()
    assert 0.0 < deadline.Deadline(60.0).require() <= 60.0
    assert (str(deadline.Deadline(2.0)), str(deadline.Deadline(0.25))) == ("2", "0.25")
