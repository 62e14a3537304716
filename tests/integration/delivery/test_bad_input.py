"""Every kind of bad input gets a message of its own, with cause and remedy, and breaks nothing.

What is opened here is only looked at: after each test the folder holds exactly what it held before.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from qmonitor.queues import Query, errors, open_source
from qmonitor.queues.source import Reader
from tests.helpers import files, users
from tests.helpers.engine import Engine

Read = Callable[[Path], Reader]


def told(kind: type[errors.SourceError], look: Callable[[], object], name: str) -> str:
    """The message of the error that `look` must raise: of exactly that kind, whole, and naming the file."""
    with pytest.raises(errors.SourceError) as caught:
        look()
    error = caught.value
    assert type(error) is kind, error
    assert str(error.cause).strip()
    assert str(error.remedy).strip()
    assert name in str(error.cause)
    assert "Traceback" not in str(error)
    return str(error)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in folder.rglob("*") if p.is_file() and not p.name.endswith("-shm")}


def open_and_look(path: Path) -> None:
    reader = open_source(path).reader()
    try:
        reader.depth()
        reader.page(Query())
    finally:
        reader.close()


def refused(path: Path, kind: type[errors.SourceError], name: str = "") -> str:
    before = contents(path.parent)
    message = told(kind, lambda: open_and_look(path), name or path.name)
    assert contents(path.parent) == before
    return message


# --- what is no queue at all


def test_no_file(folder: Path) -> None:
    message = refused(folder / "absent.db", errors.SourceMissing)
    assert "no file" in message
    assert not (folder / "absent.db").exists()


def test_no_folder(folder: Path) -> None:
    told(errors.SourceMissing, lambda: open_source(folder / "absent" / "queue.db"), "queue.db")
    assert not (folder / "absent").exists()


def test_a_folder(folder: Path) -> None:
    (folder / "spool").mkdir()
    assert "folder" in refused(folder / "spool", errors.SourceMissing)


def test_a_file_below_a_file(queue: Path) -> None:
    told(errors.SourceMissing, lambda: open_source(queue / "queue.db"), "queue.db")


def test_an_empty_file(folder: Path) -> None:
    assert "empty" in refused(files.empty(folder / "new.db"), errors.NotAQueue)


def test_no_database(folder: Path) -> None:
    assert "not an SQLite database" in refused(files.no_database(folder / "feed.hl7"), errors.NotADatabase)


def test_an_encrypted_database(folder: Path) -> None:
    assert "encrypted" in refused(files.encrypted(folder / "cipher.db"), errors.NotADatabase)


def test_a_truncated_database(folder: Path) -> None:
    assert "cut off" in refused(files.truncated(folder / "half.db"), errors.SourceCorrupt)


def test_a_corrupt_page(folder: Path) -> None:
    assert "damaged" in refused(files.corrupt(folder / "torn.db"), errors.SourceCorrupt)


def test_a_cut_off_header(folder: Path) -> None:
    path = files.queue(folder / "stub.db", [{}])
    os.truncate(path, 100)
    with pytest.raises(errors.SourceError):
        open_and_look(path)


def test_a_database_without_the_table(folder: Path) -> None:
    message = refused(files.other_database(folder / "patients.db"), errors.NotAQueue)
    assert "'queue'" in message
    assert "Example" not in message


@pytest.mark.parametrize("column", ["reason", "last_error", "last_attempt", "message_type"])
def test_a_column_that_an_older_release_lacks(folder: Path, column: str) -> None:
    message = refused(files.older_release(folder / "old.db", column), errors.NotAQueue, column)
    assert "older release" in message


# --- no permission


@users.needs_users
@pytest.mark.parametrize("closed", ["file", "folder"])
def test_no_permission(shared: Path, closed: str) -> None:
    inner = shared / "inner"
    inner.mkdir(mode=0o755)
    path = files.queue(inner / "queue.db", [{}])
    (path if closed == "file" else inner).chmod(0o600)
    kind, cause, remedy = users.ask(
        """
import json
from qmonitor.queues import errors, open_source
try:
    open_source(arguments[0]).reader().depth()
except errors.SourceError as error:
    print(json.dumps([type(error).__name__, str(error.cause), str(error.remedy)]))
