"""Skip, drain, restore and erase: whole rows, only as they were confirmed, each with its row in the audit."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues.deadletter import Store
from qmonitor.queues.deadletter.source import open_file
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Destination, ItemId, Query, State
from qmonitor.queues.plan import Plan, Report
from qmonitor.queues.sqlite_file import SqliteFile
from tests.helpers import deadletter as made
from tests.helpers import deadletter_reference as reference
from tests.integration.deadletter.conftest import Look

WHO = "ann@ward-7"
LEGACY_KEY = b"grades"
LEGACY = LEGACY_KEY.hex()


class Acting:
    """One who plans and runs at a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.admin = open_file(SqliteFile(path)).admin()

    def plan(self, action: str, what: Query | Sequence[ItemId], **reach: Any) -> Plan:
        return self.admin.plan(action, what, **reach)

    def act(self, action: str, what: Query | Sequence[ItemId], **reach: Any) -> Report:
        return self.admin.run(self.plan(action, what, **reach), WHO, "a reason")


@pytest.fixture
def acting(path: Path) -> Acting:
    return Acting(path)


def skipped(path: Path) -> list[tuple[bytes, bytes, str, str]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT key, value, who, reason FROM qmonitor_skipped ORDER BY key").fetchall()


def audit(path: Path) -> list[tuple[str, str, int]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT action, target, count FROM qmonitor_audit ORDER BY id").fetchall()


def put(path: Path, key: bytes, value: bytes) -> None:
    """As the daemon does: in place, where there is such a row."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("INSERT OR REPLACE INTO kv (key, value) VALUES (?, ?)", (key, value))


def some(path: Path, state: str, look: Look, count: int = 3) -> list[ItemId]:
    items = look(path).page(Query(state=state, limit=1000, destination="exams")).items
    return [item.id for item in items if "#" not in str(item.id)][:count]


def test_planning_changes_nothing(path: Path, acting: Acting) -> None:
    before = path.read_bytes()
    plan = acting.plan("drain", Query(channel="dead-letter", destination="grades"), include_failed=True)
    assert plan.count == sum(row.pending + row.failed for row in reference.depth(path) if row.name == b"grades")
    assert path.read_bytes() == before


def test_a_skipped_row_goes_aside_whole_and_comes_back(path: Path, acting: Acting, look: Look) -> None:
    before = made.stored(path)
    plan = acting.plan("skip", [f"{LEGACY}#2"])
    assert list(plan.members) == [(f"{LEGACY}#{n}", "pending") for n in (1, 2, 3)], "its messages are listed"
    assert any("several messages" in str(words) for words in plan.words)
    report = acting.admin.run(plan, WHO, "a reason")
    assert (report.confirmed, report.done, report.unchanged, report.left) == (3, 3, (), 0)
    (value,) = (value for key, value, _ in before if key == b"grades")
    assert skipped(path) == [(b"grades", value, WHO, "a reason")]
    assert made.stored(path) == [row for row in before if row[0] != b"grades"]
    reader = look(path)
    item = reader.get(f"{LEGACY}#2")
    assert (item.state, item.last_error) == (State.SKIPPED, f"skipped by {WHO}")
    assert reader.payload(item.id) in value
    assert [one.id for one in reader.page(Query(state="skipped", head_first=True)).items] == [
        m for m, _ in plan.members
    ]
    assert reader.count(Query(state="skipped")) == 3
    assert "grades" not in [row.head and row.destination for row in reader.depth().rows if row.pending == 0]
    assert acting.act("restore", Query(state="skipped")).done == 3
    assert made.stored(path) == before
    assert skipped(path) == []
    assert audit(path) == [("skip", "dead-letter/grades", 3), ("restore", "dead-letter/grades", 3)]
    assert reader.verify_audit().intact
    assert [entry.ids for entry in reader.audit()] == [tuple(m for m, _ in plan.members)] * 2


def test_moves_show_in_the_flow(path: Path, acting: Acting, look: Look) -> None:
    reader = look(path)
    exams = Destination("dead-letter", "exams")
    ids = some(path, "pending", look, 4)
    reader.depth()
    acting.act("skip", ids)
    flow = reader.depth().flows[exams]
    assert (flow.skipped, flow.other, flow.arrived, flow.returned) == (4, 0, 0, 0)
    acting.act("restore", ids[:3])
    flow = reader.depth().flows[exams]
    assert (flow.skipped, flow.other, flow.arrived, flow.returned) == (4, 0, 0, 3)
    with Store(path) as store:
        store.dequeue(bytes.fromhex(str(ids[0])))
    assert reader.depth().flows[exams].other == 1


def test_what_can_not_be_decoded_is_skipped_and_restored_too(path: Path, acting: Acting, look: Look) -> None:
    before = made.stored(path)
    ids = some(path, "failed", look)
    assert acting.act("skip", ids).done == len(ids) > 1
    assert {row.state for row in map(look(path).get, ids)} == {"skipped"}
    assert acting.act("restore", ids).done == len(ids)
    assert made.stored(path) == before


def test_only_what_is_as_it_was_confirmed_is_changed(path: Path, acting: Acting, look: Look) -> None:
    ids = some(path, "pending", look, 5)
    plan = acting.plan("skip", [*ids, f"{LEGACY}#1", made.key("exams", 5).hex()])
    assert plan.excluded == ((made.key("exams", 5).hex(), "gone"),)
    with Store(path) as store:
        store.dequeue(bytes.fromhex(str(ids[0])))
        store.fetch_failed("grades")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE kv SET value = x'ff' WHERE key = ?", (bytes.fromhex(str(ids[1])),))
    report = acting.admin.run(plan, WHO, "a reason")
    assert report.done == 3
    assert set(report.unchanged) == {
        (made.key("exams", 5).hex(), "gone"), (ids[0], "gone"), (ids[1], "failed"),
        *((f"{LEGACY}#{n}", "gone") for n in (1, 2, 3)),
    }  # fmt: skip
    assert sorted(key.hex() for key, *_ in skipped(path)) == sorted(map(str, ids[2:]))


@pytest.mark.parametrize("action", ["skip", "erase"])
def test_a_row_that_was_rewritten_in_place_since_is_left_alone(path: Path, acting: Acting, action: str) -> None:
    """An older release writes the whole queue anew for each message: as many as before, and others."""
    other = made.items(*(made.message(username=f"nobody confirmed {n}") for n in range(3)))
    one = made.key("exams", made.BEGIN + 99)
    put(path, one, made.items(made.message()))
    plan = acting.plan(action, [f"{LEGACY}#1", one.hex()])
    assert plan.count == 4
    put(path, LEGACY_KEY, other)
    put(path, one, made.items(made.message(username="nobody confirmed")))
    report = acting.admin.run(plan, WHO, "a reason")
    assert (report.done, dict(report.unchanged)) == (0, dict.fromkeys([i for i, _ in plan.members], "pending"))
    assert dict(row[:2] for row in made.stored(path))[LEGACY_KEY] == other
    assert acting.act(action, [f"{LEGACY}#1", one.hex()]).done == 4


def test_of_a_queue_under_its_bare_name_only_what_was_confirmed_is_erased(path: Path, acting: Acting) -> None:
    """An older release writes the next messages under the name whose row was skipped."""
    acting.act("skip", [f"{LEGACY}#1"])
    put(path, LEGACY_KEY, made.items(made.message(), made.message()))
    assert acting.act("erase", [f"{LEGACY}#1"]).done == 2
    assert [key for key, *_ in skipped(path)] == [LEGACY_KEY]
    assert acting.act("restore", [f"{LEGACY}#1"]).done == 3


def test_of_a_row_that_came_back_both_copies_are_erased(path: Path, acting: Acting) -> None:
    key = made.key("exams", made.BEGIN + 99)
    put(path, key, made.items(made.message()))
    acting.act("skip", [key.hex()])
    put(path, key, made.items(made.message()))
    assert acting.act("erase", [key.hex()]).done == 1
    assert skipped(path) == []
    assert acting.plan("erase", [key.hex()]).excluded == ((key.hex(), "gone"),)


def test_an_id_of_a_row_that_is_no_queues_is_refused(path: Path, acting: Acting) -> None:
    for wrong in ("zz", 5, b"x\0no key".hex()):
        with pytest.raises(Refused):
            acting.plan("skip", [wrong])
    digest = made.key("fifteen-letters", made.BEGIN).hex()
    assert acting.plan("erase", [digest]).excluded == ((digest, "gone"),)


def test_a_drain_takes_what_waits_and_on_demand_what_failed(path: Path, acting: Acting, look: Look) -> None:
    (row,) = (row for row in reference.depth(path) if row.name == b"exams")
    here = Query(channel="dead-letter", destination="exams")
    assert acting.plan("drain", here).count == row.pending
    assert acting.plan("drain", here, include_failed=True).count == row.pending + row.failed
    assert acting.plan("drain", here, first=4).count in range(4, 9), "the last row is taken whole"
    assert acting.plan("drain", here, older_than=timedelta(days=90_000)).count == 0
    plan = acting.plan("drain", here)
    assert plan.type_name is None if row.pending <= 100 else plan.type_name == "exams"
    assert plan.offers_save
    assert acting.admin.run(plan, WHO, "").done == row.pending
    assert [r.pending for r in look(path).depth().rows if r.destination == "exams"] == [0]
    with pytest.raises(Refused):
        acting.plan("drain", Query(destination="exams"))


def test_an_erased_message_leaves_no_byte(path: Path, acting: Acting, look: Look) -> None:
    secret = "a name that nobody else has"
    key = made.key("exams", made.BEGIN + 77)
    other = made.key("exams", made.BEGIN + 78)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for each in (key, other):
            value = made.items(made.message(subject=secret, username=f"{each.hex()} {secret}"))
            db.execute("INSERT INTO kv (key, value) VALUES (?, ?)", (each, value))
    acting.act("skip", [other.hex()])
    plan = acting.plan("erase", [key.hex(), other.hex()])
    assert plan.type_name == "exams"
    report = acting.admin.run(plan, WHO, "asked for")
    assert (report.done, report.notices) == (2, ())
    assert all(secret.encode() not in file.read_bytes() for file in path.parent.iterdir())
    with pytest.raises(Refused):
        acting.plan("erase", Query())
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT before FROM qmonitor_audit WHERE action = 'erase'").fetchall() == [("[]",)]


def test_an_undo_leaves_out_what_somebody_acted_on_since(path: Path, acting: Acting, look: Look) -> None:
    ids = some(path, "pending", look, 4)
    plan = acting.plan("skip", ids)
    acting.admin.run(plan, WHO, "")
    acting.act("restore", ids[:1])
    acting.act("skip", ids[:1])
    undo = acting.plan("restore", ids, takes_back=plan.id)
    assert {item for item, _ in undo.members} == set(ids[1:])
    assert undo.excluded == ((ids[0], "skipped"),)


def test_what_is_too_old_to_be_sent_is_said_before_it_is_restored(path: Path, acting: Acting) -> None:
    key = made.key("exams", made.BEGIN)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("INSERT INTO kv (key, value) VALUES (?, ?)", (key, made.items(made.message(10**18))))
    acting.act("skip", [key.hex()])
    plan = acting.plan("restore", [key.hex()])
    assert [str(one) for one in plan.warnings] == [
        "It is older than 30 days: the daemon drops it, and does not send it."
    ]
    assert not any("will be sent" in str(one) for one in plan.words)


def test_a_row_that_came_back_meanwhile_is_not_written_over(path: Path, acting: Acting, look: Look) -> None:
    (one,) = some(path, "pending", look, 1)
    acting.act("skip", [one])
    plan = acting.plan("restore", [one])
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("INSERT INTO kv (key, value) VALUES (?, ?)", (bytes.fromhex(str(one)), made.items(made.message(5))))
    report = acting.admin.run(plan, WHO, "")
    assert (report.done, report.unchanged) == (0, ((one, "pending"),))
    assert len(skipped(path)) == 1


def test_what_was_stopped_goes_on_or_is_given_up(
    path: Path, acting: Acting, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qmonitor.queues.deadletter.runner.BATCH", 5)
    here = Query(channel="dead-letter", destination="exams")
    plan = acting.plan("drain", here)
    report = acting.admin.run(plan, WHO, "first", lambda done, _: done < 12)
    assert 0 < report.done < plan.count
    assert report.left == plan.count - report.done
    (cut_off,) = look(path).interrupted()
    assert (cut_off.id, cut_off.done, cut_off.left, cut_off.actor) == (plan.id, report.done, report.left, WHO)
    rest = acting.admin.resume(plan.id)
    assert rest.count == report.left
    again = acting.admin.run(rest, WHO, "second", lambda done, _: done < 12)
    last = acting.admin.run(acting.admin.resume(plan.id), WHO, "third")
    assert report.done + again.done + last.done == plan.count
    assert look(path).interrupted() == ()
    assert look(path).verify_audit().intact
    with pytest.raises(Refused):
        acting.admin.resume(plan.id)
    other = acting.plan("restore", Query(state="skipped"))
    acting.admin.run(other, WHO, "", lambda *_: False)
    acting.admin.discard(other.id)
    assert look(path).interrupted() == ()


def test_a_plan_of_another_file_is_not_run(path: Path, acting: Acting, tmp_path: Path) -> None:
    plan = acting.plan("skip", Query(destination="old"))
    other = made.Table(tmp_path / "other.db")
    other.legacy("old", made.message(), made.message())
    other.write().replace(path)
    before = path.read_bytes()
    with pytest.raises(Refused):
        acting.admin.run(plan, WHO, "")
    assert path.read_bytes() == before


def test_actions_that_make_no_sense_are_refused_with_the_reason(path: Path, acting: Acting) -> None:
    source = open_file(SqliteFile(path))
    can = {action for action, why in source.capabilities.items() if why is None}
    assert can == {"skip", "drain", "restore", "erase", "worker"}
    assert "no schedule" in str(source.capabilities["retry-now"])
    for action in source.capabilities.keys() - can:
        with pytest.raises(Refused):
            acting.plan(action, Query(destination="exams"))
    with pytest.raises(Refused):
        acting.admin.run(replace(acting.plan("skip", Query(destination="exams")), action="purge"), WHO, "")
    with pytest.raises(Refused):
        acting.admin.run(acting.plan("skip", Query(destination="exams")), " ", "")


def test_a_query_means_its_matches_alone(path: Path, acting: Acting, look: Look) -> None:
    counts: list[tuple[Query, Callable[[str], bool]]] = [
        (Query(state="failed"), lambda state: state == "failed"),
        (Query(state="skipped"), lambda _: False),
        (Query(), lambda _: True),
    ]
    items = look(path).page(Query(limit=1000)).items
    for query, fits in counts:
        plan = acting.plan("skip", query)
        assert {item for item, _ in plan.members} == {item.id for item in items if fits(item.state)}
    assert len(acting.plan("skip", Query()).shares) == len({item.destination for item in items})
