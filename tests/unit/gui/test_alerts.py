"""The alerts tab: its table keeps its rows in their places, says what is the case, and asks for what a person wants."""

from dataclasses import replace
from datetime import datetime, timedelta

import hypothesis.strategies as st
import pytest
from hypothesis import given
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QAction, QColor
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPlainTextEdit, QToolButton

from qmonitor.gui import alert_words as words
from qmonitor.gui import text, theme
from qmonitor.gui.alerts import AlertsPanel, snooze
from qmonitor.gui.alerts.model import AlertsModel, Column
from qmonitor.monitor.alerts.model import Level
from qmonitor.queues import times
from qmonitor.queues.model import Destination
from qmonitor.queues.words import phrase
from tests.helpers.accessible import assert_accessible
from tests.helpers.alerts import ANN, NOW, RULES, ago, alert, rule
from tests.helpers.clipping import cut

LIS, PACS = alert("lab/lis", minutes=40), alert("imaging/pacs", minutes=30)
CRITICAL = alert("adt/registry", "oldest-age-critical", minutes=20, value=274_320.0)
SOLVED = alert("orders/pharmacy", minutes=500, value=1700.0, solved=ago(400))


@pytest.fixture
def model(qapp) -> AlertsModel:
    return AlertsModel()


@pytest.fixture
def panel(qtbot) -> AlertsPanel:
    made = AlertsPanel(clock=lambda: NOW)
    made.resize(900, 400)
    qtbot.addWidget(made)
    made.show()
    made.show_rules(8)
    return made


def rows(model: AlertsModel) -> list[str]:
    return [str(model.index(row, Column.WHERE).data()) for row in range(model.rowCount())]


def cells(model: AlertsModel, row: int = 0) -> dict[Column, str]:
    return {column: model.index(row, column).data() for column in Column}


def plain(sentences: str) -> str:
    """Figure and unit stand on one line; a test may write a common blank."""
    assert not any(line.endswith(" ") for line in sentences.splitlines())
    return sentences.replace("\u00a0", " ")


def act(panel: AlertsPanel, name: str) -> QAction:
    found = panel.findChild(QAction, f"alerts-{name}")
    assert isinstance(found, QAction)
    return found


# -- the table -----------------------------------------------------------------------------------------------


def test_open_ones_come_first_the_worst_and_longest_on_top(model):
    model.show_alerts((PACS, SOLVED, LIS, CRITICAL), NOW)
    assert rows(model) == ["adt/registry", "lab/lis", "imaging/pacs", "orders/pharmacy"]


def test_of_the_solved_ones_the_last_is_first(model):
    earlier = alert("a/b", minutes=900, solved=ago(800))
    model.show_alerts((earlier, SOLVED), NOW)
    assert rows(model) == ["orders/pharmacy", "a/b"]


def test_the_same_place_may_have_been_solved_before(model):
    again = replace(SOLVED, since=ago(10), solved=None)
    model.show_alerts((again, SOLVED, replace(SOLVED, since=ago(900), solved=ago(800))), NOW)
    assert rows(model) == ["orders/pharmacy"] * 3


def test_model_holds_through_every_change(model, qtmodeltester):
    for shown in ((LIS,), (LIS, CRITICAL, SOLVED), (PACS,), (), (CRITICAL, LIS, PACS), (replace(LIS, value=9.0), PACS)):
        model.show_alerts(shown, NOW)
        qtmodeltester.check(model)


@given(st.lists(st.sets(st.integers(0, 11)), min_size=1, max_size=6))
def test_rows_come_and_go_as_told_and_no_other_moves(qapp, looks):
    model = AlertsModel()
    mirror: list[str] = []

    def insert(_parent, first, last):
        mirror[first:first] = [str(model.alert(row).destination) for row in range(first, last + 1)]

    def remove(_parent, first, last):
        del mirror[first : last + 1]

    model.rowsInserted.connect(insert)
    model.rowsRemoved.connect(remove)
    for look in looks:
        names = ("oldest-age-warning", "oldest-age-critical")
        shown = [alert(f"c/{n}", names[n % 2], minutes=n % 4 + 1, solved=ago(0) if n > 8 else None) for n in look]
        model.show_alerts(shown, NOW)
        assert sorted(rows(model)) == sorted(f"c/{n}" for n in look)
        assert mirror == rows(model)


