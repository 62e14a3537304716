"""The dialogs of an action: what they say, what they ask for, and what Enter and Escape do in them."""

import sqlite3
from datetime import timedelta
from unicodedata import normalize

import pytest
from PySide6.QtCore import QDateTime, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QLabel, QLineEdit, QPushButton, QSpinBox, QTableView

from qmonitor.gui import theme
from qmonitor.gui.action_table import ACTIONS
from qmonitor.gui.dialogs import confirm
from qmonitor.gui.dialogs.about import AboutDialog
from qmonitor.gui.dialogs.confirm import Asked, Confirmation, ConfirmDialog
from qmonitor.gui.dialogs.progress import ProgressDialog
from qmonitor.gui.dialogs.question import QuestionDialog
from qmonitor.gui.dialogs.report import ReportDialog, summary
from qmonitor.gui.dialogs.scope import Scope, ScopeDialog, of
from qmonitor.gui.dialogs.shortcuts import ShortcutsDialog, rows
from qmonitor.queues import times
from qmonitor.queues.model import Destination, Query
from qmonitor.queues.plan import Members, Plan, Report
from qmonitor.queues.words import phrase
from tests.helpers.accessible import assert_accessible

HERE = Destination("lab", "dest-01")


def plan(**more) -> Plan:
    values = {
        "action": "drain",
        "target": "lab/dest-01",
        "members": Members((n, "pending") for n in range(1, 313)),
        "taken": times.parse("2026-11-29T08:00:00.000000000Z"),
        "words": (phrase("{count} messages for {target} will never be sent.", count=312, target="lab/dest-01"),),
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
    assert "312 messages for lab/dest-01 will never be sent." in said
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
    assert dialog.typed.accessibleName() == "Type R&D to confirm"
    assert dialog.reason.accessibleName() == "Reason"
    typed = next(label for label in dialog.findChildren(QLabel) if label.buddy() is dialog.typed)
    assert typed.text() == "&Type R&&D to confirm"
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
    sentence = phrase("{count} messages for {target} will never be sent.", count=312, target=name)
    asked = plan(target=name, type_name=name, words=(sentence,), excluded=((name, name),))
    for dialog in (
        show(ConfirmDialog(asked, None, Asked(query, 400))),
        show(ScopeDialog("drain", Destination("lab", name), query)),
        show(ReportDialog(report(actor=name, unchanged=((name, name),)))),
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
    assert dialog.typed.accessibleName() == f"Type {name} to confirm"


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
    assert show(ConfirmDialog(plan())).accessibleDescription() == "312 messages for lab/dest-01 will never be sent."


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


def test_no_filter_is_offered_where_there_is_none(show):
    dialog = show(ScopeDialog("drain", HERE, None))
    assert "filter" not in [one.objectName() for one in dialog._choices.buttons()]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (report(), "Drain: 312 of 312 done."),
        (
            report(done=311, unchanged=((5, "delivered"),)),
            "Drain: 311 of 312 done. 1 had changed by the time and was left alone.",
        ),
        (report(done=200, left=112), "Drain: 200 of 312 done. Stopped: 112 were not reached."),
        (report(action="resend", confirmed=1, done=1, created=(77,)), "Resend: 1 of 1 done. New message: 77."),
    ],
)
def test_a_report_in_a_sentence(qapp, given, said):
    assert summary(given) == said


def test_a_report_tells_what_could_not_be_part_of_it_from_what_had_changed(show, qtmodeltester):
    excluded = ((6, "gone"), (7, "delivered"))
    unchanged = (*excluded, (5, "delivered"))
    dialog = show(ReportDialog(report(done=309, unchanged=unchanged), excluded))
    model = dialog.findChild(QTableView, "left").model()
    assert cells(model) == [
        ["6", "gone", "could not be part of it"],
        ["7", "delivered", "could not be part of it"],
        ["5", "delivered", "had changed by the time"],
    ]
    qtmodeltester.check(model)
    said = summary(report(done=309, unchanged=unchanged), excluded)
    assert said.endswith("2 could not be part of it. 1 had changed by the time and was left alone.")


def cells(model) -> list[list[str]]:
    return [[model.index(row, column).data() for column in range(3)] for row in range(model.rowCount())]


def test_what_was_left_alone_is_filtered_and_copied(show, qtbot, qtmodeltester):
    unchanged = tuple((n, "delivered" if n % 2 else "gone") for n in range(1, 6))
    dialog = show(ReportDialog(report(unchanged=unchanged)))
    table, wanted = dialog.findChild(QTableView, "left"), dialog.findChild(QLineEdit, "left-filter")
    qtbot.keyClicks(wanted, "GONE")
    assert [row[0] for row in cells(table.model())] == ["2", "4"]
    assert "2 of 5" in words(dialog)
    qtmodeltester.check(table.model())
    qtbot.mouseClick(button(dialog, "left-copy"), Qt.MouseButton.LeftButton)
    clipboard = QGuiApplication.clipboard()
    assert clipboard.text() == "2\tgone\thad changed by the time\n4\tgone\thad changed by the time"
    table.selectRow(1)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == "4\tgone\thad changed by the time"


def test_a_clean_report_has_no_list(show):
    assert show(ReportDialog(report())).findChild(QTableView) is None


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
        lambda: ReportDialog(report(unchanged=((1, "gone"),))),
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
