"""Errors in the window on real files: read when they are looked at, shown alone, acted on through a plan."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel

from qmonitor.gui.dialogs.confirm import ConfirmDialog
from qmonitor.gui.errors.model import Column
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings
from qmonitor.monitor.opening import Terms
from qmonitor.queues.model import Destination
from tests.helpers import files
from tests.helpers.accessible import assert_accessible

AT = "2026-11-01T08:00:00.000000000Z"
CANARY = "Kanarienvogel"
ROWS = [
    *(
        {"state": "failed", "attempts": 8, "last_error": f"AE: unknown patient {CANARY}{n}", "last_attempt": AT}
        for n in range(5)
    ),
    *({"state": "failed", "attempts": 8, "last_error": f"no ACK within {n} s", "last_attempt": AT} for n in range(3)),
    {"attempts": 2, "last_error": "no ACK within 30 s", "last_attempt": AT},
    {"destination": "dest-02", "state": "failed", "attempts": 8, "last_error": "no ACK within 9 s", "last_attempt": AT},
    {"state": "delivered", "attempts": 1},
]
ONE = Destination("lab", "dest-01")


@pytest.fixture
def path(tmp_path) -> Path:
    return files.queue(tmp_path / "engine.db", ROWS)


@pytest.fixture
def make(qtbot):
    made: list[MainWindow] = []

    def window(path: Path, *, read_only: bool = False) -> MainWindow:
        made.append(MainWindow(Settings(None), Terms(read_only=read_only)))
        made[-1].resize(1440, 860)
        made[-1].show()
        made[-1].open(str(path))
        qtbot.waitUntil(lambda: made[-1].view is not None and made[-1].view.panels is not None)
        return made[-1]

    yield window
    assert all(one.shut_down() for one in made)
    for one in made:
        one.deleteLater()


@pytest.fixture
def window(make, path, qtbot) -> MainWindow:
    made = make(path)
    made.commands["go-errors"].trigger()
    qtbot.waitUntil(lambda: made.view.panels.errors.model.rowCount() == 3)
    return made


def table(window: MainWindow) -> list[tuple[str, str]]:
    model = window.view.panels.errors.model
    return [(model.group(row).kind, model.index(row, Column.COUNT).data()) for row in range(model.rowCount())]


def shown(window: MainWindow) -> list[int]:
    held = window.view.panels.messages.model.window
    return [item.id for _, item in held.held()]


def test_what_went_wrong_is_grouped(window):
    assert table(window) == [("AE: unknown patient …", "5"), ("no ACK within # s", "4"), ("no ACK within # s", "1")]
    panel = window.view.panels.errors
    assert panel.findChild(QLabel, "errors-said").text() == "10 messages were tried in vain, in 3 groups"
    assert panel.table.hasFocus()
    assert_accessible(panel)


def test_nothing_of_a_message_stands_in_it(window):
    panel = window.view.panels.errors
    for row in range(panel.model.rowCount()):
        panel.table.selectRow(row)
        told = [panel._detail.toPlainText()]
        for column in Column:
            index = panel.model.index(row, column)
            told += [
                str(index.data(role))
                for role in (
                    Qt.ItemDataRole.DisplayRole,
                    Qt.ItemDataRole.ToolTipRole,
                    Qt.ItemDataRole.AccessibleTextRole,
                )
            ]
        assert CANARY not in "\n".join(told)


def test_enter_shows_the_messages_of_a_group_alone(window, qtbot):
    panels = window.view.panels
    panels.errors.table.selectRow(0)
    qtbot.keyClick(panels.errors.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown(window) == [5, 4, 3, 2, 1])
    assert panels.tabs.currentWidget() is panels.messages
    assert panels.focus.destination == ONE
    words = panels.messages.filters.among.words()
    assert words.startswith("Only the 5 that had failed with this at ")
    assert CANARY not in words
    panels.messages.filters.findChild(type(panels.messages.filters.view), "messages-among-drop").click()
    qtbot.waitUntil(lambda: len(shown(window)) == 10)


def test_it_is_read_again_when_something_changed(window, path, qtbot):
    with files.opened(path) as db:
        db.execute("UPDATE queue SET state = 'delivered' WHERE last_error LIKE 'no ACK%' AND destination = 'dest-01'")
    window.view.session.refresh()
    qtbot.waitUntil(lambda: len(table(window)) == 2)


def test_a_retry_is_planned_for_exactly_the_group(window, path, qtbot):
    panel = window.view.panels.errors
    panel.table.selectRow(1)
    seen = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, ConfirmDialog):
            QTimer.singleShot(20, look)
            return
        seen.append([*dialog._plan.members])
        dialog.reject()

    QTimer.singleShot(20, look)
    next(action for action in panel._acts.actions() if action.data() == "retry-now").trigger()
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [[(6, "failed"), (7, "failed"), (8, "failed"), (9, "pending")]]


def test_in_read_only_mode_nothing_is_offered(make, path, qtbot):
    window = make(path, read_only=True)
    window.commands["go-errors"].trigger()
    panel = window.view.panels.errors
    qtbot.waitUntil(lambda: panel.model.rowCount() == 3)
    panel.table.selectRow(0)
    assert panel._acts.actions() == []


def test_what_stands_on_top_is_kept(make, path, qtbot):
    window = make(path)
    window.view.panels.errors._choose_order("last")
    window.view.fold()
    window.view.hide()
    window.view.show()
    qtbot.waitUntil(lambda: window.view.panels is not None)
    assert window.view.panels.errors.model.order == "last"


def test_another_content_is_read_from_its_start(window, path, qtbot):
    panels = window.view.panels
    panels.errors.table.selectRow(0)
    qtbot.keyClick(panels.errors.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(shown(window)) == 5)
    files.queue(path.with_suffix(".new"), [{"state": "failed", "last_error": "queue full"}]).replace(path)
    window.view.session.refresh()
    qtbot.waitUntil(lambda: panels.messages.current_query().among is None)
    window.commands["go-errors"].trigger()
    qtbot.waitUntil(lambda: table(window) == [("queue full", "1")])
