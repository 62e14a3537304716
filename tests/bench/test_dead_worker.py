"""What a dead letter costs its worker, however long its queue is, and what a look at all rows costs."""

import time
from pathlib import Path

from qmonitor.queues.sqlite_worker.clock import SystemClock
from tests.bench.conftest import Tell
from tests.helpers import deadletter as made
from tests.helpers.dead_working import QUEUE, row, worker
from tests.helpers.delivering import Sender

FLAT = 1.3
"""So many times what it costs in a short queue, in a long one at most, by the processor's time."""

LONGEST_MS = 50
"""Of one statement, and so of one read transaction, by the processor's time."""

ROUNDS, EACH = 8, 50


def fill(path: Path, rows: int) -> Path:
    table, now = made.Table(path), time.time_ns()
    for n in range(rows):
        row(table, now + n, f"user {n}")
    return table.write()


def test_a_message_costs_no_more_in_a_long_queue(tmp_path: Path, tell: Tell, long: bool) -> None:
    lengths = (ROUNDS * EACH + 10, 50_000 if long else 10_000)
    workers = [worker(fill(tmp_path / f"{n}.db", n), Sender(), SystemClock()) for n in lengths]
    spans: list[list[float]] = [[], []]
    for one in workers:
        one.step()
    for _ in range(ROUNDS):
        for one, span in zip(workers, spans, strict=True):
            began = time.process_time()
            assert [one.step() for _ in range(EACH)] == [0] * EACH
            span.append((time.process_time() - began) / EACH)
    for one in workers:
        one.close()
    few, many = map(min, spans)
    tell(f"{few * 1e6:.0f} µs a message of {lengths[0]}, {many * 1e6:.0f} µs of {lengths[1]:,}: {many / few:.2f}")
    assert many / few <= FLAT


def test_all_rows_are_read_in_short_transactions(tmp_path: Path, tell: Tell, long: bool) -> None:
    """At the start, and whenever somebody else has written."""
    one = worker(fill(tmp_path / "daemon.db", 50_000 if long else 10_000), Sender(), SystemClock())
    desk = one._opened()
    spans: list[float] = []
    desk._writer.db.set_trace_callback(lambda _: spans.append(time.process_time()))
    desk.changes.begin()
    made.Table(tmp_path / "daemon.db", [(made.key(QUEUE, time.time_ns()), b"\xff", None)]).write()
    desk.look()
    desk.changes.catch_up()
    spans.append(time.process_time())
    desk._writer.db.set_trace_callback(None)
    one.close()
    longest = max((later - earlier) * 1000 for earlier, later in zip(spans, spans[1:], strict=False))
    tell(f"{len(spans)} statements, the longest took {longest:.1f} ms")
    assert longest <= LONGEST_MS
