"""The queue for those who fill and empty it: nothing is lost, nothing is dropped without a word."""

import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from qmonitor.queues import times
from qmonitor.queues.deadletter import MAX_QUEUE_AGE, DeadLetterError, Message, Queued, Store
from qmonitor.queues.times import Instant
from tests.helpers import deadletter as made

NOW = times.from_ns(made.BEGIN + 5 * made.NS)
OLD = made.BEGIN - 31 * 86_400 * made.NS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "daemon.db"


def opened(path: Path, now: Instant = NOW) -> Store:
    return Store(path, clock=lambda: now)


def fetched(path: Path, queue: str = "grades", now: Instant = NOW) -> list[Queued]:
    with opened(path, now) as store:
        return store.fetch_failed(queue)


def audit(path: Path) -> list[tuple[str, str, str, int]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT action, target, reason, count FROM qmonitor_audit ORDER BY id").fetchall()


def test_a_new_file_is_as_the_daemon_makes_it(path: Path, tmp_path: Path) -> None:
    opened(path).close()
    theirs = made.Table(tmp_path / "theirs.db").write()
    sql = "SELECT name, replace(sql, ' (', '(') FROM sqlite_master WHERE tbl_name = 'kv' ORDER BY name"
    with closing(sqlite3.connect(path)) as ours, closing(sqlite3.connect(theirs)) as other:
        assert ours.execute(sql).fetchall() == other.execute(sql).fetchall()
        assert ours.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_what_is_stored_comes_back_in_its_order(path: Path) -> None:
    with opened(path) as store:
        sent = [store.store_failed("grades", Message(username=f"user {n}")) for n in range(5)]
        store.store_failed("exams", Message())
        found = store.fetch_failed("grades")
        assert [one.message.username for one in found] == [f"user {n}" for n in range(5)]
        assert [one.key for one in found] == sent == sorted(sent)
        assert store.queues() == ["exams", "grades"]
    assert [key for key, _ in made.queue_rows(path, "grades")] == sent
    assert sent[0] == made.key("grades", NOW.ns or 0)
    assert sent[3] == made.key("grades", NOW.ns or 0, 3), "the sequence tells rows of the same nanosecond apart"


def test_the_first_failure_counts(path: Path) -> None:
    first = times.from_ns(made.BEGIN)
    with opened(path) as store:
        store.store_failed("grades", Message())
        store.store_failed("grades", Message(queued_at=first))
        assert [one.message.queued_at for one in store.fetch_failed("grades")] == [NOW, first]


def test_a_clock_that_was_set_back_changes_no_order(path: Path) -> None:
    keys = []
    for at in (NOW, NOW + timedelta(minutes=-10), NOW + timedelta(minutes=1), NOW + timedelta(hours=-2)):
        with opened(path, at) as store:
            keys.append(store.store_failed("grades", Message(queued_at=NOW)))
    assert keys[:3] == sorted(keys[:3])
    assert keys[3] < keys[0], "hours are no slip of a clock: the time is that of the write"


def test_a_row_is_removed_by_its_key_and_twice_is_no_error(path: Path) -> None:
    with opened(path) as store:
        first, second = (store.store_failed("grades", Message(code=n)) for n in range(2))
        store.dequeue(first)
        store.dequeue(first)
        assert [one.key for one in store.fetch_failed("grades")] == [second]


def test_only_a_row_of_a_queue_is_ever_removed(path: Path) -> None:
    table = made.Table(path)
    like = made.key("fifteen-letters", NOW.ns or 0)
    assert len(like) == 32
    table.put(like, b"digest", 1_800_000_000)
    table.put(b"x\0short", b"\x80")
    table.write()
    before = made.stored(path)
    with opened(path) as store:
        store.dequeue(like)
        for wrong in (b"", b"\0", b"x\0short", bytes(32)):
            with pytest.raises(DeadLetterError):
                store.dequeue(wrong)
        assert store.queues() == []
        assert store.fetch_failed("fifteen-letters") == []
    assert made.stored(path) == before


def test_fetching_changes_no_row_that_is_as_it_is_to_be(path: Path) -> None:
    table = made.Table(path)
    table.add("grades", made.BEGIN, made.message(more=(made.integer(7), made.raw(b"\xff"))))
    table.add("grades", made.BEGIN + 1)
    table.put(made.key("grades", made.BEGIN + 2), b"")
    for n, value in enumerate(made.BROKEN.values()):
        table.put(made.key("grades", made.BEGIN + 3 + n), value)
    table.put(b"grades", b"\x1c broken")
    table.digests(20, like="grades")
    before = made.stored(table.write())
    assert [one.key for one in fetched(path)] == [made.key("grades", made.BEGIN)]
    assert made.stored(path) == before
    assert audit(path) == []


def test_the_older_layout_becomes_rows_before_all_others(path: Path) -> None:
    table = made.Table(path)
    table.add("grades", made.BEGIN, made.message(username="last"))
    rows = [
        made.message(None if n else made.BEGIN, username=f"{n}", more=(made.text("x"), made.NULL)) for n in range(3)
    ]
    table.legacy("grades", *rows)
    table.legacy("exams")
    table.write()
    found = fetched(path)
    assert [one.message.username for one in found] == ["0", "1", "2", "last"]
    assert [one.message.queued_at for one in found[1:3]] == [NOW, NOW]
    stored = dict(made.queue_rows(path, "grades"))
    assert b"grades" not in stored
    assert stored[found[0].key] == made.items(rows[0])
    assert stored[found[1].key] == made.items(made.message(NOW.ns, username="1", more=(made.text("x"), made.NULL)))
    assert fetched(path) == found
    assert [key for key, _ in made.queue_rows(path, "exams")] == [b"exams"], "only what is fetched"
    assert fetched(path, "exams") == []
    assert list(made.queue_rows(path, "exams")) == []


def test_a_row_of_several_is_split_in_its_place(path: Path) -> None:
    table = made.Table(path)
    table.add("grades", made.BEGIN, made.message(username="first"))
    table.add("grades", made.BEGIN + 1, *(made.message(username=f"{n}") for n in range(3)), sequence=2**64 - 2)
    table.add("grades", made.BEGIN + 9, made.message(username="last"))
    table.write()
    found = fetched(path)
    assert [one.message.username for one in found] == ["first", "0", "1", "2", "last"]
    assert [key for key, _ in made.queue_rows(path, "grades")] == [one.key for one in found]
    assert made.key("grades", made.BEGIN + 1, 2**64 - 2) not in {one.key for one in found}


def test_many_rows_of_several(path: Path) -> None:
    table = made.Table(path)
    for n in range(450):
        table.add("grades", made.BEGIN + n, *(made.message(username=f"{n}.{m}") for m in range(1 + n % 3)))
    table.write()
    wanted = [f"{n}.{m}" for n in range(450) for m in range(1 + n % 3)]
    assert [one.message.username for one in fetched(path)] == wanted
    assert len(list(made.queue_rows(path, "grades"))) == len(wanted)


def test_what_is_too_old_is_dropped_and_the_audit_says_so(path: Path) -> None:
    table = made.Table(path)
    table.add("grades", OLD, made.message(OLD), made.message(username="young"))
    table.add("grades", OLD + 9, made.message(None), sequence=3)
    table.add("grades", OLD + 8, made.message(OLD))
    table.add("exams", OLD, made.message(OLD))
    table.write()
    found = fetched(path)
    assert [one.message.queued_at for one in found] == [times.from_ns(made.BEGIN), NOW]
    dropped = [row for row in audit(path) if row[0] == "expire"]
    assert sum(row[3] for row in dropped) == 2
    assert {row[1:3] for row in dropped} == {("dead-letter/grades", "older than 30 days")}
    assert len(list(made.queue_rows(path, "exams"))) == 1
    edge = times.from_ns(made.BEGIN) + MAX_QUEUE_AGE
    assert len(fetched(path, now=edge)) == 2
    assert len(fetched(path, now=edge + timedelta(microseconds=1))) == 1


def test_names_are_found_by_the_shape_of_keys(path: Path) -> None:
    table = made.Table(path)
    for name in ("a", "ab", "prüfung", "b", "z" * 300):
        table.add(name, made.BEGIN, made.message())
    table.legacy("old")
    table.legacy("a", made.message())
    for odd in (b"\0", b"\0" * 20, b"c\0", b"c\0" + bytes(15), b"c\0" + bytes(17)):
        table.put(odd, b"\x80")
    table.put("text", b"\x80")  # type: ignore[arg-type]
    table.digests(300, like="a")
    table.write()
    with opened(path) as store:
        assert store.queues() == ["a", "ab", "b", "old", "prüfung", "z" * 300]


def test_a_name_is_a_text_without_a_zero_byte(path: Path) -> None:
    with opened(path) as store:
        for name in ("", "a\0b"):
            with pytest.raises(DeadLetterError):
                store.store_failed(name, Message())
            with pytest.raises(DeadLetterError):
                store.fetch_failed(name)


def test_a_lock_is_waited_for_while_the_program_shuts_down(path: Path) -> None:
    with opened(path) as store:
        key = store.store_failed("grades", Message())
        held = threading.Event()

        def hold() -> None:
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                held.set()
                while not store.waiting():
                    threading.Event().wait(0.001)
                other.execute("ROLLBACK")

        holder = threading.Thread(target=hold)
        holder.start()
        held.wait()
        store.dequeue(key)
        holder.join()
        assert store.fetch_failed("grades") == []


@pytest.mark.slow
def test_a_lock_that_does_not_end_is_given_up_in_time(path: Path) -> None:
    with opened(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        key = store.store_failed("grades", Message())
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        with pytest.raises(DeadLetterError):
            store.dequeue(key)
        assert 4.5 < time.monotonic() - began < 6
        other.execute("ROLLBACK")
        store.dequeue(key)


def test_every_error_is_one_of_this_package(path: Path, tmp_path: Path) -> None:
    with pytest.raises(DeadLetterError):
        Store(tmp_path / "missing" / "file.db")
    path.write_bytes(b"no database at all, but long enough to be taken for one" * 20)
    with pytest.raises(DeadLetterError):
        Store(path)
    store = Store(tmp_path / "new.db")
    store.close()
    with pytest.raises(DeadLetterError):
        store.queues()


def test_a_message_that_was_fetched_can_be_stored_again(path: Path) -> None:
    table = made.Table(path)
    value = made.message(made.tag(1, made.integer(made.BEGIN // made.NS)), more=(made.text("x"), made.raw(b"\xff\0")))
    table.add("grades", made.BEGIN, value)
    table.write()
    with opened(path) as store:
        (one,) = store.fetch_failed("grades")
        again = store.store_failed("grades", one.message)
        changed = store.store_failed("grades", replace(one.message, skip_recipients=("bea",)))
        rows = dict(made.queue_rows(path, "grades"))
        assert rows[again] == made.items(value)
        assert rows[changed] == made.items(
            value.replace(made.text("SkipRecipients") + made.NULL, made.text("SkipRecipients") + made.texts(["bea"]))
        )


def test_a_row_whose_key_is_no_queues_is_never_split_or_dropped(path: Path) -> None:
    """It lies between a queue's rows, and nobody knows where what is in it would belong."""
    table = made.Table(path)
    table.put(b"grades\0short", made.items(made.message(), made.message()))
    table.put(b"grades\0" + bytes(17), made.items(made.message(OLD)))
    before = made.stored(table.write())
    assert fetched(path) == []
    assert made.stored(path) == before


def test_what_is_a_hair_too_old_is_dropped_and_not_stamped_anew(path: Path) -> None:
    table = made.Table(path)
    table.add("grades", made.BEGIN, made.message(made.BEGIN))
    table.write()
    edge = (times.from_ns(made.BEGIN) + MAX_QUEUE_AGE).ns or 0
    assert len(fetched(path, now=times.from_ns(edge))) == 1
    assert fetched(path, now=times.from_ns(edge + 1)) == []
    assert made.stored(path) == []
