"""What a person does to the charts: time, curves, thresholds, menus, keys, files; and what the charts say then."""

import os
import subprocess
import sys
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QImage, QPen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.charts import ChartsPanel, keys
from qmonitor.gui.charts.picture import SCALE, png
from qmonitor.gui.charts.readout import Line, Reading, Readout
from qmonitor.gui.charts.thresholds import Thresholds
from qmonitor.monitor import curves
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.model import Depth, DepthRow, Destination
from qmonitor.queues.past import Past
from qmonitor.queues.times import NS, from_ns
from tests.helpers.accessible import assert_accessible

ROOT = Path(__file__).resolve().parents[3]
START = 1_780_000_000
LAB, ADT, PACS = Destination("lab", "lis"), Destination("adt", "registry"), Destination("imaging", "pacs")
ALL = (LAB, ADT, PACS)
MANY = tuple(Destination(f"ch{n % 5}", f"d{n:02d}") for n in range(40))


def at(second: float):
    return from_ns(int((START + second) * NS))


class Clock:
    """A clock that stands."""

    def __init__(self) -> None:
        self.second = 0.0

    def __call__(self):
        return at(self.second)


def book_of(looks, destinations=ALL) -> SeriesBook:
    book = SeriesBook(silence_ns=10**6 * NS)
    for second, seen in looks:
        if seen is None:
            book.gap(at(second))
            continue
        rows = tuple(DepthRow(w.channel, w.destination, p, 0, None, o, None) for w, (p, o) in seen.items())
        book.add(Depth(rows, at(second), True), destinations)
    return book


def steady(last=100, **changes):
    """A look every two seconds, at three destinations."""
    seen = {LAB: (90, 600.0), ADT: (40, 300.0), PACS: (10, 60.0), **changes}
    return book_of([(n, seen) for n in range(0, last + 1, 2)])


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def panel(qapp, qtbot, clock):
    made = ChartsPanel(clock=clock)
    qtbot.addWidget(made)
    made.resize(800, 440)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def shown(panel, qtbot, clock):
    """Three destinations over a hundred seconds."""
    clock.second = 100
    panel.set_range(100)
    panel.show_series(steady(), at(100))
    settle(panel, qtbot)
    return panel


def settle(panel, qtbot) -> None:
    def drawn() -> None:
        assert not panel._dirty

    qtbot.waitUntil(drawn)


def drawn(panel, side=0):
    return panel.sides[side].plot.lines.strokes


