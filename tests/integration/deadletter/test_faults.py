"""Killed before or after any statement: no message is ever lost, and none is there twice but where that is allowed."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from qmonitor.queues.deadletter.source import open_file
from qmonitor.queues.sqlite_file import SqliteFile
from tests.helpers import deadletter as made
from tests.helpers import deadletter_reference as reference
from tests.helpers import users
from tests.helpers.faults import COUNTED, LONG, spread

POINTS = 50 if LONG else 12

WORK = """
from qmonitor.queues.deadletter import Message, Store
def run(path, work):
    store = Store(path, clock=lambda: times.from_ns(NOW))
    sqlite3.connect = connect
    store.close()
    store = Store(path, clock=lambda: times.from_ns(NOW))
    if work == "fetch":
        store.fetch_failed("grades")
    elif work == "store":
        for n in range(3):
            store.store_failed("grades", Message(username=f"new {n}"))
    else:
        for queued in store.fetch_failed("grades")[:4]:
            store.dequeue(queued.key)
    store.close()
"""
ACT = """
from qmonitor.queues.deadletter.source import open_file
from qmonitor.queues.sqlite_file import SqliteFile
def act(path, action, prepare):
    admin = open_file(SqliteFile(path)).admin()
    here = Query(channel="dead-letter", destination="grades")
    if prepare:
        admin.run(admin.plan("drain", here, include_failed=True), "ann@ward-7", "before")
    plan = admin.plan(action, here, **({"include_failed": True} if action == "drain" else {}))
    from qmonitor.queues.deadletter import runner
    runner.BATCH = 3
    sqlite3.connect = connect
    admin.run(plan, "ann@ward-7", "fault")
    admin.close()
"""
NOW = made.BEGIN + 10**9


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A queue of the older layout, rows of several messages, of one without a time, and of one too old."""
    table = made.Table(tmp_path / "daemon.db")
    table.legacy("grades", *(made.message(None if n % 2 else made.BEGIN, username=f"legacy {n}") for n in range(6)))
    for n in range(4):
        rows = (made.message(made.BEGIN + n, username=f"several {n}.{m}") for m in range(3))
        table.add("grades", made.BEGIN + n, *rows)
        table.add("grades", made.BEGIN + 100 + n, made.message(None, username=f"timeless {n}"))
        table.add("grades", made.BEGIN + 200 + n, made.message(made.BEGIN - 31 * 86_400 * made.NS, username=f"old {n}"))
        table.put(made.key("grades", made.BEGIN + 300 + n), b"\xff broken %d" % n)
    table.digests(9, like="grades")
    return table.write()


def held(path: Path) -> tuple[list[str], list[bytes]]:
    """The messages by their names, in the order of keys, and the rows that can't be decoded."""
    names, broken = [], []
    for _, value in sorted([*reference.rows(path), *skipped(path)]):
        try:
            names += [message["Username"] for message in reference.messages(value)]
        except reference.Broken:
            broken.append(value)
    return names, broken


def skipped(path: Path) -> list[tuple[bytes, bytes]]:
    with closing(sqlite3.connect(path)) as db:
        if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'qmonitor_skipped'").fetchone() is None:
            return []
        return db.execute("SELECT key, value FROM qmonitor_skipped").fetchall()


@pytest.mark.parametrize("work", ["fetch", "store", "dequeue"])
def test_killed_at_every_step(path: Path, work: str) -> None:
    before, broken = held(path)
    dry = Path(shutil.copyfile(path, path.with_name("dry.db")))
    task = COUNTED + f"NOW = {NOW}\n" + WORK
    log: list[str] = users.ask(f"{task}\nrun(*arguments)\nprint(json.dumps(Point.log))", str(dry), work)
    points = spread(log, POINTS)
    cuts = [(str(shutil.copyfile(path, path.with_name(f"cut-{point}.db"))), point) for point in points]
    each = "[forked(point, lambda: run(path, work)) for path, point in cuts]"
    ends = users.ask(f"{task}\ncuts, work = arguments\nprint(json.dumps({each}))", cuts, work)
    assert ends == [-9] * len(cuts)
    young = [name for name in before if not name.startswith("old")]
    for cut, point in cuts:
        names, kept = held(Path(cut))
        assert kept == broken, point
        assert len(names) == len(set(names)), f"twice, at {point}"
        if work == "dequeue":
            assert set(young[4:]) <= set(names) <= set(before), f"another one than was removed is gone, at {point}"
        else:
            assert set(young) <= set(names), f"lost, at {point} after {log[point // 2]}"
        order = [name for name in names if name in before]
        assert order == [name for name in before if name in names], "the order of arrival stays"


@pytest.mark.parametrize(("action", "prepare"), [("skip", False), ("drain", False), ("restore", True)])
def test_an_action_killed_at_every_step_loses_nothing_and_goes_on(path: Path, action: str, prepare: bool) -> None:
    before = held(path)
    dry = Path(shutil.copyfile(path, path.with_name("dry.db")))
    log: list[str] = users.ask(
        f"{COUNTED}{ACT}\nact(*arguments)\nprint(json.dumps(Point.log))", str(dry), action, prepare
    )
    points = spread(log, POINTS)
    cuts = [(str(shutil.copyfile(path, path.with_name(f"cut-{point}.db"))), point) for point in points]
    each = "[forked(point, lambda: act(path, action, prepare)) for path, point in cuts]"
    task = f"{COUNTED}{ACT}\ncuts, action, prepare = arguments\nprint(json.dumps({each}))"
    assert users.ask(task, cuts, action, prepare) == [-9] * len(cuts)
    went_on = 0
    for cut, point in cuts:
        assert held(Path(cut)) == before, f"{point} after {log[point // 2]}"
        source = open_file(SqliteFile(cut))
        reader, admin = source.reader(), source.admin()
        for plan in reader.interrupted():
            report = admin.run(admin.resume(plan.id), "bea@ward-7", "on")
            assert (report.done, report.left) == (plan.left, 0)
            went_on += 1
        assert reader.interrupted() == ()
        assert reader.verify_audit().intact
        assert held(Path(cut)) == before
        for each_one in (reader, admin):
            each_one.close()
    assert went_on
