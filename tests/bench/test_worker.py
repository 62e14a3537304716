"""How fast a worker delivers to a receiver on loopback, beside a bare loop that does no more than it must.

The bare loop takes the head straight from an index (by its due time, so in an order that nobody may rely on), sends,
reads the acknowledgement, updates and commits with synchronous=FULL. The worker sends as in the field, by the MLLP
sender, which doubts what the loop believes.
"""

import shutil
import sqlite3
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues.delivery import Worker
from qmonitor.queues.delivery.worker import cursor
from qmonitor.queues.sending import Policy, Sender
from qmonitor.queues.sqlite_worker.clock import SystemClock
from qmonitor.queues.times import from_ns, now
from qmonitor.senders.mllp import Lines, MllpSender, MllpSettings
from tests.bench.conftest import Tell, again
from tests.helpers import engine, files
from tests.helpers.delivering import Receiver, Wire, message, worker

SHARE, SHARE_SHORT = 0.7, 0.6
"""Of the bare loop's throughput at least; in the short form the first messages are a part of what is measured."""

LONGEST_MS = 50
"""Of one read transaction."""

FLAT = 0.15
"""By so much the throughput may differ between a short backlog and a long one."""

HEAD = (
    "SELECT id, raw FROM queue INDEXED BY queue_pending WHERE channel='lab' AND destination='dest-01'"
    " AND state='pending' ORDER BY next_attempt, id LIMIT 1"
)
DONE = "UPDATE queue SET state='delivered', attempts=attempts+1, last_attempt=?, last_error='' WHERE id=?"


def fill(path: Path, rows: int, size: int) -> Path:
    """So many pending rows, ten a second up to now."""
    files.queue(path)
    begin = (now().ns or 0) - rows * 10**8

    def values() -> "list[tuple[object, ...]]":
        return [
            ("lab", "dest-01", f"C{n}", "ORU^R01", message(f"C{n}", size), "pending", 0, at, at, None, "", "")
            for n in block
            for at in [from_ns(begin + n * 10**8).text]
        ]

    db = engine.connect(str(path), "wal", "OFF")
    for first in range(0, rows, 5_000):
        block = range(first, min(rows, first + 5_000))
        db.execute("BEGIN")
        db.executemany(engine.INSERT, values())
        db.execute("COMMIT")
    db.close()
    return path


class Loop:
    """Does no more than it must."""

    def __init__(self, path: Path, wire: Wire) -> None:
        self.wire = wire
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("PRAGMA synchronous=FULL")

    def step(self) -> float:
        item, raw = self.db.execute(HEAD).fetchone()
        self.wire.send(raw, 30)
        self.db.execute("BEGIN IMMEDIATE")
        self.db.execute(DONE, (engine.stamp(), item))
        self.db.execute("COMMIT")
        return 0.0

    def close(self) -> None:
        self.db.close()


@contextmanager
def mllp(receiver: Receiver) -> Iterator[Sender]:
    lines = Lines()
    sender = MllpSender(MllpSettings("127.0.0.1", receiver.port), lines)
    yield sender
    sender.close()
    lines.close()


def seconds(one: Loop | Worker, count: int) -> float:
    """How long so many messages take."""
    began = time.perf_counter()
    for _ in range(count):
        assert one.step() == 0
    return time.perf_counter() - began


class Pair:
    """A loop and a worker, each on a file of its own, taking turns so quickly that whatever else goes on hits both."""

    def __init__(self, path: Path, rows: int, size: int, wire: Wire, sender: Sender) -> None:
        twin = fill(path, rows, size).with_suffix(".twin")
        shutil.copyfile(path, twin)
        self.loop, self.worker = Loop(twin, wire), worker(path, sender, SystemClock(), Policy(0))
        self.pairs: list[tuple[float, float]] = []

    def turn(self, count: int) -> None:
        if len(self.pairs) % 2:
            bare = seconds(self.loop, count)
            self.pairs.append((bare, seconds(self.worker, count)))
        else:
            ours = seconds(self.worker, count)
            self.pairs.append((seconds(self.loop, count), ours))

    def spans(self) -> tuple[float, float]:
        """Seconds of a turn of loop and worker: a quarter of them were quicker, so that little else got in between."""
        bare, ours = (statistics.quantiles(some, n=4)[0] for some in zip(*self.pairs, strict=True))
        return bare, ours

    def close(self) -> None:
        self.loop.close()
        self.worker.close()


