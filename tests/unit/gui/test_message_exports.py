"""Searching and exporting in the real window, over its lanes."""

import base64
import json

import pytest

from qmonitor.gui import message_exports
from qmonitor.gui.dialogs.export import Chosen, ExportDialog
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings
from qmonitor.monitor.export import Form
from qmonitor.monitor.search import How
from tests.helpers import files
from tests.helpers.notices import texts

HL7 = b"MSH|^~\\&|HIS|N|R|S|20261129||ADT^A01|C%d|P|2.5.1\rPID|1||%d^^^N^MR||CANARY^Ann\r"


@pytest.fixture
def window(tmp_path, qtbot):
    made = MainWindow(Settings(None))
    made.resize(1440, 860)
    made.show()
    rows = [{"raw": HL7 % (n, 7000 + n), "destination": f"d{n % 2}"} for n in range(20)]
    made.open(str(files.queue(tmp_path / "engine.db", rows)))
    qtbot.waitUntil(lambda: made.view.panels is not None and made.view.sample is not None)
    yield made
    assert made.shut_down()
    made.deleteLater()


def export(window, monkeypatch, qtbot, form, path):
    monkeypatch.setattr(ExportDialog, "ask", lambda *_, **__: Chosen(form))
    monkeypatch.setattr(message_exports, "ask_new_file", lambda *_, **__: str(path))
    window.view.panels.go_to("messages")
    qtbot.waitUntil(lambda: window.view.panels.messages.model.rowCount() == 10)  # of none, nothing can be selected
    window.commands["select-all"].trigger()
    qtbot.waitUntil(window.commands["export"].isEnabled)
    with qtbot.waitSignal(window.view.panels.message_exports.told):
        window.commands["export"].trigger()


def test_found_and_gone_to(window, qtbot):
    panels = window.view.panels
    window.commands["find-messages"].trigger()
    finder = panels.finder
    assert panels.tabs.currentWidget() is finder
    finder.bar.how.setCurrentIndex(finder.bar.how.findData(str(How.PATH)))
    finder.bar.field.setText("MSH-10=C7")
    finder.bar.field.returnPressed.emit()
    qtbot.waitUntil(lambda: not finder.running.going and finder.model.rowCount() == 1)

    finder.table.row_opened.emit(0)

    qtbot.waitUntil(lambda: panels.messages.selected_ids() == (8,))
    assert panels.tabs.currentWidget() is panels.messages
    panels.go_to("finder")
    finder._buttons["filter"].click()
    qtbot.waitUntil(lambda: panels.messages.model.rowCount() == 1)
    assert "1 that a search" in panels.messages.filters.among.words() or "one that a search" in (
        panels.messages.filters.among.words()
    )


def test_what_is_masked_leaves_masked(window, tmp_path, qtbot, monkeypatch):
    assert window.masking.on
    export(window, monkeypatch, qtbot, Form.LINES, tmp_path / "out.jsonl")

    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert len(found) == 10
    assert all(one["masked"] and b"CANARY" not in base64.b64decode(one["raw"]) for one in found)
    assert texts(window.view.banner)["export"].startswith("10 messages were exported as ")


def test_nothing_is_replaced(window, tmp_path, qtbot, monkeypatch):
    (tmp_path / "out.csv").write_text("mine")
    export(window, monkeypatch, qtbot, Form.CSV, tmp_path / "out.csv")

    assert (tmp_path / "out.csv").read_text() == "mine"
    assert "is there already" in texts(window.view.banner)["export"]
