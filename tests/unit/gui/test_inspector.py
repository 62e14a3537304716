"""The inspector shows one message, and never another one's content."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QLabel

from qmonitor.gui import text, theme
from qmonitor.gui.inspector import InspectorPanel
from qmonitor.gui.inspector.model import LONG_ID, facts, shown, summary
from qmonitor.gui.inspector.panel import TABS
from qmonitor.gui.inspector.past import caveat, events
from qmonitor.gui.inspector.text_view import SLICE
from qmonitor.monitor.inspecting.acts import Acts
from qmonitor.monitor.inspecting.content import FIRST
from qmonitor.queues.errors import SourceBusy, UnknownItem
from qmonitor.queues.model import DepthRow, Item, State
from qmonitor.queues.times import parse
from tests.helpers.inspecting import HEAD, RAW, ROW, Source, at, shown_panel


@pytest.fixture
def panel(qapp, qtbot):
    return shown_panel(qtbot)


@pytest.fixture
def source(panel):
    return Source(panel)


def body(panel: InspectorPanel) -> str:
    return panel.views.pages.text.edit.toPlainText()


def everything(panel: InspectorPanel) -> str:
    labels = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
    return "\n".join([*labels, body(panel)])


# -- words ---------------------------------------------------------------------------------------------------


def test_the_head_says_what_it_blocks_how_often_it_was_tried_and_why_it_is_there(qapp):
    told = summary(HEAD, ROW, at(0))
    assert told.case.startswith("Head of adt/registry, blocks 311 messages behind it. Tried 61 times, last at ")
    assert told.case.endswith(": connection refused")
    assert "Reason: the receiver did not answer. Next attempt " in told.story
    assert told.urgent


@pytest.mark.parametrize(
    ("item", "row", "case", "urgent"),
    [
        (replace(HEAD, attempts=0), replace(ROW, pending=1), "Head of adt/registry. Not tried yet.", False),
        (replace(HEAD, id=7, attempts=0), ROW, "Behind the head of adt/registry, message 48210. Not tried yet.", False),
        (replace(HEAD, attempts=0), None, "Pending for adt/registry. Not tried yet.", False),
        (replace(HEAD, attempts=None), None, "Pending for adt/registry. How often it was tried is not known.", False),
        (replace(HEAD, attempts=None, state=State.FAILED), None,
         "Given up: it stays until somebody acts, and blocks nothing.", True),
        (
            replace(HEAD, attempts=0),
            replace(ROW, head=None),
            "Pending for adt/registry. Not tried yet.",
            False,
        ),
        (replace(HEAD, state=State.DELIVERED, attempts=1, last_error="", last_attempt=None), ROW,
         "Delivered to adt/registry. Tried once, at not recorded by source.", False),
        (replace(HEAD, state="weird", attempts=0), ROW, "In the state “weird”, which qmonitor does not know.", False),
    ],
)  # fmt: skip
def test_what_is_the_case_is_said_in_a_sentence(qapp, item, row, case, urgent):
    told = summary(item, row, at(0))
    assert (told.case, told.urgent) == (case, urgent)


def test_until_when_it_is_kept_is_said_where_that_is_known_and_else_not_asked(qapp):
    dead = replace(HEAD, state=State.FAILED, stage="dead-lettered")
    assert "dropped" not in {fact.key for fact in facts(dead, None, at(0))}
    told = {fact.key: fact.value for fact in facts(replace(dead, dropped_at=at(3600)), None, at(0))}
    assert told["dropped"] == text.local_time(at(3600))


def test_attempts_that_nobody_counted_are_no_zero(qapp):
    waiting = replace(HEAD, attempts=None, last_attempt=None, last_error="")
    told = {fact.key: fact.value for fact in facts(waiting, None, at(0))}
    assert told["attempts"] == "not known"
    assert told["last"] == told["error"] == "not recorded by source"
    told = {fact.key: fact.value for fact in facts(replace(waiting, attempts=0), None, at(0))}
    assert (told["attempts"], told["last"], told["error"]) == ("0", "none yet", "none")
    acts = Acts((), 0, complete=True)
    assert [event.value for event in events(waiting, acts)] == ["Queued. Reason: the receiver did not answer."]
    assert caveat(waiting, acts, "") == "The source keeps no attempts."
    assert "the last one only" in caveat(HEAD, acts, "")


def test_when_the_source_drops_a_message_is_said_while_it_waits(qapp):
    kept = replace(HEAD, dropped_at=at(3 * 86_400 + 3_600))
    assert summary(kept, ROW, at(0)).story.endswith("Dropped by the source in 3 d 1 h.")
    assert "may be dropped at any moment" in summary(kept, ROW, at(4 * 86_400)).story
    for never in (HEAD, replace(kept, state=State.SKIPPED), replace(kept, state=State.DELIVERED)):
        assert "ropped" not in summary(never, ROW, at(0)).story


def test_a_long_id_may_be_broken_in_the_title(qapp):
    found = "kv:6772616465730018d75b8423f3000000000000"
    words = shown(found, 80, LONG_ID)
    assert words.replace("\u200b", "") == found
    assert max(map(len, words.split("\u200b"))) <= LONG_ID
    assert shown("48210", 80, LONG_ID) == "48210"


def test_failed_and_skipped_are_told_apart(qapp):
    failed = summary(replace(HEAD, state=State.FAILED), ROW, at(0))
    assert failed.case.startswith("Given up: it stays until somebody acts, and blocks nothing. Tried 61 times")
    assert failed.urgent


@pytest.mark.parametrize(
    ("stored", "case"),
    [
        ("skipped by jdoe@ws", "Skipped by jdoe@ws at {time}: it will not be sent, unless it is restored."),
        ("drained by jdoe@ws", "Drained by jdoe@ws at {time}: it will not be sent, unless it is restored."),
        ("", "Skipped at {time}: it will not be sent, unless it is restored."),
        ("too old", "Skipped at {time}: it will not be sent, unless it is restored. too old"),
    ],
)
def test_who_skipped_a_message_is_said_once(qapp, stored, case):
    skipped = summary(replace(HEAD, state=State.SKIPPED, last_error=stored), ROW, at(0))
    assert skipped.case == case.format(time=text.short_time(HEAD.last_attempt))
    assert not skipped.urgent


@pytest.mark.parametrize(("pending", "words"), [(1, "."), (2, ", blocks 1 message behind it.")])
def test_one_message_behind_is_one(qapp, pending, words):
    told = summary(HEAD, replace(ROW, pending=pending), at(0))
    assert told.case.startswith(f"Head of adt/registry{words} ")


def test_a_time_that_is_past_is_no_next_attempt(qapp):
    due = replace(HEAD, next_attempt=at(-60))
    assert "Due since " in summary(due, ROW, at(0)).story
    assert "Next attempt" not in summary(due, ROW, at(0)).story
    assert values(due)["next"].startswith("due since 20")
    for state in (State.DELIVERED, State.FAILED, State.SKIPPED):
        assert values(replace(HEAD, state=state))["next"] == "none"
        assert "ttempt" not in summary(replace(HEAD, state=state), ROW, at(0)).story


def values(item: Item, row: DepthRow | None = ROW) -> dict[str, str]:
    return {fact.key: fact.value for fact in facts(item, row, at(0))}


def test_facts_are_complete(qapp):
    known = values(HEAD)
    assert known["id"] == "48210"
    assert known["age"] == "3 d 04:12"
    assert known["attempts"] == "61"
    assert known["error"] == "connection\nrefused"
    assert known["queued"] == text.local_time(HEAD.enqueued_at)
    tips = {fact.key: fact.tip for fact in facts(HEAD, ROW, at(0))}
    assert HEAD.enqueued_at.text in tips["queued"]


def test_what_the_source_does_not_store_says_so(qapp):
    bare = Item("adt", "registry", id=1, attempts=3)
    known = values(bare)
    for key in ("control-id", "type", "queued", "last", "reason", "error", "age"):
        assert known[key] == "not recorded by source", key
    assert values(replace(bare, attempts=0))["last"] == "none yet"
    assert values(replace(bare, attempts=0))["error"] == "none"
    assert values(replace(bare, enqueued_at=parse("once upon a time")))["queued"] == "once upon a time"


def test_a_message_behind_the_head_has_no_next_attempt_of_its_own(qapp):
    assert values(replace(HEAD, id=48211))["next"] == "behind the head"
    assert values(HEAD)["next"] == text.local_time(HEAD.next_attempt)


# -- the panel -----------------------------------------------------------------------------------------------


def test_nothing_selected_is_said(panel, source):
    assert everything(panel).strip() == "No message is selected."
    assert source.asked == []


def test_a_message_is_shown_with_its_text(panel, source):
    panel.show_item(HEAD, ROW)
    assert panel.title.text() == "MSG88120"
    assert panel.subtitle.text() == f"ADT^A01 · {len(RAW)} bytes"
    assert source.keys == ["content"]
    source.answer()
    assert panel.subtitle.text() == f"ADT^A01 · {len(RAW)} bytes · HL7 v2 · UTF-8"
    assert body(panel).splitlines()[1].startswith("PID|1||4711")
    assert panel.views.pages.text.said.text() == f"{len(RAW)} of {len(RAW)} bytes · shown as UTF-8"
    assert panel.views.pages.text.more.isHidden()


def test_an_urgent_case_is_painted_in_the_colour_of_danger(panel):
    panel.show_item(HEAD, ROW)
    assert panel.case.palette().color(QPalette.ColorRole.WindowText) == QColor(theme.current().danger)
    panel.show_item(replace(HEAD, attempts=0), ROW)
    assert panel.case.palette().color(QPalette.ColorRole.WindowText) == QColor(theme.current().text)


def test_the_payload_is_not_read_before_somebody_looks_at_it(panel, source):
    panel.views.pages.turn_to("details")
    panel.show_item(HEAD, ROW)
    assert source.keys == ["acts"]
    panel.views.pages.turn_to("text")
    assert source.keys == ["acts", "content"]


def test_the_same_message_again_is_not_read_again(panel, source):
    panel.show_item(HEAD, ROW)
    source.answer()
    panel.views.pages.text.edit.selectAll()
    panel.show_item(replace(HEAD, attempts=62), ROW)
    assert len(source.asked) == 1
    assert "Tried 62 times" in panel.case.text()
    assert panel.views.pages.text.edit.textCursor().hasSelection()


def test_long_payloads_are_shown_piece_by_piece(panel, source):
    raw = b"0123456789\r" * 20_000
    panel.show_item(source.put(raw), ROW)
    source.answer()
    more = panel.views.pages.text.more
    assert panel.views.pages.text.said.text().startswith(f"{text.number(SLICE)} of {text.number(len(raw))} bytes")
    assert more.isVisible()
    while more.isVisible():
        more.click()
    assert panel.views.pages.text.edit.document().blockCount() == 20_001


def test_a_payload_that_is_not_held_is_read_piece_by_piece(panel, source):
    raw = b"0123456789\r" * 500_000
    panel.show_item(source.put(raw), ROW)
    source.answer_all()
    view = panel.views.pages.text
    for _ in range(FIRST // SLICE + 2):
        view.more.click()
        if source.asked:
            assert source.keys == ["text"]
            assert not view.more.isEnabled()
            source.answer_all()
    assert body(panel).encode()[:FIRST] in raw.replace(b"\r", "␍\n".encode())[: 2 * FIRST] or view._lines.fed > FIRST
    assert view._lines.fed == FIRST + 3 * SLICE


def test_a_line_without_an_end_is_broken(panel, source):
    panel.show_item(source.put(b"A" * 60_000), ROW)
    source.answer()
    assert max(len(line) for line in body(panel).splitlines()) <= 2001


def test_bytes_of_another_message_are_dropped(panel, source):
    panel.show_item(HEAD, ROW)
    panel.show_item(source.put(b"OTHER" * 6, id=7, control_id="OTHER"), ROW)
    source.answer(0)
    assert body(panel) == ""
    source.answer(1)
    assert body(panel) == "OTHER" * 6


def test_nothing_selected_empties_it_at_once(panel, source):
    panel.show_item(HEAD, ROW)
    source.answer()
    for name in TABS:
        panel.views.pages.turn_to(name)
    source.answer_all()
    panel.views.pages.turn_to("hex")
    panel.show_item(None, None)
    assert everything(panel).strip() == "No message is selected."
    assert body(panel) == ""
    assert panel.views.pages.structure.model.rowCount() == 0
    assert panel.views.pages.hex._content is None
    assert panel.views.pages.comparison.model.rowCount() == 0
    assert all(not value.text() for value in panel.views.pages.details.values.values())
    assert all(not value.text() for value in panel.views.pages.details.past.values.values())


def test_a_late_answer_shows_nothing_of_what_is_not_selected_any_more(panel, source):
    panel.show_item(HEAD, ROW)
    panel.show_item(None, None)
    source.answer()
    assert body(panel) == ""
    assert panel.looking.content is None


def test_a_message_that_is_gone_is_shown_no_more(panel, source):
    panel.show_item(HEAD, ROW)
    source.answer()
    panel.show_lost(7, UnknownItem("gone"))
    assert panel.title.text() == "MSG88120"
    panel.show_lost(HEAD.id, UnknownItem("gone"))
    assert everything(panel).strip() == "Message 48210 is no longer in the queue."


def test_an_error_is_shown_with_a_way_on(panel, source):
    panel.show_item(HEAD, ROW)
    key, _, look, _ = source.asked[-1]
    panel.take_error(key, look, SourceBusy("Somebody holds a lock.", "Wait."))
    assert panel.views.pages.text.said.text() == "Somebody holds a lock. Wait."
    assert panel.views.pages.text.more.text() == "Read again"
    panel.views.pages.text.more.click()
    source.answer()
    assert body(panel).startswith("MSH")


def test_an_error_says_nothing_of_a_payload_that_is_there(panel, source):
    """The source's strip says what is the case; the text is complete."""
    panel.show_item(HEAD, ROW)
    source.answer()
    said = panel.views.pages.text.said.text()
    panel.show_lost(HEAD.id, SourceBusy("Somebody holds a lock.", "Wait."))
    assert panel.views.pages.text.said.text() == said
    assert not panel.views.pages.text.more.isVisible()


