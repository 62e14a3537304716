"""The dialogs of an action: what they say, what they ask for, and what Enter and Escape do in them."""

import re
import sqlite3
from datetime import timedelta
from unicodedata import normalize

import pytest
from PySide6.QtCore import QDateTime, QEvent, Qt
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QTableView,
    QTableWidget,
    QWidget,
)

from qmonitor import assets
from qmonitor.gui import theme
from qmonitor.gui.action_names import done_words
from qmonitor.gui.action_table import ACTIONS
from qmonitor.gui.crash import CrashDialog
from qmonitor.gui.dialogs import confirm
from qmonitor.gui.dialogs.about import AboutDialog
from qmonitor.gui.dialogs.confirm import Asked, Confirmation, ConfirmDialog, Veil
from qmonitor.gui.dialogs.files import kinds
from qmonitor.gui.dialogs.help import PAGES, HelpDialog
from qmonitor.gui.dialogs.progress import ProgressDialog
from qmonitor.gui.dialogs.question import QuestionDialog
from qmonitor.gui.dialogs.report import ReportDialog, summary
from qmonitor.gui.dialogs.scope import Scope, ScopeDialog, of
from qmonitor.gui.dialogs.shortcuts import ROWS_LEAST, SHARE, ShortcutsDialog, rows
from qmonitor.queues import times
from qmonitor.queues.model import Destination, Query
from qmonitor.queues.plan import Members, Plan, Report, Share
from qmonitor.queues.source import ACTIONS as ACTIONS_OF_A_SOURCE
from qmonitor.queues.words import Phrase, phrase
from tests.helpers.accessible import assert_accessible

HERE = Destination("lab", "dest-01")


def unsent(target: str) -> Phrase:
    said = "{count} messages for {target} will not be sent, unless they are restored."
    return phrase(said, count=312, target=target)


def plan(**more) -> Plan:
    values = {
        "action": "drain",
        "target": "lab/dest-01",
        "members": Members((n, "pending") for n in range(1, 313)),
        "taken": times.parse("2026-11-29T08:00:00.000000000Z"),
        "words": (
            phrase(
                "{count} messages for {target} will not be sent, unless they are restored.",
                count=312,
                target="lab/dest-01",
            ),
        ),
        "undo": phrase("Restore puts them back."),
        "oldest": times.parse("2026-11-26T03:48:00.000000000Z"),
        "newest": times.parse("2026-11-29T07:59:00.000000000Z"),
        "unsent": 312,
    }
    return Plan(**values | more)


def report(**more) -> Report:
    values = {"action": "drain", "plan": "p", "actor": "jdoe@ws", "confirmed": 312, "done": 312}
    return Report(**values | more)


def words(dialog) -> list[str]:
    return [label.text() for label in dialog.findChildren(QLabel)]


def button(dialog, name: str) -> QPushButton:
    return dialog.findChild(QPushButton, name)


@pytest.fixture
def show(qtbot):
    def shown(dialog):
        qtbot.addWidget(dialog)
        dialog.open()
        dialog.activateWindow()
        with qtbot.waitActive(dialog):  # Qt tells a widget of its focus only then
            pass
        return dialog

    return shown


def test_a_plan_is_shown_in_words_and_figures(show):
    said = words(show(ConfirmDialog(plan())))
    assert "312 messages for lab/dest-01 will not be sent, unless they are restored." in said
    assert "Restore puts them back." in said
    assert {"lab/dest-01", "312"} <= set(said)
    assert any(text.startswith("2026-11-26") for text in said)
    assert any(text.startswith("2026-11-29") for text in said)


def test_the_focus_begins_in_the_reason_and_cancel_is_the_default(show, qtbot):
    dialog = show(ConfirmDialog(plan(offers_save=True, type_name="dest-01")))
    assert dialog.focusWidget() is dialog.reason
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Space)  # typed at once, it must not press anything
    assert dialog.isVisible()
    assert button(dialog, "cancel").isDefault()
    assert not button(dialog, "confirm").isDefault()
    assert not button(dialog, "confirm").autoDefault()


SHARES = tuple(Share(Destination("lab", f"dest-{n:02d}"), 15, n if n < 9 else 0) for n in range(20))


def many(**more) -> Plan:
    """As long as a plan gets: for twenty destinations, in many sentences."""
    sentence = phrase("The engine may be sending {ids} at this very moment, and its report comes later.", ids="1, 2")
    return plan(words=(sentence,) * 14, warnings=(sentence,) * 14, shares=SHARES, type_name="312", **more)


