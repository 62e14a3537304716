"""The dialog of the workers' settings: checked as it is typed, nothing lost or overwritten, no secret in the file."""

import os
import time
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton

from qmonitor.gui import tasks, workplace
from qmonitor.gui.dialogs import inputs
from qmonitor.gui.dialogs.discard import DiscardDialog
from qmonitor.gui.dialogs.inputs import Kind
from qmonitor.gui.dialogs.worker_settings import WorkerSettingsDialog
from qmonitor.gui.dialogs.worker_settings import drafts as drafting
from qmonitor.gui.dialogs.worker_settings.drafts import Draft
from qmonitor.gui.dialogs.worker_settings.form import WorkerForm
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings
from qmonitor.gui.worker_settings import WorkerSettings
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Destination
from qmonitor.queues.words import phrase
from qmonitor.senders import settings
from tests.helpers import files
from tests.helpers.accessible import assert_accessible
from tests.helpers.clipping import cut, overlapping
from tests.helpers.mllp_receiver import Receiver

PATIENCE = 20_000
TARGET = "/srv/engine/queue.db"
KNOWN = (Destination("lab", "dest-01"), Destination("lab", "dest-02"))

FILE = """\
# kept by the night shift
[[worker]]
source = "/srv/engine/queue.db"
channel = "lab"
destination = "dest-01"  # the registry
sender = { type = "mllp", host = "127.0.0.1", port = 2575 }
policy = { max_attempts = 0 }

[[worker]]
source = "/srv/other/queue.db"
channel = "*"
destination = "*"
sender = { type = "file", folder = "/srv/out" }
policy = { max_attempts = 3, timeout = 10.0 }
"""


@pytest.fixture
def config(tmp_path) -> Path:
    path = tmp_path / "workers.toml"
    path.write_text(FILE)
    return path


@pytest.fixture
def window(config, qtbot):
    """One without a source: the dialog needs only its lanes."""
    made = MainWindow(Settings(None), workers=config)
    made.show()
    yield made
    assert made.shut_down()
    made.deleteLater()


def leave(dialog: WorkerSettingsDialog) -> None:
    """Without being asked."""
    dialog.done(0)


@pytest.fixture
def opened(window, qtbot):
    """Opens the dialog as the window does; the last one that was opened."""
    made: list[WorkerSettings] = []

    def start() -> WorkerSettingsDialog:
        made.append(WorkerSettings(window.workplace, TARGET, KNOWN, KNOWN[1], window))
        dialog = made[-1].dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(dialog, before_close_func=leave)
        answered = window.workplace.files.answered
        with qtbot.waitSignal(answered, timeout=PATIENCE, check_params_cb=lambda a: a.key == "read"):
            made[-1].begin()
        return dialog

    return start


@pytest.fixture
def dialog(opened) -> WorkerSettingsDialog:
    return opened()


def part(dialog, kind: type, key: str):
    """The field of a key that is seen."""
    return next(one for one in dialog.findChildren(kind, f"worker-{key}") if one.isVisible())


def write(qtbot, dialog, key: str, words: str) -> None:
    """As a person types it."""
    field = part(dialog, QLineEdit, key)
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, words)


def choose(dialog, key: str, value: str) -> None:
    box = part(dialog, QComboBox, key)
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def turn_to(dialog, row: int) -> None:
    dialog.list.setCurrentIndex(dialog.model.index(row, 0))


def press(dialog, name: str) -> None:
    found = dialog.findChild(QAbstractButton, name)
    assert found.isEnabled(), name
    found.click()


def said(dialog, name: str) -> str:
    return dialog.findChild(QLabel, f"worker-{name}").text()


def can_save(dialog) -> bool:
    return dialog.findChild(QPushButton, "confirm").isEnabled()


def save(qtbot, window, dialog, name: str = "confirm") -> None:
    with qtbot.waitSignal(window.workplace.files.answered, timeout=PATIENCE, check_params_cb=lambda a: a.key == "save"):
        press(dialog, name)


# -- reading and writing -------------------------------------------------------------------------------------


