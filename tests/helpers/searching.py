"""The real window on a queue, and a person who searches in it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from qmonitor.gui.find import FindPanel
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings
from qmonitor.monitor.journal.keeping import Keeping
from qmonitor.monitor.opening import Terms
from qmonitor.monitor.search import How
from tests.helpers import files


@contextmanager
def opened(folder: Path, qtbot: Any, rows: Sequence[dict[str, Any]], *, masked: bool = True) -> Iterator[MainWindow]:
    """A window that has a new queue of these rows open, `engine.db` in the folder."""
    with opened_file(folder, qtbot, files.queue(folder / "engine.db", rows), masked=masked) as made:
        yield made


@contextmanager
def opened_file(folder: Path, qtbot: Any, path: Path, *, masked: bool = True) -> Iterator[MainWindow]:
    """A window that has a file open; what it keeps lies in the folder."""
    settings = Settings(None)
    settings.set("privacy/masked", masked)
    state = folder / "state"
    made = MainWindow(settings, Terms(), lambda: Keeping(state / "alerts.toml", state / "audit.db"))
    made.resize(1440, 860)
    made.show()
    made.open(str(path))
    qtbot.waitUntil(lambda: made.view.panels is not None and made.view.sample is not None)
    yield made
    assert made.shut_down()
    made.deleteLater()


def search(finder: FindPanel, qtbot: Any, how: How, what: str) -> None:
    """Ask, and wait for the end."""
    finder.bar.how.setCurrentIndex(finder.bar.how.findData(str(how)))
    finder.bar.field.setText(what)
    finder.bar.field.returnPressed.emit()
    qtbot.waitUntil(lambda: not finder.running.going)
    assert finder.running.search is not None
    assert finder.running.search.done
