"""A name in messages and error texts, and the real window: it stays unseen and unwritten until somebody unmasks."""

import io
import logging
import sys
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QApplication, QTabWidget, QWidget

from qmonitor import logs
from qmonitor.gui.crash import CrashHandler
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.masking import MASKED
from qmonitor.gui.messages.columns import Column
from qmonitor.gui.settings import Settings
from qmonitor.monitor import policy
from qmonitor.monitor.journal.file import Journal
from qmonitor.monitor.journal.keeping import Keeping
from qmonitor.monitor.opening import Terms
from qmonitor.monitor.policy import Policy
from qmonitor.monitor.series import SeriesBook
from qmonitor.monitor.standing import Standing
from tests.helpers import files
from tests.helpers.spoken import words

CANARY, OTHER = "Quentinia", "Wilhelmus"
"""Names of the same length that occur nowhere else."""
PLACES = (CANARY, OTHER)
OLD = "2026-11-01T08:00:00.000000000Z"


def rows(name: str) -> list[dict[str, object]]:
    raw = (
        "MSH|^~\\&|LAB|NORTH|RCV|SOUTH|20261129080000||ORU^R01|C1|P|2.5.1\r"
        f"PID|1||777123^^^NORTH^MR||{name}^{name}||19700131|F\rNK1|1|{name}\rOBX|1|TX|GLU^Glucose^L||of {name}\r"
        f"NTE|1||{name}\rZPI|{name}\rXYZ|{name}\r"
    ).encode()
    error = f"AE: patient {name} is unknown to {name}"
    common = {"raw": raw, "last_error": error, "reason": error, "enqueued_at": OLD, "next_attempt": OLD}
    tried = {**common, "attempts": 61, "last_attempt": OLD, "next_attempt": "2999-01-01T00:00:00Z"}
    return [
        tried,
        {**tried, "state": "failed", "control_id": "C2"},
        {**common, "control_id": "C3", "raw": f'{{"name": "{name}", "n": 777123}}'.encode()},
        {**common, "control_id": "C4", "raw": f"<a b='{name}'>{name}</a>".encode()},
        {**common, "control_id": "C5", "raw": f"said of {name}".encode()},
    ]


class Place:
    """A profile, and windows on it."""

    def __init__(self, folder, qtbot) -> None:
        self.folder, self._qtbot = folder, qtbot
        self.made: list[MainWindow] = []

    def window(self, name: str, *, forced: bool = False) -> MainWindow:
        kept = partial(Keeping, self.folder / "alerts.toml", self.folder / "audit.db")
        window = MainWindow(Settings(self.folder), Terms(policy=Policy(masked=forced)), kept)
        self.made.append(window)
        window.resize(1440, 860)
        window.show()
        folder = self.folder / str(PLACES.index(name)) / "queue"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "engine.db"
        window.open(str(path if path.exists() else files.queue(path, rows(name))))
        self._qtbot.waitUntil(lambda: window.view is not None and window.view.panels is not None, timeout=20_000)
        self.read(window)
        return window

    def read(self, window: MainWindow) -> None:
        """Until the inspector has what it shows."""
        panels = window.view.panels
        self._qtbot.waitUntil(lambda: panels.messages.model.rowCount() > 0, timeout=20_000)
        self._qtbot.waitUntil(lambda: panels.inspector.looking.content is not None, timeout=20_000)

    def all_words(self, window: MainWindow) -> str:
        """With every tab looked at, and every message."""
        panels, found = window.view.panels, []
        panels.messages.filters.chips[None].click()
        self._qtbot.waitUntil(lambda: panels.messages.model.rowCount() == 5, timeout=20_000)
        for row in range(5):
            panels.messages.table.selectRow(row)
            item = panels.messages.model.item(row)
            self._qtbot.waitUntil(
                lambda item=item: (
                    panels.inspector.looking.item is not None
                    and panels.inspector.looking.item.id == item.id
                    and panels.inspector.looking.content is not None
                ),
                timeout=20_000,
            )
            found += list(self._in_tabs(window))
        return "\n".join(found)

    def _in_tabs(self, window: MainWindow):
        for tabs in window.findChildren(QTabWidget):
            for n in range(tabs.count()):
                if tabs.isTabVisible(n):
                    tabs.setCurrentIndex(n)
                    QApplication.processEvents()
                    yield words(window)
            tabs.setCurrentIndex(0)

    def written(self) -> bytes:
        """All files of the profile, and not the queues."""
        found = [path for path in self.folder.rglob("*") if path.is_file() and "queue" not in path.parts]
        return b"".join(path.read_bytes() for path in found)

    def close(self) -> None:
        assert all(window.shut_down() for window in self.made)
        for window in self.made:
            window.deleteLater()
        self.made.clear()


@pytest.fixture
def here(tmp_path, qtbot):
    made = Place(tmp_path / "profile", qtbot)
    made.folder.mkdir()
    yield made
    made.close()


