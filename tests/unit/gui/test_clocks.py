"""A window at a stream queue on a machine whose clock is wrong: all goes by the server's clock."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta

import pytest

from qmonitor.gui import text
from qmonitor.gui.actions import Selection
from qmonitor.gui.alarms import NONE
from qmonitor.gui.destinations.entry import entry_of, entry_of_all, oldest_words
from qmonitor.gui.dialogs.scope import ScopeDialog
from qmonitor.gui.inspector.model import facts
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.messages.columns import Column
from qmonitor.gui.settings import Settings
from qmonitor.queues import open_source
from qmonitor.queues.model import Item
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.values import MS
from qmonitor.queues.times import Instant, between, from_ns, parse
from tests.helpers import desk as desks
from tests.helpers.clocks import set_ahead
from tests.helpers.desk import by_id
from tests.helpers.guards.handles import gui_io_allowed
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

AHEAD = [2 * 86_400 + 1800, -2 * 86_400 - 1800]
MINUTE = timedelta(minutes=1)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def rig(server: Server) -> Iterator[RedisRig]:
    with gui_io_allowed():
        rig = RedisRig(server.client(), keys=Keys())
        rig.queue.ensure_group()
    yield rig
    with gui_io_allowed(), closing(rig):
        rig.client.flushall()


def served(rig: RedisRig) -> Instant:
    with gui_io_allowed():
        return from_ns(rig.queue.now() * MS)


def near(one: Instant | None, other: Instant) -> bool:
    span = between(one, other)
    return span is not None and abs(span) < MINUTE


@pytest.fixture
def window(qtbot) -> Iterator[MainWindow]:
    window = MainWindow(Settings(None))
    window.resize(1440, 860)
    window.show()
    yield window
    assert window.shut_down()
    window.deleteLater()


@pytest.mark.parametrize("ahead", AHEAD)
def test_ages_and_the_filter_by_age_go_by_the_servers_clock(
    window: MainWindow, rig: RedisRig, server: Server, qtbot, monkeypatch, ahead: int
) -> None:
    at = (served(rig).ns or 0) // MS - 210 * 60_000
    with gui_io_allowed():
        rig.client.xadd(rig.keys.main, {"payload": request("a"), "attempt": "0"}, id=f"{at}-0")
    set_ahead(monkeypatch, ahead)
    window.open(f"redis+unix://{server.path}")
    qtbot.waitUntil(lambda: window.view is not None and window.view.panels is not None)
    panels = window.view.panels
    qtbot.waitUntil(lambda: panels.messages.model.rowCount() == 1)
    qtbot.waitUntil(lambda: panels.messages.model.index(0, Column.AGE).data() == "03:30")
    assert near(panels.inspector._clock(), served(rig))
    panels.messages.filters.age.choose("last-day")
    since = panels.messages.current_query().since
    assert near(since, served(rig) + timedelta(days=-1))
    qtbot.waitUntil(lambda: panels.messages.model.rowCount() == 1)
    panels.messages.filters.age.choose("last-hour")
    qtbot.waitUntil(lambda: panels.messages.model.rowCount() == 0)


def test_what_has_an_id_in_the_future_has_no_age_and_it_is_told_why(
    window: MainWindow, rig: RedisRig, server: Server, qtbot
) -> None:
    at = (served(rig).ns or 0) // MS + 30 * 86_400_000
    with gui_io_allowed():
        rig.client.xadd(rig.keys.main, {"payload": request("a"), "attempt": "0"}, id=f"{at}-0")
    window.open(f"redis+unix://{server.path}")
    qtbot.waitUntil(lambda: window.view is not None and window.view.panels is not None)
    panels = window.view.panels
    qtbot.waitUntil(lambda: panels.messages.model.rowCount() == 1)
    qtbot.waitUntil(lambda: panels.messages.model.index(0, Column.AGE).data() == text.UNKNOWN)
    standing = window.view.standing
    (entry,) = (entry_of(standing, where, NONE) for where in standing.names)
    assert (entry.pending, oldest_words(entry), entry.skewed) == (1, text.UNKNOWN, False)
    assert oldest_words(entry_of_all(standing, NONE)) == text.UNKNOWN
    with gui_io_allowed(), closing(open_source(f"redis+unix://{server.path}").reader()) as reader:
        (said,) = map(str, reader.details().notices)
    assert "in the future, by the server's clock" in said


@pytest.mark.parametrize("ahead", AHEAD)
def test_a_purge_proposes_a_time_by_the_servers_clock(
    rig: RedisRig, server: Server, qtbot, monkeypatch, ahead: int
) -> None:
    set_ahead(monkeypatch, ahead)
    asked: list[tuple[object, ...]] = []
    with desks.open_at(f"redis+unix://{server.path}", qtbot, monkeypatch) as desk:
        qtbot.waitUntil(lambda: desk.session.sample is not None)
        monkeypatch.setattr(ScopeDialog, "ask", lambda *given: asked.append(given))
        desk.do(qtbot, by_id("purge"), Selection())
    ((*_, now),) = asked
    assert isinstance(now, Instant)
    assert near(now, served(rig))


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("queued", "said"),
    [("2026-06-01T12:30:00Z", "not known"), ("", "not recorded by source"), ("2026-06-01T11:00:00Z", "01:00")],
)
def test_an_age_that_nobody_knows_is_not_one_that_is_not_recorded(queued: str, said: str) -> None:
    item = Item("lab", "a", enqueued_at=parse(queued) if queued else None)
    found = {fact.key: fact.value for fact in facts(item, None, parse("2026-06-01T12:00:00Z"))}
    assert found["age"] == said
