"""What was confirmed is what is done; whatever happens meanwhile is left alone, and told one by one.

Between plan and run the engine (another process) goes on: rows arrive, are delivered, fail, come back, vanish.
"""

import json
import re
import resource
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues import Query, errors, open_source, sqlite_writer, times
from qmonitor.queues.delivery.acts import ACTS
from qmonitor.queues.plan import Admin, Plan, Report
from tests.helpers import files, users
from tests.helpers.engine import Engine

WHO = "jdoe@ward-7"
WHY = "receiver replaced, ticket 4711"
HERE = Query(channel="lab", destination="dest-01")
FAR = times.parse("2100-01-01T00:00:00Z")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Ids 1 to 5 pending, 6 failed, 7 delivered, 8 skipped, 9 in an odd state; 10 pending elsewhere."""
    states = ["pending"] * 5 + ["failed", "delivered", "skipped", "odd"]
    rows: list[dict[str, Any]] = [
        {"state": state, "control_id": f"C{n}", "raw": b"MSH|%d" % n, "attempts": n % 3, "last_error": f"why {n}"}
        for n, state in enumerate(states, 1)
    ]
    return files.queue(tmp_path / "queue.db", [*rows, {"destination": "elsewhere"}])


@pytest.fixture
def admin(path: Path) -> Iterator[Admin]:
    opened = open_source(path).admin()
    yield opened
    opened.close()


@pytest.fixture
def engine(path: Path) -> Iterator[Engine]:
    with Engine(path) as running:
        yield running


def audit(path: Path) -> list[dict[str, Any]]:
    with files.opened(path) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name='qmonitor_audit'").fetchone():
            return []
        cursor = db.execute("SELECT * FROM qmonitor_audit ORDER BY id")
        return [dict(zip([c[0] for c in cursor.description], row, strict=True)) for row in cursor]


def balanced(report: Report, plan: Plan) -> None:
    """Every member and every item named is accounted for exactly once."""
    told = [item for item, _ in report.unchanged]
    assert len(told) == len(set(told))
    assert report.confirmed == plan.count + len(plan.excluded)
    assert report.done + len(told) + report.left == report.confirmed
    assert {i for i, _ in plan.excluded} <= set(told)
    assert (report.action, report.plan) == (plan.action, plan.id)


def run(admin: Admin, plan: Plan) -> Report:
    report = admin.run(plan, WHO, WHY)
    balanced(report, plan)
    return report


# --- frozen


def test_planning_changes_nothing(path: Path, admin: Admin) -> None:
    before = files.rows(path)
    for action in ACTS:
        plan_any(admin, action)
    assert files.rows(path) == before
    assert audit(path) == []


def plan_any(admin: Admin, action: str, item: int = 8) -> Plan:
    """A plan of any action on something that it can be done to."""
    if action == "drain":
        return admin.plan(action, HERE, include_failed=True)
    if action == "purge":
        return admin.plan(action, Query(), before=FAR)
    if action in ("skip", "retry-now"):
        return admin.plan(action, [1, 6])
    return admin.plan(action, [item])


def test_what_arrives_after_the_plan_is_not_touched(path: Path, admin: Admin, engine: Engine) -> None:
    plan = admin.plan("drain", HERE)
    late = engine.enqueue("lab", "dest-01")
    report = run(admin, plan)
    assert (report.done, report.unchanged) == (5, ())
    assert files.states(path)[late] == "pending"


def test_what_is_delivered_after_the_plan_stays_delivered(path: Path, admin: Admin, engine: Engine) -> None:
    plan = admin.plan("drain", HERE)
    engine.deliver(2)
    engine.fail(3)
    report = run(admin, plan)
    assert report.done == 3
    assert report.unchanged == ((2, "delivered"), (3, "failed"))
    assert (files.states(path)[2], files.states(path)[3]) == ("delivered", "failed")


@pytest.mark.parametrize("action", ["skip", "remove", "restore"])
def test_what_comes_back_to_pending_after_the_plan_stays_pending(
    path: Path, admin: Admin, engine: Engine, action: str
) -> None:
    item = {"skip": 6, "remove": 7, "restore": 8}[action]
    plan = admin.plan(action, [item])
    assert list(plan.members) == [(item, {6: "failed", 7: "delivered", 8: "skipped"}[item])]
    engine.revive(item)
    before = files.rows(path)
    report = run(admin, plan)
    assert (report.done, report.unchanged) == (0, ((item, "pending"),))
    assert files.rows(path) == before


def test_what_is_purged_is_only_what_was_finished_at_the_plan(path: Path, admin: Admin, engine: Engine) -> None:
    plan = admin.plan("purge", Query(), before=FAR)
    engine.revive(8)
    engine.deliver(1)
    report = run(admin, plan)
    assert (report.done, report.unchanged) == (1, ((8, "pending"),))
    assert {1, 8} <= set(files.states(path))


def test_what_is_gone_after_the_plan_is_reported_as_gone(path: Path, admin: Admin, engine: Engine) -> None:
    plan = admin.plan("drain", HERE)
    engine.sql("DELETE FROM queue WHERE id IN (1, 5)")
    report = run(admin, plan)
    assert (report.done, report.unchanged) == (3, ((1, "gone"), (5, "gone")))


def test_a_plan_is_done_once(path: Path, admin: Admin) -> None:
    plan = admin.plan("skip", [1, 2])
    assert run(admin, plan).done == 2
    before = files.rows(path)
    try:
        again = admin.run(plan, WHO, WHY)
    except errors.Refused:
        pass
    else:
        assert (again.done, again.unchanged) == (0, ((1, "skipped"), (2, "skipped")))
    assert files.rows(path) == before
    assert sum(row["count"] for row in audit(path)) == 2


def test_two_people_confirm_the_same(path: Path, admin: Admin) -> None:
    other = open_source(path).admin()
    mine, theirs = admin.plan("drain", HERE), other.plan("drain", HERE)
    assert run(admin, mine).done == 5
    report = run(other, theirs)
    assert report.done == 0
    assert report.unchanged == tuple((n, "skipped") for n in range(1, 6))
    other.close()
    assert {row[0] for row in files.rows(path, "last_error", "id < 6")} == {f"drained by {WHO}"}


# --- what each action does, on every state

DONE_ON = {
    "skip": {1: "skipped", 6: "skipped"},
    "retry-now": {1: "pending", 6: "pending"},
    "remove": {6: None, 7: None, 8: None},
    "restore": {8: "pending"},
    "erase": {1: None, 6: None, 7: None, 8: None, 9: None},
}


@pytest.mark.parametrize("item", [1, 6, 7, 8, 9, 99])
@pytest.mark.parametrize("action", list(DONE_ON))
def test_each_action_on_each_state(path: Path, admin: Admin, action: str, item: int) -> None:
    before = files.states(path)
    plan = admin.plan(action, [item])
    report = run(admin, plan)
    after = files.states(path)
    if item in DONE_ON[action]:
        assert (report.done, report.unchanged) == (1, ())
        assert after.pop(item, None) == DONE_ON[action][item]
        before.pop(item)
        assert len(audit(path)) == 1
    elif action == "remove" and item == 9:
        return  # an odd state: neither pending nor finished by any definition; both answers can be defended
    else:
        assert (report.done, report.unchanged) == (0, ((item, before.get(item, "gone")),))
        assert sum(row["count"] for row in audit(path)) == 0
    assert after == before


def test_a_skipped_row_says_by_whom_and_keeps_the_rest(path: Path, admin: Admin) -> None:
    before = files.rows(path, "channel, destination, control_id, raw, attempts, enqueued_at, reason", "id = 1")
    run(admin, admin.plan("skip", [1]))
    assert files.rows(path, "channel, destination, control_id, raw, attempts, enqueued_at, reason", "id = 1") == before
    ((state, error, last),) = files.rows(path, "state, last_error, last_attempt", "id = 1")
    assert (state, error) == ("skipped", f"skipped by {WHO}")
    assert times.parse(last).known


def test_a_drained_row_says_by_whom(path: Path, admin: Admin) -> None:
    run(admin, admin.plan("drain", HERE))
    assert set(files.rows(path, "last_error", "id < 6")) == {(f"drained by {WHO}",)}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {1, 2, 3, 4, 5}),
        ({"include_failed": True}, {1, 2, 3, 4, 5, 6}),
        ({"first": 2}, {1, 2}),
        ({"first": 6, "include_failed": True}, {1, 2, 3, 4, 5, 6}),
        ({"first": 100}, {1, 2, 3, 4, 5}),
    ],
)
def test_what_a_drain_takes(path: Path, admin: Admin, options: dict[str, Any], expected: set[int]) -> None:
    plan = admin.plan("drain", HERE, **options)
    assert {item for item, _ in plan.members} == expected
    assert plan.head == 1
    run(admin, plan)
    assert {i for i, state in files.states(path).items() if state == "skipped"} == expected | {8}


def test_a_drain_of_what_is_older(path: Path, admin: Admin) -> None:
    with files.opened(path) as db:
        db.execute("UPDATE queue SET enqueued_at = ? WHERE id = 2", (times.now().text,))
        db.execute("UPDATE queue SET enqueued_at = '2020-01-01T00:00:00+01:00' WHERE id IN (3, 4)")
        db.execute("UPDATE queue SET enqueued_at = 'yesterday' WHERE id = 5")
        db.execute("UPDATE queue SET enqueued_at = ? WHERE id = 1", ((times.now() + timedelta(days=1)).text,))
    plan = admin.plan("drain", HERE, older_than=timedelta(hours=1))
    assert [item for item, _ in plan.members] == [3, 4]


def test_a_drain_of_what_matches_a_filter(admin: Admin) -> None:
    plan = admin.plan("drain", Query(channel="lab", destination="dest-01", text="c3"))
    assert [item for item, _ in plan.members] == [3]


def test_the_querys_limit_and_offset_do_not_count(admin: Admin) -> None:
    plan = admin.plan("drain", Query(channel="lab", destination="dest-01", limit=1, offset=2))
    assert plan.count == 5


@pytest.mark.parametrize(("failed_too", "expected"), [(False, {1, 2, 3, 4, 5}), (True, {1, 2, 3, 4, 5, 6})])
def test_retry_now_of_a_destination(path: Path, admin: Admin, failed_too: bool, expected: set[int]) -> None:
    due = dict(files.rows(path, "id, next_attempt"))
    plan = admin.plan("retry-now", HERE, include_failed=failed_too)
    assert {item for item, _ in plan.members} == expected
    run(admin, plan)
    for item, state, attempts, again in files.rows(path, "id, state, attempts, next_attempt", "id < 7"):
        if item in expected:
            assert (state, attempts) == ("pending", 0)
            assert again != due[item]
            assert (times.parse(again).ns or 0) <= (times.now().ns or 0)
        else:
            assert again == due[item]


def test_retry_now_always_writes_another_next_attempt(path: Path, admin: Admin) -> None:
    """Else a report of before would still match. Also where the stored time lies in the future."""
    with files.opened(path) as db:
        db.execute("UPDATE queue SET next_attempt = ?", ((times.now() + timedelta(hours=1)).text,))
    seen = [dict(files.rows(path, "id, next_attempt"))[1]]
    for _ in range(5):
        run(admin, admin.plan("retry-now", [1]))
        seen.append(dict(files.rows(path, "id, next_attempt"))[1])
    assert len(set(seen)) == 6


def test_purge_takes_what_finished_before_the_cutoff_by_instant(tmp_path: Path) -> None:
    noon = "2026-11-29T12:00:00.000000000Z"
    rows: list[dict[str, Any]] = [
        {"state": "delivered", "last_attempt": "2026-11-29T12:30:00+01:00"},  # 1: 11:30, though its text is later
        {"state": "delivered", "last_attempt": "2026-11-29T11:30:00-01:00"},  # 2: 12:30, though its text is earlier
        {"state": "skipped", "last_attempt": None, "enqueued_at": "2026-11-29T11:59:59.999999999Z"},  # 3
        {"state": "skipped", "last_attempt": None, "enqueued_at": noon},  # 4: not before
        {"state": "failed", "last_attempt": "2020-01-01T00:00:00Z"},  # 5: stays
        {"state": "pending", "enqueued_at": "2020-01-01T00:00:00Z"},  # 6: stays
        {"state": "odd", "last_attempt": "2020-01-01T00:00:00Z"},  # 7: stays
        {
            "state": "delivered",
            "last_attempt": "2026-11-29T12:00:00.000000001Z",
            "enqueued_at": "2020-01-01T00:00:00Z",
        },  # 8
        {"state": "delivered", "last_attempt": "2026-11-29T11:00:00Z"},  # 9
    ]
    path = files.queue(tmp_path / "q.db", rows)
    admin = open_source(path).admin()
    plan = admin.plan("purge", Query(), before=times.parse(noon))
    assert [item for item, _ in plan.members] == [1, 3, 9]
    run(admin, plan)
    admin.close()
    assert set(files.states(path)) == {2, 4, 5, 6, 7, 8}


def test_what_finished_at_an_unknown_time_is_not_purged(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{"state": "delivered", "last_attempt": "yesterday", "enqueued_at": "once"}])
    admin = open_source(path).admin()
    assert admin.plan("purge", Query(), before=FAR).count == 0
    admin.close()


def test_purge_needs_a_cutoff(admin: Admin) -> None:
    with pytest.raises((errors.Refused, ValueError)):
        admin.plan("purge", Query())


@pytest.mark.parametrize("item", [6, 7, 8])
def test_resend_makes_a_new_last_item_of_the_same_bytes(path: Path, admin: Admin, item: int) -> None:
    before = files.rows(path)
    report = run(admin, admin.plan("resend", [item]))
    assert (report.done, len(report.created)) == (1, 1)
    (made,) = report.created
    assert made == max(files.states(path)) == 11
    assert files.rows(path, where="id < 11") == before
    columns = "channel, destination, control_id, message_type, raw, typeof(raw)"
    assert files.rows(path, columns, f"id = {made}") == files.rows(path, columns, f"id = {item}")
    ((state, attempts, reason, error, queued),) = files.rows(
        path, "state, attempts, reason, last_error, enqueued_at", f"id = {made}"
    )
    assert (state, attempts, reason, error) == ("pending", 0, f"resent by {WHO} from {item}", "")
    assert times.from_ns(times.parse(queued).ns or 0).text == queued


def test_what_is_still_to_be_sent_is_not_sent_again(path: Path, admin: Admin) -> None:
    plan = admin.plan("resend", [1])
    assert (plan.count, plan.excluded) == (0, ((1, "pending"),))
    assert run(admin, plan).unchanged == ((1, "pending"),)
    assert len(files.rows(path)) == 10


def test_a_restored_item_is_due_at_once_and_nothing_of_before_counts(path: Path, admin: Admin) -> None:
    run(admin, admin.plan("restore", [8]))
    ((state, attempts, due),) = files.rows(path, "state, attempts, next_attempt", "id = 8")
    assert (state, attempts) == ("pending", 0)
    assert (times.parse(due).ns or 0) <= (times.now().ns or 0)


def test_restoring_names_what_overtook_the_item(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"state": "delivered"},
        {"state": "skipped"},
        {"state": "delivered"},
        {"state": "delivered", "destination": "other"},
    ]
    path = files.queue(tmp_path / "q.db", rows)
    admin = open_source(path).admin()
    (warning,) = admin.plan("restore", [2]).warnings
    admin.close()
    assert re.search(r"delivered meanwhile \(3\)", str(warning))


def test_what_overtook_the_items_of_many_destinations_is_one_sentence_and_a_list(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = []
    for n in range(20):
        here = {"destination": f"dest-{n:02d}"}
        rows += [here | {"state": "failed"}, here | {"state": "failed"}]
        rows += [here | {"state": "delivered"}] * (n if n % 2 else 0)
    path = files.queue(tmp_path / "q.db", rows)
    admin = open_source(path).admin()
    plan = admin.plan("retry-now", Query(state="failed"))
    admin.close()
    assert [str(said) for said in plan.warnings] == [
        "For 10 destinations later messages were delivered meanwhile: those receivers get these out of order."
    ]
    assert [(share.where.destination, share.count, share.later) for share in plan.shares] == [
        *((f"dest-{n:02d}", 2, n) for n in range(1, 20, 2)),
        *((f"dest-{n:02d}", 2, 0) for n in range(0, 20, 2)),
    ]
    assert [str(said) for said in plan.words] == [
        "40 messages for 20 destinations become due now, with their attempts counted from 0 again.",
        "Only those that match the filter.",
        "All of them have failed.",
    ]
    assert (str(plan.aim), plan.target, plan.type_name) == ("20 destinations", "20 destinations", "40")


def test_one_of_several_destinations_that_was_overtaken_is_named(tmp_path: Path) -> None:
    rows = [{"state": "skipped"}] * 2 + [{"destination": "other", "state": "skipped"}] + [{"state": "delivered"}] * 9
    path = files.queue(tmp_path / "q.db", rows)
    admin = open_source(path).admin()
    (warning,) = admin.plan("restore", [1, 2, 3]).warnings
    admin.close()
    assert str(warning).startswith(
        "9 later messages for lab/dest-01 were delivered meanwhile (4, 5, 6, 7, 8 and 4 more)"
    )


def test_an_instant_written_in_two_ways(tmp_path: Path) -> None:
    path = files.queue(
        tmp_path / "q.db", [{"enqueued_at": "2026-11-29T08:00:00Z"}, {"enqueued_at": "2026-11-29T09:00:00.0+01:00"}]
    )
    admin = open_source(path).admin()
    plan = admin.plan("drain", HERE)
    admin.close()
    assert (
        (plan.oldest and plan.oldest.ns) == (plan.newest and plan.newest.ns) == times.parse("2026-11-29T08:00:00Z").ns
    )


def test_the_first_instant_of_1970_is_a_time_as_any(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{"enqueued_at": "1970-01-01T00:00:00.000000000Z"}])
    admin = open_source(path).admin()
    plan = admin.plan("drain", HERE)
    admin.close()
    assert plan.oldest == times.from_ns(0)


# --- what a plan says


def test_a_plan_says_what_it_means(path: Path, admin: Admin) -> None:
    plan = admin.plan("drain", HERE, include_failed=True)
    said = " ".join(map(str, plan.words))
    assert "6" in said
    assert "lab/dest-01" in said or "dest-01" in plan.target
    assert "unless they are restored" in said
    assert str(plan.undo) == "Restore puts them back in line, in their old places."
    assert (plan.count, plan.unsent, plan.head) == (6, 6, 1)
    assert plan.oldest is not None
    assert plan.newest is not None
    assert plan.offers_save


@pytest.mark.parametrize(
    ("action", "ids", "said", "warned"),
    [
        ("skip", [1], ["Then 2 is the head."], []),
        ("skip", [1, 2, 4], ["Then 3 is the head."], []),
        ("skip", [1, 2, 3, 4, 5, 6], ["1 of them has failed.", "Then nothing waits there."], []),
        ("skip", [3], [], ["3 is not the head (1 is): skipping it unblocks nothing."]),
        ("skip", [3, 2], [], ["The head, 1, is not one of them: skipping these unblocks nothing."]),
        ("skip", [6], ["It has failed."], []),
        (
            "skip",
            [1, 2, 11],
            [],
            ["The head of lab/elsewhere, 10, is not one of them: skipping these unblocks nothing there."],
        ),
        (
            "skip",
            [2, 11],
            [],
            ["For 2 destinations the head is not one of them: skipping these unblocks nothing there."],
        ),
        ("retry-now", [3], [], []),
        ("restore", [8], ["Its attempts count from 0 again, and its last error is cleared."], []),
        ("erase", [3], [], []),
    ],
)
def test_a_plan_says_what_becomes_of_the_line(
    path: Path, admin: Admin, action: str, ids: list[int], said: list[str], warned: list[str]
) -> None:
    with files.opened(path) as db:
        files.insert(db, [{"destination": "elsewhere"}])
        db.execute("UPDATE queue SET next_attempt = '2999-01-01T00:00:00Z'")
    plan = admin.plan(action, ids)
    known = [str(sentence) for sentence in plan.words[1:] if "been delivered" not in str(sentence)]
    assert (known, list(map(str, plan.warnings))) == (said, warned)


def test_the_next_head_is_found_behind_thousands_that_go(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{} for _ in range(4_100)])
    admin = open_source(path).admin()
    assert "Then 4051 is the head." in map(str, admin.plan("drain", HERE, first=4_050).words)
    assert "Then nothing waits there." in map(str, admin.plan("drain", HERE).words)
    admin.close()


def test_one_message_is_told_as_one(admin: Admin) -> None:
    plan = admin.plan("skip", [2])
    assert str(plan.words[0]) == "1 message for lab/dest-01 will not be sent, unless it is restored."
    assert str(plan.undo) == "Restore puts it back in line, in its old place."
    assert plan.control_id == "C2"
    assert plan.shares == ()
    assert admin.plan("skip", [1, 2]).control_id == ""


def test_oldest_and_newest_go_by_instant(path: Path, admin: Admin) -> None:
    with files.opened(path) as db:
        db.execute("UPDATE queue SET enqueued_at = '2026-11-29T10:00:00+14:00' WHERE id = 3")
        db.execute("UPDATE queue SET enqueued_at = '2026-11-29T01:00:00-12:00' WHERE id = 4")
        db.execute("UPDATE queue SET enqueued_at = 'yesterday' WHERE id = 5")
    plan = admin.plan("drain", HERE)
    assert plan.oldest is not None
    assert plan.newest is not None
    assert (plan.oldest.text, plan.newest.text) == ("2026-11-29T10:00:00+14:00", "2026-11-29T01:00:00-12:00")


def test_how_many_of_them_were_never_sent(path: Path, admin: Admin) -> None:
    """Skipped means that it never went out; only what was delivered did."""
    plan = admin.plan("erase", [1, 6, 7, 8])
    assert plan.unsent == 3
    assert "3 of them have not been delivered." in map(str, plan.words)


def test_the_name_is_to_be_typed_for_more_than_a_hundred_and_for_erasing(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{} for _ in range(101)])
    admin = open_source(path).admin()
    assert admin.plan("drain", HERE, first=100).type_name is None
    assert admin.plan("drain", HERE).type_name == "dest-01"
    assert admin.plan("erase", [1]).type_name == "dest-01"
    admin.close()


def test_items_that_cannot_be_part_are_named_with_their_state(admin: Admin) -> None:
    plan = admin.plan("skip", [1, 7, 99, 6])
    assert list(plan.members) == [(1, "pending"), (6, "failed")]
    assert set(plan.excluded) == {(7, "delivered"), (99, "gone")}
    assert set(run(admin, plan).unchanged) == {(7, "delivered"), (99, "gone")}


def test_an_item_named_twice_is_acted_on_once(path: Path, admin: Admin) -> None:
    plan = admin.plan("skip", [1, 1, 2, 1])
    assert [item for item, _ in plan.members] == [1, 2]
    assert run(admin, plan).done == 2


def test_an_action_that_there_is_not(admin: Admin) -> None:
    with pytest.raises((errors.Refused, ValueError)):
        admin.plan("explode", [1])


# --- names that no configuration knows


@pytest.mark.parametrize("action", ["drain", "skip", "retry-now", "erase"])
@pytest.mark.parametrize("name", ["", "o'hara; --", "null\x00inside", "Labor Süd", b"\xff\xfe"])
def test_a_destination_of_any_name_can_be_acted_on(tmp_path: Path, action: str, name: str | bytes) -> None:
    path = files.queue(tmp_path / "q.db", [{"channel": name, "destination": name}, {}, {"channel": name}])
    source = open_source(path)
    reader, admin = source.reader(), source.admin()
    where = reader.get(1)
    what: Any = Query(channel=where.channel, destination=where.destination)
    plan = admin.plan(action, what if action in ("drain", "retry-now") else [1])
    assert [item for item, _ in plan.members] == [1]
    assert run(admin, plan).done == 1
    assert reader.verify_audit().intact
    reader.close()
    admin.close()


def test_a_long_drain_of_a_destination_whose_name_is_no_utf8(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{"channel": b"\xff", "destination": b"caf\xe9"} for _ in range(250)])
    source = open_source(path)
    reader, admin = source.reader(), source.admin()
    (where,) = reader.destinations()
    plan = admin.plan("drain", Query(channel=where.channel, destination=where.destination))
    assert run(admin, plan).done == 250
    reader.close()
    admin.close()


@pytest.mark.parametrize("state", ["", "odd", "pending\x00", b"\xff\xfe"])
def test_an_item_in_any_state_can_be_erased(tmp_path: Path, state: str | bytes) -> None:
    path = files.queue(tmp_path / "q.db", [{"state": state}, {}])
    admin = open_source(path).admin()
    assert run(admin, admin.plan("erase", [1])).done == 1
    admin.close()
    assert files.states(path) == {2: "pending"}


# --- audit


@pytest.mark.parametrize("action", ACTS)
def test_every_action_is_audited_with_what_was_before(path: Path, admin: Admin, action: str) -> None:
    columns = "id, state, attempts, next_attempt, last_attempt"
    plan = plan_any(admin, action)
    members = [item for item, _ in plan.members]
    before = [list(row) for row in files.rows(path, columns) if row[0] in members]
    report = run(admin, plan)
    (row,) = audit(path)
    assert (row["actor"], row["action"], row["reason"]) == (WHO, action, WHY)
    assert (row["plan"], row["part"], row["count"]) == (plan.id, 1, len(members)) == (plan.id, 1, report.done)
    assert json.loads(row["ids"]) == members
    assert row["host"]
    assert row["version"]
    assert times.from_ns(times.parse(row["at"]).ns or 0).text == row["at"]
    if action == "erase":
        assert not row["before"] or json.loads(row["before"]) == []
    else:
        assert json.loads(row["before"]) == before
    assert "why" not in json.dumps(row)


def test_the_reader_shows_the_audit_newest_first(path: Path, admin: Admin) -> None:
    for item in (1, 2, 3):
        run(admin, admin.plan("skip", [item]))
    reader = open_source(path).reader()
    entries = reader.audit()
    assert [entry.ids for entry in entries] == [(3,), (2,), (1,)]
    assert [entry.ids for entry in reader.audit(limit=1, before=entries[0].id)] == [(2,)]
    assert (entries[0].actor, entries[0].action, entries[0].reason) == (WHO, "skip", WHY)
    assert reader.verify_audit().rows == 3
    reader.close()


def test_a_file_in_which_nobody_ever_acted_has_an_empty_audit(path: Path) -> None:
    reader = open_source(path).reader()
    assert reader.audit() == ()
    assert reader.interrupted() == ()
    assert reader.verify_audit().intact
    assert reader.verify_audit().rows == 0
    reader.close()


@pytest.mark.parametrize("statement", ["UPDATE qmonitor_audit SET reason='x'", "DELETE FROM qmonitor_audit"])
def test_the_audit_refuses_to_be_changed(path: Path, admin: Admin, engine: Engine, statement: str) -> None:
    run(admin, admin.plan("skip", [1]))
    before = audit(path)
    with pytest.raises(Exception, match="append-only"):
        engine.sql(statement)
    assert audit(path) == before


BLOCK = "CREATE TRIGGER no_audit BEFORE INSERT ON qmonitor_audit BEGIN SELECT RAISE(ABORT, 'no room'); END"


@pytest.mark.parametrize("action", ACTS)
def test_without_an_audit_row_nothing_is_changed(path: Path, admin: Admin, action: str) -> None:
    run(admin, admin.plan("retry-now", [10]))
    (first,) = audit(path)
    plan = plan_any(admin, action)
    with files.opened(path) as db:
        db.execute(BLOCK)
    before = files.rows(path)
    with pytest.raises(errors.QueueError) as caught:
        admin.run(plan, WHO, WHY)
    assert str(caught.value.cause)
    assert files.rows(path) == before
    assert audit(path) == [first]
    with files.opened(path) as db:
        db.execute("DROP TRIGGER no_audit")
    assert run(admin, plan_any(admin, action)).done


@pytest.mark.parametrize("action", ACTS)
def test_a_change_that_fails_is_not_in_the_audit(path: Path, admin: Admin, action: str) -> None:
    plan = plan_any(admin, action)
    with files.opened(path) as db:
        for event in ("UPDATE", "DELETE", "INSERT"):
            db.execute(f"CREATE TRIGGER no_{event} BEFORE {event} ON queue BEGIN SELECT RAISE(ABORT, 'held'); END")
    before = files.rows(path)
    with pytest.raises(errors.QueueError):
        admin.run(plan, WHO, WHY)
    assert files.rows(path) == before
    assert audit(path) == []


# --- what fails leaves everything as it was


@pytest.mark.parametrize("action", ACTS)
def test_a_lock_that_is_not_let_go(path: Path, action: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_writer, "TRY_FOR", 0.05)
    opened = open_source(path).admin()
    with Engine(path) as engine:
        plan = plan_any(opened, action)
        before = files.rows(path)
        engine.sql("BEGIN IMMEDIATE")
        try:
            with pytest.raises(errors.SourceBusy) as caught:
                opened.run(plan, WHO, WHY)
            assert str(caught.value.remedy)
        finally:
            engine.sql("ROLLBACK")
        assert files.rows(path) == before
        assert audit(path) == []
    opened.close()


@users.needs_users
@pytest.mark.parametrize("mode", [0o644, 0o444])
def test_a_file_that_may_only_be_read(shared: Path, mode: int) -> None:
    path = files.queue(shared / "queue.db", [{}])
    path.chmod(mode)
    shared.chmod(0o755)
    before = path.read_bytes()
    kind, cause, remedy = users.ask(
        """
