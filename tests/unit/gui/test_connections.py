"""Connecting to a server from the window: set up, tried, opened with a password, and asked for one."""

import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from qmonitor.gui import theme
from qmonitor.gui.dialogs.connections import ConnectionsDialog
from qmonitor.gui.dialogs.discard import DiscardDialog
from qmonitor.gui.dialogs.secret import SecretDialog
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings
from qmonitor.gui.source_view import SourceView
from qmonitor.monitor import folders
from qmonitor.monitor.profiles import Profile, load, save
from tests.helpers.accessible import assert_accessible
from tests.helpers.clipping import cut
from tests.helpers.notices import texts
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

PATIENCE = 30_000
GOOD = "right-one"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server("--requirepass", GOOD, "--user", "ann", "on", f">{GOOD}", "~*", "+@read", "+time")
    rig = RedisRig(server.client(password=GOOD))
    rig.queue.ensure_group()
    for n in range(3):
        rig.put(payload=request(f"d-{n}"))
    server.prefix = rig.keys.main.removesuffix(":deployment.export.requested")  # type: ignore[attr-defined]
    rig.close()
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def file() -> Iterator[Path]:
    """The file of the connections, which is not there at first."""
    place = folders.connections_file()
    place.unlink(missing_ok=True)
    before = os.umask(0o022)  # what others may write to is not used
    yield place
    os.umask(before)
    place.unlink(missing_ok=True)


@pytest.fixture
def window(qtbot) -> Iterator[MainWindow]:
    made = MainWindow(Settings(None))
    made.resize(1366, 768)
    made.show()
    yield made
    assert made.shut_down()
    made.deleteLater()


class Hand:
    """A person at the window."""

    def __init__(self, window: MainWindow, qtbot) -> None:
        self.window, self.qtbot = window, qtbot

    def until(self, holds: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(holds()), timeout=PATIENCE)

    def dialog(self, kind: type = ConnectionsDialog) -> QWidget:
        self.until(lambda: isinstance(QApplication.activeModalWidget(), kind))
        found = QApplication.activeModalWidget()
        assert found is not None
        return found

    def fill(self, name: str, words: str) -> None:
        field = self.dialog().findChild(QLineEdit, f"connection-{name}")
        assert field is not None
        field.selectAll()
        self.qtbot.keyClick(field, Qt.Key.Key_Delete)
        self.qtbot.keyClicks(field, words)

    def press(self, name: str, kind: type = ConnectionsDialog) -> None:
        button = self.dialog(kind).findChild((QPushButton, QToolButton)[name.startswith("connection-")], name)
        button = button or self.dialog(kind).findChild(QPushButton, name)
        assert button is not None
        assert button.isEnabled(), name
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def said(self, name: str) -> str:
        found = self.dialog().findChild(QLabel, name)
        assert isinstance(found, QLabel)
        return found.text()

    def answer(self, typed: str) -> None:
        """The question for a password."""
        dialog = self.dialog(SecretDialog)
        assert isinstance(dialog, SecretDialog)
        self.qtbot.keyClicks(dialog.secret, typed)
        self.press("confirm", SecretDialog)
        self.until(lambda: QApplication.activeModalWidget() is not dialog)

    def set_up(self, server: Server, user: str = "") -> None:
        """A connection to the socket of a server."""
        self.window.commands["connect"].trigger()
        self.until(lambda: self.dialog().model.tables)  # type: ignore[attr-defined]
        kinds = self.dialog().findChild(QComboBox, "connection-kind")
        assert isinstance(kinds, QComboBox)
        kinds.setCurrentIndex(2)
        kinds.activated.emit(2)
        self.fill("name", "Here")
        self.fill("socket", server.path)
        self.fill("prefix", server.prefix)  # type: ignore[attr-defined]
        self.fill("user", user)


@pytest.fixture
def hand(window: MainWindow, qtbot) -> Hand:
    return Hand(window, qtbot)


