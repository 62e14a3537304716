"""What no engine does and an operator's own tool may do: it is told at once, or after as many looks as is promised."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues import open_source
from qmonitor.queues.delivery import flow
from qmonitor.queues.delivery.look import Look
from qmonitor.queues.model import Depth
from qmonitor.queues.source import Reader
from tests.helpers import files, reference

MANY = 600
"""Destinations; 500 are many."""


def text(n: int) -> str:
    return f"2026-11-29T08:{n // 60 % 60:02}:{n % 60:02}.{n:09}Z"


def filled(path: Path, destinations: int, each: int) -> Path:
    numbers = range(destinations * each)
    return files.queue(path, [{"destination": f"d{n // each:03}", "enqueued_at": text(n)} for n in numbers])


@pytest.fixture
def many(tmp_path: Path) -> Path:
    return filled(tmp_path / "q.db", MANY, 3)


@pytest.fixture
def long_line(tmp_path: Path) -> Path:
    return filled(tmp_path / "q.db", 1, 3000)


@pytest.fixture
def watched(request: pytest.FixtureRequest) -> Iterator[tuple[Reader, sqlite3.Connection]]:
    """A reader that has looked at a file, and a connection to it."""
    path: Path = request.getfixturevalue(request.param)
    reader = open_source(path).reader()
    with files.opened(path) as db:
        looked(reader, db)
        yield reader, db
    reader.close()


def looked(reader: Reader, db: sqlite3.Connection) -> Depth:
    """A look at a file in which something of no meaning has changed."""
    db.execute("UPDATE queue SET control_id = control_id || '.' WHERE id = (SELECT max(id) FROM queue)")
    while not (depth := reader.depth()).complete:
        pass
    return depth


def right(depth: Depth, db: sqlite3.Connection) -> bool:
    """Whether a look tells the waiting items as they are, row by row."""
    found = reference.depth(Path(db.execute("PRAGMA database_list").fetchone()[2]))
    told = [(r.destination, r.pending, r.oldest and r.oldest.ns, r.head and r.head.id) for r in depth.rows]
    return told == [(b.destination.decode(), b.pending, b.oldest, b.head) for b in found]


def looks_until_right(reader: Reader, db: sqlite3.Connection) -> int:
    for n in range(1, 100):
        if right(looked(reader, db), db):
            return n
    raise AssertionError("never")


AT_ONCE = {
    "moved to another destination": "UPDATE queue SET destination = 'd001' WHERE destination = 'd000' AND id > 1",
    "moved to a new destination": "UPDATE queue SET destination = 'renamed' WHERE destination = 'd007'",
    "all of a destination deleted": "DELETE FROM queue WHERE destination = 'd300'",
    "the oldest time of all": f"UPDATE queue SET enqueued_at = '{text(0).replace('29T', '28T')}' WHERE id = 500",
}


@pytest.mark.parametrize("watched", ["many"], indirect=True)
@pytest.mark.parametrize("what", AT_ONCE)
def test_with_many_destinations_it_is_told_at_once(watched: tuple[Reader, sqlite3.Connection], what: str) -> None:
    reader, db = watched
    db.execute(AT_ONCE[what])
    assert looks_until_right(reader, db) == 1


@pytest.mark.parametrize("watched", ["many"], indirect=True)
def test_old_rows_under_a_name_that_had_none_are_found_in_turn(watched: tuple[Reader, sqlite3.Connection]) -> None:
    reader, db = watched
    row = db.execute("SELECT * FROM queue WHERE id = 900").fetchone()
    db.execute("DELETE FROM queue WHERE destination = (SELECT destination FROM queue WHERE id = 900)")
    looked(reader, db)
    db.execute(f"INSERT INTO queue VALUES ({', '.join('?' * len(row))})", row)
    assert looks_until_right(reader, db) <= 17


@pytest.mark.parametrize("watched", ["many", "long_line"], indirect=True)
@pytest.mark.parametrize(
    ("out", "back"), [("1, 4", "2, 3"), ("2, 5, 6", "3, 4, 6"), ("11, 14", "12, 13")], ids=["head", "behind", "middle"]
)
def test_others_of_the_same_sum(watched: tuple[Reader, sqlite3.Connection], out: str, back: str) -> None:
    reader, db = watched
    db.execute("UPDATE queue SET destination = 'd000' WHERE id < 20")
    db.execute(f"UPDATE queue SET state = 'skipped' WHERE id IN ({back})")
    looked(reader, db)
    db.execute(f"UPDATE queue SET state = 'skipped' WHERE id IN ({out})")
    db.execute(f"UPDATE queue SET state = 'pending' WHERE id IN ({back})")
    assert looks_until_right(reader, db) <= (1 if out.startswith("1,") else flow.TURNS)


@pytest.mark.parametrize("watched", ["long_line"], indirect=True)
@pytest.mark.parametrize("row", [1, 1700])
def test_a_time_that_is_changed_after_all(watched: tuple[Reader, sqlite3.Connection], row: int) -> None:
    reader, db = watched
    for at in ("2026-11-29T09:30:00.000000000Z", "2026-11-29T06:30:00.000000000Z"):
        db.execute("UPDATE queue SET enqueued_at = ? WHERE id = ?", (at, row))
        assert looks_until_right(reader, db) <= flow.TURNS


# -- between two transactions of one look -----------------------------------------------------------------------


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], None]:
    """Has something done at the begin of each further transaction of a look."""

    def arm(act: Callable[[], Any]) -> None:
        anew = Look.anew

        def other(look: Look) -> None:
            act()
            anew(look)

        monkeypatch.setattr(Look, "anew", other)

    return arm


@pytest.fixture
def swept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts lines of more than ten items in slices of twenty."""
    for name in ("flow.HUGE", "sweep.HUGE"):
        monkeypatch.setattr(f"qmonitor.queues.delivery.{name}", 10)
    monkeypatch.setattr("qmonitor.queues.delivery.sweep.SLICE", 20)


