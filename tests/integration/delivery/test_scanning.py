"""Payloads read part by part: all that match, each once, and never a transaction that an engine could feel."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from qmonitor.queues import open_source
from qmonitor.queues.delivery import scanning
from qmonitor.queues.errors import Interrupted
from qmonitor.queues.model import Among, Query
from qmonitor.queues.scanning import MOST, WHOLE, Scan, Stored
from qmonitor.queues.source import Reader
from qmonitor.queues.times import now
from tests.helpers import files
from tests.helpers.engine import Engine


def parts(reader: Reader, query: Query, budget: float = 0.0) -> list[Scan]:
    found = [reader.scan(query, None, budget)]
    while found[-1].next is not None:
        found.append(reader.scan(query, found[-1].next, budget))
    return found


def rows(found: list[Scan]) -> list[Stored]:
    return [row for part in found for row in part.rows]


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """Gaps between ids, payloads of every type, and a long one."""
    wanted = [{"id": n * n + 1, "raw": b"x" * n, "destination": f"d{n % 3}"} for n in range(200)]
    wanted += [
        {"id": 50_000, "raw": "Süd"},
        {"id": 50_001, "raw": 12},
        {"id": 50_002, "raw": None},
        {"id": 50_003, "raw": b"y" * (WHOLE + 1)},
        {"id": -7, "raw": b"before"},
    ]
    return files.queue(tmp_path / "q.db", wanted, loose=True)


@pytest.mark.parametrize("head_first", [True, False], ids=["as they came", "newest first"])
def test_all_payloads_once_in_order(odd: Path, head_first: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "LIMIT", 0.0)  # every transaction ends at its first look at the clock
    with closing(open_source(odd).reader()) as reader:
        found = parts(reader, Query(head_first=head_first))

    with closing(sqlite3.connect(odd)) as db:
        stored = db.execute("SELECT id, CAST(raw AS BLOB) FROM queue ORDER BY id").fetchall()
    expected = [(n, b"" if raw is None else raw) for n, raw in (stored if head_first else stored[::-1])]
    assert [(row.id, row.size) for row in rows(found)] == [(n, len(raw)) for n, raw in expected]
    assert [(row.raw or b"") for row in rows(found)] == [raw if len(raw) <= WHOLE else b"" for _n, raw in expected]
    assert [row.id for row in rows(found) if row.size > WHOLE] == [50_003]
    assert len(found) > 10
    assert (found[0].first, found[0].last) == ((-7, 50_003) if head_first else (50_003, -7))
    assert [part.share for part in found] == sorted(part.share for part in found)
    assert (found[-1].share, found[-1].at) == (1.0, found[0].last)
    assert len({part.mark for part in found}) == 1


def test_only_what_matches(odd: Path) -> None:
    with closing(open_source(odd).reader()) as reader:
        found = rows(parts(reader, Query(destination="d1", head_first=True)))
        known = rows(parts(reader, Query(among=Among((2, 5, 50_001, 77_777), "", now()), head_first=True)))
        fewer = rows(parts(reader, Query(among=Among(tuple(range(0, 40_000, 1)), "", now()), destination="d2")))
        nothing = parts(reader, Query(among=Among((), "", now())))

    assert [row.id for row in found] == [n * n + 1 for n in range(200) if n % 3 == 1]
    assert [row.id for row in known] == [2, 5, 50_001]
    assert [row.id for row in fewer] == [n * n + 1 for n in range(199, -1, -1) if n % 3 == 2]
    assert (nothing[0].rows, nothing[0].next, nothing[0].share) == ((), None, 1.0)


def test_nothing_at_all(tmp_path: Path) -> None:
    with closing(open_source(files.queue(tmp_path / "q.db")).reader()) as reader:
        assert reader.scan(Query()).at is None


def test_a_part_holds_no_more_than_it_may(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{"raw": bytes(WHOLE)}] * 20)
    with closing(open_source(path).reader()) as reader:
        found = parts(reader, Query(), 10)

    assert max(sum(len(row.raw or b"") for row in part.rows) for part in found) <= MOST + WHOLE
    assert len(rows(found)) == 20


def test_an_engine_that_writes_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was there from the first part to the last is met once, whatever comes, changes or goes."""
    path = files.queue(tmp_path / "q.db", [{"raw": b"%d" % n} for n in range(400)])
    monkeypatch.setattr(scanning, "LIMIT", 0.0)
    rng = random.Random(5)
    with Engine(path) as engine, closing(open_source(path).reader()) as reader:
        stays = set(range(1, 401))
        found = [reader.scan(Query(), None, 0.0)]
        while found[-1].next is not None:
            engine.enqueue("lab", "dest-01", b"new")
            gone = rng.randrange(1, 401)
            engine.sql("DELETE FROM queue WHERE id = ?", [gone])
            engine.fail(rng.randrange(1, 401))
            stays.discard(gone)
            assert engine.checkpoint()[0] == 0  # nothing is open
            found.append(reader.scan(Query(), found[-1].next, 0.0))

    ids = [row.id for row in rows(found)]
    assert len(ids) == len(set(ids))
    assert stays <= set(ids)
    assert all(row.raw == b"%d" % (int(row.id) - 1) for row in rows(found) if int(row.id) <= 400)


def test_interrupted(odd: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_source(odd).reader()) as reader:
        first = reader.scan(Query(), None, 0.0)
        monkeypatch.setattr(scanning, "add_functions", lambda db: reader.interrupt())  # once it is under way
        with pytest.raises(Interrupted):
            reader.scan(Query())
        monkeypatch.undo()

        assert rows([first, *parts(reader, Query())]) != []
