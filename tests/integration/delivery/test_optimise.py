"""The optional indexes: what is said beforehand, that no more is done than that, and that it can be taken back.

Whatever ends a build (a person, the clock, a kill), the file is as it was before, and its engine goes on at once.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qmonitor.queues import errors, open_source, sqlite_writer
from qmonitor.queues.delivery import building, tuning
from qmonitor.queues.delivery.schema import INDEXES, OPTIONAL, objects
from qmonitor.queues.delivery.survey import survey
from qmonitor.queues.plan import GONE, PRESENT, Admin, Plan, Report
from tests.helpers import files, users
from tests.helpers.engine import Engine

WHO = "jdoe@ward-7"
WHY = "looks are slow, ticket 4711"
ALL = ("qmonitor_attempts", "qmonitor_enqueued", "qmonitor_line")
COUNT = len(ALL)
MANY = 20_000
FILLED = (
    "INSERT INTO queue (channel, destination, raw, state, attempts, enqueued_at, next_attempt)"
    " WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < {rows} - 1)"
    " SELECT 'adt', 'dest-' || (i % 7), zeroblob({payload}),"
    " CASE i % 4 WHEN 0 THEN 'delivered' ELSE 'pending' END, i % 5,"
    " strftime('%Y-%m-%dT%H:%M:%S', 1.7e9 + i, 'unixepoch') || '.000000000Z', '2026-11-29T08:00:00.000000000Z' FROM n"
)


def filled(path: Path, rows: int = MANY, payload: int = 100) -> Path:
    files.queue(path)
    with files.opened(path) as db:
        db.execute(FILLED.format(rows=rows, payload=payload))
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return filled(tmp_path / "queue.db")


@pytest.fixture
def admin(path: Path) -> Iterator[Admin]:
    opened = open_source(path).admin()
    yield opened
    opened.close()


@pytest.fixture
def told_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is told at every look at the clock, so that a small file shows it, too."""
    monkeypatch.setattr(building, "SHOW_EVERY", 0.0)


def indexes(path: Path) -> dict[str, str]:
    with files.opened(path) as db:
        found = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'queue'")
        return dict(found.fetchall())


def audit(path: Path) -> list[dict[str, Any]]:
    with files.opened(path) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name='qmonitor_audit'").fetchone():
            return []
        cursor = db.execute("SELECT * FROM qmonitor_audit ORDER BY id")
        return [dict(zip([c[0] for c in cursor.description], row, strict=True)) for row in cursor]


def optimise(path: Path) -> Plan:
    admin = open_source(path).admin()
    plan = admin.plan("optimise", ())
    admin.run(plan, WHO, WHY)
    admin.close()
    return plan


def words(plan: Plan) -> str:
    return " ".join(map(str, (*plan.words, *plan.warnings, plan.undo)))


def facts(plan: Plan) -> dict[str, str]:
    return {str(fact.label): str(fact.value) for fact in plan.facts}


def assert_untouched(path: Path, built: tuple[str, ...] = ()) -> None:
    """Only these of our indexes are there, the file is sound, and the engine may write at once."""
    assert indexes(path).keys() - INDEXES.keys() == set(built)
    with Engine(path) as engine:
        assert engine.sql("PRAGMA integrity_check") == [["ok"]]
        engine.sql("PRAGMA busy_timeout = 0")
        assert engine.enqueue("lab", "dest-01")


# --- what is said


def test_planning_changes_nothing(path: Path, admin: Admin) -> None:
    before = path.read_bytes()
    plan = admin.plan("optimise", ())
    assert admin.plan("optimise-undo", ()).count == 0
    assert path.read_bytes() == before
    assert files.side_files(path) == []
    assert list(plan.members) == [(name, GONE) for name in ALL]
    assert not plan.of_messages
    assert plan.type_name is None
    assert plan.at_most == timedelta(seconds=5)


