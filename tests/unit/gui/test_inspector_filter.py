"""The filter of the inspector's tree: fields that match, with what they are in, counted; nothing hidden is told."""

from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt

from qmonitor.gui.inspector import InspectorPanel
from qmonitor.monitor.inspecting import content
from qmonitor.monitor.inspecting.filtering import GIVE_WAY_EVERY, filtered
from qmonitor.monitor.inspecting.view import View
from qmonitor.queues.errors import Interrupted
from tests.helpers.accessible import assert_accessible
from tests.helpers.inspecting import HEAD, ROW, Source, Store, shown_panel

RAW = (
    b"MSH|^~\\&|HIS|WARD|LIS|LAB|20261126173104||ADT^A01|M1|P|2.5.1\r"
    b"PID|1||4711^^^HOSP^MR~888^^^NAT^NI||Quentinia^Anne||19800214|F\r"
    b"PV1|1|I|W4^3\rOBX|1|NM|718-7^Haemoglobin||13.5|g/dl\rOBX|2|ST|X||Quentinia\r"
)


@pytest.fixture
def panel(qapp: Any, qtbot: Any) -> InspectorPanel:
    return shown_panel(qtbot, "structure")


@pytest.fixture
def source(panel: InspectorPanel) -> Source:
    return Source(panel)


@pytest.fixture
def structure(panel: InspectorPanel, source: Source) -> Any:
    panel.show_item(source.put(RAW), ROW)
    source.answer_all()
    return panel.views.pages.structure


def paths(structure: Any, parent: QModelIndex = QModelIndex()) -> list[str]:  # noqa: B008
    found: list[str] = []
    for row in range(structure.model.rowCount(parent)):
        index = structure.model.index(row, 0, parent)
        found += [index.data(), *paths(structure, index)]
    return found


def type_in(structure: Any, source: Source, typed: str) -> None:
    structure.filter.field.setText(typed)
    source.answer_all()


def shown(structure: Any) -> tuple[int, int]:
    """As the label has it."""
    if structure.filter.said.isHidden():
        return (-1, -1)
    first, _of, second = structure.filter.said.text().split()[:3]
    return int(first), int(second)


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("pid-3[1]", ["PID", "PID-3", "PID-3[1]", "PID-3[1].1", "PID-3[1].4", "PID-3[1].5"]),
        ("13.5", ["OBX[1]", "OBX[1]-5"]),
        ("  QUENTINIA ", ["PID", "PID-5", "PID-5.1", "OBX[2]", "OBX[2]-5"]),
        ("observation value", ["OBX[1]", "OBX[1]-5", "OBX[2]", "OBX[2]-5"]),
        ("nowhere", []),
    ],
)  # fmt: skip
def test_what_matches_is_left_with_what_it_is_in(structure, source, typed, left):
    everything = paths(structure)
    assert shown(structure) == (-1, -1)
    type_in(structure, source, typed)

    assert paths(structure) == left
    leaves = [one for one in left if not any(other.startswith((f"{one}.", f"{one}[", f"{one}-")) for other in left)]
    number, count = shown(structure)
    assert (number, count > 20) == (len(leaves), True)
    structure.filter.clear()
    assert paths(structure) == everything
    assert shown(structure) == (-1, -1)


def test_empty_fields_are_counted_where_they_are_shown(structure, source):
    type_in(structure, source, "pid-")
    without = shown(structure)
    structure.empty.click()
    source.answer_all()
    with_empty = shown(structure)

    assert with_empty[0] > without[0]
    assert with_empty[1] > without[1]
    assert "PID-2" in paths(structure)
    assert "PV1-3" not in paths(structure)


def test_the_filter_holds_for_the_next_message(panel, structure, source):
    type_in(structure, source, "obx")
    other = RAW.replace(b"13.5", b"15.5") + b"OBX|3|ST|Z||late\r"
    panel.show_item(source.put(other, id=9), ROW)
    source.answer_all()

    assert set(paths(structure)) >= {"OBX[3]", "OBX[3]-5"}
    assert "PID" not in paths(structure)
    assert structure.filter.typed == "obx"
    panel.show_item(None, None)
    assert shown(structure) == (-1, -1)


def test_a_late_answer_to_another_text_is_dropped(structure, source):
    structure.filter.field.setText("pid")
    structure.filter.field.setText("obx")
    source.answer(1)
    source.answer(0)

    assert [path for path in paths(structure) if "-" not in path] == ["OBX[1]", "OBX[2]"]


def test_what_is_masked_matches_by_no_text_of_it(panel, structure, source):
    panel.set_masked(True)
    source.answer_all()
    for typed in ("quentinia", "4711", "19800214", "888", "•"):
        type_in(structure, source, typed)
        assert paths(structure) == []
        assert shown(structure)[0] == 0
    type_in(structure, source, "pid-5")
    assert "PID-5.1" in paths(structure)
    type_in(structure, source, "W4")
    masked_count = shown(structure)[1]
    structure.filter.clear()
    panel.set_masked(False)
    source.answer_all()
    type_in(structure, source, "quentinia")
    assert shown(structure) == (2, masked_count)


def test_masking_clears_what_was_typed(panel, structure, source):
    type_in(structure, source, "quentinia")
    panel.set_masked(True)
    source.answer_all()

    assert structure.filter.field.text() == ""
    assert "PV1" in paths(structure)


def test_keys(structure, source, qtbot):
    structure.begin_filter()
    field, tree = structure.filter.field, structure.tree
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "haemo")
    source.answer_all()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert tree.hasFocus()
    assert tree.currentIndex().data() == "OBX[1]-3.2"
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), field.hasFocus()) == ("", True)
    assert tree.currentIndex().data() == "OBX[1]-3.2"  # what was chosen stays so
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert tree.hasFocus()


def test_a_place_that_the_filter_leaves_out_clears_it(panel, structure, source):
    type_in(structure, source, "obx")
    begin = RAW.index(b"718-7")
    panel.show_hit(HEAD.id, begin, begin + 5)
    assert structure.filter.typed == "obx"
    assert structure.tree.currentIndex().data() == "OBX[1]-3.1"
    panel.show_hit(HEAD.id, RAW.index(b"W4"), RAW.index(b"W4") + 2)

    assert structure.filter.typed == ""
    assert structure.tree.currentIndex().data() == "PV1-3.1"


def test_what_is_left_out_is_not_chosen_any_more(panel, structure, source):
    panel.show_hit(HEAD.id, RAW.index(b"W4"), RAW.index(b"W4") + 2)
    assert panel.views.foot.path.text()
    type_in(structure, source, "obx")

    assert panel.views.foot.path.text() == ""
    assert panel.views.part is None


def test_other_formats(panel, source):
    panel.show_item(source.put(b'{"a": {"b": [1, {"c": "deep"}], "d": null}, "e": {}}'), ROW)
    source.answer_all()
    structure = panel.views.pages.structure
    type_in(structure, source, "deep")
    assert shown(structure) == (1, 4)
    type_in(structure, source, "/e")
    assert shown(structure) == (1, 4)


def test_named_and_reached_by_keyboard(panel, structure, source):
    type_in(structure, source, "obx-5")
    assert_accessible(panel)
    type_in(structure, source, "obx")
    assert structure.filter.field.accessibleDescription() == structure.filter.said.text()


def test_the_model_keeps_qts_rules(structure, source, qtmodeltester):
    type_in(structure, source, "obx")
    qtmodeltester.check(structure.model)


# -- without a window ----------------------------------------------------------------------------------------


def read(raw: bytes, view: View = View()) -> content.Content:  # noqa: B008
    store = Store()
    store.payloads[HEAD.id] = raw
    return content.complete(store, HEAD.id, len(raw), view, lambda: None)


def test_long_values_are_compared_as_far_as_they_are_held():
    head = b"MSH|^~\\&|HIS||||1||ADT^A01|1|P|2.5.1\rNTE|1||"
    held = read(head + b"x" * 200_000 + b"end\r")
    assert (filtered(held, "xend", empty=False).shown, filtered(held, "xend", empty=False).cut) == (1, 0)
    longer = read(head + b"x" * (content.KEPT + 10) + b"end\r")
    found = filtered(longer, "xend", empty=False)
    assert (found.shown, found.cut) == (0, 1)


def test_others_may_go_first_in_between():
    fields = b"|".join(b"%d" % n for n in range(3 * GIVE_WAY_EVERY))
    turns: list[int] = []

    def give_way() -> None:
        turns.append(1)
        if len(turns) == 2:
            raise Interrupted("others first")

    with pytest.raises(Interrupted):
        filtered(read(b"MSH|^~\\&|HIS\rZZZ|" + fields), "7", empty=False, give_way=give_way)
