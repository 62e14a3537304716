"""The table of actions, and what decides whether an entry can be used."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QLabel

from qmonitor.gui.actions import ACTIONS, Actions, Place, Selection, obstacle
from qmonitor.gui.audit import AuditPanel
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.messages import MessagesPanel
from qmonitor.gui.settings import Settings
from qmonitor.monitor.operations import STATES
from qmonitor.queues.delivery.acts import ACTS
from qmonitor.queues.model import Query
from qmonitor.queues.source import ACTIONS as NAMES
from qmonitor.queues.words import phrase
from tests.helpers.desk import HERE, by_id

ACTING = [spec for spec in ACTIONS if spec.acts]
ABLE = dict.fromkeys(NAMES)


def test_every_action_of_a_source_is_in_the_table_and_every_id_is_its_own():
    assert {spec.capability for spec in ACTING} == set(NAMES)
    assert len({spec.id for spec in ACTIONS}) == len(ACTIONS)


def test_states_are_those_of_the_queue_itself():
    assert {name: frozenset(act.states) for name, act in ACTS.items() if act.states} == STATES


def test_purge_says_what_it_reaches_and_stands_with_no_destination():
    purge = by_id("purge")
    assert "of all destinations" in purge.text
    assert purge.places == Place.FILE


def test_shortcuts_are_told_apart():
    shortcuts = [QKeySequence(spec.shortcut).toString() for spec in ACTIONS if spec.shortcut]
    assert all(shortcuts)
    assert len(set(shortcuts)) == len(shortcuts)


def test_no_shortcut_takes_a_key_from_the_menu_bar():
    taken = {QKeySequence(f"Alt+{letter}").toString() for letter in "FEVGMDH"}
    assert not taken & {QKeySequence(spec.shortcut).toString() for spec in ACTIONS}


@pytest.mark.parametrize("place", list(Place), ids=lambda place: place.name)
def test_the_underlined_letters_of_a_menu_are_told_apart(place):
    for group in {spec.group for spec in ACTIONS if place in spec.places}:
        texts = [spec.text for spec in ACTIONS if place in spec.places and spec.group == group]
        letters = [text[text.index("&") + 1].lower() for text in texts if "&" in text]
        assert sorted(set(letters)) == sorted(letters)


def test_every_entry_stands_in_a_menu():
    menus = Place.FILE | Place.EDIT | Place.VIEW | Place.GO | Place.MESSAGE | Place.DESTINATION | Place.HELP
    assert [spec.id for spec in ACTIONS if not spec.places & menus] == []


def test_the_chosen_one_of_a_group_is_checked(qtbot):
    owner = QObject()
    commands = Actions(owner, read_only=False)
    commands.choose("theme", "dark")
    commands.choose("range", 3600)
    assert commands["theme-dark"].isChecked()
    assert not commands["theme-light"].isChecked()
    assert commands["range-3600"].isChecked()


def test_the_table_s_own_keys_work_in_the_table_alone(qtbot):
    owner = QObject()
    commands = Actions(owner, read_only=False)
    kept = {spec.id for spec in ACTIONS if spec.in_table}
    assert kept == {"copy-rows", "select-all"}
    scopes = {spec.id: commands[spec.id].shortcutContext() for spec in ACTIONS}
    assert {name for name, scope in scopes.items() if scope != Qt.ShortcutContext.WindowShortcut} == kept


def test_what_can_not_be_undone_stands_last_and_apart(qtbot):
    owner = QObject()
    commands = Actions(owner, read_only=False)
    menus = {
        place: [action.data() for action in commands.in_sections(place)]
        for place in (Place.FILE, Place.MESSAGE, Place.CONTEXT, Place.DESTINATION)
    }
    assert menus[Place.FILE] == [
        *("open", "connect", "close-source", None),
        *("export-png", "export-csv", None, "optimise", "optimise-undo", None, "purge", None, "quit"),
    ]
    acts = ["retry-now", "skip", "restore", "resend", None]
    rows = ["copy-rows", "select-all", "copy-stored", "save-stored", "export"]
    assert menus[Place.MESSAGE] == [*acts, "export", None, "remove", "erase"]
    assert menus[Place.CONTEXT] == [*acts, *rows, None, "remove", "erase"]
    assert menus[Place.DESTINATION] == ["retry-destination", None, "drain"]


def test_a_menu_is_parted_the_same_however_often_it_is_made(qtbot):
    owner = QObject()
    commands = Actions(owner, read_only=False)
    made = [commands.in_sections(place, "") for place in Place]
    assert [commands.in_sections(place, "") for place in Place] == made
    for entries in made:
        lines = [n for n, action in enumerate(entries) if action.isSeparator()]
        assert not {0, len(entries) - 1} & set(lines)
        assert all(second - first > 1 for first, second in pairwise(lines))


@pytest.mark.parametrize(
    ("sources", "usable"), [(0, set()), (1, {"close-source"}), (2, {"close-source", "next-source", "previous-source"})]
)
def test_sources_are_closed_and_turned_to_also_where_none_can_be_read(sources, usable):
    about = {spec.id for spec in ACTIONS if spec.id in ("close-source", "next-source", "previous-source")}
    assert {name for name in about if obstacle(by_id(name), Selection(sources=sources), None) is None} == usable


def test_it_is_said_why_there_is_nothing_to_turn_to(qtbot):
    owner = QObject()
    commands = Actions(owner, read_only=False)
    said = []
    for sources in (0, 1):
        commands.update(Selection(sources=sources), None)
        said += [commands["next-source"].statusTip(), commands["refresh"].statusTip()]
    assert said[:2] == ["No source is open."] * 2
    assert said[2:] == ["No other source is open.", "The source can't be read."]


@pytest.mark.parametrize("spec", ACTING, ids=lambda spec: spec.id)
def test_an_action_needs_a_source_that_can_do_it(spec):
    everything = Selection(HERE, (1,), frozenset(), undo=True)
    assert obstacle(spec, everything, None) is not None
    assert obstacle(spec, everything, {}) is not None
    assert obstacle(spec, everything, ABLE) is None
    because = phrase("The file can't be written.")
    assert obstacle(spec, everything, ABLE | {spec.capability: because}) is because


@pytest.mark.parametrize(
    ("name", "selection", "usable"),
    [
        ("skip", Selection(HERE), False),
        ("skip", Selection(HERE, (1,), frozenset({"pending"})), True),
        ("skip", Selection(HERE, (1,), frozenset({"delivered"})), False),
        ("skip", Selection(HERE, (1, 2), frozenset({"delivered", "failed"})), True),
        ("skip", Selection(HERE, (1,)), True),
        ("restore", Selection(HERE, (1,), frozenset({"pending"})), False),
        ("remove", Selection(HERE, (1,), frozenset({"pending"})), False),
        ("resend", Selection(HERE, (1,)), True),
        ("resend", Selection(HERE, (1, 2)), False),
        ("resend", Selection(HERE, (1,), frozenset({"pending"})), False),
        ("resend", Selection(HERE, (1,), frozenset({"failed"})), True),
        ("erase", Selection(HERE, (1,), frozenset({"odd"})), True),
        ("drain", Selection(None, (1,)), False),
        ("drain", Selection(HERE), True),
        ("purge", Selection(), True),
        ("purge", Selection(HERE, (1,), frozenset({"pending"})), True),
        ("drain", Selection(HERE, (1,), frozenset({"delivered"})), True),
        ("retry-destination", Selection(HERE, (1,), frozenset({"skipped"})), True),
        ("undo", Selection(), False),
        ("undo", Selection(HERE, (1,), frozenset({"pending"}), undo=True), True),
        ("skip", Selection(HERE, query=Query(state="pending")), True),
        ("resend", Selection(HERE, (5,), query=Query()), False),
        ("copy-rows", Selection(HERE), False),
        ("copy-rows", Selection(HERE, (1,)), True),
    ],
)
def test_what_is_selected_decides(name, selection, usable):
    assert (obstacle(by_id(name), selection, ABLE) is None) is usable


def test_read_only_has_no_entry_that_acts(qtbot):
    owner = QObject()
    commands = Actions(owner, read_only=True)
    offered = {action.data() for place in Place for action in commands.at(place)}
    assert "open" in offered
    assert not offered & {spec.id for spec in ACTING}
    assert not any(spec.id in commands for spec in ACTING)


def test_a_disabled_entry_says_why(qtbot):
    owner = QObject()
    commands = Actions(owner, read_only=False)
    commands.update(Selection(HERE), ABLE)
    assert commands["drain"].isEnabled()
    assert not commands["skip"].isEnabled()
    assert commands["skip"].toolTip() == commands["skip"].statusTip() == "Select messages first."
    commands.update(Selection(HERE, (5,)), ABLE)
    assert commands["skip"].isEnabled()
    assert "Ctrl+K" in commands["skip"].toolTip()
    assert commands["skip"].statusTip() == ""


def test_choosing_an_entry_tells_which(qtbot):
    owner = QObject()
    commands = Actions(owner, read_only=False)
    chosen: list[str] = []
    commands.chosen.connect(lambda spec: chosen.append(spec.id))
    commands.update(Selection(HERE), ABLE)
    commands["drain"].trigger()
    commands["range-3600"].trigger()
    assert chosen == ["drain", "range-3600"]


def test_no_control_of_a_panel_takes_a_letter_of_the_menu_bar(qapp, qtbot):
    window = MainWindow(Settings(None))
    panels = [MessagesPanel(), AuditPanel()]
    for panel in panels:
        qtbot.addWidget(panel)
    kinds = (QAbstractButton, QLabel)
    texts = [widget.text() for panel in panels for kind in kinds for widget in panel.findChildren(kind)]
    letters = {QKeySequence.mnemonic(words).toString() for words in texts} - {""}
    taken = {QKeySequence.mnemonic(action.text()).toString() for action in window.menuBar().actions()}
    assert window.shut_down()
    window.deleteLater()
    assert len(letters) >= 4
    assert not letters & taken
