"""The helper that looks for words that are not translated finds them wherever a window shows, says or hints at them."""

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QMenu, QPushButton, QTabBar, QTableWidget, QWidget

from qmonitor.gui.language import pseudo
from tests.helpers.words import untranslated


@pytest.fixture
def window(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def tabs(words: str) -> QTabBar:
    made = QTabBar()
    made.addTab(words)
    return made


def choice(words: str) -> QComboBox:
    made = QComboBox()
    made.addItem(words)
    return made


def table(words: str) -> QTableWidget:
    made = QTableWidget(1, 1)
    made.setHorizontalHeaderLabels([words])
    return made


def hint(words: str) -> QLineEdit:
    made = QLineEdit()
    made.setPlaceholderText(words)
    return made


def tip(words: str) -> QLabel:
    made = QLabel()
    made.setToolTip(words)
    return made


def spoken(words: str) -> QLabel:
    made = QLabel()
    made.setAccessibleName(words)
    return made


KINDS = [QLabel, QPushButton, tabs, choice, table, hint, tip, spoken]


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_a_word_is_found(window, make):
    widget = make("Open")
    widget.setParent(window)
    widget.show()
    assert untranslated(window, []) != []


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_a_translated_one_is_not(window, make):
    widget = make(pseudo("Open"))
    widget.setParent(window)
    widget.show()
    assert untranslated(window, []) == []


def test_actions_and_titles_count(window):
    window.addAction(QAction("Open", window))
    menu = QMenu("File", window)
    window.setWindowTitle("Queues")
    said = untranslated(window, [])
    assert menu.title() == "File"
    assert {"'Open'", "'File'", "'Queues'"} <= {line.rsplit(": ", 1)[1] for line in said}


@pytest.mark.parametrize(
    "text",
    [
        "1,080", "–", "adt/registry", pseudo("{name} waits").format(name="adt/registry"),
        pseudo("{a} of {b}").format(a=1, b=pseudo("many")), f"{pseudo('Open')} (Ctrl+O)", "qmonitor",
        f"<qt>{pseudo('Open')}<br>adt/registry</qt>",
    ],
)  # fmt: skip
def test_data_keys_and_brackets_in_brackets_are_fine(window, text):
    label = QLabel(text, window)
    label.show()
    assert untranslated(window, ["adt/registry"]) == []


@pytest.mark.parametrize("text", [f"{pseudo('one')} word", "adt/registry waits", "Control"])
def test_a_word_beside_them_is_found(window, text):
    label = QLabel(text, window)
    label.show()
    assert len(untranslated(window, ["adt/registry"])) == 1
