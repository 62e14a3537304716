"""The views of a payload in the inspector: tied together, masked together, and byte for byte where it counts."""

import hashlib
from dataclasses import replace
from pathlib import Path
from types import BuiltinFunctionType

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QWidget

from qmonitor.gui import text
from qmonitor.gui.inspector.copying import BYTES
from qmonitor.gui.inspector.hit import Hit
from qmonitor.gui.inspector.tree_model import MEANING, ODD, VALUE, TreeModel
from qmonitor.monitor.inspecting import content
from qmonitor.monitor.inspecting.view import View
from qmonitor.queues.audit import AuditEntry
from qmonitor.queues.model import State
from tests.helpers.accessible import assert_accessible
from tests.helpers.inspecting import HEAD, ROW, Source, Store, at, shown_panel
from tests.helpers.spoken import words

RAW = (
    "MSH|^~\\&|HIS|WARD|LIS|LAB|20261126173104||ADT^A01^ADT_A01|M1|P|2.5.1||||||UNICODE UTF-8\r"
    "EVN|A01|20261126173000\rPID|1||4711^^^HOSP^MR~888^^^NAT^NI||Tüll^Änne||19800214|F|||^^^^Köln\r"
    "PV1|1|Q|W4\rZZZ|zeta\rOBX|1|ED|R||^Application^PDF^Base64^" + "JVBERi0xLjQK" * 20 + "\r"
).encode()


@pytest.fixture
def panel(qapp, qtbot, tmp_path):
    return shown_panel(qtbot, "structure", ask_file=lambda _window, _title, name, _suffix: str(tmp_path / name))


@pytest.fixture
def source(panel):
    return Source(panel)


@pytest.fixture
def pages(panel, source):
    panel.show_item(source.put(RAW), ROW)
    source.answer_all()
    return panel.views.pages


def cells(model: TreeModel, parent: QModelIndex = QModelIndex()) -> list[tuple[str, str, str]]:  # noqa: B008
    """Every row of a tree."""
    found = []
    for row in range(model.rowCount(parent)):
        found.append(tuple(model.index(row, column, parent).data() for column in range(3)))
        found += cells(model, model.index(row, 0, parent))
    return found


def byte_of(words: str) -> int:
    return RAW.index(words.encode())


def path(panel) -> str:
    return panel.views.foot.path.text()


