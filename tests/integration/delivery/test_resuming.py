"""Plans that were cut off: whose process is gone, whose host has another name, and what is said when they go on."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from qmonitor.queues import Query, open_source
from qmonitor.queues import sqlite_plans as plans
from qmonitor.queues.delivery.writer import Writer
from qmonitor.queues.errors import Interrupted, Refused
from qmonitor.queues.plan import Admin
from qmonitor.queues.processes import holder
from qmonitor.queues.running import running_at
from qmonitor.queues.times import from_ns, now
from tests.helpers import files
from tests.helpers.beside import called, started

HERE = Query(channel="a", destination="b/c")
WHO, WHY = "ann@ward-7", "receiver is gone"
PLACE = {"channel": "a", "destination": "b/c"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return files.queue(tmp_path / "q.db", [PLACE] * 1000)


@pytest.fixture
def admin(path: Path) -> Admin:
    return open_source(path).admin()


def cut_off(admin: Admin, at: int = 50) -> str:
    """A drain stopped after about `at` items; its plan's id."""
    report = admin.run(admin.plan("drain", HERE), WHO, WHY, lambda done, _: done < at)
    assert report.left
    return report.plan


def held_by(path: Path, who: str) -> None:
    with files.opened(path) as db:
        db.execute("UPDATE qmonitor_plan SET holder = ? WHERE part = 0", (who,))


def interrupted(path: Path) -> list[tuple[str, int, int]]:
    reader = open_source(path).reader()
    found = [(plan.id, plan.done, plan.left) for plan in reader.interrupted()]
    reader.close()
    return found


def test_what_goes_on_is_said_with_its_own_figures(path: Path, admin: Admin) -> None:
    first = admin.plan("drain", HERE)
    again = admin.resume(cut_off(admin))
    assert (again.type_name, first.type_name) == ("b/c", "b/c")
    assert again.count == again.unsent == 950
    assert (again.oldest, again.newest) == (first.oldest, first.newest)
    assert again.head == 51
    assert again.done_before == 50
    assert any("50 done, 950 left" in str(said) for said in again.words)


def test_what_changed_meanwhile_is_not_counted_but_reported(path: Path, admin: Admin) -> None:
    plan = cut_off(admin)
    with files.opened(path) as db:
        db.execute("UPDATE queue SET state = 'delivered' WHERE id > 990")
        db.execute("DELETE FROM queue WHERE id = 990")
    again = admin.resume(plan)
    assert str(again.words[0]).startswith("939 messages")
    report = admin.run(again, WHO, WHY)
    assert report.done == 939
    assert sorted(report.unchanged) == [(990, "gone"), *((i, "delivered") for i in range(991, 1001))]
    assert interrupted(path) == []


def test_a_plan_that_this_process_is_at_is_not_cut_off(path: Path, admin: Admin) -> None:
    seen: list[object] = []
    admin.run(admin.plan("drain", HERE), WHO, WHY, lambda *_: seen.append(interrupted(path)))
    assert seen
    assert not any(seen)


def test_a_stopped_plan_of_this_process_is(path: Path, admin: Admin) -> None:
    plan = cut_off(admin)
    assert interrupted(path) == [(plan, 50, 950)]


@pytest.mark.parametrize(
    ("holder_now", "listed"), [("", True), ("HERE:1:0", True), (holder(), True)], ids=["none", "gone", "us"]
)
def test_a_holder_that_is_gone_holds_nothing(path: Path, admin: Admin, holder_now: str, listed: bool) -> None:
    plan = cut_off(admin)
    held_by(path, holder_now.replace("HERE", holder().split(":")[0]))
    assert interrupted(path) == ([(plan, 50, 950)] if listed else [])


@pytest.mark.parametrize(("silent", "listed"), [(30, False), (61, True)])
def test_a_holder_on_a_host_of_another_name_is_judged_by_its_silence(
    path: Path, admin: Admin, silent: int, listed: bool
) -> None:
    """A container comes back under another name: its plan must not be lost."""
    plan = cut_off(admin)
    held_by(path, "another-host:17:4711")
    at = from_ns((now().ns or 0) - silent * 10**9).text
    with files.opened(path) as db:
        db.execute("UPDATE qmonitor_plan SET at = ?", (at,))
        db.execute("DROP TRIGGER qmonitor_audit_no_update")
        db.execute("UPDATE qmonitor_audit SET at = ?", (at,))
    assert interrupted(path) == ([(plan, 50, 950)] if listed else [])
    running = [(one.plan.id, one.plan.done, one.host) for one in running_at(open_source(path))]
    assert running == ([] if listed else [(plan, 50, "another-host")])
    if not listed:
        with pytest.raises(Refused, match="perhaps still running on another-host"):
            admin.resume(plan)


