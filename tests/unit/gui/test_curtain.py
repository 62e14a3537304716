"""A place is painted once what it is to show is there."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from qmonitor.gui.curtain import Curtain
from qmonitor.gui.press import PressGuard


class Stage(QWidget):
    """Notes what it shows when it is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.content = ""
        self.painted: list[str] = []

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.append(self.content)

    def show_content(self, content: str) -> None:
        self.content = content
        self.update()


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    made = Stage()
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    qtbot.waitUntil(lambda: made.painted == [""])
    return made


def test_nothing_is_painted_until_it_is_lifted(stage: Stage, qtbot: QtBot) -> None:
    curtain = Curtain(stage)
    curtain.drop()
    stage.show_content("half")
    with qtbot.waitSignal(curtain.rising):
        stage.show_content("whole")
        curtain.lift()
        assert stage.painted == [""]
    qtbot.waitUntil(lambda: len(stage.painted) > 1)
    assert stage.painted[1:] == ["whole"]


def test_what_was_put_off_is_drawn_before_it_is_painted(stage: Stage, qtbot: QtBot) -> None:
    curtain = Curtain(stage)
    curtain.rising.connect(lambda: stage.show_content("drawn"))
    curtain.drop()
    curtain.lift()
    qtbot.waitUntil(lambda: len(stage.painted) > 1)
    assert stage.painted[1] == "drawn"


def test_it_is_painted_before_anything_else_comes_in(stage: Stage, qtbot: QtBot) -> None:
    class Late(QObject):
        """Something that was sent before the curtain rose, and comes in afterwards."""

        def customEvent(self, _event: QEvent) -> None:
            stage.show_content("late")

    late, curtain = Late(), Curtain(stage)
    curtain.rising.connect(lambda: QCoreApplication.postEvent(late, QEvent(QEvent.Type.User)))
    curtain.drop()
    stage.show_content("whole")
    curtain.lift()
    qtbot.waitUntil(lambda: "late" in stage.painted)
    assert stage.painted[1] == "whole"


def test_it_does_not_stay_down(stage: Stage, qtbot: QtBot) -> None:
    """Where what it waits for does not come."""
    Curtain(stage).drop()
    stage.show_content("half")
    qtbot.waitUntil(lambda: stage.painted[1:] == ["half"])


def test_to_lift_one_that_is_up_does_nothing(stage: Stage, qtbot: QtBot) -> None:
    curtain = Curtain(stage)
    with qtbot.assertNotEmitted(curtain.rising, wait=20):
        curtain.lift()
    assert stage.updatesEnabled()


def test_nothing_is_pressed_behind_it(stage: Stage, qtbot: QtBot) -> None:
    place = QWidget(stage)
    button = QPushButton("Remove", place)
    place.show()
    curtain = Curtain(place)
    curtain.drop()
    there = button.geometry().center()
    with qtbot.assertNotEmitted(button.clicked):
        QTest.mouseClick(stage.windowHandle(), Qt.MouseButton.LeftButton, pos=there)
    with qtbot.waitSignal(curtain.rising):
        curtain.lift()
    with qtbot.waitSignal(button.clicked):
        QTest.mouseClick(stage.windowHandle(), Qt.MouseButton.LeftButton, pos=there)


def test_presses_are_watched_again_once_it_is_up(stage: Stage, qapp: QApplication, qtbot: QtBot) -> None:
    guard = PressGuard(qapp)
    try:
        curtain = Curtain(stage)
        curtain.drop()
        assert not guard._watching
        with qtbot.waitSignal(curtain.rising):
            curtain.lift()
        assert guard._watching
        Curtain(stage).drop()
        assert not guard._watching
        qtbot.waitUntil(lambda: guard._watching)
    finally:
        qapp.removeEventFilter(guard)
        guard.setParent(None)
