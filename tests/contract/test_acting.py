"""What everybody may expect of a source's actions, whatever the queue."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from qmonitor.queues.errors import Refused
from qmonitor.queues.model import ItemId, Query, State
from qmonitor.queues.plan import Admin, Report
from qmonitor.queues.source import ACTIONS, Reader, Source
from qmonitor.queues.working import WORKER
from tests.contract.conftest import COUNT, FAILED, Kit

WHO = "ann@ward-7"


@pytest.fixture
def source(kit: Kit) -> Source:
    return kit.open()


@pytest.fixture
def admin(source: Source) -> Admin:
    return source.admin()


@pytest.fixture
def reader(source: Source) -> Reader:
    return source.reader()


def ids(reader: Reader, **filters: object) -> list[ItemId]:
    return [item.id for item in reader.page(Query(limit=1000, head_first=True, **filters)).items]  # type: ignore[arg-type]


def as_now(report: Report, ids: Sequence[ItemId]) -> list[ItemId]:
    """The ids that items have after a run."""
    moved = dict(report.moved)
    return [moved.get(item, item) for item in ids]


def test_every_action_is_there_or_says_why_not(source: Source, admin: Admin) -> None:
    assert set(source.capabilities) == {*ACTIONS, WORKER}
    for action, why in source.capabilities.items():
        if why is not None and action != WORKER:
            assert str(why)
            with pytest.raises(Refused):
                admin.plan(action, Query(state="pending"))
    with pytest.raises(Refused):
        admin.plan("no action", Query())


def test_a_plan_changes_nothing_and_says_what_it_would_do(kit: Kit, admin: Admin, reader: Reader) -> None:
    before = kit.content()
    plan = admin.plan("skip", kit.widest)
    assert plan.count == plan.unsent == kit.reach * COUNT
    assert {state for _, state in plan.members} == {"pending"}
    assert plan.words and str(plan.undo) and plan.target
    assert plan.oldest is not None
    assert len(plan.shares) == (kit.reach if kit.reach > 1 else 0)
    assert kit.content() == before


def test_skip_and_restore(kit: Kit, admin: Admin, reader: Reader) -> None:
    lines = [ids(reader, state="pending"), ids(reader, state="failed")]
    some = lines[0][4:9]
    payloads = [reader.payload(item) for item in some]
    report = admin.run(admin.plan("skip", some), WHO, "a reason")
    assert (report.action, report.actor, report.confirmed, report.done, report.unchanged) == ("skip", WHO, 5, 5, ())
    aside = as_now(report, some)
    assert {state for _, state in reader.states(aside)} == {"skipped"}
    assert ids(reader, state="skipped") == aside
    assert [reader.payload(item) for item in aside] == payloads
    assert reader.count(Query(state="skipped")) == 5
    assert sum(row.pending for row in reader.depth().rows) == len(kit.places) * COUNT - 5
    restored = admin.run(admin.plan("restore", aside), WHO, "")
    assert restored.done == 5
    back = as_now(restored, aside)
    if kit.keeps_places:
        assert [ids(reader, state="pending"), ids(reader, state="failed")] == lines, "in their old places"
        assert aside == back == some
    else:
        assert ids(reader, state="pending")[-5:] == back, "as the last ones"
    assert [reader.payload(item) for item in back] == payloads
    entries = reader.audit()
    assert [(entry.action, entry.actor, entry.count, set(entry.ids)) for entry in entries] == [
        ("restore", WHO, 5, {*aside, *back}), ("skip", WHO, 5, {*some, *aside}),
    ]  # fmt: skip
    assert entries[1].reason == "a reason"
    assert reader.verify_audit().intact


def test_skips_show_in_the_flow(kit: Kit, admin: Admin, reader: Reader) -> None:
    where = kit.places[-1]
    begun = reader.depth().flows[where].since
    some = ids(reader, channel=where.channel, destination=where.destination)[:3]
    admin.run(admin.plan("skip", some), WHO, "")
    flow = reader.depth().flows[where]
    if flow.since != begun:  # totals of a server can't account for a deletion: all begins anew then
        assert not kit.keeps_places
        assert (flow.arrived, flow.skipped, flow.other) == (0, 0, 0)
        return
    assert flow.skipped == 3
    admin.run(admin.plan("restore", some), WHO, "")
    flow = reader.depth().flows[where]
    assert (flow.skipped, flow.returned, flow.delivered or 0, flow.other) == (3, 3, 0, 0)


def test_only_what_is_as_it_was_confirmed_is_changed(kit: Kit, admin: Admin, reader: Reader) -> None:
    some = ids(reader, state="pending")[:4]
    plan = admin.plan("skip", [*some, kit.unknown])
    assert plan.excluded == ((kit.unknown, "gone"),)
    kit.sent(some[0])
    report = admin.run(plan, WHO, "")
    assert (report.confirmed, report.done, report.left) == (5, 3, 0)
    assert {item for item, _ in report.unchanged} == {kit.unknown, some[0]}
    again = admin.run(replace(plan, id="another", excluded=()), WHO, "")
    assert (again.done, len(again.unchanged)) == (0, 4)


def test_what_comes_after_the_plan_is_not_part_of_it(kit: Kit, admin: Admin, reader: Reader) -> None:
    where = kit.places[0]
    plan = admin.plan("drain", Query(channel=where.channel, destination=where.destination))
    new = kit.add(0, "later")
    assert admin.run(plan, WHO, "").done == COUNT
    assert ids(reader, state="pending", channel=where.channel, destination=where.destination) == [new]
    assert len(ids(reader, state="failed")) == FAILED


def test_reaches_of_a_drain(kit: Kit, admin: Admin) -> None:
    where = kit.places[0]
    here = Query(channel=where.channel, destination=where.destination)
    assert admin.plan("drain", here, include_failed=True).count == COUNT + FAILED
    assert admin.plan("drain", here, first=7).count == 7
    with pytest.raises(Refused):
        admin.plan("drain", Query())


def test_an_erased_message_leaves_no_byte(kit: Kit, admin: Admin, reader: Reader) -> None:
    secret = "a name that nobody else has"
    item = kit.add(0, secret * 20)
    other = kit.add(0, secret * 20 + "!")
    (other,) = as_now(admin.run(admin.plan("skip", [other]), WHO, ""), [other])
    assert kit.holds(secret)
    report = admin.run(admin.plan("erase", [item, other]), WHO, "asked for")
    assert (report.done, report.notices) == (2, ())
    assert reader.states([item, other]) == ((item, "gone"), (other, "gone"))
    assert not kit.holds(secret)


def test_what_was_stopped_goes_on(kit: Kit, admin: Admin, reader: Reader) -> None:
    plan = admin.plan("skip", kit.widest)
    whole: list[tuple[int, int]] = []
    report = admin.run(plan, WHO, "", lambda done, count: whole.append((done, count)) or False)  # type: ignore[func-returns-value]
    assert whole[0][1] == kit.reach * COUNT
    if report.left:
        (cut_off,) = reader.interrupted()
        assert (cut_off.id, cut_off.done, cut_off.left) == (plan.id, report.done, report.left)
        rest = admin.resume(plan.id)
        assert rest.count == report.left
        assert admin.run(rest, WHO, "").done == report.left
    assert reader.interrupted() == ()
    assert reader.count(Query(state="skipped")) == kit.reach * COUNT
    with pytest.raises(Refused):
        admin.resume(plan.id)


def test_an_undo_takes_back_only_what_is_its_own(kit: Kit, admin: Admin, reader: Reader) -> None:
    some = ids(reader, state="pending")[:4]
    plan = admin.plan("skip", some)
    aside = as_now(admin.run(plan, WHO, ""), some)
    back = as_now(admin.run(admin.plan("restore", aside[:1]), WHO, ""), aside[:1])
    admin.run(admin.plan("skip", back), WHO, "")
    undo = admin.plan("restore", aside, takes_back=plan.id)
    assert [item for item, _ in undo.members] == aside[1:]


def test_a_plan_of_another_content_is_refused(kit: Kit, admin: Admin) -> None:
    plan = admin.plan("skip", kit.widest)
    kit.exchange(3)
    before = kit.content()
    with pytest.raises(Refused):
        admin.run(plan, WHO, "")
    assert kit.content() == before


def test_nobody_acts_without_a_name_or_for_nothing(kit: Kit, admin: Admin, reader: Reader) -> None:
    with pytest.raises(Refused):
        admin.run(admin.plan("skip", kit.widest), " ", "")
    before = kit.content()
    empty = admin.plan("skip", Query(destination="nobody"))
    assert (empty.count, admin.run(empty, WHO, "").done) == (0, 0)
    assert kit.content() == before
    assert reader.count(Query(state=State.SKIPPED)) == 0
