"""The verdict names the worst destination, and what is not known is never taken for fine."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from qmonitor.cli.checking import Level, Limits, judge
from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.model import NEVER, Measure, Rule
from qmonitor.monitor.alerts.model import Level as Severity
from qmonitor.queues.model import Depth, DepthRow, Destination, Flow, Item, Traits
from qmonitor.queues.times import parse

DAY = 86_400
NOW = parse("2026-11-29T08:00:00.000000000Z")


def row(name: str, pending: int = 0, failed: int = 0, age: float | None = None, attempts: int | None = 0) -> DepthRow:
    oldest = None if age is None else NOW + timedelta(seconds=-age)
    return DepthRow("lab", name, pending, failed, oldest, age, attempts)


def verdict(*rows: DepthRow, **limits: object) -> tuple[Level, str]:
    found = judge(Depth(rows, NOW, True), Limits(**limits).rules())  # type: ignore[arg-type]
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

    beyond = judge(Depth(rows, NOW, True), Limits().rules()).beyond

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


# -- by the rules of the alerts ----------------------------------------------------------------------------------


def by_rules(*rows: DepthRow, rules: Sequence[Rule] = DEFAULTS, **depth: object) -> tuple[Level, str]:
    found = judge(Depth(rows, NOW, True, **depth), rules, "/var/lib/engine/queue.db")  # type: ignore[arg-type]
    return found.level, found.words


def test_without_limits_the_rules_of_the_alerts_judge() -> None:
    assert by_rules(row("a", 3, age=299)) == (Level.FINE, "3 pending, 0 failed, no destination beyond its limits")
    assert by_rules(row("a", 3, age=300)) == (Level.WARNING, "lab/a oldest 00:05, 3 pending")
    assert by_rules(row("a", 0, 1)) == (Level.WARNING, "lab/a 1 failed")
    assert by_rules(row("a", 0, 100)) == (Level.CRITICAL, "lab/a 100 failed")
    assert by_rules(row("a", 9, age=1, attempts=12)) == (Level.WARNING, "lab/a tried 12 times, 9 pending")
    assert by_rules(row("a", 9, age=None))[0] is Level.UNKNOWN


def test_what_the_file_itself_shows_is_judged() -> None:
    head = Item(
        "lab", "a", attempts=2, next_attempt=NOW + timedelta(seconds=-1300), last_attempt=NOW + timedelta(hours=-1)
    )
    waiting = replace(row("a", 4, age=200), head=head)
    assert by_rules(waiting) == (Level.CRITICAL, "lab/a due for 00:21 and not tried, 4 pending")
    assert by_rules(replace(waiting, head=replace(head, attempts=0)))[0] is Level.FINE  # it may be new at the head

    idle = {Destination("lab", "a"): Flow(NOW, last_delivered=NOW + timedelta(hours=-5))}
    quiet = [rule for rule in DEFAULTS if rule.measure is Measure.NO_DELIVERY]
    words = "lab/a nothing delivered for 00:15, 2 pending"
    assert by_rules(row("a", 2, age=900), rules=quiet, flows=idle) == (Level.WARNING, words)
    assert by_rules(row("a", 2, age=900), rules=quiet)[0] is Level.FINE


def test_a_rule_of_a_pattern_comes_before_the_others() -> None:
    lenient = Rule("slow", Measure.OLDEST_AGE, NEVER, destination="slow-*")
    patient = Rule("patient", Measure.OLDEST_AGE, 86_400, Severity.CRITICAL, source="queue.db", channel="lab")
    rules = (lenient, patient, *DEFAULTS)

    assert by_rules(row("slow-1", 1, age=5000), rules=rules)[0] is Level.FINE
    assert by_rules(row("b", 1, age=5000), rules=rules)[0] is Level.WARNING


def test_the_time_that_is_left_is_bad_when_it_is_short() -> None:
    kept = Rule("kept", Measure.NEAR_LIMIT, 3600, kept=timedelta(days=1))

    assert by_rules(row("a", 1, age=80_000), rules=[kept])[0] is Level.FINE
    assert by_rules(row("a", 1, age=85_000), row("b", 1, age=84_000), rules=[kept]) == (
        Level.WARNING,
        "lab/a drops its oldest in 00:23, 1 pending; 1 more beyond their limits",
    )


# -- dead letters -----------------------------------------------------------------------------------------------


DEAD = {"lab": Traits(dead=True, scheduled=False, delivers=False, named=False, kept=timedelta(days=30))}


def of_dead(*rows: DepthRow, rules: Sequence[Rule] = DEFAULTS, source: str = "") -> tuple[Level, str]:
    found = judge(Depth(rows, NOW, True, traits=DEAD), rules, source)
    return found.level, found.words


def test_dead_letters_are_not_judged_by_their_age_and_that_is_said() -> None:
    level, words = of_dead(row("a", 3, age=20 * DAY))

    assert level is Level.FINE
    assert words.startswith("3 pending, 0 failed, no destination beyond its limits; not judged for dead letters: ")
    assert words.endswith(": oldest-age, attempts, overdue, no-delivery")


def test_dead_letters_about_to_be_dropped_are_told() -> None:
    assert of_dead(row("a", 3, age=27.5 * DAY)) == (Level.WARNING, "lab/a drops its oldest in 2 d 12:00, 3 pending")
    assert of_dead(row("a", 3, age=29.5 * DAY)) == (Level.CRITICAL, "lab/a drops its oldest in 12:00, 3 pending")
    assert of_dead(row("a", 3, age=31 * DAY)) == (Level.CRITICAL, "lab/a drops its oldest any moment, 3 pending")


def test_limits_of_the_command_line_count_for_dead_letters_where_they_were_given() -> None:
    given = Limits(warn_age=timedelta(days=10)).rules("kv.db", ["warn_age"])
    defaults = Limits(warn_failed=1).rules("kv.db", ["warn_failed"])

    assert of_dead(row("a", 1, age=12 * DAY), rules=given, source="kv.db")[0] is Level.WARNING
    assert of_dead(row("a", 1, age=12 * DAY), rules=defaults, source="kv.db")[0] is Level.FINE
    assert of_dead(row("a", 1, failed=1, age=12 * DAY), rules=defaults, source="kv.db")[0] is Level.WARNING
