"""The head's mark, what stands behind it and how many: from the rows themselves, so that nothing contradicts them."""

from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import given

from qmonitor.gui import text
from qmonitor.gui.messages import heads
from qmonitor.gui.messages.columns import Column
from qmonitor.gui.messages.heads import Head
from qmonitor.monitor.window import Window
from qmonitor.queues.model import Query, State
from tests.helpers.messages import ADT, LAB, Source, cell, ids, message, shown


@pytest.fixture
def source():
    return Source([message(n) for n in range(1, 301)])


@pytest.fixture
def panel(qapp, qtbot, source):
    return shown(source, qtbot)


def marked(panel) -> list[int]:
    """The rows with the mark of a head."""
    return [row for row, item in panel.model.window.held() if panel.model.cells.heads.head(item) is not None]


def behind(panel) -> set[bool]:
    """Whether the pending rows below the first say that they wait for the head."""
    return {
        cell(panel, row, Column.NEXT) == "behind the head"
        for row, item in panel.model.window.held()
        if row and item.state == State.PENDING
    }


def deliver(source, *numbers: int) -> None:
    for number in numbers:
        source.items[number] = replace(source.items[number], state=State.DELIVERED)


def test_rows_newer_than_the_backlogs_have_their_own_head(panel, source):
    """A line that moves: the rows are read a moment after the look at all backlogs."""
    panel.set_destination(LAB)
    before = source.depth()
    deliver(source, 1, 2)
    panel.recount()
    panel.set_depth(before)
    assert ids(panel)[0] == 3
    assert marked(panel) == [0]
    assert behind(panel) == {True}
    assert panel.foot.words() == "298 messages · head 3: 297 messages wait behind it"


def test_where_nothing_waits_for_another_message_there_is_no_head(panel, source):
    """Of dead letters, say, a daemon tries all."""
    panel.set_destination(LAB)
    depth = source.depth()
    panel.set_depth(replace(depth, rows=tuple(replace(row, head=None) for row in depth.rows)))
    panel.recount()
    assert marked(panel) == []
    assert behind(panel) == {False}
    assert panel.foot.words() == "300 messages"


def test_backlogs_newer_than_the_rows_move_no_mark(panel, source):
    panel.set_destination(LAB)
    deliver(source, 1, 2)
    panel.set_depth(source.depth())
    assert ids(panel)[0] == 1
    assert marked(panel) == [0]
    assert cell(panel, 0, Column.NEXT) == text.short_time(source.items[1].next_attempt)
    assert panel.foot.words() == "300 messages · head 1: 299 messages wait behind it"


@pytest.mark.parametrize("all_states", [False, True])
@pytest.mark.parametrize("newest_first", [False, True])
def test_in_every_order_the_rows_tell_where_their_end_is_read(panel, source, newest_first, all_states):
    for number in range(60, 301):
        del source.items[number]
    panel.set_destination(LAB)
    if all_states:
        panel.filters.chips[None].click()
    if panel.filters.head_first is newest_first:
        panel.filters.order.click()
    deliver(source, 1)
    panel.recount()
    row = panel.model.window.row_of(2)
    assert marked(panel) == [row]
    assert "head 2: 57 messages wait behind it" in panel.foot.words()


def test_where_the_end_is_not_read_the_backlogs_tell(panel, source):
    source.items |= {n: message(n) for n in range(301, 2001)}
    panel.set_depth(source.depth())
    panel.set_destination(LAB)
    panel.filters.order.click()
    assert ids(panel)[0] == 2000
    assert behind(panel) == {True}
    assert "head" not in panel.foot.words()


def test_what_was_before_the_head_is_not_said_to_be_behind_it(panel, source):
    """Of a list of all destinations nothing but the backlogs tells; where they are newer, older rows have gone."""
    panel.set_destination(None)
    panel.filters.order.click()
    deliver(source, 1, 2)
    panel.set_depth(source.depth())
    assert marked(panel) == [2]
    assert [cell(panel, row, Column.NEXT) == "behind the head" for row in range(4)] == [False, False, False, True]


def test_a_filter_leaves_the_head_to_the_backlogs(panel, source):
    panel.set_destination(LAB)
    panel.filters.text_field.setText("MSG7")
    panel.filters._apply()
    assert marked(panel) == []
    assert cell(panel, 0, Column.NEXT) == "behind the head"
    assert "head" not in panel.foot.words()


def test_a_line_that_is_empty_has_no_head(panel, source):
    deliver(source, *source.items)
    panel.set_destination(LAB)
    panel.filters.chips[None].click()
    assert marked(panel) == []
    assert "head" not in panel.foot.words()


class Silent:
    """Is told of changes that nobody sees."""

    def about_to_insert(self, first: int, last: int) -> None: ...

    def inserted(self) -> None: ...

    def about_to_remove(self, first: int, last: int) -> None: ...

    def removed(self) -> None: ...

    def updated(self, first: int, last: int) -> None: ...


STATES = st.sampled_from([State.PENDING, State.PENDING, State.DELIVERED, State.FAILED])


@given(
    states=st.lists(STATES, max_size=700),
    head_first=st.booleans(),
    state=st.sampled_from([None, State.PENDING]),
    jump=st.none() | st.integers(0, 700),
)
def test_rows_never_tell_another_head_than_there_is(states, head_first, state, jump):
    source = Source([message(n, state=one) for n, one in enumerate(states)])
    query = Query(LAB.channel, LAB.destination, state, head_first=head_first)
    window = Window(Silent(), newest_first=not head_first)
    for top in (0, jump):
        wanted = window.wanted(top, top + 20) if top is not None else None
        if wanted is not None:
            window.take(wanted, source.read(replace(query, limit=wanted.limit), wanted.begin))
    pending = [n for n, one in enumerate(states) if one == State.PENDING]
    found = heads.told(window, query, len(pending))
    if found is not None:
        assert found.told_head == (Head(pending[0], len(pending) - 1) if pending else None)
    if jump is None and head_first and state is not None:
        assert found is not None


@pytest.mark.parametrize(
    "query",
    [
        Query(),
        Query("lab", "lis", State.FAILED),
        Query("lab", "lis", State.PENDING, text="7"),
        Query("lab", "lis", State.PENDING, error="refused"),
    ],
)
def test_rows_that_leave_some_out_tell_nothing(query):
    window = Window(Silent())
    window.take(window.wanted(0, 20), Source([message(1), message(2, ADT)]).read(query, None))
    assert heads.told(window, query, 2) is None
