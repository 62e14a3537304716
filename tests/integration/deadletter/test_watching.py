"""Watching and browsing every item changes nothing: no byte, no mode, no time, no file beside.

Some seconds by default; two minutes each with QMONITOR_EXAMPLES=thorough.
"""

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from qmonitor.queues.deadletter import Store
from qmonitor.queues.deadletter.reader import DeadLetterReader
from qmonitor.queues.model import Begin, Query
from tests.helpers import deadletter as made
from tests.integration.deadletter.conftest import Look, fill

SECONDS = 120.0 if os.environ.get("QMONITOR_EXAMPLES") == "thorough" else 1.0


def folder(path: Path) -> dict[str, tuple[object, ...]]:
    """Content, owner, mode and time of change of every file (not of last access), and which file it is."""
    found: dict[str, tuple[object, ...]] = {}
    for each in path.parent.iterdir():
        state = each.stat()
        found[each.name] = (each.read_bytes(), state.st_uid, state.st_mode, state.st_mtime_ns, state.st_ino)
    return found


def table(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT rowid, key, value, typeof(value), expires_at FROM kv ORDER BY rowid").fetchall()


def watch(opened: Callable[[], DeadLetterReader]) -> tuple[int, int]:
    """Look and look again, and browse every item meanwhile, with its payload; how many looks and items that were."""
    until, looks, items = time.monotonic() + SECONDS, 0, 0
    while not items or time.monotonic() < until:
        begin: Begin = None
        reader = opened()
        while True:
            reader.depth()
            looks += 1
            page = reader.page(Query(limit=50), begin, total=True)
            for item in page.items:
                found = reader.get(item.id)
                assert len(reader.payload(found.id)) == found.size
            items += len(page.items)
            if page.next is None:
                break
            begin = page.next
        part = reader.scan(Query())
        while part.next is not None:
            part = reader.scan(Query(), part.next)
        reader.states([item.id for item in page.items])
        reader.details(), reader.failing(), reader.destinations(), reader.count(Query(text="exam"))
        reader.audit(), reader.verify_audit(), reader.interrupted(), reader.past(timedelta(hours=1))
    return looks, items


@pytest.fixture
def large(tmp_path: Path) -> Path:
    made_table = made.Table(tmp_path / "daemon.db")
    fill(made_table, 1_500, seed=9)
    path = made_table.write()
    path.chmod(0o640)
    return path


@pytest.mark.parametrize("anew", [False, True], ids=["going on", "anew"])
def test_while_the_daemon_is_stopped(large: Path, look: Look, anew: bool) -> None:
    rows, before = table(large), folder(large)
    reader = look(large)
    looks, items = watch((lambda: look(large)) if anew else (lambda: reader))
    assert items >= 1_000
    assert looks >= 20
    assert folder(large) == before
    reader.close()
    assert folder(large) == before
    assert table(large) == rows


def test_while_the_daemon_runs(large: Path, look: Look) -> None:
    """Its side files are there: the log keeps every byte; of its index SQLite itself notes who reads."""
    with Store(large) as daemon:
        daemon.queues()
        rows = table(large)
        before = folder(large)
        reader = look(large)
        watch(lambda: reader)
        after = folder(large)
        assert after.keys() == before.keys()
        assert {name: after[name] for name in after if not name.endswith("-shm")} == {
            name: before[name] for name in before if not name.endswith("-shm")
        }
        assert [after[name][1:3] for name in after] == [before[name][1:3] for name in after]
        reader.close()
        assert table(large) == rows
