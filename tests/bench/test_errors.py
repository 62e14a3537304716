"""What it costs to group what went wrong: beside the query that everybody writes, and beside an engine at work."""

import random
import sqlite3
import statistics
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from qmonitor.monitor.failures import Gathering, Groups
from qmonitor.monitor.spacing import SHARE
from qmonitor.queues.source import Reader
from tests.bench.conftest import Tell, by_turns
from tests.bench.test_reading import commits_a_second, nothing, reading
from tests.helpers import engine

GROUPED = (
    "SELECT channel, destination, state, last_error, count(*), min(last_attempt), max(last_attempt), max(id) FROM queue"
    " WHERE state = 'failed' OR (state = 'pending' AND (attempts > 0 OR last_error <> '')) GROUP BY 1, 2, 3, 4"
)

MOST, MOST_DIFFERING = 3.0, 5.0
"""So many times what that query takes in processor time, which knows no kind of error, no ids and no short transaction:
where an engine tells of an error in the same words each time, and where no two texts are alike."""

KEPT, KEPT_LONG = 0.7, 0.9
"""What an engine keeps of its pace at least beside readings that take a tenth of the time."""

ALIKE = ("dial tcp 10.20.0.7:2575: connect: connection refused", "AE: unknown patient class in PV1-2", "read timed out")
DIFFERING = (
    "dial tcp 10.20.0.{0}:{1}: connect: connection refused", "AE: unknown patient class {0} in PV1-2, message {1}",
    "no ACK within {0} s for {1}", "unknown patient Ex{0}^Ann (MRN {1})", "read timed out after {0} ms, item {1}",
)  # fmt: skip


def failed_file(path: Path, rows: int, errors: tuple[str, ...]) -> Path:
    """A file of nothing but failed items, for twenty destinations."""
    rng = random.Random(5)
    raw = engine.message("C", "ADT^A01", 1000, rng)

    def each(n: int) -> tuple[object, ...]:
        at = f"2026-11-{n * 28 // rows + 1:02d}T{n // 3600 % 24:02d}:{n // 60 % 60:02d}:{n % 60:02d}.{n:09d}Z"
        error = rng.choice(errors).format(rng.randrange(255), rng.randrange(10**8))
        where = f"dest-{rng.randrange(20):02d}"
        return "lab", where, f"C{n}", "ADT^A01", raw, "failed", 8, at, at, at, error, "queued"

    with closing(engine.connect(path, "off", "OFF")) as db:
        db.execute("BEGIN")
        db.executemany(engine.INSERT, map(each, range(rows)))
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode=wal")
    return path


def gathered(reader: Reader) -> Groups:
    gathering = Gathering()
    while not gathering.done:
        found = gathering.step(reader)
    return found


def spent(call: Callable[[], object]) -> float:
    """Its processor time, in seconds."""
    began = time.process_time()
    call()
    return time.process_time() - began


@pytest.mark.parametrize(("errors", "most"), [(ALIKE, MOST), (DIFFERING, MOST_DIFFERING)], ids=["alike", "differing"])
def test_grouping_costs_little_more_than_a_grouped_query(
    tmp_path: Path, long: bool, tell: Tell, errors: tuple[str, ...], most: float
) -> None:
    """And it is exact, and tells how far it is within a second."""
    rows = 700_000 if long else 50_000
    path = failed_file(tmp_path / "queue.db", rows, errors)
    with closing(sqlite3.connect(path)) as db, reading(path) as reader:
        counted = db.execute("SELECT destination, count(*) FROM queue GROUP BY 1").fetchall()
        began = time.process_time()
        first = Gathering().step(reader)
        shown = time.process_time() - began
        ways = (lambda: gathered(reader), lambda: db.execute(GROUPED).fetchall())
        ours, plain = by_turns(*(partial(spent, way) for way in ways), most, rounds=4)
        found = gathered(reader)
    tell(
        f"{rows:,} failed items in {len(found.groups)} groups: {ours:.2f} s of processor time, {plain:.2f} s for a"
        f" grouped query: ratio {ours / plain:.2f}; {first.count:,} of them after {shown:.2f} s"
    )
    assert found.count == found.looked == found.total == rows
    assert len(found.groups) == 20 * len(errors)
    by_destination: dict[str, int] = {}
    for group in found.groups:
        by_destination[group.where.destination] = by_destination.get(group.where.destination, 0) + group.count
        assert len(group.items.ids) == group.count
    assert sorted(by_destination.items()) == sorted(counted)
    assert ours <= most * plain
    assert shown < 1.0


def test_grouping_does_not_slow_the_engine(tmp_path: Path, long: bool, tell: Tell) -> None:
    """Each reading of all, and much longer nothing; in short runs the better of the median and the best, and no more
    rounds than it takes: a reading of a tenth of a second in each.
    """
    path = failed_file(tmp_path / "queue.db", 200_000 if long else 20_000, DIFFERING)
    seconds, rounds = (10.0, 7) if long else (1.0, 9)
    alone, beside = [], []
    with reading(path) as reader:
        pause = (SHARE - 1) * spent(lambda: gathered(reader))
        for n in range(rounds):
            ways: dict[str, Callable[[], object]] = {"alone": nothing, "beside": lambda: gathered(reader)}
            found = {
                way: commits_a_second(path, seconds, ways[way], pause)[0] for way in sorted(ways, reverse=n % 2 == 1)
            }
            alone.append(found["alone"])
            beside.append(found["beside"])
            pairs = [with_it / without for with_it, without in zip(beside, alone, strict=True)]
            median, best = statistics.median(pairs), max(beside) / max(alone)
            if not long and len(pairs) > 2 and max(median, best) >= KEPT:
                break
    tell(f"commits beside readings each {pause:.1f} s to commits alone: {median:.2f} in the median, {best:.2f} at best")
    assert (median if long else max(median, best)) >= (KEPT_LONG if long else KEPT)