def test_what_the_file_says_stands_in_the_fields(dialog):
    assert dialog.model.rowCount() == 2
    assert dialog.model.index(0, 0).data() == "lab/dest-01 → 127.0.0.1:2575"
    assert part(dialog, QLineEdit, "source").text() == TARGET
    assert part(dialog, QLineEdit, "sender.port").text() == "2575"
    assert part(dialog, QLineEdit, "policy.timeout").placeholderText() == "30"
    turn_to(dialog, 1)
    assert part(dialog, QComboBox, "sender.type").currentData() == "file"
    assert part(dialog, QLineEdit, "sender.folder").text() == "/srv/out"
    assert part(dialog, QLineEdit, "policy.timeout").text() == "10"
    assert not can_save(dialog)
    assert_accessible(dialog)
    assert (cut(dialog), overlapping(dialog)) == ([], [])


def test_saving_keeps_comments_and_what_was_not_touched(window, dialog, config, qtbot):
    write(qtbot, dialog, "sender.port", "2576")
    write(qtbot, dialog, "policy.backoff", "0,5")
    with qtbot.waitSignal(window.workplace.settled):
        save(qtbot, window, dialog)
    assert not dialog.isVisible()
    text = config.read_text()
    assert text == FILE.replace("port = 2575", "port = 2576").replace(
        "max_attempts = 0 }", "max_attempts = 0, backoff = 0.5}"
    )
    first, second = settings.load(config)
    assert (first.sender.port, first.policy.backoff, second.number) == (2576, 0.5, 2)


def test_an_entry_is_added_for_the_destination_that_is_looked_at(window, dialog, config, qtbot):
    press(dialog, "worker-new")
    assert part(dialog, QLineEdit, "destination").text() == "dest-02"
    assert part(dialog, QLineEdit, "source").text() == TARGET
    assert not can_save(dialog)
    assert said(dialog, "wrong").startswith("Host: sender.host is missing.")
    write(qtbot, dialog, "sender.host", "lab.example")
    write(qtbot, dialog, "sender.port", "2575")
    assert said(dialog, "reach") == "For these destinations of the open queue: lab/dest-02"
    save(qtbot, window, dialog)
    made = settings.load(config)
    assert [(one.destination, getattr(one.sender, "host", None)) for one in made] == [
        ("dest-01", "127.0.0.1"), ("*", None), ("dest-02", "lab.example"),
    ]  # fmt: skip
    assert config.read_text().startswith(FILE.rstrip())


def test_an_entry_is_taken_away_with_its_comments(window, dialog, config, qtbot):
    press(dialog, "worker-remove")
    save(qtbot, window, dialog)
    assert [one.source for one in settings.load(config)] == ["/srv/other/queue.db"]


def test_a_file_that_is_not_there_is_made(window, opened, config, qtbot):
    config.unlink()
    dialog = opened()
    assert dialog.model.rowCount() == 0
    assert said(dialog, "why").startswith("Nothing is set up yet: choose New")
    press(dialog, "worker-new")
    choose(dialog, "sender.type", "file")
    write(qtbot, dialog, "sender.folder", "/srv/out")
    save(qtbot, window, dialog)
    (made,) = settings.load(config)
    assert (made.sender.folder, made.destination) == ("/srv/out", "dest-02")
    assert config.stat().st_mode & 0o077 == 0


