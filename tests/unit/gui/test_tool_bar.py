"""The toolbar follows its actions for as long as the window is open."""

import pytest
from PySide6.QtCore import SIGNAL
from PySide6.QtWidgets import QMenu, QWidget

from qmonitor.gui.actions import Actions
from qmonitor.gui.tool_bar import ToolBar


@pytest.fixture
def actions(qapp):
    parent = QWidget()
    yield Actions(parent, read_only=False)
    parent.deleteLater()


@pytest.fixture
def bar(actions, qtbot):
    made = ToolBar(actions, QMenu())
    qtbot.addWidget(made)
    return made


def test_a_button_says_what_its_action_does(bar, actions):
    button = bar.widgetForAction(actions["live"])
    for enabled, said in ((False, "Paused"), (True, "Live")):
        actions["live"].setEnabled(enabled)
        actions["live"].setIconText(said)
        assert (button.isEnabled(), button.text()) == (enabled, said)


@pytest.mark.parametrize("name", ["open", "live", "skip"])
def test_an_action_that_changes_all_day_is_connected_no_more_often(bar, actions, name):
    """Qt connects it to its button with each change: 18 MB a day where messages come and go."""
    action = actions[name]
    before = action.receivers(SIGNAL("changed()"))
    for n in range(100):
        action.setEnabled(n % 2 == 0)
    assert action.receivers(SIGNAL("changed()")) <= before
