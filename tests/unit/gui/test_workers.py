"""The workers tab: every state in words, attempts line by line, and nothing moves under the pointer."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QToolButton

from qmonitor.gui import text
from qmonitor.gui.workers import WorkersPanel, summary, words
from qmonitor.gui.workers.attempts import AttemptsColumn, AttemptsModel, AttemptsTable
from qmonitor.gui.workers.model import Column, WorkersModel
from qmonitor.gui.workers.row import Row
from qmonitor.monitor.running.model import Attempt, Offer, Outcome, Post
from qmonitor.queues import times
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Destination
from qmonitor.queues.sending import Policy
from qmonitor.queues.words import phrase
from qmonitor.queues.working import EngineActive, Phase, WorkerState
from qmonitor.senders.entries import WorkerEntry
from qmonitor.senders.mllp.settings import MllpSettings
from tests.helpers.accessible import assert_accessible

HERE, THERE, AWAY = Destination("lab", "dest-01"), Destination("lab", "dest-02"), Destination("lab", "dest-03")
NOW = times.parse("2026-11-30T12:00:00.000000000Z")
POLICY = Policy(max_attempts=3)
ENTRY = WorkerEntry("lab", "dest-*", MllpSettings("127.0.0.1", 2575), POLICY, "/srv/queue.db", 1)
REFUSED = phrase("{where} refused the message with {code}.", where="127.0.0.1:2575", code="AE")


def post(where: Destination = HERE, phase: Phase = Phase.RUNNING, **more) -> Post:
    about = {name: more.pop(name) for name in tuple(more) if name in WorkerState.__slots__}
    return Post(
        where, ENTRY, "127.0.0.1:2575", POLICY, WorkerState(phase, **about), "ann@ward-7", "engine away", NOW, **more
    )


def offer(where: Destination = HERE, **more) -> Offer:
    return Offer(where, 40, NOW, ENTRY, "127.0.0.1:2575", **more)


def attempts(*numbers: int) -> tuple[Attempt, ...]:
    """The newest first; every third one failed."""
    return tuple(
        Attempt(NOW, 1, Outcome.RETRIED, REFUSED, None, n)
        if n % 3 == 0
        else Attempt(NOW, 1, Outcome.DELIVERED, None, 90.0, n)
        for n in numbers
    )


def cell(model, row: int, column: int, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> object:
    return model.index(row, column).data(role)


# -- in words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "stopped"),
        (post(), "running"),
        (post(item=41, since=NOW), "running: message 41"),
        (post(phase=Phase.IDLE), "idle: nothing is to be sent now"),
        (post(phase=Phase.IDLE, because=phrase("1 message stays.")), "idle: 1 message stays."),
        (post(phase=Phase.WAITING, until=NOW), f"waiting until {text.short_time(NOW)}"),
        (
            post(phase=Phase.WATCHING, until=NOW),
            f"watching until {text.short_time(NOW)} whether the engine's own worker delivers here",
        ),
        (
            post(phase=Phase.HOLDING, because=phrase("Another worker is at it.")),
            "holding back: Another worker is at it.",
        ),
        (
            post(phase=Phase.HOLDING, unmarked=7, delivered=True, because=phrase("x")),
            "holding back: message 7 was delivered, and can't be marked",
        ),
        (post(phase=Phase.STOPPED, alive=False), "stopped"),
        (post(phase=Phase.STOPPED), "starting"),
        (post(item=41, since=NOW, stopping=True), "stopping after message 41"),
        (
            post(phase=Phase.STOPPED, alive=False, ended=EngineActive(phrase("The engine delivers here."))),
            "stopped by itself: The engine delivers here.",
        ),
    ],
)
def test_every_state_is_said_in_words(given, said):
    assert words.standing(Row(HERE, given, offer())) == said


@pytest.mark.parametrize(("rate", "said"), [(None, "–"), (0.0, "0"), (0.4, "0.4"), (0.01, "0.1"), (12.4, "12")])
def test_a_rate_that_is_not_known_is_no_zero(rate, said):
    assert words.rate(rate) == said


def test_what_has_no_worker_has_no_figures(qtbot, qtmodeltester):
    model = WorkersModel()
    model.show_rows([Row(HERE, None, offer()), Row(THERE, post(THERE), offer(THERE))])
    qtmodeltester.check(model)
    assert [cell(model, 0, column) for column in (Column.SENT, Column.RETRIED, Column.GAVE_UP, Column.RATE)] == [
        "–"
    ] * 4
    assert [cell(model, 1, column) for column in (Column.SENT, Column.RETRIED, Column.GAVE_UP)] == ["0"] * 3
    assert cell(model, 0, Column.TO) == "127.0.0.1:2575"
    assert cell(model, 0, Column.STATE, Qt.ItemDataRole.AccessibleTextRole) == "state: stopped"


def test_what_comes_or_goes_together_does_so_at_once(qtbot, qtmodeltester):
    """The table measures itself at each change: two hundred by two hundred rows took two seconds."""
    model, changes = WorkersModel(), []
    model.rowsInserted.connect(lambda _parent, first, last: changes.append((first, last)))
    model.rowsRemoved.connect(lambda _parent, first, last: changes.append((-first, -last)))

    def show(*numbers: int) -> list[tuple[int, int]]:
        changes.clear()
        places = [Destination("lab", f"dest-{n:03}") for n in numbers]
        model.show_rows([Row(where, None, offer(where)) for where in places])
        assert [row.where for row in model.rows] == places
        assert [cell(model, n, Column.WHERE) for n in range(len(places))] == [str(where) for where in places]
        return list(changes)

    qtmodeltester.check(model)
    assert show(*range(200)) == [(0, 199)]
    assert show(*range(50, 100), *range(150, 160)) == [(-160, -199), (-100, -149), (0, -49)]
    assert show(*range(10), *range(50, 70), *range(80, 160), 170) == [(-20, -29), (0, 9), (50, 99), (110, 110)]
    assert show() == [(0, -110)]


# -- the table -----------------------------------------------------------------------------------------------


@pytest.fixture
def panel(qtbot) -> WorkersPanel:
    made = WorkersPanel()
    qtbot.addWidget(made)
    made.resize(900, 420)
    made.show()
    return made


def action(panel: WorkersPanel, name: str) -> QAction:
    found = panel.findChild(QAction, f"workers-{name}")
    assert isinstance(found, QAction)
    return found


def test_selection_and_place_stay_while_figures_change(panel):
    places = [Destination("lab", f"dest-{n:02d}") for n in range(60)]
    panel.show_offers([offer(where) for where in places], None)
    panel.table.select_only(places[40])
    panel.table.verticalScrollBar().setValue(30)
    panel.show_posts([post(places[40], sent=5), post(places[3], sent=1)])
    assert [row.where for row in panel.table.chosen()] == [places[40]]
    assert panel.table.verticalScrollBar().value() == 30
    panel.show_offers([offer(where) for where in places[5:]], None)  # dest-03 stays: it has a worker
    assert [row.where for row in panel.table.chosen()] == [places[40]]
    assert panel.model.rowCount() == 56
    assert cell(panel.model, panel.model.row_of(places[40]), Column.SENT) == "5"


def test_a_tab_that_is_not_seen_shows_nothing_but_its_count(panel):
    panel.show_offers([offer()], None)
    panel.hide()
    changes: list[object] = []
    panel.model.dataChanged.connect(lambda *_: changes.append(1))
    panel.show_posts([post(sent=1)])
    assert (changes, panel.running) == ([], 1)
    panel.show()
    assert cell(panel.model, 0, Column.SENT) == "1"


def test_what_can_be_done_follows_the_selection(panel, qtbot):
    held = Offer(AWAY, refusal=phrase("Two entries match."), remedy=phrase("Change one."))
    panel.show_offers([offer(HERE), offer(THERE), held], None)
    panel.show_posts([post(THERE, Phase.WATCHING, until=NOW)])
    panel.table.select_only(HERE)
    assert (action(panel, "start").isEnabled(), action(panel, "stop").isEnabled()) == (True, False)
    panel.table.select_only(THERE)
    assert (action(panel, "start").isEnabled(), action(panel, "stop").isEnabled()) == (False, True)
    assert action(panel, "statement").isEnabled()
    panel.table.select_only(AWAY)
    assert not action(panel, "start").isEnabled()
    assert "Two entries match. Change one." in action(panel, "start").toolTip()
    panel.table.selectAll()
    with qtbot.waitSignal(panel.start_requested) as started:
        action(panel, "start").trigger()
    with qtbot.waitSignal(panel.stop_requested) as stopped:
        action(panel, "stop").trigger()
    assert (started.args, stopped.args) == ([(HERE,)], [(THERE,)])


@pytest.mark.parametrize("shared", [False, True])
def test_where_others_may_work_at_any_time_nobody_is_asked_to_say_that_they_stopped(qtbot, shared: bool):
    made = WorkersPanel(shared=shared)
    qtbot.addWidget(made)
    made.resize(900, 420)
    made.show()
    made.show_offers([offer(HERE)], None)
    asked = ["start", "stop", "settings"] if shared else ["start", "stop", "statement", "settings"]
    buttons = [one for one in made.findChildren(QToolButton) if one.objectName().endswith("-button")]
    assert [one.objectName() for one in buttons] == [f"workers-{name}-button" for name in asked]
    made.show_offers([], None)
    said = made.findChild(QLabel, "workers-more").text()
    assert ("several messages at a time" in said, "one at a time and in order" in said) == (shared, not shared)
    made.show_offers([offer(HERE)], None)
    qtbot.waitUntil(lambda: all(one.isVisible() for one in buttons))
    made.table.customContextMenuRequested.emit(QPoint(5, 5))
    (menu,) = made.findChildren(QMenu)
    assert (action(made, "statement") in menu.actions()) is not shared
    menu.close()


def test_a_destination_that_is_looked_at_is_turned_to(panel):
    panel.show_offers([offer(HERE), offer(THERE)], None)
    panel.look_at(THERE)
    assert panel.table.current().where == THERE
    panel.look_at(AWAY)
    assert panel.table.current().where == THERE


def test_without_a_worker_it_says_what_to_do(panel, qtbot):
    button = panel.findChild(QPushButton, "workers-set-up")
    assert not button.isVisible()
    panel.show_offers([], None)
    assert "workers.toml" in panel.findChild(QLabel, "workers-more").text()
    with qtbot.waitSignal(panel.settings_requested):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    panel.show_offers([], QueueError(phrase("workers.toml, worker 2: port is 0."), phrase("It is from 1 to 65535.")))
    assert panel.findChild(QLabel, "workers-case").text() == "workers.toml, worker 2: port is 0."
    assert button.isVisible()
    assert_accessible(panel)


def test_everything_in_it_has_a_name(panel):
    panel.show_offers([offer()], None)
    panel.show_posts([post(attempts=attempts(3, 2, 1))])
    assert_accessible(panel)


def test_one_that_ended_by_itself_says_why_and_is_counted(panel):
    ended = EngineActive(phrase("The engine delivers here."), phrase("Stop it."))
    panel.show_offers([offer(HERE), offer(THERE)], None)
    panel.show_posts([post(THERE), post(HERE, Phase.STOPPED, alive=False, ended=ended)])
    assert panel.summary == "1 of 2 workers run, 1 ended by itself"
    panel.table.select_only(HERE)
    assert "The engine delivers here. Stop it." in panel._detail.toPlainText()


@pytest.mark.parametrize(
    ("more", "goes_on"),
    [
        ({}, "It has been so since {}, and goes on by itself as soon as it can."),
        ({"until": NOW}, "It has been so since {0}, and is tried again at {0}."),
    ],
)
def test_one_that_is_kept_from_its_work_says_why_since_when_and_what_to_do(more, goes_on):
    why, remedy = phrase("The server is away."), phrase("See that it runs.")
    held = Row(HERE, post(HERE, Phase.HOLDING, because=why, remedy=remedy, held=NOW, **more))
    assert words.standing(held) == "holding back: The server is away."
    first, second = words.in_full(held).splitlines()[:2]
    assert first == f"{HERE}: holding back: The server is away. See that it runs."
    assert second == goes_on.format(text.short_time(NOW))


def test_who_works_elsewhere_is_told_and_a_worker_of_here_is_not_meant():
    def said(*company: str, here: Post | None = None) -> tuple[str, str]:
        row = Row(HERE, here, offer(company=company))
        return words.standing(row), words.in_full(row).splitlines()[0]

    assert said() == ("stopped", words.in_full(Row(HERE, None, offer())))
    assert said("far:1") == ("stopped here; 1 works elsewhere", "Also at work there: far:1.")
    assert said("far:1", "off:2") == ("stopped here; 2 work elsewhere", "Also at work there: far:1, off:2.")
    assert said(*(f"far:{n}" for n in range(12)))[1].endswith("far:9, ….")
    own = post(phase=Phase.IDLE, name="here:1")
    assert said("far:1", "here:1", here=own) == ("idle: nothing is to be sent now", "Also at work there: far:1.")
    assert "Also" not in said("here:1", here=own)[1]
    over = post(phase=Phase.STOPPED, name="here:1", alive=False)
    assert said("far:1", here=over)[0] == "stopped here; 1 works elsewhere"


def test_those_that_are_kept_from_their_work_are_counted():
    held, works = Row(HERE, post(HERE, Phase.HOLDING)), Row(THERE, post(THERE))
    also, ended = Row(AWAY, post(AWAY, Phase.HOLDING)), Row(AWAY, post(AWAY, Phase.HOLDING, alive=False))
    assert summary.of([held], problem=None) == "The worker holds back"
    assert summary.of([works], problem=None) == "The worker runs"
    assert summary.of([held, works], problem=None) == "2 of 2 workers run, 1 of them holds back"
    assert summary.of([held, works, also], problem=None) == "3 of 3 workers run, 2 of them hold back"
    assert summary.of([works, ended], problem=None) == "1 of 2 workers run"


# -- attempts ------------------------------------------------------------------------------------------------


def test_attempts_stand_line_by_line(qtbot, qtmodeltester):
    model = AttemptsModel()
    model.show_attempts(attempts(3, 2))
    qtmodeltester.check(model)
    shown = [[cell(model, row, column) for column in AttemptsColumn] for row in range(2)]
    at = text.short_time(NOW)
    assert shown == [
        [at, "1", "3", "failed, tried again", "–", "127.0.0.1:2575 refused the message with AE."],
        [at, "1", "2", "delivered", "00:01", ""],
    ]


def test_new_lines_come_above_and_whoever_reads_stays(qtbot):
    model = AttemptsModel()
    table = AttemptsTable(model)
    qtbot.addWidget(table)
    table.resize(500, 200)
    table.show()
    model.show_attempts(attempts(*range(150, 0, -1)))
    table.selectRow(60)
    table.verticalScrollBar().setValue(50)
    top = table.indexAt(QPoint(5, 5)).data()
    resets: list[int] = []
    model.modelReset.connect(lambda: resets.append(1))
    model.show_attempts(attempts(*range(170, 0, -1)))
    assert table.verticalScrollBar().value() == 70
    assert (table.indexAt(QPoint(5, 5)).row(), table.indexAt(QPoint(5, 5)).data()) == (70, top)
    assert cell(model, table.currentIndex().row(), AttemptsColumn.ITEM) == "90"
    model.show_attempts(attempts(*range(180, 30, -1)))  # the oldest are forgotten
    assert (model.rowCount(), resets) == (150, [])
    assert cell(model, table.currentIndex().row(), AttemptsColumn.ITEM) == "90"
    model.show_attempts(attempts(*range(1180, 1030, -1)))  # nothing of it is left
    assert (model.rowCount(), resets) == (150, [1])


def test_the_newest_failure_is_told_of_a_row():
    failed = post(attempts=attempts(4, 3, 2))
    assert words.last_error(Row(HERE, failed)) == "127.0.0.1:2575 refused the message with AE."
    assert words.last_error(Row(HERE, replace(failed, attempts=attempts(2, 1)))) == "–"


def test_the_keyboard_comes_to_the_table_once_there_is_one(panel, qtbot):
    panel.first.setFocus()
    panel.show_offers([], None)
    qtbot.waitUntil(panel.nobody.button.hasFocus)
    panel.show_offers([offer()], None)
    qtbot.waitUntil(panel.table.hasFocus)
    panel.show_offers([], None)
    qtbot.waitUntil(panel.nobody.button.hasFocus)


def test_whoever_is_elsewhere_keeps_the_keyboard(panel, qtbot):
    panel.show_offers([offer()], None)
    settings = panel.findChild(QToolButton, "workers-settings-button")
    settings.setFocus()
    panel.show_offers([], None)
    panel.show_offers([offer()], None)
    assert settings.hasFocus()


def test_why_it_was_started_is_masked_as_in_the_audit(panel):
    panel.show_posts([replace(post(), reason="Exampel^Ann 19700101 is waiting for it")])
    detail, where = panel._detail, panel.model.index(0, 0)
    assert "ann@ward-7" in detail.toPlainText()
    assert "Exampel" not in detail.toPlainText() + where.data(Qt.ItemDataRole.ToolTipRole)
    panel.set_masked(False)
    assert "Exampel^Ann 19700101 is waiting for it" in detail.toPlainText()
    panel.set_masked(True)
    assert "Exampel" not in detail.toPlainText()


def test_what_is_wrong_with_the_settings_is_said_once(panel):
    """In the middle, as long as there is nothing else; beside the buttons it had no room."""
    wrong = QueueError(phrase("worker 2: sender.hst is not known."), phrase("Known are: host, port."))
    panel.show_offers([], wrong)
    assert panel.summary == "Nothing can be sent from here"
    assert panel.findChild(QLabel, "workers-case").text() == "worker 2: sender.hst is not known."
    panel.show_posts([post()])
    assert panel.summary == "worker 2: sender.hst is not known. Known are: host, port."
