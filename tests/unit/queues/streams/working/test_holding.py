"""Locks as a worker holds them; time is turned by hand."""

from collections.abc import Iterable
from contextlib import nullcontext

import pytest

from qmonitor.queues.streams.errors import ServerUnreachable
from qmonitor.queues.streams.working.holding import Holding
from tests.helpers.streams.failing import Failing
from tests.helpers.streams.memory import MemoryLocks


class Place:
    """A holding on locks in memory, and its clock."""

    def __init__(self, fail: Iterable[str] = ()) -> None:
        self.seconds = 0.0
        self.server, self.calls = MemoryLocks(), []
        self.failing = Failing(self.server, self.calls, fail)
        self.holding = Holding(self.failing, lambda: self.seconds, ttl=90, longest=60)


def test_one_holder_at_a_time() -> None:
    place = Place()
    held = place.holding.take("d")
    assert held is not None
    assert place.holding.take("d") is None
    place.holding.give_back(held)
    assert place.holding.take("d") is not None


def test_it_is_renewed_every_third_of_its_time() -> None:
    place = Place()
    place.holding.take("d")
    asked = []
    for place.seconds in range(100):
        before = len(place.calls)
        place.holding.renew()
        asked += [place.seconds] * (len(place.calls) - before)
    assert asked == [30]  # the next would be at 60, when no job may go on any more


def test_a_job_that_hangs_does_not_block_its_deployment_for_ever() -> None:
    place = Place()
    held = place.holding.take("d")
    assert held
    for place.seconds in range(119):
        place.holding.renew()
    assert place.holding.is_held(held)
    place.seconds = 120  # 90 after the last renewal
    assert not place.holding.is_held(held)


def test_a_lock_that_somebody_else_has_by_now_is_lost_and_stays_his() -> None:
    place = Place()
    held = place.holding.take("d")
    assert held
    place.server.owners["d"] = "another"
    place.seconds = 31
    assert place.holding.renew() == 1
    assert not place.holding.is_held(held)
    place.holding.give_back(held)
    assert place.server.owners == {"d": "another"}


def test_a_server_that_is_silent_loses_the_lock_in_time() -> None:
    place = Place(fail=["extend"])
    held, other = place.holding.take("d"), place.holding.take("e")
    assert held
    assert other
    for place.seconds in (31, 60, 89.9):
        with pytest.raises(ServerUnreachable) if place.seconds < 60 else nullcontext():
            place.holding.renew()
        assert place.holding.is_held(held)
    place.seconds = 90
    assert not place.holding.is_held(held)


def test_all_are_asked_for_before_a_hindrance_is_told() -> None:
    place = Place()
    held = [place.holding.take(name) for name in "abc"]
    place.server.owners["a"] = "another"
    place.seconds = 31
    assert place.holding.renew() == 1
    assert [place.holding.is_held(one) for one in held if one] == [False, True, True]


def test_what_cannot_be_given_back_ends_by_itself() -> None:
    place = Place(fail=["give_back"])
    held = place.holding.take("d")
    assert held
    place.holding.give_back(held)
    assert not place.holding.is_held(held)
    assert "d" in place.server.owners


@pytest.mark.parametrize(("ttl", "longest"), [(89.9, 60), (90, 90), (90, 0), (120, 121)])
def test_a_lock_is_no_shorter_than_a_pause_and_longer_than_a_job(ttl: float, longest: float) -> None:
    with pytest.raises(ValueError):
        Holding(MemoryLocks(), lambda: 0.0, ttl=ttl, longest=longest)
