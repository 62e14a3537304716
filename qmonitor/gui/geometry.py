"""Where the window stands, and how large it is."""

from PySide6.QtWidgets import QApplication, QWidget

from qmonitor.gui.settings import Settings

SIZE = (1440, 860)
"""Where none is stored."""


def restore(window: QWidget, settings: Settings) -> None:
    """Put a window where it was, or where it is seen."""
    stored = settings.get("window/geometry")
    screens = [screen.availableGeometry() for screen in QApplication.screens()]
    window.resize(*SIZE)
    if not stored.isEmpty() and window.restoreGeometry(stored):
        if not any(screen.intersects(window.frameGeometry()) for screen in screens):
            window.move(screens[0].topLeft())
    elif screens:
        window.resize(window.size().boundedTo(screens[0].size()))


def remember(window: QWidget, settings: Settings) -> None:
    """Put its present place into the settings."""
    settings.set("window/geometry", window.saveGeometry())
