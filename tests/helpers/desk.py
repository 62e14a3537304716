"""An open source with its actions, and a person who answers the dialogs."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from qmonitor.gui import tasks
from qmonitor.gui.acting import Acting
from qmonitor.gui.actions import ACTIONS, Needs, Selection, Spec
from qmonitor.gui.banner import Notice
from qmonitor.gui.dialogs.confirm import Asked, Confirmation, ConfirmDialog
from qmonitor.gui.dialogs.scope import Scope, ScopeDialog, of
from qmonitor.gui.session import Session
from qmonitor.monitor.opening import Opener
from qmonitor.queues import times
from qmonitor.queues.model import Destination, Query
from qmonitor.queues.plan import Plan
from tests.helpers import files

HERE = Destination("lab", "dest-01")


def by_id(name: str) -> Spec:
    return next(spec for spec in ACTIONS if spec.id == name)


@dataclass
class Person:
    """Answers the dialogs as told, and notes what it was asked."""

    confirms: bool = False
    folder: str | None = None
    scope: Scope | None = None
    asked: list[Plan] = field(default_factory=list)
    about: list[Asked | None] = field(default_factory=list)
    scoped: list[str] = field(default_factory=list)

    def confirm(self, plan: Plan, parent: QWidget | None = None, asked: Asked | None = None) -> Confirmation | None:
        self.asked.append(plan)
        self.about.append(asked)
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


@contextmanager
def open_desk(folder: Path, qtbot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A desk on a new file of `ROWS`."""
    path = files.queue(folder / "engine.db", ROWS)
    with open_at(str(path), qtbot, monkeypatch) as made:
        yield made


@contextmanager
def open_at(target: str, qtbot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A desk on whatever lies there."""
    person = Person()
    monkeypatch.setattr(ConfirmDialog, "ask", person.confirm)
    monkeypatch.setattr(ScopeDialog, "ask", person.choose)
    window = QWidget()
    qtbot.addWidget(window)
    session = Session(Opener(target), interval_ms=200)
    acting = Acting(session, window, read_only=False)
    made = Desk(Path(target), session, acting, person)
    acting.told.connect(made.told.append)
    with qtbot.waitSignal(session.opened):
        session.start()
    yield made
    acting.abandon()
    session.retire()
    assert tasks.stop(session.lanes)


def selection_for(spec: Spec) -> Selection:
    """What the action can be done to, among `ROWS`."""
    items = (MEMBER[spec.id],) if spec.needs in (Needs.ITEMS, Needs.ONE_ITEM) else ()
    return Selection(HERE, items)
