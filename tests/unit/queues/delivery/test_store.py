"""The store, call by call: what its table of operations promises."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues import Item, Query, errors, times
from qmonitor.queues.delivery import Store
from tests.helpers import engine, files, users

WHO = "jdoe@ward-7"
WHY = "test"
HERE = ("lab", "dest-01")
RAW = b"MSH|^~\\&|LAB\r\x00\xff"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "queue.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


def column(path: Path, name: str, item: int = 1) -> Any:
    return files.rows(path, name, f"id = {item}")[0][0]


# --- the file


def schema(path: Path) -> list[tuple[Any, ...]]:
    with files.opened(path) as db:
        return db.execute("SELECT type, name, sql FROM sqlite_master WHERE name LIKE 'queue%' ORDER BY name").fetchall()


def test_a_new_file_is_what_an_engine_makes(path: Path, store: Store, tmp_path: Path) -> None:
    assert schema(path) == schema(files.queue(tmp_path / "engines.db"))
    with files.opened(path) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        others = db.execute(
            "SELECT name FROM sqlite_master WHERE name NOT LIKE 'queue%' AND name NOT LIKE 'sqlite%'"
        ).fetchall()
    assert all(name.startswith("qmonitor_") for (name,) in others)


def test_an_engines_file_is_taken_as_it_is(path: Path) -> None:
    files.queue(path, [{}])
    before = schema(path)
    with Store(path) as store:
        assert store.depth()[0].pending == 1
    assert schema(path) == before


def test_no_index_is_made_in_passing(path: Path) -> None:
    files.queue(path, [{}])
    with files.opened(path) as db:
        db.execute("DROP INDEX queue_pending")
        db.execute("DROP INDEX queue_state")
    with Store(path) as store:
        assert store.enqueue(Item(*HERE, raw=RAW)) == 2
        item, _ = store.next(*HERE)
        assert item is not None
        assert store.drain(*HERE, WHO, WHY) == 2
    assert [name for _, name, _ in schema(path)] == ["queue"]


def test_a_closed_store_leaves_no_side_files_and_says_that_it_is_closed(path: Path) -> None:
    store = Store(path)
    store.enqueue(Item(*HERE, raw=RAW))
    store.close()
    assert files.side_files(path) == []
    store.close()
    for call in (
        lambda: store.enqueue(Item(*HERE, raw=RAW)),
        store.depth,
        lambda: store.next(*HERE),
        lambda: store.skip(1, WHO, WHY),
    ):
        with pytest.raises(errors.SourceClosed):
            call()


@pytest.mark.parametrize("make", [files.no_database, files.encrypted, files.other_database, files.older_release])
def test_what_is_no_queue_is_not_written_to(path: Path, make: Any) -> None:
    make(path)
    before = {p.name: p.read_bytes() for p in path.parent.iterdir()}
    with pytest.raises(errors.SourceError) as caught:
        Store(path)
    assert str(caught.value.cause)
    assert str(caught.value.remedy)
    assert {p.name: p.read_bytes() for p in path.parent.iterdir()} == before


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(errors.SourceError) as caught:
        Store(tmp_path)
    assert str(caught.value.remedy)


def test_a_store_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(errors.SourceError) as caught:
        Store(tmp_path / "absent" / "q.db")
    assert str(caught.value.remedy)
    assert not (tmp_path / "absent").exists()


@pytest.mark.parametrize("name", ["a#b.db", "what?.db", "%41.db", "a b.db", "für.db", "q?mode=memory.db"])
def test_the_right_file_is_made(tmp_path: Path, name: str) -> None:
    with Store(tmp_path / name) as store:
        store.enqueue(Item(*HERE, raw=RAW))
    assert [p.name for p in tmp_path.iterdir()] == [name]


# --- queueing


def test_a_message_is_stored_as_it_came(path: Path, store: Store) -> None:
    before = times.now()
    item = store.enqueue(Item(*HERE, raw=RAW, control_id="C1", message_type="ADT^A01", reason="connection refused"))
    ((*stored, queued, due, last),) = files.rows(
        path,
        "id, channel, destination, raw, control_id, message_type, reason, state, attempts, last_error,"
        " enqueued_at, next_attempt, last_attempt",
    )
    assert stored == [item, *HERE, RAW, "C1", "ADT^A01", "connection refused", "pending", 0, ""]
    assert before.text <= queued <= times.now().text
    assert len(queued) == len(due) == 30
    assert due <= times.now().text
    assert last is None


def test_it_is_committed_before_the_call_returns(path: Path, store: Store) -> None:
    for n in range(1, 6):
        store.enqueue(Item(*HERE, raw=RAW))
        assert len(files.rows(path)) == n


@pytest.mark.parametrize(
    "bad",
    [
        Item(*HERE, raw=b""), Item(*HERE, raw=None), Item("", "dest", raw=RAW), Item("lab", "", raw=RAW),
        Item(" ", "dest", raw=RAW), Item("lab", "\t\n", raw=RAW),
    ],
)  # fmt: skip
def test_an_empty_payload_or_a_blank_name_is_refused(path: Path, store: Store, bad: Item) -> None:
    with pytest.raises(errors.Refused) as caught:
        store.enqueue(bad)
    assert str(caught.value.cause)
    with pytest.raises(errors.Refused):
        store.enqueue_many([Item(*HERE, raw=RAW), bad, Item(*HERE, raw=RAW)])
    assert files.rows(path) == []


def test_many_are_all_there_or_none(path: Path, store: Store) -> None:
    made = store.enqueue_many([Item(*HERE, raw=b"%d" % n) for n in range(500)])
    assert list(made) == list(range(1, 501))
    assert [raw for (raw,) in files.rows(path, "raw")] == [b"%d" % n for n in range(500)]
    with files.opened(path) as db:
        db.execute(
            "CREATE TRIGGER seven BEFORE INSERT ON queue WHEN NEW.raw = x'37' BEGIN SELECT RAISE(ABORT, 'seven'); END"
        )
    with pytest.raises(errors.QueueError):
        store.enqueue_many([Item(*HERE, raw=b"%d" % n) for n in range(5, 10)])
    assert len(files.rows(path)) == 500


def test_an_id_is_never_given_again(path: Path, store: Store) -> None:
    store.enqueue(Item(*HERE, raw=RAW))
    store.erase([1], WHO, WHY)
    assert store.enqueue(Item(*HERE, raw=RAW)) == 2


KILLED = """
import os, signal
from qmonitor.queues import Item
from qmonitor.queues.delivery import Store
store = Store(arguments[0])
for n in range(arguments[1]):
    print(store.enqueue(Item("lab", "dest-01", raw=b"%d" % n)), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_told_to_be_queued_survives_a_kill(path: Path) -> None:
    done = users.run(KILLED, str(path), 50)
    assert done.returncode == -signal.SIGKILL
    told = [int(line) for line in done.stdout.split()]
    assert len(told) == 50
    with Store(path) as store:
        assert {item.id for item in store.list(Query(limit=1000))[0]} >= set(told)


# --- the head


def test_the_head_is_the_lowest_id_whether_due_or_not(path: Path, store: Store) -> None:
    now = times.parse("2026-11-29T08:00:00.000000000Z")
    files.queue(
        path, [{"next_attempt": "2026-11-29T08:01:00.000000000Z"}, {"next_attempt": "2020-01-01T00:00:00.000000000Z"}]
    )
    assert store.next(*HERE, now=now) == (None, timedelta(minutes=1))
    item, wait = store.next(*HERE, now=now + timedelta(minutes=1))
    assert item is not None
    assert (item.id, wait, item.raw) == (1, timedelta(0), files.DEFAULTS["raw"])


@pytest.mark.parametrize(
    "now",
    [
        datetime(2026, 11, 29, 8, tzinfo=UTC),
        "2026-11-29T08:00:00Z",
        "2026-11-29T09:00:00+01:00",
        times.parse("2026-11-29T08:00:00Z"),
    ],
)
def test_the_time_may_be_given_in_any_form(path: Path, store: Store, now: Any) -> None:
    files.queue(path, [{"next_attempt": "2026-11-29T09:00:01.5+01:00"}])
    assert store.next(*HERE, now=now) == (None, timedelta(seconds=1.5))


def test_a_head_whose_due_time_is_none_is_due(path: Path, store: Store) -> None:
    files.queue(path, [{"next_attempt": "soon"}])
    item, wait = store.next(*HERE)
    assert item is not None
    assert (item.id, wait) == (1, timedelta(0))
    assert store.retry(1, 1, times.now(), "cause", item.next_attempt)


def test_nothing_waits_there(store: Store) -> None:
    store.enqueue(Item("lab", "other", raw=RAW))
    assert store.next(*HERE) == (None, None)
    assert not store.blocked(*HERE)
    assert store.blocked("lab", "other")


def test_who_can_not_find_out_is_told_so(path: Path, store: Store) -> None:
    with files.opened(path) as db:
        db.execute("DROP TABLE queue")
    with pytest.raises(errors.SourceError):
        store.blocked(*HERE)


# --- reports


@pytest.fixture
def head(store: Store) -> Item:
    store.enqueue_many([Item(*HERE, raw=RAW), Item(*HERE, raw=RAW)])
    item, _ = store.next(*HERE)
    assert item is not None
    return item


def test_a_failed_attempt(path: Path, store: Store, head: Item) -> None:
    assert head.next_attempt is not None
    again = times.now() + timedelta(seconds=5)
    assert store.retry(1, 1, again, "connection refused", head.next_attempt) is True
    ((state, attempts, due, error, last),) = files.rows(
        path, "state, attempts, next_attempt, last_error, last_attempt", "id=1"
    )
    assert (state, attempts, due, error) == ("pending", 1, again.text, "connection refused")
    assert times.parse(last).known
    item, wait = store.next(*HERE)
    assert item is None
    assert wait is not None
    assert timedelta(0) < wait <= timedelta(seconds=5)


def test_a_time_is_stored_in_the_standard_form_however_it_is_given(path: Path, store: Store, head: Item) -> None:
    assert head.next_attempt is not None
    assert store.retry(1, 1, "2100-01-01T01:00:00.5+01:00", "x", head.next_attempt.text)
    assert column(path, "next_attempt") == "2100-01-01T00:00:00.500000000Z"


def test_given_up(path: Path, store: Store, head: Item) -> None:
    assert head.next_attempt is not None
    assert store.gave_up(1, 1, "AR: rejected", head.next_attempt) is True
    assert files.rows(path, "state, attempts, last_error", "id=1") == [("failed", 1, "AR: rejected")]
    item, _ = store.next(*HERE)
    assert item is not None
    assert item.id == 2


def test_delivered(path: Path, store: Store, head: Item) -> None:
    assert head.next_attempt is not None
    store.retry(1, 1, times.now(), "refused", head.next_attempt)
    store.succeeded(1, 2)
    ((state, attempts, error, last),) = files.rows(path, "state, attempts, last_error, last_attempt", "id=1")
    assert (state, attempts, error) == ("delivered", 2, "")
    assert times.parse(last).known


ACTS = {
    "skip": lambda store: store.skip(1, WHO, WHY),
    "drain": lambda store: store.drain(*HERE, WHO, WHY),
    "erase": lambda store: store.erase([1], WHO, WHY),
    "retry-now": lambda store: store.retry_now(id=1, who=WHO, reason=WHY),
    "delivered": lambda store: store.succeeded(1, 1),
}


@pytest.mark.parametrize("act", list(ACTS))
def test_a_late_report_of_failure_does_not_undo_what_was_done_meanwhile(
    path: Path, store: Store, head: Item, act: str
) -> None:
    assert head.next_attempt is not None
    ACTS[act](store)
    before = files.rows(path)
    assert store.retry(1, 1, times.now(), "late", head.next_attempt) is False
    assert store.gave_up(1, 1, "late", head.next_attempt) is False
    assert files.rows(path) == before


@pytest.mark.parametrize(("attempts", "shift"), [(0, 0), (2, 0), (1, 1)])
def test_a_report_that_does_not_fit_changes_nothing(
    path: Path, store: Store, head: Item, attempts: int, shift: int
) -> None:
    assert head.next_attempt is not None
    due = times.from_ns((head.next_attempt.ns or 0) + shift)
    before = files.rows(path)
    assert store.retry(1, attempts, times.now(), "x", due) is False
    assert store.gave_up(1, attempts, "x", due) is False
    assert files.rows(path) == before


def test_delivered_after_a_skip_is_the_truth(path: Path, store: Store, head: Item) -> None:
    store.skip(1, WHO, WHY)
    store.succeeded(1, 1)
    assert files.rows(path, "state, last_error", "id=1") == [("delivered", "")]
    with files.opened(path) as db:
        assert db.execute("SELECT action, ids, actor FROM qmonitor_audit").fetchall() == [("skip", "[1]", WHO)]


@pytest.mark.parametrize("item", [1, 99])
def test_a_report_on_an_erased_item_changes_nothing(path: Path, store: Store, head: Item, item: int) -> None:
    store.erase([1], WHO, WHY)
    before = files.rows(path)
    store.succeeded(item, 1)
    assert files.rows(path) == before


def test_a_due_time_of_an_older_release_still_matches(path: Path, store: Store) -> None:
    files.queue(path, [{"next_attempt": "2026-11-29T09:00:00.5+01:00"}])
    item, _ = store.next(*HERE, now="2100-01-01T00:00:00Z")
    assert item is not None
    assert item.next_attempt is not None
    assert store.retry(1, 1, times.now(), "x", item.next_attempt) is True


@pytest.mark.parametrize("length", [1999, 2000])
def test_a_cause_up_to_the_bound_is_kept_whole(path: Path, store: Store, head: Item, length: int) -> None:
    assert head.next_attempt is not None
    store.retry(1, 1, times.now(), "ä" * length, head.next_attempt)
    assert column(path, "last_error") == "ä" * length


def test_a_longer_cause_is_cut_and_says_so(path: Path, store: Store, head: Item) -> None:
    assert head.next_attempt is not None
    store.gave_up(1, 1, "x" * 100_000, head.next_attempt)
    stored = column(path, "last_error")
    assert len(stored) <= 2000
    assert stored.startswith("x" * 1900)
    assert stored.strip("x")


@pytest.mark.parametrize("cause", ["lone \udcff surrogate", b"caf\xe9 \xff"])
def test_invalid_utf8_in_a_cause_is_replaced(path: Path, store: Store, head: Item, cause: Any) -> None:
    assert head.next_attempt is not None
    assert store.retry(1, 1, times.now(), cause, head.next_attempt)
    with files.opened(path) as db:
        stored = bytes(db.execute("SELECT CAST(last_error AS BLOB) FROM queue WHERE id=1").fetchone()[0])
    stored.decode("utf-8")
    assert b"?" in stored or "\ufffd".encode() in stored


# --- reading


def test_a_list_says_how_many_there_are_in_all(path: Path, store: Store) -> None:
    files.queue(path, [{"state": "failed" if n % 3 else "pending"} for n in range(30)])
    items, total = store.list(Query(state="failed", limit=7))
    assert ([item.id for item in items], total) == ([30, 29, 27, 26, 24, 23, 21], 20)
    items, total = store.list(Query(state="failed", limit=7, offset=14, head_first=True))
    assert ([item.id for item in items], total) == ([23, 24, 26, 27, 29, 30], 20)
    items, total = store.list(Query(limit=5, offset=100))
    assert (items, total) == ([], 30)


def test_a_payload_in_slices(store: Store) -> None:
    raw = bytes(range(256)) * 1000
    item = store.enqueue(Item(*HERE, raw=raw))
    assert store.payload(item) == raw
    assert b"".join(store.payload(item, offset, 60_000) for offset in range(0, len(raw), 60_000)) == raw
    with pytest.raises(errors.UnknownItem):
        store.payload(99)


def test_the_scan_meets_every_payload_whatever_the_state(path: Path, store: Store) -> None:
    odd = [*files.every_odd_row(), {"raw": "text"}, {"raw": files.BAD_UTF8}]
    files.queue(path, odd)
    seen: dict[int, bytes] = {}
    store.scan_payloads(lambda item, state, raw: seen.__setitem__(item, bytes(raw)))
    with files.opened(path) as db:
        stored = {i: bytes(raw) for i, raw in db.execute("SELECT id, CAST(raw AS BLOB) FROM queue")}
    assert {i: raw for i, raw in seen.items() if raw} == {i: raw for i, raw in stored.items() if raw}


def test_the_scan_may_be_left_by_an_exception(store: Store) -> None:
    store.enqueue_many([Item(*HERE, raw=RAW)] * 3)

    def stop(item: int, state: str, raw: bytes) -> None:
        raise KeyError(item)

    with pytest.raises(KeyError):
        store.scan_payloads(stop)
    assert store.enqueue(Item(*HERE, raw=RAW)) == 4


def test_reading_holds_nothing_between_two_calls(path: Path, store: Store) -> None:
    store.enqueue_many([Item(*HERE, raw=RAW)] * 300)
    with engine.Engine(path) as running:
        for _ in range(3):
            store.depth()
            store.list(Query(limit=5))
            store.list(Query(text="nothing"))
            store.next(*HERE)
            store.blocked(*HERE)
            store.payload(1)
            store.pending_destinations()
            running.enqueue(*HERE)
            assert running.checkpoint()[0] == 0


def test_a_reading_does_not_wait_for_a_writing_engine(path: Path, store: Store) -> None:
    store.enqueue(Item(*HERE, raw=RAW))
    with engine.Engine(path) as running:
        running.sql("BEGIN IMMEDIATE")
        assert store.next(*HERE)[0] is not None
        assert store.depth()[0].pending == 1
        running.sql("ROLLBACK")


# --- who may do what


@pytest.mark.parametrize("who", ["", " "])
@pytest.mark.parametrize("act", ["skip", "drain", "erase"])
def test_nobody_does_nothing(path: Path, store: Store, head: Item, who: str, act: str) -> None:
    before = files.rows(path)
    with pytest.raises(errors.Refused):
        {
            "skip": lambda: store.skip(1, who, WHY),
            "drain": lambda: store.drain(*HERE, who, WHY),
            "erase": lambda: store.erase([1], who, WHY),
        }[act]()
    assert files.rows(path) == before


def test_a_retry_now_needs_to_know_of_what(store: Store) -> None:
    with pytest.raises((errors.Refused, TypeError)):
        store.retry_now(who=WHO, reason=WHY)
    with pytest.raises((errors.Refused, TypeError)):
        store.retry_now(channel="lab", who=WHO, reason=WHY)


def test_one_id_or_several_may_be_removed(path: Path, store: Store) -> None:
    files.queue(path, [{"state": "delivered"}, {"state": "skipped"}, {"state": "failed"}, {}])
    assert store.remove(1, WHO, WHY) == 1
    assert store.remove([2, 3, 4], WHO, WHY) == 2
    assert files.states(path) == {4: "pending"}


def test_a_message_that_is_not_there_cannot_be_resent(store: Store) -> None:
    with pytest.raises(errors.Refused):
        store.resend(99, WHO, WHY)


def test_the_library_runs_alone(path: Path) -> None:
    """No window, no numpy, nothing of the other rooms comes along."""
    code = (
        "import sys; from qmonitor.queues import Item; from qmonitor.queues.delivery import Store\n"
        "with Store(sys.argv[1]) as store: store.enqueue(Item('a', 'b', raw=b'x')); store.depth()\n"
        "bad = [m for m in sys.modules if m.split('.')[0] in ('PySide6', 'numpy', 'pyqtgraph', 'click', 'platformdirs')"
        " or m.startswith(('qmonitor.monitor', 'qmonitor.gui', 'qmonitor.payloads', 'qmonitor.senders'))]\n"
        "print(bad)"
    )
    env = {**os.environ, "PYTHONPATH": str(users.ROOT)}
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, env=env, check=True)
    assert done.stdout.strip() == "[]"


