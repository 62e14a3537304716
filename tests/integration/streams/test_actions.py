"""What a person does to messages of a stream queue, at every stage, alone and in a cluster."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Among, Destination, Query
from qmonitor.queues.streams import audit, veils, worker_terms
from qmonitor.queues.streams.acting import planner
from qmonitor.queues.streams.plans import Plans
from qmonitor.queues.streams.values import MS
from qmonitor.queues.streams.working.presence import record
from qmonitor.queues.times import from_ns, now
from tests.helpers.streams.acting import CODE, LONG_IDLE, WHO, WHY, Desk, everything
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Cluster, Server

ODD = b'{ "eventId":"e", "deploymentId" : "d-odd","number":123456789012345678901234567890.5000,"x":"\xc3\xbc\\u00fc" }'
"""A text that reading and writing anew would change."""


@pytest.fixture(params=["alone", "alone, by the newer protocol", "cluster"])
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    server: Server | Cluster = request.getfixturevalue("cluster" if request.param == "cluster" else "server")
    rig = RedisRig(server.client())
    rig.queue.ensure_group()
    desk = Desk(rig, server.client(protocol=3) if "newer" in request.param else server.client())  # type: ignore[call-arg]
    yield desk
    desk.close()
    rig.client.flushall()
    rig.close()


# -- retry now


@pytest.mark.parametrize("stage", ["delayed", "dead"])
def test_retry_now_publishes_the_text_as_it_stands(desk: Desk, stage: str) -> None:
    item = getattr(desk, stage)("d-odd", ODD)
    report = desk.act("retry-now", [item])
    ((old, new),) = report.moved
    assert (report.done, report.unchanged, old) == (1, (), item)
    assert desk.entry(new) == {"payload": ODD, "attempt": b"0", "traceId": b"t-d-odd"}
    assert desk.rig.envelopes() == {}
    assert desk.rig.entries(desk.keys.dlq) == []
    (entry,) = audit.entries(desk.client, desk.keys)
    assert (entry.action, entry.actor, entry.reason, entry.count) == ("retry-now", WHO, WHY, 1)
    assert entry.ids == (veils.veil(veils.key_of(desk.client, desk.keys))(item), new)
    assert entry.target == f"{desk.keys.main}/{desk.keys.group}"


def test_without_a_trace_id_none_is_made_up(desk: Desk) -> None:
    entry = desk.client.xadd(desk.keys.dlq, {"payload": b"no json", "attempt": "3", "traceId": ""}).decode()
    ((_, new),) = desk.act("retry-now", [f"dlq:{entry}"]).moved
    assert desk.entry(new) == {"payload": b"no json", "attempt": b"0"}


def test_a_second_retry_is_refused_with_what_became_of_it(desk: Desk) -> None:
    items = [desk.delayed("a"), desk.dead("b")]
    plans = [desk.plan("retry-now", items) for _ in range(2)]
    first = desk.admin.run(plans[0], WHO, WHY)
    before = desk.dump()
    second = desk.admin.run(plans[1], "bob", WHY)
    assert (second.done, second.moved, second.unchanged) == (0, (), tuple((item, "gone") for item in items))
    said = [str(one) for one in second.remarks]
    assert len(said) == 2
    assert all(
        str(new) in one and WHO in one and "retry-now" in one for (_, new), one in zip(first.moved, said, strict=True)
    )
    assert all("not delivered yet" in one for one in said)
    third = desk.act("retry-now", items)
    assert (third.confirmed, third.done, len(third.remarks)) == (2, 0, 2)
    assert desk.dump() == before


def test_what_can_not_be_retried_says_what_it_is(desk: Desk) -> None:
    items = [desk.undelivered("a"), desk.skipped("b"), desk.in_flight("c"), desk.body_gone("d"), desk.finished("e")]
    desk.rig.put_envelope("no:1:X", None, 5)
    desk.rig.put_envelope("odd:1:X", b"{}", 5)
    plan = desk.plan("retry-now", [*items, "delayed:no:1:X", "delayed:odd:1:X", "dlq:1-1", "odd", "main:x-y", 7])
    assert plan.count == 0
    assert dict(plan.excluded) == {
        items[0]: "in-flight", items[1]: "skipped", items[2]: "in-flight", items[3]: "body-gone",
        items[4]: "delivered", "delayed:no:1:X": "due", "delayed:odd:1:X": "due", "dlq:1-1": "gone", "odd": "gone",
        "main:x-y": "gone", 7: "gone",
    }  # fmt: skip
    before = desk.dump()
    assert desk.admin.run(plan, WHO, WHY).done == 0
    assert desk.dump() == before


def test_another_retry_under_the_same_id_is_not_taken_for_it(desk: Desk) -> None:
    item = desk.delayed("d", request("d", "e-1"))
    plan = desk.plan("erase", [item])
    desk.rig.store.remove(item.removeprefix("delayed:"))
    assert desk.delayed("d", request("d", "e-2")) == item
    report = desk.admin.run(plan, WHO, WHY)
    assert (report.done, report.unchanged) == (0, ((item, "delayed"),))
    assert len(desk.rig.envelopes()) == 1


@pytest.mark.parametrize("action", ["retry-now", "skip", "erase"])
def test_a_payload_without_a_time_would_never_run_but_can_be_acted_on(desk: Desk, action: str) -> None:
    item = desk.delayed("d")
    desk.client.zrem(desk.keys.retry_index, item.removeprefix("delayed:"))
    assert desk.act(action, [item]).done == 1
    assert desk.rig.envelopes() == {}


def test_retry_now_of_all_that_waits_for_its_time(desk: Desk) -> None:
    items = [desk.delayed(f"d{n}") for n in range(3)]
    dead, other = desk.dead("x"), desk.undelivered("y")
    assert [one for one, _ in desk.plan("retry-now", desk.here()).members] == items
    assert {one for one, _ in desk.plan("retry-now", desk.here(), include_failed=True).members} == {*items, dead}
    assert [one for one, _ in desk.plan("retry-now", desk.here(text="d1")).members] == items[1:2]
    assert desk.entry(other) is not None


def test_what_is_due_is_warned_of(desk: Desk) -> None:
    plan = desk.plan("retry-now", [desk.delayed("a", due=1), desk.delayed("b")])
    assert ["dispatcher" in str(one) for one in plan.warnings] == [True]
    assert plan.warnings[0].values["count"] == 1


def test_of_a_single_message_nobody_says_one_of_them(desk: Desk) -> None:
    dead, due, waits = desk.dead("a"), desk.delayed("b", due=1), desk.delayed("c")
    for one, sentence in (
        (dead, "It leaves the dead letters."),
        (due, "It is due: a dispatcher may be sending it at this very moment. Then it runs twice."),
        (waits, "It waits for a retry, and is published now instead."),
    ):
        plan = desk.plan("retry-now", [one])
        said = [*map(str, plan.words), *map(str, plan.warnings)]
        assert sentence in said
        assert not any("of them" in other for other in said)
    both = desk.plan("retry-now", [dead, waits])
    assert {"1 of them leaves the dead letters.", "1 of them waits for a retry, and is published now instead."} <= set(
        map(str, both.words)
    )


# -- skip, drain, restore


@pytest.mark.parametrize("stage", ["undelivered", "delayed", "dead", "in_flight"])
def test_skip_moves_all_of_it_aside_and_restore_publishes_it(desk: Desk, stage: str) -> None:
    item = getattr(desk, stage)("d-odd", ODD)
    if stage == "in_flight":
        desk.leave(item)
    ((old, aside),) = desk.act("skip", [item]).moved
    fields = desk.entry(aside)
    assert old == item
    assert fields is not None
    assert fields["payload"] == ODD
    assert fields["traceId"] == b"t-d-odd"
    assert (fields["who"], fields["why"], fields["from"]) == (WHO.encode(), WHY.encode(), item.encode())
    assert fields["stage"].decode() in item or fields["stage"] in (b"undelivered", b"in-flight", b"dead-lettered")
    assert from_ns(int(str(aside).partition(":")[2].partition("-")[0]) * MS).text[:19].encode() == fields["when"][:19]
    if stage == "delayed":
        assert (fields["lastErrorCode"], fields["errorCode"]) == (CODE.encode(), CODE.encode())
        assert (fields["attempt"], fields["retryEnvelopeId"]) == (b"1", item.removeprefix("delayed:").encode())
    if stage == "dead":
        assert (fields["errorCode"], fields["failedStage"], fields["attempt"]) == (
            CODE.encode(),
            b"upload_artifacts",
            b"3",
        )
    assert desk.rig.envelopes() == {}
    assert desk.rig.entries(desk.keys.dlq) == desk.rig.entries(desk.keys.main) == []
    assert desk.rig.pending() == []
    ((_, back),) = desk.act("restore", [aside]).moved
    assert desk.entry(back) == {"payload": ODD, "attempt": b"0", "traceId": b"t-d-odd"}
    assert desk.rig.entries(desk.keys.skipped) == []
    assert audit.verify(desk.client, desk.keys).rows == 2
    assert audit.verify(desk.client, desk.keys).intact


def test_what_a_worker_has_in_hand_is_skipped_only_after_the_reclaim_time(desk: Desk) -> None:
    item = desk.in_flight("a", idle=LONG_IDLE - 2_000)
    refused = desk.plan("skip", [item])
    assert (refused.count, refused.excluded) == (0, ((item, "in-flight"),))
    assert "in hand" in " ".join(map(str, refused.words))
    desk.leave(item)
    plan = desk.plan("skip", [item])
    assert "more than" in str(plan.warnings[0])
    desk.leave(item, 5)  # somebody has taken it over since
    report = desk.admin.run(plan, WHO, WHY)
    assert (report.done, report.unchanged) == (0, ((item, "in-flight"),))
    assert desk.rig.pending() == [item.removeprefix("main:")]
    assert desk.rig.entries(desk.keys.skipped) == []


def started(desk: Desk, plan: str, reclaim_after: float, group: str = "") -> None:
    where = Destination(desk.keys.main, group or desk.keys.group)
    said = worker_terms.Terms(reclaim_after, 72.0, 168.0).recorded()
    record(desk.client, desk.keys, audit.Deed("worker-start", f"{where} → x", plan, 1, 0, (), said), WHO, WHY, 5)


def test_what_workers_say_of_when_they_take_over_counts(desk: Desk) -> None:
    item = desk.in_flight("a", idle=LONG_IDLE)
    for plan, after in (("p1", 30.0), ("p2", 300.0)):
        started(desk, plan, after)
    started(desk, "p3", 5000.0, "another group")
    refused = desk.plan("skip", [item])
    assert refused.count == 0
    assert [one.values["span"] for one in refused.words if "span" in one.values] == [timedelta(minutes=5)]
    where = f"{desk.keys.main}/{desk.keys.group} → x"
    record(desk.client, desk.keys, audit.Deed("worker-stop", where, "p2", 2, 9, ()), WHO, WHY, 6)
    plan = desk.plan("skip", [item])
    assert plan.warnings[0].values["span"] == timedelta(seconds=30)
    started(desk, "p4", 300.0)  # since it was confirmed
    assert desk.admin.run(plan, WHO, WHY).done == 0
    record(desk.client, desk.keys, audit.Deed("worker-stop", where, "p4", 2, 9, ()), WHO, WHY, 6)
    assert desk.admin.run(desk.plan("skip", [item]), WHO, WHY).done == 1
    assert audit.verify(desk.client, desk.keys).intact


@pytest.mark.parametrize(
    "said", ["", "[]", "{}", "[[1,2],[3]]", '[["reclaim_after",-1]]', "nothing", '[["reclaim_after",true]]']
)
def test_a_worker_that_says_nothing_of_it_takes_over_as_usual(desk: Desk, said: str) -> None:
    desk.client.xadd(
        desk.keys.audit,
        {"action": "worker-start", "plan": "p", "target": f"{desk.keys.main}/{desk.keys.group} → x", "before": said},
        id="1-0",
    )
    assert worker_terms.working(desk.client, desk.keys) == ()
    assert desk.plan("skip", [desk.in_flight("a", idle=LONG_IDLE)]).count == 1


def test_the_server_itself_compares_how_long_it_was_idle(desk: Desk) -> None:
    from qmonitor.queues.streams.acting import runner

    item = desk.in_flight("a", idle=LONG_IDLE)
    plan = desk.plan("skip", [item])
    looked = runner.Lookup._pending

    def taken_over_after_the_look(self: object, *given: object) -> object:
        found = looked(self, *given)  # type: ignore[arg-type]
        desk.leave(item, 5)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner.Lookup, "_pending", taken_over_after_the_look)
        report = desk.admin.run(plan, WHO, WHY)
    assert (report.done, report.unchanged) == (0, ((item, "in-flight"),))
    assert desk.rig.entries(desk.keys.skipped) == []


def test_a_drain_takes_what_waits_and_nothing_that_anybody_has(desk: Desk) -> None:
    held = desk.in_flight("held", idle=LONG_IDLE)
    waits = [desk.undelivered("a"), desk.undelivered("b"), desk.delayed("c")]
    dead = desk.dead("d")
    plan = desk.plan("drain", desk.here())
    assert [one for one, _ in plan.members] == waits
    assert [one for one, _ in desk.plan("drain", desk.here(), first=2).members] == waits[:2]
    assert [one for one, _ in desk.plan("drain", desk.here(), include_failed=True).members] == [*waits, dead]
    with pytest.raises(Refused):
        desk.plan("drain", Query())
    later = desk.undelivered("later")
    report = desk.admin.run(plan, WHO, WHY)
    assert (report.done, [old for old, _ in report.moved]) == (3, waits)
    assert [one for one, _ in desk.rig.entries(desk.keys.main)] == [held[5:], later[5:]]
    assert {fields["payload"] for _, fields in desk.rig.entries(desk.keys.skipped)} == {
        request(name, f"e-{name}") for name in "abc"
    }


def test_what_was_delivered_since_is_not_drained(desk: Desk) -> None:
    items = [desk.undelivered("a"), desk.undelivered("b")]
    plan = desk.plan("drain", desk.here())
    desk.rig.queue.fetch(1)
    report = desk.admin.run(plan, WHO, WHY)
    assert (report.done, report.unchanged) == (1, ((items[0], "in-flight"),))
    assert desk.rig.pending() == [items[0][5:]]


def test_the_server_itself_compares_what_was_delivered(desk: Desk) -> None:
    from qmonitor.queues.streams.acting import runner

    items = [desk.undelivered("a"), desk.undelivered("b")]
    plan = desk.plan("drain", desk.here())
    looked, fetched = runner.Lookup._entries, []

    def delivered_after_the_look(self: object, *given: object) -> object:
        found = looked(self, *given)  # type: ignore[arg-type]
        fetched.extend(desk.rig.queue.fetch(1) if not fetched else ())
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner.Lookup, "_pending", lambda *_: {})
        patch.setattr(runner.Lookup, "_entries", delivered_after_the_look)
        report = desk.admin.run(plan, WHO, WHY)
    assert (report.done, report.unchanged) == (1, ((items[0], "in-flight"),))


def test_what_another_group_has_not_finished_is_not_taken_from_it(desk: Desk) -> None:
    item = desk.undelivered("a")
    plan = desk.plan("drain", desk.here())
    desk.rig.second_group()
    late = desk.admin.run(plan, WHO, WHY)
    assert (late.done, late.unchanged) == (0, ((item, "undelivered"),))
    refused = desk.plan("drain", desk.here())
    assert refused.count == 0
    assert "another group" in " ".join(map(str, refused.words))
    desk.client.xreadgroup("another", "c", {desk.keys.main: ">"})
    assert desk.plan("skip", [item]).excluded == ((item, "undelivered"),)  # it has it in hand
    desk.client.xack(desk.keys.main, "another", item[5:])
    assert desk.act("drain", desk.here()).done == 1
    assert desk.rig.entries(desk.keys.main) == []


def test_the_server_itself_sees_to_other_groups(desk: Desk) -> None:
    from qmonitor.queues.streams.acting import runner

    item = desk.undelivered("a")
    plan = desk.plan("skip", [item])
    desk.rig.second_group()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner.Lookup, "_elsewhere", lambda *_: set())
        report = desk.admin.run(plan, WHO, WHY)
        desk.client.xreadgroup("another", "c", {desk.keys.main: ">"})
        again = desk.admin.run(plan, WHO, WHY)
    assert (report.done, report.unchanged) == (again.done, again.unchanged) == (0, ((item, "undelivered"),))
    assert desk.entry(item) is not None


def test_what_was_left_in_flight_stays_for_other_groups(desk: Desk) -> None:
    item = desk.in_flight("a", idle=LONG_IDLE)
    desk.rig.second_group()
    assert desk.act("skip", [item]).done == 1
    assert desk.rig.pending() == []
    assert desk.entry(item) is not None
    assert len(desk.rig.entries(desk.keys.skipped)) == 1


def test_restore_puts_back_what_that_plan_skipped(desk: Desk) -> None:
    items = [desk.dead(f"d{n}") for n in range(4)]
    plan = desk.plan("skip", items)
    asides = [new for _, new in desk.admin.run(plan, WHO, WHY).moved]
    desk.act("restore", asides[:1])
    undo = desk.plan("restore", asides, seen=plan.mark, takes_back=plan.id)
    assert [one for one, _ in undo.members] == asides[1:]
    assert desk.admin.run(undo, WHO, "").done == 3


# -- remove and purge


def test_remove_and_purge_take_skipped_ones_only(desk: Desk) -> None:
    others = [desk.undelivered("a"), desk.delayed("b"), desk.dead("c")]
    asides = [desk.skipped(f"s{n}") for n in range(3)]
    assert desk.plan("remove", others).count == 0
    assert desk.act("remove", asides[:1]).done == 1
    with pytest.raises(Refused):
        desk.plan("purge", Query())
    first = from_ns(int(asides[1].partition(":")[2].partition("-")[0]) * MS)
    assert desk.plan("purge", Query(), before=first).count == 0
    later = from_ns(int(asides[2].partition(":")[2].partition("-")[0]) * MS + MS)
    assert desk.act("purge", Query(), before=later).done == 2
    assert desk.rig.entries(desk.keys.skipped) == []
    assert desk.entry(others[0]) and desk.entry(others[2]) and desk.rig.envelopes()


# -- erase


@pytest.mark.parametrize("action", ["skip", "drain", "erase"])
def test_a_payload_without_a_time_is_met_by_a_filter_like_any_other(desk: Desk, action: str) -> None:
    named, other = desk.delayed("canary-1"), desk.delayed("b")
    desk.client.zrem(desk.keys.retry_index, str(named).removeprefix("delayed:"))
    report = desk.act(action, desk.here(text="canary"))
    assert (report.done, report.unchanged) == (1, ())
    assert str(other).removeprefix("delayed:") in desk.rig.envelopes()
    assert desk.holds(b"canary") == ([] if action == "erase" else [desk.keys.skipped])


def test_a_time_that_was_taken_away_is_not_given_again_by_a_retry_of_all(desk: Desk) -> None:
    named, other = desk.delayed("a"), desk.delayed("b")
    desk.client.zrem(desk.keys.retry_index, str(named).removeprefix("delayed:"))
    plan = desk.plan("retry-now", desk.here())
    assert [one for one, _ in plan.members] == [other]
    assert any("has no time" in str(one) for one in plan.words)
    assert desk.plan("retry-now", [named]).count == 1


# -- what the audit keeps


@pytest.mark.parametrize("action", ["retry-now", "skip", "drain"])
def test_the_audit_says_what_became_of_a_message_but_never_what_it_says_of_itself(desk: Desk, action: str) -> None:
    items = [desk.delayed("canary-7"), desk.delayed("canary-8")]
    report = desk.act(action, items)
    (entry,) = audit.entries(desk.client, desk.keys)
    assert entry.ids[2:] == tuple(new for _, new in report.moved)
    assert all(str(one).startswith("delayed:veiled-") for one in entry.ids[:2])
    assert len(set(entry.ids)) == 4
    assert b"canary" not in everything(desk.client, desk.keys)[desk.keys.audit]
    assert audit.verify(desk.client, desk.keys) == audit.Verification(1)


def test_ids_are_told_again_by_the_queues_own_key_whoever_acts(desk: Desk) -> None:
    first = desk.delayed("a")
    desk.act("retry-now", [first])
    key = veils.key_of(desk.client, desk.keys)
    desk.act("skip", [desk.delayed("b")])
    assert veils.key_of(desk.client, desk.keys) == key != ""
    (said,) = desk.act("retry-now", [first]).remarks
    assert "retry-now" in str(said)


def test_who_looked_before_another_made_the_key_takes_that_one(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    item = desk.delayed("a")
    desk.client.hset(desk.keys.plans, veils.FIELD, "the other's")
    monkeypatch.setattr(veils, "key_of", lambda *_: "")
    desk.act("retry-now", [item])
    (entry,) = audit.entries(desk.client, desk.keys)
    assert entry.ids[0] == veils.veil("the other's")(item)
    assert desk.client.hget(desk.keys.plans, veils.FIELD) == b"the other's"


def test_a_key_that_an_erasure_threw_away_meanwhile_does_not_come_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = desk.delayed("a")
    with monkeypatch.context() as patch:
        patch.setattr(veils, "key_of", lambda *_: "thrown away")
        assert desk.act("skip", [item]).done == 1
    key = veils.key_of(desk.client, desk.keys)
    (entry,) = audit.entries(desk.client, desk.keys)
    assert entry.ids[0] == veils.veil(key)(item) != veils.veil("thrown away")(item)
    assert len(key) == 64


@pytest.mark.parametrize("action", ["retry-now", "skip"])
def test_after_an_erasure_nobody_can_tie_older_entries_to_it(desk: Desk, action: str) -> None:
    other, item = desk.delayed("b"), desk.delayed("canary")
    ((_, now_at), *_) = desk.act(action, [item, other]).moved
    key = veils.key_of(desk.client, desk.keys)
    before = audit.entries(desk.client, desk.keys)
    assert veils.veil(key)(item) in before[0].ids
    desk.act("erase", [now_at])
    assert veils.key_of(desk.client, desk.keys) == ""
    assert key.encode() not in b"".join(everything(desk.client, desk.keys).values())
    assert not desk.holds(b"canary")
    assert audit.entries(desk.client, desk.keys)[1:] == before
    assert audit.verify(desk.client, desk.keys) == audit.Verification(2)
    desk.act("skip", [desk.delayed("canary")])
    assert veils.key_of(desk.client, desk.keys) not in ("", key)
    assert veils.veil(veils.key_of(desk.client, desk.keys))(item) != veils.veil(key)(item)


def test_what_an_erasure_itself_records_of_ids_can_be_tied_to_none(desk: Desk) -> None:
    item = desk.delayed("canary")
    desk.client.hset(desk.keys.plans, veils.FIELD, "known to somebody")
    desk.act("erase", [item])
    (entry,) = audit.entries(desk.client, desk.keys)
    assert (entry.action, entry.count, len(entry.ids)) == ("erase", 1, 1)
    assert str(entry.ids[0]).startswith("delayed:veiled-")
    assert entry.ids[0] != veils.veil("known to somebody")(item)


def test_an_erasure_says_what_the_audit_keeps_and_which_plan_still_lists_an_id(desk: Desk) -> None:
    item = desk.delayed("canary")
    kept = Plans(desk.client, desk.keys).keep(desk.plan("skip", [item, desk.delayed("c")]), WHO)
    Plans(desk.client, desk.keys).let_go(kept, None)
    erasing = desk.plan("erase", [item])
    assert any("nothing about patients" in str(one) for one in erasing.warnings)
    (said,) = desk.admin.run(erasing, WHO, WHY).notices
    assert "skip" in str(said)
    assert WHO in str(said)
    assert "1 of them" in str(said)
    desk.admin.discard(kept.id)
    assert not desk.holds(b"canary")


@pytest.mark.parametrize("stage", ["undelivered", "in_flight", "finished", "delayed", "dead", "skipped"])
def test_an_erased_message_leaves_no_byte(desk: Desk, stage: str) -> None:
    secret = "a name that nobody else has"
    desk.client.config_set("rdbcompression", "no")  # a dump shows what is in it
    payload = request("d-1", "e-1", patient=secret, slug=secret * 40)
    copies = [desk.finished("d-1", payload) for _ in range(3)]
    item = getattr(desk, stage)("d-1", payload)
    bystanders = [desk.dead("other"), desk.delayed("another"), desk.undelivered("third")]
    assert desk.holds(secret.encode())
    plan = desk.plan("erase", [item])
    assert plan.type_name == desk.keys.group
    report = desk.admin.run(plan, WHO, "asked for")
    assert (report.done, report.unchanged, report.notices) == (1, (), ())
    assert desk.holds(secret.encode()) == desk.holds(payload) == []
    assert all(desk.entry(one) is None for one in copies)
    if stage != "skipped":
        assert desk.holds(b"d-1:1") == []
    assert len(desk.rig.entries(desk.keys.dlq)) == len(desk.rig.envelopes()) == 1
    assert desk.entry(bystanders[2]) is not None
    assert audit.verify(desk.client, desk.keys).intact


@pytest.mark.parametrize("spaced", ["%s\n", "  %s", "indented"])
def test_a_copy_that_is_spaced_otherwise_is_erased_too(desk: Desk, spaced: str) -> None:
    payload = request("d-1", "e-1", patient="a secret")
    indented = json.dumps(json.loads(payload), indent=1, sort_keys=True)
    copy = desk.finished("d-1", (indented if spaced == "indented" else spaced % payload.decode()).encode())
    assert desk.act("erase", [desk.delayed("d-1", payload)]).done == 1
    assert desk.entry(copy) is None
    assert desk.holds(b"a secret") == []


def test_what_is_no_payload_any_more_is_erased_too(desk: Desk) -> None:
    gone = desk.body_gone("a")
    desk.rig.put_envelope("no:1:X", None, 5)
    desk.rig.put_envelope("odd:1:X", b"nonsense", None)
    assert desk.act("erase", [gone, "delayed:no:1:X", "delayed:odd:1:X"]).done == 3
    assert desk.rig.pending() == []
    assert desk.rig.envelopes() == {}


def test_the_same_bytes_elsewhere_are_told_of(desk: Desk) -> None:
    payload = request("d", "e", patient="secret")
    item = desk.dead("d", payload)
    others = [desk.dead("d", payload), desk.delayed("d", payload), desk.undelivered("d", payload)]
    report = desk.act("erase", [item])
    assert report.done == 1
    assert [one.values["count"] for one in report.notices] == [3]
    assert desk.act("erase", others).notices == ()
    assert desk.holds(b"secret") == []


def test_an_erasure_says_whom_it_is_taken_from(desk: Desk) -> None:
    held, item = desk.in_flight("a"), desk.undelivered("b")
    desk.rig.second_group()
    plan = desk.plan("erase", [held, item])
    said = " ".join(map(str, plan.warnings))
    assert "in hand" in said and "Another group" in said
    assert desk.admin.run(plan, WHO, WHY).done == 2
    assert desk.rig.entries(desk.keys.main) == []
    with pytest.raises(Refused):
        desk.plan("erase", Query())


def test_a_copy_that_another_group_still_needs_stays_and_is_told_of(desk: Desk) -> None:
    payload = request("d", "e", patient="secret")
    copy = desk.finished("d", payload)
    desk.rig.second_group()
    report = desk.act("erase", [desk.dead("d", payload)])
    assert (report.done, [one.values["count"] for one in report.notices]) == (1, [1])
    assert desk.entry(copy) is not None


# -- by filter, and bounds


def test_filters_reach_the_right_ones(desk: Desk) -> None:
    dead = [desk.dead("north"), desk.dead("south")]
    late = [desk.delayed("north", attempt=2)]
    assert [one for one, _ in desk.plan("skip", desk.here(text="NORTH")).members] == [*late, *dead[:1]]
    assert [one for one, _ in desk.plan("skip", desk.here(text="north", state="failed")).members] == dead[:1]
    assert [one for one, _ in desk.plan("skip", Query(error=CODE.lower(), state="failed")).members] == dead
    assert desk.plan("skip", Query(destination="nobody")).count == 0
    assert desk.plan("restore", desk.here()).count == 0


def test_what_a_filter_meets_but_an_action_may_not_touch_is_counted(desk: Desk) -> None:
    left = desk.in_flight("left")
    held, gone = desk.in_flight("held"), desk.body_gone("gone")
    desk.leave(left)
    fresh = desk.undelivered("fresh")
    desk.rig.put_envelope("no:1:X", None, 5)
    desk.rig.put_envelope("odd:1:X", b"{}", 5)
    plan = desk.plan("skip", desk.here())
    assert [one for one, _ in plan.members] == [left, fresh]
    said = [str(one) for one in plan.words]
    assert sum("left out" in one for one in said) == 3
    assert any(one.startswith("1 message is left out: a worker has had it in hand for less than") for one in said)
    assert any(one == "2 messages are left out: their payloads are missing." for one in said)
    assert any("can't be read" in one for one in said)
    assert desk.entry(held) is not None
    assert desk.plan("skip", [gone]).excluded == ((gone, "body-gone"),)


def test_certain_ones_and_those_of_some_age(desk: Desk) -> None:
    items = [desk.dead("a"), desk.undelivered("b"), desk.finished("c")]
    mark = desk.plan("skip", items[:1]).mark
    among = Among([*items, "dlq:1-1", "odd"], "these", now(), mark)
    assert [one for one, _ in desk.plan("skip", Query(among=among)).members] == items[:1]
    desk.rig.client.xreadgroup(desk.keys.group, "c", {desk.keys.main: ">"})
    again = [desk.undelivered("d"), desk.dead("e")]
    both = Among([*again, *items], "these", now(), mark)
    assert [one for one, _ in desk.plan("skip", Query(among=both)).members] == [*again, items[0]]
    with pytest.raises(Refused, match="another queue"):
        desk.plan("skip", Query(among=replace(both, mark="odd")))
    with pytest.raises(Refused, match="another queue"):
        desk.plan("skip", items, seen=f"{mark} x")
    with pytest.raises(Refused, match="knows no action"):
        desk.plan("no action", items)
    old = desk.plan("drain", desk.here(), include_failed=True, older_than=timedelta(minutes=1))
    assert [one for one, _ in old.members] == [items[0], again[1]]


@pytest.mark.parametrize("ahead", [3600, -3600])
def test_ages_go_by_the_servers_clock(desk: Desk, monkeypatch: pytest.MonkeyPatch, ahead: int) -> None:
    at = desk.rig.queue.now() - 1_800_000
    desk.client.xadd(desk.keys.main, {"payload": request("old")}, id=f"{at}-0")
    desk.undelivered("new")
    shifted = from_ns((now().ns or 0) + ahead * 10**9)
    monkeypatch.setattr(planner, "now", lambda: shifted)
    assert desk.plan("drain", desk.here(), older_than=timedelta(minutes=20)).count == 1
    assert desk.plan("drain", desk.here(), older_than=timedelta(minutes=40)).count == 0


def test_more_than_fits_is_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from qmonitor.queues.streams.acting import selection

    monkeypatch.setattr(selection, "ITEMS", 3)
    items = [desk.dead(f"d{n}") for n in range(4)]
    for what in (items, desk.here(state="failed")):
        with pytest.raises(Refused, match="More than 3"):
            desk.plan("skip", what)
    assert desk.plan("drain", desk.here(), include_failed=True, first=3).count == 3
