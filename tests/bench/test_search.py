"""What a search over all payloads costs beside a plain read of the same bytes, and what the engine feels of it.

Processor time of this thread. 20 MB/s is the issue's; what is asserted is the ratio to reading alone.
"""

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
from tests.bench.conftest import Fill, Tell, by_turns
from tests.bench.test_reading import longest_transaction

LONGEST_MS = 50.0
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
        longest = longest_transaction(lambda: search_all(reader, Asked(How.PATH, "PID-3=absent")))

    tell(f"{longest:.1f} ms")
    assert longest < LONGEST_MS
