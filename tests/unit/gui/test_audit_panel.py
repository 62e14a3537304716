"""The audit tab: its table, how it goes on, and what it says of a verification."""

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QLabel, QPlainTextEdit

from qmonitor.gui import text, theme
from qmonitor.gui.audit import AuditPanel
from qmonitor.gui.audit.model import PAGE, AuditModel, Column, in_full
from qmonitor.gui.audit.table import ActsTable
from qmonitor.queues import times
from qmonitor.queues.audit import AuditEntry, Verification
from qmonitor.queues.errors import SourceBusy
from tests.helpers.accessible import assert_accessible


def entry(number: int, **more) -> AuditEntry:
    values = {
        "id": number,
        "at": times.parse("2026-11-29T08:00:00.000000000Z"),
        "actor": "jdoe@ws",
        "host": "ws",
        "action": "skip",
        "target": "lab/dest-01",
        "plan": f"plan-{number}",
        "part": 1,
        "count": 1,
        "ids": (number,),
        "reason": "tested",
        "version": "0.1.0",
    }
    return AuditEntry(**values | more)


def entries(first: int, last: int) -> tuple[AuditEntry, ...]:
    """Newest first, both included."""
    return tuple(entry(number) for number in range(first, last - 1, -1))


@pytest.fixture
def asked():
    return []


@pytest.fixture
def model(qapp, asked):
    made = AuditModel()
    made.more_wanted.connect(lambda before, limit: asked.append((before, limit)))
    return made


def ids(model: AuditModel) -> list[int]:
    return [model.entry(row).id for row in range(model.rowCount())]


def test_an_act_on_the_source_itself_is_about_no_message(model):
    """Each index that was built is an entry of its own; its name is no message."""
    both = "qmonitor_attempts, qmonitor_enqueued"
    model.take(None, (entry(1, action="optimise", target=both, ids=("qmonitor_enqueued",)),))
    row = [model.index(0, column).data() for column in Column]
    assert row[Column.TARGET] == "qmonitor_enqueued"
    assert row[Column.COUNT] == "–"
    assert model.index(0, Column.COUNT).data(Qt.ItemDataRole.ToolTipRole) == "No message was changed."
    assert "Index: qmonitor_enqueued; no message was changed" in in_full(model.entry(0))


def test_a_worker_is_about_messages_only_once_it_has_ended(model):
    """A nought at its start would read as if nothing had been sent."""
    where = {"target": "lab/dest-01 → 10.1.2.3:2575", "ids": ()}
    start = entry(1, action="worker-start", count=0, **where)
    stop = entry(2, action="worker-stop", count=312, **where)
    model.take(None, (stop, start))
    assert [model.index(row, Column.COUNT).data() for row in (0, 1)] == ["312", "–"]
    assert model.index(0, Column.TARGET).data() == "lab/dest-01 → 10.1.2.3:2575"
    assert "delivered" in model.index(0, Column.COUNT).data(Qt.ItemDataRole.ToolTipRole)
    assert "Messages (312): \n" in in_full(stop)
    assert "Messages (–): \n" in in_full(start)


def test_what_a_dead_letter_queue_drops_by_itself_has_a_name(model):
    model.take(None, (entry(1, action="expire", count=1),))
    assert model.index(0, Column.ACTION).data() == "Drop as too old"


def test_model_holds_through_every_change(model, qtmodeltester):
    model.take(None, entries(500, 401))
    qtmodeltester.check(model)
    model.fetchMore(QModelIndex())
    model.take(401, entries(400, 350))
    model.take(None, entries(502, 403))
    model.clear()
    qtmodeltester.check(model)


def test_it_goes_on_below(model, asked):
    model.refresh()
    model.take(None, entries(500, 401))
    assert model.canFetchMore(QModelIndex())
    model.fetchMore(QModelIndex())
    model.fetchMore(QModelIndex())
    assert asked == [(None, PAGE), (401, PAGE)]
    model.take(401, entries(400, 390))
    assert ids(model) == list(range(500, 389, -1))
    assert not model.canFetchMore(QModelIndex())


def test_new_entries_come_on_top(model):
    model.take(None, entries(10, 1))
    model.take(None, entries(12, 1))
    assert ids(model) == list(range(12, 0, -1))


def test_many_new_entries_leave_no_gap(model):
    model.take(None, entries(10, 1))
    model.take(None, entries(500, 401))
    assert ids(model) == list(range(500, 400, -1))
    assert model.canFetchMore(QModelIndex())


def test_a_late_page_of_another_table_is_dropped(model):
    model.take(None, entries(500, 401))
    model.clear()
    model.take(401, entries(400, 301))
    assert ids(model) == []


