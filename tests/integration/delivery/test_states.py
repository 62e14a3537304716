"""Each state of a destination as an engine brings it about: another process, whose clock the test sets forward."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from qmonitor.monitor.sampler import Sample, Sampler
from qmonitor.monitor.series import SeriesBook
from qmonitor.monitor.status import Kind, Status, explain, status
from qmonitor.queues import open_source
from qmonitor.queues.delivery import Store
from qmonitor.queues.model import Destination
from qmonitor.queues.times import NS, Instant, from_ns
from tests.helpers.engine import REFUSED, Engine

START = 1_795_939_200
LAB = Destination("lab", "lis")
STEP = 2


class Night:
    """An engine that works on one line, looked at every two seconds of a clock that is told.

    `every` are the seconds between two new messages, `takes` those between two attempts (None: none is made), `up`
    says whether the receiver takes messages. `ahead` is how many seconds the engine's clock is ahead of ours.
    """

    def __init__(self, engine: Engine, path: Path) -> None:
        self.engine, self.path = engine, path
        self.every: float | None = None
        self.takes: float | None = None
        self.up, self.ahead = True, 0
        self.second = self.passed = 0
        self.sampler = Sampler(open_source(path).reader(), self.now, lambda: float(self.passed))
        self.book = SeriesBook()
        self.sample: Sample | None = None

    def now(self) -> Instant:
        return from_ns((START + self.second) * NS)

    def work(self, seconds: int) -> Status:
        """Let so much time pass; the state then."""
        for _ in range(seconds // STEP):
            self.second += STEP
            self.passed += STEP
            self.engine.clock(START + self.second + self.ahead)
            for _ in range(self._due(self.every)):
                self.engine.enqueue(LAB.channel, LAB.destination)
            for _ in range(self._due(self.takes)):
                self.engine.attempt(LAB.channel, LAB.destination, not self.up)
            self.look()
        return self.told()

    def _due(self, every: float | None) -> int:
        return 0 if every is None else int(self.passed / every) - int((self.passed - STEP) / every)

    def look(self) -> None:
        self.sample = self.sampler.look(force=True)
        self.book.add(self.sample.depth, self.sample.destinations)

    def fill(self, count: int) -> None:
        self.engine.clock(START + self.second + self.ahead)
        for _ in range(count):
            self.engine.enqueue(LAB.channel, LAB.destination)

    def told(self) -> Status:
        return status(self._row(), self.book.get(LAB), self.now())

    def said(self) -> str:
        return " ".join(str(one) for one in explain(self._row(), self.book.get(LAB), self.now()))

    def _row(self):
        assert self.sample is not None
        return next((row for row in self.sample.depth.rows if row.key == LAB), None)


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    path = tmp_path / "q.db"
    with Engine(path) as engine:
        made = Night(engine, path)
        yield made
        made.sampler.close()


def test_a_receiver_that_is_down_is_waited_for_and_then_stuck(night: Night) -> None:
    night.every, night.takes = 10, 1
    assert night.work(60).kind == Kind.IDLE
    last = night.book[LAB].last_delivered
    night.up = False
    told = night.work(12)
    assert told.kind == Kind.WAITING
    assert str(told.reason).endswith(f": {REFUSED}")
    told = night.work(148)
    assert (told.kind, str(told.reason)) == (Kind.STUCK, f"tried 6 ×, {REFUSED}")
    assert "Message 7 at the head was tried 6 ×" in night.said()
    assert night.said().endswith(f"the last was at {last}.")


def test_a_receiver_that_is_slow_lets_the_line_grow(night: Night) -> None:
    night.every, night.takes = 3, 15
    told = night.work(200)
    assert (told.kind, str(told.reason)) == (Kind.GROWING, "+16 a minute")


def test_a_receiver_that_is_back_works_it_off(night: Night) -> None:
    night.fill(400)
    night.every, night.takes, night.up = 20, 1, False
    assert night.work(400).kind == Kind.STUCK
    night.up = True
    told = night.work(90)
    assert told.kind == Kind.DRAINING
    least, most = told.reason.values["least"], told.reason.values["most"]
    assert least <= 5.8 <= most
    night.every = None
    assert night.work(450).kind == Kind.IDLE
    assert str(night.told().reason).startswith("last delivered 2026-")


def test_as_many_leave_as_come(night: Night) -> None:
    night.fill(5)
    night.every = night.takes = 2
    told = night.work(300)
    assert told.kind == Kind.STEADY
    assert abs(told.reason.values["arrived"] - told.reason.values["delivered"]) <= 5


def test_an_engine_that_stopped_leaves_it_overdue(night: Night) -> None:
    night.every = night.takes = 4
    night.work(60)
    night.fill(3)
    night.every = night.takes = None
    assert night.work(50).kind != Kind.OVERDUE
    told = night.work(40)
    assert told.kind == Kind.OVERDUE
    assert str(told.reason).endswith(", not tried")
    night.engine.stop()
    night.look()
    assert night.told().kind == Kind.OVERDUE


def test_a_skip_and_its_undo_make_no_trouble_go_away(night: Night) -> None:
    night.fill(2)
    night.every, night.takes = 5, 1
    night.work(60)
    night.up = False
    assert night.work(400).kind == Kind.STUCK
    with Store(night.path) as store:
        first = night._row().head.id
        store.skip([first], "ops@ward", "test")
        assert night.work(4).kind == Kind.STUCK
        store.restore([first], "ops@ward", "test")
    assert night.work(4).kind == Kind.STUCK
    night.up = True
    night.engine.sql("UPDATE queue SET next_attempt = enqueued_at WHERE id = ?", [first])  # restored by the real clock
    night.work(20)
    assert night.told().kind != Kind.STUCK


@pytest.mark.parametrize("whole", [True, False])
def test_what_a_person_drains_does_not_drain(night: Night, whole: bool) -> None:
    night.fill(100)
    night.takes = 1
    night.up = False
    night.work(20)
    with Store(night.path) as store:
        if whole:
            store.drain(LAB.channel, LAB.destination, "ops@ward", "test")
        else:
            store.skip(list(range(1, 90)), "ops@ward", "test")
    told = night.work(60)
    assert told.kind == (Kind.IDLE if whole else Kind.WAITING)
    assert night.book[LAB].counters.rates().delivered == 0


def test_an_engine_whose_clock_is_ahead_is_noticed(night: Night) -> None:
    night.every = night.takes = 4
    night.work(60)
    assert night.sample.skew is None
    assert night.sample.notices == ()
    night.ahead = 3600
    night.takes = None
    told = night.work(120)
    assert timedelta(minutes=59) < night.sample.skew < timedelta(minutes=61)
    assert str(night.sample.notices[0]).startswith("The engine's clock is at least 1:00:00 ahead of this machine's.")
    assert told.kind == Kind.GROWING
    night.every = None
    told = night.work(400)
    assert (told.kind, str(told.reason)) == (Kind.UNKNOWN, "the clocks disagree")


def test_a_clock_of_this_machine_that_is_set_back_is_noticed(night: Night) -> None:
    night.every = night.takes = 4
    night.work(60)
    night.second -= 3600
    night.every = None
    night.work(4)
    ahead, back = (str(one) for one in night.sample.notices)
    assert ahead.startswith("The engine's clock is at least 0:59:")
    assert back.startswith("This machine's clock was set back by 1:00:00 at ")
    night.every = 4
    night.work(8)
    assert [str(one) for one in night.sample.notices] == [back]  # a new message shows that both clocks agree
    night.work(400)
    assert night.sample.notices == ()
    assert night.told().kind == Kind.IDLE
