"""What the past costs: told by the rows, kept in a file, held in memory; and that it is what was seen."""

import faulthandler
import random
import sqlite3
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from qmonitor.monitor.history import Keeper
from qmonitor.monitor.rates import Counters
from qmonitor.monitor.series import SeriesBook
from qmonitor.monitor.track import Track
from qmonitor.queues import open_source
from qmonitor.queues.model import Depth, DepthRow, Destination, Flow, Item
from qmonitor.queues.past import Past, PastLine
from qmonitor.queues.times import NS, Instant, from_ns, parse
from tests.bench.conftest import Tell, by_turns
from tests.bench.test_reading import LONGEST_MS, longest_transaction
from tests.helpers import engine, files

DAY = timedelta(hours=24)
EVERY = "SELECT channel, destination, state, enqueued_at, last_attempt FROM queue"
"""What one would read who worked it out from all rows."""

START = 1_780_000_000 * NS


def spent_ms(call: Callable[[], object]) -> float:
    """The processor time of a call, in milliseconds."""
    began = time.process_time()
    call()
    return (time.process_time() - began) * 1000


def best_ms(call: Callable[[], object], times: int = 3) -> float:
    """The least of some calls."""
    return min(spent_ms(call) for _ in range(times))


# -- told by the rows --------------------------------------------------------------------------------------------------


def full_day(path: Path, count: int, payload: int = 2000) -> Path:
    """A file whose last day is full, as a real engine leaves it: in order, three destinations down for some hours."""
    rng = random.Random(1)
    now, span = time.time_ns(), DAY.total_seconds()
    raw = b"MSH|" + b"x" * payload
    free = [0.0] * 20

    def rows() -> Iterator[tuple[object, ...]]:
        for n in range(count):
            at, place = n * span / count + rng.random() * span / count, rng.randrange(20)
            begin = max(at, free[place])
            if place < 3 and span * place / 4 < begin < span * (place + 2) / 4:
                begin = span * (place + 2) / 4
            end = free[place] = begin + rng.random() * 20 * span / count
            queued = from_ns(now - int((span - at) * NS)).text
            left = from_ns(now - int((span - end) * NS)).text if end < span else None
            state = "pending" if left is None else rng.choices(("delivered", "failed"), (95, 5))[0]
            names = engine.places(20)[place]
            yield *names, f"C{n}", "ADT^A08", raw, state, 1, queued, queued, left, "", ""

    with closing(engine.connect(path, "off", "OFF")) as db:
        db.execute("BEGIN")
        db.executemany(engine.INSERT, rows())
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode=wal")
    return path


def past_of(path: Path, span: timedelta) -> Past:
    reader = open_source(path).reader()
    try:
        found = reader.past(span)
    finally:
        reader.close()
    assert found is not None
    return found


def test_the_past_of_a_day_costs_less_than_to_read_every_time(tmp_path: Path, long: bool, tell: Tell) -> None:
    path = full_day(tmp_path / "q.db", 1_000_000 if long else 100_000)

    def plainly() -> object:
        with files.opened(path) as db:
            return [(row[:3], parse(row[3]), row[4] and parse(row[4])) for row in db.execute(EVERY)]

    most, found = 0.3 if long else 1.0, past_of(path, DAY)
    spent, plain = by_turns(lambda: spent_ms(lambda: past_of(path, DAY)), lambda: spent_ms(plainly), most, rounds=4)
    longest = longest_transaction(lambda: past_of(path, DAY))
    tell(
        f"the past {spent:.0f} ms, every time read {plain:.0f} ms: ratio {spent / plain:.2f};"
        f" the longest transaction {longest:.0f} ms"
    )
    assert len(found.lines) == 20
    assert spent < plain * most
    assert longest <= LONGEST_MS


def test_what_the_rows_tell_is_what_was_seen(tmp_path: Path, long: bool, tell: Tell) -> None:
    """Looks at a running engine, and afterwards what its rows say of the same instants."""
    faulthandler.cancel_dump_traceback_later()  # ten minutes are meant
    seconds, interval = (600, 2.0) if long else (8, 0.3)
    path = tmp_path / "q.db"
    files.queue(path)
    options = ("--seconds", str(seconds), "--rate", "100", "--down", "3", "--destinations", "20")
    looks: list[Depth] = []
    with engine.start("run", "--db", str(path), *options) as process:
        reader = open_source(path).reader()
        while process.poll() is None:
            looks.append(reader.depth())
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=interval)
        reader.close()
    past = past_of(path, timedelta(seconds=seconds + 5))
    depth, age = compared(past, looks)
    tell(f"{len(looks)} looks: backlogs differ by {depth:.2%}, ages by {age:.2%}")
    assert len(looks) > 10
    assert max(depth, age) < 0.01


def compared(past: Past, looks: list[Depth]) -> tuple[float, float]:
    """By how much of all that was seen the told figures differ: backlogs, and ages."""
    wrong, seen = [0.0, 0.0], [0.0, 0.0]
    for look in looks[1:]:
        ns = look.as_of.ns or 0
        if ns < (past.since.ns or 0):
            continue
        rows = {row.key: row for row in look.rows}
        for where in {*rows, *past.lines}:
            row = rows.get(where)
            live = (row.pending, row.oldest_seconds or 0.0) if row else (0, 0.0)
            told = values(past.lines.get(where), ns)
            for n in (0, 1):
                wrong[n] += abs(live[n] - told[n])
                seen[n] += live[n]
    return wrong[0] / seen[0], wrong[1] / seen[1]


