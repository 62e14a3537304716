"""The whole work by keyboard alone, with what a screen reader reads as the only eyes: find, open, skip, confirm, prove.

Read by another process through AT-SPI, on the real display; nothing in here knows a widget.
"""

import getpass
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end2end.conftest import Window, display_variables, environment
from tests.helpers import engine, files
from tests.helpers.screen_reader import INTERACTIVE, Node, Screen, ScreenReader, bus, missing

pytestmark = [pytest.mark.window, pytest.mark.slow]

HEAD = 11
"""The id of the message that holds up lab/dest-01."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Four destinations, of which one is held up by its head, refused 61 times."""
    path = tmp_path / "engine.db"
    engine.call("fill", "--db", str(path), "--rows", "400", "--destinations", "4")
    with files.opened(path) as db:
        db.execute("DELETE FROM queue WHERE destination = 'dest-01' AND id < ?", (HEAD,))
        db.execute(
            "UPDATE queue SET channel='lab', destination='dest-01', state='pending', attempts=61, control_id='BLOCKER',"
            " last_error=? WHERE id=?",
            (engine.REFUSED, HEAD),
        )
    return path


@pytest.fixture
def screen(path: Path, tmp_path: Path) -> Iterator[Screen]:
    assert missing() == [], "python3 packaging/dev.py test installs what reads the window"
    with bus(environment(**display_variables()), tmp_path) as variables:
        window = Window(tmp_path / "profile", path, **variables)
        reader = ScreenReader(variables)
        try:
            made = Screen(path, reader)
            made.wait_for("list item", "dest-01: stuck")
            yield made
        finally:
            code, _ = window.end()
            reader.close()
    assert code == 0


def find_the_trouble(screen: Screen) -> Node:
    """Go down the list of destinations to the one that is said to be stuck."""
    reader = screen.reader
    reader.press("ctrl+1", "Home")
    (trouble,) = screen.wait_for("list item", "stuck").all("list item", r"^lab/dest-01: stuck")
    items = reader.look().all("list item")
    for n, item in enumerate(items[1 : items.index(trouble) + 1], 1):
        reader.press("Down")
        screen.wait_for("list item", f"^{re.escape(items[n].name.split(':')[0])}:", state="selected")
        assert item.name
    return trouble


def test_the_blocking_message_is_skipped_by_keyboard_alone(screen: Screen) -> None:
    reader = screen.reader
    trouble = find_the_trouble(screen)
    assert re.search(r"tried 61 ×.*connection refused", trouble.name)

    # Its messages, and among them the one that blocks.
    reader.press("ctrl+2")
    screen.wait_for_focus("table", "Messages")
    reader.press("ctrl+f")
    screen.wait_for_focus("text", "Filter by control id")
    reader.write("BLOCKER")
    screen.reader.wait_for(
        lambda sight: [cell.name for cell in sight.all("table cell", "^id: ")] == [f"id: {HEAD}"], "only the blocker"
    )
    reader.press("ctrl+2", "Home", "space")
    screen.wait_for("table cell", f"^id: {HEAD}", state="selected")

    # What it is, as the inspector reads it: row by row, and as text; who it is about stays masked.
    read = screen.wait_for("table cell", "^path: MSH-9, name: Message Type, value: ADT")
    assert read.has("label", "as of [0-9]")  # and how fresh it all is
    assert any("BLOCKER" in node.name for node in read.all("label"))
    reader.press("ctrl+4", "End")
    screen.wait_for("table cell", "^path: OBX.*, name: .*, value: ", state="focused")
    reader.press("ctrl+Tab")
    screen.wait_for_focus("text", "Payload as text")
    screen.reader.wait_for(
        lambda sight: any(re.search(r"MSH\|(?s:.)*\|•+\^•+\|", node.text) for node in sight.all("text", "^Payload")),
        "the message's text, with marks for its name",
    )

    # Skip it: the dialog begins in the reason, and Enter without one does nothing; Escape changes nothing.
    reader.press("ctrl+k")
    asked = screen.wait_for("label", "1 message for lab/dest-01 will not be sent")
    assert asked.has("label", "may be sending 11 at this very moment") or asked.has("label", "engine")
    screen.wait_for_focus("text", "Reason")
    confirm = asked.all("push button", "^Skip 1 message$")
    assert [("enabled" in node.states) for node in confirm] == [False]
    reader.press("Return", "Return")
    screen.wait_for_focus("text", "Reason")
    reader.press("Escape")
    screen.wait_until_gone("label", "will not be sent")
    assert files.states(screen.path)[HEAD] == "pending"
    assert audit(screen.path) == []

    # And now with a reason.
    reader.press("ctrl+k")
    screen.wait_for_focus("text", "Reason")
    reader.write("receiver refuses it")
    screen.wait_for("push button", "^Skip 1 message$", state="enabled")
    assert screen.focus_after("Tab") == ("push button", "Skip 1 message")
    reader.press("Return")

    # What came of it: on the screen, in the file, and in the audit.
    done = screen.wait_for("label", r"^Skipped 11 for lab/dest-01\.")
    assert done.has("push button", "^Undo…$")
    screen.wait_until_gone("list item", "^lab/dest-01: stuck")
    assert files.states(screen.path)[HEAD] == "skipped"
    assert audit(screen.path) == [("skip", 1, f"[{HEAD}]", "receiver refuses it")]
    with files.opened(screen.path) as db:
        ((actor,),) = db.execute("SELECT actor FROM qmonitor_audit").fetchall()
    assert actor.startswith(f"{getpass.getuser()}@")

    # It could be taken back, by the same way.
    reader.press("ctrl+z")
    screen.wait_for("label", "1 skipped message for lab/dest-01 goes back in line")
    screen.wait_for_focus("text", "Reason")
    reader.press("Escape")
    screen.wait_until_gone("label", "goes back in line")
    assert files.states(screen.path)[HEAD] == "skipped"


