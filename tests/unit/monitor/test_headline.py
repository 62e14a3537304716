"""A source in one word, for its tab."""

from dataclasses import replace

from qmonitor.monitor.headline import EVERY, MANY, Headline, headline
from qmonitor.monitor.sampler import Sample
from qmonitor.monitor.series import SeriesBook
from qmonitor.monitor.standing import Standing
from qmonitor.monitor.status import Kind
from qmonitor.queues.errors import SourceBusy
from qmonitor.queues.model import Depth, DepthRow, Destination, Details, Item
from qmonitor.queues.times import NS, from_ns

NOW = from_ns(1_780_000_000 * NS)
LATER = from_ns(1_780_000_300 * NS)


def row(name: str, attempts: int) -> DepthRow:
    head = Item("lab", name, id=1, attempts=attempts, next_attempt=LATER, last_attempt=NOW, enqueued_at=NOW)
    return DepthRow("lab", name, 1, 0, NOW, 0.0, attempts, head)


def seen(*rows: DepthRow) -> tuple[Sample, SeriesBook]:
    depth, where = Depth(rows, NOW, True), tuple(Destination(one.channel, one.destination) for one in rows)
    book = SeriesBook()
    book.add(depth, where)
    return Sample(depth, where, Details("q.db", "", None, None, None, None), (), True, 0.0), book


def test_the_worst_state_counts_and_is_counted():
    told = headline(*seen(row("a", 61), row("b", 0), row("c", 62)), Headline.unread())
    assert (told.kind, str(told.words)) == (Kind.STUCK, "2 destinations stuck")
    told = headline(*seen(row("a", 61)), Headline.unread())
    assert str(told.words) == "1 destination stuck"


def test_nothing_that_waits_is_calm():
    told = headline(*seen(), Headline.unread())
    assert (told.kind, str(told.words), told.fault) == (Kind.IDLE, "nothing waits", False)


def test_a_fault_says_its_cause_and_ends_with_the_next_look():
    broken = Headline.broken(SourceBusy("Somebody holds a lock."))
    assert (broken.fault, str(broken.words)) == (True, "Somebody holds a lock.")
    assert not headline(*seen(row("a", 61)), broken).fault


def test_many_are_judged_now_and_then():
    many, book = seen(*(row(f"d{n}", 0) for n in range(MANY + 1)))
    worse = replace(many, depth=replace(many.depth, rows=(row("d0", 61), *many.depth.rows[1:])))
    told = headline(many, book, Headline.unread())
    for _ in range(EVERY - 1):
        told = headline(worse, book, told)
        assert told.kind is not Kind.STUCK
    assert headline(worse, book, told).kind is Kind.STUCK


def test_it_is_told_of_how_destinations_stand():
    sample, book = seen(row("a", 61), row("b", 0), row("c", 62))
    standing = Standing()
    standing.take(sample.depth, sample.destinations, book)
    assert Headline.of(standing) == headline(sample, book, Headline.unread())
