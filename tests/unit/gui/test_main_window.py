"""The window on real files: what it shows, what it offers, how it recovers, and that it ends."""

import os
import subprocess
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl, qVersion
from PySide6.QtGui import QDropEvent, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from qmonitor import __version__, assets
from qmonitor.gui import geometry, launch, main_window, text, theme
from qmonitor.gui.actions import ACTIONS
from qmonitor.gui.banner import Notice
from qmonitor.gui.columns import NARROW
from qmonitor.gui.dialogs.about import AboutDialog
from qmonitor.gui.dialogs.confirm import Confirmation, ConfirmDialog
from qmonitor.gui.dialogs.help import PAGES, HelpDialog
from qmonitor.gui.dialogs.question import QuestionDialog
from qmonitor.gui.dialogs.scope import Scope, ScopeDialog, of
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.session import Session
from qmonitor.gui.settings import Settings
from qmonitor.gui.source_view import SourceView
from qmonitor.gui.tasks import Lane
from qmonitor.monitor.journal.keeping import Keeping
from qmonitor.monitor.journal.unkept import Unkept
from qmonitor.monitor.opening import Terms
from qmonitor.queues.model import Destination
from qmonitor.queues.words import phrase
from tests.helpers import files
from tests.helpers.accessible import assert_accessible
from tests.helpers.notices import press, texts

OLD = "2026-11-01T08:00:00.000000000Z"
ROWS = [
    {"destination": "fine", "control_id": "F1", "state": "delivered"},
    {"destination": "stuck", "control_id": "S1", "attempts": 61, "enqueued_at": OLD, "next_attempt": OLD},
    {"destination": "stuck", "control_id": "S2", "enqueued_at": OLD},
    {"destination": "other", "control_id": "O1"},
]
STUCK = Destination("lab", "stuck")


@pytest.fixture
def path(tmp_path) -> Path:
    return files.queue(tmp_path / "engine.db", ROWS)


@pytest.fixture
def make(qtbot):
    made: list[MainWindow] = []

    def window(target: object = None, size: tuple[int, int] = (1440, 860), **more) -> MainWindow:
        more.setdefault("settings", Settings(None))
        made.append(MainWindow(more.pop("settings"), alerts=more.pop("alerts", Unkept), terms=Terms(**more)))
        made[-1].resize(*size)
        made[-1].show()
        if target is not None:
            made[-1].open(str(target))
        return made[-1]

    yield window
    assert [one.shut_down() for one in made] == [True] * len(made)
    for one in made:
        one.deleteLater()


@pytest.fixture
def opened(make, path, qtbot):
    window = make(path)
    wait_for_all(window, qtbot)
    return window


def wait_for_all(window: MainWindow, qtbot) -> None:
    qtbot.waitUntil(lambda: window.view is not None and window.view.selection().ids != ())


def text_of(window: MainWindow, name: str) -> str:
    return window.findChild(QLabel, name).text()


def test_it_opens_on_what_needs_a_person_most(opened, qtbot):
    assert opened.windowTitle() == "engine.db – qmonitor"
    assert opened.view.panels.focus.destination == STUCK
    assert opened.view.selection().ids == (2,)
    assert opened.view.selection().states == {"pending"}
    assert opened.view.panels.messages.current_query().destination == "stuck"


def test_the_status_bar_says_what_how_fresh_and_as_whom(opened):
    assert text_of(opened, "status-source") == "engine.db  ·  can act"
    assert text_of(opened, "status-fresh").startswith("as of ")
    assert text_of(opened, "status-rows") == "4 messages"
    assert text_of(opened, "status-actor").startswith("acting as ")


def test_read_only_offers_nothing_that_acts(make, path, qtbot):
    window = make(path, read_only=True)
    wait_for_all(window, qtbot)
    assert text_of(window, "status-source") == "engine.db  ·  read-only"
    assert text_of(window, "status-actor") == ""
    acting = {spec.id for spec in ACTIONS if spec.acts}
    assert not acting & {action.data() for action in window.view.panels.messages.table.actions()}
    assert not [one for one in window.findChildren(QToolButton) if one.objectName().removeprefix("tool-") in acting]
    titles = [action.text() for action in window.menuBar().actions()]
    assert titles == ["&File", "&Edit", "&View", "&Go", "&Message", "&Help"]  # a message may be exported


