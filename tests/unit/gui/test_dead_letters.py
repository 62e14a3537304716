"""Dead letters in the panels: read as messages, judged as what they are, and nothing said that nobody knows."""

from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtWidgets import QLabel, QTableWidget

from qmonitor.gui import language, text
from qmonitor.gui.alerts.panel import AlertsPanel
from qmonitor.gui.dialogs.confirm import ConfirmDialog
from qmonitor.gui.errors.panel import summary
from qmonitor.gui.inspector import model
from qmonitor.gui.messages.cells import Cells
from qmonitor.gui.messages.columns import Column, unrecorded
from qmonitor.gui.messages.filters import FilterBar
from qmonitor.gui.text import BREAK
from qmonitor.monitor.failures import Group, Groups
from qmonitor.monitor.inspecting.content import begin
from qmonitor.monitor.inspecting.letters import letter_of
from qmonitor.monitor.inspecting.view import View
from qmonitor.queues.model import ORDINARY, Depth, Destination, Item, Query, State, Traits
from qmonitor.queues.plan import Members, Part, Plan
from qmonitor.queues.words import phrase
from tests.helpers import deadletter as made
from tests.helpers.accessible import assert_accessible
from tests.helpers.inspecting import Source, Store, at, shown_panel

DEAD = Traits(dead=True, scheduled=False, delivers=False, lists=False, named=False, kept=timedelta(days=30))
KEY = made.key("grades", made.BEGIN).hex()
GRADES = Destination("dead-letter", "grades")
DAY = 86_400


def item(number: int | None = None, **more) -> Item:
    values = {
        "id": KEY if number is None else f"{KEY}#{number}",
        "message_type": "final grade",
        "attempts": None,
        "enqueued_at": at(-27 * DAY),
        "dropped_at": at(3 * DAY - 3600),
        **more,
    }
    return Item("dead-letter", "grades", **values)


def depth(*destinations: Destination) -> Depth:
    return Depth((), at(0), True, destinations=destinations, traits={"dead-letter": DEAD})


def read(raw: bytes, *, masked: bool = False):
    """The payload as it is shown, and the message in it."""
    store = Store()
    store.payloads["x"] = raw
    content = begin(store, "x", len(raw), View(masked=masked))  # type: ignore[arg-type]
    return content, letter_of(content)


# -- what a message says -----------------------------------------------------------------------------------------


def test_a_message_is_read_as_it_is() -> None:
    more = (made.text("Retries"), made.integer(7))
    raw = made.items(made.message(skip=["mail", "push"], code=4, descriptions=["a", "b"], fields=["1"], more=more))
    _, letter = read(raw)

    assert letter is not None
    assert (letter.subject.text, letter.user.text) == ("Grade in anatomy", "ann")
    assert (letter.code, str(letter.about)) == ("4", "national exam")
    assert letter.queued is not None
    assert letter.queued.ns == made.BEGIN
    assert [(left.text, right.text, right.null) for left, right in letter.rows] == [("a", "1", False), ("b", "", True)]
    assert letter.skipped is not None
    assert [one.text for one in letter.skipped] == ["mail", "push"]
    assert [(name, entry.text) for name, entry in letter.others] == [("Retries", "7")]


def test_times_of_every_release_are_read_and_none_is_none() -> None:
    seconds = made.items(made.message(made.tag(1, made.integer(1_790_000_000)), stamp=None))
    _, letter = read(seconds)

    assert letter is not None
    assert letter.timestamp is None
    assert letter.queued is not None
    assert letter.queued.ns == 1_790_000_000 * made.NS
    _, exact = read(made.items(made.message(made.BEGIN + 123_456_789)))
    assert exact is not None
    assert exact.queued is not None
    assert exact.queued.text.endswith(".123456789Z")


@pytest.mark.parametrize("name", made.BROKEN)
def test_what_is_no_message_is_shown_too(qapp, qtbot, name: str) -> None:
    panel = shown_panel(qtbot, "structure")
    source = Source(panel)
    row = source.put(made.BROKEN[name], id=KEY, state=State.FAILED, attempts=None, control_id="")
    panel.show_item(row, None, None, DEAD)
    source.answer_all()

    assert panel.title.text() == "Row that can't be decoded"
    assert "can't be decoded" in panel.case.text()
    for view in ("text", "hex", "structure"):
        panel.views.pages.turn_to(view)
        source.answer_all()


