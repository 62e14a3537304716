"""The guards around every test notice what they are there for: each careless test below is run for real, and fails."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

CARELESS = """
import logging, sqlite3, threading
import pytest
from PySide6.QtCore import QPoint, Qt, QThread, qWarning, QLocale, QTranslator
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from tests.helpers.guards import keys as guard_of_keys
from tests.helpers.guards import threads as guard

guard.PATIENCE = 0.05

def test_fine(qtbot):
    with sqlite3.connect(":memory:") as db:
        assert db.execute("SELECT 1").fetchone() == (1,)
    db.close()
    thread = QThread()
    thread.start()
    thread.quit()
    assert thread.wait(2000)

@pytest.mark.expects_log("disk .* full")
def test_fine_log():
    logging.getLogger("qmonitor.queues").error("the disk is full")

def test_stray_log():
    logging.getLogger("qmonitor.queues").warning("nobody expects this")

@pytest.mark.expects_log("never comes")
def test_absent_log():
    pass

@pytest.mark.expects_log("never comes", sometimes=True)
def test_log_of_chance():
    pass

def test_another_language(qapp):
    QLocale.setDefault(QLocale("de"))
    qapp.installTranslator(QTranslator(qapp))

def test_no_other_language(qapp):
    assert QLocale().toString(1_234) == "1,234"
    assert qapp.findChildren(QTranslator) == []

def test_handle():
    sqlite3.connect(":memory:").execute("SELECT 1")

def test_handle_of_another_thread():
    thread = threading.Thread(target=sqlite3.connect, args=(":memory:",))
    thread.start()
    thread.join()

stop = threading.Event()

def test_thread():
    threading.Thread(target=stop.wait, args=(20,), name="forgotten").start()

threads = []

def test_qthread(qapp):
    threads.append(QThread())
    threads[0].setObjectName("lane")
    threads[0].start()

def test_window(qtbot):
    widget = QWidget(objectName="leftover")
    threads.append(widget)
    widget.show()

def test_held_key(qtbot):
    qtbot.keyClick(QWidget(), "a", Qt.KeyboardModifier.ShiftModifier)
    assert QApplication.keyboardModifiers() == Qt.KeyboardModifier.ShiftModifier

def test_no_held_key(qapp):
    assert QApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier

def test_moved_pointer(qtbot):
    at = QCursor.pos()
    QTest.mouseMove(threads[-1], QPoint(50, 50))
    assert QCursor.pos() != at == guard_of_keys.HOME

def test_no_moved_pointer(qapp):
    assert QCursor.pos() == guard_of_keys.HOME

def test_qt_warning(qtbot):
    qWarning("a complaint of Qt")

def test_warning():
    import warnings
    warnings.warn("old ways", DeprecationWarning)

def test_gui_io(qtbot):
    job = {"__name__": "qmonitor.gui.messages.model", "sqlite3": sqlite3}
    exec("def load(): sqlite3.connect(':memory:')", job)
    with pytest.raises(AssertionError):
        job["load"]()

def test_gui_io_elsewhere():
    job = {"__name__": "qmonitor.gui.tasks", "sqlite3": sqlite3}
    exec("def load(): sqlite3.connect(':memory:').close()", job)
    thread = threading.Thread(target=job["load"])
    thread.start()
    thread.join()

def test_profile():
    import tests.helpers.guards.profile as guard
    folder = guard._real / ".config" / "qmonitor"
    folder.mkdir(parents=True)

def teardown_module():
    stop.set()
    threads[0].quit()
    threads[0].wait()
"""

EXPECTED = {
    "test_fine": None,
    "test_fine_log": None,
    "test_stray_log": "logged without being expected: WARNING qmonitor.queues: nobody expects this",
    "test_absent_log": "expected and not logged: never comes",
    "test_log_of_chance": None,
    "test_another_language": None,
    "test_no_other_language": None,
    "test_handle": r"1 SQLite connection\(s\) left open",
    "test_handle_of_another_thread": r"1 SQLite connection\(s\) left open",
    "test_thread": "a thread goes on: forgotten",
    "test_qthread": "a QThread goes on: lane",
    "test_window": "a window is still open: 'leftover'",
    "test_held_key": None,
    "test_no_held_key": None,
    "test_moved_pointer": None,
    "test_no_moved_pointer": None,
    "test_qt_warning": "a complaint of Qt",
    "test_warning": "DeprecationWarning: old ways",
    "test_gui_io": "qmonitor.gui.messages.model does sqlite3.connect in the GUI thread",
    "test_gui_io_elsewhere": None,
    "test_profile": "the user's own settings or data were touched",
}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What pytest says of the careless tests; their "real" home is a temporary one, never the user's."""
    folder = tmp_path_factory.mktemp("careless")
    (folder / "test_careless.py").write_text(CARELESS, encoding="utf-8")
    (folder / "home").mkdir()
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:randomly", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder), "-v", str(folder)],
        cwd=ROOT,
        env={**os.environ, "HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", EXPECTED)
def test_a_careless_test_fails_and_a_careful_one_does_not(report: str, name: str) -> None:
    complaint = EXPECTED[name]
    verdicts = set(re.findall(rf"::{name} (\w+)", report))
    if complaint is None:
        assert verdicts == {"PASSED"}
    else:
        assert verdicts & {"FAILED", "ERROR"}, report
        assert re.search(complaint, report)
