"""Actions against a model.

Whatever workers, dispatchers, other groups and people did before, and between the plan and its run, each item is
changed where it may be, and nothing else ever is.
"""

import os
from dataclasses import dataclass, replace

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from qmonitor.queues.plan import Plan
from qmonitor.queues.streams import audit
from qmonitor.queues.streams.working.dispatcher import Dispatcher
from tests.helpers.streams.acting import LATER, WHO, WHY, Desk
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

THOROUGH = os.environ.get("QMONITOR_EXAMPLES") == "thorough"

FRESH, HELD, LEFT, DONE, DELAYED, DEAD, ASIDE = "fresh", "held", "left", "done", "delayed", "dead", "aside"
"""Where a message lies: `LEFT` in flight for long enough to be taken from its worker, `DONE` finished by our group."""

MAY = {
    "retry-now": {DELAYED, DEAD},
    "skip": {FRESH, LEFT, DELAYED, DEAD},
    "drain": {FRESH, DELAYED, DEAD},
    "restore": {ASIDE},
    "remove": {ASIDE},
    "erase": {FRESH, HELD, LEFT, DONE, DELAYED, DEAD, ASIDE},
}
STATE = {DEAD: "failed", ASIDE: "skipped", DONE: "delivered"}


@dataclass(frozen=True)
class One:
    """A message: whose it is, where it lies, and its attempt."""

    name: str
    place: str
    attempt: int = 0


