"""What the desktop is told: together where there is much, nothing of a message; and where there is no tray."""

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from qmonitor.gui.announcing import announcement
from qmonitor.gui.notify import Announcement, Tray, badged
from qmonitor.monitor.alerts.model import Event, EventKind
from qmonitor.queues.words import phrase
from tests.helpers.alerts import NOW, alert

CRITICAL = alert("adt/registry", "oldest-age-critical", value=274_320.0)


def opened(*alerts) -> list[Event]:
    return [Event(EventKind.OPENED, one, tell=True) for one in alerts]


def solved(*alerts) -> list[Event]:
    return [Event(EventKind.SOLVED, one, tell=True) for one in alerts]


def closed(where: str):
    return alert(where, solved=NOW)


# -- words ---------------------------------------------------------------------------------------------------


def test_one_is_told_by_its_name(qapp):
    told = announcement(opened(CRITICAL))
    assert told == Announcement(
        "Critical: adt/registry",
        "The oldest message has waited for 3\u00a0d\u00a004:12; the limit is 1\u00a0h."
        " First in line: 48210, in engine.db.",
        critical=True,
        about=CRITICAL,
    )


def test_a_source_is_told_by_its_file(qapp):
    told = announcement(opened(alert(None, "unreachable-critical", value=60.0, cause=phrase("It is locked."))))
    assert told.title == "Critical: engine.db"
    assert told.words == "The source can't be read, for 00:01 now; the limit is 1\u00a0min."


def test_that_it_is_solved_is_told_calmly(qapp):
    told = announcement(solved(closed("lab/lis")))
    assert told.title == "Solved: lab/lis"
    assert not told.critical


def test_an_outage_is_one_notification(qapp):
    many = opened(*(alert(f"lab/dest-{n:03}") for n in range(199)), CRITICAL)
    told = announcement(many)
    assert told.title == "200 alerts"
    assert told.words == "adt/registry, lab/dest-000, lab/dest-001 and 197 more"
    assert told.critical
    assert told.about is CRITICAL


@pytest.mark.parametrize(
    ("alerts", "others", "title"),
    [
        (2, 0, "2 alerts"),
        (1, 1, "1 alert, another one solved"),
        (1, 2, "1 alert, 2 others solved"),
        (2, 1, "2 alerts, 1 other solved"),
        (2, 2, "2 alerts, 2 others solved"),
        (0, 2, "2 alerts solved"),
    ],
)
def test_opened_and_solved_are_told_apart(qapp, alerts, others, title):
    events = opened(*(alert(f"a/{n}") for n in range(alerts))) + solved(*(closed(f"b/{n}") for n in range(others)))
    told = announcement(events)
    assert told.title == title
    assert told.words == ", ".join(f"{'a' if alerts else 'b'}/{n}" for n in range(alerts or others))


def test_four_places_are_three_and_one_more(qapp):
    assert announcement(opened(*(alert(f"a/{n}") for n in range(4)))).words == "a/0, a/1, a/2 and 1 more"


# -- the tray ------------------------------------------------------------------------------------------------


@pytest.fixture
def window(qtbot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def test_without_a_tray_it_is_told_elsewhere(window, qtbot):
    tray = Tray(window, available=lambda: False)
    told = Announcement("Critical: adt/registry", "It waits.", critical=True)
    with qtbot.waitSignal(tray.missed) as missed:
        tray.announce(told)
    assert missed.args == [told]
    assert not tray.icon.isVisible()


def test_a_tray_may_come_later(window, qtbot):
    there = [False]
    tray = Tray(window, available=lambda: there[0])
    there[0] = True
    with qtbot.assertNotEmitted(tray.missed):
        tray.announce(Announcement("Warning: lab/lis", "It waits."))
    assert tray.icon.isVisible()
    tray.retire()
    assert not tray.icon.isVisible()


def test_a_click_leads_to_what_the_last_notification_was_about(window, qtbot):
    tray = Tray(window, available=lambda: True)
    tray.announce(Announcement("1", "1", about=CRITICAL))
    with qtbot.waitSignal(tray.chosen) as chosen:
        tray.icon.messageClicked.emit()
    assert chosen.args == [CRITICAL]
    tray.retire()


def test_the_icon_and_its_menu_lead_to_the_window(window, qtbot):
    tray = Tray(window, available=lambda: True)
    with qtbot.waitSignal(tray.chosen) as chosen:
        tray.icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    assert chosen.args == [None]
    with qtbot.assertNotEmitted(tray.chosen):
        tray.icon.activated.emit(QSystemTrayIcon.ActivationReason.Context)  # which opens the menu
    with qtbot.waitSignal(tray.chosen):
        window.findChild(QAction, "tray-show").trigger()
    tray.retire()


def test_nothing_takes_the_focus(window, qtbot):
    other = QWidget()
    qtbot.addWidget(other)
    window.show()
    other.show()
    other.activateWindow()
    QApplication.processEvents()
    tray = Tray(window, available=lambda: True)
    tray.show_state(1, critical=True, words="1 alert")
    tray.announce(Announcement("1", "1"))
    QApplication.processEvents()
    assert QApplication.activeWindow() is other
    tray.retire()


def test_the_icon_says_whether_something_is_open_by_a_shape(window):
    tray = Tray(window, available=lambda: False)
    assert tray.icon.toolTip() == "qmonitor"
    tray.show_state(2, critical=False, words="2 alerts")
    assert tray.icon.toolTip() == "qmonitor: 2 alerts"
    pictures = [badged(critical=critical).pixmap(32).toImage() for critical in (False, True)]
    assert pictures[0] != pictures[1]
    assert tray.icon.icon().pixmap(32).toImage() == pictures[0]
    tray.show_state(0, critical=False, words="")
    assert tray.icon.toolTip() == "qmonitor"


def test_the_icon_is_drawn_anew_only_where_it_looks_different(window):
    """Qt keeps what it scaled of each that it ever got: 100 kB more with every alert that came or went."""
    tray = Tray(window, available=lambda: False)
    tray.show_state(1, critical=True, words="1 alert")
    before = tray.icon.icon().cacheKey()
    tray.show_state(2, critical=True, words="2 alerts")
    assert tray.icon.icon().cacheKey() == before
    tray.show_state(2, critical=False, words="2 alerts")
    assert tray.icon.icon().cacheKey() != before