HEAD = "(SELECT min(id) FROM queue WHERE state = 'pending')"
PUT_OFF = {
    "the head": f"UPDATE queue SET next_attempt = '2026-11-30T08:00:00.000000000Z' WHERE id = {HEAD}",
    "the next ones": (
        "UPDATE queue SET next_attempt = '2026-11-30T08:00:00.000000000Z' WHERE id IN (SELECT id FROM queue WHERE"
        " state = 'pending' AND next_attempt < '2026-11-30' ORDER BY next_attempt LIMIT 15)"
    ),
}


@pytest.mark.parametrize("what", PUT_OFF)
def test_a_line_in_which_items_are_put_off_while_it_is_counted(
    swept: None, meanwhile: Callable[[Callable[[], Any]], None], tmp_path: Path, what: str
) -> None:
    """Exact, or not said to be."""
    rows = [{"enqueued_at": text(n), "next_attempt": text(n)} for n in range(400)]
    path = files.queue(tmp_path / "q.db", rows)
    reader = open_source(path).reader()
    with files.opened(path) as db:
        told = [looked(reader, db)]
        meanwhile(lambda: db.execute(PUT_OFF[what]))
        for n in range(8):
            db.execute("UPDATE queue SET last_error = ? WHERE id = 400", (str(n),))
            told.append(reader.depth())
    reader.close()
    assert {depth.rows[0].pending for depth in told if depth.complete} == {400}


def test_a_first_look_at_a_line_that_moves_is_not_said_to_be_exact(
    swept: None, meanwhile: Callable[[Callable[[], Any]], None], tmp_path: Path
) -> None:
    rows = [{"enqueued_at": text(n), "next_attempt": text(n)} for n in range(400)]
    path = files.queue(tmp_path / "q.db", rows)
    reader = open_source(path).reader()
    with files.opened(path) as db:
        meanwhile(lambda: db.execute(PUT_OFF["the next ones"]))
        depth = reader.depth(patient=True)
    reader.close()
    assert depth.rows[0].pending == 400 or not depth.complete


def test_a_time_of_another_form_that_comes_during_a_look(
    monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Callable[[], Any]], None], tmp_path: Path
) -> None:
    monkeypatch.setattr("qmonitor.queues.delivery.depth.GROUP", 1)
    path = filled(tmp_path / "q.db", 2, 3000)
    row = {"destination": "d001", "enqueued_at": "2026-11-29T11:00:00+05:00"}
    reader = open_source(path).reader()
    with files.opened(path) as db:
        looked(reader, db)
        left = [row]
        meanwhile(lambda: files.insert(db, [left.pop()]) if left else None)
        looked(reader, db)
        assert right(looked(reader, db), db)
    reader.close()