def on_screen(dialog) -> bool:
    """Whether all of it is seen, with room for a title."""
    available = dialog.screen().availableGeometry()
    return dialog.height() <= available.height() - 40 and available.contains(dialog.geometry())


def test_a_plan_longer_than_the_screen_is_scrolled_and_what_asks_is_seen(show, qtbot):
    dialog = show(ConfirmDialog(many(offers_save=True)))
    assert on_screen(dialog)
    for name in ("reason", "typed", "confirm", "cancel", "save-first"):
        widget = dialog.findChild(QWidget, name)
        assert widget.visibleRegion().boundingRect().size() == widget.size()
        assert widget.height() >= widget.minimumSizeHint().height()
    bar = dialog.findChild(QScrollArea, "scrolled").verticalScrollBar()
    assert bar.maximum() > 0
    qtbot.keyClick(dialog.reason, Qt.Key.Key_PageDown)
    assert bar.value() > 0
    while bar.value() < bar.maximum():
        qtbot.keyClick(dialog.reason, Qt.Key.Key_PageDown)
    assert "Restore puts them back." in {one.text() for one in dialog.findChildren(QLabel) if unclipped(one)}
    qtbot.keyClick(dialog.reason, Qt.Key.Key_PageUp)
    assert bar.value() < bar.maximum()


def unclipped(widget: QWidget) -> bool:
    return widget.visibleRegion().boundingRect().size() == widget.size()


def test_a_plan_that_fits_is_not_scrolled(show):
    dialog = show(ConfirmDialog(plan(shares=SHARES[:3])))
    assert dialog.findChild(QScrollArea, "scrolled").verticalScrollBar().maximum() == 0
    assert all(map(unclipped, dialog.findChildren(QLabel)))
    assert on_screen(dialog)


@pytest.mark.parametrize("height", [1, 300, 500])
def test_a_dialog_can_not_be_made_too_low_for_what_asks(show, height):
    dialog = show(ConfirmDialog(many()))
    dialog.resize(dialog.width(), height)
    assert all(unclipped(dialog.findChild(QWidget, name)) for name in ("reason", "typed", "confirm", "cancel"))


def test_many_destinations_are_a_list_and_their_number_is_typed(show):
    dialog = show(ConfirmDialog(many()))
    table = dialog.findChild(QTableWidget, "shares")
    assert [table.item(3, column).text() for column in range(3)] == ["lab/dest-03", "15", "3"]
    assert table.item(12, 2).text() == ""
    assert table.verticalScrollBar().maximum() > 0
    assert "20 destinations" in words(dialog)
    assert dialog.typed.accessibleName() == "Type 312, the number of messages, to confirm"
    without = show(ConfirmDialog(plan(shares=SHARES[:1] + SHARES[10:])))
    assert without.findChild(QTableWidget, "shares").columnCount() == 2


def test_one_message_is_named_and_its_time_is_said_once(show):
    one = plan(action="skip", members=Members([(1837, "failed")]), control_id="S17900", newest=plan().oldest)
    said = words(show(ConfirmDialog(one)))
    facts = dict(zip(said, said[1:], strict=False))
    assert (facts["Id"], facts["Control id"], facts["State"]) == ("1837", "S17900", "failed")
    assert facts["Queued"].startswith("2026-11-26")
    assert not {"Oldest", "Newest", "Messages", "Not delivered yet"} & set(said)
    head = plan(members=Members([(1837, "pending")]), head=1837)
    assert "1837, the head of the queue" in words(show(ConfirmDialog(head)))


def test_messages_of_the_same_moment_have_one_time(show):
    said = words(show(ConfirmDialog(plan(newest=plan().oldest))))
    assert "Queued" in said
    assert not {"Oldest", "Newest"} & set(said)


def test_what_speaks_against_it_stands_out(show):
    dialog = show(ConfirmDialog(plan(warnings=(phrase("{id} is not the head.", id=1838),))))
    label = next(one for one in dialog.findChildren(QLabel) if one.text() == "1838 is not the head.")
    assert label.palette().windowText().color().name() == theme.current().warning
    assert "1838 is not the head." in dialog.accessibleDescription()


def test_what_can_not_be_undone_is_said_at_once(show):
    erased = plan(action="erase", undo=phrase("This can't be undone."), warnings=(phrase("Beware."),))
    said = words(show(ConfirmDialog(erased)))
    assert said[1:3] == ["This can't be undone.", "Beware."]
    assert said.count("This can't be undone.") == 1


