"""Actions where something is in the way: keys of another kind, others who are quicker, lost answers, a full server."""

import json
import signal
import threading
from collections.abc import Iterator

import pytest
import redis

from qmonitor.queues.errors import Interrupted, Refused, SourceClosed
from qmonitor.queues.streams import audit
from qmonitor.queues.streams.acting import acts, steps
from qmonitor.queues.streams.acting.admin import StreamAdmin
from qmonitor.queues.streams.errors import ReadOnlyServer, ServerFull, ServerRefused, ServerUnreachable, WrongKind
from tests.helpers.streams.acting import LONG_IDLE, WHO, WHY, Desk, dump
from tests.helpers.streams.cutting import Cut, CutClient
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server, patient, until

ACTIONS = ("retry-now", "skip", "drain", "restore", "remove", "erase")


@pytest.fixture
def desk(server: Server, alone: RedisRig) -> Iterator[Desk]:
    desk = Desk(alone, server.client())
    yield desk
    desk.close()


def aimed(desk: Desk, action: str) -> list[str]:
    """Something that each action can be done to."""
    if action in ("restore", "remove"):
        return [desk.skipped("s"), desk.skipped("t")]
    held = [desk.in_flight("held", idle=LONG_IDLE)] if action in ("skip", "erase") else []
    waits = [desk.undelivered("u")] if action in ("skip", "drain", "erase") else []
    return [*held, *waits, desk.delayed("d"), desk.dead("x")]


# -- keys of another kind


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("number", range(7), ids=["main", "payloads", "index", "dlq", "skipped", "audit", "plans"])
@pytest.mark.parametrize("count", [1, 9])
def test_a_key_of_another_kind_leaves_everything_as_it_is(desk: Desk, action: str, number: int, count: int) -> None:
    items = aimed(desk, action)[-count:]
    plan = desk.plan(action, items)
    assert plan.count == len(items)
    key = desk.keys.of_actions[number]
    desk.client.delete(key)
    desk.client.set(key, "something else")
    before = desk.dump()
    with pytest.raises(WrongKind):
        desk.admin.run(plan, WHO, WHY)
    assert desk.dump() == before
    with pytest.raises(WrongKind):
        StreamAdmin(desk.client, desk.keys).run(plan, WHO, WHY)  # a second time either
    assert desk.dump() == before


def test_a_full_server_takes_nothing_and_loses_nothing(desk: Desk) -> None:
    items = aimed(desk, "skip")
    plans = [desk.plan("skip", items[-1:]), desk.plan("retry-now", items[-2:])]
    before = desk.dump()
    desk.client.config_set("maxmemory", 1)
    try:
        for plan in plans:
            with pytest.raises(ServerFull):
                desk.admin.run(plan, WHO, WHY)
        assert desk.dump() == before
    finally:
        desk.client.config_set("maxmemory", 0)
    assert [desk.admin.run(plan, WHO, WHY).done for plan in reversed(plans)] == [2, 0]


# -- others who are quicker


def test_an_audit_that_grew_meanwhile_is_gone_on_with(desk: Desk, server: Server) -> None:
    others = StreamAdmin(server.client(), desk.keys)
    for n in range(5):
        assert desk.act("skip", [desk.dead(f"a{n}")]).done == 1
        assert others.run(others.plan("skip", [desk.dead(f"b{n}")]), "bob", WHY).done == 1
    others.close()
    assert [one.id for one in audit.entries(desk.client, desk.keys)] == list(range(10, 0, -1))
    assert audit.verify(desk.client, desk.keys) == audit.Verification(10)


def test_entries_with_ids_ahead_of_the_clock_are_gone_behind(desk: Desk) -> None:
    far = 2**60
    desk.client.xadd(desk.keys.main, {"payload": "x"}, id=f"{far}-5")
    desk.client.xadd(desk.keys.skipped, {"payload": "x"}, id=f"{far}-{2**64 - 1}")
    ((_, new),) = desk.act("retry-now", [desk.dead("a")]).moved
    assert new == f"main:{far}-6"
    ((_, aside),) = desk.act("skip", [desk.dead("a")]).moved
    assert aside == f"skipped:{far + 1}-0"


@pytest.mark.parametrize("action", ["retry-now", "skip", "restore"])
def test_a_stream_whose_ids_are_used_up_takes_nothing_half(desk: Desk, action: str) -> None:
    plan = desk.plan(action, aimed(desk, action))
    target = desk.keys.skipped if action == "skip" else desk.keys.main
    desk.client.xadd(target, {"payload": b"{}"}, id=HIGHEST)
    before = desk.dump()
    with pytest.raises(ServerRefused, match="no ids left") as refused:
        desk.admin.run(plan, WHO, WHY)
    assert desk.dump() == before
    assert target in str(refused.value.cause)
    assert "XSETID" in str(refused.value.remedy)


