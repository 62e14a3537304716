"""The find tab: what is asked, how far it is, what was found, and what may be done with it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from qmonitor.gui.action_table import ACTIONS
from qmonitor.gui.dialogs.export import ExportDialog
from qmonitor.gui.find import FindPanel
from qmonitor.gui.find.bar import FindBar
from qmonitor.gui.message_exports import about
from qmonitor.monitor.export.exporting import Exported
from qmonitor.monitor.export.writers import Form
from qmonitor.monitor.search import How, scan
from qmonitor.payloads.model import Hint
from qmonitor.queues import open_source
from qmonitor.queues.errors import SourceBusy
from qmonitor.queues.model import Destination, Query
from qmonitor.queues.source import Reader
from tests.helpers import files
from tests.helpers.accessible import assert_accessible
from tests.helpers.guards.handles import gui_io_allowed

HL7 = "MSH|^~\\&|HIS|N|R|S|20261129||ADT^A01|C{0}|P|2.5.1\rPID|1||{0}^^^N^MR||CANARY^Ann\r"
LAB = Destination("lab", "dest-01")


class Desk:
    """A panel, and the lane that its steps are run in: one after the other, when the test says so."""

    def __init__(self, panel: FindPanel, reader: Reader) -> None:
        self.panel, self.reader = panel, reader
        self.waiting: list[Any] = []
        panel.reading_requested.connect(lambda call, token: self.waiting.append((call, token)))

    def ask(self, how: How, what: str) -> None:
        bar = self.panel.bar
        bar.how.setCurrentIndex(bar.how.findData(str(how)))
        bar.field.setText(what)
        bar.field.returnPressed.emit()

    def step(self) -> None:
        call, token = self.waiting.pop(0)
        with gui_io_allowed():
            step = call(self.reader)
        self.panel.show_step(token, step)

    def all(self) -> None:
        while self.waiting:
            self.step()

    @property
    def said(self) -> str:
        return self.panel._said.text()


@pytest.fixture
def desk(qtbot: Any, tmp_path: Path) -> Iterator[Desk]:
    rows = [{"control_id": f"C{n}", "raw": HL7.format(n).encode(), "destination": f"dest-0{n % 2}"} for n in range(30)]
    path = files.queue(tmp_path / "q.db", rows)
    panel = FindPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 400)
    with gui_io_allowed():
        source = open_source(path)
    panel.offer(ACTIONS, source.capabilities)
    panel.show()
    with closing(source.reader()) as reader:
        yield Desk(panel, reader)
    panel.retire()


def test_found_and_led_to(desk: Desk, qtbot: Any) -> None:
    desk.ask(How.PATH, "PID-3.1=7")
    assert desk.said == "Searching …"
    desk.all()

    assert desk.said == "1 message found; all 30 are searched."
    assert [desk.panel.model.index(0, n).data() for n in (0, 1, 5)] == ["8", "lab/dest-01", "PID-3.1"]
    with qtbot.waitSignal(desk.panel.message_requested) as went:
        desk.panel.table.selectRow(0)
        desk.panel.table.row_opened.emit(0)
    where, item, begin, end = went.args
    assert (where, item) == (LAB, 8)
    assert HL7.format(7)[begin:end] == "7"


def test_each_message_has_one_row(desk: Desk) -> None:
    desk.ask(How.TEXT, "C2")
    desk.step()
    assert desk.panel.model.index(0, 5).data() == "control ID"
    desk.all()

    assert desk.panel.model.rowCount() == 11
    assert {desk.panel.model.index(row, 5).data() for row in range(11)} == {"MSH-10"}


def test_an_empty_answer_says_where_it_was_looked_and_offers_the_rest(desk: Desk) -> None:
    desk.panel.set_scope(LAB, Query(channel="lab", destination="dest-01", text="C1"), ("control id contains “C1”",))
    widen = desk.panel._buttons["all"]
    for scope, count, filters in ((1, 15, "lab/dest-01"), (2, 6, "lab/dest-01; control id contains “C1”")):
        desk.panel.bar.scope.setCurrentIndex(scope)
        desk.ask(How.PATH, "MSH-10=C2")
        assert not widen.isVisible()
        desk.all()
        assert desk.said == (
            f"Nothing found; all {count} messages are searched. Only this was searched: {filters}."
            " Without these filters there are 30 messages."
        )
        assert widen.isVisible()

    widen.click()
    desk.all()
    assert desk.panel.bar.scope.currentData() == "all"
    assert desk.said == "1 message found; all 30 are searched."
    assert not widen.isVisible()


def test_an_empty_answer_without_filters_offers_nothing_else(desk: Desk) -> None:
    desk.ask(How.TEXT, "c2")
    desk.all()

    assert desk.said == "Nothing found; all 30 messages are searched. Small and capital letters were told apart."
    assert not desk.panel._buttons["all"].isVisible()


def test_a_scope_without_any_message_is_no_empty_queue(desk: Desk) -> None:
    desk.panel.set_scope(Destination("lab", "dest-77"), None)
    desk.panel.bar.scope.setCurrentIndex(1)
    desk.ask(How.PATH, "PID-5")
    desk.all()

    assert desk.said == (
        "There are no messages to search here. Only this was searched: lab/dest-77."
        " Without these filters there are 30 messages."
    )
    assert desk.panel._buttons["all"].isVisible()


def test_stop_and_go_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "READ", 0.0)
    monkeypatch.setattr("qmonitor.queues.delivery.scanning.MOST", 1)
    desk.ask(How.PATH, "PID-5")
    desk.step()
    bar = desk.panel.bar
    assert bar.button.text() == "Stop"
    bar.button.click()
    desk.step()  # what is under way comes to its end

    assert desk.waiting == []
    assert desk.said.startswith("Stopped: ")
    before = desk.panel.model.rowCount()
    assert 0 < before < 30
    assert (bar.button.text(), bar.more.isVisible()) == ("Search", True)
    bar.more.click()
    desk.all()
    assert desk.panel.model.rowCount() == 30
    assert desk.said == "30 messages found; all 30 are searched."


def test_a_long_name_takes_no_room_from_what_is_searched_for(qtbot: Any) -> None:
    widths = []
    for name in ("a", "anvilkit:deployment.export.requested"):
        window = QWidget()
        qtbot.addWidget(window)
        bar = FindBar(window)
        bar.set_scope(Destination(name, "export-worker"), None)
        bar.resize(700, bar.sizeHint().height())
        window.show()
        widths.append((bar.field.width(), bar.minimumSizeHint().width()))
    assert widths[0] == widths[1]


def test_nonsense_is_told(desk: Desk) -> None:
    desk.ask(How.PATH, "PI")

    assert desk.said.startswith("'PI' is no path.")
    assert desk.waiting == []


def test_an_error_leaves_what_was_found(desk: Desk) -> None:
    desk.ask(How.TEXT, "C2")
    desk.step()
    _call, token = desk.waiting.pop()
    desk.panel.show_error(token, SourceBusy("Somebody else writes.", ""))

    assert desk.said == "Somebody else writes."
    assert desk.panel.model.rowCount() == 11
    assert desk.panel.bar.more.isVisible()


def test_all_that_was_found_is_what_an_action_is_meant_for(desk: Desk, qtbot: Any) -> None:
    desk.ask(How.PERSON, "7")
    assert not desk.panel._buttons["act"].isEnabled()
    desk.all()

    erase = next(action for action in desk.panel._acts.actions() if action.data() == "erase")
    with qtbot.waitSignal(desk.panel.act_requested) as asked:
        erase.trigger()
    spec, selection = asked.args
    assert spec.id == "erase"
    assert isinstance(selection.query, Query)
    assert selection.query.among is not None
    assert (selection.query.among.ids, selection.query.among.found, selection.count) == ((8,), True, 1)
    assert selection.query.among.mark
    with qtbot.waitSignal(desk.panel.filter_requested) as shown:
        desk.panel._buttons["filter"].click()
    assert shown.args[0].ids == (8,)


def test_masked(desk: Desk) -> None:
    desk.ask(How.TEXT, "CANARY")
    desk.all()
    assert desk.panel.model.rowCount() == 30

    desk.panel.set_masked(True)
    assert (desk.panel.model.rowCount(), desk.panel.bar.field.text()) == (0, "")
    desk.ask(How.TEXT, "CANARY")
    desk.all()
    assert desk.said.startswith("Nothing found; all 30 messages are searched.")
    assert desk.panel._gaps.text() == "Masked values are not searched."
    desk.ask(How.PERSON, "7")
    assert "masked" in desk.said


def test_what_a_source_is_read_by_is_what_is_searched_by(desk: Desk) -> None:
    desk.panel.set_assumed("shift_jis")
    assert desk.said.endswith("Those that do not say their encoding are read as Shift-JIS.")
    desk.ask(How.TEXT, "C7")

    assert desk.panel.running.search is not None
    assert desk.panel.running.search.asked.hint == Hint(assumed="shift_jis")


def test_another_content_forgets_all(desk: Desk) -> None:
    desk.ask(How.PATH, "PID-5")
    call, token = desk.waiting.pop()
    desk.panel.begin_anew()
    with gui_io_allowed():
        from qmonitor.monitor.search import Asked
        from qmonitor.monitor.search.scan import Search

        desk.panel.show_step(token, Search(Asked(How.TEXT, "x")).step(desk.reader))

    assert desk.panel.model.rowCount() == 0
    assert not desk.panel.running.can_go_on


def test_accessible(desk: Desk, qtmodeltester: Any) -> None:
    desk.ask(How.PATH, "PID-5")
    desk.all()

    assert_accessible(desk.panel)
    qtmodeltester.check(desk.panel.model)


# -- exporting ---------------------------------------------------------------------------------------------------


def test_the_dialog_says_whether_it_is_masked(qtbot: Any) -> None:
    for masked in (True, False):
        dialog = ExportDialog(3, masked=masked)
        qtbot.addWidget(dialog)
        assert dialog._masked.text().startswith("Unmasked") is not masked
        assert ("as stored" in dialog._group.buttons()[0].text()) is not masked
        chosen = dialog.chosen()
        assert chosen is not None
        assert chosen.form is Form.FILES
        assert_accessible(dialog)


def test_paths_are_asked_for_a_table(qtbot: Any) -> None:
    dialog = ExportDialog(None, masked=True)
    qtbot.addWidget(dialog)
    assert not dialog._paths.isEnabled()
    dialog._group.buttons()[2].setChecked(True)
    dialog._paths.setText("PID-3.1, x")
    dialog.accept()
    assert dialog.result() == 0
    dialog._paths.setText("PID-3.1, MSH-10")
    dialog.accept()

    chosen = dialog.chosen()
    assert dialog.result() == 1
    assert chosen is not None
    assert (chosen.form, [str(query.path) for query in chosen.paths]) == (Form.CSV, ["PID-3.1", "MSH-10"])


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    whole = about(Exported(tmp_path / "a.csv", 2, (), (), masked=True))
    some = about(Exported(tmp_path / "a.csv", 2, (7,), (8, 9), masked=True))

    assert whole.level == "info"
    assert some.level == "warning"
    assert "1 was gone by then; the export names it." in some.text
    assert "2 could not be masked" in some.text