def test_a_skip_goes_through_its_dialog_and_is_seen(make, path, tmp_path, qtbot, monkeypatch):
    opened = make(path, alerts=lambda: Keeping(tmp_path / "alerts.toml", tmp_path / "journal.db"))
    wait_for_all(opened, qtbot)
    monkeypatch.setattr(ConfirmDialog, "ask", lambda *_, **__: Confirmation("tested"))
    with qtbot.waitSignal(opened.view.acting.ended):
        opened.commands["skip"].trigger()
    assert files.states(path)[2] == "skipped"
    assert texts(opened.view.banner)["report"] == "Skipped 2 for lab/stuck."
    qtbot.waitUntil(lambda: opened.view.session.sample.depth.rows[-1].pending == 1)
    qtbot.waitUntil(lambda: opened.view.selection().ids == (3,))
    opened.view.panels.go_to("audit")
    qtbot.waitUntil(lambda: opened.view.panels.audit.model.rowCount() == 1)
    assert opened.view.panels.audit.model.entry(0).reason == "…"  # whoever wrote it may have named the patient
    opened.commands["masked"].trigger()
    qtbot.waitUntil(lambda: not opened.masking.on)
    assert opened.view.panels.audit.model.entry(0).reason == "tested"


def test_a_source_that_goes_away_leaves_its_last_values_and_says_so(opened, path, qtbot):
    away = path.with_name("away.db")
    os.rename(path, away)
    opened.view.session.refresh()
    qtbot.waitUntil(lambda: "source" in texts(opened.view.banner))
    assert "engine.db" in texts(opened.view.banner)["source"]
    assert "What is shown was read at" in texts(opened.view.banner)["source"]
    assert text_of(opened, "status-fresh").startswith("stale since ")
    assert opened.view.panels.destinations.model.rowCount() > 0
    os.rename(away, path)
    press(opened.view.banner, "source", "again")
    qtbot.waitUntil(lambda: "source" not in texts(opened.view.banner))
    assert text_of(opened, "status-fresh").startswith("as of ")


def test_a_file_that_is_no_queue_is_said_to_be_none(make, tmp_path, qtbot):
    window = make(files.no_database(tmp_path / "letter.txt"))
    qtbot.waitUntil(lambda: "follows by itself" in text_of(window, "place-remedy"))
    assert window.view.place.isVisible()
    assert "letter.txt" in text_of(window, "place-case")
    assert window.view.panels is None
    assert not window.commands["skip"].isEnabled()


def test_another_source_comes_in_front_of_the_first(opened, tmp_path, qtbot):
    other = files.queue(tmp_path / "other ä#%.db", [{"destination": "elsewhere"}])
    opened.open(str(other))
    wait_for_all(opened, qtbot)
    assert len(opened.views) == 2
    assert opened.windowTitle() == "other ä#%.db – qmonitor"
    assert opened.view.panels.focus.destination == Destination("lab", "elsewhere")
    assert opened.view.session.sample.destinations == (Destination("lab", "elsewhere"),)


def test_a_dropped_file_is_opened(make, path, qtbot):
    window = make()
    assert window.sources.empty.isVisible()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    actions, buttons = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    window.dropEvent(QDropEvent(QPointF(9, 9), actions, data, buttons, Qt.KeyboardModifier.NoModifier))
    wait_for_all(window, qtbot)
    assert window.view.session.target == str(path)


def test_the_open_button_asks_for_a_file(make, path, qtbot, monkeypatch):
    answers = iter([[], [str(path)]])
    monkeypatch.setattr(main_window, "ask_files", lambda *_: next(answers))
    window = make()
    window.sources.empty.open_requested.emit()
    assert window.view is None
    window.commands["open"].trigger()
    wait_for_all(window, qtbot)


def test_pausing_and_the_interval(opened):
    opened.commands["live"].trigger()
    assert opened.commands["live"].text() == "Paused"
    opened.commands["interval-5"].trigger()
    assert opened.commands["live"].text() == "Live · 5 s"


