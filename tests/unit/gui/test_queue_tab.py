"""What a server holds, in the window: figures and workers, unknown as unknown; and a stream queue as a whole."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt

from qmonitor.gui import text, theme
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.messages.columns import Column
from qmonitor.gui.queue import QueuePanel
from qmonitor.gui.queue.words import rows
from qmonitor.gui.settings import Settings
from qmonitor.queues.shared import Member, Shared
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.times import NS, from_ns
from tests.helpers import files
from tests.helpers.accessible import assert_accessible
from tests.helpers.streams.queues import contents, fill
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

NOW = from_ns(1_780_000_000 * NS)
SHARED = Shared(
    as_of=NOW, undelivered=4, undelivered_least=4, estimate=4, in_flight=3,
    members=(Member("worker-1", 3, NOW + timedelta(seconds=-65), 2), Member("worker-2", 0, None, None)),
    delayed=3, due=1, overdue=1, dispatch_lag=62.0, dead=2, refused=1, skipped=0, body_gone=1, no_payload=1,
    unscheduled=0,
)  # fmt: skip


def told(shared: Shared) -> dict[str, tuple[str, ...]]:
    return {row.key: row.cells[1:] for row in rows(shared)}


@pytest.mark.usefixtures("qapp")
def test_every_figure_is_told_with_what_it_means() -> None:
    found = told(SHARED)
    assert {key: cells[0] for key, cells in found.items()} == {
        "undelivered": "4", "in_flight": "3", "body_gone": "1", "delayed": "3", "due": "1", "overdue": "1",
        "dispatch_lag": "1 min", "no_payload": "1", "unscheduled": "0", "dead": "2",
        "refused": "1", "skipped": "0",
    }  # fmt: skip
    assert all(cells[1] for cells in found.values())
    assert {row.key for row in rows(SHARED) if row.urgent} == {"body_gone", "overdue", "no_payload"}
    assert told(replace(SHARED, due=0, dispatch_lag=0.0))["dispatch_lag"] == (text.UNKNOWN, "no retry is due")


@pytest.mark.usefixtures("qapp")
def test_while_it_is_counted_there_are_at_least_so_many_and_the_estimate_is_called_one() -> None:
    counting = replace(SHARED, undelivered=None, undelivered_least=2000, estimate=7000)
    assert told(counting)["undelivered"] == (
        f"≥ {text.number(2000)}",
        f"still being counted; the server's estimate is {text.number(7000)}",
    )
    unknown = replace(counting, estimate=None)
    assert told(unknown)["undelivered"] == (
        f"≥ {text.number(2000)}",
        "still being counted; the server has no estimate",
    )


@pytest.mark.parametrize(
    ("figure", "barred", "why"),
    [
        ("dead", {"dead": "XLEN"}, "this user may not use XLEN"),
        ("body_gone", {"in_flight": "XPENDING"}, "this user may not use XPENDING"),
        ("unscheduled", {"strays": "HSCAN"}, "this user may not use HSCAN"),
        ("unscheduled", {}, "not known yet"),
        ("delayed", {"delayed": ""}, "its key holds another type of data"),
        ("dispatch_lag", {"dispatch_lag": "ZRANGE"}, "this user may not use ZRANGE"),
    ],
)
@pytest.mark.usefixtures("qapp")
def test_what_is_not_known_is_said_to_be_unknown_and_why(figure: str, barred: dict[str, str], why: str) -> None:
    shared = replace(SHARED, **{figure: None}, barred=barred)
    assert told(shared)[figure] == ("unknown", why)


def test_the_panel_shows_figures_and_workers(qtbot) -> None:
    panel = QueuePanel()
    qtbot.addWidget(panel)
    panel.resize(900, 600)
    panel.show_shared(SHARED, NOW)
    panel.show()
    model = panel.members
    assert [model.index(0, n).data() for n in range(4)] == ["worker-1", "3", "2 ×", "1 min ago"]
    assert [model.index(1, n).data() for n in range(4)] == ["worker-2", "0", "unknown", "unknown"]
    assert not panel.note.isVisible()
    overdue = [row.key for row in panel.figures.rows].index("overdue")
    index = panel.figures.index(overdue, 1)
    assert index.data(Qt.ItemDataRole.ForegroundRole) == theme.current().danger
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "messages: 1"
    assert_accessible(panel)
    panel.show_shared(replace(SHARED, members=None, barred={"members": "XINFO|CONSUMERS"}), NOW)
    assert panel.note.text() == "The workers are unknown: this user may not use XINFO|CONSUMERS."
    assert not panel.member_table.isVisible()
    panel.show_shared(replace(SHARED, members=()), NOW)
    assert panel.note.text() == "No worker has read from this group yet."


def test_only_what_changed_is_drawn_again(qtbot, qtmodeltester) -> None:
    panel = QueuePanel()
    qtbot.addWidget(panel)
    panel.show_shared(SHARED, NOW)
    qtmodeltester.check(panel.figures)
    changed: list[int] = []
    panel.figures.dataChanged.connect(lambda first, _last: changed.append(first.row()))
    panel.show_shared(replace(SHARED, dead=3), NOW)
    assert changed == [[row.key for row in panel.figures.rows].index("dead")]
    with qtbot.waitSignal(panel.members.modelReset):
        panel.show_shared(replace(SHARED, members=SHARED.members[:1]), NOW)  # type: ignore[index]


# --- the whole window on a server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def rig(server: Server) -> Iterator[RedisRig]:
    rig = RedisRig(server.client(), keys=Keys())
    rig.queue.ensure_group()
    with closing(rig):
        yield rig
        rig.client.flushall()


@pytest.fixture
def window(qtbot) -> Iterator[MainWindow]:
    window = MainWindow(Settings(None))
    window.resize(1440, 860)
    window.show()
    yield window
    assert window.shut_down()
    window.deleteLater()


def tabs_of(window: MainWindow) -> list[str]:
    tabs = window.view.panels.tabs
    return [tabs.tabText(n) for n in range(tabs.count())]


def test_a_stream_queue_is_looked_at_like_any_other_and_stays_as_it_was(
    window: MainWindow, rig: RedisRig, server: Server, qtbot
) -> None:
    fill(rig)
    before = contents(rig.client)
    window.open(f"redis+unix://{server.path}")
    qtbot.waitUntil(lambda: window.view is not None and window.view.panels is not None)
    panels = window.view.panels
    qtbot.waitUntil(lambda: panels.queue_tab.panel is not None)
    panels.messages.filters.chips[None].click()
    qtbot.waitUntil(lambda: panels.messages.model.rowCount() == 14)
    assert [name.split()[0] for name in tabs_of(window)].index("Queue") == 4
    table = panels.messages.table
    assert not table.isColumnHidden(Column.STAGE)
    stages = {panels.messages.model.index(row, Column.STAGE).data() for row in range(14)}
    assert stages >= {"in flight", "body gone", "not delivered", "payload missing", "will never run", "dead-lettered"}
    panels.tabs.setCurrentWidget(panels.queue_tab.panel)
    shown = {row.key: row.cells[1] for row in panels.queue_tab.panel.figures.rows}
    assert (shown["undelivered"], shown["in_flight"], shown["unscheduled"]) == ("4", "3", "1")
    assert_accessible(window)
    assert contents(rig.client) == before


def test_a_file_has_no_such_tab(window: MainWindow, tmp_path, qtbot) -> None:
    window.open(str(files.queue(tmp_path / "queue.db", [{"destination": "lab"}])))
    qtbot.waitUntil(lambda: window.view is not None and window.view.panels is not None)
    assert "Queue" not in tabs_of(window)
    assert window.view.panels.messages.table.isColumnHidden(Column.STAGE)
