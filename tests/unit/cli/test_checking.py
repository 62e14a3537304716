"""The verdict names the worst destination, and what is not known is never taken for fine."""

from datetime import timedelta

import pytest

from qmonitor.cli.checking import Level, Limits, judge
from qmonitor.queues.model import Depth, DepthRow
from qmonitor.queues.times import parse

NOW = parse("2026-11-29T08:00:00.000000000Z")


def row(name: str, pending: int = 0, failed: int = 0, age: float | None = None, attempts: int | None = 0) -> DepthRow:
    oldest = None if age is None else NOW + timedelta(seconds=-age)
    return DepthRow("lab", name, pending, failed, oldest, age, attempts)


def verdict(*rows: DepthRow, **limits: object) -> tuple[Level, str]:
    found = judge(Depth(rows, NOW, True), Limits(**limits))  # type: ignore[arg-type]
    return found.level, found.words


def test_an_empty_queue_is_fine() -> None:
    assert verdict() == (Level.FINE, "0 pending, 0 failed, no destination beyond its limits")


def test_young_messages_and_failures_are_fine_unless_limits_say_otherwise() -> None:
    assert verdict(row("a", 3, 2, 299)) == (Level.FINE, "3 pending, 2 failed, no destination beyond its limits")


@pytest.mark.parametrize(
    ("age", "level"), [(299.9, Level.FINE), (300, Level.WARNING), (3599, Level.WARNING), (3600, Level.CRITICAL)]
)
def test_a_limit_that_is_reached_counts(age: float, level: Level) -> None:
    assert verdict(row("a", 1, age=age))[0] is level


def test_the_worst_destination_is_named_and_the_others_counted() -> None:
    rows = row("a", 9, age=400), row("b", 312, age=11_100, attempts=61), row("c", 5, age=4000), row("d", 1, age=1)

    assert verdict(*rows) == (
        Level.CRITICAL,
        "lab/b oldest 03:05, 312 pending, tried 61 times; 2 more beyond their limits",
    )


@pytest.mark.parametrize(
    ("limits", "level", "words"),
    [
        ({"warn_depth": 10}, Level.WARNING, "lab/a 10 pending"),
        ({"warn_depth": 11}, Level.FINE, "10 pending, 4 failed, no destination beyond its limits"),
        ({"warn_depth": 5, "crit_depth": 10}, Level.CRITICAL, "lab/a 10 pending"),
        ({"warn_failed": 4}, Level.WARNING, "lab/a 4 failed"),
        ({"warn_failed": 0}, Level.WARNING, "lab/a 4 failed"),
        ({"crit_failed": 4, "warn_depth": 1}, Level.CRITICAL, "lab/a 4 failed"),
        ({"warn_age": None, "crit_age": None}, Level.FINE, "10 pending, 4 failed, no destination beyond its limits"),
    ],
)
def test_depth_and_failures_have_limits_of_their_own(limits: dict[str, object], level: Level, words: str) -> None:
    assert verdict(row("a", 10, 4, age=1), **limits) == (level, words)


def test_those_beyond_their_limits_are_listed_the_worst_first() -> None:
    rows = row("a", 9, age=400), row("b", 312, age=11_100, attempts=61), row("c", 5, age=4000), row("d", 1, age=1)

    beyond = judge(Depth(rows, NOW, True), Limits()).beyond

    assert [(found.destination, said.level) for found, said in beyond] == [
        ("b", Level.CRITICAL),
        ("c", Level.CRITICAL),
        ("a", Level.WARNING),
    ]


def test_an_unknown_age_is_unknown_but_weighs_less_than_a_warning() -> None:
    assert verdict(row("a", 2, age=None))[0] is Level.UNKNOWN
    assert verdict(row("a", 2, age=None), row("b", 1, age=301)) == (
        Level.WARNING,
        "lab/b oldest 00:05, 1 pending; 1 more beyond their limits",
    )
    assert verdict(row("a", 0, 3, age=None))[0] is Level.FINE


def test_a_message_from_the_future_has_no_age_to_judge_by() -> None:
    assert verdict(row("a", 1, age=-59))[0] is Level.FINE
    level, words = verdict(row("a", 1, age=-61))
    assert level is Level.UNKNOWN
    assert "clocks" in words


def test_unknown_attempts_are_not_told_as_none() -> None:
    assert verdict(row("a", 1, age=400, attempts=None)) == (Level.WARNING, "lab/a oldest 00:06, 1 pending")


def test_an_odd_name_stays_in_the_line() -> None:
    assert verdict(row("a\nOK: all fine", 1, age=400))[1].startswith("lab/a\\nOK: all fine oldest")
