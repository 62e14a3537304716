"""Many destinations: who has a curve of its own, how one is found among thousands, and the grid of small charts."""

from functools import partial

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QAbstractItemModelTester, QTest

from qmonitor.gui import text, theme
from qmonitor.gui.charts import ChartsPanel
from qmonitor.gui.charts.cells import CellPainter
from qmonitor.gui.charts.choice import SEEN, SEEN_PART, TOP, Choice, Newest
from qmonitor.gui.charts.names import Names, matching
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.model import Depth, DepthRow, Destination
from qmonitor.queues.times import NS, from_ns
from tests.helpers.accessible import assert_accessible

START = 1_780_000_000
MANY = tuple(Destination(f"ch{n % 3}", f"d{n:02d}") for n in range(40))

popups = pytest.mark.qt_log_ignore("This plugin does not support grabbing the keyboard", extend=True)


def at(second: float):
    return from_ns(int((START + second) * NS))


def look(book: SeriesBook, second: float, figures) -> None:
    """One look; `figures` has (pending, oldest) of each destination."""
    rows = tuple(DepthRow(w.channel, w.destination, p, 0, None, o, None) for w, (p, o) in figures.items())
    book.add(Depth(rows, at(second), True), tuple(figures))


def book_of(figures, seconds=range(0, 20, 2)) -> SeriesBook:
    book = SeriesBook(silence_ns=10**6 * NS)
    for second in seconds:
        look(book, second, figures)
    return book


def rising() -> dict[Destination, tuple[int, float]]:
    return {where: (n + 1, 10.0 * n) for n, where in enumerate(MANY)}


@pytest.fixture
def panel(qapp, qtbot):
    made = ChartsPanel(clock=lambda: at(18))
    qtbot.addWidget(made)
    made.resize(1000, 500)
    with qtbot.waitExposed(made):
        made.show()
    made.set_range(20)
    return made


@pytest.fixture
def shown(panel, qtbot):
    """Forty destinations, the last one the worst."""
    panel.show_series(book_of(rising()), at(18))
    settle(panel, qtbot)
    return panel


def settle(panel, qtbot) -> None:
    def drawn() -> None:
        assert not panel._dirty

    qtbot.waitUntil(drawn)


def drawn(panel, side=0):
    return panel.sides[side].plot.lines.strokes


def chosen(figures, choice=None) -> Choice:
    book = book_of(figures, [0])
    made = choice or Choice()
    made.update(Newest.of(book), lambda where: book[where].index if where in book else None)
    return made


# -- who has a curve of its own ------------------------------------------------------------------------------


def test_the_worst_of_both_plots_have_their_own_curves():
    deep = {where: (1000 + n, 1.0) for n, where in enumerate(MANY[:20])}
    old = {where: (1, 90_000.0 + n) for n, where in enumerate(MANY[20:])}
    own = chosen({**deep, **old}).own
    assert len(own) == TOP
    assert set(own) == {*MANY[14:20], *MANY[34:40]}
    assert own == sorted(own, key=MANY.index)


def test_an_age_that_is_not_known_counts_for_nothing():
    figures = {where: (1, None if n < 20 else 5.0) for n, where in enumerate(MANY)}
    assert not set(chosen(figures).own) & set(MANY[:20])


@given(
    st.lists(st.tuples(st.integers(0, 900), st.floats(0, 1e6)), min_size=40, max_size=40),
    st.sets(st.sampled_from(MANY), max_size=20),
    st.none() | st.sampled_from(MANY),
)
def test_who_was_picked_or_is_selected_always_has_one(figures, picked, selected):
    choice = chosen(dict(zip(MANY, figures, strict=True)), Choice(picked=picked, selected=selected))
    wanted = picked | ({selected} if selected else set())
    assert wanted <= set(choice.own)
    assert len(choice.own) <= max(TOP, len(picked)) + 1
    assert len(choice.own) + len(choice.rest) + choice.unseen == len(MANY)
    assert not set(choice.own) & set(choice.rest)
    highest = max(range(40), key=lambda n: figures[n])
    if len(picked) < TOP:
        assert MANY[highest] in choice.own


