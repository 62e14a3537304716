"""What was confirmed is what is done, and what was done is what is reported, whatever happens in between."""

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from qmonitor.queues import Query, open_source
from qmonitor.queues.delivery.selection import Candidate, Selection
from qmonitor.queues.errors import Refused, SourceBusy
from qmonitor.queues.plan import Members, Plan
from qmonitor.queues.times import now
from tests.helpers import files, users

HERE = Query(channel="lab", destination="dest-01")
WHO, WHY = "ann@ward-7", "receiver is gone"


def plan_while(
    monkeypatch: pytest.MonkeyPatch, path: Path, change: str, action: str, what: Query, **options: object
) -> Plan:
    """The plan, where a running engine does `change` after the items were found and before they are read."""
    read = Selection.candidates
    with files.opened(path) as engine:
        engine.execute("UPDATE queue SET reason = reason")

        def reading(self: Selection, ids: Sequence[int]) -> Iterator[Candidate]:
            engine.execute(change)
            return read(self, ids)

        monkeypatch.setattr(Selection, "candidates", reading)
        admin = open_source(path).admin()
        return admin.plan(action, what, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("action", "state", "becomes", "options"),
    [
        ("retry-now", "pending", "delivered", {}),
        ("drain", "pending", "delivered", {}),
        ("drain", "pending", "failed", {}),
        ("purge", "skipped", "pending", {"before": now()}),
        ("restore", "skipped", "delivered", {}),
        ("skip", "failed", "skipped", {}),
    ],
)
def test_a_row_that_leaves_its_state_while_the_plan_is_made_is_not_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, action: str, state: str, becomes: str, options: dict[str, object]
) -> None:
    path = files.queue(tmp_path / "q.db", [{"state": state}, {"state": state}])
    change = f"UPDATE queue SET state = '{becomes}' WHERE id = 2"
    plan = plan_while(monkeypatch, path, change, action, HERE, **options)
    assert list(plan.members) == [(1, state)]


def test_no_action_touches_a_state_that_is_not_its_own_even_if_a_plan_says_so(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{"state": "delivered"}])
    admin = open_source(path).admin()
    plan = admin.plan("resend", [1])
    for action in ("retry-now", "skip", "restore"):
        forged = Plan(
            action=action, target="x", members=Members([(1, "delivered")]), taken=now(), words=(), undo=plan.undo
        )
        assert admin.run(forged, WHO, WHY).unchanged == ((1, "delivered"),)
    assert files.states(path) == {1: "delivered"}


def test_a_plan_that_is_refused_is_not_kept_for_later(tmp_path: Path) -> None:
    """It would go on in the file that was put in the place of its own."""
    path = files.queue(tmp_path / "q.db", [{"channel": "adt"}] * 300)
    admin = open_source(path).admin()
    plan = admin.plan("drain", Query(channel="adt", destination="dest-01"))
    files.queue(tmp_path / "new.db", [{"control_id": "another's"}] * 300).replace(path)
    before = path.read_bytes()
    with pytest.raises(Refused, match="exchanged"):
        admin.run(plan, WHO, WHY)
    assert path.read_bytes() == before
    assert open_source(path).reader().interrupted() == ()
    assert set(files.states(path).values()) == {"pending"}


def test_a_kept_plan_does_not_go_on_in_another_queue(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{}] * 300)
    admin = open_source(path).admin()
    plan = admin.run(admin.plan("drain", HERE), WHO, WHY, lambda *_: False).plan
    with files.opened(path) as db:
        db.execute("UPDATE queue SET control_id = 'another' WHERE id = 300")
    with pytest.raises(Refused, match="exchanged"):
        admin.resume(plan)


def test_a_file_replaced_in_the_middle_of_a_drain_is_told(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{}] * 600)
    spare = tmp_path / "spare.db"
    shutil.copyfile(path, spare)
    admin = open_source(path).admin()

    def replaced(done: int, _: int) -> None:
        if spare.exists():
            for side in files.side_files(path):
                (tmp_path / side).unlink()
            spare.replace(path)

    report = admin.run(admin.plan("drain", HERE), WHO, WHY, replaced)
    assert report.done < 600
    assert report.left == 600 - report.done
    assert "exchanged" in str(report.notices[0])
    assert set(files.states(path).values()) == {"pending"}


def test_an_error_in_the_middle_ends_in_a_report_of_what_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qmonitor.queues.sqlite_writer.TRY_FOR", 0.05)
    path = files.queue(tmp_path / "q.db", [{}] * 600)
    admin = open_source(path).admin()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:

        def locked(done: int, _: int) -> None:
            if not db.in_transaction:
                db.execute("BEGIN IMMEDIATE")

        report = admin.run(admin.plan("drain", HERE), WHO, WHY, locked)
        assert 0 < report.done < 600
        assert report.left == 600 - report.done
        assert "locked" in str(report.notices[0])
        db.execute("ROLLBACK")
    assert [plan.left for plan in open_source(path).reader().interrupted()] == [report.left]
    assert sum(state == "skipped" for state in files.states(path).values()) == report.done