# -- checks as it is typed -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "typed", "what"),
    [
        ("sender.port", "99999", "sender.port is 99999. It is a whole number from 1 to 65535."),
        ("sender.port", "MLLP", "sender.port is 'MLLP'."),
        ("sender.host", "http://x", "It is a host name or an address, without port and scheme"),
        ("policy.backoff", "4000", "policy.backoff is 4000."),
        ("policy.max_attempts", "", "policy.max_attempts is missing."),
        ("policy.timeout", "0", "It is a number of seconds above 0"),
        ("source", "queue.db", "source is 'queue.db'."),
        ("source", "", "source is missing."),
        ("channel", "", "channel is missing."),
    ],
)
def test_what_can_not_be_meant_is_said_at_once_and_read_aloud(dialog, qtbot, key, typed, what):
    write(qtbot, dialog, key, typed)
    assert what in said(dialog, "wrong")
    assert what in part(dialog, QLineEdit, key).accessibleDescription()
    assert not can_save(dialog)
    assert said(dialog, "why").startswith("Worker 1 is not right yet: ")
    turn_to(dialog, 1)
    assert said(dialog, "wrong") == ""
    assert not can_save(dialog)
    assert "not right yet" in dialog.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_what_is_wrong_is_said_by_the_name_that_the_field_has_here(dialog, qtbot):
    write(qtbot, dialog, "policy.max_attempts", "abc")
    assert said(dialog, "wrong").startswith("Attempts (0: for ever): policy.max_attempts is 'abc'.")


def test_to_look_at_another_way_to_send_loses_nothing(dialog, qtbot):
    """A wheel over the field is enough to get there."""
    write(qtbot, dialog, "sender.host", "lab.example")
    choose(dialog, "sender.type", "http")
    assert part(dialog, QLineEdit, "sender.url").text() == ""
    write(qtbot, dialog, "sender.url", "https://lab.example/in")
    choose(dialog, "sender.type", "mllp")
    assert part(dialog, QLineEdit, "sender.host").text() == "lab.example"
    choose(dialog, "sender.type", "http")
    assert part(dialog, QLineEdit, "sender.url").text() == "https://lab.example/in"
    turn_to(dialog, 1)
    turn_to(dialog, 0)
    choose(dialog, "sender.type", "mllp")
    assert part(dialog, QLineEdit, "sender.host").text() == "", "what stood there belonged to the first visit"


def test_an_address_has_the_room_of_two_fields(dialog, qtbot):
    dialog.show()
    choose(dialog, "sender.type", "http")
    address, content = (part(dialog, QLineEdit, key) for key in ("sender.url", "sender.content_type"))
    qtbot.waitUntil(lambda: address.width() > 1.8 * content.width(), timeout=PATIENCE)


def test_two_entries_for_one_destination_are_named(dialog, qtbot):
    press(dialog, "worker-copy")
    assert "is matched by worker 1 (lab/dest-01) and by worker 3 (lab/dest-01)" in said(dialog, "reach")
    assert not can_save(dialog)
    write(qtbot, dialog, "destination", "dest-0[2-9]")
    assert said(dialog, "reach") == "For these destinations of the open queue: lab/dest-02"
    assert can_save(dialog)
    write(qtbot, dialog, "destination", "dst")
    assert said(dialog, "reach") == "No destination of the open queue has such a name (yet)."
    assert can_save(dialog)


def test_fields_without_a_meaning_are_left_out_and_not_written(dialog, qtbot):
    seen = {one.objectName() for one in dialog.findChildren(QLineEdit) if one.isVisible()}
    assert "worker-sender.ca" not in seen
    part(dialog, QCheckBox, "sender.tls").click()
    write(qtbot, dialog, "sender.ca", "/etc/ssl/ca.pem")
    assert dialog.model.drafts[0].entry().sender.ca == "/etc/ssl/ca.pem"
    part(dialog, QCheckBox, "sender.tls").click()
    assert dialog.model.drafts[0].entry().sender.ca is None
    choose(dialog, "sender.type", "http")
    assert said(dialog, "wrong").startswith("Address: sender.url is missing.")
    write(qtbot, dialog, "sender.url", "https://lab.example/in")
    write(qtbot, dialog, "sender.headers", "X-Sender: lab; X-Place: north")
    assert dict(dialog.model.drafts[0].entry().sender.headers) == {"X-Sender": "lab", "X-Place": "north"}
    write(qtbot, dialog, "sender.headers", "Authorization: Basic abc")
    assert "this file holds no secrets" in said(dialog, "wrong")


