"""Killed at any point: audit and change agree for every batch, the rest is known, and goes on to the right end."""

import json
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues import open_source
from tests.helpers import faults, files
from tests.helpers.engine import Engine

HERE = {"channel": "lab", "destination": "dest-01"}
ROWS = 460
IDS = list(range(1, ROWS + 1))

# action: state before, its arguments, what SQL finds of what it did, points of the short form
ACTIONS: dict[str, tuple[str, Any, dict[str, Any], str, int]] = {
    "drain": ("pending", HERE, {}, "SELECT id FROM queue WHERE last_error = 'drained by ann@ward-7'", 20),
    "skip": ("failed", IDS, {}, "SELECT id FROM queue WHERE last_error = 'skipped by ann@ward-7'", 4),
    "retry-now": ("failed", IDS, {}, "SELECT id FROM queue WHERE state = 'pending' AND attempts = 0", 6),
    "restore": ("skipped", IDS, {}, "SELECT id FROM queue WHERE state = 'pending' AND attempts = 0", 4),
    "remove": ("failed", IDS, {}, "SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM queue)", 4),
    "erase": ("pending", IDS, {}, "SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM queue)", 8),
    "purge": (
        "delivered", {}, {"before": "2100-01-01T00:00:00Z"},
        "SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM queue)", 4,
    ),
    "resend": (
        "delivered", IDS, {},
        "SELECT CAST(substr(reason, 27) AS INTEGER) FROM queue WHERE reason LIKE 'resent by ann@ward-7 from %'", 4,
    ),
}  # fmt: skip


def changed(path: Path, sql: str) -> list[int]:
    with files.opened(path) as db:
        return sorted(row[0] for row in db.execute(sql, (json.dumps(IDS),) if "?" in sql else ()))


def audited(path: Path) -> list[tuple[int, int, list[int]]]:
    """(part, count, ids) of every audit row."""
    with files.opened(path) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name='qmonitor_audit'").fetchone():
            return []
        rows = db.execute("SELECT part, count, ids FROM qmonitor_audit ORDER BY id").fetchall()
    return [(part, count, json.loads(ids)) for part, count, ids in rows]


def agree(path: Path, sql: str) -> int:
    """Change and audit say the same; how many items are done."""
    with files.opened(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    rows = audited(path)
    assert [part for part, _, _ in rows] == list(range(1, len(rows) + 1))
    assert all(count == len(ids) <= 200 for _, count, ids in rows)
    done = [item for _, _, ids in rows for item in ids]
    assert len(done) == len(set(done))
    assert sorted(done) == changed(path, sql)
    return len(done)


def goes_on(path: Path, action: str, done: int) -> None:
    """What is left is told, and can be done to its end."""
    source = open_source(path)
    reader, admin = source.reader(), source.admin()
    try:
        assert reader.verify_audit().intact
        left = reader.interrupted()
        if done == ROWS:
            assert [plan.left for plan in left] in ([], [0])
        elif done == 0:
            assert [(plan.done, plan.left) for plan in left] in ([], [(0, ROWS)])
        else:
            assert [(plan.action, plan.actor, plan.done, plan.left) for plan in left] == [
                (action, "ann@ward-7", done, ROWS - done)
            ]
        for plan in left:
            rest = admin.resume(plan.id)
            assert (rest.count, rest.done_before) == (ROWS - done, done)
            report = admin.run(rest, "ann@ward-7", "go on")
            assert (report.done, report.left, report.unchanged) == (ROWS - done, 0, ())
        assert reader.interrupted() == ()
        assert reader.verify_audit().intact
    finally:
        reader.close()
        admin.close()


@pytest.mark.slow
@pytest.mark.parametrize("action", list(ACTIONS))
def test_killed_at_any_statement(tmp_path: Path, action: str) -> None:
    state, what, options, sql, few = ACTIONS[action]
    path = files.queue(tmp_path / "queue.db", [{"state": state, "attempts": 3, "raw": b"x" * 300} for _ in IDS])
    log = faults.statements(path, action, what, **options)
    assert log.count("COMMIT") >= 4
    cuts = faults.cut_off(path, faults.spread(log, 200 if faults.LONG else few), log, action, what, **options)
    seen = set()
    for cut in cuts:
        done = agree(cut.path, sql)
        goes_on(cut.path, action, done)
        seen.add(done)
        if done or audited(cut.path):
            assert agree(cut.path, sql) == ROWS
    assert len(seen) >= 3, "the points do not lie in different batches"
    assert 0 in seen


def test_an_interrupted_plan_is_known_to_who_only_looks(tmp_path: Path) -> None:
    """Also while the killed process's log still lies there, and with an engine at work meanwhile."""
    path = files.queue(tmp_path / "queue.db", [{} for _ in IDS])
    log = faults.statements(path, "drain", HERE)
    middle = [n for n, verb in enumerate(log) if verb == "COMMIT"][len([v for v in log if v == "COMMIT"]) // 2]
    (cut,) = faults.cut_off(path, [2 * middle + 1], log, "drain", HERE)
    reader = open_source(cut.path).reader()
    (told,) = reader.interrupted()
    assert 0 < told.done < ROWS
    assert told.done + told.left == ROWS
    with Engine(cut.path) as engine:
        waiting = engine.sql("SELECT id FROM queue WHERE state='pending' ORDER BY id")
        engine.deliver(waiting[0][0])
        late = engine.enqueue("lab", "dest-01")
        admin = open_source(cut.path).admin()
        report = admin.run(admin.resume(told.id), "ann@ward-7", "go on")
        admin.close()
    assert report.unchanged == ((waiting[0][0], "delivered"),)
    assert report.done == told.left - 1
    assert files.states(cut.path)[late] == "pending"
    assert reader.interrupted() == ()
    reader.close()


def test_a_run_under_way_is_not_taken_for_an_interrupted_one(tmp_path: Path) -> None:
    """Else a second person would be offered to go on with it."""
    path = files.queue(tmp_path / "queue.db", [{} for _ in IDS])
    source = open_source(path)
    admin, reader = source.admin(), source.reader()
    from qmonitor.queues import Query

    seen = []
    admin.run(
        admin.plan("drain", Query(**HERE)), "ann@ward-7", "why", lambda done, of: seen.append(reader.interrupted())
    )
    assert len(seen) >= 3
    assert set(seen) == {()}
    reader.close()
    admin.close()
