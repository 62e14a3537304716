"""What a group has not got yet, beside a brute count: whatever happens to the stream, what is told is right."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from qmonitor.queues.streams.reading.counting import Id, StreamState, Undelivered
from qmonitor.queues.streams.reading.figures import Looking
from tests.helpers.streams.rigs import RedisRig


def as_id(text: bytes) -> Id:
    first, second = text.split(b"-")
    return int(first), int(second)


def standing(rig: RedisRig) -> StreamState:
    """Of the rig's group, in one step."""
    with rig.client.pipeline(transaction=True) as both:
        both.execute_command("XINFO", "STREAM", rig.keys.main)
        both.execute_command("XINFO", "GROUPS", rig.keys.main)
        stream, groups = both.execute()
    (group,) = [one for one in groups if one[b"name"] == rig.keys.group.encode()]
    first, last = stream[b"first-entry"], stream[b"last-entry"]
    return StreamState(
        length=stream[b"length"],
        added=stream[b"entries-added"],
        first=as_id(first[0]) if first else None,
        last=as_id(last[0]) if last else None,
        deleted=as_id(stream[b"max-deleted-entry-id"]),
        delivered=as_id(group[b"last-delivered-id"]),
    )


class Counting(RuleBasedStateMachine):
    """All that applications, operators and retention do to a stream, between looks that are cut off at any step."""

    rig: RedisRig

    def __init__(self) -> None:
        super().__init__()
        self.rig.client.flushall()
        self.rig.queue.ensure_group()
        self.add(14)
        self.rig.queue.fetch(1)  # else all that is there is not delivered, and nothing has to be counted
        self.count = Undelivered()
        self.count.step = 3  # the same happens with few entries
        self.reads = 0

    def read(self, after: Id, count: int) -> list[Id]:
        self.reads += 1
        found = self.rig.client.xrange(self.rig.keys.main, "(%d-%d" % after, "+", count=count)
        return [as_id(one) for one, _ in found]

    def there(self) -> list[Id]:
        return [as_id(one.encode()) for one, _ in self.rig.entries(self.rig.keys.main)]

    @rule(count=st.integers(1, 9))
    def add(self, count: int) -> None:
        for _ in range(count):
            self.rig.put(payload=b"{}")

    @rule(count=st.integers(1, 7), acknowledge=st.booleans())
    def deliver(self, count: int, acknowledge: bool) -> None:
        got = [one.id for one in self.rig.queue.fetch(count)]
        if acknowledge:
            self.rig.queue.ack(*got)

    @rule()
    def trim_as_we_do(self) -> None:
        self.rig.queue.trim_main(2**60)

    @rule(most=st.integers(0, 60))
    def trim_as_others_do(self, most: int) -> None:
        self.rig.client.xtrim(self.rig.keys.main, maxlen=most, approximate=False)

    @rule(data=st.data())
    def delete(self, data: Any) -> None:
        there = self.there()
        if there:
            self.rig.client.xdel(self.rig.keys.main, "%d-%d" % data.draw(st.sampled_from(there)))

    @rule(data=st.data(), seldom=st.integers(0, 9))
    def set_group(self, data: Any, seldom: int) -> None:
        if seldom:
            return
        to = data.draw(st.sampled_from([(0, 0), *self.there()]))
        self.rig.client.execute_command("XGROUP", "SETID", self.rig.keys.main, self.rig.keys.group, "%d-%d" % to)

    @rule(seldom=st.integers(0, 9))
    def make_anew(self, seldom: int) -> None:
        if seldom:
            return
        self.rig.client.delete(self.rig.keys.main)
        self.rig.queue.ensure_group()

    @rule(step=st.integers(1, 4))
    def look_for_long(self, step: int) -> None:
        self.look(100, step)

    @rule(steps=st.integers(1, 4), step=st.integers(1, 4))
    def look(self, steps: int, step: int) -> None:
        self.count.step = step
        now = standing(self.rig)
        self.reads = 0
        self.count.look(now, self.read, lambda: self.reads < steps)
        waiting = sum(one > now.delivered for one in self.there())
        assert self.count.count in (None, waiting)
        assert self.count.least <= waiting
        assert self.reads <= steps + 1

    @invariant()
    def nothing_is_counted_as_in_flight_and_as_not_delivered(self) -> None:
        seen = Looking(self.rig.client, self.rig.keys).look(budget=10)
        pending = {as_id(one.encode()) for one in self.rig.pending()}
        waiting = [one for one in self.there() if one > standing(self.rig).delivered and one not in pending]
        assert (seen.undelivered, seen.in_flight, seen.complete) == (len(waiting), len(pending), True)

    @invariant()
    def looked_at_for_long_enough_it_is_told(self) -> None:
        if self.count.count is None and self.reads > 3:
            self.count.look(standing(self.rig), self.read, lambda: True)
            assert self.count.count is not None


def test_a_count_that_is_told_is_right(alone: RedisRig) -> None:
    Counting.rig = alone
    profile = settings(max_examples=settings().max_examples, stateful_step_count=40)
    run_state_machine_as_test(Counting, settings=profile)


def test_what_is_known_is_not_read_again(alone: RedisRig) -> None:
    pipe = alone.client.pipeline(transaction=False)
    for _ in range(10_000):
        pipe.xadd(alone.keys.main, {"payload": b"{}"})
    pipe.execute()
    alone.queue.ack(*(one.id for one in alone.queue.fetch(10)))
    count, reads = Undelivered(), []

    def read(after: Id, most: int) -> list[Id]:
        found = alone.client.xrange(alone.keys.main, "(%d-%d" % after, "+", count=most)
        reads.append(len(found))
        return [as_id(one) for one, _ in found]

    count.look(standing(alone), read, lambda: False)
    assert (count.count, count.least) == (None, 1000)
    count.look(standing(alone), read, lambda: True)
    assert count.count == 9990
    for delivered in (1, 1500, 3000):
        reads.clear()
        alone.put(payload=b"{}")
        alone.queue.ack(*(one.id for one in alone.queue.fetch(delivered)))
        alone.queue.trim_main(2**60)
        count.look(standing(alone), read, lambda: True)
        assert len(reads) <= 2
        assert count.count == len(alone.entries(alone.keys.main))  # all that was delivered is trimmed


@pytest.mark.parametrize("place", range(1, 10))
def test_a_deletion_among_what_is_not_delivered_is_noticed(alone: RedisRig, place: int) -> None:
    ids = [alone.put(payload=b"{}") for _ in range(10)]
    alone.queue.fetch(1)
    count = Undelivered()
    count.step = 2

    def read(after: Id, most: int) -> list[Id]:
        found = alone.client.xrange(alone.keys.main, "(%d-%d" % after, "+", count=most)
        return [as_id(one) for one, _ in found]

    count.look(standing(alone), read, lambda: True)
    alone.lose(ids[place])
    alone.put(payload=b"{}")
    count.look(standing(alone), read, lambda: True)
    assert count.count == 9


def test_a_stream_that_was_made_anew_is_counted_anew(alone: RedisRig) -> None:
    def read(after: Id, most: int) -> list[Id]:
        found = alone.client.xrange(alone.keys.main, "(%d-%d" % after, "+", count=most)
        return [as_id(one) for one, _ in found]

    count = Undelivered()
    alone.put(payload=b"{}")
    count.look(standing(alone), read, lambda: True)
    alone.client.delete(alone.keys.main)
    alone.queue.ensure_group()
    for _ in range(2):
        alone.put(payload=b"{}")
    count.look(standing(alone), read, lambda: True)
    assert (count.count, count.least) == (2, 2)