@pytest.mark.parametrize(
    ("kind", "typed", "value"),
    [
        (Kind.NUMBER, "30", 30),
        (Kind.NUMBER, "0,5", 0.5),
        (Kind.NUMBER, "0.125", 0.125),
        (Kind.NUMBER, "1,500", "1,500"),
        (Kind.NUMBER, "1.500", "1.500"),
        (Kind.NUMBER, "12,000.5", "12,000.5"),
        (Kind.NUMBER, "soon", "soon"),
        (Kind.NUMBER, " ", None),
        (Kind.TEXT, " lab ", "lab"),
        (Kind.HEADERS, "a: b; c: d", {"a": "b", "c": "d"}),
        (Kind.HEADERS, "a", "a"),
        (Kind.HEADERS, r"a: b\; c: d; e: f", {"a": "b; c: d", "e": "f"}),
        (Kind.NUMBER, "3599.99999", 3599.99999),
    ],
)
def test_what_is_typed_is_read_as_the_file_would_have_it(kind, typed, value):
    assert inputs.read(kind, typed) == value
    if typed.strip() and not isinstance(value, str):
        assert inputs.read(kind, inputs.written(kind, value)) == value


ODD = {
    "source": TARGET,
    "channel": " lab ",
    "destination": "dest  01 ",
    "sender": {"type": "http", "url": "http://lab/in", "headers": {"X-A": "a; b: c", "X-B": r"\;", "X-C": "\\"}},
    "policy": {"max_attempts": 0, "timeout": 3599.99999, "max_backoff": 12.3456789},
}


def test_what_nobody_has_touched_is_written_as_it_was(qtbot):
    """Where a line of text can't show it exactly, and where that would be read as something else."""
    form, told = WorkerForm(), []
    qtbot.addWidget(form)
    form.show()
    form.changed.connect(told.append)
    form.show_draft(Draft(ODD, 1))
    write(qtbot, form, "policy.backoff", "7")
    assert told[-1].table == {**ODD, "policy": {**ODD["policy"], "backoff": 7}}
    form.show_draft(told[-1])
    assert part(form, QLineEdit, "sender.headers").text().startswith(r"X-A: a\; b: c; ")


def test_a_draft_is_its_entry_and_back(config):
    for entry in settings.load(config):
        draft = Draft.of(entry)
        assert Draft.made(draft.values, draft.number).entry() == entry
        assert drafting.fault(draft) is None


# -- nothing is lost -----------------------------------------------------------------------------------------


def test_an_unsaved_change_asks(dialog, qtbot):
    write(qtbot, dialog, "sender.port", "2576")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    asked = dialog.findChild(DiscardDialog)
    assert asked.isVisible()
    qtbot.keyClick(asked, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    asked = next(one for one in dialog.findChildren(DiscardDialog) if one.isVisible())
    press(asked, "confirm")
    assert not dialog.isVisible()


def test_a_change_by_somebody_else_is_noticed_and_read_where_nothing_is_lost(window, dialog, config, qtbot):
    config.write_text(FILE.replace("2575", "2600"))
    dialog.look_requested.emit()
    qtbot.waitUntil(lambda: part(dialog, QLineEdit, "sender.port").text() == "2600", timeout=PATIENCE)
    assert dialog.model.rowCount() == 2
    assert not can_save(dialog)


def test_a_change_by_somebody_else_is_never_overwritten_by_a_slip(window, dialog, config, qtbot):
    write(qtbot, dialog, "sender.port", "2576")
    theirs = FILE.replace("2575", "2600")
    config.write_text(theirs)
    save(qtbot, window, dialog)
    assert config.read_text() == theirs
    assert said(dialog, "notice") == "Somebody else has changed the file since it was read here."
    save(qtbot, window, dialog, "worker-over")
    assert "port = 2576" in config.read_text()
    assert not dialog.isVisible()


def test_what_the_other_has_written_can_be_read_instead(window, dialog, config, qtbot):
    write(qtbot, dialog, "sender.port", "2576")
    config.write_text(FILE.replace("2575", "2600"))
    dialog.look_requested.emit()
    qtbot.waitUntil(lambda: "Somebody else" in said(dialog, "notice"), timeout=PATIENCE)
    press(dialog, "worker-again")
    qtbot.waitUntil(lambda: part(dialog, QLineEdit, "sender.port").text() == "2600", timeout=PATIENCE)
    assert said(dialog, "notice") == ""


def test_a_file_that_can_not_be_read_says_where_the_mistake_is(window, opened, config, qtbot):
    config.write_text("worker = 3\n")
    dialog = opened()
    assert "worker is 3." in said(dialog, "notice")
    assert said(dialog, "notice").endswith("Correct the file with a text editor; then read it again.")
    assert not dialog.findChild(QAbstractButton, "worker-new").isEnabled()
    assert not can_save(dialog)
    config.write_text(FILE)
    press(dialog, "worker-again")
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 2, timeout=PATIENCE)
    assert said(dialog, "notice") == ""


