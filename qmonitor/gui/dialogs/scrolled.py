"""The part of a dialog that may be longer than the screen is high."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from qmonitor.gui import theme


class Scrolled(QScrollArea):
    """Holds sentences and figures in a column. Its minimum height is what it asks for (see `wanted`).

    Takes no focus: the dialog turns its pages wherever the focus is.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("scrolled")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self._inner = QWidget()
        self._all = QVBoxLayout(self._inner)
        self._all.setContentsMargins(0, 0, 0, 0)
        self._all.setSpacing(0)
        self.column = QVBoxLayout()
        self.column.setSpacing(3 * theme.GRID)
        self._all.addLayout(self.column)
        self._all.addStretch(1)
        self.setWidget(self._inner)

    def wanted(self, width: int) -> int:
        """The height at which nothing would have to be scrolled."""
        self._all.invalidate()  # it has not heard yet of what was added to the column
        if self._all.hasHeightForWidth():
            return self._all.totalHeightForWidth(width)
        return self._all.totalSizeHint().height()

    def turn(self, pages: int) -> None:
        """Scroll on by pages, back by negative ones."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + pages * bar.pageStep())

    def sizeHint(self) -> QSize:
        return QSize(self._inner.sizeHint().width(), self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._inner.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width(), 0)
