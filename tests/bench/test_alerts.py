"""Judging thousands of destinations by the rules costs less than a look at them, in the window's own thread too."""

import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.watchman import Watchman
from qmonitor.monitor.sampler import Sample, aged
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.model import Depth, DepthRow, Details, Flow, Item
from qmonitor.queues.times import Instant, parse
from tests.bench.conftest import Pairs, Tell

DESTINATIONS = 5_000
CHANGED = 200
LOOKS = 20
BEGIN = parse("2026-11-29T08:00:00.000000000Z")
DETAILS = Details("", "", None, None, None, None)


def row(n: int, at: Instant) -> DepthRow:
    channel, name = f"channel-{n // 250:02}", f"dest-{n:05}"
    queued = at + timedelta(seconds=-30)
    head = Item(channel, name, id=n, enqueued_at=queued, next_attempt=queued)
    return DepthRow(channel, name, 5, 0, queued, 30.0, 0, head)


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    """No garbage is collected in the middle of a look, as in the window: that takes place between two of them."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def processor_ms(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


class Looks(Pairs):
    """What looks took, and making the rows anew."""

    def __str__(self) -> str:
        return f"{min(self.ours):.1f} ms, {self.ratio:.2f} of making their rows anew"


def test_a_look_at_thousands_of_destinations_is_judged_within_milliseconds(tell: Tell) -> None:
    """5 ms a look at 5,000 destinations; asserted against making their rows anew, which each look at them does."""
    watchman, book = Watchman(DEFAULTS), SeriesBook()
    rows, now = [row(n, BEGIN) for n in range(DESTINATIONS)], BEGIN
    flows = {one.key: Flow(since=BEGIN) for one in rows}
    first, quiet, busy = Looks(), Looks(), Looks()

    def look(looks: Looks) -> None:
        nonlocal now
        now = now + timedelta(seconds=2)
        depth = Depth(tuple(rows), now, True, flows)
        sample = Sample(replace(depth, rows=aged(depth.rows, now)), (), DETAILS, (), True, 0.0)
        looks.add(
            processor_ms(lambda: (watchman.look("/queue.db", sample, book), watchman.open())),
            processor_ms(lambda: aged(depth.rows, now)),
        )

    for _ in range(LOOKS):  # until each had its turn
        look(first)
    for _ in range(LOOKS):
        look(quiet)
    for n in range(LOOKS):
        for place in range(n, DESTINATIONS, DESTINATIONS // CHANGED):
            rows[place] = row(place, now)
        look(busy)

    tell(f"{DESTINATIONS} destinations: first looks {first}; unchanged {quiet}; {CHANGED} changed {busy}")
    assert watchman.open() == ()
    assert quiet.ratio < 0.6
    assert busy.ratio < 1.2
    assert first.ratio < 1.5


def test_an_outage_of_everything_never_holds_up_a_look(tell: Tell) -> None:
    """Alerts that open by the thousand open in turn; open ones cost little, and next to nothing at one instant."""
    watchman, book, now = Watchman(DEFAULTS), SeriesBook(), BEGIN + timedelta(minutes=20)
    depth = Depth(tuple(row(n, BEGIN) for n in range(DESTINATIONS)), now, True)
    opening, older, again = Looks(), Looks(), Looks()

    def look(looks: Looks, seconds: int, work: Callable[[Sample], object]) -> None:
        nonlocal now
        now = now + timedelta(seconds=seconds)
        sample = Sample(replace(depth, rows=aged(depth.rows, now), as_of=now), (), DETAILS, (), True, 0.0)
        looks.add(processor_ms(lambda: work(sample)), processor_ms(lambda: aged(depth.rows, now)))

    while len(watchman.open()) < DESTINATIONS:
        look(opening, 2, lambda sample: watchman.look("/queue.db", sample, book))
    for looks, seconds in ((older, 2), (again, 0)):
        for _ in range(LOOKS):
            look(looks, seconds, lambda sample: (watchman.look("/queue.db", sample, book), watchman.open()))

    tell(
        f"looks until {DESTINATIONS} alerts are open: {opening.usual:.2f} of making their rows anew; then {older};"
        f" where nothing is new {again}"
    )
    assert opening.usual < 2.0
    assert older.ratio < 2.0
    assert again.ratio < 1.0