def values(line: PastLine | None, ns: int) -> tuple[float, float]:
    if line is None:
        return 0.0, 0.0
    pending = Track.of(line.times, line.pending, line.times[-1])
    oldest = Track.of(line.times, line.oldest, line.times[-1], ages=True)
    return pending.at(ns) or 0.0, oldest.at(ns) or 0.0


# -- kept --------------------------------------------------------------------------------------------------------------


def busy(seconds: int) -> Iterator[Depth]:
    """Looks at twenty destinations, of which a few change at each."""
    rng = random.Random(1)
    places = [Destination("lab", f"dest-{n:02}") for n in range(20)]
    pending, queued = [5] * 20, [0] * 20
    for second in range(0, seconds, 2):
        ns = START + second * NS
        for n in range(20):
            if rng.random() < 0.2:
                pending[n], queued[n] = max(0, pending[n] + rng.randrange(-5, 6)), ns - rng.randrange(120) * NS
        rows = tuple(
            DepthRow(w.channel, w.destination, pending[n], 0, from_ns(queued[n]), (ns - queued[n]) / NS, 0)
            for n, w in enumerate(places)
            if pending[n]
        )
        yield Depth(rows, from_ns(ns), True)


def test_a_kept_day_is_read_about_as_fast_as_plain_samples(tmp_path: Path, long: bool, tell: Tell) -> None:
    """Against a table with a row for each destination and look of the last hour, and one a minute before it."""
    seconds = 86_400 if long else 2 * 3600
    now: list[Instant] = [from_ns(START)]
    queue = files.queue(tmp_path / "q.db", [{}])
    keeper = Keeper(tmp_path / "h.db", open_source(queue).reader(), str(queue), now=lambda: now[0])
    spent = []
    for depth in busy(seconds):
        now[0] = depth.as_of
        began = time.process_time()
        keeper.note(depth)
        spent.append((time.process_time() - began) * 1000)
    with sqlite3.connect(tmp_path / "plain.db") as db:
        db.execute("CREATE TABLE sample(line INTEGER, at INTEGER, pending INTEGER, oldest REAL, PRIMARY KEY(line, at))")
        instants = (*range(0, seconds - 3600, 60), *range(seconds - 3600, seconds, 2))
        samples = ((n, at, at % 7, 0.5) for n in range(20) for at in instants)
        db.executemany("INSERT INTO sample VALUES (?, ?, ?, ?)", samples)

        def plainly() -> object:
            lines: dict[int, list[tuple[int, int, float]]] = {}
            for line, at, pending, oldest in db.execute("SELECT * FROM sample"):
                lines.setdefault(line, []).append((at, pending, oldest))
            return lines

        plain = best_ms(plainly, 5)
    db.close()
    read = best_ms(lambda: keeper.older(START, START + seconds * NS, 60 * NS), 5)
    opened = best_ms(lambda: keeper.open(depth), 3)
    size = (tmp_path / "h.db").stat().st_size
    keeper.close()
    tell(
        f"read {read:.0f} ms, made into curves {opened:.0f} ms, plain samples {plain:.0f} ms: ratio {read / plain:.1f};"
        f" a look {statistics.mean(spent):.2f} ms (at most {max(spent):.0f}); {size / 1e6:.1f} MB"
    )
    assert read < 3 * plain
    assert statistics.mean(spent) < 2


# -- in memory ---------------------------------------------------------------------------------------------------------


def crowd(count: int, looks: int) -> tuple[tuple[Destination, ...], list[Depth]]:
    """Looks at very many destinations, of which one in a hundred changes at each."""
    places = tuple(Destination("lab", f"dest-{n:05}") for n in range(count))
    heads = [Item(w.channel, w.destination, id=n, enqueued_at=from_ns(START)) for n, w in enumerate(places)]
    rows = [DepthRow(w.channel, w.destination, 40, 0, from_ns(START), 0.0, 0, heads[n]) for n, w in enumerate(places)]
    flows = {where: Flow(from_ns(START)) for where in places}
    found = []
    for look in range(looks):
        ns = START + look * 2 * NS
        for n in range(look % 100, count, 100):
            rows[n] = replace(rows[n], pending=40 + look)
            flows[places[n]] = Flow(from_ns(START), arrived=look)
        aged = tuple(replace(row, oldest_seconds=(ns - START) / NS) for row in rows)
        found.append(Depth(aged, from_ns(ns), True, dict(flows)))
    return places, found


def test_a_look_at_5000_destinations_touches_those_that_changed(tell: Tell) -> None:
    """Against touching each of them once: a point more in every curve, and the counters."""
    places, looks = crowd(5000, 40)
    book, spent = SeriesBook(), []
    lines = [(Track(), Track(), Counters()) for _ in places]
    flow = Flow(from_ns(START))
    for look in looks:
        began = time.process_time()
        book.add(look, places)
        spent.append((time.process_time() - began) * 1000)

    def touch(ns: int) -> None:
        for pending, oldest, counters in lines:
            pending.append(ns, 1.0)
            oldest.append(ns, 1.0)
            counters.add(ns, flow)

    each = min(best_ms(lambda n=n: touch(START + n * NS), 1) for n in range(1, 6))
    tell(f"{statistics.median(spent[1:]):.1f} ms a look (the first {spent[0]:.0f}), each touched {each:.1f} ms")
    assert statistics.median(spent[1:]) < 0.6 * each
    assert book[places[7]].pending.last() == looks[-1].rows[7].pending
