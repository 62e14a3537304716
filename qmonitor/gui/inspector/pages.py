"""The tabs of the inspector: each view is made when it is first looked at, no start of the window waits for it."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from qmonitor.gui.inspector.comparison import ComparisonView
from qmonitor.gui.inspector.detail import Details
from qmonitor.gui.inspector.hex_view import HexView
from qmonitor.gui.inspector.hit import LETTER
from qmonitor.gui.inspector.letter_view import LetterView
from qmonitor.gui.inspector.structure import Structure
from qmonitor.gui.inspector.text_view import PayloadText
from qmonitor.gui.tabs import Tabs

MAKERS: dict[str, type[QWidget]] = {
    LETTER: LetterView,
    "structure": Structure,
    "text": PayloadText,
    "hex": HexView,
    "compare": ComparisonView,
    "details": Details,
}


class Pages(Tabs):
    """Five tabs, in the order of `MAKERS`; before them one for dead letters, where there is one.

    Signals:
        view_made(name): before it is seen.
        chosen(name): a person turned to a tab, or a place was shown there.
    """

    view_made = Signal(str)
    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-tabs")
        self.setAccessibleName(self.tr("Views of the message"))
        self.tabBar().setUsesScrollButtons(True)
        labels = {
            LETTER: self.tr("Message"),
            "structure": self.tr("Tree"),
            "text": self.tr("Text"),
            "hex": self.tr("Hex"),
            "compare": self.tr("Compare"),
            "details": self.tr("Past"),
        }
        self.made: dict[str, QWidget] = {}
        self._pages: dict[str, QWidget] = {}
        for name, label in labels.items():
            page = QWidget()
            column = QVBoxLayout(page)
            column.setContentsMargins(0, 0, 0, 0)
            self._pages[name] = page
            self.addTab(page, label)
        self._letter, self._prefers_tree, self._switching = False, False, False
        self.setTabVisible(0, False)
        self.setCurrentIndex(1)
        self.currentChanged.connect(self._on_current)

    @Slot()
    def _on_current(self) -> None:
        if self._switching:
            return
        if self._letter and self.current in (LETTER, "structure"):
            self._prefers_tree = self.current == "structure"
        self.chosen.emit(self.current)

    def offer_letter(self, there: bool) -> None:
        """Whether a dead letter is looked at: it takes the place of the tree, unless a person turned to that one.

        None of its kind is known to be delivered, so that there is nothing to compare it with.
        """
        if there == self._letter:
            return
        self._letter, self._switching = there, True
        self.setTabVisible(0, True)
        leaves = ("compare",) if self._prefers_tree else ("structure", "compare")
        if there and self.current in leaves:
            self.turn_to(LETTER)
        elif not there and self.current == LETTER:
            self.turn_to("structure")
        self.setTabVisible(0, there)
        self.setTabVisible(list(self._pages).index("compare"), not there)
        self._switching = False

    def turn_to(self, name: str) -> None:
        """Show a tab."""
        self.setCurrentWidget(self._pages[name])

    def view(self, name: str) -> QWidget:
        """A view, made where it was not."""
        if name not in self.made:
            self.made[name] = view = MAKERS[name]()
            self.view_made.emit(name)
            layout = self._pages[name].layout()
            assert layout is not None
            layout.addWidget(view)
            view.show()  # Qt would do it later
            if self._pages[name].hasFocus():  # Qt gave the keyboard to a page that had nothing to take it
                getattr(view, "first", view).setFocus()
        return self.made[name]

    @property
    def current(self) -> str:
        """The name of the tab that is looked at."""
        return list(self._pages)[self.currentIndex()]

    @property
    def structure(self) -> Structure:
        return self.view("structure")  # type: ignore[return-value]

    @property
    def text(self) -> PayloadText:
        return self.view("text")  # type: ignore[return-value]

    @property
    def hex(self) -> HexView:
        return self.view("hex")  # type: ignore[return-value]

    @property
    def comparison(self) -> ComparisonView:
        return self.view("compare")  # type: ignore[return-value]

    @property
    def details(self) -> Details:
        return self.view("details")  # type: ignore[return-value]