class People(RuleBasedStateMachine):
    """`items` are all messages, by id; what is finished stays in the stream."""

    server: Server

    def __init__(self) -> None:
        super().__init__()
        rig = RedisRig(self.server.client())
        rig.queue.ensure_group()
        self.desk = Desk(rig, self.server.client())
        self.items: dict[str, One] = {}
        self.known: list[str] = []
        self.count = self.acts = 0
        self.other: set[str] | None = None
        """What another group has not finished; None while there is none."""

    def teardown(self) -> None:
        self.desk.close()
        self.desk.client.flushall()
        self.desk.rig.close()

    def add(self, item: str, one: One) -> None:
        self.items[item] = one
        self.known.append(item)
        if one.place == FRESH and self.other is not None:
            self.other.add(item)

    def at(self, *places: str) -> list[str]:
        return [item for item, one in self.items.items() if one.place in places]

    # -- what happens by itself

    @rule()
    def publish(self) -> None:
        self.count += 1
        name = f"m{self.count}"
        self.add(self.desk.undelivered(name), One(name, FRESH))

    @rule(count=st.integers(1, 3))
    def deliver(self, count: int) -> None:
        for one in self.desk.rig.queue.fetch(count):
            self.items[f"main:{one.id}"] = replace(self.items[f"main:{one.id}"], place=HELD)

    @precondition(lambda self: self.at(HELD))
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        item = data.draw(st.sampled_from(self.at(HELD)))
        self.desk.leave(item)
        self.items[item] = replace(self.items[item], place=LEFT)

    @precondition(lambda self: self.at(HELD, LEFT))
    @rule(data=st.data(), end=st.sampled_from(["done", "retried", "dead"]))
    def end(self, data: st.DataObject, end: str) -> None:
        item = data.draw(st.sampled_from(self.at(HELD, LEFT)))
        one = self.items[item]
        self.items[item] = replace(one, place=DONE)
        if end == "retried" and one.attempt < 3:
            delayed = self.desk.delayed(one.name, attempt=one.attempt + 1)
            self.add(delayed, One(one.name, DELAYED, one.attempt + 1))
        elif end == "dead":
            self.add(self.desk.dead(one.name), One(one.name, DEAD))
        self.desk.rig.queue.ack(item.removeprefix("main:"))

    @rule()
    def dispatch(self) -> None:
        waiting = {one.name: item for item, one in self.items.items() if one.place == DELAYED}
        before = {item for item, _ in self.desk.rig.entries(self.desk.keys.main)}
        Dispatcher(self.desk.rig.store, self.desk.rig.queue).tick(LATER)
        for item, fields in self.desk.rig.entries(self.desk.keys.main):
            if item not in before:
                name = next(name for name in waiting if request(name, f"e-{name}") == fields["payload"])
                self.add(f"main:{item}", One(name, FRESH, int(fields["attempt"])))
                del self.items[waiting.pop(name)]
        assert not waiting

    @precondition(lambda self: self.other is None)
    @rule()
    def another_group_comes(self) -> None:
        """It has to get all that there is, finished by us or not."""
        self.desk.rig.second_group()
        self.other = {f"main:{item}" for item, _ in self.desk.rig.entries(self.desk.keys.main)}

    @precondition(lambda self: self.other is not None)
    @rule(count=st.integers(1, 3), acknowledges=st.booleans())
    def another_group_reads(self, count: int, acknowledges: bool) -> None:
        keys, client = self.desk.keys, self.desk.client
        for _, entries in client.xreadgroup("another", "c", {keys.main: ">"}, count=count):
            for item, _ in entries:
                if acknowledges:
                    client.xack(keys.main, "another", item)
                    assert self.other is not None
                    self.other.discard(f"main:{item.decode()}")

    # -- what people do

    @precondition(lambda self: self.known)
    @rule(data=st.data(), action=st.sampled_from(sorted(MAY)), between=st.sampled_from(["", "deliver", "dispatch"]))
    def act(self, data: st.DataObject, action: str, between: str) -> None:
        chosen = data.draw(st.lists(st.sampled_from(self.known), min_size=1, max_size=5, unique=True))
        confirmed = {item: STATE.get(self.items[item].place, "pending") for item in chosen if self.may(action, item)}
        plan = self.desk.plan(action, chosen)
        assert dict(plan.members) == confirmed
        assert {item for item, _ in plan.excluded} == set(chosen) - set(confirmed)
        if between:
            getattr(self, between)(*([1] if between == "deliver" else []))
        self.run_it(plan, action, confirmed)

    def may(self, action: str, item: str) -> bool:
        one = self.items.get(item)
        if one is None or one.place not in MAY[action]:
            return False
        return action == "erase" or one.place != FRESH or item not in (self.other or ())

    def run_it(self, plan: Plan, action: str, confirmed: dict[str, str]) -> None:
        able = [item for item in confirmed if self.may(action, item)]
        report = self.desk.admin.run(plan, WHO, WHY)
        assert (report.done, report.left) == (len(able), 0)
        assert {item for item, _ in report.unchanged} == {item for item, _ in (*plan.excluded, *plan.members)} - {*able}
        assert [old for old, _ in report.moved] == (able if action not in ("remove", "erase") else [])
        self.acts += bool(able)
        if action == "erase":
            self.copies_go(able, bool(report.notices))
        moved = {str(old): str(new) for old, new in report.moved}
        for item in able:
            one = self.items.pop(item)
            if one.place == LEFT and action == "skip" and item in (self.other or ()):
                self.items[item] = replace(one, place=DONE)  # another group still has to get it
            elif self.other is not None:
                self.other.discard(item)
            if item in moved:
                goes = ASIDE if action in ("skip", "drain") else FRESH
                self.add(moved[item], One(one.name, goes))

    def copies_go(self, erased: list[str], told: bool) -> None:
        """What finished deliveries of the same messages left in the stream, unless another group needs it."""
        names = {self.items[item].name for item in erased}
        copies = [item for item in self.at(DONE) if self.items[item].name in names and item not in erased]
        gone = [item for item in copies if item not in (self.other or ())]
        self.acts += bool(gone)
        for item in gone:
            del self.items[item]
        assert told == any(one.name in names for item, one in self.items.items() if item not in erased)

    # -- what always holds

    @invariant()
    def each_message_is_where_it_has_to_be(self) -> None:
        rig, keys = self.desk.rig, self.desk.keys
        pending = set(rig.pending())
        fresh = {entry.decode() for entry, _ in self._fresh()}
        found = {f"main:{entry}" for entry in pending | fresh}
        found |= {f"dlq:{entry}" for entry, _ in rig.entries(keys.dlq)}
        found |= {f"skipped:{entry}" for entry, _ in rig.entries(keys.skipped)}
        found |= {f"delayed:{name}" for name in rig.envelopes()}
        assert found == {item for item, one in self.items.items() if one.place != DONE}
        for item, one in self.items.items():
            if one.place != DELAYED:
                fields = self.desk.entry(item)
                assert fields is not None, item
                assert fields["payload"] == request(one.name, f"e-{one.name}")
                assert one.place not in (FRESH, HELD, LEFT, DONE) or fields["attempt"] == b"%d" % one.attempt
        assert all(text is not None and due is not None for text, due in rig.envelopes().values())

    def _fresh(self) -> list[tuple[bytes, object]]:
        keys, client = self.desk.keys, self.desk.client
        ours = next(one for one in client.xinfo_groups(keys.main) if one["name"] == keys.group.encode())
        return list(client.xrange(keys.main, b"(" + ours["last-delivered-id"]))

    @invariant()
    def every_act_is_in_the_audit(self) -> None:
        assert audit.verify(self.desk.client, self.desk.keys) == audit.Verification(self.acts)


@pytest.fixture
def machine(server: Server) -> type[People]:
    return type("OnServer", (People,), {"server": server})


def test_actions_do_what_the_model_says(machine: type[People]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=300 if THOROUGH else 40,
            stateful_step_count=30,
            deadline=None,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )
