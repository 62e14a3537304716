"""From what a search has found to its place in the message, in the real window over its lanes."""

from typing import Any

import pytest

from qmonitor.gui.main_window import MainWindow
from qmonitor.monitor.search import How
from tests.helpers import files
from tests.helpers.notices import texts
from tests.helpers.searching import opened, search
from tests.helpers.spoken import words

HL7 = (
    "MSH|^~\\&|HIS|N|R|S|20261129||ADT^A01|C{0}|P|2.5.1\rPID|1||{1}^^^N^MR||Quentinia^Ann\r"
    "PV1|1|I|W{0}^3^1\rNTE|1||number {0}\r"
)
LATE = {"state": "delivered", "attempts": 1, "last_attempt": "2026-11-01T08:00:00.000000000Z"}


def rows(count: int = 20) -> list[dict[str, Any]]:
    return [{"raw": HL7.format(n, 7000 + n).encode(), "destination": f"d{n % 2}"} for n in range(count)]


@pytest.fixture(params=[False, True], ids=["named", "masked"])
def window(tmp_path, qtbot, request):
    made = [*rows(), {"raw": HL7.format(77, 9).encode(), "destination": "d1", **LATE}]
    with opened(tmp_path, qtbot, made, masked=request.param) as shown:
        yield shown


def open_first(window: MainWindow, qtbot: Any, what: str) -> None:
    finder = window.view.panels.finder
    window.commands["find-messages"].trigger()
    search(finder, qtbot, How.PATH, what)
    assert finder.model.rowCount() >= 1
    finder.table.row_opened.emit(0)


def wait_for(window: MainWindow, qtbot: Any, number: int, path: str) -> None:
    panels = window.view.panels
    qtbot.waitUntil(lambda: panels.messages.selected_ids() == (number,))
    qtbot.waitUntil(lambda: panels.inspector.looking.item is not None and panels.inspector.looking.item.id == number)
    tree = panels.inspector.views.pages.structure.tree
    qtbot.waitUntil(lambda: tree.currentIndex().siblingAtColumn(0).data() == path)
    assert tree.viewport().rect().intersects(tree.visualRect(tree.currentIndex()))
    assert panels.inspector.views.foot.path.text().startswith(path)


def test_the_place_is_chosen_in_the_message_that_is_selected(window, qtbot):
    open_first(window, qtbot, "PV1-3.1=W7")
    wait_for(window, qtbot, 8, "PV1-3.1")
    open_first(window, qtbot, "MSH-12=2.5.1")  # the newest of many
    wait_for(window, qtbot, 21, "MSH-12")


def test_one_that_the_filters_leave_out_is_shown_and_that_is_told(window, qtbot):
    panels = window.view.panels
    panels.messages.filters.text_field.setText("nothing like this")
    open_first(window, qtbot, "MSH-10=C77")
    wait_for(window, qtbot, 21, "MSH-10")

    assert panels.messages.current_query().text is None
    assert texts(window.view.banner)["found"].startswith("The filters left out message 21")
    assert "Quentinia" not in words(window) or not window.masking.on


def test_one_that_is_there_clears_nothing(window, qtbot):
    panels = window.view.panels
    open_first(window, qtbot, "MSH-10=C7")
    wait_for(window, qtbot, 8, "MSH-10")

    assert panels.messages.filters.state is not None
    assert "found" not in texts(window.view.banner)


def test_one_that_is_gone_is_told_and_nothing_else_is_shown_for_it(window, qtbot, tmp_path):
    panels = window.view.panels
    window.commands["find-messages"].trigger()
    search(panels.finder, qtbot, How.PATH, "MSH-10=C7")
    with files.opened(tmp_path / "engine.db") as db:
        db.execute("DELETE FROM queue WHERE id = 8")
    panels.finder.table.row_opened.emit(0)

    qtbot.waitUntil(lambda: panels.messages.go_to.words() == "There is no message 8.")
    assert panels.messages.selected_ids() != (8,)
    tree = panels.inspector.views.pages.structure.tree
    assert tree.currentIndex().siblingAtColumn(0).data() != "MSH-10"


def test_nothing_found_in_what_the_table_shows_names_its_filters(tmp_path, qtbot):
    with opened(tmp_path, qtbot, rows()) as window:
        panels = window.view.panels
        panels.destinations.select(None)
        panels.messages.filters.chips[None].click()
        panels.messages.filters.text_field.setText("MSG1")
        panels.messages.filters.text_field.returnPressed.emit()
        scope = panels.finder.bar.scope
        scope.setCurrentIndex(scope.findData("shown"))
        window.commands["find-messages"].trigger()
        search(panels.finder, qtbot, How.PATH, "MSH-10=C77")

        said = panels.finder._said.text()
        assert "Only this was searched: control id or type contains “MSG1”." in said
        assert "Without these filters there are 20 messages." in said
        panels.finder._buttons["all"].click()
        qtbot.waitUntil(lambda: not panels.finder.running.going)
        assert panels.finder._said.text() == "Nothing found; all 20 messages are searched."


def test_nothing_masked_can_be_led_to(tmp_path, qtbot):
    with opened(tmp_path, qtbot, rows(), masked=False) as window:
        panels = window.view.panels
        window.commands["find-messages"].trigger()
        search(panels.finder, qtbot, How.PATH, "PID-5.1=Quentinia")
        panels.finder.table.row_opened.emit(0)
        window.commands["masked"].trigger()  # before the message is there

        assert panels.finder.model.rowCount() == 0
        qtbot.waitUntil(lambda: panels.messages.selected_ids() == (20,))
        looking = panels.inspector.looking
        qtbot.waitUntil(lambda: looking.item is not None and looking.item.id == 20 and looking.content is not None)
        assert panels.inspector.views.foot.path.text() == ""
        assert "Quentinia" not in words(window)