import json
from qmonitor.queues import errors, open_source
try:
    admin = open_source(arguments[0]).admin()
    admin.run(admin.plan("skip", [1]), "w", "r")
except errors.QueueError as error:
    print(json.dumps([type(error).__name__, str(error.cause), str(error.remedy)]))
""",
        str(path),
        uid=users.OUTSIDER,
    )
    assert kind == "NotWritable"
    assert "queue.db" in cause
    assert remedy
    assert path.read_bytes() == before
    assert files.side_files(path) == []


FULL = """
import json, resource, signal
from qmonitor.queues import errors, open_source
path, action, what = arguments
source = open_source(path)
admin = source.admin()
plan = admin.plan(action, what)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1024, resource.RLIM_INFINITY))
try:
    admin.run(plan, "w", "r")
except errors.SourceError as error:
    print(json.dumps([type(error).__name__, str(error.cause), str(error.remedy)]))
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
try:
    admin.close()
except errors.SourceError:
    pass
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="no limit of file sizes")
@pytest.mark.parametrize("action", ["skip", "erase", "resend"])
def test_a_disk_that_is_full(path: Path, action: str) -> None:
    before = files.rows(path)
    kind, cause, remedy = users.ask(FULL, str(path), action, [7 if action == "resend" else 1])
    assert kind in ("SourceError", "SourceCorrupt")
    assert "disk" in cause
    assert remedy
    assert files.rows(path) == before
    assert audit(path) == []


