"""All destinations of a source, judged once a look: the same as judging each by itself, only cheaper."""

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.series import SeriesBook
from qmonitor.monitor.standing import AT_ONCE, TURNS, Standing
from qmonitor.monitor.status import SEVERITY, Kind, status
from qmonitor.queues.model import Depth, DepthRow, Destination, Item
from qmonitor.queues.times import parse

NOW = parse("2026-11-29T08:00:00.000000000Z")
ANYWHERE = Destination("lab", "anywhere")


def row(name: str, *, pending: int = 1, failed: int = 0, age: float | None = 60, attempts: int = 0) -> DepthRow:
    oldest = None if age is None else NOW + timedelta(seconds=-age)
    head = Item("lab", name, id=1, attempts=attempts, next_attempt=NOW + timedelta(hours=1), last_error="refused")
    return DepthRow("lab", name, pending, failed, oldest, age, attempts, head if pending else None)


@dataclass
class Watched:
    """A source that is looked at, and how its destinations stand."""

    standing: Standing = field(default_factory=Standing)
    book: SeriesBook = field(default_factory=lambda: SeriesBook(silence_ns=10**12))
    seconds: int = 0
    depth: Depth = Depth((), NOW, True)

    def look(self, *rows: DepthRow, destinations: tuple[Destination, ...] = ()) -> Standing:
        self.depth = Depth(rows, NOW + timedelta(seconds=self.seconds), True)
        self.seconds += 2
        self.book.add(self.depth, destinations)
        self.standing.take(self.depth, destinations, self.book)
        return self.standing


def neediest(*rows: DepthRow, destinations: tuple[Destination, ...] = ()) -> str | None:
    found = Watched().look(*rows, destinations=destinations).neediest()
    return None if found is None else found.destination


# -- which one is looked at first ------------------------------------------------------------------------------------


def test_a_stuck_one_comes_before_one_that_waits_longer() -> None:
    assert neediest(row("waits", age=9000, attempts=1), row("stuck", age=60, attempts=61)) == "stuck"


def test_at_the_first_look_one_whose_head_failed_comes_before_a_younger_one_of_which_nothing_is_known_yet() -> None:
    """The window opened on whichever was not told yet, and turned grey or green under it a minute later."""
    assert neediest(row("failed", age=9000, attempts=3), row("untold", age=60)) == "failed"
    assert neediest(row("failed", age=60, attempts=3), row("untold", age=9000)) == "untold"
    assert neediest(row("failed", age=60, attempts=61), row("untold", age=9000)) == "failed"


def test_of_the_same_state_the_oldest_comes_first() -> None:
    assert neediest(row("young", attempts=61), row("old", age=9000, attempts=61)) == "old"


def test_of_the_same_state_one_with_failed_messages_comes_first() -> None:
    assert neediest(row("old", age=9000, attempts=61), row("fails", failed=1, attempts=61)) == "fails"
    assert neediest(row("fails", pending=0, failed=25), destinations=(ANYWHERE,)) == "fails"


def test_an_unknown_age_is_not_taken_for_an_old_one() -> None:
    assert neediest(row("odd", age=None, attempts=61), row("old", attempts=61)) == "old"


def test_a_destination_without_a_backlog_comes_after_one_with() -> None:
    assert neediest(row("waits", attempts=1), destinations=(ANYWHERE,)) == "waits"
    assert neediest(destinations=(ANYWHERE,)) == "anywhere"


def test_it_begins_where_it_ended_unless_another_one_is_stuck() -> None:
    calm = Watched().look(row("a", attempts=1), row("b", age=9000), destinations=(ANYWHERE,))
    assert calm.first(ANYWHERE) == ANYWHERE
    assert calm.first(Destination("lab", "gone")) == calm.first(None) == calm.neediest()
    assert Watched().look().first(ANYWHERE) is None
    bad = Watched().look(row("a", attempts=61), row("b", attempts=61, age=9000), row("c"))
    assert bad.first(Destination("lab", "c")).destination == "b"
    assert bad.first(Destination("lab", "a")).destination == "a"


def test_where_there_is_none_there_is_none() -> None:
    assert neediest() is None


# -- the names -------------------------------------------------------------------------------------------------------


def test_names_stay_the_same_list_until_others_are_there() -> None:
    watched = Watched()
    names = watched.look(row("b"), destinations=(ANYWHERE,)).names
    assert [str(one) for one in names] == ["lab/anywhere", "lab/b"]
    assert watched.look(destinations=(ANYWHERE, Destination("lab", "b"))).names is names
    assert watched.look(row("b"), destinations=(ANYWHERE, Destination("lab", "b"))).names is names
    assert watched.look(destinations=(ANYWHERE,)).names == [ANYWHERE]
    assert Destination("lab", "b") not in watched.standing
    assert watched.standing.row(Destination("lab", "b")) is None


