"""The destination that is looked at first is the one that needs a person most."""

from datetime import timedelta

from qmonitor.monitor.attention import worst
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.model import Depth, DepthRow, Destination, Item
from qmonitor.queues.times import parse

NOW = parse("2026-11-29T08:00:00.000000000Z")
ANYWHERE = Destination("lab", "anywhere")


def row(name: str, *, pending: int = 1, failed: int = 0, age: float = 60, attempts: int = 0) -> DepthRow:
    oldest = NOW + timedelta(seconds=-age)
    head = Item("lab", name, id=1, attempts=attempts, next_attempt=NOW + timedelta(hours=1), last_error="refused")
    return DepthRow("lab", name, pending, failed, oldest, age, attempts, head if pending else None)


def found(*rows: DepthRow, destinations: tuple[Destination, ...] = (), watched: bool = True) -> str | None:
    depth = Depth(rows, NOW, True)
    book = SeriesBook(silence_ns=10**12)
    if watched:
        book.add(depth, (*(one.key for one in rows), *destinations))
    chosen = worst(depth, destinations, book)
    return None if chosen is None else chosen.destination


def test_a_stuck_one_comes_before_one_that_waits_longer() -> None:
    assert found(row("waits", age=9000, attempts=1), row("stuck", age=60, attempts=61)) == "stuck"


def test_of_the_same_state_the_oldest_comes_first() -> None:
    assert found(row("young", attempts=61), row("old", age=9000, attempts=61)) == "old"


def test_of_the_same_state_one_with_failed_messages_comes_first() -> None:
    assert found(row("old", age=9000, attempts=61), row("fails", failed=1, attempts=61)) == "fails"
    assert found(row("fails", pending=0, failed=25), destinations=(ANYWHERE,)) == "fails"


def test_an_unknown_age_is_not_taken_for_an_old_one() -> None:
    no_age = DepthRow("lab", "odd", 1, 0, None, None, 61, row("odd", attempts=61).head)

    assert found(no_age, row("old", attempts=61)) == "old"


def test_a_destination_without_a_backlog_comes_after_one_with() -> None:
    assert found(row("waits", attempts=1), destinations=(ANYWHERE,)) == "waits"
    assert found(destinations=(ANYWHERE,)) == "anywhere"


def test_before_anything_was_watched_the_oldest_is_the_best_guess() -> None:
    assert found(row("young", attempts=61), row("old", age=9000), watched=False) == "old"


def test_where_there_is_none_there_is_none() -> None:
    assert found() is None
