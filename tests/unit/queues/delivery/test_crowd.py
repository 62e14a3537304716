"""Asking about many destinations at once, some of them in turn."""

import sqlite3

from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.delivery.crowd import Crowd, merged
from qmonitor.queues.model import Destination

NAMES = st.text(st.characters(codec="utf-8") | st.sampled_from('"\\\0\udc80é'), max_size=4)
QUERY = "SELECT count(*) || ' ' || ifnull(group_concat(id), '') FROM queue WHERE {here}"


STEPS = st.integers(2, 17).flatmap(lambda step: st.tuples(st.integers(0, step - 1), st.just(step)))


@given(st.lists(st.integers(), max_size=60), STEPS)
def test_what_was_parted_comes_back_in_its_order(told, turn):
    first, step = turn
    others = told[:]
    del others[first::step]
    assert merged(told[first::step], others, first, step) == told


@given(st.lists(st.builds(Destination, NAMES, NAMES), max_size=20, unique=True), STEPS)
def test_the_parts_of_a_crowd_say_the_same_of_each(places, turn):
    first, step = turn
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE queue (id INTEGER PRIMARY KEY, channel TEXT, destination TEXT)")
    insert = "INSERT INTO queue (channel, destination) VALUES (CAST(? AS TEXT), CAST(? AS TEXT))"
    for where in places[::2]:
        names = (name.encode("utf-8", "surrogateescape") for name in (where.channel, where.destination))
        db.execute(insert, tuple(names))
    some, others = Crowd(places).split(first, step)
    assert some.places == tuple(places[first::step])
    assert merged(some.ask(db, QUERY), others.ask(db, QUERY), first, step) == Crowd(places).ask(db, QUERY)
    among, rest = Crowd(places).parted(set(some.places))
    assert [where for where in places if where in some.places] == list(among.places)
    assert [where for where in places if where not in some.places] == list(rest.places)
    told = dict(zip((*among.places, *rest.places), (*among.ask(db, QUERY), *rest.ask(db, QUERY)), strict=True))
    assert [told[where] for where in places] == Crowd(places).ask(db, QUERY)
    db.close()
