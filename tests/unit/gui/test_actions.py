"""The table of actions, and the proof that none of it reaches a source without a confirmed dialog."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from qmonitor.gui import tasks
from qmonitor.gui.acting import Acting
from qmonitor.gui.actions import ACTIONS, Actions, Needs, Place, Selection, Spec, obstacle
from qmonitor.gui.banner import Notice
from qmonitor.gui.dialogs.confirm import Confirmation, ConfirmDialog
from qmonitor.gui.dialogs.question import QuestionDialog
from qmonitor.gui.dialogs.scope import Scope, ScopeDialog, of
from qmonitor.gui.session import Opener, Session
from qmonitor.monitor.operations import STATES
from qmonitor.queues import times
from qmonitor.queues.delivery.acts import ACTS
from qmonitor.queues.model import Destination, Query
from qmonitor.queues.plan import Plan
from qmonitor.queues.source import ACTIONS as NAMES
from qmonitor.queues.words import phrase
from tests.helpers import files
from tests.helpers.guards.handles import gui_io_allowed

HERE = Destination("lab", "dest-01")
ACTING = [spec for spec in ACTIONS if spec.acts]
ABLE = dict.fromkeys(NAMES)


def by_id(name: str) -> Spec:
    return next(spec for spec in ACTIONS if spec.id == name)


def test_every_action_of_a_source_is_in_the_table_and_every_id_is_its_own():
    assert {spec.capability for spec in ACTING} == set(NAMES)
    assert len({spec.id for spec in ACTIONS}) == len(ACTIONS)


def test_states_are_those_of_the_queue_itself():
    assert {name: frozenset(act.states) for name, act in ACTS.items() if act.states} == STATES


def test_purge_says_what_it_reaches_and_stands_with_no_destination():
    purge = by_id("purge")
    assert "of all destinations" in purge.text
    assert purge.places == Place.FILE


def test_shortcuts_are_told_apart():
    shortcuts = [spec.shortcut for spec in ACTIONS if spec.shortcut]
    assert len(set(shortcuts)) == len(shortcuts)


@pytest.mark.parametrize("spec", ACTING, ids=lambda spec: spec.id)
def test_an_action_needs_a_source_that_can_do_it(spec):
    everything = Selection(HERE, (1,), frozenset(), undo=True)
    assert obstacle(spec, everything, None) is not None
    assert obstacle(spec, everything, {}) is not None
    assert obstacle(spec, everything, ABLE) is None
    because = phrase("The file can't be written.")
    assert obstacle(spec, everything, ABLE | {spec.capability: because}) is because


@pytest.mark.parametrize(
    ("name", "selection", "usable"),
    [
        ("skip", Selection(HERE), False),
        ("skip", Selection(HERE, (1,), frozenset({"pending"})), True),
        ("skip", Selection(HERE, (1,), frozenset({"delivered"})), False),
        ("skip", Selection(HERE, (1, 2), frozenset({"delivered", "failed"})), True),
        ("skip", Selection(HERE, (1,)), True),
        ("restore", Selection(HERE, (1,), frozenset({"pending"})), False),
        ("remove", Selection(HERE, (1,), frozenset({"pending"})), False),
        ("resend", Selection(HERE, (1,)), True),
        ("resend", Selection(HERE, (1, 2)), False),
        ("resend", Selection(HERE, (1,), frozenset({"pending"})), False),
        ("resend", Selection(HERE, (1,), frozenset({"failed"})), True),
        ("erase", Selection(HERE, (1,), frozenset({"odd"})), True),
        ("drain", Selection(None, (1,)), False),
        ("drain", Selection(HERE), True),
        ("purge", Selection(), True),
    ],
)
def test_what_is_selected_decides(name, selection, usable):
    assert (obstacle(by_id(name), selection, ABLE) is None) is usable


def test_read_only_has_no_entry_that_acts(qtbot):
    owner = QObject()
    commands = Actions(owner, read_only=True)
    offered = {action.data() for place in Place for action in commands.at(place)}
    assert "open" in offered
    assert not offered & {spec.id for spec in ACTING}
    assert not any(spec.id in commands for spec in ACTING)


def test_a_disabled_entry_says_why(qtbot):
    owner = QObject()
    commands = Actions(owner, read_only=False)
    commands.update(Selection(HERE), ABLE)
    assert commands["drain"].isEnabled()
    assert not commands["skip"].isEnabled()
    assert commands["skip"].toolTip() == "Select messages first."
    commands.update(Selection(HERE, (5,)), ABLE)
    assert commands["skip"].isEnabled()
    assert "Ctrl+K" in commands["skip"].toolTip()


def test_choosing_an_entry_tells_which(qtbot):
    owner = QObject()
    commands = Actions(owner, read_only=False)
    chosen: list[str] = []
    commands.chosen.connect(lambda spec: chosen.append(spec.id))
    commands.update(Selection(HERE), ABLE)
    commands["drain"].trigger()
    commands["range-3600"].trigger()
    assert chosen == ["drain", "range-3600"]


# -- the walk ----------------------------------------------------------------------------------------------------


@dataclass
class Person:
    """Answers the dialogs as told, and notes what it was asked."""

    confirms: bool = False
    folder: str | None = None
    scope: Scope | None = None
    asked: list[Plan] = field(default_factory=list)
    scoped: list[str] = field(default_factory=list)

    def confirm(self, plan: Plan, parent: QWidget | None = None, **_: object) -> Confirmation | None:
        self.asked.append(plan)
        return Confirmation("tested", self.folder) if self.confirms else None

    def choose(self, action: str, destination: Destination | None, *_: object) -> Scope | None:
        self.scoped.append(action)
        if self.scope is not None:
            return self.scope
        before = times.parse("2027-01-01T00:00:00Z") if action == "purge" else None
        return Scope(Query() if destination is None else of(destination), before=before)


@dataclass
class Desk:
    """A session on a real file, and what its actions told."""

    path: Path
    session: Session
    acting: Acting
    person: Person
    told: list[Notice] = field(default_factory=list)

    def audit(self) -> list[tuple[str, int]]:
        with files.opened(self.path) as db:
            try:
                return db.execute("SELECT action, count FROM qmonitor_audit ORDER BY id").fetchall()
            except sqlite3.OperationalError:
                return []

    def do(self, qtbot, spec: Spec, selection: Selection, **more) -> None:
        with qtbot.waitSignal(self.acting.ended):
            self.acting.start(spec, selection, **more)


ROWS = [
    {"state": "pending", "attempts": 3},
    {"state": "pending"},
    {"state": "failed"},
    {"state": "skipped"},
    {"state": "delivered", "last_attempt": "2026-11-29T08:01:00Z"},
]
MEMBER = {"retry-now": 1, "skip": 1, "restore": 4, "resend": 5, "remove": 3, "erase": 2}


@pytest.fixture
def desk(tmp_path, qtbot, monkeypatch) -> Iterator[Desk]:
    path = files.queue(tmp_path / "engine.db", ROWS)
    person = Person()
    monkeypatch.setattr(ConfirmDialog, "ask", person.confirm)
    monkeypatch.setattr(ScopeDialog, "ask", person.choose)
    window = QWidget()
    qtbot.addWidget(window)
    session = Session(Opener(str(path)), interval_ms=200)
    acting = Acting(session, window, read_only=False)
    made = Desk(path, session, acting, person)
    acting.told.connect(made.told.append)
    with qtbot.waitSignal(session.opened):
        session.start()
    yield made
    session.retire()
    assert tasks.stop(session.lanes)


def selection_for(spec: Spec) -> Selection:
    items = (MEMBER[spec.id],) if spec.needs in (Needs.ITEMS, Needs.ONE_ITEM) else ()
    return Selection(HERE, items)


@pytest.mark.parametrize("spec", ACTING, ids=lambda spec: spec.id)
def test_nothing_reaches_the_source_before_its_dialog_is_accepted(desk, qtbot, spec):
    before = files.rows(desk.path)

    desk.do(qtbot, spec, selection_for(spec))
    assert len(desk.person.asked) == 1
    assert files.rows(desk.path) == before
    assert desk.audit() == []

    desk.person.confirms = True
    desk.do(qtbot, spec, selection_for(spec))
    assert len(desk.person.asked) == 2
    assert files.rows(desk.path) != before
    assert [action for action, _ in desk.audit()] == [spec.capability]
    assert desk.told[-1].key == "report"


@pytest.mark.parametrize(
    "spec", [s for s in ACTING if s.needs not in (Needs.ITEMS, Needs.ONE_ITEM)], ids=lambda s: s.id
)
def test_no_plan_is_made_before_its_scope_is_accepted(desk, qtbot, monkeypatch, spec):
    monkeypatch.setattr(ScopeDialog, "ask", lambda *_: None)
    desk.person.confirms = True
    with qtbot.waitSignal(desk.acting.ended):
        desk.acting.start(spec, selection_for(spec))
    assert desk.person.asked == []
    assert desk.audit() == []


def test_what_was_confirmed_is_what_is_done(desk, qtbot, monkeypatch):
    def confirm_late(plan: Plan, *_: object, **__: object) -> Confirmation:
        with gui_io_allowed(), files.opened(desk.path) as db:  # the engine goes on while the dialog is open
            db.execute("UPDATE queue SET state='delivered' WHERE id=1")
            files.insert(db, [{}])
        return Confirmation("tested")

    monkeypatch.setattr(ConfirmDialog, "ask", confirm_late)
    desk.do(qtbot, by_id("drain"), Selection(HERE))
    assert files.states(desk.path) == {
        1: "delivered",
        2: "skipped",
        3: "failed",
        4: "skipped",
        5: "delivered",
        6: "pending",
    }
    notice = desk.told[-1]
    assert notice.text == "Drain: 1 of 2 done. 1 had changed by the time and was left alone."
    assert notice.level == "warning"
    assert notice.buttons == (("report", "Details…"),)


def test_messages_are_saved_before_they_are_erased(desk, qtbot, tmp_path):
    (raw,) = files.rows(desk.path, "raw", "id=2")[0]
    folder = tmp_path / "saved"
    folder.mkdir()
    desk.person.confirms, desk.person.folder = True, str(folder)
    desk.do(qtbot, by_id("erase"), Selection(HERE, (2,)))
    assert [file.name for file in folder.iterdir()] == ["2.bin"]
    assert (folder / "2.bin").read_bytes() == raw
    assert 2 not in files.states(desk.path)


def test_what_can_not_be_saved_is_not_erased(desk, qtbot, tmp_path):
    folder = tmp_path / "saved"
    folder.mkdir()
    (folder / "2.bin").write_bytes(b"somebody else's")
    desk.person.confirms, desk.person.folder = True, str(folder)
    desk.do(qtbot, by_id("erase"), Selection(HERE, (2,)))
    assert 2 in files.states(desk.path)
    assert desk.audit() == []
    assert desk.told[-1].level == "danger"
    assert "2.bin" in desk.told[-1].text
    assert (folder / "2.bin").read_bytes() == b"somebody else's"


def test_an_action_on_nothing_asks_nothing(desk, qtbot):
    desk.do(qtbot, by_id("restore"), Selection(HERE, (1,)))
    assert desk.person.asked == []
    assert desk.told[-1].level == "warning"


def test_a_second_action_waits_for_the_first(desk, qtbot):
    desk.acting.start(by_id("skip"), Selection(HERE, (1,)))
    with qtbot.waitSignal(desk.acting.ended):
        desk.acting.start(by_id("skip"), Selection(HERE, (2,)))
    assert desk.told[0].text == "Another action is still under way."
    assert len(desk.person.asked) == 1


def test_read_only_refuses_even_what_no_button_offers(desk, qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    acting = Acting(desk.session, window, read_only=True)
    told: list[Notice] = []
    acting.told.connect(told.append)
    with qtbot.waitSignal(acting.ended):
        acting.start(by_id("skip"), Selection(HERE, (1,)))
    assert "read-only" in told[0].text
    assert desk.person.asked == []
    assert desk.audit() == []


def test_what_the_engine_reverses_is_told(desk, qtbot):
    desk.person.confirms = True
    desk.do(qtbot, by_id("skip"), Selection(HERE, (2,)))
    with qtbot.waitSignal(desk.session.reversed):
        with files.opened(desk.path) as db:
            db.execute("UPDATE queue SET state='pending' WHERE id=2")
    assert desk.told[-1].key == "reversed"
    assert "2 (pending)" in desk.told[-1].text


def test_what_is_delivered_all_the_same_is_told(desk, qtbot):
    desk.person.confirms = True
    desk.do(qtbot, by_id("skip"), Selection(HERE, (2,)))
    with qtbot.waitSignal(desk.session.reversed):
        with files.opened(desk.path) as db:
            db.execute("UPDATE queue SET state='delivered' WHERE id=2")
    assert desk.told[-1].text == "Delivered all the same, because the engine was just sending: 2."


def test_what_the_user_does_next_is_no_reversal(desk, qtbot):
    desk.person.confirms = True
    for name in ("retry-now", "skip", "restore", "skip"):
        desk.do(qtbot, by_id(name), Selection(HERE, (2,)))
    with files.opened(desk.path) as db:  # a real one of another item, so that the watches are known to look
        db.execute("UPDATE queue SET state='delivered' WHERE id=1")
    desk.do(qtbot, by_id("skip"), Selection(HERE, (3,)))
    with qtbot.waitSignal(desk.session.reversed) as told:
        with files.opened(desk.path) as db:
            db.execute("UPDATE queue SET state='pending' WHERE id=3")
    assert [one.item for one in told.args[0]] == [3]
    assert [notice.key for notice in desk.told].count("reversed") == 1


def test_what_could_not_be_part_of_it_is_told_apart(desk, qtbot):
    desk.person.confirms = True
    desk.do(qtbot, by_id("skip"), Selection(HERE, (2, 5, 99)))
    assert desk.told[-1].text == "Skip: 1 of 3 done. 2 could not be part of it."


def wait_for_run(desk: Desk, qtbot) -> None:
    qtbot.waitUntil(lambda: getattr(desk.session.write._desk.running, "key", "") == "run")


def test_stopped_while_it_was_planned_nothing_is_asked(desk, qtbot):
    with qtbot.waitSignal(desk.acting.ended):
        desk.acting.start(by_id("skip"), Selection(HERE, (2,)))
        desk.acting._on_stop_requested()
    assert desk.person.asked == []
    assert desk.told[-1].text == "Stopped. Nothing was changed."


def test_stop_ends_the_wait_for_another_program(desk, qtbot):
    desk.person.confirms = True
    with gui_io_allowed(), files.opened(desk.path) as db:
        db.execute("BEGIN IMMEDIATE")
        desk.acting.start(by_id("skip"), Selection(HERE, (2,)))
        wait_for_run(desk, qtbot)
        with qtbot.waitSignal(desk.acting.ended, timeout=3000):
            desk.acting._on_stop_requested()
        db.execute("ROLLBACK")
    assert desk.told[-1].text == "Stopped while waiting for another program. What was done before stays done."
    assert files.states(desk.path)[2] == "pending"


def test_closing_ends_the_wait_for_another_program(desk, qtbot):
    desk.person.confirms = True
    with gui_io_allowed(), files.opened(desk.path) as db:
        db.execute("BEGIN IMMEDIATE")
        desk.acting.start(by_id("skip"), Selection(HERE, (2,)))
        wait_for_run(desk, qtbot)
        desk.session.retire()
        assert tasks.stop(desk.session.lanes)
        db.execute("ROLLBACK")
    assert files.states(desk.path)[2] == "pending"


def test_a_plan_is_given_up_only_once_that_was_said(desk, qtbot, monkeypatch):
    answers = []
    monkeypatch.setattr(QuestionDialog, "ask", lambda *_: answers.append(1) or False)
    with qtbot.waitSignal(desk.acting.ended):
        desk.acting.discard("some plan")
    assert answers == [1]
    assert desk.told == []


def test_stopped_while_saving_nothing_is_erased(desk, qtbot, tmp_path):
    folder = tmp_path / "saved"
    folder.mkdir()
    desk.person.confirms, desk.person.folder = True, str(folder)
    with files.opened(desk.path) as db:
        ids = tuple(files.insert(db, [{} for _ in range(1000)]))
    stop = desk.acting._on_stop_requested
    desk.session.act_progressed.connect(stop)
    desk.do(qtbot, by_id("erase"), Selection(HERE, ids))
    assert "topped" in desk.told[-1].text
    assert len(list(folder.iterdir())) < 1000
    assert desk.audit() == []
    assert set(ids) <= set(files.states(desk.path))
