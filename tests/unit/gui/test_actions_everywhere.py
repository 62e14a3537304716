"""Wherever an action can be chosen, nothing reaches the source but through a dialog that says no by default.

The window is the real one on a real file; every dialog is answered by Enter on its default button.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QFileDialog, QPushButton, QTableView, QToolButton
from shiboken6 import isValid

from qmonitor.gui import theme
from qmonitor.gui.actions import ACTIONS, Needs, Spec
from qmonitor.gui.dialogs.confirm import Confirmation, ConfirmDialog
from qmonitor.gui.dialogs.frame import Frame
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings
from qmonitor.queues import Query, open_source
from qmonitor.queues.delivery.admin import DeliveryAdmin
from qmonitor.queues.delivery.schema import OPTIONAL
from qmonitor.queues.plan import Plan
from tests.helpers import files
from tests.helpers.guards.handles import gui_io_allowed
from tests.helpers.notices import press

ACTING = [spec for spec in ACTIONS if spec.acts]
IN_STATE = {"restore": "skipped", "remove": "failed", "resend": "delivered"}
ENDING = ("quit", "open", "close-source")
"""What ends the test, or leads elsewhere."""

LONG_AGO = "2026-01-01T08:00:00.000000000Z"
STATES = ["pending"] * 150 + ["failed", "skipped", "delivered"]


@dataclass
class Person:
    """Says in each dialog what Enter says; goes on at the first question where asked to."""

    goes_on: bool = False
    asked: list[tuple[str, str]] = field(default_factory=list)

    def answer(self, dialog: QDialog) -> int:
        dialog.show()
        (default,) = [button for button in dialog.findChildren(QPushButton) if button.isDefault()]
        self.asked.append((dialog.objectName(), default.objectName()))
        if self.goes_on and dialog.objectName() == "scope-dialog":
            dialog.findChild(QPushButton, "confirm").click()
        else:
            default.setFocus()
            QTest.keyClick(default, Qt.Key.Key_Return)
        return dialog.result()


@dataclass
class Desk:
    """The window, who sits before it, and what reached the source."""

    window: MainWindow
    person: Person
    path: Path
    before: bytes = b""
    reached: list[str] = field(default_factory=list)

    def settle(self, qtbot) -> None:
        view = self.window.view
        qtbot.waitUntil(lambda: view is None or not view.acting._busy)

    def assert_untouched(self) -> None:
        assert self.reached == []
        with gui_io_allowed():
            assert self.path.read_bytes() == self.before


@pytest.fixture
def desk(tmp_path, qtbot, monkeypatch) -> Iterator[Desk]:
    path = files.queue(tmp_path / "engine.db", [{"state": state, "last_attempt": LONG_AGO} for state in STATES])
    with gui_io_allowed(), files.opened(path) as db:
        db.execute(OPTIONAL["qmonitor_enqueued"])  # one of them, so that there is something to build and to drop
    with gui_io_allowed():
        admin = open_source(path).admin()
        plan = admin.plan("drain", Query(channel="lab", destination="dest-01"))
        admin.run(plan, "ann@ward-7", "receiver is gone", lambda *_: False)  # cut off after its first batch
        admin.close()
    person = Person()
    window = MainWindow(Settings(None))
    made = Desk(window, person, path, path.read_bytes())
    monkeypatch.setattr(Frame, "exec", lambda dialog: person.answer(dialog))
    monkeypatch.setattr(QFileDialog, "exec", lambda _: 0)
    for name in ("run", "discard"):
        monkeypatch.setattr(DeliveryAdmin, name, recording(made, name, getattr(DeliveryAdmin, name)))
    window.resize(1440, 860)
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    window.open(str(path))
    qtbot.waitUntil(lambda: window.view.selection().ids != ())
    yield made
    assert window.shut_down()
    window.deleteLater()
    theme.apply(QApplication.instance(), "light")  # what is pressed includes the choice of a scheme


def recording(desk: Desk, name: str, call):
    def recorded(*arguments, **more):
        desk.reached.append(name)
        return call(*arguments, **more)

    return recorded


def select_for(desk: Desk, qtbot, spec: Spec) -> QAction:
    """Select what the action can be done to; the action, enabled."""
    window = desk.window
    if spec.needs in (Needs.ITEMS, Needs.ONE_ITEM):
        chip = window.findChild(QToolButton, f"messages-state-{IN_STATE.get(spec.id, 'pending')}")
        if not chip.isChecked():
            chip.click()
        table = window.findChild(QTableView, "messages-table")
        qtbot.waitUntil(lambda: table.model().rowCount() > 0 and table.model().item(0) is not None)
        table.selectRow(0)
    action = window.commands[spec.id]
    qtbot.waitUntil(action.isEnabled)
    return action


def places(window: MainWindow, action: QAction) -> set[str]:
    """What kinds of things offer it."""
    return {type(offers).__name__ for offers in action.associatedObjects() if offers is not window}


@pytest.mark.parametrize("spec", [spec for spec in ACTING if spec.needs is not Needs.UNDO], ids=lambda spec: spec.id)
def test_an_action_ends_at_the_default_button_of_its_dialog(desk, qtbot, spec):
    action = select_for(desk, qtbot, spec)
    assert "QMenu" in places(desk.window, action)
    for goes_on in (False, True):
        desk.person.goes_on = goes_on
        action.trigger()
        desk.settle(qtbot)
    assert {default for _, default in desk.person.asked} == {"cancel"}
    assert desk.person.asked[-1][0] == "confirm-dialog"
    desk.assert_untouched()


@pytest.mark.parametrize(
    "spec", [spec for spec in ACTING if spec.shortcut and spec.needs is not Needs.UNDO], ids=lambda spec: spec.id
)
def test_so_it_does_by_its_keys(desk, qtbot, spec):
    select_for(desk, qtbot, spec)
    desk.person.goes_on = True
    QTest.keySequence(desk.window, QKeySequence(spec.shortcut))
    desk.settle(qtbot)
    assert desk.person.asked[-1] == ("confirm-dialog", "cancel")
    desk.assert_untouched()


@pytest.mark.parametrize("button", ["continue", "discard"])
def test_so_do_the_buttons_of_an_interrupted_plan(desk, qtbot, button):
    view = desk.window.view
    key = next(key for key in view.banner._strips if key.startswith("interrupted-"))
    press(view.banner, key, button)
    desk.settle(qtbot)
    assert [default for _, default in desk.person.asked] == ["cancel"]
    desk.assert_untouched()


def test_so_does_undo_by_button_menu_and_keys(desk, qtbot, monkeypatch):
    def yes(plan: Plan, *_: object) -> Confirmation:
        return Confirmation("tested")

    with monkeypatch.context() as once:
        once.setattr(ConfirmDialog, "ask", yes)
        select_for(desk, qtbot, next(spec for spec in ACTING if spec.id == "skip")).trigger()
        desk.settle(qtbot)
    assert desk.reached == ["run"]
    desk.reached.clear()
    desk.before = desk.path.read_bytes()
    undo = desk.window.commands["undo"]
    qtbot.waitUntil(undo.isEnabled)
    ways = (  # the keys first: once a dialog was open, the offscreen platform gives nobody the focus back
        lambda: QTest.keySequence(desk.window, QKeySequence(undo.shortcut())),
        lambda: press(desk.window.view.banner, "report", "undo"),
        undo.trigger,
    )
    for n, way in enumerate(ways, 1):
        way()
        desk.settle(qtbot)
        assert desk.person.asked == [("confirm-dialog", "cancel")] * n
    desk.assert_untouched()


def test_no_two_keys_of_the_window_collide(desk):
    """The menus' keys, and those that a panel has for itself."""
    by_keys: dict[str, set[str]] = {}
    for action in desk.window.findChildren(QAction):
        for keys in action.shortcuts():
            by_keys.setdefault(keys.toString(), set()).add(action.objectName())
    assert {keys: names for keys, names in by_keys.items() if len(names) > 1} == {}


def leads_on(button: QAbstractButton) -> bool:
    """To a menu, or to an action that is tried by itself."""
    return isinstance(button, QToolButton) and bool(button.menu() or button.defaultAction())


def test_whatever_else_can_be_pressed_reaches_no_source(desk, qtbot):
    """Every command and every button that there is, the table's and the panels' own."""
    window = desk.window
    ours = [action for action in window.findChildren(QAction) if action.objectName()]
    assert len(ours) > len(ACTIONS)
    for action in ours:
        if isValid(action) and action.isEnabled() and action.data() not in ENDING:
            action.trigger()
            desk.settle(qtbot)
    for button in window.findChildren(QAbstractButton):
        if isValid(button) and button.isEnabled() and button.isVisible() and not leads_on(button):
            button.click()
            desk.settle(qtbot)
    assert {default for name, default in desk.person.asked if name in ("confirm-dialog", "scope-dialog")} == {"cancel"}
    desk.assert_untouched()
