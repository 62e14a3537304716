"""The table view of recorded acts."""

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from qmonitor.gui import theme
from qmonitor.gui.audit.model import AuditModel, Column
from qmonitor.gui.cell import CellDelegate

PAD = 5 * theme.GRID
"""Room in a cell beside its text."""
MOST = 60 * theme.GRID
"""Pixels of a column at most."""
REASON_LEAST, LEAST = 40 * theme.GRID, 24 * theme.GRID
"""Where the reason would have less, names are cut, but not below `LEAST`."""


class ActsTable(QTableView):
    """An `AuditModel` in rows of one height; its columns are as wide as what they hold, and the reason has the rest."""

    def __init__(self, model: AuditModel) -> None:
        super().__init__()
        self.setObjectName("audit-table")
        self.setAccessibleName(self.tr("Recorded acts"))
        self.setModel(model)
        self.setItemDelegate(CellDelegate(self, prose={Column.REASON}))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setFont(theme.figures(self.font()))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(QFontMetrics(self.font()).height() + 2 * theme.GRID)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(Column.REASON, QHeaderView.ResizeMode.Stretch)
        theme.dress(self, "list")
        theme.dress(header, "header")
        model.rowsInserted.connect(self._fit)
        model.modelReset.connect(self._fit)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        widths = {column: self._needed(column) for column in Column if column is not Column.REASON}
        over = sum(widths.values()) + REASON_LEAST - self.viewport().width()
        for column in (Column.TARGET, Column.ACTOR):
            cut = min(max(0, over), max(0, widths[column] - LEAST))
            widths[column] -= cut
            over -= cut
        for column, wide in widths.items():
            self.setColumnWidth(column, wide)

    def _needed(self, column: Column) -> int:
        metrics, model = QFontMetrics(self.font()), self.model()
        texts = (str(model.index(row, column).data()) for row in range(model.rowCount()))
        widest = max(map(metrics.horizontalAdvance, texts), default=0) + PAD
        return max(self.horizontalHeader().sectionSizeHint(column), min(widest, MOST))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Home and End go to the first and the last row, as in a list."""
        ends = {
            QAbstractItemView.CursorAction.MoveHome: 0,
            QAbstractItemView.CursorAction.MoveEnd: self.model().rowCount() - 1,
        }
        if action in ends:
            return self.model().index(ends[action], max(0, self.currentIndex().column()))
        return super().moveCursor(action, modifiers)
