"""Optimise in the window: the figures before it, the percentage while it runs, what came of it, and the way back."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from qmonitor.gui.acting import Acting
from qmonitor.gui.actions import Selection
from qmonitor.gui.dialogs.confirm import Asked, ConfirmDialog
from qmonitor.gui.dialogs.progress import ProgressDialog
from qmonitor.gui.dialogs.report import ReportDialog, summary
from qmonitor.queues import open_source
from qmonitor.queues.delivery.schema import OPTIONAL
from qmonitor.queues.plan import PRESENT, Plan, Report
from tests.helpers import files
from tests.helpers.accessible import assert_accessible
from tests.helpers.desk import Desk, by_id, open_desk
from tests.helpers.guards.handles import gui_io_allowed

OPTIMISE, UNDO = by_id("optimise"), by_id("optimise-undo")


@pytest.fixture
def desk(tmp_path, qtbot, monkeypatch) -> Iterator[Desk]:
    with open_desk(tmp_path, qtbot, monkeypatch) as made:
        yield made


@pytest.fixture
def plan(tmp_path) -> Plan:
    with gui_io_allowed():
        admin = open_source(files.queue(tmp_path / "q.db", [{}] * 3)).admin()
        made = admin.plan("optimise", ())
        admin.close()
    return made


def shown(dialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


def built(desk: Desk) -> set[str]:
    with gui_io_allowed(), files.opened(desk.path) as db:
        found = db.execute("SELECT name FROM sqlite_master WHERE name LIKE 'qmonitor_%'").fetchall()
    return {name for (name,) in found} & OPTIONAL.keys()


def report(plan: Plan, **more) -> Report:
    given = {"action": "optimise", "plan": plan.id, "actor": "ann@ward-7", "confirmed": 2, "done": 2} | more
    return Report(**given)


def test_the_dialog_shows_figures_of_the_file_and_none_of_messages(qtbot, plan):
    dialog = ConfirmDialog(plan, asked=Asked(source="/srv/engine/queue.db"))
    qtbot.addWidget(dialog)
    dialog.show()
    assert_accessible(dialog)
    said = shown(dialog)
    assert said.startswith("3 indexes are added to the file")
    for label in ("Source", "Indexes", "The engine can't write", "Called off after", "The file grows by"):
        assert label in said.splitlines()
    for word in ("Not delivered yet", "Head of the queue", "Oldest", "Newest"):
        assert word not in said
    confirm, cancel = (dialog.findChild(QPushButton, name) for name in ("confirm", "cancel"))
    assert (confirm.text(), confirm.isEnabled(), cancel.isDefault()) == ("Optimise", False, True)
    dialog.reason.setText("looks are slow")
    assert confirm.isEnabled()


def test_undo_is_named_after_what_it_undoes(qtbot, plan):
    dialog = ConfirmDialog(replace(plan, action="optimise-undo"), asked=Asked(undoes="optimise"))
    qtbot.addWidget(dialog)
    assert dialog.windowTitle() == "Undo: Optimise"
    assert dialog.findChild(QPushButton, "confirm").text() == "Undo optimisation"


def test_progress_is_a_percentage(qtbot):
    dialog = ProgressDialog("Optimise", of_messages=False)
    qtbot.addWidget(dialog)
    dialog.show_progress(437, 1000)
    assert "43 % done" in shown(dialog)
    assert "messages" not in shown(dialog)


def test_the_report_names_the_indexes(qtbot, plan):
    dialog = ReportDialog(plan, report(plan))
    qtbot.addWidget(dialog)
    assert "Indexes\nqmonitor_attempts, qmonitor_enqueued" in shown(dialog)


def test_what_came_of_it_in_sentences(qapp, plan):
    assert summary(plan, report(plan)) == "Built 2 indexes."
    assert summary(plan, report(plan, done=1, left=1)) == "Built 1 of 2 indexes. Stopped: 1 was not reached."
    assert summary(plan, report(plan, done=0, left=2)) == "No index was built. Stopped: 2 were not reached."
    taken = report(plan, action="optimise-undo", unchanged=(("qmonitor_attempts", PRESENT),))
    assert summary(plan, taken) == "Took out 2 indexes. 1 had changed meanwhile."


def test_it_is_done_and_taken_back_from_the_strip(desk, qtbot):
    desk.person.confirms = True
    desk.do(qtbot, OPTIMISE, Selection())
    assert built(desk) == OPTIONAL.keys()
    assert desk.person.scoped == []
    notice = desk.told[-1]
    assert notice.text.startswith("Built 3 indexes. qmonitor_attempts: the engine could not write for ")
    assert (notice.level, notice.buttons) == ("info", (("undo", "Undo…"),))
    with qtbot.waitSignal(desk.acting.ended):
        desk.acting.undo()
    assert desk.person.about[-1].undoes == "optimise"
    assert [name for name, _ in desk.person.asked[-1].members] == list(OPTIONAL)
    assert built(desk) == set()
    assert desk.told[-1].text.startswith("Took out 3 indexes.")
    assert not desk.acting.can_undo
    assert [action for action, _ in desk.audit()] == ["optimise"] * 3 + ["optimise-undo"] * 3


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (OPTIMISE, "The file has these indexes already: there is nothing to optimise."),
        (UNDO, "The file has no index of qmonitor: there is nothing to take away."),
    ],
    ids=lambda value: getattr(value, "id", ""),
)
def test_where_there_is_nothing_to_do_that_is_said_calmly(desk, qtbot, spec, said):
    if spec is OPTIMISE:
        with gui_io_allowed(), files.opened(desk.path) as db:
            for statement in OPTIONAL.values():
                db.execute(statement)
    desk.do(qtbot, spec, Selection())
    assert desk.person.asked == []
    assert (desk.told[-1].text, desk.told[-1].level) == (said, "info")


def test_what_is_refused_says_why(desk, qtbot):
    with gui_io_allowed(), files.opened(desk.path) as db:
        db.execute("DROP INDEX queue_state")
    desk.do(qtbot, OPTIMISE, Selection())
    assert desk.person.asked == []
    assert "The file lacks an index that engines make, queue_state" in desk.told[-1].text


def test_other_messages_in_the_window_matter_nothing_to_it(desk, qtbot, monkeypatch):
    """It is about the file: what is selected is neither asked for nor touched."""
    started = []
    monkeypatch.setattr(Acting, "_ask_scope", lambda *given: started.append(given))
    desk.person.confirms = True
    before = files.rows(desk.path)
    desk.do(qtbot, OPTIMISE, Selection(ids=(1, 2)))
    assert started == []
    assert files.rows(desk.path) == before
