"""Saving what the charts show."""

import csv

import pytest
from PySide6.QtGui import QImage

from qmonitor.gui import exports
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings
from tests.helpers import files
from tests.helpers.notices import texts


@pytest.fixture
def window(tmp_path, qtbot):
    made = MainWindow(Settings(None))
    made.resize(1440, 860)
    made.show()
    made.open(str(files.queue(tmp_path / "engine.db", [{"destination": "a"}, {"destination": "b"}])))
    qtbot.waitUntil(lambda: made.view.panels is not None and made.view.sample is not None)
    yield made
    assert made.shut_down()
    made.deleteLater()


def test_a_picture_and_a_table_are_saved_where_a_person_says(window, tmp_path, qtbot, monkeypatch):
    asked = []

    def answer(_window, _title, name, suffix):
        asked.append((name, suffix))
        return str(tmp_path / name)

    monkeypatch.setattr(exports, "ask_new_file", answer)
    for name in ("export-png", "export-csv"):
        with qtbot.waitSignal(window.view.session.written):
            window.commands[name].trigger()
    assert asked == [("engine.png", "png"), ("engine.csv", "csv")]
    assert QImage(str(tmp_path / "engine.png")).width() > 800
    head, *rows = csv.reader((tmp_path / "engine.csv").read_text(encoding="utf-8-sig").splitlines())
    assert len(head) == 2 + 2 * 2
    assert rows
    assert texts(window.view.banner)["export"].startswith("The chart was saved as ")


def test_one_that_can_not_be_written_is_said(window, tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(exports, "ask_new_file", lambda *_: str(tmp_path / "nowhere" / "x.csv"))
    with qtbot.waitSignal(window.view.session.write_failed):
        window.commands["export-csv"].trigger()
    assert texts(window.view.banner)["export"].startswith("The chart was not saved: ")


def test_asked_and_not_answered_nothing_is_saved(window, tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(exports, "ask_new_file", lambda *_: "")
    window.commands["export-png"].trigger()
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["engine.db"]