def test_an_empty_payload_opens_normally(panel, source):
    panel.show_item(source.put(b""), ROW)
    source.answer_all()
    assert panel.views.pages.text.said.text() == "The payload is empty: 0 bytes."
    for name in ("structure", "hex"):
        panel.views.pages.turn_to(name)
    assert panel.views.pages.structure.model.rowCount() == 0


def test_undecodable_bytes_are_counted(panel, source):
    panel.show_item(source.put("Änne Müller ist heute da".encode() + b"\xff"), ROW)
    source.answer()
    assert panel.views.pages.text.said.text().endswith("shown as UTF-8 · not decodable: 1 byte")
    assert "⟨\\xFF⟩" in body(panel)


def test_data_is_never_taken_for_markup(panel, source):
    panel.views.pages.turn_to("details")
    panel.show_item(replace(HEAD, control_id="<b>x</b>", last_error="<img src='http://x'>"), ROW)
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in panel.findChildren(QLabel) if label.text())
    assert panel.title.text() == "<b>x</b>"


def test_facts_can_be_selected_and_are_named(panel):
    panel.views.pages.turn_to("details")
    panel.show_item(HEAD, ROW)
    assert len(panel.views.pages.details.values) == 13
    for value in panel.views.pages.details.values.values():
        assert value.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard
        assert value.accessibleDescription()


