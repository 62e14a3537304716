"""Reads a window as a screen reader does: through AT-SPI, from another process that knows nothing of Qt.

As a script, by the system's Python (it needs the packages python3-gi and gir1.2-atspi-2.0): each line on stdin is the
number of milliseconds to listen for, with "focus" behind it where that alone is asked for; each line on stdout what is
seen after that. `ScreenReader` starts it and asks.
"""

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

Seen = TypeVar("Seen")

PYTHON = "/usr/bin/python3"
PATIENCE = 30
"""Seconds after which what is waited for is taken for never coming."""

INTERACTIVE = (
    "push button",
    "check box",
    "radio button",
    "combo box",
    "spin button",
    "text",
    "table",
    "list",
    "list item",
    "tree",
    "tree item",
    "menu item",
    "page tab",
    "slider",
    "table column header",
)
"""Roles of what a person reads row by row or acts on."""


@dataclass(frozen=True, slots=True)
class Node:
    """Something on the screen. `states` are AT-SPI's (focused, selected, checked, enabled …)."""

    role: str
    name: str
    description: str
    text: str
    states: tuple[str, ...]
    window: str

    @property
    def said(self) -> str:
        """What is read aloud: its name, or what is written in it."""
        return self.name or self.text


@dataclass(frozen=True, slots=True)
class Sight:
    """All that is on the screen, in the tree's order, and what has the focus."""

    nodes: tuple[Node, ...]
    focus: tuple[str, str]

    def all(self, role: str, name: str = "") -> list[Node]:
        """Those of a role whose name matches the pattern."""
        return [node for node in self.nodes if node.role == role and re.search(name, node.said)]

    def has(self, role: str, name: str = "") -> bool:
        return bool(self.all(role, name))


