"""What went wrong is read part by part, each item once, however it moves meanwhile; and certain items can be shown."""

import sqlite3
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues import Query, open_source, times
from qmonitor.queues.delivery import failing
from qmonitor.queues.delivery.failing import FailingScan
from qmonitor.queues.errors import Interrupted, Refused
from qmonitor.queues.failing import Failed
from qmonitor.queues.model import About, Among
from qmonitor.queues.source import Reader
from tests.helpers import files

Read = Callable[[Path], Reader]

AS_OF = times.parse("2026-11-29T08:00:00.000000000Z")

TIMES = ("2026-11-29T08:00:00.000000001Z", "2026-11-29T08:00:00.000000002Z", "2026-11-29T09:00:00+01:00", "", "zzz")
a_row = st.fixed_dictionaries(
    {
        "destination": st.sampled_from(("a", "b")),
        "state": st.sampled_from(("pending", "failed", "delivered", "odd")),
        "attempts": st.sampled_from((0, 0, 3)),
        "last_error": st.sampled_from(("", "", "refused", "timed out")),
        "last_attempt": st.sampled_from((None, TIMES[0])),
        "enqueued_at": st.sampled_from(TIMES),
    }
)


def parts(scan: FailingScan, stretch: int) -> Iterator[tuple[Failed, ...]]:
    """Parts of one stretch each."""
    place, first = None, True
    while place is not None or first:
        first = False
        scan._stretch = stretch
        found = scan.part(place, 0.0)
        place = found.next
        yield found.rows


def all_parts(reader: Reader, budget: float = 0.2) -> list[Failed]:
    rows: list[Failed] = []
    place = None
    while True:
        part = reader.failing(place, budget)
        rows += part.rows
        place = part.next
        if place is None:
            return rows


def wrong(path: Path) -> list[tuple[object, ...]]:
    """The same by one plain query."""
    which = "state = 'failed' OR (state = 'pending' AND (attempts > 0 OR last_error <> ''))"
    return files.rows(path, "id, channel, destination, state, last_error, last_attempt", which)


@given(st.lists(a_row, max_size=30), st.integers(1, 9))
def test_parts_joined_are_all_that_went_wrong(rows, stretch):
    with tempfile.TemporaryDirectory() as folder:
        path = files.queue(Path(folder, "queue.db"), rows)
        with files.opened(path) as db:
            found = [row for part in parts(FailingScan(db), stretch) for row in part]
        assert sorted(found) == wrong(path)


def test_odd_rows_are_read_too(tmp_path, read):
    odd = [row | {"state": "failed"} for row in (*files.every_odd_row(), *files.nameless_rows())]
    path = files.queue(tmp_path / "queue.db", odd, loose=True)
    found = all_parts(read(path))
    assert sorted(row.id for row in found) == [row[0] for row in files.rows(path, "id")]
    assert all(isinstance(value, str) for row in found for value in row[1:5])


@given(st.data())
def test_an_item_that_moves_meanwhile_is_met_once(data):
    """Retried, given up, retried by a person between two parts: only what has left for good may be missing."""
    start = [{"state": "pending", "attempts": 1, "enqueued_at": TIMES[n % 2]} for n in range(12)]
    with tempfile.TemporaryDirectory() as folder:
        path = files.queue(Path(folder, "queue.db"), start)
        found: list[int] = []
        left: set[int] = set()
        with files.opened(path) as db, files.opened(path) as engine:
            for part in parts(FailingScan(db), data.draw(st.integers(1, 4))):
                found += [row.id for row in part]
                for item in data.draw(st.lists(st.integers(1, 12), max_size=4)):
                    state = data.draw(st.sampled_from(("failed", "pending", "delivered")))
                    engine.execute(
                        "UPDATE queue SET state = ?, attempts = attempts + 1, next_attempt = ? WHERE id = ?",
                        (state, data.draw(st.sampled_from(TIMES[:2])), item),
                    )
                    if state == "delivered":
                        left.add(item)
        assert len(found) == len(set(found))
        assert set(found) | left == set(range(1, 13))


