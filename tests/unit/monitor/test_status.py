"""A destination's state is told from its figures, and only as far as they show it."""

import pytest

from qmonitor.monitor.series import SeriesBook
from qmonitor.monitor.status import SEVERITY, Kind, Status, status, trend
from qmonitor.queues.model import Depth, DepthRow, Destination, Item
from qmonitor.queues.times import NS, Instant, from_ns

NOW = from_ns(1_780_000_000 * NS)
LAB = Destination("lab", "one")


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


def watched(figures: list[tuple[float, DepthRow | None]]) -> Status:
    """The state after these looks (seconds before now, row)."""
    book = SeriesBook(silence_ns=3600 * NS)
    for second, found in figures:
        book.add(Depth(() if found is None else (found,), at(second), True), (LAB,))
    return status(figures[-1][1], book[LAB], NOW)


def steady_look(found: DepthRow, seconds: int = 300) -> Status:
    """The state after this row was seen unchanged for so long."""
    return watched([(s, found) for s in range(-seconds, 1, 2)])


def moving(per_minute: float, start: int, seconds: int = 300, due: float = -600) -> Status:
    """The state of a backlog whose head changes all the time while it grows or falls evenly."""
    looks = []
    for n, s in enumerate(range(-seconds, 1, 2)):
        looks.append((s, row(int(start + per_minute * (s + seconds) / 60), first=head(n + 1, due=due))))
    return watched(looks)


def test_nobody_looked():
    assert status(None, None, NOW).kind == Kind.UNKNOWN
    assert status(row(5, first=head(attempts=60)), None, NOW).kind == Kind.UNKNOWN


@pytest.mark.parametrize(
    ("found", "words"),
    [(None, "nothing waits"), (row(0, failed=3), "nothing waits; 3 failed"), (row(0), "nothing waits")],
)
def test_nothing_pending_is_idle(found, words):
    told = watched([(-2, found), (0, found)])
    assert (told.kind, str(told.reason)) == (Kind.IDLE, words)


@pytest.mark.parametrize(
    ("first", "kind", "words"),
    [
        (head(attempts=61, due=30, last=-30, error="connection refused"), Kind.STUCK, "tried 61 ×, connection refused"),
        (head(attempts=61, due=-20, last=-50, error="refused\nat line 2"), Kind.STUCK, "tried 61 ×, refused"),
        (head(attempts=5, due=30, last=-30), Kind.STUCK, "tried 5 ×"),
        (head(attempts=5, due=None, last=-30), Kind.STUCK, "tried 5 ×"),
        (head(attempts=4, due=30, last=-30, error="timeout"), Kind.WAITING, "next try {due}: timeout"),
        (head(attempts=4, due=30, last=-30), Kind.WAITING, "next try {due}: no error recorded"),
        (head(attempts=0, due=30), Kind.WAITING, "first try {due}"),
        (head(attempts=2, due=-20, last=-30, error="timeout"), Kind.WAITING, "try 3 is due: timeout"),
        (head(attempts=61, due=-600, last=-660, error="x"), Kind.OVERDUE, "due since {due}, nobody tries; tried 61 ×"),
        (head(attempts=2, due=-600, last=-30, error="x"), Kind.WAITING, "try 3 is due: x"),
    ],
)
def test_what_the_head_tells_at_the_first_look(first, kind, words):
    told = watched([(0, row(312, first=first))])
    assert told.kind == kind
    assert str(told.reason) == words.format(due=first.next_attempt)


def test_a_fresh_head_is_overdue_only_once_it_was_watched_for_a_minute():
    found = row(40, first=head(attempts=0, due=-600))
    assert steady_look(found, 58).kind == Kind.UNKNOWN
    told = steady_look(found, 62)
    assert told.kind == Kind.OVERDUE
    assert str(told.reason) == f"due since {at(-600)}, nobody delivers"


def test_a_head_that_just_came_to_the_head_is_not_overdue():
    looks = [(s, row(40, first=head(1 if s < -4 else 2, due=-600))) for s in range(-300, 1, 2)]
    assert watched(looks).kind == Kind.STEADY


def test_a_head_with_old_attempts_that_just_came_to_the_head_is_not_overdue():
    tired = head(2, attempts=3, due=-600, last=-900, error="timeout")
    looks = [(s, row(40, first=head(1) if s < -4 else tired)) for s in range(-300, 1, 2)]
    assert watched(looks).kind == Kind.WAITING
    looks = [(s, row(40, first=head(1) if s < -64 else tired)) for s in range(-300, 1, 2)]
    assert watched(looks).kind == Kind.OVERDUE


def test_an_error_is_quoted_cut():
    told = watched([(0, row(3, first=head(attempts=9, due=30, last=-5, error="e" * 2000)))])
    assert len(str(told.reason)) < 250


def test_a_backlog_that_falls_drains_and_says_when_it_will_be_empty():
    told = moving(-60, 1020)
    assert (told.kind, str(told.reason)) == (Kind.DRAINING, "empty in about 12 min")


@pytest.mark.parametrize(
    ("rate", "start", "words"),
    [
        (-60, 320, "empty in less than a minute"),
        (-10, 5050, "empty in about 8 h"),
        (-2, 20_010, "empty in about 7 d"),
    ],
)
def test_how_long_it_takes_is_said_in_a_fitting_unit(rate, start, words):
    assert str(moving(rate, start).reason) == words


def test_a_backlog_that_rises_grows():
    told = moving(14, 20)
    assert (told.kind, str(told.reason)) == (Kind.GROWING, "+14 a minute")


def test_a_backlog_that_wavers_while_heads_change_is_steady():
    looks = [(s, row(8 + (n % 3), first=head(n + 1))) for n, s in enumerate(range(-300, 1, 2))]
    assert watched(looks).kind == Kind.STEADY


def test_a_head_without_a_due_time_that_does_not_move_is_unknown():
    told = steady_look(row(8, first=head(due=None)))
    assert (told.kind, str(told.reason)) == (Kind.UNKNOWN, f"no movement seen since {at(-300)}")


def test_too_few_looks_tell_nothing():
    told = watched([(-4, row(900, first=head(1))), (-2, row(800, first=head(9))), (0, row(700, first=head(20)))])
    assert told.kind == Kind.UNKNOWN


def test_a_source_that_knows_no_heads_is_judged_by_its_flow():
    looks = [(s, row(1000 + s)) for s in range(-300, 1, 2)]
    assert watched(looks).kind == Kind.GROWING


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
