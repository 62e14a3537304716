"""A text to be read below a table: as high as it has to be, never more than half of the panel that it is in."""

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from qmonitor.gui import theme


class FittedText(QPlainTextEdit):
    """Plain text that can be selected and copied, by keys as well; hidden while there is none."""

    def __init__(self, name: str, spoken: str, panel: QWidget) -> None:
        super().__init__(panel)
        self.setObjectName(name)
        self.setAccessibleName(spoken)
        self._panel, self._words = panel, ""
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(2 * theme.GRID)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        panel.installEventFilter(self)
        self.hide()

    def show_text(self, words: str) -> None:
        """Show this; the same one again leaves alone what is selected in it."""
        if words != self._words:
            self._words = words  # Qt gives a text back with other blanks
            self.setPlainText(words)
        self.setVisible(bool(words))
        self._fit()

    @Slot()
    def _fit(self) -> None:
        needed = round(self._high()) + 4 * theme.GRID
        self.setFixedHeight(min(needed, self._panel.height() // 2))

    def _high(self) -> float:
        """Of all its lines at the present width. The document knows only of those that were painted."""
        high, block = 0.0, self.document().begin()
        while block.isValid():
            high += self.blockBoundingRect(block).height()
            block = block.next()
        return high

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._panel and event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)