def test_what_is_to_be_known_of_a_file_is_said(make, tmp_path, qtbot):
    window = make(files.queue(tmp_path / "old.db", ROWS, journal="delete"))
    wait_for_all(window, qtbot)
    assert [key for key in texts(window.view.banner) if key.startswith("details-")]


def test_what_only_passes_is_said_on_its_own_tab_and_not_remembered(make, path, tmp_path, qtbot):
    settings = Settings(None)
    window = make(settings=settings)
    window.open(str(path), phrase("This is a demo."))
    window.open(str(files.queue(tmp_path / "real.db", ROWS)))
    qtbot.waitUntil(lambda: all(view.sample is not None for view in window.views))
    assert [texts(view.banner).get("program") for view in window.views] == ["This is a demo.", None]
    assert settings.recent() == [str(tmp_path / "real.db")]


def test_who_has_nothing_to_open_may_look_at_the_demo_or_read(make, qtbot, monkeypatch):
    window = make()
    started = iter([True, False])
    monkeypatch.setattr(main_window.launch, "start_demo", lambda: next(started))
    window.findChild(QToolButton, "empty-demo").click()
    assert texts(window.banner) == {}
    window.findChild(QToolButton, "empty-demo").click()
    assert texts(window.banner) == {"demo": "The demo could not be started."}
    window.findChild(QToolButton, "empty-help").click()
    (dialog,) = window.findChildren(HelpDialog)
    dialog.close()


def test_the_demo_is_started_by_a_command_that_there_is():
    done = subprocess.run([*launch.command("demo"), "--help"], capture_output=True, text=True, check=True)
    assert "invented patients" in done.stdout


@pytest.mark.parametrize("size", [(1366, 768), (1440, 860), (1920, 1080)])
def test_everything_has_room(make, path, qtbot, size):
    window = make(path, size)
    wait_for_all(window, qtbot)
    assert (window.width(), window.height()) == size
    for panel in (
        window.view.panels.destinations,
        window.view.panels.charts,
        window.view.panels.messages,
        window.view.panels.inspector,
    ):
        assert panel.isVisible()
        assert panel.width() >= panel.minimumSizeHint().width()
        assert panel.height() >= panel.minimumSizeHint().height()
    below = (
        window.view.panels.inspector.mapTo(window, window.view.panels.inspector.rect().topLeft()).y()
        > window.height() // 2
    )
    assert below is (size[0] < NARROW)


def test_size_and_range_are_remembered(make, path, tmp_path, qtbot):
    window = make(path, (1000, 640), settings=Settings(tmp_path / "profile"))
    wait_for_all(window, qtbot)
    window.commands["range-21600"].trigger()
    window.commands["interval-10"].trigger()
    window.shut_down()
    again = make(None, settings=Settings(tmp_path / "profile"))
    assert again.commands["range-21600"].isChecked()
    assert again.commands["interval-10"].isChecked()
    geometry.restore(again, again._settings)  # the fixture has made it larger meanwhile
    assert again.height() == 640  # the offscreen screen is too narrow for the rest


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_control_has_a_name_in_both_schemes(opened, scheme):
    theme.apply(QApplication.instance(), scheme)
    try:
        assert_accessible(opened)
        ground = opened.palette().color(QPalette.ColorRole.Window)
        assert (ground.lightness() < 128) is (scheme == "dark")
    finally:
        theme.apply(QApplication.instance(), "light")


def test_it_closes_while_everything_is_under_way(make, path, qtbot):
    window = make(path)
    assert window.shut_down()
    assert window.shut_down()
    assert files.side_files(path) == []


