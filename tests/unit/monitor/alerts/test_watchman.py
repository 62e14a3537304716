"""One alert from the first look beyond a limit until it is solved, whatever flaps, restarts or falls silent."""

from dataclasses import replace
from datetime import timedelta

import pytest

from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.model import NEVER, AlertKey, Event, EventKind, Level, Measure, Rule, Signature
from qmonitor.monitor.alerts.watchman import Watchman
from qmonitor.monitor.sampler import Sample
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.model import Depth, Destination, Flow
from qmonitor.queues.times import Instant
from tests.unit.monitor.alerts.scene import DETAILS, LAB, SOURCE, Scene, at, row

MINUTE = timedelta(minutes=1)
NOW = timedelta(0)
DEEP = Rule("deep", Measure.DEPTH, 10, settled=NOW)
OPENED, SOLVED, AGAIN = EventKind.OPENED, EventKind.SOLVED, EventKind.AGAIN
KEY: AlertKey = (SOURCE, LAB, "deep")
NIGHT = Signature("jdoe@ward-7", at(1000), "seen to")


def kinds(events: tuple[Event, ...]) -> list[EventKind]:
    return [event.kind for event in events]


# -- limits and durations ---------------------------------------------------------------------------------------


def test_a_limit_that_is_reached_is_enough() -> None:
    scene = Scene(DEEP)

    assert scene.see(row(9)) == ()
    (opened,) = scene.see(row(10, head=4711))

    assert opened.kind is OPENED
    assert opened.tell
    alert = opened.alert
    assert (alert.source, alert.destination, alert.rule, alert.item) == (SOURCE, LAB, DEEP, 4711)
    assert (alert.value, alert.worst, alert.since) == (10, 10, at(4))
    assert scene.watchman.open() == (alert,)


def test_a_limit_has_to_be_reached_for_long_enough() -> None:
    scene = Scene(replace(DEEP, lasting=MINUTE))

    for _ in range(29):
        assert scene.see(row(12)) == ()
    scene.see(row(3))  # a look within it, and the minute begins anew
    for _ in range(30):
        assert scene.see(row(12)) == ()
    (opened,) = scene.see(row(12))

    assert opened.alert.since == at(62)


def test_an_alert_is_solved_once_it_was_within_for_long_enough() -> None:
    scene = Scene(replace(DEEP, clear=5, settled=MINUTE))
    scene.see(row(10))
    scene.see(row(7))  # neither beyond the limit nor back
    scene.see(row(25))

    for _ in range(30):
        assert scene.see(row(4)) == ()
    (solved,) = scene.see(row(4))

    assert (solved.kind, solved.tell) == (SOLVED, True)
    assert (solved.alert.worst, solved.alert.solved) == (25, at(68))
    assert scene.watchman.open() == ()
    assert scene.watchman.solved() == (solved.alert,)


def test_a_flapping_value_is_one_alert() -> None:
    scene = Scene(replace(DEEP, settled=MINUTE))

    for n in range(500):
        scene.see(row(100 if n % 3 else 1))

    assert scene.kinds == [OPENED]


def test_seven_hundred_tries_of_one_item_are_one_alert_and_one_that_it_is_solved() -> None:
    scene = Scene(*DEFAULTS, step=10)
    flow = Flow(at(0), last_delivered=at(0))
    for tries in range(1, 701):
        tried = scene.now + 10
        scene.see(row(1, age=scene.now + 10, now=tried, attempts=tries, tries=tries, tried=1, due=tried + 9), flow=flow)
    opened = [event.alert.rule.id for event in scene.events if event.kind is OPENED]
    assert len(opened) == len(set(opened))
    assert "attempts-warning" in opened

    for _ in range(12):
        scene.see(flow=replace(flow, delivered=1, last_delivered=at(scene.now)))

    told = [event for event in scene.events if event.tell and event.kind is not AGAIN]
    assert [(event.kind, event.alert.level) for event in told] == [
        (OPENED, Level.WARNING),
        (OPENED, Level.CRITICAL),
        (SOLVED, Level.CRITICAL),
    ]
    assert scene.watchman.open() == ()