def audit(path: Path) -> list[tuple[str, int, str, str]]:
    with files.opened(path) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name='qmonitor_audit'").fetchall():
            return []
        return db.execute("SELECT action, count, ids, reason FROM qmonitor_audit ORDER BY id").fetchall()


def test_everything_that_can_be_used_has_a_name(screen: Screen) -> None:
    find_the_trouble(screen)
    screen.wait_for("table cell", f"^id: {HEAD}")
    sight = screen.reader.look()
    used = [node for node in sight.nodes if node.role in INTERACTIVE]
    assert {node.role for node in used} >= {
        "push button",
        "check box",
        "text",
        "table",
        "list",
        "list item",
        "page tab",
    }
    assert [node for node in used if not node.name.strip()] == []
    assert [node for node in used if re.search(r"<\w+>", node.description)] == []


def test_the_cells_of_the_table_are_read_with_their_column(screen: Screen) -> None:
    find_the_trouble(screen)
    sight = screen.wait_for("table cell", f"^id: {HEAD}")
    cells = sight.all("table cell")
    rows = len(sight.all("table cell", "^id: "))
    assert rows > 1
    assert len([cell for cell in cells if not cell.name]) < rows  # only the mark of the head is one row's alone
    for column in ("id", "control id", "type", "attempts", "age"):
        assert len(sight.all("table cell", f"^{column}: .")) == rows


def test_the_cells_of_the_tree_are_read_with_their_column_and_masked(screen: Screen) -> None:
    find_the_trouble(screen)
    sight = screen.wait_for("table cell", "^path: PID-5, ")
    rows = len(sight.all("table cell", "^path: .+, name: .+, value: ."))
    assert rows > 10
    assert [len(sight.all("table cell", f"^{column}: .")) for column in ("path", "name", "value")] == [rows] * 3
    (name,) = sight.all("table cell", "^path: PID-5, ")
    assert re.fullmatch(r"path: PID-5, name: Patient Name, value: •+\^•+, masked", name.name)


def test_tab_goes_through_the_whole_window_and_comes_back(screen: Screen) -> None:
    assert "enabled" not in screen.wait_for("text", "last error").all("text", "last error")[0].states  # while masked
    screen.reader.press("ctrl+m")
    screen.wait_for("text", "Filter by last error", state="enabled")
    screen.reader.press("ctrl+1")
    screen.wait_for_focus("list( item)?", ".")
    seen = [screen.focus_after("Tab")]
    while (now := screen.focus_after("Tab")) != seen[0]:
        assert now not in seen, f"Tab goes round without coming back: {seen}"
        seen.append(now)
    assert [stop for stop in seen if not stop[1].strip()] == []
    names = [name for _, name in seen]
    order = [
        "Filter by control id or type", "Filter by last error", "Messages", "Structure of the payload", "Destinations",
    ]  # fmt: skip
    stops = [stop for stop in seen if stop[1] in order and stop[0] != "page tab list"]
    assert [name for _, name in stops] == order
    assert {"Open", "Skip", "Drain", "Retry now", "Charts"} <= set(names)


def test_the_menus_are_read_with_their_reasons(screen: Screen) -> None:
    """A command that can't be used now says why, also to those who don't see that it is grey."""
    find_the_trouble(screen)
    screen.reader.press("alt+m")
    opened = screen.wait_for("menu item", "^Skip…$")
    assert not [node for node in opened.all("menu item") if not node.name]
    screen.reader.press("Escape")
    screen.wait_until_gone("menu item", "^Skip…$")