def test_a_file_that_is_gone_between_plan_and_run(path: Path, admin: Admin) -> None:
    plan = admin.plan("skip", [1])
    away = path.rename(path.with_name("away.db"))
    with pytest.raises(errors.SourceError):
        admin.run(plan, WHO, WHY)
    assert not path.exists()
    assert files.states(away)[1] == "pending"
    assert audit(away) == []


def test_a_file_that_is_replaced_between_plan_and_run(path: Path, tmp_path: Path, admin: Admin) -> None:
    """What was confirmed was confirmed of the other file: ids and states may match by chance."""
    plan = admin.plan("skip", [1])
    other = files.queue(tmp_path / "new.db", [{"control_id": "another patient's"}])
    other.replace(path)
    with pytest.raises(errors.QueueError):
        admin.run(plan, WHO, WHY)
    assert files.states(path) == {1: "pending"}


# --- batches


def test_batches_are_small_and_told_in_order(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{"raw": b"x" * 100} for _ in range(1150)])
    admin = open_source(path).admin()
    steps: list[tuple[int, int]] = []
    plan = admin.plan("drain", HERE)
    report = admin.run(plan, WHO, WHY, lambda done, of: steps.append((done, of)))
    balanced(report, plan)
    admin.close()
    rows = audit(path)
    assert max(row["count"] for row in rows) <= 200
    assert [row["part"] for row in rows] == list(range(1, len(rows) + 1))
    assert {row["plan"] for row in rows} == {plan.id}
    assert [item for row in rows for item in json.loads(row["ids"])] == list(range(1, 1151))
    assert [of for _, of in steps] == [1150] * len(steps)
    assert [done for done, _ in steps] == sorted({done for done, _ in steps})
    assert steps[-1] == (1150, 1150)
    assert max(b - a for (a, _), (b, _) in zip([(0, 0), *steps], steps, strict=False)) <= 200


