"""The errors tab: its groups, when they are read, and what it asks for."""

from array import array
from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QMenu, QPlainTextEdit, QToolButton

from qmonitor.gui import text, theme
from qmonitor.gui.actions import ACTIONS
from qmonitor.gui.errors import ErrorsPanel
from qmonitor.gui.errors.model import Column, ErrorsModel, Order
from qmonitor.gui.errors.panel import selection, summary
from qmonitor.gui.errors.reading import AFTER_FAULT, INTERVAL, Reading
from qmonitor.gui.messages import MessagesPanel
from qmonitor.monitor.failures import Group, Groups
from qmonitor.monitor.spacing import SHARE
from qmonitor.queues import times
from qmonitor.queues.errors import SourceBusy
from qmonitor.queues.model import Among, Destination, State
from qmonitor.queues.source import ACTIONS as NAMES
from qmonitor.queues.words import phrase
from tests.helpers.accessible import assert_accessible

AS_OF = times.parse("2026-11-29T08:30:00.000000000Z")
CAN = dict.fromkeys(NAMES)


def at(minute: int) -> times.Instant:
    return times.parse(f"2026-11-29T08:{minute:02d}:00.000000000Z")


def group(kind="connection refused", where="lab/dest-01", pending=1, failed=2, last=9, first=2) -> Group:
    items = Among(array("q", range(1, pending + failed + 1)), kind, AS_OF, "mark")
    channel, destination = where.split("/")
    return Group(Destination(channel, destination), kind, pending, failed, at(first), at(last), 3, items)


def groups(*found: Group, complete=True, looked=100, total=200, seconds=0.1) -> Groups:
    found = found if complete else tuple(replace(one, items=None) for one in found)
    return Groups(found, AS_OF, complete, looked, total, seconds)


SEVERAL = (
    group("timeout after # s", pending=0, failed=30, last=3),
    group("connection refused", pending=9, failed=0, last=20),
    group("", "adt/registry", pending=2, failed=0, last=1),
)


@pytest.fixture
def model(qapp):
    return ErrorsModel()


@pytest.fixture
def panel(qtbot):
    made = ErrorsPanel()
    qtbot.addWidget(made)
    made.resize(900, 400)
    made.asked = []
    made.reading_requested.connect(lambda call, token: made.asked.append((call, token)))
    made.offer(ACTIONS, CAN)
    made.show()
    qtbot.waitUntil(lambda: bool(made.asked))
    return made


def answer(panel: ErrorsPanel, found: Groups) -> None:
    panel.show_groups(panel.asked[-1][1], found)


def column(model: ErrorsModel, which: Column) -> list[str]:
    return [model.index(row, which).data() for row in range(model.rowCount())]


def heading(model: ErrorsModel, which: Column) -> str:
    return model.headerData(which, Qt.Orientation.Horizontal)


# -- the table -------------------------------------------------------------------------------------------------------


def test_model_holds_through_every_change(model, qtmodeltester):
    model.show_groups(groups(*SEVERAL))
    qtmodeltester.check(model)
    model.show_groups(groups(SEVERAL[1], group("new", pending=50)))
    model.sort_by(Order.LAST)
    model.show_groups(groups(*SEVERAL, complete=False))
    model.show_groups(groups())
    model.clear()
    qtmodeltester.check(model)


def test_a_row_says_all_of_a_group(model):
    model.show_groups(groups(group(pending=1200, failed=34)))
    cells = [model.index(0, which).data() for which in Column]
    assert cells[:5] == ["connection refused", "lab/dest-01", *map(text.number, (1234, 1200, 34))]
    assert cells[Column.EXAMPLE] == "3"
    tip = Qt.ItemDataRole.ToolTipRole
    assert "connection refused" in model.index(0, Column.KIND).data(tip)
    assert "as stored" in model.index(0, Column.LAST).data(tip)
    assert f"{text.number(1200)} pending, 34 failed" in model.index(0, Column.WHERE).data(tip)
    assert model.index(0, Column.FAILED).data(Qt.ItemDataRole.ForegroundRole) == QColor(theme.current().danger)
    assert model.index(0, Column.KIND).data(Qt.ItemDataRole.AccessibleTextRole) == "what went wrong: connection refused"


