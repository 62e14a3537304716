"""The set of pending ids against a plain set."""

from array import array

from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.delivery.worker import pending
from qmonitor.queues.delivery.worker.pending import LOW_BITS, Pending, apart

ids = st.integers(1, 40)
changes = st.lists(st.tuples(st.sampled_from(("add", "discard", "pass")), ids), max_size=80)


@given(start=st.sets(ids), done=changes)
def test_it_is_the_set_that_it_stands_for(start: set[int], done: list[tuple[str, int]]) -> None:
    ours, plain = Pending(sorted(start)), set(start)
    for what, item in done:
        if what == "pass":
            item = min(plain, default=0)
        (ours.add if what == "add" else ours.discard)(item)
        (plain.add if what == "add" else plain.discard)(item)
        assert (ours.head, ours.count, ours.total) == (min(plain, default=None), len(plain), sum(plain))
        assert list(ours.ascending()) == sorted(plain)
        assert [one for one in range(42) if one in ours] == sorted(plain)


def test_what_was_passed_is_given_back(monkeypatch) -> None:
    monkeypatch.setattr(pending, "PASSED", 8)
    ours = Pending(range(1, 101))
    for item in range(1, 101):
        assert ours.head == item
        ours.discard(item)
        assert len(ours._ids) <= 100 - item + 8
    assert (ours.head, ours.count, ours.total) == (None, 0, 0)


def test_huge_ids_are_summed_up_by_their_lower_bits() -> None:
    ours = Pending([2**62, 2**62 + 1])
    assert ours.total == 2 * (2**62 & LOW_BITS) + 1 == 1
    ours = Pending([-3, 5])
    ours.discard(-3)
    assert (ours.total, ours.head) == (5, 5)


@given(one=st.sets(st.integers(1, 200)), other=st.sets(st.integers(1, 200)), size=st.integers(1, 50))
def test_two_are_compared_chunk_by_chunk(one: set[int], other: set[int], size: int) -> None:
    kept, pending.CHUNK = pending.CHUNK, size
    try:
        assert apart(array("q", sorted(one)), array("q", sorted(other))) == one ^ other
    finally:
        pending.CHUNK = kept