def test_the_list_of_what_was_left_alone_has_room(show):
    dialog = show(ReportDialog(plan(), report(unchanged=tuple((n, "gone") for n in range(20)))))
    table = dialog.findChild(QTableView, "left")
    assert table.viewport().height() >= 5 * table.rowHeight(0)
    assert on_screen(dialog)
    scrolled = dialog.findChild(QScrollArea, "scrolled")
    assert scrolled.height() == scrolled.minimumHeight()  # room that is left over is the list's


def test_no_button_of_a_dialog_has_an_icon(show, qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    made = (
        ConfirmDialog(plan()),
        ReportDialog(plan(), report()),
        AboutDialog(),
        QuestionDialog("Discard", "Give it up?", "Discard the rest"),
        CrashDialog("Traceback"),
    )
    for dialog in map(show, made):
        assert [one.text() for one in dialog.findChildren(QPushButton) if not one.icon().isNull()] == []


def test_the_files_of_a_kind_are_offered_first(qapp):
    assert kinds("csv") == ["CSV files (*.csv)", "All files (*)"]


def test_no_reason_no_action(show, qtbot):
    dialog = show(ConfirmDialog(plan()))
    assert not button(dialog, "confirm").isEnabled()
    qtbot.keyClicks(dialog.findChild(QLineEdit, "reason"), "   ")
    assert not button(dialog, "confirm").isEnabled()
    qtbot.keyClicks(dialog.findChild(QLineEdit, "reason"), "receiver rebuilt ")
    qtbot.mouseClick(button(dialog, "confirm"), Qt.MouseButton.LeftButton)
    assert dialog.result() == dialog.DialogCode.Accepted
    assert dialog.confirmation() == Confirmation("receiver rebuilt")


def test_the_name_has_to_be_typed_where_the_plan_says_so(show, qtbot):
    dialog = show(ConfirmDialog(plan(type_name="dest-01")))
    qtbot.keyClicks(dialog.findChild(QLineEdit, "reason"), "rebuilt")
    typed = dialog.findChild(QLineEdit, "typed")
    for text, enough in (("dest-0", False), ("dest-01", True), ("dest-011", False)):
        typed.setText(text)
        assert button(dialog, "confirm").isEnabled() is enough


def test_enter_in_a_field_neither_cancels_nor_confirms(show, qtbot):
    dialog = show(ConfirmDialog(plan()))
    reason = dialog.findChild(QLineEdit, "reason")
    reason.setFocus()
    qtbot.keyClicks(reason, "rebuilt")
    qtbot.keyClick(reason, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.focusWidget() is not reason


def test_enter_where_only_cancel_would_follow_stays(show, qtbot):
    dialog = show(ConfirmDialog(plan()))
    for _ in range(3):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.focusWidget() is dialog.reason


def test_enter_goes_through_the_choices_to_the_button_that_goes_on(show, qtbot):
    dialog = show(ScopeDialog("drain", HERE, None))
    dialog.choose("first")
    first = dialog.findChild(QSpinBox, "first-count")
    first.setFocus()
    seen = []
    while dialog.isVisible():
        seen.append(dialog.focusWidget().objectName())
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert seen[0] == "first-count" or first.isAncestorOf(dialog.focusWidget())
    assert seen[-1] == "confirm"
    assert dialog.result() == dialog.DialogCode.Accepted
    assert dialog.scope() == Scope(of(HERE), first=100)


def test_enter_held_down_presses_nothing(show, qtbot):
    dialog = show(ConfirmDialog(plan()))
    dialog.reason.setText("rebuilt")
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True)
    for _ in range(3):
        QApplication.sendEvent(dialog.focusWidget(), held)
    assert dialog.isVisible()
    assert dialog.focusWidget() is button(dialog, "confirm")


@pytest.mark.parametrize(("name", "result"), [("confirm", "Accepted"), ("cancel", "Rejected")])
def test_enter_presses_the_button_that_has_the_focus(show, qtbot, name, result):
    dialog = show(ConfirmDialog(plan()))
    dialog.reason.setText("rebuilt")
    button(dialog, name).setFocus()
    qtbot.keyClick(button(dialog, name), Qt.Key.Key_Return)
    assert dialog.result() == dialog.DialogCode[result]
    assert not dialog.isVisible()


@pytest.mark.parametrize(
    ("make", "stops"),
    [
        (lambda: ScopeDialog("drain", HERE, None), ["all", "include-failed", "confirm", "cancel", "all"]),
        (lambda: ConfirmDialog(plan(type_name="x")), ["reason", "typed", "confirm", "cancel", "reason"]),
    ],
    ids=["scope", "confirm"],
)
def test_tab_goes_round(show, qtbot, make, stops):
    dialog = show(make())
    if isinstance(dialog, ConfirmDialog):
        dialog.reason.setText("rebuilt")
        dialog.typed.setText("x")
    seen = [dialog.focusWidget().objectName()]
    while len(seen) < len(stops):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        seen.append(dialog.focusWidget().objectName())
    assert seen == stops


def test_mnemonics_are_told_apart(show):
    for dialog in (ScopeDialog("drain", HERE, Query(text="x")), ConfirmDialog(plan(offers_save=True, type_name="x"))):
        texts = [w.text() for w in (*dialog.findChildren(QAbstractButton), *dialog.findChildren(QLabel))]
        keys = [text[text.index("&") + 1].lower() for text in texts if "&" in text.replace("&&", "")]
        assert len(set(keys)) == len(keys) > 1


@pytest.mark.parametrize("reason", [Qt.FocusReason.TabFocusReason, Qt.FocusReason.OtherFocusReason])
def test_a_button_shows_its_focus_however_it_came(show, reason):
    dialog = show(ConfirmDialog(plan()))
    cancel = button(dialog, "cancel")
    calm = cancel.grab().toImage()
    cancel.setFocus(reason)
    focused = cancel.grab().toImage()
    edge = [QColor(image.pixel(cancel.width() // 2, 0)).name() for image in (calm, focused)]
    assert edge == [theme.current().field_line, theme.current().accent]


def test_ampersands_of_names_are_shown_and_read(show):
    dialog = show(ConfirmDialog(plan(type_name="R&D", target="lab/R&D")))
    assert dialog.typed.accessibleName() == 'Type "R&D" to confirm'
    assert dialog.reason.accessibleName() == "Reason"
    typed = next(label for label in dialog.findChildren(QLabel) if label.buddy() is dialog.typed)
    assert typed.text() == '&Type "R&&D" to confirm'
    assert "lab/R&D" in words(dialog)


def test_a_purge_says_its_scope_and_asks_to_the_second(show):
    dialog = show(ScopeDialog("purge", None, None))
    assert "Delete the delivered and skipped messages of all destinations" in words(dialog)
    assert dialog._before.displayFormat() == "yyyy-MM-dd HH:mm:ss"
    assert dialog.focusWidget() is dialog._before


def test_a_question_is_answered_with_no_by_default(show, qtbot):
    dialog = show(QuestionDialog("Discard", "Give it up?", "Discard the rest"))
    assert dialog.focusWidget() is button(dialog, "cancel")
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert dialog.result() == dialog.DialogCode.Rejected


def test_escape_says_no(show, qtbot):
    dialog = show(ConfirmDialog(plan()))
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.result() == dialog.DialogCode.Rejected


def test_a_folder_is_asked_for_where_saving_is_offered(show, qtbot, monkeypatch):
    answers = iter(["", "/srv/saved"])
    monkeypatch.setattr(confirm, "ask_folder", lambda *_: next(answers))
    assert show(ConfirmDialog(plan())).findChild(QCheckBox, "save-first") is None
    dialog = show(ConfirmDialog(plan(offers_save=True)))
    box = dialog.findChild(QCheckBox, "save-first")
    box.click()
    assert not box.isChecked()
    box.click()
    assert box.isChecked()
    assert "/srv/saved" in box.text()
    dialog.reason.setText("rebuilt")
    assert dialog.confirmation() == Confirmation("rebuilt", "/srv/saved")
    box.click()
    assert dialog.confirmation() == Confirmation("rebuilt", None)


@pytest.mark.parametrize("veil", [Veil.OFF, Veil.ON])
def test_it_is_said_that_what_is_saved_is_real_and_where_it_goes(show, monkeypatch, veil):
    answers = iter(["/srv/saved", "/srv/saved"])
    monkeypatch.setattr(confirm, "ask_folder", lambda *_: next(answers))
    dialog = show(ConfirmDialog(many(offers_save=True), None, Asked(veil=veil)))
    said, box = dialog.findChild(QLabel, "save-real"), dialog.findChild(QCheckBox, "save-first")
    assert not said.isVisible()
    box.click()
    assert said.isVisible()
    assert said.text() == (
        "Real messages are written into /srv/saved, unmasked: names and everything else, as they are stored. "
        "The files are for you alone to read; that you save them is written down in the journal."
    )
    assert on_screen(dialog)
    assert unclipped(said)
    box.click()
    assert not said.isVisible()


def test_a_policy_that_masks_offers_no_saving_and_says_why(show):
    dialog = show(ConfirmDialog(plan(offers_save=True), None, Asked(veil=Veil.FORCED)))
    assert dialog.findChild(QCheckBox, "save-first") is None
    assert "policy keeps names masked" in " ".join(words(dialog))
    assert "can't be saved" not in " ".join(words(show(ConfirmDialog(plan(), None, Asked(veil=Veil.FORCED)))))


def test_what_can_not_be_part_of_it_is_named(show):
    said = " ".join(words(show(ConfirmDialog(plan(excluded=((7, "delivered"), (8, "gone")))))))
    assert "7 (delivered), 8 (gone)" in said


def test_an_interrupted_plan_says_what_was_done(show):
    said = words(show(ConfirmDialog(plan(done_before=188))))
    assert "188" in said


def test_data_in_a_sentence_is_never_markup(show):
    dialog = show(ConfirmDialog(plan(target="<b>x</b>", words=(phrase("{x}", x="<img src=x>"),))))
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in dialog.findChildren(QLabel))
    assert "<img src=x>" in words(dialog)


ODD = {
    "markup": "<b>lab</b><img src=http://x>",
    "bidi": "dest-\u202e10",
    "nul": "lab\0dest",
    "long": "x" * 100_000,
    "words": "lab dest " * 10_000,
    "lines": "a\nb\r\nc",
}


@pytest.mark.parametrize("name", ODD.values(), ids=ODD.keys())
def test_any_name_is_shown_as_plain_short_text(show, name):
    query = Query(text=name, error=name)
    sentence = phrase(
        "{count} messages for {target} will not be sent, unless they are restored.", count=312, target=name
    )
    asked = plan(target=name, type_name=name, words=(sentence,), excluded=((name, name),))
    for dialog in (
        show(ConfirmDialog(asked, None, Asked(query, 400))),
        show(ScopeDialog("drain", Destination("lab", name), query)),
        show(ReportDialog(asked, report(actor=name, unchanged=((name, name),)))),
    ):
        assert dialog.sizeHint().width() < 1200
        for label in dialog.findChildren(QLabel):
            assert label.textFormat() == Qt.TextFormat.PlainText
            assert len(label.text()) <= 1200
            assert label.text().isprintable()


@pytest.mark.parametrize("name", ["dest-01", "Zürich R&D", "a/b <c>", "日本"])
def test_a_name_that_can_be_typed_is_asked_for(show, name):
    dialog = show(ConfirmDialog(plan(type_name=name)))
    dialog.reason.setText("rebuilt")
    dialog.typed.setText(normalize("NFD", name))
    assert button(dialog, "confirm").isEnabled()
    assert dialog.typed.accessibleName() == f'Type "{name}" to confirm'


UNTYPEABLE = {name: odd for name, odd in ODD.items() if name != "markup"} | {"empty": "", "blank": "  "}


@pytest.mark.parametrize("name", UNTYPEABLE.values(), ids=UNTYPEABLE.keys())
def test_for_a_name_that_nobody_can_type_the_number_is_asked(show, name):
    dialog = show(ConfirmDialog(plan(type_name=name)))
    dialog.reason.setText("rebuilt")
    assert not button(dialog, "confirm").isEnabled()
    assert dialog.typed.accessibleName() == "Type 312, the number of messages, to confirm"
    dialog.typed.setText("312")
    assert button(dialog, "confirm").isEnabled()


def test_a_plan_for_all_that_match_names_the_filter(show):
    since = times.parse("2026-11-28T00:00:00Z")
    query = Query(channel="lab", state="failed", text="A01", error="refused", since=since, until=since)
    said = words(show(ConfirmDialog(plan(), None, Asked(query, 312))))
    assert {"failed", "A01", "refused"} <= set(said)
    assert {"Only in state", "Only queued since", "Only queued before"} <= set(said)
    assert not [text for text in said if "When they were selected" in text]


def test_a_plan_for_all_says_that_there_was_no_filter(show):
    said = words(show(ConfirmDialog(plan(), None, Asked(Query(channel="lab"), 312))))
    assert said[said.index("Filter") + 1] == "none" or "none" in said


def test_a_plan_of_more_or_fewer_than_were_seen_says_so(show):
    said = words(show(ConfirmDialog(plan(), None, Asked(Query(), 300))))
    assert "When they were selected 300 messages matched; 312 can be acted on so now." in said


def test_every_line_of_a_long_plan_has_its_room(show):
    words = tuple(
        phrase("The engine may be sending {ids} at this very moment, and its report comes later.", ids=n)
        for n in range(6)
    )
    query = Query(state="failed", text="A01", error="refused")
    dialog = show(ConfirmDialog(plan(words=words, offers_save=True, type_name="x"), None, Asked(query, 300)))
    labels = [label for label in dialog.findChildren(QLabel) if label.isVisible()]
    assert len(labels) > 20
    assert [label.text() for label in labels if label.height() < label.heightForWidth(label.width())] == []


def test_undoing_is_told_in_the_title(show):
    assert show(ConfirmDialog(plan(action="restore"), None, Asked(undoes="skip"))).windowTitle() == "Undo: Skip"


def test_a_screen_reader_reads_the_plan(show):
    assert show(ConfirmDialog(plan())).accessibleDescription() == (
        "312 messages for lab/dest-01 will not be sent, unless they are restored."
    )


def test_scope_of_a_drain(show):
    dialog = show(ScopeDialog("drain", HERE, Query(channel="lab", destination="dest-01", state="pending", text="A01")))
    assert dialog.scope() == Scope(of(HERE))
    dialog.choose("first")
    dialog.findChild(QSpinBox, "first-count").setValue(50)
    assert dialog.scope() == Scope(of(HERE), first=50)
    dialog.choose("older")
    dialog.findChild(QSpinBox, "older-count").setValue(2)
    assert dialog.scope() == Scope(of(HERE), older_than=timedelta(days=2))
    dialog.choose("filter")
    dialog.findChild(QCheckBox, "include-failed").setChecked(True)
    matching = Query(channel="lab", destination="dest-01", text="A01")
    assert dialog.scope() == Scope(matching, include_failed=True)


def test_scope_of_a_purge_is_a_time(show):
    dialog = show(ScopeDialog("purge", HERE, None))
    moment = QDateTime.fromString("2026-11-01T12:00:00", Qt.DateFormat.ISODate)
    dialog._before.setDateTime(moment)
    assert dialog.scope() == Scope(Query(), before=times.from_ns(moment.toSecsSinceEpoch() * times.NS))


def test_a_purge_proposes_a_time_by_the_clock_of_the_source(show):
    now = times.parse("2020-07-31T12:00:00Z")
    dialog = show(ScopeDialog("purge", None, None, None, now))
    assert dialog.scope().before == times.parse("2020-07-01T12:00:00.000000000Z")


def test_no_filter_is_offered_where_there_is_none(show):
    dialog = show(ScopeDialog("drain", HERE, None))
    assert "filter" not in [one.objectName() for one in dialog._choices.buttons()]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (report(), "Skipped 312 messages of lab/dest-01."),
        (
            report(done=300, unchanged=tuple((n, "delivered") for n in range(1, 13))),
            "Skipped 300 of 312 messages of lab/dest-01. 12 had changed meanwhile.",
        ),
        (
            report(done=311, unchanged=((5, "delivered"),)),
            "Skipped 311 of 312 messages of lab/dest-01. 1 had changed meanwhile.",
        ),
        (
            report(confirmed=1, done=1, moved=(("dlq:1-0", "skipped:2-0"),)),
            "Skipped 1 for lab/dest-01. Its id is skipped:2-0 now.",
        ),
        (report(moved=((1, 2), (3, 4))), "Skipped 312 messages of lab/dest-01."),
        (report(done=200, left=112), "Skipped 200 of 312 messages of lab/dest-01. Stopped: 112 were not reached."),
        (report(done=0, left=312), "Drain: nothing was done for lab/dest-01. Stopped: 312 were not reached."),
        (
            report(action="resend", created=tuple(range(400, 712))),
            "Queued 312 messages of lab/dest-01 once more. New messages: 400, 401, 402 and 309 more.",
        ),
    ],
)
def test_a_report_in_a_sentence(qapp, given, said):
    assert summary(plan(), given) == said


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("skip", "Skipped 1837 for lab/dest-01."),
        ("drain", "Skipped 1837 for lab/dest-01."),
        ("retry-now", "1837 for lab/dest-01 is tried again as soon as its turn comes."),
        ("restore", "Put 1837 for lab/dest-01 back in line."),
        ("resend", "Queued 1837 for lab/dest-01 once more. New message: 1901."),
        ("remove", "Removed 1837 of lab/dest-01."),
        ("purge", "Removed 1837 of lab/dest-01."),
        ("erase", "Erased 1837 of lab/dest-01."),
    ],
)
def test_what_was_done_to_one_message_names_it_and_its_destination(qapp, action, said):
    created = (1901,) if action == "resend" else ()
    one = plan(action=action, members=Members([(1837, "pending")]))
    assert summary(one, report(action=action, confirmed=1, done=1, created=created)) == said
    nothing = summary(one, report(action=action, confirmed=1, done=0, unchanged=((1837, "gone"),)))
    assert nothing.endswith(": nothing was done for lab/dest-01. 1 had changed meanwhile.")


