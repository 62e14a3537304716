"""Values by powers of ten with zero seen, axes up to a year, what was kept from before, and what was reconstructed."""

import itertools
from array import array
from datetime import datetime
from zoneinfo import ZoneInfo

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from PySide6.QtGui import QColor, QPainter, QPicture
from PySide6.QtTest import QTest

from qmonitor.gui import theme
from qmonitor.gui.charts import ChartsPanel
from qmonitor.gui.charts.axes import AgeAxis, CountAxis, powers_of_ten, spread
from qmonitor.gui.charts.model import Span
from qmonitor.gui.charts.older import Older
from qmonitor.gui.charts.scale import LINEAR, LOGARITHMIC
from qmonitor.gui.charts.thresholds import Thresholds
from qmonitor.gui.charts.timeline import DAY, MONTH, time_label, time_step, time_ticks
from qmonitor.monitor.series import Remembered, SeriesBook
from qmonitor.monitor.track import COARSE_NS, Track
from qmonitor.queues.model import Depth, DepthRow, Destination
from qmonitor.queues.past import Past, PastLine
from qmonitor.queues.times import NS, from_ns

START = 1_780_000_000
LAB, ADT = Destination("lab", "lis"), Destination("adt", "registry")
BERLIN = ZoneInfo("Europe/Berlin")
BOTH = [LINEAR, LOGARITHMIC]


def at(second: float):
    return from_ns(int((START + second) * NS))


def book_of(figures, seconds=range(0, 101, 2)) -> SeriesBook:
    book = SeriesBook(silence_ns=10**9 * NS)
    for second in seconds:
        rows = tuple(DepthRow(w.channel, w.destination, p, 0, None, o, None) for w, (p, o) in figures.items())
        book.add(Depth(rows, at(second), True), tuple(figures))
    return book


@pytest.fixture
def panel(qapp, qtbot):
    made = ChartsPanel(clock=lambda: at(100))
    qtbot.addWidget(made)
    made.resize(800, 440)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def shown(panel, qtbot):
    panel.set_range(100)
    panel.show_series(book_of({LAB: (100_000, 86_400.0), ADT: (3, 20.0)}), at(100))
    settle(panel, qtbot)
    return panel


def settle(panel, qtbot) -> None:
    def drawn() -> None:
        assert not panel._dirty

    qtbot.waitUntil(drawn)


# -- the scale -----------------------------------------------------------------------------------------------


@given(st.sampled_from(BOTH), st.floats(0, 1e9), st.floats(0, 1e9))
def test_a_height_tells_its_value_and_zero_is_zero(scale, one, other):
    assert scale.up(0) == 0
    assert scale.down(scale.up(one)) == pytest.approx(one, rel=1e-6, abs=1e-6)
    assert (scale.up(one) < scale.up(other)) is (one < other) or scale.up(one) == pytest.approx(scale.up(other))
    assert scale.top(one) > scale.up(one) or one == 0
    assert scale.heights(np.array([one, np.nan]))[0] == pytest.approx(scale.up(one))


@given(st.floats(1, 1e9), st.integers(40, 600))
def test_ticks_by_powers_of_ten_are_apart_and_begin_with_zero(qapp, highest, pixels):
    top = LOGARITHMIC.top(highest)
    for axis in (CountAxis(), AgeAxis()):
        axis.scaling = LOGARITHMIC
        ((_, ticks),) = axis.tickValues(0, top, pixels)
        labels = axis.tickStrings(ticks, 1, 1)
        assert labels[0] == "0"
        assert len(set(labels)) == len(labels)
        assert all(b - a >= top * 15.9 / pixels for a, b in itertools.pairwise(ticks))


def test_few_powers_of_ten_have_twos_and_fives_between_them():
    assert powers_of_ten(30) == [1, 2, 5, 10, 20]
    assert powers_of_ten(3000) == [1, 10, 100, 1000]
    assert spread([1, 2, 5, 10], LOGARITHMIC, 0.5) == [0, 5]


def test_ages_by_powers_of_ten_have_their_units(qapp):
    axis = AgeAxis()
    axis.scaling = LOGARITHMIC
    ((_, ticks),) = axis.tickValues(0, LOGARITHMIC.top(40 * DAY), 400)
    assert axis.tickStrings(ticks, 1, 1) == [
        "0",
        "1 s",
        "10 s",
        "1 min",
        "10 min",
        "1 h",
        "10 h",
        "1 d",
        "10 d",
        "100 d",
    ]


