"""Dead letters in the real window, over its lanes: watched, read, skipped as whole rows, restored, and told of.

The file is the daemon's: it is written byte for byte as the format is described, and looked into by a connection of its
own. Dialogs are read and typed into.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel, QTableWidget

from qmonitor.gui.dialogs.confirm import ConfirmDialog, to_type
from qmonitor.gui.dialogs.frame import Frame
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.messages.columns import Column
from qmonitor.queues.model import Destination, State
from tests.helpers import deadletter as made
from tests.helpers import files
from tests.helpers.guards.handles import gui_io_allowed
from tests.helpers.searching import opened_file

DAY = 86_400 * made.NS
CANARY = "Quillfeather"


def ago(days: float) -> int:
    return time.time_ns() - int(days * DAY)


def letter(days: float, **more: Any) -> bytes:
    return made.message(ago(days), username="ann", **more)


def letters(path: Path) -> made.Table:
    """Two queues: a row of three messages and one that is dropped soon, and a row that can't be decoded."""
    table = made.Table(path)
    table.add("grades", ago(28), letter(28, subject=f"Grade of {CANARY}", code=3))
    table.add("grades", ago(9), *(letter(9 - n, subject=f"Part {n} of {CANARY}", code=n) for n in range(3)))
    table.put(made.key("mail", ago(2)), made.BROKEN["a map"])
    table.add("mail", ago(1), letter(1))
    table.digests(5, like="grades")
    return table


@dataclass
class Person:
    """Reads a dialog, gives a reason, types what is to be typed, and presses the button that does it."""

    confirms: bool = True
    read: list[str] = field(default_factory=list)
    listed: list[list[str]] = field(default_factory=list)

    def answer(self, dialog: QDialog) -> int:
        assert isinstance(dialog, ConfirmDialog)
        dialog.show()
        self.read.append("\n".join(label.text() for label in dialog.findChildren(QLabel)))
        table = dialog.findChild(QTableWidget, "parts")
        if table is not None:
            rows = range(table.rowCount())
            self.listed = [[table.item(row, column).text() for column in (0, 2)] for row in rows]
        if not self.confirms:
            return QDialog.DialogCode.Rejected
        QTest.keyClicks(dialog.reason, "ticket 88")
        if dialog.typed is not None:
            QTest.keyClicks(dialog.typed, to_type(dialog._plan))
        dialog._confirm.click()
        return dialog.result()


@dataclass
class Desk:
    """The window on the file, and who sits before it."""

    window: MainWindow
    person: Person
    path: Path
    qtbot: Any

    @property
    def panels(self) -> Any:
        return self.window.view.panels

    def turn_to(self, queue: str, state: State | None = State.PENDING) -> None:
        self.panels.destinations.select(Destination("dead-letter", queue))
        self.panels.messages.filters.chips[state].click()
        self.settle()

    def settle(self) -> None:
        messages = self.panels.messages
        self.qtbot.waitUntil(lambda: messages.model.window.fresh and not messages.pages.busy)

    def select(self, row: int) -> None:
        self.panels.messages.table.selectRow(row)
        wanted = self.panels.messages.model.item(row).id
        looking = self.panels.inspector.looking
        self.qtbot.waitUntil(lambda: looking.content is not None and looking.content.item == wanted)

    def act(self, name: str) -> None:
        self.qtbot.waitUntil(self.window.commands[name].isEnabled)
        with self.qtbot.waitSignal(self.window.view.acting.ended):
            self.window.commands[name].trigger()
        self.qtbot.waitUntil(lambda: not self.window.view.acting._busy)

    def cells(self, column: Column) -> list[str]:
        model = self.panels.messages.model
        return [model.cells.words(model.item(row), column) for row in range(model.rowCount())]

    def stored(self) -> list[tuple[bytes, bytes, int | None]]:
        with gui_io_allowed():
            return made.stored(self.path)

    def audit(self) -> list[tuple[str, int]]:
        with gui_io_allowed(), files.opened(self.path) as db:
            return db.execute("SELECT action, count FROM qmonitor_audit ORDER BY id").fetchall()

    def words(self) -> str:
        """Everything that labels of the inspector say."""
        return "\n".join(label.text() for label in self.panels.inspector.findChildren(QLabel))