def test_the_plan_says_what_it_costs(path: Path, admin: Admin) -> None:
    plan = admin.plan("optimise", ())
    said = words(plan)
    assert said.startswith("3 indexes are added to the file")
    assert "No message is changed." in said
    assert "While each of them is built (less than a second) the engine can't write; reading goes on." in said
    assert "A build that takes longer than 5 seconds" in said
    assert "What it brings: a look takes about a quarter of the work" in said
    assert (
        "What it costs: an engine that writes as fast as it can manages 80 to 90 messages where it managed 100" in said
    )
    told = facts(plan)
    assert told["Indexes"] == "qmonitor_attempts, qmonitor_enqueued, qmonitor_line"
    assert told["Messages in the file"] == f"about {MANY}"
    assert told["The engine can't write"] == "less than a second for each"
    assert told["Called off after"] == "5 seconds"
    assert told["The file grows by"] == "about 3 MB"
    assert told["Free on its disk"].endswith(" MB")


@pytest.mark.parametrize(("rows", "small"), [(tuning.SMALL - 1, True), (tuning.SMALL, False)])
def test_a_small_file_gains_little(tmp_path: Path, rows: int, small: bool) -> None:
    admin = open_source(filled(tmp_path / "q.db", rows)).admin()
    assert ("will hardly get faster" in words(admin.plan("optimise", ()))) is small
    admin.close()


