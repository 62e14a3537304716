"""Measurements: ratios within one run, printed; absolute times only where the issue names them.

Run by `pytest -m bench tests/bench`; the whole figures of the issue with `--bench-full` or QMONITOR_BENCH=long.
QMONITOR_ENGINE_SIM may name another program that plays the engine (`fill` and `drive`): it is then asked, too.
"""

import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.helpers import engine

Tell = Callable[[str], None]
T = TypeVar("T")
SIM = os.environ.get("QMONITOR_ENGINE_SIM")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.bench)


@pytest.fixture(scope="session")
def long(bench_full: bool) -> bool:
    """Whether the figures are those of the issue; the short form shows the same effects on a smaller file."""
    return bench_full or os.environ.get("QMONITOR_BENCH") == "long"


@pytest.fixture
def tell(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Tell:
    """Prints a line whatever is captured."""

    def line(text: str) -> None:
        with capsys.disabled():
            print(f"\n  {request.node.name}: {text}", end="", flush=True)

    return line


SHORT_ROWS = 40_000


@pytest.fixture(scope="session")
def rows(long: bool) -> int:
    return 200_000 if long else SHORT_ROWS


Fill = Callable[..., Path]


@pytest.fixture(scope="session")
def fill(tmp_path_factory: pytest.TempPathFactory, rows: int) -> Fill:
    """A filled file; made once for the same arguments, and only to be looked at: an own one is a copy of it, or filled
    anew where the number of its rows was asked for (such a file is large, and wanted once).
    """
    made: dict[tuple[str, ...], Path] = {}

    def new(*arguments: str) -> Path:
        path = tmp_path_factory.mktemp("bench") / "queue.db"
        engine.call("fill", "--db", str(path), "--rows", str(rows), *arguments)
        return path

    def make(*arguments: str, own: bool = False) -> Path:
        if own and (rows > SHORT_ROWS or "--rows" in arguments):
            return new(*arguments)
        if arguments not in made:
            made[arguments] = new(*arguments)
        if own:
            return Path(shutil.copy(made[arguments], tmp_path_factory.mktemp("bench") / "queue.db"))
        return made[arguments]

    return make


@pytest.fixture(scope="session")
def large(fill: Fill, long: bool) -> Path:
    """A file of a million rows, in the short form of 200,000; for an engine to write to while it is looked at."""
    return fill("--rows", *(("1000000", "--payload", "2000") if long else ("200000",)), own=True)


_programs: list[subprocess.Popen[str]] = []


def program(name: str, *arguments: str) -> subprocess.Popen[str]:
    """A measuring program of this folder, started; it does not outlive the test that does so."""
    command = [sys.executable, "-m", f"tests.bench.{name}", *arguments]
    _programs.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
    return _programs[-1]


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """Where a test fails between two programs, the other one goes on: it would spoil the tests that come next."""
    yield
    for child in _programs:
        if child.stdout is not None and not child.stdout.closed:
            child.kill()
            child.communicate()
    _programs.clear()


def median_ms(call: Callable[[], object], times: int = 15) -> float:
    """The median duration of a call, in milliseconds."""
    spans = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        spans.append((time.perf_counter() - began) * 1000)
    return statistics.median(spans)


class Pairs:
    """Two things measured right after each other, again and again: how fast a machine is changes all the time."""

    def __init__(self) -> None:
        self.ours: list[float] = []
        self.others: list[float] = []

    def add(self, ours: float, other: float) -> None:
        self.ours.append(ours)
        self.others.append(other)

    @property
    def count(self) -> int:
        return len(self.ours)

    @property
    def usual(self) -> float:
        """The one as a part of the other, in the median."""
        return statistics.median(ours / other for ours, other in zip(self.ours, self.others, strict=True))

    @property
    def ratio(self) -> float:
        """The same, or of the best of each: other load in bursts spoils the one, a steady one the other."""
        return min(min(self.ours) / min(self.others), self.usual)


def by_turns(
    ours: Callable[[], float], other: Callable[[], float], most: float, rounds: int, least: int = 2
) -> tuple[float, float]:
    """The least that two things take, measured by turns until one takes no more than `most` times the other's.

    What else the machine does only adds, so what holds needs no more rounds; and what does not hold is measured again.
    """
    found = [math.inf, math.inf]
    for n in range(rounds):
        found = [min(one, call()) for one, call in zip(found, (ours, other), strict=True)]
        if n + 1 >= least and found[0] <= most * found[1]:
            break
    return found[0], found[1]


def again(measure: Callable[[], T], good: Callable[[T], bool], rounds: int = 3) -> T:
    """What is measured: where it is not good, once more, and at most so many times.

    What else the machine does only adds: what is too much by its nature is so in each round.
    """
    found = measure()
    for _ in range(rounds - 1):
        if good(found):
            break
        found = measure()
    return found


def sim(*arguments: str) -> dict[str, Any]:
    """What the other engine prints."""
    assert SIM is not None
    done = subprocess.run([sys.executable, SIM, *arguments], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


needs_sim = pytest.mark.skipif(not SIM, reason="QMONITOR_ENGINE_SIM names no other engine")
