"""Columns are chosen, moved and sized, and come back so; whatever was stored, the table has its columns."""

from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import given
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics

from qmonitor.gui.messages.columns import ALWAYS, DEFAULT, EXTRA, Column, read
from qmonitor.gui.messages.delegate import PAD, _cause
from qmonitor.gui.messages.header import ERROR_LEAST, LONG
from qmonitor.queues.model import Destination, State
from tests.helpers.accessible import assert_accessible
from tests.helpers.messages import ADT, LAB, Source, at, cell, message, shown


@pytest.fixture
def panel(qapp, qtbot):
    made = shown(Source([message(n) for n in range(1, 101)]), qtbot)
    made.set_destination(None)
    return made


def choose(panel, column: Column) -> None:
    """As a person does in the menu."""
    panel.view_menu.columns.aboutToShow.emit()
    action = next(a for a in panel.view_menu.columns.actions() if a.objectName().endswith(f"-{column.name.lower()}"))
    action.trigger()


def test_the_extra_columns_are_there_for_who_wants_them(panel, qtbot):
    assert all(panel.table.isColumnHidden(column) for column in EXTRA)
    for column in EXTRA:
        with qtbot.waitSignal(panel.layout_changed):
            choose(panel, column)
    assert not any(panel.table.isColumnHidden(column) for column in EXTRA)
    assert cell(panel, 0, Column.CHANNEL) == "lab"
    assert cell(panel, 0, Column.RECEIVER) == "lis"
    assert cell(panel, 0, Column.SIZE) == "0 bytes"
    assert cell(panel, 0, Column.REASON) == "–"
    assert cell(panel, 0, Column.REASON, Qt.ItemDataRole.AccessibleTextRole) == "reason: not recorded by source"
    assert cell(panel, 0, Column.LAST) == "not tried yet"
    assert_accessible(panel)


def test_which_message_it_is_can_not_be_hidden(panel):
    offered = {action.objectName() for action in panel.view_menu.columns.actions()}
    assert not {f"messages-column-{column.name.lower()}" for column in ALWAYS} & offered
    panel.restore_layout(["-id", "-head"])
    assert not any(panel.table.isColumnHidden(column) for column in ALWAYS)


def test_an_arrangement_comes_back(panel, qtbot):
    header = panel.table.horizontalHeader()
    choose(panel, Column.TYPE)
    choose(panel, Column.REASON)
    with qtbot.waitSignal(panel.layout_changed):
        header.moveSection(header.visualIndex(Column.AGE), 2)
    with qtbot.waitSignal(panel.layout_changed):
        header.resizeSection(Column.CONTROL_ID, 211)
    stored = panel.layout_state()
    seen = panel.table.columns.in_order()
    panel.view_menu.columns.actions()[-1].trigger()
    assert panel.table.columns.in_order() != seen
    assert panel.layout_state() == [str(entry) for entry in DEFAULT]
    panel.restore_layout(stored)
    assert panel.table.columns.in_order() == seen
    assert panel.table.columnWidth(Column.CONTROL_ID) == 211
    assert panel.layout_state() == stored


def needed(panel, row: int, column: Column) -> int:
    return panel.table.fontMetrics().horizontalAdvance(cell(panel, row, column)) + 2 * PAD


def test_columns_are_as_wide_as_what_they_hold(qapp, qtbot):
    error = "AE: the report carries no author"
    failed = [message(n, ADT, State.FAILED, last_error=error, control_id=f"S1796-{n:010}") for n in range(1, 40)]
    panel = shown(Source(failed), qtbot)
    panel.resize(700, 500)
    panel.filters.chips[State.FAILED].click()
    table = panel.table
    assert table.isColumnHidden(Column.NEXT)  # nothing of this is tried again
    for column in (Column.ID, Column.CONTROL_ID, Column.TYPE, Column.DESTINATION, Column.AGE):
        assert needed(panel, 0, column) <= table.columnWidth(column)
    assert table.columnWidth(Column.ERROR) >= ERROR_LEAST
    right = table.columnViewportPosition(Column.ERROR) + table.columnWidth(Column.ERROR)
    assert right <= table.viewport().width()