def test_one_is_set_up_tried_and_opened(hand: Hand, server: Server) -> None:
    hand.set_up(server)
    hand.fill("password", "wrong")
    hand.press("worker-try")
    hand.until(lambda: "did not accept the user and password" in hand.said("worker-try-said"))
    hand.fill("password", GOOD)
    hand.press("worker-try")
    hand.until(lambda: "may do all that reading and acting need" in hand.said("worker-try-said"))
    hand.press("confirm")
    hand.until(lambda: hand.window.view is not None and hand.window.view.panels is not None)
    (profile,) = load(folders.connections_file())
    assert profile == Profile("Here", socket=server.path, prefix=server.prefix)  # type: ignore[attr-defined]
    assert GOOD not in folders.connections_file().read_text()
    assert hand.window.view is not None
    assert hand.window.view.target == profile.url
    hand.until(lambda: hand.window.windowTitle() == "Here – qmonitor")
    assert "Here" in hand.window.status_bar.source.text()
    assert "Here" in hand.window.sources.bar.tabText(0)
    assert profile.url in hand.window.sources.bar.tabToolTip(0)
    sample = hand.window.view.sample
    assert sample is not None
    assert [row.pending for row in sample.depth.rows] == [3]


def test_what_a_user_may_not_do_is_named(hand: Hand, server: Server) -> None:
    hand.set_up(server, "ann")
    hand.fill("password", GOOD)
    hand.press("worker-try")
    hand.until(lambda: "To act, this user needs the right to: EVALSHA, EVAL" in hand.said("worker-try-said"))
    hand.press("cancel")
    hand.press("confirm", DiscardDialog)
    assert not folders.connections_file().exists()


def test_a_password_is_asked_for_and_a_wrong_one_again(hand: Hand, server: Server) -> None:
    target = f"redis+unix://{server.path}?prefix={server.prefix}"  # type: ignore[attr-defined]
    hand.window.open(target)
    for typed in ("wrong", GOOD):
        dialog = hand.dialog(SecretDialog)
        assert isinstance(dialog, SecretDialog)
        assert target.partition("?")[0] in " ".join(one.text() for one in dialog.findChildren(QLabel))
        said = " ".join(one.text() for one in dialog.findChildren(QLabel))
        assert ("was not accepted" in said) == (typed == GOOD)
        hand.qtbot.keyClicks(dialog.secret, typed)
        hand.press("confirm", SecretDialog)
        hand.until(lambda dialog=dialog: QApplication.activeModalWidget() is not dialog)
    hand.until(lambda: hand.window.view is not None and hand.window.view.panels is not None)


def test_one_that_is_to_be_kept_gets_into_the_keyring_once_it_was_good(
    hand: Hand, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "odd_keyrings.Changing")  # it has "cut", whatever it is told
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[2] / "helpers"))
    hand.window.open(f"redis+unix://{server.path}?prefix={server.prefix}")  # type: ignore[attr-defined]
    dialog = hand.dialog(SecretDialog)
    assert isinstance(dialog, SecretDialog)
    assert "was not accepted" in " ".join(one.text() for one in dialog.findChildren(QLabel))
    dialog.keep.click()
    hand.answer(GOOD)
    hand.until(lambda: hand.window.view is not None and hand.window.view.panels is not None)
    hand.until(lambda: "has stored the secret" in texts(hand.window.banner).get("keyring", ""))


def test_two_servers_are_told_apart_by_the_names_of_their_connections(hand: Hand, server: Server) -> None:
    """Production and test have the same prefix and group."""
    bar = hand.window.sources.bar
    urls = [f"redis+unix://{server.path}?prefix={server.prefix}&database={db}" for db in (0, 1)]  # type: ignore[attr-defined]
    for url in urls:
        hand.window.open(url)
    shown = [view.target for view in hand.window.views]
    alike = f"{Path(server.path).name} · export-worker · {server.prefix}/"  # type: ignore[attr-defined]
    assert [bar.tabText(n) for n in (0, 1)] == [f"{alike}0", f"{alike}1"]
    databases = enumerate(("Production", "Test"))
    save(
        folders.connections_file(),
        [
            Profile(name, socket=server.path, database=db, prefix=server.prefix)  # type: ignore[attr-defined]
            for db, name in databases
        ],
    )
    hand.window.sources.empty.seen.emit()
    hand.until(lambda: [bar.tabText(n) for n in (0, 1)] == ["Production", "Test"])
    assert hand.window.windowTitle() == "Test – qmonitor"
    assert [target in bar.tabToolTip(n).replace("&amp;", "&") for n, target in enumerate(shown)] == [True, True]


