"""Rules choose by pattern, the first one that fits; figures are told in their unit."""

import fnmatch
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.model import NEVER, Alert, Level, Measure, Rule, Unit, applying
from qmonitor.monitor.alerts.terms import Choice
from qmonitor.queues.model import ORDINARY, Destination
from tests.unit.monitor.alerts.scene import DEAD, LAB, SOURCE, at

DEEP = Rule("deep", Measure.DEPTH, 10)
TEXT = st.text("ab*?[]/.\n", max_size=6)


@given(TEXT.filter(bool), TEXT)
def test_patterns_know_two_marks_and_nothing_else(pattern: str, text: str) -> None:
    escaped = re.sub(r"\[", "[[]", pattern)
    rule = replace(DEEP, channel=pattern)

    assert rule.fits("x", Destination(text, "one")) is fnmatch.fnmatchcase(text, escaped)


@pytest.mark.parametrize(
    ("pattern", "fits"),
    [(SOURCE, True), ("queue.db", True), ("*/engine/*", True), ("*.sqlite", False), ("queue", False)],
)
def test_a_source_is_named_by_its_path_or_its_file(pattern: str, fits: bool) -> None:
    assert replace(DEEP, source=pattern).fits(SOURCE, LAB) is fits


def test_rules_are_about_destinations_or_about_the_source() -> None:
    silent = Rule("silent", Measure.UNREACHABLE, 60)

    assert (silent.fits(SOURCE, None), silent.fits(SOURCE, LAB)) == (True, False)
    assert (DEEP.fits(SOURCE, None), DEEP.fits(SOURCE, LAB)) == (False, True)


def test_of_several_rules_the_first_counts_for_each_measure_and_level() -> None:
    rules = (
        replace(DEEP, id="off", enabled=False),
        replace(DEEP, id="mine", destination="dest-0?", limit=99),
        DEEP,
        Rule("worst", Measure.DEPTH, 1000, Level.CRITICAL),
        Rule("old", Measure.OLDEST_AGE, 60),
        replace(DEEP, id="never", channel="lab", limit=NEVER, measure=Measure.FAILED),
        Rule("failed", Measure.FAILED, 1),
    )

    assert [rule.id for rule in applying(rules, SOURCE, LAB)] == ["old", "worst", "mine"]
    other = Destination("ward", "one")
    assert [rule.id for rule in applying(rules, SOURCE, other)] == ["old", "worst", "deep", "failed"]


@given(
    st.lists(
        st.builds(
            replace,
            st.sampled_from(DEFAULTS),
            id=st.text("xyz", min_size=1, max_size=3),
            source=st.sampled_from(("*", "queue.db", "other.db")),
            channel=st.sampled_from(("*", "lab", "l*")),
            destination=st.sampled_from(("*", "dest-0?", "other")),
            enabled=st.booleans(),
        ),
        max_size=8,
        unique_by=lambda rule: rule.id,
    )
)
def test_what_is_watched_is_what_the_rules_say_for_each_destination(rules: list[Rule]) -> None:
    choice = Choice(rules, SOURCE)

    for place in (LAB, Destination("lab", "other"), Destination("ward", "dest-01"), LAB):
        assert choice.of(place, ORDINARY).rules == applying(rules, SOURCE, place)
        assert choice.of(place, DEAD).rules == applying(rules, SOURCE, place, DEAD)
    assert choice.of_source.rules == applying(rules, SOURCE, None)


def test_measures_have_a_unit_and_go_on_in_their_direction() -> None:
    assert {measure for measure in Measure if measure.unit is Unit.SECONDS and measure.drift < 0} == {
        Measure.NEAR_LIMIT
    }
    assert {measure for measure in Measure if not measure.drift} == {
        Measure.DEPTH, Measure.FAILED, Measure.ATTEMPTS, Measure.NO_PAYLOAD, Measure.UNSCHEDULED,
    }  # fmt: skip
    assert Measure("oldest-age") is Measure.OLDEST_AGE
    assert str(Measure.OVERDUE) == "overdue"


def test_a_figure_goes_on_until_it_is_solved_or_not_known() -> None:
    alert = Alert(SOURCE, LAB, Rule("old", Measure.OLDEST_AGE, 60), at(0), 100, 130, at(0))
    left = replace(alert, rule=Rule("kept", Measure.NEAR_LIMIT, 200, kept=timedelta(days=1)))

    assert (alert.value_at(at(20)), alert.worst_at(at(20)), alert.worst_at(at(50))) == (120, 130, 150)
    assert (left.value_at(at(20)), left.worst_at(at(20))) == (80, 80)
    assert alert.value_at(at(-5)) == 100  # of an older look
    assert replace(alert, known=False).value_at(at(20)) == 100
    assert replace(alert, solved=at(1)).value_at(at(20)) == 100
    assert replace(alert, rule=DEEP).value_at(at(20)) == 100
