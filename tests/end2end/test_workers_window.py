"""A worker in the real window, by keyboard alone, with what a screen reader reads as the only eyes.

Its messages come from another process, and go to another one; nothing in here knows a widget.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end2end.conftest import Window, display_variables, environment
from tests.helpers import engine, files
from tests.helpers.crews import entry
from tests.helpers.mllp_receiver import Receiver
from tests.helpers.screen_reader import Screen, ScreenReader, bus, missing

pytestmark = [pytest.mark.window, pytest.mark.slow]

COUNT = 25


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    with Receiver(tmp_path / "receiver.log") as made:
        yield made


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "queue.db"
    with engine.Engine(made) as running:
        for n in range(COUNT):
            running.enqueue("lab", "dest-01", engine.message(f"M{n}", "ADT^A01", 300, random.Random(n)), f"M{n}")
    return made


@pytest.fixture
def window(path: Path, receiver: Receiver, tmp_path: Path) -> Iterator[tuple[Window, Screen]]:
    assert missing() == [], "python3 packaging/dev.py test installs what reads the window"
    profile = tmp_path / "profile"
    profile.mkdir()
    (profile / "workers.toml").write_text(entry(receiver.port, "lab", "dest-01", path))
    with bus(environment(**display_variables()), tmp_path) as variables:
        made = Window(profile, path, **variables)
        reader = ScreenReader(variables)
        try:
            yield made, Screen(path, reader)
        finally:
            code, _ = made.end()
            reader.close()
    assert code == 0


def acts(path: Path) -> list[str]:
    with files.opened(path) as db:
        return [action for (action,) in db.execute("SELECT action FROM qmonitor_audit ORDER BY id").fetchall()]


def press(screen: Screen, name: str) -> None:
    """A button above the table, from the table."""
    screen.wait_for_focus("table( cell)?", "Workers|lab/dest-01")
    screen.wait_for("push button", f"^{name}$", state="enabled")
    for _ in range(5):
        if screen.focus_after("shift+Tab") == ("push button", name):
            screen.reader.press("space")
            return
    raise AssertionError(f"{name} was never reached by keyboard")


def start(screen: Screen, to: str) -> None:
    """With a reason and the statement that the engine is stopped."""
    press(screen, "Start")
    screen.wait_for("label", to)
    screen.wait_for_focus("text", "Reason")
    screen.reader.write("receiver is back")
    screen.reader.press("alt+e")
    screen.wait_for("check box", "The engine is stopped", state="checked")
    screen.wait_for("push button", "^Start worker$", state="enabled")
    screen.reader.press("alt+s")
    screen.wait_until_gone("label", to)


def test_a_worker_is_started_and_stopped_and_ends_with_the_window(
    window: tuple[Window, Screen], receiver: Receiver, path: Path
) -> None:
    program, screen = window
    screen.wait_for("list item", "lab/dest-01")
    screen.reader.press("ctrl+7")
    screen.wait_for("table cell", "^state: stopped", state="selected")
    start(screen, f"Will send {COUNT} messages to 127.0.0.1:{receiver.port}, oldest first")
    screen.wait_for("table cell", f"^sent: {COUNT}$")
    assert receiver.ids == [f"M{n}" for n in range(COUNT)]
    seen = screen.wait_for("table cell", "^state: idle: nothing is to be sent now")
    assert len(seen.all("table cell", "^outcome: delivered")) > 1
    assert seen.has("page tab", "^Workers 1$")

    screen.reader.press("ctrl+7")
    press(screen, "Stop")
    screen.wait_for("label", "Stop the worker of lab/dest-01")
    screen.reader.press("alt+s")
    screen.wait_for("table cell", "^state: stopped")
    assert acts(path) == ["worker-start", "worker-stop"]

    screen.reader.press("ctrl+7")
    start(screen, "No message waits")
    screen.wait_for("table cell", "^state: idle: nothing is to be sent now")
    screen.reader.press("alt+F4")
    screen.wait_for("label", "A worker is running here")
    screen.reader.press("Escape")
    screen.wait_until_gone("label", "A worker is running here")
    screen.reader.press("alt+F4")
    screen.wait_for("push button", "^End and close$", state="enabled")
    screen.reader.press("alt+e")
    program.child.wait(timeout=30)
    assert acts(path) == ["worker-start", "worker-stop"] * 2
    assert receiver.ids == [f"M{n}" for n in range(COUNT)]