def test_a_server_whose_password_is_asked_for_is_not_called_silent(hand: Hand, server: Server) -> None:
    hand.window.open(f"redis+unix://{server.path}?prefix={server.prefix}")  # type: ignore[attr-defined]
    dialog = hand.dialog(SecretDialog)
    view = hand.window.view
    assert view is not None
    with hand.qtbot.waitSignal(view.session.went_stale, timeout=PATIENCE):
        pass
    assert view.place.case.text() == f"{view.name} waits for its password."
    color = view.place.case.palette().windowText().color().name()
    assert color == QColor(theme.current().text).name() != QColor(theme.current().danger).name()
    assert hand.window.alerting.open(view.lies_at) == ()
    dialog.reject()
    hand.until(lambda: view.place.findChild(QPushButton, "place-password"))
    assert "waits for" not in view.place.case.text()


def test_who_gives_none_is_told_how_to_and_not_asked_at_every_look(hand: Hand, server: Server) -> None:
    hand.window.open(f"redis+unix://{server.path}?prefix={server.prefix}")  # type: ignore[attr-defined]
    hand.press("cancel", SecretDialog)
    view = hand.window.view
    assert view is not None
    assert view.name == f"{Path(server.path).name} · export-worker"
    again = lambda: view.place.findChild(QPushButton, "place-password")  # noqa: E731
    hand.until(again)
    assert "by itself" not in view.place.remedy.text()
    assert f"Server: {view.target}" in view.place.remedy.text()
    assert view.place.findChild(QPushButton, "place-choose") is None
    assert cut(view.place) == []
    elsewhere = view.place.findChild(QPushButton, "place-connections")
    hand.qtbot.mouseClick(elsewhere, Qt.MouseButton.LeftButton)
    hand.until(lambda: hand.dialog().model.tables)  # type: ignore[attr-defined]
    hand.press("cancel")
    hand.until(lambda: QApplication.activeModalWidget() is None)
    with hand.qtbot.waitSignal(view.session.failed, timeout=PATIENCE):
        view.session.refresh()
    assert QApplication.activeModalWidget() is None
    hand.qtbot.mouseClick(again(), Qt.MouseButton.LeftButton)
    dialog = hand.dialog(SecretDialog)
    assert isinstance(dialog, SecretDialog)
    hand.qtbot.keyClicks(dialog.secret, GOOD)
    hand.press("confirm", SecretDialog)
    hand.until(lambda: view.panels is not None)


def test_a_password_that_was_changed_meanwhile_is_asked_for(hand: Hand, server: Server) -> None:
    admin = server.client(password=GOOD)
    target = f"redis+unix://{server.path}?prefix={server.prefix}&user=bea"  # type: ignore[attr-defined]
    admin.acl_setuser("bea", enabled=True, reset=True, passwords=["+first"], keys=["*"], commands=["+@all"])
    try:
        hand.window.open(target)
        hand.answer("first")
        hand.until(lambda: hand.window.view is not None and hand.window.view.panels is not None)
        view = hand.window.view
        assert view is not None
        admin.acl_setuser("bea", enabled=True, reset=True, passwords=["+second"], keys=["*"], commands=["+@all"])
        admin.client_kill_filter(user="bea")
        button: list[QToolButton] = []

        def offered() -> bool:
            view.session.refresh()
            found = view.banner.findChild(QToolButton, "notice-password")
            button[:] = [found] if isinstance(found, QToolButton) else []
            return bool(button)

        hand.until(offered)
        hand.qtbot.mouseClick(button[0], Qt.MouseButton.LeftButton)
        hand.answer("second")
        hand.until(lambda: hand.window.view not in (None, view) and hand.window.view.panels is not None)
        assert len(hand.window.views) == 1
    finally:
        admin.acl_deluser("bea")
        admin.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_told_whole_and_by_keys_in_both_colours(hand: Hand, scheme: str, qapp) -> None:
    before = theme.current().name
    theme.apply(qapp, scheme)
    try:
        hand.window.commands["connect"].trigger()
        dialog = hand.dialog()
        hand.until(lambda: dialog.model.tables)  # type: ignore[attr-defined]
        tls = dialog.findChild(QCheckBox, "connection-tls")
        assert isinstance(tls, QCheckBox)
        tls.click()
        assert_accessible(dialog)
        assert cut(dialog) == []
        hand.fill("host", "not a host/")
        hand.until(lambda: hand.said("connection-wrong"))
        confirm = dialog.findChild(QPushButton, "confirm")
        assert isinstance(confirm, QPushButton)
        assert not confirm.isEnabled()
        hand.qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        hand.press("confirm", DiscardDialog)
    finally:
        theme.apply(qapp, before)