def test_every_action_has_its_sentences(qapp):
    for action in ACTIONS_OF_A_SOURCE:
        for done, count in ((1, 1), (2, 2), (1, 2)):
            assert ":" not in done_words(action, done, count)
    assert done_words("ponder", 2, 3) == "ponder: {done} of {count} done for {target}."


def test_a_report_tells_what_could_not_be_part_of_it_from_what_had_changed(show, qtmodeltester):
    excluded = ((6, "gone"), (7, "delivered"))
    unchanged = (*excluded, (5, "delivered"))
    dialog = show(ReportDialog(plan(excluded=excluded), report(done=309, unchanged=unchanged)))
    model = dialog.findChild(QTableView, "left").model()
    assert cells(model) == [
        ["6", "gone", "could not be part of it"],
        ["7", "delivered", "could not be part of it"],
        ["5", "delivered", "had changed meanwhile"],
    ]
    qtmodeltester.check(model)
    said = summary(plan(excluded=excluded), report(done=309, unchanged=unchanged))
    assert said.endswith("2 could not be part of it. 1 had changed meanwhile.")


def test_a_report_tells_why_where_the_source_says_it(show):
    said = {6: phrase("A worker has it in hand."), 5: phrase("Its payload is missing.")}
    unchanged = ((6, "in-flight"), (5, "delayed"))
    dialog = show(ReportDialog(plan(excluded=unchanged[:1]), report(unchanged=unchanged, reasons=said)))
    assert cells(dialog.findChild(QTableView, "left").model()) == [
        ["6", "in flight", "A worker has it in hand."],
        ["5", "delayed", "Its payload is missing."],
    ]


