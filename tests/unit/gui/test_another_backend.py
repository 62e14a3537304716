"""Window and monitor know no backend: with one that nobody ships all is there, and no other is spoken of."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel

from qmonitor.gui.dialogs.confirm import ConfirmDialog
from qmonitor.gui.dialogs.frame import Frame
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.messages.columns import Column
from qmonitor.queues import source
from qmonitor.queues.model import Destination, Lack, Stage, State
from tests.helpers import toy
from tests.helpers.accessible import assert_accessible
from tests.helpers.guards.handles import gui_io_allowed
from tests.helpers.searching import opened_file
from tests.helpers.spoken import words
from tests.helpers.toy import Parcel

OTHERS = re.compile(r"redis|stream|dead.letter queue|delivery queue|daemon's", re.IGNORECASE)
"""What only another backend could bring into the window."""


@dataclass
class Person:
    """Gives a reason, and presses the button that does it."""

    read: list[str] = field(default_factory=list)

    def answer(self, dialog: QDialog) -> int:
        assert isinstance(dialog, ConfirmDialog)
        dialog.show()
        self.read += [label.text() for label in dialog.findChildren(QLabel)]
        QTest.keyClicks(dialog.reason, "ticket 88")
        dialog._confirm.click()
        return dialog.result()


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> Person:
    found = Person()
    monkeypatch.setattr(Frame, "exec", lambda dialog: found.answer(dialog))
    return found


@pytest.fixture
def window(tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    monkeypatch.setattr(source, "_BACKENDS", (toy.BACKEND,))
    with gui_io_allowed():
        path = toy.write(
            tmp_path / "store.db",
            [
                Parcel(1, "left", Stage.UNDELIVERED),
                Parcel(2, "left", Stage.IN_FLIGHT),
                Parcel(3, "left", Stage.DELAYED, lacks=Lack.PAYLOAD),
                Parcel(4, "left", Stage.DEAD, state=State.FAILED),
                Parcel(5, "left", "on the roof"),
                Parcel(6, "right", Stage.UNDELIVERED),
            ],
        )
    with opened_file(tmp_path, qtbot, path) as made:
        made.view.panels.destinations.select(Destination("store", "left"))
        made.view.panels.messages.filters.chips[None].click()
        qtbot.waitUntil(lambda: made.view.panels.messages.model.rowCount() == 5)
        yield made


def column(window: MainWindow, which: Column) -> list[str]:
    model = window.view.panels.messages.model
    return [model.index(row, which).data() for row in range(model.rowCount())]


def select(window: MainWindow, row: int, qtbot: Any) -> None:
    panels = window.view.panels
    panels.messages.table.selectRow(row)
    wanted, looking = panels.messages.model.item(row).id, panels.inspector.looking
    qtbot.waitUntil(lambda: looking.content is not None and looking.content.item == wanted)


def test_its_messages_figures_and_places_are_shown(window: MainWindow, qtbot: Any) -> None:
    panels = window.view.panels
    assert column(window, Column.STAGE) == [
        "on the roof", "dead-lettered", "payload missing", "in flight", "not delivered",
    ]  # fmt: skip
    assert not panels.messages.table.isColumnHidden(Column.STAGE)
    assert set(window.view.standing.names) >= {Destination("store", "left"), Destination("store", "right")}
    qtbot.waitUntil(lambda: panels.queue_tab.panel is not None)
    panels.tabs.setCurrentWidget(panels.queue_tab.panel)
    shown = {row.key: row.cells[1] for row in panels.queue_tab.panel.figures.rows}
    assert (shown["undelivered"], shown["in_flight"], shown["no_payload"], shown["dead"]) == ("2", "1", "1", "1")
    assert [row.key for row in panels.queue_tab.panel.members.rows] == ["clerk"]
    assert_accessible(window)


def test_one_of_them_is_inspected(window: MainWindow, qtbot: Any) -> None:
    inspector = window.view.panels.inspector
    said = []
    for row in range(5):
        select(window, row, qtbot)
        said.append(inspector.case.text())
    assert said[0].startswith("Pending for store/left.")
    assert said[1].startswith("Dead-lettered: ")
    assert said[2].startswith("Its payload is missing: ")
    assert said[4].startswith("Waits for a worker of store/left.")
    assert b"weight" in inspector.looking.content.raw


def test_it_is_acted_on_with_a_reason_that_the_audit_keeps(window: MainWindow, person: Person, qtbot: Any) -> None:
    select(window, 4, qtbot)
    skip, acting = window.commands["skip"], window.view.acting
    qtbot.waitUntil(skip.isEnabled)
    with qtbot.waitSignal(acting.ended):
        skip.trigger()
    qtbot.waitUntil(lambda: not acting._busy)
    assert "1 parcels are set aside." in person.read
    qtbot.waitUntil(lambda: column(window, Column.STAGE)[4] == "skipped")
    with gui_io_allowed():
        (entry,) = source.open_source(window.view.lies_at).reader().audit()
    assert (entry.action, entry.ids, entry.reason, entry.target) == ("skip", (1,), "ticket 88", "store/left")
    assert not window.commands["drain"].isEnabled()
    assert "Parcels can't do that." in window.commands["drain"].toolTip()


def test_no_other_backend_is_spoken_of(window: MainWindow, qtbot: Any) -> None:
    panels = window.view.panels
    for row in range(5):
        select(window, row, qtbot)
        assert OTHERS.search(words(window)) is None
    for n in range(panels.tabs.count()):
        panels.tabs.setCurrentIndex(n)
        assert OTHERS.search(words(window)) is None
    assert OTHERS.search("Connect to a Redis queue")
