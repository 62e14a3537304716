"""The list of destinations shows states in words and shapes, and keeps its place."""

from datetime import timedelta

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qmonitor.gui import text, theme
from qmonitor.gui.destinations import DestinationsPanel, delegate
from qmonitor.gui.destinations.delegate import wrapped
from qmonitor.gui.destinations.entry import SPARK_STEPS, kind_words, rate, rates_words, spark
from qmonitor.gui.destinations.model import ENTRY, DestinationModel, Order
from qmonitor.monitor.alerts.model import Alert, Level, Measure, Rule
from qmonitor.monitor.series import SeriesBook
from qmonitor.monitor.standing import TURNS
from qmonitor.monitor.status import Kind
from qmonitor.queues.model import Depth, DepthRow, Destination, Flow, Item
from qmonitor.queues.times import NS, from_ns

START = 1_780_000_000 * NS
ADT, LAB, PACS = Destination("adt", "registry"), Destination("lab", "lis"), Destination("imaging", "pacs")
ALL = (ADT, PACS, LAB)


def at(second: float):
    return from_ns(START + int(second * NS))


def row(where: Destination, pending: int, failed: int = 0, oldest: float | None = 90.0, head: Item | None = None):
    return DepthRow(where.channel, where.destination, pending, failed, at(-90), oldest, None, head)


def stuck(where: Destination, pending: int = 312) -> DepthRow:
    head = Item(where.channel, where.destination, id=1, attempts=61, next_attempt=at(30), last_attempt=at(-30))
    return row(where, pending, head=head)


def look(
    panel_or_model,
    *rows: DepthRow,
    second: float = 0,
    destinations=ALL,
    book: SeriesBook | None = None,
    flows: dict[Destination, Flow] | None = None,
    skew: timedelta | None = None,
) -> SeriesBook:
    book = book or SeriesBook()
    depth = Depth(rows, at(second), True, flows or {}, skew=skew)
    book.add(depth, destinations)
    model = panel_or_model if isinstance(panel_or_model, DestinationModel) else panel_or_model.model
    standing = model.standing
    standing.take(depth, destinations, book)
    if panel_or_model is model:
        model.show(standing)
    else:
        panel_or_model.show_standing(standing)
    return book


def names(model: DestinationModel) -> list[str]:
    return [model.index(n).data() for n in range(model.rowCount())]


@pytest.fixture
def model(qapp):
    return DestinationModel()


@pytest.fixture
def panel(qapp, qtbot):
    made = DestinationsPanel()
    qtbot.addWidget(made)
    made.resize(300, 500)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_the_model_keeps_qts_rules(model, qtmodeltester):
    qtmodeltester.check(model)
    look(model, stuck(ADT))
    qtmodeltester.check(model)
    look(model, row(LAB, 4), destinations=(LAB, PACS, Destination("new", "one")))
    model.set_order(Order.WORST)
    model.set_filter("a")
    qtmodeltester.check(model)


def test_all_stand_first_then_each_by_name(model):
    look(model, stuck(ADT), row(LAB, 4))
    assert names(model) == ["All destinations", "adt/registry", "imaging/pacs", "lab/lis"]


def test_worst_first(model):
    look(model, stuck(LAB), row(ADT, 4))
    model.set_order(Order.WORST)
    assert names(model) == ["All destinations", "lab/lis", "adt/registry", "imaging/pacs"]


def test_rows_keep_their_places_while_they_are_held(model):
    book = look(model, stuck(LAB))
    model.set_order(Order.WORST)
    before = names(model)
    model.order_held = True
    look(model, stuck(ADT), second=2, book=book)
    assert names(model) == before
    model.order_held = False
    look(model, stuck(ADT), second=4, book=book)
    assert names(model)[1] == "adt/registry"


def test_worst_first_of_one_state_those_with_failed_ones(model):
    look(model, row(PACS, 0, failed=25), stuck(LAB), row(LAB, 0))
    model.set_order(Order.WORST)
    assert names(model)[1:] == ["imaging/pacs", "adt/registry", "lab/lis"]