def test_a_long_wait_of_the_engine_is_warned_of(path: Path, admin: Admin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qmonitor.queues.delivery.survey.WRITTEN", 500_000)  # bytes a second
    plan = admin.plan("optimise", ())
    (warning,) = map(str, plan.warnings)
    assert warning.startswith("While each of them is built (about 3 seconds) the engine can't write.")
    assert warning.endswith("does not accept messages: choose a quiet hour, or stop it first.")
    assert facts(plan)["The engine can't write"] == "about 3 seconds for each"
    assert plan.at_most is not None
    assert 6 <= plan.at_most.total_seconds() <= 12


def test_the_size_that_is_said_is_the_size_it_gets(path: Path, admin: Admin) -> None:
    with files.opened(path) as db:
        found = survey(db, ALL, lambda: None)
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        for name in ALL:
            db.execute(OPTIONAL[name])
        size = (db.execute("PRAGMA page_count").fetchone()[0] - pages) * 4096
    assert found.rows == MANY
    assert found.size == pytest.approx(size, rel=0.1)


def test_an_estimate_of_a_file_with_holes_counts_what_is_there(path: Path) -> None:
    with files.opened(path) as db:
        db.execute(f"DELETE FROM queue WHERE id < {MANY // 2} OR id % 2")
        found = survey(db, ALL, lambda: None)
    assert found.rows == pytest.approx(MANY // 4, rel=0.05)


def test_a_big_file_is_looked_at_in_places(tmp_path: Path) -> None:
    path = filled(tmp_path / "q.db", 60_000)
    with files.opened(path) as db:
        found = survey(db, ALL, lambda: None)
    assert found.rows == pytest.approx(60_000, rel=0.02)


# --- what is done


def test_exactly_these_indexes_are_added_and_no_message_changes(path: Path, admin: Admin) -> None:
    before = files.rows(path)
    plan = admin.plan("optimise", ())
    report = admin.run(plan, WHO, WHY)
    assert (report.confirmed, report.done, report.left, report.unchanged, report.notices) == (COUNT, COUNT, 0, (), ())
    assert indexes(path) == {**INDEXES, **OPTIONAL}
    assert files.rows(path) == before
    assert [str(said).rpartition(" for ")[0] for said in report.remarks] == [
        f"{name}: the engine could not write" for name in ALL
    ]
    assert_untouched(path, ALL)


def test_undo_takes_out_these_and_nothing_else(path: Path, admin: Admin) -> None:
    with files.opened(path) as db:
        db.execute("CREATE INDEX theirs ON queue (channel, destination, state, attempts)")
    optimise(path)
    before = files.rows(path)
    plan = admin.plan("optimise-undo", ())
    assert list(plan.members) == [(name, PRESENT) for name in ALL]
    assert facts(plan)["Freed within the file"] == "about 3 MB"
    report = admin.run(plan, WHO, WHY)
    assert (report.done, report.unchanged) == (COUNT, ())
    assert indexes(path).keys() == {*INDEXES, "theirs"}
    assert files.rows(path) == before


@pytest.mark.parametrize("missing", ALL)
def test_a_file_that_has_some_of_them_gets_the_others(path: Path, admin: Admin, missing: str) -> None:
    """As one has that was optimised when there were two."""
    there = [name for name in ALL if name != missing]
    with files.opened(path) as db:
        for name in there:
            db.execute(OPTIONAL[name])
    plan = admin.plan("optimise", ())
    assert list(plan.members) == [(missing, GONE)]
    assert f"It has {', '.join(there)} already." in words(plan)
    assert words(plan).startswith("1 index is added to the file")
    assert admin.plan("optimise-undo", ()).target == ", ".join(there)
    assert admin.run(plan, WHO, WHY).done == 1
    assert indexes(path) == {**INDEXES, **OPTIONAL}


def test_where_all_are_there_the_file_is_not_touched(path: Path, admin: Admin) -> None:
    optimise(path)
    before = path.read_bytes()
    plan = admin.plan("optimise", ())
    assert plan.count == 0
    assert [str(word) for word in plan.words] == [
        "The file has these indexes already: there is nothing to optimise.",
    ]
    assert admin.run(plan, WHO, WHY).confirmed == 0
    assert path.read_bytes() == before


def test_where_none_is_there_nothing_is_taken_out(path: Path, admin: Admin) -> None:
    before = path.read_bytes()
    plan = admin.plan("optimise-undo", ())
    assert [str(word) for word in plan.words] == ["The file has no index of qmonitor: there is nothing to take away."]
    assert admin.run(plan, WHO, WHY).confirmed == 0
    assert path.read_bytes() == before


def test_undo_of_one_act_takes_back_what_that_act_did(path: Path, admin: Admin) -> None:
    with files.opened(path) as db:
        db.execute(OPTIONAL["qmonitor_enqueued"])
    plan = optimise(path)
    done = [str(item) for item, _ in plan.members]
    back = admin.plan("optimise-undo", done, seen=plan.mark, takes_back=plan.id)
    assert admin.run(back, WHO, WHY).done == COUNT - 1
    assert indexes(path).keys() == {*INDEXES, "qmonitor_enqueued"}


def test_an_empty_queue_is_optimised_too(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db")
    assert optimise(path).count == COUNT
    assert_untouched(path, ALL)


def test_names_that_are_no_text_and_odd_values_are_no_hindrance(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [*files.every_odd_row(), *files.nameless_rows()], loose=True)
    assert optimise(path).count == COUNT
    assert_untouched(path, ALL)


def test_a_file_in_rollback_journal_mode_says_that_nobody_can_read_meanwhile(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{}], journal="delete")
    admin = open_source(path).admin()
    plan = admin.plan("optimise", ())
    assert "nobody can read it, either." in words(plan)
    assert admin.run(plan, WHO, WHY).done == COUNT
    admin.close()
    assert files.side_files(path) == []
    with files.opened(path) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)


# --- what is refused


@pytest.mark.parametrize("lacking", list(INDEXES))
def test_without_the_engines_own_indexes_it_makes_no_sense(path: Path, admin: Admin, lacking: str) -> None:
    with files.opened(path) as db:
        db.execute(f"DROP INDEX {lacking}")
    with pytest.raises(errors.Refused, match=f"lacks an index that engines make, {lacking}"):
        admin.plan("optimise", ())


@pytest.mark.parametrize("action", ["optimise", "optimise-undo"])
@pytest.mark.parametrize("name", ALL)
def test_what_has_the_name_but_is_something_else_is_left_alone(
    path: Path, admin: Admin, name: str, action: str
) -> None:
    with files.opened(path) as db:
        db.execute(f"CREATE INDEX {name} ON queue (control_id)")
        assert name not in objects(db)
    with pytest.raises(errors.Refused, match=f"something else of the name {name}"):
        admin.plan(action, ())


def test_too_little_room_is_said_before_anything_is_done(
    path: Path, admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning, "SPARE", 10**15)
    before = path.read_bytes()
    with pytest.raises(errors.Refused) as caught:
        admin.plan("optimise", ())
    assert str(caught.value.cause).startswith("There is too little room: 10000000")
    assert f"have to be free in {path.parent}, and " in str(caught.value.cause)
    assert str(caught.value.remedy) == "Free some space first; nothing was changed."
    assert path.read_bytes() == before
    assert admin.plan("optimise-undo", ()).count == 0


def test_room_to_sort_is_looked_for_where_sqlite_sorts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    second.mkdir()
    monkeypatch.setenv("SQLITE_TMPDIR", str(first))
    monkeypatch.setenv("TMPDIR", str(second))
    assert tuning.temporary_folder() == str(second)
    first.mkdir()
    assert tuning.temporary_folder() == str(first)


def test_another_file_than_the_one_confirmed_is_not_touched(path: Path, admin: Admin, tmp_path: Path) -> None:
    plan = admin.plan("optimise", ())
    filled(tmp_path / "other.db", 50).replace(path)
    before = path.read_bytes()
    with pytest.raises(errors.Refused, match="exchanged"):
        admin.run(plan, WHO, WHY)
    with pytest.raises(errors.Refused, match="this one was never optimised"):
        admin.plan("optimise-undo", ALL, seen=plan.mark, takes_back=plan.id)
    assert path.read_bytes() == before


def test_nobody_acts_without_a_name(path: Path, admin: Admin) -> None:
    with pytest.raises(errors.Refused):
        admin.run(admin.plan("optimise", ()), " ", WHY)
    assert_untouched(path)


# --- the audit


def test_each_index_has_its_entry(path: Path, admin: Admin) -> None:
    built = admin.plan("optimise", ())
    admin.run(built, WHO, WHY)
    dropped = admin.plan("optimise-undo", ())
    admin.run(dropped, WHO, WHY)
    entries = [
        (row["action"], row["plan"], row["part"], row["count"], json.loads(row["ids"]), json.loads(row["before"]))
        for row in audit(path)
    ]
    assert entries == [
        *(("optimise", built.id, n, 1, [name], [[name, GONE]]) for n, name in enumerate(ALL, 1)),
        *(("optimise-undo", dropped.id, n, 1, [name], [[name, PRESENT]]) for n, name in enumerate(ALL, 1)),
    ]
    assert {(row["actor"], row["reason"], row["target"]) for row in audit(path)} == {(WHO, WHY, ", ".join(ALL))}
    reader = open_source(path).reader()
    assert [entry.ids for entry in reader.audit()] == [(name,) for name in reversed(ALL)] * 2
    assert reader.verify_audit().intact
    assert reader.interrupted() == ()
    reader.close()


@pytest.mark.parametrize("action", ["optimise", "optimise-undo"])
def test_without_an_audit_row_nothing_is_changed(path: Path, admin: Admin, action: str) -> None:
    if action == "optimise-undo":
        optimise(path)
    else:
        skip = admin.plan("skip", [2])
        admin.run(skip, WHO, WHY)
    plan, before = admin.plan(action, ()), (indexes(path), audit(path))
    with files.opened(path) as db:
        db.execute("CREATE TRIGGER no_audit BEFORE INSERT ON qmonitor_audit BEGIN SELECT RAISE(ABORT, 'no room'); END")
    with pytest.raises(errors.QueueError):
        admin.run(plan, WHO, WHY)
    assert (indexes(path), audit(path)) == before


# --- what ends it early


def run_until(admin: Admin, plan: Plan, enough: Callable[[int], bool]) -> tuple[Report, list[int]]:
    told: list[int] = []

    def progress(done: int, total: int) -> bool:
        assert total == 1000
        told.append(done)
        return not enough(done)

    return admin.run(plan, WHO, WHY, progress), told


@pytest.mark.parametrize(
    ("thousandths", "built"),
    [(0, ()), (150, ()), (300, ()), (400, ()), (550, ALL[:1]), (650, ALL[:1]), (760, ALL[:2]), (850, ALL[:2])],
)
def test_stopped_anywhere_it_leaves_only_what_is_whole(
    path: Path, admin: Admin, told_often: None, thousandths: int, built: tuple[str, ...]
) -> None:
    report, told = run_until(admin, admin.plan("optimise", ()), lambda done: done >= thousandths)
    assert told == sorted(told)
    assert (report.done, report.left) == (len(built), COUNT - len(built))
    assert "It was stopped; what was begun is undone." in map(str, report.notices)
    assert [json.loads(row["ids"]) for row in audit(path)] == [[name] for name in built]
    assert_untouched(path, built)


def test_stopped_by_another_thread_it_ends_at_once(path: Path, admin: Admin, told_often: None) -> None:
    def interrupt(done: int) -> bool:
        if done > 300:
            asked = threading.Thread(target=admin.interrupt)
            asked.start()
            asked.join()
        return False

    report, told = run_until(admin, admin.plan("optimise", ()), interrupt)
    assert (report.done, report.left) == (0, COUNT)
    assert len([done for done in told if done > 300]) == 1
    assert_untouched(path)


def test_what_takes_longer_than_was_said_is_called_off(path: Path, admin: Admin, told_often: None) -> None:
    plan = replace(admin.plan("optimise", ()), at_most=timedelta())
    report, _ = run_until(admin, plan, lambda _: False)
    assert (report.done, report.left) == (0, COUNT)
    assert "It took longer than was said and was called off" in str(report.notices[0])
    assert audit(path) == []
    assert_untouched(path)


def test_progress_goes_from_nothing_to_all(path: Path, admin: Admin, told_often: None) -> None:
    _, told = run_until(admin, admin.plan("optimise", ()), lambda _: False)
    assert told == sorted(told)
    assert told[0] <= 20
    assert told[-1] == 1000
    assert max(after - before for before, after in zip(told, told[1:], strict=False)) < 150


def test_a_lock_that_is_not_let_go(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_writer, "TRY_FOR", 0.05)
    admin = open_source(path).admin()
    plan = admin.plan("optimise", ())
    with Engine(path) as engine:
        engine.sql("BEGIN IMMEDIATE")
        with pytest.raises(errors.SourceBusy):
            admin.run(plan, WHO, WHY)
        engine.sql("ROLLBACK")
    admin.close()
    assert_untouched(path)


def test_what_somebody_else_did_meanwhile_is_told(path: Path, admin: Admin) -> None:
    plan = admin.plan("optimise", ())
    with files.opened(path) as db:
        db.execute(OPTIONAL["qmonitor_attempts"])
    report = admin.run(plan, WHO, WHY)
    assert (report.done, report.unchanged, report.left) == (COUNT - 1, (("qmonitor_attempts", PRESENT),), 0)
    assert indexes(path) == {**INDEXES, **OPTIONAL}
    assert [json.loads(row["ids"]) for row in audit(path)] == [[name] for name in ALL[1:]]


FULL = """
import json, resource, signal
from qmonitor.queues import errors, open_source
admin = open_source(arguments[0]).admin()
plan = admin.plan("optimise", ())
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (arguments[1], resource.RLIM_INFINITY))
try:
    report = admin.run(plan, "w", "r")
    print(json.dumps([report.done, report.left, [str(said) for said in report.notices]]))
except errors.SourceError as error:
    print(json.dumps([0, plan.count, [str(error.cause), str(error.remedy)]]))
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
admin.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of file sizes")
@pytest.mark.parametrize("room", [1_024, 200_000, 600_000, 1_000_000])
def test_where_the_disk_fills_up_all_the_same_the_file_is_whole(path: Path, room: int) -> None:
    done, left, said = users.ask(FULL, str(path), room)
    assert done + left == COUNT
    assert (left == 0) or "disk" in said[0]
    assert [json.loads(row["ids"]) for row in audit(path)] == [[name] for name in ALL[:done]]
    assert_untouched(path, ALL[:done])


HANGS = """
import sys
from qmonitor.queues import open_source
from qmonitor.queues.delivery import building
building.SHOW_EVERY = 0.0
def progress(done, total):
    if done >= int(sys.argv[2]):
        print("there", flush=True)
        sys.stdin.read()
admin = open_source(sys.argv[1]).admin()
admin.run(admin.plan("optimise", ()), "ann@ward-7", "killed", progress)
"""


@pytest.mark.parametrize(("thousandths", "built"), [(100, ()), (340, ()), (450, ()), (600, ALL[:1]), (800, ALL[:2])])
def test_killed_in_the_middle_the_file_is_whole(path: Path, thousandths: int, built: tuple[str, ...]) -> None:
    """With the engine's file open and beside it, as it is in the field."""
    command = [sys.executable, "-c", HANGS, str(path), str(thousandths)]
    with Engine(path) as engine:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == "there\n"
            child.kill()
        engine.sql("PRAGMA busy_timeout = 0")
        assert engine.enqueue("lab", "dest-01")
    assert_untouched(path, built)
    assert [json.loads(row["ids"]) for row in audit(path)] == [[name] for name in built]
    reader = open_source(path).reader()
    assert reader.verify_audit().intact
    assert reader.interrupted() == ()
    reader.close()
    assert optimise(path).count == COUNT - len(built)


# --- beside others


def test_looks_go_on_while_it_builds_and_after_it_is_undone(path: Path, admin: Admin, told_often: None) -> None:
    reader = open_source(path).reader()

    def look() -> list[tuple[object, ...]]:
        while not (depth := reader.depth()).complete:
            pass
        return [
            (row.channel, row.destination, row.pending, row.failed, row.oldest, row.max_attempts) for row in depth.rows
        ]

    before, seen = look(), []
    for action in ("optimise", "optimise-undo"):
        report, _ = run_until(admin, admin.plan(action, ()), lambda _: bool(seen.append(look())))
        assert report.done == COUNT
        seen.append(look())
    assert len(seen) > 10
    assert all(found == before for found in seen)
    reader.close()


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["pending", "failed", "delivered", "skipped", "odd"]),
            st.integers(0, 9),
            st.sampled_from(files.LEGACY_TIMES + files.ODD_TIMES),
            st.sampled_from(files.ODD_NAMES),
        ),
        max_size=30,
    ),
    st.lists(st.sampled_from(["optimise", "optimise-undo"]), max_size=4),
)
def test_no_figure_differs_with_or_without_them(tmp_path_factory: pytest.TempPathFactory, rows: Any, acts: Any) -> None:
    path = files.queue(
        tmp_path_factory.mktemp("figures") / "q.db",
        [
            {"state": state, "attempts": attempts, "enqueued_at": at, "destination": name}
            for state, attempts, at, name in rows
        ],
    )
    source = open_source(path)
    reader, admin = source.reader(), source.admin()

    def figures() -> list[tuple[object, ...]]:
        while not (depth := reader.depth()).complete:
            pass
        return [(row.destination, row.pending, row.failed, row.oldest, row.max_attempts) for row in depth.rows]

    try:
        before = figures()
        for action in acts:
            admin.run(admin.plan(action, ()), WHO, WHY)
            assert figures() == before
    finally:
        reader.close()
        admin.close()