def test_an_error_before_anything_was_done_is_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qmonitor.queues.sqlite_writer.TRY_FOR", 0.05)
    path = files.queue(tmp_path / "q.db", [{}])
    admin = open_source(path).admin()
    plan = admin.plan("skip", [1])
    with files.opened(path) as db:
        db.execute("BEGIN IMMEDIATE")
        with pytest.raises(SourceBusy):
            admin.run(plan, WHO, WHY)
        db.execute("ROLLBACK")


def test_two_people_do_not_go_on_with_the_same_plan(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{"state": "delivered"}] * 300)
    source = open_source(path)
    first, second = source.admin(), source.admin()
    plan = first.run(first.plan("resend", list(range(1, 301))), WHO, WHY, lambda *_: False).plan
    ours, theirs = first.resume(plan), second.resume(plan)
    done = first.run(ours, WHO, WHY).done
    with pytest.raises(Refused, match="Somebody else"):
        second.run(theirs, WHO, WHY)
    assert len(files.states(path)) == 300 + 50 + done


def test_a_resend_that_was_stopped_again_meanwhile_sends_nothing_twice(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{"state": "delivered"}] * 300)
    source = open_source(path)
    first, second = source.admin(), source.admin()
    plan = first.run(first.plan("resend", list(range(1, 301))), WHO, WHY, lambda *_: False).plan
    theirs = second.resume(plan)
    first.run(first.resume(plan), WHO, WHY, lambda *_: False)
    second.run(theirs, WHO, WHY)
    with files.opened(path) as db:
        origins = [row[0] for row in db.execute("SELECT reason FROM queue WHERE id > 300")]
    assert len(origins) == len(set(origins)) == 300


@pytest.mark.parametrize("count", [2, 50, 120])
def test_a_short_plan_of_several_items_can_go_on_too(
    tmp_path: Path, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qmonitor.queues.delivery.runner.FIRST", 1)
    path = files.queue(tmp_path / "q.db", [{}] * count)
    admin = open_source(path).admin()
    plan = admin.run(admin.plan("skip", list(range(1, count + 1))), WHO, WHY, lambda *_: False).plan
    assert admin.run(admin.resume(plan), WHO, WHY).done == count - 1
    assert open_source(path).reader().interrupted() == ()


def test_big_payloads_end_a_batch_early(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{"raw": b"x" * 1_500_000}] * 12)
    admin = open_source(path).admin()
    steps: list[int] = []
    admin.run(admin.plan("drain", HERE), WHO, WHY, lambda done, _: steps.append(done))
    assert max(b - a for a, b in zip([0, *steps], steps, strict=False)) <= 2


def test_a_row_without_a_state_can_be_erased(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{"state": None}, {}], loose=True)
    admin = open_source(path).admin()
    assert admin.run(admin.plan("erase", [1]), WHO, WHY).done == 1
    assert set(files.states(path)) == {2}


def test_ids_beyond_the_files_integers_are_each_reported(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{}])
    admin = open_source(path).admin()
    plan = admin.plan("skip", [2**64, 2**64 + 1, "99999999999999999998"])
    assert plan.excluded == ((2**64, "gone"), (2**64 + 1, "gone"), ("99999999999999999998", "gone"))


@pytest.mark.parametrize("wipes", [True, False])
def test_copies_that_the_engine_left_in_freed_space_are_told(tmp_path: Path, wipes: bool) -> None:
    name = b"Ndabaningi^Theodosia^unheard-of-name-of-a-patient-" + b"x" * 60
    path = files.queue(tmp_path / "q.db", [{"raw": name if n == 7 else b"y" * 100} for n in range(20)])
    with files.opened(path) as db:
        db.execute(f"PRAGMA secure_delete = {'ON' if wipes else 'OFF'}")
        for error in ("refused", "refused again, and for much longer", "no"):
            db.execute("UPDATE queue SET last_error = ? WHERE id = 8", (error * 3,))
    admin = open_source(path).admin()
    report = admin.run(admin.plan("erase", [8]), WHO, "request 12")
    left = name[-40:] in path.read_bytes()
    assert [str(said).startswith("The same bytes are still") for said in report.notices] == [True] * left
    assert left is not wipes