def press(qtbot, widget: QWidget, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(widget, key)


# -- structure -----------------------------------------------------------------------------------------------


def test_the_structure_has_path_name_and_value_of_what_says_something(pages):
    rows = cells(pages.structure.model)
    assert ("PID", "Patient Identification", "") in rows
    assert ("PID-3[2].1", "Id Number", "888") in rows
    assert ("PID-5", "Patient Name", "Tüll^Änne") in rows
    assert ("PID-11.5", "Patient Address / Zip Or Postal Code", "Köln") in rows
    assert ("ZZZ", "no description", "") in rows
    assert not [row for row in rows if row[0] == "PID-2"]
    pages.structure.empty.click()
    assert [row for row in cells(pages.structure.model) if row[0] == "PID-2"]


def test_what_a_value_means_stands_beside_it(pages):
    model = pages.structure.model
    beside = {}
    waiting = [QModelIndex()]
    while waiting:
        above = waiting.pop()
        for row in range(model.rowCount(above)):
            waiting.append(model.index(row, 0, above))
            value = model.index(row, VALUE, above)
            beside[model.index(row, 0, above).data()] = value.data(MEANING), value.data(ODD)
    assert beside["PID-8"] == ("female", False)
    assert beside["MSH-7"] == ("2026-11-26 17:31:04", False)
    assert beside["PID-7"] == ("1980-02-14, 46 years old", False)
    assert beside["PV1-2"] == (None, None)


def test_the_model_keeps_qts_rules(pages, qtmodeltester):
    qtmodeltester.check(pages.structure.model)


def test_an_embedded_document_is_described_and_saved_decoded(panel, pages, source, tmp_path):
    assert [row[0] for row in cells(pages.structure.model) if row[2] == "PDF, base64, 180 bytes"] == ["OBX-5.5"]
    panel.views._on_byte(byte_of("JVBER"))
    assert panel.views.foot.document.isVisible()
    panel.views.foot.document.click()
    source.answer_all()
    saved = tmp_path / "48210 OBX-5.5.pdf"
    assert saved.read_bytes() == b"%PDF-1.4\n" * 20
    assert hashlib.sha256(saved.read_bytes()).hexdigest() in panel.views.foot.said.text()


def test_an_oddity_leads_to_its_place(panel, source):
    raw = RAW.replace(b"ZZZ|zeta", b"ZZZ|o\\q\\wn")
    panel.show_item(source.put(raw), ROW)
    source.answer_all()
    assert panel.views.foot.oddities.isVisible()
    assert panel.views.foot.oddities.accessibleName().startswith("1 oddity: ")
    panel.views.foot.oddities.click()
    assert path(panel).startswith("ZZZ-1")


# -- places --------------------------------------------------------------------------------------------------


def test_a_row_of_the_tree_is_shown_in_text_and_hex(panel, pages, qtbot):
    model, tree = pages.structure.model, pages.structure.tree
    spot = [n for n in range(model.rowCount()) if model.index(n, 0).data() == "PID"][0]
    row = model.index(0, 0, model.index(1, 0, model.index(spot, 0)))
    tree.setCurrentIndex(row)
    assert path(panel) == "PID-3[1] · Patient Identifier List"
    pages.turn_to("text")
    marked = pages.text.edit.extraSelections()
    assert [one.cursor.selectedText() for one in marked] == ["4711^^^HOSP^MR"]
    pages.turn_to("hex")
    begin = byte_of("4711")
    assert pages.hex._place == (begin, begin + len("4711^^^HOSP^MR"))
    assert pages.hex._cursor == begin


def test_the_cursor_of_the_text_is_shown_in_tree_and_hex(panel, pages):
    pages.turn_to("text")
    edit = pages.text.edit
    cursor = edit.textCursor()
    cursor.setPosition(edit.toPlainText().index("Änne"))
    edit.setTextCursor(cursor)
    assert path(panel) == "PID-5.2 · Patient Name / Given Name"
    assert edit.textCursor().position() == edit.toPlainText().index("Änne")
    pages.turn_to("structure")
    assert pages.structure.tree.currentIndex().data() == "PID-5.2"
    pages.turn_to("hex")
    assert pages.hex._place == (byte_of("Änne"), byte_of("Änne") + len("Änne".encode()))


def test_the_hex_is_led_by_keys(panel, pages, qtbot):
    pages.turn_to("hex")
    pages.hex.setFocus()
    press(qtbot, pages.hex, Qt.Key.Key_Right, Qt.Key.Key_Down)
    assert pages.hex._cursor == 1 + pages.hex.per_row
    assert pages.hex.accessibleDescription().startswith(f"{pages.hex._cursor:08x}: ")
    assert path(panel)
    qtbot.keyClick(pages.hex, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert pages.hex._cursor == len(RAW) - 1
    press(qtbot, pages.hex, Qt.Key.Key_PageUp, Qt.Key.Key_Home)
    qtbot.keyClick(pages.hex, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(pages.hex, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    pages.hex.copy()
    assert QGuiApplication.clipboard().text().startswith("00000000  4d 53 48")


@pytest.mark.parametrize("width", [330, 460, 900])
def test_every_byte_has_its_place_in_the_hex(panel, pages, width):
    panel.resize(width, 600)
    pages.turn_to("hex")
    shown = ""
    for base in range(0, len(RAW), pages.hex.per_row):
        values, characters = pages.hex._row(base)
        shown += values.replace(" ", "")
        assert len(characters) == min(pages.hex.per_row, len(RAW) - base)
    assert bytes.fromhex(shown) == RAW


# -- copying and saving --------------------------------------------------------------------------------------


def test_what_is_stored_is_copied_byte_for_byte(panel, pages, source):
    panel.command("copy-stored")
    source.answer_all()
    copied = QGuiApplication.clipboard().mimeData()
    assert bytes(copied.data(BYTES).data()) == RAW
    assert hashlib.sha256(RAW).hexdigest() in panel.views.foot.said.text()
    assert hashlib.sha256(RAW).hexdigest() in panel.views.foot.said.toolTip()


def test_what_is_stored_is_saved_byte_for_byte_and_replaces_nothing(panel, pages, source, tmp_path):
    panel.command("save-stored")
    source.answer_all()
    assert (tmp_path / "48210.hl7").read_bytes() == RAW
    assert hashlib.sha256(RAW).hexdigest() in panel.views.foot.said.text()
    (tmp_path / "48210.hl7").write_bytes(b"other")
    panel.command("save-stored")
    source.answer_all()
    assert (tmp_path / "48210.hl7").read_bytes() == b"other"
    assert panel.views.foot.said.text().startswith("There is a file named 48210.hl7 already.")
    assert [one.name for one in tmp_path.iterdir()] == ["48210.hl7"]


def test_value_path_and_field_as_sent_are_copied(panel, pages, source):
    panel.views._on_byte(byte_of("Änne"))
    panel.command("copy-value")
    assert QGuiApplication.clipboard().text() == "Änne"
    panel.command("copy-path")
    assert QGuiApplication.clipboard().text() == "PID-5.2"
    model = pages.structure.model
    pid = next(model.index(n, 0) for n in range(model.rowCount()) if model.index(n, 0).data() == "PID")
    name = next(model.index(n, 0, pid) for n in range(model.rowCount(pid)) if model.index(n, 0, pid).data() == "PID-5")
    pages.structure.tree.setCurrentIndex(name)
    panel.views.copying.copy_sent(panel.views.part)
    source.answer_all()
    assert bytes(QGuiApplication.clipboard().mimeData().data(BYTES).data()) == "Tüll^Änne".encode()


# -- masking -------------------------------------------------------------------------------------------------

CANARIES = ("Tüll", "Änne", "4711", "888", "19800214", "1980-02-14", "46 years", "zeta", "JVBER", "Köln")


def spoken(panel) -> str:
    """Everything that the panel writes, tells on hover or has read aloud."""
    words = []
    for widget in (panel, *panel.findChildren(QWidget)):
        words += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.statusTip()]
        own = [getattr(widget, name, None) for name in ("text", "toPlainText")]
        words += [str(read()) for read in own if isinstance(read, BuiltinFunctionType)]
    roles = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole, MEANING)
    pages = panel.views.pages
    waiting = [QModelIndex()]
    while waiting:
        above = waiting.pop()
        for row in range(pages.structure.model.rowCount(above)):
            waiting.append(pages.structure.model.index(row, 0, above))
            for column in range(3):
                index = pages.structure.model.index(row, column, above)
                words += [str(index.data(role)) for role in (Qt.ItemDataRole.DisplayRole, *roles)]
    model = pages.comparison.model
    for row in range(model.rowCount()):
        words += [
            str(model.index(row, c).data(role)) for c in range(4) for role in (Qt.ItemDataRole.DisplayRole, *roles)
        ]
    words += [" ".join(pages.hex._row(base)) for base in range(0, len(RAW), pages.hex.per_row)]
    return "\n".join(words)


def test_nothing_of_a_person_is_anywhere_while_masked(panel, source):
    panel.set_masked(True)
    item = source.put(RAW, last_error="AE: unknown patient Tüll^Änne", reason="for Tüll")
    source.put(RAW.replace(b"4711", b"4712"), id=7, state=State.DELIVERED)
    act = ("retry-now", "adt/registry", "p")
    source.store.entries = (AuditEntry(3, at(-30), "ann@ward-7", "w", *act, 1, 1, (HEAD.id,), "asked by Tüll", "1"),)
    panel.show_item(item, ROW)
    source.answer_all()
    for name in ("text", "hex", "compare", "details", "structure"):
        panel.views.pages.turn_to(name)
        source.answer_all()
    panel.views._on_byte(byte_of("Änne"))
    panel.views.pages.comparison.alike.click()
    assert "Retry now by ann@ward-7" in spoken(panel)
    found = spoken(panel)
    for canary in CANARIES:
        assert canary not in found, canary
        assert canary.encode().hex(" ") not in found
    assert "••••^••••" in found
    assert panel.views.pages.comparison.model.rowCount() > 10
    panel.set_masked(False)
    source.answer_all()
    panel.views.pages.turn_to("text")
    assert "Änne" in panel.views.pages.text.edit.toPlainText()


def test_what_is_stored_is_neither_copied_nor_saved_while_masked(panel, source, tmp_path):
    panel.set_masked(True)
    panel.show_item(source.put(RAW), ROW)
    source.answer_all()
    QGuiApplication.clipboard().setText("before")
    panel.views._on_byte(byte_of("JVBER"))
    for do in (
        lambda: panel.command("copy-stored"),
        lambda: panel.command("save-stored"),
        panel.views.foot.document.click,
        lambda: panel.views.copying.copy_sent(panel.views.part),
    ):
        panel.views.foot.tell("")
        do()
        assert source.asked == []
        assert panel.views.foot.said.text().startswith("Not while the patient's data are masked")
    assert QGuiApplication.clipboard().text() == "before"
    assert list(tmp_path.iterdir()) == []
    panel.views._on_byte(byte_of("Änne"))
    panel.command("copy-value")
    assert QGuiApplication.clipboard().text() == "••••"


def test_masking_empties_every_view_at_once(panel, pages, source):
    for name in ("text", "hex"):
        pages.turn_to(name)
    panel.set_masked(True)
    assert pages.text.edit.toPlainText() == ""
    assert pages.structure.model.rowCount() == 0
    assert pages.hex._content is None


# -- comparing, and what happened ----------------------------------------------------------------------------


def test_the_last_delivered_of_its_kind_is_proposed(panel, pages, source):
    source.put(RAW.replace(b"Q|W4", b"I|W4|new"), id=40, state=State.DELIVERED)
    source.put(RAW, id=41, state=State.DELIVERED, message_type="ADT^A08")
    pages.turn_to("compare")
    source.answer_all()
    model = pages.comparison.model
    rows = [tuple(model.index(n, c).data() for c in (0, 2, 3)) for n in range(model.rowCount())]
    assert rows == [("PV1-2", "Q", "I"), ("PV1-4", "not there", "new")]
    assert pages.comparison.said.text().startswith("Message 40, ADT^A01, delivered, queued ")
    assert "2 differences in " in pages.comparison.said.text()
    pages.comparison.table.row_opened.emit(0)
    assert pages.current == "structure"
    assert path(panel).startswith("PV1-2")


def test_any_message_is_compared_by_its_id(panel, pages, source, qtbot):
    source.put(RAW, id=9)
    pages.turn_to("compare")
    source.answer_all()
    assert pages.comparison.said.text().startswith("Nothing delivered to this destination")
    for typed in ("9", "77"):
        source.store.items = {str(key): item for key, item in source.store.items.items()}
        source.payloads["9"] = RAW
        pages.comparison.field.setText(typed)
        qtbot.keyClick(pages.comparison.field, Qt.Key.Key_Return)
        source.answer_all()
        if typed == "9":
            assert "No difference in " in pages.comparison.said.text()
        else:
            assert pages.comparison.said.text().startswith("gone")


def test_who_acted_when_is_told_with_everything_that_happened(panel, pages, source):
    entry = AuditEntry(
        3, at(-30), "ann@ward-7", "ward-7", "retry-now", "adt/registry", "p", 1, 2, (1, HEAD.id), "asked", "1"
    )
    source.store.entries = (replace(entry, id=4, ids=(1,)), entry)
    pages.turn_to("details")
    assert pages.details.said.text() == "Reading who acted on it …"
    source.answer_all()
    told = [value.text() for value in pages.details.past.values.values()]
    assert told == [
        "Attempt 61: connection refused",
        "Retry now by ann@ward-7. Reason: asked.",
        "Queued. Reason: the receiver did not answer.",
    ]


# -- encodings -----------------------------------------------------------------------------------------------


def test_another_encoding_changes_what_is_seen_and_nothing_that_is_stored(panel, pages, source):
    pages.turn_to("text")
    foot = panel.views.foot
    assert foot.encoding.accessibleName() == "Encoding UTF-8: declared by the message"
    foot.encoding.menu().aboutToShow.emit()
    latin = next(one for one in foot.encoding.menu().actions() if one.data() == "iso8859-1")
    latin.trigger()
    assert pages.text.edit.toPlainText() == ""
    source.answer_all()
    assert "Ã" in pages.text.edit.toPlainText()
    assert foot.encoding.accessibleName() == "Encoding ISO 8859-1: chosen for this view"
    panel.command("copy-stored")
    source.answer_all()
    assert bytes(QGuiApplication.clipboard().mimeData().data(BYTES).data()) == RAW


def test_an_encoding_is_assumed_where_messages_do_not_say(panel, source, qtbot):
    raw = "MSH|^~\\&|HIS\rPID|1||1||Łoś^ż\r".encode("iso8859-2")
    panel.show_item(source.put(raw), ROW)
    source.answer_all()
    with qtbot.waitSignal(panel.assumed_chosen) as told:
        panel.views.foot.assumed_chosen.emit("iso8859-2")
    assert told.args == ["iso8859-2"]
    source.answer_all()
    assert any(row[2] == "Łoś^ż" for row in cells(panel.views.pages.structure.model))


# -- what a search has found -----------------------------------------------------------------------------------


def chosen_path(panel) -> str:
    index = panel.views.pages.structure.tree.currentIndex()
    return index.siblingAtColumn(0).data() if index.isValid() else ""


@pytest.mark.parametrize("known_before", [True, False])
@pytest.mark.parametrize("tab", ["structure", "text", "hex", "compare", "details"])
def test_what_was_found_is_chosen_where_it_stands(qtbot, tab, known_before):
    """Also where its message comes later than the place, and in the view that is looked at if it has places."""
    panel = shown_panel(qtbot, tab)
    source = Source(panel)
    item = source.put(RAW)
    begin = byte_of("888")
    if not known_before:
        panel.show_item(item, ROW)
        source.answer_all()
    panel.show_hit(item.id, begin, begin + 2)
    panel.show_item(item, ROW)
    source.answer_all()

    pages = panel.views.pages
    assert pages.current == (tab if tab in ("structure", "text", "hex") else "structure")
    assert path(panel).startswith("PID-3[2].1")
    if pages.current == "structure":
        assert chosen_path(panel) == "PID-3[2].1"
        tree = pages.structure.tree
        assert tree.viewport().rect().intersects(tree.visualRect(tree.currentIndex()))
    elif tab == "text":
        (marked,) = pages.text.edit.extraSelections()
        assert marked.cursor.selectedText() == "88"
    else:
        assert pages.hex._place == (begin, begin + 2)


def test_what_was_found_waits_for_its_own_message(panel, source):
    other = source.put(RAW, id=7)
    wanted = source.put(RAW)
    panel.show_hit(wanted.id, byte_of("zeta"), byte_of("zeta") + 4)
    panel.show_item(other, ROW)
    source.answer_all()
    assert chosen_path(panel) == ""
    panel.show_item(wanted, ROW)
    source.answer_all()
    assert chosen_path(panel) == "ZZZ-1"


def test_what_was_found_is_shown_where_a_view_reaches_it():
    """The tree ends with what is described, the text with what it follows, the hex nowhere."""
    store, size = Store(), 5 * 2**20
    store.payloads[HEAD.id] = RAW + b"NTE|1||" + b"x" * (size - len(RAW) - 7)
    first = content.begin(store, HEAD.id, size, View())
    far, near = Hit(HEAD.id, size - 5, size - 1), Hit(HEAD.id, 20, 24)
    assert (near.waits_for(first), far.waits_for(first), near.waits_for(None)) == (False, True, True)
    assert Hit(7, 20, 24).waits_for(first)
    whole = content.complete(store, HEAD.id, size, View(), lambda: None)
    assert not far.waits_for(whole)
    assert far.view(whole, "details") == far.view(whole, "text") == "structure"
    cut = replace(first, whole=True)
    assert far.view(cut, "structure") == far.view(cut, "text") == "hex"
    assert [near.view(cut, name) for name in ("structure", "text", "hex", "compare")] == [
        "structure",
        "text",
        "hex",
        "structure",
    ]
    assert Hit(HEAD.id, size, size + 1).view(whole, "hex") == ""


def test_a_place_beyond_the_end_is_told_and_nothing_is_chosen(panel, pages):
    panel.show_hit(HEAD.id, len(RAW) + 3, len(RAW) + 9)
    assert "is not there any more" in panel.views.foot.said.text()
    assert chosen_path(panel) == ""


def test_masking_forgets_what_was_found(panel, source):
    item = source.put(RAW)
    panel.show_hit(item.id, byte_of("888"), byte_of("888") + 3)
    panel.set_masked(True)
    panel.show_item(item, ROW)
    source.answer_all()
    assert chosen_path(panel) == ""
    assert path(panel) == ""


# -- whatever comes ------------------------------------------------------------------------------------------

CORPUS = sorted((Path(__file__).parents[1] / "payloads" / "corpus").rglob("*.txt"))
OTHERS = (
    b'{"resourceType": "Patient", "id": 9223372036854775807, "name": [{"family": "T\\u00fcll"}], "x": null}',
    b"<?xml version='1.0'?><a b='c'><d>e</d><d/></a>",
    b"\xa2\x61a\x01\x61b\x82\x02\xf6",
    b"\x00\xff\x10" * 300,
    "plain\ttext\n\0\x1f \U0001f600 \u202e".encode(),
    "MSH|^~\\&|A\rPID|1||1||X^Y\r".encode("utf-16"),
    b"MSH",
    b"\r",
)


@pytest.mark.parametrize("masked", [False, True])
def test_every_kind_of_payload_opens_in_every_view(panel, source, qtbot, masked):
    assert len(CORPUS) >= 70
    panel.set_masked(masked)
    for number, raw in enumerate((*OTHERS, *(one.read_bytes() for one in CORPUS)), 1):
        panel.show_item(source.put(raw, id=number), ROW)
        for name in ("structure", "text", "hex"):
            panel.views.pages.turn_to(name)
            source.answer_all()
            panel.views.pages.view(name).grab()
        for byte in range(0, len(raw), 17):
            panel.views._on_byte(byte)
        assert panel.views.pages.text._lines.fed == len(raw)


def test_it_is_named_and_reached_by_keyboard(panel, pages, source):
    for name in ("text", "hex", "compare", "details", "structure"):
        pages.turn_to(name)
        source.answer_all()
    assert_accessible(panel)


def test_another_message_shows_nothing_of_the_one_before(panel, source):
    for number in range(1, 30):
        panel.show_item(source.put(f"MSH|^~\\&|N{number}\r".encode(), id=number), ROW)
    answers = len(source.asked)
    for n in range(answers):
        source.answer(n)
        if n < answers - 1:
            assert panel.looking.content is None
    assert any(row[2] == "N29" for row in cells(panel.views.pages.structure.model))


def test_a_huge_line_is_shown_from_its_beginning_and_then_as_a_whole(panel, source):
    raw = RAW[:-1] + b"JVBERi0xLjQK" * 500_000 + b"\r"
    panel.show_item(source.put(raw), ROW)
    source.answer(0)
    pages = panel.views.pages
    assert pages.structure.said.text().startswith(f"{text.number(content.FIRST)} of ")
    assert source.asked[1][0] == "whole"
    assert source.asked[1][3], "it gives way to others"
    source.answer(1)
    assert pages.structure.said.text() == ""
    assert any(row[2].startswith("PDF, base64, ") for row in cells(pages.structure.model))
    assert len(panel.looking.content.raw) == content.FIRST
    pages.turn_to("hex")
    source.asked.clear()
    pages.hex._go(len(raw) - 1, extend=False)
    pages.hex.grab()
    assert [key for key, *_ in source.asked] == ["hex"]
    source.answer_all()
    assert pages.hex._row(pages.hex._cursor // pages.hex.per_row * pages.hex.per_row)[0].endswith("0d")


def test_a_cursor_beyond_the_basic_plane_is_at_its_byte(panel, source):
    raw = "MSH|^~\\&|😀😀|B\r".encode()
    panel.show_item(source.put(raw), ROW)
    panel.views.pages.turn_to("text")
    source.answer_all()
    edit = panel.views.pages.text.edit
    cursor = edit.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.Start)
    cursor.movePosition(QTextCursor.MoveOperation.Right, n=12)
    edit.setTextCursor(cursor)
    assert path(panel).startswith("MSH-4")


def test_the_store_of_the_tests_answers_like_a_reader():
    store = Store()
    made = content.begin(store, HEAD.id, HEAD.size, View())
    assert made.whole
    assert made.held


def test_a_control_id_that_is_the_patients_number_is_masked_once_that_is_known(panel, source):
    panel.set_masked(True)
    item = replace(source.put(RAW), control_id="M-4711")
    panel.show_item(item, ROW)
    source.answer_all()
    assert panel.title.text() == "••••••"
    assert "M-4711" not in " ".join(words(panel))
    panel.set_masked(False)
    source.answer_all()
    assert panel.title.text() == "M-4711"
    panel.show_item(replace(item, control_id="M1"), ROW)
    panel.set_masked(True)
    source.answer_all()
    assert panel.title.text() == "M1"
