"""A press does what was under the pointer when it began, or nothing; with real presses of the mouse."""

import gc
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QPushButton,
    QTabBar,
    QToolBar,
    QToolButton,
    QWidget,
)

from qmonitor.gui.actions import Actions, Selection
from qmonitor.gui.press import MEANS, SEEN, PressGuard, unwatched
from qmonitor.queues.source import ACTIONS as NAMES
from tests.helpers.desk import HERE

pytestmark = pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)  # a menu, on the offscreen platform

LEFT = Qt.MouseButton.LeftButton
ABLE = dict.fromkeys(NAMES)
ONE, OTHER = Selection(HERE, (1,)), Selection(HERE, (2,))


@pytest.fixture
def guard(qapp: QApplication) -> Iterator[PressGuard]:
    made = PressGuard(qapp)
    yield made
    qapp.removeEventFilter(made)
    made.setParent(None)


@pytest.fixture
def refused(guard: PressGuard) -> list[bool]:
    told: list[bool] = []
    guard.refused.connect(lambda: told.append(True))
    return told


@pytest.fixture
def row(qtbot) -> QWidget:
    """Two buttons beside each other."""
    window = QWidget()
    layout = QHBoxLayout(window)
    for name in ("Skip", "Drain"):
        button = QPushButton(name)
        button.setObjectName(name)
        layout.addWidget(button)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    return window


@pytest.fixture
def clicked(row: QWidget) -> list[str]:
    told: list[str] = []
    row.findChild(QPushButton, "Skip").clicked.connect(lambda: told.append("Skip"))
    row.findChild(QPushButton, "Drain").clicked.connect(lambda: told.append("Drain"))
    return told


def press(widget: QWidget) -> None:
    QTest.mousePress(widget, LEFT)


def let_go(widget: QWidget) -> None:
    QTest.mouseRelease(widget, LEFT)


def grow(row: QWidget) -> None:
    row.findChild(QPushButton, "Skip").setText("Skip three hundred and twelve")
    row.layout().activate()


def move(row: QWidget) -> None:
    another = QPushButton("Another")
    row.layout().insertWidget(0, another)
    another.show()
    row.layout().activate()


def rename(row: QWidget) -> None:
    row.findChild(QPushButton, "Skip").setText("Stop")


def disable(row: QWidget) -> None:
    row.findChild(QPushButton, "Skip").setEnabled(False)


def hide(row: QWidget) -> None:
    row.findChild(QPushButton, "Skip").hide()


def move_window(row: QWidget) -> None:
    row.move(row.pos() + QPoint(40, 40))


def test_a_press_on_what_stays_is_a_click(row, clicked, refused):
    skip = row.findChild(QPushButton, "Skip")
    press(skip)
    row.findChild(QPushButton, "Drain").setEnabled(False)  # another one's change is none of its own
    let_go(skip)
    assert clicked == ["Skip"]
    assert refused == []


@pytest.mark.parametrize("change", [grow, move, rename, disable, hide, move_window], ids=lambda one: one.__name__)
def test_a_press_on_what_changes_does_nothing(row, clicked, refused, change):
    skip = row.findChild(QPushButton, "Skip")
    press(skip)
    change(row)
    let_go(skip)
    assert clicked == []
    assert refused == [True]
    assert not skip.isDown()


def test_it_is_watched_again_once_all_is_made(row, clicked, refused):
    with pytest.raises(ZeroDivisionError), unwatched():
        raise ZeroDivisionError
    skip = row.findChild(QPushButton, "Skip")
    press(skip)
    with unwatched():
        move(row)
    let_go(skip)
    assert (clicked, refused) == ([], [True])


def test_where_nobody_watches_there_is_nobody_to_send_away(qapp):
    with unwatched():
        assert qapp.findChild(PressGuard) is None


def test_what_was_pressed_while_nobody_watched_comes_to_nothing(row, clicked, refused, guard, qtbot):
    skip = row.findChild(QPushButton, "Skip")
    place = skip.geometry().center()
    guard.rest(60_000)
    QTest.mousePress(row.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, place)
    assert skip.isDown()
    guard.watch()
    QTest.mouseRelease(row.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, place)
    assert (clicked, refused) == ([], [True])
    assert not skip.isDown()
    QTest.mouseClick(row.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, place)
    assert (clicked, refused) == (["Skip"], [True])