def test_closed_in_the_middle_of_a_drain_it_can_go_on(make, tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(ScopeDialog, "ask", lambda _, destination, *__: Scope(of(destination)))
    monkeypatch.setattr(ConfirmDialog, "ask", lambda *_, **__: Confirmation("tested"))
    path = files.queue(tmp_path / "long.db", [{} for _ in range(3000)])
    window = make(path)
    wait_for_all(window, qtbot)
    with qtbot.waitSignal(window.view.session.act_progressed):
        window.commands["drain"].trigger()
    assert window.shut_down()
    skipped = list(files.states(path).values()).count("skipped")
    assert 0 < skipped < 3000

    window = make(path)
    qtbot.waitUntil(lambda: any(key.startswith("interrupted-") for key in texts(window.view.banner)))
    (key,) = [key for key in texts(window.view.banner) if key.startswith("interrupted-")]
    assert f"{text.number(skipped)} done, {text.number(3000 - skipped)} left" in texts(window.view.banner)[key]
    with qtbot.waitSignal(window.view.acting.reported) as told:
        press(window.view.banner, key, "continue")
    assert told.args[0].done == 3000 - skipped
    assert set(files.states(path).values()) == {"skipped"}
    qtbot.waitUntil(lambda: key not in texts(window.view.banner))


def test_an_interrupted_plan_can_be_given_up(make, tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(ScopeDialog, "ask", lambda _, destination, *__: Scope(of(destination)))
    monkeypatch.setattr(ConfirmDialog, "ask", lambda *_, **__: Confirmation("tested"))
    path = files.queue(tmp_path / "long.db", [{} for _ in range(3000)])
    window = make(path)
    wait_for_all(window, qtbot)
    write = window.view.session.write
    window.view.session.act_progressed.connect(lambda progressed: write.halt(progressed.key))
    with qtbot.waitSignal(window.view.acting.reported) as told:
        window.commands["drain"].trigger()
    assert told.args[0].left > 0
    assert "were not reached" in texts(window.view.banner)["report"]
    qtbot.waitUntil(lambda: any(key.startswith("interrupted-") for key in texts(window.view.banner)))
    (key,) = [key for key in texts(window.view.banner) if key.startswith("interrupted-")]
    asked = []
    monkeypatch.setattr(QuestionDialog, "ask", lambda *_: asked.append(1) or True)
    press(window.view.banner, key, "discard")
    assert asked == [1]
    qtbot.waitUntil(lambda: key not in texts(window.view.banner))
    assert list(files.states(path).values()).count("pending") == told.args[0].left


@pytest.mark.parametrize(
    ("command", "place"),
    [
        ("go-destinations", "destinations"),
        ("go-messages", "messages"),
        ("go-audit", "audit-panel"),
        ("go-inspector", "inspector"),
        ("find", "messages-filters"),
    ],
)
def test_every_panel_is_reached_by_a_key(opened, qtbot, command, place):
    opened.activateWindow()
    qtbot.waitActive(opened)
    opened.commands[command].trigger()
    focused = opened.focusWidget()
    around = [focused]
    while around[-1].parentWidget() is not None:
        around.append(around[-1].parentWidget())
    assert place in [widget.objectName() for widget in around]


def test_another_destination_never_keeps_the_message_of_the_one_before(opened, qtbot):
    assert opened.view.selection().ids == (2,)
    opened.view.panels.destinations.select(Destination("lab", "fine"))  # has no head
    assert opened.view.selection().ids == ()
    assert text_of(opened, "inspector-subtitle") == "No message is selected."
    assert not opened.commands["skip"].isEnabled()
    assert opened.commands["skip"].toolTip() == "Select messages first."
    opened.view.panels.destinations.select(Destination("lab", "other"))
    qtbot.waitUntil(lambda: opened.view.selection().ids == (4,))


def test_what_can_be_done_is_not_said_before_a_source_is_open(make, tmp_path, qtbot):
    window = make(tmp_path / "nowhere.db")
    qtbot.waitUntil(lambda: "nowhere.db" in text_of(window, "place-case"))
    assert text_of(window, "status-source") == "nowhere.db"
    assert text_of(window, "status-fresh") == "not read yet"


def test_a_recent_file_that_is_gone_is_dropped_with_a_sentence(make, path, tmp_path, qtbot):
    settings = Settings(None)
    settings.opened(str(path))
    settings.opened(str(tmp_path / "gone.db"))
    window = make(tmp_path / "gone.db", settings=settings)
    qtbot.waitUntil(lambda: "forgotten" in texts(window.banner))
    assert settings.recent() == [str(path)]


WORKPLACE = ("workers-file", "workers-keys", "workers-trial")
"""The lanes that all sources share."""


def test_closed_sources_leave_nothing_behind(make, path, qtbot):
    window = make()
    for _ in range(3):
        window.open(str(path))
        wait_for_all(window, qtbot)
        assert len(window.findChildren(Session)) == 1
        assert sorted(lane.objectName() for lane in window.findChildren(Lane)) == [
            "alerts", "browse", "history", "poll", "search", "workers", *WORKPLACE, "write",
        ]  # fmt: skip
        window.close_source()
        assert window.sources.empty.isVisible()
        qtbot.waitUntil(lambda: len(window.findChildren(Lane)) == 4 and not window.sources.lanes())
        assert set(window.findChildren(Lane)) == {window.alerting.lane, *window.workplace.lanes}
    assert window.findChildren(SourceView) == []


def test_settings_are_on_the_disk_before_threads_are_waited_for(make, path, tmp_path, qtbot, monkeypatch):
    window = make(path, settings=Settings(tmp_path / "profile"))
    wait_for_all(window, qtbot)
    window.commands["interval-10"].trigger()
    stored = []

    def stop(lanes):
        stored.append((tmp_path / "profile" / "window.ini").read_text())
        return really(lanes)

    really = main_window.tasks.stop
    monkeypatch.setattr(main_window.tasks, "stop", stop)
    assert window.shut_down()
    assert "interval=10" in stored[0]


def test_help_has_every_page_and_its_tables(opened, qtbot):
    opened.commands["help"].trigger()
    opened.commands["help"].trigger()
    (dialog,) = opened.findChildren(HelpDialog)
    assert {f"{name}.md" for name in PAGES} == {file.name for file in assets.path("help").glob("*.md")}
    assert dialog.list.count() == len(PAGES)
    assert_accessible(dialog)
    dialog.list.setCurrentRow(PAGES.index("actions"))
    assert "retry now" in dialog.page.toPlainText()
    assert "|" not in dialog.page.toPlainText()
    dialog.close()


def test_about_tells_the_versions(opened, qtbot):
    opened.commands["about"].trigger()
    (dialog,) = opened.findChildren(AboutDialog)
    said = [label.text() for label in dialog.findChildren(QLabel)]
    assert f"qmonitor {__version__}" in said
    assert qVersion() in said
    dialog.close()


def test_tab_stops_nowhere_unseen_in_the_charts(opened):
    assert {side.plot.focusPolicy() for side in opened.view.panels.charts.sides} == {Qt.FocusPolicy.NoFocus}


def test_a_destination_has_its_actions_at_hand(opened):
    offered = opened.view.panels.destinations.view.actions()
    assert [action.data() for action in offered] == ["retry-destination", None, "drain"]
    assert offered[1].isSeparator()


def test_of_all_notices_two_are_seen_at_once(opened, qtbot):
    """Those of the window and of the source in front stand one above the other."""
    view = opened.view
    for key in ("a", "b", "c"):
        view.banner.show_notice(Notice(key, f"about {key}", dismissable=True))
    assert [key for key, strip in view.banner._strips.items() if strip.isVisible()] == ["b", "c"]
    opened.banner.show_notice(Notice("w", "about the window", dismissable=True))
    assert [key for key, strip in view.banner._strips.items() if strip.isVisible()] == ["c"]
    press(opened.banner, "w", "dismiss")
    assert [key for key, strip in view.banner._strips.items() if strip.isVisible()] == ["b", "c"]
    for key in ("a", "b", "c"):
        view.banner.withdraw(key)


def test_a_notice_that_comes_moves_nothing_that_is_pointed_at(opened, qtbot):
    panels = (
        opened.view.panels.destinations,
        opened.view.panels.charts,
        opened.view.panels.messages.table,
        opened.view.panels.inspector,
    )
    before = [panel.mapTo(opened, QPoint(0, 0)) for panel in panels]
    opened.banner.show_notice(Notice("report", "Skip: 1 of 1 done.", dismissable=True))
    qtbot.waitUntil(lambda: opened.banner.height() > 0)
    assert [panel.mapTo(opened, QPoint(0, 0)) for panel in panels] == before
