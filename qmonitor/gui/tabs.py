"""Tabs over a hairline, as the panels and the inspector have them; and pages of them that are made late."""

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import Slot
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from qmonitor.gui import theme


class Tabs(QTabWidget):
    """The style sheet is their bar's alone: in one around the pages each of these would take longer to make."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDocumentMode(True)
        self.tabBar().setDrawBase(False)
        theme.dress(self.tabBar(), "tabs")
        theme.notifier().dressed.connect(self._follow)

    @Slot()
    def _follow(self) -> None:
        """Take the colours of what is around: Qt lets a widget whose child has a style sheet keep its old ones."""
        self.setPalette(QPalette())


P = TypeVar("P", bound=QWidget)


class Later(QWidget, Generic[P]):
    """A page whose panel is made when it is first seen, or asked for: no start of the window waits for it.

    `make` connects the panel, and tells it all that it would have been told up to then.
    """

    def __init__(self, name: str, make: Callable[[], P]) -> None:
        super().__init__()
        self.setObjectName(name)
        self._make = make
        self.made: P | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)

    @property
    def panel(self) -> P:
        """The panel, made where it was not."""
        if self.made is None:
            self.made = made = self._make()
            layout = self.layout()
            assert layout is not None
            layout.addWidget(made)
            made.show()  # Qt would do it after it has given the keyboard to what is there
        return self.made

    def tell(self, call: Callable[[P], object]) -> None:
        """Have the panel told something, if it is there: one that is made later learns it from `make`."""
        if self.made is not None:
            call(self.made)

    def showEvent(self, event: QShowEvent) -> None:
        _ = self.panel
        super().showEvent(event)
