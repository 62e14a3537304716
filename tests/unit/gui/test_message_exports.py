"""Searching and exporting in the real window, over its lanes."""

import base64
import csv
import json

import pytest

from qmonitor.gui import message_exports
from qmonitor.gui.dialogs.export import Chosen, ExportDialog
from qmonitor.monitor.export.values import paths
from qmonitor.monitor.export.writers import Form
from qmonitor.monitor.search import How
from tests.helpers.notices import texts
from tests.helpers.searching import opened, search

HL7 = b"MSH|^~\\&|HIS|N|R|S|20261129||ADT^A01|C%d|P|2.5.1\rPID|1||%d^^^N^MR||CANARY^Ann\r"


@pytest.fixture
def window(tmp_path, qtbot):
    rows = [{"raw": HL7 % (n, 7000 + n), "destination": f"d{n % 2}"} for n in range(20)]
    with opened(tmp_path, qtbot, rows) as made:
        yield made


def export(window, monkeypatch, qtbot, form, path, columns=()):
    monkeypatch.setattr(ExportDialog, "ask", lambda *_, **__: Chosen(form, columns))
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
    assert finder.isVisible()
    search(finder, qtbot, How.PATH, "MSH-10=C7")
    assert finder.model.rowCount() == 1

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


def test_what_the_inspector_assumes_holds_for_find_and_export(tmp_path, qtbot, monkeypatch):
    silent = HL7.replace(b"CANARY", "山田".encode("cp932")) % (1, 2)
    rows = [{"raw": silent, "destination": f"d{n % 2}"} for n in range(20)]
    with opened(tmp_path, qtbot, rows, masked=False) as window:
        panels = window.view.panels
        panels.inspector.assumed_chosen.emit("shift_jis")
        search(panels.finder, qtbot, How.TEXT, "山田")
        assert panels.finder.model.rowCount() == 20

        export(window, monkeypatch, qtbot, Form.CSV, tmp_path / "out.csv", paths("PID-5.1"))
        lines = (tmp_path / "out.csv").read_text(encoding="utf-8-sig").splitlines()
        assert {cells[-1] for cells in csv.reader(lines)} == {"PID-5.1", "山田"}


def test_nothing_is_replaced(window, tmp_path, qtbot, monkeypatch):
    (tmp_path / "out.csv").write_text("mine")
    export(window, monkeypatch, qtbot, Form.CSV, tmp_path / "out.csv")

    assert (tmp_path / "out.csv").read_text() == "mine"
    assert "is there already" in texts(window.view.banner)["export"]
