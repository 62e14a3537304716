"""The way of an action: the proof that none reaches a source without a confirmed dialog, and what comes of it."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget

from qmonitor.gui import tasks
from qmonitor.gui.acting import Acting
from qmonitor.gui.actions import ACTIONS, Needs, Selection
from qmonitor.gui.banner import Notice
from qmonitor.gui.dialogs.confirm import Asked, Confirmation, ConfirmDialog, Veil
from qmonitor.gui.dialogs.question import QuestionDialog
from qmonitor.gui.dialogs.scope import ScopeDialog
from qmonitor.gui.masking import MASKED, Masking
from qmonitor.gui.settings import Settings
from qmonitor.queues.delivery.schema import OPTIONAL
from qmonitor.queues.model import Query
from qmonitor.queues.plan import ON_SOURCE, Plan
from tests.helpers import files
from tests.helpers.desk import HERE, Desk, by_id, open_desk, selection_for
from tests.helpers.guards.handles import gui_io_allowed

ACTING = [spec for spec in ACTIONS if spec.acts]


@pytest.fixture
def desk(tmp_path, qtbot, monkeypatch) -> Iterator[Desk]:
    with open_desk(tmp_path, qtbot, monkeypatch) as made:
        yield made


def prepare(desk: Desk, qtbot, spec) -> None:
    """Do what has to be done before, so that there is something to undo."""
    if spec.needs is Needs.UNDO:
        desk.person.confirms = True
        desk.do(qtbot, by_id("skip"), Selection(HERE, (2,)))
        desk.person.confirms = False
        desk.person.asked.clear()
    if spec.id == "optimise-undo":
        with gui_io_allowed(), files.opened(desk.path) as db:
            db.execute(OPTIONAL["qmonitor_enqueued"])


def content(desk: Desk) -> tuple[object, object]:
    """The messages, and the indexes."""
    with gui_io_allowed(), files.opened(desk.path) as db:
        names = "SELECT name FROM sqlite_master WHERE tbl_name = 'queue' AND type = 'index'"
        return files.rows(desk.path), set(db.execute(names).fetchall())


@pytest.mark.parametrize("spec", ACTING, ids=lambda spec: spec.id)
def test_nothing_reaches_the_source_before_its_dialog_is_accepted(desk, qtbot, spec):
    prepare(desk, qtbot, spec)
    before, acts = content(desk), desk.audit()

    desk.do(qtbot, spec, selection_for(spec))
    assert len(desk.person.asked) == 1
    assert content(desk) == before
    assert desk.audit() == acts

    desk.person.confirms = True
    desk.do(qtbot, spec, selection_for(spec))
    assert len(desk.person.asked) == 2
    assert content(desk) != before
    assert {action for action, _ in desk.audit()[len(acts) :]} == {spec.capability}
    assert desk.told[-1].key == "report"


@pytest.mark.parametrize(
    "spec",
    [s for s in ACTING if s.needs in (Needs.DESTINATION, Needs.SOURCE) and s.capability not in ON_SOURCE],
    ids=lambda s: s.id,
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
    assert notice.text == "Skipped 1 of 2 messages of lab/dest-01. 1 had changed meanwhile."
    assert notice.level == "warning"
    assert notice.buttons == (("undo", "Undo…"), ("report", "Details…"))


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
    assert desk.told[-1].text == "Skipped 1 of 3 messages of lab/dest-01. 2 could not be part of it."


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


def test_the_wait_for_another_program_is_said(desk, qtbot):
    desk.person.confirms = True
    with gui_io_allowed(), files.opened(desk.path) as db:
        db.execute("BEGIN IMMEDIATE")
        with qtbot.waitSignal(desk.acting.ended):
            desk.acting.start(by_id("skip"), Selection(HERE, (2,)))
            wait_for_run(desk, qtbot)
            progress = desk.acting._progress
            qtbot.waitUntil(lambda: progress._waits.isVisibleTo(progress))
            db.execute("ROLLBACK")
    assert files.states(desk.path)[2] == "skipped"


# -- undo --------------------------------------------------------------------------------------------------------


def test_undo_puts_back_exactly_what_was_changed(desk, qtbot):
    desk.person.confirms = True
    desk.do(qtbot, by_id("drain"), Selection(HERE))
    assert desk.told[-1].buttons == (("undo", "Undo…"),)
    assert desk.acting.can_undo
    desk.do(qtbot, by_id("undo"), Selection(HERE))
    plan = desk.person.asked[-1]
    assert (plan.action, [item for item, _ in plan.members]) == ("restore", [1, 2])
    assert desk.person.about[-1].undoes == "drain"
    assert files.states(desk.path) == {1: "pending", 2: "pending", 3: "failed", 4: "skipped", 5: "delivered"}
    assert not desk.acting.can_undo


def test_undo_stays_until_it_is_done_or_another_action_is(desk, qtbot):
    desk.person.confirms = True
    desk.do(qtbot, by_id("skip"), Selection(HERE, (2,)))
    desk.person.confirms = False
    desk.do(qtbot, by_id("undo"), Selection(HERE))
    desk.do(qtbot, by_id("retry-now"), Selection(HERE, (1,)))
    assert desk.acting.can_undo
    desk.person.confirms = True
    desk.do(qtbot, by_id("retry-now"), Selection(HERE, (1,)))
    assert not desk.acting.can_undo
    assert desk.told[-1].buttons == ()


def test_what_changed_nothing_has_no_undo(desk, qtbot, monkeypatch):
    def confirm_late(plan: Plan, *_: object) -> Confirmation:
        with gui_io_allowed(), files.opened(desk.path) as db:
            db.execute("UPDATE queue SET state='delivered' WHERE id=2")
        return Confirmation("tested")

    monkeypatch.setattr(ConfirmDialog, "ask", confirm_late)
    desk.do(qtbot, by_id("skip"), Selection(HERE, (2,)))
    assert not desk.acting.can_undo
    assert "undo" not in dict(desk.told[-1].buttons)


def test_a_closed_source_has_nothing_to_undo(desk, qtbot):
    desk.person.confirms = True
    desk.do(qtbot, by_id("skip"), Selection(HERE, (2,)))
    desk.acting.abandon()
    assert not desk.acting.can_undo


# -- all that match ----------------------------------------------------------------------------------------------


def test_all_that_match_are_frozen_when_it_is_planned(desk, qtbot, monkeypatch):
    def confirm_late(plan: Plan, parent: QWidget, asked: Asked) -> Confirmation:
        assert asked == Asked(query, 3, source=str(desk.path))
        with gui_io_allowed(), files.opened(desk.path) as db:
            files.insert(db, [{}])
        return Confirmation("tested")

    query = Query(channel=HERE.channel, destination=HERE.destination)
    monkeypatch.setattr(ConfirmDialog, "ask", confirm_late)
    desk.do(qtbot, by_id("skip"), Selection(HERE, query=query, count=3))
    assert files.states(desk.path) == {
        1: "skipped",
        2: "skipped",
        3: "skipped",
        4: "skipped",
        5: "delivered",
        6: "pending",
    }


def test_all_of_one_state_are_of_that_state_alone(desk, qtbot):
    desk.person.confirms = True
    desk.do(qtbot, by_id("retry-now"), Selection(HERE, query=Query(state="failed")))
    assert files.states(desk.path)[3] == "pending"
    assert desk.audit() == [("retry-now", 1)]


def test_what_was_chosen_from_a_stale_menu_is_refused_in_words(desk):
    desk.acting.refuse(by_id("skip"))
    assert desk.told[-1].text == (
        "Skip: nothing was done, because what was selected has changed meanwhile. Choose again."
    )


def test_a_policy_that_masks_saves_nothing_and_so_does_nothing(desk, qtbot, tmp_path):
    """Refused below the window, too: no dialog offers it then."""
    folder = tmp_path / "saved"
    folder.mkdir()
    desk.acting._masking = Masking(Settings(tmp_path), lambda *_: None, forced=True)
    desk.person.confirms, desk.person.folder = True, str(folder)
    desk.do(qtbot, by_id("erase"), Selection(HERE, (2,)))
    assert desk.person.about[-1].veil is Veil.FORCED
    assert "policy keeps names masked" in desk.told[-1].text
    assert list(folder.iterdir()) == []
    assert 2 in files.states(desk.path)


@pytest.mark.parametrize("on", [True, False])
def test_the_dialog_knows_whether_names_are_masked(desk, qtbot, tmp_path, on):
    settings = Settings(tmp_path)
    settings.set(MASKED, on)
    desk.acting._masking = Masking(settings, lambda *_: None)
    desk.do(qtbot, by_id("erase"), Selection(HERE, (2,)))
    assert desk.person.about[-1].veil is (Veil.ON if on else Veil.OFF)
