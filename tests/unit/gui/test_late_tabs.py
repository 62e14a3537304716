"""Tabs that are made when they are first seen: they know all that they would have been told before."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.panels import Panels
from qmonitor.gui.settings import Settings
from qmonitor.gui.tabs import Later, Tabs
from qmonitor.monitor.journal.keeping import Keeping
from qmonitor.monitor.opening import Terms
from qmonitor.queues.model import Destination
from tests.helpers import files

LATE = ("errors-panel", "find-panel", "audit-panel")
FAILED = {"state": "failed", "attempts": 8, "last_error": "no ACK", "last_attempt": "2026-11-01T08:00:00.000000000Z"}


@pytest.fixture
def path(tmp_path) -> Path:
    return files.queue(tmp_path / "engine.db", [{}, FAILED])


@pytest.fixture
def make(tmp_path, qtbot):
    made: list[MainWindow] = []

    def window(path: Path, *, read_only: bool = False) -> Panels:
        settings = Settings(None)
        settings.set("errors/order", "last")
        settings.assume(str(path), "cp1252")
        made.append(
            MainWindow(settings, Terms(read_only=read_only), lambda: Keeping(tmp_path / "a.toml", tmp_path / "j.db"))
        )
        made[-1].resize(1440, 860)
        made[-1].show()
        made[-1].open(str(path))
        qtbot.waitUntil(lambda: made[-1].view.panels is not None and made[-1].view.panels.messages.model.rowCount() > 0)
        return made[-1].view.panels

    yield window
    assert all(one.shut_down() for one in made)
    for one in made:
        one.deleteLater()


def test_none_is_there_before_it_is_seen_and_each_from_then_on(make, path, qtbot):
    panels = make(path)
    assert [name for name in LATE if panels.findChild(QWidget, name)] == []
    for n in range(panels.tabs.count()):
        panels.tabs.setCurrentIndex(n)
    made = [panels.findChild(QWidget, name) for name in LATE]
    assert made == [panels.errors, panels.finder, panels.audit]
    panels.tabs.setCurrentIndex(0)
    panels.go_to("errors")
    assert panels.findChildren(QWidget, "errors-panel") == [panels.errors]


def test_a_late_tab_knows_what_it_was_not_there_for(make, path, qtbot):
    panels = make(path)
    window = panels.window()
    panels.destinations.select(Destination("lab", "dest-01"))
    panels.messages.filters.text_field.setText("no")
    window.commands["masked"].trigger()
    qtbot.waitUntil(lambda: not window.masking.on)
    qtbot.waitUntil(lambda: panels.focus.filtered() is not None)
    assert panels.errors.model.order == "last"
    assert {"skip", "remove"} <= {spec.id for spec in panels.errors.specs}
    assert panels.finder._assumed == "cp1252"
    assert not panels.finder._masked
    assert panels.finder.bar.scope.count() == 3  # all, the destination, and what is shown of it
    assert panels.finder.specs
    assert not panels.audit.model._masked
    panels.go_to("audit")
    qtbot.waitUntil(lambda: panels.audit._count.text() != "" or panels.audit._said.text() != "")


def test_what_only_looks_offers_nothing_in_late_tabs_either(make, path):
    panels = make(path, read_only=True)
    assert (panels.errors.specs, panels.finder.specs) == ((), ())


@pytest.mark.parametrize("name", ["errors", "finder", "audit"])
def test_a_tab_that_is_turned_to_by_key_has_the_keyboard(make, path, name, qtbot):
    panels = make(path)
    panels.go_to(name)
    panel = getattr(panels, name)
    assert panel.isVisible()
    assert panels.window().focusWidget() is panel.first


def test_the_keyboard_goes_into_a_page_that_is_made_while_it_is_turned_to(qtbot):
    """Qt asks the page which of its widgets may take it as soon as it is shown."""

    def make() -> QWidget:
        made = QWidget()
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return made

    tabs, first, later = Tabs(), make(), Later("later-page", make)
    qtbot.addWidget(tabs)
    tabs.addTab(first, "first")
    tabs.addTab(later, "later")
    later.tell(lambda _: pytest.fail("it is not there"))
    tabs.show()
    first.setFocus()
    tabs.setCurrentWidget(later)
    assert later.made is not None
    assert tabs.focusWidget() is later.made
    told: list[QWidget] = []
    later.tell(told.append)
    assert told == [later.panel]
