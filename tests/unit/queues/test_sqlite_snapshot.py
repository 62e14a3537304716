"""Read transactions beside an engine that writes."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from qmonitor.queues.sqlite_file import LOG_GROWN, LOG_REST, connect, snapshot
from qmonitor.queues.sqlite_stamp import uri


def test_the_engine_gets_time_to_begin_its_log_anew_where_it_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In that time nobody reads: a commit of the engine then begins its log anew, and it gets no longer."""
    path = tmp_path / "engine.db"
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as engine,
        closing(connect(uri(str(path), "mode=ro"), 1.0)) as reader,
    ):
        engine.executescript("PRAGMA journal_mode = WAL; CREATE TABLE queue (raw BLOB); PRAGMA wal_autocheckpoint = 0")
        rests: list[tuple[float, tuple[int, ...]]] = []

        def rest(seconds: float) -> None:
            rests.append((seconds, engine.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()))

        monkeypatch.setattr(time, "sleep", rest)
        with snapshot(reader) as view:
            reader.execute("SELECT count(*) FROM queue").fetchone()
            assert view.renew()
            assert rests == []
            engine.execute("INSERT INTO queue VALUES (zeroblob(?))", [LOG_GROWN])
            assert view.renew()
            assert [(seconds, busy) for seconds, (busy, *_) in rests] == [(LOG_REST, 0)]
            engine.execute("INSERT INTO queue VALUES ('a')")
            assert view.renew()
            assert len(rests) == 1