def test_long_names_yield_to_the_error(qapp, qtbot):
    long = Destination("c" * 40, "d" * 40)
    panel = shown(Source([message(1, long, State.FAILED, control_id="x" * 60)]), qtbot)
    panel.resize(760, 500)
    panel.filters.chips[State.FAILED].click()
    assert panel.table.columnWidth(Column.DESTINATION) == LONG
    assert panel.table.columnWidth(Column.CONTROL_ID) >= LONG
    assert panel.table.columnWidth(Column.ERROR) >= ERROR_LEAST


def test_an_age_that_grows_is_never_cut(qapp, qtbot):
    source = Source([message(n, enqueued_at=at(-5)) for n in range(1, 4)])
    panel = shown(source, qtbot)
    panel.set_destination(LAB)
    narrow = panel.table.columnWidth(Column.AGE)
    panel.set_depth(replace(source.depth(), as_of=at(9 * 86_400)))
    assert cell(panel, 0, Column.AGE) == "9 d 00:00"
    assert narrow < needed(panel, 0, Column.AGE) <= panel.table.columnWidth(Column.AGE)


@pytest.mark.parametrize(
    ("error", "room", "seen"),
    [
        ("dial tcp 192.0.2.17:6661: connect: connection refused", 60, None),
        ("dial tcp 192.0.2.17:6661: connect: connection refused", 22, "… connection refused"),
        ("dial tcp 192.0.2.17:6661: connect: connection refused", 9, None),
        ("no colon in it at all, though it is long", 20, None),
    ],
)
def test_a_long_error_shows_its_cause(qapp, error, room, seen):
    metrics = QFontMetrics(qapp.font())
    assert _cause(error, metrics, metrics.horizontalAdvance("n" * room)) == (seen or error)


def test_a_width_that_was_chosen_is_kept_when_others_are_fitted(panel):
    panel.resize(1500, 500)
    panel.table.horizontalHeader().resizeSection(Column.CONTROL_ID, 60)
    panel.filters.chips[None].click()
    assert panel.table.columnWidth(Column.CONTROL_ID) == 60


def test_a_column_that_is_left_out_for_one_destination_is_still_chosen(panel):
    panel.set_destination(LAB)
    assert panel.table.isColumnHidden(Column.DESTINATION)
    panel.view_menu.columns.aboutToShow.emit()
    action = next(a for a in panel.view_menu.columns.actions() if a.objectName() == "messages-column-destination")
    assert (action.text(), action.isChecked()) == ("destination (the same in every row)", True)
    assert "destination" in panel.layout_state()


@pytest.mark.qt_log_ignore("grabbing the keyboard")  # the offscreen platform has no window manager
def test_the_header_offers_the_columns_too(panel, qtbot):
    header = panel.table.horizontalHeader()
    with qtbot.waitSignal(panel.view_menu.columns.aboutToShow):
        header.customContextMenuRequested.emit(QPoint(5, 5))
    panel.view_menu.columns.hide()


NAMES = st.sampled_from([column.name.lower() for column in Column] + ["later", "other_one"])
ENTRIES = st.builds(lambda minus, name, width: f"{minus}{name}{width}", st.sampled_from(["", "-"]), NAMES,
                    st.sampled_from(["", " 1", " 90", " 4000", " 99999", " x", "  90"]))  # fmt: skip


@given(st.lists(ENTRIES | st.text(max_size=8) | st.integers() | st.none(), max_size=30))
def test_whatever_was_stored_every_column_is_there_once(stored):
    found = read(stored)
    assert sorted(entry.column for entry in found if entry.column is not None) == sorted(Column)
    assert len({entry.name for entry in found}) == len(found)
    assert all(entry.shown for entry in found if entry.column in ALWAYS)
    assert read([str(entry) for entry in found]) == found


def test_columns_of_a_later_version_survive(panel):
    stored = [str(entry) for entry in DEFAULT]
    stored[3:3] = ["-later 77", "much_later"]
    panel.restore_layout(stored)
    choose(panel, Column.SIZE)
    kept = panel.layout_state()
    assert kept[3:5] == ["-later 77", "much_later"]
    assert "size" in kept


def test_damaged_entries_are_as_by_default():
    assert read(["", "id 90 90", 7, None, "<b>"]) == DEFAULT
