"""What a search over all payloads costs beside a plain read of the same bytes, and what the engine feels of it.

Processor time of this thread. 20 MB/s is the issue's; what is asserted is the ratio to reading alone.
"""

import statistics
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from qmonitor.monitor.search import Asked, How
from qmonitor.monitor.search.scan import Search
from qmonitor.queues import open_source
from qmonitor.queues.model import Query
from qmonitor.queues.source import Reader
from tests.bench.conftest import Fill, Tell, again, by_turns
from tests.bench.test_reading import commits_a_second, longest_transaction, nothing

LONGEST_MS = 50.0

KEPT, KEPT_LONG = 0.8, 0.9
"""Of the commits that an engine reaches alone, those that it has to reach beside a search that reads without a rest, at
a person's wish. (0.91 on two cores with nothing else to do, measured: it is the processor that they share, no lock.)
"""
LEAST = 20.0
"""Megabytes a second."""

QUESTIONS = {
    "path": (How.PATH, "PID-3.1=absent", 7.0),
    "text": (How.TEXT, "Nobody^Named", 4.0),
    "text in any case": (How.TEXT, "nobody^named", 4.5),
    "person": (How.PERSON, "absent-77", 8.5),
}
"""What is asked, and how many times as long as reading alone it may take: half as much again as measured."""


@pytest.fixture(scope="module")
def path(fill: Fill, long: bool) -> Path:
    return fill("--rows", "200000" if long else "30000", "--payload", "2000")


def read_all(reader: Reader) -> int:
    """Every payload, and nothing done with it: its bytes."""
    place, size = None, 0
    while True:
        part = reader.scan(Query(), place, 0.1)
        size += sum(row.size for row in part.rows)
        place = part.next
        if place is None:
            return size


def search_all(reader: Reader, asked: Asked) -> int:
    with closing(Search(asked, with_items=False)) as search:
        found = 0
        while not search.done:
            found += len(search.step(reader).found)
    return found


def seconds(work: Callable[[], object]) -> float:
    began = time.thread_time()
    work()
    return time.thread_time() - began


@pytest.mark.parametrize("kind", list(QUESTIONS))
def test_a_search_beside_a_plain_read(path: Path, tell: Tell, kind: str) -> None:
    how, what, bound = QUESTIONS[kind]
    asked = Asked(how, what, ignore_case=kind == "text in any case")
    with closing(open_source(path).reader()) as reader:
        size = read_all(reader)
        searching, reading = by_turns(
            lambda: seconds(lambda: search_all(reader, asked)),
            lambda: seconds(lambda: read_all(reader)),
            bound,
            rounds=4,
        )

    tell(f"{size / searching / 1e6:.0f} MB/s, {searching / reading:.1f} times as long as reading alone")
    assert searching < bound * reading
    assert size / searching / 1e6 > LEAST


def test_no_transaction_is_long(path: Path, tell: Tell) -> None:
    with closing(open_source(path).reader()) as reader:
        asked = Asked(How.PATH, "PID-3=absent")
        longest = again(lambda: longest_transaction(lambda: search_all(reader, asked)), lambda ms: ms < LONGEST_MS)

    tell(f"{longest:.1f} ms")
    assert longest < LONGEST_MS


class Searcher:
    """Goes through all payloads again and again, step after step without a rest, as the window's lane does."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._search: Search | None = None
        self.steps = 0

    def step(self) -> None:
        if self._search is None or self._search.done:
            self._search = Search(Asked(How.TEXT, "Nobody^Named"))
        self._search.step(self._reader)
        self.steps += 1


def test_a_running_search_does_not_slow_the_engine(fill: Fill, long: bool, tell: Tell) -> None:
    """Alone and beside it in turn. In the long form the median of the pairs; in short runs the better of it and of the
    best of each, and no more pairs than it takes: what else the machine does spoils one of them (`test_reading`).
    """
    path = fill("--rows", "200000" if long else "30000", "--payload", "2000", own=True)
    seconds = 6.0 if long else 1.0
    alone, beside = list[float](), list[float]()
    with closing(open_source(path).reader()) as reader:
        searcher = Searcher(reader)
        ways: dict[str, tuple[Callable[[], object], float]] = {"alone": (nothing, 0.05), "beside": (searcher.step, 0.0)}
        for n in range(9):
            order = sorted(ways, reverse=n % 2 == 1)
            found = {way: commits_a_second(path, seconds, *ways[way])[0] for way in order}
            alone.append(found["alone"])
            beside.append(found["beside"])
            pairs = [with_it / without for with_it, without in zip(beside, alone, strict=True)]
            median, best = statistics.median(pairs), max(beside) / max(alone)
            if not long and len(pairs) > 2 and max(median, best) >= KEPT:
                break
    each = ", ".join(f"{ratio:.2f}" for ratio in pairs)
    tell(f"commits beside a search to commits alone: {median:.2f} in the median of {each}, {best:.2f} at best")
    assert searcher.steps > len(pairs)
    assert (median if long else max(median, best)) >= (KEPT_LONG if long else KEPT)