class ScreenReader:
    """A reader of everything on one accessibility bus."""

    def __init__(self, variables: dict[str, str]) -> None:
        self._variables = variables
        self._child = subprocess.Popen(
            [PYTHON, __file__], env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def look(self, milliseconds: int = 50, what: str = "") -> Sight:
        """What is there after listening for so long; with "focus" only what has that, in a hundredth of the time."""
        assert self._child.stdin is not None and self._child.stdout is not None
        self._child.stdin.write(f"{milliseconds} {what}\n")
        self._child.stdin.flush()
        nodes, focus = json.loads(self._child.stdout.readline())
        return Sight(tuple(Node(**{**node, "states": tuple(node["states"])}) for node in nodes), tuple(focus))

    @property
    def focus(self) -> tuple[str, str]:
        """Role and name of what has the keyboard."""
        return self.look(what="focus").focus

    def wait_for(self, told: Callable[[Sight], object], what: str) -> Sight:
        """Look until that is so. Raises AssertionError with what is there instead."""
        return self._wait(self.look, told, what)

    def wait_for_focus(self, told: Callable[[tuple[str, str]], object], what: str) -> tuple[str, str]:
        """The same for what has the keyboard, which is answered."""
        return self._wait(lambda: self.focus, told, what)

    def _wait(self, look: Callable[[], Seen], told: Callable[[Seen], object], what: str) -> Seen:
        until = time.monotonic() + PATIENCE
        while not told(seen := look()):
            if time.monotonic() > until:
                sight = self.look()
                there = "\n".join(f"{node.role} {node.said!r} {node.states}" for node in sight.nodes)
                raise AssertionError(f"{what} never came; the focus is on {sight.focus}, and there is:\n{there}")
        return seen

    def press(self, *keys: str) -> None:
        """Press keys as xdotool names them, one after the other, in whichever window has the keyboard."""
        subprocess.run(["xdotool", "key", "--clearmodifiers", "--delay", "40", *keys], env=self._variables, check=True)

    def write(self, words: str) -> None:
        """Type them."""
        subprocess.run(["xdotool", "type", "--delay", "20", words], env=self._variables, check=True)

    def close(self) -> None:
        self._child.communicate(timeout=PATIENCE)


@dataclass
class Screen:
    """The program on a file, and its reader."""

    path: Path
    reader: ScreenReader

    def wait_for(self, role: str, name: str, *, state: str = "") -> Sight:
        """Until something of that role and name is there (and, say, selected)."""

        def there(sight: Sight) -> bool:
            return any(not state or state in node.states for node in sight.all(role, name))

        return self.reader.wait_for(there, f"{role} {name!r} {state}")

    def wait_until_gone(self, role: str, name: str) -> Sight:
        return self.reader.wait_for(lambda sight: not sight.has(role, name), f"the end of {role} {name!r}")

    def wait_for_focus(self, role: str, name: str) -> None:
        self.reader.wait_for_focus(
            lambda focus: re.fullmatch(role, focus[0]) and re.search(name, focus[1]), f"the focus on {role} {name!r}"
        )

    def focus_after(self, key: str) -> tuple[str, str]:
        """Where the focus is after a key that moves it."""
        before = self.reader.focus
        self.reader.press(key)
        return self.reader.wait_for_focus(lambda focus: focus != before, f"another focus than {before}")


@contextmanager
def bus(variables: dict[str, str], folder: Path) -> Iterator[dict[str, str]]:
    """A session bus of its own, and the variables with which programs find it and make themselves readable."""
    log = (folder / "dbus.log").open("w")
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1"],
        env=variables,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )
    try:
        assert daemon.stdout is not None
        address = daemon.stdout.readline().strip()
        yield {**variables, "DBUS_SESSION_BUS_ADDRESS": address, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
    finally:
        daemon.terminate()
        daemon.communicate(timeout=PATIENCE)
        log.close()


def missing() -> list[str]:
    """What is not on this machine and is needed."""
    absent = [name for name in ("dbus-daemon", "xdotool") if not shutil.which(name)]
    asked = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    return absent + ([] if subprocess.run([PYTHON, "-c", asked], capture_output=True).returncode == 0 else ["Atspi"])


# --- the script: the system's Python, where the package is not


def main() -> None:
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib

    focus = ["", ""]

    def note(event: "Atspi.Event") -> None:
        if event.detail1 and event.source is not None:
            focus[:] = [event.source.get_role_name(), event.source.get_name() or ""]

    def listen(milliseconds: int) -> None:
        loop = GLib.MainLoop()
        GLib.timeout_add(milliseconds, loop.quit)
        loop.run()

    Atspi.init()
    listener = Atspi.EventListener.new(note)
    listener.register("object:state-changed:focused")
    for line in sys.stdin:
        milliseconds, _, what = line.strip().partition(" ")
        listen(int(milliseconds))
        print(json.dumps([[] if what == "focus" else _all(), focus]), flush=True)


def _all():
    """The nodes of every window."""
    from gi.repository import Atspi

    desktop, nodes = Atspi.get_desktop(0), []
    for program in _children(desktop, range(desktop.get_child_count())):
        for window in _children(program, range(program.get_child_count())):
            nodes += _seen(window, window.get_name())
    return nodes


def _seen(node, window):
    """What is showing of a node and below it. What vanishes meanwhile is left out."""
    from gi.repository import GLib

    try:
        states = [state.value_nick for state in node.get_state_set().get_states()]
        if "showing" not in states:
            return []
        role = node.get_role_name()
        found = [
            {
                "role": role,
                "name": node.get_name() or "",
                "description": node.get_description() or "",
                "text": _text(node),
                "states": states,
                "window": window,
            }
        ]
        below = _cells(node) if role == "table" else _children(node, range(min(node.get_child_count(), 500)))
        for child in below:
            found += _seen(child, window)
    except GLib.Error:
        return []
    return found


def _text(node):
    from gi.repository import Atspi

    if "Text" not in Atspi.Accessible.get_interfaces(node):
        return ""
    return Atspi.Text.get_text(node, 0, -1)


def _children(node, numbers):
    return [child for n in numbers if (child := node.get_child_at_index(n)) is not None]


def _cells(table):
    """The headers and the cells that are seen: of a million rows nobody asks for all."""
    from gi.repository import Atspi

    columns = Atspi.Table.get_n_columns(table) + 1
    heads = _children(table, range(columns))
    box = Atspi.Component.get_extents(table, Atspi.CoordType.SCREEN)
    step = max(1, box.height // 64)
    first = None
    for y in range(box.y, box.y + box.height, step):
        first = Atspi.Component.get_accessible_at_point(table, box.x + 8, y, Atspi.CoordType.SCREEN)
        if first is not None and first.get_role_name() == "table cell":
            break
    else:
        return heads
    start = first.get_index_in_parent() // columns * columns
    cells = []
    for row in range(start, table.get_child_count(), columns):
        of_row = _children(table, range(row, row + columns))
        if not any("showing" in [s.value_nick for s in c.get_state_set().get_states()] for c in of_row):
            break
        cells += of_row
    return heads + cells


if __name__ == "__main__":
    main()