def test_small_and_large_curves_are_both_seen_by_powers_of_ten(shown, qtbot):
    def height(where) -> float:
        plot = shown.depth_plot
        frame_top, value = plot.box.viewRange()[1][1], shown.drawing.book[where].pending.last()
        return plot.scaling.up(value) / frame_top

    assert height(ADT) < 0.001
    with qtbot.waitSignal(shown.looks_changed) as told:
        QTest.keyClicks(shown, "l")
    assert told.args == [True, False]
    settle(shown, qtbot)
    assert 0.1 < height(ADT) < 0.15
    assert 0.9 < height(LAB) < 1
    assert shown.depth_title.text() == "Depth — logarithmic"
    assert shown.age_title.text() == "Age of the oldest message — logarithmic"
    assert shown.depth_plot.top() > 100_000
    shown.set_logarithmic(False)
    settle(shown, qtbot)
    assert shown.depth_title.text() == "Depth — messages pending"
    assert shown.age_title.text() == "Age of the oldest message — hours"


def test_a_threshold_and_a_click_mean_the_same_values_on_both_scales(shown, qtbot):
    shown.set_logarithmic(True)
    shown.show_thresholds(Thresholds(1000, None))
    settle(shown, qtbot)
    plot = shown.depth_plot
    assert plot.mark._y() == pytest.approx(plot.box.height() * (1 - LOGARITHMIC.up(1000) / plot.box.viewRange()[1][1]))
    with qtbot.waitSignal(shown.destination_selected) as told:
        shown._pick_depth(START + 50.0, 3.5)
    assert told.args == [ADT]
    with qtbot.assertNotEmitted(shown.destination_selected):
        shown._pick_depth(START + 50.0, 300.0)


def test_a_curve_is_drawn_at_its_height_by_powers_of_ten(shown, qtbot):
    shown.set_logarithmic(True)
    settle(shown, qtbot)
    plot = shown.depth_plot
    image, inside = plot.grab().toImage(), plot.inside()
    y = int(inside.top() + (1 - LOGARITHMIC.up(3) / plot.box.viewRange()[1][1]) * plot.box.height())
    x = round(inside.center().x())
    assert theme.curve(1) in [image.pixelColor(x, y + off) for off in (-1, 0, 1)]


def test_curves_fit_the_plot_also_after_the_legend_took_a_line_from_it(panel, qtbot):
    panel.set_range(100)
    panel.show_series(book_of({LAB: (5, 1.0)}), at(100))
    settle(panel, qtbot)
    many = {Destination("channel", f"a-rather-long-name-{n:02d}"): (n, 60.0 * n) for n in range(12)}
    before = panel.depth_plot.box.height()
    panel.show_series(book_of(many), at(100))
    qtbot.waitUntil(lambda: _is_lower(panel, before))
    settle(panel, qtbot)
    for side in panel.sides:
        paths = [path.boundingRect() for path, _ in side.plot.lines._paths]
        assert max(box.bottom() for box in paths) == side.plot.box.height() - 1


def _is_lower(panel, before) -> None:
    assert panel.depth_plot.box.height() < before


# -- a calm scale --------------------------------------------------------------------------------------------


def test_the_scale_stays_for_a_message_more_or_less(panel, qtbot):
    panel.set_range(100)
    tops = []
    for depth in (1000, 1020, 990, 1010, 1500, 400):
        panel.show_series(book_of({LAB: (depth, 1.0)}), at(100))
        settle(panel, qtbot)
        tops.append(panel.depth_plot.top())
        assert tops[-1] > depth
    assert len(set(tops[:4])) == 1
    assert tops[4] > tops[3]
    assert tops[5] < 500


@given(st.floats(0, 4e9), st.sampled_from([100.0, 900.0, 86_400.0, 604_800.0]))
def test_time_goes_on_by_whole_pixels(qapp, now, seconds):
    plot = ChartsPanel().depth_plot
    end = plot.present(now, seconds, 2.0)
    pixel = seconds / (plot.columns() * 2)
    assert -1e-3 <= end - now <= pixel + 1e-3
    assert plot.present(end - pixel / 3, seconds, 2.0) == pytest.approx(end)


# -- a year of time ------------------------------------------------------------------------------------------


def berlin(*parts: int) -> float:
    return datetime(*parts, tzinfo=BERLIN).timestamp()


def test_a_year_has_the_names_of_its_months():
    begin, end = berlin(2026, 2, 10), berlin(2027, 2, 10)
    step = time_step(end - begin, 7)
    assert step == 2 * MONTH
    labels = [time_label(tick, step, BERLIN) for tick in time_ticks(begin, end, step, BERLIN)]
    assert labels == ["Mar", "May", "Jul", "Sep", "Nov", "Jan 2027"]
    assert [datetime.fromtimestamp(t, BERLIN).day for t in time_ticks(begin, end, step, BERLIN)] == [1] * 6


def test_days_of_several_months_have_their_month():
    begin, end = berlin(2026, 10, 31, 2), berlin(2026, 11, 30, 2)
    step = time_step(end - begin, 7)
    labels = [time_label(tick, step, BERLIN) for tick in time_ticks(begin, end, step, BERLIN)]
    assert labels == ["1 Nov", "8 Nov", "15 Nov", "22 Nov", "29 Nov"]


