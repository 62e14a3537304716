"""Saving what the charts show."""

import csv
import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog

from qmonitor.gui import exports
from qmonitor.gui.dialogs.files import ask_new_file, documents, ending
from qmonitor.gui.dialogs.question import QuestionDialog
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
        return str(tmp_path / f"engine.{suffix}")

    monkeypatch.setattr(exports, "ask_new_file", answer)
    for name in ("export-png", "export-csv"):
        with qtbot.waitSignal(window.view.session.written):
            window.commands[name].trigger()
    assert [suffix for _, suffix in asked] == ["png", "csv"]
    assert all(re.fullmatch(rf"engine \d{{4}}-\d\d-\d\d \d\d\.\d\d\.{suffix}", name) for name, suffix in asked)
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


@pytest.mark.parametrize(
    ("typed", "suffix", "named"),
    [
        ("/a/pic.png", "png", "/a/pic.png"),
        ("/a/pic.PNG", "png", "/a/pic.PNG"),
        ("/a/pic.png", "csv", "/a/pic.csv"),
        ("/a/week 1.2", "csv", "/a/week 1.2.csv"),
        ("/a.png/pic", "csv", "/a.png/pic.csv"),
        ("/a/.csv", "png", "/a/.csv.png"),
    ],
)
def test_a_file_is_named_after_what_is_in_it(typed, suffix, named):
    assert ending(typed, suffix) == named


@pytest.mark.parametrize("replace", [False, True])
def test_another_file_than_the_typed_one_is_replaced_only_where_a_person_says_so(tmp_path, qtbot, monkeypatch, replace):
    """A table was saved as pic.png; renamed without a word it would have replaced pic.csv."""
    asked = []
    monkeypatch.setattr(QuestionDialog, "ask", lambda *said: asked.append(said[1]) or replace)
    monkeypatch.setattr(QFileDialog, "exec", lambda _: 1)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [str(tmp_path / "pic.png")])
    expected = str(tmp_path / "pic.csv")
    assert ask_new_file(None, "Save", "x.csv", "csv") == expected
    assert asked == []
    (tmp_path / "pic.csv").write_text("kept")
    assert ask_new_file(None, "Save", "x.csv", "csv") == (expected if replace else "")
    assert asked == [f"{expected} is there already."]
    assert ask_new_file(None, "Save", "x.png", "png") == str(tmp_path / "pic.png")


def test_what_replaces_nothing_does_not_ask_whether_to_replace(window, qtbot, monkeypatch):
    """A message that is saved as stored is never written over a file: Qt's own question would promise it."""
    asks = []
    unasked = QFileDialog.Option.DontConfirmOverwrite
    monkeypatch.setattr(QFileDialog, "exec", lambda dialog: asks.append(not dialog.testOption(unasked)) or 0)
    window.view.panels.inspector.views.copying._ask_file(None, "Save as stored", "1.hl7", "hl7")
    ask_new_file(None, "Save", "x.csv", "csv")
    assert asks == [False, True]


def test_files_are_saved_among_documents_and_not_where_the_program_was_started():
    assert documents() != str(Path.cwd())
    assert Path(documents()).is_dir()
