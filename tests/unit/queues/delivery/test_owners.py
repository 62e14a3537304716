"""Whose ids are, looked up as far as it is asked for."""

import sqlite3
from array import array

from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.delivery.look import Look
from qmonitor.queues.delivery.owners import Owners
from qmonitor.queues.delivery.seeks import Indexes
from qmonitor.queues.model import Destination
from qmonitor.queues.sqlite_file import snapshot
from qmonitor.queues.times import now

IDS = st.sets(st.integers(-1000, 1_000_000) | st.integers(-(2**63), 2**63 - 1), max_size=40)


@given(IDS, st.lists(st.integers(-1000, 2_000_000) | st.integers(-(2**63), 2**63 - 1), max_size=8))
def test_every_id_that_was_asked_for_is_known(ids, asked):
    lines = {Destination("ch", str(n)): array("q", sorted(one for one in ids if one % 3 == n)) for n in range(4)}
    every = {one: where for where, some in lines.items() for one in some}
    db = sqlite3.connect(":memory:", isolation_level=None)
    with snapshot(db) as view:
        owners = Owners(Look(db, Indexes("", ""), frozenset(), now(), view), lines)
        for highest in asked:
            known = owners.upto(highest)
            assert known.items() <= every.items()
            assert {one for one in every if one <= highest} <= known.keys()
    db.close()