def test_a_row_keeps_its_place_and_its_selection_while_figures_change_and_others_come(panel):
    panel.show_alerts((LIS, PACS), (), NOW)
    panel.table.selectRow(0)
    newer = alert("z/new", minutes=1)
    panel.show_alerts((replace(LIS, value=9000.0, acknowledged=ANN), PACS, newer, CRITICAL), (), NOW)
    assert rows(panel.model) == ["adt/registry", "lab/lis", "imaging/pacs", "z/new"]
    assert [one.destination for one in panel.table.chosen()] == [Destination("lab", "lis")]


def test_where_a_selected_one_is_solved_nothing_else_is_selected_in_its_place(panel):
    panel.show_alerts((LIS, PACS), (), NOW)
    panel.table.selectRow(0)
    panel.show_alerts((PACS,), (replace(LIS, solved=NOW),), NOW)
    assert panel.table.chosen() == []
    assert not act(panel, "acknowledge").isEnabled()
    assert not panel.findChild(QPlainTextEdit, "alerts-detail").isVisible()


def test_ages_go_on_between_changes(model):
    model.show_alerts((LIS,), NOW)
    assert cells(model)[Column.VALUE] == "00:41"
    model.show_time(NOW + timedelta(minutes=20))
    assert cells(model)[Column.VALUE] == cells(model)[Column.WORST] == "01:01"


def test_counts_do_not(model):
    model.show_alerts((alert(name="failed-warning", value=4.0),), NOW)
    model.show_time(NOW + timedelta(minutes=20))
    assert cells(model)[Column.VALUE] == "4"


def test_a_cell_says_what_is_the_case(model):
    model.show_alerts((LIS, SOLVED), NOW)
    shown = cells(model)
    assert shown[Column.WHAT] == "oldest message"
    assert shown[Column.SINCE] == f"seen {text.short_time(LIS.since)}"
    assert shown[Column.ITEM] == "48210"
    assert shown[Column.STANDING] == "open"
    assert cells(model, 1)[Column.VALUE] == text.UNKNOWN  # what it is now nobody watches
    assert cells(model, 1)[Column.WORST] == "00:28"
    assert cells(model, 1)[Column.STANDING].startswith("solved ")


def test_since_when_is_marked_where_it_was_only_seen_then(model):
    model.show_alerts((replace(LIS, exact=True),), NOW)
    assert cells(model)[Column.SINCE] == text.short_time(LIS.since)
    tips = [AlertsModel._tip(model, one, Column.SINCE).splitlines()[2:] for one in (LIS, replace(LIS, exact=True))]
    assert tips == [["Seen first then; it may have been so before."], []]
    said = [words.in_full(replace(LIS, exact=exact), NOW).splitlines()[1] for exact in (False, True)]
    assert [one.split(" ")[0] for one in said] == ["Seen", "Since"]


def test_a_destination_that_has_run_empty_is_said_to_be(model):
    empty = replace(LIS, value=0.0, still=True, within=ago(0.5))
    model.show_alerts((empty,), NOW + timedelta(seconds=20))
    shown = cells(model)
    assert shown[Column.VALUE] == text.UNKNOWN
    assert model.index(0, Column.VALUE).data(Qt.ItemDataRole.ForegroundRole) == QColor(theme.current().text)
    assert shown[Column.ITEM] == text.UNKNOWN
    assert shown[Column.STANDING] == "within its limit, solved soon"
    said = plain(words.in_full(empty, NOW + timedelta(seconds=20)))
    assert said.startswith("Warning, lab/lis: Nothing waits any more; the limit is 5 min.")
    assert "First in line" not in said
    assert said.endswith("; solved once that lasted for 1 min.")
    model.show_alerts((replace(empty, solved=NOW),), NOW)
    assert cells(model)[Column.ITEM] == "48210"
    assert "overdue" in words.sentence(alert(name="overdue-warning", still=True), NOW)


def test_what_stands_still_comes_before_what_has_failed(model):
    failed = [alert(f"a/dest-{n}", "failed-critical", minutes=900, value=100.0) for n in range(3)]
    model.show_alerts((*failed, CRITICAL), NOW)
    assert rows(model)[0] == "adt/registry"


