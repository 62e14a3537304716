"""The window is always where a person can take hold of it, whatever is stored and whichever screens are left."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray, QRect, Qt
from PySide6.QtWidgets import QApplication, QWidget

from qmonitor.gui import geometry
from qmonitor.gui.settings import Settings

LEFT = QRect(0, 0, 1920, 1040)
RIGHT = QRect(1920, 0, 1366, 728)
TITLE = 28


def reachable(frame: QRect, screens: list[QRect]) -> bool:
    bar = QRect(frame.x(), frame.y(), frame.width(), TITLE)
    seen = [screen & bar for screen in screens]
    return any(one.height() == TITLE and one.width() >= min(geometry.GRIP, frame.width()) for one in seen)


def test_a_frame_within_reach_stays_where_it_is():
    for frame in (QRect(100, 100, 1200, 700), QRect(-900, 10, 1200, 700), QRect(1500, 20, 1200, 700)):
        assert geometry.placed(frame, [LEFT, RIGHT], TITLE).topLeft() == frame.topLeft()


def test_a_frame_of_a_vanished_screen_comes_to_the_first():
    frame = geometry.placed(QRect(2000, 50, 1200, 700), [LEFT], TITLE)
    assert LEFT.contains(frame)
    assert frame.size() == QRect(0, 0, 1200, 700).size()


def test_a_title_bar_above_the_screen_comes_down():
    assert geometry.placed(QRect(100, -60, 1200, 700), [LEFT], TITLE) == QRect(100, 0, 1200, 700)


def test_a_frame_larger_than_its_screen_shrinks():
    assert geometry.placed(QRect(1900, 0, 2500, 1400), [LEFT, RIGHT], TITLE).width() == RIGHT.width()


places = st.integers(-(2**31) + 10_000, 2**31 - 10_000)
lengths = st.integers(1, 9000)
rectangles = st.builds(QRect, places, places, lengths, lengths)
screens = st.lists(
    st.builds(
        QRect, st.integers(-8000, 8000), st.integers(-8000, 8000), st.integers(640, 4000), st.integers(480, 4000)
    ),
    min_size=1,
    max_size=4,
)


@given(wanted=rectangles, screens=screens)
def test_every_frame_is_within_reach(wanted, screens):
    frame = geometry.placed(wanted, screens, TITLE)
    assert not frame.isEmpty()
    assert any(screen.intersects(frame) for screen in screens)
    assert reachable(frame, screens) or frame.height() < TITLE


@pytest.fixture
def window(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    return made


def on_screen(window: QWidget) -> bool:
    free = [screen.availableGeometry() for screen in QApplication.screens()]
    return any(screen.contains(window.geometry().topLeft()) for screen in free) and any(
        window.width() <= screen.width() and window.height() <= screen.height() for screen in free
    )


def stored(place: object) -> Settings:
    made = Settings(None)
    made.set("window/geometry", place)
    return made


def test_the_first_time_it_fits_the_screen_with_its_frame(window):
    geometry.restore(window, Settings(None))
    free = QApplication.primaryScreen().availableGeometry()
    assert window.width() <= min(geometry.SIZE[0], free.width())
    assert window.height() < free.height()


def test_it_comes_back_where_it_was(qtbot, window):
    window.setGeometry(60, 80, 500, 400)
    kept = Settings(None)
    geometry.remember(window, kept)
    other = QWidget()
    qtbot.addWidget(other)
    geometry.restore(other, kept)
    assert other.geometry() == QRect(60, 80, 500, 400)


def test_it_never_comes_back_without_a_frame(qtbot, window):
    window.setWindowState(Qt.WindowState.WindowFullScreen)
    geometry.restore(window, stored(window.saveGeometry()))
    assert not window.isFullScreen()
    assert on_screen(window)


def test_one_that_was_maximised_is_maximised_again(window):
    window.setWindowState(Qt.WindowState.WindowMaximized)
    kept = window.saveGeometry()
    window.setWindowState(Qt.WindowState.WindowNoState)
    geometry.restore(window, stored(kept))
    assert window.isMaximized()


@contextmanager
def a_window() -> Iterator[QWidget]:
    """One for each example, where `window` would be the same for all."""
    made = QWidget()
    try:
        yield made
    finally:
        made.deleteLater()


@given(noise=st.binary(max_size=120))
def test_bytes_that_are_no_geometry_give_the_default(qapp, noise):
    with a_window() as window:
        geometry.restore(window, stored(QByteArray(noise)))
        assert on_screen(window)


@given(at=st.integers(8, 65), byte=st.integers(0, 255), width=st.integers(1, 5000), x=st.integers(-9000, 9000))
def test_a_damaged_geometry_leaves_the_window_within_reach(qapp, at, byte, width, x):
    with a_window() as before, a_window() as window:
        before.setGeometry(x, 100, width, 400)
        kept = bytearray(before.saveGeometry().data())
        kept[at % len(kept)] = byte
        geometry.restore(window, stored(QByteArray(bytes(kept))))
        frame = window.geometry().marginsAdded(geometry._frame(window))
        free = [screen.availableGeometry() for screen in QApplication.screens()]
        placed_by_system = window.isMaximized() or not window.testAttribute(Qt.WidgetAttribute.WA_Moved)
        assert placed_by_system or reachable(frame, free)
