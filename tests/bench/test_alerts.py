"""Judging thousands of destinations by the rules costs less than a look at them, in the window's own thread too."""

import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.watchman import Watchman
from qmonitor.monitor.sampler import Sample, aged
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.model import Depth, DepthRow, Details, Flow, Item
from qmonitor.queues.times import Instant, parse
from tests.bench.conftest import Tell

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


def test_a_look_at_thousands_of_destinations_is_judged_within_milliseconds(tell: Tell) -> None:
    """5 ms a look at 5,000 destinations; asserted against making their rows anew, which each look at them does."""
    watchman, book = Watchman(DEFAULTS), SeriesBook()
    rows, now = [row(n, BEGIN) for n in range(DESTINATIONS)], BEGIN
    flows = {one.key: Flow(since=BEGIN) for one in rows}
    aging, first, quiet, busy = [], [], [], []

    def look(times: list[float]) -> None:
        nonlocal now
        now = now + timedelta(seconds=2)
        depth = Depth(tuple(rows), now, True, flows)
        aging.append(processor_ms(lambda: aged(depth.rows, now)))
        sample = Sample(replace(depth, rows=aged(depth.rows, now)), (), DETAILS, (), True, 0.0)
        times.append(processor_ms(lambda: (watchman.look("/queue.db", sample, book), watchman.open())))

    for _ in range(LOOKS):  # until each had its turn
        look(first)
    for _ in range(LOOKS):
        look(quiet)
    for n in range(LOOKS):
        for place in range(n, DESTINATIONS, DESTINATIONS // CHANGED):
            rows[place] = row(place, now)
        look(busy)

    tell(
        f"{DESTINATIONS} destinations: first looks {max(first):.1f} ms at most, unchanged {min(quiet):.1f} ms,"
        f" {CHANGED} changed {min(busy):.1f} ms; rows made anew {min(aging):.1f} ms"
    )
    assert watchman.open() == ()
    assert min(quiet) < 0.6 * min(aging)
    assert min(busy) < 1.2 * min(aging)
    assert min(first) < 1.5 * min(aging)


def test_an_outage_of_everything_never_holds_up_a_look(tell: Tell) -> None:
    """Alerts that open by the thousand open in turn, and once open they cost next to nothing."""
    watchman, book, now = Watchman(DEFAULTS), SeriesBook(), BEGIN + timedelta(minutes=20)
    depth = Depth(tuple(row(n, BEGIN) for n in range(DESTINATIONS)), now, True)
    aging = min(processor_ms(lambda: aged(depth.rows, now)) for _ in range(5))
    times: list[float] = []
    while len(watchman.open()) < DESTINATIONS:
        now = now + timedelta(seconds=2)
        sample = Sample(replace(depth, rows=aged(depth.rows, now), as_of=now), (), DETAILS, (), True, 0.0)
        times.append(processor_ms(partial(watchman.look, "/queue.db", sample, book)))
    later = now + timedelta(seconds=2)
    after = Sample(replace(depth, rows=aged(depth.rows, later), as_of=later), (), DETAILS, (), True, 0.0)
    rest = min(processor_ms(lambda: (watchman.look("/queue.db", after, book), watchman.open())) for _ in range(5))

    tell(
        f"{len(times)} looks until {DESTINATIONS} alerts are open, {sorted(times)[len(times) // 2]:.1f} ms each;"
        f" then {rest:.1f} ms"
    )
    assert sorted(times)[len(times) // 2] < 2.0 * aging
    assert rest < aging
