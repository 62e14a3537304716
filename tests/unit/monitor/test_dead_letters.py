"""How a queue of dead letters stands: waiting for its daemon, and what is dropped soon is said first."""

from dataclasses import replace
from datetime import timedelta

import pytest

from qmonitor.monitor.dead_letters import explain, status
from qmonitor.monitor.series import SeriesBook
from qmonitor.monitor.standing import Standing
from qmonitor.monitor.status import Kind
from qmonitor.queues.model import Depth, DepthRow, Destination, Flow, Traits
from qmonitor.queues.times import NS, Instant, from_ns

DEAD = Traits(dead=True, scheduled=False, delivers=False, named=False, kept=timedelta(days=30))
HERE = Destination("dead-letter", "grades")
DAY = 86_400
START = 1_790_000_000


def at(seconds: float) -> Instant:
    return from_ns(int((START + seconds) * NS))


def row(pending: int = 3, age: float | None = 5 * DAY, now: float = 0) -> DepthRow:
    oldest = None if age is None else at(now - age)
    return DepthRow(HERE.channel, HERE.destination, pending, 0, oldest, age, None)


def watched(*pending: int, step: float = 15, arrived: int = 0) -> tuple[SeriesBook, Instant]:
    """Looks at a backlog, so many seconds apart; what falls is gone."""
    book = SeriesBook()
    now = at(0)
    gone = came = 0
    for n, count in enumerate(pending):
        now = at(n * step)
        change = count - pending[max(0, n - 1)]
        came, gone = came + max(0, change), gone + max(0, -change)
        flow = Flow(at(0), arrived=came, delivered=None, other=gone)
        depth = Depth((row(count),), now, True, {HERE: flow}, destinations=(HERE,), traits={HERE.channel: DEAD})
        book.add(depth, (HERE,))
    return book, now


def test_it_waits_for_its_daemon_from_the_first_look_on() -> None:
    for looks in (1, 2, 40):
        book, now = watched(*[3] * looks)
        told = status(row(), book.get(HERE), now, DEAD)
        assert (told.kind, str(told.reason)) == (Kind.WAITING, "the daemon tries again by itself")


@pytest.mark.parametrize(("days", "words"), [(27.5, "the oldest is dropped in"), (30.5, "the oldest may be dropped")])
def test_what_is_dropped_soon_is_said_first(days: float, words: str) -> None:
    book, now = watched(3)
    told = status(row(age=days * DAY), book.get(HERE), now, DEAD)

    assert told.kind is Kind.WAITING
    assert str(told.reason).startswith(words)


def test_what_grows_says_so() -> None:
    book, now = watched(*range(10, 90, 4))

    assert status(row(90), book.get(HERE), now, DEAD).kind is Kind.GROWING


def test_what_left_is_gone_and_not_delivered() -> None:
    book, now = watched(*range(90, 10, -4))
    told = status(row(14), book.get(HERE), now, DEAD)

    assert told.kind is Kind.WAITING  # not steady, for it gets shorter; nor draining, for nobody knows what was sent
    assert "gone" in str(told.reason)
    said = " ".join(map(str, explain(row(14), book.get(HERE), now, DEAD)))
    assert "delivered" not in said.replace("whether what left was delivered", "")


def test_where_nothing_waits_it_is_idle_and_nothing_is_explained_beyond_that() -> None:
    book, now = watched(3)

    assert status(None, book.get(HERE), now, DEAD).kind is Kind.IDLE
    assert status(row(0), book.get(HERE), now, DEAD).kind is Kind.IDLE
    assert len(explain(None, book.get(HERE), now, DEAD)) == 1
    assert status(row(), None, now, DEAD).kind is Kind.UNKNOWN
    assert explain(row(), None, now, DEAD) == ()


def test_everything_that_led_to_it_is_said() -> None:
    book, now = watched(3)
    said = [str(one) for one in explain(row(age=29 * DAY), book.get(HERE), now, DEAD)]

    assert said[0].startswith("All of them failed before.")
    assert "What is not sent within 30 days after it first failed is dropped." in said
    assert said[-1] == "The oldest one is dropped in 1 day, 0:00:00."
    unknown = explain(row(age=None), book.get(HERE), now, DEAD)
    assert not any("dropped" in str(one) for one in unknown)


def test_the_list_judges_each_channel_by_what_it_is() -> None:
    lab = Destination("lab", "lis")
    rows = (row(), DepthRow("lab", "lis", 1, 0, at(-5), 5.0, 0))
    depth = Depth(rows, at(0), True, destinations=(HERE, lab), traits={HERE.channel: DEAD})
    book = SeriesBook()
    book.add(depth, (HERE, lab))
    standing = Standing()
    standing.take(depth, (HERE, lab), book)

    assert standing.status(HERE).kind is Kind.WAITING
    assert standing.status(lab).kind is Kind.UNKNOWN
    assert str(standing.sentences(HERE)[0]).startswith("All of them failed before.")
    standing.take(replace(depth, traits={}), (HERE, lab), book)
    assert standing.status(HERE).kind is Kind.UNKNOWN