def cells(model) -> list[list[str]]:
    return [[model.index(row, column).data() for column in range(3)] for row in range(model.rowCount())]


def test_what_was_left_alone_is_filtered_and_copied(show, qtbot, qtmodeltester):
    unchanged = tuple((n, "delivered" if n % 2 else "gone") for n in range(1, 6))
    dialog = show(ReportDialog(plan(), report(unchanged=unchanged)))
    table, wanted = dialog.findChild(QTableView, "left"), dialog.findChild(QLineEdit, "left-filter")
    qtbot.keyClicks(wanted, "GONE")
    assert [row[0] for row in cells(table.model())] == ["2", "4"]
    assert "2 of 5" in words(dialog)
    qtmodeltester.check(table.model())
    qtbot.mouseClick(button(dialog, "left-copy"), Qt.MouseButton.LeftButton)
    clipboard = QGuiApplication.clipboard()
    assert clipboard.text() == "2\tgone\thad changed meanwhile\n4\tgone\thad changed meanwhile"
    table.selectRow(1)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == "4\tgone\thad changed meanwhile"


def test_a_clean_report_has_no_list(show):
    assert show(ReportDialog(plan(), report())).findChild(QTableView) is None


def test_progress_says_what_it_waits_for_and_stands_still(show, qtbot):
    said = "It waits for another program to finish writing."
    waits = [True]
    dialog = show(ProgressDialog("Drain", waits=lambda: waits[0]))
    dialog.begin()
    where = button(dialog, "cancel").geometry()
    dialog.show_progress(200, 1000)
    qtbot.waitUntil(lambda: said in visible(dialog))
    assert button(dialog, "cancel").geometry() == where
    waits[0] = False
    qtbot.waitUntil(lambda: said not in visible(dialog))
    assert button(dialog, "cancel").geometry() == where


