"""The dialogs about alerts: a form says what its rule does, and nothing counts before it is saved."""

from datetime import timedelta

import hypothesis.strategies as st
import pytest
from hypothesis import given
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton, QToolButton

from qmonitor.gui.dialogs.acknowledge import AcknowledgeDialog
from qmonitor.gui.dialogs.discard import DiscardDialog
from qmonitor.gui.dialogs.rule_form import RuleForm
from qmonitor.gui.dialogs.rules import RulesDialog, Ruling, fresh_id
from qmonitor.gui.dialogs.rules_model import RulesColumn, RulesModel
from qmonitor.gui.typed import age_words, read_age, read_count, write_age
from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.model import NEVER, Level, Measure, Rule, applying
from qmonitor.queues.model import Destination
from tests.helpers.accessible import assert_accessible
from tests.helpers.alerts import alert, rule
from tests.helpers.clipping import cut

OWN = rule(id="mine", channel="lab", limit=900.0, clear=None)
HERE = Destination("lab", "lis")


@pytest.fixture
def form(qtbot) -> RuleForm:
    made = RuleForm()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def dialog(qtbot) -> RulesDialog:
    made = RulesDialog(Ruling((OWN, *DEFAULTS), notify=True), DEFAULTS, here=HERE)
    qtbot.addWidget(made, before_close_func=leave)
    made.show()
    return made


def leave(dialog) -> None:
    """Without being asked."""
    dialog.done(0)


def field(widget, name: str) -> QLineEdit:
    found = widget.findChild(QLineEdit, f"rule-{name}")
    assert isinstance(found, QLineEdit)
    return found


def write(qtbot, widget, name: str, words: str) -> None:
    """As a person types it."""
    at = field(widget, name)
    at.setFocus()
    at.selectAll()
    qtbot.keyClick(at, Qt.Key.Key_Delete)
    qtbot.keyClicks(at, words)


def press(qtbot, dialog, name: str) -> None:
    qtbot.mouseClick(dialog.findChild(QToolButton, f"rules-{name}"), Qt.MouseButton.LeftButton)


def ids(dialog: RulesDialog) -> list[str]:
    return [one.id for one in dialog.model.rules]


def save(qtbot, dialog: RulesDialog) -> Ruling:
    with qtbot.waitSignal(dialog.saved) as told:
        qtbot.mouseClick(dialog.findChild(QPushButton, "confirm"), Qt.MouseButton.LeftButton)
    return told.args[0]


# -- the form ------------------------------------------------------------------------------------------------


def test_what_is_typed_is_a_rule_at_once(form, qtbot):
    rules: list[Rule] = []
    form.changed.connect(rules.append)
    form.show_rule(rule())
    write(qtbot, form, "limit", "15m")
    assert rules == [rule(limit=900.0)]
    write(qtbot, form, "lasting", "90s")
    write(qtbot, form, "again", "4h")
    write(qtbot, form, "clear", "10m")
    write(qtbot, form, "channel", "lab*")
    said = form.findChild(QLabel, "rule-said").text().replace("\u00a0", " ")
    assert said == (
        "Alerts when the oldest message has waited for 15 min or longer. Only for lab*/*. It has to stay so for 90 s."
        " Solved below 10 min. Told again every 4 h until somebody acknowledges it."
    )


def test_an_empty_field_is_the_least_that_it_can_mean(form, qtbot):
    rules: list[Rule] = []
    form.changed.connect(rules.append)
    form.show_rule(rule("depth-warning", again=timedelta(hours=1), channel="lab"))
    for name in ("clear", "lasting", "settled", "again", "channel"):
        write(qtbot, form, name, "")
    made = rules[-1]
    assert (made.clear, made.again, made.channel) == (None, None, "*")
    assert made.lasting == made.settled == timedelta(0)


