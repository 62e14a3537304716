"""The window beside a writing engine: no stall, nothing in the way of the engine's log, and closed at any moment."""

import json
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.bench.conftest import Fill, Tell
from tests.end2end.conftest import Window, display_variables
from tests.helpers import engine

pytestmark = pytest.mark.window

P99_MS, MAX_MS = 16.0, 100.0
"""What the beat may be late by at least; more where an empty window beside it is late too (twice its figure)."""
VISIBLE, HIDDEN = 0.10, 0.02
"""Which share of a core it may take at an interval of 2 s, while it is seen and while it is minimised."""


def beat(seconds: float, *path: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.bench.beat", "--seconds", str(seconds), *path]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def shown(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.bench.shown", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finished(child: subprocess.Popen[str], seconds: float) -> dict[str, float]:
    """What a measuring program tells at its end."""
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


@contextmanager
def written(path: Path, seconds: float) -> Iterator[None]:
    """An engine writes 200 messages a second meanwhile."""
    writing = engine.start("run", "--db", str(path), "--rate", "200", "--seconds", str(seconds))
    try:
        yield
    finally:
        writing.kill()
        writing.communicate()


def test_the_window_does_not_stall_beside_a_writing_engine(large: Path, long: bool, tell: Tell) -> None:
    seconds = 60 if long else 8
    with written(large, seconds + 20):
        window, empty = beat(seconds, "--day", str(large)), beat(seconds + 6)
        good, tried = folds_back(large, window, time.monotonic() + seconds + 6)
        seen, idle = finished(window, 60), finished(empty, 60)
    tell(f"beat late by p99 {seen['p99']} max {seen['max']} ms; empty window {idle['p99']} and {idle['max']} ms;")
    tell(f"TRUNCATE went through {good} of {tried} times")
    assert seen["p99"] <= max(P99_MS, 2 * idle["p99"])
    assert seen["max"] <= max(MAX_MS, 2 * idle["max"])
    assert good >= tried * 0.9


@pytest.mark.parametrize(("most", "how"), [(VISIBLE, ()), (HIDDEN, ("--hidden",))])
def test_it_takes_a_small_share_of_a_core(
    large: Path, long: bool, tell: Tell, most: float, how: tuple[str, ...]
) -> None:
    seconds = 60 if long else 16
    with written(large, seconds + 600):
        taken = finished(shown(str(large), "--day", "--seconds", str(seconds), *how), seconds + 120)
    tell(f"{taken['share']:.1%} of a core, of which {taken['gui']:.1%} in the thread of the window")
    assert taken["share"] < most


def test_it_closes_at_any_moment(fill: Fill, long: bool, tell: Tell, tmp_path: Path) -> None:
    """From the moment it is shown (before, there is nothing to be closed) to well into polling."""
    path = fill()
    rng = random.Random(7)
    longest = 0.0
    for _ in range(40 if long else 6):
        window = Window(tmp_path / "profile", path, **display_variables())
        window.wait_for("shown")
        assert still_runs(window.child, rng.uniform(0.0, 3.0))
        began = time.monotonic()
        assert window.end() == (0, [])
        longest = max(longest, time.monotonic() - began)
    tell(f"closed within {longest:.2f} s at the longest")
    assert longest <= 5