def test_one_rule_about_tries_opens_once_and_is_solved_once() -> None:
    scene = Scene(Rule("tries", Measure.ATTEMPTS, 5))

    for tries in range(700):
        scene.see(row(3, attempts=tries, tries=tries))
    for _ in range(60):
        scene.see(row(2, head=8))

    assert scene.kinds == [OPENED, SOLVED]
    assert scene.events[-1].alert.worst == 699
    assert scene.events[-1].alert.item == 7  # not the one that is at the head now


# -- what is not known ------------------------------------------------------------------------------------------


def test_what_is_not_known_neither_opens_nor_solves() -> None:
    old = Rule("old", Measure.OLDEST_AGE, 60, settled=NOW)
    scene = Scene(old)
    waiting = row(5, age=100)

    assert scene.see(replace(waiting, oldest=None, oldest_seconds=None)) == ()
    assert kinds(scene.see(waiting)) == [OPENED]
    assert scene.see(replace(waiting, oldest=None, oldest_seconds=None)) == ()
    (alert,) = scene.watchman.open()
    assert (alert.known, alert.value_at(at(900)), alert.worst) == (False, 104, 104)  # it may grow, or not
    assert kinds(scene.see(row(5, age=1, now=scene.now))) == [SOLVED]


def test_what_a_clock_stored_that_is_ahead_is_at_least_as_old_as_it_looks() -> None:
    ahead = timedelta(minutes=5)
    for measure in (Measure.OLDEST_AGE, Measure.NO_DELIVERY, Measure.OVERDUE):
        scene = Scene(Rule("old", measure, 60, settled=NOW))
        flow = Flow(at(-900), last_delivered=at(-100))
        waiting = row(5, age=200, due=-200, tries=3, tried=150)

        assert kinds(scene.see(waiting, flow=flow, skew=ahead)) == [OPENED]
        young = row(5, age=1, now=scene.now, due=0, tries=3, tried=0)
        assert scene.see(young, flow=flow, skew=ahead) == ()  # it may be older
        assert kinds(scene.see(flow=flow, skew=ahead)) == [SOLVED]  # nothing waits, whatever clocks say


def test_tries_of_the_head_can_open_but_not_solve_while_the_highest_count_is_open() -> None:
    scene = Scene(Rule("tries", Measure.ATTEMPTS, 5, settled=NOW))

    assert scene.see(row(2, attempts=None, tries=4)) == ()
    assert kinds(scene.see(row(2, attempts=None, tries=5))) == [OPENED]
    assert scene.see(row(2, attempts=None, tries=0)) == ()
    assert kinds(scene.see(row(2, attempts=0, tries=0))) == [SOLVED]


def test_tries_and_deliveries_that_a_source_does_not_record_open_nothing() -> None:
    scene = Scene(Rule("tries", Measure.ATTEMPTS, 0), Rule("still", Measure.NO_DELIVERY, 60))
    waiting = replace(row(5, age=5000, attempts=None), head=None)
    for _ in range(90):
        assert scene.see(waiting, flow=Flow(at(-900), delivered=None, other=3)) == ()
    assert kinds(scene.see(waiting, flow=Flow(at(-900)))) == [OPENED], "one that records them"


def test_a_silent_source_is_an_alert_of_its_own_and_solves_none() -> None:
    gone = Rule("gone", Measure.UNREACHABLE, 60, Level.CRITICAL, settled=NOW)
    scene = Scene(DEEP, gone)
    scene.see(row(10))

    for _ in range(29):
        assert scene.miss() == ()
    (opened,) = scene.miss()

    assert (opened.alert.destination, opened.alert.rule.id, opened.alert.value) == (None, "gone", 60)
    assert str(opened.alert.cause) == "The file is gone."
    assert [alert.rule.id for alert in scene.watchman.open()] == ["gone", "deep"]
    assert kinds(scene.see(row(10))) == [SOLVED]
    assert [alert.rule.id for alert in scene.watchman.open(SOURCE)] == ["deep"]


def test_no_answer_at_all_is_silence_too() -> None:
    scene = Scene(Rule("gone", Measure.UNREACHABLE, 60))
    scene.see()

    for _ in range(30):
        scene.miss(answered=False)

    assert scene.kinds == [OPENED]


def test_a_machine_that_slept_does_not_blame_its_source() -> None:
    scene = Scene(Rule("gone", Measure.UNREACHABLE, 60))
    scene.see()
    scene.now += 8 * 3600

    for _ in range(30):
        assert scene.miss() == ()
    assert kinds(scene.miss()) == [OPENED]