def test_what_was_pressed_and_let_go_meanwhile_is_forgotten(row, clicked, refused, guard):
    skip = row.findChild(QPushButton, "Skip")
    place = skip.geometry().center()
    guard.rest(60_000)
    QTest.mouseClick(row.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, place)
    guard.watch()
    assert clicked == ["Skip"]
    press(skip)
    let_go(skip)
    assert (clicked, refused) == (["Skip", "Skip"], [])


def test_a_rest_ends_by_itself(row, clicked, refused, guard, qtbot):
    skip = row.findChild(QPushButton, "Skip")
    guard.rest(1)
    qtbot.waitUntil(lambda: not guard._rest.isActive())
    press(skip)
    move(row)
    let_go(skip)
    assert (clicked, refused) == ([], [True])


def test_what_is_made_at_one_go_ends_no_rest(row, clicked, refused, guard):
    skip = row.findChild(QPushButton, "Skip")
    guard.rest(60_000)
    with unwatched():
        pass
    press(skip)
    move(row)
    let_go(skip)
    assert (clicked, refused) == (["Skip"], [])
    guard.watch()


def test_a_button_whose_words_count_means_the_same_all_the_while(row, clicked, refused):
    skip = row.findChild(QPushButton, "Skip")
    skip.setProperty(MEANS, "skip")
    press(skip)
    skip.setText(skip.text()[::-1])
    let_go(skip)
    assert len(clicked) == 1
    assert refused == []
    press(skip)
    skip.setProperty(MEANS, "another source")
    let_go(skip)
    assert len(clicked) == 1
    assert refused == [True]


def test_the_next_press_does_what_it_says(row, clicked, refused):
    skip = row.findChild(QPushButton, "Skip")
    press(skip)
    grow(row)
    let_go(skip)
    QTest.mouseClick(skip, LEFT)
    assert clicked == ["Skip"]
    assert refused == [True]


def test_a_refusal_is_told_until_the_next_press(row, clicked, refused, guard, qtbot):
    skip = row.findChild(QPushButton, "Skip")
    told: list[bool] = []
    guard.over.connect(lambda: told.append(True))
    QTest.mouseClick(skip, LEFT)
    assert told == []
    press(skip)
    grow(row)
    let_go(skip)
    assert (refused, told) == ([True], [])
    QTest.mouseClick(skip, LEFT)
    QTest.mouseClick(skip, LEFT)
    assert told == [True]


def test_a_button_that_is_replaced_does_not_get_its_press(row, clicked, refused):
    skip = row.findChild(QPushButton, "Skip")
    press(skip)
    fresh = QPushButton("Skip")
    fresh.clicked.connect(lambda: clicked.append("fresh"))
    row.layout().replaceWidget(skip, fresh)
    skip.deleteLater()
    QCoreApplication.sendPostedEvents(skip, QEvent.Type.DeferredDelete)
    let_go(fresh)
    assert clicked == []