def test_rows_keep_their_places_under_the_pointer_and_under_the_keys(panel):
    book = look(panel, stuck(LAB))
    panel.model.set_order(Order.WORST)
    viewport = panel.view.viewport()

    def first(second: float, *rows: DepthRow) -> str:
        look(panel, *rows, second=second, book=book)
        return names(panel.model)[1]

    inside = QPointF(9, 9)
    QApplication.sendEvent(viewport, QEnterEvent(inside, inside, inside))
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert first(2, stuck(ADT)) == "lab/lis"
    QApplication.sendEvent(viewport, QEvent(QEvent.Type.Leave))
    assert first(4, stuck(ADT)) == "lab/lis"
    panel._keys.timeout.emit()  # still running: nothing is let go before its time
    assert first(6, stuck(ADT)) == "lab/lis"
    panel._keys.stop()
    panel._keys.timeout.emit()
    assert first(8, stuck(ADT)) == "adt/registry"
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    QApplication.sendEvent(panel.view, QFocusEvent(QEvent.Type.FocusOut))
    assert first(10, stuck(LAB)) == "lab/lis"


def test_the_sum_of_all(model):
    look(model, stuck(ADT), row(LAB, 4, failed=2, oldest=4000.0))
    total = model.index(0).data(ENTRY)
    assert (total.pending, total.failed, total.oldest.total_seconds()) == (316, 2, 4000)
    assert "1 stuck" in model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_row_says_everything_in_words(model):
    look(model, stuck(ADT))
    said = model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "adt/registry: stuck · tried 61 ×. 312 pending, oldest 00:01, 0 failed"


def counted(model_or_panel, arrived: int, delivered: int, pending: int = 50, seconds: int = 300) -> None:
    """Looks for so long, with so many in and out a minute."""
    book = None
    for second in range(0, seconds + 1, 2):
        passed = second / 60
        flow = Flow(at(-9), int(arrived * passed), 0, int(delivered * passed), last_delivered=at(-9))
        rows = (row(LAB, pending),) if pending else ()
        book = look(model_or_panel, *rows, second=second, book=book, flows={LAB: flow})


@pytest.mark.parametrize(
    ("arrived", "delivered", "pending", "words"),
    [
        (12, 30, 50, "in 12 · out 30 /min"),
        (0, 0, 50, "in 0 · out 0 /min"),
        (0, 0, 0, ""),
        (3, 3, 0, "in 3 · out 3 /min"),
    ],
)
def test_what_comes_and_goes_is_shown_a_minute(model, arrived, delivered, pending, words):
    counted(model, arrived, delivered, pending)
    entry = model.index(3).data(ENTRY)
    assert rates_words(entry) == words
    said = model.index(3).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith(f"In {arrived}, out {delivered} a minute")