def test_masked_nothing_of_a_person_is_made() -> None:
    raw = made.items(made.message(username="ann", subject="Grade of Ann", skip=["bob"], fields=["Quill"], code=3))
    content, letter = read(raw, masked=True)

    assert letter is not None
    texts = [letter.subject, letter.user, *(letter.skipped or ()), *(one for row in letter.rows for one in row)]
    assert {mark for entry in texts for mark in entry.text} == {"•"}
    assert letter.about is not None  # the code, and times, are seen
    assert letter.queued is not None
    assert content.notation is not None
    written = "\n".join(line.text for line in content.notation.lines)
    assert not any(secret in written for secret in ("ann", "Ann", "bob", "Quill", "anatomy"))


@pytest.fixture
def german(qapp):
    language.install(qapp, "de")
    yield
    language.install(qapp, "en")


# -- the inspector -----------------------------------------------------------------------------------------------


@pytest.fixture
def panel(qapp, qtbot):
    return shown_panel(qtbot, "structure")


@pytest.fixture
def source(panel):
    return Source(panel)


def show(panel, source, raw: bytes, **values) -> None:
    shown = source.put(raw, id=KEY, attempts=None, control_id="", **values)
    panel.show_item(shown, None, None, DEAD)
    source.answer_all()


def words(view, name: str) -> str:
    return view.findChild(QLabel, name).text()


def test_a_letter_takes_the_place_of_the_tree(panel, source) -> None:
    show(panel, source, made.items(made.message(skip=["mail"])))
    view = panel.views.pages.made["letter"]

    assert panel.views.pages.current == "letter"
    assert not panel.views.pages.isTabVisible(list(panel.views.pages._pages).index("compare"))
    assert words(view, "letter-subject") == "Grade in anatomy"
    assert words(view, "inspector-fact-letter-about") == "grade (code 0)"
    assert words(view, "inspector-fact-letter-skipped") == "mail"
    assert words(view, "letter-description-0") == "Anatomy I"
    assert words(view, "letter-field-1") == "1.3"
    assert_accessible(panel)


def test_whoever_turned_to_the_tree_stays_there_until_the_message_is_wanted_again(panel, source) -> None:
    pages = panel.views.pages
    show(panel, source, made.items(made.message()))
    pages.turn_to("structure")
    source.answer_all()
    show(panel, source, made.items(made.message(subject="Another")))
    assert pages.current == "structure"
    pages.turn_to("letter")
    source.answer_all()
    show(panel, source, made.items(made.message(subject="A third one")))
    assert pages.current == "letter"
    assert words(pages.made["letter"], "letter-subject") == "A third one"


def test_a_message_that_was_written_anew_in_its_place_is_read_anew(panel, source) -> None:
    show(panel, source, made.items(made.message(subject="Another")))
    show(panel, source, made.items(made.message(subject="A third")), enqueued_at=at(-5))

    assert words(panel.views.pages.made["letter"], "letter-subject") == "A third"


def test_the_next_message_of_another_kind_is_a_tree_again(panel, source) -> None:
    pages = panel.views.pages
    show(panel, source, made.items(made.message()))
    panel.show_item(source.put(b"MSH|^~\\&|HIS\r", id=5), None)
    source.answer_all()

    assert pages.current == "structure"
    assert not pages.isTabVisible(0)
    assert pages.isTabVisible(list(pages._pages).index("compare"))


def test_a_table_of_fewer_rows_shows_no_more(panel, source) -> None:
    show(panel, source, made.items(made.message(descriptions=["a", "b", "c"], fields=["1", "2", "3"])))
    show(panel, source, made.items(made.message(descriptions=["x"], fields=["y"])))
    rows = panel.views.pages.made["letter"].rows.cells

    assert [(left.text(), left.isVisible()) for left, _ in rows] == [("x", True), ("", False), ("", False)]
    show(panel, source, made.items(made.message(descriptions=None, fields=None)))
    assert words(panel, "letter-said") == "It has neither descriptions nor fields."


