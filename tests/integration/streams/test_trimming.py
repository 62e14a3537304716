"""Trimming against a model: exactly what is past the horizon and finished by every group, and never anything else."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from qmonitor.queues.streams.server.driver import LAST_TIME
from tests.helpers.streams.rigs import RedisRig

GROUPS = ("export-worker", "b", "c")
Id = tuple[int, int]


def as_id(text: bytes) -> Id:
    first, second = text.split(b"-")
    return int(first), int(second)


class Group:
    def __init__(self, last: Id) -> None:
        self.last, self.pending = last, set[Id]()


class Trimming(RuleBasedStateMachine):
    """Several groups read, acknowledge, come, go and are set back, others delete; the server's state is compared."""

    rig: RedisRig

    def __init__(self) -> None:
        super().__init__()
        self.rig.client.flushall()
        self.key = self.rig.keys.main
        self.entries: list[Id] = []
        self.groups: dict[str, Group] = {}
        self.top: Id = (0, 0)

    @rule(forward=st.sampled_from([0, 1, 2, 8, 90, 2**53]), second=st.sampled_from([0, 9, 10, 2**63]))
    def add(self, forward: int, second: int) -> None:
        added = (self.top[0] + forward, second)
        if added <= self.top or added[0] > LAST_TIME:
            return
        self.rig.client.xadd(self.key, {"payload": b"{}"}, id="%d-%d" % added)
        self.entries.append(added)
        self.top = added

    @rule(name=st.sampled_from(GROUPS), fresh=st.booleans())
    def make_group(self, name: str, fresh: bool) -> None:
        if name not in self.groups:
            self.rig.client.xgroup_create(self.key, name, "0" if fresh else "$", mkstream=True)
            self.groups[name] = Group((0, 0) if fresh else self.top)

    @rule(data=st.data(), count=st.integers(1, 4))
    def read(self, data: Any, count: int) -> None:
        if not self.groups:
            return
        name = data.draw(st.sampled_from(sorted(self.groups)))
        group = self.groups[name]
        answer = self.rig.client.xreadgroup(name, "me", {self.key: ">"}, count=count)
        got = [as_id(entry) for _, entries in answer for entry, _ in entries]
        assert got == [entry for entry in self.entries if entry > group.last][:count]
        group.pending |= set(got)
        group.last = max([group.last, *got])

    @rule(data=st.data())
    def acknowledge(self, data: Any) -> None:
        waiting = sorted((name, entry) for name, group in self.groups.items() for entry in group.pending)
        if waiting:
            name, entry = data.draw(st.sampled_from(waiting))
            self.rig.client.xack(self.key, name, "%d-%d" % entry)
            self.groups[name].pending.discard(entry)

    @rule(data=st.data())
    def delete(self, data: Any) -> None:
        if self.entries:
            entry = data.draw(st.sampled_from(self.entries))
            self.rig.client.xdel(self.key, "%d-%d" % entry)
            self.entries.remove(entry)

    @rule(data=st.data())
    def drop_group(self, data: Any) -> None:
        if self.groups:
            name = data.draw(st.sampled_from(sorted(self.groups)))
            self.rig.client.xgroup_destroy(self.key, name)
            del self.groups[name]

    @rule(data=st.data())
    def set_back(self, data: Any) -> None:
        if self.groups and self.entries:
            name = data.draw(st.sampled_from(sorted(self.groups)))
            to = data.draw(st.sampled_from([(0, 0), *self.entries]))
            self.rig.client.execute_command("XGROUP", "SETID", self.key, name, "%d-%d" % to)
            self.groups[name].last = to

    @rule(data=st.data(), off=st.sampled_from([-1, 0, 1]))
    def trim(self, data: Any, off: int) -> None:
        near = data.draw(st.sampled_from([0, LAST_TIME, *(first for first, _ in self.entries)]))
        horizon = near + off  # beyond both ends, too
        gone = self.rig.queue.trim_main(horizon)
        kept = [entry for entry in self.entries if self._has_to_stay(entry, horizon)]
        assert gone == len(self.entries) - len(kept)
        self.entries = kept

    def _has_to_stay(self, entry: Id, horizon: int) -> bool:
        if not self.groups:
            return True
        first = [(min(max(horizon, 0), LAST_TIME), 0)]
        for group in self.groups.values():
            first += group.pending
            first += [one for one in self.entries if one > group.last][:1]
        return entry >= min(first)

    @invariant()
    def nothing_that_anybody_needs_is_gone(self) -> None:
        there = [as_id(entry) for entry, _ in self.rig.client.xrange(self.key)]
        assert there == self.entries


def test_trimming_takes_what_it_may_and_nothing_else(alone: RedisRig) -> None:
    Trimming.rig = alone
    profile = settings(max_examples=settings().max_examples, stateful_step_count=30)
    run_state_machine_as_test(Trimming, settings=profile)


def test_a_last_id_of_the_greatest_number_is_no_hindrance(alone: RedisRig) -> None:
    last = f"{LAST_TIME}-{LAST_TIME}"
    alone.client.xadd(alone.keys.main, {"payload": b"{}"}, id=last)
    assert [one.id for one in alone.queue.fetch(1)] == [last]
    assert alone.queue.trim_main(LAST_TIME) == 0
    alone.queue.ack(last)
    assert alone.queue.trim_main(LAST_TIME + 5) == 0  # still not before the horizon
    assert len(alone.entries(alone.keys.main)) == 1


@pytest.mark.parametrize("ids", [["9-0", "10-0"], ["5-9", "5-10"], ["99-18446744073709551615", "100-0"]])
@pytest.mark.parametrize("delivered", [True, False])
def test_ids_are_compared_as_numbers(alone: RedisRig, ids: list[str], delivered: bool) -> None:
    for one in ids:
        alone.client.xadd(alone.keys.main, {"payload": b"{}"}, id=one)
    if delivered:
        alone.queue.fetch(2)
        alone.client.xgroup_create(alone.keys.main, "b", "0")
        alone.client.xreadgroup("b", "me", {alone.keys.main: ">"})
        alone.client.xack(alone.keys.main, "b", ids[0])  # its oldest is the second
    assert alone.queue.trim_main(1000) == 0


@pytest.mark.parametrize("group", [True, False])
def test_where_there_is_no_stream_or_no_group_nothing_goes(alone: RedisRig, group: bool) -> None:
    if not group:
        alone.client.xgroup_destroy(alone.keys.main, alone.keys.group)
        alone.put(payload=b"{}")
    else:
        alone.client.delete(alone.keys.main)
    assert alone.queue.trim_main(LAST_TIME) == 0
    assert len(alone.entries(alone.keys.main)) == (not group)


def test_an_entry_that_is_pending_but_gone_only_makes_trimming_more_careful(alone: RedisRig) -> None:
    ids = [alone.put(payload=b"{}") for _ in range(3)]
    alone.queue.fetch(3)
    alone.queue.ack(*ids[1:])
    alone.lose(ids[0])
    assert alone.queue.trim_main(LAST_TIME) == 0
    assert [entry for entry, _ in alone.entries(alone.keys.main)] == ids[1:]
