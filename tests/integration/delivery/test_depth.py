"""The depth is what a row-by-row count in Python finds, on any file, at the first look and at every later one."""

import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from qmonitor.queues import Query, errors, open_source
from qmonitor.queues.delivery.depth import DepthScan
from qmonitor.queues.delivery.schema import OPTIONAL
from qmonitor.queues.model import Depth
from qmonitor.queues.source import Reader
from qmonitor.queues.sqlite_file import SqliteFile
from tests.helpers import engine, files, reference
from tests.helpers.reference import Backlog

Read = Callable[[Path], Reader]


def exact(reader: Reader) -> Depth:
    """Ask until every figure is exact."""
    for _ in range(1000):
        depth = reader.depth()
        if depth.complete:
            return depth
    raise AssertionError("the depth is never complete")


def backlogs(depth: Depth) -> list[Backlog]:
    return [
        Backlog(
            row.channel.encode("utf-8", "surrogateescape"),
            row.destination.encode("utf-8", "surrogateescape"),
            row.pending,
            row.failed,
            None if row.oldest is None else row.oldest.ns,
            row.max_attempts,
            None if row.head is None else int(row.head.id),
        )
        for row in depth.rows
    ]


def places(reader: Reader) -> list[tuple[bytes, bytes]]:
    return [
        (d.channel.encode("utf-8", "surrogateescape"), d.destination.encode("utf-8", "surrogateescape"))
        for d in reader.destinations()
    ]


def agrees(reader: Reader, path: Path) -> None:
    depth = exact(reader)
    assert backlogs(depth) == reference.depth(path)
    for row in depth.rows:
        if row.oldest is None or row.oldest.ns is None or depth.as_of.ns is None:
            assert (row.oldest, row.oldest_seconds) == (None, None)
        else:
            assert row.oldest_seconds == pytest.approx((depth.as_of.ns - row.oldest.ns) / 1e9, abs=1e-3)
    assert places(reader) == reference.destinations(path)


def test_every_odd_row_at_once(tmp_path: Path, read: Read) -> None:
    path = files.queue(tmp_path / "odd.db", files.every_odd_row())
    agrees(read(path), path)


@pytest.mark.parametrize("index", ["queue_pending", "queue_state"])
def test_a_file_that_lacks_an_index(tmp_path: Path, read: Read, index: str) -> None:
    path = files.queue(tmp_path / "odd.db", files.every_odd_row())
    with files.opened(path) as db:
        db.execute(f"DROP INDEX {index}")
    agrees(read(path), path)


def test_an_empty_queue(tmp_path: Path, read: Read) -> None:
    path = files.queue(tmp_path / "q.db")
    assert exact(read(path)).rows == ()
    assert read(path).destinations() == ()


@pytest.mark.parametrize("legacy", [False, True])
@pytest.mark.parametrize("destinations", [1, 7, 400])
def test_a_filled_file(tmp_path: Path, read: Read, legacy: bool, destinations: int) -> None:
    path = tmp_path / "q.db"
    arguments = ["--rows", "6000", "--payload", "60", "--destinations", str(destinations)]
    engine.call("fill", "--db", str(path), *arguments, *(["--legacy-times"] if legacy else []))
    agrees(read(path), path)


def test_the_only_pending_row_is_the_newest(tmp_path: Path, read: Read) -> None:
    """Adverse to a walk from the oldest on: 5,000 rows of others come first."""
    rows: list[dict[str, Any]] = [{"enqueued_at": f"2026-11-29T08:00:00.{n:09}Z"} for n in range(5000)]
    rows.append({"destination": "last", "enqueued_at": "2026-11-29T09:00:00.000000000Z"})
    path = files.queue(tmp_path / "q.db", rows)
    agrees(read(path), path)


def test_the_oldest_is_the_earliest_instant_not_the_first_text(tmp_path: Path, read: Read) -> None:
    rows = [
        {"enqueued_at": "2026-11-29T01:00:00Z"},
        {"enqueued_at": "2026-11-29T10:00:00+14:00"},  # 20:00 the day before
        {"enqueued_at": "2026-11-28T22:00:00.000000000Z"},
        {"enqueued_at": "2026-11-28T12:00:00-12:00"},  # 00:00
    ]
    path = files.queue(tmp_path / "q.db", rows)
    (row,) = exact(read(path)).rows
    assert row.oldest is not None
    assert row.oldest.text == "2026-11-29T10:00:00+14:00"
    agrees(read(path), path)


def test_one_odd_time_among_many_standard_ones(tmp_path: Path, read: Read) -> None:
    rows: list[dict[str, Any]] = [
        {"enqueued_at": f"2026-11-29T08:{n // 60:02}:{n % 60:02}.000000000Z"} for n in range(3000)
    ]
    rows[2999]["enqueued_at"] = "2026-11-30T07:00:00+23:59"
    path = files.queue(tmp_path / "q.db", rows)
    agrees(read(path), path)


def test_a_time_whose_text_lies_a_day_after_its_instant(tmp_path: Path, read: Read) -> None:
    """Thousands of texts lie between the best one so far and the one that is earlier by its offset."""
    rows: list[dict[str, Any]] = [{"enqueued_at": "2026-11-29T08:00:00Z"}]
    rows += [{"enqueued_at": f"2026-11-30T00:{n // 60 % 60:02}:{n % 60:02}Z"} for n in range(5000)]
    rows.append({"enqueued_at": "2026-11-30T07:00:00+23:59"})
    path = files.queue(tmp_path / "q.db", rows)
    agrees(read(path), path)


def test_high_attempts_anywhere_in_a_long_backlog(tmp_path: Path, read: Read) -> None:
    rows: list[dict[str, Any]] = [{"destination": f"dest-{n % 2}"} for n in range(20_000)]
    rows[13_001]["attempts"] = 77
    path = files.queue(tmp_path / "q.db", rows)
    reader = read(path)
    agrees(reader, path)
    assert [row.max_attempts for row in exact(reader).rows] == [0, 77]


names = st.one_of(st.sampled_from(files.ODD_NAMES), st.binary(max_size=3))
time_texts = st.one_of(st.sampled_from(files.ODD_TIMES + files.LEGACY_TIMES), st.binary(max_size=2))
a_row = st.fixed_dictionaries(
    {
        "channel": names,
        "destination": names,
        "state": st.one_of(
            st.sampled_from(("pending", "pending", "failed", "delivered", "skipped")), st.sampled_from(files.ODD_STATES)
        ),
        "enqueued_at": time_texts,
        "next_attempt": time_texts,
        "attempts": st.one_of(st.integers(-3, 9), st.sampled_from([2**40])),
    }
)