@pytest.mark.parametrize("hours", range(0, 24, 3))
def test_the_first_label_is_drawn_however_near_to_the_edge(shown, hours):
    """It is the one with the month."""
    shown.set_range(7 * DAY)
    plot = shown.age_plot
    begin = datetime(2026, 11, 9, hours).timestamp()
    plot.set_time(begin, begin + 7 * DAY)
    axis, picture = plot._bottom, QPicture()
    painter = QPainter(picture)
    drawn = [words for _, _, words in axis.generateDrawSpecs(painter)[2]]
    painter.end()
    assert drawn[0] == time_label(datetime(2026, 11, 9 + (hours > 0)).timestamp(), DAY, month=True)


@pytest.mark.parametrize("days", [14, 30, 60, 120, 366, 400])
def test_there_are_a_few_ticks_in_every_long_range(days):
    begin = berlin(2026, 1, 20)
    ticks = time_ticks(begin, begin + days * DAY, time_step(days * DAY, 7), BERLIN)
    assert 2 <= len(ticks) <= 8


# -- what was kept from before the curves in memory ----------------------------------------------------------


def past_of(since: float, until: float, **lines) -> Past:
    return Past(at(since), at(until), {{"lab": LAB, "adt": ADT}[k]: line for k, line in lines.items()})


def line_of(points) -> PastLine:
    times = array("q", ((START + second) * NS for second, _, _ in points))
    return PastLine(times, array("d", (p for _, p, _ in points)), array("d", (o for _, _, o in points)))


def test_what_is_seen_but_not_there_is_asked_for_once(panel, qtbot):
    told = []
    panel.older_wanted.connect(lambda *wish: told.append(wish))
    panel.set_range(60)
    panel.show_series(book_of({LAB: (5, 1.0)}), at(100))
    settle(panel, qtbot)
    assert told == []
    panel.set_range(30 * DAY)
    settle(panel, qtbot)
    ((begin, end, step),) = told
    assert begin <= (START + 100 - 30 * DAY) * NS
    assert end == START * NS
    assert step % COARSE_NS == 0
    panel.show_series(panel.drawing.book, at(102))
    panel.depth_plot.pan(-0.2)
    settle(panel, qtbot)
    panel.show_older(None)
    settle(panel, qtbot)
    assert len(told) == 1
    panel.depth_plot.pan(-2)
    settle(panel, qtbot)
    assert len(told) == 2


@given(st.integers(-500 * DAY, 200), st.integers(60, 400 * DAY), st.integers(100, 3000))
def test_a_wish_covers_what_is_seen_in_bounded_points(begin, length, columns):
    span = Span(START + begin, START + begin + length, columns)
    wish = Older().wish(span, START * NS)
    assert (wish is None) is (begin >= 0)
    if wish is not None:
        assert wish[0] <= span.begin * NS
        assert wish[1] == START * NS
        assert wish[2] >= COARSE_NS
        assert 1.5 * length * NS / wish[2] <= max(3 * max(200, columns), 2 * length * NS / COARSE_NS + 2)


def test_older_points_are_drawn_before_the_live_ones_and_read_at_the_pointer(panel, qtbot):
    panel.set_range(1000)
    panel.show_series(book_of({LAB: (5, 60.0), ADT: (2, 1.0)}), at(100))
    settle(panel, qtbot)
    nan = float("nan")
    panel.show_older(
        past_of(-800, 0, lab=line_of([(-800, 40, 10), (-700, 40, 20), (-400, nan, nan), (-300, 20, 600), (50, 99, 9)]))
    )
    settle(panel, qtbot)
    line = panel.depth_plot.lines.strokes[LAB].curve
    assert (line.x[0] - START, line.y[0]) == (-800, 40)
    assert 99 not in line.y
    assert np.isnan(line.y).any()
    panel.depth_plot.pointed.emit(START - 350.0)
    assert panel.hover.readout.text().splitlines()[1:] == ["lab/lis: –, –", "adt/registry: 0, 0 s"]
    panel.depth_plot.pointed.emit(START - 250.0)
    assert panel.hover.readout.text().splitlines()[1] == "lab/lis: 20, 00:10"
    panel.depth_plot.pointed.emit(START - 850.0)
    assert panel.hover.readout.text().splitlines()[1:] == ["Nothing was seen."]
    assert panel.table().columns[0].pending.at((START - 250) * NS) == 20


def test_another_source_has_nothing_of_the_one_before(panel, qtbot):
    panel.set_range(1000)
    panel.show_series(book_of({LAB: (5, 60.0)}), at(100))
    panel.show_older(past_of(-800, 0, lab=line_of([(-800, 40, 10), (-300, 20, 600)])))
    settle(panel, qtbot)
    panel.show_series(book_of({LAB: (7, 60.0)}), at(100))
    settle(panel, qtbot)
    assert panel.depth_plot.lines.strokes[LAB].curve.x[0] == START