@pytest.mark.parametrize(
    ("old", "new", "why", "label"),
    [
        ("port = 2575", "prot = 2575", "sender.prot = 2575 is not known.", "lab/dest-01"),
        ('channel = "lab"', "channel = lab", "It is no TOML (Invalid value (at line 4", "Worker 1"),
    ],
)
def test_an_entry_that_can_not_be_meant_keeps_nobody_from_the_others(
    window, opened, config, qtbot, old, new, why, label
):
    broken = FILE.replace(old, new)
    config.write_text(broken)
    dialog = opened()
    assert said(dialog, "notice").startswith("One worker can't be used as the file has it")
    first = dialog.model.index(0, 0)
    assert first.data() == label
    assert first.data(Qt.ItemDataRole.AccessibleTextRole) == f"{label}, can't be used as it stands"
    turn_to(dialog, 0)
    assert why in said(dialog, "wrong")
    assert "until it is corrected there or removed" in said(dialog, "wrong")
    assert not part(dialog, QComboBox, "sender.type").isEnabled()
    assert not dialog.findChild(QAbstractButton, "worker-copy").isEnabled()
    assert not can_save(dialog)
    assert_accessible(dialog)
    qtbot.waitUntil(lambda: cut(dialog) == [], timeout=PATIENCE)
    turn_to(dialog, 1)
    assert said(dialog, "wrong") == ""
    write(qtbot, dialog, "sender.folder", "/srv/elsewhere")
    save(qtbot, window, dialog)
    assert config.read_text() == broken.replace("/srv/out", "/srv/elsewhere")


def test_an_entry_that_can_not_be_meant_is_taken_away(window, opened, config, qtbot):
    config.write_text(FILE.replace("port = 2575", "prot = 2575"))
    dialog = opened()
    turn_to(dialog, 0)
    press(dialog, "worker-remove")
    assert part(dialog, QComboBox, "sender.type").isEnabled()
    save(qtbot, window, dialog)
    (left,) = settings.load(config)
    assert left.source == "/srv/other/queue.db"


def test_an_entry_for_the_command_line_alone_is_mended_here(window, opened, config, qtbot):
    config.write_text(FILE.replace('source = "/srv/engine/queue.db"\n', ""))
    dialog = opened()
    assert said(dialog, "wrong").startswith("Queue (its file, or its address): source is missing.")
    write(qtbot, dialog, "source", TARGET)
    save(qtbot, window, dialog)
    assert settings.load(config)[0].source == TARGET


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name")
def test_a_pipe_in_its_place_holds_nobody_up(window, dialog, config, qtbot):
    config.unlink()
    os.mkfifo(config)
    write(qtbot, dialog, "sender.host", "10.1.2.3")
    press(dialog, "confirm")
    qtbot.waitUntil(lambda: "Somebody else has changed the file" in said(dialog, "notice"), timeout=PATIENCE)
    press(dialog, "worker-over")
    qtbot.waitUntil(lambda: "can't be written to" in said(dialog, "notice"), timeout=PATIENCE)
    press(dialog, "worker-again")
    qtbot.waitUntil(lambda: "not a plain file" in said(dialog, "notice"), timeout=PATIENCE)


