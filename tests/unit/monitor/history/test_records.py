"""What is kept of a line: packed without loss, thinned without hiding anything, told again as it was."""

import math
from array import array

import hypothesis.strategies as st
import pytest
from hypothesis import given

from qmonitor.monitor.history.records import MS, Damaged, Records

START = 1_780_000_000_000
MINUTE = 60_000


def records_of(*entries: tuple[int, int, float]) -> Records:
    """Second, pending, and for how many seconds the oldest waits then."""
    made = Records()
    for second, pending, age in entries:
        made.add(START + int(second * 1000), pending, (START / 1000 + second) - age)
    return made


def told(records: Records, *stretches: tuple[int, int], step: int = 60) -> list[tuple[float, float, float]]:
    line = records.line([(START + a * 1000, START + b * 1000) for a, b in stretches], step * 1000, 2**62)
    return [
        ((ns // MS - START) / 1000, pending, round(age, 3))
        for ns, pending, age in zip(line.times, line.pending, line.oldest, strict=True)
    ]


steps = st.lists(st.tuples(st.integers(1, 90_000), st.integers(0, 50), st.integers(0, 10_000)), max_size=60)


def made_of(changes: list[tuple[int, int, int]]) -> Records:
    made, ms = Records(), START
    for step, pending, age in changes:
        ms += step
        made.add(ms, pending, ms / 1000 - (age if pending else 0))
    return made


@given(steps)
def test_what_is_packed_comes_back(changes) -> None:
    records = made_of(changes)
    found = Records.unpack(records.pack())
    assert (found.times, found.pending, found.since) == (records.times, records.pending, records.since)


@pytest.mark.parametrize("damaged", [b"", b"x", b"\x78\x01\x00", Records().pack()[:-3]])
def test_what_is_damaged_is_noticed(damaged: bytes) -> None:
    with pytest.raises(Damaged):
        Records.unpack(damaged)


def test_what_has_another_length_is_noticed() -> None:
    import zlib

    with pytest.raises(Damaged):
        Records.unpack(zlib.compress(b"\0" * 8 + (2).to_bytes(8, "little") + b"\0" * 16))


@given(steps)
def test_thinning_keeps_the_extremes_of_each_step_and_what_holds_after_it(changes) -> None:
    records = made_of(changes)
    require_kept(records, records.thinned(MINUTE))


def require_kept(records: Records, thin: Records) -> None:
    """Of each minute the extremes and the last of what waited, and nothing that was not there."""
    assert set(zip(thin.times, thin.pending, thin.since, strict=True)) <= set(
        zip(records.times, records.pending, records.since, strict=True)
    )
    for minute in {time // MINUTE for time in records.times}:
        before = [p for t, p in zip(records.times, records.pending, strict=True) if t // MINUTE == minute]
        after = [p for t, p in zip(thin.times, thin.pending, strict=True) if t // MINUTE == minute]
        assert (min(before), max(before), before[-1]) == (min(after), max(after), after[-1])
        assert len(after) <= 6


@given(steps)
def test_thinning_twice_loses_nothing_that_matters(changes) -> None:
    """It may take a record more: what lies between two of them counts for the age, and fewer are left."""
    records = made_of(changes)
    require_kept(records, records.thinned(MINUTE).thinned(MINUTE))


def test_the_highest_age_is_kept() -> None:
    """It is reached just before the oldest message leaves."""
    records = records_of((1, 5, 1), (20, 4, 2), (40, 3, 1), (45, 3, 1), (50, 3, 1), (55, 3, 1))
    assert {time - START for time in records.thinned(MINUTE).times} >= {1000, 20_000}


def test_a_line_in_which_nothing_happens_is_told_each_minute_and_its_age_grows() -> None:
    found = told(records_of((0, 7, 30)), (0, 200))
    assert found[:-1] == [(0, 7, 30), (60, 7, 90), (120, 7, 150), (180, 7, 210), (200, 7, 230)]
    assert math.isnan(found[-1][1])
    assert math.isnan(found[-1][2])


def test_a_line_in_which_nothing_waits_takes_two_points() -> None:
    assert told(records_of((0, 0, 0)), (0, 86_000))[:-1] == [(0, 0, 0), (86_000, 0, 0)]


def test_between_two_stretches_there_is_a_gap() -> None:
    found = told(records_of((0, 7, 0), (500, 9, 0)), (0, 10), (500, 510))
    assert [pending for _, pending, _ in found if not math.isnan(pending)] == [7, 7, 9, 9]
    assert [second for second, pending, _ in found if math.isnan(pending)] == [10.001, 510.001]


def test_what_held_before_a_gap_does_not_hold_after_it() -> None:
    """A stretch begins with a record of every line in which something waits: none of this one, so nothing did."""
    found = told(records_of((0, 7, 0)), (0, 10), (500, 510))
    assert [(second, pending) for second, pending, _ in found if second in (500, 510)] == [(500, 0), (510, 0)]


def test_a_line_that_is_new_was_empty_since_the_stretch_began() -> None:
    found = told(records_of((1500, 7, 0)), (0, 1510))
    assert [(second, pending) for second, pending, _ in found[:2]] == [(0, 0), (1499.999, 0)]


def test_where_nothing_was_thinned_an_age_is_told_up_to_its_end() -> None:
    records = records_of((0, 7, 1), (30, 6, 2), (32, 5, 1))
    line = records.line([(START, START + 40_000)], 60_000, 2**62, START)
    told_ = [((ns // MS - START) / 1000, round(age, 2)) for ns, age in zip(line.times, line.oldest, strict=True)]
    assert told_[:-1] == [(0, 1), (29.999, 31), (30, 2), (32, 1), (40, 9)]


def test_an_age_that_is_not_known_is_none() -> None:
    records = Records(array("q", [START]), array("I", [3]), array("d", [math.nan]))
    line = records.line([(START, START + 5000)], MINUTE, 2**62)
    assert line.pending[:2] == array("d", [3, 3])
    assert all(map(math.isnan, line.oldest))


@pytest.mark.parametrize(("known", "expected"), [(0, [10, 20]), (5, [20])])
def test_what_held_at_the_beginning_of_a_part_is_carried_into_it(known: int, expected: list[int]) -> None:
    records = records_of((0, 7, 0), (20, 8, 0), (40, 9, 0))
    part = records.between(START + 10_000, START + 30_000, START + known * 1000)
    assert [(time - START) // 1000 for time in part.times] == expected
    assert part.pending[-1] == 8
