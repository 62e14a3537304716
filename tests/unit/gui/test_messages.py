"""The table of messages: lazy, live, and never moving what is read."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, Qt
from PySide6.QtGui import QAction, QColor, QFontMetrics
from PySide6.QtTest import QTest

from qmonitor.gui import text, theme
from qmonitor.gui.messages import MessagesPanel
from qmonitor.gui.messages.cells import blocks_words
from qmonitor.gui.messages.columns import Column
from qmonitor.gui.messages.delegate import PAD
from qmonitor.gui.messages.feed import COUNTS_REST, CountFeed
from qmonitor.gui.messages.model import MessagesModel
from qmonitor.gui.text import number
from qmonitor.monitor.window import PAGE
from qmonitor.queues.errors import SourceMissing
from qmonitor.queues.model import Depth, DepthRow, Destination, Query, State
from tests.helpers.messages import ADT, LAB, Source, at, cell, ids, message, shown, tip


@pytest.fixture
def source():
    return Source([message(n) for n in range(1, 1001)])


@pytest.fixture
def panel(qapp, qtbot, source):
    return shown(source, qtbot)


# -- what is listed ------------------------------------------------------------------------------------------


def test_the_model_keeps_qts_rules(qapp, qtmodeltester):
    model = MessagesModel()
    qtmodeltester.check(model)
    source = Source([message(n) for n in range(300)])
    query = Query(head_first=True)
    model.begin(newest_first=False)
    for _ in range(4):
        wanted = model.window.wanted(0, 30)
        if wanted is not None:
            model.window.take(wanted, source.read(replace(query, limit=wanted.limit), wanted.begin))
        model.window.set_count(len(source.items))
        qtmodeltester.check(model)
        for gone in list(source.items)[:7]:
            del source.items[gone]
        source.items[1000] = message(1000)
        model.window.go_stale()


def test_nothing_is_asked_for_before_a_destination_is_shown(panel, source):
    assert source.asked == []
    assert panel.model.rowCount() == 0


def test_pending_messages_of_a_destination_stand_head_first(panel, source):
    panel.set_destination(LAB)
    query = source.asked[0][0]
    assert (query.channel, query.destination, query.state, query.head_first) == ("lab", "lis", "pending", True)
    assert ids(panel)[:3] == [1, 2, 3]
    assert panel.model.rowCount() == 1000


def test_everything_else_stands_newest_first(panel, source):
    panel.set_destination(None)
    assert ids(panel)[:3] == [1000, 999, 998]
    panel.filters.chips[None].click()
    panel.set_destination(LAB)
    assert ids(panel)[:3] == [1000, 999, 998]


def test_the_order_can_be_turned_round(panel, source):
    panel.set_destination(None)
    assert "newest first" in panel.filters.order.text()
    panel.filters.order.click()
    assert ids(panel)[:2] == [1, 2]
    assert "oldest first" in panel.filters.order.text()
    panel.set_destination(LAB)
    assert "head first" in panel.filters.order.text()


def test_the_head_shows_its_own_error_and_the_others_stand_behind(panel, source):
    source.items[1] = replace(source.items[1], attempts=61, last_error="connection refused\nby peer")
    panel.set_depth(source.depth())
    panel.set_destination(LAB)
    assert cell(panel, 0, Column.ERROR) == "connection refused␊by peer"
    assert tip(panel, 0, Column.ERROR) == "connection refused␊by peer"
    assert cell(panel, 0, Column.ERROR, Qt.ItemDataRole.ForegroundRole) == QColor(theme.current().danger)
    spoken = "Head of lab/lis: 999 messages wait behind it"
    assert cell(panel, 0, Column.HEAD, Qt.ItemDataRole.AccessibleTextRole) == spoken
    assert tip(panel, 0, Column.ID) == spoken
    assert "head 1: 999 messages wait behind it" in panel.foot.words()
    assert cell(panel, 1, Column.NEXT) == "behind the head"
    assert cell(panel, 0, Column.NEXT) == text.short_time(source.items[1].next_attempt)


def test_among_several_destinations_each_head_says_how_many_wait(panel, source):
    source.items |= {1001: message(1001, ADT), 1002: message(1002, ADT)}
    panel.set_depth(source.depth())
    panel.set_destination(None)
    due = text.short_time(source.items[1001].next_attempt)
    assert [cell(panel, row, Column.NEXT) for row in (0, 1)] == ["behind the head", f"{due}, 1 behind it"]
    assert "head" not in panel.foot.words()


def test_a_head_that_was_never_tried_alarms_nobody(panel, source):
    panel.set_destination(LAB)
    assert cell(panel, 0, Column.ERROR) == ""
    assert cell(panel, 0, Column.ERROR, Qt.ItemDataRole.ForegroundRole) is None


@pytest.mark.parametrize(
    ("behind", "words"),
    [
        (0, "nothing waits behind it"),
        (1, "1 message waits behind it"),
        (2, "2 messages wait behind it"),
    ],
)
def test_one_waits_and_several_wait(qapp, behind, words):
    assert blocks_words(behind) == words


def test_chips_and_fields_are_reached_by_tab(panel, qtbot):
    panel.activateWindow()
    qtbot.waitActive(panel)
    panel.filters.chips[State.PENDING].setFocus(Qt.FocusReason.TabFocusReason)
    seen = []
    while panel.focusWidget() is not panel.table:
        assert len(seen) < 20
        seen.append(panel.focusWidget().objectName())
        panel.focusNextChild()
    chips = ["messages-state-pending", "messages-state-failed", "messages-state-delivered", "messages-state-skipped"]
    rest = ["messages-order", "messages-text", "messages-error", "messages-age", "messages-view"]
    assert seen == [*chips, "messages-state-all", *rest]


def test_after_an_action_the_chips_count_at_once(panel, source):
    panel.set_destination(LAB)
    assert panel.filters.chips[State.SKIPPED].text() == "skipped 0"
    source.items[1] = replace(source.items[1], state=State.SKIPPED)
    panel.set_depth(source.depth())
    panel.recount()
    assert panel.filters.chips[State.SKIPPED].text() == "skipped 1"
    assert panel.filters.chips[State.PENDING].text() == "pending 999"
    assert ids(panel)[0] == 2


def test_nothing_is_behind_a_head_that_is_not_known(panel, source):
    panel.set_depth(Depth((DepthRow("lab", "lis", 1000, 0, None, None, None),), at(0), True))
    panel.set_destination(None)
    assert cell(panel, 5, Column.NEXT) != "behind the head"


def test_columns_that_say_the_same_everywhere_are_left_out(panel, source):
    panel.set_destination(LAB)
    assert panel.table.isColumnHidden(Column.DESTINATION)
    assert panel.table.isColumnHidden(Column.STATE)
    panel.set_destination(None)
    panel.filters.chips[None].click()
    assert not panel.table.isColumnHidden(Column.DESTINATION)
    assert not panel.table.isColumnHidden(Column.STATE)
    assert cell(panel, 0, Column.DESTINATION) == "lab/lis"


def test_columns_are_as_wide_as_what_they_hold_while_there_is_room(panel, source, qtbot):
    long = "S1796-0000004008-LONG"
    source.items = {n: message(n, control_id=f"{long}{n}") for n in range(1, 9)}
    panel.resize(1300, 500)
    panel.set_depth(source.depth())
    panel.set_destination(LAB)
    metrics = panel.table.fontMetrics()
    assert panel.table.columnWidth(Column.CONTROL_ID) > metrics.horizontalAdvance(long + "1")
    assert panel.table.columnWidth(Column.ERROR) >= 160
    wide = [panel.table.columnWidth(c) for c in Column]
    source.items[1] = replace(source.items[1], control_id=long * 2)
    source.change()
    assert [panel.table.columnWidth(c) for c in Column] == wide


def test_what_is_not_known_is_no_zero(panel, source):
    source.items = {1: message(1, state="odd", enqueued_at=None, next_attempt=None)}
    panel.set_destination(None)
    panel.filters.chips[None].click()
    assert cell(panel, 0, Column.AGE) == "–"
    assert cell(panel, 0, Column.NEXT) == "–"
    assert cell(panel, 0, Column.STATE) == "odd"
    assert cell(panel, 0, Column.ATTEMPTS) == "0"
    source.items = {1: message(1, attempts=None, last_attempt=None)}
    source.change()
    assert cell(panel, 0, Column.ATTEMPTS) == "not known"
    assert cell(panel, 0, Column.LAST) == "–"


def test_ages_go_on_between_two_looks(panel, source):
    panel.set_destination(LAB)
    assert cell(panel, 0, Column.AGE) == "01:00"
    panel.set_depth(replace(source.depth(), as_of=at(120)))
    assert cell(panel, 0, Column.AGE) == "01:02"


def test_cells_have_words_for_screen_readers(panel, source):
    panel.set_destination(LAB)
    assert cell(panel, 0, Column.CONTROL_ID, Qt.ItemDataRole.AccessibleTextRole) == "control id: MSG1"
    assert panel.model.headerData(Column.HEAD, Qt.Orientation.Horizontal, Qt.ItemDataRole.AccessibleTextRole) == "head"


# -- filters and counts --------------------------------------------------------------------------------------


def test_chips_carry_their_counts(panel, source):
    source.items[5] = message(5, state=State.FAILED)
    source.items[6] = message(6, state=State.DELIVERED)
    source.items[2000] = message(2000, ADT, State.DELIVERED)
    panel.set_depth(source.depth())
    panel.set_destination(LAB)
    shown = [chip.text() for chip in panel.filters.chips.values()]
    assert shown == ["pending 998", "failed 1", "delivered 1", "skipped 0", f"all {text.number(1000)}"]
    panel.set_destination(None)
    assert panel.filters.chips[None].text() == f"all {text.number(1001)}"


def test_a_count_that_takes_too_long_is_left_out(panel, source):
    source.counting = False
    panel.set_destination(LAB)
    assert panel.filters.chips[State.DELIVERED].text() == "delivered"
    panel.filters.chips[None].click()
    assert "counting" in panel.foot.words()


def test_a_chip_filters_by_state(panel, source, qtbot):
    source.items[5] = message(5, state=State.FAILED)
    panel.set_destination(LAB)
    with qtbot.waitSignal(panel.query_changed):
        panel.filters.chips[State.FAILED].click()
    assert panel.current_query().state == State.FAILED
    assert ids(panel) == [5]
    assert not panel.filters.chips[State.PENDING].isChecked()


def test_typing_filters_after_a_moment_and_enter_at_once(panel, source, qtbot):
    panel.set_destination(LAB)
    asked = len(source.asked)
    QTest.keyClicks(panel.filters.text_field, "msg77")
    assert len(source.asked) == asked
    QTest.keyClick(panel.filters.text_field, Qt.Key.Key_Return)
    assert panel.current_query().text == "msg77"
    assert ids(panel) == [77, *range(770, 780)]
    panel.filters.text_field.clear()
    qtbot.waitUntil(lambda: _is(panel.model.rowCount(), 1000))


def _is(found, wanted):
    assert found == wanted


@pytest.mark.parametrize("height", [400, 60])
def test_why_a_list_is_empty_can_be_read_in_a_low_table_too(panel, source, qtbot, height):
    panel.set_destination(LAB)
    panel.filters.text_field.setText("nope")
    panel.filters._apply()
    panel.table.setFixedHeight(panel.table.horizontalHeader().height() + height)
    panel.resize(640, panel.minimumSizeHint().height() + height)
    ground = panel.table.viewport().rect()
    qtbot.waitUntil(lambda: panel.notice.size().height() == ground.height() == panel.table.viewport().height())
    for part in (panel.notice._words, panel.notice._button):
        needed = max(part.heightForWidth(part.width()), part.sizeHint().height() if part.heightForWidth(9) < 0 else 0)
        qtbot.waitUntil(lambda part=part, needed=needed: _is(part.height() >= needed, True))
        assert panel.notice.rect().contains(part.geometry())
    assert not panel.notice._words.geometry().intersects(panel.notice._button.geometry())


def test_an_empty_list_says_why_and_offers_everything(panel, source, qtbot):
    panel.set_destination(LAB)
    panel.filters.text_field.setText("nope{}")
    panel.filters.error_field.setText("refused")
    panel.filters._apply()
    assert panel.notice.text() == (
        "No message for lab/lis matches: state pending; control id or type contains “nope{}”; "
        f"last error contains “refused”. Without these filters there are {text.number(1000)}."
    )
    panel.notice._button.click()
    assert panel.current_query() == Query("lab", "lis")
    assert panel.notice.text() == ""
    assert ids(panel)[0] == 1000


def test_a_destination_without_any_message_says_so(panel, source):
    panel.set_destination(Destination("empty", "one"))
    assert panel.notice.text() == "There are no messages for empty/one."
    assert panel.notice._button.isHidden()


def test_counts_rest_while_the_source_changes_and_are_made_up_for_when_it_is_quiet(qapp, qtbot):
    """Else a chip would show for ever what was the case before the last change."""
    moment = [0.0]
    feed = CountFeed(None, clock=lambda: moment[0])
    asked = []
    feed.count_requested.connect(
        lambda queries, token: asked.append(queries) or feed.receive(token, [1] * len(queries))
    )
    feed.begin([Query(), Query(state="failed"), Query(), Query(text="x")])
    assert asked == [(Query(), Query(state="failed")), (Query(text="x"),)]
    feed.settle([Query()])
    assert len(asked) == 2
    feed.begin_if_rested([Query()])
    feed.settle([Query()])
    assert len(asked) == 2
    moment[0] = COUNTS_REST
    feed.settle([Query()])
    assert len(asked) == 3
    feed.settle([Query()])
    assert len(asked) == 3


@pytest.mark.parametrize("width", [560, 640, 760, 1100, 1500])
def test_no_number_of_a_chip_is_ever_cut(panel, source, qtbot, width):
    panel.set_destination(LAB)
    panel.resize(width, 500)
    panel.filters.show_counts(dict.fromkeys(panel.filters.chips, 131_173_000))
    whole = number(131_173_000)
    assert panel.filters.chips[panel.filters.state].text().endswith(whole)
    for chip in panel.filters.chips.values():
        assert chip.text().endswith(whole) or not any(letter.isdigit() for letter in chip.text())

    def all_fit() -> None:
        for chip in panel.filters.chips.values():
            assert chip.width() >= chip.sizeHint().width()

    qtbot.waitUntil(all_fit)


# -- reading only what is seen -------------------------------------------------------------------------------


def test_pages_are_read_as_they_are_scrolled_to(panel, source):
    panel.set_destination(LAB)
    assert len(source.asked) == 1
    assert source.asked[0][0].limit == PAGE
    panel.table.verticalScrollBar().setValue(150)
    assert len(source.asked) == 2
    assert ids(panel)[0] == 151


def test_far_away_is_reached_and_the_end_too(panel, source):
    source.items = {n: message(n) for n in range(1, 20_001)}
    panel.set_depth(source.depth())
    panel.set_destination(LAB)
    assert panel.model.rowCount() == 20_000
    panel.table.verticalScrollBar().setValue(12_000)
    assert ids(panel)[0] == 12_001
    QTest.keyClick(panel.table, Qt.Key.Key_End)
    assert ids(panel)[-1] == 20_000
    QTest.keyClick(panel.table, Qt.Key.Key_Home)
    assert ids(panel)[0] == 1
    assert all(query.offset == 0 for query, _, _ in source.asked)


def test_one_page_is_asked_for_at_a_time_and_old_answers_are_dropped(panel, source):
    source.mute = True
    panel.set_destination(LAB)
    panel.table.verticalScrollBar().setValue(10)
    assert len(source.asked) == 1
    old = source.asked[0]
    panel.set_destination(ADT)
    assert len(source.asked) == 2
    panel.show_page(old[2], source.read(old[0], old[1]))
    assert panel.model.rowCount() == 0
    new = source.asked[1]
    panel.show_page(new[2], source.read(new[0], new[1]))
    assert panel.model.window.loaded


def test_an_error_is_shown_with_a_way_on(panel, source):
    source.mute = True
    panel.set_destination(LAB)
    panel.show_error(source.asked[0][2], SourceMissing("The file is gone.", "Look for it."))
    assert panel.notice.text() == "The file is gone. Look for it."
    source.mute = False
    panel.notice._button.click()
    assert panel.notice.text() == ""
    assert ids(panel)[0] == 1


def test_a_hidden_panel_asks_for_nothing_until_it_is_shown(panel, source, qtbot):
    panel.hide()
    panel.set_destination(LAB)
    panel.data_changed()
    assert source.asked == []
    panel.show()
    assert ids(panel)[0] == 1


# -- live ----------------------------------------------------------------------------------------------------


def test_a_change_shows_in_the_rows_that_are_seen(panel, source, qtbot):
    panel.set_destination(LAB)
    source.items[3] = replace(source.items[3], attempts=9)
    panel.data_changed()
    panel.data_changed()
    asked = len(source.asked)
    qtbot.waitUntil(lambda: _is(cell(panel, 2, Column.ATTEMPTS), "9"))
    assert len(source.asked) == asked + 1


def test_new_messages_on_top_come_in_while_nobody_reads_further_down(panel, source):
    panel.set_destination(None)
    source.items |= {n: message(n) for n in range(1001, 1004)}
    source.change()
    assert ids(panel)[:4] == [1003, 1002, 1001, 1000]
    assert panel.foot._new.isHidden()


def test_new_messages_are_offered_while_somebody_reads(panel, source):
    panel.set_destination(None)
    panel.table.verticalScrollBar().setValue(300)
    before = ids(panel)
    source.items |= {n: message(n) for n in range(1001, 1008)}
    source.change()
    assert ids(panel) == before
    assert panel.foot._new.text() == "↑ 7 new"
    panel.foot._new.click()
    assert ids(panel)[0] == 1007
    assert panel.foot._new.isHidden()


def test_a_selection_at_the_top_is_reading_too(panel, source):
    panel.set_destination(None)
    panel.table.selectRow(0)
    before = ids(panel)
    source.items |= {n: message(n) for n in range(1001, 1008)}
    source.change()
    assert ids(panel) == before
    assert panel.selected_ids() == (1000,)
    assert panel.foot._new.text() == "↑ 7 new"


def test_a_hundred_changes_above_move_nothing_that_is_read(panel, source):
    panel.set_destination(None)
    panel.table.verticalScrollBar().setValue(400)
    panel.table.selectRow(405)
    panel.table.selectionModel().select(
        panel.model.index(407, 0),
        QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows,
    )
    before, chosen = ids(panel), panel.selected_ids()
    widths = [panel.table.columnWidth(c) for c in Column]
    for n in range(100):
        source.items |= {i: message(i) for i in range(1001 + 5 * n, 1004 + 5 * n)}
        source.items.pop(before[0] + 20 + n, None)
        source.change()
        assert ids(panel) == before
        assert set(panel.selected_ids()) == set(chosen)
    assert panel.table.currentIndex().row() == panel.model.window.row_of(before[5])
    assert [panel.table.columnWidth(c) for c in Column] == widths
    rows = {i.row() for i in panel.table.selectionModel().selectedRows()}
    assert {panel.model.item(row).id for row in rows} == set(chosen)


def test_rows_that_leave_take_their_selection_with_them(panel, source, qtbot):
    panel.set_destination(LAB)
    panel.table.selectRow(0)
    panel.table.selectionModel().select(
        panel.model.index(3, 0), QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    )
    assert panel.selected_ids() == (1, 4)
    del source.items[1]
    with qtbot.waitSignals([panel.selection_changed, panel.item_selected]):
        source.change()
    assert panel.selected_ids() == (4,)
    assert ids(panel)[0] == 2
    assert {i.row() for i in panel.table.selectionModel().selectedRows()} == {2}


def test_the_first_row_that_is_seen_may_leave(panel, source):
    panel.set_destination(LAB)
    panel.table.verticalScrollBar().setValue(50)
    seen = ids(panel)
    del source.items[seen[0]]
    source.change()
    assert ids(panel)[:3] == seen[1:4]


def test_selection_survives_being_out_of_memory(panel, source):
    source.items = {n: message(n) for n in range(1, 20_001)}
    panel.set_depth(source.depth())
    panel.set_destination(LAB)
    panel.table.selectRow(4)
    panel.table.verticalScrollBar().setValue(15_000)
    assert panel.model.window.row_of(5) is None
    assert panel.selected_ids() == (5,)
    panel.table.verticalScrollBar().setValue(0)
    assert {i.row() for i in panel.table.selectionModel().selectedRows()} == {4}


# -- what is selected ----------------------------------------------------------------------------------------


def test_the_current_item_is_told_once(panel, source, qtbot):
    panel.set_destination(LAB)
    with qtbot.waitSignal(panel.item_selected) as told:
        panel.table.selectRow(4)
    assert told.args == [5]
    with qtbot.assertNotEmitted(panel.item_selected):
        source.change()
    with qtbot.waitSignal(panel.item_selected) as told:
        QTest.keyClick(panel.table, Qt.Key.Key_Down)
    assert told.args == [6]
    with qtbot.waitSignal(panel.item_selected) as told:
        QTest.keyClick(panel.table, Qt.Key.Key_Escape)
    assert told.args == [None]
    assert panel.selected_ids() == ()


def test_another_query_selects_nothing(panel, source, qtbot):
    panel.set_destination(LAB)
    panel.table.selectRow(4)
    with qtbot.waitSignals([panel.item_selected, panel.selection_changed]):
        panel.set_destination(None)
    assert panel.selected_ids() == ()


def test_a_range_over_every_row_is_those_messages_and_says_how_many(panel, source):
    source.items = {n: message(n) for n in range(1, 101)}
    panel.set_depth(source.depth())
    panel.set_destination(LAB)
    panel.table.selectAll()
    assert panel.selected_ids() == tuple(range(1, 101))
    assert panel.foot.words() == "100 messages · 100 selected · head 1: 99 messages wait behind it"


def test_a_blank_can_not_be_selected(panel, source):
    source.items = {n: message(n) for n in range(1, 20_001)}
    panel.set_depth(source.depth())
    panel.set_destination(LAB)
    source.mute = True
    panel.table.verticalScrollBar().setValue(10_000)
    panel.table.selectRow(10_005)
    assert panel.selected_ids() == ()
    assert "reading" in panel.foot.words()


def test_actions_stand_in_the_context_menu(panel):
    action = QAction("Skip")
    panel.add_context_actions([action])
    assert panel.table.actions() == [action]
    assert panel.table.contextMenuPolicy() == Qt.ContextMenuPolicy.ActionsContextMenu


def test_a_data_change_begins_what_nobody_has_begun(panel, source):
    panel.data_changed()
    assert ids(panel)[0] == 1000


# -- looks ---------------------------------------------------------------------------------------------------


def painted(panel: MessagesPanel, row: int, column: Column) -> set[str]:
    box: QRect = panel.table.visualRect(panel.model.index(row, column))
    image = panel.table.viewport().grab(box).toImage()
    return {image.pixelColor(QPoint(x, y)).name() for x in range(image.width()) for y in range(image.height())}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_head_is_marked_by_shape_and_words(panel, source, qapp, scheme):
    theme.apply(qapp, scheme)
    source.items[1] = replace(source.items[1], attempts=61, last_error="connection refused")
    panel.set_depth(source.depth())
    panel.set_destination(LAB)
    assert theme.current().text in painted(panel, 0, Column.HEAD)
    assert theme.current().text not in painted(panel, 1, Column.HEAD)
    assert theme.current().danger in painted(panel, 0, Column.ERROR)
    assert theme.current().danger not in painted(panel, 1, Column.ERROR)
    theme.apply(qapp, "light")


def test_fields_fold_below_the_chips_where_it_is_narrow(panel, qtbot):
    panel.resize(1000, 500)
    qtbot.waitUntil(lambda: _is(panel.filters._fields.y() < panel.filters.order.geometry().bottom(), True))
    panel.resize(500, 500)
    qtbot.waitUntil(lambda: _is(panel.filters._fields.y() > panel.filters.order.geometry().bottom(), True))


@pytest.mark.parametrize("points", [0, 6])
def test_a_type_is_never_cut_whatever_the_font(panel, points):
    font = panel.table.font()
    font.setPointSizeF(font.pointSizeF() + points)
    panel.table.setFont(font)
    room = panel.table.columnWidth(Column.TYPE) - 2 * PAD
    assert QFontMetrics(font).horizontalAdvance("MDM^T02") < room


@pytest.mark.parametrize(
    ("count", "words", "button"),
    [
        (1, "Nothing is pending here. 1 message failed, and stays until somebody sees to it.", "Show the failed one"),
        (
            25,
            "Nothing is pending here. 25 messages failed, and stay until somebody sees to them.",
            "Show the 25 failed",
        ),
    ],
)
def test_where_only_failed_ones_are_they_are_offered(panel, source, count, words, button):
    source.items = {n: message(n, state=State.FAILED) for n in range(1, count + 1)}
    panel.set_depth(source.depth())
    panel.set_destination(LAB)
    assert (panel.notice.text(), panel.notice._button.text()) == (words, button)
    panel.filters.text_field.setText("nowhere")
    panel.filters._apply()
    assert panel.notice._button.text() == "Show all messages"
    panel.filters.text_field.clear()
    panel.filters._apply()
    panel.notice._button.click()
    assert panel.current_query().state == State.FAILED
    assert len(ids(panel)) >= min(count, 5)
