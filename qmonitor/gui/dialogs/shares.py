"""What a plan means for each of several destinations."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem

from qmonitor.gui import text, theme
from qmonitor.gui.cell import CellDelegate
from qmonitor.queues.plan import Share

ROWS = 7
"""So many are seen at once; the rest is scrolled."""


class SharesTable(QTableWidget):
    """A row for each destination: how many messages, and how many later ones it has got already."""

    def __init__(self, shares: Sequence[Share]) -> None:
        overtaken = any(share.later for share in shares)
        super().__init__(len(shares), 3 if overtaken else 2)
        self.setObjectName("shares")
        self.setAccessibleName(self.tr("Destinations"))
        titles = [self.tr("destination"), self.tr("messages"), self.tr("later delivered meanwhile")]
        self.setHorizontalHeaderLabels(titles[: self.columnCount()])
        for row, share in enumerate(shares):
            self._fill(row, share)
        self._dress()
        self._fit(min(len(shares), ROWS))

    def _fill(self, row: int, share: Share) -> None:
        later = text.number(share.later) if share.later else ""
        for column, shown in enumerate((text.line(str(share.where)), text.number(share.count), later)):
            if column < self.columnCount():
                cell = QTableWidgetItem(shown)
                if column:
                    cell.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.setItem(row, column, cell)

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
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        first = self.horizontalHeaderItem(0)
        if first is not None:
            first.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        theme.dress(self, "list")
        theme.dress(header, "header")

    def _fit(self, rows: int) -> None:
        """As high as so many rows; the columns of figures as wide as their titles."""
        header, high = self.horizontalHeader(), self.fontMetrics().height() + 2 * theme.GRID
        self.verticalHeader().setDefaultSectionSize(high)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(1, self.columnCount()):
            header.resizeSection(column, header.sectionSizeHint(column) + 2 * theme.GRID)
        self.setFixedHeight(rows * high + header.sizeHint().height() + 2 * self.frameWidth())