def test_the_same_message_for_another_destination_is_told_after_an_erasure(tmp_path: Path) -> None:
    raw = b"MSH|^~\\&|HIS|NORTH|a message for two receivers, word for word the same"
    path = files.queue(tmp_path / "q.db", [{"raw": raw}, {"raw": raw, "destination": "dest-02"}])
    admin = open_source(path).admin()
    assert "another message" in str(admin.run(admin.plan("erase", [1]), WHO, WHY).notices[0])
    assert admin.run(admin.plan("erase", [2]), WHO, WHY).notices == ()


def test_an_erasure_killed_before_the_log_was_emptied_goes_on_with_that(shared: Path) -> None:
    raw = b"MSH|^~\\&|HIS|NORTH|a name that nobody else has, in a message to be erased"
    path = files.queue(shared / "q.db", [{"raw": raw + b"%d" % n} for n in range(120)])
    child = os.fork()
    if child == 0:
        try:
            admin = open_source(path).admin()
            plan = admin.plan("erase", list(range(1, 121)))
            admin.run(plan, WHO, WHY, lambda done, of: os.kill(os.getpid(), 9) if done == of else None)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 9
    (cut_off,) = open_source(path).reader().interrupted()
    assert (cut_off.done, cut_off.left) == (120, 0)
    assert raw in Path(f"{path}-wal").read_bytes() + path.read_bytes()
    admin = open_source(path).admin()
    again = admin.resume(cut_off.id)
    assert "empty the write-ahead log" in " ".join(map(str, again.words))
    assert admin.run(again, WHO, WHY).notices == ()
    assert files.side_files(path) == []
    assert raw not in path.read_bytes()
    assert open_source(path).reader().interrupted() == ()


GROUP = 2000


@users.needs_users
def test_side_files_of_a_group_member_are_of_the_group_of_the_file(shared: Path) -> None:
    """Else the engine could not open its file while somebody acts, nor after he was killed."""
    path = files.queue(shared / "q.db", [{}] * 300)
    os.chown(path, users.OWNER, GROUP)
    path.chmod(0o660)
    shared.chmod(0o777)
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([GROUP])
            os.setgid(users.OUTSIDER)
            os.setuid(users.OUTSIDER)
            admin = open_source(path).admin()
            admin.run(admin.plan("drain", HERE), WHO, WHY, lambda *_: os.kill(os.getpid(), 9))
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 9
    sides = files.side_files(path)
    assert sides == ["q.db-shm", "q.db-wal"]
    assert {(os.stat(shared / side).st_gid, os.stat(shared / side).st_mode & 0o777) for side in sides} == {
        (GROUP, 0o660)
    }


def test_named_items_are_planned_in_the_content_in_which_they_were_seen_alone(tmp_path: Path) -> None:
    """A file was put in the place of another between a look and a click: the same ids are other people's messages."""
    path = files.queue(tmp_path / "q.db", [{"control_id": f"NIGHT{n}"} for n in range(5)])
    reader, admin = open_source(path).reader(), open_source(path).admin()
    seen = reader.depth().mark
    with files.opened(path) as db:
        files.insert(db, [{"control_id": "LATER"}])
    assert admin.plan("skip", [3], seen=seen).count == 1  # the same content, some time later
    files.queue(tmp_path / "new.db", [{"control_id": f"DAY{n}"} for n in range(7)]).replace(path)
    with pytest.raises(Refused, match="exchanged since these messages were seen"):
        admin.plan("skip", [3], seen=seen)
    assert reader.depth().mark != seen
    assert admin.plan("skip", [3], seen=reader.depth().mark).count == 1
    reader.close()


def test_an_undo_leaves_out_what_somebody_acted_on_since(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{} for _ in range(5)])
    admin = open_source(path).admin()
    first = admin.plan("skip", [1, 2, 3])
    admin.run(first, WHO, WHY)
    admin.run(admin.plan("restore", [2]), "another@ws", WHY)
    admin.run(admin.plan("skip", [2]), "another@ws", "for good")
    undo = admin.plan("restore", [1, 2, 3], takes_back=first.id)
    assert [item for item, _ in undo.members] == [1, 3]
    assert undo.excluded == ((2, "skipped"),)
    assert "1 message is left out: somebody acted on it since." in map(str, undo.words)
    admin.run(undo, WHO, WHY)
    assert files.states(path) == {1: "pending", 2: "skipped", 3: "pending", 4: "pending", 5: "pending"}


def test_an_undo_of_a_plan_that_nobody_touched_is_whole(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{} for _ in range(5)])
    admin = open_source(path).admin()
    first = admin.plan("skip", [1, 2, 3])
    admin.run(first, WHO, WHY)
    admin.run(admin.plan("skip", [5]), "another@ws", WHY)
    assert admin.plan("restore", [1, 2, 3], takes_back=first.id).count == 3
