"""The real window on odd messages that are full of names: masked, none of them is said, drawn or copied."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QGuiApplication, QPicture
from PySide6.QtWidgets import QWidget

from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings
from qmonitor.monitor.journal.keeping import Keeping
from qmonitor.monitor.opening import Terms
from qmonitor.monitor.search import How
from tests.helpers import files
from tests.helpers.spoken import words

CANARIES = ("Quentin", "777123", "19700131", "1970-01-31", "Elm Row")
HEAD = b"MSH|^~\\&|LAB|NORTH|RCV|SOUTH|20261129080000||ADT^A08|C1|P|2.5.1"
PERSON = b"PID|1||777123^^^NORTH^MR||Quentin^Vera||19700131|F|||Elm Row 5^^Upton||555-0101"
HL7 = (
    HEAD
    + b"\r"
    + PERSON
    + b"\rNTE|1||Quentin called\rORC|RE|777123\rOBX|1|ED|R||^Application^PDF^Base64^UXVlbnRpbg==\r"
)
PAYLOADS = (
    HL7,
    HEAD + b"\x1e" + PERSON + b"\rPV1|1|I\r",
    b"for Quentin:\r" + HL7,
    b'{"Quentin Vera": {"777123": [true, 1]}, "born 1970-01-31": {"x": 1, "x": 2}}',
    b'{"resourceType":"Patient","Quentin":true,"name":[{"family":"Quentin","use":"Quentin"}],"birthDate":"1970-01-31"}',
    b'<Patient xmlns="http://hl7.org/fhir"><!-- Quentin --><name><family value="Quentin"/></name></Patient Quentin>',
    b"Quentin was here, 777123",
    b"\xa1\x6cQuentin Vera\x67Quentin",
    HL7.decode().encode("utf-16"),
    HEAD + b"\rPID|1||777123||Quentin^Vera\rOBX|1|TX|A||" + b"x" * 6_000_000 + b"Quentin\r",
)
ERRORS = ("AE: patient Quentin (777123) is unknown", "Quentin")
AT = "2026-11-01T08:00:00.000000000Z"


@pytest.fixture
def window(tmp_path: Path, qtbot: Any):
    tried = {"state": "failed", "attempts": 8, "last_attempt": AT, "reason": "asked for Quentin"}
    rows = [{**tried, "raw": raw, "last_error": ERRORS[n % 2]} for n, raw in enumerate(PAYLOADS)]
    path = files.queue(tmp_path / "engine.db", [*rows, {"raw": HL7, "state": "delivered", "attempts": 1}])
    made = MainWindow(
        Settings(None), Terms(), lambda: Keeping(tmp_path / "state" / "alerts.toml", tmp_path / "state" / "audit.db")
    )
    QGuiApplication.clipboard().clear()
    made.resize(1440, 860)
    made.show()
    made.open(str(path))
    qtbot.waitUntil(lambda: made.view.panels is not None and made.view.sample is not None)
    yield made
    assert made.shut_down()
    made.deleteLater()


def drawn(widget: QWidget) -> str:
    """The texts that are painted, whoever paints them."""
    picture = QPicture()
    picture.setBoundingRect(widget.rect())
    widget.render(picture)
    stored = bytes(picture.data())
    return "".join(stored[begin:].decode("utf-16-be", "replace") for begin in (0, 1))


def assert_silent(window: MainWindow) -> None:
    said = {"said": words(window), "drawn": drawn(window), "copied": QGuiApplication.clipboard().text()}
    assert not [(how, one) for how, found in said.items() for one in CANARIES if one in found]


def look_at(window: MainWindow, qtbot: Any, number: int, tab: str) -> Any:
    """The view of a message; it has what it shows."""
    inspector = window.view.panels.inspector
    window.view.panels.focus.inspect(number)
    inspector.views.pages.turn_to("structure")
    looking = inspector.looking
    qtbot.waitUntil(lambda: looking.item is not None and looking.item.id == number and looking.content is not None)
    qtbot.waitUntil(lambda: looking.content is not None and looking.content.whole)
    inspector.views.pages.turn_to(tab)
    if tab == "compare":
        qtbot.waitUntil(lambda: inspector.views.pages.comparison.said.text() != "Comparing …")
    return inspector.views.pages.view(tab)


def parts(tree: Any) -> list[QModelIndex]:
    found, waiting = [], [QModelIndex()]
    while waiting:
        above = waiting.pop()
        below = [tree.model().index(row, 0, above) for row in range(tree.model().rowCount(above))]
        found += below
        waiting += below
    return found


@pytest.mark.parametrize("tab", ["structure", "text", "hex", "compare", "details"])
def test_no_message_says_who_it_is_about(window, qtbot, tab):
    for number in range(1, len(PAYLOADS) + 1):
        look_at(window, qtbot, number, tab)
        assert_silent(window)


def test_no_part_is_copied_or_named_below(window, qtbot):
    panels = window.view.panels
    for number in range(1, len(PAYLOADS) + 1):
        structure = look_at(window, qtbot, number, "structure")
        structure.tree.expandAll()
        for index in parts(structure.tree):
            structure.tree.setCurrentIndex(index)
            copied = []
            for command in ("copy-value", "copy-path", "copy-stored"):
                panels.inspector.command(command)
                copied.append(QGuiApplication.clipboard().text())
            foot = panels.inspector.views.foot
            said = [*copied, foot.path.text(), foot.path.toolTip(), foot.said.text()]
            assert not [one for one in CANARIES if one in "\n".join(said)]


def test_what_is_found_says_nothing_of_where(window, qtbot):
    finder = window.view.panels.finder
    window.view.panels.go_to("finder")
    for how, what, hits in ((How.TEXT, "true", 2), (How.PATTERN, "ADT.A08", 6), (How.PATTERN, "(?=[^Q]*Quentin)M", 0)):
        finder.bar.how.setCurrentIndex(finder.bar.how.findData(str(how)))
        finder.bar.field.setText(what)
        finder.bar.field.returnPressed.emit()
        qtbot.waitUntil(lambda: not finder.running.going, timeout=30_000)
        assert finder.model.rowCount() == hits
        finder.bar.field.clear()
        assert_silent(window)


def test_an_open_eye_stands_beside_what_is_unmasked(window, qtbot):
    """The word is the same, and where there is little room the picture is all that there is."""

    def drawn():
        return window.commands["masked"].icon().pixmap(16).toImage()

    struck = drawn()
    window.commands["masked"].trigger()
    qtbot.waitUntil(lambda: not window.masking.on)
    opened = drawn()
    assert opened != struck
    window.commands.draw_icons()
    assert drawn() == opened
    window.commands["masked"].trigger()
    assert window.masking.on
    assert drawn() == struck


def test_masking_while_something_is_read_shows_nothing_of_it(window, qtbot):
    """The long message is on its way as values when marks are asked for."""
    panels = window.view.panels
    for tab in ("structure", "text", "hex"):
        window.commands["masked"].trigger()
        qtbot.waitUntil(lambda: not window.masking.on)
        look_at(window, qtbot, 1, tab)
        panels.focus.inspect(len(PAYLOADS))
        assert any(one in words(window) + drawn(window) for one in CANARIES)  # who looks for names finds them
        window.commands["masked"].trigger()
        assert_silent(window)
        look_at(window, qtbot, len(PAYLOADS), tab)
        assert_silent(window)