@pytest.fixture
def desk(tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    person = Person()
    monkeypatch.setattr(Frame, "exec", lambda dialog: person.answer(dialog))
    path = letters(tmp_path / "letters.db").write()
    with opened_file(tmp_path, qtbot, path) as window:
        yield Desk(window, person, path, qtbot)


def test_a_queue_is_judged_as_what_it_is(desk: Desk) -> None:
    standing = desk.window.view.standing
    desk.qtbot.waitUntil(lambda: len(standing.names) == 2)
    grades, mail = Destination("dead-letter", "grades"), Destination("dead-letter", "mail")

    assert str(standing.status(grades).reason).startswith("the oldest is dropped in 1 day, 23:")
    assert str(standing.status(mail).reason) == "the daemon tries again by itself"
    desk.turn_to("grades")
    shown = desk.panels.messages.table.columns.in_order()
    assert shown == [Column.HEAD, Column.ID, Column.TYPE, Column.AGE, Column.DROPPED, Column.ERROR]
    assert desk.cells(Column.TYPE) == ["final grade", "grade", "exam", "reading"]
    assert desk.cells(Column.DROPPED)[0].startswith("1 d 23:")
    assert desk.panels.messages.filters.chips[State.DELIVERED].isHidden()


def test_one_alert_a_queue_and_none_for_its_age(desk: Desk) -> None:
    alerting, view = desk.window.alerting, desk.window.view
    desk.qtbot.waitUntil(lambda: len(alerting.open(view.lies_at)) == 2)

    found = {(str(alert.destination), alert.rule.id) for alert in alerting.open(view.lies_at)}
    assert found == {("dead-letter/grades", "near-limit-warning"), ("dead-letter/mail", "failed-warning")}
    assert desk.panels.alerts.summary == "2 alerts open. 6 rules do not apply to dead letters."


def test_masked_nothing_of_a_person_is_seen_in_any_view(desk: Desk) -> None:
    desk.turn_to("grades")
    desk.select(0)
    views = desk.panels.inspector.views
    for tab in ("letter", "structure", "text", "hex", "details"):
        views.pages.turn_to(tab)
        desk.qtbot.waitUntil(lambda: desk.panels.inspector.looking.content is not None)
    seen = [desk.words(), views.pages.text.edit.toPlainText(), desk.window.windowTitle()]

    assert not any(CANARY in one or "ann" in one.split() for one in seen)
    assert "final grade (code 3)" in seen[0]
    assert '"Code": 3' in seen[1]
    desk.window.commands["masked"].trigger()
    desk.qtbot.waitUntil(lambda: not desk.window.masking.on)
    views.pages.turn_to("letter")
    desk.qtbot.waitUntil(lambda: f"Grade of {CANARY}" in desk.words())


def test_a_skip_takes_the_whole_row_which_the_dialog_lists_and_an_undo_brings_it_back(desk: Desk) -> None:
    before = desk.stored()
    desk.turn_to("grades")
    desk.select(2)
    desk.act("skip")

    (read,) = desk.person.read
    assert read.startswith("3 messages for dead-letter/grades will not be sent, unless they are restored.")
    assert "A row holds several messages: all of them are part of this." in read
    assert "What it has fetched already" in read or "what it has fetched already" in read
    assert desk.person.listed == [
        ["grade", "1 of 3, comes with it"], ["exam", "2 of 3"], ["reading", "3 of 3, comes with it"]
    ]  # fmt: skip
    assert len(desk.stored()) == len(before) - 1
    assert desk.audit() == [("skip", 3)]
    desk.turn_to("grades", State.SKIPPED)
    desk.qtbot.waitUntil(lambda: desk.panels.messages.model.rowCount() == 3)
    desk.select(0)
    assert desk.panels.inspector.case.text().startswith("Skipped by ")

    desk.act("undo")
    assert desk.stored() == before
    assert desk.audit() == [("skip", 3), ("restore", 3)]


def test_retry_now_is_off_and_says_why(desk: Desk) -> None:
    desk.turn_to("grades")
    desk.select(0)
    desk.qtbot.waitUntil(desk.window.commands["skip"].isEnabled)

    retry = desk.window.commands["retry-now"]
    assert not retry.isEnabled()
    assert "This queue has no schedule: the daemon tries all of it again by itself." in retry.toolTip()
    for name in ("skip", "drain", "erase"):
        assert desk.window.commands[name].isEnabled(), name
    for name in ("resend", "remove", "purge"):
        assert not desk.window.commands[name].isEnabled(), name


def test_a_row_that_can_not_be_decoded_is_shown_by_its_bytes_and_can_be_put_aside(desk: Desk) -> None:
    desk.turn_to("mail", State.FAILED)
    desk.qtbot.waitUntil(lambda: desk.panels.messages.model.rowCount() == 1)
    desk.select(0)
    inspector = desk.panels.inspector

    assert inspector.title.text() == "Row that can't be decoded"
    assert "It is kept as it stands, and blocks nothing." in inspector.case.text()
    assert inspector.looking.content.raw == made.BROKEN["a map"]
    desk.act("skip")
    assert "1 of them can't be decoded." in desk.person.read[0]
    assert made.BROKEN["a map"] not in [value for _, value, _ in desk.stored()]


def test_no_changes_nothing(desk: Desk) -> None:
    desk.person.confirms = False
    before = desk.stored()
    desk.turn_to("grades")
    desk.select(1)
    desk.act("skip")
    assert desk.stored() == before


def test_looking_at_every_message_leaves_every_byte_as_it_was(desk: Desk) -> None:
    before = desk.stored()
    for queue, state in (("grades", State.PENDING), ("mail", State.PENDING), ("mail", State.FAILED)):
        desk.turn_to(queue, state)
        desk.qtbot.waitUntil(lambda: desk.panels.messages.model.rowCount() > 0)
        for row in range(desk.panels.messages.model.rowCount()):
            desk.select(row)
            for tab in ("structure", "text", "details", "hex"):
                desk.panels.inspector.views.pages.turn_to(tab)
    assert desk.stored() == before
