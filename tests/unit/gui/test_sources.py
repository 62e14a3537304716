"""Several sources in one window: tabs, lanes of their own, faults that stay in their place."""

import os

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QLabel, QPushButton, QTabBar

from qmonitor.gui import main_window, place, sources, theme
from qmonitor.gui.action_table import ACTIONS
from qmonitor.gui.dialogs.confirm import Confirmation, ConfirmDialog
from qmonitor.gui.dialogs.question import QuestionDialog
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.messages.columns import Column
from qmonitor.gui.panels import Panels
from qmonitor.gui.press import TARGET
from qmonitor.gui.settings import Settings
from qmonitor.monitor.headline import Headline
from qmonitor.monitor.status import Kind
from qmonitor.queues import times
from qmonitor.queues.errors import NetworkLocation, PasswordNeeded, SourceMissing
from qmonitor.queues.model import Destination
from qmonitor.queues.words import phrase
from tests.helpers import files
from tests.helpers.accessible import assert_accessible
from tests.helpers.clipping import cut
from tests.helpers.notices import texts

OLD = "2026-11-01T08:00:00.000000000Z"
CALM = [{"destination": "calm", "state": "delivered"}]
STUCK = [{"destination": "stuck", "attempts": 61, "enqueued_at": OLD, "next_attempt": "2999-01-01T00:00:00Z"}]


@pytest.fixture
def window(qtbot):
    made = MainWindow(Settings(None))
    made.resize(1440, 860)
    made.show()
    yield made
    assert made.shut_down()
    made.deleteLater()


def read(window: MainWindow, qtbot) -> None:
    """Everything that is open was answered once."""
    qtbot.waitUntil(lambda: all(view.sample or view.session.fault for view in window.views))


def tabs(window: MainWindow) -> list[str]:
    return [window.sources.bar.tabText(n) for n in range(window.sources.bar.count())]


def test_one_source_has_no_tabs_two_have(window, tmp_path, qtbot):
    first = files.queue(tmp_path / "first.db", CALM)
    window.open(str(first))
    read(window, qtbot)
    assert not window.sources.bar.isVisible()
    window.open(str(files.queue(tmp_path / "second.db", STUCK)))
    read(window, qtbot)
    assert window.sources.bar.isVisible()
    assert tabs(window) == ["first.db", "second.db"]
    assert window.view is window.views[1]
    assert window.windowTitle() == "second.db – qmonitor"