def test_several_are_kept_copied_and_removed(hand: Hand) -> None:
    save(folders.connections_file(), [Profile("One", "one.example"), Profile("Two", "two.example", tls=True)])
    hand.window.commands["connect"].trigger()
    dialog = hand.dialog()
    assert isinstance(dialog, ConnectionsDialog)
    hand.until(lambda: len(dialog.model.tables) == 2)
    hand.press("connection-remove")
    hand.press("connection-copy")
    hand.fill("name", "Three")
    hand.press("connection-save")
    hand.until(lambda: QApplication.activeModalWidget() is None)
    found = load(folders.connections_file())
    assert found == (Profile("Two", "two.example", tls=True), Profile("Three", "two.example", tls=True))
    assert hand.window.view is None


def test_what_is_set_up_is_offered_where_nothing_is_open(server: Server, qtbot, file: Path) -> None:
    here = Profile("Here", socket=server.path, prefix=server.prefix)  # type: ignore[attr-defined]
    save(file, [here, Profile("There", "there.example")])
    window = MainWindow(Settings(None))
    try:
        window.show()
        hand = Hand(window, qtbot)
        empty = window.sources.empty
        hand.until(lambda: empty.findChild(QToolButton, "empty-connection-1"))
        button = empty.findChild(QToolButton, "empty-connection-0")
        assert isinstance(button, QToolButton)
        assert (button.text(), button.accessibleName()) == ("Here", "Open Here")
        assert_accessible(empty)
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        hand.answer(GOOD)
        hand.until(lambda: window.view is not None and window.view.panels is not None)
        assert window.view is not None
        assert window.view.target == here.url
    finally:
        assert window.shut_down()
        window.deleteLater()


@pytest.mark.parametrize("slip", ["redis:/u:geheim@h", "redis:u:geheim@h", "rediss:///u:geheim@", "u:geheim@h:6379"])
def test_a_password_in_a_mistyped_address_is_seen_nowhere(hand: Hand, slip: str, file: Path) -> None:
    save(file, [Profile("One", "one.example")])
    view = failing(hand, slip)
    seen = [label.text() for label in hand.window.findChildren(QLabel)]
    seen += [widget.toolTip() + widget.accessibleName() for widget in hand.window.findChildren(QWidget)]
    seen += [hand.window.windowTitle(), view.name, view.target, view.lies_at, hand.window.sources.bar.tabText(0)]
    seen += [hand.window.sources.bar.tabToolTip(0), *hand.window._settings.recent()]
    assert any("password" in one for one in seen)
    assert not any("geheim" in one for one in seen)
    connections_of(hand, view)  # where nothing can be begun with it
    assert [table["name"] for table in hand.dialog().model.tables] == ["One"]  # type: ignore[attr-defined]
    hand.press("cancel")


def failing(hand: Hand, url: str) -> SourceView:
    """A source that can't be opened, in front."""
    hand.window.open(url)
    view = hand.window.view
    assert view is not None
    hand.until(lambda: view.place.findChild(QPushButton, "place-connections"))
    return view


def connections_of(hand: Hand, view: SourceView) -> ConnectionsDialog:
    button = view.place.findChild(QPushButton, "place-connections")
    hand.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = hand.dialog()
    assert isinstance(dialog, ConnectionsDialog)
    hand.until(lambda: dialog.model.tables)
    return dialog


