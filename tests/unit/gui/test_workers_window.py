"""Workers in the window: a real file that another process fills, a real receiver, every step by its dialog."""

import gc
import os
import random
import signal
import time
import weakref
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton

from qmonitor.gui.app import _signals
from qmonitor.gui.dialogs.confirm import ConfirmDialog
from qmonitor.gui.dialogs.scope import ScopeDialog
from qmonitor.gui.dialogs.secret import SecretDialog
from qmonitor.gui.dialogs.workers_leave import LeaveDialog
from qmonitor.gui.dialogs.workers_start import StartDialog
from qmonitor.gui.dialogs.workers_stop import StatementDialog, StopDialog
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings
from qmonitor.gui.tasks import Answer
from qmonitor.gui.workers import WorkersPanel, words
from qmonitor.gui.workplace import Question
from qmonitor.monitor.opening import Terms
from qmonitor.monitor.running.model import Outcome, Post
from qmonitor.queues.errors import SourceBusy
from qmonitor.queues.model import Destination
from qmonitor.queues.words import phrase
from qmonitor.queues.working import Phase
from tests.helpers import engine, files
from tests.helpers.accessible import assert_accessible
from tests.helpers.clipping import cut
from tests.helpers.crews import entry
from tests.helpers.guards.handles import gui_io_allowed
from tests.helpers.http_receiver import HttpReceiver
from tests.helpers.mllp_receiver import MODES, Receiver
from tests.helpers.notices import texts

PATIENCE = 30_000
"""Milliseconds."""

BASIC = f"Basic {b64encode(b'anna:s3cret').decode()}"

A, B = Destination("sim", "dest-01"), Destination("sim", "dest-02")


@pytest.fixture
def receive(tmp_path):
    """Starts receivers, each a process of its own."""
    made: list[Receiver] = []

    def start(mode: str = "good", **more: Any) -> Receiver:
        made.append(Receiver(tmp_path / f"receiver-{len(made)}.log", mode, **more))
        return made[-1]

    yield start
    for one in made:
        one.stop()


@pytest.fixture
def path(tmp_path) -> Path:
    """A queue that another process has made: 20 messages for each of two destinations."""
    made = tmp_path / "queue.db"
    with engine.Engine(made) as running:
        for n in range(20):
            for where in (A, B):
                control = f"{where.destination}-{n}"
                raw = engine.message(control, "ADT^A01", 300, random.Random(n))
                running.enqueue(where.channel, where.destination, raw, control)
    return made


@pytest.fixture
def config(tmp_path) -> Path:
    return tmp_path / "workers.toml"


@pytest.fixture
def open_window(path, config, qtbot):
    made: list[MainWindow] = []

    def start(**terms: Any) -> MainWindow:
        window = MainWindow(Settings(None), Terms(**terms), workers=config)
        made.append(window)
        window.resize(1366, 768)
        window.show()
        window.open(str(path))
        qtbot.waitUntil(lambda: window.view is not None and window.view.panels is not None, timeout=PATIENCE)
        window.commands["go-workers"].trigger()
        return window

    yield start
    assert all(one.shut_down() for one in made)
    for one in made:
        one.deleteLater()


class Hand:
    """A person at the tab."""

    def __init__(self, window: MainWindow, qtbot) -> None:
        self.window, self.qtbot = window, qtbot

    @property
    def panel(self) -> WorkersPanel:
        found = self.window.findChild(WorkersPanel)
        assert isinstance(found, WorkersPanel)
        return found

    def until(self, holds: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(holds()), timeout=PATIENCE)

    def post(self, where: Destination = A) -> Post:
        return next(row.post for row in self.panel.model.rows if row.where == where)  # type: ignore[return-value]

    def sent(self, where: Destination = A) -> int | None:
        """How many its worker has sent; None where it has none."""
        post = next((row.post for row in self.panel.model.rows if row.where == where), None)
        return None if post is None else post.state.sent

    def select(self, *places: Destination) -> None:
        self.until(lambda: all(self.panel.model.row_of(where) is not None for where in places))
        if len(places) > 1:
            self.panel.table.selectAll()
        else:
            self.panel.table.select_only(places[0])

    def press(self, name: str, kind: type, *, where: Any = None) -> Any:
        """A button of the tab, and the dialog that it opens."""
        action = self.panel.findChild(QAction, f"workers-{name}")
        self.until(action.isEnabled)
        action.trigger()
        return self.dialog(kind)

    def dialog(self, kind: type) -> Any:
        self.until(lambda: isinstance(QApplication.activeModalWidget(), kind))
        return QApplication.activeModalWidget()

    def confirm(self, dialog) -> None:
        self.qtbot.mouseClick(dialog.findChild(QPushButton, "confirm"), Qt.MouseButton.LeftButton)

    def start(self, *places: Destination, reason: str = "the engine is away", stopped: bool = True) -> StartDialog:
        self.select(*places)
        dialog = self.press("start", StartDialog)
        dialog.stopped.setChecked(stopped)
        self.qtbot.keyClicks(dialog.reason, reason)
        self.confirm(dialog)
        return dialog


