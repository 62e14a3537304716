"""A destination keeps its number, and with it its colour, whatever else comes and goes; no name is kept."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from qmonitor.monitor.colours import MOST, SOURCES, Colours
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.model import Depth, Destination
from qmonitor.queues.times import NS, from_ns

NAMES = st.lists(st.text(max_size=5).map(lambda name: Destination("ch", name)), unique=True, max_size=20)


@given(st.lists(NAMES, min_size=1, max_size=6))
def test_a_number_is_for_ever_and_no_two_of_a_source_have_the_same(days):
    kept, ever = [], {}
    for seen in days:
        colours = Colours(kept)
        numbers = colours.of("/srv/queue.db")
        for destination in seen:
            ever.setdefault(destination, numbers(destination))
            assert numbers(destination) == ever[destination]
        kept = colours.keep()
    assert len(set(ever.values())) == len(ever)
    assert sorted(ever.values()) == list(range(len(ever)))


def test_sources_have_numbers_of_their_own():
    colours = Colours()
    one, other = colours.of("/srv/one.db"), colours.of("/srv/other.db")
    assert [one(Destination("a", "b")), one(Destination("a", "c")), other(Destination("a", "c"))] == [0, 1, 0]
    again = Colours(colours.keep())
    assert again.of("/srv/other.db")(Destination("a", "c")) == 0
    assert again.of("/srv/one.db")(Destination("a", "c")) == 1


def test_what_is_kept_is_bounded_and_holds_no_names():
    colours = Colours()
    for n in range(SOURCES + 5):
        numbers = colours.of(f"/srv/{n}.db")
        for k in range(MOST + 20):
            numbers(Destination("channel", f"patient-smith-{k}"))
    kept = colours.keep()
    assert len(kept) == SOURCES
    assert all(len(line.split()) == MOST + 1 for line in kept)
    assert not any(word in line for line in kept for word in ("smith", "srv", "channel"))
    assert Colours(kept).of(f"/srv/{SOURCES + 4}.db")(Destination("channel", "patient-smith-7")) == 7


@pytest.mark.parametrize("line", ["", "x", "x y", "x y:", "x y:-1", "x y:z", None, 7])
def test_what_somebody_broke_is_passed_over(line):
    assert Colours([line]).of("/srv/one.db")(Destination("a", "b")) == 0


def test_curves_have_the_numbers_that_were_kept():
    destinations = Destination("a", "b"), Destination("a", "c")
    colours = Colours()
    colours.of("here")(destinations[1])
    book = SeriesBook(numbers=Colours(colours.keep()).of("here"))
    book.add(Depth((), from_ns(NS), True), destinations)
    assert [book[where].index for where in destinations] == [1, 0]
    assert [where for where, _ in book.items()] == list(destinations)