def test_what_lasted_on_both_sides_of_a_gap_did_not_last_through_it() -> None:
    scene = Scene(replace(DEEP, lasting=MINUTE))
    scene.see(row(20))
    scene.now += 3600

    assert scene.see(row(20)) == ()


def test_a_clock_that_is_set_back_stops_nothing() -> None:
    scene = Scene(replace(DEEP, lasting=MINUTE, settled=MINUTE))
    scene.see(row(20))
    scene.now -= 7200

    for _ in range(31):
        scene.see(row(20))
    for _ in range(31):
        scene.see(row(1))

    assert scene.kinds == [OPENED, SOLVED]


def test_a_destination_that_is_gone_waits_for_nothing() -> None:
    scene = Scene(DEEP)
    scene.see(row(20))

    assert kinds(scene.see()) == [SOLVED]


# -- ages go on by themselves -----------------------------------------------------------------------------------


def test_an_age_reaches_its_limit_though_nothing_changes() -> None:
    scene = Scene(Rule("old", Measure.OLDEST_AGE, 300))
    waiting = row(3, age=0)

    while not scene.events:
        scene.see(waiting)

    assert scene.now == 300
    (alert,) = scene.watchman.open()
    scene.see(waiting)
    assert scene.watchman.open()[0] is alert  # nothing new but time
    assert alert.value_at(at(scene.now)) == scene.now


def test_the_worst_age_is_the_one_before_it_fell() -> None:
    scene = Scene(Rule("old", Measure.OLDEST_AGE, 300, settled=NOW), step=10)
    waiting = row(3, age=0)
    for _ in range(100):
        scene.see(waiting)

    (solved,) = scene.see()

    assert solved.alert.worst == 1000


def test_nothing_delivered_counts_only_while_something_waits() -> None:
    scene = Scene(Rule("idle", Measure.NO_DELIVERY, 600))
    long_ago = Flow(at(0), last_delivered=at(-90_000))

    for _ in range(301):
        scene.see(flow=long_ago)
    waiting = row(1, age=0, now=scene.now)
    for _ in range(299):
        assert scene.see(waiting, flow=long_ago) == ()
    assert kinds(scene.see(waiting, flow=long_ago)) == [OPENED]


def test_a_delivery_in_the_future_is_not_believed() -> None:
    scene = Scene(Rule("idle", Measure.NO_DELIVERY, 600))
    stamped = Flow(at(0), last_delivered=at(90_000))
    waiting = row(1, age=0)

    for _ in range(310):
        scene.see(waiting, flow=stamped)

    assert kinds(scene.events) == [OPENED]


def test_a_delivery_that_changed_no_figure_is_seen_in_time() -> None:
    scene = Scene(Rule("idle", Measure.NO_DELIVERY, 600))
    waiting = row(1, age=590)
    scene.see(waiting, flow=Flow(at(-600), last_delivered=at(-590)))

    for n in range(100):
        scene.see(waiting, flow=Flow(at(-600), delivered=n + 1, last_delivered=at(scene.now)))

    assert scene.events == []


def test_a_head_that_is_due_and_untouched_is_overdue() -> None:
    scene = Scene(Rule("late", Measure.OVERDUE, 120))
    due = row(4, age=9, due=0)

    while not scene.events:
        scene.see(due)

    assert scene.now == 122  # the first look was at 2, and nothing before it was seen


def test_a_line_that_moves_is_not_overdue() -> None:
    scene = Scene(Rule("late", Measure.OVERDUE, 120), step=30)

    for n in range(100):
        scene.see(row(1000 - n, age=5000, due=-5000, head=n))

    assert scene.events == []


def test_time_left_is_bad_when_it_falls() -> None:
    rule = Rule("kept", Measure.NEAR_LIMIT, 3600, kept=timedelta(days=1), settled=NOW)
    scene = Scene(rule, step=60)
    waiting = row(1, age=82_000)

    while not scene.events:
        scene.see(waiting)

    (alert,) = scene.watchman.open()
    assert 3540 < alert.value <= 3600
    assert alert.value_at(at(scene.now + 60)) == alert.value - 60
    (solved,) = scene.see()
    assert solved.alert.worst == alert.value


# -- telling, reminding and deciding ----------------------------------------------------------------------------


