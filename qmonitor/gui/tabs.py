"""Tabs over a hairline, as the panels and the inspector have them."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QTabWidget, QWidget

from qmonitor.gui import theme


class Tabs(QTabWidget):
    """The style sheet is their bar's alone: in one around the pages each of these would take longer to make."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDocumentMode(True)
        self.tabBar().setDrawBase(False)
        theme.dress(self.tabBar(), "tabs")
        theme.notifier().palettes_outdated.connect(self._follow)

    @Slot()
    def _follow(self) -> None:
        """Take the colours of what is around: Qt lets a widget whose child has a style sheet keep its old ones."""
        self.setPalette(QPalette())