HIGHEST = "18446744073709551615-18446744073709551615"


@pytest.mark.parametrize("highest", [HIGHEST, "18446744073709551615-0"])
@pytest.mark.parametrize("action", ["retry-now", "skip", "restore", "erase"])
def test_an_audit_whose_numbers_are_used_up_is_told_with_what_to_do_and_then_goes_on(
    desk: Desk, action: str, highest: str
) -> None:
    plan = desk.plan(action, aimed(desk, action))
    last = desk.client.xrevrange(desk.keys.audit, count=1)
    desk.client.xadd(desk.keys.audit, {"by": "hand"}, id=highest)
    before = desk.dump()
    with pytest.raises(ServerRefused, match="no ids left") as refused:
        desk.admin.run(plan, WHO, WHY)
    assert desk.dump() == before
    assert desk.keys.audit in str(refused.value.cause)
    assert "XDEL" in str(refused.value.remedy)
    assert [one.id for one in audit.entries(desk.client, desk.keys, 2)][0] == 2**64 - 1
    desk.client.xdel(desk.keys.audit, highest)
    desk.client.execute_command("XSETID", desk.keys.audit, last[0][0] if last else "0-1")
    assert desk.admin.run(plan, WHO, WHY).done == plan.count
    assert audit.verify(desk.client, desk.keys).intact


@pytest.mark.parametrize("key", ["main", "dlq"])
def test_who_publishes_is_told_which_stream_has_no_ids_left(desk: Desk, key: str) -> None:
    desk.client.xadd(getattr(desk.keys, key), {"payload": b"{}"}, id=HIGHEST)
    before = desk.dump()
    with pytest.raises(ServerRefused, match="no ids left") as refused:
        desk.undelivered("a") if key == "main" else desk.dead("a")
    assert getattr(desk.keys, key) in str(refused.value.cause)
    assert desk.dump() == before


