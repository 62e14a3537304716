"""Many sources at once, half of them broken: no stall, the good ones stay live, and memory stays in bounds."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.bench.conftest import Fill, Tell
from tests.bench.test_window import MAX_MS, P99_MS, beat, finished
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


def test_sixteen_sources_half_of_them_broken(fill: Fill, long: bool, tell: Tell, tmp_path: Path) -> None:
    seconds = 60 if long else 8
    whole = fill()
    good = [Path(shutil.copy(whole, tmp_path / f"good-{n}.db")) for n in range(GOOD)]
    length = str(seconds + 20)
    writing = [engine.start("run", "--db", str(path), "--rate", "50", "--seconds", length) for path in good[:WRITTEN]]
    try:
        with broken(tmp_path / "broken") as bad:
            mixed = [path for pair in zip(good, bad, strict=True) for path in pair]
            window, empty = beat(seconds, *map(str, mixed)), beat(seconds + 6)
            seen, idle = finished(window, seconds + 60), finished(empty, 60)
        one = finished(beat(4, str(good[0])), 60)
    finally:
        for child in writing:
            child.kill()
            child.communicate()
    tell(f"beat late by p99 {seen['p99']} max {seen['max']} ms; empty window {idle['p99']} and {idle['max']} ms;")
    tell(f"{seen['fresh']:.0f} fresh, {seen['faults']:.0f} with a fault; {seen['rss']} MB, one source {one['rss']} MB")
    assert (seen["fresh"], seen["faults"]) == (GOOD, BROKEN)
    assert seen["rss"] <= one["rss"] + MEMORY_MB
    assert seen["p99"] <= max(P99_MS, 2 * idle["p99"])
    assert seen["max"] <= max(MAX_MS, 2 * idle["max"])