def test_what_is_not_recorded_is_said(model):
    model.show_groups(groups(group("")))
    assert model.index(0, Column.KIND).data() == "not recorded by the source"


def test_either_order(model):
    model.show_groups(groups(*SEVERAL))
    assert column(model, Column.COUNT) == ["30", "9", "2"]
    model.sort_by(Order.LAST)
    assert column(model, Column.COUNT) == ["9", "30", "2"]


def test_nothing_moves_while_it_is_read(model):
    """What comes stands below what is there; once all is read it is sorted."""
    model.show_groups(groups(SEVERAL[1], complete=False))
    kept = QPersistentModelIndex(model.index(0, 0))
    model.show_groups(groups(*SEVERAL, complete=False))
    assert column(model, Column.COUNT) == ["9", "30", "2"]
    assert kept.row() == 0
    model.show_groups(groups(*SEVERAL))
    assert column(model, Column.COUNT) == ["30", "9", "2"]
    assert kept.row() == 1
    model.show_groups(groups(SEVERAL[1]))
    assert kept.row() == 0


def test_what_stands_above_the_table(qapp):
    assert summary(groups()).startswith("Nothing went wrong")
    assert summary(groups(group(pending=0, failed=1))) == "1 message was tried in vain"
    assert summary(groups(group(failed=98))) == "99 messages were tried in vain, all alike"
    assert summary(groups(*SEVERAL)) == "41 messages were tried in vain, in 3 groups"
    assert summary(groups(*SEVERAL, complete=False)) == "41 so far; 100 of 200 messages are read"
    assert summary(groups(*SEVERAL, complete=False, total=None)) == "41 so far; 100 messages are read"


def test_a_column_needs_the_same_whether_it_is_hidden_or_not(panel):
    """Else each fit would hide what the one before has shown."""
    answer(panel, groups(*SEVERAL))
    table = panel.table
    table.horizontalHeader().setStyleSheet("QHeaderView::section { padding-left: 60px; }")
    for column in Column:
        table.setColumnHidden(column, False)
        wide = table.needed(column)
        table.setColumnHidden(column, True)
        assert table.needed(column) == wide


# -- when it is read -------------------------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def reading(qapp, clock):
    made = Reading(qapp, clock)
    made.asked = []
    made.requested.connect(lambda call, token: made.asked.append((call, token)))
    yield made
    made.set_seen(False)
    made.setParent(None)


def finish(reading: Reading, **more) -> None:
    """The step that was asked for last finds the last of it."""
    call, token = reading.asked[-1]
    call.__self__.done = more.get("complete", True)
    reading.receive(token, groups(**more))


def test_what_nobody_sees_is_not_read(reading, qtbot):
    reading.data_changed()
    assert not reading._next.isActive()
    reading.set_seen(True)
    qtbot.waitUntil(lambda: len(reading.asked) == 1)


def test_it_goes_on_until_all_is_read(reading, qtbot):
    reading.set_seen(True)
    qtbot.waitUntil(lambda: len(reading.asked) == 1)
    finish(reading, complete=False)
    finish(reading, complete=False)
    assert len(reading.asked) == 3
    assert len({call.__self__ for call, _ in reading.asked}) == 1
    finish(reading)
    assert len(reading.asked) == 3


def test_an_unchanged_source_is_not_read_again(reading, qtbot):
    reading.set_seen(True)
    qtbot.waitUntil(lambda: len(reading.asked) == 1)
    finish(reading)
    reading.set_seen(False)
    reading.set_seen(True)
    assert not reading._next.isActive()