""",
        str(path),
        uid=users.OUTSIDER,
    )
    assert kind == "SourceForbidden"
    assert "queue.db" in cause
    assert "Ask" in remedy


# --- odd rows


def test_odd_rows_read_without_an_exception(folder: Path, read: Read) -> None:
    path = files.queue(folder / "odd.db", files.every_odd_row())
    reader = read(path)
    shown = all_items(reader)
    assert len(shown) == len(files.rows(path, "id"))
    for item in shown:
        assert reader.get(item.id) == item
        assert len(reader.payload(item.id)) == item.size


def test_rows_of_a_file_without_constraints_read_without_an_exception(folder: Path, read: Read) -> None:
    path = files.queue(folder / "loose.db", files.nameless_rows(), loose=True)
    reader = read(path)
    reader.depth()
    reader.destinations()
    shown = all_items(reader)
    assert len(shown) == len(files.rows(path, "id"))
    for item in shown:
        assert len(reader.payload(item.id)) == item.size


def all_items(reader: Reader) -> list:
    found = []
    page = reader.page(Query(limit=50))
    found += page.items
    while page.next is not None:
        page = reader.page(Query(limit=50), page.next)
        found += page.items
    return found


@pytest.mark.parametrize("text", files.ODD_TIMES)
def test_a_time_that_is_none_reads_as_unknown(folder: Path, read: Read, text: str) -> None:
    path = files.queue(folder / "q.db", [{"enqueued_at": text, "next_attempt": text, "last_attempt": text}])
    reader = read(path)
    (item,) = reader.page(Query()).items
    for time in (item.enqueued_at, item.next_attempt, item.last_attempt):
        assert time is not None
        assert (time.text, time.ns) == (text, None)
    (row,) = reader.depth().rows
    assert (row.pending, row.oldest, row.oldest_seconds) == (1, None, None)


@pytest.mark.parametrize("state", files.ODD_STATES)
def test_an_unknown_state_is_shown_as_stored_and_counted_nowhere(folder: Path, read: Read, state: str) -> None:
    path = files.queue(folder / "q.db", [{"state": state}, {"destination": "other"}])
    reader = read(path)
    assert [item.state for item in reader.page(Query()).items] == ["pending", state]
    assert [row.destination for row in reader.depth().rows] == ["other"]
    assert [d.destination for d in reader.destinations()] == ["dest-01", "other"]
    assert [item.id for item in reader.page(Query(state=state)).items] == [1]
    assert reader.count(Query(state=state)) == 1


@pytest.mark.parametrize(
    ("stored", "bytes_"),
    [
        (b"\xff\x00\xfe", b"\xff\x00\xfe"),
        (b"", b""),
        ("M\u00fcller\x00|", "M\u00fcller\x00|".encode()),
        (4711, b"4711"),
        (None, b""),
    ],
)
def test_payloads_of_any_type(folder: Path, read: Read, stored: object, bytes_: bytes) -> None:
    path = files.queue(folder / "q.db", [{"raw": stored}], loose=True)
    reader = read(path)
    (item,) = reader.page(Query()).items
    assert item.size == len(bytes_)
    assert reader.payload(1) == bytes_
    assert reader.payload(1, 1, 2) == bytes_[1:3]
    assert reader.payload(1, 100) == b""


def test_a_text_payload_that_is_no_utf8(folder: Path, read: Read) -> None:
    path = files.queue(folder / "q.db", [{}])
    with files.opened(path) as db:
        db.execute("UPDATE queue SET raw = CAST(? AS TEXT)", (files.BAD_UTF8,))
        assert db.execute("SELECT typeof(raw) FROM queue").fetchone() == ("text",)
    reader = read(path)
    assert reader.payload(1) == files.BAD_UTF8
    assert reader.get(1).size == len(files.BAD_UTF8)


# --- the path

ODD_PATHS = (
    "a#b.db", "what?.db", "100%.db", "%41.db", "a b.db", "f\u00fcr M\u00fcller.db", "a&mode=rwc.db",
    "a;b.db", "'quoted'.db", ":memory:",
    "file:q.db", "a\\b.db", "~", "q.db?mode=memory", "d//e.db", "\u202eq.db", "-q.db",
)  # fmt: skip


@pytest.mark.parametrize("name", ODD_PATHS)
def test_the_right_file_is_opened_whatever_its_name(folder: Path, read: Read, name: str) -> None:
    if "//" in name:
        (folder / name).parent.mkdir()
    path = files.queue(folder / "made.db", [{"control_id": "right"}]).rename(folder / name)
    before = contents(folder)
    reader = open_source(f"{folder}/{name}").reader()
    try:
        assert [item.control_id for item in reader.page(Query()).items] == ["right"]
        assert reader.depth().rows
    finally:
        reader.close()
    assert contents(folder) == before
    assert path.exists()


def test_a_path_that_begins_with_two_slashes(queue: Path) -> None:
    reader = open_source("//" + str(queue).lstrip("/")).reader()
    assert len(reader.page(Query()).items) == 12
    reader.close()


def test_a_name_that_is_no_utf8(folder: Path) -> None:
    path = os.fsencode(folder) + b"/caf\xe9.db"
    os.rename(files.queue(folder / "q.db", [{}]), path)
    reader = open_source(os.fsdecode(path)).reader()
    assert len(reader.page(Query()).items) == 1
    reader.close()


def test_a_percent_sign_does_not_open_its_neighbour(folder: Path) -> None:
    files.queue(folder / "A.db", [{"control_id": "wrong"}])
    files.queue(folder / "%41.db", [{"control_id": "right"}])
    reader = open_source(folder / "%41.db").reader()
    assert [item.control_id for item in reader.page(Query()).items] == ["right"]
    reader.close()


def test_a_link_is_followed_to_its_file(folder: Path, queue: Path) -> None:
    (folder / "elsewhere").mkdir()
    link = folder / "elsewhere" / "link.db"
    link.symlink_to(queue)
    with Engine(queue) as engine:
        engine.enqueue("new", "in the log")
        reader = open_source(link).reader()
        assert "new" in [row.channel for row in reader.depth().rows]
        reader.close()
    assert files.side_files(link) == []


def test_a_link_that_leads_nowhere(folder: Path) -> None:
    (folder / "link.db").symlink_to(folder / "absent.db")
    told(errors.SourceMissing, lambda: open_source(folder / "link.db"), ".db")


# --- locks, and files that change under the look


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_an_exclusive_lock_and_recovery_when_it_is_let_go(queue: Path, read: Read, journal: str) -> None:
    with Engine(queue, journal) as engine:
        reader = read(queue)
        before = [row.pending for row in reader.depth().rows]
        engine.sql("PRAGMA locking_mode=EXCLUSIVE")
        engine.sql("BEGIN EXCLUSIVE")
        engine.sql("UPDATE queue SET reason='locked'")
        if journal == "wal":
            engine.sql("COMMIT")
        message = told(errors.SourceBusy, reader.depth, queue.name) if journal == "delete" else told_shut_out(reader)
        assert queue.name in message
        engine.kill()
        with files.opened(queue) as db:  # the owner rolls back what the killed engine left
            db.execute("UPDATE queue SET reason=''")
    assert [row.pending for row in reader.depth().rows] == before


def told_shut_out(reader: Reader) -> str:
    """An exclusive engine in WAL mode keeps its index in memory or its locks for ever: said as one of the two."""
    with pytest.raises((errors.SourceBusy, errors.SideFileMissing)) as caught:
        reader.depth()
    assert str(caught.value.remedy)
    return str(caught.value)


def test_a_begun_transaction_of_the_engine_does_not_keep_us_out(queue: Path, read: Read) -> None:
    with Engine(queue) as engine:
        reader = read(queue)
        engine.sql("BEGIN IMMEDIATE")
        engine.enqueue("not", "committed")
        assert "not" not in [row.channel for row in reader.depth().rows]
        engine.sql("COMMIT")
        assert "not" in [row.channel for row in reader.depth().rows]


def test_an_unfinished_change_in_a_rollback_journal(folder: Path, read: Read) -> None:
    path = files.queue(folder / "q.db", [{}], journal="delete")
    engine = Engine(path, "delete")
    engine.sql("PRAGMA cache_size=2")
    engine.sql("BEGIN EXCLUSIVE")
    for _ in range(50):
        engine.enqueue("a", "b", b"x" * 5000)
    engine.kill()
    assert files.side_files(path) == ["q.db-journal"]
    before = contents(folder)
    told(errors.SideFileMissing, lambda: open_and_look(path), "q.db")
    assert contents(folder) == before
    with files.opened(path) as db:
        assert db.execute("SELECT count(*) FROM queue").fetchone() == (1,)
    assert [row.pending for row in read(path).depth().rows] == [1]


def test_the_file_is_replaced_by_another(queue: Path, folder: Path, read: Read) -> None:
    reader = read(queue)
    reader.depth()
    other = files.queue(folder / "new.db", [{"channel": "other"}])
    other.replace(queue)
    assert reader.changed()
    assert [row.channel for row in reader.depth().rows] == ["other"]
    assert [item.channel for item in reader.page(Query()).items] == ["other"]


def test_a_live_file_is_replaced_by_another(queue: Path, folder: Path, read: Read) -> None:
    with Engine(queue) as engine:
        engine.enqueue("new", "dest")
        reader = read(queue)
        reader.depth()
    other = files.queue(folder / "new.db", [{"channel": "other"}])
    other.replace(queue)
    assert reader.changed()
    assert [row.channel for row in reader.depth().rows] == ["other"]


def test_the_file_is_restored_in_place(queue: Path, folder: Path, read: Read) -> None:
    backup = folder / "backup.db"
    shutil.copyfile(queue, backup)
    with files.opened(queue) as db:
        files.insert(db, [{"channel": "later"}])
    reader = read(queue)
    assert "later" in [row.channel for row in reader.depth().rows]
    inode = queue.stat().st_ino
    with queue.open("r+b") as file:
        file.write(backup.read_bytes())
        file.truncate()
    assert queue.stat().st_ino == inode
    assert reader.changed()
    assert "later" not in [row.channel for row in reader.depth().rows]


def test_the_file_is_deleted_and_comes_back(queue: Path, folder: Path, read: Read) -> None:
    reader = read(queue)
    before = reader.depth().rows
    queue.rename(folder / "away.db")
    told(errors.SourceMissing, reader.depth, queue.name)
    told(errors.SourceMissing, lambda: reader.page(Query()), queue.name)
    assert not queue.exists()
    (folder / "away.db").rename(queue)
    assert [(row.channel, row.pending) for row in reader.depth().rows] == [(row.channel, row.pending) for row in before]


def test_the_folder_is_moved_while_open(folder: Path, read: Read) -> None:
    (folder / "spool").mkdir()
    path = files.queue(folder / "spool" / "q.db", [{}])
    reader = read(path)
    reader.depth()
    (folder / "spool").rename(folder / "gone")
    told(errors.SourceMissing, reader.depth, "q.db")


def test_the_file_is_truncated_while_open(queue: Path, read: Read) -> None:
    reader = read(queue)
    reader.depth()
    os.truncate(queue, 8192)
    told(errors.SourceCorrupt, lambda: (reader.depth(), reader.page(Query())), queue.name)


def test_the_table_vanishes_while_open(queue: Path, read: Read) -> None:
    reader = read(queue)
    reader.depth()
    with files.opened(queue) as db:
        db.execute("DROP TABLE queue")
    for look in (reader.depth, lambda: reader.page(Query()), lambda: reader.get(1), reader.destinations):
        told(errors.NotAQueue, look, "queue")


def test_a_log_without_its_index(folder: Path) -> None:
    path = files.log_without_index(folder / "copy.db")
    before = contents(folder)
    message = refused(path, errors.SideFileMissing)
    assert "-shm" in message
    assert "Copy all files together" in message
    assert contents(folder) == before
    assert not Path(f"{path}-shm").exists()


def test_an_empty_log_without_its_index_is_read(queue: Path, read: Read) -> None:
    Path(f"{queue}-wal").touch()
    assert len(read(queue).page(Query()).items) == 12
    assert files.side_files(queue) == ["queue.db-wal"]


# --- items that are not there


@pytest.mark.parametrize("item", [0, -1, 99, 2**63 - 1, 2**63, -(2**70), "99"])
def test_an_unknown_item_is_said_to_be_unknown(queue: Path, read: Read, item: int | str) -> None:
    reader = read(queue)
    for look in (reader.get, reader.payload):
        with pytest.raises(errors.UnknownItem) as caught:
            look(item)
        assert str(item) in str(caught.value.cause)
    assert reader.states([int(item)]) == ((int(item), "gone"),)


@pytest.mark.parametrize("item", ["x", "", "null", "1_0", "１", "1.0", "0x1", "main:1"])
def test_what_is_no_id_is_no_item(queue: Path, read: Read, item: str) -> None:
    reader = read(queue)
    for look in (reader.get, reader.payload):
        with pytest.raises(errors.Refused) as caught:
            look(item)
        assert str(item) in str(caught.value.cause)
        assert str(caught.value.remedy)


def test_an_id_too_big_for_the_file_never_means_another_item(folder: Path, read: Read) -> None:
    path = files.queue(folder / "q.db", [{"id": 2**63 - 1}])
    with pytest.raises(errors.UnknownItem):
        read(path).get(2**63)


@pytest.mark.parametrize("cursor", ["", "x", "1", "\x00", "null", "[]", "e30=", "é" * 100])
def test_a_cursor_that_is_none_is_refused(queue: Path, read: Read, cursor: str) -> None:
    with pytest.raises(errors.QueueError) as caught:
        read(queue).page(Query(), cursor)
    assert isinstance(caught.value, errors.Refused)
    assert str(caught.value.cause)


def test_a_closed_reader_says_so(queue: Path) -> None:
    reader = open_source(queue).reader()
    reader.close()
    reader.close()
    with pytest.raises(errors.SourceClosed):
        reader.depth()