def test_a_line_that_stands_still_is_told_once_a_level() -> None:
    scene = Scene(*DEFAULTS)
    stuck = row(9, age=0, due=0)

    for _ in range(1000):
        scene.see(stuck, flow=Flow(at(-9), last_delivered=at(0)))

    assert len([event for event in scene.events if event.kind is OPENED]) == 4
    assert [(event.alert.rule.id, event.alert.level) for event in scene.events if event.tell] == [
        ("overdue-warning", Level.WARNING),
        ("overdue-critical", Level.CRITICAL),
    ]
    assert {alert.rule.id for alert in scene.watchman.open()} == {
        "overdue-critical", "oldest-age-warning", "no-delivery-warning"
    }  # fmt: skip


def test_what_failed_is_told_beside_a_line_that_stands_still() -> None:
    scene = Scene(*DEFAULTS)
    scene.see(row(9, age=4000))

    (failed,) = scene.see(row(9, failed=1, age=4000))

    assert (failed.alert.rule.id, failed.tell) == ("failed-warning", True)
    assert failed.alert.item is None  # the head is none of those that failed


def test_a_reminder_comes_until_somebody_acknowledges() -> None:
    scene = Scene(replace(DEEP, again=10 * MINUTE))
    for _ in range(600):
        scene.see(row(20))
    assert scene.kinds == [OPENED, AGAIN]

    events = scene.watchman.take(scene.watchman.acknowledge([KEY], NIGHT))
    for _ in range(1000):
        scene.see(row(20))

    assert kinds(events) == [EventKind.ACKNOWLEDGED]
    assert scene.kinds == [OPENED, AGAIN]
    (alert,) = scene.watchman.open()
    assert alert.acknowledged == NIGHT
    assert alert.silent
    assert [(event.kind, event.tell) for event in scene.see(row(1))] == [(SOLVED, True)]


def test_a_snoozed_alert_comes_back_when_its_time_is_over() -> None:
    scene = Scene(DEEP)
    scene.see(row(20))

    scene.watchman.take(scene.watchman.snooze([KEY], at(3600), NIGHT))
    assert scene.watchman.open()[0].snoozed_until == at(3600)
    while scene.now < 3598:
        assert scene.see(row(20)) == ()
    (again,) = scene.see(row(20))

    assert (again.kind, again.tell, again.alert.silent) == (AGAIN, True, False)


def test_what_is_solved_while_it_is_snoozed_is_not_told() -> None:
    scene = Scene(DEEP)
    scene.see(row(20))
    scene.watchman.take(scene.watchman.snooze([KEY], at(3600), NIGHT))

    assert [(event.kind, event.tell) for event in scene.see(row(1))] == [(SOLVED, False)]


def test_a_decision_can_be_taken_back() -> None:
    scene = Scene(replace(DEEP, again=10 * MINUTE))
    scene.see(row(20))
    scene.watchman.take(scene.watchman.acknowledge([KEY], NIGHT))

    scene.watchman.take(scene.watchman.wake([KEY], Signature("jdoe", at(2))))

    assert not scene.watchman.open()[0].silent
    for _ in range(301):
        scene.see(row(20))
    assert scene.kinds == [OPENED, AGAIN]


def test_a_decision_that_comes_late_changes_nothing() -> None:
    scene = Scene(DEEP)
    scene.see(row(20))
    decision = scene.watchman.acknowledge([KEY], NIGHT)
    scene.see(row(1))

    assert scene.watchman.take(decision) == ()
    assert scene.watchman.solved()[0].acknowledged is None
    assert scene.watchman.acknowledge([KEY], NIGHT).alerts == ()


def test_who_acknowledges_the_worst_knows_the_lesser() -> None:
    warning = Rule("old", Measure.OLDEST_AGE, 60)
    critical = Rule("very-old", Measure.OLDEST_AGE, 120, Level.CRITICAL)
    scene = Scene(warning, critical)
    scene.see(row(1, age=500))
    (shown,) = scene.watchman.open()
    assert shown.rule == critical

    decision = scene.watchman.acknowledge([shown.key], NIGHT)

    assert {alert.rule.id for alert in decision.alerts} == {"old", "very-old"}
    assert len(scene.watchman.take(decision)) == 2


# -- rules that change, and restarts ----------------------------------------------------------------------------


