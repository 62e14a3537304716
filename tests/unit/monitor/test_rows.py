"""One run of items between blanks: whoever hears the announcements has the same rows."""

import hypothesis.strategies as st
from hypothesis import given, settings

from qmonitor.monitor.rows import KEPT, STUB, Rows
from qmonitor.queues.model import Beside, Item, Page, Side
from qmonitor.queues.times import from_ns
from tests.helpers.shadow import Shadow


def items(ids) -> tuple[Item, ...]:
    return tuple(Item("lab", "one", id=i) for i in ids)


def page(ids, following=None, before=None) -> Page:
    return Page(items(ids), following, before, from_ns(0))


def made(ids, *, above: int = 0, below: int = 0) -> tuple[Rows, Shadow]:
    """Rows that hold these, with so many blanks around them."""
    shadow = Shadow()
    rows = Rows(shadow)
    rows.replace(0, page(ids, "next" if below else None, "prev" if above else None))
    rows.fit(above + below or None)
    if above and below:
        rows._set_above(above)
        rows._set_below(below)
    return rows, shadow


def held(rows: Rows) -> list[int]:
    return [item.id for _, item in rows.held()]


def test_there_is_nothing_at_first():
    rows = Rows(Shadow())
    assert (len(rows), rows.item(0), rows.row_of(1), list(rows.held())) == (0, None, None, [])


def test_an_item_is_found_by_its_row_and_its_id():
    rows, _ = made([7, 8, 9], above=5, below=4)
    assert (len(rows), rows.end) == (12, 8)
    assert rows.item(6).id == 8
    assert (rows.item(4), rows.item(8), rows.item(-1)) == (None, None, None)
    assert (rows.row_of(9), rows.row_of(10)) == (7, None)


def test_rows_grow_into_the_blanks_first():
    rows, shadow = made([7, 8], above=2, below=1)
    rows.grow_up(items([4, 5, 6]), "further up")
    rows.grow_down(items([9, 10]), None)
    assert held(rows) == [4, 5, 6, 7, 8, 9, 10]
    assert (rows.above, rows.below, rows.prev, rows.next) == (0, 0, "further up", None)
    assert len(shadow.tokens) == len(rows) == 7


def test_what_a_fresh_page_lacks_has_vanished_and_the_rest_keeps_its_place():
    rows, shadow = made([1, 2, 3, 4], below=3)
    kept = shadow.tokens[1]
    rows.lay(0, page([2, 9, 4], "next"))
    assert held(rows) == [2, 9, 4]
    assert rows.vanished == {1, 3}
    assert shadow.tokens[0] is kept
    assert rows.below == 3


def test_where_the_list_ends_what_stood_behind_is_gone():
    rows, _ = made([1, 2, 3, 4])
    rows.lay(1, page([2]))
    assert held(rows) == [1, 2]
    assert rows.vanished == {3, 4}


def test_old_rows_behind_a_page_that_goes_on_become_blanks():
    rows, shadow = made([1, 2, 3, 4], below=2)
    rows.lay(0, page([1, 2, 7], "next"))
    assert held(rows) == [1, 2, 7]
    assert rows.vanished == set()
    assert (len(rows), len(shadow.tokens)) == (6, 6)


def test_rows_in_another_order_are_put_where_the_page_shows_them():
    rows, shadow = made([5, 1, 2, 3, 4], above=2, below=2)
    kept = shadow.tokens[rows.row_of(3)]
    assert rows.lay(1, page([1, 3, 2, 5], "next")) == 2
    assert held(rows) == [1, 3, 2, 5]
    assert shadow.tokens[rows.row_of(3)] is kept
    assert rows.vanished == set()
    assert len(shadow.tokens) == len(rows)


def test_what_comes_back_has_not_vanished():
    rows, _ = made([1, 2, 3, 4])
    rows.lay(0, page([1]))
    assert rows.vanished == {2, 3, 4}
    rows.lay(0, page([1, 2]))
    rows.grow_down(items([3]), None)
    assert rows.vanished == {4}
    rows.grow_up(items([4]), None)
    assert rows.vanished == set()


def test_only_what_is_seen_is_held_of_too_many():
    rows, shadow = made(range(KEPT + 1))
    rows.trim(100, 200)
    assert held(rows) == list(range(100, 200))
    assert (rows.prev, rows.next) == (Beside(100, Side.BEFORE), Beside(199, Side.AFTER))
    assert len(rows) == len(shadow.tokens) == KEPT + 1
    few, _ = made(range(KEPT))
    few.trim(100, 200)
    assert len(few.items) == KEPT


def test_blanks_are_as_many_as_are_known_or_supposed():
    rows, shadow = made([5, 6], above=3, below=4)
    rows.fit(20)
    assert (rows.above, rows.below) == (3, 17)
    rows.fit(None)
    assert (rows.above, rows.below) == (3, STUB)
    rows.next = None
    rows.fit(9)
    assert (rows.above, rows.below) == (9, 0)
    rows.prev = None
    rows.fit(9)
    assert (rows.above, rows.below) == (0, 0)
    assert len(shadow.tokens) == len(rows) == 2


IDS = st.lists(st.integers(0, 60), unique=True, max_size=20).map(sorted)


@settings(max_examples=80)
@given(data=st.data())
def test_whoever_is_told_has_the_same_rows(data):
    rows, shadow = made(data.draw(IDS), above=data.draw(st.integers(0, 5)), below=data.draw(st.integers(0, 5)))
    for _ in range(data.draw(st.integers(1, 8))):
        fresh = [i for i in data.draw(IDS) if i not in held(rows)]
        match data.draw(st.sampled_from(["up", "down", "lay", "replace", "hold", "fit"])):
            case "up":
                rows.grow_up(items(fresh), data.draw(st.sampled_from([None, "more"])))
            case "down":
                rows.grow_down(items(fresh), data.draw(st.sampled_from([None, "more"])))
            case "lay":
                laid, index = data.draw(IDS | IDS.flatmap(st.permutations)), data.draw(st.integers(0, len(rows.items)))
                row = rows.lay(index, page(laid, data.draw(st.sampled_from([None, "more"]))))
                assert held(rows)[row - rows.above :][: len(laid)] == laid
            case "replace":
                row = data.draw(st.integers(0, 30))
                rows.replace(row, page(fresh, "more", "more"))
                assert held(rows) == fresh
                assert rows.above == row
            case "hold" if rows.items:
                rows.hold_only(rows.above, data.draw(st.integers(1, len(rows.items))))
            case "fit":
                rows.fit(data.draw(st.none() | st.integers(2, 90)))
        assert shadow.pending is None
        assert len(shadow.tokens) == len(rows)
        assert rows.vanished.isdisjoint(held(rows))
        assert len(set(held(rows))) == len(held(rows))
        assert all(rows.row_of(item.id) == row and rows.item(row) is item for row, item in rows.held())
