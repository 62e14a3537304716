"""The grid of small charts: every destination has one of its own, and all have the same axes."""

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QListView, QWidget

from qmonitor.gui import theme
from qmonitor.gui.charts import keys
from qmonitor.gui.charts.cells import CellPainter, Cells

NARROWEST = 44 * theme.GRID
"""Pixels that a small chart is wide at least."""
OURS = frozenset({"zoom-in", "zoom-out", "line-earlier", "line-later", "find", "scale", "multiples", "leave"})
"""What keys do in the grid; all others move through it."""


class Grid(QListView):
    """The small charts in rows as wide as the view. Only those that are seen are drawn.

    Signals:
        commanded(str): a key of the charts was pressed, see `keys`.
        chosen(QModelIndex): Enter, or a click.
        pointed(second or None): the pointer is over an instant, or has left.
        used(): a key was pressed, or the mouse moved.
        outgrown(): something was drawn that needs a higher axis.
    """

    commanded = Signal(str)
    chosen = Signal(QModelIndex)
    pointed = Signal(object)
    used = Signal()
    outgrown = Signal()

    def __init__(self, cells: Cells, parent: QWidget) -> None:
        super().__init__(parent)
        self.cells = cells
        self.painter_of_cells = CellPainter(cells)
        self.setObjectName("charts-grid")
        self.setAccessibleName(self.tr("Small charts, one for each destination"))
        self.setModel(cells)
        self.setItemDelegate(self.painter_of_cells)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # else the columns jump about
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.clicked.connect(self.chosen)
        theme.dress(self, "list")

    @property
    def columns(self) -> int:
        """How many small charts are beside each other."""
        return max(1, self._room() // NARROWEST)

    def _room(self) -> int:
        return self.viewport().width() - 1  # one that ends just at the edge goes to the next row

    def fit(self) -> None:
        """Have as many columns as there is room for, all of the same width."""
        size = QSize(self._room() // self.columns, CellPainter.height(self.font()))
        if size != self.gridSize():
            self.painter_of_cells.size = size
            self.setGridSize(size)
            self.verticalScrollBar().setSingleStep(size.height() // 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.fit()
        super().resizeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.used.emit()
        command = keys.command(event)
        if command in OURS:
            self.commanded.emit(command)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, _search: str) -> None:  # noqa: N802
        """The field above looks for names."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.cells.too_low:
            self.outgrown.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.used.emit()
        self.pointed.emit(self._second(event.position().toPoint()))

    def _second(self, place: QPoint) -> float | None:
        index = self.indexAt(place)
        if not index.isValid():
            return None
        box = CellPainter.inside(self.visualRect(index), self.font())
        axes = self.cells.axes
        at = axes.begin + (place.x() - box.left()) / box.width() * (axes.end - axes.begin)
        return min(max(at, axes.begin), axes.end)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.ignore()  # the panel has the menu