@given(st.lists(st.sampled_from(MANY[:16]), max_size=12))
def test_picking_turns_by_turns_on_and_off(picks):
    figures = {where: (n, 1.0) for n, where in enumerate(MANY[:16])}
    choice = chosen(figures)
    for where in picks:
        before = choice.picks(where)
        choice.pick(where)
        choice = chosen(figures, choice)
        seen = where in choice.drawn()
        assert seen is choice.picks(where) is not before
    choice.reset()
    assert chosen(figures, choice).drawn() == chosen(figures).drawn()


def test_a_destination_of_another_source_is_no_more_meant():
    choice = Choice(own=[Destination("gone", "gone")], picked={Destination("gone", "too")}, selected=MANY[0])
    assert set(chosen(rising(), choice).own) == {MANY[0], *MANY[-TOP:]}


# -- finding one ---------------------------------------------------------------------------------------------


def test_every_word_has_to_be_in_the_name():
    assert matching(MANY, "") == list(MANY)
    assert matching(MANY, " D07 ") == [MANY[7]]
    assert matching(MANY, "ch1 d1") == [w for w in MANY if w.channel == "ch1" and w.destination.startswith("d1")]
    assert matching(MANY, "nowhere") == []


def test_the_list_of_names_is_a_sound_model(qapp):
    names = Names()
    QAbstractItemModelTester(names, QAbstractItemModelTester.FailureReportingMode.Fatal)
    names.show_names(MANY)
    names.show_ticks({MANY[3]: theme.curve_pen(3)})
    names.look_for("d3")
    names.look_for("nothing has this")
    names.look_for("")
    names.show_names(MANY[:5])
    assert names.rowCount() == 5
    role = Qt.ItemDataRole.CheckStateRole
    assert [names.index(n).data(role) == Qt.CheckState.Checked for n in range(5)] == [False, False, False, True, False]


