"""Depth is what a count row by row says, at the first look and after every change; nothing is changed by looking."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from qmonitor.queues.deadletter import Store
from qmonitor.queues.deadletter.reader import DeadLetterReader
from qmonitor.queues.errors import NotAQueue
from qmonitor.queues.model import Depth, Destination, Query, State
from tests.helpers import deadletter as made
from tests.helpers import deadletter_reference as reference
from tests.integration.deadletter.conftest import Look, fill, value


def told(depth: Depth) -> list[reference.Backlog]:
    assert depth.complete
    assert {row.channel for row in depth.rows} <= {"dead-letter"}
    return [
        reference.Backlog(
            row.destination.encode(), row.pending, row.failed, None if row.oldest is None else row.oldest.ns
        )
        for row in depth.rows
    ]


def test_the_first_look(path: Path, look: Look) -> None:
    depth = look(path).depth()
    assert told(depth) == reference.depth(path)
    names = ["broken", "empty", "exams", "grades", "none", "old", "only", "prüfung"]
    assert depth.destinations == tuple(Destination("dead-letter", name) for name in names)
    assert look(path).destinations() == depth.destinations
    old = next(row for row in depth.rows if row.destination == "old")
    assert (old.pending, old.oldest, old.oldest_seconds) == (2, None, None)


def test_later_looks_follow_every_change(path: Path, look: Look) -> None:
    reader, chance = look(path), random.Random(2)
    reader.depth()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for round_ in range(60):
            change(db, chance, round_)
            assert told(reader.depth()) == reference.depth(path), round_
            sums(reader)


def sums(reader: DeadLetterReader) -> None:
    """Messages that came in, less those that left, are those that there are more."""
    depth = reader.depth()
    for row in depth.rows:
        flow = depth.flows[row.key]
        first = FIRST.setdefault((id(reader), row.destination), row.pending - net(flow))
        assert row.pending == first + net(flow)


FIRST: dict[tuple[int, str], int] = {}


def net(flow: object) -> int:
    return flow.arrived + flow.returned - flow.failed - flow.skipped - flow.other  # type: ignore[attr-defined, no-any-return]


def change(db: sqlite3.Connection, chance: random.Random, n: int) -> None:
    """What daemons and other tools do to such a table."""
    broken = list(made.BROKEN.values())
    ids = [row[0] for row in db.execute("SELECT rowid FROM kv WHERE expires_at IS NULL")]
    new = value(chance, made.BEGIN + chance.randrange(10**15), broken)
    match n % 8:
        case 0:
            for m in range(chance.randrange(1, 50)):
                db.execute("INSERT OR REPLACE INTO kv VALUES (?, ?, NULL)", (made.key("grades", made.BEGIN + m), new))
        case 1:
            db.executemany("DELETE FROM kv WHERE rowid = ?", [(one,) for one in chance.sample(ids, len(ids) // 9)])
        case 2:
            db.execute("UPDATE kv SET value = ? WHERE rowid = ?", (new, chance.choice(ids)))
        case 3:
            db.execute(
                "UPDATE kv SET value = CAST(substr(value, 1, length(value) - 1) AS BLOB) WHERE rowid = ?",
                (chance.choice(ids),),
            )
        case 4:
            db.execute(
                "INSERT OR REPLACE INTO kv SELECT key, value, NULL FROM kv WHERE rowid = ?", (chance.choice(ids),)
            )
        case 5:
            db.execute("UPDATE kv SET expires_at = 1800000000 WHERE rowid = ?", (chance.choice(ids),))
        case 6:
            db.execute(
                "DELETE FROM kv WHERE rowid IN (SELECT rowid FROM kv WHERE expires_at IS NULL ORDER BY key LIMIT 5)"
            )
        case 7:
            db.execute("UPDATE kv SET value = NULL WHERE rowid = ?", (chance.choice(ids),))


def test_a_queue_without_any_time_gets_one(path: Path, look: Look) -> None:
    reader = look(path)
    assert told(reader.depth()) == reference.depth(path)
    for at in (made.BEGIN, made.BEGIN - 7, made.BEGIN + 7):
        table = made.Table(path)
        table.add("old", at, made.message(at))
        table.write()
        assert told(reader.depth()) == reference.depth(path)


def test_an_emptied_table_has_no_backlog(path: Path, look: Look) -> None:
    reader = look(path)
    reader.depth()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DELETE FROM kv")
    assert reader.depth().rows == ()
    table = made.Table(path)
    fill(table, 90, seed=5)
    table.write()
    assert told(reader.depth()) == reference.depth(path)


def test_a_value_that_is_exchanged_for_one_of_the_same_length_is_noticed(path: Path, look: Look) -> None:
    reader = look(path)
    key = made.key("exams", 7)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for n in range(6):
            db.execute(
                "INSERT OR REPLACE INTO kv VALUES (?, ?, NULL)", (key, made.items(made.message(9_000_000_000 - n)))
            )
            row = next(row for row in reader.depth().rows if row.destination == "exams")
            assert row.oldest is not None
            assert row.oldest.ns == 9_000_000_000 - n
            db.execute("UPDATE kv SET value = ? WHERE key = ?", (made.items(made.message(9_000_000_009 - n)), key))
            row = next(row for row in reader.depth().rows if row.destination == "exams")
            assert row.oldest is not None
            assert row.oldest.ns == 9_000_000_009 - n


def many(path: Path, count: int = 6_000) -> Path:
    """So many usual rows that they are told by their shape; among them such as only nearly have it."""
    table, chance = made.Table(path), random.Random(7)
    good = made.message(made.BEGIN, username="größte Mühe", descriptions=("Prüfung", "解剖学"))
    odd = [
        made.items(good),
        made.items(good).replace("ö".encode(), b"\xc3\x28"),
        made.items(good).replace("Prüfung".encode(), b"Pr\xc3\x28fung"),
        made.items(made.message(made.BEGIN, fields=("\N{GRINNING FACE}" * 9,), skip=())),
        made.items(made.message(made.BEGIN, fields=("x" * 200, "y"))),
        made.items(made.message(made.BEGIN, fields=["z"] * 20)),
        made.items(made.message(made.BEGIN)).replace(b"\x64Code\x00", b"\x64Code\x18"),
        made.items(made.message(made.BEGIN)) + b"\x00",
        made.items(made.message(made.BEGIN))[:-1],
        made.items(made.message(made.BEGIN)).replace(b"Fields", b"fields"),
        made.items(made.message(made.BEGIN)).replace(b"\x65grade", b"\x66grade"),
        made.items(made.message(None)),
        made.items(made.message(made.BEGIN, stamp=None)),
        made.items(made.message(made.BEGIN, subject="", username="")),
        made.items(made.message(made.at(made.BEGIN, digits=3))),
        b"",
    ]
    for n in range(count):
        at = made.BEGIN + n * made.NS
        fields = tuple("ü" * chance.randrange(40) for _ in range(chance.randrange(9)))
        usual = made.items(made.message(at - chance.randrange(10**9), fields=fields, skip=fields[:2] or None))
        table.put(made.key(("grades", "exams")[n % 2], at), odd[n // 7 % len(odd)] if n % 7 == 0 else usual)
    table.put(b"\0" + bytes(16), made.items(made.message()))
    table.put(b"", made.items(made.message()))
    return table.write()


def test_rows_that_only_nearly_have_the_usual_shape(tmp_path: Path, look: Look) -> None:
    path = many(tmp_path / "daemon.db")
    reader = look(path)
    assert told(reader.depth()) == reference.depth(path)
    assert sum(row.failed for row in reader.depth().rows) > 300
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("INSERT INTO kv VALUES ('grades', x'80', NULL)")  # text is no key
        for n in range(40):
            db.execute(
                "UPDATE kv SET value = ? WHERE key = ?",
                (made.items(made.message(made.BEGIN - 999 * n)), made.key("exams", made.BEGIN + (2 * n + 1) * made.NS)),
            )
            db.execute("DELETE FROM kv WHERE rowid = ?", (150 * n + 9,))
            assert told(reader.depth()) == reference.depth(path), n
    sums(reader)


def test_rows_that_got_other_ids(tmp_path: Path, look: Look) -> None:
    """VACUUM numbers rows anew; and a row may lie before all others."""
    path = many(tmp_path / "daemon.db", 1_500)
    reader = look(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DELETE FROM kv WHERE rowid < 700 OR rowid % 3 = 0")
        reader.depth()
        db.execute("VACUUM")
        assert told(reader.depth()) == reference.depth(path)
        for rowid in (-5, 0, 10**9, 800):
            key = made.key("exams", made.BEGIN - rowid - 10)
            db.execute("DELETE FROM kv WHERE rowid = ?", (rowid,))
            db.execute("INSERT INTO kv (rowid, key, value) VALUES (?, ?, ?)", (rowid, key, made.items(made.message(5))))
            assert told(reader.depth()) == reference.depth(path), rowid
            db.execute("UPDATE kv SET value = ? WHERE key = ?", (made.items(made.message(6)), key))
            assert told(reader.depth()) == reference.depth(path), rowid
        db.execute("UPDATE kv SET key = ? WHERE rowid = -5", (made.key("mail", made.BEGIN),))
        assert told(reader.depth()) == reference.depth(path)
        db.execute("DELETE FROM kv")
        assert reader.depth().rows == ()
    sums(reader)


def test_nothing_waits_for_another_message(path: Path, look: Look) -> None:
    rows = look(path).depth().rows
    assert {row.head for row in rows} == {None}
    assert {row.max_attempts for row in rows} == {None}, "not counted is no zero"


def test_counts_of_every_filter(path: Path, look: Look) -> None:
    reader = look(path)
    rows = reference.depth(path)
    assert reader.count(Query(state=State.PENDING)) == sum(row.pending for row in rows)
    assert reader.count(Query(state=State.FAILED)) == sum(row.failed for row in rows)
    assert reader.counts([Query(destination=row.name.decode()) for row in rows]) == tuple(
        row.pending + row.failed for row in rows
    )
    assert reader.count(Query(channel="adt")) == reader.count(Query(destination="none at all")) == 0
    assert reader.count(Query(state=State.DELIVERED)) == 0


def test_looking_changes_nothing(path: Path, look: Look) -> None:
    before, files = path.read_bytes(), sorted(path.parent.iterdir())
    reader = look(path)
    for _ in range(3):
        reader.depth()
        page = reader.page(Query(limit=50))
        while page.next is not None:
            for item in page.items:
                reader.payload(reader.get(item.id).id)
            page = reader.page(Query(limit=50), page.next)
        reader.details(), reader.audit(), reader.verify_audit(), reader.interrupted(), reader.failing()
    assert path.read_bytes() == before
    assert sorted(path.parent.iterdir()) == files


def test_an_unchanged_file_is_not_read_again(path: Path, look: Look) -> None:
    reader = look(path)
    with Store(path) as store:  # the daemon runs: its side files are there
        first = reader.depth()
        while reader.changed():  # its last write was too fresh
            first = reader.depth()
        again = reader.depth()
        assert [row.pending for row in again.rows] == [row.pending for row in first.rows]
        assert again.as_of.ns > first.as_of.ns  # type: ignore[operator]
        store.queues()
        assert not reader.changed()


def test_a_file_without_the_columns_is_no_queue(tmp_path: Path, look: Look) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE kv (key TEXT, data BLOB)")
    with pytest.raises(NotAQueue):
        look(path)


def test_a_file_without_the_index_or_with_other_encoding(tmp_path: Path, look: Look) -> None:
    path = tmp_path / "odd.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA encoding = 'UTF-16le'")
        made.create(db)
        db.execute("DROP INDEX idx_expires_at")
        db.commit()
    table = made.Table(path)
    fill(table, 120, seed=3)
    table.write()
    reader, chance = look(path), random.Random(4)
    assert told(reader.depth()) == reference.depth(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for round_ in range(16):
            change(db, chance, round_)
            assert told(reader.depth()) == reference.depth(path), round_


def test_a_file_in_rollback_mode_is_read_with_a_notice(path: Path, look: Look) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    reader = look(path)
    assert told(reader.depth()) == reference.depth(path)
    assert reader.details().mode == "rollback"
    assert "rollback" in str(reader.details().notices)


def test_a_replaced_file_is_looked_at_anew(path: Path, tmp_path: Path, look: Look) -> None:
    reader = look(path)
    first = reader.depth()
    assert reader.knows(first.mark)
    other = made.Table(tmp_path / "other.db")
    other.add("grades", made.BEGIN - 9, made.message())
    other.write().replace(path)
    depth = reader.depth()
    assert told(depth) == reference.depth(path)
    assert depth.epoch == first.epoch + 1
    assert not reader.knows(first.mark)
    assert reader.details().notices
