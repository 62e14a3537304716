"""Dead letters in the real window, by keyboard alone, with what a screen reader reads as the only eyes.

Read by another process; the file is the daemon's, and looked into by a connection of its own.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end2end.conftest import Window, display_variables, environment
from tests.end2end.test_dead_letters_window import CANARY, letters
from tests.helpers import deadletter as made
from tests.helpers import files
from tests.helpers.screen_reader import Screen, ScreenReader, bus, missing

pytestmark = [pytest.mark.window, pytest.mark.slow]


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    assert missing() == [], "python3 packaging/dev.py test installs what reads the window"
    path = letters(tmp_path / "letters.db").write()
    with bus(environment(**display_variables()), tmp_path) as variables:
        window = Window(tmp_path / "profile", path, **variables)
        reader = ScreenReader(variables)
        try:
            screen = Screen(path, reader)
            screen.wait_for("list item", "^dead-letter/mail: waiting · the daemon tries again by itself")
            yield screen
        finally:
            code, _ = window.end()
            reader.close()
    assert code == 0


def test_a_row_of_three_is_found_read_skipped_and_brought_back(screen: Screen) -> None:
    reader = screen.reader
    before = made.stored(screen.path)
    screen.wait_for("list item", "^dead-letter/grades: waiting · the oldest is dropped in 1 d 23 h. 4 pending")
    reader.press("ctrl+1", "Home", "Down")
    screen.wait_for("list item", "^dead-letter/grades: ", state="selected")

    # Its messages: nothing is read of deliveries, tries, or a next attempt.
    screen.wait_for("table cell", "^type: reading$")
    reader.press("ctrl+2", "Home")
    for kind in ("final grade", "grade", "exam"):
        reader.press("Down" if kind != "final grade" else "space")
        seen = screen.wait_for("table cell", f"^type: {kind}$", state="selected")
    assert seen.has("table cell", "^dropped in: 1 d 23:")
    assert not seen.has("table cell", "^(attempts|next attempt|control id): ")
    assert not seen.has("push button|check box|toggle button", "delivered")

    # What it says, masked.
    read = screen.wait_for("label", "^It could not be sent, and waits in grades. The daemon tries it again by itself.$")
    assert read.has("label", "^Exam, message 2 of its row$")
    assert read.has("label", r"^exam \(code 1\)$")
    assert not any(CANARY in f"{node.name} {node.text}" for node in read.nodes)

    # Skipping takes the whole row: its messages are read one by one before it is confirmed.
    reader.press("ctrl+k")
    asked = screen.wait_for("label", "^3 messages for dead-letter/grades will not be sent, unless they are restored.$")
    assert len(asked.all("table cell", "comes with it$")) == 2
    assert asked.has("table cell", "^2 of 3$")
    screen.wait_for_focus("text", "Reason")
    reader.write("ticket 88")
    screen.wait_for("push button", "^Skip 3 messages$", state="enabled")
    assert screen.focus_after("Tab") == ("push button", "Skip 3 messages")
    reader.press("Return")
    screen.wait_for("label", r"^Skipped 3 messages of dead-letter/grades\.")
    assert len(made.stored(screen.path)) == len(before) - 1

    reader.press("ctrl+z")
    screen.wait_for("label", "^3 skipped messages for dead-letter/grades go back in line")
    screen.wait_for_focus("text", "Reason")
    reader.write("by mistake")
    screen.wait_for("push button", "^Restore 3 messages$", state="enabled")
    assert screen.focus_after("Tab") == ("push button", "Restore 3 messages")
    reader.press("Return")
    screen.wait_until_gone("label", "go back in line")
    screen.wait_for("list item", "^dead-letter/grades: .* 4 pending")
    assert made.stored(screen.path) == before
    with files.opened(screen.path) as db:
        acts = db.execute("SELECT action, count, reason FROM qmonitor_audit ORDER BY id").fetchall()
    assert acts == [("skip", 3, "ticket 88"), ("restore", 3, "by mistake")]