def visible(dialog) -> list[str]:
    return [label.text() for label in dialog.findChildren(QLabel) if label.isVisible()]


def test_asked_to_stop_it_says_so_until_it_has(show, qtbot):
    dialog = show(ProgressDialog("Drain"))
    qtbot.mouseClick(button(dialog, "cancel"), Qt.MouseButton.LeftButton)
    dialog.show_progress(200, 1000)
    assert "Stopping…" in words(dialog)
    assert not button(dialog, "cancel").isEnabled()


def test_progress_is_told_and_escape_asks_to_stop(show, qtbot):
    dialog = show(ProgressDialog("Drain"))
    dialog.show_progress(200, 1000)
    assert "200 of 1,000 messages" in words(dialog) or "200 of 1000 messages" in words(dialog)
    with qtbot.waitSignal(dialog.stop_requested):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    with qtbot.waitSignal(dialog.finished):
        dialog.finish()


@pytest.mark.parametrize(
    "make",
    [
        lambda: ConfirmDialog(plan(offers_save=True, type_name="dest-01")),
        lambda: ScopeDialog("drain", HERE, Query(text="x")),
        lambda: ScopeDialog("purge", None, None),
        lambda: ReportDialog(plan(), report(unchanged=((1, "gone"),))),
        lambda: ProgressDialog("Drain"),
        lambda: QuestionDialog("Discard", "Give it up?", "Discard the rest"),
        AboutDialog,
        ShortcutsDialog,
    ],
    ids=["confirm", "drain", "purge", "report", "progress", "question", "about", "shortcuts"],
)
def test_every_control_has_a_name(show, make):
    assert_accessible(show(make()))