@popups
def test_a_name_that_is_looked_for_gets_a_curve_and_loses_it_again(shown, qtbot):
    QTest.keyClicks(shown, "/")
    finder = shown.finding.finder
    assert finder.isVisible()
    assert_accessible(finder)
    assert finder.names.rowCount() == 40
    assert not finder.worst.isEnabled()
    QTest.keyClicks(finder.field, "d05")
    assert [finder.names.where(n) for n in range(finder.names.rowCount())] == [MANY[5]]
    assert finder.said.text() == "1 destination; Enter shows its curve, a click ticks it"
    space = partial(QTest.keyClick, finder.list, Qt.Key.Key_Space)
    space()
    assert MANY[5] in drawn(shown)
    assert MANY[5] in shown.legend.buttons
    assert finder.worst.isEnabled()
    space()
    assert MANY[5] not in drawn(shown)
    QTest.mouseClick(finder.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
    assert MANY[5] in drawn(shown)
    QTest.mouseClick(finder.worst, Qt.MouseButton.LeftButton)
    assert list(shown.legend.buttons) == [*MANY[-TOP:], None]
    finder.hide()


@popups
@pytest.mark.parametrize("at", [5, 40 - TOP, 39], ids=["no curve", "first in the legend", "last in the legend"])
@pytest.mark.parametrize("hidden", [False, True])
def test_what_is_found_is_seen_and_marked(shown, at, hidden):
    """Whether it had a curve before or not: nobody looks for one to hide it."""
    if hidden:
        shown.switch(MANY[at])
    shown.resize(420, 500)
    QTest.keyClicks(shown, "/")
    finder = shown.finding.finder
    QTest.keyClicks(finder.field, MANY[at].destination)
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    assert not finder.isVisible()
    assert MANY[at] in drawn(shown)
    entry = shown.legend.buttons[MANY[at]]
    assert entry.isVisible()
    assert entry.isChecked()
    pens = {where: shown.drawing.pen(where) for where in shown.drawing.choice.drawn()}
    assert [where for where, pen in pens.items() if pen.widthF() > 1] == [MANY[at]]
    assert shown.accessibleDescription() == str(MANY[at])
    shown.find_curve()
    QTest.keyClick(finder.field, Qt.Key.Key_Return)  # the first of the list, which has one: it stays
    assert finder.names.where(0) in drawn(shown)


@popups
def test_the_arrows_move_through_the_names_while_the_field_has_the_keys(shown):
    shown.find_curve()
    finder = shown.finding.finder
    assert finder.names.where(0) == MANY[-TOP]
    for _ in range(3):
        QTest.keyClick(finder.field, Qt.Key.Key_Down)
    assert finder.list.currentIndex().row() == 3
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    assert shown.drawing.choice.highlighted == MANY[-TOP + 3]


@popups
def test_what_is_looked_for_in_vain_is_said(shown):
    shown.find_curve()
    finder = shown.finding.finder
    finder.field.setText("nowhere")
    assert finder.said.text() == "No destination has this in its name."
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    finder.hide()


def test_a_picked_one_stays_at_later_looks_though_others_are_worse(shown, qtbot):
    shown.drawing.choice.pick(MANY[0])
    for second in (20, 22):
        shown.show_series(book_of(rising(), range(0, second + 1, 2)), at(second))
        settle(shown, qtbot)
    assert MANY[0] in drawn(shown)
    assert len(shown.drawing.choice.own) == TOP


# -- small charts --------------------------------------------------------------------------------------------


@pytest.fixture
def grid(shown, qtbot):
    shown.set_multiples(True)
    settle(shown, qtbot)
    return shown.multiples


def names_in(grid) -> list[Destination]:
    return [grid.cells.where(n) for n in range(grid.cells.rowCount())]


def test_every_destination_has_a_small_chart_the_worst_first(shown, grid):
    QAbstractItemModelTester(grid.cells, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert grid.isVisible()
    assert not shown.depth_plot.isVisible()
    assert names_in(grid) == list(reversed(MANY))
    assert grid.title.text() == "40 destinations"
    assert grid.axes.text().startswith("Each from 0 to 40, from ")
    assert_accessible(shown)


def test_they_are_ordered_by_the_figure_that_is_shown(shown, grid, qtbot):
    figures = {where: (40 - n, 10.0 * n) for n, where in enumerate(MANY)}
    shown.show_series(book_of(figures), at(18))
    settle(shown, qtbot)
    assert names_in(grid) == list(MANY)
    QTest.mouseClick(grid._chips[1], Qt.MouseButton.LeftButton)
    assert names_in(grid) == list(reversed(MANY))


def test_they_keep_their_places_for_a_difference_that_nobody_sees(shown, grid, qtbot):
    """One message more or less at every look made them jump about."""
    for second in range(20, 30, 2):
        figures = {where: (n + (20 if n == second % 7 else 1), 10.0 * n) for n, where in enumerate(MANY)}
        shown.show_series(book_of(figures, range(0, second + 1, 2)), at(second))
        settle(shown, qtbot)
        assert names_in(grid) == list(reversed(MANY))
    shown.show_series(book_of({**figures, MANY[3]: (60, 30.0)}, range(0, 32, 2)), at(30))
    settle(shown, qtbot)
    assert names_in(grid)[0] == MANY[3]


@given(st.lists(st.integers(0, 200), min_size=1, max_size=20), st.lists(st.integers(0, 200), min_size=20, max_size=20))
def test_the_order_of_small_charts_is_never_wrong_by_more_than_can_be_seen(first, then):
    places = Newest(MANY[: len(first)], np.array(first, float), np.zeros(len(first))).highest_first(ages=False)
    assert [first[at] for at in places] == sorted(first, reverse=True)
    depths = then[: len(first)]
    newest = Newest(MANY[: len(first)], np.array(depths, float), np.zeros(len(first)))
    after = newest.highest_first(ages=False, before=places)
    assert sorted(after) == list(range(len(first)))
    stand = [depths[at] for at in after]
    allowed = max(SEEN, SEEN_PART * max(stand))
    assert all(low + allowed >= high for n, high in enumerate(stand) for low in stand[:n])


def test_what_is_said_of_small_charts_ends_with_the_present(shown, grid, qtbot):
    """Not with the pixel in which it lies: over a week that is a quarter of an hour."""
    shown.set_range(7 * 86_400)
    settle(shown, qtbot)
    assert grid.cells.axes.end > START + 18 + 60
    assert f" to {text.short_time(at(18))}" in grid.axes.text()
    grid.point(grid.cells.axes.end)
    assert grid.axes.text().startswith(f"At {text.local_time(at(18))}")


def test_only_what_is_seen_is_drawn(grid, monkeypatch):
    painted = []
    value = grid.cells.value
    monkeypatch.setattr(grid.cells, "value", lambda where: painted.append(where) or value(where))
    grid.grid.viewport().repaint()
    height, cell = grid.grid.viewport().height(), grid.grid.gridSize()
    rows = -(-height // cell.height())
    columns = grid.grid.viewport().width() // cell.width()
    assert 0 < len(painted) <= (rows + 1) * columns < 40


def test_they_are_as_wide_as_there_is_room(shown, grid, qtbot):
    for width in range(500, 1400, 7):
        shown.resize(width, 500)
        room, cell = grid.grid.viewport().width(), grid.grid.gridSize().width()
        columns = room // cell
        assert cell >= 44 * theme.GRID
        assert room - columns * cell <= columns
        grid.grid.doItemsLayout()
        lines = [grid.grid.visualRect(grid.cells.index(n)).top() for n in range(columns + 1)]
        assert lines[:columns] == lines[:1] * columns
        assert lines[columns] > lines[0]


def test_all_have_the_same_axes_also_where_a_past_peak_comes_into_sight(shown, grid, qtbot):
    figures = {**rising(), MANY[0]: (5000, 1.0)}
    book = book_of(figures, [0, 2])
    look(book, 4, {**rising(), MANY[0]: (0, 0.0)})
    shown.show_series(book, at(4))
    settle(shown, qtbot)
    assert grid.cells.axes.highest == 5000
    grid._show_side(1)
    assert grid.cells.axes.highest == pytest.approx(390)


def test_the_fields_words_and_the_figure_choose_what_is_shown(grid):
    grid.field.setText("d0")
    assert set(names_in(grid)) == set(MANY[:10])
    assert grid.title.text() == "10 of 40 destinations"
    QTest.mouseClick(grid._chips[1], Qt.MouseButton.LeftButton)
    assert grid.cells.value(MANY[9]) == "00:01"


def test_keys_move_through_them_and_choose_one(shown, grid, qtbot):
    shown.setFocus()
    assert shown.focusProxy() is grid.grid
    QTest.keyClick(grid.grid, Qt.Key.Key_Home)
    QTest.keyClick(grid.grid, Qt.Key.Key_Right)
    with qtbot.waitSignal(shown.destination_selected) as told:
        QTest.keyClick(grid.grid, Qt.Key.Key_Return)
    assert told.args == [MANY[-2]]
    before = shown.depth_plot.time()
    QTest.keyClicks(grid.grid, "-")
    seen = shown.depth_plot.time()
    assert seen[1] - seen[0] > before[1] - before[0]
    with qtbot.waitSignal(shown.looks_changed) as told:
        QTest.keyClicks(grid.grid, "m")
    assert told.args == [False, False]
    assert shown.depth_plot.isVisible()


def test_pointing_at_an_instant_shows_all_values_then(shown, grid, qtbot):
    book = SeriesBook(silence_ns=10**6 * NS)
    for second in range(0, 20, 2):
        look(book, second, {where: (second + n, 1.0) for n, where in enumerate(MANY)})
    shown.show_series(book, at(18))
    settle(shown, qtbot)
    assert grid.cells.value(MANY[39]) == "57"
    shown.select(MANY[39])
    QTest.keyClick(grid.grid, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    for _ in range(30):
        QTest.keyClick(grid.grid, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert grid.axes.text().startswith("At ")
    assert grid.cells.value(MANY[39]) == "47"
    assert "47" in grid.grid.accessibleDescription()
    QTest.keyClick(grid.grid, Qt.Key.Key_Escape)
    assert grid.cells.value(MANY[39]) == "57"
    place = grid.grid.visualRect(grid.cells.index(0)).center()
    QTest.mouseMove(grid.grid.viewport(), place - QPoint(10, 0))
    QTest.mouseMove(grid.grid.viewport(), place)
    assert grid.cells.second == pytest.approx(START + 8, abs=1)


def test_nothing_moves_while_somebody_is_in_the_grid(shown, grid, qtbot):
    QTest.keyClick(grid.grid, Qt.Key.Key_Home)
    before = names_in(grid)
    new = Destination("new", "one")
    book = book_of({**rising(), MANY[0]: (900, 1.0), new: (1, 1.0)}, range(0, 24, 2))
    shown.show_series(book, at(22))
    settle(shown, qtbot)
    assert names_in(grid) == [*before, new]
    grid.busy.stop()  # as when half a minute has passed
    shown._draw()
    assert names_in(grid)[:2] == [MANY[0], MANY[39]]


def test_the_selected_one_is_current_and_stays_so(shown, grid, qtbot):
    shown.select(MANY[10])
    assert grid.cells.where(grid.grid.currentIndex().row()) == MANY[10]
    shown.show_series(book_of({**rising(), MANY[10]: (900, 1.0)}, range(0, 24, 2)), at(22))
    settle(shown, qtbot)
    assert grid.cells.where(grid.grid.currentIndex().row()) == MANY[10]
    assert grid.grid.currentIndex().row() == 0


def test_a_small_chart_is_drawn_in_its_colour_and_in_words(grid):
    index = grid.cells.index(0)
    image = grid.grid.viewport().grab(grid.grid.visualRect(index)).toImage()
    color = theme.curve(39)
    assert any(image.pixelColor(x, y) == color for x in range(image.width()) for y in range(image.height()))
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "ch0/d39: 40 pending, oldest 00:06"


def test_a_reconstructed_stretch_is_shaded_and_said(shown, grid, qtbot):
    shown.drawing.book.reconstructed = (START * NS, (START + 10) * NS)
    shown._redraw()
    settle(shown, qtbot)
    assert grid.axes.text().endswith(" · shaded: reconstructed")
    cell = grid.grid.visualRect(grid.cells.index(0))
    box = CellPainter.inside(cell, grid.grid.font())
    image = grid.grid.viewport().grab().toImage()
    assert image.pixelColor(box.left() + box.width() // 4, box.center().y()) == QColor(theme.current().hover)
    assert image.pixelColor(box.right() - 5, box.center().y()) == QColor(theme.current().surface)


def test_what_is_saved_is_what_is_seen(shown, grid, qtbot):
    grid.field.setText("d3")
    assert [column.name for column in shown.table().columns] == [str(where) for where in names_in(grid)]
    assert len(names_in(grid)) == 10
    image = shown.image("queue.db")
    assert image.width() == 2 * (grid.grid.columns * grid.grid.gridSize().width() + 8 * theme.GRID)
    color = theme.curve(39)
    assert any(image.pixelColor(x, y) == color for x in range(500) for y in range(100, image.height() // 2))


def test_the_picture_of_small_charts_has_all_of_them_whole(shown, grid, qtbot):
    """Not those alone that the screen has room for, the last row cut through."""
    size, columns = grid.grid.gridSize(), grid.grid.columns
    assert grid.grid.viewport().height() < 40 // columns * size.height()
    image = shown.image("queue.db")
    rows = -(-40 // columns)
    assert image.height() > 2 * rows * size.height()
    box = QRect(0, image.height() - 2 * size.height(), 2 * size.width(), 2 * size.height())
    last = grid.cells.where((rows - 1) * columns)
    color = theme.curve(shown.drawing.book[last].index)
    assert any(image.pixelColor(x, y) == color for x in range(box.width()) for y in range(box.top(), box.bottom()))


def test_evil_names_are_plain_text_in_the_grid_too(shown, qtbot):
    evil = (Destination("<b>x</b>", "a\nb"), Destination("x" * 100_000, "\u202ey"))
    shown.show_series(book_of(dict.fromkeys(evil, (3, 1.0))), at(18))
    shown.set_multiples(True)
    settle(shown, qtbot)
    cells = shown.multiples.cells
    for row in range(cells.rowCount()):
        assert cells.index(row).data().isprintable()
        assert "<b>" not in cells.index(row).data(Qt.ItemDataRole.ToolTipRole)
    assert not shown.grab().isNull()


def test_newest_has_every_destination_and_nan_for_what_is_not_known():
    figures = {MANY[0]: (3, None), MANY[1]: (0, None)}
    newest = Newest.of(book_of(figures, [0]))
    assert newest.order == MANY[:2]
    assert newest.depths.tolist() == [3, 0]
    assert np.isnan(newest.ages).tolist() == [True, False]
    assert Newest.of(SeriesBook()).worst_first() == []
