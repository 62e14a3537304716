"""What changed between two looks is told, whole and nothing else."""

from dataclasses import replace

import hypothesis.strategies as st
from hypothesis import given

from qmonitor.monitor.changes import Changes
from qmonitor.queues.model import Depth, DepthRow, Destination, Flow, Item
from qmonitor.queues.times import NS, from_ns

START = 1_780_000_000 * NS
PLACES = [Destination("lab", f"d{n}") for n in range(4)]

rows = st.builds(
    lambda pending, failed, oldest, head: (pending, failed, oldest, head),
    st.integers(0, 2),
    st.integers(0, 1),
    st.none() | st.integers(0, 2),
    st.none() | st.integers(0, 2),
)
looks = st.lists(
    st.tuples(st.dictionaries(st.integers(0, 3), rows), st.dictionaries(st.integers(0, 3), st.integers(0, 2))),
    max_size=12,
)


def look(second: int, seen: dict, flows: dict) -> Depth:
    made = []
    for place, (pending, failed, oldest, head) in sorted(seen.items()):
        where = PLACES[place]
        item = None if head is None else Item(where.channel, where.destination, id=head)
        at = None if oldest is None else from_ns(START - oldest * NS)
        age = 5.0 if oldest is None else second + oldest
        made.append(DepthRow(where.channel, where.destination, pending, failed, at, age, 0, item))
    told = {PLACES[place]: Flow(from_ns(START), arrived=count) for place, count in flows.items()}
    return Depth(tuple(made), from_ns(START + second * NS), True, told)


@given(looks)
def test_each_difference_is_told_and_only_those(found) -> None:
    changes, before, flows_before = Changes(), {}, {}
    for second, (seen, flows) in enumerate(found):
        depth = look(second, seen, flows)
        change = changes.look(depth)
        places = {**before, **seen}
        expected = {(PLACES[n].channel, PLACES[n].destination) for n in places if before.get(n) != seen.get(n)}
        assert set(change.rows) == expected
        assert {name for name, row in change.rows.items() if row is None} == {
            (PLACES[n].channel, PLACES[n].destination) for n in before.keys() - seen.keys()
        }
        gone = {(PLACES[n].channel, PLACES[n].destination) for n in flows_before.keys() - flows.keys()}
        assert {name for name, flow in change.flows.items() if flow is None} == gone
        before, flows_before = seen, flows


def test_a_flow_that_is_the_same_object_is_no_change() -> None:
    changes = Changes()
    depth = look(0, {0: (1, 0, 1, 1)}, {0: 1, 1: 2})
    assert len(changes.look(depth).flows) == 2
    assert not changes.look(replace(depth, flows=dict(depth.flows))).flows


def test_an_age_of_which_nobody_knows_the_begin_is_a_change_when_it_is_another_one() -> None:
    changes = Changes()
    row = DepthRow("lab", "d0", 3, 0, None, 5.0, 0)
    depth = Depth((row,), from_ns(START), True)
    changes.look(depth)
    assert not changes.look(replace(depth, rows=(replace(row),))).rows
    assert changes.look(replace(depth, rows=(replace(row, oldest_seconds=6.0),))).rows