def test_a_run_that_is_stopped_can_go_on(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{} for _ in range(1000)])
    source = open_source(path)
    admin, reader = source.admin(), source.reader()
    plan = admin.plan("drain", HERE)
    first = admin.run(plan, WHO, WHY, lambda done, of: done < 300)
    balanced(first, plan)
    assert 300 <= first.done < 1000
    assert first.left == 1000 - first.done
    (left,) = reader.interrupted()
    assert (left.id, left.action, left.actor, left.done, left.left) == (plan.id, "drain", WHO, first.done, first.left)
    rest = admin.resume(plan.id)
    assert (rest.count, rest.done_before, rest.id) == (first.left, first.done, plan.id)
    assert {item for item, _ in rest.members} == {i for i, s in files.states(path).items() if s == "pending"}
    second = run(admin, rest)
    assert second.done == first.left
    assert reader.interrupted() == ()
    assert set(files.states(path).values()) == {"skipped"}
    assert sorted(item for row in audit(path) for item in json.loads(row["ids"])) == list(range(1, 1001))
    assert reader.verify_audit().intact
    reader.close()
    admin.close()


def test_the_rest_of_a_stopped_run_is_still_what_was_confirmed(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{} for _ in range(500)])
    source = open_source(path)
    admin = source.admin()
    plan = admin.plan("drain", HERE)
    admin.run(plan, WHO, WHY, lambda done, of: False)
    with Engine(path) as engine:
        late = engine.enqueue("lab", "dest-01")
        engine.deliver(500)
        report = run(admin, admin.resume(plan.id))
    assert report.unchanged == ((500, "delivered"),)
    assert files.states(path)[late] == "pending"
    admin.close()