def test_the_versions_can_be_copied(show, qtbot):
    dialog = show(AboutDialog())
    qtbot.mouseClick(button(dialog, "copy"), Qt.MouseButton.LeftButton)
    copied = dict(line.split(" ", 1) for line in QGuiApplication.clipboard().text().splitlines())
    assert {"qmonitor", "Python", "Qt", "PySide6", "SQLite", "System"} <= set(copied)
    assert copied["SQLite"] == sqlite3.sqlite_version


def test_the_list_of_shortcuts_is_the_table_of_actions(show):
    dialog = show(ShortcutsDialog())
    table = dialog.table
    shown = {table.item(row, 1).text(): table.item(row, 2).text() for row in range(table.rowCount())}
    assert len(shown) == table.rowCount() == len([spec for spec in ACTIONS if spec.shortcut])
    assert shown["Skip"] == "Ctrl+K"
    assert shown["Copy rows"] == "Ctrl+C, in the table of messages"


def test_the_list_of_shortcuts_has_none_that_is_not_there(qapp):
    assert not {label for _, label, _ in rows(read_only=True)} & {"Skip", "Drain", "Undo", "Restore"}


def test_the_list_of_shortcuts_is_as_high_as_its_rows_as_far_as_the_screen_is(show):
    dialog = show(ShortcutsDialog())
    room = round(SHARE * dialog.screen().availableGeometry().height())
    scrolled = dialog.table.verticalScrollBar().isVisible()
    assert dialog.height() == room if scrolled else dialog.height() <= room
    dialog.resize(dialog.width(), 1)
    assert dialog.table.viewport().height() >= (ROWS_LEAST - 2) * dialog.table.rowHeight(0)