def test_a_long_text_is_said_to_be_cut(panel, source) -> None:
    show(panel, source, made.items(made.message(subject="x" * 100_000, descriptions=["a\nb"])))
    view = panel.views.pages.made["letter"]

    assert words(view, "letter-subject").replace(BREAK, "") == "x" * text.LONG + text.CUT
    assert words(view, "letter-said") == "Long texts are cut here; the hex view has all of them."
    assert words(view, "letter-description-0") == "a\nb"


def test_text_is_diagnostic_notation_and_a_place_in_it_is_the_same_elsewhere(panel, source) -> None:
    raw = made.items(made.message())
    show(panel, source, raw)
    views = panel.views
    views.pages.turn_to("text")
    source.answer_all()
    edit = views.pages.text.edit
    assert '"Subject": "Grade in anatomy",' in edit.toPlainText()
    assert "diagnostic notation" in views.pages.text.said.text()
    block = edit.document().findBlockByLineNumber(edit.toPlainText().split("\n").index('    "Code": 0'))
    cursor = edit.textCursor()
    cursor.setPosition(block.position() + 6)
    edit.setTextCursor(cursor)
    assert views._spot is not None
    assert views._spot.path == "/0/Code"
    views._turn_to(raw.index(b"Grade in"), raw.index(b"Grade in") + 16)
    assert edit.textCursor().block().text().strip() == '"Subject": "Grade in anatomy",'


def test_hit_of_a_search_turns_to_a_view_that_has_its_place(panel, source) -> None:
    raw = made.items(made.message())
    show(panel, source, raw)
    panel.show_hit(KEY, raw.index(b"anatomy"), raw.index(b"anatomy") + 7)

    assert panel.views.pages.current == "structure"


def test_what_is_said_of_a_dead_letter_is_true() -> None:
    told = model.summary(item(), None, at(0), DEAD)

    assert told.case == "It could not be sent, and waits in grades. The daemon tries it again by itself."
    assert told.story.endswith("Dropped by the source in 2 d 23 h.")
    assert not told.urgent
    assert model.title(item(), DEAD) == "Final grade"
    assert model.title(item(2), DEAD) == "Final grade, message 2 of its row"
    facts = {fact.key: fact.value for fact in model.facts(item(), None, at(0), DEAD)}
    assert facts["id"].replace(BREAK, "") == KEY
    assert facts["dropped"] == text.local_time(at(3 * DAY - 3600))
    assert facts["next"] == facts["last"] == "not recorded by source"
    old = model.summary(item(dropped_at=at(-5)), None, at(0), DEAD)
    assert old.story.endswith("it may be dropped at any moment.")
    skipped = item(state=State.SKIPPED, last_error="skipped by ann@ward-7", last_attempt=at(-5))
    assert model.summary(skipped, None, at(0), DEAD).case.startswith("Skipped by ann@ward-7 at ")


# -- the table ---------------------------------------------------------------------------------------------------


def test_columns_of_what_is_never_recorded_are_left_out() -> None:
    here = Query(channel="dead-letter", destination="grades", state=State.PENDING)
    never = {Column.NEXT, Column.CONTROL_ID, Column.ATTEMPTS, Column.REASON, Column.STAGE}

    assert unrecorded(depth(GRADES), here) == never
    assert unrecorded(depth(GRADES), Query()) == never
    assert unrecorded(depth(GRADES), replace(here, state=State.FAILED)) == {*never, Column.DROPPED}
    assert unrecorded(depth(GRADES, Destination("lab", "lis")), Query()) == {Column.STAGE}
    assert unrecorded(Depth((), at(0), True), Query()) == {Column.DROPPED, Column.STAGE}
    assert unrecorded(None, Query()) == {Column.DROPPED, Column.STAGE}


