"""What a poll costs beside the grouped query that everybody writes, on files that are hard to look at, and exactly.

Processor time of this thread: what else the machine does counts for neither.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from qmonitor.queues import open_source
from qmonitor.queues.delivery.schema import OPTIONAL
from qmonitor.queues.model import Depth
from qmonitor.queues.source import Reader
from tests.bench.conftest import Fill, Tell
from tests.bench.test_reading import GROUPED, exact, longest_transaction, same
from tests.helpers import engine, files, reference

PAYLOAD = "2000"
"""Bytes of a message, as in the field; the reference reads every row."""

LONGEST_MS = 50.0


@dataclass(frozen=True)
class Bounds:
    """A look as a part of the reference: the first one, and a later one (the median)."""

    first: float
    later: float


KINDS: dict[str, tuple[tuple[str, ...], Bounds]] = {
    "20 destinations": (("--destinations", "20"), Bounds(1.0, 0.06)),
    "200 destinations": (("--destinations", "200"), Bounds(1.0, 0.06)),
    "5,000 destinations": (("--destinations", "5000"), Bounds(1.0, 0.1)),
    "one destination": (("--destinations", "1"), Bounds(1.0, 0.1)),
    "legacy times": (("--legacy-times",), Bounds(0.3, 0.3)),
    "a single newest row": (("--one-newest",), Bounds(1.0, 0.06)),
    "big payloads": (("--payload", "8000"), Bounds(1.0, 0.06)),
}

FIXED_MS = 8.0
"""What a look costs beside its counts, whatever the file: a file of a million rows hides it, a small one does not."""

ODD_MS = 30.0
"""What the first search for the oldest items takes among times of five forms, walked through one beside the other."""

PLACE_MS, FIRST_PLACE_MS = 0.012, 0.06
"""The same for each destination: asked for by a seek, its head read, its row made; and met for the first time."""


def spent(work: Callable[[], object]) -> float:
    began = time.thread_time()
    work()
    return (time.thread_time() - began) * 1000


@contextmanager
def watched(path: Path) -> Iterator[tuple[Reader, engine.Engine]]:
    reader = open_source(path).reader()
    with engine.Engine(path) as running:
        running.enqueue("adt", "dest-00")
        try:
            yield reader, running
        finally:
            reader.close()


def grouped(path: Path) -> float:
    with files.opened(path) as db:
        return min(spent(lambda: db.execute(GROUPED).fetchall()) for _ in range(3))


def moves(running: engine.Engine, n: int) -> None:
    """What an engine does between two looks: some come, and the heads of some lines are tried."""
    for at in range(5):
        running.enqueue(("adt", "lab")[at % 2], f"dest-{at:02d}")
        running.attempt("adt", "dest-00", at == n % 5)


def later(reader: Reader, running: engine.Engine, looks: int = 8) -> float:
    spans = []
    for n in range(looks):
        moves(running, n)
        spans.append(spent(reader.depth))
    return statistics.median(spans)


@pytest.fixture
def polled(fill: Fill, long: bool) -> Iterator[Callable[..., Path]]:
    """A file to be polled while an engine writes to it; in the long form of a million rows (200,000 big ones)."""
    made: list[Path] = []

    def make(*arguments: str) -> Path:
        big = "--payload" in arguments
        size = ("--rows", "200000" if big else "1000000") if long else ()
        made.append(fill(*(() if big else ("--payload", PAYLOAD)), *size, *arguments, own=True))
        return made[-1]

    yield make
    for path in made:
        path.unlink()  # four gigabytes each


@pytest.mark.parametrize("kind", KINDS)
def test_a_poll_costs_a_small_part_of_the_grouped_query(
    polled: Callable[..., Path], tell: Tell, long: bool, kind: str
) -> None:
    arguments, bounds = KINDS[kind]
    path = polled(*arguments)
    whole = grouped(path)
    with watched(path) as (reader, running):
        first = spent(reader.depth)
        places = len(exact(reader).rows)
        again = later(reader, running)
    same(path)
    tell(
        f"first {first:.0f} ms, later {again:.1f} ms, grouped query {whole:.0f} ms:"
        f" {first / whole:.2f} and {again / whole:.3f} of it"
    )
    odd = ODD_MS if "--legacy-times" in arguments else 0
    assert first <= bounds.first * whole + (0 if long else FIXED_MS + odd + places * FIRST_PLACE_MS)
    assert again <= bounds.later * whole + (0 if long else FIXED_MS + places * PLACE_MS)


def test_optional_indexes_make_it_cheaper_still(polled: Callable[..., Path], tell: Tell, long: bool) -> None:
    path = polled()
    whole = grouped(path)
    with watched(path) as (reader, running):
        exact(reader)
        without = later(reader, running)
        for statement in OPTIONAL.values():
            running.sql(statement)
        depth = reader.depth()
        assert {row.attempts_at for row in depth.rows} == {None}
        with_them = later(reader, running)
    same(path)
    tell(f"{with_them:.1f} ms with, {without:.1f} ms without, {with_them / whole:.3f} of the grouped query")
    assert with_them <= 0.03 * whole + (0 if long else FIXED_MS)


@pytest.mark.parametrize("destinations", [20, 200, 5000])
def test_an_unchanged_file_costs_next_to_nothing(fill: Fill, tell: Tell, destinations: int) -> None:
    path = fill("--destinations", str(destinations))
    reader = open_source(path).reader()
    exact(reader)
    again = min(spent(lambda: (reader.changed(), reader.depth())) for _ in range(30))
    reader.close()
    tell(f"{again:.3f} ms")
    assert again <= (1.0 if destinations <= 200 else 10.0)


def told(depth: Depth) -> list[tuple[object, ...]]:
    rows = depth.rows
    return [
        (r.channel, r.destination, r.pending, r.failed, r.oldest and r.oldest.ns, r.head and r.head.id) for r in rows
    ]


def expected(path: Path) -> list[tuple[object, ...]]:
    found = reference.depth(path)
    return [(b.channel.decode(), b.destination.decode(), b.pending, b.failed, b.oldest, b.head) for b in found]


@pytest.mark.parametrize(
    "kind", ["20 destinations", "5,000 destinations", "one destination", "legacy times", "a single newest row"]
)
def test_every_figure_is_right_after_each_of_an_engines_moves(fill: Fill, kind: str) -> None:
    path = fill(*KINDS[kind][0], own=True)
    with watched(path) as (reader, running):
        for n in range(12):
            moves(running, n)
            if n % 4 == 3:  # an operator, too: from the middle, and back into it
                running.sql("UPDATE queue SET state = 'skipped' WHERE id % 997 = ? AND state = 'pending'", [n])
                running.sql("UPDATE queue SET state = 'pending' WHERE id % 991 = ? AND state = 'skipped'", [n])
                running.sql("UPDATE queue SET state = 'failed' WHERE id % 983 = ? AND state = 'pending'", [n])
            assert told(reader.depth()) == expected(path)


@pytest.mark.parametrize("kind", KINDS)
def test_no_transaction_of_a_poll_is_long(fill: Fill, tell: Tell, kind: str) -> None:
    """The best of three readers: what is too long by its nature is so for each, a busy machine is not."""
    path = fill(*KINDS[kind][0], own=True)
    rounds: dict[str, list[float]] = {"first": [], "second": [], "later": []}
    for _ in range(3):
        with watched(path) as (reader, running):
            for n, spans in enumerate(rounds.values()):
                moves(running, n)
                spans.append(longest_transaction(reader.depth))
    tell(", ".join(f"{name} {min(spans):.0f} ms" for name, spans in rounds.items()))
    assert max(min(spans) for spans in rounds.values()) <= LONGEST_MS
