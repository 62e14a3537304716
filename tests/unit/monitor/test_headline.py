"""A source in one word, for its tab."""

from qmonitor.monitor.headline import Headline
from qmonitor.monitor.series import SeriesBook
from qmonitor.monitor.standing import Standing
from qmonitor.monitor.status import Kind
from qmonitor.queues.errors import SourceBusy
from qmonitor.queues.model import Depth, DepthRow, Destination, Item
from qmonitor.queues.times import NS, from_ns

NOW = from_ns(1_780_000_000 * NS)
LATER = from_ns(1_780_000_300 * NS)
EMPTY = Destination("lab", "empty")


def row(name: str, attempts: int) -> DepthRow:
    head = Item("lab", name, id=1, attempts=attempts, next_attempt=LATER, last_attempt=NOW, enqueued_at=NOW)
    return DepthRow("lab", name, 1, 0, NOW, 0.0, attempts, head)


def told(*rows: DepthRow) -> Headline:
    depth, book, standing = Depth(rows, NOW, True), SeriesBook(), Standing()
    book.add(depth, (EMPTY,))
    standing.take(depth, (EMPTY,), book)
    return Headline.of(standing)


def test_the_worst_state_counts_and_is_counted():
    several = told(row("a", 61), row("b", 0), row("c", 62))
    assert (several.kind, str(several.words)) == (Kind.STUCK, "2 destinations stuck")
    assert str(told(row("a", 61)).words) == "1 destination stuck"


def test_nothing_that_waits_is_calm():
    calm = told()
    assert (calm.kind, str(calm.words), calm.fault) == (Kind.IDLE, "nothing waits", False)


def test_a_fault_says_its_cause():
    broken = Headline.broken(SourceBusy("Somebody holds a lock."))
    assert (broken.fault, str(broken.words)) == (True, "Somebody holds a lock.")