def test_what_has_more_fields_than_a_script_can_move_stays_whole_and_hinders_no_other(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = {b"payload": b"{}"} | {b"f%d" % n: b"" for n in range(4100)}
    wide = f"dlq:{desk.client.xadd(desk.keys.dlq, fields).decode()}"
    plan = desk.plan("skip", [desk.dead("a"), wide, desk.dead("b")])
    assert plan.count == 2
    assert "too many fields" in " ".join(map(str, plan.words))
    monkeypatch.setattr(acts, "MOST_PARTS", 10**6)  # the server itself sees to it, too
    report = desk.act("skip", [desk.dead("c"), wide, desk.dead("d")])
    assert (report.done, report.unchanged) == (2, ((wide, "dead-lettered"),))
    assert desk.admin.run(plan, WHO, WHY).done == 2
    assert desk.client.xlen(desk.keys.skipped) == 4
    assert desk.entry(wide) == {name.decode(): value for name, value in fields.items()}
    assert desk.act("retry-now", [wide]).done == 1


def test_of_a_field_that_is_there_twice_the_one_that_is_shown_is_published(desk: Desk) -> None:
    twice = ("payload", b"first", "payload", b"second", "traceId", "t", "traceId", "u")
    item = f"dlq:{desk.client.execute_command('XADD', desk.keys.dlq, '*', *twice).decode()}"
    assert desk.act("retry-now", [item]).done == 1
    assert [one for _, one in desk.rig.entries(desk.keys.main)] == [
        {"payload": b"second", "attempt": b"0", "traceId": b"u"}
    ]


def test_a_cut_off_tail_of_the_audit_is_not_written_over(desk: Desk) -> None:
    for name in "abc":
        desk.act("skip", [desk.dead(name)])
    desk.client.xdel(desk.keys.audit, "3-0")
    desk.act("skip", [desk.dead("d")])
    assert [one.id for one in audit.entries(desk.client, desk.keys)] == [4, 2, 1]
    assert audit.verify(desk.client, desk.keys).broken_at == 4


def test_a_queue_on_which_others_act_all_the_time_is_left_after_a_while(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = desk.dead("a")
    plan = desk.plan("skip", [item])
    monkeypatch.setattr(steps, "TRY_FOR", 0.05)
    monkeypatch.setattr(steps.Steps, "_sent", lambda *_: [b"chain", b"1", b"another", b"1"])
    with pytest.raises(ServerRefused):
        desk.admin.run(plan, WHO, WHY)
    desk.admin.interrupt()
    with pytest.raises(Interrupted):
        desk.admin.run(plan, WHO, WHY)
    assert desk.entry(item) is not None


# -- lost answers


class Cutting(Desk):
    """Acts through a client whose commands can be cut off."""

    def __init__(self, rig: RedisRig, server: Server) -> None:
        self.cut = CutClient(unix_socket_path=server.path, **patient())
        super().__init__(rig, self.cut)


@pytest.fixture
def cutting(server: Server, alone: RedisRig, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cutting]:
    monkeypatch.setattr(steps, "PAUSE", 0.001)
    desk = Cutting(alone, server)
    yield desk
    desk.close()


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_step_whose_answer_got_lost_is_done_once(cutting: Cutting, action: str, after: bool) -> None:
    """Every command of a run is cut off in turn, and each time it comes to the same end, or to none."""
    for at in range(100):
        cutting.client.flushall()
        cutting.rig.queue.ensure_group()
        items = aimed(cutting, action)
        before = cutting.dump()
        rows = audit.verify(cutting.client, cutting.keys).rows
        plan = cutting.plan(action, items)
        cutting.cut.cut = Cut(at, after)
        try:
            report = cutting.admin.run(plan, WHO, WHY)
        except ServerUnreachable:
            report = None
        over, cutting.cut.cut = cutting.cut.cut.count <= at, Cut()
        found = audit.entries(cutting.client, cutting.keys)
        assert audit.verify(cutting.client, cutting.keys).intact
        if report is None:  # cut off while it only looked
            assert {k: v for k, v in cutting.dump().items() if k != cutting.keys.plans.encode()} == {
                k: v for k, v in before.items() if k != cutting.keys.plans.encode()
            }
        else:
            assert report.done == len(items) or report.notices
            assert len(found) - rows == 1
            moved = [one for _, one in report.moved]
            assert all(cutting.entry(one) for one in moved)
            assert len(moved) == (0 if action in ("remove", "erase") else len(items))
            assert cutting.plan(action, items).count == 0
        if over:
            break
    assert at >= 4


def test_where_the_server_stays_away_it_is_said_that_nobody_knows(
    cutting: Cutting, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = cutting.dead("a")
    plan = cutting.plan("skip", [item])

    def lost(*_: object, **__: object) -> None:
        raise redis.ConnectionError("gone")

    monkeypatch.setattr(cutting.cut, "evalsha", lost)
    with pytest.raises(ServerUnreachable, match="not known"):
        cutting.admin.run(plan, WHO, WHY)
    assert cutting.entry(item) is not None


def test_a_plan_whose_last_answers_were_all_lost_goes_on_where_it_really_is(
    cutting: Cutting, monkeypatch: pytest.MonkeyPatch
) -> None:
    from qmonitor.queues.streams.acting import runner

    monkeypatch.setattr(runner, "BATCH", 2)
    items = [cutting.dead(f"d{n}") for n in range(5)]
    plan, sent = cutting.plan("skip", items), cutting.cut.evalsha

    def lost(sha: str, *given: object) -> object:
        answer = sent(sha, *given)
        if given[0] == 7 and plan.id in given:
            raise redis.ConnectionError("gone")
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(cutting.cut, "evalsha", lost)
        with pytest.raises(ServerUnreachable, match="not known"):
            cutting.admin.run(plan, WHO, WHY)
    rest = cutting.admin.resume(plan.id)
    assert ([one for one, _ in rest.members], rest.done_before) == (items[2:], 2)
    assert cutting.admin.run(rest, WHO, WHY).done == 3
    assert len(cutting.rig.entries(cutting.keys.skipped)) == 5


def test_a_server_that_was_started_anew_knows_the_scripts_again(desk: Desk) -> None:
    plan = desk.plan("skip", [desk.dead("a")])
    desk.client.script_flush()
    assert desk.admin.run(plan, WHO, WHY).done == 1


def test_a_server_that_hangs_for_a_while_does_it_once(desk: Desk, server: Server) -> None:
    """It gets the step several times over, and knows it again."""
    items = [desk.dead("a"), desk.dead("b")]
    admin = StreamAdmin(server.client(timeout=0.2), desk.keys)
    plan = admin.plan("retry-now", items)
    begun, reports = threading.Event(), []
    sent = admin._steps._run

    def run(*given: object) -> object:
        if not begun.is_set():
            server.child.send_signal(signal.SIGSTOP)
            begun.set()
        return sent(*given)  # type: ignore[arg-type]

    admin._steps._run = run  # type: ignore[method-assign,assignment]
    thread = threading.Thread(target=lambda: reports.append(admin.run(plan, WHO, WHY)))
    thread.start()
    begun.wait(10)
    until(lambda: admin.waiting() > 0.3, "the waiting")
    server.child.send_signal(signal.SIGCONT)
    thread.join()
    admin.close()
    assert [report.done for report in reports] == [2]
    assert len(desk.rig.entries(desk.keys.main)) == 2
    assert audit.verify(desk.client, desk.keys) == audit.Verification(1)


def test_a_replica_is_only_looked_at(desk: Desk) -> None:
    items = [desk.dead("a"), desk.dead("b")]
    plans = [desk.plan("skip", items), desk.plan("skip", items[:1])]
    before = desk.dump()
    desk.client.execute_command("REPLICAOF", "127.0.0.1", "1")
    try:
        for plan in plans:
            with pytest.raises(ReadOnlyServer):
                desk.admin.run(plan, WHO, WHY)
    finally:
        desk.client.execute_command("REPLICAOF", "NO", "ONE")
    assert desk.dump() == before


def test_large_payloads_are_moved_a_few_at_a_time(desk: Desk) -> None:
    large = b'{"deploymentId":"d","x":"%s"}' % (b"y" * 3_000_000)
    items = [desk.dead("a", large), desk.delayed("d", large), desk.undelivered("c", large), desk.dead("e")]
    report = desk.act("skip", items)
    assert (report.done, report.notices) == (4, ())
    back = desk.act("restore", [new for _, new in report.moved])
    assert back.done == 4
    assert sorted(len(fields["payload"]) > 3_000_000 for _, fields in desk.rig.entries(desk.keys.main)) == [
        False, True, True, True,
    ]  # fmt: skip


# -- plans that were cut off


def test_what_was_stopped_goes_on(desk: Desk, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from qmonitor.queues.streams.acting import runner
    from qmonitor.queues.streams.plans import Plans

    monkeypatch.setattr(runner, "BATCH", 3)
    items = [desk.dead(f"d{n}") for n in range(10)]
    plan = desk.plan("skip", items)
    seen: list[tuple[int, int]] = []

    def stop(done: int, count: int) -> bool:
        seen.append((done, count))
        return len(seen) < 2

    report = desk.admin.run(plan, WHO, WHY, stop)
    assert (report.done, report.left, seen) == (6, 4, [(3, 10), (6, 10)])
    plans = Plans(desk.client, desk.keys)
    (cut_off,) = plans.interrupted()
    assert (cut_off.id, cut_off.action, cut_off.actor, cut_off.done, cut_off.left) == (plan.id, "skip", WHO, 6, 4)
    assert cut_off.at.known
    rest = desk.admin.resume(plan.id)
    assert ([one for one, _ in rest.members], rest.resumed, rest.done_before) == (items[6:], True, 6)
    other = StreamAdmin(server.client(), desk.keys)
    with pytest.raises(Refused):
        other.run(plan, WHO, WHY)  # as it was confirmed at first: not any more
    again = other.run(rest, "bob", "go on")
    other.close()
    assert (again.done, again.left) == (4, 0)
    assert plans.interrupted() == ()
    assert desk.client.exists(desk.keys.plans) == 0
    with pytest.raises(Refused):
        desk.admin.resume(plan.id)
    found = audit.entries(desk.client, desk.keys)
    assert [(one.part, one.count, one.actor) for one in found] == [
        (4, 1, "bob"),
        (3, 3, "bob"),
        (2, 3, WHO),
        (1, 3, WHO),
    ]
    assert audit.verify(desk.client, desk.keys).intact


def test_the_rest_can_be_given_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from qmonitor.queues.streams.acting import runner

    monkeypatch.setattr(runner, "BATCH", 1)
    items = [desk.dead(f"d{n}") for n in range(3)]
    plan = desk.plan("skip", items)
    desk.admin.run(plan, WHO, WHY, lambda *_: False)
    desk.admin.discard(plan.id)
    with pytest.raises(Refused):
        desk.admin.discard(plan.id)
    assert len(desk.rig.entries(desk.keys.dlq)) == 2
    assert desk.client.exists(desk.keys.plans) == 0


def test_only_so_many_cut_off_plans_are_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from qmonitor.queues.streams import plans
    from qmonitor.queues.streams.acting import runner

    monkeypatch.setattr(runner, "BATCH", 1)
    monkeypatch.setattr(plans, "MOST", 2)
    for n in range(2):
        items = [desk.dead(f"a{n}"), desk.dead(f"b{n}")]
        desk.admin.run(desk.plan("skip", items), WHO, WHY, lambda *_: False)
    before = dump(desk.client, desk.keys)
    more = [desk.dead("c"), desk.dead("d")]
    with pytest.raises(Refused, match="2 interrupted actions"):
        desk.act("skip", more)
    assert desk.act("skip", more[:1]).done == 1  # a single one needs no keeping
    assert before != dump(desk.client, desk.keys)


def test_a_plan_that_somebody_took_over_ends_for_who_was_slow(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from qmonitor.queues.streams.acting import runner

    monkeypatch.setattr(runner, "BATCH", 1)
    items = [desk.dead(f"d{n}") for n in range(4)]
    plan = desk.plan("skip", items)

    def taken_over(done: int, _count: int) -> None:
        if done == 2:
            desk.client.hset(desk.keys.plans, plan.id, '["skip","t","other",1,"other:1:1",4]')

    report = desk.admin.run(plan, WHO, WHY, taken_over)
    assert (report.done, report.left) == (2, 2)
    assert "Somebody else has gone on" in str(report.notices[0])
    assert len(desk.rig.entries(desk.keys.dlq)) == 2


def test_who_on_another_machine_gave_a_sign_lately_is_at_it(desk: Desk) -> None:
    from qmonitor.queues.processes import holder
    from qmonitor.queues.streams.plans import SILENCE, Plans

    now, plans = desk.rig.queue.now(), Plans(desk.client, desk.keys)
    for n, (who, seen) in enumerate([
        ("another:1:1", now - 1_000), ("another:1:1", now - SILENCE - 1_000), (holder(), now), ("", now),
    ]):  # fmt: skip
        head = json.dumps(["skip", "t", "who", n, who, 3])
        desk.client.hset(desk.keys.plans, mapping={f"p{n}": head, f"p{n}:so-far": f"[1,1,1,{seen}]"})
    assert [one.id for one in plans.interrupted()] == ["p1", "p2", "p3"]  # this process is not at p2
    assert [(one.plan.id, one.plan.left, one.host) for one in plans.running()] == [("p0", 2, "another")]
    with pytest.raises(Refused, match="p0 is perhaps still running on another"):
        desk.admin.resume("p0")


def test_odd_things_among_the_kept_plans_are_passed_over(desk: Desk) -> None:
    from qmonitor.queues.streams.plans import Plans

    odd = {
        "a": "no json",
        "b": "[]",
        "c": '["skip","t","who","x","",3]',
        "d:items": "x",
        "e": '["skip","t","who",1,"",3]',
    }
    desk.client.hset(desk.keys.plans, mapping=odd)
    assert [one.id for one in Plans(desk.client, desk.keys).interrupted()] == ["e"]
    with pytest.raises(Refused):
        desk.admin.resume("e")  # its items are not there


def test_a_queue_that_was_exchanged_is_not_acted_on(desk: Desk) -> None:
    desk.undelivered("x")
    items = [desk.dead("a"), desk.dead("b")]
    plan = desk.plan("skip", items)
    desk.client.flushall()
    desk.rig.queue.ensure_group()
    before = desk.dump()
    with pytest.raises(Refused, match="another queue"):
        desk.admin.run(plan, WHO, WHY)
    with pytest.raises(Refused, match="another queue"):
        desk.plan("skip", items, seen=plan.mark)
    assert desk.dump() == before


def test_calling_off_ends_the_planning_and_a_run_after_its_step(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from qmonitor.queues.streams.acting import runner

    monkeypatch.setattr(runner, "BATCH", 1)
    items = [desk.dead(f"d{n}") for n in range(3)]
    plan = desk.plan("skip", items)
    caller = threading.Thread(target=desk.admin.interrupt)

    def call_off(*_: int) -> None:
        caller.start()
        caller.join()

    report = desk.admin.run(plan, WHO, WHY, call_off)
    assert (report.done, report.left) == (1, 2)
    with pytest.raises(Interrupted):
        desk.plan("skip", desk.here(state="failed"))
    assert desk.admin.waiting() == 0.0


def test_what_is_closed_says_so(desk: Desk) -> None:
    desk.admin.close()
    for call in (
        lambda: desk.plan("skip", ["dlq:1-1"]),
        lambda: desk.admin.resume("x"),
        lambda: desk.admin.discard("x"),
    ):
        with pytest.raises(SourceClosed):
            call()


def test_nobody_acts_without_a_name(desk: Desk) -> None:
    plan = desk.plan("skip", [desk.dead("a")])
    with pytest.raises(Refused):
        desk.admin.run(plan, " ", WHY)
    assert desk.rig.entries(desk.keys.skipped) == []