def test_the_rest_of_a_stopped_run_can_be_given_up(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{} for _ in range(500)])
    source = open_source(path)
    admin, reader = source.admin(), source.reader()
    plan = admin.plan("drain", HERE)
    done = admin.run(plan, WHO, WHY, lambda done, of: False).done
    admin.discard(plan.id)
    assert reader.interrupted() == ()
    with pytest.raises(errors.Refused):
        admin.resume(plan.id)
    assert list(files.states(path).values()).count("skipped") == done
    reader.close()
    admin.close()


def test_an_unknown_plan_cannot_go_on(admin: Admin) -> None:
    with pytest.raises(errors.Refused):
        admin.resume("0" * 32)


# --- the engine takes no notice


@pytest.mark.parametrize("action", ["skip", "drain", "remove", "erase"])
def test_a_reversal_by_the_engine_can_be_seen(path: Path, admin: Admin, engine: Engine, action: str) -> None:
    reader = open_source(path).reader()
    plan = {
        "skip": lambda: admin.plan("skip", [1]),
        "drain": lambda: admin.plan("drain", HERE, first=1),
        "remove": lambda: admin.plan("remove", [7]),
        "erase": lambda: admin.plan("erase", [1]),
    }[action]()
    run(admin, plan)
    (item,) = [i for i, _ in plan.members]
    acted = "gone" if action in ("remove", "erase") else "skipped"
    assert reader.states([item]) == ((item, acted),)
    engine.revive(item)
    assert reader.states([item]) == ((item, "gone" if acted == "gone" else "pending"),)
    reader.close()