def test_a_cell_says_what_was_recorded(model):
    at = times.parse("2026-11-29T08:00:00.000000000Z")
    model.take(None, (entry(1, count=2, ids=(1, 2), part=3), entry(0)))
    shown = {column: model.index(0, column).data() for column in Column}
    assert shown[Column.TIME] == text.short_time(at)
    assert shown[Column.ACTOR] == "jdoe@ws"
    assert shown[Column.COUNT] == "2 (1 …)"
    tips = {column: model.index(0, column).data(Qt.ItemDataRole.ToolTipRole) for column in Column}
    assert model.index(1, Column.COUNT).data() == "1 (0)"
    assert tips[Column.COUNT] == "1, 2"
    assert text.local_time(at) in tips[Column.TIME]
    assert "part 3" in tips[Column.ACTION]
    assert "2026-11-29T08:00:00.000000000Z" in tips[Column.TIME]


def test_what_was_recorded_is_shown_as_one_line_of_plain_text(model):
    evil = "<img src=http://192.0.2.1/x>\u202e\n" + "x" * 10_000
    model.take(None, (entry(1, actor=evil, host=evil, target=evil, reason=evil, plan=evil, action=evil, ids=(evil,)),))
    tips = [model.index(0, column).data(Qt.ItemDataRole.ToolTipRole) for column in Column]
    assert sum("&lt;img" in tip for tip in tips) >= 5
    assert not any("<img" in tip for tip in tips)
    cells = [model.index(0, column).data() for column in Column]
    assert all(cell.isprintable() and len(cell) <= text.LINE for cell in cells)


@pytest.fixture
def panel(qtbot):
    made = AuditPanel()
    qtbot.addWidget(made)
    return made


def said(panel: AuditPanel) -> str:
    return panel._said.text()


def test_nothing_is_asked_for_while_the_tab_is_not_seen(panel, qtbot):
    panel.set_active(True)
    with qtbot.assertNotEmitted(panel.entries_requested):
        panel.data_changed()
    with qtbot.waitSignal(panel.entries_requested):
        panel.show()
    with qtbot.assertNotEmitted(panel.entries_requested):
        panel.hide()
        panel.show()
    with qtbot.waitSignal(panel.entries_requested):
        panel.data_changed()


def test_no_source_no_question(panel, qtbot):
    with qtbot.assertNotEmitted(panel.entries_requested):
        panel.show()


def test_an_empty_audit_is_said_to_be_empty(panel):
    panel.show_entries(None, ())
    assert said(panel) == "Nobody has acted on this source through qmonitor."
    panel.show_entries(None, entries(1, 1))
    assert said(panel) == ""


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Verification(1), "The one entry is as it was written."),
        (Verification(234), "All 234 entries are as they were written."),
        (Verification(0), "There is nothing to verify"),
        (Verification(9, 7), "The chain is broken at entry 7"),
    ],
)
def test_a_verification_in_words(panel, qtbot, found, words):
    panel.set_active(True)
    with qtbot.waitSignal(panel.verification_requested):
        panel._verify.click()
    assert not panel._verify.isEnabled()
    panel.show_verification(found)
    assert said(panel).startswith(words)
    assert panel._verify.isEnabled()


def test_a_verdict_goes_away_with_a_new_entry_unless_the_chain_is_broken(panel):
    panel.set_active(True)
    for newest, found, kept in ((1, Verification(1), False), (4, Verification(4, 2), True)):
        panel.show_entries(None, entries(newest, 1))
        panel._verify.click()
        panel.show_entries(None, entries(newest, 1))
        assert said(panel) == "Verifying…"
        panel.show_verification(found)
        panel.show_entries(None, entries(newest, 1))
        assert said(panel) != ""
        panel.show_entries(None, entries(newest + 3, 1))
        assert (said(panel) != "") is kept


def test_what_was_verified_while_nothing_was_recorded_goes_away_too(panel):
    panel.show_entries(None, ())
    panel.show_verification(Verification(0))
    panel.show_entries(None, entries(1, 1))
    assert said(panel) == ""


def test_an_error_is_said_and_can_be_tried_again(panel):
    panel.set_active(True)
    panel._verify.click()
    panel.show_error(SourceBusy("Locked.", "Wait."))
    assert said(panel) == "Locked. Wait."
    assert panel._verify.isEnabled()
    panel.show_entries(None, entries(1, 1))
    assert said(panel) == "Locked. Wait."  # it is about the verification


@pytest.mark.parametrize("before", [(), entries(2, 1)])
def test_entries_that_could_not_be_read_are_asked_for_again_and_the_error_goes_away(panel, qtbot, before):
    panel.set_active(True)
    panel.show_entries(None, before)
    panel.show()
    panel.show_error(SourceBusy("Locked.", "Wait."))
    assert said(panel) == "Locked. Wait."
    panel.hide()
    with qtbot.waitSignal(panel.entries_requested):
        panel.show()
    panel.show_entries(None, entries(3, 1))
    assert said(panel) == ""


def test_every_control_has_a_name(panel):
    panel.set_active(True)
    assert_accessible(panel)


def label(panel: AuditPanel, name: str) -> str:
    return panel.findChild(QLabel, name).text()


def test_it_says_how_many_entries_there_are(panel):
    panel.show_entries(None, entries(1, 1))
    assert label(panel, "audit-count") == "1 entry"
    panel.show_entries(None, entries(PAGE + 1, 2))
    assert label(panel, "audit-count") == f"the newest {PAGE} entries"
    panel.show_entries(2, ())
    assert label(panel, "audit-count") == f"{PAGE} entries"