@pytest.mark.parametrize("page", sorted(assets.path("help").rglob("*.md")), ids=lambda page: "/".join(page.parts[-2:]))
def test_a_page_of_the_help_is_shown_as_it_is_meant(show, page):
    dialog = show(HelpDialog())
    dialog._pages[0] = page.read_text(encoding="utf-8")
    dialog._show(0)
    seen = dialog.page.toPlainText()
    code = re.findall(r"`([^`]+)`|^ {4}(.+)$", dialog._pages[0], re.MULTILINE)
    for part in sorted((span or line for span, line in code), key=len, reverse=True):
        seen = seen.replace(part, "")  # where a star is meant
    assert not set(seen) & set("\\`*")
    blocks = [dialog.page.document().findBlockByNumber(n) for n in range(dialog.page.document().blockCount())]
    levels = [block.blockFormat().headingLevel() for block in blocks if block.blockFormat().headingLevel()]
    assert levels[0] == 1
    assert set(levels[1:]) <= {2}
    for block in blocks:
        if block.blockFormat().headingLevel() == 2:
            assert block.blockFormat().topMargin() > 2 * block.blockFormat().bottomMargin() > 0


def test_the_help_has_every_page_in_every_language():
    pages = {f"{name}.md" for name in PAGES}
    for folder in (assets.path("help"), assets.path("help") / "de"):
        assert {page.name for page in folder.glob("*.md")} == pages
