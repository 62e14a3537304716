"""The window beside a writing engine: no stall, nothing in the way of the engine's log, and closed at any moment."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.bench.conftest import Fill, Tell
from tests.helpers import engine

pytestmark = pytest.mark.window

P99_MS, MAX_MS = 16.0, 100.0
"""What the beat may be late by at least; more where an empty window beside it is late too (twice its figure)."""


def beat(seconds: float, *path: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.bench.beat", "--seconds", str(seconds), *path]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finished(child: subprocess.Popen[str], seconds: float) -> dict[str, float]:
    out, err = child.communicate(timeout=seconds)
    assert (child.returncode, err) == (0, "")
    return json.loads(out)


def still_runs(child: subprocess.Popen[str], seconds: float) -> bool:
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        return True
    return False


def folds_back(path: Path, window: subprocess.Popen[str], until: float) -> tuple[int, int]:
    """How often somebody else's checkpoint found nobody in its way, and how often it was tried."""
    good = tried = 0
    with closing(sqlite3.connect(path, timeout=0.5, isolation_level=None)) as db:
        while time.monotonic() < until and still_runs(window, 0.25):
            busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            good, tried = good + (not busy), tried + 1
    return good, tried


def test_the_window_does_not_stall_beside_a_writing_engine(fill: Fill, long: bool, tell: Tell) -> None:
    seconds = 60 if long else 8
    path = fill(own=True)
    writing = engine.start("run", "--db", str(path), "--rate", "200", "--seconds", str(seconds + 10))
    try:
        window, empty = beat(seconds, str(path)), beat(seconds + 2)
        good, tried = folds_back(path, window, time.monotonic() + seconds)
        seen, idle = finished(window, 30), finished(empty, 30)
    finally:
        writing.kill()
        writing.communicate()
    tell(f"beat late by p99 {seen['p99']} max {seen['max']} ms; empty window {idle['p99']} and {idle['max']} ms;")
    tell(f"TRUNCATE went through {good} of {tried} times")
    assert seen["p99"] <= max(P99_MS, 2 * idle["p99"])
    assert seen["max"] <= max(MAX_MS, 2 * idle["max"])
    assert good >= tried * 0.9


def test_it_closes_at_any_moment(fill: Fill, long: bool, tell: Tell) -> None:
    path = fill()
    rng = random.Random(7)
    longest = 0.0
    for _ in range(40 if long else 6):
        child = subprocess.Popen(
            [sys.executable, "-m", "qmonitor", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert still_runs(child, rng.uniform(0.8, 4.0))  # from just after the start to well into polling
        began = time.monotonic()
        os.kill(child.pid, signal.SIGTERM)
        out, err = child.communicate(timeout=20)
        longest = max(longest, time.monotonic() - began)
        assert (child.returncode, out, err) == (0, "", "")
    tell(f"closed within {longest:.2f} s at the longest")
    assert longest <= 5