def test_the_age_goes_on(qapp, qtbot):
    moment = [0.0]
    panel = InspectorPanel(clock=lambda: at(moment[0]))
    panel.begin_with("details", empty_shown=False, assumed="")
    qtbot.addWidget(panel)
    panel.show()
    panel.show_item(HEAD, ROW)
    qtbot.waitUntil(lambda: bool(panel.views.pages.details.values))
    assert panel.views.pages.details.values["age"].text() == "3 d 04:12"
    moment[0] = 3600
    panel._age.timeout.emit()
    assert panel.views.pages.details.values["age"].text() == "3 d 05:12"
    panel.hide()
    assert not panel._age.isActive()


def test_a_message_without_a_control_id_is_named_by_its_id(panel):
    panel.show_item(replace(HEAD, control_id=""), ROW)
    assert panel.title.text() == "Message 48210"


HOSTILE = {
    "markup": "<b>bold</b><img src='file:///etc/passwd'>",
    "direction": "abc\u202egnp.exe",
    "nul": "a\0b\x0bc",
    "lines": "one\r\ntwo",
    "long": "W" * 100_000,
}


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
def test_what_is_stored_is_shown_as_text_and_breaks_nothing(panel, words):
    item = replace(
        HEAD, control_id=words, message_type=words, destination=words, state=words, reason=words, last_error=words
    )
    panel.resize(460, 600)
    panel.show_item(item, None)
    labels = panel.findChildren(QLabel)
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in labels if words[:3] in label.text())
    for label in labels:
        assert not set("\u202e\0\x0b\r") & set(label.text())
        assert len(label.text()) < 10_000
    assert panel.minimumSizeHint().width() <= 460
    assert panel.width() == 460
    assert all(label.width() <= 460 for label in labels if label.isVisible())


def test_a_tool_tip_is_never_taken_for_markup(panel):
    for words in HOSTILE.values():
        item = replace(HEAD, enqueued_at=parse(words), last_attempt=parse(words))
        panel.show_item(item, None)
        for label in panel.findChildren(QLabel):
            assert "<b>" not in label.toolTip()
            assert "<img" not in label.toolTip()


def test_what_is_old_is_pale_with_its_time(panel):
    panel.show_item(HEAD, ROW)
    panel.set_stale(at(0))
    assert "not read since" in panel.subtitle.text()
    muted = QColor(theme.current().muted)
    assert panel.case.palette().color(panel.case.foregroundRole()) == muted
    panel.show_item(replace(HEAD, attempts=62), ROW)
    assert "not read since" in panel.subtitle.text()
    panel.set_stale(None)
    assert "not read since" not in panel.subtitle.text()
    assert panel.case.palette().color(panel.case.foregroundRole()) == QColor(theme.current().danger)