def chosen(dialog: ConnectionsDialog) -> object:
    return dialog.model.tables[dialog.list.currentIndex().row()]


def test_from_one_that_can_not_be_opened_its_connection_is_led_to(hand: Hand, file: Path, tmp_path: Path) -> None:
    gone = Profile("Gone", socket=str(tmp_path / "s"))
    save(file, [Profile("One", "one.example"), gone, Profile("Two", "two.example")])
    view = failing(hand, gone.url)
    dialog = connections_of(hand, view)
    assert chosen(dialog)["name"] == "Gone"  # type: ignore[index]
    hand.press("cancel")
    hand.until(lambda: QApplication.activeModalWidget() is None)
    hand.window.commands["connect"].trigger()
    hand.until(lambda: hand.dialog().model.tables)  # type: ignore[attr-defined]
    assert chosen(hand.dialog())["name"] == "Gone"  # type: ignore[index, arg-type]
    hand.press("cancel")


def test_one_that_is_not_set_up_yet_is_begun_from_what_was_opened(hand: Hand, file: Path, tmp_path: Path) -> None:
    """What is offered is nothing to be lost; what takes the place of a mistyped address leaves no tab behind."""
    save(file, [Profile("s · g", "one.example")])
    view = failing(hand, f"redis+unix://{tmp_path}/s?database=2&user=me&prefix=p&group=g")
    dialog = connections_of(hand, view)
    offered = {"name": "s · g 2", "socket": f"{tmp_path}/s", "user": "me", "database": 2, "prefix": "p", "group": "g"}
    assert chosen(dialog) == offered
    hand.press("cancel")
    hand.until(lambda: QApplication.activeModalWidget() is None)
    assert len(load(file)) == 1
    connections_of(hand, view)
    hand.fill("socket", f"{tmp_path}/other")
    hand.press("confirm")
    hand.until(lambda: [one.name for one in hand.window.views] == ["s · g 2"])
    assert hand.window.views != [view]
    assert [one.name for one in load(file)] == ["s · g", "s · g 2"]


def test_a_password_given_with_the_connection_opens_what_was_refused(hand: Hand, server: Server) -> None:
    """In its own tab, and without another question."""
    hand.window.open(f"redis+unix://{server.path}?prefix={server.prefix}")  # type: ignore[attr-defined]
    hand.press("cancel", SecretDialog)
    view = hand.window.view
    assert view is not None
    hand.until(lambda: view.place.findChild(QPushButton, "place-connections"))
    connections_of(hand, view)
    hand.fill("password", GOOD)
    hand.press("confirm")
    hand.until(lambda: view.panels is not None)
    assert hand.window.views == [view]
    assert QApplication.activeModalWidget() is None


def test_what_is_wrong_is_said_below_the_field(hand: Hand, file: Path) -> None:
    save(file, [Profile("One", "one.example"), Profile("Two", "two.example", user="me")])
    hand.window.commands["connect"].trigger()
    dialog = hand.dialog()
    assert isinstance(dialog, ConnectionsDialog)
    hand.until(lambda: len(dialog.model.tables) == 2)
    for key, words, told in (
        ("name", "Two", "Another connection is called Two, too. Give one of them another name."),
        ("name", "n" * 101, "at most 100 characters"),
        ("host", "h h", "host is 'h h'."),
        ("user", "me:geheim", "A colon stands in the user, and behind it maybe a password. Leave it out"),
    ):
        before = dialog.findChild(QLineEdit, f"connection-{key}").text()  # type: ignore[union-attr]
        hand.fill(key, words)
        hand.until(lambda told=told: told in hand.said("connection-wrong"))
        field = dialog.findChild(QLineEdit, f"connection-{key}")
        said = dialog.findChild(QLabel, "connection-wrong")
        assert field is not None
        assert said is not None
        hand.until(lambda field=field, said=said: _top(said) >= _top(field) + field.height())
        assert _top(said) - _top(field) - field.height() < 3 * field.height()
        assert told in field.accessibleDescription()
        assert cut(dialog) == []
        assert "geheim" not in said.text()
        hand.fill(key, before)
    hand.until(lambda: not hand.said("connection-wrong"))
    hand.press("cancel")


