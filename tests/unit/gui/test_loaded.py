"""What a start of the window loads, and what it leaves for the moment in which somebody looks into a message."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import files

ROOT = Path(__file__).resolve().parents[3]
READS_PAYLOADS = (
    "qmonitor.payloads.",
    "qmonitor.monitor.search.",
    "qmonitor.monitor.export.writers",
    "hl7apy",
    "cbor2",
)
LIGHT = ("qmonitor.payloads.model", "qmonitor.monitor.search.asked")
"""What is only named: data classes."""

SHOWN = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings

def look():
    panels = window.view.panels
    done = panels is not None and window.view.sample is not None and panels.messages.begun
    if done and (not sys.argv[2:] or panels.inspector.looking.content is not None):
        print(*sys.modules)
        window.shut_down()
        app.exit(0)

app = QApplication(sys.argv[:1])
window = MainWindow(Settings(None))
window.show()
window.open(sys.argv[1])
timer = QTimer()
timer.timeout.connect(look)
timer.start(20)
sys.exit(app.exec())
"""


def everything(text: str, *arguments: object) -> set[str]:
    """The modules that a child has loaded at its end."""
    command = [sys.executable, "-c", text, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True, timeout=60)
    found = set(done.stdout.split())
    assert "qmonitor.gui.main_window" in found
    return found


def loaded(text: str, *arguments: object) -> set[str]:
    """Of those the ones that read payloads."""
    return {name for name in everything(text, *arguments) if name.startswith(READS_PAYLOADS) and name not in LIGHT}


@pytest.mark.parametrize(
    "modules", ["qmonitor.gui.app, qmonitor.gui.main_window", "qmonitor.gui.main_window, qmonitor.gui.panels"]
)
def test_importing_what_a_start_needs_loads_nothing_that_reads_payloads(modules: str) -> None:
    assert loaded(f"import sys, {modules}; print(*sys.modules)") == set()


def test_a_window_without_a_message_loads_nothing_of_it_and_one_with_a_message_does(tmp_path: Path) -> None:
    assert loaded(SHOWN, files.queue(tmp_path / "empty.db")) == set()
    shown = loaded(SHOWN, files.queue(tmp_path / "full.db", [{}]), "with a message")
    assert {"qmonitor.payloads.hl7", "qmonitor.payloads.mask"} <= shown


def test_a_start_loads_no_dialog_and_nothing_that_writes_rules(tmp_path: Path) -> None:
    """But for what tells of a fault of ours, and what asks for a file."""
    found = everything(SHOWN, files.queue(tmp_path / "queue.db"))
    dialogs = {name.removeprefix("qmonitor.gui.dialogs.") for name in found if name.startswith("qmonitor.gui.dialogs.")}
    assert dialogs == {"frame", "scrolled", "files"}
    assert "tomlkit" not in found


def test_a_start_loads_no_tab_that_nobody_has_looked_at(tmp_path: Path) -> None:
    later = ("qmonitor.gui.errors", "qmonitor.gui.find", "qmonitor.gui.audit", "qmonitor.monitor.search")
    assert [name for name in everything(SHOWN, files.queue(tmp_path / "queue.db")) if name.startswith(later)] == []


THREADS = """
import os, sys
from qmonitor.cli import windows
windows._app()
before = set(os.listdir("/proc/self/task"))
import qmonitor.gui.panels, numpy
print(len(set(os.listdir("/proc/self/task")) - before))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counts threads where Linux tells of them")
def test_the_charts_library_begins_no_thread():
    done = subprocess.run(
        [sys.executable, "-c", THREADS], capture_output=True, text=True, cwd=ROOT, check=True, timeout=60
    )
    assert done.stdout == "0\n"
