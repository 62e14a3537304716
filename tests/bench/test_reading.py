"""What looking costs: pages deep and shallow, the depth, a poll that finds nothing new, and the engine's share."""

import gc
import json
import sqlite3
import statistics
import subprocess
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues import Query, open_source
from qmonitor.queues.model import About, Among, Beside, Depth, Start
from qmonitor.queues.source import Reader
from qmonitor.queues.times import now, parse
from tests.bench.conftest import Fill, Tell, again, median_ms, needs_sim, sim
from tests.bench.waiting import clock_ms
from tests.helpers import engine, files, reference

POLLED, POLLED_LONG = 0.7, 0.95
"""What an engine keeps of its pace at least beside a look every two seconds (short runs: every second), and beside a
page each time; the long figure is the issue's, of the median."""

LOG_ROOM = 12 * 2**20
"""So much longer than alone the engine's log may get, in bytes."""

LONGEST_MS = 50.0
"""A read transaction lasts no longer: else the engine's log can't be reset."""


@contextmanager
def reading(path: Path) -> Iterator[Reader]:
    reader = open_source(path).reader()
    try:
        yield reader
    finally:
        reader.close()


def exact(reader: Reader) -> Depth:
    while not (depth := reader.depth()).complete:
        pass
    return depth


def cursor_at(reader: Reader, query: Query, depth: int) -> str:
    """The cursor after so many items, in pages of a thousand."""
    page = reader.page(query)
    for _ in range(depth // 1000 - 1):
        page = reader.page(query, page.next)
    assert page.next is not None
    return page.next


@pytest.mark.parametrize(
    "options",
    [{}, {"head_first": True}, {"state": "pending"}, {"channel": "adt", "destination": "dest-00"}],
    ids=["all", "head-first", "pending", "destination"],
)
def test_a_page_far_down_costs_as_much_as_the_first(fill: Fill, rows: int, tell: Tell, options: dict[str, Any]) -> None:
    with reading(fill()) as reader:
        total = reader.count(Query(**options)) or 0
        deep = total * 9 // 10 // 1000 * 1000
        at = cursor_at(reader, Query(limit=1000, **options), deep)
        query = Query(limit=100, **options)
        there, first = again(
            lambda: (median_ms(lambda: reader.page(query, at)), median_ms(lambda: reader.page(query))),
            lambda spans: spans[0] <= 2 * spans[1] + 0.5,
        )
    tell(f"{there:.2f} ms at {deep:,} of {total:,}, {first:.2f} ms at the start: ratio {there / first:.2f}")
    assert there <= 2 * first + 0.5


def same(path: Path) -> Depth:
    with reading(path) as reader:
        depth = exact(reader)
    told = [
        (r.channel.encode(), r.destination.encode(), r.pending, r.failed, r.oldest and r.oldest.ns, r.max_attempts)
        for r in depth.rows
    ]
    assert told == [
        (b.channel, b.destination, b.pending, b.failed, b.oldest, b.max_attempts) for b in reference.depth(path)
    ]
    return depth


GROUPED = (
    "SELECT channel, destination, sum(state='pending'), sum(state='failed'), min(enqueued_at), max(attempts) FROM queue"
    " WHERE state IN ('pending', 'failed') GROUP BY channel, destination"
)


@pytest.mark.parametrize("legacy", [False, True], ids=["standard", "legacy"])
def test_the_depth_is_exact_and_cheaper_than_the_grouped_query(fill: Fill, tell: Tell, legacy: bool) -> None:
    path = fill(*(["--legacy-times"] if legacy else []))
    assert len(same(path).rows) == 20
    with files.opened(path) as db:
        grouped = median_ms(lambda: db.execute(GROUPED).fetchall(), 5)

    def look() -> None:
        with reading(path) as reader:
            reader.depth()

    one = median_ms(look, 5)
    tell(f"first look {one:.0f} ms, grouped query {grouped:.0f} ms: ratio {one / grouped:.2f}")


@needs_sim
@pytest.mark.parametrize("legacy", [False, True], ids=["standard", "legacy"])
def test_the_depth_is_exact_on_the_other_engines_file(tmp_path: Path, rows: int, tell: Tell, legacy: bool) -> None:
    path = tmp_path / "q.db"
    sim("fill", "--db", str(path), "--rows", str(rows), *(["--legacy-times"] if legacy else []))
    assert same(path).rows
    tell("equal")


@pytest.mark.parametrize("live", [False, True], ids=["stopped", "live"])
def test_a_poll_that_finds_nothing_new_costs_next_to_nothing(fill: Fill, tell: Tell, live: bool) -> None:
    path = fill(own=True) if live else fill()
    engine_there = engine.Engine(path) if live else None
    try:
        if engine_there is not None:
            engine_there.enqueue("adt", "dest-00")
        with reading(path) as reader:
            began = time.perf_counter()
            exact(reader)
            first = (time.perf_counter() - began) * 1000
            exact(reader)
            again = median_ms(lambda: (reader.changed(), reader.depth()), 50)
            assert reader.depth().complete
    finally:
        if engine_there is not None:
            engine_there.stop()
    tell(f"{again:.3f} ms, the first look {first:.0f} ms: ratio {again / first:.4f}")
    assert again < first / 20


def longest_transaction(work: Callable[[], object]) -> float:
    """The longest read transaction that `work` makes in this thread, in ms, but for what it waits for a processor.

    A statement outside of BEGIN … is a transaction from its start until its last row is read or it is closed.
    """
    longest = 0.0
    real = sqlite3.connect

    class Cursor(sqlite3.Cursor):
        began: float | None = None

        def done(self) -> None:
            nonlocal longest
            if self.began is not None and not self.connection.in_transaction:
                longest = max(longest, clock_ms() - self.began)
            self.began = None

        def execute(self, sql: str, *arguments: Any) -> "Cursor":
            self.done()
            self.began = clock_ms()
            super().execute(sql, *arguments)
            if self.description is None:
                self.done()
            return self

        def __next__(self) -> Any:
            try:
                return super().__next__()
            except StopIteration:
                self.done()
                raise

        def fetchall(self) -> list[Any]:
            found = super().fetchall()
            self.done()
            return found

        def fetchone(self) -> Any:
            found = super().fetchone()
            self.done()
            return found

        def close(self) -> None:
            self.done()
            super().close()

    class Connection(sqlite3.Connection):
        began: float | None = None

        def execute(self, sql: str, *arguments: Any) -> Any:
            nonlocal longest
            word = sql.split(None, 1)[0].upper()
            if word == "BEGIN":
                self.began = clock_ms()
            result = self.cursor(Cursor).execute(sql, *arguments)
            if word in ("COMMIT", "ROLLBACK", "END") and self.began is not None:
                longest = max(longest, clock_ms() - self.began)
                self.began = None
            return result

    def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
        return real(*arguments, **{**options, "factory": Connection})

    gc.collect()
    gc.disable()
    sqlite3.connect = connect  # type: ignore[assignment]
    try:
        work()
    finally:
        sqlite3.connect = real
        gc.enable()
    return longest


def looks(reader: Reader) -> dict[str, Callable[[], object]]:
    """Every kind of look, those that read much first of all."""
    one = Query(channel="adt", destination="dest-00")
    states = ("pending", "failed", "delivered", "skipped", None)
    half = (reader.count(Query(state="pending")) or 0) // 2
    certain = Query(state="pending", among=Among(array("q", range(1, 4 * half, 2)), "", now()))
    return {
        "depth": lambda: exact(reader),
        "destinations": reader.destinations,
        "page": lambda: reader.page(Query()),
        "page of a state": lambda: reader.page(Query(state="failed")),
        "page of a destination": lambda: reader.page(one),
        "page head first": lambda: reader.page(
            Query(channel="adt", destination="dest-00", state="pending", head_first=True)
        ),
        "page of a text": lambda: reader.page(Query(text="nothing matches this")),
        "page of an error": lambda: reader.page(Query(error="nothing matches this")),
        "page of a state that is not there": lambda: reader.page(Query(state="absent")),
        "page with counts": lambda: reader.page(Query(), Start(counts=tuple(Query(state=s) for s in states))),
        "page with a destination's counts": lambda: reader.page(
            one, Start(counts=tuple(replace(one, state=s) for s in states))
        ),
        "page about the middle": lambda: reader.page(Query(state="pending", limit=800), About(half, 2 * half)),
        "page at an id, placed": lambda: reader.page(Query(), Start(Beside(1000), placed=True)),
        "page of an age": lambda: reader.page(Query(until=parse("2000-01-01T00:00:00Z"))),
        "count": lambda: reader.count(Query()),
        "count of a text": lambda: reader.count(Query(text="C000")),
        "details": reader.details,
        "what went wrong": lambda: failing(reader),
        "page of certain items": lambda: reader.page(certain, About(half, 2 * half)),
        "count of certain items": lambda: reader.count(certain),
    }


def failing(reader: Reader) -> int:
    """How many items went wrong, read to the end."""
    count, place = 0, None
    while True:
        part = reader.failing(place)
        count, place = count + len(part.rows), part.next
        if place is None:
            return count


@pytest.mark.parametrize("kind", ["one destination", "many destinations", "legacy times"])
def test_no_read_transaction_is_long(fill: Fill, tell: Tell, kind: str) -> None:
    """The best of three rounds where the first is too long: what is so by its nature is so in each of them."""
    arguments = {
        "one destination": ["--destinations", "1"],
        "many destinations": [],
        "legacy times": ["--legacy-times"],
    }[kind]
    path = fill(*arguments, own=True)
    spans = {}
    with engine.Engine(path) as running:
        running.enqueue("adt", "dest-00")
        with reading(path) as reader:
            for name, look in looks(reader).items():
                rounds: list[float] = []
                while not rounds or (len(rounds) < 3 and min(rounds) > LONGEST_MS):
                    running.sql("UPDATE queue SET attempts = attempts + 1 WHERE id = 1")
                    rounds.append(longest_transaction(look))
                spans[name] = min(rounds)
    worst = max(spans, key=lambda name: spans[name])
    tell(f"longest {spans[worst]:.0f} ms ({worst}); " + ", ".join(f"{n} {s:.0f}" for n, s in spans.items()))
    assert spans[worst] <= LONGEST_MS


def commits_a_second(path: Path, seconds: float, meanwhile: Callable[[], object], pause: float) -> tuple[float, int]:
    """What an engine reaches, with something done beside it now and then, and the greatest length of its log."""
    log, longest = Path(f"{path}-wal"), 0
    with engine.start("drive", "--db", str(path), "--seconds", str(seconds)) as process:
        while process.poll() is None:
            meanwhile()
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=pause)
            with suppress(FileNotFoundError):
                longest = max(longest, log.stat().st_size)
        assert process.stdout is not None
        return float(json.loads(process.stdout.read().splitlines()[-1])["commits_per_s"]), longest


