"""The panel on a real file that an engine of another process changes: nothing moves that is read."""

import random

import pytest

from qmonitor.gui.messages import MessagesPanel
from qmonitor.gui.messages.columns import Column
from qmonitor.gui.text import number, short_time
from qmonitor.queues import open_source
from qmonitor.queues.model import Destination, Query, State
from tests.helpers import files
from tests.helpers.engine import Engine
from tests.helpers.guards.handles import gui_io_allowed

WHERE = Destination("lab", "dest-01")


class Answers:
    """Reads what a panel asks, at once."""

    def __init__(self, path, panel: MessagesPanel) -> None:
        self.reader, self.panel = open_source(path).reader(), panel
        self.pages = []
        panel.page_requested.connect(self.on_page)
        panel.count_requested.connect(self.on_count)

    def on_page(self, query, start, token) -> None:
        with gui_io_allowed():
            page = self.reader.page(query, start)
        self.pages.append(page)
        self.panel.show_page(token, page)

    def on_count(self, queries, token) -> None:
        with gui_io_allowed():
            counts = self.reader.counts(queries)
        self.panel.show_count(token, counts)

    def look(self) -> None:
        """As the session does after a change, without waiting for its pace."""
        with gui_io_allowed():
            depth = self.reader.depth()
        self.panel.set_depth(depth)
        self.panel.data_changed()
        self.panel._refresh.stop()
        self.panel._look_again()


@pytest.fixture
def path(tmp_path):
    rows = [{"destination": f"dest-{n % 2:02d}", "control_id": f"C{n}"} for n in range(3_000)]
    return files.queue(tmp_path / "q.db", rows)


@pytest.fixture
def running(path):
    with Engine(path) as engine:
        yield engine


@pytest.fixture
def live(qapp, qtbot, path, running):
    panel = MessagesPanel()
    qtbot.addWidget(panel)
    answers = Answers(path, panel)
    panel.resize(900, 500)
    with qtbot.waitExposed(panel):
        panel.show()
    answers.look()
    yield answers
    answers.reader.close()


def arrangement(panel) -> tuple:
    columns = panel.table.columns
    return (
        panel.filters.order.text(),
        panel.current_query(),
        columns.in_order(),
        [panel.table.columnWidth(column) for column in Column],
        panel.layout_state(),
    )


@pytest.mark.parametrize("head_first", [False, True])
def test_a_hundred_refreshes_above_move_nothing(live, running, head_first):
    """Rows come and go above and below while somebody reads in the middle of the list, with four of them selected."""
    panel, rng = live.panel, random.Random(3)
    panel.set_destination(WHERE if head_first else None)
    panel.table.columns.choose(Column.REASON, shown=True)
    panel.table.verticalScrollBar().setValue(700)
    seen = panel.table.seen_ids()
    chosen = [seen[2], seen[5], seen[6], seen[9]]
    panel.chosen._ids = dict.fromkeys(chosen)
    panel.chosen.match()
    before, top = arrangement(panel), seen[0]
    above = [i for i in range(2, 3_000, 2) if (i < top - 200 if head_first else i > top + 200)]
    rng.shuffle(above)
    vanished = set()
    for n in range(100):
        for _ in range(3):
            running.enqueue("lab", "dest-01", b"MSH|new")
        running.deliver(above.pop())
        running.sql("DELETE FROM queue WHERE id = ?", [above.pop()])
        if n in (30, 60):
            vanished.add(chosen[n // 30])
            running.deliver(chosen[n // 30])
        live.look()
        assert panel.table.seen_ids()[0] == top
        assert panel.selected_ids() == tuple(i for i in chosen if i not in vanished)
        assert arrangement(panel) == before
    rows = {index.row() for index in panel.table.selectionModel().selectedRows()}
    assert {panel.model.item(row).id for row in rows} == set(chosen) - vanished


def test_list_chips_and_total_are_of_one_snapshot_with_one_time(live, running, path):
    panel = live.panel
    panel.set_destination(WHERE)
    for n in range(20):
        running.enqueue("lab", "dest-01", b"MSH|new")
        running.fail(2 * n + 2)
        live.look()
        with gui_io_allowed():
            states = [row[0] for row in files.rows(path, "state", "destination = 'dest-01'")]
        for state in (State.PENDING, State.FAILED, State.DELIVERED):
            assert panel.filters.chips[state].text() == f"{state} {number(states.count(state))}"
        assert panel.model.rowCount() == states.count("pending")
        assert panel.foot.words().startswith(f"{number(states.count('pending'))} messages")
        refresh = next(page for page in reversed(live.pages) if page.counts)
        assert panel.foot._at.text() == f"as of {short_time(refresh.as_of)}"
    assert panel.pages.as_of == refresh.as_of


def test_a_count_that_was_read_apart_carries_its_own_time(live, running):
    panel = live.panel
    panel.set_destination(None)
    panel.filters.text_field.setText("C1")
    panel.filters._apply()
    with gui_io_allowed():
        found = live.reader.count(Query(state="pending", text="C1"))
    assert panel.foot.words().startswith(f"{number(found)} messages at ")


def test_refreshes_of_a_filtered_list_count_apart_only_now_and_then(live, running, qtbot):
    panel, now = live.panel, [0.0]
    panel.counts.feed._clock = lambda: now[0]
    panel.filters.text_field.setText("C1")
    panel.filters._apply()
    counted = []
    panel.count_requested.connect(lambda queries, token: counted.append(queries))
    for _ in range(20):
        running.enqueue("lab", "dest-01", b"MSH|new")
        live.look()
    assert counted == []
    now[0] += 60
    live.look()
    assert len(counted) == 1


def test_rows_that_take_long_to_read_are_read_again_seldom(live):
    """A filter that finds nothing walks the whole of a big file each time."""
    panel, now = live.panel, [0.0]
    panel.pages._clock = lambda: now[0]

    def slow(query, start, token) -> None:
        now[0] += 0.7

    panel.page_requested.disconnect(live.on_page)
    panel.page_requested.connect(slow)
    panel.page_requested.connect(live.on_page)
    live.look()
    assert panel.pages.rest == pytest.approx(7.0)
    now[0] += 2.0
    panel.data_changed()
    assert 4_700 <= panel._refresh.remainingTime() <= 5_300  # Qt shifts long timers by some per cent


def test_far_down_a_real_list_rows_are_where_the_bar_says(live):
    panel = live.panel
    panel.set_destination(WHERE)
    for row in (1_400, 700, 0, 1_200):
        panel.table.verticalScrollBar().setValue(row)
        first = panel.table.verticalScrollBar().value()
        assert panel.table.seen_ids()[0] == 2 * (first + 1)
    panel.pages.seek("1002")
    assert panel.selected_ids() == (1_002,)
    assert panel.model.window.row_of(1_002) == 500


def test_who_sees_blanks_is_moved_nowhere_while_the_head_is_selected(live):
    panel, bar = live.panel, live.panel.table.verticalScrollBar()
    panel.set_destination(WHERE)
    live.look()
    assert panel.chosen.head == panel.model.item(0).id
    for row in (bar.maximum() // 2, bar.maximum()):
        bar.setValue(row)
        assert bar.value() == row
        assert panel.model.item(panel.table.seen()[0]) is not None
    assert panel.model.item(1_499).control_id == "C2999"
    panel.page_requested.disconnect(live.on_page)
    bar.setValue(300)
    assert panel.model.item(300) is None
    panel.place.note()
    panel.model.window.set_count(1_400)
    panel.place.settle()
    assert (panel.model.rowCount(), bar.value()) == (1_400, 300)