def test_what_left_nobody_knows_how_is_no_delivery(model):
    book = None
    for second in range(0, 301, 2):
        flow = Flow(at(0), second // 6, delivered=None, other=second // 10)
        book = look(model, row(LAB, 50), second=second, book=book, flows={LAB: flow})
    assert rates_words(model.index(3).data(ENTRY)) == "in 10 · gone 6 /min"
    said = model.index(3).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith("In 10, gone 6 a minute")
    assert "deliver" not in said


def test_rates_that_are_not_known_are_not_shown(model):
    counted(model, 12, 30, seconds=20)
    assert rates_words(model.index(3).data(ENTRY)) == ""
    assert "a minute" not in model.index(3).data(Qt.ItemDataRole.AccessibleTextRole)


@pytest.mark.parametrize(
    ("value", "words"), [(0.0, "0"), (0.04, "0"), (0.25, "0.2"), (2.0, "2"), (9.96, "10"), (84.4, "84")]
)
def test_few_a_minute_have_a_decimal(qapp, value, words):
    assert rate(value) == words


def test_ages_are_marked_while_clocks_disagree(model):
    look(model, stuck(ADT), skew=timedelta(hours=1))
    assert "oldest ≈ 00:01" in model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "ages are off" in model.index(1).data(Qt.ItemDataRole.ToolTipRole)
    assert "oldest ≈ 00:01" in model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    look(model, stuck(ADT))
    assert "≈" not in model.index(1).data(Qt.ItemDataRole.ToolTipRole)


def test_a_tool_tip_says_what_led_to_the_state(model):
    look(model, stuck(ADT))
    tip = model.index(1).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.splitlines()[0] == model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Message 1 at the head was tried 61 ×" in tip
    assert "No delivery seen since this window began to look, at" in tip


HOSTILE = "<b>x</b>\u202eexe.txt\n\0<img src=http://192.0.2.1/x>"


@pytest.mark.parametrize("name", [HOSTILE, HOSTILE + "y" * 100_000])
def test_hostile_names_and_errors_are_shown_as_plain_text(panel, name):
    where = Destination("lab", name)
    head = Item("lab", name, id=1, attempts=61, last_error=name)
    look(panel, row(where, 5, head=head), destinations=(where,))
    shown = panel.model.index(1)
    assert shown.data().startswith("lab/<b>x</b>⟨RLO⟩exe.txt␊␀<img")
    assert len(shown.data()) <= 200
    tip = shown.data(Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith('<p style="white-space: pre-wrap">')  # else its lines would run into one
    assert "<b>" not in tip
    assert "<img" not in tip
    for said in (tip, shown.data(Qt.ItemDataRole.AccessibleTextRole), shown.data()):
        assert not {"\u202e", "\0"} & set(said)
        assert len(said) < 6000
    assert theme.current().danger in painted(panel, 1)


def test_of_thousands_only_what_is_seen_is_put_together(panel, qtbot):
    many = tuple(Destination("c", f"d{n:04d}") for n in range(3000))
    book = look(panel, *(stuck(where) for where in many), destinations=many)
    assert panel.model.index(0).data(ENTRY).status.reason.values["text"] == f"{text.number(3000)} stuck"
    for second in (2, 4):
        look(panel, *(stuck(where) for where in many), second=second, book=book, destinations=many)
    panel.view.viewport().repaint()
    assert 1 < len(panel.model._entries) < 60


def test_of_thousands_each_is_judged_in_its_turn(model):
    many = tuple(Destination("c", f"d{n:04d}") for n in range(500))
    book = look(model, *(stuck(where) for where in many), destinations=many)
    model.set_order(Order.WORST)
    for second in range(2, 2 * TURNS + 2, 2):
        look(model, *(row(where, 5) for where in many), second=second, book=book, destinations=many)
    assert "stuck" not in model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "500 unknown" in model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)


OLD = Rule("old", Measure.OLDEST_AGE, limit=300, level=Level.CRITICAL)
FULL = Rule("full", Measure.DEPTH, limit=100, level=Level.WARNING)


def alert(where: Destination | None, rule: Rule = OLD, **more) -> Alert:
    return Alert("queue.db", where, rule, at(0), 400, 400, at(0), **more)


def test_a_destination_with_open_alerts_is_marked(panel):
    look(panel, row(ADT, 400, oldest=400.0))
    assert theme.current().danger not in painted(panel, 1)
    panel.show_alerts((alert(ADT), alert(ADT, FULL)))
    assert theme.current().danger in painted(panel, 1)
    said = panel.model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith("0 failed. 2 alerts are open")
    assert said in panel.model.index(1).data(Qt.ItemDataRole.ToolTipRole)
    assert "alert" not in panel.model.index(2).data(Qt.ItemDataRole.AccessibleTextRole)
    panel.show_alerts(())
    assert theme.current().danger not in painted(panel, 1)


def test_an_alert_that_somebody_has_taken_is_pale_and_says_so(panel):
    taken = alert(ADT, snoozed_until=at(3600))
    look(panel, row(ADT, 400, oldest=400.0))
    panel.show_alerts((taken,))
    assert theme.current().danger not in painted(panel, 1)
    assert (
        panel.model.index(1)
        .data(Qt.ItemDataRole.AccessibleTextRole)
        .endswith("1 alert is open, acknowledged or snoozed")
    )
    panel.show_alerts((taken, alert(ADT, FULL)))
    assert theme.current().danger not in painted(panel, 1)
    assert theme.current().warning in painted(panel, 1)


def test_one_of_the_source_itself_stands_at_all_destinations(model):
    model.show_alerts((alert(None),))
    look(model, row(ADT, 5))
    assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole).endswith("1 alert is open")


def test_the_same_alerts_are_not_told_again(model, qtbot):
    found = (alert(ADT),)
    look(model, row(ADT, 5))
    model.show_alerts(found)
    with qtbot.assertNotEmitted(model.dataChanged):
        model.show_alerts(found)


def test_an_unknown_age_is_no_zero(model):
    look(model, row(ADT, 5, oldest=None))
    assert "oldest –" in model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_destination_that_ran_empty_stays(model):
    look(model)
    assert "adt/registry: idle · nothing waits. 0 pending, oldest –" in model.index(1).data(Qt.ItemDataRole.ToolTipRole)


def test_every_state_has_a_word_of_its_own(qapp):
    assert len({kind_words(kind) for kind in Kind}) == len(Kind)