def test_states_of_many_items_in_the_order_asked_for(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{"state": "odd" if n % 2 else "pending"} for n in range(5000)])
    reader = open_source(path).reader()
    asked = [*range(5000, 0, -1), 7777, 1]
    assert reader.states(asked) == tuple((i, "gone" if i > 5000 else "pending" if i % 2 else "odd") for i in asked)
    reader.close()


# --- leaving no trace but the change


def test_acting_on_a_stopped_engines_file_leaves_no_side_files(path: Path) -> None:
    admin = open_source(path).admin()
    run(admin, admin.plan("skip", [1]))
    admin.close()
    assert files.side_files(path) == []
    with Engine(path) as engine:
        assert engine.sql("PRAGMA integrity_check") == [["ok"]]


def test_acting_adds_nothing_but_objects_of_ours(path: Path) -> None:
    others = "name NOT LIKE 'qmonitor%' AND name NOT LIKE 'sqlite%'"
    ours = f"SELECT type, name, sql FROM sqlite_master WHERE {others} ORDER BY name"
    with files.opened(path) as db:
        db.execute("CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB)")
        db.execute("PRAGMA user_version=17")
        before = db.execute(ours).fetchall()
    admin = open_source(path).admin()
    for action in ACTS:
        if action != "erase":
            admin.run(plan_any(admin, action), WHO, WHY)
    admin.close()
    with files.opened(path) as db:
        assert db.execute(ours).fetchall() == before
        assert db.execute("PRAGMA user_version").fetchone() == (17,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_file_in_rollback_journal_mode_is_acted_on_as_it_is(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{}], journal="delete")
    admin = open_source(path).admin()
    assert run(admin, admin.plan("skip", [1])).done == 1
    admin.close()
    with files.opened(path) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert files.side_files(path) == []


