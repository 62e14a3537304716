"""Alerts in the window on real files: seen in their tab, drawn as lines, told, decided on, kept over a restart."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from qmonitor.gui.charts.thresholds import Thresholds
from qmonitor.gui.dialogs.acknowledge import AcknowledgeDialog
from qmonitor.gui.dialogs.rules import RulesDialog, Ruling
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings
from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.model import Alert
from qmonitor.monitor.journal.keeping import Keeping
from qmonitor.queues.model import Destination
from tests.helpers import files
from tests.helpers.accessible import assert_accessible
from tests.helpers.alerts import rule

OLD = "2026-11-01T08:00:00.000000000Z"
ROWS = [
    {"destination": "stuck", "control_id": "S1", "attempts": 61, "enqueued_at": OLD, "next_attempt": OLD},
    {"destination": "stuck", "control_id": "S2", "enqueued_at": OLD},
    {"destination": "fine", "control_id": "F1", "state": "delivered"},
]
HELD = Ruling(tuple(DEFAULTS), notify=True)
STUCK, FINE = Destination("lab", "stuck"), Destination("lab", "fine")


@pytest.fixture
def path(tmp_path) -> Path:
    return files.queue(tmp_path / "engine.db", ROWS)


@pytest.fixture
def make(tmp_path, qtbot):
    made: list[MainWindow] = []

    def window(*targets: Path) -> MainWindow:
        kept = partial(Keeping, tmp_path / "alerts.toml", tmp_path / "audit.db")
        made.append(MainWindow(Settings(None), alerts=kept))
        made[-1].resize(1440, 860)
        made[-1].show()
        for target in targets:
            made[-1].open(str(target))
        return made[-1]

    yield window
    assert all(one.shut_down() for one in made)
    for one in made:
        one.deleteLater()


@pytest.fixture
def window(make, path, qtbot) -> MainWindow:
    made = make(path)
    qtbot.waitUntil(lambda: alerts(made, path) != ())
    qtbot.waitUntil(lambda: made.view.panels is not None and made.view.panels.alerts.needed > 0)
    return made


def alerts(window: MainWindow, path: Path) -> tuple[Alert, ...]:
    return window.alerting.open(str(path))


def oldest(window: MainWindow, path: Path) -> Alert:
    return next(alert for alert in alerts(window, path) if alert.rule.id == "oldest-age-critical")


def title(window: MainWindow) -> str:
    panels = window.view.panels
    return panels.tabs.tabText(panels.tabs.indexOf(panels.alerts))


def test_what_waits_too_long_is_in_the_tab_and_its_count_in_the_title(window, path):
    assert oldest(window, path).destination == STUCK
    assert title(window) == f"Alerts {len(alerts(window, path))}"
    window.commands["go-alerts"].trigger()
    panel = window.view.panels.alerts
    assert panel.isVisible()
    assert panel.model.rowCount() == len(alerts(window, path))
    assert_accessible(panel)


def test_destinations_with_open_alerts_are_marked_also_where_their_panels_come_later(window, path, qtbot):
    def spoken() -> dict[str, str]:
        model = window.view.panels.destinations.model
        rows = [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]
        return {name: row for row in rows for name in (str(STUCK), str(FINE)) if row.startswith(name)}

    assert "alerts are open" in spoken()[str(STUCK)]
    assert "open" not in spoken()[str(FINE)]
    window.view.fold()
    window.view.hide()
    window.view.show()
    qtbot.waitUntil(lambda: window.view.panels is not None)
    assert "alerts are open" in spoken()[str(STUCK)]


def test_enter_on_an_alert_leads_to_its_message(window, path, qtbot):
    window.commands["go-alerts"].trigger()
    panels = window.view.panels
    panels.destinations.select(FINE)
    panels.alerts.select(oldest(window, path))
    qtbot.keyClick(panels.alerts.table, Qt.Key.Key_Return)
    assert panels.destinations.selected() == STUCK
    qtbot.waitUntil(lambda: panels.messages.selected_ids() == (oldest(window, path).item,))
    assert panels.messages.isVisible()


def test_a_click_on_a_notification_brings_window_source_and_destination_to_the_front(make, path, tmp_path, qtbot):
    other = files.queue(tmp_path / "other.db", [{}])
    window = make(path, other)
    qtbot.waitUntil(lambda: alerts(window, path) != ())
    assert window.view.target == str(other)
    window.alerting.wanted.emit(oldest(window, path))
    assert window.view.target == str(path)
    qtbot.waitUntil(lambda: window.view.panels is not None)
    window.alerting.wanted.emit(oldest(window, path))
    assert window.view.panels.destinations.selected() == STUCK
    assert window.view.panels.alerts.table.chosen() == [oldest(window, path)]


def test_a_maximised_window_comes_back_as_large_as_it_was(window):
    window.showMaximized()
    window.setWindowState(window.windowState() | Qt.WindowState.WindowMinimized)
    window.alerting.wanted.emit(None)
    assert window.isMaximized()
    assert not window.isMinimized()


def test_acknowledged_in_the_window_it_is_so_after_a_restart_and_in_the_journal(window, make, path, qtbot):
    window.commands["go-alerts"].trigger()
    panel = window.view.panels.alerts
    panel.table.selectAll()
    panel.findChild(type(panel._actions["acknowledge"]), "alerts-acknowledge").trigger()
    dialog = window.findChild(AcknowledgeDialog)
    with qtbot.waitSignal(window.alerting.changed):
        qtbot.mouseClick(dialog.findChild(QPushButton, "confirm"), Qt.MouseButton.LeftButton)
    assert title(window) == "Alerts"
    assert all(alert.acknowledged for alert in alerts(window, path))
    again = make(path)
    qtbot.waitUntil(lambda: alerts(again, path) != ())
    assert {alert.acknowledged.who for alert in alerts(again, path)} == {window.alerting.actor}


def test_the_lines_of_the_charts_are_the_rules_of_what_is_looked_at(window, qtbot):
    charts = window.view.panels.charts
    assert charts.drawing.limits == Thresholds(None, 300)
    own = rule(id="mine", destination="stuck", limit=7200.0, clear=None)
    with qtbot.waitSignal(window.alerting.changed):
        window.alerting.rule(Ruling((own, *DEFAULTS), notify=True), HELD)
    window.view.panels.destinations.select(STUCK)
    assert charts.drawing.limits == Thresholds(None, 3600)  # what is critical comes first now
    window.view.panels.destinations.select(FINE)
    assert charts.drawing.limits == Thresholds(None, 300)


def test_the_rules_are_edited_from_the_menu_and_from_the_charts(window, path):
    window.view.panels.destinations.select(STUCK)
    for ask in (window.commands["rules"].trigger, window.view.panels.charts.rules_requested.emit):
        ask()
        dialog = window.findChild(RulesDialog)
        assert dialog.model.rules == list(DEFAULTS)
        dialog.reject()
        dialog.deleteLater()
        QApplication.sendPostedEvents(dialog)
    assert alerts(window, path) != ()


def test_a_source_that_is_gone_is_an_alert_without_a_destination(window, path, qtbot):
    path.rename(path.with_name("moved.db"))
    window.alerting.rule(
        Ruling((rule("unreachable-critical", lasting=rule().lasting, limit=0.001),), notify=True), HELD
    )
    qtbot.waitUntil(lambda: any(alert.destination is None for alert in alerts(window, path)), timeout=20_000)
    window.commands["go-alerts"].trigger()
    panel = window.view.panels.alerts
    found = next(alert for alert in alerts(window, path) if alert.destination is None)
    panel.show_alerts(alerts(window, path), (), None)
    panel.select(found)
    assert panel.table.chosen() == [found]
    assert window.findChild(QLabel, "alerts-said").text()