def test_the_first_rule_that_fits_counts() -> None:
    quiet = Rule("night", Measure.DEPTH, NEVER, channel="lab")
    lenient = Rule("slow", Measure.DEPTH, 1000, destination="slow-*")
    scene = Scene(quiet, lenient, DEEP)

    events = scene.see(
        row(500, place=Destination("lab", "one")),
        row(500, place=Destination("ward", "slow-1")),
        row(500, place=Destination("ward", "one")),
    )

    assert [str(event.alert.destination) for event in events] == ["ward/one"]


def test_alerts_that_no_rule_stands_for_are_dropped_and_not_called_solved() -> None:
    scene = Scene(DEEP)
    scene.see(row(20))

    (dropped,) = scene.watchman.set_rules([replace(DEEP, enabled=False)])

    assert (dropped.kind, dropped.tell) == (EventKind.DROPPED, False)
    assert (scene.watchman.open(), scene.watchman.solved()) == ((), ())


def test_an_open_alert_follows_its_rule() -> None:
    scene = Scene(DEEP)
    scene.see(row(20))

    assert scene.watchman.set_rules([replace(DEEP, limit=100)]) == ()
    assert scene.watchman.open()[0].rule.limit == 100
    assert kinds(scene.see(row(20))) == [SOLVED]


@pytest.mark.parametrize("kind", ["acknowledged", "snoozed", "open"])
def test_a_restart_tells_nobody_again(kind: str) -> None:
    scene = Scene(replace(DEEP, again=60 * MINUTE))
    scene.see(row(20))
    if kind == "acknowledged":
        scene.watchman.take(scene.watchman.acknowledge([KEY], NIGHT))
    if kind == "snoozed":
        scene.watchman.take(scene.watchman.snooze([KEY], at(9000), NIGHT))
    (before,) = scene.watchman.open()

    after = Scene(*scene.watchman.rules, known=scene.watchman)
    after.now = scene.now

    assert after.see(row(20)) == ()
    (again,) = after.watchman.open()
    assert (again.since, again.acknowledged, again.snoozed_until) == (
        before.since, before.acknowledged, before.snoozed_until
    )  # fmt: skip


def test_what_was_solved_while_nobody_looked_is_found_solved() -> None:
    scene = Scene(DEEP)
    scene.see(row(20))
    after = Scene(DEEP, known=scene.watchman)
    after.now = scene.now

    assert kinds(after.see()) == [SOLVED]


def test_a_source_that_is_closed_keeps_its_alerts_for_later() -> None:
    scene = Scene(DEEP)
    scene.see(row(20))

    scene.watchman.forget(SOURCE)
    assert scene.watchman.open() == ()
    assert scene.see(row(20)) == ()

    assert len(scene.watchman.open()) == 1


# -- many -------------------------------------------------------------------------------------------------------


def test_thousands_at_once_all_have_their_turn() -> None:
    watchman_sees = Scene(DEEP)
    rows = [row(20, place=Destination("lab", f"dest-{n:04}")) for n in range(3000)]

    looks = 0
    while len(watchman_sees.watchman.open()) < 3000:
        watchman_sees.see(*rows)
        looks += 1

    assert looks <= 3000 / 100
    assert watchman_sees.kinds == [OPENED] * 3000
    while watchman_sees.watchman.open():
        watchman_sees.see()
    assert len(watchman_sees.watchman.solved()) == 200


def test_a_watchman_of_no_rules_says_nothing() -> None:
    assert Watchman(()).open() == ()
    scene = Scene()
    assert scene.see(row(5, age=9999, failed=9)) == ()


def test_what_is_decided_on_a_closed_source_holds_when_it_is_opened_again() -> None:
    scene = Scene(DEEP)
    scene.see(row(20))
    decision = scene.watchman.acknowledge([KEY], NIGHT)
    scene.watchman.forget(SOURCE)

    assert kinds(scene.watchman.take(decision)) == [EventKind.ACKNOWLEDGED]
    scene.see(row(20))

    assert scene.watchman.open()[0].acknowledged == NIGHT
    scene.watchman.forget("another")
    assert len(scene.watchman.open()) == 1


def test_an_alert_from_before_whose_rule_is_gone_is_dropped() -> None:
    scene = Scene(DEEP)
    scene.see(row(20))
    after = Scene(known=scene.watchman)
    after.now = scene.now

    assert kinds(after.see(row(20))) == [EventKind.DROPPED]
    assert after.watchman.take(scene.watchman.acknowledge([KEY], NIGHT)) == ()