def press(panel, key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(panel, key, modifier)


# -- time ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(340, 230), (640, 400), (1401, 777)])
@pytest.mark.parametrize("points", [7.0, 9.0, 18.0])
def test_both_plots_begin_and_end_at_the_same_pixel(shown, qtbot, size, points):
    font = shown.font()
    font.setPointSizeF(points)
    shown.setFont(font)
    shown._paint_anew()
    shown.resize(*size)
    settle(shown, qtbot)
    edges = []
    for side in shown.sides:
        inside = side.plot.inside()
        edges.append((side.plot.mapTo(shown, QPoint(0, 0)).x(), inside.left(), inside.right()))
    assert edges[0] == edges[1]


def test_a_view_chosen_by_hand_stays_while_data_flow(shown, qtbot):
    press(shown, Qt.Key.Key_Left)
    press(shown, Qt.Key.Key_Plus)
    view = shown.depth_plot.time()
    for second in (102, 104, 500):
        shown.show_series(steady(second), at(second))
        settle(shown, qtbot)
    assert shown.depth_plot.time() == view == shown.age_plot.time()
    assert not shown.following


def test_where_the_curves_begin_is_said_once_all_of_before_was_told(shown, qtbot):
    before = shown.depth_plot.before

    def said() -> str:
        settle(shown, qtbot)
        assert (before.sentence in shown.depth_plot.accessibleDescription()) or not before.sentence
        return before.sentence if not before.place().isEmpty() else ""

    words = f"Curves begin at {text.short_time(at(0))}: the source tells nothing of the time before."
    shown.set_range(1000)
    assert said() == "", "it may still be told"
    shown.set_told(True)
    assert said() == words
    edge = before.place()
    assert edge.right() < before.boundingRect().width() * 0.91
    shown.resize(420, 300)
    assert said() == words
    shown.set_range(105)
    assert said() == "", "there is no room for it"
    shown.set_range(50)
    assert said() == "", "nothing is missing where they fill what is seen"
    shown.set_range(1000)
    assert said() == words
    shown.show_older(Past(at(-5000), at(0), {}))
    assert said() == "", "something is known of before"
    shown.show_older(None)
    assert said() == words


def test_keys_move_through_time(shown, qtbot):
    begin, end = shown.depth_plot.time()
    with qtbot.waitSignal(shown.following_changed):
        press(shown, Qt.Key.Key_Left)
    assert shown.depth_plot.time() == pytest.approx((begin - 10, end - 10))
    press(shown, Qt.Key.Key_Minus)
    seen = shown.depth_plot.time()
    assert seen[1] - seen[0] == pytest.approx(125)
    press(shown, Qt.Key.Key_Home)
    settle(shown, qtbot)
    assert shown.depth_plot.time() == pytest.approx((begin, end))
    assert shown.following


def test_nobody_gets_into_the_future(shown):
    for _ in range(5):
        press(shown, Qt.Key.Key_Right)
    assert shown.depth_plot.time()[1] <= START + 100 + 1e-3


def test_zooming_by_key_keeps_the_line_in_its_place(shown):
    press(shown, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    for _ in range(20):
        press(shown, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    second = shown.hover.second
    before = shown.depth_plot.place_of(second).x()
    press(shown, Qt.Key.Key_Plus)
    assert shown.hover.second == second
    assert abs(shown.depth_plot.place_of(second).x() - before) <= 1


def test_back_to_now_comes_without_moving_anything(shown, qtbot):
    places = [QRect(w.mapTo(shown, QPoint(0, 0)), w.size()) for w in (*[s.plot for s in shown.sides], shown.legend)]
    assert not shown.back.isVisible()
    press(shown, Qt.Key.Key_Left)
    settle(shown, qtbot)
    assert shown.back.isVisible()
    assert places == [
        QRect(w.mapTo(shown, QPoint(0, 0)), w.size()) for w in (*[s.plot for s in shown.sides], shown.legend)
    ]
    shown.back.click()
    assert not shown.back.isVisible()


def test_the_panel_is_one_stop_of_tab(shown):
    assert shown.focusPolicy() == Qt.FocusPolicy.StrongFocus
    assert [
        w.objectName()
        for w in shown.findChildren(QWidget)
        if w.isVisible() and w.focusPolicy() & Qt.FocusPolicy.TabFocus
    ] == []
    assert_accessible(shown)


def test_keys_that_are_none_of_ours_go_on(shown):
    assert keys.command(_key(Qt.Key.Key_F5)) is None
    assert keys.command(_key(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)) is None
    assert keys.command(_key(Qt.Key.Key_Plus, Qt.KeyboardModifier.KeypadModifier, "+")) == "zoom-in"


def _key(key, modifier=Qt.KeyboardModifier.NoModifier, text=""):
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent

    return QKeyEvent(QEvent.Type.KeyPress, key, modifier, text)


# -- the hover line ------------------------------------------------------------------------------------------


def test_keys_move_the_line_and_it_is_read_aloud(shown):
    press(shown, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    press(shown, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert shown.hover.readout.isVisible()
    said = shown.accessibleDescription().splitlines()
    assert said[1:] == ["lab/lis: 90, 00:10", "adt/registry: 40, 00:05", "imaging/pacs: 10, 00:01"]
    press(shown, Qt.Key.Key_Escape)
    assert not shown.hover.readout.isVisible()
    assert not shown.depth_plot._line.isVisible()


def test_the_line_of_the_keys_stays_in_time_and_the_mouse_takes_it_over(shown, qtbot):
    press(shown, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    press(shown, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    second = shown.hover.second
    shown.show_series(steady(110), at(110))
    settle(shown, qtbot)
    assert shown.hover.second == second
    shown.depth_plot.pointed.emit(None)
    assert shown.hover.readout.isVisible()
    shown.depth_plot.pointed.emit(START + 50.0)
    shown.depth_plot.pointed.emit(None)
    assert not shown.hover.readout.isVisible()


def test_a_gap_says_that_nothing_was_seen(panel, qtbot):
    panel.set_range(100)
    seen = {LAB: (5, 1.0)}
    panel.show_series(book_of([(0, seen), (2, seen), (4, None), (40, seen), (42, seen)]), at(42))
    settle(panel, qtbot)
    panel.depth_plot.pointed.emit(START + 20.0)
    assert panel.hover.readout.text().splitlines()[1:] == ["Nothing was seen."]
    panel.depth_plot.pointed.emit(START - 20.0)
    assert panel.hover.readout.text().splitlines()[1:] == ["Nothing was seen."]


def test_the_others_are_read_together(panel, qtbot):
    book = book_of([(n, {w: (i + 1, 10.0 * i) for i, w in enumerate(MANY)}) for n in range(0, 50, 2)], MANY)
    panel.show_series(book, at(48))
    settle(panel, qtbot)
    panel.depth_plot.pointed.emit(START + 20.0)
    assert panel.hover.readout.text().splitlines()[-1] == f"28 others: {sum(range(1, 29))}, 00:04"


@given(
    st.integers(200, 1200),
    st.integers(120, 700),
    st.integers(0, 40),
    st.integers(1, 60),
    st.tuples(st.floats(0, 1), st.floats(0, 1)),
)
def test_the_table_never_covers_the_pointer_and_counts_what_does_not_fit(qapp, width, height, rows, letters, where):
    parent = QWidget()
    parent.resize(width, height)
    readout = Readout(parent)
    pointer = QPoint(int(where[0] * (width - 1)), int(where[1] * (height - 1)))
    lines = [Line("n" * letters, "1,234", "3 d 04:12", QPen()) for _ in range(rows)]
    readout.show_reading(Reading("2026-10-25 02:00:00 +01:00", lines), pointer)
    assert not readout.geometry().contains(pointer)
    assert parent.rect().contains(readout.geometry()) or readout.height() > height
    assert readout._shown + readout.left_out == rows
    assert readout.left_out != 1
    parent.deleteLater()


# -- curves --------------------------------------------------------------------------------------------------


def test_a_click_with_ctrl_hides_and_shows_again(shown, qtbot):
    button = shown.legend.buttons[LAB]
    for hidden in (True, False):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier)
        settle(shown, qtbot)
        assert (LAB in drawn(shown)) is not hidden
        assert button.font().strikeOut() is hidden
        assert (button.accessibleDescription() == "hidden") is hidden
        assert shown.depth_plot.top() < 50 if hidden else shown.depth_plot.top() > 90
    assert shown.drawing.choice.hidden == set()


def test_what_is_hidden_stays_hidden_at_later_looks(shown, qtbot):
    shown.switch(LAB)
    shown.show_series(steady(200), at(200))
    shown.hide()
    shown.show()
    settle(shown, qtbot)
    assert LAB not in drawn(shown)
    assert "lab" not in shown.depth_plot.accessibleDescription()


def test_pointing_at_a_name_fades_the_others(shown, qtbot):
    shown.legend.buttons[LAB].entered.emit()
    settle(shown, qtbot)
    assert drawn(shown)[LAB].pen.color() == theme.curve(0)
    assert drawn(shown)[ADT].pen.color() != theme.curve(1)
    assert drawn(shown)[LAB].pen.widthF() > drawn(shown)[ADT].pen.widthF()
    shown.legend.buttons[LAB].left.emit()
    settle(shown, qtbot)
    assert drawn(shown)[ADT].pen.color() == theme.curve(1)


def test_every_name_is_reached_by_key(shown, qtbot):
    said = []
    for _ in range(4):
        press(shown, Qt.Key.Key_Down)
        said.append(shown.accessibleDescription())
    assert said == ["lab/lis", "adt/registry", "imaging/pacs", "lab/lis"]
    press(shown, Qt.Key.Key_Up)
    press(shown, Qt.Key.Key_Space)
    settle(shown, qtbot)
    assert shown.accessibleDescription() == "imaging/pacs, hidden"
    assert PACS not in drawn(shown)
    with qtbot.waitSignal(shown.destination_selected) as told:
        press(shown, Qt.Key.Key_Return)
    assert told.args == [PACS]


def test_forty_destinations_have_a_dozen_names_the_selected_one_and_the_others(panel, qtbot):
    book = book_of([(n, {w: (i + 1, 1.0) for i, w in enumerate(MANY)}) for n in range(0, 20, 2)], MANY)
    panel.resize(1400, 500)
    panel.show_series(book, at(18))
    settle(panel, qtbot)
    assert [e.name for e in panel.drawing.entries()][-1] == "28 others"
    panel.select(MANY[0])
    settle(panel, qtbot)
    assert list(panel.legend.buttons) == [MANY[0], *MANY[-12:], None]
    assert panel.legend.buttons[None].text() == "27 others"
    panel.legend.buttons[None].click()
    settle(panel, qtbot)
    assert None not in drawn(panel)


@pytest.mark.qt_log_ignore("This plugin does not support grabbing the keyboard", extend=True)
def test_every_line_is_as_wide_as_it_looks_whatever_the_scale(panel, qtbot):
    """Else a line of the others is one message high: a dozen of them fill the plot."""
    many = [Destination("lab", f"dest-{n:02d}") for n in range(40)]
    book = book_of([(n, {where: (k + 1, k + 1.0) for k, where in enumerate(many)}) for n in range(9)], many)
    panel.show_series(book, at(8))
    settle(panel, qtbot)
    assert None in drawn(panel)
    assert all(item.pen.isCosmetic() for side in (0, 1) for item in drawn(panel, side).values())


@pytest.mark.qt_log_ignore("This plugin does not support grabbing the keyboard", extend=True)
def test_names_that_do_not_fit_are_counted_and_found(panel, qtbot):
    book = book_of([(n, {w: (i + 1, 1.0) for i, w in enumerate(MANY)}) for n in range(0, 20, 2)], MANY)
    panel.resize(480, 400)
    panel.show_series(book, at(18))
    panel.select(MANY[-1])
    settle(panel, qtbot)
    seen = {where for where, button in panel.legend.buttons.items() if button.isVisible()}
    assert {MANY[-1], None} <= seen
    assert panel.legend._more.isVisible()
    assert panel.legend._more.text() == f"+{13 - len(seen)} more"
    panel.legend._more.click()
    assert panel.finding.finder.isVisible()
    assert panel.finding.finder.names.rowCount() == len(MANY)
    panel.finding.finder.hide()


EVIL = (
    Destination("=cmd", "<img src=x>&amp;\nnext\0line"),
    Destination("a", "\u202eesrever\u2066"),
    Destination("x" * 100_000, "y" * 100_000),
    Destination("", ""),
)


def test_names_are_shown_as_one_line_of_text_whatever_is_in_them(panel, qtbot):
    book = book_of([(n, {w: (i + 1, 1.0) for i, w in enumerate(EVIL)}) for n in range(0, 20, 2)], EVIL)
    panel.show_series(book, at(18))
    settle(panel, qtbot)
    for entry in panel.drawing.entries():
        assert entry.name.isprintable()
        assert len(entry.name) <= 500
    tips = [button.toolTip() for button in panel.legend.buttons.values()]
    assert "<img" not in tips[0]
    assert "&lt;img src=x&gt;&amp;amp;" in tips[0]
    panel.depth_plot.pointed.emit(START + 10.0)
    assert all(line.name.isprintable() for line in panel.hover.readout._reading.lines)
    assert not panel.image("<b>title</b>\n").isNull()
    assert panel.hover.readout.width() <= panel.width()


# -- thresholds ----------------------------------------------------------------------------------------------


def test_a_threshold_near_the_values_is_a_line_with_its_words(shown, qtbot):
    shown.show_thresholds(Thresholds(100, 4 * 60))
    settle(shown, qtbot)
    depth, age = (side.plot.mark for side in shown.sides)
    assert depth.words() == "alert at 100"
    assert not depth.out_of_sight
    assert not depth.above
    assert shown.depth_plot.top() > 100
    assert age.words() == "alert at 4 min · 2 above"
    assert age.above


def test_a_far_threshold_does_not_flatten_the_curves(shown, qtbot):
    before = [side.plot.top() for side in shown.sides]
    shown.show_thresholds(Thresholds(181, 4 * 3600))
    settle(shown, qtbot)
    assert [side.plot.top() for side in shown.sides] == before
    assert [side.plot.mark.words() for side in shown.sides] == ["▲ alert at 181", "▲ alert at 4 h"]
    shown.show_thresholds(Thresholds(179, None))
    settle(shown, qtbot)
    assert shown.depth_plot.top() > 179
    assert not shown.age_plot.mark.isVisible()


def test_a_value_that_has_reached_its_threshold_is_marked_beside_the_pointer(shown, qtbot):
    shown.show_thresholds(Thresholds(40, 600))
    settle(shown, qtbot)
    shown.depth_plot.pointed.emit(START + 50.0)
    assert shown.hover.readout.text().splitlines()[1:] == [
        "lab/lis: ▲ 90, ▲ 00:10",
        "adt/registry: ▲ 40, 00:05",
        "imaging/pacs: 10, 00:01",
    ]


def test_the_line_is_drawn_where_its_value_is(shown, qtbot):
    shown.show_thresholds(Thresholds(60, None))
    settle(shown, qtbot)
    image = shown.depth_plot.grab().toImage()
    inside = shown.depth_plot.inside().toRect()
    y = inside.top() + round((1 - 60 / shown.depth_plot.top()) * inside.height())
    danger = QColor(theme.current().danger)
    rows = [
        sum(image.pixelColor(x, row) == danger for x in range(inside.left() + inside.width() // 2, inside.right()))
        for row in range(y - 3, y + 4)
    ]
    assert max(rows) > inside.width() / 5
    assert sum(count > 20 for count in rows) == 1


# -- nothing seen --------------------------------------------------------------------------------------------


def test_before_the_first_look_there_is_a_sentence_and_no_grid(panel, qtbot):
    assert panel.empty.isVisible()
    assert panel.empty.text() == "Curves begin when the window begins to look."
    assert not panel.depth_plot.isVisible()
    panel.show_series(book_of([(0, {})], ()), at(0))
    assert panel.empty.text() == "No destination has been seen yet."
    panel.show_series(steady(), at(100))
    settle(panel, qtbot)
    assert not panel.empty.isVisible()
    assert panel.depth_plot.isVisible()


def test_time_goes_on_while_nothing_is_seen_and_the_curve_ends_where_it_was(shown, qtbot, clock):
    clock.second = 160
    shown.set_stale(at(100))
    settle(shown, qtbot)
    assert shown.depth_plot.time() == pytest.approx((START + 60, START + 160))
    assert drawn(shown)[LAB].curve.x.max() == pytest.approx(START + 100, abs=1)
    assert shown.stale.isVisible()
    shown.depth_plot.pointed.emit(START + 150.0)
    assert shown.hover.readout.text().endswith("Nothing was seen.")


def test_time_goes_on_by_itself_also_where_nobody_says_stale(shown, qtbot, clock):
    clock.second = 130
    assert shown._beat.isActive()
    shown._beat.timeout.emit()
    settle(shown, qtbot)
    assert shown.depth_plot.time()[1] == pytest.approx(START + 130)
    shown.hide()
    clock.second = 190
    shown._beat.timeout.emit()
    assert shown.drawing.now == START + 130
    shown.show()
    settle(shown, qtbot)
    assert shown.depth_plot.time()[1] == pytest.approx(START + 190)


def test_a_view_of_the_past_does_not_move_while_nothing_is_seen(shown, qtbot, clock):
    press(shown, Qt.Key.Key_Left)
    view = shown.depth_plot.time()
    clock.second = 160
    shown.set_stale(at(100))
    settle(shown, qtbot)
    assert shown.depth_plot.time() == view


# -- menus and files -----------------------------------------------------------------------------------------

menus = pytest.mark.qt_log_ignore("This plugin does not support grabbing the keyboard", extend=True)


def opened(panel, name) -> QMenu:
    return next(menu for menu in panel.findChildren(QMenu, name) if menu.isVisible())


def ask(panel) -> QMenu:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), panel.mapToGlobal(QPoint(0, 0)))
    QApplication.sendEvent(panel, event)
    return opened(panel, "charts-menu")


def entry(menu, name):
    return next(action for action in menu.actions() if action.objectName() == f"charts-{name}")


@menus
@pytest.mark.parametrize("kind", ["png", "csv"])
def test_the_menu_asks_for_a_file(shown, qtbot, kind):
    menu = ask(shown)
    with qtbot.waitSignal(shown.export_requested) as told:
        entry(menu, kind).trigger()
    assert told.args == [kind]
    menu.close()


@menus
def test_the_menu_has_the_curves_the_rules_and_the_time(shown, qtbot):
    menu = ask(shown)
    curves_menu = menu.findChild(QMenu)
    first = curves_menu.actions()[0]
    assert (first.text(), first.isChecked()) == ("lab/lis", True)
    first.trigger()
    entry(menu, "zoom-in").trigger()
    with qtbot.waitSignal(shown.rules_requested):
        entry(menu, "rules").trigger()
    settle(shown, qtbot)
    assert LAB not in drawn(shown)
    assert not shown.following
    menu.close()
    qtbot.waitUntil(lambda: shown.findChild(QMenu, "charts-menu") is None)
    menu = ask(shown)
    entry(menu, "follow").trigger()
    entry(menu.findChild(QMenu), "show-all").trigger()
    settle(shown, qtbot)
    assert shown.following
    assert LAB in drawn(shown)
    menu.close()


@menus
def test_the_menu_has_the_scale_and_the_small_charts(shown, qtbot):
    menu = ask(shown)
    assert entry(menu, "scale").isCheckable()
    assert not entry(menu, "scale").isChecked()
    entry(menu, "scale").trigger()
    entry(menu, "multiples").trigger()
    menu.close()
    settle(shown, qtbot)
    assert shown.logarithmic
    assert shown.multiples.isVisible()
    menu = ask(shown)
    assert entry(menu, "scale").isChecked()
    assert entry(menu, "multiples").isChecked()
    menu.close()


@menus
def test_a_name_has_a_menu_too(shown, qtbot):
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(2, 2), shown.mapToGlobal(QPoint(0, 0)))
    QApplication.sendEvent(shown.legend.buttons[ADT], event)
    menu = opened(shown, "charts-entry-menu")
    entry(menu, "only").trigger()
    settle(shown, qtbot)
    assert set(drawn(shown)) == {ADT}
    menu.close()


@menus
def test_without_curves_there_is_nothing_to_save(panel):
    menu = ask(panel)
    assert not entry(menu, "png").isEnabled()
    assert not entry(menu, "csv").isEnabled()
    menu.close()


def test_the_table_has_what_is_seen(shown, tmp_path, qtbot):
    shown.switch(ADT)
    shown.depth_plot.set_time(START + 40, START + 60)
    shown.depth_plot.box.taken.emit()  # as by hand
    made = shown.table()
    assert [column.name for column in made.columns] == ["lab/lis", "imaging/pacs"]
    assert len(made.instants()) == 11
    curves.write_csv(made, tmp_path / "curves.csv")
    assert (tmp_path / "curves.csv").read_bytes().count(b"\r\n") == 12


def test_the_picture_has_both_plots_at_twice_the_size_and_leaves_the_view_as_it_was(shown, qtbot):
    shown.depth_plot.pointed.emit(START + 50.0)
    image = shown.image("queue.db")
    assert image.width() == round((shown.depth_plot.width() + 8 * theme.GRID) * SCALE)
    assert image.height() > SCALE * (shown.depth_plot.height() + shown.age_plot.height())
    read = QImage.fromData(png(image), "PNG")
    assert read.size() == image.size()
    color = theme.curve(0).rgb()
    half = image.height() // 2
    for rows in (range(half), range(half, image.height())):
        assert any(image.pixel(image.width() // 2, y) == color for y in rows)
    assert drawn(shown)[LAB].pen.widthF() == shown.devicePixelRatioF()


# -- colours and clocks --------------------------------------------------------------------------------------


def test_a_dozen_curves_differ_by_colour_or_dash(qapp):
    looks = {(theme.curve_pen(n).color().name(), tuple(theme.curve_pen(n).dashPattern())) for n in range(12)}
    assert len(looks) == 12


def test_everything_changes_with_the_scheme(shown, qapp, qtbot):
    shown.show_thresholds(Thresholds(40, None))
    settle(shown, qtbot)
    theme.apply(qapp, "dark")
    try:
        settle(shown, qtbot)
        ground = QColor(theme.DARK.surface)
        image = shown.grab().toImage()
        assert image.pixelColor(shown.depth_plot.mapTo(shown, QPoint(2, 2))) == ground
        assert image.pixelColor(shown.width() // 2, 3) == ground
        assert QColor(theme.LIGHT.surface).rgb() not in {
            image.pixel(x, y) for x in range(0, image.width(), 5) for y in range(0, image.height(), 5)
        }
    finally:
        theme.apply(qapp, "light")


LABELS = """
from qmonitor.gui.charts.timeline import time_label, time_ticks
from datetime import datetime
for day in ((2026, 3, 29), (2026, 10, 25)):
    begin = datetime(*day).timestamp()
    print(*(time_label(tick, 3600) for tick in time_ticks(begin, begin + 4 * 3600, 3600)), sep=", ")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no TZ")
def test_the_clock_of_the_machine_across_both_changes():
    done = subprocess.run(
        [sys.executable, "-c", LABELS],
        env={**os.environ, "TZ": "Europe/Berlin", "LC_ALL": "C"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "29 Mar, 01:00, 03:00, 04:00, 05:00",
        "25 Oct, 01:00, 02:00, 02:00, 03:00",
    ]


def test_a_week_shows_its_days(shown, qtbot):
    shown.set_range(7 * 86_400)
    settle(shown, qtbot)
    axis = shown.age_plot._bottom
    ((step, ticks),) = axis.tickValues(*shown.age_plot.time(), shown.age_plot.box.width())
    labels = axis.tickStrings(ticks, 1.0, step)
    assert len(labels) >= 6
    assert {label.split()[0] for label in labels} <= {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}
    assert len(labels[0].split()) == 3
