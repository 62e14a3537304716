"""A destination's state is told from its figures, and only as far as they show it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from qmonitor.monitor.series import SeriesBook
from qmonitor.monitor.status import SEVERITY, Kind, Status, empty_in, explain, status
from qmonitor.monitor.trend import trend
from qmonitor.queues.model import Depth, DepthRow, Destination, Flow, Item
from qmonitor.queues.times import NS, Instant, from_ns
from qmonitor.queues.words import Phrase

NOW = from_ns(1_780_000_000 * NS)
LAB = Destination("lab", "one")
DAYS = timedelta(days=3, hours=4, minutes=12).total_seconds()


def at(second: float) -> Instant:
    assert NOW.ns is not None
    return from_ns(NOW.ns + int(second * NS))


def head(
    number: int = 1, attempts: int = 0, due: float | None = -600, last: float | None = None, error: str = ""
) -> Item:
    return Item(
        "lab",
        "one",
        id=number,
        attempts=attempts,
        next_attempt=None if due is None else at(due),
        last_attempt=None if last is None else at(last),
        last_error=error,
    )


def row(pending: int, failed: int = 0, first: Item | None = None) -> DepthRow:
    return DepthRow("lab", "one", pending, failed, at(-900), 900.0, None, first)


class Told:
    """A state, its reason, and all that is said of it."""

    def __init__(self, found: Status, full: tuple[Phrase, ...]) -> None:
        self.kind, self.reason, self.full = found.kind, found.reason, full


def watched(
    figures: list[tuple[float, DepthRow | None]], flows: list[Flow] | None = None, skew: timedelta | None = None
) -> Status:
    """The state after these looks (seconds before now, row), with the counters of each."""
    book = SeriesBook(silence_ns=3600 * NS)
    for n, (second, found) in enumerate(figures):
        told = {} if flows is None else {LAB: flows[n]}
        book.add(Depth(() if found is None else (found,), at(second), True, told, skew=skew), (LAB,))
    return Told(status(figures[-1][1], book[LAB], NOW), explain(figures[-1][1], book[LAB], NOW))


def steady_look(found: DepthRow, seconds: int = 300, last: float | None = None, skew: timedelta | None = None):
    """The state after this row was seen unchanged for so long, with nothing coming or going."""
    looks = [(s, found) for s in range(-seconds, 1, 2)]
    flow = Flow(at(-900), delivered=int(last is not None), last_delivered=None if last is None else at(last))
    return watched(looks, [flow] * len(looks), skew)


WORSE = "200 failed, 100 delivered in 300 s"
"""As many leave the line as come, but most of them undelivered: neither growing nor well."""


def flowing(
    pending: int, arrived: float = 0, delivered: float = 0, failed: float = 0, skipped: float = 0, seconds: int = 300
) -> Told:
    """The state of a backlog whose head is always another one, with so many a minute for so long."""
    looks, flows = [], []
    for n, s in enumerate(range(-seconds, 1, 2)):
        looks.append((s, row(pending, first=head(n + 1))))
        passed = (s + seconds) / 60
        figures = (int(arrived * passed), 0, int(delivered * passed), int(failed * passed), int(skipped * passed))
        flows.append(Flow(at(-900), *figures))
    return watched(looks, flows)


def said(told: Told) -> str:
    return " ".join(str(one) for one in told.full)


def unrecorded(arrived: float = 0, gone: float = 0, failed: float = 0) -> Told:
    """The state of a backlog of a source that does not record what was delivered, with so many a minute."""
    looks = [(s, replace(row(40), oldest_seconds=900.0 + s)) for s in range(-300, 1, 2)]
    passed = [(s + 300) / 60 for s, _ in looks]
    flows = [
        Flow(at(-900), int(arrived * m), delivered=None, failed=int(failed * m), other=int(gone * m)) for m in passed
    ]
    return watched(looks, flows)


@pytest.mark.parametrize(
    ("figures", "kind", "reason"),
    [
        ({}, Kind.UNKNOWN, f"nothing left, watched since {at(-300)}"),
        ({"gone": 12}, Kind.STEADY, "0 in, 60 gone in 300 s"),
        ({"arrived": 12, "gone": 12}, Kind.STEADY, "60 in, 60 gone in 300 s"),
        ({"arrived": 30, "gone": 2}, Kind.GROWING, "+28 a minute"),
        ({"failed": 9, "gone": 2}, Kind.STEADY, "0 in, 10 gone in 300 s"),
    ],
)
def test_what_left_is_no_delivery_where_none_is_recorded(figures, kind, reason):
    told = unrecorded(**figures)
    assert (told.kind, str(told.reason)) == (kind, reason)
    assert said(told).endswith("The source does not record whether what left was delivered.")
    assert "were delivered" not in said(told)
    assert "No delivery" not in said(told)


def test_what_is_gone_where_deliveries_are_recorded_is_not_known_why():
    looks = [(s, row(40)) for s in range(-300, 1, 2)]
    told = watched(looks, [Flow(at(-900), other=(s + 300) // 60) for s, _ in looks])
    assert (told.kind, str(told.reason)) == (Kind.UNKNOWN, "0 in, 5 gone in 300 s")


def test_nobody_looked():
    assert status(None, None, NOW).kind == Kind.UNKNOWN
    assert status(row(5, first=head(attempts=60)), None, NOW).kind == Kind.UNKNOWN


@pytest.mark.parametrize("found", [None, row(0, failed=3), row(0)])
def test_nothing_pending_is_idle(found):
    told = watched([(-2, found), (0, found)])
    assert (told.kind, str(told.reason)) == (Kind.IDLE, "nothing waits")
    told = steady_look(found, last=-30)
    assert (told.kind, str(told.reason)) == (Kind.IDLE, f"last delivered {at(-30)}")
    assert said(told) == f"Nothing waits. The last delivery was at {at(-30)}."


@pytest.mark.parametrize(
    ("first", "kind", "words"),
    [
        (head(attempts=61, due=30, last=-30, error="connection refused"), Kind.STUCK, "tried 61 ×, connection refused"),
        (head(attempts=61, due=-20, last=-50, error="refused\nat line 2"), Kind.STUCK, "tried 61 ×, refused"),
        (head(attempts=5, due=30, last=-30), Kind.STUCK, "tried 5 ×"),
        (head(attempts=5, due=None, last=-30), Kind.STUCK, "tried 5 ×"),
        (head(attempts=4, due=30, last=-30, error="timeout"), Kind.WAITING, "next try {due}: timeout"),
        (head(attempts=4, due=30, last=-30), Kind.WAITING, "next try {due}: no error recorded"),
        (head(attempts=4, due=30, last=-30, error="\n \r\n"), Kind.WAITING, "next try {due}: no error recorded"),
        (head(attempts=0, due=30), Kind.WAITING, "first try {due}"),
        (head(attempts=2, due=-20, last=-30, error="timeout"), Kind.WAITING, "try 3 is due: timeout"),
        (head(attempts=61, due=-600, last=-660, error="x"), Kind.OVERDUE, "due {due}, not tried since; 61 ×"),
        (head(attempts=2, due=-600, last=-30, error="x"), Kind.WAITING, "try 3 is due: x"),
    ],
)
def test_what_the_head_tells_at_the_first_look(first, kind, words):
    told = watched([(0, row(312, first=first))])
    assert told.kind == kind
    assert str(told.reason) == words.format(due=first.next_attempt)


def test_a_stuck_head_is_told_in_full():
    tired = head(48210, attempts=61, due=30, last=-30, error="connection refused\nby 192.0.2.17")
    told = steady_look(row(312, first=tired), last=-DAYS)
    assert said(told) == (
        f"Message 48210 at the head was tried 61 ×, last at {at(-30)}. The next try is due at {at(30)}."
        " Last error: connection refused\nby 192.0.2.17"
        " In the last 300 s 0 arrived, 0 were delivered and 0 failed."
        f" Nothing delivered for 3 days, 4:12:00; the last was at {at(-DAYS)}."
    )


def test_what_is_not_recorded_is_said_to_be_so():
    told = watched([(0, row(312, first=head(attempts=9, due=None)))])
    assert "last at a time that is not recorded. The next try is due at a time that is not recorded." in said(told)
    assert said(told).endswith(f"No delivery seen since this window began to look, at {at(0)}.")


def test_a_fresh_head_is_overdue_only_once_it_was_watched_for_a_minute():
    found = row(40, first=head(attempts=0, due=-600))
    assert steady_look(found, 58).kind == Kind.UNKNOWN
    told = steady_look(found, 62)
    assert told.kind == Kind.OVERDUE
    assert str(told.reason) == f"due {at(-600)}, not tried"
    assert "Message 1 at the head has not been tried" in said(told)


def test_a_head_that_just_came_to_the_head_is_not_overdue():
    looks = [(s, row(40, first=head(1 if s < -4 else 2, due=-600))) for s in range(-300, 1, 2)]
    assert watched(looks).kind == Kind.STEADY


def test_a_head_with_old_attempts_that_just_came_to_the_head_is_not_overdue():
    tired = head(2, attempts=3, due=-600, last=-900, error="timeout")
    looks = [(s, row(40, first=head(1) if s < -4 else tired)) for s in range(-300, 1, 2)]
    assert watched(looks).kind == Kind.WAITING
    looks = [(s, row(40, first=head(1) if s < -64 else tired)) for s in range(-300, 1, 2)]
    assert watched(looks).kind == Kind.OVERDUE


@pytest.mark.parametrize(("attempts", "due"), [(61, -20), (61, None), (2, -20)])
def test_failures_from_before_the_last_delivery_say_nothing_about_the_present(attempts, due):
    tired = head(9, attempts=attempts, due=due, last=-500, error="refused")
    looks = [(s, row(40, first=tired)) for s in range(-60, 1, 2)]
    flows = [Flow(at(-900), n, 0, n, last_delivered=at(s)) for n, (s, _) in enumerate(looks)]
    assert watched(looks, flows).kind == Kind.STEADY
    flows = [Flow(at(-900), last_delivered=at(-600))] * len(looks)
    assert watched(looks, flows).kind == Kind.STUCK


@pytest.mark.parametrize(
    ("attempts", "last", "waited", "kind"),
    [
        (1, -3600, 900, Kind.STUCK),
        (1, -120, 120, Kind.STUCK),
        (1, -119, 900, Kind.WAITING),
        (1, -3600, 119, Kind.WAITING),
        (1, None, 900, Kind.WAITING),
        (0, -3600, 900, Kind.WAITING),
    ],
)
def test_a_line_that_delivered_nothing_for_long_is_stuck_with_a_new_head_too(attempts, last, waited, kind):
    """After a skip, or a restore, the tries of the head count anew."""
    first = head(attempts=attempts, due=5, last=-5 if attempts else None, error="refused")
    told = steady_look(DepthRow("lab", "one", 325, 0, at(-waited), float(waited), None, first), 20, last)
    assert told.kind == kind
    if kind is Kind.STUCK:
        assert str(told.reason) == "tried 1 ×, refused"


def test_a_line_stays_stuck_while_its_new_head_was_not_tried_yet():
    looks = [(s, row(325, first=head(1, attempts=60, due=9, last=-9 + s, error="refused"))) for s in range(-60, -4, 2)]
    looks += [(s, row(324, first=head(2, due=5))) for s in range(-4, 1, 2)]
    told = watched(looks, [Flow(at(-9000), last_delivered=at(-3600))] * len(looks))
    assert (told.kind, str(told.reason)) == (Kind.STUCK, f"nothing delivered since {at(-3600)}")
    delivered = [Flow(at(-9000), 0, 0, int(s >= -4), last_delivered=at(-4 if s >= -4 else -3600)) for s, _ in looks]
    assert watched(looks, delivered).kind == Kind.WAITING


@pytest.mark.parametrize("ahead", [3, 86_400])
def test_a_delivery_that_is_yet_to_come_says_nothing_of_the_present(ahead):
    """As rows have it that were stamped by a clock that was wrong once."""
    tired = head(attempts=7, due=5, last=-5, error="refused")
    told = steady_look(row(40, first=tired), last=ahead)
    assert (told.kind, str(told.reason)) == (Kind.STUCK, "tried 7 ×, refused")
    yet = f"recorded for {at(ahead)}, which is yet to come: nobody can tell when it was."
    assert str(told.full[-1]) == f"The last delivery is {yet}"
    assert steady_look(row(40, first=tired), last=1).kind == Kind.WAITING  # as well as clocks agree
    idle = watched([(0, row(0, 3))], [Flow(at(-900), delivered=1, last_delivered=at(ahead))])
    assert (idle.kind, str(idle.reason)) == (Kind.IDLE, f"last delivery recorded for {at(ahead)}, yet to come")
    assert [str(said) for said in idle.full] == ["Nothing waits.", f"The last delivery is {yet}"]
    silent = steady_look(row(40), last=ahead)
    assert (silent.kind, str(silent.reason)) == (Kind.UNKNOWN, str(idle.reason))


def test_a_delivery_that_would_have_been_seen_says_nothing_either():
    """What was yet to come has passed meanwhile: still nothing was delivered, all were counted."""
    tired = head(attempts=7, due=5, last=-100, error="refused")
    looks = [(s, row(40, first=tired)) for s in range(-60, 1, 2)]
    told = watched(looks, [Flow(at(-60), last_delivered=at(-30))] * len(looks))
    assert (told.kind, str(told.reason)) == (Kind.STUCK, "tried 7 ×, refused")
    assert str(told.full[-1]).startswith(f"The last delivery is recorded for {at(-30)}, but none was seen then")
    assert watched(looks, [Flow(at(-60), last_delivered=at(-59))] * len(looks)).kind == Kind.WAITING  # just before
    assert watched(looks, [Flow(at(-60), 1, 0, 1, last_delivered=at(-30))] * len(looks)).kind == Kind.WAITING
    silent = watched([(s, row(40)) for s in range(-60, 1, 2)], [Flow(at(-60), last_delivered=at(-30))] * len(looks))
    assert (silent.kind, str(silent.reason)) == (
        Kind.UNKNOWN,
        f"last delivery recorded for {at(-30)}, but not seen",
    )


def test_clocks_that_disagree_tell_of_no_long_silence():
    told = steady_look(row(5, first=head(attempts=1, due=5, last=-5)), last=-3600, skew=timedelta(hours=1))
    assert told.kind == Kind.UNKNOWN


@pytest.mark.parametrize(
    ("error", "quoted"),
    [
        ("AE: segment PID missing", "AE: segment PID missing"),
        ("dial tcp 192.0.2.17:6661: connect: connection refused", "… connection refused"),
        ("a sentence that is long and has no cause at its end", "a sentence that is long and has no cause at its end"),
        ("the receiver answered with an error code: E7", "the receiver answered with an error code: E7"),
    ],
)
def test_of_a_long_error_the_cause_is_quoted(error, quoted):
    told = watched([(0, row(3, first=head(attempts=9, due=30, last=-5, error=error)))])
    assert str(told.reason) == f"tried 9 ×, {quoted}"
    assert error in said(told)


def test_an_error_is_quoted_cut():
    told = watched([(0, row(3, first=head(attempts=9, due=30, last=-5, error="e" * 100_000)))])
    assert len(str(told.reason)) < 250


@pytest.mark.parametrize(
    ("flow", "kind", "words"),
    [
        ({"pending": 720, "delivered": 60}, Kind.DRAINING, "empty in 10 to 14 min"),
        ({"pending": 720, "delivered": 90, "arrived": 30}, Kind.DRAINING, "empty in 10 to 15 min"),
        ({"pending": 20, "delivered": 60}, Kind.DRAINING, "empty within a minute"),
        ({"pending": 36_000, "delivered": 60}, Kind.DRAINING, "empty in 8 to 12 h"),
        ({"pending": 500_000, "delivered": 60}, Kind.DRAINING, "empty in 5 to 7 d"),
        ({"pending": 100, "delivered": 1}, Kind.DRAINING, "empty in 52 min at the earliest"),
        ({"pending": 50, "arrived": 17, "delivered": 3}, Kind.GROWING, "+14 a minute"),
        ({"pending": 50, "arrived": 120}, Kind.GROWING, "+120 a minute"),
        ({"pending": 8, "arrived": 31, "delivered": 30}, Kind.STEADY, "155 in, 150 out in 300 s"),
        ({"pending": 8, "arrived": 0.4, "delivered": 0.4}, Kind.STEADY, "2 in, 2 out in 300 s"),
        ({"pending": 900, "skipped": 400}, Kind.UNKNOWN, f"no delivery seen, watched since {at(-300)}"),
        ({"pending": 50, "arrived": 60, "delivered": 20, "failed": 40}, Kind.STEADY, WORSE),
        ({"pending": 50, "arrived": 90, "delivered": 20, "failed": 30}, Kind.GROWING, "+40 a minute"),
        ({"pending": 900, "failed": 4}, Kind.STUCK, "20 failed, none delivered"),
        ({"pending": 900, "delivered": 60, "seconds": 28}, Kind.UNKNOWN, "watched too shortly to tell"),
        ({"pending": 900, "delivered": 60, "seconds": 30}, Kind.DRAINING, "empty in 10 to 24 min"),
    ],
)
def test_what_the_counters_tell(flow, kind, words):
    told = flowing(**flow)
    assert (told.kind, str(told.reason)) == (kind, words)


def test_a_backlog_that_was_skipped_does_not_drain():
    """Of a thousand 900 are drained by a person while some are delivered, as many as come."""
    looks, flows = [], []
    for n, s in enumerate(range(-300, 1, 2)):
        looks.append((s, row(1000 if s < -10 else 100, first=head(n + 1))))
        flows.append(Flow(at(-900), n, 0, n, 0, 0 if s < -10 else 900))
    told = watched(looks, flows)
    assert (told.kind, str(told.reason)) == (Kind.STEADY, "150 in, 150 out in 300 s")


def test_what_was_restored_does_not_grow():
    looks = [(s, row(100 if s < -10 else 400, first=head(n + 1))) for n, s in enumerate(range(-300, 1, 2))]
    flows = [Flow(at(-900), n, 0 if s < -10 else 300, n) for n, (s, _) in enumerate(looks)]
    assert watched(looks, flows).kind == Kind.STEADY


@pytest.mark.parametrize(
    ("earliest", "latest", "words"),
    [
        (0.2, 0.9, "empty within a minute"),
        (0.2, 1.4, "empty in about 2 min"),
        (10.9, 13.1, "empty in 10 to 14 min"),
        (5.0, 5.0, "empty in about 5 min"),
        (90, 119, "empty in 90 to 119 min"),
        (90, 121, "empty in 1 to 3 h"),
        (40 * 60, 49 * 60, "empty in 1 to 3 d"),
        (12.5, None, "empty in 12 min at the earliest"),
        (300, None, "empty in 5 h at the earliest"),
        (9000, None, "empty in 6 d at the earliest"),
    ],
)
def test_a_range_is_said_in_a_fitting_unit_and_rounded_outwards(earliest, latest, words):
    assert str(empty_in(earliest, latest)) == words


@pytest.mark.parametrize(
    ("first", "kind", "words"),
    [
        (head(due=-600), Kind.UNKNOWN, "the clocks disagree"),
        (head(due=600), Kind.UNKNOWN, "the clocks disagree"),
        (head(attempts=3, due=3600, last=3300, error="x"), Kind.UNKNOWN, "the clocks disagree"),
        (head(attempts=61, due=3600, last=3300, error="refused"), Kind.STUCK, "tried 61 ×, refused"),
    ],
)
def test_nothing_is_told_from_times_while_the_clocks_disagree(first, kind, words):
    told = steady_look(row(40, first=first), last=3000, skew=timedelta(hours=1))
    assert (told.kind, str(told.reason)) == (kind, words)
    assert said(told).endswith(f"The last delivery was at {at(3000)}.")


def test_a_head_without_a_due_time_that_does_not_move_is_unknown():
    told = steady_look(row(8, first=head(due=None)))
    assert (told.kind, str(told.reason)) == (Kind.UNKNOWN, f"no delivery seen, watched since {at(-300)}")
    told = steady_look(row(8, first=head(due=None)), last=-4000)
    assert str(told.reason) == f"no delivery since {at(-4000)}"


# -- a source that counts nothing --------------------------------------------------------------------------------


def test_a_backlog_that_falls_uncounted_is_not_said_to_drain():
    looks = [(s, row(1000 - s, first=head(n + 1))) for n, s in enumerate(range(-300, 1, 2))]
    told = watched(looks)
    assert (told.kind, str(told.reason)) == (Kind.UNKNOWN, "falls by 60 a minute, not known why")


def test_a_backlog_that_rises_uncounted_grows():
    told = watched([(s, row(1000 + s)) for s in range(-300, 1, 2)])
    assert (told.kind, str(told.reason)) == (Kind.GROWING, "+60 a minute")


def test_a_backlog_that_wavers_uncounted_while_heads_change_is_steady():
    looks = [(s, row(8 + (n % 3), first=head(n + 1))) for n, s in enumerate(range(-300, 1, 2))]
    assert watched(looks).kind == Kind.STEADY


def test_too_few_looks_tell_nothing():
    told = watched([(-4, row(900, first=head(1))), (-2, row(800, first=head(9))), (0, row(700, first=head(20)))])
    assert told.kind == Kind.UNKNOWN


def test_growth_does_not_hide_that_the_head_is_stuck():
    looks = [(s, row(1000 + s, first=head(attempts=30, due=30, last=-20))) for s in range(-300, 1, 2)]
    assert watched(looks).kind == Kind.STUCK


def test_a_trend_does_not_reach_across_a_gap():
    book = SeriesBook()
    for second in range(-300, -20, 2):
        book.add(Depth((row(1000 + second),), at(second), True), (LAB,))
    book.gap(at(-20))
    book.add(Depth((row(5),), at(-2), True), (LAB,))
    book.add(Depth((row(5),), at(0), True), (LAB,))
    assert trend(book[LAB], NOW) is None


def test_a_burst_is_no_growth_once_it_is_over():
    looks = [(s, row(0 if s < -599 else 50, first=head(s + 10_000))) for s in range(-1200, 1, 2)]
    assert watched(looks).kind == Kind.STEADY


def test_every_kind_has_its_place_in_the_order():
    assert SEVERITY[0] == Kind.STUCK
    assert SEVERITY[-1] == Kind.IDLE
    assert set(SEVERITY) == set(Kind)
