"""Workers of dead-letter queues in the window: what is said of them is true for these, and they send documents."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton

from qmonitor.gui.dialogs.worker_settings.drafts import Draft, fault
from qmonitor.gui.dialogs.workers_start import StartDialog
from qmonitor.gui.dialogs.workers_stop import StatementDialog, StopDialog
from qmonitor.monitor.running.model import Offer, Outcome, Proposal
from qmonitor.queues import times
from qmonitor.queues.deadletter.depths import TRAITS
from qmonitor.queues.model import ORDINARY, Destination
from qmonitor.queues.working import Phase
from qmonitor.senders.entries import WorkerEntry, read_entry
from tests.helpers import deadletter as made
from tests.helpers.accessible import assert_accessible
from tests.helpers.clipping import cut
from tests.helpers.dead_working import CHANNEL, QUEUE, names, row
from tests.helpers.guards.handles import gui_io_allowed
from tests.helpers.http_receiver import HttpReceiver
from tests.unit.gui.test_workers_window import Hand, audit, config, open_window, shown

__all__ = ["config", "open_window"]

DEAD, LAB = Destination(CHANNEL, QUEUE), Destination("lab", "dest-01")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A queue of the older layout with two messages, and a row that can't be decoded."""
    table, now = made.Table(tmp_path / "daemon.db"), times.now().ns or 0
    table.legacy(QUEUE, made.message(now, username="A"), made.message(None, username="B"))
    table.put(made.key(QUEUE, now), b"\xff broken")
    row(table, now + 1, "C")
    return table.write()


@pytest.fixture
def receiver(tmp_path: Path):
    with HttpReceiver(tmp_path) as running:
        yield running


def entries(url: str, path: Path, policy: str = "max_attempts = 0") -> str:
    return (
        f'[[worker]]\nsource = "{path}"\nchannel = "*"\ndestination = "*"\n'
        f'sender = {{ type = "http", url = "{url}" }}\npolicy = {{ {policy} }}\n'
    )


def test_a_dead_letter_queue_is_sent_by_its_dialog(open_window, receiver, path, config, qtbot):
    config.write_text(entries(receiver.url("/status/200"), path))
    hand = Hand(open_window(), qtbot)
    hand.select(DEAD)
    dialog = hand.press("start", StartDialog)
    said = shown(dialog)
    assert "Will send 3 messages to" in said
    assert "goes out as a JSON document, and leaves its queue once it is delivered" in said
    assert "a worker watches for up to 10 s whether another program sends there" in said
    assert "engine" not in f"{said} {dialog.stopped.text()}".lower()
    assert dialog.stopped.accessibleName() == "The daemon is stopped"
    assert_accessible(dialog)
    assert cut(dialog) == []
    dialog.stopped.setChecked(True)
    assert "another program is at it after all" in shown(dialog)
    qtbot.keyClicks(dialog.reason, "the daemon is away")
    hand.confirm(dialog)
    hand.until(lambda: hand.sent(DEAD) == 3 and hand.post(DEAD).state.phase is Phase.IDLE)
    assert names([request.body for request in receiver.requests()]) == ["A", "B", "C"]
    assert {request.headers["Content-Type"] for request in receiver.requests()} == {"application/json"}
    assert [attempt.outcome for attempt in hand.post(DEAD).attempts] == [Outcome.DELIVERED] * 3
    detail = hand.panel._detail.toPlainText()
    assert "It was said that the daemon is stopped." in detail
    assert "engine" not in detail
    assert hand.panel.findChild(QAction, "workers-statement").text() == "Daemon is stopp&ed…"
    stop = hand.press("stop", StopDialog)
    assert "or by another program" in shown(stop)
    hand.confirm(stop)
    hand.until(lambda: not hand.post(DEAD).alive)
    with gui_io_allowed():
        assert [value for _, value in made.queue_rows(path, QUEUE)] == [b"\xff broken"]
    assert [action for action, *_ in audit(path)] == ["worker-start", "worker-stop"]
    assert hand.window.close()


