"""The helper that looks for unnamed controls finds them, and accepts a well-made window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTableView,
    QTabWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from tests.helpers.accessible import assert_accessible, shortcomings


@pytest.fixture
def window(qtbot) -> QWidget:
    window = QWidget(objectName="window")
    qtbot.addWidget(window)
    QVBoxLayout(window)
    return window


def test_a_well_made_window(window: QWidget) -> None:
    form = QFormLayout()
    window.layout().addLayout(form)
    form.addRow("&Name", QLineEdit(objectName="name"))  # the label becomes the editor's buddy
    form.addRow("&Count", QSpinBox(objectName="count"))
    form.addRow("&Kind", QComboBox(objectName="kind", editable=True))
    window.layout().addWidget(QPushButton("Close", objectName="close"))
    table = QTableView(objectName="table", accessibleName="Messages")
    tabs = QTabWidget(objectName="tabs", accessibleName="Tabs")
    tabs.tabBar().setObjectName("tab_bar")
    tabs.tabBar().setAccessibleName("Tabs")
    tabs.addTab(table, "One")
    window.layout().addWidget(tabs)
    assert_accessible(window)


@pytest.mark.parametrize(
    ("widget", "problem"),
    [
        (lambda: QLineEdit(objectName="filter"), "QLineEdit 'filter' in window has no accessible name"),
        (lambda: QPushButton("", objectName="icon"), "QPushButton 'icon' in window has no accessible name"),
        (lambda: QTableView(objectName="table"), "QTableView 'table' in window has no accessible name"),
        (lambda: QTextEdit(objectName="text"), "QTextEdit 'text' in window has no accessible name"),
        (lambda: QPushButton("Close"), "QPushButton '' in window has no object name"),
        (
            lambda: QPushButton("Close", objectName="close", focusPolicy=Qt.FocusPolicy.NoFocus),
            "QPushButton 'close' in window can't take the focus",
        ),
    ],
)
def test_what_is_missing_is_told(window: QWidget, widget, problem: str) -> None:
    window.layout().addWidget(widget())
    assert shortcomings(window) == [problem]
    with pytest.raises(AssertionError, match="in window"):
        assert_accessible(window)


def test_a_text_that_is_never_read_is_told(window: QWidget) -> None:
    window.layout().addWidget(QLabel("17", objectName="read", accessibleName="Id: 17"))
    assert shortcomings(window) == []
    window.layout().addWidget(QLabel("17", objectName="id", accessibleName="Id"))
    assert shortcomings(window) == ["the text of QLabel 'id' in window is hidden by its name"]


def test_a_window_without_controls_is_no_proof(window: QWidget) -> None:
    window.layout().addWidget(QLabel("nothing"))
    with pytest.raises(AssertionError, match="nothing was looked at"):
        assert_accessible(window)