def test_the_current_entry_is_read_in_full_by_keyboard(panel, qtbot):
    reason = "the receiver was rebuilt over night, " * 20
    panel.show_entries(None, (entry(2, action="retry-now", ids=tuple(range(1, 200)), count=199, reason=reason),))
    assert panel.model.index(0, Column.ACTION).data() == "Retry now"
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.keyClick(panel._table, Qt.Key.Key_Down)
    shown = panel.findChild(QPlainTextEdit, "audit-entry")
    assert shown.isVisible()
    assert reason in shown.toPlainText()
    assert "Messages (199): 1, 2, 3," in shown.toPlainText()
    assert ", 199\n" in shown.toPlainText()
    assert shown.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard
    panel.model.clear()
    assert not shown.isVisible()


def cut(panel: AuditPanel) -> set[Column]:
    """Columns whose heading or cells do not fit."""
    table, metrics = panel._table, panel._table.fontMetrics()
    header = table.horizontalHeader()
    rows = range(panel.model.rowCount())
    return {
        column
        for column in Column
        if table.columnWidth(column) < header.sectionSizeHint(column)
        or any(
            metrics.horizontalAdvance(str(panel.model.index(row, column).data())) + 4 * theme.GRID
            > table.columnWidth(column)
            for row in rows
        )
    }


def test_nothing_is_cut_where_there_is_room(panel, qtbot):
    panel.resize(760, 400)
    with qtbot.waitExposed(panel):
        panel.show()
    acts = (
        entry(3, target="imaging/pacs", reason="ticket 4711: it rejects it"),
        entry(2, action="retry-now", target="lab/lis-north", actor="a.schneider@ws-041", count=12_345),
    )
    panel.show_entries(None, acts)
    assert cut(panel) == set()
    panel.show_entries(None, (entry(4, actor="a" * 50, target="b" * 50 + "/" + "c" * 50), *acts))
    assert cut(panel) == {Column.ACTOR, Column.TARGET}
    assert not panel._table.horizontalScrollBar().isVisible()


def test_home_and_end_go_to_the_first_and_the_last_act(panel, qtbot):
    panel.resize(760, 300)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.show_entries(None, entries(60, 1))
    for key, row in ((Qt.Key.Key_End, 59), (Qt.Key.Key_Home, 0)):
        qtbot.keyClick(panel._table, key)
        assert panel._table.currentIndex().row() == row
        assert [index.row() for index in panel._table.selectionModel().selectedRows()] == [row]


def test_the_current_act_is_framed_while_the_table_has_the_keyboard(panel, qtbot):
    panel.resize(760, 300)
    panel.show_entries(None, entries(3, 1))
    panel.activateWindow()
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.waitActive(panel)
    pixels = []
    for widget in (panel._table, panel._verify):
        widget.setFocus()
        panel._table.setCurrentIndex(panel.model.index(1, 0))
        at = panel._table.visualRect(panel.model.index(1, Column.ACTION)).topLeft()
        pixels.append(panel._table.viewport().grab().toImage().pixelColor(at))
    assert pixels[0] == QColor(theme.current().accent) != pixels[1]


def test_an_act_in_full_is_as_high_as_its_text_but_leaves_half_to_the_table(panel, qtbot):
    panel.resize(760, 400)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.show_entries(None, (entry(2, reason="it was rebuilt " * 20), entry(1, ids=tuple(range(5_000)))))
    shown = panel.findChild(QPlainTextEdit, "audit-entry")
    heights = []
    for row in (0, 1):
        panel._table.selectRow(row)
        qtbot.waitUntil(lambda row=row: shown.verticalScrollBar().isVisible() is bool(row))
        heights.append(shown.height())
    assert heights[0] < heights[1] == panel.height() // 2


def test_a_reason_may_name_the_patient(panel, qtbot):
    panel.show_entries(None, (entry(1, reason="duplicate, asked by Quentin"),))
    panel.show()
    for masked in (True, False):
        panel.set_masked(masked)
        panel._table.selectRow(0)
        roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        said = [panel.model.index(0, column).data(role) for column in Column for role in roles]
        said.append(panel.findChild(QPlainTextEdit, "audit-entry").toPlainText())
        assert masked is not any("Quentin" in one for one in said)
        assert all("duplicate" in one for one in said[-3:])


def test_of_a_narrow_table_the_destination_of_a_worker_stays_whole(qtbot, model):
    """The receiver behind it loses its end; all of it is in the tip."""
    target = "lab/lis-north → https://interfaces.lab.example.org:8443/hl7"
    table = ActsTable(model)
    qtbot.addWidget(table)
    table.resize(600, 200)
    table.show()
    model.take(None, (entry(1, action="worker-stop", target=target, ids=(), count=312, reason="the engine is away"),))
    assert table.columnWidth(Column.TARGET) > QFontMetrics(table.font()).horizontalAdvance("lab/lis-north → h")
    assert not table.horizontalScrollBar().isVisible()
    assert model.index(0, Column.TARGET).data(Qt.ItemDataRole.ToolTipRole) == target
