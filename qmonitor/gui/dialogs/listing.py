"""A short table in a dialog: what is meant for each of several destinations."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem

from qmonitor.gui import theme
from qmonitor.gui.cell import CellDelegate

ROWS = 7
"""So many are seen at once; the rest is scrolled."""


class Listing(QTableWidget):
    """Cells as plain text. The first column has the room that the others leave; `figures` are those of numbers."""

    def __init__(
        self,
        name: str,
        spoken: str,
        titles: Sequence[str],
        rows: Sequence[Sequence[str]],
        *,
        figures: Collection[int] = (),
    ) -> None:
        super().__init__(len(rows), len(titles))
        self.setObjectName(name)
        self.setAccessibleName(spoken)
        self.setHorizontalHeaderLabels(list(titles))
        for row, cells in enumerate(rows):
            for column, shown in enumerate(cells):
                self.setItem(row, column, QTableWidgetItem(shown))
        for column in figures:
            self._align(column)
        self._dress()
        self._fit(min(len(rows), ROWS))

    def _align(self, column: int) -> None:
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for cell in (self.horizontalHeaderItem(column), *(self.item(row, column) for row in range(self.rowCount()))):
            if cell is not None:
                cell.setTextAlignment(right)

    def _dress(self) -> None:
        header = self.horizontalHeader()
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.setItemDelegate(CellDelegate(self))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setFont(theme.figures(self.font()))
        self.verticalHeader().hide()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        theme.dress(self, "list")
        theme.dress(header, "header")

    def _fit(self, rows: int) -> None:
        """As high as so many rows; the other columns as wide as what they hold."""
        header, high = self.horizontalHeader(), self.fontMetrics().height() + 2 * theme.GRID
        self.verticalHeader().setDefaultSectionSize(high)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(1, self.columnCount()):
            cells = [self.item(row, column) for row in range(self.rowCount())]
            widths = [self.fontMetrics().horizontalAdvance(cell.text()) for cell in cells if cell is not None]
            wide = min(max(widths, default=0) + 5 * theme.GRID, 60 * theme.GRID)
            header.resizeSection(column, max(header.sectionSizeHint(column) + 2 * theme.GRID, wide))
        self.setFixedHeight(rows * high + header.sizeHint().height() + 2 * self.frameWidth())
