"""Read transactions beside an engine that writes."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from qmonitor.queues.sqlite_file import Snapshot, connect, snapshot
from qmonitor.queues.sqlite_log import OVERDUE, REST, Log
from qmonitor.queues.sqlite_stamp import uri

MANY = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
"""Rows of which each fills a page."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "engine.db"


@pytest.fixture
def engine(path: Path) -> Iterator[sqlite3.Connection]:
    """Its log is begun anew only where that is asked for."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript("PRAGMA journal_mode = WAL; CREATE TABLE queue (raw BLOB); PRAGMA wal_autocheckpoint = 0")
        yield db


@pytest.fixture
def view(path: Path, engine: sqlite3.Connection) -> Iterator[Snapshot]:
    with closing(connect(uri(str(path), "mode=ro"), 1.0)) as reader, snapshot(reader) as view:
        reader.execute("SELECT count(*) FROM queue").fetchone()
        yield view


Rests = list[float]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], Rests]:
    """What the engine does each time that it is waited for; the clock goes on by that much. The rests are told."""
    clock, rests = [0.0], Rests()

    def does(work: Callable[[], object]) -> Rests:
        def sleep(seconds: float) -> None:
            rests.append(seconds)
            clock[0] += seconds
            work()

        monkeypatch.setattr(time, "monotonic", lambda: clock[0])
        monkeypatch.setattr(time, "sleep", sleep)
        return rests

    return does


def write(engine: sqlite3.Connection, pages: int) -> None:
    size = engine.execute("PRAGMA page_size").fetchone()[0]
    engine.execute(f"INSERT INTO queue {MANY} SELECT zeroblob(?) FROM n", (pages, size - 60))


def frames(engine: sqlite3.Connection) -> int:
    """How many there are in the log, as SQLite tells."""
    return int(engine.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1])


def test_it_is_waited_until_an_overdue_log_was_begun_anew(
    engine: sqlite3.Connection, view: Snapshot, meanwhile: Callable[[Callable[[], object]], Rests]
) -> None:
    """Nobody reads then: a commit of the engine begins its log anew, and it gets no longer."""
    tries = iter(range(3))

    def work() -> None:
        if next(tries) == 2:
            assert engine.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()[0] == 0
            write(engine, 1)

    rests = meanwhile(work)
    write(engine, OVERDUE // 2)
    assert view.renew()
    assert rests == []
    write(engine, OVERDUE)
    assert view.renew()
    assert len(rests) == 3
    write(engine, OVERDUE // 2)
    assert view.renew()
    assert len(rests) == 3


def test_where_that_is_in_vain_an_engine_is_left_alone_until_its_log_is_twice_as_long(
    engine: sqlite3.Connection, view: Snapshot, meanwhile: Callable[[Callable[[], object]], Rests]
) -> None:
    rests = meanwhile(lambda: None)
    write(engine, OVERDUE)
    assert view.renew()
    assert sum(rests) == pytest.approx(REST, abs=0.002)
    rests.clear()
    for _ in range(3):
        write(engine, OVERDUE // 4)
        assert view.renew()
    assert rests == []
    write(engine, OVERDUE)
    assert view.renew()
    assert rests != []


def test_an_engine_at_rest_is_not_waited_for(
    engine: sqlite3.Connection, path: Path, meanwhile: Callable[[Callable[[], object]], Rests]
) -> None:
    write(engine, 2 * OVERDUE)
    rests = meanwhile(lambda: None)
    log = Log(f"{path}-wal")
    for _ in range(3):
        log.give_way()
    assert rests == []


@pytest.mark.parametrize("size", [512, 4096, 65536])
def test_the_pages_in_use_are_those_that_sqlite_tells(path: Path, size: int) -> None:
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as engine,
        closing(sqlite3.connect(path, isolation_level=None)) as other,
    ):
        engine.executescript(f"PRAGMA page_size = {size}; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
        engine.execute("CREATE TABLE queue (raw BLOB)")
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM queue").fetchone()  # it keeps the log from being begun anew
        log = Log(f"{path}-wal")
        assert log.pages() == 0  # too few to be counted
        for pages in (OVERDUE, 1, 7, OVERDUE):
            write(engine, pages)
            assert log.pages() == frames(engine) >= OVERDUE
        other.execute("COMMIT")
        engine.execute("PRAGMA wal_checkpoint(RESTART)")
        write(engine, 5)
        assert 5 <= log.pages() == frames(engine) < OVERDUE
    assert log.pages() == 0  # it is gone