def test_the_track_itself_is_drawn_where_it_is_long_enough():
    track, older = Track(), Older()
    track.append(START * NS, 4)
    older.show(past_of(-800, 0))
    assert older.join(track, LAB, (START + 10) * NS) is track
    assert older.join(track, LAB, (START - 10) * NS).values.tolist() == [0, 4]


# -- what was reconstructed ----------------------------------------------------------------------------------


def test_a_reconstructed_stretch_is_tinted_and_says_so(shown, qtbot):
    assert not shown.depth_plot.tint.isVisible()
    shown.drawing.book.reconstructed = ((START - 500) * NS, (START + 50) * NS)
    shown._redraw()
    settle(shown, qtbot)
    for side in shown.sides:
        tint = side.plot.tint
        assert tint.isVisible()
        inside = tint.boundingRect()
        assert tint.area().left() == inside.left()
        assert tint.area().right() == pytest.approx(inside.center().x(), abs=2)
    assert shown.depth_plot.tint.words() == "reconstructed"
    word = shown.depth_plot.tint.word.place()
    assert shown.depth_plot.tint.area().contains(word)
    image, inside = shown.depth_plot.grab().toImage(), shown.depth_plot.inside()
    y = round(inside.center().y()) + 7
    assert image.pixelColor(round(inside.left() + inside.width() / 4), y) == QColor(theme.current().hover)
    assert image.pixelColor(round(inside.right() - inside.width() / 4), y) == QColor(theme.current().surface)


@pytest.mark.parametrize("logarithmic", [False, True])
def test_no_label_of_the_values_is_cut_by_the_edge(shown, qtbot, logarithmic):
    """Half a 10,000 stood at the top of a logarithmic scale that ended just there."""
    shown.set_logarithmic(logarithmic)
    settle(shown, qtbot)
    plot, picture = shown.depth_plot, QPicture()
    for top in (9_990, 10_000, 10_010, 12_000):
        plot.box.setYRange(0, plot.scaling.up(top), padding=0)
        painter = QPainter(picture)
        drawn = plot.left.generateDrawSpecs(painter)[2]
        painter.end()
        assert len(drawn) >= 2
        assert min(plot.left.mapRectToScene(box).top() for box, _, _ in drawn) >= 0


@pytest.mark.parametrize(("seconds", "side"), [(50, "in"), (5, "left"), (99.5, "in")])
def test_the_word_on_a_tint_is_whole_and_hides_no_more_than_it_has_to(shown, qtbot, seconds, side):
    """In a stretch that was too narrow for it there stood four dots."""
    shown.drawing.book.reconstructed = (int((START + 99 - seconds) * NS), (START + 99) * NS)
    shown._redraw()
    settle(shown, qtbot)
    tint = shown.depth_plot.tint
    place = tint.word.place()
    assert place.width() > 20
    assert tint.boundingRect().contains(place)
    assert (place.right() <= tint.area().left()) is (side == "left")
    shown.drawing.book.reconstructed = ((START - 500) * NS, (START + 5) * NS)  # no room at either side
    shown._redraw()
    settle(shown, qtbot)
    assert tint.word.place().isEmpty()


def test_the_pointer_says_where_a_value_was_not_seen(shown, qtbot):
    shown.drawing.book.reconstructed = (START * NS, (START + 50) * NS)
    shown.depth_plot.pointed.emit(START + 20.0)
    assert shown.hover.readout.text().splitlines()[0].endswith(" · reconstructed")
    shown.depth_plot.pointed.emit(START + 50.0)
    assert "reconstructed" not in shown.hover.readout.text()


def test_what_somebody_saw_within_it_is_not_tinted(shown, qtbot):
    book, second = shown.drawing.book, START * NS
    seen = ((second + 20 * NS, second + 30 * NS),)
    empty = (Track(), Track(ages=True))
    book._first = second + 50 * NS
    book.remember(Remembered({}, empty, empty, (second, second + 40 * NS), seen))
    shown._redraw()
    settle(shown, qtbot)
    assert book.unseen == ((second, second + 20 * NS), (second + 30 * NS, second + 40 * NS))
    areas = shown.depth_plot.tint.areas()
    assert len(areas) == 2
    assert areas[0].width() == pytest.approx(2 * areas[1].width(), abs=2)
    assert shown.depth_plot.tint.area() == areas[0]


def test_a_reconstructed_stretch_out_of_sight_draws_nothing(shown, qtbot):
    shown.drawing.book.reconstructed = ((START - 900) * NS, (START - 500) * NS)
    shown._redraw()
    settle(shown, qtbot)
    assert shown.depth_plot.tint.area().width() < 1
