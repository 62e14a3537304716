"""The layout between toolbar and status bar: three columns, or two where the window is narrow."""

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from qmonitor.gui.hairline import Splitter
from qmonitor.gui.settings import Settings

NARROW = 1300
"""Pixels: below this width the inspector folds below the table, so that neither is cut."""

DEFAULTS = {
    "columns": [290, 680, 430],
    "rows": [330, 420],
    "columns-narrow": [280, 1080],
    "rows-narrow": [190, 290, 210],
}
"""Proportions where none are stored."""


class Columns(QWidget):
    """Destinations left, charts over tabs in the middle, the inspector right or, where it is narrow, below."""

    def __init__(
        self, destinations: QWidget, charts: QWidget, tabs: QWidget, inspector: QWidget, settings: Settings
    ) -> None:
        super().__init__()
        self.setObjectName("columns")
        self._settings = settings
        self._inspector = inspector
        self._narrow: bool | None = None
        self._rows = _splitter("split-rows", Qt.Orientation.Vertical, charts, tabs)
        self._columns = _splitter("split-columns", Qt.Orientation.Horizontal, destinations, self._rows)
        self._rows.setStretchFactor(1, 1)
        self._columns.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._columns)
        self._fold(narrow=False)

    def remember(self) -> None:
        """Put the present proportions into the settings."""
        suffix = "-narrow" if self._narrow else ""
        self._settings.set(f"window/columns{suffix}", self._columns.saveState())
        self._settings.set(f"window/rows{suffix}", self._rows.saveState())

    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = event.size().width() < NARROW
        if narrow != self._narrow:
            if event.oldSize().isValid():
                self.remember()
            self._fold(narrow=narrow)
        super().resizeEvent(event)

    def _fold(self, *, narrow: bool) -> None:
        self._narrow = narrow
        (self._rows if narrow else self._columns).addWidget(self._inspector)
        suffix = "-narrow" if narrow else ""
        for splitter, key in ((self._columns, f"columns{suffix}"), (self._rows, f"rows{suffix}")):
            stored: QByteArray = self._settings.get(f"window/{key}")
            if stored.isEmpty() or not splitter.restoreState(stored) or 0 in splitter.sizes():
                splitter.setSizes(DEFAULTS[key])
            splitter.setHandleWidth(1)
            splitter.setChildrenCollapsible(False)


def _splitter(name: str, orientation: Qt.Orientation, *widgets: QWidget) -> Splitter:
    splitter = Splitter(orientation)
    splitter.setObjectName(name)
    for widget in widgets:
        splitter.addWidget(widget)
    return splitter