def test_cells_tell_when_it_is_dropped_and_that_an_error_is_not_told() -> None:
    cells = Cells(now=at(0))

    assert cells.words(item(), Column.DROPPED) == "2 d 23:00"
    assert cells.words(item(dropped_at=at(-1)), Column.DROPPED) == "any moment"
    assert cells.words(item(dropped_at=None), Column.DROPPED) == text.UNKNOWN
    assert cells.words(item(state=State.SKIPPED), Column.DROPPED) == text.UNKNOWN
    assert cells.color(item(), Column.DROPPED) is not None
    assert cells.color(item(dropped_at=at(9 * DAY)), Column.DROPPED) is None
    assert cells.words(item(), Column.ERROR) == text.UNKNOWN
    assert cells.tip(item(), Column.ERROR) == text.tip("not recorded by source", wrapped=True)


def test_the_bar_offers_no_deliveries_and_no_head(qapp, qtbot) -> None:
    bar = FilterBar()
    qtbot.addWidget(bar)
    bar.set_destination(GRADES)
    bar.chips[State.DELIVERED].click()
    bar.set_kinds({DEAD})

    assert bar.chips[State.DELIVERED].isHidden()
    assert bar.state is State.PENDING
    assert "oldest first" in bar.order.text()
    assert bar.text_field.placeholderText() == "Type"
    bar.set_kinds({DEAD, ORDINARY})
    assert not bar.chips[State.DELIVERED].isHidden()
    assert "head first" in bar.order.text()
    assert bar.text_field.placeholderText() == "Control id or type"


def test_a_type_is_found_by_the_words_that_are_shown(qapp, qtbot, german) -> None:
    bar = FilterBar()
    qtbot.addWidget(bar)
    bar.set_kinds({DEAD})

    found = {}
    for typed in ("prüf", "Note", "Abschluss", "Staats", "lesung", "77", ""):
        bar.text_field.setText(typed)
        found[typed] = bar.query().text
    assert found == {
        "prüf": "exam", "Note": "grade", "Abschluss": "final grade", "Staats": "national exam", "lesung": "reading",
        "77": "77", "": None,
    }  # fmt: skip
    bar.set_kinds({ORDINARY})
    bar.text_field.setText("Note")
    assert bar.query().text == "Note"


# -- actions and alerts ------------------------------------------------------------------------------------------


def test_the_dialog_lists_the_messages_of_the_whole_row(qapp, qtbot) -> None:
    parts = tuple(Part(item(n), n, 3, chosen=n == 2) for n in (1, 2, 3))
    plan = Plan(
        action="skip", target="dead-letter/grades", members=Members((one.item.id, "pending") for one in parts),
        taken=at(0), words=(phrase("3 messages."),), undo=phrase("Restore."), oldest=at(-9), newest=at(-5), unsent=3,
        parts=parts,
    )  # fmt: skip
    dialog = ConfirmDialog(plan)
    qtbot.addWidget(dialog)
    table = dialog.findChild(QTableWidget, "parts")

    cells = [[table.item(row, column).text() for column in (0, 2)] for row in range(table.rowCount())]
    assert cells == [
        ["final grade", "1 of 3, comes with it"], ["final grade", "2 of 3"], ["final grade", "3 of 3, comes with it"]
    ]  # fmt: skip
    assert KEY not in " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert_accessible(dialog)


def test_errors_say_nothing_of_tries_that_nobody_knows_of(qapp) -> None:
    def groups(*counts: int) -> Groups:
        where = [Destination("dead-letter", f"queue-{n}") for n in range(len(counts))]
        found = [Group(one, "", 0, count, None, None, KEY, None) for one, count in zip(where, counts, strict=True)]
        return Groups(tuple(found), at(0), True, 9, 9, 0.0, untold=True)

    assert summary(groups()).startswith("No error is recorded here:")
    assert summary(groups(1)) == "1 message failed"
    assert summary(groups(6)) == "6 messages failed, all alike"
    assert summary(groups(6, 2)) == "8 messages failed, in 2 groups"


def test_the_alerts_say_how_many_rules_do_not_apply(qapp, qtbot) -> None:
    panel = AlertsPanel()
    qtbot.addWidget(panel)
    panel.show_rules(5, 6)
    assert panel.summary == "No alert is open. 5 rules are watched. 6 rules do not apply to dead letters."
    panel.show_rules(5, 1)
    assert panel.summary.endswith("1 rule does not apply to dead letters.")
    panel.show_rules(8)
    assert panel.summary == "No alert is open. 8 rules are watched."