def test_no_transaction_is_long(tmp_path, monkeypatch):
    """As many items as are read in the time aimed at; of equal times no stretch begins at the first of them again."""
    same = {"state": "failed", "raw": b"x" * 6000, "last_error": "refused"}
    path = files.queue(tmp_path / "queue.db", [same] * 6000)
    took: list[float] = []
    steps: list[int] = []
    read = FailingScan._read

    def timed(self, *args):
        began = time.process_time()
        try:
            return read(self, *args)
        finally:
            took.append(time.process_time() - began)

    monkeypatch.setattr(FailingScan, "_read", timed)
    with files.opened(path) as db:
        db.set_progress_handler(lambda: steps.append(1), 1000)
        scan = FailingScan(db)
        found = [row for part in parts(scan, 500) for row in part]
    assert len(found) == 6000
    assert len(took) == 13
    assert sorted(took)[len(took) // 2] < 0.05
    assert len(steps) < 6000 * 40 / 1000  # 500 entries behind the place each time, not all before it too


def test_progress_and_a_total(tmp_path, read):
    rows = [{"state": state, "attempts": 1} for state in ("pending", "failed", "delivered") for _ in range(300)]
    reader = read(files.queue(tmp_path / "queue.db", rows))
    first = reader.failing(None, 0.0)
    assert (first.total, first.next is not None) == (600, True)
    looked, place = first.looked, first.next
    while place is not None:
        part = reader.failing(place, 0.0)
        assert part.total is None
        looked, place = looked + part.looked, part.next
    assert looked == 600


def test_a_long_error_is_cut_and_a_payload_never_read(tmp_path, read):
    path = files.queue(tmp_path / "queue.db", [{"state": "failed", "last_error": "x" * 50_000, "raw": b"secret"}])
    (found,) = read(path).failing().rows
    assert found.error == "x" * failing.ERROR_MOST
    assert "raw" not in failing._COLUMNS


def test_it_can_be_called_off(queue):
    with files.opened(queue) as db:
        scan = FailingScan(db, called_off=lambda: True)
        with pytest.raises(Interrupted):
            scan.part(None, 1.0)


def test_a_file_without_the_index_is_read_too(tmp_path, read):
    rows = [{"state": "failed", "enqueued_at": TIMES[n % 2]} for n in range(20)]
    path = files.queue(tmp_path / "queue.db", rows)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP INDEX queue_state")
    assert len(all_parts(read(path), 0.0)) == 20


# -- certain items ---------------------------------------------------------------------------------------------------


@given(
    st.lists(a_row, min_size=1, max_size=30), st.sets(st.integers(1, 40)), st.integers(1, 7), st.booleans(),
    st.sampled_from((None, "pending", "failed")),
)  # fmt: skip
def test_pages_of_certain_items_joined_are_these(rows, ids, limit, head_first, state):
    with tempfile.TemporaryDirectory() as folder:
        path = files.queue(Path(folder, "queue.db"), rows)
        among = Among(array("q", sorted(ids)), "refused", AS_OF)
        query = Query(state=state, among=among, limit=limit, head_first=head_first)
        stored = files.states(path)
        wanted = [n for n in sorted(ids, reverse=not head_first) if stored.get(n) and state in (None, stored[n])]
        reader = open_source(path).reader()
        seen, cursor = [], None
        while True:
            page = reader.page(query, cursor)
            seen += [item.id for item in page.items]
            cursor = page.next
            if cursor is None:
                break
        assert seen == wanted
        assert reader.count(query) == len(wanted)
        back, place = [], reader.page(query, About(10**9, 10**9))
        while place is not None:
            back[:0] = [item.id for item in place.items]
            place = reader.page(query, place.prev) if place.prev is not None else None
        assert back == wanted
        reader.close()


def test_a_place_down_the_list_of_certain_items_is_exact(tmp_path, read):
    reader = read(files.queue(tmp_path / "queue.db", [{}] * 500))
    query = Query(among=Among(array("q", range(2, 500, 2)), "", AS_OF), limit=5)
    assert reader.page(query, About(100, 249)).items[0].id == 498 - 2 * 100
    ascending = Query(among=query.among, limit=5, head_first=True)
    assert reader.page(ascending, About(100, 249)).items[0].id == 202
    nothing = Query(among=Among(array("q"), "", AS_OF))
    assert reader.page(nothing, About(3, 9)).items == ()


def test_a_plan_takes_exactly_these(tmp_path):
    path = files.queue(tmp_path / "queue.db", [{"state": s} for s in ("failed", "pending", "delivered", "failed")])
    admin = open_source(path).admin()
    reader = open_source(path).reader()
    mark = reader.failing().mark
    reader.close()
    plan = admin.plan("retry-now", Query(among=Among(array("q", (1, 2, 3, 9)), "", AS_OF, mark)), include_failed=True)
    assert list(plan.members) == [(1, "failed"), (2, "pending")]
    admin.close()


def test_in_another_content_nothing_is_planned(tmp_path):
    path = files.queue(tmp_path / "queue.db", [{"state": "failed"}] * 3)
    reader = open_source(path).reader()
    among = Among(array("q", (1,)), "", AS_OF, reader.failing().mark)
    reader.close()
    path.unlink()
    files.queue(path, [{"state": "failed", "control_id": "other"}])
    admin = open_source(path).admin()
    with pytest.raises(Refused):
        admin.plan("skip", Query(among=among), include_failed=True)
    admin.close()