def test_where_the_file_shows_that_a_clock_is_wrong_a_choice_by_time_says_so(tmp_path: Path) -> None:
    ahead = {"enqueued_at": "2020-01-01T00:00:00Z", "last_attempt": (times.now() + timedelta(hours=3)).text}
    old = {"state": "delivered", "last_attempt": "2020-01-01T00:00:00Z", "channel": "lab", "destination": "a"}
    path = files.queue(tmp_path / "q.db", [{**old, **ahead}, old, {**old, **ahead, "state": "pending"}])
    admin = open_source(path).admin()
    plan = admin.plan("purge", Query(), before=timedelta(days=30))
    assert [item for item, _ in plan.members] == [2]
    (said,) = map(str, plan.warnings)
    assert "in the future" in said
    here = Query(channel="lab", destination="a")
    drained = admin.plan("drain", here, older_than=timedelta(days=30))
    assert drained.count == 1  # it was queued long ago, whenever it was tried
    assert not any("in the future" in str(said) for said in drained.warnings)
    with files.opened(path) as db:
        db.execute("UPDATE queue SET enqueued_at = last_attempt WHERE id = 3")
    drained = admin.plan("drain", here, older_than=timedelta(days=30))
    assert drained.count == 0
    assert any("in the future" in str(said) for said in drained.warnings)
    assert admin.plan("drain", here).warnings == ()
    admin.close()
