"""Figures that are kept up are those that are counted anew, whatever came, went, or was written over."""

from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.deadletter.facts import Fact
from qmonitor.queues.deadletter.figures import Figures
from tests.helpers import deadletter as made

TIMES = ("", "2026-01-01T00:00:00.000000000Z", "2026-01-02T00:00:00.000000000Z", "2026-01-03T00:00:00.000000000Z")
some = st.sampled_from(TIMES)
facts = st.one_of(st.none(), some, st.lists(some, max_size=3).filter(lambda all_: len(all_) != 1).map(tuple))
keys = st.sampled_from([b"a", b"b", *(made.key(name, 5, n) for name in ("a", "b") for n in range(3))])
moves = st.lists(
    st.tuples(st.dictionaries(keys, facts, max_size=4), st.sets(keys, max_size=3), st.booleans()), max_size=8
)


def told(figures: Figures) -> dict[bytes, tuple[int, int, str]]:
    return {name: (line.pending, line.failed, line.oldest) for name, line in figures.lines.items()}


@given(moves)
def test_kept_up_is_counted_anew(steps: list[tuple[dict[bytes, Fact], set[bytes], bool]]) -> None:
    kept, rows = Figures(), dict[bytes, Fact]()
    for new, gone, looked_at in steps:
        kept.take(new, gone - new.keys())
        rows = {key: fact for key, fact in rows.items() if key not in gone} | new
        fresh = Figures()
        fresh.take(rows, ())
        if looked_at:
            assert told(kept) == told(fresh)
    fresh = Figures()
    fresh.take(rows, ())
    assert told(kept) == told(fresh)
    for name, line in fresh.lines.items():
        here = [fact for key, fact in rows.items() if key.partition(b"\0")[0] == name]
        assert line.failed == here.count(None)
        assert line.pending == sum(1 if isinstance(fact, str) else len(fact or ()) for fact in here)
