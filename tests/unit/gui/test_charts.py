"""The charts draw what was seen, over true local time, and leave the user's view alone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from qmonitor.gui import theme
from qmonitor.gui.charts import ChartsPanel
from qmonitor.gui.charts.axes import AGE_STEPS, age_label, age_step, age_title, age_unit, count_label, count_step
from qmonitor.gui.charts.background import Background, Members
from qmonitor.gui.charts.choice import REST, TOP, Choice, Newest
from qmonitor.gui.charts.lines import Frame
from qmonitor.gui.charts.model import Span, curve, thin
from qmonitor.gui.charts.scale import LINEAR
from qmonitor.gui.charts.timeline import DAY, HOUR, TIME_STEPS, time_label, time_step, time_ticks
from qmonitor.monitor.series import SeriesBook, Track
from qmonitor.queues.model import Depth, DepthRow, Destination
from qmonitor.queues.times import NS, from_ns

START = 1_780_000_000
BERLIN = ZoneInfo("Europe/Berlin")
LAB, ADT = Destination("lab", "lis"), Destination("adt", "registry")


def book_of(figures, destinations=(LAB, ADT)) -> SeriesBook:
    """A book with one look for each (second, {destination: (pending, oldest)} or None for a failed one)."""
    book = SeriesBook(silence_ns=10**6 * NS)
    for second, seen in figures:
        as_of = from_ns((START + second) * NS)
        if seen is None:
            book.gap(as_of)
            continue
        rows = tuple(DepthRow(w.channel, w.destination, p, 0, None, o, None) for w, (p, o) in seen.items())
        book.add(Depth(rows, as_of, True), destinations)
    return book


def track_of(values) -> Track:
    track = Track()
    for second, value in values:
        track.append((START + second) * NS, value)
    return track


@pytest.fixture
def panel(qapp, qtbot):
    made = ChartsPanel(clock=lambda: from_ns(START * NS))
    qtbot.addWidget(made)
    made.resize(640, 400)
    with qtbot.waitExposed(made):
        made.show()
    return made


def drawn(panel: ChartsPanel, side: int = 0):
    return panel.sides[side].plot.lines.strokes


def at(second: float):
    return from_ns(int((START + second) * NS))


# -- points --------------------------------------------------------------------------------------------------


def test_a_gap_breaks_the_line(qapp):
    track = track_of([(0, 5), (1, 5), (2, None), (4, 7), (6, 8)])
    line = curve(track, Span(START - 1, START + 10, 400))
    assert [None if np.isnan(y) else y for y in line.y] == [5, 5, None, 7, 7, 8]
    assert line.highest() == 8


def test_the_line_reaches_beyond_the_edges_by_one_point():
    track = track_of([(n, n) for n in range(100)])
    line = curve(track, Span(START + 50.5, START + 60.5, 400))
    assert (line.y[0], line.y[-1]) == (50, 61)


def test_a_negative_age_is_drawn_at_zero():
    line = curve(track_of([(0, -5), (2, 3)]), Span(START, START + 10, 400))
    assert line.y.tolist() == [0, 0, 3]


def test_a_value_holds_until_the_next_and_an_age_grows_where_it_grew():
    depth = curve(track_of([(0, 4), (60, 9), (120, 9), (121, 2)]), Span(START, START + 200, 100))
    assert [(x - START, y) for x, y in zip(depth.x, depth.y, strict=True)] == [
        (0, 4), (60, 4), (60, 9), (120, 9), (121, 2),
    ]  # fmt: skip
    ages = Track(ages=True)
    for second, age in ((0, 100.0), (60, 160.0), (120, 10.0)):
        ages.append((START + second) * NS, age)
    line = curve(ages, Span(START, START + 200, 100))
    assert [(x - START, y) for x, y in zip(line.x, line.y, strict=True)] == [(0, 100), (60, 160), (120, 160), (120, 10)]


def test_an_empty_track_is_an_empty_line():
    assert curve(Track(), Span(START, START + 10, 400)).x.size == 0


@given(
    st.lists(st.none() | st.integers(0, 1000), min_size=1, max_size=600),
    st.integers(1, 60),
)
def test_thinning_keeps_the_extremes_and_the_gaps_of_every_column(values, columns):
    x = np.arange(len(values), dtype=float)
    y = np.array([np.nan if v is None else v for v in values], dtype=float)
    line = thin(x, y, Span(0, len(values), columns))
    assert line.x.size <= 3 * (columns + 1)
    known = y[~np.isnan(y)]
    if known.size:
        assert np.nanmax(line.y) == known.max()
        assert np.nanmin(line.y) == known.min()
    assert np.isnan(line.y).any() == np.isnan(y).any()
    assert np.all(np.diff(line.x) >= 0)


def test_a_look_between_two_gaps_is_seen():
    track = track_of([(0, None), (2, 7), (4, None), (6, 8), (8, 8)])
    line = curve(track, Span(START, START + 100, 100))
    assert line.x.tolist() == [START, START, START + 2, START + 4, START + 6, START + 8]
    assert np.isnan(line.y).tolist() == [True, False, False, True, False, False]
    assert line.y[1] == line.y[2] == 7


def test_a_long_curve_ends_where_it_was_last_seen():
    track = track_of([(n, n % 7) for n in range(1000)])
    line = curve(track, Span(START, START + 2000, 100))
    assert line.x[-1] == START + 999


@given(st.lists(st.none() | st.integers(0, 500), max_size=80), st.integers(1, 4000), st.integers(1, 300))
def test_every_point_is_drawn_at_its_pixel_of_the_screen(values, columns, rows):
    span = Span(START, START + 100, columns)
    line = curve(track_of(enumerate(values)), span)
    x, y = Frame(span, 500.0, rows, LINEAR).place(line)
    assert np.isnan(y).tolist() == np.isnan(line.y).tolist()
    known = ~np.isnan(y)
    assert np.all(x == np.rint(x))
    assert np.all(np.abs(x * span.pixel - (line.x - START)) <= span.pixel / 2 + 1e-3)
    assert np.all(y[known] == np.rint(y[known]))
    assert np.all(np.abs(500 * (1 - y[known] / max(1, rows - 1)) - line.y[known]) <= 250 / max(1, rows - 1) + 1e-6) or (
        rows == 1
    )


def together(tracks, looks, span):
    values = np.array([track.values[-1] for track in tracks])
    return Background().curve(Members(tuple(range(len(tracks))), values), lambda: tracks, looks, span)


def test_many_curves_in_one_item_stay_apart_and_keep_the_gaps():
    looks = track_of([(n, None if 40 <= n < 60 else n) for n in range(0, 100, 2)])
    line = together([looks, looks], looks, Span(START, START + 120, 100))
    apart = np.flatnonzero(np.diff(line.x) < 0)
    assert apart.size == 1
    assert np.isnan(line.y[apart[0]])
    one = slice(0, apart[0])
    gap = (line.x[one] > START + 40) & (line.x[one] < START + 58)
    assert np.isnan(line.y[one][gap]).all()
    assert (line.y[one][line.x[one] == START + 38], line.y[one][line.x[one] == START + 60]) == (38, 60)
    assert np.nanmax(line.x) == START + 98
    assert line.highest() == 98


def test_one_that_came_later_begins_when_it_was_seen():
    looks = track_of([(n, 1) for n in range(0, 100, 2)])
    late = track_of([(n, 5) for n in range(50, 100, 2)])
    line = together([late], looks, Span(START, START + 120, 100))
    assert np.isnan(line.y[line.x < START + 50]).all()
    assert line.highest() == 5


def test_no_curves_are_no_item():
    assert together([], Track(), Span(START, START + 9, 100)).x.size == 0


def chosen(book, selected=None, before=()) -> Choice:
    choice = Choice(own=list(before), selected=selected)
    choice.update(Newest.of(book), lambda where: book[where].index if where in book else None)
    return choice


def test_the_deepest_have_their_own_curves_and_the_selected_one_always_has():
    many = tuple(Destination("c", f"d{n:02d}") for n in range(20))
    book = book_of([(0, {where: (n + 1, 1.0) for n, where in enumerate(many)})], many)
    choice = chosen(book)
    assert choice.own == list(many[-TOP:])
    assert choice.rest == list(many[:-TOP])
    choice = chosen(book, many[0])
    assert choice.own == [many[0], *many[-TOP:]]
    assert len(choice.rest) == 20 - TOP - 1


def test_the_rest_is_bounded_too():
    many = tuple(Destination("c", f"d{n:04d}") for n in range(TOP + REST + 50))
    book = book_of([(0, {where: (n + 1, 1.0) for n, where in enumerate(many)})], many)
    choice = chosen(book)
    assert choice.own == list(many[-TOP:])
    assert choice.rest == list(many[50:-TOP])
    assert choice.unseen == 50


def test_names_do_not_jump_about_for_a_little_more():
    many = tuple(Destination("c", f"d{n:02d}") for n in range(13))
    depths = dict.fromkeys(many, (100, 1.0))
    first = chosen(book_of([(0, depths)], many)).own
    assert first == list(many[:12])
    assert chosen(book_of([(0, {**depths, many[12]: (110, 1.0)})], many), before=first).own == first
    assert many[12] in chosen(book_of([(0, {**depths, many[12]: (130, 1.0)})], many), before=first).own


# -- axes ----------------------------------------------------------------------------------------------------


def berlin(*parts: int, fold: int = 0) -> float:
    return datetime(*parts, tzinfo=BERLIN, fold=fold).timestamp()


def test_the_hour_that_spring_leaves_out_has_no_tick():
    ticks = time_ticks(berlin(2026, 3, 29, 0), berlin(2026, 3, 29, 6), HOUR, BERLIN)
    assert [time_label(t, HOUR, BERLIN) for t in ticks] == ["29 Mar", "01:00", "03:00", "04:00", "05:00", "06:00"]
    assert np.diff(ticks).tolist() == [HOUR] * 5


def test_the_hour_that_autumn_repeats_has_two():
    ticks = time_ticks(berlin(2026, 10, 25, 1), berlin(2026, 10, 25, 4), HOUR, BERLIN)
    assert [time_label(t, HOUR, BERLIN) for t in ticks] == ["01:00", "02:00", "02:00", "03:00", "04:00"]


def test_days_begin_at_local_midnight_across_the_change_of_clocks():
    ticks = time_ticks(berlin(2026, 3, 27), berlin(2026, 3, 31), DAY, BERLIN)
    assert [time_label(t, DAY, BERLIN) for t in ticks] == ["Fri 27", "Sat 28", "Sun 29", "Mon 30", "Tue 31"]
    assert np.diff(ticks).tolist() == [DAY, DAY, DAY - HOUR, DAY]


@pytest.mark.parametrize("zone", ["Asia/Kathmandu", "America/St_Johns", "Asia/Kolkata", "UTC"])
def test_odd_offsets_have_round_hours_too(zone):
    where = ZoneInfo(zone)
    begin = datetime(2026, 6, 1, tzinfo=where).timestamp()
    labels = [time_label(t, 3 * HOUR, where) for t in time_ticks(begin, begin + DAY, 3 * HOUR, where)]
    assert labels == ["1 Jun", "03:00", "06:00", "09:00", "12:00", "15:00", "18:00", "21:00", "2 Jun"]


@pytest.mark.parametrize("span", [10, 60, 900, 3600, 6 * 3600, 86_400, 7 * 86_400, 14 * 86_400])
def test_there_are_a_few_ticks_in_every_range(span):
    step = time_step(span, 7)
    ticks = time_ticks(START, START + span, step, UTC)
    assert 2 <= len(ticks) <= 8
    assert step in (*TIME_STEPS, 2 * DAY, 7 * DAY)


@pytest.mark.parametrize(
    ("seconds", "step", "label", "unit"),
    [
        (0, 60, "0", "minutes"),
        (30, 10, "30", "seconds"),
        (90, 30, "90", "seconds"),
        (300, 300, "5", "minutes"),
        (5400, 1800, "90", "minutes"),
        (7200, 3600, "2", "hours"),
        (86_400, 43_200, "24", "hours"),
        (259_200, 86_400, "3", "days"),
    ],
)
def test_ages_are_whole_numbers_of_the_unit_in_the_title(qapp, seconds, step, label, unit):
    assert age_label(seconds, step) == label
    assert age_title(age_unit(step)) == f"Age of the oldest message — {unit}"


@given(st.floats(0.1, 1e8), st.integers(1, 20))
def test_every_tick_of_an_age_is_a_whole_number(highest, ticks):
    step = age_step(highest, ticks)
    assert step % age_unit(step) == 0


@pytest.mark.parametrize(("value", "label"), [(0, "0"), (312, "312"), (250_000, "250 k"), (1_500_000, "1.5 M")])
def test_counts_are_whole_and_short(qapp, value, label):
    assert count_label(value) == label


@given(st.floats(0, 1e7), st.integers(1, 20))
def test_steps_of_counts_are_whole(highest, ticks):
    step = count_step(highest, ticks)
    assert step >= 1
    assert step == int(step)
    assert highest / step <= ticks * 1.01 or step == 1


@pytest.mark.parametrize(
    ("highest", "ticks", "step"), [(201_000, 1, 172_800), (201_000, 5, 43_200), (5, 9, 1), (0.4, 1, 1)]
)
def test_ages_have_a_tick_beside_zero_however_low_the_plot(highest, ticks, step):
    assert age_step(highest, ticks) == step


def test_steps_ascend():
    assert list(AGE_STEPS) == sorted(AGE_STEPS)


# -- the panel -----------------------------------------------------------------------------------------------


def test_each_destination_has_a_curve_in_both_plots_in_its_colour(panel, qtbot):
    book = book_of([(n, {LAB: (n, 60.0 + n), ADT: (3, 9.0)}) for n in range(0, 100, 2)])
    panel.set_range(200)
    panel.show_series(book, at(98))
    qtbot.waitUntil(lambda: _has(panel, {LAB, ADT}))
    for side in (0, 1):
        assert drawn(panel, side)[LAB].pen.color() == theme.curve(0)
        assert drawn(panel, side)[ADT].pen.color() == theme.curve(1)
    assert drawn(panel)[LAB].curve.y.max() == pytest.approx(98, abs=1)
    assert drawn(panel, 1)[LAB].curve.y.max() == pytest.approx(158, abs=1)


def _has(panel, destinations):
    assert set(drawn(panel)) == set(destinations)


def test_the_plots_share_one_time_axis_and_line_up(panel, qtbot):
    panel.set_range(3600)
    panel.show_series(book_of([(0, {LAB: (5, 1.0)})]), at(0))
    qtbot.waitUntil(lambda: _has(panel, {LAB, ADT}))
    top, bottom = (side.plot for side in panel.sides)
    assert top.time() == pytest.approx((START - 3600, START))
    assert bottom.time() == pytest.approx(top.time())
    one, other = (p.mapTo(panel, p.inside().topLeft().toPoint()).x() for p in (top, bottom))
    assert one == other
    assert top.inside().left() == bottom.inside().left()
    assert top.inside().right() == bottom.inside().right()


def test_the_value_axes_begin_at_zero(panel, qtbot):
    panel.show_series(book_of([(0, {LAB: (50, 10.0)})]), at(0))
    qtbot.waitUntil(lambda: _has(panel, {LAB, ADT}))
    for side in panel.sides:
        low, high = side.plot.box.viewRange()[1]
        assert low == 0
        assert high > 10


def test_the_view_follows_until_the_user_moves_it_and_again_after(panel, qtbot):
    book = book_of([(n, {LAB: (n, 1.0)}) for n in range(0, 10, 2)])
    panel.set_range(100)
    panel.show_series(book, at(8))
    qtbot.waitUntil(lambda: _has(panel, {LAB, ADT}))
    with qtbot.waitSignal(panel.following_changed) as told:
        panel.sides[1].plot.box.setXRange(START - 50, START - 20, padding=0)
        panel.sides[1].plot.box.taken.emit()
    assert told.args == [False]
    assert panel.back.isVisible()
    panel.show_series(book, at(60))
    qtbot.waitUntil(lambda: _not_dirty(panel))
    assert panel.sides[0].plot.time() == pytest.approx((START - 50, START - 20), abs=0.1)
    with qtbot.waitSignal(panel.following_changed):
        panel.back.click()
    qtbot.waitUntil(lambda: _not_dirty(panel))
    assert panel.sides[0].plot.time() == pytest.approx((START - 40, START + 60))
    assert not panel.back.isVisible()


def _not_dirty(panel):
    assert not panel._dirty


def test_redraws_are_coalesced(panel, qtbot):
    book = book_of([(0, {LAB: (5, 1.0)})])
    draws = []
    panel._draw = lambda: draws.append(1)
    panel._frame.stop()
    for _ in range(50):
        panel.show_series(book, at(0))
    qtbot.waitUntil(lambda: _not_dirty(panel))
    assert len(draws) == 1
    panel.show_series(book, at(2))
    assert panel._frame.isActive()
    assert len(draws) == 1


def test_a_hidden_panel_does_not_draw(panel, qtbot):
    panel.hide()
    panel.show_series(book_of([(0, {LAB: (5, 1.0)})]), at(0))
    panel.catch_up()
    assert not drawn(panel)
    panel.show()
    qtbot.waitUntil(lambda: _has(panel, {LAB, ADT}))


def test_the_selected_curve_is_wider(panel, qtbot):
    panel.show_series(book_of([(0, {LAB: (5, 1.0), ADT: (1, 1.0)})]), at(0))
    panel.select(ADT)
    qtbot.waitUntil(lambda: _has(panel, {LAB, ADT}))
    assert drawn(panel)[ADT].pen.widthF() > drawn(panel)[LAB].pen.widthF()


def test_more_than_a_dozen_share_one_item(panel, qtbot):
    many = tuple(Destination("c", f"d{n:02d}") for n in range(30))
    book = book_of([(s, {where: (n + 1, 1.0) for n, where in enumerate(many)}) for s in range(0, 20, 2)], many)
    panel.show_series(book, at(18))
    qtbot.waitUntil(lambda: _has(panel, {*many[-TOP:], None}))
    assert drawn(panel)[None].pen.color() == QColor(theme.current().rest_curve)


def test_values_exist_as_text(panel, qtbot):
    panel.show_series(book_of([(0, {LAB: (5, 3700.0), ADT: (2, None)})]), at(0))
    qtbot.waitUntil(lambda: _has(panel, {LAB, ADT}))
    said = panel.sides[0].plot.accessibleDescription()
    assert said == "lab/lis: 5 pending, oldest 01:01; adt/registry: 2 pending, oldest –"
    assert panel.sides[0].plot.accessibleName() == "Depth over time"


def test_the_pointer_reads_every_curve(panel, qtbot):
    book = book_of([(0, {LAB: (5, 60.0), ADT: (1, 9.0)}), (2, None), (4, {LAB: (8, 64.0), ADT: (1, 9.0)})])
    panel.set_range(10)
    panel.show_series(book, at(4))
    qtbot.waitUntil(lambda: _has(panel, {LAB, ADT}))
    panel.hover._on_pointed(START + 1.0)
    shown = panel.hover.readout.text().splitlines()
    assert shown[1:] == ["lab/lis: 5, 00:01", "adt/registry: 1, 9 s"]
    assert panel.hover.readout.isVisible()
    panel.hover._on_pointed(START + 3.0)
    assert panel.hover.readout.text().endswith("Nothing was seen.")
    assert all(side.plot._line.isVisible() for side in panel.sides)
    panel.hover._on_pointed(None)
    assert not panel.hover.readout.isVisible()
    assert not panel.sides[0].plot._line.isVisible()


def test_a_click_on_a_curve_or_its_name_selects_the_destination(panel, qtbot):
    book = book_of([(n, {LAB: (90, 1.0), ADT: (10, 1.0)}) for n in range(0, 10, 2)])
    panel.set_range(20)
    panel.show_series(book, at(8))
    qtbot.waitUntil(lambda: _has(panel, {LAB, ADT}))
    with qtbot.waitSignal(panel.destination_selected) as told:
        panel._pick_depth(START + 4.0, 91.0)
    assert told.args == [LAB]
    with qtbot.assertNotEmitted(panel.destination_selected):
        panel._pick_depth(START + 4.0, 50.0)
        panel._pick_depth(START - 5.0, 90.0)
    with qtbot.waitSignal(panel.destination_selected) as told:
        panel.legend.buttons[ADT].click()
    assert told.args == [ADT]


def test_the_mouse_wheel_takes_over(panel, qtbot):
    panel.set_range(3600)
    panel.show_series(book_of([(0, {LAB: (5, 1.0)})]), at(0))
    qtbot.waitUntil(lambda: _has(panel, {LAB, ADT}))
    plot = panel.sides[0].plot
    middle = plot.inside().center().toPoint()
    with qtbot.waitSignal(panel.following_changed):
        _wheel(plot, middle)
    begin, end = plot.time()
    assert end - begin < 3600
    assert plot.box.viewRange()[1][0] == 0


def _wheel(plot, place: QPoint) -> None:
    from PySide6.QtGui import QWheelEvent
    from PySide6.QtWidgets import QApplication

    event = QWheelEvent(
        QPointF(place),
        QPointF(plot.viewport().mapToGlobal(place)),
        QPoint(0, 120),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(plot.viewport(), event)
    QTest.mouseMove(plot.viewport(), place)


def test_stale_curves_say_so(panel, qtbot):
    panel.show_series(book_of([(0, {LAB: (5, 1.0)})]), at(0))
    panel.set_stale(at(0))
    assert panel.stale.isVisible()
    panel.show_series(book_of([(0, {LAB: (5, 1.0)})]), at(0))
    assert not panel.stale.isVisible()


def test_the_colours_follow_the_scheme(panel, qapp, qtbot):
    panel.show_series(book_of([(0, {LAB: (5, 1.0)})]), at(0))
    qtbot.waitUntil(lambda: _has(panel, {LAB, ADT}))
    theme.apply(qapp, "dark")
    qtbot.waitUntil(lambda: _not_dirty(panel))
    assert drawn(panel)[LAB].pen.color() == QColor(theme.DARK.curves[0])
    assert panel.sides[0].plot.backgroundBrush().color() == QColor(theme.DARK.surface)
    theme.apply(qapp, "light")


def test_a_long_legend_takes_two_lines_at_most(panel, qtbot):
    many = tuple(Destination("channel", f"a-rather-long-name-{n:02d}") for n in range(12))
    panel.show_series(book_of([(0, {where: (n + 1, 1.0) for n, where in enumerate(many)})], many), at(0))
    qtbot.waitUntil(lambda: _has(panel, many))
    line = next(iter(panel.legend.buttons.values())).sizeHint().height()
    assert panel.legend.heightForWidth(panel.legend.width()) <= 2 * line
    hidden = [b for b in panel.legend.buttons.values() if not b.isVisible()]
    assert hidden


def test_the_legend_names_the_channel_where_there_is_room_or_need(panel, qtbot):
    alike = (Destination("lab", "north"), Destination("adt", "north"), Destination("billing", "claims-of-the-month"))
    panel.show_series(book_of([(0, {where: (n + 1, 1.0) for n, where in enumerate(alike)})], alike), at(0))
    qtbot.waitUntil(lambda: _has(panel, alike))

    def names() -> list[str]:
        return [button.text() for button in panel.legend.buttons.values()]

    panel.legend.resize(1000, 40)
    assert names()[:2] == ["lab/north", "adt/north"]
    assert names()[2].startswith("billing/")
    wanted = sum(button.sizeHint().width() for button in panel.legend.buttons.values())
    panel.legend.resize(wanted - 1, 40)
    assert names()[:2] == ["lab/north", "adt/north"]
    assert names()[2].startswith("claims")