def test_an_answer_that_was_called_off_is_not_told_of_another_entry(window, dialog, qtbot):
    """It may have been on its way to the window already."""
    lead = dialog.findChild(WorkerSettings, "worker-settings")
    for key, value in (
        ("test", phrase("{where} accepts connections. Nothing was sent.", where="lab")),
        ("store", None),
    ):
        lead._receive(tasks.Answer(key, 1, None, value))
        lead._receive(tasks.Answer(key, 1, None, error=Refused(phrase("Something else."))))
        assert said(dialog, f"{key}-said") == ""


def test_where_it_can_not_be_written_that_is_said_and_nothing_lost(window, dialog, config, qtbot):
    write(qtbot, dialog, "sender.port", "2576")
    folder = config.parent
    config.unlink()
    folder.rename(folder.with_name("moved"))
    folder.write_text("no folder")
    try:
        dialog._ask_to_save(None)
        qtbot.waitUntil(lambda: "can't be written" in said(dialog, "notice"), timeout=PATIENCE)
    finally:
        folder.unlink()
        folder.with_name("moved").rename(folder)
    assert part(dialog, QLineEdit, "sender.port").text() == "2576"
    assert can_save(dialog)


# -- trying --------------------------------------------------------------------------------------------------


def test_a_connection_is_tried_without_a_message(dialog, tmp_path, qtbot):
    with Receiver(tmp_path / "receiver.log") as receiver:
        write(qtbot, dialog, "sender.port", str(receiver.port))
        press(dialog, "worker-test")
        assert dialog.findChild(QAbstractButton, "worker-test").text() == "Cance&l waiting"
        qtbot.waitUntil(lambda: "accepts connections" in said(dialog, "test-said"), timeout=PATIENCE)
        assert receiver.messages == []
    press(dialog, "worker-test")
    qtbot.waitUntil(lambda: "not reachable" in said(dialog, "test-said"), timeout=PATIENCE)
    write(qtbot, dialog, "sender.port", "1")
    assert said(dialog, "test-said") == ""  # it was about another receiver


def test_a_test_that_takes_long_is_cancelled(window, dialog, tmp_path, qtbot):
    """A receiver with TLS that says nothing at all."""
    with Receiver(tmp_path / "receiver.log", accept=[["hold"]]) as receiver:
        write(qtbot, dialog, "sender.port", str(receiver.port))
        part(dialog, QCheckBox, "sender.tls").click()
        press(dialog, "worker-test")
        receiver.wait_for_count("accepted", 1)
        with qtbot.waitSignal(window.workplace.trials.answered, timeout=PATIENCE):
            press(dialog, "worker-test")
        assert said(dialog, "test-said") == "Cancelled."
        assert dialog.findChild(QAbstractButton, "worker-test").text() == "T&est connection"


def test_a_secret_goes_to_the_keyring_or_it_is_said_why_not_and_never_into_the_file(window, dialog, config, qtbot):
    """Tests have one that forgets: that is said, and the secret is known in this session."""
    choose(dialog, "sender.type", "http")
    write(qtbot, dialog, "sender.url", "https://lab.example/in")
    choose(dialog, "sender.auth", "basic")
    write(qtbot, dialog, "sender.user", "anna")
    field = dialog.findChild(QLineEdit, "worker-secret")
    assert field.isVisible()
    assert field.echoMode() is QLineEdit.EchoMode.Password
    assert "https://anna@lab.example" in said(dialog, "secret-of")
    assert not dialog.findChild(QAbstractButton, "worker-store").isEnabled()
    qtbot.keyClicks(field, "s3cret-of-anna")
    press(dialog, "worker-store")
    qtbot.waitUntil(lambda: "but it does not have it" in said(dialog, "store-said"), timeout=PATIENCE)
    assert field.text() == ""
    assert window.workplace.equipment().secrets.get("https://anna@lab.example") == "s3cret-of-anna"
    save(qtbot, window, dialog)
    assert "s3cret" not in config.read_text()
    assert 'user = "anna"' in config.read_text()


