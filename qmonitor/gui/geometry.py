"""Where the window stands, and how large it is: always where a person can take hold of it."""

from collections.abc import Sequence

from PySide6.QtCore import QMargins, QRect, Qt
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from qmonitor.gui import theme
from qmonitor.gui.settings import Settings

SIZE = (1440, 860)
"""Where none is stored, and the screen is large enough."""

GRIP = 25 * theme.GRID
"""Pixels of a title bar that have to be on a screen, so that the mouse can take hold of it."""


def restore(window: QWidget, settings: Settings) -> None:
    """Put a window where it was as far as it can be reached there, else where it fits."""
    screens = [screen.availableGeometry() for screen in QApplication.screens()]
    frame = _frame(window)
    stored = settings.get("window/geometry")
    window.resize(*SIZE)
    known = not stored.isEmpty() and window.restoreGeometry(stored)
    window.setWindowState(window.windowState() & Qt.WindowState.WindowMaximized)  # no state that has no way back
    if window.isMaximized() or not screens:
        return
    wanted = window.geometry().marginsAdded(frame)
    if known:
        window.setGeometry(placed(wanted, screens, frame.top()).marginsRemoved(frame))
    else:
        window.resize(wanted.size().boundedTo(screens[0].size()).shrunkBy(frame))


def remember(window: QWidget, settings: Settings) -> None:
    """Put its present place into the settings."""
    settings.set("window/geometry", window.saveGeometry())


def placed(wanted: QRect, screens: Sequence[QRect], title: int) -> QRect:
    """The frame that comes next to the one that is wanted: no larger than its screen, the title bar within reach.

    `screens` are what is free on each, the first one before all others; `title` is the height of the title bar.
    """
    home = max(screens, key=lambda screen: _area(screen & wanted))
    made = QRect(wanted.topLeft(), wanted.size().boundedTo(home.size()))
    bar = QRect(made.x(), made.y(), made.width(), max(1, title))
    if any(_holds(screen, bar) for screen in screens):
        return made
    made.moveLeft(min(max(made.x(), home.x()), home.right() - made.width() + 1))
    made.moveTop(min(max(made.y(), home.y()), home.bottom() - made.height() + 1))
    return made


def _holds(screen: QRect, bar: QRect) -> bool:
    seen = screen & bar
    return seen.height() == bar.height() and seen.width() >= min(GRIP, bar.width())


def _area(rectangle: QRect) -> int:
    return max(0, rectangle.width()) * max(0, rectangle.height())


def _frame(window: QWidget) -> QMargins:
    """The system's frame around a window; before it is shown for the first time, what the style takes it to be."""
    if window.frameGeometry() != window.geometry():
        outer, inner = window.frameGeometry(), window.geometry()
        return QMargins(
            inner.left() - outer.left(),
            inner.top() - outer.top(),
            outer.right() - inner.right(),
            outer.bottom() - inner.bottom(),
        )
    style = window.style()
    title = style.pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight, None, window)
    edge = style.pixelMetric(QStyle.PixelMetric.PM_MdiSubWindowFrameWidth, None, window)
    return QMargins(edge, title, edge, edge)
