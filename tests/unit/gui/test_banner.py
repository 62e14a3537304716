"""The strips above the status bar."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton

from qmonitor.gui import notices, theme
from qmonitor.gui.banner import Banner, Notice
from qmonitor.queues import times
from qmonitor.queues.errors import SourceBusy
from qmonitor.queues.plan import InterruptedPlan
from qmonitor.queues.words import phrase
from tests.helpers.accessible import assert_accessible
from tests.helpers.notices import press, texts


@pytest.fixture
def banner(qtbot):
    made = Banner()
    qtbot.addWidget(made)
    made.show()
    return made


def interrupted(plan: str = "p1") -> InterruptedPlan:
    at = times.parse("2020-11-29T08:00:00.000000000Z")
    return InterruptedPlan(plan, "drain", "lab/x", "jdoe@ws", at, 200, 112)


def test_one_strip_a_key(banner):
    banner.show_notice(Notice("a", "one"))
    banner.show_notice(Notice("b", "two", "danger"))
    banner.show_notice(Notice("a", "three", "warning"))
    assert texts(banner) == {"a": "three", "b": "two"}
    banner.withdraw("a")
    banner.withdraw("a")
    assert texts(banner) == {"b": "two"}


def seen(banner) -> list[str]:
    return [key for key, strip in banner._strips.items() if strip.isVisible()]


def more(banner) -> QToolButton:
    found = banner.findChild(QToolButton, "notice-more")
    assert isinstance(found, QToolButton)
    return found


def test_of_many_strips_the_latest_and_the_most_urgent_are_seen(banner):
    banner.show_notice(Notice("a", "one", "warning"))
    banner.show_notice(Notice("b", "two"))
    assert seen(banner) == ["a", "b"]
    assert banner.findChild(QToolButton, "notice-more") is None
    banner.show_notice(Notice("c", "three", dismissable=True))
    banner.show_notice(Notice("d", "four", "danger"))
    assert seen(banner) == ["a", "d"]
    assert more(banner).text() == "2 more notices"
    banner.show_notice(Notice("c", "done again", dismissable=True))  # what a person has just done is told at once
    assert seen(banner) == ["c", "d"]
    banner.show_notice(Notice("b", "two, since 10:00"))
    assert seen(banner) == ["c", "d"]
    banner.withdraw("a")
    assert more(banner).text() == "1 more notice"
    assert_accessible(banner)
    more(banner).click()
    assert seen(banner) == ["b", "c", "d"]
    assert more(banner).text() == "Fewer notices"
    more(banner).click()
    assert seen(banner) == ["c", "d"]
    more(banner).click()
    banner.withdraw("d")
    banner.show_notice(Notice("e", "five"))
    assert seen(banner) == ["c", "e"]


def test_of_two_that_are_alike_the_one_with_a_next_step_is_seen(banner):
    banner.show_notice(Notice("a", "one", "warning", (("go", "Go on…"),)))
    banner.show_notice(Notice("b", "two", "warning"))
    banner.show_notice(Notice("c", "three"))
    assert seen(banner) == ["a", "c"]


def test_where_others_are_seen_it_shows_fewer(banner, qtbot):
    with qtbot.waitSignal(banner.filled) as told:
        banner.show_notice(Notice("a", "one"))
    assert told.args == [1]
    banner.show_notice(Notice("b", "two"))
    banner.set_most(1)
    assert seen(banner) == ["b"]
    with qtbot.waitSignal(banner.filled) as told:
        banner.withdraw("b")
    assert (seen(banner), told.args) == (["a"], [1])


def test_an_empty_banner_takes_no_room(banner, qtbot):
    assert banner.sizeHint().height() == 0
    banner.show_notice(Notice("a", "one"))
    qtbot.waitUntil(lambda: banner.sizeHint().height() > 0)
    banner.withdraw("a")
    qtbot.waitUntil(lambda: banner.sizeHint().height() == 0)


def test_a_button_tells_its_notice(banner, qtbot):
    banner.show_notice(notices.about_interrupted(interrupted(), read_only=False))
    with qtbot.waitSignal(banner.chosen) as told:
        press(banner, "interrupted-p1", "discard")
    assert told.args == ["interrupted-p1", "discard"]


def test_a_dismissed_strip_is_gone(banner):
    banner.show_notice(Notice("a", "one", dismissable=True))
    press(banner, "a", "dismiss")
    assert texts(banner) == {}


def test_what_is_told_once_does_not_come_back(banner):
    said = notices.about_source(phrase("Readers can block the engine of this file."))
    banner.show_notice(said)
    press(banner, said.key, "dismiss")
    banner.show_notice(said)
    assert texts(banner) == {}
    banner.show_notice(Notice("report", "done", dismissable=True))
    press(banner, "report", "dismiss")
    banner.show_notice(Notice("report", "done", dismissable=True))
    assert texts(banner) == {"report": "done"}


def test_what_is_told_once_is_told_again_where_its_cause_was_gone(banner):
    said = notices.about_source(phrase("This machine's clock was set back by {span} at {time}.", span=1, time=2))
    banner.show_notice(said)
    press(banner, said.key, "dismiss")
    banner.keep_only({said.key}, notices.DETAILS)
    banner.show_notice(said)
    assert texts(banner) == {}
    banner.keep_only(set(), notices.DETAILS)
    banner.show_notice(said)
    assert set(texts(banner)) == {said.key}


def test_only_some_of_a_kind_are_kept(banner):
    for plan in ("p1", "p2"):
        banner.show_notice(notices.about_interrupted(interrupted(plan), read_only=True))
    banner.show_notice(Notice("source", "x"))
    banner.keep_only({"interrupted-p2"}, notices.INTERRUPTED)
    assert set(texts(banner)) == {"interrupted-p2", "source"}


def test_what_an_interrupted_plan_says(qapp):
    said = notices.about_interrupted(interrupted(), read_only=False)
    assert "Drain of lab/x" in said.text
    assert "200 done, 112 left" in said.text
    assert [name for name, _ in said.buttons] == ["continue", "discard"]
    assert notices.about_interrupted(interrupted(), read_only=True).buttons == ()


def test_an_error_says_how_old_the_values_are(qapp):
    said = notices.about_error(SourceBusy("It is locked.", "Wait."), times.parse("2020-11-29T08:00:00Z"))
    assert said.text.startswith("It is locked. Wait. What is shown was read at 2020-11-29")
    assert notices.about_error(SourceBusy("It is locked.", "Wait."), None).text == "It is locked. Wait."


def test_it_is_plain_text_and_named(banner):
    banner.show_notice(Notice("a", "<b>one</b>", "danger", (("again", "Look again"),), dismissable=True))
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in banner.findChildren(QLabel))
    assert_accessible(banner)


def test_its_buttons_are_told_from_those_of_another(banner):
    """Read where keys lead: to the buttons, past the text."""
    for key, said in (("a", "one"), ("b", "two")):
        banner.show_notice(Notice(key, said, buttons=(("again", "Look again"),), dismissable=True))
    buttons = banner.findChildren(QToolButton)
    assert {(button.accessibleName(), button.accessibleDescription()) for button in buttons} == {
        ("Look again", "one"), ("Dismiss: one", ""), ("Look again", "two"), ("Dismiss: two", ""),
    }  # fmt: skip


def test_its_cross_is_seen_in_the_other_scheme_too(banner, qapp):
    banner.show_notice(Notice("a", "one", dismissable=True))
    cross = banner.findChild(QToolButton, "notice-dismiss")
    light = cross.icon().pixmap(16, 16).toImage()
    theme.apply(qapp, "dark")
    try:
        assert cross.icon().pixmap(16, 16).toImage() != light
    finally:
        theme.apply(qapp, "light")
