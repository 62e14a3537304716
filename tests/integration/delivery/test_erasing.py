"""Erased means gone: after a checkpoint the bytes are in neither file nor log, and the audit names nothing."""

from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues import Query, open_source
from tests.helpers import files
from tests.helpers.engine import Engine

MARKS = (b"ZZPATIENTZZ", b"ZZCONTROLZZ", b"ZZERRORZZ", b"ZZREASONZZ", b"ZZTYPEZZ")
WHO = "dpo@ward-7"


def subject(size: int = 10) -> dict[str, Any]:
    """A message of the data subject, every text of it recognisable; bigger ones lie on overflow pages."""
    raw = (b"PID|" + MARKS[0] + b"|") * (size // 16 + 1)
    return {
        "raw": raw, "control_id": MARKS[1].decode(), "last_error": MARKS[2].decode(), "reason": MARKS[3].decode(),
        "message_type": MARKS[4].decode(),
    }  # fmt: skip


def found(path: Path) -> list[tuple[str, bytes]]:
    """Which marks are in which file beside it, too."""
    there = [path, *(path.with_name(name) for name in files.side_files(path))]
    return [(p.name, mark) for p in there for mark in MARKS if mark in p.read_bytes()]


@pytest.mark.parametrize("size", [10, 2_000, 100_000])
@pytest.mark.parametrize("live", [True, False])
def test_the_bytes_are_gone_from_file_and_log(shared: Path, size: int, live: bool) -> None:
    path = files.queue(shared / "q.db", [{}, subject(size), {}, subject(size), {"state": "delivered"}])
    assert found(path)
    with Engine(path) as engine:
        for _ in range(3):  # and once more in a log that is not folded back yet
            engine.sql("UPDATE queue SET attempts = attempts + 1")
        last = engine.enqueue("lab", "dest-01", subject(size)["raw"], MARKS[1].decode(), MARKS[4].decode())
        if not live:
            engine.stop()
        admin = open_source(path).admin()
        report = admin.run(admin.plan("erase", [2, 4, last]), WHO, "request 17")
        admin.close()
        assert report.done == 3
        if live:
            assert engine.checkpoint()[0] == 0
        assert found(path) == []
        assert set(files.states(path)) == {1, 3, 5}


def test_short_rows_that_move_within_a_page_leave_no_copy(shared: Path) -> None:
    """Many small rows on shared pages: deleting makes SQLite shift what remains."""
    path = files.queue(shared / "q.db", [subject(4) if n % 3 == 0 else {"raw": b"x" * n} for n in range(400)])
    reader, admin = open_source(path).reader(), open_source(path).admin()
    ids = [item.id for item in reader.page(Query(limit=1000, text=MARKS[1].decode())).items]
    assert len(ids) == 134
    assert admin.run(admin.plan("erase", ids), WHO, "request 17").done == 134
    reader.close()
    admin.close()
    with files.opened(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert found(path) == []


def test_an_erasure_by_search_leaves_the_searched_text_nowhere(shared: Path) -> None:
    """Neither plan nor audit nor the kept plan of an interrupted run holds an identifier."""
    path = files.queue(shared / "q.db", [subject() for _ in range(500)])
    admin = open_source(path).admin()
    plan = admin.plan("erase", Query(text=MARKS[1].decode()))
    admin.run(plan, WHO, "request 17", lambda done, of: done < 200)
    assert MARKS[1].decode() not in plan.target
    with files.opened(path) as db:
        for table in ("qmonitor_audit", "qmonitor_plan"):
            for row in db.execute(f"SELECT * FROM {table}"):
                assert not any(mark.decode() in str(value) for mark in MARKS for value in row)
        assert {row[0] for row in db.execute("SELECT before FROM qmonitor_audit")} <= {None, "", "[]"}
    admin.run(admin.resume(plan.id), WHO, "request 17")
    admin.close()
    with files.opened(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert found(path) == []


def test_no_other_audit_row_quotes_the_message(shared: Path) -> None:
    """An audit row can't be erased, so what it says of an item must never be the item's own words."""
    path = files.queue(
        shared / "q.db", [subject() | {"state": state} for state in ("pending", "failed", "skipped", "delivered")]
    )
    admin = open_source(path).admin()
    admin.run(admin.plan("skip", [1]), WHO, "why")
    admin.run(admin.plan("retry-now", [2]), WHO, "why")
    admin.run(admin.plan("restore", [3]), WHO, "why")
    admin.run(admin.plan("resend", [4]), WHO, "why")
    admin.run(admin.plan("remove", [4]), WHO, "why")
    admin.run(admin.plan("drain", Query(channel="lab", destination="dest-01", text=MARKS[1].decode())), WHO, "why")
    admin.run(admin.plan("erase", list(files.states(path))), WHO, "why")
    admin.close()
    with files.opened(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert found(path) == []
    assert files.rows(path) == []


def test_removed_and_purged_messages_are_gone_from_the_file_too(shared: Path) -> None:
    path = files.queue(shared / "q.db", [subject(5000) | {"state": "delivered"} for _ in range(20)])
    admin = open_source(path).admin()
    admin.run(admin.plan("remove", list(range(1, 21))), WHO, "why")
    admin.close()
    with files.opened(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert found(path) == []


def test_an_erasure_that_cannot_empty_the_log_says_so(shared: Path) -> None:
    """Somebody's long reading keeps the log from being folded back: the bytes are still in it."""
    path = files.queue(shared / "q.db", [subject(2000), {}])
    with Engine(path) as engine, Engine(path) as other:
        engine.sql("UPDATE queue SET attempts = 1")
        other.sql("BEGIN")
        other.sql("SELECT count(*) FROM queue")
        admin = open_source(path).admin()
        report = admin.run(admin.plan("erase", [1]), WHO, "request 17")
        admin.close()
        assert report.done == 1
        still = found(path)
        other.sql("COMMIT")
        if still:
            assert any("log" in str(value) for value in vars_of(report)), (
                "bytes are still in the log, and nobody says so"
            )


def vars_of(value: Any) -> list[Any]:
    return [getattr(value, name) for name in value.__dataclass_fields__]


def test_a_worker_that_holds_an_erased_item_changes_nothing(shared: Path) -> None:
    path = files.queue(shared / "q.db", [subject(), {}])
    with Engine(path) as engine:
        admin = open_source(path).admin()
        admin.run(admin.plan("erase", [1]), WHO, "request 17")
        admin.close()
        engine.deliver(1)
        engine.revive(1)
        assert engine.sql("SELECT id FROM queue") == [[2]]
        assert engine.sql("PRAGMA integrity_check") == [["ok"]]