def nothing() -> None:
    """What is done beside an engine that is alone."""


def test_polling_does_not_slow_the_engine(fill: Fill, tell: Tell, long: bool) -> None:
    """Alone and beside a poll in turn; in short runs the better of two readings: what else the machine does spoils one.

    The median of the pairs withstands a load that comes and goes slowly, the best of each one in short bursts; a poll
    that slows the engine lowers both. In the long form on a million rows, and the median alone.
    """
    path = fill("--payload", "200", *(("--rows", "1000000") if long else ()), own=True)
    seconds, rounds, bound, pause = (6.0, 9, POLLED_LONG, 2.0) if long else (1.0, 9, POLLED, 1.0)
    alone, beside = [], []
    logs: dict[str, list[int]] = {"alone": [], "beside": []}
    with reading(path) as reader:
        for n in range(rounds):
            ways: dict[str, Callable[[], object]] = {
                "alone": nothing,
                "beside": lambda: (reader.depth(), reader.page(Query())),
            }
            order = sorted(ways, reverse=n % 2 == 1)
            found = {way: commits_a_second(path, seconds, ways[way], pause) for way in order}
            alone.append(found["alone"][0])
            beside.append(found["beside"][0])
            for way, (_, longest) in found.items():
                logs[way].append(longest)
            pairs = [with_it / without for with_it, without in zip(beside, alone, strict=True)]
            median, best = statistics.median(pairs), max(beside) / max(alone)
            if not long and len(pairs) > 2 and max(median, best) >= bound:
                break
    tell(
        f"commits beside a look each {pause:g} s to commits alone ({max(alone):,.0f} a second): {median:.2f} in the"
        f" median of {', '.join(f'{ratio:.2f}' for ratio in pairs)}; {best:.2f} at best; its log"
        f" {max(logs['beside']) / 2**20:.1f} MB long beside it, {max(logs['alone']) / 2**20:.1f} MB alone"
    )
    assert (median if long else max(median, best)) >= bound
    assert max(logs["beside"]) <= max(logs["alone"]) + LOG_ROOM
