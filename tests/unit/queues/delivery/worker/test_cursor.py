"""Which items are pending, however odd the file: what is known is what a plain query says."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from qmonitor.queues.delivery.schema import objects
from qmonitor.queues.delivery.seeks import indexes
from qmonitor.queues.delivery.worker import cursor as module
from qmonitor.queues.delivery.worker.cursor import Cursor
from qmonitor.queues.model import Destination
from qmonitor.queues.sqlite_file import connect
from qmonitor.queues.sqlite_stamp import uri
from tests.helpers import files

HERE = Destination("lab", "dest-01")


@pytest.fixture(params=[module.SLICE, 7], ids=["whole", "sliced"])
def sliced(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SLICE", request.param)


Opened = tuple[sqlite3.Connection, Cursor]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    path = files.queue(tmp_path / "q.db", [*files.every_odd_row(), *files.nameless_rows()], loose=True)
    db = connect(uri(str(path), "mode=rw"), 1)
    yield db, Cursor(db, HERE, indexes(objects(db)))
    db.close()


def waiting(db: sqlite3.Connection) -> list[int]:
    sql = "SELECT id FROM queue WHERE channel='lab' AND destination='dest-01' AND state='pending' ORDER BY id"
    return [row[0] for row in db.execute(sql)]


@pytest.mark.usefixtures("sliced")
def test_all_are_found_in_a_file_of_oddities(opened: Opened) -> None:
    db, cursor = opened
    cursor.build()
    assert list(cursor.pending.ascending()) == waiting(db)
    assert len(waiting(db)) > 50
    assert cursor.matches()


@pytest.mark.usefixtures("sliced")
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE queue SET state='delivered' WHERE id = (SELECT max(id) FROM queue WHERE state='pending')",
        "UPDATE queue SET state='pending', destination='dest-01', channel='lab' WHERE state='failed'",
        "DELETE FROM queue WHERE next_attempt IS NULL",
        "DELETE FROM queue WHERE typeof(next_attempt) = 'integer'",
        "UPDATE queue SET state='failed' WHERE rowid % 2",
    ],
)
def test_any_difference_is_found_and_told(opened: Opened, sql: str) -> None:
    db, cursor = opened
    cursor.build()
    before = set(waiting(db))
    db.execute(sql)
    assert not cursor.matches()
    old, differing = cursor.renew()
    assert differing == before ^ set(waiting(db)) != set()
    assert {one for one in differing if one in old} == before - set(waiting(db))
    assert cursor.matches()


@pytest.mark.usefixtures("sliced")
def test_new_rows_are_met_beyond_the_highest_id(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    db, cursor = opened
    monkeypatch.setattr(module, "NEW", 4)
    cursor.build()
    known = waiting(db)
    assert cursor.take_new() == []
    new = files.insert(db, [{"state": state, "destination": f"dest-0{n % 2}"} for n in range(10) for state in "ab"])
    late = files.insert(db, [{}, {"state": "delivered"}, {"destination": "other"}, {}])
    assert cursor.matches(), "what is new does not count before it is met"
    met = []
    while rows := cursor.take_new():
        assert len(rows) <= 4
        met += rows
    assert [item for item, _ in met] == [*(one for n, one in enumerate(new) if n // 2 % 2), *late[:2], late[3]]
    assert [item for item, state in met if state == "pending"] == [late[0], late[3]]
    assert list(cursor.pending.ascending()) == [*known, late[0], late[3]]
    assert cursor.reached == late[-1]


def test_rows_are_settled_one_by_one(opened: Opened) -> None:
    db, cursor = opened
    cursor.build()
    one, two, *_ = waiting(db)
    (failed,) = files.insert(db, [{"state": "failed"}])
    cursor.take_new()
    db.execute("UPDATE queue SET state='skipped' WHERE id=?", (one,))
    db.execute("UPDATE queue SET state='pending' WHERE id=?", (failed,))
    assert cursor.settle([one, two, failed, 10**9, -5]) == {one, failed}
    assert list(cursor.pending.ascending()) == waiting(db)
    assert cursor.settle([one, two, failed]) == set()


def test_without_its_index_a_file_is_read_all_the_same(opened: Opened) -> None:
    db, _ = opened
    db.execute("DROP INDEX queue_pending")
    cursor = Cursor(db, HERE, indexes(objects(db)))
    cursor.build()
    assert list(cursor.pending.ascending()) == waiting(db)
    assert cursor.matches()
    db.execute("UPDATE queue SET state='failed' WHERE id=?", (waiting(db)[5],))
    assert not cursor.matches()


def test_those_that_became_due_last_are_told(tmp_path: Path) -> None:
    rows = [{"next_attempt": f"2099-01-01T00:00:0{n}.000000000Z"} for n in range(5)]
    db = connect(uri(str(files.queue(tmp_path / "q.db", rows)), "mode=rw"), 1)
    cursor = Cursor(db, HERE, indexes(objects(db)))
    cursor.build()
    assert cursor.made_due("2099-01-01T00:00:02", 200) == [5, 4, 3]
    assert cursor.made_due("2099-01-01T00:00:00", 2) == [5, 4]
    files.insert(db, rows)
    assert cursor.made_due("2099-01-01T00:00:04", 200) == [5], "what is new comes later"
    db.close()