def test_the_trend_has_holes_where_nothing_was_seen(qapp):
    book = SeriesBook()
    for second in range(-7000, 1, 10):
        if -1800 < second < -900:
            book.gap(at(second))
        else:
            book.add(Depth((row(ADT, 5),), at(second), True), ALL)
    values = spark(book[ADT], START)
    assert len(values) == SPARK_STEPS
    assert None in values[45:67]
    assert set(values) == {5, None}
    assert spark(None, START) == ()


def test_the_trend_is_one_line_however_seldom_somebody_looks(qapp):
    book = SeriesBook()
    for second in range(-300, 1, 30):
        book.add(Depth((row(ADT, 5 if second < -100 else 7),), at(second), True), ALL)
    values = spark(book[ADT], START)
    assert len(values) == SPARK_STEPS
    assert set(values) == {5, 7}
    assert list(values) == sorted(values)


def test_the_selection_is_told_once_and_survives_looks(panel, qtbot):
    book = look(panel, stuck(ADT), row(LAB, 4))
    assert panel.view.currentIndex().row() == 0
    with qtbot.waitSignal(panel.destination_selected) as told:
        panel.select(LAB)
    assert told.args == [LAB]
    with qtbot.assertNotEmitted(panel.destination_selected):
        look(panel, second=2, book=book, destinations=(*ALL, Destination("a", "first")))
        panel.select(LAB)
    assert panel.view.currentIndex().data() == "lab/lis"
    assert panel.view.selectionModel().selectedIndexes() == [panel.view.currentIndex()]
    assert panel.selected() == LAB


def test_a_chosen_destination_that_is_hidden_stays_chosen_and_one_that_is_gone_does_not(panel, qtbot):
    book = look(panel, stuck(ADT), row(LAB, 4))
    panel.select(LAB)
    with qtbot.assertNotEmitted(panel.destination_selected):
        panel._search.setText("adt")
        assert not panel.view.selectionModel().hasSelection()
        panel._search.clear()
    assert panel.view.currentIndex().data() == "lab/lis"
    with qtbot.waitSignal(panel.destination_selected) as told:
        look(panel, stuck(ADT), second=2, book=book, destinations=(ADT, PACS))
    assert told.args == [None]
    assert panel.view.currentIndex().row() == 0


def test_a_destination_that_is_not_there_can_not_be_chosen(panel, qtbot):
    look(panel, stuck(ADT))
    with qtbot.assertNotEmitted(panel.destination_selected):
        panel.select(Destination("no", "where"))
    assert panel.selected() is None


def test_the_keyboard_moves_through_the_list(panel, qtbot):
    look(panel, stuck(ADT))
    panel.view.setFocus()
    with qtbot.waitSignal(panel.destination_selected) as told:
        QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert told.args == [ADT]
    with qtbot.waitSignal(panel.destination_selected) as told:
        QTest.keyClick(panel.view, Qt.Key.Key_Home)
    assert told.args == [None]


def test_a_selection_that_sorting_moves_stays_selected(panel):
    look(panel, stuck(LAB), row(ADT, 4))
    panel.select(ADT)
    panel.model.set_order(Order.WORST)
    assert panel.view.currentIndex().data() == "adt/registry"
    assert panel.view.currentIndex().row() == 2


def test_many_destinations_can_be_searched(panel):
    few = tuple(Destination("c", f"d{n:02d}") for n in range(12))
    look(panel, destinations=few)
    assert not panel._search.isVisible()
    many = (*few, Destination("c", "other"))
    look(panel, destinations=many, second=2)
    assert panel._search.isVisible()
    panel._search.setText("OTH")
    assert names(panel.model) == ["All destinations", "c/other"]
    panel.select(few[3])
    assert panel._search.text() == ""
    assert panel.view.currentIndex().data() == "c/d03"


def test_stale_figures_say_so(panel):
    book = look(panel, stuck(ADT))
    assert not panel._stale.isVisible()
    panel.set_stale(at(0))
    assert panel._stale.isVisible()
    assert panel._stale.text().startswith("Stale since ")
    look(panel, stuck(ADT), second=2, book=book)
    assert not panel._stale.isVisible()


