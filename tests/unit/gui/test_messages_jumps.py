"""Going to the first, the last or a certain message of a long list, with one read or two."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from qmonitor.gui.messages.columns import Column
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import About, Query, Start, State
from tests.helpers.messages import ADT, LAB, Source, cell, ids, message, shown


@pytest.fixture
def source():
    return Source([message(n) for n in range(1, 12_001)])


@pytest.fixture
def panel(qapp, qtbot, source):
    made = shown(source, qtbot)
    made.set_destination(LAB)
    return made


def go(panel, typed: str) -> None:
    """As a person does: Ctrl+G, the id, Enter."""
    panel.view_menu.go_to.trigger()
    panel.go_to.field.setText(typed)
    QTest.keyClick(panel.go_to.field, Qt.Key.Key_Return)


@pytest.mark.parametrize("typed", ["7337", "  007337 "])
def test_an_id_is_gone_to_and_selected(panel, source, typed):
    asked = len(source.asked)
    go(panel, typed)
    assert panel.selected_ids() == (7_337,)
    assert 7_337 in ids(panel)
    assert panel.model.window.row_of(7_337) == 7_336
    assert panel.model.rowCount() == 12_000
    assert panel.go_to.isHidden()
    assert panel.table.hasFocus() or panel.focusWidget() is panel.table
    assert len(source.asked) - asked <= 3


def test_the_place_is_said_to_be_unknown_where_it_was_not_counted(panel, source):
    source.placing = False
    go(panel, "7337")
    assert panel.selected_ids() == (7_337,)
    assert "place in the list not counted" in panel.foot.words()
    QTest.keyClick(panel.table, Qt.Key.Key_Home)
    assert "place in the list" not in panel.foot.words()
    assert ids(panel)[0] == 1


def test_an_id_that_is_not_there(panel):
    before = ids(panel)[0]
    go(panel, "99999999")
    assert panel.go_to.words() == "There is no message 99999999."
    assert panel.go_to._show.isHidden()
    assert ids(panel)[0] == before


def test_an_id_that_the_state_leaves_out_is_shown_on_request(panel, source):
    source.items[700] = message(700, state=State.DELIVERED)
    go(panel, "700")
    assert panel.go_to.words() == "700 is delivered, so it is not in this list."
    panel.go_to._show.click()
    assert panel.current_query() == Query("lab", "lis")
    assert panel.selected_ids() == (700,)
    assert panel.go_to.isHidden()


def test_an_id_that_the_text_leaves_out(panel):
    panel.filters.text_field.setText("MSG119")
    panel.filters._apply()
    go(panel, "700")
    assert panel.go_to.words() == "700 does not match the filters."
    panel.go_to._show.click()
    assert panel.selected_ids() == (700,)


def test_enter_once_more_shows_what_the_list_leaves_out(panel, source):
    source.items[700] = message(700, state=State.DELIVERED)
    panel.recount()
    go(panel, "700")
    assert panel.go_to.words() == "700 is delivered, so it is not in this list."
    QTest.keyClick(panel.go_to.field, Qt.Key.Key_Return)
    assert panel.selected_ids() == (700,)
    assert panel.go_to.isHidden()


def test_another_id_is_looked_for_and_not_shown(panel, source):
    source.items[700] = message(700, state=State.DELIVERED)
    panel.recount()
    go(panel, "700")
    panel.go_to.field.setText("99999999")
    QTest.keyClick(panel.go_to.field, Qt.Key.Key_Return)
    assert panel.go_to.words() == "There is no message 99999999."
    QTest.keyClick(panel.go_to.field, Qt.Key.Key_Return)
    assert panel.current_query().state == State.PENDING


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_the_button_that_shows_it_is_pressed_by_keyboard(panel, source, key):
    source.items[700] = message(700, state=State.DELIVERED)
    panel.recount()
    go(panel, "700")
    panel.go_to._show.setFocus()
    QTest.keyClick(panel.go_to._show, key)
    assert panel.selected_ids() == (700,)


def test_an_id_of_another_destination_has_the_window_turn_there(panel, source, qtbot):
    source.items[60_000] = message(60_000, ADT)
    panel.destination_requested.connect(panel.set_destination)
    go(panel, "60000")
    assert panel.go_to.words() == "60000 is a message for adt/registry."
    with qtbot.waitSignal(panel.destination_requested) as wanted:
        panel.go_to._show.click()
    assert wanted.args == [ADT]
    assert panel.current_query() == Query("adt", "registry")
    assert panel.selected_ids() == (60_000,)


def test_what_is_no_id_is_refused_in_the_same_place(panel, source):
    source.mute = True
    go(panel, "abc")
    panel.show_error(source.asked[-1][2], Refused("'abc' is no id.", "Ids are whole numbers."))
    assert panel.go_to.words() == "'abc' is no id. Ids are whole numbers."
    assert panel.notice.text() == ""
    QTest.keyClick(panel.go_to.field, Qt.Key.Key_Escape)
    assert panel.go_to.isHidden()


def test_first_and_last_by_key_and_by_menu(panel, source):
    QTest.keyClick(panel.table, Qt.Key.Key_End)
    assert ids(panel)[-1] == 12_000
    assert panel.selected_ids() == (12_000,)
    QTest.keyClick(panel.table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert ids(panel)[0] == 1
    assert panel.selected_ids() == (1,)
    names = [action.text().split("\t")[0] for action in panel.view_menu.actions()[1:3]]
    assert names == ["&Oldest message", "&Newest message"]
    panel.view_menu.actions()[2].trigger()
    assert panel.selected_ids() == (12_000,)
    panel.filters.order.click()
    names = [action.text().split("\t")[0] for action in panel.view_menu.actions()[1:3]]
    assert names == ["&Newest message", "&Oldest message"]
    panel.view_menu.actions()[2].trigger()
    assert panel.selected_ids() == (1,)


def test_the_end_is_gone_to_where_nobody_has_counted(panel, source):
    source.counting = source.placing = False
    panel.filters.text_field.setText("MSG")
    panel.filters._apply()
    assert panel.model.rowCount() < 1_000
    QTest.keyClick(panel.table, Qt.Key.Key_End)
    assert ids(panel)[-1] == 12_000
    assert "counting" in panel.foot.words()


def test_the_bar_is_dragged_anywhere_with_few_reads(panel, source):
    for row in (6_000, 11_000, 3, 9_000, 2_345):
        asked = len(source.asked)
        panel.table.verticalScrollBar().setValue(row)
        assert ids(panel)[0] == row + 1
        assert len(source.asked) - asked <= 3
    assert sum(isinstance(start, Start) and isinstance(start.begin, About) for _, start, _ in source.asked) >= 4


def test_up_and_down_go_on_from_where_the_reader_is(panel, source):
    panel.table.verticalScrollBar().setValue(6_000)
    panel.table.setCurrentIndex(panel.model.index(6_002, Column.ID))
    for key, item in ((Qt.Key.Key_Down, 6_004), (Qt.Key.Key_Up, 6_003), (Qt.Key.Key_Up, 6_002)):
        QTest.keyClick(panel.table, key)
        assert panel.selected_ids() == (item,)
    before = ids(panel)[0]
    QTest.keyClick(panel.table, Qt.Key.Key_PageDown)
    assert ids(panel)[0] > before
    QTest.keyClick(panel.table, Qt.Key.Key_PageUp)
    QTest.keyClick(panel.table, Qt.Key.Key_PageUp)
    assert ids(panel)[0] < before
    assert None not in [cell(panel, row, Column.ID) for row in range(*panel.table.seen())]