def test_reading_takes_no_more_than_its_share_of_the_time(reading, qtbot, clock):
    reading.set_seen(True)
    qtbot.waitUntil(lambda: len(reading.asked) == 1)
    finish(reading, seconds=1.5)
    clock.now += 1
    reading.data_changed()
    assert reading._next.interval() == 1000 * (SHARE * 1.5 - 1)
    reading.data_changed()
    assert reading._next.interval() == 1000 * (SHARE * 1.5 - 1)


def test_a_quick_reading_rests_for_an_interval(reading, qtbot):
    reading.set_seen(True)
    qtbot.waitUntil(lambda: len(reading.asked) == 1)
    reading.data_changed()
    finish(reading, seconds=0.001)
    assert reading._next.interval() == pytest.approx(1000 * INTERVAL, abs=5)


def test_what_was_left_goes_on_or_begins_anew(reading, qtbot):
    reading.set_seen(True)
    qtbot.waitUntil(lambda: len(reading.asked) == 1)
    reading.set_seen(False)
    finish(reading, complete=False)
    assert len(reading.asked) == 1
    reading.set_seen(True)
    assert len(reading.asked) == 2
    assert reading.asked[0][0].__self__ is reading.asked[1][0].__self__
    reading.set_seen(False)
    reading.data_changed()
    finish(reading, complete=False)
    reading.set_seen(True)
    qtbot.waitUntil(lambda: len(reading.asked) == 3)
    assert reading.asked[2][0].__self__ is not reading.asked[1][0].__self__


def test_after_a_fault_it_is_tried_again(reading, qtbot):
    reading.set_seen(True)
    qtbot.waitUntil(lambda: len(reading.asked) == 1)
    with qtbot.waitSignal(reading.failed):
        reading.fail(reading.asked[0][1], SourceBusy(phrase("Busy.")))
    assert reading._next.interval() == round(1000 * AFTER_FAULT)


def test_another_content_is_read_at_once(reading, qtbot):
    reading.set_seen(True)
    qtbot.waitUntil(lambda: len(reading.asked) == 1)
    finish(reading, seconds=3)
    reading.begin_anew()
    qtbot.waitUntil(lambda: len(reading.asked) == 2)
    with qtbot.assertNotEmitted(reading.found):
        reading.receive(reading.asked[0][1], groups())


# -- the panel -------------------------------------------------------------------------------------------------------


def said(panel: ErrorsPanel, name: str = "errors-said") -> str:
    return panel.findChild(QLabel, name).text()


def test_everything_has_a_name(panel):
    answer(panel, groups(*SEVERAL))
    panel.table.selectRow(0)
    assert_accessible(panel)


def test_first_it_says_that_it_reads(panel):
    assert said(panel) == "Reading what went wrong …"
    answer(panel, groups(*SEVERAL, complete=False))
    assert said(panel) == "41 so far; 100 of 200 messages are read"
    assert said(panel, "errors-as-of").startswith("as of ")


def test_parts_of_another_reading_are_not_shown(panel):
    """A figure that was whole does not fall because it is counted anew."""
    answer(panel, groups(*SEVERAL))
    panel.begun = len(panel.asked)
    panel._on_found(groups(SEVERAL[0], complete=False))
    assert panel.model.rowCount() == 3
    panel._on_found(groups(SEVERAL[0]))
    assert panel.model.rowCount() == 1


def test_a_fault_is_said_and_what_was_read_stays(panel):
    answer(panel, groups(*SEVERAL))
    panel.reading._asked = 77
    panel.show_error(77, SourceBusy(phrase("The file is locked.")))
    assert "The file is locked." in said(panel)
    assert panel.model.rowCount() == 3


def test_enter_shows_the_messages_of_a_group(panel, qtbot):
    answer(panel, groups(*SEVERAL))
    panel.table.selectRow(1)
    with qtbot.waitSignal(panel.filter_requested) as asked:
        qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert asked.args == [SEVERAL[1].where, SEVERAL[1].items]
    with qtbot.waitSignal(panel.filter_requested) as asked:
        panel.findChild(QToolButton, "errors-filter-button").click()
    assert asked.args == [SEVERAL[1].where, SEVERAL[1].items]


