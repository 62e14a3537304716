"""Dead letters are old by nature: what is told of them is what cannot be read, and what is about to be dropped."""

from dataclasses import replace

import pytest

from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.model import EventKind, Level, Measure, Rule, applying
from qmonitor.queues.model import ORDINARY, DepthRow, Destination, Flow
from tests.unit.monitor.alerts.scene import DEAD, LAB, SOURCE, Scene, at, row

DAY = 86_400
OTHER = Destination("lab", "other")


def letters(days: float, pending: int = 3, failed: int = 0, place: Destination = LAB, now: float = 0) -> DepthRow:
    """A queue of dead letters, the oldest so many days old."""
    made = row(pending, failed, age=days * DAY, attempts=None, place=place, now=now)
    return replace(made, head=None)


def test_old_dead_letters_alone_are_no_alert() -> None:
    scene = Scene(*DEFAULTS, step=60, traits=DEAD)

    for _ in range(60 * 24):
        scene.see(letters(20), flow=Flow(at(0), delivered=None))

    assert scene.events == []


def test_what_is_dropped_within_three_days_is_one_alert_a_queue_until_it_is_gone() -> None:
    scene = Scene(*DEFAULTS, step=3600, traits=DEAD)
    for _ in range(26):  # hours, up to 27 days and 2 hours
        scene.see(letters(26), letters(5, place=OTHER))

    (opened,) = scene.events
    assert (opened.kind, opened.tell, opened.alert.destination) == (EventKind.OPENED, True, LAB)
    assert (opened.alert.rule.id, opened.alert.level) == ("near-limit-warning", Level.WARNING)
    assert (opened.alert.value, opened.alert.since, opened.alert.exact) == (3 * DAY, at(DAY), True)
    scene.step = 30
    for _ in range(3):
        scene.see(letters(2), letters(5, place=OTHER))  # it was dropped, or sent

    assert scene.kinds == [EventKind.OPENED, EventKind.SOLVED]
    assert scene.events[-1].tell


def test_on_the_last_day_it_is_critical_and_still_one_alert() -> None:
    scene = Scene(*DEFAULTS, step=60, traits=DEAD)
    scene.see(letters(29.5))

    (alert,) = scene.watchman.open()
    assert (alert.rule.id, alert.level) == ("near-limit-critical", Level.CRITICAL)
    assert sum(event.tell for event in scene.events) == 1


def test_a_row_that_cannot_be_decoded_is_told() -> None:
    scene = Scene(*DEFAULTS, traits=DEAD)
    scene.see(letters(3, failed=1))

    assert [alert.rule.id for alert in scene.watchman.open()] == ["failed-warning"]


def test_a_restart_goes_on_with_the_alert_and_tells_it_no_second_time() -> None:
    before = Scene(*DEFAULTS, traits=DEAD)
    before.see(letters(28))
    again = Scene(*DEFAULTS, known=before.watchman, traits=DEAD)
    again.miss()  # the file can't be read at first: what its queues are like is not known yet
    again.see(letters(28))

    assert again.events == []
    assert [alert.rule.id for alert in again.watchman.open()] == ["near-limit-warning"]


def test_what_was_open_by_a_rule_that_means_nothing_there_is_dropped() -> None:
    before = Scene(*DEFAULTS)
    before.see(letters(2))
    assert {alert.rule.measure for alert in before.watchman.open()} == {Measure.OLDEST_AGE}
    again = Scene(*DEFAULTS, known=before.watchman, traits=DEAD)
    again.see(letters(2))

    assert {event.kind for event in again.events} == {EventKind.DROPPED}
    assert again.watchman.open() == ()


@pytest.mark.parametrize("place", [{"channel": "lab"}, {"destination": "dest-*"}, {"source": "queue.db"}])
def test_a_rule_of_ones_own_that_names_the_place_counts(place: dict[str, str]) -> None:
    mine = Rule("mine", Measure.OLDEST_AGE, 10 * DAY, **place)  # type: ignore[arg-type]
    scene = Scene(mine, *DEFAULTS, traits=DEAD)
    scene.see(letters(12))

    assert [alert.rule for alert in scene.watchman.open()] == [mine]


def test_what_the_source_says_of_how_long_it_keeps_messages_counts_before_a_rule() -> None:
    wrong = Rule("mine", Measure.NEAR_LIMIT, 3 * DAY, kept=DEAD.kept and DEAD.kept * 2)

    assert wrong in applying([wrong], SOURCE, LAB, ORDINARY)
    scene = Scene(wrong, traits=DEAD)
    scene.see(letters(28))
    assert [alert.value for alert in scene.watchman.open()] == [2 * DAY - 2]


def test_of_a_source_that_says_nothing_of_it_the_rules_that_come_along_judge_no_such_time() -> None:
    measures = {rule.measure for rule in applying(DEFAULTS, SOURCE, LAB, ORDINARY)}

    assert Measure.NEAR_LIMIT not in measures
    assert {rule.measure for rule in applying(DEFAULTS, SOURCE, LAB, DEAD)} == {Measure.FAILED, Measure.NEAR_LIMIT}
