"""The alerts of all sources, with the real files: what is kept, decided, told, and what happens where it can't be."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QTabWidget, QWidget

from qmonitor.gui import tasks
from qmonitor.gui.alert_tab import AlertTab
from qmonitor.gui.alerting import Alerting
from qmonitor.gui.alerts import AlertsPanel
from qmonitor.gui.banner import Banner
from qmonitor.gui.dialogs.acknowledge import AcknowledgeDialog
from qmonitor.gui.dialogs.rules import RulesDialog, Ruling
from qmonitor.gui.settings import Settings
from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.gathering import GATHER, REST
from qmonitor.monitor.journal.keeping import Keeping
from qmonitor.monitor.sampler import Sample
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.errors import SourceBusy
from qmonitor.queues.model import Depth, DepthRow, Destination, Details, Item
from tests.helpers.alerts import NOW, SOURCE, rule
from tests.helpers.notices import press, texts

LIS = Destination("lab", "lis")
HELD = Ruling(tuple(DEFAULTS), notify=True)
DETAILS = Details(SOURCE, "delivery", None, None, None, None)


class Desk:
    """A window with its alerting, a clock that is moved by hand, and what was told."""

    def __init__(self, folder: Path, tray: bool = True) -> None:
        self.window = QWidget()
        self.now, self.passed = NOW, 0.0
        self.folder = folder
        self.book = SeriesBook()
        self.banner = Banner(self.window)
        self.settings = Settings(None)
        opened = partial(Keeping, folder / "alerts.toml", folder / "audit.db")
        self.alerting = Alerting(self.settings, self.window, opened, now=lambda: self.now, passed=lambda: self.passed)
        self.alerting.tray._available = lambda: tray
        self.alerting.told.connect(self.banner.show_notice)
        self.alerting.followed.connect(self.banner.follow)
        self.alerting.withdrawn.connect(self.banner.withdraw)
        self.banner.chosen.connect(lambda _key, _button: self.alerting.show_told())

    def look(self, *waiting: tuple[str, float], seconds: float = 2.0, target: str = SOURCE, seen: bool = False) -> None:
        """A look that finds destinations with one message each, so many seconds old."""
        self.now = self.now + timedelta(seconds=seconds)
        rows = tuple(self._row(name, age) for name, age in waiting)
        depth = Depth(rows, self.now, complete=True)
        places = tuple(row.key for row in rows)
        self.book.add(depth, places)
        self.alerting.look(target, Sample(depth, places, DETAILS, (), True, 0.0), self.book, seen=seen)

    def _row(self, name: str, age: float) -> DepthRow:
        since = self.now + timedelta(seconds=-age)
        head = Item("lab", name, id=4711, enqueued_at=since)
        return DepthRow("lab", name, 1, 0, since, age, 0, head)

    def beat(self, seconds: float) -> None:
        self.passed += seconds
        self.alerting._beat.timeout.emit()

    def close(self) -> None:
        self.alerting.retire()
        assert tasks.stop([self.alerting.lane])
        self.window.close()
        self.window.deleteLater()


@pytest.fixture
def open_desk(tmp_path, qtbot):
    opened: list[Desk] = []

    def make(*, ready: bool = True, tray: bool = True) -> Desk:
        made = Desk(tmp_path, tray)
        opened.append(made)
        made.alerting.start()
        if ready:
            qtbot.waitUntil(lambda: made.alerting.ready)
        return made

    yield make
    for one in opened:
        one.close()


@pytest.fixture
def desk(open_desk) -> Desk:
    return open_desk()


def settled(desk: Desk, qtbot) -> None:
    """Until the lane has done everything that was asked."""
    done: list[object] = []
    desk.alerting.lane.answered.connect(lambda answer: done.append(answer.key))
    desk.alerting.lane.ask("probe", lambda _keeping: None)
    qtbot.waitUntil(lambda: "probe" in done)


def keys(desk: Desk) -> list[str]:
    return [str(alert.destination) for alert in desk.alerting.open(SOURCE)]


def announced(desk: Desk) -> str:
    return "" if desk.alerting.tray._about is None else str(desk.alerting.tray._about.destination)


# -- looks ---------------------------------------------------------------------------------------------------


def test_what_waits_too_long_opens_an_alert_that_names_it(desk):
    desk.look(("lis", 290.0))
    assert keys(desk) == []
    desk.look(("lis", 301.0))
    (found,) = desk.alerting.open(SOURCE)
    assert (found.destination, found.item) == (LIS, 4711)
    assert desk.alerting.open("/srv/other.db") == ()


def test_looks_before_the_files_are_read_are_judged_then(open_desk, qtbot):
    desk = open_desk(ready=False)
    desk.look(("lis", 400.0))
    assert keys(desk) == []
    with qtbot.waitSignal(desk.alerting.changed):
        pass
    assert keys(desk) == ["lab/lis"]


@pytest.mark.parametrize("seen", [False, True])
def test_who_opens_a_source_and_looks_at_it_is_told_only_of_what_comes_then(desk, qtbot, seen):
    desk.look(("lis", 400.0), seen=seen)
    settled(desk, qtbot)
    desk.beat(GATHER + 1)
    assert announced(desk) == ("" if seen else "lab/lis")
    assert keys(desk) == ["lab/lis"]
    desk.look(("lis", 402.0), ("pacs", 500.0), seen=seen)
    settled(desk, qtbot)
    desk.beat(REST + GATHER + 1)
    assert announced(desk) == "lab/pacs"


def test_the_same_tuple_until_something_changes(desk):
    desk.look(("lis", 400.0))
    first = desk.alerting.open(SOURCE)
    assert desk.alerting.open(SOURCE) is first
    desk.look(("lis", 402.0), ("pacs", 500.0))
    assert desk.alerting.open(SOURCE) is not first


def test_a_source_that_fails_is_alerted_and_one_that_is_silent_too(desk):
    desk.look()
    for _ in range(35):
        desk.now = desk.now + timedelta(seconds=2)
        desk.alerting.fail(SOURCE, SourceBusy("locked"))
    assert [alert.rule.measure for alert in desk.alerting.open(SOURCE)] == ["unreachable"]
    other = "/srv/other.db"
    desk.look(target=other)
    desk.alerting.miss(other, lambda: True)
    for _ in range(70):
        desk.now = desk.now + timedelta(seconds=1)
        desk.beat(1.0)
    assert [alert.rule.measure for alert in desk.alerting.open(other)] == ["unreachable"]


def test_one_that_was_paused_meanwhile_is_not(desk):
    desk.look()
    desk.alerting.miss(SOURCE, lambda: False)
    for _ in range(70):
        desk.now = desk.now + timedelta(seconds=1)
        desk.beat(1.0)
    assert desk.alerting.open(SOURCE) == ()


def test_a_closed_source_has_no_open_alerts_here(desk):
    desk.look(("lis", 400.0))
    desk.alerting.close(SOURCE)
    assert desk.alerting.open(SOURCE) == ()
    assert desk.alerting.tray.icon.toolTip().endswith("no alert")


# -- telling -------------------------------------------------------------------------------------------------


def test_it_is_told_once_and_together(desk, qtbot):
    desk.look(*((f"dest-{n:03}", 400.0) for n in range(200)))
    settled(desk, qtbot)
    desk.beat(GATHER - 1)
    assert announced(desk) == ""
    desk.beat(1)
    assert announced(desk).startswith("lab/dest-")
    desk.alerting.tray._about = None
    desk.beat(REST)
    assert announced(desk) == ""


def test_what_was_told_before_a_restart_is_not_told_again(open_desk, qtbot):
    desk = open_desk()
    desk.look(("lis", 400.0))
    settled(desk, qtbot)
    again = open_desk()
    again.now = desk.now
    again.look(("lis", 402.0))
    settled(again, qtbot)
    assert keys(again) == ["lab/lis"]
    again.beat(GATHER)
    assert announced(again) == ""


def test_nothing_is_told_where_a_person_does_not_want_it(desk, qtbot):
    desk.settings.set("alerts/notify", False)
    desk.look(("lis", 400.0))
    settled(desk, qtbot)
    desk.beat(GATHER)
    assert announced(desk) == ""
    assert keys(desk) == ["lab/lis"]


def test_without_a_tray_it_is_said_in_the_window_with_a_way_to_it(open_desk, qtbot):
    desk = open_desk(tray=False)
    desk.look(("lis", 400.0))
    settled(desk, qtbot)
    desk.beat(GATHER)
    told = texts(desk.banner)
    assert told["alerts"].startswith("Warning: lab/lis. The oldest message has waited for 00:06")
    assert told["tray"].startswith("This desktop has no tray")
    with qtbot.waitSignal(desk.alerting.wanted) as wanted:
        press(desk.banner, "alerts", "alerts")
    assert wanted.args[0].destination == LIS


def test_the_notice_in_the_window_says_what_is_open_and_goes_with_it(open_desk, qtbot):
    desk = open_desk(tray=False)
    desk.look(("lis", 400.0), ("pacs", 400.0))
    settled(desk, qtbot)
    desk.beat(GATHER)
    assert texts(desk.banner)["alerts"] == "2 alerts. lab/lis, lab/pacs"
    desk.look(("lis", 402.0), ("pacs", 402.0), ("ris", 402.0))  # not told yet, but open
    assert texts(desk.banner)["alerts"] == "3 alerts. lab/lis, lab/pacs, lab/ris"
    for _ in range(32):
        desk.look(("ris", 500.0))
    assert texts(desk.banner)["alerts"].startswith("Warning: lab/ris. ")
    with qtbot.waitSignal(desk.alerting.changed):
        desk.alerting.acknowledge([found.key for found in desk.alerting.open(SOURCE)], "")
    assert "alerts" not in texts(desk.banner)


def test_a_notice_that_was_dismissed_does_not_come_back_with_figures(open_desk, qtbot):
    desk = open_desk(tray=False)
    desk.look(("lis", 400.0))
    settled(desk, qtbot)
    desk.beat(GATHER)
    desk.banner.withdraw("alerts")
    desk.look(("lis", 402.0), ("pacs", 402.0))
    assert "alerts" not in texts(desk.banner)


def test_the_tray_says_how_many_need_a_person(desk):
    desk.look(("lis", 400.0), ("pacs", 400.0))
    assert desk.alerting.tray.icon.toolTip() == "qmonitor: 2 alerts"


# -- deciding ------------------------------------------------------------------------------------------------


def test_acknowledging_counts_once_it_is_written_and_outlives_the_window(open_desk, qtbot):
    desk = open_desk()
    desk.look(("lis", 400.0))
    (found,) = desk.alerting.open(SOURCE)
    desk.alerting.ask_to_acknowledge([found.key], desk.window)
    dialog = desk.window.findChild(AcknowledgeDialog)
    qtbot.keyClicks(dialog.findChild(QLineEdit, "note"), "known")
    with qtbot.waitSignal(desk.alerting.changed):
        qtbot.mouseClick(dialog.findChild(QPushButton, "confirm"), Qt.MouseButton.LeftButton)
    (taken,) = desk.alerting.open(SOURCE)
    assert (taken.acknowledged.who, taken.acknowledged.reason) == (desk.alerting.actor, "known")
    assert desk.alerting.tray.icon.toolTip() == "qmonitor: no alert"
    again = open_desk()
    again.now = desk.now
    again.look(("lis", 402.0))
    assert again.alerting.open(SOURCE)[0].acknowledged == taken.acknowledged


def test_snoozing_and_waking(desk, qtbot):
    desk.look(("lis", 400.0))
    (found,) = desk.alerting.open(SOURCE)
    with qtbot.waitSignal(desk.alerting.changed):
        desk.alerting.snooze([found.key], desk.now + timedelta(hours=8))
    assert desk.alerting.open(SOURCE)[0].snoozed_until == desk.now + timedelta(hours=8)
    with qtbot.waitSignal(desk.alerting.changed):
        desk.alerting.wake([found.key])
    assert not desk.alerting.open(SOURCE)[0].silent


def test_what_can_not_be_written_does_not_count_and_is_said(tmp_path, open_desk, qtbot):
    (tmp_path / "audit.db").mkdir()
    desk = open_desk()
    desk.look(("lis", 400.0))
    (found,) = desk.alerting.open(SOURCE)
    desk.alerting.acknowledge([found.key], "known")
    settled(desk, qtbot)
    assert not desk.alerting.open(SOURCE)[0].silent
    told = texts(desk.banner)
    assert told["alerting-record"].startswith("Alerts are told, but not kept")
    assert told["alerting-decide"].startswith("It was not acknowledged or snoozed. ")
    desk.beat(GATHER)
    assert announced(desk) == "lab/lis"


def test_there_is_nothing_to_ask_about_what_was_solved(desk):
    desk.look(("lis", 400.0))
    (found,) = desk.alerting.open(SOURCE)
    desk.alerting.close(SOURCE)
    desk.alerting.ask_to_acknowledge([found.key], desk.window)
    assert desk.window.findChild(AcknowledgeDialog) is None


# -- rules ---------------------------------------------------------------------------------------------------


def test_rules_that_were_saved_hold_at_once_and_after_a_restart(open_desk, qtbot):
    desk = open_desk()
    desk.look(("lis", 400.0))
    own = rule(id="mine", channel="lab", limit=900.0, clear=None)
    desk.alerting.ask_for_rules("oldest-age-critical", LIS, desk.window)
    dialog = desk.window.findChild(RulesDialog)
    assert dialog.table.currentIndex().row() == 0
    with qtbot.waitSignal(desk.alerting.changed):
        dialog.saved.emit(Ruling((own, *DEFAULTS), notify=False), HELD)
    dialog.reject()
    assert keys(desk) == []
    assert desk.settings.get("alerts/notify") is False
    assert open_desk().alerting.rules == desk.alerting.rules == (own, *DEFAULTS)


def test_what_another_window_saved_meanwhile_stays_and_holds_here_too(open_desk, qtbot):
    desk, other = open_desk(), open_desk()
    lab = rule(id="lab", channel="lab", limit=900.0, clear=None)
    other.alerting.rule(Ruling((lab, *DEFAULTS), notify=True), HELD)
    settled(other, qtbot)
    changed = tuple(replace(one, enabled=False) if one.id == "failed-warning" else one for one in DEFAULTS)
    desk.alerting.rule(Ruling(changed, notify=True), HELD)
    settled(desk, qtbot)
    assert desk.alerting.rules == open_desk().alerting.rules == (lab, *changed)


def test_the_dialog_shows_what_another_window_saved(open_desk, qtbot):
    desk, other = open_desk(), open_desk()
    lab = rule(id="lab", channel="lab", limit=900.0, clear=None)
    other.alerting.rule(Ruling((lab, *DEFAULTS), notify=True), HELD)
    settled(other, qtbot)
    desk.alerting.ask_for_rules("", None, desk.window)
    settled(desk, qtbot)
    dialog = desk.window.findChild(RulesDialog)
    assert dialog.model.rules[0] == desk.alerting.rules[0] == lab
    dialog.reject()


def test_a_rule_that_two_windows_changed_is_refused_and_shown_as_it_is(open_desk, qtbot):
    desk, other = open_desk(), open_desk()
    for one, limit in ((other, 600.0), (desk, 900.0)):
        rules = tuple(replace(held, limit=limit, clear=None) if held.id == rule().id else held for held in DEFAULTS)
        one.alerting.rule(Ruling(rules, notify=True), HELD)
        settled(one, qtbot)
        settled(one, qtbot)
    assert "oldest-age-warning was changed meanwhile" in texts(desk.banner)["alerting-save"]
    assert desk.alerting.rules == other.alerting.rules


def test_a_broken_file_of_rules_is_said_and_what_comes_with_qmonitor_holds(tmp_path, open_desk):
    (tmp_path / "alerts.toml").write_text("limit = ", encoding="utf-8")
    desk = open_desk()
    assert "alerts.toml" in texts(desk.banner)["alerting-load-0"]
    assert desk.alerting.rules == tuple(DEFAULTS)


def test_rules_are_not_edited_before_they_are_read(open_desk):
    desk = open_desk(ready=False)
    desk.alerting.ask_for_rules("", None, desk.window)
    assert desk.window.findChild(RulesDialog) is None


def test_rules_that_can_not_be_written_do_not_hold(tmp_path, open_desk, qtbot):
    desk = open_desk()
    (tmp_path / "alerts.toml").mkdir()
    desk.alerting.rule(Ruling((replace(rule(), limit=900.0),), notify=True), HELD)
    settled(desk, qtbot)
    assert texts(desk.banner)["alerting-save"].startswith("The rules were not saved. ")
    assert desk.alerting.rules == tuple(DEFAULTS)


def test_where_nothing_is_kept_nothing_can_be_decided(desk, qtbot):
    other = Alerting(Settings(None), desk.window, now=lambda: desk.now)
    other.told.connect(desk.banner.show_notice)
    other.start()
    other.start()
    qtbot.waitUntil(lambda: other.ready)
    desk.alerting, kept = other, desk.alerting
    desk.look(("lis", 400.0))
    other.acknowledge([found.key for found in other.open(SOURCE)], "")
    other.rule(Ruling((), notify=True), HELD)
    settled(desk, qtbot)
    assert texts(desk.banner).keys() == {"alerting-decide", "alerting-save"}
    assert other.rules == tuple(DEFAULTS)
    desk.close()
    desk.alerting = kept


# -- the tab -------------------------------------------------------------------------------------------------


@pytest.fixture
def tab(desk) -> AlertTab:
    tabs = QTabWidget(desk.window)
    panel = AlertsPanel()
    tabs.addTab(QWidget(), "")
    tabs.addTab(panel, "")
    return AlertTab(panel, panel, tabs, desk.alerting, SOURCE)


def title(tab: AlertTab) -> str:
    return tab._tabs.tabText(1)


def test_the_title_has_how_many_need_a_person(desk, tab, qtbot):
    assert title(tab) == "Alerts"
    desk.look(("lis", 400.0), ("pacs", 400.0))
    tab.show_time(desk.now)
    assert (title(tab), tab._tabs.tabToolTip(1)) == ("Alerts 2", "2 alerts open")
    tab._panel.table.selectRow(0)
    with qtbot.waitSignal(desk.alerting.changed):
        tab._panel.snooze_requested.emit([desk.alerting.open(SOURCE)[0].key], desk.now + timedelta(hours=1))
    assert title(tab) == "Alerts 1"


def test_who_marks_destinations_is_told_where_alerts_are_and_not_how_their_figures_grow(desk, tab, qtbot):
    told: list[list[str]] = []
    tab.marked.connect(lambda alerts: told.append([str(alert.destination) for alert in alerts]))
    for age in (400.0, 402.0):
        desk.look(("lis", age))
        tab.show_time(desk.now)
    desk.look(("lis", 404.0), ("pacs", 404.0))
    tab.show_time(desk.now)
    assert told == [["lab/lis"], ["lab/lis", "lab/pacs"]]
    with qtbot.waitSignal(tab.marked):
        desk.alerting.snooze([desk.alerting.open(SOURCE)[0].key], desk.now + timedelta(hours=1))


def test_what_is_asked_for_in_the_tab_is_done(desk, tab, qtbot):
    desk.look(("lis", 400.0))
    tab.show_time(desk.now)
    found = desk.alerting.open(SOURCE)
    tab._panel.acknowledge_requested.emit([found[0].key])
    assert desk.window.findChild(AcknowledgeDialog) is not None
    desk.window.findChild(AcknowledgeDialog).reject()
    tab.look_at(LIS)
    tab._panel.rules_requested.emit("failed-warning")
    dialog = desk.window.findChild(RulesDialog)
    assert dialog.model.rules[dialog.table.currentIndex().row()].id == "failed-warning"
    dialog.reject()


def test_who_draws_lines_is_told_of_other_rules_and_another_destination(desk, tab, qtbot):
    with qtbot.waitSignal(tab.ruled):
        tab.look_at(LIS)
    assert tab.here == LIS
    with qtbot.waitSignal(tab.ruled):
        desk.alerting.rule(Ruling((rule(id="mine"), *DEFAULTS), notify=True), HELD)
    assert tab.rules[0].id == "mine"