def test_who_took_it_is_said(model):
    model.show_alerts((replace(LIS, acknowledged=ANN), replace(PACS, snoozed=ANN, snoozed_until=ago(-60))), NOW)
    assert cells(model, 0)[Column.STANDING] == "acknowledged by ann@ward-7"
    assert cells(model, 1)[Column.STANDING].startswith("snoozed until ")


def test_the_level_is_a_shape_and_a_spoken_word_not_a_colour_alone(model):
    model.show_alerts((CRITICAL, LIS), NOW)
    pictures = [
        model.index(row, Column.WHAT).data(Qt.ItemDataRole.DecorationRole).pixmap(20).toImage() for row in (0, 1)
    ]
    alphas = [bytes(picture.convertToFormat(picture.Format.Format_Alpha8).constBits()) for picture in pictures]
    assert alphas[0] != alphas[1]
    spoken = [model.index(row, Column.WHAT).data(Qt.ItemDataRole.AccessibleTextRole) for row in (0, 1)]
    assert spoken == ["alert: oldest message, critical", "alert: oldest message, warning"]


def test_what_needs_nobody_is_pale(model):
    model.show_alerts((CRITICAL, replace(LIS, acknowledged=ANN), SOLVED), NOW)
    inks = [model.index(row, Column.VALUE).data(Qt.ItemDataRole.ForegroundRole) for row in range(3)]
    colors = theme.current()
    assert inks == [QColor(colors.danger), QColor(colors.muted), QColor(colors.muted)]


def test_names_are_shown_as_one_line_of_plain_text(model):
    evil = "<img src=http://192.0.2.1/x>\u202e\n" + "x" * 10_000
    signed = replace(ANN, who=evil, reason=evil)
    model.show_alerts((replace(alert(f"{evil}/{evil}", item=evil), acknowledged=signed),), NOW)
    shown = cells(model)
    assert all(cell.isprintable() and len(cell) <= text.LINE for cell in shown.values())
    for column in Column:
        assert "<img" not in model.index(0, column).data(Qt.ItemDataRole.ToolTipRole)


def test_what_a_worse_one_stood_for_is_not_listed_once_solved(panel):
    both = [
        alert("a/b", f"oldest-age-{level}", minutes=90, value=4000.0, solved=ago(5))
        for level in ("warning", "critical")
    ]
    panel.show_alerts((), (*both, alert("a/b", "failed-warning", minutes=90, value=1.0, solved=ago(5)), SOLVED), NOW)
    assert rows(panel.model) == ["a/b", "a/b", "orders/pharmacy"]
    spoken = [panel.model.index(row, Column.WHAT).data(Qt.ItemDataRole.AccessibleTextRole) for row in (0, 1)]
    assert spoken == ["alert: failed messages, warning", "alert: oldest message, critical"]


# -- in words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_every_measure_has_its_sentences(qapp, name):
    made = alert(None if RULES[name].measure.of_source else "lab/lis", name, value=7260.0)
    said = [words.sentence(made, NOW), words.sentence(replace(made, solved=NOW), NOW), words.explain_rule(made.rule)]
    assert len(set(said)) == 3
    shown = words.figure(made.rule.measure, 7260.0)
    assert all(shown in plain(one) for one in said[:2])
    assert all(words.limit(made.rule.measure, made.rule.limit) in plain(one) for one in said)


def test_all_that_is_known_is_said_in_full(qapp):
    made = replace(LIS, acknowledged=ANN)
    said = plain(words.in_full(made, NOW)).splitlines()
    assert said[0] == "Warning, lab/lis: The oldest message has waited for 00:41; the limit is 5 min."
    assert "Worst so far: 00:41" in said[1]
    assert said[2] == "First in line: 48210"
    assert said[3].startswith("Acknowledged by ann@ward-7 at ")
    assert said[3].endswith(" “receiver is rebuilt”")