def test_the_statement_that_the_daemon_is_stopped_ends_the_watch(open_window, receiver, path, config, qtbot):
    config.write_text(entries(receiver.url("/status/200"), path))
    hand = Hand(open_window(), qtbot)
    hand.start(DEAD, stopped=False)
    hand.until(lambda: hand.sent(DEAD) is not None and hand.post(DEAD).state.phase is Phase.WATCHING)
    assert "Whether the daemon sends these messages itself" in hand.panel._detail.toPlainText()
    dialog = hand.press("statement", StatementDialog)
    assert "Is the daemon stopped that sent the messages of dead-letter/grades?" in shown(dialog)
    assert "engine" not in f"{shown(dialog)} {dialog.windowTitle()}".lower()
    assert_accessible(dialog)
    qtbot.keyClicks(dialog.reason, "I have just stopped it")
    hand.confirm(dialog)
    hand.until(lambda: hand.sent(DEAD) == 3)


@pytest.mark.parametrize(
    ("sender", "policy", "why"),
    [
        ('type = "mllp", host = "127.0.0.1", port = 9', "max_attempts = 0", "is sent as JSON documents: by http, or"),
        ('type = "file", folder = "/srv/out"', "max_attempts = 5", "gives nothing up"),
    ],
)
def test_what_cannot_be_sent_so_says_why(open_window, path, config, qtbot, sender: str, policy: str, why: str):
    config.write_text(
        f'[[worker]]\nsource = "{path}"\nchannel = "*"\ndestination = "*"\nsender = {{ {sender} }}\n'
        f"policy = {{ {policy} }}\n"
    )
    hand = Hand(open_window(), qtbot)
    hand.select(DEAD)
    assert not hand.panel.findChild(QAction, "workers-start").isEnabled()
    assert why in hand.panel._detail.toPlainText()


def offer(where: Destination) -> Offer:
    entry: WorkerEntry = read_entry(
        {
            "channel": "*",
            "destination": "*",
            "sender": {"type": "file", "folder": "/srv/out"},
            "policy": {"max_attempts": 0},
        }
    )
    return Offer(where, 4, times.now(), entry, "/srv/out", traits=TRAITS.get(where.channel, ORDINARY))


def test_of_a_file_with_both_kinds_both_are_named(qtbot):
    dialog = StartDialog(Proposal((offer(DEAD), offer(LAB))), "queue.db", "ann@ward-7")
    qtbot.addWidget(dialog)
    assert dialog.stopped.accessibleName() == "The engine and the daemon are stopped"
    assert "JSON document" in shown(dialog)
    assert "watches for up to 30 s whether another program" in shown(dialog)


def test_what_is_dropped_as_too_old_is_told_before_the_start(qtbot):
    one = replace(offer(DEAD), expired=1, kept=timedelta(days=30))
    dialog = StartDialog(Proposal((one,)), "queue.db", "ann@ward-7")
    qtbot.addWidget(dialog)
    for told in (shown(dialog), dialog.accessibleDescription()):
        assert "Will send 3 messages to /srv/out, oldest first." in told
        assert "1 will be dropped: older than 30 days." in told


def test_of_a_delivery_queue_nothing_is_said_of_daemons(qtbot):
    dialog = StartDialog(Proposal((offer(LAB),)), "queue.db", "ann@ward-7")
    qtbot.addWidget(dialog)
    assert dialog.findChild(QPushButton, "confirm") is not None
    assert dialog.stopped.accessibleName() == "The engine is stopped"
    assert "aemon" not in shown(dialog) and "JSON" not in shown(dialog)


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"sender.type": "mllp", "sender.host": "127.0.0.1", "sender.port": 9}, "sender.type"),
        ({"sender.type": "file", "sender.folder": "/srv/out", "policy.max_attempts": 2}, "policy.max_attempts"),
        ({"sender.type": "file", "sender.folder": "/srv/out", "sender.on_refused": "give_up"}, "sender.on_refused"),
        ({"sender.type": "http", "sender.url": "http://127.0.0.1:9/", "sender.ack": True}, "sender.ack"),
    ],
)
def test_the_settings_say_at_which_field_an_entry_does_not_fit(values, key):
    place = {"source": "/srv/daemon.db", "channel": CHANNEL, "destination": "*", "policy.max_attempts": 0}
    wrong = fault(Draft.made({**place, **values}, 1))
    assert wrong is not None
    assert (wrong.key, "dead-letter queue" in str(wrong.allowed)) == (key, True)