def test_the_one_tried_last(panel, qtbot):
    answer(panel, groups(*SEVERAL))
    panel.table.selectRow(0)
    with qtbot.waitSignal(panel.example_requested) as asked:
        panel._actions["example"].trigger()
    assert asked.args == [SEVERAL[0].where, 3]


def test_what_is_selected_stays_selected(panel):
    answer(panel, groups(*SEVERAL))
    panel.table.selectRow(0)
    panel._on_found(groups(group("more", failed=500), *SEVERAL))
    assert panel.table.chosen().key == SEVERAL[0].key
    assert "timeout after # s" in panel.findChild(QPlainTextEdit, "errors-detail").toPlainText()
    panel._on_found(groups(SEVERAL[1]))
    assert panel.table.chosen() is None
    assert not panel.findChild(QPlainTextEdit, "errors-detail").isVisible()


def test_the_order_is_chosen_by_the_heading_and_kept(panel, qtbot):
    answer(panel, groups(*SEVERAL))
    with qtbot.waitSignal(panel.order_changed) as changed:
        panel.table.horizontalHeader().sectionClicked.emit(Column.LAST)
    assert changed.args == ["last"]
    assert column(panel.model, Column.COUNT) == ["9", "30", "2"]
    assert heading(panel.model, Column.LAST) == "last seen ▾"
    with qtbot.assertNotEmitted(panel.order_changed):
        panel.table.horizontalHeader().sectionClicked.emit(Column.KIND)
    assert [heading(panel.model, which) for which in (Column.COUNT, Column.LAST)] == ["messages", "last seen ▾"]
    panel.set_order("nonsense")
    assert panel.model.order is Order.COUNT
    assert [action.isChecked() for action in panel._orders.actions()] == [True, False]


def act(panel: ErrorsPanel, name: str):
    return next(action for action in panel._acts.actions() if action.data() == name)


def test_a_source_may_take_fewer_states_than_others(panel):
    answer(panel, groups(*SEVERAL))
    panel.table.selectRow(0)
    assert act(panel, "remove").isEnabled()
    panel.offer(ACTIONS, CAN, {"remove": frozenset({State.SKIPPED})})
    assert not act(panel, "remove").isEnabled()
    assert act(panel, "remove").toolTip() == "Only these can be acted on so: skipped."
    assert act(panel, "skip").isEnabled()


def test_an_act_is_meant_for_exactly_the_group(panel, qtbot):
    answer(panel, groups(*SEVERAL))
    panel.table.selectRow(1)
    with qtbot.waitSignal(panel.act_requested) as asked:
        act(panel, "retry-now").trigger()
    spec, meant = asked.args
    assert spec.capability == "retry-now"
    assert meant == selection(SEVERAL[1])
    assert meant.query.among is SEVERAL[1].items
    assert (meant.count, meant.states) == (9, frozenset({"pending"}))


def test_what_can_not_be_done_says_why(panel, qtbot):
    answer(panel, groups(*SEVERAL, complete=False))
    panel.table.selectRow(0)
    assert not act(panel, "skip").isEnabled()
    assert act(panel, "skip").toolTip() == "It is not read whole yet."
    assert not panel._actions["filter"].isEnabled()
    with qtbot.assertNotEmitted(panel.filter_requested):
        qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    answer(panel, groups(*SEVERAL))
    assert act(panel, "skip").isEnabled()
    panel.table.selectRow(1)
    assert not act(panel, "remove").isEnabled()  # none of them is finished
    panel.offer(ACTIONS, CAN | {"skip": phrase("It is read only.")})
    assert act(panel, "skip").toolTip() == "It is read only."