@given(st.lists(a_row, max_size=30))
def test_any_rows(rows: list[dict[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = files.queue(Path(folder) / "q.db", rows)
        reader = open_source(path).reader()
        try:
            agrees(reader, path)
        finally:
            reader.close()


class DepthMachine(RuleBasedStateMachine):
    """One reader that is kept while the file changes under it: nothing that it remembers may outlive its truth."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="depth-machine-"))
        self.path = files.queue(self.folder / "q.db", [{}])
        self.reader = open_source(self.path).reader()
        self.live = files.opened(self.path)
        self.db: Any = None

    def teardown(self) -> None:
        self.stop()
        self.reader.close()
        shutil.rmtree(self.folder)

    def change(self, sql: str, *values: Any) -> None:
        if self.db is not None:
            self.db.execute(sql, values)
        else:
            with files.opened(self.path) as db:
                db.execute(sql, values)

    @rule()
    def start(self) -> None:
        if self.db is None:
            self.live = files.opened(self.path)
            self.db = self.live.__enter__()

    @rule()
    def stop(self) -> None:
        if self.db is not None:
            self.live.__exit__(None, None, None)
            self.db = None

    @rule(rows=st.lists(a_row, max_size=4))
    def arrive(self, rows: list[dict[str, Any]]) -> None:
        if self.db is not None:
            files.insert(self.db, rows)
        else:
            with files.opened(self.path) as db:
                files.insert(db, rows)

    @rule(time=time_texts, newest=st.booleans())
    def times_change(self, time: str | bytes, newest: bool) -> None:
        which = "max" if newest else "min"
        self.change(f"UPDATE queue SET enqueued_at = CAST(? AS TEXT) WHERE id = (SELECT {which}(id) FROM queue)", time)

    @rule(state=st.sampled_from(("pending", "failed", "delivered", "odd")), modulo=st.integers(1, 3))
    def states_change(self, state: str, modulo: int) -> None:
        self.change("UPDATE queue SET state = ? WHERE id % ? = 0", state, modulo)

    @rule(attempts=st.integers(0, 9), modulo=st.integers(1, 3))
    def attempts_change(self, attempts: int, modulo: int) -> None:
        self.change("UPDATE queue SET attempts = ? WHERE id % ? = 0", attempts, modulo)

    @rule(modulo=st.integers(1, 3))
    def vanish(self, modulo: int) -> None:
        self.change("DELETE FROM queue WHERE id % ? = 0", modulo)

    @rule(rows=st.lists(a_row, max_size=4))
    def replaced(self, rows: list[dict[str, Any]]) -> None:
        self.stop()
        files.queue(self.folder / "new.db", rows).replace(self.path)

    @rule(rows=st.lists(a_row, max_size=4))
    def restored_in_place(self, rows: list[dict[str, Any]]) -> None:
        self.stop()
        other = files.queue(self.folder / "new.db", rows)
        with self.path.open("r+b") as file:
            file.write(other.read_bytes())
            file.truncate()
        other.unlink()

    @invariant()
    def the_depth_is_right(self) -> None:
        agrees(self.reader, self.path)


DepthMachine.TestCase.settings = settings(max_examples=25, stateful_step_count=12, deadline=None)
test_depth_machine = DepthMachine.TestCase


class CrowdMachine(DepthMachine):
    """The same where nothing is read anew that need not be: as with thousands of destinations, and many items."""

    def __init__(self) -> None:
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        patched = (("depth.MANY", 1), ("depth.LISTED", 1), ("oldest.FEW", 0), ("oldest.TINY", 0))
        for name, value in (*patched, ("oldest.PAGE", 2), ("oldest.WALK", 3), ("oldest.SPAN", 2)):
            self.patch.setattr(f"qmonitor.queues.delivery.{name}", value)

    def teardown(self) -> None:
        self.patch.undo()
        super().teardown()

    @rule()
    def times_change(self) -> None:
        """They never do, where an engine is at work."""


CrowdMachine.TestCase.settings = settings(max_examples=25, stateful_step_count=12, deadline=None)
test_crowd_machine = CrowdMachine.TestCase


class SweptMachine(CrowdMachine):
    """The same where even two items are counted in several transactions."""

    def __init__(self) -> None:
        super().__init__()
        for name, value in (
            ("flow.HUGE", 1),
            ("sweep.HUGE", 1),
            ("sweep.SLICE", 1),
            ("depth.GROUP", 1),
            ("line.FEW", 1),
        ):
            self.patch.setattr(f"qmonitor.queues.delivery.{name}", value)
        self.patch.setattr("qmonitor.queues.delivery.flow.FEW", 1)


SweptMachine.TestCase.settings = settings(max_examples=15, stateful_step_count=12, deadline=None)
test_swept_machine = SweptMachine.TestCase


ordinary = {
    "channel": st.sampled_from(("adt", "lab")),
    "destination": st.sampled_from(("dest-0", "dest-1")),
    "state": st.sampled_from(("pending", "pending", "pending", "failed", "delivered", "skipped")),
    "enqueued_at": st.integers(0, 99).map("2026-11-29T08:00:{:02}.000000000Z".format),
    "attempts": st.integers(0, 9),
}
an_ordinary_row = st.fixed_dictionaries(ordinary)


class OptimisedMachine(CrowdMachine):
    """The same while the optional indexes are made and dropped, of times in order: no figure is another one by them."""

    def __init__(self) -> None:
        super().__init__()
        for name in ("line.FEW", "flow.FEW", "flow.REACHED"):
            self.patch.setattr(f"qmonitor.queues.delivery.{name}", 1)
        self.change("DELETE FROM queue")
        self.optimise()

    @rule(names=st.sets(st.sampled_from(list(OPTIONAL)), min_size=1))
    def drop(self, names: set[str]) -> None:
        for name in names:
            self.change(f"DROP INDEX IF EXISTS {name}")

    @rule()
    def optimise(self) -> None:
        for statement in OPTIONAL.values():
            self.change(statement.replace("CREATE INDEX", "CREATE INDEX IF NOT EXISTS", 1))

    @rule(rows=st.lists(an_ordinary_row, max_size=9))
    def arrive(self, rows: list[dict[str, Any]]) -> None:
        super().arrive(rows)

    @rule(rows=st.lists(an_ordinary_row, max_size=9))
    def restored_in_place(self, rows: list[dict[str, Any]]) -> None:
        super().restored_in_place(rows)

    @rule(rows=st.lists(an_ordinary_row, max_size=9))
    def replaced(self, rows: list[dict[str, Any]]) -> None:
        super().replaced(rows)
        self.optimise()

    @rule(channel=ordinary["channel"], destination=ordinary["destination"], count=st.integers(1, 3))
    def deliver(self, channel: str, destination: str, count: int) -> None:
        """As an engine does: the head, and what comes next."""
        self.change(
            "UPDATE queue SET state = 'delivered' WHERE id IN (SELECT id FROM queue WHERE channel = ?"
            " AND destination = ? AND state = 'pending' ORDER BY id LIMIT ?)",
            *(channel, destination, count),
        )

    @rule(one=st.integers(1, 20), other=st.integers(1, 20))
    def change_places(self, one: int, other: int) -> None:
        """One leaves a line, and another comes back into it or into its neighbour: the number may be the same."""
        self.change("UPDATE queue SET state = 'skipped' WHERE id = ? AND state = 'pending'", one)
        self.change("UPDATE queue SET state = 'pending' WHERE id = ? AND state = 'skipped' AND id != ?", other, one)

    @rule(one=st.integers(1, 20), channel=ordinary["channel"], destination=ordinary["destination"])
    def move(self, one: int, channel: str, destination: str) -> None:
        self.change("UPDATE queue SET channel = ?, destination = ? WHERE id = ?", channel, destination, one)

    @rule(text=st.sampled_from(("2026-99-29T08:00:00.000000000Z", "2026-11-29T09:00:00Z")))
    def odd_time(self, text: str) -> None:
        """One that can't be read, or is shorter than others."""
        super().arrive([{"channel": "adt", "destination": "dest-0", "enqueued_at": text}])


OptimisedMachine.TestCase.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
test_optimised_machine = OptimisedMachine.TestCase


class OptimisedSweptMachine(OptimisedMachine):
    """The same where even two items are too many for being counted in one transaction."""

    def __init__(self) -> None:
        super().__init__()
        for name in ("flow.HUGE", "sweep.HUGE", "sweep.SLICE", "depth.GROUP"):
            self.patch.setattr(f"qmonitor.queues.delivery.{name}", 1)


OptimisedSweptMachine.TestCase.settings = settings(max_examples=15, stateful_step_count=15, deadline=None)
test_optimised_swept_machine = OptimisedSweptMachine.TestCase


def test_a_look_that_was_called_off_does_not_pass_for_an_exact_one(tmp_path: Path) -> None:
    """The round over the attempts ended in the middle: the next looks begin another."""
    path = files.queue(tmp_path / "q.db", [{"attempts": 7}, *[{}] * 20])
    file = SqliteFile(path)
    scan = DepthScan()

    def called_off(db: sqlite3.Connection) -> Depth:
        db.set_authorizer(lambda *what: sqlite3.SQLITE_DENY if what[2] == "attempts" else sqlite3.SQLITE_OK)
        return scan.look(db)

    with pytest.raises(errors.QueueError):
        file.read(called_off)
    found = file.read(scan.look)
    assert (found.complete, found.rows[0].max_attempts) == (True, 7)


def test_a_destination_that_comes_during_a_round_is_not_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qmonitor.queues.delivery.attempts.BUDGET", 0.0)
    monkeypatch.setattr("qmonitor.queues.delivery.attempts.SLICE", 8)
    path = files.queue(tmp_path / "q.db", [{"destination": f"dest-{n // 2:02d}", "attempts": n} for n in range(10)])
    reader = open_source(path).reader()
    assert not reader.depth().complete
    with files.opened(path) as db:
        files.insert(db, [{"destination": "dest-00-new", "attempts": 9}])
    depth = exact(reader)
    assert {row.destination: row.max_attempts for row in depth.rows}["dest-00-new"] == 9
    reader.close()


@pytest.mark.parametrize("column", ["state", "channel", "destination", "enqueued_at", "next_attempt", "control_id"])
def test_a_blob_in_any_column_keeps_nobody_waiting(tmp_path: Path, column: str) -> None:
    """A blob sorts after every text: a walk that asks for what comes after it must not meet it for ever."""
    path = files.queue(tmp_path / "q.db", [{}, {}])
    with files.opened(path) as db:
        db.execute(f"UPDATE queue SET {column} = CAST({column} AS BLOB) WHERE id = 2")
    reader = open_source(path).reader()
    assert exact(reader).rows[0].destination == "dest-01"
    assert reader.destinations()
    assert len(reader.page(Query()).items) == 2
    reader.close()


def test_counts_of_several_queries_are_of_one_snapshot(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{}, {"state": "failed"}, {"state": "delivered", "control_id": "X1"}])
    reader = open_source(path).reader()
    asked = (Query(), Query(state="pending"), Query(state="skipped"), Query(text="x1"))
    assert reader.counts(asked) == (3, 1, 0, 1)
    reader.close()