def test_sqlite_is_new_enough() -> None:
    assert sqlite3.sqlite_version_info >= (3, 40)


@pytest.mark.parametrize("raw", [5, "text", None, b""])
def test_a_message_is_bytes(store: Store, raw: object) -> None:
    with pytest.raises(errors.Refused):
        store.enqueue(Item(*HERE, raw=raw))  # type: ignore[arg-type]


def test_names_that_are_no_unicode_can_be_queued_as_they_are_listed(store: Store) -> None:
    item = store.enqueue(Item("lab", "dest-\udcff", b"MSH|", control_id="\udcfe"))
    listed, _ = store.list(Query(destination="dest-\udcff"))
    assert [(one.id, one.control_id) for one in listed] == [(item, "\udcfe")]
    head, _ = store.next("lab", "dest-\udcff")
    assert head is not None
    assert head.id == item


def test_times_and_slices_that_make_no_sense_are_refused(store: Store) -> None:
    with pytest.raises(errors.Refused):
        store.enqueue(Item(*HERE, raw=b"MSH|", next_attempt=times.parse("9999-12-31T23:59:60Z")))
    item = store.enqueue(Item(*HERE, raw=b"MSH|^~"))
    for offset, length in ((-1, None), (0, -3)):
        with pytest.raises(errors.Refused):
            store.payload(item, offset, length)
    assert store.payload(item, 2, 2**63) == b"H|^~"
    assert store.payload(item, 2**62) == b""
    assert store.succeeded(2**70, 1) is False