def test_a_look_at_no_known_time_says_nothing() -> None:
    watchman = Watchman([DEEP])
    sample = Sample(Depth((row(20),), Instant("now", None), True), (LAB,), DETAILS, (), True, 0.0)

    assert watchman.look(SOURCE, sample, SeriesBook()) == ()
    assert watchman.fail(SOURCE, None, Instant("now", None)) == ()


def test_a_head_without_a_time_is_not_known_to_be_overdue() -> None:
    scene = Scene(Rule("late", Measure.OVERDUE, 1))
    waiting = row(4, age=900, due=-900)
    assert waiting.head is not None

    for _ in range(100):
        scene.see(replace(waiting, head=replace(waiting.head, next_attempt=Instant("soon", None))))
        scene.see(replace(waiting, head=None))

    assert scene.events == []


def test_deliveries_whose_time_is_not_known_open_nothing() -> None:
    scene = Scene(Rule("idle", Measure.NO_DELIVERY, 60))

    for _ in range(100):
        scene.see(row(4, age=900), flow=Flow(at(-900), last_delivered=Instant("then", None)))

    assert scene.events == []


# -- what is the case -------------------------------------------------------------------------------------------


def test_a_destination_that_has_run_empty_has_no_age_that_goes_on() -> None:
    scene = Scene(Rule("old", Measure.OLDEST_AGE, 60, settled=MINUTE))
    scene.see(row(1, age=100))
    scene.see()

    (alert,) = scene.watchman.open()
    assert (alert.value_at(at(50)), alert.worst_at(at(50))) == (0, 102)
    assert (alert.still, alert.within) == (True, at(4))
    for _ in range(30):
        scene.see()
    assert scene.kinds == [OPENED, SOLVED]


def test_the_time_that_is_left_stands_still_where_nothing_waits() -> None:
    scene = Scene(Rule("left", Measure.NEAR_LIMIT, 50, kept=timedelta(seconds=100), settled=MINUTE))
    scene.see(row(1, age=70))
    scene.see()

    assert scene.watchman.open()[0].value_at(at(50)) == 100


def test_what_is_within_its_limit_again_says_so_until_it_is_not() -> None:
    scene = Scene(replace(DEEP, settled=MINUTE, again=MINUTE))
    for _ in range(30):
        scene.see(row(20))
    scene.see(row(1))
    assert scene.watchman.open()[0].within == at(62)
    assert scene.kinds == [OPENED]  # nobody is reminded of what is over
    scene.see(row(20))
    assert scene.watchman.open()[0].within is None
    assert scene.kinds == [OPENED, AGAIN]


def test_since_when_is_what_the_age_tells_not_when_somebody_looked_first() -> None:
    scene = Scene(Rule("old", Measure.OLDEST_AGE, 60), DEEP)
    scene.see(row(20, age=100))

    old, deep = sorted(scene.watchman.open(), key=lambda alert: alert.rule.id, reverse=True)
    assert (old.since, old.exact) == (at(-40), True)  # the oldest came 98 s before the first look
    assert (deep.since, deep.exact) == (at(2), False)


def test_where_an_age_is_at_least_so_much_its_begin_is_not_known() -> None:
    scene = Scene(Rule("old", Measure.OLDEST_AGE, 60))
    (opened,) = scene.see(row(1, age=100), skew=MINUTE)
    assert (opened.alert.since, opened.alert.exact) == (at(2), False)


def test_what_stands_still_comes_before_what_has_failed() -> None:
    scene = Scene(Rule("failed", Measure.FAILED, 1), Rule("old", Measure.OLDEST_AGE, 60))
    others = [Destination("adt", f"dest-{n}") for n in range(20)]
    scene.see(*(row(0, failed=3, place=place) for place in others))
    scene.see(*(row(0, failed=3, place=place) for place in others), row(1, age=100, now=4))

    assert [alert.rule.id for alert in scene.watchman.open()] == ["old", *["failed"] * 20]


def test_a_decision_on_an_alert_is_none_on_the_next_one_of_the_same_rule() -> None:
    scene = Scene(DEEP)
    scene.see(row(20))
    decision = scene.watchman.acknowledge([KEY], NIGHT)
    scene.see(row(1))
    scene.see(row(30))

    assert scene.watchman.take(decision) == ()
    assert scene.watchman.open()[0].acknowledged is None
