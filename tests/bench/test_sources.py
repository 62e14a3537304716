"""Many sources at once, half of them broken: no stall, the good ones stay live, and memory stays in bounds."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.bench.conftest import Fill, Tell
from tests.bench.test_window import ROUNDS, beat, finished, smooth
from tests.helpers import engine, files

pytestmark = pytest.mark.window

MEMORY_MB = 40.0
"""What sixteen sources may take beside what one takes."""
GOOD = BROKEN = 8
WRITTEN = 3
"""So many of the good ones are being written meanwhile."""


@contextmanager
def broken(folder: Path) -> Iterator[list[Path]]:
    """Eight files that can't be read, each for another reason."""
    folder.mkdir()
    locked = files.queue(folder / "locked.db", [{}], journal="delete")
    with closing(sqlite3.connect(locked, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        yield [
            locked,
            folder / "missing.db",
            files.no_database(folder / "letter.txt"),
            files.other_database(folder / "other.db"),
            files.truncated(folder / "truncated.db"),
            files.corrupt(folder / "corrupt.db"),
            files.encrypted(folder / "encrypted.db"),
            files.log_without_index(folder / "half.db"),
        ]


@contextmanager
def written(paths: list[Path], seconds: int) -> Iterator[None]:
    """An engine writes to each of these."""
    options = ("--rate", "50", "--seconds", str(seconds))
    writing = [engine.start("run", "--db", str(path), *options) for path in paths]
    try:
        yield
    finally:
        for child in writing:
            child.kill()
            child.communicate()


def test_sixteen_sources_half_of_them_broken(fill: Fill, long: bool, tell: Tell, tmp_path: Path) -> None:
    seconds = 60 if long else 5
    whole = fill()
    good = [Path(shutil.copy(whole, tmp_path / f"good-{n}.db")) for n in range(GOOD)]
    one = finished(beat(1, str(good[0])), 60)
    for _ in range(ROUNDS):
        with written(good[:WRITTEN], seconds + 40), broken(tmp_path / "broken") as bad:
            mixed = [path for pair in zip(good, bad, strict=True) for path in pair]
            window, empty = beat(seconds, *map(str, mixed)), beat(seconds + 6)
            seen, idle = finished(window, seconds + 60), finished(empty, 60)
        shutil.rmtree(tmp_path / "broken")
        assert (seen["fresh"], seen["faults"]) == (GOOD, BROKEN)
        if smooth(seen, idle, tell):
            break
    else:
        pytest.fail("it stalls")
    tell(f"{seen['rss']} MB, one source {one['rss']} MB")
    assert seen["rss"] <= one["rss"] + MEMORY_MB