def test_why_a_source_can_not_be_read_is_said_while_it_can_not(qapp):
    made = alert(None, "unreachable-critical", value=90.0, cause=phrase("The file is locked."))
    assert "The file is locked." in words.in_full(made, NOW)
    assert "The file is locked." not in words.in_full(replace(made, solved=NOW), NOW)


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (
            rule(),
            "Alerts when the oldest message has waited for 5 min or longer. Solved below 4 min. Told once.",
        ),
        (
            rule("depth-warning", channel="lab", lasting=timedelta(minutes=5), again=timedelta(hours=4)),
            (
                "Alerts when 10,000 messages or more wait. Only for lab/*. It has to stay so for 5 min."
                " Solved below 8,000."
            ),
        ),
        (rule(limit=float("inf"), destination="a", source="x.db"), "Never a warning, whatever a rule below says."),
        (
            rule("near-limit-warning"),
            "Alerts when the source drops the oldest message in 3 d or sooner. Told once. Watched where the source",
        ),
        (
            rule("near-limit-warning", kept=timedelta(days=7), clear=86_400 * 4.0),
            "Alerts when the source drops the oldest message in 3 d or sooner. Solved above 4 d. Told once.",
        ),
        (
            rule(again=None, clear=None),
            "Alerts when the oldest message has waited for 5 min or longer. Told once. Not watched for dead letters,",
        ),
        (
            rule("overdue-warning"),
            "Alerts when the first message has been due for 2 min and nobody tries it. Told once. Not watched for dead",
        ),
    ],
)
def test_a_rule_explains_itself(qapp, made, said):
    assert plain(words.explain_rule(made)).startswith(said)


# -- the panel -----------------------------------------------------------------------------------------------


def test_it_says_how_many_need_a_person(panel, qtbot):
    said = panel.findChild(QLabel, "alerts-said")
    assert said.text() == "No alert is open. 8 rules are watched."
    with qtbot.waitSignal(panel.counted):
        panel.show_alerts((LIS,), (), NOW)
    assert (panel.needed, said.text()) == (1, "1 alert open")
    panel.show_alerts((replace(LIS, acknowledged=ANN), PACS), (), NOW)
    assert (panel.needed, said.text()) == (1, "2 alerts open, 1 of them silenced")
    panel.show_alerts((), (), NOW)
    panel.show_rules(0)
    assert (panel.needed, said.text()) == (0, "No rule is switched on, so no alert will come.")


def test_it_tells_only_what_is_new(panel, qtbot):
    panel.show_alerts((LIS,), (), NOW)
    with qtbot.assertNotEmitted(panel.counted):
        panel.show_alerts((replace(LIS, value=5000.0),), (), NOW)


def test_what_is_selected_can_be_acknowledged_snoozed_and_woken(panel, qtbot):
    panel.show_alerts((LIS, PACS), (SOLVED,), NOW)
    panel.table.selectAll()
    with qtbot.waitSignal(panel.acknowledge_requested) as told:
        act(panel, "acknowledge").trigger()
    assert told.args == [(LIS.key, PACS.key)]
    with qtbot.waitSignal(panel.snooze_requested) as told:
        act(panel, "snooze-8h").trigger()
    assert told.args == [(LIS.key, PACS.key), NOW + timedelta(hours=8)]
    assert not act(panel, "wake").isEnabled()
    panel.show_alerts((replace(LIS, acknowledged=ANN), PACS), (SOLVED,), NOW)
    with qtbot.waitSignal(panel.wake_requested) as told:
        act(panel, "wake").trigger()
    assert told.args == [(LIS.key, PACS.key)]


def test_what_is_solved_can_only_be_looked_at(panel):
    panel.show_alerts((), (SOLVED,), NOW)
    panel.table.selectRow(0)
    can = {name: act(panel, name).isEnabled() for name in ("acknowledge", "wake", "destination", "message", "rule")}
    assert can == {"acknowledge": False, "wake": False, "destination": True, "message": True, "rule": True}
    assert not panel.findChild(QToolButton, "alerts-snooze-button").isEnabled()


def test_enter_goes_to_the_message_and_a_double_click_too(panel, qtbot):
    panel.show_alerts((LIS,), (SOLVED,), NOW)
    panel.table.selectRow(0)
    with qtbot.waitSignal(panel.message_requested) as told:
        qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert told.args == [Destination("lab", "lis"), 48210]
    place = panel.table.visualRect(panel.model.index(1, Column.WHERE)).center()
    with qtbot.waitSignal(panel.destination_requested) as told:
        qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        qtbot.mouseDClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told.args == [Destination("orders", "pharmacy")]