def test_a_worker_is_nearly_as_fast_as_a_bare_loop_whatever_the_backlog(tmp_path: Path, tell: Tell, long: bool) -> None:
    lengths = (10_000, 500_000) if long else (5_000, 50_000)
    count, turns = (20, 240) if long else (10, 50)
    least = SHARE if long else SHARE_SHORT
    with Receiver(tmp_path / "accepted.txt") as receiver, mllp(receiver) as sender:
        wire = Wire(receiver.port)
        few, many = pairs = [Pair(tmp_path / f"{rows}.db", rows, 500, wire, sender) for rows in lengths]
        for pair in pairs:  # the first messages of each find nothing in memory yet
            pair.turn(10 * count)
            pair.pairs.clear()

        def turned() -> tuple[float, float]:
            """The least share of a bare loop, and how the few compare with the many: of all turns so far."""
            for _ in range(turns):
                for pair in pairs:
                    pair.turn(count)
            return min(bare / ours for bare, ours in map(Pair.spans, pairs)), few.spans()[1] / many.spans()[1]

        share, flat = again(turned, lambda found: found[0] >= least and abs(found[1] - 1) <= FLAT)
        for pair in pairs:
            pair.close()
        wire.close()
        assert len(receiver.accepted()) == 2 * count * (len(few.pairs) + len(many.pairs) + 2 * 10)
    for rows, pair in zip(lengths, pairs, strict=True):
        bare, ours = pair.spans()
        tell(
            f"{rows:,} pending: {count / ours:,.0f} messages/s, bare loop {count / bare:,.0f}: {bare / ours:.2f} of it"
        )
    tell(f"{lengths[1]:,} against {lengths[0]:,} pending: {flat:.2f}")
    assert share >= least
    assert abs(flat - 1) <= FLAT


@pytest.mark.parametrize("rows", [50_000])
def test_the_start_reads_the_backlog_in_short_transactions(tmp_path: Path, tell: Tell, rows: int, long: bool) -> None:
    """What takes longest of it is one slice of the index."""
    path = fill(tmp_path / "queue.db", rows * 10 if long else rows, 100)
    wire = _Nowhere()
    one = worker(path, wire, SystemClock(), Policy(0))
    began = time.perf_counter()
    one.step()
    first = (time.perf_counter() - began) * 1000
    desk = one._desk
    assert desk is not None
    longest = _longest(desk)
    one.close()
    tell(f"first message after {first:.0f} ms; the longest statement took {longest:.1f} ms")
    assert longest <= LONGEST_MS


def _longest(desk: Any) -> float:
    """Milliseconds of the longest statement of reading all pending ids, and of comparing their number and sum.

    By the processor's time: how long this process has to wait for its turn says nothing of the statements.
    """
    spans: list[float] = []
    desk._writer.db.set_trace_callback(lambda _: spans.append(time.process_time()))
    desk.changes.cursor._all()
    assert desk.changes.cursor.matches()
    spans.append(time.process_time())
    desk._writer.db.set_trace_callback(None)
    assert len(spans) > 2 * (desk.changes.cursor.pending.count // cursor.SLICE)
    return max((later - earlier) * 1000 for earlier, later in zip(spans, spans[1:], strict=False))


class _Nowhere:
    def send(self, raw: bytes, timeout: float) -> None:
        pass

    def describe(self) -> str:
        return "nowhere"
