"""What actions are meant for in a queue whose messages go quickly: never a message that nobody sees any more."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.panels import Panels
from qmonitor.gui.settings import Settings
from tests.helpers.guards.handles import gui_io_allowed
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

PATIENCE = 30_000


@pytest.fixture
def rig() -> Iterator[RedisRig]:
    server = Server()
    rig = RedisRig(server.client())
    rig.server = server  # type: ignore[attr-defined]
    rig.queue.ensure_group()
    yield rig
    rig.close()
    server.stop()


def said(panels: Panels) -> list[str]:
    return [label.text() for label in panels.inspector.findChildren(QLabel) if label.isVisible()]


def test_what_is_gone_while_another_tab_is_seen_is_no_aim_of_an_action(rig: RedisRig, qtbot, tmp_path: Path) -> None:
    for n in range(3):
        rig.put(payload=request(f"d-{n}"))
    prefix = rig.keys.main.removesuffix(":deployment.export.requested")
    window = MainWindow(Settings(None), workers=tmp_path / "w.toml")
    window.resize(1366, 768)
    window.show()
    try:
        window.open(f"redis+unix://{rig.server.path}?prefix={prefix}")  # type: ignore[attr-defined]
        qtbot.waitUntil(lambda: window.view is not None and window.view.panels is not None, timeout=PATIENCE)
        panels = window.view.panels
        qtbot.waitUntil(lambda: panels.focus.wanted is not None and panels.focus._item is not None, timeout=PATIENCE)
        assert panels.selection().ids == (panels.focus.wanted,)
        window.commands["go-workers"].trigger()
        with gui_io_allowed():
            for one in rig.queue.fetch(2):
                rig.queue.ack(one.id)

        gone = panels.focus.wanted

        def told() -> bool:
            window.view.session.refresh()
            return f"Message {gone} is no longer in the queue." in said(panels)

        qtbot.waitUntil(told, timeout=PATIENCE)
        for _ in range(2):  # also after the looks that follow
            with qtbot.waitSignal(window.view.session.item_failed, timeout=PATIENCE):
                rig.put(payload=request("another"))
                window.view.session.refresh()
            assert panels.selection().ids == ()
            assert told()
        assert not window.commands["skip"].isEnabled()
        window.commands["go-messages"].trigger()
        qtbot.waitUntil(lambda: panels.selection().ids not in ((), (gone,)), timeout=PATIENCE)
        qtbot.waitUntil(lambda: "Waits for a worker" in " ".join(said(panels)), timeout=PATIENCE)
        assert window.commands["skip"].isEnabled()
    finally:
        assert window.shut_down()
        window.deleteLater()
