"""What is selected is kept by ids, or is the query itself; what is said of it is what is meant."""

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from qmonitor.gui.messages.columns import Column
from qmonitor.gui.text import number
from qmonitor.queues.model import State
from tests.helpers.messages import LAB, Source, message, shown

ROWS = QItemSelectionModel.SelectionFlag.Rows
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def source():
    return Source([message(n) for n in range(1, 5_001)])


@pytest.fixture
def panel(qapp, qtbot, source):
    made = shown(source, qtbot)
    made.set_destination(LAB)
    return made


def click(panel, row: int, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    box = panel.table.visualRect(panel.model.index(row, Column.ID))
    QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, modifier, box.center())


def selected_rows(panel) -> set[int]:
    return {index.row() for index in panel.table.selectionModel().selectedRows()}


def test_select_all_means_the_query(panel, source, qtbot):
    with qtbot.waitSignal(panel.selection_changed):
        QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    assert panel.selected_query() == panel.current_query()
    assert panel.selected_ids() == ()
    assert f"all {number(5_000)} that match are selected" in panel.foot.words()
    panel.table.verticalScrollBar().setValue(4_000)
    assert selected_rows(panel) >= set(range(4_000, 4_010))


def test_what_comes_later_is_among_all(panel, source):
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    source.items[6_000] = message(6_000)
    del source.items[2]
    del source.items[3]
    source.change()
    assert panel.selected_query() is not None
    assert f"all {number(4_999)} that match are selected" in panel.foot.words()
    assert 1 in selected_rows(panel)


def test_a_click_leaves_all_and_says_so(panel):
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    click(panel, 3)
    assert panel.selected_query() is None
    assert panel.selected_ids() == (4,)
    assert "no longer all: 1 selected" in panel.foot.words()
    click(panel, 4)
    assert panel.foot.words().count("selected") == 1
    assert "no longer" not in panel.foot.words()


def test_taking_one_out_of_all_selects_nothing_where_not_all_were_read(panel):
    """Else a few hundred would be selected where a person believes that all but one are."""
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    click(panel, 3, CONTROL)
    assert (panel.selected_query(), panel.selected_ids()) == (None, ())
    assert selected_rows(panel) == set()
    assert "no longer all: 0 selected" in panel.foot.words()


def test_taking_one_out_of_a_short_list_leaves_the_others(panel, source):
    source.items = {n: message(n) for n in range(1, 21)}
    source.change()
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    click(panel, 3, CONTROL)
    assert set(panel.selected_ids()) == set(range(1, 21)) - {4}


def test_escape_and_another_query_leave_all(panel):
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    QTest.keyClick(panel.table, Qt.Key.Key_Escape)
    assert (panel.selected_query(), selected_rows(panel)) == (None, set())
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    panel.filters.chips[State.FAILED].click()
    assert panel.selected_query() is None


def test_all_where_nobody_could_count(panel, source):
    source.counting = False
    panel.filters.text_field.setText("MSG1")
    panel.filters._apply()
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    assert "all that match are selected" in panel.foot.words()


def test_nothing_can_be_all_of_an_empty_list(panel, source):
    panel.filters.chips[State.FAILED].click()
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    assert panel.selected_query() is None


def test_a_range_over_rows_that_were_not_read_says_what_is_selected(panel):
    click(panel, 2)
    panel.table.verticalScrollBar().setValue(4_000)
    click(panel, 4_003, SHIFT)
    assert panel.selected_query() is None
    held = {item.id for row, item in panel.model.window.held() if row <= 4_003}
    assert set(panel.selected_ids()) == held | {3}
    assert "only those already read" in panel.foot.words()


def test_a_click_gives_up_what_is_selected_far_away(panel):
    click(panel, 2)
    click(panel, 5, CONTROL)
    panel.table.verticalScrollBar().setValue(4_000)
    click(panel, 4_003, CONTROL)
    assert panel.selected_ids() == (3, 6, 4_004)
    panel.table.verticalScrollBar().setValue(2_000)
    assert panel.selected_ids() == (3, 6, 4_004)
    click(panel, 2_002)
    assert panel.selected_ids() == (2_003,)
    panel.table.verticalScrollBar().setValue(0)
    assert selected_rows(panel) & set(range(50)) == set()


def test_rows_are_selected_with_the_keyboard(panel):
    click(panel, 2)
    for _ in range(3):
        QTest.keyClick(panel.table, Qt.Key.Key_Down, SHIFT)
    assert panel.selected_ids() == (3, 4, 5, 6)
    QTest.keyClick(panel.table, Qt.Key.Key_Up, SHIFT)
    assert set(panel.selected_ids()) == {3, 4, 5}


def test_enter_and_a_double_click_look_into_the_message(panel, qtbot):
    click(panel, 2)
    with qtbot.waitSignal(panel.inspect_requested) as wanted:
        QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert wanted.args == [3]
    box = panel.table.visualRect(panel.model.index(5, Column.ID))
    with qtbot.waitSignal(panel.inspect_requested) as wanted:
        QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
        QTest.mouseDClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert wanted.args == [6]


def test_rows_are_copied_as_they_are_seen(panel):
    header = panel.table.horizontalHeader()
    panel.table.columns.choose(Column.NEXT, shown=False)
    panel.table.columns.choose(Column.CHANNEL, shown=True)
    header.moveSection(header.visualIndex(Column.TYPE), 1)
    click(panel, 4)
    click(panel, 2, CONTROL)
    QTest.keyClick(panel.table, Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text() == ("ADT^A08\t3\tMSG3\t0\t01:00\t\nADT^A08\t5\tMSG5\t0\t01:00\t\n")
    assert "2 selected, copied" in panel.foot.words()
    click(panel, 4)
    assert "copied" not in panel.foot.words()


def test_copying_all_says_how_many_it_were(panel):
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    QTest.keyClick(panel.table, Qt.Key.Key_C, CONTROL)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == len(list(panel.model.window.held()))
    assert f"{len(lines)} already read ones copied" in panel.foot.words()


def test_what_vanishes_far_away_leaves_the_selection_too(panel, source, qtbot):
    click(panel, 2)
    for row in (4, 6, 8):
        click(panel, row, CONTROL)
    panel.table.verticalScrollBar().setValue(4_000)
    del source.items[5]
    source.items[9] = message(9, state=State.DELIVERED)
    with qtbot.waitSignals([panel.selection_changed] * 2):
        source.change()
    assert panel.selected_ids() == (3, 7)
    assert "2 selected" in panel.foot.words()
    asked = len(source.asked)
    source.change()
    assert len(source.asked) - asked <= 4


def test_the_current_message_vanishes_far_away(panel, source, qtbot):
    click(panel, 2)
    panel.table.verticalScrollBar().setValue(4_000)
    del source.items[3]
    with qtbot.waitSignal(panel.item_selected) as told:
        source.change()
    assert told.args == [None]
    assert panel.selected_ids() == ()


def test_all_means_what_is_shown_while_something_else_is_typed(panel, source, qtbot):
    """A filter acts when nobody has typed for a moment; until then the table shows, and means, the one before."""
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    shown = panel.current_query()
    assert panel.selected_query() == shown
    panel.filters.text_field.setText("something else")
    assert panel.current_query() == shown
    assert panel.selected_query() == shown
    qtbot.waitUntil(lambda: panel.current_query().text == "something else")
    assert panel.selected_query() is None