def test_no_alert_is_switched_off_by_a_slip(form, qtbot):
    """An empty limit is none; whoever wants that it never alerts writes so."""
    rules: list[Rule] = []
    form.changed.connect(rules.append)
    form.show_rule(rule())
    write(qtbot, form, "limit", "")
    assert rules == []
    assert form.findChild(QLabel, "rule-wrong").text()
    write(qtbot, form, "limit", "never")
    assert rules == [rule(limit=NEVER)]
    form.show_rule(rules[0])
    assert field(form, "limit").text() == "never"


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("limit", "soon", "4h"),
        ("clear", "6m", "within its limit"),
        ("again", "5s", "once a minute"),
        ("lasting", "-1m", "4h"),
    ],
)
def test_what_can_not_be_read_is_said_and_read_aloud(form, qtbot, name, typed, said):
    form.show_rule(rule())
    changes: list[Rule] = []
    form.changed.connect(changes.append)
    write(qtbot, form, name, typed)
    assert said in form.findChild(QLabel, "rule-wrong").text()
    assert said in field(form, name).accessibleDescription()
    form.show_rule(rule("failed-warning"))
    assert form.findChild(QLabel, "rule-wrong").text() == ""
    assert field(form, name).accessibleDescription() == ""


def test_a_count_is_a_whole_number(form, qtbot):
    form.show_rule(rule("failed-warning"))
    write(qtbot, form, "limit", "5m")
    assert "whole number" in form.findChild(QLabel, "rule-wrong").text()
    with qtbot.waitSignal(form.changed) as told:
        write(qtbot, form, "limit", "7")
    assert told.args == [rule("failed-warning", limit=7.0)]


def test_another_measure_asks_for_what_means_something_for_it(form, qtbot):
    form.show_rule(rule())
    measure = form.findChild(QComboBox, "rule-measure")
    assert not field(form, "kept").isVisible()
    measure.setCurrentIndex(list(Measure).index(Measure.NEAR_LIMIT))
    assert field(form, "kept").isVisible()
    assert form.findChild(QLabel, "rule-clear-label").text() == "Sol&ved above"
    assert field(form, "limit").text() == ""  # what has waited is not what is left
    write(qtbot, form, "limit", "1d")
    assert form.findChild(QLabel, "rule-wrong").text() == ""  # as the source says
    write(qtbot, form, "kept", "12h")
    assert "keeps" in form.findChild(QLabel, "rule-wrong").text()
    write(qtbot, form, "kept", "30d")
    assert form.findChild(QLabel, "rule-wrong").text() == ""
    measure.setCurrentIndex(list(Measure).index(Measure.UNREACHABLE))
    assert not field(form, "channel").isVisible()
    measure.setCurrentIndex(list(Measure).index(Measure.DEPTH))
    assert field(form, "channel").isVisible()
    assert "whole number" in form.findChild(QLabel, "rule-wrong").text()


def test_showing_a_rule_changes_none(form, qtbot):
    with qtbot.assertNotEmitted(form.changed):
        for one in DEFAULTS:
            form.show_rule(one)
            form._read()
        form.show_rule(None)
    assert not form.isEnabled()


# -- the list ------------------------------------------------------------------------------------------------


def test_the_model_holds_through_every_change(qapp, qtmodeltester):
    model = RulesModel(DEFAULTS, qapp)
    qtmodeltester.check(model)
    model.insert(0, OWN)
    model.put(0, rule(id="mine", enabled=False))
    qtmodeltester.check(model)
    model.remove(0)
    model.begin_anew([])
    qtmodeltester.check(model)


def test_the_list_says_what_each_rule_is(dialog):
    shown = [dialog.model.index(0, column).data() for column in RulesColumn]
    assert shown == ["oldest message", "warning", "15 min", "lab/*", ""]
    off = next(row for row, one in enumerate(dialog.model.rules) if not one.enabled)
    assert dialog.model.index(off, RulesColumn.OFF).data() == "off"


def test_nothing_is_told_before_it_is_saved(dialog, qtbot):
    with qtbot.assertNotEmitted(dialog.saved):
        write(qtbot, dialog, "limit", "20m")