def test_failed_messages_are_led_to(panel, qtbot):
    failed = alert("adt/registry", "failed-warning", value=3.0, item=None)
    panel.show_alerts((failed, LIS), (), NOW)
    buttons = [panel.findChild(QToolButton, f"alerts-{name}-button") for name in ("message", "failed")]
    panel.select(LIS)
    assert [button.isVisible() for button in buttons] == [True, False]
    panel.select(failed)
    assert [button.isVisible() for button in buttons] == [False, True]
    for go in (
        lambda: qtbot.keyClick(panel.table, Qt.Key.Key_Return),
        lambda: qtbot.mouseClick(buttons[1], Qt.MouseButton.LeftButton),
    ):
        with qtbot.waitSignal(panel.destination_requested) as first, qtbot.waitSignal(panel.failed_requested) as then:
            go()
        assert first.args == then.args == [failed.destination]
    assert not act(panel, "message").isEnabled()


def test_where_nothing_waits_any_more_the_destination_is_led_to(panel, qtbot):
    panel.show_alerts((replace(LIS, still=True),), (), NOW)
    panel.table.selectRow(0)
    assert not act(panel, "message").isEnabled()
    with qtbot.waitSignal(panel.destination_requested), qtbot.assertNotEmitted(panel.failed_requested):
        qtbot.keyClick(panel.table, Qt.Key.Key_Return)


def test_a_source_as_a_whole_leads_nowhere(panel, qtbot):
    panel.show_alerts((alert(None, "unreachable-critical"),), (), NOW)
    panel.table.selectRow(0)
    assert not act(panel, "destination").isEnabled()
    with qtbot.assertNotEmitted(panel.destination_requested), qtbot.assertNotEmitted(panel.message_requested):
        qtbot.keyClick(panel.table, Qt.Key.Key_Return)


def test_the_rule_of_an_alert_is_asked_for(panel, qtbot):
    panel.show_alerts((LIS,), (), NOW)
    with qtbot.waitSignal(panel.rules_requested) as told:
        qtbot.mouseClick(panel.findChild(QToolButton, "alerts-rules-button"), Qt.MouseButton.LeftButton)
    assert told.args == [""]
    panel.table.selectRow(0)
    with qtbot.waitSignal(panel.rules_requested) as told:
        act(panel, "rule").trigger()
    assert told.args == ["oldest-age-warning"]


def test_the_context_menu_has_all_of_it(panel):
    panel.show_alerts((LIS,), (), NOW)
    panel.table.selectRow(0)
    panel.table.customContextMenuRequested.emit(QPoint(10, 10))
    menu = panel.findChild(QMenu, "alerts-menu")
    names = [action.objectName() for action in menu.actions() if action.objectName()]
    assert names == [
        "alerts-acknowledge", "alerts-wake",
        "alerts-destination", "alerts-message", "alerts-failed", "alerts-rule",
    ]  # fmt: skip
    assert any(action.menu() is not None for action in menu.actions())
    menu.close()


def test_an_alert_is_turned_to(panel):
    panel.show_alerts((LIS, PACS), (), NOW)
    panel.select(PACS)
    assert panel.table.chosen() == [PACS]
    panel.select(CRITICAL)  # not there (any more)
    assert panel.table.chosen() == [PACS]


@pytest.mark.parametrize("held", [Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier])
def test_an_alert_is_turned_to_whatever_key_is_held(panel, qtbot, held):
    panel.show_alerts((LIS, PACS), (), NOW)
    qtbot.keyClick(panel, Qt.Key.Key_Space, held)
    assert QApplication.keyboardModifiers() == held
    for alert_ in (LIS, PACS):
        panel.select(alert_)
        assert panel.table.chosen() == [alert_]


def test_what_is_selected_in_the_detail_stays_while_it_says_the_same(panel):
    panel.show_alerts((LIS,), (), NOW)
    panel.table.selectRow(0)
    detail = panel.findChild(QPlainTextEdit, "alerts-detail")
    detail.selectAll()
    panel.show_alerts((LIS,), (), NOW + timedelta(seconds=2))
    assert detail.textCursor().hasSelection()
    assert detail.height() <= panel.height() // 2


