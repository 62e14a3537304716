"""Every fault of a source is a state of its place: it says what is the case and what to do, and goes away by itself."""

import os
import shutil
import sqlite3
import threading
from contextlib import closing

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings
from qmonitor.monitor import opening
from qmonitor.queues import source
from tests.helpers import files
from tests.helpers.notices import texts

OLD = "2026-11-01T08:00:00.000000000Z"
ROWS = [{"destination": "stuck", "attempts": 61, "enqueued_at": OLD, "next_attempt": "2999-01-01T00:00:00Z"}]


def missing(path):
    path.unlink(missing_ok=True)


def a_folder(path):
    path.mkdir()


BROKEN = {
    "missing": missing,
    "a folder": a_folder,
    "no database": files.no_database,
    "another database": files.other_database,
    "truncated": files.truncated,
    "corrupt": files.corrupt,
    "encrypted": files.encrypted,
    "a log without its index": files.log_without_index,
    "empty": files.empty,
}


@pytest.fixture
def window(qtbot):
    made = MainWindow(Settings(None))
    made.resize(1440, 860)
    made.show()
    made.pace.set_interval(1)
    yield made
    assert made.shut_down()
    made.deleteLater()


def clear_away(path):
    for one in [path, *path.parent.glob(f"{path.name}-*")]:
        if one.is_dir():
            shutil.rmtree(one)
        else:
            one.unlink(missing_ok=True)


def text_of(window, name):
    return window.view.findChild(QLabel, name).text()


@pytest.mark.parametrize("broke", BROKEN.values(), ids=BROKEN)
def test_one_that_never_opened_says_why_in_its_place_and_comes_by_itself(window, tmp_path, qtbot, broke):
    path = tmp_path / "engine.db"
    broke(path)
    window.open(str(path))
    qtbot.waitUntil(lambda: window.view.session.fault is not None)
    assert "engine.db" in text_of(window, "place-case")
    remedy, _, tried = text_of(window, "place-remedy").partition("\n\n")
    assert len(remedy) > 10, "no next step is named"
    assert tried.startswith("Last tried at ")
    assert window.view.place.findChild(QPushButton, "place-again").isVisible()
    assert window.view.headline.fault
    clear_away(path)
    files.queue(path, ROWS)
    qtbot.waitUntil(lambda: window.view.panels is not None)
    assert not window.view.headline.fault


@pytest.mark.parametrize("broke", BROKEN.values(), ids=BROKEN)
def test_one_that_breaks_keeps_its_last_values_pale_and_comes_back_by_itself(window, tmp_path, qtbot, broke):
    path = files.queue(tmp_path / "engine.db", ROWS)
    window.open(str(path))
    qtbot.waitUntil(lambda: window.view.selection().ids == (1,))
    qtbot.waitUntil(lambda: "bytes" in text_of(window, "inspector-subtitle"))  # it has been read, too
    (aside := tmp_path / "aside").mkdir()
    broke(aside / path.name)  # some of them are sound files at first
    clear_away(path)
    for one in aside.iterdir():
        one.rename(tmp_path / one.name)
    qtbot.waitUntil(lambda: "source" in texts(window.view.banner))
    said = texts(window.view.banner)["source"]
    assert "engine.db" in said
    assert "What is shown was read at" in said
    assert window.findChild(QLabel, "status-fresh").text().startswith("stale since ")
    assert window.view.panels.destinations.model.rowCount() > 0
    assert "not read since" in text_of(window, "inspector-subtitle")
    clear_away(path)
    files.queue(path, ROWS)
    qtbot.waitUntil(lambda: "source" not in texts(window.view.banner))
    assert window.findChild(QLabel, "status-fresh").text().startswith("as of ")
    assert "not read since" not in text_of(window, "inspector-subtitle")


def test_a_locked_file_is_said_to_be_and_is_read_when_it_is_free(window, tmp_path, qtbot):
    path = files.queue(tmp_path / "engine.db", ROWS, journal="delete")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        window.open(str(path))
        qtbot.waitUntil(lambda: window.view.session.fault is not None)
        assert "engine.db" in text_of(window, "place-case")
        shown = [b.objectName() for b in window.view.place.findChildren(QPushButton) if b.isVisible()]
        assert shown == ["place-again", "place-close"]  # another file is not what is wanted
        db.execute("ROLLBACK")
    qtbot.waitUntil(lambda: window.view.panels is not None)


def test_one_that_never_answers_is_said_to_be_silent_and_the_others_go_on(window, tmp_path, qtbot, monkeypatch):
    """As a dead network mount: the call never returns."""
    hanging, silent = threading.Event(), str(tmp_path / "silent.db")

    def open_source(target, **more):
        if target == silent:
            hanging.wait()
        return source.open_source(target, **more)

    monkeypatch.setattr(opening, "open_source", open_source)
    try:
        window.open(str(files.queue(tmp_path / "engine.db", ROWS)))
        window.open(silent)
        qtbot.waitUntil(lambda: "does not answer" in text_of(window, "place-case"))
        seen = window.views[0].sample.depth.as_of.ns
        qtbot.waitUntil(lambda: window.views[0].sample.depth.as_of.ns > seen)
    finally:
        hanging.set()
    files.queue(tmp_path / "silent.db", ROWS)
    qtbot.waitUntil(lambda: window.view.panels is not None)


def test_a_file_that_another_took_the_place_of_is_read_anew(window, tmp_path, qtbot):
    path = files.queue(tmp_path / "engine.db", ROWS)
    window.open(str(path))
    qtbot.waitUntil(lambda: window.view is not None and window.view.sample is not None)
    other = files.queue(tmp_path / "other.db", [{"destination": "elsewhere"}])
    os.replace(other, path)
    qtbot.waitUntil(lambda: [row.destination for row in window.view.sample.depth.rows] == ["elsewhere"])
