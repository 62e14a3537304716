"""The audit tells of any change to it: one edited byte anywhere, and the row that no longer fits is named.

A cut-off tail can't be noticed: nothing after it is left to disagree.
"""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qmonitor.queues import Query, open_source, times
from qmonitor.queues.audit import COLUMNS, Verification
from tests.helpers import files

TEXTS = ("at", "actor", "host", "action", "target", "plan", "ids", "before", "reason", "version", "prev", "hash")
NUMBERS = ("id", "part", "count")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with eight audited batches of several actions; one by a person with an umlaut, one reason with a quote."""
    path = files.queue(tmp_path_factory.mktemp("audit") / "queue.db", [{} for _ in range(260)])
    admin = open_source(path).admin()
    here = Query(channel="lab", destination="dest-01")
    admin.run(admin.plan("skip", [1, 2]), "jürgen@ward-7", 'he said: "now"')
    admin.run(admin.plan("restore", [2]), "ann@ward-7", "wrong one")
    admin.run(admin.plan("retry-now", [2, 3]), "ann@ward-7", "receiver is back")
    admin.run(admin.plan("drain", here), "ann@ward-7", "décommissioned")
    admin.run(
        admin.plan(
            "purge",
            Query(),
            before=times.parse("2100-01-01T00:00:00Z"),
        ),
        "ann@ward-7",
        "old",
    )
    admin.close()
    with files.opened(path) as db:
        db.execute("DROP TRIGGER qmonitor_audit_no_update")
        db.execute("DROP TRIGGER qmonitor_audit_no_delete")
        assert db.execute("SELECT count(*) FROM qmonitor_audit").fetchone()[0] >= 6
    return path


@pytest.fixture
def path(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(original, tmp_path / "queue.db"))


def verify(path: Path) -> Verification:
    reader = open_source(path).reader()
    try:
        return reader.verify_audit()
    finally:
        reader.close()


def ids(path: Path) -> list[int]:
    with files.opened(path) as db:
        return [row[0] for row in db.execute("SELECT id FROM qmonitor_audit ORDER BY id")]


@pytest.fixture
def tamper(path: Path) -> Callable[..., None]:
    def change(sql: str, *values: Any) -> None:
        with files.opened(path) as db:
            db.execute(sql, values)

    return change


def test_an_untouched_chain_holds(path: Path) -> None:
    assert verify(path) == Verification(len(ids(path)), None)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_one_edited_byte_is_found_and_its_row_named(
    original: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = original.with_name("edited.db")
    shutil.copyfile(original, path)
    row = data.draw(st.sampled_from(ids(path)), "row")
    column = data.draw(st.sampled_from(TEXTS), "column")
    with files.opened(path) as db:
        stored = bytes(
            db.execute(f"SELECT CAST({column} AS BLOB) FROM qmonitor_audit WHERE id=?", (row,)).fetchone()[0]
        )
        if not stored:  # the first row's prev: nothing there to edit, so something is put in
            edited = b"0"
        else:
            at = data.draw(st.integers(0, len(stored) - 1), "position")
            byte = data.draw(st.integers(0, 255).filter(lambda b: b != stored[at]), "byte")
            edited = stored[:at] + bytes([byte]) + stored[at + 1 :]
        db.execute(f"UPDATE qmonitor_audit SET {column} = CAST(? AS TEXT) WHERE id=?", (edited, row))
    assert verify(path).broken_at == row
    path.unlink()


@pytest.mark.parametrize("column", [c for c in (*TEXTS, *NUMBERS) if c != "id"])
@pytest.mark.parametrize("which", [0, 2, -1])
@pytest.mark.parametrize("value", [None, "", 7_777, b"\x00\xff", 1.5])
def test_any_other_value_is_found(path: Path, tamper: Callable[..., None], column: str, which: int, value: Any) -> None:
    row = ids(path)[which]
    with files.opened(path) as db:
        before = db.execute(f"SELECT {column} FROM qmonitor_audit WHERE id=?", (row,)).fetchone()
    tamper(f"UPDATE qmonitor_audit SET {column} = ? WHERE id=?", value, row)
    with files.opened(path) as db:
        if db.execute(f"SELECT {column} FROM qmonitor_audit WHERE id=?", (row,)).fetchone() == before:
            return  # the first row's prev is empty anyway
    assert verify(path).broken_at == row


def test_every_column_is_tried() -> None:
    assert {*TEXTS, *NUMBERS} == {*COLUMNS, "hash"}


@pytest.mark.parametrize("column", TEXTS)
def test_a_text_turned_into_a_blob_of_the_same_bytes_is_found(
    path: Path, tamper: Callable[..., None], column: str
) -> None:
    row = ids(path)[2]
    tamper(f"UPDATE qmonitor_audit SET {column} = CAST({column} AS BLOB) WHERE id=?", row)
    assert verify(path).broken_at == row


def test_a_removed_row_is_found(path: Path, tamper: Callable[..., None]) -> None:
    for gone, named in ((ids(path)[0], ids(path)[1]), (ids(path)[2], ids(path)[1])):
        tamper("DELETE FROM qmonitor_audit WHERE id=?", gone)
        assert verify(path).broken_at == named


def test_a_moved_row_is_found(path: Path, tamper: Callable[..., None]) -> None:
    last = ids(path)[-1]
    tamper("UPDATE qmonitor_audit SET id = ? WHERE id = ?", last + 5, last)
    assert verify(path).broken_at == last + 5


def test_two_exchanged_rows_are_found(path: Path, tamper: Callable[..., None]) -> None:
    one, other = ids(path)[1:3]
    for old, new in ((one, 1000), (other, one), (1000, other)):
        tamper("UPDATE qmonitor_audit SET id = ? WHERE id = ?", new, old)
    assert verify(path).broken_at == one


def test_a_forged_row_is_found(path: Path, tamper: Callable[..., None]) -> None:
    last = ids(path)[-1]
    columns = ", ".join(c for c in COLUMNS if c != "id")
    tamper(f"INSERT INTO qmonitor_audit ({columns}, hash) SELECT {columns}, hash FROM qmonitor_audit WHERE id=?", last)
    assert verify(path).broken_at == last + 1


def test_a_row_rewritten_together_with_its_hash_no_longer_fits_the_next(
    path: Path, tamper: Callable[..., None]
) -> None:
    row = ids(path)[2]
    tamper("UPDATE qmonitor_audit SET reason = 'nothing of the kind' WHERE id=?", row)
    with files.opened(path) as db:
        values = db.execute(f"SELECT {', '.join(COLUMNS)} FROM qmonitor_audit WHERE id=?", (row,)).fetchone()
    text = json.dumps(list(values), separators=(",", ":"))
    tamper("UPDATE qmonitor_audit SET hash = ? WHERE id=?", hashlib.sha256(text.encode()).hexdigest(), row)
    assert verify(path).broken_at == row + 1


def test_a_cut_off_tail_is_not_claimed_to_be_found_but_the_rest_holds(path: Path, tamper: Callable[..., None]) -> None:
    tamper("DELETE FROM qmonitor_audit WHERE id=?", ids(path)[-1])
    assert verify(path).intact


def test_after_a_cut_off_tail_the_next_act_shows_the_gap(path: Path, tamper: Callable[..., None]) -> None:
    """Ids are never given again, so the row after the gap has a number too high."""
    tamper("DELETE FROM qmonitor_audit WHERE id=?", ids(path)[-1])
    with files.opened(path) as db:
        files.insert(db, [{}])
        (item,) = db.execute("SELECT max(id) FROM queue").fetchone()
    admin = open_source(path).admin()
    admin.run(admin.plan("skip", [item]), "ann@ward-7", "after the cut")
    admin.close()
    assert verify(path).broken_at == ids(path)[-1]


@pytest.mark.parametrize("value", [None, "", "x", "{}", "[1", b"\xff", 12, '["a"]', "[1e999]", "[[]]", "[" * 100_000])
@pytest.mark.parametrize("column", [c for c in (*COLUMNS, "hash") if c != "id"])
def test_a_tampered_audit_is_still_shown(path: Path, tamper: Callable[..., None], column: str, value: Any) -> None:
    row = ids(path)[2]
    tamper(f"UPDATE qmonitor_audit SET {column} = ? WHERE id=?", value, row)
    reader = open_source(path).reader()
    try:
        assert [entry.id for entry in reader.audit()] == ids(path)[::-1]
        assert reader.verify_audit().broken_at == row
        reader.interrupted()
    finally:
        reader.close()


@pytest.mark.parametrize("value", [None, "", "x", "{}", b"\xff", 12])
@pytest.mark.parametrize("column", ["ids", "hash", "prev", "plan"])
def test_a_tampered_audit_does_not_keep_anybody_from_acting(
    path: Path, tamper: Callable[..., None], column: str, value: Any
) -> None:
    with files.opened(path) as db:
        files.insert(db, [{}])
        (item,) = db.execute("SELECT max(id) FROM queue").fetchone()
    row = ids(path)[-1]
    tamper(f"UPDATE qmonitor_audit SET {column} = ? WHERE id=?", value, row)
    admin = open_source(path).admin()
    assert admin.run(admin.plan("skip", [item]), "ann@ward-7", "go on").done == 1
    admin.close()
    assert verify(path).broken_at == row


def test_another_table_of_that_name_is_no_audit(tmp_path: Path) -> None:
    """Somebody else's table with other columns: said, not crashed on."""
    from qmonitor.queues import errors

    path = files.queue(tmp_path / "queue.db", [{}])
    with files.opened(path) as db:
        db.execute("CREATE TABLE qmonitor_audit (id INTEGER PRIMARY KEY, note TEXT)")
    reader = open_source(path).reader()
    with pytest.raises(errors.QueueError):
        reader.audit()
    assert reader.depth().rows[0].pending == 1
    reader.close()
