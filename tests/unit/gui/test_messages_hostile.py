"""What senders write into a queue is shown as text, whatever it is: in every column, in tool tips, on the clipboard."""

import unicodedata
from dataclasses import fields, replace

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QLabel

from qmonitor.gui.messages.cells import TIP
from qmonitor.gui.messages.columns import Column
from qmonitor.gui.text import LINE
from qmonitor.queues.model import Destination, Item
from qmonitor.queues.times import parse
from tests.helpers.messages import Source, cell, message, shown, tip

HOSTILE = {
    "markup": '<b>bold</b><img src="http://127.0.0.1:9/x.png"><a href="file:///etc/passwd">&amp;</a><script>',
    "directions": "a\u202egnp.exe\u2066b\u200f\u061cc",
    "nul": "before\x00after",
    "lines": "one\ntwo\r\nthree\u2028four\tfive",
    "controls": "\x1b[31mred\x07\x08\x7f\x9b",
    "no unicode": "caf\udce9",
    "long": "x" * 50_000 + "<i>" + "y" * 50_000,
    "many signs": "\u0301" * 100_000,
    "format": "{count} %s %1 {0} {",
    "empty": "",
    "spaces": "   ",
}
TEXTS = ("channel", "destination", "control_id", "message_type", "state", "last_error", "reason", "stage")
TIMES = ("enqueued_at", "next_attempt", "last_attempt", "dropped_at")


class Fetching(QTextDocument):
    """Notes what a text wants to have loaded."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched = []

    def loadResource(self, kind, url):  # noqa: N802 - Qt's own name
        self.fetched.append(url)


def hostile(words: str) -> Item:
    made = replace(message(7), **dict.fromkeys(TEXTS, words), attempts=3)
    return replace(made, **{name: parse(words) for name in TIMES})


def looks_plain(words: str, most: int = LINE + 40) -> bool:
    """One line, not endless, and without a character that works unseen."""
    return len(words) <= most and not {"Cc", "Cf", "Cs", "Zl", "Zp"} & set(map(unicodedata.category, words))


@pytest.fixture(params=HOSTILE)
def panel(qapp, qtbot, request):
    source = Source([hostile(HOSTILE[request.param])])
    made = shown(source, qtbot)
    made.restore_layout([column.name.lower() for column in Column])
    made.filters.chips[None].click()
    made.set_depth(source.depth())
    return made


def test_every_column_shows_it_as_one_line_of_visible_text(panel):
    for column in Column:
        assert looks_plain(cell(panel, 0, column)), column
        spoken = cell(panel, 0, column, Qt.ItemDataRole.AccessibleTextRole)
        assert looks_plain(spoken), column


def test_tool_tips_show_text_and_fetch_nothing(panel):
    for column in Column:
        given = cell(panel, 0, column, Qt.ItemDataRole.ToolTipRole)
        if given is None:
            continue
        document = Fetching()
        document.setHtml(given)
        document.size()
        assert document.fetched == []
        seen = tip(panel, 0, column)
        assert looks_plain(seen, TIP)
        assert all(not f.charFormat().isAnchor() for f in fragments(document))


def fragments(document):
    block = document.begin()
    while block.isValid():
        iterator = block.begin()
        while not iterator.atEnd():
            yield iterator.fragment()
            iterator += 1
        block = block.next()


def test_it_is_painted_and_copied_in_one_row(panel):
    assert not panel.table.grab().isNull()
    panel.table.selectRow(0)
    panel.chosen.copy()
    copied = QGuiApplication.clipboard().text()
    assert copied.count("\n") == 1
    assert copied.endswith("\n")
    assert copied.count("\t") == len(Column) - 4  # the mark, the stage, and when the source drops it: it does not


def test_no_label_takes_it_for_markup(panel, qtbot):
    item = panel.model.item(0)
    panel.filters.text_field.setText(item.control_id[:60])
    panel.filters.error_field.setText("nothing has this")
    panel.filters._apply()
    panel.set_destination(Destination(item.channel[:200], "<b>elsewhere</b>"))
    panel.go_to.begin()
    panel.go_to.explain(item.id, item, panel.current_query())
    for label in panel.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText or "<" not in label.text(), label.objectName()
        assert len(label.text()) < 2_000
    assert panel.minimumSizeHint().width() <= QSize(640, 0).width()


def test_markup_is_read_as_it_is_written(qapp, qtbot):
    source = Source([hostile(HOSTILE["markup"])])
    panel = shown(source, qtbot)
    panel.filters.chips[None].click()
    assert cell(panel, 0, Column.ERROR) == HOSTILE["markup"]
    assert tip(panel, 0, Column.ERROR) == HOSTILE["markup"]


def test_what_was_cut_carries_a_mark(qapp, qtbot):
    source = Source([hostile(HOSTILE["long"])])
    panel = shown(source, qtbot)
    panel.filters.chips[None].click()
    words = cell(panel, 0, Column.ERROR)
    assert "…" in words
    assert words.startswith("xxx")
    assert words.endswith("yyy")


def test_every_text_and_time_of_an_item_is_among_the_hostile_ones():
    kinds = {field.name: field.type for field in fields(Item)}
    assert {name for name, kind in kinds.items() if kind in (str, "str", str | None)} == set(TEXTS)
    assert {name for name, kind in kinds.items() if "Instant" in str(kind)} == set(TIMES)


def test_a_text_that_wants_something_loaded_is_noticed(qapp):
    document = Fetching()
    document.setHtml(HOSTILE["markup"])
    document.size()
    assert document.fetched