@pytest.fixture
def log():
    """Everything that is logged, at every level."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    root = logging.getLogger(logs.ROOT)
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


def copied(window: MainWindow) -> str:
    """What the clipboard has after rows and, in the inspector, whatever can be copied were copied."""
    panels = window.view.panels
    panels.messages.chosen.choose_all()
    panels.messages.chosen.copy()
    return QGuiApplication.clipboard().text()


def test_nothing_of_it_is_seen_or_written_until_somebody_unmasks(here, log, qtbot):
    window = here.window(CANARY)
    assert window.masking.on
    assert window.commands["masked"].isChecked()
    shown = here.all_words(window)
    assert "C1" in shown
    assert "ORU^R01" in shown
    assert "•" * len(CANARY) in shown
    assert "AE: patient … is unknown" in shown
    for secret in (CANARY, "777123", "1970"):
        assert secret not in shown
    assert CANARY not in copied(window)

    window.commands["masked"].trigger()
    qtbot.waitUntil(lambda: not window.masking.on)
    here.read(window)
    assert not window.commands["masked"].isChecked()
    assert CANARY in here.all_words(window)
    assert CANARY in copied(window)
    entry = Journal(here.folder / "audit.db").audit()[0]
    assert (entry.action, entry.target) == ("unmask", str(here.folder / "0" / "queue" / "engine.db"))
    assert entry.actor

    window.commands["masked"].trigger()
    assert window.masking.on
    here.read(window)
    assert CANARY not in here.all_words(window)
    assert CANARY not in window.windowTitle()
    here.close()
    assert CANARY not in log.getvalue()
    written = here.written()
    assert b"unmask" in written
    assert CANARY.encode() not in written


def test_the_picture_of_one_name_is_that_of_another(here, qtbot):
    """Text in a picture can't be read here, so two names of one length must look alike; unmasked they don't."""
    masked = []
    for name in (CANARY, OTHER):
        masked.append(_pictures(here.window(name)))
        here.close()
    assert masked[0] == masked[1]
    window = here.window(OTHER)
    window.commands["masked"].trigger()
    qtbot.waitUntil(lambda: not window.masking.on)
    here.read(window)
    assert not [n for n, one in enumerate(_pictures(window)) if one == masked[0][n]]


def _pictures(window: MainWindow) -> list[QImage]:
    """Whatever shows something of the message; not what only the time makes another one."""
    panels = window.view.panels
    panels.messages.table.setColumnHidden(Column.AGE, True)
    found = []
    for tab in ("structure", "text", "hex"):
        panels.inspector.views.pages.turn_to(tab)
        QApplication.processEvents()
        found.append(_drawn(panels.inspector.views.pages.view(tab)))
    _show_one_look(window)
    return [*found, _drawn(panels.inspector.case), _drawn(panels.messages.table), _drawn(panels.destinations)]


def _show_one_look(window: MainWindow) -> None:
    """The destinations as of the last look, had it been the first: trend lines, ages and alerts come with the time."""
    panels, sample = window.view.panels, window.view.session.sample
    rows = tuple(replace(row, oldest_seconds=86_400.0) for row in sample.depth.rows)
    depth, book, standing = replace(sample.depth, rows=rows), SeriesBook(), Standing()
    book.add(depth, sample.destinations)
    standing.take(depth, sample.destinations, book)
    panels.destinations.show_standing(standing)
    panels.destinations.show_alerts(())


def _drawn(widget: QWidget) -> QImage:
    widget.resize(1400, 800)
    image = QImage(widget.size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    widget.render(painter, QPoint(0, 0))
    painter.end()
    return image


def test_the_choice_is_kept_and_every_source_that_is_opened_is_noted(here, qtbot):
    window = here.window(CANARY)
    window.commands["masked"].trigger()
    qtbot.waitUntil(lambda: not window.masking.on)
    here.close()
    window = here.window(OTHER)
    assert not window.masking.on
    journal = Journal(here.folder / "audit.db")
    qtbot.waitUntil(lambda: len(journal.audit()) == 2)
    assert journal.audit()[0].target == str(here.folder / "1" / "queue" / "engine.db")


def test_what_can_not_be_written_down_is_not_unmasked(here, qtbot):
    window = here.window(CANARY)
    (here.folder / "audit.db").unlink(missing_ok=True)
    (here.folder / "audit.db").mkdir()
    with qtbot.waitSignal(window.masking.refused):
        window.commands["masked"].trigger()
    assert window.masking.on
    assert window.commands["masked"].isChecked()
    assert "Names are masked" in words(window)


def test_a_policy_that_forces_it_can_not_be_taken_back(here, qtbot):
    settings = Settings(here.folder)
    settings.set(MASKED, False)
    settings.save()
    window = here.window(CANARY, forced=True)
    action = window.commands["masked"]
    assert window.masking.on
    assert action.isChecked()
    assert not action.isEnabled()
    assert "administrator" in action.toolTip()
    with qtbot.waitSignal(window.masking.refused):
        window.masking.set_on(False)
    assert window.masking.on
    assert CANARY not in here.all_words(window)


def test_error_texts_are_not_searched_while_masked(here, qtbot):
    window = here.window(CANARY)
    filters = window.view.panels.messages.filters
    assert not filters.error_field.isEnabled()
    assert "masked" in filters.error_field.toolTip()
    filters.error_field.setText(CANARY)
    assert filters.query().error is None
    window.commands["masked"].trigger()
    qtbot.waitUntil(lambda: not window.masking.on)
    filters.error_field.setText(CANARY)
    assert filters.query().error == CANARY
    window.commands["masked"].trigger()
    assert filters.query().error is None


@pytest.mark.expects_log("a fault of ours, ValueError")
def test_a_report_of_a_fault_quotes_nothing(qtbot, log):
    crashes = CrashHandler()
    try:
        raise ValueError(f"no such patient: {CANARY}")  # as a module of somebody else's might
    except ValueError as error:
        crashes.handle(type(error), error, error.__traceback__)
    dialog = crashes._shown[-1]
    said = words(dialog)
    dialog.close()
    assert "ValueError" in said
    assert CANARY not in said
    assert CANARY not in log.getvalue()


def test_the_policy_lies_where_it_lies():
    assert policy.place().name == "policy.toml"
    assert "qmonitor" in policy.place().parts or sys.platform == "win32"
