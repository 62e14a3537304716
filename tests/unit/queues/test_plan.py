"""What is frozen in a plan stays what it was."""

import dataclasses
import sys
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues import plan, times
from qmonitor.queues.plan import InterruptedPlan, Members, Plan, Report
from qmonitor.queues.words import phrase

ids = st.one_of(st.integers(-(2**63), 2**63 - 1), st.text())
pairs = st.lists(st.tuples(ids, st.text(max_size=8)))


@given(pairs)
def test_members_keep_every_pair_in_order(given_pairs: list[tuple[int | str, str]]) -> None:
    members = Members(given_pairs)
    assert list(members) == given_pairs
    assert len(members) == len(given_pairs)
    assert members == Members(iter(given_pairs))


@given(pairs, st.integers(1, 7))
def test_batches_joined_are_all_members(given_pairs: list[tuple[int | str, str]], size: int) -> None:
    members = Members(given_pairs)
    joined: list[tuple[int | str, str]] = []
    for start in range(0, len(members), size):
        batch = members.batch(start, size)
        assert len(batch) <= size
        joined += batch
    assert joined == given_pairs


@given(pairs, pairs)
def test_members_are_equal_only_where_the_pairs_are(
    one: list[tuple[int | str, str]], other: list[tuple[int | str, str]]
) -> None:
    assert (Members(one) == Members(other)) == (one == other)


def test_members_may_be_in_thousands_of_states() -> None:
    odd = [(n, f"state-{n}") for n in range(70_000)]
    try:
        members = Members(odd)
    except OverflowError:  # more states than a plan can name: refused loudly, never mixed up
        return
    assert list(members) == odd


def test_seven_hundred_thousand_members_take_some_megabytes() -> None:
    members = Members((n, "pending") for n in range(700_000))
    taken = sum(sys.getsizeof(getattr(members, name)) for name in Members.__slots__)
    assert taken < 10_000_000


def _plan(members: Sequence[tuple[int, str]] = ((1, "pending"),)) -> Plan:
    return Plan(action="skip", target="", members=Members(members), taken=times.from_ns(0), words=(), undo=phrase("no"))


@pytest.mark.parametrize(
    "value",
    [
        _plan(),
        Report(action="skip", plan="p", actor="a@h", confirmed=1, done=1),
        InterruptedPlan("p", "skip", "", "a@h", times.from_ns(0), 1, 2),
    ],
)
def test_plans_and_reports_are_frozen(value: Plan | Report | InterruptedPlan) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        value.action = "drain"  # type: ignore[misc]


def test_every_plan_has_an_id_of_its_own() -> None:
    assert len({_plan().id for _ in range(100)} | {plan.new_plan_id()}) == 101


def test_a_plan_counts_its_members() -> None:
    assert _plan([(1, "pending"), (2, "failed")]).count == 2