def test_names_are_found_whatever_their_case_and_sorted_so() -> None:
    standing = Watched().look(row("Beta", attempts=61), row("alpha"), row("ALPHABET"))
    assert [one.destination for one in standing.holding("")] == ["alpha", "ALPHABET", "Beta"]
    assert [one.destination for one in standing.holding("AlphA")] == ["alpha", "ALPHABET"]
    assert [one.destination for one in standing.holding("", worst_first=True)] == ["Beta", "alpha", "ALPHABET"]
    assert standing.holding("nowhere") == []


# -- the states ------------------------------------------------------------------------------------------------------


def some(number: int, **changes: DepthRow) -> tuple[DepthRow, ...]:
    return tuple(changes.get(f"d{n}", row(f"d{n}")) for n in range(number))


MANY = AT_ONCE + 50


def test_of_many_what_changes_is_judged_at_once() -> None:
    watched = Watched()
    assert watched.look(*some(MANY)).kinds == Counter({Kind.WAITING: MANY})
    standing = watched.look(*some(MANY, d7=row("d7", attempts=61), d9=row("d9", pending=0)))
    assert +standing.kinds == Counter({Kind.WAITING: MANY - 2, Kind.STUCK: 1, Kind.IDLE: 1})
    assert standing.kind is Kind.STUCK
    assert standing.status(Destination("lab", "d7")).kind is Kind.STUCK
    assert +watched.look(*some(MANY)).kinds == Counter({Kind.WAITING: MANY})


def test_of_many_what_only_time_changes_is_judged_in_turns() -> None:
    watched = Watched()
    watched.look(*some(MANY))
    watched.seconds = 3600 + 61  # due for longer than a minute, and nobody tried it
    kinds = [+watched.look(*some(MANY)).kinds for _ in range(TURNS)]
    assert 0 < kinds[0][Kind.OVERDUE] <= MANY // TURNS + 1
    assert kinds[-1] == Counter({Kind.OVERDUE: MANY})


def test_what_is_asked_for_is_judged_as_of_the_look_and_counted_so() -> None:
    watched = Watched()
    watched.look(*some(MANY))
    watched.seconds = 3600 + 61
    standing = watched.look(*some(MANY))
    assert standing.kinds[Kind.OVERDUE] < MANY
    assert {standing.status(one).kind for one in standing.names} == {Kind.OVERDUE}
    assert standing.kinds[Kind.OVERDUE] == MANY


def test_sums_and_the_widest_figures() -> None:
    watched = Watched()
    assert watched.standing.total.oldest is None
    total = watched.look(row("a", pending=312), row("b", pending=4, failed=2, age=4000), row("c", age=None)).total
    assert (total.pending, total.failed, total.most, total.oldest) == (317, 2, 312, timedelta(seconds=4000))
    assert watched.look().total.pending == 0


CHANGES = st.dictionaries(
    st.integers(0, 6),
    st.none()
    | st.builds(
        row,
        st.just("?"),
        pending=st.integers(0, 3),
        failed=st.integers(0, 1),
        age=st.none() | st.floats(0, 9000),
        attempts=st.sampled_from((0, 1, 61)),
    ),
    max_size=7,
)


@given(st.lists(CHANGES, max_size=6))
def test_it_never_differs_from_judging_each_by_itself(looks: list[dict[int, DepthRow | None]]) -> None:
    watched = Watched()
    rows: dict[int, DepthRow | None] = {}
    for changes in looks:
        rows |= changes
        there = [replace(one, destination=f"d{n}") for n, one in sorted(rows.items()) if one is not None]
        listed = tuple(Destination("lab", f"d{n}") for n in sorted(rows) if n % 2)
        standing = watched.look(*there, destinations=listed)
        assert set(standing.names) == {*listed, *(one.key for one in there)}
        told = {
            where: status(standing.row(where), watched.book.get(where), watched.depth.as_of) for where in standing.names
        }
        assert {where: standing.status(where) for where in standing.names} == told
        assert +standing.kinds == Counter(one.kind for one in told.values())
        assert standing.total.pending == sum(one.pending for one in there)
        worst = min((SEVERITY.index(one.kind) for one in told.values()), default=SEVERITY.index(Kind.IDLE))
        assert standing.kind is SEVERITY[worst]
