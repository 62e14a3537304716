"""Somebody wants to be forgotten: found by number in the real window, every row listed, confirmed, erased, and proven.

The window is the real one over its lanes; the dialog is typed into and pressed. Another process's engine is played by
a connection of its own, while the dialog is open.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel

from qmonitor.gui.dialogs.confirm import ConfirmDialog, to_type
from qmonitor.gui.dialogs.frame import Frame
from qmonitor.gui.main_window import MainWindow
from qmonitor.monitor.search import How
from qmonitor.queues import open_source
from tests.helpers import files
from tests.helpers.guards.handles import gui_io_allowed
from tests.helpers.notices import texts
from tests.helpers.searching import opened, search

NUMBER = "77QX4711"
HEAD = "MSH|^~\\&|HIS|N|R|S|20261129||ADT^A01|C|P|2.5.1\r"
LATE = {"attempts": 1, "last_attempt": "2026-11-01T08:00:00.000000000Z"}


def hl7(*segments: str) -> bytes:
    return (HEAD + "\r".join(segments) + "\r").encode()


HOLDING: tuple[dict[str, Any], ...] = (
    {"raw": hl7(f"PID|1||1^^^N^MR~{NUMBER}^^^N^PI||Exampel^Ann")},
    {"raw": hl7("PID|1||2", f"MRG|{NUMBER}"), "state": "delivered", "destination": "dest-02", **LATE},
    {"raw": f'{{"identifier": [{{"value": "{NUMBER}"}}]}}'.encode(), "state": "delivered", **LATE},
    {"raw": f'<p><id root="1" extension="{NUMBER}"/></p>'.encode(), "state": "failed", "attempts": 8},
    {"raw": hl7("PID|1||3", f"OBX|1|ST|X||{NUMBER}"), "state": "skipped", "channel": "adt"},
    {"raw": b"\xa1\x62id\x68" + NUMBER.encode()},
)
"""Ids 1 to 6: of every kind and state, for several destinations."""

OTHERS: tuple[dict[str, Any], ...] = (
    {"raw": hl7(f"PID|1||{NUMBER}0||Exampel^Ben")},
    {"raw": hl7(f"PID|1||X{NUMBER}")},
    {"raw": hl7("PID|1||4"), "state": "delivered", **LATE},
)
"""Ids 7 to 9: numbers that only begin or end alike."""


MARKS = (b"|", b"^", b'"', b"\r")
"""What ends a number in a payload."""


@dataclass
class Person:
    """Reads the plan, types a reason and the number of messages, and presses the button that does it."""

    while_it_is_read: Callable[[], None] = lambda: None
    read: list[str] = field(default_factory=list)

    def answer(self, dialog: Frame) -> int:
        assert isinstance(dialog, ConfirmDialog)
        dialog.show()
        self.read.append("\n".join(label.text() for label in dialog.findChildren(QLabel)))
        self.while_it_is_read()
        assert not dialog._confirm.isEnabled()
        QTest.keyClicks(dialog.reason, "asked for by letter")
        assert dialog.typed is not None
        assert not dialog._confirm.isEnabled()
        QTest.keyClicks(dialog.typed, to_type(dialog._plan))
        dialog._confirm.click()
        return dialog.result()


@dataclass
class Ward:
    """The window on the queue, who sits before it, and the file."""

    window: MainWindow
    person: Person
    path: Path
    qtbot: Any

    @property
    def finder(self) -> Any:
        return self.window.view.panels.finder

    def find(self) -> set[Any]:
        """The ids of all rows in which the number stands, as the list shows them."""
        self.window.commands["find-messages"].trigger()
        search(self.finder, self.qtbot, How.PERSON, NUMBER)
        return {self.finder.model.found(row).id for row in range(self.finder.model.rowCount())}

    def erase(self) -> None:
        """All that were found, as one action."""
        (erase,) = (action for action in self.finder._acts.actions() if action.data() == "erase")
        assert erase.isEnabled()
        with self.qtbot.waitSignal(self.window.view.acting.ended):
            erase.trigger()

    @property
    def told(self) -> str:
        return texts(self.window.view.banner)["report"]

    def acts(self) -> list[tuple[str, int, str, int]]:
        """What the audit has: action, messages, reason, and in how many parts, plan by plan."""
        with gui_io_allowed(), files.opened(self.path) as db:
            return db.execute(
                "SELECT action, sum(count), reason, count(*) FROM qmonitor_audit GROUP BY plan ORDER BY min(id)"
            ).fetchall()

    def left(self) -> set[int]:
        with gui_io_allowed():
            return set(files.states(self.path))

    def as_engine(self, *statements: str) -> None:
        with gui_io_allowed(), files.opened(self.path) as db:
            for statement in statements:
                db.execute(statement)

    def holds_the_number(self) -> bool:
        """Whether the bytes are anywhere in the file or its log: as a number of its own, not as part of another."""
        with gui_io_allowed():
            beside = [self.path, self.path.with_name(self.path.name + "-wal")]
            stored = b"".join(file.read_bytes() for file in beside if file.exists())
        return any(mark + NUMBER.encode() + end in stored for mark in (b"|", b"~", b'"', b"h") for end in MARKS)


@pytest.fixture
def ward(tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ward]:
    person = Person()

    def answered(dialog: QDialog) -> int:
        assert isinstance(dialog, Frame)
        return person.answer(dialog)

    monkeypatch.setattr(Frame, "exec", answered)
    with opened(tmp_path, qtbot, [*HOLDING, *OTHERS], masked=False) as window:
        yield Ward(window, person, tmp_path / "engine.db", qtbot)


def test_every_row_is_listed_confirmed_erased_as_one_action_and_nothing_is_left(ward: Ward) -> None:
    assert ward.find() == {1, 2, 3, 4, 5, 6}
    assert ward.finder._said.text() == "6 messages found; all 9 are searched."
    ward.erase()

    (read,) = ward.person.read
    assert "6 messages" in read
    assert "whatever their state" in read
    assert "Not delivered yet" in read
    assert ward.left() == {7, 8, 9}
    assert ward.acts() == [("erase", 6, "asked for by letter", 1)]
    assert ward.finder._said.text() == (
        "6 messages found; all 9 are searched. Messages were acted on since: search again to see what is left."
    )
    assert ward.find() == set()
    assert ward.finder._said.text() == "Nothing found; all 3 messages are searched."
    assert not ward.holds_the_number()
    with gui_io_allowed(), closing(open_source(ward.path).reader()) as reader:
        assert reader.verify_audit().intact


def test_what_was_confirmed_is_what_is_done(ward: Ward) -> None:
    """One that is delivered while the dialog is open, one that is gone, and one that comes: none of them is erased."""
    assert ward.find() == {1, 2, 3, 4, 5, 6}

    def engine_goes_on() -> None:
        ward.as_engine(
            "UPDATE queue SET state = 'delivered', attempts = 1 WHERE id = 1",
            "DELETE FROM queue WHERE id = 3",
            "INSERT INTO queue SELECT 10, channel, destination, control_id, message_type, raw, state, attempts,"
            " enqueued_at, next_attempt, last_attempt, last_error, reason FROM queue WHERE id = 6",
        )

    ward.person.while_it_is_read = engine_goes_on
    ward.erase()

    assert ward.left() == {1, 7, 8, 9, 10}
    assert ward.told.startswith("Erased 4 of 6 messages")
    assert "2 had changed meanwhile" in ward.told  # its details say which, and that one is gone
    assert ward.acts() == [("erase", 4, "asked for by letter", 1)]

    ward.person.while_it_is_read = lambda: None
    assert ward.find() == {1, 10}  # and the person is told so by looking again
    ward.erase()
    assert ward.find() == set()
    assert ward.left() == {7, 8, 9}
    assert [count for _action, count, _reason, _parts in ward.acts()] == [4, 2]


def test_what_changed_before_the_plan_was_made_is_in_it_as_it_is_then(ward: Ward) -> None:
    """The list is frozen by the search, the states by the plan that is read; the dialog tells how many are left."""
    assert ward.find() == {1, 2, 3, 4, 5, 6}
    ward.as_engine(
        "UPDATE queue SET state = 'delivered', attempts = 1 WHERE id IN (1, 6)", "DELETE FROM queue WHERE id = 2"
    )
    ward.erase()

    (read,) = ward.person.read
    assert "When they were selected 6 messages matched; 5 can be acted on so now." in read
    assert ward.left() == {7, 8, 9}
    assert ward.acts() == [("erase", 5, "asked for by letter", 1)]


def test_a_person_who_says_no_has_changed_nothing(ward: Ward, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Frame, "exec", lambda _dialog: QDialog.DialogCode.Rejected)
    ward.find()
    ward.erase()

    assert ward.left() == set(range(1, 10))
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        ward.acts()