def _top(widget: QWidget) -> int:
    return widget.mapToGlobal(widget.rect().topLeft()).y()


def test_new_ones_have_names_of_their_own(hand: Hand, file: Path) -> None:
    save(file, [Profile("One", "one.example")])
    hand.window.commands["connect"].trigger()
    hand.until(lambda: hand.dialog().model.tables)  # type: ignore[attr-defined]
    for button in ("connection-copy", "connection-new", "connection-new"):
        hand.press(button)
    names = [table["name"] for table in hand.dialog().model.tables]  # type: ignore[attr-defined]
    assert names == ["One", "One (copy)", "New connection", "New connection 2"]
    hand.press("connection-save")
    hand.until(lambda: QApplication.activeModalWidget() is None)


def test_a_file_that_others_could_change_is_told_and_offers_nothing(hand: Hand, file: Path) -> None:
    save(file, [Profile("One", "one.example")])
    file.chmod(0o666)
    empty = hand.window.sources.empty
    empty.seen.emit()
    said = empty.findChild(QLabel, "empty-unusable")
    assert isinstance(said, QLabel)
    hand.until(lambda: "so it is not used" in said.text() and said.isVisible())
    assert empty.findChild(QToolButton, "empty-connection-0") is None
    assert cut(empty) == []
    assert_accessible(empty)
    hand.window.commands["connect"].trigger()
    hand.until(lambda: "It can be changed by others (mode 0666), so it is not used" in hand.said("connection-why"))
    assert hand.dialog().model.tables == []  # type: ignore[attr-defined]
    hand.press("cancel")


def test_a_file_that_can_not_be_read_is_told_and_left_alone(hand: Hand) -> None:
    place = folders.connections_file()
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text('[[connection]]\nname = "x"\nhost = "h"\npassword = "hunter2"\n')
    hand.window.commands["connect"].trigger()
    hand.until(lambda: "this file holds no secrets" in hand.said("connection-why"))
    assert "hunter2" not in hand.said("connection-why")
    hand.press("cancel")
    assert "hunter2" in place.read_text()


def test_no_letter_leads_to_two_places_at_once(hand: Hand) -> None:
    save(
        folders.connections_file(),
        [Profile("One", "one.example", tls=True, certificate="/x"), Profile("Two", socket="/s")],
    )
    hand.window.commands["connect"].trigger()
    dialog = hand.dialog()
    assert isinstance(dialog, ConnectionsDialog)
    hand.until(lambda: len(dialog.model.tables) == 2)
    for row in range(2):
        dialog.list.setCurrentIndex(dialog.model.index(row, 0))
        texts_ = [
            one.text()
            for one in (*dialog.findChildren(QLabel), *dialog.findChildren(QAbstractButton))
            if one.isVisible()
        ]
        letters = [found[0].lower() for one in texts_ for found in re.findall(r"&(\w)", one)]
        assert sorted(letters) == sorted(set(letters))
    hand.press("cancel")


def test_a_server_that_hangs_is_told_as_one(qtbot) -> None:
    server = Server()
    rig = RedisRig(server.client())
    rig.queue.ensure_group()
    prefix = rig.keys.main.removesuffix(":deployment.export.requested")
    rig.close()
    window = MainWindow(Settings(None))
    try:
        window.show()
        window.open(f"redis+unix://{server.path}?prefix={prefix}")
        hand = Hand(window, qtbot)
        hand.until(lambda: window.view is not None and window.view.panels is not None)
        assert window.view is not None
        view = window.view
        os.kill(server.child.pid, signal.SIGSTOP)
        try:
            hand.until(lambda: view.since is not None)
            said = texts(view.banner).get("source", "")
            assert "server" in said.lower()
            assert "disk" not in said
        finally:
            os.kill(server.child.pid, signal.SIGCONT)
        hand.until(lambda: view.since is None and "source" not in texts(view.banner))
    finally:
        assert window.shut_down()
        window.deleteLater()
        server.stop()