@pytest.fixture
def hanging(monkeypatch, tmp_path) -> None:
    """A keyring that never answers, and a second of patience with it."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "odd_keyrings.Hanging")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[2] / "helpers"))
    monkeypatch.setenv("ODD_KEYRING_PID", str(tmp_path / "keyring.pid"))
    monkeypatch.setattr(workplace, "KEYRING_SECONDS", 1.0)


def ask_for_a_secret(qtbot, dialog) -> None:
    choose(dialog, "sender.type", "http")
    write(qtbot, dialog, "sender.url", "https://lab.example/in")
    choose(dialog, "sender.auth", "bearer")
    qtbot.keyClicks(dialog.findChild(QLineEdit, "worker-secret"), "s3cret")
    press(dialog, "worker-store")


def test_a_keyring_that_hangs_is_told_and_nothing_hangs_with_it(hanging, window, dialog, qtbot):
    beats: list[float] = []
    timer = QTimer(dialog, interval=20)
    timer.timeout.connect(lambda: beats.append(time.monotonic()))
    ask_for_a_secret(qtbot, dialog)
    timer.start()
    qtbot.waitUntil(lambda: "did not answer within 1 s" in said(dialog, "store-said"), timeout=PATIENCE)
    timer.stop()
    assert "kept in memory only" in said(dialog, "store-said")
    assert max(later - before for before, later in pairwise(beats)) < 0.5
    assert can_save(dialog)


def test_waiting_for_a_keyring_is_cancelled(hanging, window, dialog, qtbot):
    ask_for_a_secret(qtbot, dialog)
    assert "Asking the keyring" in said(dialog, "store-said")
    with qtbot.waitSignal(window.workplace.keys.answered, timeout=PATIENCE):
        press(dialog, "worker-store")
    assert said(dialog, "store-said") == "Cancelled."


def test_it_is_opened_from_the_window_for_the_source_in_front(config, tmp_path, qtbot):
    window = MainWindow(Settings(None), workers=config)
    window.show()
    window.open(str(files.queue(tmp_path / "queue.db", [{}])))
    qtbot.waitUntil(lambda: window.view.panels is not None, timeout=PATIENCE)
    qtbot.waitUntil(window.commands["worker-settings"].isEnabled, timeout=PATIENCE)
    window.commands["worker-settings"].trigger()
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), WorkerSettingsDialog), timeout=PATIENCE)
    dialog = QApplication.activeModalWidget()
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 2, timeout=PATIENCE)
    press(dialog, "worker-new")
    assert part(dialog, QLineEdit, "source").text() == str(tmp_path / "queue.db")
    leave(dialog)
    assert window.shut_down()
    window.deleteLater()


def test_a_queue_on_a_server_has_the_fields_of_a_pool(qtbot):
    dialog = WorkerSettingsDialog("/x/workers.toml", "redis://queue.example?group=mine", ())
    qtbot.addWidget(dialog)
    dialog.show_read((), "")
    dialog.show()
    qtbot.mouseClick(dialog.findChild(QAbstractButton, "worker-new"), Qt.MouseButton.LeftButton)
    seen = {cell.input.key for fields in dialog.form._parts() for cell in fields.cells if cell.isVisible()}
    assert {"group", "consumers", "reclaim_after"} <= seen
    assert not seen & {"channel", "destination", "policy.max_attempts", "policy.timeout"}
    for name, typed in (("consumers", "8"), ("sender.url", "https://receiver.example/in")):
        qtbot.keyClicks(dialog.findChild(QLineEdit, f"worker-{name}"), typed)
    (made,) = dialog.entries()
    assert (made.pool.consumers, made.pool.reclaim_after, made.destination) == (8, 60.0, "mine")
    choose(dialog, "sender.type", "mllp")
    assert "The jobs of a stream queue are sent as JSON documents: by http, or as files." in said(dialog, "wrong")
    choose(dialog, "sender.type", "http")
    assert said(dialog, "wrong") == ""
    assert cut(dialog) == []
    assert_accessible(dialog)
    dialog._leave()