def shown(dialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


def ids(path: Path, where: Destination, state: str = "") -> list[str]:
    with gui_io_allowed(), files.opened(path) as db:
        found = db.execute(
            "SELECT control_id FROM queue WHERE destination = ? AND (? = '' OR state = ?) ORDER BY id",
            (where.destination, state, state),
        ).fetchall()
    return [one for (one,) in found]


def audit(path: Path) -> list[tuple[str, str, str]]:
    with gui_io_allowed(), files.opened(path) as db:
        return db.execute("SELECT action, actor, reason FROM qmonitor_audit ORDER BY id").fetchall()


# -- what could be started -----------------------------------------------------------------------------------


def test_what_could_not_be_found_out_is_asked_again_also_where_there_are_no_settings(open_window, config, qtbot):
    hosting = open_window().view.hosting
    said: list[object] = []
    hosting.offered.connect(lambda _offers, problem: said.append(problem))
    qtbot.waitUntil(lambda: None in said, timeout=PATIENCE)
    assert not config.exists()
    trouble = SourceBusy(phrase("Somebody else has it."))

    hosting._receive(Answer("survey", 0, None, error=trouble))
    said.clear()
    hosting._receive(Answer("look", 0, None))
    qtbot.waitUntil(lambda: said == [None], timeout=PATIENCE)


# -- the whole way -------------------------------------------------------------------------------------------


def test_a_worker_is_started_by_its_dialog_delivers_in_order_and_is_stopped(open_window, receive, path, config, qtbot):
    receiver = receive()
    config.write_text(entry(receiver.port, "sim", A.destination, path))
    wanted = ids(path, A)
    hand = Hand(open_window(), qtbot)
    hand.select(A)
    assert [row.where for row in hand.panel.model.rows] == [A]  # nothing is set up for the other
    dialog = hand.press("start", StartDialog)
    said = shown(dialog)
    assert f"Will send 20 messages to 127.0.0.1:{receiver.port}, oldest first." in said
    assert "Each message is tried until it is delivered." in said
    assert "worker 1 (sim/dest-01)" in said
    assert_accessible(dialog)
    assert cut(dialog) == []
    confirm = dialog.findChild(QPushButton, "confirm")
    assert not confirm.isEnabled()
    dialog.stopped.setChecked(True)
    assert "messages arrive twice" in shown(dialog)
    qtbot.keyClicks(dialog.reason, "the engine is away")
    assert (confirm.isEnabled(), receiver.ids) == (True, [])
    hand.confirm(dialog)
    hand.until(lambda: hand.sent() == 20)
    assert receiver.ids == wanted
    assert ids(path, A, "delivered") == wanted
    assert [attempt.outcome for attempt in hand.post().attempts] == [Outcome.DELIVERED] * 20
    tabs = hand.window.view.panels.tabs
    assert tabs.tabText(tabs.indexOf(hand.panel)) == "Workers 1"
    hand.until(lambda: hand.post().state.phase is Phase.IDLE)
    stop = hand.press("stop", StopDialog)
    assert "that takes 5 s at most" in shown(stop)
    assert_accessible(stop)
    hand.confirm(stop)
    hand.until(lambda: not hand.post().alive)
    assert hand.post().ended is None
    assert tabs.tabText(tabs.indexOf(hand.panel)) == "Workers"
    actor = hand.window.view.actor
    assert [(action, who) for action, who, _ in audit(path)] == [("worker-start", actor), ("worker-stop", actor)]
    assert "the engine is away" in audit(path)[0][2]
    assert "engine stopped" in audit(path)[0][2]
    assert hand.window.close()


def test_several_are_started_at_once_and_one_that_fails_says_why(open_window, receive, path, config, qtbot):
    good, bad = receive(), receive("AE")
    config.write_text(entry(good.port, "sim", A.destination, path) + entry(bad.port, "sim", B.destination, path))
    hand = Hand(open_window(), qtbot)
    hand.start(A, B)
    hand.until(lambda: hand.sent(A) == 20 and hand.post(B).state.retried > 1)
    assert good.ids == ids(path, A)
    assert set(bad.ids) == {ids(path, B)[0]}
    hand.select(B)
    said = hand.panel._detail.toPlainText()
    assert "refused the message with AE" in said
    assert "sex X" not in said  # what the receiver quoted of the message
    assert "sex X" not in str(hand.post(B).attempts)


def test_what_was_confirmed_is_done_whatever_the_file_says_by_then(open_window, receive, path, config, qtbot):
    confirmed, other = receive(), receive()
    config.write_text(entry(confirmed.port, "sim", A.destination, path))
    hand = Hand(open_window(), qtbot)
    hand.select(A)
    dialog = hand.press("start", StartDialog)
    config.write_text(entry(other.port, "sim", A.destination, path))
    dialog.stopped.setChecked(True)
    qtbot.keyClicks(dialog.reason, "as shown")
    hand.confirm(dialog)
    hand.until(lambda: hand.sent() == 20)
    assert (len(confirmed.ids), other.ids) == (20, [])


def web(receiver: HttpReceiver, path: Path) -> str:
    """An entry that needs a password, and no keyring has it."""
    sender = f'{{ type = "http", url = "{receiver.url("/status/200")}", auth = "basic", user = "anna" }}'
    lines = ["[[worker]]", f'source = "{path}"', f'channel = "{A.channel}"', f'destination = "{A.destination}"']
    return "\n".join([*lines, f"sender = {sender}", "policy = { max_attempts = 0 }"]) + "\n"


@pytest.fixture
def receiver_by_http(tmp_path):
    folder = tmp_path / "http"
    folder.mkdir()
    with HttpReceiver(folder) as made:
        yield made


def test_a_password_that_no_keyring_has_is_asked_for_once(open_window, receiver_by_http, path, config, qtbot):
    config.write_text(web(receiver_by_http, path))
    hand = Hand(open_window(), qtbot)
    hand.start(A)
    dialog = hand.dialog(SecretDialog)
    assert "http://anna@" in shown(dialog)
    assert dialog.secret.echoMode() is QLineEdit.EchoMode.Password
    assert_accessible(dialog)
    banner = hand.window.view.banner
    hand.until(lambda: "looking for the passwords" in texts(banner).get("workers", ""))
    qtbot.keyClicks(dialog.secret, "s3cret")
    hand.confirm(dialog)
    hand.until(lambda: hand.sent() == 20)
    assert "workers" not in texts(banner)
    assert {request.headers["Authorization"] for request in receiver_by_http.requests()} == {BASIC}
    hand.confirm(hand.press("stop", StopDialog))
    hand.until(lambda: not hand.post().alive)
    hand.start(A)
    hand.until(lambda: hand.post().alive and hand.post().state.phase is Phase.IDLE)  # it was not asked again


def test_a_typed_password_that_is_wrong_is_asked_for_again(open_window, receiver_by_http, path, config, qtbot):
    config.write_text(web(receiver_by_http, path).replace("/status/200", "/status/401"))
    hand = Hand(open_window(), qtbot)
    hand.start(A)
    dialog = hand.dialog(SecretDialog)
    qtbot.keyClicks(dialog.secret, "wrong")
    hand.confirm(dialog)
    hand.until(lambda: hand.post().alive and hand.post().state.retried)
    hand.confirm(hand.press("stop", StopDialog))
    hand.until(lambda: not hand.post().alive)
    hand.start(A)
    qtbot.keyClick(hand.dialog(SecretDialog), Qt.Key.Key_Escape)


def test_a_question_lives_as_long_as_its_dialog(open_window, qtbot):
    """A lane that lets go of it first would end its connection in the lane's thread, and with it the process."""
    workplace = open_window().workplace
    question = Question("receiver", None)
    alive = weakref.ref(question)
    workplace._ask_person(question)
    del question
    gc.collect()
    assert alive() is not None
    dialog = workplace._dialog
    qtbot.keyClicks(dialog.secret, "secret")
    dialog.accept()
    assert alive().said == "secret"


def test_without_its_password_nothing_is_started_and_it_says_why(open_window, receiver_by_http, path, config, qtbot):
    config.write_text(web(receiver_by_http, path))
    hand = Hand(open_window(), qtbot)
    hand.start(A)
    qtbot.keyClick(hand.dialog(SecretDialog), Qt.Key.Key_Escape)
    banner = hand.window.view.banner
    hand.until(lambda: "There is no secret for http://anna@" in texts(banner).get("workers", ""))
    assert receiver_by_http.requests() == []
    assert "no secret" in words.standing(hand.panel.table.current())


def test_a_window_that_is_closed_waits_for_no_password(open_window, receiver_by_http, path, config, qtbot):
    config.write_text(web(receiver_by_http, path))
    hand = Hand(open_window(), qtbot)
    hand.start(A)
    assert hand.dialog(SecretDialog).isVisible()
    assert hand.window.shut_down()


def test_a_window_that_is_closed_waits_for_no_keyring(
    open_window, receiver_by_http, path, config, tmp_path, qtbot, monkeypatch
):
    """Nobody is asked, nothing that hangs is left behind, and no thread has to be given up."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "odd_keyrings.Hanging")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[2] / "helpers"))
    asked = tmp_path / "keyring.pid"
    monkeypatch.setenv("ODD_KEYRING_PID", str(asked))
    config.write_text(web(receiver_by_http, path))
    hand = Hand(open_window(), qtbot)
    hand.start(A)
    hand.until(lambda: asked.exists() and asked.read_text())
    hand.until(lambda: words.standing(hand.panel.table.current()) == "starting")
    with _signals(hand.window):
        os.kill(os.getpid(), signal.SIGTERM)
        hand.until(lambda: not hand.window.isVisible())
    assert hand.window.shut_down()
    with pytest.raises(ProcessLookupError):
        os.kill(int(asked.read_text()), 0)
    assert receiver_by_http.requests() == []


# -- refusals ------------------------------------------------------------------------------------------------


def test_in_read_only_mode_nothing_is_started_and_it_says_why(open_window, receive, path, config, qtbot):
    config.write_text(entry(receive().port, "sim", "*", path))
    hand = Hand(open_window(read_only=True), qtbot)
    hand.select(A)
    start = hand.panel.findChild(QAction, "workers-start")
    hand.until(lambda: "read-only" in start.toolTip())
    assert not start.isEnabled()


def test_a_destination_of_two_entries_names_both(open_window, receive, path, config, qtbot):
    port = receive().port
    config.write_text(entry(port, "sim", "dest-*", path) + entry(port, "sim", A.destination, path))
    hand = Hand(open_window(), qtbot)
    hand.select(A)
    start = hand.panel.findChild(QAction, "workers-start")
    hand.until(lambda: "worker 1 (sim/dest-*)" in start.toolTip() and "worker 2 (sim/dest-01)" in start.toolTip())
    assert not start.isEnabled()
    hand.select(B)
    hand.until(start.isEnabled)


def test_a_mistake_in_the_file_is_said_and_gone_once_it_is_mended(open_window, receive, path, config, qtbot):
    config.write_text(entry(0, "sim", "*", path))
    window = open_window()
    hand = Hand(window, qtbot)
    hand.until(lambda: "port is 0" in shown(hand.panel))
    assert hand.panel.model.rowCount() == 0
    config.write_text(entry(receive().port, "sim", "*", path))
    window.view.session.refresh()
    hand.until(lambda: hand.panel.model.rowCount() == 2)


# -- while it runs -------------------------------------------------------------------------------------------


def test_the_statement_that_the_engine_is_stopped_ends_the_watch(open_window, receive, path, config, qtbot):
    receiver = receive()
    config.write_text(entry(receiver.port, "sim", A.destination, path))
    hand = Hand(open_window(), qtbot)
    hand.start(A, stopped=False)
    hand.until(lambda: hand.post() is not None and hand.post().state.phase is Phase.WATCHING)
    assert receiver.ids == []
    dialog = hand.press("statement", StatementDialog)
    assert_accessible(dialog)
    qtbot.keyClicks(dialog.reason, "I have just stopped it")
    hand.confirm(dialog)
    hand.until(lambda: hand.sent() == 20)
    assert any("I have just stopped it" in reason and who == hand.window.view.actor for _, who, reason in audit(path))


def test_retry_now_in_the_window_wakes_the_worker(open_window, receive, path, config, qtbot):
    receiver = receive(script=[MODES["AE"], MODES["good"]])
    config.write_text(entry(receiver.port, "sim", A.destination, path, backoff=3000.0, max_backoff=3600.0))
    hand = Hand(open_window(), qtbot)
    hand.start(A)
    hand.until(lambda: hand.post() is not None and hand.post().state.phase is Phase.WAITING)
    window = hand.window
    window.view.panels.destinations.select(A)
    answer_in_turn(qtbot, ScopeDialog, ConfirmDialog)
    hand.until(window.commands["retry-destination"].isEnabled)
    window.commands["retry-destination"].trigger()
    hand.until(lambda: hand.sent() == 20)
    assert receiver.ids == [ids(path, A)[0], *ids(path, A)]


def answer_in_turn(qtbot, *kinds: type) -> None:
    """Confirm these dialogs as they come up; they wait inside for their answer."""
    waiting = list(kinds)
    timer = QTimer(QApplication.instance(), interval=20)

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if waiting and isinstance(dialog, waiting[0]):
            if hasattr(dialog, "reason"):
                dialog.reason.setText("the receiver is back")
            dialog.findChild(QPushButton, "confirm").click()
            waiting.pop(0)
        if not waiting:
            timer.stop()
            timer.deleteLater()

    timer.timeout.connect(look)
    timer.start()


def test_nothing_is_drawn_more_often_than_a_few_times_a_second(open_window, receive, path, config, qtbot):
    receiver = receive("good")
    config.write_text(entry(receiver.port, "sim", "*", path))
    hand = Hand(open_window(), qtbot)
    told: list[float] = []
    hand.window.view.hosting.posted.connect(lambda posts: told.append(sum(post.state.sent for post in posts)))
    hand.start(A, B)
    hand.until(lambda: told and told[-1] == 40)
    assert len(receiver.ids) == 40
    assert len(told) < 30


# -- ending --------------------------------------------------------------------------------------------------


def slow(receive, seconds: float) -> Receiver:
    """Acknowledges only after a while."""
    return receive(script=[[["wait", seconds], *MODES["good"]]])


def test_closing_asks_finishes_what_is_being_sent_and_then_closes(open_window, receive, path, config, qtbot):
    receiver = slow(receive, 1.0)
    config.write_text(entry(receiver.port, "sim", A.destination, path, timeout=20.0))
    hand = Hand(open_window(), qtbot)
    hand.start(A)
    receiver.wait_for_count("message", 1)
    hand.until(lambda: hand.window.view.hosting.in_flight().count == 1)
    assert not hand.window.close()
    dialog = hand.dialog(LeaveDialog)
    assert "Finishing 1 attempt, at most" in shown(dialog)
    assert_accessible(dialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert hand.window.isVisible()
    assert hand.post().alive
    assert not hand.window.close()
    dialog = hand.dialog(LeaveDialog)
    hand.confirm(dialog)
    assert hand.window.isVisible()
    hand.until(lambda: not hand.window.isVisible())
    assert receiver.ids == ids(path, A, "delivered")
    assert audit(path)[-1][0] == "worker-stop"


def test_a_second_close_says_what_it_means_and_waits_no_longer(open_window, receive, path, config, qtbot):
    receiver = slow(receive, 4.0)
    config.write_text(entry(receiver.port, "sim", A.destination, path, timeout=20.0))
    hand = Hand(open_window(), qtbot)
    hand.start(A)
    receiver.wait_for_count("message", 1)
    hand.until(lambda: hand.window.view.hosting.in_flight().count == 1)
    hand.window.close()
    dialog = hand.dialog(LeaveDialog)
    hand.confirm(dialog)
    assert "may arrive, and be sent a second time later" in shown(dialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Return)  # nothing that is pressed by habit
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    hand.confirm(dialog)
    assert not hand.window.isVisible()


def test_closing_the_source_asks_too(open_window, receive, path, config, qtbot):
    config.write_text(entry(receive().port, "sim", A.destination, path))
    hand = Hand(open_window(), qtbot)
    hand.start(A)
    hand.until(lambda: hand.sent() == 20)
    hand.window.commands["close-source"].trigger()
    hand.confirm(hand.dialog(LeaveDialog))
    hand.until(lambda: hand.window.view is None)
    assert hand.window.isVisible()


def test_where_the_system_wants_it_closed_nobody_is_asked(open_window, receive, path, config, qtbot):
    config.write_text(entry(receive().port, "sim", A.destination, path))
    hand = Hand(open_window(), qtbot)
    hand.start(A)
    hand.until(lambda: hand.sent() == 20)
    with _signals(hand.window):
        os.kill(os.getpid(), signal.SIGTERM)
        hand.until(lambda: not hand.window.isVisible())
    assert audit(path)[-1][0] == "worker-stop"


@pytest.mark.parametrize("ending", [False, True])
def test_where_the_system_wants_it_closed_while_a_source_is_being_closed_all_is(
    open_window, receive, path, config, qtbot, ending
):
    config.write_text(entry(receive("silent").port, "sim", A.destination, path, timeout=1.5))
    hand = Hand(open_window(), qtbot)
    hand.start(A)
    hand.until(lambda: hand.window.view.hosting.in_flight().count)
    hand.window.commands["close-source"].trigger()
    dialog = hand.dialog(LeaveDialog)
    if ending:
        hand.confirm(dialog)
    with _signals(hand.window):
        os.kill(os.getpid(), signal.SIGTERM)
        hand.until(lambda: not hand.window.isVisible())
    assert hand.window.views == []


def test_however_many_sources_have_an_attempt_in_flight_the_end_is_not_put_off(
    open_window, receive, path, config, tmp_path, qtbot
):
    """Once it is not to be waited for: two seconds for all of them together."""
    port = receive("silent").port
    others = [files.queue(tmp_path / name, [{"channel": "sim", "destination": "dest-01"}]) for name in ("b.db", "c.db")]
    config.write_text("".join(entry(port, "sim", A.destination, one, timeout=8.0) for one in (path, *others)))
    hand = Hand(open_window(), qtbot)
    window = hand.window
    for other in others:
        window.open(str(other))
        hand.until(lambda: window.view.panels is not None and window.view.source is not None)
    for view in window.views:
        window.sources.turn_to(view)
        window.commands["go-workers"].trigger()
        view.hosting.start([A])
        dialog = hand.dialog(StartDialog)
        dialog.stopped.setChecked(True)
        qtbot.keyClicks(dialog.reason, "the engine is away")
        hand.confirm(dialog)
        hand.until(lambda view=view: view.hosting.in_flight().count)
    window.sources.leaving.release()
    began = time.monotonic()
    assert not window.shut_down()
    assert time.monotonic() - began < 3.5
    hand.until(window.shut_down)


def test_workers_go_on_while_another_source_is_in_front(open_window, receive, path, config, tmp_path, qtbot):
    """Panels are given back then, and come again with what was done meanwhile."""
    receiver = receive()
    config.write_text(entry(receiver.port, "sim", A.destination, path))
    hand = Hand(open_window(), qtbot)
    hand.start(A, stopped=False)
    hand.until(lambda: hand.post() is not None and hand.post().state.phase is Phase.WATCHING)
    window, view = hand.window, hand.window.view
    for name in ("second.db", "third.db", "fourth.db"):
        window.open(str(files.queue(tmp_path / name, [{}])))
        hand.until(lambda: window.view.panels is not None)
    assert view.panels is None
    view.hosting.crew.engine_is_stopped(A, view.actor, "it is")
    receiver.wait_for_count("message", 20)
    window.close_source()
    assert view.hosting.alive
    window.sources.turn_to(view)
    hand.until(lambda: view.panels is not None)
    window.commands["go-workers"].trigger()
    panel = view.panels.workers
    hand.until(lambda: panel.model.rows and panel.model.rows[0].post is not None)
    hand.until(lambda: panel.model.rows[0].post.state.sent == 20)
    hand.until(lambda: view.panels.tabs.tabText(view.panels.tabs.indexOf(panel)) == "Workers 1")
