"""What is in the inspector: the message that is wanted, whatever comes late."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer

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


class Drawn(QObject):
    """Is painted as Qt paints: by an event that lets all others go first."""

    def __init__(self, done: list[object]) -> None:
        super().__init__()
        self._done = done

    def draw(self) -> None:
        self._done.append("drawn")
        QCoreApplication.postEvent(self, QEvent(QEvent.Type.User), Qt.EventPriority.LowEventPriority.value)

    def customEvent(self, _event: QEvent) -> None:
        self._done.append("painted")


def test_a_message_is_read_when_all_that_waits_with_it_is_painted(focus, qtbot, monkeypatch):
    """The curves before the inspector, whose views take 60 ms to make; and of a row of messages the last one only."""
    done: list[object] = []
    curves = Drawn(done)
    monkeypatch.setattr(focus.session, "request_item", done.append)
    for item in (7, 8, 9):
        focus.inspect(item)
    QTimer.singleShot(0, curves.draw)  # later than it was selected: a plot gets its size then, say
    qtbot.waitUntil(lambda: 9 in done)
    assert done == ["drawn", "painted", 9]
    assert focus.wanted == 9
