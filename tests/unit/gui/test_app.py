"""Signals of the system, and faults of ours, in a window that runs."""

import os
import signal
import sys

import pytest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from qmonitor.gui import app
from qmonitor.gui.crash import CrashDialog, CrashHandler
from qmonitor.gui.dialogs.scope import ScopeDialog
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings
from tests.helpers import files
from tests.helpers.accessible import assert_accessible


@pytest.fixture
def window(tmp_path, qtbot):
    made = MainWindow(Settings(None))
    made.show()
    made.open(str(files.queue(tmp_path / "q.db", [{}])))
    qtbot.waitUntil(lambda: made.view.sample is not None)
    yield made
    assert made.shut_down()
    made.deleteLater()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_closes_the_window_and_the_dialogs_before_it(window, qtbot, number):
    before = signal.getsignal(number)
    with app._signals(window):
        first, second = (ScopeDialog("purge", None, None, window) for _ in range(2))
        first.open()
        second.open()
        qtbot.waitUntil(lambda: QApplication.activeModalWidget() is second)
        os.kill(os.getpid(), number)
        qtbot.waitUntil(lambda: not window.isVisible())
        assert first.result() == second.result() == ScopeDialog.DialogCode.Rejected
    assert signal.getsignal(number) is before


def dialogs() -> list[CrashDialog]:
    return [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, CrashDialog)]


@pytest.fixture
def handler(qapp):
    made, before = CrashHandler(), sys.excepthook
    made.install()
    yield made
    made.remove()
    assert sys.excepthook == before
    for dialog in dialogs():
        dialog.close()


def fault(words: str, kind: type[Exception] = ValueError) -> tuple:
    try:
        raise kind(words)
    except kind as error:
        return type(error), error, error.__traceback__


@pytest.mark.expects_log("ValueError")
@pytest.mark.expects_log("RuntimeError")
def test_a_fault_is_shown_once_with_its_report(handler, qtbot, caplog):
    sys.excepthook(*fault("secret"))
    sys.excepthook(*fault("secret"))
    (shown,) = dialogs()
    report = shown.findChild(QPlainTextEdit, "report").toPlainText()
    assert "ValueError: …" in report
    assert "secret" not in report, "whoever gets the report may not be one for whom the payload is"
    assert report.startswith("qmonitor ")
    assert "secret" not in caplog.text
    assert_accessible(shown)
    sys.excepthook(*fault("another one", RuntimeError))
    assert len(dialogs()) == 2


def test_a_keyboard_interrupt_is_no_fault(handler, monkeypatch):
    passed_on = []
    monkeypatch.setattr(handler, "_before", lambda *about: passed_on.append(about[0]))
    handler.handle(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert passed_on == [KeyboardInterrupt]
    assert dialogs() == []
