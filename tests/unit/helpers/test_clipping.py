"""The helper that looks for cut texts finds them, and only them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from tests.helpers import clipping
from tests.helpers.clipping import assert_nothing_cut

LONG = "a sentence that is longer than its room"


@pytest.fixture
def window(qtbot):
    made = QWidget()
    made.setObjectName("window")
    made.resize(500, 400)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def placed(window: QWidget, widget: QWidget, x: int, y: int, width: int, height: int = 40) -> QWidget:
    widget.setParent(window)
    widget.setGeometry(x, y, width, height)
    widget.show()
    QApplication.processEvents()
    return widget


def label() -> QLabel:
    return QLabel(LONG)


def button() -> QPushButton:
    return QPushButton(LONG)


def wrapped() -> QLabel:
    label = QLabel(LONG * 3)
    label.setWordWrap(True)
    return label


def hinted() -> QLineEdit:
    field = QLineEdit()
    field.setPlaceholderText(LONG)
    return field


def headed() -> QTableWidget:
    table = QTableWidget(1, 1)
    table.setHorizontalHeaderLabels([LONG])
    return table


@pytest.mark.parametrize("make", [label, wrapped, button, hinted, headed])
def test_what_has_too_little_room_is_found(window, make):
    placed(window, make(), 10, 10, 60, 120)
    assert len(clipping.cut(window)) == 1


@pytest.mark.parametrize("make", [label, wrapped, button, hinted])
def test_what_has_room_is_left_alone(window, make):
    placed(window, make(), 10, 10, 480, 120)
    assert_nothing_cut(window)


def test_what_hangs_over_its_window_is_found(window):
    placed(window, QLabel(LONG), 460, 10, 400)
    assert len(clipping.cut(window)) == 1


def test_a_tab_that_is_elided_is_found(window):
    tabs = QTabWidget()
    tabs.setElideMode(Qt.TextElideMode.ElideRight)
    tabs.setUsesScrollButtons(False)
    for n in range(3):
        tabs.addTab(QWidget(), f"{LONG} {n}")
    placed(window, tabs, 0, 0, 300, 200)
    assert len(clipping.cut(window)) == 3


def test_data_may_be_cut(window):
    placed(window, QLabel(LONG), 10, 10, 60).setObjectName("legend-name-1")
    assert clipping.cut(window) == []


def test_two_that_lie_over_each_other_are_found(window):
    placed(window, QLabel("one"), 10, 10, 100)
    other = placed(window, QLabel("two"), 60, 20, 100)
    other.setObjectName("hovers")
    assert len(clipping.overlapping(window)) == 1
    assert clipping.overlapping(window, meant=["hovers"]) == []


def test_what_is_laid_out_is_fine(window):
    layout = QVBoxLayout(window)
    layout.addWidget(QLabel(LONG))
    layout.addWidget(QPushButton(LONG))
    assert_nothing_cut(window)


def test_a_window_that_nobody_sees_proves_nothing(qtbot):
    hidden = QLabel(LONG)
    qtbot.addWidget(hidden)
    with pytest.raises(AssertionError, match="nobody sees"):
        assert_nothing_cut(hidden)