def test_a_box_that_moved_stays_as_it_was(row, refused):
    box = QCheckBox("Also those that failed")
    row.layout().addWidget(box)
    row.layout().activate()
    QTest.mousePress(box, LEFT, pos=QPoint(6, box.height() // 2))
    grow(row)
    QTest.mouseRelease(box, LEFT, pos=QPoint(6, box.height() // 2))
    assert not box.isChecked()
    assert refused == [True]


# -- what an action is meant for -----------------------------------------------------------------------------------


class Window(QMainWindow):
    """A tool bar, and a table of messages with a context menu."""

    def __init__(self) -> None:
        super().__init__()
        self.commands = Actions(self, read_only=False)
        self.commands.update(ONE, ABLE)
        self.bar = QToolBar()
        self.bar.addAction(self.commands["skip"])
        self.addToolBar(self.bar)
        self.table = QWidget()
        self.table.addActions([self.commands["skip"], self.commands["retry-now"]])
        self.setCentralWidget(self.table)
        self.chosen: list[str] = []
        self.outdated: list[str] = []
        self.commands.chosen.connect(lambda spec: self.chosen.append(spec.id))
        self.commands.outdated.connect(lambda spec: self.outdated.append(spec.id))

    def button(self) -> QToolButton:
        found = self.bar.widgetForAction(self.commands["skip"])
        assert isinstance(found, QToolButton)
        return found

    def menu(self) -> QMenu:
        """The context menu, opened."""
        menu = QMenu(self)
        menu.addActions(self.table.actions())
        menu.popup(self.mapToGlobal(QPoint(20, 60)))
        return menu


@pytest.fixture
def window(qtbot) -> Window:
    made = Window()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    with qtbot.waitActive(made):
        pass
    return made


def at(menu: QMenu, action: QAction) -> QPoint:
    return menu.actionGeometry(action).center()


def test_a_press_for_one_message_is_none_for_another(window, refused):
    press(window.button())
    window.commands.update(OTHER, ABLE)  # the head was delivered meanwhile, say
    let_go(window.button())
    assert window.chosen == []
    assert refused == [True]


def test_a_refresh_that_changes_nothing_is_no_obstacle(window, refused):
    press(window.button())
    window.commands.update(replace(ONE, states=frozenset({"pending"})), ABLE)
    let_go(window.button())
    assert window.chosen == ["skip"]
    assert refused == []


def test_a_choice_from_a_menu_is_for_what_was_selected_when_it_opened(window, guard):
    menu = window.menu()
    QTest.mouseClick(menu, LEFT, pos=at(menu, window.commands["skip"]))
    assert window.chosen == ["skip"]
    assert window.outdated == []


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_another_selection_than_when_the_menu_opened_is_refused(window, guard, by):
    menu = window.menu()
    window.commands.update(OTHER, ABLE)
    if by == "mouse":
        QTest.mouseClick(menu, LEFT, pos=at(menu, window.commands["skip"]))
    else:
        menu.setActiveAction(window.commands["skip"])
        QTest.keyClick(menu, Qt.Key.Key_Return)
    assert window.chosen == []
    assert window.outdated == ["skip"]


def test_after_the_menu_is_closed_the_selection_of_that_moment_counts(window, guard, qtbot):
    menu = window.menu()
    window.commands.update(OTHER, ABLE)
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.commands["skip"].property(SEEN) is None)
    window.commands["skip"].trigger()  # as its keys do
    assert window.chosen == ["skip"]
    assert window.outdated == []


def test_a_menu_that_changes_under_the_press_does_nothing(window, refused):
    menu = window.menu()
    where = at(menu, window.commands["skip"])
    QTest.mousePress(menu, LEFT, pos=where)
    first = QAction("Another", menu)
    first.triggered.connect(lambda: window.chosen.append("another"))
    menu.insertAction(window.commands["skip"], first)
    QTest.mouseRelease(menu, LEFT, pos=where)
    assert window.chosen == window.outdated == []
    assert refused == [True]


def test_the_menu_of_a_right_click_is_frozen_too(window, guard, qtbot):
    """Qt makes that menu itself, and answers for it in a loop of its own."""
    window.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def choose() -> None:
        menu = QApplication.activePopupWidget()
        window.commands.update(OTHER, ABLE)
        QTest.mouseClick(menu, LEFT, pos=at(menu, window.commands["skip"]))

    QTimer.singleShot(0, choose)
    where = QPoint(10, 10)
    QApplication.sendEvent(
        window.table, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, where, window.table.mapToGlobal(where))
    )
    assert window.chosen == []
    assert window.outdated == ["skip"]


def test_a_tick_in_a_menu_is_none_of_its_neighbours_business(qtbot, refused):
    """As in the menus of charts and lists: with a submenu in them, and an entry that changes at every look."""
    menu, ticked = QMenu(), []
    menu.addMenu("Curves").addAction("One")
    tick, counts = menu.addAction("Small charts"), menu.addAction("Undo 1")
    tick.setCheckable(True)
    tick.toggled.connect(ticked.append)
    qtbot.addWidget(menu)
    menu.popup(QPoint(20, 60))
    QTest.mousePress(menu, LEFT, pos=at(menu, tick))
    counts.setText("Undo 2")
    counts.setEnabled(False)
    gc.collect()
    QTest.mouseRelease(menu, LEFT, pos=at(menu, tick))
    assert ticked == [True]
    assert refused == []


def test_a_tab_whose_neighbour_counts_is_chosen(qtbot, refused):
    tabs = QTabBar()
    tabs.addTab("Messages")
    tabs.addTab("Alerts 9")
    tabs.addTab("Audit")
    qtbot.addWidget(tabs)
    tabs.show()
    where = tabs.tabRect(2).center()
    QTest.mousePress(tabs, LEFT, pos=where)
    tabs.setTabText(1, "Alerts 10")
    QTest.mouseRelease(tabs, LEFT, pos=where)
    assert tabs.currentIndex() == 2
    assert refused == []