def test_what_is_selected_stays_in_sight_where_a_strip_takes_from_the_list(panel, qtbot):
    many = tuple(Destination("c", f"d{n:02d}") for n in range(40))
    look(panel, destinations=many)

    def seen() -> bool:
        return panel.view.viewport().rect().contains(panel.view.visualRect(panel.view.currentIndex()))

    panel.select(many[20])
    assert seen()
    panel.resize(300, 300)
    qtbot.waitUntil(seen)
    panel.view.scrollToTop()  # by hand: nothing brings it back
    panel.resize(300, 250)
    qtbot.waitUntil(lambda: not panel._scrolling.isActive())
    assert panel.view.verticalScrollBar().value() == 0


def test_the_headings_stand_over_their_figures_beside_a_scroll_bar(panel):
    few = tuple(Destination("c", f"d{n:02d}") for n in range(40))
    look(panel, destinations=few)
    shown = panel.view.viewport().width()
    assert panel._head._rows.width() == shown < panel.width()
    columns = panel._delegate.columns
    assert columns(0, panel._head._rows.width()) == columns(0, panel.view.visualRect(panel.model.index(1)).width())


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        ("short", ("short", "")),
        ("waiting · next try 22:56:43", ("waiting ·", "next try 22:56:43")),
        ("waiting · n", ("waiting ·", "n")),
        ("onewordthatislong more", ("onewordthatislong more", "")),
        ("onewordthatislong", ("onewordthatislong", "")),
        ("0123456789 0", ("0123456789", "0")),
        ("1 stuck · 1", ("1 stuck ·", "1")),
        ("12 stuck · 1", ("12 stuck ·", "1")),
        ("123 stuck · 1", ("123 stuck", "1")),
        ("", ("", "")),
        ("not tried; 7 ×", ("not tried;", "7 ×")),
    ],
)
def test_a_reason_goes_on_in_the_next_line_at_a_blank(said, lines):
    assert wrapped(said, 10, len) == lines


def drawn(panel: DestinationsPanel, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written in the list, in the order of painting."""
    found: list[str] = []
    paint = delegate._paint_elided

    def note(painter, box, words, mode):
        found.append(painter.fontMetrics().elidedText(words, mode, box.width()))
        paint(painter, box, words, mode)

    monkeypatch.setattr(delegate, "_paint_elided", note)
    panel.view.viewport().grab()
    return list(filter(None, found))


def test_all_together_are_never_cut(panel, monkeypatch):
    panel.resize(panel.minimumSizeHint().width(), 500)
    book = look(panel, *(row(where, 400_000, oldest=999_999.0) for where in ALL))
    assert drawn(panel, monkeypatch)[0] == "All"
    panel.resize(500, 500)
    look(panel, row(ADT, 5), second=2, book=book)
    assert drawn(panel, monkeypatch)[0] == "All destinations"


def test_a_long_reason_takes_the_third_line_too(panel, monkeypatch):
    late = Item("adt", "registry", id=1, attempts=61, next_attempt=at(-900), last_attempt=at(-960))
    look(panel, row(ADT, 5, head=late))
    said = drawn(panel, monkeypatch)
    first = said.index("adt/registry") + 1
    assert " ".join(said[first : first + 2]) == f"overdue · due {text.short_time(at(-900))}, not tried since; 61 ×"


def painted(panel: DestinationsPanel, row: int) -> set[str]:
    box: QRect = panel.view.visualRect(panel.model.index(row))
    image = panel.view.viewport().grab(box).toImage()
    return {image.pixelColor(QPoint(x, y)).name() for x in range(image.width()) for y in range(image.height())}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_stuck_destination_is_painted_in_the_colour_of_danger(panel, qapp, scheme):
    theme.apply(qapp, scheme)
    look(panel, stuck(ADT))
    colors = theme.current()
    assert colors.danger in painted(panel, 1)
    assert colors.danger not in painted(panel, 2)
    panel.set_stale(at(0))
    assert colors.danger not in painted(panel, 1)
    theme.apply(qapp, "light")


def test_the_selected_row_is_tinted(panel):
    look(panel, stuck(ADT))
    panel.select(ADT)
    assert QColor(theme.current().accent_surface).name() in painted(panel, 1)


def test_the_order_is_chosen_in_a_menu(panel, qtbot):
    look(panel, stuck(LAB), row(ADT, 4))
    panel.model.order_held = False
    menu = panel._head.findChild(object, "destinations-order").menu()
    menu.actions()[1].trigger()
    assert names(panel.model)[1] == "lab/lis"
    menu.actions()[0].trigger()
    assert names(panel.model)[1] == "adt/registry"