def test_where_nothing_may_be_changed_nothing_is_offered(panel):
    answer(panel, groups(*SEVERAL))
    panel.table.selectRow(0)
    panel.offer([spec for spec in ACTIONS if not spec.acts], CAN)
    assert panel._acts.actions() == []
    assert not panel.findChild(QToolButton, "errors-act-button").isVisible()


def test_the_context_menu_has_it_all(panel):
    answer(panel, groups(*SEVERAL))
    panel.table.selectRow(0)
    panel.table.customContextMenuRequested.emit(panel.table.rect().center())
    menu = panel.findChild(QMenu, "errors-menu")
    names = [action.objectName() for action in menu.actions()]
    menu.close()
    for name in ("errors-filter", "errors-example", "errors-retry-now", "errors-skip", "errors-order-last"):
        assert name in names


def test_another_content_empties_it(panel, qtbot):
    answer(panel, groups(*SEVERAL))
    before = len(panel.asked)
    panel.begin_anew()
    assert panel.model.rowCount() == 0
    assert said(panel) == "Reading what went wrong …"
    qtbot.waitUntil(lambda: len(panel.asked) == before + 1)


@pytest.mark.parametrize(("width", "least"), [(420, 100), (640, 200), (900, 264)])
def test_what_went_wrong_has_room(panel, qtbot, width, least):
    answer(panel, groups(*SEVERAL))
    panel.resize(width, 400)
    header = panel.table.horizontalHeader()
    qtbot.waitUntil(lambda: header.sectionSize(Column.KIND) >= least)
    assert panel.table.columnWidth(Column.COUNT) > 0
    assert not panel.table.isColumnHidden(Column.LAST)


# -- the table of messages -------------------------------------------------------------------------------------------


@pytest.fixture
def messages(qtbot):
    made = MessagesPanel()
    qtbot.addWidget(made)
    made.resize(900, 400)
    made.set_destination(Destination("lab", "dest-01"))
    made.show()
    return made


def test_messages_are_those_of_the_group(messages):
    among = SEVERAL[1].items
    messages.filters.text_field.setText("C1")
    messages.show_among(among)
    query = messages.current_query()
    assert (query.among, query.state, query.text, query.channel) == (among, None, None, "lab")
    row = messages.filters.among
    assert row.isVisible()
    assert row.words().startswith("Only the 9 that had failed with this at ")
    assert row.words().endswith(": connection refused")
    assert row.words() in messages.filters.filters()
    assert_accessible(messages)


def test_all_are_shown_again(messages, qtbot):
    ways = (
        lambda: messages.findChild(QToolButton, "messages-among-drop").click(),
        messages.filters.clear,
        lambda: qtbot.keyClick(messages.filters.text_field, Qt.Key.Key_Escape),
        lambda: messages.set_destination(None),
        messages.begin_anew,
    )
    for way in ways:
        messages.set_destination(Destination("lab", "dest-01"))
        messages.show_among(SEVERAL[1].items)
        way()
        assert messages.current_query().among is None
        assert not messages.filters.among.isVisible()


def test_a_state_of_the_group(messages):
    messages.show_among(SEVERAL[1].items)
    messages.filters.chips[None].click()
    assert messages.current_query().among is SEVERAL[1].items
    one = replace(SEVERAL[1].items, ids=array("q", (7,)), name="")
    messages.show_among(one)
    assert messages.filters.among.words().startswith("Only the one that had failed without a recorded error at ")


def test_counts_of_a_group_that_is_left_are_forgotten(messages):
    messages.show_among(SEVERAL[1].items)
    messages.counts.take((messages.counts.filtered,), (9,))
    assert messages.counts.matching()[0] == 9
    messages.filters.clear()
    assert all(query.among is None for query in messages.counts._known)


def test_nothing_below_a_row(model):
    model.show_groups(groups(*SEVERAL))
    assert model.rowCount(model.index(0, 0)) == 0
    assert model.columnCount(QModelIndex()) == len(Column)
