"""Why a message that was named is left alone: said of each, before and after, where its state does not say it."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

import pytest

from qmonitor.queues.model import ItemId
from qmonitor.queues.streams.acting import action_scripts, acts, wording
from qmonitor.queues.streams.reading.lookup import Found, Lookup
from tests.helpers.streams.acting import LONG_IDLE, WHO, WHY, Desk
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

LATER = 2**52


@pytest.fixture
def desk(server: Server) -> Iterator[Desk]:
    rig = RedisRig(server.client())
    rig.queue.ensure_group()
    desk = Desk(rig, server.client())
    yield desk
    desk.close()
    rig.client.flushall()
    rig.close()


def told(desk: Desk, action: str, item: ItemId) -> str:
    """What the plan and the report both say of it."""
    before = desk.dump()
    plan = desk.plan(action, [item])
    assert plan.count == 0
    report = desk.admin.run(plan, WHO, WHY)
    assert (report.reasons, desk.dump()) == (plan.reasons, before)
    return str(plan.reasons.get(item, ""))


def test_each_reason_is_said_of_the_message_itself(desk: Desk) -> None:
    held = desk.in_flight("a")
    assert told(desk, "skip", held) == f"A worker has had it in hand for less than {timedelta(seconds=60)}."
    assert told(desk, "skip", desk.body_gone("b")).startswith("Its payload is missing.")
    desk.rig.put_envelope("no:1:X", None, LATER)
    assert told(desk, "skip", "delayed:no:1:X").startswith("Its payload is missing.")
    desk.rig.put_envelope("torn:1:X", b'{"torn', LATER)
    assert told(desk, "retry-now", "delayed:torn:1:X").startswith("Its envelope can't be read.")
    letter = desk.client.xadd(desk.keys.dlq, {"errorCode": "X"}).decode()
    assert told(desk, "retry-now", f"dlq:{letter}").startswith("Its payload is missing.")
    desk.rig.second_group()
    assert told(desk, "skip", desk.undelivered("d")) == "Another group of the stream has not finished it."


def test_too_many_fields_are_told(desk: Desk) -> None:
    fields = {f"f{n}": "" for n in range(action_scripts.MOST_PARTS // 2)}
    letter = desk.client.xadd(desk.keys.dlq, fields).decode()
    assert told(desk, "skip", f"dlq:{letter}") == "It has too many fields to be moved in one step."


@pytest.mark.parametrize("action", ["retry-now", "skip", "restore", "remove"])
def test_what_its_state_says_needs_no_reason(desk: Desk, action: str) -> None:
    item = desk.finished("a") if action in ("retry-now", "skip") else desk.dead("a")
    assert told(desk, action, item) == told(desk, action, "dlq:5-0") == ""


def test_what_changed_after_it_was_confirmed_is_told_too(desk: Desk) -> None:
    delayed, waiting = desk.delayed("d", request("d", "e-1")), desk.undelivered("w")
    retries, skips = desk.plan("retry-now", [delayed]), desk.plan("skip", [waiting])
    desk.rig.store.remove(delayed.removeprefix("delayed:"))
    desk.delayed("d", request("d", "e-2"))
    desk.rig.second_group()
    report = desk.admin.run(retries, WHO, WHY)
    assert str(report.reasons[delayed]) == "It has failed again since: another retry has its id."
    report = desk.admin.run(skips, WHO, WHY)
    assert str(report.reasons[waiting]) == "Another group of the stream has not finished it."


@pytest.mark.parametrize(
    ("stage", "action", "said"),
    [
        ("in_flight", "skip", "A worker has had it in hand for less than 0:01:00."),
        ("undelivered", "drain", "A worker has it in hand."),
        ("delayed", "skip", "Its payload is missing. An erasure takes away what is left of it."),
    ],
)
def test_what_the_server_alone_sees_is_told_too(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, stage: str, action: str, said: str
) -> None:
    item = desk.in_flight("a", idle=LONG_IDLE) if stage == "in_flight" else getattr(desk, stage)("a")
    plan = desk.plan(action, [item] if action == "skip" else desk.here())
    looked = Lookup._chunk

    def changed_after_the_look(self: Lookup, named: Sequence[tuple[str, str]]) -> Iterator[Found]:
        yield from list(looked(self, named))
        if stage == "in_flight":
            desk.leave(item, 5)
        desk.client.hdel(desk.keys.retry_payloads, item.removeprefix("delayed:"))
        desk.rig.queue.fetch(1)

    monkeypatch.setattr(Lookup, "_chunk", changed_after_the_look)
    report = desk.admin.run(plan, WHO, WHY)
    assert (report.done, {one: str(why) for one, why in report.reasons.items()}) == (0, {item: said})


def test_a_payload_that_is_gone_is_not_taken_for_another(desk: Desk) -> None:
    item = desk.delayed("d")
    plan = desk.plan("skip", [item])
    desk.client.hdel(desk.keys.retry_payloads, item.removeprefix("delayed:"))
    assert "payload is missing" in str(desk.admin.run(plan, WHO, WHY).reasons[item])


def test_all_that_is_counted_is_said_of_a_single_one_too() -> None:
    assert wording._LEFT_OUT.keys() - {acts.NO_TIME} <= wording._WHY.keys()