class FirstPaint(QObject):
    """Notes how many rows the table of messages had, and which curves were named, whenever it was painted."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self.window, self.rows, self.names = window, [], []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        panels = self.window.view.panels if event.type() == QEvent.Type.Paint and self.window.view else None
        if panels is not None and watched is panels.messages.table.viewport():
            self.rows.append(panels.messages.model.rowCount())
        elif panels is not None and watched is panels.charts.depth_plot.viewport():
            self.names.append(len(panels.charts.legend.buttons))
        return False


def test_no_panel_is_painted_empty_first(window, tmp_path, qapp, qtbot):
    first = FirstPaint(window)
    qapp.installEventFilter(first)
    try:
        window.open(str(files.queue(tmp_path / "queue.db", [*CALM, *STUCK])))
        qtbot.waitUntil(lambda: bool(first.rows and first.names))
    finally:
        qapp.removeEventFilter(first)
    assert first.rows[0] == 1
    assert first.names[0] == 2


def test_panels_are_painted_where_no_page_comes(window, tmp_path, qapp, qtbot):
    """One without a destination has no message."""
    first = FirstPaint(window)
    qapp.installEventFilter(first)
    try:
        window.open(str(files.queue(tmp_path / "empty.db", [])))
        qtbot.waitUntil(lambda: bool(first.rows))
    finally:
        qapp.removeEventFilter(first)
    assert window.view.updatesEnabled()


def test_lists_follow_a_change_of_the_scheme_beside_tabs_too(window, tmp_path, qapp, qtbot):
    for name in ("first.db", "second.db"):
        window.open(str(files.queue(tmp_path / name, CALM)))
    read(window, qtbot)
    try:
        for scheme in ("dark", "light", "dark"):
            theme.apply(qapp, scheme)
            lists = window.view.findChildren(QAbstractScrollArea)
            grounds = {one.viewport().palette().color(QPalette.ColorRole.Base).name() for one in lists}
            assert grounds == {theme.current().surface}
    finally:
        theme.apply(qapp, "light")


def test_opening_one_again_turns_to_it(window, tmp_path, qtbot, monkeypatch):
    first = files.queue(tmp_path / "first.db", CALM)
    window.open(str(first))
    window.open(str(files.queue(tmp_path / "second.db", CALM)))
    monkeypatch.chdir(tmp_path)
    window.open("first.db")
    assert len(window.views) == 2
    assert window.view is window.views[0]


def test_files_of_one_name_are_told_apart(window, tmp_path, qtbot):
    for folder in ("north", "south"):
        (tmp_path / folder).mkdir()
        window.open(str(files.queue(tmp_path / folder / "queue & co.db", CALM)))
    assert tabs(window) == ["north/queue && co.db", "south/queue && co.db"]


def test_a_file_name_is_never_taken_for_markup(window, tmp_path, qtbot):
    for name in ("plain.db", "<b>bold.db"):
        window.open(str(files.queue(tmp_path / name, CALM)))
    close = window.sources.bar.tabButton(1, QTabBar.ButtonPosition.RightSide)
    assert close.accessibleName() == "Close <b>bold.db"
    assert "<b>" not in close.toolTip()
    assert "<b>" not in window.sources.bar.tabToolTip(1)


def test_only_the_one_in_front_has_panels(window, tmp_path, qtbot):
    for n in range(3):
        window.open(str(files.queue(tmp_path / f"{n}.db", STUCK)))
    read(window, qtbot)
    assert [view.panels is not None for view in window.views] == [False, False, True]
    window.sources.bar.setCurrentIndex(0)
    assert window.view is window.views[0]
    qtbot.waitUntil(lambda: window.view.selection().ids == (1,))
    assert window.commands["skip"].isEnabled()


def test_what_a_person_looked_at_is_there_when_they_come_back(window, tmp_path, qtbot):
    rows = [{"destination": name, "state": "delivered"} for name in ("a", "b", "c")]
    window.open(str(files.queue(tmp_path / "first.db", rows)))
    read(window, qtbot)
    window.view.panels.destinations.select(Destination("lab", "c"))
    window.open(str(files.queue(tmp_path / "second.db", CALM)))
    read(window, qtbot)
    window.commands["previous-source"].trigger()
    assert window.view.panels.focus.destination == Destination("lab", "c")
    window.commands["next-source"].trigger()
    assert window.view.name == "second.db"


def test_panels_are_kept_for_a_few_and_come_again_where_they_were(window, tmp_path, qtbot):
    rows = [{"destination": name, "control_id": name} for name in ("a", "b", "c")]
    for n in range(sources.UNFOLDED + 2):
        window.open(str(files.queue(tmp_path / f"{n}.db", rows)))
        qtbot.waitUntil(lambda: window.view.panels is not None)
        window.view.panels.destinations.select(Destination("lab", "b"))
    assert [view.panels is not None for view in window.views] == [False, False, True, True]
    qtbot.waitUntil(lambda: len(window.findChildren(Panels)) == sources.UNFOLDED)
    window.sources.bar.setCurrentIndex(0)
    qtbot.waitUntil(lambda: window.view.panels is not None)
    assert window.view.panels.focus.destination == Destination("lab", "b")
    qtbot.waitUntil(lambda: len(list(window.view.panels.messages.model.window.held())) == 1)


def test_what_changed_behind_is_there_when_one_comes_in_front(window, tmp_path, qtbot):
    first = files.queue(tmp_path / "first.db", STUCK)
    window.open(str(first))
    qtbot.waitUntil(lambda: window.view.selection().ids == (1,))
    window.open(str(files.queue(tmp_path / "second.db", CALM)))
    with files.opened(first) as db:
        files.insert(db, STUCK)
    window.views[0].session.refresh()
    qtbot.waitUntil(lambda: window.views[0].sample.depth.rows[0].pending == 2)
    window.sources.bar.setCurrentIndex(0)
    qtbot.waitUntil(lambda: len(list(window.view.panels.messages.model.window.held())) == 2)


def test_a_tab_tells_the_worst_state_in_shape_and_words(window, tmp_path, qtbot):
    window.open(str(files.queue(tmp_path / "stuck.db", STUCK)))
    window.open(str(files.queue(tmp_path / "calm.db", CALM)))
    window.open(str(tmp_path / "missing.db"))
    read(window, qtbot)
    qtbot.waitUntil(lambda: window.views[0].alarm.count == 2)
    assert [view.headline.kind for view in window.views] == [Kind.STUCK, Kind.IDLE, Kind.UNKNOWN]
    assert [view.headline.fault for view in window.views] == [False, False, True]
    assert window.sources.bar.accessibleTabName(0) == "stuck.db: 1 destination stuck. 2 alerts are open"
    assert window.sources.bar.accessibleTabName(1) == "calm.db: nothing waits"
    assert window.sources.bar.accessibleTabName(2).startswith("missing.db: ")
    assert_accessible(window)


def test_a_state_that_changes_moves_no_tab(window, tmp_path, qtbot):
    paths = [files.queue(tmp_path / f"{n}.db", CALM) for n in range(3)]
    for path in paths:
        window.open(str(path))
    read(window, qtbot)
    before = [window.sources.bar.tabRect(n) for n in range(3)]
    os.unlink(paths[1])
    with files.opened(paths[0]) as db:
        files.insert(db, STUCK)
    for view in window.views:
        view.session.refresh()
    qtbot.waitUntil(lambda: window.views[1].headline.fault and window.views[0].headline.kind is Kind.STUCK)
    assert [window.sources.bar.tabRect(n) for n in range(3)] == before


def test_closing_one_leaves_the_others(window, tmp_path, qtbot):
    for n in range(3):
        window.open(str(files.queue(tmp_path / f"{n}.db", CALM)))
    read(window, qtbot)
    window.sources.bar.setCurrentIndex(1)
    window.sources.bar.tabCloseRequested.emit(0)
    assert (tabs(window), window.view.name) == (["1.db", "2.db"], "1.db")
    window.commands["close-source"].trigger()
    assert window.view.name == "2.db"
    assert not window.sources.bar.isVisible()
    window.commands["close-source"].trigger()
    assert window.sources.empty.isVisible()
    window.commands["close-source"].trigger()
    assert window.windowTitle() == "qmonitor"


def test_the_pace_is_that_of_all(window, tmp_path, qtbot):
    for n in range(2):
        window.open(str(files.queue(tmp_path / f"{n}.db", CALM)))
    read(window, qtbot)
    window.commands["interval-5"].trigger()
    assert [view.session._beat.interval() for view in window.views] == [5000, 5000]
    window.commands["live"].trigger()
    assert [view.session.paused for view in window.views] == [True, True]
    window.open(str(files.queue(tmp_path / "third.db", CALM)))
    assert [view.session.paused for view in window.views] == [False] * 3


def test_several_files_are_dropped_and_chosen_at_once(window, tmp_path, qtbot, monkeypatch):
    paths = [files.queue(tmp_path / f"{n}.db", CALM) for n in range(4)]
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths[:2]])
    actions, buttons = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    window.dropEvent(QDropEvent(QPointF(9, 9), actions, data, buttons, Qt.KeyboardModifier.NoModifier))
    monkeypatch.setattr(main_window, "ask_files", lambda *_: [str(path) for path in paths[2:]])
    window.commands["open"].trigger()
    read(window, qtbot)
    assert tabs(window) == ["0.db", "1.db", "2.db", "3.db"]
    assert window._settings.recent()[0].endswith(".db")


def test_there_is_a_bound(window, tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(sources, "MOST", 2)
    for n in range(3):
        window.open(str(files.queue(tmp_path / f"{n}.db", CALM)))
    assert len(window.views) == 2
    assert texts(window.banner)["many"] == "2 sources are open, and no more can be. Close one first."


def test_what_was_opened_before_is_offered(qtbot, tmp_path):
    path = files.queue(tmp_path / "before.db", CALM)
    settings = Settings(None)
    settings.opened(str(path))
    window = MainWindow(settings)
    window.show()
    (offered,) = window.sources.empty._recent
    assert offered.accessibleName() == "Open before.db"
    offered.click()
    qtbot.waitUntil(lambda: window.view is not None and window.view.sample is not None)
    assert window.shut_down()
    window.deleteLater()


# --- faults in their place


def test_a_broken_source_leaves_the_others_alone_and_recovers(window, tmp_path, qtbot):
    good = files.queue(tmp_path / "good.db", STUCK)
    window.open(str(good))
    window.open(str(tmp_path / "later.db"))
    window.open(str(files.no_database(tmp_path / "letter.txt")))
    read(window, qtbot)
    assert [view.headline.fault for view in window.views] == [False, True, True]
    assert texts(window.views[0].banner) == {}
    looked = window.views[0].sample.depth.as_of.ns
    window.views[0].session.refresh()
    qtbot.waitUntil(lambda: window.views[0].sample.depth.as_of.ns > looked)
    files.queue(tmp_path / "later.db", CALM)
    qtbot.waitUntil(lambda: window.views[1].sample is not None)
    assert not window.views[1].headline.fault
    window.sources.bar.setCurrentIndex(1)
    assert window.view.panels.isVisible()


def test_the_place_of_a_fault_offers_the_next_step(window, tmp_path, qtbot, monkeypatch):
    window.open(str(tmp_path / "later.db"))
    qtbot.waitUntil(lambda: window.view.session.fault is not None)
    named = [button.objectName() for button in window.view.place.findChildren(QPushButton) if button.isVisible()]
    assert named == ["place-again", "place-choose", "place-close"]
    files.queue(tmp_path / "later.db", CALM)
    window.view.place.findChild(QPushButton, "place-again").click()
    qtbot.waitUntil(lambda: window.view.panels is not None)
    assert_accessible(window)


def test_its_buttons_stay_under_the_pointer(window, tmp_path, qtbot):
    window.open(str(tmp_path / "later.db"))
    qtbot.waitUntil(lambda: window.view.session.fault is not None)
    button = window.view.place.findChild(QPushButton, "place-again")
    with qtbot.waitSignal(window.view.failed):
        window.view.session.refresh()
    assert window.view.place.findChild(QPushButton, "place-again") is button


def test_a_network_share_is_read_after_consent(window, tmp_path, qtbot, monkeypatch):
    """As the first thing to be done about it; and what was said is what is asked."""
    said = place.fault(NetworkLocation("It lies on a share."), times.now())
    assert [name for name, _ in said.buttons] == ["consent", "choose", "again", "close"]
    window.open(str(tmp_path / "later.db"))
    qtbot.waitUntil(lambda: window.view.session.fault is not None)
    answers = iter([False, True])
    monkeypatch.setattr(QuestionDialog, "ask", lambda *_: next(answers))
    window.view.place.chosen.emit("consent")
    assert not window.view.session.opener.allow_network
    window.view.place.chosen.emit("consent")
    assert window.view.session.opener.allow_network


@pytest.mark.parametrize("points", [9, 12, 18])
def test_no_button_of_a_place_is_cut(qtbot, points):
    made = place.SourcePlace()
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    made.say(place.fault(PasswordNeeded("It wants a password.", "Give it."), times.now()))
    font = made.font()
    font.setPointSize(points)
    made.setFont(font)
    qtbot.waitUntil(lambda: cut(made) == [])
    buttons = [button for button in made.findChildren(QPushButton) if button.isVisible()]
    assert [button.objectName() for button in buttons] == [
        "place-password", "place-choose", "place-again", "place-close",
    ]  # fmt: skip
    qtbot.waitUntil(lambda: all(button.width() >= button.sizeHint().width() for button in buttons))


def test_a_fault_says_when_it_was_tried_last():
    said = place.fault(SourceMissing("It is not there.", "Look elsewhere."), times.now())
    assert said.case == "It is not there."
    assert said.remedy.startswith("Look elsewhere.\n\nLast tried at ")
    assert said.urgent


def test_everything_that_matches_is_selected_and_acted_on(window, tmp_path, qtbot):
    window.open(str(files.queue(tmp_path / "many.db", STUCK * 700)))
    qtbot.waitUntil(lambda: window.view.selection().ids == (1,))
    window.commands["select-all"].trigger()
    chosen = window.view.selection()
    assert chosen.query is not None
    assert (chosen.ids, chosen.count) == ((), 700)
    assert window.commands["skip"].isEnabled()


def test_jumps_and_columns_go_to_the_table(window, tmp_path, qtbot):
    window.open(str(files.queue(tmp_path / "many.db", STUCK * 700)))
    qtbot.waitUntil(lambda: window.view.selection().ids == (1,))
    table = window.view.panels.messages.table
    window.commands["jump-newest"].trigger()
    qtbot.waitUntil(lambda: window.view.panels.focus.wanted == 700)
    window.commands["jump-oldest"].trigger()
    qtbot.waitUntil(lambda: window.view.panels.focus.wanted == 1)
    window.commands["jump"].trigger()
    assert window.view.panels.messages.go_to.isVisible()
    window.commands["columns"].trigger()
    menu = window.view.panels.messages.view_menu.columns
    qtbot.waitUntil(menu.isVisible)
    next(action for action in menu.actions() if action.objectName() == "messages-column-size").trigger()
    menu.close()
    assert not table.columns.header.isSectionHidden(Column.SIZE)
    assert window._settings.get("messages/columns") == window.view.panels.messages.layout_state()


def test_what_did_not_change_is_as_of_the_last_look(window, tmp_path, qtbot):
    window.open(str(files.queue(tmp_path / "still.db", STUCK * 3)))
    qtbot.waitUntil(lambda: window.view.selection().ids == (1,))
    messages = window.view.panels.messages
    qtbot.waitUntil(lambda: messages.model.window.fresh and not messages.pages.busy)
    with qtbot.waitSignal(window.view.session.sampled):
        window.view.session._look()
    assert messages.pages.as_of == window.view.sample.depth.as_of


def test_rows_that_can_not_be_read_again_stay_and_are_pale(window, tmp_path, qtbot):
    path = files.queue(tmp_path / "gone.db", STUCK * 3)
    window.open(str(path))
    qtbot.waitUntil(lambda: window.view.selection().ids == (1,))
    messages = window.view.panels.messages
    qtbot.waitUntil(lambda: len(list(messages.model.window.held())) == 3)
    os.rename(path, path.with_name("elsewhere.db"))
    window.view.session.refresh()
    qtbot.waitUntil(lambda: window.view.since is not None)
    messages.recount()
    qtbot.waitUntil(lambda: not messages.pages.busy)
    assert messages.table._cells.stale
    assert len(list(messages.model.window.held())) == 3
    assert messages.notice.text() == ""
    os.rename(path.with_name("elsewhere.db"), path)
    window.view.session.refresh()
    qtbot.waitUntil(lambda: not messages.table._cells.stale)


def test_the_head_says_how_long_nothing_was_delivered(window, tmp_path, qtbot):
    rows = [{"destination": "stuck", "state": "delivered", "last_attempt": OLD, "enqueued_at": OLD}, *STUCK * 2]
    window.open(str(files.queue(tmp_path / "stuck.db", rows)))
    qtbot.waitUntil(lambda: window.view.selection().ids == (2,))
    story = window.view.findChild(QLabel, "inspector-story")
    qtbot.waitUntil(lambda: "Nothing delivered for " in story.text())
    window.view.panels.messages.table.select_only(1)
    qtbot.waitUntil(lambda: window.view.panels.focus.selection().ids == (3,))
    qtbot.waitUntil(lambda: "Nothing delivered" not in story.text())


def test_painting_the_header_asks_nothing_of_what_is_selected(window, tmp_path, qtbot):
    """Else the window stands still where everything of a long list is selected."""
    window.open(str(files.queue(tmp_path / "many.db", STUCK * 300)))
    qtbot.waitUntil(lambda: window.view.selection().ids == (1,))
    window.commands["select-all"].trigger()
    table = window.view.panels.messages.table
    assert table.selectionModel().hasSelection()
    assert not table.horizontalHeader().selectionModel().hasSelection()


def test_a_file_that_was_exchanged_can_not_be_undone_in(window, tmp_path, qtbot, monkeypatch):
    """Its ids are those of other messages."""
    monkeypatch.setattr(ConfirmDialog, "ask", lambda *_, **__: Confirmation("tested"))
    path = files.queue(tmp_path / "q.db", [{"destination": "stuck", "control_id": f"NIGHT{n}"} for n in range(5)])
    window.open(str(path))
    qtbot.waitUntil(lambda: window.view.selection().ids == (1,))
    with qtbot.waitSignal(window.view.acting.ended):
        window.commands["skip"].trigger()
    qtbot.waitUntil(lambda: window.commands["undo"].isEnabled())
    rows = [{"destination": "stuck", "control_id": f"DAY{n}", "state": "skipped"} for n in range(5)]
    os.replace(files.queue(tmp_path / "new.db", [*rows, {"destination": "stuck"}]), path)
    window.view.session.refresh()
    qtbot.waitUntil(lambda: not window.commands["undo"].isEnabled())
    assert "report" not in texts(window.view.banner)
    assert "reversed" not in texts(window.view.banner)
    qtbot.waitUntil(lambda: window.view.selection().ids == (6,))
    window.view.acting.undo()
    assert list(files.states(path).values()).count("skipped") == 5


# --- what is selected is what is looked into and acted on


LINE = [{**STUCK[0], "control_id": f"L{n}"} for n in range(1, 5)]


@pytest.fixture
def line(window, tmp_path, qtbot):
    """A window on a line of four, and its file."""
    path = files.queue(tmp_path / "line.db", [*LINE, {"destination": "calm", "state": "failed"}])
    window.open(str(path))
    looks_at(window, qtbot, 1)
    return path


def selected(window: MainWindow) -> list[object]:
    """The messages of the rows that are seen to be selected."""
    table, model = window.view.panels.messages.table, window.view.panels.messages.model
    return [model.item(index.row()).id for index in table.selectionModel().selectedRows()]


def looks_at(window: MainWindow, qtbot, item: int | None) -> None:
    """Wait until this message is what is selected, in the inspector, and what actions are meant for."""
    wanted = [] if item is None else [item]

    def agrees() -> None:
        assert window.view.panels is not None
        assert selected(window) == wanted
        assert window.view.selection().ids == tuple(wanted)
        shown = window.view.panels.inspector._item
        assert [shown.id] == wanted if shown is not None else not wanted

    qtbot.waitUntil(agrees)


def put(path, window: MainWindow, state: str, *ids: int) -> None:
    """Have messages in a state, and look."""
    with files.opened(path) as db:
        db.executemany("UPDATE queue SET state = ? WHERE id = ?", [(state, one) for one in ids])
    window.view.session.refresh()


def click(window: MainWindow, row: int, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    table = window.view.panels.messages.table
    box = table.visualRect(table.model().index(row, Column.ID))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, modifier, box.center())


def test_the_head_is_selected_where_a_person_selected_nothing(line, window, qtbot):
    target = window.commands["skip"].property(TARGET)
    put(line, window, "skipped", 1)
    looks_at(window, qtbot, 2)
    assert window.commands["skip"].property(TARGET) != target  # a press that began on the old head comes to nothing
    assert "selected" not in window.view.panels.messages.foot.words()
    put(line, window, "pending", 1)
    looks_at(window, qtbot, 1)
    put(line, window, "delivered", 1, 2, 3)
    looks_at(window, qtbot, 4)
    put(line, window, "delivered", 4)
    looks_at(window, qtbot, None)
    assert window.commands["skip"].toolTip() == "Select messages first."


@pytest.mark.parametrize("begin", ["all", "failed", "newest", "text"])
def test_where_no_row_is_the_head_nothing_can_be_acted_on(line, window, qtbot, begin):
    filters = window.view.panels.messages.filters
    match begin:
        case "all":
            window.view.panels.destinations.select(None)
        case "failed":
            filters.chips["failed"].click()
        case "newest":
            filters.order.click()
        case "text":
            filters.text_field.setText("L")
            filters._apply()
    looks_at(window, qtbot, None)
    assert not window.commands["skip"].isEnabled()
    assert window.commands["skip"].toolTip() == "Select messages first."
    put(line, window, "skipped", 1)
    looks_at(window, qtbot, None)


def test_what_a_person_selected_stays_whatever_becomes_the_head(line, window, qtbot):
    put(line, window, "skipped", 1)
    looks_at(window, qtbot, 2)
    click(window, 0)  # the head itself: chosen from now on
    put(line, window, "pending", 1)
    qtbot.waitUntil(lambda: window.view.panels.messages.model.rowCount() == 4)
    looks_at(window, qtbot, 2)
    put(line, window, "delivered", 2)
    looks_at(window, qtbot, 1)


def test_a_person_may_add_to_the_head_and_select_nothing(line, window, qtbot):
    click(window, 2, Qt.KeyboardModifier.ControlModifier)
    assert window.view.selection().ids == (1, 3)
    click(window, 2, Qt.KeyboardModifier.ControlModifier)
    looks_at(window, qtbot, 1)
    QTest.keyClick(window.view.panels.messages.table, Qt.Key.Key_Escape)
    looks_at(window, qtbot, None)
    put(line, window, "skipped", 1)
    qtbot.waitUntil(lambda: window.view.panels.messages.model.rowCount() == 3)
    looks_at(window, qtbot, None)


def test_what_is_looked_into_is_never_a_row_that_is_not_selected(line, window, qtbot):
    click(window, 1)
    click(window, 3, Qt.KeyboardModifier.ControlModifier)
    click(window, 3, Qt.KeyboardModifier.ControlModifier)
    looks_at(window, qtbot, 2)
    QTest.keyClick(window.view.panels.messages.table, Qt.Key.Key_Return)  # on the row that was left out just now
    looks_at(window, qtbot, 4)


def test_all_that_match_are_none_once_the_table_is_empty(line, window, qtbot):
    window.commands["select-all"].trigger()
    put(line, window, "delivered", 1, 2, 3, 4)
    looks_at(window, qtbot, None)
    assert window.view.selection().query is None
    assert not window.commands["skip"].isEnabled()
    assert "selected" not in window.view.panels.messages.foot.words()


def test_the_head_comes_back_without_moving_what_is_read(window, tmp_path, qtbot):
    path = files.queue(tmp_path / "many.db", STUCK * 700)
    window.open(str(path))
    looks_at(window, qtbot, 1)
    put(path, window, "skipped", 1)
    looks_at(window, qtbot, 2)
    messages = window.view.panels.messages
    messages.table.verticalScrollBar().setValue(40)
    seen = messages.table.seen_ids()
    put(path, window, "pending", 1)
    qtbot.waitUntil(lambda: messages.model.rowCount() == 700)
    assert messages.table.seen_ids() == seen
    looks_at(window, qtbot, 1)


def test_a_dialog_stands_over_the_source_that_it_is_about_and_names_it(window, tmp_path, qtbot, monkeypatch):
    shown = []

    def ask(plan, parent, asked):
        shown.append((window.view.name, asked.source))

    monkeypatch.setattr(ConfirmDialog, "ask", ask)
    path = files.queue(tmp_path / "first.db", STUCK)
    window.open(str(path))
    qtbot.waitUntil(lambda: window.view.selection().ids == (1,))
    first = window.view
    window.open(str(files.queue(tmp_path / "second.db", STUCK)))
    qtbot.waitUntil(lambda: window.view.selection().ids == (1,))
    with qtbot.waitSignal(first.acting.ended):
        first.act(next(spec for spec in ACTIONS if spec.id == "skip"))
        assert window.view.name == "second.db"
    assert shown == [("first.db", str(path))]


def test_what_was_seen_in_another_file_is_not_acted_on(window, tmp_path, qtbot, monkeypatch):
    """Paused, or within a second: the table still shows the messages of the file before."""
    monkeypatch.setattr(ConfirmDialog, "ask", lambda *_, **__: Confirmation("tested"))
    path = files.queue(tmp_path / "q.db", [{"destination": "stuck", "control_id": f"NIGHT{n}"} for n in range(5)])
    window.open(str(path))
    qtbot.waitUntil(lambda: window.view.selection().ids == (1,))
    window.commands["live"].trigger()
    os.replace(files.queue(tmp_path / "new.db", [{"destination": "stuck", "control_id": "DAY"}] * 9), path)
    with qtbot.waitSignal(window.view.acting.ended):
        window.commands["skip"].trigger()
    assert set(files.states(path).values()) == {"pending"}
    qtbot.waitUntil(lambda: window.view.session.sample.depth.rows[0].pending == 9)
    assert "exchanged since these messages were seen" in texts(window.view.banner)["report"]  # still


def test_an_action_on_all_that_match_ends_that_choice(window, tmp_path, qtbot, monkeypatch):
    """What matches later was never meant."""
    monkeypatch.setattr(ConfirmDialog, "ask", lambda *_, **__: Confirmation("tested"))
    path = files.queue(tmp_path / "many.db", STUCK * 30)
    window.open(str(path))
    qtbot.waitUntil(lambda: window.view.selection().ids == (1,))
    window.commands["select-all"].trigger()
    with qtbot.waitSignal(window.view.acting.ended):
        window.commands["retry-now"].trigger()
    assert window.view.selection().query is None


def test_a_tab_gets_no_icon_anew_for_another_count(window, tmp_path, qtbot):
    """Qt keeps what it scaled of each that it ever got."""
    window.open(str(files.queue(tmp_path / "first.db", STUCK)))
    read(window, qtbot)
    bar, view = window.sources.bar, window.views[0]
    found = []
    for kind, count in ((Kind.STUCK, 1), (Kind.STUCK, 2), (Kind.GROWING, 2)):
        view.headline = Headline(kind, phrase("{count} destinations", count=count))
        bar.show_state(0, view)
        found.append((bar.tabIcon(0).cacheKey(), bar.tabToolTip(0)))
    (first, said), (second, said_anew), (third, _) = found
    assert first == second
    assert said != said_anew
    assert second != third
