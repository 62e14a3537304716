"""What a screen reader says of the tree in the inspector, and where keys lead from it."""

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication

from qmonitor.gui.inspector.tree_model import TreeModel
from tests.helpers.inspecting import ROW, Source, shown_panel

RAW = (
    "MSH|^~\\&|HIS|WARD|LIS|LAB|20261126173104||ADT^A01^ADT_A01|M1|P|2.5.1||||||UNICODE UTF-8\r"
    "PID|1||4711^^^HOSP^MR||Tüll^Änne||19800214|F\rZZZ|zeta\r"
).encode()


@pytest.fixture
def panel(qtbot):
    return shown_panel(qtbot, "structure")


@pytest.fixture
def source(panel):
    return Source(panel)


def show(panel, source: Source, raw: bytes) -> TreeModel:
    panel.show_item(source.put(raw), ROW)
    source.answer_all()
    return panel.views.pages.structure.model


def read_aloud(model: TreeModel, parent: QModelIndex = QModelIndex()) -> dict[str, tuple[str, str, str]]:  # noqa: B008
    """What a screen reader says of each row, by its path."""
    found = {}
    for row in range(model.rowCount(parent)):
        indexes = [model.index(row, column, parent) for column in range(3)]
        found[indexes[0].data()] = tuple(index.data(Qt.ItemDataRole.AccessibleTextRole) for index in indexes)
        found |= read_aloud(model, indexes[0])
    return found


def test_a_cell_is_read_with_its_column_and_the_first_one_with_all_of_its_row(panel, source):
    model = show(panel, source, RAW)
    panel.views.pages.structure.empty.click()
    said = read_aloud(model)
    assert said["PID-8"] == (
        "path: PID-8, name: Administrative Sex, value: F, female",
        "name: Administrative Sex",
        "value: F, female",
    )
    assert said["PID"][1:] == ("name: Patient Identification", "value: in the rows below")
    assert said["ZZZ-1"][1:] == ("name: not known", "value: zeta")
    assert said["PID-2"][2] == "value: empty"


def test_in_a_document_without_names_the_type_is_read(panel, source):
    said = read_aloud(show(panel, source, b'{"a": [1, "", {}]}'))
    assert {row[0].partition(", ")[2] for row in said.values()} == {
        "type: list, value: [3]", "type: object, value: {0}", "type: number, value: 1", "type: string, value: empty",
    }  # fmt: skip


def test_what_is_masked_is_said_to_be(panel, source):
    panel.set_masked(True)
    said = read_aloud(show(panel, source, RAW))
    assert said["PID-5"] == (
        "path: PID-5, name: Patient Name, value: ••••^••••, masked",
        "name: Patient Name",
        "value: ••••^••••, masked",
    )
    assert said["PID-8"][2] == "value: F, female"
    assert said["PID"][2] == "value: in the rows below"


def test_each_tab_that_keys_lead_to_takes_the_keyboard_at_once(panel, source, qtbot):
    show(panel, source, RAW)
    panel.activateWindow()
    pages = panel.views.pages
    pages.structure.tree.setFocus()
    for name in ("text", "hex", "compare", "details"):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
        assert pages.current == name
        assert QApplication.focusWidget() is panel.first
