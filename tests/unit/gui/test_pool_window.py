"""A pool of consumers in the window: proposed, confirmed, started on a real server, watched and stopped."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QToolButton

from qmonitor.gui.dialogs.workers_start import StartDialog
from qmonitor.gui.dialogs.workers_stop import StopDialog
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.messages.columns import Column
from qmonitor.gui.settings import Settings
from qmonitor.gui.workers import words
from qmonitor.monitor.opening import Terms
from qmonitor.monitor.running.model import Outcome
from qmonitor.queues.model import Destination
from qmonitor.queues.streams import audit
from qmonitor.queues.working import Phase
from tests.helpers.accessible import assert_accessible
from tests.helpers.clipping import cut
from tests.helpers.http_receiver import HttpReceiver
from tests.helpers.streams.acting import Desk as Acting
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server
from tests.integration.streams.test_pool import Receiver, running
from tests.unit.gui.test_workers_window import Hand, shown


@pytest.fixture
def rig() -> Iterator[RedisRig]:
    server = Server()
    rig = RedisRig(server.client())
    rig.server = server  # type: ignore[attr-defined]
    rig.queue.ensure_group()
    yield rig
    rig.close()
    server.stop()


@pytest.fixture
def target(rig: RedisRig) -> str:
    prefix = rig.keys.main.removesuffix(":deployment.export.requested")
    return f"redis+unix://{rig.server.path}?prefix={prefix}"  # type: ignore[attr-defined]


def opened(target: str, config: Path, qtbot, **terms: bool) -> MainWindow:
    window = MainWindow(Settings(None), Terms(**terms), workers=config)  # type: ignore[arg-type]
    window.resize(1366, 768)
    window.show()
    window.open(target)
    qtbot.waitUntil(lambda: window.view is not None and window.view.panels is not None, timeout=30_000)
    window.commands["go-workers"].trigger()
    return window


def test_a_pool_is_started_watched_and_stopped(rig: RedisRig, target: str, tmp_path: Path, qtbot) -> None:
    here = Destination(rig.keys.main, rig.keys.group)
    ids = [rig.put(payload=request(f"d-{n}", f"e-{n}")) for n in range(12)]
    config = tmp_path / "workers.toml"
    with HttpReceiver(tmp_path) as receiver:
        sender = f'{{ type = "http", url = "{receiver.url("/status/200")}" }}'
        config.write_text(f'[[worker]]\nsource = "{target}"\nconsumers = 3\nsender = {sender}\n')
        window = opened(target, config, qtbot)
        try:
            hand = Hand(window, qtbot)
            hand.select(here)
            assert hand.panel.findChild(QToolButton, "workers-start-button").isVisible()
            assert hand.panel.findChild(QToolButton, "workers-statement-button") is None
            dialog = hand.press("start", StartDialog)
            said = shown(dialog)
            assert "Will send 12 messages to" in said
            assert "worker 1 (group export-worker)" in said
            assert "Each message is tried 4 times, then given up." in said
            assert "3 messages are sent at a time; what nobody finished within 60 s is sent again." in said
            assert "What is finished is dropped 72 h after it was queued." in said
            assert "Dead letters and outcomes are dropped after 168 h." in said
            assert "beside all other workers of the group" in said
            stopped = dialog.findChild(QCheckBox, "engine-stopped")
            assert not stopped.isVisible()
            assert_accessible(dialog)
            assert cut(dialog) == []
            qtbot.keyClicks(dialog.reason, "the service is away")
            hand.confirm(dialog)
            hand.until(lambda: hand.sent(here) == 12)
            hand.until(lambda: hand.post(here).state.phase is Phase.IDLE)
            post = hand.post(here)
            assert [one.outcome for one in post.attempts] == [Outcome.DELIVERED] * 12
            assert {one.item for one in post.attempts} == {f"main:{one}" for one in ids}
            row = hand.panel.model.rows[0]
            assert words.standing(row) == "idle: nothing is to be sent now"
            hand.confirm(hand.press("stop", StopDialog))
            hand.until(lambda: not hand.post(here).alive)
            assert hand.post(here).ended is None
            assert len(receiver.requests()) == 12
        finally:
            assert window.shut_down()
            window.deleteLater()
    rows = audit.entries(rig.client, rig.keys)
    assert [(row.action, row.count, row.reason) for row in rows] == [
        ("worker-stop", 12, "the service is away"),
        ("worker-start", 0, "the service is away"),
    ]


def test_a_pool_that_works_elsewhere_is_seen_until_it_stops(rig: RedisRig, target: str, tmp_path: Path, qtbot) -> None:
    here = Destination(rig.keys.main, rig.keys.group)
    config = tmp_path / "workers.toml"
    config.write_text(f'[[worker]]\nsource = "{target}"\nsender = {{ type = "file", folder = "{tmp_path}" }}\n')
    window = opened(target, config, qtbot)
    try:
        hand = Hand(window, qtbot)
        hand.select(here)
        hand.until(lambda: words.standing(hand.panel.model.rows[0]) == "stopped")
        with running(rig, rig.server, Receiver()) as (worker, _):  # type: ignore[attr-defined]
            hand.until(lambda: words.standing(hand.panel.model.rows[0]) == "stopped here; 1 works elsewhere")
            assert f"Also at work there: {worker.state.name}." in words.in_full(hand.panel.model.rows[0])
            assert hand.panel.findChild(QToolButton, "workers-start-button").isEnabled()
        hand.until(lambda: words.standing(hand.panel.model.rows[0]) == "stopped")
    finally:
        assert window.shut_down()
        window.deleteLater()


@pytest.mark.expects_log("can't be worked on .* takes no writes")
@pytest.mark.expects_log("waits?: ServerUnreachable")
def test_a_pool_whose_server_is_a_replica_and_goes_away_is_shown_as_it_stands(
    rig: RedisRig, target: str, tmp_path: Path, qtbot
) -> None:
    """It was confirmed, so it waits: for the first write, and for a server that was killed and comes back empty."""
    here = Destination(rig.keys.main, rig.keys.group)
    config, out = tmp_path / "workers.toml", tmp_path / "out"
    out.mkdir()
    config.write_text(f'[[worker]]\nsource = "{target}"\nsender = {{ type = "file", folder = "{out}" }}\n')
    rig.put(payload=request())
    window = opened(target, config, qtbot)
    try:
        hand = Hand(window, qtbot)
        hand.select(here)
        dialog = hand.press("start", StartDialog)
        qtbot.keyClicks(dialog.reason, "a try")
        rig.client.execute_command("REPLICAOF", "127.0.0.1", "1")
        hand.confirm(dialog)

        def told() -> str:
            return words.in_full(hand.panel.model.rows[0])

        hand.until(lambda: "takes no writes" in told())
        assert hand.post(here).alive
        assert "It has been so since" in told()
        assert "is tried again at" in told()
        assert "Use the primary" in told()
        assert hand.panel.summary == "The worker holds back"
        rig.client.execute_command("REPLICAOF", "NO", "ONE")
        hand.until(lambda: hand.sent(here) == 1)
        hand.until(lambda: hand.panel.summary == "The worker runs")
        rig.server.end()  # type: ignore[attr-defined]
        hand.until(lambda: "The server can't be reached" in told())
        assert "goes on by itself as soon as it can" in told()
        assert hand.panel.summary.endswith("holds back") or "can't be reached" in hand.panel.summary
        rig.server.start()  # type: ignore[attr-defined]
        rig.queue.ensure_group()
        rig.put(payload=request("d-2"))
        hand.until(lambda: hand.sent(here) == 2)
        hand.until(lambda: hand.post(here).state.phase is Phase.IDLE)
        assert "It has been so" not in told()
    finally:
        assert window.shut_down()
        window.deleteLater()
    assert [row.action for row in audit.entries(rig.client, rig.keys)] == ["worker-stop"]


def test_what_matters_of_a_message_is_seen_on_a_small_screen(rig: RedisRig, target: str, tmp_path: Path, qtbot) -> None:
    """The type is the same in every row: it took the place of how old, how often tried, when next, and why not."""
    desk = Acting(rig, rig.server.client())
    for n in range(3):
        desk.delayed(f"d-{n}")
    desk.close()
    window = opened(target, tmp_path / "workers.toml", qtbot)
    try:
        panel = window.view.panels.messages
        window.commands["go-messages"].trigger()
        qtbot.waitUntil(lambda: panel.table.model().rowCount() == 3)
        table, seen = panel.table, panel.table.columns.in_order()
        assert Column.TYPE not in seen
        assert {Column.ATTEMPTS, Column.AGE, Column.NEXT, Column.ERROR} <= set(seen)
        assert table.horizontalScrollBar().maximum() == 0
    finally:
        assert window.shut_down()
        window.deleteLater()


def test_a_window_that_is_closed_ends_its_pool(rig: RedisRig, target: str, tmp_path: Path, qtbot) -> None:
    here = Destination(rig.keys.main, rig.keys.group)
    rig.put(payload=request())
    config, out = tmp_path / "workers.toml", tmp_path / "out"
    out.mkdir()
    config.write_text(f'[[worker]]\nsource = "{target}"\nsender = {{ type = "file", folder = "{out}" }}\n')
    window = opened(target, config, qtbot)
    hand = Hand(window, qtbot)
    hand.select(here)
    dialog = hand.press("start", StartDialog)
    qtbot.keyClicks(dialog.reason, "a try")
    hand.confirm(dialog)
    hand.until(lambda: hand.sent(here) == 1)
    assert window.shut_down()
    window.deleteLater()
    assert [row.action for row in audit.entries(rig.client, rig.keys)] == ["worker-stop", "worker-start"]


def test_in_read_only_mode_none_can_be_started(rig: RedisRig, target: str, tmp_path: Path, qtbot) -> None:
    config = tmp_path / "workers.toml"
    config.write_text(f'[[worker]]\nsource = "{target}"\nsender = {{ type = "file", folder = "{tmp_path}" }}\n')
    window = opened(target, config, qtbot, read_only=True)
    try:
        hand = Hand(window, qtbot)
        hand.select(Destination(rig.keys.main, rig.keys.group))
        hand.until(lambda: hand.panel.model.rows[0].hindrance is not None)
        assert rig.client.exists(rig.keys.audit) == 0
    finally:
        assert window.shut_down()
        window.deleteLater()
