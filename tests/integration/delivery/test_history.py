"""A queue is recognised again, and another one under the same path is not taken for it."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from qmonitor.queues import Query, open_source
from qmonitor.queues.delivery.history import mark
from qmonitor.queues.errors import Refused
from tests.helpers import files

WHO, WHY = "ops@ward-7", "receiver is gone for good"


def holds(path: Path, change: str) -> bool:
    """Whether the mark of the file still holds after a change."""
    with files.opened(path) as db:
        seen = mark(db)
        db.execute(change)
        return seen.holds(db)


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ("UPDATE queue SET state = 'delivered', attempts = 9, last_error = 'x'", True),
        ("DELETE FROM queue WHERE id = 1", True),
        ("DELETE FROM queue", True),
        ("UPDATE queue SET control_id = 'another' WHERE id = 3", False),
        ("UPDATE queue SET enqueued_at = '2020-01-01T00:00:00.000000000Z' WHERE id = 3", False),
    ],
)
def test_rows_may_change_and_go_but_ids_keep_their_meaning(tmp_path: Path, change: str, same: bool) -> None:
    assert holds(files.queue(tmp_path / "q.db", [{}, {}, {}]), change) is same


def test_an_empty_queue_has_every_history(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [])
    assert holds(path, "PRAGMA user_version")


def backup_put_back(path: Path, copy: Path) -> None:
    """In place, as `cp` does it: the same inode, with the content of before."""
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    with open(copy, "rb") as source, open(path, "r+b") as target:
        target.truncate(0)
        shutil.copyfileobj(source, target)


def test_a_plan_is_not_run_on_a_backup_that_gives_the_same_ids_to_other_messages(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{}, {}])
    copy = tmp_path / "copy.db"
    shutil.copyfile(path, copy)
    with files.opened(path) as db:
        files.insert(db, [{"control_id": "confirmed"}])
    admin = open_source(path).admin()
    plan = admin.plan("skip", [3])
    backup_put_back(path, copy)
    with files.opened(path) as db:
        files.insert(db, [{"control_id": "somebody else's"}])
    before = files.rows(path)
    with pytest.raises(Refused, match="exchanged"):
        admin.run(plan, WHO, WHY)
    admin.close()
    assert files.rows(path) == before


def test_a_backup_put_back_in_place_is_noticed_by_who_watches(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{}, {}])
    copy = tmp_path / "copy.db"
    shutil.copyfile(path, copy)
    with files.opened(path) as db:
        files.insert(db, [{}] * 5)
    reader = open_source(path).reader()
    assert reader.depth().rows[0].pending == 7
    assert reader.details().notices == ()
    backup_put_back(path, copy)
    assert reader.depth().rows[0].pending == 2
    assert "exchanged" in str(reader.details().notices[0])
    assert len(reader.page(Query()).items) == 2