def test_names_and_keys(panel):
    panel.show_alerts((LIS, CRITICAL), (SOLVED,), NOW)
    panel.table.selectRow(0)
    assert_accessible(panel)


@pytest.mark.parametrize("width", [520, 680, 1400])
def test_nothing_is_cut_but_data(panel, width, qtbot):
    panel.resize(width, 300)
    panel.show_alerts((alert("imaging/pacs-with-a-rather-long-name-in-it"), CRITICAL), (SOLVED,), NOW)
    panel.table.selectRow(0)
    QApplication.processEvents()
    assert cut(panel) == []
    assert panel.table.columnWidth(Column.STANDING) > 80
    assert panel.table.isColumnHidden(Column.WORST) == (width < 1000)


def test_several_selected_are_not_described(panel):
    panel.show_alerts((LIS, PACS), (), NOW)
    panel.table.selectAll()
    assert not panel.findChild(QPlainTextEdit, "alerts-detail").isVisible()
    panel.table.selectionModel().select(
        panel.model.index(0, 0),
        QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows,
    )
    assert panel.findChild(QPlainTextEdit, "alerts-detail").isVisible()


def test_behind_another_tab_it_only_counts(panel):
    panel.hide()
    panel.show_alerts((LIS, PACS), (), NOW)
    assert (panel.needed, panel.model.rowCount()) == (2, 0)
    panel.show()
    assert rows(panel.model) == ["lab/lis", "imaging/pacs"]
    panel.hide()
    panel.show_alerts((LIS,), (), NOW)
    panel.select(LIS)  # as it is turned to
    assert panel.table.chosen() == [LIS]


# -- until when ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hour", "minute", "days", "said"),
    [
        (22, 30, 1, "until &tomorrow at 07:00"),
        (1, 47, 0, "until &today at 07:00"),
        (7, 0, 1, "until &tomorrow at 07:00"),
    ],
)
def test_the_morning_is_the_next_one(qapp, hour, minute, days, said):
    here = datetime(2026, 11, 30, hour, minute).astimezone()
    now = times.instant(here)
    until = snooze.until("morning", now).local()
    assert (until.date() - here.date(), until.hour, until.minute) == (timedelta(days=days), 7, 0)
    assert snooze.label("morning", now) == said


def test_the_menu_says_which_morning_when_it_is_opened(qtbot):
    clock = [times.instant(datetime(2026, 11, 30, 23, 59).astimezone())]
    made = AlertsPanel(clock=lambda: clock[0])
    qtbot.addWidget(made)
    assert act(made, "snooze-morning").text().startswith("until &tomorrow")
    clock[0] = clock[0] + timedelta(minutes=1)
    made.findChild(QMenu, "alerts-snooze-menu").aboutToShow.emit()
    assert act(made, "snooze-morning").text().startswith("until &today")


def test_a_clock_that_is_not_known_has_no_tomorrow():
    with pytest.raises(ValueError, match="what time"):
        snooze.until("morning", times.parse("soon"))


def test_levels_have_names(qapp):
    assert [words.level_name(level) for level in Level] == ["warning", "critical"]


def test_what_people_noted_is_abstracted_while_names_are_masked(panel):
    noted = replace(ANN, reason="asked by Quentin Vera, 777123")
    taken = replace(LIS, acknowledged=noted, snoozed=noted, snoozed_until=ago(-60))
    done = replace(SOLVED, acknowledged=noted)
    panel.set_masked(True)
    panel.show_alerts((taken,), (done,), NOW)

    def said() -> str:
        detail = panel.findChild(QPlainTextEdit, "alerts-detail")
        roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
        found = []
        for row in range(2):
            panel.table.selectRow(row)
            found.append(detail.toPlainText())
            found += [str(panel.model.index(row, column).data(role)) for column in Column for role in roles]
        return " ".join(found)

    assert "Acknowledged by ann@ward-7" in plain(said())
    assert not [one for one in ("Quentin", "Vera", "777123") if one in said()]
    panel.set_masked(False)
    assert "“asked by Quentin Vera, 777123”" in plain(said())
    panel.hide()
    panel.set_masked(True)
    assert "Quentin" not in said()