def test_what_was_changed_is_saved(dialog, qtbot):
    dialog.choose("failed-warning")
    write(qtbot, dialog, "limit", "3")
    dialog.findChild(QComboBox, "rule-level").setCurrentIndex(list(Level).index(Level.CRITICAL))
    dialog.findChild(QCheckBox, "rules-notify").click()
    saved = save(qtbot, dialog)
    assert not saved.notify
    changed = [one for one in saved.rules if one not in (OWN, *DEFAULTS)]
    assert changed == [rule("failed-warning", limit=3.0, level=Level.CRITICAL)]
    assert [one.id for one in saved.rules] == ["mine", *(one.id for one in DEFAULTS)]


def test_what_can_not_be_a_rule_can_not_be_saved(dialog, qtbot):
    write(qtbot, dialog, "limit", "soon")
    assert not dialog.findChild(QPushButton, "confirm").isEnabled()
    with qtbot.assertNotEmitted(dialog.saved):
        dialog.accept()
    assert dialog.isVisible()
    dialog.choose("failed-warning")  # what was typed is left behind
    assert dialog.findChild(QPushButton, "confirm").isEnabled()
    assert dialog.model.rules[0] == OWN


def test_a_new_rule_is_a_copy_for_what_is_looked_at_that_counts_first(dialog, qtbot):
    dialog.choose("oldest-age-critical")
    press(qtbot, dialog, "new")
    made = dialog.model.rules[1]
    assert made == rule("oldest-age-critical", id="oldest-age-1", channel="lab", destination="lis")
    assert dialog.focusWidget() is field(dialog, "limit")
    assert ids(dialog)[2:] == [one.id for one in DEFAULTS]


def test_own_rules_are_moved_and_removed_others_stay(dialog, qtbot):
    press(qtbot, dialog, "new")
    assert ids(dialog)[:2] == ["oldest-age-1", "mine"]
    press(qtbot, dialog, "later")
    assert ids(dialog)[:2] == ["mine", "oldest-age-1"]
    assert not dialog.findChild(QToolButton, "rules-later").isEnabled()  # below stand those that come with qmonitor
    press(qtbot, dialog, "earlier")
    press(qtbot, dialog, "remove")
    assert ids(dialog) == ["mine", *(one.id for one in DEFAULTS)]
    dialog.choose("failed-warning")
    can = [dialog.findChild(QToolButton, f"rules-{name}").isEnabled() for name in ("remove", "earlier", "later")]
    assert can == [False] * 3


def test_back_to_defaults(dialog, qtbot):
    dialog.choose("failed-warning")
    write(qtbot, dialog, "limit", "3")
    press(qtbot, dialog, "defaults")
    assert save(qtbot, dialog).rules == tuple(DEFAULTS)


def test_a_name_is_never_taken_twice():
    taken = [rule(id=f"oldest-age-{n}") for n in (1, 2, 4)]
    assert fresh_id(rule(), taken) == "oldest-age-3"


def test_by_keyboard_with_names_and_uncut(dialog, qtbot):
    assert_accessible(dialog)
    assert cut(dialog) == []
    assert dialog.focusWidget() is dialog.table
    qtbot.keyClick(dialog.table, Qt.Key.Key_Down)
    assert dialog.table.currentIndex().row() == 1


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_saves_wherever_it_is_pressed(dialog, qtbot, key):
    write(qtbot, dialog, "limit", "20m")
    with qtbot.waitSignal(dialog.saved) as told:
        qtbot.keyClick(dialog.focusWidget(), key)
    assert told.args[0].rules[0].limit == 1200.0
    assert told.args[1].rules[0] == OWN
    assert not dialog.isVisible()


def test_enter_presses_the_button_that_has_the_focus(dialog, qtbot):
    new = dialog.findChild(QToolButton, "rules-new")
    new.setFocus()
    with qtbot.assertNotEmitted(dialog.saved):
        qtbot.keyClick(new, Qt.Key.Key_Return)
    assert len(dialog.model.rules) == len(DEFAULTS) + 2
    write(qtbot, dialog, "limit", "soon")
    qtbot.keyClick(field(dialog, "limit"), Qt.Key.Key_Return)
    assert dialog.isVisible()


