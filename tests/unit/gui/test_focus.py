"""What is in the inspector: the message that is wanted, whatever comes late."""

import pytest

from qmonitor.gui import tasks
from qmonitor.gui.focus import Focus
from qmonitor.gui.messages import MessagesPanel
from qmonitor.gui.session import Session
from qmonitor.monitor.opening import Opener
from qmonitor.queues.errors import UnknownItem
from qmonitor.queues.model import Destination


@pytest.fixture
def focus(qtbot, tmp_path):
    table = MessagesPanel()
    qtbot.addWidget(table)
    session = Session(Opener(str(tmp_path / "none.db")), interval_ms=1000)
    made = Focus(table, session, table)
    made.session = session
    yield made
    session.retire()
    assert tasks.stop(session.lanes)


def test_an_error_of_a_message_that_is_not_wanted_any_more_is_dropped(focus, qtbot):
    focus.wanted = 7
    focus.look_at(Destination("lab", "idle"))  # has no head
    with qtbot.assertNotEmitted(focus.item_lost):
        focus.session.item_failed.emit(7, UnknownItem("Message 7 is gone."))
    focus.wanted = 8
    with qtbot.waitSignal(focus.item_lost) as told:
        focus.session.item_failed.emit(8, UnknownItem("Message 8 is gone."))
    assert told.args[0] == 8