def test_one_that_runs_on_this_computer_is_told_as_that(path: Path, admin: Admin) -> None:
    with started() as other:
        plan = cut_off(admin)
        held_by(path, called(other))
        assert (interrupted(path), running_at(open_source(path))) == ([], ())
        with pytest.raises(Refused, match="still running on this computer"):
            admin.discard(plan)
        other.kill()
    assert interrupted(path) == [(plan, 50, 950)]


def parts(path: Path) -> list[str]:
    with files.opened(path) as db:
        return [row[0] for row in db.execute("SELECT plan FROM qmonitor_plan ORDER BY plan, part")]


def test_what_was_never_written_down_whole_is_taken_away(path: Path, admin: Admin) -> None:
    plan = cut_off(admin)
    with files.opened(path) as db:
        db.execute(
            "INSERT INTO qmonitor_plan (plan, part, at, actor, action, target, holder, count, ids, states)"
            " SELECT 'half', part, at, actor, action, target, ?, 7000, ids, states FROM qmonitor_plan WHERE part = 0",
            (f"{holder().split(':')[0]}:1:0",),
        )
    assert interrupted(path) == [(plan, 50, 950)]
    writer = Writer(path)
    plans.clear(writer)
    writer.close()
    assert set(parts(path)) == {plan}


def test_a_plan_killed_after_its_last_item_is_not_offered(path: Path, admin: Admin) -> None:
    plan = cut_off(admin)
    with files.opened(path) as db:
        for row in db.execute("SELECT ids FROM qmonitor_plan WHERE part > 0").fetchall():
            rest = [i for i in json.loads(row[0]) if i > 50]
            db.execute("INSERT INTO qmonitor_audit (plan, part, ids) VALUES (?, 99, ?)", (plan, json.dumps(rest)))
    assert interrupted(path) == []


def test_a_tampered_audit_does_not_hide_the_plans(path: Path, admin: Admin) -> None:
    plan = cut_off(admin)
    with files.opened(path) as db:
        db.execute("DROP TRIGGER qmonitor_audit_no_update")
        db.execute("UPDATE qmonitor_audit SET ids = '['")
    assert interrupted(path) == [(plan, 0, 1000)]


def test_a_plan_of_nothing_does_not_touch_the_file(path: Path, admin: Admin) -> None:
    before = path.read_bytes()
    for plan in (admin.plan("skip", [99_999]), admin.plan("drain", Query(channel="a", destination="nosuch"))):
        report = admin.run(plan, WHO, WHY)
        assert (report.done, report.unchanged) == (0, plan.excluded)
    assert path.read_bytes() == before


def test_waiting_for_the_lock_can_be_called_off(path: Path, admin: Admin) -> None:
    plan = admin.plan("skip", [1])
    admin.interrupt()
    with files.opened(path) as db:
        db.execute("BEGIN IMMEDIATE")
        with pytest.raises(Interrupted):
            admin.run(plan, WHO, WHY)
        db.execute("ROLLBACK")
    assert files.states(path)[1] == "pending"


def test_whoever_acts_can_be_asked_whether_it_waits(path: Path, admin: Admin) -> None:
    plan = admin.plan("skip", [1])
    assert admin.waiting() == 0
    with files.opened(path) as db, ThreadPoolExecutor() as lane:
        db.execute("BEGIN IMMEDIATE")
        done = lane.submit(admin.run, plan, WHO, WHY)
        while not admin.waiting():
            assert not done.done()
        db.execute("ROLLBACK")
        assert done.result().done == 1
    assert admin.waiting() == 0


def test_planning_can_be_called_off(path: Path, admin: Admin) -> None:
    admin.interrupt()
    with pytest.raises(Interrupted):
        admin.plan("drain", HERE)


def test_an_unknown_plan_is_refused(admin: Admin) -> None:
    with pytest.raises(Refused, match="no interrupted plan"):
        admin.resume("0" * 32)