def discard(dialog) -> DiscardDialog | None:
    return dialog.findChild(DiscardDialog)


def test_escape_leaves_at_once_where_nothing_was_changed(dialog, qtbot):
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert discard(dialog) is None


@pytest.mark.parametrize("change", ["defaults", "typed", "notify"])
def test_escape_asks_before_it_throws_changes_away(dialog, qtbot, change):
    if change == "defaults":
        press(qtbot, dialog, "defaults")
    elif change == "typed":
        write(qtbot, dialog, "limit", "soon")
    else:
        dialog.notify.click()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    asked = discard(dialog)
    assert_accessible(asked)
    qtbot.keyClick(asked, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert not asked.isVisible()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    shown = next(one for one in dialog.findChildren(DiscardDialog) if one.isVisible())
    with qtbot.assertNotEmitted(dialog.saved):
        qtbot.mouseClick(shown.findChild(QPushButton, "confirm"), Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


def test_what_was_changed_elsewhere_meanwhile_is_shown_unless_something_was_changed_here(dialog, qtbot):
    other = rule(id="other", channel="adt")
    dialog.choose("failed-warning")
    dialog.follow((other, OWN, *DEFAULTS))
    assert ids(dialog)[:2] == ["other", "mine"]
    assert dialog.model.rules[dialog.table.currentIndex().row()].id == "failed-warning"
    assert not dialog.changed
    write(qtbot, dialog, "limit", "3")
    dialog.follow(tuple(DEFAULTS))
    assert ids(dialog)[:2] == ["other", "mine"]


# -- what a rule means ---------------------------------------------------------------------------------------


def test_what_solves_follows_a_limit_that_it_would_lie_beyond(form, qtbot):
    rules: list[Rule] = []
    form.changed.connect(rules.append)
    form.show_rule(rule("depth-warning"))
    write(qtbot, form, "limit", "50")
    assert (rules[-1].limit, rules[-1].clear) == (50.0, 40.0)
    assert form.findChild(QLabel, "rule-wrong").text() == ""
    write(qtbot, form, "limit", "20000")
    assert rules[-1].clear == 8000.0
    write(qtbot, form, "limit", "1")
    assert rules[-1].clear is None
    write(qtbot, form, "clear", "8")
    assert "within its limit" in form.findChild(QLabel, "rule-wrong").text()
    form.show_rule(rule("near-limit-warning", clear=75 * 3600.0))
    write(qtbot, form, "limit", "6d")
    assert rules[-1].clear == 150 * 3600.0


def test_an_exception_from_one_level_says_so_and_offers_the_other(dialog, qtbot):
    both = dialog.findChild(QToolButton, "rules-both")
    press(qtbot, dialog, "new")
    assert not both.isVisible()
    write(qtbot, dialog, "limit", "never")
    said = dialog.form.findChild(QLabel, "rule-said").text()
    assert said.startswith(
        "Never a warning, whatever a rule below says. Critical alerts on it have rules of their own."
    )
    assert both.isVisible()
    press(qtbot, dialog, "both")
    assert not both.isVisible()
    holding = applying(save(qtbot, dialog).rules, "x", HERE)
    assert Measure.OLDEST_AGE not in {one.measure for one in holding}


def test_a_rule_that_fits_nothing_says_so(qtbot):
    made = RulesDialog(
        Ruling((rule(id="mine", channel="adt", destination="dest-99"), *DEFAULTS), notify=True),
        DEFAULTS,
        known={"/srv/a.db": (HERE, Destination("adt", "dest-01"))},
    )
    qtbot.addWidget(made, before_close_func=leave)
    made.show()
    said = made.findChild(QLabel, "rule-nowhere")
    assert said.text().startswith("No destination of an open source fits this rule")
    assert said.isVisible()
    write(qtbot, made, "destination", "dest-0*")
    assert not said.isVisible()
    write(qtbot, made, "source", "b.db")
    assert said.isVisible()
    made.choose("oldest-age-warning")
    assert not said.isVisible()
    made.choose("unreachable-critical")
    write(qtbot, made, "source", "b.db")
    assert said.text().startswith("No open source fits this rule")


def test_every_key_of_the_dialog_leads_to_one_place(dialog, qtbot):
    write(qtbot, dialog, "limit", "never")
    labels = [label.text() for label in dialog.findChildren(QLabel) if label.buddy() is not None]
    buttons = [button.text() for button in dialog.findChildren(QAbstractButton)]
    keys = [words[words.index("&") + 1].lower() for words in (*labels, *buttons) if "&" in words]
    assert len(keys) == len(set(keys)) == 21


# -- acknowledging -------------------------------------------------------------------------------------------


def test_acknowledging_names_the_alerts_and_asks_for_a_note(qtbot):
    alerts = [alert(f"lab/dest-{n}") for n in range(7)]
    made = AcknowledgeDialog(alerts, "ann@ward-7")
    qtbot.addWidget(made)
    made.show()
    said = [label.text().replace("\u00a0", " ") for label in made.findChildren(QLabel)]
    assert said[0] == "Acknowledge 7 alerts?"
    assert said[1] == "lab/dest-0: The oldest message has waited for 00:41; the limit is 5 min."
    assert "… and 2 more" in said
    assert "Kept in the journal with your name, ann@ward-7." in said
    assert any(one.startswith("Nothing about patients") for one in said)
    assert_accessible(made)
    assert cut(made) == []
    qtbot.keyClicks(made.note, " rebuilt ")
    with qtbot.waitSignal(made.confirmed) as told:
        qtbot.mouseClick(made.findChild(QPushButton, "confirm"), Qt.MouseButton.LeftButton)
    assert told.args == ["rebuilt"]


def test_one_alert_is_no_several(qtbot):
    made = AcknowledgeDialog([alert()], "ann@ward-7")
    qtbot.addWidget(made)
    said = [label.text() for label in made.findChildren(QLabel)]
    assert said[0] == "Acknowledge this alert?"
    assert not any(words.startswith("…") for words in said)
    with qtbot.assertNotEmitted(made.confirmed):
        made.reject()


# -- what is typed -------------------------------------------------------------------------------------------


@given(st.integers(1, 3650 * 86_400))
def test_an_age_that_is_written_is_read_again(seconds):
    assert read_age(write_age(seconds)) == seconds


@pytest.mark.parametrize(
    ("written", "seconds"),
    [("", None), ("  ", None), ("15m", 900), ("4h", 14_400), ("1d 12h", 129_600), ("1D", 86_400), ("90 s", 90)],
)
def test_ages_that_can_be_read(written, seconds):
    assert read_age(written) == seconds


@pytest.mark.parametrize("written", ["15", "h", "-4h", "0m", "4h and more", "9999999999d", "4x", "1.5h", "٣h"])
def test_ages_that_can_not(written):
    with pytest.raises(ValueError, match="age"):
        read_age(written)


@pytest.mark.parametrize(
    ("written", "count"), [("", None), ("500", 500), ("1,000", 1000), ("1.000", 1000), ("1 000", 1000)]
)
def test_counts_that_can_be_read(written, count):
    assert read_count(written) == count


@pytest.mark.parametrize("written", ["0", "-5", "many", "5m", "9" * 20, "٣"])
def test_counts_that_can_not(written):
    with pytest.raises(ValueError, match="count"):
        read_count(written)


@given(st.text(max_size=20))
def test_whatever_is_typed_is_read_or_refused(written):
    for read in (read_age, read_count):
        try:
            found = read(written)
        except ValueError:
            continue
        assert found is None or found > 0


@pytest.mark.parametrize(
    ("seconds", "said"), [(90, "90 s"), (900, "15 min"), (14_400, "4 h"), (172_800, "2 d"), (5400, "90 min")]
)
def test_an_age_in_words(qapp, seconds, said):
    assert age_words(seconds) == said
